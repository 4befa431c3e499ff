package layout

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

// exported are the metrics as docs/operations.md lists them, with labels and the words that may be
// their values. A black-box test holds that table to what a running bridge exports.
type exported struct {
	kind   string
	labels []string
	words  []string
}

func exportedMetrics(t *testing.T) map[string]exported {
	t.Helper()
	b, err := os.ReadFile("../../docs/operations.md")
	noerr.Must(t, err)
	quoted := regexp.MustCompile("`([^`]+)`")
	all := func(s string) (words []string) {
		for _, m := range quoted.FindAllStringSubmatch(s, -1) {
			words = append(words, m[1])
		}
		return words
	}
	metrics := map[string]exported{
		"up":                            {kind: "gauge", labels: nil},
		"process_start_time_seconds":    {kind: "gauge"},
		"process_cpu_seconds_total":     {kind: "counter"},
		"process_resident_memory_bytes": {kind: "gauge"},
		"process_open_fds":              {kind: "gauge"},
		"process_max_fds":               {kind: "gauge"},
		"go_goroutines":                 {kind: "gauge"},
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `(bridge_[a-z_]+)` \\| (\\w+) \\|([^|]*)\\| (.*) \\|$").FindAllStringSubmatch(string(b), -1) {
		metrics[m[1]] = exported{kind: m[2], labels: all(m[3]), words: all(m[4])}
		if m[2] == "histogram" {
			metrics[m[1]+"_bucket"] = exported{kind: "counter", labels: append(all(m[3]), "le")}
			metrics[m[1]+"_count"], metrics[m[1]+"_sum"] = metrics[m[1]+"_bucket"], metrics[m[1]+"_bucket"]
		}
	}
	if len(metrics) < 40 {
		t.Fatalf("the table of metrics is not read rightly: %d", len(metrics))
	}
	return metrics
}

var (
	promWord   = regexp.MustCompile(`[A-Za-z_$][A-Za-z0-9_]*|\{[^}]*\}|\[[^\]]*\]|[()]`)
	promMatch  = regexp.MustCompile(`([a-z_]+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"`)
	promLabels = regexp.MustCompile(`\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)`)
)

// The words of PromQL that we write.
var promKnown = strings.Fields("sum max min avg count by without on ignoring group_left group_right and or unless offset bool " +
	"rate increase changes abs time histogram_quantile clamp_min s m h d le inf nan Inf NaN")

// wrongIn returns what is wrong with an expression: metrics, labels or values that no bridge has, and
// counters that are not looked at as such.
func wrongIn(expr string, metrics map[string]exported) (wrong []string) {
	may := []string{"job", "instance"}
	metric := ""
	rest := promLabels.ReplaceAllString(expr, " ")
	words := promWord.FindAllString(rest, -1)
	for i, w := range words {
		switch {
		case w[0] == '{' && metric != "":
			for _, m := range promMatch.FindAllStringSubmatch(w, -1) {
				x := metrics[metric]
				if m[1] == "job" || m[1] == "instance" {
					continue
				}
				if !slices.Contains(x.labels, m[1]) {
					wrong = append(wrong, metric+" has no label "+m[1])
					continue
				}
				for v := range strings.SplitSeq(m[2], "|") {
					if !strings.HasPrefix(v, "$") && !slices.Contains(x.words, v) && m[1] != "type" {
						wrong = append(wrong, metric+"{"+m[1]+"} is never "+v)
					}
				}
			}
		case strings.ContainsRune("({[)", rune(w[0])):
		case slices.Contains(promKnown, w) && i > 0 || i+1 < len(words) && words[i+1] == "(" && slices.Contains(promKnown, w):
		default:
			x, known := metrics[w]
			if metric = w; !known {
				wrong = append(wrong, "there is no metric "+w)
				continue
			}
			may = append(may, x.labels...)
			if counted := i > 1 && slices.Contains([]string{"rate", "increase"}, words[i-2]); (x.kind == "counter") != counted && !strings.HasSuffix(w, "_time_seconds") {
				wrong = append(wrong, w+" is a "+x.kind+", and rate or increase are for counters")
			}
		}
	}
	for _, m := range promLabels.FindAllStringSubmatch(expr, -1) {
		for l := range strings.FieldsFuncSeq(m[1], func(r rune) bool { return r == ',' || r == ' ' }) {
			if !slices.Contains(may, l) {
				wrong = append(wrong, "nothing has the label "+l)
			}
		}
	}
	return wrong
}

// TestWrongIn: the check above finds what it is for.
func TestWrongIn(t *testing.T) {
	metrics := exportedMetrics(t)
	for _, expr := range []string{
		`bridge_stor_up == 0`, `bridge_store_up{channel="mail"}`, `sum by (agent) (bridge_store_up)`, `rate(bridge_store_up[5m])`, `bridge_panics_total > 0`,
		`sum by (channel) (rate(bridge_send_attempts_total{result="sended"}[5m]))`, `sum(rate(bridge_send_attempts_total{kind=~"sent|config"}[5m]))`,
	} {
		if len(wrongIn(expr, metrics)) != 1 {
			t.Errorf("%s: %q", expr, wrongIn(expr, metrics))
		}
	}
}

