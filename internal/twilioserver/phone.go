package twilioserver

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Phone is a person's phone, with one address: SMS or WhatsApp. Get it with
// Server.Phone.
type Phone struct {
	s       *Server
	address string
	profile Profile
	plan    Plan
	got     []Message
}

// Profile is what WhatsApp tells of a person.
type Profile struct {
	Name  string
	BSUID string // "US.13491208655302741918"; "" = made of the number
	// Hidden is true for a person with a user name: the number is nowhere, From is the
	// BSUID.
	Hidden bool
}

// Plan is what becomes of the messages to a phone, from now on.
type Plan struct {
	// Statuses are reported in this order; nil = sent and delivered, or failed.
	Statuses []string
	// Code of an error (30003) keeps messages from the phone; it is reported with the
	// last status.
	Code int
	// Early has the callbacks sent before the answer to the send.
	Early bool
	// Repeat is how often each callback is sent; 0 = once.
	Repeat int
}

// Sent is what became of a message that a person wrote.
type Sent struct {
	SID      string
	Attempts []Attempt // of its webhook
}

// Phone returns the phone with an address: "+393331234567", "whatsapp:+393331234567".
func (s *Server) Phone(address string) *Phone {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.phone(address)
}

func (s *Server) phone(address string) *Phone {
	ph := s.phones[address]
	if ph == nil {
		ph = &Phone{s: s, address: address}
		if strings.HasPrefix(address, whatsApp) {
			sum := sha256.Sum256([]byte(address))
			ph.profile = Profile{Name: "Someone", BSUID: fmt.Sprintf("US.%d", uint64(sum[0])<<48|uint64(sum[1])<<40|uint64(sum[2])<<32|uint64(sum[3])<<24|uint64(sum[4]))}
			s.phones[whatsApp+ph.profile.BSUID] = ph
		}
		s.phones[address] = ph
	}
	return ph
}

// key is the phone's address in maps, whatever it is called by.
func (p *Phone) key() string { return p.address }

// Address is the one that Server.Phone was asked for.
func (p *Phone) Address() string { return p.address }

// Be changes who uses the phone (WhatsApp).
func (p *Phone) Be(who Profile) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	if who.BSUID == "" {
		who.BSUID = p.profile.BSUID
	}
	p.profile = who
	p.s.phones[whatsApp+who.BSUID] = p
}

// Plan sets what becomes of the next messages to the phone.
func (p *Phone) Plan(plan Plan) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	p.plan = plan
}

// Messages returns what arrived so far, in order.
func (p *Phone) Messages() []Message {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	return slices.Clone(p.got)
}

// Count returns how many messages arrived so far.
func (p *Phone) Count() int { return len(p.Messages()) }

// Await returns the first message that ok accepts, of all that arrived or will.
func (p *Phone) Await(ctx context.Context, ok func(Message) bool) (Message, error) {
	return p.AwaitFrom(ctx, 0, ok)
}

// AwaitFrom is Await for the messages from the n-th on.
func (p *Phone) AwaitFrom(ctx context.Context, n int, ok func(Message) bool) (Message, error) {
	var found Message
	err := p.s.await(ctx, "such message at "+p.address, func() bool {
		for _, m := range p.got[min(n, len(p.got)):] {
			if ok(m) {
				found = m
				return true
			}
		}
		return false
	})
	return found, err
}

// Text writes a message and returns when its webhook is done with. The error says
// that nobody took it; it is in Twilio's log all the same.
func (p *Phone) Text(body string) (Sent, error) { return p.Send(body, nil) }

// Press presses a button of a message (WhatsApp).
func (p *Phone) Press(b Button) (Sent, error) {
	return p.Send(b.Title, url.Values{
		"MessageType": {"interactive"}, "ButtonText": {b.Title}, "ButtonPayload": {b.ID}, "OriginalRepliedMessageSid": {b.on}, "OriginalRepliedMessageSender": {""},
	})
}

