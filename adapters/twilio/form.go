package twilio

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Limits of a webhook's body. The longest real one is a text of 4096 characters in
// WhatsApp, percent-encoded, with what Twilio adds: about 60 kB.
const (
	MaxForm   = 128 << 10 // bytes
	maxParams = 1000
)

// errForm is wrapped by what ParseForm and ReadMessage return: the sender's mistake.
var errForm = errors.New("the form cannot be read")

// Form is the body of a webhook, decoded: every parameter in its order, also those
// that nobody knows, since the signature is over all of them. Values are bytes as
// they came, perhaps no UTF-8.
type Form struct {
	params []param
	raw    []byte // as it came
}

type param struct{ name, value string }

// parseForm decodes an application/x-www-form-urlencoded body of at most MaxForm
// bytes. Unlike net/url it takes a raw semicolon for what it is: a character.
func parseForm(body []byte) (Form, error) {
	if len(body) > MaxForm {
		return Form{}, fmt.Errorf("%w: it has more than %d bytes", errForm, MaxForm)
	}
	f := Form{raw: body}
	for field := range strings.SplitSeq(string(body), "&") {
		if field == "" {
			continue
		}
		if len(f.params) == maxParams {
			return Form{}, fmt.Errorf("%w: it has more than %d parameters", errForm, maxParams)
		}
		name, value, _ := strings.Cut(field, "=")
		name, err := url.QueryUnescape(name)
		if err != nil { // its text repeats what was sent
			return Form{}, fmt.Errorf("%w: a broken escape in a name", errForm)
		}
		if value, err = url.QueryUnescape(value); err != nil {
			return Form{}, fmt.Errorf("%w: a broken escape in a value", errForm)
		}
		f.params = append(f.params, param{name, value})
	}
	return f, nil
}

// Get returns the first value of a parameter, "" if it is not there.
func (f Form) Get(name string) string {
	for _, p := range f.params {
		if p.name == name {
			return p.value
		}
	}
	return ""
}

// signed is what the signature covers beside the URL: names and values without
// separators, sorted by name and then by value, each pair once.
func (f Form) signed() string {
	ps := slices.Clone(f.params)
	sort.Slice(ps, func(i, j int) bool {
		return ps[i].name < ps[j].name || ps[i].name == ps[j].name && ps[i].value < ps[j].value
	})
	var b strings.Builder
	for _, p := range slices.Compact(ps) {
		b.WriteString(p.name)
		b.WriteString(p.value)
	}
	return b.String()
}

// unclear returns the name of a parameter that means something here and is there
// with two values; "" if there is none. Which of them counts would be a guess.
func (f Form) unclear() string {
	first := make(map[string]string, len(f.params))
	for _, p := range f.params {
		if before, there := first[p.name]; !there {
			first[p.name] = p.value
		} else if before != p.value && known(p.name) {
			return p.name
		}
	}
	return ""
}

// known says whether a parameter is read here.
func known(name string) bool {
	for _, prefix := range []string{"MediaUrl", "MediaContentType"} {
		if n, ok := strings.CutPrefix(name, prefix); ok {
			_, err := strconv.Atoi(n)
			return err == nil
		}
	}
	switch name {
	case "MessageSid", "SmsMessageSid", "AccountSid", "MessagingServiceSid", "From", "To", "Body", "NumMedia", "OptOutType",
		"ProfileName", "ExternalUserId", "MessageType", "Forwarded", "FrequentlyForwarded", "ButtonText", "ButtonPayload",
		"OriginalRepliedMessageSid", "ListId", "ListTitle", "ListDescription", "Latitude", "Longitude", "Address", "Label",
		"ReferralBody", "ReferralHeadline", "ReferralSourceId", "ReferralSourceType", "ReferralSourceUrl",
		"MessageStatus", "SmsStatus", "ErrorCode":
		return true
	}
	return false
}
