package written

import (
	"slices"
	"strings"

	"bridge/core/mailfooter"

	"bridge/internal/lazyre"
)

// Help desks put what somebody of theirs says into a template: a line above which one is to
// answer, a line of dashes, who says it and when; older notes in the same form below, and
// whose service it is.

const maxNoteHead = 120 // bytes of a line of who says something and when

// aboveLines are how help desks ask to answer above a line, besides "reply above this line".
var aboveLines = list(`ber dieser Zeile|erhalb dieser Zeile|dessus de cette ligne|ncima de esta línea|rriba de esta línea|opra questa riga|opra a questa riga|oven deze regel|oven deze lijn|cima desta linha|owyżej tej linii|owyżej tego wiersza|ver denne linje|vanför den här raden|vanför denna rad|ämän rivin yläpuolelle|ad tuto čáru|ad tento řádek|ад этой строкой|text above this line`)

// asksAbove reports a line above which one is to answer.
func asksAbove(l string) bool {
	if l[0] == '#' && len(l) > 12 && strings.HasPrefix(l, "##-") && strings.HasSuffix(l, "-##") {
		return true
	}
	return hasFold(l, "above this line", 2) && (hasFold(l, "reply", 3) || hasFold(l, "write", 0)) ||
		(l[0] == '#' || l[0] == '-' || l[0] == '=' || l[0] == '_') && len(l) < 160 && slices.ContainsFunc(aboveLines, func(a string) bool { return strings.Contains(l, a) })
}

// noteHead is how many lines from i on say who writes a note, and when: "Carlos Rey, Mar 4,
// 2025, 9:41", or the name and the time below it. 0 if none do.
func (d *doc) noteHead(i int) int {
	if i == len(d.lines) || len(d.lines[i]) > maxNoteHead {
		return 0
	}
	l := strings.TrimSpace(d.lines[i])
	for at := range l {
		if (l[at] == ',' || l[at] == '-') && noteName(l[:at]) && noteTime(l[at+1:]) {
			return 1
		}
	}
	next := d.after(i + 1)
	if noteName(l) && next < len(d.lines) && next < i+3 && noteTime(d.lines[next]) {
		return next + 1 - i
	}
	return 0
}

func noteName(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && nameLike(s) && capital(s) && !Digits(s) && !strings.ContainsAny(s, "?!:;") && !talks(s)
}

// noteTime reports a text that is a day and a time of it, and nothing else.
func noteTime(s string) bool {
	if len(s) > maxNoteHead {
		return false
	}
	w := when{}
	for i, word := range tokens(s) {
		if !w.take(word, i == 0) {
			return false
		}
	}
	return w.told() && w.clocks > 0
}

// intoNote is where the newest note begins of a template whose line to answer above is line
// i, with nothing above it: below who wrote it, if that stands there.
func (d *doc) intoNote(i int) (at int, head bool) {
	at = i + 1
	for at < len(d.lines) && (d.kinds[at] == emptyLine || d.kinds[at] == rulerLine) {
		at++
	}
	if end := d.ticketNews(at); end > at {
		at = end
	}
	n := d.noteHead(at)
	return at + n, n > 0
}

// ticketNews is where the note begins, who writes it first, below the paragraph in which a help
// desk says from line i on that there is one: "Your request (42) has been updated." It is i if
// that is none.
func (d *doc) ticketNews(i int) int {
	end := i
	for end < len(d.lines) && end < i+4 && d.kinds[end] == textLine {
		end++
	}
	at := d.after(end)
	if end == i || at == len(d.lines) || d.kinds[at] != rulerLine {
		return i
	}
	if at = d.after(at + 1); d.noteHead(at) == 0 {
		return i
	}
	l := strings.ToLower(strings.Join(d.lines[i:end], " "))
	if len(l) > 400 || strings.ContainsAny(l, "?") || !ticketWords.MatchString(l) || !answerWords.MatchString(l) {
		return i
	}
	return at
}

var (
	ticketWords = lazyre.New(`request|ticket|case|issue|conversation|anfrage|vorgang|demande|solicitud|richiesta|segnalazione|aanvraag|verzoek|melding|solicitação|pedido|chamado|zgłoszeni|ärende|henvendelse|sag\b|sak\b|pyyntö|požadav|запрос|заявк|talep`)
	answerWords = lazyre.New(`repl|respon|respond|comment|antwort|kommentar|répon|respuesta|risp|antwoord|reageer|opmerking|responda|coment|odpow|komentarz|svar|vasta|odpověd|komentář|ответ|yanıt`)
)

// parted is how many lines from i on part a note from the one above it: a line of dashes and
// who writes the next. 0 if none do.
func (d *doc) parted(i int) int {
	if d.kinds[i] != rulerLine {
		return 0
	}
	at := d.after(i + 1)
	if n := d.noteHead(at); n > 0 {
		return at + n - i
	}
	return 0
}

// deskAt is where at the end of lines begins what a help desk puts below a note: the number
// of lines if they do not end with it.
func deskAt(lines []string) int {
	n := len(lines)
	last := strings.TrimSpace(lines[n-1])
	at := n
	switch up := above(lines[:n-1]); {
	case deskLine(last) || mailfooter.DeskTag(last):
		at = n - 1
	case mailfooter.TicketTag(last) && up > 0 && (deskLine(lines[up-1]) || up > 1 && ruler(lines[up-2]) && serviceLine(lines[up-1])):
		at = up - 1
	default:
		return n
	}
	if up := above(lines[:at]); up > 0 && ruler(lines[up-1]) {
		at = up - 1
	}
	return rated(lines, at)
}

// rated is where above the line at, with which a help desk ends, it asks how its answer was, with
// a link for each that one may say; at if it does not.
func rated(lines []string, at int) int {
	up, links := above(lines[:at]), 0
	for up > 1 && strings.Contains(lines[up-1], "://") && len(strings.Fields(lines[up-1])) < 8 {
		up, links = up-1, links+1
	}
	if up = above(lines[:up]); links < 2 || up < 2 || !blank(lines[up-2]) || !strings.ContainsAny(lines[up-1], "?:") || len(lines[up-1]) > maxNoteHead {
		return at
	}
	return up - 1
}

func deskLine(l string) bool {
	_, ok := mailfooter.Desk(l)
	return ok
}

func serviceLine(l string) bool {
	_, ok := mailfooter.Service(l)
	return ok
}
