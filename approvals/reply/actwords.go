package reply

// moreActs are further verbs of [acts] in one language, an act a line by its first English verb, in the order of languages().
func moreActs() [8]string {
	return [8]string{enAt: englishActs, deAt: germanActs, itAt: italianActs, esAt: spanishActs, ptAt: portugueseActs, frAt: frenchActs, nlAt: dutchActs, plAt: polishActs}
}

const englishActs = `
	declare report flag
	order reorder restock
	donate gift
	enrol sign-up
	shorten cut-short
	inform message ping
	delete throw-away throw-out`

const germanActs = `
	send hinausschicken rüberschicken losschicken zusenden mailen faxen simsen
	assign einteilen einplanen einsetzen zuordnen
	schedule einschieben einplanen dazwischenschieben eintragen
	publish aufschalten ausschreiben inserieren schalten einstellen aushängen
	change umstellen wechseln umschreiben umändern abändern
	order nehmen holen besorgen anschaffen beschaffen nachbestellen
	book nehmen mieten sichern
	accept nehmen
	call rufen telefonieren
	delete vernichten schreddern wegtun ausräumen
	donate verschenken schenken
	lend verleihen ausleihen
	swap wechseln umtauschen eintauschen
	raise hochdrehen aufdrehen hochsetzen raufsetzen anheben hochstellen
	lower runterdrehen zurückdrehen runtersetzen
	switch-on anstellen aufdrehen
	switch-off abdrehen abstellen ausmachen
	repair richten flicken reparieren
	open aufsperren aufschließen aufmachen
	close zusperren zumachen dichtmachen
	allow erlauben gestatten zugestehen
	inform ausrichten weitersagen anschreiben
	remind ermahnen
	answer zurückschreiben
	deliver zustellen vorbeibringen
	fetch abholen
	hire nehmen engagieren
	move umlegen vorziehen umziehen rücken
	tidy wegräumen
	renew weiterlaufen fortführen
	hand ausgeben herausgeben mitgeben geben =gib =gebt abgeben
	give vergeben geben mitgeben`

const frenchActs = `
	pay acquitter solder débourser
	transfer basculer reverser
	refund restituer =rends =rendez
	delete dégager jeter purger
	cancel décommander
	publish diffuser balancer
	send transmettre =transmets =transmettez adresser balancer
	hire prendre =prends =prenez =prenons
	book prendre =prends =prenez retenir
	order prendre =prends =prenez =prenons
	move repousser avancer bouger
	raise majorer
	swap permuter intervertir
	confirm valider
	give attribuer ouvrir =ouvre =ouvrez
	restart rebooter
	sell céder
	offer accorder
	invite convier
	print tirer
	hand confier donner
	create établir générer =établissez =établis
	close verrouiller
	deliver expédier envoyer
	repair arranger
	replace changer
	register ajouter rajouter
	deactivate couper geler verrouiller
	upgrade prendre =prends =prenez passer
	archive classer
	accept prendre =prends =prenez
	rent prendre =prends =prenez
	merge regrouper réunir rassembler combiner
	change remplacer corriger
	add rajouter
	install poser
	deploy pousser livrer
	renew allonger ~extension
	remind renvoyer
	reset =reset rebooter
	switch-off couper éteindre =éteins =éteignez
	inform prévenir =préviens =prévenez =dis-lui =dis-leur =dites-lui =dites-leur`

const dutchActs = `
	pay voldoen storten afrekenen vereffenen
	transfer overzetten overschrijven storten doorstorten ~overschrijving
	refund teruggeven terugboeken vergoeden ~vergoeding
	delete uithalen uitgooien eruithalen eruitgooien afhalen schrappen gooien opruimen opkuisen smijten
	cancel aflassen afblazen schrappen afgelasten intrekken ~afzegging
	publish delen uploaden
	send zenden mailen opsturen toesturen doorsturen
	sign handtekenen
	hire nemen =neem aanwerven inhuren ~aanwerving
	book vastleggen bespreken
	schedule vastleggen
	order nemen =neem aanschaffen halen
	renew bijtekenen
	raise optrekken
	lower verminderen
	move verschuiven verleggen verhuizen ~verschuiving
	swap omruilen omwisselen
	give gunnen toestaan
	restart heropstarten rebooten
	offer geven =geef gunnen
	start opstarten beginnen lanceren openen
	print drukken uitprinten
	hand geven =geef overhandigen bezorgen
	create maken opmaken opstellen
	close toedoen dichtdoen
	repair fiksen
	replace verwisselen
	register opgeven
	deactivate uitschakelen uitzetten afsluiten
	upgrade nemen =neem
	archive opbergen
	rent nemen =neem
	merge samennemen fuseren =merge
	change veranderen
	add bijvoegen bijzetten
	remind manen
	switch-off afzetten uitdoen
	turn-off afzetten uitdoen
	inform verwittigen
	inspect nakijken nazien`

