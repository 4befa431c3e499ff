package app

import (
	"context"
	"net/http"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/app/metric"
	"bridge/approvals"
	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/flow/events"
	"bridge/flow/handover"
	"bridge/flow/live"
	"bridge/operate"
	"bridge/outbox"
)

// metrics are the bridge's own counters; docs/operations.md lists them and a
// test compares.
type metrics struct {
	set *metric.Set

	messages, refused, copies, segments, windows, sends, deliveries, classes  *metric.Vec
	steps, attempts, opened, held, stateRefused, translated, spans, handovers *metric.Vec
	approvals, happened, operator, verified, assistants, provisioned          *metric.Vec
	quarantined, reconnects, fires, breakers, metered, httpRefused            *metric.Vec

	stepSeconds                    *metric.Vec
	unregistered, panics, httpOpen *metric.Series
}

// counters registers the counters of one name.
func (m *metrics) counters(name, help string, labels ...string) *metric.Vec {
	return m.set.Vec(metric.Counter, name, help, labels...)
}

func newMetrics() *metrics {
	m := &metrics{set: metric.New()}
	m.messages = m.counters("bridge_messages_total", "Inbound messages by what admission did with them.", "channel", "outcome")
	m.windows = m.counters("bridge_held_messages_total", "Messages that wait until their recipient writes: those that began to, were released, or failed in the end.", "channel", "event")
	m.segments = m.counters("bridge_sms_segments_total", "SMS segments that were handed over to the provider.", "channel")
	m.copies = m.counters("bridge_sent_copies_total", "Mails that were sent and then put into the mailbox for sent mail, or not.", "channel", "result")
	m.refused = m.counters("bridge_refused_total", "Messages and connections that a channel refused itself: size, syntax, recipient, limits.", "channel", "reason")
	m.steps = m.counters("bridge_steps_total", "Recorded outcomes of steps by state.", "agent", "state")
	m.stepSeconds = m.set.Histogram("bridge_step_seconds", "Time from the first call of a step to its recorded outcome.",
		[]float64{.01, .05, .1, .5, 1, 2, 5, 10, 30, 60, 300, 600}, "agent")
	m.attempts = m.counters("bridge_agent_attempts_total", "Calls of agents by result: ok or an error code.", "agent", "result")
	m.sends = m.counters("bridge_send_attempts_total", "Attempts to hand a message over, by result: sent or a kind of error.", "channel", "result")
	m.approvals = m.counters("bridge_approvals_total", "Approval requests that ended, by state.", "state")
	m.happened = m.counters("bridge_approval_events_total", "What happened to open approval requests: held, taken back, reminded, escalated, objection.", "event")
	m.unregistered = m.counters("bridge_unregistered_parts_total", "Parts of agents with an unregistered type.").With()
	m.stateRefused = m.counters("bridge_state_refused_total", "setState parts of agents that moved no state machine.", "agent")
	m.translated = m.counters("bridge_llm_contexts_total", "llm-context parts that were asked of the translator, by result: ok or failed.", "result")
	m.handovers = m.counters("bridge_handovers_total", "What came of messages in conversations that people answer in the place of an agent: began, closed (asked for outside the hours), nobody, relayed, said, ended, lost (who answers cannot be reached), nottheirs or toolate.", "agent", "did")
	m.panics = m.counters("bridge_panics_total", "Panics that were recovered; each left a dead letter.").With()
	m.opened = m.counters("bridge_agent_breaker_opened_total", "How often the breaker of an agent opened on this node.", "agent")
	m.held = m.counters("bridge_agent_held_total", "Items that went back to wait because their agent fails; one item may do so many times.", "agent")
	m.spans = m.counters("bridge_spans_total", "Spans for the collector of traces, by what became of them: sent, dropped (more than it takes) or failed (it refuses them).", "result")
	m.quarantined = m.counters("bridge_quarantined_total", "Messages that a channel set aside because they cannot be taken: mail that stays in its mailbox.", "channel")
	m.reconnects = m.counters("bridge_reconnects_total", "Connections of a channel to the server it receives from that broke and were made again.", "channel")
	m.operator = m.counters("bridge_operator_actions_total", "What operators did: replay, drop, settle, pause, resume, suppress, unsuppress.", "action")
	for _, result := range []string{"sent", "dropped", "failed"} { // so that an alert finds them
		m.spans.With(result)
	}
	m.verified = m.counters("bridge_ledger_verified_total", "How often the ledger of approvals was verified, by result: ok or bad.", "result")
	m.classes = m.counters("bridge_message_classes_total", "Inbound messages by what kind of message they are.", "channel", "class")
	m.deliveries = m.counters("bridge_deliveries_total", "What providers said later of messages that were handed over.", "channel", "state")
	m.fires = m.counters("bridge_cron_events_total", "What became of the fires of schedules and of the runs they started.", "channel", "event")
	m.breakers = m.counters("bridge_webhook_breaker_opened_total", "How often the breaker of an endpoint opened on this node.", "channel")
	m.metered = m.counters("bridge_metered_total", "Calls of peers that are paid for: each once, however often it came.", "channel", "peer", "intent")
	m.assistants = m.counters("bridge_mcp_calls_total", "Calls of tools by clients of MCP: ok, error, or refused by a limit.", "client", "tool", "result")
	m.provisioned = m.counters("bridge_scim_calls_total", "Calls by which the directory of a company keeps people.", "result")
	m.httpOpen = m.set.Vec(metric.Gauge, "bridge_http_connections", "Open connections of the HTTP server.").With()
	m.httpRefused = m.counters("bridge_http_connections_refused_total", "HTTP connections that gave way to others, or found no place: all, or peer.", "reason")
	for _, reason := range []string{"gave_way", "all", "peer"} {
		m.httpRefused.With(reason) // an alert needs the series before the first event
	}
	for _, event := range approvals.Happenings {
		m.happened.With(event) // an alert needs the series before the first event
	}
	for _, result := range []string{"ok", "failed"} {
		m.translated.With(result)
	}
	return m
}

