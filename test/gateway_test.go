package test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"bridge/internal/mailserver"
	"bridge/internal/noerr"
)

type readiness struct {
	Ready    bool   `json:"ready"`
	Why      string `json:"why"`
	Channels []struct {
		Name, State string
		Since       time.Time
	} `json:"channels"`
}

func (s *site) ready(path string) (int, readiness) {
	s.t.Helper()
	code, body := s.get(path)
	var r readiness
	if err := json.Unmarshal([]byte(body), &r); err != nil {
		s.t.Fatalf("%s: %v\n%s", path, err, body)
	}
	return code, r
}

func TestHealthAndReadiness(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	agent := newAgent(t, func(w http.ResponseWriter, r *http.Request, _ call) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
		answerJSON(w, `{"text":"at last"}`)
	})
	began := time.Now()
	s := newSite(t, httpAgent(agent.URL))
	s.edit(`stop_timeout = "10s"`, `stop_timeout = "2m"`)
	s.start()
	if code, body := s.get("/healthz"); code != http.StatusOK || !strings.Contains(body, `"ok"`) {
		t.Errorf("healthz is %d: %s", code, body)
	}
	for _, path := range []string{"/readyz", "/readyz?channels=1", "/readyz?channels=0"} {
		code, r := s.ready(path)
		if code != http.StatusOK || !r.Ready || r.Why != "" || len(r.Channels) != 1 {
			t.Fatalf("%s is %d: %+v", path, code, r)
		}
		c := r.Channels[0]
		if c.Name != "mail" || c.State != "ok" || c.Since.Before(began.Add(-time.Second)) || c.Since.After(time.Now().Add(time.Second)) {
			t.Errorf("the channel is %+v", c)
		}
	}
	// While it stops and a turn is under way it lives and is not ready.
	s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "A", Text: "a"})
	eventually(t, "the agent is called", func() bool { return len(agent.seen()) == 1 })
	must(t, s.cmd.Process.Signal(syscall.SIGTERM))
	eventually(t, "it is not ready any more", func() bool {
		code, r := s.ready("/readyz")
		return code == http.StatusServiceUnavailable && !r.Ready && r.Why == "stopping"
	})
	if code, _ := s.get("/healthz"); code != http.StatusOK {
		t.Errorf("healthz is %d while it stops", code)
	}
	close(release)
	if err := <-s.exited; err != nil {
		t.Errorf("it ended with %v", err)
	}
	s.cmd = nil
	// The outcome was recorded: the next start sends it and calls nobody.
	s.start()
	s.expect(0, eve, "at last")
	if s.quiet(); len(agent.seen()) != 1 {
		t.Errorf("the agent got %d calls, want one", len(agent.seen()))
	}
}

