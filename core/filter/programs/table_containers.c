/* SPDX-License-Identifier: MIT */
/* Containers, clusters and clouds.
 *
 * What only reads is allowed; what changes the state of something that is not the project's is "remote", and so is every
 * subcommand of these tools that nobody listed (STRICT).  A command that runs in a container is judged as if it had been
 * typed, except that paths and addresses are the container's. */
#include "filter/program.h"
#include "filter/programs/handlers.h"

/* clang-format off */
#define LONG   CORDON_PROGRAM_LONG_TIME
#define SINGLE CORDON_PROGRAM_LONG_SINGLE
#define ABBR   CORDON_PROGRAM_ABBREVIATES
#define FIRST  CORDON_PROGRAM_OPTIONS_FIRST
#define BARE   CORDON_PROGRAM_ENDLESS_BARE
#define DATA   CORDON_PROGRAM_DATA
#define GROUP  CORDON_PROGRAM_GROUP
#define STRICT CORDON_PROGRAM_STRICT_GROUP

#define REMOTE_HINT  "Reading is allowed; ask the user to make the change."
#define CHANGES      .rule = CORDON_RULE_REMOTE, .reason = "changes what is not the project's", .hint = REMOTE_HINT
#define STOPS        .rule = CORDON_RULE_KILL, .reason = "stops or removes what may belong to others", \
                     .hint = "Use `docker run --rm`, or `docker compose down` for the project's own containers."
#define UPLOADS      .rule = CORDON_RULE_PUBLISH, .hint = "Build it without sending it anywhere."
#define FOLLOWS(why) .rule = CORDON_RULE_ENDLESS, .reason = why
#define READS        .flags = DATA
#define ONLY_READS   .flags = STRICT, .hint = REMOTE_HINT

/* Source: docker 28 --help; podman-run(1) for what only podman has.  Paths and modes are looked at by the handler. */
#define ENGINE "-H,--host=u!remote -c,--context=t!remote --config=r -l,--log-level=t --tlscacert,--tlscert,--tlskey=r "     \
               "--url,--connection=t!remote -r,--remote!remote --identity=r!remote --root,--runroot,--tmpdir=w --namespace," \
               "--address,--cgroup-manager,--events-backend,--storage-driver=t --runtime,--conmon=t!permissions"
#define RUN_LIMITS                                                                                                     \
    "--blkio-weight,--blkio-weight-device,--cpu-count,--cpu-percent,--cpu-period,--cpu-quota,--cpu-rt-period,"         \
    "--cpu-rt-runtime,-c,--cpu-shares,--cpus,--cpuset-cpus,--cpuset-mems,--io-maxbandwidth,--io-maxiops,"              \
    "--kernel-memory,-m,--memory,--memory-reservation,--memory-swap,--memory-swappiness,--oom-score-adj,--pids-limit," \
    "--shm-size,--ulimit,--device-read-bps,--device-read-iops,--device-write-bps,--device-write-iops=t "
#define RUN                                                                                                            \
    RUN_LIMITS                                                                                                         \
    "-v,--volume=t --mount=t --entrypoint=t --log-opt=t -e,--env=t --env-file,--label-file=r --cidfile,--pidfile,"                 \
    "--conmon-pidfile=w --privileged,--use-api-socket!permissions --cap-add,--device,--device-cgroup-rule,"            \
    "--cgroup-parent,--runtime,--volumes-from,--group-entry,--passwd-entry,--uidmap,--gidmap,--subuidname,"            \
    "--subgidname,--rootfs,--hooks-dir,--seccomp-policy,--security-opt-file=t!permissions --security-opt=t --pid=t "   \
    "--ipc=t --userns=t --uts=t --cgroupns=t --health-cmd=t -d,--detach -i,--interactive -t,--tty "                    \
    "-p,--publish=t -P,--publish-all --add-host,--annotation,-a,--attach,--cap-drop,--detach-keys,--dns,"              \
    "--dns-option,--dns-search,--domainname,--expose,--gpus,--group-add,--health-interval,--health-retries,"           \
    "--health-start-interval,--health-start-period,--health-timeout,-h,--hostname,--ip,--ip6,--isolation,-l,--label,"  \
    "--link,--link-local-ip,--log-driver,--mac-address,--name,--network,--net,--network-alias,--platform,"   \
    "--pull,--restart,--stop-signal,--stop-timeout,--storage-opt,--sysctl,--tmpfs,-u,--user,--volume-driver,-w,"       \
    "--workdir,--pod,--secret,--systemd,--arch,--os,--variant,--timeout,--tz,--umask,--image-volume,"      \
    "--requires,--preserve-fds,--sdnotify,--env-merge,--unsetenv=t --authfile=r!secret --creds=t!secret "              \
    "--cert-dir,--decryption-key,--pod-id-file,--init-path=r"
#define BUILD                                                                                                          \
    RUN_LIMITS                                                                                                         \
    "-f,--file=m --iidfile,--metadata-file,--logfile,--sbom-output,--sbom-purl-output=w -o,--output=t "                \
    "--secret=t --ssh:t!secret --push!publish --build-context=t --cache-from=t --cache-to=t -v,--volume=t "                \
    "--allow=t!permissions --security-opt,--cap-add,--device=t!permissions --build-arg=t -t,--tag,--label,--target,"     \
    "--platform,--network,--progress,--builder,--call,--attest,--sbom,--provenance,--add-host,--isolation,"            \
    "--cgroup-parent,--annotation,--no-cache-filter,--policy,--format,--dns,--env,--arch,--os,--jobs=t "               \
    "--ignorefile,--authfile,--cert-dir,--sign-by=r --creds=t!secret"
#define COMPOSE                                                                                                        \
    "-f,--file=m --env-file=r --project-directory=d -p,--project-name,--profile,--ansi,--parallel,--progress,"         \
    "--podman-path,--podman-args=t -H,--host=u!remote -c,--context=t!remote"
#define EXEC "-d,--detach -i,--interactive -t,--tty -T --privileged!permissions -e,--env,--detach-keys,-u,--user,-w,--workdir,"\
             "--index=t --env-file=r"

#define ENGINES         "docker|podman|nerdctl"
#define CONTAINER(sub, ...) {ENGINES " " sub, __VA_ARGS__}, {ENGINES " container " sub, __VA_ARGS__}
#define IMAGE(sub, ...)     {ENGINES " " sub, __VA_ARGS__}, {ENGINES " image " sub, __VA_ARGS__}
#define PROJECT(sub, ...)   {ENGINES " compose " sub, __VA_ARGS__}, {"docker-compose|podman-compose " sub, __VA_ARGS__}

