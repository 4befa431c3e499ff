package a2a

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	a2alog "github.com/a2aproject/a2a-go/v2/log"

	"bridge/adapters"
	v03 "bridge/core/wire/a2a/v03"
	"bridge/core/wire/card"
	"bridge/internal/door"
)

const (
	readTime  = 30 * time.Second // that a body may take
	takeTime  = 60 * time.Second // that taking a message in may take: it goes on when its sender hangs up
	writeTime = 10 * time.Second // a reader who takes longer for one event is dropped
	heartbeat = 15 * time.Second // of streams
	busyWait  = 2 * time.Second  // told where too much is under way
	retryWait = 5 * time.Second  // told where the store is down
	limitWait = time.Minute      // told where a limit of the bridge refuses
)

// The headers in which callers name extensions: of A2A 1.0, and of 0.3.
const (
	extensions    = "A2A-Extensions"
	extensionsOld = "X-A2A-Extensions"
	version       = "A2A-Version"
)

// call is one request of a peer, in its context.
type call struct {
	peer   string
	why    string // what proves it
	body   []byte
	hold   hold        // what it has of the memory for all
	old    bool        // it came by 0.3
	refuse error       // whatever it asks
	asked  atomic.Bool // it came as far as a method of ours
	// Set by what answers it, before anything is written: the status of a refusal that
	// counts as a failure of ours, and after how long it is worth another try.
	status int
	wait   time.Duration
}

type callKey struct{}

func callOf(ctx context.Context) *call {
	c, _ := ctx.Value(callKey{}).(*call)
	return c
}

// fail notes how a refusal is told to HTTP, too.
func (c *call) fail(status int, wait time.Duration, text string) error {
	c.status, c.wait = status, wait
	return sdk.NewError(sdk.ErrServerError, text)
}

// Routes implements adapters.Routed: JSON-RPC of 1.0 and 0.3 at the channel's own URL,
// HTTP+JSON of 1.0 below it, and the cards. What the library answers has status 200 for
// JSON-RPC, its errors included, but:
//
//	401  no token that we know
//	405  neither POST nor a path of HTTP+JSON
//	408, 413, 415  the body is too slow, too long, or compressed
//	429  too many messages of this peer, or too much under way, with Retry-After
//	503  not taken: the store is down, with Retry-After
func (a *Adapter) Routes(accept adapters.AcceptFunc) http.Handler {
	h := &handler{a: a, accept: accept}
	quiet := slog.New(slog.DiscardHandler) // what it logs has the words of peers
	rpc := a2asrv.NewJSONRPCHandler(h, a2asrv.WithTransportKeepAlive(heartbeat))
	old := v03.Handler(rpc)
	rest := a2asrv.NewRESTHandler(h, a2asrv.WithTransportKeepAlive(heartbeat))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if doc, ok := a.o.Cards[r.URL.Path]; ok {
			doc.ServeHTTP(w, r)
			return
		}
		head := w.Header()
		head.Set("Cache-Control", "no-store")
		head.Set("X-Content-Type-Options", "nosniff")
		c, no := a.admit(w, r)
		if no != nil {
			a.refuse(w, no)
			return
		}
		defer c.hold.leave()
		for _, name := range []string{extensions, extensionsOld} {
			if strings.Contains(strings.Join(r.Header.Values(name), ","), card.BeachURI) {
				head.Set(name, card.BeachURI)
			}
		}
		out := &writer{ResponseWriter: w, c: c}
		r = r.WithContext(a2alog.AttachLogger(context.WithValue(r.Context(), callKey{}, c), quiet))
		r.Body = io.NopCloser(&once{c.body})
		switch {
		case r.URL.Path != "" && r.URL.Path != "/":
			out.rest = true
			rest.ServeHTTP(out, r)
		case c.old:
			old.ServeHTTP(out, r)
		default:
			rpc.ServeHTTP(out, r)
		}
		if !c.asked.Load() {
			a.o.Counts.Refused(a.o.Name, "protocol")
		}
	})
}

// refusal is why a request is not handed on.
type refusal struct {
	status int
	reason string // for the metric: short and stable
	why    string // one line for the caller
	wait   time.Duration
}

func (a *Adapter) refuse(w http.ResponseWriter, no *refusal) {
	a.o.Counts.Refused(a.o.Name, no.reason)
	h := w.Header()
	if no.wait > 0 {
		door.Later(w, no.wait)
	}
	if no.status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	h.Set("Content-Type", "application/problem+json")
	w.WriteHeader(no.status)
	_ = json.NewEncoder(w).Encode(map[string]any{"status": no.status, "title": http.StatusText(no.status), "detail": no.why}) // the caller is gone
}

