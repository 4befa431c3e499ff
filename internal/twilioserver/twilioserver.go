// Package twilioserver is a stand-in for Twilio: it keeps state as Twilio does, signs
// its webhooks, and fails in the ways that Twilio fails. The demo and the tests use it.
//
// It is written from Twilio's documents and not from the bridge's code, and works
// with the standard library only, so that it is an independent judge of what the
// bridge sends. One server stands in for api.twilio.com, content.twilio.com and
// messaging.twilio.com, and for the storage that media are redirected to.
package twilioserver

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Options of a Server. The zero value works.
type Options struct {
	// Arrived, unless nil, is told of each message that reaches a phone, before the
	// sender gets its answer.
	Arrived func(Message)
	// RetryDelay is the pause before a webhook is tried again, twice as long before
	// each further try; 0 = 200 ms.
	RetryDelay time.Duration
	// Timeout of one try of a webhook; 0 = 15 s, as Twilio has it.
	Timeout time.Duration
	// Dial, unless nil, opens the connections of webhooks: names that no DNS has lead
	// to a bridge of the tests.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
}

// Account is an account at Twilio.
type Account struct {
	SID   string // AC and 32 hexadecimal digits
	Token string // signs webhooks, too
}

// Keywords says who handles STOP, START and HELP of a number.
type Keywords string

// The ways of handling them.
const (
	KeywordsDefault  Keywords = ""         // Twilio blocks and answers, and the message is still forwarded
	KeywordsAdvanced Keywords = "advanced" // Advanced Opt-Out of a Messaging Service: the same, with OptOutType
	KeywordsNone     Keywords = "none"     // nothing is automatic: short codes, WhatsApp
)

// Number is a sender of an account: a phone number, or one registered for WhatsApp.
type Number struct {
	Account  string // its SID; "" = the first account
	Address  string // "+15005550006", or "whatsapp:+15005550006"
	Service  string // the Messaging Service it belongs to, "" if none
	SMSURL   string // its webhook, with the connection overrides (#rc=5&rp=all); "" = none
	Fallback string // the webhook after SMSURL has failed; "" = none
	Keywords Keywords
	// OptIn are the words that lift a block; nil = START, YES, UNSTOP.
	OptIn []string
}

// Content is a content resource.
type Content struct {
	SID      string
	Account  string
	Name     string
	Language string // "" = "en"
	// Body is the text with {{1}} for variables, Buttons are its quick replies, whose
	// IDs may have variables, too. SMSBody is what it is on SMS; "" = Body.
	Body, SMSBody string
	Buttons       []Button
	// Variables are the samples, used where a message does not give one.
	Variables map[string]string
	// Approval is WhatsApp's: "approved", "pending", "rejected"; "" = never asked for.
	Approval string
}

// Server is a running stand-in. Create it with Start.
type Server struct {
	o      Options
	api    *http.Server
	listen net.Listener
	client *http.Client
	ctx    context.Context // ends with Close: of webhooks that are under way
	cancel context.CancelFunc
	work   sync.WaitGroup // webhooks and callbacks under way

	mu       sync.Mutex
	more     chan struct{} // closed and replaced whenever something happens
	offset   time.Duration // of the clock
	accounts []Account
	numbers  []*Number
	services map[string]service // by SID
	contents map[string]Content // by SID
	phones   map[string]*Phone  // by address
	messages []*Message         // in the order of their creation
	bySID    map[string]*Message
	media    map[string]*media // by SID
	blocked  map[pair]bool     // the recipient has sent STOP to the sender
	heard    map[pair]time.Time
	faults   []*Fault
	requests []Request
	webhooks map[string]webhook // by the message's SID, as it was first sent
	leaked   []string           // storage requests that carried credentials
	busy     int                // webhooks and callbacks that are not finished
}

// pair is one of our senders and a person's address.
type pair struct{ number, person string }

type service struct {
	Account string
	Name    string
}

