// Package racetest is for tests in packages that make test runs under the race detector which
// would find little there for what they cost: they read many bytes in one goroutine, or play
// many cases of what others play too. test/scripts/unraced runs those that name this package
// without the detector, and them alone.
package racetest
