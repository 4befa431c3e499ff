package reply

import "bridge/internal/lazyre"

// lateReply is an apology for the late answer, which stands before it and says nothing of it.
var lateReply = lazyre.New(`(?is)^\s*(?:` +
	`(?:so |very )?sorry (?:for|about) (?:the|my) (?:delay|wait|(?:late|slow) (?:reply|answer|response))(?: in (?:replying|answering|getting back to you))?|` +
	`(?:entschuldigung|entschuldige|entschuldigen sie|sorry|verzeihung)(?: bitte)? (?:für )?(?:die|meine) (?:späte|verspätete) (?:antwort|rückmeldung)|(?:entschuldigung|sorry),? dass ich (?:mich )?(?:erst jetzt|so spät) (?:antworte|melde|schreibe)|` +
	`désolée? (?:du|pour le|de ce) (?:retard|délai)(?: de (?:ma )?réponse)?|désolée? de (?:vous |te )?répondre si tard|` +
	`scus[ai](?:mi)?(?: per)? il ritardo|scus[ai] se (?:ti |le )?rispondo (?:solo ora|solo adesso|tardi)|` +
	`(?:perdon[ae]|disculp[ae])(?: por)? (?:la demora|la tardanza|el retraso)|perdon[ae] que no (?:te|le) haya (?:contestado|respondido) antes|` +
	`desculp[ae] (?:a|pela) demora|desculp[ae] (?:o|pelo) atraso|desculp[ae] (?:só )?responder (?:só )?agora|` +
	`sorry voor (?:de|het|mijn) late (?:reactie|antwoord)|sorry dat ik nu pas (?:reageer|antwoord)|` +
	`przepraszam za (?:zwłokę|opóźnienie|późną odpowiedź)|przepraszam,? że dopiero teraz (?:odpisuję|odpowiadam)` +
	`)[.!\n]+\s*`)
