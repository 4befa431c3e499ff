package cli

import (
	"context"
	"fmt"

	"bridge/config"
)

// configCommand prints the annotated default, or the configuration in effect
// with its secrets redacted.
func configCommand(_ context.Context, s std, args []string) int {
	const use = "usage: bridge config default|show [-config FILE]"
	if len(args) == 0 {
		fmt.Fprintln(s.err, use)
		return exitUsage
	}
	if isHelp(args[0]) {
		fmt.Fprintln(s.out, use)
		return exitOK
	}
	fs := flags(s, "config "+args[0])
	switch args[0] {
	case "default":
		if code, ok := parse(s, fs, args[1:]); !ok {
			return code
		}
		_, _ = s.out.Write(config.Default()) // nowhere to report to
		return exitOK
	case "show":
		file := fs.String("config", "", "the configuration file")
		if code, ok := parse(s, fs, args[1:]); !ok {
			return code
		}
		c, _, err := read(s, *file)
		if err != nil {
			return fail(s, err)
		}
		_, _ = s.out.Write(c.Show()) // nowhere to report to
		return exitOK
	default:
		fmt.Fprintf(s.err, "bridge config: unknown %q; write default or show\n", args[0])
		return exitUsage
	}
}
