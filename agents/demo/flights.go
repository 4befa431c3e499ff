package demo

import "bridge/envelope"

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

// surface is A2UI v0.9 with its Basic Catalog: an array of messages.
const surface = `[` +
	`{"version":"v0.9","createSurface":{"surfaceId":"flights","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}},` +
	`{"version":"v0.9","updateComponents":{"surfaceId":"flights","components":[` +
	`{"id":"root","component":"Card","child":"list"},` +
	`{"id":"list","component":"Column","children":["title","first","second"]},` +
	`{"id":"title","component":"Text","text":"Flights to Corfu","variant":"h2"},` +
	`{"id":"first","component":"Text","text":"BA 2043, 08:45, £187"},` +
	`{"id":"second","component":"Text","text":"EJ 4521, 06:15, £94"}]}}]`
