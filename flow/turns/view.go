package turns

import (
	"context"
	"iter"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"bridge/adapters"
	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/flow/live"
	"bridge/flow/surfaces"
	"bridge/outbox"
)

// View is adapters.Turns over the records of all nodes.
type View struct {
	store   Store
	asked   asked
	planner outbox.Planner
	made    surfaces.Templates
	hub     *live.Hub
	stepWatch
}

// NewView returns the view of the turns in a store. Turns that get it say there what their
// agents say, and when a step is recorded. bus carries that between the nodes, of which this
// one has a name; nil: there are no others.
func NewView(s Store, requests asked, registry *envelope.Registry, files *artifacts.Store, templates surfaces.Templates, o live.Options) *View {
	v := &View{store: s, asked: requests, made: templates, planner: outbox.Planner{Registry: registry, Artifacts: files}}
	o.Records, o.Registry = v, registry
	v.hub = live.New(o)
	return v
}

// Live is where turns are watched.
func (v *View) Live() *live.Hub { return v.hub }

// begin says that a step runs here. A nil view says nothing.
func (v *View) begin(t Turn, step int) live.Run {
	if v == nil {
		return live.Run{}
	}
	return v.hub.Begin(t.ID, t.CreatedAt, step)
}

// Turn implements adapters.Turns.
func (v *View) Turn(ctx context.Context, id message.TurnID) (adapters.Turn, bool, error) {
	r, ok, err := v.read(ctx, id)
	if err != nil || !ok {
		return adapters.Turn{}, false, err
	}
	t := adapters.Turn{Channel: r.turn.Channel, Tell: r.turn.places(r.turn.Channel)}
	if len(r.steps) == 0 {
		return t, true, nil
	}
	if t.State = string(r.state); r.state == envelope.Awaiting {
		return t, true, nil
	}
	last := r.steps[len(r.steps)-1]
	t.Failure, t.Settled, t.Canceled = last.Failure, !goesOn(r.state), last.Canceled || canceled(last.Key)
	t.Envelope, err = v.envelope(r.turn, last, r.said)
	return t, true, err
}

// Follow implements adapters.Turns.
func (v *View) Follow(ctx context.Context, id message.TurnID, w adapters.Watch) iter.Seq2[adapters.TurnEvent, error] {
	return v.hub.Follow(ctx, id, w)
}

// History implements adapters.Histories.
func (v *View) History(ctx context.Context, id message.SessionID, before message.TurnID, limit int) ([]adapters.Told, error) {
	all, err := v.newest(ctx, id)
	if err != nil {
		return nil, err
	}
	var told []adapters.Told
	for _, t := range all {
		if before != "" && t.ID >= before {
			continue
		}
		if len(told) == limit {
			break
		}
		rec, err := v.Recorded(ctx, t.ID)
		if err != nil {
			return nil, err
		}
		x := adapters.Told{ID: t.ID, At: t.CreatedAt, Said: t.Said, State: string(rec.State), Settled: rec.Settled}
		x.Parts, x.Seq = v.hub.Told(rec, "sse")
		told = append(told, x)
	}
	return told, nil
}

// Briefs implements adapters.Histories.
func (v *View) Briefs(ctx context.Context, id message.SessionID) ([]adapters.Brief, error) {
	all, err := v.newest(ctx, id)
	if err != nil {
		return nil, err
	}
	list := make([]adapters.Brief, len(all))
	for i, t := range all {
		list[i] = t.brief()
	}
	return list, nil
}

func (t Turn) brief() adapters.Brief {
	b := adapters.Brief{ID: t.ID, Continues: t.Continues, Inbound: t.Inbound, State: string(t.State)}
	if t.State == envelope.Awaiting {
		b.State = ""
	}
	return b
}

// Owned implements adapters.Histories.
func (v *View) Owned(ctx context.Context, ch message.ChannelName, owner, in, after string, limit int) ([]adapters.Owned, error) {
	var from *Place
	if after != "" {
		at, id, _ := strings.Cut(after, ".")
		us, err := strconv.ParseInt(at, 10, 64)
		if err != nil || !message.TurnID(id).Valid() {
			return nil, adapters.ErrMark
		}
		from = &Place{At: us, ID: message.TurnID(id)}
	}
	all, err := v.store.OwnedTurns(ctx, ch, owner, in, from, limit)
	list := make([]adapters.Owned, len(all))
	for i, t := range all {
		list[i] = adapters.Owned{
			Brief: t.brief(), Context: t.Context, At: time.UnixMicro(t.At), Canceled: !t.Canceled.IsZero(),
			Mark: strconv.FormatInt(t.At, 10) + "." + string(t.ID),
		}
	}
	return list, err
}

