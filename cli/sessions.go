package cli

import (
	"context"
	"fmt"
	"net/url"
	"strings"

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
	r := s.remote("sessions " + what)
	want := map[string]int{"handover": 2, "handback": 1}[what]
	rest, code, ok := r.begin(args[1:], want, want, nil)
	if !ok {
		return code
	}
	if what == "handovers" {
		return list(ctx, r, "/handovers", nil, 0, "people answer in no conversation", "SESSION\tCODE\tANSWERED BY\tSINCE\tUNTIL", func(h operate.Handover) []any {
			who := string(h.Holder)
			if who == "" {
				who = "asked: " + strings.Join(h.Asked, ", ")
			}
			return []any{h.Session, h.Code, line(who), moment(h.At), moment(h.Until)}
		})
	}
	var done map[string]string
	var body any
	if what == "handover" {
		body = map[string]string{"to": rest[1]}
	}
	return r.do(ctx, "POST", "/sessions/"+url.PathEscape(rest[0])+"/"+what, body, &done, func() {
		if what == "handover" {
			fmt.Fprintf(s.out, "%s is asked to answer in %s; bridge trace %s\n", line(rest[1]), line(rest[0]), done["turn"])
			return
		}
		fmt.Fprintf(s.out, "the agent goes on in %s\n", line(rest[0]))
	})
}
