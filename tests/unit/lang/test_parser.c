#include "lang/parser.h"

#include "reading.h"

static void add_tree(struct buffer *out, const struct ast_expr *e);

static void add_kids(struct buffer *out, const struct ast_expr *e)
{
    for (size_t i = 0; i < e->count; i++) {
        buffer_add_char(out, ' ');
        add_tree(out, e->kids[i]);
    }
}

/* The tree with all its parentheses: (+ a (* b c)). */
static void add_tree(struct buffer *out, const struct ast_expr *e)
{
    static const char *const KINDS[] = {
        [AST_STRING] = "string", [AST_HOLE] = "?",
        [AST_CALL] = "call",     [AST_BINDER] = "binder",
        [AST_INDEX] = "index",   [AST_RANGE] = "..",
        [AST_ALL] = ":",         [AST_LITERAL] = "literal",
        [AST_NEGATE] = "neg",    [AST_TRANSPOSE] = "'",
        [AST_CHAIN] = "chain",   [AST_NOT] = "not",
        [AST_AND] = "and",       [AST_OR] = "or",
    };
    static const char *const OPS[] = {"+",  "-",  "*", "/",
                                      ".*", "./", "^", ".^"};
    if (e->kind == AST_NAME || e->kind == AST_NUMBER) {
        buffer_add(out, e->text);
        return;
    }
    buffer_printf(out, "(%s",
                  e->kind == AST_BINARY ? OPS[e->op] : KINDS[e->kind]);
    if (e->kind == AST_CALL || e->kind == AST_BINDER)
        buffer_printf(out, " %s", e->text);
    for (size_t i = 0; i < e->nranges; i++) {
        buffer_printf(out, " %s%s", e->ranges[i].reversed ? "-" : "",
                      e->ranges[i].name);
        for (int end = 0; end < 2 && e->ranges[i].lo; end++) {
            buffer_add_char(out, ' ');
            add_tree(out, end == 0 ? e->ranges[i].lo : e->ranges[i].hi);
        }
    }
    for (size_t i = 0; e->kind == AST_CHAIN && i + 1 < e->count; i++)
        buffer_printf(out, " %s", ast_relop_text(e->rels[i]));
    add_kids(out, e);
    buffer_add_char(out, ')');
}

static void expect_tree(const char *text, const char *expected)
{
    struct reading r;
    reading_expr(&r, text);
    assert_string_equal(r.messages.text, "");
    struct buffer out;
    buffer_init(&out);
    add_tree(&out, r.expr);
    assert_string_equal(out.text, expected);
    buffer_clear(&out);
    reading_clear(&r);
}

/* The first message is `expected`, without its place and source line. */
static void expect_error(const char *text, const char *expected)
{
    struct reading r;
    reading_expr(&r, text);
    assert_int_equal(r.status, ST_INPUT);
    const char *message = strstr(r.messages.text, "error: ");
    assert_non_null(message);
    assert_memory_equal(message + strlen("error: "), expected,
                        strlen(expected));
    reading_clear(&r);
}

static void expect_count(const char *text, size_t errors)
{
    struct reading r;
    reading_file(&r, text);
    assert_int_equal(diag_errors(r.diag), errors);
    reading_clear(&r);
}

static void test_sums_and_products_go_from_left_to_right(void **state)
{
    (void)state;
    expect_tree("a - b + c", "(+ (- a b) c)");
    expect_tree("a / b * c .* d ./ e", "(./ (.* (* (/ a b) c) d) e)");
    expect_tree("a + b * c", "(+ a (* b c))");
    expect_tree("(a + b) * c", "(* (+ a b) c)");
}

static void test_powers_go_from_right_to_left(void **state)
{
    (void)state;
    expect_tree("a ^ b ^ c", "(^ a (^ b c))");
    expect_tree("a .^ b ^ c", "(.^ a (^ b c))");
    expect_tree("(a ^ b) ^ c", "(^ (^ a b) c)");
}

static void test_minus_binds_looser_than_powers(void **state)
{
    (void)state;
    expect_tree("-b^2", "(neg (^ b 2))");
    expect_tree("2^-3", "(^ 2 (neg 3))");
    expect_tree("2^-3^2", "(^ 2 (neg (^ 3 2)))");
    expect_tree("2^-3*a", "(* (^ 2 (neg 3)) a)");
    expect_tree("-a * b", "(* (neg a) b)");
    expect_tree("a * -b", "(* a (neg b))");
    expect_tree("a - -b", "(- a (neg b))");
    expect_tree("--a", "(neg (neg a))");
    expect_tree("-A'", "(neg (' A))");
}