// newest are the turns of a session by the time they were accepted, newest first.
func (v *View) newest(ctx context.Context, id message.SessionID) ([]Turn, error) {
	all, err := v.store.SessionTurns(ctx, id, adapters.MaxHistory)
	sort.Slice(all, func(i, j int) bool { return all[i].ID > all[j].ID })
	return all, err
}

// Recorded implements live.Records.
func (v *View) Recorded(ctx context.Context, id message.TurnID) (live.Recorded, error) {
	r, _, err := v.read(ctx, id)
	if err != nil || len(r.steps) == 0 {
		return live.Recorded{}, err
	}
	rec := live.Recorded{State: r.state, Peer: r.turn.Call.Peer}
	for _, s := range r.said {
		rec.Steps = append(rec.Steps, v.planner.Said(r.turn.Session, s))
	}
	n := len(rec.Steps) - 1
	if r.asking {
		rec.Steps, rec.State = rec.Steps[:n], envelope.Suspended
		return rec, nil
	}
	if end := r.steps[n]; end.Failure != "" {
		rec.Steps[n] = append(rec.Steps[n], outbox.Sorry(id))
	}
	if rec.Settled = !goesOn(r.state) && r.state != envelope.Awaiting; rec.Settled {
		rec.Envelope, err = v.envelope(r.turn, r.steps[n], r.said)
	}
	return rec, err
}

// record is what the store has of a turn.
type record struct {
	turn   Turn
	steps  []Step
	said   []outbox.StepParts
	state  envelope.State // of the last step; awaiting where more is about to follow
	asking bool           // it is recorded, and people are about to be asked
}

func (v *View) read(ctx context.Context, id message.TurnID) (record, bool, error) {
	rec, ok, err := v.store.Turn(ctx, id)
	if err != nil || !ok {
		return record{}, false, err
	}
	r := record{turn: rec, state: rec.State}
	ends := !rec.Canceled.IsZero()
	if rec.State == envelope.Awaiting && !ends {
		return r, true, nil
	}
	if r.steps, err = v.store.Steps(ctx, id); err != nil {
		return r, true, err
	}
	n := len(r.steps)
	if ends && (n == 0 || !r.steps[n-1].Canceled) { // that is what it comes to, whatever is under way
		s := canceledStep(rec, endStep+strconv.Itoa(n))
		s.N = n
		r.steps = append(r.steps, s)
	}
	if len(r.steps) == 0 {
		return r, true, nil
	}
	last := r.steps[len(r.steps)-1] // it may have been recorded between the two reads
	if r.said, err = stepParts(ctx, v.asked, v.made, rec, r.steps); err != nil {
		return record{}, false, err
	}
	r.state = last.State
	if last.State == envelope.Suspended && !asksAll(r.said[len(r.said)-1].Requests, last) {
		r.state, r.asking = envelope.Awaiting, true
	}
	if last.PassTo != "" {
		r.state = envelope.Awaiting // another agent goes on
	}
	return r, true, nil
}

// asksAll says whether all requests of a step have been asked.
func asksAll(parts []envelope.Part, s Step) bool {
	n := 0
	for _, p := range parts {
		if p.Type == envelope.ApprovalRequest {
			n++
		}
	}
	return n >= len(s.Requests)
}

// envelope is what a system gets of the steps of a turn.
func (v *View) envelope(t Turn, end Step, all []outbox.StepParts) ([]byte, error) {
	n := len(all) - 1
	s := all[n]
	c, transport := t.Call, outbox.EventTransport
	if c.Peer != nil { // an agent gets it by its own channel
		transport = c.Channel
	}
	return v.planner.Envelope(outbox.Reply{
		Session: t.Session, Turn: t.ID, At: end.RecordedAt, State: end.State, Failed: end.Failure != "",
		Earlier: all[:n], Parts: s.Parts, Problems: s.Problems, Requests: s.Requests, States: s.States,
	}, c.Peer.By(envelope.Buffered, transport))
}

// stepWatch tells those who wait for a turn that a step of it is recorded.
type stepWatch struct {
	mu      sync.Mutex
	watched map[message.TurnID][]chan struct{}
}

// Watch implements adapters.Turns.
func (v *stepWatch) Watch(id message.TurnID) (<-chan struct{}, func()) {
	c := make(chan struct{})
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.watched == nil {
		v.watched = map[message.TurnID][]chan struct{}{}
	}
	v.watched[id] = append(v.watched[id], c)
	return c, func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		left := slices.DeleteFunc(v.watched[id], func(x chan struct{}) bool { return x == c })
		if v.watched[id] = left; len(left) == 0 {
			delete(v.watched, id)
		}
	}
}

func (v *View) moved(id message.TurnID) {
	v.hub.Moved(id)
	v.stepWatch.moved(id)
}

func (v *stepWatch) moved(id message.TurnID) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, c := range v.watched[id] {
		close(c)
	}
	delete(v.watched, id)
}
