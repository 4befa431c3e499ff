// Package page serves the approval pages under /approvals/: one link per approver, that
// shows a request and takes a yes or no with the code typed from the prompt.
//
// Mail scanners and previews open every link, run its scripts and send its forms. A GET
// therefore shows and changes nothing, and a form counts only with the code, which is
// in the prompt and never on the page, and with the nonce that the page gave to this
// browser. Links are signed: whoever has none learns nothing about requests.
package page

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"bridge/approvals"
	"bridge/approvals/request"
	"bridge/config"
	"bridge/core/locale"
	"bridge/core/message"
	"bridge/internal/mac"
	"bridge/render"
)

// Prefix is where the pages are mounted.
const Prefix = "/approvals/"

const (
	purpose   = "approval page"
	macBytes  = 15        // 24 characters
	maxForm   = 16 << 10  // bytes of a form
	nonceLife = time.Hour // of a page that was opened
	cookie    = "approval"
	tongue    = "lang" // of the query: the language that the page is read in
)

// Desk is what the pages need of the approvals.
type Desk interface {
	Sheet(ctx context.Context, id message.ApprovalID, who message.PersonID, language string) (approvals.Sheet, error)
	Submit(ctx context.Context, f approvals.Form) (approvals.FormOutcome, string, error)
}

// Pages serves them. All fields but Local are required.
type Pages struct {
	Desk      Desk
	Keys      mac.Keys
	PublicURL string // as people reach the bridge
	Local     bool   // links also where it is of this machine alone, for who sits at it
	Now       func() time.Time
	Log       *slog.Logger
}

// Link is the address of one approver's page of one request, good as long as the
// request is kept. Where the public URL is of this machine alone there is no link: no
// approver could open it.
func (p *Pages) Link(id message.ApprovalID, who message.PersonID) string {
	if u, err := url.Parse(p.PublicURL); err != nil || nobodys(u.Hostname()) && !p.Local {
		return ""
	}
	return p.path(id, who)
}

// nobodys reports whether a host is this machine, or none.
func nobodys(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "" || config.IsLoopback(host) || err == nil && a.IsUnspecified()
}

func (p *Pages) path(id message.ApprovalID, who message.PersonID) string {
	return strings.TrimSuffix(p.PublicURL, "/") + Prefix + string(id) + "/" + string(who) + "/" + p.Keys.Sum(macBytes, purpose, string(id), string(who))
}

// ServeHTTP answers below Prefix.
func (p *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", policy(message.Brand{}))
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("X-Robots-Tag", "noindex, nofollow")
	id, who, ok := p.target(r.URL.Path)
	if !ok {
		p.sorry(w, r, http.StatusNotFound, render.Words.NoPage)
		return
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		p.show(w, r, id, who)
	case http.MethodPost:
		p.take(w, r, id, who)
	default:
		h.Set("Allow", "GET, HEAD, POST")
		p.sorry(w, r, http.StatusMethodNotAllowed, render.Words.NoPage)
	}
}

// target reads a path; false if its MAC is not ours.
func (p *Pages) target(path string) (message.ApprovalID, message.PersonID, bool) {
	rest, _ := strings.CutPrefix(path, Prefix)
	id, rest, _ := strings.Cut(rest, "/")
	who, sum, _ := strings.Cut(rest, "/")
	if !p.Keys.Valid(sum, macBytes, purpose, id, who) || !message.ApprovalID(id).Valid() {
		return "", "", false
	}
	return message.ApprovalID(id), message.PersonID(who), true
}

// show answers a GET.
func (p *Pages) show(w http.ResponseWriter, r *http.Request, id message.ApprovalID, who message.PersonID) {
	s, err := p.Desk.Sheet(r.Context(), id, who, r.URL.Query().Get(tongue))
	if err != nil {
		p.fail(w, r, id, err)
		return
	}
	status := http.StatusOK
	if s.State != request.Pending {
		status = http.StatusGone
	}
	p.render(w, r, status, viewOf(s), id, who)
}

