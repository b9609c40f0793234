/* SPDX-License-Identifier: MIT */
/* git and its kin, and the command lines of the places where repositories lie.
 *
 * Reading is allowed, changing the repository or its server is asked, and what git cannot bring back or what waits for
 * a person is refused.  Every command of git is a row: what is none could be an alias for anything.
 * Options are those of git 2.39 to 2.52: their manual pages, and --git-completion-helper-all, which also tells the flags
 * that are the begin of an option with a value and therefore have to be listed. */
#include "filter/program.h"
#include "filter/programs/git.h"
#include "filter/programs/handlers.h"

enum {
    /* parse-options of git, getopt_long.  Not DIGITS: letters may follow a number, -9o. */
    LONG = CORDON_PROGRAM_ABBREVIATES,
    SLOW = CORDON_PROGRAM_ABBREVIATES | CORDON_PROGRAM_LONG_TIME,
    GROUP = CORDON_PROGRAM_GROUP,
    STRICT = CORDON_PROGRAM_STRICT_GROUP,
    OWN = CORDON_PROGRAM_HANDLER_ONLY,
};

/* clang-format off */
/* Rules and handlers that many rows share. */
#define ASK         .rule = CORDON_RULE_GIT_CHANGE
#define DESTROYS    .rule = CORDON_RULE_GIT_DESTRUCTIVE
#define INTERACTIVE .rule = CORDON_RULE_GIT_INTERACTIVE
#define PLAIN       .handler = cordon_handle_git_plain
#define OBJECTS     .handler = cordon_handle_git_objects
#define FILES       .handler = cordon_handle_git_files

#define WINDOW      "opens a window or a screen that a person works in"
#define EDITOR      "opens an editor and waits for a person"
#define OUTLIVES    "starts what outlives the command"
#define KEEPS       "works with passwords, keys or other secrets"
#define USER_WIDE   "changes the settings of all the user's projects"

/* What most commands that make a commit know. */
#define SIGN "-S,--gpg-sign:t --cleanup=t "
/* Where paths come from. */
#define PATHS "--pathspec-from-file=l --pathspec-file-nul "
#define MERGING                                                                                                        \
    SIGN "--strategy=t -X,--strategy-option=t "
#define FETCHING                                                                                                       \
    "--upload-pack=s -o,--server-option=t --depth,--deepen,--shallow-since,--shallow-exclude,--refmap=t "              \
    "--negotiation-tip,--filter=t -j,--jobs=t --recurse-submodules:t --recurse-submodules-default=t "                  \
    "--submodule-prefix=t "
#define DIFF                                                                                                           \
    "-O=r --output=w --output-indicator-new,--output-indicator-old,--output-indicator-context=t -S,-G=t -l=t "         \
    "-I,--ignore-matching-lines=t --anchored,--diff-algorithm,--diff-filter,--find-object,--src-prefix=t "             \
    "--dst-prefix,--line-prefix,--inter-hunk-context,--rotate-to,--skip-to,--word-diff-regex=t "                       \
    "--ws-error-highlight,--stat-width,--stat-name-width,--stat-graph-width,--stat-count,--color-moved-ws=t "          \
    "--max-depth=t "                                                                                                   \
    "-U,--unified:t -M,--find-renames:t -C,--find-copies:t --find-copies-harder -B,--break-rewrites:t "                \
    "-X,--dirstat:t --dirstat-by-file:t --stat:t --color:t --color-words:t --color-moved:t --word-diff:t "             \
    "--relative:t --submodule:t --ignore-submodules:t --abbrev:t --ext-diff!shell "
#define LOG                                                                                                            \
    "-L=t -n,--max-count,--skip,--max-age,--min-age=t --author,--committer,--grep,--grep-reflog=t "                    \
    "--since,--since-as-filter,--until,--after,--before=t --date=t --decorate-refs,--decorate-refs-exclude=t "         \
    "--glob,--exclude,--encoding,--diff-merges,--default=t --exclude-hidden:t "                                         \
    "--pretty,--format:t --decorate:t --branches:t --tags:t --remotes:t --notes:t --show-notes:t --no-walk:t "         \
    "--min-parents,--max-parents:t --show-linear-break:t --filter:t --missing:t --expand-tabs:t --disk-usage:t "       \
    "--ancestry-path:t --progress:t --early-output:t " DIFF
#define LISTING                                                                                                        \
    "--contains,--no-contains,--merged,--no-merged,--points-at=t --sort,--format=t --color:t --column:t "              \
    "--abbrev:t "
#define MARKS "--export-marks=w --import-marks=r --import-marks-if-exists=r "

/* gh: where, and how the answer is printed. */
#define GH    "-R,--repo=i --hostname=h "
#define SHOWN "--json,--jq,-q=t --template=t "
#define BODY  "-b,--body=e -F,--body-file=r -e,--editor!git-interactive "
#define WEB   "-w,--web!git-interactive "

/* What all commands of others know. */
#define HG  "-R,--repository=r --cwd=d --config=t!shell "
#define SVN "--config-dir=r!shell --config-option=t!shell --password=t!secret --username,-r,--revision,--depth=t "
#define JJ                                                                                                             \
    "-R,--repository=r --config,--config-toml=t!shell --config-file=r!shell --at-operation,--at-op,--color=t "

