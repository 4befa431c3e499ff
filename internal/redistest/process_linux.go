package redistest

import (
	"bytes"
	"fmt"
	"os"
	"syscall"
)

// diesWithParent has the kernel kill the child when the thread that started it ends.
func diesWithParent() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}

// stopped says whether SIGSTOP has taken effect.
func stopped(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, after, _ := bytes.Cut(stat, []byte(") ")) // the program's name is in brackets
	return len(after) > 0 && after[0] == 'T'
}
