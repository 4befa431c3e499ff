package artifacts

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"bridge/core/envelope"
	"bridge/internal/noerr"
)

func raw(s string) json.RawMessage { return json.RawMessage(s) }

func TestPartSurvivesJSON(t *testing.T) {
	s := testStore(t, nil)
	p := s.Part(put(t, s, "a,b\n", "x.csv", "text/csv"))
	if err := json.Unmarshal(p.Metadata["sizeBytes"], new(int64)); err != nil || p.Type != envelope.Artifact || p.URL == "" {
		t.Errorf("Part = %+v", p)
	}
	b, err := json.Marshal(p)
	noerr.Must(t, err)
	var got envelope.Part
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	if !reflect.DeepEqual(got, p) {
		t.Errorf("after JSON: %+v, want %+v", got, p)
	}
}

func TestWithLinks(t *testing.T) {
	s := testStore(t, nil)
	a := put(t, s, "a,b\n", "März.csv", "text/csv")
	id := string(a.ID)
	handle := s.handle(mine, a.ID)
	link := s.link(handle, "März.csv")
	if !strings.Contains(link, "/artifacts/"+handle+"/M%C3%A4rz.csv?e=") {
		t.Fatalf("link = %s", link)
	}
	full := envelope.Part{
		Kind: envelope.KindURL, URL: link, Filename: "März.csv", MediaType: "text/csv", Type: envelope.Artifact,
		Metadata: map[string]json.RawMessage{"artifactId": raw(`"` + handle + `"`), "sizeBytes": raw("4")},
	}
	noNames := envelope.Part{Kind: envelope.KindURL, URL: "artifact:" + id, Type: envelope.Artifact}
	noNamesLinked := noNames
	noNamesLinked.URL = s.link(handle, "")
	noNamesLinked.Metadata = map[string]json.RawMessage{"artifactId": raw(`"` + handle + `"`)}
	extra := s.Part(a)
	extra.Metadata["note"] = raw(`"kept"`)
	extra.Extra = map[string]json.RawMessage{"vendor": raw("1")}
	extraLinked := extra
	extraLinked.URL = link
	extraLinked.Metadata = map[string]json.RawMessage{"artifactId": raw(`"` + handle + `"`), "sizeBytes": raw("4"), "note": raw(`"kept"`)}

	for name, tc := range map[string]struct{ in, want envelope.Part }{
		"stored form":  {s.Part(a), full},
		"only an id":   {noNames, noNamesLinked},
		"other fields": {extra, extraLinked},
	} {
		before, _ := json.Marshal(tc.in)
		got := s.WithLinks(mine, []envelope.Part{tc.in})
		if len(got) != 1 || !reflect.DeepEqual(got[0], tc.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got, tc.want)
		}
		if after, _ := json.Marshal(tc.in); string(after) != string(before) {
			t.Errorf("%s: the given part was changed", name)
		}
	}

	// Only what the store has written gets a link.
	foreign := full
	foreign.URL = "https://elsewhere.example/x.csv"
	for name, p := range map[string]envelope.Part{
		"text":                      envelope.TextPart(envelope.Response, "artifact:"+id),
		"raw artifact":              {Kind: envelope.KindRaw, Raw: []byte("x"), Type: envelope.Artifact},
		"foreign url":               foreign,
		"a link":                    full,
		"reference in data":         {Kind: envelope.KindData, Type: envelope.Artifact, Data: raw(`{"artifactId":"` + id + `","url":"artifact:` + id + `"}`)},
		"handle in the stored form": {Kind: envelope.KindURL, URL: "artifact:" + handle, Type: envelope.Artifact},
		"foreign id":                {Kind: envelope.KindURL, URL: "artifact:report-7", Type: envelope.Artifact},
		"data, no reference":        {Kind: envelope.KindData, Data: raw(`{"rows":1}`), Type: envelope.Artifact},
		"data, not an object":       {Kind: envelope.KindData, Data: raw(`[1]`), Type: envelope.Artifact},
		"reference of other type":   {Kind: envelope.KindURL, URL: "artifact:" + id, Type: envelope.Citation},
	} {
		if got := s.WithLinks(mine, []envelope.Part{p}); !reflect.DeepEqual(got[0], p) {
			t.Errorf("%s was changed to %+v", name, got[0])
		}
	}
	if s.WithLinks(mine, nil) != nil {
		t.Error("nil parts became something")
	}
}

func TestWithLinksGivesWorkingLinks(t *testing.T) {
	s := testStore(t, nil)
	a := put(t, s, "hello", "../..//a\u202Eb?.txt", "")
	p := s.WithLinks(mine, []envelope.Part{s.Part(a)})[0]
	if r := get(s, "GET", p.URL, nil); r.StatusCode != 200 || body(t, r) != "hello" {
		t.Errorf("GET %s = %d", p.URL, r.StatusCode)
	}
}

func FuzzWithLinks(f *testing.F) {
	s, err := Open(f.Context(), Options{URL: "mem://", PublicURL: base, Keys: testKeys(f, "k")})
	noerr.Must(f, err)
	const id = "art_01HZZZZZZZZZZZZZZZZZZZZZZZ"
	for _, d := range []string{`{"artifactId":"` + id + `","sizeBytes":1.5}`, `{"url":"artifact:` + id + `"}`, `{"url":"` + s.Link(id) + `"}`, `[]`, `{"artifactId":7}`} {
		f.Add("artifact:"+id, `"`+id+`"`, d)
		f.Add(s.Link(id), `7`, d)
	}
	f.Fuzz(func(t *testing.T, u, metaID, data string) {
		meta := map[string]json.RawMessage{"artifactId": raw(metaID)}
		for _, p := range []envelope.Part{
			{Kind: envelope.KindURL, URL: u, Type: envelope.Artifact, Metadata: meta},
			{Kind: envelope.KindData, Data: raw(data), Type: envelope.Artifact, Metadata: meta},
		} {
			got := s.WithLinks(mine, []envelope.Part{p})[0]
			if reflect.DeepEqual(got, p) {
				continue
			}
			// What was changed is a good link of ours to the id it names.
			linked, q, own := s.ownLink(got.URL)
			_, given := s.given(mine, linked)
			if !own || !given || s.check(linked, q) != nil || string(got.Metadata["artifactId"]) != `"`+linked+`"` {
				t.Fatalf("%+v became %+v", p, got)
			}
		}
	})
}
