package footer

import (
	"slices"
	"strings"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// A sign-off is how people end a mail by hand: their name, and beside, above or below it what they are and for whom
// ("Brian (treasurer)", "Il cassiere" / "Ermanno", "Sandra" / "Dr Whitfield's surgery"). It is the last of the mail, a few
// lines that hang together, and leans on the name alone; a department and its house need none.

const signOffLines = 6

// ordinal is which of several somebody is: "1. Vorsitzender".
var ordinal = lazyre.New(`^(?:[1-3]\.|1st|2nd|[1-3](?:º|ª|e|er|o|a)\.?) `)

// kisses stand behind a name: "Becky xx".
var kisses = lazyre.New(`(?i) x{1,3}[.!]?$`)

// signOff marks what stands beside the name in the last lines of a mail.
func (s signer) signOff(lines []string, pieces [][]sort) {
	end := len(lines)
	for end > 0 && (!hasText(lines[end-1]) || len(pieces[end-1]) == 1 && pieces[end-1][0] == program) {
		end--
	}
	names, houses, offices, at, top := 0, 0, 0, end, end
	people := false
	found := make([]sort, end)
	for at > 0 && hasText(lines[at-1]) && end-at < signOffLines {
		if l := lines[at-1]; top < end && !s.names(l) && (s.closes(l) || s.grammar.Courtesy(l)) { // what closes a letter is no office
			break
		}
		k := ownName
		if !s.names(lines[at-1]) {
			k = s.seat(lines[at-1], pieces[at-1])
		}
		switch {
		case k == ownName:
			names++
			top = at - 1
		case k == house:
			houses++
		case k != nothing:
			offices++
			people = people || slices.ContainsFunc(fields(lines[at-1]), func(w string) bool { return s.signing.agents.Has(strings.ToLower(w)) })
		case s.reaching(pieces[at-1]), s.below(lines[at-1]): // below a name alone
			k = aside
		}
		if k == nothing {
			break
		}
		at--
		found[at] = k
	}
	for i := at; i < top && i < end; i++ {
		if found[i] == aside {
			at = i + 1
		}
	}
	if at == end || names > 1 {
		return
	}
	apart := at == 0 || found[at] == ownName // from what is said above it
	closed := false
	if at > 0 {
		closed = len(fields(lines[at-1])) > 0 && (s.closes(lines[at-1]) || s.grammar.Courtesy(lines[at-1]))
		apart = apart || !hasText(lines[at-1]) || closed
	}
	if at == 0 && found[at] != ownName || !apart || names == 0 && !(closed && end-at == 1) && (houses == 0 || offices == 0) {
		return
	}
	streets := slices.ContainsFunc(pieces[at:end], func(l []sort) bool { return slices.Contains(l, street) })
	beside := harmless
	switch {
	case offices == 0:
		beside = seated
	case offices == 1 && !people && houses == 0:
		beside = desk
	}
	for i := at; i < end; i++ {
		if found[i] == aside && s.reaching(pieces[i]) && (streets || !slices.Contains(pieces[i], town) && !slices.Contains(pieces[i], district)) {
			continue
		}
		if found[i] != ownName {
			pieces[i] = []sort{beside}
		} else if slices.Contains(pieces[i], nothing) || len(pieces[i]) > 1 || pieces[i][0] != ownName {
			pieces[i] = []sort{ownName}
		}
	}
	if closed {
		pieces[at-1] = []sort{harmless}
	}
}

// seat says what a line of a sign-off is: the name, with or without what somebody is beside it; what they are (position); where
// (house); nothing if it may be anything else.
func (s signer) seat(line string, pieces []sort) sort {
	line = strings.TrimSpace(line)
	if len(pieces) == 1 && pieces[0] == ownName {
		return ownName
	}
	if words := fields(kisses.ReplaceAllString(line, "")); kisses.MatchString(line) && s.own(words, lowered(words)) {
		return ownName
	}
	if s.relative(line) || len(fields(line)) > 8 || marked(line) || strings.ContainsAny(line, "!?;:=→<>{}%$€£…\"") || listed.MatchString(line) && !ordinal.MatchString(line) {
		return nothing
	}
	rest := ordinal.ReplaceAllString(line, "")
	if head, inner, is := strings.Cut(strings.TrimSuffix(rest, ")"), "("); is && strings.HasSuffix(rest, ")") {
		k := s.seatPart(inner, true)
		switch name := fields(head); {
		case k == nothing, s.bareHouse(fields(inner)):
			return nothing
		case len(name) == 0:
			return k
		case s.own(name, lowered(name)):
			return ownName
		}
		return nothing
	}
	if s.bareHouse(fields(line)) || slices.ContainsFunc(fields(line), func(w string) bool {
		return len(w) > 3 && s.asks(strings.ToLower(w)) && !s.tells([]string{w}) && !slices.Contains(s.name, wording.Fold(strings.ToLower(w)))
	}) {
		return nothing // the request is about it
	}
	if s.ownFirm(line, fields(line)) {
		return house
	}
	if len(pieces) == 1 && !s.oneOf(fields(line)) {
		switch pieces[0] {
		case position, title:
			return position
		case house, firm:
			return house
		}
	}
	if slices.Contains(pieces, position) && !slices.ContainsFunc(pieces, func(p sort) bool { return p != position && p != capitals && p != strange && p != aside }) {
		return position // "Owner, Bean There"
	}
	is := nothing
	for _, part := range segments(rest) {
		words := fields(part)
		if len(words) == 0 {
			continue
		}
		if s.own(words, lowered(words)) && is != ownName && !s.tells(words) {
			is = ownName
			continue
		}
		k := s.seatPart(part, is != nothing)
		if k == nothing {
			return nothing
		}
		if is != ownName && is != house {
			is = k
		}
	}
	return is
}

// seatPart says what a part of such a line is that has no name in it; beside others it may be written small, and letters.
func (s signer) seatPart(part string, beside bool) sort {
	words := fields(part)
	keys := lowered(words)
	if len(words) == 0 || digitsIn(part) > 0 || !beside && !capital(owner(words[0])) || strings.HasSuffix(part, ".") && s.closed(part, words) || behalf.MatchString(part) {
		return nothing
	}
	if s.desk(part, keys) || s.signing.lines[strings.Join(keys, " ")] {
		return position
	}
	if len(words) == 1 && s.signing.acronyms.Has(keys[0]) {
		return position // "Gita, DBA"
	}
	if s.half(words) || s.bareHouse(words) { // "Mesa", "Catering"
		return nothing
	}
	if s.signing.leads.Has(keys[0]) || slices.ContainsFunc(keys, s.signing.payees.Has) || s.doubtful(part, s.withoutHouses(words), true) || s.subject(words) || s.oneOf(words) {
		return nothing
	}
	is, other, owned := nothing, 0, false
	for i, w := range words {
		k := keys[i]
		if w = owner(w); w != words[i] && slices.Contains(s.name, wording.Fold(strings.ToLower(w))) {
			owned = true
		}
		switch {
		case s.asks(k) && len(k) > 3 && (s.signing.wares.Has(k) || !s.tells(words[i:i+1])):
			return nothing // the request is about it
		case s.signing.seats.Has(k), s.signing.houses.Has(k), s.signing.forms.Has(k) && capital(w):
			is = house
		case s.signing.agents.Has(k), s.signing.jobs.Has(k), s.signing.roles.Has(k):
			if is == nothing {
				is = position
			}
		case s.signing.between.Has(k), s.signing.governs.Has(k), s.signing.articles.Has(k), slices.Contains(s.name, k), s.signing.honours.Has(k):
		case !capital(w) && !(i > 0 && s.signing.governs.Has(keys[i-1])) && !(beside && s.quiet(w)) && !(i > 0 && i+1 < len(words) && len(k) > 4 && s.quiet(w)), s.remarked(words[i:i+1], keys[i:i+1], true), s.signing.dates.Has(k):
			return nothing
		default:
			other++
		}
	}
	if other > 3 || (owned || s.mine(keys)) && is != house { // "Dana's assistant", "Sekretariat Dana Rossi"
		return nothing
	}
	return is
}

// ownFirm reports a firm that bears the person's own name ("Kaya Stukadoors", "Transportes Vidal e Hijos"): names, what joins
// them, and at least one long word or a form of company beside theirs, which may be no given name of another.
func (s signer) ownFirm(line string, words []string) bool {
	keys := lowered(words)
	if len(words) < 2 || len(words) > 5 || digitsIn(line) > 0 || strings.ContainsAny(line, ",()") || s.doubtful(line, s.withoutHouses(words), true) || s.remarked(words, keys, true) {
		return false
	}
	own, tells := false, false
	for i, k := range keys {
		switch {
		case len(k) > 3 && capital(words[i]) && slices.Contains(s.name, wording.Fold(k)):
			own = true
		case s.signing.forms.Has(k), s.signing.seats.Has(k), s.signing.houses.Has(k):
			tells = true
		case slices.Contains([]string{"&", "and", "und", "et", "y", "e", "en", "i", "de", "van", "von", "by"}, k):
		case !capital(words[i]) || s.signing.dates.Has(k), !s.quiet(words[i]), s.signing.leads.Has(k), s.signing.choices.Has(k), s.signing.sizes.Has(k):
			return false
		default:
			tells = tells || len(k) > 7
		}
	}
	return own && tells && (s.housed(words) || !s.tells(words)) // not "Sekretariat Dana Rossi"
}

// bareHouse reports what may be a thing as well as where somebody is: one without a name ("The garage"), or with a word that is
// none ("Garage included").
func (s signer) bareHouse(words []string) bool {
	thing, house, names, small := false, false, 0, false
	for i, w := range words {
		k := strings.ToLower(strings.Trim(w, "()"))
		switch {
		case s.signing.roles.Has(k), s.signing.agents.Has(k), s.signing.jobs.Has(k):
			return false
		case s.signing.articles.Has(k):
		case s.signing.wares.Has(k):
			thing, house = true, true
		case s.signing.seats.Whole(k) || s.signing.houses.Whole(k):
			house = true
		case s.signing.between.Has(k), s.signing.governs.Has(k), i > 0 && s.signing.governs.Has(strings.ToLower(words[i-1])):
			names++
		case capital(owner(w)):
			names++
		default:
			small = true
		}
	}
	return thing && names == 0 && len(words) < 3 || house && small
}

// oneOf reports what tells one of several from the others: "Small Studio".
func (s signer) oneOf(words []string) bool {
	return len(words) < 3 && slices.ContainsFunc(lowered(words), func(k string) bool { return s.signing.choices.Has(k) || s.signing.sizes.Has(k) })
}

// owner is who owns: "Firth's".
func owner(w string) string { return strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s") }

// withoutOwning are words without what says that something is somebody's.
func withoutOwning(words []string) []string {
	all := slices.Clone(words)
	for i, w := range all {
		all[i] = owner(w)
	}
	return all
}

// tells reports a word of what somebody is or where.
func (s signer) tells(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		k := strings.ToLower(w)
		return s.signing.seats.Has(k) || s.signing.houses.Has(k) || s.signing.roles.Has(k) || s.signing.agents.Has(k) || s.signing.jobs.Has(k)
	})
}

