package footer

// agents are what people are, with a field beside them that need not be known: "Reader in
// Economic History", "Kierownik magazynu". A word with a "*" stands for all that begin
// like it.
const agents = `
	proprietor proprietors proprietress stylist decorator bricklayer landscaper barista postmaster postmistress milliner seamstress upholsterer celebrant registrar coroner magistrate alderman gamekeeper beekeeper chiropodist podiatrist osteopath optician optometrist radiologist anaesthetist
	ortsvorsteher ortsvorsteherin ortsbürgermeister stbin wpin zimmermeister bäckermeister *kanzlist bergbauer landwirt landwirtin imkerin gastwirt gastwirtin mesner mesnerin diakonin organist organistin erzieher erzieherin tagesmutter fahrlehrer fahrlehrerin friseurmeister friseurmeisterin kosmetikerin podologin logopädin logopäde ergotherapeutin polier bauleiter bauleiterin obmann obfrau schriftführer kassier kassierin kassiererin zeugwart platzwart jugendwart wehrführer ortsbrandmeister zugführer gruppenführer schulsekretariat schulsekretärin *sekretariat *sekretärin rektorat
	illustrator muralist photographer translator interpreter copywriter proofreader filmmaker musician composer potter ceramicist calligrapher florist videographer animator podcaster blogger novelist sculptor printmaker gardener midwife paramedic physiotherapist dietitian
	illustratorin fotograf fotografin übersetzer übersetzerin dolmetscher dolmetscherin texter texterin grafiker grafikerin lektor lektorin musiker musikerin oberarzt oberärztin chefarzt chefärztin assistenzarzt assistenzärztin hebamme fachanwalt fachanwältin
	graphiste illustrateur illustratrice photographe traductrice rédacteur rédactrice interprète musicien musicienne sage-femme infirmier infirmière
	fotografo fotografa illustratore illustratrice traduttore traduttrice interprete grafico grafica ostetrica infermiere infermiera
	ilustrador ilustradora fotógrafo fotógrafa traductor traductora diseñadora matrona enfermero enfermera
	tradutor tradutora intérprete enfermeira enfermeiro redator redatora
	leerkracht zorgleerkracht kleuterleidster onderwijzer onderwijzeres opvoeder opvoedster schooldirecteur directielid preventieadviseur werfleider ploegbaas
	fotograaf vertaler vertaalster tolk vormgever vormgeefster tekstschrijver verloskundige verpleegkundige huisarts tandarts
	tłumacz tłumaczka fotografka graficzka ilustratorka położna pielęgniarka lekarz lekarka
	*terapeuta *therapeut *therapeute *therapist *ologist *ologe *ologin *ologo *ologa *ólogo *óloga *ologue *oloog *olog *olożka *iatra *iater
	department departments dept depto division faculty institute school section laboratory abteilung *abteilung fachbereich fachgebiet institut lehrstuhl referat sekretariat sachgebiet ufficio dipartimento facoltà istituto reparto settore servizio departamento facultad instituto servicio sección cátedra département faculté service direction pôle secrétariat faculdade serviço secção setor diretoria programa afdeling faculteit vakgroep dział wydział katedra instytut zakład biuro referat oddział
	manager* director directors officer head chief lead leader lecturer reader professor fellow researcher scientist analyst engineer developer architect designer consultant adviser advisor accountant auditor controller treasurer bookkeeper buyer planner coordinator co-ordinator administrator assistant associate secretary clerk handler executive president vice-president chairman chairwoman chair partner founder owner principal headteacher teacher tutor dean provost bursar registrar librarian curator editor producer
	surveyor solicitor barrister attorney lawyer counsel paralegal notary surgeon physician paediatrician pediatrician cardiologist dentist hygienist nurse matron midwife pharmacist therapist physiotherapist psychologist psychotherapist vet radiographer technician mechanic electrician plumber foreman supervisor superintendent inspector agent broker realtor underwriter representative specialist expert strategist evangelist recruiter caretaker warden receptionist dispatcher trainer instructor chaplain vicar reverend councillor commissioner trustee ambassador volunteer concierge
	leiter leiterin *leiter *leiterin direktor direktorin *direktor *direktorin geschäftsführer geschäftsführerin *manager *managerin referent referentin *referent *referentin sachbearbeiter sachbearbeiterin *sachbearbeiter *sachbearbeiterin assistent assistentin *assistent *assistentin assistenz *assistenz berater beraterin *berater *beraterin ingenieur ingenieurin *ingenieur *ingenieurin architekt architektin meister meisterin *meister *meisterin
	einkäufer einkäuferin *einkäufer *einkäuferin verkäufer verkäuferin buchhalter buchhalterin *buchhalter *buchhalterin prokurist prokuristin vorstand vorständin *vorstand vorsitzender vorsitzende *vorsitzender *vorsitzende arzt ärztin *arzt *ärztin anwalt anwältin *anwalt *anwältin notar notarin lehrer lehrerin *lehrer *lehrerin pfleger pflegerin *pfleger *pflegerin krankenschwester therapeut therapeutin *therapeut *therapeutin heilpraktiker heilpraktikerin techniker technikerin *techniker *technikerin beauftragter beauftragte *beauftragter *beauftragte
	inhaber inhaberin inh gründer gründerin redakteur redakteurin entwickler entwicklerin *entwickler *entwicklerin kauffrau kaufmann *kauffrau *kaufmann verwalter verwalterin *verwalter *verwalterin oberbürgermeister oberbürgermeisterin bürgermeister bürgermeisterin dekan dekanin rektor rektorin pfarrer pfarrerin hausmeister hausmeisterin dozent dozentin
	direttore direttrice responsabile dirigente titolare amministratore amministratrice consigliere consigliera consulente commercialista avvocato avvocata notaio notaia ingegnere architetto geometra medico medica chirurgo odontoiatra farmacista infermiere infermiera psicologo psicologa veterinario veterinaria docente professore professoressa ricercatore ricercatrice insegnante preside dirigente segretario segretaria impiegato impiegata addetto addetta coordinatore coordinatrice referente tecnico capo capoufficio presidente vicepresidente sindaco sindaca assessore agente venditore venditrice ragioniere ragioniera contabile tesoriere tesoriera fondatore fondatrice socio socia magazziniere patrocinante
	director directora jefe jefa gerente responsable encargado encargada consejero consejera delegado delegada administrador administradora asesor asesora consultor consultora abogado abogada notario notaria ingeniero ingeniera arquitecto arquitecta médico médica cirujano cirujana odontólogo odontóloga dentista farmacéutico farmacéutica enfermero enfermera psicólogo psicóloga veterinaria profesor profesora catedrático catedrática investigador investigadora maestro maestra secretario secretaria auxiliar coordinador coordinadora técnico técnica presidente presidenta alcalde alcaldesa concejal concejala contador contadora contable contralor contralora tesorero tesorera analista comercial agente vendedor vendedora fundador fundadora procurador procuradora gestor gestora ejecutivo ejecutiva
	directeur directrice responsable chargé chargée gérant gérante président présidente vice-président vice-présidente gestionnaire conseiller conseillère consultant consultante avocat avocate notaire ingénieur ingénieure architecte médecin chirurgien chirurgienne dentiste chirurgien-dentiste pharmacien pharmacienne infirmier infirmière psychologue vétérinaire professeur professeure enseignant enseignante chercheur chercheuse maître secrétaire assistant assistante adjoint adjointe coordinateur coordinatrice technicien technicienne chef cheffe maire comptable expert-comptable trésorier trésorière analyste acheteur acheteuse vendeur vendeuse fondateur fondatrice associé associée praticien praticienne membre délégué déléguée
	diretor diretora gerente responsável chefe presidente vice-presidente administrador administradora assessor assessora consultor consultora advogado advogada notário notária engenheiro engenheira arquiteto arquiteta médico médica cirurgião cirurgiã dentista farmacêutico farmacêutica enfermeiro enfermeira psicólogo psicóloga veterinário professor professora docente investigador investigadora pesquisador pesquisadora secretário secretária assistente coordenador coordenadora técnico técnica analista contabilista contador contadora tesoureiro tesoureira comprador compradora vendedor vendedora fundador fundadora sócio sócia gestor gestora vereador vereadora
	directeur directrice hoofd manager *manager leidinggevende voorzitter bestuurder eigenaar oprichter adviseur *adviseur beleidsadviseur consultant advocaat notaris kandidaat-notaris ingenieur architect arts *arts huisarts tandarts dierenarts apotheker verpleegkundige *verpleegkundige fysiotherapeut *therapeut psycholoog docent leraar lerares hoogleraar onderzoeker *onderzoeker secretaris secretaresse *secretaresse assistent assistente *assistent *assistente coördinator *coördinator *coordinator medewerker *medewerker technicus monteur inkoper verkoper boekhouder controller penningmeester analist burgemeester wethouder teamleider *leider projectleider makelaar griffier
	dyrektor dyrektorka kierownik kierowniczka prezes wiceprezes naczelnik zastępca doradca doradczyni konsultant konsultantka prawnik radca adwokat notariusz inżynier architekt lekarz lekarka stomatolog farmaceuta pielęgniarka pielęgniarz psycholog weterynarz nauczyciel nauczycielka profesor adiunkt wykładowca asystent asystentka sekretarz sekretarka koordynator koordynatorka specjalista specjalistka inspektor technik księgowy księgowa skarbnik analityk kupiec handlowiec przedstawiciel założyciel wspólnik właściciel właścicielka referent referentka burmistrz wójt dziekan rektor pełnomocnik`

