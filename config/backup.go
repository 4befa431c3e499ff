package config

import (
	"strings"
	"time"
)

// Backup says when backups are made without being asked for, and where they are kept.
type Backup struct {
	Schedule   string         `toml:"schedule"` // as a cron channel has it; "": none are made
	Timezone   *time.Location `toml:"timezone"` // of Schedule; absent: UTC
	To         string         `toml:"to"`       // a folder that is there, absolute, or s3://BUCKET/FOLDER?…
	Keep       int            `toml:"keep,positive"`
	Recipients []string       `toml:"recipients"` // keys of age; empty: they are not encrypted
}

// S3 returns the URL of the bucket and the folder in it; false if backups are kept in a folder of
// this machine.
func (b Backup) S3() (url, folder string, ok bool) {
	rest, ok := strings.CutPrefix(b.To, "s3://")
	if !ok {
		return "", "", false
	}
	place, query, has := strings.Cut(rest, "?")
	bucket, folder, _ := strings.Cut(place, "/")
	if url = "s3://" + bucket; has {
		url += "?" + query
	}
	return url, strings.Trim(folder, "/"), true
}

// checkBackup checks what cannot be read off one key.
func (c *Config) checkBackup() {
	t := c.root.get("backup")
	if t == nil || t.kind != kindTable {
		return
	}
	const like = `schedule = "0 3 * * *" and to = "/var/backups/bridge"`
	switch b := c.Backup; {
	case b.Schedule == "" && b.To != "":
		c.problem(t, "it says no schedule", like)
	case b.Schedule != "" && b.To == "":
		c.problem(t, "it does not say where to", like)
	case b.To == "" && len(b.Recipients) > 0:
		c.problem(t, "it says neither when nor where to", like)
	}
	n := t.get("to")
	if n == nil || n.kind != kindString || n.text == "" {
		return
	}
	url, folder, s3 := c.Backup.S3()
	if !s3 {
		if strings.Contains(c.Backup.To, "://") {
			c.problem(n, quote(n.src)+" is not a place for backups", `a folder, or "s3://BUCKET/FOLDER?region=REGION"`)
		}
		c.Backup.To = c.Path(c.Backup.To)
		return
	}
	if folder == "" || strings.Contains(folder, "//") {
		c.problem(n, "it names no folder in the bucket", `"s3://BUCKET/FOLDER?region=REGION"`)
	}
	for _, f := range s3Flaws(url) {
		c.problem(n, f.problem, strings.Replace(f.write, "BUCKET?", "BUCKET/FOLDER?", 1))
	}
}
