package app

import (
	"context"
	"crypto/rand"
	"path/filepath"

	"bridge/artifacts"
	"bridge/internal/mac"
)

// TryArtifacts opens the artifact store of a configuration as New does, and closes
// it: for bridge check. It writes a small object and deletes it. The bridge may be
// running.
func TryArtifacts(ctx context.Context, o Options) error {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails (crypto/rand)
	keys, err := mac.NewKeys(secret)
	if err != nil {
		return err
	}
	s, err := artifacts.Open(ctx, artifacts.Options{
		URL: o.ArtifactsURL, Dir: filepath.Join(o.DataDir, "artifacts"), PublicURL: o.PublicURL, Keys: keys, Now: o.Now,
	})
	if err != nil {
		return err
	}
	return s.Close()
}
