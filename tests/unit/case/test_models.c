/*
 * The cases of cases/models on small checkpoints: what they make of the files,
 * against forward passes written as the models' own programs compute them.
 */
#include "support/checkpoint.h"
#include "support/cmocka_all.h"

#include "case/casefile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LAYERS = 3, HEADS = 2, WIDTH = 3, D = HEADS * WIDTH, N = 4 };
enum part { PART_Q, PART_K, PART_V, PART_O };

/* ---- the models ---- */

/* What multiplies coordinate `in` and adds to coordinate `out`. */
typedef double weight(size_t layer, enum part part, size_t in, size_t out);
typedef double bias(size_t layer, enum part part, size_t out);

static double linear(const char *prefix, const char *name, size_t in,
                     size_t out)
{
    char whole[160];
    snprintf(whole, sizeof whole, "%s%s.weight", prefix, name);
    return checkpoint_entry(whole, out * D + in);
}

static double linear_bias(const char *prefix, const char *name, size_t out)
{
    char whole[160];
    snprintf(whole, sizeof whole, "%s%s.bias", prefix, name);
    return checkpoint_entry(whole, out);
}

static const char *const bert_names[] = {"self.query", "self.key", "self.value",
                                         "output.dense"};

static double bert_weight(size_t layer, enum part part, size_t in, size_t out)
{
    char prefix[80];
    snprintf(prefix, sizeof prefix, "bert.encoder.layer.%zu.attention.", layer);
    return linear(prefix, bert_names[part], in, out);
}

static double bert_bias(size_t layer, enum part part, size_t out)
{
    char prefix[80];
    snprintf(prefix, sizeof prefix, "bert.encoder.layer.%zu.attention.", layer);
    return linear_bias(prefix, bert_names[part], out);
}

static const char *const albert_names[] = {"query", "key", "value", "dense"};
static const char albert_prefix[] =
    "albert.encoder.albert_layer_groups.0.albert_layers.0.attention.";

static double albert_weight(size_t layer, enum part part, size_t in, size_t out)
{
    (void)layer; /* all layers are one */
    return linear(albert_prefix, albert_names[part], in, out);
}

static double albert_bias(size_t layer, enum part part, size_t out)
{
    (void)layer;
    return linear_bias(albert_prefix, albert_names[part], out);
}

static double gpt2_weight(size_t layer, enum part part, size_t in, size_t out)
{
    char name[80];
    bool is_output = part == PART_O;
    snprintf(name, sizeof name, "h.%zu.attn.%s.weight", layer,
             is_output ? "c_proj" : "c_attn");
    return checkpoint_entry(name, is_output ? in * D + out
                                            : in * 3 * D + part * D + out);
}

static double gpt2_bias(size_t layer, enum part part, size_t out)
{
    char name[80];
    bool is_output = part == PART_O;
    snprintf(name, sizeof name, "h.%zu.attn.%s.bias", layer,
             is_output ? "c_proj" : "c_attn");
    return checkpoint_entry(name, is_output ? out : part * D + out);
}

/* einsum("ih,hnd->ind") for q, k, v and einsum("ind,hnd->ih") for o */
static double xlnet_weight(size_t layer, enum part part, size_t in, size_t out)
{
    char name[80];
    snprintf(name, sizeof name, "transformer.layer.%zu.rel_attn.%c", layer,
             "qkvo"[part]);
    return checkpoint_entry(name, part == PART_O ? out * D + in : in * D + out);
}

static double xlnet_bias(size_t layer, enum part part, size_t out)
{
    char name[80];
    snprintf(name, sizeof name, "transformer.layer.%zu.rel_attn.r_w_bias",
             layer);
    return part == PART_Q ? checkpoint_entry(name, out) : 0;
}

static const struct model {
    const char *name;
    weight *weight;
    bias *bias;
} models[] = {{"bert", bert_weight, bert_bias},
              {"albert", albert_weight, albert_bias},
              {"gpt2", gpt2_weight, gpt2_bias},
              {"xlnet", xlnet_weight, xlnet_bias}};

/* ---- a forward pass on raw tensors ---- */

static void project(double out[N][D], double x[N][D], const struct model *m,
                    size_t layer, enum part part)
{
    for (size_t i = 0; i < N; i++)
        for (size_t o = 0; o < D; o++) {
            out[i][o] = m->bias(layer, part, o);
            for (size_t k = 0; k < D; k++)
                out[i][o] += x[i][k] * m->weight(layer, part, k, o);
        }
}

