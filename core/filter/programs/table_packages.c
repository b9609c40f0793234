/* SPDX-License-Identifier: MIT */
/* Package managers, what they start, and what publishes.
 *
 * Installing is allowed from the known registries, into the project; into a place that all projects share it is
 * "outside-project".  What a manager starts (npx, uv run, bundle exec) is judged as if it had been typed. */
#include "filter/program.h"
#include "filter/programs/handlers.h"

/* clang-format off */
#define LONG   CORDON_PROGRAM_LONG_TIME
#define SINGLE CORDON_PROGRAM_LONG_SINGLE
#define ABBR   CORDON_PROGRAM_ABBREVIATES
#define FIRST  CORDON_PROGRAM_OPTIONS_FIRST
#define BARE   CORDON_PROGRAM_ENDLESS_BARE
#define STDIN  CORDON_PROGRAM_READS_STDIN
#define DATA   CORDON_PROGRAM_DATA
#define SLASHES CORDON_PROGRAM_SLASH_LISTED
#define GROUP  CORDON_PROGRAM_GROUP
#define STRICT CORDON_PROGRAM_STRICT_GROUP

#define GLOBAL_REASON "writes where all projects of the user look"
#define GLOBAL_HINT   "Install it into the project, or run it without installing it (npx, uvx, ...)."
#define VENV_HINT     "Install it into a virtual environment of the project: `python3 -m venv .venv`, `.venv/bin/pip install ...`."
#define EDITOR_REASON "opens an editor and waits for a person"
#define ASKS_REASON   "waits for a person's choices"
#define SERVER_HINT   "It belongs in a terminal."
#define CODE_HINT     "Put the code into a file of the project and run that."
#define SETTING_HINT  "Write the setting into the project's own configuration file."

/* npm: options may stand anywhere, with one dash or two, and be abbreviated.  Flags are listed where they are the begin
 * of another option.  Source: npm 11, @npmcli/config/lib/definitions, and nopt. */
#define NPM                                                                                                            \
    "-C,--prefix,-prefix=d -w,--workspace=t -ws,--workspaces --registry,-registry,--reg,-reg=u "                       \
    "--proxy,-proxy,--https-proxy,-https-proxy,--http-proxy=h --cache,-cache,--logs-dir,--pack-destination=w "         \
    "--userconfig,-userconfig,--globalconfig,--cafile,--provenance-file,--init-module,--node-gyp=r "                   \
    "--script-shell,-script-shell,--shell,-shell=s --git,--editor,--viewer=p --node-options=t!unreadable "             \
    "--_auth,--_authToken,--_password,--password,--cert,--key=t!secret "                                               \
    "--access,--audit-level,--auth-type,--before,--ca,--cidr,--cpu,--depth,--heading,--install-strategy,--libc=t "     \
    "--lockfile-version,--loglevel,--maxsockets,--message,-m,--name,--noproxy,--os,--otp,--preid,--umask=t "           \
    "--omit,--include,--only,--also,--save-prefix,--sbom-format,--sbom-type,--scope,--tag,--tag-version-prefix=t "     \
    "--fetch-retries,--fetch-timeout,--user-agent,--local-address,--min-release-age,--which,--replace-registry-host=t "\
    "--searchopts,--searchexclude,--searchlimit,--searchstaleness,--expect-result-count,--allow-scripts=t "            \
    "--init-author-name,--init-author-email,--init-author-url,--init-license,--init-type,--init-version=t "            \
    "--diff=k -L,--location,-location=t --save --audit --all --expect-results --package-lock --package-lock-only "     \
    "--version --versions --yes --json --init-private --include-workspace-root --include-staged --description"
#define NPM_GLOBAL NPM " -g,--global,-global!outside-project --global-style"

#define PNPM                                                                                                           \
    "-C,--dir,--prefix=d -F,--filter,--filter-prod=t -r,--recursive -w,--workspace-root --registry=u "                 \
    "-c,--shell-mode!shell "                                                                                           \
    "--store-dir,--modules-dir,--virtual-store-dir,--global-dir,--global-bin-dir,--lockfile-dir,--cache-dir,"          \
    "--state-dir=w --script-shell=s --npmrc-auth-file,--userconfig,--config=r --proxy,--https-proxy,--http-proxy=h "   \
    "--reporter,--loglevel,--workspace-concurrency,--network-concurrency,--child-concurrency,--resume-from,"           \
    "--test-pattern,--changed-files-ignore-pattern,--use-node-version,--node-linker,--package-import-method,"          \
    "--ca,--cpu,--os,--libc,--dlx-cache-max-age,--fetch-retries,--fetch-retry-factor,--fetch-retry-maxtimeout,"        \
    "--fetch-retry-mintimeout,--fetch-timeout,--hoist-pattern,--public-hoist-pattern,--maxsockets,--noproxy,"          \
    "--modules-cache-max-age,--node-version,--otp,--publish-branch,--resolution-mode,--save-prefix,--scope,--tag,"     \
    "--user-agent,--minimum-release-age,--catalog-mode,--trust-policy,--save-catalog-name=t --package=k "              \
    "--cafile,--pnpmfile,--global-pnpmfile,--globalconfig,--patches-dir,--config-dir=r --cert,--key=t!secret "         \
    "--node-options=t!unreadable"
#define PNPM_GLOBAL PNPM " -g,--global!outside-project"

#define YARN                                                                                                           \
    "--cwd=d --registry=u --modules-folder,--cache-folder,--preferred-cache-folder,--global-folder,--prefix,"          \
    "--link-folder=w --use-yarnrc,--cafile=r --proxy,--https-proxy=h --script-shell=s --mutex,--network-timeout,"      \
    "--network-concurrency,--otp,--loglevel=t --node-options=t!unreadable"

#define BUN                                                                                                            \
    "--cwd=d -r,--preload,--require,--import=r --env-file,--tsconfig-override=r -c,--config:r -F,--filter=t "          \
    "--watch,--hot,--inspect-brk,--inspect-wait!endless -d,--define,-l,--loader,--port,--shell,--conditions,"          \
    "--main-fields,--extension-order,--jsx-factory,--title,--dns-result-order,--max-http-header-size=t --registry=u "  \
    "--cache-dir,--cpu-prof-dir,--cpu-prof-name,--heap-prof-dir=w --cafile=r --ca=t --cpu,--os,--omit,"                \
    "--backend,--linker,--concurrent-scripts,--network-concurrency,--minimum-release-age=t"
#define BUN_GLOBAL BUN " -g,--global!outside-project"

/* pip and what takes its options.  Source: pip --help, pip install --help; optparse takes abbreviations. */
#define PIP                                                                                                            \
    "--proxy,--trusted-host=h --cert,--client-cert=r --cache-dir,--log,--log-file,--local-log=w --python=p "           \
    "-i,--index-url,--pypi-url,--extra-index-url=u -f,--find-links=m --retries,--timeout,--default-timeout,"           \
    "--resume-retries,--exists-action,--use-feature,--use-deprecated,--keyring-provider,--progress-bar,--root-user-action,--format=t "  \
    "--index --disable-pip-version-check --no-input --isolated"
#define PIPS "pip|pip2|pip3|pip3.7|pip3.8|pip3.9|pip3.10|pip3.11|pip3.12|pip3.13|pip3.14"
#define PIP_INSTALL                                                                                                    \
    PIP " -r,--requirement,-c,--constraint,--build-constraint,--requirements-from-script=m -e,--editable=k "           \
    "-t,--target,-d,--dest,-w,--wheel-dir,--prefix,--root,--src,--report,-b,--build=w --platform,--python-version,"    \
    "--implementation,--abi,--global-option,--install-option,--build-option,-C,--config-settings,--config-setting,"    \
    "--only-binary,--no-binary,--upgrade-strategy,--group,--uploaded-prior-to=t --user!outside-project "               \
    "--break-system-packages!outside-project --upgrade --pre --no-deps --use-pep517 --require-hashes"

/* uv: clap takes no abbreviations.  Source: uv help run, uv help pip install. */
#define UV_GLOBAL                                                                                                      \
    "--directory=d --project=y --config-file=r --cache-dir=w --allow-insecure-host,--trusted-host=h "                  \
    "--color,--python-preference,--python-fetch,--preview-features=t"
#define UV                                                                                                             \
    UV_GLOBAL " --index,--default-index,-i,--index-url,--extra-index-url=u -f,--find-links=m -p,--python=p "           \
    "-P,--upgrade-package,--refresh-package,--reinstall-package,--no-build-package,--no-binary-package,"               \
    "--index-strategy,--keyring-provider,--resolution,--prerelease,--fork-strategy,-C,--config-setting,"               \
    "--config-settings-package,--no-build-isolation-package,--exclude-newer,--exclude-newer-package,--link-mode,"      \
    "--extra,--no-extra,--group,--no-group,--only-group,--package,--no-install-package,--python-platform=t"
#define UV_RUN                                                                                                         \
    UV " -w,--with,--with-editable=k --with-requirements,-c,--constraints,--overrides=m --env-file=r "                 \
    "-m,--module=t -s,--script --gui-script --from=k --torch-backend=t"
#define UV_PIP                                                                                                         \
    UV " -r,--requirement,--requirements,-c,--constraint,--constraints,-b,--build-constraint,--override=m "            \
    "-e,--editable=k -t,--target,--prefix,-o,--output-file,--excludes=w --python-version,--no-binary,--only-binary,"   \
    "--torch-backend,--annotation-style,--no-emit-package,--custom-compile-command,--format=t "                        \
    "--system,--break-system-packages,--user!outside-project"

/* cargo and cross.  --config may name a linker, a wrapper or a runner: the handler looks.  Source: cargo help build. */
#define CARGO                                                                                                          \
    "-C=d --manifest-path,--lockfile-path=r --target-dir,--artifact-dir,--out-dir=w --config=t -Z=t --color=t "        \
    "-p,--package=t --message-format,--exclude,--test,--bench,-F,--features,-j,--jobs,--profile=t --bin=t --example=t "  \
    "--target=m"

/* go's flag package takes one dash or two.  Source: go help build, go help testflag. */
#define GO                                                                                                             \
    "-C,--C=d -exec,--exec,-toolexec,--toolexec,-vettool,--vettool=p -o,--o,-pkgdir,--pkgdir=w "                       \
    "-modfile,--modfile,-overlay,--overlay,-pgo,--pgo=r -ldflags,--ldflags,-gcflags,--gcflags,-asmflags,--asmflags,"   \
    "-gccgoflags,--gccgoflags=e -p,-tags,--tags,-mod,--mod,-buildmode,--buildmode,-compiler,--compiler,"               \
    "-installsuffix,--installsuffix,-coverpkg,--coverpkg,-covermode,--covermode=t"
#define GO_TEST                                                                                                        \
    GO " -coverprofile,--coverprofile,-cpuprofile,--cpuprofile,-memprofile,--memprofile,-blockprofile,--blockprofile," \
    "-mutexprofile,--mutexprofile,-trace,--trace,-outputdir,--outputdir=w -run,--run,-bench,--bench,-benchtime,"       \
    "--benchtime,-count,--count,-cpu,--cpu,-fuzz,--fuzz,-fuzztime,--fuzztime,-fuzzminimizetime,-list,--list,"          \
    "-parallel,--parallel,-shuffle,--shuffle,-skip,--skip,-timeout,--timeout,-vet,-blockprofilerate,"                  \
    "-memprofilerate,-mutexprofilefraction=t -args,--args"

#define MVN                                                                                                            \
    "-f,--file,-s,--settings,-gs,--global-settings,-is,--install-settings,-t,--toolchains,-gt,--global-toolchains=r "  \
    "-l,--log-file=w -D,--define=m -P,--activate-profiles,-pl,--projects,-rf,--resume-from,-T,--threads,-b,"           \
    "--builder,--color,-ep,--encrypt-password,-emp,--encrypt-master-password=t"

#define GRADLE                                                                                                         \
    "-b,--build-file,-c,--settings-file,-I,--init-script,--include-build=r -p,--project-dir=d "                        \
    "-g,--gradle-user-home,--project-cache-dir=w -D,--system-prop,-P,--project-prop=m -x,--exclude-task,--console,"    \
    "--warning-mode,--max-workers,--priority,--tests,--configuration,--dependency,-F,--dependency-verification=t "     \
    "-t,--continuous,--watch!endless --stop!kill --scan!web --args=t"

#define BUNDLE "--gemfile=r --retry,--jobs,-j,-r=t"

/* The switches of MSBuild, behind a slash on every system.
 * https://learn.microsoft.com/visualstudio/msbuild/msbuild-command-line-reference */
