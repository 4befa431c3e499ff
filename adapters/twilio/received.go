package twilio

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"bridge/adapters/untrusted"
	"bridge/core/envelope"
	"bridge/core/message"
)

// maxMedia is the most files of one message.
const maxMedia = 10

// Received is a message that somebody sent to us, as a webhook or Twilio's log has
// it. All of it is untrusted text.
type Received struct {
	SID     string // SM… or MM…
	Service string // MG…, "" if the number is in none
	From    string // as Twilio writes it: "+39…", "whatsapp:+39…", "whatsapp:IT.49…", "72345", "AMAZON"
	To      string
	Body    string
	Media   []MediaRef // at most 10
	OptOut  string     // what Advanced Opt-Out made of it: STOP, START, HELP; "" without
	raw     []byte     // the form that it came in; nil from the log

	// Of WhatsApp only; the log has none of it.
	Profile   string // the name that the person chose
	User      string // ExternalUserId
	Button    string // payload of a button that was pressed
	Title     string // of that button
	Replied   string // SID of the message that it answers
	Type      string // MessageType
	Forwarded bool
	Data      map[string]map[string]any // "location", "listItem", "referral", "button": for the agent
}

// MediaRef is one file of a message.
type MediaRef struct {
	URL  string // "" if Twilio did not say
	Type string // declared
}

// readMessage returns the message of a webhook's form. The error is the sender's
// mistake; it names parameters and repeats no values.
func readMessage(f Form) (Received, error) {
	m := Received{
		SID: f.Get("MessageSid"), Service: f.Get("MessagingServiceSid"),
		From: f.Get("From"), To: f.Get("To"), Body: f.Get("Body"), OptOut: f.Get("OptOutType"),
		Profile: f.Get("ProfileName"), User: f.Get("ExternalUserId"), Button: f.Get("ButtonPayload"), Title: f.Get("ButtonText"),
		Replied: f.Get("OriginalRepliedMessageSid"), Type: f.Get("MessageType"),
		Forwarded: f.Get("Forwarded") == "true" || f.Get("FrequentlyForwarded") == "true", raw: f.raw,
	}
	if m.SID == "" {
		m.SID = f.Get("SmsMessageSid")
	}
	if name := f.unclear(); name != "" {
		return Received{}, fmt.Errorf("%w: %s is there with two values", errForm, name)
	}
	switch {
	case !messageSID.MatchString(m.SID):
		return Received{}, fmt.Errorf("%w: MessageSid is missing or none", errForm)
	case m.From == "" || len(m.From) > 200:
		return Received{}, fmt.Errorf("%w: From is missing or too long", errForm)
	}
	if !messageSID.MatchString(m.Replied) {
		m.Replied = ""
	}
	n := 0
	if s := f.Get("NumMedia"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil || n < 0 {
			return Received{}, fmt.Errorf("%w: NumMedia is no number", errForm)
		}
	}
	for i := range min(n, maxMedia) {
		m.Media = append(m.Media, MediaRef{f.Get("MediaUrl" + strconv.Itoa(i)), f.Get("MediaContentType" + strconv.Itoa(i))})
	}
	m.data(f)
	return m, nil
}

// data keeps for the agent what is not text.
func (m *Received) data(f Form) {
	put := func(kind string, fields ...string) {
		v := map[string]any{}
		for i := 0; i < len(fields); i += 2 {
			if s := untrusted.Line(f.Get(fields[i+1]), 1000); s != "" {
				v[fields[i]] = s
			}
		}
		if len(v) == 0 {
			return
		}
		if m.Data == nil {
			m.Data = map[string]map[string]any{}
		}
		m.Data[kind] = v
	}
	lat, latOK := coordinate(f.Get("Latitude"), 90)
	long, longOK := coordinate(f.Get("Longitude"), 180)
	if latOK && longOK {
		put("location", "latitude", "Latitude", "longitude", "Longitude", "address", "Address", "label", "Label")
		m.Data["location"]["latitude"], m.Data["location"]["longitude"] = lat, long
	}
	put("listItem", "id", "ListId", "title", "ListTitle", "description", "ListDescription")
	put("referral", "headline", "ReferralHeadline", "body", "ReferralBody", "sourceUrl", "ReferralSourceUrl",
		"sourceType", "ReferralSourceType", "sourceId", "ReferralSourceId")
	if m.Button != "" && !m.ours() { // a button of somebody else's template
		put("button", "payload", "ButtonPayload", "title", "ButtonText")
	}
}

