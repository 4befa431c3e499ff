package redistest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	_ "embed"
)

//go:embed preload/clock.c
var clockSource []byte

// clock is the offset of a server's wall clock from this machine's. It lives in a
// file that the server maps, so that it survives a restart of the server. A master
// and its replica share one.
type clock struct {
	file   string
	memory []byte // the mapped file
}

func newClock(dir string) (*clock, error) {
	c := &clock{file: filepath.Join(dir, "clock")}
	f, err := os.OpenFile(c.file, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("create the clock's file: %w", err)
	}
	defer func() { _ = f.Close() }() // the mapping outlives it
	if err := f.Truncate(8); err != nil {
		return nil, fmt.Errorf("create the clock's file: %w", err)
	}
	c.memory, err = syscall.Mmap(int(f.Fd()), 0, 8, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("map the clock's file: %w", err)
	}
	return c, nil
}

// add moves the offset.
func (c *clock) add(d time.Duration) {
	// The shim reads the same eight bytes as one atomic word of microseconds.
	atomic.AddInt64((*int64)(unsafe.Pointer(&c.memory[0])), d.Microseconds())
}

func (c *clock) close() error {
	m := c.memory
	c.memory = nil
	return syscall.Munmap(m)
}

// preload returns the environment that puts a server on the clock.
func (c *clock) preload() ([]string, error) {
	if runtime.GOOS != "linux" {
		return nil, nil // Advance says so
	}
	shim, err := compileClock()
	if err != nil {
		return nil, fmt.Errorf("compile the server clock: %w", err)
	}
	return []string{"LD_PRELOAD=" + shim, "REDISTEST_CLOCK=" + c.file}, nil
}

// compileClock returns the compiled preload/clock.c. It is compiled once for all test
// processes of this user: the file is named after its source and appears by a rename.
func compileClock() (string, error) {
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("redistest-%d", os.Getuid()))
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return "", err
	}
	// What lies there is run: it has to be a folder that only this user can write.
	info, err := os.Lstat(dir)
	if err != nil {
		return "", err
	}
	if st, ok := info.Sys().(*syscall.Stat_t); !ok || !info.IsDir() || info.Mode().Perm() != 0o700 || int(st.Uid) != os.Getuid() {
		return "", fmt.Errorf("%s is not a private folder of this user", dir)
	}
	shim := filepath.Join(dir, fmt.Sprintf("clock-%s-%x.so", runtime.GOARCH, sha256.Sum256(clockSource)))
	if _, err := os.Stat(shim); err == nil {
		return shim, nil
	}
	work, err := os.MkdirTemp(dir, "build")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(work) }()
	source, object := filepath.Join(work, "clock.c"), filepath.Join(work, "clock.so")
	if err := os.WriteFile(source, clockSource, 0o600); err != nil {
		return "", err
	}
	if out, err := exec.Command("cc", "-std=gnu11", "-O2", "-Wall", "-shared", "-fPIC", "-o", object, source).CombinedOutput(); err != nil {
		return "", fmt.Errorf("cc (install it with test/scripts/test-deps): %w\n%s", err, out)
	}
	return shim, os.Rename(object, shim)
}
