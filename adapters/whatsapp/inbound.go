package whatsapp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"time"

	"bridge/adapters"
	"bridge/adapters/twilio"
	"bridge/core/message"
)

// Routes implements adapters.Routed: /inbound and /status, as twilio.Inbox.
func (a *Adapter) Routes(accept adapters.AcceptFunc) http.Handler {
	return a.o.Inbox(a.o.Config.Account, string(Kind)+":").Routes(func(ctx context.Context, m twilio.Received) error {
		_, err := a.take(ctx, m, a.o.Now(), accept)
		return err
	})
}

// take takes in one message that came at the time given. The webhook calls it, and
// the reconciliation with Twilio's log.
func (a *Adapter) take(ctx context.Context, m twilio.Received, at time.Time, accept adapters.AcceptFunc) (message.Accepted, error) {
	in, err := m.Inbound(a.o.Name, at)
	if err != nil {
		return message.Accepted{}, err
	}
	who, ok, err := a.sender(ctx, m, at)
	if err != nil {
		return message.Accepted{}, err
	}
	if !ok {
		if a.o.Metrics.Refused != nil {
			a.o.Metrics.Refused("stranger")
		}
		in.From, in.Trust = address("unknown"), message.Asserted
		in.Class, in.ClassWhy, in.Fresh = message.Auto, "neither a number nor a user id", false
		return accept(ctx, in) // recorded
	}
	in.From, in.Trust, in.Why = who.address, who.trust, who.why
	in.Consent, _ = m.Consent(twilio.WhatsAppWords(), false) // nobody else answers here
	return a.media.Accept(ctx, in, m.Media, accept)
}

// sender is who wrote a message.
type sender struct {
	address message.Address
	trust   message.Trust
	why     []string
}

// sender finds out who wrote, and keeps that they did. A person is known by the
// number and by WhatsApp's own id, which stays with the account. Webhooks that name
// both link them, so that somebody who hides the number later is the same person.
// A number that comes with another id than before belongs to somebody else now:
// its messages prove nothing. It is false for what is neither.
func (a *Adapter) sender(ctx context.Context, m twilio.Received, at time.Time) (sender, bool, error) {
	from, id := twilio.WhatsAppUser(m.From), twilio.WhatsAppUser(m.User)
	if from == "" {
		return sender{}, false, nil
	}
	if twilio.IsUserID(from) {
		id = from
	} else if !twilio.IsUserID(id) {
		id = ""
	}
	s := sender{address: address(from), trust: message.Verified, why: []string{"signed by Twilio", "WhatsApp knows the account"}}
	switch {
	case id == "": // a number alone
	case from == id: // the number is hidden
		phone, linked, err := a.o.Contacts.ByAlias(ctx, a.o.Name, id)
		if err != nil {
			return sender{}, false, fmt.Errorf("contact by user id: %w", err)
		}
		if linked && !a.instead(id, phone) {
			c, _, err := a.o.Contacts.Contact(ctx, a.o.Name, phone)
			if err != nil {
				return sender{}, false, fmt.Errorf("contact: %w", err)
			}
			if c.Alias == id && phone != s.address {
				s.address = phone
				s.why = append(s.why, "its user id is linked to the number")
			}
		}
	case a.instead(id, s.address):
		s.address = address(id)
	default:
		before, _, err := a.o.Contacts.Contact(ctx, a.o.Name, s.address)
		if err != nil {
			return sender{}, false, fmt.Errorf("contact: %w", err)
		}
		if before.Alias == "" || before.Alias == id {
			break
		}
		if a.o.Listed(address(id)) {
			// Kept, or its account of before would be forgotten.
			if _, err := a.o.Contacts.SaveContact(ctx, a.o.Name, s.address, adapters.Contact{}); err != nil {
				return sender{}, false, fmt.Errorf("save contact: %w", err)
			}
			s.address = address(id)
			break
		}
		s.trust, s.why = message.Asserted, []string{"signed by Twilio", "the number came with another WhatsApp account before"}
		if err := a.reassigned(ctx, s.address, id); err != nil {
			return sender{}, false, err
		}
		id = "" // the old one stays
	}
	if _, err := a.o.Contacts.SaveContact(ctx, a.o.Name, s.address, adapters.Contact{Heard: at, Alias: id}); err != nil {
		return sender{}, false, fmt.Errorf("save contact: %w", err)
	}
	return s, true, nil
}

// instead says whether a person is listed by the user id and not by the number.
func (a *Adapter) instead(id string, phone message.Address) bool {
	return a.o.Listed(address(id)) && !a.o.Listed(phone)
}

// reassigned tells the operators, who alone can say whether it is the same person, and puts the
// number in doubt: also what comes from it by SMS.
func (a *Adapter) reassigned(ctx context.Context, phone message.Address, id string) error {
	a.o.Log.Warn("a number came with another WhatsApp account than before; its messages decide nothing", "channel", a.o.Name, "from", phone.Masked())
	if a.o.Doubt != nil {
		if err := a.o.Doubt(ctx, a.o.Name, phone, "another WhatsApp account writes from it"); err != nil {
			return err
		}
	}
	if a.o.Metrics.Alert == nil {
		return nil
	}
	sum := sha256.Sum256([]byte(string(phone) + " " + id))
	a.o.Metrics.Alert("whatsapp account "+hex.EncodeToString(sum[:8]), fmt.Sprintf(
		"On the channel %s messages of %s come from another WhatsApp account than before: the number may have a new owner. "+
			"What it writes decides no approval. If it is the same person, add %q to the addresses of that person in [people].",
		a.o.Name, phone.Masked(), string(address(id))))
	return nil
}

func address(value string) message.Address {
	return message.Address(string(Kind) + ":" + value)
}
