package main

import (
	"context"
	"fmt"
	"log/slog"

	"bridge/config"
)

// configCommand prints the annotated default, or the configuration in effect
// with its secrets redacted.
func configCommand(_ context.Context, s std, args []string) int {
	if len(args) == 0 {
		fmt.Fprintln(s.err, "usage: bridge config default|show [-config FILE]")
		return exitUsage
	}
	fs := flags(s, "config "+args[0])
	switch args[0] {
	case "default":
		if !parse(fs, args[1:], 0) {
			return exitUsage
		}
		_, _ = s.out.Write(config.Default()) // nowhere to report to
		return exitOK
	case "show":
		file := fs.String("config", "", "the configuration file")
		if !parse(fs, args[1:], 0) {
			return exitUsage
		}
		c, err := load(s, *file)
		if err != nil {
			return fail(s, err)
		}
		if _, err := options(c, slog.New(slog.DiscardHandler)); err != nil {
			return fail(s, err)
		}
		_, _ = s.out.Write(c.Show()) // nowhere to report to
		return exitOK
	default:
		fmt.Fprintf(s.err, "bridge config: unknown %q; write default or show\n", args[0])
		return exitUsage
	}
}
