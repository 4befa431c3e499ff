package reply

import "testing"

// TestDecided: what a prompt asks for is granted or not, or there is none; of another thing, another state, a condition, and where a
// thing is ended or moved, it is asked back.
func TestDecided(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"it", "Concedere alla ditta Rubini uno sconto del 5 %?", []string{"sconto approvato", "Lo sconto è concesso."}, []string{"niente sconto", "nessuno sconto", "sconto no", "lo sconto non è autorizzato", "sconto negato"}, []string{"niente sconto per ora", "lo sconto non è chiaro", "niente fattura", "sconto non so", "sconto concesso solo a Rubini", "sconto approvato al 3 %"}},
		{"it", "Prenotare il pullman per la gita?", []string{"prenota prenota", "Prenotalo prenotalo!"}, []string{"da non prenotare", "il pullman non va prenotato"}, []string{"prenota lui", "prenota prenota domani", "va prenotato", "non va", "il pullman non va disdetto", "il pullman non va bene", "prenota se c'è"}},
		{"it", "Cancel the discount of Rubini", nil, nil, []string{"niente sconto", "sconto no"}},
		{"it", "Spostare la visita del signor Amato a venerdì?", nil, []string{"niente spostamento", "lo spostamento non è possibile"}, []string{"niente visita", "visita no", "la visita non è possibile"}},
		{"pl", "Zwrócić pani Nowak 189,99 zł?", nil, []string{"bez zwrotu", "Niestety zwrot nie jest możliwy.", "żadnego zwrotu"}, []string{"zwrot jest możliwy", "zwrot nie jest jeszcze możliwy", "bez zwrotu czy z", "zwrot połowy odrzucony", "bez odsetek"}},
		{"pl", "Grant write access to repository `faktury`?", []string{"Dostęp przyznany.", "dostęp jest zatwierdzony"}, []string{"dostęp odrzucony", "bez dostępu"}, []string{"dostęp przyznany wczoraj", "dostęp przyznany do poniedziałku", "kod przyznany", "dostęp został już przyznany"}},
		{"pl", "Close support ticket 7713?", nil, nil, []string{"bez zgłoszenia"}},
		{"de", "Give Tom a discount of 5 %", []string{"Rabatt ist genehmigt"}, []string{"kein Rabatt", "Rabatt nein", "Rabatt abgelehnt"}, []string{"kein Rabatt über 3 %", "Rabatt ist möglich", "kein Skonto"}},
		{"en", "Pay the bonus of March?", nil, []string{"no bonus", "the bonus is not approved"}, []string{"no bonus yet", "the bonus is possible", "no raise"}},
		{"pl", "Przełożyć wizytę pana Amana na piątek?", []string{"no przełóż"}, nil, []string{"no to przełóż", "no nie przekładaj", "no", "no ale przełóż", "nie przełóż"}},
	} {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}}}, tt.grant, tt.deny, tt.asked)
	}
}
