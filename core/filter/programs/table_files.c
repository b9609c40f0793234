/* SPDX-License-Identifier: MIT */
/* Programs for files: coreutils, findutils, archives, what watches folders, pictures and films.  Sorted by subject,
 * then by name.  Sources: the manual pages and --help of coreutils 9.1, findutils 4.9, util-linux 2.38, FreeBSD 14,
 * and of the programs themselves. */
#include "filter/programs/handlers.h"

enum {
    FIRST = CORDON_PROGRAM_OPTIONS_FIRST,
    LONG = CORDON_PROGRAM_ABBREVIATES, /* getopt_long */
    SINGLE = CORDON_PROGRAM_LONG_SINGLE,
    DATA = CORDON_PROGRAM_DATA,
    OWN = CORDON_PROGRAM_HANDLER_ONLY,
    LISTS = CORDON_PROGRAM_LISTS_PATHS,
    CHANGES = CORDON_PROGRAM_WRITES_LISTED,
    SLOW = CORDON_PROGRAM_LONG_TIME,
};

/* clang-format off */
#define LS_OPTIONS \
    "-I,--ignore=t -w,--width=t -T,--tabsize=t --block-size=t --color:t --format=t --hide=t --hyperlink:t " \
    "--indicator-style=t --quoting-style=t --sort=t --time=t --time-style=t"

