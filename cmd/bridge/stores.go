package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"os"
	"time"

	"bridge/approvals"
	"bridge/config"
	"bridge/store"
	"bridge/store/redis"
	"bridge/store/sqlite"
)

// opener returns what opens the store of a configuration. It is the table of store
// types.
func opener(c *config.Config, log *slog.Logger) func(context.Context) (store.Store, error) {
	o := store.Options{
		Dedupe: c.Dedupe, Now: time.Now, Log: log,
		Retention: retention(c),
	}
	if !c.Store.IsRedis() {
		return func(ctx context.Context) (store.Store, error) {
			return open(sqlite.Open(ctx, sqlite.Options{Options: o, Path: c.Store.Path, Step: faults()}))
		}
	}
	return func(ctx context.Context) (store.Store, error) {
		r, err := redisOptions(c)
		if err != nil {
			return nil, fmt.Errorf("open store: %w", err)
		}
		r.Options = o
		return open(redis.Open(ctx, r))
	}
}

// open keeps a nil *Store from being a store.
func open[S store.Store](s S, err error) (store.Store, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
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

func retention(c *config.Config) store.Retention {
	return store.Retention{Messages: c.Retention.Messages, Decisions: c.Retention.Decisions, Codes: approvals.CodeWindow}
}
