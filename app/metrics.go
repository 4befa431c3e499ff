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
	"bridge/adapters/channel"
	"bridge/approvals"
	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/flow/events"
	"bridge/flow/live"
	"bridge/operate"
	"bridge/outbox"
)

// metrics are the bridge's own counters; docs/operations.md lists them and a
// test compares.
type metrics struct {
	registry     *prometheus.Registry
	messages     *prometheus.CounterVec
	refused      *prometheus.CounterVec
	copies       *prometheus.CounterVec
	spans        *prometheus.CounterVec
	steps        *prometheus.CounterVec
	stepSeconds  *prometheus.HistogramVec
	attempts     *prometheus.CounterVec
	sends        *prometheus.CounterVec
	approvals    *prometheus.CounterVec
	happened     *prometheus.CounterVec
	unregistered prometheus.Counter
	stateRefused *prometheus.CounterVec
	translated   *prometheus.CounterVec
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
	metered      *prometheus.CounterVec
	httpOpen     prometheus.Gauge
	httpRefused  *prometheus.CounterVec
	assistants   *prometheus.CounterVec
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
		stateRefused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_state_refused_total", Help: "setState parts of agents that moved no state machine.",
		}, []string{"agent"}),
		translated: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_llm_contexts_total", Help: "llm-context parts that were asked of the translator, by result: ok or failed.",
		}, []string{"result"}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "bridge_panics_total", Help: "Panics that were recovered; each left a dead letter.",
		}),
		opened: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_agent_breaker_opened_total", Help: "How often the breaker of an agent opened on this node.",
		}, []string{"agent"}),
		held: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_agent_held_total", Help: "Items that went back to wait because their agent fails; one item may do so many times.",
		}, []string{"agent"}),
		spans: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bridge_spans_total", Help: "Spans for the collector of traces, by what became of them: sent, dropped (more than it takes) or failed (it refuses them).",
		}, []string{"result"}),
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
	for _, result := range []string{"sent", "dropped", "failed"} { // so that an alert finds them
		m.spans.WithLabelValues(result)
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
	m.metered = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "bridge_metered_total", Help: "Calls of peers that are paid for: each once, however often it came.",
	}, []string{"channel", "peer", "intent"})
	m.assistants = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "bridge_mcp_calls_total", Help: "Calls of tools by clients of MCP: ok, error, or refused by a limit.",
	}, []string{"client", "tool", "result"})
	m.httpOpen = prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "bridge_http_connections", Help: "Open connections of the HTTP server.",
	})
	m.httpRefused = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "bridge_http_connections_refused_total", Help: "HTTP connections that gave way to others, or found no place: all, or peer.",
	}, []string{"reason"})
	for _, reason := range []string{"gave_way", "all", "peer"} {
		m.httpRefused.WithLabelValues(reason) // an alert needs the series before the first event
	}
	m.registry.MustRegister(m.assistants, m.httpOpen, m.httpRefused, m.breakers, m.metered, m.verified, m.fires, m.classes, m.deliveries, m.messages, m.refused, m.steps, m.stepSeconds, m.attempts, m.sends, m.approvals, m.happened, m.unregistered, m.stateRefused, m.translated, m.panics,
		m.opened, m.held, m.spans, m.operator, m.quarantined, m.reconnects, m.copies, m.segments, m.windows,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, event := range approvals.Happenings {
		m.happened.WithLabelValues(event) // an alert needs the series before the first event
	}
	for _, result := range []string{"ok", "failed"} {
		m.translated.WithLabelValues(result)
	}
	return m
}

// openConns is told how many connections the HTTP server has.
func (m *metrics) openConns(n int) { m.httpOpen.Set(float64(n)) }

// refusedConn counts a connection that the HTTP server closed for want of a place.
func (m *metrics) refusedConn(reason string) { m.httpRefused.WithLabelValues(reason).Inc() }

// Classed implements admission.Counts.
func (m *metrics) Classed(ch message.ChannelName, c message.Class) {
	m.classes.WithLabelValues(string(ch), string(c)).Inc()
}

// Copied implements adapters.Counts.
func (m *metrics) Copied(ch message.ChannelName, ok bool) {
	m.copies.WithLabelValues(string(ch), map[bool]string{true: "ok", false: "failed"}[ok]).Inc()
}

// Segments implements adapters.Counts.
func (m *metrics) Segments(ch message.ChannelName, n int) {
	m.segments.WithLabelValues(string(ch)).Add(float64(n))
}

// Reconnected implements adapters.Counts.
func (m *metrics) Reconnected(ch message.ChannelName) {
	m.reconnects.WithLabelValues(string(ch)).Inc()
}