// Connections implements gateway.Counts.
func (m *metrics) Connections(n int) { m.httpOpen.Set(float64(n)) }

// RefusedConnection implements gateway.Counts.
func (m *metrics) RefusedConnection(reason string) { m.httpRefused.With(reason).Inc() }

// Classed implements admission.Counts.
func (m *metrics) Classed(ch message.ChannelName, c message.Class) {
	m.classes.With(string(ch), string(c)).Inc()
}

// Copied implements adapters.Counts.
func (m *metrics) Copied(ch message.ChannelName, ok bool) {
	m.copies.With(string(ch), map[bool]string{true: "ok", false: "failed"}[ok]).Inc()
}

// Segments implements adapters.Counts.
func (m *metrics) Segments(ch message.ChannelName, n int) {
	m.segments.With(string(ch)).Add(float64(n))
}

// Reconnected implements adapters.Counts.
func (m *metrics) Reconnected(ch message.ChannelName) {
	m.reconnects.With(string(ch)).Inc()
}

// Fired implements adapters.Counts.
func (m *metrics) Fired(ch message.ChannelName, event string, n int) {
	m.fires.With(string(ch), event).Add(float64(n))
}

// BreakerOpened implements adapters.Counts.
func (m *metrics) BreakerOpened(ch message.ChannelName) {
	m.breakers.With(string(ch)).Inc()
}

// Metered implements adapters.Counts.
func (m *metrics) Metered(ch message.ChannelName, peer, intent string) {
	m.metered.With(string(ch), peer, intent).Inc()
}

// Acted implements operate.Counter.
func (m *metrics) Acted(what string) { m.operator.With(what).Inc() }

// Verified implements operate.Counter.
func (m *metrics) Verified(ok bool) {
	m.verified.With(map[bool]string{true: "ok", false: "bad"}[ok]).Inc()
}

func (m *metrics) decided(r request.Record) { m.approvals.With(string(r.State)).Inc() }

func (m *metrics) happen(event string) { m.happened.With(event).Inc() }

// turnCounts is turns.Counts.
type turnCounts struct{ *metrics }

// Step implements turns.Counts.
func (c turnCounts) Step(agent string, st envelope.State, took time.Duration) {
	c.steps.With(agent, string(st)).Inc()
	c.stepSeconds.With(agent).Observe(took.Seconds())
}