/* The weights of token i in one head: softmax of its scaled products. */
static void attend(double p[N], double q[N][D], double k[N][D], size_t i,
                   size_t head)
{
    double sum = 0;
    for (size_t j = 0; j < N; j++) {
        double product = 0;
        for (size_t c = 0; c < WIDTH; c++)
            product += q[i][head * WIDTH + c] * k[j][head * WIDTH + c];
        p[j] = exp(product / sqrt(WIDTH));
        sum += p[j];
    }
    for (size_t j = 0; j < N; j++)
        p[j] /= sum;
}

/* x becomes what the attention of the layer makes of it. */
static void forward(double x[N][D], const struct model *m, size_t layer)
{
    double q[N][D], k[N][D], v[N][D], together[N][D] = {{0}}, p[N];
    project(q, x, m, layer, PART_Q);
    project(k, x, m, layer, PART_K);
    project(v, x, m, layer, PART_V);
    for (size_t i = 0; i < N; i++)
        for (size_t head = 0; head < HEADS; head++) {
            attend(p, q, k, i, head);
            for (size_t j = 0; j < N; j++)
                for (size_t c = 0; c < WIDTH; c++)
                    together[i][head * WIDTH + c] +=
                        p[j] * v[j][head * WIDTH + c];
        }
    project(x, together, m, layer, PART_O);
}

/* ---- the same from an instance ---- */

struct fixture {
    struct module *module;
    struct diag *diag;
    struct spec *spec;
    struct layout layout;
    struct instance x;
    const struct model *model;
    char path[160];
};

static void fail_with(struct diag *diag)
{
    struct buffer out;
    buffer_init(&out);
    diag_print(diag, &out);
    fail_msg("%s", out.text);
}

static void draw(struct fixture *f)
{
    int64_t dims[8];
    struct span where;
    char *reason = NULL;
    spec_draw_dims(f->spec, 0, dims);
    assert_int_equal(
        layout_init(&f->layout, spec_theorem(f->spec), dims, &reason), ST_OK);
    instance_init(&f->x, &f->layout);
    if (spec_draw(f->spec, 0, &f->x, &where, &reason) != ST_OK)
        fail_msg("%s", reason);
}

/* The case of the theorem MODEL_kind. */
static void setup(struct fixture *f, const struct model *model,
                  const char *kind, const char *dims)
{
    static const struct checkpoint_sizes sizes = {LAYERS, HEADS, WIDTH};
    char file[200], wanted[32];
    *f = (struct fixture){.model = model, .diag = diag_new()};
    snprintf(f->path, sizeof f->path, "%s/model-%s.safetensors", BINARY_DIR,
             model->name);
    assert_true(checkpoint_model(f->path, model->name, &sizes));
    snprintf(file, sizeof file, "%s/cases/models/%s.bound", SOURCE_DIR,
             model->name);
    if (module_load(&f->module, file, SOURCE_DIR "/bounds", false, f->diag) != ST_OK)
        fail_with(f->diag);
    snprintf(wanted, sizeof wanted, "%s_%s", model->name, kind);
    const struct setting setting = {"weights", f->path};
    const struct spec_options options = {
        .dims = dims, .settings = &setting, .nsettings = 1};
    for (size_t i = 0; i < module_cases(f->module) && !f->spec; i++) {
        const struct case_item *item = module_case(f->module, i);
        if (strcmp(module_theorem(f->module, item->theorem)->name, wanted) != 0)
            continue;
        if (spec_case(&f->spec, f->module, item, &options, f->diag) != ST_OK)
            fail_with(f->diag);
    }
    assert_non_null(f->spec);
    draw(f);
}

static void teardown(struct fixture *f)
{
    instance_clear(&f->x);
    layout_clear(&f->layout);
    spec_free(f->spec);
    module_free(f->module);
    diag_free(f->diag);
    unlink(f->path);
}

/* Entry (i, j) from 0 of a member of a given. */
static double entry(const struct fixture *f, const char *given, size_t member,
                    size_t i, size_t j)
{
    const struct theorem *t = f->layout.theorem;
    const struct given *g = theorem_given(t, given);
    assert_non_null(g);
    size_t slot = f->layout.first[g - t->givens] + member;
    assert_true(slot < f->layout.first[g - t->givens + 1]);
    const struct value *v = &f->x.values[slot];
    assert_true(i < v->rows && j < v->cols);
    rational_t x;
    rational_init(&x);
    value_entry(&x, v, i, j);
    double d = rational_to_double(&x);
    rational_clear(&x);
    return d;
}

