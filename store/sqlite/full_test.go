package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/internal/noerr"
	"bridge/store/ground"
)

// TestTablesFail: when the disk has no room for what the tables are to get, or the tables cannot be written for another reason, nothing
// that was answered with nil is forgotten by the journal, what is read is right, and the store says that it cannot write until it can.
func TestTablesFail(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fail, mend string
		code       sqlite.ResultCode
	}{
		"full": {"PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000", sqlite.ResultFull},
		"refused": {
			"CREATE TRIGGER bad BEFORE INSERT ON records BEGIN SELECT RAISE(ABORT, 'bad'); END", "DROP TRIGGER bad", sqlite.ResultConstraint,
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // time passes only where it is waited for
				path := filepath.Join(t.TempDir(), "bridge.db")
				s := open(t, path)
				key := func(i int) ground.Key { return ground.Key{Kind: "k", ID: fmt.Sprint(i)} }
				n := 0
				put := func() error {
					err := s.g.Apply(t.Context(), ground.Put{Key: key(n), If: ground.Absent, Body: make([]byte, 1000), Index: []ground.Entry{{Index: "i", At: int64(n)}}})
					if err == nil {
						n++
					}
					return err
				}
				// What the journal needs is free within the file, so that rows of it fit.
				must(t, s.write(t.Context(), func(w *writer) error {
					return exec(w.conn, "INSERT INTO journal (changes) VALUES (zeroblob(12000))", nil)
				}))
				must(t, s.write(t.Context(), func(w *writer) error {
					if err := exec(w.conn, "DELETE FROM journal", nil); err != nil {
						return err
					}
					return exec(w.conn, c.fail, nil)
				}))
				for put() == nil && n < 4 {
				}
				failed := func() bool {
					err := s.Healthy()
					return sqlite.ErrCode(err).ToPrimary() == c.code && strings.Contains(err.Error(), "from the journal")
				}
				for end := time.Now().Add(time.Minute); !failed(); time.Sleep(10 * time.Millisecond) {
					if time.Now().After(end) {
						t.Fatalf("healthy: %v", s.Healthy())
					}
				}
				for range 100 { // some have room, perhaps
					_ = put()
				}
				if n == 104 || !failed() {
					t.Errorf("%d were put, healthy: %v", n, s.Healthy())
				}
				if rows := s.g.pending.rows; rows > pendingGroups {
					t.Errorf("%d rows wait", rows)
				}
				check := func(s *Store) {
					t.Helper()
					for i := range n + 1 {
						got, err := s.Get(t.Context(), key(i))
						must(t, err)
						if got[0].Version == 0 != (i == n) {
							t.Errorf("%d of %d: %+v", i, n, got[0])
						}
					}
				}
				check(s.g)
				must(t, s.g.read(t.Context(), func(c *sqlite.Conn) error {
					return exec(c, "SELECT count(*) FROM journal", func(st *sqlite.Stmt) error {
						if rows := st.ColumnInt(0); rows != s.g.pending.rows || rows == 0 {
							t.Errorf("the journal has %d rows, %d wait in memory", rows, s.g.pending.rows)
						}
						return nil
					})
				}))
				left := copyStore(t, path) // as if it were killed now
				if name == "refused" {
					for range 2 {
						if _, err := Open(t.Context(), Options{Path: left}); err == nil || !strings.Contains(err.Error(), `from the journal: tables records and entries, k "0"`) {
							t.Errorf("open: %v", err)
						}
					}
					other, err := sqlite.OpenConn(left, sqlite.OpenReadWrite)
					must(t, err)
					must(t, exec(other, c.mend, nil))
					must(t, other.Close())
				}
				killed, err := Open(t.Context(), Options{Path: left})
				must(t, err)
				check(killed)
				must(t, killed.Close())
				if _, err := s.g.Scan(t.Context(), ground.Scan{Kind: "k", Index: "i", Limit: 1000}); sqlite.ErrCode(err).ToPrimary() != c.code {
					t.Errorf("a scan: %v", err)
				}
				// A foreign hand mends it.
				other, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
				must(t, err)
				if name == "refused" {
					must(t, exec(other, c.mend, nil))
				} else {
					_ = s.write(t.Context(), func(w *writer) error { return nil })
					s.g.writer.ops <- &order{operation: mending{c.mend}, result: make(chan error, 1)}
				}
				must(t, other.Close())
				for end := time.Now().Add(time.Minute); s.Healthy() != nil; time.Sleep(10 * time.Millisecond) {
					if time.Now().After(end) {
						t.Fatal("it does not notice that it can write again")
					}
				}
				must(t, put())
				check(s.g)
				found, err := s.g.Scan(t.Context(), ground.Scan{Kind: "k", Index: "i", Limit: 1000})
				must(t, err)
				if len(found) != n {
					t.Errorf("%d are found of %d", len(found), n)
				}
			})
		})
	}
}

