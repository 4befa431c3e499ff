// Package noerr ends tests at errors that they are not about.
package noerr

import "testing"

// Must ends the test if there is an error.
func Must(t testing.TB, err error) {
	if t.Helper(); err != nil {
		t.Fatal(err)
	}
}

// Want fails the test if there is an error, and lets it go on.
func Want(t testing.TB, err error) {
	if t.Helper(); err != nil {
		t.Error(err)
	}
}

// Of is the error of a call of which nothing else is wanted. It is not for calls whose error has a type of its
// own: nil of that type is an error here.
func Of[T any](_ T, err error) error { return err }
