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
// (ADR 2). A new edge is a decision: it is added here or not made.
func allowed() map[string][]string {
	return map[string][]string{
		"core/envelope":                   {},
		"config":                          {},
		"core/question":                   {},
		"core/queue":                      {"internal/deadline"},
		"internal/mac":                    {},
		"internal/tmpl":                   {},
		"core/excerpt":                    {},
		"internal/retry":                  {},
		"internal/deadline":               {},
		"internal/httpguard":              {},
		"internal/issuer":                 {},
		"internal/lazyre":                 {},
		"internal/lifecycle":              {},
		"internal/peers":                  {},
		"internal/door":                   {},
		"internal/jsonin":                 {},
		"approvals/reply":                 {"approvals/reply/footer", "approvals/reply/wording"},
		"approvals/reply/footer":          {"approvals/reply/wording", "core/locale", "core/mailfooter"},
		"approvals/reply/wording":         {},
		"approvals/rules":                 {"internal/tmpl", "core/message", "core/excerpt", "internal/jsonin"},
		"approvals/ledger":                {"core/message"},
		"approvals/request":               {"core/envelope", "core/message", "core/question"},
		"approvals/decision":              {"approvals/reply", "approvals/request", "approvals/rules", "core/message", "core/question"},
		"approvals/evidence":              {"approvals/ledger", "approvals/reply", "approvals/request", "core/message"},
		"approvals/binding":               {"approvals/decision", "approvals/guess", "approvals/reply", "approvals/request", "core/message", "outbox", "approvals/reply/wording", "internal/jsonin"},
		"approvals/guess":                 {"core/message"},
		"approvals/prompt":                {"approvals/request", "approvals/rules", "core/message", "outbox", "core/queue", "render"},
		"approvals/page":                  {"core/locale", "internal/tmpl", "approvals", "approvals/request", "internal/mac", "core/message", "render", "config"},
		"adapters/webhook/out":            {"adapters/webhook/sign", "config", "internal/httpguard", "core/message", "internal/retry", "core/span"},
		"core/message":                    {"core/envelope"},
		"artifacts/s3":                    {"internal/httpguard", "internal/retry"},
		"artifacts":                       {"core/message", "core/envelope", "internal/httpguard", "internal/mac"},
		"core/locale":                     {},
		"core/mailfooter":                 {},
		"core/span":                       {},
		"app/telemetry":                   {"core/span", "internal/httpguard"},
		"render":                          {"core/message", "core/envelope", "core/excerpt", "core/locale", "render/a2ui", "render/gsm7"},
		"render/a2ui":                     {"core/excerpt"},
		"render/gsm7":                     {},
		"adapters":                        {"core/envelope", "core/message", "core/question"},
		"adapters/adaptertest":            {"adapters", "adapters/channel", "artifacts", "config", "internal/mac", "core/message", "internal/noerr"},
		"adapters/untrusted":              {},
		"adapters/channel":                {"adapters", "artifacts", "config", "core/envelope", "internal/mac", "core/message"},
		"adapters/email":                  {"adapters", "adapters/channel", "adapters/email/compose", "adapters/email/dkimsign", "adapters/email/imap", "adapters/email/inbound", "adapters/email/mime", "adapters/email/oauth", "adapters/email/proof", "adapters/email/smtpin", "adapters/email/smtpout", "adapters/email/spool", "adapters/email/tag", "artifacts", "config", "core/envelope", "internal/mac", "internal/peers", "core/message"},
		"adapters/email/cms":              {},
		"adapters/email/imap":             {"adapters/email/oauth", "core/excerpt", "internal/retry"},
		"adapters/email/oauth":            {"core/excerpt", "config"},
		"adapters/email/proof":            {"core/message"},
		"adapters/email/written":          {"core/mailfooter"},
		"adapters/email/report":           {"adapters/email/mime", "adapters/email/tag", "core/message"},
		"adapters/email/tnef":             {},
		"adapters/email/mime":             {},
		"adapters/email/armor":            {},
		"adapters/email/calendar":         {"adapters/email/mime"},
		"adapters/email/quote":            {"adapters/email/mime", "adapters/email/written", "adapters/email/tag", "adapters/email/words", "core/message"},
		"adapters/email/tag":              {"adapters/email/mime", "internal/mac", "core/message"},
		"adapters/email/words":            {"adapters/email/written"},
		"adapters/email/content":          {"adapters/email/armor", "adapters/email/calendar", "adapters/email/cms", "adapters/email/flowed", "adapters/email/htmltext", "adapters/email/mime", "adapters/email/quote", "adapters/email/written", "adapters/email/spool", "adapters/email/tnef", "adapters/email/words", "artifacts", "core/message"},
		"adapters/email/flowed":           {"adapters/email/mime", "adapters/email/written"},
		"adapters/email/htmltext":         {"adapters/email/mime", "adapters/email/quote", "adapters/email/written", "adapters/email/words"},
		"adapters/email/spool":            {"internal/peers"},
		"adapters/email/classify":         {"adapters/email/mime", "adapters/email/tag", "adapters/email/words", "core/message"},
		"adapters/email/compose":          {"core/locale", "adapters/email/flowed", "adapters/email/mime", "adapters/email/quote", "adapters/email/tag", "artifacts", "core/message"},
		"adapters/email/dkimsign":         {},
		"adapters/email/smtpout":          {"adapters/email/compose", "adapters/email/dkimsign", "adapters/email/mime", "adapters/email/oauth", "core/message"},
		"adapters/email/smtpin":           {"adapters", "adapters/email/mime", "adapters/email/spool", "adapters/email/tag", "internal/peers", "internal/retry"},
		"adapters/email/inbound":          {"adapters/email/classify", "adapters/email/content", "adapters/email/mime", "adapters/email/proof", "adapters/email/quote", "adapters/email/written", "adapters/email/report", "adapters/email/smtpin", "adapters/email/tag", "adapters/email/words", "artifacts", "core/envelope", "core/message"},
		"adapters/sms":                    {"adapters", "adapters/channel", "adapters/twilio", "config", "core/message"},
		"adapters/whatsapp":               {"adapters", "adapters/channel", "adapters/twilio", "config", "core/message", "core/excerpt"},
		"adapters/twilio":                 {"adapters", "adapters/channel", "artifacts", "config", "core/envelope", "internal/httpguard", "internal/mac", "core/message", "render/gsm7", "adapters/untrusted", "core/excerpt", "internal/retry", "internal/door"},
		"adapters/cron":                   {"internal/tmpl", "adapters", "adapters/channel", "adapters/cron/schedule", "config", "core/envelope", "core/message"},
		"adapters/telegram":               {"adapters", "adapters/channel", "artifacts", "config", "core/envelope", "internal/httpguard", "internal/mac", "core/message", "adapters/untrusted", "core/excerpt", "internal/door"},
		"adapters/telegram/telegramtest":  {},
		"adapters/cron/schedule":          {},
		"adapters/chat":                   {"adapters", "adapters/channel", "adapters/sse", "adapters/stream", "adapters/untrusted", "config", "core/envelope", "core/locale", "core/message", "internal/mac", "render", "internal/door"},
		"adapters/sse":                    {},
		"adapters/stream":                 {"adapters", "adapters/sse"},
		"adapters/webhook":                {"internal/tmpl", "adapters", "adapters/channel", "adapters/stream", "adapters/webhook/out", "adapters/webhook/sign", "config", "core/envelope", "internal/mac", "core/message", "adapters/await", "internal/door"},
		"adapters/webhook/sign":           {},
		"core/wire/canonical":             {},
		"core/wire/agp":                   {"core/wire/canonical"},
		"agents":                          {"core/envelope", "core/question"},
		"agents/agent":                    {"core/envelope", "agents", "config", "internal/mac"},
		"agents/httpagent":                {"agents", "agents/agent", "config", "core/envelope", "internal/httpguard", "internal/mac", "internal/door"},
		"agents/execagent":                {"agents", "agents/agent", "agents/program", "config", "core/envelope"},
		"agents/program":                  {"agents", "agents/agent", "config"},
		"agents/mcpagent":                 {"internal/tmpl", "agents", "agents/agent", "agents/program", "config", "core/envelope", "core/question", "internal/httpguard", "internal/mac", "core/excerpt", "internal/retry", "core/span"},
		"agents/people":                   {"agents", "agents/agent", "config", "core/envelope", "core/question"},
		"agents/a2a":                      {"agents", "agents/agent", "config", "core/envelope", "internal/httpguard", "internal/mac", "core/wire/a2a", "core/wire/a2a/v03", "core/wire/card", "internal/retry", "core/span", "internal/door"},
		"core/wire/a2a/v03":               {"core/wire/card"},
		"agents/demo":                     {"agents", "core/envelope", "agents/agent", "config", "internal/retry"},
		"core/wire/card":                  {"core/excerpt", "internal/jsonin"},
		"outbox":                          {"render/gsm7", "adapters", "artifacts", "core/envelope", "core/message", "core/queue", "render", "core/excerpt", "internal/deadline", "internal/retry", "core/span"},
		"approvals":                       {"core/locale", "approvals/ledger", "approvals/reply", "approvals/rules", "core/envelope", "core/message", "outbox", "core/queue", "render", "approvals/decision", "approvals/evidence", "approvals/request", "approvals/binding", "approvals/guess", "approvals/prompt", "core/question", "core/excerpt"},
		"flow/live":                       {"adapters", "core/envelope", "core/message", "internal/retry"},
		"flow/states":                     {"internal/jsonin"},
		"flow/surfaces":                   {"core/envelope", "core/excerpt", "internal/jsonin"},
		"flow/handover":                   {"core/message"},
		"flow/turns":                      {"flow/handover", "render", "flow/states", "flow/surfaces", "flow/live", "agents", "approvals", "artifacts", "core/envelope", "core/message", "core/question", "outbox", "core/queue", "adapters", "approvals/request", "core/excerpt", "internal/deadline", "internal/retry", "core/span"},
		"flow/admission":                  {"flow/handover", "core/people", "adapters", "approvals", "core/envelope", "core/message", "outbox", "core/queue", "render", "flow/turns", "approvals/request", "approvals/binding", "core/span"},
		"internal/filelock":               {},
		"internal/cputime":                {},
		"store":                           {"core/people", "adapters", "core/message", "flow/admission", "approvals", "outbox", "core/queue", "flow/turns", "approvals/evidence"},
		"store/redis":                     {"store/ground", "store/lanes", "core/excerpt"},
		"store/sqlite":                    {"internal/filelock", "store/buckets", "store/ground", "store/lanes", "core/excerpt"},
		"store/memory":                    {"store/buckets", "store/ground", "store/lanes", "core/excerpt"},
		"store/lanes":                     {"store/ground"},
		"store/buckets":                   {"store/ground"},
		"store/ground":                    {},
		"store/stream":                    {"store/ground"},
		"store/groundtest":                {"store/ground"},
		"store/records":                   {"flow/handover", "core/people", "adapters", "approvals/guess", "approvals/ledger", "approvals/request", "core/message", "core/queue", "flow/admission", "flow/turns", "outbox", "store", "store/ground", "core/excerpt"},
		"store/sealed":                    {"adapters", "flow/admission", "approvals/ledger", "internal/mac", "core/message", "core/queue", "store", "flow/turns", "approvals/request"},
		"store/storetest":                 {"flow/handover", "core/people", "store/records", "store/sqlite", "store", "adapters", "flow/admission", "approvals/ledger", "core/envelope", "core/message", "outbox", "core/queue", "flow/turns", "approvals/request", "approvals/guess"},
		"app":                             {"flow/handover", "render", "store/backup", "adapters/cron/schedule", "core/people", "app/console", "adapters", "adapters/channel", "flow/admission", "agents", "approvals", "approvals/page", "approvals/rules", "artifacts", "config", "core/envelope", "flow/events", "flow/live", "app/gateway", "app/mcpserver", "app/scimserver", "internal/filelock", "internal/httpguard", "internal/issuer", "internal/lifecycle", "internal/mac", "internal/peers", "core/locale", "core/message", "operate", "outbox", "core/queue", "store", "store/sealed", "flow/turns", "approvals/request", "approvals/prompt", "agents/agent", "flow/states", "flow/surfaces", "internal/retry", "core/span", "app/metric", "app/telemetry"},
		"app/metric":                      {},
		"app/scimserver":                  {"core/message", "operate", "core/people", "internal/door", "internal/jsonin"},
		"app/mcpserver":                   {"adapters", "approvals", "approvals/request", "core/message", "internal/issuer", "operate", "core/question", "core/span", "internal/door"},
		"app/gateway":                     {"core/people", "app/mcpserver", "app/scimserver", "adapters/sse", "approvals", "internal/peers", "core/message", "adapters", "flow/events", "operate", "approvals/decision", "approvals/request", "core/span", "config", "internal/door", "internal/jsonin"},
		"internal/authserver":             {},
		"internal/mailserver":             {},
		"internal/twilioserver":           {},
		"internal/twilioserver/contract":  {"internal/twilioserver", "internal/noerr"},
		"internal/mailtest":               {"internal/noerr", "internal/servertest"},
		"internal/footertest":             {"internal/noerr"},
		"internal/noerr":                  {},
		"internal/racetest":               {},
		"internal/sampletest":             {},
		"internal/porttest":               {},
		"internal/servertest":             {},
		"internal/redistest":              {"internal/porttest", "internal/servertest"},
		"internal/dovecottest":            {"internal/porttest", "internal/noerr", "internal/servertest"},
		"internal/chromiumtest":           {"internal/noerr"},
		"internal/layout":                 {},
		"deploy/sbom":                     {},
		"cmd/bridge":                      {"store/backup", "store/ground", "store/stream", "adapters", "adapters/a2a", "store/records", "adapters/chat", "adapters/channel", "adapters/cron", "adapters/email", "adapters/sms", "adapters/telegram", "adapters/webhook", "adapters/whatsapp", "agents/demo", "agents/execagent", "agents/httpagent", "app", "artifacts", "artifacts/s3", "cli", "config", "store", "store/redis", "store/sqlite", "agents/agent", "adapters/agp", "agents/agpagent", "agents/mcpagent", "agents/a2a", "adapters/alfred", "agents/alfredagent", "agents/people"},
		"test/bench":                      {"store/records", "adapters", "adapters/channel", "adapters/email", "adapters/email/content", "adapters/email/mime", "adapters/webhook", "adapters/webhook/out", "adapters/webhook/sign", "flow/admission", "agents", "app", "approvals", "artifacts", "core/envelope", "internal/cputime", "internal/mac", "core/message", "core/queue", "store", "store/redis", "store/sqlite", "approvals/request", "approvals/binding", "approvals/prompt", "agents/agent"},
		"test/interop/wire":               {},
		"adapters/await":                  {"adapters", "core/message"},
		"adapters/post":                   {"core/message", "internal/httpguard", "core/span"},
		"adapters/a2a":                    {"adapters/webhook/sign", "adapters", "adapters/await", "adapters/channel", "adapters/post", "adapters/untrusted", "artifacts", "config", "core/envelope", "core/message", "internal/httpguard", "internal/issuer", "internal/mac", "core/wire/a2a", "core/wire/a2a/v03", "core/wire/card", "internal/door"},
		"core/wire/a2a":                   {"core/envelope", "core/wire/card", "internal/jsonin"},
		"adapters/agp":                    {"adapters", "adapters/await", "adapters/channel", "adapters/payload", "config", "core/envelope", "core/message", "internal/door", "core/wire/agp", "core/wire/canonical"},
		"agents/agpagent":                 {"agents", "agents/agent", "config", "core/envelope", "internal/httpguard", "core/wire/agp", "internal/retry", "core/span"},
		"core/wire/alfred":                {"core/wire/canonical"},
		"adapters/payload":                {"core/envelope"},
		"adapters/alfred":                 {"adapters", "adapters/await", "adapters/channel", "adapters/payload", "adapters/post", "config", "core/envelope", "core/message", "internal/door", "internal/httpguard", "core/wire/alfred", "core/wire/canonical", "core/wire/card"},
		"agents/alfredagent":              {"agents", "agents/agent", "config", "core/envelope", "core/message", "internal/door", "internal/httpguard", "core/wire/alfred", "internal/retry", "core/span"},
		"docs/agents/examples/go":         {},
		"docs/agents/examples/minimal/go": {},
		"store/backup":                    {"internal/filelock", "store/stream"},
		"cli":                             {"internal/qr", "core/people", "agents", "cli/agenttest", "store/backup", "cli/chat", "cli/progress", "cli/setup", "cli/doctor", "cli/mcpstdio", "adapters", "adapters/channel", "flow/admission", "app", "approvals", "approvals/rules", "config", "cli/demo", "core/envelope", "app/gateway", "internal/filelock", "core/message", "operate", "outbox", "core/queue", "store", "flow/turns", "approvals/request", "approvals/evidence", "approvals/prompt", "agents/agent", "internal/httpguard", "core/wire/card", "internal/retry"},
		"cli/agenttest":                   {"agents", "agents/agent", "approvals/reply", "approvals/request", "core/envelope", "core/message", "flow/turns", "internal/mac"},
		"cli/doctor":                      {},
		"cli/chat":                        {"agents", "approvals/request", "core/envelope", "core/message", "flow/turns", "operate", "render"},
		"cli/progress":                    {},
		"cli/setup":                       {},
		"cli/mcpstdio":                    {"internal/retry"},
		"cli/demo":                        {"internal/tmpl", "adapters/chat", "app", "config", "internal/mailserver", "internal/twilioserver", "app/console", "internal/retry"},
		"internal/qr":                     {},
		"app/console":                     {"flow/handover", "flow/turns", "core/people", "internal/qr", "internal/tmpl", "adapters", "approvals/request", "core/envelope", "core/message", "internal/mac", "operate", "render"},
		"flow/events":                     {"flow/handover", "core/envelope", "core/message", "outbox", "core/queue", "flow/turns", "approvals/request"},
		"core/people":                     {"core/message", "core/locale", "internal/mac"},
		"operate":                         {"flow/handover", "render", "core/people", "adapters", "approvals/binding", "artifacts", "flow/admission", "approvals", "approvals/prompt", "core/envelope", "core/excerpt", "flow/events", "core/message", "outbox", "core/queue", "store", "flow/turns", "approvals/evidence", "approvals/request", "core/question", "agents", "internal/httpguard", "internal/jsonin"},
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
			if isOurs && ours != "internal/lazyre" && !slices.Contains(may, ours) { // that one is package regexp, later
				t.Errorf("%s may not import %s", name, ours)
			}
		}
		for _, ours := range may {
			if !slices.Contains(p.Imports, "bridge/"+ours) {
				t.Errorf("%s imports %s no more: the list is longer than it need be", name, ours)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		if !seen[name] && name != "internal/layout" {
			t.Errorf("the list names %s, which does not exist", name)
		}
	}
}

// TestTestKitStaysOut: nothing of the test kit is in the program, so that its size, what a
// clone downloads to build it, and what has to be audited are its own. Neither is what calls
// methods by names known only at run time, with which the linker keeps every exported method.
func TestTestKitStaysOut(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "./cmd/bridge")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for dep := range strings.Lines(string(out)) {
		for _, kit := range []string{
			"html/template", "google.golang.org/", "github.com/prometheus/", "github.com/aws/", "github.com/twilio/", "github.com/expr-lang/", "github.com/santhosh-tekuri/",
			"testing", "github.com/chromedp/", "github.com/getkin/", "github.com/jhillyerd/", "github.com/johannesboyne/", "go.uber.org/goleak",
			"bridge/internal/twilioserver/contract", "bridge/adapters/adaptertest", "bridge/internal/mailtest", "bridge/internal/footertest", "bridge/internal/redistest", "bridge/internal/servertest", "bridge/internal/chromiumtest",
		} {
			if dep = strings.TrimSpace(dep); dep == kit || strings.HasSuffix(kit, "/") && strings.HasPrefix(dep, kit) {
				t.Errorf("cmd/bridge links %s", dep)
			}
		}
	}
}
