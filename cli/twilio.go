package cli

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"bridge/adapters"
)

const twilioUse = `usage: bridge twilio reconcile [-channel NAME] [-since WHEN] [-dry-run] [-json]
takes in what Twilio's log has and no webhook has delivered, such as after an outage; the messages that are known do nothing`

// reconciled is what one channel's log came to.
type reconciled struct {
	Channel string `json:"channel"`
	adapters.Reconciled
}

func twilioCommand(ctx context.Context, s std, args []string) int {
	verb, code, ok := verb(s, args, twilioUse, "reconcile")
	if !ok {
		return code
	}
	fs := flags(s, "twilio "+verb)
	to := targetFlags(fs)
	asJSON := fs.Bool("json", false, "print JSON")
	channel := fs.String("channel", "", "only this channel's `NAME`; all that have a log if it is missing")
	when := fs.String("since", "24h", "what came in since `WHEN`: how long ago (90m, 2h, 7d) or a time")
	dry := fs.Bool("dry-run", false, "list the log, take in nothing")
	_, code, ok = parseArgs(s, fs, args[1:], 0, 0)
	if !ok {
		return code
	}
	at, err := since(*when)
	if err == nil && at == "" {
		err = errors.New("-since is needed")
	}
	if err != nil {
		return wrong(s, fs.Name(), err)
	}
	c, err := to.connect(s)
	if err != nil {
		return fail(s, err)
	}
	names := []string{*channel}
	if *channel == "" {
		if names, err = logged(ctx, c); err != nil {
			return fail(s, err)
		}
	}
	all := []reconciled{}
	for _, name := range names {
		r := reconciled{Channel: name}
		if err := c.call(ctx, "POST", "/channels/"+url.PathEscape(name)+"/reconcile", map[string]any{"since": at, "dryRun": *dry}, &r.Reconciled); err != nil {
			return fail(s, fmt.Errorf("channel %s: %w", name, err))
		}
		all = append(all, r)
	}
	if *asJSON {
		printJSON(s.out, all)
		return exitOK
	}
	for _, r := range all {
		showReconciled(s, r, *dry)
	}
	return exitOK
}

// logged returns the names of the channels whose providers keep a log.
func logged(ctx context.Context, c *client) ([]string, error) {
	var list struct {
		Items []struct {
			Name       string `json:"name"`
			Reconciles bool   `json:"reconciles"`
		} `json:"items"`
	}
	if err := c.call(ctx, "GET", "/channels", nil, &list); err != nil {
		return nil, err
	}
	var names []string
	for _, ch := range list.Items {
		if ch.Reconciles {
			names = append(names, ch.Name)
		}
	}
	if len(names) == 0 {
		return nil, errors.New("there is no channel of Twilio")
	}
	return names, nil
}

func showReconciled(s std, r reconciled, dry bool) {
	if dry {
		fmt.Fprintf(s.out, "%s: %d messages in Twilio's log; nothing was taken in\n", line(r.Channel), r.Seen)
	} else {
		fmt.Fprintf(s.out, "%s: %d messages in Twilio's log, %d of them taken in now\n", line(r.Channel), r.Seen, r.Taken)
	}
	if len(r.Messages) == 0 {
		return
	}
	printTable(s.out, r.Messages, "AT\tFROM\tSID\tOUTCOME", func(m adapters.LoggedMessage) []any {
		return []any{moment(m.At), line(m.From), line(m.Provider), line(m.Outcome)}
	})
}
