/* SPDX-License-Identifier: MIT */
/* Programs for text: search, sed and awk, JSON and tables, comparison, conversion, editors and pagers.  Sorted by
 * subject, then by name.  Sources: the manual pages and --help of GNU grep 3.8, ripgrep 14, diffutils 3.8, patch 2.7,
 * less 590, man-db 2.11, pandoc 3 and of the programs themselves. */
#include "filter/programs/handlers.h"

enum {
    FIRST = CORDON_PROGRAM_OPTIONS_FIRST,
    LONG = CORDON_PROGRAM_ABBREVIATES, /* getopt_long */
    SINGLE = CORDON_PROGRAM_LONG_SINGLE,
    DATA = CORDON_PROGRAM_DATA,
    DIGITS = CORDON_PROGRAM_DIGITS,
    OWN = CORDON_PROGRAM_HANDLER_ONLY,
    GROUP = CORDON_PROGRAM_GROUP,
    CHANGES = CORDON_PROGRAM_WRITES_LISTED,
    SLOW = CORDON_PROGRAM_LONG_TIME,
};

#define PERSON        "waits for a person"
#define READ_WITH_CAT "Use cat or sed -n to read, and sed -i or cat > FILE to write."

/* clang-format off */
/* The first of "-e" and "-r" says what cordon_handle_search() looks for. */
#define GREP_OPTIONS \
    "-e,--regexp=t+T -f,--file=r+T -r,-R,--recursive,--dereference-recursive -A,--after-context=t " \
    "-B,--before-context=t -C,--context=t -D,--devices=t -d,--directories=t -m,--max-count=t --binary-files=t " \
    "--color,--colour:t --exclude=t --exclude-dir=t --exclude-from=r --group-separator=t --include=t " \
    "--include-dir=t --label=t -l,--files-with-matches+L -L,--files-without-match+L"

#define DIFF_OPTIONS \
    "-r,--recursive+R -C=t --context:t -D,--ifdef=t -F,--show-function-line=t -I,--ignore-matching-lines=t " \
    "-L,--label=t -S,--starting-file=t -U=t --unified:t -W,--width=t -x,--exclude=t -X,--exclude-from=r " \
    "--changed-group-format=t --color:t --from-file=r --horizon-lines=t --line-format=t --new-group-format=t " \
    "--new-line-format=t --old-group-format=t --old-line-format=t --palette=t --tabsize=t --to-file=r " \
    "--unchanged-group-format=t --unchanged-line-format=t"

#define CSV_OPTIONS \
    "-d,--delimiter=t -q,--quotechar=t -u,--quoting=t -p,--escapechar=t -z,--maxfieldsize=t -e,--encoding=t " \
    "-K,--skip-lines=t -L,--locale=t --date-format=t --datetime-format=t --null-value=t -c,--columns=t " \
    "-C,--not-columns=t -y,--snifflimit=t "

