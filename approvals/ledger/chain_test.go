package ledger_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/approvals/ledger"
	"bridge/core/message"
	"bridge/internal/noerr"
)

var noon = time.Date(2026, 11, 22, 12, 0, 0, 123456789, time.UTC)

// draw is a source of salts that repeats itself from test to test.
func draw() func([]byte) {
	n := byte(0)
	return func(b []byte) {
		n++
		for i := range b {
			b[i] = n
		}
	}
}

func events(n int) []ledger.Event {
	var all []ledger.Event
	for i := range n {
		all = append(all, ledger.Event{
			Approval: message.ApprovalID(fmt.Sprint("apr_", i%3)), What: "vote", At: noon.Add(time.Duration(i) * time.Second),
			Body: json.RawMessage(fmt.Sprintf(`{ "n": %d, "text": "<yes> & \u00e9" }`, i)), People: []message.PersonID{"dana"},
		})
	}
	return all
}

func chain(t testing.TB, from ledger.Head, all []ledger.Event) []ledger.Entry {
	t.Helper()
	entries, err := ledger.Link(from, all, draw())
	noerr.Must(t, err)
	return entries
}

func seq(all []ledger.Entry) iter.Seq2[ledger.Entry, error] {
	return func(yield func(ledger.Entry, error) bool) {
		for _, e := range all {
			if !yield(e, nil) {
				return
			}
		}
	}
}

func TestChainVerifies(t *testing.T) {
	all := chain(t, ledger.Head{}, events(20))
	head, err := ledger.Verify(seq(all), ledger.Head{})
	if err != nil || head.Seq != 20 || !bytes.Equal(head.Hash, all[19].Hash) {
		t.Errorf("head %d, %v", head.Seq, err)
	}
	// What is deleted from the front leaves an anchor.
	if head, err := ledger.Verify(seq(all[7:]), all[6].Head()); err != nil || head.Seq != 20 {
		t.Errorf("from an anchor: %d, %v", head.Seq, err)
	}
	if _, err := ledger.Verify(seq(all[7:]), ledger.Head{}); err == nil {
		t.Error("a chain without its front verifies from nothing")
	}
	if head, err := ledger.Verify(seq(nil), all[6].Head()); err != nil || head.Seq != 7 {
		t.Errorf("nothing behind an anchor: %d, %v", head.Seq, err)
	}
}

// TestChainIsWritten holds the encoding to one value: a chain that was written verifies
// in every later version.
func TestChainIsWritten(t *testing.T) {
	e := chain(t, ledger.Head{}, events(2))[1]
	if got, want := fmt.Sprintf("%x %x", e.Commit[:6], e.Hash[:6]), "81f8eca0acc7 77fa12875b60"; got != want {
		t.Errorf("commit and hash are %s, want %s", got, want)
	}
	if !e.At.Equal(noon.Add(time.Second).Truncate(time.Microsecond)) {
		t.Errorf("at %v: times are kept to the microsecond", e.At)
	}
}

