package artifacts

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net/http"
	"net/url"
	"strings"
	"time"

	"bridge/core/message"
	"bridge/internal/mac"
)

// The defaults of [artifacts] in the configuration, used where Options says 0.
const (
	DefaultMaxSize = 25 << 20
	DefaultLinkTTL = 168 * time.Hour
)

// Folders, and key prefixes, of the store.
const (
	dataDir  = "data"  // bytes, HOUR-SHA256
	metaDir  = "meta"  // records, ID.json
	goneDir  = "gone"  // names of bytes whose record was erased, until they are, too: see Erase
	probeDir = "probe" // what Open tries the store with; there only for a moment
	spoolDir = "spool" // bytes that are still coming in; only in Options.Dir
)

// Options say where artifacts are kept and how links to them look.
type Options struct {
	// URL is "file" (Dir itself), "file:PATH" (a folder that must exist, such as
	// one that several nodes share), "s3://BUCKET?region=…&endpoint=…&s3ForcePathStyle=true"
	// (all options may be left out; credentials from the AWS environment) or "mem://".
	URL string
	// Dir is a folder of this node, made when missing: the store with "file", for
	// bytes that are still coming in with "file:PATH" and S3. "" there: the
	// system's temporary folder.
	Dir       string
	MaxSize   int64            // longest artifact in bytes; 0 = DefaultMaxSize
	LinkTTL   time.Duration    // how long a signed link works; 0 = DefaultLinkTTL
	PublicURL string           // public_url: what links start with
	Keys      mac.Keys         // sign links
	Now       func() time.Time // nil = time.Now
	Client    *http.Client     // fetches urls for Import, so it must be guarded; nil = urls are never fetched
	// S3 opens a URL that begins with s3://; nil = such a URL is refused. It asks nobody yet.
	S3 func(ctx context.Context, url string) (Volume, error)

	timeout time.Duration // of Open; 0 = openTimeout
}

// Store keeps artifacts. Its methods may be called concurrently. Several
// processes may use one folder or bucket: an object never changes once it has
// its name, and is deleted only when no live record can name it.
type Store struct {
	vol     Volume
	spool   string // local folder for bytes on their way in
	public  *url.URL
	maxSize int64
	linkTTL time.Duration
	keys    mac.Keys
	now     func() time.Time
	client  *http.Client
}

// Open opens the store and tries it: it writes, lists, reads and deletes a
// small object, so that a bucket or folder that is missing or refuses any of it
// is an error of one line here, within 10 seconds. The app calls it once at start, before any
// adapter receives. In folders it removes temporary files that a killed process left
// there more than an hour ago.
func Open(ctx context.Context, o Options) (*Store, error) {
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
	if o.timeout == 0 {
		o.timeout = openTimeout
	}
	o.Now = s.now
	if s.vol, s.spool, err = openVolume(ctx, o, s.now()); err != nil {
		return nil, fmt.Errorf("open artifacts: %w", err)
	}
	return s, nil
}

// OpenVolume opens the volume of a store alone, for who copies all that is in it.
func OpenVolume(ctx context.Context, o Options) (Volume, error) {
	if o.timeout == 0 {
		o.timeout = openTimeout
	}
	v, _, err := openVolume(ctx, o, o.Now())
	if err != nil {
		return nil, fmt.Errorf("open artifacts: %w", err)
	}
	return v, nil
}

// Close ends the store; the app calls it last. A store in memory is gone then.
func (s *Store) Close() error {
	if err := s.vol.Close(); err != nil {
		return fmt.Errorf("close artifacts: %w", err)
	}
	return nil
}

// Put stores what r holds and returns its record. Adapters call it for
// attachments before they call Accept: when it returns without error, the bytes
// and the record are on disk, or S3 has acknowledged them. It streams: memory is bounded
// whatever the length. Longer than the limit is a *TooLargeError. On any error
// no record is kept and no temporary file stays. The name and the type are untrusted: see
// SafeName and Artifact.MediaType. Equal bytes are kept once an hour, under one record a call.
func (s *Store) Put(ctx context.Context, r io.Reader, filename, declaredType string) (Artifact, error) {
	a, err := s.put(ctx, r, s.maxSize, filename, declaredType)
	if err != nil {
		return Artifact{}, fmt.Errorf("put artifact: %w", err)
	}
	return a, nil
}

