package cli

import (
	"context"
	"fmt"

	"bridge/outbox"
)

const suppressionsUse = `usage: bridge suppressions list [-channel NAME] [-why dead|complained|opted-out] [-limit N] [-json]
       bridge suppressions add CHANNEL ADDRESS [-why TEXT] [-json]
       bridge suppressions drop CHANNEL ADDRESS [-json]
addresses that get no more messages: they do not exist, complained of one, or asked for it`

func suppressionsCommand(ctx context.Context, s std, args []string) int {
	verb, code, ok := verb(s, args, suppressionsUse, "list", "add", "drop")
	if !ok {
		return code
	}
	r := s.remote("suppressions " + verb)
	fs := r.fs
	var channel, why string
	limit, want := 100, 2
	switch verb {
	case "list":
		want = 0
		fs.StringVar(&channel, "channel", "", "only of this channel's `NAME`")
		fs.StringVar(&why, "why", "", "only for this `REASON`: dead, complained or opted-out")
		fs.IntVar(&limit, "limit", limit, "at most so `many`")
	case "add":
		fs.StringVar(&why, "why", "", "`TEXT` that is kept with it")
	}
	rest, code, ok := r.begin(args[1:], want, want, func([]string) error { return atLeastOne(limit) })
	if !ok {
		return code
	}
	if verb == "list" {
		return listSuppressions(ctx, r, channel, why, limit)
	}
	path, body := "/suppressions", map[string]string{"channel": rest[0], "address": rest[1]}
	if verb == "drop" {
		path += "/drop"
	} else {
		body["why"] = why
	}
	var p outbox.Suppression
	return r.do(ctx, "POST", path, body, &p, func() {
		if verb == "drop" {
			fmt.Fprintf(s.out, "%s gets messages again on %s\n", line(p.Address.Value()), p.Channel)
			return
		}
		fmt.Fprintf(s.out, "%s gets no more messages on %s (%s)\n", line(p.Address.Value()), p.Channel, suppressedBecause(p))
	})
}

func listSuppressions(ctx context.Context, r *remote, channel, why string, limit int) int {
	return list(ctx, r, "/suppressions", map[string]string{"channel": channel, "why": why}, limit, "no suppressions", "CHANNEL\tADDRESS\tWHY\tCODE\tSINCE\tBY\tDETAIL", func(p outbox.Suppression) []any {
		return []any{
			p.Channel, line(p.Address.Value()), p.Why, dash(line(p.Code)),
			moment(p.At), line(p.By), dash(line(p.Detail)),
		}
	})
}

// suppressedBecause says why and since when.
func suppressedBecause(p outbox.Suppression) string {
	text := string(p.Why)
	if p.Code != "" {
		text += " " + line(p.Code)
	}
	return text + " since " + moment(p.At) + " by " + line(p.By)
}
