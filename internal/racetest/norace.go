//go:build !race

package racetest

import "testing"

// On is false without the race detector.
const On = false

// Skip does nothing without the race detector.
func Skip(testing.TB) {}
