/* SPDX-License-Identifier: MIT */
/* Through the tree of a line, in the order in which the shell will go, with the state in which each command runs. */
#include <string.h>

#include "filter/private.h"
#include "filter/truth.h"

/* A node that is judged, and what it finds around it. */
typedef struct {
    CordonJudge *judge;
    const CordonScope *scope;
    CordonStdin input;
    gboolean output_is_pipe;
    guint depth;
} Place;

static CordonOutcome both(const CordonScope *scope)
{
    return (CordonOutcome){.success = scope, .failure = scope};
}

static CordonOutcome walk(const Place *place, const CordonShellNode *node);

static CordonOutcome walk_in(const Place *place, const CordonScope *scope,
                             const CordonShellNode *node)
{
    Place inner = *place;

    inner.scope = scope;
    return walk(&inner, node);
}

static const CordonScope *join(const Place *place, const CordonScope *a, const CordonScope *b)
{
    const CordonScope *joined = cordon_scope_join(place->judge->arena, a, b);

    if (joined != NULL)
        return joined;
    cordon_judge_find(place->judge, NULL, CORDON_RULE_UNREADABLE, "Use one cd, joined by &&.",
                      "The line changes folders in more ways than can be followed.");
    place->judge->is_over = TRUE;
    return a;
}

static const CordonScope *after(const Place *place, CordonOutcome outcome)
{
    return join(place, outcome.success, outcome.failure);
}

/* A call that stands for what is no program, so that rules for words apply: a redirection, a list of values. */
static CordonCall *place_call(const Place *place, const char *name)
{
    CordonCall *call = CORDON_ARENA_NEW(place->judge->arena, CordonCall);
    CordonArg *args = CORDON_ARENA_ARRAY(place->judge->arena, CordonArg, 1);

    args[0] = cordon_arg_constant(name);
    call->args = args;
    call->count = 1;
    call->first = 1;
    call->scope = place->scope;
    call->name = call->full_name = name;
    call->depth = place->depth;
    return call;
}

static void judge_text_input(const Place *place, const CordonShellRedirect *redirect,
                             CordonStdin *input)
{
    CordonArg text = cordon_judge_expand_one(place->judge, place->scope, redirect->word);

    if (text.smells)
        cordon_judge_find(place->judge, NULL, CORDON_RULE_SECRET, NULL,
                          "A variable whose name looks like a secret goes into the text.");
    *input = (CordonStdin){.kind = CORDON_INPUT_TEXT, .text = cordon_arg_text(&text)};
}

/* < <(command) is a pipe, and may be a list of paths. */
static CordonStdin stream_or_file(const CordonArg *target)
{
    if (target->type != CORDON_ARG_STREAM)
        return (CordonStdin){.kind = CORDON_INPUT_FILE,
                             .is_endless = cordon_text_is_endless_device(target->text)};
    return (CordonStdin){.kind = CORDON_INPUT_PIPE,
                         .listed = target->text[0] != '\0' ? target->text : NULL};
}

static void judge_file_redirect(const Place *place, const CordonShellRedirect *redirect,
                                CordonStdin *input)
{
    CordonArg target = cordon_judge_expand_one(place->judge, place->scope, redirect->word);
    gboolean reads = redirect->type == CORDON_REDIRECT_READ;
    CordonCall *call = place_call(place, reads ? "<" : ">");

    /* On this name the shell opens a connection. */
    if (cordon_arg_begins(&target, "/dev/tcp/") || cordon_arg_begins(&target, "/dev/udp/"))
        cordon_judge_find(place->judge, call, CORDON_RULE_WEB, NULL, "%s opens a connection.",
                          target.text);
    cordon_judge_value(place->judge, call, &target, reads ? 'r' : 'w');
    if (redirect->fd == 0 && redirect->type != CORDON_REDIRECT_WRITE &&
        redirect->type != CORDON_REDIRECT_APPEND)
        *input = stream_or_file(&target);
}

/* The redirections of a node; what it then finds on its input. */
static CordonStdin judge_redirects(const Place *place, const CordonShellNode *node)
{
    CordonStdin input = place->input;

    for (guint i = 0; i < node->redirect_count; i++) {
        const CordonShellRedirect *redirect = &node->redirects[i];
        if (redirect->type == CORDON_REDIRECT_TEXT)
            judge_text_input(place, redirect, &input);
        else if (redirect->type != CORDON_REDIRECT_DUPLICATE)
            judge_file_redirect(place, redirect, &input);
        else if (redirect->fd == 0)
            input =
                (CordonStdin){.kind = redirect->target < 0 ? CORDON_INPUT_NONE : CORDON_INPUT_PIPE};
    }
    return input;
}

