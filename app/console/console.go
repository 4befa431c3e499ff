// Package console is the page of the people who run the bridge. It is rendered on the server,
// works without script, and everything that it shows and does is a route of the operators'
// API, called with the name of who is logged in: what the console can do, a script can, and
// the audit log says who did it.
package console

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"bridge/internal/mac"
	"bridge/internal/tmpl"
)

// Prefix is where the console is mounted.
const Prefix = "/console/"

// Options are what a console works with.
type Options struct {
	// API returns the operators' API for one of them.
	API func(operator string) http.Handler
	// Operators are their tokens by name, and Tenants whose of them it is: they get the pages
	// that show what is a tenant's.
	Operators, Tenants map[string]string
	// Open is the name under which everybody acts without a login; "": nobody does. It is for
	// a bridge that answers this machine alone, and whoever serves the console has to see to that.
	Open   string
	Secure bool // browsers reach it by https: cookies go by that only
	Home   Link // a page beside those of the console, first in its menu; none: ""
	Keys   mac.Keys
	Now    func() time.Time
	Log    *slog.Logger
}

// Link is one entry of the menu.
type Link struct{ Path, Name string }

// Console serves the pages. Create it with New.
type Console struct {
	o     Options
	mux   *http.ServeMux
	mu    sync.Mutex
	links map[string]oneTime // links of Admit that nobody has used
}

// oneTime is who a link lets in, and until when.
type oneTime struct {
	operator string
	until    time.Time
}

//go:embed assets/style.css assets/live.js pages/*.html
var files embed.FS

// New returns a console.
func New(o Options) *Console {
	c := &Console{o: o, mux: http.NewServeMux(), links: map[string]oneTime{}}
	assets, err := fs.Sub(files, "assets")
	if err != nil {
		panic(err) // the folder is compiled in
	}
	c.mux.Handle("GET "+Prefix+"assets/", http.StripPrefix(Prefix+"assets/", http.FileServerFS(assets)))
	c.mux.HandleFunc("GET "+Prefix+"login", c.login)
	c.mux.HandleFunc("POST "+Prefix+"login", c.enter)
	c.mux.HandleFunc("POST "+Prefix+"logout", c.as(c.leave))
	c.mux.HandleFunc("GET "+Prefix+"events", c.as(c.events))
	for path, view := range map[string]view{
		"{$}": c.live, "conversations": c.conversations, "conversations/{id}": c.conversation, "trace": c.trace,
		"approvals": c.approvals, "approvals/{id}": c.approval, "deadletters": c.deadletters, "deadletters/{id}": c.deadletter,
		"sends": c.sends, "channels": c.channels, "cron": c.cron, "people": c.people, "people/{id}": c.person, "usage": c.usage, "figures": c.figures,
	} {
		c.mux.HandleFunc("GET "+Prefix+path, c.as(c.page(view)))
	}
	c.mux.HandleFunc("GET "+Prefix+"approvals/{id}/evidence", c.as(c.evidence))
	c.mux.HandleFunc("GET "+Prefix+"turns/{id}/files/{file}", c.as(c.file))
	for path, act := range map[string]action{
		"approvals/{id}/{what}": c.decide, "deadletters/{what}": c.settle, "{what}/{kind}/{name}": c.pause, "cron/{name}/{what}": c.schedule,
	} {
		c.mux.HandleFunc("POST "+Prefix+path, c.as(c.act(act)))
	}
	c.mux.HandleFunc("POST "+Prefix+"people/invite", c.as(c.invite))
	c.mux.HandleFunc("POST "+Prefix+"people/add", c.as(c.act(c.addPerson)))
	c.mux.HandleFunc("POST "+Prefix+"people/{id}/{what}", c.as(c.act(c.changePerson)))
	c.mux.HandleFunc("POST "+Prefix+"conversations/{id}/{what}", c.as(c.act(c.handOver)))
	c.mux.HandleFunc(Prefix, c.as(func(w http.ResponseWriter, r *http.Request, who session) {
		c.show(w, r, who, http.StatusNotFound, "problem", "Not here", "There is no such page.")
	}))
	return c
}

