// Package contract judges the requests that a stand-in for Twilio got by Twilio's
// own description of its API. Tests only: it is never part of the program.
package contract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"bridge/internal/noerr"
	"bridge/internal/twilioserver"
)

// folder is where the descriptions are, beside the repository.
const folder = "../shared/corpora/twilio/oai"

// Spec is the official description of the Messages and the Content API.
type Spec struct {
	docs []*document
}

type document struct {
	doc    *openapi3.T
	routes []route
}

type route struct {
	path  string
	match *regexp.Regexp
	names []string
	item  *openapi3.PathItem
}

var load = sync.OnceValues(read)

// Load returns the description; the test is skipped where the corpora are not there.
func Load(t testing.TB) *Spec {
	t.Helper()
	s, err := load()
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("corpora are missing: %v", err)
	}
	noerr.Must(t, err)
	return s
}

// Watch checks at the end of the test every request that the server got.
func Watch(t testing.TB, s *twilioserver.Server) {
	t.Helper()
	t.Cleanup(func() {
		spec, err := load()
		if errors.Is(err, fs.ErrNotExist) {
			t.Logf("requests to Twilio are not judged, the corpora are missing: %v", err)
			return
		}
		if err != nil {
			t.Error(err)
			return
		}
		for _, r := range s.Requests() {
			if err := spec.Check(r); err != nil {
				t.Errorf("%s %s is not in Twilio's contract: %v\n%s", r.Method, r.URI, err, r.Body)
			}
		}
	})
}

// read finds the corpora from the folder of the test.
func read() (*Spec, error) {
	dir, err := root()
	if err != nil {
		return nil, err
	}
	s := &Spec{}
	for _, name := range []string{"twilio_api_v2010.json", "twilio_content_v1.json"} {
		doc, err := openapi3.NewLoader().LoadFromFile(filepath.Join(dir, folder, name))
		if err != nil {
			return nil, err
		}
		d := &document{doc: doc}
		for path, item := range doc.Paths.Map() {
			d.routes = append(d.routes, compile(path, item))
		}
		s.docs = append(s.docs, d)
	}
	return s, nil
}

func root() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no go.mod above the test")
		}
		dir = up
	}
	return "", err
}

var parameter = regexp.MustCompile(`\\\{([A-Za-z]+)\\\}`)

func compile(path string, item *openapi3.PathItem) route {
	r := route{path: path, item: item}
	quoted := regexp.QuoteMeta(path)
	for _, m := range parameter.FindAllStringSubmatch(quoted, -1) {
		r.names = append(r.names, m[1])
	}
	r.match = regexp.MustCompile("^" + parameter.ReplaceAllString(quoted, "([^/.]+)") + "$")
	return r
}

// Check returns why a request is not as described, or nil.
func (s *Spec) Check(r twilioserver.Request) error {
	u, err := url.ParseRequestURI(r.URI)
	if err != nil {
		return err
	}
	if r.Op == twilioserver.Media && !strings.HasSuffix(u.Path, ".json") || r.Op == twilioserver.Services || r.Host == "messaging.twilio.com" {
		return nil // the bytes of a file, services and senders: not in these documents
	}
	for _, d := range s.docs {
		for _, rt := range d.routes {
			values := rt.match.FindStringSubmatch(u.Path)
			op := rt.item.GetOperation(r.Method)
			if values == nil || op == nil {
				continue
			}
			params := map[string]string{}
			for i, n := range rt.names {
				params[n] = values[i+1]
			}
			return d.check(r, u, rt, op, params)
		}
	}
	return errors.New("there is no such operation")
}

func (d *document) check(r twilioserver.Request, u *url.URL, rt route, op *openapi3.Operation, params map[string]string) error {
	var known []string
	for _, p := range append(slices.Clone(op.Parameters), rt.item.Parameters...) {
		if p.Value.In == openapi3.ParameterInQuery {
			known = append(known, p.Value.Name)
		}
	}
	for k := range u.Query() {
		if !slices.Contains(known, k) {
			return fmt.Errorf("the parameter %s is unknown", k)
		}
	}
	body := r.Body
	if len(body) > 0 && op.RequestBody == nil {
		return errors.New("it has a body")
	}
	if len(body) > 0 && r.Header.Get("Content-Type") != "application/json" {
		form, err := url.ParseQuery(string(body))
		if err != nil {
			return fmt.Errorf("its body is not a form: %w", err)
		}
		media := op.RequestBody.Value.Content.Get("application/x-www-form-urlencoded")
		if media == nil {
			return errors.New("its body should not be a form")
		}
		for k, vs := range form {
			p := media.Schema.Value.Properties[k]
			switch {
			case p == nil:
				return fmt.Errorf("the parameter %s is unknown", k)
			case len(vs) > 1 && !p.Value.Type.Is("array"):
				return fmt.Errorf("the parameter %s is there %d times", k, len(vs))
			}
		}
		// A repeated MediaUrl is how Twilio wants it, and its description does not say so.
		form.Del("MediaUrl")
		body = []byte(form.Encode())
	}
	req, err := http.NewRequestWithContext(context.Background(), r.Method, "https://"+r.Host+r.URI, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header = r.Header.Clone()
	req.Header.Del("Content-Length")
	if _, _, ok := req.BasicAuth(); !ok {
		return errors.New("it does not sign in")
	}
	return openapi3filter.ValidateRequest(context.Background(), &openapi3filter.RequestValidationInput{
		Request: req, PathParams: params,
		Route:   &routers.Route{Spec: d.doc, Path: rt.path, PathItem: rt.item, Method: r.Method, Operation: op},
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
	})
}
