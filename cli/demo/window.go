package demo

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"bridge/app/console"
	"bridge/internal/lazyre"
	"bridge/internal/mailserver"
	"bridge/internal/tmpl"
	"bridge/internal/twilioserver"
)

// operatorName is who acts on the pages of the demo.
const operatorName = "demo"

// window is the page of the demo: the mail and the phones of its people, and buttons for the
// systems that start turns. It does nothing that they could not do elsewhere.
type window struct {
	d       *playground
	log     *slog.Logger
	changed *signal
}

//go:embed pages/*.html
var pages embed.FS

var (
	windowPage = sync.OnceValue(func() *tmpl.Template { return console.Page(pages, "pages/window.html") })
	mailPage   = sync.OnceValue(func() *tmpl.Template { return console.Page(pages, "pages/mail.html") })
)

// handler serves the page at /. The gateway lets in calls of this machine alone.
func (w *window) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", w.show)
	mux.HandleFunc("GET /changes", w.changes)
	mux.HandleFunc("GET /mail/{n}", w.mail)
	mux.HandleFunc("GET /mail/{n}/html", w.html)
	mux.HandleFunc("GET /mail/{n}/file/{i}", w.file)
	for path, do := range map[string]func(*http.Request) (string, error){
		"/write": w.write, "/phone/{who}": w.phone, "/press/{sid}": w.press, "/hook": w.hook, "/cron": w.cron,
	} {
		mux.HandleFunc("POST "+path, func(rw http.ResponseWriter, r *http.Request) {
			r.Body = http.MaxBytesReader(rw, r.Body, 1<<20)
			back, err := do(r)
			if err != nil {
				console.Headers(rw.Header())
				http.Error(rw, "That did not work: "+err.Error(), http.StatusBadGateway)
				return
			}
			w.changed.tell()
			http.Redirect(rw, r, back, http.StatusSeeOther)
		})
	}
	return mux
}

// person is one of the people with what they have.
type person struct {
	ID, Name, Mail, Number, Kind string // Kind of the phone
	Mails                        []mailLine
	Chat                         []bubble
}

// mailLine is one mail of a list, the newest first.
type mailLine struct {
	N                int
	Subject, Preview string
}

// bubble is one message on a phone.
type bubble struct {
	SID, Text, Quote, Ticks, When string
	Own                           bool // the person wrote it
	Segments                      int  // of an SMS
	Buttons                       []twilioserver.Button
	Files                         []string
	Last                          bool // buttons can be pressed
}

func (w *window) show(rw http.ResponseWriter, r *http.Request) {
	turns, err := w.d.bridge.RecentTurns(r.Context(), 8)
	if err != nil && r.Context().Err() == nil { // else its reader has left
		w.log.Warn("the page of the demo", "err", err)
	}
	console.Headers(rw.Header())
	console.Render(rw, w.log, http.StatusOK, windowPage(), w.frame("Demo", r, struct {
		People []person
		Agent  string
		Tries  []string
		Turns  any
		Chats  map[string]string // pages by name
	}{
		[]person{w.person("eve", "Eve", eve, evePhone), w.person("dana", "Dana", dana, danaPhone)},
		agentAddr,
		[]string{"flights", "departures", "refund 40", "clarify", "slow", "error"},
		turns,
		map[string]string{"Eve": w.d.page("eve", "Eve"), "Dana": w.d.page("dana", "Dana")},
	}))
}

func (w *window) frame(title string, r *http.Request, data any) console.Frame {
	return console.Frame{
		Title: title, Operator: operatorName, LoggedIn: true, Open: true, Path: r.URL.Path, Home: console.Link{Path: "/", Name: "Demo"}, Now: time.Now(), Data: data,
	}
}

func (w *window) person(id, name, address, number string) person {
	p := person{ID: id, Name: name, Mail: address, Number: strings.TrimPrefix(number, "whatsapp:"), Kind: "SMS"}
	if number != p.Number {
		p.Kind = "WhatsApp"
	}
	for n, m := range w.d.mail.Mails() {
		if m.To == address {
			text := strings.Join(strings.Fields(m.Text), " ")
			p.Mails = append(p.Mails, mailLine{n, m.Subject, text[:min(len(text), 100)]})
		}
	}
	slices.Reverse(p.Mails)
	p.Chat = w.chat(number)
	return p
}

