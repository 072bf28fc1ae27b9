#!/bin/sh
# Starts the quickstart, waits until it is ready, searches once, and stops it. Fails when that takes longer than ten minutes.
set -eu
cd "$(dirname "$0")/.."
log=$(mktemp)
npm run quickstart > "$log" 2>&1 &
pid=$!
trap 'kill "$pid" 2>/dev/null || true; cat "$log"' EXIT
seconds=0
until grep -q 'docfleet is ready' "$log"; do
  kill -0 "$pid" || { echo 'The quickstart ended before it was ready' >&2; exit 1; }
  [ "$seconds" -lt 600 ] || { echo 'The quickstart was not ready within ten minutes' >&2; exit 1; }
  sleep 1
  seconds=$((seconds + 1))
done
node scripts/search-once.mjs
