package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/url"

	"bridge/config"
	"bridge/internal/qr"
	"bridge/operate"
)

func (f *personFlags) invite(fs *flag.FlagSet) {
	fs.StringVar(&f.channel, "channel", "", "`NAME` of the channel that they are invited to")
	fs.StringVar(&f.name, "name", "", "`NAME` as people write it, of somebody who is not in the directory yet")
	fs.StringVar(&f.language, "language", "", "of what is written to them, such as `it`; of somebody new")
	fs.StringVar(&f.life, "for", "", "how `LONG` the code counts (7d; at most 30d)")
	fs.StringVar(&f.mail, "mail", "", "a mail `ADDRESS` that the bridge sends the invitation to")
	fs.BoolVar(&f.qr, "qr", false, "draw a QR code of the link")
}

func invite(ctx context.Context, r *remote, id string, f personFlags) int {
	s := r.std
	if f.channel == "" {
		return wrong(s, "people invite", errors.New("say which: -channel NAME"))
	}
	body := map[string]any{"channel": f.channel, "name": f.name, "language": f.language, "to": f.mail}
	if f.life != "" {
		d, err := config.ParseDuration(f.life)
		if err != nil {
			return wrong(s, "people invite", fmt.Errorf("-for: %w", err))
		}
		body["for"] = d.String()
	}
	var v operate.Invited
	if err := r.call(ctx, "POST", "/people/"+url.PathEscape(id)+"/invite", body, &v); err != nil {
		return fail(s, err)
	}
	if *r.json {
		printJSON(s.out, v)
		return exitOK
	}
	to := "on the channel " + string(v.Channel)
	if v.To != "" {
		to = "to " + v.To + ", " + to
	}
	fmt.Fprintf(s.out, "%s sends this, and nothing else, %s, until %s:\n\n  %s\n\n", line(id), line(to), moment(v.Until), v.Message)
	if v.Link != "" {
		fmt.Fprintf(s.out, "This link writes it:\n\n  %s\n\n", v.Link)
	}
	if f.qr {
		text, err := qr.Text(v.Shown())
		if err != nil {
			return fail(s, err)
		}
		fmt.Fprintln(s.out, text)
	}
	if v.Mailed != "" {
		fmt.Fprintf(s.out, "It is on its way by mail to %s.\n", v.Mailed.Value())
	}
	fmt.Fprintln(s.out, "The code counts once, and cannot be shown again; another invitation to the channel ends it. Whoever has it can be this person there: give it to nobody else.")
	return exitOK
}

func uninvite(ctx context.Context, r *remote, id string) int {
	var v struct {
		Ended int `json:"ended"`
	}
	return r.do(ctx, "DELETE", "/people/"+url.PathEscape(id)+"/codes", nil, &v, func() { fmt.Fprintf(r.out, "codes that count no more: %d\n", v.Ended) })
}

func verifyAddress(ctx context.Context, r *remote, id, address string, anyway bool) int {
	var v operate.OpenCode
	return r.do(ctx, "POST", "/people/"+url.PathEscape(id)+"/verify", map[string]any{"address": address, "anyway": anyway}, &v, func() {
		if v.Sent != "" {
			fmt.Fprintf(r.out, "%s may be somebody else's by now: a code is on its way to %s. When it comes from %[1]s, on the channel %[3]s, until %[4]s, the address is verified.\n", line(string(v.Address)), line(string(v.Sent)), v.Channel, moment(v.Until))
			return
		}
		fmt.Fprintf(r.out, "A code is on its way to %s on the channel %s. When it comes back from there, until %s, the address is verified.\n", line(string(v.Address)), v.Channel, moment(v.Until))
	})
}
