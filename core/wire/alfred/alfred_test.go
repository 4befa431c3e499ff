package alfred

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"bridge/core/wire/canonical"
	"bridge/internal/noerr"
)

const seed = `{"envelope":{"metadata":{"id":"123e4567-e89b-12d3-a456-426614174000","version":"2.1.0","timestamp":"2025-05-13T14:30:00.000Z",` +
	`"correlation_id":"123e4567-e89b-12d3-a456-426614174001","trace_id":"abc123def456ghi789"},"routing":{"source":{"agent_id":"alfred-bot",` +
	`"service_id":"alfred-bot-service"},"destination":{"agent_id":"social-intelligence-agent","service_id":"social-intelligence-service"},` +
	`"reply_to":"a2a.tasks.completed.alfred-bot"},"security":{"auth_token":"eyJ","tenant_id":"default"}},"message":{"type":"TASK_REQUEST",` +
	`"intent":"TREND_ANALYSIS","payload":{"query":"artificial intelligence advancements"}}}`

var sent = time.Date(2025, 5, 13, 14, 30, 0, 0, time.UTC)

// schema is the schema of the seed, in the hands of a library.
func schema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat() // draft-07 leaves uuid and date-time to those who ask
	s, err := c.Compile("testdata/schema.json")
	noerr.Must(t, err)
	return s
}

// sameAs reports whether a canonical form is of the schema, and fails where our reading of it
// differs. Times may differ: the schema takes leap seconds and more digits.
func sameAs(t testing.TB, s *jsonschema.Schema, form []byte) bool {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(form))
	noerr.Must(t, err)
	var m Message
	wrong, _ := m.read(form)
	if err = s.Validate(v); (err == nil) != (wrong == "") && wrong != "/envelope/metadata/timestamp (format)" {
		t.Errorf("%s: %q, and by the schema %v", form, wrong, err)
	}
	return err == nil
}

