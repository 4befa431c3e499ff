package locale

import (
	"strings"

	"bridge/internal/lazyre"
)

// Language is all that the bridge says in one language.
type Language struct {
	Tag  string // BCP 47
	Name string // of the language, in itself

	Days   [7]string // from Sunday on, abbreviated
	Months [12]string
	Date   string          // {day} {d} {month} {y} {time} {zone}
	Plural func(n int) int // One, Few or Many

	Yes, No string // what an approver answers
	List    string // the word that asks for what is pending
	Join    string // the word before the code of an invitation

	// Between the last two of a list, with the blanks: by what follows.
	Or, And func(next string) string

	Prompt   Prompt
	Question Question
	Page     Page
	Chat     Chat
	Turn     Turn
	Answer   Answer
	Surface  Surface
	Contact  Contact
	Handover Handover
	Notices  Notices
	Later    Later
	Joining  Joining
}

// Forms are a text by number: for one, for a few where a language has that form, and
// for many.
type Forms [3]string

// The forms of a number.
const (
	One = iota
	Few
	Many
)

// Either is a text about a yes and the same about a no.
type Either struct{ Yes, No string }

// Of returns the text about a yes if granted, else that about a no.
func (e Either) Of(granted bool) string {
	if granted {
		return e.Yes
	}
	return e.No
}

// Question are the words around a question that is answered in words.
type Question struct {
	Asks    string // {by}
	Free    string // how to answer
	Choice  string
	Form    string
	ByCode  string // {code}
	NoGrant string
	Unclear string // before how to answer
	// Answered: {by} {when} {summary}
	Answered string
}

// Prompt are the prompt's own words. Labels end with their colon.
type Prompt struct {
	AskedBy, Approver, Tool, Title, Arguments, Digest, AgentSays string

	Asks        string // of a chat message: {name} {by}
	Unnamed     string // a request without a summary
	NoTool      string // behind the label
	NoArguments string // behind the label
	TooLong     string // behind the label: {size}
	NameAbove   string // for the name of an argument that stands in the line above
	Subject     string // of a mail without a summary
	Never       string // instead of a time until when

	Answer     string // {yes} {no}
	AnswerCode string // {yes} {no} {code}
	OnlyNo     string // of a mail that does not show everything: {yes} {no}
	OnlyNoCode string // of a chat message: {no} {code}
	NotHere    string // of a chat message that does not show everything: {yes}
	ByMail     string
	Operator   string
	Until      string // {when}
	Page       string // a label, before an address
}

// Page are the approval page's own texts. Its labels are those of the prompt.
type Page struct {
	Title       string
	Whose       string // {name}
	TooLong     string
	Code        string
	CodeHint    string
	DigitsHint  string // where a yes waits for a one-time code
	Reason      string
	Deny, Grant string
	NoCode      string
	WrongCode   string
	Closed      string // too many wrong codes for this page
	Stale       string
	NoCookie    string
	NotSent     string // of a form that is none of the page's
	NoPage      string
	NotNow      string // the approvals cannot answer
	NoChoice    string
	After       string // what happens after the choice
	AfterGrace  string // what comes of a yes that can be taken back
	Others      string // who else decides: {people}
	Several     string // how many have to say yes: {n}
	OtherTongue string // a label, above other languages
	Details     string // a label, above what is of use to programs and operators
}

// Chat are the words of the page of a chat, beside those of Page and Prompt.
type Chat struct {
	New             string
	Write           string
	Send            string
	Keys            string // which keys send
	Earlier         string // a button
	Conversation    string
	NewConversation string
	Guest           string
	Requests        string // a label of all cards
	Waits           string // while nothing has come
	NoAnswer        string
	Data            string
	Asked           string // {tool}
	Approval        string // {tool}
	ApprovalUntil   string // {when} {tool}
	ForYou          string // above a card
	Request         string // above a card that is over
	TooLong         string // of a request
	Answer          string // a button
	YourAnswer      string
	Missing         string
	Until           string // {when}
	Code            string
	Failed          string
	Nobody          string // nothing proves who the reader is
	Kept            string // behind why it was not sent
}

