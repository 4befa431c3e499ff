package telegram

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"bridge/adapters/untrusted"
	"bridge/config"
	"bridge/core/message"
)

// probes are the looks at the bot for bridge check. They change nothing.
func (c Config) probes(name message.ChannelName) []config.Probe {
	api, err := newClient(c)
	if err != nil {
		return nil // a mistake in the section, which is named
	}
	return []config.Probe{
		{What: "bot " + c.bot(), Try: func(ctx context.Context) (string, error) { return c.tryBot(ctx, api) }},
		{What: "webhook of the bot", Try: func(ctx context.Context) (string, error) { return c.tryWebhook(ctx, api, name) }},
	}
}

func (c Config) tryBot(ctx context.Context, api *client) (string, error) {
	var me struct {
		tgUser
		Groups bool `json:"can_join_groups"`
	}
	if err := api.call(ctx, "getMe", nil, &me); err != nil {
		return "", fmt.Errorf("%w; write the token that @BotFather shows for the bot", err)
	}
	note := "@" + me.Name
	if me.Groups {
		note += "; it may be added to groups, where it says nothing: @BotFather's /setjoingroups can forbid that"
	}
	return note, nil
}

func (c Config) tryWebhook(ctx context.Context, api *client, name message.ChannelName) (string, error) {
	var w webhookInfo
	if err := api.call(ctx, "getWebhookInfo", nil, &w); err != nil {
		return "", err
	}
	var notes []string
	want := c.webhook(name)
	switch {
	case c.Receive == receivePoll && w.URL != "":
		notes = append(notes, "warning: the bot has a webhook at "+host(w.URL)+", which bridge run removes: this channel polls")
	case c.Receive == receivePoll:
		notes = append(notes, "there is none, as it has to be: this channel polls")
	case w.URL == "":
		notes = append(notes, "there is none yet: bridge run sets it to "+want)
	case w.URL != want:
		notes = append(notes, "warning: it is at "+host(w.URL)+"; bridge run sets it to "+want)
	default:
		notes = append(notes, want)
	}
	if w.Pending > 0 {
		notes = append(notes, fmt.Sprintf("%d updates wait", w.Pending))
	}
	if w.ErrorText != "" && c.Receive == receiveWebhook {
		notes = append(notes, fmt.Sprintf("warning: the last call failed at %s: %s", time.Unix(w.ErrorAt, 0).UTC().Format(time.DateTime), untrusted.Line(w.ErrorText, 200)))
	}
	return strings.Join(notes, "; "), nil
}

// host is that of a URL whose path may hold a secret of somebody else's.
func host(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return "another place"
	}
	return u.Host
}
