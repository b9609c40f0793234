/* SPDX-License-Identifier: MIT */
/* Compilers, build tools, test runners, linters and formatters, and the small helpers of builds.
 *
 * They take long, read sources, and write below the loop's folder.  What they build and test is the project's matter;
 * what they are told to start by an option is judged.  Compilers may read the places of the toolchain. */
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

#define ONCE_HINT     "Run it without the watch mode."
#define SERVER_HINT   "Ask the user to start it in the terminal."
#define WATCH_REASON  "watches the files for ever"
#define SERVES_REASON "serves for ever"
#define HOOKS_REASON  "installs hooks into .git, which the user's own git runs later"
#define HOOKS_HINT    "Run the checks themselves; ask the user to install hooks."

#define WATCH "-w,--watch:t!endless "

/* Source: gcc(1), clang --help.  Every option here may have its value glued to it. */
#define GCC                                                                                                            \
    "-o,--output=w -I,--include-directory=a -L,--library-directory=a -B,--prefix=a -F=a -isystem=a -iquote=a "         \
    "-idirafter=a -isysroot=a --sysroot=a -iprefix=t -iwithprefix=t -iwithprefixbefore=t -imultilib=t -iframework=a "  \
    "-include,--include=r -imacros=r -include-pch=r -D=t -U=t -A=t -l=t -u=t -z=t -e,--entry=t -x,--language=t "       \
    "-T=a -MF=w -MT=t -MQ=t -MJ=w -MD -MMD -MM -MP -M -MG -dumpbase=w -dumpbase-ext=t -dumpdir=w -aux-info=w "         \
    "-specs,--specs=a -wrapper=t -Xlinker=t -Xassembler=m -Xpreprocessor=m -Xclang=m -Xcuda-ptxas=t -mllvm=t "         \
    "-target,--target=t -arch=t -framework=t -weak_framework=t -install_name=t -current_version=t "                    \
    "-compatibility_version=t -bundle_loader=a -filelist=r -exported_symbols_list=r --param=t --config=r "             \
    "--gcc-toolchain=a -gcc-toolchain=a -resource-dir=a -working-directory=d -fplugin:a -fpass-plugin:a -load=a "      \
    "-fuse-ld:p --ld-path:p -ivfsoverlay=r -fmodules-cache-path:w -fmodule-file:r -fmodule-map-file:r "                \
    "-fprofile-use:m -fprofile-generate:w -fprofile-dir:w -fprofile-instr-use:r -fprofile-instr-generate:w "           \
    "-fprofile-update:t -ffile-prefix-map:t -fdebug-prefix-map:t -fmacro-prefix-map:t -fdebug-compilation-dir:t "      \
    "-fsanitize-blacklist:r -fsanitize-ignorelist:r -fsanitize-coverage-allowlist:r -fsanitize-coverage-ignorelist:r "        \
    "-fprofile-list:r -fprofile-sample-use:r -fauto-profile:r -fembed-offload-object:r -fthinlto-index:r "                 \
    "-fmodule-mapper:t -fprebuilt-module-path:r -foffload:t -frandom-seed:t -save-temps:t -stdlib:t -std:t -march:t -mtune:t -mcpu:t "   \
    "-flto:t -O:t -W:t -g:t -ccbin,--compiler-bindir=p --cuda-path=a -J=w -iplugindir:a"

/* Source: ld(1), lld. */
#define LD                                                                                                             \
    "-o,--output,-output=w -L,--library-path=a -l,--library=t -T,--script,-dT,--default-script=a -rpath,--rpath=t "    \
    "-rpath-link,--rpath-link=a -R,--just-symbols=a -Y=a --sysroot,-sysroot=a -e,--entry,-entry=t -u,--undefined=t "   \
    "-z=t -m=t -h,-soname,--soname=t -I,-dynamic-linker,--dynamic-linker=a -Map,--Map=w --dependency-file=w "          \
    "-plugin,--plugin=a -plugin-opt,--plugin-opt=t --version-script,-version-script=a --dynamic-list=a "               \
    "--retain-symbols-file=r -c,--mri-script=r -b,--format=t --oformat=t -f,--auxiliary,-F,--filter=t -init,-fini=t "  \
    "--defsym,-defsym=t --wrap,-wrap=t --build-id:t --out-implib=w --section-start=t -Ttext,-Tdata,-Tbss=t "           \
    "--hash-style:t --gc-sections --symbol-ordering-file=r --call-graph-ordering-file=r --reproduce:w "                \
    "--thinlto-cache-dir:w --lto-obj-path:w --print-map --icf:t --threads:t -O:t -syslibroot=a -arch=t "               \
    "-platform_version=t -framework=t -install_name=t -exported_symbols_list=r -dylib_file=t -lto_library=a"

/* Targets and variables: the handler looks at them. */
#define MAKE                                                                                                           \
    "-C,--directory=d -f,--file,--makefile=r -I,--include-dir=a -o,--old-file,--assume-old=t "                         \
    "-W,--what-if,--new-file,--assume-new=t --eval,-E=t -j,--jobs:t -l,--load-average,--max-load:t "                   \
    "-O,--output-sync:t --debug:t --shuffle:t --jobserver-style:t -n,--just-print,--dry-run,--recon -q,--question "    \
    "-t,--touch --environment-overrides --ignore-errors --keep-going --no-builtin-rules --no-builtin-variables "       \
    "--silent --quiet --print-data-base --trace --always-make --warn-undefined-variables --version --help"

#define JEST                                                                                                           \
    "--watch:t!endless --watchAll:t!endless --watchman:t --watchPathIgnorePatterns=t --watchPlugins=t -c,--config=m "  \
    "-t,--testNamePattern=t --testPathPattern,--testPathPatterns=t --testPathIgnorePatterns=t --testRegex=t "          \
    "--testMatch=t --testTimeout=t --rootDir=r --roots=r --coverageDirectory=w --coverageReporters=m "                 \
    "--collectCoverageFrom=t --coveragePathIgnorePatterns=t --coverageProvider=t --coverageThreshold=t "               \
    "--outputFile=w --reporters=m -w,--maxWorkers=t --maxConcurrency=t --env,--testEnvironment=m "                     \
    "--setupFiles,--setupFilesAfterEnv=r --globalSetup,--globalTeardown=r --changedSince=t --cacheDirectory=w "        \
    "--filter=r --haste=t --moduleNameMapper=t --modulePaths=r --preset=m --projects=r --resolver=r --runner=m "       \
    "--seed=t --selectProjects=t --shard=t --snapshotSerializers=m --testResultsProcessor=m --testRunner=m "           \
    "--testSequencer=m --transform=t --transformIgnorePatterns=t --ignoreProjects=t -b,--bail:t -u -o -f -i"

#define PYTEST                                                                                                         \
    "-c,--config-file=r --rootdir=r -k,-m=t -o,--override-ini=m -p=t -n,--numprocesses=t --dist=t --basetemp=w "       \
    "--junitxml,--junit-xml=w --junitprefix,--junit-prefix=t --cov:t --cov-report=t --cov-config=r --cov-fail-under=t "\
    "--log-file=w --log-level,--log-cli-level,--log-file-level=t --log-format,--log-cli-format=t --confcutdir=r "      \
    "--ignore=r --ignore-glob=t --deselect=t --durations=t --durations-min=t --maxfail=t --tb=t --pdb!endless "        \
    "--pdbcls=t --trace!endless -W,--pythonwarnings=t --import-mode=t --timeout=t --color=t --capture=t --show-capture=t " \
    "-r:t -f,--looponfail!endless --report-log=w --html=w --css=r --json-report-file=w --pastebin=t!web --assert=t "   \
    "--benchmark-json=w --benchmark-storage=m --snapshot-update --splits=t --group=t --reruns=t --reruns-delay=t "     \
    "--tx=t --rsyncdir=y --browser=t --base-url=u --ds=t --dc=t --hypothesis-seed=t --lf --ff --sw --co"

#define ESLINT                                                                                                         \
    "-c,--config=r --env=t --ext=t --global=t --parser=m --parser-options=t --resolve-plugins-relative-to=r "          \
    "--rulesdir=r --plugin=m --rule=t --ignore-path=r --ignore-pattern=t --stdin-filename=t --max-warnings=t "         \
    "-o,--output-file=w -f,--format=m --report-unused-disable-directives-severity=t --cache-file=w --cache-location=w "\
    "--cache-strategy=t --fix-type=t --flag=t --print-config=r --concurrency=t --suppressions-location=w --suppress-rule=t"

