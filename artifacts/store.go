package artifacts

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	"gocloud.dev/blob/memblob"
	"gocloud.dev/gcerrors"

	"bridge/internal/mac"
	"bridge/message"
)

// The defaults of [artifacts] in the configuration, used where Options says 0.
const (
	DefaultMaxSize = 25 << 20
	DefaultLinkTTL = 168 * time.Hour
)

// Folders, and key prefixes, of the store.
const (
	dataDir  = "data"  // bytes, named by their SHA-256
	metaDir  = "meta"  // records, ID.json
	spoolDir = "spool" // bytes that are still coming in; only under "file"
)

// Options say where artifacts are kept and how links to them look.
type Options struct {
	URL       string           // "file" or "mem://"
	Dir       string           // the folder for "file"; made when missing
	MaxSize   int64            // longest artifact in bytes; 0 = DefaultMaxSize
	LinkTTL   time.Duration    // how long a signed link works; 0 = DefaultLinkTTL
	PublicURL string           // public_url: what links start with
	Keys      mac.Keys         // sign links
	Now       func() time.Time // nil = time.Now
	Client    *http.Client     // fetches urls for Import, so it must be guarded; nil = urls are never fetched
}

// Store keeps artifacts. Its methods may be called concurrently. Several
// processes may share one folder: a file is never changed once it has its name.
type Store struct {
	bucket  *blob.Bucket
	dir     string // of "file"; "" otherwise
	spool   string // folder for bytes on their way in
	public  *url.URL
	maxSize int64
	linkTTL time.Duration
	keys    mac.Keys
	now     func() time.Time
	client  *http.Client

	gate   sync.RWMutex        // Put reads, Expire writes
	noting sync.Mutex          // among Puts
	placed map[string]struct{} // sums put since Expire began; nil when it does not run
}

// Open opens the store. The app calls it once at start, before any adapter
// receives. With "file" it makes the folder and removes temporary files that a
// killed process left there more than an hour ago.
func Open(_ context.Context, o Options) (*Store, error) {
	public, err := url.Parse(strings.TrimRight(o.PublicURL, "/"))
	if err != nil || public.RawQuery != "" || public.Fragment != "" || public.User != nil {
		return nil, errors.New("open artifacts: public_url is not a plain URL")
	}
	s := &Store{public: public, maxSize: o.MaxSize, linkTTL: o.LinkTTL, keys: o.Keys, now: o.Now, client: o.Client}
	if s.maxSize == 0 {
		s.maxSize = DefaultMaxSize
	}
	if s.linkTTL == 0 {
		s.linkTTL = DefaultLinkTTL
	}
	if s.now == nil {
		s.now = time.Now
	}
	if s.maxSize < 0 || s.linkTTL < 0 {
		return nil, errors.New("open artifacts: a negative limit")
	}
	if s.keys.Sum(1, linkPurpose) == "" {
		return nil, errors.New("open artifacts: no secret to sign links with")
	}
	switch o.URL {
	case "file":
		if err := s.openFolder(o.Dir); err != nil {
			return nil, fmt.Errorf("open artifacts: %w", err)
		}
	case "mem://":
		s.bucket = memblob.OpenBucket(nil)
		s.spool = os.TempDir()
	default:
		return nil, fmt.Errorf(`open artifacts: unknown artifacts.url %q; write "file" or "mem://"`, o.URL)
	}
	return s, nil
}

