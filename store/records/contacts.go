package records

import (
	"context"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/store/ground"
)

// Contact implements adapters.Contacts.
func (s *Store) Contact(ctx context.Context, ch message.ChannelName, a message.Address) (adapters.Contact, bool, error) {
	c, _, found, err := s.contact(ctx, ch, a)
	return c, found, err
}

// contact is what is stored of one.
type contact struct {
	Heard int64  `json:"heard"` // µs
	Alias string `json:"alias,omitempty"`
}

func (s *Store) contact(ctx context.Context, ch message.ChannelName, a message.Address) (adapters.Contact, ground.Record, bool, error) {
	if a == "" {
		return adapters.Contact{}, ground.Record{}, false, ctx.Err()
	}
	var c contact
	r, found, err := s.one(ctx, key(kindContact, string(ch), string(a)), &c)
	return adapters.Contact{Heard: fromMicros(c.Heard), Alias: c.Alias}, r, found, err
}

// SaveContact implements adapters.Contacts.
func (s *Store) SaveContact(ctx context.Context, ch message.ChannelName, a message.Address, c adapters.Contact) (before adapters.Contact, err error) {
	if err := adapters.CheckContact(ch, a, c); err != nil {
		return adapters.Contact{}, named("save contact", err)
	}
	err = s.change(ctx, "save contact", func() ([]ground.Op, error) {
		var r ground.Record
		var err error
		if before, r, _, err = s.contact(ctx, ch, a); err != nil {
			return nil, err
		}
		now := contact{Heard: max(micros(before.Heard), micros(c.Heard)), Alias: c.Alias}
		if now.Alias == "" {
			now.Alias = before.Alias
		}
		body, err := encode(now)
		if err != nil {
			return nil, err
		}
		ops := []ground.Op{ground.Put{Key: key(kindContact, string(ch), string(a)), Body: body, If: as(r), TTL: s.messages(false)}}
		if alias := key(kindAlias, string(ch), now.Alias); c.Alias != "" {
			ops = append(ops, ground.Put{Key: alias, Body: []byte(a), TTL: s.messages(false)})
		} else if now.Alias != "" { // it lives as long as its contact
			ops = append(ops, ground.Touch{Key: alias, TTL: s.messages(false)})
		}
		return ops, nil
	})
	return before, err
}

// ByAlias implements adapters.Contacts.
func (s *Store) ByAlias(ctx context.Context, ch message.ChannelName, alias string) (message.Address, bool, error) {
	r, err := s.get(ctx, key(kindAlias, string(ch), alias))
	if err != nil || r.Version == 0 {
		return "", false, err
	}
	a := message.Address(r.Body)
	c, _, found, err := s.contact(ctx, ch, a)
	if err != nil || !found || c.Alias != alias {
		return "", false, err
	}
	return a, true, nil
}
