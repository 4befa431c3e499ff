package admission_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/flow/admission"
	"bridge/store"
	"bridge/store/memory"
	"bridge/store/records"
)

// TestExplainStrangers: a stranger hears once a day that nobody knows them, if they are proven
// and no program, and a channel says so a hundred times a day at most.
func TestExplainStrangers(t *testing.T) {
	atDoor(t, func(t *testing.T, d *door) {
		for i := range d.o.Channels {
			d.o.Channels[i].Explain = d.o.Channels[i].Name == "mail"
		}
		d.o.Lanes = d.lanes
		d.svc = admission.New(d.o)
		d.notices() // the prompt
		n := 0
		send := func(from string, change func(*message.Inbound)) int {
			t.Helper()
			n++
			in := mail(from, fmt.Sprint("stranger ", n), "hello")
			in.Trust = message.Verified
			if change != nil {
				change(&in)
			}
			if acc, err := d.svc.Accept(t.Context(), in); err != nil || acc.Outcome != message.OutcomeRefused && acc.Outcome != message.OutcomeRecorded {
				t.Fatalf("%s: %+v, %v", from, acc, err)
			}
			return len(d.notices())
		}
		if got := send("a@evil.test", func(in *message.Inbound) { in.Trust = message.Asserted }); got != 0 {
			t.Error("who is not proven is answered: it goes to somebody who wrote nothing")
		}
		for _, c := range []message.Class{message.Quiet, message.Auto} {
			if got := send("a@evil.test", func(in *message.Inbound) { in.Class = c }); got != 0 {
				t.Errorf("what may be a program (%s) is answered", c)
			}
		}
		toldDaily(t, func(who string) int { return send(who+"@evil.test", nil) })
	})
}

// toldDaily holds a notice to its bounds: who writes hears it once a day, and a channel says
// it a hundred times a day at most.
func toldDaily(t *testing.T, writes func(who string) (told int)) {
	t.Helper()
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{0, 1}, {time.Minute, 0}, {23 * time.Hour, 0}, {time.Hour, 1}} {
		time.Sleep(c.after)
		if got := writes("a"); got != c.want {
			t.Errorf("%s later: told %d times, want %d", c.after, got, c.want)
		}
	}
	told := 0
	for i := range 120 {
		told += writes(fmt.Sprint("s", i))
	}
	if told < 90 || told > 100 {
		t.Errorf("%d were told on a day", told)
	}
}

// TestTellRefused: where a channel is to, a person, and any sender of its own domains, hears
// that nothing proves their mail; nobody else does, and no program.
func TestTellRefused(t *testing.T) {
	atDoor(t, func(t *testing.T, d *door) {
		d.o.Channels[0].TellRefused, d.o.Channels[0].Own = true, []string{"own.test"}
		d.o.Channels[0].Least, d.o.Channels[0].Allow = message.Verified, admission.Allow{"*"}
		d.o.Lanes = d.lanes
		d.svc = admission.New(d.o)
		d.notices() // the prompt
		n := 0
		send := func(from string, class message.Class) []string {
			t.Helper()
			n++
			in := mail(from, fmt.Sprint("m", n), "hello")
			in.Class = class
			if acc := d.accept(in); class == message.Human && (acc.Outcome != message.OutcomeRefused || acc.Reason != "sender is not proven") {
				t.Fatalf("%s: %+v", from, acc)
			}
			return d.notices()
		}
		for _, class := range []message.Class{message.Quiet, message.Auto} {
			if got := send("eve@example.com", class); len(got) != 0 {
				t.Errorf("what may be a program (%s) is told %q", class, got)
			}
		}
		if got := send("zoe@customers.test", message.Human); len(got) != 0 {
			t.Errorf("who has perhaps not written is told %q", got)
		}
		if got := send("hans@example.com", message.Human); len(got) != 1 || !strings.HasPrefix(got[0], "notice hans@example.com: Ihre Nachricht wurde nicht angenommen, weil") {
			t.Errorf("a person is told %q", got)
		}
		toldDaily(t, func(who string) int { return len(send(who+"@own.test", message.Human)) })
	})
}

