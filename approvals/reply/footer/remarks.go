package footer

import "bridge/internal/lazyre"

// remarks are words that say something of a request, of an answer or of who gives it,
// besides those of the hedges and of sentences: no line with one of them is a part of a
// footer, unless its shape or a notice's own phrase explains it. A word with a "*" stands
// for all that begin like it. In doubt a word is here: who is asked back loses a minute.
const remarks = `
closed shut sold fermé fermée fermés chiuso chiusa chiusi cerrado cerrada cerrados cerradas fechado fechada gesloten geschlossen zamknięty zamknięta zamknięte kapalı zárva stängt suljettu închis închisă tutup teuer duur chère drogi drogie zbyt trop troppo demasiado opposé opposée opposed contraria contrario lehnt odmawia odpada nega refuses voll doit deve muss musi moet
written typed dictated geschrieben diktiert écrit tapé dicté scritto dettato escrito dictado ditado geschreven getypt napisane between entre zwischen tussen między 
ps p.s p.p.s pps nb n.b pd p.d ndr edit update erratum errata corrigendum erreur correction* corrig* korrektur* berichtigung* nachtrag* addendum aggiunta rettifica* precisaz* aclaraci* rectific* précision* retificaç* correç* correctie* aanvulling* sprostowan* dopisek uzupełn* btw. fyi asap tbc tbd

reconsider* second thought* forget forgot mind mistake* wrong* typo meant swap* replac* remove* deduct* subtract* skip drop exclude* cap capped ceiling lower* raise* round* trim portion* part parts piece rest remainder remaining balance one ones two three four five six seven eight nine ten dozen several few some any all most enough extra last next previous former latter old new newer updated different separate* single twice once
other's others either neither nor though actually rather even still already meanwhile anyway besides moreover furthermore regarding concerning except apart pending await* subject* conditional* contingent* require* necessary clearance countersign* sign-off signoff signs signed sign board approve* ok'd okay'd blessing veto* decid* decision* final say word* permission* authoris* authoriz* agree* agreed agrees disagree* talk* spoke speak* discuss* consult* confer check* ring rings forward* handing hand handed cover covers covering away off holiday* vacation* travelling traveling abroad unavailable unreachable absent absence leave maternity sick back return* resume*
invoice* bill bills billed order* goods supplier* vendor* deliver* deliveries shipment* shipping* freight* parcel* arriv* receiv* received price* costo costi costa costoso quote* quotation* refund* voucher* petty cash cheque* card cards money funds sum total net gross fee fees charge charged charges tip deduct* item* ticket* seat* copy copies version* attached payee beneficiar* due overdue deadline* expire* expiry late early earlier sooner urgent* priority asap quick* slow* careful* attention beware caution note* reminder* remind* remember* important please kindly pls try trying trust believe* guess hope* hoping wish suppose* assum* reckon feel* fear* worry worried concern* doubt* unsure suspicious odd strange weird funny fishy scam fraud* phish*
like dislike prefer* love hate want* need* knows know knew understand* see seen saw look looks looked seems sounds sound hear heard think* thought* got gets getting given gives gave goes went came coming comes put puts keep keeps kept make makes made let lets told tells says said asked asks wants needs handles handled happens happened works worked going gone done doing did does wait* stop* pause* freeze* halt* undo revert* cancel* void revok* retract* withdraw* supersed* replaces ignore* disregard*

nachtrag übrigens nochmal nochmals nochmals erneut wieder bereits schon inzwischen mittlerweile trotzdem dennoch sowieso eigentlich lieber besser anders anderer anderes andern andrer zweite* dritte* erste* letzte* vorige* nächste* neue neuen neuer neues neu alte* alten beides jeweils einzeln einzelne* teil teile teilbetrag rest restbetrag anteil* eins zwei drei vier fünf sechs sieben acht neun zehn mal doppelt einige einiges etwas wenig wenige viel viele alles genug solche* selbe* gleiche* derselbe* dieselbe*
bitte merke beachte* beachten denk* denke gedacht vergiss vergess* vergaß irr* geirrt verwechsel* vertippt versehen gemeint meine* meinte falsch* fehler stimmt stimme* stimmen passt paßt recht richtig entscheid* entscheidung* beschluss beschließ* zustimm* zustimmung einwand einwände widerspr* veto unterschr* unterzeichn* gegenzeich* absegn* absprech* absprache abstimm* abgestimmt klär* kläre rücksprache* rückfrage* nachfrag* nachhak* besprech* besproch* sprich sprechen redet rede reden anrufen ruf* telefonier* meld* melde bescheid urlaub* abwesen* krank* unterwegs verreist zurück vertret* vertritt übernimmt kümmer* zuständig* liefer* lieferung* ware waren wareneingang* eingetroff* angekomm* ankunft lieferant* angebot* preis* kosten versandkosten porto skonto gutschrift* storn* konto kontonummer karte bar bargeld summe zwischensumme brutto netto gebühr* frist* fällig* spätestens frühestens ab bis vor eingang* seitdem bezüglich betreffend bzgl betreff anbei 
geht gehen ging kommt kommen kam macht machen lass lasst lassen lässt gib gebt geben nimmt halte* haltet halten stopp* stopt brauch* braucht nehmt tu tut tun weiß wissen weiss glaub* hoff* wünsch* wollen wollte* mag mögen fürcht* zweif* komisch seltsam merkwürdig verdächtig dringend* eilig* wichtig* vorsichtig*

anzi inoltre comunque ripens* pensandoci piuttosto nuovo nuova nuovi nuove vecchio vecchia primo prima primi prime secondo seconda terzo terza ultimo ultima precedente successiv* prossim* altri altre ambedue entrambe ciascun* ogni ognuno alcuni alcune qualche uno due tre quattro cinque sei sette otto nove dieci tutta tutte tutto nessun* niente nulla basta parte resto restante rimanente saldo acconto* quota rata rate singol* doppio stesso stessa stessi
intend* intendevo volevo vorrei sbagli* errore* errat* corrett* corregg* dimentic* lasci* lascia togli* toglierei aggiung* sostitu* cambi* decid* decisione parere autorizz* permesso consenso firmato firmare controfirm* visto benestare senti senta sentiamo sentire parla* parlare parlato consult* chiest* chied* verif* veda vedi vediamo sappia so sai sa sanno penso pensiamo pensato credo credi sper* dubb* strano strana sospett* ferie vacanz* assent* malatt* fuori viaggio rientr* torn* occupa* fattur* ordine ordini ordinato ordinare merce forni* consegn* spediz* spese arriv* ricev* prezz* costo costi costa costoso preventiv* conto carta contant* somm* totale netto lordo scad* scadenza entro fino ritard* urgen* raccomando ricord* importante fate faccia facciamo fatto fatta dia date dammi diamo dato va vada vadano andate vai viene vengono metta mettete tenga tenete tieni fermate ferma fermi blocc* sospend* annull* rinunc* compri comprate usi usate usa

además asimismo pensándolo mejor nuevo nueva nuevos nuevas viejo vieja primer primera primeros segundo segunda tercer tercero tercera último última anterior siguiente próximo próxima otros otras cada alguno* alguna* uno dos tres cuatro cinco seis siete ocho nueve diez todo toda todas ningún ninguno ninguna nada basta bastante parte resto restante saldo cuota plazo plazos mismo misma tope límite doble solamente
equivoq* equivoc* error errores errata correg* olvid* olvida quise quería decir dije dejo deja dejar deje dejemos dejen quit* quite quiten añad* agreg* sustitu* reemplaz* decid* decisión permiso autoriz* consent* firme firmen firmar firmado contrafirm* habl* hable consult* consúltalo pregunt* comprueb* comprob* mire mira miren vea vean sepa sabe saben sé conoce cree creo crea pienso piensa espere* esperad esperar* temo dud* raro rara extraño sospech* vacacion* ausent* viaje viajando vuelvo vuelve regres* sustituye encarg* ocupa ocupe factur* pedid* mercanc* proveed* entrega* entreg* envío* gastos lleg* recib* recibi* precio* costo costi costa costoso coste* cuenta tarjeta efectivo suma total neto bruto venc* plazo hasta urg* ojo atenc* recuerd* recordad* importante haga hagan hagamos hecho dad dadle  denle va vaya vayan ve vamos viene vengan ponga pongan pon tenga tengan guarde deten* detén paren bloque* suspend* anul* compre compren usa usen useu eh

d'ailleurs finalement réflexion reflexion plutôt nouveau nouvelle nouveaux nouvelles ancien ancienne premier première premiers deuxième second seconde troisième dernier dernière précédent précédente suivant suivante prochain prochaine autres chaque chacun* quelques certain certains certaine aucun aucune rien trois quatre cinq six sept huit neuf dix tout toute toutes assez partie reste restant solde acompte* échéance* plafond* limite même mêmes double moins davantage
trompé trompée trompe erreur* oubli* voulais voulait voudrai* veux veut laiss* enlev* enlève retir* ôt* ajout* remplac* décid* décision* tranch* accord aval visa permission autoris* consent* signe signer signé signera contresign* parl* parle parler consult* demand* vérif* voir voyez vois regard* sait sais savoir saura connaît croit crois pens* penser espér* crain* dout* bizarre étrange louche suspect* congé* vacances absent* maladie déplacement retour revien* rentr* remplace occupe* factur* command* marchandise* fournisseur* livr* port frais arriv* reç* reçoi* prix coût* coûte* devis compte rib carte espèces somme total net brut délai* échu* dû due jusque jusqu urgen* prudence attention rappel* rappelez souvien* noter notez important fasse fassent fera ferez faisons va allez aller vas vient venez mets mettez mettre tiens tenez garde* arrête* arrêt* stopp* bloqu* suspend* achète* achet* utilis* caduc caduque hésit*

aliás pensando melhor novo nova novos novas velho velha primeira primeiros segundo terceiro terceira último última anterior seguinte próximo próxima outros outras cada algum alguma alguns algumas nenhum* nada dois duas três quatro cinco seis sete oito nove dez tudo todo toda todas bastante parte resto restante saldo prestaç* parcela* teto tecto limite mesmo mesma dobro
engan* erro erros errei corrig* esqueç* esquec* quis queria dizer disse deix* deixe tir* tire tirem acrescent* substitu* troc* decid* decis* decisão permiss* autoriz* consent* assin* falo fale fale falem falo consult* pergunt* verific* confir* veja vejam vê ver sabe saiba sei acha ache acho achamos crê creio penso pensa dúvid* estranh* suspeit* férias ausente* doente viagem viajando volto volta regress* regresso encarreg* trata fatura* fatur* encomend* pedid* mercadori* forneced* entreg* envio portes frete cheg* receb* preço* custo custos custa custo custos custa conta cartão dinheiro soma total líquido bruto venc* prazo* até urgent* atenç* lembr* lembre importante façam feito dê dêem deem dá vá vão vai vamos vem venham ponha ponham pare parem bloque* suspend* compre comprem usem paguem pagam pague

trouwens overigens achteraf liever beter nieuw nieuwe oud oude eerste tweede derde laatste vorige volgende ander anders elk elke ieder iedere enkele sommige wat één twee drie vier vijf zes zeven acht negen tien alles niets geen genoeg deel rest restant restbedrag saldo termijn* plafond* limiet dezelfde hetzelfde dubbel
vergis* vergist vergissing* fout* vergeet vergeten bedoel* bedoelde wilde wou laat laten haal haalt weg voeg toevoeg* vervang* beslis* besluit* beslissing* toestem* machtig* instem* teken* tekenen getekend meeteken* medeonderteken* onderteken* praat praten spreek spreken overleg* overlegd navragen nagaan bekijk* kijk* kijken weet weten gelooft geloof hoop* hopen vrees twijfel* vreemd raar verdacht vakantie* afwezig* ziek onderweg terug vervangt regelt zorgt factur* bestell* bestelling* goederen spullen leverancier* lever* levering* verzend* verzendkosten aangekomen aankom* binnen prijs* prijzen kost* offerte rekening rekeningnummer pas pinpas contant* som totaal netto bruto vóór uiterlijk deadline tot spoed* dringend* haast oplett* attentie* herinner* onthoud* belangrijk* doet gedaan geef geeft geven ga gaat gaan komt kom komen zet zetten houd* houden stop* blokkeer* koop kopen gebruikt nemen vervallen graag even nog alsnog

zresztą jednakże lepiej nowy nowa nowe nowego nową stary stara pierwsz* drug* trzeci* ostatni* poprzedni* następn* kolejn* inny inna inne inną innego innej każd* któr* niektór* kilka żaden żadn* nic jeden jedna jedno dwa dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć wszystko dość dosyć część reszt* pozostał* saldo rat* zaliczk* limit* tamten tamtą tamtego taki podwójn* nieaktualn*
pomyl* pomyłk* błąd błęd* zapomn* chciał* miał* chodził* chodzi zostaw* usuń usuńcie odejm* odlicz* doda* zamień zamieni* zdecyd* decyd* decyzj* zgod* zgadza* pozwol* upoważn* podpis* kontrasygn* parafow* porozmaw* rozmaw* mówi mówić mówił spyta* zapyta* konsult* uzgodn* sprawdz* zobacz* patrz* wie wiem wiedz* myśl* sądz* wierz* nadziej* boję obaw* wątp* dziwn* podejrzan* urlop* nieobecn* chor* wyjazd* wraca* wróc* zastęp* zajmuj* faktur* zamówi* towar* dostawc* dostaw* wysył* przesył* dotar* dotrz* otrzyma* cena ceny cenę cenie koszt* konto konta koncie kontem kart* gotów* suma sumy sumę razem brutto netto termin* płatn* najpóźniej najwcześniej pilne pilnie uwag* pamięta* przypom* ważne zrob* zrób* rób daj dajcie idź idzie przyjdzie przychodzi weź weźcie połóż trzyma* wstrzym* stop* zablok* kupi* używa* użyj* proszę prosze najwyżej namyśl*

reenvi* reenví* inoltr* encaminh* transmi* transmet* transfér* forward* weitergeleit* weiterleit* doorgestuur* doorstu* przekaz* falar podes vindt keur* further reply musisz musis* seguro egal igual niks toll keinst* einwänd* anfrage* anda sueños offen stimmt läuft legit catch voicemail liked gefällt gelesen read delivered respeito palavra falt* mangel* manca mancano brakuj* fehlt fehlen ontbre* missing awaiting opini* parecer gutachten qued* fuera aparte außen nachlesen gegenles* mitles* mitschau* beforehand befor* instead* happy insist* provid* valid* counts count sexta quinta quarta terça sábado
fewer lesser plenty weniger menos moins meno minder mniej provis* provv* tentativ* temporar* temporair* temporan* probeweise testweise tymczas* tijdelijk* reluct* unwilling* hesita* provisional* tentativ* sarcas* ironic* joking* hypothetic* theoretic* doubtf* sceptic* skeptic* zöger* zoger* vorläuf* vorlauf* vorbehalt* bedenken widerstreb* réserve* reserve* contrecœur contrecoeur provisoir* riserv* malincuore controvoglia provvisori* reservas regañadientes contragosto provisóri* tegenzin voorbehoud voorlop* aarzel* niechętn* zastrzeże* tymczasow* wstępn* motvill* vastahak* neochot* bankrupt* exhaust* exceed* excess* excesiv* eccess* épuis* esaurit* agotad* esgotad* erschöpf* uitgeput wyczerp* überhöht* zawyżon* objects objected objecting disagree* undecided damaged beschädigt* incomplet* unvollständig* duplicat* doppel* dubb* podwój* partial* parzial* parcial* partiel* gedeelt* częśc* widerwillig ungern* grudging*
`

