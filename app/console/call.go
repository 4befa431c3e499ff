package console

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"

	"bridge/internal/tmpl"
)

// api calls the operators' API as one of them, within this process.
type api struct {
	h     http.Handler
	ctx   context.Context
	whole bool // of an operator of the whole bridge
}

func (c *Console) api(r *http.Request, who session) api {
	return api{c.o.API(who.operator), r.Context(), c.o.Tenants[who.operator] == ""}
}

// apiError is what the API has refused.
type apiError struct {
	status int
	detail string
}

// Error returns the API's words.
func (e *apiError) Error() string { return e.detail }

// statusOf is the status and the sentence of an error.
func statusOf(err error) (int, string) {
	if e, ok := errors.AsType[*apiError](err); ok {
		return e.status, e.detail
	}
	return http.StatusInternalServerError, "The bridge could not do that; its log says why."
}

// answer collects what the API answers.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (a *answer) Header() http.Header { return a.header }

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(status int) { a.status = status }

// Write implements http.ResponseWriter.
func (a *answer) Write(b []byte) (int, error) { return a.body.Write(b) }

// get reads a route into v.
func (a api) get(path string, v any) error { return a.call(http.MethodGet, path, nil, v) }

// post sends body to a route; v may be nil.
func (a api) post(path string, body, v any) error { return a.call(http.MethodPost, path, body, v) }

func (a api) call(method, path string, body, v any) error {
	b, err := a.raw(method, path, body)
	if err != nil || v == nil {
		return err
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	return nil
}

// raw is call without reading the answer.
func (a api) raw(method, path string, body any) ([]byte, error) {
	var in bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&in).Encode(body); err != nil {
			return nil, err
		}
	}
	r, err := http.NewRequestWithContext(a.ctx, method, "/api/v1"+path, &in)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	out := &answer{header: http.Header{}, status: http.StatusOK}
	a.h.ServeHTTP(out, r)
	if out.status < 300 {
		return out.body.Bytes(), nil
	}
	return nil, out.refusal()
}

// refusal is what an answer that is none says.
func (a *answer) refusal() error {
	var p struct {
		Detail string `json:"detail"`
	}
	if json.Unmarshal(a.body.Bytes(), &p) != nil || p.Detail == "" {
		p.Detail = http.StatusText(a.status)
	}
	return &apiError{a.status, p.Detail}
}

// passed passes an answer on as it comes, and keeps what the API has refused.
type passed struct {
	http.ResponseWriter
	refused *answer // nil: nothing
}

// WriteHeader implements http.ResponseWriter.
func (p *passed) WriteHeader(status int) {
	if status < 300 {
		p.ResponseWriter.WriteHeader(status)
		return
	}
	p.refused = &answer{status: status}
}

// Write implements http.ResponseWriter.
func (p *passed) Write(b []byte) (int, error) {
	if p.refused != nil {
		return p.refused.Write(b)
	}
	return p.ResponseWriter.Write(b)
}

// file passes a file of a turn on; it may be large.
func (c *Console) file(w http.ResponseWriter, r *http.Request, who session) {
	path := "/api/v1/turns/" + url.PathEscape(r.PathValue("id")) + "/files/" + url.PathEscape(r.PathValue("file"))
	to, err := http.NewRequestWithContext(r.Context(), r.Method, path, http.NoBody)
	if err != nil {
		c.problem(w, r, who, err)
		return
	}
	out := &passed{ResponseWriter: w}
	c.o.API(who.operator).ServeHTTP(out, to)
	if out.refused != nil {
		c.problem(w, r, who, out.refused.refusal())
	}
}

// events passes the stream of events on to the page.
func (c *Console) events(w http.ResponseWriter, r *http.Request, who session) {
	to, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "/api/v1/events", nil)
	if err != nil {
		c.problem(w, r, who, err)
		return
	}
	to.Header.Set("Last-Event-ID", r.Header.Get("Last-Event-ID"))
	c.o.API(who.operator).ServeHTTP(w, to)
}

// Render fills a page in and writes it, or says that it cannot be made.
func Render(w http.ResponseWriter, log *slog.Logger, status int, t *tmpl.Template, v any) {
	var b bytes.Buffer
	if err := t.Execute(&b, v); err != nil {
		log.Error("console: page", "err", err)
		http.Error(w, "the page could not be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // the browser is gone
}
