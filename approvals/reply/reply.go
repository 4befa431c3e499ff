// Package reply decides whether a human's answer to an approval prompt is an
// unmistakable yes or no. It does no I/O, keeps no state and never guesses:
// what is not wholly a verdict is [None], and the caller asks back.
//
// # What Parse does, in order
//
//	| step        | what                                                                      |
//	|-------------|---------------------------------------------------------------------------|
//	| size        | a text over 64 KiB, or not UTF-8, is no verdict                           |
//	| normal form | Unicode NFC, fullwidth to ASCII, one kind of apostrophe, line break and   |
//	|             | space; zero-width characters, bidi marks and variation selectors go; any  |
//	|             | case. Other compatibility forms, other scripts and added accents stay     |
//	|             | what they are, so they are no verdict word                                |
//	| refused     | bidi overrides (what was seen is not what was stored), a line that starts |
//	|             | with ">" (the quote was not removed), a question mark                     |
//	| footer      | in a mail: the lines at the end that are known to say nothing (package footer) |
//	| tail        | a mobile footer; a "-- " block of at most 8 lines without a sentence in   |
//	|             | it (a "--" that lost its space: only if the next line has the approver's  |
//	|             | name); a last line that is the approver's name or its first word, alone   |
//	|             | or after "Thanks,"                                                        |
//	| codes       | [approval:CODE] and bare codes, with ":", "-", "#", brackets next to them |
//	| grammar     | all that is left must match one row of the table below                    |
//
// # The grammar
//
//	| the whole text is                                   | verdict         | example              |
//	|-----------------------------------------------------|-----------------|----------------------|
//	| yes phrases and courtesy, at least one strong       | Grant, Strong   | Yes please, go ahead |
//	| yes phrases and courtesy, all weak                  | Grant           | ok, do it. Thanks    |
//	| no phrases and courtesy, at least one strong        | Deny, Strong    | Sorry, no.           |
//	| no phrases and courtesy, all weak                   | Deny            | nah                  |
//	| the same, then , . ! ; : ( - or a line break or the | Deny and Reason | No, too expensive    |
//	| code, then a reason; or "because" and a reason      |                 |                      |
//	| anything else                                       | None            | yes, but only half   |
//
// A yes carries nothing but courtesy and the punctuation . , ! and a dash
// between words; it is at most 16 phrases long, and dots in a row ("yes...")
// are doubt. A reason has at most 2000 characters and no word of consent
// ("no, go ahead"), condition, delay or doubt ("no, unless he pays"), and no
// idiom that means the contrary ("no, no problem").
//
// Phrases are those of the lists, and sentences made of classes ("please" "process"
// "the payment" "as requested"): see sentences. A lengthened word is the word.
//
// Beside an answer may stand what is known of the request, that nothing hinders, and whom
// it speaks to; see besides. Who repeats a value that may be a choice, or says yes to something
// else than what is asked, is asked back: see [Shown].
//
// Words after a no are its reason only if they are of a language of the grammar,
// and do not agree, correct, permit or hand over ("no, you're right", "no, ask Tom").
//
// # Languages
//
// English, Italian, Spanish, French, German, Portuguese, Dutch, Polish and emoji.
// The words of a language are data (italian.go and so on); the rules are the same
// for all, and all languages apply to every reply, for a person may answer in
// another than the prompt's. A phrase that means different things in two languages
// is unclear in all. Words that are an answer in one language and something else in another
// ("tak", "ja", "no", "si") count only if the person's language or the other words fit: see
// homographs. "Ja" is no yes right before a word that only Polish has, where it is I. Accents and apostrophes may be left out, not added. In
// verdict words of seven letters and more one wrong letter is forgiven if first and last are
// right and no other word comes of it. An unaccented "si" is no yes where it may be "if". A
// negation right before a denial ("don't reject") makes it none.
package reply

import "fmt"

// Version is the version of the grammar, recorded with every decision. It
// changes whenever a text could get another verdict than before.
const Version = 33