func code(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

func change(t *testing.T, old, now string) string {
	t.Helper()
	if !strings.Contains(seed, old) {
		t.Fatalf("%s is not in the example", old)
	}
	return strings.Replace(seed, old, now, 1)
}

func TestDecode(t *testing.T) {
	m, err := Decode([]byte(seed))
	noerr.Must(t, err)
	if m.Type != TaskRequest || m.Intent != "TREND_ANALYSIS" || m.Source != (Party{"alfred-bot", "alfred-bot-service"}) || m.Tenant != "default" || !m.Time.Equal(sent) ||
		m.ReplyTo != "a2a.tasks.completed.alfred-bot" || m.Trace != "abc123def456ghi789" || string(m.Payload) != `{"query":"artificial intelligence advancements"}` || m.V4() {
		t.Errorf("%+v", m)
	}
}

func TestShape(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want Code
	}{
		"no envelope":                    {`{"message":{"type":"EVENT","intent":"x"}}`, InvalidEnvelope},
		"no message":                     {strings.SplitN(seed, `,"message"`, 2)[0] + "}", InvalidEnvelope},
		"no id":                          {change(t, `"id":"123e4567-e89b-12d3-a456-426614174000",`, ``), InvalidEnvelope},
		"no token":                       {change(t, `"auth_token":"eyJ",`, ``), InvalidEnvelope},
		"no service":                     {change(t, `,"service_id":"alfred-bot-service"`, ``), InvalidEnvelope},
		"no type":                        {change(t, `"type":"TASK_REQUEST",`, ``), InvalidEnvelope},
		"another type":                   {change(t, `TASK_REQUEST`, `task_request`), InvalidEnvelope},
		"an id that is none":             {change(t, `123e4567-e89b-12d3-a456-426614174000`, `1`), InvalidEnvelope},
		"a correlation that is none":     {change(t, `123e4567-e89b-12d3-a456-426614174001`, `x`), InvalidEnvelope},
		"a version that is none":         {change(t, `2.1.0`, `2.1`), InvalidEnvelope},
		"a version of two lines":         {change(t, `2.1.0`, `2.1.0\n`), InvalidEnvelope},
		"version 1":                      {change(t, `2.1.0`, `1.0.0`), UnsupportedVersion},
		"version 20":                     {change(t, `2.1.0`, `20.0.0`), UnsupportedVersion},
		"no zone":                        {change(t, `14:30:00.000Z`, `14:30:00.000`), InvalidEnvelope},
		"ten digits":                     {change(t, `00.000Z`, `00.0000000001Z`), InvalidEnvelope},
		"a leap second":                  {change(t, `14:30:00.000Z`, `23:59:60Z`), InvalidEnvelope},
		"a long agent":                   {change(t, `"alfred-bot"`, `"`+strings.Repeat("x", 65)+`"`), InvalidEnvelope},
		"no agent":                       {change(t, `"alfred-bot"`, `""`), InvalidEnvelope},
		"a long tenant":                  {change(t, `"default"`, `"`+strings.Repeat("x", 65)+`"`), InvalidEnvelope},
		"a payload that is a list":       {change(t, `{"query":"artificial intelligence advancements"}`, `[]`), InvalidEnvelope},
		"a request without one":          {change(t, `,"payload":{"query":"artificial intelligence advancements"}`, ``), InvalidEnvelope},
		"a response without correlation": {strings.Replace(change(t, `TASK_REQUEST`, `TASK_RESPONSE`), `"correlation_id":"123e4567-e89b-12d3-a456-426614174001",`, ``, 1), InvalidEnvelope},
		"reply_to with blanks":           {change(t, `a2a.tasks.completed.alfred-bot`, `a topic`), InvalidEnvelope},
		"an intent of two lines":         {change(t, `TREND_ANALYSIS`, `A\nB`), InvalidEnvelope},
		"a name twice":                   {change(t, `"tenant_id":"default"`, `"tenant_id":"acme","tenant_id":"default"`), InvalidEnvelope},
		"a name in other capitals":       {change(t, `"tenant_id":"default"`, `"Tenant_ID":"acme"`), InvalidEnvelope},
		"both capitals":                  {change(t, `"agent_id":"alfred-bot"`, `"agent_id":"alfred-bot","AGENT_ID":"mallory"`), InvalidEnvelope},
		"a letter that folds":            {change(t, `"tenant_id":"default"`, `"\u017fignature":"x"`), InvalidEnvelope},
		"a big number":                   {change(t, `{"query":`, `{"n":9007199254740993,"query":`), InvalidEnvelope},
		"deep":                           {change(t, `{"query":`, `{"n":`+strings.Repeat("[", 70)+strings.Repeat("]", 70)+`,"query":`), InvalidEnvelope},
		"a list":                         {`[` + seed + `]`, InvalidEnvelope},
		"nothing":                        {``, InvalidEnvelope},
		"too large":                      {change(t, `artificial`, strings.Repeat("x", MaxBody)), InvalidEnvelope},
	} {
		if _, err := Decode([]byte(tt.text)); code(err) != tt.want {
			t.Errorf("%s: %v", name, err)
		} else if strings.Contains(err.Error(), "artificial") {
			t.Errorf("%s: the error has words of the message: %v", name, err)
		}
	}
	for name, text := range map[string]string{
		"a later version": change(t, `2.1.0`, `2.99.1`), "no correlation": change(t, `"correlation_id":"123e4567-e89b-12d3-a456-426614174001",`, ``),
		"fields that nobody knows": change(t, `"intent":`, `"priority":{"x":[1]},"intent":`), "another zone": change(t, `14:30:00.000Z`, `16:30:00+02:00`),
		"an event without payload": strings.Replace(change(t, `TASK_REQUEST`, `EVENT`), `,"payload":{"query":"artificial intelligence advancements"}`, ``, 1),
	} {
		m, err := Decode([]byte(text))
		if err != nil || m.Fresh(sent) != nil {
			t.Errorf("%s: %v", name, err)
		}
		if strings.Contains(text, "priority") && !strings.Contains(string(m.Text), `"priority":{"x":[1]}`) {
			t.Errorf("%s: lost in %s", name, m.Text)
		}
	}
}

