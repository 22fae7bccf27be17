#include "lang/unparse.h"

#include "reading.h"
#include "same_tree.h"

#include "base/rng.h"

#include <ctype.h>

static void expect_layout(const char *text, const char *expected)
{
    struct reading r;
    struct buffer out;
    buffer_init(&out);
    reading_file(&r, text);
    assert_string_equal(r.messages.text, "");
    unparse_file(&out, r.file);
    assert_string_equal(out.text, expected);
    buffer_clear(&out);
    reading_clear(&r);
}

static void expect_expr(const char *text, const char *expected)
{
    struct reading r;
    struct buffer out;
    buffer_init(&out);
    reading_expr(&r, text);
    assert_string_equal(r.messages.text, "");
    unparse_expr(&out, r.expr);
    assert_string_equal(out.text, expected);
    buffer_clear(&out);
    reading_clear(&r);
}

static void test_one_declaration_stands_on_a_line(void **state)
{
    (void)state;
    expect_layout("theorem t{dim n;given A:real[n,n];claim c:A==A;}"
                  "case s for t{n=3;trials 5;}",
                  "theorem t {\n"
                  "    dim n;\n"
                  "    given A : real[n, n];\n"
                  "    claim c: A == A;\n"
                  "}\n"
                  "case s for t {\n"
                  "    n = 3;\n"
                  "    trials 5;\n"
                  "}\n");
}

static void test_a_loop_is_printed_as_written(void **state)
{
    (void)state;
    expect_layout("func f(A)=A;for  M,N in a b,c d theorem t{dim n;\n"
                  "claim c:N(n)==n_M;}proof of c{}theorem u{}",
                  "func f(A) = A;\n"
                  "\n"
                  "for M, N in a b, c d\n"
                  "theorem t {\n"
                  "    dim n;\n"
                  "    claim c: N(n) == n_M;\n"
                  "}\n"
                  "\n"
                  "proof of c {\n"
                  "}\n"
                  "\n"
                  "theorem u {\n"
                  "}\n");
}

static void test_parts_are_apart(void **state)
{
    (void)state;
    expect_layout("import \"a.bound\";import \"b.bound\";theorem t{dim n;"
                  "claim c:n==n;}\n\nproof of c{}",
                  "import \"a.bound\";\n"
                  "import \"b.bound\";\n"
                  "\n"
                  "theorem t {\n"
                  "    dim n;\n"
                  "    claim c: n == n;\n"
                  "}\n"
                  "\n"
                  "proof of c {\n"
                  "}\n");
}

static void test_signs_are_spelt_in_ascii(void **state)
{
    (void)state;
    expect_expr("A\xE1\xB5\x80 \xE2\x89\xA4 B \xE2\x89\xA5 C \xE2\x89\xA0 D",
                "A' <= B >= C != D");
    expect_expr("sum(i \xE2\x88\x88 1..2,i)", "sum(i in 1..2, i)");
}

static void test_numbers_stay_as_written(void **state)
{
    (void)state;
    expect_expr("1.50+1E+05+0x1.8p-3+007", "1.50 + 1E+05 + 0x1.8p-3 + 007");
}

static void test_parentheses_are_kept_where_needed(void **state)
{
    (void)state;
    expect_expr("(a) - ((b - c))", "a - (b - c)");
    expect_expr("(a - b) - c", "a - b - c");
    expect_expr("(-a)^2", "(-a)^2");
    expect_expr("-(a^2)", "-a^2");
    expect_expr("(a^b)^c", "(a^b)^c");
    expect_expr("a^(b^c)", "a^b^c");
    expect_expr("a^(-b)", "a^-b");
    expect_expr("(-a)'", "(-a)'");
    expect_expr("-(a')", "-a'");
    expect_expr("(a * b)[1]", "(a * b)[1]");
    expect_expr("(a == b) and not (c or d)", "a == b and not (c or d)");
    expect_expr("not (a < b)", "not a < b");
    expect_expr("(a < b) < c", "(a < b) < c");
    expect_expr("A[(1 + 2)..(n), (i)]", "A[1 + 2..n, i]");
}

static void test_long_chains_are_broken_at_relations(void **state)
{
    (void)state;
    expect_layout(
        "theorem t {\n"
        "claim c: norm1(A * B * C * D) <= norm1(A) * norm1(B) * norm1(C * D) "
        "<= norm1(A * B);\n"
        "claim d: norm1(A * B * C * D) <= norm1(A * B);\n"
        "}\n",
        "theorem t {\n"
        "    claim c: norm1(A * B * C * D)\n"
        "        <= norm1(A) * norm1(B) * norm1(C * D)\n"
        "        <= norm1(A * B);\n"
        "    claim d: norm1(A * B * C * D) <= norm1(A * B);\n"
        "}\n");
}

