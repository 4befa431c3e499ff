package approvals

import (
	"context"
	"fmt"
	"slices"
	"time"

	"bridge/approvals/binding"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/render"
)

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
	to, moved, stuck := request.Place{}, 0, 0
	for _, r := range rs {
		// A prompt that is not known to be handed over may be on its way there.
		a, _ := r.ApproverOf(p.ID)
		if at, reached := r.ReachedAt[p.ID]; reached && at != (request.Place{Channel: ch, Address: addr}) || !reached && !slices.Contains(s.desk.For(r, a, p, ch), request.Place{Channel: ch, Address: addr}) {
			continue // asked elsewhere
		}
		next, ok := s.desk.Next(r, a, p, message.Outbound{Channel: ch, To: addr})
		if !ok {
			stuck++
			continue
		}
		it, err := s.desk.Item(r, a, p, next, s.o.Now())
		if err != nil {
			return err
		}
		items = append(items, it)
		moved++
		if to.Address == "" || !s.desk.Channel(to.Channel).Traits.Letters && s.desk.Channel(next.Channel).Traits.Letters {
			to = next
		}
	}
	if moved > 0 {
		it, err := s.desk.Notice(message.Outbound{
			ID:      message.DerivedMessageID(time.Time{}, "moved", string(ch), string(addr), key),
			Channel: to.Channel, To: to.Address, ToName: p.Name, Kind: message.Notice, Person: p.ID,
			Subject: render.In(p.Language).MovedSubject(), Text: render.In(p.Language).Moved(s.desk.Channel(ch).Traits, moved), CreatedAt: s.o.Now(),
		})
		if err != nil {
			return err
		}
		items = append([]queue.Item{it}, items...)
	}
	if err := s.enqueue(ctx, "ask "+string(p.ID)+" elsewhere", items...); err != nil {
		return err
	}
	if moved+stuck > 0 {
		s.o.Log.Warn("approvals: an approver has opted out", "channel", ch, "to", addr.Masked(), "moved", moved, "stuck", stuck)
	}
	if stuck > 0 {
		s.o.Observer.Alert(ctx, "opted out "+string(p.ID)+" "+key, fmt.Sprintf(
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
		a, _ := r.ApproverOf(p.ID)
		all := s.desk.For(r, a, p, ch)
		here := slices.Index(all, request.Place{Channel: ch, Address: addr})
		if at, reached := r.ReachedAt[p.ID]; here < 0 || reached && at != (request.Place{Channel: ch, Address: addr}) && slices.Index(all, at) < here && slices.Contains(all, at) {
			continue
		}
		it, err := s.desk.Item(r, a, p, all[here], s.o.Now(), "again", key)
		if err != nil {
			return err
		}
		items = append(items, it)
	}
	return s.enqueue(ctx, "ask "+string(p.ID)+" again", items...)
}

// open returns the requests that wait for a person, oldest first.
func (s *Service) open(ctx context.Context, p message.PersonID) ([]request.Record, error) {
	rs, err := s.o.Store.OpenFor(ctx, p, binding.MostOpen)
	if err != nil {
		return nil, fmt.Errorf("approvals: open requests of %s: %w", p, err)
	}
	return slices.DeleteFunc(rs, func(r request.Record) bool {
		_, mine := r.ApproverOf(p)
		_, voted := r.VoteOf(p)
		return !mine || voted
	}), nil
}

func requests(n int) string {
	if n == 1 {
		return "one request"
	}
	return fmt.Sprintf("%d requests", n)
}
