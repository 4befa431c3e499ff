package cli

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"bridge/operate"
	"bridge/outbox"
)

const sendsUse = `usage: bridge sends list [-state sending|sent|failed|unknown] [-channel NAME] [-since WHEN] [-limit N] [-json]
       bridge sends settle ID sent|failed|resend [-json]
settle says what became of a send that is unknown: it has arrived, it has not, or it is to be sent again`

func sendsCommand(ctx context.Context, s std, args []string) int {
	verb, code, ok := verb(s, args, sendsUse, "list", "settle")
	if !ok {
		return code
	}
	fs := flags(s, "sends "+verb)
	to := targetFlags(fs)
	asJSON := fs.Bool("json", false, "print JSON")
	var state, channel, when string
	limit, want := 100, 2
	if verb == "list" {
		want = 0
		fs.StringVar(&state, "state", "", "only in this `STATE`: sending, sent, failed or unknown")
		fs.StringVar(&channel, "channel", "", "only of this channel's `NAME`")
		fs.StringVar(&when, "since", "", "only changed since `WHEN`: how long ago (90m, 2h, 7d) or a time")
		fs.IntVar(&limit, "limit", limit, "at most so `many`")
	}
	rest, code, ok := parseArgs(s, fs, args[1:], want, want)
	if !ok {
		return code
	}
	when, err := since(when)
	switch {
	case err != nil:
	case limit < 1:
		err = errors.New("-limit is at least 1")
	case state != "" && state != "sending" && state != "sent" && state != "failed" && state != "unknown":
		err = errors.New("-state is sending, sent, failed or unknown")
	case verb == "settle" && rest[1] != "sent" && rest[1] != "failed" && rest[1] != "resend":
		err = errors.New("a send is settled as sent, failed or resend")
	}
	if err != nil {
		return wrong(s, fs.Name(), err)
	}
	c, err := to.connect(s)
	if err != nil {
		return fail(s, err)
	}
	if verb == "list" {
		return listSends(ctx, s, c, state, channel, when, limit, *asJSON)
	}
	var send outbox.Send
	if err := c.call(ctx, "POST", "/sends/"+url.PathEscape(rest[0])+"/settle", map[string]string{"as": rest[1]}, &send); err != nil {
		return fail(s, err)
	}
	switch {
	case *asJSON:
		printJSON(s.out, send)
	case rest[1] == string(operate.Resend):
		fmt.Fprintf(s.out, "%s is sent again\n", send.ID)
	default:
		fmt.Fprintf(s.out, "%s is %s\n", send.ID, send.State)
	}
	return exitOK
}

func listSends(ctx context.Context, s std, c *client, state, channel, since string, limit int, asJSON bool) int {
	all, more, err := readList[outbox.Send](ctx, c, "/sends", map[string]string{"state": state, "channel": channel, "since": since}, limit)
	if err != nil {
		return fail(s, err)
	}
	printList(s, asJSON, all, "no sends", "ID\tSTATE\tDELIVERY\tKIND\tCHANNEL\tTO\tATTEMPTS\tCODE\tCHANGED\tTURN", func(x outbox.Send) []any {
		return []any{
			x.ID, x.State, dash(deliveryWord(x)), x.Kind, x.Channel, line(x.To.Value()), x.Attempts,
			dash(line(x.Code)), moment(x.UpdatedAt), dash(string(x.Turn)),
		}
	})
	sayMore(s, asJSON, more, limit)
	return exitOK
}

// deliveryWord is what became of a message beyond its state: what its provider said
// last, or what it waits for.
func deliveryWord(s outbox.Send) string {
	switch {
	case s.Held != nil:
		return "held"
	case s.Doubt != nil:
		return "in-doubt"
	}
	return string(s.Delivery)
}