var (
	metricLine = regexp.MustCompile(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-zA-Z_][a-zA-Z0-9_]*="[^"]*"(?:,[a-zA-Z_][a-zA-Z0-9_]*="[^"]*")*\})? ([0-9.eE+-]+|NaN|\+Inf|-Inf)$`)
	metricType = regexp.MustCompile(`^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary)$`)
	metricName = regexp.MustCompile("^\\| `(bridge_[a-z_]+)` \\| ([a-z]+) \\| (.*?) \\|")
	labelName  = regexp.MustCompile("`([a-z_]+)`")
)

// promOthers are the metrics that the alerts and dashboards ask for and that are not the bridge's own.
func promOthers(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("../deploy/grafana/*.json")
	must(t, err)
	others := map[string]bool{}
	for _, file := range append(files, "../deploy/alerts.yml") {
		b, err := os.ReadFile(file)
		must(t, err)
		for _, name := range regexp.MustCompile(`\b(?:process|go)_[a-z_]+`).FindAllString(string(b), -1) {
			others[name] = true
		}
	}
	if len(others) == 0 {
		t.Fatal("they ask for nothing: the files are not read rightly")
	}
	return others
}

// TestMetricsAreDocumented: /metrics is well-formed, and the table in
// docs/operations.md has exactly the metrics there are, with type and labels.
func TestMetricsAreDocumented(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s := newSite(t, httpAgent(agent.URL), withAssistants(), withTop("[channels.digest]\ntype = \"cron\"\nschedule = \"0 9 29 2 *\"\nprompt = \"Hello\"")).start()
	prompt := s.ask()
	s.send(prompt.Reply("yes"))
	s.expect(0, eve, "decision=granted")
	k := s.hello()
	k.say("MAIL FROM:<eve@bridge.test>", "250")
	k.say("RCPT TO:<nobody@bridge.test>", "550")
	s.quiet()
	s.must("pause", "agent", "assistant")
	_, body := s.get("/metrics")
	is := map[string]string{}     // name: type
	labels := map[string]string{} // name: labels
	for line := range strings.Lines(body) {
		line = strings.TrimSuffix(line, "\n")
		if m := metricType.FindStringSubmatch(line); m != nil {
			is[m[1]] = m[2]
			continue
		}
		if strings.HasPrefix(line, "# HELP ") {
			continue
		}
		m := metricLine.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("not a line of the text format: %q", line)
			continue
		}
		name := m[1]
		for _, suffix := range []string{"_bucket", "_sum", "_count"} {
			if base := strings.TrimSuffix(name, suffix); is[base] == "histogram" || is[base] == "summary" {
				name = base
			}
		}
		if is[name] == "" {
			t.Errorf("%s has no type", m[1])
		}
		var names []string
		for _, l := range regexp.MustCompile(`([a-z_]+)="`).FindAllStringSubmatch(m[2], -1) {
			if l[1] != "le" {
				names = append(names, l[1])
			}
		}
		slices.Sort(names)
		labels[name] = strings.Join(names, " ")
	}
	for series, want := range map[string]float64{
		`bridge_messages_total{channel="mail",outcome="turn"}`:               1,
		`bridge_messages_total{channel="mail",outcome="decision"}`:           1,
		`bridge_steps_total{agent="assistant",state="suspended"}`:            1,
		`bridge_steps_total{agent="assistant",state="complete"}`:             1,
		`bridge_step_seconds_count{agent="assistant"}`:                       2,
		`bridge_agent_attempts_total{agent="assistant",result="ok"}`:         2,
		`bridge_send_attempts_total{channel="mail",result="sent"}`:           float64(s.mail.Count()),
		`bridge_approvals_total{state="granted"}`:                            1,
		`bridge_approvals_pending`:                                           0,
		`bridge_refused_total{channel="mail",reason="recipient"}`:            1,
		`bridge_panics_total`:                                                0,
		`bridge_unregistered_parts_total`:                                    0,
		`bridge_store_up`:                                                    1,
		`bridge_channel_up{channel="mail"}`:                                  1,
		`bridge_queue_items{queue="inbox",state="waiting"}`:                  0,
		`bridge_queue_oldest_seconds{queue="outbox"}`:                        0,
		`bridge_messages_total{channel="mail",outcome="this never happens"}`: 0,
	} {
		s.counts(series, want)
	}

	b, err := os.ReadFile("../docs/operations.md")
	must(t, err)
	documented := map[string]bool{}
	for line := range strings.Lines(string(b)) {
		m := metricName.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		documented[m[1]] = true
		var names []string
		for _, l := range labelName.FindAllStringSubmatch(m[3], -1) {
			names = append(names, l[1])
		}
		slices.Sort(names)
		if m[1] == "bridge_metered_total" || m[1] == "bridge_certificate_end_seconds" || strings.HasPrefix(m[1], "bridge_backup_") || m[1] == "bridge_scim_calls_total" {
			continue // of what this bridge does not have
		}
		if is[m[1]] != m[2] || labels[m[1]] != strings.Join(names, " ") {
			t.Errorf("docs/operations.md: %s is a %s of %q, the bridge has a %q of %q", m[1], m[2], names, is[m[1]], labels[m[1]])
		}
	}
	for name := range promOthers(t) {
		if is[name] == "" {
			t.Errorf("deploy asks for %s, which the bridge does not have", name)
		}
	}
	for name := range is {
		if strings.HasPrefix(name, "bridge_") && !documented[name] {
			t.Errorf("docs/operations.md does not list %s", name)
		}
	}
	if len(documented) < 10 {
		t.Errorf("docs/operations.md lists only %d metrics", len(documented))
	}
}

