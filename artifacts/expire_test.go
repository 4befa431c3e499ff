package artifacts

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/internal/noerr"
)

// clock is the time of one or more stores; it starts in the middle of an hour.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Now().Truncate(time.Hour).Add(90 * time.Minute)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// content returns the bytes of an artifact.
func content(s *Store, id message.ArtifactID) (string, error) {
	_, r, err := s.Open(context.Background(), id)
	if err != nil {
		return "", err
	}
	b, err := io.ReadAll(r)
	return string(b), errors.Join(err, r.Close())
}

func expire(t testing.TB, s *Store, before time.Time, want int) {
	t.Helper()
	if n, err := s.Expire(context.Background(), before); n != want || err != nil {
		t.Fatalf("Expire = %d, %v; want %d records", n, err, want)
	}
}

func TestExpire(t *testing.T) {
	onEvery(t, func(t *testing.T, open opener) {
		c := newClock()
		s := open(func(o *Options) { o.Now = c.Now })
		old, shared := put(t, s, "old", "", ""), put(t, s, "shared", "", "")
		c.advance(48 * time.Hour)
		again, young := put(t, s, "shared", "", ""), put(t, s, "young", "", "")
		expire(t, s, c.Now().Add(-24*time.Hour), 2)
		for a, want := range map[Artifact]string{old: "", shared: "", again: "shared", young: "young"} {
			got, err := content(s, a.ID)
			if want == "" && !errors.Is(err, ErrNotFound) || want != "" && (err != nil || got != want) {
				t.Errorf("%s holds %q, %v; want %q", a.ID, got, err, want)
			}
		}
		want := []string{dataKey(again.Object), dataKey(young.Object), metaKey(again.ID), metaKey(young.ID)}
		slices.Sort(want)
		if got := objects(t, s); !slices.Equal(got, want) {
			t.Errorf("left %v, want %v", got, want)
		}
		expire(t, s, c.Now().Add(-24*time.Hour), 0)
	})
}

// An object is named by the hour it is stored in, and goes when that hour is
// over and old, not before: its youngest record may be of the hour's last moment.
func TestHours(t *testing.T) {
	onEvery(t, func(t *testing.T, open opener) {
		c := newClock()
		s := open(func(o *Options) { o.Now = c.Now })
		a := put(t, s, "same", "", "")
		c.advance(29 * time.Minute)
		b := put(t, s, "same", "", "")
		c.advance(2 * time.Minute)
		next := put(t, s, "same", "", "")
		if a.Object != b.Object || a.Object == next.Object {
			t.Errorf("objects %s, %s, %s; want two of one hour and one of the next", a.Object, b.Object, next.Object)
		}
		if want := c.Now().UTC().Format("2006010215") + "-" + a.SHA256; next.Object != want {
			t.Errorf("object %s, want %s", next.Object, want)
		}
		c.advance(48 * time.Hour)
		expire(t, s, b.CreatedAt, 1) // a's record; not b's, whose bytes are a's
		if got, err := content(s, b.ID); err != nil || got != "same" {
			t.Errorf("the later of one hour: %q, %v", got, err)
		}
		expire(t, s, next.CreatedAt, 1)
		if got, err := content(s, next.ID); err != nil || got != "same" {
			t.Errorf("that of the next hour: %q, %v", got, err)
		}
		if got := objects(t, s); len(got) != 2 {
			t.Errorf("left %v, want one object and its record", got)
		}
	})
}

// Whatever the retention says, what is being put is not deleted.
func TestNothingYoungExpires(t *testing.T) {
	onEvery(t, func(t *testing.T, open opener) {
		c := newClock()
		s := open(func(o *Options) { o.Now = c.Now })
		a := put(t, s, "young", "", "")
		c.advance(59 * time.Minute)
		expire(t, s, c.Now().Add(time.Hour), 0)
		if got, err := content(s, a.ID); err != nil || got != "young" {
			t.Errorf("%q, %v", got, err)
		}
	})
}