// admit proves who calls and reads the request. Nothing of it is read before.
func (a *Adapter) admit(w http.ResponseWriter, r *http.Request) (*call, *refusal) {
	c := &call{}
	if c.peer, c.why = a.proven(r); c.peer == "" {
		return nil, &refusal{status: http.StatusUnauthorized, reason: "token", why: "this needs the token of a peer: Authorization: Bearer …"}
	}
	base := r.URL.Path == "" || r.URL.Path == "/"
	switch {
	case base && r.Method != http.MethodPost:
		w.Header().Set("Allow", http.MethodPost)
		return nil, &refusal{status: http.StatusMethodNotAllowed, reason: "method", why: "JSON-RPC is called by POST; the card is at " + card.WellKnown[1:]}
	case r.Header.Get("Content-Encoding") != "" && r.Header.Get("Content-Encoding") != "identity":
		return nil, &refusal{status: http.StatusUnsupportedMediaType, reason: "media_type", why: "a compressed request is not taken"}
	}
	v := r.Header.Get(version)
	if v == "" {
		v = r.URL.Query().Get(version)
	}
	if major, _, _ := strings.Cut(v, "."); v != "" && major != "1" && v != "0.3" && !strings.HasPrefix(v, "0.3.") {
		c.refuse = sdk.NewError(sdk.ErrVersionNotSupported, "the versions are 1.0 and 0.3")
	}
	return c, a.read(w, r, c)
}

// read reads the body within its bounds.
func (a *Adapter) read(w http.ResponseWriter, r *http.Request, c *call) *refusal {
	limit := a.o.Config.MaxBody
	c.hold = hold{all: &a.memory, peer: c.peer, users: 1}
	body, err := door.Body(w, r, limit, readTime, c.hold.grow)
	n := values(body)
	if err == nil && n <= maxValues {
		memory := int64(len(body))*(copies-1) + n*perValue
		if c.old = v03.Is(body); c.old {
			memory += memory + 2*int64(len(body)) // it is read once more, to be translated: at most 7.8 times its length, as measured with a file
		}
		err = c.hold.grow(memory)
	}
	if err == nil && n <= maxValues {
		c.body = body
		return nil
	}
	c.hold.leave()
	switch {
	case errors.Is(err, errBusy):
		return &refusal{status: http.StatusTooManyRequests, reason: "busy", why: err.Error(), wait: busyWait}
	case errors.Is(err, door.ErrLarge):
		return &refusal{status: http.StatusRequestEntityTooLarge, reason: "too_large", why: "the request has more than " + strconv.FormatInt(limit, 10) + " bytes"}
	case err == nil:
		return &refusal{status: http.StatusRequestEntityTooLarge, reason: "too_large", why: "the request has more than " + strconv.Itoa(maxValues) + " values"}
	}
	return &refusal{status: http.StatusRequestTimeout, reason: "body", why: "the body is too slow, or ended early"}
}

// A request is read into values, which take more than its bytes.
const (
	maxValues = 50_000 // in one request
	perValue  = 256    // bytes of memory
	copies    = 4      // of the body, while it is read
)

// values counts what a JSON text has of values, at least: what a parser makes of it is
// bounded by that.
func values(body []byte) (n int64) {
	quoted := false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == '{' || c == '['):
			n++
		}
	}
	return n
}

// once reads bytes, and lets go of them at the end.
type once struct{ rest []byte }

func (o *once) Read(b []byte) (int, error) {
	if len(o.rest) == 0 {
		o.rest = nil
		return 0, io.EOF
	}
	n := copy(b, o.rest)
	o.rest = o.rest[n:]
	return n, nil
}

// writer writes what the library answers. It gives each write its time, so that a slow
// reader holds nobody up; and an error that comes before the first event of a stream is told
// as what it is, where the library has begun the stream already: REST clients take a stream
// that begins with an error for an empty event.
type writer struct {
	http.ResponseWriter
	c       *call
	rest    bool
	begun   bool
	pending int // the status that is to be written
}

// Unwrap is for http.ResponseController.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (w *writer) WriteHeader(status int) { w.pending = status }

// Flush implements http.Flusher.
func (w *writer) Flush() {
	if w.begun {
		_ = http.NewResponseController(w.ResponseWriter).Flush() // the next write fails
	}
}

func (w *writer) Write(b []byte) (int, error) {
	rc := http.NewResponseController(w.ResponseWriter)
	_ = rc.SetWriteDeadline(time.Now().Add(writeTime)) // a recorder has none
	if w.begun {
		return w.ResponseWriter.Write(b)
	}
	stream := w.Header().Get("Content-Type") == "text/event-stream"
	if stream && (bytes.HasPrefix(b, []byte("id:")) || b[0] == ':') {
		return len(b), nil // an event's number: what the event is comes next; or a heartbeat, before anything is known
	}
	w.begun = true
	data, isData := bytes.CutPrefix(b, []byte("data: "))
	status := w.status(data, stream && isData)
	if status != 0 {
		w.pending = status
		if stream {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Del("Connection")
			b = data
		}
		if w.c.wait > 0 {
			door.Later(w, w.c.wait)
		}
	}
	if w.pending != 0 {
		w.ResponseWriter.WriteHeader(w.pending)
	}
	if n, err := w.ResponseWriter.Write(b); err != nil {
		return n, err
	}
	return len(b), nil
}

// status is the one of an error that nothing came before; 0: it is none, or it has status
// 200, as errors of JSON-RPC have.
func (w *writer) status(data []byte, event bool) int {
	if w.c.status != 0 {
		return w.c.status
	}
	if !w.rest || !event {
		return 0
	}
	var e struct {
		Error struct {
			Code int `json:"code"`
		} `json:"error"`
	}
	if json.Unmarshal(data, &e) != nil || e.Error.Code < 400 || e.Error.Code > 599 {
		return 0
	}
	return e.Error.Code
}
