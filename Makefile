# `make help` lists the targets. Everything runs from a fresh clone.

.PHONY: dashboards help build demo test test-valkey check faults soak fuzz bench bench-check bench-record interop axe
.DEFAULT_GOAL := help

SHELL := /bin/bash
FUZZTIME ?= 2m
VALKEY ?= valkey-server

# The packages whose code has goroutines, or is called by several: they are tested under
# the race detector. internal/layout holds the list to the code. SQLite is C that was
# translated to Go: to watch its memory finds no race of ours and takes five times as long. Those that take longest come first.
CONCURRENT = approvals adapters/email flow/turns store/records store/sqlite outbox store/redis flow/admission artifacts adapters/email/imap agents/a2a \
	approvals/page flow/live adapters/cron adapters/telegram adapters/twilio \
	adapters/email/oauth adapters/email/proof adapters/email/smtpin adapters/email/smtpout adapters/sms adapters/a2a adapters/agp adapters/alfred \
	adapters/chat adapters/stream adapters/webhook adapters/webhook/out adapters/whatsapp agents/agpagent agents/execagent agents/httpagent \
	agents/mcpagent app internal/issuer app/mcpserver app/metric app/console artifacts/s3 flow/events app/gateway internal/deadline internal/door \
	internal/httpguard internal/lifecycle internal/peers internal/redistest internal/tmpl internal/twilioserver/contract cli/agenttest cli/mcpstdio \
	cli/progress operate core/locale core/queue store/buckets store/memory store/sealed core/wire/agp core/wire/card
RACE = -race -gcflags='modernc.org/...=-race=false'
# Many tests wait: more of them than there are cores run at a time. Without tables for debuggers a test binary links in half the time,
# make check vets everything, and with -trimpath what one clone has compiled serves all others.
TESTS = -p 4 -parallel 8 -shuffle=on -timeout 20m -ldflags='-s -w' -vet=off
export GOFLAGS := $(filter-out -trimpath,$(GOFLAGS)) -trimpath

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

dashboards: ## write deploy/grafana from the table in internal/layout/dashboards_test.go
	BRIDGE_WRITE=1 go test -count=1 -run TestDashboards ./internal/layout

build: ## build ./bridge as it is released
	deploy/build bridge

demo: ## run a whole bridge on this machine and print how to write to it
	go run ./cmd/bridge demo

test: ## install what the tests need and run all of them (shuffled, under the race detector what is concurrent, a short fuzz)
	test/scripts/test-deps
	go test $(TESTS) ./test $$(go list ./... | grep -vxF "$$(printf 'bridge/%s\n' test $(CONCURRENT))")
	go test $(TESTS) $(RACE) $(addprefix ./,$(CONCURRENT))
	test/scripts/unraced $(TESTS)
	test/scripts/fuzz 3s adapters/email:FuzzParse config:FuzzLoad agents/httpagent:FuzzAnswer core/envelope:FuzzUpdate

test-valkey: ## the tests that need a Redis server, on VALKEY (a valkey-server, or another redis-server) instead
	@server=$$(command -v "$(VALKEY)") && server=$$(realpath -s "$$server") && "$$server" --version || \
		{ echo "no server: $(VALKEY) is not there or does not run; make test-valkey VALKEY=/path/to/valkey-server" >&2; exit 1; }; \
	export BRIDGE_TEST_REDIS_SERVER="$$server"; set -x; \
	go test $(RACE) -shuffle=on -count=1 -timeout 2h ./internal/redistest ./store/redis ./test

check: ## format, vet, staticcheck, allowed imports, generated and copied files
	@out=$$(go tool gofumpt -l . ); test -z "$$out" || { echo "not formatted (go tool gofumpt -w .):"; echo "$$out"; exit 1; }
	go vet ./...
	go tool staticcheck ./...
	go mod tidy -diff
	go mod verify
	cmp config.toml config/config.toml
	BRIDGE_PROMTOOL=1 go test -count=1 ./internal/layout

# What measures has the machine for itself: TestSoak, the mailboxes, the crowds. What waits most of its time (an agent that
# is down for ten minutes, storms, kills) runs together then, four at a time.
soak: ## the long tests, less than an hour: kill -9 rounds with 20000 mails on SQLite and Redis, a failing agent, half load (BRIDGE_SOAK_TIME, 5m), a million random operations of the stores
	test/scripts/test-deps
	BRIDGE_SOAK=1 BRIDGE_WHOLE=1 go test -count=1 -run 'DeliveryToAccept|FreshBefore|FooterMatrix|HostileMails' -v ./adapters/email
	BRIDGE_WHOLE=1 go test -count=1 -timeout 30m ./approvals/reply/...
	BRIDGE_SOAK=1 go test -count=1 -parallel 8 -timeout 90m -run TestModel -v ./store/sqlite ./store/redis
	BRIDGE_SOAK=1 go test -race -count=1 -parallel 4 -timeout 90m -run 'Kill|Storm|Soak|AgentIsDown|RedisForgets|ThousandWatchers|FirstPart|ThousandTasks' -v ./test/...

faults: ## kill the bridge before and after every commit of every story of a request (about 4 minutes); make test takes some of them
	BRIDGE_FAULTS=all go test -count=1 -timeout 30m -run TestFaultPoints -v ./test

interop: ## what others make of our wires and of /mcp: needs node, npm and python3
	test/interop/wire/run
	test/interop/a2a/run
	test/interop/mcp/run

axe: ## axe-core on every page and on mails: needs npm and chromium
	test/interop/axe/run

fuzz: ## every fuzz target for FUZZTIME each
	test/scripts/fuzz $(FUZZTIME)

bench: ## the core beside its floor on SQLite and Redis, memory, growth and starts, in one run (about 5 minutes)
	test/scripts/test-deps
	go run ./test/bench -json bench.json

bench-check: ## what a message costs in CPU, allocations and commits, beside test/bench/costs.json: fails above +15 % (a minute)
	test/scripts/test-deps
	go run ./test/bench -check test/bench/costs.json

bench-record: ## write test/bench/costs.json anew: on an idle machine, after what makes a message cheaper
	go run ./test/bench -check test/bench/costs.json -record
