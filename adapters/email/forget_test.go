package email

import (
	"errors"
	"net/smtp"
	"testing"

	"bridge/adapters"
	"bridge/core/message"
)

// Strangers cannot fill the disk: the files of a mail that became no turn go.
func TestFilesOfWhatIsNotTakenGo(t *testing.T) {
	raw := crlf(basicHead + "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nHello\n--x\nContent-Type: text/csv; name=a.csv\nContent-Disposition: attachment\n\na,b\n--x--\n")
	for _, tc := range []struct {
		name string
		out  message.Outcome
		err  error
		left int
	}{
		{"turn", message.OutcomeTurn, nil, 1},
		{"duplicate: the turn may have these", message.OutcomeDuplicate, nil, 1},
		{"refused", message.OutcomeRefused, nil, 0},
		{"recorded", message.OutcomeRecorded, nil, 0},
		{"decision", message.OutcomeDecision, nil, 0},
		{"limit", "", &adapters.LimitError{Limit: "limits.turns_per_sender", Text: "too many"}, 0},
		{"store down: it may be stored", "", errors.New("down"), 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a, store := newAdapter(t)
			addr := serve(t, a, &recorder{out: tc.out, err: tc.err})
			err := smtp.SendMail(addr, nil, "dana@example.com", []string{"agent@example.com"}, []byte(raw))
			if (err != nil) != (tc.err != nil) {
				t.Fatal(err)
			}
			store.mu.Lock()
			defer store.mu.Unlock()
			if len(store.names) != 1 || len(store.files) != tc.left {
				t.Errorf("%d files were stored and %d are left, want 1 and %d", len(store.names), len(store.files), tc.left)
			}
		})
	}
}