static void test_postfixes_bind_tightest(void **state)
{
    (void)state;
    expect_tree("A'^2", "(^ (' A) 2)");
    expect_tree("A''", "(' (' A))");
    expect_tree("A[1, :]'[2..n]", "(index (' (index A 1 (:))) (.. 2 n))");
    expect_tree("f(a)'[1]", "(index (' (call f a)) 1)");
    expect_tree("A [1]", "(index A 1)");
}

static void test_relations_bind_tighter_than_connectives(void **state)
{
    (void)state;
    expect_tree("not a == b", "(not (chain == a b))");
    expect_tree("a < b and c > d or e != f",
                "(or (and (chain < a b) (chain > c d)) (chain != e f))");
    expect_tree("a or b or c and d", "(or (or a b) (and c d))");
    expect_tree("not a and b", "(and (not a) b)");
    expect_tree("a + b <= c", "(chain <= (+ a b) c)");
    expect_tree("(a <= b) == c", "(chain == (chain <= a b) c)");
    expect_tree("not not a", "(not (not a))");
}

static void test_relations_form_chains(void **state)
{
    (void)state;
    expect_tree("a <= b <= c == d", "(chain <= <= == a b c d)");
}

static void test_binders_begin_with_a_name_and_in(void **state)
{
    (void)state;
    expect_tree("sum(i in 1..n, x)", "(binder sum i 1 n x)");
    expect_tree("sum(i in 1..n, j in i..2 * n, x)",
                "(binder sum i 1 n j i (* 2 n) x)");
    expect_tree("prod(i in reversed(1..n), x)", "(binder prod -i 1 n x)");
    expect_tree("sum(i)", "(call sum i)");
    expect_tree("max(i, j)", "(call max i j)");
    expect_tree("max(i \xE2\x88\x88 1..2, j)", "(binder max i 1 2 j)");
    expect_tree("expectation(z, z^2)", "(binder expectation z (^ z 2))");
    expect_tree("integral(x in -inf..inf, x)",
                "(binder integral x (neg inf) inf x)");
    expect_tree("forall(i in 1..n, a <= b)",
                "(binder forall i 1 n (chain <= a b))");
}

static void test_calls_take_relations_and_strings(void **state)
{
    (void)state;
    expect_tree("if(a < b, 1, 2)", "(call if (chain < a b) 1 2)");
    expect_tree("psd(A)", "(call psd A)");
    expect_tree("rademacher()", "(call rademacher)");
    expect_tree("file(\"x\")", "(call file (string))");
    expect_tree("? * a", "(* (?) a)");
}

static void test_literals_know_their_rows(void **state)
{
    (void)state;
    struct reading r;
    reading_expr(&r, "[1, 2, 3; 4, 5, 6]");
    assert_int_equal(r.expr->kind, AST_LITERAL);
    assert_int_equal(r.expr->rows, 2);
    assert_int_equal(r.expr->cols, 3);
    assert_int_equal(r.expr->count, 6);
    reading_clear(&r);
}

static void test_numbers_are_exact_and_kept_as_written(void **state)
{
    (void)state;
    struct reading r;
    reading_expr(&r, "1.2560");
    assert_string_equal(r.expr->text, "1.2560");
    assert_int_equal(mpq_cmp_ui(r.expr->number->q, 157, 125), 0);
    reading_clear(&r);
    reading_expr(&r, "0x1.8p-3");
    assert_int_equal(mpq_cmp_ui(r.expr->number->q, 3, 16), 0);
    reading_clear(&r);
}

static void test_strings_are_unescaped(void **state)
{
    (void)state;
    struct reading r;
    reading_expr(&r, "\"a\\\\b\\\"c\"");
    assert_string_equal(r.expr->text, "a\\b\"c");
    reading_clear(&r);
}

static void test_spans_cover_parentheses(void **state)
{
    (void)state;
    struct reading r;
    reading_expr(&r, " (a + b) * -(c)'");
    assert_int_equal(r.expr->span.begin, 1);
    assert_int_equal(r.expr->span.end, 16);
    assert_int_equal(r.expr->kids[0]->span.begin, 1);
    assert_int_equal(r.expr->kids[0]->span.end, 8);
    assert_int_equal(r.expr->kids[1]->span.begin, 11);
    reading_clear(&r);
}

