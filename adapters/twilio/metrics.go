package twilio

// Metrics counts what a channel does. Nil fields count nothing.
type Metrics struct {
	// Refused: a webhook was not taken, or only recorded; reason is a short stable word:
	// "signature", "account" (not our account or number), "form", "method", "too_large",
	// "stranger" (no person's number).
	Refused func(reason string)
	// Segments of a message that was handed over.
	Segments func(n int)
	// Alert tells the operators; once for each key and some time.
	Alert func(key, text string)
}
