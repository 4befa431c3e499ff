package cli

import (
	"context"
	"fmt"
)

func consoleCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "console")
	to := targetFlags(fs)
	asJSON := fs.Bool("json", false, "print JSON")
	if code, ok := parse(s, fs, args, 0); !ok {
		return code
	}
	c, err := to.connect(s)
	if err != nil {
		return fail(s, err)
	}
	var link struct {
		URL string `json:"url"`
	}
	if err := c.call(ctx, "POST", "/console", nil, &link); err != nil {
		return fail(s, err)
	}
	if *asJSON {
		printJSON(s.out, link)
		return exitOK
	}
	fmt.Fprintf(s.out, "%s\n\nThe link lets you in once, within two minutes.\n", link.URL)
	return exitOK
}
