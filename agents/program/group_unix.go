//go:build unix

package program

import (
	"os"
	"os/exec"
	"syscall"
)

// apart starts a program in a group of its own, as its user. Without groups of its own the
// program has none of the bridge's.
func apart(cmd *exec.Cmd, u *User) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if u.Other() {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: u.UID, Gid: u.GID}
	}
}

// ask asks all of a group to end, and force ends it. That none of it is left is no error.
func ask(p *os.Process)   { _ = syscall.Kill(-p.Pid, syscall.SIGTERM) }
func force(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
