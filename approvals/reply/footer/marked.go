package footer

import (
	"crypto/sha256"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// Mail programs mark the signature that they put into a mail. Who types into the mark says
// something all the same, and some programs put a whole letter into it. So the mark alone
// says no more than whose the names in it are. What stood in it before, whole and the same,
// in a mail about something else, was not typed for this answer, whatever it says.

// Limits of the signatures of one mail.
const (
	maxMarked      = 8    // signatures
	maxMarkedWords = 1000 // of one
)

// signature is what a mail program has marked.
type signature struct {
	said  []string // its words
	bare  []string // the same without what pictures are called, which some forms leave out
	lines []string // as they stand there
	known bool     // it stood in the mark before
}

// Signature is a signature as it is compared with those of earlier mails.
type Signature struct {
	Words string // the caller keeps a hash of them
	// Doubtful: something in it may be said of a request, were it not a signature: a
	// condition, a yes or no, an amount, a date, a question.
	Doubtful bool
}

// Signatures returns what a mail program has marked as its signatures in the forms of a
// mail: the blocks of Writer.Signatures, and what stands below "-- ".
func (f *Footers) Signatures(w Writer, texts ...string) []Signature {
	w.Standing, w.Known = nil, nil
	s := f.signer(w)
	var all []Signature
	for _, sig := range signaturesOf(w.Signatures, texts...) {
		all = append(all, s.compared(sig))
	}
	return all
}

// compared is a signature as Writer.Known gets it.
func (s signer) compared(sig signature) Signature {
	c := Signature{Words: strings.Join(sig.said, " ")}
	s.signatures = nil
	for i, l := range s.pieces(sig.lines) {
		c.Doubtful = c.Doubtful || slices.Contains(l, nothing) && s.doubtful(sig.lines[i], fields(withoutLinks(sig.lines[i])), false)
	}
	return c
}

func signaturesOf(marked []string, texts ...string) (all []signature) {
	add := func(block string) {
		sig := signature{said: saidIn(block, true), bare: saidIn(block, false), lines: strings.Split(block, "\n")}
		if len(sig.said) > 0 && len(sig.said) <= maxMarkedWords && len(sig.lines) <= maxFooter && len(all) < maxMarked &&
			!slices.ContainsFunc(all, func(s signature) bool { return slices.Equal(s.said, sig.said) }) {
			all = append(all, sig)
		}
	}
	for _, block := range marked {
		if len(block) <= wording.MaxBytes {
			add(wording.Normal(block))
		}
	}
	for _, text := range texts {
		if len(text) > wording.MaxBytes {
			continue
		}
		if _, below, is := strings.Cut("\n"+wording.Normal(text), "\n-- \n"); is {
			add(below)
		}
	}
	return all
}

var (
	pictureOf   = lazyre.New(`(?i)\[(?:image|bild|immagine|imagen|imagem|afbeelding|obraz): ?([^\[\]]*)\]`)
	pictureFile = lazyre.New(`(?i)\[cid:[^\[\]\s]*\]`)
	saidSigns   = strings.NewReplacer("?", " ? ", "¿", " ? ", "~~", " ~ ", "...", " ~ ", "..", " ~ ", "…", " ~ ", "!!", " ~ ")
)

// saidIn are the words of a text, and the signs that say something, without where links
// lead, with what pictures are called or without.
func saidIn(text string, pictures bool) []string {
	to := " "
	if pictures {
		to = " $1 "
	}
	var said []string
	for line := range strings.Lines(pictureFile.ReplaceAllString(pictureOf.ReplaceAllString(text, to), " ")) {
		said = append(said, strings.FieldsFunc(saidSigns.Replace(smiley.ReplaceAllString(strings.ToLower(withoutLinks(line)), " ~$0~ ")), func(r rune) bool {
			if r < utf8.RuneSelf {
				return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || strings.ContainsRune("?~%$^", r))
			}
			return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) && !unicode.In(r, unicode.So, unicode.Sc)
		})...)
	}
	return said
}

