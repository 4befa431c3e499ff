package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"bridge/app"
	"bridge/config"
)

// settled is how long after the start the memory that only it needed is given back: until
// then much runs for the first time.
const settled = 10 * time.Second

func runCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "run")
	file := fs.String("config", "", "the configuration file")
	every := fs.Duration("watch", 0, "reload when the file, or one that it names as ${file:…}, has changed: how often to look; 0: never")
	if code, ok := parse(s, fs, args); !ok {
		return code
	}
	hangup := make(chan os.Signal, 1)
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signal.Notify(hangup, syscall.SIGHUP) // before one could end the process
		defer signal.Stop(hangup)
	}
	files := &watch{every: *every, find: func() (string, error) { return config.Find(*file, s.env) }}
	files.judged() // before they are read
	o, err := readToRun(s, *file)
	if err != nil {
		return fail(s, err)
	}
	app.PaceGC()
	time.AfterFunc(settled, idle)
	var before *app.Options // what ran until now
	for {
		r := &reloader{s: s, file: *file, log: o.Log, asked: make(chan struct{}), files: files}
		o.Reload = r.reload
		b, err := app.Start(ctx, o)
		switch {
		case err != nil && before == nil:
			return fail(s, err)
		case err != nil && ctx.Err() != nil: // it was told to stop while it started anew
			return exitOK
		case err != nil:
			o.Log.Error("reload: the new configuration cannot start", "config", o.Config.Sum, "err", err)
			o, before = *before, nil
			o.Log.Warn("reload: the old configuration goes on", "config", o.Config.Sum)
			continue
		}
		o.Log.Info("bridge is ready", "version", o.Version, "config", o.Config.Sum, "http", b.Addr(), "socket", o.HTTP.Socket)
		ok := r.wait(ctx, b, hangup)
		next := r.chosen()
		switch {
		case next != nil && ctx.Err() == nil:
			ran := o
			before, o = &ran, *next
		case ok:
			return exitOK
		default:
			return exitFailed
		}
	}
}

// readToRun reads the configuration of a bridge that is to run, and logs the doubts about it.
func readToRun(s std, file string) (app.Options, error) {
	c, o, err := read(s, file)
	if err != nil {
		return app.Options{}, err
	}
	for _, w := range c.Warnings() {
		o.Log.Warn("configuration", "key", w.Key, "line", w.Line, "problem", w.Problem, "write", w.Write)
	}
	return o, nil
}
