//go:build !unix

package program

import (
	"os"
	"os/exec"
)

// apart has nothing to do where there are no groups of processes; another user is refused
// before (MaySwitch).
func apart(*exec.Cmd, *User) {}

// ask cannot be done here, and force ends the program itself: what it has started goes on.
func ask(*os.Process) {}

func force(p *os.Process) { _ = p.Kill() } // it may be over
