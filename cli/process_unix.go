//go:build unix

package cli

import "syscall"

// private makes every file of this process readable by its user only, also in a
// data_dir that was made with an open mode: mails and secrets are in there.
func private() { syscall.Umask(0o077) }

// openFiles is how many files, connections among them, the process may have open; false:
// nobody says.
func openFiles() (n uint64, ok bool) {
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l) != nil {
		return 0, false
	}
	return uint64(l.Cur), true // Go has raised it to what is allowed
}
