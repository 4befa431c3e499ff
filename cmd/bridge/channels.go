package main

import (
	"bridge/adapters/a2a"
	"bridge/adapters/agp"
	"bridge/adapters/alfred"
	"bridge/adapters/channel"
	"bridge/adapters/chat"
	"bridge/adapters/cron"
	"bridge/adapters/email"
	"bridge/adapters/sms"
	"bridge/adapters/telegram"
	"bridge/adapters/webhook"
	"bridge/adapters/whatsapp"
)

// channels is the table of the kinds of channels: a new one is a folder and a line here.
func channels() channel.Kinds {
	return channel.Kinds{
		email.Describe(),
		whatsapp.Describe(),
		sms.Describe(),
		webhook.Describe(),
		cron.Describe(),
		telegram.Describe(),
		agp.Describe(),
		chat.Describe(),
		alfred.Describe(),
		a2a.Describe(),
	}
}
