package reply

import (
	"maps"
	"strings"

	"bridge/internal/lazyre"
)

// roles are words for what somebody is, in the languages in order, and for where they work.
func roles() map[string]bool {
	all := set(
		"treasurer", "director", "secretary", "manager", "cfo", "ceo", "coo", "cto", "controller", "chairman", "chairwoman", "chair", "president", "bursar", "clerk", "accountant", "accounting", "finance", "procurement", "purchasing", "owner", "partner",
		"presidente", "direttore", "direttrice", "tesoriere", "segretario", "segretaria", "amministratore", "amministratrice", "amministrazione", "dirigente", "contabilità", "responsabile", "titolare",
		"tesorero", "tesorera", "directora", "secretario", "secretaria", "gerente", "presidenta", "administrador", "administradora", "contador", "contadora", "contabilidad", "administración", "jefe", "jefa",
		"trésorier", "trésorière", "directeur", "directrice", "secrétaire", "gérant", "gérante", "président", "présidente", "comptable", "comptabilité", "direction", "daf", "maire", "adjoint", "adjointe", "syndic", "proviseur", "proviseure", "principal", "principale", "chef", "cheffe", "entraîneur", "entraîneuse", "intendant", "intendante", "gardien", "gardienne", "artisan", "boulanger", "boulangère", "curé", "maître", "maîtresse", "propriétaire", "bailleur", "animateur", "animatrice", "coordinatrice", "coordinateur", "responsable", "économe", "régisseur", "greffier", "greffière",
		"präsident", "präsidentin", "kassenwart", "kassenwartin", "schatzmeister", "schatzmeisterin", "geschäftsführer", "geschäftsführerin", "schriftführer", "schriftführerin", "abteilungsleiter", "abteilungsleiterin", "vorstand", "vorsitzende", "vorsitzender", "buchhaltung", "prokurist", "prokuristin", "direktor", "direktorin", "leiter", "leiterin", "einkauf", "einkaufsleitung", "geschäftsführung",
		"tesoureiro", "tesoureira", "diretor", "diretora", "secretário", "secretária", "contabilidade", "direção",
		"penningmeester", "secretaris", "voorzitter", "boekhouding", "inkoop", "administratie", "bestuurder", "eigenaar", "eigenares", "ploegbaas", "werfleider", "teamleider", "teamleidster", "trainer", "trainster", "coach", "juf", "meester", "conciërge", "beheerder", "beheerster", "zaakvoerder", "zaakvoerster", "burgemeester", "schepen", "wethouder", "syndicus", "huisarts", "tandarts", "dierenarts", "pastoor", "dominee", "koster", "dirigent", "dirigente", "leerkracht", "directie", "directeur", "directrice", "bakker", "kapster", "verhuurder", "voorzitster", "penningmeesteres", "scriba", "griffier", "bedrijfsleider", "bedrijfsleidster", "afdelingshoofd", "huismeester",
		"skarbnik", "dyrektor", "sekretarz", "prezes", "księgowość", "księgowa", "kierownik", "zarząd", "właściciel",
	)
	maps.Copy(all, set(strings.Fields(`chairperson warden landlord landlady headmaster headmistress headteacher principal teacher coach captain vicar priest rector pastor mayor councillor steward caretaker janitor receptionist supervisor foreman coordinator administrator administration deputy founder doctor dentist nurse vet lawyer solicitor architect engineer hr `+
		`presidentessa vicepresidente direzione capo capoufficio capoturno sindaco assessore parroco don preside maestra maestro insegnante docente professoressa professore coordinatore coordinatrice referente rappresentante allenatore allenatrice capitano medico dottoressa infermiera veterinario dentista avvocato notaio geometra architetto ingegnere ragioniere ragioniera ragionier magazziniere caposquadra portiere custode proprietario proprietaria socio fondatore amministratrice impiegata impiegato cassiere cassiera fattore titolari `+
		`presidencia dirección director jefatura alcalde alcaldesa concejal párroco maestra maestro profesora profesor coordinador coordinadora encargado encargada responsable delegado delegada entrenador entrenadora médico médica enfermera veterinario veterinaria dentista abogado abogada notario arquitecto ingeniero dueño dueña propietario propietaria socio fundador logística vocal `+
		`présidence directeur chef cheffe maire adjoint curé maître maîtresse institutrice instituteur professeur coordinateur coordinatrice responsable délégué déléguée entraîneur capitaine médecin infirmière vétérinaire dentiste avocat avocate notaire architecte ingénieur gardien gardienne concierge propriétaire associé fondateur régisseur `+
		`vorsitz obmann obfrau bürgermeister bürgermeisterin pfarrer pfarrerin rektor rektorin schulleiter schulleiterin schulleitung lehrer lehrerin klassenlehrer klassenlehrerin trainer trainerin kapitän arzt ärztin praxisleitung tierarzt zahnarzt anwalt anwältin notar architekt architektin ingenieur hausmeister hausmeisterin verwalter verwalterin vermieter vermieterin eigentümer inhaber inhaberin gründer marktleiter marktleiterin meister meisterin teamleiter teamleiterin filialleiter filialleiterin elternbeirat `+
		`presidência chefe prefeito prefeita vereador padre pároco professora professor coordenador coordenadora encarregado encarregada responsável delegado treinador treinadora médico médica enfermeira veterinário veterinária dentista advogado advogada arquiteto engenheiro porteiro síndico síndica dono dona proprietário proprietária sócio fundador logística gerência `+
		`burgemeester wethouder pastoor dominee rector leraar lerares juf meester coördinator verantwoordelijke trainer trainster kapitein arts huisarts verpleegkundige dierenarts tandarts advocaat notaris architect ingenieur conciërge huismeester verhuurder vennoot oprichter beheerder teamleider filiaalmanager directie bestuur `+
		`dyrektorka dyrekcja dyr wicedyrektor sekretarka prezeska wiceprezes kierowniczka brygadzista brygadzistka wójt burmistrz starosta sołtys radny radna proboszcz ksiądz wikary rektor nauczyciel nauczycielka wychowawca wychowawczyni pedagog koordynator koordynatorka przewodniczący przewodnicząca trener trenerka kapitan lekarz lekarka pielęgniarka weterynarz dentysta adwokat radca notariusz architekt inżynier dozorca portier administrator administratorka właścicielka wspólnik założyciel logistyka skarbniczka gospodarz komendant naczelnik mistrz referent specjalista pełnomocnik `)...))
	return all
}

