package sqlite

import (
	"context"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/admission"
	"bridge/message"
	"bridge/queue"
)

// useEvery is how exactly a session's last use is kept: it saves most of the writes.
const useEvery = time.Hour

// admitting is the operation that settles a message as proposed and enqueues its
// item, or finds out that it must be settled otherwise.
type admitting struct {
	s        *Store
	a        *admission.Admission
	proposed admission.Admitted
	session  string            // JSON of the new session; "" = proposed is one that exists
	found    admission.Session // the one that exists
	usedAt   time.Time         // when it was used last
	batch

	settled admission.Admitted // of an earlier call, if Turn is set
	other   admission.Session  // the session must be this one
	stale   bool               // the proposed session does not exist any more
	made    bool               // the session is new
	without bool               // and no turn names it
}

// Admit implements admission.Store in one operation of the writer. item is made
// for what is most likely settled; only if it comes otherwise is it made again.
func (s *Store) Admit(ctx context.Context, a admission.Admission, item func(admission.Admitted) (queue.Item, error)) (admission.Admitted, error) {
	got, err := s.admit(ctx, &a, item)
	return got, named("admit", err)
}

func (s *Store) admit(ctx context.Context, a *admission.Admission, item func(admission.Admitted) (queue.Item, error)) (admission.Admitted, error) {
	ses, usedAt, err := s.likely(ctx, a)
	if err != nil {
		return admission.Admitted{}, err
	}
	for {
		o := &admitting{s: s, a: a, found: ses, usedAt: usedAt, proposed: admission.Admitted{
			Session: ses.ID, Turn: a.Turn, At: fromMicros(micros(a.At)), First: true,
		}}
		if ses.ID == "" {
			o.proposed.Session = a.New.ID
			if o.session, err = s.json.encode(&a.New); err != nil {
				return admission.Admitted{}, err
			}
		}
		it, err := item(o.proposed)
		if err != nil {
			return admission.Admitted{}, err
		}
		if o.batch, err = newBatch([]queue.Item{it}); err != nil {
			return admission.Admitted{}, err
		}
		if err := s.writer.do(ctx, o); err != nil {
			return admission.Admitted{}, err
		}
		switch {
		case o.settled.Turn != "":
			// Its item is there, unless an older bridge was cut off before it put it.
			if it, err = item(o.settled); err == nil {
				err = s.enqueue(ctx, it)
			}
			return o.settled, err
		case o.other.ID != "":
			ses, usedAt = o.other, o.usedAt
		case o.stale:
			s.recent.forget()
			if ses, usedAt, err = s.likely(ctx, a); err != nil {
				return admission.Admitted{}, err
			}
		default:
			return o.proposed, nil
		}
	}
}

// likely returns the session that the message continues, as far as committed, and
// when it was used last; one without an ID if it opens a new one.
func (s *Store) likely(ctx context.Context, a *admission.Admission) (ses admission.Session, usedAt time.Time, err error) {
	if len(a.Candidates) == 0 && len(a.Refs) == 0 {
		return admission.Session{}, time.Time{}, nil
	}
	if len(a.Candidates) > 0 {
		if ses, usedAt, known := s.recent.session(a.Candidates[0]); known && continues(a, ses) {
			return ses, usedAt, nil
		}
	}
	err = s.read(ctx, func(c *sqlite.Conn) (err error) {
		ses, usedAt, err = chooseSession(c, a)
		return err
	})
	return ses, usedAt, err
}

func (o *admitting) run(w *writer) error {
	o.settled, o.other = admission.Admitted{}, admission.Session{}
	o.stale, o.made, o.without, o.in = false, false, false, o.in[:0]
	now := o.s.now()
	if o.session != "" && len(o.a.Candidates)+len(o.a.Refs) > 0 {
		var err error
		// Somebody may have made it meanwhile.
		if o.other, o.usedAt, err = chooseSession(w.conn, o.a); err != nil || o.other.ID != "" {
			return err
		}
	}
	if o.session == "" && now.Sub(o.usedAt) >= o.s.useEvery() {
		st := w.st.useSession
		st.BindInt64(1, micros(now))
		st.BindText(2, string(o.proposed.Session))
		if err := run(st); err != nil {
			return err
		}
		if o.stale = w.conn.Changes() == 0; o.stale {
			return nil
		}
		o.usedAt = now
	}
	if isNew, err := o.settle(w, now); err != nil || !isNew {
		return err
	}
	if o.session != "" {
		if err := o.make(w, now); err != nil {
			return err
		}
	}
	if err := o.index(w, now, o.a.Index); err != nil {
		return err
	}
	if any, err := exists(w.st.keysOfTurn, string(o.proposed.Turn)); err != nil {
		return err
	} else if !any {
		o.s.recent.start(o.proposed.Turn)
	}
	return o.insert(w, now, o.s.dedupe)
}

