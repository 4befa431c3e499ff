# `make help` lists the targets. Everything runs from a fresh clone.

.PHONY: help build demo test test-valkey check faults soak fuzz bench
.DEFAULT_GOAL := help

SHELL := /bin/bash
FUZZTIME ?= 2m
VALKEY ?= valkey-server

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-11s %s\n", $$1, $$2}'

build: ## build ./bridge; without grpcnotrace it works as well and is a third larger
	CGO_ENABLED=0 go build -trimpath -tags grpcnotrace -o bridge ./cmd/bridge

demo: ## run a whole bridge on this machine and print how to write to it
	go run ./cmd/bridge demo

test: ## install what the tests need and run all of them (race detector, shuffled, a short fuzz)
	scripts/test-deps
	go test -race -shuffle=on -timeout 9m ./test ./...
	scripts/fuzz 3s adapters/email:FuzzParse config:FuzzLoad agents/httpagent:FuzzAnswer envelope:FuzzUpdate

test-valkey: ## the tests that need a Redis server, on VALKEY (a valkey-server, or another redis-server) instead
	@server=$$(command -v "$(VALKEY)") && server=$$(realpath -s "$$server") && "$$server" --version || \
		{ echo "no server: $(VALKEY) is not there or does not run; make test-valkey VALKEY=/path/to/valkey-server" >&2; exit 1; }; \
	export BRIDGE_TEST_REDIS_SERVER="$$server"; set -x; \
	go test -race -shuffle=on -count=1 -timeout 9m ./internal/redistest ./store/redis ./test

check: ## format, vet, staticcheck, allowed imports, generated and copied files
	@out=$$(go tool gofumpt -l . ); test -z "$$out" || { echo "not formatted (go tool gofumpt -w .):"; echo "$$out"; exit 1; }
	go vet ./...
	go tool staticcheck ./...
	go mod tidy -diff
	go mod verify
	cmp config.toml config/config.toml
	go test -count=1 ./internal/layout

soak: ## the long tests, two hours: kill -9 rounds with 20000 mails on SQLite and Redis, a failing agent, half load (BRIDGE_SOAK_TIME, 10m)
	scripts/test-deps
	BRIDGE_SOAK=1 go test -count=1 -run DeliveryToAccept -v ./adapters/email
	BRIDGE_SOAK=1 go test -race -count=1 -timeout 4h -run 'Kill|Storm|Soak|AgentIsDown|RedisForgets' -v ./test/...

faults: ## kill the bridge before and after every commit of every story of a request (about 4 minutes); make test takes some of them
	BRIDGE_FAULTS=all go test -count=1 -timeout 30m -run TestFaultPoints -v ./test

fuzz: ## every fuzz target for FUZZTIME each
	scripts/fuzz $(FUZZTIME)

bench: ## the core beside its floor on SQLite and Redis, memory, growth and starts, in one run (about 5 minutes)
	scripts/test-deps
	go run ./bench -json bench.json
