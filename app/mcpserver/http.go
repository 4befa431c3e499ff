package mcpserver

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"bridge/internal/door"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

// clientKey is where a proven token has its client.
const clientKey = "client"

// verify finds the client of a token: one of the configuration, or of the issuer.
func (s *Server) verify(ctx context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	var found *client
	sum := sha256.Sum256([]byte(token))
	for _, c := range s.clients {
		if c.Token != "" && subtle.ConstantTimeCompare(sum[:], c.token[:]) == 1 {
			found = c
		}
	}
	var ends time.Time
	if found == nil && s.keys != nil && strings.Count(token, ".") == 2 {
		subject, until, err := s.keys.Verify(ctx, token)
		if err != nil {
			s.o.Log.Warn("mcp: a token of the issuer is refused", "err", err)
			return nil, fmt.Errorf("%w: it is not a valid token of the issuer", auth.ErrInvalidToken)
		}
		for _, c := range s.clients {
			if c.Subject != "" && c.Subject == subject {
				found, ends = c, until
			}
		}
	}
	if found == nil {
		return nil, fmt.Errorf("%w: this needs the token of a client ([mcp.clients])", auth.ErrInvalidToken)
	}
	return &auth.TokenInfo{UserID: found.Name, Expiration: ends, Extra: map[string]any{clientKey: found}}, nil
}

// of is the client that a request was proven to come from.
func of(r *http.Request) *client {
	c, _ := auth.TokenInfoFromContext(r.Context()).Extra[clientKey].(*client)
	return c
}

// stopGrace is how long answers under way may take when the bridge stops: calls that wait
// are answered at once, and streams that only listen are ended.
const stopGrace = time.Second

// limited lets through what a client may do at a time and in a time, and reads its
// request before it is handed on: nothing is read any more from a connection that waits.
func (s *Server) limited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := of(r)
		select {
		case c.slots <- struct{}{}:
			defer func() { <-c.slots }()
		default:
			c.tooMany(w, time.Second, fmt.Sprintf("%d calls of this client are under way", maxCalls))
			return
		}
		if r.Method == http.MethodPost {
			ok, wait, err := s.o.Buckets.Take(r.Context(), "mcp "+c.Name, s.o.Calls, s.o.Per)
			if err != nil {
				s.o.Log.Error("mcp", "client", c.Name, "err", err)
				http.Error(w, "the bridge could not count this call; try again", http.StatusServiceUnavailable)
				return
			}
			if !ok {
				c.tooMany(w, wait, fmt.Sprintf("mcp.calls_per_client allows %d calls per %s", s.o.Calls, s.o.Per))
				return
			}
			body, err := door.Body(w, r, maxBody, 0, nil)
			if errors.Is(err, door.ErrLarge) {
				http.Error(w, fmt.Sprintf("the request has more than %d bytes", maxBody), http.StatusRequestEntityTooLarge)
				return
			}
			if err != nil {
				http.Error(w, "the request could not be read", http.StatusBadRequest)
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
		}
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // else it would end the request's context later
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		go func() {
			select {
			case <-s.o.Stopping:
				time.AfterFunc(stopGrace, cancel)
			case <-ctx.Done():
			}
		}()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func (c *client) tooMany(w http.ResponseWriter, wait time.Duration, why string) {
	c.o.Counted(c.Name, "", "limit")
	door.Later(w, wait)
	http.Error(w, why, http.StatusTooManyRequests)
}

// fromHere keeps away what a page of another site has a browser send: MCP wants Origin
// checked (2025-11-25, transports, security warning), and a name that leads here for a
// moment is another site's too.
func fromHere(publicURL string, next http.Handler) http.Handler {
	public, err := url.Parse(publicURL)
	if err != nil {
		public = &url.URL{}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !ourHost(r.Host, public.Host) {
			http.Error(w, "this bridge has another name (public_url)", http.StatusForbidden)
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" && r.URL.Path != Metadata {
			u, err := url.Parse(origin)
			if err != nil || u.Host == "" || !strings.EqualFold(u.Host, r.Host) && !strings.EqualFold(origin, public.Scheme+"://"+public.Host) {
				http.Error(w, "a page of another site has sent this", http.StatusForbidden)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// ourHost reports whether HOST or HOST:PORT is the public one, this machine, or an address:
// only a name can be made to lead elsewhere.
func ourHost(hostport, public string) bool {
	if strings.EqualFold(hostport, public) {
		return true
	}
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.EqualFold(host, "localhost") || net.ParseIP(host) != nil
}