// PutWhole is Put for a message as it came, whose length its channel has bounded: it may be longer than one file of it.
func (s *Store) PutWhole(ctx context.Context, r io.Reader, filename, declaredType string) (Artifact, error) {
	a, err := s.put(ctx, r, math.MaxInt64, filename, declaredType)
	if err != nil {
		return Artifact{}, fmt.Errorf("put artifact: %w", err)
	}
	return a, nil
}

func (s *Store) put(ctx context.Context, r io.Reader, limit int64, filename, declaredType string) (Artifact, error) {
	sp, err := newSpool(ctx, r, limit, s.spool)
	if err != nil {
		return Artifact{}, err
	}
	defer sp.close()

	// One time for the object's hour and the record: Expire relies on it.
	at := s.now().UTC().Truncate(time.Millisecond)
	mediaType := resolveType(declaredType, sp.head())
	sum := hex.EncodeToString(sp.sum)
	a := Artifact{
		ID:        message.NewArtifactID(),
		SHA256:    sum,
		Object:    objectName(at, sum),
		Size:      sp.size,
		Filename:  SafeName(filename, mediaType),
		MediaType: mediaType,
		CreatedAt: at,
	}
	record, err := json.Marshal(a)
	if err != nil {
		return Artifact{}, err
	}
	if err := s.place(ctx, a, sp); err != nil {
		return Artifact{}, err
	}
	// The record last: a record never points at bytes that are not there.
	recordSum := sha256.Sum256(record)
	if err := s.vol.Write(ctx, metaKey(a.ID), bytes.NewReader(record), int64(len(record)), recordSum[:]); err != nil {
		return Artifact{}, err
	}
	return a, nil
}

// place writes the bytes, unless they are there since this hour.
func (s *Store) place(ctx context.Context, a Artifact, sp *spool) error {
	key := dataKey(a.Object)
	size, err := s.vol.Size(ctx, key)
	switch {
	case err == nil && size == a.Size:
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	r, err := sp.reader()
	if err != nil {
		return err
	}
	return s.vol.Write(ctx, key, r, a.Size, sp.sum)
}

// Get returns the record of id, or ErrNotFound. It does not look at the bytes.
func (s *Store) Get(ctx context.Context, id message.ArtifactID) (Artifact, error) {
	if !id.Valid() { // ids come from agents and URLs, and become keys
		return Artifact{}, ErrNotFound
	}
	a, err := s.read(ctx, metaKey(id))
	if errors.Is(err, ErrNotFound) {
		return Artifact{}, ErrNotFound
	}
	if err == nil && a.ID != id {
		err = errDamaged
	}
	if err != nil {
		return Artifact{}, fmt.Errorf("get artifact %s: %w", id, err)
	}
	return a, nil
}

var errDamaged = errors.New("its record is damaged")

// read returns the record under key, ErrNotFound or errDamaged.
func (s *Store) read(ctx context.Context, key string) (Artifact, error) {
	b, err := readAll(ctx, s.vol, key)
	if errors.Is(err, fs.ErrNotExist) {
		return Artifact{}, ErrNotFound
	}
	if err != nil {
		return Artifact{}, err
	}
	var a Artifact
	if err := json.Unmarshal(b, &a); err != nil {
		return Artifact{}, errDamaged
	}
	if !a.sound() {
		return Artifact{}, errDamaged
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

func (s *Store) open(ctx context.Context, id message.ArtifactID) (Artifact, io.ReadSeekCloser, error) {
	a, err := s.Get(ctx, id)
	if err != nil {
		return Artifact{}, nil, err
	}
	r, size, err := s.vol.Open(ctx, dataKey(a.Object))
	if errors.Is(err, fs.ErrNotExist) {
		return Artifact{}, nil, ErrNotFound
	}
	if err != nil {
		return Artifact{}, nil, fmt.Errorf("open artifact %s: %w", id, err)
	}
	if size != a.Size {
		_ = r.Close()
		return Artifact{}, nil, fmt.Errorf("open artifact %s: %d bytes are stored, %d recorded", id, size, a.Size)
	}
	return a, r, nil
}
