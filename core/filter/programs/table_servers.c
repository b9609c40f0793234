/* SPDX-License-Identifier: MIT */
/* What serves pages, applications and data, and the clients of databases.
 *
 * A server never ends, so it belongs in a terminal; the same tools build, check and migrate, and that is allowed.
 * Code for a database is inline code; a client without any waits for a person to type. */
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

#define SERVER_HINT   "Ask the user to start it in the terminal."
#define SERVES_REASON "serves for ever"

/* jest behind create-react-app: it watches unless told otherwise, which the handler sees. */
#define CRA_TEST                                                                                                       \
    "--watch:t --watchAll:t --no-watch -c,--config=m -t,--testNamePattern=t --testPathPattern=t --coverage:t "         \
    "--coverageDirectory=w --coverageReporters=t --collectCoverageFrom=t --outputFile=w --reporters=t --env=t "        \
    "-w,--maxWorkers=t --setupFilesAfterEnv=r --transformIgnorePatterns=t --shard=t -u -i -o -b,--bail:t"

/* Where brokers are, and how to ask them. */
#define ETCD                                                                                                           \
    "--endpoints=h -w,--write-out=t --cacert,--cert,--key=r --user,--password=t --command-timeout,--dial-timeout=t "
#define NATS                                                                                                           \
    "-s,--server=h --user,--password,--timeout,--context=t --creds,--nkey,--tlscert,--tlskey,--tlsca=r "
#define KAFKA                                                                                                          \
    "--bootstrap-server,--bootstrap-controller,--broker-list,--zookeeper=h --command-config,--consumer.config,"        \
    "--producer.config,--consumer-config,--producer-config=r --topic,--group,--partition,--partitions,"                \
    "--replication-factor,--config,--offset,--property,--formatter,--key-deserializer,--value-deserializer,"           \
    "--consumer-property,--producer-property,--entity-type,--entity-name,--add-config,--delete-config,--timeout,"      \
    "--time=t "