// governs are the words before what somebody is of: a verb does not follow them.
const governs = `pw pw. św św. im im. wsi of for de du des d di del della dello dei degli delle da do dos das für van voor ds ds. d/s s. na sobre`

// articlesOf begin what is said of a request, or the name of a business: "The Riverside Trust".
const articlesOf = `da do dos das du del della dello dei di the der die das den dem il lo la le gli i el los las les de het o a os as van den der un une una uno ein eine een um uma l`

// leads are words that begin what is said of a request, and no name.
const leads = `to for from with through without in on at by as cc bcc attn att attention c/o via per re ref not no only that this these those my your our his her their its and or but out than under over about against after before during until till since because while into onto off up down within beyond near both either plus minus less more
	an für von vom mit ohne nach vor seit gegen wegen durch über unter bei aus statt trotz während auf zu zum zur als ab bis nicht kein keine nur dieser diese dieses mein meine unser unsere sein ihr und oder aber
	con senza da dal dalla per su sul sulla tra fra non solo questo questa mio mia nostro nostra e o ma come dopo prima verso contro
	sin desde para por según sobre tras hacia contra entre hasta no solo este esta ese esa mi mis tu su y o pero como ante bajo
	à au aux avec sans chez dans depuis pour par sur sous vers contre entre avant après pas ce cet cette mon ma votre notre et ou mais comme dès
	com sem em no na desde para por pelo pela sobre sob até contra entre após antes depois não só este esta esse essa meu minha nosso nossa e ou mas como
	aan voor met zonder naar tegen wegens door over onder bij uit sinds tot na niet geen alleen dit dat deze mijn onze en of maar als om
	do dla od z ze bez po przed przez nad pod przy na w we o u za nie tylko to ten ta te moje mój moja nasz nasza i lub ale jako dopiero`