/* Source: kubectl options. */
#define KUBE                                                                                                           \
    "-n,--namespace,--context,--cluster,--user,--as,--as-group,--as-uid,--request-timeout,-v,--v,--vmodule,--username,"   \
    "--log-flush-frequency,--tls-server-name,--profile=t --kubeconfig,--certificate-authority,--client-certificate,"   \
    "--client-key=r --cache-dir,--profile-output=w -s,--server=u --token,--password=t!secret "
#define KUBE_FILES "-f,--filename=m -k,--kustomize=m -R,--recursive -l,--selector,-o,--output,--template,--field-selector," \
                   "--field-manager,--sort-by,-L,--label-columns,--chunk-size,--raw,--subresource,--timeout,--for=t "
#define HELM                                                                                                           \
    "-n,--namespace,--kube-context,--kube-as-user,--kube-as-group,--burst-limit,--qps,--kube-tls-server-name=t "       \
    "--kubeconfig,--kube-ca-file=r --kube-apiserver=u --kube-token=t!secret --registry-config,--repository-config=r "  \
    "--repository-cache=w "
#define HELM_VALUES                                                                                                    \
    HELM "-f,--values=m --set,--set-string,--set-json,--set-literal=e --set-file=m --post-renderer=p "                 \
    "--repo=u --post-renderer-args,--version,--username,--timeout,--description,-s,--show-only,--api-versions,-a,"       \
    "--kube-version,--name-template=t --password=t!secret --output-dir,-d,--destination=w --ca-file,--cert-file,"      \
    "--key-file,--keyring=r --dry-run:t "
/* One dash and a word; two are taken, too.  Source: terraform plan -help. */
#define TERRAFORM                                                                                                      \
    "-chdir,--chdir=d -var-file,--var-file=r -state,--state,-backup,--backup,-config=r -out,--out,-state-out,"         \
    "-generate-config-out=w -backend-config,--backend-config=m -from-module,--from-module=m -plugin-dir=r -var,--var=e "\
    "-target,--target,-replace,-lock,-lock-timeout,-input,-parallelism,-refresh,-filter,-module-depth,-type=t"

#define TERRAGRUNT                                                                                                     \
    "--working-dir,--terragrunt-working-dir=d --config,--terragrunt-config=r "                                         \
    "--tf-path,--terragrunt-tfpath=p --source,--terragrunt-source=m"

