package written

import (
	"strings"
	"testing"
)

// boastful are what companies and people have below their cards.
var boastful = strings.Split(`Now hiring technicians! Apply at www.bright.example/careers
Winner of the Bright Award 2025
Voted Best Bakery in Leeds!
Visit us at the Spring Fair, hall 3, booth 112
Book a free consultation: www.bright.example/book
Open Mon-Sat 9.30-5.30
By appointment only
Please note that I do not work on Fridays.
We are closed from 24 December to 6 January.
My working hours may not be your working hours. Please do not feel obliged to reply.
24/7 Emergency Line: 555-0133
License # C20-884412
First County Bank | NMLS #441122
2200 Harbor Blvd, Suite 310, Costa Mesa, CA 92626
She/Her/Hers
bright.example | Instagram | Vimeo
i. @brightwidgets
The office is on the traditional homelands of the Anishinaabe people.
Jetzt neu: Unser Ökostromtarif – hier wechseln!
Besuchen Sie uns auf der Messe in Essen, 9.–11. Februar 2027, Halle 3, Stand 3A112
Bewerten Sie uns bei Google!
Wir suchen Verstärkung! Azubi (m/w/d) zum 1.8.2027
Meisterbetrieb der Innung | zertifiziert nach ISO 9001:2015
Betriebsurlaub vom 3. bis 21. August
Geschäftsführer: Heinrich Meier, Dipl.-Ing. Tobias Meier
Termine nach Vereinbarung
Portes ouvertes le 12 décembre : venez rencontrer nos conseillers !
Ouvert du lundi au vendredi 8h30-12h / 13h30-17h
Fermé le mercredi après-midi
Devis gratuit sous 24h – www.bright.example
¡Primera visita gratis!
Horario: L-J 10-14 y 16-20, V 9-14
Envío gratis en todos nuestros pedidos
Lo studio resterà chiuso dal 24 dicembre al 6 gennaio
Prenota sul nostro sito e risparmia il 10%!
Werkdagen: maandag t/m donderdag
Beoordeeld met een 9,4 op onze site
Zarezerwuj bezpośrednio i zyskaj 10% rabatu!
Visite o nosso stand na feira de Braga!`, "\n")

// remarks are what people say below their cards, each like one of those.
var remarks = strings.Split(`Book the bigger one
Book it at the new price
We are closed then, so wait for me
Are you closed on Monday?
I do not work on it before Friday, but Tom does
Our budget is gone
Half of it for us
The best offer is 300 EUR
Please visit us on Friday
No discount, no order
Call me first
300
Only on Fridays
Join the call without me
New date: not before Friday
Bitte erst ab Montag liefern
Jetzt nicht, neue Angebote abwarten
Wir nehmen nur die Hälfte
Ich arbeite noch daran, bitte warten
Geschlossen ist es nur am Montag, also ja
Fermé ou pas, je paie la moitié
Merci de réserver le nouveau
Nous prenons seulement deux
Reserva la nueva, por favor
Cerrado el lunes, espera al martes
Prenota il nuovo, per favore
Chiuso lunedì, aspettare martedì
Boek de nieuwe maar voor mij
Wij nemen de helft
Reserve a nova, por favor
Zarezerwuj nowy, proszę
Bierzemy połowę`, "\n")

// TestTemplate: what stands below a card in a template goes with it, and what a person says
// there stays; so does what they say above it.
func TestTemplate(t *testing.T) {
	m := Mail{Name: "Dana Bianchi", Address: "dana@bright.example", Us: "Assistant", Answers: true}
	for i, typed := range []string{"Kind regards,\nDana", "LG Dana", "D.", "Herzliche Grüße aus dem Zillertal\nDana Bianchi"} {
		said := "Book it.\n\nFor two.\n\n" + typed
		card := []string{"Dana Bianchi, PE, LEED AP\nBright Widgets Ltd\n020 7946 0000", "Bright Widgets GmbH\nDana Bianchi\nTel. 030 555 0100", "[cid:image001.png@01DB]\nDana BIANCHI (she/her)\nIngénieure d'études\nBright\n04 78 55 01 00", "Dana Bianchi\n\nBright Widgets\n\nTel. 02 555 01 00"}[i]
		for k, b := range boastful {
			if (i+k/2)%2 > 0 {
				continue // half of them shows it
			}
			joint := []string{"\n", "\n\n"}[(i+k)%2]
			if got := Split(said+"\n\n"+card+joint+b, m); got.Text != said {
				t.Errorf("%q below %q: left %q", b, typed, strings.TrimPrefix(got.Text, said))
			}
		}
		for k, r := range remarks {
			if (i+k/2)%2 > 0 {
				continue
			}
			joint := []string{"\n", "\n\n"}[(i+k)%2]
			for _, text := range []string{said + "\n\n" + card + joint + r, said + joint + r + "\n\n" + card, said + "\n\n" + card + "\n\n" + r + "\n\n" + boastful[k]} {
				if got := Split(text, m); !strings.Contains(got.Text, r) {
					t.Errorf("lost %q of %q: %q", r, text, got.Text)
				}
			}
		}
	}
}