static void test_an_expression_is_the_whole_text(void **state)
{
    (void)state;
    expect_error("a b", "expected an operator or the end of the expression, "
                        "found 'b'\n");
    expect_error("", "expected an expression, found the end of the text\n");
    expect_error("a;", "expected an operator or the end of the expression, "
                       "found ';'\n");
}

static void test_reserved_words_are_no_values(void **state)
{
    (void)state;
    expect_error("a + theorem", "expected an expression, found 'theorem'\n");
    expect_error("softmax", "expected '(' after the function's name, found the "
                            "end of the text\n");
    expect_error("sum(max in 1..2, 1)", "expected the name of an index, found "
                                        "the reserved word 'max'\n");
}

static void test_reserved_are_keywords_functions_and_quantities(void **state)
{
    (void)state;
    static const char *const YES[] = {
        "theorem", "in",     "not",    "reversed", "pi",   "inf",
        "softmax", "norm1",  "if",     "forall",   "file", "tensor",
        "rows",    "cols",   "import", "eigmax",   "real", "psd",
        "seed",    "trials", "prod",   "lambertw", "ones", "normalise"};
    static const char *const NO[] = {
        "normal", "orthogonal", "auto",    "stochastic", "holds",    "x",
        "norm",   "violated",   "lemma",   "reuse",      "",         " ",
        "pi inf", " pi",        "Softmax", "softmax1",   "dirichlet"};
    for (size_t i = 0; i < sizeof YES / sizeof YES[0]; i++)
        assert_true(parser_is_reserved(YES[i]));
    for (size_t i = 0; i < sizeof NO / sizeof NO[0]; i++)
        assert_false(parser_is_reserved(NO[i]));
}

static void test_verdicts_have_their_words(void **state)
{
    (void)state;
    for (int w = WORD_HOLDS; w <= WORD_VACUOUS; w++)
        assert_int_equal(
            ast_verdict_word(ast_verdict_name((enum verdict_word)w)), w);
    assert_int_equal(ast_verdict_word("true"), WORD_NONE);
    assert_int_equal(ast_verdict_word(""), WORD_NONE);
}

static void test_an_empty_file_has_no_items(void **state)
{
    (void)state;
    struct reading r;
    reading_file(&r, "");
    assert_int_equal(r.status, ST_OK);
    assert_int_equal(r.file->nitems, 0);
    reading_clear(&r);
}

static void test_a_theorem_keeps_its_declarations(void **state)
{
    (void)state;
    struct reading r;
    reading_file(&r, "theorem t \"T\" {\n"
                     "    given A, W[l in 1..L] : real[n, m] in [0, 1];\n"
                     "    claim c [expect violated]: A <= ? * W[1];\n"
                     "    drop a expect c violated;\n"
                     "}\n");
    assert_int_equal(r.status, ST_OK);
    const struct ast_item *t = &r.file->items[0];
    assert_string_equal(t->title, "T");
    assert_int_equal(t->ndecls, 3);
    const struct ast_decl *given = &t->decls[0];
    assert_string_equal(given->text, "real");
    assert_int_equal(given->ntargets, 2);
    assert_string_equal(given->targets[1].patterns[0].range.name, "l");
    assert_int_equal(given->nsizes, 2);
    assert_string_equal(given->hi->text, "1");
    assert_int_equal(t->decls[1].expect, WORD_VIOLATED);
    assert_string_equal(t->decls[2].text, "a");
    assert_string_equal(t->decls[2].name, "c");
    reading_clear(&r);
}

static void test_a_proof_keeps_its_methods(void **state)
{
    (void)state;
    struct reading r;
    reading_file(&r, "proof of t.c {\n"
                     "    step s: a == b by lemma u.d(x, y);\n"
                     "    chain a <= b by minimal <= c < d by auto;\n"
                     "}\n");
    assert_int_equal(r.status, ST_OK);
    const struct ast_item *proof = &r.file->items[0];
    assert_string_equal(proof->of, "t");
    assert_string_equal(proof->name, "c");
    const struct ast_method *lemma = proof->decls[0].methods;
    assert_string_equal(lemma->theorem, "u");
    assert_string_equal(lemma->claim, "d");
    assert_int_equal(lemma->nargs, 2);
    const struct ast_decl *chain = &proof->decls[1];
    assert_null(chain->name);
    assert_int_equal(chain->nmethods, 3);
    assert_int_equal(chain->value->count, 4);
    assert_string_equal(chain->methods[0].name, "minimal");
    assert_null(chain->methods[1].name);
    assert_string_equal(chain->methods[2].name, "auto");
    reading_clear(&r);
}

