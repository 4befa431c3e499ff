package twilio

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/twilio/twilio-go/client"

	"bridge/internal/noerr"
)

const (
	corpora   = "../../../shared/corpora/twilio"
	hookToken = "0123456789abcdef0123456789abcdef"
)

func secrets(values ...string) []func() string {
	var out []func() string
	for _, v := range values {
		out = append(out, func() string { return v })
	}
	return out
}

// sign is Twilio's side: over the URL as it is and the pairs in the order given.
func sign(token, u string, pairs ...string) string {
	h := hmac.New(sha1.New, []byte(token))
	h.Write([]byte(u + strings.Join(pairs, "")))
	return base64.StdEncoding.EncodeToString(h.Sum(nil))
}

// signForm signs the values as Twilio does.
func signForm(token, u string, values url.Values) string {
	var pairs []string
	var names []string
	for k := range values {
		names = append(names, k)
	}
	slices.Sort(names)
	for _, k := range names {
		vs := slices.Clone(values[k])
		slices.Sort(vs)
		for _, v := range slices.Compact(vs) {
			pairs = append(pairs, k+v)
		}
	}
	return sign(token, u, pairs...)
}

func parse(t testing.TB, body string) Form {
	t.Helper()
	f, err := parseForm([]byte(body))
	noerr.Must(t, err)
	return f
}

type vector struct {
	Name, URL, Body, Sig, Signer string
	Form                         [][2]string
	JSON                         bool
}

func (v vector) form() string {
	var fields []string
	for _, p := range v.Form {
		fields = append(fields, url.QueryEscape(p[0])+"="+url.QueryEscape(p[1]))
	}
	return strings.Join(fields, "&")
}

func vectors(t testing.TB, file string) []vector {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(corpora, file))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the file %s of the folder %s is missing", file, corpora)
	}
	noerr.Must(t, err)
	var all struct{ Vectors []vector }
	noerr.Must(t, json.Unmarshal(b, &all))
	return all.Vectors
}

// TestVectors: every signature that the vendor's libraries make verifies, with each
// of their ways to write the URL, and no longer once a byte is another.
func TestVectors(t *testing.T) {
	for file, want := range map[string]int{"vectors-go.json": 20, "vectors-node.json": 42} {
		vs := vectors(t, file)
		if len(vs) < want {
			t.Errorf("%s has %d vectors, want %d", file, len(vs), want)
		}
		v := newVerifier(secrets("another0token0another0token0anot", hookToken))
		for _, c := range vs {
			t.Run(strings.TrimSuffix(file, ".json")+"/"+c.Name, func(t *testing.T) {
				check := func(u, sig string) bool { return v.Form(u, parse(t, c.form()), sig) }
				if c.JSON {
					check = func(u, sig string) bool { return v.Body(u, []byte(c.Body), sig) }
				}
				if !check(c.URL, c.Sig) {
					t.Error("it does not verify")
				}
				if check(c.URL+"x", c.Sig) {
					t.Error("it verifies for another URL")
				}
				if check(c.URL, sign("wrong", c.URL)) {
					t.Error("another signature verifies")
				}
				if newVerifier(secrets("another0token0another0token0anot")).Form(c.URL, parse(t, c.form()), c.Sig) {
					t.Error("it verifies with another token")
				}
				if !c.JSON && v.Form(c.URL, parse(t, c.form()+"&Zz=1"), c.Sig) {
					t.Error("it verifies with one parameter more")
				}
				if c.JSON && v.Body(c.URL, []byte(c.Body+" "), c.Sig) {
					t.Error("it verifies with another body")
				}
			})
		}
	}
}

