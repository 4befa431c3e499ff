package out

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"bridge/core/message"
)

// TestBreakerCloses: after its time one message tries while the others wait; if it goes
// through all do.
func TestBreakerCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		opened := 0
		bs := breakers{opened: func() { opened++ }}
		b := bs.of("crm.example.com")
		down := func() (message.Receipt, error) {
			return message.Receipt{}, &message.SendError{Kind: message.SendUnreachable, Code: "no_answer", Err: errors.New("down")}
		}
		up := func() (message.Receipt, error) { return message.Receipt{}, nil }
		for range tripAfter {
			_, _ = b.Execute(down)
		}
		time.Sleep(openFor / 2)
		if w := b.wait(); w != openFor/2 {
			t.Errorf("waits %v", w)
		}
		time.Sleep(openFor/2 + time.Millisecond)
		if w := b.wait(); w != 0 {
			t.Errorf("after its time: waits %v", w)
		}
		_, _ = b.Execute(func() (message.Receipt, error) {
			if w := b.wait(); w != probeWait {
				t.Errorf("while another tries: waits %v", w)
			}
			return down()
		})
		if w := b.wait(); w != openFor {
			t.Errorf("it failed again: waits %v", w)
		}
		time.Sleep(openFor + time.Millisecond)
		if _, err := b.Execute(up); err != nil || b.wait() != 0 || opened != 1 {
			t.Errorf("it answers: %v, waits %v, opened %d", err, b.wait(), opened)
		}
		for i := range 3 * maxEndpoints {
			bs.of(fmt.Sprint(i))
		}
		if len(bs.m) > maxEndpoints {
			t.Errorf("%d breakers are kept", len(bs.m))
		}
	})
}
