package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who is asked whether somebody is to be answered, or written to, lets it be sent: "yes, send it" to "Reply to Anna that we will come?".
// Of everything else that is another deed, or of another thing.

// sendsReply orders by a verb of sending alone, behind a yes.
var sendsReply = lazyre.Once(func() [plAt + 1]*lazyre.Regexp {
	return [plAt + 1]*lazyre.Regexp{
		enAt: lazyre.New(`(?i)^(?:yes|yeah|yep|yup|aye|ok|okay|sure)[ ,.!]+(?:please )?(?:you (?:can|may) )?(?:send|fire|post|ping)(?: (?:it|that|this))?(?: (?:off|away|out))?(?: (?:please|now|thanks))?[ .!]*$`),
		deAt: lazyre.New(`(?i)^(?:ja|jo|ok|okay|klar|gerne?)[ ,.!]+(?:bitte )?(?:schick|schicke|schicken sie|sende|senden sie|versende|raus|kannst du|kann so|können sie)(?: (?:es|das|ihm|ihr|so|bitte|ruhig|gern|gerne|mal))*(?: (?:ab|raus|weg|los|schicken|senden|abschicken|absenden|rausschicken|rausgehen))?[ .!]*$`),
		frAt: lazyre.New(`(?i)^(?:oui|ok|d'accord|ouais)[ ,.!]+(?:tu peux |vous pouvez )?(?:envoie|envoies|envoyez|envoyer)(?:[- ](?:le|la|lui|leur|ça|cela|la-lui|le-lui))?(?: (?:s'il (?:te|vous) plaît|stp|svp|merci))?[ .!]*$`),
		itAt: lazyre.New(`(?i)^(?:s[iì]|ok|va bene|certo)[ ,.!]+(?:puoi |può )?(?:manda|mandala|mandalo|mandagliela|mandaglielo|mandi|invia|inviala|invialo|invii|spedisci|mandare|inviare)(?: (?:pure|grazie))?[ .!]*$`),
		esAt: lazyre.New(`(?i)^(?:s[ií]|ok|vale|dale|claro|listo)[ ,.!]+(?:puedes |puede )?(?:env[ií]a|env[ií]alo|env[ií]ala|env[ií]aselo|env[ií]e|env[ií]elo|manda|m[aá]ndalo|m[aá]ndala|m[aá]ndaselo|mande|m[aá]ndelo|mandalo|mandala|enviar|mandar)(?: (?:nom[aá]s|gracias|por favor))?[ .!]*$`),
		ptAt: lazyre.New(`(?i)^(?:sim|ok|claro|pode|beleza|blz)[ ,.!]+(?:pode |podes )?(?:envia|envie|enviar|manda|mande|mandar)(?: (?:sim|l[aá]|por favor|pf|obrigad[oa]|isso))?[ .!]*$`),
		nlAt: lazyre.New(`(?i)^(?:ja|jo|ok|oké|oke|prima|goed)[ ,.!]+(?:je mag |u mag |mag )?(?:verstuur|verstuurt u|stuur|verzend|versturen|sturen)(?: (?:het|hem|die|dat|maar|gerust|zo))*(?: (?:op|weg|door|versturen|sturen|verzenden))?[ .!]*$`),
		plAt: lazyre.New(`(?i)^(?:tak|ok|jasne|dobrze|dobra|pewnie)[ ,.!]+(?:proszę |prosze |możesz |mozesz )?(?:wyślij|wyslij|wysłać|wyslac|wysyłaj|wysylaj|ślij|slij)(?: (?:to|mu|jej|im|proszę|prosze|dzięki|dzieki))*[ .!]*$`),
	}
})

// writing are verbs by which somebody is answered, or written to.
var writing = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`answer reply respond write text message rispondere rispondo scrivere scrivo responder respondo contestar contesto escribir escribo répondre écrire antworten beantworten antworte schreiben zurückschreiben schreibe escrever escrevo antwoorden beantwoorden terugschrijven schrijven odpowiedzieć odpowiadam odpisać odpiszę napisać`)...)
})

// sentReply leaves the yes alone of such a text.
func (p *parser) sentReply(body string, l int, shown Shown) string {
	of := sendsReply()[l]
	if of == nil || !of.MatchString(strings.TrimSpace(body)) || !slices.ContainsFunc(shown.About, p.asksToWrite) || slices.ContainsFunc(shown.About, func(about string) bool {
		return shown.prohibits(about) || len(joinedDeeds(about, shown.in)) > 0 || titleOf(about) != "" && !p.asksToWrite(about)
	}) {
		return body
	}
	return yesOf()[l]
}

// asksToWrite reports a title whose deed is to answer somebody, or to write to them.
func (p *parser) asksToWrite(about string) bool {
	words := wordsOfPrompt(strings.ToLower(toldThat.ReplaceAllString(titleOf(about), "")))
	if len(words) < 2 {
		return false
	}
	said := beforeThat(words)
	if last := said[len(said)-1]; isInfinitive(last) && writing()[last] {
		return !slices.ContainsFunc(words, isCall)
	}
	of := writtenTo()[words[1]] && !(words[0] == "write" && words[1] == "a") || words[0] == "text" || words[0] == "message" || strings.HasPrefix(words[0], "odp") || strings.HasPrefix(words[0], "nap")
	return writing()[words[0]] && of && !slices.ContainsFunc(words, isCall)
}

// writtenTo are words between such a verb and who is answered: "write off" and "answer the phone" are other deeds.
var writtenTo = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`to back him her them a à ad al allo alla ai agli alle all au aux ao aos às`)...)
})

// isCall reports a word of the telephone or the door, which are answered, too.
func isCall(w string) bool {
	return slices.ContainsFunc([]string{"phone", "call", "door", "telef", "téléph", "anruf", "klingel", "deur", "puerta", "porta", "appel", "chiamat", "llamad", "chamad", "oproep", "drzwi"}, func(of string) bool { return strings.HasPrefix(w, of) })
}
