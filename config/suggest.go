package config

import "strings"

// maxSuggest is the longest name for which a similar one is looked for.
const maxSuggest = 40

// nearest returns the known name that is most like the given one, or "" when
// none is near. Case and the choice between - and _ do not matter.
func nearest(name string, known []string) string {
	if len(name) > maxSuggest {
		return ""
	}
	fold := func(s string) string { return strings.ReplaceAll(strings.ToLower(s), "-", "_") }
	name = fold(name)
	best, bestDist := "", 3 // at most two edits
	for _, k := range known {
		if diff := len(k) - len(name); diff < -2 || diff > 2 {
			continue
		}
		d := distance(name, fold(k))
		// Two edits in a short word are another word.
		if d < bestDist && (d <= 1 || d*3 <= len(k)) && d < len(k) {
			best, bestDist = k, d
		}
	}
	return best
}

// distance counts the insertions, deletions, substitutions and swaps of
// neighbours that turn a into b (optimal string alignment), over bytes.
func distance(a, b string) int {
	prev2, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}
