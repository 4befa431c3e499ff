package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/adapters/webhook"
	"bridge/adapters/webhook/out"
	"bridge/adapters/webhook/sign"
	"bridge/core/message"
	"bridge/flow/admission"
	"bridge/internal/mac"
)

// The names of the rows: a signed webhook until its 202, with nothing else going on; and
// from the signed webhook in, over the agent, to the POST that takes its answer out.
const (
	hookTaken   = "webhook in"
	hookThrough = "webhook in and out"
)

// hookFlights is how many callers POST at the same time, each over one connection.
func hookFlights(p plan) []int {
	if most := p.flights[len(p.flights)-1]; most < 64 {
		return []int{1, most}
	}
	return []int{1, 64}
}

const hookSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// runHooks measures webhooks on one kind of store, each beside its floor.
func runHooks(ctx context.Context, p plan, k kind, r *report) error {
	for _, n := range hookFlights(p) {
		in, through := k, k
		in.floor = hookFloor(k, func(ctx context.Context, f *floor, _ *posts, caller, k int) error { return f.once(ctx, caller, k) })
		through.floor = hookFloor(k, func(ctx context.Context, f *floor, to *posts, caller, k int) error {
			if err := f.message(ctx, caller, k); err != nil {
				return err
			}
			return to.post(ctx, "floor", strconv.Itoa(k))
		})
		if err := inTurns(ctx, p, in, n, hookTaken, hookOnce, r); err != nil {
			return err
		}
		if err := inTurns(ctx, p, through, n, hookThrough, throughOnce, r); err != nil {
			return err
		}
	}
	return nil
}

// posts signs and POSTs to one URL.
type posts struct {
	url    string
	signer *sign.Signer
	client *http.Client
}

func newPosts(url string) (*posts, error) {
	s, err := sign.NewSigner(hookSecret)
	return &posts{url: url, signer: s, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 128}}}, err
}

// post is one delivery of a caller; everything but a 2xx is an error.
func (p *posts) post(ctx context.Context, caller, id string) error {
	_, err := p.ask(ctx, caller, id)
	return err
}

func (p *posts) ask(ctx context.Context, caller, id string) ([]byte, error) {
	body := []byte(`{"type":"order.created","caller":"` + caller + `","k":"` + id + `","text":"` + text() + `"}`)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	p.signer.Sign(req.Header, "evt_"+caller+"_"+id, time.Now(), body)
	resp, err := p.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode/100 != 2 {
		err = fmt.Errorf("%s: %s", resp.Status, b)
	}
	return b, err
}

// listen serves h on this machine until close is called.
func listen(ctx context.Context, h http.Handler) (url string, end func() error, err error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	srv := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	var running sync.WaitGroup
	running.Go(func() { _ = srv.Serve(l) }) // ends with Close
	return "http://" + l.Addr().String(), func() error {
		err := srv.Close()
		running.Wait()
		return err
	}, nil
}

// hookFloor is a bare server that verifies a delivery and makes it durable before its 202.
func hookFloor(k kind, work func(ctx context.Context, f *floor, sink *posts, caller, k int) error) func(context.Context, plan) (*floor, error) {
	return func(ctx context.Context, p plan) (_ *floor, err error) {
		f, err := k.floor(ctx, p)
		if err != nil {
			return nil, err
		}
		v, err := sign.New(sign.Config{Scheme: sign.Standard, Secrets: []string{hookSecret}, Tolerance: time.Minute})
		if err != nil {
			return nil, errors.Join(err, f.close())
		}
		sinkURL, endSink, err := listen(ctx, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
		if err != nil {
			return nil, errors.Join(err, f.close())
		}
		sink, err := newPosts(sinkURL)
		if err != nil {
			return nil, errors.Join(err, endSink(), f.close())
		}
		url, end, err := listen(ctx, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err == nil {
				_, err = v.Verify(r.Header, body, time.Now())
			}
			var x struct{ Caller, K string }
			if err == nil {
				err = json.Unmarshal(body, &x)
			}
			caller, _ := strconv.Atoi(x.Caller)
			number, _ := strconv.Atoi(x.K)
			if err == nil {
				err = work(r.Context(), f, sink, caller, number)
			}
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			w.WriteHeader(http.StatusAccepted)
		}))
		if err != nil {
			return nil, errors.Join(err, endSink(), f.close())
		}
		to, err := newPosts(url)
		return &floor{
			meter: f.meter,
			message: func(ctx context.Context, caller, k int) error {
				return to.post(ctx, strconv.Itoa(caller), strconv.Itoa(k))
			},
			close: func() error {
				to.client.CloseIdleConnections()
				sink.client.CloseIdleConnections()
				return errors.Join(end(), endSink(), f.close())
			},
		}, err
	}
}

const (
	ordersName = message.ChannelName("orders")
	crmName    = message.ChannelName("crm")
)

