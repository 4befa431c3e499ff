// Package message holds the words that every part of the bridge shares: ids,
// addresses, trust, the inbound part bag, outbound messages, receipts and send
// errors. It contains data and no behaviour that does I/O.
package message

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"bridge/core/envelope"
)

// Class says what kind of mail or message an Inbound is. Only Human may decide
// and is answered; Human and Quiet start turns; the rest is recorded.
type Class string

// The classes an adapter may report.
const (
	Human     Class = "human"
	Quiet     Class = "quiet"     // perhaps a program: it starts a turn, but nothing answers it and it decides nothing
	Auto      Class = "auto"      // automatic reply: vacation, ticket system
	Bounce    Class = "bounce"    // delivery status, or a null return path
	Complaint Class = "complaint" // a recipient called our mail spam (RFC 5965)
	ReadNote  Class = "receipt"   // a reading receipt (RFC 8098)
	List      Class = "list"      // mailing list
	Bulk      Class = "bulk"      // newsletter
	Calendar  Class = "calendar"  // an invitation or the answer to one
	Self      Class = "self"      // our own message came back
	Loop      Class = "loop"      // too many hops
)

// Inbound is a message that an adapter has verified and parsed: a part bag with
// its metadata. Artifacts of it are in the artifact store before Accept is called.
type Inbound struct {
	Channel    ChannelName
	ExternalID string // the sender side's id of this message; the dedupe key together with Channel; 1 to 512 bytes
	Class      Class
	ClassWhy   string // the rule that decided Class, for the record; "" for Human
	From       Address
	FromName   string // display name, untrusted text, ≤ 200 runes
	Trust      Trust
	Why        []string // reasons for Trust, for the audit log
	ReceivedAt time.Time
	// WrittenAt is when the message says that it was written, as far as that is proven;
	// zero if it does not say.
	WrittenAt time.Time
	// Print is what the message is known by however often and however it comes, where
	// others could bring it again under another id; "" where they cannot, or where its
	// sender is not proven. ≤ 128 bytes.
	Print string
	// Readers says whom the message was written to, as far as that is proven.
	Readers Readers
	// WrittenTo are the addresses that it names, untrusted, at most MaxWrittenTo; only of
	// messages with other Readers than ForUs.
	WrittenTo []string
	// PlusTag is what stands behind the + of the address that a mail was written to, and is none of
	// the bridge's own tags: in lower case, ≤ 39 bytes. It proves nothing.
	PlusTag    string
	Subject    string // decoded, without control characters; "" where the channel has none
	HasSubject bool   // the channel has subjects (mail), even if this one is empty

	// Parts is what the agent gets: response text and artifact references.
	Parts []envelope.Part
	// Unquoted is all visible text that the person wrote, above and below any
	// quote: what the approval grammar reads. It is never shortened.
	Unquoted string
	// Other is the same of another form of the message (HTML beside plain text),
	// "" if there is none. A verdict counts only if both forms give it.
	Other string
	// Below is what of Unquoted and Other stands below a quote, where something stands above
	// one too: nothing for a text that is not parted so.
	Below []string
	// Differs is true where Unquoted and Other have different words, wherever they lead to
	// and whatever pictures are in them.
	Differs bool
	// Signatures are the lines that the sender's program marks as the signature that it has
	// put into the message; the sender may have written into them. They stand in Unquoted or
	// Other, or in a quote.
	Signatures []string
	// Readings are other texts that Unquoted may be, because nothing vouches for the fields
	// that say how the message is to be read; at most MaxReadings. It decides only what it
	// decides in every one of them, and by the sender's own code in each.
	Readings []string
	// Ambiguous is true when the adapter cannot be sure that Unquoted and Other are
	// all that the person wrote, and nothing else: such a message never decides
	// an approval.
	Ambiguous bool
	// AbovePictures is what of Unquoted stands above the first picture of a message that nothing
	// but its pictures makes ambiguous; "" if nothing does. What answers above all of them, by the
	// sender's own code, can be read.
	AbovePictures string

	// Consent is set where the person said whether they want messages of this channel
	// at all. It comes before everything else: such a message never starts a turn and
	// never decides: the carriers' STOP, START and HELP. There is one exception: a YES
	// that the provider calls START is an ordinary YES of those who have not opted out.
	Consent Consent
	// ConsentAnswered is true where the provider answers such a word itself: the
	// bridge then says nothing, or they would hear it twice.
	ConsentAnswered bool
	// Fresh is true where the whole message asks for a new conversation (the word
	// NEW): the next message of the sender opens a session, this one is no turn.
	Fresh bool

	// Conversation is the name of the session on channels of machines (a webhook's
	// session, a schedule's): messages of one name share one. "" = each has its own.
	// ≤ 512 bytes.
	Conversation string
	// Named: the sender, a person, has given the conversation the name Conversation, which may be "": it
	// is one session with each name (ConversationID).
	Named bool

	// Agent is which agent a message of a machine is for; "" = its channel's.
	Agent string
	// Tenant is whose a message of a machine is, where one channel has the messages of
	// many: the adapter has proven it, and has it in From, ExternalID and Conversation, too;
	// "" = its channel's.
	Tenant Tenant
	// Correlation is what the sender calls the exchange that a message of a machine belongs
	// to: 1 to 128 printable bytes, for logs and traces; "" = one is drawn.
	Correlation string
	// Deadline is until when the sender of a message of a machine waits for its answer: a
	// step that has not begun by then never runs. Zero = for ever.
	Deadline time.Time
	// Content is a digest of what a message of a machine says, where its ExternalID does not
	// cover that: the same id with another Content is refused with status 409 and changes
	// nothing. ≤ 128 bytes.
	Content string
	// Answered: who sent a message of a machine gets what its turn answers, at From on its
	// own channel, besides those the channel delivers to.
	Answered bool
	// Tell are places on its own channel that get it likewise: they are those of the sender,
	// and are the turn's own (Turn.Tell of adapters).
	Tell []Place
	// Owner is who may list the turns of a message of a machine on its channel, and Context
	// what it calls the conversation: such a turn has a record from the beginning. "" =
	// nobody. ≤ 256 bytes each.
	Owner, Context string
	// Continues is the turn whose question a message of a machine answers, as its sender
	// says; "" = none.
	Continues TurnID
	// Peer is what a machine says of itself that is an agent; nil: nothing, and what its
	// channel says counts.
	Peer *envelope.Peer

	// Broken says why a message of a machine cannot be handled as its channel is
	// configured ("template: no key order_id"); "" = it can. It is accepted, calls no
	// agent, and becomes a dead letter of the code "template".
	Broken string

	// Encrypted names the kind of encryption ("OpenPGP") of a message of which
	// nothing can be read; "" for all others. An allowed sender is told instead of
	// a turn.
	Encrypted string

	// Deliveries is what the message reports of messages of ours: a bounce or a
	// complaint. Only reports that carry a MAC of ours are here.
	Deliveries []Delivery

	// Raw is the message as it came over the wire, at most MaxRaw bytes of it; RawSHA256
	// is of the whole, in hex. It proves a vote and is nowhere else kept or shown.
	Raw       []byte `json:"-"`
	RawSHA256 string `json:"-"`
	RawCut    bool   `json:"-"` // Raw is only the beginning

	Binding Binding
	// Thread is how an answer to this message continues its thread.
	Thread Thread
}