// promtool is the program of Prometheus that plays rules, where it is; "" unless it is to (make check).
func promtool(t *testing.T) string {
	t.Helper()
	if os.Getenv("BRIDGE_PROMTOOL") == "" {
		return ""
	}
	file, err := exec.LookPath("promtool")
	if err != nil {
		t.Log("promtool is not there: the expressions are only read")
	}
	return file
}

var alertLine = regexp.MustCompile(`(?m)^      - alert: (\w+)\n        expr: (.+)$`)

// TestAlerts: what the alerts ask for exists, each is explained, and each is played.
func TestAlerts(t *testing.T) {
	metrics := exportedMetrics(t)
	docs, err := os.ReadFile("../../docs/operations.md")
	noerr.Must(t, err)
	alerts, played := deployFile(t, "alerts.yml"), deployFile(t, "alerts_test.yml")+deployFile(t, "alerts_day_test.yml")
	found := alertLine.FindAllStringSubmatch(alerts, -1)
	if len(found) < 20 || len(found) != strings.Count(alerts, "alert:") {
		t.Fatalf("%d alerts: the file is not read rightly", len(found))
	}
	for _, a := range found {
		for _, w := range wrongIn(a[2], metrics) {
			t.Errorf("%s: %s", a[1], w)
		}
		if !strings.Contains(string(docs), "| `"+a[1]+"` |") {
			t.Errorf("docs/operations.md does not say what %s means", a[1])
		}
		if strings.Count(played, "alertname: "+a[1]+",") != 1 || strings.Count(played, "alertname: "+a[1]+"\n") != 1 {
			t.Errorf("alerts_test.yml does not play %s, quiet and firing", a[1])
		}
	}
	promtool := promtool(t)
	if promtool == "" {
		return
	}
	for _, args := range [][]string{{"check", "rules", "alerts.yml"}, {"test", "rules", "alerts_test.yml", "alerts_day_test.yml"}} {
		cmd := exec.Command(promtool, args...)
		cmd.Dir = "../../deploy"
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// dashboard is what is read of one.
type dashboard struct {
	Title  string
	UID    string
	Panels []struct {
		Title   string
		Type    string
		Targets []struct{ Expr string }
		Field   struct{ Defaults struct{ Unit string } } `json:"fieldConfig"`
	}
	Templating struct {
		List []struct{ Name, Query string }
	}
}

// TestDashboards: the files are those of the table, what they ask for exists, and units fit.
func TestDashboards(t *testing.T) {
	metrics := exportedMetrics(t)
	var rules strings.Builder
	rules.WriteString("groups: [{name: dashboards, rules: [\n")
	want := map[string]string{}
	for _, b := range boards() {
		want[b.name+".json"] = b.json()
	}
	for name, text := range want {
		file := filepath.Join("../../deploy/grafana", name)
		if os.Getenv("BRIDGE_WRITE") != "" {
			noerr.Must(t, os.WriteFile(file, []byte(text), 0o644))
		}
		b, err := os.ReadFile(file)
		if err != nil || string(b) != text {
			t.Errorf("%s is not what the table says (%v): make dashboards writes it", name, err)
			continue
		}
		var d dashboard
		noerr.Must(t, json.Unmarshal(b, &d))
		if len(d.Panels) < 3 || d.UID == "" {
			t.Errorf("%s has %d panels", name, len(d.Panels))
		}
		for _, p := range d.Panels {
			for _, target := range p.Targets {
				for _, w := range wrongIn(target.Expr, metrics) {
					t.Errorf("%s, %s: %s", name, p.Title, w)
				}
				if unit := unitOf(target.Expr); p.Field.Defaults.Unit != unit {
					t.Errorf("%s, %s: the unit is %q, and %s is of %q", name, p.Title, p.Field.Defaults.Unit, target.Expr, unit)
				}
				expr := strings.NewReplacer("$__rate_interval", "5m", "$channel", ".*", "$job", "bridge").Replace(target.Expr)
				rules.WriteString("{record: x, expr: '" + expr + "'},\n")
			}
		}
	}
	files, err := filepath.Glob("../../deploy/grafana/*.json")
	if err != nil || len(files) != len(want) {
		t.Errorf("%d files, want %d (%v); make dashboards writes them", len(files), len(want), err)
	}
	rules.WriteString("]}]\n")
	promtool := promtool(t)
	if promtool == "" {
		return
	}
	file := filepath.Join(t.TempDir(), "rules.yml")
	noerr.Must(t, os.WriteFile(file, []byte(rules.String()), 0o600))
	if out, err := exec.Command(promtool, "check", "rules", "--lint=none", file).CombinedOutput(); err != nil {
		t.Errorf("promtool: %v\n%s", err, out)
	}
}

// unitOf is the unit in which Grafana shows what an expression gives.
func unitOf(expr string) string {
	switch {
	case strings.Contains(expr, "histogram_quantile"), strings.Contains(expr, "time() -"), strings.Contains(expr, "- time()"):
		return "s"
	case strings.HasPrefix(expr, "rate(process_cpu_seconds"):
		return "percentunit"
	case strings.Contains(expr, "rate("):
		return "ops"
	case strings.Contains(expr, "_bytes"):
		return "bytes"
	case strings.Contains(expr, "_seconds") && !strings.Contains(expr, "increase("):
		return "s"
	}
	return "short"
}
