package email

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	grammar "bridge/approvals/reply"
	"bridge/internal/racetest"
	"bridge/internal/sampletest"
)

// TestFreshKnown: how many mails of offices are understood once the signature of their writer is known, as it is
// after they have named it, or after earlier mails with the mark of a mail program. Two or three of the sets a
// day, all if BRIDGE_WHOLE is set.
func TestFreshKnown(t *testing.T) {
	racetest.Skip(t)
	if dir := os.Getenv(Fresh); dir != "" {
		measureKnown(t, dir, os.Getenv("FRESH_QUIET") != "")
		return
	}
	t.Parallel()
	for set, least := range map[string]int{"T": 229, "U": 215, "X": 216, "Y": 218, "Z": 230, "AA": 216, "AC": 229, "AD": 211, "AE": 234, "AF": 231, "AG": 227, "AH": 238, "AI": 230, "AJ": 206, "AK": 220, "AL": 233, "AM": 227, "AN": 218, "AO": 232, "AP": 231, "AQ": 232, "AR": 221, "AS": 232, "AT": 223, "AU": 223, "AV": 226, "AW": 214, "AX": 231, "AY": 236, "AZ": 220, "BA": 233, "BB": 233, "BC": 227, "BD": 230, "BN": 129, "BO": 138, "BP": 140, "BQ": 106, "BR": 103, "BS": 118, "BT": 199, "BU": 188, "BV": 190, "BW": 190, "BX": 210, "BY": 180, "BZ": 184, "CA": 205, "CB": 194, "CC": 213, "CD": 223, "CE": 214, "CF": 228, "CG": 216} {
		if !sampletest.Today(int(set[0]+set[len(set)-1]), 3) {
			continue
		}
		t.Run(set, func(t *testing.T) {
			t.Parallel()
			if known := measureKnown(t, filepath.Join("testdata", "fresh", set), true); known < least {
				t.Errorf("%d mails are understood once the signature is known, were %d", known, least)
			}
		})
	}
}

// measureKnown counts the mails of a set that are understood once the signature of their writer is known.
func measureKnown(t *testing.T, dir string, quiet bool) (known int) {
	replies := freshOf[freshReply](t, dir, "replies_mail")
	texts := map[string][]string{}
	for _, r := range replies {
		texts[r.Name] = append(texts[r.Name], r.Text)
	}
	first, plain, all := 0, 0, 0
	for _, r := range replies {
		want := map[string]grammar.Verdict{"yes": grammar.Grant, "no": grammar.Deny}[r.Expect]
		o := grammar.Options{Name: r.Name, Language: r.Lang, Mail: true, Shown: freshRequests(r.Request)}
		v := grammar.Parse(r.Text, o).Verdict
		if v == want {
			first++
		}
		signature := standingBelow(r.Text, texts[r.Name])
		if named := grammar.Exact(signature); len(named) > 0 && v == grammar.None {
			if block := grammar.Ending(r.Text, len(named)); slices.Equal(grammar.Exact(block), named) {
				o.Signatures, o.Known = []string{block}, func(grammar.Signature) bool { return true }
				v = grammar.Parse(r.Text, o).Verdict
			}
		}
		if r.Kind == "plain" {
			if all++; v == want {
				plain++
			}
		}
		switch {
		case v == want:
			known++
		case v != grammar.None:
			t.Errorf("%q is %v", r.Text, v)
		case !quiet:
			t.Logf("missed %s %s to %q: %q", r.Lang, r.Expect, r.Request, r.Text)
		}
	}
	t.Logf("%s: of %d mails %d are understood at first, %d once the signature is known", filepath.Base(dir), len(replies), first, known)
	if all < len(replies) {
		t.Logf("%s: of %d plain ones %d", filepath.Base(dir), all, plain)
	}
	return known
}

// standingBelow is what ends a text and at least two others of the same person: two whole lines or more.
func standingBelow(text string, others []string) (longest string) {
	seen := map[string]int{}
	for _, o := range others {
		if o == text {
			continue
		}
		n := 0
		for n < len(o) && n < len(text) && o[len(o)-1-n] == text[len(text)-1-n] {
			n++
		}
		if _, whole, is := strings.Cut(text[len(text)-n:], "\n"); is {
			seen[whole]++
		}
	}
	for s, n := range seen {
		if n > 1 && len(s) > len(longest) && strings.Contains(strings.TrimSpace(s), "\n") {
			longest = s
		}
	}
	return longest
}
