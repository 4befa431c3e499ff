package footer

import (
	"strings"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// weekdays are the days of the week, without accents.
var weekdays = lazyre.Once(func() []wording.List {
	var all []wording.List
	for _, d := range []string{
		"monday* montag* lundi* lunedi lunes segunda* maandag* poniedzial*",
		"tuesday* dienstag* mardi* martedi martes terca* dinsdag* wtor*",
		"wednesday* mittwoch* mercredi* mercoledi miercoles quarta* woensdag* srod*",
		"thursday* donnerstag* jeudi* giovedi jueves quinta* donderdag* czwart*",
		"friday* freitag* vendredi* venerdi viernes sexta* vrijdag* piatk* piatek",
		"saturday* samstag* sonnabend* samedi* sabato sabado* zaterdag* sobot*",
		"sunday* sonntag* dimanche* domenica domingo* zondag* niedziel*",
	} {
		all = append(all, wording.ListOf(d))
	}
	return all
})

// ours are the words of who speaks.
var ours = lazyre.Once(func() map[string]bool {
	return wordsOf(strings.Fields("us we our me i uns wir unser mich mir noi ci me nosotros nos nous notre nós ons wij mij nas nam mnie")...)
})

const (
	ifs = `wanneer if falls wenn sollten sofern se si s qualora chi quien caso als indien mocht jeśli jeżeli gdyby`
	// How a mail does not belong to its reader.
	notTheirs = `meant intended intended addressed addressee recipient for mistake error accident gemeint bestimmt gedacht empfänger richtige richtigen adressat für irrtümlich irrtum versehentlich versehen fehlleitung irrläufer
		destinatario destinatari destinataria destinatarie destinata destinato indirizzata per errore sbaglio equivocación equivocado para destinado error
		destinataire destinataires destiné destinée concerne pour erreur mégarde destinatário destinatária destina engano lapso
		bedoeld bestemd geadresseerde ontvanger voor ongeluk vergissing abusievelijk adresatem adresatką adresat odbiorcą pomyłkę pomyłkowo omyłkowo błędnie przypadkowo ciebie`
	// What they are to do then.
	wipes = `bin trash discard leave alone tell let know say drop line ring phone destroy read copy forward share use
		bescheid geben gebe gib melden meldung kurze kurzen kurz mitteilung sagen leiten weiter lesen kopieren zurück wegwerfen rückmeldung
		leggerlo leggerla leggetelo aprirlo avvisarmi avvisarci avvisateci avvisaci avvisi avvisa avvisate informateci cestinarlo cestinarla cestinatelo cestinala cestinalo cancellatelo cancellatela cancellarla cancellalo cancellala cancelli eliminarla eliminarlo eliminatelo eliminala eliminalo distruggetelo distruggerlo
		bórralo bórrala bórrelo bórrela elimínalo elimínala elimínelo elimínela destrúyalo dígame dígalo díganoslo dinos dímelo avísanos avísame avíseme avísenos háganoslo hágamelo saber lea leer comuníquelo comuníquenoslo
		effacer détruire supprimer prévenir signaler avertir informer lire lisez jeter effacez supprimez détruisez prévenez signalez avisez faire savoir retourner
		apague apagar apague-a apague-o apaga-a apaga-o elimine-a elimine-o destrua-a avise avise-nos avise-me diga-nos diga-me informe-nos informe divulgue leia copie utilize delete delete-a
		gooi gooien weg laat laten weten even verwijder verwijderen wis wissen vernietig vernietigen meld melden lees vertel stuur terug
		skasuj skasować skasowanie usuń usunąć usunięcie usunie zniszcz zniszczyć daj dać znać powiadom powiadomić powiadomienie poinformuj poinformować poinformowanie zawiadom nie czytaj czytać kopiuj przekazuj`
	// Words that say nothing in such a sentence: of who speaks and who reads.
	oneAndOther = `has have reached come found hij zij ze zij su le se sind me my i i'm it re isn n't don t isn wasn he him aren please just then straight away once thanks person soon
		mir mich mein ich du dir dich gemeint geben gegeben bekommen bekommt bekamen bekam uns kurz bitten bitte wir um einfach so auch an angekommen gelandet
		mi ti te le lo la gli vi chiedo prego preghiamo pregato pregati pregata preghiamo favore cortesia ne caso giunta giunto arrivata arrivato pervenuta non
		me te le lo la nos ha han llegado llega llegó pedimos ruego por favor que es eres
		m en l le la les lui il elle vous nous est êtes ne n pas parvenu parvenue parvient arrive arrivé arrivée adressé adressée merci bien vouloir si ce cas me y de d
		me te o a lhe você si te tu é não chegou chegar foi peço pedimos favor por se
		hem het ze mij me mijn dan u jij je wij ons graag wilt u even s.v.p svp a.u.b alstublieft niet is bij in terecht gekomen
		mnie mi ci cię ją jego go to nam nas pan pani pana państwa państwo państwu proszę prosimy dotarła trafiła trafił przyszła o nie jesteś twoja`
	// Not to hand on.
	handing   = `copia reenvío kopieren weiterleiten kopiëren forward share copy distribute disclose circulate publish pass repost weiterleiten weitergeben verbreiten kopieren veröffentlichen teilen weiterzugeben weiterzuleiten weitergegeben weitergeleitet inoltrare diffondere divulgare condividere copiare inoltrarlo diffonderlo divulgarlo difundir reenviar compartir copiar divulgar reenviarlo difundirlo compartirlo diffuser transférer partager copier divulguer communiquer reencaminhar encaminhar divulgar partilhar compartilhar copiar verspreiden doorsturen delen kopiëren openbaar przekazywać rozpowszechniać kopiować udostępniać przesyłać przekazuj kopiuj udostępniaj rozpowszechniaj dalej`
	nots      = `not don t no never without nicht keine kein non senza no sin ne n pas sans não sem niet geen zonder nie bez`
	forbidden = `allowed permitted prohibited forbidden erlaubt gestattet untersagt verboten permesso permitido permitida permis toegestaan verboden dozwolone prohibida prohibido proibida proibido vietata vietato interdite interdit zabronione zabroniona`
	// To print or not to.
	prints = `print printed printing prints drucken druck gedruckt ausgedruckt ausdrucken ausdruckst ausdruck druckst drucke druckt stampare stampa stampi stampate stampata stampato imprimir imprime imprima imprimas impriman imprimirlo impresión imprimer imprimez imprime imprimons imprimé impression printen print uitprinten afdrukken afdruk drukować drukuj drukujesz wydrukować wydrukujesz wydruku drukowania drukowanie wydrukiem`
	spares = `need needed necessary really think tree trees paper planet environment green forest
		nötig notwendig wirklich brauchen denk denken umwelt baum bäume papier wald muss müssen
		serve necessario davvero pensa pensaci pensate ambiente alberi albero carta pianeta chiediti
		necesario necesitas necesita necesites verdad piensa piense árboles árbol papel planeta medio imprescindible
		nécessaire indispensable vraiment faut pensez penser arbre arbres papier planète environnement besoin nécessité
		necessário precisa preciso precisas mesmo pense pensa árvores árvore papel planeta ambiente
		nodig echt moet denk denken boom bomen papier milieu
		konieczne konieczność musisz naprawdę pomyśl drzewa drzewo papier środowisku środowisko planeta lasy potrzeby potrzebujesz`
	spared = `do does did you your to unless only if absolutely please mail email save spare sparing look after grow slowly nice are thank thanks what must strictly every sheet counts help us our one more this before
		wachsen langsam nur was sie ob zuliebe der dem vor erst ein bitte wirklich notwendigen du den
		solo se e gli ti ringraziano ringrazia prima di il la un più non è strettamente proprio l è
		solo si lo de es antes que el un ahorra ahorre ahorremos ahorrar no cuida cuidemos gracias te lo agradece agradecen
		que si c est s il avant d la ce qu en cas de geste pour vous dit merci dites vert un une n ne pas à l l'environnement
		só se for de o a que antes é poupe poupa agradece agradecem este mais um uma não estritamente
		eerst dan spaar alleen als het de u je deze voor voordat een niet aan
		tylko gdy to jeśli nie czy oszczędzaj oszczędzajmy chroń chrońmy zanim przed dbaj o wydrukujesz bez każdą tego dbając`
	// That a mail was written on a phone, and is short and not without slips for it.
	excusing = `excuse pardon forgive apologies apologise apologize sorry entschuldig* verzeih* sorry excuser excusez pardonnez désolé désolée scusate scusi scusa scusatemi disculpe disculpen disculpa disculpad perdón perdone perdonen desculpe desculpem desculpa perdoe perdoem excuses excuus przepraszam przepraszamy wybacz wybaczcie`
	slips    = `typo typos brevity terseness autocorrect* misspell* spelling short brief tippfehler* vertipper kürze kurze kurzen autokorrektur* rechtschreibfehler* faute fautes frappe brièveté concision courte orthographe coquilles refusi brevità breve breves brevedad ortografía dedazos gralhas brevidade typefout* tikfout* spelfout* kortheid korte literów* krótk* zwięzł*`
	byPhone  = `phone mobile iphone ipad android device smartphone tablet handheld handset thumb thumbs thumbed finger fingers keyboard screen touchscreen siri handy mobiltelefon telefon smartphones mobil unterwegs daumen tastatur diktierfunktion spracherkennung portable téléphone mobile pouce pouces clavier cellulaire cellulare telefonino telefono tastiera viaggio móvil celular teléfono teclado pulgar telemóvel teclado telefoon mobiel mobieltje gsm onderweg duim duimen toetsenbord telefonu komórki drodze klawiaturze`
	writing  = `sent typed dictated written gesendet geschickt geschrieben getippt diktiert verfasst envoyé écrit rédigé tapé dicté inviato inviata scritto scritta dettato dettata enviado enviada escrito escrita dictado ditado ditada verzonden verstuurd getypt geschreven gedicteerd wysłano wysłane napisano pisane podyktowane`
	onPhone  = `please kindly any all my the a an and or of for in with via by on from this was using so to possible errors mistakes reply answer message email mail go move road voice recognition fat big small tiny little hence therefore
		bitte ich sie die der den dem das und daher deshalb mögliche eventuelle etwaige fehler antwort nachricht mail vom von meinem mit per auf kleine kleiner inklusive kurz mobile
		merci bien vouloir veuillez je m de d du la le les l mes mon ma pour et donc éventuelles éventuels erreurs réponse message depuis sur avec à partir par mon
		per gli le il lo la mi mio dal da con e eventuali errori risposta messaggio mobile perciò quindi
		por el los las mi desde con y posibles errores respuesta mensaje un o os as meu do de pelo pelos pela pelas e com erros eventuais resposta mensagem
		voor mijn de het eventuele fouten reactie antwoord bericht vanaf vanuit met van en dus daarom graag
		za z mojego ewentualne błędy odpowiedź wiadomość na i w mojej`
	// Of whom what is said here is.
	opinions = `opinion opinions view views meinung meinungen ansichten ansicht äußerungen opinione opinioni opinión opiniones opiniâo opinião opiniões propos avis mening meningen opinie opinii poglądy`
	authors  = `author authors sender own mine my personal absender verfasser verfassers absenders eigene meine persönliche autore autori mittente mie miei autor autora remitente mías mis propias auteur auteurs expéditeur miennes meus minhas pessoais autora afzender schrijver eigen mijn autora autorem nadawcy moje własne`
	owning   = `are is those those all the of and not necessarily mine typos phone s errors only expressed in reflect represent organisation school university employer company sind die des dem der und nicht unbedingt schule geäußerten hier nur geben wieder dar stellen sono quelle dell e non impegnano solo espresse personali scuola istituto ente espressa del y no son las los representan las reflejan necesariamente universidad centro escuela celles ceux l et non n engagent que leur tenus exprimés exprimées établissement école son sa sont as são do da e não escola necessariamente universidade instituição refletem zijn die van school niet en noodzakelijk in wyrażone tej są opiniami a nie szkoły autora wyłącznie`
	// Personal data.
	theData = `data datos dati daten données dados gegevens persoonsgegevens danych dane datenschutz privacy privacidad privacidade confidentialité datenschutzerklärung datenschutzhinweise privacyverklaring datenverarbeitung rodo gdpr dsgvo rgpd lgpd avg`
	treated = `delete erase correct process processed processing treat treated handle handled keep kept protect protected policy notice rights controller store stored verarbeiten verarbeitet verarbeitung hinweise informationen auskunft berichtigung löschung datenschutzerklärung datenverarbeitung datenschutz
		trattiamo trattati trattamento informativa tratta diritti diritto tratan tratamos tratados tratamiento tratará política protección responsable derecho derechos acceder
		traitons traitées traitement politique droit droits responsable tratamos tratados tratamento política proteção responsável direito direitos
		gaan omgaan verwerken verwerkt privacyverklaring privacybeleid inzage recht verwerking zorgvuldig przetwarzamy przetwarzane przetwarzaniu przetwarzania przetwarzanie ochronie ochrony prawo klauzula polityka administratorem administrator`
	treats = `how with line accordance under see find our we your the in for details is on can here website page about read any time ask to delete correct access privacy uk gdpr
		wir ihre ihrer sie auf unserer unter internetseite homepage webseite webauftritt zum nach der dsgvo haben das recht von finden gemäß ist umgang sorgsam mit
		i suoi tuoi vostri del nel rispetto gdpr secondo sul nostro sito consultabile sono privacy ex consultare disponibile alla
		sus tus conforme al rgpd para atender su solicitud puede consultar nuestra en la web tiene a rectificar suprimir cancelar ejercer según respetamos se
		vos vous conformément au rgpd dans le respect du disposez d un droit accès rectification consultable sur notre site est
		os seus de acordo com o rgpd a lgpd tem aceder retificar apagar consulte nossa no site são
		wij uw met om hoe lees hier onze op website u heeft in de avg volgens zie jouw je
		państwa zgodnie z rodo pani pan ma do swoich ich poprawiania dostępu więcej informacji informacja o na naszej stronie jest są twoje`
	// That the net is not safe, nor the mail.
	nets    = `internet email emails e-mail e-mails mail mails poczta elektroniczna posta elettronica correo electrónico courriel messagerie correio`
	unsafe  = `secure safe intercepted altered changed lost corrupted delayed sicher abgefangen verändert beschädigt verfälscht manipuliert sicuro sicura intercettata seguro segura interceptado sûr sûre sécurisé intercepté altéré veilig onderschept bezpieczna bezpieczny bezpiecznym przechwycona`
	channel = `communications communication means medium way form channel not is are a of can be and or cannot guaranteed always the nicht kein keine medium kommunikationsmittel weg ist sind können oder werden non è un una mezzo di comunicazione no es un medio de comunicación n'est n est pas moyen não é meio comunicação geen communicatiemiddel is nie jest środkiem komunikacji może być lub`
	// That it binds nobody.
	binding = `contract contracts contractual offer vertrag verträge vertragsabschluss vertragsangebot angebot contratto contrattuale contrattuali impegno offerta contrato contractual oferta contrat contractuelle contractuel engage engageant offre contrato contratual proposta overeenkomst aanbod ofert* umowy kodeksu`
	bound   = `nothing in forms form constitutes constitute a an not does no of legally be by means may concluded made kein keine stellt dar ist geschlossen werden per können durch non costituisce ha valore un alcun no tiene valor ni constituye una ne n pas la société notre organisme association a de valeur son auteur não constitui tem een geen vormt is nie stanowi w rozumieniu cywilnego handlowej`
	// That who calls is recorded.
	calls    = `calls telefonate conversazioni chiamate llamadas appels chamadas gesprekken rozmowy gespräche telefongespräche anrufe conversations emails`
	recorded = `recorded monitored registrate registrata grabadas grabada enregistrés enregistrées gravadas opgenomen nagrywane rejestrowane aufgezeichnet`
	// What stays among lawyers and doctors.
	secrets_ = `secreto sigilo segreto secret tajemnicą tajemnica berufsgeheimnis anwaltsgeheimnis schweigepflicht beroepsgeheim geheimhoudingsplicht privilege secrecy confidentiality`
	secretOf = `profesional professional profissional professionale professionnel professionnelle adwokacką zawodową radcowską lekarską bankową legal medical avocat l de d unterliegt fällt unter onder het dem sujeto sujeta sujeita coperta coperto couvert couverte par le al a por do subject covered by despacho est está è dal objęta jest to di of ley ärztlichen anwaltlichen der`
	// That thieves change accounts.
	accountWords = `bank details account accounts iban rib kontoverbindung bankverbindung kontonummer bankdaten conto bancarie coordinate cuenta bancaria coordonnées bancaires conta rekeningnummer bankgegevens konta rachunku numer numeru pincode pin password passwords haseł hasła hasło senhas senha claves contraseñas contraseña codes mots passe codici kennwort kennwörter passwörter passwort`
	neverBy      = `never niemals nie mai nunca jamais nooit nigdy não`
	weNever      = `we wir wij nous comunichiamo chiediamo cambiamos pedimos pediremos alteramos zmieniamy prosimy`
	changing     = `change changes ask we our your for by email phone us will you the to of wir ändern ändert sich unsere fragen nach per mail ihren ihrem comunichiamo variazioni di via le nostre cambiano chiediamo cambiamos nuestra por correo le pediremos sus pedimos nous ne changeons de par demandons vos e alteramos o nosso por pedimos wij wijzigen ons vragen om uw zmieniamy prosimy o mailowo nie swoje`
)

// briefs are the kinds, in the eight languages together.
func briefs() []brief {
	return []brief{
		{needs: []string{"=" + ifs, "=#1" + notTheirs, "=#4" + wipes}, beside: oneAndOther + " " + nots, leans: true, recipient: true, most: 28},
		{needs: []string{"=is heeft hebt", "=u je jij uw jouw", "=" + notTheirs, "=#4" + wipes}, beside: oneAndOther + " " + nots, leans: true, recipient: true, most: 28},
		{needs: []string{"=#4" + wipes, "=" + wipes + " delete* lösch* verwijder* elimin* supprim* apag* usuń*"}, beside: oneAndOther + " " + nots, recipient: true, told: true, most: 16},
		{needs: []string{prints, "=" + nots}, beside: "please bitte s.v.p svp merci por favor proszę prosimy the de", after: true, most: 5},
		{needs: []string{"=umwelt milieu planet planeta ambiente environnement planète środowiska environment", "=zuliebe liebe sake love dla por pour per voor for"}, beside: "der the of our la le l il het o el aus", most: 6},
		{needs: []string{"=#1you vous u sie lei te ti para", "=" + notTheirs + " not"}, beside: nots, leans: true, recipient: true, asks: true, most: 6},
		{needs: []string{"#1 person personne", "=for only solely exclusively meant intended named nur gedacht bestimmt ausschließlich allein soli solo esclusivo esclusivamente uso únicamente sólo dirigido va seul réservé uniquement só apenas voor alleen uitsluitend wyłącznie tylko"}, beside: "use genannte reservado riservato riservati ai al di del indicada indicata su su a private eyes gedacht for contents inhalt contenido conteúdo inhoud treść contenuto przeznaczona wskazanej dla osoby", leans: true, recipient: true, most: 16},
		{needs: []string{"#2", "behandeln behandle behandelt treat handle trattare tratar traiter behandelen traktować and e und et y en i"}, beside: "bitte please confidential confidenziale riservato vertraulich with care mit sorgfalt privé private", most: 6},
		{needs: []string{excusing, slips}, beside: byPhone + " " + writing + " " + onPhone, closed: true, most: 18},
		{needs: []string{handing, "=" + nots}, beside: "please them it bitte proszę s.v.p svp merci de", after: true, most: 9},
		{needs: []string{handing, "=" + forbidden}, beside: nots + " or oder o ou of lub i und y e et sin su without ohne permission permiso permesso erlaubnis genehmigung autorisation zgody toestemming das la el le", leans: true, most: 14},
		{needs: []string{prints, "=" + spares + " mail email e-mail message nachricht mensaje messaggio correo courriel mensagem bericht wiadomości maila"}, beside: spared + " " + nots, most: 20},
		{needs: []string{"=save spare ahorra ahorre ahorremos poupe poupa poupemos oszczędzaj oszczędzajmy spaar chroń chrońmy schütze schützt spart spare économisez risparmia rispetta trees bäume alberi árvores arbres drzewa bomen think think-green thinking piensa pensez dbaj", "=paper papier carta papel trees wald bäume green drzewa boom bomen lasy środowisko verde vert nice wachsen umwelt alberi ringraziano"}, beside: "are a the are langsam wachsen gli un una o we like too den die save", most: 6},
		{needs: []string{"=send", "=queries requests questions enquiries", "urgent clinical medical emergency", "email e-mail mail"}, beside: "please do not never by via or and", most: 10},
		{needs: []string{"use used monitored verwenden nutzen utilisez utiliser usare usate usar use gebruiken gebruik używać", "=address mailbox inbox email e-mail mail postfach adresse indirizzo dirección correo endereço adres mailadres skrzynka adresu", "emergencies emergency urgent clinical notfälle notfällen notfall urgences urgenze urgencias emergências urgências spoed spoedgevallen nagłych pilnych"}, beside: "please do not this for in case of clinical medical urgent matters is bitte diese dieses nicht für in ne pas cette pour en cas d non questa questo per caso di no esta este para para não de niet dit deze voor bij nie tego w przypadkach sprawach", most: 14},
		{needs: []string{"=send senden schicken envoyez envoyer envíe enviar inviare inviate sturen stuur przesyłać", "health patient befunde befund gesundheitsdaten patientendaten médicales sanitari sanitarie sanitarios clínicos saúde medische medycznych", "=unencrypted unverschlüsselt unverschlüsselter unverschlüsselte unverschlüsselten encrypted cifrado crittografata onversleuteld onbeveiligde email e-mail mail courriel correo posta"}, beside: "please do not us any data or details information by per via bitte sie uns keine keinen oder und nicht de données ne nous pas par non ci dati o tramite no nos datos por não dados geen gegevens ons niet proszę nie danych", most: 14},
		{needs: []string{handing + " act copy forward", "=this message email e-mail mail diese nachricht ce message questo messaggio este mensaje esta mensagem dit bericht tej wiadomości", "permission erlaubnis genehmigung zustimmung autorisation permesso autorizzazione permiso autorización permissão autorização toestemming zgody"}, beside: "do not don't please or and on it without our ohne unsere oder und nicht sans notre et ou ne pas senza nostra e non sin nuestra ni no sem nossa não nem zonder onze of niet bez naszej nie", most: 16},
		{needs: []string{prints + " imprimer imprimir stampare drucken afdrukken wydrukować drukować", "=really vraiment wirklich davvero realmente mesmo echt naprawdę"}, beside: "devez-vous do you need have to this mail email e-mail courriel message mensaje mensagem ce cet cette devez vous faut il müssen sie diese deve devi la il questa questo es necesario este esta correo precisa de moet je u deze dit czy musisz tę ten tego wiadomość", asks: true, most: 10},
		{needs: []string{opinions, "=" + authors}, beside: owning, names: 2, most: 22},
		{needs: []string{binding, "=this nothing diese dieser dieses questo questa este esta ce cet cette dit deze ta tej niniejsza", "=nothing not no kein keine keinen non no ne n não geen nie ni sans sin"}, beside: bound, leans: true, most: 16},
		{needs: []string{"=" + nets, unsafe}, beside: channel, most: 16},
		{needs: []string{theData, treated}, beside: treats, most: 18},
		{needs: []string{"controller verantwortlich verantwortlicher titolare responsable responsável verantwoordelijke administratorem administrator", theData + " datenverarbeitung traitement tratamiento trattamento tratamento verwerking"}, beside: treats + " die der jest pani pana państwa osobowych personales personenbezogener pour is el la du del dos dei de it le il l'", names: 7, most: 20, register: true},
		{needs: []string{calls, recorded}, beside: "may be können werden für zwecke schulungszwecken and or training quality monitored monitoring purposes si informa che le possono essere las pueden ser les peuvent être as podem ser kunnen worden mogą być purposes voor trainingsdoeleinden our", most: 16},
		{needs: []string{"=" + secrets_, "=" + secretOf}, beside: "comunicazione comunicación communication cette mensagem wiadomość communicatie this", most: 12},
		{needs: []string{accountWords, "=" + neverBy, "=" + weNever}, beside: changing, most: 14, warns: true},
		{needs: []string{"virus viruses viren virussen wirusami wirusy vírus", "responsabilité responsable liability damage responsabilità danni schäden haftung daños danos schade szkody rispondiamo responsabilizamos hacemos aansprakelijk"}, beside: "nous déclinons toute cas non di eventuali causati rispondiamo da en los por causados nos no não nos por causados wij niet zijn voor", most: 14},
		{needs: []string{"complaints complaint klachten reclami reclamaciones quejas réclamations reclamações skargi beschwerden unhappy reclamos", "=procedure see website write contact zie klachtenregeling scrivere direzione diríjase secretaría livro adresser kierować dyrekcji richten site web"}, beside: "our on the if you are with service please op de onze per alla para y a use o nosso de as pour les à la prosimy do an die an bitte aux e", names: 2, most: 14},
		{needs: []string{"receive unsubscribe abmelden abbestellen erhalten ricevere recibir recevoir receber ontvangen otrzymywać zrezygnować", "mails emails newsletter newsletters messages comunicazioni correos messages mensagens wiadomości nachrichten mail"}, beside: "no more longer if you wish to from us please let know wenn sie keine weiteren von uns möchten geben bitte bescheid non più le nostre per si no quiere más de nos ne plus nos pour deixar as nossas geen meer meld u af via website aby z naszych", most: 16},
	}
}
