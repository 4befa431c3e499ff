package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"bridge/store"
	"bridge/store/records"
	"bridge/store/redis"
	"bridge/store/sqlite"
)

// kind is one of the stores.
type kind struct {
	name  string
	open  func(context.Context, plan) (*engine, error)
	floor func(context.Context, plan) (*floor, error)
}

func kinds() []kind {
	return []kind{
		{name: "sqlite", open: openSQLite, floor: sqliteFloor},
		{name: "redis", open: openRedis, floor: redisFloor},
	}
}

// engine is one store, empty at first, with what can be read of it from outside.
type engine struct {
	store store.Store
	meter meter
	// held closes the store, returns how many bytes are kept in the file or in the
	// server's memory, and opens the store again.
	held func(context.Context) (int64, error)
	// open opens the store again after store.Close.
	open func(context.Context) error
	// after frees what is behind the store.
	after func() error
}

// close closes the store, if nobody has done so, and deletes it.
func (e *engine) close() error { return errors.Join(e.store.Close(), e.after()) }

// options are those of a store in a usual configuration.
func options() store.Options {
	return store.Options{Retention: store.Retention{Messages: 90 * 24 * time.Hour, Decisions: 3650 * 24 * time.Hour, Usage: 400 * 24 * time.Hour}}
}

func openSQLite(ctx context.Context, p plan) (*engine, error) {
	dir, err := os.MkdirTemp(p.dir, "sqlite-")
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "bridge.db")
	e := &engine{after: func() error { return os.RemoveAll(dir) }}
	var s *sqlite.Store
	e.open = func(ctx context.Context) (err error) {
		if s, err = sqlite.Open(ctx, sqlite.Options{Path: path}); err == nil {
			e.store = records.New(s, options())
		}
		return err
	}
	e.meter.syncs = func() (float64, error) {
		n, _ := s.Commits()
		return float64(n), nil
	}
	e.held = func(ctx context.Context) (int64, error) {
		if err := e.store.Close(); err != nil { // moves the log into the file
			return 0, err
		}
		i, err := os.Stat(path)
		if err != nil {
			return 0, err
		}
		return i.Size(), e.open(ctx)
	}
	return e, e.open(ctx)
}

func openRedis(ctx context.Context, p plan) (*engine, error) {
	server, err := startServer(ctx, p)
	if err != nil {
		return nil, err
	}
	e := &engine{meter: server.meter(), after: func() error {
		server.stop()
		return nil
	}}
	e.open = func(ctx context.Context) error {
		s, err := redis.Open(ctx, redis.Options{Addrs: []string{server.addr}, Node: "bench"})
		if err == nil {
			e.store = records.New(s, options())
		}
		return err
	}
	e.held = func(ctx context.Context) (int64, error) {
		if err := e.store.Close(); err != nil {
			return 0, err
		}
		n, err := server.held()
		if err != nil {
			return 0, err
		}
		return n, e.open(ctx)
	}
	if err := e.open(ctx); err != nil {
		server.stop()
		return nil, err
	}
	return e, nil
}
