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

// problem alerts the operators of a code that only they can do something about.
func (m Metrics) problem(code string) {
	if p, ok := Known(code); ok && p.Operator != "" && m.Alert != nil {
		m.Alert("twilio "+p.Code, p.Operator+" (Twilio's error "+p.Code+": "+p.Means+".)")
	}
}