// Turn is what people hear of a turn that failed or waits, and how nested arguments are
// counted in a headline.
type Turn struct {
	Failed, Held                 string // {ref}
	FailedDelivery, HeldDelivery string // {id} {channel} {ref}
	FailedRun, HeldRun           string // {channel} {ref}
	Canceled                     string
	Working                      string // an answer takes time
	Fields, Items                Forms  // {n}
}

// Answer is what the bridge adds to an agent's answer.
type Answer struct {
	Attachment  string // where a file is: {file} {link}
	TooLarge    string // {file}
	Unavailable string // {file}
	Attached    string // the whole text of a message that has only files: {files}
	Nothing     string // the whole text of an answer without any content
	Surface     string // the whole text of an answer that only a screen can show, and that cannot be read out
	Sources     string // above the citations
	About       string // behind a citation: {path}
	NotShown    string // in place of a part: {type}
	RawNotShown string // in place of a part with bytes: {type} {size} {media}
	Unknown     string // {media} that nobody named
	CutBytes    string // {n}
	CutHere     string
	CutLink     string // {link}
}

// Surface is what the bridge adds to a surface that it reads out.
type Surface struct {
	Image   string // in brackets, before a description
	Video   string
	Audio   string
	Choices string // above choices without a label
	Chosen  string // behind the ones that are chosen
	NotHere string // where there are buttons or fields
	Decide  string // where buttons decide a request: {yes} {no}
}

// Contact is what is said about messages as such: consent, limits, what cannot be read.
type Contact struct {
	OptedOut        string // STOP and START stay as they are
	OptedIn         string
	Help            string // {name}
	Assistant       string // a {name} that nobody gave
	NewConversation string
	Encrypted       string // {how}
	Looping         string
	TooManyWait     string // {n} {per} {where}: the rest waits
	TooManyNow      string // {n} {per} {where}: the rest is not taken
	Second          string // {per}
	Minute          string
	Hour            string
	Day             string
	Span            string // {span} that has no word
	InConversation  string // {where}
}

// Joining is what is said to people who are invited, and to those whose addresses are to be
// confirmed. What ends with a colon has the line that they send below it.
type Joining struct {
	Joined         string // {name}
	Verified       string // {name}
	Confirm        string // {name}
	Ask            string // {name} {when}
	AskSubject     string
	NotValid       string
	Invited        string // {name} {agent} {when} {kind} {address}
	Link           string
	InvitedSubject string // {agent}
	Stranger       string
	Lapsed         string
	LapsedAlone    string
	Elsewhere      string // {name} {address} {when}
	Signed         string // by mail, above MySignature
}

// Handover are the words about conversations that people answer in the place of their agent.
type Handover struct {
	Human, Done string // what a customer writes who wants a person, and a person who has finished

	// To customers.
	Began, Nobody, Unanswered, Over string
	Closed                          string // {when}

	// To the people who answer. Codes are those of conversations.
	Subject   string // of a mail: {name}
	Asks      string // {name} {address} {code} {done}
	SoFar     string // above what was said
	Taken     string // {name} {code}
	Gone      string // {name} {code}
	NotTheirs string // {name} {code}
	Lost      string // {name} {code}
	Aside     string // {name} {code}
	TooLate   string // {code}
	Unclear   string
	Which     string // {list} of codes with names
}

// Notices are the sentences that follow from an answer. {summary} ends with its own full
// stop.
type Notices struct {
	Waiting, WaitingFor            string // {summary}; {people}
	Until                          string // {when}
	Decided                        Either // {by} {when} {summary}
	Already                        Either // {by} {when}
	Voted                          Either // {summary}
	Votes                          string // {n} {of}
	AlreadyVoted                   Either // {when}
	Expired                        string // {when} {summary}
	Cancelled                      string // {summary}
	NoCode, NoRequest              string // {code}
	NoVerdict, Uncoded             string
	StillOpen                      string // {when}
	WhichPart, PartOrPage          string // {yes} {code}
	OnlySigned                     string // the same, with what stands below the answer: {below}
	MySignature                    string // what an approver says of that, in a mail that a link begins
	NextTime                       string // above MySignature
	SignatureKnown                 string // answers a mail that begins with MySignature: {below}
	SignatureNone, SignatureEmpty  string
	SignatureAnswer                string
	SignatureUnproven              string
	AnswerWith                     string // {yes} {no} {code}
	OnlyThey, NotYou               string // {people}
	DidNotCount                    string // {reason} {summary}
	WrongAddress, TrustTooLow      string // {reason} of didNotCount
	Incomplete, TooEarly           string
	NotAccepted                    string
	NotProven                      string // {address}
	Silent                         string // below the last answer that the pace allows
	WhichOne                       string // {yes} {no}
	WhichSubject                   string
	Item, ItemBy                   string // {code} {summary} {when}; {by}
	Nobody, Own                    string // {summary}
	Gone                           Either // {summary}
	Moved                          Forms  // {kind} {n}
	MovedSubject                   string
	Mail, Channel                  string // {kind}
	Somebody, Operator, PolicyRule string // {by}, where nobody is named
	Timeout, AnOperator            string // {by}; among {people}
}

