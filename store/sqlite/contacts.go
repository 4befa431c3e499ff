package sqlite

import (
	"context"

	"zombiezen.com/go/sqlite"

	"bridge/adapters"
	"bridge/admission"
	"bridge/message"
)

// Contact implements adapters.Contacts.
func (s *Store) Contact(ctx context.Context, ch message.ChannelName, a message.Address) (c adapters.Contact, found bool, err error) {
	err = s.read(ctx, func(conn *sqlite.Conn) (err error) {
		c, found, err = getContact(conn, ch, a)
		return err
	})
	return c, found && err == nil, named("contact", err)
}

func getContact(conn *sqlite.Conn, ch message.ChannelName, a message.Address) (c adapters.Contact, found bool, err error) {
	err = exec(conn, "SELECT heard, alias FROM contacts WHERE channel = ? AND address = ?", func(st *sqlite.Stmt) error {
		c, found = adapters.Contact{Heard: fromMicros(st.ColumnInt64(0)), Alias: st.ColumnText(1)}, true
		return nil
	}, string(ch), string(a))
	return c, found, err
}

// SaveContact implements adapters.Contacts.
func (s *Store) SaveContact(ctx context.Context, ch message.ChannelName, a message.Address, c adapters.Contact) (adapters.Contact, error) {
	if err := adapters.CheckContact(ch, a, c); err != nil {
		return adapters.Contact{}, named("save contact", err)
	}
	var before adapters.Contact
	err := s.write(ctx, "save contact", func(w *writer) (err error) {
		now := micros(s.now())
		if before, _, err = getContact(w.conn, ch, a); err != nil {
			return err
		}
		if err := exec(w.conn, `INSERT INTO contacts (channel, address, at, heard, alias) VALUES (?1, ?2, ?3, ?4, ?5)
			ON CONFLICT DO UPDATE SET at = excluded.at, heard = max(heard, excluded.heard),
			alias = CASE excluded.alias WHEN '' THEN alias ELSE excluded.alias END`,
			nil, string(ch), string(a), now, micros(c.Heard), c.Alias); err != nil {
			return err
		}
		switch {
		case c.Alias != "":
			return exec(w.conn, `INSERT INTO aliases (channel, alias, at, address) VALUES (?, ?, ?, ?)
				ON CONFLICT DO UPDATE SET at = excluded.at, address = excluded.address`, nil, string(ch), c.Alias, now, string(a))
		case before.Alias != "": // it lives as long as its contact
			return exec(w.conn, "UPDATE aliases SET at = ? WHERE channel = ? AND alias = ? AND address = ?", nil, now, string(ch), before.Alias, string(a))
		}
		return nil
	})
	if err != nil {
		return adapters.Contact{}, err
	}
	return before, nil
}

// ByAlias implements adapters.Contacts.
func (s *Store) ByAlias(ctx context.Context, ch message.ChannelName, alias string) (a message.Address, found bool, err error) {
	err = s.query(ctx, "by alias", `SELECT l.address FROM aliases l JOIN contacts c ON c.channel = l.channel AND c.address = l.address
		WHERE l.channel = ? AND l.alias = ? AND c.alias = l.alias`, func(st *sqlite.Stmt) error {
		a, found = message.Address(st.ColumnText(0)), true
		return nil
	}, string(ch), alias)
	return a, found && err == nil, err
}

// Converse implements admission.Store.
func (s *Store) Converse(ctx context.Context, c admission.Conversation) (message.SessionID, error) {
	if err := c.Check(); err != nil {
		return "", named("converse", err)
	}
	var id message.SessionID
	err := s.write(ctx, "converse", func(w *writer) error {
		at, after := micros(c.At), micros(c.At.Add(-c.Idle))
		if c.Force {
			after = 1<<63 - 1
		}
		return exec(w.conn, `INSERT INTO conversations (channel, address, at, last, session) VALUES (?1, ?2, ?3, ?4, ?5)
			ON CONFLICT DO UPDATE SET at = excluded.at, last = max(last, excluded.last),
			session = CASE WHEN last >= ?6 THEN session ELSE excluded.session END RETURNING session`, func(st *sqlite.Stmt) error {
			id = message.SessionID(st.ColumnText(0))
			return nil
		}, string(c.Channel), string(c.From), micros(s.now()), at, string(c.Proposed), after)
	})
	if err != nil {
		return "", err
	}
	return id, nil
}