#define MSBUILD                                                                                                        \
    "/p,/property,/rp,/restoreproperty,/clp,/consoleloggerparameters,/flp,/flp1,/flp2,/flp3,/fileloggerparameters,/l,"  \
    "/logger,/dl,/distributedlogger,/dfl:m /bl,/binarylogger,/pp,/preprocess,/ts,/targets,/orc,/outputresultscache,"    \
    "/getresultoutputfile:w /irc,/inputresultscaches:r /t,/target,/m,/maxcpucount,/v,/verbosity,/r,/restore,/nr,"       \
    "/nodereuse,/tv,/toolsversion,/ds,/detailedsummary,/graph,/warnaserror,/err,/warnasmessage,/nowarn,/warnnotaserror,"\
    "/ignore,/ignoreprojectextensions,/interactive,/getproperty,/getitem,/gettargetresult,/low,/lowpriority,/isolate,"  \
    "/tl,/terminallogger,/question,/reportfileaccesses:t /nologo /noconlog /noconsolelogger /fl /filelogger /fl1 "      \
    "/noautorsp /noautoresponse /version /help /h"

#define DOTNET                                                                                                         \
    "-o,--output,--artifacts-path,--results-directory,-d,--diag,--tool-path,--packages=w --configfile=r "              \
    "--source,--add-source=m -c,--configuration,-f,--framework,-r,--runtime,-a,--arch,--os,-v,--verbosity,"            \
    "--version-suffix,--filter,-l,--logger,--collect,--launch-profile,-bl,--tl=t -p,--property=m " MSBUILD

#define SWIFT                                                                                                          \
    "--package-path,--chdir=d --scratch-path,--build-path,--cache-path,--config-path,--xunit-output,"                  \
    "--security-path=w --toolchain,--swift-sdks-path=r -Xswiftc,-Xcc,-Xcxx,-Xlinker,-c,--configuration,--product,"     \
    "--target,--filter,--skip,-j,--jobs,--triple,--swift-sdk,--sanitize,-s,--specifier=t --disable-sandbox"

#define APT                                                                                                            \
    "-c,--config-file=r!unreadable -o,--option=t -t,--target-release,--default-release,-a,--host-architecture,"        \
    "-P,--build-profiles=t"

#define PUBLISHES(...) .rule = CORDON_RULE_PUBLISH, .flags = LONG __VA_ARGS__
#define WAITS(why)     .rule = CORDON_RULE_ENDLESS, .reason = why

