package adaptertest

import (
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/internal/noerr"
)

// Contacts keeps them in memory, as adapters.Contacts says. Create it with NewContacts.
type Contacts struct {
	Saved map[message.Address]adapters.Contact
	Fail  error // of every call

	mu      sync.Mutex
	aliases map[string]message.Address
}

// NewContacts returns one without anybody.
func NewContacts() *Contacts {
	return &Contacts{Saved: map[message.Address]adapters.Contact{}, aliases: map[string]message.Address{}}
}

// Contact implements adapters.Contacts.
func (c *Contacts) Contact(_ context.Context, _ message.ChannelName, a message.Address) (adapters.Contact, bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	got, ok := c.Saved[a]
	return got, ok, c.Fail
}

// SaveContact implements adapters.Contacts.
func (c *Contacts) SaveContact(_ context.Context, _ message.ChannelName, a message.Address, n adapters.Contact) (adapters.Contact, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Fail != nil {
		return adapters.Contact{}, c.Fail
	}
	before := c.Saved[a]
	if n.Heard.Before(before.Heard) {
		n.Heard = before.Heard
	}
	if n.Alias == "" {
		n.Alias = before.Alias
	} else {
		c.aliases[n.Alias] = a
	}
	c.Saved[a] = n
	return before, nil
}

// ByAlias implements adapters.Contacts.
func (c *Contacts) ByAlias(_ context.Context, _ message.ChannelName, alias string) (message.Address, bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a, ok := c.aliases[alias]
	return a, ok, c.Fail
}

// TwilioForm is a call of a webhook as Twilio makes and signs it, of a URL with a token; change
// goes over fields.
func TwilioForm(t *testing.T, to, token string, fields, change map[string]string) *http.Request {
	t.Helper()
	v := maps.Clone(fields)
	maps.Copy(v, change)
	signed, form := to, url.Values{}
	for _, k := range slices.Sorted(maps.Keys(v)) {
		signed += k + v[k]
		form.Set(k, v[k])
	}
	h := hmac.New(sha1.New, []byte(token))
	h.Write([]byte(signed))
	u, err := url.Parse(to)
	noerr.Must(t, err)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, u.Path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("X-Twilio-Signature", base64.StdEncoding.EncodeToString(h.Sum(nil)))
	return r
}

// Texts are the parts of a message in one line.
func Texts(in message.Inbound) string {
	var out []string
	for _, p := range in.Parts {
		out = append(out, string(p.Type)+"="+p.Text+p.Filename+string(p.Data))
	}
	return strings.Join(out, "|")
}