// TestFileModes: nobody else can read what the bridge keeps or use its socket.
// They must not depend on the umask.
func TestFileModes(t *testing.T) {
	t.Parallel()
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, _ call) {
		answerJSON(w, `{"parts":[{"raw":"aGk=","filename":"f.txt","metadata":{"partType":"artifact"}}]}`)
	})
	s := newSite(t, httpAgent(agent.URL))
	s.binary = filepath.Join(t.TempDir(), "bridge")
	must(t, os.WriteFile(s.binary, fmt.Appendf(nil, "#!/bin/sh\numask 0\nexec '%s' \"$@\"\n", binary), 0o700))
	s.start()
	s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "A", Text: "a"})
	s.expect(0, eve)
	s.quiet()
	dir := filepath.Join(s.dir, "data")
	seen := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		seen++
		mode := info.Mode()
		switch {
		case path == dir && mode != fs.ModeDir|0o700:
			t.Errorf("data_dir has the mode %v", mode)
		case d.Name() == "bridge.sock" && mode != fs.ModeSocket|0o600:
			t.Errorf("bridge.sock has the mode %v", mode)
		case mode.Perm()&0o022 != 0:
			t.Errorf("others may write %s: %v", path, mode)
		}
		return nil
	})
	if err != nil || seen < 6 {
		t.Errorf("%d files, %v", seen, err)
	}
	if _, err := s.stop(); err != nil {
		t.Errorf("stop: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "bridge.sock")); err == nil {
		t.Error("the socket is left behind")
	}
}

