package redistest

import (
	"bytes"
	"fmt"
	"os"
)

// stopped says whether SIGSTOP has taken effect.
func stopped(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, after, _ := bytes.Cut(stat, []byte(") ")) // the program's name is in brackets
	return len(after) > 0 && after[0] == 'T'
}