/* The last column that fits, and the first that does not. */
static void test_chains_are_broken_beyond_80_columns(void **state)
{
    (void)state;
    static const char NAME[] = "abcdefghijabcdefghijabcdefghijabcdefghijabcdefg"
                               "hijabcdefg";
    struct buffer text, expected;
    for (int extra = 0; extra < 2; extra++) {
        buffer_init(&text);
        buffer_init(&expected);
        buffer_printf(&text, "theorem t {\n    claim c: %s%s == 12345;\n}\n",
                      NAME, extra ? "x" : "");
        buffer_printf(&expected, "theorem t {\n    claim c: %s%s== 12345;\n}\n",
                      NAME, extra ? "x\n        " : " ");
        expect_layout(text.text, expected.text);
        buffer_clear(&text);
        buffer_clear(&expected);
    }
}

static void test_chains_keep_their_methods_when_broken(void **state)
{
    (void)state;
    expect_layout("proof of c { chain norm1(A * B * C * D) <= norm1(A) * "
                  "norm1(B) by submultiplicative <= x by lemma t.c(A); }",
                  "proof of c {\n"
                  "    chain norm1(A * B * C * D)\n"
                  "        <= norm1(A) * norm1(B) by submultiplicative\n"
                  "        <= x by lemma t.c(A);\n"
                  "}\n");
}

static void test_own_line_comments_stay_in_front(void **state)
{
    (void)state;
    expect_layout("# head\n\n\n\n# of f\nfunc f(A) = A;\n# of t\ntheorem t {\n"
                  "# of n\ndim n;\n# last   \n}\n# end\n",
                  "# head\n\n# of f\nfunc f(A) = A;\n\n# of t\ntheorem t {\n"
                  "    # of n\n    dim n;\n    # last\n}\n\n# end\n");
}

static void test_trailing_comments_stay_behind(void **state)
{
    (void)state;
    expect_layout("func f(A) = A;#one\ntheorem t {# two\ndim n; dim m;    "
                  "# three\n} # four\n",
                  "func f(A) = A;  #one\n\ntheorem t {  # two\n    dim n;\n"
                  "    dim m;  # three\n}  # four\n");
}

static void test_comments_inside_move_in_front(void **state)
{
    (void)state;
    expect_layout("theorem t # one\n{\n\n  dim n;\n\n  claim # two\n  c: n ==\n"
                  "\n  # three\n  n; # four\n}\n",
                  "# one\ntheorem t {\n    dim n;\n\n    # two\n    # three\n"
                  "    claim c: n == n;  # four\n}\n");
}

static void test_at_most_one_blank_line_is_kept(void **state)
{
    (void)state;
    expect_layout("\n\ntheorem t {\n\n\n dim n;\n\n\n dim m;\n dim k;\n\n\n}\n"
                  "\n\n\nfunc f(A) = A; func g(A) = A;\n\n",
                  "theorem t {\n    dim n;\n\n    dim m;\n    dim k;\n}\n\n"
                  "func f(A) = A;\n\nfunc g(A) = A;\n");
}

/*
 * ---- Random trees ----
 */

static struct ast_expr *random_expr(struct arena *arena, struct rng *rng,
                                    int depth);

static struct ast_expr *new_expr(struct arena *arena, struct rng *rng,
                                 enum ast_kind kind, size_t count, int depth)
{
    struct ast_expr *e = arena_alloc(arena, sizeof *e);
    e->kind = kind;
    e->count = count;
    if (count > 0)
        e->kids = arena_array(arena, count, sizeof *e->kids);
    for (size_t i = 0; i < count; i++)
        e->kids[i] = random_expr(arena, rng, depth - 1);
    return e;
}

static struct ast_expr *random_leaf(struct arena *arena, struct rng *rng)
{
    static const char *const NAMES[] = {"a", "B", "pi", "x1"};
    static const char *const NUMBERS[] = {"0", "2", "1.5", "0x1p3", "1e-3"};
    bool is_name = rng_below(rng, 2) == 0;
    struct ast_expr *e =
        new_expr(arena, rng, is_name ? AST_NAME : AST_NUMBER, 0, 0);
    e->text = is_name ? NAMES[rng_below(rng, 4)] : NUMBERS[rng_below(rng, 5)];
    return e;
}

static struct ast_expr *random_chain(struct arena *arena, struct rng *rng,
                                     int depth)
{
    size_t count = 2 + rng_below(rng, 2);
    struct ast_expr *e = new_expr(arena, rng, AST_CHAIN, count, depth);
    enum relop *rels = arena_array(arena, count - 1, sizeof *rels);
    for (size_t i = 0; i + 1 < count; i++)
        rels[i] = (enum relop)rng_below(rng, REL_GT + 1);
    e->rels = rels;
    return e;
}

static struct ast_expr *random_binder(struct arena *arena, struct rng *rng,
                                      int depth)
{
    struct ast_expr *e = new_expr(arena, rng, AST_BINDER, 1, depth);
    e->text = "sum";
    e->nranges = 1 + rng_below(rng, 2);
    e->ranges = arena_array(arena, e->nranges, sizeof *e->ranges);
    for (size_t i = 0; i < e->nranges; i++) {
        e->ranges[i].name = i == 0 ? "i" : "j";
        e->ranges[i].lo = random_expr(arena, rng, depth - 1);
        e->ranges[i].hi = random_expr(arena, rng, depth - 1);
        e->ranges[i].reversed = rng_below(rng, 2) == 0;
    }
    return e;
}