// withoutHouses takes out words that say of a request what they do not say in the name of a house.
func (s signer) withoutHouses(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		k := strings.ToLower(w)
		return s.signing.seats.Has(k) || s.signing.roles.Has(k) || s.signing.articles.Has(k) || s.signing.dealings.Has(k) || s.signing.inCompanies.Has(k) && capital(w)
	})
}

// seats are what people are of, in the name of it: clubs, practices, shops, parishes. A word with a "*" stands for all that end
// like it.
const seats = `ops circle club society choir orchestra band team committee council parish church chapel diocese synagogue mosque temple scouts guides rovers rangers fc afc rfc cc ufc athletic united wanderers bowls cricket football rugby tennis hockey rowing sailing swimming
	school primary academy kindergarten preschool playgroup nursery university college faculty institute library museum theatre theater cinema gallery orchard nurseries landscapes landscaping gardens gardening florist florists flowers hardware ironmongers joinery carpentry roofing plastering plumbers electricians scaffolding haulage couriers removals taxis coaches motors tyres autos
	surgery practice physio dental vets veterinary opticians hospice ward infirmary pharmacy chemist properties lettings estates housing association trust charity foundation fund farm farms dairy stables kennels vineyard bakery bakers butchers deli kitchen catering caterers brewery pub tavern inn lodge guesthouse b&b hostel cottage cottages cafe café coffee tearoom salon barbers hairdressers spa gym fitness yoga pilates dance photography films studios studio design designs prints press publishing books bookshop records music pottery ceramics clayworks crafts
	company holdings group industries imports exports trading wholesale stores store shop outlet supplies enterprises ventures partners partnership llp services systems solutions security cleaning maintenance
	*verein *verband *club *klub *chor *feuerwehr *kapelle *orchester *gemeinde *pfarrei *kirche *kloster *caritas *diakonie *schule *kindergarten *kita *hort *gymnasium *universität *hochschule *bibliothek *bücherei *museum *theater *kino *galerie *praxis *klinik *krankenhaus *apotheke *heim *hospiz *pflegedienst *verwaltung *hausverwaltung *genossenschaft *gemeinschaft *eigentümerschaft *eigentümergemeinschaft *gesellschaft *stiftung *amt *behörde *werke *werk *betrieb *betriebe *bau *hof *gut *gärtnerei *baumschule *gartenbau *landschaftsbau *schreinerei *tischlerei *zimmerei *dachdeckerei *malerbetrieb *schlosserei *spenglerei *metallbau *holzbau *tiefbau *rösterei *bäckerei *konditorei *metzgerei *fleischerei *brauerei *kellerei *weingut *mühle *imkerei *molkerei *laden *markt *handlung *handel *haus *studio *atelier *werkstatt *agentur *büro *kanzlei *spedition *logistik *reederei *reisen *taxi *fahrschule *fahrdienst *wache *station *kreis *ausschuss *runde *gruppe *initiative *netzwerk
	feuerwehr pfarramt kirchengemeinde kirche tsv sv vfb vfl fsv tus djk sc ev e.v ogs lebenshilfe werkfeuerwehr eisenwaren haushaltswaren getränke sanitär heizung elektro blumen möbel optik textilien familie
	pescheria ortofrutta tabaccheria edicola lavanderia sartoria parrucchiere parrucchieri estetica barbiere serramenti infissi vetreria tipografia copisteria cartoleria libreria gioielleria ottica profumeria erboristeria agenzia autofficina gommista elettrauto autoscuola traslochi liceo istituto itis ics i.c asl asst ospedale clinica monastero convento comunità consorzio patronato caf avis misericordia infrastrutture engineering legnami marmi arredamenti salumi vini termoidraulica birrificio oleificio frantoio molino mulino apicoltura floricoltura giardinaggio az agr agrituristica
	circolo associazione comitato coro banda parrocchia diocesi oratorio asilo scuola elementari medie biblioteca museo teatro cinema ambulatorio poliambulatorio studio farmacia condominio amministrazioni immobiliare fondazione cooperativa coop azienda agricola fattoria podere tenuta cantina caseificio vivaio fiorista ferramenta falegnameria idraulica elettrica edilizia costruzioni impianti officina carrozzeria autotrasporti panificio pasticceria gelateria macelleria trattoria ristorante agriturismo palestra piscina bocciofila pro-loco proloco polisportiva asd ssd onlus aps
	editorial estancia ea cortijo hacienda rancho chacra fundo viñedo viña viñas ganadería ganados agropecuaria agrícola centro residencia hogar hospital sanatorio policlínico policlínica dispensario veterinaria óptica notaría gestoría asesoría bufete estudio correduría seguros autoescuela academia ludoteca polideportivo pabellón ayuntamiento municipalidad alcaldía intendencia cabildo diputación consejería ministerio junta mancomunidad hermandad agrupación federación sindicato mercado bazar librería papelería imprenta relojería joyería zapatería mercería sastrería tintorería lavandería peluquería barbería estética frutería verdulería pescadería almacenes kiosco estanco bar cafetería marisquería taberna sidrería parrilla pizzería taquería posada albergue constructora maderas muebles cristalería herrería metalúrgica mecánica neumáticos autobuses autocares mudanzas mensajería fletes ingeniería arquitectura arquitectos abogados consultores consultoría contadores auditores servicios soluciones sistemas tecnologías comunicaciones producciones eventos banquetes viajes turismo ceip ies cra aavv afa flores viveros jardinería limpiezas textiles confecciones calzados pinturas tapicería cerámica cerámicas gráficas parque refugio protectora fisioterapia podología odontología psicología nutrición hilados panificadora cafés vinos aceites quesería apiario colmenar hermanos hnos fábrica planta sucursal delegación
	club peña asociación comité coro banda parroquia diócesis cofradía escuela colegio guardería instituto universidad biblioteca museo teatro cine consulta consultorio clínica farmacia comunidad administraciones inmobiliaria fundación cooperativa granja finca bodega bodegas vivero floristería ferretería carpintería fontanería electricidad construcciones reformas taller talleres transportes panadería pastelería heladería carnicería mesón asador gimnasio piscina ampa apa cf cd ud
	club association comité chorale fanfare paroisse diocèse école maternelle collège lycée université bibliothèque médiathèque musée théâtre cinéma cabinet clinique pharmacie copropriété syndic immobilier fondation coopérative ferme domaine cave vignoble pépinière fleuriste quincaillerie menuiserie plomberie électricité bâtiment maçonnerie couverture garage carrosserie transports boulangerie pâtisserie fromagerie boucherie brasserie gîte piscine amicale mairie crèche asbl apel ape
	centre institut communauté congrégation société gaec earl scea sarl eurl sasu ets établissements groupement résidence château chalets auberge bistrot taverne winstub pizzeria épicerie librairie papeterie imprimerie toitures charpentes paysagiste maraîchage élevage écurie haras scierie ébénisterie serrurerie ambulances auto-école garderie micro-crèche ehpad foyer académie conservatoire orchestre harmonie commune préfecture polyclinique athénée haute-école administration notaires étude officine
	editora fazenda sítio chácara haras monte casal solar estância agropecuária lar residência notário cartório escritório ateliê atelier estúdio autoescola pavilhão câmara prefeitura ministério federação mercearia minimercado livraria papelaria tipografia gráfica relojoaria joalharia sapataria retrosaria alfaiataria lavandaria lavanderia cabeleireiro cabeleireiros salão barbearia frutaria peixaria armazéns quiosque cafetaria cafeteria marisqueira churrasqueira pizzaria lanchonete pousada edifício residencial construtora imóveis madeiras vidraria serralharia mecânica pneus táxis autocarros mudanças engenharia arquitetura arquitetos advogados advocacia consultoria contabilidade serviços soluções tecnologias comunicações produções buffet viagens emef emei cmei etec apee jardinagem limpezas têxteis confeções calçados tintas estofos cerâmica abrigo igreja capela comunidade distribuidora comércio indústria transportadora elétrica hidráulica vidraçaria marmoraria floricultura petshop veterinária odontologia psicologia nutrição sorveteria açougue hortifruti lotérica drogaria arrozeira laticínios vinhos azeites queijaria apiário irmãos unidade filial delegação lda
	clube associação comité coro banda paróquia diocese escola colégio creche infantário universidade biblioteca museu teatro cinema clínica consultório farmácia condomínio imobiliária fundação cooperativa quinta herdade adega viveiro florista ferragens carpintaria canalizações eletricidade construções oficina transportes padaria pastelaria talho restaurante tasca ginásio piscina agrupamento bombeiros ipss
	*club *vereniging *bond *koor *orkest *kerk *parochie *school *crèche *opvang *universiteit *bibliotheek *museum *theater *praktijk *kliniek *apotheek *ziekenhuis *zorg *thuiszorg *beheer *corporatie *stichting *gemeente *boerderij *kwekerij *hoveniers *tuincentrum *timmerbedrijf *loodgieter *bouw *bouwbedrijf *transport *garage *bakkerij *slagerij *brouwerij *winkel *groep hovenier hoveniersbedrijf vve vzw harmonie fanfare huisartsenpraktijk huisartsenpost tuinclub voetbalclub tennisclub manege camping
	maatschap mts vof frituur snackbar eetcafé slijterij drogisterij boekhandel bloemist bloemisterij kapsalon kapper schoonheidssalon notariaat notariskantoor advocaten advocatenkantoor makelaardij makelaars accountants administratiekantoor kozijnen stukadoors schilders schildersbedrijf dakdekkers timmerwerken installatietechniek installaties sanitair tuinen melkveebedrijf akkerbouw akkerbouwbedrijf loonbedrijf landbouwbedrijf veehouderij paardenhouderij woonzorgcentrum zorgcentrum residentie rusthuis basisschool gbs obs cbs kinderdagverblijf scholengroep atheneum lyceum faculteit drukkerij uitgeverij schouwburg cultuurcentrum vk kfc kv sk hc tc chiro ksa klj kwb okra davidsfonds femma gilde schutterij *comité *raad *bestuur *zaak *huis *atelier *makelaars *advocaten *notarissen *architecten
	sklep hurtownia zakład serwis tartak młyn drukarnia wydawnictwo redakcja księgarnia antykwariat ogrodnictwo pasieka stadnina ośrodek technikum politechnika instytut izba urząd starostwo nadleśnictwo leśnictwo hufiec drużyna lks zhp cech kancelaria biuro pracownia agencja stomatologia weterynaria instalacje budownictwo wnętrza spedycja wykończenia mops gops sp lo zso klasztor zakonny dps gosp
	klub stowarzyszenie towarzystwo komitet chór orkiestra parafia diecezja szkoła podstawowa przedszkole żłobek liceum uniwersytet biblioteka muzeum teatr kino gabinet przychodnia poradnia szpital apteka wspólnota mieszkaniowa spółdzielnia nieruchomości fundacja gospodarstwo rolne ferma winnica szkółka kwiaciarnia stolarnia hydraulika elektryka budowlana warsztat transport piekarnia cukiernia lodziarnia masarnia browar karczma pensjonat siłownia basen osp ks mks koło rada sołectwo`