func (s *Store) openFolder(dir string) error {
	if dir == "" {
		return errors.New("no folder given")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	s.dir, s.spool = dir, filepath.Join(dir, spoolDir)
	for _, name := range []string{dataDir, metaDir, spoolDir} {
		sub := filepath.Join(dir, name)
		if err := os.MkdirAll(sub, 0o700); err != nil {
			return err
		}
		if err := sweep(sub, s.now().Add(-time.Hour)); err != nil {
			return err
		}
	}
	// The folders themselves must survive a power loss too.
	for _, d := range []string{dir, filepath.Dir(dir)} {
		if err := syncDir(d); err != nil {
			return err
		}
	}
	// Temporary files next to the real ones: os.TempDir may be another file
	// system, which a rename cannot cross. Sidecar files would only repeat what
	// our records say.
	s.bucket, err = fileblob.OpenBucket(dir, &fileblob.Options{
		NoTempDir: true, Metadata: fileblob.MetadataDontWrite, DirFileMode: 0o700,
	})
	return err
}

// sweep removes the temporary files of dir that were last written before the
// given time. Younger ones may belong to another process on the same folder.
func sweep(dir string, before time.Time) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	for {
		names, err := d.Readdirnames(1000) // names only: the folder may be large
		for _, name := range names {
			if !strings.HasSuffix(name, ".tmp") {
				continue
			}
			path := filepath.Join(dir, name)
			info, err := os.Lstat(path)
			if err != nil || !info.Mode().IsRegular() || !info.ModTime().Before(before) {
				continue
			}
			if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Close ends the store; the app calls it last. A store in memory is gone then.
func (s *Store) Close() error {
	if err := s.bucket.Close(); err != nil {
		return fmt.Errorf("close artifacts: %w", err)
	}
	return nil
}

// Put stores what r holds and returns its record. Adapters call it for
// attachments before they call Accept: when it returns without error, the bytes
// and the record are on disk (with "file"). It streams: memory is bounded
// whatever the length. Longer than the limit is a *TooLargeError. On any error
// no record is kept and no temporary file stays. The name and the type are untrusted: see
// SafeName and Artifact.MediaType. Equal bytes are kept once, under one record a call.
func (s *Store) Put(ctx context.Context, r io.Reader, filename, declaredType string) (Artifact, error) {
	a, err := s.put(ctx, r, filename, declaredType)
	if err != nil {
		return Artifact{}, fmt.Errorf("put artifact: %w", err)
	}
	return a, nil
}

func (s *Store) put(ctx context.Context, r io.Reader, filename, declaredType string) (Artifact, error) {
	sp, err := newSpool(ctx, r, s.maxSize, s.spool)
	if err != nil {
		return Artifact{}, err
	}
	defer sp.close()

	mediaType := resolveType(declaredType, sp.head())
	a := Artifact{
		ID:        message.NewArtifactID(),
		SHA256:    hex.EncodeToString(sp.sum),
		Size:      sp.size,
		Filename:  SafeName(filename, mediaType),
		MediaType: mediaType,
		CreatedAt: s.now().UTC().Truncate(time.Millisecond),
	}
	record, err := json.Marshal(a)
	if err != nil {
		return Artifact{}, err
	}
	// Expire does not delete bytes between their place and their record.
	s.gate.RLock()
	defer s.gate.RUnlock()
	s.note(a.SHA256)
	if err := s.place(ctx, a, sp); err != nil {
		return Artifact{}, err
	}
	// The record last: a record never points at bytes that are not there.
	if err := s.write(ctx, metaKey(a.ID), bytes.NewReader(record)); err != nil {
		return Artifact{}, err
	}
	return a, nil
}

// note remembers bytes that are put while old ones expire.
func (s *Store) note(sum string) {
	s.noting.Lock()
	defer s.noting.Unlock()
	if s.placed != nil {
		s.placed[sum] = struct{}{}
	}
}

// place writes the bytes under their hash, unless they are there.
func (s *Store) place(ctx context.Context, a Artifact, sp *spool) error {
	key := dataKey(a.SHA256)
	attrs, err := s.bucket.Attributes(ctx, key)
	switch {
	case err == nil && attrs.Size == a.Size:
		// Another Put may have renamed the file and not synced the folder yet.
		return s.syncFolder(dataDir)
	case err != nil && gcerrors.Code(err) != gcerrors.NotFound:
		return err
	}
	r, err := sp.reader()
	if err != nil {
		return err
	}
	return s.write(ctx, key, r)
}

// write stores r under key, wholly or not at all. For files it also does what
// fileblob leaves out: the file is synced before it gets its name, the folder after.
func (s *Store) write(ctx context.Context, key string, r io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var file *os.File
	w, err := s.bucket.NewWriter(ctx, key, &blob.WriterOptions{
		ContentType: "application/octet-stream", // our record has the type; this stops sniffing
		BeforeWrite: func(as func(any) bool) error {
			as(&file) // stays nil where there is no file
			return nil
		},
	})
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	if err == nil && file != nil {
		err = file.Sync()
	}
	if err != nil {
		cancel() // makes Close discard what was written
		_ = w.Close()
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	folder, _, _ := strings.Cut(key, "/")
	return s.syncFolder(folder)
}

func (s *Store) syncFolder(name string) error {
	if s.dir == "" {
		return nil
	}
	return syncDir(filepath.Join(s.dir, name))
}

func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// Get returns the record of id, or ErrNotFound. It does not look at the bytes.
func (s *Store) Get(ctx context.Context, id message.ArtifactID) (Artifact, error) {
	if !id.Valid() { // ids come from agents and URLs, and become keys
		return Artifact{}, ErrNotFound
	}
	b, err := s.bucket.ReadAll(ctx, metaKey(id))
	if gcerrors.Code(err) == gcerrors.NotFound {
		return Artifact{}, ErrNotFound
	}
	if err != nil {
		return Artifact{}, fmt.Errorf("get artifact %s: %w", id, err)
	}
	var a Artifact
	if err := json.Unmarshal(b, &a); err != nil {
		return Artifact{}, fmt.Errorf("get artifact %s: its record: %w", id, err)
	}
	if sum, err := hex.DecodeString(a.SHA256); err != nil || len(sum) != 32 || a.ID != id {
		return Artifact{}, fmt.Errorf("get artifact %s: its record is damaged", id)
	}
	return a, nil
}

// Open returns the record of id and a reader of its bytes, which the caller
// closes while ctx lasts: adapters that attach call it. It is ErrNotFound where either is gone.
func (s *Store) Open(ctx context.Context, id message.ArtifactID) (Artifact, io.ReadCloser, error) {
	a, r, err := s.open(ctx, id)
	if err != nil {
		return Artifact{}, nil, err
	}
	return a, r, nil
}

func (s *Store) open(ctx context.Context, id message.ArtifactID) (Artifact, *blob.Reader, error) {
	a, err := s.Get(ctx, id)
	if err != nil {
		return Artifact{}, nil, err
	}
	r, err := s.bucket.NewReader(ctx, dataKey(a.SHA256), nil)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return Artifact{}, nil, ErrNotFound
	}
	if err != nil {
		return Artifact{}, nil, fmt.Errorf("open artifact %s: %w", id, err)
	}
	if r.Size() != a.Size {
		_ = r.Close()
		return Artifact{}, nil, fmt.Errorf("open artifact %s: %d bytes are stored, %d recorded", id, r.Size(), a.Size)
	}
	return a, r, nil
}

func dataKey(sha256 string) string         { return dataDir + "/" + sha256 }
func metaKey(id message.ArtifactID) string { return metaDir + "/" + string(id) + ".json" }