// little are words of one language that another has among those of sentences.
const little = `du do don da son il or te as die das per des dans`

// bids ask for something: a sentence of notices with one of them says to whom.
const bids = `please pls kindly bitte bitten prego prega preghiamo favore favor ruego rogamos merci veuillez prière gentilmente solicitamos pedimos graag gelieve verzoeken verzoek proszę prosimy uprzejmie`

// explained are phrases that say nothing of an answer though a word of them might.
func explained() []string {
	return []string{
		"of the year", "des jahres", "dell'anno", "del año", "de l'année", "do ano", "van het jaar", "roku",
		"nach vereinbarung", "by appointment", "su appuntamento", "previa cita", "con cita previa", "sur rendez-vous", "op afspraak", "com marcação prévia", "po wcześniejszym umówieniu",
		"chamada para a rede fixa nacional", "chamada para a rede móvel nacional", "chamada para rede fixa nacional", "chamada para rede móvel nacional", "custo de chamada para a rede fixa nacional",
		"establecimiento bancario vigilado por la superintendencia financiera de colombia", "licensed, bonded and insured", "licensed and insured", "registered office: as above", "persönlich haftende gesellschafterin:", "società soggetta a direzione e coordinamento di", "direzione e coordinamento:", "con socio unico", "avec socio unico",
		"contas a pagar", "contas a receber", "cuentas por pagar", "cuentas a pagar", "cuentas por cobrar", "zamówień publicznych", "marchés publics", "public procurement", "contratación pública", "contratação pública", "compras e contratos", "ufficio ordini", "referent ds. zamówień", "order desk", "sort code", "please note:",
		"di libera scelta", "de libre elección", "non applicable", "free estimates", "livro de reclamações", "loi 1901", "loi de 1901", "carte professionnelle", "of record", "please note that", "please note", "bitte beachten sie", "veuillez noter que", "veuillez noter", "tenga en cuenta que", "si prega di notare che", "sans interruption", "weiß-blau", "blau-weiß", "rot-weiß", "schwarz-weiß",
	}
}

