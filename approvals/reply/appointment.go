package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// To whom is asked to confirm something that has its hour, it is an appointment: "ja, den Termin können Sie bestätigen" to "Zählertausch
// bestätigen?\nDienstag, 10:30 Uhr". Where the title says what it leads to or is for, that may be the appointment.

var (
	// theAppointment is that word with its article behind a yes, by language.
	theAppointment = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
		for l, of := range [plAt + 1][2]string{
			enAt: {`yes|yeah|yep|ok|okay|sure`, `the (?:appointment|slot)`},
			itAt: {`sì|si,|ok|certo`, `l['’]appuntamento`},
			esAt: {`sí|si,|ok|vale|claro`, `(?:la|el) (?:cita|turno)`},
			frAt: {`oui|ok|d['’]accord`, `(?:le|ce) (?:rendez-vous|rdv|rendez vous)`},
			deAt: {`ja|jo|gerne?|ok`, `(?:(?:den|der|diesen) )?termin`},
			ptAt: {`sim|ok|claro`, `[oa] (?:marcação|horário)`},
			nlAt: {`ja|ok|oké|prima`, `(?:de|die) afspraak`},
			plAt: {`tak|ok|jasne`, `(?:ten )?termin`},
		} {
			all[l] = lazyre.Made(`(?is)^(\s*(?:` + of[0] + `)[ ,.!]+(?:[^\n]*? )??)` + of[1] + `((?:[ ,.!\n].*)?)$`)
		}
		return all
	})
	// atHour are words of titles for what somebody comes or goes to at an hour.
	atHour = lazyre.New(`(?i)(?:visit|inspection|exchange|repair|installation|meeting|check-?up|viewing|fitting|survey|tausch|wechsel|wartung|besichtigung|untersuchung|reparatur|montage|einbau|ablesung|kontrolle|prüfung|beratung|gespräch|besprechung|treffen|impfung|vorsorge|abnahme|` +
		`sopralluogo|visita|riunione|riparazione|installazione|manutenzione|incontro|colloquio|vaccin|passage|visite|intervention|réparation|entretien|contrôle|réunion|rencontre|revisión|reparación|instalación|reunión|inspección|reunião|reparação|vistoria|instalação|inspeção|` +
		`wissel|keuring|onderhoud|bezichtiging|reparatie|gesprek|bezoek|wymian|napraw|przegląd|wizyt|spotkani|kontrol|montaż|szczepieni|odczyt|oględzin)`)
	clockOf = lazyre.New(`(?i)\b\d{1,2}(?:[:.h]\d{2}| ?(?:uhr|am|pm|h|uur)\b)|\b(?:alle|às|a las|à|om|at|um|godz\.?|o) \d{1,2}\b`)
	leadsTo = lazyre.New(`(?i) (?:to|for|from|zum|zur|zu|nach|für|vom|von|vers|pour|per|para|pra|naar|voor|dla|desde)[ ']|,|\d ?(?:€|euro|zł|\$|£)`)
)

// asAppointment puts what is asked in the place of the word for an appointment.
func (p *parser) asAppointment(body string, l int, o Options) string {
	m := theAppointment()[l].FindStringSubmatch(body)
	if m == nil || !p.oneDeed(o.Shown) || p.own(o.Shown, l).joined {
		return body
	}
	for _, about := range o.Shown.About {
		if about == "" {
			continue
		}
		title := titleOf(about)
		acts := asksActs(inInfinitive(title, true, o.Shown.in))
		if len(acts) == 0 || !slices.ContainsFunc(acts, confirmsAct) || !atHour.MatchString(title) || leadsTo.MatchString(title+" ") || o.Shown.in == pl && (strings.Contains(title, " do ") || strings.Contains(title, " na ")) || !clockOf.MatchString(about[len(title):]) {
			return body
		}
	}
	return strings.TrimRight(m[1], " ") + map[int]string{enAt: " it", deAt: " das", nlAt: " het", itAt: " pure", ptAt: " isso"}[l] + m[2]
}

// confirmsAct reports the act of confirming.
func confirmsAct(k int) bool { return strings.HasPrefix(acts()[k][enAt], "confirm") }