// chat is what stands on a phone, the oldest first.
func (w *window) chat(number string) []bubble {
	var list []bubble
	said := map[string]string{}
	for _, m := range w.d.twilio.Messages() {
		if m.From != number && m.To != number {
			continue
		}
		said[m.SID] = m.Body
		b := bubble{SID: m.SID, Text: m.Body, Own: m.From == number, When: m.Created.Local().Format("15:04"), Buttons: m.Buttons, Ticks: ticks(m.Status)}
		if !strings.HasPrefix(number, "whatsapp:") {
			b.Segments = twilioserver.Segments(m.Body)
		}
		if on := m.Form["OriginalRepliedMessageSid"]; len(on) > 0 {
			b.Quote = said[on[0]]
		}
		for _, f := range m.Media {
			b.Files = append(b.Files, f.Name+" ("+f.MediaType+")")
		}
		list = append(list, b)
	}
	for i := range slices.Backward(list) {
		if len(list[i].Buttons) > 0 {
			list[i].Last = true
			break
		}
	}
	return list
}

// ticks are how far a message has come, as phones show it.
func ticks(status string) string {
	switch status {
	case "read":
		return "✓✓ read"
	case "delivered", "received":
		return "✓✓"
	case "sent":
		return "✓"
	case "failed", "undelivered":
		return "✗ " + status
	}
	return status
}

// numbered is the mail that a path names.
func (w *window) numbered(r *http.Request) (int, mailserver.Mail, bool) {
	n, err := strconv.Atoi(r.PathValue("n"))
	all := w.d.mail.Mails()
	if err != nil || n < 0 || n >= len(all) {
		return 0, mailserver.Mail{}, false
	}
	return n, all[n], true
}

// mail shows one mail, and a form that answers it: by itself, or as one of its links begins it.
func (w *window) mail(rw http.ResponseWriter, r *http.Request) {
	n, m, ok := w.numbered(r)
	if !ok {
		http.NotFound(rw, r)
		return
	}
	q := r.URL.Query()
	var files []string
	for _, a := range m.Attachments {
		files = append(files, fmt.Sprintf("%s (%s, %d bytes)", a.Filename, a.MediaType, len(a.Content)))
	}
	console.Headers(rw.Header())
	console.Render(rw, w.log, http.StatusOK, mailPage(), w.frame(m.Subject, r, map[string]any{
		"N": n, "To": m.To, "From": m.Header.Get("From"), "Text": m.Text, "HTML": m.HTML != "", "Phone": q.Get("width") == "phone", "Files": files,
		"Begun": q.Get("body"), "Subject": q.Get("subject"), "Address": q.Get("to"),
	}))
}

// html is the HTML form of a mail as a mail program would show it: nothing in it runs, and
// its mailto: links lead to the form that answers the mail.
func (w *window) html(rw http.ResponseWriter, r *http.Request) {
	n, m, ok := w.numbered(r)
	if !ok || m.HTML == "" {
		http.NotFound(rw, r)
		return
	}
	h := rw.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = io.WriteString(rw, mailtoLinks(m.HTML, n)) // the browser is gone
}

var link = lazyre.New(`<a href="([^"]*)"`)

// mailtoLinks has the links of a mail open outside of its frame, and those that begin a mail
// lead to the form.
func mailtoLinks(source string, n int) string {
	return link.ReplaceAllStringFunc(source, func(s string) string {
		href := link.FindStringSubmatch(s)[1]
		rest, ok := strings.CutPrefix(href, "mailto:")
		if !ok {
			return `<a target="_blank" rel="noopener" href="` + href + `"`
		}
		u, err := url.Parse("mailto:" + strings.ReplaceAll(rest, "&amp;", "&"))
		if err != nil {
			return `<a`
		}
		q := u.Query()
		to, err := url.PathUnescape(u.Opaque)
		if err != nil {
			return `<a`
		}
		q.Set("to", to)
		return `<a target="_top" href="` + html.EscapeString(fmt.Sprintf("/mail/%d?%s#answer", n, q.Encode())) + `"`
	})
}

// file is an attachment, to be saved.
func (w *window) file(rw http.ResponseWriter, r *http.Request) {
	_, m, ok := w.numbered(r)
	i, err := strconv.Atoi(r.PathValue("i"))
	if !ok || err != nil || i < 0 || i >= len(m.Attachments) {
		http.NotFound(rw, r)
		return
	}
	console.Headers(rw.Header())
	rw.Header().Set("Content-Type", "application/octet-stream")
	rw.Header().Set("Content-Disposition", "attachment; filename="+strconv.Quote(m.Attachments[i].Filename))
	_, _ = rw.Write(m.Attachments[i].Content) // the browser is gone
}

