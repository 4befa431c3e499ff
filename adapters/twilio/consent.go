package twilio

import (
	"strings"
	"unicode"

	"bridge/core/message"
)

// Words say which whole messages are about getting messages at all.
type Words struct {
	// Stop, Start and Help are in upper case, one word each, and count in any case.
	Stop, Start, Help []string
	// Phrases mean Stop, too, and no provider knows them: lower case, without
	// punctuation.
	Phrases []string
}

// SMSWords are those of SMS: Twilio's own (its Advanced Opt-Out defaults), and plain sentences that ask
// for the same. YES is missing: Twilio opts in with it, but whether it does, or
// approves something, depends on the person, which admission knows.
func SMSWords() Words {
	return Words{
		Stop:  []string{"STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"},
		Start: []string{"START", "UNSTOP"},
		Help:  []string{"HELP", "INFO"},
		// Only what cannot mean anything else: "please stop" may be said to the agent.
		Phrases: []string{
			"stop", "unsubscribe", "stop all", "opt out", "opt me out", "please opt me out", "unsubscribe me", "please unsubscribe me", "please unsubscribe",
			"stop texting", "stop texting me", "please stop texting", "please stop texting me", "stop texting me please",
			"stop messaging me", "please stop messaging me", "stop messaging me please",
			"stop sending me messages", "please stop sending me messages", "stop sending me texts", "please stop sending me texts",
			"stop sending messages", "please stop sending messages", "stop all messages", "no more messages", "no more texts",
			"do not text me", "please do not text me", "do not text me again", "do not text me anymore", "do not text me any more",
			"don't text me", "please don't text me", "don't text me again", "don't text me anymore", "don't text me any more",
			"do not message me", "do not message me again", "don't message me", "don't message me again",
			"do not contact me", "do not contact me again", "don't contact me", "don't contact me again",
			"take me off your list", "take me off this list", "please take me off your list", "please take me off this list",
			"remove me from your list", "remove me from this list", "please remove me from your list", "please remove me from this list",
		},
	}
}

// WhatsAppWords are those of WhatsApp, where nobody but the bridge acts on them. The
// other words of SMS are ordinary words there, and HELP is one for the agent.
func WhatsAppWords() Words {
	return Words{
		Stop:  []string{"STOP", "STOPALL", "UNSUBSCRIBE", "OPTOUT"},
		Start: []string{"START", "UNSTOP"},
	}
}

// Consent returns what the whole of a text says, "" for all others. keyword is true
// for a word that providers act on themselves.
func (w Words) Consent(text string) (c message.Consent, keyword bool) {
	text = strings.TrimSpace(text)
	for _, list := range []struct {
		consent message.Consent
		words   []string
	}{{message.ConsentStop, w.Stop}, {message.ConsentStart, w.Start}, {message.ConsentHelp, w.Help}} {
		for _, word := range list.words {
			if strings.EqualFold(text, word) && len(text) == len(word) {
				return list.consent, true
			}
		}
	}
	text = plain(text)
	for _, phrase := range w.Phrases {
		if text == phrase {
			return message.ConsentStop, false
		}
	}
	return "", false
}

// optOutType is what Twilio's Advanced Opt-Out made of a message.
func optOutType(s string) message.Consent {
	switch strings.ToUpper(strings.TrimSpace(s)) {
	case "STOP":
		return message.ConsentStop
	case "START":
		return message.ConsentStart
	case "HELP":
		return message.ConsentHelp
	}
	return ""
}

// plain writes a sentence in lower case, with single spaces and without
// punctuation around its words.
func plain(s string) string {
	if len(s) > 100 {
		return ""
	}
	s = strings.ToLower(strings.ReplaceAll(s, "’", "'"))
	words := strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(".,;:!-", r) })
	return strings.Join(words, " ")
}
