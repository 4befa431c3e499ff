package chat

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/adapters/sse"
	"bridge/adapters/stream"
	"bridge/adapters/untrusted"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/door"
)

const (
	maxBody    = 256 << 10
	maxSurface = 2 << 20
	readTime   = 20 * time.Second
	takeTime   = 30 * time.Second // what has come is taken, also when its sender has hung up
	noteRetry  = 3 * time.Second
	linkMAC    = 16
	linkUse    = "chat-turn"
	linkLife   = 24 * time.Hour
)

// problem is why a call is not answered as it wants.
type problem struct {
	status int
	reason string // for the metric: short and stable
	why    string // one line for the caller
}

// Routes implements adapters.Routed:
//
//	GET  /                     the page; /chat.js and /chat.css
//	POST /session              {"token"}: a session of the page begins; without one a guest's
//	DELETE /session            it ends
//	GET  /me                   who the caller is
//	POST /messages             {"id","text","conversation"}: 202 {"turnId","streamUrl"}
//	GET  /history              ?conversation=&before=&limit=
//	GET  /turns/{id}/stream    signed: what the turn says, as it comes
//	GET  /events               that something is there: notice, prompt, answer
//	GET  /notices              what else the caller was told
//	GET  /approvals            what waits for the caller's answer
//	POST /approvals/{id}       {"nonce","grant","code","reason"}, or {"nonce","grant":true,"text"} to a question
//	POST /surface              {"parts"}: surfaces as text
//
// Pages of Config.Origins get messages, history and streams; all else is for our own page.
func (a *Adapter) Routes(accept adapters.AcceptFunc) http.Handler {
	mux := http.NewServeMux()
	// open is for pages that may write, too; ours for our own page alone.
	open := func(f func(http.ResponseWriter, *http.Request, identity) *problem) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { a.serve(w, r, allowed, f) }
	}
	ours := func(f func(http.ResponseWriter, *http.Request, identity) *problem) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { a.serve(w, r, same, f) }
	}
	mux.HandleFunc("GET /{$}", a.page)
	mux.HandleFunc("GET /chat.js", a.page)
	mux.HandleFunc("GET /chat.css", a.page)
	mux.HandleFunc("POST /session", a.begin)
	mux.HandleFunc("DELETE /session", a.end)
	mux.HandleFunc("GET /me", ours(a.me))
	mux.HandleFunc("POST /messages", open(func(w http.ResponseWriter, r *http.Request, who identity) *problem { return a.take(w, r, who, accept) }))
	mux.HandleFunc("GET /history", open(a.history))
	mux.HandleFunc("GET /turns/{id}/stream", a.stream)
	mux.HandleFunc("GET /events", ours(a.events))
	mux.HandleFunc("GET /notices", ours(a.notices))
	mux.HandleFunc("GET /approvals", ours(a.approvals))
	mux.HandleFunc("POST /approvals/{id}", ours(func(w http.ResponseWriter, r *http.Request, who identity) *problem {
		return a.decide(w, r, who, accept)
	}))
	mux.HandleFunc("POST /surface", ours(a.surface))
	mux.HandleFunc("OPTIONS /", func(w http.ResponseWriter, r *http.Request) {
		if a.cors(w, r) == foreign {
			a.refuse(w, &problem{http.StatusForbidden, "origin", "pages of this origin may not write here"})
			return
		}
		h := w.Header()
		h.Set("Access-Control-Allow-Methods", "GET, POST")
		h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Last-Event-ID")
		h.Set("Access-Control-Max-Age", "600")
		w.WriteHeader(http.StatusNoContent)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		if r.URL.Path == "" { // without a slash at the end the page's own links would lead elsewhere
			http.Redirect(w, r, a.o.Config.PublicURL+"/channels/"+string(a.o.Name)+"/", http.StatusPermanentRedirect)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// cors says where a request is from, and lets pages that may call read the answer.
func (a *Adapter) cors(w http.ResponseWriter, r *http.Request) origin {
	from := a.from(r)
	w.Header().Add("Vary", "Origin")
	if from == allowed {
		w.Header().Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
		w.Header().Set("Access-Control-Allow-Credentials", "true")
	}
	return from
}

// serve answers who is known and calls from where they may.
func (a *Adapter) serve(w http.ResponseWriter, r *http.Request, most origin, f func(http.ResponseWriter, *http.Request, identity) *problem) {
	from := a.from(r)
	if most == allowed {
		from = a.cors(w, r)
	}
	if from > most {
		a.refuse(w, &problem{http.StatusForbidden, "origin", "pages of this origin may not do this"})
		return
	}
	who, err := a.identify(r, from)
	if err != nil {
		a.refuse(w, &problem{http.StatusUnauthorized, "identity", err.Error()})
		return
	}
	if p := f(w, r, who); p != nil {
		a.refuse(w, p)
	}
}

func (a *Adapter) refuse(w http.ResponseWriter, p *problem) {
	a.o.Counts.Refused(a.o.Name, p.reason)
	if p.status == http.StatusTooManyRequests || p.status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "10")
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.status)
	_ = json.NewEncoder(w).Encode(map[string]any{"status": p.status, "title": http.StatusText(p.status), "detail": p.why}) // the caller is gone
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // the caller is gone
}

// read reads a JSON object of at most so many bytes, and the bytes.
func read(w http.ResponseWriter, r *http.Request, most int64, v any) ([]byte, *problem) {
	if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != "application/json" {
		return nil, &problem{http.StatusUnsupportedMediaType, "media_type", "write application/json"}
	}
	b, err := door.Body(w, r, most, readTime, nil)
	switch {
	case errors.Is(err, door.ErrLarge):
		return nil, &problem{http.StatusRequestEntityTooLarge, "too_large", fmt.Sprintf("more than %d bytes", most)}
	case err != nil:
		return nil, &problem{http.StatusBadRequest, "body", err.Error()}
	}
	if json.Unmarshal(b, v) != nil {
		return nil, &problem{http.StatusBadRequest, "form", "the body is not a JSON object of the right form"}
	}
	return b, nil
}

// begin begins a session of the page: by a token, or as a guest.
func (a *Adapter) begin(w http.ResponseWriter, r *http.Request) {
	if a.from(r) != same {
		a.refuse(w, &problem{http.StatusForbidden, "origin", "sessions begin on the page of this channel"})
		return
	}
	var body struct{ Token string }
	if _, p := read(w, r, maxBody, &body); p != nil {
		a.refuse(w, p)
		return
	}
	if body.Token == "" && a.o.Config.Guests {
		if p := a.mayBegin(r.Context(), r); p != nil {
			a.refuse(w, p)
			return
		}
		a.setTicket(w, ticket{Subject: guestPrefix + strings.ToLower(randomName()), Guest: true}, guestLife)
		w.WriteHeader(http.StatusNoContent)
		return
	}
	who, err := a.byToken(body.Token, "")
	if err != nil {
		a.refuse(w, &problem{http.StatusUnauthorized, "token", err.Error()})
		return
	}
	a.setTicket(w, ticket{Subject: who.address.Value(), Name: who.name}, sessionLife)
	w.WriteHeader(http.StatusNoContent)
}

func (a *Adapter) end(w http.ResponseWriter, r *http.Request) {
	if a.from(r) != same {
		a.refuse(w, &problem{http.StatusForbidden, "origin", "sessions end on the page of this channel"})
		return
	}
	http.SetCookie(w, &http.Cookie{Name: a.cookieName(), Path: "/channels/" + string(a.o.Name) + "/", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteStrictMode})
	w.WriteHeader(http.StatusNoContent)
}

func (a *Adapter) me(w http.ResponseWriter, r *http.Request, who identity) *problem {
	p, known, err := a.person(r.Context(), who)
	if err != nil {
		return a.down("look up the caller", err)
	}
	name := who.name
	if known {
		name = p.Name
	}
	var said *words // theirs, whatever the browser prefers
	if known && p.Language != "" {
		own := wordsOf(p.Language)
		said = &own
	}
	answer(w, http.StatusOK, map[string]any{"user": who.address.Value(), "name": name, "guest": who.guest, "known": known, "words": said})
	return nil
}

func (a *Adapter) down(what string, err error) *problem {
	a.o.Log.Error("chat: "+what, "channel", a.o.Name, "err", err)
	return &problem{http.StatusServiceUnavailable, "store", "this does not work at the moment"}
}

// take takes a message in. It decides nothing, whatever it says: decisions need the button.
func (a *Adapter) take(w http.ResponseWriter, r *http.Request, who identity, accept adapters.AcceptFunc) *problem {
	var body struct{ ID, Text, Conversation string }
	raw, p := read(w, r, maxBody, &body)
	if p != nil {
		return p
	}
	text, _ := untrusted.Text(body.Text)
	switch {
	case body.ID == "" || len(body.ID) > 64 || !conversationForm.MatchString(body.ID):
		return &problem{http.StatusUnprocessableEntity, "form", "id is missing: 1 to 64 letters, digits, - and _, new for each message"}
	case !conversationForm.MatchString(body.Conversation):
		return &problem{http.StatusUnprocessableEntity, "form", "conversation has at most 64 letters, digits, - and _"}
	case strings.TrimSpace(text) == "":
		return &problem{http.StatusUnprocessableEntity, "form", "text is missing"}
	case int64(len(text)) > a.o.Config.MaxText:
		return &problem{http.StatusRequestEntityTooLarge, "too_large", fmt.Sprintf("text has more than %d bytes", a.o.Config.MaxText)}
	}
	in := a.inbound(who, "message:"+string(who.address)+":"+body.ID, raw)
	in.Unquoted, in.Ambiguous = text, true
	in.Conversation, in.Named = body.Conversation, true
	in.Parts = []envelope.Part{envelope.TextPart(envelope.Response, strings.TrimSpace(text))}
	got, p := a.accept(r.Context(), in, accept)
	if p != nil {
		return p
	}
	if got.Turn == "" {
		answer(w, http.StatusOK, map[string]any{"state": got.Outcome})
		return nil
	}
	answer(w, http.StatusAccepted, map[string]any{"turnId": got.Turn, "streamUrl": a.streamURL(got.Turn)})
	return nil
}

func (a *Adapter) inbound(who identity, id string, raw []byte) message.Inbound {
	trust := message.Verified
	if who.guest {
		trust = message.Asserted
	}
	in := message.Inbound{
		Channel: a.o.Name, Class: message.Human, ExternalID: id, From: who.address, FromName: who.name, Trust: trust, Why: []string{who.why}, ReceivedAt: a.o.Now(),
	}
	in.Keep(raw)
	return in
}

// accept hands a message to admission. When it returns no problem it is durable.
func (a *Adapter) accept(ctx context.Context, in message.Inbound, accept adapters.AcceptFunc) (message.Accepted, *problem) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), takeTime)
	defer cancel()
	got, err := accept(ctx, in)
	var limit *adapters.LimitError
	switch {
	case errors.As(err, &limit):
		return got, &problem{http.StatusTooManyRequests, "limit", limit.Text}
	case err != nil:
		return got, a.down("take a message", err)
	case got.Outcome == message.OutcomeRefused:
		return got, &problem{http.StatusForbidden, "refused", "you may not write here"}
	}
	return got, nil
}

