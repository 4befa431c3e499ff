//go:build unix

package main

import "syscall"

// private makes every file of this process readable by its user only, also in a
// data_dir that was made with an open mode: mails and secrets are in there.
func private() { syscall.Umask(0o077) }
