package redis

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/internal/redistest"
	"bridge/store/ground"
	"bridge/store/groundtest"
	"bridge/store/memory"
	"bridge/store/sqlite"
	"bridge/store/stream"
)

// TestMoved: all that is stored goes to a SQLite file and comes back, by streams; it is copied
// out while the store is open.
func TestMoved(t *testing.T) {
	t.Parallel()
	s := start(t)
	for seed := range groundtest.Seeds(2, 300) {
		s.empty(t)
		dir, n := t.TempDir(), 0
		groundtest.Moved(t, seed, 80, s.open(t), memory.New(s.now), s.sleep, true, func(old ground.Store) ground.Store {
			var out, back bytes.Buffer
			w, err := stream.NewWriter(&out, stream.Head{})
			must(t, err)
			done, err := old.(*Store).CopyOut(t.Context(), dir, w)
			must(t, err)
			must(t, w.Close(done))
			must(t, old.Close())
			n++
			path := filepath.Join(dir, fmt.Sprint(n, ".db"))
			file, err := sqlite.Fill(path)
			must(t, err)
			end, err := stream.Read(&out, func(stream.Head) (ground.Taker, error) { return file, nil })
			must(t, err)
			must(t, file.Finish(end.Clock))
			w, err = stream.NewWriter(&back, stream.Head{})
			must(t, err)
			done, err = sqlite.CopyOut(t.Context(), path, w)
			must(t, err)
			must(t, w.Close(done))
			fill(t, s, &back, true)
			return s.open(t)
		})
	}
}

func fill(t *testing.T, s *clocked, from *bytes.Buffer, replace bool) {
	t.Helper()
	f, err := Fill(t.Context(), Options{Addrs: []string{s.Addr()}, Now: s.now}, "again", replace)
	must(t, err)
	end, err := stream.Read(from, func(stream.Head) (ground.Taker, error) { return f, nil })
	must(t, err)
	must(t, f.Finish(t.Context(), end.Clock))
	must(t, f.Close())
}

// books is what was copied: the last of each record, and how many items there are.
type books struct {
	records map[ground.Key]ground.Kept
	items   []ground.Unfinished
	first   func()
}

func (b *books) Record(k ground.Kept) error {
	if b.first != nil {
		b.first()
		b.first = nil
	}
	b.records[k.Key] = k
	if k.Gone {
		delete(b.records, k.Key)
	}
	return nil
}

func (b *books) Item(u ground.Unfinished) error { b.items = append(b.items, u); return nil }