// TestChainSurvivesJSON: stores and files may write an entry in any form of JSON.
func TestChainSurvivesJSON(t *testing.T) {
	all := chain(t, ledger.Head{}, events(5))
	for name, write := range map[string]func(*json.Encoder){
		"plain":       func(*json.Encoder) {},
		"not escaped": func(e *json.Encoder) { e.SetEscapeHTML(false) },
		"indented":    func(e *json.Encoder) { e.SetIndent("", "  ") },
	} {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		write(e)
		noerr.Must(t, e.Encode(all))
		var read []ledger.Entry
		noerr.Must(t, json.Unmarshal(b.Bytes(), &read))
		if _, err := ledger.Verify(seq(read), ledger.Head{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestChainNamesTheFirstBadEntry(t *testing.T) {
	other := chain(t, ledger.Head{}, events(1))[0]
	for _, c := range []struct {
		name   string
		change func([]ledger.Entry) []ledger.Entry
		seq    int64
		why    string
	}{
		{"taken out", func(a []ledger.Entry) []ledger.Entry { return slices.Delete(a, 3, 4) }, 4, "gap"},
		{"front taken out", func(a []ledger.Entry) []ledger.Entry { return a[1:] }, 1, "gap"},
		{"twice", func(a []ledger.Entry) []ledger.Entry { return slices.Insert(a, 3, a[2]) }, 3, "order"},
		{"swapped", func(a []ledger.Entry) []ledger.Entry { a[3], a[4] = a[4], a[3]; return a }, 4, "gap"},
		{"put in", func(a []ledger.Entry) []ledger.Entry { o := other; o.Seq = 4; a[3] = o; return a }, 4, "hash"},
		{"approval", func(a []ledger.Entry) []ledger.Entry { a[3].Approval = "apr_x"; return a }, 4, "hash"},
		{"what", func(a []ledger.Entry) []ledger.Entry { a[3].What = "granted"; return a }, 4, "hash"},
		{"time", func(a []ledger.Entry) []ledger.Entry { a[3].At = a[3].At.Add(time.Microsecond); return a }, 4, "hash"},
		{"body", func(a []ledger.Entry) []ledger.Entry { a[3].Body = json.RawMessage(`{}`); return a }, 4, "commit"},
		{"body is no JSON", func(a []ledger.Entry) []ledger.Entry { a[3].Body = json.RawMessage(`{`); return a }, 4, "commit"},
		{"salt", func(a []ledger.Entry) []ledger.Entry { a[3].Salt = make([]byte, 32); return a }, 4, "commit"},
		{"salt alone erased", func(a []ledger.Entry) []ledger.Entry { a[3].Salt = nil; return a }, 4, "commit"},
		{"body alone erased", func(a []ledger.Entry) []ledger.Entry { a[3].Body = nil; return a }, 4, "commit"},
		{"body and its commit", func(a []ledger.Entry) []ledger.Entry {
			a[3].Body = json.RawMessage(`{}`)
			a[3].Commit = ledger.Commit(a[3].Salt, a[3].Body)
			return a
		}, 4, "hash"},
		{"one entry and its hash", func(a []ledger.Entry) []ledger.Entry {
			e, err := ledger.Next(a[2].Head(), ledger.Event{Approval: "apr_x", What: "granted", At: noon}, make([]byte, 32))
			noerr.Must(t, err)
			a[3] = e
			return a
		}, 5, "hash"},
	} {
		_, err := ledger.Verify(seq(c.change(chain(t, ledger.Head{}, events(8)))), ledger.Head{})
		if bad, ok := errors.AsType[*ledger.BadError](err); !ok || bad.Seq != c.seq || !strings.HasPrefix(bad.Why, c.why) {
			t.Errorf("%s: %v, want entry %d: %s", c.name, err, c.seq, c.why)
		}
	}
}

func TestChainErased(t *testing.T) {
	all := chain(t, ledger.Head{}, events(6))
	for _, i := range []int{1, 4} {
		all[i] = all[i].Blank()
	}
	if _, err := ledger.Verify(seq(all), ledger.Head{}); !errors.Is(err, ledger.ErrSilent) || !strings.HasSuffix(err.Error(), ": 2") {
		t.Errorf("erased without a word: %v", err)
	}
	body, err := json.Marshal(ledger.Erasure{By: "operator:ops", Entries: []int64{2, 5}})
	noerr.Must(t, err)
	said, err := ledger.Next(all[5].Head(), ledger.Event{What: ledger.Erased, At: noon, Body: body}, make([]byte, 32))
	noerr.Must(t, err)
	all = append(all, said)
	v := ledger.From(ledger.Head{})
	for _, e := range all {
		noerr.Must(t, v.Add(e))
	}
	if n, erased := v.Counts(); n != 7 || erased != 2 || len(v.Silent()) != 0 {
		t.Errorf("%d entries, %d erased, silent %v", n, erased, v.Silent())
	}
	b, err := json.Marshal(all[1])
	if err != nil || bytes.Contains(b, []byte("yes")) || bytes.Contains(b, []byte("dana")) || bytes.Contains(b, []byte("salt")) {
		t.Errorf("what is left of an erased entry: %s, %v", b, err)
	}
}

func TestNextRefuses(t *testing.T) {
	if _, err := ledger.Next(ledger.Head{}, ledger.Event{Body: json.RawMessage(`{"a":`)}, make([]byte, 32)); err == nil {
		t.Error("a body that is no JSON is chained")
	}
	if _, err := ledger.Next(ledger.Head{}, ledger.Event{}, nil); err == nil {
		t.Error("an entry without a salt is chained")
	}
	if e, err := ledger.Next(ledger.Head{}, ledger.Event{}, make([]byte, 32)); err != nil || e.Blanked() {
		t.Errorf("an empty body looks erased: %s, %v", e.Body, err)
	}
}

// FuzzChain: whatever is in the events, the chain verifies as it was written, and no
// single change of one field goes unnoticed.
func FuzzChain(f *testing.F) {
	f.Add("apr_1", "vote", `{"a":1}`, "apr_1v", "ote", `{"a":2}`, uint8(1))
	f.Add("", "", ``, "\x00", "", `"<"`, uint8(6))
	f.Fuzz(func(t *testing.T, id1, what1, body1, id2, what2, body2 string, change uint8) {
		all, err := ledger.Link(ledger.Head{}, []ledger.Event{
			{Approval: message.ApprovalID(id1), What: what1, At: noon, Body: json.RawMessage(body1)},
			{Approval: message.ApprovalID(id2), What: what2, At: noon, Body: json.RawMessage(body2)},
			{Approval: "apr_last", What: "granted", At: noon},
		}, draw())
		if err != nil {
			return // no JSON
		}
		if _, err := ledger.Verify(seq(all), ledger.Head{}); err != nil {
			t.Fatalf("as it was written: %v", err)
		}
		e := &all[change/16%2]
		switch was := *e; change % 8 {
		case 0:
			e.Approval = message.ApprovalID(id2)
		case 1:
			e.What = what2
		case 2:
			e.Approval, e.What = was.Approval+message.ApprovalID(was.What), ""
		case 3:
			e.Body = all[2].Body
		case 4:
			e.Commit = all[2].Commit
		case 5:
			e.Salt = all[2].Salt
		case 6:
			e.At = e.At.Add(time.Microsecond)
		case 7:
			e.Hash = all[2].Hash
		}
		want := chainOf(*e) != chainOf(chain(t, ledger.Head{}, []ledger.Event{
			{Approval: message.ApprovalID(id1), What: what1, At: noon, Body: json.RawMessage(body1)},
			{Approval: message.ApprovalID(id2), What: what2, At: noon, Body: json.RawMessage(body2)},
		})[change/16%2])
		if _, err := ledger.Verify(seq(all), ledger.Head{}); (err != nil) != want {
			t.Errorf("changed %v, verify says %v", want, err)
		}
	})
}

func chainOf(e ledger.Entry) string {
	return fmt.Sprintf("%d %q %q %d %x %s %x %x", e.Seq, e.Approval, e.What, e.At.UnixMicro(), e.Salt, e.Body, e.Commit, e.Hash)
}
