#!/bin/sh
# An exec agent for the bridge in shell and curl: the request is on stdin (one
# line of JSON), updates go to stdout (one a line). Set UPSTREAM to an HTTP service:
# the request is posted there, and what it answers comes back as a file.
set -eu
request=$(cat)
pick() { printf '%s\n' "$request" | sed -nE "$1"; } # patterns start at ^: nothing a person wrote can match
part() { printf '{"%s":%s,"metadata":{"partType":"%s"}%s}' "$@"; }
update() { printf '{"parts":[%s],"conversationState":"%s"}\n' "$@"; }

decided=$(pick 's/^\{"role":"user","parts":\[\{"data":\{(("[A-Za-z]+":"([^"\\]|\\.)*",?)*)\},"metadata":\{"partType":"approval-response"\}(,"partType":"approval-response")?\}\],.*/\1/p')
text=$(pick 's/^\{"role":"user","parts":\[\{"text":"(([^"\\]|\\.)*)".*/\1/p') # JSON escapes stay as they are
turn=$(pick 's/.*\],"meta":\{.*"turnId":"([A-Za-z0-9_]+)".*/\1/p')
refund=$(printf '%s\n' "$text" | sed -nE 's/^refund ([1-9][0-9]{0,5})$/\1/p')
approved=$(printf '%s\n' "$decided" | sed -nE '/"decision":"granted"/s/.*"approvalId":"refund-([0-9]+)-.*/\1/p')

if [ -n "$approved" ]; then
	update "$(part text "\"Refunded $approved EUR.\"" response '')" complete
elif [ -n "$decided" ]; then
	update "$(part text '"Refund refused."' response '')" complete
elif [ -n "$refund" ]; then
	ask="{\"approvalId\":\"refund-$refund-$turn\",\"toolName\":\"refund\",\"args\":{\"amount\":$refund,\"currency\":\"EUR\"}}"
	update "$(part data "$ask" approval-request '')" suspended
elif [ -n "${UPSTREAM:-}" ]; then
	answer=$(printf '%s' "$request" | curl -sS --fail --max-time 60 -H 'Content-Type: application/json' \
		-H "Idempotency-Key: $IDEMPOTENCY_KEY" --data-binary @- "$UPSTREAM")
	file=$(printf '%s' "$answer" | base64 | tr -d '\n')
	update "$(part text '"The service answered."' response ''),$(part raw "\"$file\"" artifact ',"filename":"answer.txt"')" complete
else
	update "$(part text "\"You wrote: $text\"" response '')" complete
fi