/* x W + 1 b' for one head, into N x WIDTH. */
static void head_part(double out[N][WIDTH], const struct fixture *f,
                      double x[N][D], const char *w, const char *b,
                      size_t member)
{
    for (size_t i = 0; i < N; i++)
        for (size_t c = 0; c < WIDTH; c++) {
            out[i][c] = entry(f, b, member, c, 0);
            for (size_t k = 0; k < D; k++)
                out[i][c] += x[i][k] * entry(f, w, member, k, c);
        }
}

/* Adds softmax(Q K' / sqrt(dk)) V WO of one head to y. */
static void add_head(double y[N][D], const struct fixture *f, double x[N][D],
                     size_t member)
{
    double q[N][WIDTH], k[N][WIDTH], v[N][WIDTH];
    head_part(q, f, x, "WQ", "bQ", member);
    head_part(k, f, x, "WK", "bK", member);
    head_part(v, f, x, "WV", "bV", member);
    for (size_t i = 0; i < N; i++) {
        double p[N], sum = 0;
        for (size_t j = 0; j < N; j++) {
            p[j] = 0;
            for (size_t c = 0; c < WIDTH; c++)
                p[j] += q[i][c] * k[j][c];
            p[j] = exp(p[j] / sqrt(WIDTH));
            sum += p[j];
        }
        for (size_t j = 0; j < N; j++)
            for (size_t c = 0; c < WIDTH; c++)
                for (size_t o = 0; o < D; o++)
                    y[i][o] +=
                        p[j] / sum * v[j][c] * entry(f, "WO", member, c, o);
    }
}

static void from_instance(double x[N][D], const struct fixture *f, size_t layer)
{
    double y[N][D];
    for (size_t i = 0; i < N; i++)
        for (size_t o = 0; o < D; o++)
            y[i][o] = entry(f, "bO", layer, o, 0);
    for (size_t head = 0; head < HEADS; head++)
        add_head(y, f, x, layer * HEADS + head);
    memcpy(x, y, sizeof y);
}

static void tokens(double x[N][D], const struct fixture *f)
{
    for (size_t i = 0; i < N; i++)
        for (size_t k = 0; k < D; k++)
            x[i][k] = entry(f, "X", 0, i, k);
}

static void assert_near(double x[N][D], double y[N][D])
{
    for (size_t i = 0; i < N; i++)
        for (size_t k = 0; k < D; k++)
            assert_true(fabs(x[i][k] - y[i][k]) <= 1e-12 * (1 + fabs(y[i][k])));
}

/* ---- tests ---- */

static void test_a_layer_is_the_model_s(void **state)
{
    (void)state;
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        struct fixture f;
        double x[N][D], y[N][D];
        setup(&f, &models[m], "layer", "layer=2,n=4,H=2,dk=3");
        tokens(x, &f);
        memcpy(y, x, sizeof y);
        forward(x, f.model, 1);
        from_instance(y, &f, 0);
        assert_near(x, y);
        teardown(&f);
    }
}

static void test_depth_is_the_model_s(void **state)
{
    (void)state;
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        struct fixture f;
        double x[N][D], y[N][D];
        setup(&f, &models[m], "depth", "L=3,n=4,H=2,dk=3");
        tokens(x, &f);
        memcpy(y, x, sizeof y);
        for (size_t layer = 0; layer < LAYERS; layer++) {
            forward(x, f.model, layer);
            from_instance(y, &f, layer);
        }
        assert_near(x, y);
        teardown(&f);
    }
}

/* The entries of head 2 of layer 3. */
static void test_a_head_is_the_model_s(void **state)
{
    (void)state;
    static const char *const weights[] = {"WQ", "WK", "WV"};
    static const char *const biases[] = {"bQ", "bK", "bV"};
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        struct fixture f;
        setup(&f, &models[m], "head", "layer=3,head=2,n=4,H=2,dk=3");
        for (int part = PART_Q; part <= PART_V; part++)
            for (size_t c = 0; c < WIDTH; c++) {
                size_t out = WIDTH + c;
                assert_true(entry(&f, biases[part], 0, c, 0) ==
                            f.model->bias(2, (enum part)part, out));
                for (size_t k = 0; k < D; k++)
                    assert_true(entry(&f, weights[part], 0, k, c) ==
                                f.model->weight(2, (enum part)part, k, out));
            }
        teardown(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_layer_is_the_model_s),
        cmocka_unit_test(test_depth_is_the_model_s),
        cmocka_unit_test(test_a_head_is_the_model_s),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
