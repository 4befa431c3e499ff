package config

import (
	"bytes"
	"os"
	"testing"
	"time"

	"bridge/internal/noerr"
)

// TestShow compares with testdata/show.toml; UPDATE_GOLDEN=1 writes it anew.
func TestShow(t *testing.T) {
	data, err := os.ReadFile("testdata/config.toml")
	noerr.Must(t, err)
	c := loadText(string(data))
	noerr.Must(t, c.Check())
	c.Agents[0].Decode(&httpSection{Timeout: 10 * time.Minute, MaxConcurrent: 32})
	mail := emailSection{MaxAttach: 20e6}
	mail.SMTP.TLS = "implicit"
	c.Channels[0].Decode(&mail)
	mail.Address = "changed behind our back"
	noerr.Must(t, c.Check())
	got := c.Show()
	const golden = "testdata/show.toml"
	if os.Getenv("UPDATE_GOLDEN") != "" {
		noerr.Must(t, os.WriteFile(golden, got, 0o600))
	}
	want, err := os.ReadFile(golden)
	noerr.Must(t, err)
	if !bytes.Equal(got, want) {
		t.Errorf("Show wrote\n%s", got)
	}
}
