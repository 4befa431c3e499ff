package mac

import (
	"bytes"
	"testing"
)

func TestSealAndOpen(t *testing.T) {
	a, b := bytes.Repeat([]byte("a"), 32), bytes.Repeat([]byte("b"), 32)
	old, err := NewKeys(a)
	if err != nil {
		t.Fatal(err)
	}
	rotated, err := NewKeys(b, a)
	if err != nil {
		t.Fatal(err)
	}
	other, err := NewKeys(b)
	if err != nil {
		t.Fatal(err)
	}
	plain := []byte("a refresh token")
	sealed, err := old.Seal(plain, "token", "x", "y")
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(sealed, plain) {
		t.Error("it is in the clear")
	}
	if again, _ := old.Seal(plain, "token", "x", "y"); bytes.Equal(again, sealed) {
		t.Error("sealed twice it is the same")
	}
	for i := range sealed {
		bad := bytes.Clone(sealed)
		bad[i] ^= 1
		if _, ok := old.Open(bad, "token", "x", "y"); ok {
			t.Fatalf("opened with byte %d changed", i)
		}
	}
	for name, tc := range map[string]struct {
		keys    Keys
		purpose string
		fields  []string
		want    bool
	}{
		"same":             {old, "token", []string{"x", "y"}, true},
		"rotated":          {rotated, "token", []string{"x", "y"}, true},
		"other secret":     {other, "token", []string{"x", "y"}, false},
		"other purpose":    {old, "tag", []string{"x", "y"}, false},
		"other field":      {old, "token", []string{"x", "z"}, false},
		"fields run on":    {old, "token", []string{"xy"}, false},
		"zero keys":        {Keys{}, "token", []string{"x", "y"}, false},
		"no fields at all": {old, "token", nil, false},
	} {
		got, ok := tc.keys.Open(sealed, tc.purpose, tc.fields...)
		if ok != tc.want || ok && !bytes.Equal(got, plain) {
			t.Errorf("%s: %q, %v, want %v", name, got, ok, tc.want)
		}
	}
	if _, ok := old.Open(nil, "token"); ok {
		t.Error("nothing was opened")
	}
	if _, err := (Keys{}).Seal(plain, "token"); err == nil {
		t.Error("sealed without a secret")
	}
}
