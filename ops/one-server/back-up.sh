#!/bin/sh
# Writes a back-up of the database of .env and removes those older than two weeks, then makes its copy of the pictures like
# their folder. See docs/operations/back-up.md.
set -eu
umask 077
folder=${BACKUPS:-/var/backups/event-platform}
cd "$(dirname "$0")/../.."
DATABASE_URL=$(node --env-file=.env -p process.env.DATABASE_URL)
pg_dump --format=custom --file="$folder/unfinished" "$DATABASE_URL"
mv "$folder/unfinished" "$folder/$(date -u +%Y-%m-%dT%H%M%SZ).dump"
find "$folder" -name '*.dump' -mtime +14 -delete

pictures=$(node --env-file=.env -p 'process.env.PICTURES_DIR ?? `${process.env.DATA_DIR ?? ".data"}/pictures`')
mkdir -p "$folder/pictures"
for picture in "$pictures"/*; do
  copy=$folder/pictures/${picture##*/}
  if [ -d "$copy" ] || [ ! -d "$picture" ]; then continue; fi
  rm -rf "$folder/unfinished.picture"
  # One that was deleted meanwhile is no fault.
  { cp -R "$picture" "$folder/unfinished.picture" && mv "$folder/unfinished.picture" "$copy"; } || [ ! -d "$picture" ]
done
# Where none is left the folder may be the wrong one.
if [ -e "$pictures/.host" ]; then
  for copy in "$folder"/pictures/*; do
    [ -d "$pictures/${copy##*/}" ] || rm -rf "$copy"
  done
fi
