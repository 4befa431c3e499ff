package reply

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// acts are common deeds, one a line, with their verbs in the eight languages in the order of languages(): agents ask in
// English, and people answer with the deed in their own language ("supprimez-les" to "Delete 1,240 log files"). A verb
// stands as its infinitive, of which [ownForms] makes the forms that order; after "=" stands a form that this does not make.
var acts = sync.OnceValue(func() [][8]string {
	var all [][8]string
	for line := range strings.Lines(`
		pay|pagare saldare|pagar abonar|payer régler|zahlen bezahlen überweisen begleichen|pagar liquidar|betalen|zapłacić płacić opłacić =zapłać =płać =opłać
		transfer wire|trasferire spostare versare =trasferisci|transferir =transfiere =transfiera|transférer virer verser|überweisen transferieren umbuchen|transferir =transfere =transfira|overmaken overboeken|przelać przelewać =przelej =przelewaj
		refund reimburse|rimborsare restituire|devolver reembolsar reintegrar|rembourser|erstatten zurückzahlen zurückerstatten|reembolsar devolver estornar|terugbetalen terugstorten|zwrócić zwracać =zwróć =zwracaj
		delete remove erase purge|cancellare eliminare rimuovere togliere =togli =toglila =toglilo =toglili =toglile|borrar eliminar quitar|supprimer effacer virer enlever retirer|löschen entfernen|apagar excluir eliminar remover tirar deletar|verwijderen wissen weggooien|usunąć usuwać skasować kasować wywalić =usuń =usuwaj =skasuj =kasuj =wywal
		cancel terminate|disdire annullare =disdici =disdite|cancelar anular rescindir|résilier annuler|kündigen stornieren|cancelar rescindir anular|opzeggen annuleren|wypowiedzieć wypowiadać anulować odwołać =wypowiedz =anuluj =odwołaj
		publish post upload|pubblicare postare caricare|publicar postear subir|publier poster|veröffentlichen posten publizieren hochladen|publicar postar|publiceren plaatsen posten|opublikować publikować wrzucić wrzucać =wrzuć =wrzucaj
		send text mail|mandare inviare spedire|enviar mandar|envoyer|senden schicken verschicken versenden abschicken rausschicken|enviar mandar|versturen sturen verzenden|wysłać wysyłać =wyślij =wysyłaj
		sign|firmare sottoscrivere|firmar|signer|unterschreiben unterzeichnen|assinar|ondertekenen tekenen|podpisać podpisywać =podpisz =podpisuj
		hire|assumere =assumila =assumilo|contratar|embaucher engager recruter|einstellen anstellen|contratar|aannemen|zatrudnić zatrudniać =zatrudnij =zatrudniaj
		book reserve|prenotare|reservar|réserver|buchen reservieren|reservar marcar|boeken reserveren|zarezerwować rezerwować zabukować
		order buy purchase|ordinare comprare acquistare|pedir comprar encargar =pide =pídelo =pídelas =pídelos|commander acheter|bestellen kaufen|encomendar comprar|bestellen kopen|zamówić zamawiać kupić kupować =zamów =zamawiaj =kup =kupuj
		renew extend|rinnovare prolungare prorogare|renovar prorrogar|renouveler prolonger reconduire =renouvelle =renouvelle-la =renouvelle-le =renouvelle-les|verlängern erneuern|renovar prorrogar prolongar|verlengen vernieuwen|przedłużyć przedłużać odnowić odnawiać =przedłuż =przedłużaj =odnów =odnawiaj
		raise increase|alzare aumentare|subir aumentar|augmenter relever|erhöhen anheben|aumentar subir|verhogen|podnieść podwyższyć podnosić =podnieś =podwyższ =podnoś
		lower reduce|abbassare ridurre =riduci|bajar rebajar|baisser diminuer|senken reduzieren herabsetzen|baixar reduzir diminuir|verlagen|obniżyć obniżać =obniż =obniżaj
		move reschedule|spostare|mover cambiar trasladar|déplacer décaler|verschieben verlegen|mudar mover|verplaatsen verzetten|przenieść przesunąć przenosić =przenieś =przesuń =przenoś
		swap exchange|scambiare|intercambiar cambiar|échanger|tauschen|trocar|ruilen wisselen|zamienić zamieniać =zamień =zamieniaj
		confirm|confermare|confirmar|confirmer|bestätigen|confirmar|bevestigen|potwierdzić potwierdzać =potwierdź =potwierdzaj
		answer reply respond|rispondere|responder contestar|répondre|antworten beantworten|responder|antwoorden beantwoorden|odpowiedzieć odpisać =odpowiedz =odpisz =odpowiadaj
		give grant|dare concedere =daglielo =dagliela =daglieli =dagliele|dar conceder otorgar =dáselo =dáselos =dales|donner accorder octroyer|geben gewähren einräumen =gib =gebt|dar conceder liberar =dá =dê|geven verlenen toekennen|dać nadać przyznać udzielić =daj =nadaj =przyznaj
		restart reboot|riavviare|reiniciar|redémarrer relancer|rebooten|reiniciar|herstarten|zrestartować restartować
		donate|donare|donar|donner verser|spenden|doar|doneren schenken|przekazać wpłacić =przekaż =wpłać
		sell|vendere|vender|vendre|verkaufen|vender|verkopen|sprzedać sprzedawać =sprzedaj =sprzedawaj
		offer|offrire|ofrecer|offrir proposer|anbieten|oferecer|aanbieden|zaproponować zaoferować
		invite|invitare|invitar|inviter|einladen|convidar|uitnodigen|zaprosić zapraszać =zaproś =zapraszaj
		start launch activate|avviare lanciare attivare|iniciar lanzar activar|lancer démarrer activer|starten aktivieren|iniciar lançar ativar|starten activeren|uruchomić włączyć =uruchom =włącz
		print|stampare|imprimir|imprimer|drucken ausdrucken|imprimir|printen afdrukken|wydrukować drukować
		hand|cedere consegnare|entregar|remettre|übergeben abgeben|entregar|afgeven|oddać =oddaj
		create|creare|crear|créer|erstellen anlegen|criar|aanmaken|utworzyć stworzyć =utwórz =stwórz
		open|aprire|abrir|ouvrir =ouvre|öffnen|abrir|openen|otworzyć =otwórz
		close|chiudere|cerrar|fermer|schließen|fechar|sluiten|zamknąć`) {
		var act [8]string
		if copy(act[:], strings.Split(strings.TrimSpace(line), "|")) == len(act) {
			all = append(all, act)
		}
	}
	return all
})

