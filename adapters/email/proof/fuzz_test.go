package proof

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bridge/core/message"
	"bridge/internal/noerr"
)

// A result that is read says the same when it is written again plainly, and no
// method comes out of a quoted string or a comment.
func FuzzParseAuthResult(f *testing.F) {
	for _, s := range []string{
		"mx.test; none", "mx 1; dmarc=pass (c) header.from=a.test; spf=fail reason=\"x;y\" smtp.mailfrom=\"a\\\"b\"@c",
		`mx; spf=pass smtp.mailfrom="x; dmarc=pass header.from=bank.test y"@evil.test; dmarc=fail header.from=evil.test`,
		"mx (((;); dkim/1=pass", "mx; a=b c.d=\"", "mx; a=b\\", "\"", "(",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, ok := parseAuthResult(s)
		if !ok {
			return
		}
		quoted := false
		depth, semis := 0, 0
		for i := 0; i < len(s); i++ { // a scanner as simple as can be
			switch c := s[i]; {
			case c == '\\' && (quoted || depth > 0):
				i++
			case quoted:
				quoted = c != '"'
			case depth > 0 && c == '(' || c == '(':
				depth++
			case depth > 0 && c == ')':
				depth--
			case depth > 0:
			case c == '"':
				quoted = true
			case c == ';':
				semis++
			}
		}
		if len(r.methods) > semis || len(r.methods) == 0 && semis != 1 {
			t.Errorf("%q: %d methods from %d parts: %+v", s, len(r.methods), semis, r)
		}
		for _, m := range r.methods {
			if strings.ContainsAny(m.name+m.result, "\";() =") {
				t.Errorf("%q: %+v", s, m)
			}
		}
	})
}

// Whatever comes, there is a result, and no proof without a signature.
func FuzzCheck(f *testing.F) {
	w := newWorld()
	c := w.checker("mx.bridge.test")
	signed := w.ed.Sign(crlf(plainMail))
	f.Add([]byte(signed), 0, byte(0))
	f.Add([]byte(crlf(plainMail)), 10, byte('x'))
	f.Add([]byte("Authentication-Results: mx.evil.test; dmarc=pass header.from=example.com\r\n"+crlf(plainMail)), 3, byte('\r'))
	f.Fuzz(func(t *testing.T, raw []byte, at int, b byte) {
		if len(raw) > 0 {
			raw = append([]byte(nil), raw...)
			raw[((at%len(raw))+len(raw))%len(raw)] = b
		}
		m := mailOf(string(raw))
		r, err := c.Check(context.Background(), m)
		if err != nil {
			t.Fatalf("Check: %v", err)
		}
		if r.Trust == message.Verified && !strings.Contains(strings.ToLower(string(raw)), "dkim-signature") &&
			!strings.Contains(strings.ToLower(string(raw)), "authentication-results") {
			t.Errorf("proven by nothing: %q", r.Why)
		}
		if len(strings.Join(r.Why, "")) > 4000 {
			t.Errorf("%d bytes of reasons", len(strings.Join(r.Why, "")))
		}
	})
}

// TestNoMutationSurvives changes signed mails in every way a thief of one may, and
// compares what is left with what was signed.
func TestNoMutationSurvives(t *testing.T) {
	w := newWorld()
	c := w.checker()
	r := rand.New(rand.NewPCG(1, 2))
	fields := []string{
		"From: dana@example.com", "From: Dana <dana@example.com>", "Subject: yes [approval:7X7X7X]", "In-Reply-To: <other@bridge.test>",
		"References: <other@bridge.test>", "Content-Type: text/html", "Content-Transfer-Encoding: base64", "Date: Fri, 20 Nov 2026 09:10:00 +0000",
		"To: agent@bridge.test", "Message-ID: <new@example.com>", "MIME-Version: 1.0", "Content-Disposition: attachment",
	}
	junk := []string{"\r\n", "\r", "\n", "\x00", " ", "\t", ":", ";", "\"", "(", "\r\n ", "\r\n\r\n", "x", "\r\r\n", "=", "no "}
	survived := 0
	for i := range 1000 {
		s := w.ed
		if i%2 == 0 {
			s.Fields = []string{"From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "MIME-Version", "Content-Type"}
		}
		original := s.Sign(crlf(plainMail))
		raw := original
		for range 1 + r.IntN(3) {
			at := r.IntN(len(raw))
			switch r.IntN(5) {
			case 0:
				raw = fields[r.IntN(len(fields))] + "\r\n" + raw
			case 1: // before one of its lines
				if j := strings.Index(raw[at:], "\r\n"); j >= 0 {
					raw = raw[:at+j] + "\r\n" + fields[r.IntN(len(fields))] + raw[at+j:]
				}
			case 2:
				raw = raw[:at] + junk[r.IntN(len(junk))] + raw[at:]
			case 3:
				raw = raw[:at] + raw[min(len(raw), at+1+r.IntN(20)):]
			case 4:
				raw = raw[:at] + string(rune(32+r.IntN(95))) + raw[at+1:]
			}
			if raw == "" {
				raw = original
			}
		}
		res, err := c.Check(context.Background(), mailOf(raw))
		noerr.Must(t, err)
		if res.Trust != message.Verified {
			continue
		}
		survived++
		open := append(slices.Clone(res.Unproven), slices.DeleteFunc(everything(), func(n string) bool { return slices.Contains(res.Covered, n) })...)
		if was, is := meaning(t, original, open), meaning(t, raw, open); was != is {
			t.Fatalf("still proven:\n%s\nwas %s\n is %s", raw, was, is)
		}
	}
	if survived == 0 || survived > 900 {
		t.Errorf("%d of 1000 survived: the test says little", survived)
	}
}

// meaning is what a mail says, blanks folded.
func meaning(t *testing.T, raw string, unproven []string) string {
	b, err := readBlock(strings.NewReader(raw), int64(len(raw)))
	noerr.Must(t, err)
	var out strings.Builder
	for _, name := range append(everything(), must...) {
		for _, f := range b.all(name) {
			if !slices.Contains(unproven, name) {
				fmt.Fprintf(&out, "%s=%q ", name, strings.Join(strings.Fields(f.value()), " "))
			}
		}
	}
	return out.String() + strings.Join(strings.Fields(raw[b.body:]), " ")
}
