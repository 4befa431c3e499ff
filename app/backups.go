package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"filippo.io/age"

	"bridge/adapters"
	"bridge/adapters/cron/schedule"
	"bridge/artifacts"
	"bridge/config"
	"bridge/internal/retry"
	"bridge/operate"
	"bridge/store/backup"
)

// Backups are made by a schedule; nil: none are.
type Backups struct {
	Schedule schedule.Schedule
	Spec     string // as the configuration has it
	To       string // the folder, or s3://BUCKET/FOLDER without its options
	Bucket   string // the URL of the bucket; "": To is a folder
	Folder   string // in the bucket
	Keep     int
	For      []age.Recipient
	Source   func(now time.Time) backup.Source
}

// backups reads [backup].
func backups(c *config.Config, k StoreKinds) *Backups {
	b := c.Backup
	if b.Schedule == "" || b.To == "" {
		return nil
	}
	o := &Backups{Spec: b.Schedule, To: b.To, Keep: b.Keep}
	var err error
	if o.Schedule, err = schedule.Parse(b.Schedule, b.Timezone); err != nil {
		c.Problem("backup.schedule", err.Error(), `five fields, such as "0 3 * * *"`)
	}
	if o.For, err = backup.Recipients(strings.Join(b.Recipients, "\n")); err != nil && len(b.Recipients) > 0 {
		c.Problem("backup.recipients", "they are not keys of age", `keys as age-keygen prints them: "age1…"`)
	}
	url, folder, s3 := b.S3()
	if s3 {
		place, _, _ := strings.Cut(b.To, "?")
		o.To, o.Bucket, o.Folder = place, url, folder
	}
	rel, inside := filepath.Rel(c.DataDir, b.To)
	switch {
	case s3 && len(b.Recipients) == 0:
		c.Warn("backup.recipients", "backups lie in the bucket as readable as they are here: conversations, arguments, files", `recipients = ["age1…"], by age-keygen`)
	case !s3 && inside == nil && filepath.IsLocal(rel):
		c.Warn("backup.to", "it is in data_dir: what takes the one away takes the other", "a folder on another disk, or a bucket")
	case !s3 && c.Store.IsRedis():
		c.Warn("backup.to", "any node makes the next backup: they are spread over the disks of all nodes, unless the folder is shared", "a folder that all nodes share, or a bucket")
	}
	o.Source = func(now time.Time) backup.Source {
		src := BackupSource(c, k, now)
		if len(o.For) > 0 {
			src.Scratch = c.DataDir // where it lies open anyway
		}
		return src
	}
	return o
}

// store opens where backups are kept, if that is no folder.
func (b *Backups) store(ctx context.Context, o Options) (backup.Store, error) {
	if b.Bucket == "" {
		return nil, nil
	}
	v, err := o.OpenS3(ctx, b.Bucket)
	if err != nil {
		return nil, errors.New(strings.ReplaceAll(err.Error(), "artifacts.url", "backup.to"))
	}
	return v, nil
}

// TryBackups looks at where backups are kept, for bridge check. It makes nothing but a small file in a folder.
func TryBackups(ctx context.Context, o Options) (note string, err error) {
	b := o.Backups
	st, err := b.store(ctx, o)
	if err != nil {
		return "", err
	}
	if st != nil {
		defer func() { err = errors.Join(err, st.(artifacts.Volume).Close()) }()
		n := 0
		err := st.Each(ctx, b.Folder, func(string, time.Time) error { n++; return nil })
		return fmt.Sprintf("%d files are there", n), err
	}
	if _, err := os.Stat(b.To); errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("the folder %s does not exist; make it, or mount its file system", b.To)
	}
	f, err := os.CreateTemp(b.To, ".check-*")
	if err != nil {
		return "", err
	}
	return "", errors.Join(f.Close(), os.Remove(f.Name()))
}

// backupState is where the store has backup.Last.
const backupState = "bridge/store/backup"

