package twilio

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/core/excerpt"
	"bridge/core/message"
	"bridge/render/gsm7"
)

// MaxBody is the longest body of one message in UTF-16 units, on SMS and WhatsApp, also
// where it is a caption: Twilio refuses more (error 21617).
const MaxBody = 1600

// SenderOptions are what a Sender works with. All but Prefix and the fields of
// Metrics are required.
type SenderOptions struct {
	Account   Account
	Prefix    string // of addresses at Twilio: "whatsapp:", or "" for SMS
	Callbacks Callbacks
	Buckets   adapters.Buckets
	Metrics   Metrics
	// Dedupe is how far back Reconcile may look: what came before is not known again.
	Dedupe time.Duration
	Now    func() time.Time
}

// Sender sends from one number or Messaging Service, and asks what was sent and what
// came in.
type Sender struct {
	o      SenderOptions
	client *Client
}

// NewSender returns the sender; it connects to nothing.
func NewSender(o SenderOptions) (*Sender, error) {
	c, err := newClient(o.Account)
	if err != nil {
		return nil, err
	}
	return &Sender{o: o, client: c}, nil
}

// Message is one message as Twilio takes it: a text, perhaps with one file, or a
// content resource with its variables.
type Message struct {
	To        string // without the prefix
	Body      string
	MediaURL  string
	Content   string // HX…: then there is no Body and no MediaURL
	Variables map[string]string
}

// Send hands m over as the message id of ours. An error is a *message.SendError.
func (s *Sender) Send(ctx context.Context, id message.MessageID, m Message) (message.Receipt, error) {
	p, err := s.params(id, m)
	if err != nil {
		return message.Receipt{}, &message.SendError{Kind: message.SendInvalid, NotSent: true, Public: unsendable, Err: err}
	}
	segments := 0
	if s.o.Prefix == "" {
		segments, _, _ = gsm7.Segments(m.Body)
	}
	unsegment, unplace, err := s.pace(ctx, segments)
	if err != nil {
		return message.Receipt{}, err
	}
	k := s.client.call(ctx, "send a message")
	var sent logged
	err = k.post(k.account("/Messages.json"), p, &sent)
	if err == nil && sent.SID == "" {
		err = errors.New("the answer has no sid")
	}
	if err != nil {
		e := k.failed(err)
		return message.Receipt{}, s.refused(e, sendError(e, s.o.Now()), unsegment, unplace)
	}
	if st := sent.Status; st == "failed" || st == "canceled" { // no callback tells of the first status
		e := &APIError{Op: k.op, Status: 400, Code: sent.ErrorCode, Message: "the message is " + st, Written: true}
		return message.Receipt{}, s.refused(e, sendError(e, s.o.Now()), unsegment, unplace)
	}
	rc := receipt(&sent)
	rc.Segments = cmp.Or(rc.Segments, segments)
	if s.o.Prefix == "" {
		segments = rc.Segments
		if s.o.Metrics.Segments != nil {
			s.o.Metrics.Segments(segments)
		}
		rc.Detail += fmt.Sprintf(", %d segments", segments)
	}
	return rc, nil
}

// refused gives back what a message has not used, and tells the operators what only
// they can do something about.
func (s *Sender) refused(e *APIError, se *message.SendError, unsegment, unplace func()) *message.SendError {
	if se.NotSent {
		unsegment()
		if e.Status == 0 {
			unplace()
		}
	}
	if _, known := Known(se.Code); known {
		s.o.Metrics.problem(se.Code)
	} else if se.Kind == message.SendConfig {
		s.alert("twilio "+se.Code, "Twilio refuses what the channel sends: "+e.Error()+". Run bridge check.")
	}
	return se
}

func (s *Sender) alert(key, text string) {
	if s.o.Metrics.Alert != nil {
		s.o.Metrics.Alert(key, text)
	}
}

// params checks a message before anybody is asked.
func (s *Sender) params(id message.MessageID, m Message) (url.Values, error) {
	p := url.Values{"To": {s.o.Prefix + m.To}}
	if s.o.Account.Service != "" {
		p.Set("MessagingServiceSid", s.o.Account.Service)
	} else {
		p.Set("From", s.o.Prefix+s.o.Account.From)
	}
	if u := s.o.Callbacks.Status(id); s.o.Account.Calls(u) {
		p.Set("StatusCallback", u+RetryFragment) // else a report that comes while the store is down comes never again
	}
	if s.o.Prefix == "" { // the text is folded where that changes no meaning, and looked for as it is
		p.Set("SmartEncoded", "false")
	}
	switch {
	case m.To == "":
		return nil, errors.New("the message has no recipient")
	case m.Content != "" && (m.Body != "" || m.MediaURL != ""):
		return nil, errors.New("a message from a content resource has no text of its own")
	case m.Content != "":
		b, err := json.Marshal(m.Variables)
		if err != nil {
			return nil, fmt.Errorf("variables: %w", err)
		}
		p.Set("ContentSid", m.Content)
		p.Set("ContentVariables", string(b))
		return p, nil
	case m.Body == "" && m.MediaURL == "":
		return nil, errors.New("the message is empty")
	case excerpt.Units(m.Body) > MaxBody:
		return nil, fmt.Errorf("the text has %d UTF-16 units, Twilio takes %d", excerpt.Units(m.Body), MaxBody)
	}
	if m.Body != "" {
		p.Set("Body", m.Body)
	}
	if m.MediaURL != "" {
		p.Set("MediaUrl", m.MediaURL)
	}
	return p, nil
}

// Calls reports whether Twilio can call a URL of ours. With one that it cannot, it
// refuses the whole message: better none is told of what becomes of it.
func (a Account) Calls(rawURL string) bool {
	if a.APIURL != "" { // a test server calls any
		return true
	}
	u, err := url.Parse(rawURL)
	if err != nil {
		return false
	}
	host := u.Hostname()
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsGlobalUnicast() && !ip.IsPrivate()
	}
	return strings.Contains(host, ".") && !strings.Contains(host, "_")
}

func receipt(m *logged) message.Receipt {
	sid := m.SID
	n, _ := strconv.Atoi(m.NumSegments) // a service says 0
	return message.Receipt{ProviderID: sid, Refs: []message.Ref{message.Ref(sid)}, Detail: cmp.Or(m.Status, "accepted"), Segments: n}
}
