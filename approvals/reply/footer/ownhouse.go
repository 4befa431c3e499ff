package footer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"bridge/approvals/reply/wording"
)

// For whom somebody works has a name that no list can have. Their address has it, too, or the links of their signature
// ("Kwantiva" above www.kwantiva.example).

// mailHosts are those of whom everybody may have an address: their names say nothing of who writes.
const mailHosts = `gmail googlemail outlook hotmail live msn yahoo ymail aol icloud me mac gmx web t-online freenet online orange wanadoo free sfr laposte bbox neuf libero virgilio tiscali alice tin email telefonica terra uol bol ig globo sapo netcabo ziggo kpnmail kpn planet home xs4all hetnet telenet skynet proximus wp onet interia o2 op poczta vp gazeta tlen proton protonmail pm fastmail zoho mail posteo mailbox hey btinternet bt sky talktalk virginmedia comcast verizon att cox bluewin hispeed gmxnet a1 chello facebook instagram linkedin twitter youtube tiktok whatsapp calendly google x skype zoom teams paypal`

// hosts are the names in the domains of the writer's address and of the links in lines, without what all have, as one word each.
func (s signer) hosts(lines []string) (all []string) {
	add := func(domain string) {
		labels := strings.Split(strings.ToLower(domain), ".")
		for _, l := range labels[:max(0, len(labels)-1)] {
			if len(l) > 2 && l != "www" && !s.signing.mailHosts.Has(l) && l != "com" && l != "org" && l != "gov" && l != "edu" && l != "net" {
				all = append(all, strings.ReplaceAll(wording.Fold(l), "-", ""))
			}
		}
	}
	add(s.called.Domain)
	for _, l := range lines {
		for _, link := range mailLink.FindAllString(l, -1) {
			_, domain, _ := strings.Cut(link, "@")
			add(domain)
		}
		for _, link := range bareLink.FindAllString(mailLink.ReplaceAllString(l, " "), -1) {
			_, rest, is := strings.Cut(link, "//")
			if !is {
				rest = link
			}
			domain, _, _ := strings.Cut(rest, "/")
			add(domain)
		}
	}
	return all
}

// ownHouse reports a line that is the name of a house, which one of hosts has, too: whole or a long word of it.
func (s signer) ownHouse(line string, hosts []string) bool {
	if len(hosts) == 0 {
		return false
	}
	words, is := s.properName(line)
	if !is {
		return false
	}
	whole := wording.Fold(strings.ToLower(strings.Join(words, "")))
	return slices.ContainsFunc(hosts, func(host string) bool {
		return len(whole) > 2 && whole == host || slices.ContainsFunc(words, func(w string) bool {
			k := wording.Fold(strings.ToLower(w))
			return utf8.RuneCountInString(k) > 4 && strings.Contains(host, k) && 2*len(k) >= len(host) && s.quiet(w)
		}) && all(words, s.inNames)
	})
}

// inNames reports a word that no list of what people say has, or one that firms have in their names.
func (s signer) inNames(w string) bool {
	k := strings.ToLower(strings.Trim(w, ".'\"“”„«»"))
	return s.quiet(w) || s.signing.inNames.Has(k) || s.signing.inCompanies.Has(k) || s.signing.governs.Has(k) || s.signing.joins.Has(k) || s.signing.articles.Has(k) || s.onlyForms([]string{w}) || s.signing.houses.Has(k) && !s.mayConcern(w)
}

// properName is the words of a line that are written as a name is, none of which may be said of a request.
func (s signer) properName(line string) ([]string, bool) {
	line = strings.TrimSpace(adorned.Replace(line))
	words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" |·•,&–/", r) })
	if len(words) == 0 || len(words) > 7 || marked(line) || strings.ContainsAny(line, "!?:;=→<>{}*_~^#()") || digitsIn(line) > 0 || listed.MatchString(line) || behalf.MatchString(line) || forAnother.MatchString(line) || s.relative(line) || s.half(words) || s.oneOf(words) || s.subject(words) || s.closed(line, words) {
		return nil, false
	}
	for i, w := range words {
		k := strings.ToLower(strings.Trim(w, ".'\"“”„«»"))
		switch {
		case i > 0 && (s.signing.governs.Has(k) || s.signing.joins.Has(k) || s.signing.articles.Has(k)), len(k) > 1 && s.onlyForms([]string{w}):
		case !capital(strings.Trim(w, "'\"“”„«»")), s.asks(k), i == 0 && s.starts(k), s.signing.payees.Has(k), s.signing.banks.Has(k), s.mayConcern(w):
			return nil, false
		}
	}
	return words, true
}