static const CordonProgram rows[] = {
    /* --- docker, podman, nerdctl --- */
    {ENGINES, ENGINE, NULL, .flags = GROUP | LONG},
    {ENGINES " container", NULL, NULL, .flags = GROUP},
    {ENGINES " image", NULL, NULL, .flags = GROUP | LONG},
    CONTAINER("attach", "--detach-keys,--sig-proxy=t", "t*", FOLLOWS("follows what a container prints")),
    CONTAINER("commit|diff|port|rename|top|update|wait|init|mount|umount|exists", RUN_LIMITS "-a,--author,-c,--change,-m,"
              "--message,--restart,-f,--format=t --iidfile=w", "t*", READS),
    CONTAINER("cp", "-a,--archive -L,--follow-link -q,--quiet --overwrite", "e e", .flags = 0, .handler = cordon_handle_docker_cp),
    CONTAINER("create", RUN, "i e*", .flags = LONG | FIRST, .handler = cordon_handle_docker_run),
    CONTAINER("exec", EXEC, "t q", .flags = 0),
    CONTAINER("export", "-o,--output=w", "t*", .flags = LONG),
    CONTAINER("inspect", "-f,--format,--type=t", "t*", READS),
    CONTAINER("kill|pause|restart|rm|stop|prune", "-s,--signal,-t,--time,--timeout,--filter=t", "t*", STOPS),
    CONTAINER("checkpoint|restore|clone", "-e,--export,-i,--import=w", "t*", .flags = LONG),
    CONTAINER("logs", "-f,--follow!endless -n,--tail,--since,--until=t", "t*", READS),
    CONTAINER("ls|ps|list", "-f,--filter,--format,-n,--last,--sort=t --watch,-w:t!endless", "t*", READS),
    CONTAINER("run", RUN, "i e*", .flags = LONG | FIRST, .handler = cordon_handle_docker_run),
    CONTAINER("runlabel", NULL, "t*", .rule = CORDON_RULE_UNREADABLE, .reason = "runs a command that stands in the image"),
    CONTAINER("start", "-a,--attach,-i,--interactive!endless --detach-keys=t", "t*", .flags = DATA,
              .hint = "Start it without -a and read its logs."),
    CONTAINER("stats", "--no-stream --format,-i,--interval=t", "t*", .flags = DATA, .handler = cordon_handle_docker_stream),
    CONTAINER("unpause", NULL, "t*", READS),

    IMAGE("build", BUILD, "e*", .flags = LONG, .handler = cordon_handle_docker_build),
    IMAGE("history", "--format,--platform=t", "t*", READS),
    IMAGE("import", "-c,--change,-m,--message,--platform=t", "m t?", .flags = LONG),
    IMAGE("load", "-i,--input=r --platform=t", NULL, .flags = LONG),
    {ENGINES " images", "-f,--filter,--format,--sort=t", "t*", READS},
    {ENGINES " image ls|list|inspect|tree|diff|exists|search|mount|unmount", "-f,--filter,--format,--sort,--platform=t", "t*", READS},
    {ENGINES " image prune|rm", NULL, "t*", STOPS},
    {ENGINES " image scp|sign|encrypt|convert", NULL, "t*", UPLOADS},
    IMAGE("pull", "--platform,--arch,--os,--variant=t --authfile=r!secret --creds=t!secret --cert-dir=r --tls-verify:t", "i*",
          .flags = LONG),
    IMAGE("push", NULL, "t*", UPLOADS),
    IMAGE("save", "-o,--output=w --platform,--format=t", "t*", .flags = LONG),
    IMAGE("tag|untag", NULL, "t*", READS),
    {ENGINES " rmi", NULL, "t*", STOPS},
    {"docker debug", NULL, "t*", .rule = CORDON_RULE_SHELL},
    {"docker agent|ai|desktop|dev|extension|mcp|model|offload|pass|sandbox", NULL, "t*", CHANGES},
    {ENGINES " search", "-f,--filter,--format,--limit=t", "t*", READS},
    {ENGINES " info|version", "-f,--format=t", "t*", READS},

    {ENGINES " builder|buildx", "--builder=t", NULL, .flags = GROUP | LONG},
    {ENGINES " builder|buildx bake", "-f,--file=m --push!publish --set,--print,--call,--progress,--provenance,--sbom,--builder,"
     "--var=t --metadata-file=w --allow=t!permissions", "t*", .flags = LONG, .handler = cordon_handle_docker_bake},
    {ENGINES " builder|buildx build|b", BUILD, "e*", .flags = LONG, .handler = cordon_handle_docker_build},
    {ENGINES " builder|buildx create", "--driver,--driver-opt,--name,--node,--platform,--buildkitd-flags=t "
     "--config,--buildkitd-config=r --append --bootstrap --use", "u?", .flags = LONG},
    {ENGINES " builder|buildx debug|dap", NULL, "t*", .rule = CORDON_RULE_SHELL},
    {ENGINES " builder|buildx du|inspect|ls|use|version|install|uninstall|history", "--filter,--format=t --bootstrap", "t*", READS},
    {ENGINES " builder|buildx imagetools", NULL, NULL, .flags = GROUP},
    {ENGINES " builder|buildx imagetools create", NULL, "t*", UPLOADS},
    {ENGINES " builder|buildx imagetools inspect", "--format=t", "i*", READS},
    {ENGINES " builder|buildx prune|rm|stop", NULL, "t*", STOPS},
    {ENGINES " config|secret", NULL, NULL, ONLY_READS},
    {ENGINES " config|secret inspect", NULL, "t*", .rule = CORDON_RULE_SECRET},
    {ENGINES " config|secret ls|list", NULL, "t*", READS},
    {ENGINES " context", NULL, NULL, ONLY_READS},
    {ENGINES " context inspect|ls|list|show", "-f,--format=t", "t*", READS},
    {ENGINES " events", "--until --since,-f,--filter,--format=t", NULL, .flags = DATA, .handler = cordon_handle_docker_stream},
    {ENGINES " login|logout", NULL, "t*", UPLOADS},
    {ENGINES " machine", NULL, NULL, .flags = STRICT, .hint = REMOTE_HINT},
    {ENGINES " machine info|inspect|list|ls", NULL, "t*", READS},
    {ENGINES " manifest|trust", NULL, NULL, .flags = GROUP},
    {ENGINES " manifest|trust push|sign|revoke|key|signer", NULL, "t*", UPLOADS},
    {ENGINES " network|volume", NULL, NULL, .flags = GROUP},
    {ENGINES " network|volume create", "-o,--opt=m -d,--driver,--label,--name,--subnet,--gateway,--ip-range,--aux-address=t",
     "t*", .flags = 0},
    {ENGINES " network|volume import|export", "-o,--output=w", "t? r*", .flags = LONG},
    {ENGINES " network|volume prune|rm|remove|disconnect", NULL, "t*", STOPS},
    {ENGINES " node|service|stack|swarm", NULL, NULL, ONLY_READS},
    {ENGINES " node|service|stack|swarm inspect|ls|list|ps|services|config", "-c,--compose-file=r -f,--filter,--format=t", "t*",
     READS},
    {ENGINES " node|service|stack|swarm logs", "-f,--follow!endless -n,--tail,--since=t", "t*", READS},
    {ENGINES " plugin", NULL, NULL, ONLY_READS},
    {ENGINES " plugin inspect|ls|list", NULL, "t*", READS},
    {ENGINES " system", NULL, NULL, .flags = GROUP},
    {ENGINES " system connection", NULL, NULL, ONLY_READS},
    {ENGINES " system connection list|ls", NULL, "t*", READS},
    {ENGINES " system dial-stdio|service", NULL, "t*", FOLLOWS("is a server")},
    {ENGINES " system events", "--until --since,-f,--filter,--format=t", NULL, .flags = DATA,
     .handler = cordon_handle_docker_stream},
    {ENGINES " system prune|reset|migrate|renumber", NULL, "t*", STOPS},
    {"podman kube|play|pod|artifact|generate|healthcheck|farm", NULL, NULL, .flags = GROUP | LONG},
    {"podman artifact push", NULL, "t*", UPLOADS},
    {"podman kube|play play|kube", "--wait,-w!endless --build --configmap,--seccomp-profile-root=r --network,--ip=t", "m*",
     .flags = LONG},
    {"podman kube apply|down", NULL, "m*", STOPS},
    {"podman pod create", "-v,--volume=t --infra-command=p --share,-p,--publish,--name,--network,--label,--userns=t", "t*",
     .flags = LONG, .handler = cordon_handle_docker_run},
    {"podman pod kill|pause|prune|restart|rm|stop", NULL, "t*", STOPS},
    {"podman unshare", NULL, "o", .flags = 0},
    {"buildah", ENGINE, NULL, .flags = GROUP | LONG},
    {"buildah bud|build|build-using-dockerfile", BUILD, "e*", .flags = LONG, .handler = cordon_handle_docker_build},
    {"buildah copy|add", "--chown,--chmod,--from,--contextdir=t", "t m*", .flags = LONG},
    {"buildah from|pull", "--name,--platform,--arch,--os=t -v,--volume=t --authfile=r!secret --creds=t!secret", "i*",
     .flags = LONG, .handler = cordon_handle_docker_run},
    {"buildah login|logout|push|manifest", NULL, "t*", UPLOADS},
    {"buildah rm|rmi|prune", NULL, "t*", STOPS},
    {"buildah run", EXEC " -v,--volume=t --mount=t --cap-add,--device,--runtime=t!permissions --hostname,--network=t", "t q",
     .flags = LONG, .handler = cordon_handle_docker_mounts},
    {"buildah unshare", NULL, "o", .flags = 0},
    {"skopeo", "--policy,--registries.d=r --command-timeout,--override-arch,--override-os=t", NULL, .flags = GROUP | LONG},
    {"skopeo copy", "--authfile,--src-authfile,--dest-authfile=r!secret --src-creds,--dest-creds=t!secret --digestfile=w -f,"
     "--format=t", "e e", .flags = LONG, .handler = cordon_handle_skopeo_copy},
    {"skopeo delete|login|logout|sync", NULL, "t*", UPLOADS},
    {"skopeo inspect|list-tags", "--format=t", "i*", .flags = LONG},
    {"crane|gcrane|regctl", NULL, NULL, .flags = GROUP | LONG},
    {"crane|gcrane|regctl append|auth|copy|cp|delete|flatten|mutate|push|rebase|tag|registry|image", NULL, "t*", UPLOADS},
    {"crane|gcrane|regctl blob|catalog|config|digest|ls|manifest|validate", "--platform=t --remote=i --tarball=r", "i*", .flags = LONG},
    {"crane|gcrane|regctl export", "--platform=t", "i w", .flags = LONG},
    {"crane|gcrane|regctl pull", "--platform,--format=t -c,--cache-path=w", "i* w", .flags = LONG},
    {"crictl|ctr", NULL, NULL, ONLY_READS},
    {"crictl|ctr images|image|info|inspect|inspecti|inspectp|pods|ps|stats|version", NULL, "t*", READS},
    {"dive|dockerfilelint", "-c,--config,--ignore-file=r", "m*", .flags = LONG},

    /* --- compose --- */
    {"docker-compose|podman-compose", COMPOSE, NULL, .flags = GROUP | LONG},
    {ENGINES " compose", COMPOSE, NULL, .flags = GROUP | LONG},
    PROJECT("attach|watch", NULL, "t*", FOLLOWS("follows the project's containers")),
    PROJECT("build", "--build-arg,-m,--memory,--builder,--progress,--sbom,--provenance=t --push!publish --ssh:t!secret --print",
            "t*", .flags = LONG | DATA, .handler = cordon_handle_compose_build),
    PROJECT("config|convert", "-o,--output=w --format,--hash=t --lock-image-digests", "t*", READS),
    PROJECT("cp", "--index=t", "e e", .handler = cordon_handle_docker_cp),
    PROJECT("create|images|ls|port|ps|pull|scale|start|stop|top|unpause|version|volumes|wait|pause|restart|viz|export",
            "--filter,--format,--policy,--pull,--scale,--status,-t,--timeout,--index,--protocol=t -o,--output=w", "t*",
            .flags = LONG | DATA),
    PROJECT("down", "-v,--volumes!delete --rmi=t!delete --remove-orphans -t,--timeout=t", "t*", .flags = LONG | DATA),
    PROJECT("events", NULL, "t*", FOLLOWS("follows events")),
    PROJECT("exec", EXEC, "t q", .flags = 0),
    PROJECT("kill", "-s,--signal=t", "t*", STOPS),
    PROJECT("logs", "-f,--follow!endless -n,--tail,--since,--until,--index=t", "t*", READS),
    PROJECT("alpha", NULL, NULL, .flags = GROUP | LONG),
    PROJECT("alpha publish", NULL, "t*", UPLOADS),
    PROJECT("publish|push|commit", NULL, "t*", UPLOADS),
    PROJECT("rm", "-v,--volumes -f,--force -s,--stop", "t*", .rule = CORDON_RULE_DELETE,
            .reason = "removes the project's containers"),
    PROJECT("run", "-v,--volume=t --entrypoint=t --cap-add=t!permissions -e,--env=t --env-from-file=r -d,--detach -i,-T "
            "-P,--service-ports -p,--publish=t --name,-l,--label,-u,--user,-w,--workdir,--pull,--cap-drop=t", "t e*",
            .flags = LONG | FIRST, .handler = cordon_handle_compose_run),
    PROJECT("stats", "--no-stream --format=t", "t*", .handler = cordon_handle_docker_stream),
    PROJECT("up", "-d,--detach --wait --no-start --abort-on-container-exit --abort-on-container-failure --exit-code-from=t "
            "-w,--watch!endless --scale,--pull,-t,--timeout,--wait-timeout,--attach,--no-attach=t", "t*", .flags = LONG | DATA,
            .handler = cordon_handle_compose_up),

    /* --- clusters --- */
    {"kubectl|kubecolor|oc", KUBE, NULL, ONLY_READS},
    {"kubectl|kubecolor|oc annotate|apply|autoscale|cordon|create|delete|drain|expose|label|patch|replace|run|scale|set|taint"
     "|uncordon", KUBE KUBE_FILES "--dry-run=t --from-file,--from-env-file=m --env,--image,--overrides,--labels,--replicas,--port,"
     "--from-literal,--type,-p,--patch,--limits,--requests,-c,--containers=e --cert,--key=r --patch-file=r", "e*", .flags = LONG,
     .handler = cordon_handle_unless_dry_run, .reason = "changes the cluster", .hint = REMOTE_HINT},
    {"kubectl|kubecolor|oc api-resources|api-versions|completion|describe|diff|events|explain|help|options|plugin|top|version|wait"
     "|whoami|status|projects", KUBE KUBE_FILES "-w,--watch!endless --api-version,--types=t", "t*", .flags = LONG | DATA},
    {"kubectl|kubecolor|oc attach|cp|debug|exec|rsh|rsync|ssh|login|logout", NULL, "t*", .rule = CORDON_RULE_REMOTE},
    {"kubectl|kubecolor|oc auth", KUBE, NULL, ONLY_READS},
    {"kubectl|kubecolor|oc auth can-i|whoami", KUBE "-o,--output,--subresource=t", "t*", READS},
    {"kubectl|kubecolor|oc certificate|edit|new-app|new-project|start-build|adm|delete-collection", NULL, "t*", CHANGES},
    {"kubectl|kubecolor|oc cluster-info", KUBE "--output-directory=w --namespaces,-o,--output=t", "t*", READS},
    {"kubectl|kubecolor|oc config", KUBE, NULL, ONLY_READS},
    {"kubectl|kubecolor|oc config current-context|get-clusters|get-contexts|get-users", KUBE "-o,--output=t", "t*", READS},
    {"kubectl|kubecolor|oc config view", KUBE "--raw!secret -o,--output,--template=t", "t*", READS},
    {"kubectl|kubecolor|oc get", KUBE KUBE_FILES "-w,--watch,--watch-only!endless", "t*", .flags = DATA,
     .handler = cordon_handle_kube_get},
    {"kubectl|kubecolor|oc kustomize", KUBE "--enable-helm --helm-command=p --enable-alpha-plugins!unreadable -o,--output=w "
     "-e,--env,--mount=t!unreadable", "m*", .flags = LONG},
    {"kubectl|kubecolor|oc logs", KUBE "-f,--follow!endless --tail,--since,--since-time,--limit-bytes,-c,--container,-l,"
     "--selector,--max-log-requests,--pod-running-timeout=t", "t*", READS},
    {"kubectl|kubecolor|oc port-forward|proxy", NULL, "t*", FOLLOWS("forwards for ever")},
    {"kubectl|kubecolor|oc rollout", KUBE, NULL, ONLY_READS},
    {"kubectl|kubecolor|oc rollout history|status", KUBE KUBE_FILES "--revision,--timeout=t -w,--watch:t", "t*", READS},
    {"kubectx|kubens", "-c,--current", "t*", .handler = cordon_handle_kube_context},
    {"k9s|lens|stern", NULL, NULL, FOLLOWS("follows the cluster"), .flags = GROUP},
    {"k9s|lens|stern help|info|version", NULL, "t*", READS},
    {"kustomize", NULL, NULL, .flags = GROUP | LONG},
    {"kustomize build", "-o,--output=w --enable-helm --helm-command=p --enable-exec,--enable-alpha-plugins!unreadable -e,--env,"
     "--mount=t!unreadable --load-restrictor=t", "m*", .flags = LONG},
    {"datree|pluto", NULL, "m*", .flags = LONG},

    {"helm", HELM, NULL, ONLY_READS},
    {"helm create|package", HELM_VALUES "-p,--starter=r -u,--dependency-update --sign!secret --app-version,--key=t", "w*",
     .flags = LONG},
    {"helm diff", HELM, NULL, ONLY_READS},
    {"helm diff release|revision|rollback|upgrade|version", HELM_VALUES "-C,--context,--output,--suppress=t "
     "--post-renderer=p", "t? m*", .flags = LONG},
    {"helm unittest", HELM_VALUES "--file=r -o,--output-file=w -t,--output-type=t -v=r -u,--update-snapshot", "m*",
     .flags = LONG},
    {"helm dependency|dep|dependencies", HELM, NULL, .flags = GROUP | LONG},
    {"helm dependency|dep|dependencies build|list|ls|update|up", HELM_VALUES "--keyring=r", "y*", .flags = LONG},
    {"helm env|completion|help|version|history|hist|list|ls|status|search|verify", HELM "-o,--output,-f,--filter,-m,--max,"
     "--offset,-l,--selector,--revision,--template,--version,--time-format=t", "t*", .flags = LONG | DATA},
    {"helm get", HELM "-o,--output,--revision,--template=t", "t*", READS},
    {"helm install|upgrade|rollback", HELM_VALUES, "t? m*", .flags = LONG, .handler = cordon_handle_unless_dry_run,
     .reason = "changes the cluster", .hint = REMOTE_HINT},
    {"helm lint|template", HELM_VALUES "--validate", "m*", .flags = LONG},
    {"helm plugin", HELM, NULL, ONLY_READS},
    {"helm plugin list|ls", HELM, "t*", READS},
    {"helm pull|fetch|show|inspect", HELM_VALUES "--untardir=w --prov --verify", "m*", .flags = LONG,
     .handler = cordon_handle_helm_repo},
    {"helm push|registry", HELM, "t*", UPLOADS},
    {"helm repo", HELM, NULL, .flags = STRICT | LONG},
    {"helm repo add", HELM_VALUES "--force-update --no-update", "t u", .flags = LONG},
    {"helm repo index", HELM "--url=u --merge=w", "w*", .flags = LONG},
    {"helm repo list|ls|update|up|remove|rm", HELM "-o,--output=t", "t*", .flags = LONG | DATA},
    {"helmfile", "-f,--file=m -e,--environment,-l,--selector,-n,--namespace,--log-level=t -b,--helm-binary=p --kube-context=t",
     NULL, ONLY_READS},
    {"helmfile build|deps|diff|lint|list|repos|status|template|version|fetch|show-dag|write-values", "-f,--file=m --args=t --output-dir=w",
     "t*", .flags = LONG | DATA},
    {"argocd|flux", KUBE, NULL, ONLY_READS},
    {"argocd|flux build|check|completion|diff|events|export|get|logs|stats|trace|tree|version", KUBE "-f,--follow,-w,--watch"
     "!endless --path,--kustomization-file=r", "t*", READS},
    {"argocd app|appset|cluster|proj|repo", KUBE, NULL, ONLY_READS},
    {"argocd app|appset|cluster|proj|repo diff|get|history|list|logs|manifests|resources", KUBE "-f,--follow!endless --local=y",
     "t*", READS},
    {"istioctl|linkerd|cilium|velero|eksctl|kops|kubeadm|talosctl|minikube|kind|k3d|k3s|microk8s", NULL, NULL, ONLY_READS},
    {"istioctl|linkerd|cilium|velero|eksctl|kops|kubeadm|talosctl|minikube|kind|k3d|k3s|microk8s analyze|check|describe|get|help"
     "|info|inspect|ip|list|options|profile|status|validate|verify-install|version|completion|config-view|node-list", KUBE
     "-o,--output,-p,--profile,--name,--region=t -f,--config-file=m -w,--watch!endless", "t*", READS},
    {"minikube|kind|k3d create|delete|start|stop|pause|unpause|edit|import", NULL, "t*", .rule = CORDON_RULE_REMOTE,
     .reason = "starts or changes a cluster", .hint = REMOTE_HINT},
    {"k3d cluster|image|node|registry", NULL, NULL, ONLY_READS},
    {"k3d cluster|image|node|registry get|list|ls", "-o,--output=t", "t*", READS},
    {"k3d cluster|image|node|registry create|delete|edit|start|stop", NULL, "t*", .rule = CORDON_RULE_REMOTE,
     .reason = "starts or changes a cluster", .hint = REMOTE_HINT},
    {"k3d image|images import|load", "-c,--cluster,-m,--mode=t", "m*", .flags = LONG | DATA},
    {"kind load", NULL, NULL, ONLY_READS},
    {"kind load docker-image|image-archive", "-n,--name,--nodes=t", "m*", .flags = LONG | DATA},
    {"minikube kubectl", NULL, "o", .flags = 0},
    {"k3s kubectl", NULL, "e*", .flags = FIRST, .handler = cordon_handle_subcommand},
    {"microk8s kubectl|helm|helm3", NULL, "e*", .flags = FIRST, .handler = cordon_handle_subcommand},
    {"skaffold", "-f,--filename=r -p,--profile,-n,--namespace,--kube-context=t", NULL, ONLY_READS},
    {"skaffold build", NULL, "t*", UPLOADS},
    {"skaffold config|diagnose|lint|render|schema|test|version|fix|init|inspect", "-f,--filename,-a,--build-artifacts=r "
     "-o,--output=w -p,--profile=t", "t*", .flags = LONG | DATA},
    {"skaffold debug|dev", NULL, "t*", FOLLOWS("repeats whenever a file changes")},
    {"tilt up|ci|demo", NULL, "t*", FOLLOWS("repeats whenever a file changes")},
    {"tilt", NULL, NULL, ONLY_READS},
    {"telepresence|okteto|devspace|garden", NULL, "t*", .rule = CORDON_RULE_REMOTE},

    /* --- infrastructure as code --- */
    {"terraform|tofu", TERRAFORM, NULL, .flags = STRICT | SINGLE, .hint = "`plan`, `validate` and `fmt` are allowed."},
    {"terraform|tofu apply|destroy|force-unlock|import|refresh|taint|untaint|test|stacks|rpcapi", TERRAFORM, "t*",
     CHANGES, .flags = LONG | SINGLE},
    {"terraform|tofu console", TERRAFORM, NULL, FOLLOWS("waits for input"), .flags = SINGLE},
    {"terraform|tofu fmt", "-check+W -write,-list,-diff:t -recursive", "W* r*", .flags = LONG | SINGLE},
    {"terraform|tofu get|graph|init|metadata|modules|output|plan|providers|show|validate|version|help", TERRAFORM, "m*",
     .flags = LONG | SINGLE},
    {"terraform|tofu login|logout", NULL, "t*", .rule = CORDON_RULE_SECRET, .flags = SINGLE},
    {"terraform|tofu state", TERRAFORM, NULL, .flags = STRICT | SINGLE, .hint = REMOTE_HINT},
    {"terraform|tofu state list|show", TERRAFORM, "t*", .flags = LONG | SINGLE | DATA},
    {"terraform|tofu state pull", TERRAFORM, "t*", .rule = CORDON_RULE_SECRET, .flags = SINGLE,
     .reason = "prints the state with its secrets"},
    {"terraform|tofu workspace", TERRAFORM, NULL, .flags = STRICT | SINGLE, .hint = REMOTE_HINT},
    {"terraform|tofu workspace list|select|show", TERRAFORM, "t*", .flags = SINGLE | DATA},
    {"terragrunt", TERRAGRUNT " --non-interactive --terragrunt-non-interactive", NULL, .flags = STRICT | LONG, .hint = "`plan` and `validate` are allowed."},
    {"terragrunt fmt|get|graph|hclfmt|init|output|plan|providers|show|validate|validate-inputs|version|dag|find|list|hcl|info"
     "|graph-dependencies|render-json|render|terragrunt-info", TERRAFORM
     " --working-dir,--terragrunt-working-dir=d --config,--terragrunt-config=r "
     "--tf-path,--terragrunt-tfpath=p", "t*", .flags = LONG | DATA},
    {"terragrunt run|run-all", TERRAFORM
     " --working-dir,--terragrunt-working-dir=d --config,--terragrunt-config=r "
     "--tf-path,--terragrunt-tfpath=p --all --graph --queue-include-dir,--queue-exclude-dir,--parallelism=t", "e*", .flags = LONG | DATA,
     .handler = cordon_handle_terragrunt_run},
    {"packer", NULL, NULL, .flags = STRICT | LONG, .hint = REMOTE_HINT},
    {"packer fmt|hcl2_upgrade|init|inspect|plugins|validate|version|fix", "-var-file,--var-file=r -var,--var=e", "m*", .flags = LONG},
    {"pulumi", "-C,--cwd=d -s,--stack,--color=t --profiling,--tracing=t", NULL, .flags = STRICT | LONG, .hint = REMOTE_HINT},
    {"pulumi about|console-url|gen-completion|help|plugin|schema|version|whoami|convert|install|package", "-C,--cwd=d", "t*",
     .flags = LONG | DATA},
    {"pulumi config|stack", "-C,--cwd=d -s,--stack=t --show-secrets!secret -j,--json", NULL, .flags = GROUP | LONG},
    {"pulumi config get|env|refresh|cp|set|set-all|rm", "--secret!secret --path --show-secrets!secret -s,--stack=t", "t*", .flags = DATA},
    {"pulumi stack change-secrets-provider|import|init|rename|rm|select|unselect|tag", NULL, "t*", CHANGES},
    {"pulumi stack export", "--show-secrets!secret --file=w", NULL, READS},
    {"pulumi logs", "-f,--follow!endless --since,-r,--resource,-s,--stack=t", NULL, READS},
    {"pulumi new", "--dir=w -g,--generate-only --name,-n,-s,-d,-t,--template-mode,--runtime-options,-c,--config=t -y,--yes", "m*",
     .flags = LONG, .handler = cordon_handle_pulumi_new},
    {"pulumi preview", "-C,--cwd=d --save-plan=w --config-file,--policy-pack=r -c,--config,-s,--stack,-t,--target,-m,--message=t "
     "--show-secrets!secret", "t*", .flags = LONG | DATA},
    {"cdk|cdktf", "-a,--app=S -o,--output=w -c,--context,--profile=t -p,--plugin=r", NULL, ONLY_READS},
    {"cdk|cdktf acknowledge|context|diff|doc|docs|doctor|get|init|list|ls|metadata|notices|synth|synthesize|provider|debug|convert"
     "|flags", "-a,--app=S -o,--output=w -c,--context,--profile,--language,-l=t", "t*", .flags = LONG | DATA},
    {"ansible|ansible-console|ansible-pull", NULL, "t*", .rule = CORDON_RULE_REMOTE},
    {"salt|salt-call|salt-cp|salt-key|salt-run|salt-ssh", NULL, "t*", .rule = CORDON_RULE_REMOTE},
    {"ansible-playbook", "-i,--inventory=m -e,--extra-vars=e --private-key,--key-file,--vault-password-file=r -l,--limit,-t,--tags,"
     "--skip-tags,-u,--user,-f,--forks,-c,--connection=t --syntax-check --list-tasks --list-tags --list-hosts -M,--module-path=r",
     "r*", .flags = LONG, .handler = cordon_handle_ansible_playbook},
    {"ansible-vault", NULL, "t*", .rule = CORDON_RULE_SECRET},
    {"ansible-doc|ansible-inventory", "-c,--config-file,-i,--inventory=m -o,--output=w -t,--type=t", "m*", .flags = LONG},
    {"vagrant", NULL, NULL, .flags = STRICT | LONG, .hint = REMOTE_HINT},
    {"vagrant box", NULL, NULL, .flags = GROUP | LONG},
    {"vagrant box list|outdated", NULL, "t*", READS},
    {"vagrant cloud|login|push", NULL, "t*", UPLOADS},
    {"vagrant destroy|halt|suspend", NULL, "t*", STOPS},
    {"vagrant global-status|help|init|list-commands|port|status|validate|version", NULL, "t*", READS},
    {"vagrant powershell|provision|rdp|reload|resume|rsync|rsync-auto|ssh|ssh-config|up|upload|winrm", NULL, "t*",
     .rule = CORDON_RULE_REMOTE},
    {"limactl|colima|multipass|lxc|incus|virsh|qm|pct", NULL, NULL, ONLY_READS},
    {"limactl|colima|multipass|lxc|incus|virsh|qm|pct find|help|info|list|ls|status|version|validate|dominfo", NULL, "t*", READS},

    /* --- clouds --- */
    {"aws", "--region,--profile,--output,--query,--color,--cli-read-timeout,--cli-connect-timeout,--page-size,--max-items,"
     "--starting-token=t --endpoint-url=u --ca-bundle=r --with-decryption!secret --follow!endless --no-verify-ssl", "t*",
     .flags = LONG | DATA, .handler = cordon_handle_aws},
    {"az|azd|gcloud|doctl|oci|ibmcloud|linode-cli|hcloud|scw|exo|yc|aliyun|civo|upctl|vultr-cli|bq|gsutil|eb|copilot|s3cmd|s5cmd"
     "|azcopy|mgc|tccli", "-g,--resource-group,-n,--name,--subscription,--query,-o,--output,--project,--zone,--region,--account,"
     "--format,--filter,--limit,--configuration,--profile,--verbosity,-c,--context,--location,--project_id=t "
     "--access-token,--access-token-file,--token,-t=t!secret --impersonate-service-account=t!secret --config=r", "t*",
     .flags = LONG | DATA, .handler = cordon_handle_cloud},
    {"amplify|ampx|architect|arc|cf|copilot-cli|dokku|eas|fastly|ghost-cli|gigalixir|koyeb|northflank|nhost|platform|"
     "qovery|stormkit"
     "|sst|sfdx|sf|twilio|upsun|zeabur|encore", NULL, NULL, ONLY_READS},
    {"amplify|architect|arc|cf|eas|fastly|gigalixir|koyeb|platform|qovery|sst|upsun|zeabur|encore app:list|apps|diagnose|diff|env:list|help"
     "|info|list|project:info|status|version|whoami|build:list|build:view|config|check|test", NULL, "t*", READS},
    {"sst dev", NULL, "t*", FOLLOWS("is a server")},
    {"kamal|knife|caprover|mina|rancher|werf", "--version -V version -h --help help", NULL,
     .rule = CORDON_RULE_REMOTE, .flags = CORDON_PROGRAM_HANDLER_ONLY, .handler = cordon_handle_unless_listed,
     .reason = "changes what runs elsewhere", .hint = REMOTE_HINT},
    {"chef-apply|chef-client|chef-run|chef-solo|cinc-client|cinc-solo", "--version -v -h --help -W --why-run", NULL,
     .rule = CORDON_RULE_PERMISSIONS, .flags = CORDON_PROGRAM_HANDLER_ONLY, .handler = cordon_handle_unless_listed,
     .reason = "changes the machine"},
    {"cdk8s", NULL, "m*", .flags = LONG},
    {"firebase", "-P,--project,--account=t --token=t!secret -c,--config=r -j,--json --non-interactive", NULL, ONLY_READS},
    {"firebase apps:list|apps:sdkconfig|database:instances:list|firestore:indexes|functions:config:export|functions:list"
     "|functions:log|help|hosting:channel:list|hosting:sites:list|login:list|projects:list|target|use|remoteconfig:get|init",
     "-P,--project=t", "t*", .flags = DATA},
    {"firebase emulators:exec", "--only,--project,-P,--import,--export-on-exit=t --ui!endless", "S", .flags = LONG},
    {"firebase emulators:start|serve|functions:shell", NULL, "t*", FOLLOWS("is a server")},
    {"fly|flyctl", "-a,--app,-o,--org=t -c,--config=r -t,--access-token=t!secret", NULL, ONLY_READS},
    {"fly|flyctl apps|auth|certs|config|ips|machine|m|machines|orgs|postgres|pg|redis|regions|scale|secrets|storage|volumes|volume|vol"
     "|checks|image|extensions|mpg", "-a,--app,-o,--org=t -c,--config=r", NULL, ONLY_READS},
    {"fly|flyctl apps|auth|certs|config|ips|machine|m|machines|orgs|postgres|pg|redis|regions|scale|secrets|storage|volumes|volume|vol"
     "|checks|image|extensions|mpg check|display|list|ls|releases|show|status|validate|whoami|events", "-a,--app,-o,--org=t -c,"
     "--config=r -w,--watch!endless", "t*", READS},
    {"fly|flyctl doctor|help|history|info|platform|releases|services|status|version|docs|dig", "-a,--app=t -c,--config=r "
     "--watch!endless", "t*", READS},
    {"fly|flyctl logs", "-n,--no-tail -a,--app,-i,--instance,-r,--region=t", "t*", .handler = cordon_handle_docker_stream},
    {"heroku", "-a,--app,-r,--remote=t", NULL, ONLY_READS},
    {"heroku addons|apps|apps:info|apps:list|auth:whoami|buildpacks|certs|domains|drains|features|help|info|list|maintenance|pg:info"
     "|pg:ps|pipelines|pipelines:info|plugins|ps|regions|releases|releases:info|stack|status|teams|version|whoami", "-a,--app,-r,"
     "--remote,-n=t", "t*", READS},
    {"heroku config|config:get|auth:token|pg:credentials|pg:credentials:url", NULL, "t*", .rule = CORDON_RULE_SECRET},
    {"heroku local", NULL, "t*", FOLLOWS("is a server")},
    {"heroku logs", "-t,--tail!endless -a,--app,-n,--num,-d,--dyno,-s,--source=t", "t*", READS},
    {"netlify|ntl", "--filter,--auth=t --cwd=d", NULL, ONLY_READS},
    {"netlify|ntl build|functions:build|functions:create|functions:invoke|functions:list|help|recipes:list|sites:list|status|teams:list",
     "--context,-c=t -o,--offline -f,--functions,-s,--src=w", "t*", .flags = LONG | DATA},
    {"netlify|ntl dev|dev:exec|serve|watch|functions:serve|logs|logs:function|logs:deploy|open|open:site|open:admin", NULL, "t*",
     FOLLOWS("is a server")},
    {"netlify|ntl env:list|env:get|env:clone", NULL, "t*", .rule = CORDON_RULE_SECRET},
    {"railway|render|zeet|porter", NULL, NULL, ONLY_READS},
    {"railway|render|zeet|porter help|list|status|version|whoami|docs", "-o,--output=t", "t*", READS},
    {"railway|render|zeet|porter deploys|projects|services|workspaces", "-o,--output=t", NULL, ONLY_READS},
    {"railway|render|zeet|porter deploys|projects|services|workspaces current|get|list|show", "-o,--output=t", "t*", READS},
    {"railway|render|zeet|porter logs", "--tail,-f,--follow!endless -n,--lines=t", "t*", READS},
    {"railway|render|zeet|porter run|shell|variables|vars|psql|ssh|connect", NULL, "t*", .rule = CORDON_RULE_SECRET,
     .reason = "hands out the secrets of the service"},
    {"sam", "--config-file=r --config-env,--profile,--region=t", NULL, ONLY_READS},
    {"sam build|init|validate|list|docs|version", "-t,--template,--template-file,--config-file=r -b,--build-dir,-s,--base-dir,--cache-dir,"
     "-o,--output-dir=w -u,--use-container --hook-name,--parameter-overrides,-n,--name,-r,--runtime,--location=t", "t*",
     .flags = LONG | DATA},
    {"sam local", NULL, NULL, .flags = GROUP | LONG},
    {"sam local invoke", "-t,--template,-e,--event,-n,--env-vars=r -d,--debug-port=t --docker-network,--profile,--region=t", "t*",
     .flags = LONG | DATA},
    {"sam local start-api|start-lambda", NULL, "t*", FOLLOWS("is a server")},
    {"sam logs", "-t,--tail!endless -n,--name,--stack-name,-s,--start-time,-e,--end-time=t", "t*", READS},
    {"sam publish", NULL, "t*", UPLOADS},
    {"serverless|sls|osls", "-c,--config=r -s,--stage,-r,--region=t", NULL, ONLY_READS},
    {"serverless|sls|osls create|info|package|print|help|version|plugin|config", "-p,--package,--path=w -c,--config=r -s,--stage,-r,"
     "--region,-t,--template,--format=t", "t*", .flags = LONG | DATA},
    {"serverless|sls|osls dev|offline", NULL, "t*", FOLLOWS("is a server")},
    {"serverless|sls|osls invoke", NULL, NULL, ONLY_READS},
    {"serverless|sls|osls invoke local", "-f,--function,-d,--data,-e,--env=t -p,--path=r", "t*", .flags = LONG | DATA},
    {"serverless|sls|osls logs", "-t,--tail!endless -f,--function,--startTime,--filter=t", "t*", READS},
    {"supabase", "--workdir=d --profile,--network-id,-o,--output,--dns-resolver=t", NULL, ONLY_READS},
    {"supabase db|functions|gen|inspect|migration|migrations|seed|test|status", "--workdir=d", NULL, ONLY_READS},
    {"supabase db diff|dump|lint|start|pull", "-f,--file=w --linked,--local --db-url=u -s,--schema=t", "t*", .flags = LONG | DATA},
    {"supabase db reset", "--linked,--db-url!remote --local", "t*", .rule = CORDON_RULE_DELETE, .flags = LONG,
     .reason = "deletes a database"},
    {"supabase db push", "--local --linked --db-url=u --dry-run", "t*", .rule = CORDON_RULE_REMOTE, .flags = LONG,
     .reason = "changes a database of the service", .hint = REMOTE_HINT},
    {"supabase functions new|list", NULL, "t*", READS},
    {"supabase functions serve", NULL, "t*", FOLLOWS("is a server")},
    {"supabase gen types|signing-key|keys", "--local --linked --lang,--schema,-s,--project-id=t --db-url=u", "t*", .flags = LONG | DATA},
    {"supabase migration|migrations list|new|up", "--local --linked,--db-url!remote", "t*", .flags = LONG | DATA},
    {"supabase test db|new", "--local --linked,--db-url!remote", "r*", .flags = LONG},
    {"supabase init|start|stop|services|version|help", "-x,--exclude=t --no-backup!delete", "t*", .flags = LONG | DATA},
    {"vercel|vc|now", "--cwd=d -A,--local-config=r -Q,--global-config=r -S,--scope,-T,--team=t -t,--token=t!secret", NULL,
     .flags = GROUP | LONG, .handler = cordon_handle_vercel},
    {"vercel|vc|now build", "--cwd=d --prod --output=w -A,--local-config=r --target=t", "t*", .flags = LONG},
    {"vercel|vc|now dev|develop|httpstat|logs|log|open", NULL, "t*", FOLLOWS("is a server")},
    {"vercel|vc|now env|pull", NULL, "t*", .rule = CORDON_RULE_SECRET, .reason = "writes or shows the secrets of the service"},
    {"vercel|vc|now help|inspect|list|ls|teams|whoami|init|telemetry", "--scope,-S=t", "t*", .flags = LONG | DATA},
    {"wrangler|wrangler2", "-c,--config=r --cwd=d -e,--env=t --env-file=r", NULL, ONLY_READS},
    {"wrangler|wrangler2 check|docs|generate|init|setup|telemetry|types|version|whoami|build|completions", "-c,--config=r --cwd=d "
     "-e,--env=t --outdir=w", "t*", .flags = LONG | DATA},
    {"wrangler|wrangler2 d1|deployments|hyperdrive|kv|kv:namespace|pages|queues|r2|secret|vectorize|versions|workflows|ai|containers",
     "-c,--config=r --cwd=d -e,--env=t", NULL, ONLY_READS},
    {"wrangler|wrangler2 d1|deployments|hyperdrive|kv|kv:namespace|pages|queues|r2|secret|vectorize|versions|workflows|ai|containers info"
     "|list|models|status|view|get", "-c,--config=r -e,--env,--name=t", "t*", READS},
    {"wrangler|wrangler2 d1 execute", "--local --remote!remote --command=c --file=r -c,--config=r -e,--env=t", "t*",
     .flags = LONG, .handler = cordon_handle_wrangler_local},
    {"wrangler|wrangler2 d1 migrations", "-c,--config=r", NULL, ONLY_READS},
    {"wrangler|wrangler2 d1 migrations apply", "--local --remote!remote -c,--config=r -e,--env=t", "t*", .flags = LONG,
     .handler = cordon_handle_wrangler_local},
    {"wrangler|wrangler2 d1 migrations create|list", "-c,--config=r -e,--env=t", "t*", READS},
    {"wrangler|wrangler2 delete|deploy|publish|rollback", NULL, "t*", .rule = CORDON_RULE_PUBLISH},
    {"wrangler|wrangler2 dev|tail", NULL, "t*", FOLLOWS("is a server")},
    {"wrangler|wrangler2 pages dev", NULL, "t*", FOLLOWS("is a server")},
    {"wrangler|wrangler2 kv|r2 bucket|key|namespace|object", "-c,--config=r -e,--env=t", NULL, ONLY_READS},
    {"wrangler|wrangler2 kv|r2 bucket|key|namespace|object info|list", "-c,--config=r -e,--env,--binding,--namespace-id=t", "t*",
     READS},
    {"wrangler|wrangler2 pages deployment|functions|project", "-c,--config=r", NULL, ONLY_READS},
    {"wrangler|wrangler2 pages deployment|functions|project build|list", "--outdir,--outfile=w --project-name=t", "m*", .flags = LONG},
    {"wrangler|wrangler2 pages deployment tail", NULL, "t*", FOLLOWS("follows a log")},
    {"workerd", NULL, NULL, .flags = GROUP},
    {"workerd serve", NULL, "t*", FOLLOWS("is a server")},
    {"boundary|nomad|waypoint", "-address,--address=u -token=t!secret", NULL, .flags = STRICT | SINGLE, .hint = REMOTE_HINT},
    {"boundary|nomad|waypoint agent|server|dev|monitor", NULL, "t*", FOLLOWS("is a server"), .flags = SINGLE},
    {"boundary|nomad|waypoint status|version|validate|fmt|members|catalog|info|plan", "-address,--address=u", "m*",
     .flags = SINGLE | DATA},
};
/* clang-format on */

const CordonProgramTable cordon_programs_containers = {rows, G_N_ELEMENTS(rows)};
