package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"filippo.io/age"

	"bridge/cli/backup"
	"bridge/config"
)

func backupCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "backup")
	file := fs.String("config", "", "the configuration file")
	withSecret := fs.Bool("with-secret", false, "put data_dir/secret into the file, too: whoever has it can then decide what waits")
	recipients := fs.String("recipients", "", "encrypt it for the `KEY` (age1…), or those in a file, one a line: only who has the other half can restore it")
	to, code, ok := parseArgs(s, fs, args, 1, 1)
	if !ok {
		return code
	}
	c, err := onSQLite(s, *file)
	if err != nil {
		return fail(s, err)
	}
	src := backup.Source{Artifacts: artifactsDir(c), Now: time.Now(), Snapshot: func(ctx context.Context, file string) error { return s.kinds.Stores.Snapshot(ctx, c, file) }}
	secret := filepath.Join(c.DataDir, "secret")
	if *withSecret && exists(secret) {
		src.Secret = secret
	}
	if *recipients != "" {
		if src.To, err = readRecipients(*recipients); err != nil {
			return fail(s, err)
		}
		src.Scratch = c.DataDir // where it lies open anyway
	}
	end := s.progress(written(to[0]))
	got, err := backup.Write(ctx, src, to[0])
	end()
	if err != nil {
		return fail(s, err)
	}
	fmt.Fprintf(s.out, "%s: %d files, %d bytes, read back\n", to[0], got.Files, got.Bytes)
	if len(src.To) > 0 {
		fmt.Fprintln(s.out, "it is encrypted: bridge restore needs the key (-key)")
	}
	if src.Artifacts == "" {
		fmt.Fprintf(s.out, "the artifacts are not in it: they are in %s\n", c.Artifacts.URL)
	}
	if !got.Secret && exists(secret) {
		fmt.Fprintf(s.out, "%s is not in it: keep a copy elsewhere, the backup cannot be read without it\n", secret)
	}
	return exitOK
}

func restoreCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "restore")
	file := fs.String("config", "", "the configuration file of the bridge that is to go on with the backup")
	key := fs.String("key", "", "the `FILE` of the key, as age-keygen makes it, for a backup that is encrypted")
	from, code, ok := parseArgs(s, fs, args, 1, 1)
	if !ok {
		return code
	}
	c, err := onSQLite(s, *file)
	if err != nil {
		return fail(s, err)
	}
	at := artifactsDir(c)
	if at == "" {
		at = filepath.Join(c.DataDir, "artifacts")
	}
	target := backup.Target{DataDir: c.DataDir, Database: c.Store.Path, Artifacts: at}
	if *key != "" {
		f, err := os.Open(*key)
		if err == nil {
			target.Keys, err = backup.Keys(f)
			_ = f.Close()
		}
		if err != nil {
			return fail(s, fmt.Errorf("-key: %w", err))
		}
	}
	end := s.progress(func() string { return "restoring" })
	got, err := backup.Restore(ctx, from[0], target)
	end()
	if err != nil {
		return fail(s, err)
	}
	fmt.Fprintf(s.out, "%s: %d files, %d bytes restored\n", c.DataDir, got.Files, got.Bytes)
	if !got.Secret && len(c.Secrets) == 0 {
		fmt.Fprintf(s.out, "put the secret back before the bridge starts: %s\n", filepath.Join(c.DataDir, "secret"))
	}
	fmt.Fprintln(s.out, "what happened after the backup is not known to it: what waited then is done again (docs/operations.md)")
	return exitOK
}

// readRecipients reads a key, or a file of keys.
func readRecipients(arg string) ([]age.Recipient, error) {
	text := arg
	if !strings.HasPrefix(arg, "age1") {
		b, err := os.ReadFile(arg)
		if err != nil {
			return nil, fmt.Errorf("-recipients: %w", err)
		}
		text = string(b)
	}
	to, err := backup.Recipients(text)
	if err != nil {
		return nil, fmt.Errorf("-recipients: %w", err)
	}
	return to, nil
}

// onSQLite reads the configuration of a bridge whose store is a file.
func onSQLite(s std, file string) (*config.Config, error) {
	c, err := load(s, file)
	if c == nil {
		return nil, err
	}
	if c.Store.IsRedis() {
		return nil, errors.New("the store is Redis: back it up as Redis is (docs/redis.md)")
	}
	if c.Store.Path == "" {
		return nil, err // mistakes
	}
	return c, nil
}

// artifactsDir is the folder of the artifacts; "" if they are in a bucket or in memory.
func artifactsDir(c *config.Config) string {
	if c.Artifacts.URL == "file" {
		return filepath.Join(c.DataDir, "artifacts")
	}
	if dir, ok := strings.CutPrefix(c.Artifacts.URL, "file:"); ok {
		return dir
	}
	return ""
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