// TestArtifactLinks: a link gives exactly the bytes, to those who have it, for
// its time.
func TestArtifactLinks(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	s := newSite(t, httpAgent(agent.URL), withTop(fmt.Sprintf("[api]\noperators = { ops = %q }\n[artifacts]\nlink_ttl = \"1h\"", operatorToken))).start()
	const html = "<html><script>alert(1)</script></html>"
	raw := head + "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nhi\n--x\nContent-Type: text/plain; name=\"prompt.txt\"\nContent-Disposition: attachment\n\n> Re: [[Approval:K7Q2M9] refund\n--x\nContent-Type: text/html; name=\"pagé \\\"1\\\".html\"\nContent-Disposition: attachment\n\n" + html + "\n--x--\n"
	if got := s.hand(eve, crlf(raw)); !strings.HasPrefix(got, "250") {
		t.Fatal(got)
	}
	s.expect(0, eve, "you said hi")
	var link, id string
	for _, p := range agent.seen()[0].Body.Parts {
		if p.Metadata.PartType == "artifact" {
			link, id = p.URL, p.Metadata.ArtifactID
		}
	}
	u, err := url.Parse(link)
	if err != nil || u.Host != s.http || !strings.HasPrefix(u.Path, "/artifacts/"+id) {
		t.Fatalf("the link is %q, of %q: %v", link, id, err)
	}
	with := func(change func(u *url.URL, q url.Values)) string {
		c, q := *u, u.Query()
		change(&c, q)
		c.RawQuery = q.Encode()
		return c.RequestURI()
	}
	flip := func(s string) string {
		last := byte('a')
		if s[len(s)-1] == 'a' {
			last = 'b'
		}
		return s[:len(s)-1] + string(last)
	}
	fetch := func(method, path string) (*http.Response, string) {
		t.Helper()
		resp := s.request(method, path, "")
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		return resp, string(b)
	}
	resp, body := fetch("GET", u.RequestURI())
	if resp.StatusCode != http.StatusOK || body != html {
		t.Fatalf("the link gives %d %q", resp.StatusCode, body)
	}
	h := resp.Header
	if h.Get("X-Content-Type-Options") != "nosniff" || !strings.HasPrefix(h.Get("Content-Disposition"), "attachment") ||
		!strings.Contains(h.Get("Content-Security-Policy"), "sandbox") || h.Get("Content-Length") != strconv.Itoa(len(html)) ||
		!strings.Contains(h.Get("Cache-Control"), "no-store") || h.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("headers: %v", h)
	}
	if resp, body := fetch("HEAD", u.RequestURI()); resp.StatusCode != http.StatusOK || body != "" {
		t.Errorf("HEAD gives %d %q", resp.StatusCode, body)
	}
	for name, path := range map[string]string{
		"no query":              u.Path,
		"a changed signature":   with(func(_ *url.URL, q url.Values) { q.Set("s", flip(q.Get("s"))) }),
		"no signature":          with(func(_ *url.URL, q url.Values) { q.Del("s") }),
		"a later end":           with(func(_ *url.URL, q url.Values) { q.Set("e", "99999999999") }),
		"another id":            with(func(u *url.URL, _ url.Values) { u.Path = strings.Replace(u.Path, id, flip(id), 1) }),
		"an id that is none":    with(func(u *url.URL, _ url.Values) { u.Path = "/artifacts/passwd" }),
		"a path in the place":   "/artifacts/..%2f..%2fbridge.db?e=1&s=x",
		"a shortened signature": with(func(_ *url.URL, q url.Values) { q.Set("s", q.Get("s")[:4]) }),
	} {
		if resp, body := fetch("GET", path); resp.StatusCode != http.StatusForbidden || strings.Contains(body, "script") {
			t.Errorf("%s: %d %s", name, resp.StatusCode, body)
		}
	}
	if resp, _ := fetch("GET", "/artifacts/"); resp.StatusCode != http.StatusNotFound {
		t.Errorf("no id: %d", resp.StatusCode)
	}
	for _, method := range []string{"POST", "PUT", "DELETE"} {
		if resp, _ := fetch(method, u.RequestURI()); resp.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("%s: %d", method, resp.StatusCode)
		}
	}
	// The file is gone, the link is good: 404. Then its time is over: 410.
	// An operator opens it by its turn; nobody else does, and not one with a code in it.
	var turn map[string]any
	eventually(t, "the turn is listed", func() bool {
		_, list := s.api(operatorToken, "GET", "/turns", "")
		all, _ := list["items"].([]any)
		if len(all) == 1 {
			turn, _ = all[0].(map[string]any)
		}
		return turn["files"] != nil
	})
	var open []string
	for _, file := range turn["files"].([]any) {
		open = append(open, fmt.Sprintf("/api/v1/turns/%s/files/%s", turn["id"], file))
	}
	file := func(path, token string) (*http.Response, string) {
		t.Helper()
		resp := s.request("GET", path, token)
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		return resp, string(b)
	}
	if len(open) != 2 {
		t.Fatalf("its files: %v", turn)
	}
	resp, body = file(open[1], operatorToken)
	_, params, err := mime.ParseMediaType(resp.Header.Get("Content-Disposition"))
	if h := resp.Header; resp.StatusCode != http.StatusOK || body != html || h.Get("Content-Type") != "application/octet-stream" || h.Get("X-Content-Type-Options") != "nosniff" ||
		!strings.HasPrefix(h.Get("Content-Disposition"), "attachment") || err != nil || !strings.HasPrefix(params["filename"], "pagé") || !strings.Contains(h.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("the file of the turn: %d %q %v", resp.StatusCode, body, h)
	}
	if resp, body := file(open[0], operatorToken); resp.StatusCode != http.StatusForbidden || strings.Contains(body, "K7Q2M9") {
		t.Errorf("a file with a code: %d %s", resp.StatusCode, body)
	}
	if resp, _ := file(open[1], ""); resp.StatusCode != http.StatusUnauthorized {
		t.Errorf("a file without a token: %d", resp.StatusCode)
	}
	for _, path := range []string{flip(open[1]), strings.Replace(open[1], "/trn_", "/ses_", 1)} {
		if resp, body := file(path, operatorToken); resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d %s", path, resp.StatusCode, body)
		}
	}
	for _, sub := range []string{"data", "meta"} {
		must(t, os.RemoveAll(filepath.Join(s.dir, "data", "artifacts", sub)))
	}
	if resp, body := file(open[1], operatorToken); resp.StatusCode != http.StatusNotFound || !strings.Contains(body, "no longer kept") {
		t.Errorf("a file of a turn that is gone: %d %s", resp.StatusCode, body)
	}
	if resp, _ := fetch("GET", u.RequestURI()); resp.StatusCode != http.StatusNotFound {
		t.Errorf("a file that is gone: %d", resp.StatusCode)
	}
	s.edit("link_ttl = \"1h\"", "link_ttl = \"1s\"")
	must(t, noerr.Of(s.stop()))
	s.start()
	if got := s.hand(eve, crlf("Message-ID: <later@bridge.test>\n"+raw)); !strings.HasPrefix(got, "250") {
		t.Fatal(got)
	}
	s.expect(1, eve, "you said hi")
	for _, p := range agent.seen()[1].Body.Parts {
		if p.Metadata.PartType == "artifact" {
			u, err = url.Parse(p.URL)
			must(t, err)
		}
	}
	eventually(t, "the link expires", func() bool {
		resp, _ := fetch("GET", u.RequestURI())
		return resp.StatusCode == http.StatusGone
	})
	s.alive()
}

