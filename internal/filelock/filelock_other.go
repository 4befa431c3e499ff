//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package filelock

import (
	"fmt"
	"os"
	"runtime"
)

// Lock refuses: without a lock that dies with its process, two bridges could
// write to one file.
func Lock(string) (*os.File, error) {
	return nil, fmt.Errorf("the bridge needs flock, which %s does not have", runtime.GOOS)
}
