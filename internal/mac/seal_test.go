package mac

import (
	"bytes"
	"testing"

	"bridge/internal/noerr"
)

func TestSealAndOpen(t *testing.T) {
	a, b := bytes.Repeat([]byte("a"), 32), bytes.Repeat([]byte("b"), 32)
	old, err := NewKeys(a)
	noerr.Must(t, err)
	rotated, err := NewKeys(b, a)
	noerr.Must(t, err)
	other, err := NewKeys(b)
	noerr.Must(t, err)
	plain := []byte("a refresh token")
	sealed, err := old.Seal(plain, "token", "x", "y")
	noerr.Must(t, err)
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

func TestSealEqual(t *testing.T) {
	a, b := bytes.Repeat([]byte("a"), 32), bytes.Repeat([]byte("b"), 32)
	sealer := func(purpose string, secrets ...[]byte) Sealer {
		k, err := NewKeys(secrets...)
		noerr.Must(t, err)
		s, err := k.Sealer(purpose)
		noerr.Must(t, err)
		return s
	}
	old, rotated, other := sealer("code", a), sealer("code", b, a), sealer("digits", a)
	plain := []byte("QHM45C")
	one := old.SealEqual(plain)
	if !bytes.Equal(one, old.SealEqual(plain)) || bytes.Contains(one, plain) {
		t.Errorf("sealed twice: %x", one)
	}
	for name, x := range map[string][]byte{"another text": old.SealEqual([]byte("QHM45D")), "purpose": other.SealEqual(plain), "secret": rotated.SealEqual(plain)} {
		if bytes.Equal(one, x) || bytes.Equal(one[:12], x[:12]) {
			t.Errorf("%s: %x has the form or the nonce of %x", name, x, one)
		}
	}
	if all := rotated.SealEqualAll(plain); len(all) != 2 || !bytes.Equal(all[0], rotated.SealEqual(plain)) || !bytes.Equal(all[1], one) {
		t.Errorf("with all secrets: %x", all)
	}
	for _, s := range []Sealer{old, rotated} {
		if got, ok := s.Open(one); !ok || !bytes.Equal(got, plain) {
			t.Errorf("opened: %q, %v", got, ok)
		}
	}
	if _, ok := other.Open(one); ok {
		t.Error("opened for another purpose")
	}
	if _, ok := old.Open(one, "x"); ok {
		t.Error("opened for fields that it was not sealed for")
	}
}
