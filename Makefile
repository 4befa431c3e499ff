# `make help` lists the targets. Everything runs from a fresh clone.

.PHONY: help demo test check soak fuzz bench
.DEFAULT_GOAL := help

SHELL := /bin/bash
FUZZTIME ?= 2m

help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-7s %s\n", $$1, $$2}'

demo: ## run a whole bridge on this machine and print how to write to it
	go run ./cmd/bridge demo

test: ## install what the tests need and run all of them (race detector, shuffled)
	scripts/test-deps
	go test -race -shuffle=on -timeout 9m ./...

check: ## format, vet, staticcheck, allowed imports, generated and copied files
	@out=$$(go tool gofumpt -l . ); test -z "$$out" || { echo "not formatted (go tool gofumpt -w .):"; echo "$$out"; exit 1; }
	go vet ./...
	go tool staticcheck ./...
	go mod tidy -diff
	go mod verify
	cmp config.toml config/config.toml
	go test -count=1 ./internal/layout

soak: ## the long tests: kill -9 rounds, thousands of mails (about 20 minutes)
	scripts/test-deps
	BRIDGE_SOAK=1 go test -race -count=1 -timeout 60m -run 'Kill|Soak' -v ./test/...

fuzz: ## every fuzz target for FUZZTIME each
	scripts/fuzz $(FUZZTIME)

bench: ## our figures beside a floor measured in the same run
	go test -run '^$$' -bench . -benchmem -benchtime 2s ./store/sqlite ./adapters/email ./render ./envelope
