package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/adapters/webhook/sign"
	"bridge/core/message"
	"bridge/internal/door"
)

const (
	// A body may take readTime and what readRate needs for the largest one.
	readTime = 10 * time.Second
	readRate = 256 << 10 // bytes a second
	// takeTime is how long taking one in may last: what has come is taken, also when its
	// sender has hung up.
	takeTime = 30 * time.Second
	// placeTime is how long a delivery waits for a place before it is sent away.
	placeTime = 2 * time.Second

	retryWait = 5 * time.Second // told where the store is down
	limitWait = time.Minute     // told where a limit of the bridge refuses
	busyWait  = 2 * time.Second // told where too much is under way
)

// refusal is why a delivery is not taken.
type refusal struct {
	status int
	reason string // for the metric: short and stable
	why    string // one line for the log and for the caller: nothing of the body, no secrets
	wait   time.Duration
}

// Routes implements adapters.Routed: deliveries at the channel's URL, with and without
// a slash at the end, the state of their turns at turns/{id}, and what these say at turns/{id}/stream. Answers:
//
//	200  a settled envelope; an event that starts no turn; Slack's test of the URL
//	202  {"turnId","state","statusUrl","streamUrl"}: the turn is durable
//	400  a body that cannot be read, with the place
//	401  not signed, wrongly, or at another time
//	403, 410  a status URL that is not ours, or has expired
//	403, 404, 409, 422  an approval-response that does not count, with the reason
//	405  no POST
//	406  a stream that the caller does not take
//	408  a body that comes too slowly
//	413  longer than max_body
//	415  neither JSON nor a form
//	429  a limit, with Retry-After
//	503  not taken: the store is down, with Retry-After
func (a *Adapter) Routes(accept adapters.AcceptFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		id, ok := strings.CutPrefix(r.URL.Path, "/turns/")
		switch {
		case r.URL.Path == "" || r.URL.Path == "/":
			a.deliver(w, r, accept)
		case ok:
			id, stream := strings.CutSuffix(id, streamPath)
			a.turn(w, r, message.TurnID(id), stream)
		default:
			a.refuse(w, &refusal{status: http.StatusNotFound, reason: "path", why: "there is nothing here; deliveries go to the channel's own URL"})
		}
	})
}

func (a *Adapter) deliver(w http.ResponseWriter, r *http.Request, accept adapters.AcceptFunc) {
	body, release, no := a.read(w, r)
	defer release()
	if no != nil {
		a.refuse(w, no)
		return
	}
	in, no := a.inbound(w, r, body)
	if no != nil {
		a.refuse(w, no)
		return
	}
	if in == nil {
		return // answered
	}
	acc, no := a.take(r.Context(), *in, accept)
	release() // a request that waits holds no body
	if no != nil {
		a.refuse(w, no)
		return
	}
	a.answer(w, r, acc)
}

// read reads the raw body within its bounds. release gives back what it holds.
func (a *Adapter) read(w http.ResponseWriter, r *http.Request) (body []byte, release func(), no *refusal) {
	var held int64
	release = func() { a.held.Add(-held); held = 0 }
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return nil, release, &refusal{status: http.StatusMethodNotAllowed, reason: "method", why: "deliveries are POST requests"}
	}
	limit := a.o.Config.MaxBody
	body, err := door.Body(w, r, limit, a.span, func(n int64) error {
		held += n
		if a.held.Add(n) > max(maxHeld, 4*limit) {
			return door.ErrBusy
		}
		return nil
	})
	switch {
	case errors.Is(err, door.ErrLarge):
		no = &refusal{status: http.StatusRequestEntityTooLarge, reason: "too_large", why: fmt.Sprintf("the body has more than %d bytes", limit)}
	case errors.Is(err, door.ErrBusy):
		no = &refusal{status: http.StatusTooManyRequests, reason: "busy", why: "too many bodies are under way", wait: busyWait}
	case errors.Is(err, door.ErrSlow):
		no = &refusal{status: http.StatusRequestTimeout, reason: "slow", why: "the body took longer than " + a.span.String()}
	case err != nil:
		no = &refusal{status: http.StatusBadRequest, reason: "body", why: err.Error()}
	}
	return body, release, no
}

