package twilio

import (
	"testing"

	"bridge/core/message"
)

func TestConsentOfSMS(t *testing.T) {
	type said struct {
		consent  message.Consent
		answered bool
	}
	const stop, start, help = message.ConsentStop, message.ConsentStart, message.ConsentHelp
	for body, want := range map[string]said{
		"STOP": {stop, true}, "stop": {stop, true}, " Stop\n": {stop, true}, "StopAll": {stop, true}, "UNSUBSCRIBE": {stop, true},
		"cancel": {stop, true}, "END": {stop, true}, "quit": {stop, true}, "REVOKE": {stop, true}, "optout": {stop, true},
		"START": {start, true}, "unstop": {start, true}, "HELP": {help, true}, "Info": {help, true},
		// Twilio does nothing with these, so we answer.
		"Stop.": {stop, false}, "opt-out": {stop, false}, "Please stop texting me": {stop, false}, "don’t text me!": {stop, false},
		"DON'T TEXT ME": {stop, false}, "Please, unsubscribe me.": {stop, false}, "take me off your list": {stop, false},
		// What is said to the agent, or decides.
		"YES": {}, "yes 4K7Q2M": {}, "NO": {}, "stop please": {}, "please stop": {}, "Stop the refund": {}, "STOP?": {}, "cancel the order": {},
		"help me": {}, "start now": {}, "ARRET": {}, "": {}, "don't text me the code, mail it": {}, "\u0441top": {}, "ſtop": {},
	} {
		c, answered := Received{Body: body}.Consent(SMSWords(), true)
		if c != want.consent || answered != want.answered {
			t.Errorf("%q: %q %v, want %q %v", body, c, answered, want.consent, want.answered)
		}
		if _, answered := (Received{Body: body}).Consent(SMSWords(), false); answered {
			t.Errorf("%q: nobody has answered it", body)
		}
	}
	// What Advanced Opt-Out says comes first, and it has answered.
	for kind, want := range map[string]message.Consent{"STOP": stop, "START": start, "HELP": help, "stop": stop} {
		c, answered := Received{Body: "BASTA", OptOut: kind}.Consent(SMSWords(), false)
		if c != want || !answered {
			t.Errorf("OptOutType %s: %q %v", kind, c, answered)
		}
	}
	if c, answered := (Received{Body: "STOP", OptOut: "BRANDNEW"}).Consent(SMSWords(), true); c != stop || !answered {
		t.Errorf("an unknown OptOutType: %q %v", c, answered)
	}
}

func TestConsentOfWhatsApp(t *testing.T) {
	for body, want := range map[string]message.Consent{
		"STOP": message.ConsentStop, "stopall": message.ConsentStop, "Unsubscribe": message.ConsentStop, "OPTOUT": message.ConsentStop, "start": message.ConsentStart,
		"CANCEL": "", "END": "", "quit": "", "revoke": "", "HELP": "", "info": "", "YES": "", "Stop.": "", "please stop texting me": "",
	} {
		if c, _ := (Received{Body: body}).Consent(WhatsAppWords(), false); c != want {
			t.Errorf("%q: %q, want %q", body, c, want)
		}
	}
	if c, _ := (Received{Body: "STOP", Button: "deny:apr_1"}).Consent(WhatsAppWords(), false); c != "" {
		t.Errorf("a press of a button of ours: %q", c)
	}
}