// TestSchema: what is read is what is of the schema, with each member left out and each value
// of another type.
func TestSchema(t *testing.T) {
	of := schema(t)
	valid := func(text string) bool {
		t.Helper()
		form, err := canonical.Form([]byte(text))
		noerr.Must(t, err)
		return sameAs(t, of, form)
	}
	for _, text := range []string{
		seed, change(t, `"intent":`, `"priority":{"x":[1]},"intent":`), change(t, `,"tenant_id":"default"`, ``), change(t, `TASK_REQUEST`, `CONTROL`),
		change(t, `14:30:00.000Z`, `16:30:00+02:00`), change(t, `"default"`, `"`+strings.Repeat("é", 64)+`"`), change(t, `14:30:00.000Z`, `14:30:00.000z`),
	} {
		if !valid(text) {
			t.Errorf("%s is not of the schema", text)
		}
	}
	for _, text := range []string{"[]", "7", `"x"`, "null", change(t, `"default"`, `"`+strings.Repeat("é", 65)+`"`)} {
		if valid(text) {
			t.Errorf("%s is of the schema", text)
		}
	}
	var all func(v any, try func())
	all = func(v any, try func()) { // each member left out, and each value of another type
		m, _ := v.(map[string]any)
		for name, value := range m {
			delete(m, name)
			try()
			for _, other := range []any{nil, 7, []any{}, "", "x", map[string]any{}, strings.Repeat("x", 65)} {
				m[name] = other
				try()
			}
			m[name] = value
			all(value, try)
		}
	}
	var doc map[string]any
	noerr.Must(t, json.Unmarshal([]byte(seed), &doc))
	tried, refused := 0, 0
	all(doc, func() {
		text, err := json.Marshal(doc)
		noerr.Must(t, err)
		if tried++; !valid(string(text)) {
			refused++
		}
	})
	if tried < 150 || refused < 100 {
		t.Errorf("%d tried, %d refused", tried, refused)
	}
}

// TestVectors: the committed signatures and tokens, which test/interop/wire makes with the
// libraries of Go, Node and Python alone.
func TestVectors(t *testing.T) {
	b, err := os.ReadFile("testdata/vectors.json")
	noerr.Must(t, err)
	var cases []struct{ Name, Key, Body, Claims, Signature string }
	if err := json.Unmarshal(b, &cases); err != nil || len(cases) < 6 {
		t.Fatalf("%d vectors, %v", len(cases), err)
	}
	for _, v := range cases {
		if v.Claims != "" {
			g, err := CheckToken(v.Signature, Issuer{Name: "alfred", Secrets: [][]byte{[]byte(v.Key)}}, "alfred-bot", "social-intelligence-agent", sent)
			if err != nil || !g.Allows("TREND_ANALYSIS") || g.Allows("ANOTHER") {
				t.Errorf("%s: %+v, %v", v.Name, g, err)
			}
			continue
		}
		m, err := Decode([]byte(v.Body))
		if err != nil {
			t.Errorf("%s: %v", v.Name, err)
			continue
		}
		signed, err := Sign(m, []byte(v.Key))
		if err != nil || signed.Signature != v.Signature || signed.CheckSignature([][]byte{[]byte(v.Key)}) != nil {
			t.Errorf("%s: %s, %v", v.Name, signed.Signature, err)
		}
	}
}

