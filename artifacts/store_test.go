package artifacts

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/internal/mac"
	"bridge/internal/noerr"
)

var testNow = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

func testKeys(t testing.TB, secrets ...string) mac.Keys {
	t.Helper()
	var b [][]byte
	for _, s := range secrets {
		b = append(b, bytes.Repeat([]byte(s), 32))
	}
	k, err := mac.NewKeys(b...)
	noerr.Must(t, err)
	return k
}

// testStore opens a store; change may adapt the options.
func testStore(t testing.TB, change func(*Options)) *Store {
	t.Helper()
	o := Options{
		URL: "file", Dir: filepath.Join(t.TempDir(), "artifacts"), MaxSize: 1 << 20, LinkTTL: time.Hour,
		PublicURL: "https://bridge.example.com", Keys: testKeys(t, "k"), Now: func() time.Time { return testNow },
		S3: openS3, timeout: time.Minute,
	}
	if change != nil {
		change(&o)
	}
	s, err := Open(t.Context(), o)
	noerr.Must(t, err)
	t.Cleanup(func() {
		noerr.Want(t, s.Close())
	})
	return s
}

func put(t testing.TB, s *Store, content, name, mediaType string) Artifact {
	t.Helper()
	a, err := s.Put(context.Background(), strings.NewReader(content), name, mediaType)
	noerr.Must(t, err)
	return a
}

// objects lists everything that is in the store, half-written files among it.
func objects(t testing.TB, s *Store) []string {
	t.Helper()
	var out []string
	if dir, ok := s.vol.(folder); ok {
		err := filepath.WalkDir(string(dir), func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				rel, _ := filepath.Rel(string(dir), path)
				out = append(out, filepath.ToSlash(rel))
			}
			return err
		})
		noerr.Must(t, err)
		return out
	}
	for _, name := range []string{dataDir, metaDir, probeDir} {
		err := s.vol.Each(context.Background(), name, func(key string, _ time.Time) error {
			out = append(out, key)
			return nil
		})
		noerr.Must(t, err)
	}
	return out
}

// overwrite changes an object behind the store's back.
func overwrite(t testing.TB, s *Store, key, content string) {
	t.Helper()
	sum := sha256.Sum256([]byte(content))
	noerr.Must(t, s.vol.Write(context.Background(), key, strings.NewReader(content), int64(len(content)), sum[:]))
}

func remove(t testing.TB, s *Store, key string) {
	t.Helper()
	noerr.Must(t, s.vol.Delete(context.Background(), key))
}

func TestPutGetOpen(t *testing.T) {
	onEvery(t, func(t *testing.T, open opener) {
		s := open(nil)
		for _, size := range []int{0, 1, 511, 512, spoolMemory - 1, spoolMemory, spoolMemory + 1, 1 << 20} {
			content := make([]byte, size)
			for i := range content {
				content[i] = byte(rand.Uint32())
			}
			a, err := s.Put(t.Context(), bytes.NewReader(content), "x.bin", "application/x-test")
			noerr.Must(t, err)
			sum := sha256.Sum256(content)
			want := Artifact{
				ID: a.ID, SHA256: hex.EncodeToString(sum[:]), Object: "2026030405-" + hex.EncodeToString(sum[:]), Size: int64(size), Filename: "x.bin",
				MediaType: "application/x-test", CreatedAt: testNow,
			}
			if size < 100 && size > 0 { // a few random bytes may look like anything
				want.MediaType = a.MediaType
			}
			if a != want || !a.ID.Valid() {
				t.Errorf("size %d: Put = %+v, want %+v", size, a, want)
			}
			if got, err := s.Get(t.Context(), a.ID); err != nil || got != a {
				t.Errorf("size %d: Get = %+v, %v", size, got, err)
			}
			got, r, err := s.Open(t.Context(), a.ID)
			noerr.Must(t, err)
			b, err := io.ReadAll(r)
			if err := errors.Join(err, r.Close()); err != nil || got != a || !bytes.Equal(b, content) {
				t.Errorf("size %d: Open = %+v, %d bytes, %v", size, got, len(b), err)
			}
		}
	})
}

func TestFilesSurviveReopening(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	s := testStore(t, func(o *Options) { o.Dir = dir })
	a := put(t, s, "hello", "h.txt", "text/plain")
	want := []string{"data/" + a.Object, "meta/" + string(a.ID) + ".json"}
	if got := objects(t, s); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("files = %v, want %v", got, want)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "data", a.Object)); err != nil || string(b) != "hello" {
		t.Errorf("data file = %q, %v", b, err)
	}
	again := testStore(t, func(o *Options) { o.Dir = dir })
	if got, err := again.Get(t.Context(), a.ID); err != nil || got != a {
		t.Errorf("after reopening: %+v, %v", got, err)
	}
}

