package footer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// shortestLabel is how many letters the name of a domain has at least that tells whose house it is.
const shortestLabel = 5

// hosts are the hosts of addresses and links.
var hosts = lazyre.New(`(?i)@([a-z0-9.-]+\.[a-z]{2,})|\b((?:[a-z0-9-]+\.)+[a-z]{2,})\b`)

// everybodys are the names of domains where anybody is reached.
var everybodys = lazyre.Once(func() map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(`gmail googlemail outlook hotmail yahoo icloud protonmail proton example linkedin facebook instagram twitter youtube github gitlab calendly whatsapp tiktok freenet libero virgilio tiscali orange wanadoo laposte telenet ziggo planet interia onet t-online posteo mailbox`) {
		all[w] = true
	}
	return all
})

// ofDomain marks lines that begin with the name of the house whose domain an address or a link in the lines has: "Van Damme Logistics nv"
// above "www.vandammelogistics.be". What follows may be places and what a house is, as a card has them. A house that the request names
// stays: it may be the one that is meant.
func (s signer) ofDomain(lines []string, pieces [][]sort) {
	var labels []string
	for _, l := range lines {
		for _, m := range hosts.FindAllStringSubmatch(l, -1) {
			for label := range strings.SplitSeq(m[1]+m[2], ".") {
				label = strings.ReplaceAll(wording.Fold(strings.ToLower(label)), "-", "")
				if utf8.RuneCountInString(label) >= shortestLabel && !everybodys()[label] {
					labels = append(labels, label)
				}
			}
		}
	}
	if len(labels) == 0 {
		return
	}
	about := wording.Fold(strings.ToLower(s.called.About))
	for i, l := range lines {
		if slices.Contains(pieces[i], nothing) && s.namesDomain(l, labels, about) {
			pieces[i] = []sort{firm}
		}
	}
}

// besideHouse parts the name of a house from where it is.
var besideHouse = strings.NewReplacer(" – ", " | ", " — ", " | ", " · ", " | ", " - ", " | ", ",", " |", "/", " | ", "(", " | ", ")", " ")

// namesDomain reports a line that is a label in words, with the form of a company, and behind a mark where the house is. No word of it is
// one that people answer with: "Not yet" is none above "www.notyet.com".
func (s signer) namesDomain(line string, labels []string, about string) bool {
	line = strings.Trim(strings.TrimSpace(adorned.Replace(line)), "*_|")
	if wording.Asks(line) || strings.ContainsAny(line, "!:;=→<>{}%$€£…\"„“«") || strings.Contains(line, "..") {
		return false
	}
	for n, part := range strings.Split(besideHouse.Replace(line), "|") {
		words := fields(part)
		form := false
		for n == 0 && len(words) > 1 && s.signing.forms.Has(strings.ToLower(words[len(words)-1])) {
			words, form = words[:len(words)-1], true
		}
		if len(words) == 0 || len(words) > 5 {
			return false
		}
		known := 0
		for _, w := range words {
			k := strings.ToLower(w)
			business := s.signing.houses.Has(k) || s.signing.agents.Has(k) || s.signing.between.Has(k) && n > 0 || len(w) == 2 && strings.ToUpper(w) == w && n > 0
			if !business && (!capital(w) || !s.quiet(w)) {
				return false
			}
			if business {
				known++
			}
		}
		if n > 0 {
			continue
		}
		said := strings.ReplaceAll(wording.Fold(strings.ToLower(strings.Join(words, ""))), "-", "")
		first := wording.Fold(strings.ToLower(words[0]))
		whole := slices.Contains(labels, said)
		if known == len(words) || len(words) == 1 && !form || strings.Contains(strings.ReplaceAll(about, " ", ""), first) || !whole && !(slices.Contains(labels, first) && known == len(words)-1 && len(words) < 4) {
			return false
		}
	}
	return true
}