// TestSignatureQuirks has a row for each peculiarity of the scheme
// (twilio.com/docs/usage/security, and what was seen of it).
func TestSignatureQuirks(t *testing.T) {
	v := newVerifier(secrets(hookToken))
	const in = "https://bridge.example/in"
	for _, c := range []struct{ name, url, signed, body, params string }{
		{"plain", in, in, "Body=yes&From=%2B1", "Bodyyes" + "From+1"},
		{"emoji in a value", in, in, "Body=%F0%9F%A6%8A", "Body🦊"},
		{"non-default port", "https://bridge.example:8443/in", "https://bridge.example:8443/in", "A=1", "A1"},
		{"non-default port that the signer left out", "https://bridge.example:8443/in", in, "A=1", "A1"},
		{"default port written", "https://bridge.example:443/in", "https://bridge.example:443/in", "A=1", "A1"},
		{"default port added by the signer", in, "https://bridge.example:443/in", "A=1", "A1"},
		{"default port left out by the signer", "https://bridge.example:443/in", in, "A=1", "A1"},
		{"default port of http added", "http://bridge.example/in", "http://bridge.example:80/in", "A=1", "A1"},
		{"default port added, raw é in the path", "https://bridge.example/é/in", "https://bridge.example:443/é/in", "A=1", "A1"},
		{"order of the query", in + "?b=2&a=1", in + "?b=2&a=1", "A=1", "A1"},
		{"lower-case escape", "https://bridge.example/a%2fb", "https://bridge.example/a%2fb", "A=1", "A1"},
		{"raw apostrophe in the query", in + "?n=O'Neil", in + "?n=O'Neil", "A=1", "A1"},
		{"apostrophe that the signer escaped", in + "?n=O'Neil", in + "?n=O%27Neil", "A=1", "A1"},
		{"apostrophe in the path stays", "https://bridge.example/it's/in", "https://bridge.example/it's/in", "A=1", "A1"},
		{"raw é in path and query", "https://bridge.example/é?n=é", "https://bridge.example/é?n=é", "A=1", "A1"},
		{"é that the signer escaped", "https://bridge.example/é?n=é", "https://bridge.example/%C3%A9?n=%C3%A9", "A=1", "A1"},
		{"host in upper case", "https://Bridge.Example/in", "https://Bridge.Example/in", "A=1", "A1"},
		{"host that the signer lower-cased", "https://Bridge.Example/in", in, "A=1", "A1"},
		{"user and password", "https://u:p%40ss@bridge.example/in", "https://u:p%40ss@bridge.example/in", "A=1", "A1"},
		{"IPv6 with a port", "http://[::1]:8080/in", "http://[::1]:8080/in", "A=1", "A1"},
		{"IPv6 without a port", "http://[::1]/in", "http://[::1]:80/in", "A=1", "A1"},
		{"empty query", in + "?", in + "?", "A=1", "A1"},
		{"fragment of connection overrides, not signed", in + "#rc=5&rp=all", in, "A=1", "A1"},
		{"fragment of connection overrides, signed", in, in + "#rc=5&rp=all", "A=1", "A1"},
		{"empty values", in, in, "Body=&ButtonPayload=", "Body" + "ButtonPayload"},
		{"a value with separators", in, in, "Body=a%3Bb%0D%0Ac+%26+d%3D%C3%A9%25", "Body" + "a;b\r\nc & d=é%"},
		{"a raw semicolon", in, in, "Body=a;b&From=%2B1", "Bodya;b" + "From+1"},
		{"a repeated parameter", in, in, "K=b&K=a&K=b&Body=x", "Bodyx" + "Ka" + "Kb"},
		{"names sorted by bytes", in, in, "b=1&B=2&a_=3&aA=4&MediaUrl10=5&MediaUrl2=6", "B2" + "MediaUrl105" + "MediaUrl26" + "aA4" + "a_3" + "b1"},
		{"untrimmed text", in, in, "Body=+yes+%0A", "Body yes \n"},
		{"no UTF-8", in, in, "Body=%FF%FE", "Body\xff\xfe"},
		{"an unknown parameter", in, in, "Body=x&Brandnew=1", "Bodyx" + "Brandnew1"},
		{"no parameters", in, in, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !v.Form(c.url, parse(t, c.body), sign(hookToken, c.signed, c.params)) {
				t.Error("it does not verify")
			}
		})
	}
}