static const CordonProgram ROWS[] = {
    /* Servers and bundlers of web pages */
    {"code-server|darkhttpd|dufs|miniserve|mini_httpd|static-web-server|thttpd|twistd|webfsd",
     .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"browser-sync|five-server|file-server|file_server|http-server|json-server|live-server|" "local-web-server",
     .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"lite-server|serve|servez|simple-http-server|sirv|sirv-cli|static-server|superstatic|verdaccio|wiremock", .rule = CORDON_RULE_ENDLESS,
     .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"astro", "--root=d --config=r", .flags = GROUP | LONG},
    {"astro add|build|check|create-key|docs|info|preferences|sync|telemetry",
     "--root=d --config=r --outDir=w --watch!endless --site,--base,--mode=t --force", "m*", .flags = LONG},
    {"astro dev|preview|start", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = "Write `astro build`."},
    {"blitz|redwood|rw|sanity|solid-start|vinxi", .flags = GROUP | LONG},
    {"blitz|redwood|rw|sanity|solid-start|vinxi dev|serve|start|preview", .rule = CORDON_RULE_ENDLESS,
     .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"redwood|rw|sanity deploy|publish", .rule = CORDON_RULE_PUBLISH},
    {"craco|react-app-rewired", .flags = GROUP | LONG},
    {"craco|react-app-rewired start", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = "Write `craco build`."},
    {"craco|react-app-rewired test", CRA_TEST, "t*", .flags = LONG | DATA, .handler = cordon_handle_test_runner},
    {"docusaurus", .flags = GROUP | LONG},
    {"docusaurus build|clear|swizzle|write-heading-ids|write-translations",
     "--config=r --out-dir=w --locale=t --bundle-analyzer", "m*", .flags = LONG},
    {"docusaurus deploy", .rule = CORDON_RULE_PUBLISH},
    {"docusaurus serve|start", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = "Write `docusaurus build`."},
    {"eleventy",
     "--input=r --output=w --config=r --formats=t --pathprefix=t --port=t --serve!endless --watch!endless --to=t "
     "--loader=t --incremental:t", "m*", .flags = LONG},
    {"ember", .flags = GROUP | LONG},
    {"ember b|build", "-w,--watch:t!endless -o,--output-path=w -e,--environment=t", "m*", .flags = LONG},
    {"ember t|test",
     "-s,--server!endless -e,--environment=t -c,--config-file=r -f,--filter=t -m,--module=t --path=r --launch=t", "t*",
     .flags = LONG | DATA},
    {"ember s|serve|server", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"expo|expo-cli", .flags = GROUP | LONG},
    {"expo|expo-cli publish|submit|upload", .rule = CORDON_RULE_PUBLISH},
    {"expo|expo-cli r|run:android|run:ios|start|start:web", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON,
     .hint = "Write `expo export`."},
    {"gatsby", .rule = CORDON_RULE_ENDLESS, .flags = GROUP | LONG, .reason = SERVES_REASON,
     .hint = "Write `gatsby build`."},
    {"gatsby build|clean|info|new|options|plugin|telemetry", NULL, "m*", .flags = LONG},
    {"gitbook|honkit|docsify", .rule = CORDON_RULE_ENDLESS, .flags = GROUP | LONG, .reason = SERVES_REASON,
     .hint = SERVER_HINT},
    {"gitbook|honkit|docsify build|epub|init|install|mobi|pdf|generate", NULL, "m*", .flags = LONG},
    {"bridgetown|gridsome|hexo|middleman|nanoc", .flags = GROUP | LONG},
    {"bridgetown|gridsome|hexo|middleman|nanoc console|develop|live|s|serve|server|start|view",
     .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"hexo|nanoc d|deploy", .rule = CORDON_RULE_PUBLISH},
    {"hugo", "-w,--watch:t!endless -s,--source=d -d,--destination=w -t,--theme=t --config=r --configDir=r --cacheDir=w "
     "-b,--baseURL=t -e,--environment=t -c,--contentDir=r -l,--layoutDir=r --themesDir=r --logLevel=t",
     .flags = GROUP | LONG},
    {"hugo build|config|convert|env|gen|import|list|mod|new|version",
     "-s,--source=d -d,--destination=w -k,--kind=t -t,--theme=t --config=r -w,--watch!endless", "m*", .flags = LONG},
    {"hugo deploy", .rule = CORDON_RULE_PUBLISH},
    {"hugo serve|server", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = "Write `hugo`."},
    {"ionic", .flags = GROUP | LONG},
    {"ionic deploy|enterprise|login", .rule = CORDON_RULE_PUBLISH},
    {"ionic lab|serve", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = "Write `ionic build`."},
    {"jekyll", "-s,--source=r -d,--destination=w", .flags = GROUP | LONG},
    {"jekyll b|build|clean|doctor|new|new-theme",
     "-w,--watch!endless -s,--source=r -d,--destination=w -c,--config=r --layouts=r -b,--baseurl=t", "m*", .flags = LONG},
    {"jekyll s|serve|server", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = "Write `jekyll build`."},
    {"jupyter-book|mystmd|myst", .flags = GROUP | LONG},
    {"jupyter-book|mystmd|myst start", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"marp",
     "-w,--watch!endless -s,--server!endless -p,--preview!endless -o,--output=w -I,--input-dir=r -c,--config-file=r "
     "--theme=m --theme-set=r --html", "m*", .flags = LONG},
    {"mdbook", .flags = GROUP | LONG},
    {"mdbook build|clean|init|test", "-d,--dest-dir=w -L,--library-path=r -c,--chapter=t -o,--open", "r", .flags = LONG},
    {"mdbook serve|watch", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = "Write `mdbook build`."},
    {"mike", .rule = CORDON_RULE_PUBLISH},
    {"mkdocs", .flags = GROUP | LONG},
    {"mkdocs build|get-deps|new", "-f,--config-file=r -d,--site-dir=w -t,--theme=t -p,--projects-file=m", "m*",
     .flags = LONG},
    {"mkdocs gh-deploy", .rule = CORDON_RULE_PUBLISH},
    {"mkdocs serve", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = "Write `mkdocs build`."},
    {"nest", .flags = GROUP | LONG},
    {"nest build", "-w,--watch!endless -c,--config=r -p,--path=r --webpackPath=r -b,--builder=t", "t*", .flags = LONG},
    {"nest start", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = "Write `nest build`."},
    {"next", .rule = CORDON_RULE_ENDLESS, .flags = GROUP | LONG, .reason = SERVES_REASON, .hint = "Write `next build`."},
    {"next analyze|build|export|info|internal|lint|telemetry|typegen|upgrade",
     "-d,--dir=r -o,--outdir,--output-file=w -c,--config=r --ext=t --file=r -f,--format=t --max-warnings=t "
     "--cache-location=w --resolve-plugins-relative-to=r --rulesdir=r", "r*", .flags = LONG},
    {"ng", .flags = GROUP | LONG},
    {"ng b|build", "-c,--configuration=t --watch:t!endless --output-path=w --base-href=t --stats-json:t", "t*",
     .flags = LONG},
    {"ng deploy", .rule = CORDON_RULE_PUBLISH},
    {"ng run", "--watch:t!endless -c,--configuration=t", "t*", .flags = LONG, .handler = cordon_handle_targets},
    {"ng dev|s|serve", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = "Write `ng build`."},
    {"ng t|test",
     "--watch:t --no-watch --browsers=t -c,--configuration=t --include,--exclude=t --reporters=t --code-coverage:t "
     "--karma-config=r", "t*", .flags = LONG | DATA, .handler = cordon_handle_test_runner},
    {"nitro|nitropack|nuxi|nuxt|nuxt-ts", .flags = GROUP | LONG},
    {"nitro|nitropack|nuxi|nuxt|nuxt-ts build|build-module|generate|prepare|typecheck",
     "--cwd=d --dotenv=r --logLevel=t --preset=t --dir=d", "r*", .flags = LONG},
    {"nitro|nitropack|nuxi|nuxt|nuxt-ts dev|preview|start|devtools", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON,
     .hint = "Write `nuxt build`."},
    {"pelican", "-o,--output=w -s,--settings=r -t,--theme-path=r -l,--listen!endless -r,--autoreload!endless -b,--bind=t "
     "-p,--port=t -e,--extra-settings=t --cache-path=w", "r", .flags = LONG},
    {"quarto", .flags = GROUP | LONG},
    {"quarto publish", .rule = CORDON_RULE_PUBLISH},
    {"quarto preview|serve", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = "Write `quarto render`."},
    {"react-native|rnc-cli", .flags = GROUP | LONG},
    {"react-native log-android|log-ios|run-android|run-ios|start", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON,
     .hint = SERVER_HINT},
    {"react-router|remix", .flags = GROUP | LONG},
    {"react-router|remix dev|serve|start|vite:dev|watch", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON,
     .hint = "Write `remix vite:build`."},
    {"react-scripts", .flags = GROUP | LONG},
    {"react-scripts build|eject", "--profile --stats", "t*", .flags = LONG},
    {"react-scripts start", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = "Write `react-scripts build`."},
    {"react-scripts test", CRA_TEST, "t*", .flags = LONG | DATA, .handler = cordon_handle_test_runner},
    {"reveal-md", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = "Write `reveal-md FILE --static FOLDER`."},
    {"start-storybook", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = "Write `storybook build`."},
    {"build-storybook", "-o,--output-dir=w -c,--config-dir=r -s,--static-dir=r -w,--watch!endless --loglevel=t", "m*",
     .flags = LONG},
    {"slidev", .rule = CORDON_RULE_ENDLESS, .flags = GROUP | LONG, .reason = SERVES_REASON,
     .hint = "Write `slidev build`."},
    {"slidev build|export|export-notes|format|theme",
     "-o,--out,--output=w --base=t --format=t --range=t --timeout=t --dark", "m*", .flags = LONG},
    {"sphinx-build",
     "-b,--builder=t -M=t -d,--doctree-dir=w -c,--conf-dir=r -D,--define=t -A,--html-define=t -w,--warning-file=w "
     "-j,--jobs=t -t,--tag=t", "r w r*", .flags = LONG},
    {"pdoc", "-o,--output-dir,--output-directory=w -c,--config,-d,--docformat,-e,--edit-url,-t,-h,--host,-p,--port,"
     "--logo=t --html --pdf", "m*", .flags = LONG, .handler = cordon_handle_limited, .reason = SERVES_REASON,
     .hint = "Write `pdoc -o docs MODULE`."},
    {"pydoc|pydoc3", "-b,-p:t,-n:t!endless -k=t -w", "m*", .reason = SERVES_REASON},
    {"sphinx-autobuild|sphinx-reload", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON,
     .hint = "Write `sphinx-build`."},
    {"sb|storybook", .flags = GROUP | LONG},
    {"sb|storybook build", "-o,--output-dir=w -c,--config-dir=r --loglevel=t --stats-json:w", "m*", .flags = LONG},
    {"sb|storybook dev", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = "Write `storybook build`."},
    {"directus|ghost|keystone|n8n|payload|strapi", .flags = GROUP | LONG},
    {"directus|ghost|keystone|n8n|payload|strapi console|dev|develop|run|start|worker", .rule = CORDON_RULE_ENDLESS,
     .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"svelte-kit", .rule = CORDON_RULE_ENDLESS, .flags = GROUP | LONG, .reason = SERVES_REASON,
     .hint = "Write `vite build`."},
    {"svelte-kit build|package|sync", NULL, "m*", .flags = LONG},
    {"anvil|ganache|ganache-cli", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"buffalo|fastify|hardhat|trunk|vue", .flags = GROUP | LONG},
    {"buffalo|fastify|hardhat|trunk|vue console|dev|develop|node|serve|start|ui|watch", .rule = CORDON_RULE_ENDLESS,
     .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"cap deploy|integration|prod|production|qa|rollback|stage|staging", NULL, "t*", .rule = CORDON_RULE_REMOTE},
    {"cap|cordova|electron-vite|nativescript|ns|quasar|tauri|wails", .flags = GROUP | LONG},
    {"cap|cordova|electron-vite|nativescript|ns|quasar|tauri|wails d|dev|open|preview|run|serve|start",
     .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"nativescript|ns deploy|publish", .rule = CORDON_RULE_PUBLISH},
    {"vite", .rule = CORDON_RULE_ENDLESS, .flags = GROUP | LONG, .reason = SERVES_REASON, .hint = "Write `vite build`."},
    {"vite build", "-w,--watch:t!endless --outDir=w --base=t -c,--config=r -m,--mode=t -l,--logLevel=t --assetsDir=t "
     "--assetsInlineLimit=t --ssr:r --sourcemap:t --minify:t --manifest:t --ssrManifest:t --profile --app "
     "--emptyOutDir -f,--filter=t -d,--debug:t --configLoader=t", "r", .flags = LONG},
    {"vite optimize", "-c,--config=r -m,--mode=t --base=t --force", "r", .flags = LONG},
    {"vitepress|vuepress", .rule = CORDON_RULE_ENDLESS, .flags = GROUP | LONG, .reason = SERVES_REASON,
     .hint = "Write `vitepress build`."},
    {"vitepress|vuepress build|init|info|eject", "--outDir=w -d,--dest=w -c,--config=r --base=t -t,--temp=w --cache=w",
     "r", .flags = LONG},
    {"vue-cli-service", .flags = GROUP | LONG},
    {"vue-cli-service build", "--watch!endless --dest=w --mode=t --target=t --name=t --report --formats=t", "r",
     .flags = LONG},
    {"vue-cli-service lint|inspect|test:unit|test:e2e",
     "--watch!endless --headless -t,--testNamePattern=t --mode=t --config,-c=r", "m*", .flags = LONG | DATA},
    {"vue-cli-service serve", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON,
     .hint = "Write `vue-cli-service build`."},
    {"zola", "-r,--root=d -c,--config=r", .flags = GROUP | LONG},
    {"zola build|check|init|index", "-o,--output-dir=w -u,--base-url=t", "m*", .flags = LONG},
    {"zola serve", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = "Write `zola build`."},

    /* Servers of applications */
    {"alembic", "-c,--config=r -n,--name=t -x=m", "t*", .flags = 0},
    {"celery", "-A,--app=t -b,--broker=m --result-backend=m --workdir=d --config=t", .flags = GROUP | LONG},
    {"celery amqp|beat|events|flower|multi|shell|worker", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON,
     .hint = SERVER_HINT},
    {"celery control", .rule = CORDON_RULE_KILL},
    {"daphne|falcon|granian|gunicorn|hypercorn|passenger|puma|rackup|thin|unicorn|uvicorn|uwsgi|" "waitress-serve",
     "-v -V -version --check-config --print-config", "t*", .rule = CORDON_RULE_ENDLESS, .flags = ONLY,
     .handler = cordon_handle_unless_listed, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"dramatiq|resque|huey_consumer|huey_consumer.py|rq-scheduler|shoryuken|sidekiq|taskiq", .rule = CORDON_RULE_ENDLESS,
     .reason = "works for ever", .hint = SERVER_HINT},
    {"fastapi|litestar|quart", .flags = GROUP | LONG},
    {"fastapi|litestar|quart dev|run", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"bokeh|chainlit|mesop|panel|solara", .flags = GROUP | LONG},
    {"bokeh|chainlit|mesop|panel|solara run|serve", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON,
     .hint = SERVER_HINT},
    {"gradio|robyn|sanic|voila", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"flask", "-A,--app=m -e,--env-file=r --debug", .flags = GROUP | LONG},
    {"flask run", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"flask shell", .rule = CORDON_RULE_ENDLESS, .reason = "waits for a person to type"},
    {"jupyter", .flags = GROUP | LONG},
    {"jupyter-console|jupyter-lab|jupyter-notebook|jupyter-qtconsole|jupyterhub", .rule = CORDON_RULE_ENDLESS,
     .reason = SERVES_REASON, .hint = "Write `jupyter nbconvert --execute`."},
    {"jupyter console|kernel|lab|labhub|notebook|qtconsole|server", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON,
     .hint = "Write `jupyter nbconvert --execute`."},
    {"jupyter nbconvert",
     "--to=t --output=w --output-dir=w --config=r --template=t --execute --ExecutePreprocessor.timeout=t "
     "--post=t!endless --reveal-prefix=m --nbformat=t", "r*", .flags = LONG},
    {"jupyter execute|kernelspec|labextension|nbextension|trust|migrate|troubleshoot", NULL, "m*", .flags = LONG},
    {"jupyter-nbconvert", "--to=t --output=w --output-dir=w --config=r --template=t --execute --post=t!endless", "r*",
     .flags = LONG},
    {"scrapy", .flags = GROUP | LONG},
    {"scrapy shell", .rule = CORDON_RULE_ENDLESS, .reason = "waits for a person to type"},
    {"rails", "-s", .flags = GROUP | LONG},
    {"rails c|console|db|dbconsole", "-e,--environment=t -s,--sandbox -p,--include-password --database=t", "t*",
     .rule = CORDON_RULE_ENDLESS, .reason = "waits for a person to type", .hint = "Write `rails runner FILE`."},
    {"rails r|runner", "-e,--environment=t -w,--skip-executor", "m*", .flags = LONG, .handler = cordon_handle_rails_runner},
    {"rails s|server|jobs:work|solid_queue:start|tailwindcss:watch|css:watch|javascript:watch",
     .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"rails t|test", "-n,--name=t -e=t -s,--seed=t -b,--backtrace -d,--defer-output -I=r -r=r -W:t -w", "r*",
     .flags = LONG | DATA},
    {"rq", "-c,--config=t -u,--url=m", .flags = GROUP | LONG},
    {"rq worker|worker-pool", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"streamlit", .flags = GROUP | LONG},
    {"streamlit hello|run", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"artisan", .flags = GROUP | LONG},
    {"artisan db:wipe|migrate|migrate:fresh|migrate:refresh|migrate:reset|migrate:rollback|route:list|"
     "test|vendor:publish", "--path=t --seeder=t --filter=t --database=t --force", "m*", .flags = LONG},
    {"artisan dev|horizon|octane:start|pail|pulse:work|queue:listen|reverb:start|schedule:work|"
     "serve|websockets:serve|dump-server", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"artisan queue:work", .rule = CORDON_RULE_ENDLESS, .flags = ONLY | LONG, .handler = cordon_handle_worker,
     .reason = "works for ever", .hint = "Add --stop-when-empty or --once."},
    {"artisan tinker", "--execute=c", "r*", .flags = BARE | STDIN},
    {"console", .flags = GROUP | LONG},
    {"console cache:pool:watch|server:dump|server:run|" "server:start",
     .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"console messenger:consume|messenger:consume-messages", .rule = CORDON_RULE_ENDLESS, .flags = ONLY | LONG,
     .handler = cordon_handle_worker, .reason = "works for ever", .hint = "Add --time-limit=30."},
    {"sail", .flags = GROUP | LONG},
    {"sail tinker|up", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"sail bash|root-bash|root-shell|shell", .rule = CORDON_RULE_SHELL},
    {"symfony", .flags = GROUP | LONG},
    {"symfony deploy|cloud:deploy", .rule = CORDON_RULE_PUBLISH},
    {"symfony serve|server:start|server:log|proxy:start|local:server:start", .rule = CORDON_RULE_ENDLESS,
     .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"symfony server:stop|proxy:stop|local:server:stop", .rule = CORDON_RULE_KILL},
    {"drush|wp", .flags = GROUP | LONG},
    {"wp eval", NULL, "c", .flags = 0},
    {"wp shell", .rule = CORDON_RULE_ENDLESS, .reason = "waits for a person to type"},
    {"wp server", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"drush php-eval|ev|php:eval|eval", NULL, "c", .flags = 0},
    {"drush php|php:cli|core:cli|runserver|rs", .rule = CORDON_RULE_ENDLESS, .reason = "waits for a person"},

    /* Web servers, proxies, queues and other services */
    {"caddy", .flags = GROUP | LONG},
    {"caddy file-server|respond|reverse-proxy|run|start", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON,
     .hint = SERVER_HINT},
    {"caddy stop", .rule = CORDON_RULE_KILL},
    {"apache2|httpd|haproxy|lighttpd|traefik|varnishd|envoy", "-v -V -vv -version version -t -S -M -L -l",
     .rule = CORDON_RULE_ENDLESS, .flags = ONLY, .handler = cordon_handle_unless_listed, .reason = SERVES_REASON,
     .hint = SERVER_HINT},
    {"apache2ctl|apachectl", "-v -V -t -S -M -l configtest", .rule = CORDON_RULE_KILL, .flags = ONLY,
     .handler = cordon_handle_unless_listed, .reason = "starts and stops a server"},
    {"nginx|openresty", "-t -T -v -V -h -?", .rule = CORDON_RULE_ENDLESS, .flags = ONLY,
     .handler = cordon_handle_unless_listed, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"alertmanager|clickhouse-server|coredns|couchdb|dnsmasq|elasticsearch|emqx|etcd|grafana-server|"
     "influxd|jaeger-all-in-one|loki|memcached", "-v -V -version --version version -h", .rule = CORDON_RULE_ENDLESS,
     .flags = ONLY, .handler = cordon_handle_unless_listed, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"kafka-server-start|kafka-server-start.sh|kibana|logstash|maildev|mailhog|mailpit|meilisearch|"
     "mosquitto|nats-server|neo4j|node_exporter", "-v -V -version --version version -h", .rule = CORDON_RULE_ENDLESS,
     .flags = ONLY, .handler = cordon_handle_unless_listed, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"opensearch|otelcol|prometheus|promtail|qdrant|rabbitmq-server|redis-sentinel|redis-server|redpanda|"
     "rethinkdb|solr|typesense-server|valkey-server|zookeeper-server-start|zookeeper-server-start.sh", "-v -V "
     "-version --version version -h",
     .rule = CORDON_RULE_ENDLESS, .flags = ONLY, .handler = cordon_handle_unless_listed, .reason = SERVES_REASON,
     .hint = SERVER_HINT},
    {"atd|buildkitd|containerd|cron|crond|dockerd|php-fpm|php-fpm8.1|php-fpm8.2|php-fpm8.3",
     "-v -V --version -t -i -m -h", .rule = CORDON_RULE_ENDLESS, .flags = ONLY, .handler = cordon_handle_unless_listed,
     .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"mariadbd|mongod|mongos|mysqld|mysqld_safe|postgres|postmaster|cassandra|scylla|dynamodb-local|"
     "localstack|moto_server", "-v -V -version --version -h --help --verbose status", .rule = CORDON_RULE_ENDLESS, .flags = ONLY,
     .handler = cordon_handle_unless_listed, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"etcdctl", ETCD, NULL, .flags = GROUP | LONG},
    {"etcdctl del|get|put|txn", ETCD "--from-key --prefix --limit,--rev,--sort-by,--order,--lease,--range-end,"
     "--consistency=t", "t*", .flags = LONG | DATA},
    {"etcdctl alarm|auth|compaction|defrag|downgrade|member|move-leader|role|user", ETCD, "t*",
     .rule = CORDON_RULE_REMOTE, .reason = "changes the cluster"},
    {"etcdctl elect|lock|watch", ETCD, "t*", .rule = CORDON_RULE_ENDLESS, .reason = "waits for changes for ever"},
    {"etcdctl make-mirror", ETCD "--dest-cacert,--dest-cert,--dest-key=r --prefix,--dest-prefix=t", "h",
     .rule = CORDON_RULE_ENDLESS, .reason = "copies changes for ever"},
    {"etcdctl snapshot", .flags = GROUP},
    {"etcdctl snapshot save", ETCD, "w", .flags = LONG},
    {"etcdctl snapshot restore", ETCD "--data-dir,--wal-dir=w --name,--initial-cluster,"
     "--initial-advertise-peer-urls=t", "r", .flags = LONG},
    {"nats", NATS, NULL, .flags = GROUP | LONG},
    {"nats pub|publish|request|req", NATS "--count,--sleep,--reply,-H,--header=t --force-stdin", "t*",
     .flags = LONG | DATA},
    {"nats sub|subscribe", NATS "--count,--wait,--queue,--stream,--start-sequence,--since,--last=t --dump=w", "t*",
     .flags = LONG | DATA, .handler = cordon_handle_limited, .reason = "waits for messages for ever", .hint = "Add "
     "--count 10 --wait 5s."},
    {"nats reply", NATS "--command=S --echo --queue,--sleep,--count=t", "t*", .rule = CORDON_RULE_ENDLESS,
     .reason = "waits for messages for ever"},
    {"nats bench|latency", NATS "--msgs,--size,--pub,--sub,--clients,--duration=t --csv=w", "t*", .flags = LONG | DATA},
    {"nats kv|object", NATS, NULL, .flags = GROUP | LONG},
    {"nats kv watch", NATS, "t*", .rule = CORDON_RULE_ENDLESS, .reason = "waits for changes for ever"},
    {"nats kv|object add|create|del|get|history|info|ls|put|rm|status|update", NATS "--raw --history,--ttl,--replicas,"
     "--description=t -O,--output=w", "m*", .flags = LONG},
    {"nats account|auth", NATS, "t*", .rule = CORDON_RULE_REMOTE, .reason = "changes servers"},
    {"nats context|server", NATS, NULL, .flags = CORDON_PROGRAM_STRICT_GROUP},
    {"nats context|server ls|info|list|ping|report|check", NATS, "t*", .flags = LONG | DATA},
    {"nats events|top|schema|traffic", NATS, "t*", .rule = CORDON_RULE_ENDLESS, .reason = "waits for messages for "
     "ever"},
    {"kafka-topics|kafka-topics.sh|kafka-configs|kafka-configs.sh|kafka-consumer-groups|kafka-consumer-groups.sh|"
     "kafka-acls|kafka-acls.sh|kafka-get-offsets|kafka-get-offsets.sh|kafka-broker-api-versions|"
     "kafka-broker-api-versions.sh|kafka-log-dirs|kafka-log-dirs.sh|kafka-metadata-quorum|kafka-metadata-quorum.sh|"
     "kafka-cluster|kafka-cluster.sh", KAFKA, "t*", .flags = LONG | DATA},
    {"kafka-delete-records|kafka-delete-records.sh|kafka-leader-election|kafka-leader-election.sh|"
     "kafka-reassign-partitions|kafka-reassign-partitions.sh", KAFKA "--offset-json-file,--path-to-json-file,"
     "--reassignment-json-file,--topics-to-move-json-file=r", "t*", .flags = LONG | DATA},
    {"kafka-producer-perf-test|kafka-producer-perf-test.sh|kafka-consumer-perf-test|kafka-consumer-perf-test.sh|"
     "kafka-verifiable-producer|kafka-verifiable-producer.sh", KAFKA "--num-records,--record-size,--throughput,"
     "--messages,--max-messages=t --payload-file=r --producer-props=m", "m*", .flags = LONG},
    {"kafka-console-consumer|kafka-console-consumer.sh", KAFKA "--max-messages,--timeout-ms=t", "t*",
     .flags = LONG | DATA, .handler = cordon_handle_limited, .reason = "waits for messages for ever", .hint = "Add "
     "--max-messages 10 --timeout-ms 5000."},
    {"kafka-console-producer|kafka-console-producer.sh", KAFKA "--batch-size,--compression-codec,--max-block-ms=t "
     "--sync", NULL, .flags = LONG | DATA, .handler = cordon_handle_needs_input},
    {"rabbitmqadmin|rabbitmqadmin-ng", "-H,--host=h -P,--port,-V,--vhost,-u,--username,-p,--password,-f,--format=t -c,"
     "--config=r -U,--base-uri=u --ssl-ca-cert-file,--ssl-cert-file,--ssl-key-file=r", "m*", .flags = LONG},
    {"rpk", .flags = GROUP | LONG},
    {"rpk group|cluster", "-X=m --brokers=h --config=r", "m*", .flags = LONG},
    {"rpk topic", "-X=m --brokers=h --config=r", NULL, .flags = GROUP | LONG},
    {"rpk topic consume", "-X=m --brokers=h --config=r -n,--num=t -o,--offset,-f,--format=t", "t*",
     .flags = LONG | DATA, .handler = cordon_handle_limited, .reason = "waits for messages for ever", .hint = "Add -n "
     "10."},
    {"consul|minio|surreal", .flags = GROUP | LONG},
    {"consul|minio|surreal agent|exec|monitor|server|sql|start|watch", .rule = CORDON_RULE_ENDLESS,
     .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"consul kv", .flags = GROUP},
    {"consul kv delete|import|put", NULL, "t*", .rule = CORDON_RULE_REMOTE},
    {"consul acl|config|connect|event|force-leave|intention|join|keyring|leave|lock|login|logout|maint|operator|peering|"
     "reload|services|snapshot", NULL, "t*", .rule = CORDON_RULE_REMOTE},
    {"kcat|kafkacat", "-b=h -t=t -p=t -o=t -c=t -F=r -X=m -f=t -K=t -D=t -G=t -T=t -m=t", "m*"},
    {"vault", .rule = CORDON_RULE_SECRET, .reason = "shows or changes secrets"},
    {"kafka-server-stop|kafka-server-stop.sh|rabbitmqctl|zookeeper-server-stop|zookeeper-server-stop.sh",
     .rule = CORDON_RULE_KILL},
    {"initdb|mysql_install_db|pg_createcluster",
     "-D,--pgdata=w -U,--username=t -A,--auth=t -E,--encoding=t --locale=t --pwfile=r --datadir=w", "w", .flags = LONG},
    {"pg_ctl", "-D,--pgdata=d -l,--log=w -o,--options=t -m,--mode=t -t,--timeout=t -p=p -w -W -s", "t*", .flags = 0,
     .handler = cordon_handle_pg_ctl},
    {"pg_ctlcluster", .rule = CORDON_RULE_KILL},
    {"ollama", .flags = GROUP | LONG},
    {"ollama cp|create|list|ls|ps|pull|rm|show", "-f,--file=r -q,--quantize=t", "t*", .flags = LONG},
    {"ollama push|signin", .rule = CORDON_RULE_PUBLISH},
    {"ollama run|serve", .rule = CORDON_RULE_ENDLESS, .reason = "waits for a person, or serves for ever"},
    {"ollama stop", .rule = CORDON_RULE_KILL},
    {"asciinema", .flags = GROUP | LONG},
    {"asciinema rec|record", .rule = CORDON_RULE_SHELL, .reason = "starts a shell and records it"},
    {"airflow", .flags = GROUP | LONG},
    {"airflow api-server|celery|dag-processor|flower|kerberos|scheduler|shell|standalone|triggerer|webserver", NULL,
     "t*", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"dagster|frankenphp|prism|quarkus|shiny|temporal", .flags = GROUP | LONG},
    {"dagster|frankenphp|prism|quarkus|shiny|temporal dev|mock|php-server|proxy|run|server|start", NULL, "t*",
     .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"mockoon-cli", .flags = GROUP | LONG},
    {"mockoon-cli start", NULL, "t*", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"prefect", .flags = GROUP | LONG},
    {"prefect agent|dashboard|orion|server|worker", NULL, "t*", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON,
     .hint = SERVER_HINT},
    {"prefect cloud|deploy|deployment", NULL, "t*", .rule = CORDON_RULE_REMOTE},
    {"ray", .flags = GROUP | LONG},
    {"ray attach|down|exec|job|rsync-down|rsync-up|submit|up", NULL, "t*", .rule = CORDON_RULE_REMOTE},
    {"ray dashboard|start", NULL, "t*", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"ray stop", NULL, "t*", .rule = CORDON_RULE_KILL},
    {"grails", .flags = GROUP | LONG},
    {"grails run-app|shell|console|interactive", NULL, "t*", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON,
     .hint = SERVER_HINT},
    {"azurite|azurite-blob|azurite-queue|azurite-table|catalina.sh|circusd|dagit|dagster-daemon|dagster-webserver|"
     "dask-scheduler|dask-worker|filebeat|fluent-bit|fluentd|luigid|metricbeat|node-red|openvscode-server|packetbeat|"
     "roadrunner|sish|standalone.sh|squid|td-agent|tidb-server|theia|tinyproxy|wetty|zerotier-one|zipkin", "-v -V "
     "-version --version version -h --help test configtest --dry-run", .rule = CORDON_RULE_ENDLESS, .flags = ONLY,
     .handler = cordon_handle_unless_listed, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"label-studio|llama-server|tensorboard|text-generation-launcher|tritonserver", .rule = CORDON_RULE_ENDLESS,
     .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"vllm", .flags = GROUP | LONG},
    {"vllm serve", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"mlflow", .flags = GROUP | LONG},
    {"mlflow server|ui", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},

    /* Databases: clients and their tools */
    {"psql|psql-13|psql-14|psql-15|psql-16|psql-17",
     "-c,--command=c -f,--file=r -l,--list -V,--version -d,--dbname=t -h,--host=h -p,--port=t -U,--username=t "
     "-v,--set,--variable=t -o,--output=w -L,--log-file=w -F,--field-separator=t -R,--record-separator=t -P,--pset=t "
     "-T,--table-attr=t -w,--no-password -W,--password!endless -q -t -A -x -1 -n -b -a -e -E -H -S -s -X --csv "
     "--help:t+E", "t*", .flags = ABBR, .handler = cordon_handle_database},
    {"mariadb|mysql|mycli",
     "-e,--execute=c -h,--host=h -P,--port=t -u,--user=t -p,--password:t -D,--database=t -S,--socket=m --protocol=t "
     "--defaults-file,--defaults-extra-file,--defaults-group-suffix=r --init-command=c --pager:s --tee=w --prompt=t "
     "--default-character-set=t --delimiter=t --ssl-ca,--ssl-cert,--ssl-key=r "
     "--connect-timeout,--max-allowed-packet=t -V,--version -N -B -s -t -H -X -r -v", "t*", .flags = ABBR,
     .handler = cordon_handle_database},
    {"litecli|pgcli|usql",
     "-c,--command,-e,--execute=c -f,--file=r -h,--host=h -p,--port=t -U,-u,--username=t -d,--dbname=t -V,--version",
     "t*", .flags = 0, .handler = cordon_handle_database},
    {"mysqlsh",
     "-e,--execute=c -f,--file=r -h,--host=h -P,--port=t -u,--user=t -p,--password:t -D,--schema=t --uri=t --sql --py "
     "--js --json:t -V,--version", "t*", .flags = 0, .handler = cordon_handle_database},
    {"mongo|mongosh", "--eval=c -f,--file=r --host=h --port=t -u,--username=t -p,--password=t --authenticationDatabase=t "
     "--shell!endless --version --nodb --norc --quiet --tlsCAFile,--tlsCertificateKeyFile=r --json:t", "t*", .flags = 0,
     .handler = cordon_handle_database},
    {"clickhouse|clickhouse-client|clickhouse-local",
     "-q,--query=c --queries-file=r -h,--host=h --port=t -u,--user=t --password:t -d,--database=t -C,--config-file=r "
     "-V,--version -n -m --format=t", "t*", .flags = 0, .handler = cordon_handle_database},
    {"cqlsh|ycqlsh", "-e,--execute=c -f,--file=r -u,--username=t -p,--password=t -k,--keyspace=t --cqlshrc=r --version",
     "h t", .flags = 0, .handler = cordon_handle_database},
    {"arangosh|mssql-cli|neo4j-client|rqlite|sqlplus|tsql", "-v -V --version -h --help", NULL,
     .rule = CORDON_RULE_REMOTE, .flags = ONLY, .handler = cordon_handle_unless_listed, .reason = "connects to a "
     "database that may be anywhere"},
    {"cockroach", "-e,--execute=c -f,--file=r --url=t --host=h --certs-dir=r -d,--database=t", "t*", .flags = 0,
     .handler = cordon_handle_database},
    {"isql|sqlcmd", "-Q=c -q=c -i=r -o=w -S=h -U=t -P=t -d=t -v=t", "t*", .flags = 0, .handler = cordon_handle_database},
    {"duckdb|sqlite|sqlite3",
     "-A:t -append -ascii -bail -batch -box -c=c -cmd=c -column -csv -echo -f=r -header -help -html -init=r "
     "-interactive!endless -json -line -list -log=w -lookaside=t -markdown -mmap=t -newline=t -nofollow -noheader "
     "-nonce=t -no-stdin -nullvalue=t -pagecache=t -quote -readonly,--readonly -s=c -safe -separator=t -stats -table "
     "-tabs -unsigned -version -vfs=t -zip", "t*", .flags = SINGLE, .handler = cordon_handle_sqlite},
    {"redis-cli|valkey-cli|keydb-cli",
     "-h=h -p=t -s=m -a,--pass=t --user=t -u=t -r=t -i=t -n=t -d=t -D=t --eval=r --rdb=w --functions-rdb=w --bigkeys "
     "--memkeys --hotkeys --scan --pattern=t --pipe --pipe-timeout=t --cluster --intrinsic-latency=t "
     "--latency!endless --latency-history!endless --latency-dist!endless --stat!endless --lru-test=t --ldb "
     "--ldb-sync-mode --cacert,--cert,--key=r --tls -x -X=t -v,--version --csv --json --raw --no-raw "
     "--askpass!endless --replica!endless --slave!endless", "t*", .flags = FIRST, .handler = cordon_handle_redis},
    {"createdb|createuser|dropdb|dropuser|pg_amcheck|pg_isready|reindexdb|vacuumdb|clusterdb",
     "-h,--host=h -p,--port=t -U,--username=t -W,--password!endless -O,--owner=t -E,--encoding=t -T,--template=t "
     "-l,--locale=t -t,--table=t -D,--tablespace=t -d,--dbname=t --maintenance-db=t -i,--interactive!endless "
     "-P,--pwprompt!endless -c=t -g=t -n,--schema=t -j,--jobs=t", "t*", .flags = ABBR, .handler = cordon_handle_pg_tool},
    {"pg_basebackup|pg_dump|pg_dumpall|pg_restore|pg_upgrade",
     "-h,--host=h -p,--port=t -U,--username=t -W,--password!endless -f,--file=w -F,--format=t -d,--dbname=t "
     "-n,--schema=t -N,--exclude-schema=t -t,--table=t -T,--exclude-table=t -j,--jobs=t -Z,--compress=t -D,--pgdata=w "
     "-L,--use-list=r -S,--superuser=t -E,--encoding=t -l,--list", "t*", .flags = ABBR | LONG,
     .handler = cordon_handle_pg_tool},
    {"mariadb-dump|mysqlbinlog|mysqlcheck|mysqldump|mysqlimport|mysqlshow|mysqlslap",
     "-h,--host=h -P,--port=t -u,--user=t -p,--password:t -r,--result-file=w -T,--tab=w -S,--socket=m "
     "--defaults-file,--defaults-extra-file=r --ignore-table,-w,--where=t -B --tables", "t*", .flags = ABBR | LONG},
    {"mysqladmin|mariadb-admin",
     "-h,--host=h -P,--port=t -u,--user=t -p,--password:t -i,--sleep=t!endless -S,--socket=m --defaults-file=r", "t*",
     .flags = ABBR, .handler = cordon_handle_mysqladmin},
    {"bsondump|mongodump|mongoexport|mongofiles|mongoimport|mongorestore|mongostat|mongotop",
     "-h,--host=h --uri=m --port=t -u,--username=t -p,--password=t -d,--db=t -c,--collection=t -o,--out=w "
     "-f,--fields=t --file=r --archive:m --type=t -q,--query=t --config=r --authenticationDatabase=t --dir=r "
     "-n,--rowcount=t", "m*", .flags = LONG},
    {"redis-benchmark|memtier_benchmark|pgbench|sysbench",
     "-h,--host,-s=h -p=t -U=t -u=m -n=t -c=t -d=t -t=t -T=t -j=t -f=r -a=t -q", "t*", .flags = LONG},
    {"influx", "-execute=c -host=h -port=t -database=t -username=t -password=t -import -path=r -version+E -format=t",
     "t*", .flags = SINGLE | BARE | STDIN},
    {"beeline|hive|presto|snowsql|spark-sql|trino",
     "-e,-q,--query,--execute,-execute=c -f,-i,--file=r -u,--server,-h,--host=m --catalog,--schema,-d=t "
     "-V,-version,-v+E", "m*", .flags = BARE | STDIN},
    {"mongo-express|pgadmin4|pyspark|redis-commander|spark-shell|sparkR", .rule = CORDON_RULE_ENDLESS,
     .reason = "waits for a person, or serves for ever"},
    {"cypher-shell",
     "-a,--address,--uri=m -u,--username=t -p,--password=t -f,--file=r+E -d,--database=t --format=t -v,--version+E", "c*",
     .flags = BARE | STDIN},
    {"spark-submit",
     "--master=m --class=t --jars,--py-files,--files=m --conf=t --properties-file=r --packages=k --repositories=u "
     "--deploy-mode=t --name=t", "r m*", .flags = FIRST | LONG},

    /* Schemas, migrations and generators */
    {"drizzle-kit|drizzle", .flags = GROUP | LONG},
    {"drizzle-kit|drizzle studio", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"graphql-codegen|openapi-generator|openapi-generator-cli|openapi-typescript|orval|quicktype|" "swagger-codegen",
     "-c,--config=r -w,--watch:m!endless -r,--require=r -p,--project=t -i,--input-spec,--input=m -o,--output=w "
     "-g,--generator-name=t -t,--template-dir=r --additional-properties=t --src=m -s,--src-lang=t -l,--lang=t", "m*",
     .flags = LONG},
    {"goose", "-dir,--dir=r -table=t -env=r -certfile,-ssl-cert,-ssl-key=r -timeout=t -s -v -h -allow-missing -no-versioning", "t*",
     .flags = SINGLE | LONG | DATA, .handler = cordon_handle_pg_tool},
    {"dbmate|diesel|flyway|knex|liquibase|migrate|mikro-orm|phinx|sequelize|sequelize-cli|sqitch|" "sqlx|typeorm",
     "-c,--config,--knexfile,--connection=m -url,--url,-u,--database-url=m -d,--dir,--migrations-dir,-path,--path=m "
     "--dataSource=r --env,-e=t --cwd=d -database=m", "t*", .flags = LONG | DATA},
    {"prisma", "--schema=r", .flags = GROUP | LONG},
    {"prisma db execute", "--file=r --stdin!inline-code --url=m --schema=r", .flags = 0},
    {"prisma db pull|push|seed", "--schema=r --url=m", "m*", .flags = LONG},
    {"prisma db", .flags = GROUP | LONG},
    {"prisma format|init|migrate|validate|version",
     "--schema=r --datasource-provider=t --url=m --from-url,--to-url=m -o,--output=w --name=t --script", "t*",
     .flags = LONG},
    {"prisma generate", "--watch!endless --schema=r --generator=t --data-proxy --no-engine --sql", "t*", .flags = LONG},
    {"prisma studio", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"apollo|graphql|hasura|rover", .flags = GROUP | LONG},
    {"relay-compiler", "-w,--watch!endless --src,--schema=r --artifactDirectory=w", "m*", .flags = LONG},
    {"hasura console", .rule = CORDON_RULE_ENDLESS, .reason = SERVES_REASON, .hint = SERVER_HINT},
    {"apollo|graphql|rover publish|push|service:push|client:push", .rule = CORDON_RULE_PUBLISH},
};
/* clang-format on */

const CordonProgramTable cordon_programs_servers = {ROWS, G_N_ELEMENTS(ROWS)};