// Readers is whom a message was written to. Only what was written to us decides
// anything: everything else may have been written about something else.
type Readers string

// The values of Readers.
const (
	ForUs     Readers = ""       // to us; so is everything on channels that cannot be passed on
	ForSome   Readers = "some"   // nothing says to whom, or it answers somebody else: it decides by the sender's own code in its text alone
	ForOthers Readers = "others" // to others, and who brought it here is not known: it is refused
	ForBlind  Readers = "blind"  // to others, and its sender has brought it here (Bcc), or nothing of it is proven: it decides nothing
)

// MaxReadings bounds Inbound.Readings.
const MaxReadings = 8

// MaxWrittenTo bounds Inbound.WrittenTo.
const MaxWrittenTo = 10

// NotForUs is the reason for which a message is refused whose Readers are ForOthers.
const NotForUs = "not written to us"

// MaxRaw is how much of a message is kept as it came, in bytes.
const MaxRaw = 64 << 10

// Keep sets Raw, RawSHA256 and RawCut from the whole message. The message must not be
// changed after that.
func (in *Inbound) Keep(raw []byte) {
	sum := sha256.Sum256(raw)
	in.RawSHA256 = hex.EncodeToString(sum[:])
	in.Raw, in.RawCut = raw[:min(len(raw), MaxRaw)], len(raw) > MaxRaw
}