// besideRoles are words that tell more of one in a line above or below a name: "Il direttore generale", "Dział Logistyki".
var besideRoles = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`sales purchasing marketing hr human resources it of treasury support customer services operations logistics school club board parish committee association shop branch site local regional national group ` +
		`generale comunale commerciale tecnico tecnica scolastico scolastica didattica sanitario del della dello dell' dei delle di e vendite acquisti logistica personale clienti fornitori stabilimento negozio produzione comitato circolo coro condominio classe sezione reparto risorse umane sistemi informativi italia ` +
		`general comercial técnico técnica municipal escolar de del la los las y ventas logística personal recursos humanos producción clientes tienda club comité comunidad ` +
		`général générale commercial commerciale technique municipal scolaire de du des la les et ventes logistique ressources humaines production clients magasin club comité copropriété adjointe ` +
		`der des und personal vertrieb technik logistik technische technischer kaufmännische kaufmännischer stellvertretende stellvertretender erste erster zweite leitende leitender vereins verein schule gemeinde kundenservice it edv ` +
		`geral comercial técnico técnica municipal escolar da dos das e vendas logística pessoal recursos humanos produção clientes loja clube comissão condomínio ` +
		`algemeen commercieel technisch van der den en verkoop logistiek personeelszaken klantenservice productie winkel club school vereniging plaatsvervangend ` +
		`generalny generalna handlowy handlowa techniczny techniczna naczelny naczelna szkoły gminy miasta zakładu sklepu działu firmy klubu zarządu rady i ds. ds sprzedaży zakupów logistyki kadr it hr obsługi klienta finansów marketingu produkcji oddziału wspólnoty osiedla komitetu trójki klasowej techniczny personalny `)...)
})