// ordersChannel is the webhook channel that is called.
func ordersChannel(d channel.Deps) (*webhook.Adapter, error) {
	return webhook.New(webhook.Options{
		Name: ordersName, PublicURL: "https://bridge.example.com", Turns: d.Turns, Keys: d.Keys, Buckets: d.Buckets, Log: d.Log, Now: d.Now, Counts: d,
		Config: webhook.Config{
			Sign:   sign.Config{Scheme: sign.Standard, Secrets: []string{hookSecret}, Tolerance: time.Minute},
			Prompt: "Order {{.k}}", Session: "{{.caller}}", Reply: webhook.ReplyAccepted, Wait: time.Second, MaxBody: 1 << 20, LinkFor: time.Hour,
		},
	})
}

// hookOnce POSTs to the real webhook channel, admission and store. Nothing else of a
// bridge runs: what a delivery costs until its 202 is all that happens.
func hookOnce(ctx context.Context, p plan, k kind, n int) (_ sample, err error) {
	e, err := k.open(ctx, p)
	if err != nil {
		return sample{}, err
	}
	defer func() { err = errors.Join(err, e.close()) }()
	adm := e.accepting(admission.Channel{Name: ordersName, Kind: "webhook", Agent: agentName, Machine: true})
	keys, err := mac.NewKeys(bytes.Repeat([]byte("k"), 32))
	if err != nil {
		return sample{}, err
	}
	hooks, err := ordersChannel(channel.Deps{Keys: keys, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err != nil {
		return sample{}, err
	}
	defer func() { err = errors.Join(err, hooks.Close()) }()
	return postAll(ctx, p, n, hooks.Routes(adm.Accept), e.meter, nil)
}

// postAll lets n callers POST to h. after, unless nil, is given each answer and waits for
// the rest of the way.
func postAll(ctx context.Context, p plan, n int, h http.Handler, m meter, after func(ctx context.Context, answer []byte) error) (_ sample, err error) {
	url, end, err := listen(ctx, h)
	if err != nil {
		return sample{}, err
	}
	to, err := newPosts(url + "/")
	if err != nil {
		return sample{}, errors.Join(err, end())
	}
	defer func() {
		to.client.CloseIdleConnections()
		err = errors.Join(err, end())
	}()
	return load(ctx, p, n, m, func(ctx context.Context, caller, k int) error {
		b, err := to.ask(ctx, strconv.Itoa(caller), strconv.Itoa(k))
		if err != nil || after == nil {
			return err
		}
		return after(ctx, b)
	})
}

// throughOnce POSTs to a whole bridge, whose agent answers at once, and waits for the POST
// that takes the answer to an endpoint. Conversations keep their order.
func throughOnce(ctx context.Context, p plan, k kind, n int) (_ sample, err error) {
	e, err := k.open(ctx, p)
	if err != nil {
		return sample{}, err
	}
	defer func() { err = errors.Join(err, e.close()) }()
	var arrived sync.Map // turn to chan struct{}
	of := func(turn string) chan struct{} {
		c, _ := arrived.LoadOrStore(turn, make(chan struct{}, 1))
		return c.(chan struct{})
	}
	sink, end, err := listen(ctx, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var x struct {
			Data struct{ Turn string }
		}
		if json.NewDecoder(r.Body).Decode(&x) != nil || x.Data.Turn == "" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		select {
		case of(x.Data.Turn) <- struct{}{}:
		default: // a repetition
		}
	}))
	if err != nil {
		return sample{}, err
	}
	defer func() { err = errors.Join(err, end()) }()
	g, err := newRigOf(ctx, p, e, []channel.Channel{
		{
			Name: ordersName, Kind: "webhook", Agent: agentName, Proves: message.Verified, Machine: true,
			Deliver: []message.Target{{Channel: crmName, Kind: "webhook", Address: "webhook:crm"}},
			Build:   func(d channel.Deps) (adapters.Adapter, error) { return ordersChannel(d) },
		},
		{
			Name: crmName, Kind: "webhook", Machine: true, Proves: message.Asserted, Endpoint: sink,
			Build: func(d channel.Deps) (adapters.Adapter, error) {
				return out.New(out.Options{
					Name: crmName, UserAgent: "bench", Now: time.Now, Host: d,
					Config: out.Config{URL: sink, Secrets: []string{hookSecret}, Order: out.OrderSession, AllowPrivate: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}},
				})
			},
		},
	})
	if err != nil {
		return sample{}, err
	}
	defer func() { err = errors.Join(err, g.stop(ctx)) }()
	return postAll(ctx, p, n, g.app.Routes()[ordersName], e.meter, func(ctx context.Context, answer []byte) error {
		var x struct {
			TurnID string `json:"turnId"`
		}
		if err := json.Unmarshal(answer, &x); err != nil || x.TurnID == "" {
			return fmt.Errorf("the answer %s names no turn: %w", answer, err)
		}
		select {
		case <-of(x.TurnID):
			arrived.Delete(x.TurnID)
			return nil
		case <-time.After(time.Minute):
			return fmt.Errorf("nothing came of the turn %s", x.TurnID)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	})
}
