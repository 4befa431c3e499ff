package reply

import (
	"slices"
	"strings"

	"bridge/approvals/reply/footer"
	"bridge/internal/lazyre"
)

// What stands below an answer is read by approvals/reply/footer, which asks the grammar what
// words say; here is what it asks, and what others ask of both. They are asked of every mail,
// and most have nothing below: the grammar, which takes a fifth of a second to make, is not needed for those.

// knownFooters is what knows footers, built at first use and never written again.
var knownFooters = lazyre.Once(func() *footer.Footers {
	p := grammar()
	return footer.New(p, footer.Words{
		Foreign: p.foreign, Sentence: p.sentence.of, OptOut: p.optOut.of, BeforePlace: p.from, BeforeCode: p.codeWord.of, Devices: p.footerWords.of,
	})
})

// Signature is a signature as it is compared with those of earlier mails.
type Signature = footer.Signature

// Memo remembers what was read below the answers of one writer, for one goroutine at a time.
type Memo = footer.Memo

// writer is what is told of who answers in a mail.
func (o Options) writer() footer.Writer {
	return footer.Writer{Name: o.Name, From: o.From, Domain: o.Domain, Language: o.Language, Standing: o.Standing, Signatures: o.Signatures, Known: o.Known, Memo: o.Memo, Asked: o.Shown.has, About: strings.Join(o.Shown.About, "\n")}
}

// IsFooter reports whether all of a text is what may stand below an answer, such as what
// stands below a quote. Below one with a code that is alone in its first line it may be
// anything that says nothing of the answer.
func IsFooter(text, answer string, o Options) bool {
	return knownFooters().Is(text, answer, o.writer())
}

// Standing returns what may become known as the footer of a mail's sender by standing
// below several: lines and sentences, as Options.Standing gets them, at most 40. The
// caller keeps hashes of them.
func Standing(text string, o Options) []string {
	if len(text) > maxText || !strings.Contains(strings.TrimSpace(normalize(text)), "\n") {
		return nil
	}
	return knownFooters().Standing(text, o.writer())
}

// Signatures returns what a mail program has marked as its signatures in the forms of a
// mail: the blocks of Options.Signatures, and what stands below "-- ".
func Signatures(o Options, texts ...string) []Signature {
	marked := func(text string) bool { return len(text) <= maxText && strings.Contains(normalize(text), "-- \n") }
	if len(o.Signatures) == 0 && !slices.ContainsFunc(texts, marked) {
		return nil
	}
	return knownFooters().Signatures(o.writer(), texts...)
}

// Below returns what stands below the first line of a mail, and the digest by which an answer
// with a code says that it is only a signature; "" if nothing does, it is too long to be
// shown, or it may be said of a request.
func Below(text, code string, o Options) (below, digest string) {
	return knownFooters().Below(text, code, o.writer())
}

// SignedOnly reports whether a mail is such an answer.
func SignedOnly(text string, o Options) bool {
	if !o.Mail || len(text) > maxText {
		return false
	}
	first, _, below := strings.Cut(strings.TrimLeft(normalize(text), " \n"), "\n")
	return below && len(scanCodes(first)) > 0 && knownFooters().SignedOnly(text, o.writer())
}

// States returns what stands below the first line of a mail, if that says that it is only a signature.
func States(text string) (below string, is bool) { return footer.States(text) }

// Exact are the words of a signature as it is compared with what its owner has named.
func Exact(block string) []string { return footer.Exact(block) }

// Ending returns the last lines of a mail that have so many words.
func Ending(text string, words int) string { return footer.Ending(text, words) }

// Above returns the text above the footer of a mail; all of it elsewhere.
func Above(text string, o Options) string {
	if !o.Mail || len(text) > maxText {
		return text
	}
	lines := strings.Split(normalize(text), "\n")
	if cut := knownFooters().Cut(lines, o.writer()); len(cut) < len(lines) {
		return strings.Join(cut, "\n")
	}
	return text
}

// SameAnswer reports whether two forms of a mail have the same words above their footers.
func SameAnswer(text, other string, o Options) bool {
	said := func(s string) []string { return words(tokenize(normalize(Above(s, o)), nil)) }
	return slices.Equal(said(text), said(other))
}

// AnsweredIn reports whether the beginning of a mail has all of it that stands above its footer, and its pictures are
// called by names alone.
func AnsweredIn(beginning, text string, o Options) bool {
	said := func(s string) []string { return words(tokenize(normalize(s), nil)) }
	answer, have := said(Above(text, o)), said(beginning)
	return len(answer) <= len(have) && slices.Equal(answer, have[:len(answer)]) && knownFooters().NamesPictures(normalize(text), o.writer())
}

// Leads is the verdict that the first line of a text is by itself: where the whole is none,
// what stands below it is in the way.
func Leads(text string, o Options) Verdict {
	if len(text) > maxText {
		return None
	}
	first, _, _ := strings.Cut(strings.TrimLeft(normalize(text), " \n"), "\n")
	return Parse(first, o).Verdict
}

// Says implements footer.Grammar, as what follows does.
func (p *parser) Says(text string, w footer.Writer) (verdict, denies bool) {
	v := p.parse(text, Options{Name: w.Name, Language: w.Language}).Verdict
	return v != None, v == Deny
}

// Codes are the codes in a line, each as often as it stands there.
func (p *parser) Codes(line string) []string {
	var codes []string
	for _, m := range scanCodes(line) {
		codes = append(codes, m.code)
	}
	return codes
}

// Name is the words of a name without accents.
func (p *parser) Name(name string) []string { return p.nameWords(name) }

// Known reports a word of a language of the grammar.
func (p *parser) Known(word string) bool { return p.words[word] != 0 }

// Decides reports a word that turns a yes into something else.
func (p *parser) Decides(word string) bool { return p.decides(word) }

// Answers reports a verdict in words.
func (p *parser) Answers(words []string) bool { return p.hasVerdict(words) }

// Hedged reports a condition or a doubt in words.
func (p *parser) Hedged(words []string) bool { return p.hedges.within(words) }

// Sentence reports what only sentences have in words.
func (p *parser) Sentence(words []string) bool { return p.sentence.within(words) }

// Courtesy reports a line of nothing but courtesy.
func (p *parser) Courtesy(line string) bool { return p.onlyCourtesy(tokenize(line, p.smileys)) }

// Program reports a line that a mail program adds.
func (p *parser) Program(line string) bool { return p.isFooter(line) }

// Sent are the words of a line, and how many of them begin what a mail program adds.
func (p *parser) Sent(line string) (keys []string, n int) {
	keys = words(tokenize(line, nil))
	_, n = p.footerStarts.match(keys)
	return keys, n
}
