package stream

import (
	"bytes"
	"errors"
	"reflect"
	"testing"
	"time"

	"bridge/store/ground"
)

// taken is what was told.
type taken struct {
	records []ground.Kept
	items   []ground.Unfinished
}

func (t *taken) Record(k ground.Kept) error     { t.records = append(t.records, k); return nil }
func (t *taken) Item(u ground.Unfinished) error { t.items = append(t.items, u); return nil }

func sample(t testing.TB) ([]byte, taken, End) {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, Head{Format: 2, Store: "sqlite", Bridge: "bridge test"})
	must(t, err)
	all := taken{
		records: []ground.Kept{
			{Key: ground.Key{Kind: "turn", ID: "a\x00b"}, Until: 7, Label: "open", Index: []ground.Entry{{Index: "all", At: -3}, {Index: "of", At: 9}}, Body: []byte("one")},
			{Key: ground.Key{Kind: "turn", ID: "a\x00b"}, Gone: true},
			{Key: ground.Key{Kind: "seen", ID: "\xff"}, Body: []byte{}},
		},
		items: []ground.Unfinished{{Queue: "inbox", Lane: "l", ID: "1", Seq: 1 << 50, Rank: 2, Due: 5, At: 4, Attempts: 3, Begun: true, Doubts: 1, Why: "so", Payload: []byte("p")}},
	}
	for _, k := range all.records {
		must(t, w.Record(k))
	}
	for _, u := range all.items {
		must(t, w.Item(u))
	}
	at := time.Date(2026, 11, 26, 3, 0, 0, 0, time.UTC)
	must(t, w.Close(ground.Copied{At: at, Clock: 99}))
	return b.Bytes(), all, End{At: at, Clock: 99, Records: 3, Items: 1}
}

func must(t testing.TB, err error) {
	if t.Helper(); err != nil {
		t.Fatal(err)
	}
}

// TestStream: what was written is read; cut off anywhere, or with any byte changed, it is not
// taken for whole.
func TestStream(t *testing.T) {
	b, want, end := sample(t)
	var got taken
	var head Head
	e, err := Read(bytes.NewReader(b), func(h Head) (ground.Taker, error) { head = h; return &got, nil })
	must(t, err)
	if !reflect.DeepEqual(got, want) || e != end || head != (Head{1, 2, "sqlite", "bridge test"}) {
		t.Errorf("read %+v, %+v, %+v", got, e, head)
	}
	for i := range b {
		if _, err := Read(bytes.NewReader(b[:i]), nil); !errors.Is(err, ErrDamaged) {
			t.Errorf("the first %d bytes: %v", i, err)
		}
		other := bytes.Clone(b)
		other[i] ^= 0x15
		if _, err := Read(bytes.NewReader(other), nil); err == nil {
			t.Errorf("with another byte at %d it is whole", i)
		}
	}
	if _, err := Read(bytes.NewReader(append(bytes.Clone(b), 0)), nil); !errors.Is(err, ErrDamaged) {
		t.Errorf("with something behind it: %v", err)
	}
	newer := bytes.Replace(b, []byte(`{"version":1`), []byte(`{"version":9`), 1)
	if _, err := Read(bytes.NewReader(newer), nil); !errors.Is(err, ErrNewer) {
		t.Errorf("a newer one: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	b, _, _ := sample(f)
	f.Add(b)
	f.Add(b[:len(b)-3])
	f.Add([]byte(intro + "H\x02{}R\x01"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var got taken
		end, err := Read(bytes.NewReader(b), func(Head) (ground.Taker, error) { return &got, nil })
		if err != nil {
			return
		}
		var again bytes.Buffer
		w, err := NewWriter(&again, Head{})
		must(t, err)
		for _, k := range got.records {
			must(t, w.Record(k))
		}
		for _, u := range got.items {
			must(t, w.Item(u))
		}
		must(t, w.Close(ground.Copied{At: end.At, Clock: end.Clock}))
		var once taken
		_, err = Read(&again, func(Head) (ground.Taker, error) { return &once, nil })
		must(t, err)
		if !reflect.DeepEqual(got, once) {
			t.Errorf("%+v became %+v", got, once)
		}
	})
}
