/* SPDX-License-Identifier: MIT */
/* Handlers of programs that rows of more than one file may name, and what they share.  Sorted by file. */
#ifndef CORDON_FILTER_HANDLERS_H
#define CORDON_FILTER_HANDLERS_H

#include "filter/judge.h"

/* archive.c: zip, 7z, rar, ar, cpio, gzip and the like */
void cordon_handle_7z(CordonJudge *judge, const CordonCall *call);
void cordon_handle_ar(CordonJudge *judge, const CordonCall *call);
void cordon_handle_compressor(CordonJudge *judge, const CordonCall *call);
void cordon_handle_cpio(CordonJudge *judge, const CordonCall *call);
void cordon_handle_rar(CordonJudge *judge, const CordonCall *call);
void cordon_handle_unzip(CordonJudge *judge, const CordonCall *call);
void cordon_handle_pax(CordonJudge *judge, const CordonCall *call);
void cordon_handle_zip(CordonJudge *judge, const CordonCall *call);

/* awk.c */
void cordon_handle_awk(CordonJudge *judge, const CordonCall *call);

/* cargo.c */
void cordon_handle_cargo(CordonJudge *judge, const CordonCall *call);
void cordon_handle_cargo_fuzz(CordonJudge *judge, const CordonCall *call);
void cordon_handle_cargo_install(CordonJudge *judge, const CordonCall *call);
void cordon_handle_cargo_run(CordonJudge *judge, const CordonCall *call);
void cordon_handle_cargo_rustc(CordonJudge *judge, const CordonCall *call);

/* clients.c: web clients besides curl, and others of the net */
void cordon_handle_capture(CordonJudge *judge, const CordonCall *call);
void cordon_handle_dns(CordonJudge *judge, const CordonCall *call);
void cordon_handle_httpie(CordonJudge *judge, const CordonCall *call);
void cordon_handle_load_test(CordonJudge *judge, const CordonCall *call);
void cordon_handle_netcat(CordonJudge *judge, const CordonCall *call);
void cordon_handle_sender(CordonJudge *judge, const CordonCall *call);
void cordon_handle_siege(CordonJudge *judge, const CordonCall *call);
void cordon_handle_text_browser(CordonJudge *judge, const CordonCall *call);
void cordon_handle_wget(CordonJudge *judge, const CordonCall *call);

/* cloud.c: clusters and clouds */
void cordon_handle_ansible_playbook(CordonJudge *judge, const CordonCall *call);
void cordon_handle_aws(CordonJudge *judge, const CordonCall *call);
void cordon_handle_cloud(CordonJudge *judge, const CordonCall *call);
void cordon_handle_helm_repo(CordonJudge *judge, const CordonCall *call);
void cordon_handle_kube_context(CordonJudge *judge, const CordonCall *call);
void cordon_handle_kube_get(CordonJudge *judge, const CordonCall *call);
void cordon_handle_pulumi_new(CordonJudge *judge, const CordonCall *call);
void cordon_handle_terragrunt_run(CordonJudge *judge, const CordonCall *call);
/* puppet apply: brings the machine into the state of the manifest */
void cordon_handle_puppet_apply(CordonJudge *judge, const CordonCall *call);
void cordon_handle_unless_dry_run(CordonJudge *judge, const CordonCall *call);
void cordon_handle_vercel(CordonJudge *judge, const CordonCall *call);
void cordon_handle_wrangler_local(CordonJudge *judge, const CordonCall *call);

/* cmake.c */
void cordon_handle_ctest(CordonJudge *judge, const CordonCall *call);
void cordon_handle_cmake(CordonJudge *judge, const CordonCall *call);
void cordon_handle_cmake_chdir(CordonJudge *judge, const CordonCall *call);

