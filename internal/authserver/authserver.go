// Package authserver is an authorization server with the resource that takes its tokens, for
// tests: metadata (RFC 8414, 9728), registration (RFC 7591), codes with PKCE (RFC 7636) for
// whoever asks, refresh tokens that count once, and tokens for the credentials of a client.
package authserver

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Server is both. What is exported is read and set under Lock.
type Server struct {
	*httptest.Server
	sync.Mutex
	Access    string        // the token that counts
	Refresh   string        // the one that counts
	Challenge string        // of the last login (PKCE)
	Lives     time.Duration // of the tokens
	Refreshed int           // how often
	Client    string        // that has credentials (RFC 6749 §4.4); "": none has
	Secret    string        // of the client
	Issued    int           // how many tokens it got
	Scopes    []string      // of the last login
	Resource  string        // that it was for
	tokens    int
}

// Start starts one; resource answers at /mcp who has the token. It is closed by Close.
func Start(resource http.Handler) *Server {
	s := &Server{Lives: time.Hour}
	mux := http.NewServeMux()
	s.Server = httptest.NewServer(mux)
	const metadata = "/.well-known/oauth-protected-resource/mcp"
	mux.HandleFunc("/mcp", func(w http.ResponseWriter, r *http.Request) {
		s.Lock()
		known := s.Access != "" && r.Header.Get("Authorization") == "Bearer "+s.Access
		s.Unlock()
		if !known {
			w.Header().Set("WWW-Authenticate", fmt.Sprintf("Bearer resource_metadata=%q", s.URL+metadata))
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		resource.ServeHTTP(w, r)
	})
	document := func(path string, v any) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(v)
		})
	}
	document(metadata, map[string]any{"resource": s.URL + "/mcp", "authorization_servers": []string{s.URL}, "scopes_supported": []string{"read", "write"}})
	document("/.well-known/oauth-authorization-server", map[string]any{
		"issuer": s.URL, "authorization_endpoint": s.URL + "/authorize", "token_endpoint": s.URL + "/token", "registration_endpoint": s.URL + "/register",
		"response_types_supported": []string{"code"}, "code_challenge_methods_supported": []string{"S256"}, "token_endpoint_auth_methods_supported": []string{"none"},
	})
	mux.HandleFunc("/register", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		fmt.Fprint(w, `{"client_id":"registered","token_endpoint_auth_method":"none"}`)
	})
	mux.HandleFunc("/authorize", func(w http.ResponseWriter, r *http.Request) {
		s.Lock()
		defer s.Unlock()
		q := r.URL.Query()
		s.Challenge, s.Scopes, s.Resource = q.Get("code_challenge"), strings.Fields(q.Get("scope")), q.Get("resource")
		http.Redirect(w, r, q.Get("redirect_uri")+"?code=the-code&state="+url.QueryEscape(q.Get("state")), http.StatusFound)
	})
	mux.HandleFunc("/token", s.token)
	return s
}

func (s *Server) token(w http.ResponseWriter, r *http.Request) {
	s.Lock()
	defer s.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if id, secret, ok := r.BasicAuth(); ok && s.Client != "" && id == s.Client && secret == s.Secret && r.FormValue("grant_type") == "client_credentials" {
		s.Issued++
		s.tokens++
		s.Access, s.Scopes = fmt.Sprint("access-", s.tokens), strings.Fields(r.FormValue("scope"))
		fmt.Fprintf(w, `{"access_token":%q,"token_type":"Bearer","expires_in":%d}`, s.Access, int(s.Lives.Seconds()))
		return
	}
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	switch {
	case r.FormValue("grant_type") == "authorization_code" && r.FormValue("code") == "the-code" && base64.RawURLEncoding.EncodeToString(sum[:]) == s.Challenge:
	case r.FormValue("grant_type") == "refresh_token" && s.Refresh != "" && r.FormValue("refresh_token") == s.Refresh:
		s.Refreshed++
	default:
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error":"invalid_grant"}`)
		return
	}
	s.tokens++
	s.Access, s.Refresh = fmt.Sprint("access-", s.tokens), fmt.Sprint("refresh-", s.tokens)
	fmt.Fprintf(w, `{"access_token":%q,"refresh_token":%q,"token_type":"Bearer","expires_in":%d}`, s.Access, s.Refresh, int(s.Lives.Seconds()))
}

// Browse is the browser of somebody who logs in at a URL: it returns where it is sent back to.
func Browse(at string) (string, error) {
	c := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := c.Get(at)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	return resp.Header.Get("Location"), nil
}
