/* SPDX-License-Identifier: MIT */
/* Clusters and clouds: reading is allowed, changing is not, and secrets are neither shown nor fetched. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/words.h"

static const char HINT[] = "Reading is allowed; ask the user to make the change.";

static CordonParsed parse(CordonJudge *judge, const CordonCall *call)
{
    return cordon_call_parse(judge, call, call->row->options, call->row->flags);
}

/* Does the text begin with one of the words of the list? */
static gboolean begins_among(const char *list, const char *text)
{
    while (*list != '\0') {
        gsize length = strcspn(list, " ");
        if (strncmp(list, text, length) == 0)
            return TRUE;
        list += length + strspn(list + length, " ");
    }
    return FALSE;
}

static void find_change(CordonJudge *judge, const CordonCall *call, const char *what)
{
    cordon_judge_find(judge, call, CORDON_RULE_REMOTE, HINT,
                      "`%s %s` may change what is not the project's.", call->name, what);
}

static void find_secret(CordonJudge *judge, const CordonCall *call, const char *what)
{
    cordon_judge_find(judge, call, CORDON_RULE_SECRET, NULL, "`%s %s` shows credentials.",
                      call->name, what);
}

/* --- kubectl, helm --- */

/* A client-side dry run prints what would be sent. */
void cordon_handle_unless_dry_run(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    const CordonArg *dry = cordon_parsed_find(&parsed, "--dry-run");
    gboolean is_helm = strcmp(call->name, "helm") == 0;
    gboolean is_dry =
        dry != NULL && (cordon_arg_is(dry, "client") || cordon_arg_is(dry, "server") ||
                        (is_helm && (cordon_arg_is(dry, "") || cordon_arg_is(dry, "true"))));

    if (!is_dry)
        cordon_judge_find(judge, call, CORDON_RULE_REMOTE,
                          "Show it to the user with `--dry-run=client`, or ask the user to do it.",
                          "`%s` changes the cluster.", call->full_name);
}

/* puppet apply MANIFEST; --noop only says what it would do, and -e is code. */
void cordon_handle_puppet_apply(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    if (parsed.operand_count > 0 && cordon_parsed_find(&parsed, "--noop") == NULL)
        cordon_judge_find(judge, call, CORDON_RULE_PERMISSIONS, "Add --noop.",
                          "`%s` changes the machine.", call->full_name);
}

/* Names of secrets are harmless; their content is not. */
void cordon_handle_kube_get(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    const char *output = "";
    gboolean names_secret = FALSE;

    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonOption *option = &parsed.options[i];
        gboolean is_output = option->value != NULL &&
                             (strcmp(option->name, "-l") == 0 || strcmp(option->name, "-f") == 0);
        if (is_output &&
            begins_among("json yaml go-template jsonpath custom-columns", option->value->text))
            output = option->value->text;
        if (option->value != NULL && strcmp(option->name, "-l") == 0 &&
            strstr(option->value->text, "/secrets") != NULL)
            output = "raw";
        names_secret = names_secret || strcmp(output, "raw") == 0;
    }
    for (guint i = 0; i < parsed.operand_count; i++) {
        const char *text = parsed.operands[i].text;
        names_secret =
            names_secret || g_str_has_prefix(text, "secret") || strstr(text, ",secret") != NULL;
    }
    if (names_secret && output[0] != '\0')
        find_secret(judge, call, "get secret -o ...");
}

/* kubectx NAME switches the cluster for the user, too. */
void cordon_handle_kube_context(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    if (parsed.operand_count > 0)
        find_change(judge, call, parsed.operands[0].text);
}

/* helm pull --repo URL, oci://host/chart */
void cordon_handle_helm_repo(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    for (guint i = 0; i < parsed.operand_count; i++) {
        const char *text = cordon_arg_text(&parsed.operands[i]);
        CordonArg image =
            cordon_arg_constant(text != NULL && g_str_has_prefix(text, "oci://") ? text + 6 : "");
        if (image.text[0] != '\0')
            cordon_judge_value(judge, call, &image, 'i');
    }
}

