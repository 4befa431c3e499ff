package people_test

import (
	"crypto/rand"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/internal/mac"
	"bridge/internal/noerr"
	"bridge/store"
	"bridge/store/records"
	"bridge/store/storetest"
)

// office has a directory with Gina and the disabled Hal, and Dana of the configuration.
type office struct {
	*testing.T
	now   time.Time
	store *records.Store
	codes people.Codes
}

func newOffice(t *testing.T) *office {
	t.Helper()
	o := &office{T: t, now: time.Date(2026, 11, 26, 8, 0, 0, 0, time.UTC)}
	s, err := storetest.File(t.Context(), filepath.Join(t.TempDir(), "bridge.db"), store.Options{})
	noerr.Must(t, err)
	t.Cleanup(func() { _ = s.Close() })
	keys, err := mac.NewKeys([]byte(strings.Repeat("k", mac.MinSecret)))
	noerr.Must(t, err)
	o.store = s
	config := message.People{{ID: "dana", Name: "Dana", Zone: time.UTC, Addresses: []message.Address{"whatsapp:+dana"}}}
	o.codes = people.Codes{Store: s, Directory: people.Directory{Config: config, Store: s}, Keys: keys, Random: rand.Reader, Now: func() time.Time { return o.now }}
	for _, e := range []people.Entry{
		{ID: "gina", Name: "Gina", Language: "it", Addresses: []people.Address{{Address: "whatsapp:+old"}}},
		{ID: "hal", Name: "Hal", Disabled: true},
		{ID: "ida", Name: "Ida", Addresses: []people.Address{{Address: "whatsapp:+ida"}}},
	} {
		noerr.Must(t, noerr.Of(s.SavePerson(t.Context(), e)))
	}
	return o
}

func (o *office) issue(c people.Code) string {
	o.Helper()
	if c.Channel == "" {
		c.Channel = "wa"
	}
	if c.Until.IsZero() {
		c.Until = o.now.Add(time.Hour)
	}
	c.By = "operator ops"
	if c.How == "" {
		c.How = "invitation of ops"
	}
	code, _, err := o.codes.Issue(o.Context(), c)
	if err != nil {
		o.Fatal(err)
	}
	return code
}

func (o *office) redeem(want people.Result, t people.Try) people.Redeemed {
	o.Helper()
	if t.Channel == "" {
		t.Channel = "wa"
	}
	r, err := o.codes.Redeem(o.Context(), t)
	if err != nil || r.Result != want {
		o.Errorf("%+v: %+v, %v, want %s", t, r, err, want)
	}
	if r.Result == people.Wrong && (r.Person != "" || r.Name != "") {
		o.Errorf("what is wrong tells of %+v", r)
	}
	return r
}

// A code counts once, on its channel, until its end, for an active person, and for an address
// that is nobody else's.
func TestRedeem(t *testing.T) {
	o := newOffice(t)
	invite := func(id message.PersonID) string { return o.issue(people.Code{Person: id, Adds: true}) }
	code := invite("gina")
	o.redeem(people.Wrong, people.Try{From: "whatsapp:+1", Code: "234567892345"})
	o.redeem(people.Wrong, people.Try{Channel: "sms", From: "sms:+1", Code: code})
	o.redeem(people.Taken, people.Try{From: "whatsapp:+dana", Code: code})
	o.redeem(people.Taken, people.Try{From: "whatsapp:+ida", Code: code})
	if r := o.redeem(people.Joined, people.Try{From: "whatsapp:+1", Code: code}); r.Person != "gina" || r.Language != "it" || r.How != "invitation of ops" {
		t.Errorf("%+v", r)
	}
	e, _, _ := o.store.PersonEntry(t.Context(), "gina")
	if a := e.Addresses[1]; a.Address != "whatsapp:+1" || !a.Verified.Equal(o.now) || !a.Consent.Equal(o.now) {
		t.Errorf("the address: %+v", a)
	}
	o.redeem(people.Already, people.Try{From: "whatsapp:+1", Code: code})
	o.redeem(people.Wrong, people.Try{From: "whatsapp:+2", Code: code})
	e.Addresses = e.Addresses[:1] // an operator takes it away: the old message brings nothing back
	noerr.Must(t, noerr.Of(o.store.SavePerson(t.Context(), e)))
	o.redeem(people.Wrong, people.Try{From: "whatsapp:+1", Code: code})

	late := invite("gina")
	o.now = o.now.Add(time.Hour)
	o.redeem(people.Wrong, people.Try{From: "whatsapp:+1", Code: late})
	o.redeem(people.Wrong, people.Try{From: "whatsapp:+1", Code: invite("hal")})
	o.redeem(people.Wrong, people.Try{From: "whatsapp:+1", Code: invite("nobody")})
	older := invite("gina")
	newer := invite("gina")
	o.redeem(people.Wrong, people.Try{From: "whatsapp:+1", Code: older})
	for range 10 { // whoever spreads it ends it
		o.redeem(people.Wrong, people.Try{Channel: "sms", From: "sms:+1", Code: newer})
	}
	o.redeem(people.Wrong, people.Try{From: "whatsapp:+1", Code: newer})

	// A claimed address becomes a proven one.
	o.redeem(people.Joined, people.Try{From: "whatsapp:+old", Code: invite("gina")})
}

