package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/adapters/adaptertest"
	"bridge/adapters/agp"
	"bridge/adapters/alfred"
	"bridge/adapters/channel"
	"bridge/core/message"
	wireagp "bridge/core/wire/agp"
	wirealfred "bridge/core/wire/alfred"
	"bridge/flow/admission"
	"bridge/internal/cputime"
	"bridge/internal/mac"
	"bridge/internal/noerr"
)

// answered says of every turn that it has ended: nobody waits in this measurement.
type answered struct{ channel message.ChannelName }

func (a answered) Turn(context.Context, message.TurnID) (adapters.Turn, bool, error) {
	return adapters.Turn{Channel: a.channel, State: "complete", Settled: true, Envelope: []byte(`{"parts":[{"data":{"ok":true},"metadata":{"partType":"domain-data"}}]}`)}, true, nil
}
func (answered) Watch(message.TurnID) (<-chan struct{}, func()) { return nil, func() {} }
func (answered) Follow(context.Context, message.TurnID, adapters.Watch) iter.Seq2[adapters.TurnEvent, error] {
	return func(func(adapters.TurnEvent, error) bool) {}
}

// BenchmarkAccept is what a signed message costs until it is durable and answered, for each way
// in, on SQLite: go test -run '^$' -bench Accept -benchtime 20000x ./test/bench.
func BenchmarkAccept(b *testing.B) {
	const flight = 64
	keys, err := mac.NewKeys(bytes.Repeat([]byte("k"), 32))
	must := func(err error) {
		noerr.Must(b, err)
	}
	must(err)
	quiet := slog.New(slog.DiscardHandler)
	payload := func(n int) []byte { // 64 conversations
		return fmt.Appendf(nil, `{"caller":"%d","k":"%d","query":"artificial intelligence advancements","time_range":"last_30_days","sources":["twitter","news","blogs"]}`, n%flight, n)
	}
	type maker = func(b *testing.B) (admission.Channel, func(adapters.AcceptFunc) http.Handler, func(n int) *http.Request)
	hooks := func(b *testing.B) (admission.Channel, func(adapters.AcceptFunc) http.Handler, func(n int) *http.Request) {
		a, err := ordersChannel(channel.Deps{Keys: keys, Log: quiet, Now: time.Now})
		must(err)
		to, err := newPosts("http://x/")
		must(err)
		return admission.Channel{Name: ordersName, Kind: "webhook", Agent: agentName, Machine: true}, a.Routes, func(n int) *http.Request {
			body := payload(n)
			r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			to.signer.Sign(r.Header, fmt.Sprintf("evt_%d", n), time.Now(), body)
			return r
		}
	}
	envelopes := func(b *testing.B) (admission.Channel, func(adapters.AcceptFunc) http.Handler, func(n int) *http.Request) {
		a := agp.New(agp.Options{
			Name: "venues", Turns: answered{"venues"}, Log: quiet, Now: time.Now, Counts: adaptertest.Uncounted{},
			Config: agp.Config{ID: "venue", Keys: []wireagp.Key{{Secret: []byte("the key of the venue")}}, Intents: map[string]string{wireagp.Search: agentName}, Peers: map[string]agp.Peer{"eve": {Keys: []wireagp.Key{{Secret: []byte("the key of eve")}}, Scheme: wireagp.Whole}}},
		})
		began := time.Now()
		return admission.Channel{Name: "venues", Kind: agp.Kind, Traits: agp.Traits(), Machine: true}, a.Routes, func(n int) *http.Request {
			m, err := wireagp.Encode(wireagp.Envelope{From: "eve", To: "venue", Intent: wireagp.Search, TTL: 15 * time.Second, Time: began.Add(time.Duration(n)), Payload: payload(n), Context: fmt.Appendf(nil, `{"correlation_id":"%d"}`, n%flight)})
			must(err)
			r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(m.Canonical))
			r.Header.Set(wireagp.SignatureHeader, m.Sign(wireagp.Whole, []wireagp.Key{{Secret: []byte("the key of eve")}}, time.Now()))
			return r
		}
	}
	tasks := func(signed bool) maker {
		return func(b *testing.B) (admission.Channel, func(adapters.AcceptFunc) http.Handler, func(n int) *http.Request) {
			secret, key, own := []byte("the secret of the issuer of tokens"), []byte("the key of alfred-bot"), []byte("the secret of our own tokens, long")
			peer := alfred.Peer{Services: []string{"bot-service"}, Issuer: "alfred", Keys: [][]byte{key}, Tenants: []string{"default"}, Sinks: map[string]string{"a2a.tasks.completed": "http://x/"}}
			a := alfred.New(alfred.Options{
				Name: "tasks", Turns: answered{"tasks"}, Log: quiet, Now: time.Now, Counts: adaptertest.Uncounted{},
				Config: alfred.Config{Us: wirealfred.Party{Agent: "us", Service: "us-service"}, Issuer: "bridge", Secret: own, Intents: map[string]string{"TREND_ANALYSIS": agentName}, Issuers: map[string]wirealfred.Issuer{"alfred": {Name: "alfred", Secrets: [][]byte{secret}}}, Peers: map[string]alfred.Peer{"bot": peer}, Wait: time.Second},
			})
			token, err := wirealfred.Token(secret, "alfred", "bot", "us", "TREND_ANALYSIS", "", time.Now())
			must(err)
			return admission.Channel{Name: "tasks", Kind: alfred.Kind, Traits: alfred.Traits(), Machine: true}, a.Routes, func(n int) *http.Request {
				m, err := wirealfred.Encode(wirealfred.Message{
					Metadata: wirealfred.Metadata{ID: message.NewCorrelation(), Correlation: message.DerivedUUID("caller", fmt.Sprint(n%flight))}, Security: wirealfred.Security{Token: token}, Type: wirealfred.TaskRequest, Intent: "TREND_ANALYSIS", Payload: payload(n),
					Routing: wirealfred.Routing{Source: wirealfred.Party{Agent: "bot", Service: "bot-service"}, Destination: wirealfred.Party{Agent: "us"}, ReplyTo: "a2a.tasks.completed"},
				}, time.Now())
				must(err)
				if signed {
					m, err = wirealfred.Sign(m, key)
					must(err)
				}
				return httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(m.Text))
			}
		}
	}
	// same is a signed webhook with what another way brings as its body: what is left of the
	// difference is not the size.
	same := func(other maker) maker {
		return func(b *testing.B) (admission.Channel, func(adapters.AcceptFunc) http.Handler, func(n int) *http.Request) {
			_, _, ask := other(b)
			ch, routes, _ := hooks(b)
			to, err := newPosts("http://x/")
			must(err)
			return ch, routes, func(n int) *http.Request {
				r := ask(n)
				body, err := io.ReadAll(r.Body)
				must(err)
				r.Body, r.Header = io.NopCloser(bytes.NewReader(body)), http.Header{"Content-Type": {"application/json"}}
				to.signer.Sign(r.Header, fmt.Sprintf("evt_%d", n), time.Now(), body)
				return r
			}
		}
	}
	for _, way := range []struct {
		name string
		make maker
	}{
		{"webhook", hooks}, {"agp", envelopes}, {"agp-as-webhook", same(envelopes)}, {"alfred", tasks(false)}, {"alfred-signed", tasks(true)}, {"alfred-as-webhook", same(tasks(true))},
	} {
		b.Run(way.name, func(b *testing.B) {
			p := full()
			p.dir = b.TempDir()
			e, err := openSQLite(b.Context(), p)
			must(err)
			defer func() { _ = e.close() }()
			ch, routes, ask := way.make(b)
			h := routes(e.accepting(ch).Accept)
			all := make([]*http.Request, b.N)
			for n := range all {
				all[n] = ask(n)
			}
			var next, bad atomic.Int64
			b.SetParallelism(flight / 2)
			used := cputime.Used()
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					w := httptest.NewRecorder()
					h.ServeHTTP(w, all[next.Add(1)-1])
					if w.Code/100 != 2 {
						bad.Add(1)
						b.Logf("%d %s", w.Code, w.Body)
					}
				}
			})
			b.StopTimer()
			b.ReportMetric(float64((cputime.Used()-used).Microseconds())/float64(b.N), "cpu-us/op")
			if bad.Load() > 0 {
				b.Fatalf("%d were refused", bad.Load())
			}
		})
	}
}
