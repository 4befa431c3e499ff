package twilioserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"bridge/internal/lazyre"
)

var (
	e164  = lazyre.New(`^\+[1-9][0-9]{6,14}$`)
	bsuid = lazyre.New(`^[A-Z]{2}\.[0-9A-Za-z]{1,128}$`)
)

// Limits of a message.
const (
	maxBody     = 1600
	maxMedia    = 10
	maxMMS      = 5_000_000
	maxWhatsApp = 16_000_000
	window      = 24 * time.Hour
)

// onlyTypes are the types of files that WhatsApp takes.
var onlyTypes = map[string]bool{
	"image/jpeg": true, "image/png": true, "image/webp": true, "audio/ogg": true, "audio/amr": true, "audio/3gpp": true, "audio/aac": true,
	"audio/mpeg": true, "video/mp4": true, "application/pdf": true, "application/msword": true, "text/vcard": true,
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document":   true,
	"application/vnd.openxmlformats-officedocument.presentationml.presentation": true,
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":         true,
}

// create takes one message.
func (s *Server) create(w http.ResponseWriter, r *http.Request, a Account) {
	m, n, e := s.compose(r.PostForm, a)
	if e != nil {
		refuse(w, *e)
		return
	}
	s.download(m)
	s.mu.Lock()
	ph := s.phone(m.To)
	plan := ph.plan
	m.Status = "queued"
	if m.Service != "" {
		m.Status = "accepted"
	}
	s.log(m)
	created := *m
	statuses, code := s.fate(m, n, ph, plan)
	if code == 0 {
		s.arrive(ph, m)
	}
	hook := r.PostForm.Get("StatusCallback")
	told := *m
	tell := func() { s.tell(told, hook, plan, statuses, code) }
	if !plan.Early {
		s.background(tell)
	}
	s.mu.Unlock()
	if s.o.Arrived != nil && code == 0 {
		s.o.Arrived(created)
	}
	if plan.Early {
		tell()
	}
	writeJSON(w, http.StatusCreated, created)
}

// compose checks the parameters of a message as Twilio does before it takes it.
func (s *Server) compose(form url.Values, a Account) (*Message, *Number, *apiError) {
	bad := func(code int) (*Message, *Number, *apiError) {
		return nil, nil, &apiError{Status: http.StatusBadRequest, Code: code}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m := &Message{Account: a.SID, From: form.Get("From"), Service: form.Get("MessagingServiceSid"), To: form.Get("To"), Body: form.Get("Body"), Content: form.Get("ContentSid"), Form: form}
	address, onWhatsApp := strings.CutPrefix(m.To, whatsApp)
	switch {
	case m.To == "":
		return bad(21604)
	case !e164.MatchString(address) && (!onWhatsApp || !bsuid.MatchString(address)):
		return bad(21211)
	case m.From == "" && m.Service == "":
		return bad(21603)
	}
	if m.Service != "" {
		if v, ok := s.services[m.Service]; !ok || v.Account != a.SID {
			return bad(20404)
		}
		for _, n := range s.numbers {
			if n.Service == m.Service && strings.HasPrefix(n.Address, whatsApp) == onWhatsApp {
				m.From = n.Address
			}
		}
		if m.From == "" {
			return bad(21703)
		}
	}
	n := s.number(m.From)
	switch {
	case strings.HasPrefix(m.From, whatsApp) != onWhatsApp:
		return bad(21910)
	case (n == nil || n.Account != a.SID) && onWhatsApp:
		return bad(63007)
	case n == nil || n.Account != a.SID:
		return bad(21606)
	case m.From == m.To:
		return bad(21266)
	}
	if hook := form.Get("StatusCallback"); hook != "" {
		if u, err := url.Parse(hook); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Contains(u.Host, "_") {
			return bad(21609)
		}
	}
	files := form["MediaUrl"]
	if len(files) > maxMedia || onWhatsApp && len(files) > 1 {
		return bad(21623)
	}
	for _, f := range files {
		if u, err := url.Parse(f); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return bad(21620)
		}
		m.Media = append(m.Media, File{URL: f, sid: newSID("ME")})
	}
	m.SID = newSID("SM")
	if m.Content != "" || len(files) > 0 || onWhatsApp {
		m.SID = newSID("MM")
	}
	switch {
	case m.Content != "":
		// With a content resource the other two are left out.
		c, ok := s.contents[m.Content]
		if !ok || c.Account != a.SID || m.Body != "" || len(files) > 0 {
			return bad(21655)
		}
		vs, e := readVariables(form.Get("ContentVariables"))
		if e != nil {
			return nil, nil, e
		}
		m.Variables = vs
		if m.Body, m.Buttons, e = c.render(vs, !onWhatsApp); e != nil {
			return nil, nil, e
		}
		for i := range m.Buttons {
			m.Buttons[i].on = m.SID
		}
	case strings.TrimSpace(m.Body) == "" && len(files) == 0 && form.Get("PersistentAction") == "":
		return bad(21619)
	case units(m.Body) > maxBody:
		return bad(21617)
	}
	if geo, ok := strings.CutPrefix(form.Get("PersistentAction"), "geo:"); ok {
		m.Location = geo
	}
	if s.blocked[pair{m.From, m.To}] {
		return bad(21610)
	}
	m.Created = s.now()
	return m, n, nil
}