// Consent is what a person says about getting messages of a channel.
type Consent string

// The words of consent.
const (
	ConsentStop  Consent = "stop"  // no more messages
	ConsentStart Consent = "start" // messages again
	ConsentHelp  Consent = "help"  // who is this, and how does it stop
)

// DeliveryState is what became of a message after it was handed over.
type DeliveryState string

// The states of a Delivery.
const (
	DeliverySent       DeliveryState = "sent" // the provider has passed it on (to the carrier, to WhatsApp)
	DeliveryDone       DeliveryState = "delivered"
	DeliveryRead       DeliveryState = "read"
	DeliveryDelayed    DeliveryState = "delayed"    // the provider goes on trying
	DeliveryFailed     DeliveryState = "failed"     // not delivered; the address may work another time (full mailbox, policy)
	DeliveryDead       DeliveryState = "dead"       // not delivered, and the address does not exist
	DeliveryComplained DeliveryState = "complained" // the recipient does not want mail from us
	DeliveryOptedOut   DeliveryState = "opted-out"  // not delivered: the recipient has opted out at the provider (Twilio 21610, 63014)
)

// DeliveryStates are all of them.
func DeliveryStates() []DeliveryState {
	return []DeliveryState{DeliverySent, DeliveryDone, DeliveryRead, DeliveryDelayed, DeliveryFailed, DeliveryDead, DeliveryComplained, DeliveryOptedOut}
}

// Delivery is what a provider says later of a message that was handed over: a
// bounce, a complaint, a status callback.
type Delivery struct {
	Message MessageID // which one; it was authenticated by the adapter
	State   DeliveryState
	// Provider is the provider's own id of it (MessageSid), "" if it has none. A
	// report may come before the answer to the send, and then settles its doubt.
	Provider string
	Code     string // the provider's: "5.1.1", "30003"; "" if it gave none
	Detail   string // its words, untrusted, one line of at most 300 runes
	At       time.Time
	// Recipients are the addresses that it is about, untrusted: another than the
	// message's own is where somebody had it forwarded to. Empty if it names none.
	Recipients []string
}

// Binding is what ties a message to an earlier one. The adapter verifies MACs
// and normalises ids; admission looks them up. Bindings route, they never authorise.
type Binding struct {
	Session SessionID // from a valid reply tag; "" if none
	// Approval is from a reply tag that was made for the sender and stands where the
	// proof of the message covers it; "" if there is none.
	Approval ApprovalID
	// Loose is from any other reply tag of an approval, such as that of another person or one in
	// the envelope only: it says what the message is about, and decides nothing.
	Loose ApprovalID
	// Hands is the conversation that the sender answers in the place of its agent: from a
	// reply tag that was made for the sender, as Approval is.
	Hands SessionID
	// Button is the payload of a button of ours that was pressed, as we sent it:
	// "approve:apr_…". Typed text is never here.
	Button string
	// Code is the one-time code that was typed for the request of Button, where it has a
	// field of its own; "" if none was.
	Code string
	Refs []Ref // ids of messages this one answers, strongest first
	Self []Ref // ids under which later messages may refer to this one
}

// Ref is an opaque, adapter-minted id of one message within a channel, such as
// a mail's Message-ID. It keys the thread index. 1 to 998 bytes.
type Ref string

// Thread is what an adapter needs to put an outbound message in its place.
type Thread struct {
	Subject    string `json:"subject,omitempty"`    // of the message that is answered
	Parent     string `json:"parent,omitempty"`     // id of the message that is answered
	References []Ref  `json:"references,omitempty"` // the parent's own ancestors, oldest first
}

// Place is where something is sent: an address, and the thread of the message there.
type Place struct {
	Address Address
	Thread  Thread
}

// Outcome is what Accept did with a message.
type Outcome string