static const CordonProgram ROWS[] = {
    /* Words and numbers: nothing is read, whatever they look like. */
    {"basename|dirname|gbasename|gdirname|pathchk", "-s,--suffix=e", "e*", .flags = LONG | DATA},
    {"cal|ncal", "-d=t -m=t -s=t -H=t -A=t -B=t", "t*"},
    {"echo|false|gecho|true", .flags = OWN | DATA, .handler = cordon_handle_words},
    {"expr|factor|gexpr|gfactor", .flags = OWN | DATA, .handler = cordon_handle_words},
    {"jot", "-b=t -p=t -s=t -w=t", "e*", .flags = DATA},
    {"hostid|logname|nproc", "--ignore=t", "t*", .flags = LONG},
    {"numfmt", "-d,--delimiter=t --field=t --format=t --from=t --from-unit=t --header:t --invalid=t --padding=t "
     "--round=t --suffix=t --to=t --to-unit=t", "e*", .flags = LONG | DATA},
    {"printf|gprintf", .flags = OWN | DATA, .handler = cordon_handle_printf},
    {"pwd|gpwd", NULL, "t*"},
    {"seq|gseq", "-f,--format=t -s,--separator=t", "e*", .flags = LONG | DATA | CORDON_PROGRAM_DIGITS},
    {"sleep|gsleep", .flags = OWN, .handler = cordon_handle_sleep},
    {"test|[|gtest", .flags = OWN | DATA, .handler = cordon_handle_test},
    {"yes|gyes", NULL, "e*", .rule = CORDON_RULE_ENDLESS, .flags = DATA | CORDON_PROGRAM_ENDS_WITH_PIPE, .reason = "prints for ever",
     .hint = "Most programs have an option that answers: -y, --yes."},

    /* What is there. */
    {"df|gdf", "-B,--block-size=t -t,--type=t -x,--exclude-type=t --output:t", "r*", .flags = LONG},
    {"dir|gdir|gls|gvdir|ls|vdir", LS_OPTIONS, "r*", .flags = LONG | LISTS},
    {"dircolors|gdircolors", NULL, "r?", .flags = LONG},
    {"du|gdu", "-B,--block-size=t -d,--max-depth=t -t,--threshold=t -X,--exclude-from=r --exclude=t --files0-from=l "
     "--time:t --time-style=t -I=t", "r*", .flags = LONG},
    {"duf", "-output=t -sort=t -style=t -theme=t -width=t -hide=t -only=t -hide-fs=t -only-fs=t -hide-mp=t "
     "-only-mp=t", "r*", .flags = SINGLE},
    {"dust", "-d,--depth=t -n,--number-of-lines=t -X,--ignore-directory=t -v,--invert-filter=t -e,--filter=t "
     "-z,--min-size=t -w,--terminal_width=t -T,--threads=t -o,--output-format=t --config=r "
     "-I,--ignore-all-in-file=r --files0-from=l -S,--stack-size=t", "r*"},
    {"eza|exa", "-I,--ignore-glob=t -L,--level=t -s,--sort=t -t,--time=t -w,--width=t --color,--colour=t --icons:t "
     "--time-style=t --color-scale:t --color-scale-mode=t --absolute:t --classify:t --hyperlink", "r*"},
    {"fd|fdfind", .flags = OWN | LISTS, .handler = cordon_handle_fd},
    {"file|gfile", "-C,--compile -e,--exclude=t --exclude-quiet=t -F,--separator=t -f,--files-from=l -M=r "
     "-m,--magic-file=r -P,--parameter=t", "r*", .flags = LONG, .handler = cordon_handle_file},
    {"find|bfs|gfind", .flags = OWN | LISTS, .handler = cordon_handle_find},
    {"lsd", "-I,--ignore-glob=t --color=t --config-file=r --date=t --depth=t --group-dirs=t --icon=t --icon-theme=t "
     "--permission=t --size=t --sort=t --blocks=t", "r*"},
    {"lstopo|hwloc-ls", "--of=t -i,--input=m", "w?"},
    {"md5sum|b2sum|b3sum|cksum|gmd5sum|gsha256sum|md5|sha1|sha1sum|sha224sum|sha256|sha256sum|sha384sum|sha512|"
     "sha512sum|shasum|sum|xxh32sum|xxh64sum|xxh128sum|xxhsum|crc32", "-a,--algorithm=t -l,--length=t -s=t", "r*",
     .flags = LONG},
    {"ncdu|broot|br|gdu-go|lf|nnn|ranger|vifm|xplr|yazi", "-o=w -f=r --exclude=t -X=r", "r*",
     .rule = CORDON_RULE_ENDLESS, .reason = "waits for a person", .hint = "Use ls, du or tree."},
    {"readlink|greadlink", NULL, "r*", .flags = LONG},
    {"realpath|grealpath", "--relative-base=r --relative-to=r", "r*", .flags = LONG},
    {"stat|gstat", "-c,--format=t --printf=t --cached=t", "r*", .flags = LONG},
    {"tree", "-H=t -I=t -L=t -P=t -T=t -o=w --charset=t --filelimit=t --gitfile=r --infofile=r --sort:t --timefmt=t "
     "--hintro=r --houtro=r --fromfile --fromtabfile", "r*"},

    /* What is in a file. */
    {"base32|base64|basenc|gbase64", "-w,--wrap=t -b,--break=t -i,--input=r -o,--output=w -D=r", "r*", .flags = LONG},
    {"cat|gcat", NULL, "r*", .flags = LONG, .handler = cordon_handle_needs_input},
    {"cmp", "-i,--ignore-initial=t -n,--bytes=t", "r r t*", .flags = LONG},
    {"csplit|gcsplit", "-b,--suffix-format=w -f,--prefix=w -n,--digits=t", "r e*", .flags = LONG,
     .handler = cordon_handle_split},
    {"cut|gcut", "-b,--bytes=t -c,--characters=t -d,--delimiter=t -f,--fields=t --output-delimiter=t", "r*",
     .flags = LONG},
    {"expand|gexpand|gunexpand|unexpand", "-t,--tabs=t", "r*", .flags = LONG | CORDON_PROGRAM_DIGITS},
    {"fmt|gfmt", "-g,--goal=t -p,--prefix=t -w,--width=t", "r*", .flags = LONG | CORDON_PROGRAM_DIGITS},
    {"fold|gfold", "-w,--width=t", "r*", .flags = LONG | CORDON_PROGRAM_DIGITS},
    {"ghead|head", "-c,--bytes=t -n,--lines=t", "r*", .flags = LONG | CORDON_PROGRAM_DIGITS},
    {"gtail|tail", "-c,--bytes=t -f,-F!endless --follow:t!endless -n,--lines=t -b=t -s,--sleep-interval=t "
     "--max-unchanged-stats=t --pid=t", "r*", .flags = LONG | CORDON_PROGRAM_DIGITS, .handler = cordon_handle_tail},
    {"gtac|tac", "-s,--separator=t", "r*", .flags = LONG},
    {"multitail|lnav|swatch|swatchdog", NULL, "m*", .rule = CORDON_RULE_ENDLESS, .reason = "follows files for ever",
     .hint = "Use tail -n."},
    {"gjoin|join", "-1=t -2=t -a=t -e=t -j=t -o=t -t=t -v=t", "r*", .flags = LONG},
    {"gnl|nl", "-b,--body-numbering=t -d,--section-delimiter=t -f,--footer-numbering=t -h,--header-numbering=t "
     "-i,--line-increment=t -l,--join-blank-lines=t -n,--number-format=t -s,--number-separator=t "
     "-v,--starting-line-number=t -w,--number-width=t", "r*", .flags = LONG},
    {"god|od", "-A,--address-radix=t -j,--skip-bytes=t -N,--read-bytes=t -S=t --strings:t -t,--format=t "
     "-w,--width:t --endian=t", "r*", .flags = LONG},
    {"gpaste|paste", "-d,--delimiters=t", "r*", .flags = LONG},
    {"gptx|ptx", "-A -b,--break-file=r -F,--flag-truncation=t -g,--gap-size=t -i,--ignore-file=r -M,--macro-name=t "
     "-o,--only-file=r -S,--sentence-regexp=t -w,--width=t -W,--word-regexp=t", "r w", .flags = LONG},
    {"gshuf|shuf", "-e,--echo -i,--input-range=t -n,--head-count=t -o,--output=w --random-source=r", "e*",
     .flags = LONG, .handler = cordon_handle_shuf},
    {"gsort|sort", "-k,--key=t -t,--field-separator=t -S,--buffer-size=t -T,--temporary-directory=w -o,--output=w "
     "--batch-size=t --compress-program=p --files0-from=l --parallel=t --random-source=r --sort=t --check:t", "r*",
     .flags = LONG, .handler = cordon_handle_needs_input},
    {"gsplit|split", "-a,--suffix-length=t -b,--bytes=t -C,--line-bytes=t -d --numeric-suffixes:t -x "
     "--hex-suffixes:t --filter=t -l,--lines=t -n,--number=t -t,--separator=t --additional-suffix=t -p=t", "r w",
     .flags = LONG | CORDON_PROGRAM_DIGITS, .handler = cordon_handle_split},
    {"gtr|tr", NULL, "e*", .flags = LONG | DATA},
    {"gtsort|tsort", NULL, "r?", .flags = LONG},
    {"guniq|uniq", "--all-repeated:t -f,--skip-fields=t -s,--skip-chars=t -w,--check-chars=t --group:t", "r w",
     .flags = LONG},
    {"gwc|wc", "--files0-from=l --total=t", "r*", .flags = LONG},
    {"hd|hexdump", "-e=t -f=r -n=t -s=t", "r*"},
    {"hexyl", "-n,--length=t -c,--bytes=t -s,--skip=t --block-size=t --color=t --border=t -o,--display-offset=t "
     "--panels=t", "r?"},
    {"pr", "-D,--date-format=t -h,--header=t -i,--output-tabs:t -l,--length=t -n,--number-lines:t "
     "-N,--first-line-number=t -o,--indent=t -s,--separator:t -S,--sep-string:t -w,--width=t -W,--page-width=t "
     "--pages=t", "r*", .flags = LONG | CORDON_PROGRAM_DIGITS},
    {"comm|gcomm", "--output-delimiter=t", "r r", .flags = LONG},
    {"strings", "-n,--bytes=t -t,--radix=t -e,--encoding=t -T,--target=t -s,--output-separator=t -U,--unicode=t",
     "r*", .flags = LONG | CORDON_PROGRAM_DIGITS},
    {"xxd", "-c,-cols=t -g,-groupsize=t -l,-len=t -n,-name=t -o=t -R=t -s,-seek,-skip=t", "r w"},

    /* What changes files. */
    {"cp|gcp", "-a,-R,-r,--archive,--recursive+R -S,--suffix=t -t,--target-directory=w+W --backup:t --context:t "
     "--no-preserve=t --preserve:t --reflink:t --sparse=t --update:t", "r* W", .flags = LONG},
    {"dd|dcfldd|gdd", .flags = OWN, .handler = cordon_handle_dd},
    {"ddrescue", "-b=t -i=t -o=t -s=t", "r w w"},
    {"convmv", "-f=t -t=t -s=t", "w*", .flags = LONG | CHANGES},
    {"fallocate", "-l,--length=t -o,--offset=t", "w*", .flags = LONG | CHANGES},
    {"fdupes|jdupes|rdfind|rmlint", "-d,--delete!delete -N,--noprompt -o,--order=t -X,--ext-filter=t "
     "-deleteduplicates=t!delete", "r*"},
    {"ginstall|install", "-d,--directory -g,--group=t!permissions -m,--mode=t!permissions -o,--owner=t!permissions "
     "-S,--suffix=t -t,--target-directory=w --backup:t --strip-program=p", "e*", .flags = LONG,
     .handler = cordon_handle_install},
    {"gln|ln", "-r,--relative -S,--suffix=t -s,--symbolic -t,--target-directory=w --backup:t", "e*", .flags = LONG,
     .handler = cordon_handle_ln},
    {"glink|link", NULL, "r w"},
    {"gmkdir|mkdir", "-m,--mode=t!permissions --context:t", "w*", .flags = LONG},
    {"gmkfifo|mkfifo", "-m,--mode=t!permissions --context:t", "w*", .flags = LONG},
    {"gmknod|mknod", "-m,--mode=t!permissions --context:t", "w t*", .flags = LONG},
    {"gmktemp|mktemp|tempfile", "-p=w+W --tmpdir:w+W -t+W --suffix=t -d,--directory -m,--mode=t!permissions -s,-n=t",
     "W", .flags = LONG},
    {"gmv|mv", "-S,--suffix=t -t,--target-directory=w --backup:t --context:t --update:t", "w*",
     .flags = LONG | CHANGES},
    {"grm|rm|srm", "--interactive:t", "x*", .flags = LONG},
    {"grmdir|gunlink|rmdir|unlink", NULL, "x*", .flags = LONG},
    {"gshred|shred|wipe", "-n,--iterations=t --random-source=r --remove:t -s,--size=t", "x*", .flags = LONG},
    {"gsync|sync", NULL, "r*"},
    {"gtee|tee", "--output-error:t", "w*", .flags = LONG | CHANGES},
    {"gtouch|touch", "-A=t -d,--date=t -r,--reference=r -t=t --time=t", "w*", .flags = LONG | CHANGES},
    {"gtruncate|truncate", "-r,--reference=r -s,--size=t", "w*", .flags = LONG | CHANGES},
    {"mmv|mcp|mad|mln", NULL, "w*"},
    {"qmv|qcp|imv|icp|qcmd|vidir|massren", NULL, "m*", .rule = CORDON_RULE_ENDLESS, .reason = "opens an editor",
     .hint = "Use mv or cp."},
    {"rename|file-rename|perl-rename|prename", "-e,--expr=c+C -E,--expr-file=r -M,--use=c -N,--counter-format=t",
     "C w*", .flags = CHANGES},
    {"symlinks", "-c -d!delete", "w*"},
    {"trash|trash-put|rmtrash|gtrash", "--trash-dir=w", "x*", .flags = LONG},
    {"trash-empty|trash-rm|trash-restore", NULL, "m*", .rule = CORDON_RULE_OUTSIDE_PROJECT,
     .reason = "changes the user's trash"},
    {"trash-list", NULL, "m*"},

    /* Lists that become commands. */
    {"parallel|env_parallel|sem", "-a,--arg-file=l -j,--jobs,--max-procs,-P=t -n,--max-args=t "
     "-N,--max-replace-args=t -I=t -i:t -d,--delimiter=t -C,--colsep=t -E=t -L,--max-lines=t -l:t -s,--max-chars=t "
     "-S,--sshlogin,--sshlogin-file,--slf,--sshloginfile=t!remote --basefile,--bf=r --return=t --trc=t --cleanup "
     "--transferfile,--tf=r --hostgroups -J,--profile=r --arg-sep,--arg-file-sep=t!unreadable "
     "--block,--block-size=t --recstart=t --recend=t --joblog=w --results,--res=w --tmpdir=w --workdir,--wd=y "
     "--env=t --halt,--halt-on-error=t --delay=t --load=t --memfree=t --memsuspend=t --nice=t --retries=t "
     "--timeout=t --tagstring=t --tag --colour-failed --limit=S --compress-program=p --decompress-program=p "
     "--ssh=p!remote --rpl=c!inline-code --filter=c!inline-code --shebang!unreadable --shebang-wrap!unreadable "
     "--hashbang!unreadable --sqlmaster=t!remote --sqlworker=t!remote --sqlandworker=t!remote --tmux!shell "
     "--tmuxpane!shell --fg --bg --wait --id,--semaphorename,--semaphore-name=t --semaphoretimeout,--st=t "
     "--pipe,--pipepart,--spreadstdin --semaphore --shard=c!inline-code --bin=c!inline-code "
     "--group-by=c!inline-code --termseq=t --progress --bar --eta --max-line-length-allowed --parens=t --plus "
     "--link --xapply -k,--keep-order", "e*", .flags = LONG | FIRST, .handler = cordon_handle_parallel},
    {"xargs|gxargs", "-0,--null -a,--arg-file=l -d,--delimiter=t -E=t -e,--eof:t -I=t -i,--replace:t -J=t -L=t "
     "-l,--max-lines:t -n,--max-args=t -P,--max-procs=t -R=t -S=t -s,--max-chars=t --process-slot-var=t", "e*",
     .flags = LONG | FIRST, .handler = cordon_handle_xargs},

    /* Archives. */
    {"7z|7za|7zr|7zz", .flags = OWN, .handler = cordon_handle_7z},
    {"ar|gar|gcc-ar|llvm-ar|x86_64-linux-gnu-ar", .flags = OWN | SLOW, .handler = cordon_handle_ar},
    {"bunzip2|bzip2|compress|gunzip|gzip|lbzip2|lzip|lzma|lzop|pbzip2|pigz|plzip|uncompress|unlzma|unpigz|unxz|xz|"
     "pixz", "-b,--bits=t -c,--stdout,--to-stdout -F,--format=t -l,--list -M,--memlimit,--memory=t -o,--output=w "
     "-p,--processes,-n,--threads,-T=t -r,--recursive -S,--suffix=t -t,--test --files:l --files0:l --block-size=t "
     "--flush-timeout=t -C,--check=t --lzma1:t --lzma2:t", "e*", .flags = LONG | CORDON_PROGRAM_DIGITS,
     .handler = cordon_handle_compressor},
    {"brotli", "-c,--stdout -t,--test -o,--output=w -q,--quality=t -w,--lgwin=t -D,--dictionary=r -S,--suffix=t "
     "--large_window=t", "e*", .handler = cordon_handle_compressor},
    {"bzcat|gzcat|lz4cat|lzcat|xzcat|zcat|zstdcat", "-S,--suffix=t", "r*", .flags = LONG},
    {"bzcmp|bzdiff|lzcmp|lzdiff|xzcmp|xzdiff|zcmp|zdiff", NULL, "r*"},
    {"cpio|gcpio|bsdcpio", .flags = OWN, .handler = cordon_handle_cpio},
    {"funzip|zipinfo", "-P=t -x=t", "r t*"},
    {"gzexe|znew", NULL, "w*"},
    {"lz4|lz4c|unlz4", "-c,--stdout -t,--test -D=r", "e*", .handler = cordon_handle_compressor},
    {"lsar", NULL, "r*"},
    {"par2", NULL, "t w*"},
    {"pax", "-f=w -r -w -b=t -o=t -p=t -s=t!unreadable -x=t -B=t -E=t -G=t -U=t -T=t", "y*", .handler = cordon_handle_pax},
    {"ranlib|gcc-ranlib|llvm-ranlib", "--plugin=p", "w*"},
    {"rar|unrar|unrar-free", .flags = OWN, .handler = cordon_handle_rar},
    {"shar|unshar", "-o=w -d=w -c", "m*", .rule = CORDON_RULE_SHELL,
     .reason = "makes or runs archives that are shell scripts", .hint = "Use tar."},
    {"tar|bsdtar|gtar|star", .flags = OWN, .handler = cordon_handle_tar},
    {"unar", "-o,-output-directory=w -p,-password=t -e=t", "r t*"},
    {"unzip", "-d=w -P=t -O=t -I=t -l -t -v -Z -p -c -z -x", "r e*", .handler = cordon_handle_unzip},
    {"zip", .flags = OWN, .handler = cordon_handle_zip},
    {"zipcloak", NULL, "w*", .rule = CORDON_RULE_ENDLESS, .reason = "asks for a password"},
    {"zipgrep", NULL, "t r t*"},
    {"zipnote|zipsplit", "-b=w -n=t", "w*"},
    {"zstd|pzstd|unzstd|zstdmt", "-c,--stdout -t,--test -l,--list -o=w -D=r -r -T=t -M,--memory=t -B=t --filelist=l "
     "--output-dir-flat=w --output-dir-mirror=w --patch-from=r --format=t --stream-size=t --size-hint=t "
     "--target-compressed-block-size=t --trace=w --maxdict=t", "e*", .flags = CORDON_PROGRAM_DIGITS,
     .handler = cordon_handle_compressor},

    /* What waits for changes. */
    {"watchman|watchman-make|watchman-wait", NULL, "m*", .rule = CORDON_RULE_ENDLESS, .reason = "waits for changes "
     "for ever",
     .hint = "Run the command itself, once."},
    {"inotifywait|inotifywatch|fsnotifywait|fsnotifywatch", "-m,--monitor!endless -d,--daemon!endless "
     "-o,--outfile=w -e,--event=t -t,--timeout=t --fromfile=l --format=t --timefmt=t --exclude=t --excludei=t "
     "--include=t --includei=t", "r*", .flags = LONG, .handler = cordon_handle_waits},

    /* Pictures and films. */
    {"animate|display|ffplay|mpv|mplayer|vlc|cvlc|feh|eog|gthumb|sxiv|aplay|paplay|arecord|parec", NULL, "m*",
     .rule = CORDON_RULE_ENDLESS, .reason = "shows or plays something for a person"},
    {"compare|composite|conjure|convert|gm|identify|identify-im6|convert-im6|magick|mogrify|montage", .flags = OWN,
     .handler = cordon_handle_imagemagick},
    {"cwebp|dwebp|gif2webp|img2webp|webpmux|avifenc|avifdec|cjpeg|djpeg|cjxl|djxl",
     "-o=w -q=t -preset=t -resize=t -crop=t -m=t -f=t", "m*", .flags = SINGLE},
    {"exiftool", "-o=w -tagsFromFile=r -if=c -execute -p=m -w,-W=m -@=l -config=r -stay_open=t!endless", "m*",
     .flags = SINGLE},
    {"ffmpeg|avconv", .flags = OWN, .handler = cordon_handle_ffmpeg},
    {"ffprobe", "-i=m -f=t -show_entries=t -of,-print_format=t -select_streams=t -v,-loglevel=t -o=w", "m*",
     .flags = SINGLE},
    {"gifsicle|jpegoptim|jpegtran|mozjpeg|optipng|oxipng|pngcrush|pngquant|advpng|zopflipng",
     "-o,--output,-outfile,--dest,-d=w -out=w --ext=t -f,--folder=w --config=r -m,--max=t -q,--quality,--speed=t "
     "-i,--input=r", "w*", .flags = CHANGES},
    {"inkscape|rsvg-convert", "-o,--export-filename,--output=w --export-type=t -w,--width=t -h,--height=t "
     "-d,--dpi=t --actions=c -f,--format=t -a,--export-area=t -i,--export-id=t -b,--export-background=t", "m*"},
    {"sox|soxi", NULL, "m*"},
    {"tesseract", "-l=t --psm=t --oem=t -c=t --tessdata-dir=r --user-words=r --user-patterns=r", "r w t*"},
};
/* clang-format on */

const CordonProgramTable cordon_programs_files = {ROWS, G_N_ELEMENTS(ROWS)};
