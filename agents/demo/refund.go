package demo

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"bridge/core/envelope"
)

// refund asks for approval. The amount is kept where it comes back with the
// decision, in the approval id, which the turn makes unique in the session (seed 001).
func refund(turn, amount string) envelope.Update {
	if !isAmount(amount) {
		return complete("How much? Write for example: refund 40")
	}
	return state(envelope.Suspended, data(envelope.ApprovalRequest, fmt.Sprintf(
		`{"approvalId":"refund-%s-%s","toolName":"refund","toolCallId":"call-1","args":%s}`, amount, idChars(turn), refundArgs(amount))))
}

// refundArgs is the JSON that the approver sees and the digest is over. It is
// in the form of RFC 8785 already: sorted keys, no spaces, and a number that
// isAmount has let through.
func refundArgs(amount string) string { return `{"amount":` + amount + `,"currency":"EUR"}` }

// isAmount takes 1 to 999999 with at most two decimals, in the one form that RFC
// 8785 has for it: no leading zero, no trailing zero behind the point.
func isAmount(s string) bool {
	whole, cents, point := strings.Cut(s, ".")
	if point && (len(cents) < 1 || len(cents) > 2 || strings.HasSuffix(cents, "0") || !digits(cents)) {
		return false
	}
	return len(whole) >= 1 && len(whole) <= 6 && whole[0] != '0' && digits(whole)
}

func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// idChars drops what could not stand in a JSON string.
func idChars(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_':
			return r
		}
		return -1
	}, s)
}

// decided carries out an approval decision, or says why not. Only the decision
// that names an amount this agent asked about, with the digest of what the
// approver saw, moves money.
func decided(p envelope.Part) envelope.Update {
	var d struct {
		ApprovalID string `json:"approvalId"`
		Decision   string `json:"decision"`
		Reason     string `json:"reason"`
		DecidedBy  string `json:"decidedBy"`
		ArgsDigest string `json:"argsDigest"`
	}
	if err := json.Unmarshal(p.Data, &d); err != nil {
		return failed("The decision is not readable.")
	}
	if id, ok := strings.CutPrefix(d.ApprovalID, "booking-"); ok {
		return booked(id, d.Decision, d.Reason, d.ArgsDigest)
	}
	rest, ok := strings.CutPrefix(d.ApprovalID, "refund-")
	amount, _, found := strings.Cut(rest, "-")
	if !ok || !found || !isAmount(amount) {
		return failed("The decision is about something that was not asked.")
	}
	switch {
	case d.Decision == "granted":
		sum := sha256.Sum256([]byte(refundArgs(amount)))
		if subtle.ConstantTimeCompare([]byte(d.ArgsDigest), []byte("sha256:"+hex.EncodeToString(sum[:]))) != 1 {
			return failed("The decision is about another refund. Nothing was paid.")
		}
		return complete(fmt.Sprintf("Refunded %s EUR.", amount))
	case d.Reason != "":
		return complete("Refund refused: " + d.Reason)
	case d.DecidedBy == "timeout":
		return complete("Refund refused: nobody decided in time.")
	}
	return complete("Refund refused.")
}