static CordonArg assigned_value(const Place *place, const CordonShellAssignment *assignment)
{
    CordonArg value = cordon_judge_expand_one(place->judge, place->scope, assignment->value);
    const CordonArg *before = cordon_scope_lookup(place->scope, assignment->name);

    if (!assignment->is_appended)
        return value;
    if (before != NULL && before->type == CORDON_ARG_CONSTANT &&
        value.type == CORDON_ARG_CONSTANT) {
        value.text = cordon_arena_concat(place->judge->arena, before->text, value.text, NULL);
        return value;
    }
    return (CordonArg){
        .type = CORDON_ARG_UNKNOWN, .text = "", .smells = cordon_variable_smells(assignment->name)};
}

/* A=b alone: a variable of the shell. */
static CordonOutcome judge_assignments(const Place *place, const CordonShellNode *node)
{
    Place inner = *place;

    for (guint i = 0; i < node->assignment_count; i++) {
        const CordonShellAssignment *assignment = &node->assignments[i];
        CordonArg value = assigned_value(&inner, assignment);
        CordonCall *call = place_call(place, assignment->name);
        if (cordon_variable_is_special(assignment->name))
            cordon_judge_assignment(place->judge, call, assignment->name, &value);
        inner.scope = cordon_scope_bind(place->judge->arena, inner.scope, assignment->name, value);
    }
    return both(inner.scope);
}

/* "IFS= read" is the way to read a whole line. */
static gboolean is_read_idiom(const CordonShellNode *node, const CordonShellAssignment *assignment)
{
    const char *word = cordon_shell_word_literal(&node->words[0]);

    return word != NULL && strcmp(word, "read") == 0 && strcmp(assignment->name, "IFS") == 0;
}

/* A=b command: for that command alone; but some shells keep it after a command of their own, so then it is unknown. */
static const CordonScope *judge_prefixes(const Place *place, const CordonShellNode *node,
                                         const CordonArg *values, const CordonScope *scope)
{
    for (guint i = 0; i < node->assignment_count; i++) {
        const CordonShellAssignment *assignment = &node->assignments[i];
        CordonArg unknown = {.type = CORDON_ARG_UNKNOWN, .text = ""};
        if (is_read_idiom(node, assignment))
            continue;
        cordon_judge_assignment(place->judge, place_call(place, assignment->name), assignment->name,
                                &values[i]);
        if (cordon_scope_lookup(scope, assignment->name) != NULL ||
            cordon_variable_is_special(assignment->name))
            scope = cordon_scope_bind(place->judge->arena, scope, assignment->name, unknown);
    }
    return scope;
}

/* The values of A=b in front of a command, whose names the call is told of. */
static const CordonArg *prefix_values(const Place *place, const CordonShellNode *node,
                                      CordonCall *call)
{
    CordonArg *values =
        CORDON_ARENA_ARRAY(place->judge->arena, CordonArg, node->assignment_count + 1);

    for (guint i = 0; i < node->assignment_count; i++) {
        values[i] = assigned_value(place, &node->assignments[i]);
        if (values[i].text[0] != '\0')
            cordon_call_set(place->judge, call, node->assignments[i].name);
    }
    return values;
}

static gboolean redirects_output(const CordonShellNode *node)
{
    for (guint i = 0; i < node->redirect_count; i++) {
        if (node->redirects[i].fd == 1)
            return TRUE;
    }
    return FALSE;
}

static CordonOutcome walk_simple(const Place *place, const CordonShellNode *node)
{
    CordonJudge *judge = place->judge;
    CordonStdin input = judge_redirects(place, node);
    CordonArgs args = {0};

    if (node->word_count == 0)
        return judge_assignments(place, node);
    for (guint i = 0; i < node->word_count; i++)
        cordon_judge_expand(judge, place->scope, &node->words[i], &args);
    if (args.count == 0)
        return both(place->scope);
    CordonCall *call = CORDON_ARENA_NEW(judge->arena, CordonCall);
    call->args = args.args;
    call->count = args.count;
    call->scope = place->scope;
    call->depth = place->depth;
    call->input = input.kind;
    call->input_text = input.text;
    call->listed = input.listed;
    call->output_is_pipe = place->output_is_pipe && !redirects_output(node);
    const CordonArg *values = prefix_values(place, node, call);
    gboolean was_endless = judge->input_is_endless;
    judge->input_is_endless = input.is_endless;
    CordonOutcome outcome = cordon_judge_call(judge, call);
    judge->input_is_endless = was_endless;
    outcome.call = call;
    if (node->assignment_count > 0) {
        gboolean is_one = outcome.success == outcome.failure;
        outcome.success = judge_prefixes(place, node, values, outcome.success);
        outcome.failure =
            is_one ? outcome.success : judge_prefixes(place, node, values, outcome.failure);
    }
    /* Output that goes to a file is not handed on. */
    for (guint i = 0; i < node->redirect_count; i++) {
        if (node->redirects[i].fd == 1)
            outcome.listed = NULL;
    }
    return outcome;
}

