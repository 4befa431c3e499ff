package admission

import (
	"testing"

	"bridge/core/message"
)

func TestAllow(t *testing.T) {
	for _, c := range []struct {
		allow Allow
		addr  message.Address
		want  bool
	}{
		{nil, "email:eve@example.com", false},
		{Allow{}, "email:eve@example.com", false},
		{Allow{""}, "email:eve@example.com", false},
		{Allow{"*"}, "email:eve@example.com", true},
		{Allow{"*"}, "email:a/b@example.com", true},
		{Allow{"*@example.com"}, "email:eve@example.com", true},
		{Allow{"*@Example.COM"}, "email:eve@example.com", true},
		{Allow{"*@example.com"}, "email:EVE@EXAMPLE.COM", true},
		{Allow{"*@example.com"}, "email:eve@sub.example.com", false},
		{Allow{"*@example.com"}, "email:eve@example.com.evil.test", false},
		{Allow{"*@example.com"}, "email:eve@evil-example.com", false},
		{Allow{"*@example.com"}, "email:eve@exampleXcom", false},
		{Allow{"*@*.example.com"}, "email:eve@sub.example.com", true},
		{Allow{"*@*.example.com"}, "email:eve@example.com", false},
		{Allow{"eve@example.com"}, "email:eve@example.com", true},
		{Allow{"eve@example.com"}, "email:steve@example.com", false},
		{Allow{"+39*"}, "sms:+393331234567", true},
		{Allow{"+39*"}, "sms:+491701234567", false},
		{Allow{"+39*"}, "sms:0039333", false},
		{Allow{"x@a.test", "*@b.test"}, "email:y@b.test", true},
		{Allow{"x@a.test", "*@b.test"}, "email:y@a.test", false},
		{Allow{"[", "*@b.test"}, "email:y@b.test", true}, // a broken pattern matches nothing
		{Allow{"["}, "email:[", false},
		{Allow{"email:*"}, "email:eve@example.com", false}, // the value counts, not the kind
	} {
		if got := c.allow.Match(c.addr); got != c.want {
			t.Errorf("%q matches %s: %t, want %t", c.allow, c.addr, got, c.want)
		}
	}
}
