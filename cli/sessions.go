package cli

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"text/tabwriter"

	"bridge/operate"
)

const sessionsUse = `usage: bridge sessions handover SESSION PERSON|group:NAME   people answer in the conversation, until they write DONE
       bridge sessions handback SESSION                     its agent goes on
       bridge sessions handovers                            the conversations that people answer`

func sessionsCommand(ctx context.Context, s std, args []string) int {
	what, code, ok := verb(s, args, sessionsUse, "handover", "handback", "handovers")
	if !ok {
		return code
	}
	fs := flags(s, "sessions "+what)
	to := targetFlags(fs)
	asJSON := fs.Bool("json", false, "print JSON")
	want := map[string]int{"handover": 2, "handback": 1}[what]
	rest, code, ok := parseArgs(s, fs, args[1:], want, want)
	if !ok {
		return code
	}
	c, err := to.connect(s)
	if err != nil {
		return fail(s, err)
	}
	if what == "handovers" {
		return listHandovers(ctx, s, c, *asJSON)
	}
	var done map[string]string
	var body any
	if what == "handover" {
		body = map[string]string{"to": rest[1]}
	}
	if err := c.call(ctx, "POST", "/sessions/"+url.PathEscape(rest[0])+"/"+what, body, &done); err != nil {
		return fail(s, err)
	}
	switch {
	case *asJSON:
		printJSON(s.out, done)
	case what == "handover":
		fmt.Fprintf(s.out, "%s is asked to answer in %s; bridge trace %s\n", line(rest[1]), line(rest[0]), done["turn"])
	default:
		fmt.Fprintf(s.out, "the agent goes on in %s\n", line(rest[0]))
	}
	return exitOK
}

func listHandovers(ctx context.Context, s std, c *client, asJSON bool) int {
	var page struct{ Items []operate.Handover }
	if err := c.call(ctx, "GET", "/handovers", nil, &page); err != nil {
		return fail(s, err)
	}
	if asJSON {
		printJSON(s.out, page.Items)
		return exitOK
	}
	if len(page.Items) == 0 {
		fmt.Fprintln(s.out, "people answer in no conversation")
		return exitOK
	}
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "SESSION\tCODE\tANSWERED BY\tSINCE\tUNTIL")
	for _, h := range page.Items {
		who := string(h.Holder)
		if who == "" {
			who = "asked: " + strings.Join(h.Asked, ", ")
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", h.Session, h.Code, line(who), moment(h.At), moment(h.Until))
	}
	_ = w.Flush()
	return exitOK
}