// streamURL is where a turn can be watched, for a day.
func (a *Adapter) streamURL(id message.TurnID) string {
	e := strconv.FormatInt(a.o.Now().Add(linkLife).Unix(), 10)
	q := url.Values{"e": {e}, "s": {a.o.Keys.Sum(linkMAC, linkUse, string(a.o.Name), string(id), e)}}
	return a.o.Config.PublicURL + "/channels/" + string(a.o.Name) + "/turns/" + string(id) + "/stream?" + q.Encode()
}

// stream is for who has its URL.
func (a *Adapter) stream(w http.ResponseWriter, r *http.Request) {
	id, q := r.PathValue("id"), r.URL.Query()
	until, err := strconv.ParseInt(q.Get("e"), 10, 64)
	switch {
	case a.cors(w, r) == foreign:
		a.refuse(w, &problem{http.StatusForbidden, "origin", "pages of this origin may not watch"})
	case err != nil || !a.o.Keys.Valid(q.Get("s"), linkMAC, linkUse, string(a.o.Name), id, q.Get("e")):
		a.refuse(w, &problem{http.StatusForbidden, "stream_url", "the URL is not one of ours"})
	case a.o.Now().Unix() >= until:
		a.refuse(w, &problem{http.StatusGone, "stream_url", "the URL has expired"})
	default:
		stream.Turn(w, r, func(ctx context.Context, watch adapters.Watch) iter.Seq2[adapters.TurnEvent, error] {
			return a.o.Turns.Follow(ctx, message.TurnID(id), watch)
		})
	}
}

