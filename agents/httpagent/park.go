package httpagent

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"bridge/agents"
	"bridge/core/envelope"
	"bridge/internal/door"
	"bridge/internal/httpguard"
)

// An agent that needs longer than a call answers 202 with the URL of its task, which the
// bridge asks until it answers with something else, or it says delegated and posts what it
// has later. Either parks the turn (docs/agents.md, "Answers that take longer").

// accepted is the body of such a 202. taskUrl and poll are two names of one thing.
type accepted struct {
	TaskURL string `json:"taskUrl"`
	Poll    string `json:"poll"`
}

// later reads a 202 that names a task: false if it names none, and is an answer like
// others.
func (a *Agent) later(ctx context.Context, turn string, body []byte) (envelope.Update, bool, error) {
	var ref accepted
	if json.Unmarshal(body, &ref) != nil || ref.TaskURL == "" && ref.Poll == "" {
		return envelope.Update{}, false, nil
	}
	at, err := a.taskURL(ref)
	if err != nil {
		return envelope.Update{}, true, &agents.Error{Code: "task_url", Err: err}
	}
	if a.state == nil {
		return envelope.Update{}, true, errors.New("nothing can be remembered")
	}
	if err := a.state.Put(ctx, turn, []byte(at)); err != nil {
		return envelope.Update{}, true, fmt.Errorf("remember the task: %w", err)
	}
	u := envelope.Update{State: envelope.Delegated}
	if said, err := envelope.DecodeAnswer(body); err == nil {
		u.Parts = said.Parts
	}
	return u, true, nil
}

// taskURL is the URL of a task, at the agent's own host and no less safe.
func (a *Agent) taskURL(ref accepted) (string, error) {
	s := ref.TaskURL
	if s == "" {
		s = ref.Poll
	}
	u, err := url.Parse(s)
	if err != nil {
		return "", errors.New("taskUrl is no URL")
	}
	if u = a.url.ResolveReference(u); u.Host != a.url.Host || u.Scheme != a.url.Scheme || u.User != nil {
		return "", errors.New("taskUrl is not at the agent's own host")
	}
	return u.String(), nil
}

// task asks for the task of a parked turn; nil where the agent posts what it has.
func (a *Agent) task(ctx context.Context, method string, call agents.Call) (*http.Response, error) {
	at, ok, err := a.state.Get(ctx, call.Meta.TurnID)
	if err != nil || !ok {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, method, string(at), nil)
	if err != nil {
		return nil, &agents.Error{Code: "request", Err: httpguard.WithoutURL(err)}
	}
	a.head(req.Header, call, nil)
	resp, err := a.client.Do(req)
	if err != nil {
		return nil, a.unreached(err)
	}
	return resp, nil
}

// Ready implements agents.Parking: the task has an answer when it says anything but 202.
func (a *Agent) Ready(ctx context.Context, call agents.Call) (bool, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	resp, err := a.task(ctx, http.MethodGet, call)
	if err != nil || resp == nil {
		return false, err
	}
	defer resp.Body.Close()
	switch c := resp.StatusCode; {
	case c == http.StatusAccepted:
		return false, nil
	case c == http.StatusTooManyRequests || c >= 500:
		return false, a.statusError(resp, cancel)
	}
	return true, nil
}

// Cancel implements agents.Parking: DELETE of the task.
func (a *Agent) Cancel(ctx context.Context, call agents.Call) error {
	resp, err := a.task(ctx, http.MethodDelete, call)
	if err != nil || resp == nil {
		return err
	}
	return resp.Body.Close()
}

const (
	callbackMAC     = 20
	callbackPurpose = "http agent update"
)

// callback is where the agent may post updates of a turn; "" if nobody could.
func (a *Agent) callback(turn string) string {
	if a.base == "" {
		return ""
	}
	return a.base + "/updates/" + turn + "?s=" + a.mac.Sum(callbackMAC, callbackPurpose, a.name, turn)
}

// Routes implements agents.Routed: where an agent posts what it has for a parked turn.
func (a *Agent) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /updates/{turn}", a.updated)
	return mux
}

func (a *Agent) updated(w http.ResponseWriter, r *http.Request) {
	turn := r.PathValue("turn")
	if !a.mac.Valid(r.URL.Query().Get("s"), callbackMAC, callbackPurpose, a.name, turn) {
		http.Error(w, "the URL is not one that the bridge has given out", http.StatusForbidden)
		return
	}
	if wait := a.meter.take(a.now(), turn); wait > 0 {
		door.Later(w, wait)
		http.Error(w, fmt.Sprintf("a turn takes %d updates a minute", maxUpdates), http.StatusTooManyRequests)
		return
	}
	b, err := door.Body(w, r, agents.MaxLine, 0, nil)
	if err != nil {
		http.Error(w, fmt.Sprintf("an update has at most %d MB", agents.MaxLine>>20), http.StatusRequestEntityTooLarge)
		return
	}
	u, err := envelope.DecodeAnswer(bytes.TrimSpace(b))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	key := []byte(r.Header.Get("Idempotency-Key"))
	if len(key) == 0 {
		key = b
	}
	if !a.meter.weigh(turn, len(b)) {
		http.Error(w, fmt.Sprintf("a turn takes %d MB of updates", maxUpdateBytes>>20), http.StatusTooManyRequests)
		return
	}
	sum := sha256.Sum256(key)
	err = a.turns.Deliver(r.Context(), turn, hex.EncodeToString(sum[:12]), u)
	if err != nil {
		a.meter.weigh(turn, -len(b))
	}
	switch {
	case errors.Is(err, agents.ErrNotParked):
		http.Error(w, "the turn does not wait for an update: it has ended, or its first answer is not written down yet", http.StatusConflict)
	case err != nil:
		http.Error(w, "it could not be kept: try again", http.StatusServiceUnavailable)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}
