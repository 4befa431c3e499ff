package smtpin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/emersion/go-smtp"

	"bridge/adapters/email/mime"
	"bridge/adapters/email/spool"
)

// TestReceiveRefusals: what the peer is told of each error, and what it is counted as. A
// text about a limit names its key.
func TestReceiveRefusals(t *testing.T) {
	a := &Server{Options: Options{MaxMessage: 35_000_000}}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	full := &os.PathError{Op: "write", Path: "/data/tmp/bridge-mail-1", Err: syscall.ENOSPC}
	tests := []struct {
		name   string
		ctx    context.Context
		err    error
		code   int
		enh    smtp.EnhancedCode
		text   string
		reason string
	}{
		{"too large", nil, spool.ErrTooLarge, 552, smtp.EnhancedCode{5, 3, 4}, "limits.max_message (35000000 bytes)", "size"},
		{"endless", nil, fmt.Errorf("read mail: %w", errTooMuch), 552, smtp.EnhancedCode{5, 3, 4}, "limits.max_message (35000000 bytes)", "size"},
		{"attachment", nil, TooLarge("An attachment is larger than artifacts.max_size (%d bytes)", 10), 552, smtp.EnhancedCode{5, 3, 4}, "artifacts.max_size", "size"},
		{"syntax", nil, &mime.Error{Reason: mime.ReasonParts, Text: "The message has more than 2000 parts"}, 554, smtp.EnhancedCode{5, 6, 0}, "more than 2000 parts", "parts"},
		{"no sender", nil, &mime.Error{Reason: mime.ReasonFrom, Text: "The message has no From field"}, 550, smtp.EnhancedCode{5, 6, 0}, "no From field", "from"},
		{"silence", nil, fmt.Errorf("read mail: %w", errSilent), 421, smtp.EnhancedCode{4, 4, 2}, "did not come in time", "timeout"},
		{"gone", nil, fmt.Errorf("read mail: %w", io.ErrUnexpectedEOF), 451, smtp.EnhancedCode{4, 4, 2}, "broken off", "aborted"},
		{"RSET", nil, fmt.Errorf("read mail: %w", smtp.ErrDataReset), 451, smtp.EnhancedCode{4, 4, 2}, "broken off", "aborted"},
		{"stop", stopped, fmt.Errorf("accept: %w", context.Canceled), 421, smtp.EnhancedCode{4, 3, 2}, "stopping", "stopping"},
		{"disk", nil, fmt.Errorf("spool mail: %w", full), 452, smtp.EnhancedCode{4, 3, 1}, "The disk is full", "disk"},
		{"store", nil, errors.New("accept: dial /secret/path: refused"), 451, smtp.EnhancedCode{4, 3, 0}, "could not be stored", "store"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := &session{server: a, ctx: t.Context()}
			if tt.ctx != nil {
				s.ctx = tt.ctx
			}
			got := s.answerTo(tt.err)
			if got.Code != tt.code || got.Enhanced != tt.enh || !strings.Contains(got.Text, tt.text) || got.Reason != tt.reason {
				t.Errorf("got %+v", got)
			}
			for _, secret := range []string{"/data", "/secret", "dial"} {
				if strings.Contains(got.Text, secret) {
					t.Errorf("the peer is told %q", got.Text)
				}
			}
		})
	}
}