// roads are the words of streets that stand before the name; others stand behind it, for
// "Block 12" and "Close 40" ask for something.
const roads = `za zi zac pol pol. urb urb. via viale piazza piazzale corso largo vicolo strada rue avenue av av. bd boulevard boul boul. place allée allées chemin impasse quai cours route calle c/ avda avda. paseo plaza pza carrer camino carretera ctra ctra. polígono autovía blvd blvd. rua avenida praça travessa estrada alameda rodovia ul ul. ulica al al. aleja aleje pl pl. plac os os. largo`

// lanes begin the name of a street before a number.
const lanes = `zum zur am an im auf in unter hinter tour villa`

// rooms are rooms and floors: a part of an address only beside the rest of it.
const rooms = `parcela parc manzana mz izda izda. dcha dcha. izq izq. esc room level floor flat suite ste unit desk ward wing tower gate block building bldg raum zimmer etage og eg stock stiege planta piso puerta sala andar bloco lote int scala piano piano. étage bâtiment bât lok lok. pok pok. pokój piętro m. apto apt cj conj dto ofic bajo esq fl no no. nr nr. n n° nº n.º number box postfach postbus skr po p.o local bureau nave km house building main km`

// offices are rooms that somebody sits in, with their number in a line of their own.
const offices = `room office raum zimmer büro despacho oficina bureau sala gabinete stanza ufficio kamer lokaal pokój pok`

// entered are the words between those of a register and its numbers.
const entered = `n nr spółka zarejestrowana sądzie rejonowym lublinie świdniku siedzibą krajowego rejestru sądowego przez rejestr przedsiębiorców prowadzonego numer en el la de del tomo folio hoja libro sección inscripción sob o n.º número único matrícula e pessoa coletiva capital social im beim unter der nummer eingetragen handelsregister des am in at with under the number no no. england wales scotland pod numerem w wydział dla au sous le numéro di al n. nel registro imprese presso`

// awards are the words of what a business was awarded.
const awards = `winner winners awarded award awards best finalist shortlisted ranked recognised recognized certified accredited member proud sponsor of the year top great place to work b corp carbon neutral since premio premiata premiato miglior migliore mejor finalista ganador ganadora prix lauréat lauréate label élu élue meilleur meilleure ausgezeichnet ausgezeichneter ausgezeichnete mit dem preis *preis *award bester beste bestes arbeitgeber arbeitgeberin testsieger prijs winnaar beste prémio prêmio selo vencedor líder melhor pme laureat nagrody nagroda nominowany zwycięzca najlepszy *-liste by in`

