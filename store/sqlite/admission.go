package sqlite

import (
	"context"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/admission"
	"bridge/message"
)

// Admit implements admission.Store in one operation of the writer.
func (s *Store) Admit(ctx context.Context, a admission.Admission) (admission.Admitted, error) {
	body, err := encode(a.New)
	if err != nil {
		return admission.Admitted{}, named("admit", err)
	}
	var out admission.Admitted
	err = s.write(ctx, "admit", func(c *sqlite.Conn) error {
		now := s.now()
		var found bool
		var err error
		if out, found, err = s.admitted(c, a.Channel, a.Key, now); err != nil || found {
			return err
		}
		out = admission.Admitted{Turn: a.Turn, At: fromMicros(micros(a.At)), First: true}
		if out.Session, err = chooseSession(c, a); err != nil {
			return err
		}
		isNew := out.Session == ""
		if isNew {
			out.Session = a.New.ID
			err = exec(c, "INSERT INTO sessions (at, id, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", nil,
				micros(now), string(a.New.ID), body)
		} else {
			// Used: to the hour, which saves most of the writes.
			err = exec(c, "UPDATE sessions SET at = ? WHERE id = ? AND at < ?", nil,
				micros(now), string(out.Session), micros(now.Add(-time.Hour)))
		}
		if err != nil {
			return err
		}
		refs := a.Index
		if isNew {
			refs = append(append([]message.Ref(nil), refs...), a.IndexNew...)
		}
		for _, r := range refs {
			if err := putThread(c, a.Channel, micros(now), admission.Target{Ref: r, Session: out.Session}); err != nil {
				return err
			}
		}
		// An admission that is older than the dedupe window, but not swept yet, gives way.
		return exec(c, "INSERT OR REPLACE INTO admitted (at, channel, key, session, turn, settled) VALUES (?, ?, ?, ?, ?, ?)", nil,
			micros(now), string(a.Channel), a.Key, string(out.Session), string(out.Turn), micros(a.At))
	})
	if err != nil {
		return admission.Admitted{}, err
	}
	return out, nil
}

// chooseSession returns the first session that the message may continue, or "".
func chooseSession(c *sqlite.Conn, a admission.Admission) (message.SessionID, error) {
	try := func(id message.SessionID) (bool, error) {
		ses, ok, err := getSession(c, id)
		return ok && ses.Channel == a.Channel && ses.Has(a.From), err
	}
	for _, id := range a.Candidates {
		if ok, err := try(id); err != nil || ok {
			return id, err
		}
	}
	for _, r := range a.Refs {
		t, ok, err := getThread(c, a.Channel, r)
		if err != nil {
			return "", err
		}
		if !ok || t.Session == "" {
			continue
		}
		if ok, err := try(t.Session); err != nil || ok {
			return t.Session, err
		}
	}
	return "", nil
}

// Admitted implements admission.Store.
func (s *Store) Admitted(ctx context.Context, ch message.ChannelName, key string) (a admission.Admitted, found bool, err error) {
	err = s.read(ctx, func(c *sqlite.Conn) (err error) {
		a, found, err = s.admitted(c, ch, key, s.now())
		return err
	})
	return a, found, named("admitted", err)
}

func (s *Store) admitted(c *sqlite.Conn, ch message.ChannelName, key string, now time.Time) (a admission.Admitted, found bool, err error) {
	err = exec(c, "SELECT session, turn, settled FROM admitted WHERE channel = ? AND key = ? AND at >= ?", func(st *sqlite.Stmt) error {
		found = true
		a = admission.Admitted{
			Session: message.SessionID(st.ColumnText(0)), Turn: message.TurnID(st.ColumnText(1)), At: fromMicros(st.ColumnInt64(2)),
		}
		return nil
	}, string(ch), key, micros(now.Add(-s.dedupe)))
	return a, found, err
}

// Targets implements admission.Store.
func (s *Store) Targets(ctx context.Context, ch message.ChannelName, refs []message.Ref) ([]admission.Target, error) {
	var all []admission.Target
	err := s.read(ctx, func(c *sqlite.Conn) error {
		for _, r := range refs {
			t, ok, err := getThread(c, ch, r)
			if err != nil {
				return err
			}
			if ok {
				all = append(all, t)
			}
		}
		return nil
	})
	return all, named("targets", err)
}

// Session implements admission.Store.
func (s *Store) Session(ctx context.Context, id message.SessionID) (ses admission.Session, found bool, err error) {
	err = s.read(ctx, func(c *sqlite.Conn) (err error) {
		ses, found, err = getSession(c, id)
		return err
	})
	return ses, found, named("session", err)
}

func getSession(c *sqlite.Conn, id message.SessionID) (ses admission.Session, found bool, err error) {
	err = exec(c, "SELECT body FROM sessions WHERE id = ?", func(st *sqlite.Stmt) error {
		found = true
		return decode(st, 0, &ses)
	}, string(id))
	return ses, found, err
}

// Audit implements admission.Store.
func (s *Store) Audit(ctx context.Context, e admission.AuditEntry) error {
	body, err := encode(e)
	if err != nil {
		return named("audit", err)
	}
	return s.write(ctx, "audit", func(c *sqlite.Conn) error {
		return exec(c, "INSERT INTO audit (at, body) VALUES (?, ?)", nil, micros(s.now()), body)
	})
}

func getThread(c *sqlite.Conn, ch message.ChannelName, ref message.Ref) (t admission.Target, found bool, err error) {
	err = exec(c, "SELECT session, approval, person FROM threads WHERE channel = ? AND ref = ?", func(st *sqlite.Stmt) error {
		found = true
		t = admission.Target{
			Ref: ref, Session: message.SessionID(st.ColumnText(0)),
			Approval: message.ApprovalID(st.ColumnText(1)), Person: message.PersonID(st.ColumnText(2)),
		}
		return nil
	}, string(ch), string(ref))
	return t, found, err
}

func putThread(c *sqlite.Conn, ch message.ChannelName, at int64, t admission.Target) error {
	return exec(c, `INSERT INTO threads (at, channel, ref, session, approval, person) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT DO NOTHING`, nil, at, string(ch), string(t.Ref), string(t.Session), string(t.Approval), string(t.Person))
}