// take answers a POST.
func (p *Pages) take(w http.ResponseWriter, r *http.Request, id message.ApprovalID, who message.PersonID) {
	if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != "application/x-www-form-urlencoded" {
		p.sorry(w, r, http.StatusUnsupportedMediaType, render.Words.NotSent)
		return
	}
	// A browser says where a form comes from; what does not say it is no browser, and
	// has no cookie either.
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		p.sorry(w, r, http.StatusForbidden, render.Words.NotSent)
		return
	}
	f, err := parseForm(http.MaxBytesReader(w, r.Body, maxForm))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		p.sorry(w, r, http.StatusRequestEntityTooLarge, render.Words.NotSent)
		return
	case err != nil:
		p.sorry(w, r, http.StatusBadRequest, render.Words.NotSent)
		return
	}
	s, err := p.Desk.Sheet(r.Context(), id, who, r.URL.Query().Get(tongue))
	if err != nil {
		p.fail(w, r, id, err)
		return
	}
	v := viewOf(s)
	v.Reason = f.Reason
	if !p.validNonce(r, f.Nonce, id, who) {
		v.Problem = v.W.Stale
		if _, err := r.Cookie(cookie); err != nil && p.recent(f.Nonce) {
			v.Problem = v.W.NoCookie
		}
		p.render(w, r, http.StatusGone, v, id, who)
		return
	}
	if f.Decision == "" { // the Enter key in a browser that does not know the disabled button
		v.Problem = v.W.NoChoice
		p.render(w, r, http.StatusUnprocessableEntity, v, id, who)
		return
	}
	out, text, err := p.Desk.Submit(r.Context(), approvals.Form{
		Approval: id, Person: who, Code: f.Code, Grant: f.Decision == "approve", Reason: f.Reason, Nonce: f.Nonce, Browser: browserOf(r), At: p.Now(),
		Language: r.URL.Query().Get(tongue),
	})
	if err != nil {
		p.fail(w, r, id, err)
		return
	}
	status := http.StatusOK
	switch out {
	case approvals.FormTaken:
		if s, err = p.Desk.Sheet(r.Context(), id, who, r.URL.Query().Get(tongue)); err != nil {
			p.fail(w, r, id, err)
			return
		}
		v = viewOf(s)
		v.Said = text
	case approvals.FormNoCode:
		status, v.Problem = http.StatusUnprocessableEntity, v.W.NoCode
	case approvals.FormLocked:
		status, v.Problem = http.StatusTooManyRequests, text
	case approvals.FormClosed:
		status, v.Problem = http.StatusTooManyRequests, v.W.Closed
	default:
		status, v.Problem = http.StatusUnprocessableEntity, v.W.WrongCode
	}
	p.render(w, r, status, v, id, who)
}

// form is what the page sends.
type form struct {
	Nonce, Code, Reason string
	Decision            string // "approve", "deny", or "" where no choice was made
}

var errForm = errors.New("not a form of the approval page")

// parseForm reads a form of the page: each field once, and at most one of the two choices.
func parseForm(body io.Reader) (form, error) {
	b, err := io.ReadAll(body)
	if err != nil {
		return form{}, err
	}
	q, err := url.ParseQuery(string(b))
	if err != nil {
		return form{}, errForm
	}
	one := func(key string) (string, bool) { return q.Get(key), len(q[key]) == 1 }
	nonce, ok1 := one("nonce")
	code, ok2 := one("code")
	decision := q.Get("decision")
	if !ok1 || !ok2 || len(q["decision"]) > 1 || len(q["reason"]) > 1 || q.Has("decision") && decision != "approve" && decision != "deny" {
		return form{}, errForm
	}
	return form{Nonce: nonce, Code: code, Reason: q.Get("reason"), Decision: decision}, nil
}

