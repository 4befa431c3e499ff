package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who is asked whether to make or confirm an appointment says yes by its day: "perfecto el martes", "quinta-feira está ótimo", "może być
// czwartek". It has to be the only day of the prompt, and an hour beside it the only one; whoever names another wants a change.

// fittingDays are such a clause at the beginning of an answer, by language; beside the day may stand its hour, before or behind that it fits.
var fittingDays = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	for l, of := range [plAt + 1][3]string{
		esAt: {
			`(?:este |el )?(\pL{5,9})`, ` a las? (\d{1,2}(?:[:.]\d\d)?)`,
			`(?:(?:est[aá]|(?:me|nos) (?:va|viene|queda)) (?:muy |súper |super )?(?:bien|perfecto)|perfecto|genial|buenísimo|me sirve|nos sirve)`,
		},
		ptAt: {
			`(?:n[ao] |a |o )?(\pL{5,7}(?:-feira)?)`, ` às (\d{1,2}(?:[:.h]\d\d)?)`,
			`(?:(?:est[aá]|fica|é) (?:muito )?(?:bem|bom|ótimo|otimo|perfeito|ideal)(?: para mim| pra mim)?|perfeito|ótimo|(?:para|pra) mim (?:está|fica) (?:ótimo|bom|bem)|serve|dá jeito|dá-me jeito)`,
		},
		plAt: {
			`(?:ten |we? )?(\pL{5,12})`, ` o (\d{1,2}(?:[:.]\d\d)?)`,
			`(?:(?:jest )?(?:ok|w porządku|idealny)|(?:mi |nam |jak najbardziej |bardzo )?(?:pasuje|odpowiada)(?: mi| nam)?|może być)`,
		},
	} {
		if of[0] != "" {
			day := of[0] + `(?:` + of[1] + `)?`
			all[l] = lazyre.Made(`(?i)^\W*(?:` + day + ` ` + of[2] + `|` + of[2] + ` ` + day + `)([ ]*[,.!].*|[ ]*)$`)
		}
	}
	return all
})

// dayFits leaves a yes in the place of such a clause, and what stands behind it.
func (p *parser) dayFits(body string, l int, shown Shown) string {
	if fittingDays()[l] == nil || p.undoes(shown) || !p.arrangesOne(shown) || !takesPlaceOn(shown) || slices.ContainsFunc(shown.About, func(about string) bool { return arrangesNone.MatchString(titleOf(about)) }) {
		return body
	}
	m := fittingDays()[l].FindStringSubmatch(strings.ReplaceAll(body, "\n", ". "))
	if m == nil || !onlyDayOf(strings.ToLower(m[1]+m[3]), shown) || !onlyHourOf(m[2]+m[4], shown) {
		return body
	}
	return yesOf()[l] + m[5]
}

// takesPlace are words for what somebody comes to or takes part in, beside those of visits.
var takesPlace = lazyre.New(`^(?:table|mesa|stolik|court|pista|quadra|kort|hotel|room|habitación|quarto|pokój|class|course|lesson|clase|curso|aula|kurs|lekcj|zajęcia|session|sesión|sessão|haircut|peluquer|cabeleireir|fryzjer|massage|masaj|massag|masaż|taxi|hair|vet$|veterinari|weteryn|mot$|itv$|service|serviço|servicio|serwis|fit|call$|llamada|chamada|rozmow|tour|excursi|visita|wycieczk|viewing|repair|reparaci|reparaç|napraw)`)

// takesPlaceOn reports prompts whose titles name such a thing; the day of any other ("Mark Tuesday as a holiday?") says nothing of it.
func takesPlaceOn(shown Shown) bool {
	return !slices.ContainsFunc(shown.words(), awayWords.MatchString) && !slices.ContainsFunc(shown.About, func(about string) bool {
		return about != "" && !slices.ContainsFunc(wordsOfPrompt(strings.ToLower(titleOf(about))), func(w string) bool { return visitWords.MatchString(w) || takesPlace.MatchString(w) })
	})
}

// arrangesNone is a title that has something told, or takes a thing: a day that is well is no yes to those.
var arrangesNone = lazyre.New(`(?i)^¿?(?:accept|aceptar|aceitar|przyjąć)(?:\P{L}|$)|(?:^|\P{L})(?:that|que|że|whether|if|si|czy|off|taken|without|sin|sem|bez)(?:\P{L}|$)`)

// onlyDayOf reports the day of the week of a prompt that has no other one and no date apart, in whatever language.
func onlyDayOf(w string, shown Shown) bool {
	day, has := calendars().days[w], false
	for _, of := range shown.words() {
		n := calendars().days[of]
		if n != 0 && n != day || spokenDays()[of] {
			return false
		}
		has = has || n == day
	}
	return day != 0 && has && !shown.otherDays() && !shown.strays(day)
}

var (
	hoursOf   = lazyre.New(`(?i)(?:^|\P{L})(?:a las?|às|at|o|na|godz\.?|godzinie) (\d{1,2}(?:[:.h]\d\d)?)(?:\P{N}|$)`)
	hourRange = lazyre.New(`(?i)\d ?[-–] ?\d|(?:^|\P{L})(?:between|from|until|entre|desde|hasta|das|até|między|od|do) \d`)
)

// onlyHourOf reports no hour, or the only one that a prompt has.
func onlyHourOf(hour string, shown Shown) bool {
	if hour == "" {
		return true
	}
	is := false
	for _, about := range shown.About {
		if hourRange.MatchString(about) {
			return false
		}
		for _, m := range hoursOf.FindAllStringSubmatch(about, -1) {
			if m[1] != hour {
				return false
			}
			is = true
		}
	}
	return is
}

// stoodConfirmed has a thing stand confirmed by these very words: "queda confirmada". That it is confirmed would tell of what was before.
var stoodConfirmed = lazyre.Once(func() [plAt + 1]*lazyre.Regexp {
	return [plAt + 1]*lazyre.Regexp{
		esAt: lazyre.New(`(?i)^(?:(?:pues|entonces|todo) )?queda(?:n)? confirmad[oa]s?(?: entonces)?([ ]*[,.!\n].*|[ ]*)$`),
		ptAt: lazyre.New(`(?i)^(?:(?:então|tudo) )?fica(?:m)? confirmad[oa]s?(?: então)?([ ]*[,.!\n].*|[ ]*)$`),
	}
})

// standsConfirmed leaves a yes in the place of such words where to confirm something is all that is asked.
func (p *parser) standsConfirmed(body string, l int, shown Shown) string {
	if stoodConfirmed()[l] == nil || p.undoes(shown) || !p.oneDeed(shown) || slices.ContainsFunc(shown.About, func(about string) bool {
		return about != "" && (!slices.Contains(shown.actsOf(about), actConfirms()) || whetherSo.MatchString(titleOf(about)))
	}) {
		return body
	}
	m := stoodConfirmed()[l].FindStringSubmatch(body)
	if m == nil {
		return body
	}
	return yesOf()[l] + m[1]
}
