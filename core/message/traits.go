package message

// Traits are what a kind of channel is like, as data: all that the interior knows of it. It
// asks these, and never which kind it is. An adapter's folder has those of its kind, and
// they come with the channel (Caps). The zero value is a chat that holds nothing back.
type Traits struct {
	// Title is what people call it ("WhatsApp"); "" where it has no name.
	Title string
	// Letters have a subject, and below their text stand signatures and footers that nobody
	// wrote for this one (mail).
	Letters bool
	// Rings: a message makes a noise at its reader's, so that what a machine started waits
	// for the end of quiet hours.
	Rings bool
	// SolePending: a message need not say what it answers, so that a bare yes or no answers
	// the prompt that was the last message there.
	SolePending bool
	// CodeToGrant: a sender can be forged, so that a yes needs the code that only its prompt
	// shows.
	CodeToGrant bool
	// CarrierWords: carriers take STOP within a text for an opt-out, and a bare YES for
	// START.
	CarrierWords bool
	// Template: a prompt goes out as a template of its pieces (Outbound.Ask) where these
	// show everything, however long its text is.
	Template bool
	// Greets: everybody begins with START, and who gets messages already is told who this is.
	Greets bool
	// Pressed: requests are answered by the buttons and fields of the channel's page: a code
	// that is written there answers none.
	Pressed bool
	// System: a program reads there. It gets one event for each settled turn instead of
	// texts.
	System bool
	// Starts is what a message of a program starts a turn with; "" where people write.
	Starts Start
}

// Start is what starts a turn where no person does.
type Start string

// The values of Start.
const (
	StartDelivery Start = "delivery" // to a webhook
	StartRun      Start = "run"      // of a schedule
)
