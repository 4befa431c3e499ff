package reply

import "testing"

// TestBehindNo: reasons behind a no that look like what only asks back, welcomes, corrects or was not read.
func TestBehindNo(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt string
		deny         []string
	}{
		{"en", "Sign the contract?", []string{"no, Ana has already signed it", "no, it was cancelled", "no, it was a mistake", "no, that was the wrong one", "no, why would I", "no, what a waste of money", "no, that's too much", "no, that's not good", "no, they never delivered", "no, I haven't agreed to it"}},
		{"de", "Den Vertrag unterschreiben?", []string{"nein, das war ein Irrtum", "nein, das war zu teuer", "nein, unterschreib ihn nicht, der ist zu teuer", "nein, unterschrieben ist schon", "nein, wie gesagt, zu teuer", "nein, bitte nicht unterschreiben"}},
		{"de", "Die Rechnung bezahlen?", []string{"nein, bezahlt hat schon Anna", "nein, zahl sie nicht, sie haben nicht geliefert", "nein, Müller hat nicht geliefert"}},
		{"fr", "Signer le contrat ?", []string{"non, ne le signe pas", "non, signe pas ça", "non, c'était une erreur", "non, c'est trop cher", "non, Ana l'a déjà signé"}},
		{"it", "Firmare il contratto?", []string{"no, era un errore", "no, l'ha già firmato Ana", "non va bene", "no, non va bene"}},
		{"es", "¿Firmar el contrato?", []string{"no, fue un error", "no, no lo firmes", "no está bien", "no me parece bien"}},
		{"pt", "Assinar o contrato?", []string{"não, foi um erro", "não, o contrato não é assinado"}},
		{"nl", "Het contract tekenen?", []string{"nee, teken het niet", "nee, Ana heeft al getekend", "nee, niet tekenen"}},
		{"pl", "Podpisać umowę?", []string{"nie, to był błąd", "nie, proszę nie podpisywać", "nie, Ana już podpisała"}},
	} {
		decides(t, Options{Language: tt.lang, Mail: true, Shown: Shown{About: []string{"", "", tt.prompt}}}, nil, tt.deny, nil)
	}
}