// Fired implements adapters.Counts.
func (m *metrics) Fired(ch message.ChannelName, event string, n int) {
	m.fires.WithLabelValues(string(ch), event).Add(float64(n))
}

// BreakerOpened implements adapters.Counts.
func (m *metrics) BreakerOpened(ch message.ChannelName) {
	m.breakers.WithLabelValues(string(ch)).Inc()
}

// Metered implements adapters.Counts.
func (m *metrics) Metered(ch message.ChannelName, peer, intent string) {
	m.metered.WithLabelValues(string(ch), peer, intent).Inc()
}

// Acted implements operate.Counter.
func (m *metrics) Acted(what string) { m.operator.WithLabelValues(what).Inc() }

// Verified implements operate.Counter.
func (m *metrics) Verified(ok bool) {
	m.verified.WithLabelValues(map[bool]string{true: "ok", false: "bad"}[ok]).Inc()
}

func (m *metrics) decided(r request.Record) { m.approvals.WithLabelValues(string(r.State)).Inc() }

func (m *metrics) happen(event string) { m.happened.WithLabelValues(event).Inc() }

// turnCounts is turns.Counts.
type turnCounts struct{ *metrics }

// Step implements turns.Counts.
func (c turnCounts) Step(agent string, st envelope.State, took time.Duration) {
	c.steps.WithLabelValues(agent, string(st)).Inc()
	c.stepSeconds.WithLabelValues(agent).Observe(took.Seconds())
}

// Attempt implements turns.Counts.
func (c turnCounts) Attempt(agent, code string) {
	if code == "" {
		code = "ok"
	}
	c.attempts.WithLabelValues(agent, code).Inc()
}

// Unregistered implements turns.Counts.
func (c turnCounts) Unregistered(envelope.Type) { c.unregistered.Inc() }

// Panic implements turns.Counts.
func (c turnCounts) Panic() { c.panics.Inc() }

// Breaker implements turns.Counts.
func (c turnCounts) Breaker(agent string, open bool) {
	if open {
		c.opened.WithLabelValues(agent).Inc()
	}
}

// Held implements turns.Counts.
func (c turnCounts) Held(agent string) { c.held.WithLabelValues(agent).Inc() }

// StateRefused implements turns.Counts.
func (c turnCounts) StateRefused(agent string) { c.stateRefused.WithLabelValues(agent).Inc() }

// Translated implements turns.Counts.
func (c turnCounts) Translated(ok bool) {
	c.translated.WithLabelValues(map[bool]string{true: "ok", false: "failed"}[ok]).Inc()
}

// observe registers what is read when somebody looks, and makes the counters that
// alerts compare with what was before: a series has to be there before it grows.
func (m *metrics) observe(g gauges, channels []channel.Channel, agents []string, schedules []adapters.Scheduled, stream *events.Stream, watching *live.Hub) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "bridge_turn_watchers", Help: "Who watches turns on this node now, by streams.",
	}, func() float64 { return float64(watching.Watchers()) }), prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "bridge_turn_resets_total", Help: "Watchers that were told that something is taken back.",
	}, func() float64 { return float64(watching.Resets()) }))
	m.registry.MustRegister(g, prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "bridge_event_readers_cut_total", Help: "Readers of the event stream that were cut off because they were too slow.",
	}, func() float64 { return float64(stream.CutOff()) }))
	types := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "bridge_channel_info", Help: "Always 1; the labels say what kind of channel a channel is.",
	}, []string{"channel", "type"})
	m.registry.MustRegister(types)
	for _, name := range agents {
		m.opened.WithLabelValues(name)
		m.held.WithLabelValues(name)
		m.stateRefused.WithLabelValues(name)
	}
	for _, ch := range channels {
		types.WithLabelValues(string(ch.Name), string(ch.Kind)).Set(1)
		for _, result := range []message.SendKind{"sent", message.SendConfig, message.SendUnreachable, message.SendThrottled} {
			m.sends.WithLabelValues(string(ch.Name), string(result))
		}
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
	for _, s := range schedules {
		for _, event := range adapters.RunEvents() {
			m.fires.WithLabelValues(string(s.Name()), event)
		}
	}
	for _, result := range []string{"ok", "bad"} {
		m.verified.WithLabelValues(result)
	}
	for _, action := range operate.Actions() {
		m.operator.WithLabelValues(action)
	}
}

// gauges reads the state of the bridge at every scrape.
type gauges struct {
	desk   *operate.Desk
	owners *owners
	now    func() time.Time
}

