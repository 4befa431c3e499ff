package sqlite

import (
	"errors"
	"path/filepath"
	"reflect"
	"testing"

	"bridge/store/ground"
	"bridge/store/lanes"
)

// FuzzRow: no row of a journal can do harm, and one that is written is read as what it was made of.
func FuzzRow(f *testing.F) {
	all := newChanges()
	all.records[ground.Key{Kind: "a", ID: "1"}] = &record{
		key: ground.Key{Kind: "a", ID: "1"}, n: 1, version: 2, until: 3, label: "l", entries: []ground.Entry{{Index: "e", At: -7}}, body: []byte("b"), fresh: true,
	}
	all.items[4] = &task{
		Added: lanes.Added{Queue: "q", Lane: "l", Entry: lanes.Entry{Seq: 4, Due: -1, At: 5, Rank: lanes.Front}},
		id:    "i", payload: []byte("p"), attempts: 6, doubts: 7, begun: true, why: "w", fresh: true, whole: true,
	}
	row := all.pack(nil)
	f.Add(row)
	f.Add((&changes{items: map[int64]*task{4: {gone: true}}}).pack(nil))
	read := newChanges()
	if err := read.unpack(row); err != nil {
		f.Fatal(err)
	}
	read.items[4].whole = true
	if !reflect.DeepEqual(read, changes{records: all.records, items: all.items}) {
		f.Errorf("%+v is read as %+v", all, read)
	}
	f.Fuzz(func(t *testing.T, row []byte) {
		once, again := newChanges(), newChanges()
		if once.unpack(row) != nil {
			return
		}
		for _, t := range once.items {
			t.whole, t.payload = true, append([]byte{}, t.payload...)
		}
		must(t, again.unpack(once.pack(nil)))
		for _, t := range again.items {
			t.whole = true
		}
		if !reflect.DeepEqual(once, again) {
			t.Errorf("%+v, then %+v", once, again)
		}
	})
}

// TestDamagedJournal: a file whose journal cannot be read is refused, not opened without what it says.
func TestDamagedJournal(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "bridge.db")
	s := open(t, path)
	must(t, s.write(t.Context(), func(w *writer) error { return exec(w.conn, "INSERT INTO journal (changes) VALUES (x'000102')", nil) }))
	left := copyStore(t, path)
	if _, err := Open(t.Context(), Options{Path: left}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("open: %v", err)
	}
	if _, err := CopyOut(t.Context(), left, nil); !errors.Is(err, ErrCorrupt) {
		t.Errorf("copy out: %v", err)
	}
}