// write sends a mail of one of the people: a new one, or an answer to the mail "n".
func (w *window) write(r *http.Request) (string, error) {
	from := map[string]string{"eve": eve, "dana": dana}[r.PostFormValue("who")]
	l := mailserver.Letter{From: from, To: agentAddr, Subject: r.PostFormValue("subject"), Text: plainLines(r.PostFormValue("text"))}
	if n, err := strconv.Atoi(r.PostFormValue("n")); err == nil {
		all := w.d.mail.Mails()
		if n < 0 || n >= len(all) {
			return "", errors.New("there is no such mail")
		}
		subject, to := l.Subject, r.PostFormValue("to")
		if l = all[n].Reply(l.Text); to != "" { // a link of the mail begins a new one
			l = mailserver.Letter{From: all[n].To, To: to, Subject: subject, Text: plainLines(r.PostFormValue("text"))}
		}
	}
	if l.From == "" || !strings.HasSuffix(l.To, "@bridge.test") {
		return "", errors.New("mail goes from Eve or Dana to the bridge")
	}
	l.ID = fmt.Sprintf("<page-%d@bridge.test>", time.Now().UnixNano())
	return "/", l.Send(w.d.smtp)
}

func plainLines(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// phone writes from a phone; a message of it may be quoted.
func (w *window) phone(r *http.Request) (string, error) {
	number := map[string]string{"eve": evePhone, "dana": danaPhone}[r.PathValue("who")]
	text := strings.TrimSpace(plainLines(r.PostFormValue("text")))
	if number == "" || text == "" {
		return "", errors.New("there is nothing to send")
	}
	p := w.d.twilio.Phone(number)
	var err error
	if sid := r.PostFormValue("quote"); sid != "" {
		_, err = p.Reply(sid, text)
	} else {
		_, err = p.Text(text)
	}
	return "/", err
}

// press presses a button of a message on Dana's phone.
func (w *window) press(r *http.Request) (string, error) {
	for _, m := range w.d.twilio.Phone(danaPhone).Messages() {
		if b, ok := m.Button(r.PostFormValue("button")); ok && m.SID == r.PathValue("sid") {
			_, err := w.d.twilio.Phone(danaPhone).Press(b)
			return "/", err
		}
	}
	return "", errors.New("there is no such button")
}

// hook delivers to the webhook channel, as a system would.
func (w *window) hook(r *http.Request) (string, error) {
	return "/", w.post(r, "http://"+w.d.bridge.Addr()+"/channels/hook", "text/plain; charset=utf-8", r.PostFormValue("text"))
}

// cron starts the schedule, as an operator would.
func (w *window) cron(r *http.Request) (string, error) {
	return "/", w.d.bridge.RunSchedule(r.Context(), operatorName, "daily")
}

func (w *window) post(r *http.Request, to, media, body string) error {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodPost, to, bytes.NewReader([]byte(body)))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", media)
	req.Header.Set("Idempotency-Key", strconv.FormatInt(time.Now().UnixNano(), 10))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		b, _ := io.ReadAll(io.LimitReader(resp.Body, 1000)) // the status says enough
		return fmt.Errorf("%s: %s", resp.Status, b)
	}
	return nil
}

// changes is a stream with a word for each change, for pages that are open.
func (w *window) changes(rw http.ResponseWriter, r *http.Request) {
	rw.Header().Set("Content-Type", "text/event-stream")
	rw.Header().Set("Cache-Control", "no-store")
	c := http.NewResponseController(rw)
	_ = c.SetReadDeadline(time.Time{}) // the request is read
	beat := time.NewTicker(15 * time.Second)
	defer beat.Stop()
	text := "retry: 1000\n\n"
	for {
		if _, err := io.WriteString(rw, text); err != nil || c.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-w.changed.wait():
			text = "data: changed\n\n"
		case <-beat.C:
			text = ": \n\n"
		}
	}
}

// signal wakes all who wait.
type signal struct {
	mu sync.Mutex
	c  chan struct{}
}

func newSignal() *signal { return &signal{c: make(chan struct{})} }

func (s *signal) wait() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.c
}

func (s *signal) tell() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.c)
	s.c = make(chan struct{})
}