static void test_a_case_keeps_its_lines(void **state)
{
    (void)state;
    struct reading r;
    reading_file(&r, "case c for t {\n"
                     "    n, m in 2..8;\n"
                     "    W[1, h] ~ normal(0, 1);\n"
                     "    expect d#2 violated;\n"
                     "    reuse W, X 16;\n"
                     "    observe e [expect violated]: n <= m;\n"
                     "    observe ~ normal(0, 1);\n"
                     "}\n");
    assert_int_equal(r.status, ST_OK);
    const struct ast_line *lines = r.file->items[0].lines;
    assert_int_equal(r.file->items[0].nlines, 6);
    assert_int_equal(lines[0].kind, LINE_DIM);
    assert_int_equal(lines[0].ntargets, 2);
    assert_int_equal(lines[1].kind, LINE_SAMPLER);
    assert_null(lines[1].targets[0].patterns[0].range.name);
    assert_string_equal(lines[1].targets[0].patterns[1].range.name, "h");
    assert_null(lines[1].targets[0].patterns[1].range.lo);
    assert_int_equal(lines[2].link, 2);
    assert_int_equal(lines[3].kind, LINE_REUSE);
    assert_int_equal(lines[3].ntargets, 2);
    assert_string_equal(lines[3].value->text, "16");
    assert_int_equal(lines[4].kind, LINE_OBSERVE);
    assert_int_equal(lines[4].decl->kind, DECL_CLAIM);
    assert_true(lines[4].decl->is_observation);
    assert_string_equal(lines[4].decl->name, "e");
    assert_int_equal(lines[4].decl->expect, WORD_VIOLATED);
    assert_int_equal(lines[5].kind, LINE_SAMPLER);
    reading_clear(&r);
}

/* Theorem, proof and case of each turn; then what is not of the loop. */
static void test_a_loop_gives_the_items_of_all_its_turns(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"t_a", "c", "k", "t_b",
                                        "c",   "k", "d", "other"};
    struct reading r;
    reading_file(&r, "for M, N in a sum, b max\n"
                     "theorem t { claim c: N(i in 1..2, i) == x_M; }\n"
                     "proof of t.c { step s: M == N_of by lemma u_M(M); }\n"
                     "case k for t { n = 1; }\n"
                     "proof of d { }\n"
                     "case other for t_a { n = M; }\n");
    assert_string_equal(r.messages.text, "");
    assert_int_equal(r.file->nitems, 8);
    for (size_t i = 0; i < 8; i++) {
        const struct ast_item *item = &r.file->items[i];
        assert_string_equal(item->name, NAMES[i]);
        assert_int_equal(item->loop != NULL, i < 6);
        assert_int_equal(item->turn, i / 3 == 1);
    }
    const struct ast_item *turn = &r.file->items[3];
    const struct ast_expr *claim = turn[0].decls[0].value;
    assert_string_equal(claim->kids[0]->text, "max");
    assert_int_equal(claim->kids[0]->kind, AST_BINDER);
    assert_string_equal(claim->kids[1]->text, "x_b");
    assert_string_equal(turn[1].of, "t_b");
    assert_string_equal(turn[1].decls[0].value->kids[1]->text, "N_of");
    assert_string_equal(turn[1].decls[0].methods[0].theorem, "u_b");
    assert_string_equal(turn[2].of, "t_b");
    assert_string_equal(r.file->items[7].lines[0].value->text, "M");
    reading_clear(&r);
}

static void test_a_loop_keeps_what_was_written(void **state)
{
    (void)state;
    struct reading r;
    reading_file(&r, "for N in a, b\ntheorem t { claim c: N == N; }\n");
    const struct ast_loop *loop = r.file->items[1].loop;
    assert_int_equal(loop->nwritten, 1);
    assert_string_equal(loop->written[0].name, "t");
    assert_string_equal(loop->written[0].decls[0].value->kids[0]->text, "N");
    assert_ptr_equal(r.file->items[0].loop, loop);
    reading_clear(&r);
}

