package doctor_test

import (
	"strings"
	"testing"

	"bridge/cli/doctor"
)

func TestMask(t *testing.T) {
	people := []doctor.Person{
		{"dana", "Dana Rossi", "dana@example.com", "+393331234567"},
		{"eve", "Eve", "4711"}, // no phone, no mail
	}
	for _, c := range []struct{ name, in, want string }{
		{"a mail", "to Dana.Rossi+x@Example.COM failed", "to <address 1> failed"},
		{"the same mail", "a@b.example, A@b.example, c@b.example", "<address 1>, <address 1>, <address 2>"},
		{"a mail as a configuration has it", `addresses = ["email:dana@example.com", "whatsapp:+393331234567"]`, `addresses = ["email:<address 1>", "whatsapp:<phone 1>"]`},
		{"a number, written in other ways", "+39 333 123-4567 is +393331234567", "<phone 1> is <phone 1>"},
		{"a person by id and name", "dana asked Dana Rossi, DANA ROSSI and Eve", "<person 1> asked <person 1>, <person 1> and <person 2>"},
		{"people side by side", "eve eve eve, [eve]", "<person 2> <person 2> <person 2>, [<person 2>]"},
		{"no part of another word", "events of evening; danach", "events of evening; danach"},
		{"an address without a form", "pager:4711 and 47110", "pager:<person 2> and 47110"},
		{"a key", "Bearer abcdefghijklmnopqrstuvwxyz012345", "Bearer <key 1>"},
		{"an account", "AC00000000000000000000000000000001", "<key 1>"},
		{"an id of ours", "trn_01J9ZQ3W8B6N4V0T5R2K7M1C8D", "trn_01J9ZQ3W8B6N4V0T5R2K7M1C8D"},
		{"a URL", `"https://user:pw@hooks.example.com:8443/T0/B0/secret?x=1"`, `"https://hooks.example.com:8443/…"`},
		{"a bare URL", "https://bridge.example.com", "https://bridge.example.com"},
		{"a store", "redis://:password@10.0.0.1:6379/0", "redis://10.0.0.1:6379/…"},
		{"nothing", "channel mail ready since 2026-08-15 10:45:00", "channel mail ready since 2026-08-15 10:45:00"},
	} {
		if got := doctor.NewMask(people).Text(c.in); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func FuzzMask(f *testing.F) {
	f.Add("dana@example.com +393331234567 https://u:p@h/x", "Dana")
	f.Fuzz(func(t *testing.T, text, name string) {
		got := doctor.NewMask([]doctor.Person{{name}}).Text(text + " secret.person@example.com")
		if strings.Contains(got, "secret.person@") {
			t.Errorf("%q", got)
		}
	})
}
