#!/bin/sh
# Runs a command beside a server of its own, which is gone afterwards. It finds the server in AUTH_URL and AUTH_KEY:
#   sh with-server.sh maestro test .maestro
set -eu

port=${PORT:-8080}
folder=$(mktemp -d)
export SVC_DATA_DIR="$folder/data"
export SVC_URL="http://localhost:$port"

if curl -s -o /dev/null "$SVC_URL/readyz"; then
  echo "something answers at port $port already: set PORT" >&2
  exit 1
fi
SVC_RATE_LIMITS=off svc serve --addr ":$port" --base-url "$SVC_URL" > "$folder/server.log" 2>&1 &
server=$!
trap 'kill $server 2> /dev/null; wait $server || true; rm -rf "$folder"' EXIT
until curl -sf "$SVC_URL/readyz" > /dev/null; do
  kill -0 $server || { cat "$folder/server.log"; exit 1; }
  sleep 0.2
done

svc admin create --email ci@example.com > /dev/null
SVC_TOKEN=$(svc admin token create --email ci@example.com)
export SVC_TOKEN
svc project create Demo > /dev/null
echo '{"slug": "demo", "settings": {"allow_anonymous_sign_in": true}}' | svc project apply -f - --merge --yes

AUTH_URL=$SVC_URL
AUTH_KEY=$(svc project get demo | awk -F '\t' '$1 == "publishable key" { print $2 }')
export AUTH_URL AUTH_KEY
"$@"
