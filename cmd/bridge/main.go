// Command bridge lets people talk to AI agents by email, WhatsApp and SMS, and agents get a
// human's yes or no. This is the table of what it is made of: the kinds of channels, agents
// and stores. The commands are in cli.
package main

import (
	"context"
	"os"
	_ "time/tzdata" // time zones of people, also where the system has none

	"bridge/adapters/channel"
	"bridge/adapters/webhook"
	"bridge/app"
	"bridge/artifacts"
	"bridge/artifacts/s3"
	"bridge/cli"
)

func main() { os.Exit(cli.Main(kinds())) }

func kinds() app.Kinds {
	return app.Kinds{
		Channels: channels(), Agents: agents(),
		Stores: stores{},
		Callbacks: func(cb app.Callbacks) channel.Channel {
			return webhook.Callbacks(app.CallbackChannel, app.Version(), cb.Hosts, cb.Secrets)
		},
		S3: func(_ context.Context, url string) (artifacts.Volume, error) { return s3.Open(url) },
	}
}
