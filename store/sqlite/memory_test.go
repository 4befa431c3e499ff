package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/store/ground"
)

// failing has the file refuse every record of the kind "refused", as a full disk refuses some.
func failing(t *testing.T, s *Store) {
	t.Helper()
	_, err := s.writer.do(t.Context(), change(func(w *writer) error {
		return exec(w.conn, "CREATE TRIGGER bad BEFORE INSERT ON journal WHEN instr(NEW.changes, CAST('refused' AS BLOB)) BEGIN SELECT RAISE(ABORT, 'bad'); END", nil)
	}))
	must(t, err)
}

// TestMemoryIsTheFile: while many write what others write, some of which fails, time goes back and what is over is swept, what is
// kept in memory, by which conditions are judged, is what is in the file, and no sum is lost.
func TestMemoryIsTheFile(t *testing.T) {
	t.Parallel()
	var late atomic.Int64
	s, err := Open(t.Context(), Options{
		Path: filepath.Join(t.TempDir(), "bridge.db"),
		Now:  func() time.Time { return time.Now().Add(-time.Duration(late.Load())) },
	})
	must(t, err)
	defer s.Close()
	failing(t, s)
	var sum, unmet, bad atomic.Int64
	total := ground.Key{Kind: "sum", ID: "1"}
	for round := range 2 {
		var all sync.WaitGroup
		for w := range 16 {
			all.Go(func() {
				r := rand.New(rand.NewPCG(uint64(round), uint64(w)))
				for range 60 {
					var ops []ground.Op
					for _, id := range r.Perm(6)[:1+r.IntN(3)] {
						k, is := ground.Key{Kind: "k", ID: strconv.Itoa(id)}, ground.When(ground.Absent)
						got, err := s.Get(t.Context(), k)
						if err == nil && got[0].Version != 0 {
							is = ground.When(got[0].Version)
						}
						p := ground.Put{Key: k, TTL: time.Duration(r.IntN(3)*r.IntN(8)) * time.Millisecond, Body: fmt.Append(nil, w, r.Uint64())}
						switch r.IntN(6) {
						case 0:
							p.If = ground.Absent
							ops = append(ops, p)
						case 1:
							p.If = is
							ops = append(ops, p)
						case 2:
							ops = append(ops, p)
						case 3:
							ops = append(ops, ground.Delete{Key: k})
						case 4:
							ops = append(ops, ground.Touch{Key: k, TTL: time.Duration(1+r.IntN(9)) * time.Millisecond})
						case 5:
							ops = append(ops, ground.Check{Key: k, If: is})
						}
					}
					ops = append(ops, ground.Add{Key: total, N: []int64{1}})
					if r.IntN(20) == 0 {
						ops = append(ops, ground.Put{Key: ground.Key{Kind: "refused", ID: "1"}})
					}
					err := s.Apply(t.Context(), ops...)
					switch _, is := errors.AsType[*ground.Unmet](err); {
					case err == nil:
						sum.Add(1)
					case is:
						unmet.Add(1)
					case strings.Contains(err.Error(), "bad"):
						bad.Add(1)
					default:
						t.Error(err)
					}
				}
			})
		}
		all.Go(func() {
			for range 5 {
				_, err := s.Sweep(t.Context())
				must(t, err)
				late.Store(rand.Int64N(int64(20 * time.Millisecond)))
				time.Sleep(time.Millisecond)
			}
		})
		all.Wait()
		_, err := s.writer.do(t.Context(), change(func(*writer) error { return nil }))
		must(t, err)
		for k, kept := range s.recent.all {
			is, err := readRecord(s.writer.st.find, k, []byte(k.ID))
			must(t, err)
			if (is == nil) != kept.gone || is != nil && (is.n != kept.n || is.version != kept.version || is.until != kept.until || is.label != kept.label ||
				!slices.Equal(is.entries, kept.entries) || !bytes.Equal(is.body, kept.body)) {
				t.Errorf("%v: in memory is %+v, in the file %+v", k, kept, is)
			}
		}
		if got, err := readRecord(s.writer.st.find, total, []byte(total.ID)); err != nil || string(got.body) != strconv.FormatInt(sum.Load(), 10) {
			t.Errorf("the sum is %s, want %d, %v", got.body, sum.Load(), err)
		}
	}
	if sum.Load() < 100 || unmet.Load() < 20 || bad.Load() < 10 || len(s.recent.all) < 3 {
		t.Errorf("it tests nothing: %d, %d, %d, %d", sum.Load(), unmet.Load(), bad.Load(), len(s.recent.all))
	}
}

// TestFailsBeside: a batch whose group is run again one by one, as another one failed, hears of its condition what it hears alone.
func TestFailsBeside(t *testing.T) {
	t.Parallel()
	s := open(t, filepath.Join(t.TempDir(), "bridge.db"))
	failing(t, s.g)
	k := ground.Key{Kind: "k", ID: "1"}
	must(t, s.g.Apply(t.Context(), ground.Put{Key: k, Body: []byte("x")}))
	begun, goOn := make(chan bool), make(chan bool)
	var all sync.WaitGroup
	all.Go(func() {
		must(t, s.write(t.Context(), func(*writer) error {
			close(begun)
			<-goOn
			return nil
		}))
	})
	<-begun // it is under way, and the others wait
	for _, ops := range [][]ground.Op{{ground.Put{Key: ground.Key{Kind: "refused", ID: "1"}}}, {ground.Put{Key: k, If: ground.Absent}}} {
		all.Go(func() {
			err := s.g.Apply(t.Context(), ops...)
			if met, is := errors.AsType[*ground.Unmet](err); (len(ops) == 1 && ops[0].(ground.Put).Kind == "k") != is || is && string(met.Found.Body) != "x" {
				t.Errorf("%v: %v", ops, err)
			}
		})
	}
	for end := time.Now().Add(time.Minute); len(s.g.writer.ops) < 2 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	close(goOn)
	all.Wait()
}