// Reply answers one message: on WhatsApp its id goes along, on SMS there is no such thing.
func (p *Phone) Reply(sid, body string) (Sent, error) {
	if !p.onWhatsApp() {
		return p.Text(body)
	}
	return p.Send(body, url.Values{"OriginalRepliedMessageSid": {sid}, "OriginalRepliedMessageSender": {""}})
}

// Location sends a place (WhatsApp).
func (p *Phone) Location(latitude, longitude float64, label, address string) (Sent, error) {
	form := url.Values{
		"MessageType": {"location"},
		"Latitude":    {strconv.FormatFloat(latitude, 'f', -1, 64)}, "Longitude": {strconv.FormatFloat(longitude, 'f', -1, 64)},
	}
	if label != "" {
		form.Set("Label", label)
	}
	if address != "" {
		form.Set("Address", address)
	}
	return p.Send("", form)
}

// SendMedia sends files with a text, which may be empty.
func (p *Phone) SendMedia(body string, files ...File) (Sent, error) {
	form := url.Values{}
	if p.onWhatsApp() && len(files) > 0 {
		kind, _, _ := strings.Cut(files[0].MediaType, "/")
		if kind != "image" && kind != "audio" && kind != "video" {
			kind = "document"
		}
		form.Set("MessageType", kind)
	}
	return p.Send(body, form, files...)
}

// Read reports that the person has read a message (WhatsApp).
func (p *Phone) Read(m Message) {
	p.s.tell(m, first(m.Form["StatusCallback"]), Plan{}, []string{"read"}, 0)
}

func (p *Phone) onWhatsApp() bool { return strings.HasPrefix(p.address, whatsApp) }

// Send writes a message with any parameters: extra replaces what Send would set.
func (p *Phone) Send(body string, extra url.Values, files ...File) (Sent, error) {
	s := p.s
	s.mu.Lock()
	n := s.number(p.writesTo())
	if n == nil {
		s.mu.Unlock()
		return Sent{}, errors.New("there is no number to write to from " + p.address)
	}
	m := &Message{
		SID: newSID("SM"), Account: n.Account, Service: n.Service, From: p.from(), To: n.Address, Body: body, Inbound: true,
		Status: "received", Created: s.now(), Sent: s.now(), Media: slices.Clone(files),
	}
	if len(files) > 0 {
		m.SID = newSID("MM")
	}
	for i := range m.Media {
		m.Media[i].sid = newSID("ME")
	}
	m.Form = extra
	s.log(m)
	if p.onWhatsApp() {
		s.heard[pair{n.Address, p.key()}] = m.Created
	}
	form := p.form(m, n)
	var answer string
	if kind := n.keyword(body); kind != "" {
		answer = s.consent(n, p, kind)
		if n.Keywords == KeywordsAdvanced {
			form.Set("OptOutType", kind)
		}
	}
	for k, vs := range extra {
		if k == "OriginalRepliedMessageSender" {
			vs = []string{n.Address}
		}
		form[k] = vs
	}
	h := webhook{token: s.token(n.Account), form: form, id: newSID("")}
	s.webhooks[m.SID] = h
	var replied *Message
	if answer != "" {
		replied = s.reply(n, p, answer)
	}
	s.mu.Unlock()
	if replied != nil && s.o.Arrived != nil {
		s.o.Arrived(*replied)
	}
	return s.post(m.SID, h)
}

// Again has Twilio call the webhook of a message again, with the same parameters, at
// the URL that its number has now.
func (p *Phone) Again(sid string) (Sent, error) {
	p.s.mu.Lock()
	h := p.s.webhooks[sid]
	p.s.mu.Unlock()
	return p.s.post(sid, h)
}

// from is the address that the phone shows. The lock is held.
func (p *Phone) from() string {
	if p.onWhatsApp() && p.profile.Hidden {
		return whatsApp + p.profile.BSUID
	}
	return p.address
}

// writesTo is the number of ours that the phone writes to: the one that wrote last, or
// the first of its kind. The lock is held.
func (p *Phone) writesTo() string {
	if len(p.got) > 0 {
		return p.got[len(p.got)-1].From
	}
	for _, n := range p.s.numbers {
		if strings.HasPrefix(n.Address, whatsApp) == p.onWhatsApp() {
			return n.Address
		}
	}
	return ""
}

