package app

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"bridge/adapters"
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
	copies       *prometheus.CounterVec
	steps        *prometheus.CounterVec
	stepSeconds  *prometheus.HistogramVec
	attempts     *prometheus.CounterVec
	sends        *prometheus.CounterVec
	approvals    *prometheus.CounterVec
	happened     *prometheus.CounterVec
	unregistered prometheus.Counter
	panics       prometheus.Counter
	opened       *prometheus.CounterVec
	held         *prometheus.CounterVec
	operator     *prometheus.CounterVec
	classes      *prometheus.CounterVec
	deliveries   *prometheus.CounterVec
	quarantined  *prometheus.CounterVec
	segments     *prometheus.CounterVec
	reconnects   *prometheus.CounterVec
	windows      *prometheus.CounterVec
	fires        *prometheus.CounterVec
	verified     *prometheus.CounterVec
	breakers     *prometheus.CounterVec
	cut          prometheus.Counter
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		messages: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_messages_total", Help: "Inbound messages by what admission did with them.",
		}, []string{"channel", "outcome"}),
		windows: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_held_messages_total", Help: "Messages that wait until their recipient writes: those that began to, were released, or failed in the end.",
		}, []string{"channel", "event"}),
		segments: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_sms_segments_total", Help: "SMS segments that were handed over to the provider.",
		}, []string{"channel"}),
		copies: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_sent_copies_total", Help: "Mails that were sent and then put into the mailbox for sent mail, or not.",
		}, []string{"channel", "result"}),
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
		happened: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_approval_events_total", Help: "What happened to open approval requests: held, taken back, reminded, escalated, objection.",
		}, []string{"event"}),
		unregistered: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "bridge_unregistered_parts_total", Help: "Parts of agents with an unregistered type.",
		}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "bridge_panics_total", Help: "Panics that were recovered; each left a dead letter.",
		}),
		opened: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_agent_breaker_opened_total", Help: "How often the breaker of an agent opened on this node.",
		}, []string{"agent"}),
		held: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_agent_held_total", Help: "Items that went back to wait because their agent fails; one item may do so many times.",
		}, []string{"agent"}),
		quarantined: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_quarantined_total", Help: "Messages that a channel set aside because they cannot be taken: mail that stays in its mailbox.",
		}, []string{"channel"}),
		reconnects: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_reconnects_total", Help: "Connections of a channel to the server it receives from that broke and were made again.",
		}, []string{"channel"}),
		operator: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_operator_actions_total", Help: "What operators did: replay, drop, settle, pause, resume, suppress, unsuppress.",
		}, []string{"action"}),
	}
	m.verified = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "bridge_ledger_verified_total", Help: "How often the ledger of approvals was verified, by result: ok or bad.",
	}, []string{"result"})
	m.classes = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "bridge_message_classes_total", Help: "Inbound messages by what kind of message they are.",
	}, []string{"channel", "class"})
	m.deliveries = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "bridge_deliveries_total", Help: "What providers said later of messages that were handed over.",
	}, []string{"channel", "state"})
	m.fires = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "bridge_cron_events_total", Help: "What became of the fires of schedules and of the runs they started.",
	}, []string{"channel", "event"})
	m.breakers = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "bridge_webhook_breaker_opened_total", Help: "How often the breaker of an endpoint opened on this node.",
	}, []string{"channel"})
	m.cut = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "bridge_event_readers_cut_total", Help: "Readers of the event stream that were cut off because they were too slow.",
	})
	m.registry.MustRegister(m.breakers, m.cut, m.verified, m.fires, m.classes, m.deliveries, m.messages, m.refused, m.steps, m.stepSeconds, m.attempts, m.sends, m.approvals, m.happened, m.unregistered, m.panics,
		m.opened, m.held, m.operator, m.quarantined, m.reconnects, m.copies, m.segments, m.windows,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, event := range approvals.Happenings {
		m.happened.WithLabelValues(event) // an alert needs the series before the first event
	}
	return m
}

func (m *metrics) accepted(ch message.ChannelName, o message.Outcome, _ string) {
	m.messages.WithLabelValues(string(ch), string(o)).Inc()
}