// used are the words beside those that mark a mail: alone they say nothing of it.
const used = `public private general business use only`

// numbers stand before what a number is of.
const numbers = `n n° nº n.º no nr code código reg numéro número numero nummer number vat`

// registers are the labels that a name may stand behind, without a number.
const registers = `dvr zvr afd afdeling defensor inh inhaber inhaberin geschäftsführer geschäftsführerin geschäftsführung geschäftsführerinnen vorstand vorstandsvorsitzender vorsitzender aufsichtsrat aufsichtsratsvorsitzender sitz hauptsitz firmensitz registergericht amtsgericht handelsregister firmenbuchgericht directors director registered registro sąd siège sede zarząd prezes kantoor vertretungsberechtigter vertreten rcs rpr rpm rea krs hrb hra web website internet site www e-mail email mail homepage linkedin facebook instagram twitter skype teams`

// banks are the labels of accounts: another account below an answer may be a correction.
const banks = `bankverbindung iban bic swift account acct konto kto kontonummer blz sort cuenta conto compte rekening rachunek bank banque banca banco`

// payees are labels that somebody else stands behind.
const payees = `ref order invoice for cc with without contact contatti contacto contato kontakt contactgegevens company recipient beneficiary payee account empfänger begünstigter kontoinhaber beneficiario destinatario cuenta bénéficiaire destinataire compte beneficiário destinatário conta begunstigde ontvanger rekening odbiorca beneficjent konto payable conto pay to`

// titleFields are what titles and departments are of, written small.
const titleFields = `atendimento budowy budów inwestycji eksportu importu transportu serwisu care defensor consumidor referat relazioni pubblico humaines magazzino magazynu didattica almacén chorób wewnętrznych cuenta cuentas zaakvoerder zaakvoerster receptioniste receptionist *verantwoordelijke acquisti fornitori ordini clienti zamówień didattico commerciale generale interni comptable générale clientèle paie achats patrimoine chantier kadr płac sprzedaży zakupów marketingu logistyki finansów finansowy finansowa techniczny techniczna administracyjny administracyjna operacyjny handlowy handlowa ruchu produkcji jakości projektu projektów biura zespołu działu oddziału sklepu ventas compras marketing operaciones logística finanzas sistemas personal tienda taller obra obras turno vendas operações finanças recursos humanos loja obra produção qualidade logistica produzione vendite marketing qualità cantiere negozio turno ufficio tecnico verkoop inkoop financiën logistiek magazijn vestiging winkel planning personeelszaken bedrijfsvoering communicatie`

// behindLabels stand behind a label, before what it is of.
const behindLabels = `prof operativa e no nr n nº n° n.º id number numer social sociale legale code`

// phones are the labels that nothing but a telephone's number stands behind.
const phones = `o c t tel tfno tlf tlfno tf fon teléf tél telefon telephone telefono teléfono téléphone telefoon telefone phone ph p m mob mobile mobil mobiel móvil movil telemóvel celular cell cellulare cel komórka kom handy gsm f fax faks d dir direct ddi direkt directo diretto durchwahl dw centralino standard switchboard zentrale ext extension interno whatsapp wa signal tel/fax t/f phone/fax telefon/fax poste bleep pager port`

// extensions are those with short numbers.
const extensions = `ext ramal poste bleep pager dw durchwahl int interno extension apparaat toestel wew`

// strangers are answers, doubts and jokes in other languages and in none, without accents:
// no name of a company.
const strangers = `boh bof mah tja jein naja hm hmm eh pff meh hayır hayir evet belki ama degil nej nei nie ei joo ehka mutta odota kanske men inte ikke maske vent nee nem igen talan talán ne ano mozna mozda možda nu poate dar tidak bukan jangan ya mungkin tapi odiote pockejte cekat ochi oxi ohi isos iei iie hai chotto matte zeker och nicht doch halt niet pero nope nah yep yeah oops ooops whoops haha hahaha hihi lol rofl lmao jk sike psych gotcha not kidding joking sarcasm irony test testing simulation sandbox staging draft only just half auto-reply autoreply automatic vacation ausser`

