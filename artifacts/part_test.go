package artifacts

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"bridge/envelope"
)

func raw(s string) json.RawMessage { return json.RawMessage(s) }

func TestPartSurvivesJSON(t *testing.T) {
	s := testStore(t, nil)
	p := s.Part(put(t, s, "a,b\n", "x.csv", "text/csv"))
	if err := json.Unmarshal(p.Metadata["sizeBytes"], new(int64)); err != nil || p.Type != envelope.Artifact || p.URL == "" {
		t.Errorf("Part = %+v", p)
	}
	b, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
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
	link := s.link(a.ID, "März.csv")
	if !strings.Contains(link, "/artifacts/"+id+"/M%C3%A4rz.csv?e=") {
		t.Fatalf("link = %s", link)
	}
	full := envelope.Part{
		Kind: envelope.KindURL, URL: link, Filename: "März.csv", MediaType: "text/csv", Type: envelope.Artifact,
		Metadata: map[string]json.RawMessage{"artifactId": raw(`"` + id + `"`), "sizeBytes": raw("4")},
	}
	old := full
	old.URL = base + "/artifacts/" + id + "/März.csv?e=1&s=old"
	noNames := envelope.Part{Kind: envelope.KindURL, URL: "artifact:" + id, Type: envelope.Artifact}
	noNamesLinked := noNames
	noNamesLinked.URL = s.Link(a.ID)
	noNamesLinked.Metadata = map[string]json.RawMessage{"artifactId": raw(`"` + id + `"`)}
	extra := s.Part(a)
	extra.Metadata["note"] = raw(`"kept"`)
	extra.Extra = map[string]json.RawMessage{"vendor": raw("1")}
	extraLinked := extra
	extraLinked.URL = link
	data := envelope.Part{Kind: envelope.KindData, Type: envelope.Artifact, Data: raw(`{"artifactId":"` + id + `","mimeType":"text/csv","sizeBytes":4,"filename":"März.csv","url":"` + old.URL + `"}`)}

	for name, tc := range map[string]struct{ in, want envelope.Part }{
		"stored form":       {s.Part(a), full},
		"old link":          {old, full},
		"reference in data": {data, full},
		"only an id":        {noNames, noNamesLinked},
		"other fields":      {extra, extraLinked},
	} {
		before, _ := json.Marshal(tc.in)
		got := s.WithLinks([]envelope.Part{tc.in})
		if len(got) != 1 || !reflect.DeepEqual(got[0], tc.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got, tc.want)
		}
		if after, _ := json.Marshal(tc.in); string(after) != string(before) {
			t.Errorf("%s: the given part was changed", name)
		}
	}

	foreign := full
	foreign.URL = "https://elsewhere.example/x.csv"
	otherID := full
	otherID.URL = s.Link("art_01HZZZZZZZZZZZZZZZZZZZZZZZ")
	for name, p := range map[string]envelope.Part{
		"text":                    envelope.TextPart(envelope.Response, "artifact:"+id),
		"raw artifact":            {Kind: envelope.KindRaw, Raw: []byte("x"), Type: envelope.Artifact},
		"foreign url":             foreign,
		"url and id disagree":     otherID,
		"foreign id":              {Kind: envelope.KindURL, URL: "artifact:report-7", Type: envelope.Artifact},
		"data, no reference":      {Kind: envelope.KindData, Data: raw(`{"rows":1}`), Type: envelope.Artifact},
		"data, not an object":     {Kind: envelope.KindData, Data: raw(`[1]`), Type: envelope.Artifact},
		"reference of other type": {Kind: envelope.KindURL, URL: "artifact:" + id, Type: envelope.Citation},
	} {
		if got := s.WithLinks([]envelope.Part{p}); !reflect.DeepEqual(got[0], p) {
			t.Errorf("%s was changed to %+v", name, got[0])
		}
	}
	if s.WithLinks(nil) != nil {
		t.Error("nil parts became something")
	}
}

func TestWithLinksGivesWorkingLinks(t *testing.T) {
	s := testStore(t, nil)
	a := put(t, s, "hello", "../..//a\u202Eb?.txt", "")
	p := s.WithLinks([]envelope.Part{s.Part(a)})[0]
	if r := get(s, "GET", p.URL, nil); r.StatusCode != 200 || body(t, r) != "hello" {
		t.Errorf("GET %s = %d", p.URL, r.StatusCode)
	}
}

func FuzzWithLinks(f *testing.F) {
	s, err := Open(f.Context(), Options{URL: "mem://", PublicURL: base, Keys: testKeys(f, "k")})
	if err != nil {
		f.Fatal(err)
	}
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
			got := s.WithLinks([]envelope.Part{p})[0]
			if reflect.DeepEqual(got, p) {
				continue
			}
			// What was changed is a good link of ours to the id it names.
			linked, q, own := s.ownLink(got.URL)
			if !own || s.check(linked, q) != nil || string(got.Metadata["artifactId"]) != `"`+string(linked)+`"` {
				t.Fatalf("%+v became %+v", p, got)
			}
		}
	})
}
