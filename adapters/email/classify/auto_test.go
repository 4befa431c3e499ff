package classify

import (
	"testing"

	"bridge/adapters/email/mime"
)

func TestAutoSubjects(t *testing.T) {
	for subject, want := range map[string]bool{
		"Automatic reply: Refund": true, "Auto reply: x": true, "Auto-Reply": true, "Auto: away": true, "AUTOREPLY re x": true, "Out of Office: x": true,
		"Out of Office AutoReply: x": true, "Out of office": true, "Out of the office - back on Monday": true, "Out of Office Re: x": true, "Re: Automatic reply: x": true, "AW: Abwesenheitsnotiz: x": true,
		"Abwesenheitsnotiz Max Muster": true, "Automatische Antwort: x": true, "Réponse automatique : x": true, "Re\u0301ponse automatique: x": true, "RE: RE: Réponse automatique: x": true,
		"Respuesta automática: x": true, "Automatisch antwoord: x": true, "Autosvar: x": true, "Automatisk svar: x": true, "Automatiskt svar: x": true,
		"Risposta automatica: x": true, "R: Risposta automatica: x": true, "Fuori sede: x": true, "Frånvaro: x": true, "Frånvaro": true, "Resposta automática: x": true,
		"Odpowiedź automatyczna: x": true, "Автоматический ответ: x": true, "自動応答: x": true, "自动答复: x": true, "自動応答です": true, "자동 회신: x": true, "Otomatik Yanıt: x": true,
		"  automatic REPLY：x": true,

		"Hi": false, "": false, "Re: Hi": false, "Automatics": false, "Automatic replying": false, "Autos: x": false, "Auto - which one?": false, "Auto insurance: a question": false,
		"Out of Office request for Dana, 5-9 May": false, "Re: Out of office desks [approval:AB23CD]": false, "About the automatic reply: it is wrong": false,
		"Re: Automatic reply to customers? [approval:AB23CD]": false, "Refund: out of office": false, "Fuori sedevo": false, "Autosvarande": false, "Auto response times are bad": false,
		"Why do I get an Automatic reply?": false, "Frånvaro i skolan": false,
	} {
		if got := autoSubject(mime.CleanLine(subject, 1000)); (got != "") != want {
			t.Errorf("%q: %q, want %v", subject, got, want)
		}
	}
}
