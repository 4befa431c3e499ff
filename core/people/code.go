package people

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"bridge/core/locale"
	"bridge/core/message"
)

// Code is a code that somebody sends us from an address, to join as a person or to show that
// they read there. It is kept as a digest alone: whoever has the store has no code.
type Code struct {
	Print   string              `json:"print"` // the digest
	Person  message.PersonID    `json:"person"`
	Channel message.ChannelName `json:"channel"` // where alone it counts
	// Address is where alone it may come from; "": of an invitation, from any that is nobody's.
	Address message.Address `json:"address,omitempty"`
	Adds    bool            `json:"adds,omitempty"` // the address becomes theirs; else it has to be already
	How     string          `json:"how"`            // Address.How of what it binds
	By      string          `json:"by"`             // the operator, or what asked for it
	At      time.Time       `json:"at"`
	Until   time.Time       `json:"until"`
	Refused int             `json:"refused,omitempty"` // how often it came from where it does not count
	Used    message.Address `json:"used,omitempty"`    // where it came from; "": it was not used
	Key     string          `json:"key,omitempty"`     // of the message that used it
	Done    bool            `json:"done,omitempty"`    // what follows from it was done

	Version int64 `json:"version,omitempty"` // of the record, for compare-and-set; 0: there is none yet
}

// Open reports whether the code can still be used.
func (c Code) Open(at time.Time) bool {
	return c.Used == "" && c.Refused < mostRefused && at.Before(c.Until)
}

// Limits of codes.
const (
	// CodeLife is how long a code counts where nothing else is said; it is at most MaxCodeLife.
	CodeLife    = 7 * 24 * time.Hour
	MaxCodeLife = 30 * 24 * time.Hour
	mostRefused = 10 // times that a right code may come from where it does not count
	mostOpen    = 20 // codes of one person
)

// CodeStore keeps codes, and what is known of addresses.
type CodeStore interface {
	// Code returns the code with a digest; false if there is none.
	Code(ctx context.Context, print string) (Code, bool, error)
	// SaveCode stores a code in place of the one with its Version, 0: of none, and returns it
	// with its new one. ErrConflict: there is another one. It is gone a while after Until.
	SaveCode(ctx context.Context, c Code) (Code, error)
	// CodesOf returns the codes of a person, used ones among them.
	CodesOf(ctx context.Context, id message.PersonID) ([]Code, error)
	// RemoveCode deletes a code; one that is not there is no error.
	RemoveCode(ctx context.Context, print string) error
	// Standing returns what is known of an address; false if nothing is.
	Standing(ctx context.Context, a message.Address) (Standing, bool, error)
	// Standings returns what is known of addresses, in their order, in one read; of nothing a zero one.
	Standings(ctx context.Context, all ...message.Address) ([]Standing, error)
	// SaveStanding stores it in place of the one with its Version, 0: of none. ErrConflict:
	// there is another one.
	SaveStanding(ctx context.Context, s Standing) error
}

// Standing is what is known of an address beside whose it is.
type Standing struct {
	Address message.Address  `json:"address"`
	Person  message.PersonID `json:"person"`          // of whom it is known; of another it says nothing
	Proven  time.Time        `json:"proven,omitzero"` // they sent a code back from there; zero: never
	How     string           `json:"how,omitempty"`   // as Address.How
	// Heard: they wrote from there, to a day; or since then the configuration says that it is theirs.
	Heard   time.Time `json:"heard,omitzero"`
	Doubted time.Time `json:"doubted,omitzero"` // since then a provider says that it may be somebody else's
	Why     string    `json:"why,omitempty"`    // in its words
	Asked   time.Time `json:"asked,omitzero"`   // they were asked to show it before it runs out

	Version int64 `json:"version,omitempty"`
}

// A code is twelve of these, about 59 bits, in groups of four. None of them is taken for another.
const (
	codeLetters = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
	codeLength  = 12
)

// draw draws a code.
func draw(random io.Reader) (string, error) {
	var code []byte
	var one [1]byte
	for tries := 0; len(code) < codeLength; tries++ {
		if _, err := io.ReadFull(random, one[:]); err != nil {
			return "", fmt.Errorf("draw a code: %w", err)
		}
		if n := int(one[0]); n < 256/len(codeLetters)*len(codeLetters) { // else some letters were likelier than others
			code = append(code, codeLetters[n%len(codeLetters)])
		}
		if tries > 100*codeLength {
			return "", errors.New("draw a code: the random source repeats itself")
		}
	}
	return string(code), nil
}

// Message is what somebody writes to use a code.
func Message(code string) string {
	return "JOIN " + code[:4] + "-" + code[4:8] + "-" + code[8:]
}

// ReadCode reads the code of a message that is the word JOIN, in any of our languages, and a
// code, in any case and with any spaces and dashes. A letter may have a signature below, a
// message on a phone nothing else. language is that of the word.
func ReadCode(text string, letter bool) (code, language string, ok bool) {
	text = strings.TrimSpace(text)
	if letter {
		text, _, _ = strings.Cut(text, "\n")
	}
	if len(text) > 200 {
		return "", "", false
	}
	text = strings.TrimRight(strings.ToUpper(strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cf, r): // what cannot be seen
			return -1
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, text)), " .!*_\"'")
	text = strings.TrimLeft(text, " *_\"'")
	word, rest, found := strings.Cut(text, " ")
	if !found {
		return "", "", false
	}
	if language, ok = joins(strings.Trim(word, ":,*_\"'")); !ok {
		return "", "", false
	}
	var b strings.Builder
	for _, r := range rest {
		switch {
		case r < unicode.MaxASCII && strings.ContainsRune(codeLetters, r):
			b.WriteRune(r)
		case r == ' ' || unicode.Is(unicode.Pd, r) || r == '*' || r == '_':
		default:
			return "", "", false
		}
	}
	return b.String(), language, b.Len() == codeLength
}

// joins finds the language of a word, in upper case. /START is what a link into a chat program
// makes its user write.
func joins(word string) (language string, ok bool) {
	for _, tag := range locale.Languages() {
		l := locale.In(tag)
		if word == l.Join || word == plainly(l.Join) {
			return tag, true
		}
	}
	return "en", word == "/START"
}

// plainly writes a word without its accents, as people do on phones.
func plainly(word string) string {
	return strings.NewReplacer("Ą", "A", "Ł", "L", "É", "E", "È", "E", "À", "A", "Ö", "O", "Ü", "U", "Ó", "O", "Ç", "C").Replace(word)
}
