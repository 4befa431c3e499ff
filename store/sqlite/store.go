// Package sqlite keeps a store in one SQLite file: the store of a bridge that runs on
// one machine.
//
// One process owns the file, by a lock that dies with it. One goroutine owns the
// connection that writes, and commits what waits as one group: many batches, one fsync, one
// row of a journal, whose changes the tables get many rows at a time (journal.go).
// Claims of lane items live in memory and cost no write; after a restart everything
// unfinished may be claimed again. The file is in WAL mode with synchronous=FULL: what was
// answered with nil survives a power cut. Any SQLite tool can read it, also while the
// bridge runs: the tables are at most a quarter of a second behind.
package sqlite

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/store/buckets"
	"bridge/store/ground"
	"bridge/store/lanes"
)

const readers = 3 // connections that read

// Options says how a store is opened.
type Options struct {
	Path string           // of the database file; made if it does not exist, in a folder that does
	Now  func() time.Time // nil = time.Now
	Log  *slog.Logger     // nil = none
	// Step is called before and after each commit (done) with what it has, by tests that
	// kill the process between two steps. nil costs nothing.
	Step func(done bool, what []string)
}

// Store is one open file.
type Store struct {
	path string
	now  func() time.Time
	log  *slog.Logger

	lock    *os.File
	writer  *writer
	lanes   *lanes.Lanes
	buckets *buckets.Buckets
	owners  *lanes.Owners
	batches sync.Pool // of *batch
	recent  recent
	pending pending
	readers chan *sqlite.Conn // those that are idle
	opened  int               // how many there are
	closing chan struct{}
	once    sync.Once
	closed  error
}

var _ ground.Store = (*Store)(nil)

// Open opens the file, or makes it. It is called once at start and ends with Close. A
// file in use by another process (filelock.ErrInUse, naming it), of another program
// (ErrForeign), damaged (ErrCorrupt) or of another format (ErrNewer, ErrOlder) is refused
// and left as it is.
func Open(ctx context.Context, o Options) (_ *Store, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("open store %s: %w", o.Path, err)
		}
	}()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if o.Path == "" {
		return nil, errors.New("no path is given")
	}
	s := &Store{
		now: o.Now, log: o.Log, readers: make(chan *sqlite.Conn, readers), closing: make(chan struct{}),
		recent: recent{all: map[ground.Key]*record{}}, pending: pending{changes: newChanges(), kinds: map[string]bool{}},
	}
	s.batches.New = func() any { return &batch{} }
	if s.now == nil {
		s.now = time.Now
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.lanes, s.buckets, s.owners = lanes.New(s.now), buckets.New(s.now), lanes.NewOwners(s.now)
	if s.path, err = resolve(o.Path); err != nil {
		return nil, err
	}
	if s.lock, err = lock(s.path); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.lanes.Close()
			err = errors.Join(err, s.closeReaders(), s.lock.Close())
		}
	}()
	format, err := inspect(s.path)
	if err != nil {
		return nil, err
	}
	conn, err := openWriter(s.path, format)
	if err != nil {
		return nil, err
	}
	if err := s.start(conn); err != nil {
		return nil, errors.Join(damage(err), conn.Close())
	}
	s.writer.step = o.Step
	go s.writer.loop()
	return s, nil
}

// start reads what there is.
func (s *Store) start(conn *sqlite.Conn) error {
	for range readers {
		r, err := connect(s.path, sqlite.OpenReadOnly, "cache_size = -2000")
		if err != nil {
			return err
		}
		s.readers <- r
		s.opened++
	}
	var err error
	s.writer, err = newWriter(conn, &s.pending, &s.recent, func(err error) {
		if err != nil {
			s.log.Error("the store cannot write", "error", err)
			return
		}
		s.log.Info("the store can write again")
	})
	if err != nil {
		return err
	}
	return s.loadLanes(conn)
}

// Close commits what was handed over, ends all waiting with ground.ErrClosed and frees
// the file. Claims that are still held are given up: their items wait.
func (s *Store) Close() error {
	s.once.Do(func() {
		s.lanes.Close()
		close(s.closing)
		s.writer.close()
		// The writer's connection is the last one to close: it moves the log into the file.
		err := s.closeReaders()
		s.closed = errors.Join(err, s.writer.conn.Close(), s.lock.Close())
	})
	return s.closed
}

// closeReaders waits for reads under way.
func (s *Store) closeReaders() error {
	var all error
	for range s.opened {
		all = errors.Join(all, (<-s.readers).Close())
	}
	return all
}

// Healthy implements ground.Store: it is what the last write saw, and while the store
// cannot write a probe every second.
func (s *Store) Healthy() error {
	select {
	case <-s.closing:
		return ground.ErrClosed
	default:
	}
	if err := s.writer.failure.Load(); err != nil {
		return fmt.Errorf("store: %w", *err)
	}
	return nil
}

// Describe implements ground.Store.
func (s *Store) Describe() ground.Description {
	return describe(s.path, formatVersion)
}

// Commits returns how many commits (fsyncs) there were since Open, and how many batches
// they carried.
func (s *Store) Commits() (commits, ops uint64) {
	return s.writer.commits.Load(), s.writer.written.Load()
}

// Take implements ground.Store.
func (s *Store) Take(ctx context.Context, b ground.Bucket, n int) (bool, time.Duration, error) {
	if err := s.usable(ctx); err != nil {
		return false, 0, err
	}
	ok, wait := s.buckets.Take(b, n)
	return ok, wait, nil
}

// Own implements ground.Store, in memory: all nodes are in this process.
func (s *Store) Own(ctx context.Context, name, node string, hold time.Duration) (string, error) {
	if err := s.usable(ctx); err != nil {
		return "", err
	}
	return s.owners.Own(name, node, hold), nil
}

// settled has the tables get what has changed of a kind, for those who read an index.
func (s *Store) settled(ctx context.Context, kind string) error {
	if err := s.usable(ctx); err != nil || !s.pending.has(kind) {
		return err
	}
	return s.change(ctx, nothing)
}

// change has the tables get what has changed, and then f changes them.
func (s *Store) change(ctx context.Context, f change) error {
	_, err := s.writer.do(ctx, f)
	return err
}

// read runs f on a connection that sees everything committed so far.
func (s *Store) read(ctx context.Context, f func(*sqlite.Conn) error) error {
	c, err := s.reader(ctx)
	if err != nil {
		return err
	}
	defer func() { s.readers <- c }()
	return f(c)
}

// reader takes a connection that sees everything committed so far; it goes back into readers.
func (s *Store) reader(ctx context.Context) (*sqlite.Conn, error) {
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	select {
	case c := <-s.readers:
		return c, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-s.closing:
		return nil, ground.ErrClosed
	}
}

// usable returns why nothing can be asked of the store.
func (s *Store) usable(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-s.closing:
		return ground.ErrClosed
	default:
		return nil
	}
}
