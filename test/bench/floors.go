package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	goredis "github.com/redis/go-redis/v9"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// floor is the least work that keeps the promise of one kind of store: a message
// is durable in one queue, then in the next one, then gone. It knows no session,
// no record, no order, no lease and no dedupe.
type floor struct {
	meter   meter
	message func(ctx context.Context, caller, k int) error
	once    func(ctx context.Context, caller, k int) error // only the first of its durable steps
	close   func() error
}

func floorOnce(ctx context.Context, p plan, k kind, n int) (_ sample, err error) {
	f, err := k.floor(ctx, p)
	if err != nil {
		return sample{}, err
	}
	defer func() { err = errors.Join(err, f.close()) }()
	return load(ctx, p, n, f.meter, f.message)
}

// mostInGroup bounds the writes of one commit.
const mostInGroup = 512

// floorWrite is one write that waits for its commit.
type floorWrite struct {
	stage   int // 0 enqueue, 1 move, 2 delete
	id      int64
	payload []byte
	done    chan error
}

// sqliteFloor makes three durable writes a message: one goroutine commits what
// waits as one group. What is worked on is known in memory.
func sqliteFloor(_ context.Context, p plan) (*floor, error) {
	w, err := openFloor(p)
	if err != nil {
		return nil, err
	}
	payload := []byte(text())
	return &floor{
		meter: meter{syncs: w.commitsSoFar},
		once: func(_ context.Context, caller, k int) error {
			return w.write(0, int64(caller)<<32|int64(k), payload)
		},
		message: func(_ context.Context, caller, k int) (err error) {
			for stage := 0; stage < 3 && err == nil; stage++ {
				err = w.write(stage, int64(caller)<<32|int64(k), payload)
			}
			return err
		},
		close: w.close,
	}, nil
}

// floorWriter has one table, and one goroutine that writes into it.
type floorWriter struct {
	dir     string
	conn    *sqlite.Conn
	in      chan floorWrite
	st      [5]*sqlite.Stmt
	running sync.WaitGroup
	mu      sync.Mutex
	commits int
}

func openFloor(p plan) (_ *floorWriter, err error) {
	dir, err := os.MkdirTemp(p.dir, "floor-")
	if err != nil {
		return nil, err
	}
	conn, err := sqlite.OpenConn(filepath.Join(dir, "floor.db"), sqlite.OpenReadWrite|sqlite.OpenCreate)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, conn.Close())
		}
	}()
	for _, sql := range []string{
		"PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA wal_autocheckpoint = 4000",
		"CREATE TABLE items (id INTEGER PRIMARY KEY, stage INTEGER NOT NULL, payload BLOB NOT NULL)",
	} {
		if err := sqlitex.ExecuteTransient(conn, sql, nil); err != nil {
			return nil, err
		}
	}
	w := &floorWriter{dir: dir, conn: conn, in: make(chan floorWrite, mostInGroup)}
	for i, sql := range []string{
		"INSERT INTO items (id, stage, payload) VALUES (?1, 1, ?2)",
		"UPDATE items SET stage = 2, payload = ?2 WHERE id = ?1",
		"DELETE FROM items WHERE id = ?1",
		"BEGIN IMMEDIATE",
		"COMMIT",
	} {
		if w.st[i], err = conn.Prepare(sql); err != nil {
			return nil, err
		}
	}
	w.running.Go(w.run)
	return w, nil
}

// write returns when a write is durable.
func (w *floorWriter) write(stage int, id int64, payload []byte) error {
	done := make(chan error, 1)
	w.in <- floorWrite{stage, id, payload, done}
	return <-done
}

func (w *floorWriter) commitsSoFar() (float64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return float64(w.commits), nil
}

func (w *floorWriter) close() error {
	close(w.in)
	w.running.Wait()
	return errors.Join(w.conn.Close(), os.RemoveAll(w.dir))
}

func (w *floorWriter) run() {
	var group []floorWrite
	for first := range w.in {
		group = gather(append(group[:0], first), w.in)
		err := w.commit(group)
		for _, x := range group {
			x.done <- err
		}
	}
}

// gather adds what waits.
func gather[T any](group []T, in <-chan T) []T {
	for len(group) < mostInGroup {
		select {
		case x, ok := <-in:
			if !ok {
				return group
			}
			group = append(group, x)
		default:
			return group
		}
	}
	return group
}

func (w *floorWriter) commit(group []floorWrite) error {
	if err := step(w.st[3]); err != nil {
		return err
	}
	for _, x := range group {
		st := w.st[x.stage]
		st.BindInt64(1, x.id)
		if x.stage < 2 {
			st.BindBytes(2, x.payload)
		}
		if err := step(st); err != nil {
			return err
		}
	}
	w.mu.Lock()
	w.commits++
	w.mu.Unlock()
	return step(w.st[4])
}

func step(st *sqlite.Stmt) error {
	if _, err := st.Step(); err != nil {
		return err
	}
	return st.Reset()
}

// The streams and the group of redisFloor.
const (
	streamIn    = "in"
	streamOut   = "out"
	streamGroup = "g"
	mostRead    = 128
)

