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

	"bridge/admission"
	"bridge/approvals"
	"bridge/outbox"
	"bridge/queue"
	"bridge/turns"
)

const (
	readers       = 3               // connections that read
	defaultDedupe = 192 * time.Hour // longer than every sender's retries
	secretBytes   = 32
)

// Options says how a store is opened.
type Options struct {
	Path   string           // of the database file; made if it does not exist, in a folder that does
	Dedupe time.Duration    // how long ids are remembered; 0 = 192h
	Now    func() time.Time // the clock; nil = time.Now
	Log    *slog.Logger     // nil = none
}

// Store is one open file. All methods may be called concurrently. When a method
// that writes returns nil, its effect is durable. When its context ends first it
// returns the context's error, and the write may still happen.
type Store struct {
	path   string
	dedupe time.Duration
	now    func() time.Time
	log    *slog.Logger

	lock    *os.File
	writer  *writer
	index   *index
	readers chan *sqlite.Conn // those that are idle
	opened  int               // how many there are
	closing chan struct{}
	once    sync.Once
	closed  error
}

var (
	_ admission.Store = (*Store)(nil)
	_ turns.Store     = (*Store)(nil)
	_ outbox.Store    = (*Store)(nil)
	_ approvals.Store = (*Store)(nil)
)

// Open opens the file, or makes it. It is called once at start and ends with
// Close. A file in use by another process (ErrInUse, naming it), of another
// program (ErrForeign), damaged (ErrCorrupt) or of a newer bridge (ErrNewer) is
// refused and left as it is.
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
		dedupe: o.Dedupe, now: o.Now, log: o.Log,
		readers: make(chan *sqlite.Conn, readers), closing: make(chan struct{}),
	}
	if s.dedupe <= 0 {
		s.dedupe = defaultDedupe
	}
	if s.now == nil {
		s.now = time.Now
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.index = newIndex(s.now)
	if s.path, err = resolve(o.Path); err != nil {
		return nil, err
	}
	if s.lock, err = lock(s.path + ".lock"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.index.close()
			err = errors.Join(err, s.closeReaders(), s.lock.Close())
		}
	}()
	fresh, err := inspect(s.path)
	if err != nil {
		return nil, err
	}
	conn, err := openWriter(s.path, fresh)
	if err != nil {
		return nil, err
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
	s.writer = newWriter(conn, func(err error) {
		if err != nil {
			s.log.Error("the store cannot write", "error", err)
			return
		}
		s.log.Info("the store can write again")
	})
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

// Healthy returns why the store cannot write at present, or nil. The store tries
// again by itself.
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

// Commits returns how many commits (fsyncs) there were since Open, and how many
// operations they carried.
func (s *Store) Commits() (commits, ops uint64) {
	return s.writer.commits.Load(), s.writer.written.Load()
}

// Secret returns the store's own secret: 32 random bytes, made at the first call
// ever and kept.
func (s *Store) Secret(ctx context.Context) ([]byte, error) {
	fresh := make([]byte, secretBytes)
	if _, err := rand.Read(fresh); err != nil {
		return nil, err
	}
	var secret []byte
	err := s.write(ctx, "secret", func(c *sqlite.Conn) error {
		secret = nil
		if err := exec(c, "INSERT INTO meta (key, value) VALUES ('secret', ?) ON CONFLICT DO NOTHING", nil, fresh); err != nil {
			return err
		}
		return exec(c, "SELECT value FROM meta WHERE key = 'secret'", func(st *sqlite.Stmt) error {
			secret = make([]byte, st.ColumnLen(0))
			st.ColumnBytes(0, secret)
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

// write runs one operation in the writer; run may be called twice.
func (s *Store) write(ctx context.Context, what string, run func(*sqlite.Conn) error) error {
	return named(what, s.writer.do(ctx, run, nil))
}

// read runs f on a connection that sees everything committed so far.
func (s *Store) read(ctx context.Context, f func(*sqlite.Conn) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-s.closing:
		return ErrClosed
	default:
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

// query reads one statement's rows; what names the operation in errors.
func (s *Store) query(ctx context.Context, what, sql string, row func(*sqlite.Stmt) error, args ...any) error {
	return named(what, s.read(ctx, func(c *sqlite.Conn) error { return exec(c, sql, row, args...) }))
}

func named(what string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("store: %s: %w", what, err)
}

// Depth is how much one queue holds.
type Depth struct {
	Waiting int       `json:"waiting"`         // items that are not claimed
	Claimed int       `json:"claimed"`         // items that are being worked on
	Delayed int       `json:"delayed"`         // lanes whose first item waits for its time; their items count as Waiting
	Dead    int       `json:"dead"`            // dead letters
	Oldest  time.Time `json:"oldest,omitzero"` // when the oldest waiting item was enqueued; zero if there is none
}

// Depth returns the depth of each queue that was used since Open, from memory.
// It takes time in proportion to the lanes with waiting items.
func (s *Store) Depth(ctx context.Context) (map[queue.Name]Depth, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	x := s.index
	x.mu.Lock()
	defer x.mu.Unlock()
	all := make(map[queue.Name]Depth, len(x.queues))
	for name, q := range x.queues {
		oldest := int64(0)
		for _, l := range q.lanes {
			for i, e := range l.items {
				if i == 0 && l.held != nil {
					continue
				}
				if oldest == 0 || e.at < oldest {
					oldest = e.at
				}
				if e.rank == rankOrdinary {
					break // the others are younger
				}
			}
		}
		all[name] = Depth{Waiting: q.waiting, Claimed: q.claimed, Delayed: q.delayed, Dead: q.dead, Oldest: fromMicros(oldest)}
	}
	return all, nil
}
