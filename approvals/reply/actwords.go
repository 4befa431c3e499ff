package reply

// moreActs are further verbs of [acts] in one language, an act a line by its first English verb, in the order of languages().
func moreActs() [8]string {
	return [8]string{frAt: frenchActs, nlAt: dutchActs}
}

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
	inform prévenir =préviens =prévenez`

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
	merge samennemen fuseren
	change veranderen
	add bijvoegen bijzetten
	remind manen
	switch-off afzetten uitdoen
	turn-off afzetten uitdoen
	inform verwittigen`
