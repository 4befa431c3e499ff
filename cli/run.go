package cli

import (
	"context"
	"time"

	"bridge/app"
)

// settled is how long after the start the memory that only it needed is given back: until
// then much runs for the first time.
const settled = 10 * time.Second

func runCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "run")
	file := fs.String("config", "", "the configuration file")
	if code, ok := parse(s, fs, args, 0); !ok {
		return code
	}
	c, o, err := read(s, *file)
	if err != nil {
		return fail(s, err)
	}
	log := o.Log
	for _, w := range c.Warnings() {
		log.Warn("configuration", "key", w.Key, "line", w.Line, "problem", w.Problem, "write", w.Write)
	}
	b, err := app.Start(ctx, o)
	if err != nil {
		return fail(s, err)
	}
	time.AfterFunc(settled, idle)
	log.Info("bridge is ready", "version", o.Version, "http", b.Addr(), "socket", o.HTTP.Socket)
	if !b.Wait(ctx) {
		return exitFailed
	}
	return exitOK
}
