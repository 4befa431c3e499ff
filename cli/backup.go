package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"filippo.io/age"

	"bridge/app"
	"bridge/config"
	"bridge/operate"
	"bridge/store/backup"
)

func backupCommand(ctx context.Context, s std, args []string) int {
	return writeFile(ctx, s, "backup", args)
}

func exportCommand(ctx context.Context, s std, args []string) int {
	return writeFile(ctx, s, "export", args)
}

// writeFile makes a backup, in the form that is cheapest for the store and without a bucket's artifacts,
// or an export, which any store takes and which has everything.
func writeFile(ctx context.Context, s std, name string, args []string) int {
	fs := flags(s, name)
	file := fs.String("config", "", "the configuration file")
	withSecret := fs.Bool("with-secret", false, "put data_dir/secret into the file, too: whoever has it can then decide what waits")
	recipients := fs.String("recipients", "", "encrypt it for the `KEY` (age1…), or those in a file, one a line: only who has the other half can read it")
	to, code, ok := parseArgs(s, fs, args, 1, 1)
	if !ok {
		return code
	}
	c, o, err := stored(s, *file)
	if err != nil {
		return fail(s, err)
	}
	running := ""
	src := app.BackupSource(c, s.kinds.Stores, time.Now())
	if name == "export" {
		src.Form = backup.Records
		src.Store = func(ctx context.Context, file string) (err error) {
			running, err = s.kinds.Stores.CopyOut(ctx, c, file)
			return err
		}
		if src.Artifacts == "" {
			v, err := app.Volume(ctx, o)
			if err != nil {
				return fail(s, err)
			}
			defer v.Close()
			src.Volume = v
		}
	}
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
		fmt.Fprintf(s.out, "it is encrypted: bridge %s needs the key (-key)\n", map[string]string{"backup": "restore", "export": "import"}[name])
	}
	if src.Artifacts == "" && src.Volume == nil {
		fmt.Fprintf(s.out, "the artifacts are not in it: they are in %s\n", c.Artifacts.URL)
	}
	if !got.Secret && exists(secret) {
		fmt.Fprintf(s.out, "%s is not in it: keep a copy elsewhere, the file cannot be read without it\n", secret)
	}
	if name == "export" && (running != "" || bySocket(c).call(ctx, "GET", "/status", nil, &operate.Status{}) == nil) {
		fmt.Fprintln(s.out, "a bridge runs: what it does from now on is not in the file; to move, stop it first")
	}
	return exitOK
}

func restoreCommand(ctx context.Context, s std, args []string) int {
	return readFile(ctx, s, "restore", args)
}

func importCommand(ctx context.Context, s std, args []string) int {
	return readFile(ctx, s, "import", args)
}

// readFile takes a file apart. What is restored is put where nothing is; what is imported may be
// put beside artifacts that are there.
func readFile(ctx context.Context, s std, name string, args []string) int {
	fs := flags(s, name)
	file := fs.String("config", "", "the configuration file of the bridge that is to go on with it")
	key := fs.String("key", "", "the `FILE` of the key, as age-keygen makes it, for one that is encrypted")
	var replace, yes bool
	if name == "import" {
		fs.BoolVar(&replace, "replace", false, "take away what the store holds, after asking")
		fs.BoolVar(&yes, "yes", false, "do not ask")
	}
	from, code, ok := parseArgs(s, fs, args, 1, 1)
	if !ok {
		return code
	}
	c, o, err := stored(s, *file)
	if err != nil {
		return fail(s, err)
	}
	path, err := filepath.Abs(from[0])
	if err != nil {
		return fail(s, err)
	}
	flag := ""
	if replace {
		flag = "-replace "
	}
	target := backup.Target{
		DataDir: c.DataDir, Database: c.Store.Path, Replace: replace, Merge: name == "import" || c.Store.IsRedis(),
		Todo: fmt.Sprintf("bridge %s %s%s was begun at %s and did not end; run it again", name, flag, path, time.Now().UTC().Format(time.DateTime)),
	}
	target.Load = func(ctx context.Context, form string, r io.Reader, file string) (func(context.Context) error, error) {
		return s.kinds.Stores.CopyIn(ctx, c, form, r, file, target.Todo, replace)
	}
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
	if replace && !yes && !s.agreed(fmt.Sprintf("All that the store %s holds is taken away for it. Go on?", c.Store.String()), "changed") {
		return exitFailed
	}
	if target.Merge {
		v, err := app.Volume(ctx, o)
		if err != nil {
			return fail(s, err)
		}
		defer v.Close()
		target.Volume = v
	} else if target.Artifacts = app.ArtifactsDir(c); target.Artifacts == "" {
		target.Artifacts = filepath.Join(c.DataDir, "artifacts")
	}
	end := s.progress(func() string { return name })
	got, err := backup.Restore(ctx, path, target)
	end()
	if err != nil {
		return fail(s, err)
	}
	fmt.Fprintf(s.out, "%s: %d files, %d bytes %s\n", c.Store.String(), got.Files, got.Bytes, map[string]string{"restore": "restored", "import": "imported"}[name])
	switch secret := filepath.Join(c.DataDir, "secret"); {
	case len(c.Secrets) > 0:
		fmt.Fprintln(s.out, "the `secret` of the configuration has to be that of the bridge that it is of, or have it in its list: else no bridge starts")
	case !got.Secret && !exists(secret):
		fmt.Fprintf(s.out, "put the secret back before the bridge starts: %s\n", secret)
	}
	if name == "restore" {
		fmt.Fprintln(s.out, "what happened after the backup is not known to it: what waited then is done again (docs/operations.md)")
	}
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

// stored reads a configuration, of which only what is stored matters: agents may be away and
// secrets of channels missing.
func stored(s std, file string) (*config.Config, app.Options, error) {
	c, o, err := read(s, file)
	if c == nil {
		return nil, o, err
	}
	if !c.Store.IsRedis() && c.Store.Path == "" || c.Store.IsRedis() && err != nil {
		return nil, o, err // mistakes
	}
	return c, o, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
