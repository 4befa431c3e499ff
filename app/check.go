package app

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"path/filepath"

	"bridge/artifacts"
	"bridge/internal/mac"
)

// TrySecret looks at the file of a secret that was generated, for bridge check: it makes
// none. A note says that there is none yet.
func TrySecret(o Options) (note string, err error) {
	if len(o.Secrets) > 0 {
		return "", nil
	}
	path := filepath.Join(o.DataDir, secretFile)
	switch _, err := readSecret(path); {
	case errors.Is(err, fs.ErrNotExist):
		return "the first start makes " + path, nil
	case err != nil:
		return "", err
	}
	return path, nil
}

// Volume opens where the artifacts of a configuration are, for backups; whoever calls closes it.
func Volume(ctx context.Context, o Options) (artifacts.Volume, error) {
	return artifacts.OpenVolume(ctx, artifacts.Options{URL: o.ArtifactsURL, Dir: filepath.Join(o.DataDir, "artifacts"), Now: o.Now, S3: o.OpenS3})
}

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
		URL: o.ArtifactsURL, Dir: filepath.Join(o.DataDir, "artifacts"), PublicURL: o.PublicURL, Keys: keys, Now: o.Now, S3: o.OpenS3,
	})
	if err != nil {
		return err
	}
	return s.Close()
}