func TestSigned(t *testing.T) {
	key := []byte("a key")
	m, err := Decode([]byte(seed))
	noerr.Must(t, err)
	if m, err = Sign(m, key); err != nil || m.CheckSignature([][]byte{[]byte("newer"), key}) != nil {
		t.Fatal(err)
	}
	for _, old := range []string{"alfred-bot-service", "14:30:00", "trace_id\":\"a", "eyJ", "default", "TREND", "artificial", "426614174000", "a2a.tasks"} {
		text := strings.Replace(string(m.Text), old, strings.Replace(old, old[len(old)-1:], "9", 1), 1)
		o, err := Decode([]byte(text))
		if err != nil || text == string(m.Text) {
			t.Fatalf("%s: %v", old, err)
		}
		if err := o.CheckSignature([][]byte{key}); code(err) != InvalidSignature {
			t.Errorf("%s was changed: %v", old, err)
		}
	}
	for name, s := range map[string]string{
		"none": "", "hex": "00", "cut": m.Signature[:40], "url": base64.URLEncoding.EncodeToString(bytes.Repeat([]byte{255}, 32)), "another": base64.StdEncoding.EncodeToString(make([]byte, 32)),
	} {
		o := m
		o.Signature = s
		if err := o.CheckSignature([][]byte{key}); code(err) != InvalidSignature {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := m.CheckSignature(nil); code(err) != InvalidSignature {
		t.Errorf("no keys: %v", err)
	}
}

// TestContent: a repetition may have another time, token and signature, and nothing else.
func TestContent(t *testing.T) {
	content := func(text string) string {
		t.Helper()
		m, err := Decode([]byte(text))
		noerr.Must(t, err)
		return m.Content()
	}
	first := content(seed)
	for _, same := range []string{change(t, "14:30:00", "14:33:00"), change(t, "eyJ", "another"), change(t, `"tenant_id"`, `"signature":"AAAA","tenant_id"`)} {
		if content(same) != first {
			t.Errorf("%s is another message", same)
		}
	}
	for _, other := range []string{change(t, "artificial", "natural"), change(t, "TREND", "FRIEND"), change(t, "a2a.tasks", "b2b.tasks"), change(t, `"intent":`, `"x":1,"intent":`)} {
		if content(other) == first {
			t.Errorf("%s is the same message", other)
		}
	}
}

func TestWindow(t *testing.T) {
	m, err := Decode([]byte(seed))
	noerr.Must(t, err)
	for after, ok := range map[time.Duration]bool{0: true, 300 * time.Second: true, 301 * time.Second: false, -300 * time.Second: true, -301 * time.Second: false} {
		if err := m.Fresh(sent.Add(after)); (err == nil) != ok || err != nil && code(err) != TimestampOutOfWindow {
			t.Errorf("%v: %v", after, err)
		}
	}
}

func TestAnswer(t *testing.T) {
	q, err := Decode([]byte(seed))
	noerr.Must(t, err)
	a := q.Answer(TaskResponse, json.RawMessage(`{"status":"SUCCESS","results":{}}`))
	a.ID, a.Token = "9b2d3c2e-5d0a-4d8c-9d0a-2b1f1f6d1a11", "x"
	if a, err = Encode(a, sent.Add(time.Second)); err != nil || a.Answers(q) != "" || a.Source != q.Destination || a.Destination != q.Source || a.Trace != q.Trace || a.Version != Version || a.ReplyTo != "" {
		t.Fatalf("%s, %v", a.Text, err)
	}
	alone := q
	alone.Correlation = ""
	if alone.Answer(TaskResponse, nil).Correlation != q.ID {
		t.Error("a request without a correlation id is answered under another than its id")
	}
	for name, f := range map[string]func(*Message){
		"from": func(m *Message) { m.Source.Agent = "mallory" }, "to": func(m *Message) { m.Destination.Agent = "mallory" }, "type": func(m *Message) { m.Type = Event },
		"intent": func(m *Message) { m.Intent = "X" }, "correlation": func(m *Message) { m.Correlation = q.ID }, "tenant": func(m *Message) { m.Tenant = "acme" },
	} {
		o := a
		if f(&o); o.Answers(q) == "" {
			t.Errorf("another %s is an answer", name)
		}
	}
}

func public(t *testing.T, k crypto.PublicKey) crypto.PublicKey {
	t.Helper()
	b, err := x509.MarshalPKIXPublicKey(k)
	noerr.Must(t, err)
	got, err := parsePublic(string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: b})))
	noerr.Must(t, err)
	return got
}