/* cmd.c: commands of cmd.exe and programs of Windows */
void cordon_handle_access_list(CordonJudge *judge, const CordonCall *call);
void cordon_handle_association(CordonJudge *judge, const CordonCall *call);
void cordon_handle_attrib(CordonJudge *judge, const CordonCall *call);
void cordon_handle_call(CordonJudge *judge, const CordonCall *call);
void cordon_handle_certutil(CordonJudge *judge, const CordonCall *call);
void cordon_handle_clock(CordonJudge *judge, const CordonCall *call);
void cordon_handle_mklink(CordonJudge *judge, const CordonCall *call);
void cordon_handle_netstat(CordonJudge *judge, const CordonCall *call);
void cordon_handle_outside_unless_bare(CordonJudge *judge, const CordonCall *call);
void cordon_handle_py(CordonJudge *judge, const CordonCall *call);
void cordon_handle_robocopy(CordonJudge *judge, const CordonCall *call);
void cordon_handle_runas(CordonJudge *judge, const CordonCall *call);
void cordon_handle_set(CordonJudge *judge, const CordonCall *call);
void cordon_handle_shell_unless_bare(CordonJudge *judge, const CordonCall *call);
void cordon_handle_start(CordonJudge *judge, const CordonCall *call);
void cordon_handle_windows_find(CordonJudge *judge, const CordonCall *call);
void cordon_handle_windows_timeout(CordonJudge *judge, const CordonCall *call);
void cordon_handle_wmic(CordonJudge *judge, const CordonCall *call);
/* The target of a link that will be made. */
void cordon_windows_judge_link(CordonJudge *judge, const CordonCall *call, const CordonArg *link,
                               const CordonArg *target);

/* compiler.c */
void cordon_handle_compiler(CordonJudge *judge, const CordonCall *call);
void cordon_handle_java(CordonJudge *judge, const CordonCall *call);
void cordon_handle_rustc(CordonJudge *judge, const CordonCall *call);

/* curl.c */
void cordon_handle_curl(CordonJudge *judge, const CordonCall *call);

/* database.c: clients of databases */
void cordon_handle_database(CordonJudge *judge, const CordonCall *call);
void cordon_handle_mysqladmin(CordonJudge *judge, const CordonCall *call);
void cordon_handle_pg_ctl(CordonJudge *judge, const CordonCall *call);
void cordon_handle_pg_tool(CordonJudge *judge, const CordonCall *call);
void cordon_handle_redis(CordonJudge *judge, const CordonCall *call);
void cordon_handle_sqlite(CordonJudge *judge, const CordonCall *call);

/* debugger.c: gdb, lldb */
void cordon_handle_debugger(CordonJudge *judge, const CordonCall *call);

/* docker.c: docker, podman, buildah */
void cordon_handle_compose_build(CordonJudge *judge, const CordonCall *call);
void cordon_handle_compose_run(CordonJudge *judge, const CordonCall *call);
void cordon_handle_compose_up(CordonJudge *judge, const CordonCall *call);
void cordon_handle_docker_bake(CordonJudge *judge, const CordonCall *call);
void cordon_handle_docker_build(CordonJudge *judge, const CordonCall *call);
void cordon_handle_docker_cp(CordonJudge *judge, const CordonCall *call);
void cordon_handle_docker_mounts(CordonJudge *judge, const CordonCall *call);
void cordon_handle_docker_run(CordonJudge *judge, const CordonCall *call);
void cordon_handle_docker_stream(CordonJudge *judge, const CordonCall *call);
void cordon_handle_skopeo_copy(CordonJudge *judge, const CordonCall *call);

/* editor.c: editors, pagers, calculators that read commands */
void cordon_handle_dc(CordonJudge *judge, const CordonCall *call);
void cordon_handle_ed(CordonJudge *judge, const CordonCall *call);
void cordon_handle_emacs(CordonJudge *judge, const CordonCall *call);
void cordon_handle_less(CordonJudge *judge, const CordonCall *call);
void cordon_handle_man(CordonJudge *judge, const CordonCall *call);
void cordon_handle_speller(CordonJudge *judge, const CordonCall *call);
void cordon_handle_vim(CordonJudge *judge, const CordonCall *call);
/* --pager is a command line. */
void cordon_handle_with_pager(CordonJudge *judge, const CordonCall *call);

/* env.c */
void cordon_handle_env(CordonJudge *judge, const CordonCall *call);

