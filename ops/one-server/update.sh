#!/bin/sh
# Brings the server to a tag, a branch or a commit, as root; the version before goes on until the new one is installed and
# the database migrated. If the new one does not come up, the one before is started again: migrations leave it working.
#
#   sh /srv/event-platform/current/ops/one-server/update.sh v0.2.0
set -eu
version=$1
cd "${HOME_OF_EVENTS:-/srv/event-platform}"
as_events() { runuser -u events -- "$@"; }
before=$(readlink current || true)
new=releases/$(date -u +%Y%m%d%H%M%S)

as_events git -C repository fetch --quiet --tags origin
commit=$(as_events git -C repository rev-parse --verify --quiet "origin/$version^{commit}" ||
  as_events git -C repository rev-parse --verify "$version^{commit}")
as_events git -C repository worktree add --quiet --detach "$PWD/$new" "$commit"
as_events ln -s ../../.env "$new/.env"
# Pictures outlive a release.
as_events mkdir -p data
as_events ln -s ../../data "$new/.data"
(cd "$new" && as_events env NODE_ENV=production node scripts/prepare.cjs)

if [ -n "$before" ]; then as_events sh "$new/ops/one-server/back-up.sh"; fi
(cd "$new" && as_events env NODE_ENV=production npm run --silent migrate)
# A first start compiles all sources, which takes longer than the rest of it: that is done while the one before serves.
(cd "$new" && as_events env PATH="node_modules/.bin:$PATH" NODE_COMPILE_CACHE=node_modules/.cache/node \
  node --conditions=@event-platform/source --eval "import('./packages/service/src/compose.ts')")

turn_to() {
  as_events ln -sfn "$1" current.new
  as_events mv -T current.new current
  systemctl restart event-platform
}
is_ready() {
  for _ in $(seq 100); do
    if curl -fsS -o /dev/null http://127.0.0.1:3000/health/ready 2> /dev/null; then return 0; fi
    sleep 0.1
  done
  return 1
}
turn_to "$new"
if is_ready; then
  echo "Serves $version ($commit)."
  # This one and the one before stay.
  for old in releases/*; do
    if [ "$old" != "$new" ] && [ "$old" != "$before" ]; then
      as_events git -C repository worktree remove --force "$PWD/$old"
    fi
  done
  exit 0
fi
echo "It did not come up: journalctl -u event-platform -n 50" >&2
if [ -n "$before" ]; then
  turn_to "$before"
  echo "The version before serves again." >&2
fi
exit 1
