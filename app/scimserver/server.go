// Package scimserver lets the directory of a company keep people and groups by SCIM 2.0 (RFC 7643,
// 7644). What is stored, and who may be changed, is operate's to say; here is the protocol, with
// what Microsoft Entra and Okta make of it.
package scimserver

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/elimity-com/scim"
	scimerrors "github.com/elimity-com/scim/errors"
	"github.com/elimity-com/scim/optional"
	"github.com/elimity-com/scim/schema"

	"bridge/internal/door"
	"bridge/internal/jsonin"
	"bridge/internal/lazyre"
	"bridge/operate"
)

// Path is where the routes are.
const Path = "/scim/v2/"

// Bounds of calls.
const (
	maxBody  = 1 << 20 // bytes
	maxPage  = 200     // resources of one answer
	maxCalls = 16      // under way
)

// Buckets bounds calls in a time, on all nodes together.
type Buckets interface {
	Take(ctx context.Context, key string, n int, per time.Duration) (ok bool, wait time.Duration, err error)
}

// Options are what a server works with. All are required.
type Options struct {
	People    *operate.Provisioner
	Token     string
	PublicURL string
	Calls     int // per Per
	Per       time.Duration
	Buckets   Buckets
	Counted   func(result string) // one of Results
	Log       *slog.Logger
}

// Results are what becomes of calls, as Options.Counted is told.
func Results() []string { return []string{"ok", "refused", "error", "limit", "unauthorized"} }

// Server answers at Path.
type Server struct {
	o      Options
	token  [sha256.Size]byte
	places chan struct{}
	routes http.Handler
}

// New returns a server.
func New(o Options) (*Server, error) {
	s := &Server{o: o, token: sha256.Sum256([]byte(o.Token)), places: make(chan struct{}, maxCalls)}
	srv, err := scim.NewServer(&scim.ServerArgs{
		ServiceProviderConfig: &scim.ServiceProviderConfig{
			MaxResults: maxPage, SupportFiltering: true, SupportPatch: true,
			AuthenticationSchemes: []scim.AuthenticationScheme{{
				Type: scim.AuthenticationTypeOauthBearerToken, Name: "Bearer token", Description: "The token of [scim] in the bridge's configuration", Primary: true,
			}},
		},
		ResourceTypes: []scim.ResourceType{
			{
				ID: optional.NewString("User"), Name: "User", Endpoint: "/Users", Description: optional.NewString("People"), Schema: schema.CoreUserSchema(),
				SchemaExtensions: []scim.SchemaExtension{{Schema: schema.ExtensionEnterpriseUser()}}, Handler: users{o.People, s.failed},
			},
			{ID: optional.NewString("Group"), Name: "Group", Endpoint: "/Groups", Description: optional.NewString("Groups"), Schema: schema.CoreGroupSchema(), Handler: groups{o.People, s.failed}},
		},
	}, scim.WithBaseURL(strings.TrimSuffix(o.PublicURL, "/")+strings.TrimSuffix(Path, "/")))
	s.routes = http.StripPrefix("/scim", srv)
	return s, err
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	got, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	sum := sha256.Sum256([]byte(got))
	if subtle.ConstantTimeCompare(sum[:], s.token[:]) != 1 {
		w.Header().Set("WWW-Authenticate", "Bearer")
		s.refuse(w, "unauthorized", http.StatusUnauthorized, "this needs the token of [scim]")
		return
	}
	select {
	case s.places <- struct{}{}:
		defer func() { <-s.places }()
	default:
		s.limited(w, time.Second)
		return
	}
	ok, wait, err := s.o.Buckets.Take(r.Context(), "scim", s.o.Calls, s.o.Per)
	if err != nil {
		s.o.Log.Error("scim", "err", err)
		s.refuse(w, "error", http.StatusServiceUnavailable, "the bridge could not count this call: try again")
		return
	}
	if !ok {
		s.limited(w, wait)
		return
	}
	if q := r.URL.Query(); q.Get("filter") != "" {
		q.Set("filter", inBrackets(q.Get("filter")))
		u := *r.URL
		u.RawQuery = q.Encode()
		r = r.WithContext(r.Context())
		r.URL = &u
	}
	if r.Body != nil && r.Method != http.MethodGet {
		body, err := door.Body(w, r, maxBody, 0, nil)
		if err != nil {
			s.refuse(w, "refused", http.StatusRequestEntityTooLarge, "a body has at most 1 MiB")
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(plainBooleans(body)))
	}
	seen := &status{ResponseWriter: w, code: http.StatusOK}
	s.routes.ServeHTTP(seen, r)
	switch {
	case seen.code >= http.StatusInternalServerError:
		s.o.Counted("error")
	case seen.code >= http.StatusBadRequest && seen.code != http.StatusNotFound: // to ask whether somebody is there is no mistake
		s.o.Counted("refused")
	default:
		s.o.Counted("ok")
	}
}

