// Package whatsapp is the channel kind "whatsapp": WhatsApp through Twilio.
package whatsapp

import (
	"context"
	"time"

	"bridge/adapters/twilio"
	"bridge/config"
	"bridge/core/message"
)

// Config is one [channels.NAME] section of type "whatsapp".
type Config struct {
	Account twilio.Account
	// ApprovalContent is the content resource (HX…) of prompts: quick replies with the
	// ids "approve:{{2}}" and "deny:{{2}}"; {{1}} is the summary, {{2}} the apr_ id,
	// {{3}} who asks, {{4}} until when. "": prompts are free text, in the window only.
	ApprovalContent string
	// WindowTemplate is the approved template of messages outside the window: {{1}} the
	// text in one line, {{2}} a link to the whole. "": they wait until the person writes.
	WindowTemplate string
	MaxParts       int // messages of one answer; what is beyond is linked. 1 to 10
	// Dedupe is how long Accept knows a message again.
	Dedupe time.Duration
}

// Window is how long after the person's last message free text may be sent.
const Window = 24 * time.Hour

// Check returns the mistakes of the section.
func (c Config) Check() []config.Mistake {
	ms := c.Account.Check()
	for key, sid := range map[string]string{"approval_content_sid": c.ApprovalContent, "window_template_sid": c.WindowTemplate} {
		if sid != "" && !twilio.IsContentSID(sid) {
			ms = append(ms, config.Mistake{Key: key, Problem: "it is not the SID of a content resource", Write: `"HX" and 32 hexadecimal digits`})
		}
	}
	if c.MaxParts < 1 || c.MaxParts > 10 {
		ms = append(ms, config.Mistake{Key: "max_parts", Problem: "it is not from 1 to 10", Write: "5"})
	}
	return ms
}

// Kind is the word for this kind of channel, and of its addresses.
const Kind message.AddressKind = "whatsapp"

// Traits are what messages of WhatsApp are like.
func Traits() message.Traits {
	return message.Traits{Title: "WhatsApp", Rings: true, SolePending: true, Template: true}
}

// Caps is the channel as data.
func (c Config) Caps() message.Caps {
	const image, other = 5_000_000, 16_000_000
	return message.Caps{
		Kind: Kind, Traits: Traits(), MaxText: twilio.MaxBody, MaxParts: c.MaxParts, Markup: message.MarkupStars,
		Attach: true, MaxAttach: other, OnePerMessage: true, MaxCaption: twilio.MaxBody,
		Media: []message.MediaLimit{
			{Type: "image/jpeg", Max: image},
			{Type: "image/png", Max: image},
			{Type: "image/webp", Max: image},
			{Type: "audio/ogg", Max: other},
			{Type: "audio/amr", Max: other},
			{Type: "audio/3gpp", Max: other},
			{Type: "audio/aac", Max: other},
			{Type: "audio/mpeg", Max: other},
			{Type: "video/mp4", Max: other},
			{Type: "application/pdf", Max: other},
			{Type: "application/msword", Max: other},
			{Type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document", Max: other},
			{Type: "application/vnd.openxmlformats-officedocument.presentationml.presentation", Max: other},
			{Type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", Max: other},
			{Type: "text/vcard", Max: other},
		},
		ProvesSender: message.Verified,
	}
}

// Options are what the adapter works with. All are required.
type Options struct {
	twilio.Options
	Config Config
	// Doubt puts a number in doubt that is somebody else's now. Nil: nobody is told.
	Doubt func(ctx context.Context, ch message.ChannelName, phone message.Address, why string) error
	// Listed says whether an address is one of [people].
	Listed func(message.Address) bool
}

// Adapter is one WhatsApp channel. Create it with New.
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
