//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package sqlite

import (
	"fmt"
	"os"
	"runtime"
)

// lock refuses: without a lock that dies with its process, two bridges could
// write to one file.
func lock(string) (*os.File, error) {
	return nil, fmt.Errorf("the SQLite store needs flock, which %s does not have", runtime.GOOS)
}