func (m *metrics) classed(ch message.ChannelName, c message.Class) {
	m.classes.WithLabelValues(string(ch), string(c)).Inc()
}

func (m *metrics) refuse(ch message.ChannelName, reason string) {
	m.refused.WithLabelValues(string(ch), reason).Inc()
}

func (m *metrics) copied(ch message.ChannelName, ok bool) {
	m.copies.WithLabelValues(string(ch), map[bool]string{true: "ok", false: "failed"}[ok]).Inc()
}

func (m *metrics) segment(ch message.ChannelName, n int) {
	m.segments.WithLabelValues(string(ch)).Add(float64(n))
}

func (m *metrics) reconnect(ch message.ChannelName) { m.reconnects.WithLabelValues(string(ch)).Inc() }

func (m *metrics) fire(ch message.ChannelName, event string, n int) {
	m.fires.WithLabelValues(string(ch), event).Add(float64(n))
}

func (m *metrics) verify(ok bool) {
	m.verified.WithLabelValues(map[bool]string{true: "ok", false: "bad"}[ok]).Inc()
}

func (m *metrics) breakerOpened(ch message.ChannelName) { m.breakers.WithLabelValues(string(ch)).Inc() }

func (m *metrics) decided(r approvals.Record) { m.approvals.WithLabelValues(string(r.State)).Inc() }

func (m *metrics) happen(event string) { m.happened.WithLabelValues(event).Inc() }

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
		Breaker: func(agent string, open bool) {
			if open {
				m.opened.WithLabelValues(agent).Inc()
			}
		},
		Held: func(agent string) { m.held.WithLabelValues(agent).Inc() },
	}
}

func (m *metrics) outbox() outbox.Metrics {
	return outbox.Metrics{
		Attempt: func(ch message.ChannelName, result string) { m.sends.WithLabelValues(string(ch), result).Inc() },
		Delivery: func(ch message.ChannelName, state string) {
			m.deliveries.WithLabelValues(string(ch), state).Inc()
		},
		Held:  func(ch message.ChannelName, event string) { m.windows.WithLabelValues(string(ch), event).Inc() },
		Panic: m.panics.Inc,
	}
}

// observe registers what is read when somebody looks, and makes the counters that
// alerts compare with what was before: a series has to be there before it grows.
func (m *metrics) observe(a *App) {
	m.registry.MustRegister(gauges{a})
	for _, name := range a.agents() {
		m.opened.WithLabelValues(name)
		m.held.WithLabelValues(name)
	}
	for _, ch := range a.o.Channels {
		m.quarantined.WithLabelValues(string(ch.Name))
		m.reconnects.WithLabelValues(string(ch.Name))
		m.segments.WithLabelValues(string(ch.Name))
		m.breakers.WithLabelValues(string(ch.Name))
		for _, result := range []string{"ok", "failed"} {
			m.copies.WithLabelValues(string(ch.Name), result)
		}
		for _, event := range outbox.HeldEvents() {
			m.windows.WithLabelValues(string(ch.Name), event)
		}
		for _, state := range message.DeliveryStates() {
			m.deliveries.WithLabelValues(string(ch.Name), string(state))
		}
	}
	for _, s := range a.schedules() {
		for _, event := range adapters.RunEvents() {
			m.fires.WithLabelValues(string(s.Name()), event)
		}
	}
	for _, result := range []string{"ok", "bad"} {
		m.verified.WithLabelValues(result)
	}
	for _, action := range operatorActions() {
		m.operator.WithLabelValues(action)
	}
}

// gauges reads the state of the app at every scrape.
type gauges struct{ a *App }

// gaugeDescs are the metrics that are read, not counted.
type gaugeDescs struct {
	ledger, items, oldest, pending, sends, suppressed, paused, owner, up, info, skew, channel, breaker, waiting *prometheus.Desc
}

