#!/bin/sh
# SPDX-License-Identifier: MIT
# An everyday bubblewrap line, as people write it by hand.  Not a product: it shows that the escape
# suite finds what such a line leaves open.  Takes the options that `cordon run` takes.
project= loop= app= timeout= siblings=
while [ $# -gt 0 ]; do
  case $1 in
    --project) project=$2; shift 2 ;;
    --loop) loop=$2; shift 2 ;;
    --sibling) siblings="$siblings $2"; shift 2 ;;
    --app-dir) app=$2; shift 2 ;;
    --timeout) timeout=$2; shift 2 ;;
    --json) shift ;;
    --) shift; break ;;
    *) echo "bwrap-plain: unknown option $1" >&2; exit 125 ;;
  esac
done
# No path of the suite's world has a blank.
covers=
for sibling in $siblings; do covers="$covers --ro-bind $sibling $sibling"; done
set -- bwrap --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --ro-bind "$project" "$project" \
  --ro-bind "$app" "$app" --bind "$loop" "$loop" $covers --unshare-all --die-with-parent \
  --setenv TMPDIR /tmp --chdir "$loop" -- "$@"
if [ -n "$timeout" ]; then exec timeout -k 1 "$timeout" "$@"; fi
exec "$@"
