package mime

import "testing"

func TestParams(t *testing.T) {
	tests := []struct{ in, value, key, want string }{
		{`attachment; filename="a b.txt"`, "attachment", "filename", "a b.txt"},
		{`ATTACHMENT; FileName=a b.txt; x=y`, "attachment", "filename", "a b.txt"},
		{`attachment; filename=ä.txt`, "attachment", "filename", "ä.txt"},
		{`attachment; filename="=?utf-8?q?=C3=A4.txt?="`, "attachment", "filename", "ä.txt"},
		{`attachment; filename*=iso-8859-1'de'%E4.txt`, "attachment", "filename", "ä.txt"},
		{`attachment; filename="plain.txt"; filename*=utf-8''%C3%A4.txt`, "attachment", "filename", "ä.txt"},
		{`attachment; filename*1=b.txt; filename*0="a`, "attachment", "filename", "ab.txt"},
		{`attachment; filename*1=b.txt; filename*0=a`, "attachment", "filename", "ab.txt"},
		{`attachment; filename="a\"b.txt`, "attachment", "filename", `a"b.txt`},
		{`text/plain; charset=a; charset=b`, "text/plain", "charset", "a"},
		{`text/plain;;charset="utf-8";`, "text/plain", "charset", "utf-8"},
		{`;`, "", "x", ""},
	}
	for _, tt := range tests {
		v, ps := parseParams(tt.in)
		if v != tt.value || ps[tt.key] != tt.want {
			t.Errorf("%s: got %q %q, want %q %q", tt.in, v, ps[tt.key], tt.value, tt.want)
		}
	}
}
