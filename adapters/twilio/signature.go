package twilio

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// signatureHeader is where Twilio puts it.
const signatureHeader = "X-Twilio-Signature"

// RetryFragment is what the URLs at Twilio end with, so that it calls again after
// any failure: its connection overrides. Whether Twilio signs it along is not
// documented: both forms verify.
const RetryFragment = "#rc=5&rp=all"

// Verifier checks signatures of webhooks: base64(HMAC-SHA1(auth token, URL + the
// form's parameters)). Twilio is not consistent in how it writes the URL, so some
// forms of the same URL are tried (candidates).
type Verifier struct{ tokens []func() string }

// newVerifier takes signatures that were made with one of the tokens. An empty
// token verifies nothing: anybody could sign with it.
func newVerifier(tokens []func() string) Verifier { return Verifier{tokens} }

// Form reports whether signature is that of a call of rawURL with a form.
func (v Verifier) Form(rawURL string, f Form, signature string) bool {
	return v.valid(rawURL, f.signed(), signature)
}

// Body is Form for a body that is none, such as JSON: the URL names its SHA-256.
func (v Verifier) Body(rawURL string, body []byte, signature string) bool {
	_, query, _ := strings.Cut(withoutFragment(rawURL), "?")
	q, err := url.ParseQuery(query)
	if err != nil || len(q["bodySHA256"]) != 1 {
		return false
	}
	sum := sha256.Sum256(body)
	same := hmac.Equal([]byte(strings.ToLower(q.Get("bodySHA256"))), []byte(hex.EncodeToString(sum[:])))
	return v.valid(rawURL, "", signature) && same
}

func (v Verifier) valid(rawURL, params, signature string) bool {
	ok := false
	for _, u := range candidates(rawURL) {
		for _, token := range v.tokens {
			key := token()
			if key == "" {
				continue
			}
			h := hmac.New(sha1.New, []byte(key))
			h.Write([]byte(u))
			h.Write([]byte(params))
			if hmac.Equal([]byte(base64.StdEncoding.EncodeToString(h.Sum(nil))), []byte(signature)) {
				ok = true
			}
		}
	}
	return ok
}

// Called is the URL that Twilio must have called to reach r: the configured public
// one and the request's own path and query, as they came. What the request says of
// host and scheme is the sender's word, and a proxy's at best.
func (c Callbacks) Called(r *http.Request) string {
	path := r.RequestURI
	if _, rest, absolute := strings.Cut(path, "://"); absolute && !strings.HasPrefix(path, "/") {
		_, path, _ = strings.Cut(rest, "/")
		path = "/" + path
	}
	return withoutFragment(strings.TrimRight(withoutFragment(c.PublicURL), "/") + path)
}

func withoutFragment(u string) string {
	u, _, _ = strings.Cut(u, "#")
	return u
}

// candidates are the forms of a URL that Twilio may have signed: as it is, with
// the port of its scheme, without a port, each of them as browsers write it, and
// all with the fragment. None of them leads elsewhere than the URL itself.
func candidates(rawURL string) []string {
	rawURL = withoutFragment(rawURL)
	var out []string
	for _, u := range []string{rawURL, normalized(rawURL)} {
		scheme, user, host, rest, ok := split(u)
		if !ok {
			out = append(out, u)
			continue
		}
		bare, port := splitPort(host)
		out = append(out, u)
		if port == "" {
			out = append(out, scheme+"://"+user+bare+":"+defaultPort(scheme)+rest)
		} else {
			out = append(out, scheme+"://"+user+bare+rest)
		}
	}
	for _, u := range slices.Clone(out) {
		out = append(out, u+RetryFragment)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// split cuts a URL without changing a byte: user ends with @ if there is one, host
// has the port, rest begins with the path or the query.
func split(u string) (scheme, user, host, rest string, ok bool) {
	scheme, after, ok := strings.Cut(u, "://")
	if !ok {
		return "", "", "", "", false
	}
	end := strings.IndexAny(after, "/?#")
	if end < 0 {
		end = len(after)
	}
	host, rest = after[:end], after[end:]
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		user, host = host[:at+1], host[at+1:]
	}
	return scheme, user, host, rest, true
}

// splitPort leaves the brackets of an IPv6 address where they are.
func splitPort(host string) (bare, port string) {
	i := strings.LastIndexByte(host, ':')
	if i < 0 || strings.HasSuffix(host, "]") {
		return host, ""
	}
	return host[:i], host[i+1:]
}

func defaultPort(scheme string) string {
	if strings.EqualFold(scheme, "https") {
		return "443"
	}
	return "80"
}

// normalized writes a URL as browsers and Node do (WHATWG URL, special schemes):
// scheme and host in lower case, no default port, a path, and what may not stand
// there as it is in escapes. Dot segments stay: no route of ours has any.
func normalized(u string) string {
	scheme, user, host, rest, ok := split(u)
	if !ok {
		return u
	}
	scheme, host = strings.ToLower(scheme), strings.ToLower(host)
	if bare, port := splitPort(host); port == defaultPort(scheme) {
		host = bare
	}
	path, query, asked := strings.Cut(rest, "?")
	if path == "" {
		path = "/"
	}
	u = scheme + "://" + user + host + escaped(path, "\"<>^`{}")
	if asked {
		u += "?" + escaped(query, "\"<>'")
	}
	return u
}

func escaped(s, also string) string {
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7f || strings.IndexByte(also, c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// shown is a URL as it may be logged: without user, password and the values of the
// query.
func shown(u string) string {
	scheme, _, host, rest, ok := split(withoutFragment(u))
	if !ok {
		return ""
	}
	path, _, asked := strings.Cut(rest, "?")
	if asked {
		path += "?…"
	}
	return scheme + "://" + host + path
}

// explain says why calls of the configured URL, as it stands at Twilio, would not
// verify here or not arrive, where expected is ours (Callbacks.Inbound); "" if they
// would. bridge check shows it. It repeats no password and no query.
func explain(expected, configured string) string {
	if configured == "" {
		return "no webhook URL is set at Twilio; write " + shown(expected) + RetryFragment
	}
	have, want := withoutFragment(configured), withoutFragment(expected)
	if have == want || slices.Contains(candidates(want), have) {
		return ""
	}
	what := "the URL differs"
	hs, hu, hh, hr, ok := split(have)
	ws, wu, wh, wr, _ := split(want)
	switch {
	case !ok:
		what = "it is no URL"
	case !strings.EqualFold(hs, ws):
		what = "it begins with " + hs + ", not with " + ws
	case !strings.EqualFold(hostOf(hh), hostOf(wh)):
		what = "it has another host than public_url"
	case !strings.EqualFold(hh, wh):
		what = "it has another port than public_url"
	case hu != wu:
		what = "it has a user name or password, which public_url has not"
	default:
		hp, hq, _ := strings.Cut(hr, "?")
		wp, wq, _ := strings.Cut(wr, "?")
		if hp != wp {
			what = "it has another path"
		} else if hq != wq {
			what = "it has another query"
		}
	}
	return fmt.Sprintf("%s: Twilio calls %s, but the bridge expects signatures for %s", what, shown(configured), shown(expected))
}

func hostOf(hostport string) string {
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		return h
	}
	return strings.Trim(hostport, "[]")
}