// leaveOut marks the pieces of the signatures of the mail: all of one that is known, and of
// one that would be left out below a code, where it may be anybody's.
func (s signer) leaveOut(lines []string, pieces [][]sort) {
	for _, sig := range s.signatures {
		from, to := sig.in(lines)
		within := pieces[from:to]
		if !sig.known {
			card := slices.Clone(within)
			if s.card(lines[from:to], card); !s.holds(card, false) {
				continue
			}
		}
		for i := range within {
			within[i] = []sort{harmless}
		}
	}
}

// in finds a signature in lines, as whole lines, the last of such; from is to if it is not there.
func (sig signature) in(lines []string) (from, to int) {
	for _, pictures := range []bool{true, false} {
		words, said := sig.said, make([][]string, len(lines))
		if !pictures {
			words = sig.bare
		}
		for i, l := range lines {
			said[i] = saidIn(l, pictures)
		}
		for i := len(lines) - 1; i >= 0 && len(words) > 0; i-- {
			rest, end := words, i
			for len(said[i]) > 0 && len(rest) > 0 && end < len(lines) && len(said[end]) <= len(rest) && slices.Equal(rest[:len(said[end])], said[end]) {
				rest = rest[len(said[end]):]
				end++
			}
			if len(rest) == 0 {
				return i, end
			}
		}
	}
	return 0, 0
}

// Who is asked back because of what stands below an answer is shown it, and may say with the
// code that it is only a signature. The line that says so names what was shown by a digest: it
// holds for that, whole and the same, and for nothing else.

// Below returns what stands below the first line of a mail, and the digest by which an answer
// with a code says that it is only a signature; "" if nothing does, or it is too long to be shown. Nothing
// that may be said of a request is offered to be left out, unless the mail program marks it.
func (f *Footers) Below(text, code string, w Writer) (below, digest string) {
	lines := strings.Split(strings.Trim(wording.Normal(text), " \n"), "\n")
	if len(text) > maxShown || len(lines) < 2 {
		return "", ""
	}
	s := f.signer(w, text)
	rest := lines[1:]
	marked := make([]bool, len(rest))
	for _, sig := range s.signatures {
		from, to := sig.in(rest)
		for i := from; i < to; i++ {
			marked[i] = true
		}
	}
	for i, l := range s.pieces(rest) {
		if !marked[i] && slices.Contains(l, nothing) && s.doubtful(rest[i], fields(withoutLinks(rest[i])), true) {
			return "", ""
		}
	}
	below = strings.Trim(strings.Join(rest, "\n"), " \n")
	said := saidIn(below, true)
	if len(said) == 0 {
		return "", ""
	}
	return below, digestOf(code, said)
}

// maxShown is how many bytes of a mail are shown to its writer again.
const maxShown = 2000

// digestOf names words to whoever has a code. Letters alone: it must not look like a code.
func digestOf(code string, said []string) string {
	sum := sha256.Sum256([]byte(strings.ToUpper(code) + " " + strings.Join(said, " ")))
	digest := make([]byte, 12)
	for i := range digest {
		digest[i] = 'a' + sum[i]%26
	}
	return string(digest)
}

// signedOnly reports whether the first line is an answer with a code, the next says that what
// stands below is only a signature, and what stands there is what was shown.
func (s signer) signedOnly(lines []string) bool {
	codes := s.grammar.Codes(lines[0])
	if len(lines) < 3 || len(codes) != 1 {
		return false
	}
	at := 1 + slices.IndexFunc(lines[1:], hasText)
	end := strings.LastIndexByte(strings.TrimSpace(lines[at]), ' ')
	if at == 0 || end < 0 {
		return false
	}
	if verdict, _ := s.grammar.Says(lines[0], s.called); !verdict {
		return false
	}
	line := strings.TrimSpace(lines[at])
	if !saysSigned(line[:end]) {
		return false
	}
	below := strings.Join(lines[at+1:], "\n")
	return slices.ContainsFunc([]bool{true, false}, func(pictures bool) bool {
		return digestOf(codes[0], saidIn(below, pictures)) == strings.ToLower(line[end+1:])
	})
}

// SignedOnly reports whether a mail is such an answer.
func (f *Footers) SignedOnly(text string, w Writer) bool {
	lines := strings.Split(strings.TrimLeft(wording.Normal(text), " \n"), "\n")
	return len(text) <= wording.MaxBytes && f.signer(w).signedOnly(lines)
}
