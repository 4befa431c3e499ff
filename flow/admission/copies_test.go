package admission_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/flow/admission"
)

// Copies of one message at the same time are one message: they neither spend the
// sender's limit nor look like a loop.
func TestCopiesAtOnce(t *testing.T) {
	watched(t, func(o *admission.Options) {
		o.Limit = admission.Limit{N: 3, Per: time.Hour, Key: "limits.turns_per_sender"}
	}, func(t *testing.T, d *door, _ *[]string) {
		for round := range 3 {
			in := mail("eve@example.com", fmt.Sprint("copy ", round), "the very same words every time, which are long enough")
			var wg sync.WaitGroup
			outcomes := make([]string, 50)
			for i := range outcomes {
				wg.Add(1)
				go func() {
					defer wg.Done()
					acc, err := d.svc.Accept(t.Context(), in)
					outcomes[i] = fmt.Sprint(acc.Outcome, " ", err)
				}()
			}
			wg.Wait()
			slices.Sort(outcomes)
			got := slices.Compact(slices.Clone(outcomes))
			equal(t, "the copies", got, []string{string(message.OutcomeDuplicate) + " <nil>", string(message.OutcomeTurn) + " <nil>"})
			if n := len(d.inbox()); n != 1 {
				t.Errorf("%d turns", n)
			}
		}
		equal(t, "said", d.notices(), nil)
	})
}
