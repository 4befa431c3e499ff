package webhook

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"bridge/adapters"
	"bridge/message"
)

// A waiting request looks at its turn after firstLook, then less and less often: the
// turn may run on another node, of which nothing is heard.
const (
	firstLook = 30 * time.Millisecond
	lastLook  = 2 * time.Second
)

const linkMAC, linkPurpose = 16, "webhook-turn"

// suspended is the state of a turn that waits for people.
const suspended = "suspended"

// pending is what a delivery is answered with whose turn has no answer yet.
type pending struct {
	Turn   message.TurnID `json:"turnId"`
	State  string         `json:"state"` // running | suspended
	Status string         `json:"statusUrl"`
}

// noTurn is what a delivery is answered with that starts no turn.
type noTurn struct {
	State  string `json:"state"`
	Reason string `json:"reason"`
}

// answer answers a delivery that is durable.
func (a *Adapter) answer(w http.ResponseWriter, r *http.Request, acc message.Accepted) {
	if acc.Turn == "" && acc.Status >= http.StatusBadRequest {
		a.refuse(w, &refusal{status: acc.Status, reason: "approval", why: acc.Reason})
		return
	}
	if acc.Turn == "" {
		writeJSON(w, http.StatusOK, noTurn{string(acc.Outcome), acc.Reason})
		return
	}
	var t adapters.Turn
	if a.o.Config.Reply == ReplyEnvelope {
		t = a.await(r.Context(), acc.Turn)
	}
	a.tell(w, acc.Turn, t)
}

// tell answers with how far a turn is.
func (a *Adapter) tell(w http.ResponseWriter, id message.TurnID, t adapters.Turn) {
	if t.Settled {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(t.Envelope) // the caller is gone
		return
	}
	p := pending{Turn: id, State: "running", Status: a.statusURL(id)}
	if t.State == suspended {
		p.State = suspended
	}
	writeJSON(w, http.StatusAccepted, p)
}

// await waits until a turn settles or is suspended, for Wait at most. It holds
// nothing but the request.
func (a *Adapter) await(ctx context.Context, id message.TurnID) adapters.Turn {
	select {
	case a.waiting <- struct{}{}:
		defer func() { <-a.waiting }()
	default:
		return adapters.Turn{} // too many wait: this one asks later
	}
	ctx, cancel := context.WithTimeout(ctx, a.o.Config.Wait)
	defer cancel()
	moved, forget := a.o.Turns.Watch(id)
	defer forget()
	for pause := firstLook; ; pause = min(2*pause, lastLook) {
		t, err := a.look(ctx, id)
		if err == nil && (t.Settled || t.State == suspended) {
			return t
		}
		timer := time.NewTimer(pause)
		select {
		case <-moved:
			moved = nil
		case <-timer.C:
		case <-ctx.Done():
		case <-a.closed:
			timer.Stop()
			return t
		}
		timer.Stop()
		if ctx.Err() != nil {
			return t
		}
	}
}

// look reads a turn; few requests do so at a time.
func (a *Adapter) look(ctx context.Context, id message.TurnID) (adapters.Turn, error) {
	select {
	case a.looking <- struct{}{}:
		defer func() { <-a.looking }()
	case <-ctx.Done():
		return adapters.Turn{}, ctx.Err()
	}
	t, ok, err := a.o.Turns.Turn(ctx, id)
	if err != nil || !ok || t.Channel != a.o.Name {
		return adapters.Turn{}, err
	}
	return t, nil
}

// statusURL is where the answer of a turn will be. It depends on the turn alone, so
// that a repetition gets the same.
func (a *Adapter) statusURL(id message.TurnID) string {
	var made time.Time
	if u, err := ulid.ParseStrict(strings.TrimPrefix(string(id), "trn_")); err == nil {
		made = ulid.Time(u.Time())
	}
	e := strconv.FormatInt(made.Add(a.o.Config.LinkFor).Unix(), 10)
	q := url.Values{"e": {e}, "s": {a.o.Keys.Sum(linkMAC, linkPurpose, string(a.o.Name), string(id), e)}}
	return a.o.PublicURL + "/channels/" + string(a.o.Name) + "/turns/" + string(id) + "?" + q.Encode()
}

// status answers a status URL.
func (a *Adapter) status(w http.ResponseWriter, r *http.Request, id message.TurnID) {
	w.Header().Set("Referrer-Policy", "no-referrer") // the URL is the key to the answer
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		a.refuse(w, &refusal{status: http.StatusMethodNotAllowed, reason: "method", why: "the state of a turn is read with GET"})
		return
	}
	q := r.URL.Query()
	e := q.Get("e")
	until, err := strconv.ParseInt(e, 10, 64)
	switch {
	case !a.o.Keys.Valid(q.Get("s"), linkMAC, linkPurpose, string(a.o.Name), string(id), e) || err != nil:
		a.refuse(w, &refusal{status: http.StatusForbidden, reason: "status_url", why: "the status URL is not one of ours"})
		return
	case a.o.Now().Unix() >= until:
		a.refuse(w, &refusal{status: http.StatusGone, reason: "status_url", why: "the status URL has expired"})
		return
	}
	t, err := a.look(r.Context(), id)
	if err != nil {
		a.o.Log.Error("webhook: read a turn", "channel", a.o.Name, "turn", id, "err", err)
		a.refuse(w, &refusal{status: http.StatusServiceUnavailable, reason: "store", why: "the turn cannot be read now", wait: retryWait})
		return
	}
	a.tell(w, id, t)
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // the caller is gone
}
