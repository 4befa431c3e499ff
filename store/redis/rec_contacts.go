package redis

import (
	"context"
	"errors"
	"strconv"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"bridge/adapters"
	"bridge/admission"
	"bridge/message"
)

var (
	opsContact  = loadOps("contact")
	opsAlias    = loadOps("alias")
	opsConverse = loadOps("converse")
)

// ofChannel names a record of a channel about a text, which is personal.
func ofChannel(pattern string, ch message.ChannelName, text string) (shard int, k string) {
	sum := digest(string(ch), text)
	shard = int(sum[31]) % recordShards
	name := short(sum)
	return shard, key(pattern, strconv.Itoa(shard), string(name[:]))
}

// Contact implements adapters.Contacts.
func (s *Store) Contact(ctx context.Context, ch message.ChannelName, a message.Address) (adapters.Contact, bool, error) {
	_, k := ofChannel(keyContact, ch, string(a))
	list, err := s.reads.HMGet(ctx, k, "h", "a").Result()
	if err != nil {
		return adapters.Contact{}, false, failed("contact", err)
	}
	fields := flat(list)
	if len(fields) != 2 || fields[0] == "" {
		return adapters.Contact{}, false, nil
	}
	c, err := contactOf(fields[0], fields[1])
	return c, err == nil, failed("contact", err)
}

// contactOf reads a contact; without a time there is none.
func contactOf(heard, alias string) (adapters.Contact, error) {
	if heard == "" {
		return adapters.Contact{}, nil
	}
	us, err := strconv.ParseInt(heard, 10, 64)
	if err != nil {
		return adapters.Contact{}, errReply("contact")
	}
	c := adapters.Contact{Alias: alias}
	if us != 0 {
		c.Heard = time.UnixMicro(us).UTC()
	}
	return c, nil
}

// SaveContact implements adapters.Contacts. The alias leads to a contact only if that
// has the alias, too: what a crash leaves between the two writes leads nowhere.
func (s *Store) SaveContact(ctx context.Context, ch message.ChannelName, a message.Address, c adapters.Contact) (adapters.Contact, error) {
	before, err := s.saveContact(ctx, ch, a, c)
	return before, failed("save contact", err)
}

func (s *Store) saveContact(ctx context.Context, ch message.ChannelName, a message.Address, c adapters.Contact) (none adapters.Contact, err error) {
	if err := adapters.CheckContact(ch, a, c); err != nil {
		return none, err
	}
	var heard int64
	if !c.Heard.IsZero() {
		heard = c.Heard.UnixMicro()
	}
	ttl := s.expiries().messages
	shard, k := ofChannel(keyContact, ch, string(a))
	reply, err := s.one(ctx, opsContact, shard, []any{k}, heard, c.Alias, newNonce(), ttl)
	if err != nil {
		return none, err
	}
	was := flat(reply)
	if len(was) != 3 {
		return none, errReply("contact")
	}
	if alias := was[2]; alias != "" {
		saved := 0
		if c.Alias != "" {
			saved = 1
		}
		shard, k := ofChannel(keyAlias, ch, alias)
		if _, err := s.one(ctx, opsAlias, shard, []any{k}, string(a), saved, ttl); err != nil {
			return none, err
		}
	}
	return contactOf(was[0], was[1])
}

// ByAlias implements adapters.Contacts.
func (s *Store) ByAlias(ctx context.Context, ch message.ChannelName, alias string) (message.Address, bool, error) {
	_, k := ofChannel(keyAlias, ch, alias)
	a, err := s.reads.Get(ctx, k).Result()
	if errors.Is(err, goredis.Nil) {
		return "", false, nil
	}
	if err != nil {
		return "", false, failed("by alias", err)
	}
	c, found, err := s.Contact(ctx, ch, message.Address(a))
	if err != nil || !found || c.Alias != alias {
		return "", false, err
	}
	return message.Address(a), true, nil
}

// Converse implements admission.Store.
func (s *Store) Converse(ctx context.Context, c admission.Conversation) (message.SessionID, error) {
	if err := c.Check(); err != nil {
		return "", failed("converse", err)
	}
	force := 0
	if c.Force {
		force = 1
	}
	shard, k := ofChannel(keyConversation, c.Channel, string(c.From))
	reply, err := s.one(ctx, opsConverse, shard, []any{k}, string(c.Proposed), c.At.UnixMicro(), c.Idle.Microseconds(), force, s.expiries().messages)
	if err != nil {
		return "", failed("converse", err)
	}
	id, _ := reply.(string)
	if id == "" {
		return "", failed("converse", errReply("converse"))
	}
	return message.SessionID(id), nil
}
