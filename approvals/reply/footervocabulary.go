package reply

import (
	"slices"
	"strings"
	"sync"
)

// vocabulary is signing, to look up.
type vocabulary struct {
	labels, jobs, between, forms, streets, honours, networks, images, markings       wordList
	laws, thanks, hours, days, certified, erase, dates, dangerous, remarks           wordList
	little, bids, houses, inNames, needful, secrets, nevers, flexible, flexibleWords wordList
	partTime, booking, bookingWords, inDoubt, appeals, agents, governs, leads, roads wordList
	rooms, offices, entered, awards, used, numbers, payees, banks, lanes, articles   wordList
	labelled, phones, extensions, strangers, choices, registers, opens, opensOn      wordList
	closings, besideClosing, dealings, inCompanies, goods, joins, dialling, states   wordList
	lines, meet                                                                      phrases[bool] // whole lines: machines and closers; invitations
	explained                                                                        []string
}

// wordList is words, and beginnings and ends of words.
type wordList struct {
	words        map[string]bool
	starts, ends map[string]bool
	startLengths []int // of the beginnings, in bytes, each once
	endLengths   []int
}

func wordsOf(list string) wordList {
	l := wordList{words: map[string]bool{}, starts: map[string]bool{}, ends: map[string]bool{}}
	note := func(lengths []int, n int) []int {
		if slices.Contains(lengths, n) {
			return lengths
		}
		return append(lengths, n)
	}
	for w := range strings.FieldsSeq(list) {
		if end, is := strings.CutPrefix(w, "*"); is {
			l.ends[end], l.endLengths = true, note(l.endLengths, len(end))
		} else if start, is := strings.CutSuffix(w, "*"); is {
			l.starts[start], l.startLengths = true, note(l.startLengths, len(start))
		} else {
			l.words[w] = true
		}
	}
	return l
}

func (l wordList) has(w string) bool {
	if l.words[w] {
		return true
	}
	for _, n := range l.startLengths {
		if n <= len(w) && l.starts[w[:n]] {
			return true
		}
	}
	for _, n := range l.endLengths {
		if n <= len(w) && l.ends[w[len(w)-n:]] {
			return true
		}
	}
	return false
}

// knownFooters is the vocabulary of footers, built at first use and never written again.
var knownFooters = sync.OnceValue(func() *footers {
	g := signatures()
	f := &footers{p: grammar(), signing: vocabulary{
		explained:     explained(),
		labels:        wordsOf(g.labels),
		jobs:          wordsOf(g.jobs + " " + titleFields),
		between:       wordsOf(g.between),
		forms:         wordsOf(g.forms),
		streets:       wordsOf(g.streets),
		honours:       wordsOf(g.honours),
		networks:      wordsOf(g.networks),
		images:        wordsOf(g.images),
		markings:      wordsOf(g.markings),
		laws:          wordsOf(g.laws),
		thanks:        wordsOf(g.thanks),
		hours:         wordsOf(g.hours),
		days:          wordsOf(g.days),
		certified:     wordsOf(g.certified),
		erase:         wordsOf(g.erase),
		dates:         wordsOf(g.dates),
		dangerous:     wordsOf(g.dangerous),
		remarks:       wordsOf(remarks),
		little:        wordsOf(little),
		bids:          wordsOf(bids),
		houses:        wordsOf(houses),
		inNames:       wordsOf(inNames),
		needful:       wordsOf(needful),
		secrets:       wordsOf(secrets),
		nevers:        wordsOf(nevers),
		flexible:      wordsOf(flexible),
		flexibleWords: wordsOf(flexible + " " + flexibleWords),
		partTime:      wordsOf(partTime),
		booking:       wordsOf(booking),
		bookingWords:  wordsOf(booking + " " + bookingWords),
		inDoubt:       wordsOf(inDoubt),
		appeals:       wordsOf(appeals),
		agents:        wordsOf(agents),
		governs:       wordsOf(governs),
		leads:         wordsOf(leads),
		roads:         wordsOf(roads),
		rooms:         wordsOf(rooms),
		offices:       wordsOf(offices),
		entered:       wordsOf(entered),
		awards:        wordsOf(awards),
		used:          wordsOf(used),
		numbers:       wordsOf(numbers),
		payees:        wordsOf(payees),
		banks:         wordsOf(banks),
		lanes:         wordsOf(lanes),
		articles:      wordsOf(articlesOf),
		labelled:      wordsOf(behindLabels),
		phones:        wordsOf(phones),
		extensions:    wordsOf(extensions),
		strangers:     wordsOf(strangers),
		choices:       wordsOf(choices),
		registers:     wordsOf(registers),
		opens:         wordsOf(opens),
		opensOn:       wordsOf(opensOn),
		closings:      wordsOf(closings),
		besideClosing: wordsOf(besideClosing),
		dealings:      wordsOf(dealings),
		inCompanies:   wordsOf(inCompanies),
		joins:         wordsOf(joins),
		goods:         wordsOf(goods),
		dialling:      wordsOf(dialling),
		states:        wordsOf(states),
	}}
	for _, s := range append(g.machines, g.closers...) {
		f.signing.lines.add(s, true)
	}
	for _, s := range g.meet {
		f.signing.meet.add(s, true)
	}
	for _, n := range notices() {
		f.notices = append(f.notices, readNoticeOf(n))
	}
	f.statements = readStatements()
	return f
})

// common reports a word of signatures and notices.
func (s signer) common(k string) bool {
	return s.signing.between.has(k) || s.signing.jobs.has(k) || s.signing.forms.has(k) || slices.ContainsFunc(s.notices, func(n readNotice) bool {
		return n.filler.has(k) || slices.ContainsFunc(n.topics, func(t wordList) bool { return t.has(k) })
	})
}