// history shows a conversation of the caller's own, newest first.
func (a *Adapter) history(w http.ResponseWriter, r *http.Request, who identity) *problem {
	q := r.URL.Query()
	limit, err := strconv.Atoi(q.Get("limit"))
	if err != nil || limit < 1 || limit > 50 {
		limit = 20
	}
	if !conversationForm.MatchString(q.Get("conversation")) {
		return &problem{http.StatusUnprocessableEntity, "form", "conversation has at most 64 letters, digits, - and _"}
	}
	told, err := a.o.Histories.History(r.Context(), message.ConversationID(a.o.Name, who.address, q.Get("conversation")), message.TurnID(q.Get("before")), limit)
	if err != nil {
		return a.down("read a conversation", err)
	}
	type item struct {
		Turn    message.TurnID  `json:"turnId"`
		At      time.Time       `json:"at"`
		Said    string          `json:"said"`
		State   string          `json:"state"`
		Settled bool            `json:"settled"`
		Parts   []envelope.Part `json:"parts"`
		Stream  string          `json:"streamUrl,omitempty"` // of one that goes on
	}
	items := []item{}
	for _, t := range told {
		x := item{t.ID, t.At, t.Said, t.State, t.Settled, t.Parts, ""}
		if !t.Settled {
			x.Stream = a.streamURL(t.ID) + "&after=" + strconv.FormatInt(t.Seq, 10)
		}
		if x.Parts == nil {
			x.Parts = []envelope.Part{}
		}
		items = append(items, x)
	}
	next := ""
	if len(items) == limit {
		next = string(items[limit-1].Turn)
	}
	answer(w, http.StatusOK, map[string]any{"items": items, "next": next})
	return nil
}

