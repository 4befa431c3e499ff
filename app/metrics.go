package app

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"bridge/approvals"
	"bridge/envelope"
	"bridge/message"
	"bridge/outbox"
	"bridge/turns"
)

// metrics are the bridge's own counters; docs/operations.md lists them and a
// test compares.
type metrics struct {
	registry     *prometheus.Registry
	messages     *prometheus.CounterVec
	refused      *prometheus.CounterVec
	steps        *prometheus.CounterVec
	stepSeconds  *prometheus.HistogramVec
	attempts     *prometheus.CounterVec
	sends        *prometheus.CounterVec
	approvals    *prometheus.CounterVec
	unregistered prometheus.Counter
	panics       prometheus.Counter
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		messages: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_messages_total", Help: "Inbound messages by what admission did with them.",
		}, []string{"channel", "outcome"}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_refused_total", Help: "Messages and connections that a channel refused itself: size, syntax, recipient, limits.",
		}, []string{"channel", "reason"}),
		steps: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_steps_total", Help: "Recorded outcomes of steps by state.",
		}, []string{"agent", "state"}),
		stepSeconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "bridge_step_seconds", Help: "Time from the first call of a step to its recorded outcome.",
			Buckets: []float64{.01, .05, .1, .5, 1, 2, 5, 10, 30, 60, 300, 600},
		}, []string{"agent"}),
		attempts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_agent_attempts_total", Help: "Calls of agents by result: ok or an error code.",
		}, []string{"agent", "result"}),
		sends: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_send_attempts_total", Help: "Attempts to hand a message over, by result: sent or a kind of error.",
		}, []string{"channel", "result"}),
		approvals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_approvals_total", Help: "Approval requests that ended, by state.",
		}, []string{"state"}),
		unregistered: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "bridge_unregistered_parts_total", Help: "Parts of agents with an unregistered type.",
		}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "bridge_panics_total", Help: "Panics that were recovered; each left a dead letter.",
		}),
	}
	m.registry.MustRegister(m.messages, m.refused, m.steps, m.stepSeconds, m.attempts, m.sends, m.approvals, m.unregistered, m.panics,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) accepted(ch message.ChannelName, o message.Outcome, _ string) {
	m.messages.WithLabelValues(string(ch), string(o)).Inc()
}

func (m *metrics) refuse(ch message.ChannelName, reason string) {
	m.refused.WithLabelValues(string(ch), reason).Inc()
}

func (m *metrics) decided(r approvals.Record) { m.approvals.WithLabelValues(string(r.State)).Inc() }

func (m *metrics) turns() turns.Metrics {
	return turns.Metrics{
		Step: func(agent string, st envelope.State, took time.Duration) {
			m.steps.WithLabelValues(agent, string(st)).Inc()
			m.stepSeconds.WithLabelValues(agent).Observe(took.Seconds())
		},
		Attempt: func(agent, code string) {
			if code == "" {
				code = "ok"
			}
			m.attempts.WithLabelValues(agent, code).Inc()
		},
		Unregistered: func(envelope.Type) { m.unregistered.Inc() },
		Panic:        m.panics.Inc,
	}
}

func (m *metrics) outbox() outbox.Metrics {
	return outbox.Metrics{
		Attempt: func(ch message.ChannelName, result string) { m.sends.WithLabelValues(string(ch), result).Inc() },
		Panic:   m.panics.Inc,
	}
}

// observe registers what is read when somebody looks.
func (m *metrics) observe(a *App) { m.registry.MustRegister(gauges{a}) }

// gauges reads the state of the app at every scrape.
type gauges struct{ a *App }

func (g gauges) descs() (items, oldest, pending, up, channel *prometheus.Desc) {
	return prometheus.NewDesc("bridge_queue_items", "Items in a queue by state.", []string{"queue", "state"}, nil),
		prometheus.NewDesc("bridge_queue_oldest_seconds", "Age of the oldest unfinished item.", []string{"queue"}, nil),
		prometheus.NewDesc("bridge_approvals_pending", "Approval requests that are open.", nil, nil),
		prometheus.NewDesc("bridge_store_up", "1 if the store can write.", nil, nil),
		prometheus.NewDesc("bridge_channel_up", "1 if the channel is ok.", []string{"channel"}, nil)
}

// Describe implements prometheus.Collector.
func (g gauges) Describe(c chan<- *prometheus.Desc) {
	a, b, d, e, f := g.descs()
	for _, x := range []*prometheus.Desc{a, b, d, e, f} {
		c <- x
	}
}

// Collect implements prometheus.Collector.
func (g gauges) Collect(c chan<- prometheus.Metric) {
	items, oldest, pending, up, channel := g.descs()
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		c <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if g.a.store.Healthy() == nil {
		gauge(up, 1)
	} else {
		gauge(up, 0)
	}
	for _, ch := range g.a.channels.list() {
		v := 0.0
		if ch.State == ChannelOK {
			v = 1
		}
		gauge(channel, v, string(ch.Name))
	}
	st, err := g.a.Status(ctx)
	if err != nil {
		return
	}
	gauge(pending, float64(st.Approvals))
	now := g.a.o.Now()
	for q, d := range st.Queues {
		name := strings.ToLower(string(q))
		gauge(items, float64(d.Waiting), name, "waiting")
		gauge(items, float64(d.Claimed), name, "claimed")
		gauge(items, float64(d.Delayed), name, "delayed")
		gauge(items, float64(d.Dead), name, "dead")
		age := 0.0
		if !d.Oldest.IsZero() {
			age = now.Sub(d.Oldest).Seconds()
		}
		gauge(oldest, age, name)
	}
}

// MetricsHandler serves /metrics.
func (a *App) MetricsHandler() http.Handler {
	return promhttp.HandlerFor(a.metrics.registry, promhttp.HandlerOpts{})
}
