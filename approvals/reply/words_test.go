package reply

import (
	"maps"
	"slices"
	"testing"

	"bridge/internal/sampletest"
)

// TestWordsAnywhere: no word of the grammar ends the reading of a reply, wherever it stands in it and whatever the prompt asks.
func TestWordsAnywhere(t *testing.T) {
	p := grammar()
	all := map[string]bool{}
	for _, of := range []map[string]tongues{p.words, p.inOrders} {
		for w := range of {
			all[w] = true
		}
	}
	prompts := []string{
		"", "Order 2 chairs?\nFrom Miller, £45.", "Ordinare due sedie?\n12 giugno.", "¿Pido dos botellas de Rioja?\nA Marta.", "Commander deux chaises ?\nÀ Paul.", "Zwei Stühle bestellen?\nFür Frau Ott.",
		"Peço duas garrafas?\n9,80 € cada.", "Twee stoelen bestellen?\nVrijdag.", "Zamówić dwa krzesła?\nDla pani Anny.", "Stop paying Tom?\nShall I?",
	}
	for i, w := range slices.Sorted(maps.Keys(all)) {
		if !sampletest.Today(i, 60) {
			continue
		}
		for j, prompt := range prompts {
			if len(w) > 4 && i%len(prompts) != j { // rules name short words
				continue
			}
			o := Options{Name: "Dana Rossi", Language: []string{"", "en", "it", "es", "fr", "de", "pt", "nl", "pl", "en"}[j], Shown: Shown{About: []string{"", "", prompt}, By: "Eve"}}
			for _, text := range []string{w + " 2", "ok " + w, "no, " + w + " " + w} {
				if r := Parse(text, o); r.Fault != nil {
					t.Errorf("%q to %q: %v", text, prompt, r.Fault)
				}
			}
		}
	}
}