// actAt is an act in one language.
type actAt struct{ k, l int }

var actsByVerb = sync.OnceValue(func() map[string][]actAt {
	all := map[string][]actAt{}
	for k, act := range acts() {
		for l, verbs := range act {
			for w := range strings.FieldsSeq(verbs) {
				all[w] = append(all[w], actAt{k, l})
			}
		}
	}
	return all
})

// actOfMachines is what machines do by themselves, too: who writes that one does not orders nothing.
const actOfMachines = "restart reboot"

// asksActs are the acts that a prompt asks for: with its first word, with what is asked behind "I would" and "may I", or
// with the last infinitive of a German or Dutch one.
func asksActs(about string) (asked []int) {
	words := wordsOfPrompt(strings.ToLower(about))
	note := func(w string, verbLast bool) {
		for _, a := range actsByVerb()[w] {
			if (a.l == deAt || a.l == nlAt) == verbLast && !slices.Contains(asked, a.k) {
				asked = append(asked, a.k)
			}
		}
	}
	for i, w := range words {
		if i == 0 || words[i-1] == "would" || i > 1 && words[i-2] == "may" && words[i-1] == "i" {
			note(w, false)
		}
	}
	for _, w := range slices.Backward(words) {
		if strings.HasSuffix(w, "en") {
			if note(w, true); len(asked) > 0 {
				break
			}
		}
	}
	return asked
}

// actForms are the words of one act in one language.
type actForms struct {
	acts   map[string]role // its forms, and words that people put beside them
	verbs  map[string]bool // those that no list has
	bare   map[string]bool // forms that have lost their prefix: whether no list has them
	whole  map[string]bool // forms that have none
	prefix map[string]bool // what they have lost, if that makes another verb of one that no list has
}

