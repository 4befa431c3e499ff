// Package layout holds tests of the repository itself: which package may import
// which, and files that must agree.
package layout

import (
	"encoding/json"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// allowed lists for each package which of our packages its code may import
// (design §4, ADR 0002). A new edge is a decision: it is added here or not made.
func allowed() map[string][]string {
	return map[string][]string{
		"envelope":                        {},
		"config":                          {},
		"queue":                           {},
		"internal/mac":                    {},
		"internal/httpguard":              {},
		"internal/lifecycle":              {},
		"approvals/reply":                 {},
		"approvals/rules":                 {"message"},
		"approvals/ledger":                {"message"},
		"approvals/page":                  {"approvals", "internal/mac", "message", "render"},
		"adapters/webhook/out":            {"adapters", "adapters/webhook/sign", "internal/httpguard", "message"},
		"message":                         {"envelope"},
		"artifacts":                       {"message", "envelope", "internal/httpguard", "internal/mac"},
		"render":                          {"message", "envelope", "render/gsm7"},
		"render/gsm7":                     {},
		"adapters":                        {"message"},
		"adapters/email":                  {"adapters", "adapters/email/cms", "adapters/email/imap", "adapters/email/oauth", "adapters/email/proof", "adapters/email/reply", "adapters/email/report", "adapters/email/tnef", "message", "envelope", "artifacts", "internal/mac"},
		"adapters/email/cms":              {},
		"adapters/email/imap":             {"adapters/email/oauth"},
		"adapters/email/oauth":            {},
		"adapters/email/proof":            {"message"},
		"adapters/email/reply":            {},
		"adapters/email/report":           {},
		"adapters/email/tnef":             {},
		"adapters/sms":                    {"adapters", "adapters/twilio", "artifacts", "envelope", "internal/mac", "message"},
		"adapters/whatsapp":               {"adapters", "adapters/twilio", "artifacts", "envelope", "internal/mac", "message"},
		"adapters/twilio":                 {"adapters", "artifacts", "envelope", "internal/httpguard", "internal/mac", "message", "render/gsm7"},
		"adapters/cron":                   {"adapters", "adapters/cron/schedule", "envelope", "message"},
		"adapters/cron/schedule":          {},
		"adapters/webhook":                {"adapters", "adapters/webhook/sign", "envelope", "internal/mac", "message"},
		"adapters/webhook/sign":           {},
		"agents":                          {"envelope"},
		"agents/httpagent":                {"agents", "envelope"},
		"agents/execagent":                {"agents", "envelope"},
		"agents/demo":                     {"agents", "envelope"},
		"outbox":                          {"adapters", "artifacts", "envelope", "message", "queue", "render"},
		"approvals":                       {"approvals/ledger", "approvals/reply", "approvals/rules", "envelope", "message", "outbox", "queue", "render"},
		"turns":                           {"agents", "approvals", "artifacts", "envelope", "message", "outbox", "queue"},
		"admission":                       {"adapters", "approvals", "envelope", "message", "outbox", "queue", "render", "turns"},
		"internal/filelock":               {},
		"store":                           {"adapters", "admission", "approvals", "approvals/ledger", "outbox", "queue", "turns"},
		"store/redis":                     {"adapters", "admission", "approvals", "approvals/ledger", "envelope", "message", "outbox", "queue", "store", "turns"},
		"store/sqlite":                    {"internal/filelock", "store", "adapters", "admission", "approvals", "approvals/ledger", "envelope", "message", "outbox", "queue", "turns"},
		"store/storetest":                 {"store", "adapters", "admission", "approvals", "approvals/ledger", "envelope", "message", "outbox", "queue", "turns"},
		"app":                             {"adapters", "admission", "agents", "approvals", "approvals/ledger", "approvals/page", "approvals/rules", "artifacts", "envelope", "message", "outbox", "queue", "store", "turns", "internal/filelock", "internal/httpguard", "internal/lifecycle", "internal/mac"},
		"gateway":                         {"app", "approvals", "approvals/ledger", "approvals/page", "message"},
		"internal/mailserver":             {},
		"internal/twilioserver":           {},
		"internal/twilioserver/contract":  {"internal/twilioserver"},
		"internal/mailtest":               {},
		"internal/redistest":              {},
		"internal/dovecottest":            {},
		"internal/layout":                 {},
		"cmd/bridge":                      {"adapters", "adapters/cron", "adapters/cron/schedule", "adapters/email", "adapters/email/proof", "adapters/sms", "adapters/twilio", "adapters/webhook", "adapters/webhook/sign", "adapters/whatsapp", "admission", "agents", "agents/demo", "agents/execagent", "agents/httpagent", "app", "adapters/webhook/out", "approvals", "approvals/ledger", "approvals/page", "approvals/reply", "approvals/rules", "config", "envelope", "gateway", "message", "outbox", "queue", "render", "store", "store/redis", "store/sqlite", "turns", "internal/filelock", "internal/httpguard", "internal/lifecycle", "internal/mailserver", "internal/twilioserver"},
		"bench":                           {"adapters", "adapters/email", "adapters/webhook", "adapters/webhook/out", "adapters/webhook/sign", "admission", "agents", "app", "approvals", "artifacts", "envelope", "internal/mac", "message", "queue", "store", "store/redis", "store/sqlite"},
		"docs/agents/examples/go":         {},
		"docs/agents/examples/minimal/go": {},
	}
}

func TestAllowedImports(t *testing.T) {
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,GoFiles", "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	rules := allowed()
	seen := map[string]bool{}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for dec.More() {
		var p struct {
			ImportPath string
			Imports    []string
			GoFiles    []string
		}
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if len(p.GoFiles) == 0 { // tests only
			continue
		}
		name := strings.TrimPrefix(p.ImportPath, "bridge/")
		seen[name] = true
		may, known := rules[name]
		if !known {
			t.Errorf("package %s is not in the list of allowed imports", name)
			continue
		}
		for _, imp := range p.Imports {
			ours, isOurs := strings.CutPrefix(imp, "bridge/")
			if isOurs && !slices.Contains(may, ours) {
				t.Errorf("%s may not import %s", name, ours)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		if !seen[name] && name != "internal/layout" {
			t.Errorf("the list names %s, which does not exist", name)
		}
	}
}

// TestTestKitStaysOut: nothing of the test kit is in the program, so that its size and
// what has to be audited are its own.
func TestTestKitStaysOut(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "./cmd/bridge")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for dep := range strings.Lines(string(out)) {
		for _, kit := range []string{"testing", "github.com/getkin/", "bridge/internal/twilioserver/contract", "bridge/internal/mailtest", "bridge/internal/redistest"} {
			if dep = strings.TrimSpace(dep); dep == kit || strings.HasSuffix(kit, "/") && strings.HasPrefix(dep, kit) {
				t.Errorf("cmd/bridge links %s", dep)
			}
		}
	}
}
