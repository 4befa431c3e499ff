package agp

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/internal/noerr"
)

const seed = `{"protocol":"agp/1","from_agent":"agnt_consumer_42","to":"agnt_venue_la_brisa","intent":"booking.search",` +
	`"payload":{"party_size":4,"date":"2026-04-20","time":"19:30"},"agent_context":{"locale":"en","tier":"pro"},"ttl_ms":15000,"timestamp":"2026-04-11T10:22:03Z"}`

var (
	secret = []byte("test-signing-key")
	sent   = time.Date(2026, 4, 11, 10, 22, 3, 0, time.UTC)
)

func decode(t *testing.T, text string) Message {
	t.Helper()
	m, err := Decode([]byte(text))
	noerr.Must(t, err)
	return m
}

func code(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

func TestDecode(t *testing.T) {
	m := decode(t, strings.ReplaceAll(seed, ",", " ,\n"))
	switch {
	case m.From != "agnt_consumer_42" || m.To != "agnt_venue_la_brisa" || m.Intent != Search || m.TTL != 15*time.Second || !m.Time.Equal(sent):
		t.Errorf("%+v", m.Envelope)
	case string(m.Payload) != `{"date":"2026-04-20","party_size":4,"time":"19:30"}` || string(m.Context) != `{"locale":"en","tier":"pro"}`:
		t.Errorf("%s %s", m.Payload, m.Context)
	case m.Stamp != "2026-04-11T10:22:03Z" || m.Correlation() != "":
		t.Errorf("%s %s", m.Stamp, m.Correlation())
	}
}

// TestShape: eight fields, each of its kind, and nothing that two readers read differently.
func TestShape(t *testing.T) {
	change := func(old, now string) string {
		if !strings.Contains(seed, old) {
			t.Fatalf("%s is not in the example", old)
		}
		return strings.Replace(seed, old, now, 1)
	}
	for name, tt := range map[string]struct {
		text string
		want Code
	}{
		"seven fields":             {change(`"ttl_ms":15000,`, ``), InvalidEnvelope},
		"nine fields":              {change(`"ttl_ms":15000`, `"ttl_ms":15000,"correlation_id":"x"`), InvalidEnvelope},
		"the signature in it":      {change(`"ttl_ms":15000`, `"ttl_ms":15000,"signature":"x"`), InvalidEnvelope},
		"another case":             {change(`"to":`, `"To":`), InvalidEnvelope},
		"both cases":               {change(`"to":`, `"TO":"mallory","to":`), InvalidEnvelope},
		"a name twice":             {change(`"to":`, `"to":"mallory","to":`), InvalidEnvelope},
		"a name twice, escaped":    {change(`"to":`, `"t\u006f":"mallory","to":`), InvalidEnvelope},
		"twice in the payload":     {change(`"party_size":4`, `"party_size":4,"party_size":40`), InvalidEnvelope},
		"a big number":             {change(`"party_size":4`, `"party_size":9007199254740993`), InvalidEnvelope},
		"a list":                   {"[" + seed + "]", InvalidEnvelope},
		"null":                     {"null", InvalidEnvelope},
		"nothing":                  {"", InvalidEnvelope},
		"cut off":                  {seed[:len(seed)-1], InvalidEnvelope},
		"something behind it":      {seed + "{}", InvalidEnvelope},
		"too large":                {change(`"party_size":4`, `"x":"`+strings.Repeat("x", MaxBody)+`"`), InvalidEnvelope},
		"another version":          {change(`agp/1`, `agp/2`), UnsupportedProtocol},
		"a number as version":      {change(`"agp/1"`, `1`), UnsupportedProtocol},
		"a sender that is none":    {change(`"agnt_consumer_42"`, `null`), InvalidEnvelope},
		"a sender without a name":  {change(`"agnt_consumer_42"`, `""`), InvalidEnvelope},
		"a sender of two lines":    {change(`agnt_consumer_42`, `a\nb`), InvalidEnvelope},
		"a long recipient":         {change(`agnt_venue_la_brisa`, strings.Repeat("x", 129)), InvalidEnvelope},
		"an intent that is none":   {change(`"booking.search"`, `["booking.search"]`), InvalidEnvelope},
		"a payload that is a list": {change(`{"party_size":4,"date":"2026-04-20","time":"19:30"}`, `[]`), InvalidEnvelope},
		"a payload of null":        {change(`{"party_size":4,"date":"2026-04-20","time":"19:30"}`, `null`), InvalidEnvelope},
		"a context that is a text": {change(`{"locale":"en","tier":"pro"}`, `"x"`), InvalidEnvelope},
		"no time to live":          {change(`15000`, `0`), InvalidEnvelope},
		"a negative one":           {change(`15000`, `-1`), InvalidEnvelope},
		"a fraction":               {change(`15000`, `1.5`), InvalidEnvelope},
		"a text":                   {change(`15000`, `"15000"`), InvalidEnvelope},
		"a day":                    {change(`2026-04-11T10:22:03Z`, `2026-04-11`), InvalidEnvelope},
		"no zone":                  {change(`2026-04-11T10:22:03Z`, `2026-04-11T10:22:03`), InvalidEnvelope},
		"a comma":                  {change(`10:22:03Z`, `10:22:03,5Z`), InvalidEnvelope},
		"no day of the calendar":   {change(`2026-04-11`, `2026-02-30`), InvalidEnvelope},
		"a time as a number":       {change(`"2026-04-11T10:22:03Z"`, `1775902923`), InvalidEnvelope},
	} {
		if m, err := Decode([]byte(tt.text)); code(err) != tt.want {
			t.Errorf("%s: %+v, %v", name, m.Envelope, err)
		}
	}
	for name, text := range map[string]string{
		"no context":           change(`{"locale":"en","tier":"pro"}`, `null`),
		"an empty one":         change(`{"locale":"en","tier":"pro"}`, `{}`),
		"an unknown intent":    change(`booking.search`, `booking.cancel`), // the receiver's table says what there is
		"more than 15 seconds": change(`15000`, `9007199254740991`),
		"another zone":         change(`10:22:03Z`, `12:22:03.5+02:00`),
	} {
		if m, err := Decode([]byte(text)); err != nil || m.Cap() != MaxTTL {
			t.Errorf("%s: %+v, %v", name, m.Envelope, err)
		}
	}
}

// TestVectors: the committed signatures, which test/interop/wire makes with the libraries of
// Go, Node and Python alone.
func TestVectors(t *testing.T) {
	b, err := os.ReadFile("testdata/vectors.json")
	noerr.Must(t, err)
	var cases []struct {
		Name, Key, Body, Signature string
		Scheme                     Scheme
	}
	if err := json.Unmarshal(b, &cases); err != nil || len(cases) < 8 {
		t.Fatalf("%d vectors, %v", len(cases), err)
	}
	for _, c := range cases {
		m := decode(t, c.Body)
		keys := []Key{{Secret: []byte(c.Key)}}
		if got := m.Sign(c.Scheme, keys, sent); got != "v1="+c.Signature {
			t.Errorf("%s: %s", c.Name, got)
		}
		if err := m.Verify(c.Scheme, []string{"v1=" + c.Signature}, keys, sent); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
	// The vector that was computed when the rules were written down.
	if cases[0].Signature != "070f5934299b986cca3c97c9fcd10f92b2232f8931eba6c7df6aa854c0b2177c" {
		t.Error("the first vector is another one")
	}
}

func TestEncode(t *testing.T) {
	e := Envelope{From: "a", To: "b <c>", Intent: Ping, TTL: 1500 * time.Millisecond, Time: sent.Add(5)}
	m, err := Encode(e)
	noerr.Must(t, err)
	const want = `{"agent_context":{},"from_agent":"a","intent":"network.ping","payload":{},"protocol":"agp/1","timestamp":"2026-04-11T10:22:03.000000005Z","to":"b <c>","ttl_ms":1500}`
	if string(m.Canonical) != want {
		t.Errorf("%s", m.Canonical)
	}
	for _, bad := range []Envelope{{}, {From: "a", To: "b", Intent: "c", Time: sent}, {From: "a", To: "b", Intent: "c", Time: sent, TTL: 1, Payload: json.RawMessage(`{`)}} {
		if m, err := Encode(bad); err == nil {
			t.Errorf("%s", m.Canonical)
		}
	}
}

// TestSigned: every change of an envelope is seen, and so is every other key.
func TestSigned(t *testing.T) {
	m, keys := decode(t, seed), []Key{{Secret: secret}}
	good := m.Sign(Whole, keys, sent)
	sig, err := hex.DecodeString(strings.TrimPrefix(good, "v1="))
	noerr.Must(t, err)
	for name, values := range map[string][]string{
		"hex": {good}, "upper case": {"v1=" + strings.ToUpper(hex.EncodeToString(sig))}, "base64": {"v1=" + base64.StdEncoding.EncodeToString(sig)},
		"the second of a list": {"v1=" + strings.Repeat("0", 64) + ", " + good}, "the second of two": {"v2=x", good},
	} {
		if err := m.Verify(Whole, values, keys, sent); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, values := range map[string][]string{
		"none": nil, "empty": {""}, "no version": {hex.EncodeToString(sig)}, "another version": {"v2=" + hex.EncodeToString(sig)}, "shorter": {good[:len(good)-2]},
		"one bit": {"v1=" + hex.EncodeToString(append([]byte{sig[0] ^ 1}, sig[1:]...))}, "none of it": {"v1="},
		"behind too many": {strings.Repeat("v1="+strings.Repeat("0", 64)+",", 4) + good},
	} {
		if err := m.Verify(Whole, values, keys, sent); code(err) != InvalidSignature {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, other := range []string{
		strings.Replace(seed, "party_size\":4", "party_size\":5", 1), strings.Replace(seed, "consumer_42", "consumer_43", 1),
		strings.Replace(seed, "la_brisa", "la_prisa", 1), strings.Replace(seed, "search", "confirm", 1), strings.Replace(seed, "\"pro\"", "\"max\"", 1),
		strings.Replace(seed, "15000", "14000", 1), strings.Replace(seed, ":03Z", ":04Z", 1), strings.Replace(seed, ":03Z", ":03+00:00", 1),
	} {
		if other == seed {
			t.Fatal("nothing was changed")
		}
		if err := decode(t, other).Verify(Whole, []string{good}, keys, sent); code(err) != InvalidSignature {
			t.Errorf("%s: %v", other, err)
		}
	}
	for name, err := range map[string]error{
		"another key": m.Verify(Whole, []string{good}, []Key{{Secret: []byte("another")}}, sent), "nobody": m.Verify(Whole, []string{good}, nil, sent),
		"the key of nobody": m.Verify(Whole, []string{m.Sign(Whole, []Key{{Secret: []byte("nobody has this key")}}, sent)}, nil, sent),
		"another scheme":    m.Verify(Without, []string{good}, keys, sent),
	} {
		if code(err) != InvalidSignature {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRotation: the old key counts for ten minutes more, on both sides.
func TestRotation(t *testing.T) {
	m := decode(t, seed)
	keys := Keys([]byte("new"), secret, sent)
	old := m.Sign(Whole, []Key{{Secret: secret}}, sent)
	for _, c := range []struct {
		after time.Duration
		ok    bool
	}{{-time.Hour, true}, {0, true}, {9*time.Minute + 59*time.Second, true}, {10 * time.Minute, true}, {10*time.Minute + time.Second, false}} {
		now := sent.Add(c.after)
		if err := m.Verify(Whole, []string{old}, keys, now); (err == nil) != c.ok {
			t.Errorf("%v: %v", c.after, err)
		}
		if both := strings.Contains(m.Sign(Whole, keys, now), old); both != c.ok {
			t.Errorf("%v: signed by the old key: %v", c.after, both)
		}
		if err := m.Verify(Whole, []string{m.Sign(Whole, keys[:1], now)}, keys, now); err != nil {
			t.Errorf("%v: the new key: %v", c.after, err)
		}
	}
	if ks := Keys(secret, nil, time.Time{}); len(ks) != 1 || !ks[0].Until.IsZero() {
		t.Errorf("%+v", ks)
	}
}

func TestFresh(t *testing.T) {
	m := decode(t, seed)
	for after, ok := range map[time.Duration]bool{
		0: true, 299 * time.Second: true, 300 * time.Second: true, 301 * time.Second: false, 300*time.Second + 1: false,
		-300 * time.Second: true, -301 * time.Second: false, 24 * time.Hour: false,
	} {
		if err := m.Fresh(sent.Add(after)); (err == nil) != ok || err != nil && code(err) != TimestampExpired {
			t.Errorf("%v: %v", after, err)
		}
	}
}

// TestTuple: what makes two envelopes one event.
func TestTuple(t *testing.T) {
	m := decode(t, seed)
	for old, now := range map[string]string{"party_size\":4": "party_size\":5", "15000": "1", "\"en\"": "\"de\"", ":03Z": ":03.000+00:00"} {
		if o := decode(t, strings.Replace(seed, old, now, 1)); o.Tuple() != m.Tuple() || bytes.Equal(o.Canonical, m.Canonical) {
			t.Errorf("%s: %s", now, o.Tuple())
		}
	}
	for old, now := range map[string]string{"consumer_42": "consumer_4", "search": "confirm", "la_brisa": "other", ":03Z": ":03.000000001Z"} {
		if o := decode(t, strings.Replace(seed, old, now, 1)); o.Tuple() == m.Tuple() {
			t.Errorf("%s is the same event", now)
		}
	}
}

func TestAnswers(t *testing.T) {
	q := decode(t, strings.Replace(seed, `"tier":"pro"`, `"correlation_id":"c-7"`, 1)).Envelope
	if q.Correlation() != "c-7" {
		t.Errorf("correlation %q", q.Correlation())
	}
	a, err := Encode(q.Answer(json.RawMessage(`{"slots":[]}`), sent.Add(time.Second)))
	if err != nil || a.From != q.To || a.To != q.From || !bytes.Equal(a.Context, q.Context) || a.Answers(q) != "" {
		t.Fatalf("%s, %v: %s", a.Canonical, err, a.Answers(q))
	}
	for name, change := range map[string]func(*Envelope){
		"to somebody else": func(e *Envelope) { e.To = "mallory" }, "from somebody else": func(e *Envelope) { e.From = "mallory" }, "to ourselves": func(e *Envelope) { e.From, e.To = e.To, e.From },
		"another intent": func(e *Envelope) { e.Intent = Confirm }, "another context": func(e *Envelope) { e.Context = json.RawMessage(`{}`) },
	} {
		e := a.Envelope
		change(&e)
		if e.Answers(q) == "" {
			t.Errorf("%s is an answer", name)
		}
	}
	for _, c := range []string{`{"correlation_id":7}`, `{"correlation_id":"a\nb"}`, `{"correlation_id":""}`, `{}`, `null`, `{"correlation_id":"` + strings.Repeat("x", 129) + `"}`} {
		if id := (Envelope{Context: json.RawMessage(c)}).Correlation(); id != "" {
			t.Errorf("%s: %q", c, id)
		}
	}
}

// TestCodes: what each code is on the wire, and whether it is tried again (G14, G20, A11).
func TestCodes(t *testing.T) {
	want := map[Code]int{
		InvalidEnvelope: 400, UnsupportedProtocol: 400, InvalidSignature: 401, TimestampExpired: 401, UnknownIntent: 404, IdempotencyConflict: 409,
		CircuitOpen: 503, ProbeFailed: 503, VenueUnreachable: 503, TTLExceeded: 504,
	}
	backs := []Code{CircuitOpen, ProbeFailed, VenueUnreachable, TTLExceeded}
	for c, status := range want {
		if c.Status() != status || c.Backs() != slices.Contains(backs, c) {
			t.Errorf("%s: %d, %v", c, c.Status(), c.Backs())
		}
	}
	if Code("new").Status() != 502 || Code("new").Backs() {
		t.Error("a new code")
	}
	f := Failure{Err: Error{Code: CircuitOpen, Message: "m", RequestID: "r", Retryable: true}, Context: json.RawMessage(`{"a":1}`), Breaker: Snapshot{State: "open", Failures: 5, OpenedAt: sent, RetryAfter: 7}}
	b, err := json.Marshal(f)
	const text = `{"error":{"code":"circuit_open","message":"m","request_id":"r","retryable":true},"agent_context":{"a":1},"breaker":{"state":"open","failures":5,"opened_at":"2026-04-11T10:22:03Z","retry_after_ms":7}}`
	if err != nil || string(b) != text {
		t.Errorf("%s, %v", b, err)
	}
	if back, ok := DecodeFailure(b); !ok || back.Err != f.Err || back.Breaker != f.Breaker {
		t.Errorf("%+v", back)
	}
	for _, none := range []string{``, `{}`, `[]`, `"x"`, `{"error":"x"}`, seed} {
		if f, ok := DecodeFailure([]byte(none)); ok {
			t.Errorf("%s is %+v", none, f)
		}
	}
}

func TestBreaker(t *testing.T) {
	var b Breaker
	now := sent
	call := func(r Result) bool {
		leave, _, ok := b.Enter(now)
		if ok {
			leave(now, r)
		}
		return ok
	}
	state := func(want string) {
		t.Helper()
		if s := b.Snapshot(now); s.State != want || (s.RetryAfter > 0) != (want == "open") || s.OpenedAt.IsZero() != (want == "closed") {
			t.Errorf("%+v, want %s", s, want)
		}
	}
	for range 4 {
		call(Failed)
	}
	call(Answered) // forgets
	for range 4 {
		call(Failed)
		now = now.Add(10 * time.Second)
	}
	call(Failed) // the fifth, but not within 30 s
	state("closed")
	for range 4 {
		call(Failed)
	}
	state("open")
	if call(Answered) {
		t.Error("it was called while it is open")
	}
	now = now.Add(openFor)
	state("half_open")
	leave, probe, ok := b.Enter(now)
	if !ok || !probe {
		t.Fatal("no probe")
	}
	if _, _, again := b.Enter(now); again {
		t.Error("two probes")
	}
	leave(now, Failed)
	state("open")
	now = now.Add(openFor)
	call(Nothing) // says nothing
	state("half_open")
	if leave, probe, ok = b.Enter(now); !ok || !probe {
		t.Fatal("no second probe")
	}
	leave(now, Answered)
	state("closed")
	if leave, probe, ok := b.Enter(now); !ok || probe {
		t.Error("it is not closed")
	} else {
		leave(now, Answered)
	}
}

// FuzzDecode: what is read has eight fields, encodes to itself, and is verified by its own
// signature only.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(seed))
	f.Add([]byte(strings.Replace(seed, `"ttl_ms":15000`, `"ttl_ms":1e3,"x":1`, 1)))
	f.Add([]byte(strings.Replace(seed, `{"locale":"en","tier":"pro"}`, `null`, 1)))
	keys := []Key{{Secret: secret}}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := Decode(b)
		if err != nil {
			if code(err) == "" {
				t.Fatalf("%q: %v", b, err)
			}
			return
		}
		again, err := Decode(m.Canonical)
		if err != nil || !bytes.Equal(again.Canonical, m.Canonical) || again.Tuple() != m.Tuple() {
			t.Fatalf("%q: %v", b, err)
		}
		for _, s := range []Scheme{Whole, Without} {
			if err := again.Verify(s, []string{m.Sign(s, keys, sent)}, keys, sent); err != nil {
				t.Fatalf("%q: %v", b, err)
			}
		}
		_ = m.Correlation()
	})
}

func TestParseKeys(t *testing.T) {
	long, other := strings.Repeat("a", LeastKey), strings.Repeat("b", LeastKey)
	for name, c := range map[string]struct {
		secrets []string
		at      string
		keys    int
		inTime  bool
	}{
		"one": {[]string{long}, "", 1, false}, "two": {[]string{long, other}, "2026-04-11T10:22:03Z", 2, false},
		"two without a time": {[]string{long, other}, "", 0, true}, "one with a time": {[]string{long}, "2026-04-11T10:22:03Z", 0, true},
		"no time": {[]string{long, other}, "yesterday", 0, true}, "short": {[]string{long[1:]}, "", 0, false}, "three": {[]string{long, other, other}, "", 0, false}, "none": {nil, "", 0, false},
	} {
		ks, problem, write, inTime := parseKeys(c.secrets, c.at)
		if len(ks) != c.keys || (problem == "") != (c.keys > 0) || (write == "") != (c.keys > 0) || inTime != c.inTime {
			t.Errorf("%s: %d keys, %q, %q", name, len(ks), problem, write)
		}
	}
}
