package page

import "strings"

// words are the page's own texts in one language.
type words struct {
	language                                                                  string
	title, askedBy, tool, agentTitle, digest, until, arguments, tooLong, none string
	agentSays, code, codeHint, reason, deny, approve                          string
	noCode, wrongCode, locked, stale, broken, unknown, unavailable            string
}

// byName is for the template.
func (w words) byName() map[string]string {
	return map[string]string{
		"title": w.title, "askedBy": w.askedBy, "tool": w.tool, "agentTitle": w.agentTitle, "digest": w.digest, "until": w.until,
		"arguments": w.arguments, "tooLong": w.tooLong, "none": w.none, "agentSays": w.agentSays, "code": w.code, "codeHint": w.codeHint,
		"reason": w.reason, "deny": w.deny, "approve": w.approve,
	}
}

// wordsOf returns the words of a BCP 47 language; English where there are none.
func wordsOf(language string) words {
	base, _, _ := strings.Cut(strings.ToLower(language), "-")
	switch base {
	case "it":
		return words{
			language: "it", title: "Richiesta di approvazione", askedBy: "Richiesta da", tool: "Strumento", agentTitle: "Titolo dell’agente", digest: "Impronta", until: "Aperta fino a",
			arguments: "Argomenti", tooLong: "Gli argomenti sono troppo lunghi per essere mostrati: un sì non vale. Chieda a un operatore.", none: "Nessuno.", agentSays: "L’agente dice",
			code: "Codice del messaggio", codeHint: "Sei lettere e cifre, nel messaggio che Le ha chiesto di decidere.", reason: "Motivo (facoltativo, solo per un rifiuto)",
			deny: "Rifiuta", approve: "Approva",
			noCode: "Nulla è stato deciso: inserisca il codice del messaggio.", wrongCode: "Nulla è stato deciso: questo non è il codice del Suo messaggio.",
			locked: "Nulla è stato deciso: troppi codici errati. Riprovi tra un’ora, oppure risponda al messaggio.",
			stale:  "Nulla è stato deciso: la pagina era aperta da troppo tempo. Inserisca di nuovo il codice e scelga.",
		}.orEnglish()
	case "es":
		return words{
			language: "es", title: "Solicitud de aprobación", askedBy: "Solicitado por", tool: "Herramienta", agentTitle: "Título del agente", digest: "Huella", until: "Abierta hasta",
			arguments: "Argumentos", tooLong: "Los argumentos son demasiado largos para mostrarlos: un sí no cuenta. Pregunte a un operador.", none: "Ninguno.", agentSays: "El agente dice",
			code: "Código del mensaje", codeHint: "Seis letras y cifras, en el mensaje que le pidió decidir.", reason: "Motivo (opcional, solo si rechaza)",
			deny: "Rechazar", approve: "Aprobar",
			noCode: "No se ha decidido nada: escriba el código del mensaje.", wrongCode: "No se ha decidido nada: ese no es el código de su mensaje.",
			locked: "No se ha decidido nada: demasiados códigos erróneos. Inténtelo dentro de una hora o responda al mensaje.",
			stale:  "No se ha decidido nada: la página llevaba demasiado tiempo abierta. Escriba el código de nuevo y elija.",
		}.orEnglish()
	case "fr":
		return words{
			language: "fr", title: "Demande d’approbation", askedBy: "Demandé par", tool: "Outil", agentTitle: "Titre de l’agent", digest: "Empreinte", until: "Ouverte jusqu’au",
			arguments: "Arguments", tooLong: "Les arguments sont trop longs pour être affichés : un oui ne compte pas. Adressez-vous à un opérateur.", none: "Aucun.", agentSays: "L’agent dit",
			code: "Code du message", codeHint: "Six lettres et chiffres, dans le message qui vous demande de décider.", reason: "Motif (facultatif, pour un refus)",
			deny: "Refuser", approve: "Approuver",
			noCode: "Rien n’a été décidé : saisissez le code du message.", wrongCode: "Rien n’a été décidé : ce n’est pas le code de votre message.",
			locked: "Rien n’a été décidé : trop de codes erronés. Réessayez dans une heure ou répondez au message.",
			stale:  "Rien n’a été décidé : la page était ouverte depuis trop longtemps. Saisissez de nouveau le code et choisissez.",
		}.orEnglish()
	case "de":
		return words{
			language: "de", title: "Freigabeanfrage", askedBy: "Angefragt von", tool: "Werkzeug", agentTitle: "Titel des Agenten", digest: "Prüfsumme", until: "Offen bis",
			arguments: "Argumente", tooLong: "Die Argumente sind zu lang, um sie zu zeigen: Ein Ja zählt nicht. Bitte fragen Sie einen Betreiber.", none: "Keine.", agentSays: "Der Agent sagt",
			code: "Code aus der Nachricht", codeHint: "Sechs Buchstaben und Ziffern aus der Nachricht, die Sie um die Entscheidung bat.", reason: "Grund (freiwillig, nur bei Ablehnung)",
			deny: "Ablehnen", approve: "Freigeben",
			noCode: "Nichts wurde entschieden: Bitte geben Sie den Code aus der Nachricht ein.", wrongCode: "Nichts wurde entschieden: Das ist nicht der Code Ihrer Nachricht.",
			locked: "Nichts wurde entschieden: zu viele falsche Codes. Versuchen Sie es in einer Stunde wieder oder antworten Sie auf die Nachricht.",
			stale:  "Nichts wurde entschieden: Die Seite war zu lange offen. Bitte geben Sie den Code noch einmal ein und wählen Sie.",
		}.orEnglish()
	case "pt":
		return words{
			language: "pt", title: "Pedido de aprovação", askedBy: "Pedido por", tool: "Ferramenta", agentTitle: "Título do agente", digest: "Impressão digital", until: "Aberto até",
			arguments: "Argumentos", tooLong: "Os argumentos são longos demais para mostrar: um sim não conta. Pergunte a um operador.", none: "Nenhum.", agentSays: "O agente diz",
			code: "Código da mensagem", codeHint: "Seis letras e algarismos, na mensagem que pediu a sua decisão.", reason: "Motivo (opcional, só para recusar)",
			deny: "Recusar", approve: "Aprovar",
			noCode: "Nada foi decidido: escreva o código da mensagem.", wrongCode: "Nada foi decidido: esse não é o código da sua mensagem.",
			locked: "Nada foi decidido: códigos errados demais. Tente daqui a uma hora ou responda à mensagem.",
			stale:  "Nada foi decidido: a página esteve aberta tempo demais. Escreva o código de novo e escolha.",
		}.orEnglish()
	case "nl":
		return words{
			language: "nl", title: "Verzoek om goedkeuring", askedBy: "Gevraagd door", tool: "Hulpmiddel", agentTitle: "Titel van de agent", digest: "Controlegetal", until: "Open tot",
			arguments: "Argumenten", tooLong: "De argumenten zijn te lang om te tonen: een ja telt niet. Vraag het een beheerder.", none: "Geen.", agentSays: "De agent zegt",
			code: "Code uit het bericht", codeHint: "Zes letters en cijfers, in het bericht dat u om een besluit vroeg.", reason: "Reden (niet verplicht, alleen bij afwijzen)",
			deny: "Afwijzen", approve: "Goedkeuren",
			noCode: "Er is niets besloten: vul de code uit het bericht in.", wrongCode: "Er is niets besloten: dit is niet de code van uw bericht.",
			locked: "Er is niets besloten: te veel verkeerde codes. Probeer het over een uur opnieuw of beantwoord het bericht.",
			stale:  "Er is niets besloten: de pagina stond te lang open. Vul de code opnieuw in en kies.",
		}.orEnglish()
	case "pl":
		return words{
			language: "pl", title: "Prośba o zatwierdzenie", askedBy: "Prosi", tool: "Narzędzie", agentTitle: "Tytuł od agenta", digest: "Suma kontrolna", until: "Otwarta do",
			arguments: "Argumenty", tooLong: "Argumenty są zbyt długie, aby je pokazać: „tak” się nie liczy. Proszę zapytać operatora.", none: "Brak.", agentSays: "Agent mówi",
			code: "Kod z wiadomości", codeHint: "Sześć liter i cyfr z wiadomości z prośbą o decyzję.", reason: "Powód (nieobowiązkowy, tylko przy odmowie)",
			deny: "Odrzuć", approve: "Zatwierdź",
			noCode: "Nic nie postanowiono: proszę wpisać kod z wiadomości.", wrongCode: "Nic nie postanowiono: to nie jest kod z Państwa wiadomości.",
			locked: "Nic nie postanowiono: zbyt wiele błędnych kodów. Proszę spróbować za godzinę albo odpowiedzieć na wiadomość.",
			stale:  "Nic nie postanowiono: strona była otwarta zbyt długo. Proszę ponownie wpisać kod i wybrać.",
		}.orEnglish()
	}
	return english()
}

