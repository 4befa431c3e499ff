package twilio

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestParseForm(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       []param
	}{
		{"empty", "", nil},
		{"plain", "A=1&B=2", []param{{"A", "1"}, {"B", "2"}}},
		{"escapes and plus", "B=a%3Bb+c%2B&%C3%A9=%F0%9F%A6%8A", []param{{"B", "a;b c+"}, {"é", "🦊"}}},
		{"raw semicolon", "B=a;b&C=1", []param{{"B", "a;b"}, {"C", "1"}}},
		{"no value", "A&B=&=C", []param{{"A", ""}, {"B", ""}, {"", "C"}}},
		{"empty fields", "&&A=1&", []param{{"A", "1"}}},
		{"equals signs", "A=b=c==", []param{{"A", "b=c=="}}},
		{"repeated", "A=1&A=2", []param{{"A", "1"}, {"A", "2"}}},
		{"no UTF-8", "A=%ff", []param{{"A", "\xff"}}},
		{"NUL", "A=%00", []param{{"A", "\x00"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := parseForm([]byte(c.body))
			if err != nil || !slices.Equal(f.params, c.want) {
				t.Errorf("%q, %v; want %q", f.params, err, c.want)
			}
		})
	}
}

func TestParseFormRefuses(t *testing.T) {
	for name, body := range map[string]string{
		"truncated escape":        "Body=secret%2",
		"escape of nothing":       "Body=secret%",
		"escape that is no digit": "Body=%zzsecret",
		"escape in a name":        "%G1=secret",
		"too many parameters":     strings.Repeat("a=1&", maxParams+1),
		"too long":                "Body=" + strings.Repeat("x", MaxForm),
	} {
		_, err := parseForm([]byte(body))
		if !errors.Is(err, errForm) {
			t.Errorf("%s: %v", name, err)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error repeats what was sent: %v", name, err)
		}
	}
	if _, err := parseForm([]byte(strings.Repeat("a=1&", maxParams))); err != nil {
		t.Errorf("as many parameters as may be: %v", err)
	}
	if _, err := parseForm([]byte("Body=" + strings.Repeat("x", MaxForm-5))); err != nil {
		t.Errorf("as long as may be: %v", err)
	}
}

// TestLongestTextFits: a text of 4096 characters that each take 12 bytes.
func TestLongestTextFits(t *testing.T) {
	v := url.Values{"Body": {strings.Repeat("🦊", 4096)}, "ProfileName": {strings.Repeat("🦊", 200)}, "ChannelMetadata": {strings.Repeat(`{"`, 4000)}}
	if n := len(v.Encode()); n > MaxForm {
		t.Errorf("%d bytes", n)
	}
}

func TestUnclear(t *testing.T) {
	for body, want := range map[string]string{
		"Body=a&Body=a":                             "",
		"Body=a&Body=b":                             "Body",
		"Unknown=a&Unknown=b":                       "",
		"ButtonPayload=&ButtonPayload=approve:x":    "ButtonPayload",
		"MediaUrl0=a&MediaUrl0=b":                   "MediaUrl0",
		"MediaUrlX=a&MediaUrlX=b":                   "",
		"From=%2B1&To=%2B2&From=%2B3":               "From",
		"MessageSid=SM1&MessageSid=SM1&MessageSid=": "MessageSid",
	} {
		if got := parse(t, body).unclear(); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}

func FuzzForm(f *testing.F) {
	for _, s := range []string{
		"", "A=1&B=2", "Body=a%3Bb+c", "Body=a;b", "%", "A=%ff%00", "=&=&&", "Body=a&Body=b&MessageSid=SM" + strings.Repeat("0", 32) + "&From=x",
		"MessageSid=SM" + strings.Repeat("a", 32) + "&From=whatsapp:%2B393331234567&Latitude=NaN&Longitude=1&NumMedia=3&MediaUrl0=x&ListTitle=%E2%80%AEx",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		form, err := parseForm(body)
		want, theirs := url.ParseQuery(string(body))
		if err != nil {
			if theirs == nil && len(body) <= MaxForm && len(form.params) <= maxParams && strings.Count(string(body), "&") < maxParams {
				t.Errorf("net/url reads it: %v", err)
			}
			return
		}
		if theirs == nil {
			n := 0
			for name, values := range want {
				n += len(values)
				if form.Get(name) != values[0] {
					t.Errorf("%q: %q, net/url has %q", name, form.Get(name), values[0])
				}
			}
			if n != len(form.params) {
				t.Errorf("%d parameters, net/url has %d", len(form.params), n)
			}
		}
		v := newVerifier(secrets(hookToken))
		if !v.Form("https://x/in", form, sign(hookToken, "https://x/in", form.signed())) {
			t.Error("its own signature does not verify")
		}
		_, _ = report(form)
		m, err := readMessage(form)
		if err != nil {
			return
		}
		in, err := m.Inbound("sms", when)
		if err != nil {
			t.Fatalf("%+v: %v", m, err)
		}
		if len(m.Media) > maxMedia || strings.ContainsFunc(in.Unquoted, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' }) {
			t.Errorf("%q", in.Unquoted)
		}
		if r := []rune(in.FromName); len(r) > 200 {
			t.Errorf("a name of %s runes", strconv.Itoa(len(r)))
		}
		_, _ = m.Consent(SMSWords(), true)
	})
}

var when = time.Date(2026, 11, 22, 5, 0, 0, 0, time.UTC)