// roles are what people are in such houses.
const roles = `landlady landlord landlords housekeeper conductor choirmaster organist churchwarden sacristan verger sexton curate deacon captain coach groundsman steward convenor convener co-ordinator registrar bursar governor headmaster headmistress teacher teachers admissions
	dispo disposition pdl wbl vertriebsinnendienst innendienst außendienst backoffice back-office empfang rezeption praxismanagement praxisteam qm qmb bdm csm sre devops
	warehouse reception office accounts payroll dev devops platform infrastructure operations security desk support helpdesk it hr qa dba
	*wart *wartin *leiter *leiterin *leitung *vermieter *vermieterin *verwalter *verwalterin *sprecher *sprecherin *führer *führerin *vorstand *vorständin *vorsitz *vorsitzender *vorsitzende *beauftragter *beauftragte *pfleger *pflegerin *meister *meisterin *lehrer *lehrerin *betreuer *betreuerin *koordinator *koordinatorin *stelle *abteilung *stand *sicherheit *team *kasse *dienst *rat *rätin *obmann *obfrau *kommandant *kommandantin *trainer *trainerin *inhaber *inhaberin *besitzer *besitzerin *wirt *wirtin *bäuerin *bauer *mesner *küster *organist *organistin *kantor *kantorin schwester stationsschwester pfarrer pfarrerin diakon eigentümer eigentümerin schatzmeister einkauf verkauf vertrieb lager versand werkstatt empfang anmeldung sekretariat buchhaltung leitstand
	economa economo socio socia volontario volontaria educatore educatrice bidello oss osa mamma papà
	cassiere cassiera tesoriere tesoriera segretario segretaria capitano allenatore custode bidella portiere locatrice locatore padrone padrona parroco catechista maestro maestra magazzino segreteria accettazione portineria ragioneria amministrazione direzione contabilità
	tutor tutora profesor profesora directora director jefe jefa encargado encargada responsable coordinador coordinadora presidente presidenta vicepresidente vicepresidenta vocal portavoz delegado delegada administrador administradora gerente propietario propietaria arrendador arrendadora autónomo autónoma capataz mayoral hacendado ganadero ganadera agricultor agricultora apicultor enfermero enfermera auxiliar fisioterapeuta podóloga podólogo psicóloga psicólogo nutricionista logopeda veterinario veterinaria farmacéutico farmacéutica dentista odontóloga odontólogo diseñador diseñadora fotógrafo fotógrafa ilustradora ilustrador traductor traductora periodista editora editor redactora redactor arquitecto arquitecta aparejador aparejadora ingeniero ingeniera perito abogado abogada procurador procuradora notario notaria gestor gestora asesor asesora contador contadora economista cocinero cocinera chef camarero camarera mesero panadera panadero peluquera peluquero esteticista mecánico mecánica electricista fontanero fontanera plomero carpintero carpintera albañil pintor pintora jardinero jardinera transportista chofer chófer taxista conductora dependienta dependiente vendedora vendedor cajera cajero recepcionista bedel limpiadora cuidadora síndica síndico alcalde alcaldesa concejal concejala sacerdote diácono mayordomo monitora socorrista árbitro
	tesorero tesorera capitán entrenador entrenadora conserje casera casero dueño dueña párroco catequista maestro maestra almacén secretaría recepción contabilidad administración dirección
	trésorier trésorière capitaine entraîneur entraîneuse gardien gardienne concierge propriétaire bailleur curé catéchiste instituteur institutrice maîtresse magasin secrétariat accueil comptabilité direction
	professor professora diretor diretora chefe encarregado encarregada responsável coordenador coordenadora vice-presidente vogal porta-voz sócio sócia sócio-gerente sócia-gerente fazendeiro fazendeira pecuarista produtor produtora enfermeiro enfermeira fonoaudióloga veterinário veterinária farmacêutico farmacêutica designer tradutor tradutora jornalista redatora redator arquiteto arquiteta engenheiro engenheira advogado advogada solicitador solicitadora notário notária tabelião contabilista cozinheiro cozinheira empregado empregada garçom padeiro padeira cabeleireira cabeleireiro mecânico mecânica eletricista canalizador encanador carpinteiro carpinteira pedreiro jardineiro jardineira transportador transportadora motorista rececionista zelador zeladora prefeito prefeita vereador vereadora padre autônomo autônoma microempreendedor microempreendedora
	tesoureiro tesoureira capitão treinador treinadora porteiro porteira senhorio senhoria proprietário proprietária pároco catequista armazém secretaria receção recepção contabilidade administração direção
	penningmeester secretaris voorzitter aanvoerder trainer beheerder conciërge huisbaas verhuurder verhuurster eigenaar eigenares pastoor dominee koster juf meester magazijn receptie secretariaat administratie boekhouding directie balie
	ekonomka ekonom opiekun opiekunka przełożona sołtyska wychowawca wychowawczyni pedagog woźny kucharka kucharz ratownik komendant gajowy leśniczy mama tata emerytowany emerytowana rejestracja
	skarbnik skarbniczka sekretarz kapitan trener trenerka dozorca dozorczyni właściciel właścicielka proboszcz katechetka katecheta nauczycielka magazyn recepcja sekretariat księgowość administracja dyrekcja sołtys prezes prezeska`