func english() words {
	return words{
		language: "en", title: "Approval request", askedBy: "Asked by", tool: "Tool", agentTitle: "The agent’s title", digest: "Digest", until: "Open until",
		arguments: "Arguments", tooLong: "The arguments are too long to be shown: a yes does not count. Please ask an operator.", none: "None.", agentSays: "The agent says",
		code: "Code from the message", codeHint: "Six letters and digits, in the message that asked you to decide.", reason: "Reason (optional, for a refusal)",
		deny: "Deny", approve: "Approve",
		noCode: "Nothing was decided: please enter the code from the message.", wrongCode: "Nothing was decided: this is not the code of your message.",
		locked:      "Nothing was decided: too many wrong codes. Try again in an hour, or reply to the message.",
		stale:       "Nothing was decided: the page was open for too long. Please enter the code again and choose.",
		broken:      "Nothing was decided: this was not sent by the approval page. Please open the link from the message again.",
		unknown:     "There is no such page. Please open the whole link from the message, or reply to the message.",
		unavailable: "This does not work at the moment. Nothing was decided. Please try again in a minute, or reply to the message.",
	}
}

// orEnglish fills in what is said where no request, and so no language, is known.
func (w words) orEnglish() words {
	e := english()
	w.broken, w.unknown, w.unavailable = e.broken, e.unknown, e.unavailable
	return w
}
