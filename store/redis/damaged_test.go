package redis

import (
	"fmt"
	"sync"
	"testing"

	"bridge/internal/redistest"
	"bridge/message"
	"bridge/turns"
)

// Writes that go out together fail alone: a record that something else has
// overwritten is no trouble for the sessions beside it.
func TestADamagedRecordFailsAlone(t *testing.T) {
	server := redistest.Start(t, redistest.Options{})
	s, err := Open(t.Context(), Options{Addrs: []string{server.Addr()}, Node: "n"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	const sessions = 60
	for i := range 3 {
		id := message.SessionID(fmt.Sprint("ses_", i))
		for _, k := range []string{keysOf(id).key(keySession), keysOf(id).ofTurn(keyTurn, message.TurnID(fmt.Sprint("trn_", i)))} {
			if err := server.Client().Set(t.Context(), k, "not ours", 0).Err(); err != nil {
				t.Fatal(err)
			}
		}
	}
	errs := make([]error, sessions)
	var all sync.WaitGroup
	for i := range sessions {
		all.Go(func() {
			id := message.TurnID(fmt.Sprint("trn_", i))
			_, _, errs[i] = s.RecordStep(t.Context(), turns.Turn{ID: id, Session: message.SessionID(fmt.Sprint("ses_", i))}, turns.Step{Turn: id, Key: "message"})
		})
	}
	all.Wait()
	for i, err := range errs {
		if i < 3 && err == nil {
			t.Errorf("the damaged record %d took a step", i)
		}
		if i >= 3 && err != nil {
			t.Errorf("session %d: %v", i, err)
		}
	}
}
