package cli

import (
	"context"
	"fmt"
	"net/url"
)

const turnsUse = `usage: bridge turns cancel TURN   end a turn, whether it waits, runs or is parked; bridge trace TURN shows how it is`

func turnsCommand(ctx context.Context, s std, args []string) int {
	if _, code, ok := verb(s, args, turnsUse, "cancel"); !ok {
		return code
	}
	fs := flags(s, "turns cancel")
	to := targetFlags(fs)
	rest, code, ok := parseArgs(s, fs, args[1:], 1, 1)
	if !ok {
		return code
	}
	c, err := to.connect(s)
	if err != nil {
		return fail(s, err)
	}
	var done map[string]string
	if err := c.call(ctx, "POST", "/turns/"+url.PathEscape(rest[0])+"/cancel", nil, &done); err != nil {
		return fail(s, err)
	}
	fmt.Fprintf(s.out, "%s is cancelled: what was under way is cut, its agent and its people hear that\n", line(rest[0]))
	return exitOK
}