/* What echo or printf writes, as far as it is a constant: the words that a program will find on its input. */
static const char *printed_text(CordonJudge *judge, const CordonCall *call)
{
    const char *text = "";

    if (call == NULL || (strcmp(call->name, "echo") != 0 && strcmp(call->name, "printf") != 0))
        return NULL;
    for (guint i = 1; i < call->count; i++) {
        const char *word = cordon_arg_text(&call->args[i]);
        if (word == NULL)
            return NULL;
        text = cordon_arena_concat(judge->arena, text, i > 1 ? " " : "", word, NULL);
    }
    return text;
}

static CordonOutcome walk_pipeline(const Place *place, const CordonShellNode *node)
{
    CordonJudge *judge = place->judge;
    guint before = judge->endless_outputs;
    Place inner = *place;
    CordonOutcome outcome = both(place->scope);

    for (guint i = 0; i < node->child_count; i++) {
        inner.output_is_pipe = place->output_is_pipe || i + 1 < node->child_count;
        judge->endless_outputs = 0;
        outcome = walk(&inner, node->children[i]);
        inner.input = (CordonStdin){.kind = CORDON_INPUT_PIPE,
                                    .listed = outcome.listed,
                                    .text = printed_text(judge, outcome.call),
                                    .is_endless = judge->endless_outputs > 0};
    }
    /* Only what leaves the pipeline itself matters to what is around it. */
    judge->endless_outputs = before + (inner.input.is_endless && place->output_is_pipe ? 1 : 0);
    if (node->child_count == 1) {
        const CordonScope *success = outcome.success;
        outcome.success = outcome.failure;
        outcome.failure = success;
        return outcome;
    }
    /* Each part has a shell of its own. */
    CordonOutcome result = both(place->scope);
    result.listed = outcome.listed;
    return result;
}

static CordonOutcome walk_and_or(const Place *place, const CordonShellNode *node)
{
    CordonOutcome outcome = walk(place, node->children[0]);

    for (guint i = 1; i < node->child_count; i++) {
        gboolean is_and = node->operators[i - 1] == CORDON_OPERATOR_AND;
        const CordonScope *skipped = is_and ? outcome.failure : outcome.success;
        CordonOutcome next =
            walk_in(place, is_and ? outcome.success : outcome.failure, node->children[i]);
        if (is_and) {
            outcome.success = next.success;
            outcome.failure = join(place, skipped, next.failure);
        } else {
            outcome.success = join(place, skipped, next.success);
            outcome.failure = next.failure;
        }
    }
    outcome.call = NULL;
    outcome.listed = NULL;
    return outcome;
}

static CordonOutcome walk_list(const Place *place, const CordonShellNode *node)
{
    CordonOutcome outcome = both(place->scope);
    const CordonScope *scope = place->scope;

    for (guint i = 0; i < node->child_count && !place->judge->is_over; i++) {
        outcome = walk_in(place, scope, node->children[i]);
        if (node->backgrounds[i])
            outcome = both(scope);
        if (i + 1 < node->child_count)
            scope = after(place, outcome);
    }
    if (node->child_count != 1)
        outcome.call = NULL;
    if (node->child_count != 1)
        outcome.listed = NULL;
    return outcome;
}

/* Where a node stands, seen from a loop. */
typedef struct {
    guint loops;          /* inner loops around it: plain break leaves the innermost */
    gboolean in_subshell; /* break and exit leave that alone */
} Inside;

static gboolean leaves_loop(const CordonShellNode *node, Inside inside)
{
    const char *word = node->word_count > 0 ? cordon_shell_word_literal(&node->words[0]) : NULL;
    const char *levels = node->word_count > 1 ? cordon_shell_word_literal(&node->words[1]) : "1";

    if (word == NULL || inside.in_subshell)
        return FALSE;
    if (strcmp(word, "break") == 0)
        return levels != NULL && g_ascii_strtoull(levels, NULL, 10) > inside.loops;
    return strcmp(word, "exit") == 0 || strcmp(word, "return") == 0;
}

