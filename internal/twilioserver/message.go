package twilioserver

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
)

// Message is one message of the log, in either direction.
type Message struct {
	SID, Account, Service string
	From, To              string
	Body                  string // as the person reads it: of a content resource with its variables
	Inbound               bool
	Reply                 bool // an automatic answer of Twilio's, or by TwiML
	Content               string
	Variables             map[string]string
	Buttons               []Button
	Media                 []File // what the phone shows, or what the person attached
	Location              string // "LATITUDE,LONGITUDE|LABEL" of a PersistentAction
	Form                  map[string][]string
	Status                string
	ErrorCode             int
	Created, Sent         time.Time
}

// Button is a quick reply of a message.
type Button struct {
	Title string
	ID    string // its payload
	on    string // the SID of its message
}

// File is a media file.
type File struct {
	Name      string
	MediaType string
	Bytes     []byte
	// URL is where the sender had it.
	URL string
	// Err is why it could not be fetched from there; "" if it was.
	Err string
	sid string
}

type media struct {
	message string
	file    File
	at      time.Time
	deleted bool
}

// Button returns the message's button with a title.
func (m Message) Button(title string) (Button, bool) {
	for _, b := range m.Buttons {
		if b.Title == title {
			return b, true
		}
	}
	return Button{}, false
}

// date writes a time as the 2010 API does.
func date(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format("Mon, 02 Jan 2006 15:04:05 -0700")
}

func orNull[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}

// MarshalJSON writes a message as the API shows it.
func (m Message) MarshalJSON() ([]byte, error) {
	direction := "outbound-api"
	switch {
	case m.Inbound:
		direction = "inbound"
	case m.Reply:
		direction = "outbound-reply"
	}
	segments := strconv.Itoa(Segments(m.Body))
	switch {
	case m.Service != "" && (m.Status == "accepted" || m.Status == "scheduled"):
		segments = "0"
	case strings.HasPrefix(m.To+m.From, whatsApp):
		segments = "1"
	}
	uri := "/2010-04-01/Accounts/" + m.Account + "/Messages/" + m.SID
	return json.Marshal(map[string]any{
		"sid": m.SID, "account_sid": m.Account, "messaging_service_sid": orNull(m.Service), "from": orNull(m.From), "to": m.To,
		"body": m.Body, "status": m.Status, "direction": direction, "num_segments": segments, "num_media": strconv.Itoa(len(m.Media)),
		"error_code": orNull(m.ErrorCode), "error_message": orNull(explain(m.ErrorCode)),
		"date_created": date(m.Created), "date_updated": date(m.Created), "date_sent": date(m.Sent),
		"price": nil, "price_unit": "USD", "api_version": "2010-04-01", "uri": uri + ".json",
		"subresource_uris": map[string]string{"media": uri + "/Media.json"},
	})
}

// gsm are the characters of the default alphabet, gsmTwo those that take two.
const (
	gsm    = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
	gsmTwo = "\f^{}\\[~]|€"
)

// Segments is how many segments a text is on SMS.
func Segments(text string) int {
	plain := true
	for _, r := range text {
		if !strings.ContainsRune(gsm, r) && !strings.ContainsRune(gsmTwo, r) {
			plain = false
			break
		}
	}
	one, many := 160, 153
	if !plain {
		one, many = 70, 67
	}
	var sizes []int // of each character, which is never cut
	total := 0
	for _, r := range text {
		n := 1
		if plain && strings.ContainsRune(gsmTwo, r) {
			n = 2
		} else if !plain {
			n = len(utf16.Encode([]rune{r}))
		}
		sizes = append(sizes, n)
		total += n
	}
	if total <= one {
		return 1
	}
	segments, room := 1, many
	for _, n := range sizes {
		if n > room {
			segments, room = segments+1, many
		}
		room -= n
	}
	return segments
}

// units is the length that Twilio's limit of a body counts.
func units(s string) int { return len(utf16.Encode([]rune(s))) }
