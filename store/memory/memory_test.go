package memory_test

import (
	"testing"
	"testing/synctest"
	"time"

	"bridge/store/ground"
	"bridge/store/groundtest"
	"bridge/store/memory"
)

func TestContract(t *testing.T) {
	groundtest.Run(t, groundtest.Subject{
		Open: func(*testing.T) ground.Store { return memory.New(time.Now) },
		Unit: time.Second, Sleep: time.Sleep, Leases: true,
		In: func(t *testing.T, f func(*testing.T)) { t.Helper(); synctest.Test(t, f) },
	})
}

// The model is compared with itself: what differs is the test's own mistake.
func TestModel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for seed := range uint64(20) {
			groundtest.Model(t, seed, 500, memory.New(time.Now), memory.New(time.Now), time.Sleep, nil)
		}
	})
}
