package layout

import (
	"encoding/json"
	"fmt"
	"strings"
)

// board is a dashboard of deploy/grafana. The files are written from this table by `make dashboards`.
type board struct {
	name, title string
	types       []string // of the channels that it is about; none: of all nodes
	panels      []panel
}

// panel is one picture: its title, its expression and how its lines are called. In expressions @ stands for
// the labels of all that is looked at.
type panel struct{ title, expr, legend string }

func boards() []board {
	kind := func(name, title string, types []string, more ...panel) board {
		return board{name, title, types, append([]panel{
			{"Receives", `bridge_channel_up{@}`, "{{channel}} on {{instance}}"},
			{"Messages in", `sum by (channel, outcome) (rate(bridge_messages_total{@}[$__rate_interval]))`, "{{channel}} {{outcome}}"},
			{"Refused before they were messages", `sum by (channel, reason) (rate(bridge_refused_total{@}[$__rate_interval]))`, "{{channel}} {{reason}}"},
			{"Attempts to send", `sum by (channel, result) (rate(bridge_send_attempts_total{@}[$__rate_interval]))`, "{{channel}} {{result}}"},
			{"Attempts in a row that failed", `max by (channel) (bridge_channel_send_failures{@})`, "{{channel}}"},
		}, more...)}
	}
	delivered := panel{"What became of messages", `sum by (channel, state) (rate(bridge_deliveries_total{@}[$__rate_interval]))`, "{{channel}} {{state}}"}
	return []board{
		{"overview", "Bridge", nil, []panel{
			{"Nodes", `up{@}`, "{{instance}}"},
			{"Store can write", `bridge_store_up{@}`, "{{instance}}"},
			{"Channels that receive", `bridge_channel_up{@}`, "{{channel}} on {{instance}}"},
			{"Channels that cannot send: attempts in a row", `max by (channel) (bridge_channel_send_failures{@})`, "{{channel}}"},
			{"Agents that fail", `bridge_agent_breaker_open{@}`, "{{agent}} on {{instance}}"},
			{"Age of the oldest item", `max by (queue) (bridge_queue_oldest_seconds{@})`, "{{queue}}"},
			{"Items", `max by (queue, state) (bridge_queue_items{@})`, "{{queue}} {{state}}"},
			{"Messages in", `sum by (channel, outcome) (rate(bridge_messages_total{@}[$__rate_interval]))`, "{{channel}} {{outcome}}"},
			{"Attempts to send", `sum by (channel, result) (rate(bridge_send_attempts_total{@}[$__rate_interval]))`, "{{channel}} {{result}}"},
			{"Calls of agents", `sum by (agent, result) (rate(bridge_agent_attempts_total{@}[$__rate_interval]))`, "{{agent}} {{result}}"},
			{"Time to an outcome, of 19 in 20", `histogram_quantile(0.95, sum by (agent, le) (rate(bridge_step_seconds_bucket{@}[$__rate_interval])))`, "{{agent}}"},
			{"Since the agent's last answer", `time() - max by (agent) (bridge_agent_last_answer_seconds{@})`, "{{agent}}"},
			{"Approvals that are open", `max by (job) (bridge_approvals_pending{@})`, "open"},
			{"Approvals that ended", `sum by (state) (rate(bridge_approvals_total{@}[$__rate_interval]))`, "{{state}}"},
			{"Sends by state", `max by (state) (bridge_sends{@})`, "{{state}}"},
			{"What operators did", `sum by (action) (increase(bridge_operator_actions_total{@}[$__rate_interval]))`, "{{action}}"},
			{"Clock of the node less the store's", `bridge_clock_skew_seconds{@}`, "{{instance}}"},
			{"Until the certificate ends", `bridge_certificate_end_seconds{@} - time()`, "{{channel}} on {{instance}}"},
			{"Since the last scheduled backup", `time() - max by (job) (bridge_backup_last_seconds{@} > 0)`, "{{job}}"},
			{"CPU", `rate(process_cpu_seconds_total{@}[$__rate_interval])`, "{{instance}}"},
			{"Memory", `process_resident_memory_bytes{@}`, "{{instance}}"},
			{"File descriptors", `process_open_fds{@}`, "{{instance}}"},
			{"HTTP connections", `bridge_http_connections{@}`, "{{instance}}"},
		}},
		kind("email", "Bridge: email", []string{"email"}, delivered,
			panel{"Kinds of mail", `sum by (channel, class) (rate(bridge_message_classes_total{@}[$__rate_interval]))`, "{{channel}} {{class}}"},
			panel{"Set aside", `sum by (channel) (increase(bridge_quarantined_total{@}[$__rate_interval]))`, "{{channel}}"},
			panel{"Connections to the mailbox made again", `sum by (channel) (increase(bridge_reconnects_total{@}[$__rate_interval]))`, "{{channel}}"},
			panel{"Copies of what was sent", `sum by (channel, result) (rate(bridge_sent_copies_total{@}[$__rate_interval]))`, "{{channel}} {{result}}"},
		),
		kind("whatsapp", "Bridge: WhatsApp", []string{"whatsapp"}, delivered,
			panel{"Held until their recipient writes", `sum by (channel, event) (rate(bridge_held_messages_total{@}[$__rate_interval]))`, "{{channel}} {{event}}"},
		),
		kind("sms", "Bridge: SMS", []string{"sms"}, delivered,
			panel{"Segments, which cost", `sum by (channel) (rate(bridge_sms_segments_total{@}[$__rate_interval]))`, "{{channel}}"},
		),
		kind("telegram", "Bridge: Telegram", []string{"telegram"},
			panel{"Connections made again", `sum by (channel) (increase(bridge_reconnects_total{@}[$__rate_interval]))`, "{{channel}}"},
		),
		kind("webhook", "Bridge: webhooks", []string{"webhook"},
			panel{"Endpoints that began to fail", `sum by (channel) (increase(bridge_webhook_breaker_opened_total{@}[$__rate_interval]))`, "{{channel}}"},
		),
		{"cron", "Bridge: schedules", []string{"cron"}, []panel{
			{"Fires and runs", `sum by (channel, event) (increase(bridge_cron_events_total{@}[$__rate_interval]))`, "{{channel}} {{event}}"},
			{"Turns that began", `sum by (channel, outcome) (rate(bridge_messages_total{@}[$__rate_interval]))`, "{{channel}} {{outcome}}"},
			{"Runs", `bridge_channel_up{@}`, "{{channel}} on {{instance}}"},
		}},
		kind("protocols", "Bridge: A2A, AGP, Alfred, chat", []string{"a2a", "agp", "alfred", "chat"},
			panel{"Calls that are paid for", `sum by (channel, peer, intent) (increase(bridge_metered_total{@}[$__rate_interval]))`, "{{channel}} {{peer}} {{intent}}"},
			panel{"Who watches a turn", `bridge_turn_watchers{job="$job"}`, "{{instance}}"},
			panel{"Calls of tools by assistants", `sum by (client, tool, result) (rate(bridge_mcp_calls_total{job="$job"}[$__rate_interval]))`, "{{client}} {{tool}} {{result}}"},
		),
	}
}