// TestUnknownPaths: what is not there is a problem of RFC 9457, whatever the method.
func TestUnknownPaths(t *testing.T) {
	t.Parallel()
	s := newSite(t).start()
	for _, path := range []string{"/", "/nothing", "/channels/mail", "/channels/mail/inbound", "/api/v2/status", "/debug/pprof/", "/healthz/x"} {
		for _, method := range []string{"GET", "POST", "DELETE"} {
			resp := s.request(method, path, "")
			var p struct {
				Title, Detail string
				Status        int
			}
			err := json.NewDecoder(resp.Body).Decode(&p)
			_ = resp.Body.Close()
			if resp.StatusCode != http.StatusNotFound || resp.Header.Get("Content-Type") != "application/problem+json" || err != nil ||
				p.Status != http.StatusNotFound || p.Title == "" || p.Detail == "" {
				t.Errorf("%s %s: %d %s %+v %v", method, path, resp.StatusCode, resp.Header.Get("Content-Type"), p, err)
			}
		}
	}
	// What HTTP itself refuses.
	for name, tt := range map[string]struct{ request, want string }{
		"a header of 1 MB": {"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Bomb: " + strings.Repeat("a", 1<<20) + "\r\n\r\n", "HTTP/1.1 431"},
		"no HTTP":          {"EHLO client.test\r\n\r\n", "HTTP/1.1 400"},
		"no host":          {"GET /healthz HTTP/1.1\r\n\r\n", "HTTP/1.1 400"},
		"two lengths":      {"POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", "HTTP/1.1 400"},
	} {
		c, err := net.Dial("tcp", s.http)
		must(t, err)
		_ = c.SetDeadline(time.Now().Add(patience))
		go func() { _, _ = io.WriteString(c, tt.request) }()
		line, _ := bufio.NewReader(c).ReadString('\n')
		_ = c.Close()
		if !strings.HasPrefix(line, tt.want) {
			t.Errorf("%s: %q, want %q", name, line, tt.want)
		}
	}
	s.alive()
}

