package footer

const (
	anyDay = `monday* tuesday* wednesday* thursday* friday* saturday* sunday* weekday* weekend* montag* dienstag* mittwoch* donnerstag* freitag* samstag* sonnabend* sonntag* werktags wochenende lundi* mardi* mercredi* jeudi* vendredi* samedi* dimanche* lunedì martedì mercoledì giovedì venerdì sabato domenica lunes martes miércoles jueves viernes sábado* domingo* segunda* terça* quarta* quinta* sexta* maandag* dinsdag* woensdag* donderdag* vrijdag* zaterdag* zondag* poniedział* wtor* środ* czwart* piątk* piątek sobot* niedziel*`
	times  = `on in at from to until till between after before every each all only and or the of for this o'clock uhr am pm h u hrs noon midday midnight lunch morning mornings afternoon afternoons evening evenings day days week daily
		am im an ab bis von vom zum zur um und oder nur immer jeweils jeden jede vormittag* nachmittag* mittags abends morgens den die der das
		le la les au aux du de des à dès entre et ou sur seulement uniquement tous toutes chaque après-midi matin matins midi soir
		il lo la i gli dal dalle dalla al alle alla dopo le tra e o solo ogni tutti mattina mattine pomeriggio pomeriggi sera mezzogiorno
		el los las del al de desde hasta entre y o solo sólo cada todos mañana mañanas tarde tardes noche mediodía por
		o a os as da das do dos às ao aos até e ou só apenas cada todos todas manhã manhãs tarde tardes noite meio-dia
		de het op van tot tussen en of alleen elke iedere ochtend middag avond 's uur t.e.m tem t/m m
		w we od do po przed między i lub oraz tylko każdy każdą każdego godz godzina rano popołudniu wieczorem dni`
	whose = `i i'm m my me we we're re our am is are not no be parish usually normally mostly here
		ich wir bin sind ist nicht mein unser meine unsere in der regel
		je suis nous sommes est n ne pas mon notre ma
		io sono siamo è non il mio nostro nostra
		estoy estamos soy no yo mi nuestro nuestra
		estou estamos sou não eu meu nosso nossa
		ik ben wij we zijn is niet mijn onze
		ja jestem jesteśmy nie mój nasz nasza`
	events   = `exhibition *ausstellung mostra exposición exposition exposição tentoonstelling wystawa nocturne concert concerts konzert konzerte concerto concierto koncert festival flohmarkt market markt mercato mercado marché targ gottesdienst messe mass messa misa missa mis nabożeństwo evensong vespers probe proben répétition repetitie prove ensayo ensaio próby rehearsal rehearsals stammtisch storytime vorlesestunde führung führungen visite rondleiding coffee quiz bingo yoga training jam repair-café`
	onThen   = anyDay + " " + times + ` 1er 2e 3e 1st 2nd 3rd 4th erster ersten zweiten dritten letzten first second third last premier premiers dernier primo ultimo primer primero último último primeira primeiro última eerste laatste pierwszy pierwszą ostatni bis zum open free entry eintritt frei entrée libre ingresso libero gratis` + " "
	holidays = `midterm half-term term easter christmas holiday holidays vacation leave annual ferien urlaub ostern weihnachten feiertage feiertagen vacances pâques noël congé congés ferie vacanze pasqua natale vacaciones navidad navidades pascua férias páscoa vakantie kerst pasen ferie urlopie urlop świąt święta wielkanoc`
)