static const CordonProgram ROWS[] = {
    /* Compilers and linkers */
    {"addr2line|c++filt|nm|objdump|readelf|size|llvm-nm|llvm-objdump|llvm-readelf|llvm-size|" "llvm-symbolizer|otool",
     "-e,--exe,--obj=a -b,--target=t -j,--section=t -m,--architecture=t -M,--disassembler-options=t -x,--hex-dump=t "
     "-p=t -R=t --start-address,--stop-address,--adjust-vma=t --plugin=a --demangle:t --format,-F=t --radix,-t=t "
     "--dwarf-depth=t", "a*", .flags = ABBR},
    {"afl-clang-fast|afl-clang-fast++|afl-g++|afl-gcc|c++|c89|c99|cc|clang|clang++|cpp|em++|emcc|f77|f95|"
     "flang|g++|gcc", GCC, "a*", .flags = ONLY | LONG, .handler = cordon_handle_compiler},
    {"gdc", "-of:w -od:w " GCC, "a*", .flags = ONLY | LONG, .handler = cordon_handle_compiler},
    {"gccgo|gfortran|gnatmake|hipcc|icc|icpc|icpx|icx|ifort|ifx|mpic++|mpicc|mpicxx|mpif90|musl-gcc|" "nvcc|tcc", GCC,
     "a*", .flags = ONLY | LONG, .handler = cordon_handle_compiler},
    {"g++-9|g++-10|g++-11|g++-12|g++-13|g++-14|g++-15|gcc-9|gcc-10|gcc-11|gcc-12|gcc-13|gcc-14|gcc-15", GCC, "a*",
     .flags = ONLY | LONG, .handler = cordon_handle_compiler},
    {"clang-13|clang-14|clang-15|clang-16|clang-17|clang-18|clang-19|clang-20|clang-21", GCC, "a*", .flags = ONLY | LONG,
     .handler = cordon_handle_compiler},
    {"clang++-13|clang++-14|clang++-15|clang++-16|clang++-17|clang++-18|clang++-19|clang++-20|clang++-21", GCC, "a*",
     .flags = ONLY | LONG, .handler = cordon_handle_compiler},
    {"aarch64-linux-gnu-g++|aarch64-linux-gnu-gcc|arm-linux-gnueabihf-g++|arm-linux-gnueabihf-gcc|"
     "arm-none-eabi-g++|arm-none-eabi-gcc", GCC, "a*", .flags = ONLY | LONG, .handler = cordon_handle_compiler},
    {"avr-g++|avr-gcc|i686-w64-mingw32-g++|i686-w64-mingw32-gcc|riscv64-linux-gnu-gcc|" "riscv64-unknown-elf-gcc", GCC,
     "a*", .flags = ONLY | LONG, .handler = cordon_handle_compiler},
    {"x86_64-linux-gnu-g++|x86_64-linux-gnu-gcc|x86_64-linux-musl-gcc|x86_64-w64-mingw32-g++|" "x86_64-w64-mingw32-gcc",
     GCC, "a*", .flags = ONLY | LONG, .handler = cordon_handle_compiler},
    {"as|llvm-mc|nasm|yasm",
     "-a:t -o,--output=w -I,-i=a -f=t -F=t -D,-d:t -U,-u:t -p=r -P:r -l:w -L=t -MD:w -MF=w -MT=t -MQ=t --defsym=t -X=t "
     "-W:t -w:t -O:t -triple=t", "a*", .flags = ONLY | LONG, .handler = cordon_handle_compiler},
    {"ccache|sccache", "-M,--max-size=t -F,--max-files=t -o,--set-config=t!unreadable -k,--get-config=t -d,--directory=d "
     "--config-path=r --start-server!endless --stop-server!kill", "o", .flags = LONG},
    {"cl|clang-cl|lib|ml64|rc", NULL, "r*", .flags = CORDON_PROGRAM_SLASH_OPTIONS | LONG},
    {"distcc|icecc", NULL, "o", .flags = LONG},
    {"dlltool|llvm-dlltool|llvm-windres|windres|x86_64-w64-mingw32-windres",
     "-o,--output,--output-def,-e,--output-exp,-l,--output-lib=w -i,--input,-d,--input-def=r -I,--include-dir=a "
     "-J,--input-format=t -O,--output-format=t -F,--target=t -D,--define,--dllname=t --preprocessor=p "
     "--preprocessor-arg=t -m,--machine=t", "r w", .flags = LONG},
    {"dsymutil|install_name_tool|lipo", "-o,-output=w -arch,-thin,-extract,-id,-add_rpath,-delete_rpath=t -create -info",
     "m*", .flags = SINGLE},
    {"fpc", "-o:w -FE:w -FU:w -Fu:a -Fi:a -Fl:a -I:a -P:t -T:t -O:t -d:t", "r*", .flags = ONLY | LONG,
     .handler = cordon_handle_compiler},
    {"cobc|gnat|gprbuild|nagfor", NULL, "m*", .flags = LONG | DATA},
    {"gcov|gcovr|genhtml|lcov",
     "-o,--output,--output-file,--output-directory,--object-directory=m -r,--root=r -f,--filter=t -e,--exclude=t "
     "-a,--add-tracefile=r -d,--directory=r -b,--base-directory=r --rc=t --gcov-tool,--gcov-executable=p -x,--xml:w "
     "-c,--capture --html:w --html-details:w --json:w --txt:w --csv:w --cobertura:w --config-file=r -p,--prefix=t "
     "-t,--test-name=t", "m*", .flags = LONG},
    {"jar|jdeps|jlink|jmod|jpackage",
     "-C=d -f,--file=w -m,--manifest=r -e,--main-class=t --output=w --release=t -cp,-classpath,--class-path=m "
     "-p,--module-path=m -d,--dest=w --add-modules=t", "m*", .flags = LONG},
    {"jarsigner|keytool",
     "-keystore,-srckeystore,-destkeystore,-file=w -storepass,-keypass=t -alias,-dname,-keyalg,-keysize,-validity=t "
     "-signedjar=w", "m*", .flags = SINGLE},
    {"javac|javadoc", "-d=w -s=w -h=w -cp,-classpath,--class-path=r -p,--module-path=r -sourcepath,--source-path=r "
     "-processorpath,--processor-path=r -processor=t --release=t -source,--source=t -target,--target=t -encoding=t "
     "-bootclasspath,-endorseddirs,-extdirs=a -J:m -A:t -Xplugin:t -Xlint:t -Xdoclint:t "
     "--add-modules,--add-exports,--add-reads=t --module-source-path=r -m,--module=t --system=a -doclet=t "
     "-docletpath=r -overview=r -link=m -subpackages,-windowtitle,-doctitle,-header=t", "r*", .flags = ONLY | LONG,
     .handler = cordon_handle_java},
    {"javap", "-cp,-classpath,--class-path=m --module-path,-p=m -bootclasspath=a -m,--module=t", "m*", .flags = SINGLE},
    {"kotlinc|kotlinc-js|kotlinc-jvm|kotlinc-native",
     "-d,-o=w -cp,-classpath=m -script -e,-expression=c -jvm-target=t -module-name=t -language-version,-api-version=t "
     "-kotlin-home,-jdk-home=a -P=t -library,-l=m -produce,-p=t -version+E", "r*", .flags = SINGLE | LONG | BARE},
    {"ld|gold|ld.bfd|ld.gold|ld.lld|ld64.lld|lld|lld-link|mold|wasm-ld|aarch64-linux-gnu-ld|" "arm-none-eabi-ld", LD,
     "a*", .flags = ONLY | LONG, .handler = cordon_handle_compiler},
    {"llc|llvm-cov|llvm-dis|llvm-link|llvm-profdata|opt",
     "-o,--output=w -instr-profile,-object=r -load,-load-pass-plugin=a -output-dir=w -passes=t -filetype=t "
     "-march,-mtriple,-mcpu=t", "m*", .flags = SINGLE | LONG},
    {"nim",
     "-o,--out=w --outdir=w --nimcache=w -p,--path=r -d,--define=t -u,--undef=t --eval:c --passC,-t:t --passL,-l:t "
     "--cc=t --cincludes=a --clibdir=a --import=r --include=r --lib=a --app:t --mm,--gc:t", "a*", .flags = ONLY | LONG,
     .handler = cordon_handle_compiler},
    {"nimble", .flags = GROUP | LONG},
    {"nimble publish", .rule = CORDON_RULE_PUBLISH},
    {"objcopy|llvm-objcopy|aarch64-linux-gnu-objcopy|arm-none-eabi-objcopy",
     "-I,--input-target=t -O,--output-target=t -F,--target=t -B,--binary-architecture=t -j,--only-section=t "
     "-R,--remove-section=t -K,--keep-symbol=t -N,--strip-symbol=t -L,--localize-symbol=t -W,--weaken-symbol=t "
     "--add-section,--update-section,--dump-section=m --rename-section,--set-section-flags,--redefine-sym=t "
     "--redefine-syms=r --add-gnu-debuglink=r --split-dwo=w -G=t", "a w", .flags = LONG},
    {"clippy-driver|rustc|rustdoc",
     "-o,--output=w --out-dir=w -L=m -l=t -C,--codegen=t --crate-type,--crate-name,--edition=t --emit=m --print=m "
     "--extern=m --target=m --target-dir=w --sysroot=a --cfg,--check-cfg,--cap-lints=t -A,--allow=t -W,--warn=t "
     "-D,--deny=t -F,--forbid=t -Z=t --error-format=t "
     "--color,--remap-path-prefix,--explain,--json,--diagnostic-width,--test-args=t "
     "--html-in-header,--html-before-content,--html-after-content,--markdown-css,--theme=r -e,--extend-css=r "
     "--test-run-directory=d --runtool,--test-runtool,--test-builder=p --runtool-arg,--test-runtool-arg=t", "r*", .flags = ONLY | LONG, .handler = cordon_handle_rustc},
    {"scalac", "-d=w -cp,-classpath,--class-path=m -sourcepath=m -bootclasspath=m -Xplugin:r -P:t -J:t", "r*",
     .flags = SINGLE | LONG},
    {"gcc-strip|llvm-strip|strip|aarch64-linux-gnu-strip|arm-none-eabi-strip",
     "-o=w -F,--target=t -I,--input-target=t -O,--output-target=t -K,--keep-symbol=t -N,--strip-symbol=t "
     "-R,--remove-section=t", "w*", .flags = LONG},
    {"swiftc", "-o=w -I=a -L=a -F=a -module-name=t -emit-module-path=w -emit-objc-header-path=w -target=t -sdk=a -Xcc=m "
     "-Xlinker=m -Xfrontend=m -import-objc-header=r -output-file-map=r -module-cache-path=w -working-directory=d "
     "-swift-version=t -l:t -D:t -load-plugin-executable=a -plugin-path=a -use-ld:p -tools-directory=a -j=t", "a*",
     .flags = ONLY | LONG, .handler = cordon_handle_compiler},
    {"xcodebuild", "-project,-workspace,-xcconfig,-exportOptionsPlist,-xctestrun=r "
     "-scheme,-target,-configuration,-destination,-sdk,-toolchain,-arch=t "
     "-derivedDataPath,-archivePath,-exportPath,-resultBundlePath,-localizationPath=w -only-testing:t -skip-testing:t "
     "-jobs=t", "t*", .flags = SINGLE | LONG},
    {"zig", .flags = GROUP | LONG},
    {"zig build",
     "-p,--prefix=w --prefix-lib-dir,--prefix-exe-dir,--prefix-include-dir=w --cache-dir,--global-cache-dir=w "
     "--build-file=r --watch!endless --search-prefix=a --sysroot=a --libc=a --zig-lib-dir=a -D:m --summary=t -j:t "
     "--fuzz:t!endless --webui:t!endless --system=a", "t*", .flags = LONG, .handler = cordon_handle_targets},
    {"zig build-exe|build-lib|build-obj|run|test|translate-c",
     "-femit-bin:w -femit-asm:w -femit-llvm-ir:w -femit-docs:w -I=a -isystem=a -L=a -D:t -l:t -target=t -mcpu=t -O=t "
     "--name=t --cache-dir,--global-cache-dir=w --zig-lib-dir=a --sysroot=a --test-cmd=p --test-filter=t "
     "--mod,--dep=t -M:m --script,-T=r", "r m*", .flags = SINGLE | LONG},
    {"zig c++|cc", GCC, "a*", .flags = ONLY | LONG, .handler = cordon_handle_compiler},
    {"zig fetch", "--save:t --global-cache-dir=w", "k", .flags = LONG},
    {"zig std", .rule = CORDON_RULE_ENDLESS},

    /* Build tools */
    {"aclocal|autoconf|autoheader|autom4te|automake|autopoint|autoreconf|autoscan|gettextize|libtoolize",
     "-I,--include,-B,--prepend-include=a -o,--output=w -W,--warnings=t --acdir,--system-acdir=a --diff:t "
     "-l,--language=t -C,--cache=w -m,--mode=t -p,--preselect=t -t,--trace=t", "r*", .flags = ABBR | LONG},
    {"b2|bjam", "-f=r -o=w -j=t --prefix,--exec-prefix,--libdir,--includedir,--build-dir,--stagedir=w "
     "--user-config,--project-config=r -s=t -d=t", "m*", .flags = LONG},
    {"bazel|bazelisk",
     "--output_base,--output_user_root,--install_base=w --bazelrc=r --host_jvm_args=t --server_javabase=a "
     "--max_idle_secs=t", .flags = GROUP | LONG},
    {"bazel|bazelisk aquery|build|coverage|cquery|fetch|mobile-install|query|run|sync|test|vendor",
     "--run_under=S --script_path=w --shell_executable=a "
     "--remote_cache,--remote_executor,--bes_backend,--remote_downloader=h --registry=u "
     "--override_repository,--override_module,--package_path=m --symlink_prefix=w "
     "--profile,--build_event_json_file,--build_event_text_file,--build_event_binary_file,--explain,--output_file,"
     "--disk_cache,--repository_cache=w --credential_helper=m -c,--compilation_mode=t -j,--jobs=t "
     "--action_env,--test_env,--repo_env=v", "t*", .flags = LONG | DATA},
    {"bison|byacc|yacc",
     "-o,--output=w -H,--header,--defines:w -d -g,--graph:w -x,--xml:w --html:w -b,--file-prefix=t -p,--name-prefix=t "
     "-S,--skeleton=r -L,--language=t -F:t -D,--define:t -W,--warnings:t", "r*", .flags = LONG},
    {"bmake", "-C=d -f=r -I,-m=a -D=t -V=t -d:t -j=t -J=t -T=w -n -q -t", "t*", .flags = LONG,
     .handler = cordon_handle_make},
    {"buck|buck2|pants|plz", .flags = GROUP | LONG},
    {"buck|buck2 kill|killall", .rule = CORDON_RULE_KILL},
    {"buck|buck2|pants|plz deploy|publish|upload", .rule = CORDON_RULE_PUBLISH},
    {"buck|buck2|pants|plz build|check|cover|fmt|lint|list|query|run|test|targets|tailor",
     "-o,--out=w --config=t --bxl=r", "t*", .flags = LONG | DATA},
    {"buf", .flags = GROUP | LONG},
    {"buf build|breaking|dep|export|format|generate|lint|ls-files",
     "-o,--output=w --template=r --against=k --config=m --path=r --error-format=t -w,--write", "m*", .flags = LONG},
    {"buf push|registry", .rule = CORDON_RULE_PUBLISH},
    {"ccmake|cmake-gui", .rule = CORDON_RULE_ENDLESS, .reason = "waits for a person", .hint = "Use `cmake -D NAME=VALUE`."},
    {"cmake|cmake3", .flags = ONLY | LONG, .handler = cordon_handle_cmake},
    {"cmake:bin2c|cmake:compare_files|cmake:md5sum|cmake:sha1sum|cmake:sha256sum|cmake:sha512sum", "--ignore-eol", "r*",
     .flags = 0},
    {"cmake:capabilities|cmake:echo_append|cmake:false|cmake:true", NULL, "t*", .flags = 0},
    {"cmake:chdir", .flags = ONLY | LONG, .handler = cordon_handle_cmake_chdir},
    {"cmake:copy_directory|cmake:copy_directory_if_different|cmake:copy_if_different|cmake:copy_if_newer", "-t=w", "r* w",
     .flags = 0},
    {"cmake:touch_nocreate", NULL, "w*", .flags = 0},
    {"config.status|configure",
     "--prefix,--exec-prefix,--bindir,--sbindir,--libdir,--libexecdir,--includedir,--datadir,--datarootdir,"
     "--mandir,--docdir,--sysconfdir,--localstatedir,--runstatedir,--sharedstatedir=m --srcdir=r --cache-file=w "
     "--host,--build,--target,--program-prefix,--program-suffix=t", "m*", .flags = ABBR | LONG},
    {"cython|cython3|cythonize|swig",
     "-o,--output-file,-outdir=w -I,--include-dir=a -w,--working=d -X,--directive=t -D:t -j=t -module=t", "r*",
     .flags = LONG},
    {"flex|lex|ragel|re2c|gperf",
     "-o,--output,--outfile,--output-file=w --header-file:w --tables-file:w -P,--prefix=t -S,--skel=r -C:t -N=t -L=t "
     "-K=t", "r*", .flags = LONG},
    {"gmake|make|mingw32-make|remake", MAKE, "t*", .flags = ABBR | LONG, .handler = cordon_handle_make},
    {"gn", .flags = GROUP | LONG},
    {"gn args|gen", "--args=t --root=r --script-executable=p --ide=t --dotfile=r", "w m*", .flags = LONG},
    {"gyp|node-gyp", "-C,--directory=d --target=t --arch=t --dist-url=u --nodedir=a --python=p --devdir=w --tarball=r",
     "t*", .flags = LONG},
    {"glibtool|libtool", "--mode=t --tag=t", "o", .flags = LONG},
    {"meson", .flags = GROUP | LONG},
    {"meson compile|configure|dist|format|introspect|rewrite",
     "-C=d -j,--jobs=t --ninja-args,--vs-args=t -o,--output=w -i,--inplace -c,--configuration=r -D=m --formats=t", "t*",
     .flags = LONG | DATA},
    {"meson devenv", "-C=d -w,--workdir=d", "o", .flags = LONG, .handler = cordon_handle_needs_command},
    {"meson init|setup", "-C=d -D=m "
     "--prefix,--bindir,--libdir,--includedir,--datadir,--mandir,--localedir,--sbindir,--sysconfdir,--libexecdir=m "
     "--cross-file,--native-file=r "
     "--buildtype,--backend,--default-library,--wrap-mode,--unity,--warnlevel,--optimization=t -n,-t,-l=t "
     "--pkg-config-path,--cmake-prefix-path=a", "w r", .flags = LONG},
    {"meson install", "-C=d --destdir=w --tags=t", "t*", .flags = LONG},
    {"meson test",
     "-C=d --wrap,--wrapper=p --gdb!endless --gdb-path=p --suite,--no-suite,--setup=t -t,--timeout-multiplier=t "
     "--repeat=t --maxfail=t --test-args,--logbase=t -j,--num-processes=t -i,--interactive!endless", "t*",
     .flags = LONG | DATA},
    {"moc|qmake|qmake6|rcc|uic|lrelease|lupdate", "-o=w -I:a -D:t -spec=t -set=t -query=t", "m*", .flags = SINGLE | LONG},
    {"ninja|ninja-build|samu", "-C=d -f=r -j=t -k=t -l=t -d=t -t=t -w=t", "t*", .flags = LONG,
     .handler = cordon_handle_targets},
    {"nmake", NULL, "t*", .flags = CORDON_PROGRAM_SLASH_OPTIONS | LONG, .handler = cordon_handle_targets},
    {"pkg-config|pkgconf", "--define-variable,--variable,--atleast-version,--exact-version,--max-version=t --with-path=a",
     "t*", .flags = DATA},
    {"premake5|redo|tup|xmake", "-f,--file=r -F=r -P,--project=d -o=w", "t*", .flags = LONG,
     .handler = cordon_handle_targets},
    {"flatc|protoc|thrift",
     "-I,--proto_path=a -o,--descriptor_set_out,--dependency_out=w --plugin=m --descriptor_set_in=r "
     "--encode,--decode=t -out=w --gen=t", "r*", .flags = LONG},
    {"pyinstaller|cxfreeze|nuitka|pex|shiv",
     "--distpath,--workpath,--specpath,--output-dir,--target-dir=w -o,--output-file=w -n,--name=t "
     "--add-data,--add-binary=m -p,--paths=r --hidden-import=t --additional-hooks-dir,--runtime-hook=r -i,--icon=r "
     "--upx-dir=a", "m*", .flags = LONG},
    {"scons", "-C,--directory=d -f,-Y,--file,--makefile,--sconstruct=r -I,--include-dir=r -j,--jobs=t --site-dir=r "
     "--cache-debug:w --profile=w -n,--dry-run", "t*", .flags = LONG, .handler = cordon_handle_targets},
    {"wasm-bindgen|wasm-opt|wasm-tools|wasm2wat|wat2wasm", "-o,--output,--out-dir=w --out-name=t --target=t", "m*",
     .flags = LONG},

    /* Runners of tasks */
    {"doit", "-f,--file=r -d,--dir=d -n,--process=t -P=t --db-file=w -o,--output-file=w -r=t -v=t", "t*", .flags = LONG,
     .handler = cordon_handle_targets},
    {"dagger|earthly", "-f,--file=r -C,--dir=d", "t*", .flags = LONG, .handler = cordon_handle_targets},
    {"drake|rake|thor",
     "-f,--rakefile=r -C,--directory=d -D,--describe:t -e,--execute=c -E,--execute-continue=c -p,--execute-print=c "
     "-r,--require=m -I,--libdir=r -R,--rakelib,--rakelibdir=r -j,--jobs:t -T,--tasks:t -P -W:t -n,--dry-run "
     "--suppress-backtrace=t --backtrace:t --trace:t", "t*", .flags = LONG, .handler = cordon_handle_targets},
    {"fab", "-l --list -h --help -V --version", .rule = CORDON_RULE_REMOTE, .flags = ONLY | LONG,
     .handler = cordon_handle_unless_listed},
    {"go-task", "-t,--taskfile=m -d,--dir=d -w,--watch!endless -o,--output=t -C,--concurrency=t -I,--interval=t -n,--dry "
     "-l,--list -a,--list-all", "t*", .flags = LONG, .handler = cordon_handle_targets},
    {"grunt", "--base=d --gruntfile=r --tasks=r --npm=t", "t*", .flags = LONG, .handler = cordon_handle_targets},
    {"gulp", "-f,--gulpfile=r --cwd=d --require,--preload=r -T,--tasks --tasks-json:w --log-level=t", "t*", .flags = LONG,
     .handler = cordon_handle_targets},
    {"inv|invoke", "-c,--collection=t -r,--search-root=r -f,--config=r -T,--command-timeout=t -l,--list:t -R,--dry", "t*",
     .flags = LONG, .handler = cordon_handle_targets},
    {"jake", "-f,--jakefile=r -C,--directory=d -J,--jakelibdir=r -T,--tasks", "t*", .flags = LONG,
     .handler = cordon_handle_targets},
    {"just",
     "-f,--justfile=r -d,--working-directory=d --dotenv-filename=r -E,--dotenv-path=r --set=t --shell=p --shell-arg=t "
     "-c,--command=p --choose!endless --chooser=p -e,--edit!endless --color=t "
     "--list-heading,--list-prefix,-s,--show,--completions=t --tempdir=w -n,--dry-run -l,--list", "t*", .flags = LONG,
     .handler = cordon_handle_targets},
    {"lage", NULL, "t*", .flags = LONG, .handler = cordon_handle_targets},
    {"moon", .flags = GROUP | LONG},
    {"moon check|ci|r|run", "-c,--concurrency=t -p,--profile=t --query=t", "t*", .flags = LONG,
     .handler = cordon_handle_targets},
    {"mage", "-d=d -w=d -goos,-goarch=t -gocmd=p -compile=w -t=t -l", "t*", .flags = SINGLE | LONG,
     .handler = cordon_handle_targets},

    /* Compilers of JavaScript, styles, templates and documents */
    {"babel", WATCH
     "-d,--out-dir=w -o,--out-file=w -f,--filename=r --config-file=r --presets,--plugins=t -x,--extensions=t "
     "--ignore,--only=t --root-mode=t --env-name=t --out-file-extension=t -s,--source-maps:t --source-root=t", "r*",
     .flags = LONG},
    {"browserify",
     "-o,--outfile=w -r,--require=t -e,--entry=r -i,--ignore=t -u,--exclude=t -x,--external=t -t,--transform=t -g=t "
     "-p,--plugin=t -s,--standalone=t", "r*", .flags = LONG},
    {"bunchee|father|microbundle|mkdist|pkgroll|preconstruct|tsdown|tsup|unbuild",
     "--watch:m!endless -w:t!endless -d,--out-dir,--outDir,-o,--output=w -c,--config=r --tsconfig=r --entry,-i=m "
     "--format,-f=t --target=t --name=t --onSuccess,--on-success=S --external=t", "m*", .flags = LONG, .handler = cordon_handle_word},
    {"bunchee:dev|bunchee:watch|father:dev|microbundle:watch|preconstruct:dev|preconstruct:watch",
     .rule = CORDON_RULE_ENDLESS, .reason = WATCH_REASON, .hint = ONCE_HINT},
    {"bibtex|biber|chktex|dvipdfmx|dvips|dvisvgm|kpsewhich|latexdiff|latexindent|makeglossaries|makeindex|"
     "texcount|xindy",
     "-o,-O,--output,--output-file,--output-directory=w -s,-l,-c=r -t=t -p=t --input-directory=r --format=t", "r*",
     .flags = LONG},
    {"cleancss|html-minifier|html-minifier-terser|svgo|terser|uglifyjs", WATCH
     "-o,--output=w -c:t -m:t --config-file,--config=r --source-map=t --input-dir=r --output-dir=w -f,--folder=w "
     "-i,--input=m", "r*", .flags = LONG},
    {"context|eptex|etex|initex|latex|luahbtex|lualatex|luatex|mf|mpost|pdflatex|pdftex|platex|tex|"
     "uplatex|xelatex|xetex",
     "-shell-escape,--shell-escape,-enable-write18,--enable-write18!shell -cnf-line,--cnf-line=t!unreadable "
     "-output-directory,--output-directory=w -jobname,--jobname=t -interaction,--interaction=t -fmt,--fmt=t "
     "-include-directory=r --lua=r -synctex,--synctex=t -output-format,--output-format=t "
     "-output-comment,-progname,-kpathsea-debug,-translate-file=t", "t*", .flags = SINGLE | LONG | BARE,
     .handler = cordon_handle_tex},
    {"doxygen|sphinx-apidoc|sphinx-quickstart", "-o,--output-dir=w -g=w -u=w -w=t -d=t -s -f", "r*", .flags = LONG},
    {"esbuild",
     "--outfile:w --outdir:w --watch:t!endless --serve:t!endless --servedir:r!endless --metafile:w --tsconfig:r --outbase:r",
     "m*", .flags = LONG},
    {"ejs|handlebars|nunjucks-precompile|pug|stylus", WATCH
     "-o,--out,--output=w -P -I,--include=r -u,--use=t -p,--path=r", "r*", .flags = LONG},
    {"latexmk", "-pvc,--pvc,-pv,--pv!endless -e=c -r=r -latex,-pdflatex,-lualatex,-xelatex,-dvips,-ps2pdf:S "
     "-outdir,-output-directory,-auxdir,-out2dir:w -jobname:t -shell-escape,--shell-escape,-enable-write18!shell "
     "-latexoption:t -usepretex,-pretex:c -interaction:t -synctex:t", "r*", .flags = SINGLE | LONG},
    {"lessc", "--include-path:r --source-map:w --plugin:t --modify-var:t --global-var:t", "r w", .flags = LONG},
    {"less-watch-compiler|watchify|budo", .rule = CORDON_RULE_ENDLESS, .reason = WATCH_REASON, .hint = ONCE_HINT},
    {"ncc", WATCH "-o,--out=w -e,--external=t", "t m*", .flags = LONG},
    {"parcel", .rule = CORDON_RULE_ENDLESS, .flags = GROUP | LONG, .reason = "serves or watches for ever",
     .hint = "Write `parcel build ENTRY`."},
    {"parcel build",
     "-d,--dist-dir,--out-dir=w --cache-dir=w --public-url=t --target=t --config=m --log-level=t --reporter=t "
     "--feature-flag=t --watch!endless", "m*", .flags = LONG},
    {"pkg|nexe", "-o,--output,--out-path=w -t,--targets,--target=t -c,--config=r -i,--input=r", "r*", .flags = LONG},
    {"postcss", WATCH
     "-o,--output=w -d,--dir=w -u,--use=t -c,--config=r --base=r --ext=t --parser,--syntax,--stringifier=t "
     "-r,--replace --poll:t!endless", "r*", .flags = LONG},
    {"rolldown|rollup", WATCH
     "-c --config:m -o,--file=w -d,--dir=w -i,--input=r -f,--format=t -p,--plugin=t -n,--name=t -g,--globals=t "
     "-e,--external=t --environment=t --configPlugin=t "
     "--watch.onStart,--watch.onEnd,--watch.onBundleStart,--watch.onBundleEnd,--watch.onError=s -m,--sourcemap:t", "m*",
     .flags = LONG},
    {"farm|modern|rsbuild|rslib|rspack|umi", .flags = GROUP | LONG},
    {"farm|modern|rsbuild|rslib|rspack|umi b|build|bundle", WATCH
     "-c,--config=r -o,--output-path,--dist=w -m,--mode=t --env=t --root=r", "m*", .flags = LONG},
    {"farm|modern|rsbuild|rslib|rspack|umi dev|preview|s|serve|start|watch", .rule = CORDON_RULE_ENDLESS,
     .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"modern|umi deploy", .rule = CORDON_RULE_PUBLISH},
    {"node-sass|sass|sassc", WATCH
     "-I,--load-path,--include-path=r -s,--style,--output-style=t -i,--interactive!endless -o,--output=w "
     "--source-map:t --importer,--functions=r --poll!endless", "m*", .flags = LONG},
    {"swc", WATCH "-d,--out-dir=w -o,--out-file=w --config-file=r -C,--config=t -f,--filename=t --env-name=t "
     "--ignore,--only,--extensions,--out-file-extension=t", "m*", .flags = LONG},
    {"panda|tailwind|tailwindcss|unocss",
     "-i,--input=r -o,--output,--out-file,--outdir=w -c,--config=r --content=t --postcss:r --cwd=d "
     "-w,--watch:t!endless --poll!endless", "m*", .flags = LONG},
    {"tectonic",
     "-o,--outdir=w -b,--bundle,--web-bundle=m --format,--outfmt=t --pass=t -r,--reruns=t -c=t --chatter=t -X -Z=t", "m*",
     .flags = LONG, .handler = cordon_handle_word},
    {"tectonic:watch", .rule = CORDON_RULE_ENDLESS, .reason = WATCH_REASON, .hint = ONCE_HINT},
    {"svelte-check|tsc|tsc-alias|tsgo|ngc|vue-tsc",
     "-w,--watch,-watch,-W:t!endless -p,--project,-project,--tsconfig=r -b,--build,-build --outDir,-outDir,--outdir=w "
     "--outFile,-outFile,--outfile=w --rootDir=r --declarationDir=w --tsBuildInfoFile=w --generateTrace=w "
     "--generateCpuProfile=w -t,--target=t -m,--module=t --lib,--jsx,--types=t --typeRoots=r --baseUrl=r "
     "--locale,--moduleResolution,--watchFile,--watchDirectory=t --workspace=r --output,--threshold,--ignore=t", "r*",
     .flags = LONG, .handler = cordon_handle_tsc},
    {"api-extractor|compodoc|documentation|jsdoc|typedoc", WATCH
     "-s,--serve!endless -o,--out,-d,--destination,--output=w --json=w --options,-c,--configure,--config=r "
     "-p,--tsconfig=r --entryPoints=m --plugin=t --theme=t -R,--readme=r -t,--template=r", "m*", .flags = LONG,
     .handler = cordon_handle_word},
    {"documentation:serve", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = ONCE_HINT},
    {"typst", .flags = GROUP | LONG},
    {"typst c|compile|eval|fonts|init|query|update",
     "--root=r --input=t --font-path=a --package-path,--package-cache-path=m -f,--format=t --make-deps=w "
     "--open:t!endless", "r w", .flags = LONG},
    {"typst w|watch", .rule = CORDON_RULE_ENDLESS, .reason = WATCH_REASON, .hint = "Write `typst compile`."},
    {"webpack|webpack-cli", WATCH "-c,--config=r -o,--output-path=w --output-filename=t -j,--json:w --mode=t --env=t "
     "--node-env,--config-node-env=t -d,--devtool:t -t,--target=t --entry=r --context=r --name,--config-name=t "
     "--progress:t --stats:t --analyze:t", "m*", .flags = LONG, .handler = cordon_handle_word},
    {"webpack:s|webpack:serve|webpack:server|webpack:w|webpack:watch|webpack-cli:serve|webpack-cli:watch",
     .rule = CORDON_RULE_ENDLESS, .reason = "serves or watches for ever", .hint = "Write `webpack build`."},
    {"web-dev-server|webpack-dev-server|wds", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"source-map-explorer|webpack-bundle-analyzer", "-m,--mode=t+M -r,--report=w --html,--json,--tsv:w", "r*",
     .flags = LONG},

    /* Test runners */
    {"appium|chromedriver|geckodriver|msedgedriver|selenium-server|selenium-standalone", .rule = CORDON_RULE_ENDLESS,
     .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"ava", WATCH "-m,--match=t --config=r -T,--timeout=t -c,--concurrency=t --node-arguments=t -t,--tap -u -s", "t*",
     .flags = LONG | DATA},
    {"bats",
     "-f,--filter=t -F,--formatter=t -j,--jobs=t -o,--output=w --filter-tags,--filter-status,--report-formatter=t "
     "--gather-test-outputs-in=w", "r*", .flags = LONG | DATA},
    {"behave|cucumber|cucumber-js",
     "-t,--tags=t -n,--name=t -f,--format=m -o,--out,--outfile=w -D,--define=t -r,--require,--import=r -c,--config=r "
     "-i,--include,-e,--exclude=t --world-parameters=t --publish!publish", "r*", .flags = LONG | DATA},
    {"c8|nyc", "-r,--reporter=m --reports-dir,--report-dir,-o=w -t,--temp-dir,--temp-directory=w --cwd=d --require,-i=r "
     "-n,--include=t -x,--exclude=t -e,--extension=t --src=r --branches,--functions,--lines,--statements=t "
     "--nycrc-path,-c,--config=r", "o", .flags = LONG},
    {"coverage|coverage3", "--rcfile=r", .flags = GROUP | LONG},
    {"coverage|coverage3 annotate|combine|debug|erase|html|json|lcov|report|xml",
     "--rcfile=r --data-file=r -d,--directory=w -o=w --fail-under=t --include,--omit=t --format,--sort,--precision=t "
     "--contexts,--title=t", "m*", .flags = LONG},
    {"coverage|coverage3 run",
     "--rcfile=r --data-file=w --source,--source-pkg,--include,--omit=t --concurrency=t --context=t --save-signal=t",
     .flags = ONLY | LONG, .handler = cordon_handle_python_runner},
    {"ctest|ctest3",
     "--test-dir=d -R,--tests-regex=t -E,--exclude-regex=t -L,--label-regex=t -LE,--label-exclude=t -j,--parallel=t "
     "-C,--build-config=t -S,--script=r -SP,--script-new-process=r -D,--dashboard=t -M,--test-model=t "
     "-T,--test-action=t --output-junit=w -O,--output-log=w -A,--add-notes=r --build-and-test=r --build-makeprogram=p "
     "--build-generator,--build-project,--build-target,--build-options,--test-command=t -I,--tests-information=t "
     "--timeout,--stop-time,--repeat,--preset,--test-load=t -FA,-FS,-FC=t --extra-submit=r!publish "
     "--resource-spec-file=r", "t*", .flags = LONG | DATA, .handler = cordon_handle_ctest},
    {"cypress",
     "-C,--config-file=r -c,--config=t -e,--env=t -s,--spec=t -b,--browser=t -o,--reporter-options=t -r,--reporter=m "
     "-P,--project=d -k,--key=t -p,--port=t --group,--tag,--ci-build-id=t", "t*", .flags = LONG | DATA,
     .handler = cordon_handle_test_runner},
    {"hyperfine",
     "-w,--warmup=t -r,--runs,-m,--min-runs,-M,--max-runs=t -p,--prepare,-c,--cleanup,-s,--setup,-C,--conclude=S "
     "-P,--parameter-scan=t -D,--parameter-step-size=t -L,--parameter-list=t -S,--shell=p "
     "--export-json,--export-csv,--export-markdown,--export-asciidoc,--export-orgmode=w -n,--command-name=t --input=r "
     "--output=m --reference=S -u,--time-unit=t --style=t --sort=t -N -i,--ignore-failure:t", "S*", .flags = LONG},
    {"jest", JEST, "t*", .flags = LONG | DATA},
    {"karma", .flags = GROUP | LONG},
    {"karma start", "--single-run:t --port=t --browsers=t --reporters=t --log-level=t --auto-watch:t --grep=t", "r*",
     .flags = LONG, .handler = cordon_handle_test_runner},
    {"mocha|_mocha", WATCH
     "--watch-files,--watch-ignore=t -r,--require=r --config=r --package=r --opts=r -R,--reporter=m "
     "-O,--reporter-option,--reporter-options=t -g,--grep=t -f,--fgrep=t -t,--timeout=t -u,--ui=m --file=r "
     "--ignore,--exclude=t --spec=r --extension=t -s,--slow=t -j,--jobs=t --retries=t -n,--node-option=t "
     "--inspect-brk:t!endless", "r*", .flags = LONG | DATA},
    {"jasmine|nightwatch|qunit|tape|uvu|testcafe|wdio|wtr|web-test-runner",
     "-L,--live!endless -w,--watch!endless -c,--config=r -e,--env=t -t,--test,--tag=t -r,--require=r "
     "-s,--screenshots=t --spec=r --suite=t --reporter=t --grep,--filter=t -i,--ignore=t --files=t", "r*",
     .flags = LONG | DATA},
    {"nox", "-f,--noxfile=r -s,-e,--session,--sessions=t -k,--keywords=t -t,--tags=t -p,--pythons,--python=t --envdir=w "
     "--report=w --default-venv-backend,--force-venv-backend,-db,-fb=t", "m*", .flags = LONG},
    {"paratest|pest|phpunit|simple-phpunit",
     "-c,--configuration=r --bootstrap=r --filter,--group,--exclude-group,--testsuite=t "
     "--coverage-html,--coverage-clover,--coverage-xml,--coverage-php,--coverage-cobertura=w --coverage-text:w "
     "--log-junit,--log-teamcity,--testdox-html,--testdox-text=w --cache-directory=w -d=t --printer=t "
     "--include-path=r -p,--processes=t --order-by=t --watch!endless", "r*", .flags = LONG | DATA},
    {"playwright", .flags = GROUP | LONG},
    {"playwright codegen|cr|ff|launch-server|open|run-server|show-report|show-trace|test-server|ui|wk",
     .rule = CORDON_RULE_ENDLESS, .reason = "opens a window or serves for ever", .hint = SERVER_HINT},
    {"playwright pdf|screenshot", "-b=t --device=t --wait-for-selector=t --load-storage=r --save-storage=w", "u w",
     .flags = LONG},
    {"playwright list-files|test",
     "-c,--config=r -g,--grep,-gv,--grep-invert=t --project=t --reporter=m --output=w --ui!endless "
     "--ui-host,--ui-port=t!endless --debug!endless -j,--workers=t --retries,--repeat-each=t "
     "--timeout,--global-timeout,--shard,--trace,--max-failures,--browser=t --tsconfig=r -u,--update-snapshots:t "
     "--only-changed:t", "t*", .flags = LONG | DATA},
    {"py.test|pytest|pytest-3", PYTEST, "r*", .flags = LONG | DATA, .handler = cordon_handle_pytest},
    {"guard|ptw|pytest-watch|pytest-watcher", .rule = CORDON_RULE_ENDLESS, .reason = WATCH_REASON,
     .hint = "Run the tests once."},
    {"robot|pabot",
     "-d,--outputdir=w -o,--output=w -l,--log=w -r,--report=w -x,--xunit=w -v,--variable=t -V,--variablefile=r "
     "-A,--argumentfile=r -P,--pythonpath=r -s,--suite=t -t,--test=t -i,--include=t -e,--exclude=t -L,--loglevel=t "
     "-n,--name=t --listener=t", "r*", .flags = LONG | DATA},
    {"parallel_rspec|rspec",
     "-I=r -r,--require=m -O,--options=r --order,--seed=t -f,--format=m -o,--out=w --deprecation-out=w "
     "-e,--example,-E,--example-matches=t -t,--tag=t -P,--pattern,--exclude-pattern=t --default-path=r --bisect:t "
     "--fail-fast:t -n=t", "r*", .flags = LONG | DATA},
    {"tap", WATCH
     "-R,--reporter=m -j,--jobs=t -t,--timeout=t --coverage-report=t -o,--output-file=w --node-arg,--test-arg=t "
     "-g,--grep=t", "r*", .flags = LONG | DATA, .handler = cordon_handle_word},
    {"tap:repl", .rule = CORDON_RULE_ENDLESS},
    {"tox", "-e,--env=t -c,--conf=r --workdir=w --root=r -x,--override=t -f=t -m=t --result-json=w --installpkg=r "
     "-p,--parallel:t -i,--index-url=m --runner=t --devenv=w", "m*", .flags = LONG, .handler = cordon_handle_tox},
    {"green|nose2|nosetests|stestr|trial",
     "-w,--where,-s,--start-dir=r -c,--config=r -t=r -k=t -m=t --temp-directory=w --xunit-file=w", "r*",
     .flags = LONG | DATA},
    {"vitest",
     "-w,--watch:t --run --no-watch -c,--config=r -r,--root=d -u,--update -t,--testNamePattern=t --dir=r --ui!endless "
     "--open:t --api:t --reporter=m --outputFile:w --coverage:t --mode=t --environment=m --pool=m --exclude=t "
     "--project=t --browser:t --shard=t --retry=t --bail=t "
     "--testTimeout,--hookTimeout,--teardownTimeout,--maxWorkers,--minWorkers=t --inspect-brk:t!endless --changed:t "
     "--workspace=r --merge-reports:r --standalone!endless", "t*", .flags = LONG | DATA,
     .handler = cordon_handle_test_runner},
    /* Their work is to send: pictures, coverage, maps of sources, results of scans. */
    {"bugsnag-cli|chromatic|codacy-coverage-reporter|codecov|codecovcli|coveralls|crowdin|crowdin-cli|datadog-ci|"
     "deepsource|fossa|happo|localazy|lokalise2|percy|posthog-cli|tx|wlc|sonar-scanner|sonar", "--version -V -h "
     "--help", NULL, .rule = CORDON_RULE_PUBLISH, .flags = ONLY, .handler = cordon_handle_unless_listed,
     .reason = "sends what it finds to a service", .hint = "Run the tests or the build alone."},
    {"lhci", NULL, "m*", .flags = GROUP | LONG | DATA},
    {"lhci upload", NULL, "t*", .rule = CORDON_RULE_PUBLISH},
    {"sentry-cli", "--url=u --auth-token,--api-key=t!secret --log-level=t --quiet --silent", NULL,
     .flags = GROUP | LONG},
    {"sentry-cli debug-files|difutil", .flags = GROUP | LONG},
    {"sentry-cli debug-files|difutil bundle-jvm|bundle-sources|check|find|print-sources", "-o,--output=w", "r*",
     .flags = LONG},
    {"sentry-cli help|info|projects|organizations|repos|issues", NULL, "t*", .flags = LONG | DATA},
    {"sentry-cli sourcemaps", .flags = GROUP | LONG},
    {"sentry-cli sourcemaps inject|resolve", "--ignore=t -x,--ext=t", "r*", .flags = LONG},
    {"sentry-cli sourcemaps upload|explain", NULL, "m*", .rule = CORDON_RULE_PUBLISH},
    {"sentry-cli debug-files|difutil upload", NULL, "m*", .rule = CORDON_RULE_PUBLISH},
    {"sentry-cli dart-symbol-map|build|deploys|events|files|login|logs|mobile-app|monitors|react-native|releases|"
     "send-envelope|send-event|send-metric|upload-dif|upload-dsym|upload-proguard", NULL, "m*",
     .rule = CORDON_RULE_PUBLISH},
    {"detox|infection|maestro|mutmut|pa11y|pa11y-ci|stryker|xcbeautify|xcpretty", NULL, "m*",
     .flags = LONG | DATA},

    /* Linters, checkers and formatters */
    {"alejandra|nixfmt|nixpkgs-fmt", "-c,--check -e,--exclude=t -w,--width=t", "r*", .flags = LONG,
     .handler = cordon_handle_formatter},
    {"actionlint", "-config-file=r -shellcheck,-pyflakes=p -format=t -ignore=t -stdin-filename=t", "r*",
     .flags = SINGLE | LONG | DATA},
    {"ajv|jsonlint|redocly|spectral|swagger-cli", "-c,--config,--ruleset=m -s,-d,-r=m -f,--format=t -o,--output=w", "m*",
     .flags = LONG | DATA},
    {"ansible-lint|cfn-lint|yamllint",
     "-c,--config-file,-i=r -d,--config-data=t -f,--format=t -p -x=t -w=t --project-dir=r", "r*", .flags = LONG | DATA},
    {"autoflake|autopep8|yapf",
     "-i,--in-place -j,--jobs=t --max-line-length=t --style=m --select,--ignore=t -e,--exclude=t --global-config=r "
     "-l,--lines=t --imports=t --config=r", "r*", .flags = LONG, .handler = cordon_handle_formatter},
    {"bandit",
     "-c,--configfile=r --ini=r -f,--format=t -o,--output=w -b,--baseline=r -x,--exclude=t -s,--skip=t -t,--tests=t "
     "-p,--profile=t -n,--number=t --severity-level,--confidence-level=t", "r*", .flags = LONG | DATA},
    {"biome", .flags = GROUP | LONG},
    {"biome check|ci|format|lint|migrate|search", "--config-path=r --stdin-file-path=t "
     "--max-diagnostics,--diagnostic-level,--reporter,--colors,--since,--only,--skip,--files-max-size=t", "r*",
     .flags = LONG, .handler = cordon_handle_formatter},
    {"biome lsp-proxy|start", .rule = CORDON_RULE_ENDLESS},
    {"black",
     "-c,--code=c -l,--line-length=t -t,--target-version=t --include,--exclude,--extend-exclude,--force-exclude=t "
     "--config=r --stdin-filename=t -W,--workers=t --required-version=t --line-ranges=t", "r*", .flags = LONG,
     .handler = cordon_handle_formatter},
    {"brakeman|fasterer|reek|rubycritic|standardrb", "-c,--config=r -f,--format=t -o,--output=w -p,--path=r", "r*",
     .flags = LONG | DATA},
    {"buildifier|gci|gofmt|gofumpt|goimports",
     "-w -l -d -s -e -r=t -local=t -lang=t -modpath=t -cpuprofile=w -srcdir=r -mode=t -lint=t", "r*",
     .flags = SINGLE | LONG, .handler = cordon_handle_formatter},
    {"clang-format|clang-format-14|clang-format-15|clang-format-16|clang-format-17|clang-format-18|" "clang-format-19",
     "-i -style,--style=t -assume-filename,--assume-filename=t -fallback-style,--fallback-style=t "
     "-lines,--lines,-offset,--offset,-length,--length,-cursor=t -files,--files=l --ferror-limit=t", "r*", .flags = LONG,
     .handler = cordon_handle_formatter},
    {"clang-check|clang-tidy|clang-tidy-14|clang-tidy-15|clang-tidy-16|clang-tidy-17|clang-tidy-18|"
     "clang-tidy-19|run-clang-tidy",
     "-p,--p=r -checks,--checks=t -config,--config=t -config-file,--config-file=r -header-filter,--header-filter=t "
     "-export-fixes,--export-fixes=w -line-filter,--line-filter=t -load,--load=a "
     "-extra-arg,--extra-arg,-extra-arg-before,--extra-arg-before=t -vfsoverlay=r "
     "-clang-tidy-binary,-clang-apply-replacements-binary=p -j=t -store-check-profile=w", "r*", .flags = LONG | DATA},
    {"codespell", "-w,--write-changes -I,--ignore-words=r -L,--ignore-words-list=t -S,--skip=t -D,--dictionary=r "
     "-x,--exclude-file=r --config=r --toml=r", "r*", .flags = LONG, .handler = cordon_handle_formatter},
    {"commitlint|git-cliff",
     "-g,--config,-c=r -e,--edit:r -x,--extends=m -f,--from=t -t,--to,--tag=t -p,--parser-preset=t -o,--output=w "
     "--prepend=w --cwd,-d,-w,--workdir=d", "t*", .flags = LONG | DATA},
    {"cppcheck",
     "-I=a --include=r -D=t -U=t -i=t --project=r --output-file=w --cppcheck-build-dir=w --suppressions-list=r "
     "--file-list=l --addon=m --rule=t --rule-file=r --library=r -j=t -x,--language=t -l=t --plist-output=w --clang:p "
     "--file-filter=t", "r*", .flags = LONG | DATA},
    {"astyle|cmake-format|cpplint|flawfinder|gersemi|indent|lizard|uncrustify",
     "-c,-f,--options=r -o=w --filter=t --linelength=t --extensions=t --root=r -i -l=t", "w*", .flags = LONG},
    {"depcheck|depcruise|dependency-cruiser|jscpd|knip|license-checker|madge|publint|size-limit|syncpack|"
     "ts-prune|tsd|unimported",
     "-c,--config,--ts-config,-p,--project,--tsconfig=r -o,--output,-i,--image,-f,--output-to=m "
     "--ignores,--ignore,-x,--exclude,--extensions,-T,--output-type,--pattern=t --webpack-config=r --watch!endless", "m*",
     .flags = LONG | DATA},
    {"detekt|google-java-format|pmd|checkstyle|scalafix|scalafmt|spotbugs",
     "-c,--config=r -o,--output,-r,--report=m -f,--format=t -d,--dir,-i,--input=r -R,--rulesets=m --baseline=r", "r*",
     .flags = LONG | DATA},
    {"djlint", "--reformat --check --configuration=r --extension,-e=t --profile=t -i,--ignore=t", "r*", .flags = LONG,
     .handler = cordon_handle_formatter},
    {"dprint", "-c,--config=m --plugins=m", .flags = GROUP | LONG},
    {"dprint check|fmt|output-file-paths",
     "-c,--config=m --plugins=m --excludes,--includes=t --stdin=t --incremental:t --diff", "r*", .flags = LONG,
     .handler = cordon_handle_formatter},
    {"eslint|eslint_d|oxlint|semistandard|standard|ts-standard|xo", ESLINT, "r*", .flags = LONG,
     .handler = cordon_handle_formatter},
    {"flake8|isort|pylint",
     "--config,--rcfile,--settings-path,--settings-file,--sp,--append-config=r --output-file,--output=w "
     "--max-line-length,-l,--line-length,-w=t "
     "--select,--ignore,--extend-ignore,--extend-select,--per-file-ignores,--exclude,--extend-exclude,--filename,"
     "--format,-f,--output-format,--max-complexity,-j,--jobs,--disable,-d,--enable,-e,--msg-template,"
     "--load-plugins,--reports,--fail-under,--fail-on=t --init-hook=c --profile=t -m,--multi-line=t "
     "-p,--project,-t,--top,-b,--builtin,-s,--skip,--skip-glob,--sg=t --src,--src-path=r --cr,--config-root=r --py=t "
     "--virtual-env=r", "r*", .flags = LONG | DATA, .handler = cordon_handle_formatter},
    {"deptry|docformatter|import-linter|interrogate|lint-imports|pip-audit|prospector|pycodestyle|"
     "pydocstyle|pyflakes|pylama|pyupgrade|radon|safety|vulture|xenon",
     "-c,--config,--config-file=r -f,--format=t -o,--output,--output-file=w -r,--requirement=r "
     "--exclude,-x,--ignore,--select,--max-line-length,--min-confidence,-e,-i,-n=t", "r*", .flags = LONG | DATA},
    {"detect-secrets|gitleaks|trufflehog",
     "-c,--config=r -r,--report-path=w -f,--report-format=t -b,--baseline-path,--baseline=r -s,--source=r "
     "-l,--log-level=t", "m*", .flags = LONG | DATA},
    {"golangci-lint", "-c,--config=r --color=t", .flags = GROUP | LONG},
    {"golangci-lint cache|config|fmt|formatters|linters|run",
     "-c,--config=r --timeout=t -E,--enable=t -D,--disable=t --out-format=t --new-from-rev,--new-from-merge-base=t "
     "--new-from-patch=r --path-prefix=t -j,--concurrency=t --build-tags=t "
     "--cpu-profile-path,--mem-profile-path,--trace-path=w -p,--presets=t --modules-download-mode=t", "r*",
     .flags = LONG | DATA},
    {"counterfeiter|errcheck|gocyclo|goconst|golint|gosec|govulncheck|ineffassign|mockgen|revive|"
     "staticcheck|stringer|unparam|wire",
     "-config=r -o,-out,-output,-destination=w -f,-fmt,-formatter,-format=t -checks=t -go=t -tags=t "
     "-exclude,-include,-exclude-dir=t -source=r -package,-type,-mode=t -C=d -db=u", "m*", .flags = SINGLE | LONG | DATA},
    {"hadolint", "-c,--config=r -f,--format=t --ignore=t --trusted-registry=t --failure-threshold,-t=t", "r*",
     .flags = LONG | DATA},
    {"husky", .rule = CORDON_RULE_OUTSIDE_LOOP, .reason = HOOKS_REASON, .hint = HOOKS_HINT},
    {"ktlint|swiftformat|swiftlint",
     "-F,--format --config,--baseline=r --reporter,--relative,--editorconfig=t --cache=w -R,--ruleset=r --output=w "
     "--rules,--disable,--lint=t", "r*", .flags = LONG, .handler = cordon_handle_formatter},
    {"lefthook|overcommit|simple-git-hooks", .flags = GROUP | LONG},
    {"lefthook add|install|uninstall", .rule = CORDON_RULE_OUTSIDE_LOOP, .reason = HOOKS_REASON, .hint = HOOKS_HINT},
    {"lint-staged|nano-staged|pretty-quick",
     "-c,--config=m --cwd=d -d,--diff=t --diff-filter=t -p,--concurrent=t -x,--shell:p --pattern,--branch,--since=t",
     "m*", .flags = LONG},
    {"kube-linter|kubeconform|kubeval|tflint|tfsec|trivy|checkov|conftest",
     "-c,--config=r -f,--format=t -o,--output=w -p,--policy=r -d,--directory=r --schema-location=m --ignore-file=r", "m*",
     .flags = LONG | DATA},
    {"markdownlint|markdownlint-cli2|mdformat|mdl",
     "-c,--config,-r,--rules=r -o,--output=w -i,--ignore=t -p,--ignore-path=r -f --fix --wrap=t -t=t", "r*",
     .flags = LONG, .handler = cordon_handle_formatter},
    {"basedpyright|dmypy|mypy|pyright|stubgen|stubtest|ty",
     "--config-file,-p,--project=r -m,--module,--package=t -c,--command=c "
     "--python-version,--pythonversion,--pythonplatform,--platform=t --python-executable,--pythonpath=p "
     "--venvpath,--venv-path,-v=r -t,--typeshedpath,--custom-typeshed-dir=r --cache-dir=w "
     "--junit-xml,--any-exprs-report,--cobertura-xml-report,--html-report,--linecount-report,--txt-report,"
     "--xml-report=w -o,--output-dir=w --exclude,--enable-error-code,--disable-error-code,--follow-imports,--level=t "
     "-w,--watch!endless", "r*", .flags = LONG | DATA},
    {"fourmolu|hlint|ormolu|stylish-haskell", "-i,--inplace -m,--mode=t -c,--config=r -o,--ghc-opt=t -h,--hint=r", "r*",
     .flags = LONG, .handler = cordon_handle_formatter},
    {"ecs|php-cs-fixer|phpcbf|phpcs|phpstan|pint|psalm|rector|phpmd",
     "-c,--config,--configuration,--autoload-file,-a=r -l,--level=t --standard=m --report:m --memory-limit=t "
     "--filter=t --rules=t --path-mode=t --cache-file=w --generate-baseline:w "
     "--error-format,--format,--output-format=t", "m*", .flags = LONG | DATA, .handler = cordon_handle_formatter},
    {"pre-commit|prek", "-c,--config=r --color=t", .flags = GROUP | LONG},
    {"pre-commit|prek install|install-hooks|init-templatedir|hook-impl|uninstall", .rule = CORDON_RULE_OUTSIDE_LOOP,
     .reason = HOOKS_REASON, .hint = HOOKS_HINT},
    {"pre-commit|prek autoupdate|run|validate-config|validate-manifest",
     "-c,--config=r --files=r --hook-stage=t -s,--from-ref,--source,-o,--to-ref,--origin=t --commit-msg-filename=r "
     "--repo=k -j=t", "t*", .flags = LONG | DATA},
    {"pre-commit|prek try-repo", "-c,--config=r --ref,--rev=t --files=r", "g m*", .flags = LONG},
    {"prettier|prettierd", "--config,--find-config-path,--file-info=m --ignore-path=r --plugin=m "
     "--parser,--print-width,--tab-width,--trailing-comma,--end-of-line,--arrow-parens,--quote-props,--prose-wrap,"
     "--log-level,--loglevel,--stdin-filepath,--config-precedence,--cache-strategy,--range-start,--range-end=t "
     "--cache-location=w -w,--write", "r*", .flags = LONG | DATA, .handler = cordon_handle_formatter},
    {"js-beautify|css-beautify|html-beautify", "--config=r -f,--file=w -o,--outfile=w -r,--replace -s,--indent-size=t",
     "w*", .flags = LONG},
    {"rubocop",
     "-c,--config=r -f,--format=m -o,--out=w -r,--require=m --only,--except,--fail-level,--stdin,-s=t --cache:t "
     "--cache-root=w", "r*", .flags = LONG | DATA, .handler = cordon_handle_formatter},
    {"sorbet|srb|steep", NULL, "m*", .flags = GROUP | LONG},
    {"srb|steep langserver|watch", .rule = CORDON_RULE_ENDLESS},
    {"ruff", "--config=m --color=t", .flags = GROUP | LONG},
    {"ruff analyze|check|format", "--config=m -o,--output-file=w --output-format=t "
     "--select,--ignore,--extend-select,--extend-ignore,--per-file-ignores,--fixable,--unfixable,--exclude,"
     "--extend-exclude=t --target-version,--line-length=t --cache-dir=w --stdin-filename=t -w,--watch!endless "
     "--extension,--range=t", "r*", .flags = LONG | DATA, .handler = cordon_handle_formatter},
    {"ruff server", .rule = CORDON_RULE_ENDLESS},
    {"rustfmt", "--config=t --config-path=r --edition,--style-edition,--emit,--print-config,--color=t", "r*",
     .flags = LONG, .handler = cordon_handle_formatter},
    {"opengrep|semgrep",
     "-c,-f,--config=m -e,--pattern=t -l,--lang=t -o,--output,--json-output,--sarif-output,--text-output=w "
     "--exclude,--include,--baseline-commit,--severity,--exclude-rule,--metrics=t -j,--jobs=t", "m*",
     .flags = LONG | DATA, .handler = cordon_handle_word},
    {"semgrep:ci|semgrep:login|semgrep:logout|semgrep:publish", .rule = CORDON_RULE_PUBLISH,
     .reason = "sends results to a service"},
    {"opengrep:lsp|semgrep:lsp", .rule = CORDON_RULE_ENDLESS},
    {"shellcheck|shfmt",
     "-s,--shell,-ln=t -e,--exclude,-i,--include=t -f,--format=t -S,--severity=t -P,--source-path=r --rcfile=r "
     "-o,--enable=t -W,--wiki-link-count=t -C:t -a -x -w -d -l -filename=t", "r*", .flags = LONG | DATA,
     .handler = cordon_handle_formatter},
    {"sqlfluff|sqlfmt",
     "-d,--dialect=t -t,--templater=t --rules,-r,-e,--exclude-rules=t -f,--format=t --config=r -p,--processes=t "
     "--write-output=w", "m*", .flags = LONG | DATA, .handler = cordon_handle_formatter},
    {"stylelint",
     "--config,-c=r --config-basedir=r -f,--formatter=t --custom-formatter=r --custom-syntax=m -i,--ignore-path=r "
     "--ignore-pattern,--ip=t -o,--output-file=w --cache-location=w --max-warnings,--mw,--stdin-filename=t", "r*",
     .flags = LONG | DATA, .handler = cordon_handle_formatter},
    {"stylua|taplo", "--check -f,--config-path,--config,-c=r -g,--glob=t", "m*", .flags = LONG | DATA,
     .handler = cordon_handle_formatter},
    {"tidy", "-m,-modify -config=r -o,-output=w -f,-file=w -i -q -w=t", "r*", .flags = LONG,
     .handler = cordon_handle_formatter},
    {"alex|cspell|editorconfig-checker|luacheck|mlc|perlcritic|perltidy|proselint|selene|textlint|typos|"
     "vale|write-good|clj-kondo|cljfmt|svlint|verilator", NULL, "m*", .flags = LONG | DATA},

    /* Helpers of scripts */
    {"concurrently|conc", "-n,--names=t -c,--prefix-colors=t -p,--prefix=t -l,--prefix-length=t -t,--timestamp-format=t "
     "--restart-tries,--restart-after=t -s,--success=t -m,--max-processes=t --hide=t "
     "--name-separator,--kill-signal,--kill-timeout=t --teardown=S", "t*", .flags = LONG,
     .handler = cordon_handle_concurrently},
    {"cross-env|cross-env-shell", .flags = ONLY, .handler = cordon_handle_cross_env},
    {"dotenv|dotenvx", "-e,-f,--env-file,--file=r -v,--env=v -p=t -c:t -q,--quote=t --convention=t", .flags = ONLY,
     .handler = cordon_handle_dotenv},
    {"env-cmd", "-f,--file=r -r,--rc-file=r -e,--environments=t -x --fallback --no-override --silent --use-shell!shell",
     "o", .flags = 0},
    {"open-cli|opener|opn-cli", "-b,--background", "u m*", .flags = 0},
    {"start-server-and-test|start-test|server-test", "--expect=t", "t*", .flags = LONG,
     .handler = cordon_handle_server_and_test},
    {"wait-on",
     "-c,--config=r -d,--delay=t -i,--interval=t -s,--simultaneous=t -t,--timeout=t --httpTimeout,--tcpTimeout=t "
     "-w,--window=t", "m*", .flags = LONG, .handler = cordon_handle_wait_on},

    /* Watchers and keepers of processes */
    {"air|bacon|chokidar|chokidar-cli|CompileDaemon|entr|fswatch|gow|modd|nodemon|onchange|reflex|supervisor|watchexec|watchfiles|" "watchmedo|wgo",
     "-v -V --version -h --help", .rule = CORDON_RULE_ENDLESS, .flags = ONLY, .handler = cordon_handle_unless_listed, .reason = WATCH_REASON, .hint = "Run the command itself, once."},
    {"foreman|forego|goreman|hivemind|honcho|mprocs|nf|overmind|process-compose", .rule = CORDON_RULE_ENDLESS,
     .flags = GROUP, .reason = "keeps servers running", .hint = SERVER_HINT},
    {"foreman|honcho check|export|version", "-f,--procfile=r", "m*", .flags = 0},
    {"foreman|honcho run", "-f,--procfile=r -e,--env=r -d,--root,--app-root=d", "o", .flags = 0},
    {"forever|pm2|pm2-dev|pm2-runtime", .rule = CORDON_RULE_ENDLESS, .flags = GROUP,
     .reason = "keeps servers running behind the command", .hint = SERVER_HINT},
    {"forever|pm2 conf|desc|describe|env|get|id|info|jlist|l|list|ls|pid|prettylist|report|show|status", NULL, "t*",
     .flags = 0},
    {"forever|pm2 del|delete|kill|reload|restart|restartall|scale|sendSignal|stop|stopall", .rule = CORDON_RULE_KILL},
    {"pm2 deploy|link|plus|publish", .rule = CORDON_RULE_PUBLISH},
    {"supervisord", .rule = CORDON_RULE_ENDLESS, .reason = "keeps servers running", .hint = SERVER_HINT},
};
/* clang-format on */

const CordonProgramTable cordon_programs_build = {ROWS, G_N_ELEMENTS(ROWS)};