// json is the file that Grafana imports.
func (b board) json() string {
	type object = map[string]any
	source := object{"type": "prometheus", "uid": "${source}"}
	variables := []any{
		object{"name": "source", "label": "Prometheus", "type": "datasource", "query": "prometheus"},
		object{"name": "job", "type": "query", "datasource": source, "query": "label_values(bridge_store_up, job)", "refresh": 1},
	}
	labels := `job="$job"`
	if len(b.types) > 0 {
		labels += `, channel=~"$channel"`
		variables = append(variables, object{
			"name": "channel", "type": "query", "datasource": source, "refresh": 1, "multi": true, "includeAll": true,
			"query": fmt.Sprintf(`label_values(bridge_channel_info{job="$job", type=~"%s"}, channel)`, strings.Join(b.types, "|")),
		})
	}
	var panels []any
	for i, p := range b.panels {
		expr := strings.ReplaceAll(p.expr, "@", labels)
		panels = append(panels, object{
			"id": i + 1, "title": p.title, "type": "timeseries", "datasource": source,
			"gridPos":     object{"x": i % 3 * 8, "y": i / 3 * 7, "w": 8, "h": 7},
			"fieldConfig": object{"defaults": object{"unit": unitOf(expr)}, "overrides": []any{}},
			"options":     object{"legend": object{"displayMode": "list", "placement": "bottom"}, "tooltip": object{"mode": "multi"}},
			"targets":     []any{object{"refId": "A", "expr": expr, "legendFormat": p.legend, "datasource": source}},
		})
	}
	var text strings.Builder
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	_ = enc.Encode(object{ // of plain values: it cannot fail
		"title": b.title, "uid": "bridge-" + b.name, "tags": []string{"bridge"}, "schemaVersion": 39, "editable": true,
		"time": object{"from": "now-6h", "to": "now"}, "refresh": "30s", "templating": object{"list": variables}, "panels": panels,
	})
	return text.String()
}