// TestTemplateNeedsACard: without a card nothing of it is taken for a part of one.
func TestTemplateNeedsACard(t *testing.T) {
	m := Mail{Name: "Dana Bianchi", Address: "dana@bright.example", Us: "Assistant", Answers: true}
	for _, text := range append([]string{"Dana\n\nHotel Roma\nVia Verdi 3, Roma", "Dana\n\nTom Miller\nHotel Roma", "Dana\n\nOffice closed", "Deliver to:\n\nBianchi Widgets\n020 7946 0000"}, boastful[:8]...) {
		if text = "Book it.\n\n" + text; !strings.Contains(text, "Dana\n") {
			text = strings.Replace(text, "Book it.\n\n", "Book it.\n\nThanks,\nDana\n\n", 1)
		}
		if strings.Contains(text, "Deliver") {
			text = "Book it.\n\nDeliver to:\n\nBianchi Widgets\n020 7946 0000"
		}
		if got := Split(text, m); got.Text != text && !strings.Contains(text, "9.30") {
			t.Errorf("lost of %q: %q", text, got.Text)
		}
	}
}

// TestMarked: what the program marks as its signature goes, unless somebody has written into it.
func TestMarked(t *testing.T) {
	const sig = "Dana Bianchi\nEggs, honey and firewood\nWe do it better.\nbright.example"
	m := Mail{Name: "Dana Bianchi", Address: "dana@bright.example", Us: "Assistant", Answers: true, Marks: []string{sig}}
	if got := Split("Book it.\n\n"+strings.ReplaceAll(sig, "bright.example", "bright.example<http://bright.example/>"), m); got.Text != "Book it." {
		t.Errorf("left %q", got.Text)
	}
	for _, r := range append(remarks, "but only half", "no", "Ask Tom first") {
		for _, at := range []string{r + "\nDana Bianchi\nbright.example", "Dana Bianchi\nbright.example\n" + r} {
			m.Marks = []string{at}
			if got := Split("Book it.\n\n"+at, m); !strings.Contains(got.Text, r) {
				t.Errorf("lost %q of %q: %q", r, at, got.Text)
			}
		}
	}
}

// TestGreets: words that close a letter in ways that nobody lists, and what is none of them.
func TestGreets(t *testing.T) {
	for _, l := range strings.Split("Sonnige Grüße aus Dresden|Mit freundlichen kollegialen Grüßen|Mit sportlichem Gruß|Met de meeste hoogachting|Every blessing,|Confraternellement,|Un cordiale saluto|Com os melhores cumprimentos|Z pozdrowieniami|Warmly,|Lieve groetjes|Respectfully yours", "|") {
		if !closes(l) {
			t.Errorf("%q closes a letter", l)
		}
	}
	for _, l := range strings.Split("Grüße an Tom|Best regards to Tom|Saluti a Marco|Kein Gruß ohne Geld|Yours is better|Bises à Marie|Half of it, cheers|Un saludo a tu madre|Pozdrawiam Anię i czekam", "|") {
		if closes(l) {
			t.Errorf("%q does not close a letter", l)
		}
	}
}

// TestAnswersInAList: "my answers:" above a list speaks of that, not of a copied mail.
func TestAnswersInAList(t *testing.T) {
	m := Mail{Name: "Dana Bianchi", Address: "dana@bright.example", Us: "Assistant", Answers: true}
	const copied = "\n\n________________________________\nFrom: Assistant <agent@example.com>\nSent: 23 November 2026 09:12\nTo: Dana\nSubject: Van\n\nWhich van?"
	for _, said := range []string{"Please see my answers:\n1. yes\n2. no", "Meine Antworten:\n- ja\n- nein", "Mes réponses :\n1) oui"} {
		if got := Split(said+copied, m); got.Text != said {
			t.Errorf("%q: %q", said, got.Text)
		}
	}
	for _, said := range []string{"My answers below:", "See my answers in red:\nDana", "My answers are below"} {
		if got := Split(said+copied, m); !strings.Contains(got.Text, "Which van?") {
			t.Errorf("%q: the copy is gone", said)
		}
	}
}

// TestGiven: an address, a number or a name that somebody gives is no card of theirs.
func TestGiven(t *testing.T) {
	m := Mail{Name: "Dana Bianchi", Address: "dana@bright.example", Us: "Assistant", Answers: true}
	for _, text := range strings.Split(`Please put this on the invoice:

Dana Bianchi
12 High Street
Leeds LS1 1AA
020 7946 0000|Send it to my home address please

Dana Bianchi
3 Castle View, Leeds LS1 1AA|Die Rechnung bitte an folgende Anschrift

Dana Bianchi
Bahnhofstr. 88
95028 Hof|Voici mes coordonnées

Dana Bianchi
12 rue des Lilas
69000 Lyon|La mia nuova email e il mio indirizzo

Dana Bianchi
Via Roma 12, 20100 Milano
dana@bright.example|Invite these:

Tom Miller - 020 7946 0001
Dana Bianchi - 020 7946 0000|Va bene così.

Dana
333 555 6789|Yes.

Dana Bianchi
Head of Things
020 7946 0000

Nachtrag: bitte mit Rampe!`, "|") {
		want := text
		if at := strings.Index(text, "Nachtrag"); at > 0 {
			want = "Yes.\n\n" + text[at:]
		}
		if got := Split(text, m); got.Text != want {
			t.Errorf("lost of %q: %q", text, got.Text)
		}
	}
	if got := Split("My address has changed.\n\nRegards,\nDana\n\nDana Bianchi\nBright Widgets Ltd\n020 7946 0000", m); strings.Contains(got.Text, "Widgets") {
		t.Errorf("left %q", got.Text)
	}
}