// fate says what becomes of a message that was taken: the statuses to come, and the
// code of an error. The lock is held.
func (s *Server) fate(m *Message, n *Number, ph *Phone, plan Plan) ([]string, int) {
	code := plan.Code
	onWhatsApp := strings.HasPrefix(m.To, whatsApp)
	heard, ok := s.heard[pair{n.Address, ph.key()}]
	open := ok && m.Created.Sub(heard) < window
	switch {
	case code != 0:
	case onWhatsApp && !open && (m.Content == "" || s.contents[m.Content].Approval != "approved"):
		code = 63016
	case m.Content != "" && units(m.Body) > maxTemplate:
		code = 63021
	}
	for _, f := range m.Media {
		switch {
		case code != 0:
		case f.Err != "":
			code = 63019
		case onWhatsApp && !onlyTypes[f.MediaType]:
			code = 63005
		}
	}
	statuses := plan.Statuses
	if statuses == nil {
		statuses = []string{"sent", "delivered"}
		switch {
		case code != 0 && onWhatsApp:
			statuses = []string{"failed"}
		case code != 0:
			statuses = []string{"sent", "undelivered"}
		}
	}
	return statuses, code
}

// log keeps a message. The lock is held.
func (s *Server) log(m *Message) {
	s.messages = append(s.messages, m)
	s.bySID[m.SID] = m
	for _, f := range m.Media {
		s.media[f.sid] = &media{message: m.SID, file: f, at: m.Created}
	}
	s.changed()
}

// arrive puts a message on a phone. The lock is held.
func (s *Server) arrive(ph *Phone, m *Message) {
	m.Sent = m.Created
	ph.got = append(ph.got, *m)
	s.changed()
}

// download fetches the files of a message from where its sender has them.
func (s *Server) download(m *Message) {
	ctx, cancel := context.WithTimeout(s.ctx, s.o.Timeout)
	defer cancel()
	limit := int64(maxMMS)
	if strings.HasPrefix(m.To, whatsApp) {
		limit = maxWhatsApp
	}
	for i := range m.Media {
		f := &m.Media[i]
		if err := s.get(ctx, f, limit); err != nil {
			f.Err = err.Error()
		}
	}
}

func (s *Server) get(ctx context.Context, f *File, limit int64) error {
	for _, method := range []string{http.MethodHead, http.MethodGet} {
		r, err := http.NewRequestWithContext(ctx, method, f.URL, nil)
		if err != nil {
			return err
		}
		resp, err := s.client.Do(r)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return fmt.Errorf("%s: %s", method, resp.Status)
		}
		f.MediaType, _, err = mime.ParseMediaType(resp.Header.Get("Content-Type"))
		if err != nil {
			return fmt.Errorf("%s: Content-Type: %w", method, err)
		}
		if _, params, err := mime.ParseMediaType(resp.Header.Get("Content-Disposition")); err == nil {
			f.Name = params["filename"]
		}
		if method == http.MethodGet {
			if f.Bytes, err = io.ReadAll(io.LimitReader(resp.Body, limit+1)); err != nil {
				return err
			}
			if int64(len(f.Bytes)) > limit {
				return errors.New("too large")
			}
		}
	}
	return nil
}