// events tells the caller's page of which kind is what is sent to them.
func (a *Adapter) events(w http.ResponseWriter, r *http.Request, who identity) *problem {
	leave, own := a.streams.enter(who, a.peer(r))
	switch {
	case own:
		return &problem{http.StatusTooManyRequests, "pages", "too many pages are open of yours, or of guests of your network: close some"}
	case leave == nil:
		return &problem{http.StatusServiceUnavailable, "busy", "too many pages are open"}
	}
	defer leave()
	heard, forget := a.bell.listen(who.address)
	defer forget()
	s := sse.Open(w, noteRetry)
	defer s.Close()
	for {
		select {
		case kind, open := <-heard:
			if !open || !s.Send("", string(kind), []byte("{}")) {
				return nil
			}
		case <-r.Context().Done():
			return nil
		}
	}
}

// What people see of what they were told: a page asks for it again and again.
const (
	maxNotices     = 200
	maxNoticeBytes = 2 << 20 // of their texts; the newest one is always there
)

// notices are what the caller was told outside their conversations, newest first.
func (a *Adapter) notices(w http.ResponseWriter, r *http.Request, who identity) *problem {
	list, err := a.o.Notes.Notes(r.Context(), a.o.Name, who.address, maxNotices)
	if err != nil {
		return a.down("read notices", err)
	}
	if list == nil {
		list = []adapters.Note{}
	}
	answer(w, http.StatusOK, map[string]any{"items": newest(list, maxNoticeBytes)})
	return nil
}

// newest are the first notes, the newest, whose texts have at most so many bytes together.
func newest(list []adapters.Note, most int) []adapters.Note {
	for i, n := range list {
		if most -= len(n.Text); most < 0 {
			return list[:max(i, 1)]
		}
	}
	return list
}
