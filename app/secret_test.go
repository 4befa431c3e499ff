package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

func TestReadSecret(t *testing.T) {
	long := strings.Repeat("x", 32)
	for name, c := range map[string]struct {
		text string
		mode os.FileMode
		want []byte
		err  string
	}{
		"text":      {long + "\n", 0o600, []byte(long), ""},
		"read only": {long, 0o400, []byte(long), ""},
		"readable":  {long, 0o640, nil, "can be read by others (mode 640)"},
		"writable":  {long, 0o602, nil, "can be read by others"},
		"cut off":   {long[:31], 0o600, nil, "fewer than 32 bytes"},
		"empty":     {"", 0o600, nil, "fewer than 32 bytes"},
	} {
		path := filepath.Join(t.TempDir(), secretFile)
		noerr.Must(t, os.WriteFile(path, []byte(c.text), c.mode))
		noerr.Must(t, os.Chmod(path, c.mode))
		got, err := readSecret(path)
		if !bytes.Equal(got, c.want) || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if err != nil && strings.Contains(err.Error(), "xxx") {
			t.Errorf("%s: the error shows it: %v", name, err)
		}
	}
}

func TestWriteSecret(t *testing.T) {
	path := filepath.Join(t.TempDir(), secretFile)
	noerr.Must(t, os.WriteFile(path+".part", []byte("what a crash left"), 0o644))
	noerr.Must(t, writeSecret(path, strings.Repeat("s", 40)+"\n"))
	st, err := os.Stat(path)
	if err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", st, err)
	}
	if b, err := readSecret(path); err != nil || string(b) != strings.Repeat("s", 40) {
		t.Errorf("%q, %v", b, err)
	}
	if left, _ := filepath.Glob(path + ".*"); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}
