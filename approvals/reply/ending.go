package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// aboutEnding reports whether what is asked is to end something: "cancel it" is then
// the answer to another question than "do you approve".
func (p *parser) aboutEnding(shown []string) bool {
	return slices.ContainsFunc(shown, func(s string) bool {
		return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(normalize(s)), func(r rune) bool { return !unicode.IsLetter(r) }), ends)
	})
}

// ends reports a word for ending something, or taking it back; not the Italian clerk, nor stationery.
func ends(w string) bool {
	if strings.HasPrefix(w, "cancellier") || strings.HasPrefix(w, "cancelleri") {
		return false
	}
	return endings().has(w) || !strings.HasPrefix(w, "verkünd") && slices.ContainsFunc(endingsInside(), func(e string) bool { return strings.Contains(w, e) })
}

// endings are such words, and endingsInside what they are in German and Dutch ones that are joined to another.
var (
	endings = lazyre.Once(func() wordList {
		return wordsOf(`cancel* cancél* interrup* interru* interromp* unterbrech* przerw* onderbrek* halt halts pause pauses pausing pausar pausier* pauzeer* detener detén* detenga* stop stops stopping stopp* stopz* abort* annul* void voids revoke* revoc* terminat* unsubscrib* suspend* sospend* rescind* undo withdraw* call-off
			abbrech* abbruch* beend* anhalt* anul* rescis* parar baja disdi* disdett* recedere recess* blocc* ferma fermare fermate résili* resili* arrêt* arret* révoqu* encerr* intrek* zatrzym* wstrzym* odwoł* odwol* cofn* wycof* rezygn* zrezygn* wypowied* wypowiad*`)
	})
	endingsInside = lazyre.Once(func() []string {
		return []string{"storn", "künd", "kuend", "widerruf", "abbruch", "opzeg", "annuler", "beëindig", "beeindig"}
	})
)

// unable reports whether words after "I cannot approve this" say that its writer is
// not able to answer, or may not: that is no refusal.
func (p *parser) unable(toks []token) bool {
	return slices.ContainsFunc(toks, func(t token) bool { return t.kind == word && p.inability[t.key] })
}

func inability() map[string]bool {
	return set(
		"access", "link", "button", "page", "site", "website", "portal", "login", "log", "password", "phone", "app", "internet", "connection", "device", "computer", "laptop", "browser", "screen", "holiday", "vacation", "leave",
		"travelling", "traveling", "driving", "meeting", "authority", "authorised", "authorized", "permission", "permissions", "rights", "mandate", "role", "level", "position", "alone", "myself", "technical", "technically", "open", "read", "view", "find", "load", "loading", "works", "work", "working", "here", "from", "without", "responsible", "department", "decide", "busy", "away",
		"accesso", "pulsante", "pagina", "sito", "telefono", "cellulare", "ferie", "vacanza", "viaggio", "riunione", "autorità", "autorizzato", "autorizzata", "permessi", "diritti", "ruolo", "livello", "solo", "sola", "tecnicamente", "aprire", "leggere", "trovo", "funziona", "carica", "competenza", "responsabile", "senza", "qui",
		"acceso", "enlace", "botón", "boton", "página", "pagina", "sitio", "teléfono", "telefono", "móvil", "movil", "celular", "vacaciones", "viaje", "reunión", "reunion", "autoridad", "autorizado", "autorizada", "permisos", "derechos", "rol", "nivel", "sola", "técnicamente", "abrir", "leer", "encuentro", "funciona", "competencia", "sin", "aquí", "aqui", "responsable",
		"accès", "acces", "lien", "bouton", "site", "téléphone", "telephone", "portable", "vacances", "congé", "congés", "conge", "conges", "déplacement", "deplacement", "réunion", "autorité", "autorisé", "habilité", "habilite", "habilitée", "droits", "rôle", "role", "niveau", "seul", "seule", "techniquement", "ouvrir", "lire", "trouve", "fonctionne", "marche", "compétence", "sans", "ici",
		"zugriff", "zugang", "link", "knopf", "button", "seite", "handy", "telefon", "urlaub", "reise", "unterwegs", "besprechung", "berechtigt", "berechtigung", "befugt", "befugnis", "rechte", "rolle", "alleine", "allein", "technisch", "öffnen", "oeffnen", "lesen", "finde", "funktioniert", "geht", "lädt", "zuständig", "zustaendig", "zuständigkeit", "ohne", "hier", "von",
		"acesso", "ligação", "botão", "botao", "sítio", "telemóvel", "telemovel", "férias", "ferias", "viagem", "reunião", "reuniao", "autoridade", "permissão", "permissao", "permissões", "direitos", "papel", "nível", "sozinho", "sozinha", "tecnicamente", "ler", "encontro", "competência", "sem", "daqui", "responsável",
		"toegang", "knop", "telefoon", "mobiel", "vakantie", "verlof", "onderweg", "vergadering", "bevoegd", "bevoegdheid", "gemachtigd", "rechten", "rol", "niveau", "alleen", "zelf", "technisch", "openen", "lezen", "vind", "werkt", "laadt", "verantwoordelijk", "zonder", "hier", "vanaf",
		"dostępu", "dostepu", "dostęp", "dostep", "linku", "przycisk", "przycisku", "strona", "strony", "telefonu", "telefonie", "urlopie", "urlop", "podróży", "podrozy", "drodze", "spotkaniu", "uprawnień", "uprawnien", "uprawniony", "uprawniona", "upoważniony", "upowaznienia", "upoważnienia", "roli", "sam", "sama", "technicznie", "otworzyć", "otworzyc", "przeczytać", "działa", "dziala", "ładuje", "bez", "stąd", "stad", "odpowiedzialny", "odpowiedzialna",
	)
}