// make stores the new session.
func (o *admitting) make(w *writer, now time.Time) error {
	st := w.st.putSession
	st.BindText(1, string(o.a.New.ID))
	st.BindInt64(2, micros(now))
	st.BindText(3, o.session)
	if err := run(st); err != nil {
		return err
	}
	if o.made = w.conn.Changes() == 1; o.made {
		any, err := exists(w.st.stepsOfSession, string(o.a.New.ID))
		if err != nil {
			return err
		}
		o.without, o.usedAt = !any, now
	}
	return o.index(w, now, o.a.IndexNew)
}

// exists reports whether a statement with one parameter finds a row.
func exists(st *sqlite.Stmt, id string) (bool, error) {
	st.BindText(1, id)
	found, err := st.Step()
	if err != nil {
		return false, err
	}
	return found, st.Reset()
}

// settle stores the proposal unless the message is settled.
func (o *admitting) settle(w *writer, now time.Time) (isNew bool, err error) {
	put := func() (bool, error) {
		st := w.st.putAdmitted
		st.BindText(1, o.a.Key)
		st.BindText(2, string(o.a.Channel))
		st.BindInt64(3, micros(now))
		st.BindText(4, string(o.proposed.Session))
		st.BindText(5, string(o.proposed.Turn))
		st.BindInt64(6, micros(o.proposed.At))
		err := run(st)
		return err == nil && w.conn.Changes() == 1, err
	}
	if isNew, err = put(); err != nil || isNew {
		return isNew, err
	}
	found := false
	if o.settled, found, err = o.s.admitted(w.conn, o.a.Channel, o.a.Key, now); err != nil || found {
		return false, err
	}
	// An admission that is older than the dedupe window, but not swept yet, gives way.
	if err := exec(w.conn, "DELETE FROM seen WHERE id = ? AND queue = '' AND lane = ?", nil, o.a.Key, string(o.a.Channel)); err != nil {
		return false, err
	}
	return put()
}

func (o *admitting) index(w *writer, now time.Time, refs []message.Ref) error {
	for _, r := range refs {
		if err := putRef(w, o.a.Channel, micros(now), admission.Target{Ref: r, Session: o.proposed.Session}); err != nil {
			return err
		}
	}
	return nil
}

func (o *admitting) done(err error) {
	if err != nil {
		o.s.recent.step(o.proposed.Turn)
		return
	}
	switch {
	case o.made:
		o.s.recent.used(o.a.New, o.usedAt, o.without)
	case o.found.ID != "" && !o.stale:
		o.s.recent.used(o.found, o.usedAt, false)
	}
	o.s.index.add(o.in)
}

// useEvery is shorter where sessions are not kept long.
func (s *Store) useEvery() time.Duration {
	if s.keep.Messages > 0 {
		return min(useEvery, s.keep.Messages/8)
	}
	return useEvery
}

// chooseSession returns the first session that the message may continue, and when
// it was used last; one without an ID if there is none.
func chooseSession(c *sqlite.Conn, a *admission.Admission) (admission.Session, time.Time, error) {
	for _, id := range a.Candidates {
		if ses, at, _, err := getSession(c, id); err != nil || continues(a, ses) {
			return ses, at, err
		}
	}
	for _, r := range a.Refs {
		t, ok, err := getRef(c, a.Channel, r)
		if err != nil {
			return admission.Session{}, time.Time{}, err
		}
		if !ok || t.Session == "" {
			continue
		}
		if ses, at, _, err := getSession(c, t.Session); err != nil || continues(a, ses) {
			return ses, at, err
		}
	}
	return admission.Session{}, time.Time{}, nil
}