// gaugeDescs are the metrics that are read, not counted.
type gaugeDescs struct {
	ledger, items, oldest, pending, sends, suppressed, paused, owner, up, info, skew, channel, sending, certificate, breaker, waiting, calls, heard, config, backedUp, backupSize, backupLate *prometheus.Desc
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

		suppressed:  d("bridge_suppressions", "Addresses that get no more messages."),
		paused:      d("bridge_paused", "1 for each agent, channel or session that is paused.", "kind", "name"),
		owner:       d("bridge_owner", "1 if this node does the work that one node of all does alone.", "work"),
		up:          d("bridge_store_up", "1 if the store can write."),
		info:        d("bridge_store_info", "Always 1; the labels say what the store is.", "kind", "server", "durability"),
		config:      d("bridge_config_info", "When the configuration in force was read, in seconds since 1970; the label says which it is.", "sum"),
		skew:        d("bridge_clock_skew_seconds", "The clock of this node minus the store's."),
		channel:     d("bridge_channel_up", "1 if the channel is ok.", "channel"),
		sending:     d("bridge_channel_send_failures", "Attempts of this node to send that failed in a row because the provider cannot be reached or the settings are wrong.", "channel"),
		certificate: d("bridge_certificate_end_seconds", "When the certificate of the channel's listener expires, in seconds since 1970.", "channel"),
		breaker:     d("bridge_agent_breaker_open", "1 while this node does not call the agent because it fails.", "agent"),
		calls:       d("bridge_agent_calls", "Calls of this node that are under way.", "agent"),
		heard:       d("bridge_agent_last_answer_seconds", "When the agent answered this node last, in seconds since 1970; 0: not yet.", "agent"),
		waiting:     d("bridge_agent_held_items", "Items on this node that wait for an agent that fails.", "agent"),
		backedUp:    d("bridge_backup_last_seconds", "When the last scheduled backup was made, in seconds since 1970; 0: not yet."),
		backupSize:  d("bridge_backup_bytes", "How large the last scheduled backup is."),
		backupLate:  d("bridge_backup_overdue", "1 while the last scheduled backup is older than two periods of its schedule."),
	}
}

// Describe implements prometheus.Collector.
func (g gauges) Describe(c chan<- *prometheus.Desc) {
	d := g.descs()
	for _, x := range []*prometheus.Desc{d.ledger, d.items, d.oldest, d.pending, d.sends, d.suppressed, d.paused, d.owner, d.up, d.info, d.skew, d.channel, d.sending, d.certificate, d.breaker, d.waiting, d.calls, d.heard, d.config, d.backedUp, d.backupSize, d.backupLate} {
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
	st, err := g.desk.Status(ctx)
	gauge(d.up, flag[st.StoreDown == ""])
	gauge(d.info, 1, st.Store.Kind, st.Store.Server, st.Store.Durability)
	gauge(d.config, float64(st.Config.At.Unix()), st.Config.Sum)
	gauge(d.skew, st.Store.Skew.Seconds())
	for _, ch := range st.Ready.Channels {
		gauge(d.channel, flag[ch.State == operate.ChannelOK], string(ch.Name))
	}
	for _, x := range st.Sending {
		gauge(d.sending, float64(x.Failures), string(x.Channel))
	}
	for ch, ends := range st.Certificates {
		gauge(d.certificate, float64(ends.Unix()), string(ch))
	}
	for _, b := range st.Breakers {
		gauge(d.breaker, flag[b.State != breakerClosed], b.Agent)
		gauge(d.waiting, float64(b.Held), b.Agent)
		gauge(d.calls, float64(b.InFlight), b.Agent)
		heard := 0.0
		if !b.LastAnswer.IsZero() {
			heard = float64(b.LastAnswer.Unix())
		}
		gauge(d.heard, heard, b.Agent)
	}
	for work, mine := range g.owners.list() {
		gauge(d.owner, flag[mine], work)
	}
	for _, p := range st.Pauses[:min(len(st.Pauses), maxPausedSeries)] {
		gauge(d.paused, 1, p.Kind, p.Name)
	}
	if err != nil {
		return // the rest is the store's
	}
	if b := st.Backup; b != nil {
		at := 0.0
		if !b.At.IsZero() {
			at = float64(b.At.Unix())
		}
		gauge(d.backedUp, at)
		gauge(d.backupSize, float64(b.Size))
		gauge(d.backupLate, flag[b.Overdue])
	}
	gauge(d.pending, float64(st.Approvals))
	gauge(d.ledger, float64(st.Ledger))
	gauge(d.suppressed, float64(st.Suppressions))
	for _, state := range []outbox.State{outbox.Sending, outbox.Sent, outbox.Failed, outbox.Unknown} {
		gauge(d.sends, float64(st.Sends[state]), string(state))
	}
	now := g.now().Add(-st.Store.Skew)
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

// handler serves /metrics.
func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
