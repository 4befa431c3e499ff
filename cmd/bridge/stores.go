package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"

	"bridge/adapters"
	"bridge/app"
	"bridge/config"
	"bridge/store"
	"bridge/store/records"
	"bridge/store/redis"
	"bridge/store/sqlite"
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