static const CordonProgram ROWS[] = {
    /* Search. */
    {"ack|ack-grep", "-A,--after-context=t -B,--before-context=t -C,--context=t -f+T -g=t+T -x!unreadable --ackrc=r "
     "--files-from=l --ignore-ack-defaults --ignore-dir,--ignore-directory,--noignore-dir=t --ignore-file=t "
     "--match=t+T -m,--max-count=t --output=c!inline-code --pager:t --passthru --range-start=t --range-end=t "
     "-t,--type=t -T=t --type-add=t --type-set=t --type-del=t --color-match=t -l,--files-with-matches+L", "T r*",
     .handler = cordon_handle_with_pager},
    {"ag", "-A,--after:t -B,--before:t -C,--context:t -G,--file-search-regex=t -g=t+T --ignore=t --ignore-dir=t "
     "-m,--max-count=t -p,--path-to-ignore=r --pager=t --depth=t -W,--width=t --workers=t --color-line-number=t "
     "--color-match=t --color-path=t -u,-U,-t,-a,--unrestricted,--hidden,--skip-vcs-ignores,--all-types,--all-text "
     "-l,--files-with-matches+L", "T r*", .handler = cordon_handle_search},
    {"egrep|fgrep|ggrep|gegrep|gfgrep|grep|rgrep", GREP_OPTIONS, "T r*", .flags = LONG | DIGITS,
     .handler = cordon_handle_search},
    {"agrep|pcregrep|pcre2grep|tre-agrep", GREP_OPTIONS " -M,--multiline -N,--newline=t -O,--output=t --file-list=l "
     "--file-offsets --buffer-size=t --om-separator=t --match-limit=t --depth-limit=t --heap-limit=t", "T r*",
     .flags = LONG | DIGITS, .handler = cordon_handle_search},
    {"bzegrep|bzfgrep|bzgrep|lzegrep|lzgrep|xzegrep|xzfgrep|xzgrep|zegrep|zfgrep|zgrep|zstdgrep", GREP_OPTIONS,
     "T r*", .flags = LONG | DIGITS, .handler = cordon_handle_search},
    {"fzf|peco|percol|sk", "-f,--filter=t --preview=S --bind=t!unreadable -q,--query=t --with-shell=p "
     "-d,--delimiter=t -n,--nth=t --with-nth=t", "e*", .rule = CORDON_RULE_ENDLESS, .reason = PERSON,
     .hint = "Use grep or head."},
    {"hgrep|pt|sift|ucg", "-e=t+T --exclude-dirs=t --files=t --ext=t --type=t --limit=t", "T r*"},
    {"rga|rg", "-e,--regexp=t+T -f,--file=r+T --files,--type-list+T -g,--glob,--iglob=t "
     "-u,-.,--hidden,--unrestricted,--no-ignore,--no-ignore-vcs,--no-ignore-dot,--no-ignore-parent,--no-ignore-global,"
     "--no-ignore-exclude,--no-ignore-files "
     "--replace,-r=t -A,--after-context=t -B,--before-context=t -C,--context=t -d,--max-depth,--maxdepth=t "
     "-E,--encoding=t -j,--threads=t -M,--max-columns=t -m,--max-count=t -T,--type-not=t -t,--type=t --color=t "
     "--colors=t --context-separator=t --dfa-size-limit=t --engine=t --field-context-separator=t "
     "--field-match-separator=t --generate=t --hostname-bin=p --hyperlink-format=t --ignore-file=r --max-filesize=t "
     "--path-separator=t --pre=p --pre-glob=t --regex-size-limit=t --sort=t --sortr=t --type-add=t --type-clear=t "
     "--rga-adapters=t -l,--files-with-matches,--files-without-match+L", "T r*", .handler = cordon_handle_search},
    {"ug|ugrep|ugrep+|ug+", GREP_OPTIONS " -Q,--query:t!endless --filter=S --pager:t --view:S --save-config:w "
     "--config:r -g,--glob=t -O,--file-extension=t -t,--file-type=t -M,--file-magic=t -J,--jobs=t -K,--range=t "
     "-N,--neg-regexp=t --from=l -Z:t -.,--hidden --replace=t --format=t", "T r*", .handler = cordon_handle_search},

    /* Editing streams. */
    {"awk|bwk|gawk|goawk|mawk|nawk|original-awk|igawk|pgawk", .flags = OWN, .handler = cordon_handle_awk},
    {"gsed|sed", .flags = OWN, .handler = cordon_handle_sed},
    {"ssed|psed|super-sed", NULL, "m*", .rule = CORDON_RULE_UNREADABLE, .hint = "Use sed."},
    {"sd", "-f,--flags=t -n,--max-replacements=t", "e e w*", .flags = CHANGES},
    {"codemod|comby|fastmod|sad", "-matcher=t -rule=t -config=r -d,--dir=w -e,--extensions=t -f=t", "m*"},
    {"envsubst", "-v,--variables", "e?"},
    {"envtpl|gomplate|j2|jinja2", "-o,--out,--outfile=w -d,--datasource=m -c,--context=m -f,--file=r "
     "-t,--template=m -D=t --format=t --input-dir=y --output-dir=w", "m*"},

    /* JSON, YAML, XML, tables. */
    {"csvclean|csvcut|csvformat|csvgrep|csvjoin|csvjson|csvlook|csvsort|csvstack|csvstat|csvpy|in2csv", CSV_OPTIONS
     "-m,--match=t -r,--regex=t -f,--file=r --sheet=t --write-sheets=t --names -i,--indent=t -k,--key=t "
     "-g,--groups=t -n,--group-name=t -D,--out-delimiter=t -Q,--out-quotechar=t -U,--out-quoting=t -s,--schema=r "
     "--lat=t --lon=t --crs=t --max-rows=t --max-columns=t --max-column-width=t", "r*", .flags = LONG},
    {"csvsql|sql2csv", CSV_OPTIONS "--query=t --db=m -i,--dialect=t --tables=t --before-insert=t --after-insert=t "
     "--prefix=t --db-schema=t --chunk-size=t --insert --engine-option=t", "m*", .flags = LONG},
    {"dasel", "-f,--file=m -r,--read=t -w,--write=t -o,--out=w -s,--selector=t -v,--value=t -t,--type=t", "m*"},
    {"datamash", "-t,--field-separator=t -R,--round=t --output-delimiter=t --format=t", "t*", .flags = LONG},
    {"fx|jid|jless|vd|visidata", NULL, "m*", .rule = CORDON_RULE_ENDLESS, .reason = PERSON, .hint = "Use jq."},
    {"gojq|jaq|jq|tomlq|xq|yq", .flags = OWN, .handler = cordon_handle_jq},
    {"2html|2xml|catj|gron|html2|jc|jello|jo|jp|jtbl|ungron|xml2", "-f=r -o=w -k,--insecure", "m*"},
    {"hclfmt|json_pp|json_reformat|json_verify|xmlformat|xmlindent|yamlfmt", "-c,--config-file,--config=r "
     "-d,--config-data=t -f,--format=t -s,--schema=m -conf=r", "m*"},
    {"mlr|miller", .flags = OWN, .handler = cordon_handle_mlr},
    {"hq|htmlq|pup|xidel", "-f,--file=m -o,--output=w -e=t -a,--attribute=t -i,--indent=t -d=u", "m*"},
    {"q", "-d=t -D=t -e=t -q=r -H -t -O -b -A -S=w", "c*"},
    {"dsq|textql|trdsql", "-d=t -D=t -q=r -e=t -header -sql=t -o=t -out=w", "m*"},
    {"qsv|xan|xsv", NULL, NULL, .flags = GROUP},
    {"qsv foreach", NULL, "m*", .rule = CORDON_RULE_SHELL},
    {"qsv fetch|fetchpost", NULL, "m*", .rule = CORDON_RULE_WEB},
    {"qsv luau|py", "-o,--output=w", "m*", .rule = CORDON_RULE_INLINE_CODE},
    {"xmllint", "-o,--o,-output,--output=w -c14n,--c14n -catalogs,--catalogs -dtdvalid,--dtdvalid=m "
     "-dtdvalidfpi,--dtdvalidfpi=t -encode,--encode=t -maxmem,--maxmem=t -path,--path=r -pattern,--pattern=t "
     "-pretty,--pretty=t -relaxng,--relaxng=m -schema,--schema=m -schematron,--schematron=m -shell,--shell!endless "
     "-xpath,--xpath=t -sax,--sax", "m*", .flags = SINGLE},
    {"xml|xmlstarlet", "-L,--inplace -N=t -t,--template -m=t -v,--value=t -s=t -i=t -a=t -u=t -d=t -r=t -x=t -n=t",
     "m*"},
    {"xsltproc|saxon|saxonb-xslt|xalan", "-o,--output,-output=w -maxdepth,--maxdepth=t -encoding,--encoding=t "
     "-path,--path=r -writesubtree,--writesubtree=w -dumpextensions -catalogs,--catalogs", "m*", .flags = SINGLE},
    {"choose|hck|huniq|runiq|zet", "-f=t -d=t -D=t -F=t", "m*"},

    /* Columns and lines. */
    {"col|colcrt|rev|ul", "-l=t", "r*"},
    {"colrm", NULL, "t t"},
    {"column", "-c,--output-width,--columns=t -E,--table-noextreme=t -H,--table-hide=t -i,--tree-id=t "
     "-N,--table-columns=t -n,--table-name=t -O,--table-order=t -o,--output-separator=t -p,--tree-parent=t "
     "-R,--table-right=t -r,--tree=t -s,--separator=t -T,--table-truncate=t -W,--table-wrap=t -d,--table-noheadings "
     "-l,--table-columns-limit=t -C,--table-column=t", "r*", .flags = LONG},
    {"look", "-t,--terminate=t", "t r", .flags = LONG},
    {"boxes", "-f=m -d=t -s=t -p=t -a=t -i=t -k=t -t=t -n=t -r -m -c -h -v", "r w"},
    {"banner|cowsay|cowthink|figlet|lolcat|toilet", "-f=m -d=t -W=t -w=t -s=t -p=t", "e*"},
    {"par", "-w=t", "e*"},

    /* Comparison. */
    {"colordiff|diff|gdiff", DIFF_OPTIONS, "r r", .flags = LONG | DIGITS},
    {"combinediff|dehtmldiff|filterdiff|flipdiff|grepdiff|interdiff|lsdiff|recountdiff|splitdiff|unwrapdiff",
     "-i,--include=t -x,--exclude=t -X,--exclude-from-file=r -p,--strip-match=t --strip=t -#,--hunks=t --lines=t "
     "-F,--files=t", "m*"},
    {"delta|diff-so-fancy|difft|dwdiff|dyff|icdiff|spiff|wdiff|ydiff", "--config=r -w,--width=t --display=t "
     "--color:t --language=t -o,--output=t --syntax-theme=t -d,--delimiters=t -P,--punctuation -U,--unified=t "
     "--pager=t --paging=t", "m*", .handler = cordon_handle_with_pager},
    {"diff3", "-L,--label=t --diff-program=p", "r r r", .flags = LONG},
    {"diffstat", "-p=t -w=t -n=t -N=t -D=r -S=r -f=t -o=w -R", "r*"},
    {"bcompare|diffuse|dirdiff|editdiff|imediff|kdiff3|kompare|meld|opendiff|p4merge|tkdiff|xxdiff", NULL, "m*",
     .rule = CORDON_RULE_ENDLESS, .reason = PERSON, .hint = "Use diff."},
    {"gpatch|patch", "-B,--prefix=w -D,--ifdef=t -d,--directory=d -e,--ed!shell -F,--fuzz=t -g,--get=t -i,--input=r "
     "-o,--output=w -p,--strip=t -r,--reject-file=w -V,--version-control=t -Y,--basename-prefix=w -z,--suffix=t "
     "--quoting-style=t --read-only=t --reject-format=t", "w r", .flags = LONG, .handler = cordon_handle_patch},
    {"sdiff|gsdiff", "-I,--ignore-matching-lines=t -o,--output=w!endless -w,--width=t --diff-program=p --tabsize=t",
     "r r", .flags = LONG},

    /* Conversion. */
    {"aha|ansi2html|ansifilter|cmark|cmark-gfm|commonmark|html2markdown|html2text|markdown|marked|multimarkdown|"
     "txt2html", "-o,--output=w -t,--to=t -i,--input=r -f,--from=t -w,--width,--body-width=t -e=t --css=m -width=t",
     "m*"},
    {"antiword|catdoc|catppt|docx2txt|odt2txt|pdf2ps|pdffonts|pdfimages|pdfinfo|pdfseparate|pdftocairo|pdftohtml|"
     "pdftoppm|pdftotext|pdfunite|ps2ascii", "-f=t -l=t -r=t -x=t -y=t -W=t -H=t -enc=t -eol=t -opw=t -upw=t "
     "-scale-to=t -w=t", "r* w", .flags = SINGLE},
    {"asciidoc|asciidoctor|asciidoctor-pdf|rst2html|rst2html.py|rst2html5|rst2latex|rst2man|rst2pdf",
     "-o,--out-file=w -D,--destination-dir=w -a,--attribute=t -b,--backend=t -r,--require=m -I,--load-path=r "
     "-T,--template-dir=r -B,--base-dir=y -S,--safe-mode=t -d,--doctype=t --stylesheet=m --config=r --template=r",
     "m*"},
    {"aspell|hunspell|ispell|nuspell", "-c,--check!endless -l,--lang=t -d,--master=m -p,--personal=w --repl=w "
     "--extra-dicts=m --mode=t --add-filter=t --dict-dir=r --data-dir=r --home-dir=w --conf=r --encoding=t -i=t",
     "m*", .handler = cordon_handle_speller},
    {"dos2unix|flip|fromdos|mac2unix|todos|unix2dos|unix2mac", "-c,--convmode=t -D,--display-enc=t -i,--info:t "
     "-n,--newfile -O,--to-stdout", "w*", .flags = LONG | CHANGES},
    {"a2ps|enscript|eqn|groff|mandoc|nroff|pic|soelim|tbl|troff", "-o,--output=w -p,--output-file=w -P=S -m=t -M=r "
     "-F=r -I=r -T=t -d=t -r=t -w=t -f=t -K=t -L=t -n=t -b=t -W=t -O=t", "r*"},
    {"glow|mdcat|mdless", "-p,--pager -s,--style=t -w,--width=t", "m*"},
    {"chroma|highlight|pygmentize|silicon|source-highlight", "-o,--out,--output=w -f,--out-format,--formatter=t "
     "-l,-S,--syntax,--lexer,--src-lang=t -s,--style=t -O=t -P=t -i,--input=r -d,--outdir=w -x=r!unreadable "
     "--config-file=r", "m*"},
    {"iconv|uconv", "-f,--from-code=t -t,--to-code=t -o,--output=w -x=t", "r*", .flags = LONG},
    {"ginfo|info|pinfo", "-f,--file=r -d,--directory=r -n,--node=t -o,--output=w -k,--apropos=t --dribble=w "
     "--restore=r -w,--where", "m*", .flags = LONG, .handler = cordon_handle_man},
    {"discount|lowdown|peg-markdown", "-o=w -T,--to=t", "r*"},
    {"pandoc", "-f,-r,--from,--read=m -t,-w,--to,--write=m -o,--output=w -F,--filter=p -L,--lua-filter=r "
     "-d,--defaults=r -A,--include-after-body=m -B,--include-before-body=m -H,--include-in-header=m -c,--css=m "
     "-M,--metadata=t -V,--variable=t -T,--title-prefix=t --abbreviations=r --base-header-level=t --bibliography=m "
     "--citation-abbreviations=r --columns=t --csl=m --data-dir=r --email-obfuscation=t --eol=t "
     "--epub-chapter-level=t --epub-cover-image=r --epub-embed-font=r --epub-metadata=r --epub-subdirectory=t "
     "--extract-media=w --highlight-style=m --id-prefix=t --indented-code-classes=t --ipynb-output=t --katex:u "
     "--log=w --markdown-headings=t --mathjax:u --metadata-file=r --number-offset=t --pdf-engine=p "
     "--pdf-engine-opt=t --print-default-data-file=t --reference-doc=r --reference-location=t --request-header=t "
     "--resource-path=y --shift-heading-level-by=t --slide-level=t --syntax-definition=r --tab-stop=t --template=m "
     "--toc-depth=t --top-level-division=t --track-changes=t --variable-json=t --webtex:u --wrap=t", "m*",
     .flags = SLOW, .handler = cordon_handle_word},
    {"pandoc:server", NULL, "m*", .rule = CORDON_RULE_ENDLESS, .reason = "serves for ever"},
    {"pandoc-server", NULL, "m*", .rule = CORDON_RULE_ENDLESS},
    {"recode", "-d=t -x=t", "t w*"},
    {"uudecode|uuencode", "-o,--output-file=w", "m*"},
    {"fc-list|fc-match|fc-query|otfinfo", "-f,--format=t", "m*"},
    {"prince|weasyprint|wkhtmltoimage|wkhtmltopdf", "--user-style-sheet=m --header-html=m --footer-html=m "
     "--cookie-jar=w --proxy=h --stylesheet,-s=m -u=m -B=t -T=t -L=t -R=t -s=t -O=t", "m*"},

    /* Calculators. */
    {"calc|qalc|units|gunits", "-f,--file=r -t -s=t -o=t -p=t", "t*", .flags = CORDON_PROGRAM_ENDLESS_BARE},
    {"dc", "-e,--expression=t -f,--file=r", "r*", .flags = LONG, .handler = cordon_handle_dc},

    /* Editors. */
    {"atom|clion|code|code-insiders|codium|cursor|emacsclient|gedit|gnome-text-editor|goland|idea|kate|kwrite|"
     "leafpad|mousepad|phpstorm|pluma|pulsar|pycharm|rider|rubymine|subl|webstorm|windsurf|xed|zed|zeditor", NULL,
     "m*", .rule = CORDON_RULE_ENDLESS, .reason = "opens a window of the user's editor", .hint = READ_WITH_CAT},
    {"cscope", "-b,-L,-l+E -0,-1,-2,-3,-4,-5,-6,-7,-8,-9=t+E -f,-F=w -i,-I,-P=r -p=t -s=y -V,-h+E -R -d -q -k", "r*",
     .flags = CORDON_PROGRAM_ENDLESS_BARE},
    {"mc", NULL, "m*", .flags = CORDON_PROGRAM_ENDLESS_BARE},
    {"ed|ged|red", "-p=t", "w*", .handler = cordon_handle_ed},
    {"emacs|emacs-nox|jed|jove|mg|qemacs|uemacs|xemacs", "-batch,--batch -script,--script,-x=r -l,-load,--load=r "
     "-f,-funcall,--funcall,-e=t -eval,--eval,-execute,--execute=c -L,-directory,--directory=r -insert,--insert=r "
     "-u,-user,--user=t -t,-terminal,--terminal=t -chdir,--chdir=d -init-directory,--init-directory=r "
     "-d,-display,--display=t -T=t -fn=t", "w*", .flags = SINGLE, .handler = cordon_handle_emacs},
    {"evim|ex|gex|gvim|gview|gvimdiff|mvim|neovide|nvim|nvimdiff|rgvim|rview|rvim|vi|view|vim|vim.basic|vim.tiny|"
     "vimdiff|vimx", .flags = OWN, .handler = cordon_handle_vim},
    {"aee|bvi|dhex|dte|ee|editor|elvis|ghex|helix|hexedit|hexer|hx|jmacs|joe|jpico|jstar|kak|mcedit|mcview|micro|"
     "nano|ne|nvi|pico|rjoe|rnano|select-editor|sensible-editor|tilde|vile|vimtutor|vis", NULL, "w*",
     .rule = CORDON_RULE_ENDLESS, .reason = PERSON, .hint = READ_WITH_CAT},

    /* Pagers. */
    {"bat|batcat", "-H,--highlight-line=t -l,--language=t -m,--map-syntax=t -r,--line-range=t --color=t "
     "--config-file --decorations=t --diff-context=t --file-name=t --ignored-suffix=t --italic-text=t "
     "--nonprintable-notation=t --pager=t --paging=t --style=t --tabs=t --terminal-width=t --theme=t --wrap=t "
     "--strip-ansi=t --source=r --target=w", "r*", .handler = cordon_handle_with_pager},
    {"less|moar|more|most|ov|pg|slit", "-b,--buffers=t -D,--color=t -h,--max-back-scroll=t -j,--jump-target=t "
     "-k,--lesskey-file=r --lesskey-src=r --lesskey-content=t!unreadable -o,-O,--log-file,--LOG-FILE=w "
     "-P,--prompt=t -p,--pattern=t -T,--tag-file=r -t,--tag=t -x,--tabs=t -y,--max-forw-scroll=t -z,--window=t "
     "--rscroll=t --shift=t --autosave=t --cmd=t!unreadable -n=t", "r*", .flags = LONG | DIGITS,
     .handler = cordon_handle_less},
    {"man", "-P,--pager=t -H,--html:S!endless -C,--config-file=r -E,--encoding=t -e,--extension=t -L,--locale=t "
     "-l,--local-file -M,--manpath=r -m,--systems=t -p,--preprocessor=t -R,--recode=t -r,--prompt=t "
     "-S,-s,--sections=t --warnings:t --sections=t -X,--gxditview:t!endless -K,--global-apropos -k,--apropos "
     "-f,--whatis -w,--where,--path,--location -W,--where-cat -t,--troff -T,--troff-device:t", "m*", .flags = LONG,
     .handler = cordon_handle_man},
    {"apropos|whatis", "-C,--config-file=r -L,--locale=t -M,--manpath=r -m,--systems=t -s,--sections=t", "e*",
     .flags = LONG | DATA},
    {"cheat|tldr", "-p,--platform=t -L,--language=t", "t*"},
    {"zless|zmore|bzless|bzmore|xzless|xzmore|lzless|lzmore|zstdless", NULL, "r*", .handler = cordon_handle_less},
};
/* clang-format on */

const CordonProgramTable cordon_programs_text = {ROWS, G_N_ELEMENTS(ROWS)};