// Start listens on a free loopback port.
func Start(o Options, accounts ...Account) (*Server, error) {
	if o.RetryDelay == 0 {
		o.RetryDelay = 200 * time.Millisecond
	}
	if o.Timeout == 0 {
		o.Timeout = 15 * time.Second
	}
	if o.Dial == nil {
		o.Dial = (&net.Dialer{Timeout: 5 * time.Second}).DialContext
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{
		o: o, listen: l, accounts: accounts,
		// A connection for each webhook, as from Twilio's many machines.
		client: &http.Client{
			Transport:     &http.Transport{DisableKeepAlives: true, DialContext: o.Dial},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		more: make(chan struct{}), services: map[string]service{}, contents: map[string]Content{}, phones: map[string]*Phone{},
		bySID: map[string]*Message{}, media: map[string]*media{}, blocked: map[pair]bool{}, heard: map[pair]time.Time{},
		webhooks: map[string]webhook{},
	}
	if len(s.accounts) == 0 {
		s.accounts = []Account{{SID: newSID("AC"), Token: newSID("")}}
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.api = &http.Server{Handler: s.routes(), ReadHeaderTimeout: time.Minute}
	go func() { _ = s.api.Serve(l) }() // ends with Close
	return s, nil
}

// Close ends the server and what it has under way.
func (s *Server) Close() {
	s.mu.Lock() // what begins in the background has begun, or never does
	s.cancel()
	s.mu.Unlock()
	_ = s.listen.Close() // at once: the server closes it only once it serves, which it may not have begun
	_ = s.api.Close()    // nothing is lost: what came is kept
	s.work.Wait()
	s.client.CloseIdleConnections()
}

// URL is where the API is: the value of api_url.
func (s *Server) URL() string { return "http://" + s.listen.Addr().String() }

// Account returns the first account.
func (s *Server) Account() Account { return s.accounts[0] }

// AddNumber adds a sender, or replaces the one with its address.
func (s *Server) AddNumber(n Number) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n.Account == "" {
		n.Account = s.accounts[0].SID
	}
	if strings.HasPrefix(n.Address, whatsApp) {
		n.Keywords = KeywordsNone // WhatsApp has no automatic STOP
	}
	for i, old := range s.numbers {
		if old.Address == n.Address {
			s.numbers[i] = &n
			return
		}
	}
	s.numbers = append(s.numbers, &n)
}

// AddService adds a Messaging Service and returns its SID.
func (s *Server) AddService(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	sid := newSID("MG")
	s.services[sid] = service{Account: s.accounts[0].SID, Name: name}
	return sid
}

// AddContent adds a content resource, or replaces the one with its SID, and returns
// the SID.
func (s *Server) AddContent(c Content) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.SID == "" {
		c.SID = newSID("HX")
	}
	if c.Account == "" {
		c.Account = s.accounts[0].SID
	}
	if c.Language == "" {
		c.Language = "en"
	}
	s.contents[c.SID] = c
	return c.SID
}

// Now is Twilio's time.
func (s *Server) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now()
}

func (s *Server) now() time.Time { return time.Now().Add(s.offset) }

// Advance moves Twilio's clock, which decides about the 24-hour window and the dates
// of messages.
func (s *Server) Advance(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.offset += d
}

// Messages returns the whole log, both directions, oldest first.
func (s *Server) Messages() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	ms := make([]Message, len(s.messages))
	for i, m := range s.messages {
		ms[i] = *m
	}
	return ms
}

// Leaked returns the storage URLs that were asked for with credentials: those of an
// account must not leave api.twilio.com.
func (s *Server) Leaked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.leaked...)
}

// Settle waits until no webhook and no status callback is under way.
func (s *Server) Settle(ctx context.Context) error {
	return s.await(ctx, "an idle Twilio", func() bool { return s.busy == 0 })
}

// await waits until ok, which is called with the lock held.
func (s *Server) await(ctx context.Context, what string, ok func() bool) error {
	for {
		s.mu.Lock()
		more, done := s.more, ok()
		s.mu.Unlock()
		if done {
			return nil
		}
		select {
		case <-more:
		case <-ctx.Done():
			return fmt.Errorf("no %s: %w", what, ctx.Err())
		}
	}
}

// changed wakes who waits. The lock is held.
func (s *Server) changed() {
	close(s.more)
	s.more = make(chan struct{})
}

// background runs f until it is done; Settle waits for it. The lock is held.
func (s *Server) background(f func()) {
	if s.ctx.Err() != nil {
		return
	}
	s.busy++
	s.work.Go(func() {
		defer func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.busy--
			s.changed()
		}()
		f()
	})
}

func (s *Server) token(account string) string {
	for _, a := range s.accounts {
		if a.SID == account {
			return a.Token
		}
	}
	return ""
}

// number returns the sender with an address. The lock is held.
func (s *Server) number(address string) *Number {
	for _, n := range s.numbers {
		if n.Address == address {
			return n
		}
	}
	return nil
}

const whatsApp = "whatsapp:"

// newSID returns an id in Twilio's form.
func newSID(prefix string) string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails
	return prefix + hex.EncodeToString(b[:])
}
