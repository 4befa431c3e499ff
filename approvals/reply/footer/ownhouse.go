package footer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"bridge/approvals/reply/wording"
)

// For whom somebody works has a name that no list can have. Their address has it, too, or the links of their signature
// ("Kwantiva" above www.kwantiva.example).

// mailHosts are those of whom everybody may have an address, and what all domains have: they say nothing of who writes.
const mailHosts = `www com org gov edu net gmail googlemail outlook hotmail live msn yahoo ymail aol icloud me mac gmx web t-online freenet online orange wanadoo free sfr laposte bbox neuf libero virgilio tiscali alice tin email telefonica terra uol bol ig globo sapo netcabo ziggo kpnmail kpn planet home xs4all hetnet telenet skynet proximus wp onet interia o2 op poczta vp gazeta tlen proton protonmail pm fastmail zoho mail posteo mailbox hey btinternet bt sky talktalk virginmedia comcast verizon att cox bluewin hispeed gmxnet a1 chello facebook instagram linkedin twitter youtube tiktok whatsapp calendly google x skype zoom teams paypal`

// hosts are the names in the domains of the writer's address and of the links in lines, without what all have, as one word each.
func (s signer) hosts(lines []string) (all []string) {
	add := func(domain string) {
		labels := strings.Split(strings.ToLower(domain), ".")
		for _, l := range labels[:max(0, len(labels)-1)] {
			if len(l) > 2 && !s.signing.mailHosts.Has(l) {
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

// ownHouse reports a line that is written as a name is, with no word that may be said of a request, and that one of hosts has, whole or
// in a long word of it.
func (s signer) ownHouse(line string, hosts []string) bool {
	line = strings.TrimSpace(adorned.Replace(line))
	words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" |·•,&–/", r) })
	if len(hosts) == 0 || len(words) == 0 || len(words) > 7 || marked(line) || strings.ContainsAny(line, "!?:;=→<>{}*_~^#()") || digitsIn(line) > 0 || listed.MatchString(line) || behalf.MatchString(line) || forAnother.MatchString(line) || s.relative(line) || s.half(words) || s.oneOf(words) || s.subject(words) || s.closed(line, words) {
		return false
	}
	for i, w := range words {
		k := strings.ToLower(strings.Trim(w, ".'\"“”„«»"))
		if i > 0 && (s.signing.governs.Has(k) || s.signing.joins.Has(k) || s.signing.articles.Has(k)) || len(k) > 1 && s.onlyForms([]string{w}) {
			continue
		}
		if !capital(strings.Trim(w, "'\"“”„«»")) || s.asks(k) || s.starts(k) || s.doubtful(w, []string{w}, false) || s.signing.remarks.Has(k) || s.signing.strangers.Has(wording.Fold(k)) || s.signing.choices.Has(wording.Fold(k)) || s.signing.payees.Has(k) || s.signing.banks.Has(k) {
			return false
		}
	}
	whole := wording.Fold(strings.ToLower(strings.Join(words, "")))
	return slices.ContainsFunc(hosts, func(host string) bool {
		return len(whole) > 2 && whole == host || slices.ContainsFunc(words, func(w string) bool {
			k := wording.Fold(strings.ToLower(w))
			return utf8.RuneCountInString(k) > 4 && strings.Contains(host, k) && 2*len(k) >= len(host) && s.quiet(w)
		})
	})
}
