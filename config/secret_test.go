package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

const hidden = "hunter2-hunter2-hunter2-hunter2-hunter2"

// TestSecretIsNeverPrinted tries every way of printing, on a secret that is a
// value, a field, an unexported field, in a list, a map and behind a pointer.
func TestSecretIsNeverPrinted(t *testing.T) {
	s := NewSecret(hidden)
	type inner struct {
		Shown  Secret
		masked Secret
	}
	for name, v := range map[string]any{
		"value": s, "pointer": &s, "list": []Secret{s}, "map": map[string]Secret{"a": s},
		"struct": inner{s, s}, "pointer to struct": &inner{s, s}, "list of structs": []inner{{s, s}},
		"error": fmt.Errorf("login: %v", s), "wrapped": errors.Join(fmt.Errorf("x %+v", inner{s, s})),
	} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t", "%p", "%10.3v"} {
			if got := fmt.Sprintf(verb, v); leaks(got) {
				t.Errorf("%s with %s shows %s", name, verb, got)
			}
		}
		var out bytes.Buffer
		slog.New(slog.NewTextHandler(&out, nil)).Info("text", "v", v)
		slog.New(slog.NewJSONHandler(&out, nil)).Info("json", "v", v)
		if err := json.NewEncoder(&out).Encode(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if leaks(out.String()) {
			t.Errorf("%s: log or JSON shows %s", name, out.String())
		}
	}
	if s.Reveal() != hidden || !s.IsSet() || s.String() != redacted {
		t.Errorf("%q %v %q", s.Reveal(), s.IsSet(), s.String())
	}
	if got := fmt.Sprintf("%v|%+v|%#v|%s", s, s, s, s); got != strings.Join([]string{redacted, redacted, redacted, redacted}, "|") {
		t.Error(got)
	}
	if b, err := json.Marshal(struct{ P Secret }{s}); string(b) != `{"P":"[redacted]"}` || err != nil {
		t.Errorf("%s %v", b, err)
	}
	if zero := NewSecret(""); zero.IsSet() || zero.Reveal() != "" || fmt.Sprint(zero) != "" {
		t.Error("the absent secret is not empty")
	}
}

// leaks looks for the secret as text and as hexadecimal digits.
func leaks(out string) bool {
	out = strings.ToLower(out)
	return strings.Contains(out, "hunter2") || strings.Contains(out, fmt.Sprintf("%x", "hunter2"))
}

// TestConfigShowsNoSecret: a configuration full of secrets, right and wrong
// ones, shows none of them in any way.
func TestConfigShowsNoSecret(t *testing.T) {
	const file = `
secret = ["${S}", "` + hidden + `"]
listen = "${S}"
public_url = "https://u:hunter2@h/"
[api]
operators = { a = "${S}", b = "` + hidden + `", c = 5 }
agents = { decoded = "${S}", other = "` + hidden + `", c = 5 }
callback_secret = ["${S}", "` + hidden + `"]
[people.p]
addresses = ["${S}"]
timezone = "${S}"
[agents.decoded]
type = "http"
url = "${S}"
secret = "${S}"
timeout = "${S}"
[agents.undecoded]
type = "exec"
token = "` + hidden + `"
env = { API_KEY = "` + hidden + `", X = "${S}" }
passwords = ["` + hidden + `"]
url = "http://u:hunter2@h/"
[agents.undecoded.secrets]
one = "` + hidden + `"
[channels.mail]
type = "email"
agent = "${S}"
address = "${S}"
allow = ["${S}"]
smtp = { addr = "${S}", password = "` + hidden + `" }
[approvals]
approvers = ["${S}"]
trust = "${S}"
[alerts]
to = ["${S}:x"]
[artifacts]
url = "${S}"
max_size = "${S}"
`
	c := load("config.toml", "/srv/bridge", []byte(file), func(string) (string, bool) { return hidden, true }, readSmallFile)
	c.Agents[0].Decode(&httpSection{})
	c.Channels[0].Decode(&emailSection{})
	err := c.Check()
	if n := len(lines(err)); n < 12 {
		t.Errorf("only %d mistakes were found:\n%v", n, err)
	}
	var logged bytes.Buffer
	slog.New(slog.NewJSONHandler(&logged, nil)).Error("check", "err", err, "warnings", c.Warnings())
	slog.New(slog.NewTextHandler(&logged, nil)).Error("check", "err", err, "secrets", c.Secrets, "api", c.API)
	for name, out := range map[string]string{
		"Check": err.Error(), "Warnings": c.Warnings().Error(), "Show": string(c.Show()), "log": logged.String(),
		"%+v of secrets": fmt.Sprintf("%+v %#v", c.Secrets, c.API),
	} {
		if leaks(out) {
			t.Errorf("%s shows a secret:\n%s", name, out)
		}
	}

	// And a correct one, whole.
	c = load("config.toml", "/srv/bridge", []byte("secret = \"${S}\"\napi.operators.a = \"${S}\"\nagents.a = { type = \"http\", url = \"http://h\", secret = \"${S}\" }\n"+
		"channels.m = { type = \"email\", address = \"x\", smtp = { addr = \"h:1\", password = \"${S}\" } }"),
		func(string) (string, bool) { return hidden, true }, readSmallFile)
	decodeAll(c)
	noerr.Must(t, c.Check())
	j, err := json.Marshal(c)
	noerr.Must(t, err)
	for _, out := range []string{fmt.Sprintf("%v %+v %#v", c, c, *c), fmt.Sprintf("%+v %#v", *c.Agents[0], *c.Channels[0]), string(j), string(c.Show())} {
		if leaks(out) {
			t.Errorf("a secret is shown:\n%s", out)
		}
	}
}
