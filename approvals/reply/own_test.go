package reply

import (
	"testing"

	"bridge/internal/sampletest"
)

// TestOwnNames: a name of the prompt, one of several things, and a word of the carriers have no role.
func TestOwnNames(t *testing.T) {
	for prompt, text := range map[string]string{
		"Delete the users anna and berta": "delete anna", "Invite Miller": "invite miller", "Sell tractor, plough": "sell plough", "Sell the tractor or the plough": "sell the plough", "Cancel the order": "cancel thanks", "Traktor an Boyle verkaufen": "verkauft Boyle",
	} {
		if got := Parse(text, Options{Shown: Shown{About: []string{prompt}}}); got.Verdict != None {
			t.Errorf("%q to %q is %v", text, prompt, got.Verdict)
		}
	}
}

// TestOwnWords: a deed that no list has is ordered and forbidden with the prompt's own verb, in the forms of its
// language; what is added to it, and what another word says, is asked back.
func TestOwnWords(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"en", "Sell the old tractor to Mr Boyle", []string{"sell it", "please sell the tractor", "you can sell it", "sell"}, []string{"don't sell it", "please do not sell the tractor"}, []string{"sell it tomorrow", "sell the car", "sell half", "will you sell it", "sold", "they sell it", "sell it?"}},
		{"it", "Spostare la riunione", []string{"spostala pure", "sposta la riunione"}, []string{"non spostarla", "non spostate la riunione"}, []string{"sposta", "sposta oggi", "spostala domani", "sposta la cena", "puoi spostarla", "non sposta"}},
		{"es", "Borrar las copias", []string{"bórralas", "borren las copias", "pueden borrarlas."}, []string{"no las borres", "no borren las copias"}, []string{"borra", "bórralas mañana", "bórralo todo", "no borra", "puedes borrarlas"}},
		{"fr", "Résilier le contrat", []string{"résiliez-le", "résiliez le contrat", "résilie"}, []string{"ne le résiliez pas"}, []string{"résiliez-le demain", "résiliez l'assurance", "peux-tu résilier"}},
		{"de", "Container heute verschiffen", []string{"bitte verschiffen", "verschiffen", "verschifft den Container"}, []string{"nicht verschiffen", "bitte den Container nicht verschiffen"}, []string{"morgen verschiffen", "verschiffen wir", "verschifft", "verschifft nicht"}},
		{"de", "Pumpe 3 einschalten", []string{"bitte einschalten"}, []string{"nicht einschalten"}, []string{"schaltet sie aus", "ausschalten", "schaltet ein", "einschalten und prüfen"}},
		{"pt", "Renovar o contrato", []string{"pode renovar", "renovem o contrato"}, []string{"não renovem o contrato", "não renoves"}, []string{"renova", "renova amanhã", "você pode renovar", "renovem só metade"}},
		{"nl", "De poort openen", []string{"open de poort", "je kunt de poort openen"}, []string{"de poort niet openen", "open de poort niet"}, []string{"opent", "open morgen", "open het raam", "kun je openen"}},
		{"pl", "Otworzyć bramę", []string{"otwórz bramę", "proszę otworzyć", "otwórz"}, []string{"proszę nie otworzyć"}, []string{"otwórz jutro", "otwórz okno", "możesz otworzyć"}},
	} {
		o := Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}}}
		decides(t, o, tt.grant, tt.deny, tt.asked)
		doubtful(t, o, tt.grant[0], 13)
	}
}

// TestWhose: who calls a thing theirs that the prompt says is somebody else's took it for another; who is asked may be called as others are.
func TestWhose(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"en", "Delete Anna's account?", []string{"yes", "yes, delete the account"}, nil, []string{"yes, delete my account", "please delete my account"}},
		{"en", "Delete Paula Testowa's account?", []string{"yes, delete my account"}, nil, nil},
		{"en", "Send the statement of March?", []string{"yes, send my statement"}, nil, nil},
		{"en", "Extend your lease of Cedar House?", []string{"yes, extend my lease"}, nil, nil},
		{"en", "Change the address of the customer?", nil, nil, []string{"yes, change my address"}},
		{"en", "Send the letter on behalf of Anna Hill?", nil, nil, []string{"yes, send it on my behalf"}},
		{"es", "¿Borro su cuenta?", []string{"sí, borra mi cuenta"}, nil, nil},
		{"es", "¿Borro su cuenta?\nLa clienta Marta Ruiz lo pide.", []string{"sí, borra la cuenta"}, nil, []string{"sí, borra mi cuenta"}},
		{"es", "¿Borro la cuenta de Clara Ruiz?\nElla pidió borrar su cuenta.", nil, nil, []string{"sí, borra mi cuenta"}},
		{"es", "¿Cancelo su cita con Marta Ruiz?", []string{"sí, cancela mi cita"}, nil, nil},
		{"it", "Firmo a suo nome?\nMarta Rossi è in viaggio.", nil, nil, []string{"sì, firma a mio nome"}},
		{"it", "Spedisco la risposta a Marta Rossi con la sua firma?", []string{"sì, spedisci con la mia firma"}, nil, nil},
		{"pt", "Apago a conta dela?", nil, nil, []string{"sim, apaga a minha conta"}},
		{"pt", "Apago a sua conta?\nA cliente Marta Reis pede.", nil, nil, []string{"sim, apaga a minha conta"}},
		{"de", "Ihr Konto löschen?", []string{"ja, lösch mein Konto"}, nil, nil},
		{"de", "Ihr Konto löschen?\nFrau Weber bittet darum.", nil, nil, []string{"ja, lösch mein Konto"}},
		{"de", "Ihren Termin bei Frau Doktor Weber verschieben?", []string{"ja, verschieb meinen Termin"}, nil, nil},
		{"de", "Den Brief mit ihrer Unterschrift senden?\nMarta Weber ist weg.", nil, nil, []string{"ja, sende ihn mit meiner Unterschrift"}},
		{"fr", "Supprimer son compte ?\nClaire Petit le demande.", nil, nil, []string{"oui, supprime mon compte"}},
		{"fr", "Résilier votre contrat chez Orange ?", []string{"oui, résilie mon contrat"}, nil, nil},
		{"nl", "Haar account verwijderen?\nKim de Wit vraagt het.", nil, nil, []string{"ja, verwijder mijn account"}},
		{"pl", "Wysłać jego umowę?\nJan Nowak prosi.", nil, nil, []string{"tak, wyślij moją umowę"}},
		{"pl", "Usunąć pańskie konto?", []string{"tak, usuń moje konto"}, nil, nil},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, tt.deny, tt.asked)
	}
}

// decides holds what answers to a prompt are.
func decides(t *testing.T, o Options, grant, deny, asked []string) {
	t.Helper()
	for _, of := range []struct {
		want  Verdict
		texts []string
	}{{Grant, grant}, {Deny, deny}, {None, asked}} {
		for _, text := range of.texts {
			if got := Parse(text, o); got.Verdict != of.want {
				t.Errorf("%q to %q is %v, want %v", text, o.Shown.About[2], got.Verdict, of.want)
			}
		}
	}
}

// doubtful holds that no doubt beside a grant is one; of the doubts it takes one of n.
func doubtful(t *testing.T, o Options, grant string, n int) {
	t.Helper()
	for i, d := range doubts() {
		if !sampletest.Today(i, n) {
			continue
		}
		for _, text := range []string{grant + " " + d, grant + ", " + d, d + " " + grant} {
			if got := Parse(text, o); got.Verdict == Grant {
				t.Errorf("%q to %q is a grant", text, o.Shown.About[2])
			}
		}
	}
}
