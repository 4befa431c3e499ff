package reply

import "bridge/approvals/reply/wording"

// The form in which texts are read, by the names that the grammar has for it.

func normalize(s string) string { return wording.Normal(s) }
func asks(s string) bool        { return wording.Asks(s) }
func nameKey(s string) string   { return wording.Fold(s) }

const maxText = wording.MaxBytes

// wordList is words of one kind, and beginnings and ends of words.
type wordList struct{ wording.List }

func wordsOf(list string) wordList      { return wordList{wording.ListOf(list)} }
func (l wordList) has(word string) bool { return l.Has(word) }