// TestOperatorAPI: over TCP nothing of it without an operator's token; over the
// socket without any.
func TestOperatorAPI(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	for _, configured := range []bool{false, true} {
		t.Run(fmt.Sprintf("tokens=%v", configured), func(t *testing.T) {
			top := ""
			if configured {
				top = fmt.Sprintf("[api]\noperators = { ops = %q }", operatorToken)
			}
			s := newSite(t, httpAgent(agent.URL), withTop(top)).start()
			s.ask()
			id := approvalID(t, s)
			tokens := []string{"", "x", operatorToken + "x", operatorToken[1:], " ", "Bearer"}
			if !configured {
				tokens = append(tokens, operatorToken)
			}
			for _, token := range tokens {
				for _, r := range []string{
					"GET /api/v1/status", "GET /api/v1/approvals", "GET /api/v1/approvals/" + id, "GET /api/v1/nothing",
					"POST /api/v1/approvals/" + id + "/decision", "POST /api/v1/approvals/" + id + "/cancel", "DELETE /api/v1/approvals/" + id,
				} {
					method, path, _ := strings.Cut(r, " ")
					resp := s.request(method, path, token)
					b, _ := io.ReadAll(resp.Body)
					_ = resp.Body.Close()
					if resp.StatusCode != http.StatusUnauthorized || resp.Header.Get("WWW-Authenticate") == "" ||
						resp.Header.Get("Content-Type") != "application/problem+json" || strings.Contains(string(b), "refund") {
						t.Errorf("%s with the token %q: %d %s", r, token, resp.StatusCode, b)
					}
				}
			}
			if out, _ := s.cli("approvals", "list"); !strings.Contains(out, "pending") {
				t.Errorf("the request is not pending any more:\n%s", out)
			}
			if configured {
				resp := s.request("GET", "/api/v1/approvals/"+id, operatorToken)
				b, _ := io.ReadAll(resp.Body)
				_ = resp.Body.Close()
				if resp.StatusCode != http.StatusOK || !strings.Contains(string(b), `"toolName": "refund"`) {
					t.Errorf("with the token: %d %s", resp.StatusCode, b)
				}
			}
			over := socketClient(t, filepath.Join(s.dir, "data", "bridge.sock"))
			for r, want := range map[string]int{
				"GET /api/v1/status":                  200,
				"GET /api/v1/approvals?state=pending": 200,
				"GET /api/v1/approvals?state=maybe":   400,
				"GET /api/v1/approvals/apr_none":      404,
				"GET /api/v1/approvals/..%2f..%2fx":   404,
				"GET /metrics":                        404,
				"POST /api/v1/approvals/" + id + "/decision {\"decision\":\"granted\"}":                          403,
				"POST /api/v1/approvals/" + id + "/decision {\"decision\":\"perhaps\"}":                          400,
				"POST /api/v1/approvals/" + id + "/decision {\"decision\":\"denied\",\"by\":\"dana\"}":           400,
				"POST /api/v1/approvals/" + id + "/decision not JSON":                                            400,
				"POST /api/v1/approvals/" + id + "/decision {\"reason\":\"" + strings.Repeat("x", 2<<20) + "\"}": 413,
				"POST /api/v1/approvals/apr_none/cancel {}":                                                      404,
			} {
				f := strings.SplitN(r, " ", 3)
				req, err := http.NewRequest(f[0], "http://bridge"+f[1], strings.NewReader(strings.Join(f[2:], "")))
				must(t, err)
				resp, err := over.Do(req)
				must(t, err)
				b, _ := io.ReadAll(resp.Body)
				_ = resp.Body.Close()
				if resp.StatusCode != want {
					t.Errorf("%.100s: %d, want %d: %s", r, resp.StatusCode, want, b)
				}
			}
			if out, _ := s.cli("approvals", "list"); !strings.Contains(out, "pending") {
				t.Errorf("the request is not pending any more:\n%s", out)
			}
			s.alive()
		})
	}
}

func socketClient(t *testing.T, path string) *http.Client {
	t.Helper()
	tr := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", path)
	}}
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr, Timeout: patience}
}