const (
	maxListText = 1 << 10  // bytes of the word LIST and what may stand besides it
	maxInk      = 16 << 10 // bytes that are not white space: more are no verdict, for a reason has 2000 characters
	maxPhrases  = 16       // verdict and courtesy phrases of one verdict
	maxReason   = 500      // runes of Result.Reason
	longReason  = 2000     // runes beyond which a text is no reason but a letter
	maxCodes    = 20       // codes reported of one text
)

// Verdict is what a reply says. The zero value decides nothing.
type Verdict int

// The verdicts.
const (
	None  Verdict = iota // not a verdict: ask back
	Grant                // an unmistakable yes
	Deny                 // an unmistakable no
)

// String returns "none", "grant" or "deny".
func (v Verdict) String() string {
	switch v {
	case Grant:
		return "grant"
	case Deny:
		return "deny"
	}
	return "none"
}

// Result is what one reply says.
type Result struct {
	Verdict Verdict

	// Strong: the verdict counts with any binding to a request. A weak one
	// ("ok", "sure") counts only with an explicit binding: the id of the
	// prompt, a reply tag, a code. Only set with a verdict.
	Strong bool

	// Reason is what a denial says after its verdict: the person's own words,
	// untrusted, without approval codes and control characters, at most 500
	// runes, lines separated by "\n". Empty for everything but Deny.
	Reason string

	// Codes are the approval codes in the text, upper case, each once, in
	// order of appearance, at most 20. They are reported whatever the verdict.
	// A token may have the shape of a code by chance: where one is not the
	// code of the bound request, or there are two, the caller asks back.
	Codes []string

	// Fault is a panic of the reading, which is a defect of this package. The
	// verdict is None then; the caller logs it.
	Fault error
}

// Options say what is known about the writer and the channel of a reply.
type Options struct {
	// Name is the approver's configured name. A last line equal to it or to
	// its first word may stand besides the verdict.
	Name string

	// Language is the person's language as configured ("de", "pt-BR"), empty if it is
	// not known. Words that mean something else elsewhere ("tak", "ja", "no") count only
	// if they are of it, or of the language of the other words.
	Language string

	// Mail is set where a footer may stand below the answer: a signature, a legal text.
	// What is known to say nothing of a request is left out. From is the local part of the
	// writer's address, Domain what stands behind the @, and Standing reports lines that stood below earlier mails of
	// theirs, as [Standing] returned them; it may be nil.
	Mail     bool
	From     string
	Domain   string
	Standing func(line string) bool

	// Signatures are the lines that the mail program marks as its signature, and Known
	// reports one, as [Signatures] returns them, that stood in an earlier mail of the
	// writer, marked, whole and the same; it may be nil.
	Signatures []string
	Known      func(Signature) bool

	// Memo makes the next readings of the same text faster; it may be nil.
	Memo *Memo

	// Shown is what the prompt shows of the request: a yes to something else is none.
	Shown Shown

	reasonFirst bool // the no stood alone behind its reason
	coded       bool // the text has a code
	signed      bool // the person's name stood below
	untitled    bool // the prompt is only the question at its end

	// OptOuts is set where carriers take words such as STOP and CANCEL as opt-out.
	// A text with such a word then decides nothing at all. On other channels
	// these words are still never verdict words.
	OptOuts bool
}

// Parse reads all unquoted visible text of one reply: what stands above and
// below the quote, the quoted text itself removed by the caller, hidden and
// struck-out HTML text too. It is called for each reply bound to an approval,
// takes time linear in the text, and never panics: a message that ends the
// process comes again, and ends it again. It never yields Grant or Deny
// for a text it does not understand to the last word of the verdict.
func Parse(text string, o Options) (r Result) {
	defer func() {
		if p := recover(); p != nil {
			r = Result{Codes: codesOf(scanCodes(head(text)), nil), Fault: fmt.Errorf("panic while a reply was read: %v", p)}
		}
	}()
	return grammar().parse(text, o)
}
