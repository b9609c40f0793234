/* SPDX-License-Identifier: MIT */
/* Programs of the system: shells, wrappers, other users' rights, processes, schedulers, permissions, what shows the
 * machine and what changes it, secrets.  Sorted by subject, then by name.  Sources: the manual pages of util-linux,
 * coreutils, procps, systemd, sudo, strace, valgrind, OpenSSL and others, and --help of the installed versions. */
#include "filter/programs/handlers.h"

enum {
    FIRST = CORDON_PROGRAM_OPTIONS_FIRST,
    LONG = CORDON_PROGRAM_ABBREVIATES, /* getopt_long */
    SINGLE = CORDON_PROGRAM_LONG_SINGLE,
    DATA = CORDON_PROGRAM_DATA,
    OWN = CORDON_PROGRAM_HANDLER_ONLY,
    GROUP = CORDON_PROGRAM_GROUP,
    STRICT = CORDON_PROGRAM_STRICT_GROUP,
    SLOW = CORDON_PROGRAM_LONG_TIME,
};

/* Reasons and hints that several rows share. */
#define CHANGES_DISKS  "changes the machine's disks"
#define CHANGES_KERNEL "changes the kernel of the machine"
#define CHANGES_NET    "changes the machine's network"
#define CHANGES_SYSTEM "changes how the machine is set up"
#define CHANGES_USERS  "changes the users of the machine"
#define OUTLIVES       "starts what outlives the command"
#define OTHER_WINDOWS  "types or acts in other windows"
#define KEEPS_SECRETS  "works with keys, passwords or other secrets"
#define ASK_USER       "Ask the user to do it in the terminal."
#define RUN_DIRECTLY   "Run the program itself, without the wrapper."

/* openssl: what most of its subcommands share. */
#define SSL_COMMON                                                                                 \
    "-in=r -out=w -inform=t -outform=t -passin=m -passout=m -engine=p -provider=p "                \
    "-provider-path=r -propquery=t "                                                               \
    "-rand=r -writerand=w -config=r -CAfile=r -CApath=r -CAstore=r -untrusted=r -trusted=r "       \
    "-name=t "