// TestTokens: a token is for one sender, us, an issuer's algorithm and key, and a time.
func TestTokens(t *testing.T) {
	secret := []byte("the secret of the issuer of tokens")
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	noerr.Must(t, err)
	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	noerr.Must(t, err)
	edPublic, ed, err := ed25519.GenerateKey(rand.Reader)
	noerr.Must(t, err)
	both := Issuer{Name: "alfred", Secrets: [][]byte{[]byte("newer"), secret}, Public: []crypto.PublicKey{public(t, &rsaKey.PublicKey), public(t, &ec.PublicKey), public(t, edPublic)}}
	onlyRSA := Issuer{Name: "alfred", Public: both.Public[:1]}
	claim := func(f func(jwt.MapClaims)) jwt.MapClaims {
		c := jwt.MapClaims{"iss": "alfred", "sub": "bot", "aud": "us", "exp": sent.Add(time.Hour).Unix(), "iat": sent.Unix(), "intents": []string{"X"}}
		if f != nil {
			f(c)
		}
		return c
	}
	token := func(m jwt.SigningMethod, key any, c jwt.MapClaims) string {
		t.Helper()
		s, err := jwt.NewWithClaims(m, c).SignedString(key)
		noerr.Must(t, err)
		return s
	}
	hs := func(f func(jwt.MapClaims)) string { return token(jwt.SigningMethodHS256, secret, claim(f)) }
	for name, s := range map[string]string{
		"HS256": hs(nil), "RS256": token(jwt.SigningMethodRS256, rsaKey, claim(nil)), "ES256": token(jwt.SigningMethodES256, ec, claim(nil)), "EdDSA": token(jwt.SigningMethodEdDSA, ed, claim(nil)),
		"several audiences": hs(func(c jwt.MapClaims) { c["aud"] = []string{"other", "us"} }), "expired within the leeway": hs(func(c jwt.MapClaims) { c["exp"] = sent.Add(-59 * time.Second).Unix() }),
	} {
		if g, err := CheckToken(s, both, "bot", "us", sent); err != nil || !g.Allows("X") || g.Allows("Y") {
			t.Errorf("%s: %+v, %v", name, g, err)
		}
	}
	pemOfRSA, err := x509.MarshalPKIXPublicKey(&rsaKey.PublicKey)
	noerr.Must(t, err)
	parts := strings.Split(hs(nil), ".")
	marked := jwt.NewWithClaims(jwt.SigningMethodHS256, claim(nil))
	marked.Header["crit"], marked.Header["x"] = []string{"x"}, 1
	critical, err := marked.SignedString(secret)
	noerr.Must(t, err)
	for name, s := range map[string]string{
		"none":                       token(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, claim(nil)),
		"None":                       base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"None","typ":"JWT"}`)) + "." + parts[1] + ".",
		"no signature":               parts[0] + "." + parts[1] + ".",
		"HS512":                      token(jwt.SigningMethodHS512, secret, claim(nil)),
		"another secret":             token(jwt.SigningMethodHS256, []byte("another"), claim(nil)),
		"an empty secret":            token(jwt.SigningMethodHS256, []byte(""), claim(nil)),
		"PS256":                      token(jwt.SigningMethodPS256, rsaKey, claim(nil)),
		"another issuer":             hs(func(c jwt.MapClaims) { c["iss"] = "mallory" }),
		"no issuer":                  hs(func(c jwt.MapClaims) { delete(c, "iss") }),
		"another audience":           hs(func(c jwt.MapClaims) { c["aud"] = "others" }),
		"no audience":                hs(func(c jwt.MapClaims) { delete(c, "aud") }),
		"another subject":            hs(func(c jwt.MapClaims) { c["sub"] = "mallory" }),
		"no subject":                 hs(func(c jwt.MapClaims) { delete(c, "sub") }),
		"no end":                     hs(func(c jwt.MapClaims) { delete(c, "exp") }),
		"expired":                    hs(func(c jwt.MapClaims) { c["exp"] = sent.Add(-61 * time.Second).Unix() }),
		"not yet":                    hs(func(c jwt.MapClaims) { c["nbf"] = sent.Add(61 * time.Second).Unix() }),
		"issued later":               hs(func(c jwt.MapClaims) { c["iat"] = sent.Add(61 * time.Second).Unix() }),
		"changed":                    parts[0] + "." + strings.ToUpper(parts[1][:10]) + parts[1][10:] + "." + parts[2],
		"padded":                     hs(nil) + "=",
		"what nobody understands":    critical,
		"something behind it":        hs(nil) + ".x",
		"nothing":                    "",
		"huge":                       strings.Repeat("a", 9000),
		"a public key as the secret": token(jwt.SigningMethodHS256, pemOfRSA, claim(nil)),
	} {
		for _, i := range []Issuer{both, onlyRSA, {Name: "alfred"}} {
			if g, err := CheckToken(s, i, "bot", "us", sent); code(err) != Unauthenticated || len(g.Intents) > 0 {
				t.Errorf("%s: %+v, %v", name, g, err)
			}
		}
	}
	if _, err := CheckToken(hs(nil), onlyRSA, "bot", "us", sent); err == nil {
		t.Error("an issuer of RS256 was believed an HS256")
	}
	ours, err := Token(secret, "alfred", "bot", "us", "X", "acme", sent)
	if g, err2 := CheckToken(ours, both, "bot", "us", sent.Add(TokenLife)); err != nil || err2 != nil || g.Tenant != "acme" || !g.Until.Equal(sent.Add(TokenLife)) || !g.Allows("X") {
		t.Errorf("ours: %+v, %v, %v", g, err, err2)
	}
	for _, bad := range []string{"", "x", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"} {
		if _, err := parsePublic(bad); err == nil {
			t.Errorf("%q is a key", bad)
		}
	}
}

func TestOutcome(t *testing.T) {
	o := Outcome{Status: Failed, Err: &Error{Code: RateLimitExceeded, Message: "m", Details: &Limits{60, 100, Period(time.Hour)}}, Original: json.RawMessage(`{"q":1}`)}
	b, err := o.Encode()
	if err != nil || string(b) != `{"status":"ERROR","error":{"code":"RATE_LIMIT_EXCEEDED","message":"m","details":{"retry_after":60,"limit":100,"period":"1h"}},"original_request":{"q":1}}` {
		t.Errorf("%s, %v", b, err)
	}
	if back, ok := DecodeOutcome(b); !ok || back.Err.Code != RateLimitExceeded || *back.Err.Details != *o.Err.Details {
		t.Errorf("%+v", back)
	}
	o.Original = json.RawMessage(`"` + strings.Repeat("x", MaxOriginal) + `"`)
	if b, err = o.Encode(); err != nil || len(b) > 300 {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	for _, none := range []string{``, `{}`, `{"status":"ERROR"}`, `{"status":"DONE"}`, `[]`} {
		if o, ok := DecodeOutcome([]byte(none)); ok {
			t.Errorf("%s is %+v", none, o)
		}
	}
	for d, want := range map[time.Duration]string{time.Hour: "1h", 24 * time.Hour: "1d", time.Minute: "1m", 90 * time.Second: "90s", time.Second: "1s"} {
		if got := Period(d); got != want {
			t.Errorf("%v is %s", d, got)
		}
	}
}

// FuzzDecode: what is read is of the schema, encodes to the same, and keeps every field.
func FuzzDecode(f *testing.F) {
	of := schema(f)
	f.Add([]byte(seed))
	f.Add([]byte(strings.Replace(seed, `"intent":`, `"x":{"envelope":1},"intent":`, 1)))
	f.Add([]byte(strings.Replace(seed, `"tenant_id"`, `"signature":"AAAA","tenant_id"`, 1)))
	f.Add([]byte(strings.Replace(seed, `.000Z`, `+02:00`, 1)))
	f.Add([]byte(strings.Replace(seed, `TASK_REQUEST`, `EVENT`, 1)))
	f.Fuzz(func(t *testing.T, b []byte) {
		if text, err := canonical.Form(b); err == nil { // what is read is of the schema
			sameAs(t, of, text)
		}
		m, err := Decode(b)
		if err != nil {
			if code(err) == "" {
				t.Fatalf("%q: %v", b, err)
			}
			return
		}
		again, err := Decode(m.Text)
		if err != nil || !bytes.Equal(again.Text, m.Text) {
			t.Fatalf("%q: %v", b, err)
		}
		signed, err := Sign(m, []byte("k"))
		if err != nil || signed.CheckSignature([][]byte{[]byte("k")}) != nil {
			t.Fatalf("%q: %v", b, err)
		}
		if m.Content() != signed.Content() {
			t.Fatalf("%q is another message when it is signed", b)
		}
	})
}
