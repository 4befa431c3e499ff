package app

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"bridge/config"
	"bridge/store/backup"
)

// ArtifactsDir is the folder of the artifacts; "" if they are in a bucket or in memory.
func ArtifactsDir(c *config.Config) string {
	if c.Artifacts.URL == "file" {
		return filepath.Join(c.DataDir, "artifacts")
	}
	if dir, ok := strings.CutPrefix(c.Artifacts.URL, "file:"); ok {
		return dir
	}
	return ""
}

// BackupSource is what a backup is made of: the database of a store that is a file, the records
// of another; the folder of the artifacts, unless they are in a bucket.
func BackupSource(c *config.Config, k StoreKinds, now time.Time) backup.Source {
	s := backup.Source{Form: backup.Database, Artifacts: ArtifactsDir(c), Now: now}
	s.Store = func(ctx context.Context, file string) error { return k.Snapshot(ctx, c, file) }
	if c.Store.IsRedis() {
		s.Form = backup.Records
		s.Store = func(ctx context.Context, file string) error {
			_, err := k.CopyOut(ctx, c, file)
			return err
		}
	}
	return s
}