func (s *Server) limited(w http.ResponseWriter, wait time.Duration) {
	door.Later(w, wait)
	s.refuse(w, "limit", http.StatusTooManyRequests, "too many calls: scim.rate")
}

func (s *Server) refuse(w http.ResponseWriter, result string, code int, detail string) {
	s.o.Counted(result)
	w.Header().Set("Content-Type", "application/scim+json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(scimerrors.ScimError{Status: code, Detail: detail}) // the client is gone
}

// status notes what is answered.
type status struct {
	http.ResponseWriter
	code int
}

// WriteHeader implements http.ResponseWriter.
func (s *status) WriteHeader(code int) {
	s.code = code
	s.ResponseWriter.WriteHeader(code)
}

var valuePath = lazyre.New(`^\s*(\w+)\[([^\]"]*"[^"]*"[^\]]*)\]\.(\w+)\s+(\w+)\s+("[^"]*")\s*$`)

// inBrackets writes what Entra asks, emails[type eq "work"].value eq "x", as the grammar has it:
// emails[type eq "work" and value eq "x"].
func inBrackets(f string) string {
	return valuePath.ReplaceAllString(f, `$1[$2 and $3 $4 $5]`)
}

// plainBooleans makes booleans of the texts that Entra writes for them ("False"): of active and of
// primary, by name or as the path of an operation. What is no JSON stays as it is.
func plainBooleans(body []byte) []byte {
	var v any
	if err := jsonin.Exact(body, &v); err != nil {
		return body
	}
	out, err := json.Marshal(plainIn(v))
	if err != nil {
		return body
	}
	return out
}

func plainIn(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = plainIn(v[i])
		}
	case map[string]any:
		path := ""
		for k, x := range v {
			if text, ok := x.(string); ok && strings.EqualFold(k, "path") {
				path = text
			}
		}
		for k, x := range v {
			of := k
			if strings.EqualFold(k, "value") {
				of = path
			}
			text, isText := x.(string)
			if yes := strings.EqualFold(text, "true"); isText && isBoolean(of) && (yes || strings.EqualFold(text, "false")) {
				v[k] = yes
			} else {
				v[k] = plainIn(x)
			}
		}
	}
	return v
}

func isBoolean(name string) bool {
	name = strings.ToLower(name[strings.LastIndexAny(name, ".:")+1:])
	return name == "active" || name == "primary"
}

// failed is what the protocol says of an error, nil for none; what is nobody's business is in the log.
func (s *Server) failed(err error) error {
	if said := (scimerrors.ScimError{}); err == nil || errors.As(err, &said) {
		return err
	}
	no := (*operate.RefusedError)(nil)
	if !errors.As(err, &no) {
		s.o.Log.Error("scim", "err", err)
		return scimerrors.ScimErrorInternal
	}
	switch no.Reason {
	case operate.NotFound:
		return scimerrors.ScimError{Status: http.StatusNotFound, Detail: no.Text}
	case operate.Conflict:
		return scimerrors.ScimError{ScimType: scimerrors.ScimTypeUniqueness, Status: http.StatusConflict, Detail: no.Text}
	case operate.Forbidden:
		return scimerrors.ScimError{Status: http.StatusForbidden, Detail: no.Text}
	default:
		return scimerrors.ScimError{ScimType: scimerrors.ScimTypeInvalidValue, Status: http.StatusBadRequest, Detail: no.Text}
	}
}

// etag is the version of a record.
func etag(version int64) string { return `W/"` + strconv.FormatInt(version, 10) + `"` }

// matches refuses a change of another version than the one that was asked for; asked: there was one.
func matches(r *http.Request, version int64) (asked bool, err error) {
	want := r.Header.Get("If-Match")
	if want == "" || want == "*" {
		return false, nil
	}
	for tag := range strings.SplitSeq(want, ",") {
		if strings.TrimPrefix(strings.TrimSpace(tag), "W/") == strings.TrimPrefix(etag(version), "W/") {
			return true, nil
		}
	}
	return true, scimerrors.ScimError{Status: http.StatusPreconditionFailed, Detail: "it was changed since: look again"}
}

// page are the resources of an answer, of all that were found.
func page(all []scim.Resource, p scim.ListRequestParams) scim.Page {
	from := min(max(p.StartIndex, 1)-1, len(all))
	to := min(from+max(p.Count, 0), len(all))
	return scim.Page{TotalResults: len(all), Resources: append([]scim.Resource{}, all[from:to]...)}
}

// tries is how often a change without If-Match is made anew where somebody was faster.
const tries = 5
