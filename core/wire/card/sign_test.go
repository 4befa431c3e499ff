package card_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"bridge/core/wire/card"
	"bridge/internal/noerr"
)

// keys are an old key and the one that takes its place.
func keys(t *testing.T) []card.Key {
	t.Helper()
	_, ed, err := ed25519.GenerateKey(rand.Reader)
	noerr.Must(t, err)
	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	noerr.Must(t, err)
	return []card.Key{{ID: "old", Private: ed}, {ID: "new", Private: ec, Set: "https://b.example/.well-known/jwks.json"}}
}

func trusted(t *testing.T, keys ...card.Key) *card.Trusted {
	t.Helper()
	set, err := card.KeySet(keys)
	noerr.Must(t, err)
	if bytes.Contains(set, []byte(`"d":`)) {
		t.Fatalf("the set has private keys: %s", set)
	}
	k, err := card.ReadKeys(set)
	noerr.Must(t, err)
	return k
}

func signed(t *testing.T, keys []card.Key) []byte {
	t.Helper()
	b, err := card.Sign(write(t, own(), card.Omit, true), write(t, own(), card.Omit, false), keys)
	noerr.Must(t, err)
	return b
}

// TestSignatures: while keys are rotated, who has one of them is content; the signature
// holds for the document as it is served, and for what a reader makes of it that knows
// the schema alone; and only what is signed is returned.
func TestSignatures(t *testing.T) {
	both := keys(t)
	doc := signed(t, both)
	for i, k := range both {
		b, kid, err := trusted(t, k).Verify(doc)
		if err != nil || kid != k.ID {
			t.Fatalf("key %d: %q %v", i, kid, err)
		}
		if c := read(t, b); c.ID != "assistant" || len(c.Skills) != 2 {
			t.Errorf("what is signed: %+v", c)
		}
	}
	// A reader that writes the document anew: other order and spaces, signatures first.
	var v map[string]any
	noerr.Must(t, json.Unmarshal(doc, &v))
	pretty, err := json.MarshalIndent(v, " ", "\t")
	noerr.Must(t, err)
	if _, _, err := trusted(t, both[1]).Verify(pretty); err != nil {
		t.Error(err)
	}
	// One that keeps what the schema knows.
	plain, err := card.Sign(write(t, own(), card.Omit, false), write(t, own(), card.Omit, false), both[:1])
	noerr.Must(t, err)
	if n := bytes.Count(plain, []byte(`"protected"`)); n != 1 {
		t.Errorf("%d signatures of one key over the same bytes", n)
	}
	var more map[string]any
	noerr.Must(t, json.Unmarshal(plain, &more))
	more["url"], more["capabilities"].(map[string]any)["x"] = "https://attacker.example/", ""
	b, err := json.Marshal(more)
	noerr.Must(t, err)
	got, _, err := trusted(t, both[0]).Verify(b)
	if err != nil || bytes.Contains(got, []byte("attacker")) {
		t.Errorf("unsigned fields: %v\n%s", err, got)
	}
}

func TestForgedCards(t *testing.T) {
	both := keys(t)
	doc := signed(t, both)
	mallory := keys(t)
	mallory[0].ID = "old"
	for name, b := range map[string][]byte{
		"another key of the same name": signed(t, mallory[:1]),
		"changed":                      bytes.Replace(doc, []byte("https://b.example/a2a/x"), []byte("https://evil.example/"), 1),
		"unsigned":                     write(t, own(), card.Omit, true),
		"a signature of another card":  bytes.Replace(signed(t, both), []byte(`"name":"The Assistant"`), []byte(`"name":"Another"`), 1),
		"no algorithm":                 []byte(`{"name":"x","url":"https://evil.example","signatures":[{"protected":"eyJhbGciOiJub25lIiwia2lkIjoib2xkIn0","signature":""}]}`),
		"a key in the header":          bytes.Replace(signed(t, mallory), []byte(`"signatures"`), []byte(`"jku":"https://evil.example","signatures"`), 1),
		"twice":                        bytes.Replace(doc, []byte(`{"`), []byte(`{"name":"Mallory","`), 1),
	} {
		if got, kid, err := trusted(t, both...).Verify(b); err == nil {
			t.Errorf("%s: signed by %q: %s", name, kid, got)
		} else if name == "unsigned" && !errors.Is(err, card.ErrUnsigned) {
			t.Error(err)
		}
	}
}

func TestKeySets(t *testing.T) {
	for _, b := range []string{``, `{}`, `{"keys":[]}`, `{"keys":[{"kty":"oct","k":"c2VjcmV0","kid":"x"}]}`} {
		if _, err := card.ReadKeys([]byte(b)); err == nil {
			t.Errorf("%s is taken", b)
		}
	}
	if _, err := card.Sign([]byte(`{}`), []byte(`{}`), []card.Key{{ID: "x", Private: []byte(strings.Repeat("x", 32))}}); err == nil {
		t.Error("a symmetric key signs")
	}
}
