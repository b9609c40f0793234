/* SPDX-License-Identifier: MIT */
/* Interpreters: python, node, deno, perl, ruby, php and many others.
 *
 * Code on the command line or on standard input is asked about, a script of the project may run, and what waits for a
 * person to type is refused.  Rows "python:MODULE" are what "python -m MODULE" takes, rows "deno:SUBCOMMAND" what deno
 * takes: their words follow other rules than those of the program. */
#include "filter/program.h"
#include "filter/programs/handlers.h"

/* clang-format off */
#define LONG    CORDON_PROGRAM_LONG_TIME
#define SINGLE  CORDON_PROGRAM_LONG_SINGLE
#define ABBR    CORDON_PROGRAM_ABBREVIATES
#define FIRST   CORDON_PROGRAM_OPTIONS_FIRST
#define BARE    CORDON_PROGRAM_ENDLESS_BARE
#define STDIN   CORDON_PROGRAM_READS_STDIN
#define DATA    CORDON_PROGRAM_DATA
#define ONLY    CORDON_PROGRAM_HANDLER_ONLY
#define GROUP   CORDON_PROGRAM_GROUP
#define SCRIPTS (FIRST | BARE | STDIN) /* reads a script: from a file, or what it is given as input */

#define REPL_HINT   "Put the code into a file of the project and run that."
#define RUN_HINT    "Run the script itself."
#define SERVER_HINT "Ask the user to start it in the terminal."

#define DEBUGGER_REASON "is a debugger that waits for a person"
#define SERVES_REASON   "serves for ever"
#define TYPE_REASON     "waits for a person to type"
#define WINDOW_REASON   "opens a window and runs until it is closed"

/* Source: deno run --help (v2).  Permissions are the sandbox's matter. */
#define DENO_MODULES                                                                                                   \
    "-c,--config=r --no-config --import-map=m --lock:w --cert=r --node-modules-dir:t --vendor:t -r,--reload:t "        \
    "--env-file,--env:r --preload,--require,--import=r -L,--log-level=t --allow-import,-I:t --no-remote --no-npm "     \
    "--frozen:t --cached-only --unstable-kv --conditions=t --minimum-dependency-age=t --tunnel,-t"
#define DENO_RUNTIME                                                                                                   \
    DENO_MODULES " --watch:t!endless --watch-hmr:t!endless --watch-exclude:t --inspect-brk:t!endless "                 \
    "--inspect-wait:t!endless --inspect:t --ext=t --location=t --seed=t --v8-flags:t --coverage:w --cpu-prof-dir=w "   \
    "-A,--allow-all -R,--allow-read:t -W,--allow-write:t -N,--allow-net:t -E,--allow-env:t -S,--allow-sys:t "          \
    "--allow-run:t --allow-ffi:t --deny-read:t --deny-write:t --deny-net:t --deny-env:t --deny-sys:t --deny-run:t "    \
    "--deny-ffi:t --check:t --no-check:t --strace-ops:t --port=t --host=t"

