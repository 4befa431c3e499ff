package out_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"bridge/adapters/webhook/out"
	"bridge/adapters/webhook/sign"
	"bridge/internal/noerr"
)

// TestGoLibrary: the reference library for Go verifies what is sent, with either secret
// of a rotation, and its signatures verify here.
func TestGoLibrary(t *testing.T) {
	e := serve(t, nil)
	k := newKit(t, out.Config{URL: e.URL, AllowPrivate: loopback(), Secrets: []string{second, secret}}, nil)
	noerr.Must(t, noerr.Of(k.Send(t.Context(), event("msg_1"))))
	p := e.got()[0]
	for _, s := range []string{secret, second} {
		wh, err := standardwebhooks.NewWebhook(s)
		noerr.Must(t, err)
		if err := wh.Verify([]byte(p.body), p.header); err != nil {
			t.Errorf("%s…: %v", s[:10], err)
		}
		if wh.Verify([]byte(p.body+" "), p.header) == nil {
			t.Error("a changed body verifies")
		}
		now := time.Now()
		text, err := wh.Sign("msg_2", now, []byte(`{"b":2}`))
		noerr.Must(t, err)
		verify(t, s, "msg_2", now.Unix(), text, `{"b":2}`)
	}
}

func verify(t *testing.T, secret, id string, at int64, signature, body string) {
	t.Helper()
	v, err := sign.New(sign.Config{Scheme: sign.Standard, Secrets: []string{secret}, Tolerance: 5 * time.Minute})
	noerr.Must(t, err)
	h := http.Header{}
	h.Set("webhook-id", id)
	h.Set("webhook-timestamp", jsonOf(t, at))
	h.Set("webhook-signature", signature)
	if _, err := v.Verify(h, []byte(body), time.Now()); err != nil {
		t.Errorf("%s: %v", id, err)
	}
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	noerr.Must(t, err)
	return string(b)
}

// npmVersion is the release of the npm package that is held against ours.
const npmVersion = "1.1.1"

// npmProgram verifies what it reads on its standard input, and prints a signature of its
// own.
const npmProgram = `
const { Webhook } = require("standardwebhooks");
const { secret, wrong, headers, body } = JSON.parse(require("fs").readFileSync(0, "utf8"));
new Webhook(secret).verify(body, headers);
let passed = true;
try { new Webhook(wrong).verify(body, headers); } catch { passed = false; }
if (passed) throw new Error("another secret verifies");
const at = new Date();
console.log(JSON.stringify({ at: Math.floor(at / 1000), signature: new Webhook(secret).sign("msg_3", at, '{"c":"è"}') }));
`

// TestNPMLibrary: the npm package standardwebhooks verifies what is sent, and its
// signatures verify here. The package is fetched once, into the cache of the user.
func TestNPMLibrary(t *testing.T) {
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("needs %s, which is not installed", tool)
		}
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skipf("needs a cache folder: %v", err)
	}
	dir := filepath.Join(cache, "bridge-test", "standardwebhooks-"+npmVersion)
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "standardwebhooks")); err != nil {
		made := t.TempDir()
		// Without a network npm would try for minutes.
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, "npm", "install", "--prefix", made, "--ignore-scripts", "--no-audit", "--no-fund", "--silent",
			"--fetch-retries=0", "--fetch-timeout=20000", "standardwebhooks@"+npmVersion)
		cmd.WaitDelay = 10 * time.Second // what it started may hold its output open
		if b, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("needs npm's registry, which does not answer: %v\n%s", err, b)
		}
		noerr.Must(t, os.MkdirAll(filepath.Dir(dir), 0o700))
		if err := os.Rename(made, dir); err != nil { // another run was faster, or it is another disk
			dir = made
		}
	}
	e := serve(t, nil)
	k := newKit(t, out.Config{URL: e.URL, AllowPrivate: loopback(), Secrets: []string{second, secret}}, nil)
	noerr.Must(t, noerr.Of(k.Send(t.Context(), event("msg_1"))))
	p := e.got()[0]
	headers := map[string]string{}
	for name := range p.header {
		headers[strings.ToLower(name)] = p.header.Get(name)
	}
	for _, s := range []string{secret, second} {
		cmd := exec.CommandContext(t.Context(), "node", "-e", npmProgram)
		cmd.Dir = dir
		cmd.Stdin = strings.NewReader(jsonOf(t, map[string]any{
			"secret": s, "wrong": "whsec_" + strings.Repeat("A", 32), "headers": headers, "body": p.body,
		}))
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		b, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s…: %v\n%s", s[:10], err, stderr.String())
		}
		var made struct {
			At        int64
			Signature string
		}
		noerr.Must(t, json.Unmarshal(b, &made))
		verify(t, s, "msg_3", made.At, made.Signature, `{"c":"è"}`)
	}
}