// What lies in the folders and is not ours is left alone.
func TestStrangeFilesStay(t *testing.T) {
	onEvery(t, func(t *testing.T, open opener) {
		c := newClock()
		s := open(func(o *Options) { o.Now = c.Now })
		put(t, s, "ours", "", "")
		strange := []string{"data/readme.txt", "data/2026-x", "data/" + strings.Repeat("ab", 32), "meta/strange.json"}
		for _, key := range strange {
			overwrite(t, s, key, "not ours")
		}
		c.advance(24 * time.Hour)
		expire(t, s, c.Now().Add(-2*time.Hour), 1)
		for _, key := range strange {
			if b, err := readAll(t.Context(), s.vol, key); err != nil || string(b) != "not ours" {
				t.Errorf("%s: %q, %v", key, b, err)
			}
		}
	})
}

// Two nodes on one store: while one stores the same bytes again and again, the
// other deletes what is old. Nothing that is young enough is ever lost.
func TestOneStoresWhileAnotherExpires(t *testing.T) {
	const keep = 90 * time.Minute
	onEveryShared(t, func(t *testing.T, open opener) {
		c := newClock()
		now := func(o *Options) { o.Now = c.Now }
		storing, expiring := open(now), open(now)
		var (
			mu    sync.Mutex
			bound time.Time // all before it may be gone
			wg    sync.WaitGroup
			done  = make(chan struct{})
		)
		wg.Go(func() {
			defer close(done)
			for range 12 {
				mu.Lock()
				before := c.Now().Add(-keep)
				bound = before
				mu.Unlock()
				noerr.Want(t, noerr.Of(expiring.Expire(context.Background(), before)))
			}
		})
		mayBeGone := func(a Artifact) bool {
			mu.Lock()
			defer mu.Unlock()
			return a.CreatedAt.Before(bound)
		}
		texts := []string{"one", "two"}
		var all []Artifact
	store:
		for i := 0; ; i++ {
			c.advance(7 * time.Minute)
			a, err := storing.Put(context.Background(), strings.NewReader(texts[i%2]), "", "")
			if err != nil {
				t.Errorf("put %d: %v", i, err)
				break
			}
			all = append(all, a)
			if got, err := content(expiring, a.ID); (err != nil || got != texts[i%2]) && !mayBeGone(a) {
				t.Errorf("put %d: %q, %v", i, got, err)
				break
			}
			select {
			case <-done:
				break store
			default:
			}
		}
		wg.Wait()
		for i, a := range all {
			if got, err := content(storing, a.ID); (err != nil || got != texts[i%2]) && !mayBeGone(a) {
				t.Errorf("in the end, put %d of %d: %q, %v", i, len(all), got, err)
			}
		}
		c.advance(24 * time.Hour)
		noerr.Want(t, noerr.Of(storing.Expire(context.Background(), c.Now().Add(-2*time.Hour))))
		if left := objects(t, storing); len(left) != 0 {
			t.Errorf("a day later there are still %v", left)
		}
	})
}

// Two nodes that delete the same things do not disturb each other.
func TestTwoExpire(t *testing.T) {
	onEveryShared(t, func(t *testing.T, open opener) {
		c := newClock()
		now := func(o *Options) { o.Now = c.Now }
		stores := []*Store{open(now), open(now)}
		const n = 40
		for i := range n {
			put(t, stores[0], fmt.Sprint(i), "", "")
		}
		c.advance(24 * time.Hour)
		var wg sync.WaitGroup
		for _, s := range stores {
			wg.Go(func() {
				noerr.Want(t, noerr.Of(s.Expire(context.Background(), c.Now().Add(-2*time.Hour))))
			})
		}
		wg.Wait()
		if left := objects(t, stores[0]); len(left) != 0 {
			t.Errorf("left %v", left)
		}
	})
}

func TestDelete(t *testing.T) {
	onEvery(t, func(t *testing.T, open opener) {
		s := open(nil)
		a, b := put(t, s, "same", "", ""), put(t, s, "same", "", "")
		for _, id := range []message.ArtifactID{a.ID, a.ID, "../../etc/passwd", message.NewArtifactID()} {
			if err := s.Delete(t.Context(), id); err != nil {
				t.Errorf("Delete(%q) = %v", id, err)
			}
		}
		if _, err := s.Get(t.Context(), a.ID); !errors.Is(err, ErrNotFound) {
			t.Errorf("after Delete: %v", err)
		}
		if got, err := content(s, b.ID); err != nil || got != "same" {
			t.Errorf("the other record of the same bytes: %q, %v", got, err)
		}
	})
}