// Later are the sentences about what follows a request that nobody answers, or an answer:
// reminders, receipts, second thoughts, one-time codes, lists.
type Later struct {
	TakesEffect    string // {when} {summary} {no} {code}
	Undo           string // {when} {no} {code}
	TakenBack      string // {by} {when} {summary}
	Receipt        Either // {summary}
	ReceiptFrom    string // {from} {when}
	ReceiptSubject Either // {summary}
	TellOperator   string
	ObjectOpen     string // {no} {code}
	ObjectLate     string // {no} {code}
	Objection      string // {summary}
	Escalated      string // {people} {summary}
	HoursClosed    string // {summary}
	HoursNext      string // {when}
	Held           string // {by} {when} {summary} {no} {code}
	OtherVoted     string // {by} {summary} {n} {of} {yes} {no} {code}

	ReminderSubject string // {subject}

	StepUpAsked   string // {summary} {kind} {when}
	StepUpCode    string // {digits}, the first word; {summary} {when} {no} {code}
	StepUpSubject string // {summary}
	StepUpWrong   string // {n}
	StepUpOver    string
	StepUpExpired string
	OtherKind     string // {kind}

	ListSubject   string
	LockedSubject string // of Locked

	ListEmpty  string
	ListHead   string // {yes} {no}
	ListStepUp string // {kind}; ends a line of the list
	ListMore   string // {n} {list}
	Locked     string // {when}

	ByRule              Either // {rule} {summary}
	ByOperator, ByAgent string // {name}
}

// languages makes the words of each language once, when they are first wanted: nobody
// changes them.
var languages = map[string]func() *Language{
	"en": lazyre.Once(english), "it": lazyre.Once(italian), "es": lazyre.Once(spanish), "fr": lazyre.Once(french),
	"de": lazyre.Once(german), "pt": lazyre.Once(portuguese), "nl": lazyre.Once(dutch), "pl": lazyre.Once(polish),
}

// In returns the words of a person's language, a BCP 47 tag: of its base language if
// that is one of the eight (en, it, es, fr, de, pt, nl, pl), else English. They are shared.
func In(language string) *Language {
	base, _, _ := strings.Cut(strings.ReplaceAll(language, "_", "-"), "-")
	if words, ok := languages[strings.ToLower(base)]; ok {
		return words()
	}
	return languages["en"]()
}

// Preferred is the first language of an Accept-Language header that there are words in; "" if none.
// What it says of weights is the order in which browsers write it.
func Preferred(header string) string {
	for tag := range strings.SplitSeq(header, ",") {
		tag, _, _ = strings.Cut(strings.TrimSpace(tag), ";")
		base, _, _ := strings.Cut(strings.ToLower(tag), "-")
		if _, ok := languages[base]; ok {
			return base
		}
	}
	return ""
}

// Languages returns the tags of the languages there are words in.
func Languages() []string { return []string{"en", "it", "es", "fr", "de", "pt", "nl", "pl"} }

// oneOrMany is the plural of most of the languages.
func oneOrMany(n int) int {
	if n == 1 {
		return One
	}
	return Many
}

// always is a word between two of a list that does not depend on what follows.
func always(word string) func(string) string {
	return func(string) string { return " " + word + " " }
}

// startsLike reports whether a name begins with one of some letters.
func startsLike(name string, letters ...string) bool {
	name = strings.ToLower(name)
	for _, l := range letters {
		if strings.HasPrefix(name, l) {
			return true
		}
	}
	return false
}