/* clang-format off */
static const CordonProgram ROWS[] = {
    /* Shells. */
    {"ash|bash|bash-static|bosh|csh|dash|elvish|fish|git-bash|git-cmd|ksh|ksh93|lksh|loksh|mksh|oksh|osh|pdksh|"
     "powershell|powershell.exe|pwsh|pwsh-preview|pwsh.exe|rbash|rksh|rzsh|sh|sh.distrib|tcsh|xonsh|yash|ysh|zsh|"
     "zsh-static",
     .rule = CORDON_RULE_SHELL, .flags = OWN, .handler = cordon_handle_shell, .reason = "starts a shell"},
    {"bash.exe|cmd.exe|wsl|wsl.exe|zsh5", .rule = CORDON_RULE_SHELL, .reason = "starts a shell"},
    {"cmd|command.com|nu|oil|posh|sash", .flags = OWN, .handler = cordon_handle_common_word,
     .reason = "starts a shell"},
    {"abduco|byobu|dtach|dvtm|openvt|scriptlive|zellij", .rule = CORDON_RULE_SHELL,
     .reason = "starts a shell in a terminal of its own",
     .hint = "Run the program itself; its output is kept anyway."},
    {"screen|script", .flags = OWN, .handler = cordon_handle_common_word,
     .reason = "starts a shell in a terminal of its own",
     .hint = "Run the program itself; its output is kept anyway."},
    {"agetty|newgrp|sulogin", .rule = CORDON_RULE_SHELL, .reason = "starts a shell of another user or group"},
    {"sg", .rule = CORDON_RULE_SHELL, .reason = "starts a shell of another group",
     .hint = "Where the search for code is meant, write `ast-grep`."},
    {"login", .flags = OWN, .handler = cordon_handle_common_word, .reason = "starts a shell of another user"},
    {"alacritty|gnome-terminal|kgx|kitty|konsole|lxterminal|mate-terminal|qterminal|rxvt|tilix|urxvt|uxterm|wezterm|"
     "x-terminal-emulator|xfce4-terminal|xterm", .rule = CORDON_RULE_SHELL, .reason = "opens a terminal"},
    {"automator|wmctrl|wtype|xdotool|xte|ydotool", .rule = CORDON_RULE_SHELL, .reason = OTHER_WINDOWS},
    {"tmux", "-f=r -L=t -S=r -c=s", .rule = CORDON_RULE_SHELL, .flags = GROUP,
     .reason = "starts a shell in a terminal of its own",
     .hint = "Run the program itself; its output is kept anyway."},
    {"tmux has-session|has|list-sessions|ls", "-t=t -F=t -f=t", .operands = "t*"},

    /* Wrappers: what they start is judged like a command of its own. */
    {"arch", "-arch=t -d=t -e=v", "o", .flags = SINGLE}, /* macOS; on Linux it only prints */
    {"busybox|busybox-static|toybox", "--install!permissions", .operands = "o"},
    {"bwrap|firejail|proot", .rule = CORDON_RULE_UNREADABLE,
     .reason = "builds a sandbox of its own, in which paths mean something else", .hint = RUN_DIRECTLY},
    {"caffeinate", "-t=t+E -w=t", "o", .flags = CORDON_PROGRAM_ENDLESS_BARE},
    {"catchsegv|chronic|eatmydata|ifne|nohup", .operands = "o"},
    {"direnv", .flags = STRICT},
    {"direnv exec", .operands = "d o"},
    {"direnv deny|help|status|version", .operands = "t*"},
    {"direnv allow|edit|export|fetchurl|grant|hook|permit|prune|reload|stdlib", .rule = CORDON_RULE_SHELL,
     .reason = "changes what the shell of the user runs"},
    {"dumb-init", "-r,--rewrite=t -c,--single-child -v,--verbose", .operands = "o"},
    {"nocache", "-n=t -D=t", .operands = "o"},
    {"tini|tini-static", "-p=t -e=t -s -v -w -g -l", .operands = "o"},
    {"cgexec", "-g=t", .operands = "o"},
    {"chpst", "-u=t!permissions -U=t!permissions -e=y -/=t!permissions -C=d -n=t -l=w -L=w -b=t -m=t -d=t -o=t -p=t "
     "-f=t -c=t -r=t -t=t -s=t", .operands = "o"},
    {"chroot|gchroot", "--userspec=t!permissions --groups=t", "d q", .flags = LONG,
     .handler = cordon_handle_needs_second},
    {"chrt", "-T,--sched-runtime=t -P,--sched-period=t -D,--sched-deadline=t -p,--pid -m,--max", .flags = LONG | OWN,
     .handler = cordon_handle_chrt},
    {"coreutils", .flags = OWN, .handler = cordon_handle_common_word, .reason = "is many programs in one",
     .hint = "Name the program itself."},
    {"cpulimit", "-l,--limit=t -p,--pid=t -e,--exe=t -P,--path=t", "o", .flags = LONG},
    {"daemonize|fcron|runsv|runsvdir|start-stop-daemon|svscan|s6-svscan|systemd-run|tsp",
     .rule = CORDON_RULE_ENDLESS, .reason = OUTLIVES, .hint = RUN_DIRECTLY},
    {"at|batch|daemon|nq", .flags = OWN, .handler = cordon_handle_common_word, .reason = OUTLIVES,
     .hint = RUN_DIRECTLY},
    {"dbus-run-session", "--config-file=r --dbus-daemon=p", "o", .handler = cordon_handle_needs_command},
    {"expect|expectk", "-c=c!shell -f=r -b -d -D=t", "r m*",
     .flags = CORDON_PROGRAM_ENDLESS_BARE | CORDON_PROGRAM_READS_STDIN},
    {"env|genv", .flags = OWN, .handler = cordon_handle_env},
    {"envdir", .operands = "y o"},
    {"envuidgid|setuidgid", NULL, "t o", .rule = CORDON_RULE_PERMISSIONS, .reason = "runs a program as another user"},
    {"fakeroot|fakeroot-ng|fakeroot-sysv|fakeroot-tcp", "-l,--lib=p --faked=p -s=w -i=r -b,--fd-base=t", "o",
     .flags = LONG, .handler = cordon_handle_needs_command},
    {"faketime", "--date-prog=p -p=t", .operands = "t o"},
    {"flock", "-w,--timeout,--wait=t -E,--conflict-exit-code=t", .flags = LONG | OWN,
     .handler = cordon_handle_flock},
    {"gdb|gdb-multiarch|lldb", .flags = OWN, .handler = cordon_handle_debugger},
    {"gdbserver|lldb-server", .rule = CORDON_RULE_REMOTE, .reason = "lets a debugger in from the net"},
    {"heaptrack", "-o,--output=w -p,--pid=t!kill", .operands = "o"},
    {"i386|linux32|linux64|ppc|ppc32|ppc64|s390|s390x|setarch|sparc|sparc64|uname26|x86_64", .flags = OWN,
     .handler = cordon_handle_setarch},
    {"ionice", "-c,--class=t -n,--classdata=t -p,--pid=t -P,--pgid=t -u,--uid=t", "o", .flags = LONG},
    {"lckdo", "-w -W=t -e -E=t", .operands = "w o"},
    {"ld.so|ld-linux.so.2|ld-linux-x86-64.so.2|ld-linux-aarch64.so.1|ld-linux-armhf.so.3|ld-linux-riscv64-lp64d.so.1|"
     "ld-musl-x86_64.so.1|ld-musl-aarch64.so.1", "--preload=p --library-path=a --audit=p --argv0=t --inhibit-rpath=t "
     "--glibc-hwcaps-prepend=t --glibc-hwcaps-mask=t", "o", .flags = LONG},
    {"logsave", "-a -s -v", .operands = "w o"},
    {"ltrace", "-a,--align=t -A=t -D,--debug=t -e=t -F,--config=r -l,--library=t -n,--indent=t -o,--output=w "
     "-p=t!kill -s=t -u=t!permissions -w,--where=t -x=t", "o", .flags = LONG},
    {"machinectl|schroot|systemd-nspawn", .rule = CORDON_RULE_SHELL,
     .reason = "starts a shell or a machine of its own"},
    {"mispipe", .operands = "s s"},
    {"nice|gnice", "-n,--adjustment=t", "o", .flags = LONG | CORDON_PROGRAM_DIGITS},
    {"nsenter|pivot_root|switch_root", NULL, "m*", .rule = CORDON_RULE_PERMISSIONS,
     .reason = "enters the surroundings of another process"},
    {"numactl", "-a,--all -b,--balancing -c,--cpubind=t -i,--interleave=t -N,--cpunodebind=t -C,--physcpubind=t "
     "-m,--membind=t -p,--preferred=t -P,--preferred-many=t -w,--weighted-interleave=t "
     "-S,--shm,--shmkeyfile,--file=r -L,--length=t -o,--offset=t -M,--shmmode=t -I,--shmid=t -f,--force "
     "-l,--localalloc -s,--show -H,--hardware", "o", .flags = LONG},
    {"pee", .operands = "s*"},
    {"perf", "--debug=t --exec-path:p --html-path --buildid-dir=w --debugfs-dir=r", .flags = GROUP},
    {"perf bench|buildid-list|config|diff|evlist|help|list|test|version", "-i,--input=r -f=t", .operands = "m*"},
    {"perf annotate|report|script", "-i,--input=r -o,--output=w -s,--script=r -g,--gen-script=t -F,--fields=t "
     "-k,--vmlinux=r --kallsyms=r --symfs=y --objdump=p --addr2line=p -p,--parent=t -c,--comms=t -S,--symbols=t "
     "-d,--dsos=t --sort=t -C,--cpu=t -e,--event=t --pid=t --tid=t --time=t --prefix=t", .operands = "m*"},
    {"perf record", "-a,--all-cpus -b -c,--count=t -C,--cpu=t -d -D,--delay=t -e,--event=t -F,--freq=t -g "
     "-G,--cgroup=t -i -I,--intr-regs:t -j,--branch-filter=t -k,--clockid=t -m,--mmap-pages=t -o,--output=w "
     "-p,--pid=t!kill -r,--realtime=t -s,--stat -S,--snapshot:t -t,--tid=t!kill -u,--uid=t -z,--compression-level:t "
     "--affinity=t --aio:t --call-graph=t --clang-opt=t --clang-path=p --control=t --debuginfod:u --filter=t "
     "--max-size=t --mmap-flush=t --num-thread-synthesize=t --proc-map-timeout=t --switch-max-files=t "
     "--switch-output:t --switch-output-event=t --synth=t --threads:t --user-regs:t --group", .operands = "o"},
    {"perf stat", "-a,--all-cpus -b,--bpf-prog=t -C,--cpu=t -d -D,--delay=t -e,--event=t -G,--cgroup=t "
     "-I,--interval-print=t -M,--metrics=t -o,--output=w -p,--pid=t!kill -r,--repeat=t -t,--tid=t!kill "
     "-x,--field-separator=t --control=t --cputype=t --filter=t --for-each-cgroup=t --interval-count=t --iostat:t "
     "--log-fd=t --post=s --pre=s --td-level=t --timeout=t", .operands = "o"},
    {"perf trace", "-a,--all-cpus -C,--cpu=t -D,--delay=t -e,--event,--expr=t -F,--pf=t -G,--cgroup=t -i,--input=r "
     "-m,--mmap-pages=t -o,--output=w -p,--pid=t!kill -t,--tid=t!kill -u,--uid=t --call-graph=t --duration=t "
     "--filter=t --filter-pids=t --map-dump=t --max-events=t --max-stack=t --min-stack=t --proc-map-timeout=t "
     "--switch-off=t --switch-on=t", .operands = "o"},
    {"perf c2c|kmem|kvm|lock|mem|sched|timechart",
     "-i,--input=r -o,--output=w -p,--pid=t!kill -t,--type=t -e,--event=t", .operands = "t o"},
    {"perf archive|daemon|ftrace|inject|kwork|probe|top", .rule = CORDON_RULE_ENDLESS,
     .reason = "watches the whole machine"},
    {"prlimit", "-p,--pid=t!permissions -o,--output=t -c,--core:t -d,--data:t -e,--nice:t -f,--fsize:t "
     "-i,--sigpending:t -l,--memlock:t -m,--rss:t -n,--nofile:t -q,--msgqueue:t -r,--rtprio:t -s,--stack:t "
     "-t,--cpu:t -u,--nproc:t -v,--as:t -x,--locks:t -y,--rttime:t", "o", .flags = LONG},
    {"qemu-aarch64|qemu-aarch64-static|qemu-arm|qemu-arm-static|qemu-i386|qemu-i386-static|qemu-riscv64|"
     "qemu-riscv64-static|qemu-x86_64|qemu-x86_64-static",
     "-L=t -E=v -U=t -0=t -B=t -R=t -s=t -g=t!remote -cpu=t -d=t -D=w -p=t -r=t -dfilter=t -plugin=p -seed=t", "o",
     .flags = SINGLE},
    {"rlwrap", "-a,--always-readline:t -A,--ansi-colour-aware:t -b,--break-chars=t -c,--complete-filenames "
     "-C,--command-name=t -D,--history-no-dupes=t -e,--extra-char-after-completion=t -f,--file=r "
     "-g,--forget-matching=t -H,--history-filename=w -l,--logfile=w -m,--multi-line:t -M,--multi-line-ext=t "
     "-n,--no-warnings -O,--only-cook=t -o,--one-shot -p,--prompt-colour:t -P,--pre-given=t -q,--quote-characters=t "
     "-s,--histsize=t -S,--substitute-prompt=t -t,--set-term-name=t -w,--wait-before-prompt=t -W,--polling:t "
     "-z,--filter=p", "o", .flags = LONG},
    {"rr", "-o,--output-trace-dir=w -n -h -c=t -e=t -s=t", .operands = "o"},
    {"runcon", "-t=t -u=t -r=t -l=t", "t o", .rule = CORDON_RULE_PERMISSIONS,
     .reason = "runs a program under another security label"},
    {"sandbox-exec", "-f=r -n=t -p=t -D=t", .operands = "o"},
    {"setsid", NULL, "o", .flags = LONG},
    {"softlimit", "-m=t -d=t -s=t -l=t -a=t -o=t -p=t -f=t -c=t -r=t -t=t", .operands = "o"},
    {"stdbuf|gstdbuf", "-i,--input=t -o,--output=t -e,--error=t", "o", .flags = LONG},
    {"strace", "-a,--columns=t -b,--detach-on=t -e,--trace=t -E,--env=v -I,--interruptible=t -o,--output=w "
     "-O,--summary-syscall-overhead=t -p,--attach=t!kill -P,--trace-path=t -s,--string-limit=t "
     "-S,--summary-sort-by=t -u,--user=t!permissions -U,--summary-columns=t -X,--const-print-style=t --signal=t "
     "--status=t --abbrev=t --verbose=t --summary --daemonize:t --silence,--silent:t --decode-pids:t "
     "--absolute-timestamps:t  --raw=t --read=t --write=t --quiet:t --kvm=t --decode-fds:t --inject=t --fault=t "
     "--output-append-mode --output-separately --trace-fds=t", "o", .flags = LONG, .handler = cordon_handle_strace},
    {"systemd-cat", "-t,--identifier=t -p,--priority=t --stderr-priority=t --level-prefix=t --namespace=t", "o",
     .flags = LONG},
    {"systemd-inhibit", "--what=t --who=t --why=t --mode=t --list", "o", .flags = LONG},
    {"taskset", "-p,--pid+O", "t O", .flags = LONG | FIRST},
    {"time|gtime", "-f,--format=t -o,--output=w", "o", .flags = LONG},
    {"timeout|gtimeout", "-k,--kill-after=t -s,--signal=t", .flags = LONG | OWN, .handler = cordon_handle_timeout},
    {"trickle", "-d=t -u=t -w=t -t=t -l=t -n=t -S=t -L=t", .operands = "o"},
    {"ts", "-r -i -s -m", .operands = "t*"},
    {"unbuffer", "-p", .operands = "o"},
    {"unshare", "-m,--mount:w -u,--uts:w -i,--ipc:w -n,--net:w -p,--pid:w -U,--user:w -C,--cgroup:w -T,--time:w "
     "--map-user=t --map-group=t --map-users=t --map-groups=t --kill-child:t --mount-proc:t --mount-binfmt:t "
     "--propagation=t --setgroups=t -R,--root=t!permissions -w,--wd=d -S,--setuid=t -G,--setgid=t --monotonic=t "
     "--boottime=t -l,--load-interp=t!permissions", "o", .flags = LONG, .handler = cordon_handle_needs_command},
    {"valgrind", "--log-file:w --log-socket:h --xml-file:w --xml-socket:h --suppressions:r --xtree-memory-file:w "
     "--xtree-leak-file:w --extra-debuginfo-path:a --debuginfo-server:h --vgdb-prefix:w --callgrind-out-file:w "
     "--bb-out-file:w --pc-out-file:w --cachegrind-out-file:w --massif-out-file:w --dhat-out-file:w --db-command:s "
     "--soname-synonyms:t --tool:t --error-markers:t --trace-children-skip:t --trace-children-skip-by-arg:t "
     "--fullpath-after:t --require-text-symbol:t", "o", .flags = SLOW},
    {"callgrind_annotate|callgrind_control|cg_annotate|cg_diff|cg_merge|ms_print", "-o=w", .operands = "r*"},
    {"vipe", .rule = CORDON_RULE_ENDLESS, .reason = "opens an editor"},
    {"watch", "-n,--interval=t -q,--equexit=t -x,--exec -s,--shotsdir=w", "e*", .rule = CORDON_RULE_ENDLESS,
     .flags = LONG | FIRST, .handler = cordon_handle_watch, .reason = "repeats a command for ever",
     .hint = "Run the command once."},
    {"Xephyr|Xorg|Xvfb|Xvnc|weston|xinit|startx", .rule = CORDON_RULE_ENDLESS, .reason = "serves until it is stopped",
     .hint = "Use xvfb-run PROGRAM."},
    {"xvfb-run|xwfb-run", "-c,--compositor=p -e,--error-file=w -f,--auth-file=w -n,--server-num=t "
     "-p,--xauth-protocol=t -s,--server-args=t -w,--wait=t -a,--auto-servernum -l,--listen-tcp", "o", .flags = LONG},

    /* Other users' rights. */
    {"capsh", "--print", .rule = CORDON_RULE_SHELL, .flags = OWN, .handler = cordon_handle_unless_listed,
     .reason = "starts a shell with other rights"},
    {"doas", "-s!shell -u=t!permissions -C=r -a=t", "e*", .rule = CORDON_RULE_PRIVILEGE, .flags = FIRST,
     .handler = cordon_handle_sudo},
    {"gosu|su-exec", NULL, "t o", .rule = CORDON_RULE_PERMISSIONS, .reason = "runs a program as another user"},
    {"pkexec", "--user=t!permissions", "e*", .rule = CORDON_RULE_PRIVILEGE, .flags = FIRST,
     .handler = cordon_handle_pkexec},
    {"run0|runuser|su|sux", .rule = CORDON_RULE_SHELL, .reason = "starts a shell as another user"},
    {"setpriv", "--ambient-caps=t!permissions --inh-caps=t --bounding-set=t --ruid=t!permissions "
     "--euid=t!permissions --rgid=t!permissions --egid=t!permissions --reuid=t!permissions --regid=t!permissions "
     "--groups=t!permissions --securebits=t --pdeathsig=t --selinux-label=t!permissions "
     "--apparmor-profile=t!permissions --landlock-access=t --landlock-rule=t --reset-env --init-groups --keep-groups "
     "--clear-groups", "o", .flags = LONG},
    {"sudo", "-s,--shell!shell -i,--login!shell -e,--edit!permissions -u,--user=t!permissions "
     "-g,--group=t!permissions -D,--chdir=t!permissions -R,--chroot=t!permissions -h,--host=t!remote "
     "-U,--other-user=t -p,--prompt=t -C,--close-from=t -r,--role=t -t,--type=t -T,--command-timeout=t "
     "-a,--auth-type=t -c,--login-class=t -E --preserve-env:t -A,--askpass --help", "e*",
     .rule = CORDON_RULE_PRIVILEGE, .flags = LONG | FIRST, .handler = cordon_handle_sudo},
    {"sudoedit|visudo|vigr|vipw", .rule = CORDON_RULE_PERMISSIONS, .reason = "edits files with other rights"},

    /* Processes. */
    {"fuser", "-k,--kill!kill -M,--ismountpoint -n,--namespace=t -s -v", "m*", .flags = LONG},
    {"gcore", NULL, "t*", .rule = CORDON_RULE_SECRET, .reason = "writes what a process has in memory"},
    {"pm-hibernate|pm-suspend|poweroff|reboot|telinit", .rule = CORDON_RULE_KILL, .reason = "stops the whole "
     "machine"},
    {"halt|init|shutdown", .flags = OWN, .handler = cordon_handle_common_word, .reason = "stops the whole machine"},
    {"bandwhich|cgdb|ctop|ddd|ghidra|ghidraRun|hwatch|kermit|lazydocker|lookatme|mdp|microcom|minicom|patat|picocom|"
     "presenterm|pudb|pudb3|slides|tio|viddy", "--version -V -h --help", .rule = CORDON_RULE_ENDLESS, .flags = OWN,
     .handler = cordon_handle_unless_listed, .reason = "waits for a person"},
    {"dlv", .flags = GROUP},
    {"dlv attach|connect|core|dap|debug|exec|replay|test", NULL, "t*", .rule = CORDON_RULE_ENDLESS, .reason = "is a "
     "debugger that waits for a person", .hint = "Print what you want to know in a test."},
    {"dua i|interactive", NULL, "r*", .rule = CORDON_RULE_ENDLESS, .reason = "waits for a person"},
    {"dua", "-f,--format=t", "r*", .flags = GROUP},
    {"gum", .flags = GROUP},
    {"gum choose|confirm|file|filter|input|pager|table|write", NULL, "t*", .rule = CORDON_RULE_ENDLESS,
     .reason = "waits for a person"},
    {"gum spin", "-s,--spinner,--title,-a,--align,--timeout=t --show-output --show-error", "o"},
    {"r2|radare2|rizin", "-c=c -i,-p,-I=r -q -Q -A -a=t -b=t -B=t -e=t -k=t -m=t -n -v -V -h -w", "a*",
     .handler = cordon_handle_limited, .reason = "waits for a person", .hint = "Add -q -c COMMAND."},
    {"termtosvg|ttyrec", .rule = CORDON_RULE_SHELL, .reason = "starts a shell and records it"},
    {"akeyless|conjur|keyring|rage|rage-keygen|saml2aws|summon|teller|passage", "--version -V version -h --help",
     NULL, .rule = CORDON_RULE_SECRET, .flags = OWN, .handler = cordon_handle_unless_listed, .reason = "shows or uses "
     "secrets"},
    {"criu|reptyr", .rule = CORDON_RULE_KILL, .reason = "takes over another process"},
    {"ipcrm", .rule = CORDON_RULE_KILL, .reason = "takes resources away from processes"},
    {"kill", "-l -L --list --table", "t*", .rule = CORDON_RULE_KILL, .flags = OWN,
     .handler = cordon_handle_unless_listed},
    {"killall|killall5|pkill|slay|snice|xkill", .rule = CORDON_RULE_KILL},
    {"skill", .flags = OWN, .handler = cordon_handle_common_word, .reason = "stops processes"},
    {"renice", .rule = CORDON_RULE_PERMISSIONS, .reason = "changes the priority of other processes"},

    /* What runs later, or by itself. */
    {"anacron|launchctl|update-rc.d|rc-update|chkconfig", .rule = CORDON_RULE_ENDLESS, .reason = OUTLIVES,
     .hint = RUN_DIRECTLY},
    {"atq|atrm", .operands = "t*"},
    {"crontab", "-l", .rule = CORDON_RULE_ENDLESS, .flags = OWN, .handler = cordon_handle_unless_listed,
     .reason = OUTLIVES, .hint = ASK_USER},
    {"initctl|invoke-rc.d|rc-service|service|sv", .flags = OWN, .handler = cordon_handle_service,
     .reason = "starts or stops a service of the machine", .hint = ASK_USER},
    {"monit|s6-svc|supervisorctl", .rule = CORDON_RULE_KILL, .reason = "starts or stops services", .hint = ASK_USER},
    {"systemctl", "-H,--host=t!remote -M,--machine=t!remote -t,--type=t --state=t -p,--property=t -P=t --job-mode=t "
     "--check-inhibitors=t --kill-whom,--kill-who=t -s,--signal=t --what=t --legend:t --preset-mode=t "
     "--root=t!permissions --image=t!permissions -n,--lines=t -o,--output=t --boot-loader-menu=t "
     "--boot-loader-entry=t --timestamp=t --when=t --message=t --kill-value=t", .flags = LONG | STRICT},
    {"systemctl cat|get-default|help|is-active|is-enabled|is-failed|is-system-running|list-automounts|"
     "list-dependencies|list-jobs|list-machines|list-paths|list-sockets|list-timers|list-unit-files|list-units|show|"
     "show-environment|status|whoami", "-H,--host=t!remote -M,--machine=t!remote -t,--type=t --state=t "
     "-p,--property=t -P=t -n,--lines=t -o,--output=t --timestamp=t", "t*", .flags = LONG | DATA},
    {"systemctl cancel|clean|condreload|condrestart|condstop|emergency|exit|freeze|halt|hibernate|hybrid-sleep|"
     "isolate|kexec|kill|poweroff|reboot|reload|reload-or-restart|rescue|reset-failed|restart|soft-reboot|stop|"
     "suspend|suspend-then-hibernate|switch-root|thaw|try-reload-or-restart|try-restart", NULL, "t*",
     .rule = CORDON_RULE_KILL, .reason = "stops or restarts services of the machine", .hint = ASK_USER},
    {"systemctl start", NULL, "t*", .rule = CORDON_RULE_ENDLESS, .reason = OUTLIVES, .hint = ASK_USER},
    {"systemctl add-requires|add-wants|bind|daemon-reexec|daemon-reload|default|disable|edit|enable|"
     "import-environment|link|log-level|log-target|mask|mount-image|preset|preset-all|reenable|revert|"
     "service-log-level|service-log-target|service-watchdogs|set-default|set-environment|set-property|unmask|"
     "unset-environment", NULL, "t*", .rule = CORDON_RULE_PERMISSIONS, .reason = CHANGES_SYSTEM, .hint = ASK_USER},
    {"cordon", .flags = GROUP},
    {"cordon settings", NULL, "t*", .flags = GROUP},
    {"cordon check", "--project,--loop,--home=m --platform,--shell,--sandbox=t --json --batch --explain --full-auto", "t*"},
    {"cordon settings set|reset", NULL, "t*", .rule = CORDON_RULE_PERMISSIONS,
     .reason = "changes what agents may do", .hint = ASK_USER},
    {"cordon approve", NULL, "t*", .rule = CORDON_RULE_PERMISSIONS, .reason = "answers in the place of the user",
     .hint = ASK_USER},
    {"cordon gateway|mcp", NULL, "t*", .rule = CORDON_RULE_ENDLESS, .reason = "serves until it is stopped",
     .hint = ASK_USER},
    {"cordon run|plan", "--project,--loop,--sibling,--app-dir=m --backend,--limit,--timeout=t --sandbox=t!permissions "
     "--yes!permissions --json", "o"},
    {"loginctl", .flags = STRICT},
    {"loginctl list-seats|list-sessions|list-users|seat-status|session-status|show-seat|show-session|show-user|"
     "user-status", "-p,--property=t", .operands = "t*"},

    /* Permissions and owners. */
    {"chacl|chcon|chflags|chgrp|chmod|chown|gchgrp|gchmod|gchown|gchcon|setcap|setfacl|setfattr|restorecon|SetFile",
     .rule = CORDON_RULE_PERMISSIONS,
     .hint = "Leave it out; a script of the project runs as `python3 x.py` or `node x.js` without it."},
    {"chattr", .rule = CORDON_RULE_PERMISSIONS},
    {"lsattr", .operands = "r*"},
    {"getcap|getfacl|getfattr", "-n,--name=t -e,--encoding=t -m,--match=t", .operands = "r*"},
    {"xattr", "-p=t -w!permissions -d!permissions -c!permissions", .operands = "m*"},

    /* The machine's set-up. */
    {"alternatives|update-alternatives", "--display --get-selections --list --query", "t*",
     .rule = CORDON_RULE_PERMISSIONS, .reason = CHANGES_SYSTEM, .flags = OWN,
     .handler = cordon_handle_unless_listed},
    {"apparmor_parser|aa-complain|aa-disable|aa-enforce|auditctl|semanage|setenforce|setsebool",
     .rule = CORDON_RULE_PERMISSIONS, .reason = "changes the machine's security rules"},
    {"adduser|addgroup|chage|chfn|chpasswd|chsh|delgroup|deluser|gpasswd|groupadd|groupdel|groupmod|newusers|pwconv|"
     "pwunconv|useradd|userdel|usermod|dscl|sysadminctl", .rule = CORDON_RULE_PERMISSIONS, .reason = CHANGES_USERS},
    {"passwd", .flags = OWN, .handler = cordon_handle_common_word, .reason = CHANGES_USERS},
    {"badblocks|blkdiscard|cfdisk|cryptsetup|debugfs|dmsetup|dosfsck|e2fsck|fsck|fsck.ext4|fsck.vfat|fstrim|gdisk|"
     "hdparm|hdiutil|mdadm|mke2fs|mkswap|partprobe|resize2fs|sgdisk|tune2fs|wipefs|xfs_repair|diskutil|udisksctl|zfs|"
     "zpool|btrfs|lvchange|lvconvert|lvcreate|lvextend|lvremove|lvresize|pvcreate|pvremove|vgchange|vgcreate|"
     "vgextend|vgremove", .rule = CORDON_RULE_PERMISSIONS, .reason = CHANGES_DISKS},
    {"mkfs|mkfs.bfs|mkfs.btrfs|mkfs.cramfs|mkfs.exfat|mkfs.ext2|mkfs.ext3|mkfs.ext4|mkfs.f2fs|mkfs.fat|mkfs.minix|"
     "mkfs.msdos|mkfs.ntfs|mkfs.vfat|mkfs.xfs|mkntfs|newfs", .rule = CORDON_RULE_PERMISSIONS,
     .reason = CHANGES_DISKS},
    {"fdisk|gpart|parted|sfdisk", "-l --list", "t*", .rule = CORDON_RULE_PERMISSIONS, .flags = OWN,
     .handler = cordon_handle_unless_listed, .reason = CHANGES_DISKS},
    {"losetup", "-a -l --all --list", .rule = CORDON_RULE_PERMISSIONS, .flags = OWN,
     .handler = cordon_handle_unless_bare, .reason = CHANGES_DISKS},
    {"mount", "-l", .flags = OWN, .handler = cordon_handle_unless_bare, .reason = CHANGES_DISKS},
    {"fusermount|fusermount3|mount.cifs|mount.nfs|pmount|umount|swapoff", .rule = CORDON_RULE_PERMISSIONS,
     .reason = CHANGES_DISKS},
    {"swapon", "-s --show --summary --noheadings --bytes", .rule = CORDON_RULE_PERMISSIONS, .flags = OWN,
     .handler = cordon_handle_unless_listed, .reason = CHANGES_DISKS},
    {"bpftool|depmod|insmod|kexec|kmod|modprobe|rmmod|kextload|kextunload", .rule = CORDON_RULE_PERMISSIONS,
     .reason = CHANGES_KERNEL},
    {"sysctl", "-w,--write!permissions -p,--load:r!permissions --system!permissions -f!permissions -r,--pattern=t -a "
     "-n -N -e -b -h", "t*", .flags = LONG, .handler = cordon_handle_sysctl},
    {"arptables|brctl|conntrack|dhclient|dhcpcd|ebtables|firewall-cmd|ifdown|ifup|ip6tables-restore|iptables-restore|"
     "ipset|ipvsadm|netplan|networksetup|nmcli|nmtui|ovs-vsctl|pfctl|rfkill|scutil|ufw|wpa_cli|wpa_supplicant|"
     "bluetoothctl|ethtool|tunctl|vconfig", .rule = CORDON_RULE_PERMISSIONS, .reason = CHANGES_NET},
    {"nft|tc", .flags = OWN, .handler = cordon_handle_common_word, .reason = CHANGES_NET},
    {"ip6tables|iptables", "-L -S -n -v -x --list --list-rules --numeric --verbose --line-numbers", "t*",
     .rule = CORDON_RULE_PERMISSIONS, .flags = OWN, .handler = cordon_handle_unless_listed, .reason = CHANGES_NET},
    {"ip", "-b,-batch,--batch=r!unreadable -n,-netns,--netns=t!permissions -f,-family,--family=t -l,-loops,--loops=t "
     "-rc,-rcvbuf,--rcvbuf=t", "t*", .flags = FIRST | SINGLE, .handler = cordon_handle_ip, .reason = CHANGES_NET},
    {"ifconfig|iw|iwconfig", "-a -s -v -L -l -X=t", .rule = CORDON_RULE_PERMISSIONS, .flags = OWN,
     .handler = cordon_handle_interface, .reason = CHANGES_NET},
    {"arp|route", "-a -C -e -ee -F -n -v -4 -6", .flags = OWN, .handler = cordon_handle_unless_bare,
     .reason = CHANGES_NET},
    {"resolvectl", .flags = STRICT},
    {"resolvectl query", "-t,--type=t -p,--protocol=t -i,--interface=t -c,--class=t", .operands = "h*"},
    {"resolvectl statistics|status|dns|domain", .operands = "t?"},
    {"networkctl", "-n=t", "t*", .flags = STRICT},
    {"networkctl lldp|list|status", .operands = "t*"},
    {"hostname",
     "-a -A -d -f -i -I -s -y --alias --all-fqdns --all-ip-addresses --domain --fqdn --long --ip-address --short",
     .flags = OWN, .handler = cordon_handle_unless_bare, .reason = CHANGES_SYSTEM},
    {"dnsdomainname|domainname|nisdomainname|ypdomainname", .rule = CORDON_RULE_PERMISSIONS, .flags = OWN,
     .handler = cordon_handle_unless_bare, .reason = CHANGES_SYSTEM},
    {"hostnamectl|localectl|timedatectl", "-H=t!remote -M=t!remote -p,--property=t", "t*", .flags = LONG | STRICT},
    {"hostnamectl|localectl|timedatectl list-keymaps|list-locales|list-timezones|show|status|timesync-status|"
     "show-timesync", "-p,--property=t", .operands = "t*"},
    {"date|gdate",
     "-d,--date=t -f,--file=r -I,--iso-8601:t -j -r,--reference=m --rfc-3339=t -s,--set=t!permissions -v=t", "t*",
     .flags = LONG, .handler = cordon_handle_date},
    {"hwclock|ntpdate|chronyc|adjtimex|sntp", .rule = CORDON_RULE_PERMISSIONS, .reason = "sets the machine's clock"},
    {"busctl|dbus-send|gdbus|qdbus|qdbus6", .rule = CORDON_RULE_PERMISSIONS,
     .reason = "asks services of the machine to act"},
    {"csrutil|nvram|pmset|softwareupdate|spctl|systemsetup|tccutil", .rule = CORDON_RULE_PERMISSIONS,
     .reason = CHANGES_SYSTEM},
    {"dconf|gsettings|defaults|xfconf-query|kwriteconfig5|kwriteconfig6", .flags = STRICT},
    {"dconf dump|list|read", .operands = "t*"},
    {"defaults domains|find|read|read-type", .operands = "t*"},
    {"gsettings describe|get|list-children|list-keys|list-recursively|list-relocatable-schemas|list-schemas|range|"
     "writable", .operands = "t*"},
    {"efibootmgr|grub-install|grub-mkconfig|update-grub|update-initramfs|dracut|mkinitcpio|fwupdmgr",
     .rule = CORDON_RULE_PERMISSIONS, .reason = "changes how the machine starts"},
    {"ldconfig", "-p --print-cache", .rule = CORDON_RULE_PERMISSIONS, .flags = OWN,
     .handler = cordon_handle_unless_listed, .reason = CHANGES_SYSTEM},
    {"locale-gen|localedef|pam-auth-update|update-ca-certificates|update-ca-trust|update-locale|update-mime-database|"
     "authconfig|debconf-set-selections", .rule = CORDON_RULE_PERMISSIONS, .reason = CHANGES_SYSTEM},
    {"bless|eject|trust", .flags = OWN, .handler = cordon_handle_common_word, .reason = CHANGES_SYSTEM},
    {"mesg|setterm|chvt|loadkeys|setfont|setxkbmap|xmodmap|xset", .rule = CORDON_RULE_PERMISSIONS,
     .reason = "changes the user's screen or keyboard"},
    {"talk|wall|write", .flags = OWN, .handler = cordon_handle_common_word,
     .reason = "writes on other users' terminals"},
    {"mailq|mailx|msmtp|mutt|neomutt|s-nail|sendmail|ssmtp|swaks", .rule = CORDON_RULE_REMOTE, .reason =
     "sends mail"},
    {"mail", .flags = OWN, .handler = cordon_handle_common_word, .reason = "sends mail"},

    /* What shows the machine. */
    {"acpi|blkid|cpupower|dmidecode|getconf|getenforce|glxinfo|groups|hwinfo|inxi|lscpu|lsipc|lslocks|lsmem|lsmod|"
     "lsns|lsusb|lspci|lshw|lslogins|modinfo|sensors|sestatus|sw_vers|system_profiler|uname|guname|upower|uptime|"
     "guptime|users|gusers|vainfo|vulkaninfo|w|whoami|gwhoami|xdpyinfo|xrandr", NULL, "t*", .flags = DATA},
    {"atop|bashtop|bmon|bpytop|btm|btop|glances|gotop|gtop|htop|iftop|ktop|nethogs|nload|nmon|nvtop|powertop|s-tui|"
     "slabtop|vtop|zenith", .rule = CORDON_RULE_ENDLESS, .reason = "shows the machine until a key is pressed",
     .hint = "Use top -b -n 1 or ps aux."},
    {"bpftrace|dtrace|dtruss|execsnoop|fs_usage|opensnoop|sc_usage", .rule = CORDON_RULE_ENDLESS,
     .reason = "watches the machine until it is stopped"},
    {"clear|reset|tput|tset|tty", "-T=t -S", "t*", .flags = DATA},
    {"dmesg", "-w,--follow!endless -W,--follow-new!endless -c,--read-clear!permissions -C,--clear!permissions "
     "-D,--console-off!permissions -E,--console-on!permissions -n,--console-level=t!permissions -f,--facility=t "
     "-l,--level=t -F,--file=r -s,--buffer-size=t -S --time-format=t --since=t --until=t", "t*", .flags = LONG},
    {"findmnt|lsblk", "-o,--output=t -F,--tab-file=r -N,--task=t -O,--options=t -S,--source=t -t,--types=t "
     "-T,--target=r -M,--mountpoint=t -p,--poll:t!endless -w,--timeout=t -d,--direction=t -I,--include=t "
     "-e,--exclude=t -x,--sort=t -E,--dedup=t --sysroot=r -w,--width=t", "t*", .flags = LONG},
    {"free", "-s,--seconds=t -c,--count=t", "t*", .flags = LONG, .handler = cordon_handle_free,
     .reason = "repeats for ever with -s", .hint = "Add -c 1, or leave -s out."},
    {"getent", "-s,--service=t -i", .flags = GROUP},
    {"getent ahosts|ahostsv4|ahostsv6|hosts", .operands = "h*"},
    {"getent gshadow|shadow", NULL, "t*", .rule = CORDON_RULE_SECRET, .reason = "shows the hashes of passwords"},
    {"getent group|netgroup|networks|passwd|protocols|rpc|services|aliases|ethers|initgroups", .operands = "t*"},
    {"id|gid|last|lastb|lastlog|who|gwho|pinky|gpinky",
     "-f,--file=r -s,--since=t -t,--until=t -p,--present=t -n,--limit=t -u,--user=t", "t*",
     .flags = DATA | CORDON_PROGRAM_DIGITS},
    {"iostat|mpstat|pidstat|vmstat", "-C=t -e!unreadable -G=t -g=t -I=t -j=t -o=t -P=t -p=t -S=t -T=t -U:t --dec:t",
     "t*", .handler = cordon_handle_interval, .reason = "repeats for ever without a count",
     .hint = "Add a count: vmstat 1 5."},
    {"sar", "-o=w -f=r -s=t -e=t -i=t -m=t -n=t -P=t -I=t", "t*", .handler = cordon_handle_interval,
     .reason = "repeats for ever without a count"},
    {"dstat|pcp-dstat", .rule = CORDON_RULE_ENDLESS, .reason = "repeats for ever", .hint = "Use vmstat 1 5."},
    {"iotop", "-n,--iter=t -d,--delay=t -p,--pid=t -u,--user=t -b", "t*", .handler = cordon_handle_limited,
     .reason = "never ends without -n", .hint = "Add -b -n 1."},
    {"ipcs|pidof|pgrep|pstree|ptree|pwdx|tload-once", "-F,--pidfile=r -u,--euid=t -U,--uid=t -g,--pgroup=t "
     "-G,--group=t -P,--parent=t -s,--session=t -t,--terminal=t -d,--delimiter=t -r,--runstates=t --ns=t --nslist=t "
     "--signal=t -o=t -i=t -H=t -N=t -S=t", "t*", .flags = DATA},
    {"journalctl", "-f,--follow!endless -M,--machine=t -D,--directory=r --file=r --root=r --image=r --namespace=t "
     "-S,--since=t -U,--until=t -c,--cursor=t --after-cursor=t --cursor-file=w -b,--boot:t -u,--unit=t --user "
     "--user-unit=t --verify -t,--identifier=t -T,--exclude-identifier=t -p,--priority=t --facility=t -g,--grep=t "
     "--case-sensitive:t -o,--output=t --output-fields=t -n,--lines:t --interval=t --verify-key=t -F,--field=t "
     "--vacuum-size=t!permissions --vacuum-files=t!permissions --vacuum-time=t!permissions --sync!permissions "
     "--relinquish-var!permissions --smart-relinquish-var!permissions --flush!permissions --rotate!permissions "
     "--update-catalog!permissions --setup-keys!permissions", "t*", .flags = LONG | DATA},
    {"ldd", .operands = "a*"},
    {"locale", NULL, "t*", .flags = DATA},
    {"mdfind|mlocate|plocate|slocate", .rule = CORDON_RULE_OUTSIDE_PROJECT, .reason = "searches the whole machine",
     .hint = "Use find or fd in the project."},
    {"locate", .flags = OWN, .handler = cordon_handle_common_word, .reason = "searches the whole machine",
     .hint = "Use find or fd in the project."},
    {"updatedb", .rule = CORDON_RULE_OUTSIDE_PROJECT, .reason = "reads the whole machine"},
    {"logger", "-f,--file=r -i -n,--server=h!web -P,--port=t -p,--priority=t -t,--tag=t -S,--size=t -u,--socket=r "
     "--id:t --journald:r --msgid=t --prio-prefix --sd-id=t --sd-param=t", "e*", .flags = LONG | DATA},
    {"lsof", "-a -c=t -d=t -D=t -e=r -F:t -g:t -i:t -k=r -K:t -L:t -m=r -o:t -p=t -r:t!endless -s:t -S:t -T:t -u=t "
     "-x:t -z:t -Z:t -A=r", "m*", .handler = cordon_handle_lsof, .reason = "repeats for ever with +r"},
    {"whereis|which", "-B=t -M=t -S=t", "t*", .flags = DATA},
    {"mdls|vm_stat|memory_pressure|vmmap|leaks|heap|sample", "-name=t -file=w", "m*", .flags = SINGLE},
    {"namei", .operands = "r*"},
    {"netstat", "-c,--continuous!endless -A=t -I=t -f=t", "t*", .flags = DATA},
    {"nvidia-smi", "-i,--id=t -f,--filename=w -l,--loop:t!endless -lms,--loop-ms:t!endless -d=t -q -x --query-gpu:t "
     "--format:t -pm=t!permissions -pl=t!permissions -r,--gpu-reset!kill -c=t!permissions", .flags = GROUP},
    {"nvidia-smi daemon|dmon|pmon", .rule = CORDON_RULE_ENDLESS},
    {"notify-send",
     "-u,--urgency=t -t,--expire-time=t -a,--app-name=t -i,--icon=t -c,--category=t -h,--hint=t -A,--action=t -r=t",
     "e*", .flags = DATA},
    {"kdialog|whiptail|xmessage|yad|zenity", .rule = CORDON_RULE_ENDLESS, .reason = "waits for a person"},
    {"dialog", .flags = OWN, .handler = cordon_handle_common_word, .reason = "waits for a person"},
    {"open", "-a=t!shell -b=t!shell -n -g -W", "m*", .handler = cordon_handle_open},
    {"exo-open|gio-open|gnome-open|kde-open|kde-open5|kioclient|sensible-browser|wslview|x-www-browser|xdg-open",
     .operands = "m*", .handler = cordon_handle_open},
    {"gio", .flags = STRICT},
    {"gio cat|info|list|tree", "-a=t", .operands = "m*"},
    {"gio open", NULL, "m*", .handler = cordon_handle_open},
    {"ps|gps", "-C=t -G,--Group=t -g,--group=t -O=t -o,--format=t -p,--pid=t -q,--quick-pid=t -s,--sid=t -t,--tty=t "
     "-u,--user=t -U,--User=t --ppid=t --sort=t -E!secret --cols,--columns,--width=t --rows,--lines=t -n=t", "t*",
     .flags = DATA, .handler = cordon_handle_ps},
    {"pv", "-d,--watchfd=t!kill -f -i,--interval=t -L,--rate-limit=t -N,--name=t -P,--pidfile=w -R,--remote=t!kill "
     "-s,--size=t -D,--delay-start=t -w,--width=t -H,--height=t -B,--buffer-size=t -F,--format=t -o,--output=w -Y "
     "-m=t", "r*", .flags = LONG},
    {"sponge", "-a", .operands = "w"},
    {"ss", "-E,--events!endless -f,--family=t -K,--kill!kill -A,--query,--socket=t -D,--diag=w -F,--filter=r "
     "-N,--net=t!permissions", "t*", .flags = LONG | DATA},
    {"stty|gstty", "-F,--file=r", "t*", .flags = LONG | DATA},
    {"top", "-b -d,--delay=t -E=t -e=t -n,--iterations=t -o,--sort-override=t -O,--list-fields -p,--pid=t "
     "-u,--filter-only-euser=t -U,--filter-any-user=t -w,--width:t -l=t -s:t -stats=t -pid=t", "t*",
     .handler = cordon_handle_limited, .reason = "shows the machine until a key is pressed",
     .hint = "Use top -b -n 1."},
    {"printenv|gprintenv", .operands = "v*"},
    {"scrot|xwd|screencapture|grim|gnome-screenshot|flameshot|maim", .rule = CORDON_RULE_SECRET,
     .reason = "looks at the user's screen"},
    {"xclip", "-o,-out!secret -i,-in -selection=t -d,-display=t -t,-target=t -l,-loops=t -f -r", "r*",
     .flags = SINGLE},
    {"xsel", "-o,--output!secret -f,--follow!endless -t,--selectionTimeout=t -l,--logfile=w --display=t", "t*",
     .flags = LONG},
    {"pbpaste|wl-paste", .rule = CORDON_RULE_SECRET, .reason = "reads the user's clipboard"},

    /* Secrets. */
    {"age|chamber|op|pass|security|step", .flags = OWN, .handler = cordon_handle_common_word,
     .reason = KEEPS_SECRETS, .hint = ASK_USER},
    {"age-keygen|aws-vault|berglas|bw|certbot|credstash|doppler|envchain|gcr-viewer|gopass|gpg-agent|"
     "gpg-connect-agent|gpgconf|gpgsm|htpasswd|infisical|keepassxc-cli|keyctl|kwallet-query|lpass|mkcert|pinentry|"
     "rbw|seahorse|secret-tool|sops|ssh-add|ssh-agent|ssh-keygen", .rule = CORDON_RULE_SECRET,
     .reason = KEEPS_SECRETS, .hint = ASK_USER},
    {"gpg|gpg2", .rule = CORDON_RULE_SECRET, .reason = KEEPS_SECRETS, .hint = ASK_USER},
    {"gpgv|gpgv2", "--keyring=r --status-fd=t --logger-fd=t --homedir=r -o,--output=w", "r*", .flags = LONG},
    {"minisign|signify", "-s=r!secret -S!secret -G!secret -p=r -x=w -m=r -P=t", .operands = "r*"},

    {"openssl", .flags = STRICT},
    {"openssl asn1parse|cms|crl|crl2pkcs7|dhparam|dsa|dsaparam|ec|ecparam|enc|genpkey|gendsa|genrsa|nseq|pkcs12|"
     "pkcs7|pkcs8|pkey|pkeyparam|pkeyutl|prime|rand|req|rsa|rsautl|smime|spkac|ts|verify|x509|sess_id|storeutl|kdf|"
     "mac|passwd", SSL_COMMON "-CA=r -CAkey=r -CAserial=w -CAcreateserial -addext=t -addreject=t -addtrust=t -aes "
     "-caname=t -certfile=r -certopt=t -certpbe=t -clrext -content=r -crl_check -curve=t -data=r -days=t -dgst=t "
     "-digest=t -econtent_type=t -export_inkey=r -extensions=t -extfile=r -from=t -genstr=t -genconf=r -generator=t "
     "-i=t -inkey=r -iter=t -iv=t -k=t -kdf=t -kdfopt=t -key=r -keyform=t -keyout=w -keypbe=t -keysig -kfile=r -K=t "
     "-length=t -macalg=t -macopt=t -md=t -multivalue-rdn -nameopt=t -newkey=t -noenc -not_after=t -not_before=t "
     "-oid=r -offset=t -outcerts=w -paramfile=r -param_enc=t -peerkey=r -pkeyopt=t -policy=t -purpose=t -recip=r "
     "-reqexts=t -reqopt=t -S=t -salt=t -secretkey=t -secretkeyid=t -section=t -set_serial=t -setalias=t -sigfile=r "
     "-sigopt=t -signer=r -signkey=r -startdate=t -strparse=t -strictpem -subj=t -to=t -subject=t -twopass "
     "-verify_depth=t -verify_hostname=t -verify_ip=t -vfyopt=t -to=t -checkend=t -checkhost=t -checkip=t "
     "-checkemail=t -force_pubkey=r -queryfile=r -reply=t -tspolicy=t -chain -password=m -pass=m -in_password "
     "-bits=t -num=t -hex:t -saltlen=t", "r*", .flags = SINGLE},
    {"openssl dgst|md5|sha1|sha224|sha256|sha384|sha512|sha3-256|sha3-512|blake2b512|blake2s256|ripemd160|sm3",
     SSL_COMMON
     "-sign=r -verify=r -prverify=r -signature=r -keyform=t -hmac=t -mac=t -macopt=t -sigopt=t -passin=m -xoflen=t",
     "r*", .flags = SINGLE},
    {"openssl aes-128-cbc|aes-192-cbc|aes-256-cbc|aes-256-ecb|aes-256-ctr|base64|bf|camellia-256-cbc|chacha20|des3",
     SSL_COMMON "-k=t -K=t -iv=t -S=t -md=t -iter=t -kfile=r -pass=m -bufsize=t", "r*", .flags = SINGLE},
    {"openssl ciphers|errstr|help|info|list|speed|version",
     "-engine=p -provider=p -provider-path=r -seconds=t -bytes=t -evp=t -multi=t -select=t", "t*", .flags = SINGLE},
    {"openssl ca|fipsinstall|rehash|srp|engine", .rule = CORDON_RULE_SECRET, .reason = KEEPS_SECRETS,
     .hint = ASK_USER},
    {"openssl s_client|s_time", SSL_COMMON "-connect=h -host=h -port=t -bind=t -proxy=h -proxy_user=t -proxy_pass=m "
     "-unix=r -cert=r -certform=t -cert_chain=r -key=r -keyform=t -pass=m -CRL=r -chainCAfile=r -chainCApath=r "
     "-starttls=t -servername=t -xmpphost=t -name=t -alpn=t -nextprotoneg=t -sess_out=w -sess_in=r -keylogfile=w "
     "-early_data=r -verify=t -verify_hostname=t -cipher=t -ciphersuites=t -sigalgs=t -groups=t -curves=t "
     "-serverinfo=t -psk=t -psk_identity=t -ssl_config=t -msgfile=w -www=t -time=t -maxfraglen=t -www=t", "h?",
     .flags = SINGLE},
    {"openssl ocsp", SSL_COMMON "-url=u -host=h -port=t -issuer=r -cert=r -serial=t -signer=r -reqin=r -respin=r "
     "-reqout=w -respout=w -path=t -header=t -VAfile=r -verify_other=r -index=r", "t*", .flags = SINGLE},
    {"openssl s_server", .rule = CORDON_RULE_ENDLESS, .reason = "serves until it is stopped"},
};
/* clang-format on */

const CordonProgramTable cordon_programs_system = {ROWS, G_N_ELEMENTS(ROWS)};
