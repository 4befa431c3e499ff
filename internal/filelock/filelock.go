// Package filelock holds files and folders that one process at a time may use.
package filelock

import "errors"

// ErrInUse is returned, with the id of the process, when another one holds the lock.
var ErrInUse = errors.New("in use")
