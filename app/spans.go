package app

import (
	"bridge/app/telemetry"
	"bridge/core/span"
	"bridge/internal/httpguard"
)

// spans is where spans go; nil: nowhere.
func (a *App) spans() *span.Tracer {
	t := a.o.Telemetry
	if t.URL == "" {
		return nil
	}
	a.telemetry = telemetry.New(telemetry.Options{
		URL: t.URL, Headers: t.Headers, Service: t.Service, Version: a.o.Version, Node: a.node,
		Client: httpguard.Agent(), Now: a.o.Now, Log: a.o.Log, Sent: func(result string, n int) { a.counts.spans.With(result).Add(float64(n)) },
	})
	return span.NewTracer(a.telemetry.Add, float64(t.Percent)/100)
}