// The outcomes of Accept.
const (
	OutcomeTurn      Outcome = "turn"      // one turn is queued
	OutcomeDecision  Outcome = "decision"  // an approval reply: handled, never a turn
	OutcomeDuplicate Outcome = "duplicate" // seen before: nothing changed
	OutcomeRecorded  Outcome = "recorded"  // kept, needs no turn (automatic mail, empty message)
	OutcomeRefused   Outcome = "refused"   // the sender may not do this; silence towards the sender
)

// Accepted is Accept's answer when it returns no error: the message is durable
// or deliberately not kept, and the adapter acknowledges it.
type Accepted struct {
	Outcome Outcome
	Session SessionID
	Turn    TurnID
	Reason  string // why it was refused or only recorded
	// Approval is the request that the message was about, if it answered one.
	Approval ApprovalID
	Status   int      // the HTTP status that a system is told of what starts no turn; 0 = the channel's own
	Joined   PersonID // whose the sender is from now on, or has shown to be
}

// Kind of an outbound message.
type OutboundKind string

// The kinds of outbound messages.
const (
	Answer OutboundKind = "answer" // what the agent said, or the failure text of a turn
	Notice OutboundKind = "notice" // the bridge speaks: waiting, decided, only Dana can decide
	Prompt OutboundKind = "prompt" // asks an approver
	Report OutboundKind = "event"  // tells a system what happened in the bridge; nothing is reported of it itself
)

// Again is what a notice asks again, where an answer need not say what it answers.
type Again string

// What it may be.
const (
	AgainOne     Again = "one"     // its request: what quotes it is an answer to that, and counts if it is a clear one
	AgainSeveral Again = "several" // which of those that wait is meant: any answer but a code is asked back
)

// Outbound is one rendered message to one recipient on one channel. It is
// stored as it is sent: same Outbound, same bytes.
type Outbound struct {
	ID          MessageID    `json:"id"` // fixes the provider-side id where the channel lets us choose it (Message-ID)
	Channel     ChannelName  `json:"channel"`
	To          Address      `json:"to"`
	ToName      string       `json:"toName,omitempty"`
	Kind        OutboundKind `json:"kind"`
	Session     SessionID    `json:"session,omitempty"`
	Turn        TurnID       `json:"turn,omitempty"`
	Approval    ApprovalID   `json:"approval,omitempty"` // of a prompt or an approval notice
	Person      PersonID     `json:"person,omitempty"`   // the approver a prompt is for
	Agent       string       `json:"agent,omitempty"`    // whose words it has; "" for those of the bridge
	Tenant      Tenant       `json:"tenant,omitempty"`   // of its turn
	Asks        bool         `json:"asks,omitempty"`     // a notice that asks for the answer again: a reply to it may decide
	Binds       bool         `json:"binds,omitempty"`    // a notice whose quoted or replied-to id binds to Approval as that of a prompt of Person does
	Again       Again        `json:"again,omitempty"`    // a notice that asks back
	Hands       bool         `json:"hands,omitempty"`    // Person answers in Session in the place of its agent: what they reply is bound to both
	Consent     bool         `json:"consent,omitempty"`  // the answer to STOP, START or HELP: it alone goes to those who have opted out, too
	Subject     string       `json:"subject,omitempty"`  // complete subject; "" = the channel derives it from Thread
	Text        string       `json:"text"`               // plain text, complete on its own, LF line ends
	HTML        string       `json:"html,omitempty"`     // the same words as the body of an HTML page, where the channel shows it (Caps.HTML); "" = text only
	Attachments []Attachment `json:"attachments,omitempty"`
	Language    string       `json:"language,omitempty"` // of the words of the bridge around Attachments
	Thread      Thread       `json:"thread,omitzero"`
	Ask         *Ask         `json:"ask,omitempty"`   // of a prompt, and of a notice that asks again: its pieces, for channels with buttons and templates
	Event       *Event       `json:"event,omitempty"` // what a system gets instead of Text (Traits.System)
	Loose       bool         `json:"loose,omitempty"` // of an Event: keeps its order only among the messages of its session
	CreatedAt   time.Time    `json:"createdAt"`
}