// codes is admission.Codes: one code is right.
type codes struct {
	right string
	tried int
}

func (c *codes) Redeem(_ context.Context, t people.Try) (people.Redeemed, error) {
	c.tried++
	if t.Code == c.right {
		return people.Redeemed{Result: people.Joined, Person: "gina", Name: "Gina", How: "invitation"}, nil
	}
	return people.Redeemed{Result: people.Wrong}, nil
}

// TestManyWrongCodes: after a thousand wrong codes on a channel within an hour, from however many senders, none is
// looked at, not even a right one, and the operators hear so; later they count again, and who sent one meanwhile
// has lost none of their own tries.
func TestManyWrongCodes(t *testing.T) {
	atDoor(t, func(t *testing.T, d *door) {
		var alerts []string
		c := &codes{right: "23456789ABCD"}
		s := records.New(memory.New(time.Now), store.Options{}) // a thousand messages on a file take seconds
		d.o.Codes, d.o.Buckets, d.o.Store = c, s, s
		d.o.Host = host{alert: func(_ message.ChannelName, _ message.Address, key, text string) {
			alerts = append(alerts, key+": "+text)
		}}
		d.svc = admission.New(d.o)
		n := 0
		send := func(from, code string) message.Accepted {
			n++
			in := mail(from, fmt.Sprint("code ", n), "JOIN "+code)
			in.Trust = message.Verified
			return d.accept(in)
		}
		for i := range 1000 {
			if acc := send(fmt.Sprintf("s%d@customers.test", i/5), "2345-6789-WXYZ"); acc.Reason != "a code that does not count: wrong" {
				t.Fatalf("the code %d: %+v", i, acc)
			}
		}
		if len(alerts) != 0 || c.tried != 1000 {
			t.Fatalf("before it is too much: %d looked at, %q", c.tried, alerts)
		}
		for range 6 { // more than anybody's own wrong codes
			if acc := send("gina@customers.test", c.right); acc.Reason != "too many wrong codes" {
				t.Errorf("beyond: %+v", acc)
			}
		}
		if c.tried != 1000 || len(alerts) != 6 || !strings.Contains(alerts[0], "wrong codes on mail: More than 1000 wrong codes of invitations came on the channel mail within 1h0m0s") {
			t.Errorf("%d looked at, the operators hear %q", c.tried, alerts)
		}
		time.Sleep(time.Hour)
		if acc := send("gina@customers.test", c.right); acc.Joined != "gina" {
			t.Errorf("an hour later: %+v", acc)
		}
	})
}

func TestLimitsOf(t *testing.T) {
	everybody := admission.Limit{N: 60, Per: time.Hour, Key: "all"}
	l := admission.Limits{
		People: map[message.PersonID]admission.Limit{"dana": {N: 1, Per: time.Hour, Key: "dana"}},
		Groups: map[string]admission.Limit{"a": {N: 30, Per: time.Minute, Key: "a"}, "b": {N: 1000, Per: time.Hour, Key: "b"}, "free": {Key: "free"}},
	}
	for _, c := range []struct {
		p    message.Person
		want string
	}{
		{message.Person{}, "all"},
		{message.Person{ID: "dana", Groups: []string{"a", "free"}}, "dana"},
		{message.Person{ID: "x", Groups: []string{"none"}}, "all"},
		{message.Person{ID: "x", Groups: []string{"b", "a"}}, "a"},
		{message.Person{ID: "x", Groups: []string{"b"}}, "b"},
		{message.Person{ID: "x", Groups: []string{"b", "free", "a"}}, "free"},
	} {
		if got := l.Of(c.p, everybody); got.Key != c.want {
			t.Errorf("%+v: %s, want %s", c.p, got.Key, c.want)
		}
	}
}