// What confirms an address comes from there alone, and from who still has it; people of the
// configuration can confirm theirs, too.
func TestConfirm(t *testing.T) {
	o := newOffice(t)
	for id, a := range map[message.PersonID]message.Address{"gina": "whatsapp:+old", "dana": "whatsapp:+dana"} {
		code := o.issue(people.Code{Person: id, Address: a, How: "code"})
		o.redeem(people.Wrong, people.Try{From: "whatsapp:+1", Code: code})
		o.redeem(people.Verified, people.Try{From: a, Code: code})
		if s, ok, err := o.store.Standing(t.Context(), a); err != nil || !ok || s.Person != id || !s.Proven.Equal(o.now) {
			t.Errorf("%s: %+v, %v, %v", id, s, ok, err)
		}
	}
	code := o.issue(people.Code{Person: "ida", Address: "whatsapp:+ida", How: "code"})
	e, _, _ := o.store.PersonEntry(t.Context(), "ida")
	e.Addresses = nil
	noerr.Must(t, noerr.Of(o.store.SavePerson(t.Context(), e)))
	o.redeem(people.Wrong, people.Try{From: "whatsapp:+ida", Code: code})
}

// Where a sender can be forged, the number has to read what goes there, too.
func TestForgeable(t *testing.T) {
	o := newOffice(t)
	code := o.issue(people.Code{Person: "gina", Adds: true})
	try := people.Try{From: "sms:+1", Code: code, Forgeable: true}
	second := o.redeem(people.Confirm, try).Code
	if again := o.redeem(people.Confirm, try).Code; again != second || second == code || len(second) != len(code) {
		t.Errorf("the second code: %q, then %q", second, again)
	}
	o.redeem(people.Wrong, people.Try{From: "sms:+2", Code: code, Forgeable: true})
	o.redeem(people.Wrong, people.Try{From: "sms:+2", Code: second, Forgeable: true})
	if _, known, _ := o.codes.Directory.ByAddress(t.Context(), "sms:+1"); known {
		t.Error("one code was enough")
	}
	o.redeem(people.Joined, people.Try{From: "sms:+1", Code: second, Forgeable: true})
	o.redeem(people.Already, people.Try{From: "sms:+1", Code: second, Forgeable: true})
}

// Of many who send one code at once, one is bound.
func TestRace(t *testing.T) {
	o := newOffice(t)
	code := o.issue(people.Code{Person: "gina", Adds: true})
	var wg sync.WaitGroup
	var mu sync.Mutex
	n := map[people.Result]int{}
	for i := range 8 {
		wg.Go(func() {
			r, err := o.codes.Redeem(t.Context(), people.Try{Channel: "wa", From: message.Address(fmt.Sprint("whatsapp:+", i)), Code: code})
			mu.Lock()
			defer mu.Unlock()
			noerr.Want(t, err)
			n[r.Result]++
		})
	}
	wg.Wait()
	e, _, _ := o.store.PersonEntry(t.Context(), "gina")
	if n[people.Joined] != 1 || n[people.Wrong] != 7 || len(e.Addresses) != 2 {
		t.Errorf("%v, and %d addresses", n, len(e.Addresses))
	}
}
