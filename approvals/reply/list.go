package reply

import "strings"

// IsList reports whether the whole text is the word that asks for the open requests.
func IsList(text string) bool { return strings.EqualFold(strings.Trim(text, " \t\r\n.!"), "list") }
