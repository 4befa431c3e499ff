package demo

import "bridge/core/envelope"

// flights is a turn with every part type that an agent may send, except clarify,
// error and approval-request, which end a turn in another way: ack, thinking and
// progress on the way, text deltas, a slot that is filled twice, and what a
// settled answer may hold.
func flights() []envelope.Update {
	return []envelope.Update{
		state(envelope.Awaiting, envelope.TextPart(envelope.Ack, "Let me look.")),
		state(envelope.Awaiting, envelope.TextPart(envelope.Thinking, "Searching two airlines.")),
		state(envelope.Awaiting,
			data(envelope.Progress, `{"step":1,"of":2,"label":"British Airways"}`),
			envelope.TextPart(envelope.ReasoningTrace, "The person gave no date, so the demo's fixed one is used.")),
		state(envelope.Awaiting,
			with(with(data(envelope.DomainData, `{"flights":[{"flight":"BA 2043","departure":"2026-08-15T08:45:00","price":187}]}`),
				"slotKey", `"demo.flights"`), "mergeStrategy", `"replace"`)),
		state(envelope.Awaiting,
			data(envelope.Progress, `{"step":2,"of":2,"label":"easyJet"}`),
			envelope.TextPart(envelope.Response, "Two direct flights ")),
		state(envelope.Awaiting,
			with(envelope.TextPart(envelope.Response, "from London Gatwick to Corfu on 15 August 2026:\n\n"), "append", "true")),
		state(envelope.Awaiting,
			with(with(data(envelope.DomainData, `{"flights":[`+
				`{"flight":"BA 2043","departure":"2026-08-15T08:45:00","price":187},`+
				`{"flight":"EJ 4521","departure":"2026-08-15T06:15:00","price":94}]}`),
				"slotKey", `"demo.flights"`), "mergeStrategy", `"replace"`)),
		state(envelope.Complete,
			with(envelope.TextPart(envelope.Response, table), "append", "true"),
			data(envelope.DomainData, `{"route":{"origin":"LGW","destination":"CFU"},"currency":"GBP"}`),
			envelope.TextPart(envelope.LLMContext, "easyJet EJ 4521 is half the price of British Airways BA 2043 but leaves at 06:15."),
			with(data(envelope.A2UISurface, surface), "mimeType", `"application/a2ui+json"`),
			with(envelope.TextPart(envelope.Citation, "Fares of the demo airline, 1 August 2026"), "path", `"/flights/1/price"`),
			envelope.Part{
				Kind: envelope.KindRaw, Type: envelope.Artifact, Filename: "flights.csv", MediaType: "text/csv",
				Raw: []byte("flight,departure,price,currency\r\nBA 2043,2026-08-15T08:45:00,187,GBP\r\nEJ 4521,2026-08-15T06:15:00,94,GBP\r\n"),
			},
			data(envelope.SetState, `{"demo.step":"offered"}`)),
	}
}

const table = `| Flight | Departure | Price |
|---|---|---:|
| BA 2043 | 08:45 | £187 |
| EJ 4521 | 06:15 | £94 |

**EJ 4521** is the cheaper one. The list is attached.`

// surface is A2UI v0.9 with its Basic Catalog: an array of messages. It is beside a text,
// so that only screens show it.
const surface = `[` +
	`{"version":"v0.9","createSurface":{"surfaceId":"flights","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}},` +
	`{"version":"v0.9","updateComponents":{"surfaceId":"flights","components":[` +
	`{"id":"root","component":"Card","child":"list"},` +
	`{"id":"list","component":"Column","children":["title","first","second"]},` +
	`{"id":"title","component":"Text","text":"Flights to Corfu","variant":"h2"},` +
	`{"id":"first","component":"Text","text":"BA 2043, 08:45, £187"},` +
	`{"id":"second","component":"Text","text":"EJ 4521, 06:15, £94"}]}}]`

// departures is an answer that is a surface alone.
func departures() []envelope.Update {
	return one(state(envelope.Complete, with(data(envelope.A2UISurface, board), "mimeType", `"application/a2ui+json"`)))
}

// board has a table, rows over its data below a row of names, and two buttons: one leads
// to a page, the other is an event.
const board = `[` +
	`{"version":"v0.9","createSurface":{"surfaceId":"board","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}},` +
	`{"version":"v0.9","updateDataModel":{"surfaceId":"board","value":{"at":"2026-08-15T06:00:00","rows":[` +
	`{"flight":"EJ 4521","to":"Corfu","leaves":"2026-08-15T06:15:00","gate":12},` +
	`{"flight":"BA 2043","to":"Corfu","leaves":"2026-08-15T08:45:00","gate":7}]}}},` +
	`{"version":"v0.9","updateComponents":{"surfaceId":"board","components":[` +
	`{"id":"root","component":"Card","child":"all"},` +
	`{"id":"all","component":"Column","children":["title","head","list","buttons"]},` +
	`{"id":"title","component":"Text","variant":"h2","text":{"call":"formatString","args":{"value":"Departures, ${formatDate(value:${/at}, format:'d MMMM')}"}}},` +
	`{"id":"head","component":"Row","children":["h1","h2","h3","h4"]},` +
	`{"id":"h1","component":"Text","text":"Flight"},{"id":"h2","component":"Text","text":"To"},` +
	`{"id":"h3","component":"Text","text":"Leaves"},{"id":"h4","component":"Text","text":"Gate"},` +
	`{"id":"list","component":"List","children":{"componentId":"row","path":"/rows"}},` +
	`{"id":"row","component":"Row","children":["flight","to","leaves","gate"]},` +
	`{"id":"flight","component":"Text","text":{"path":"flight"}},{"id":"to","component":"Text","text":{"path":"to"}},` +
	`{"id":"leaves","component":"Text","text":{"call":"formatDate","args":{"value":{"path":"leaves"},"format":"HH:mm"}}},` +
	`{"id":"gate","component":"Text","text":{"path":"gate"}},` +
	`{"id":"buttons","component":"Row","children":["watch","map"]},` +
	`{"id":"watch","component":"Button","child":"watch-text","action":{"event":{"name":"watch"}}},` +
	`{"id":"watch-text","component":"Text","text":"Tell me about changes"},` +
	`{"id":"map","component":"Button","child":"map-text","action":{"functionCall":{"call":"openUrl","args":{"url":"https://example.com/gates"}}}},` +
	`{"id":"map-text","component":"Text","text":"Map of the gates"}]}}]`