// lastings are the kinds, in the eight languages together.
func lastings() []lasting {
	return []lasting{
		// When somebody is there, or not.
		{needs: []string{anyDay, `absent away absente abwesend assente assenti ausente afwezig nieobecny nieobecna arbeite travaille pracuję`}, beside: times + " " + whose, digits: true, least: 3, most: 16},
		{needs: []string{anyDay, `office desk work working duty reachable büro haus praxis erreichbar arbeiten anwesend teilzeit bureau cabinet joignable présent présente ufficio raggiungibile presente oficina despacho localizable escritório contactável kantoor werk werkzaam bereikbaar aanwezig biurze biuro obecny obecna dyżur`, `i i'm we ich wir je nous io sono siamo estoy estamos estou ik wij jestem jesteśmy`}, beside: times + " " + whose + " arbeite work teilzeit part-time parttime deeltijd in und and en et e y", digits: true, least: 4, most: 16},
		// When a house is closed.
		{needs: []string{anyDay + " " + holidays, `closed closes close shut geschlossen ruhetag ruhetage betriebsruhe schließt geschl chiuso chiusa chiusi chiude cerrado cerrada cerramos cierra fermé fermée fermés fermeture ferme fermons fechado fechada fecha encerrado encerrada encerra gesloten sluitingsdag sluit zamknięte zamknięty zamknięta nieczynne`}, beside: times + " " + whose + ` school shop store surgery practice restaurant café museum library club praxis laden gaststube büro secretariaat winkel`, digits: true, most: 16},
		{needs: []string{holidays, `until from bis vom jusqu'au jusqu au dal fino hasta desde até de tot van do od`, months}, beside: times + " on auf en in im de em na op am are we wir nous we're", digits: true, most: 9},
		// How they do not want to be reached.
		{needs: []string{`no not only kein keine nur niente non solo sin solo sólo pas ni uniquement não nem só apenas geen niet alleen nie tylko`, `text texts texting sms calls phonecalls anrufe chiamate telefonate llamadas appels whatsapp whatsapps voicemail voicemails chamadas ligações telefontjes telefonów esemesów`}, beside: times + ` please bitte por favor per favore s.v.p svp d de merci weekends weekend proszę urgenze urgences urgencias notfälle emergencies emergency notfall spoed`, digits: true, most: 9},
		// Whom to call at night.
		{needs: []string{`emergency emergencies notfall notfälle notfällen urgence urgences urgenza urgenze emergenza emergenze urgencia urgencias urgência urgências emergência emergências spoed nood spoedgevallen nagłych nagłym pilnych`, `call dial ring phone number composez appelez faites wählen sie rufen chiamare chiamate telefonare llame llamar marque ligue ligar bel bellen dzwoń dzwonić prosimy tel telefon notruf bereitschaft 112 999 911 15 118 144 000 116117`}, beside: `in an a case of out hours please the our en cas d de le im fall in caso di il lo al por favor em caso o bij w przypadku przypadkach an bitte unter pod numer numerem`, digits: true, most: 12},
		// Only by appointment.
		{needs: []string{`appointment appointments walk ins termin termine terminvereinbarung voranmeldung rendez-vous rdv appuntamento cita afspraak marcação umówieniu umówienia zapisów`, `atiende atienden atendemos atendimento visits visitors consultations viewings behandlung sprechstunde besuche besichtigung reçoit recevons consultations visites riceve riceviamo visite visitas consultas bezoek consult wizyty przyjmujemy przyjęcia no`}, beside: `by without only nur ohne nach kein keine mit se si no sin con solo previa su senza sur sans uniquement op zonder alleen só com sem prévia po tylko bez wcześniejszym please bitte`, most: 9},
		{needs: []string{`visits prescriptions hausbesuche rezepte domicile ordonnances domiciliari ricette domicilio recetas domicílio receitas huisbezoeken recepten domowych recept`, `no not keine kein pas non no não geen nie ni`}, beside: `we do make home by phone mail or telefonisch per machen wir de visites visite a visitas prowadzimy wizyt przez telefon wystawiamy facciamo faisons hacemos fazemos doen`, most: 8},
		// What they stand for.
		{needs: []string{`vielfalt diversity toleranz tolerance respekt respect respeto rispetto respeito menschlichkeit demokratie democracy peace frieden paix pace inclusion inklusion equality rassismus racism racisme razzismo racismo hass hate haine odio haat racisme ausgrenzung discrimination mobbing bullying guerre oorlog wojny wojnie`}, beside: `ja yes oui sì sí sim tak nein no non nee nie to zu zur zum for für against gegen contre contro contra tegen przeciw pour per por voor dla und and et e y en i the der die das la le el o de del della stand we wir stehen with mit all more mehr love war human rights aan à`, most: 7},
		// What those who were there may write.
		{needs: []string{`vertel weiter weten wissen know tell dites dillo`, `us uns nous noi nosotros ons nas nam others ander anderen andere`}, beside: `it let please bitte gerne het een laat es le lo aux`, further: true, most: 8},
		{needs: []string{`recensione review reviews rezension bewertung bewerten bewerte reseña avis recensie beoordeling beoordeel oceń oceńcie opinię avaliação avalie avalia rate recommend`, `us uns nous noi nosotros ons nas nam google leave lascia lasciaci deja déjanos hinterlassen laissez laat schrijf deixe wystaw others ander anderen andere`}, beside: `a una een un eine una uma your ihre votre tua su sua het it let please bitte gerne on auf sur su en op na w google tripadvisor facebook`, most: 8},
		{needs: []string{`satisfied happy enjoyed enjoy gefallen zufrieden piaciuto piaciuta soddisfatto soddisfatta soddisfatti gustado gustó satisfecho satisfecha plu satisfait satisfaite gostou satisfeito satisfeita tevreden bevallen podobało podobała zadowolony zadowolona byłaś byłeś`}, beside: `did you were are with our your visit service stay workshop not wel niet nicht non no pas ti vi le te ha è il la lo hat es ihnen euch dir waren sie uns bei laboratorio atelier taller visita besuch kurs el de a o da nossa nuestra notre vous ça u het je is się u nas`, asks: true, further: true, most: 8},
		// What of theirs somebody may not know yet.
		{needs: []string{`know conhece conoces conoce connaissez connais kennen kennst kennt conosci conoscete conosce kent znasz znacie seen visited gesehen visto vu gezien`, `our nossa nosso nuestra nuestro notre nos nostra nostro unsere unseren unser onze ons nasz nasza naszą`, `shop loja tienda boutique negozio winkel sklep newsletter website site blog podcast app café store webshop onlineshop programm programme`}, beside: `do have you yet already já ya déjà già schon al już sie ihr du u je vous te o a la le den czy online neuen new`, asks: true, most: 8},
		{needs: []string{`seen`, `yet already`}, beside: `have you`, names: 4, asks: true, further: true, most: 8},
		{needs: []string{`book reserve buchen prenota prenotate reserva réservez boek reserveer tickets karten biglietti entradas billets bilety bilhetes rezerwuj`, `now jetzt ora ya maintenant nu agora teraz online today`}, beside: `your ihre i tuoi tus vos je kup`, most: 5},
		// What is on, again and again or until a day.
		{needs: []string{events, `month mois monat monats mese mes mês maand miesiąca every each jeden jede jedes jeweils chaque ogni cada elke iedere każdy każdą każdego week woche settimana semana wöchentlich`}, beside: onThen + months, names: 3, digits: true, most: 14},
		{needs: []string{events, `until through bis jusqu jusqu'au fino hasta até tot do`, months}, beside: onThen, names: 3, digits: true, most: 14},
	}
}