// continues reports whether the message may continue the session.
func continues(a *admission.Admission, s admission.Session) bool {
	return s.Continues(a.Channel, a.New.Agent, a.From)
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
	err = exec(c, "SELECT session, turn, settled FROM seen WHERE id = ? AND queue = '' AND lane = ? AND at >= ?", func(st *sqlite.Stmt) error {
		found = true
		a = admission.Admitted{
			Session: message.SessionID(st.ColumnText(0)), Turn: message.TurnID(st.ColumnText(1)), At: fromMicros(st.ColumnInt64(2)),
		}
		return nil
	}, key, string(ch), micros(now.Add(-s.dedupe)))
	return a, found, err
}

// Targets implements admission.Store.
func (s *Store) Targets(ctx context.Context, ch message.ChannelName, refs []message.Ref) ([]admission.Target, error) {
	if len(refs) == 0 {
		return nil, ctx.Err()
	}
	var all []admission.Target
	err := s.read(ctx, func(c *sqlite.Conn) error {
		for _, r := range refs {
			t, ok, err := getRef(c, ch, r)
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
		ses, _, found, err = getSession(c, id)
		return err
	})
	return ses, found, named("session", err)
}

func getSession(c *sqlite.Conn, id message.SessionID) (ses admission.Session, usedAt time.Time, found bool, err error) {
	err = exec(c, "SELECT body, at FROM sessions WHERE id = ?", func(st *sqlite.Stmt) error {
		found, usedAt = true, fromMicros(st.ColumnInt64(1))
		return decode(st, 0, &ses)
	}, string(id))
	return ses, usedAt, found, err
}

func getRef(c *sqlite.Conn, ch message.ChannelName, ref message.Ref) (t admission.Target, found bool, err error) {
	err = exec(c, "SELECT session, approval, person FROM threads WHERE ref = ? AND channel = ?", func(st *sqlite.Stmt) error {
		found = true
		t = admission.Target{
			Ref: ref, Session: message.SessionID(st.ColumnText(0)),
			Approval: message.ApprovalID(st.ColumnText(1)), Person: message.PersonID(st.ColumnText(2)),
		}
		return nil
	}, string(ref), string(ch))
	return t, found, err
}

func putRef(w *writer, ch message.ChannelName, at int64, t admission.Target) error {
	st := w.st.putRef
	st.BindText(1, string(t.Ref))
	st.BindText(2, string(ch))
	st.BindInt64(3, at)
	st.BindText(4, string(t.Session))
	st.BindText(5, string(t.Approval))
	st.BindText(6, string(t.Person))
	return run(st)
}

// auditing is the operation that appends to the audit log.
type auditing struct {
	s    *Store
	e    admission.AuditEntry
	body string
}

func (o *auditing) run(w *writer) error {
	st := w.st.putAudit
	st.BindInt64(1, micros(o.s.now()))
	st.BindText(2, o.e.Subject)
	st.BindText(3, o.e.Key)
	st.BindText(4, o.body)
	return run(st)
}

func (o *auditing) done(error) {}

// Audit implements admission.Store.
func (s *Store) Audit(ctx context.Context, e admission.AuditEntry) error {
	body, err := s.json.encode(&e)
	if err == nil {
		err = s.writer.do(ctx, &auditing{s, e, body})
	}
	return named("audit", err)
}

// auditLimit is the most entries of AuditOf.
const auditLimit = 1000

// AuditOf implements admission.Store.
func (s *Store) AuditOf(ctx context.Context, subject string) ([]admission.AuditEntry, error) {
	if subject == "" {
		return nil, ctx.Err()
	}
	var all []admission.AuditEntry
	err := s.query(ctx, "audit of", `SELECT body FROM audit WHERE subject = ?1 AND subject <> ''
		OR key = ?1 AND key <> '' ORDER BY n LIMIT ?2`, func(st *sqlite.Stmt) error {
		var e admission.AuditEntry
		err := decode(st, 0, &e)
		all = append(all, e)
		return err
	}, subject, auditLimit)
	return all, err
}