const spanishActs = `
	enrol apuntar
	perform correr
	merge =mergea =mergéa
	pay saldar liquidar
	publish poner colgar compartir =pon =ponga
	order llevar coger tomar =coge =coja
	book coger pillar tomar =coge =coja
	lend dejar
	accept coger tomar =coge =coja
	hire coger tomar fichar =coge =coja
	call avisar telefonear
	answer avisar escribir
	inform comunicar decir =dile =diles =díselo
	move adelantar retrasar posponer
	send pasar reenviar compartir
	sell soltar
	register anotar meter
	start arrancar empezar =empieza =empiece
	switch-on poner prender conectar =pon =ponga
	switch-off quitar cortar desconectar
	repair componer
	print sacar`

const portugueseActs = `
	pay quitar acertar
	publish pôr colocar meter subir partilhar compartilhar =sobe =suba
	order levar pegar mandar
	perform rodar
	book pegar
	accept pegar topar
	call chamar
	inform avisar dizer comunicar
	answer avisar escrever
	move adiar passar antecipar
	send passar reenviar compartilhar partilhar
	register colocar pôr
	lend deixar
	start começar arrancar
	switch-on pôr
	switch-off cortar
	repair ajeitar
	print tirar
	renew manter estender`

const italianActs = `
	pay versare liquidare sborsare corrispondere
	transfer girare accreditare
	refund rendere =rendi =renda
	delete cassare
	cancel revocare rescindere recedere
	publish divulgare condividere
	send trasmettere girare recapitare
	hire prendere =prendi =prenda arruolare ingaggiare
	book prendere =prendi =prenda opzionare
	order prendere =prendi =prenda pigliare =piglia procurare
	renew confermare estendere =estendi =estenda riconfermare allungare
	raise alzare incrementare maggiorare
	lower diminuire calare
	give =dare =darlo =darla =dargli =darle =darglielo =dargliela
	confirm convalidare ribadire
	give rilasciare assegnare attribuire =attribuisci
	start cominciare iniziare =inizia ~inizio
	repair accomodare
	replace cambiare rimpiazzare ~cambio
	register inserire aggiungere segnare =segna
	sign siglare controfirmare
	create predisporre
	deliver portare recapitare
	restart rilanciare
	accept prendere =prendi =prenda accogliere =accogli =accolga
	rent prendere =prendi =prenda
	install montare
	remind sollecitare
	restore rimettere =rimetti =rimetta
	offer proporre =proponi =proponga
	deploy trasmettere inviare consegnare mandare
	inform dire =digli =dille =diglielo comunicare =avvisali =avvisala`

const polishActs = `
	roll-back cofnąć =cofnij =cofaj
	deploy wypuścić =wypuść wypuszczać =wypuszczaj
	pay uiścić uiszczać pokryć uregulować =ureguluj rozliczyć =rozlicz puścić =puść =puszczaj
	transfer puścić =puść =puszczaj zlecić =zleć wysłać =wyślij
	refund odesłać =odeślij wypłacić =wypłać
	delete usuń wykasować =wykasuj pousuwać
	cancel odwołać skasować =skasuj
	publish puścić =puść =puszczaj zamieścić =zamieść zamieszczać wstawić =wstaw wstawiać udostępnić =udostępnij ogłosić =ogłoś
	send słać =ślij przesłać =prześlij puścić =puść =puszczaj nadać =nadaj rozesłać =roześlij rozsyłać dosłać =dośli odesłać =odeślij
	hire przyjąć =przyjmij brać =bierz
	book umówić =umów =umawiaj brać =bierz zaklepać =zaklep klepać =klep =bookuj =zabukuj
	order brać =bierz nabyć nabywać
	renew prolongować =prolonguj
	raise podwyższyć =podwyższ
	lower zmniejszyć =zmniejsz zmniejszać
	move przerzucić =przerzuć
	register wpisać =wpisz dopisać =dopisz zgłosić =zgłoś zgłaszać
	start odpalić =odpal odpalać =odpalaj startować =startuj zacząć =zacznij zaczynać =zaczynaj rozpocząć =rozpocznij ruszyć
	restart odpalić =odpal odpalać
	install wgrać =wgraj wgrywać =wgrywaj
	upgrade wgrać =wgraj odpalić =odpal
	sell opchnąć =opchnij puścić =puść
	repair zreperować =zreperuj reperować zrobić =zrób
	accept brać =bierz zgodzić =zgódź zgadzać =zgadzaj
	give przekazać =przekaż
	sign parafować =parafuj
	print puścić =puść
	create wystawić =wystaw przygotować =przygotuj
	deliver zawieźć =zawieź podrzucić =podrzuć wysłać =wyślij
	lend użyczyć =użycz
	declare zawiadomić =zawiadom
	invite poprosić =poproś
	call wezwać =wezwij wzywać =wzywaj`
