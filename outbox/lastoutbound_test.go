package outbox_test

import (
	"context"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/outbox"
)

// The last message to a phone is known from the start of its attempt on, whatever
// becomes of it; a slow message that ends after another one began is the last one.
func TestSaid(t *testing.T) {
	onPost(t, func(p *post) {
		p.send = func(_ context.Context, out message.Outbound, n int) error {
			switch {
			case out.ID == "slow":
				time.Sleep(30 * time.Second)
			case out.ID == "refused":
				return sendError(message.SendInvalid, true)
			case out.ID == "doubt":
				return sendError(message.SendUnreachable, false)
			}
			return nil
		}
	}, func(t *testing.T, p *post) {
		const to message.Address = "sms:+391"
		put := func(m message.Outbound) {
			t.Helper()
			m.Channel, m.To, m.Text, m.CreatedAt = "sms", to, "x", time.Now()
			it, err := outbox.Item(m)
			if err == nil {
				err = p.lanes.Enqueue(t.Context(), it)
			}
			noerr.Must(t, err)
			time.Sleep(time.Second)
		}
		last := func(id message.MessageID, about message.ApprovalID) {
			t.Helper()
			s, found, err := p.store.LastOutbound(t.Context(), "sms", to)
			if err != nil || found != (id != "") || s.Message != id || s.Approval != about {
				t.Errorf("last outbound %+v, %v, %v, want %q about %q", s, found, err, id, about)
			}
		}
		before := func(ago time.Duration, about message.ApprovalID) {
			t.Helper()
			s, _, err := p.store.LastOutbound(t.Context(), "sms", to)
			if noerr.Must(t, err); s.BeforeAt.IsZero() != (ago == 0) || ago != 0 && !s.At.Add(-ago).Equal(s.BeforeAt) || s.Before != about {
				t.Errorf("%s is the last, before it at %s %q", s.Message, s.BeforeAt, s.Before)
			}
		}
		last("", "")
		put(message.Outbound{ID: "prompt", Kind: message.Prompt, Approval: "apr_1", Person: "dana"})
		last("prompt", "apr_1")
		put(message.Outbound{ID: "answer", Kind: message.Answer, Session: "ses_1"})
		last("answer", "")
		put(message.Outbound{ID: "notice", Kind: message.Notice, Approval: "apr_1"})
		last("notice", "")
		put(message.Outbound{ID: "again", Kind: message.Notice, Approval: "apr_1", Asks: true})
		last("again", "apr_1")
		put(message.Outbound{ID: "slow", Kind: message.Answer, Session: "ses_2"})
		last("slow", "") // it has only begun
		put(message.Outbound{ID: "prompt2", Kind: message.Prompt, Approval: "apr_2", Person: "dana"})
		last("prompt2", "apr_2")
		before(time.Second, "") // the agent's words
		time.Sleep(time.Minute)
		last("slow", "")
		put(message.Outbound{ID: "prompt3", Kind: message.Prompt, Approval: "apr_3", Person: "dana"})
		before(32*time.Second, "") // the slow one, which was noted again
		put(message.Outbound{ID: "prompt4", Kind: message.Prompt, Approval: "apr_4", Person: "dana"})
		before(time.Second, "apr_3")
		put(message.Outbound{ID: "reminder", Kind: message.Prompt, Approval: "apr_4", Person: "dana"})
		before(0, "")
		put(message.Outbound{ID: "decided", Kind: message.Notice, Approval: "apr_4", Person: "dana"})
		put(message.Outbound{ID: "prompt5", Kind: message.Prompt, Approval: "apr_5", Person: "dana"})
		before(2*time.Second, "apr_4") // nobody says yes to a notice, but to what came before it
		put(message.Outbound{ID: "answer5", Kind: message.Answer, Session: "ses_5"})
		put(message.Outbound{ID: "said", Kind: message.Notice, Approval: "apr_4", Person: "dana"})
		put(message.Outbound{ID: "said too", Kind: message.Notice, Person: "dana"})
		put(message.Outbound{ID: "prompt6", Kind: message.Prompt, Approval: "apr_6", Person: "dana"})
		before(3*time.Second, "")
		put(message.Outbound{ID: "doubt", Kind: message.Answer, Session: "ses_3"})
		last("doubt", "")
		put(message.Outbound{ID: "refused", Kind: message.Answer, Session: "ses_4"})
		last("refused", "") // that costs a code, no more
		if _, found, err := p.store.LastOutbound(t.Context(), "mail", "email:dana"); err != nil || found {
			t.Errorf("mail: %v, %v", found, err)
		}
		p.put("mail/dana/a")
		time.Sleep(time.Minute)
		if _, found, err := p.store.LastOutbound(t.Context(), "mail", "email:dana"); err != nil || found {
			t.Errorf("a mail is remembered: %v, %v", found, err)
		}
	})
}
