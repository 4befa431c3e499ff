package turns

import (
	"context"
	"errors"
	"testing"
)

// TestCutsTheNewest: where a claim was lost, and the turn is called again on this node, the end of the old call
// leaves the new one where a cancellation finds it.
func TestCutsTheNewest(t *testing.T) {
	ts := New(Options{})
	old := ts.cuttable(t.Context(), "trn_1")
	call := ts.cuttable(t.Context(), "trn_1")
	defer ts.cuts.over(call)
	ts.cuts.over(old)
	ts.cuts.cut("trn_1")
	if err := context.Cause(call); !errors.Is(err, errCanceled) {
		t.Errorf("the call goes on: %v", err)
	}
}