func TestForgeries(t *testing.T) {
	const in = "https://bridge.example/in"
	v := newVerifier(secrets(hookToken))
	good := sign(hookToken, in, "Body yes", "From+1")
	const body = "Body=+yes&From=%2B1"
	if !v.Form(in, parse(t, body), good) {
		t.Fatal("the sample itself does not verify")
	}
	mac256 := hmac.New(sha256.New, []byte(hookToken))
	mac256.Write([]byte(in + "Body yesFrom+1"))
	raw, _ := base64.StdEncoding.DecodeString(good)
	for _, c := range []struct{ name, url, body, signature string }{
		{"no signature", in, body, ""},
		{"another token", in, body, sign("fedcba9876543210fedcba9876543210", in, "Body yes", "From+1")},
		{"empty token", in, body, sign("", in, "Body yes", "From+1")},
		{"SHA-256", in, body, base64.StdEncoding.EncodeToString(mac256.Sum(nil))},
		{"cut", in, body, good[:len(good)-1]},
		{"longer", in, body, good + "="},
		{"other case", in, body, strings.ToLower(good)},
		{"URL-safe alphabet", in, body, strings.NewReplacer("+", "-", "/", "_").Replace(good) + " "},
		{"hexadecimal", in, body, hex.EncodeToString(raw)},
		{"surrounded by spaces", in, body, " " + good},
		{"another path", "https://bridge.example/in2", body, good},
		{"another host", "https://bridge.example.evil.example/in", body, good},
		{"another scheme", "http://bridge.example/in", body, good},
		{"another query", in + "?x=1", body, good},
		{"port that nobody signed", "https://bridge.example:8443/in", body, sign(hookToken, "https://bridge.example:9443/in", "Body yes", "From+1")},
		{"port that a proxy dropped", in, body, sign(hookToken, "https://bridge.example:8443/in", "Body yes", "From+1")},
		{"trimmed text", in, "Body=yes&From=%2B1", good},
		{"another text", in, "Body=+no&From=%2B1", good},
		{"a parameter less", in, "Body=+yes", good},
		{"a parameter more", in, body + "&ButtonPayload=approve:apr_1", good},
		{"a repeated parameter with another value", in, body + "&Body=no", good},
		{"a name in another case", in, "body=+yes&From=%2B1", good},
		{"nothing", in, "", good},
		{"a fragment of one's own", in + "#x", body, sign(hookToken, in+"#x", "Body yes", "From+1")},
	} {
		t.Run(c.name, func(t *testing.T) {
			if v.Form(c.url, parse(t, c.body), c.signature) {
				t.Error("it verifies")
			}
		})
	}
	t.Run("an empty token in the configuration", func(t *testing.T) {
		for _, v := range []Verifier{newVerifier(nil), newVerifier(secrets("")), newVerifier(secrets("", hookToken))} {
			if v.Form(in, parse(t, body), sign("", in, "Body yes", "From+1")) {
				t.Error("it verifies")
			}
		}
	})
	t.Run("JSON", func(t *testing.T) {
		const payload = `{"a":1}`
		sum := sha256.Sum256([]byte(payload))
		u := in + "?bodySHA256=" + hex.EncodeToString(sum[:])
		if !v.Body(u, []byte(payload), sign(hookToken, u)) {
			t.Fatal("the sample itself does not verify")
		}
		for name, bad := range map[string]bool{
			"another body":   v.Body(u, []byte(`{"a":2}`), sign(hookToken, u)),
			"no hash":        v.Body(in, []byte(payload), sign(hookToken, in)),
			"empty hash":     v.Body(in+"?bodySHA256=", nil, sign(hookToken, in+"?bodySHA256=")),
			"two hashes":     v.Body(u+"&bodySHA256=0", []byte(payload), sign(hookToken, u+"&bodySHA256=0")),
			"hash of others": v.Body(in+"?bodySHA256=00", []byte(payload), sign(hookToken, in+"?bodySHA256=00")),
			"not signed":     v.Body(u, []byte(payload), sign("x", u)),
		} {
			if bad {
				t.Errorf("%s: it verifies", name)
			}
		}
	})
}

// TestEveryTokenVerifies: the old and the new one while it is replaced.
func TestEveryTokenVerifies(t *testing.T) {
	const in = "https://bridge.example/in"
	old, fresh := hookToken, "fedcba9876543210fedcba9876543210"
	v := newVerifier(secrets(fresh, old))
	for _, token := range []string{old, fresh} {
		if !v.Form(in, parse(t, "A=1"), sign(token, in, "A1")) {
			t.Error("a token does not verify")
		}
	}
}

// TestAgreesWithTwilioGo: what the vendor's library takes is taken here. (It takes
// less: see TestSignatureQuirks.)
func TestAgreesWithTwilioGo(t *testing.T) {
	theirs, ours := client.NewRequestValidator(hookToken), newVerifier(secrets(hookToken))
	agreed := 0
	for _, file := range []string{"vectors-go.json", "vectors-node.json"} {
		for _, c := range vectors(t, file) {
			body := c.form()
			if c.JSON {
				body = c.Body
			}
			if !theirs.ValidateBody(c.URL, []byte(body), c.Sig) {
				continue
			}
			agreed++
			if c.JSON && !ours.Body(c.URL, []byte(body), c.Sig) || !c.JSON && !ours.Form(c.URL, parse(t, body), c.Sig) {
				t.Errorf("%s: twilio-go takes it", c.Name)
			}
		}
	}
	if agreed < 20 {
		t.Errorf("twilio-go takes only %d vectors", agreed)
	}
}

