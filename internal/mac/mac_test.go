package mac

import (
	"bytes"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

func TestSumAndValid(t *testing.T) {
	a, b := bytes.Repeat([]byte("a"), 32), bytes.Repeat([]byte("b"), 32)
	old, err := NewKeys(a)
	noerr.Must(t, err)
	rotated, err := NewKeys(b, a)
	noerr.Must(t, err)
	m := old.Sum(10, "tag", "x", "y")
	if len(m) != 16 {
		t.Fatalf("10 bytes in base32 are 16 characters, got %q", m)
	}
	for name, tc := range map[string]struct {
		ok   bool
		want bool
	}{
		"same":             {old.Valid(m, 10, "tag", "x", "y"), true},
		"upper case":       {old.Valid(strings.ToUpper(m), 10, "tag", "x", "y"), true},
		"rotated":          {rotated.Valid(m, 10, "tag", "x", "y"), true},
		"new secret only":  {old.Valid(rotated.Sum(10, "tag", "x", "y"), 10, "tag", "x", "y"), false},
		"other purpose":    {old.Valid(m, 10, "link", "x", "y"), false},
		"fields run on":    {old.Valid(m, 10, "tag", "xy"), false},
		"shorter":          {old.Valid(m[:15], 10, "tag", "x", "y"), false},
		"empty":            {old.Valid("", 10, "tag", "x", "y"), false},
		"zero keys accept": {Keys{}.Valid("", 0, "tag"), false},
	} {
		if tc.ok != tc.want {
			t.Errorf("%s: valid = %v, want %v", name, tc.ok, tc.want)
		}
	}
	if _, err := NewKeys([]byte("short")); err == nil {
		t.Error("a short secret was accepted")
	}
}