/* --- terraform, pulumi, ansible --- */

void cordon_handle_terragrunt_run(CordonJudge *judge, const CordonCall *call)
{
    static const char reads[] = "fmt get graph init output plan providers show validate version";
    CordonParsed parsed = parse(judge, call);
    const char *task = parsed.operand_count > 0 ? cordon_arg_text(&parsed.operands[0]) : NULL;

    if (task == NULL || !cordon_text_is_listed(reads, task))
        find_change(judge, call, task != NULL ? task : "run");
}

void cordon_handle_pulumi_new(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    if (cordon_parsed_find(&parsed, "-g") == NULL)
        cordon_judge_find(judge, call, CORDON_RULE_REMOTE, "Add `--generate-only`.",
                          "`%s` makes a stack.", call->full_name);
}

void cordon_handle_ansible_playbook(CordonJudge *judge, const CordonCall *call)
{
    static const char *const reads[] = {"--syntax-check", "--list-tasks", "--list-tags",
                                        "--list-hosts"};
    CordonParsed parsed = parse(judge, call);

    for (gsize i = 0; i < G_N_ELEMENTS(reads); i++) {
        if (cordon_parsed_find(&parsed, reads[i]) != NULL)
            return;
    }
    cordon_judge_find(judge, call, CORDON_RULE_REMOTE, "Check it with `--syntax-check`.",
                      "`%s` changes machines.", call->full_name);
}

/* --- clouds --- */

/* Files among the words; "s3://bucket" is the cloud's own. */
static void judge_files(CordonJudge *judge, const CordonCall *call, const CordonParsed *parsed,
                        guint first)
{
    for (guint i = first; i < parsed->operand_count; i++) {
        if (strstr(parsed->operands[i].text, "://") == NULL)
            cordon_judge_value(judge, call, &parsed->operands[i], 'm');
    }
}

/* "--filters file://x", "key=file://x", "fileb://x": a parameter that is read from a file, and sent. */
static void judge_parameters(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = 1; i < call->count; i++) {
        const CordonArg *word = &call->args[i];
        const char *mark = strstr(word->text, "file://");
        if (mark == NULL)
            mark = strstr(word->text, "fileb://");
        const char *at = word->text[0] == '@' ? word->text + 1 : strstr(word->text, "=@");
        at = at != NULL && at[0] == '=' ? at + 2 : at;
        /* az: "@FILE" */
        const char *path = mark != NULL ? strstr(mark, "://") + 3 : at;
        if (path == NULL || path[0] == '\0')
            continue;
        CordonArg file = cordon_arg_skip(word, (gsize)(path - word->text));
        cordon_judge_value(judge, call, &file, 'r');
    }
}

/* Operations of AWS that hand out credentials or keys. */
static const char AWS_SECRETS[] = "get-secret-value batch-get-secret-value get-login-password "
                                  "get-login get-session-token get-federation-token "
                                  "get-authorization-token get-password-data get-role-credentials "
                                  "get-credentials-for-identity get-token get-key "
                                  "get-open-id-token get-access-key-info get-random-password "
                                  "export-credentials get-certificate get-private-key";
static const char AWS_READS[] =
    "describe- list- get- head- batch-get- search- lookup- filter- estimate- simulate- detect- "
    "validate- view- check- preview- wait help";

/* aws SERVICE OPERATION */
void cordon_handle_aws(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    const char *service = parsed.operand_count > 0 ? cordon_arg_text(&parsed.operands[0]) : "help";
    const char *operation =
        parsed.operand_count > 1 ? cordon_arg_text(&parsed.operands[1]) : "help";

    judge_parameters(judge, call);
    judge_files(judge, call, &parsed, 2);
    gboolean asks_person =
        service != NULL && strcmp(service, "configure") == 0 && parsed.operand_count == 1;
    if (service == NULL || operation == NULL || asks_person) {
        find_change(judge, call, "...");
        return;
    }
    if (cordon_text_is_listed(AWS_SECRETS, operation) ||
        (strcmp(service, "configure") == 0 && strcmp(operation, "get") == 0 &&
         parsed.operand_count > 2 && strstr(parsed.operands[2].text, "region") == NULL)) {
        find_secret(judge, call, operation);
        return;
    }
    gboolean is_read = begins_among(AWS_READS, operation) ||
                       cordon_text_is_listed("ls scan query list get tail", operation) ||
                       strcmp(service, "help") == 0;
    if (!is_read)
        find_change(judge, call, operation);
}