// redisFloor takes messages through two streams, at most 128 at a time, each batch
// in one MULTI: add; read, add to the next, acknowledge and delete; read,
// acknowledge and delete.
func redisFloor(ctx context.Context, p plan) (*floor, error) {
	s, err := startServer(ctx, p)
	if err != nil {
		return nil, err
	}
	c := client(s.addr)
	for _, stream := range []string{streamIn, streamOut} {
		if err := c.XGroupCreateMkStream(ctx, stream, streamGroup, "0").Err(); err != nil {
			_ = c.Close()
			s.stop()
			return nil, err
		}
	}
	f := &streams{c: c, in: make(chan streamed, mostInGroup), payload: text()}
	f.ctx, f.cancel = context.WithCancelCause(context.WithoutCancel(ctx))
	f.running.Go(func() { f.end(f.add()) })
	f.running.Go(func() { f.end(f.read(streamIn, f.move)) })
	f.running.Go(func() { f.end(f.read(streamOut, f.finish)) })
	return &floor{
		meter: s.meter(),
		once: func(ctx context.Context, caller, _ int) error {
			return c.XAdd(ctx, &goredis.XAddArgs{Stream: "once", Values: []any{"caller", caller, "payload", f.payload}}).Err()
		},
		message: func(ctx context.Context, caller, _ int) error {
			done, _ := f.waiting.LoadOrStore(caller, make(chan struct{}, 1))
			select {
			case f.in <- streamed{strconv.Itoa(caller)}:
			case <-f.ctx.Done():
				return context.Cause(f.ctx)
			}
			select {
			case <-done.(chan struct{}):
				return nil
			case <-f.ctx.Done():
				return context.Cause(f.ctx)
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		},
		close: func() error {
			f.cancel(nil)
			f.running.Wait()
			err := c.Close()
			s.stop()
			return err
		},
	}, nil
}

type streamed struct{ caller string }

type streams struct {
	c       *goredis.Client
	in      chan streamed
	payload string
	waiting sync.Map // caller to chan struct{}
	running sync.WaitGroup
	ctx     context.Context
	cancel  context.CancelCauseFunc
}

// end tells the callers that one of the three goroutines failed.
func (f *streams) end(err error) {
	if err != nil {
		f.cancel(err)
	}
}

// add enqueues what callers hand over.
func (f *streams) add() error {
	var group []streamed
	for {
		select {
		case first := <-f.in:
			group = gather(append(group[:0], first), f.in)
		case <-f.ctx.Done():
			return nil
		}
		_, err := f.c.TxPipelined(f.ctx, func(pipe goredis.Pipeliner) error {
			for _, m := range group {
				pipe.XAdd(f.ctx, &goredis.XAddArgs{Stream: streamIn, Values: []any{"caller", m.caller, "payload", f.payload}})
			}
			return nil
		})
		if err != nil {
			return f.failed("add", err)
		}
	}
}

// read hands batches of a stream to handle.
func (f *streams) read(stream string, handle func(ids []string, ms []goredis.XMessage) error) error {
	var ids []string
	for f.ctx.Err() == nil {
		got, err := f.c.XReadGroup(f.ctx, &goredis.XReadGroupArgs{
			Group: streamGroup, Consumer: "c", Streams: []string{stream, ">"}, Count: mostRead, Block: 200 * time.Millisecond,
		}).Result()
		if errors.Is(err, goredis.Nil) {
			continue
		}
		if err != nil {
			return f.failed("read", err)
		}
		for _, s := range got {
			ids = ids[:0]
			for _, m := range s.Messages {
				ids = append(ids, m.ID)
			}
			if err := handle(ids, s.Messages); err != nil {
				return f.failed("write", err)
			}
		}
	}
	return nil
}

func (f *streams) move(ids []string, ms []goredis.XMessage) error {
	_, err := f.c.TxPipelined(f.ctx, func(pipe goredis.Pipeliner) error {
		for _, m := range ms {
			pipe.XAdd(f.ctx, &goredis.XAddArgs{Stream: streamOut, Values: []any{"caller", m.Values["caller"], "payload", m.Values["payload"]}})
		}
		pipe.XAck(f.ctx, streamIn, streamGroup, ids...)
		pipe.XDel(f.ctx, streamIn, ids...)
		return nil
	})
	return err
}

func (f *streams) finish(ids []string, ms []goredis.XMessage) error {
	_, err := f.c.TxPipelined(f.ctx, func(pipe goredis.Pipeliner) error {
		pipe.XAck(f.ctx, streamOut, streamGroup, ids...)
		pipe.XDel(f.ctx, streamOut, ids...)
		return nil
	})
	if err != nil {
		return err
	}
	for _, m := range ms {
		word, _ := m.Values["caller"].(string)
		caller, err := strconv.Atoi(word)
		if err != nil {
			return fmt.Errorf("caller %q: %w", word, err)
		}
		if done, ok := f.waiting.Load(caller); ok {
			done.(chan struct{}) <- struct{}{}
		}
	}
	return nil
}

func (f *streams) failed(what string, err error) error {
	if f.ctx.Err() != nil { // we stop
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}