// choices are what somebody chooses: no name of a person, and seldom one of a company.
const choices = `sea air rail express plan option variant variante version lot choice fifty hundred thousand twenty thirty forty sixty eighty ninety zehn zwanzig fünfzig hundert cento cinquanta cien cincuenta cent cinquante cem cinquenta honderd vijftig sto pięćdziesiąt red blue green rot blau rosso blu rojo azul rouge bleu economy breakfast frühstück hotel christmas easter weihnachten ostern natale pasqua navidad pascua noël pâques natal páscoa kerst pasen boże wielkanoc sterling dollars`

// opens are words of when somebody is there; times and days alone may be a condition:
// "From Monday", "Monday noon". A single day is enough beside those of opensOn.
const (
	opens = opensOn + ` anwesend anwesenheit présent présente presente aanwezig obecny obecna accueil kantoor open opened opening working available reachable workdays geöffnet öffnung erreichbar telefonisch arbeitstage spreekuur inloopspreekuur secrétariat sekretariat secretaria segreteria aperto aperti aperta apertura pubblico ouvert ouverte ouverts ouverture abierto abierta abertura aberto aberta atención atendimento expediente reservas lessen
	open: bereikbaar aanwezig werkdagen geopend otwarte czynne czynna czynny zapraszamy rejestracja biuro bureau büro bürozeit consultation consultations consulta consultas consultorio surgery permanence riceve ricevimento despacho laborables toonzaal showroom schalter urgences pracy dyżur dyżury konsultacje godzinach godz dni robocze horario oficina ufficio urząd urzędu przyjęć inloop`
	opensOn = `hours permanence permanences consultas tutoría dyżur closed fermé fermée fermeture closes chiuso chiusa chiusi cerrado cerrada cerrados fechado fechada geschlossen gesloten zamknięte zamknięty nieczynne nieczynny ruhetag bürozeiten öffnungszeiten sprechzeiten sprechstunde sprechstunden telefonsprechzeiten telefonsprechstunde geschäftszeiten beratungszeiten schalteröffnungszeiten servicezeiten telefonzeiten
	orario orari horario horarios horaires horário horários openingstijden werktijden spreekuren tutorías ricevimento turnos godziny afspraak rendez-vous`
)

// desks are departments as they stand whole in a line or between its strokes, where their words alone may say something of a
// request ("standard", "goods in"); deskLeads may stand before one.
const (
	desks = `front desk|back office|front office|backoffice|frontoffice|help desk|helpdesk|service desk|servicedesk|goods in|guest services|guest relations|property management|after-sales service|after sales|after-sales|dispatch|despatch|admissions|box office|customer success|
anmeldung|auftragsabwicklung|binnendienst|innendienst|außendienst|lohnbuchhaltung|poststelle|praxismanagement|rezeption|zentrale|öffentlichkeitsarbeit|rechnungsprüfung|warenannahme|wareneingang|kasse|mahnwesen|leistungsabrechnung|gebäudemanagement|patientenmanagement|
facturation|après-vente|service après-vente|sav|réception|expéditions|expédition|recouvrement|intendance|gestion locative|vie scolaire|standard|standard téléphonique|scolarité|billetterie|relation client|relations clients|approvisionnement|
facturación|postventa|centralita|reservas|cobros|cobranza|cuentas a pagar|mesa de entradas|mesa de ayuda|admisión|admisiones|mostrador|almacén central|relaciones con clientes|
fatturazione|accettazione|accoglienza|centralino|prenotazioni|post-vendita|portineria|biglietteria|relazioni con il pubblico|relazioni esterne|spedizioni|contenzioso|
facturatie|salarisadministratie|bedrijfsbureau|facilitaire dienst|facilitair|onthaal|balie|debiteurenbeheer|dienst na verkoop|klantcontactcentrum|ontvangst|
fakturowanie|rozliczenia|windykacja|rejestracja|serwis|kadry|kadry i płace|punkt obsługi klienta|obsługa zgłoszeń|portiernia|spedycja|
facturação|faturação|faturamento|recepção|receção|tesouraria|apoio ao cliente|atendimento ao cliente|serviço ao cliente|serviço de apoio ao cliente|gestão de condomínios|pós-venda|cobranças|portaria|bilheteira|bilheteria|expedição`
	deskLeads = `department dept service team departamento depto ufficio servizio abteilung abt team afdeling dienst dział biuro serviço sector setor secção équipe equipo equipa equipe`
)

// halves are words of titles and departments that alone are none, and may be said of a request: "Mesa", "Ayuda".
const halves = `vorkasse vorauskasse mesa ayuda desk care front key new nouvelles real chain scrum plant store delivery account credit credits kredit crédit crédito kredyt invest technische acting interim deputy senior junior sr jr global general générale generale geral area area unit turno cuenta cuentas`
