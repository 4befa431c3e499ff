package card

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Registry keeps the cards of peers. It is safe for concurrent use.
type Registry struct {
	client  *http.Client
	trusted *Trusted
	now     func() time.Time
	peers   []*peer
}

// peer is one card that is kept.
type peer struct {
	url string
	id  string // that the card must have; "" for any

	mu    sync.Mutex // held while it is asked for
	card  Card
	have  bool
	said  Answer
	until time.Time
	wait  time.Time // after an error: not asked again before
	err   error
}

// retryFetch is how long a server that failed is left alone.
const retryFetch = 30 * time.Second

// Peer is where a card is, and the id that it has to have; "" for any.
type Peer struct{ URL, ID string }

// NewRegistry returns a registry of the peers, of which none has been asked yet. client
// guards where requests go. With trusted, only signed cards are read. now nil is time.Now.
func NewRegistry(peers []Peer, client *http.Client, trusted *Trusted, now func() time.Time) *Registry {
	r := &Registry{client: client, trusted: trusted, now: now}
	if r.now == nil {
		r.now = time.Now
	}
	for _, p := range peers {
		r.peers = append(r.peers, &peer{url: p.URL, id: p.ID})
	}
	return r
}

// Refresh asks every peer whether its card has changed, and returns what failed, joined.
// The card that was there before stays in use.
func (r *Registry) Refresh(ctx context.Context) error {
	errs := make([]error, len(r.peers))
	var wg sync.WaitGroup
	for i, p := range r.peers {
		wg.Go(func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			errs[i] = r.ask(ctx, p)
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// Fresh asks those whose cards are older than their servers allow. Errors are those of
// peers that have no card at all: an old card is better than none.
func (r *Registry) Fresh(ctx context.Context) error {
	var errs []error
	for _, p := range r.peers {
		p.mu.Lock()
		now := r.now()
		if (!p.have || !now.Before(p.until)) && !now.Before(p.wait) {
			p.err = r.ask(ctx, p)
		}
		if !p.have {
			errs = append(errs, p.err)
		}
		p.mu.Unlock()
	}
	return errors.Join(errs...)
}

// ask gets the card of a peer, whose lock is held.
func (r *Registry) ask(ctx context.Context, p *peer) error {
	a, err := Fetch(ctx, r.client, p.url, p.said)
	if err == nil && a.Body != nil {
		err = r.read(p, a.Body)
	} else if err == nil && !p.have {
		err = errors.New("the server says that nothing has changed, but nothing was there")
	}
	now := r.now()
	if err != nil {
		p.wait = now.Add(retryFetch)
		return fmt.Errorf("%s: %w", p.url, err)
	}
	p.said, p.until, p.have = Answer{ETag: a.ETag, Since: a.Since}, now.Add(a.Fresh), true
	return nil
}

// read takes a card in, unless it was generated when the one was that is there (seed 002,
// Caching). A signed card is verified each time.
func (r *Registry) read(p *peer, b []byte) error {
	kid := ""
	if r.trusted != nil {
		var err error
		if b, kid, err = r.trusted.Verify(b); err != nil {
			return err
		}
	} else if at := generated(b); p.have && !at.IsZero() && at.Equal(p.card.GeneratedAt) {
		return nil
	}
	c, err := Read(b)
	if err != nil {
		return err
	}
	if p.id != "" && c.ID != p.id {
		return fmt.Errorf("the card is that of %q, not of %q", short(c.ID), p.id)
	}
	c.Signed = kid
	p.card = c
	return nil
}

// generated is the top-level generatedAt of a document, without reading the rest of it.
func generated(b []byte) time.Time {
	var v struct {
		GeneratedAt string `json:"generatedAt"`
	}
	if json.Unmarshal(b, &v) != nil {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, v.GeneratedAt)
	if err != nil {
		return time.Time{}
	}
	return t
}

// Cards returns the cards that are there, in the order of the peers. Of two with one id
// and provider the first counts: a peer cannot take another's name.
func (r *Registry) Cards() []Card {
	var all []Card
	for _, p := range r.peers {
		p.mu.Lock()
		c, ok := p.card, p.have
		p.mu.Unlock()
		if ok && !slices.ContainsFunc(all, func(have Card) bool { return have.ID == c.ID && have.Provider == c.Provider }) {
			all = append(all, c)
		}
	}
	return all
}

// ByID returns the card of an agent; of several providers' with that id the first.
func (r *Registry) ByID(id string) (Card, bool) {
	for _, c := range r.Cards() {
		if c.ID == id {
			return c, true
		}
	}
	return Card{}, false
}

// BySkill returns the cards of those who have a skill, by its id or one of its tags.
func (r *Registry) BySkill(skill string) []Card {
	var all []Card
	for _, c := range r.Cards() {
		if slices.ContainsFunc(c.Skills, func(s Skill) bool { return s.ID == skill || slices.Contains(s.Tags, skill) }) {
			all = append(all, c)
		}
	}
	return all
}