// form is the webhook's, as Twilio fills it in. The lock is held.
func (p *Phone) form(m *Message, n *Number) url.Values {
	form := url.Values{
		"MessageSid": {m.SID}, "SmsSid": {m.SID}, "SmsMessageSid": {m.SID}, "AccountSid": {m.Account}, "From": {m.From}, "To": {m.To},
		"Body": {m.Body}, "NumMedia": {strconv.Itoa(len(m.Media))}, "NumSegments": {strconv.Itoa(Segments(m.Body))}, "SmsStatus": {"received"}, "ApiVersion": {"2010-04-01"},
	}
	if n.Service != "" {
		form.Set("MessagingServiceSid", n.Service)
	}
	for i, f := range m.Media {
		form.Set(fmt.Sprintf("MediaUrl%d", i), fmt.Sprintf("%s/2010-04-01/Accounts/%s/Messages/%s/Media/%s", p.s.URL(), m.Account, m.SID, f.sid))
		form.Set(fmt.Sprintf("MediaContentType%d", i), f.MediaType)
	}
	if !p.onWhatsApp() {
		for _, k := range []string{"FromCity", "FromState", "FromZip", "FromCountry", "ToCity", "ToState", "ToZip", "ToCountry"} {
			form.Set(k, "")
		}
		form.Set("ToCountry", "US")
		return form
	}
	form.Set("ProfileName", p.profile.Name)
	form.Set("ExternalUserId", whatsApp+p.profile.BSUID)
	form.Set("MessageType", "text")
	form.Set("Forwarded", "false")
	form.Set("FrequentlyForwarded", "false")
	form.Set("ReferralNumMedia", "0")
	form.Set("ChannelMetadata", `{"type":"whatsapp","data":{"context":{"ProfileName":"x"}}}`)
	if !p.profile.Hidden {
		form.Set("WaId", strings.TrimPrefix(p.address, whatsApp+"+"))
	}
	return form
}

// keyword says whether a text is STOP, START or HELP where Twilio handles them.
func (n *Number) keyword(body string) string {
	if n.Keywords == KeywordsNone {
		return ""
	}
	in := n.OptIn
	if in == nil {
		in = []string{"START", "YES", "UNSTOP"}
	}
	word := strings.ToUpper(strings.TrimSpace(body))
	switch {
	case slices.Contains([]string{"STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"}, word):
		return "STOP"
	case slices.Contains(in, word):
		return "START"
	case word == "HELP" || word == "INFO":
		return "HELP"
	}
	return ""
}

// consent blocks or unblocks and returns Twilio's answer. The lock is held.
func (s *Server) consent(n *Number, p *Phone, kind string) string {
	pool := []*Number{n}
	for _, o := range s.numbers {
		if n.Service != "" && o.Service == n.Service && o != n {
			pool = append(pool, o)
		}
	}
	was := s.blocked[pair{n.Address, p.key()}]
	for _, o := range pool {
		switch kind {
		case "STOP":
			s.blocked[pair{o.Address, p.key()}] = true
		case "START":
			delete(s.blocked, pair{o.Address, p.key()})
		}
	}
	switch {
	case kind == "STOP" && !was:
		return "You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe."
	case kind == "START" && was:
		return "You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply."
	case kind == "HELP" && !was:
		return "Reply STOP to unsubscribe. Msg&Data Rates May Apply."
	}
	return ""
}

// reply is an answer that Twilio gives itself, or by TwiML. The lock is held.
func (s *Server) reply(n *Number, p *Phone, body string) *Message {
	m := &Message{SID: newSID("SM"), Account: n.Account, Service: n.Service, From: n.Address, To: p.from(), Body: body, Reply: true, Status: "delivered", Created: s.now()}
	s.log(m)
	s.arrive(p, m)
	return m
}

func first(vs []string) string {
	if len(vs) == 0 {
		return ""
	}
	return vs[0]
}

// taken says whether an answer of a webhook is a success.
func taken(status int) bool { return status >= http.StatusOK && status < 300 }
