package twilioserver

import (
	"bytes"
	"crypto/subtle"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Request is one request that the API got, as it came.
type Request struct {
	Op     Op
	Method string
	Host   string // as the client named it: api.twilio.com
	URI    string // path and query
	Header http.Header
	Body   []byte
	At     time.Time // real time
}

// maxRequest bounds the body of a request.
const maxRequest = 1 << 20

// Requests returns all requests that the API got, in order; with ops only those.
func (s *Server) Requests(ops ...Op) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	var rs []Request
	for _, r := range s.requests {
		if len(ops) == 0 || slices.Contains(ops, r.Op) {
			rs = append(rs, r)
		}
	}
	return rs
}

type handler func(w http.ResponseWriter, r *http.Request, a Account)

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	const account = "/2010-04-01/Accounts/{account}"
	for pattern, h := range map[string]http.HandlerFunc{
		"GET " + account:                                   s.op(Accounts, s.getAccount),
		"POST " + account + "/Messages.json":               s.op(Send, s.create),
		"GET " + account + "/Messages.json":                s.op(List, s.list),
		"GET " + account + "/Messages/{sid}":               s.op(Fetch, s.ofMessage(s.fetch)),
		"DELETE " + account + "/Messages/{sid}":            s.op(Delete, s.ofMessage(s.remove)),
		"GET " + account + "/Messages/{sid}/Media.json":    s.op(Fetch, s.ofMessage(s.listMedia)),
		"GET " + account + "/Messages/{sid}/Media/{me}":    s.op(Media, s.ofFile(s.getMedia)),
		"HEAD " + account + "/Messages/{sid}/Media/{me}":   s.op(Media, s.ofFile(s.getMedia)),
		"DELETE " + account + "/Messages/{sid}/Media/{me}": s.op(Delete, s.ofFile(s.deleteMedia)),
		"GET " + account + "/IncomingPhoneNumbers.json":    s.op(Numbers, s.listNumbers),
		"GET /v1/Content/{sid}":                            s.op(Contents, s.getContent),
		"GET /v1/Content/{sid}/ApprovalRequests":           s.op(Approvals, s.getApproval),
		"GET /v1/Services/{sid}":                           s.op(Services, s.getService),
		"GET /v1/Services/{sid}/PhoneNumbers":              s.op(Services, s.getServiceNumbers),
		"GET /v2/Channels/Senders":                         s.op(Services, s.listSenders),
	} {
		mux.HandleFunc(pattern, h)
	}
	mux.HandleFunc("GET /storage/{account}/{sid}", s.serveStorage)
	s.handlePhones(mux)
	mux.HandleFunc("/", s.op(AnyOp, func(w http.ResponseWriter, _ *http.Request, _ Account) {
		refuse(w, apiError{Status: http.StatusNotFound, Code: 20404})
	}))
	return mux
}

// op records a request, lets it fail as scripted, and checks who it is from.
func (s *Server) op(op Op, h handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
		if err != nil {
			refuse(w, apiError{Status: http.StatusRequestEntityTooLarge, Code: 20413, Message: "Request entity too large"})
			return
		}
		s.mu.Lock()
		s.requests = append(s.requests, Request{op, r.Method, r.Host, r.URL.RequestURI(), r.Header.Clone(), body, time.Now()})
		s.changed()
		s.mu.Unlock()
		r.Body = io.NopCloser(bytes.NewReader(body))
		if r.Method == http.MethodPost {
			if err := r.ParseForm(); err != nil {
				refuse(w, apiError{Status: http.StatusBadRequest, Code: 20001, Message: "The body is not a form"})
				return
			}
		}
		f := s.fault(op, r.PostForm.Get("To"))
		if f != nil && !f.AfterAccept {
			if f.wait(s, r); f.fails() {
				f.answer(w)
				return
			}
		}
		sid, token, _ := r.BasicAuth()
		a, ok := s.signedIn(sid, token)
		if !ok {
			w.Header().Set("WWW-Authenticate", `Basic realm="Twilio API"`)
			refuse(w, apiError{Status: http.StatusUnauthorized, Code: 20003})
			return
		}
		if name := strings.TrimSuffix(r.PathValue("account"), ".json"); name != "" && name != a.SID {
			refuse(w, apiError{Status: http.StatusNotFound, Code: 20404})
			return
		}
		if f == nil || !f.AfterAccept {
			h(w, r, a)
			return
		}
		kept := &late{header: http.Header{}}
		h(kept, r, a)
		if f.wait(s, r); f.fails() {
			f.answer(w)
			return
		}
		kept.answer(w)
	}
}

