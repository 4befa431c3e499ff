package app

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"bridge/internal/mac"
	"bridge/store"
	"bridge/store/sealed"
)

// secretFile is where a secret that was generated lies in the folder of the data: not in
// the database, so that a copy of that decides nothing.
const secretFile = "secret"

// signingKeys returns the keys: of the configuration, or of the file, which is made if
// nothing was ever sealed: made is then its path. The store is open and not sealed yet.
func signingKeys(ctx context.Context, o Options, s store.Store) (keys mac.Keys, made string, err error) {
	if len(o.Secrets) > 0 {
		keys, err = mac.NewKeys(o.Secrets...)
		return keys, "", err
	}
	path := filepath.Join(o.DataDir, secretFile)
	secret, err := readSecret(path)
	if errors.Is(err, fs.ErrNotExist) {
		made = path
		secret, err = newSecret(ctx, s, path)
	}
	if err != nil {
		return mac.Keys{}, "", fmt.Errorf("secret: %w", err)
	}
	keys, err = mac.NewKeys(secret)
	return keys, made, err
}

// newSecret makes the file.
func newSecret(ctx context.Context, s store.Store, path string) ([]byte, error) {
	marks, err := sealed.Marks(ctx, s)
	if err != nil {
		return nil, err
	}
	if len(marks) > 0 {
		return nil, fmt.Errorf("there is no %s, and what is in the store was sealed with a secret: put the file back from the backup, or write the former `secret` into the configuration", path)
	}
	secret := make([]byte, mac.MinSecret)
	_, _ = rand.Read(secret) // never fails
	if err := writeSecret(path, hex.EncodeToString(secret)+"\n"); err != nil {
		return nil, err
	}
	return readSecret(path)
}

// writeSecret makes the file, whole or not at all: the caller has the lock of its folder.
func writeSecret(path, text string) error {
	part := path + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	d, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// readSecret reads the file. One that others may read is refused: they may have it.
func readSecret(path string) ([]byte, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if st.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%s can be read by others (mode %o): chmod 600 it if nobody has", path, st.Mode().Perm())
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if b = bytes.TrimSpace(b); len(b) < mac.MinSecret {
		return nil, fmt.Errorf("%s has fewer than %d bytes: put it back from the backup", path, mac.MinSecret)
	}
	return b, nil
}