static struct ast_expr *random_literal(struct arena *arena, struct rng *rng,
                                       int depth)
{
    size_t rows = 1 + rng_below(rng, 2), cols = 1 + rng_below(rng, 2);
    struct ast_expr *e = new_expr(arena, rng, AST_LITERAL, rows * cols, depth);
    e->rows = rows;
    e->cols = cols;
    return e;
}

static struct ast_expr *random_call(struct arena *arena, struct rng *rng,
                                    int depth)
{
    struct ast_expr *e =
        new_expr(arena, rng, AST_CALL, rng_below(rng, 3), depth);
    e->text = "f";
    return e;
}

static struct ast_expr *random_index(struct arena *arena, struct rng *rng,
                                     int depth)
{
    struct ast_expr *e = new_expr(arena, rng, AST_INDEX, 3, depth);
    e->kids[1] = new_expr(arena, rng, AST_RANGE, 2, depth - 1);
    if (rng_below(rng, 2) == 0)
        e->kids[2] = new_expr(arena, rng, AST_ALL, 0, 0);
    return e;
}

static struct ast_expr *random_expr(struct arena *arena, struct rng *rng,
                                    int depth)
{
    if (depth <= 0)
        return random_leaf(arena, rng);
    switch (rng_below(rng, 16)) {
    case 0:
        return random_call(arena, rng, depth);
    case 1:
        return random_index(arena, rng, depth);
    case 2:
        return random_literal(arena, rng, depth);
    case 3:
        return random_binder(arena, rng, depth);
    case 4:
        return random_chain(arena, rng, depth);
    case 5:
        return new_expr(arena, rng, AST_NOT, 1, depth);
    case 6:
        return new_expr(arena, rng, AST_AND, 2, depth);
    case 7:
        return new_expr(arena, rng, AST_OR, 2, depth);
    case 8:
        return new_expr(arena, rng, AST_TRANSPOSE, 1, depth);
    case 9:
    case 10:
        return new_expr(arena, rng, AST_NEGATE, 1, depth);
    default:
        break;
    }
    struct ast_expr *e = new_expr(arena, rng, AST_BINARY, 2, depth);
    e->op = (enum ast_op)rng_below(rng, AST_DOT_POW + 1);
    return e;
}

static size_t closing(const char *text, size_t open)
{
    size_t depth = 0;
    for (size_t i = open;; i++) {
        depth += text[i] == '(';
        depth -= text[i] == ')';
        if (depth == 0)
            return i;
    }
}

/* Without any one pair of grouping parentheses it is another expression. */
static void check_minimal(const struct ast_expr *e, const char *text)
{
    for (size_t i = 0; text[i]; i++) {
        bool is_call = i > 0 && (isalnum((unsigned char)text[i - 1]));
        if (text[i] != '(' || is_call)
            continue;
        struct buffer without;
        buffer_init(&without);
        buffer_add(&without, text);
        without.text[i] = ' ';
        without.text[closing(text, i)] = ' ';
        struct reading r;
        reading_expr(&r, without.text);
        assert_false(r.status == ST_OK && same_expr(r.expr, e));
        reading_clear(&r);
        buffer_clear(&without);
    }
}

static void test_random_trees_are_read_back(void **state)
{
    (void)state;
    struct rng rng = rng_start(1);
    for (int trial = 0; trial < 2000; trial++) {
        struct arena *arena = arena_new();
        struct ast_expr *e = random_expr(arena, &rng, 4);
        struct buffer text;
        buffer_init(&text);
        unparse_expr(&text, e);
        struct reading r;
        reading_expr(&r, text.text);
        assert_string_equal(r.messages.text, "");
        assert_true(same_expr(r.expr, e));
        if (trial % 8 == 0)
            check_minimal(e, text.text);
        reading_clear(&r);
        buffer_clear(&text);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_declaration_stands_on_a_line),
        cmocka_unit_test(test_a_loop_is_printed_as_written),
        cmocka_unit_test(test_parts_are_apart),
        cmocka_unit_test(test_signs_are_spelt_in_ascii),
        cmocka_unit_test(test_numbers_stay_as_written),
        cmocka_unit_test(test_parentheses_are_kept_where_needed),
        cmocka_unit_test(test_long_chains_are_broken_at_relations),
        cmocka_unit_test(test_chains_are_broken_beyond_80_columns),
        cmocka_unit_test(test_chains_keep_their_methods_when_broken),
        cmocka_unit_test(test_own_line_comments_stay_in_front),
        cmocka_unit_test(test_trailing_comments_stay_behind),
        cmocka_unit_test(test_comments_inside_move_in_front),
        cmocka_unit_test(test_at_most_one_blank_line_is_kept),
        cmocka_unit_test(test_random_trees_are_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
