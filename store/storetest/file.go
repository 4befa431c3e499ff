package storetest

import (
	"context"

	"bridge/store"
	"bridge/store/records"
	"bridge/store/sqlite"
)

// File opens the store of a bridge in a SQLite file, for tests of what uses a store.
func File(ctx context.Context, path string, o store.Options) (*records.Store, error) {
	g, err := sqlite.Open(ctx, sqlite.Options{Path: path, Now: o.Now, Log: o.Log})
	if err != nil {
		return nil, err
	}
	return records.New(g, o), nil
}
