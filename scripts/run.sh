#!/bin/sh
# Runs a program of the service for npm, with the settings of .env where there is one: in a checkout its source, once the
# dependencies are there; in a folder of built files (docs/operations/deploy.md) what was built of it.
#
#   sh scripts/run.sh packages/service/src/operator.ts reports
set -u
source=$1
shift
if [ -e "$source" ]; then
  node scripts/prepare.cjs || exit
  # The `node` that is first in the path may be another one now.
  hash -r
  set -- --conditions=@event-platform/source "$source" "$@"
else
  built=$(basename "$source" .ts)
  set -- "packages/service/dist/src/$built.js" "$@"
fi
case $source in
  */server.ts)
    export MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 NODE_COMPILE_CACHE=node_modules/.cache/node
    set -- --max-semi-space-size=8 "$@"
    ;;
esac
if [ -f .env ]; then set -- --env-file=.env "$@"; fi
exec node "$@"
