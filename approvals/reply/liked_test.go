package reply

import "testing"

// TestLiked: beside a yes that lets a text out stands that it is good, and beside one that grants leave a wish for it.
func TestLiked(t *testing.T) {
	testPlainYes(t, []plainYes{
		{"en", "Publish the story?", []string{"Yes, lovely story.", "Lovely, publish it."}, []string{"Lovely story!", "Later. Lovely story!", "Lovely, publish the other one.", "Lovely, don't publish it."}},
		{"it", "Pubblicare il comunicato?", []string{"Sì. Bel testo!", "Bellissimo, pubblica."}, []string{"Bel testo!"}},
		{"es", "¿Publicar la nota?", []string{"Publicar. ¡Buen texto!"}, nil},
		{"fr", "Publier le communiqué ?", []string{"Oui, beau texte !", "Très beau, publie."}, []string{"Beau texte, à relire."}},
		{"de", "Den Bericht veröffentlichen?", []string{"Ja. Schöner Bericht!", "Sehr gelungen, veröffentlichen."}, []string{"Schöner Bericht!", "Ja, ein anderer schöner Bericht.", "Gut, veröffentlichen wir später."}},
		{"de", "Den Bericht löschen?", nil, []string{"Ja. Schöner Bericht!"}},
		{"pt", "Publicar a notícia?", []string{"Sim. Bom texto!"}, nil},
		{"nl", "Het bericht publiceren?", []string{"Ja. Mooi bericht!"}, nil},
		{"pl", "Opublikować tekst?", []string{"Tak. Świetny tekst!", "Bardzo dobry, publikuj."}, []string{"Dobry tekst!", "Świetny, publikuj jutro.", "Dobry, ale nie publikuj."}},
		{"pl", "Usunąć tekst?", nil, []string{"Świetny, usuń."}},
		{"de", "Den Resturlaub genehmigen?", []string{"Genehmigt, schönen Urlaub.", "Genehmigt, gute Erholung"}, []string{"Schönen Urlaub!", "Genehmigt, schönen Urlaub an Tom."}},
		{"es", "¿Aprobar las vacaciones de Ana?", []string{"Aprobadas, buenas vacaciones a Ana."}, nil},
		{"pt", "Aprovar as férias?", []string{"Aprovado, boas férias."}, nil},
		{"pl", "Zatwierdzić urlop?", []string{"Tak, udanego wypoczynku."}, nil},
	})
}

// TestNoneWillBe: that there will be none of what is asked for refuses it.
func TestNoneWillBe(t *testing.T) {
	for _, tt := range []struct {
		lang, title, said string
		want              Verdict
	}{
		{"en", "Give him the discount?", "There will be no discount.", Deny},
		{"en", "Give him the discount?", "There will be no discount if he pays late.", None},
		{"en", "Give him the discount?", "There will be no problem.", None},
		{"de", "Ihm den Rabatt geben?", "Rabatt gibt es nicht.", Deny},
		{"de", "Ihm den Rabatt geben?", "Es gibt kein Problem.", None},
		{"de", "Ihm den Rabatt streichen?", "Es gibt keinen Rabatt.", None},
		{"de", "Das Zimmer buchen?", "Es gibt kein Zimmer.", None},
		{"it", "Dare lo sconto?", "Non ci sarà nessuno sconto.", Deny},
		{"es", "¿Dar el descuento?", "No habrá descuento.", Deny},
		{"fr", "Donner la remise ?", "Il n'y aura pas de remise.", Deny},
		{"pt", "Dar o desconto?", "Não vai haver desconto.", Deny},
		{"nl", "Korting geven?", "Er komt geen korting.", Deny},
		{"pl", "Dać mu rabat?", "Rabatu nie będzie.", Deny},
		{"pl", "Dać mu rabat?", "Nie będzie problemu.", None},
		{"pl", "Zabrać mu rabat?", "Nie będzie rabatu.", None},
		{"pl", "Wysunąć wniosek?", "Nie wysuwamy.", Deny},
		{"pl", "Wysunąć wniosek?", "Nie czekamy.", None},
		{"pl", "Wysłać list?", "nie trza", Deny},
		{"de", "Dem Verein die Liste geben?", "Das möchte ich bitte nicht.", Deny},
	} {
		if got := Parse(tt.said, Options{Language: tt.lang, Mail: true, Shown: Shown{About: []string{"", "", tt.title}}}).Verdict; got != tt.want {
			t.Errorf("%q to %q: %v, want %v", tt.said, tt.title, got, tt.want)
		}
	}
}