/* Is there a way out of the loop whose body it is? */
static gboolean has_way_out(const CordonShellNode *node, Inside inside)
{
    if (node->type == CORDON_NODE_SIMPLE)
        return leaves_loop(node, inside);
    if (node->type == CORDON_NODE_SUBSHELL ||
        (node->type == CORDON_NODE_PIPELINE && node->child_count > 1))
        inside.in_subshell = TRUE;
    if (node->type == CORDON_NODE_FOR || node->type == CORDON_NODE_WHILE ||
        node->type == CORDON_NODE_UNTIL)
        inside.loops++;
    for (guint i = 0; i < node->child_count; i++) {
        if (has_way_out(node->children[i], inside))
            return TRUE;
    }
    for (guint i = 0; i < node->arm_count; i++) {
        if (has_way_out(node->arms[i].body, inside))
            return TRUE;
    }
    return FALSE;
}

static CordonOutcome walk_body(const Place *place, const CordonScope *scope,
                               const CordonShellNode *condition, const CordonShellNode *body,
                               gboolean until)
{
    CordonOutcome outcome = condition != NULL ? walk_in(place, scope, condition) : both(scope);

    return walk_in(place, until ? outcome.failure : outcome.success, body);
}

/* A body that runs any number of times: until the state after it adds nothing. */
static const CordonScope *walk_repeatedly(const Place *place, const CordonScope *scope,
                                          const CordonShellNode *condition,
                                          const CordonShellNode *body, gboolean until)
{
    for (guint turn = 0; turn <= CORDON_JUDGE_MAX_FOLDERS && !place->judge->is_over; turn++) {
        const CordonScope *next =
            join(place, scope, after(place, walk_body(place, scope, condition, body, until)));
        if (cordon_scope_equal(next, scope))
            return scope;
        scope = next;
    }
    if (!place->judge->is_over)
        cordon_judge_find(place->judge, NULL, CORDON_RULE_UNREADABLE,
                          "Use a folder that is written out.",
                          "The loop goes on changing the state in which its commands run.");
    return scope;
}

static CordonOutcome walk_while(const Place *place, const CordonShellNode *node)
{
    gboolean until = node->type == CORDON_NODE_UNTIL;
    const CordonShellNode *condition = node->children[0];
    const CordonShellNode *body = node->children[1];

    /* while read x, fed by yes */
    gboolean is_fed = place->input.is_endless && !until;
    if ((is_fed ||
         cordon_truth_of(condition) == (until ? CORDON_TRUTH_FALSE : CORDON_TRUTH_TRUE)) &&
        !has_way_out(body, (Inside){0}))
        cordon_judge_find(
            place->judge, place_call(place, until ? "until" : "while"), CORDON_RULE_ENDLESS,
            "Use a loop that counts: for i in 1 2 3; do ...; done.", "The loop never ends.");
    return both(walk_repeatedly(place, place->scope, condition, body, until));
}

static gboolean is_one_value(const CordonArg *value)
{
    return value->type == CORDON_ARG_CONSTANT ||
           ((value->type == CORDON_ARG_TAME || value->type == CORDON_ARG_UNKNOWN) &&
            !value->may_split);
}

static CordonOutcome walk_for(const Place *place, const CordonShellNode *node)
{
    CordonJudge *judge = place->judge;
    const CordonScope *scope = place->scope;
    CordonArgs values = {0};

    for (guint i = 0; i < node->word_count; i++)
        cordon_judge_expand(judge, scope, &node->words[i], &values);
    if (!node->has_words || values.count > CORDON_JUDGE_MAX_TURNS) {
        cordon_judge_find(
            judge, NULL, CORDON_RULE_UNREADABLE, "Write a shorter list, or use a glob.",
            node->has_words ? "The list of the for loop is too long."
                            : "A for loop without a list goes through words that are not known.");
        return both(scope);
    }
    CordonArg nothing = cordon_arg_constant("\001");
    if (cordon_variable_is_special(node->name))
        cordon_judge_assignment(judge, place_call(place, "for"), node->name, &nothing);
    for (guint i = 0; i < values.count && !judge->is_over; i++) {
        CordonArg value = values.args[i];
        value.may_split = FALSE;
        const CordonScope *bound = cordon_scope_bind(judge->arena, scope, node->name, value);
        const CordonScope *left;
        if (is_one_value(&values.args[i]))
            left = after(place, walk_in(place, bound, node->children[0]));
        else
            left = walk_repeatedly(place, bound, NULL, node->children[0], FALSE);
        /* break and continue leave at any point. */
        scope = join(place, scope, left);
    }
    return both(join(place, place->scope, scope));
}