func (s *Server) signedIn(sid, token string) (Account, bool) {
	for _, a := range s.accounts {
		if a.SID == sid {
			return a, token != "" && subtle.ConstantTimeCompare([]byte(a.Token), []byte(token)) == 1
		}
	}
	return Account{}, false
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(b) // the client may be gone
}

func (s *Server) getAccount(w http.ResponseWriter, _ *http.Request, a Account) {
	writeJSON(w, http.StatusOK, map[string]any{
		"sid": a.SID, "friendly_name": "Fake", "status": "active", "type": "Full", "owner_account_sid": a.SID,
		"date_created": date(s.Now()), "date_updated": date(s.Now()), "uri": "/2010-04-01/Accounts/" + a.SID + ".json",
	})
}

// mine returns the message of a path. The lock is held.
func (s *Server) mine(r *http.Request, a Account) *Message {
	m := s.bySID[strings.TrimSuffix(r.PathValue("sid"), ".json")]
	if m == nil || m.Account != a.SID {
		return nil
	}
	return m
}

// ofMessage calls h with the message of a path. The lock is held meanwhile.
func (s *Server) ofMessage(h func(http.ResponseWriter, *http.Request, *Message)) func(http.ResponseWriter, *http.Request, Account) {
	return func(w http.ResponseWriter, r *http.Request, a Account) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if m := s.mine(r, a); m != nil {
			h(w, r, m)
			return
		}
		refuse(w, apiError{Status: http.StatusNotFound, Code: 20404})
	}
}

func (s *Server) fetch(w http.ResponseWriter, _ *http.Request, m *Message) {
	writeJSON(w, http.StatusOK, m)
}

func (s *Server) remove(w http.ResponseWriter, _ *http.Request, m *Message) {
	delete(s.bySID, m.SID)
	s.messages = slices.DeleteFunc(s.messages, func(o *Message) bool { return o == m })
	w.WriteHeader(http.StatusNoContent)
}

