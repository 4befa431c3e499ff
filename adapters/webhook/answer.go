package webhook

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"bridge/adapters"
	"bridge/adapters/stream"
	"bridge/core/message"
)

const linkMAC, linkPurpose = 16, "webhook-turn"

// suspended is the state of a turn that waits for people.
const suspended = "suspended"

// pending is what a delivery is answered with whose turn has no answer yet.
type pending struct {
	Turn   message.TurnID `json:"turnId"`
	State  string         `json:"state"` // running | suspended
	Status string         `json:"statusUrl"`
	Stream string         `json:"streamUrl"` // what the turn says, as it comes
	// Envelope is what a suspended turn has said so far, and what it asks.
	Envelope json.RawMessage `json:"envelope,omitempty"`
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
	p := pending{Turn: id, State: "running", Status: a.turnURL(id, ""), Stream: a.turnURL(id, streamPath)}
	if t.State == suspended {
		p.State, p.Envelope = suspended, t.Envelope
	}
	writeJSON(w, http.StatusAccepted, p)
}

// await waits until a turn settles or is suspended, for Wait at most.
func (a *Adapter) await(ctx context.Context, id message.TurnID) adapters.Turn {
	ctx, cancel := context.WithTimeout(ctx, a.o.Config.Wait)
	defer cancel()
	return a.waiter.Await(ctx, id, func(t adapters.Turn) bool { return t.Settled || t.State == suspended })
}

// streamPath is behind the path of a turn.
const streamPath = "/stream"

// turnURL is where the answer of a turn will be, and behind it with streamPath where it
// comes. It depends on the turn alone, so that a repetition gets the same.
func (a *Adapter) turnURL(id message.TurnID, path string) string {
	var made time.Time
	if u, err := ulid.ParseStrict(strings.TrimPrefix(string(id), "trn_")); err == nil {
		made = ulid.Time(u.Time())
	}
	e := strconv.FormatInt(made.Add(a.o.Config.LinkFor).Unix(), 10)
	q := url.Values{"e": {e}, "s": {a.o.Keys.Sum(linkMAC, linkPurpose, string(a.o.Name), string(id), e)}}
	return a.o.PublicURL + "/channels/" + string(a.o.Name) + "/turns/" + string(id) + path + "?" + q.Encode()
}

// turn answers the URLs of a turn: how far it is, or with watch what it says as it comes.
func (a *Adapter) turn(w http.ResponseWriter, r *http.Request, id message.TurnID, watch bool) {
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
	case watch && !stream.Accepts(r):
		a.refuse(w, &refusal{status: http.StatusNotAcceptable, reason: "accept", why: "this is a stream of text/event-stream, or a WebSocket"})
		return
	case watch:
		stream.Turn(w, r, func(ctx context.Context, w adapters.Watch) iter.Seq2[adapters.TurnEvent, error] {
			return a.o.Turns.Follow(ctx, id, w)
		})
		return
	}
	t, err := a.waiter.Look(r.Context(), id)
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