func TestSizeLimit(t *testing.T) {
	onEvery(t, func(t *testing.T, open opener) {
		for _, limit := range []int64{1, 100, spoolMemory - 1, spoolMemory, spoolMemory + 1, 700_000} {
			s := open(func(o *Options) { o.MaxSize = limit })
			if a, err := s.Put(t.Context(), zeros(limit), "", ""); err != nil || a.Size != limit {
				t.Errorf("limit %d, as long: %d, %v", limit, a.Size, err)
			}
			before := objects(t, s)
			_, err := s.Put(t.Context(), zeros(limit+1), "", "")
			if tooLarge, ok := errors.AsType[*TooLargeError](err); !ok || tooLarge.Limit != limit {
				t.Errorf("limit %d, one longer: %v", limit, err)
			}
			if after := objects(t, s); len(after) != len(before) {
				t.Errorf("limit %d: a refused artifact left %v", limit, after)
			}
			if a, err := s.PutWhole(t.Context(), zeros(limit+1), "", ""); err != nil || a.Size != limit+1 {
				t.Errorf("limit %d, a whole message that is longer: %d, %v", limit, a.Size, err)
			}
		}
	})
}

func zeros(n int64) io.Reader { return io.LimitReader(zeroReader{}, n) }

type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) { clear(p); return len(p), nil }

