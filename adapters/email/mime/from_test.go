package mime

import "testing"

func TestSender(t *testing.T) {
	tests := []struct{ from, addr, name string }{
		{"dana@example.com", "dana@example.com", ""},
		{"Dana D <DANA@EXAMPLE.com.>", "dana@example.com", "Dana D"},
		{`"a@evil.test" <b@example.com>`, "b@example.com", "a@evil.test"},
		{"=?utf-8?q?J=C3=BCrgen?= <j+tag@example.com>", "j+tag@example.com", "Jürgen"},
		{"Dana [home] <dana@example.com>", "dana@example.com", "Dana [home]"},
		{"Doe, Dana <dana@example.com>", "dana@example.com", "Doe, Dana"},
		{"dana@BÜCHER.example", "dana@xn--bcher-kva.example", ""},
		{"<dana@ex\u0430mple.com>", "dana@xn--exmple-4nf.com", ""}, // a Cyrillic letter is another domain
		{"dana@my_host.example", "dana@my_host.example", ""},
	}
	for _, tt := range tests {
		addr, name, err := Header{{"from", tt.from}}.Sender()
		if err != nil || addr != tt.addr || name != tt.name {
			t.Errorf("%s: got %q %q %v, want %q %q", tt.from, addr, name, err, tt.addr, tt.name)
		}
	}
}

// FuzzOdd: no From field and no UTF-7 ends the reader, and neither grows.
func FuzzOdd(f *testing.F) {
	for _, s := range []string{
		"x:;", "Pete(A \\) chap) <dana(his account)@example.com>", "\"=?utf-8?q?J=C3=B6rg?=\" <d@x.test>", "=?utf-8?b?YQ?= <d@x.test>", "<@a,@b:d@x.test>", "S+AO0-", "+-+", "+AA",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if addr, _, err := (Header{{"from", s}}).Sender(); err == nil && addr == "" {
			t.Errorf("%q is nobody", s)
		}
		if text, _ := decodeUTF7([]byte(s)); len(text) > 3*len(s) {
			t.Errorf("%q became %q", s, text)
		}
	})
}
