package mime

import (
	"net/mail"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/internal/cputime"
)

func TestRecipients(t *testing.T) {
	for _, c := range []struct{ field, want string }{
		{"agent@x.test", "agent@x.test"},
		{"<agent@x.test>", "agent@x.test"},
		{"The Agent <agent@x.test>, b@y.test", "agent@x.test b@y.test"},
		{`"Agent, The" <agent@x.test>;b@y.test`, "agent@x.test b@y.test"},
		{"=?utf-8?q?J=C3=B6rg?= <agent@x.test>", "agent@x.test"},
		{"agent@bücher.test", "agent@bücher.test"},
		{"Friends: a@x.test, B <b@y.test>; c@z.test", "a@x.test b@y.test c@z.test"},
		{"undisclosed-recipients:;", ""},
		{"a@x.test (Agent (the one)), b@y.test", "a@x.test b@y.test"},
		{"(x) a@x.test", "a@x.test"},
		{", ,a@x.test,,", "a@x.test"},
		{"broken <a@, b@y.test", ""},
		{"broken, b@y.test", "b@y.test"},
		// What names somebody else
		{`"agent@x.test" <mallory@evil.test>`, "mallory@evil.test"},
		{`"a\" <agent@x.test>, \"b" <mallory@evil.test>`, "mallory@evil.test"},
		{"agent@x.test <mallory@evil.test>", "mallory@evil.test"},
		{"mallory@evil.test (agent@x.test)", "mallory@evil.test"},
		{"(a \\) agent@x.test (b)) mallory@evil.test", "mallory@evil.test"},
		{"agent@x.test: mallory@evil.test;", "mallory@evil.test"},
		{"=?utf-8?q?agent=40x.test?= <mallory@evil.test>", "mallory@evil.test"},
		// What can be read in two ways
		{"<agent@x.test> <mallory@evil.test>", ""},
		{"<agent@x.test> mallory@evil.test", ""},
		{"agent@x.test mallory@evil.test", ""},
		{"agent@x.test(c)mallory@evil.test", ""},
		{"<@r.test,agent@x.test:mallory@evil.test>", ""},
		{"<agent@x.test@evil.test>", ""},
		{`"agent"@x.test`, ""},
		{"=?utf-8?q?agent=40x.test?=", ""},
		{"<<agent@x.test>>", ""},
		{"agent@x.test>", ""},
		{"(agent@x.test", ""},
		{`"agent@x.test`, ""},
		{"agent@[127.0.0.1]", ""},
	} {
		if got := strings.Join(Recipients(c.field), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.field, got, c.want)
		}
	}
}

// The time is linear in the field, whatever stands in it.
func TestRecipientsLinear(t *testing.T) {
	for _, unit := range []string{"(", ")", "<", ",", `"`, "a@b.c,", "a ", `\`, ":", "<a@b.c>"} {
		field := strings.Repeat(unit, 1<<20/len(unit))
		began := cputime.Used()
		Recipients(field)
		if took := cputime.Used() - began; took > time.Second {
			t.Errorf("%q a megabyte long: %s", unit, took)
		}
	}
}

// FuzzRecipients: what the library of Go reads, which is strict, has no other plain
// addresses than these.
func FuzzRecipients(f *testing.F) {
	for _, s := range []string{"a@x.test, B <b@y.test>", `"a@x.test" <b@y.test> (c@z.test)`, "g: a@x.test, b@y.test;", "<@a,@b:c@d>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, field string) {
		got := Recipients(field)
		for _, a := range got {
			if !plainAddress(a) || !strings.Contains(field, a) {
				t.Fatalf("%q: %q", field, got)
			}
		}
		list, err := mail.ParseAddressList(field)
		if err != nil || len(got) >= maxNamed {
			return
		}
		for _, a := range got {
			if !slices.ContainsFunc(list, func(l *mail.Address) bool { return l.Address == a }) {
				t.Errorf("%q: %q, and Go reads %q", field, a, list)
			}
		}
	})
}
