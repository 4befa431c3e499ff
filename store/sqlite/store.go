// Package sqlite keeps everything the bridge must not lose in one SQLite file:
// the lanes of queue, and the records of admission, turns, outbox and approvals
// (design §5.4). It is the store of a bridge that runs on one machine.
//
// One process owns the file, by a lock that dies with it. One goroutine owns the
// connection that writes, and commits what waits as one group: many operations,
// one fsync. Claims of lane items live in memory and cost no write; after a
// restart everything unfinished may be claimed again. The file is in WAL mode with
// synchronous=FULL: what was answered with nil survives a power cut. Any SQLite
// tool can read it, also while the bridge runs.
package sqlite

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/queue"
	"bridge/store"
)

const (
	readers     = 3 // connections that read
	secretBytes = 32
)

// Options says how a store is opened.
type Options struct {
	Path string // of the database file; made if it does not exist, in a folder that does
	store.Options
	// Step is called before and after each commit (done) with what it has, by tests
	// that kill the process between two steps. nil costs nothing.
	Step func(done bool, what []string)
}

// Store is one open file.
type Store struct {
	path   string
	dedupe time.Duration
	keep   store.Retention
	now    func() time.Time
	log    *slog.Logger
	server string // SQLite's version
	json   encoders

	lock    *os.File
	writer  *writer
	index   *index
	recent  *recent
	owners  owners
	buckets buckets
	swept   swept
	readers chan *sqlite.Conn // those that are idle
	opened  int               // how many there are
	closing chan struct{}
	once    sync.Once
	closed  error
}

var _ store.Store = (*Store)(nil)

// Open opens the file, or makes it. It is called once at start and ends with
// Close. A file in use by another process (filelock.ErrInUse, naming it), of another
// program (ErrForeign), damaged (ErrCorrupt) or of a newer bridge (ErrNewer) is
// refused and left as it is. A file of an older bridge is brought to this one's
// format in one transaction, or left as it is.
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
		dedupe: o.Dedupe, keep: o.Retention, now: o.Now, log: o.Log,
		readers: make(chan *sqlite.Conn, readers), closing: make(chan struct{}),
	}
	if s.dedupe <= 0 {
		s.dedupe = store.DefaultDedupe
	}
	if s.now == nil {
		s.now = time.Now
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.index, s.recent = newIndex(s.now), newRecent()
	if s.path, err = resolve(o.Path); err != nil {
		return nil, err
	}
	if s.lock, err = lock(s.path); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.index.close()
			err = errors.Join(err, s.closeReaders(), s.lock.Close())
		}
	}()
	format, err := inspect(s.path)
	if err != nil {
		return nil, err
	}
	conn, err := openWriter(s.path, format == 0)
	if err != nil {
		return nil, err
	}
	if format != 0 && format < formatVersion {
		if err := s.migrate(conn, format); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	if err := exec(conn, "SELECT sqlite_version()", func(st *sqlite.Stmt) error {
		s.server = "SQLite " + st.ColumnText(0)
		return nil
	}); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	for range readers {
		r, err := openReader(s.path)
		if err != nil {
			return nil, errors.Join(err, conn.Close())
		}
		s.readers <- r
		s.opened++
	}
	if _, err := s.loadLanes(conn); err != nil {
		return nil, errors.Join(damage(err), conn.Close())
	}
	if s.writer, err = newWriter(conn, func(err error) {
		if err != nil {
			s.log.Error("the store cannot write", "error", err)
			return
		}
		s.log.Info("the store can write again")
	}); err != nil {
		return nil, errors.Join(damage(err), conn.Close())
	}
	s.writer.step = o.Step
	go s.writer.loop()
	return s, nil
}

// Close commits what was handed over, ends all waiting with ErrClosed and frees
// the file. Claims that are still held are given up: their items wait.
func (s *Store) Close() error {
	s.once.Do(func() {
		s.index.close()
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

// Healthy implements store.Store: it is what the last write saw, and while the
// store cannot write a probe every second.
func (s *Store) Healthy() error {
	select {
	case <-s.closing:
		return ErrClosed
	default:
	}
	if err := s.writer.sick.Load(); err != nil {
		return fmt.Errorf("store: %w", *err)
	}
	return nil
}

// Describe implements store.Store.
func (s *Store) Describe() store.Description {
	return store.Description{Kind: "sqlite", Server: s.server, Where: s.path, Durability: "synchronous=FULL", Format: formatVersion}
}

// Commits returns how many commits (fsyncs) there were since Open, and how many
// operations they carried.
func (s *Store) Commits() (commits, ops uint64) {
	return s.writer.commits.Load(), s.writer.written.Load()
}

// Secret implements store.Store.
func (s *Store) Secret(ctx context.Context) ([]byte, error) {
	fresh := make([]byte, secretBytes)
	if _, err := rand.Read(fresh); err != nil {
		return nil, err
	}
	var secret []byte
	err := s.write(ctx, "secret", func(w *writer) error {
		secret = nil
		if err := exec(w.conn, "INSERT INTO meta (key, value) VALUES ('secret', ?) ON CONFLICT DO NOTHING", nil, fresh); err != nil {
			return err
		}
		return exec(w.conn, "SELECT value FROM meta WHERE key = 'secret'", func(st *sqlite.Stmt) error {
			secret = columnBytes(st, 0)
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	if len(secret) != secretBytes {
		return nil, fmt.Errorf("store: the secret in the file has %d bytes, not %d", len(secret), secretBytes)
	}
	return secret, nil
}

// write runs one operation in the writer; f may be called twice.
func (s *Store) write(ctx context.Context, what string, f func(*writer) error) error {
	return named(what, s.writer.do(ctx, &change{what, f}))
}

// read runs f on a connection that sees everything committed so far.
func (s *Store) read(ctx context.Context, f func(*sqlite.Conn) error) error {
	if err := s.usable(ctx); err != nil {
		return err
	}
	select {
	case c := <-s.readers:
		defer func() { s.readers <- c }()
		return f(c)
	case <-ctx.Done():
		return ctx.Err()
	case <-s.closing:
		return ErrClosed
	}
}

// usable returns why nothing can be asked of the store.
func (s *Store) usable(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-s.closing:
		return ErrClosed
	default:
		return nil
	}
}

// query reads one statement's rows; what names the operation in errors.
func (s *Store) query(ctx context.Context, what, sql string, row func(*sqlite.Stmt) error, args ...any) error {
	return named(what, s.read(ctx, func(c *sqlite.Conn) error { return exec(c, sql, row, args...) }))
}

func named(what string, err error) error {
	if err == nil || errors.Is(err, queue.ErrLost) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("store: %s: %w", what, err)
}