// explainedDesks are those of them that are departments: alone in a line they stand below a name.
var explainedDesks = lazyre.Once(func() map[string]bool {
	return wordsOf("contas a pagar", "contas a receber", "cuentas por pagar", "cuentas a pagar", "cuentas por cobrar", "ufficio ordini", "order desk", "public procurement", "zamówień publicznych", "marchés publics", "contratación pública", "contratação pública", "compras e contratos")
})

// secrets are what thieves ask for, and never what a notice says of them: "we will never
// ask you for your PIN by email".
const (
	secrets = `password* passwort* pin pins tan code codes código* codici codice mot mots contraseña* clave* senha* wachtwoord* pincode* hasł* kod kody credential* zugangsdaten login* phishing fraud* frode frodi truff* fraude* betrug* oszust* wire bank* iban rib rekeningnummer* coordonnées`
	nevers  = `never niemals nie mai nunca jamais nooit nigdy`
)

// flexible are the words of those who say that they work at other hours than others; with
// those that such a sentence is about first.
const (
	partTime      = `part-time parttime teilzeit deeltijd partiel parcial etatu`
	flexible      = partTime + ` working werkdagen flexib* hours hour pattern* arbeitszeit* werktijden`
	flexibleWords = `monday tuesday wednesday thursday friday mondays tuesdays wednesdays thursdays fridays mon tue wed thu fri only part-time part i we my our me work works working worked flexibly flexible flex hours hour days day pattern patterns email emails e-mail e-mails mail message messages send sends sent sending outside office normal regular own your you may might be are is not do don't feel obliged obligated expect expected reply respond response answer read action an a to and at of the so if while during time times that suit suits it this when differ different core those usual immediately immediate any pressure please need there no
		in ich arbeite meine arbeitstage sind von bis und je travaille à temps du au et le les mes jours ik werk van tot en op mijn zijn lavoro dal al e il trabajo tiempo de y trabalho meio período pracuję pół od do w`
)

