package console

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Who is logged in stands in a cookie that is signed with the bridge's secret: the name, when
// it ends, and a print of the token, so that it ends with the token; every node reads it. It
// goes to this site alone, and every form has a value that is made of it.

const (
	cookieName  = "bridge-console"
	flashName   = "bridge-console-said"
	sessionLife = 12 * time.Hour
	linkLife    = 2 * time.Minute
	maxLinks    = 100
	macBytes    = 20
	purpose     = "console session"
	formPurpose = "console form"
)

// session is who is logged in.
type session struct{ operator, value string }

// Admit returns the path of a page that lets an operator in once, within two minutes. It is
// called for `bridge console`.
func (c *Console) Admit(operator string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	for code, l := range c.links {
		if c.o.Now().After(l.until) || len(c.links) >= maxLinks {
			delete(c.links, code)
		}
	}
	code := rand.Text()
	c.links[code] = oneTime{operator, c.o.Now().Add(linkLife)}
	return Prefix + "login?" + url.Values{"code": {code}}.Encode()
}

// admitted is whom a link lets in; it is used up then.
func (c *Console) admitted(code string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.links[code]
	delete(c.links, code)
	if c.o.Now().After(l.until) {
		return ""
	}
	return l.operator
}

// print is what a session has of the operator's token, "" for who has come by a link.
func (c *Console) print(operator string) string {
	token, ok := c.o.Operators[operator]
	if !ok {
		return ""
	}
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

func (c *Console) newSession(operator string) session {
	head := base64.RawURLEncoding.EncodeToString([]byte(operator)) + "." + strconv.FormatInt(c.o.Now().Add(sessionLife).Unix(), 10) + "." + rand.Text()
	return session{operator, head + "." + c.o.Keys.Sum(macBytes, purpose, head, c.print(operator))}
}

// sessionOf is who a request comes from; false if nobody is logged in.
func (c *Console) sessionOf(r *http.Request) (session, bool) {
	k, err := r.Cookie(cookieName)
	if err == nil {
		if s, ok := c.read(k.Value); ok {
			return s, true
		}
	}
	if c.o.Open != "" {
		return session{c.o.Open, "open"}, true
	}
	return session{}, false
}

func (c *Console) read(value string) (session, bool) {
	f := strings.Split(value, ".")
	if len(f) != 4 {
		return session{}, false
	}
	name, err := base64.RawURLEncoding.DecodeString(f[0])
	until, bad := strconv.ParseInt(f[1], 10, 64)
	if err != nil || bad != nil || c.o.Now().After(time.Unix(until, 0)) {
		return session{}, false
	}
	ok := c.o.Keys.Valid(f[3], macBytes, purpose, strings.Join(f[:3], "."), c.print(string(name)))
	return session{string(name), value}, ok
}

// form is the value that the forms of a session have.
func (c *Console) form(s session) string {
	return c.o.Keys.Sum(macBytes, formPurpose, s.value)
}

func (c *Console) validForm(s session, value string) bool {
	return s.value != "" && c.o.Keys.Valid(value, macBytes, formPurpose, s.value)
}

// as lets in who is logged in; all others get the login page.
func (c *Console) as(h func(http.ResponseWriter, *http.Request, session)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if who, ok := c.sessionOf(r); ok {
			h(w, r, who)
			return
		}
		if r.Method != http.MethodGet {
			c.show(w, r, session{}, http.StatusForbidden, "problem", "Nothing was done", "You are not logged in any more.")
			return
		}
		http.Redirect(w, r, Prefix+"login", http.StatusSeeOther)
	}
}

// login shows the login page. A link is not used up by looking at it: previews open links.
func (c *Console) login(w http.ResponseWriter, r *http.Request) {
	c.show(w, r, session{}, http.StatusOK, "login", "Log in", map[string]string{"Code": r.URL.Query().Get("code")})
}

// enter takes a token, or the code of a link.
func (c *Console) enter(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	operator := ""
	if err := r.ParseForm(); err == nil {
		if code := r.PostFormValue("code"); code != "" {
			operator = c.admitted(code)
		} else {
			operator = c.tokenOf(r.PostFormValue("token"))
		}
	}
	if operator == "" {
		c.o.Log.Warn("console: a login was refused", "from", r.RemoteAddr)
		c.show(w, r, session{}, http.StatusForbidden, "login", "Log in", map[string]string{
			"Problem": "That is no operator's token, and no link that is still good. A link is good once, for two minutes: bridge console makes another.",
		})
		return
	}
	s := c.newSession(operator)
	c.o.Log.Info("console: logged in", "operator", operator)
	http.SetCookie(w, c.cookie(cookieName, s.value, int(sessionLife/time.Second)))
	http.Redirect(w, r, Prefix, http.StatusSeeOther)
}

// tokenOf is the operator whose token it is; "" if it is nobody's.
func (c *Console) tokenOf(token string) string {
	got, operator := sha256.Sum256([]byte(token)), ""
	for name, t := range c.o.Operators {
		want := sha256.Sum256([]byte(t)) // hashes have equal lengths: the comparison tells nothing
		if subtle.ConstantTimeCompare(got[:], want[:]) == 1 && token != "" {
			operator = name
		}
	}
	return operator
}

// leave ends the session in this browser.
func (c *Console) leave(w http.ResponseWriter, r *http.Request, who session) {
	if c.validForm(who, r.PostFormValue("form")) {
		http.SetCookie(w, c.cookie(cookieName, "", -1))
	}
	http.Redirect(w, r, Prefix+"login", http.StatusSeeOther)
}

func (c *Console) cookie(name, value string, age int) *http.Cookie {
	return &http.Cookie{Name: name, Value: value, Path: Prefix, MaxAge: age, HttpOnly: true, Secure: c.o.Secure, SameSite: http.SameSiteStrictMode}
}

// flash keeps one sentence for the next page.
func (c *Console) flash(w http.ResponseWriter, text string) {
	if text != "" {
		http.SetCookie(w, c.cookie(flashName, base64.RawURLEncoding.EncodeToString([]byte(text)), 30))
	}
}

func (c *Console) said(w http.ResponseWriter, r *http.Request) string {
	k, err := r.Cookie(flashName)
	if err != nil {
		return ""
	}
	http.SetCookie(w, c.cookie(flashName, "", -1))
	b, err := base64.RawURLEncoding.DecodeString(k.Value)
	if err != nil || len(b) > 500 {
		return ""
	}
	return string(b)
}