func (gauges) descs() gaugeDescs {
	d := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc(name, help, labels, nil)
	}
	return gaugeDescs{
		items:   d("bridge_queue_items", "Items in a queue by state.", "queue", "state"),
		oldest:  d("bridge_queue_oldest_seconds", "Age of the oldest waiting item.", "queue"),
		pending: d("bridge_approvals_pending", "Approval requests that are open."),
		ledger:  d("bridge_ledger_entries", "Entries of the ledger of approvals."),
		sends:   d("bridge_sends", "Records of sends by state.", "state"),

		suppressed: d("bridge_suppressions", "Addresses that get no more messages."),
		paused:     d("bridge_paused", "1 for each agent, channel or session that is paused.", "kind", "name"),
		owner:      d("bridge_owner", "1 if this node does the work that one node of all does alone.", "work"),
		up:         d("bridge_store_up", "1 if the store can write."),
		info:       d("bridge_store_info", "Always 1; the labels say what the store is.", "kind", "server", "durability"),
		skew:       d("bridge_clock_skew_seconds", "The clock of this node minus the store's."),
		channel:    d("bridge_channel_up", "1 if the channel is ok.", "channel"),
		breaker:    d("bridge_agent_breaker_open", "1 while this node does not call the agent because it fails.", "agent"),
		waiting:    d("bridge_agent_held_items", "Items on this node that wait for an agent that fails.", "agent"),
	}
}

// Describe implements prometheus.Collector.
func (g gauges) Describe(c chan<- *prometheus.Desc) {
	d := g.descs()
	for _, x := range []*prometheus.Desc{d.ledger, d.items, d.oldest, d.pending, d.sends, d.suppressed, d.paused, d.owner, d.up, d.info, d.skew, d.channel, d.breaker, d.waiting} {
		c <- x
	}
}

// breakerClosed is the state of a breaker that lets calls pass.
const breakerClosed = "closed"

// maxPausedSeries bounds the series of bridge_paused: sessions may be many.
const maxPausedSeries = 100

// Collect implements prometheus.Collector.
func (g gauges) Collect(c chan<- prometheus.Metric) {
	d := g.descs()
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		c <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	flag := map[bool]float64{true: 1}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	st, err := g.a.Status(ctx)
	gauge(d.up, flag[st.StoreDown == ""])
	gauge(d.info, 1, st.Store.Kind, st.Store.Server, st.Store.Durability)
	gauge(d.skew, st.Store.Skew.Seconds())
	for _, ch := range st.Ready.Channels {
		gauge(d.channel, flag[ch.State == ChannelOK], string(ch.Name))
	}
	for _, b := range st.Breakers {
		gauge(d.breaker, flag[b.State != breakerClosed], b.Agent)
		gauge(d.waiting, float64(b.Held), b.Agent)
	}
	for work, mine := range g.a.owns.list() {
		gauge(d.owner, flag[mine], work)
	}
	for _, p := range st.Pauses[:min(len(st.Pauses), maxPausedSeries)] {
		gauge(d.paused, 1, p.Kind, p.Name)
	}
	if err != nil {
		return // the rest is the store's
	}
	gauge(d.pending, float64(st.Approvals))
	gauge(d.ledger, float64(st.Ledger))
	gauge(d.suppressed, float64(st.Suppressions))
	for _, state := range []outbox.State{outbox.Sending, outbox.Sent, outbox.Failed, outbox.Unknown} {
		gauge(d.sends, float64(st.Sends[state]), string(state))
	}
	now := g.a.o.Now().Add(-st.Store.Skew)
	for q, depth := range st.Queues {
		name := strings.ToLower(string(q))
		gauge(d.items, float64(depth.Waiting), name, "waiting")
		gauge(d.items, float64(depth.Claimed), name, "claimed")
		gauge(d.items, float64(depth.Delayed), name, "delayed")
		gauge(d.items, float64(depth.Dead), name, "dead")
		age := 0.0
		if !depth.Oldest.IsZero() {
			age = max(now.Sub(depth.Oldest).Seconds(), 0)
		}
		gauge(d.oldest, age, name)
	}
}

// MetricsHandler serves /metrics.
func (a *App) MetricsHandler() http.Handler {
	return promhttp.HandlerFor(a.metrics.registry, promhttp.HandlerOpts{})
}