// booking is what is booked of somebody, and bookingWords what stands beside it above a link.
const (
	booking      = `appointment* booking* consultation* cita citas consulta* consultas rendez-vous rdv termin termine terminbuchung online-termin online-termine sprechstunde afspraak afspraken appuntament* prenotazion* visita visite wizyt* rezerwacj* marcaç* agendament* reserva reservas online-buchung`
	bookingWords = `per pida pide sur en op su na at via auf unter on telefonisch telefonicamente téléphone téléphoner par por telefono teléfono bitte please book make arrange schedule request online your an a here with me us for our the pide reserve reserva reservar solicite solicita solicitar tu su sus aquí en línea prise prendre prenez réserver réservez de votre un une en ligne ici buchen vereinbaren hier ihren einen jetzt maak plan een uw hier boek prenota prenotare prenotate prenoti la il tua sua una un qui agende agenda agendar marque marcar sua tua aqui umów zarezerwuj na swoją tutaj`
)

// inDoubt are the words of whom to reach about a warning of thieves, below it: "If in doubt,
// please telephone us."
const inDoubt = `ante la duda ci chiami chiamateci contatti appelez nous bel ons bij twijfel telefon if in doubt any doubts unsure please always telephone phone call contact ring us our office team usual known number on using the a request you receive such are or by immediately
	im zweifel zweifelsfall bei zweifeln rufen sie uns bitte immer an kontaktieren unter bekannten nummer der
	in caso di dubbio dubbi si prega contattarci contattateci chiamateci sempre al numero
	en caso de duda dudas por favor llámenos contáctenos siempre contacte con nosotros
	en cas de doute veuillez nous contacter appeler appelez-nous contactez-nous toujours merci
	em caso de dúvida dúvidas por favor contacte-nos ligue-nos contate-nos sempre
	bij twijfel neem altijd contact met ons op bel ons
	w razie wątpliwości prosimy o kontakt z nami telefoniczny`