// TestCopyOutIsOneMoment: while many write all the time, what is copied is as it was at one
// moment: of no batch there is one half only, whether of records or of lanes.
func TestCopyOutIsOneMoment(t *testing.T) {
	t.Parallel()
	s := start(t)
	st := s.open(t).(*Store)
	defer st.Close()
	const accounts, all = 2000, 5
	account := func(i int) ground.Key { return ground.Key{Kind: "account", ID: fmt.Sprint(i)} }
	var ops []ground.Op
	for i := range accounts {
		if ops = append(ops, ground.Put{Key: account(i), Body: []byte("100"), Index: []ground.Entry{{Index: "all", At: int64(i)}}}); len(ops) == 500 {
			must(t, st.Apply(t.Context(), ops...))
			ops = nil
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	for w := range all {
		writers.Go(func() {
			counter := ground.Key{Kind: "queued", ID: fmt.Sprint(w)}
			for n := 1; ctx.Err() == nil; n++ {
				a, b := account((n*7+w)%accounts), account((n*13+w*31)%accounts)
				if a == b {
					continue
				}
				got, err := st.Get(ctx, a, b)
				if err != nil {
					continue
				}
				x, _ := strconv.Atoi(string(got[0].Body))
				y, _ := strconv.Atoi(string(got[1].Body))
				// One moves from a to b, an item comes for it, and the counter says so: each or none.
				_ = st.Apply(ctx,
					ground.Put{Key: a, Body: fmt.Append(nil, x-1), If: ground.When(got[0].Version), Index: []ground.Entry{{Index: "all", At: int64(n)}}},
					ground.Put{Key: b, Body: fmt.Append(nil, y+1), If: ground.When(got[1].Version)},
					ground.Enqueue{Item: ground.Item{Queue: "q", Lane: fmt.Sprint(w, "/", n%3), ID: fmt.Sprint(n), Payload: []byte("p")}},
					ground.Put{Key: counter, Body: fmt.Append(nil, n)},
					ground.Put{Key: ground.Key{Kind: "last", ID: fmt.Sprint(w)}, Body: fmt.Append(nil, n)},
					ground.Delete{Key: ground.Key{Kind: "made", ID: fmt.Sprint(w, "/", n-5)}},
					ground.Put{Key: ground.Key{Kind: "made", ID: fmt.Sprint(w, "/", n)}},
				)
			}
		})
	}
	writers.Go(func() { // and items go, with a record of each
		for ctx.Err() == nil {
			cs, err := st.Claim(ctx, "q", 4)
			for _, c := range cs {
				if err == nil {
					err = st.Apply(ctx, ground.Ack{Claim: c}, ground.Put{Key: ground.Key{Kind: "done", ID: fmt.Sprint(c.Seq)}, Body: []byte(c.Lane + "=" + c.ID)})
				}
			}
		}
	})
	for range 3 {
		b := &books{records: map[ground.Key]ground.Kept{}}
		done, err := st.CopyOut(t.Context(), t.TempDir(), b)
		must(t, err)
		sum, made, ended := 0, map[string]int{}, 0
		for k, r := range b.records {
			n, _ := strconv.Atoi(string(r.Body))
			switch w, _, _ := strings.Cut(k.ID, "/"); k.Kind {
			case "account":
				sum += n
			case "made":
				made[w]++
			case "done":
				ended++
			case "queued":
				if last := string(b.records[ground.Key{Kind: "last", ID: k.ID}].Body); last != string(r.Body) {
					t.Errorf("writer %s is at %s and %s", k.ID, r.Body, last)
				}
			}
		}
		if sum != accounts*100 {
			t.Errorf("%d of %d", sum, accounts*100)
		}
		for w, n := range made {
			if n > 5 {
				t.Errorf("writer %s has %d", w, n)
			}
		}
		seen := map[string]bool{} // an item is in its lane, or done
		for _, it := range b.items {
			seen[it.Lane+"="+it.ID] = true
		}
		for k, r := range b.records {
			if k.Kind == "done" && seen[string(r.Body)] {
				t.Errorf("%s is done and waits", r.Body)
			}
		}
		enqueued := 0
		for _, in := range b.records {
			if in.Kind == "account" && in.Until != 0 {
				t.Error("a time")
			}
		}
		for k, r := range b.records {
			if k.Kind == "done" {
				seen[string(r.Body)] = true
			}
		}
		enqueued = len(seen)
		if enqueued != len(b.items)+ended || done.Records < accounts {
			t.Errorf("%d items, %d waiting, %d done, %d records told", enqueued, len(b.items), ended, done.Records)
		}
		for w := range all { // the last that the counter knows is there
			n := string(b.records[ground.Key{Kind: "queued", ID: fmt.Sprint(w)}].Body)
			if i, _ := strconv.Atoi(n); i > 0 && !seen[fmt.Sprint(w, "/", i%3)+"="+n] {
				t.Errorf("item %s of writer %d is nowhere", n, w)
			}
			if i, _ := strconv.Atoi(n); seen[fmt.Sprint(w, "/", (i+1)%3)+"="+fmt.Sprint(i+1)] {
				t.Errorf("an item of writer %d is there that the counter does not know", w)
			}
		}
	}
	stop()
	writers.Wait()
	if n, err := s.Client().Exists(t.Context(), keyCopy, keyChanged).Result(); err != nil || n != 0 {
		t.Errorf("%d keys are left, %v", n, err)
	}
}

// TestCopyOutLost: what the server does not note any more is an error, and two at a time too.
func TestCopyOutLost(t *testing.T) {
	t.Parallel()
	s := start(t)
	st := s.open(t).(*Store)
	defer st.Close()
	must(t, st.Apply(t.Context(), ground.Put{Key: ground.Key{Kind: "a", ID: "1"}, Body: []byte("x"), TTL: time.Hour, Label: "l"}))
	var second error
	b := &books{records: map[ground.Key]ground.Kept{}, first: func() {
		_, second = st.CopyOut(t.Context(), t.TempDir(), &books{records: map[ground.Key]ground.Kept{}})
		must(t, s.Client().Del(t.Context(), keyCopy).Err())
	}}
	if _, err := st.CopyOut(t.Context(), t.TempDir(), b); !errors.Is(err, ErrCopyLost) || !errors.Is(second, ErrCopying) {
		t.Errorf("%v; a second: %v", err, second)
	}
	b = &books{records: map[ground.Key]ground.Kept{}}
	_, err := st.CopyOut(t.Context(), t.TempDir(), b)
	must(t, err)
	r := b.records[ground.Key{Kind: "a", ID: "1"}]
	if left := time.Until(time.UnixMicro(r.Until)); left < 50*time.Minute || left > 61*time.Minute || r.Label != "l" {
		t.Errorf("copied: %+v", r)
	}
}

// TestFill: while a store is filled nothing opens it, and what has it open cannot write. What is not finished has changed nothing.
func TestFill(t *testing.T) {
	t.Parallel()
	s := start(t)
	o := Options{Addrs: []string{s.Addr()}, Now: s.now}
	node := s.open(t)
	k := ground.Key{Kind: "a", ID: "1"}
	put := func(st ground.Store) error { return st.Apply(t.Context(), ground.Put{Key: k, Body: []byte("x")}) }
	must(t, put(node))
	if _, err := Fill(t.Context(), o, "", false); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("not empty: %v", err)
	}
	must(t, put(node))
	_, err := node.Own(t.Context(), "work", "n1", ground.Lease)
	must(t, err)
	if _, err := Fill(t.Context(), o, "", true); err == nil || !strings.Contains(err.Error(), "the node n1 runs") {
		t.Errorf("while a node runs: %v", err)
	}
	must(t, put(node))
	_, err = node.Own(t.Context(), "work", "n1", 0)
	must(t, err)

	f, err := Fill(t.Context(), o, "run the command again", true)
	must(t, err)
	must(t, f.Record(ground.Kept{Key: ground.Key{Kind: "b", ID: "2"}, Body: []byte("y")}))
	must(t, f.(*filling).flush())
	if err := put(node); err == nil || !strings.Contains(err.Error(), "being filled") {
		t.Errorf("a node wrote into it: %v", err)
	}
	must(t, node.Close())
	if _, err := opened(t.Context(), o); err == nil || !strings.Contains(err.Error(), "run the command again") {
		t.Errorf("opened: %v", err)
	}
	must(t, f.Close())
	node = s.open(t)
	must(t, put(node))
	must(t, node.Close())

	f, err = Fill(t.Context(), o, "", true)
	must(t, err)
	must(t, f.Record(ground.Kept{Key: ground.Key{Kind: "c", ID: "3"}, Body: []byte("z")}))
	must(t, f.Finish(t.Context(), 7))
	must(t, f.Close())
	node = s.open(t)
	defer node.Close()
	got, err := node.Get(t.Context(), k, ground.Key{Kind: "b", ID: "2"}, ground.Key{Kind: "c", ID: "3"})
	must(t, err)
	if got[0].Version != 0 || got[1].Version != 0 || string(got[2].Body) != "z" {
		t.Errorf("there is %+v", got)
	}
	if clock, err := s.Client().Get(t.Context(), keyClock).Result(); err != nil || clock != "7" {
		t.Errorf("the last number: %q %v", clock, err)
	}
}

// filledBy is what a process fills a server with that is killed at a step: the server's address, and which step.
const filledBy = "BRIDGE_TEST_FILL_KILLED"

// TestFillKilled: a process that replaces a store is killed before each thing that it does to the server. The store is what it
// was, or the copy, whole; and the same again makes it the copy.
func TestFillKilled(t *testing.T) {
	replace := func(addr string, step func()) error {
		f, err := begin(t.Context(), Options{Addrs: []string{addr}}, "again", true, step)
		if err != nil {
			return err
		}
		for _, id := range []string{"1", "2"} {
			must(t, f.Record(ground.Kept{Key: ground.Key{Kind: "new", ID: id}, Label: "l", Index: []ground.Entry{{Index: "i", At: 1}}, Body: []byte("new")}))
			must(t, f.flush())
		}
		must(t, f.Item(ground.Unfinished{Queue: "q", Lane: "new", Seq: 5, Rank: 2, At: 1, ID: "new", Payload: []byte("new")}))
		return errors.Join(f.Finish(t.Context(), 7), f.Close())
	}
	if at, n, ok := strings.Cut(os.Getenv(filledBy), " "); ok {
		left, err := strconv.Atoi(n)
		must(t, err)
		must(t, replace(at, func() {
			if left--; left == 0 {
				p, _ := os.FindProcess(os.Getpid())
				_ = p.Kill()
				select {}
			}
		}))
		return
	}
	t.Parallel()
	s := redistest.Start(t, redistest.Options{})
	o := Options{Addrs: []string{s.Addr()}}
	// has is what of both there is: records, by an index, and items.
	has := func() string {
		t.Helper()
		must(t, s.Client().Do(t.Context(), "PEXPIRE", keyCopy, 0, "XX").Err()) // fillHold is over, if it holds
		st, err := opened(t.Context(), o)
		must(t, err)
		defer st.Close()
		if left, err := s.Client().Keys(t.Context(), keyBeside+"*").Result(); err != nil || len(left) != 0 {
			t.Errorf("left: %q, %v", left, err)
		}
		all := ""
		for _, kind := range []string{"old", "new"} {
			found, err := st.Scan(t.Context(), ground.Scan{Kind: kind, Index: "i", Limit: 5})
			must(t, err)
			waiting, err := st.Lane(t.Context(), "q", kind, 5)
			must(t, err)
			n, err := st.Count(t.Context(), kind)
			must(t, err)
			all += fmt.Sprintf("%s %d %d %v, ", kind, len(found), len(waiting), n)
		}
		return all
	}
	const old, copied = "old 2 1 map[l:2], new 0 0 map[], ", "old 0 0 map[], new 2 1 map[l:2], "
	was := map[string]int{}
	for n := 1; ; n++ {
		must(t, s.Client().FlushAll(t.Context()).Err())
		st, err := opened(t.Context(), o)
		must(t, err)
		must(t, st.Apply(t.Context(), ground.Enqueue{Item: ground.Item{Queue: "q", Lane: "old", ID: "old", Payload: []byte("old")}},
			ground.Put{Key: ground.Key{Kind: "old", ID: "1"}, Label: "l", Index: []ground.Entry{{Index: "i", At: 1}}, Body: []byte("old")},
			ground.Put{Key: ground.Key{Kind: "old", ID: "2"}, Label: "l", Index: []ground.Entry{{Index: "i", At: 1}}, Body: []byte("old")}))
		must(t, st.Close())
		cmd := exec.Command(os.Args[0], "-test.run=^TestFillKilled$")
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d", filledBy, s.Addr(), n))
		out, err := cmd.CombinedOutput()
		if err != nil && !strings.Contains(err.Error(), "killed") {
			t.Fatalf("%v\n%s", err, out)
		}
		got := has()
		was[got]++
		switch {
		case got != old && got != copied, err == nil && got != copied:
			t.Errorf("killed at step %d: %s", n, got)
		case err == nil:
			t.Logf("%d steps: %v", n, was)
			if was[old] < 4 || was[copied] < 4 || len(was) != 2 {
				t.Errorf("%d steps: %v", n, was)
			}
			return
		case n%3 == 0:
			must(t, replace(s.Addr(), func() {}))
			if got := has(); got != copied {
				t.Errorf("again after step %d: %s", n, got)
			}
		}
	}
}

// TestCopyInCluster: all is on one master, which is asked.
func TestCopyInCluster(t *testing.T) {
	t.Parallel()
	s := redistest.Cluster(t, redistest.Options{})
	o := Options{Addrs: []string{s.Addr()}, Cluster: true}
	st, err := opened(t.Context(), o)
	must(t, err)
	k := ground.Key{Kind: "a", ID: "1"}
	must(t, st.Apply(t.Context(), ground.Put{Key: k, Body: []byte("x"), Index: []ground.Entry{{Index: "i", At: 1}}}, ground.Enqueue{Item: ground.Item{Queue: "q", Lane: "l", ID: "1", Payload: []byte("p")}}))
	var all bytes.Buffer
	w, err := stream.NewWriter(&all, stream.Head{})
	must(t, err)
	done, err := st.CopyOut(t.Context(), t.TempDir(), w)
	must(t, err)
	must(t, w.Close(done))
	must(t, st.Close())
	f, err := Fill(t.Context(), o, "", true)
	must(t, err)
	end, err := stream.Read(&all, func(stream.Head) (ground.Taker, error) { return f, nil })
	must(t, err)
	must(t, f.Finish(t.Context(), end.Clock))
	must(t, f.Close())
	st, err = opened(t.Context(), o)
	must(t, err)
	defer st.Close()
	found, err := st.Scan(t.Context(), ground.Scan{Kind: "a", Index: "i", Limit: 5})
	must(t, err)
	waiting, err := st.Lane(t.Context(), "q", "l", 5)
	must(t, err)
	if len(found) != 1 || string(found[0].Body) != "x" || len(waiting) != 1 || string(waiting[0].Payload) != "p" {
		t.Errorf("there is %+v and %+v", found, waiting)
	}
}

// TestFillNoRoom: a server that has no room for the copy beside what is there is left as it was, even if the command is killed then.
func TestFillNoRoom(t *testing.T) {
	t.Parallel()
	for _, killed := range []bool{false, true} {
		s := redistest.Start(t, redistest.Options{})
		limit := func(bytes int) { must(t, s.Client().ConfigSet(t.Context(), "maxmemory", strconv.Itoa(bytes)).Err()) }
		o := Options{Addrs: []string{s.Addr()}}
		st, err := opened(t.Context(), o)
		must(t, err)
		must(t, st.Apply(t.Context(), ground.Put{Key: ground.Key{Kind: "a", ID: "1"}, Body: []byte("x")}))
		must(t, st.Close())
		f, err := begin(t.Context(), o, "again", true, func() {})
		must(t, err)
		must(t, f.Record(ground.Kept{Key: ground.Key{Kind: "b", ID: "1"}, Body: []byte("y")}))
		must(t, f.flush())
		limit(1)
		must(t, f.Record(ground.Kept{Key: ground.Key{Kind: "b", ID: "2"}, Body: []byte("y")}))
		if err := f.flush(); err == nil || !strings.Contains(err.Error(), "OOM") {
			t.Errorf("filled: %v", err)
		}
		if killed {
			close(f.end)
			f.holding.Wait()
			must(t, f.s.Close())
			must(t, s.Client().Do(t.Context(), "PEXPIRE", keyCopy, 0, "XX").Err())
		} else {
			must(t, f.Close())
		}
		st, err = opened(t.Context(), o)
		if err != nil {
			t.Errorf("killed %v: %v", killed, err)
			continue
		}
		if left, err := s.Client().Keys(t.Context(), keyBeside+"*").Result(); err != nil || len(left) != 0 {
			t.Errorf("killed %v: left: %q, %v", killed, left, err)
		}
		limit(0)
		got, err := st.Get(t.Context(), ground.Key{Kind: "a", ID: "1"})
		if err != nil || string(got[0].Body) != "x" {
			t.Errorf("killed %v: %v, %v", killed, got, err)
		}
		must(t, st.Close())
	}
}

// TestFillOverHalf: what a build of before has filled in part is no store, whatever becomes of the command that replaces it.
func TestFillOverHalf(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t, redistest.Options{})
	o := Options{Addrs: []string{s.Addr()}}
	st, err := opened(t.Context(), o)
	must(t, err)
	must(t, st.Apply(t.Context(), ground.Put{Key: ground.Key{Kind: "half", ID: "1"}, Body: []byte("x")}))
	must(t, st.Close())
	must(t, s.Client().Set(t.Context(), keyCopy, "in:1 again", 0).Err())
	for _, killed := range []bool{false, true} {
		f, err := begin(t.Context(), o, "again", false, func() {})
		must(t, err)
		must(t, f.Record(ground.Kept{Key: ground.Key{Kind: "b", ID: "1"}, Body: []byte("y")}))
		must(t, f.flush())
		if killed {
			close(f.end)
			f.holding.Wait()
			must(t, f.s.Close())
			must(t, s.Client().Do(t.Context(), "PEXPIRE", keyCopy, 0, "XX", "GT").Err()) // fillHold is over, if it holds
			if left := s.Client().PTTL(t.Context(), keyCopy).Val(); left > 0 {
				must(t, s.Client().Del(t.Context(), keyCopy).Err())
			}
		} else {
			must(t, f.Close())
		}
		if st, err := opened(t.Context(), o); err == nil {
			must(t, st.Close())
			t.Fatalf("killed %v: a part of a copy is opened", killed)
		}
	}
	f, err := Fill(t.Context(), o, "again", false)
	must(t, err)
	must(t, f.Record(ground.Kept{Key: ground.Key{Kind: "b", ID: "1"}, Body: []byte("y")}))
	must(t, f.Finish(t.Context(), 7))
	must(t, f.Close())
	st, err = opened(t.Context(), o)
	must(t, err)
	defer st.Close()
	got, err := st.Get(t.Context(), ground.Key{Kind: "half", ID: "1"}, ground.Key{Kind: "b", ID: "1"})
	if err != nil || got[0].Version != 0 || got[1].Version == 0 {
		t.Errorf("%v, %v", got, err)
	}
}