static void test_the_turns_of_a_loop_are_limited(void **state)
{
    (void)state;
    for (int beyond = -1; beyond <= 1; beyond++) {
        struct buffer text;
        struct reading r;
        buffer_init(&text);
        buffer_add(&text, "for N in a0");
        for (int i = 1; i < PARSER_MAX_TURNS + beyond; i++)
            buffer_printf(&text, ", a%d", i);
        buffer_add(&text, "\ntheorem t { }\n");
        reading_file(&r, text.text);
        assert_int_equal(r.status, beyond > 0 ? ST_INPUT : ST_OK);
        if (beyond > 0)
            assert_non_null(strstr(r.messages.text, "(PARSER_MAX_TURNS)"));
        else
            assert_int_equal(r.file->nitems, PARSER_MAX_TURNS + beyond);
        reading_clear(&r);
        buffer_clear(&text);
    }
}

static void test_a_fixed_index_of_a_let_is_a_value(void **state)
{
    (void)state;
    struct reading r;
    reading_file(&r, "theorem t {\n    let Y[n] = X;\n}\n");
    const struct ast_pattern *pattern =
        r.file->items[0].decls[0].targets[0].patterns;
    assert_null(pattern->range.name);
    assert_int_equal(pattern->value->kind, AST_NAME);
    reading_clear(&r);
}

static void test_several_errors_are_reported(void **state)
{
    (void)state;
    expect_count("theorem t { claim a A; dim 3; let x = (; claim b: 1 == 1; }\n"
                 "case c for t { n; }\nfunc f(A) = ;\n",
                 5);
}

static void test_at_most_the_limit_of_errors_is_reported(void **state)
{
    (void)state;
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, "theorem t {\n");
    for (int i = 0; i < 2 * DIAG_MAX_ERRORS; i++)
        buffer_add(&text, "let x = ;\n");
    expect_count(text.text, DIAG_MAX_ERRORS);
    buffer_clear(&text);
}

static void test_what_could_be_read_is_in_the_tree(void **state)
{
    (void)state;
    struct reading r;
    reading_file(&r, "theorem t {\n    dim n;\n    dim 3;\n    dim m;\n}\n"
                     "func f(A) = A;\n");
    assert_int_equal(r.status, ST_INPUT);
    assert_int_equal(r.file->nitems, 2);
    assert_int_equal(r.file->items[0].ndecls, 2);
    reading_clear(&r);
}

static void test_nothing_is_read_of_what_is_no_text(void **state)
{
    (void)state;
    struct reading r;
    reading_bytes(&r, "a.bound", "func f(A) = A;\n\0", 16);
    assert_int_equal(r.status, ST_INPUT);
    assert_int_equal(r.file->nitems, 0);
    reading_clear(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums_and_products_go_from_left_to_right),
        cmocka_unit_test(test_powers_go_from_right_to_left),
        cmocka_unit_test(test_minus_binds_looser_than_powers),
        cmocka_unit_test(test_postfixes_bind_tightest),
        cmocka_unit_test(test_relations_bind_tighter_than_connectives),
        cmocka_unit_test(test_relations_form_chains),
        cmocka_unit_test(test_binders_begin_with_a_name_and_in),
        cmocka_unit_test(test_calls_take_relations_and_strings),
        cmocka_unit_test(test_literals_know_their_rows),
        cmocka_unit_test(test_numbers_are_exact_and_kept_as_written),
        cmocka_unit_test(test_strings_are_unescaped),
        cmocka_unit_test(test_spans_cover_parentheses),
        cmocka_unit_test(test_an_expression_is_the_whole_text),
        cmocka_unit_test(test_reserved_words_are_no_values),
        cmocka_unit_test(test_reserved_are_keywords_functions_and_quantities),
        cmocka_unit_test(test_verdicts_have_their_words),
        cmocka_unit_test(test_an_empty_file_has_no_items),
        cmocka_unit_test(test_a_theorem_keeps_its_declarations),
        cmocka_unit_test(test_a_proof_keeps_its_methods),
        cmocka_unit_test(test_a_case_keeps_its_lines),
        cmocka_unit_test(test_a_loop_gives_the_items_of_all_its_turns),
        cmocka_unit_test(test_a_loop_keeps_what_was_written),
        cmocka_unit_test(test_the_turns_of_a_loop_are_limited),
        cmocka_unit_test(test_a_fixed_index_of_a_let_is_a_value),
        cmocka_unit_test(test_several_errors_are_reported),
        cmocka_unit_test(test_at_most_the_limit_of_errors_is_reported),
        cmocka_unit_test(test_what_could_be_read_is_in_the_tree),
        cmocka_unit_test(test_nothing_is_read_of_what_is_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