static const CordonProgram ROWS[] = {
    {"git", CORDON_GIT_GLOBALS, .flags = GROUP, .handler = cordon_handle_git},
    {"git-add|git-am|git-annotate|git-apply|git-archive|git-bisect|git-blame|git-branch|git-bundle|git-cat-file|"
     "git-check-attr|git-check-ignore|git-checkout|git-checkout-index|git-cherry|git-cherry-pick|git-citool|git-clean|"
     "git-clone|git-commit|git-commit-tree|git-config|git-credential|git-credential-cache|git-credential-manager|"
     "git-credential-store|git-cvsserver|git-daemon|git-describe|git-diff|git-diff-files|git-diff-index|git-diff-tree|"
     "git-difftool|git-fast-export|git-fast-import|git-fetch|git-fetch-pack|git-filter-branch|git-filter-repo|"
     "git-for-each-ref|git-format-patch|git-fsck|git-gc|git-grep|git-hash-object|git-http-push|git-imap-send|"
     "git-index-pack|git-init|git-instaweb|git-lfs|git-log|git-ls-files|git-ls-remote|git-ls-tree|git-maintenance|"
     "git-merge|git-merge-base|git-merge-file|git-merge-index|git-mergetool|git-mv|git-name-rev|git-notes|git-p4|"
     "git-pack-objects|git-prune|git-pull|git-push|git-read-tree|git-rebase|git-receive-pack|git-reflog|git-remote|"
     "git-remote-ext|git-remote-fd|git-repack|git-replace|git-rerere|git-reset|git-restore|git-rev-list|git-rev-parse|"
     "git-revert|git-rm|git-send-email|git-send-pack|git-shell|git-shortlog|git-show|git-show-branch|git-show-ref|"
     "git-sparse-checkout|git-stage|git-stash|git-status|git-submodule|git-subtree|git-svn|git-switch|git-symbolic-ref|"
     "git-tag|git-unpack-file|git-unpack-objects|git-update-index|git-update-ref|git-upload-archive|git-upload-pack|"
     "git-var|git-web--browse|git-whatchanged|git-worktree|git-write-tree",
     .flags = OWN, .handler = cordon_handle_git_dashed},

    /* Reading. */
    {"git annotate|blame|pickaxe",
     "-S,--contents,--ignore-revs-file=r --ignore-rev=t -n,--show-number -l -s -f,--show-name -p,--porcelain -e,--show-email "
     "--show-stats " LOG, "e*", .flags = LONG, OBJECTS},
    {"git archive", "-o,--output=w --add-file=r --add-virtual-file,--prefix,--format=t --mtime=t --remote=g --exec=s",
     "e*", .flags = LONG, OBJECTS},
    {"git cat-file", "--path=r --filter=t --batch:t --batch-check:t --batch-command:t --batch-all-objects", "e*",
     .flags = LONG, .handler = cordon_handle_git_cat_file},
    {"git check-attr", "--source=t", "e*", .flags = LONG, OBJECTS},
    {"git check-ignore", NULL, "e*", .flags = LONG, OBJECTS},
    {"git check-mailmap", "--mailmap-file=r --mailmap-blob=t", "t*", .flags = LONG, PLAIN},
    {"git check-ref-format|get-tar-commit-id|patch-id|show-index|stripspace|version", "--object-format=t", "t*",
     .flags = LONG, PLAIN},
    {"git cherry", "--abbrev:t", "t*", .flags = LONG, PLAIN},
    {"git column", "--mode:t --command,--width,--indent,--nl,--padding=t --raw-mode=t", "t*", .flags = LONG, PLAIN},
    {"git count-objects", NULL, "t*", .flags = LONG, PLAIN},
    {"git describe", "--match,--exclude,--candidates=t --dirty:t --broken:t --abbrev:t", "e*", .flags = LONG, OBJECTS},
    {"git diff", "--no-index " DIFF, "e*", .flags = LONG, .handler = cordon_handle_git_diff},
    {"git diff-files|diff-index|diff-pairs|diff-tree|last-modified", LOG, "e*", .flags = LONG, OBJECTS},
    {"git fmt-merge-msg", "-F,--file=r -m,--message=e --into-name=t --log:t", "t*", .flags = LONG, PLAIN},
    {"git for-each-ref", "--count,--exclude=t --stdin --start-after=t " LISTING, "t*", .flags = LONG, PLAIN},
    {"git fsck|fsck-objects", NULL, "e*", .flags = LONG, OBJECTS},
    {"git grep",
     "-f=r+T -e=t+T -O,--open-files-in-pager:s!shell -A,-B,-C,-m,--after-context,--before-context,--context,"
     "--max-count,--max-depth,--threads=t --color:t --no-index --untracked", "T e*", .flags = LONG,
     .handler = cordon_handle_git_grep},
    {"git help", "-w,--web!git-interactive -i,--info!git-interactive", "t*", .flags = LONG, PLAIN},
    {"git log|whatchanged", LOG, "e*", .flags = LONG, OBJECTS},
    {"git ls-files", "-x,--exclude=t -X,--exclude-from=r --exclude-per-directory,--with-tree,--format=t "
     "--exclude-standard --abbrev:t", "e*", .flags = LONG | CORDON_PROGRAM_LISTS_PATHS, OBJECTS},
    {"git ls-tree", "--format=t --abbrev:t", "e*", .flags = LONG, OBJECTS},
    {"git merge-base|name-rev|show-branch|show-ref|verify-commit|verify-tag",
     "--format,--refs,--exclude=t --more,--reflog,-g,--color,--abbrev,-s,--hash,--exclude-existing:t", "t*",
     .flags = LONG, PLAIN},
    {"git merge-tree", "--merge-base=t -X,--strategy-option=t --messages", "e*", .flags = LONG, OBJECTS},
    {"git range-diff", "--creation-factor,--diff-merges,--max-memory=t --notes:t " DIFF, "e*", .flags = LONG, OBJECTS},
    {"git reflog", LOG, .flags = GROUP | LONG, .handler = cordon_handle_git_reflog},
    {"git reflog exists|list|show", LOG, "e*", .flags = LONG, OBJECTS},
    {"git request-pull", NULL, "t g t*", .flags = LONG, PLAIN},
    {"git rev-list", "--header --use-bitmap-index " LOG, "e*", .flags = LONG, OBJECTS},
    {"git rev-parse", "--resolve-git-dir=r --git-path,--prefix,--default=t --path-format,--since,--until,--after:t "
     "--before,--glob,--exclude,--branches,--tags,--remotes,--short,--abbrev-ref,--disambiguate:t", "e*",
     .flags = LONG, OBJECTS},
    {"git shortlog", "-w:t --group=t -n,--numbered -c,--committer -s,--summary -e,--email " LOG, "e*", .flags = LONG, OBJECTS},
    {"git show", "--stdin!unreadable " LOG, "e*", .flags = LONG, OBJECTS},
    {"git status", "--porcelain:t -u,--untracked-files:t --ignored:t --ignore-submodules:t --column:t "
     "-M,--find-renames:t", "e*", .flags = LONG, OBJECTS},
    {"git unpack-file", NULL, "e*", .flags = LONG, OBJECTS},
    {"git url-parse|var", "-c,--component=t", "t*", .flags = LONG, PLAIN},
    {"git verify-pack", "--object-format=t", "r*", .flags = LONG, PLAIN},

    /* Files that are made from the repository, and objects that are added to it. */
    {"git bundle", NULL, .flags = STRICT, PLAIN},
    {"git bundle create", "--version=t " LOG, "w e*", .flags = LONG, OBJECTS},
    {"git bundle list-heads|verify", NULL, "r t*", .flags = LONG, PLAIN},
    {"git bundle unbundle", NULL, "r t*", ASK, .flags = LONG, PLAIN},
    {"git diagnose", "-o,--output-directory=w -s,--suffix,--mode=t", "t*", .flags = LONG, PLAIN},
    {"git fast-export", "--progress,--signed-tags,--signed-commits,--tag-of-filtered-object,--reencode,--refspec=t "
     "--anonymize --anonymize-map=t " MARKS LOG, "e*", .flags = LONG, OBJECTS},
    {"git format-patch",
     "-o,--output-directory=w --signature-file,--description-file=r --suffix,--start-number,--subject-prefix,--base=t "
     "-v,--reroll-count,--filename-max-length,--cover-from-description,--add-header,--to,--cc,--in-reply-to=t "
     "--signature,--interdiff,--range-diff,--creation-factor=t -n,--numbered --numbered-files --stdout "
     "--from:t --attach:t --inline:t --thread:t --signoff --cover-letter -s " LOG, "e*", .flags = LONG,
     .handler = cordon_handle_git_format_patch},
    {"git hash-object", "-t=t --path=r --stdin --stdin-paths!unreadable", "r*", .flags = LONG, PLAIN},
    {"git mailinfo", "--encoding,--quoted-cr=t", "w*", .flags = LONG, PLAIN},
    {"git mailsplit", "-o=w -f,-d=t", "r*", .flags = LONG, PLAIN},
    {"git merge-file", "-L,--marker-size,--diff-algorithm=t -p,--stdout --object-id", "e*", .flags = LONG,
     .handler = cordon_handle_git_merge_file},
    {"git mktag|mktree|write-tree", "--prefix=t", "t*", .flags = LONG, PLAIN},
    {"git pack-objects",
     "--index-version,--max-pack-size,--window,--window-memory,--depth,--threads,--keep-pack,--compression,--filter,"
     "--missing,--uri-protocol,--name-hash-version=t --unpack-unreachable:t --cruft --cruft-expiration:t", "w*",
     .flags = LONG, PLAIN},

    /* The index and this repository's own house. */
    {"git add|stage",
     "-p,--patch!git-interactive -i,--interactive!git-interactive -e,--edit!git-interactive --chmod=t "
     "-U,--unified,--inter-hunk-context=t " PATHS, "e*", .flags = LONG, OBJECTS},
    {"git commit-graph", "--object-dir=r", .flags = STRICT, PLAIN},
    {"git commit-graph verify", "--object-dir=r", "t*", .flags = LONG, PLAIN},
    {"git commit-graph write", "--object-dir=w --split:t --max-commits,--size-multiple,--expire-time,--max-new-filters=t",
     "t*", ASK, .flags = LONG, PLAIN},
    {"git gc", "--prune:t --max-cruft-size,--expire-to=t --cruft", "t*", ASK, .flags = SLOW, PLAIN},
    {"git index-pack", "-o=w --keep:t --index-version,--max-input-size,--object-format:t --threads=t --stdin", "w*", ASK,
     .flags = LONG, PLAIN},
    {"git init|init-db", "--template=r --separate-git-dir=w -b,--initial-branch,--object-format,--ref-format=t --shared:t",
     "w*", .flags = LONG, .handler = cordon_handle_git_init},
    {"git multi-pack-index", "--object-dir=r", .flags = STRICT, PLAIN},
    {"git multi-pack-index expire|repack|write", "--object-dir=w --preferred-pack,--refs-snapshot,--batch-size=t", "t*",
     ASK, .flags = LONG, PLAIN},
    {"git multi-pack-index verify", "--object-dir=r", "t*", .flags = LONG, PLAIN},
    {"git pack-redundant|pack-refs|prune-packed|refs-migrate|unpack-objects|update-server-info",
     "--include,--exclude=t", "t*", ASK, .flags = LONG, PLAIN},
    {"git prune", "-n,--dry-run --expire=t", "t*", .flags = LONG, .handler = cordon_handle_git_prune},
    {"git refs", NULL, .flags = STRICT, PLAIN},
    {"git refs exists|list|verify", "--count,--exclude=t " LISTING, "t*", .flags = LONG, PLAIN},
    {"git refs migrate|optimize", "--ref-format=t", "t*", ASK, .flags = LONG, PLAIN},
    {"git repack",
     "--window,--window-memory,--depth,--threads,--max-pack-size,--keep-pack,--filter,--cruft-expiration,"
     "--unpack-unreachable=t -g,--geometric=t --filter-to,--expire-to=w --cruft", "t*", ASK, .flags = SLOW, PLAIN},
    {"git repo", NULL, .flags = STRICT, PLAIN},
    {"git repo info|structure", "--format=t", "t*", .flags = LONG, PLAIN},
    {"git rerere", NULL, .flags = GROUP, .handler = cordon_handle_git_change_group},
    {"git rerere clear|forget|gc", NULL, "t*", ASK, .flags = LONG, PLAIN},
    {"git rerere diff|remaining|status", NULL, "t*", .flags = LONG, PLAIN},
    {"git sparse-checkout", NULL, .flags = STRICT, PLAIN},
    {"git sparse-checkout add|clean|disable|init|reapply|set", NULL, "t*", ASK, .flags = LONG, PLAIN},
    {"git sparse-checkout check-rules", "--rules-file=r", "t*", .flags = LONG, PLAIN},
    {"git sparse-checkout list", NULL, "t*", .flags = LONG, PLAIN},
    {"git update-index", "--cacheinfo,--chmod,--index-version=t --add", "e*", ASK, .flags = LONG, OBJECTS},

    /* Settings. */
    {"git config",
     "-f,--file=r --blob=t -e,--edit!git-interactive -t,--type,--default,--comment,--value=t --url=u --global --system "
     "--local --worktree --get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool --replace-all --add "
     "--unset --unset-all --rename-section --remove-section -l,--list --regexp --all --append --fixed-value", "t*",
     .flags = LONG, .handler = cordon_handle_git_config},
    {"git credential|credential-cache|credential-cache--daemon|credential-gcm|credential-libsecret|credential-manager|"
     "credential-manager-core|credential-netrc|credential-oauth|credential-osxkeychain|credential-store|"
     "credential-wincred|crypt|secret", .rule = CORDON_RULE_SECRET, PLAIN, .reason = KEEPS},
    {"git hook", NULL, .flags = STRICT, PLAIN},
    {"git hook list", NULL, "t*", .flags = LONG, PLAIN},
    {"git hook run", "--to-stdin=r", "t*", ASK, .flags = LONG, PLAIN},
    {"git for-each-repo", .rule = CORDON_RULE_UNREADABLE, PLAIN, .reason = "runs in repositories that the user's settings name",
     .hint = "Run the command in each repository of the project: git -C FOLDER ..."},
    {"git maintenance", NULL, .flags = STRICT, PLAIN},
    {"git maintenance is-needed", "--task=t", "t*", .flags = LONG, PLAIN},
    {"git maintenance register|unregister", .rule = CORDON_RULE_OUTSIDE_PROJECT, PLAIN, .reason = USER_WIDE},
    {"git maintenance run", "--task,--schedule=t", "t*", ASK, .flags = SLOW, PLAIN},
    {"git maintenance start|stop", .rule = CORDON_RULE_ENDLESS, PLAIN, .reason = OUTLIVES,
     .hint = "Use `git maintenance run`, which ends."},

    /* Commits, branches, tags. */
    {"git am",
     "-i,--interactive!git-interactive -C,-p=t --directory,--exclude,--include,--whitespace,--patch-format,--quoted-cr,"
     "--empty=t --resolvemsg=e --show-current-patch:t " SIGN, "r*", ASK, .flags = LONG, PLAIN},
    {"git apply",
     "-C,-p,--exclude,--include,--whitespace=t --directory=r --build-fake-ancestor=w --unsafe-paths!outside-project "
     "--apply --check --stat --numstat --summary --allow-empty --allow-overlap", "r*", .flags = LONG,
     .handler = cordon_handle_git_two_faced},
    {"git bisect", NULL, .flags = GROUP, .handler = cordon_handle_git_change_group},
    {"git bisect bad|good|new|next|old|replay|reset|skip|start", "--term-old,--term-new,--term-good,--term-bad:t",
     "e*", ASK, .flags = LONG, OBJECTS},
    {"git bisect help|log|terms", NULL, "t*", .flags = LONG, PLAIN},
    {"git bisect run", NULL, "o", ASK, PLAIN},
    {"git bisect view|visualize", INTERACTIVE, PLAIN, .reason = WINDOW, .hint = "Use `git log`."},
    {"git branch",
     "-d,--delete -D -m,--move -M -c,--copy -C -f,--force -t --track:t -u,--set-upstream-to=t --unset-upstream "
     "--set-upstream --edit-description!git-interactive --create-reflog --recurse-submodules -a,--all -r,--remotes "
     "-l,--list --show-current " LISTING, "t*", .flags = LONG, .handler = cordon_handle_git_two_faced},
    {"git checkout",
     "-b,-B,--orphan,--conflict=t -f,--force!git-destructive -p,--patch!git-interactive -t --track:t "
     "--recurse-submodules:t -U,--unified,--inter-hunk-context=t " PATHS, "e*", ASK, .flags = LONG,
     .handler = cordon_handle_git_checkout},
    {"git checkout-index", "-f,--force!git-destructive --prefix=w --stage=t --stdin!unreadable", "e*", ASK,
     .flags = LONG, FILES},
    {"git cherry-pick", "-e,--edit!git-interactive -m,--mainline,--empty=t " MERGING, "e*", ASK, .flags = LONG, OBJECTS},
    {"git clean", "-n,--dry-run --no-dry-run -i,--interactive!git-interactive -e,--exclude=t -f,--force", "e*",
     .flags = LONG, .handler = cordon_handle_git_clean},
    {"git commit",
     "-m,--message=e -F,--file=r -C,--reuse-message=t --squash=t --fixup=t -c,--reedit-message=t!git-interactive "
     "-e,--edit!git-interactive --no-edit -p,--patch!git-interactive --interactive!git-interactive --author,--date=e "
     "--trailer=e -t,--template=r -u,--untracked-files:t --dry-run --short --porcelain --long -z,--null --include "
     "--amend --all --allow-empty --allow-empty-message -U,--unified,--inter-hunk-context=t " SIGN PATHS, "e*", ASK,
     .flags = LONG, .handler = cordon_handle_git_commit},
    {"git commit-tree", "-m=e -F=r -p=t -S,--gpg-sign:t", "t*", ASK, .flags = LONG, PLAIN},
    {"git fast-import",
     "--force!git-destructive --allow-unsafe-features!unreadable --date-format,--max-pack-size,--big-file-threshold=t "
     "--depth,--active-branches,--cat-blob-fd,--rewrite-submodules-from,--rewrite-submodules-to,--signed-commits=t "
     "--relative-marks --export-pack-edges=w " MARKS, "t*", ASK, .flags = LONG, PLAIN},
    {"git filter-branch|filter-repo", DESTROYS, PLAIN, .reason = "rewrites the whole history"},
    {"git interpret-trailers", "--in-place --trailer=e --where,--if-exists,--if-missing=t", "e*", .flags = LONG,
     .handler = cordon_handle_git_trailers},
    {"git merge",
     "-s=t -e,--edit!git-interactive -m,--message=e -F,--file=r --into-name=t --log:t --ff --ff-only " MERGING, "t*", ASK,
     .flags = LONG, PLAIN},
    {"git merge-index", NULL, "p m*", ASK, .flags = LONG, PLAIN},
    {"git merge-octopus|merge-one-file|merge-ours|merge-ort|merge-recursive|merge-recursive-ours|"
     "merge-recursive-theirs|merge-resolve|merge-subtree", NULL, "m*", ASK, .flags = LONG, PLAIN},
    {"git mv", NULL, "e*", ASK, .flags = LONG, FILES},
    {"git notes", "--ref=t", .flags = STRICT | LONG, PLAIN},
    {"git notes add|append",
     "-m,--message=e -F,--file=r -C,--reuse-message=t -c,--reedit-message=t!git-interactive -e,--edit!git-interactive "
     "--separator:t --ref=t", "t*", ASK, .flags = LONG, .handler = cordon_handle_git_note},
    {"git notes copy|merge|prune|remove", "-s,--strategy,--for-rewrite,--ref=t --stdin", "t*", ASK, .flags = LONG, PLAIN},
    {"git notes edit", INTERACTIVE, PLAIN, .reason = EDITOR, .hint = "Use `git notes add -f -m ...`."},
    {"git notes get-ref|list|show", "--ref=t", "t*", .flags = LONG, PLAIN},
    {"git quiltimport", "--author=e --patches,--series=r", "t*", ASK, .flags = LONG, PLAIN},
    {"git read-tree", "--index-output=w --prefix,--exclude-per-directory=t --recurse-submodules:t --reset -u -m", "t*",
     ASK, .flags = LONG, .handler = cordon_handle_git_read_tree},
    {"git rebase",
     "-i,--interactive!git-interactive --edit-todo!git-interactive -x,--exec=S --onto,--whitespace,--empty=t -C=t "
     "-s=t -r,--rebase-merges:t " MERGING, "t*", ASK, .flags = LONG, PLAIN},
    {"git reflog delete|drop|expire", DESTROYS, PLAIN, .reason = "throws away what would bring lost work back"},
    {"git replace", "-e,--edit!git-interactive -d,--delete -f,--force -g,--graft --convert-graft-file -l,--list --format=t",
     "t*", .flags = LONG, .handler = cordon_handle_git_two_faced},
    {"git replay|history", "--onto,--advance,--contained,--ref-action=t", "t*", ASK, .flags = LONG, PLAIN},
    {"git reset",
     "--hard!git-destructive --merge!git-destructive -p,--patch!git-interactive --mixed --soft --keep "
     "--recurse-submodules:t -U,--unified,--inter-hunk-context=t " PATHS, "e*", ASK, .flags = LONG, OBJECTS},
    {"git restore",
     "-s,--source,--conflict=t -p,--patch!git-interactive -S,--staged -W,--worktree --recurse-submodules:t "
     "-U,--unified,--inter-hunk-context=t " PATHS, "e*", ASK, .flags = LONG, FILES},
    {"git revert", "-e,--edit!git-interactive -m,--mainline=t " MERGING, "e*", ASK, .flags = LONG, OBJECTS},
    {"git rm", "--cached " PATHS, "e*", ASK, .flags = LONG, FILES},
    {"git stash",
     "-m,--message=e -p,--patch!git-interactive -u,--include-untracked -a,--all -k,--keep-index -q,--quiet -S,--staged "
     "-U,--unified,--inter-hunk-context=t " PATHS, .flags = GROUP | LONG, .handler = cordon_handle_git_change_group},
    {"git stash apply|branch|clear|create|drop|export|import|pop|store", "-m,--message=e --to-ref=t", "e*", ASK,
     .flags = LONG, PLAIN},
    {"git stash list", LOG, "e*", .flags = LONG, .handler = cordon_handle_git_stash_read},
    {"git stash push",
     "-m,--message=e -p,--patch!git-interactive -U,--unified,--inter-hunk-context=t --staged " PATHS, "e*", ASK,
     .flags = LONG, FILES},
    {"git stash save", "-m,--message=e -p,--patch!git-interactive", "e*", ASK, .flags = LONG, PLAIN},
    {"git stash show", LOG, "e*", .flags = LONG, .handler = cordon_handle_git_stash_read},
    {"git switch",
     "-c,--create,-C,--force-create,--orphan,--conflict=t -f,--force!git-destructive --discard-changes!git-destructive "
     "-t --track:t --recurse-submodules:t", "t*", ASK, .flags = LONG, PLAIN},
    {"git symbolic-ref", "-m=e -d,--delete", "t*", .flags = LONG, .handler = cordon_handle_git_two_faced},
    {"git tag",
     "-m,--message=e -F,--file=r -u,--local-user=t --cleanup=t --trailer=e -e,--edit!git-interactive -a,--annotate "
     "-s,--sign -d,--delete -f,--force -v,--verify -l,--list -n:t --create-reflog " LISTING, "t*", .flags = LONG,
     .handler = cordon_handle_git_tag},
    {"git update-ref", "-m=e", "t*", ASK, .flags = LONG, PLAIN},
    {"git worktree", NULL, .flags = STRICT, PLAIN},
    {"git worktree add", "-b,-B,--reason=t --lock", "w t*", ASK, .flags = SLOW, PLAIN},
    {"git worktree list", "--expire=t", "t*", .flags = LONG, PLAIN},
    {"git worktree lock|prune|repair|unlock", "--reason,--expire=t", "r*", ASK, .flags = LONG, PLAIN},
    {"git worktree move", NULL, "w*", ASK, .flags = LONG, PLAIN},
    {"git worktree remove", "-f,--force!git-destructive", "w*", ASK, .flags = LONG, PLAIN},

    /* Other repositories. */
    {"git backfill", "--min-batch-size=t", "t*", .flags = SLOW, PLAIN},
    {"git clone",
     "-c,--config=t -u,--upload-pack=s --template,--reference,--reference-if-able=r --separate-git-dir=w "
     "-b,--branch,-o,--origin,-j,--jobs,--depth,--shallow-since,--shallow-exclude,--filter,--server-option=t "
     "--ref-format,--revision=t --bundle-uri=u --recurse-submodules,--recursive:t --no-checkout", "g w", .flags = SLOW,
     .handler = cordon_handle_git_clone},
    {"git fetch", "-m,--multiple --bundle-uri=u --stdin!unreadable -t,--tags -p,--prune " FETCHING, "g t*",
     .flags = SLOW, .handler = cordon_handle_git_fetch},
    {"git fetch-pack", "--upload-pack,--exec=s --depth,--shallow-since,--shallow-exclude,--filter=t --stdin", "g t*",
     .flags = SLOW, PLAIN},
    {"git ls-remote", "--upload-pack,--exec=s -o,--server-option,--sort=t --symref", "g t*", .flags = LONG, PLAIN},
    {"git pull",
     "-s=t -j,--jobs:t -r,--rebase:t -e,--edit!git-interactive --log:t --signoff:t " FETCHING MERGING, "g t*", ASK, .flags = SLOW,
     .handler = cordon_handle_git_pull},
    {"git push",
     "-f,--force!git-destructive --force-with-lease:t!git-destructive --force-if-includes!git-destructive "
     "--mirror!git-destructive --receive-pack,--exec=s --repo=g -o,--push-option=e --recurse-submodules=t --signed:t",
     "g t*", ASK, .flags = LONG, .handler = cordon_handle_git_push},
    {"git remote", NULL, .flags = STRICT | LONG, PLAIN},
    {"git remote add", "-t,--track,-m,--master=t --mirror:t -f,--fetch --tags", "t g", ASK, .flags = LONG, PLAIN},
    {"git remote get-url", NULL, "t*", .flags = LONG, PLAIN},
    {"git remote prune|remove|rename|rm|set-branches|set-head", NULL, "t*", ASK, .flags = LONG, PLAIN},
    {"git remote set-url", NULL, "t g*", ASK, .flags = LONG, PLAIN},
    {"git remote show", NULL, "g*", .flags = LONG, PLAIN},
    {"git remote update", NULL, "g*", .flags = SLOW, PLAIN},
    {"git send-pack",
     "-f,--force!git-destructive --force-with-lease:t!git-destructive --force-if-includes!git-destructive "
     "--mirror!git-destructive --receive-pack,--exec=s --remote=t --push-option=e --signed:t --stdin!unreadable",
     "g t*", ASK, .flags = LONG, .handler = cordon_handle_git_push},
    {"git submodule", NULL, .flags = STRICT, PLAIN},
    {"git submodule absorbgitdirs|init|sync", NULL, "e*", ASK, .flags = LONG, OBJECTS},
    {"git submodule add", "-b,--branch,--name,--depth,--ref-format=t --reference=r", "g w", ASK, .flags = SLOW, PLAIN},
    {"git submodule deinit", "-f,--force!git-destructive", "e*", ASK, .flags = LONG, FILES},
    {"git submodule foreach", .flags = OWN, .handler = cordon_handle_git_foreach},
    {"git submodule set-branch", "-b,--branch=t", "t*", ASK, .flags = LONG, PLAIN},
    {"git submodule set-url", NULL, "t g", ASK, .flags = LONG, PLAIN},
    {"git submodule status", NULL, "e*", .flags = LONG, OBJECTS},
    {"git submodule summary", "-n,--summary-limit=t", "e*", .flags = LONG, OBJECTS},
    {"git submodule update",
     "-f,--force!git-destructive --reference=r --depth,--filter=t -j,--jobs=t --recursive --remote --rebase", "e*",
     .flags = SLOW, OBJECTS},
    {"git subtree", "-P,--prefix=t", .flags = STRICT | LONG, PLAIN},
    {"git subtree add|merge|pull|push|split", "-P,--prefix,-b,--branch,--onto,--annotate=t -m,--message=e -S,--gpg-sign:t",
     "g t*", ASK, .flags = SLOW, .handler = cordon_handle_git_push},

    /* Other systems, mail, servers. */
    {"git archimport|cvsexportcommit|cvsimport|cvsserver|http-backend|p4|receive-pack|upload-archive|upload-pack",
     .rule = CORDON_RULE_REMOTE, PLAIN},
    {"git daemon|fsmonitor--daemon|instaweb", .rule = CORDON_RULE_ENDLESS, PLAIN},
    {"git http-fetch|http-push|remote-ftp|remote-ftps|remote-http|remote-https", NULL, "m*", .rule = CORDON_RULE_WEB, PLAIN,
     .reason = "reaches other machines without the checks of git fetch", .hint = "Use `git fetch` or `git push`."},
    {"git imap-send|send-email", .rule = CORDON_RULE_PUBLISH, PLAIN, .reason = "sends mail"},
    {"git remote-ext|remote-fd|shell", .rule = CORDON_RULE_SHELL, PLAIN},
    {"git svn", NULL, .flags = STRICT, PLAIN},
    {"git svn branch|commit-diff|dcommit|rebase|reset|set-tree|tag", "-r,--revision,-m,--message,-A,--authors-file=t", "m*", ASK,
     .flags = LONG, PLAIN},
    {"git svn clone|init", "-T,--trunk,-b,--branches,-t,--tags,--prefix,-r,--revision,--username=t -A,--authors-file=r",
     "g w", .flags = SLOW, PLAIN},
    {"git svn blame|fetch|find-rev|info|log|show-externals|show-ignore", "-r,--revision=t -A,--authors-file=r", "m*",
     .flags = SLOW, PLAIN},

    /* What waits for a person. */
    {"git add--interactive|bugreport|citool|difftool|gui|gui--askpass|mergetool|web--browse", "-x,--extcmd=s -t,--tool=t", "m*",
     INTERACTIVE, .flags = LONG, PLAIN, .reason = WINDOW},
    {"git-cola|git-gui|gitahead|gitg|gitk|gitkraken|gitui|gitx|gittyup|grv|lazygit|lazyjj|magit|qgit|smartgit|"
     "sourcetree|sublime_merge|tig|ungit", INTERACTIVE, .reason = WINDOW, .hint = "Use git itself: git status, git log, git diff."},

    /* git cliff: writes the log of changes */
    {"git cliff", "-c,--config,--include-path,--exclude-path,--with-commit,--skip-commit,-r,--repository=r -o,--output,-p,--prepend=w "
     "-w,--workdir=d -t,--tag,-s,--strip,--sort,--tag-pattern,--body=t", "t*", .flags = SLOW, PLAIN},

    /* git lfs */
    {"git lfs", NULL, .flags = STRICT, PLAIN},
    {"git lfs checkout|lock|prune|push|unlock|dedup", "-I,--include,-X,--exclude,-i,--id=t --to=w", "m*", ASK, .flags = SLOW, PLAIN},
    {"git lfs clone", "-I,--include,-X,--exclude=t -b,--branch=t --depth=t", "g w", .flags = SLOW, .handler = cordon_handle_git_clone},
    {"git lfs migrate", NULL, .flags = STRICT, PLAIN},
    {"git lfs migrate export|import", DESTROYS, PLAIN, .reason = "rewrites the whole history"},
    {"git lfs env|ext|fetch|fsck|locks|logs|ls-files|merge-driver|pointer|pull|status|track|untrack|version",
     "-I,--include,-X,--exclude,-j=t --file,--pointer=r", "m*", .flags = SLOW, PLAIN},
    {"git lfs migrate info", NULL, "m*", .flags = SLOW, PLAIN},
    {"git lfs install|uninstall", "--local --worktree --skip-repo", "t*", .rule = CORDON_RULE_OUTSIDE_PROJECT, PLAIN,
     .reason = "changes the settings or the hooks of git", .hint = "Ask the user to run it once in the terminal."},

    /* gh */
    {"gh", GH, .flags = STRICT},
    {"gh agent-task|attestation|cache|gist|issue|label|org|pr|project|release|repo|ruleset|run|search|"
     "variable|workflow", GH, .flags = STRICT},
    {"gh alias|auth|config|extension|extensions|ext", GH, .flags = STRICT},
    {"gh agent-task list|view", GH SHOWN WEB "--follow!endless -L,--limit=t", .operands = "m*"},
    {"gh agent-task create", GH "-b,--base=t -F,--from-file=r --follow!endless", "e*", ASK},
    {"gh alias delete|import|set", .rule = CORDON_RULE_SHELL, .reason = "stores a command under a name"},
    {"gh alias list", GH, .operands = "t*"},
    {"gh api",
     "-X,--method=t -f,--raw-field=e -F,--field=F --input=r -H,--header=e -p,--preview,-q,--jq,-t,--template,--cache=t "
     "--hostname=h", "e*", .handler = cordon_handle_gh_api},
    {"gh attestation download|trusted-root|verify", GH SHOWN "-o,--owner,-d,--digest-alg,-L,--limit,--predicate-type=t "
     "-b,--bundle,--custom-trusted-root=r", .operands = "m*"},
    {"gh auth login|logout|refresh|setup-git|switch", .rule = CORDON_RULE_OUTSIDE_PROJECT,
     .reason = "changes how the user is signed in", .hint = "Ask the user to do it in the terminal."},
    {"gh auth status", "-t,--show-token!secret -h,--hostname=h -a,--active --json,-q,--jq,--template=t", .operands = "t*"},
    {"gh auth token", .rule = CORDON_RULE_SECRET, .reason = "prints a token"},
    {"gh browse", "-n,--no-browser " GH "-b,--branch,-c,--commit=t", "m*", .handler = cordon_handle_gh_browse},
    {"gh cache delete", GH "-a,--all", "t*", ASK},
    {"gh cache list", GH SHOWN "-L,--limit,-O,--order,-S,--sort,-k,--key,-r,--ref=t", .operands = "t*"},
    {"gh codespace|cs", NULL, .flags = STRICT},
    {"gh codespace|cs list|view", SHOWN GH "-c,--codespace,-L,--limit,-o,--org,-u,--user=t", .operands = "t*"},
    {"gh codespace|cs code|cp|create|delete|edit|jupyter|logs|ports|rebuild|ssh|stop", .rule = CORDON_RULE_REMOTE},
    {"gh completion", "-s,--shell=t", .operands = "t*"},
    {"gh config clear-cache|set", .rule = CORDON_RULE_SHELL, .reason = "can change which programs gh runs",
     .hint = "Ask the user to do it in the terminal."},
    {"gh config get|list", "-h,--host=h", .operands = "t*"},
    {"gh extension|extensions|ext browse|create|exec|install|remove|upgrade", .rule = CORDON_RULE_SHELL,
     .reason = "installs or starts programs that gh would run later"},
    {"gh extension|extensions|ext list|search", GH SHOWN WEB "-L,--limit,--license,--order,--owner,--sort=t", .operands = "t*"},
    {"gh gist clone", GH, .operands = "t w"},
    {"gh gist create|edit", "-a,--add,-f,--filename=r -d,--desc=e -r,--remove=t " WEB, "r*", .rule = CORDON_RULE_PUBLISH},
    {"gh gist delete|rename", GH, "t*", ASK},
    {"gh gist list|view", "-f,--filename,-L,--limit,--filter=t -w,--web!git-interactive", .operands = "m*"},
    {"gh gpg-key|secret|ssh-key", .rule = CORDON_RULE_SECRET, .reason = KEEPS},
    {"gh help|licenses|version", GH, .operands = "t*"},
    {"gh issue close|delete|lock|pin|reopen|transfer|unlock|unpin", GH "-c,--comment=e -r,--reason=t", "m*", ASK},
    {"gh issue comment", GH BODY WEB "--edit-last --create-if-none --delete-last!git-change", .operands = "m*"},
    {"gh issue create|new", GH BODY WEB "-a,--assignee,-l,--label,-m,--milestone,-p,--project,-T,--template=t "
     "-t,--title=e --recover=r", "t*", ASK},
    {"gh issue develop", GH "-b,--base,-n,--name=t --branch-repo=i", "m*", ASK},
    {"gh issue edit",
     GH "-t,--title,-b,--body=e -F,--body-file=r --add-assignee,--add-label,--add-project,--remove-assignee,--remove-label,"
     "--remove-project,-m,--milestone=t", "m*", ASK},
    {"gh issue list|ls", GH SHOWN WEB "-a,--assignee,-A,--author,-l,--label,-L,--limit,--mention,-m,--milestone,"
     "-S,--search,-s,--state,--app,-t=t", .operands = "t*"},
    {"gh issue status|view", GH SHOWN WEB "-c,--comments -t=t", .operands = "m*"},
    {"gh label clone|create|delete|edit", GH "-c,--color,-d,--description,-n,--name=t -f,--force", "t*", ASK},
    {"gh label list", GH SHOWN WEB "-L,--limit,--order,-S,--search,--sort=t", .operands = "t*"},
    {"gh org list", "-L,--limit=t", .operands = "t*"},
    {"gh pr checkout|co", GH "-b,--branch=t", "m*", ASK, .flags = CORDON_PROGRAM_LONG_TIME},
    {"gh pr checks", GH SHOWN WEB "--watch!endless -i,--interval=t -t=t", .operands = "m*"},
    {"gh pr close|lock|ready|reopen|unlock|update-branch", GH "-c,--comment=e -r,--reason=t", "m*", ASK},
    {"gh pr comment", GH BODY WEB "--edit-last --create-if-none --delete-last!git-change", .operands = "m*"},
    {"gh pr create|new", GH BODY WEB "-a,--assignee,-B,--base,-H,--head,-l,--label,-m,--milestone,-p,--project,"
     "-r,--reviewer=t -T,--template=r -t,--title=e --recover=r", "t*", ASK},
    {"gh pr diff", GH "--color=t -e,--exclude=t " WEB, .operands = "m*"},
    {"gh pr edit",
     GH "-t,--title,-b,--body=e -F,--body-file=r -B,--base,-m,--milestone,--add-assignee,--add-label,--add-project,"
     "--add-reviewer,--remove-assignee,--remove-label,--remove-project,--remove-reviewer=t", "m*", ASK},
    {"gh pr list|ls", GH SHOWN WEB "-a,--assignee,-A,--author,--app,-B,--base,-H,--head,-l,--label,-L,--limit,"
     "-S,--search,-s,--state,-t=t", .operands = "t*"},
    {"gh pr merge", GH "-t,--subject,-b,--body=e -F,--body-file=r -A,--author-email,--match-head-commit=t", "m*", ASK},
    {"gh pr revert", GH "-t,--title,-b,--body=e -F,--body-file=r -d,--draft", "m*", ASK},
    {"gh pr review", GH "-b,--body=e -F,--body-file=r -a,--approve -c,--comment -r,--request-changes", "m*", ASK},
    {"gh pr status|view", GH SHOWN WEB "-c,--comments -t=t", .operands = "m*"},
    {"gh preview", .rule = CORDON_RULE_GIT_INTERACTIVE},
    {"gh project close|copy|create|delete|edit|field-create|field-delete|item-add|item-archive|item-create|item-delete|"
     "item-edit|link|mark-template|unlink|unmark-template", NULL, "m*", ASK},
    {"gh project field-list|item-list|list|view", "--owner,-L,--limit,--format,-q,--jq,-t,--template=t " WEB, .operands = "t*"},
    {"gh release create", GH "-n,--notes=e -F,--notes-file=r --notes-start-tag,--target,--discussion-category=t -t,--title=e",
     "t*", ASK, .handler = cordon_handle_gh_assets},
    {"gh release delete|delete-asset|edit", GH "-n,--notes=e -F,--notes-file=r --tag,--target,--discussion-category=t "
     "-t,--title=e", "t*", ASK},
    {"gh release download", GH "-D,--dir,-O,--output=w -p,--pattern,-A,--archive=t", "t*", .flags = CORDON_PROGRAM_LONG_TIME,
     .handler = cordon_handle_gh_download},
    {"gh release list|ls|verify|verify-asset|view", GH SHOWN WEB "-L,--limit,-O,--order,-t=t", .operands = "m*"},
    {"gh release upload", GH, "t*", ASK, .handler = cordon_handle_gh_assets},
    {"gh repo archive|create|delete|edit|new|rename|set-default|sync|unarchive",
     GH "-s,--source=r -d,--description,-h,--homepage=t -t,--team,-p,--template,-g,--gitignore,-l,--license,-b,--branch=t "
     "-r,--remote,--default-branch,--add-topic,--remove-topic,--visibility=t --force!git-destructive",
     "m*", ASK},
    {"gh repo autolink|deploy-key", GH, .flags = STRICT},
    {"gh repo autolink|deploy-key list|view", GH SHOWN WEB, .operands = "t*"},
    {"gh repo autolink|deploy-key add|create|delete", GH "-t,--title=t", "m*", ASK},
    {"gh repo clone", "-u,--upstream-remote-name=t", "i w", .flags = CORDON_PROGRAM_LONG_TIME, .handler = cordon_handle_gh_clone},
    {"gh repo fork", GH "--remote-name,--fork-name,--org=t --remote --clone", "i m*", ASK},
    {"gh repo gitignore|license", NULL, .operands = "t*"},
    {"gh repo list|view", GH SHOWN WEB "-L,--limit,-l,--language,--topic,--visibility,-b,--branch,-t=t", .operands = "i*"},
    {"gh ruleset|rs check|list|view", GH WEB "-L,--limit,-o,--org=t", .operands = "t*"},
    {"gh rs", GH, .flags = STRICT},
    {"gh run cancel|delete|rerun", GH "-j,--job=t", "t*", ASK},
    {"gh run download", GH "-D,--dir=w -n,--name,-p,--pattern=t", "t*", .flags = CORDON_PROGRAM_LONG_TIME,
     .handler = cordon_handle_gh_download},
    {"gh run list|ls", GH SHOWN "-b,--branch,-c,--commit,--created,-e,--event,-L,--limit,-s,--status,-u,--user,"
     "-w,--workflow,-t=t", .operands = "t*"},
    {"gh run view", GH SHOWN WEB "-a,--attempt,-j,--job,-t=t", .operands = "m*"},
    {"gh run watch", GH, .rule = CORDON_RULE_ENDLESS, .reason = "waits until the run ends, which may be hours",
     .hint = "Use `gh run view`, which says how far it is."},
    {"gh search code|commits|issues|prs|repos",
     GH SHOWN WEB "-L,--limit,--app,--archived,--assignee,--author,--author-date,--author-email,--author-name,-B,--base=t "
     "--checks,--closed,--commenter,--comments,--committer,--committer-date,--committer-email,--committer-name,--created=t "
     "--extension,--filename,--followers,--forks,--good-first-issues,--hash,-H,--head,--help-wanted-issues,--interactions=t "
     "--involves,--label,--language,--license,--match,--mentions,--merged-at,--milestone,--number-topics,--order,--owner=t "
     "--parent,--project,--reactions,--review,--review-requested,--reviewed-by,--size,--sort,--stars,--state,--team-mentions=t "
     "--topic,--tree,--updated,--visibility,-t=t", .operands = "t*"},
    {"gh status", "-e,--exclude,-o,--org=t", .operands = "t*"},
    {"gh variable delete|remove|set", .rule = CORDON_RULE_SECRET, .reason = KEEPS},
    {"gh variable get|list|ls", GH SHOWN "-e,--env,-o,--org=t", .operands = "t*"},
    {"gh workflow disable|enable|run", GH "-r,--ref=t -f,--raw-field=e -F,--field=F", "t*", ASK},
    {"gh workflow list|ls|view", GH SHOWN WEB "-L,--limit,-r,--ref,-t=t", .operands = "t*"},

    /* Other command lines of other places. */
    {"glab|tea|berg", .rule = CORDON_RULE_WEB, .reason = "works on a server that is not allowed"},
    {"hub", NULL, .flags = OWN, .handler = cordon_handle_hub},

    /* Mercurial.  Its commands may be abbreviated, so only what is a row is known. */
    {"hg|chg", HG "--encoding,--encodingmode,--color,--pager=t --debugger!git-interactive",
     .flags = STRICT | LONG},
    {"hg|chg annotate|blame", HG "-r,--rev,-I,--include,-X,--exclude,-T,--template=t", "m*", .flags = LONG},
    {"hg|chg bookmarks|branches|files|heads|help|id|identify|locate|manifest|parents|paths|root|summary|sum|tags|tip|verify|version",
     HG "-r,--rev,-I,--include,-X,--exclude,-T,--template=t", "m*", .flags = LONG},
    {"hg|chg cat", HG "-o,--output=w -r,--rev,-I,--include,-X,--exclude,-T,--template=t", "m*", .flags = LONG},
    {"hg|chg config|showconfig", HG "-e,--edit!git-interactive -T,--template=t", "t*", .flags = LONG},
    {"hg|chg diff", HG "-r,--rev,--from,--to,-c,--change,-U,--unified,-I,--include,-X,--exclude=t", "m*", .flags = LONG},
    {"hg|chg grep", HG "-r,--rev,-I,--include,-X,--exclude,-T,--template=t", "t m*", .flags = LONG},
    {"hg|chg in|incoming|out|outgoing", HG "-r,--rev,-b,--branch,-l,--limit,-T,--template=t --bundle=w -e,--ssh,--remotecmd=s",
     "g", .flags = SLOW},
    {"hg|chg log", HG "-r,--rev,-d,--date,-k,--keyword,-u,--user,-b,--branch,-P,--prune,-l,--limit,-L,--line-range,-B,--bookmark=t "
     "-I,--include,-X,--exclude,-T,--template=t", "m*", .flags = LONG},
    {"hg|chg st|status", HG "--rev,--change,-I,--include,-X,--exclude,-T,--template,-t,--terse=t", "m*", .flags = LONG},
    {"hg|chg add|addremove|amend|backout|bookmark|branch|bundle|copy|cp|fold|forget|graft|import|merge|move|mv|patch|"
     "phase|rebase|remove|rename|resolve|revert|rm|shelve|tag|unbundle|uncommit|unshelve",
     HG "-m,--message=e -l,--logfile=r -r,--rev,-s,--source,-d,--dest,--date,-u,--user,-b,--base,-I,--include,-X,--exclude,"
     "-t,--tool,-B,--bookmark=t -f,--force!git-destructive -C,--no-backup!git-destructive -i,--interactive!git-interactive "
     "-e,--edit!git-interactive", "m*", ASK, .flags = LONG},
    {"hg|chg bisect", HG "-r,--rev=t -c,--command=s", "t*", ASK, .flags = LONG},
    {"hg|chg checkout|co|up|update", HG "-r,--rev,-d,--date,-t,--tool=t -C,--clean!git-destructive", "t*", ASK, .flags = LONG},
    {"hg|chg ci|commit", HG "-m,--message=e -l,--logfile=r -d,--date,-u,--user,-I,--include,-X,--exclude=t "
     "-i,--interactive!git-interactive -e,--edit!git-interactive", "m*", ASK, .flags = LONG, .handler = cordon_handle_message},
    {"hg|chg pull|push", HG "-r,--rev,-b,--branch,-B,--bookmark=t -e,--ssh,--remotecmd=s -f,--force!git-destructive", "g", ASK,
     .flags = SLOW},
    {"hg|chg clone", HG "-u,--updaterev,-r,--rev,-b,--branch=t -e,--ssh,--remotecmd=s",
     "g w", .flags = SLOW},
    {"hg|chg init", "-e,--ssh,--remotecmd=s", "w", .flags = LONG},
    {"hg|chg archive|export", HG "-o,--output=w -r,--rev,-t,--type,-p,--prefix=t", "w*",
     .flags = LONG},
    {"hg|chg clean|purge|prune|obliterate|rollback|strip", DESTROYS},
    {"hg|chg extdiff|histedit|record|split|view", INTERACTIVE, .reason = WINDOW},
    {"hg|chg serve", .rule = CORDON_RULE_ENDLESS},
    {"hg|chg debugshell|email|patchbomb", .rule = CORDON_RULE_SHELL},

    /* Subversion */
    {"svn", SVN, .flags = STRICT | LONG},
    {"svn ann|annotate|blame|cat|cleanup|di|diff|h|help|info|list|log|ls|pg|pget|pl|plist|praise|propget|proplist|stat|"
     "status|st|up|update",
     SVN "-c,--change,-l,--limit,--changelist,--old,--new,-x,--extensions,--search,--set-depth=t --targets=l "
     "--diff-cmd,--diff3-cmd,--editor-cmd=s --remove-unversioned,--remove-ignored!git-destructive", "m*", .flags = SLOW},
    {"svn checkout|co|export", SVN, "g w", .flags = SLOW},
    {"svn ci|commit", SVN "-m,--message=e -F,--file=r --changelist,--encoding=t --targets=l --editor-cmd=s", "m*", ASK,
     .flags = LONG, .handler = cordon_handle_message},
    {"svn add|changelist|cl|copy|cp|del|delete|import|lock|merge|mkdir|move|mv|patch|pd|pdel|propdel|propset|ps|"
     "pset|relocate|remove|ren|rename|resolve|resolved|rm|sw|switch|unlock|upgrade",
     SVN "-c,--change,--changelist,--accept,--encoding=t -m,--message=e -F,--file=r --targets=l "
     "--diff3-cmd,--editor-cmd=s --force --force-log", "m*", ASK, .flags = LONG},
    {"svn revert", .rule = CORDON_RULE_GIT_DESTRUCTIVE, .hint = "Undo the change in the file itself."},
    {"svn pe|pedit|propedit", INTERACTIVE, .reason = EDITOR},
    {"svnadmin", NULL, NULL, ASK},
    {"svnserve", .rule = CORDON_RULE_ENDLESS},
    {"svnlook", NULL, .operands = "t r t*"},
    {"svnsync|svnrdump", NULL, NULL, .rule = CORDON_RULE_REMOTE},

    /* Jujutsu */
    {"jj", JJ, .flags = STRICT},
    {"jj bookmark|b|config|file|git|op|operation|tag|workspace|sparse", JJ, .flags = STRICT},
    {"jj diff|evolog|help|interdiff|log|root|show|st|status|version",
     JJ "--tool=s -r,--revision,--revisions,-T,--template,-n,--limit,--from,--to=t", .operands = "m*"},
    {"jj bookmark|b|config|file|op|operation|sparse|tag|workspace get|l|list|log|show|root|annotate|path|diff",
     JJ "-r,--revision,-T,--template,-n,--limit=t", .operands = "m*"},
    {"jj abandon|absorb|backout|duplicate|edit|fix|metaedit|new|next|parallelize|prev|rebase|redo|restore|revert|"
     "sign|simplify-parents|squash|undo|unsign",
     JJ "-m,--message=e -i,--interactive!git-interactive --tool=s --editor!git-interactive -r,--revision,--from,--into,--to,"
     "-d,--destination,-s,--source,-b,--branch=t", "t*", ASK},
    {"jj bookmark|b create|c|delete|d|forget|f|move|m|rename|r|set|s|track|t|untrack|advance", JJ "-r,--revision,--from,--to=t",
     "t*", ASK},
    {"jj ci|commit|desc|describe",
     JJ "-m,--message=e -i,--interactive!git-interactive --editor!git-interactive --tool=s -r,--revision=t", "t*", ASK,
     .handler = cordon_handle_message},
    {"jj config e|edit|s|set|u|unset", .rule = CORDON_RULE_SHELL, .reason = "can change which programs jj runs"},
    {"jj diffedit|resolve|split|arrange", INTERACTIVE, .reason = WINDOW},
    {"jj file chmod|track|untrack", JJ, "m*", ASK},
    {"jj git clone", JJ "--remote,--depth=t", "g w", .flags = CORDON_PROGRAM_LONG_TIME},
    {"jj git export|import|root", JJ, "t*", ASK},
    {"jj git fetch", JJ "-b,--branch=t --remote=g", "t*", .flags = CORDON_PROGRAM_LONG_TIME},
    {"jj git init", JJ "--git-repo=r", .operands = "w"},
    {"jj git push", JJ "-b,--bookmark,-c,--change,-r,--revisions,--remote,--named=t", "t*", ASK},
    {"jj git remote", JJ, .flags = STRICT},
    {"jj git remote add|set-url", JJ, "t g", ASK},
    {"jj git remote list", JJ, .operands = "t*"},
    {"jj git remote remove|rename", JJ, "t*", ASK},
    {"jj op|operation abandon|restore|revert|undo", JJ, "t*", ASK},
    {"jj run|util", .rule = CORDON_RULE_SHELL},
    {"jj workspace add|forget|rename|update-stale", JJ "--name,-r,--revision=t", "w*", ASK},

    /* Others: nobody here knows which of their commands only read. */
    {"fossil server|ui|http|cgi|scgi|winsrv", .rule = CORDON_RULE_ENDLESS, .reason = "serves for ever"},
    {"fossil", NULL, NULL, .rule = CORDON_RULE_GIT_CHANGE, .flags = CORDON_PROGRAM_GROUP},
    {"brz|bzr|cvs|darcs|git-absorb|git-branchless|git-machete|git-town|pijul|sapling|stg",
     NULL, NULL, ASK},
    {"p4|p4v", NULL, NULL, .rule = CORDON_RULE_REMOTE},
    {"scalar", .rule = CORDON_RULE_ENDLESS, .reason = OUTLIVES, .hint = "Use git itself: git clone --filter=blob:none ..."},
};
/* clang-format on */

const CordonProgramTable cordon_programs_git = {ROWS, G_N_ELEMENTS(ROWS)};