// csp lets the page load what is compiled in, and nothing else.
const csp = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Headers sets what every page of the console is sent with.
func Headers(h http.Header) {
	h.Set("Content-Security-Policy", csp)
	h.Set("Cache-Control", "no-store")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("X-Robots-Tag", "noindex, nofollow")
}

// ServeHTTP answers below Prefix.
func (c *Console) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	Headers(w.Header())
	c.mux.ServeHTTP(w, r)
}

// view makes the content of a page: the name of its template, its title and its data.
type view func(r *http.Request, api api) (name, title string, data any, err error)

// page shows a view to whoever is logged in.
func (c *Console) page(v view) func(http.ResponseWriter, *http.Request, session) {
	return func(w http.ResponseWriter, r *http.Request, who session) {
		name, title, data, err := v(r, c.api(r, who))
		if err != nil {
			c.problem(w, r, who, err)
			return
		}
		c.show(w, r, who, http.StatusOK, name, title, data)
	}
}

// action does what a form asks for, and says where to go then.
type action func(r *http.Request, api api) (to, said string, err error)

// act does an action; the page that follows says what came of it.
func (c *Console) act(do action) func(http.ResponseWriter, *http.Request, session) {
	return func(w http.ResponseWriter, r *http.Request, who session) {
		if !c.sent(w, r, who) {
			return
		}
		to, said, err := do(r, c.api(r, who))
		if err != nil {
			c.problem(w, r, who, err)
			return
		}
		c.flash(w, said)
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}

// sent reads a form, and answers one that is not of a page of ours.
func (c *Console) sent(w http.ResponseWriter, r *http.Request, who session) bool {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	err := r.ParseForm()
	if err != nil || !c.validForm(who, r.PostFormValue("form")) {
		c.show(w, r, who, http.StatusForbidden, "problem", "Nothing was done", "This form is not of a page that you have open. Go back, load the page again and repeat it.")
		return false
	}
	return true
}

// maxForm bounds a form in bytes.
const maxForm = 64 << 10

// problem says what the API has refused.
func (c *Console) problem(w http.ResponseWriter, r *http.Request, who session, err error) {
	status, text := statusOf(err)
	if status >= http.StatusInternalServerError {
		c.o.Log.Error("console", "err", err)
	}
	c.show(w, r, who, status, "problem", "That did not work", text)
}

// Frame is what every page has round its own content.
type Frame struct {
	Title, Operator, Form, Said string
	Tenant                      string // whose operator it is; "": of the whole bridge
	Path                        string // of the page
	Home                        Link
	LoggedIn, Open              bool
	Now                         time.Time
	Data                        any
}

// show writes a page.
func (c *Console) show(w http.ResponseWriter, r *http.Request, who session, status int, name, title string, data any) {
	v := Frame{
		Title: title, Operator: who.operator, Tenant: c.o.Tenants[who.operator], Path: r.URL.Path, Home: c.o.Home, Open: c.o.Open != "", LoggedIn: who.operator != "",
		Form: c.form(who), Said: c.said(w, r), Now: c.o.Now(), Data: data,
	}
	Render(w, c.o.Log, status, templates()[name], v)
}

// Page returns a page in the layout of the console: its file defines "content", and "live"
// where it is kept up to date. It is executed with a Frame.
func Page(from fs.FS, name string) *tmpl.Template {
	layout, err := fs.ReadFile(files, "pages/layout.html")
	page, err2 := fs.ReadFile(from, name)
	if err = errors.Join(err, err2); err != nil {
		panic(err) // they are compiled in
	}
	t, err := tmpl.ParseHTML(functions(), "layout", string(layout), string(page))
	if err != nil {
		panic(fmt.Errorf("%s: %w", name, err))
	}
	return t
}

// templates are the pages by name.
var templates = sync.OnceValue(func() map[string]*tmpl.Template {
	pages, err := files.ReadDir("pages")
	if err != nil {
		panic(err) // the folder is compiled in
	}
	all := map[string]*tmpl.Template{}
	for _, p := range pages {
		if name, _ := strings.CutSuffix(p.Name(), ".html"); name != "layout" {
			all[name] = Page(files, "pages/"+p.Name())
		}
	}
	return all
})