static const CordonProgram rows[] = {
    /* --- npm, pnpm, yarn, bun --- */
    {"bun", BUN " -e,--eval,-p,--print=c", NULL, .flags = GROUP | LONG | DATA, .handler = cordon_handle_npm_other},
    {"bun add|a", BUN_GLOBAL, "k*", .flags = LONG},
    {"bun audit|help|info|init|outdated|patch|patch-commit|pm|unlink|why", BUN, "m*", .flags = LONG | DATA},
    {"bun build", BUN " --outdir,--outfile,--metafile=w --target,--format,--env,--public-path,--entry-naming,"
     "--asset-naming,--chunk-naming,-e,--external,--packages,--banner,--footer,--root,--sourcemap=t --drop=t",
     "r*", .flags = LONG},
    {"bun create|c", BUN, "k? m*", .flags = LONG},
    {"bun exec", BUN, "t*", .rule = CORDON_RULE_SHELL, .reason = "hands a text to a shell"},
    {"bun install|i", BUN_GLOBAL, "k*", .flags = LONG},
    {"bun link", BUN, "m*", .flags = LONG, .handler = cordon_handle_npm_link},
    {"bun publish", BUN, "m*", PUBLISHES()},
    {"bun remove|rm|r|update", BUN_GLOBAL, "t*", .flags = LONG | DATA},
    {"bun repl", BUN, NULL, WAITS("waits for input"), .hint = CODE_HINT},
    {"bun restart|start|stop", BUN, "m*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_npm_named},
    {"bun run", BUN, "t? m*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_npm_run},
    {"bun test", BUN " --coverage-dir,--reporter-outfile=w -t,--test-name-pattern,--timeout,--rerun-each,--retry,"
     "--reporter,--seed,--bail=t", "m*", .flags = LONG | DATA},
    {"bun upgrade", BUN, NULL, .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG, .reason = GLOBAL_REASON,
     .hint = "Ask the user to update it."},
    {"bun x", BUN " -p,--package=k", "k? e*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_npx},
    {"bunx", BUN " -p,--package=k", "k? e*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_npx},

    {"npm", NPM_GLOBAL, NULL, .flags = STRICT | LONG | ABBR | DATA},
    {"npm access|ac|acc|acce|acces", NPM, "t*", .flags = STRICT | LONG | ABBR},
    {"npm access get|list|ls|ls-collaborators|ls-packages", NPM, "t*", .flags = LONG | ABBR | DATA},
    {"npm access 2fa-not-required|2fa-required|edit|grant|public|restricted|revoke|set", NPM, "t*", PUBLISHES(| ABBR)},
    {"npm adduser|add-user|addUser|addu|addus|adduse|add-|add-u|add-us|add-use", NPM, "t*", PUBLISHES(| ABBR)},
    {"npm ap|app|appr|appro|approv|approve|approve-scripts|b|bu|bug|bugs|iss|issu|issue|issues|com|comp"
     "|compl|completion|ded|dedu|dedup|dedupe|dd|ddp|deny-scripts|dif|diff|docs|ho|hom|home|doct|docto"
     "|doctor|expla|explai|explain|why|find-dupes|findDupes|fu|fun|fund|install-scripts|installScripts"
     "|ll|la|ls|lis|list|ou|out|outd|outda|outdat|outdate|outdated|pi|pin|ping|pre|pref|prefi|prefix"
     "|pru|prun|prune|q|qu|que|quer|query|reb|rebu|rebui|rebuil|rebuild|rb|rep|repo|ro|roo|root|sb|sbo"
     "|sbom|shr|shri|shrin|shrink|shrinkwrap|stars|who|whoa|whoam|whoami", NPM, "m*",
     .flags = LONG | ABBR | DATA},
    {"npm audit|aud|audi", NPM, "t*", .flags = LONG | ABBR | DATA},
    {"npm bin|set-script", NPM, "t*", .flags = LONG | ABBR | DATA},
    {"npm cache|ca|cac|cach", NPM, "k*", .flags = LONG | ABBR | DATA},
    {"npm ci|clean-install|cleanInstall|ic|install-clean|isntall-clean|install-cl|install-cle|install-clea", NPM_GLOBAL,
     NULL, .flags = LONG | ABBR | DATA},
    {"npm config|c|con|conf|confi", NPM, NULL, .flags = GROUP | LONG | ABBR | DATA},
    {"npm config delete|del|get|list|ls|rm", NPM, "t*", .flags = LONG | ABBR | DATA},
    {"npm config edit", NPM, NULL, WAITS(EDITOR_REASON)},
    {"npm config set", NPM, "t*", .flags = LONG | ABBR | DATA, .handler = cordon_handle_npm_config},
    {"npm deprecate|dep|depr|depre|deprec|depreca|deprecat", NPM, "t*", PUBLISHES(| ABBR)},
    {"npm dist-tag|dist-tags|distTag|distTags", NPM, NULL, .flags = GROUP | LONG | ABBR | DATA},
    {"npm dist-tag|dist-tags|distTag|distTags add|a|set|s|rm|r|del|d|remove", NPM, "t*", PUBLISHES(| ABBR)},
    {"npm edit|ed|edi", NPM, NULL, WAITS(EDITOR_REASON)},
    {"npm exec|exe|x", NPM " --package,-package=k -c,--call,-call=s", "k? e*", .flags = LONG | FIRST | ABBR | DATA,
     .handler = cordon_handle_npx},
    {"npm explore|explo|explor", NPM, NULL, .rule = CORDON_RULE_SHELL},
    {"npm get|g|ge", NPM, "t*", .flags = LONG | ABBR | DATA},
    {"npm help|help-search|hl|hle|hlep", NPM, "t*", .flags = ABBR | DATA},
    {"npm hook", NPM, "t*", PUBLISHES(| ABBR)},
    {"npm init|ini|create|cr|cre|crea|creat|innit|inn|inni", NPM, "k? m*", .flags = LONG | ABBR | DATA},
    {"npm install|add|i|in|ins|inst|insta|instal|isnt|isnta|isntal|isntall", NPM_GLOBAL, "k*", .flags = LONG | ABBR,
     .handler = cordon_handle_npm_install},
    {"npm install-ci-test|installCiTest|cit|clean-install-test|cleanInstallTest|sit|si|install-ci", NPM_GLOBAL, "m*",
     .flags = LONG | ABBR | DATA, .handler = cordon_handle_npm_named},
    {"npm install-test|installTest|it|install-t|install-te|install-tes", NPM_GLOBAL, "k*", .flags = LONG | ABBR,
     .handler = cordon_handle_npm_named},
    {"npm link|ln|lin", NPM, "k*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG | ABBR, .reason = GLOBAL_REASON,
     .hint = "Install the folder by its path: `npm install ../other`."},
    {"npm login|logi", NPM, NULL, PUBLISHES(| ABBR)},
    {"npm logout|logo|logou", NPM, NULL, PUBLISHES(| ABBR)},
    {"npm org|or|og|ogr", NPM, NULL, .flags = STRICT | LONG | ABBR},
    {"npm org ls|list", NPM, "t*", .flags = LONG | ABBR | DATA},
    {"npm org rm|remove|set", NPM, "t*", PUBLISHES(| ABBR)},
    {"npm owner|ow|own|owne|author|aut|auth|autho", NPM, NULL, .flags = GROUP | LONG | ABBR | DATA},
    {"npm owner|ow|own|owne|author|aut|auth|autho add|rm|remove", NPM, "t*", PUBLISHES(| ABBR)},
    {"npm pack|pa|pac", NPM, "k*", .flags = LONG | ABBR},
    {"npm pkg|pk", NPM, "t*", .flags = LONG | ABBR | DATA},
    {"npm profile|pro|prof|profi|profil", NPM, NULL, .flags = STRICT | LONG | ABBR},
    {"npm profile disable-2fa|disable-tfa|enable-2fa|enable-tfa|set", NPM, "t*", PUBLISHES(| ABBR)},
    {"npm profile get", NPM, "t*", .flags = LONG | ABBR | DATA},
    {"npm publish|pu|pub|publ|publi|publis", NPM, "m*", PUBLISHES(| ABBR)},
    {"npm restart|res|rest|resta|restar|start|stop|sto", NPM, "m*", .flags = LONG | ABBR | DATA,
     .handler = cordon_handle_npm_named},
    {"npm run|run-script|runScript|run-|run-s|run-sc|run-scr|run-scri|run-scrip|rum|ur|urn", NPM, "t? m*",
     .flags = LONG | ABBR | DATA, .handler = cordon_handle_npm_run},
    {"npm search|find|s|se|sea|sear|searc", NPM, "t*", .flags = LONG | ABBR | DATA},
    {"npm set", NPM, "t*", .flags = LONG | ABBR | DATA, .handler = cordon_handle_npm_config},
    {"npm stage|stag|star|trust|tr|tru|trus|unstar|uns|unst|unsta", NPM, "t*", PUBLISHES(| ABBR)},
    {"npm team|tea", NPM, NULL, .flags = STRICT | LONG | ABBR},
    {"npm team add|create|destroy|edit|rm", NPM, "t*", PUBLISHES(| ABBR)},
    {"npm team ls|list", NPM, "t*", .flags = LONG | ABBR | DATA},
    {"npm test|t|tes|ts|tst", NPM, "m*", .flags = LONG | ABBR | DATA, .handler = cordon_handle_npm_named},
    {"npm token|to|tok|toke", NPM, "t*", .rule = CORDON_RULE_SECRET, .reason = "handles access tokens"},
    {"npm undeprecate|und|unde|undep|undepr|undepre|undeprec|undepreca|undeprecat", NPM, "t*", PUBLISHES(| ABBR)},
    {"npm uninstall|r|un|uni|unin|unins|uninst|uninsta|uninstal|unl|unli|unlin|unlink|rem|remo|remov|remove|rm",
     NPM_GLOBAL, "t*", .flags = LONG | ABBR | DATA},
    {"npm unpublish|unp|unpu|unpub|unpubl|unpubli|unpublis", NPM, "t*", PUBLISHES(| ABBR)},
    {"npm update|u|up|upd|upda|updat|upg|upgr|upgra|upgrad|upgrade|ud|udp|udpa|udpat|udpate", NPM_GLOBAL, "k*",
     .flags = LONG | ABBR | DATA},
    {"npm version|vers|versi|versio|verison|veri|veris|veriso", NPM " --git-tag-version:t --no-git-tag-version", "t*",
     .flags = LONG | ABBR | DATA, .handler = cordon_handle_npm_version},
    {"npm view|v|vi|vie|info|inf|show|sho", NPM, "k? t*", .flags = LONG | ABBR | DATA},

    {"npx", NPM " -p,--package,-package=k -c,--call,-call=s -n,--node-arg=t!unreadable --npm=p", "k? e*",
     .flags = LONG | FIRST | ABBR | DATA, .handler = cordon_handle_npx},

    {"pnpm", PNPM, NULL, .flags = GROUP | LONG | DATA, .handler = cordon_handle_npm_other},
    {"pnpm add|a", PNPM_GLOBAL, "k*", .flags = LONG},
    {"pnpm access|adduser|deprecate|login|logout|org|profile|publish|star|team|undeprecate|unpublish|unstar", PNPM, "t*",
     PUBLISHES()},
    {"pnpm approve-builds|audit|bin|bugs|cache|cat-file|cat-index|completion|dedupe|docs|doctor|fetch|find-hash|fund|get"
     "|help|home|ignored-builds|import|info|init|la|licenses|list|ll|ls|outdated|pack|patch-commit|patch-remove|ping|pkg"
     "|prefix|prune|rb|rebuild|repo|root|s|sbom|se|search|show|stars|store|unlink|v|version|view|whoami|why",
     PNPM, "m*", .flags = LONG | DATA},
    {"pnpm config|c", PNPM, NULL, .flags = GROUP | LONG | DATA},
    {"pnpm config|c delete|get|list", PNPM, "t*", .flags = LONG | DATA},
    {"pnpm config|c set", PNPM " -g,--global --location=t", "t*", .flags = LONG | DATA,
     .handler = cordon_handle_npm_config},
    {"pnpm create", PNPM, "k? m*", .flags = LONG | FIRST | DATA},
    {"pnpm deploy", PNPM, "w*", .flags = LONG},
    {"pnpm dist-tag", PNPM, NULL, .flags = GROUP | LONG | DATA},
    {"pnpm dist-tag add|rm", PNPM, "t*", PUBLISHES()},
    {"pnpm dlx", PNPM, "k? e*", .flags = LONG | FIRST | DATA,
     .handler = cordon_handle_npx},
    {"pnpm edit", PNPM, NULL, WAITS(EDITOR_REASON)},
    {"pnpm env", PNPM, NULL, .flags = GROUP | LONG | DATA},
    {"pnpm env add|remove|rm|use", PNPM, "t*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG,
     .reason = GLOBAL_REASON},
    {"pnpm exec", PNPM, "o", .flags = LONG},
    {"pnpm install|i|install-test|it", PNPM_GLOBAL, "k*", .flags = LONG},
    {"pnpm link|ln", PNPM_GLOBAL, "m*", .flags = LONG, .handler = cordon_handle_npm_link},
    {"pnpm owner", PNPM, NULL, .flags = GROUP | LONG | DATA},
    {"pnpm owner add|rm", PNPM, "t*", PUBLISHES()},
    {"pnpm patch", PNPM " --edit-dir=w", "t*", .flags = LONG | DATA},
    {"pnpm remove|rm|uninstall|un|uni|update|up|upgrade", PNPM_GLOBAL, "t*", .flags = LONG | DATA},
    {"pnpm restart|start|stop|t|test|tst", PNPM, "m*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_npm_named},
    {"pnpm run|run-script", PNPM, "t? m*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_npm_run},
    {"pnpm self-update", PNPM, NULL, .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG, .reason = GLOBAL_REASON},
    {"pnpm server", PNPM, NULL, WAITS("is a server"), .hint = SERVER_HINT},
    {"pnpm set", PNPM " --location=t", "t*", .flags = LONG | DATA, .handler = cordon_handle_npm_config},
    {"pnpm setup", PNPM, NULL, .rule = CORDON_RULE_SHELL, .reason = "changes the start-up files of the shell"},
    {"pnpm token", PNPM, "t*", .rule = CORDON_RULE_SECRET, .reason = "handles access tokens"},
    {"pnpx|pnx", PNPM " -p=k", "k? e*", .flags = LONG | FIRST | DATA,
     .handler = cordon_handle_npx},

    {"yarn|yarnpkg", YARN, NULL, .flags = GROUP | LONG | DATA, .handler = cordon_handle_npm_other},
    {"yarn|yarnpkg add", YARN, "k*", .flags = LONG},
    {"yarn|yarnpkg audit|autoclean|bin|cache|check|constraints|dedupe|explain|generate-lock-entry|help|import|info|init"
     "|install|licenses|list|outdated|pack|patch|patch-commit|plugin|policies|rebuild|remove|search|set|unlink|unplug"
     "|up|upgrade|versions|why", YARN, "m*", .flags = LONG | DATA},
    {"yarn|yarnpkg config", YARN, NULL, .flags = GROUP | LONG | DATA},
    {"yarn|yarnpkg config delete|get|list|unset", YARN, "t*", .flags = LONG | DATA},
    {"yarn|yarnpkg config set", YARN " -H,--home", "t*", .flags = LONG | DATA, .handler = cordon_handle_npm_config},
    {"yarn|yarnpkg create", YARN, "k? m*", .flags = LONG | DATA},
    {"yarn|yarnpkg dlx", YARN " -p,--package=k", "k? e*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_npx},
    {"yarn|yarnpkg exec", YARN, "o", .flags = LONG, .handler = cordon_handle_joined},
    {"yarn|yarnpkg global", YARN, NULL, .flags = GROUP | LONG | DATA},
    {"yarn|yarnpkg global add|remove|upgrade|upgrade-interactive", YARN, "k*", .rule = CORDON_RULE_OUTSIDE_PROJECT,
     .flags = LONG, .reason = GLOBAL_REASON, .hint = GLOBAL_HINT},
    {"yarn|yarnpkg link", YARN, "m*", .flags = LONG, .handler = cordon_handle_npm_link},
    {"yarn|yarnpkg login|logout|publish|team", YARN, "t*", PUBLISHES()},
    {"yarn|yarnpkg node", YARN, "e*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_subcommand},
    {"yarn|yarnpkg npm", YARN, NULL, .flags = STRICT | LONG},
    {"yarn|yarnpkg npm audit|info|whoami", YARN, "t*", .flags = LONG | DATA},
    {"yarn|yarnpkg npm login|logout|publish", YARN, "t*", PUBLISHES()},
    {"yarn|yarnpkg npm tag", YARN, NULL, .flags = STRICT | LONG},
    {"yarn|yarnpkg npm tag add|remove", YARN, "t*", PUBLISHES()},
    {"yarn|yarnpkg npm tag list", YARN, "t*", .flags = LONG | DATA},
    {"yarn|yarnpkg owner|tag", YARN, NULL, .flags = GROUP | LONG | DATA},
    {"yarn|yarnpkg owner|tag add|remove|rm", YARN, "t*", PUBLISHES()},
    {"yarn|yarnpkg restart|start|stop|test", YARN, "m*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_npm_named},
    {"yarn|yarnpkg run", YARN, "t? m*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_npm_run},
    {"yarn|yarnpkg stage", YARN, NULL, .rule = CORDON_RULE_GIT_CHANGE, .flags = LONG},
    {"yarn|yarnpkg upgrade-interactive", YARN, NULL, WAITS(ASKS_REASON), .hint = "Name the packages: `yarn up NAME`."},
    {"yarn|yarnpkg version", YARN " --git-tag-version:t --no-git-tag-version --new-version=t --message,--preid=t", "t*",
     .flags = LONG | DATA, .handler = cordon_handle_npm_version},
    {"yarn|yarnpkg workspace", YARN, "t? e*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_yarn_workspace},
    {"yarn|yarnpkg workspaces", YARN, NULL, .flags = GROUP | LONG | DATA},
    {"yarn|yarnpkg workspaces focus|info|list", YARN, "t*", .flags = LONG | DATA},
    {"yarn|yarnpkg workspaces foreach", YARN " --from,--include,--exclude,-j,--jobs=t --since:t", "e*",
     .flags = LONG | FIRST | DATA, .handler = cordon_handle_yarn_foreach},
    {"yarn|yarnpkg workspaces run", YARN, "e*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_yarn_foreach},

    {"corepack", NULL, NULL, .flags = GROUP | LONG | DATA, .handler = cordon_handle_corepack},
    {"corepack disable|enable", "--install-directory=w", "t*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG,
     .reason = GLOBAL_REASON, .hint = "Write `corepack pnpm ...`."},
    {"corepack hydrate|install|pack|prepare|up|use|cache", "-o,--output:w -g,--global!outside-project", "m*",
     .flags = LONG | DATA},

    /* --- scripts and monorepos --- */
    {"lerna", "--concurrency,--loglevel,--max-buffer=t", NULL, .flags = GROUP | LONG},
    {"lerna exec", "--concurrency,--loglevel,--scope,--ignore,--since,--profile-location=t", "o", .flags = LONG,
     .handler = cordon_handle_joined},
    {"lerna import", NULL, "m*", .rule = CORDON_RULE_GIT_CHANGE, .flags = LONG},
    {"lerna publish", "--registry=u --contents=r", "t*", PUBLISHES()},
    {"lerna run", "--concurrency,--loglevel,--scope,--ignore,--since,--npm-client=t --profile-location=w", "t* t*",
     .flags = LONG | DATA, .handler = cordon_handle_tasks},
    {"lerna version", "-m,--message,--preid,--git-remote,--allow-branch,--tag-version-prefix=t", "t*",
     .rule = CORDON_RULE_GIT_CHANGE, .flags = LONG},
    {"lerna watch", NULL, NULL, WAITS("repeats whenever a file changes")},
    {"melos", NULL, NULL, .flags = GROUP | LONG},
    {"melos exec", "--scope,--ignore,-c,--concurrency=t", "o", .flags = LONG, .handler = cordon_handle_joined},
    {"melos publish", NULL, "t*", PUBLISHES()},
    {"melos version", NULL, "t*", .rule = CORDON_RULE_GIT_CHANGE, .flags = LONG},
    {"npm-run-all|npm-run-all2|run-p|run-s", "--max-parallel=t --npm-path=p", "t*", .flags = LONG | DATA,
     .handler = cordon_handle_run_all},
    {"nx", "--nxBail=t", NULL, .flags = GROUP | LONG | DATA, .handler = cordon_handle_nx},
    {"nx affected|run-many", "-t,--target,--targets,-p,--projects,--exclude,--base,--head,-c,--configuration,--parallel,"
     "--runner,--files,--output-style=t --watch!endless", "t*", .flags = LONG | DATA, .handler = cordon_handle_nx},
    {"nx connect|connect-to-nx-cloud|login|logout|record|start-ci-run|view-logs", NULL, "t*", .rule = CORDON_RULE_REMOTE},
    {"nx daemon|format:check|format:write|format|list|migrate|report|repair|reset|show|sync|sync:check|add|init|import"
     "|generate|g|workspace-generator", "--file=w", "m*", .flags = LONG | DATA},
    {"nx exec", NULL, "o", .flags = LONG},
    {"nx graph|dep-graph", "--file=w --host,--port,--focus,--exclude,--affected,--view,--targets=t", "t*", .flags = LONG,
     .handler = cordon_handle_nx_graph},
    {"nx release", "-d,--dryRun,--dry-run -g,--groups,-p,--projects,--specifier,--tag,--otp=t --registry=u", "t*",
     PUBLISHES()},
    {"nx watch", NULL, "t*", WAITS("repeats whenever a file changes")},
    {"rush", NULL, NULL, .flags = GROUP | LONG, .handler = cordon_handle_tasks},
    {"rush add|build|change|check|deploy|init|install|link|list|purge|rebuild|remove|scan|setup|unlink|update|upgrade-self"
     "|version", "-p,--package,-t,--to,-T,-f,--from,-o,--only,-i,-I,--target-folder,--message,--email,-b=t", "m*",
     .flags = LONG | DATA},
    {"rush publish", NULL, "t*", PUBLISHES()},
    {"rushx", NULL, "t? m*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_npm_run},
    {"turbo", "--cwd=d", NULL, .flags = GROUP | LONG | DATA, .handler = cordon_handle_tasks},
    {"turbo bin|config|daemon|docs|gen|generate|info|ls|prune|query|scan|telemetry|completion|boundaries",
     "--cwd=d --out-dir=w -c,--config=r", "m*", .flags = LONG | DATA},
    {"turbo link|login|logout|unlink", NULL, "t*", .rule = CORDON_RULE_REMOTE},
    {"turbo run", "--cwd=d -F,--filter,--concurrency,--output-logs,--log-order,--log-prefix,--scope,--ignore,--since,"
     "--env-mode,--framework-inference,--team,--cache=t --cache-dir,--profile,--anon-profile=w --api,--login=u "
     "--token=t!secret --graph:w --dry,--dry-run,--summarize:t", "t* t*", .flags = LONG | DATA,
     .handler = cordon_handle_tasks},
    {"turbo watch", NULL, "t*", WAITS("repeats whenever a file changes")},

    /* --- packages of npm that are run by their name --- */
    {"auto|beachball|np|pkg-pr-new|release-it|semantic-release|shipjs", NULL, "t*", PUBLISHES()},
    {"bumpp|commit-and-tag-version|standard-version", NULL, "m*", .rule = CORDON_RULE_GIT_CHANGE, .flags = LONG},
    {"changeset", "--cwd=d", NULL, .flags = GROUP | LONG | DATA},
    {"changeset publish", "--otp,--tag=t", "t*", PUBLISHES()},
    {"changeset tag", NULL, NULL, .rule = CORDON_RULE_GIT_CHANGE, .flags = LONG},
    {"clasp", NULL, NULL, .flags = GROUP | LONG},
    {"clasp create|delete|deploy|login|logout|push|redeploy|run|setting|undeploy|version|create-script|create-version"
     "|create-deployment|delete-deployment|update-deployment", "-P,--project=r --creds=r", "t*",
     .rule = CORDON_RULE_REMOTE, .flags = LONG},
    {"cpr|cpx|cpx2|cpy|cpy-cli|copyfiles|ncp", "-w,--watch!endless -u,--up,-e,--exclude,-c=t", "r* w", .flags = LONG},
    {"degit|giget|gitget|tiged", NULL, "k w?", .flags = LONG},
    {"cleandir|del|del-cli|rimraf|rm-cli|trash-cli", "--glob,-g,--max-retries,--retry-delay,--backoff:t", "x*",
     .flags = LONG},
    {"electron-builder", "-p,--publish=t -c,--config=m --project,--projectDir=d --prepackaged,--pd=r", "m*",
     .flags = LONG | DATA, .handler = cordon_handle_publish_option},
    {"electron-forge", NULL, NULL, .flags = GROUP | LONG},
    {"electron-forge publish", NULL, "t*", PUBLISHES()},
    {"electron-forge start", NULL, "t*", WAITS("runs until the window is closed")},
    {"fkill|fkill-cli|free-port|kill-port|kill-port-process|kill-process|killport|cross-port-killer|tree-kill|taskkill-cli"
     "|port-killer", NULL, "t*", .rule = CORDON_RULE_KILL},
    {"gh-pages", "-d,--dist=y -r,--repo=g -b,--branch,-e,--dest,-m,--message,-u,--user,-g,--tag,-s,--src=t", "t*",
     PUBLISHES()},
    {"jsr", NULL, NULL, .flags = GROUP | LONG},
    {"jsr add|i|install|remove|r|show|info", NULL, "k*", .flags = LONG},
    {"jsr publish", NULL, "t*", PUBLISHES()},
    {"mkdirp", "-m,--mode=t", "w*", .flags = DATA},
    {"npkill", NULL, NULL, WAITS(ASKS_REASON), .hint = "Delete the folders by name."},
    {"ovsx|vsce", NULL, NULL, .flags = GROUP | LONG},
    {"ovsx|vsce create-namespace|delete-publisher|login|logout|publish|unpublish|verify-pat", NULL, "t*", PUBLISHES()},
    {"ovsx|vsce ls|package", "-o,--out=w --readme-path,--changelog-path,--ignoreFile=r --baseContentUrl,--baseImagesUrl=u",
     "t*", .flags = LONG},
    {"shx", NULL, "o", .flags = 0},
    {"surge", NULL, "m*", PUBLISHES()},
    {"web-ext", NULL, NULL, .flags = GROUP | LONG},
    {"web-ext sign", NULL, "t*", PUBLISHES()},

    /* --- Python --- */
    {"anaconda", NULL, NULL, .flags = GROUP | LONG},
    {"anaconda auth|copy|login|logout|move|register|remove|upload|update|channel|package", NULL, "t*", PUBLISHES()},
    {"ansible-galaxy", NULL, NULL, .flags = GROUP | LONG},
    {"ansible-galaxy collection|role", NULL, NULL, .flags = GROUP | LONG},
    {"ansible-galaxy collection|role import|publish|setup|delete", NULL, "t*", PUBLISHES()},
    {"ansible-galaxy collection|role install|download", "-r,--role-file,--requirements-file,-c=r -p,--collections-path,"
     "--roles-path,--download-path=w -s,--server,--api-server=u --token,--api-key=t!secret", "k*", .flags = LONG},
    {"bump2version|bump-my-version|bumpversion|tbump", NULL, "t*", .rule = CORDON_RULE_GIT_CHANGE, .flags = LONG},
    {"conda|mamba|micromamba", "-v,-q", NULL, .flags = GROUP | LONG | DATA},
    {"conda|mamba|micromamba activate|deactivate|init|shell|hook", NULL, "t*", .rule = CORDON_RULE_SHELL,
     .reason = "changes the shell", .hint = "Run the command in the environment: `conda run -n NAME COMMAND`."},
    {"conda|mamba|micromamba config", "--file=w --add,--append,--prepend,--set,--remove-key,--remove,--get,--show:t "
     "--env --system", "m*", .flags = LONG | DATA, .handler = cordon_handle_conda_config},
    {"conda|mamba|micromamba create|install|update|upgrade|remove|uninstall", "-p,--prefix=w -n,--name,--clone,"
     "--solver,--subdir,--platform,--repodata-fn,--revision,--experimental=t -c,--channel=k -f,--file=m", "k*",
     .flags = LONG},
    {"conda|mamba|micromamba env", NULL, NULL, .flags = GROUP | LONG | DATA},
    {"conda|mamba|micromamba env config|list|remove", "-p,--prefix=w -n,--name=t", "t*", .flags = LONG | DATA},
    {"conda|mamba|micromamba env create|export|update", "-p,--prefix=w -n,--name=t -f,--file=m", "m*", .flags = LONG},
    {"conda|mamba|micromamba run", "-p,--prefix=r -n,--name=t --cwd=d -a,--attach=t", "o", .flags = LONG},
    {"cz", NULL, NULL, .flags = GROUP | LONG},
    {"cz bump|bp|commit|c", NULL, "t*", .rule = CORDON_RULE_GIT_CHANGE, .flags = LONG},
    {"devpi", NULL, NULL, .flags = GROUP | LONG},
    {"devpi login|push|remove|upload|user", NULL, "t*", PUBLISHES()},
    {"easy_install", "-d,--install-dir,-s,--script-dir,-b,--build-directory,--prefix,--record=w -i,--index-url=u "
     "-f,--find-links=m -S,-H,--allow-hosts=t --user!outside-project", "k*", .flags = LONG},
    {"flit", "-f,--ini-path=r", NULL, .flags = GROUP | LONG},
    {"flit publish", NULL, "t*", PUBLISHES()},
    {"hatch", "-e,--env,-p,--project=t --data-dir,--cache-dir=w --config=r", NULL, .flags = GROUP | LONG},
    {"hatch env", NULL, NULL, .flags = GROUP | LONG | DATA},
    {"hatch env run", "-e,--env,-i,--include,-x,--exclude,-f,--filter=t", "e*", .flags = LONG | FIRST | DATA,
     .handler = cordon_handle_python_run},
    {"hatch publish", "-r,--repo=u -u,--user,-a,--auth=t", "m*", PUBLISHES()},
    {"hatch python", NULL, NULL, .flags = GROUP | LONG},
    {"hatch python install|remove|update", "-d,--dir=w", "t*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG,
     .reason = GLOBAL_REASON},
    {"hatch run", "-e,--env=t", "e*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_python_run},
    {"hatch shell", NULL, NULL, .rule = CORDON_RULE_SHELL, .hint = "Write `hatch run COMMAND`."},
    {"hf|huggingface-cli", NULL, NULL, .flags = GROUP | LONG},
    {"hf|huggingface-cli auth|login|logout|upload|upload-large-folder|repo|delete-cache|tag", NULL, "t*", PUBLISHES()},
    {"maturin", NULL, NULL, .flags = GROUP | LONG},
    {"maturin publish|upload", NULL, "t*", PUBLISHES()},
    {"pdm", "-c,--config=r -p,--project=d", NULL, .flags = GROUP | LONG},
    {"pdm add|install|remove|sync|update|lock", "-p,--project=d -L,--lockfile=r -e,--editable=k -G,--group,--without,"
     "--prod,--override,--strategy,-C,--config-setting,--venv=t", "k*", .flags = LONG},
    {"pdm publish", NULL, "t*", PUBLISHES()},
    {"pdm run", "-p,--project=d --venv=t", "e*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_python_run},
    {PIPS, PIP, NULL, .flags = STRICT | LONG | ABBR | DATA},
    {PIPS " cache|check|completion|debug|help|index|inspect|list|search|show", PIP " --path,--platform,--python-version,"
     "--implementation,--abi,--exclude=t", "t*", .flags = LONG | ABBR | DATA},
    {PIPS " config", PIP " --editor=p --global --user "
     "--site", NULL, .flags = GROUP | LONG | ABBR | DATA},
    {PIPS " config edit", PIP, NULL,
     WAITS(EDITOR_REASON)},
    {PIPS " config set|unset", PIP, "t? m*",
     .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG | ABBR, .reason = "changes settings of the user",
     .hint = "Give the option on the command line."},
    {PIPS " download|install|lock|wheel",
     PIP_INSTALL " -o,--output=w", "k*", .flags = LONG | ABBR, .hint = VENV_HINT},
    {PIPS " freeze|uninstall",
     PIP " -r,--requirement=m", "t*", .flags = LONG | ABBR | DATA},
    {PIPS " hash", PIP " -a,--algorithm=t", "r*",
     .flags = LONG | ABBR},
    {"pipenv", "--python=p --pypi-mirror=u", NULL, .flags = GROUP | LONG},
    {"pipenv install|lock|sync|uninstall|update|upgrade", "-r,--requirements=m -e,--editable=k -i,--index,--pypi-mirror,"
     "--extra-index-url=u --python=p --categories=t --extra-pip-args=t!unreadable", "k*", .flags = LONG},
    {"pipenv open", NULL, "t*", WAITS(EDITOR_REASON)},
    {"pipenv run", "--python=p", "e*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_python_run},
    {"pipenv shell", NULL, NULL, .rule = CORDON_RULE_SHELL, .hint = "Write `pipenv run COMMAND`."},
    {"pipx", NULL, NULL, .flags = GROUP | LONG},
    {"pipx ensurepath", NULL, NULL, .rule = CORDON_RULE_SHELL, .reason = "changes the start-up files of the shell"},
    {"pipx inject|install|install-all|reinstall|reinstall-all|uninstall|uninstall-all|upgrade|upgrade-all|upgrade-shared",
     "--python=p -i,--index-url=u --pip-args=t!unreadable --suffix,--backend=t", "k*",
     .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG, .reason = GLOBAL_REASON,
     .hint = "Run it without installing it: `pipx run NAME`."},
    {"pipx run", "--spec=k --with=k --python=p -i,--index-url=u --pip-args=t!unreadable --path", "k? e*",
     .flags = LONG | FIRST | DATA, .handler = cordon_handle_uvx},
    {"task", "-t,--taskfile=m -d,--dir=d -w,--watch!endless -o,--output=t -C,--concurrency=t -I,--interval=t "
     "-g,--global!outside-project --sort=t --cacert,--cert,--cert-key=r", "t? m*", .flags = LONG | DATA,
     .handler = cordon_handle_python_run},
    {"poe|taskipy", "-C,--root,-t=d", "t? m*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_python_run},
    {"poetry", "-C,--directory,-P,--project=d", NULL, .flags = GROUP | LONG},
    {"poetry add", "-C,--directory,-P,--project=d -G,--group,-E,--extras,--python,--platform,--markers=t --source=k "
     "-e,--editable", "k*", .flags = LONG},
    {"poetry config", "--unset --local", "t? m*", .flags = LONG | DATA, .handler = cordon_handle_poetry_config},
    {"poetry export", "-o,--output=w -f,--format,--with,--without,--only,-E,--extras=t", NULL, .flags = LONG},
    {"poetry init", NULL, NULL, .flags = LONG},
    {"poetry new", "--name,--readme,--python=t", "w", .flags = LONG},
    {"poetry poe", NULL, "t? m*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_python_run},
    {"poetry publish", "-r,--repository,-u,--username,-p,--password=t --cert,--client-cert=r --dist-dir=y", "t*",
     PUBLISHES()},
    {"poetry run", "-C,--directory,-P,--project=d", "e*", .flags = LONG | FIRST | DATA,
     .handler = cordon_handle_python_run},
    {"poetry self", NULL, NULL, .flags = GROUP | LONG},
    {"poetry self add|install|lock|remove|sync|update", NULL, "k*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG,
     .reason = GLOBAL_REASON},
    {"poetry shell", NULL, NULL, .rule = CORDON_RULE_SHELL, .hint = "Write `poetry run COMMAND`."},
    {"poetry source", NULL, NULL, .flags = GROUP | LONG},
    {"poetry source add", "-p,--priority=t", "t u", .flags = LONG},
    {"python-semantic-release", NULL, "t*", PUBLISHES()},
    {"rye", NULL, NULL, .flags = GROUP | LONG},
    {"rye add|remove|lock|sync", "--git,--url,--index=u --path,--pyproject=r --optional,--tag,--branch,--rev=t", "k*",
     .flags = LONG},
    {"rye install|uninstall|self|fetch|toolchain|tools", NULL, "k*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG,
     .reason = GLOBAL_REASON},
    {"rye publish", NULL, "t*", PUBLISHES()},
    {"rye run", "--pyproject=r", "e*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_python_run},
    {"twine", "--no-color", NULL, .flags = STRICT | LONG},
    {"twine check", NULL, "r*", .flags = LONG},
    {"twine register|upload", NULL, "t*", PUBLISHES()},
    {"uv", UV_GLOBAL, NULL, .flags = STRICT | LONG},
    {"uv cache|format|generate-shell-completion|help|workspace", UV_GLOBAL, "t*", .flags = LONG | DATA},
    {"uv add|remove", UV " -r,--requirement,--requirements,-c,--constraint,--constraints=m --script=w "
     "--optional,--tag,--branch,--rev,-m,--marker,--bounds=t -e,--editable", "k*", .flags = LONG},
    {"uv auth", UV_GLOBAL, "t*", .rule = CORDON_RULE_SECRET, .reason = "handles credentials"},
    {"uv build", UV " -o,--out-dir=w -b,--build-constraint,--build-constraints=m", "y?", .flags = LONG},
    {"uv export|lock|sync|tree|version", UV " -o,--output-file=w --script=r --format,--prune,--depth,--bump=t", "t*",
     .flags = LONG | DATA},
    {"uv init", UV " --script", "w*", .flags = LONG},
    {"uv pip", UV, NULL, .flags = GROUP | LONG},
    {"uv pip check|freeze|list|show|tree", UV_PIP, "t*", .flags = LONG | DATA},
    {"uv pip compile|sync", UV_PIP, "r*", .flags = LONG},
    {"uv pip install|uninstall", UV_PIP, "k*", .flags = LONG, .hint = VENV_HINT},
    {"uv publish", UV, "m*", PUBLISHES()},
    {"uv python", UV_GLOBAL, NULL, .flags = GROUP | LONG},
    {"uv python install|uninstall|update-shell|upgrade", UV_GLOBAL " -i,--install-dir=w --mirror,--pypy-mirror=u", "t*",
     .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG, .reason = GLOBAL_REASON,
     .hint = "Use the Python that is there: `uv venv`, or ask the user to install another one."},
    {"uv run", UV_RUN, "e*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_uv_run},
    {"uv self", UV_GLOBAL, NULL, .flags = GROUP | LONG},
    {"uv self update", UV_GLOBAL, "t*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG, .reason = GLOBAL_REASON,
     .hint = "Ask the user to update it."},
    {"uv tool", UV_GLOBAL, NULL, .flags = GROUP | LONG},
    {"uv tool install|uninstall|upgrade|update-shell", UV_RUN " -e,--editable=k", "k*",
     .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG, .reason = GLOBAL_REASON,
     .hint = "Run it without installing it: `uvx NAME`."},
    {"uv tool run", UV_RUN, "k? e*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_uvx},
    {"uv venv", UV " --prompt=t", "w*", .flags = LONG},
    {"uvx", UV_RUN, "k? e*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_uvx},

    /* --- Rust --- */
    {"cargo|cross", CARGO, NULL, .flags = GROUP | LONG | DATA, .handler = cordon_handle_cargo},
    {"cargo|cross add", CARGO " --path=r --git=u --branch,--tag,--rev,--rename,--registry,--base=t", "k*", .flags = LONG,
     .handler = cordon_handle_cargo},
    {"cargo|cross b|build|c|check|clean|d|doc|fetch|fix|generate-lockfile|locate-project|metadata|package|pkgid|tree|update"
     "|vendor|verify-project|read-manifest|rustdoc", CARGO " --precise,-i,--invert,--depth,-e,--edges,--prefix,--prune,"
     "--charset,-f,--format,--filter-platform,--format-version,--list=t -s,--sync=r", "m*", .flags = LONG | DATA,
     .handler = cordon_handle_cargo},
    {"cargo|cross bench|clippy|fmt|miri|nextest|t|test|llvm-cov|tarpaulin|criterion", CARGO " -E,--filter-expr,--partition,"
     "--test-threads,--retries,-P,--skip,--emit=t --config-file,--tool-config-file=m --archive-file,--output-path=w --lcov:w "
     "--output-dir=w", "t*", .flags = LONG | DATA, .handler = cordon_handle_cargo},
    {"cargo|cross bacon|watch", NULL, NULL, WAITS("repeats whenever a file changes"),
     .hint = "Run the command once: `cargo test`."},
    {"cargo|cross binstall|install-update", NULL, "k*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG,
     .reason = GLOBAL_REASON, .hint = GLOBAL_HINT},
    {"cargo|cross config", CARGO " --format,--merged,--show-origin=t", "t*", .flags = LONG | DATA,
     .handler = cordon_handle_cargo},
    {"cargo|cross fuzz", CARGO, NULL, .flags = GROUP | LONG},
    {"cargo|cross fuzz run", CARGO " -s,--sanitizer=t", "m*", .flags = LONG | DATA, .handler = cordon_handle_cargo_fuzz},
    {"cargo|cross generate", "--git,-g=u -p,--path,--values-file,-c,--config=r --destination=w -n,--name,-b,--branch,-t,"
     "--tag,-d,--define,--vcs=t", "k*", .flags = LONG},
    {"cargo|cross init|new", CARGO " --vcs,--edition,--name,--registry=t", "w*", .flags = LONG,
     .handler = cordon_handle_cargo},
    {"cargo|cross install|uninstall", CARGO " --root=w --path=r --git,--index=u --version,--vers,--branch,--tag,--rev,"
     "--registry=t", "k*", .flags = LONG, .handler = cordon_handle_cargo_install},
    {"cargo|cross dioxus|lambda|leptos|shuttle|tauri", NULL, NULL, .flags = GROUP | LONG},
    {"cargo|cross lambda|shuttle deploy|deployment|login|logout|project|delete|stop|account", NULL, "t*",
     .rule = CORDON_RULE_REMOTE, .flags = LONG},
    {"cargo|cross lambda|leptos|shuttle|tauri|dioxus dev|run|serve|start|watch", NULL, "t*", WAITS("is a server"),
     .hint = SERVER_HINT},
    {"cargo|cross login|logout|owner|publish|release|smart-release|yank", CARGO " --index=u --token=t!secret", "t*",
     PUBLISHES()},
    {"cargo|cross r|run", CARGO, "m*", .flags = LONG, .handler = cordon_handle_cargo_run},
    {"cargo|cross rustc", CARGO " --crate-type,--print=t", "e*", .flags = LONG | DATA, .handler = cordon_handle_cargo_rustc},
    {"cargo|cross search|info", CARGO " --limit,--registry=t --index=u", "t*", .flags = LONG | DATA,
     .handler = cordon_handle_cargo},
    {"cargo|cross workspaces|ws|dist", NULL, NULL, .flags = GROUP | LONG},
    {"cargo|cross workspaces|ws publish|rename", NULL, "t*", PUBLISHES()},
    {"cargo|cross workspaces|ws version", NULL, "t*", .rule = CORDON_RULE_GIT_CHANGE, .flags = LONG},
    {"cargo-watch|bacon-cargo", NULL, NULL, WAITS("repeats whenever a file changes")},
    {"rustup", NULL, NULL, .flags = GROUP | LONG, .handler = cordon_handle_rustup},
    {"rustup check|completions|doc|help|man|show|which", "--toolchain=t", "t*", .flags = LONG | DATA},
    {"rustup component|target|toolchain|override", "--toolchain,-c,--component,-t,--target,--profile,--path=t", NULL,
     .flags = STRICT | LONG},
    {"rustup component|target|toolchain add|install|link|remove|uninstall|update", "--toolchain,-c,--component,-t,--target,"
     "--profile=t", "m*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG, .reason = GLOBAL_REASON,
     .hint = "Ask the user to install it."},
    {"rustup component|target|toolchain|override list|help", "--toolchain=t", "t*", .flags = LONG | DATA},
    {"rustup override add|remove|set|unset", "--path=d", "t*", .rule = CORDON_RULE_OUTSIDE_PROJECT,
     .reason = "changes settings of the user", .hint = "Write `cargo +TOOLCHAIN ...`, or a file rust-toolchain.toml."},
    {"rustup default|install|self|set|uninstall|update|upgrade", "--profile,-c,--component,-t,--target=t", "t*",
     .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG, .reason = GLOBAL_REASON, .hint = "Ask the user to install it."},
    {"rustup run", "--install", "t o", .flags = LONG},
    {"wasm-pack", NULL, NULL, .flags = GROUP | LONG},
    {"wasm-pack adduser|login|publish|add-user", NULL, "t*", PUBLISHES()},

    /* --- Go --- */
    {"go", "-C,--C=d", NULL, .flags = GROUP | LONG | SINGLE},
    {"go bug|help|version", "-m -v", "m*", .flags = SINGLE | DATA},
    {"go build|clean|fix|fmt|list|vet", GO " -f,--f=t -n -x", "m*", .flags = LONG | SINGLE | DATA,
     .handler = cordon_handle_go},
    {"go doc", "-C,--C=d -http,--http!endless", "t*", .flags = LONG | SINGLE | DATA},
    {"go env", "-C,--C=d -w,--w,-u,--u!outside-project", "m*", .flags = SINGLE | DATA,
     .hint = "Write the variable before the command: `GOFLAGS=-mod=mod go build`."},
    {"go generate", GO " -skip,--skip,-run,--run=t", "m*", .flags = LONG | SINGLE | DATA, .handler = cordon_handle_go},
    {"go get", GO, "m*", .flags = LONG | SINGLE | DATA, .handler = cordon_handle_go_get},
    {"go install", GO, "m*", .flags = LONG | SINGLE | DATA, .handler = cordon_handle_go_install},
    {"go mod|work", "-C,--C=d", NULL, .flags = GROUP | LONG | SINGLE | DATA},
    {"go mod|work download|edit|graph|init|sync|tidy|use|vendor|verify|why", GO " -replace,--replace,-require,--require,"
     "-dropreplace,-droprequire,-exclude,-dropexclude,-retract,-go,--go,-toolchain,-module,-dropuse,-compat=t -use,--use=d", "m*",
     .flags = LONG | SINGLE | DATA, .handler = cordon_handle_go_get},
    {"go run", GO, "e*", .flags = LONG | SINGLE | FIRST | DATA, .handler = cordon_handle_go_run},
    {"go telemetry", NULL, "t*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .reason = "changes settings of the user"},
    {"go test", GO_TEST, "m*", .flags = LONG | SINGLE | DATA, .handler = cordon_handle_go_test},
    {"go tool", "-C,--C=d -modfile=r -overlay=r -n", NULL, .flags = GROUP | LONG | SINGLE},
    {"go tool cover", "-html,-func=r -o=w -mode,-var=t", "m*", .flags = LONG | SINGLE},
    {"go tool asm|compile|link", "-o,--o,-cpuprofile,-memprofile,-tmpdir,-asmhdr,-linkobj,-pack=w -extld,--extld=p "
     "-extldflags,-p,-X,-B,-D,-buildid,-buildmode,-installsuffix=t -I,-L,-importcfg,-embedcfg,-symabis=r", "r*",
     .flags = LONG | SINGLE},
    {"go tool test2json", "-p=t -t", "o", .flags = LONG | SINGLE},
    {"go tool pprof", "-http,--http!endless -o,-output,--output=w -symbolize,-seconds,-timeout,-base,-diff_base,-unit=t",
     "m*", .flags = LONG | SINGLE},
    {"go tool trace", "-http=t -pprof=t -d", "m*", WAITS("is a server"), .flags = SINGLE},
    {"goreleaser", "-f,--config=r --snapshot --skip=t --skip-publish --rm-dist --release-notes=r", NULL, .flags = GROUP | LONG,
     .handler = cordon_handle_goreleaser},
    {"goreleaser build|changelog|check|completion|healthcheck|help|init|jsonschema|verify-signature", "-f,--config=r "
     "-o,--output=w --id,-p,--parallelism,--timeout=t", "t*", .flags = LONG | DATA},
    {"goreleaser r|release", "-f,--config=r --snapshot --skip=t --skip-publish -p,--parallelism,--timeout,-k=t "
     "--release-notes,--release-header,--release-footer=r", NULL, .flags = LONG, .handler = cordon_handle_goreleaser},
    {"goreleaser publish|announce|continue", NULL, "t*", PUBLISHES()},
    {"ko", NULL, NULL, .flags = GROUP | LONG},
    {"ko apply|create|delete|run", "-f,--filename=m", "m*", .rule = CORDON_RULE_REMOTE, .flags = LONG},
    {"ko build|publish|resolve", "-L,--local --push:t -f,--filename=m --tarball,--oci-layout-path,--image-refs,"
     "--sbom-dir=w", "m*", .flags = LONG, .handler = cordon_handle_unless_local},

    /* --- JVM --- */
    {"ant", "-f,-file,-buildfile,-propertyfile,-lib=r -l,-logfile=w -D=m -logger,-listener,-inputhandler,-main,-nice,-s,"
     "-find=t", "t*", .flags = LONG | SINGLE | DATA, .handler = cordon_handle_jvm_tasks},
    {"gradle|gradlew", GRADLE, "t*", .flags = LONG | DATA, .handler = cordon_handle_gradle},
    {"jbang", "--deps,--repos,-j,--java,--main,-m=t -s,--sources,--class-path,--cp=r -D=m -i,--interactive!endless "
     "-c,--code=c", "m*", .flags = LONG | FIRST},
    {"lein", NULL, "t*", .flags = LONG | DATA, .handler = cordon_handle_jvm_tasks},
    {"mill|millw", "-w,--watch,-i,--interactive,--repl!endless --home=r -j,--jobs=t -D,--define=m --import=k", "t*",
     .flags = LONG | DATA | FIRST, .handler = cordon_handle_jvm_tasks},
    {"mvn|mvnw|mvnd|mvnDebug", MVN, "t*", .flags = LONG | SINGLE | DATA, .handler = cordon_handle_mvn},
    {"sbt|sbtn|sbtx", "-java-home,--java-home,-sbt-jar=r -sbt-dir,-sbt-boot,-ivy,-sbt-cache=w -mem,-jvm-debug,-sbt-version,"
     "-scala-version=t -D,-J,-S=m", "t*", .flags = LONG | SINGLE | DATA | BARE, .handler = cordon_handle_sbt,
     .hint = "Give it the tasks: `sbt test`."},

    /* --- Ruby --- */
    {"bundle|bundler", BUNDLE, NULL, .flags = GROUP | LONG},
    {"bundle|bundler add", BUNDLE " -v,--version,-g,--group,--github,--branch,--ref,--glob=t -s,--source,--git=u --path=r "
     "--require=t", "k*", .flags = LONG},
    {"bundle|bundler config", "--global!outside-project --local", NULL, .flags = GROUP | LONG | DATA},
    {"bundle|bundler config get|list|unset", "--parseable", "t*", .flags = LONG | DATA},
    {"bundle|bundler config set", "--global!outside-project --local", "m*", .flags = LONG | DATA},
    {"bundle|bundler console", NULL, NULL, WAITS("waits for input"), .hint = CODE_HINT},
    {"bundle|bundler exec|e|ex|exe", BUNDLE, "o", .flags = LONG},
    {"bundle|bundler install|i|update|lock|cache|package|pack|check|clean|binstubs|pristine", BUNDLE " --path,--binstubs,"
     "--lockfile,--cache-path=w --without,--with,--only,--group,-g,--trust-policy,--shebang,--ruby,--add-platform,"
     "--remove-platform=t --source,--full-index=t --system!outside-project", "t*", .flags = LONG | DATA},
    {"bundle|bundler open", BUNDLE " --path=r", "t*", WAITS(EDITOR_REASON)},
    {"bundle|bundler plugin", NULL, NULL, .flags = GROUP | LONG | DATA},
    {"bundle|bundler plugin install", "--source,--git=u --path=r --version,--branch,--ref=t", "k*", .flags = LONG},
    {"gem", "--config-file=r", NULL, .flags = GROUP | LONG},
    {"gem build", "-o,--output=w -C=d --platform=t", "r*", .flags = LONG},
    {"gem cert|signin|signout|push|yank", "--host=u -k,--key=t", "t*", PUBLISHES()},
    {"gem exec", "-g,--gem=k -v,--version=t --conservative --prerelease", "e*", .flags = LONG | FIRST | DATA,
     .handler = cordon_handle_uvx},
    {"gem install|i|update|fetch|uninstall|pristine|unpack", "-i,--install-dir,-n,--bindir,--build-root,--target=w "
     "-s,--source,--host=u -p,--http-proxy=h -g,--file=r -v,--version,-P,--trust-policy,--platform,--without,"
     "--document,-E=t --user-install!outside-project", "k*", .flags = LONG},
    {"gem open|edit", NULL, "t*", WAITS(EDITOR_REASON)},
    {"gem owner", "--host=u -k,--key=t -a,--add,-r,--remove=t!publish", "t*", .flags = LONG},
    {"gem server", NULL, NULL, WAITS("is a server"), .hint = SERVER_HINT},
    {"gem sources|source", "-a,--add,-r,--remove,--append,--prepend=u!outside-project -c,--clear-all -l,--list -u,--update",
     "m*", .flags = LONG, .hint = "Give the source on the command line, or in the Gemfile."},

    /* --- PHP --- */
    {"composer|composer.phar", "-d,--working-dir=d", NULL, .flags = GROUP | LONG | DATA,
     .handler = cordon_handle_composer_script},
    {"composer|composer.phar about|archive|audit|browse|bump|c|check-platform-reqs|clear-cache|clearcache|cc|completion"
     "|depends|diagnose|dump-autoload|dumpautoload|fund|help|home|info|init|install|i|licenses|list|outdated|prohibits"
     "|reinstall|remove|rm|uninstall|search|show|status|suggests|u|update|upgrade|validate|why|why-not",
     "-d,--working-dir=d --repository,--repository-url=m --dir,--file=w --prefer-install,--apcu-autoloader-prefix,"
     "--ignore-platform-req,--format,-f,--audit-format,--with,-D=t", "m*", .flags = LONG | DATA},
    {"composer|composer.phar config", "-d,--working-dir=d -f,--file=w -g,--global!outside-project -e,--editor!endless "
     "-a,--auth!secret", "t? m*", .flags = LONG | DATA},
    {"composer|composer.phar create-project", "-d,--working-dir=d --repository,--repository-url,--add-repository=m "
     "-s,--stability=t", "k w? t*", .flags = LONG},
    {"composer|composer.phar exec", "-d,--working-dir=d -l,--list", "o", .flags = LONG},
    {"composer|composer.phar global", NULL, "m*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG,
     .reason = GLOBAL_REASON, .hint = GLOBAL_HINT},
    {"composer|composer.phar require|r|req", "-d,--working-dir=d --repository=m --prefer-install,--ignore-platform-req=t",
     "k*", .flags = LONG},
    {"composer|composer.phar run-script|run", "-d,--working-dir=d --timeout=t -l,--list", "t? m*",
     .flags = LONG | FIRST | DATA, .handler = cordon_handle_composer_script},
    {"composer|composer.phar self-update|selfupdate", NULL, "t*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG,
     .reason = GLOBAL_REASON},

    /* --- .NET --- */
    {"dotnet", "--additionalprobingpath,--additional-deps,--depsfile,--runtimeconfig=r --fx-version,--roll-forward=t", NULL,
     .flags = GROUP | LONG},
    {"dotnet add", DOTNET, NULL, .flags = LONG | DATA | SLASHES, .handler = cordon_handle_dotnet},
    {"dotnet build|clean|format|list|msbuild|new|pack|publish|restore|sdk|sln|solution|store|test|vstest|remove|reference"
     "|package", DOTNET " -s,--settings,--runsettings,--test-adapter-path,--project,--solution=m -n,--name,--language,-lang,"
     "--include,--exclude,--severity,--diagnostics,--report=t", "m*", .flags = LONG | DATA | SLASHES,
     .handler = cordon_handle_dotnet},
    {"dotnet build-server", NULL, NULL, .flags = GROUP},
    {"dotnet build-server shutdown", NULL, "t*", .rule = CORDON_RULE_KILL},
    {"dotnet dev-certs|user-secrets", NULL, "t*", .rule = CORDON_RULE_SECRET, .reason = "handles secrets"},
    {"dotnet ef", NULL, NULL, .flags = GROUP | LONG | DATA},
    {"dotnet ef database", NULL, NULL, .flags = GROUP | LONG | DATA},
    {"dotnet ef database drop", NULL, "t*", .rule = CORDON_RULE_DELETE, .flags = LONG, .reason = "deletes a database"},
    {"dotnet exec", "--depsfile,--runtimeconfig=r", "r m*", .flags = LONG | FIRST},
    {"dotnet fsi", "--exec -r,--reference,--load,--use,-I,--lib=r -o,--out=w", "r m*", .flags = LONG | BARE | STDIN},
    {"dotnet nuget", NULL, NULL, .flags = GROUP | LONG},
    {"dotnet nuget add|update|enable|disable|remove|verify|why|list|locals|config", "--configfile=w -s,--source=m -n,--name,"
     "-u,--username=t -p,--password=t!secret", "m*", .flags = LONG},
    {"dotnet nuget delete|push|sign|trust", NULL, "t*", PUBLISHES()},
    {"dotnet run", DOTNET " --project,--file=m -e,--environment=t", "m*", .flags = LONG | SLASHES,
     .handler = cordon_handle_dotnet_run},
    {"dotnet tool", NULL, NULL, .flags = GROUP | LONG},
    {"dotnet tool install|update|uninstall", "-g,--global!outside-project --tool-path=w --add-source,--source=m "
     "--configfile,--tool-manifest=r --version,--framework,-a,--arch=t", "k*", .flags = LONG,
     .hint = "Install it into the project: --local, or --tool-path FOLDER."},
    {"dotnet tool exec|execute|run", "--allow-roll-forward --add-source,--source=m --configfile=r --version=t", "k? e*",
     .flags = LONG | FIRST | DATA, .handler = cordon_handle_uvx},
    {"dotnet watch", NULL, "m*", WAITS("repeats whenever a file changes"), .hint = "Run the command once: `dotnet test`."},
    {"dotnet workload", NULL, NULL, .flags = GROUP | LONG},
    {"dotnet workload install|update|restore|repair|uninstall|clean", NULL, "t*", .rule = CORDON_RULE_OUTSIDE_PROJECT,
     .flags = LONG, .reason = GLOBAL_REASON},
    {"msbuild|xbuild", MSBUILD " -p,-property=m -bl=w", "m*", .flags = LONG | DATA | SLASHES, .handler = cordon_handle_dotnet},
    {"dnx", "--add-source,--source=m --configfile=r --version=t", "k? e*", .flags = LONG | FIRST | DATA,
     .handler = cordon_handle_uvx},
    {"nuget", NULL, NULL, .flags = GROUP | LONG | CORDON_PROGRAM_CASE_FOLDED},
    {"nuget delete|push|setapikey|setApiKey|sign|trusted-signers", NULL, "t*", PUBLISHES()},
    {"nuget install|list|pack|restore|search|sources|spec|update|verify|locals", "-OutputDirectory,-PackagesDirectory=w "
     "-Source,-FallbackSource=m -ConfigFile,-BasePath=r -Version,-Framework,-Properties,-Suffix,-Verbosity=t", "m*",
     .flags = LONG | DATA | SINGLE | CORDON_PROGRAM_CASE_FOLDED},
    {"paket", NULL, NULL, .flags = GROUP | LONG},
    {"paket push", NULL, "t*", PUBLISHES()},

    /* --- Elixir, Erlang --- */
    {"mix", NULL, NULL, .flags = GROUP | LONG | DATA, .handler = cordon_handle_mix},
    {"mix archive.install|escript.install|local|local.hex|local.phx|local.public_keys|local.rebar|archive.uninstall"
     "|escript.uninstall", NULL, "k*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG, .reason = GLOBAL_REASON,
     .hint = "Ask the user to run it once in the terminal."},
    {"mix cmd", "--cd=d --app=t", "o", .flags = LONG},
    {"mix do", NULL, "e*", .flags = LONG | DATA | FIRST, .handler = cordon_handle_mix_do},
    {"mix ecto.drop|ecto.reset", "-r,--repo=t", "t*", .rule = CORDON_RULE_DELETE, .flags = LONG,
     .reason = "deletes a database"},
    {"mix eval", NULL, "c", .flags = LONG},
    {"mix hex.docs|hex.info|hex.outdated|hex.audit|hex.search|hex.build|hex.package|hex.sponsor|hex", "-o,--output=w", "t*",
     .flags = LONG | DATA},
    {"mix hex.config|hex.organization|hex.owner|hex.publish|hex.registry|hex.repo|hex.retire|hex.user|deps.publish",
     "--key=t!secret", "m*", PUBLISHES()},
    {"mix phx.server|phoenix.server|test.watch|nerves.ssh|run.server|livebook.server", NULL, "t*", WAITS("is a server"),
     .hint = SERVER_HINT},
    {"mix run|profile.cprof|profile.eprof|profile.fprof|profile.tprof", "-e,--eval=c -r,--require=r --no-halt!endless "
     "-p,--parallel=t", "r m*", .flags = LONG},
    {"mix test", "--listen-on-stdin!endless --include,--exclude,--only,--seed,--max-failures,--max-cases,--partitions,"
     "--formatter,--timeout=t --export-coverage=t", "t*", .flags = LONG | DATA},
    {"rebar3", NULL, NULL, .flags = GROUP | LONG, .handler = cordon_handle_mix_do},
    {"rebar3 auto|shell", NULL, "t*", WAITS("waits for input")},
    {"rebar3 hex", NULL, "t*", PUBLISHES()},
    {"rebar3 local", NULL, "t*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG, .reason = GLOBAL_REASON},

    /* --- Perl, Lua --- */
    {"carton", NULL, NULL, .flags = GROUP | LONG},
    {"carton exec", "-I=r --path=r --cpanfile=r", "o", .flags = LONG},
    {"cpan", "-j=r -l,-L=w -M=u", "k*", .flags = LONG | BARE},
    {"cpan-upload|cpan-upload-http|mojopaste-upload", NULL, "t*", PUBLISHES()},
    {"cpanm|cpanminus", "-l,-L,--local-lib,--local-lib-contained,--save-dists=w -M,--from,--mirror,--mirror-only=u "
     "--cpanfile=r --with-feature,--without-feature,--format,--configure-timeout,--build-timeout,--test-timeout=t "
     "--look!shell --interactive!endless --self-upgrade!outside-project", "k*", .flags = LONG},
    {"dzil|mbtiny|minil|shipit", NULL, NULL, .flags = GROUP | LONG},
    {"dzil|mbtiny|minil release|upload", NULL, "t*", PUBLISHES()},
    {"dzil run", NULL, "o", .flags = LONG},
    {"dzil shell|add", NULL, NULL, .rule = CORDON_RULE_SHELL},
    {"luarocks", "--tree=w --server,--only-server=u", NULL, .flags = GROUP | LONG},
    {"luarocks build|download|install|make|purge|remove|unpack", "--tree,--to=w --server,--only-server,--from=u "
     "--local,--global!outside-project --pin,--branch,--deps-mode=t", "k*", .flags = LONG},
    {"luarocks upload", NULL, "t*", PUBLISHES()},

    /* --- Haskell, OCaml --- */
    {"cabal", "--config-file,--project-file=r --store-dir,--builddir,--project-dir=w -w,--with-compiler=p", NULL,
     .flags = GROUP | LONG},
    {"cabal bench|build|configure|freeze|gen-bounds|get|haddock|init|list|outdated|sdist|test|update|v2-build|v2-test"
     "|unpack|info|clean|check|fetch|list-bin|path", "--project-file=r --builddir,-o,--output-directory,-d,--destdir=w "
     "-w,--with-compiler=p --package-db=r --test-options,--ghc-options,--constraint,-f,--flags,-j,--jobs=t", "m*",
     .flags = LONG | DATA},
    {"cabal exec|v2-exec|new-exec", NULL, "o", .flags = LONG},
    {"cabal install|v2-install", "--installdir,--install-dir,--prefix,--bindir=w --lib", "k*", .flags = LONG,
     .handler = cordon_handle_install_into},
    {"cabal repl|v2-repl|new-repl", NULL, NULL, WAITS("waits for input"), .hint = CODE_HINT},
    {"cabal report|upload|user-config", NULL, "t*", PUBLISHES()},
    {"cabal run|v2-run|new-run", "--project-file=r --builddir=w -w,--with-compiler=p", "m*", .flags = LONG,
     .handler = cordon_handle_server_words},
    {"dune", "--root=d --build-dir=w -p,--only-packages,--profile,-j,--display,--workspace=t", NULL, .flags = GROUP | LONG},
    {"dune build|clean|format|fmt|init|install|promote|promotion|runtest|test|external-lib-deps|describe|ocaml-merlin|subst",
     "--root=d --build-dir,--prefix,--destdir,--libdir=w -p,--profile,-j,--display,--context,-x=t -w,--watch,"
     "--passive-watch-mode!endless --workspace=r", "m*", .flags = LONG | DATA},
    {"dune exec", "--root=d --build-dir=w --profile,-j,--display,--context=t -w,--watch!endless", "o", .flags = LONG},
    {"dune toplevel|utop|top", NULL, NULL, WAITS("waits for input")},
    {"dune-release", NULL, NULL, .flags = GROUP | LONG},
    {"dune-release delegate|opam|publish|tag|undraft|bistro", NULL, "t*", PUBLISHES()},
    {"opam", "--root=w --switch,--color=t", NULL, .flags = GROUP | LONG},
    {"opam exec", "--root=w --switch=t", "o", .flags = LONG},
    {"opam init", NULL, "m*", .rule = CORDON_RULE_SHELL, .reason = "changes the start-up files of the shell"},
    {"opam install|pin|repository|repo|update|upgrade|remove|reinstall|switch|depext", "--root,--destdir=w --switch,-j,--jobs,"
     "--packages,--repositories=t", "k*", .flags = LONG},
    {"opam publish|admin", NULL, "t*", PUBLISHES()},
    {"stack", "--stack-yaml=r --work-dir,--stack-root,--local-bin-path=w --resolver,--snapshot,--compiler,-j,--jobs=t "
     "--with-gcc,--docker=t", NULL, .flags = GROUP | LONG},
    {"stack bench|build|haddock|test|clean|dot|ls|path|query|sdist|unpack|update|new|init|templates|hoogle|hpc|list",
     "--stack-yaml=r --file-watch,--file-watch-poll,--watch-all!endless --exec=p --test-arguments,--ta,--ghc-options,--flag,"
     "--bench-arguments=t --local-bin-path,--tar-dir=w --copy-bins!outside-project", "m*", .flags = LONG | DATA},
    {"stack eval", NULL, "c", .flags = LONG},
    {"stack exec", "--package,--rts-options,--cwd=t", "o", .flags = LONG},
    {"stack ghc|runghc|runhaskell", "--package=t", "e*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_subcommand},
    {"stack ghci|repl", NULL, NULL, WAITS("waits for input"), .hint = CODE_HINT},
    {"stack install|upgrade|setup", "--local-bin-path=w", "k*", .flags = LONG, .handler = cordon_handle_install_into},
    {"stack run", NULL, "m*", .flags = LONG, .handler = cordon_handle_server_words},
    {"stack script", "--package=t", "r m*", .flags = LONG | FIRST},
    {"stack upload", NULL, "t*", PUBLISHES()},

    /* --- Swift, Apple --- */
    {"carthage", "--project-directory=d --derived-data=w --platform,--configuration,--toolchain=t", "t*",
     .flags = LONG | DATA},
    {"fastlane", NULL, "t*", .flags = LONG | DATA, .handler = cordon_handle_fastlane},
    {"pod", NULL, NULL, .flags = GROUP | LONG},
    {"pod install|update", "--project-directory=d", "t*", .flags = LONG | DATA},
    {"pod lib|spec", NULL, NULL, .flags = GROUP | LONG | DATA},
    {"pod repo", NULL, NULL, .flags = GROUP | LONG},
    {"pod repo add|add-cdn|lint|list|remove|update", NULL, "t? m*", .flags = LONG | DATA},
    {"pod repo push", NULL, "t*", PUBLISHES()},
    {"pod trunk", NULL, "t*", PUBLISHES()},
    {"swift", NULL, NULL, .flags = GROUP | LONG | BARE | STDIN, .handler = cordon_handle_swift_file},
    {"swift build|experimental-sdk|sdk|test", SWIFT, "t*", .flags = LONG | DATA},
    {"swift package", SWIFT " --allow-writing-to-directory=w", "m*", .flags = LONG | DATA},
    {"swift package-collection|package-registry", NULL, NULL, .flags = GROUP | LONG | DATA},
    {"swift package-registry login|logout|publish|set", NULL, "t*", PUBLISHES()},
    {"swift repl", NULL, NULL, WAITS("waits for input"), .hint = CODE_HINT},
    {"swift run", SWIFT " --repl!endless", "m*", .flags = LONG | FIRST, .handler = cordon_handle_server_words},
    {"xcrun", "--sdk,-sdk,--toolchain,-toolchain=t -f,--find,-find", "o", .flags = LONG},
    {"altool|notarytool", NULL, "t*", PUBLISHES()},

    /* --- Dart --- */
    {"dart", NULL, NULL, .flags = GROUP | LONG, .handler = cordon_handle_dart_file},
    {"dart analyze|compile|create|doc|fix|format|info|test", "-o,--output=w --packages=r -D,--define,-N,--name,--plain-name,"
     "-t,--tags,-r,--reporter,-j,--concurrency,-l,--line-length,--template=t --pause-after-load,--debug!endless", "m*",
     .flags = LONG | DATA},
    {"dart devtools|development-service|language-server|tooling-daemon", NULL, "t*", WAITS("is a server")},
    {"dart pub", "-C,--directory=d", NULL, .flags = GROUP | LONG},
    {"flutter pub", "-C,--directory=d", NULL, .flags = GROUP | LONG},
    {"pub", "-C,--directory=d", NULL, .flags = GROUP | LONG},
    {"dart pub add", "-C,--directory=d --git-url,--hosted-url=u --path=r --git-ref,--git-path,--sdk=t", "k*", .flags = LONG},
    {"flutter pub add", "-C,--directory=d --git-url,--hosted-url=u --path=r --git-ref,--git-path,--sdk=t", "k*",
     .flags = LONG},
    {"dart|flutter pub global", NULL, NULL, .flags = GROUP | LONG},
    {"dart pub global activate", "-s,--source=t -u,--hosted-url=u", "k*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG,
     .reason = GLOBAL_REASON, .hint = GLOBAL_HINT},
    {"flutter pub global activate", "-s,--source=t -u,--hosted-url=u", "k*", .rule = CORDON_RULE_OUTSIDE_PROJECT,
     .flags = LONG, .reason = GLOBAL_REASON, .hint = GLOBAL_HINT},
    {"dart pub login|logout|lish|publish|token|uploader", NULL, "t*", PUBLISHES()},
    {"flutter pub login|logout|lish|publish|token|uploader", NULL, "t*", PUBLISHES()},
    {"pub login|logout|lish|publish|token|uploader", NULL, "t*", PUBLISHES()},
    {"dart pub run", NULL, "t? m*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_server_words},
    {"flutter pub run", NULL, "t? m*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_server_words},
    {"dart run", "--enable-vm-service,--pause-isolates-on-start!endless -D,--define=t --packages=r", "m*",
     .flags = LONG | FIRST, .handler = cordon_handle_server_words},
    {"flutter", "-d,--device-id=t", NULL, .flags = GROUP | LONG},
    {"flutter attach|logs", NULL, "t*", WAITS("runs until it is stopped")},
    {"flutter build|analyze|assemble|clean|config|create|devices|doctor|drive|emulators|gen-l10n|precache|screenshot"
     "|symbolize|test", "-t,--target,--dart-define-from-file=r -o,--output,--output-dir,--coverage-path=w --dart-define,"
     "--flavor,--org,--template,--platforms,--project-name,--name,--plain-name,--tags,--reporter,-j=t "
     "--watch,--start-paused!endless", "m*", .flags = LONG | DATA},
    {"flutter channel|downgrade|install|upgrade", NULL, "t*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG,
     .reason = GLOBAL_REASON},
    {"flutter run", NULL, "m*", WAITS("runs until it is stopped"), .hint = SERVER_HINT},

    /* --- C and C++ packages --- */
    {"conan", NULL, NULL, .flags = GROUP | LONG},
    {"conan build|create|export|export-pkg|graph|install|source|test", "-of,--output-folder,-if,--install-folder,--lockfile-out"
     "=w -pr,--profile,-pr:b,-pr:h,--lockfile=r -o,--options,-s,--settings,-c,--conf,-b,--build,--name,--version,-r,"
     "--remote=t", "m*", .flags = LONG},
    {"conan config", NULL, NULL, .flags = GROUP | LONG},
    {"conan config install", NULL, "m*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG, .reason = GLOBAL_REASON},
    {"conan remote", NULL, NULL, .flags = GROUP | LONG},
    {"conan remote add", NULL, "t u t*", .flags = LONG},
    {"conan remote auth|login|logout|set-user", NULL, "t*", PUBLISHES()},
    {"conan upload", NULL, "t*", PUBLISHES()},
    {"vcpkg", "--vcpkg-root,--overlay-ports,--overlay-triplets=r --x-install-root,--x-packages-root,--x-buildtrees-root,"
     "--downloads-root=w --triplet,--host-triplet=t", "t*", .flags = LONG | DATA},

    /* --- the system's packages --- */
    {"add-apt-repository|apt-add-repository", NULL, "m*", .flags = LONG | DATA, .handler = cordon_handle_apt_repository},
    {"apk", "-X,--repository=u -p,--root,--cache-dir=w --keys-dir,--repositories-file=r -t,--virtual,--arch,--wait=t "
     "-o,--output=w", "t? k*", .flags = LONG},
    {"apt|apt-get|aptitude", APT, NULL, .flags = GROUP | LONG | ABBR, .handler = cordon_handle_apt},
    {"apt|apt-get|aptitude edit-sources", APT, NULL, WAITS(EDITOR_REASON)},
    {"apt|apt-get|aptitude install|reinstall|download|source|build-dep|remove|purge|upgrade|update", APT, "k*",
     .flags = LONG | ABBR, .handler = cordon_handle_apt},
    {"apt-cache|apt-mark|apt-file|apt-show-versions", APT, "t*", .flags = LONG | ABBR | DATA, .handler = cordon_handle_apt},
    {"brew", NULL, NULL, .flags = GROUP | LONG | DATA},
    {"brew bundle", "--file=r --global!outside-project", NULL, .flags = GROUP | LONG | DATA},
    {"brew bundle edit", NULL, NULL, WAITS(EDITOR_REASON)},
    {"brew bundle exec", "--file=r", "o", .flags = LONG},
    {"brew bundle sh", NULL, NULL, .rule = CORDON_RULE_SHELL},
    {"brew bump-cask-pr|bump-formula-pr|gist-logs|pr-publish|pr-upload", NULL, "t*", PUBLISHES()},
    {"brew edit|create", NULL, "m*", WAITS(EDITOR_REASON)},
    {"brew install|reinstall|fetch|upgrade|uninstall|remove|rm", "--cask,--formula", "k*", .flags = LONG},
    {"brew irb", NULL, NULL, WAITS("waits for input")},
    {"brew ruby", "-e=c -r=t", "r m*", .flags = LONG},
    {"brew services", "--file=r --max-wait=t", NULL, .flags = GROUP | LONG},
    {"brew services kill|restart|stop", NULL, "t*", .rule = CORDON_RULE_KILL},
    {"brew services run|start", "--file=r", "t*", WAITS("outlives the turn"),
     .hint = "Ask the user to start the service."},
    {"brew sh", NULL, NULL, .rule = CORDON_RULE_SHELL},
    {"brew tap", NULL, "t? u?", .flags = LONG},
    {"dnf|dnf5|microdnf|yum|tdnf", "-c,--config,--setopt=m --installroot,--downloaddir,--destdir,--cachedir=w --repofrompath=m "
     "--repo,--repoid,--enablerepo,--disablerepo,-x,--exclude,--releasever,--forcearch,-d,-e,-R=t", NULL,
     .flags = GROUP | LONG},
    {"dnf|dnf5|microdnf|yum|tdnf config-manager", "--add-repo,--addrepo=u", "m*", .flags = LONG},
    {"dnf|dnf5|microdnf|yum|tdnf install|reinstall|localinstall|download|remove|erase|update|upgrade|downgrade|builddep",
     "-c,--config,--setopt=m --installroot,--downloaddir,--destdir=w --repofrompath=m --repo,--repoid,--enablerepo,--disablerepo,-x,"
     "--exclude,--releasever,--forcearch=t", "k*", .flags = LONG},
    {"dnf|dnf5|microdnf|yum|tdnf shell", NULL, NULL, WAITS("waits for input")},
    {"dpkg", "--root,--instdir,--admindir=w --pre-invoke,--post-invoke,--status-logger=s -i,--install,--unpack,--info,-I,"
     "--contents,-c,-A,--record-avail,-f,--field=r -x,--extract,-X,--vextract,-e,--control,--ctrl-tarfile=r --log=w "
     "--path-exclude,--path-include,-D,--debug,-L,--listfiles,-s,--status,-S,--search,-l,--list=t", "m*", .flags = LONG},
    {"dpkg-deb", "-b,--build=y -x,--extract,-X,--vextract,-e,--control,-R,--raw-extract,-c,--contents,-I,--info,-f=r -Z,-z,"
     "-S=t", "w*", .flags = LONG},
    {"rpm|rpmbuild|rpmspec", "-E,--eval=t -D,--define=t --pipe=s -r,--root,--dbpath,--prefix,--buildroot=w --rcfile,--load,"
     "--macros=r --undefine,--relocate,--qf,--queryformat,--with,--without,--target,--excludepath=t", "m*", .flags = LONG,
     .handler = cordon_handle_rpm},
    {"emerge|eopkg|pkgin|port|swupd|urpmi|xbps-install", "-r,--rootdir,--root=w -R,--repository=u", "t? k*",
     .flags = LONG},
    {"flatpak", "--installation=t", NULL, .flags = GROUP | LONG},
    {"flatpak enter", NULL, "t*", .rule = CORDON_RULE_SHELL},
    {"flatpak install|update|remote-add|uninstall|remote-ls", "--from=m --arch=t --gpg-import=r", "k*", .flags = LONG},
    {"flatpak kill", NULL, "t*", .rule = CORDON_RULE_KILL},
    {"flatpak run", "--command=p --cwd=d --filesystem,--device,--socket,--share,--env,--branch,--arch=t", "t q", .flags = LONG},
    {"guix", NULL, NULL, .flags = GROUP | LONG},
    {"guix environment|shell", NULL, "t*", .rule = CORDON_RULE_SHELL},
    {"nix", "--option=t --extra-experimental-features,--experimental-features=t --store=m", NULL, .flags = GROUP | LONG},
    {"nix build|flake|fmt|path-info|search|log|derivation|hash|why-depends|show-config|doctor|registry|eval|show-derivation",
     "-o,--out-link,--profile=w -f,--file=m -I,--include=m --expr=c --apply=c --override-input,--arg,--argstr=t "
     "--json --option,--extra-experimental-features,--experimental-features=t --store,--substituters=m", "k*", .flags = LONG},
    {"nix copy|upload|push", NULL, "m*", .rule = CORDON_RULE_PUBLISH, .flags = LONG},
    {"nix develop|print-dev-env", "-c,--command -f,--file=m -I,--include=m --profile=w --expr=c -i,--ignore-environment "
     "-k,--keep,-u,--unset,--phase,--override-input=t", "e*", .flags = LONG | FIRST | DATA, .handler = cordon_handle_nix_shell},
    {"nix profile|upgrade-nix|store|channel", NULL, "k*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG,
     .reason = GLOBAL_REASON},
    {"nix repl", NULL, NULL, WAITS("waits for input")},
    {"nix run", "-c,--command -f,--file=m -I,--include=m --expr=c --override-input,--option,--arg,--argstr=t", "k? e*",
     .flags = LONG | FIRST | DATA, .handler = cordon_handle_nix_run},
    {"nix shell", "-c,--command -f,--file=m -I,--include=m --expr=c -k,--keep,-u,--unset,--option=t", "e*",
     .flags = LONG | FIRST | DATA, .handler = cordon_handle_nix_shell},
    {"nix-build|nix-instantiate", "-o,--out-link=w -I=m -E,--expr=c -A,--attr,--arg,--argstr,--option=t", "m*", .flags = LONG},
    {"nix-channel|nix-collect-garbage|nix-env|nix-store", NULL, "m*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG,
     .reason = GLOBAL_REASON},
    {"nix-shell", NULL, "m*", .rule = CORDON_RULE_SHELL, .hint = "Write `nix run nixpkgs#NAME -- ...`."},
    {"devbox|devenv", NULL, NULL, .flags = GROUP | LONG},
    {"devbox|devenv run", "-c,--config=r -e,--env=t --env-file=r", "e*", .flags = LONG | FIRST | DATA,
     .handler = cordon_handle_python_run},
    {"devbox|devenv shell", NULL, NULL, .rule = CORDON_RULE_SHELL},
    {"devbox|devenv up|services", NULL, NULL, WAITS("starts services")},
    {"pacman|paru|yay", "--config,--hookdir,--gpgdir=r -r,--root,-b,--dbpath,--cachedir,--sysroot,--logfile=w --assume-installed,"
     "--ignore,--color,--arch,--overwrite=t", "k*", .flags = LONG},
    {"snap", NULL, NULL, .flags = GROUP | LONG},
    {"snap run", "--shell!shell --hook,-r=t", "o", .flags = LONG},
    {"snap restart|stop", NULL, "t*", .rule = CORDON_RULE_KILL},
    {"snapcraft", NULL, NULL, .flags = GROUP | LONG},
    {"snapcraft close|login|logout|promote|push|register|release|remote-build|upload|export-login|set-default-track", NULL,
     "m*", PUBLISHES()},
    {"zypper", "-c,--config=r -R,--root,--installroot,--cache-dir=w -p,--plus-repo=u -D,--reposd-dir=r --releasever=t", NULL,
     .flags = GROUP | LONG},
    {"zypper addrepo|ar", NULL, "u t*", .flags = LONG},
    {"zypper install|in|remove|rm|update|up|download|source-install|si", "-r,--repo,--from,-t,--type,-n=t", "k*",
     .flags = LONG},
    {"zypper shell|sh", NULL, NULL, WAITS("waits for input")},

    /* --- versions of tools --- */
    {"asdf|mise|rtx", "-C,--cd=d -E,--env=t", NULL, .flags = GROUP | LONG},
    {"asdf|mise|rtx activate|shell|deactivate|hook-env", NULL, "t*", .rule = CORDON_RULE_SHELL,
     .reason = "changes the shell", .hint = "Write `mise exec -- COMMAND`."},
    {"asdf|mise|rtx en", NULL, NULL, .rule = CORDON_RULE_SHELL},
    {"asdf|mise|rtx exec|x", "-C,--cd=d -j,--jobs=t -c,--command=s", "e*", .flags = LONG | DATA,
     .handler = cordon_handle_mise_exec},
    {"asdf|mise|rtx global|plugin|plugins|self-update|uninstall|upgrade|unuse|implode", NULL, "k*",
     .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG, .reason = GLOBAL_REASON},
    {"asdf|mise|rtx run|r|tasks", "-C,--cd=d -j,--jobs,-o,--output=t -s,--shell=s", "t? m*", .flags = LONG | FIRST | DATA,
     .handler = cordon_handle_python_run},
    {"asdf|mise|rtx watch|w", NULL, "t*", WAITS("repeats whenever a file changes")},
    {"fnm", NULL, NULL, .flags = GROUP | LONG},
    {"fnm exec", "--using=t", "o", .flags = LONG},
    {"fnm env|use", NULL, "t*", .rule = CORDON_RULE_SHELL, .reason = "changes the shell"},
    {"fnm default|install|uninstall|alias", NULL, "t*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG,
     .reason = GLOBAL_REASON},
    {"n", NULL, NULL, .flags = GROUP | LONG},
    {"n exec|run", NULL, "t o", .flags = LONG},
    {"nvm", NULL, "t*", .rule = CORDON_RULE_SHELL, .reason = "is a function of the shell and changes it",
     .hint = "Use the node that is on the PATH."},
    {"pyenv|rbenv|nodenv|goenv|jenv", NULL, NULL, .flags = GROUP | LONG},
    {"pyenv|rbenv|nodenv|goenv|jenv exec", NULL, "o", .flags = LONG},
    {"pyenv|rbenv|nodenv|goenv|jenv activate|deactivate|init|shell", NULL, "t*", .rule = CORDON_RULE_SHELL,
     .reason = "changes the shell"},
    {"pyenv|rbenv|nodenv|goenv|jenv global|install|uninstall|virtualenv|update", NULL, "t*",
     .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG, .reason = GLOBAL_REASON},
    {"volta", NULL, NULL, .flags = GROUP | LONG},
    {"volta install|uninstall|fetch|setup", NULL, "t*", .rule = CORDON_RULE_OUTSIDE_PROJECT, .flags = LONG,
     .reason = GLOBAL_REASON},
    {"volta run", "--node,--npm,--pnpm,--yarn=t --env=t", "o", .flags = LONG},

    /* --- other things that publish --- */
    {"cosign|notation", NULL, NULL, .flags = GROUP | LONG},
    {"cosign|notation attach|attest|attest-blob|copy|clean|generate-key-pair|import-key-pair|login|sign|sign-blob|upload", NULL,
     "t*", PUBLISHES()},
    {"dvc", "--cd=d", NULL, .flags = GROUP | LONG},
    {"dvc push", NULL, "t*", .rule = CORDON_RULE_REMOTE, .flags = LONG},
    {"kaggle|modal|wandb", NULL, NULL, .flags = GROUP | LONG},
    {"kaggle|modal|wandb deploy|login|run|serve|shell|sync|token|launch|setup|secret", NULL, "t*",
     .rule = CORDON_RULE_REMOTE, .flags = LONG},
    {"oras", NULL, NULL, .flags = GROUP | LONG},
    {"oras attach|copy|cp|delete|login|logout|push|tag|blob|manifest", NULL, "t*", PUBLISHES()},
};
/* clang-format on */

const CordonProgramTable cordon_programs_packages = {rows, G_N_ELEMENTS(rows)};
