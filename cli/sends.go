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
	r := s.remote("sends " + verb)
	fs := r.fs
	var state, channel, when string
	limit, want := 100, 2
	if verb == "list" {
		want = 0
		fs.StringVar(&state, "state", "", "only in this `STATE`: sending, sent, failed or unknown")
		fs.StringVar(&channel, "channel", "", "only of this channel's `NAME`")
		fs.StringVar(&when, "since", "", "only changed since `WHEN`: how long ago (90m, 2h, 7d) or a time")
		fs.IntVar(&limit, "limit", limit, "at most so `many`")
	}
	rest, code, ok := r.begin(args[1:], want, want, func(rest []string) (err error) {
		when, err = since(when)
		switch {
		case err != nil:
			return err
		case state != "" && state != "sending" && state != "sent" && state != "failed" && state != "unknown":
			return errors.New("-state is sending, sent, failed or unknown")
		case verb == "settle" && rest[1] != "sent" && rest[1] != "failed" && rest[1] != "resend":
			return errors.New("a send is settled as sent, failed or resend")
		}
		return atLeastOne(limit)
	})
	if !ok {
		return code
	}
	if verb == "list" {
		return listSends(ctx, r, state, channel, when, limit)
	}
	var send outbox.Send
	return r.do(ctx, "POST", "/sends/"+url.PathEscape(rest[0])+"/settle", map[string]string{"as": rest[1]}, &send, func() {
		state := string(send.State)
		if rest[1] == string(operate.Resend) {
			state = "sent again"
		}
		fmt.Fprintf(s.out, "%s is %s\n", send.ID, state)
	})
}

func listSends(ctx context.Context, r *remote, state, channel, since string, limit int) int {
	return list(ctx, r, "/sends", map[string]string{"state": state, "channel": channel, "since": since}, limit, "no sends", "ID\tSTATE\tDELIVERY\tKIND\tCHANNEL\tTO\tATTEMPTS\tCODE\tCHANGED\tTURN", func(x outbox.Send) []any {
		return []any{
			x.ID, x.State, dash(deliveryWord(x)), x.Kind, x.Channel, line(x.To.Value()), x.Attempts,
			dash(line(x.Code)), moment(x.UpdatedAt), dash(string(x.Turn)),
		}
	})
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
