package test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"bridge/core/wire/agp"
)

const (
	agpPeerKey  = "the signing key of agnt_consumer_42"
	agpVenueKey = "the signing key of agnt_venue_la_brisa"
)

// withVenue adds the channel venues, which agents call.
func (s *site) withVenue() {
	s.t.Helper()
	b, err := os.ReadFile(s.config())
	must(s.t, err)
	s.write(string(b) + fmt.Sprintf(`
[channels.venues]
type = "agp"
id   = "agnt_venue_la_brisa"
keys = %[1]q
[channels.venues.intents]
"venue.list"      = "assistant"
"booking.search"  = "assistant"
"booking.confirm" = "assistant"
[channels.venues.peers.agnt_consumer_42]
keys = %[2]q

[agents.outside]
type      = "agp"
url       = "http://%[3]s/channels/venues"
from      = "agnt_consumer_42"
to        = "agnt_venue_la_brisa"
intent    = "booking.search"
keys      = ["the key that has replaced it", %[2]q]
rotated   = %[4]q
peer_keys = ["the key that will replace it", %[1]q]
peer_rotated = %[4]q
[channels.wishes]
type    = "webhook"
agent   = "outside"
scheme  = "standard"
secrets = [%[5]q]
`, agpVenueKey, agpPeerKey, s.http, time.Now().UTC().Format(time.RFC3339), hookSecret))
}

// envelope is one of the peer's, with the payload of the seed.
func agpEnvelope(t *testing.T, intent string, ttl time.Duration) agp.Message {
	t.Helper()
	m, err := agp.Encode(agp.Envelope{
		From: "agnt_consumer_42", To: "agnt_venue_la_brisa", Intent: intent, TTL: ttl, Time: time.Now(),
		Payload: []byte(`{"party_size":4,"date":"2026-04-20","time":"19:30"}`), Context: []byte(`{"locale":"en","tier":"pro","correlation_id":"dinner-7"}`),
	})
	must(t, err)
	return m
}

// agp sends an envelope and returns the payload of its answer, or its failure.
func (s *site) agp(m agp.Message) (string, agp.Failure) {
	s.t.Helper()
	payload, f, err := s.tryAGP(m)
	must(s.t, err)
	return payload, f
}

func (s *site) tryAGP(m agp.Message) (string, agp.Failure, error) {
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, "http://"+s.http+"/channels/venues", strings.NewReader(string(m.Canonical)))
	if err != nil {
		return "", agp.Failure{}, err
	}
	r.Header.Set(agp.SignatureHeader, m.Sign(agp.Whole, []agp.Key{{Secret: []byte(agpPeerKey)}}, time.Now()))
	resp, err := hookClient().Do(r)
	if err != nil {
		return "", agp.Failure{}, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return "", agp.Failure{}, err
	}
	if f, ok := agp.DecodeFailure(b); ok && resp.StatusCode == f.Err.Code.Status() {
		return "", f, nil
	}
	answer, err := agp.Decode(b)
	if err == nil {
		err = answer.Verify(agp.Whole, resp.Header.Values(agp.SignatureHeader), []agp.Key{{Secret: []byte(agpVenueKey)}}, time.Now())
	}
	if err != nil {
		return "", agp.Failure{}, err
	}
	if why := answer.Answers(m.Envelope); why != "" {
		return "", agp.Failure{}, fmt.Errorf("%s: %s", why, b)
	}
	return string(answer.Payload), agp.Failure{}, nil
}

// TestAGP: an agent of others searches and books. Dana decides by SMS, in time and too
// late; what was answered is answered again, also after a crash, and never done twice.
func TestAGP(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, store option) {
		p := newPhones(t, store, via(`"sms"`), withChannel(`agent = "assistant"`))
		p.withVenue()
		p.start()
		if got, f := p.agp(agpEnvelope(t, agp.Ping, agp.MaxTTL)); got != `{"status":"ok"}` {
			t.Fatalf("ping: %s %+v", got, f)
		}
		search := agpEnvelope(t, agp.Search, agp.MaxTTL)
		const found = `{"available":true,"date":"2026-04-20","party_size":4,"time":"19:30"}`
		if got, f := p.agp(search); got != found {
			t.Fatalf("search: %s %+v", got, f)
		}
		// The bridge as the caller, of itself: its key is being replaced.
		h := (&orchestrator{site: p.site}).deliver("wishes", "evt_1", `{"party_size":4,"date":"2026-04-20","time":"19:30"}`)
		eventually(t, "the search of a caller", func() bool {
			h = p.statusOf("http://" + p.http + h.Status[strings.Index(h.Status, "/channels/"):])
			return h.Meta.FinalizedBy != ""
		})
		if len(h.Parts) != 1 || string(h.Parts[0].Data) != found {
			t.Errorf("search, as a caller: %s", h.body)
		}

		confirm := agpEnvelope(t, agp.Confirm, agp.MaxTTL)
		type reply struct {
			payload string
			failure agp.Failure
			err     error
		}
		booked := make(chan reply, 1)
		go func() {
			payload, f, err := p.tryAGP(confirm)
			booked <- reply{payload, f, err}
		}()
		prompt := p.rings(danaPhone, 0, "party_size")
		p.text(danaPhone, "yes "+codeIn(t, prompt.Body))
		r := <-booked
		if r.err != nil || !strings.HasPrefix(r.payload, `{"reference":"BK-trn_`) {
			t.Fatalf("confirm: %+v", r)
		}

		n := len(p.still(danaPhone))
		late := agpEnvelope(t, agp.Confirm, 5*time.Second)
		if got, f := p.agp(late); f.Err.Code != agp.TTLExceeded || f.Breaker.State != "closed" || !strings.Contains(string(f.Context), "dinner-7") {
			t.Fatalf("late: %s %+v", got, f)
		}
		code := codeIn(t, p.rings(danaPhone, n, "party_size").Body)
		n = len(p.still(danaPhone))
		p.text(danaPhone, "yes "+code)
		p.rings(danaPhone, n, "Expired")

		p.kill() // nothing of it was in memory, or is of the secret
		p.replaceSecret()
		p.start()
		for range 2 {
			if got, f := p.agp(confirm); got != r.payload {
				t.Errorf("again: %s %+v", got, f)
			}
			if got, f := p.agp(late); f.Err.Code != agp.TTLExceeded {
				t.Errorf("late, again: %s %+v", got, f)
			}
			if got, f := p.agp(search); got != found {
				t.Errorf("search, again: %s %+v", got, f)
			}
		}
		other := confirm.Envelope
		other.Payload = json.RawMessage(`{"party_size":40}`)
		m, err := agp.Encode(other)
		must(t, err)
		if got, f := p.agp(m); f.Err.Code != agp.IdempotencyConflict {
			t.Errorf("another booking under the same tuple: %s %+v", got, f)
		}
		if n := p.counter(`bridge_messages_total{channel="venues",outcome="turn"}`); n != 0 {
			t.Errorf("%v new turns after the crash", n)
		}
		if !strings.Contains(p.log.String(), "correlation=dinner-7") || strings.Contains(p.log.String(), agpPeerKey) {
			t.Error("the log lacks the correlation, or has a key")
		}
	})
}
