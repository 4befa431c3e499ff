package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"bridge/adapters"
	"bridge/app"
	"bridge/config"
	"bridge/store"
	"bridge/store/backup"
	"bridge/store/ground"
	"bridge/store/records"
	"bridge/store/redis"
	"bridge/store/sqlite"
	"bridge/store/stream"
)

// stores is the table of the types of stores.
type stores struct{}

// Opener implements app.StoreKinds.
func (stores) Opener(c *config.Config, o store.Options) func(context.Context) (store.Store, error) {
	if !c.Store.IsRedis() {
		return func(ctx context.Context) (store.Store, error) {
			g, err := sqlite.Open(ctx, sqlite.Options{Path: c.Store.Path, Now: o.Now, Log: o.Log, Step: faults()})
			if err != nil {
				return nil, err
			}
			return records.New(g, o), nil
		}
	}
	return func(ctx context.Context) (store.Store, error) {
		r, err := redisOptions(c)
		if err != nil {
			return nil, fmt.Errorf("open store: %w", err)
		}
		r.Now, r.Log = o.Now, o.Log
		g, err := redis.Open(ctx, r)
		if err != nil {
			return nil, err
		}
		return shared{records.New(g, o), g}, nil
	}
}

// Describe implements app.StoreKinds: Redis is asked what run would ask it.
func (stores) Describe(ctx context.Context, c *config.Config, o app.Options) (store.Description, error) {
	if !c.Store.IsRedis() {
		d, err := sqlite.Check(c.Store.Path)
		return records.Description(d), err
	}
	s, err := o.OpenStore(ctx)
	if err != nil {
		return store.Description{}, err
	}
	return s.Describe(), s.Close()
}

// Snapshot implements app.StoreKinds.
func (stores) Snapshot(ctx context.Context, c *config.Config, file string) error {
	return sqlite.Snapshot(ctx, c.Store.Path, file)
}

// CopyOut implements app.StoreKinds.
func (stores) CopyOut(ctx context.Context, c *config.Config, file string) (running string, err error) {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w, err := stream.NewWriter(f, stream.Head{Format: records.Format, Store: c.Store.Kind, Bridge: app.Version()})
	if err != nil {
		return "", err
	}
	var done ground.Copied
	if c.Store.IsRedis() {
		done, err = copyRedis(ctx, c, filepath.Dir(file), carried{w})
	} else {
		done, err = sqlite.CopyOut(ctx, c.Store.Path, carried{w})
	}
	if err == nil {
		err = w.Close(done)
	}
	return done.Running, err
}

// copyRedis copies a Redis that nodes work with. Those of an older build would not note what they write.
func copyRedis(ctx context.Context, c *config.Config, scratch string, to ground.Taker) (done ground.Copied, err error) {
	o, err := redisOptions(c)
	if err != nil {
		return done, err
	}
	g, err := redis.Open(ctx, o)
	if err != nil {
		return done, err
	}
	nodes := records.New(g, store.Options{}) // to be closed
	defer func() { err = errors.Join(err, nodes.Close()) }()
	for i := range 2 { // one may start meanwhile
		all, err := nodes.Running(ctx)
		if err != nil {
			return done, err
		}
		for _, n := range all {
			if !n.Follows {
				return done, fmt.Errorf("the node %s (%s) is of an older build, whose writes cannot be followed: replace it first, or stop it", n.Name, n.Version)
			}
		}
		if i == 0 {
			if done, err = g.CopyOut(ctx, scratch, to); err != nil {
				return done, err
			}
		}
	}
	return done, nil
}

// carried are the records that are worth copying.
type carried struct{ ground.Taker }

// Record implements ground.Taker.
func (c carried) Record(k ground.Kept) error {
	if records.Local(k.Kind) {
		return nil
	}
	return c.Taker.Record(k)
}

// CopyIn implements app.StoreKinds.
func (stores) CopyIn(ctx context.Context, c *config.Config, form string, r io.Reader, file, todo string, replace bool) (finish func(context.Context) error, err error) {
	if !c.Store.IsRedis() {
		f, err := sqlite.Fill(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		end, err := stream.Read(r, known(f))
		if err == nil {
			err = f.Finish(end.Clock)
		}
		return nil, err
	}
	o, err := redisOptions(c)
	if err != nil {
		return nil, err
	}
	if form == backup.Database {
		if err := save(r, file); err != nil {
			return nil, err
		}
	}
	f, err := redis.Fill(ctx, o, todo, replace)
	if errors.Is(err, redis.ErrNotEmpty) {
		err = fmt.Errorf("%w: bridge import -replace takes it away", err)
	}
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	var clock int64
	if form == backup.Database {
		var done ground.Copied
		done, err = sqlite.CopyOut(ctx, file, carried{f})
		clock = done.Clock
	} else {
		var end stream.End
		end, err = stream.Read(r, known(f))
		clock = end.Clock
	}
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) error { return errors.Join(f.Finish(ctx, clock), f.Close()) }, nil
}

// known refuses records of a newer bridge.
func known(to ground.Taker) func(stream.Head) (ground.Taker, error) {
	return func(h stream.Head) (ground.Taker, error) {
		if h.Format > records.Format {
			return nil, fmt.Errorf("%w (%s): they have format %d, this one knows %d", stream.ErrNewer, h.Bridge, h.Format, records.Format)
		}
		return to, nil
	}
}

func save(r io.Reader, file string) error {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	return errors.Join(err, f.Close())
}

// shared is a store of many nodes, which can tell each other something through it.
type shared struct {
	*records.Store
	adapters.Bus
}

// redisOptions is the store of the configuration as the store has it.
func redisOptions(c *config.Config) (redis.Options, error) {
	s := c.Store
	o := redis.Options{
		Addrs: s.Addrs, Unix: s.Socket, Username: s.Username, DB: s.DB, Master: s.Master,
		SentinelUsername: s.SentinelUsername, Cluster: s.Kind == config.Cluster, WaitReplicas: c.WaitReplicas,
	}
	if s.Password.IsSet() {
		o.Password = s.Password.Reveal()
	}
	if s.SentinelPassword.IsSet() {
		o.SentinelPassword = s.SentinelPassword.Reveal()
	}
	if !s.TLS {
		return o, nil
	}
	o.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	if s.CA == "" {
		return o, nil
	}
	pem, err := os.ReadFile(s.CA)
	if err != nil {
		return o, fmt.Errorf("ca: %w", err)
	}
	o.TLS.RootCAs = x509.NewCertPool()
	if !o.TLS.RootCAs.AppendCertsFromPEM(pem) {
		return o, fmt.Errorf("ca: %s has no certificate in PEM form", s.CA)
	}
	return o, nil
}
