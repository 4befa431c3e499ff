package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who is asked whether to answer somebody, with what the answer says, lets it be sent: "Yes please send", "ja, schick ab", "sì, invia pure".
// That is the deed, if the prompt speaks of nothing else that may be sent.

// courtesies are what stands beside an answer in these patterns.
const courtesies = `(?:please|pls|thanks|thank you|per favore|grazie|por favor|porfa|gracias|s'il te plaît|s'il vous plaît|svp|stp|merci|bitte|danke|obrigad[oa]|se faz favor|faz favor|graag|alsjeblieft|aub|bedankt|dank je|proszę|prosze|dzięki|dzieki|dziękuję)`

// sendIt are such words behind a yes, by language.
var sendIt = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	for l, of := range [plAt + 1][2]string{
		enAt: {`yes|yeah|yep|yup|aye|sure|ok|okay`, `(?:please |pls |just |do |go ahead and |you can ){0,2}send(?: (?:it|that|this|the (?:reply|answer|response|message|draft)))?(?: (?:off|out|away|over|on|as is|as it is|like that))?`},
		itAt: {`sì+|si[,.!]|certo|ok`, `(?:puoi |può )?(?:invia|manda|spedisci|invii|mandi|inviare|mandare|mandala|inviala|mandalo|invialo)(?: pure)?(?: (?:la risposta|il messaggio|così))?`},
		esAt: {`sí+|si[,.!]|claro|ok|vale|dale`, `(?:puedes |puede )?(?:env[ií]a(?:l[oa])?|envíe(?:l[oa])?|envíe|m[aá]nda(?:l[oa])?|m[aá]nde(?:l[oa])?|enviar(?:l[oa])?|mandar(?:l[oa])?)(?: nomás)?(?: (?:la respuesta|el mensaje|así|tal cual))?`},
		frAt: {`oui+|ouais|ok|d'accord`, `(?:tu peux |vous pouvez )?(?:envoie|envoies|envoyez|envoyer|l'envoyer)(?:-l[ae])?(?: (?:la réponse|le message|comme ça|tel quel))?`},
		deAt: {`ja|jo|jep|klar|gerne?|ok`, `(?:kannst du |können sie |du kannst |sie können )?(?:schick|schicke|schicken|send|sende|senden|abschicken|absenden|rausschicken|losschicken|schickt|sendet)(?: (?:sie|es|das|die antwort|die nachricht|so|bitte|ruhig|gern|gerne)){0,3}(?: (?:ab|raus|los|weg))?`},
		ptAt: {`sim+|claro|ok|blz|beleza`, `(?:pode |podes )?(?:envi[ae]|mand[ae]|enviar|mandar)(?:-[oa])?(?: (?:a resposta|a mensagem|sim|assim|aí))?`},
		nlAt: {`ja|jawel|prima|ok|oké`, `(?:je mag |u mag |mag je )?(?:verstuur|stuur|verzend|versturen|verzenden|sturen)(?: (?:het|hem|'t|dat|die|maar|gerust|het antwoord|zo)){0,3}(?: (?:op|weg))?`},
		plAt: {`tak|jasne|ok|dobrze`, `(?:możesz |może pani |może pan |można )?(?:wy[sś]lij|wy[sś]lijcie|wys[lł]a[cć]|wysy[lł]aj)(?: (?:to|ją|je|odpowiedź|wiadomość|tak)){0,2}`},
	} {
		all[l] = lazyre.Made(`(?is)^\s*(?:` + of[0] + `)(?:[ ,]+` + courtesies + `)?[ ,.!]+(?:` + courtesies + `[ ,]+)?(?:` + of[1] + `)((?:[ ,]+` + courtesies + `)?[ ,.!]*|[.!\n].*)$`)
	}
	return all
})

// sendsReply leaves the yes, and what stands below it, of such a text.
func (p *parser) sendsReply(body string, l int, o Options) string {
	m := sendIt()[l].FindStringSubmatch(body)
	if m == nil || !p.asksReply(o.Shown) {
		return body
	}
	return yesOf()[l] + m[1]
}

// asksReply reports a prompt that asks once to answer somebody, and tells what the answer is: behind "that" in its title, or in a draft. What
// else might be sent, also by what the answer promises, is in neither.
func (p *parser) asksReply(shown Shown) bool {
	return p.oneDeed(shown) && !p.undoes(shown) && !slices.ContainsFunc(shown.About, func(about string) bool {
		if about == "" {
			return false
		}
		title := wordsOfPrompt(strings.ToLower(titleOf(about)))
		rest := strings.TrimLeft(about[len(titleOf(about)):], "? \n")
		asks := len(title) > 1 && (answersThem()[title[0]] || answersThem()[lastInfinitive(beforeThat(title))] || len(title) > 2 && answersThem()[title[1]] && doneTo()[title[0]])
		told := slices.ContainsFunc(title[min(1, len(title)):], func(w string) bool { return saidThat()[w] && w != "di" && w != "de" }) || drafted.MatchString(rest)
		at := slices.IndexFunc(title[min(1, len(title)):], func(w string) bool { return saidThat()[w] && w != "di" && w != "de" }) + 1
		if !drafted.MatchString(rest) && at > 0 && (namesOfTold(title[at+1:]) || shown.in == pl && !slices.ContainsFunc(title[at+1:], ofOurs.MatchString)) { // what is told of may be what is sent
			return true
		}
		return !asks || !told || strings.Contains(rest, "?") && !drafted.MatchString(rest) || slices.ContainsFunc(wordsOfPrompt(strings.ToLower(about)), func(w string) bool {
			return askedDeeds()[sending].has(w) && !answersThem()[w] || attached.MatchString(w)
		})
	})
}

// namesOfTold reports an article before anything but a day.
func namesOfTold(told []string) bool {
	for i, w := range told {
		if next := append(told[i+1:len(told):len(told)], "")[0]; determiners()[w] && !isDay(next) && !(w == "het" && (next == "goed" || next == "niet" || next == "prima" || next == "klopt")) {
			return true
		}
	}
	return false
}

// ofOurs is how a Polish verb of ours ends.
var ofOurs = lazyre.New(`(?:my|ę)$`)

var (
	answersThem = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`reply answer respond antworten beantworten zurückschreiben rispondere rispondo rispondi responder respondo contestar contesto respondes répondre réponds antwoorden beantwoorden terugschrijven odpisać odpowiedzieć odpisuję`)...)
	})
	drafted  = lazyre.New(`(?i)\b(?:draft|entwurf|bozza|borrador|brouillon|rascunho|concept|szkic)\b|["“„«»]`)
	attached = lazyre.New(`^(?:attach|anhang|anhäng|beilag|allegat|alleg|adjunt|joint|joindre|pièce|anex|bijlag|bijgevoeg|załącz)`)
)
