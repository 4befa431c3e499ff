// Package guess is the agreement on wrong codes between the approvals and a store: how
// many an address may send, and for how long its codes are not looked up after that.
package guess

import (
	"errors"
	"slices"
	"time"

	"bridge/core/message"
)

// Who sends Limit wrong codes from one address within Window is not listened
// to for a while (Hold): codes from there are not looked up any more. Only the
// person's own code of an open request still counts, for anybody can write her address
// or number and must not lock her out.
const (
	Limit  = 5
	Window = 10 * time.Minute
	// Memory is how long a lock makes the next one longer.
	Memory = 24 * time.Hour

	first = time.Minute
	most  = time.Hour
)

// MaxAddress is the longest address, in bytes, that guesses are counted by.
const MaxAddress = 512

// Hold is how long codes from an address are locked that had so many locks within
// Memory before: a minute, then twice as long each time, at most an hour.
func Hold(locks int) time.Duration {
	return min(first<<min(max(locks, 0), 10), most)
}

// Lock says that codes from an address are not looked up.
type Lock struct {
	Until time.Time
	By    string // the key of the guess that made it
}

// Check returns why a store does not count a guess, or nil.
func Check(from message.Address, keys []string) error {
	if from == "" || len(from) > MaxAddress || len(keys) == 0 || len(keys) > Limit ||
		slices.ContainsFunc(keys, func(k string) bool { return k == "" || len(k) > 200 }) {
		return errors.New("a guess has an address of at most 512 bytes and 1 to 5 keys of at most 200")
	}
	return nil
}
