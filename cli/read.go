package cli

import (
	"log/slog"
	"strings"

	"bridge/app"
	"bridge/config"
)

// load finds and reads the configuration.
func load(s std, file string) (*config.Config, error) {
	path, err := config.Find(file, s.env)
	if err != nil {
		return nil, err
	}
	return config.Load(path, s.env)
}

// read loads the configuration and decodes the sections of its agents and
// channels: the error is every mistake there is. The Config is nil only if there
// is no file to read.
func read(s std, file string) (*config.Config, app.Options, error) {
	c, err := load(s, file)
	if c == nil {
		return nil, app.Options{}, err
	}
	o, err := app.Configure(c, s.kinds, logger(c.Log, s))
	return c, o, err
}

// logger returns the logger of [log].
func logger(c config.Log, s std) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(strings.ToUpper(c.Level))) // config has checked the word
	o := &slog.HandlerOptions{Level: level}
	if c.Format == "json" {
		return slog.New(slog.NewJSONHandler(s.err, o))
	}
	return slog.New(slog.NewTextHandler(s.err, o))
}
