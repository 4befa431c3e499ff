package artifacts

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/internal/mac"
	"bridge/message"
)

func TestExpire(t *testing.T) {
	for _, url := range []string{"file", "mem://"} {
		t.Run(url, func(t *testing.T) {
			now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
			keys, err := mac.NewKeys([]byte(strings.Repeat("k", 32)))
			if err != nil {
				t.Fatal(err)
			}
			ctx := context.Background()
			s, err := Open(ctx, Options{URL: url, Dir: t.TempDir(), Keys: keys, Now: func() time.Time { return now }})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			put := func(content string) message.ArtifactID {
				a, err := s.Put(ctx, strings.NewReader(content), "f.txt", "text/plain")
				if err != nil {
					t.Fatal(err)
				}
				return a.ID
			}
			old, shared := put("old"), put("shared")
			now = now.Add(48 * time.Hour)
			again, young := put("shared"), put("young")
			if n, err := s.Expire(ctx, now.Add(-24*time.Hour)); n != 2 || err != nil {
				t.Fatalf("Expire = %d, %v; want 2 records", n, err)
			}
			for id, want := range map[message.ArtifactID]string{old: "", shared: "", again: "shared", young: "young"} {
				_, r, err := s.Open(ctx, id)
				if want == "" {
					if !errors.Is(err, ErrNotFound) {
						t.Errorf("%s is still there: %v", id, err)
					}
					continue
				}
				if err != nil {
					t.Errorf("%s (%s): %v", id, want, err)
					continue
				}
				b, _ := io.ReadAll(r)
				_ = r.Close()
				if string(b) != want {
					t.Errorf("%s holds %q, want %q", id, b, want)
				}
			}
			if ok, err := s.bucket.Exists(ctx, dataKey("cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4")); ok || err != nil {
				t.Errorf("the bytes of the old one are still there: %v %v", ok, err)
			}
		})
	}
}

// Bytes that are put while old ones expire are never lost.
func TestExpireDuringPut(t *testing.T) {
	keys, err := mac.NewKeys([]byte(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	var mu sync.Mutex
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	clock := func() time.Time { mu.Lock(); defer mu.Unlock(); now = now.Add(time.Second); return now }
	s, err := Open(ctx, Options{URL: "file", Dir: t.TempDir(), Keys: keys, Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 30 {
			if _, err := s.Expire(ctx, clock().Add(-20*time.Second)); err != nil {
				t.Error(err)
			}
		}
	}()
	for i := 0; ; i++ {
		a, err := s.Put(ctx, strings.NewReader(fmt.Sprint(i%3)), "f.txt", "text/plain") // the same bytes again and again
		if err != nil {
			t.Fatal(err)
		}
		if _, r, err := s.Open(ctx, a.ID); err != nil {
			// Only its age may have taken it.
			if clock().Sub(a.CreatedAt) < 20*time.Second {
				t.Fatalf("put %d is gone: %v", i, err)
			}
		} else {
			_ = r.Close()
		}
		select {
		case <-done:
			return
		default:
		}
	}
}
