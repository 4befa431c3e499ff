package people_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"bridge/core/people"
)

func TestReadCSV(t *testing.T) {
	for _, c := range []struct {
		name, file, problem string
		want                []people.Card
	}{
		{"columns in any order and case", "\ufeffE-Mail,NAME,Groups,Time zone\ndana@x.test;d@y.test,Dana Bianchi,\"finance; ops\",Europe/Rome\n", "", []people.Card{
			{Name: "Dana Bianchi", Addresses: []string{"email:dana@x.test", "email:d@y.test"}, Groups: []string{"finance", "ops"}, Zone: "Europe/Rome"},
		}},
		{"unknown columns are not read", "name,approver,roles,verified\nEve,yes,approver,yes\n", "", []people.Card{{Name: "Eve"}}},
		{"phones", "id,name,phone,whatsapp,addresses\neve,Eve,+39 06,+39333,chat:eve\n", "", []people.Card{{ID: "eve", Name: "Eve", Addresses: []string{"sms:+39 06", "whatsapp:+39333", "chat:eve"}}}},
		{"no name", "id,email\nx,y\n", `no column "name"`, nil},
		{"empty", "", "first line", nil},
		{"a row that is too long", "name\na,b\n", "wrong number of fields", nil},
	} {
		got, err := people.ReadCSV(strings.NewReader(c.file))
		if c.problem != "" {
			if err == nil || !strings.Contains(err.Error(), c.problem) {
				t.Errorf("%s: %v, want %q", c.name, err, c.problem)
			}
		} else if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
	}
}

func TestReadVCard(t *testing.T) {
	const file = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Dana Bianchi\r\nEMAIL;TYPE=work:dana@x.test\r\nTEL;VALUE=uri:tel:+39-06-1\r\nLANG:it\r\nTZ:Europe/Rome\r\nCATEGORIES:Finance,Big Deals\r\nNOTE:on leave\\, back soon\r\nEND:VCARD\r\n" +
		"BEGIN:VCARD\nVERSION:3.0\nFN:Eve\nTZ:-0500\nEND:VCARD\n"
	got, err := people.ReadVCard(strings.NewReader(file))
	want := []people.Card{
		{Name: "Dana Bianchi", Language: "it", Zone: "Europe/Rome", Groups: []string{"finance", "big-deals"}, Addresses: []string{"email:dana@x.test", "sms:+39-06-1"}, Notes: "on leave, back soon"},
		{Name: "Eve"},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := people.ReadVCard(strings.NewReader("BEGIN:VCARD\nFN:x\n")); err == nil {
		t.Error("half a card was taken for one")
	}
}

func TestSlug(t *testing.T) {
	for name, want := range map[string]string{"Dana Bianchi": "dana-bianchi", " D.  O'Neil ": "d-oneil", "Łukasz": "ukasz", "東京": "", "a--b": "a-b", strings.Repeat("x", 100): strings.Repeat("x", 60)} {
		if got := people.Slug(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// What comes out of a file can be looked at, whatever is in it.
func FuzzCards(f *testing.F) {
	f.Add([]byte("name,email\nDana,d@x.test\n"))
	f.Add([]byte("BEGIN:VCARD\nVERSION:4.0\nFN:x\nEND:VCARD\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, read := range []func(*bytes.Reader) ([]people.Card, error){
			func(r *bytes.Reader) ([]people.Card, error) { return people.ReadCSV(r) },
			func(r *bytes.Reader) ([]people.Card, error) { return people.ReadVCard(r) },
		} {
			all, err := read(bytes.NewReader(b))
			for _, c := range all {
				if to := c.Onto(people.Entry{}); err == nil && (to.Approver || len(to.Verified) > 0) {
					t.Errorf("a file made an approver: %+v", to)
				}
			}
		}
		if s := people.Slug(string(b)); s != "" && !people.IsName(s) {
			t.Errorf("%q makes %q", b, s)
		}
	})
}
