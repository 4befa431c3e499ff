package footer

import (
	"slices"
	"strings"

	"bridge/approvals/reply/wording"
)

// vocabulary is signing, to look up.
type vocabulary struct {
	labels, jobs, between, forms, streets, honours, networks, images, markings              wording.List
	laws, thanks, hours, days, certified, erase, dates, dangerous, remarks                  wording.List
	little, bids, houses, inNames, needful, secrets, nevers, flexible, flexibleWords        wording.List
	partTime, booking, bookingWords, inDoubt, appeals, agents, governs, leads, roads        wording.List
	rooms, offices, entered, awards, used, numbers, payees, banks, lanes, articles          wording.List
	labelled, phones, extensions, strangers, choices, registers, opens, opensOn             wording.List
	closings, besideClosing, dealings, inCompanies, goods, joins, dialling, states          wording.List
	deskLeads, seats, roles, acronyms, sizes, halves, wares                                 wording.List
	groups, schoolKinds, mailHosts, trades                                                  wording.List
	placing, nearby, regions, firms, sites, notInitials, notPlaces, kin, dwellings, emblems wording.List
	lines                                                                                   map[string]bool // whole lines: machines and closers
	desks                                                                                   map[string]bool
	meet                                                                                    phrases // invitations
	explained                                                                               []string
}

// New returns what knows footers, as far as the grammar says that words say nothing. It is
// built once and never written again.
func New(grammar Grammar, words Words) *Footers {
	g := signatures()
	f := &Footers{grammar: grammar, words: words, signing: vocabulary{
		explained:     explained(),
		labels:        wording.ListOf(g.labels),
		jobs:          wording.ListOf(g.jobs + " " + titleFields),
		between:       wording.ListOf(g.between),
		forms:         wording.ListOf(g.forms),
		streets:       wording.ListOf(g.streets),
		honours:       wording.ListOf(g.honours),
		networks:      wording.ListOf(g.networks),
		images:        wording.ListOf(g.images),
		markings:      wording.ListOf(g.markings),
		laws:          wording.ListOf(g.laws),
		thanks:        wording.ListOf(g.thanks),
		hours:         wording.ListOf(g.hours),
		days:          wording.ListOf(g.days),
		certified:     wording.ListOf(g.certified),
		erase:         wording.ListOf(g.erase),
		dates:         wording.ListOf(g.dates),
		dangerous:     wording.ListOf(g.dangerous),
		remarks:       wording.ListOf(remarks),
		little:        wording.ListOf(little),
		bids:          wording.ListOf(bids),
		houses:        wording.ListOf(houses),
		inNames:       wording.ListOf(inNames),
		needful:       wording.ListOf(needful),
		secrets:       wording.ListOf(secrets),
		nevers:        wording.ListOf(nevers),
		flexible:      wording.ListOf(flexible),
		flexibleWords: wording.ListOf(flexible + " " + flexibleWords),
		partTime:      wording.ListOf(partTime),
		booking:       wording.ListOf(booking),
		bookingWords:  wording.ListOf(booking + " " + bookingWords),
		inDoubt:       wording.ListOf(inDoubt),
		appeals:       wording.ListOf(appeals),
		agents:        wording.ListOf(agents),
		trades:        wording.ListOf(trades),
		groups:        wording.ListOf(groups),
		mailHosts:     wording.ListOf(mailHosts),
		schoolKinds:   wording.ListOf(schoolKinds),
		governs:       wording.ListOf(governs),
		leads:         wording.ListOf(leads),
		roads:         wording.ListOf(roads),
		rooms:         wording.ListOf(rooms),
		offices:       wording.ListOf(offices),
		entered:       wording.ListOf(entered),
		awards:        wording.ListOf(awards),
		used:          wording.ListOf(used),
		numbers:       wording.ListOf(numbers),
		payees:        wording.ListOf(payees),
		banks:         wording.ListOf(banks),
		lanes:         wording.ListOf(lanes),
		articles:      wording.ListOf(articlesOf),
		labelled:      wording.ListOf(behindLabels),
		phones:        wording.ListOf(phones),
		extensions:    wording.ListOf(extensions),
		strangers:     wording.ListOf(strangers),
		choices:       wording.ListOf(choices),
		registers:     wording.ListOf(registers),
		opens:         wording.ListOf(opens),
		opensOn:       wording.ListOf(opensOn),
		closings:      wording.ListOf(closings),
		besideClosing: wording.ListOf(besideClosing),
		dealings:      wording.ListOf(dealings),
		inCompanies:   wording.ListOf(inCompanies),
		joins:         wording.ListOf(joins),
		goods:         wording.ListOf(goods),
		dialling:      wording.ListOf(dialling),
		states:        wording.ListOf(states),
		deskLeads:     wording.ListOf(deskLeads),
		seats:         wording.ListOf(seats),
		roles:         wording.ListOf(roles),
		acronyms:      wording.ListOf(acronyms),
		sizes:         wording.ListOf(sizes),
		halves:        wording.ListOf(halves),
		wares:         wording.ListOf(wares),
		placing:       wording.ListOf(placing),
		nearby:        wording.ListOf(nearby),
		regions:       wording.ListOf(wording.Fold(regions)),
		firms:         wording.ListOf(firms),
		sites:         wording.ListOf(sites),
		notInitials:   wording.ListOf(notInitials),
		dwellings:     wording.ListOf(dwellings),
		emblems:       wording.ListOf(emblems),
		kin:           wording.ListOf(kin),
		notPlaces:     wording.ListOf(wording.Fold(notPlaces)),
		lines:         map[string]bool{},
		desks:         map[string]bool{},
		meet:          phrases{},
	}}
	for _, s := range append(g.machines, g.closers...) {
		f.signing.lines[s] = true
	}
	for desk := range strings.SplitSeq(desks, "|") {
		f.signing.desks[strings.TrimSpace(desk)] = true
	}
	for _, s := range g.meet {
		f.signing.meet.add(s)
	}
	for _, n := range notices() {
		f.notices = append(f.notices, readNoticeOf(n))
	}
	f.statements, f.briefs, f.lastings = readStatements(), readBriefs(), readLastings()
	return f
}

// common reports a word of signatures and notices.
func (s signer) common(k string) bool {
	return s.signing.between.Has(k) || s.signing.jobs.Has(k) || s.signing.forms.Has(k) || slices.ContainsFunc(s.notices, func(n readNotice) bool {
		return n.filler.Has(k) || slices.ContainsFunc(n.topics, func(t wording.List) bool { return t.Has(k) })
	})
}

// phrases are phrases of some words, by the first.
type phrases map[string][][]string

func (p phrases) add(phrase string) {
	words := strings.Fields(phrase)
	p[words[0]] = append(p[words[0]], words)
}

// begins is how many words the longest phrase has that keys begin with; 0 for none.
func (p phrases) begins(keys []string) int {
	n := 0
	if len(keys) == 0 {
		return n
	}
	for _, words := range p[keys[0]] {
		if len(words) > n && len(words) <= len(keys) && slices.Equal(words, keys[:len(words)]) {
			n = len(words)
		}
	}
	return n
}

// whole reports a text that is a phrase.
func (p phrases) whole(text string) bool {
	words := strings.Fields(text)
	return len(words) > 0 && p.begins(words) == len(words)
}