/* Words that read, and words that change, in whatever depth of groups they stand. */
static const char READ_VERBS[] =
    "describe exists find get get-iam-policy get-value help info list list-versions ls read search "
    "show show-deleted stat status "
    "version validate du hash get-default cheat-sheet topic whatif what-if whoami";
static const char CHANGE_VERBS[] =
    "abandon add add-iam-policy-binding apply approve assign attach authorize backup cancel clear "
    "clone connect copy cp create "
    "decrypt delete deploy destroy detach disable download edit enable exec export failover "
    "generate grant import init insert "
    "install invalidate invoke kill load login logout migrate mk modify move mv patch pause ping "
    "promote provision publish pull "
    "push put query rb reboot recreate refresh register reimage remove rename replace reset resize "
    "restart restore resume revoke rm "
    "rollback rotate rsync run save scale scp send set set-iam-policy setup shell sign ssh start "
    "start-iap-tunnel stop submit "
    "suspend swap sync tag tail terminate transfer undelete unset up update upgrade upload use "
    "wait write";
static const char SECRET_WORDS[] =
    "access-token application-default connection-string credential credentials get-access-token "
    "get-credentials key keys "
    "kubeconfig list-keys password passwords print-access-token print-identity-token "
    "publish-profile secret show-connection-string "
    "service-account-key list-publishing-credentials list-publishing-profiles regenerate";

/* gcloud, az, doctl and others: GROUP... VERB NAME. */
void cordon_handle_cloud(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    gboolean is_secret = FALSE;

    judge_parameters(judge, call);
    judge_files(judge, call, &parsed, 1);
    for (guint i = 0; i < parsed.operand_count; i++) {
        const char *word = cordon_arg_text(&parsed.operands[i]);
        if (word == NULL || cordon_text_is_listed(CHANGE_VERBS, word)) {
            find_change(judge, call, word != NULL ? word : "...");
            return;
        }
        is_secret = is_secret || cordon_text_is_listed(SECRET_WORDS, word);
        gboolean is_read = cordon_text_is_listed(READ_VERBS, word) ||
                           g_str_has_prefix(word, "list-") || g_str_has_prefix(word, "describe-") ||
                           g_str_has_prefix(word, "check-");
        if (!is_read)
            continue;
        if (is_secret)
            find_secret(judge, call, word);
        return;
    }
    if (parsed.operand_count > 0)
        find_change(judge, call, parsed.operands[0].text);
}

/* vercel alone deploys; so does a folder or whatever else is no subcommand that reads. */
void cordon_handle_vercel(CordonJudge *judge, const CordonCall *call)
{
    gboolean has_subcommand = strcmp(call->full_name, call->name) != 0;
    static const char readers[] = "alias certs dns domains project projects target";

    if (!has_subcommand) {
        find_change(judge, call, "");
        return;
    }
    const char *word = strchr(call->full_name, ' ') + 1;
    gboolean lists =
        call->first < call->count && (cordon_arg_is(&call->args[call->first], "ls") ||
                                      cordon_arg_is(&call->args[call->first], "inspect"));
    if (!cordon_text_is_listed(readers, word) || !lists)
        find_change(judge, call, word);
}

/* wrangler d1 execute works on the local copy only when it is told to, or by default in newer versions: be told. */
void cordon_handle_wrangler_local(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    if (cordon_parsed_find(&parsed, "--local") == NULL)
        cordon_judge_find(judge, call, CORDON_RULE_REMOTE, "Add `--local`.",
                          "`%s` may change the deployed database.", call->full_name);
}
