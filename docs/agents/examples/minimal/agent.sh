#!/bin/sh
# The smallest agent in shell and curl (type = "exec"): posts the request to
# $UPSTREAM and gives back the JSON update that comes, with its conversationState.
set -eu
curl -sS --fail --max-time 60 -H 'Content-Type: application/json' \
	-H "Idempotency-Key: $IDEMPOTENCY_KEY" --data-binary @- "$UPSTREAM" | tr -d '\n'
echo