type countingReader struct {
	r io.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

func TestStreamingIsBounded(t *testing.T) {
	allocated := func(f func()) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	s := testStore(t, func(o *Options) { o.MaxSize = 32 << 20 })
	const most = 4 << 20

	endless := &countingReader{r: zeros(2 << 30)}
	n := allocated(func() {
		var tooLarge *TooLargeError
		if _, err := s.Put(t.Context(), endless, "", ""); !errors.As(err, &tooLarge) {
			t.Errorf("2 GB: %v", err)
		}
	})
	if endless.n != 32<<20+1 {
		t.Errorf("read %d bytes of 2 GB, want the limit and one", endless.n)
	}
	if n > most {
		t.Errorf("refusing 2 GB allocated %d bytes", n)
	}
	if left := objects(t, s); len(left) != 0 {
		t.Errorf("left %v", left)
	}
	n = allocated(func() {
		noerr.Want(t, noerr.Of(s.Put(t.Context(), zeros(32<<20), "", "")))
	})
	if n > most {
		t.Errorf("storing 32 MB allocated %d bytes", n)
	}
}

func TestNothingIsKeptOnError(t *testing.T) {
	onEvery(t, func(t *testing.T, open opener) {
		broken := errors.New("broken pipe")
		for name, tc := range map[string]struct {
			r    func(cancel func()) io.Reader
			want error
		}{
			"reader fails early": {func(func()) io.Reader { return errReader{broken} }, broken},
			"reader fails late":  {func(func()) io.Reader { return io.MultiReader(zeros(700_000), errReader{broken}) }, broken},
			"cancelled while reading": {func(cancel func()) io.Reader {
				return io.MultiReader(zeros(600_000), readerFunc(func(p []byte) (int, error) {
					cancel()
					return len(p), nil
				}))
			}, context.Canceled},
			"cancelled at the end": {func(cancel func()) io.Reader {
				return io.MultiReader(zeros(600_000), readerFunc(func([]byte) (int, error) {
					cancel()
					return 0, io.EOF
				}))
			}, context.Canceled},
		} {
			t.Run(name, func(t *testing.T) {
				s := open(nil)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if _, err := s.Put(ctx, tc.r(cancel), "x", ""); !errors.Is(err, tc.want) {
					t.Errorf("Put = %v, want %v", err, tc.want)
				}
				if left := objects(t, s); len(left) != 0 {
					t.Errorf("left %v", left)
				}
			})
		}
	})
}

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestSameBytesConcurrently(t *testing.T) {
	onEvery(t, func(t *testing.T, open opener) {
		s := open(nil)
		content := strings.Repeat("same bytes ", 60_000)
		var (
			wg  sync.WaitGroup
			mu  sync.Mutex
			ids = make(map[message.ArtifactID]bool)
		)
		for i := range 16 {
			wg.Go(func() {
				a, err := s.Put(context.Background(), strings.NewReader(content), fmt.Sprintf("%d.txt", i), "")
				if err != nil {
					t.Error(err)
					return
				}
				_, r, err := s.Open(context.Background(), a.ID)
				if err != nil {
					t.Error(err)
					return
				}
				defer r.Close()
				if b, err := io.ReadAll(r); err != nil || string(b) != content {
					t.Errorf("read %d bytes, %v", len(b), err)
				}
				mu.Lock()
				ids[a.ID] = true
				mu.Unlock()
			})
		}
		wg.Wait()
		if len(ids) != 16 {
			t.Errorf("%d ids, want 16", len(ids))
		}
		data := 0
		for _, f := range objects(t, s) {
			switch {
			case strings.HasSuffix(f, ".tmp"):
				t.Errorf("litter: %s", f)
			case strings.HasPrefix(f, "data/"):
				data++
			}
		}
		if data != 1 {
			t.Errorf("the same bytes are stored %d times", data)
		}
	})
}

func TestDamagedBytesAreReplaced(t *testing.T) {
	onEvery(t, func(t *testing.T, open opener) {
		s := open(nil)
		a := put(t, s, "hello", "", "")
		overwrite(t, s, dataKey(a.Object), "he")
		if _, _, err := s.Open(t.Context(), a.ID); err == nil {
			t.Error("Open of shortened bytes: no error")
		}
		put(t, s, "hello", "", "")
		if b, err := readAll(t.Context(), s.vol, dataKey(a.Object)); err != nil || string(b) != "hello" {
			t.Errorf("after a second Put: %q, %v", b, err)
		}
	})
}

func TestOpenSweepsOldTemporaryFiles(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	for path, age := range map[string]time.Duration{
		"data/aa.1.tmp": 2 * time.Hour, "meta/bb.json.2.tmp": 2 * time.Hour, "spool/3.tmp": 2 * time.Hour,
		"data/young.tmp": time.Minute, "data/bytes": 2 * time.Hour,
	} {
		path = filepath.Join(dir, path)
		noerr.Must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		noerr.Must(t, os.WriteFile(path, []byte("x"), 0o600))
		noerr.Must(t, os.Chtimes(path, now.Add(-age), now.Add(-age)))
	}
	s := testStore(t, func(o *Options) { o.Dir, o.Now = dir, nil })
	if got := fmt.Sprint(objects(t, s)); got != "[data/bytes data/young.tmp]" {
		t.Errorf("after Open: %s", got)
	}
}

func TestHostileIDs(t *testing.T) {
	s := testStore(t, nil)
	put(t, s, "hello", "", "")
	secret := filepath.Join(filepath.Dir(string(s.vol.(folder))), "secret.json")
	noerr.Must(t, os.WriteFile(secret, []byte(`{}`), 0o600))
	for _, id := range []message.ArtifactID{
		"", "art_", "../../secret", "art_../../secret", "art_01HZZZZZZZZZZZZZZZZZZZZZZZ/../../../secret",
		"art_01hzzzzzzzzzzzzzzzzzzzzzzz", "ses_01HZZZZZZZZZZZZZZZZZZZZZZZ", message.NewArtifactID(), "\x00", "art_\xff",
	} {
		if _, err := s.Get(t.Context(), id); !errors.Is(err, ErrNotFound) {
			t.Errorf("Get(%q) = %v", id, err)
		}
		if _, _, err := s.Open(t.Context(), id); !errors.Is(err, ErrNotFound) {
			t.Errorf("Open(%q) = %v", id, err)
		}
	}
}

func TestGoneAndDamaged(t *testing.T) {
	onEvery(t, func(t *testing.T, open opener) {
		s := open(nil)
		a := put(t, s, "hello", "", "")
		remove(t, s, dataKey(a.Object))
		if _, _, err := s.Open(t.Context(), a.ID); !errors.Is(err, ErrNotFound) {
			t.Errorf("Open without bytes = %v", err)
		}
		for _, record := range []string{
			"", "{", `{}`, `{"id":"` + string(a.ID) + `","sha256":"../../../etc/passwd"}`,
			`{"id":"art_01HZZZZZZZZZZZZZZZZZZZZZZZ","sha256":"` + a.SHA256 + `"}`,
			`{"id":"` + string(a.ID) + `","sha256":"` + a.SHA256 + `","object":"../meta/x"}`,
			`{"id":"` + string(a.ID) + `","sha256":"` + a.SHA256 + `","object":"2026030405-` + strings.Repeat("0", 64) + `"}`,
			`{"id":"` + string(a.ID) + `","sha256":"` + a.SHA256 + `","object":"2026ffff05-` + a.SHA256 + `"}`,
		} {
			overwrite(t, s, metaKey(a.ID), record)
			if _, _, err := s.Open(t.Context(), a.ID); err == nil || errors.Is(err, ErrNotFound) {
				t.Errorf("record %q: %v, want an error that is not ErrNotFound", record, err)
			}
		}
	})
}

func TestOpenRefuses(t *testing.T) {
	good := Options{URL: "mem://", Keys: testKeys(t, "k"), PublicURL: "https://b.example.com"}
	for name, change := range map[string]func(*Options){
		"unknown url":       func(o *Options) { o.URL = "ftp://x" },
		"no folder":         func(o *Options) { o.URL = "file" },
		"folder is a file":  func(o *Options) { o.URL, o.Dir = "file", os.Args[0] },
		"no secret":         func(o *Options) { o.Keys = mac.Keys{} },
		"negative size":     func(o *Options) { o.MaxSize = -1 },
		"negative ttl":      func(o *Options) { o.LinkTTL = -1 },
		"public url, query": func(o *Options) { o.PublicURL = "https://b.example.com?x=1" },
	} {
		o := good
		change(&o)
		if s, err := Open(t.Context(), o); err == nil {
			t.Errorf("%s: opened", name)
			s.Close()
		}
	}
	s, err := Open(t.Context(), good)
	noerr.Must(t, err)
	noerr.Want(t, s.Close())
}