// TestCalled: the URL is made of the configured one and the request's own path and
// query; what it says of host and scheme does not count.
func TestCalled(t *testing.T) {
	for _, c := range []struct{ public, uri, want string }{
		{"https://bridge.example", "/channels/sms/inbound", "https://bridge.example/channels/sms/inbound"},
		{"https://bridge.example/", "/channels/sms/inbound", "https://bridge.example/channels/sms/inbound"},
		{"https://bridge.example/base", "/channels/sms/inbound", "https://bridge.example/base/channels/sms/inbound"},
		{"https://bridge.example:8443", "/channels/sms/status?m=1&k=%2f", "https://bridge.example:8443/channels/sms/status?m=1&k=%2f"},
		{"https://bridge.example#rc=3", "/channels/sms/inbound", "https://bridge.example/channels/sms/inbound"},
		{"https://bridge.example", "/channels/sms/inbound?", "https://bridge.example/channels/sms/inbound?"},
		{"https://bridge.example", "/channels/sms/inbound?u=http://x", "https://bridge.example/channels/sms/inbound?u=http://x"},
		{"https://bridge.example", "http://evil.example/channels/sms/inbound", "https://bridge.example/channels/sms/inbound"},
	} {
		r := httptest.NewRequest(http.MethodPost, "/", http.NoBody)
		r.RequestURI, r.Host = c.uri, "evil.example"
		r.Header.Set("X-Forwarded-Host", "evil.example")
		r.Header.Set("X-Forwarded-Proto", "http")
		r.Header.Set("Forwarded", "host=evil.example;proto=http")
		if got := (Callbacks{PublicURL: c.public}).Called(r); got != c.want {
			t.Errorf("%s and %s: %s, want %s", c.public, c.uri, got, c.want)
		}
	}
}

func TestExplain(t *testing.T) {
	const want = "https://bridge.example/channels/sms/inbound"
	for configured, says := range map[string]string{
		want:                  "",
		want + "#rc=5&rp=all": "",
		want + "#rc=2":        "",
		"https://bridge.example:443/channels/sms/inbound": "",
		"https://BRIDGE.example/channels/sms/inbound":     "the URL differs",
		"": "no webhook URL is set at Twilio; write " + want + "#rc=5&rp=all",
		"http://bridge.example/channels/sms/inbound":           "it begins with http, not with https",
		"https://other.example/channels/sms/inbound":           "another host",
		"https://bridge.example:8443/channels/sms/inbound":     "another port",
		"https://u:geheim@bridge.example/channels/sms/inbound": "a user name or password",
		"https://bridge.example/channels/sms":                  "another path",
		want + "/":                                             "another path",
		want + "?key=geheim":                                   "another query",
		"bridge.example/channels/sms":                          "it is no URL",
	} {
		got := explain(want, configured)
		if (got == "") != (says == "") || !strings.Contains(got, says) {
			t.Errorf("%q: %q, want %q", configured, got, says)
		}
		if strings.Contains(got, "geheim") {
			t.Errorf("%q: %q tells a secret", configured, got)
		}
	}
}

// FuzzSignature: what is signed verifies, and a changed signature does not.
func FuzzSignature(f *testing.F) {
	f.Add("https://bridge.example/in?n=O'Neil", "Body", "yes; é\r\n", "From", "+1")
	f.Add("http://[::1]:8080/in#rc=1", "K", "", "K", "b")
	f.Add("://", "", "", "\xff", "\x00")
	f.Add("HTTPS://U@H:443", "a", "b", "c", "d")
	f.Fuzz(func(t *testing.T, u, k1, v1, k2, v2 string) {
		values := url.Values{k1: {v1}}
		values.Add(k2, v2)
		form, err := parseForm([]byte(values.Encode()))
		if err != nil {
			return
		}
		v := newVerifier(secrets(hookToken))
		signature := signForm(hookToken, withoutFragment(u), values)
		if !v.Form(u, form, signature) {
			t.Error("a signature does not verify")
		}
		if v.Form(u, form, signForm("another0token0another0token0anot", withoutFragment(u), values)) {
			t.Error("the signature of another token verifies")
		}
		if v.Form(u, form, u) || v.Form(u, form, v1) {
			t.Error("a text verifies as a signature")
		}
		_ = shown(u)
		_ = explain(u, k1)
		_ = v.Body(u, []byte(v1), k1)
	})
}