/* fetch.c: what fetches a program and starts it at once */
void cordon_handle_mise_exec(CordonJudge *judge, const CordonCall *call);
void cordon_handle_nix_run(CordonJudge *judge, const CordonCall *call);
void cordon_handle_nix_shell(CordonJudge *judge, const CordonCall *call);
void cordon_handle_npx(CordonJudge *judge, const CordonCall *call);
void cordon_handle_python_run(CordonJudge *judge, const CordonCall *call);
void cordon_handle_uv_run(CordonJudge *judge, const CordonCall *call);
void cordon_handle_uvx(CordonJudge *judge, const CordonCall *call);

/* files.c: coreutils whose operands a row cannot sort */
void cordon_handle_dd(CordonJudge *judge, const CordonCall *call);
void cordon_handle_file(CordonJudge *judge, const CordonCall *call);
void cordon_handle_install(CordonJudge *judge, const CordonCall *call);
void cordon_handle_ln(CordonJudge *judge, const CordonCall *call);
void cordon_handle_needs_input(CordonJudge *judge, const CordonCall *call);
void cordon_handle_patch(CordonJudge *judge, const CordonCall *call);
void cordon_handle_printf(CordonJudge *judge, const CordonCall *call);
void cordon_handle_shuf(CordonJudge *judge, const CordonCall *call);
void cordon_handle_sleep(CordonJudge *judge, const CordonCall *call);
void cordon_handle_split(CordonJudge *judge, const CordonCall *call);
void cordon_handle_tail(CordonJudge *judge, const CordonCall *call);
void cordon_handle_test(CordonJudge *judge, const CordonCall *call);
/* Ends with -t SECONDS. */
void cordon_handle_waits(CordonJudge *judge, const CordonCall *call);
/* All words are text, options, too. */
void cordon_handle_words(CordonJudge *judge, const CordonCall *call);

/* find.c */
void cordon_handle_fd(CordonJudge *judge, const CordonCall *call);
void cordon_handle_find(CordonJudge *judge, const CordonCall *call);

/* gh.c: gh, hub, and other systems that keep versions */
void cordon_handle_gh_api(CordonJudge *judge, const CordonCall *call);
void cordon_handle_gh_assets(CordonJudge *judge, const CordonCall *call);
void cordon_handle_gh_browse(CordonJudge *judge, const CordonCall *call);
void cordon_handle_gh_clone(CordonJudge *judge, const CordonCall *call);
void cordon_handle_gh_download(CordonJudge *judge, const CordonCall *call);
void cordon_handle_hub(CordonJudge *judge, const CordonCall *call);
void cordon_handle_message(CordonJudge *judge, const CordonCall *call);