// wares are houses that people buy, rent, book and order, too.
const wares = `flores viajes viagens seguros muebles maderas madeiras pinturas tintas móveis cafés vinos vinhos aceites azeites eventos banquetes mudanzas mudanças fletes táxis autobuses autocares autocarros calzados confecciones textiles cerámica cerámicas jardinería jardinagem limpiezas limpezas parque centro bar cafetería restaurante residencia residência hospital posada pousada albergue rancho finca quinta casal solar monte lar planta unidade fábrica filial sucursal pabellón pavilhão salão mercado viñas laticínios buffet estudio estúdio estética servicios serviços sistemas soluciones soluções neumáticos pneus gráfica gráficas pizzería pizzaria garage garagen* park* ferien* wasch* innenhof hinterhof *garage *garagen haus wohnhaus ferienhaus house huis casa maison dom home hotel hostel lodge cottage cottages catering flowers books taxis music records removals camping transport transports imports exports supplies studio studios properties cinema kino theater theatre gym piscina pool gardens garden garten security cleaning maintenance elektro heizung sanitär blumen möbel getränke optik textilien shop store outlet sklep biuro zakład serwis pracownia hurtownia warsztat agencja instytut szkoła przedszkole szpital ospedale clinica cartoleria libreria ottica lavanderia agenzia officina liceo istituto ufficio negozio noleggio traslochi arredamenti serramenti infissi legnami marmi salumi vini instalacje wnętrza wykończenia spedycja budownictwo molino mulino frantoio tartak młyn pescheria`

// sizes are words of oneOf.
const sizes = `small smaller large larger big bigger cheap cheaper other another next last both each klein* groß* gross* ander* beide* petit* grand* autre* piccol* grand* altr* pequeñ* otr* otro pequen* outr* groot groter kleiner mał* duż* inn* drug*`

// acronyms are letters for what people are.
const acronyms = `cpe atsem aesh ide iade ash drh rrh dga dgs raf p&o hrm ceo cfo coo cto cmo cio ciso cpo dba hr it qa pr edv rrhh rh dg daf pdg dsi oss osa`
