package config

import (
	"bytes"
	"os"
	"testing"
	"time"
)

// TestShow compares with testdata/show.toml; UPDATE_GOLDEN=1 writes it anew.
func TestShow(t *testing.T) {
	data, err := os.ReadFile("testdata/config.toml")
	if err != nil {
		t.Fatal(err)
	}
	c := loadText(string(data))
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	c.Agents[0].Decode(&httpSection{Timeout: 10 * time.Minute, MaxConcurrent: 32})
	mail := emailSection{MaxAttach: 20e6}
	mail.SMTP.TLS = "implicit"
	c.Channels[0].Decode(&mail)
	mail.Address = "changed behind our back"
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	got := c.Show()
	const golden = "testdata/show.toml"
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(golden, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("Show wrote\n%s", got)
	}
}
