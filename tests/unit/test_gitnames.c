/* SPDX-License-Identifier: MIT */
/* Which parts of a repository a command may change, and what may stand in them. */
#include <criterion/criterion.h>
#include <string.h>

#include "model/gitnames.h"

#define H "0123456789abcdef0123456789abcdef01234567"

Test(gitnames, what_git_executes_or_is_led_by_is_never_kept)
{
    static const char *const names[] = {
        "config",
        "config.worktree",
        "hooks",
        "info",
        "commondir",
        "gitdir",
        "modules",
        "objects",
        "worktrees",
        "lfs",
        "branches",
        "remotes",
        "svn",
        "rr-cache",
        "unknown",
        "config.lock",
        "HEAD2",
        "Hooks",
        "description",
        "locked",
        "reftable",
        "gc.log",
        "BISECT_NAMES",
        "refs.x",
        "alternates",
        "fsmonitor--daemon.ipc",
        "sharedindex.0123",
        "",
    };

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        for (int linked = 0; linked < 2; linked++) {
            CordonGitPart part = cordon_git_part(names[i], linked);

            cr_expect(part != CORDON_GIT_KEEP && part != CORDON_GIT_KEEP_TREE, "%s", names[i]);
        }
        CordonGitPart part = cordon_git_part_of_worktree(names[i]);
        cr_expect(part != CORDON_GIT_KEEP && part != CORDON_GIT_KEEP_TREE, "%s", names[i]);
    }
}

Test(gitnames, a_linked_work_tree_keeps_its_own_and_what_all_share)
{
    cr_expect_eq(cordon_git_part("index", FALSE), CORDON_GIT_KEEP);
    cr_expect_eq(cordon_git_part("index", TRUE), CORDON_GIT_DROP);
    cr_expect_eq(cordon_git_part("HEAD", TRUE), CORDON_GIT_LEND);
    cr_expect_eq(cordon_git_part("packed-refs", TRUE), CORDON_GIT_KEEP);
    cr_expect_eq(cordon_git_part("refs", TRUE), CORDON_GIT_KEEP_TREE);
    cr_expect_eq(cordon_git_part_of_worktree("index"), CORDON_GIT_KEEP);
    cr_expect_eq(cordon_git_part_of_worktree("packed-refs"), CORDON_GIT_DROP);
    cr_expect_eq(cordon_git_part_of_worktree("hooks"), CORDON_GIT_DROP);
    cr_expect(cordon_git_is_of_main("logs/HEAD") && cordon_git_is_of_main("refs/bisect/bad"));
    cr_expect_not(cordon_git_is_of_main("logs/refs/heads/x"));
}

typedef struct {
    const char *path, *text;
    gboolean good;
} Row;

Test(gitnames, only_content_that_git_writes_is_kept)
{
    static const Row rows[] = {
        {"HEAD", "ref: refs/heads/main\n", TRUE},
        {"HEAD", H "\n", TRUE},
        {"worktrees/w/HEAD", "ref: refs/heads/a/b\n", TRUE},
        {"HEAD", "ref: ../../x\n", FALSE},
        {"HEAD", "ref: refs/../x\n", FALSE},
        {"HEAD", "ref: refs/heads/a b\n", FALSE},
        {"HEAD", "", FALSE},
        {"HEAD", "ref: refs/heads/main\nmore\n", FALSE},
        {"refs/heads/x", H "\n", TRUE},
        {"refs/remotes/origin/HEAD", "ref: refs/remotes/origin/main\n", TRUE},
        {"refs/heads/x", "0123\n", FALSE},
        {"refs/heads/.x", H "\n", FALSE},
        {"refs/heads/a\tb", H "\n", FALSE},
        {"refs/replace/" H, H "\n", FALSE},
        {"refs/replaced", H "\n", TRUE},
        {"packed-refs", "# pack-refs with: peeled\n" H " refs/tags/v1\n^" H "\n", TRUE},
        {"packed-refs", H " refs/replace/" H "\n", FALSE},
        {"packed-refs", H " ../x\n", FALSE},
        {"packed-refs", "text\n", FALSE},
        {"ORIG_HEAD", H "\n", TRUE},
        {"MERGE_HEAD", H "\n" H "\n", TRUE},
        {"MERGE_HEAD", "-x\n", FALSE},
        {"rebase-merge/stopped-sha", "0123456\n", TRUE},
        {"MERGE_MSG", "anything 'x' $(x)\n", TRUE},
        {"logs/HEAD", "anything\n", TRUE},
        {"rebase-merge/git-rebase-todo",
         "pick 01 text\n\n# exec x\nlabel onto\nupdate-ref refs/heads/x\n", TRUE},
        {"rebase-merge/git-rebase-todo", "pick 01\nexec touch x\n", FALSE},
        {"rebase-merge/git-rebase-todo", " \tx touch x\n", FALSE},
        {"rebase-merge/git-rebase-todo", "exec", FALSE},
        {"rebase-merge/git-rebase-todo.backup", "x x", FALSE},
        {"rebase-merge/done", "exec x\n", FALSE},
        {"worktrees/w/rebase-merge/git-rebase-todo", "exec x\n", FALSE},
        {"sequencer/todo", "pick 01 text\n", TRUE},
        {"sequencer/todo", "exec x\n", FALSE},
        {"sequencer/opts", "[options]\n\tmainline = 1\n", TRUE},
        {"sequencer/opts", "[options]\n\tstrategy = ../x\n", FALSE},
        {"rebase-merge/strategy", "ort\n", TRUE},
        {"rebase-merge/strategy", "../../x\n", FALSE},
        {"rebase-merge/author-script",
         "GIT_AUTHOR_NAME='O'\\''B; $(x)'\nGIT_AUTHOR_EMAIL='e'\nGIT_AUTHOR_DATE='@1 +0000'\n",
         TRUE},
        {"rebase-merge/author-script", "GIT_AUTHOR_NAME='a'; x\n", FALSE},
        {"rebase-merge/author-script", "GIT_AUTHOR_NAME='a'\nx\n", FALSE},
        {"rebase-merge/author-script", "GIT_AUTHOR_NAME='a'\\''\n", FALSE},
        {"rebase-apply/author-script", "GIT_AUTHOR_NAME='a\n", FALSE},
        {"rebase-apply/author-script", "", TRUE},
        {"a/../b", "", FALSE},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const char *reason = cordon_git_check(rows[i].path, rows[i].text, strlen(rows[i].text));

        cr_expect_eq(reason == NULL, rows[i].good, "%s: %s: %s", rows[i].path, rows[i].text,
                     reason != NULL ? reason : "kept");
    }
    cr_expect_not_null(cordon_git_check("MERGE_MSG", "a\0b", 3));
}

Test(gitnames, objects_are_told_by_their_names)
{
    cr_expect(cordon_git_is_object("0a", "0123456789abcdef0123456789abcdef012345"));
    cr_expect_not(cordon_git_is_object("0A", "0123456789abcdef0123456789abcdef012345"));
    cr_expect_not(cordon_git_is_object("pack", "0123456789abcdef0123456789abcdef012345"));
    cr_expect_not(cordon_git_is_object("0a", "0123456789abcdef0123456789abcdef01234"));
    cr_expect_not(cordon_git_is_object("0a", "tmp_obj_x"));
}