static CordonOutcome walk_if(const Place *place, const CordonShellNode *node)
{
    const CordonScope *scope = place->scope;
    const CordonScope *left = NULL;

    for (guint i = 0; i + 1 < node->child_count; i += 2) {
        CordonOutcome condition = walk_in(place, scope, node->children[i]);
        const CordonScope *end =
            after(place, walk_in(place, condition.success, node->children[i + 1]));
        left = left != NULL ? join(place, left, end) : end;
        scope = condition.failure;
    }
    if (node->child_count % 2 == 1)
        scope = after(place, walk_in(place, scope, node->children[node->child_count - 1]));
    return both(left != NULL ? join(place, left, scope) : scope);
}

static CordonOutcome walk_case(const Place *place, const CordonShellNode *node)
{
    const CordonScope *scope = place->scope;

    cordon_judge_expand_one(place->judge, scope, &node->words[0]);
    for (guint i = 0; i < node->arm_count; i++) {
        for (guint j = 0; j < node->arms[i].count; j++)
            cordon_judge_expand_one(place->judge, place->scope, &node->arms[i].patterns[j]);
        scope = join(place, scope, after(place, walk_in(place, place->scope, node->arms[i].body)));
    }
    return both(scope);
}

/* Each comparison as the words that test would get. */
static void judge_test(const Place *place, const CordonShellTest *test)
{
    if (test->a != NULL)
        judge_test(place, test->a);
    if (test->b != NULL)
        judge_test(place, test->b);
    if (test->type != CORDON_TEST_UNARY && test->type != CORDON_TEST_BINARY)
        return;
    CordonArgs words = {0};
    CordonArena *arena = place->judge->arena;
    cordon_args_add(arena, &words, cordon_arg_constant("test"));
    if (test->type == CORDON_TEST_BINARY)
        cordon_args_add(arena, &words,
                        cordon_judge_expand_one(place->judge, place->scope, test->left));
    cordon_args_add(arena, &words, cordon_arg_constant(test->name));
    cordon_args_add(
        arena, &words,
        cordon_judge_expand_one(place->judge, place->scope,
                                test->type == CORDON_TEST_BINARY ? test->right : test->left));
    CordonCall call = {
        .args = words.args, .count = words.count, .scope = place->scope, .depth = place->depth};
    cordon_judge_call(place->judge, &call);
}

static CordonOutcome walk_compound(const Place *place, const CordonShellNode *node)
{
    switch (node->type) {
    case CORDON_NODE_PIPELINE:
        return walk_pipeline(place, node);
    case CORDON_NODE_AND_OR:
        return walk_and_or(place, node);
    case CORDON_NODE_LIST:
        return walk_list(place, node);
    case CORDON_NODE_SUBSHELL: {
        CordonOutcome inner = walk(place, node->children[0]);
        CordonOutcome outcome = both(place->scope);
        outcome.listed = inner.listed;
        return outcome;
    }
    case CORDON_NODE_GROUP:
        return walk(place, node->children[0]);
    case CORDON_NODE_IF:
        return walk_if(place, node);
    case CORDON_NODE_WHILE:
    case CORDON_NODE_UNTIL:
        return walk_while(place, node);
    case CORDON_NODE_FOR:
        return walk_for(place, node);
    case CORDON_NODE_CASE:
        return walk_case(place, node);
    case CORDON_NODE_TEST:
        judge_test(place, node->test);
        return both(place->scope);
    case CORDON_NODE_SIMPLE:
    default:
        return walk_simple(place, node);
    }
}

static CordonOutcome walk(const Place *place, const CordonShellNode *node)
{
    if (place->judge->is_over)
        return both(place->scope);
    if (node->type == CORDON_NODE_SIMPLE)
        return walk_simple(place, node);
    Place inner = *place;
    inner.input = judge_redirects(place, node);
    CordonOutcome outcome = walk_compound(&inner, node);
    if (node->redirect_count > 0)
        outcome.listed = NULL;
    return outcome;
}

CordonOutcome cordon_judge_node(CordonJudge *judge, const CordonScope *scope,
                                const CordonShellNode *node, CordonStdin input, guint depth)
{
    Place place = {.judge = judge, .scope = scope, .input = input, .depth = depth};

    return walk(&place, node);
}
