package reply

import (
	"slices"
	"strings"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// How the parts of the grammar are asked one after the other, until one of them reads a verdict.

// parse is Parse.
func (p *parser) parse(text string, o Options) Result {
	s := head(text)
	none := Result{Codes: codesOf(scanCodes(s), nil)}
	if len(text) > maxText || !utf8.ValidString(text) || inkOf(s) > maxInk || strings.ContainsAny(s, overrides) {
		return none
	}
	lines := strings.Split(s, "\n")
	whole := lines
	for _, l := range lines {
		if strings.HasPrefix(strings.TrimLeft(l, " "), ">") {
			return none
		}
	}
	o.Shown.in, o.Shown.texts = p.fitting(o.Language).language, map[string]*promptText{}
	asked := o.Shown
	o.Shown = o.Shown.plainly()
	if o.Mail {
		if cut := knownFooters().Cut(lines, o.writer()); len(cut) < len(lines) {
			if p.belowSpeaks(lines[len(cut):], o) {
				return none
			}
			lines = p.withoutRole(cut, lines[len(cut):], o)
			none.Codes = codesOf(scanCodes(strings.Join(lines, "\n")), nil)
		}
	}
	if knownFooters().Discards(lines, discarding(o.Shown)) {
		return none
	}
	lines = p.trimTail(lines, o)
	o.signed = p.signedBelow(whole, lines, o.Name)
	if p.signsAnother(lines, p.nameWords(o.Name)) {
		return none
	}
	body := strings.Join(lines, "\n")
	o.coded = len(none.Codes) > 0
	r := p.readAnswer(body, o)
	if r.Verdict == None {
		o.Shown = asked
		r = p.asClosing(body, o)
	}
	if r.Verdict == Grant {
		body = p.withoutFeelings(body, o.Shown) // who will be glad is nobody who is to do it
	}
	if r.Verdict == None || p.takesForOther(body, r, o) || r.Verdict == Grant && p.praisesOnly(body, o) || r.Verdict == Deny && (p.cries(body, o) || r.Reason != "" && p.turnsBack(body, o)) {
		return none
	}
	r.Codes = none.Codes
	return r
}

// readAnswer reads a text without footers, also without what may stand beside an answer.
func (p *parser) readAnswer(body string, o Options) Result {
	o.Shown.own, o.Shown.made = new([plAt + 1]*ownWords), new(shownWords)
	body = calledBy.ReplaceAllString(withoutFarewell(body), "$1$2")
	r := p.answer(body, o)
	if r.Verdict == None {
		if less := p.withoutByline(body, o); less != body {
			body, r = less, p.answer(less, o)
		}
	}
	if r.Verdict == None {
		if less := withoutWishes(body, o.Shown); less != body {
			body, r = less, p.answer(less, o)
		}
	}
	if r.Verdict == None {
		if less := p.withoutAtOnce(body, o); less != body {
			if r = p.answer(less, o); r.Verdict != Grant {
				r = Result{}
			}
		}
	}
	if r.Verdict == None {
		if less := p.withoutVerbAsked(body, o); less != body {
			if yes := p.answer(less, o); yes.Verdict == Grant {
				r = yes
			}
		}
	}
	if r.Verdict != None {
		return r
	}
	said := strings.TrimLeft(body[p.salutation(body, o.Name):], " \n")
	r = p.withDeed(said, o)
	if r.Verdict == None {
		r = p.withDeedAgain(said, o)
	}
	if r.Verdict == None {
		r = p.withNotDone(said, o)
	}
	if r.Verdict == None {
		r = p.withSuits(said, o)
	}
	if r.Verdict == None {
		if less := p.withoutLoneOrder(said, o); less != said {
			if yes := p.answer(less, o); yes.Verdict == Grant {
				r = yes
				r.Strong = yes.Strong && slices.ContainsFunc(words(tokenize(said, nil)), func(w string) bool { return answerWords()[w] == Grant }) // an order alone is weak
			}
		}
	}
	if r.Verdict == None {
		if yes := p.accentedSi(said, o); yes != said {
			for _, less := range []string{yes, p.withoutVerbAsked(yes, o)} {
				if read := p.answer(less, o); r.Verdict == None && read.Verdict == Grant {
					r = read
				}
			}
		}
	}
	if r.Verdict == None {
		if less := p.withoutPraised(said, o); len(less) < len(body) {
			if praised := p.answer(less, o); praised.Verdict == Grant {
				r = praised
			}
		}
	}
	if said != body && r.Verdict == None {
		r = p.answer(said, o)
	}
	if r.Verdict == None {
		r = p.asSpoken(body, o)
		if r.Verdict == None && said != body {
			r = p.asSpoken(strings.TrimLeft(said, " \n"), o)
		}
	}
	return r
}

// answer reads a text without footers, the no first or behind its reason.
func (p *parser) answer(body string, o Options) Result {
	r := p.read(body, o)
	if r.Verdict == None {
		r = p.reasonFirst(body, o)
	}
	return r
}

// read reads what is left of a text without footers and signatures.
func (p *parser) read(body string, o Options) Result {
	toks := p.withoutDo(withoutNeverMind(p.withoutAsker(p.joinDotted(body, tokenize(body, p.smileys)), o), o.Shown), o.Shown)
	laughing(toks, p.fitting(o.Language).language)
	p.shorten(toks, p.fitting(o.Language).language)
	joinWords(toks)
	toks = joinGiving(dropScorn(o.Shown.asPrompted(toks)))
	shortNo(toks, p.fitting(o.Language).language)
	toks = noThenWhy(toks, p.fitting(o.Language).language)
	toks = p.dropLetterCommas(p.dropButs(dropClauseCommas(p.dropCodeTrim(toks))))
	keys := words(toks)
	if asks(body) || o.OptOuts && p.optOut.within(keys) {
		return Result{}
	}
	p.correct(toks, o.Shown, p.fitting(o.Language).language)
	own := p.fitting(o.Language).language
	bare := p.withoutRepeated(toks, o.Shown, own)
	if r := p.readAll(body, toks, bare, o); r.Verdict != None {
		return r
	}
	if r := p.shortly(toks, o); r.Verdict != None {
		return r
	}
	if less := p.withoutUrge(toks, o.Shown, own); len(less) < len(toks) {
		if r := p.readAll(body, less, p.withoutRepeated(less, o.Shown, own), o); r.Verdict == Grant {
			return r
		}
	}
	if less := p.withoutParticles(p.noQue(toks, o.Shown, own), o.Shown, own); len(words(less)) < len(words(toks)) {
		if r := p.readAll(body, less, p.withoutRepeated(less, o.Shown, own), o); r.Verdict == Deny && r.Reason != "" {
			return r
		}
	}
	whole, without := p.besideAnswer(body, toks, o), p.besideAnswer(body, bare, o)
	if whole == nil && without == nil {
		return Result{}
	}
	if whole == nil {
		whole = toks
	}
	return p.readAll(body, whole, without, o)
}

// withoutRepeated returns toks without the days and values of the request that they repeat, nil if they repeat none.
func (p *parser) withoutRepeated(toks []token, shown Shown, own tongues) []token {
	bare := p.withoutDays(toks, shown, own)
	if bare == nil {
		bare = p.withoutSpokenDay(toks, shown)
	}
	polish := own == pl || own == 0
	if bare == nil {
		return p.withoutValues(toks, shown, polish)
	}
	if less := p.withoutValues(bare, shown, polish); less != nil {
		return less
	}
	return bare
}

// readAll reads a text, also without the values of the request (nil if it repeats none), and by the roles of its words.
func (p *parser) readAll(body string, toks, bare []token, o Options) Result {
	r := p.readTokens(body, toks, o)
	if r.Verdict != None {
		return r
	}
	if bare != nil {
		toks = bare
		if r = p.readTokens(body, toks, o); r.Verdict != None {
			return r
		}
	}
	return p.readClauses(body, toks, o)
}

func (p *parser) readTokens(body string, toks []token, o Options) Result {
	r, in := p.verdict(body, toks, o)
	if r.Verdict == None || r.Verdict == Grant && (p.onlyElsewhere(body, toks, o) || sendsGreetings(toks, o.Shown)) || p.onlyNoun(toks, o) || p.besideTheQuestion(toks, r.Reason != "", o) || p.otherVerb(toks, o.Shown) || p.ofProhibition(toks, o.Shown) || p.misfits(toks, r, o) || r.Reason == "" && p.tellsDeed(toks, o.Shown) || p.hedged(toks, p.spokenIn(toks, in, r, o)) || p.broken(toks) || p.tellsToAnswer(toks) || saysToThem(toks, o.Shown) || r.Verdict == Grant && (p.sharing(toks, o.Shown) || p.misnames(body, toks, o) || otherDeed(toks, o.Shown, p.and, r.Strong && !p.undoes(o.Shown)) || otherThing(toks, o.Shown) || turned(toks, o.Shown) || p.toMe(toks, o.Shown) || p.switchesOff(toks, o.Shown) || p.wellAlready(toks, o.Shown) || p.doneAlready(toks, o) || p.letsGo(toks, o.Shown) || p.onlyStates(toks, o.Shown, false) || p.namesOther(toks, o.Shown) || p.notToEnd(toks, o.Shown) || p.consentsToThing(toks, o.Shown) || givesItBack(toks, o.Shown) || p.judgesPart(toks) || isFree(toks) && !p.asksToFree(toks, o.Shown) || p.ofHim(toks, o.Shown) || p.doesItself(toks, o.Shown) || p.otherAct(toks, o.Shown) || len(o.Shown.About) > 0 && callsFor(toks, o.Shown.words())) || r.Reason == "" && (p.onlyAsked(toks, o.Shown) || r.Verdict == Deny && p.undone(toks, o.Shown)) ||
		r.Verdict == Grant && (!r.Strong || len(o.Shown.About) > 0) && wantsPaper(toks, o.Shown) {
		return Result{}
	}
	return r
}

// saysElse are words that are a yes in English and say something else in another language: "gracias y un abrazo", "grand merci".
var saysElse = lazyre.Once(func() map[string]tongues { return map[string]tongues{"y": es, "grand": fr} })

// onlyElsewhere reports a grant that is no more than such a word of a person of that other language, or beside another word of it.
func (p *parser) onlyElsewhere(body string, toks []token, o Options) bool {
	own := p.fitting(o.Language).language
	var less []token
	for i := 0; i < len(toks); {
		_, n := p.phraseAt(toks, i)
		n = max(n, 1)
		in := saysElse()[toks[i].key]
		if n > 1 && in&fr == 0 || in == 0 || own&in == 0 && !slices.ContainsFunc(toks, func(t token) bool { return p.words[t.key]&in != 0 && p.words[t.key]&en == 0 }) {
			less = append(less, toks[i:i+n]...) // "vas y"
		} else {
			less = append(less, toks[i+1:i+n]...)
		}
		i += n
	}
	if len(less) == len(toks) {
		return false
	}
	r, _ := p.verdict(body, less, o)
	return r.Verdict != Grant
}

// onlyNoun reports nothing but a word that alone is none of an answer: the "no" of Poles, who say "well" with it, and the address that
// a person asks for or gives.
func (p *parser) onlyNoun(toks []token, o Options) bool {
	no := p.fitting(o.Language).language == pl
	return !slices.ContainsFunc(toks, func(t token) bool { return t.kind == word && !(no && t.key == "no") && t.key != "adresse" })
}