static const CordonProgram ROWS[] = {
    /* python.  Source: python3 --help, and the documentation of each module. */
    {"hy|hy3", "-c=c -m=t -i!endless", "t*", .flags = SCRIPTS, .handler = cordon_handle_interpreter},
    {"bpython|ptipython|ptpython", .rule = CORDON_RULE_ENDLESS, .hint = REPL_HINT},
    {"ipython|ipython3", "-c=c -m=t+E --profile=t --ipython-dir=w --config=r -i!endless", "t*", .flags = SCRIPTS,
     .handler = cordon_handle_interpreter, .hint = REPL_HINT},
    {"micropython", "-c=c -m=t+E -X=t -O:t -i!endless", "t*", .flags = SCRIPTS, .handler = cordon_handle_interpreter},
    {"pdb|pdb3", .rule = CORDON_RULE_ENDLESS, .reason = DEBUGGER_REASON, .hint = RUN_HINT},
    {"py|pypy|pypy3|pypy3.9|pypy3.10|pypy3.11|python|python2|python2.7|python3|pythonw|pyw", .flags = ONLY,
     .handler = cordon_handle_python},
    {"python3.6|python3.7|python3.8|python3.9|python3.10|python3.11|python3.12|python3.13|python3.14|python3.15",
     .flags = ONLY, .handler = cordon_handle_python},
    {"graalpy|ipy|jython|python3-dbg|python3.13t|python3.14t", .flags = ONLY, .handler = cordon_handle_python},

    {"django-admin|manage.py", "--settings=t --pythonpath=r -v,--verbosity=t", .flags = GROUP | LONG},
    {"django-admin|manage.py celery|process_tasks|qcluster|rqworker|run_huey|rundramatiq|runworker",
     .rule = CORDON_RULE_ENDLESS, .reason = "works for ever", .hint = SERVER_HINT},
    {"django-admin|manage.py dbshell", .rule = CORDON_RULE_ENDLESS, .reason = TYPE_REASON, .hint = REPL_HINT},
    {"django-admin|manage.py dumpdata", "-o,--output=w -e,--exclude=t --indent=t --format=t --database=t --settings=t", "t*",
     .flags = LONG},
    {"django-admin|manage.py livereload|runserver|runserver_plus|runsslserver|tailwind|testserver",
     .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"django-admin|manage.py loaddata", "-e,--exclude=t --format=t --database=t --settings=t", "r*", .flags = LONG},
    {"django-admin|manage.py shell|shell_plus", "-c,--command=c -i,--interface=t --settings=t -v,--verbosity=t", "t*",
     .flags = BARE | STDIN, .hint = REPL_HINT},
    {"django-admin|manage.py startapp|startproject", "--template=k -e,--extension=t -n,--name=t -x,--exclude=t", "t w",
     .flags = 0},
    {"django-admin|manage.py test",
     "-k=t -t,--top-level-directory=r -p,--pattern=t --testrunner=t --tag=t --exclude-tag=t --settings=t --parallel:t "
     "-v,--verbosity=t --pdb!endless", "t*", .flags = LONG | DATA},
    {"setup.py", "-d,--dist-dir,-b,--build-base,--build-lib,--prefix,--root,--install-dir=w -t,--build-temp=w "
     "--user!outside-project", "t*", .flags = LONG, .handler = cordon_handle_setup_py},
    {"waf", "-o,--out=w -t,--top=r --prefix=w --destdir=w -j,--jobs=t", "t*", .flags = LONG, .handler = cordon_handle_targets},

    {"python:ast|python:dis|python:modulefinder|python:pickle|python:pyclbr|python:symtable|python:tabnanny|python:tokenize",
     "-m,--mode=t -p=r", "r*", .flags = 0},
    {"python:antigravity|python:webbrowser", "-n -t -d", "u*", .flags = 0},
    {"python:asyncio|python:code|python:_pyrepl", NULL, "t*", .flags = BARE | STDIN, .hint = REPL_HINT},
    {"python:base64|python:difflib|python:filecmp|python:fileinput|python:mimetypes|python:quopri|python:textwrap|python:uu",
     NULL, "r*", .flags = 0},
    {"python:bdb|python:ipdb|python:pdb|python:pudb|python:web_pdb", .rule = CORDON_RULE_ENDLESS, .reason = DEBUGGER_REASON,
     .hint = RUN_HINT},
    {"python:bz2|python:gzip|python:lzma", NULL, "w*", .flags = 0},
    {"python:calendar|python:locale|python:platform|python:random|python:site|python:sysconfig|python:this|python:uuid", NULL,
     "t*", .flags = 0},
    {"python:compileall", "-d=t -s=t -p=t -x=t -i=r -r=t -j,--workers=t --invalidation-mode=t -o=t -e=t", "r*", .flags = LONG},
    {"python:cProfile|python:profile", "-o,--outfile=w -s,--sort=t", .flags = ONLY | LONG,
     .handler = cordon_handle_python_runner},
    {"python:debugpy", "--listen=t --connect=h --wait-for-client!endless --log-to=w --pid=t!kill", .flags = ONLY | LONG,
     .handler = cordon_handle_python_runner},
    {"python:doctest", "-o=t -v -f", "r*", .flags = LONG},
    {"python:ensurepip", "--root=w -U,--upgrade --altinstall --default-pip --user!outside-project", "t*", .flags = LONG},
    {"python:ftplib|python:imaplib|python:nntplib|python:poplib|python:smtplib|python:telnetlib", .rule = CORDON_RULE_REMOTE},
    {"python:http.server|python:CGIHTTPServer|python:RangeHTTPServer|python:SimpleHTTPServer|python:uploadserver",
     .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"python:idlelib|python:idlelib.idle|python:tkinter|python:turtle|python:turtledemo", .rule = CORDON_RULE_ENDLESS,
     .reason = WINDOW_REASON},
    {"python:inspect|python:pickletools", "-o,--output=w -l,--indentlevel=t -p,--preamble=t", "m*", .flags = 0},
    {"python:json|python:json.tool", "--indent=t", "r w", .flags = 0},
    {"python:kernprof|python:line_profiler|python:pyinstrument|python:scalene|python:viztracer",
     "-o,--outfile,--output_file=w -r,--renderer=t -i,--interval=t --outdir=w", .flags = ONLY | LONG,
     .handler = cordon_handle_python_runner},
    {"python:lib2to3", "-f,--fix=t -x,--nofix=t -o,--output-dir=w -j=t", "w*", .flags = LONG},
    {"python:livereload|python:pyftpdlib|python:aiosmtpd|python:sanic|python:smtpd|python:twisted|python:websockets",
     .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"python:memory_profiler", "--timestamp -o,--output=w", .flags = ONLY | LONG, .handler = cordon_handle_python_runner},
    {"python:memray", "-o,--output=w", "t m*", .flags = LONG},
    {"python:mypy.stubgen|python:mypy.stubtest", "-o,--output=w -m,--module=t -p,--package=t", "r*", .flags = LONG},
    {"python:nuitka", "--output-dir=w -o=w --include-data-files=m --include-data-dir=m --python-flag=t", "r*", .flags = LONG},
    {"python:pty", .rule = CORDON_RULE_SHELL},
    {"python:py_compile", "-q", "r*", .flags = 0},
    {"python:pydoc", "-b!endless -n=t!endless -p=t!endless -k=t -w", "m*", .flags = 0},
    {"python:runpy", .flags = ONLY, .handler = cordon_handle_runpy},
    {"python:sphinx.ext.apidoc", "-o,--output-dir=w -d=t -H=t -A=t -V=t -R=t --templatedir,-t=r", "r m*", .flags = LONG},
    {"python:tarfile|python:zipfile", "-l,--list=r -t,--test=r -e,--extract=r -c,--create=w --filter=t --metadata-encoding=t",
     "w*", .flags = 0},
    {"python:test|python:test.regrtest", "-j=t -u=t -x -m=t -i=t", "t*", .flags = LONG | DATA},
    {"python:timeit", "-n,--number=t -r,--repeat=t -s,--setup=c -u,--unit=t", "c*", .flags = FIRST},
    {"python:trace", "-f,--file=w -C,--coverdir=w -R=t --ignore-module=t --ignore-dir=t -c -t -l -T -g", .flags = ONLY | LONG,
     .handler = cordon_handle_python_runner},
    {"python:unittest", "-k=t -s,--start-directory=r -p,--pattern=t -t,--top-level-directory=r", "t*", .flags = LONG | DATA},
    {"python:venv|python:virtualenv", "--prompt=t -p,--python=p --extra-search-dir=r --app-data=w --clear", "w*",
     .flags = LONG},
    {"python:wsgiref.simple_server|python:xmlrpc.server", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON,
     .hint = SERVER_HINT},
    {"python:zipapp", "-o,--output=w -p,--python=t -m,--main=t --info", "r", .flags = 0},

    /* node and those that run scripts like it */
    {"node|nodejs|iojs", .flags = ONLY, .handler = cordon_handle_node},
    {"babel-node", "--presets=t --plugins=t --config-file=r -o,--only=t -x,--extensions=t", .flags = ONLY,
     .handler = cordon_handle_node},
    {"coffee", "-e,--eval=c -o,--output=w -w,--watch!endless -r,--require=r -s,--stdio -i!endless", "t*", .flags = SCRIPTS,
     .handler = cordon_handle_interpreter},
    {"electron", .rule = CORDON_RULE_ENDLESS, .reason = WINDOW_REASON, .hint = SERVER_HINT},
    {"esno|esmo|tsx", "--tsconfig=r --no-cache --clear-screen:t --include=t --exclude=t", .flags = ONLY,
     .handler = cordon_handle_node},
    {"esr|esbuild-runner|jiti|llrt|sucrase-node|swc-node", .flags = ONLY, .handler = cordon_handle_node},
    {"node-dev|ts-node-dev|tsc-watch|tsnd", .rule = CORDON_RULE_ENDLESS, .reason = "starts the script again for ever",
     .hint = "Run it once: `npx tsx FILE`, `npx ts-node FILE`."},
    {"cjs|gjs", "-c,--command=c -C,--coverage-prefix=t --coverage-output=w -I,--include-path=r -m,--module", "t*",
     .flags = SCRIPTS, .handler = cordon_handle_interpreter},
    {"qjs|quickjs", "-e,--eval=c -I,--include=r -i!endless", "t*", .flags = SCRIPTS, .handler = cordon_handle_interpreter},
    {"ts-node|ts-node-cwd|ts-node-esm|ts-node-script|ts-node-transpile-only|ts-script",
     "-P,--project=r -O,--compilerOptions,--compiler-options=t -D,--ignoreDiagnostics,--ignore-diagnostics=t "
     "-I,--ignore=t --compiler=t --cwd=d --dir=d --transpiler=t -T -H -s --scope-dir,--scopeDir=r",
     .flags = ONLY, .handler = cordon_handle_node},
    {"vite-node", "-w,--watch!endless -r,--root=d -c,--config=r -m,--mode=t --script", "t*", .flags = SCRIPTS,
     .handler = cordon_handle_interpreter},
    {"zx", "-e,--eval=c --cwd=d --shell=p --prefix,--postfix=s --registry=u --env=r --ext=t --repl!endless", "m*",
     .flags = SCRIPTS},

    /* deno */
    {"deno", .flags = ONLY | LONG, .handler = cordon_handle_deno},
    {"deno:add|deno:approve-scripts|deno:audit|deno:outdated|deno:remove|deno:update", DENO_MODULES " -f,--filter=t --dev",
     "k*", .flags = LONG},
    {"deno:bench", DENO_RUNTIME " --filter=t --ignore=t --json", "m*", .flags = LONG},
    {"deno:bundle|deno:compile",
     DENO_RUNTIME " -o,--output=w --outdir=w --format=t --platform=t --target=t --icon,--include,--exclude=r --sourcemap:t "
     "--external=t --packages=t", "m*", .flags = LONG},
    {"deno:cache|deno:check|deno:doc|deno:info|deno:types|deno:vendor",
     DENO_MODULES " --output,-o=w --filter=t --name=t --category-docs=r --json --html", "m*", .flags = LONG},
    {"deno:clean|deno:completions|deno:help", NULL, "t*", .flags = 0},
    {"deno:coverage", "--output:w --include=t --exclude=t --ignore=t --html --lcov --detailed", "r*", .flags = LONG},
    {"deno:create|deno:init", "--lib --serve --npm -y,--yes", "m*", .flags = LONG},
    {"deno:deploy|deno:sandbox", .rule = CORDON_RULE_REMOTE},
    {"deno:eval", DENO_RUNTIME " -p,--print", .flags = ONLY, .handler = cordon_handle_deno_eval},
    {"deno:fmt|deno:lint",
     "-c,--config=r --watch:t!endless --ext=t --ignore:t --rules-include:t --rules-exclude:t --rules-tags:t "
     "--line-width=t --indent-width=t --prose-wrap=t --fix --check", "m*", .flags = LONG},
    {"deno:i|deno:install|deno:uninstall",
     DENO_RUNTIME " -g,--global!outside-project -n,--name=t --root=w -e,--entrypoint -f,--force --dev", "k*", .flags = LONG},
    {"deno:jupyter|deno:lsp", .rule = CORDON_RULE_ENDLESS, .hint = SERVER_HINT},
    {"deno:publish", .rule = CORDON_RULE_PUBLISH, .flags = LONG},
    {"deno:repl", .rule = CORDON_RULE_ENDLESS, .reason = TYPE_REASON, .hint = REPL_HINT},
    {"deno:run|deno:x", DENO_RUNTIME, .flags = ONLY | LONG, .handler = cordon_handle_deno_run},
    {"deno:serve", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"deno:task", "-c,--config=r --cwd=d -f,--filter=t -r,--recursive --eval=s --env-file:r", "t*", .flags = FIRST | LONG,
     .handler = cordon_handle_deno_task},
    {"deno:test",
     DENO_RUNTIME " --filter=t --ignore=t --junit-path=w --reporter=t --shuffle:t --permit-no-files --doc", "m*",
     .flags = LONG},
    {"deno:upgrade", .rule = CORDON_RULE_OUTSIDE_PROJECT, .reason = "replaces the program for all projects"},

    /* perl, ruby, php, lua, tcl.  Digits and letters that cluster need no item: -0777, -l, -CSD. */
    {"erb|erubis", "-r=m -P -x -T=t -S=t -E=t -U -v -n", "r*", .flags = 0},
    {"fennel", "-e,--eval=c -l=m -c,--compile --add-package-path,--add-fennel-path=m --repl!endless -w!endless", "t*",
     .flags = SCRIPTS, .handler = cordon_handle_interpreter},
    {"gm4|m4",
     "-I,--include,-B=r -D,--define=t -U,--undefine=t -F,--freeze-state=w -R,--reload-state=r -o,--error-output=w "
     "--debugfile:w -L=t -t,--trace=t -d:t", "r*", .flags = BARE | STDIN, .handler = cordon_handle_m4},
    {"irb|pry", "-r=m -I=r -e=c --prompt=t --back-trace-limit=t -E=t -c=t", "t*", .flags = SCRIPTS,
     .handler = cordon_handle_interpreter, .hint = REPL_HINT},
    {"lua|lua5.1|lua5.2|lua5.3|lua5.4|luajit|luau|texlua", "-e=c -l=m -i!endless -b -j:t -O:t", "t*", .flags = SCRIPTS,
     .handler = cordon_handle_interpreter},
    {"luac", "-o=w -l -p -s", "r*", .flags = LONG},
    {"cperl|perl|perl5", "-e,-E=c -M,-m:t -I=r -F:t -i:t -x:r -V:t+E -d:t!endless", "t*", .flags = SCRIPTS,
     .handler = cordon_handle_interpreter},
    {"php|php7.4|php8|php8.0|php8.1|php8.2|php8.3|php8.4|php8.5|php-cgi|php-cli",
     "-r,--run=c -B,--process-begin=c -R,--process-code=c -E,--process-end=c -F,--process-file=r+E -f,--file=r+E "
     "-a,--interactive!endless -S,--server=t!endless -b,--bindpath=t!endless -t,--docroot=r -c,--php-ini=r "
     "-d,--define=m -z,--zend-extension=r -i,--info+E -m,--modules+E --ini+E --rf,--rc,--re,--rz,--ri=t+E "
     "-l,--syntax-check -s -w -n -q -C -T=t -H", "t*", .flags = SCRIPTS, .handler = cordon_handle_ruby_or_php},
    {"phpdbg|psysh", .rule = CORDON_RULE_ENDLESS, .reason = TYPE_REASON, .hint = REPL_HINT},
    {"perl6|raku", "-e=c -M=t -I=r --repl!endless", "t*", .flags = SCRIPTS, .handler = cordon_handle_interpreter},
    {"prove", "-e,--exec=p -I=r -M=t -P=t -j,--jobs=t -a,--archive=w --source=t --harness=t --formatter=t --state=t "
     "--statefile=w --rules=t --ext=t", "r*", .flags = LONG},
    {"rdoc|yard|yardoc", "-o,--op,--output,--output-dir=w -x=t -f=t -t=t -T=t --main=r", "m*", .flags = LONG},
    {"jruby|mruby|ruby|ruby2.7|ruby3.0|ruby3.1|ruby3.2|ruby3.3|ruby3.4|truffleruby",
     "-e=c -r=m -I=r -C,-X=d -F:t -i:t -x:r -W:t -K:t -E=t --encoding=t --external-encoding=t --internal-encoding=t "
     "--disable=t --enable=t --parser=t --dump=t+E --copyright+E -S", "t*", .flags = SCRIPTS,
     .handler = cordon_handle_ruby_or_php},
    {"tclsh|tclsh8.6|tclsh9.0|jimsh", "-encoding=t -e=c", "t*", .flags = SCRIPTS, .handler = cordon_handle_interpreter},
    {"wish|wish8.6", .rule = CORDON_RULE_ENDLESS, .reason = WINDOW_REASON},

    /* statistics and mathematics */
    {"bc", "-e,--expression=t+E -f,--file=r+E -l -q -s -i,--interactive!endless", "r*", .flags = BARE},
    {"gap", "-c=c -l=m -m=t -o=t -K=t -L=r", "t*", .flags = SCRIPTS, .handler = cordon_handle_interpreter},
    {"gnuplot", "-e=c -p,--persist -c=r+E -d -s", "t*", .flags = SCRIPTS, .handler = cordon_handle_interpreter},
    {"gp", "-f -q -s,--stacksize=t -p=t -D,--default=t", "r*", .flags = BARE | STDIN},
    {"julia",
     "-e,--eval=c -E,--print=c -L,--load=r -J,--sysimage=r -p,--procs=t -t,--threads=t -m,--module=t+E --project:r "
     "-C,--cpu-target=t -H,--home=r --machine-file=r --code-coverage:t --track-allocation:t --output-o,--output-ji=w "
     "-i!endless", "t*", .flags = SCRIPTS | LONG, .handler = cordon_handle_interpreter},
    {"matlab", "-batch,-r=c -nodisplay -nosplash -sd=d -logfile=w", "m*", .flags = SINGLE | BARE | STDIN},
    {"maxima", "--batch-string=c -b,--batch=r+E --batch-lisp=r+E -p,--preload,--init=r -r=c -l,--lisp=t -u=t", "t*",
     .flags = SCRIPTS, .handler = cordon_handle_interpreter},
    {"octave|octave-cli",
     "--eval=c --path,-p=r --image-path=r --info-file=r --exec-path=r --persist!endless -i!endless --gui!endless", "t*",
     .flags = SCRIPTS, .handler = cordon_handle_interpreter},
    {"R", "-e=c -f,--file=r+E --args --encoding=t -g,--gui=t -d,--debugger=p", "t*", .flags = SINGLE | SCRIPTS,
     .handler = cordon_handle_r},
    {"Rscript", "-e=c --default-packages=t", "t*", .flags = SINGLE | SCRIPTS | LONG, .handler = cordon_handle_interpreter},
    {"sage", "-c=c -t+E -sh!shell -i=k -n,--notebook:t!endless", "t*", .flags = SCRIPTS | LONG,
     .handler = cordon_handle_interpreter},
    {"wolframscript", "-code,-c=c -file,-f,-script=r+E -cloud:t!remote -api=u -print:t", "t*", .flags = SINGLE | SCRIPTS,
     .handler = cordon_handle_interpreter},

    /* of the Erlang machine */
    {"elixir", "-e,--eval=c --rpc-eval,--remsh=t!remote -S=t -r,-pr=r -pa,-pz=r --erl=t --cookie=t!secret --name,--sname=t "
     "--vm-args=r --dot-iex=r --logger-otp-reports=t --no-halt!endless", "t*", .flags = SCRIPTS,
     .handler = cordon_handle_elixir},
    {"elixirc", "-o=w --ignore-module-conflict -pa,-pz=r", "r*", .flags = LONG},
    {"erl",
     "-eval=c -s,-run=t -noshell,-noinput+E -pa,-pz,-path=r -config,-args_file,-boot=r -name,-sname,-setcookie=t -mnesia=t "
     "-detached,-heart!endless -remsh=t!remote -version+E", "t*", .flags = SINGLE | BARE | STDIN,
     .handler = cordon_handle_erl},
    {"erlc", "-o=w -I=a -D:t -W:t -pa,-pz=r -b=t", "r*", .flags = SINGLE | LONG},
    {"escript", NULL, "t*", .flags = SCRIPTS, .handler = cordon_handle_interpreter},
    {"gleam", .flags = GROUP | LONG},
    {"gleam hex|publish", .rule = CORDON_RULE_PUBLISH},
    {"gleam lsp|shell", .rule = CORDON_RULE_ENDLESS, .hint = REPL_HINT},
    {"iex", .rule = CORDON_RULE_ENDLESS, .reason = TYPE_REASON, .hint = "Write `mix run`, or give the code to `elixir -e`."},

    /* lisps */
    {"babashka|bb",
     "-e,--eval,-E=c -f,--file=r+E -m,--main=t+E -x,--exec=t+E -cp,--classpath=m --config=r --deps-root=r "
     "--nrepl-server:t!endless --socket-repl:t!endless --repl!endless --jar=r+E --uberjar,--uberscript=w+E -i -o", "t*",
     .flags = SCRIPTS, .handler = cordon_handle_interpreter},
    {"chez|chibi-scheme|chicken-csi|csi|gosh|gsi|kawa|mit-scheme|scheme", "-e,-eval,--eval=c -s,-script,--script,-l,--load,-load=r+E "
     "--program=r+E -I,-A,--libdirs=r", "t*", .flags = SCRIPTS, .handler = cordon_handle_interpreter},
    {"clisp", "-x=c -i=r -c=r+E -o=w -p=t -M=r -E=t -K=t", "t*", .flags = SINGLE | SCRIPTS,
     .handler = cordon_handle_interpreter},
    {"clj|clojure",
     "-e,--eval=c -m,--main=t+E -M:t+E -X:t+E -T:t+E -A:t -P+E -r,--repl!endless -i,--init=r -Sdeps=t -Sthreads=t -J:t "
     "-Spath,-Stree,-Sdescribe,-Sversion+E -Sverbose -Sforce", "t*", .flags = SCRIPTS | LONG,
     .handler = cordon_handle_interpreter},
    {"guile|guile-2.2|guile-3.0", "-c=c -s=r+E -l=r -e=t -L,-C=r -x=t --listen:t!endless --use-srfi=t", "t*",
     .flags = SCRIPTS, .handler = cordon_handle_interpreter},
    {"janet", "-e=c -E=c -l=m -m=r -k -q -r!endless -s", "t*", .flags = SCRIPTS, .handler = cordon_handle_interpreter},
    {"racket",
     "-e,--eval=c -f,--load=r+E -t,--require=r+E -l,--lib=t+E -p=t+E -r,--script=r+E -u,--require-script=r+E -k=t "
     "-m,--main=t -i,--repl!endless -I=t -W=t -S,--search=r -G,--config=r -A,--addon=w -y,--make=r+E", "t*",
     .flags = SCRIPTS, .handler = cordon_handle_interpreter},
    {"raco", .flags = GROUP | LONG},
    {"ecl|sbcl",
     "--eval,-eval=c --load,-load=r+E --script,-shell,--shell=r+E --core=r --userinit,--sysinit,--init=r --non-interactive",
     "t*", .flags = SCRIPTS, .handler = cordon_handle_interpreter},

    /* functional */
    {"agda|coqc|dafny|idris2|lean|why3|z3", "-o,--output,--output-dir=w -i,-I,-Q,-R=r -l=t", "m*", .flags = LONG},
    {"coqtop|idris", .rule = CORDON_RULE_ENDLESS, .reason = TYPE_REASON, .hint = REPL_HINT},
    {"elm", .flags = GROUP | LONG},
    {"elm make", "--output=w --docs=w --report=t", "r*", .flags = LONG},
    {"elm publish", .rule = CORDON_RULE_PUBLISH},
    {"elm reactor|repl", .rule = CORDON_RULE_ENDLESS},
    {"ghc",
     "-e=c -o,-odir,-hidir,-outputdir,-stubdir,-dumpdir,-hiedir=w -i:r -I:a -L:a -l:t -package,-package-id=t "
     "-package-db=a -pgmF,-pgmP,-pgmc,-pgma,-pgml,-pgmL,-pgms,-pgmi=p -optc,-optl,-optP,-optF,-opta=t -main-is=t -x=t "
     "-O:t --interactive!endless -fplugin:t -v:t -eventlog", "a*", .flags = ONLY | LONG, .handler = cordon_handle_compiler},
    {"ghci", .rule = CORDON_RULE_ENDLESS, .reason = TYPE_REASON, .hint = "Write `ghc -e CODE`, or `runghc FILE`."},
    {"gren|roc|spago|purs", .flags = GROUP | LONG},
    {"gren|roc|spago|purs repl", .rule = CORDON_RULE_ENDLESS, .reason = TYPE_REASON, .hint = REPL_HINT},
    {"gren|spago publish", .rule = CORDON_RULE_PUBLISH},
    {"menhir|ocamlbuild|ocamlformat|ocamllex|ocamlyacc|omake", "-build-dir,-o,--output=w -I=r -r=t -use-ocamlfind", "m*",
     .flags = LONG},
    {"ocaml|utop", "-e=c -I=a -init=r -open=t -ppx=p -require=t", "t*", .flags = SINGLE | SCRIPTS,
     .handler = cordon_handle_interpreter},
    {"ocamlc|ocamlc.opt|ocamldep|ocamldoc|ocamlmktop|ocamlopt|ocamlopt.opt",
     "-o,-d=w -I=a -pp,-ppx=p -cc=p -ccopt=t -cclib=t -open=t -w,-warn-error=t -impl,-intf=r -package=t -for-pack=t "
     "-plugin=r -dllpath=a -use-runtime=a -use-prims=r", "r*", .flags = SINGLE | LONG},
    {"ocamlfind", .flags = GROUP | LONG},
    {"runghc|runhaskell", "-f=p --ghc-arg=t -i:r -X:t -package=t", "t*", .flags = SINGLE | SCRIPTS | LONG,
     .handler = cordon_handle_interpreter},
    {"gprolog|swipl|yap", "-g,--query-goal,--entry-goal,--init-goal,--consult-goal=c -t,--goal=c -f,-l,-s,--consult-file=r "
     "-c=r+E -o=w -x=r -p=t", "t*", .flags = SCRIPTS, .handler = cordon_handle_interpreter},

    /* on the Java machine */
    {"amm|ammonite|kscript", "-c,--code,--predef-code=c -p,--predef=r -h,--home=w -w,--watch!endless", "t*",
     .flags = SCRIPTS | LONG, .handler = cordon_handle_interpreter},
    {"groovy", "-e=c -cp,-classpath,--classpath=m -D,--define=t -l:t!endless -i:t -c,--encoding=t --basescript=t", "t*",
     .flags = SCRIPTS | LONG, .handler = cordon_handle_jvm_script},
    {"groovyConsole|groovysh", .rule = CORDON_RULE_ENDLESS, .reason = TYPE_REASON, .hint = REPL_HINT},
    {"java|javaw",
     "-cp,-classpath,--class-path=r -p,--module-path=r -m,--module=t --add-modules=t --add-opens=t --add-exports=t "
     "--add-reads=t --patch-module=m --upgrade-module-path=r -jar=r -javaagent:r -agentpath:r -agentlib:t -D:m "
     "-Xbootclasspath:r -Xlog:m -Xloggc:w -Xrun:t -Xmx:t -Xms:t -Xss:t -Xmn:t -splash:r --source=t "
     "-XX:OnError:t!shell -XX:OnOutOfMemoryError:t!shell -XX:Flags:r -XX:VMOptionsFile:r -XX:HeapDumpPath:w "
     "-XX:ErrorFile:w -XX:LogFile:w -XX:SharedArchiveFile:a -XX:ArchiveClassesAtExit:w -XX:StartFlightRecording:m", "r m*",
     .flags = ONLY | FIRST | LONG, .handler = cordon_handle_java},
    {"jcmd", NULL, "t*", .flags = DATA, .handler = cordon_handle_jcmd},
    {"jdb", .rule = CORDON_RULE_ENDLESS, .reason = DEBUGGER_REASON, .hint = RUN_HINT},
    {"jjs|jrunscript", "-e=c -f=r+E -cp,-classpath=m -l=t -D:t -J:m", "t*", .flags = SINGLE | SCRIPTS,
     .handler = cordon_handle_interpreter},
    {"jshell", "--class-path=m --module-path=m --startup=m --feedback=t -R:t -J:m", "t*", .flags = SCRIPTS,
     .handler = cordon_handle_jshell, .hint = REPL_HINT},
    {"kotlin", "-e,-expression=c -cp,-classpath=m -howtorun=t -D:t -J:t", "t*", .flags = SINGLE | SCRIPTS | LONG,
     .handler = cordon_handle_jvm_script},
    {"scala|scala3", "-e,--execute-script-snippet,-E=c -cp,-classpath,--classpath=m -d=w -i=r -J:t -D:t -w,--watch!endless "
     "--main-class=t -O=t -S,--scala=t --dep=k -o=w", "t*", .flags = SINGLE | SCRIPTS | LONG,
     .handler = cordon_handle_jvm_script},
    {"scala-cli", "-e,--execute-script-snippet=c -w,--watch!endless --main-class=t --dep=k -o=w", .flags = GROUP | LONG},
    {"scala-cli console|repl|bsp", .rule = CORDON_RULE_ENDLESS, .reason = TYPE_REASON, .hint = REPL_HINT},
    {"scala-cli compile|fmt|package|run|test", "-e,--execute-script-snippet=c -w,--watch!endless -o,--output=w -d=w --dep=k "
     "--main-class,-M=t", "m*", .flags = LONG},
    {"scala-cli publish", .rule = CORDON_RULE_PUBLISH},

    /* others */
    {"csharp|fsharpi|fsi", "-e=c --exec+E -r=m -d:t", "t*", .flags = SCRIPTS, .handler = cordon_handle_interpreter,
     .hint = REPL_HINT},
    {"crystal", .flags = GROUP | LONG},
    {"crystal build|docs|run|spec", "-o,--output=w -D,--define=t --emit=t --target=t --link-flags=t -e,--example=t "
     "-l,--location=t", "m*", .flags = LONG},
    {"crystal eval", "-D=t", "c*", .flags = LONG},
    {"crystal i|interactive|play", .rule = CORDON_RULE_ENDLESS, .reason = TYPE_REASON, .hint = REPL_HINT},
    {"cscript|wscript", NULL, "r m*", .flags = CORDON_PROGRAM_SLASH_OPTIONS},
    {"dmd|gdmd|ldc2|ldmd2", "-of:w -od:w -I:a -J:r -L:t -run=r -D:t -version:t -conf:r", "r*", .flags = ONLY | LONG,
     .handler = cordon_handle_compiler},
    {"dub", .flags = GROUP | LONG},
    {"rdmd", "--eval:c --loop:c --compiler:p --main -of:w -I:a --extra-file:r", "m*", .flags = SINGLE | LONG},
    {"gforth", "-e,--evaluate=c -p,--path=r -i=r -m=t", "r*", .flags = BARE | STDIN},
    {"haxe", "-cp,-p,--class-path=r --main,-m=t --js,--cpp,--hl,--php,--python,--lua,--java,--jvm,--cs,--neko,--swf=w "
     "--cmd,-cmd=s -x=t --run=t --server-listen,--wait=t!endless -D,--define=t -L,--library=t -C,--cwd=d", "m*",
     .flags = SINGLE | LONG},
    {"gimp", "-b,--batch=c --batch-interpreter=t -i,--no-interface -g,--gimprc=r", "r*", .rule = CORDON_RULE_ENDLESS,
     .reason = WINDOW_REASON},
    {"puppet", .flags = GROUP | LONG},
    {"puppet agent|cert|code|device|node|plugin|resource|ssl", NULL, "t*", .rule = CORDON_RULE_REMOTE},
    {"puppet apply", "-e,--execute=c --modulepath=m -l,--logdest=m --noop", "r*", .flags = LONG,
     .handler = cordon_handle_puppet_apply},
    {"osascript", "-e=c -l=t -s=t -i!endless", "t*", .flags = SCRIPTS, .handler = cordon_handle_interpreter},
    {"wasmedge|wasmer|wasmtime", "--dir,--mapdir,--volume=m --env=v -O=t -W=t -S=t --profile=t --invoke,-i=t --cache-dir=w",
     .flags = GROUP | LONG},
    {"wasmedge|wasmer|wasmtime compile|validate|inspect|explore|objdump", "-o,--output=w --target=t", "r*", .flags = LONG},
    {"wasmer deploy|login|publish|push", .rule = CORDON_RULE_PUBLISH},
    {"wasmtime serve", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
};
/* clang-format on */

const CordonProgramTable cordon_programs_languages = {ROWS, G_N_ELEMENTS(ROWS)};