// Event is the body of a webhook of ours: {"type","timestamp","data"} (Standard
// Webhooks). Its timestamp is the message's CreatedAt, its webhook-id the message's ID.
type Event struct {
	Type string          `json:"type"` // turn.settled, approval.decided…
	Data json.RawMessage `json:"data"` // a JSON object, ≤ 8 MB
}

// Ask is a prompt in pieces, for channels that ask with buttons: the
// texts are in the reader's language and zone, one line each, without line breaks.
type Ask struct {
	Summary   string `json:"summary"`   // ≤ 200 runes; of a notice its text before it
	Requester string `json:"requester"` // who asks, ≤ 100 runes
	Until     string `json:"until"`     // with weekday and zone
	// Yes and No are what answers it, for buttons: one word each.
	Yes string `json:"yes,omitempty"`
	No  string `json:"no,omitempty"`
	// Whole is true if Summary shows all arguments. If not, only Text shows what
	// is asked, and the pieces alone must not be sent.
	Whole bool `json:"whole,omitempty"`
	// Fits is true if Text shows all arguments.
	Fits bool `json:"fits,omitempty"`
}

// Buttons of a prompt: payload of a press is the word and the approval's id.
const (
	ApproveButton = "approve:"
	DenyButton    = "deny:"
	// AnswerButton sends the words of a field that belongs to a question: they answer that.
	AnswerButton = "answer:"
)

// Attachment is a stored artifact that goes out with a message.
type Attachment struct {
	Artifact  ArtifactID `json:"artifact"`
	Filename  string     `json:"filename"`
	MediaType string     `json:"mediaType"`
	Size      int64      `json:"size"` // bytes
}

// Receipt is what a channel answers to a successful send.
type Receipt struct {
	ProviderID string // the provider's own id (SMTP queue id, MessageSid); may be ""
	Refs       []Ref  // ids under which replies may refer to it, besides the one known before sending
	Detail     string // the provider's words, for the record; ≤ 500 bytes
	Segments   int    // that it was sent in, where the provider counts so; 0: not known
}

// Markup is how a channel's text is marked up.
type Markup string

// The markups beside plain text as in mail.
const (
	MarkupStars Markup = "stars" // *bold*, _italic_, ~strike~, ```code```
	MarkupGSM7  Markup = "gsm7"  // no marks; folded to GSM-7 where that loses nothing
	MarkupTags  Markup = "tags"  // none in Text; HTML is the same in the tags b, i, s, code and pre
)

// MediaLimit is a type of file that a channel takes.
type MediaLimit struct {
	Type string // "image/jpeg"; "audio/*" for all of a kind
	Max  int64  // bytes
}

// Caps describes a channel as data.
type Caps struct {
	Kind      AddressKind // the address kind it sends to
	Traits    Traits      // of the kind
	MaxText   int         // longest text in the channel's own unit; 0 = no limit
	Attach    bool        // artifacts may be attached
	MaxAttach int64       // bytes of all attachments of one message; what is beyond is linked
	HTML      bool        // an HTML form of the text is sent besides it
	Brand     Brand       // how the channel presents itself
	Address   string      // where a new mail to the channel goes; "" for other kinds
	// Repeatable: the receiver knows a repeated send by its id for as long as the
	// channel repeats, so a send in doubt is simply tried again.
	Repeatable bool
	// Loose: messages to a system keep their order within a session only, not for the
	// whole endpoint.
	Loose      bool
	KnownByID  bool // the receiver knows a repeated send by its id, so a send in doubt may be repeated once (promise 7)
	AttachData bool // domain-data goes out as a JSON attachment
	// Markup is how Text is marked up; "" is plain text as in mail.
	Markup Markup
	// MaxParts is how many messages one answer may be cut into, each of at most
	// MaxText; what is beyond is behind a link to the whole. 0 = one, not cut.
	MaxParts int
	// Media are the types of files that can be attached, with their sizes; none: all
	// types up to MaxAttach. Where OnePerMessage, each file is a message of its own,
	// the first with the text as its caption if that fits.
	Media         []MediaLimit
	OnePerMessage bool
	MaxCaption    int   // characters of a caption; 0 = files have none
	ProvesSender  Trust // the strongest trust this channel can give an inbound sender
	OneWay        bool  // nobody can answer there: no approvals are asked for on it
}
