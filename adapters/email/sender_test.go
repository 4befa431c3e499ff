package email

import "testing"

// TestOddSenders: whatever a mail program would show as the sender is taken, and nothing
// that could be two.
func TestOddSenders(t *testing.T) {
	a, _ := newAdapter(t)
	for _, c := range []struct{ field, addr, name string }{
		{"From: =?utf-8?q?J\xc3\xb6rg?= <dana@example.com>", "dana@example.com", "Jörg"},
		{"From: =?utf-8?q?J\xf6rg M=C3=BCller?= <dana@example.com>", "dana@example.com", "Jörg Müller"},
		{"From: =?iso-8859-1?q?J\xf6rg?= <dana@example.com>", "dana@example.com", "Jörg"},
		{"From: \"=?utf-8?q?J=C3=B6rg?=\" <dana@example.com>", "dana@example.com", "Jörg"},
		{"From: \"=?utf-8?q?J=C3=B6rg_M?= =?utf-8?q?=C3=BC?=\" <dana@example.com>", "dana@example.com", "Jörg Mü"},
		{"From: Pete(A wonderful \\) chap) <dana(his account)@example.com(his host)>", "dana@example.com", "Pete(A wonderful \\) chap)"},
		{"From  : John Doe <dana@example(comment).  com>", "dana@example.com", "John Doe"},
		{"From  : Dana <dana@example.com>", "dana@example.com", "Dana"},
		{"From: dana@example.com <dana@example.com>", "dana@example.com", ""},
		{"From: pete@x <dana@example.com>", "dana@example.com", "pete@x"},
		{"From: A@B Ltd <dana@example.com>", "dana@example.com", "A@B Ltd"},
		{"From: <@machine.tld:dana@example.com>", "dana@example.com", ""},
		{"From: <mailto:dana@example.com>", "dana@example.com", ""},
		{"From: Dana <dana @example.com>", "dana@example.com", "Dana"},
		{"From: dana@example.com, dana@example.com", "dana@example.com", ""},
		{"From: Rossi, Dana <dana@example.com>", "dana@example.com", "Rossi, Dana"},
		{"From: dana smith@example.com", "", ""},
		{"From: Dana <dana smith@example.com>", "", ""},
		{"From: eve@evil.test, Dana@Work <dana@example.com>", "", ""},
		{"From: <eve@evil.test> <dana@example.com>", "", ""},
		{"From: eve@evil.test dana@example.com", "", ""},
		{"From: eve@evil.test, dana@example.com", "", ""},
		{"From: undisclosed:;", "", ""},
		{"From: undisclosed: ;", "", ""},
		{"From: x: dana@example.com, eve@evil.test;", "", ""},
		{"From: ", "", ""},
		{"From: <>", "", ""},
		{"From: (dana@example.com)", "", ""},
		{"From: \"dana@example.com\"", "", ""},
	} {
		in, err := readMail(a, crlf(c.field+"\nTo: agent@example.com\nSubject: x\n\nHi\n"), "dana@example.com")
		if c.addr == "" {
			if refusalOf(err) == nil {
				t.Errorf("%q is taken as %s", c.field, in.From)
			}
			continue
		}
		if err != nil || string(in.From) != "email:"+c.addr || in.FromName != c.name {
			t.Errorf("%q: %v, %s %q", c.field, err, in.From, in.FromName)
		}
	}
}

// TestOddBodies: text that a mail program shows is read, and decides nothing.
func TestOddBodies(t *testing.T) {
	a, _ := newAdapter(t)
	for name, c := range map[string]struct{ raw, want string }{
		"UTF-7":                     {"Content-Type: text/plain; charset=utf-7\n\nS+AO0, aprobado +- ma+APE-ana. 1 +- 1", "Sí, aprobado + mañana. 1 + 1"},
		"base64 with a list's foot": {"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\nw4AgYmllbnTDtHQ=\n\n____\nliste mailing list\nliste@example.fr", "À bientôt"},
		"no semicolon":              {"Content-Type: text/plain charset=iso-8859-1\n\nJ\xf6rg", "Jörg"},
		"no semicolon between two":  {"Content-Type: text/plain; format=fixed charset=iso-8859-1\n\nJ\xf6rg", "Jörg"},
	} {
		in := parsed(t, a, crlf(basicHead+c.raw+"\n"))
		if got := textOf(in); got != c.want {
			t.Errorf("%s: %q", name, got)
		}
		if name != "no semicolon between two" && !in.Ambiguous {
			t.Errorf("%s decides", name)
		}
	}
}
