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
	r := s.remote("twilio " + verb)
	fs := r.fs
	channel := fs.String("channel", "", "only this channel's `NAME`; all that have a log if it is missing")
	when := fs.String("since", "24h", "what came in since `WHEN`: how long ago (90m, 2h, 7d) or a time")
	dry := fs.Bool("dry-run", false, "list the log, take in nothing")
	at := ""
	if _, code, ok = r.begin(args[1:], 0, 0, func([]string) (err error) {
		if at, err = since(*when); err == nil && at == "" {
			err = errors.New("-since is needed")
		}
		return err
	}); !ok {
		return code
	}
	names := []string{*channel}
	if *channel == "" {
		var err error
		if names, err = logged(ctx, r.client); err != nil {
			return fail(s, err)
		}
	}
	all := []reconciled{}
	for _, name := range names {
		one := reconciled{Channel: name}
		if err := r.call(ctx, "POST", "/channels/"+url.PathEscape(name)+"/reconcile", map[string]any{"since": at, "dryRun": *dry}, &one.Reconciled); err != nil {
			return fail(s, fmt.Errorf("channel %s: %w", name, err))
		}
		all = append(all, one)
	}
	return r.show(all, func() {
		for _, one := range all {
			showReconciled(s, one, *dry)
		}
	})
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