/* git.c: -c, aliases, words that name revisions and files */
void cordon_handle_git(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_dashed(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_objects(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_plain(CordonJudge *judge, const CordonCall *call);

/* git_change.c: commands whose words decide whether they change something */
void cordon_handle_git_cat_file(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_change_group(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_checkout(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_clean(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_commit(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_diff(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_files(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_foreach(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_format_patch(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_grep(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_init(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_merge_file(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_note(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_prune(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_read_tree(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_reflog(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_stash_read(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_tag(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_trailers(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_two_faced(CordonJudge *judge, const CordonCall *call);

/* git_config.c */
void cordon_handle_git_config(CordonJudge *judge, const CordonCall *call);

/* git_remote.c */
void cordon_handle_git_clone(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_fetch(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_pull(CordonJudge *judge, const CordonCall *call);
void cordon_handle_git_push(CordonJudge *judge, const CordonCall *call);

/* go.c */
void cordon_handle_go(CordonJudge *judge, const CordonCall *call);
void cordon_handle_go_install(CordonJudge *judge, const CordonCall *call);
void cordon_handle_go_get(CordonJudge *judge, const CordonCall *call);
void cordon_handle_go_run(CordonJudge *judge, const CordonCall *call);
void cordon_handle_go_test(CordonJudge *judge, const CordonCall *call);

/* hidden.c: commands and hosts inside of a word */
void cordon_handle_apt_repository(CordonJudge *judge, const CordonCall *call);
void cordon_handle_java_properties(CordonJudge *judge, const CordonCall *call);
void cordon_handle_jcmd(CordonJudge *judge, const CordonCall *call);
void cordon_handle_joined(CordonJudge *judge, const CordonCall *call);
void cordon_handle_jshell(CordonJudge *judge, const CordonCall *call);
void cordon_handle_jvm_script(CordonJudge *judge, const CordonCall *call);
void cordon_handle_m4(CordonJudge *judge, const CordonCall *call);
void cordon_handle_pytest(CordonJudge *judge, const CordonCall *call);
void cordon_handle_rpm(CordonJudge *judge, const CordonCall *call);
void cordon_handle_tox(CordonJudge *judge, const CordonCall *call);
void cordon_handle_tsc(CordonJudge *judge, const CordonCall *call);
void cordon_handle_wait_on(CordonJudge *judge, const CordonCall *call);

/* interpreter.c: rows have CORDON_PROGRAM_OPTIONS_FIRST and operands "t*" */
void cordon_handle_erl(CordonJudge *judge, const CordonCall *call);
void cordon_handle_elixir(CordonJudge *judge, const CordonCall *call);
void cordon_handle_interpreter(CordonJudge *judge, const CordonCall *call);
void cordon_handle_r(CordonJudge *judge, const CordonCall *call);
void cordon_handle_ruby_or_php(CordonJudge *judge, const CordonCall *call);

/* jq.c: jq, yq, mlr */
void cordon_handle_jq(CordonJudge *judge, const CordonCall *call);
void cordon_handle_mlr(CordonJudge *judge, const CordonCall *call);

/* jvm.c: mvn, gradle, sbt, ant, lein, mill */
void cordon_handle_gradle(CordonJudge *judge, const CordonCall *call);
void cordon_handle_jvm_tasks(CordonJudge *judge, const CordonCall *call);
void cordon_handle_mvn(CordonJudge *judge, const CordonCall *call);
void cordon_handle_sbt(CordonJudge *judge, const CordonCall *call);

/* machine.c: what shows the machine's set-up and can change it */
void cordon_handle_date(CordonJudge *judge, const CordonCall *call);
void cordon_handle_interface(CordonJudge *judge, const CordonCall *call);
void cordon_handle_ip(CordonJudge *judge, const CordonCall *call);
void cordon_handle_open(CordonJudge *judge, const CordonCall *call);
void cordon_handle_service(CordonJudge *judge, const CordonCall *call);
void cordon_handle_sysctl(CordonJudge *judge, const CordonCall *call);

/* make.c */
void cordon_handle_make(CordonJudge *judge, const CordonCall *call);
/* just, rake, gulp, ...: operands are targets. */
void cordon_handle_targets(CordonJudge *judge, const CordonCall *call);
/* Servers, watchers and releases, by the name of the target.  is_dry: it is only shown. */
void cordon_judge_target(CordonJudge *judge, const CordonCall *call, const CordonArg *target,
                         gboolean is_dry);

/* media.c: ImageMagick, ffmpeg */
void cordon_handle_ffmpeg(CordonJudge *judge, const CordonCall *call);
void cordon_handle_imagemagick(CordonJudge *judge, const CordonCall *call);

/* monitor.c: what watches the machine */
void cordon_handle_free(CordonJudge *judge, const CordonCall *call);
void cordon_handle_interval(CordonJudge *judge, const CordonCall *call);
void cordon_handle_limited(CordonJudge *judge, const CordonCall *call);
void cordon_handle_lsof(CordonJudge *judge, const CordonCall *call);
void cordon_handle_ps(CordonJudge *judge, const CordonCall *call);

/* monorepo.c */
void cordon_handle_nx(CordonJudge *judge, const CordonCall *call);
void cordon_handle_nx_graph(CordonJudge *judge, const CordonCall *call);
void cordon_handle_tasks(CordonJudge *judge, const CordonCall *call);
void cordon_handle_yarn_foreach(CordonJudge *judge, const CordonCall *call);
void cordon_handle_yarn_workspace(CordonJudge *judge, const CordonCall *call);

/* node.c */
void cordon_handle_deno(CordonJudge *judge, const CordonCall *call);
void cordon_handle_deno_eval(CordonJudge *judge, const CordonCall *call);
void cordon_handle_deno_run(CordonJudge *judge, const CordonCall *call);
void cordon_handle_deno_task(CordonJudge *judge, const CordonCall *call);
void cordon_handle_node(CordonJudge *judge, const CordonCall *call);

/* npm.c: npm, pnpm, yarn, bun, and runners of their scripts */
void cordon_handle_npm_named(CordonJudge *judge, const CordonCall *call);
void cordon_handle_npm_other(CordonJudge *judge, const CordonCall *call);
void cordon_handle_npm_run(CordonJudge *judge, const CordonCall *call);
void cordon_handle_run_all(CordonJudge *judge, const CordonCall *call);

/* npm_settings.c */
void cordon_handle_corepack(CordonJudge *judge, const CordonCall *call);
void cordon_handle_npm_config(CordonJudge *judge, const CordonCall *call);
void cordon_handle_npm_install(CordonJudge *judge, const CordonCall *call);
void cordon_handle_npm_link(CordonJudge *judge, const CordonCall *call);
void cordon_handle_npm_version(CordonJudge *judge, const CordonCall *call);
void cordon_handle_publish_option(CordonJudge *judge, const CordonCall *call);
void cordon_handle_subcommand(CordonJudge *judge, const CordonCall *call);

/* packages.c: smaller managers of packages */
void cordon_handle_dotnet(CordonJudge *judge, const CordonCall *call);
void cordon_handle_dotnet_run(CordonJudge *judge, const CordonCall *call);
void cordon_handle_apt(CordonJudge *judge, const CordonCall *call);
void cordon_handle_composer_script(CordonJudge *judge, const CordonCall *call);
void cordon_handle_conda_config(CordonJudge *judge, const CordonCall *call);
void cordon_handle_dart_file(CordonJudge *judge, const CordonCall *call);
void cordon_handle_fastlane(CordonJudge *judge, const CordonCall *call);
void cordon_handle_goreleaser(CordonJudge *judge, const CordonCall *call);
void cordon_handle_install_into(CordonJudge *judge, const CordonCall *call);
void cordon_handle_mix(CordonJudge *judge, const CordonCall *call);
void cordon_handle_mix_do(CordonJudge *judge, const CordonCall *call);
void cordon_handle_poetry_config(CordonJudge *judge, const CordonCall *call);
void cordon_handle_rustup(CordonJudge *judge, const CordonCall *call);
void cordon_handle_server_words(CordonJudge *judge, const CordonCall *call);
void cordon_handle_swift_file(CordonJudge *judge, const CordonCall *call);

/* powershell.c: cmdlets */
void cordon_handle_foreach_object(CordonJudge *judge, const CordonCall *call);
void cordon_handle_import_module(CordonJudge *judge, const CordonCall *call);
void cordon_handle_new_item(CordonJudge *judge, const CordonCall *call);
void cordon_handle_piped_files(CordonJudge *judge, const CordonCall *call);
void cordon_handle_piped_sources(CordonJudge *judge, const CordonCall *call);
void cordon_handle_remove_item(CordonJudge *judge, const CordonCall *call);
void cordon_handle_select_string(CordonJudge *judge, const CordonCall *call);
void cordon_handle_set_content(CordonJudge *judge, const CordonCall *call);
void cordon_handle_start_process(CordonJudge *judge, const CordonCall *call);
void cordon_handle_start_sleep(CordonJudge *judge, const CordonCall *call);
void cordon_handle_start_transcript(CordonJudge *judge, const CordonCall *call);
void cordon_handle_web_request(CordonJudge *judge, const CordonCall *call);
/* -FilePath, -Wait, ... by their full names. */
gboolean cordon_is_start_process_parameter(const CordonArg *arg);

/* python.c */
void cordon_handle_python(CordonJudge *judge, const CordonCall *call);
void cordon_handle_python_runner(CordonJudge *judge, const CordonCall *call);
void cordon_handle_runpy(CordonJudge *judge, const CordonCall *call);
void cordon_handle_setup_py(CordonJudge *judge, const CordonCall *call);

/* rule.c: rows whose rule has exceptions; they have CORDON_PROGRAM_HANDLER_ONLY */
/* Notes the row's rule with the row's words; for rows without one, that of the program's name in rule.c. */
void cordon_note_rule(CordonJudge *judge, const CordonCall *call);
/* The row's rule, unless the call has words and all of them are options of the row (behind one, with operands "t*",
 * also plain words). */
void cordon_handle_unless_listed(CordonJudge *judge, const CordonCall *call);
/* The same, and a call without any words is harmless, too. */
void cordon_handle_unless_local(CordonJudge *judge, const CordonCall *call);
void cordon_handle_worker(CordonJudge *judge, const CordonCall *call);
void cordon_handle_unless_bare(CordonJudge *judge, const CordonCall *call);

/* Any call; for programs whose name is a common word. */
void cordon_handle_common_word(CordonJudge *judge, const CordonCall *call);

/* search.c: grep, rg; behind rows with operands "T r*" */
void cordon_handle_search(CordonJudge *judge, const CordonCall *call);

/* sed.c */
void cordon_handle_sed(CordonJudge *judge, const CordonCall *call);

/* shell.c: shells, and wrappers that start one when nothing is named */
void cordon_handle_needs_command(CordonJudge *judge, const CordonCall *call);
/* The program stands behind one other word. */
void cordon_handle_needs_second(CordonJudge *judge, const CordonCall *call);
void cordon_handle_shell(CordonJudge *judge, const CordonCall *call);

/* sudo.c: sudo, doas, pkexec */
void cordon_handle_pkexec(CordonJudge *judge, const CordonCall *call);
void cordon_handle_sudo(CordonJudge *judge, const CordonCall *call);

/* tar.c */
void cordon_handle_tar(CordonJudge *judge, const CordonCall *call);

/* tools.c: test runners, formatters, runners of several commands */
void cordon_handle_concurrently(CordonJudge *judge, const CordonCall *call);
void cordon_handle_cross_env(CordonJudge *judge, const CordonCall *call);
void cordon_handle_dotenv(CordonJudge *judge, const CordonCall *call);
void cordon_handle_formatter(CordonJudge *judge, const CordonCall *call);
void cordon_handle_rails_runner(CordonJudge *judge, const CordonCall *call);
void cordon_handle_server_and_test(CordonJudge *judge, const CordonCall *call);
void cordon_handle_test_runner(CordonJudge *judge, const CordonCall *call);
void cordon_handle_tex(CordonJudge *judge, const CordonCall *call);
void cordon_handle_word(CordonJudge *judge, const CordonCall *call);

/* windows.c: any call, for names that are words elsewhere, and for cmdlets */
void cordon_handle_windows_endless(CordonJudge *judge, const CordonCall *call);
void cordon_handle_windows_kill(CordonJudge *judge, const CordonCall *call);
void cordon_handle_windows_outside(CordonJudge *judge, const CordonCall *call);
void cordon_handle_windows_permissions(CordonJudge *judge, const CordonCall *call);
void cordon_handle_windows_publish(CordonJudge *judge, const CordonCall *call);
void cordon_handle_windows_remote(CordonJudge *judge, const CordonCall *call);
void cordon_handle_windows_secret(CordonJudge *judge, const CordonCall *call);
void cordon_handle_windows_shell(CordonJudge *judge, const CordonCall *call);
void cordon_handle_windows_unreadable(CordonJudge *judge, const CordonCall *call);
void cordon_handle_windows_web(CordonJudge *judge, const CordonCall *call);

/* wrapper.c: small wrappers */
void cordon_handle_chrt(CordonJudge *judge, const CordonCall *call);
void cordon_handle_flock(CordonJudge *judge, const CordonCall *call);
void cordon_handle_setarch(CordonJudge *judge, const CordonCall *call);
void cordon_handle_strace(CordonJudge *judge, const CordonCall *call);
void cordon_handle_timeout(CordonJudge *judge, const CordonCall *call);
void cordon_handle_watch(CordonJudge *judge, const CordonCall *call);

/* xargs.c */
void cordon_handle_parallel(CordonJudge *judge, const CordonCall *call);
void cordon_handle_xargs(CordonJudge *judge, const CordonCall *call);

#endif