// mending is an operation that changes a setting of the writer's connection.
type mending struct{ sql string }

func (m mending) run(w *writer) error { return exec(w.conn, m.sql, nil) }
func (mending) done(error)            {}

// TestPending: what waits for the tables is bounded by its bytes, too, and is asked before what was read beside it.
func TestPending(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "bridge.db")
	synctest.Test(t, func(t *testing.T) { // in which no time passes: no timer brings the tables up to date
		s := openGround(t, path).(*Store)
		defer func() { must(t, s.Close()) }()
		most := 0
		for i := range 30 {
			k := ground.Key{Kind: "k", ID: fmt.Sprint(i)}
			must(t, s.Apply(t.Context(), ground.Put{Key: k, Body: make([]byte, 300<<10)}))
			s.pending.mu.RLock()
			most = max(most, s.pending.bytes)
			s.pending.mu.RUnlock()
			s.recent.put([]*record{{key: k, gone: true}}) // as a reader would that began before
			if got, err := s.Get(t.Context(), k); err != nil || s.pending.record(k) == nil || got[0].Version == 0 {
				t.Errorf("%d: %v, %v", i, got[0].Version, err)
			}
		}
		if most > pendingBytes+largeGroup || most < pendingBytes/2 {
			t.Errorf("%d bytes waited", most)
		}
	})
}

// TestDamagedIndex: a file that is too large to be looked through when it is opened, with a damaged page that changes of its
// journal have to go to, is refused with the table, and its copy has everything, as that needs no index.
func TestDamagedIndex(t *testing.T) {
	t.Parallel()
	synctest.Test(t, damagedIndex) // in which no time passes: what is late stays in the journal
}

func damagedIndex(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bridge.db")
	s := open(t, path)
	root := int64(0)
	must(t, s.write(t.Context(), func(w *writer) error {
		return exec(w.conn, "SELECT rootpage FROM sqlite_schema WHERE name = 'records_key'", func(st *sqlite.Stmt) error {
			root = st.ColumnInt64(0)
			return nil
		})
	}))
	for i := range 3 {
		var ops []ground.Op
		for j := range 1000 {
			ops = append(ops, ground.Put{Key: ground.Key{Kind: "k", ID: fmt.Sprint(i, j)}, Body: make([]byte, 2000), Label: "l"})
		}
		must(t, s.g.Apply(t.Context(), ops...)) // too large for a row
	}
	must(t, s.g.Apply(t.Context(), ground.Put{Key: ground.Key{Kind: "k", ID: "late"}, Label: "l"}))
	left := copyStore(t, path)
	c, err := sqlite.OpenConn(left, sqlite.OpenReadWrite) // moves the log into the file when it is closed
	must(t, err)
	must(t, exec(c, "UPDATE counts SET n = n", nil))
	must(t, c.Close())
	f, err := os.OpenFile(left, os.O_RDWR, 0)
	must(t, err)
	must(t, noerr.Of(f.WriteAt(make([]byte, 4096), (root-1)*4096)))
	must(t, f.Close())
	if _, err := Open(t.Context(), Options{Path: left}); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), `tables records and entries, k "late"`) {
		t.Errorf("open: %v", err)
	}
	to := filepath.Join(t.TempDir(), "copy.db")
	copied, err := Fill(to)
	must(t, err)
	done, err := CopyOut(t.Context(), left, copied)
	must(t, err)
	must(t, copied.Finish(done.Clock))
	n, err := open(t, to).g.Count(t.Context(), "k")
	if err != nil || n["l"] != 3001 {
		t.Errorf("the copy has %v, %v", n, err)
	}
}