// appeals are what is asked for the sake of the trees beside words of printing.
const appeals = `think save protect help pensa pensate pensaci piensa piense pensez pense pensem denk denken pomyśl chroń chrońmy spare sparen schone risparmia ahorra ahorre économisez bespaar poupe oszczędzaj`

// houses are words in the names of businesses, and not of people.
const houses = `
	hospital hospitals infirmary bakery ministry ministerium bundesministerium landesministerium bezirksamt landratsamt finanzamt jugendamt *klinikum klinikum krankenhaus *krankenhaus universitätsklinikum hofladen hofgut weingut kirchengemeinde pfarramt
	préfecture sous-préfecture ministère hôpital fromagerie épicerie fleuriste lycée collège rectorat tribunal atelier ateliers
	ministero ospedale policlinico prefettura tribunale falegnameria panetteria pasticceria macelleria libreria gelateria
	ministerio carpintería carnicería frutería pastelería instituto juzgado
	ministério hospital ateliê atelier câmara prefeitura mercearia livraria marcenaria
	ministerie ziekenhuis provincie waterschap timmerwerken boekhandel schildersbedrijf
	ministerstwo szpital starostwo uniwersytet sąd cukiernia księgarnia stolarnia auto-serwis
	
	tools logistics analytics foods food construction freight media systems labs laboratories software capital advisors interiors brewery brewing travel tours homes realty properties estates roofing siding plumbing heating electrical builders motors engineering textiles foundation trust society council district university hospital college academy museum theatre gallery library nursery charity pantry farm farms winery vineyards solicitors accountants architects attorneys surveyors dentists opticians chartered sons brothers daughters
	*zentrum *praxis *schule *betrieb *verein *technik *bau *werke *haus *klinik *kliniken *handel *verlag *gesellschaft *verwaltung *akademie *bibliothek *museum *werkstatt *büro stadt gemeinde landkreis stadtwerke reisen hochschule fakultät arztpraxis rechtsanwälte steuerberater architekten
	avocats notaires architectes assurances transports communauté commune ville centre chu manufacture maison société peinture électricité chauffage plomberie
	dentaire médical médicale vétérinaire notarial notariale juridique immobilière
	avvocati architetti commercialisti notai trasporti assicurazioni arredamenti cantine azienda impresa ditta consorzio legale dentistico dentistica medico medica veterinario veterinaria tecnico tecnica comprensivo statale
	abogados arquitectos asesores notarios instalaciones transportes seguros suministros fundació fundación tienda almacén asociados
	advogados arquitetos contabilistas transportes dentária dentário associados
	advocaten notarissen accountants architecten installatietechniek *techniek *studio *praktijk *bedrijf *winkel *zaak stichting
	adwokacka adwokat radców prawnych notarialna centrum medyczne kardiologiczny stomatologiczny fryzjerski usługi wspólnicy gmina miasto ośrodek zakład
	praxis hausarztpraxis apotheke bäckerei metzgerei gasthof gasthaus hotel pension restaurant café werkstatt autohaus malerbetrieb tischlerei schreinerei dachdeckerei gärtnerei tierarztpraxis zahnarztpraxis kanzlei steuerkanzlei buchhandlung schule kita verein agentur
	pharmacie boulangerie pâtisserie garage cabinet étude mairie école auberge librairie clinique salon agence menuiserie plomberie boucherie domaine château
	farmacia trattoria ristorante pizzeria osteria bar panificio officina autofficina studio ambulatorio agriturismo albergo comune liceo istituto clinica agenzia parrocchia cantina
	óptica clínica taller talleres gestoría asesoría ferretería panadería restaurante farmàcia colegio ayuntamiento academia bodegas inmobiliaria librería veterinaria peluquería
	farmácia oficina restaurante pousada clínica escola padaria salão escritório imobiliária loja câmara junta quinta
	huisartsenpraktijk tandartspraktijk fysiotherapie bakkerij slagerij garage apotheek kapsalon restaurant café basisschool gemeente drukkerij bloemist dierenkliniek notariskantoor
	przychodnia apteka piekarnia salon kancelaria gabinet sklep hurtownia restauracja szkoła przedszkole urząd warsztat kwiaciarnia pracownia
	pharmacy surgery clinic dental veterinary bakery butchers garage salon studio school church café inn hotel restaurant centre center services solutions consulting associates partners city works kwiaciarnia restaurantes bâtiment`

// inNames are words of requests that companies, too, have in their names.
const inNames = `nowe old new one first second national freight goods supply supplies delivery deliveries price prices card cards board trade credit sign signs cover parts part lower sum total state mercantil fornitori ordini spedizioni trasporti nuova nuovo prima nueva nuevo nouvelle nouveau grand neue neuer neues alte altes erste nova novo nieuwe oude nowa nowy stara`

// needful are the words of appeals to print what has to be.
const needful = `necessary needed need nötig notwendig erforderlich muss necessário necessária indispensável necesario imprescindible nécessaire indispensable besoin necessario indispensabile nodig noodzakelijk moet konieczne konieczna koniecznie musisz potrzeby`
