package out_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"bridge/adapters/webhook/out"
	"bridge/internal/noerr"
)

// TestVerifyExamples: the examples of docs/channels/webhook.md verify what is sent, and
// nothing else.
func TestVerifyExamples(t *testing.T) {
	text, err := os.ReadFile("../../../docs/channels/webhook.md")
	noerr.Must(t, err)
	e := serve(t, nil)
	k := newKit(t, out.Config{URL: e.URL, AllowPrivate: loopback(), Secrets: []string{second, secret}}, nil)
	noerr.Must(t, noerr.Of(k.Send(t.Context(), event("msg_1"))))
	p := e.got()[0]
	headers := map[string]string{}
	for name := range p.header {
		headers[strings.ToLower(name)] = p.header.Get(name)
	}
	for _, c := range []struct{ language, tool, flag, call string }{
		{"python", "python3", "-c", "\nimport json, sys\nx = json.load(sys.stdin)\nprint(verify(x['headers'], x['body'].encode()))\n"},
		{"js", "node", "-e", "\nconst x = JSON.parse(require('fs').readFileSync(0, 'utf8'));\nconsole.log(verify(x.headers, Buffer.from(x.body)));\n"},
	} {
		t.Run(c.language, func(t *testing.T) {
			code := regexp.MustCompile("(?s)```" + c.language + "\n(.*?)```").FindStringSubmatch(string(text))
			if code == nil {
				t.Fatal("there is no example")
			}
			if _, err := exec.LookPath(c.tool); err != nil {
				t.Skipf("needs %s, which is not installed", c.tool)
			}
			run := func(secret, body string, headers map[string]string) (string, error) {
				cmd := exec.CommandContext(t.Context(), c.tool, c.flag, code[1]+c.call)
				cmd.Env = append(os.Environ(), "CRM_SECRET="+secret)
				cmd.Stdin = strings.NewReader(jsonOf(t, map[string]any{"headers": headers, "body": body}))
				b, err := cmd.CombinedOutput()
				return strings.TrimSpace(string(b)), err
			}
			for _, s := range []string{secret, second} {
				if got, err := run(s, p.body, headers); err != nil || got != "msg_1" {
					t.Errorf("%v: %s", err, got)
				}
			}
			if got, err := run(secret, p.body+" ", headers); err == nil || !strings.Contains(got, "not signed by the bridge") {
				t.Errorf("a changed body: %v: %s", err, got)
			}
			if got, err := run("whsec_"+strings.Repeat("A", 32), p.body, headers); err == nil || !strings.Contains(got, "not signed by the bridge") {
				t.Errorf("another secret: %v: %s", err, got)
			}
			// The signature of the library's vector, of 2021.
			old := map[string]string{
				"webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330",
				"webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
			}
			if got, err := run(secret, `{"test": 2432232314}`, old); err == nil || !strings.Contains(got, "too old") {
				t.Errorf("an old one: %v: %s", err, got)
			}
		})
	}
}