// prove checks who sent the delivery.
func (a *Adapter) prove(r *http.Request, body []byte) (sign.Proof, message.Trust, string, *refusal) {
	c := a.o.Config
	if c.Sign.Scheme == sign.None {
		if why := foreign(r, c.AllowUnsigned); why != "" {
			return sign.Proof{}, 0, "", &refusal{status: http.StatusUnauthorized, reason: "unsigned", why: why}
		}
	}
	proof, err := a.verify.Verify(r.Header, body, a.o.Now())
	if err != nil {
		no := &refusal{status: http.StatusUnauthorized, reason: "signature", why: "the delivery is not proven"}
		if f, ok := errors.AsType[*sign.Failure](err); ok {
			no.reason, no.why = f.Kind, f.Reason
		}
		return sign.Proof{}, 0, "", no
	}
	trust, why := c.Proves(), "signed by the scheme "+string(c.Sign.Scheme)
	switch {
	case c.Sign.Scheme == sign.None:
		why = "nothing is proven"
	case !proof.Signed:
		trust, why = message.Carrier, "the token is ours; the body is not proven"
	}
	return proof, trust, why, nil
}

// take hands the delivery to admission. When it returns no refusal it is durable.
func (a *Adapter) take(ctx context.Context, in message.Inbound, accept adapters.AcceptFunc) (message.Accepted, *refusal) {
	t := time.NewTimer(placeTime)
	defer t.Stop()
	busy := &refusal{status: http.StatusTooManyRequests, reason: "busy", why: "too many deliveries are under way", wait: busyWait}
	select {
	case a.taking <- struct{}{}:
		defer func() { <-a.taking }()
	case <-t.C:
		return message.Accepted{}, busy
	case <-ctx.Done():
		return message.Accepted{}, busy
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), takeTime)
	defer cancel()
	if r := a.o.Config.Rate; r.N > 0 {
		ok, wait, err := a.o.Buckets.Take(ctx, "webhook "+string(a.o.Name), r.N, r.Per)
		if err != nil {
			return message.Accepted{}, a.down(err)
		}
		if !ok {
			return message.Accepted{}, &refusal{status: http.StatusTooManyRequests, reason: "rate", why: fmt.Sprintf("rate allows %d deliveries per %s", r.N, r.Per), wait: wait}
		}
	}
	acc, err := accept(ctx, in)
	var limit *adapters.LimitError
	switch {
	case errors.As(err, &limit):
		return message.Accepted{}, &refusal{status: http.StatusTooManyRequests, reason: "limit", why: limit.Text, wait: limitWait}
	case err != nil:
		return message.Accepted{}, a.down(err)
	}
	return acc, nil
}

// down is the refusal of what could not be stored.
func (a *Adapter) down(err error) *refusal {
	a.o.Log.Error("webhook not taken", "channel", a.o.Name, "err", err)
	return &refusal{status: http.StatusServiceUnavailable, reason: "store", why: "the delivery could not be stored; send it again", wait: retryWait}
}

// refuse answers with problem details and writes the one line about it.
func (a *Adapter) refuse(w http.ResponseWriter, no *refusal) {
	a.o.Counts.Refused(a.o.Name, no.reason)
	a.o.Log.Warn("webhook refused", "channel", a.o.Name, "status", no.status, "reason", no.reason, "why", no.why)
	if no.wait > 0 {
		door.Later(w, no.wait)
	}
	if no.status == http.StatusUnauthorized && a.o.Config.Sign.Scheme == sign.Bearer {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(no.status)
	_ = json.NewEncoder(w).Encode(map[string]any{ // the caller is gone
		"title": strings.ToLower(http.StatusText(no.status)), "status": no.status, "detail": no.why,
	})
}
