package backup

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/internal/noerr"
)

// bucket is a Store in memory; short: it loses the last byte of what is written.
type bucket struct {
	objects map[string][]byte
	short   bool
}

func (b *bucket) Each(_ context.Context, folder string, f func(string, time.Time) error) error {
	for key := range b.objects {
		if strings.HasPrefix(key, folder+"/") {
			if err := f(key, time.Time{}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *bucket) Open(context.Context, string) (io.ReadSeekCloser, int64, error) {
	return nil, 0, fs.ErrNotExist
}

func (b *bucket) Size(_ context.Context, key string) (int64, error) {
	return int64(len(b.objects[key])), nil
}

func (b *bucket) Write(_ context.Context, key string, r io.ReadSeeker, _ int64, _ []byte) error {
	all, err := io.ReadAll(r)
	if b.short {
		all = all[:len(all)-1]
	}
	b.objects[key] = all
	return err
}

func (b *bucket) Delete(_ context.Context, key string) error {
	delete(b.objects, key)
	return nil
}

// TestKeeper: the newest are kept, in a folder and in a bucket; nothing else is touched but what a killed one
// left; and as long as the new one is not verified, no old one goes.
func TestKeeper(t *testing.T) {
	for _, name := range []string{"folder", "bucket"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			b := &bucket{objects: map[string][]byte{}}
			src := source(t, 20)
			now := time.Date(2026, 11, 26, 3, 0, 0, 0, time.UTC)
			k := Keeper{Source: func(time.Time) Source { return src }, Dir: dir, Keep: 2, Now: func() time.Time { return now }}
			if name == "bucket" {
				k.Store, k.Folder = b, "daily"
			}
			there := func() []string {
				names, err := k.list(t.Context())
				noerr.Must(t, err)
				slices.Sort(names)
				return names
			}
			const mine = "bridge-mine.tar"
			if name == "bucket" {
				b.objects["daily/"+mine] = []byte("x")
			} else {
				write(t, filepath.Join(dir, mine), "x")
			}
			write(t, filepath.Join(dir, "bridge-20261125T030000Z.tar"+partial), "of one that was killed")
			for range 3 {
				noerr.Must(t, noerr.Of(k.Make(t.Context())))
				now = now.AddDate(0, 0, 1)
			}
			want := []string{"bridge-20261127T030000Z.tar", "bridge-20261128T030000Z.tar", mine}
			if got := there(); !slices.Equal(got, want) {
				t.Errorf("there is %q", got)
			}
			left, err := os.ReadDir(dir)
			if err != nil || name == "bucket" && len(left) != 0 {
				t.Errorf("in the folder: %v, %v", left, err)
			}
			b.short, src.Store = true, func(context.Context, string) error { return errors.New("the disk is full") }
			if name == "bucket" {
				src = source(t, 20)
			}
			if _, err := k.Make(t.Context()); err == nil {
				t.Error("it counts as made")
			}
			for _, old := range want {
				if !slices.Contains(there(), old) {
					t.Errorf("%s was removed for one that was not made", old)
				}
			}
			if name == "bucket" && !bytes.HasPrefix(b.objects["daily/"+want[0]], []byte(Database)) {
				t.Error("what is in the bucket is no backup")
			}
		})
	}
}

// TestLast: when the next one is made, and when the last is too old.
func TestLast(t *testing.T) {
	day := func(n int, hour float64) time.Time {
		return time.Date(2026, 11, n, 0, 0, 0, 0, time.UTC).Add(time.Duration(hour * float64(time.Hour)))
	}
	next := func(t time.Time) time.Time { // at three
		at := time.Date(t.Year(), t.Month(), t.Day(), 3, 0, 0, 0, time.UTC)
		if !at.After(t) {
			at = at.AddDate(0, 0, 1)
		}
		return at
	}
	for name, c := range map[string]struct {
		last    Last
		now     time.Time
		next    time.Time
		overdue bool
	}{
		"never":                       {Last{}, day(1, 12), day(1, 12), false},
		"never, looked at today":      {Last{Since: day(1, 12)}, day(2, 12), day(2, 12), false},
		"never, for long":             {Last{Since: day(1, 12)}, day(3, 12), day(3, 12), true},
		"this morning":                {Last{At: day(2, 3.01)}, day(2, 12), day(3, 3), false},
		"missed":                      {Last{At: day(2, 3.01)}, day(3, 12), day(3, 3), false},
		"missed twice":                {Last{At: day(2, 3.01)}, day(4, 4.5), day(3, 3), true},
		"the second is being made":    {Last{At: day(2, 3.01)}, day(4, 3.5), day(3, 3), false},
		"failed":                      {Last{At: day(2, 3.01), Tried: day(3, 3), Error: "x"}, day(3, 3.1), day(3, 3).Add(again), false},
		"failed shortly before three": {Last{At: day(1, 3.01), Tried: day(3, 2.99), Error: "x"}, day(3, 2.995), day(3, 3), false},
	} {
		if got := c.last.Next(c.now, next); !got.Equal(c.next) {
			t.Errorf("%s: next %v, want %v", name, got, c.next)
		}
		if got := c.last.Overdue(c.now, next); got != c.overdue {
			t.Errorf("%s: overdue %v", name, got)
		}
	}
}
