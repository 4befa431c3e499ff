package footer

// Grammar is what the grammar of verdicts says of the words of a line, in lower case: what
// may be an answer, or a doubt, is no footer. It is read from many goroutines.
type Grammar interface {
	// Says is what a text says that somebody of a name and language writes: whether it is a
	// verdict, and whether that is a no.
	Says(text string, w Writer) (verdict, denies bool)
	// Codes are the codes of requests in a line, each as often as it stands there.
	Codes(line string) []string
	// Name is the words of a name without accents.
	Name(name string) []string

	Known(word string) bool       // a language of the grammar has it
	Decides(word string) bool     // alone it turns a yes into something else
	Answers(words []string) bool  // a verdict stands in them
	Hedged(words []string) bool   // a condition, a doubt
	Sentence(words []string) bool // what only sentences have

	Courtesy(line string) bool // nothing but courtesy
	Program(line string) bool  // what a mail program adds, and nothing else
	// Sent are the words of a line, and how many of them begin what a mail program adds.
	Sent(line string) (words []string, n int)
}

// Words are words that the grammar has in lists of their own; nobody writes them.
type Words struct {
	Foreign     map[string]bool // only languages have them that the grammar does not know
	Sentence    map[string]bool // sentences have them, and signatures not
	OptOut      map[string]bool // carriers take them as an opt-out
	BeforePlace map[string]bool // "from" where somebody is
	BeforeCode  map[string]bool // may stand right before a code
	Devices     map[string]bool // which a mail was sent from
}

// Writer is who answers, and what is known of what stands below their mails.
type Writer struct {
	Name, From string // From: of the address, before the @
	Domain     string // of the address
	Language   string
	About      string                 // what the request says: what stands below an answer and speaks of that is read
	Standing   func(line string) bool // stood below earlier mails; may be nil
	Signatures []string               // that the mail program marks
	Known      func(Signature) bool   // stood in the mark before; may be nil
	Asked      func(word string) bool // a word of the request; may be nil
	Memo       *Memo                  // may be nil
}