// newNonce is good for one browser (its cookie), one page, one hour.
func (p *Pages) newNonce(browser string, id message.ApprovalID, who message.PersonID) string {
	head := strconv.FormatInt(p.Now().Unix(), 10) + "." + rand.Text()
	return head + "." + p.Keys.Sum(macBytes, purpose+" nonce", head, browser, string(id), string(who))
}

// validNonce reports whether the nonce was given to this browser for this page.
func (p *Pages) validNonce(r *http.Request, nonce string, id message.ApprovalID, who message.PersonID) bool {
	c, err := r.Cookie(cookie)
	if err != nil {
		return false
	}
	head, sum, ok := cutLast(nonce)
	return ok && p.Keys.Valid(sum, macBytes, purpose+" nonce", head, c.Value, string(id), string(who)) && p.recent(nonce)
}

// recent reports whether a nonce says that it was given within its time.
func (p *Pages) recent(nonce string) bool {
	at, _, ok := strings.Cut(nonce, ".")
	sec, err := strconv.ParseInt(at, 10, 64)
	age := p.Now().Sub(time.Unix(sec, 0))
	return ok && err == nil && age >= -time.Minute && age < nonceLife
}

func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, '.')
	if i < 0 {
		return "", "", false
	}
	return s[:i], s[i+1:], true
}

// browserOf is the cookie that a form came with; its nonce is good for that one alone.
func browserOf(r *http.Request) string {
	c, err := r.Cookie(cookie)
	if err != nil {
		return ""
	}
	return c.Value
}

// browser returns the cookie of the request, and sets one if there is none.
func (p *Pages) browser(w http.ResponseWriter, r *http.Request) string {
	if c, err := r.Cookie(cookie); err == nil && len(c.Value) >= 22 && len(c.Value) <= 64 {
		return c.Value
	}
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	v := base64.RawURLEncoding.EncodeToString(b[:])
	http.SetCookie(w, &http.Cookie{
		Name: cookie, Value: v, Path: Prefix, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: strings.HasPrefix(p.PublicURL, "https:"), MaxAge: int(nonceLife / time.Second),
	})
	return v
}

func (p *Pages) render(w http.ResponseWriter, r *http.Request, status int, v view, id message.ApprovalID, who message.PersonID) {
	if v.Open {
		v.Nonce = p.newNonce(p.browser(w, r), id, who)
	}
	p.write(w, status, v)
}

// fail answers where the approvals could not.
func (p *Pages) fail(w http.ResponseWriter, r *http.Request, id message.ApprovalID, err error) {
	if errors.Is(err, request.ErrNotFound) {
		p.sorry(w, r, http.StatusNotFound, render.Words.NoPage)
		return
	}
	p.Log.Error("approvals: page", "approval", id, "err", err)
	w.Header().Set("Retry-After", "10")
	p.sorry(w, r, http.StatusServiceUnavailable, render.Words.NotNow)
}

// sorry answers with a sentence alone, in the language of the browser.
func (p *Pages) sorry(w http.ResponseWriter, r *http.Request, status int, text func(render.Words) string) {
	words := render.In(locale.Preferred(r.Header.Get("Accept-Language")))
	w.Header().Set("Vary", "Accept-Language")
	p.write(w, status, view{W: words.Page(""), Lang: words.Tag(), Problem: text(words), Bare: true})
}

// policy is what the page may load: nothing but the logo of its channel.
func policy(b message.Brand) string {
	s := "default-src 'none'; style-src '" + styleHash() + "'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
	if u, err := url.Parse(b.Logo); err == nil && u.Host != "" {
		s += "; img-src https://" + u.Host
	}
	return s
}

func (p *Pages) write(w http.ResponseWriter, status int, v view) {
	var b strings.Builder
	if err := sheet().Execute(&b, v); err != nil {
		p.Log.Error("approvals: page", "err", fmt.Errorf("template: %w", err))
		http.Error(w, "the page could not be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Security-Policy", policy(v.Brand))
	w.WriteHeader(status)
	_, _ = w.Write([]byte(b.String())) // the browser is gone
}