// formsOf are the forms of an act in one language. They are made once, when a prompt first asks for it.
func (p *parser) formsOf(k, l int) *actForms {
	if made, ok := p.actForms.Load(actAt{k, l}); ok {
		return made.(*actForms)
	}
	f := &actForms{acts: map[string]role{}, verbs: map[string]bool{}, bare: map[string]bool{}, whole: map[string]bool{}, prefix: map[string]bool{}}
	note := func(w string, r role) {
		key := actKey(w)
		if len(w) < 3 || p.hedges.of[w] || p.hedges.of[key] || p.negators[w] || p.refusals[w] || r != adverb && p.orders[l].roles[w]&^(verbs|stated|holding) != 0 {
			return
		}
		if p.optOut.of[w] { // "cancel thanks"
			r = negated1
		}
		f.acts[key] |= r | p.orders[l].roles[w]
		if r&verbs != 0 && p.orders[l].roles[w]&verbs == 0 {
			f.verbs[key] = true
		}
	}
	act := acts()[k]
	for verb := range strings.FieldsSeq(act[l]) {
		if form, is := strings.CutPrefix(verb, "="); is {
			note(form, imperative)
			if l == plAt {
				note(form+"cie", imperative)
				note(form+"my", imperative)
			}
			continue
		}
		var noted []string
		parted := false
		if prefix := ownForms(l, verb, func(w string, r role) { note(w, r); noted = append(noted, w) }, func(w string) {
			f.bare[nameKey(w)] = p.orders[l].roles[w]&verbs == 0
			parted = parted || f.bare[nameKey(w)]
		}); prefix != "" {
			f.prefix[prefix] = f.prefix[prefix] || parted
			continue
		}
		for _, w := range noted {
			f.whole[nameKey(w)] = true
		}
	}
	for w := range strings.FieldsSeq([...]string{enAt: "him her em", deAt: "ihr", ptAt: "eles elas ele ela", nlAt: "haar hen ff", plAt: "ich jej mu im"}[l]) {
		f.acts[w] = object | p.orders[l].roles[w]
	}
	for w, r := range f.acts {
		switch {
		case l == ptAt && r&stated != 0 && act[enAt] != actOfMachines: // "não troca" forbids
			f.acts[w] = r&^stated | negated1
		case l == itAt && r&(imperative|holding) == imperative && (strings.HasSuffix(w, "te") || strings.HasSuffix(w, "mo")): // "lo mandate"
			f.acts[w] = r | p.orders[l].roles[w]&stated
		case l != enAt && r&imperative != 0 && r&(stated|infinitive|negated1) == 0:
			f.acts[w] |= command
		}
	}
	made, _ := p.actForms.LoadOrStore(actAt{k, l}, f)
	return made.(*actForms)
}

// learnActs notes the forms of the acts that a prompt asks for in one language, and what things it names at first.
func (p *parser) learnActs(own *ownWords, about string, l int) {
	asked := asksActs(about)
	if len(asked) == 0 {
		return
	}
	whole := map[string]bool{}
	for _, k := range asked {
		f := p.formsOf(k, l)
		for w, r := range f.acts {
			own.acts[w] |= r
		}
		maps.Copy(own.verbs, f.verbs)
		maps.Copy(own.bare, f.bare)
		maps.Copy(whole, f.whole)
		for prefix, parted := range f.prefix {
			if parted {
				own.prefix[prefix], own.says[prefix] = true, true
			}
		}
	}
	maps.DeleteFunc(own.bare, func(w string, lost bool) bool { return !lost || whole[w] })
	title, _, _ := strings.Cut(about, ". ")
	words := wordsOfPrompt(strings.ToLower(title))
	for i, w := range words {
		if p.joinsThings(w) {
			return
		}
		if i > 0 && prepositions()[enAt][w] {
			words = words[:i]
			break
		}
	}
	same := slices.ContainsFunc(asked, func(k int) bool { return slices.Contains(actsByVerb()[words[0]], actAt{k, l}) }) // its own language
	if asking := (Shown{About: []string{title}}); same || joinedThing.MatchString(title) || asksFor(asking, anew) {
		return // "restart the servers"
	}
	own.kinds = slices.DeleteFunc(slices.Clone(alike()), func(kind wordList) bool { return !slices.ContainsFunc(words[1:], kind.has) })
}

// actKey is a word without accents, Polish ones too.
func actKey(w string) string { return strings.ReplaceAll(nameKey(w), "ł", "l") }

// does reports whether a word is a form of a deed that the prompt asks for, in any language that was looked at.
func (s Shown) does(w string) bool {
	if s.own == nil {
		return false
	}
	key := actKey(w)
	return slices.ContainsFunc(s.own[:], func(own *ownWords) bool { return own != nil && own.acts[key]&verbs != 0 })
}
