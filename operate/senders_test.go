package operate_test

import (
	"testing"
	"time"

	"bridge/core/message"
	"bridge/operate"
)

// A channel that cannot send is told once, at once if its credentials are wrong, else when that lasts;
// what is wrong with one message, and a provider that asks to wait, is nobody's alarm.
func TestSenders(t *testing.T) {
	t.Parallel()
	type try struct {
		after  time.Duration
		kind   message.SendKind // "" = sent
		change operate.SendChange
		row    int
	}
	const fails, again = operate.SendsNothing, operate.SendsAgain
	for name, tries := range map[string][]try{
		"credentials":   {{0, message.SendConfig, fails, 1}, {time.Second, message.SendConfig, 0, 2}, {time.Hour, "", again, 0}, {0, message.SendConfig, fails, 1}},
		"a restart":     {{0, message.SendUnreachable, 0, 1}, {time.Second, message.SendUnreachable, 0, 2}, {0, message.SendUnreachable, 0, 3}, {2 * time.Second, "", 0, 0}},
		"away":          {{0, message.SendUnreachable, 0, 1}, {3 * time.Second, message.SendUnreachable, 0, 2}, {8 * time.Second, message.SendUnreachable, fails, 3}, {time.Hour, message.SendUnreachable, 0, 4}, {0, "", again, 0}, {0, "", 0, 0}},
		"two, far":      {{0, message.SendUnreachable, 0, 1}, {time.Hour, message.SendUnreachable, 0, 2}},
		"one message's": {{0, message.SendRejected, 0, 0}, {time.Minute, message.SendInvalid, 0, 0}, {time.Minute, message.SendOptedOut, 0, 0}},
		"told by a no":  {{0, message.SendConfig, fails, 1}, {0, message.SendRejected, again, 0}},
		"throttled":     {{0, message.SendThrottled, 0, 0}, {time.Hour, message.SendThrottled, 0, 0}, {time.Hour, message.SendThrottled, 0, 0}, {0, "", 0, 0}},
		"between":       {{0, message.SendUnreachable, 0, 1}, {time.Minute, message.SendThrottled, 0, 1}, {0, message.SendUnreachable, 0, 2}, {0, message.SendUnreachable, fails, 3}},
	} {
		now := time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC)
		s := operate.Senders{Now: func() time.Time { return now }}
		for i, x := range tries {
			now = now.Add(x.after)
			var err *message.SendError
			if x.kind != "" {
				err = &message.SendError{Kind: x.kind}
			}
			got, change := s.Tried("mail", err, "words")
			if change != x.change || got.Failures != x.row {
				t.Errorf("%s, attempt %d: %d in a row and change %d, want %d and %d", name, i+1, got.Failures, change, x.row, x.change)
			}
			if troubled := got.Kind != "" && got.Error == "words" && !got.Since.IsZero(); troubled != (x.row > 0 || x.kind == message.SendThrottled) {
				t.Errorf("%s, attempt %d: %+v", name, i+1, got)
			}
			if list := s.List(); len(list) != 1 || list[0] != got {
				t.Errorf("%s: the list is %+v", name, list)
			}
		}
	}
}