// Attempt implements turns.Counts.
func (c turnCounts) Attempt(agent, code string) {
	if code == "" {
		code = "ok"
	}
	c.attempts.With(agent, code).Inc()
}

// Unregistered implements turns.Counts.
func (c turnCounts) Unregistered(envelope.Type) { c.unregistered.Inc() }

// Panic implements turns.Counts.
func (c turnCounts) Panic() { c.panics.Inc() }

// Breaker implements turns.Counts.
func (c turnCounts) Breaker(agent string, open bool) {
	if open {
		c.opened.With(agent).Inc()
	}
}

// Held implements turns.Counts.
func (c turnCounts) Held(agent string) { c.held.With(agent).Inc() }

// StateRefused implements turns.Counts.
func (c turnCounts) StateRefused(agent string) { c.stateRefused.With(agent).Inc() }

// Translated implements turns.Counts.
func (c turnCounts) Translated(ok bool) {
	c.translated.With(map[bool]string{true: "ok", false: "failed"}[ok]).Inc()
}

// Handover implements turns.Counts.
func (c turnCounts) Handover(agent string, did handover.Did) {
	c.handovers.With(agent, string(did)).Inc()
}

// observe registers what is read when somebody looks, and makes the counters that
// alerts compare with what was before: a series has to be there before it grows.
func (m *metrics) observe(g gauges, channels []channel.Channel, agents []string, schedules []adapters.Scheduled, stream *events.Stream, watching *live.Hub) {
	watchers := metric.Describe(metric.Gauge, "bridge_turn_watchers", "Who watches turns on this node now, by streams.")
	resets := metric.Describe(metric.Counter, "bridge_turn_resets_total", "Watchers that were told that something is taken back.")
	cut := metric.Describe(metric.Counter, "bridge_event_readers_cut_total", "Readers of the event stream that were cut off because they were too slow.")
	m.set.Read(func(emit metric.Emit) {
		emit(watchers, float64(watching.Watchers()))
		emit(resets, float64(watching.Resets()))
		emit(cut, float64(stream.CutOff()))
	})
	m.set.Read(g.read)
	types := m.set.Vec(metric.Gauge, "bridge_channel_info", "Always 1; the labels say what kind of channel a channel is.", "channel", "type")
	for _, name := range agents {
		m.opened.With(name)
		m.held.With(name)
		m.stateRefused.With(name)
		m.handovers.With(name, string(handover.Nobody)) // customers who wanted a person
	}
	for _, ch := range channels {
		types.With(string(ch.Name), string(ch.Kind)).Set(1)
		for _, result := range []message.SendKind{"sent", message.SendConfig, message.SendUnreachable, message.SendThrottled} {
			m.sends.With(string(ch.Name), string(result))
		}
		m.quarantined.With(string(ch.Name))
		m.reconnects.With(string(ch.Name))
		m.segments.With(string(ch.Name))
		m.breakers.With(string(ch.Name))
		for _, result := range []string{"ok", "failed"} {
			m.copies.With(string(ch.Name), result)
		}
		for _, event := range outbox.HeldEvents() {
			m.windows.With(string(ch.Name), event)
		}
		for _, state := range message.DeliveryStates() {
			m.deliveries.With(string(ch.Name), string(state))
		}
	}
	for _, s := range schedules {
		for _, event := range adapters.RunEvents() {
			m.fires.With(string(s.Name()), event)
		}
	}
	for _, result := range []string{"ok", "bad"} {
		m.verified.With(result)
	}
	for _, action := range operate.Actions() {
		m.operator.With(action)
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
	ledger, items, oldest, pending, sends, suppressed, paused, owner, up, info, skew, channel, sending, certificate, breaker, waiting, calls, heard, config, backedUp, backupSize, backupLate metric.Desc
}

func (gauges) descs() gaugeDescs {
	d := func(name, help string, labels ...string) metric.Desc {
		return metric.Describe(metric.Gauge, name, help, labels...)
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

// breakerClosed is the state of a breaker that lets calls pass.
const breakerClosed = "closed"

// maxPausedSeries bounds the series of bridge_paused: sessions may be many.
const maxPausedSeries = 100

// read tells what there is now.
func (g gauges) read(gauge metric.Emit) {
	d := g.descs()
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
func (m *metrics) handler() http.Handler { return m.set }
