package approvals

import (
	"context"
	"fmt"
	"slices"
	"time"

	"bridge/message"
	"bridge/queue"
	"bridge/render"
)

// mostOpen bounds the open requests that are looked through for one person.
const mostOpen = 100_000

// OptedOut asks a person elsewhere what waits for an answer at an address that gets
// no more messages. It is called by admission when the person says STOP there, with
// the key of that message, and once more if it comes again, which changes nothing.
// Nothing is decided: whoever has no other address can still be asked when they
// come back, and the operators hear of it.
func (s *Service) OptedOut(ctx context.Context, ch message.ChannelName, addr message.Address, p message.Person, key string) error {
	rs, err := s.open(ctx, p.ID)
	if err != nil {
		return err
	}
	var items []queue.Item
	to, moved, stuck := Place{}, 0, 0
	for _, r := range rs {
		// A prompt that is not known to be handed over may be on its way there.
		a, _ := r.approver(p.ID)
		if at, reached := r.ReachedAt[p.ID]; reached && at != (Place{ch, addr}) || !reached && !slices.Contains(s.placesFor(r, a, p, ch), Place{ch, addr}) {
			continue // asked elsewhere
		}
		next, ok := s.next(r, a, p, message.Outbound{Channel: ch, To: addr})
		if !ok {
			stuck++
			continue
		}
		it, err := s.prompt(r, a, p, next)
		if err != nil {
			return err
		}
		items = append(items, it)
		moved++
		if to.Address == "" || to.Address.Kind() != message.KindEmail && next.Address.Kind() == message.KindEmail {
			to = next
		}
	}
	if moved > 0 {
		it, err := s.noticeItem(message.Outbound{
			ID:      message.DerivedMessageID(time.Time{}, "moved", string(ch), string(addr), key),
			Channel: to.Channel, To: to.Address, ToName: p.Name, Kind: message.Notice, Person: p.ID,
			Subject: render.In(p.Language).MovedSubject(), Text: render.In(p.Language).Moved(string(addr.Kind()), moved), CreatedAt: s.o.Now(),
		})
		if err != nil {
			return err
		}
		items = append([]queue.Item{it}, items...)
	}
	if err := s.o.Lanes.Enqueue(ctx, items...); err != nil {
		return fmt.Errorf("approvals: ask %s elsewhere: %w", p.ID, err)
	}
	if moved+stuck > 0 {
		s.o.Log.Warn("approvals: an approver has opted out", "channel", ch, "to", addr.Masked(), "moved", moved, "stuck", stuck)
	}
	if stuck > 0 {
		s.o.Alert(ctx, "opted out "+string(p.ID)+" "+key, fmt.Sprintf(
			"%s wants no more messages on the channel %s and has no other address: %s can be answered there only after START.", p.FirstName(), ch, requests(stuck)))
	}
	return nil
}

// OptedIn asks a person again at an address that gets messages again, where it comes
// before the one that was asked meanwhile. key is of the message that said so: the
// same one asks once.
func (s *Service) OptedIn(ctx context.Context, ch message.ChannelName, addr message.Address, p message.Person, key string) error {
	rs, err := s.open(ctx, p.ID)
	if err != nil {
		return err
	}
	var items []queue.Item
	for _, r := range rs {
		a, _ := r.approver(p.ID)
		all := s.placesFor(r, a, p, ch)
		here := slices.Index(all, Place{ch, addr})
		if at, reached := r.ReachedAt[p.ID]; here < 0 || reached && at != (Place{ch, addr}) && slices.Index(all, at) < here && slices.Contains(all, at) {
			continue
		}
		it, err := s.prompt(r, a, p, all[here], "again", key)
		if err != nil {
			return err
		}
		items = append(items, it)
	}
	if err := s.o.Lanes.Enqueue(ctx, items...); err != nil {
		return fmt.Errorf("approvals: ask %s again: %w", p.ID, err)
	}
	return nil
}

// open returns the requests that wait for a person, oldest first.
func (s *Service) open(ctx context.Context, p message.PersonID) ([]Record, error) {
	rs, err := s.o.Store.OpenFor(ctx, p, mostOpen)
	if err != nil {
		return nil, fmt.Errorf("approvals: open requests of %s: %w", p, err)
	}
	return slices.DeleteFunc(rs, func(r Record) bool {
		_, mine := r.approver(p)
		_, voted := r.vote(p)
		return !mine || voted
	}), nil
}

func requests(n int) string {
	if n == 1 {
		return "one request"
	}
	return fmt.Sprintf("%d requests", n)
}
