// Package sms is the channel kind "sms": text messages through Twilio.
package sms

import (
	"time"

	"bridge/adapters/twilio"
	"bridge/config"
	"bridge/core/message"
)

// Config is one [channels.NAME] section of type "sms".
type Config struct {
	Account twilio.Account
	// Keywords says who answers STOP, START and HELP: "twilio" (its number or service
	// does, which is the default) or "bridge" (short codes, opt-out handling switched off).
	Keywords string
	Help     string // what HELP is answered with, where the bridge answers; ≤ 320 characters
	MaxParts int    // messages of one answer; what is beyond is linked. 1 to 10
	// Dedupe is how long Accept knows a message again.
	Dedupe time.Duration
}

// Check returns the mistakes of the section.
func (c Config) Check() []config.Mistake {
	ms := c.Account.Check()
	if c.MaxParts < 1 || c.MaxParts > 10 {
		ms = append(ms, config.Mistake{Key: "max_parts", Problem: "it is not from 1 to 10", Write: "5"})
	}
	if len([]rune(c.Help)) > 320 {
		ms = append(ms, config.Mistake{Key: "help", Problem: "it has more than 320 characters", Write: "a shorter text"})
	}
	return ms
}

// Kind is the word for this kind of channel, and of its addresses.
const Kind message.AddressKind = "sms"

// Traits are what text messages are like: a number can be forged.
func Traits() message.Traits {
	return message.Traits{Title: "SMS", Rings: true, SolePending: true, CodeToGrant: true, CarrierWords: true}
}

// Caps is the channel as data.
func (c Config) Caps() message.Caps {
	return message.Caps{
		Kind: Kind, Traits: Traits(), MaxText: twilio.MaxBody, MaxParts: c.MaxParts, Markup: message.MarkupGSM7,
		ProvesSender: message.Carrier, OneWay: c.Account.OneWay(),
	}
}

// Options are what the adapter works with. All are required.
type Options struct {
	twilio.Options
	Config Config
}

// Adapter is one SMS channel. Create it with New.
type Adapter struct {
	o        Options
	media    *twilio.Media
	outbound *twilio.Sender
}

// New returns the adapter; it connects to nothing.
func New(o Options) (*Adapter, error) {
	outbound, err := o.Config.Sender(o.Callbacks, o.Buckets, o.Metrics, o.Now)
	if err != nil {
		return nil, err
	}
	return &Adapter{o: o, media: twilio.NewMedia(o.Config.Account, o.Artifacts, o.Log), outbound: outbound}, nil
}

// Name implements adapters.Adapter.
func (a *Adapter) Name() message.ChannelName { return a.o.Name }

// Caps implements adapters.Adapter.
func (a *Adapter) Caps() message.Caps { return a.o.Config.Caps() }
