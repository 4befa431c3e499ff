package twilio

// Metrics counts what a channel does. Nil fields count nothing.
type Metrics struct {
	// Refused: a webhook was not taken; reason is a short stable word ("signature",
	// "form", "too_large", "stranger").
	Refused func(reason string)
	// Segments of a message that was handed over.
	Segments func(n int)
	// Alert tells the operators; once for each key and some time.
	Alert func(key, text string)
}