// list answers as the log does: newest first, by pages.
func (s *Server) list(w http.ResponseWriter, r *http.Request, a Account) {
	q := r.URL.Query()
	var tests []func(time.Time) bool
	for key, cmp := range map[string]func(at, from, to time.Time) bool{
		"DateSent":  func(at, from, to time.Time) bool { return !at.Before(from) && at.Before(to) },
		"DateSent<": func(at, _, to time.Time) bool { return at.Before(to) },
		"DateSent>": func(at, from, _ time.Time) bool { return !at.Before(from) },
	} {
		v := q.Get(key)
		if v == "" {
			continue
		}
		from, length, err := readDate(v)
		if err != nil {
			refuse(w, apiError{Status: http.StatusBadRequest, Code: 20001, Message: "Invalid " + key})
			return
		}
		tests = append(tests, func(at time.Time) bool { return cmp(at.UTC().Truncate(time.Second), from, from.Add(length)) })
	}
	size, page := 50, 0
	if n, err := strconv.Atoi(q.Get("PageSize")); err == nil && n >= 1 && n <= 1000 {
		size = n
	}
	if n, err := strconv.Atoi(q.Get("Page")); err == nil && n > 0 {
		page = n
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []*Message
	for _, m := range slices.Backward(s.messages) {
		at := m.Sent
		if at.IsZero() {
			at = m.Created
		}
		if m.Account == a.SID && (q.Get("To") == "" || m.To == q.Get("To")) && (q.Get("From") == "" || m.From == q.Get("From")) &&
			!slices.ContainsFunc(tests, func(ok func(time.Time) bool) bool { return !ok(at) }) {
			found = append(found, m)
		}
	}
	if token, ok := strings.CutPrefix(q.Get("PageToken"), "PA"); ok { // after that message
		if i := slices.IndexFunc(found, func(m *Message) bool { return m.SID == token }); i >= 0 {
			found = found[i+1:]
		}
	}
	shown := found[:min(size, len(found))]
	uri := func(page int, token string) string {
		v := url.Values{}
		for k, vs := range q {
			if k != "Page" && k != "PageToken" && k != "PageSize" {
				v[k] = vs
			}
		}
		v.Set("PageSize", strconv.Itoa(size))
		v.Set("Page", strconv.Itoa(page))
		if token != "" {
			v.Set("PageToken", token)
		}
		return r.URL.Path + "?" + v.Encode()
	}
	var next any
	if len(found) > len(shown) {
		next = uri(page+1, "PA"+shown[len(shown)-1].SID)
	}
	if shown == nil {
		shown = []*Message{}
	}
	writeJSON(w, http.StatusOK, map[string]any{
		"messages": shown, "page": page, "page_size": size, "start": page * size, "end": max(0, page*size+len(shown)-1),
		"first_page_uri": uri(0, ""), "next_page_uri": next, "previous_page_uri": nil, "uri": r.URL.RequestURI(),
	})
}

// readDate reads the value of a date filter and how long it lasts: a day or a second.
func readDate(v string) (time.Time, time.Duration, error) {
	if t, err := time.Parse(time.DateOnly, v); err == nil {
		return t, 24 * time.Hour, nil
	}
	t, err := time.Parse(time.RFC3339, v)
	return t.UTC().Truncate(time.Second), time.Second, err
}

func (s *Server) listNumbers(w http.ResponseWriter, r *http.Request, a Account) {
	want := r.URL.Query().Get("PhoneNumber")
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []any{}
	for _, n := range s.numbers {
		if n.Account != a.SID || !strings.HasPrefix(n.Address, "+") || want != "" && n.Address != want {
			continue
		}
		list = append(list, map[string]any{
			"sid": "PN" + s.stableSID(n.Address), "account_sid": a.SID, "phone_number": n.Address, "friendly_name": n.Address,
			"sms_url": n.SMSURL, "sms_method": "POST", "sms_fallback_url": n.Fallback, "sms_fallback_method": "POST", "status_callback": "",
			"sms_application_sid": "", "capabilities": map[string]bool{"sms": true, "mms": true, "voice": true, "fax": false}, "api_version": "2010-04-01",
			"date_created": date(s.now()), "uri": r.URL.Path, "status": "in-use",
		})
	}
	writeJSON(w, http.StatusOK, map[string]any{
		"incoming_phone_numbers": list, "page": 0, "page_size": 50, "start": 0, "end": max(0, len(list)-1),
		"first_page_uri": r.URL.RequestURI(), "next_page_uri": nil, "previous_page_uri": nil, "uri": r.URL.RequestURI(),
	})
}

// stableSID is 32 hexadecimal digits for a number.
func (s *Server) stableSID(address string) string {
	digits := strings.TrimLeft(address, "+")
	return strings.Repeat("0", max(0, 32-len(digits))) + digits
}

func (s *Server) getService(w http.ResponseWriter, r *http.Request, a Account) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sid := r.PathValue("sid")
	v, ok := s.services[sid]
	if !ok || v.Account != a.SID {
		refuse(w, apiError{Status: http.StatusNotFound, Code: 20404})
		return
	}
	hook := ""
	for _, n := range s.numbers {
		if n.Service == sid {
			hook = n.SMSURL
		}
	}
	writeJSON(w, http.StatusOK, map[string]any{
		"sid": sid, "account_sid": a.SID, "friendly_name": v.Name, "inbound_request_url": hook, "inbound_method": "POST",
		"use_inbound_webhook_on_number": false, "status_callback": nil, "date_created": s.now().UTC().Format(time.RFC3339),
		"url": "https://messaging.twilio.com/v1/Services/" + sid,
	})
}

func (s *Server) getServiceNumbers(w http.ResponseWriter, r *http.Request, a Account) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []any{}
	for _, n := range s.numbers {
		if n.Service == r.PathValue("sid") && n.Account == a.SID {
			list = append(list, map[string]any{
				"sid": "PN" + s.stableSID(n.Address), "account_sid": a.SID, "service_sid": n.Service, "phone_number": n.Address, "capabilities": []string{"SMS", "MMS"},
			})
		}
	}
	writeJSON(w, http.StatusOK, map[string]any{"phone_numbers": list, "meta": map[string]any{"page": 0, "page_size": 50, "key": "phone_numbers", "next_page_url": nil}})
}

func (s *Server) listSenders(w http.ResponseWriter, _ *http.Request, a Account) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []any{}
	for _, n := range s.numbers {
		if n.Account == a.SID && strings.HasPrefix(n.Address, whatsApp) {
			list = append(list, map[string]any{
				"sid": "XE" + s.stableSID(strings.TrimPrefix(n.Address, whatsApp)), "sender_id": n.Address, "status": "ONLINE",
				"webhook": map[string]any{"callback_url": n.SMSURL, "callback_method": "POST", "fallback_url": n.Fallback, "status_callback_url": nil},
			})
		}
	}
	writeJSON(w, http.StatusOK, map[string]any{"senders": list, "meta": map[string]any{"page": 0, "page_size": 100, "key": "senders", "next_page_url": nil}})
}