// scheduled makes backups; one node of all does at a time.
type scheduled struct {
	o      Options
	state  adapters.State
	alerts alerts
	log    *slog.Logger
}

func (s scheduled) last(ctx context.Context) (l backup.Last, err error) {
	b, found, err := s.state.ChannelState(ctx, backupState)
	if err != nil || !found {
		return l, err
	}
	return l, json.Unmarshal(b, &l)
}

func (s scheduled) save(ctx context.Context, l backup.Last) error {
	b, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return s.state.SaveChannelState(ctx, backupState, b)
}

// run makes them until ctx ends.
func (s scheduled) run(ctx context.Context) error {
	for {
		wait, err := s.step(ctx)
		if err != nil && ctx.Err() == nil {
			s.log.Error("scheduled backup", "err", err)
		}
		if !retry.Sleep(ctx, max(min(wait, time.Minute), time.Second)) {
			return nil
		}
	}
}

// step makes a backup if it is time, and tells operators if the last one is too old. It returns how long it
// is until the next.
func (s scheduled) step(ctx context.Context) (time.Duration, error) {
	b, now := s.o.Backups, s.o.Now()
	l, err := s.last(ctx)
	if err != nil {
		return time.Minute, err
	}
	if l.Since.IsZero() {
		l.Since = now
		if err := s.save(ctx, l); err != nil {
			return time.Minute, err
		}
	}
	if l.Overdue(now, b.Schedule.Next) {
		text := "No backup since " + l.At.UTC().Format(time.DateTime) + " UTC"
		if l.At.IsZero() {
			text = "No backup was ever made"
		}
		if l.Error != "" {
			text += ": " + l.Error
		}
		s.alerts.everywhere(ctx, "backup", text+". See bridge status.")
	}
	next := l.Next(now, b.Schedule.Next)
	if next.IsZero() {
		return time.Minute, nil
	}
	if next.After(now) {
		return next.Sub(now), nil
	}
	made, err := s.make(ctx)
	if ctx.Err() != nil {
		return 0, err // another node, or this one after its start, makes it
	}
	l.Tried, l.Error = now, ""
	if err != nil {
		l.Error = err.Error()
		return time.Minute, errors.Join(err, s.save(ctx, l))
	}
	l.At, l.Name, l.Size = now, made.Name, made.Size
	s.log.Info("a backup was made", "to", b.To, "name", made.Name, "bytes", made.Size, "removed", made.Removed, "took", s.o.Now().Sub(now).Round(time.Millisecond))
	return time.Second, s.save(ctx, l)
}

func (s scheduled) make(ctx context.Context) (backup.Made, error) {
	b := s.o.Backups
	st, err := b.store(ctx, s.o)
	if err != nil {
		return backup.Made{}, err
	}
	k := backup.Keeper{Source: b.Source, Dir: b.To, Folder: b.Folder, Keep: b.Keep, To: b.For, Now: s.o.Now}
	if st != nil {
		defer func() { _ = st.(artifacts.Volume).Close() }() // it was only used
		k.Store, k.Dir = st, filepath.Join(s.o.DataDir, "backup")
		if err := os.MkdirAll(k.Dir, 0o700); err != nil {
			return backup.Made{}, err
		}
	}
	return k.Make(ctx)
}

// status is what operators see; nil if none are made.
func (s scheduled) status(ctx context.Context) (*operate.Backup, error) {
	b := s.o.Backups
	if b == nil {
		return nil, nil
	}
	l, err := s.last(ctx)
	now := s.o.Now()
	return &operate.Backup{
		Schedule: b.Spec, To: b.To, Keep: b.Keep, At: l.At, Name: l.Name, Size: l.Size, Error: l.Error, Tried: l.Tried,
		Next: l.Next(now, b.Schedule.Next), Overdue: l.Overdue(now, b.Schedule.Next),
	}, err
}

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