func coordinate(s string, limit float64) (json.Number, bool) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !(math.Abs(v) <= limit) || len(s) > 30 { // also NaN
		return "", false
	}
	return json.Number(strconv.FormatFloat(v, 'f', -1, 64)), true
}

// ours says whether the button is one of a prompt.
func (m Received) ours() bool {
	return strings.HasPrefix(m.Button, message.ApproveButton) || strings.HasPrefix(m.Button, message.DenyButton)
}

// Inbound is the message without its sender, its trust and its files. What is only
// known of WhatsApp is empty in the form of an SMS.
func (m Received) Inbound(ch message.ChannelName, at time.Time) (message.Inbound, error) {
	text, damaged := untrusted.Text(m.Body)
	in := message.Inbound{
		Channel: ch, ExternalID: m.SID, Class: message.Human, ReceivedAt: at, FromName: untrusted.Line(m.Profile, 200),
		Unquoted: text,
		// A reaction is no word, and what was forwarded another's.
		Ambiguous: damaged || m.Forwarded || strings.EqualFold(m.Type, "reaction"),
		Binding:   message.Binding{Button: m.Button, Self: []message.Ref{message.Ref(m.SID)}},
		Fresh:     strings.EqualFold(strings.TrimSpace(text), "new") && len(m.Media) == 0 && m.Button == "",
	}
	if m.raw != nil {
		in.Keep(m.raw)
	}
	if m.Replied != "" {
		in.Binding.Refs = []message.Ref{message.Ref(m.Replied)}
	}
	shown := strings.TrimSpace(text)
	if shown == "" { // the title of what was chosen is what the person says
		if shown = untrusted.Line(m.Title, 200); shown == "" {
			if item := m.Data["listItem"]; item != nil {
				shown, _ = item["title"].(string)
			}
		}
	}
	if shown != "" {
		in.Parts = append(in.Parts, envelope.TextPart(envelope.Response, shown))
	}
	if l := m.Data["location"]; l != nil {
		in.Parts = append(in.Parts, envelope.TextPart(envelope.Response, place(l)))
	}
	if len(m.Data) > 0 {
		p, err := envelope.DataPart(envelope.DomainData, m.Data)
		if err != nil {
			return message.Inbound{}, fmt.Errorf("data of a message: %w", err)
		}
		in.Parts = append(in.Parts, p)
	}
	return in, nil
}

// place is a location for those who read no data.
func place(l map[string]any) string {
	var words []string
	for _, k := range []string{"label", "address"} {
		if s, _ := l[k].(string); s != "" {
			words = append(words, s)
		}
	}
	at := fmt.Sprintf("%v, %v", l["latitude"], l["longitude"])
	if len(words) == 0 {
		return "Location: " + at
	}
	return "Location: " + strings.Join(words, ", ") + " (" + at + ")"
}

// Consent is what the message says about getting messages, and whether Twilio has
// answered it: that is so where Advanced Opt-Out saw it, and for its keywords where
// keywords is true.
func (m Received) Consent(w Words, keywords bool) (c message.Consent, answered bool) {
	if c := optOutType(m.OptOut); c != "" {
		return c, true
	}
	if m.ours() {
		return "", false
	}
	c, keyword := w.Consent(m.Body)
	return c, keyword && keywords
}
