package footer

// notice is what the legal texts below mails are made of in one language. A word with
// a "*" stands for all that begin like it.
type notice struct {
	// Each topic is one thing that such texts speak of. A sentence speaks of two.
	topics []string
	filler string // words that say nothing by themselves
	// A word of conditions makes a sentence a condition of the person, unless it stands in
	// one of the phrases that only such texts have.
	conditions string
	allowed    []string
	// wrong is how a mail comes to the wrong reader: came has to stand beside it, for
	// "this was sent in error" takes an answer back.
	wrong, came string
}

// notices returns the legal texts of the eight languages.
func notices() []notice {
	return []notice{
		{ // English
			topics: []string{
				"e-mail* email* mail mails message* communication* transmission* transmittal attachment* attached file* document* correspondence content* contents information footer notice disclaimer*",
				"recipient* addressee* addressed intended named individual* entity entities",
				"confidential* privileged privilege* proprietary secret secrecy private privacy personal gdpr protect* copyright legally sensitive",
				"unauthori* prohibit* unlawful disclos* disseminat* distribut* copy* copied copies reproduc* retransmi* review* use used using uses reliance forward* alter* unintended improper* forbidden retention",
				"notify notif* inform advise advising delete delet* destroy* return returning erase purge contact contacting sender reply",
				"virus* malware worm* scan scanned checked antivirus anti-virus avast* infect* defect* damage* liab* responsib* warrant* loss losses guarantee* intercept* corrupt* harmful precaution* virus-free",
				"view views opinion* expressed express represent* author authors endorse*",
				"environment* print* paper trees tree planet footprint",
				"registered registration registr* company number office offices england wales scotland ireland authori* regulat* incorporated headquarter* headquarters vat companies authority licensed directors partners conduct financial trading",
				"bind* contract* constitut* offer offers obligation* agreement* legally",
				"law laws solicitor* attorney* attorney-client lawyer* client professional counsel legal",
				"monitor* record* archiv* security policy policies process* data",
			},
			filler:     "carry rights derived changes details believed working hours anyone amended formed a an the this that these those and or of to for from in on by with without at as is are be been being was were has have had may might must should shall will would can cannot could not no nor any all its it it's their they them you your yours yourself who whom which whose what other others person persons party parties only solely sole exclusive exclusively if unless than then so such also into upon under over between within through via per please kindly thank thanks cooperation immediately promptly strictly hereby herein therein thereof hereto thereto whether error mistake mistakenly erroneously inadvertently inadvertent received receive receiving receipt sender sent send transmitted transmit computer computers system systems network internet our we us do does did done make made take taken taking action actions relating respect based part parts whole form forms manner way kind prior written permission consent express expressly contain contains contained containing include includes including material materials subject necessarily those group subsidiaries subsidiary affiliates affiliate employee employees organisation organization firm itself mentioned above below following applicable accordance pursuant regulation regulations act eu uk details detail see read visit website find more about how we our policy statement available at terms conditions complete completeness accuracy accurate timely timeliness free secured secure caused arising result consequence consequences however although while although reasonable every each accept accepts acceptance assume assumes bear responsibility opening one both its software program programs confirm confirmed guaranteed strictly really need necessary needed consider think before save help thinking green great think its responsible delivering delivery agent agents notified hereby permanently original copies destroy storing stored storage hard drive ensure present time up date out has used lawful basis purposes purpose waive waived waiver intend intended another otherwise stated state states holder owned belongs belong property limited liability partnership services service list members member inspection open principal place business trading name body regulatory number numbers no ref dear sir madam meant co-operation relation inform us call calls recorded recording believe arrive arrived note that should therefore recommend recommended own responsible check advised reader readers apply applies forwarded misdirected immediate effect always comply compliance purposes training quality internal external outside originated sources source right reserves visit further collect collects handle handles treat treated processed processing controller rights aim mutual society emails arising instructions never change details",
			conditions: "if only unless until till but except excluding however though although provided providing first before after when once subject otherwise half partially partly pending while accept acceptance consent confirm confirmed permission offer",
			allowed: []string{
				"if you are not", "if received", "purposes only", "if you have received", "if you received", "if you receive", "if you have", "if you are", "if you believe", "if the reader", "if this e-mail", "if this email", "if this message", "if this",
				"if you no longer", "if not", "if addressed", "only for", "intended only", "only intended", "only by", "only be", "only and", "only the", "use only", "unless you are", "unless otherwise", "unless expressly", "unless stated", "unless it", "unless specifically",
				"unless explicitly", "before printing", "before you print", "before opening", "before deleting", "before you delete", "before print", "before printing this", "subject to legal", "subject to copyright", "subject to professional", "subject to confidentiality", "is subject to", "be subject to", "are subject to", "subject to the",
				"subject to attorney-client", "but not limited", "but cannot", "but does not", "but we cannot", "but we do not", "although we", "although this", "although the", "while we", "while every", "while reasonable", "although reasonable", "although every", "however we", "however the", "except where", "except as", "except for the",
				"accept no", "accepts no", "accept any", "not accept", "cannot accept", "accept liability", "accept responsibility", "accepts any", "not accept any", "written consent", "express consent", "prior consent", "consent of the", "written permission", "prior permission", "express permission", "permission of", "offer or", "an offer", "or offer",
				"acceptance of an offer", "offer or acceptance", "confirmed in writing", "provided for", "when addressed", "when you", "once read", "after reading", "however caused", "liability is accepted", "responsibility is accepted", "addressee only", "recipient only", "recipients only", "addressees only", "own checks", "own virus checks",
			},
			wrong: "error mistake mistakenly erroneously inadvertently wrong", came: "received receive receives received receiving receipt reached if are",
		},
		{ // Italian
			topics: []string{
				"e-mail* email* mail messaggi* comunicazion* allegat* posta document* informazion* contenut* file dati avviso trasmission* nota",
				"destinatari* destinat* indirizzat* persona persone soggett* ente enti società",
				"riservat* confidenzial* privilegiat* privacy gdpr personali protett* segret* tutela* protezione trattamento strettamente",
				"vietat* proibit* divieto autorizzat* diffusion* diffus* divulg* distribu* copia copie copiar* copiatura riproduzion* riprodu* utilizz* uso usare inoltr* diffonde* illecit* espressamente abusiv*",
				"avvis* informar* informate informi comunicar* comunicarl* comunicarc* notific* distrugg* elimin* cancell* restitu* contatt* mittente darne darcene segnalar* rispondendo rispondere",
				"virus antivirus malware controllat* scansion* verificat* dann* responsabil* garanz* garant* privo priva prive",
				"opinion* espress* autore rappresent*",
				"ambient* stamp* carta alber* pianeta",
				"capitale sociale registro imprese iscritt* iscrizione sede legale p.iva partita iva codice fiscale c.f rea cciaa direzione coordinamento vigilanza albo",
				"vincol* contratt* impegn* offerta proposta obblig*",
				"legge leggi normativa regolamento decreto d.lgs dlgs art artt penale civile professionale ue",
			},
			filler:     "precisa pregato ricevess* ufficiali avvengono via pec siete immediata distruzione derivante conoscenza il lo la i gli le l un uno una di a da in con su per tra fra d del dello della dell dei degli delle al allo alla all ai agli alle dal dallo dalla dall dai dagli dalle nel nello nella nell nei negli nelle sul sullo sulla sull sui sugli sulle e ed o od che chi cui non è sono sia siano essere stato stata stati state ha hanno abbia abbiate avete aveste avesse avessero hai può possono potrebbe potrebbero deve devono si se solo sola soltanto esclusiv* unicamente unico prima qualora caso ove quanto quindi pertanto inoltre anche come questo questa quest questi queste presente presenti tale tali qualsiasi qualunque ogni altro altra altri altre terzi proprio propria vostro vostra vostri suo sua sue suoi loro noi voi vi ci ne la lei prego preghiamo pregat* prega preg* gentilmente cortesemente cortesia immediatamente immediato tempestivamente subito errore erroneamente sbaglio ricevuto ricevuta ricevere ricevet* ricevente pervenut* inviato inviata inviare inviar* trasmess* contiene contengono contenere contenente contenuto contenuta contenute senza previa preventiva autorizzazione scritta scritto legge sensi codice grazie collaborazione rispett* pensa* davvero necessario necessaria necessarie salva* proteggi* parte parti tutto tutti tutta tutte modo forma azione azioni relativa relativo relativi nonché stesso stessa stessi stesse sistema sistemi computer rete internet legge via telefono tramite mezzo tipo natura scopo scopi finalità fini materiale riguard* vigente vigenti europeo generale protezione provveder* provvedere sulla aziendal* azienda aziende nostro nostra nostri nostre responsabilità titolare indicat* sopra quest'ultimo informazioni eventualmente ancora più persone fisiche giuridiche elettronica elettronico fosse fossero invitiamo invitano ad averne dato data tempestiva tempestivo reg fornire pregandola pregandovi riceveste qualsivoglia cortese fatta erronea cestinare provvedendo provvedete costituisce costituiscono né chiede mai modo",
			conditions: "se solo sola soltanto ma prima qualora purché salvo tranne quando dopo poi eccetto eventualmente a-meno unicamente",
			allowed: []string{
				"se non", "se ha", "se avete", "se lei", "se siete", "se ricevete", "se questo", "se questa", "se hai", "se il", "se ricevuto", "se ricevuta", "prima di stampare", "dopo averne", "dopo aver", "prima di", "qualora", "solo per", "solo al", "solo ai", "solo alla", "solo dal", "solo se è", "solo alle", "solo a", "salvo diversa", "unicamente al", "unicamente alle", "unicamente per", "unicamente alla", "unicamente ai", "eventualmente allegat*",
				"se davvero", "solo se necessario", "se necessario", "se strettamente", "e solo",
			},
			wrong: "errore erroneamente sbaglio", came: "ricezione riceve ricevess* ricevuto ricevuta ricevete ricevet* pervenut* ricevere se qualora",
		},
		{ // Spanish
			topics: []string{
				"e-mail* email* mail correo* mensaje* comunicaci* adjunt* fichero* archivo* document* información contenid* datos anexo* aviso transmisión",
				"destinatari* dirigid* destinad* persona personas entidad*",
				"confidencial* privad* privilegiad* privacidad rgpd lopd personal personales protegid* secret* reservad* protección tratamiento secreto legalmente",
				"prohib* autorizad* divulga* difusi* distribuci* copia copiar copias reproducci* reproduc* utiliz* uso usar reenvi* ilícit* ilegal* reveal* difund* revelación",
				"notifi* comunique* comunicar* comunicárnos* comuniquenos* informe informar avise avisar* destruy* destrucci* elimin* borr* devuelv* contact* remitente rogamos",
				"virus antivirus malware analizad* escanead* comprobad* daño* responsab* garanti* libre exent* seguro segura",
				"opinion* expresad* autor representa*",
				"medio ambiente medioambiente ambiental imprim* papel árbol* impresión",
				"capital social registro mercantil inscrit* domicilio sede cif nif tomo folio hoja sociedad s.a s.l domiciliada",
				"vincula* contrato* contractual* oferta obligaci* acuerdo",
				"ley leyes normativa reglamento orgánica artículo art vigente derechos acceso rectificación supresión cancelación oposición portabilidad limitación ejercer finalidad responsable legislación ue",
			},
			filler:     "compruebe hacerlo nuestra mano manos está otros otras así explica atención consultas gestión clientes relación revisión retransmisión diseminación distintas responsabilidad el la lo los las un una unos unas de del a al en con por para sin sobre entre y e o u ni que quien quienes cual cuales cuyo cuya no es son sea sean ser sido está están estar estuviera fuera fuese ha han haya hayan haber he puede pueden pudiera pudieran podrá podrán podría debe deben deberá si sí solo sólo únicamente únic* exclusiv* antes caso así como este esta estos estas esto ese esa dicho dicha dichos dichas mismo misma mismos mismas cualquier cualquiera todo toda todos todas otro otra otros otras tercero terceros su sus nuestro nuestra nuestros nuestras nos le les se lo usted ustedes por favor gracias rogamos inmediata inmediatamente inmediato error errónea erróneamente recibido recibida recibe reciba recibir recepción recibiera enviado enviada enviar enviado remitido contiene contienen contener contenida contenidas incluid* incluye previa previo autorización expresa escrito vía misma proceda proceder proceda procediendo colaboración informamos conformidad virtud dispuesto través dirección electrónico electrónica electrónicos estrictamente considera* piense piensa necesario necesaria realmente proteger cuid* cuide protege planeta parte partes sistema sistemas ordenador red internet medio total parcial parcialmente totalmente forma queda quedan quedando acción tipo respecto acuerdo datos europeo general empresa compañía grupo titular tratados tratar serán será incorporados fichero ante agencia española línea puesto legítimo destino indicad* también mediante además relativa relativo ello van va pudiendo pueda podrían dirige dirigen sometida sometido permitida permitido final elimínelo infórmenos cumplimiento lopdgdd bien hacerlo cosa todos profesional recibiese hubiese ruego indebida indebido comuníquelo comuníquenoslo elimine bórrelo bórrela destrúyalo avísenos advertimos exista hágalo imprima contribuya forman parte gestionar relación gestión desea más reg",
			conditions: "si solo sólo pero salvo excepto antes cuando hasta menos únicamente después parcialmente parcial previa",
			allowed: []string{
				"si no", "si usted", "si ha", "si recibe", "si ud", "si este", "si lo", "si hubiera", "si el", "solo para", "sólo para", "únicamente a", "únicamente para", "antes de imprimir", "antes de", "únicamente por", "únicamente al", "si es", "total o parcial", "total o parcialmente", "parcial o total", "previa autorización", "autorización previa", "la previa", "salvo autorización", "solo al", "sólo al", "si realmente", "si no es", "única y exclusivamente", "parcialmente sin", "si por error",
			},
			wrong: "error errónea erróneamente equivocación", came: "recibido recibida recibe reciba recibir recibiera si",
		},
		{ // French
			topics: []string{
				"e-mail* email* mail courriel* message* messages messagerie communication* pièce* pièces jointe* document* information* contenu* fichier* correspondance données avis transmission",
				"destinatair* destin* adressé* personne personnes nommé* entité*",
				"confidentiel* confidentialité privilégié* privilégiée privé* rgpd personnel* protégé* protection secret* propriété exclusi*",
				"interdi* autoris* divulga* diffus* distribu* copi* reproduc* utilis* usage publication prohib* transfér* illicite exploit* altér*",
				"avert* inform* signal* aviser avisez détrui* destruction supprim* effac* renvoy* contact* expéditeur expéditrice prévenir retourn* notif*",
				"virus antivirus malware vérifi* analysé* dommage* responsab* garanti* exempt* falsifi* déform* intégrité altéré* sécuris*",
				"opinion* exprimé* auteur* représent* engage* points vue",
				"environnement éco-attitude écologi* éco-geste* imprim* papier arbre* planète impression écolog*",
				"capital social siège rcs siret siren immatricul* tva registre société s.a.s sas sarl s.a",
				"engage* contrat* contractuel* offre obligation* juridique*",
				"loi lois règlement article code professionnel droit droits accès ue rectification cnil",
			},
			filler:     "adoptez tentatives attire étude changement le la les l un une des du de d à au aux en dans par pour avec sans sur sous entre et ou ni que qu qui quoi dont où ne n pas non est sont être été soit soient serait seraient peut peuvent pourrait pourraient pouvant doit doivent devez veuillez merci si s'il seul seuls seule seulement uniquement exclusivement avant après cas ainsi comme ce cet cette ces ceci celui celle ceux il elle ils elles se s leur leurs son sa ses notre nos votre vos nous vous y tout toute tous toutes autre autres tiers même immédiatement erreur reçu reçue reçus recevez recevoir réception parvenu* envoyé envoyée envoyer transmis transmise contenu contient contiennent contenant contenir contenues contenues éventuel* joint joints jointes préalable écrite écrit autorisation expresse strictement lettre système systèmes ordinateur réseau internet partie totale partielle totalement manière forme action cause aucun aucune quelconque toute part a ont avez ait ayez aurait fait fins fin établi* intention usage relatif relative conformément conformité concernant vertu pensez pensons penser nécessaire vraiment besoin respect* préserv* protég* aidez économis* également décline* déclin* assum* assur* notamment titre groupe filiales entreprise prendre connaissance copie dès quelle soit mettre jour présent présente présents ses intermédiaire susceptible* objet modif* messages électronique électroniques été pourra ultérieur* mail attention conforme destination êtes visé visée avertir voie retour garantie acceptons accepte tenue tenu circuit informatique moyen ci-joint courrier n'imprimez bien geste gestes étant assurée assuré peut jamais codes lu",
			conditions: "si s'il seulement uniquement avant mais sauf après quand lorsque sous-réserve réserve hormis partielle partiellement préalable offre",
			allowed: []string{
				"si vous", "que si c", "si c est", "si ce", "si cet", "s'il vous", "si le", "si celui-ci", "uniquement à", "uniquement au", "uniquement aux", "uniquement pour", "uniquement par", "seulement à", "avant d'imprimer", "avant d", "avant de", "sauf autorisation", "totale ou partielle", "totale ou partiellement", "partielle ou totale", "partielle sans", "même partielle", "totalement ou partiellement", "autorisation préalable", "préalable de", "préalable écrite", "une offre", "si besoin", "si nécessaire", "mais ne", "uniquement destin*",
			},
			wrong: "erreur", came: "reçu reçue reçus recevez recevoir réception parvenu* si",
		},
		{ // German
			topics: []string{
				"e-mail* email* mail mails nachricht* anhang* anhäng* anlage* datei* inhalt* information* mitteilung* übermittlung kommunikation hinweis",
				"empfänger* adressat* adressiert* bestimmt* vorgesehen* gerichtet person personen",
				"vertraulich* geheim* geschützt* datenschutz* privileg* personenbezogen* dsgvo rechtlich* berufsgeheimnis* verschwiegenheit* anwaltsgeheimnis* daten",
				"unbefugt* unerlaubt* verbot* untersagt* gestattet* unzulässig* weitergabe weiterleit* weiterverbreit* verbreit* vervielfältig* kopie* kopier* veröffentlich* verwend* nutz* offenleg* kenntnisnahme einsichtnahme gebrauch verwert* widerrechtlich*",
				"benachrichtig* informier* verständig* lösch* vernicht* rücksend* kontaktier* unterricht* zerstör* absender* mitteil*",
				"viren* virus* virenfrei geprüft* haft* haftung* schäden schaden* gewähr* manipul* verfälsch* unversehrt* sicher* schadsoftware malware überprüft* gescannt avast*",
				"meinung* ansicht* auffassung* verfasser*",
				"umwelt* druck* ausdruck* ausdrucken drucken papier* bäume wald ressourcen",
				"amtsgericht* registergericht* handelsregister* hrb hra sitz geschäftsführ* vorstand* aufsichtsrat* ust-id* ustid* umsatzsteuer* steuernummer eingetragen* gesellschaft* firmensitz kommanditgesellschaft komplementär* vorsitz* register",
				"rechtsverbindlich* verbindlich* vertrag* erklärung* willenserklärung* angebot*",
				"gesetz* art artikel verordnung datenschutzerklärung datenschutzhinweis* verarbeitung rechtsanwalt* mandant*",
			},
			filler:     "hier bezeichneten die der das den dem des ein eine einer eines einen einem diese dieser dieses diesen diesem und oder sowie auch ist sind sein wird werden wurde wurden kann können könnte könnten darf dürfen soll sollte sollten nicht kein keine keiner keinen keinerlei sie ihr ihre ihrer ihren ihnen uns wir unser unsere unserer unseren bitte in im an am auf aus bei mit nach von vom zu zum zur für über unter durch gegen ohne um dass daß sich es er als wie so etwaige* sofort unverzüglich umgehend irrtümlich* irrtum fehler* versehentlich falls wenn sofern soweit nur ausschließlich allein alleinig* bevor erhalten empfangen gesendet zugesandt* zugegangen erreicht* haben hat vielen dank jede jeder jedes jegliche* jedwede* art weise form inhaber dritte dritten dritter streng ausdrücklich schriftlich* enthält enthalten enthaltene* beigefügt* oben genannt* richtig* rechtmäßig* berechtigt* bezüglich darin dabei hiermit hierin daher sämtliche* alle allen aller möglich* system* computer internet erforderlich* notwendig* denken denk wirklich müssen muss schützen schonen schone verantwortung zuverlässig* gesetzlich* gemäß möchten nähere* weitere* finden homepage website zustimmung vorherige* vorheriger ganz teilweise angefügt* samt ihrer enthaltener eventuell* und/oder selbst hinaus anschließend folgende* übernehmen übernimmt stellt stellen dar dient zweck zwecke bestimmten person namentlich genau erhalten davon daraus irgend* maßnahmen aktion gegebenenfalls ggf mitsamt sowohl auszudrucken unsererseits dokument dokumente informationszweck* ob ausgedruckt infos irrtümlicherweise informieren beachten beachtung hinweise abrufbar dazu rund verarbeiten verarbeitet personenbezogener zudem ferner weder noch genehmigung erhalt ihres antwort dies deren hiervon prüfen bezeichneten per können wirksam anschließend ",
			conditions: "falls wenn sofern soweit nur erst bevor aber jedoch außer vorbehaltlich teilweise eventuell eventuelle zustimmung",
			allowed: []string{
				"prüfen sie", "wenn sie nicht", "falls sie nicht", "sofern sie nicht", "wenn sie diese", "falls sie diese", "wenn sie", "falls sie", "sofern sie", "nur für", "nur für den", "ist nur", "sind nur", "nur zur", "nur zum", "bevor sie", "ganz oder teilweise", "auch teilweise", "bevor du", "teilweise verwendung", "wenn es", "wenn dies", "eventuelle anhänge", "eventueller anhänge", "ohne zustimmung", "ausdrückliche zustimmung", "ohne vorherige zustimmung", "vorherige zustimmung", "schriftliche zustimmung", "falls diese", "soweit gesetzlich", "nur wenn es wirklich",
			},
			wrong: "irrtümlich* irrtum fehler* versehentlich", came: "erhalten empfangen zugegangen erreicht* wenn falls sollten empfänger*",
		},
		{ // Portuguese
			topics: []string{
				"e-mail* email* mail correio mensage* comunicaç* anexo* ficheiro* arquivo* document* informaç* conteúd* dados aviso transmissão",
				"destinatári* dirigid* destinad* pessoa pessoas entidade* endereçad*",
				"confidencia* privilegiad* privacidade rgpd lgpd pessoal pessoais protegid* sigil* reservad* proteção privad* legalmente",
				"proibid* autoriza* divulgaç* difus* distribuiç* cópia* copiar reproduç* reprodu* utiliz* uso usar reencaminh* ilícit* ilegal* vedad* revel* dissemin* encaminh*",
				"notifi* comuni* inform* avis* destrua destru* elimin* apag* delet* exclu* devolv* contact* contat* remetente",
				"vírus antivírus malware verificad* analisad* dano* responsab* garanti* livre isent* segur*",
				"opini* express* autor represent*",
				"ambiente ambiental imprim* papel árvore* impressão planeta",
				"capital social matriculad* conservatória registo registro sede nif nipc cnpj contribuinte sociedade",
				"vincul* contrat* oferta obriga* compromisso",
				"lei leis regulamento legislação artigo art direitos ue aplicável penalidades sanções",
			},
			filler:     "proceda anexados bem o a os as um uma uns umas de do da dos das em no na nos nas num numa ao aos à às por pelo pela pelos pelas para com sem sobre entre e ou nem que quem qual quais cujo cuja não é são ser seja sejam sido foi está estão estar esteja tem têm tenha tenham ter pode podem poderá podendo deve devem deverá se só somente apenas únic* unicamente exclusiv* antes caso assim como este esta estes estas isto esse essa desta deste destas destes nesta neste nessa desse dessa mesmo mesma qualquer quaisquer todo toda todos todas outro outra outros outras terceiro terceiros seu sua seus suas nosso nossa nossos nos lhe lhes vossa vosso você v.exa favor obrigado obrigada agradecemos agradece imediat* imediatamente erro engano equivocadamente indevidamente recebeu recebido recebida receber recebê-la recebê-lo receba recebimento enviado enviada enviar contém contêm conter contido contida contidas contidos incluindo prévia prévio autorização expressa escrito estritamente pense pensar considere realmente necessário necessária proteger preserv* proteja parte partes sistema sistemas computador rede internet meio total parcial parcialmente forma fica ficam tipo ação respetivo respetivos respectivo respectivos eventual* empresa grupo colabor* compreensão solicitamos solicita-se pedimos solicitado gentileza caráter carácter intencional* através bem ainda acordo termos nome responsável meio toda também pretendid* devido podendo conter mediante for divulgar nela nele tomar baseada baseado nessas seguida bem fazer apague-a apague-o elimine-a destrua-a informe-nos avise-nos avisar visada destina-se destinam-se constitui constituem contida pensar tem mesmo",
			conditions: "se só somente apenas mas salvo exceto excepto antes quando até caso parcial parcialmente prévia depois",
			allowed: []string{
				"se não", "se você", "se recebeu", "se a", "se o", "se esta", "se este", "se v", "se tiver", "se v.exa", "caso não", "caso tenha", "caso você", "caso esta", "caso este", "caso seja", "apenas para", "apenas ao", "apenas à", "apenas pelo", "somente para", "somente ao", "antes de imprimir", "antes de", "total ou parcial", "total ou parcialmente", "parcial ou total", "prévia autorização", "autorização prévia", "se realmente", "se tem mesmo", "se não for", "se for", "se necessário", "caso a receba", "apenas se for", "só se for", "caso o receba", "solicita se", "só para", "só ao",
			},
			wrong: "erro engano equivocadamente indevidamente", came: "recebeu recebido recebida receber receba recebimento recebê* se caso",
		},
		{ // Dutch
			topics: []string{
				"e-mail* email* mail mails bericht* bijlage* document* informatie inhoud* bestand* communicatie gegevens disclaimer verzending",
				"geadresseerde* ontvanger* bestemd* gericht bedoeld* persoon personen",
				"vertrouwelijk* geheim* bevoorrecht* privacy* avg persoonlijk* persoonsgegevens beschermd* geheimhouding* wettelijk*",
				"verbod* toegestaan* onbevoegd* openbaar* verspreid* kopiër* kopie* vermenigvuldig* verveelvoudig* gebruik* verstrekking doorstur* onrechtmatig* ongeautoriseerd* openbaarmaking",
				"verzoek* verzocht informer* waarschuw* verwijder* vernietig* terug* retourner* contact afzender stel stellen stelt meld* wis* wissen",
				"virus* virussen virusvrij gecontroleerd gescand schade aansprakelijk* garander* garantie* verantwoordelijk* malware",
				"mening* opvatting* standpunt* auteur",
				"milieu print* afdruk* papier bomen",
				"kvk kamer koophandel handelsregister btw* gevestigd statutair ingeschreven nummer vennootschap",
				"rechten ontleend* bindend* overeenkomst* aanbod verbindend*",
				"wet verordening voorwaarden privacyverklaring privacybeleid algemene advocaat advocaten toepassing diensten dienstverlening betalingsvoorwaarden leveringsvoorwaarden verkoopvoorwaarden leverings leveringen gedeponeerd *voorwaarden",
			},
			filler:     "staat juiste volledige overbrenging noch tijdige ontvangst daarvan gemeente aard verband houdt verbonden toegezonden melden risico's de het een deze dit die dat en of van aan in op voor met door bij naar uit over te ter ten tot om is zijn was wordt worden werd werden kan kunnen mag mogen moet moeten zal zullen zou niet geen u uw ons onze wij we hun er hier hierin hierbij daarin daarbij als indien wanneer alleen uitsluitend slechts enkel voordat voor alvorens heeft hebt hebben ontvangen ontvangt ontvangst verzonden verstuurd verzenden gestuurd onjuist* abusievelijk abuis fout foutief vergissing onmiddellijk direct zo spoedig mogelijk graag vriendelijk dank bedankt medewerking dan wel evenals alsmede eventuele eventueel enige ieder iedere elke elk andere anderen derden ander zelf zonder toestemming voorafgaande schriftelijke schriftelijk uitdrukkelijke strikt geheel gedeeltelijk wijze vorm systeem computer netwerk internet inclusief bevat bevatten bevattende toegevoegde bijgevoegde eraan daaraan verbonden noodzakelijk nodig denk denken bespaar spaar echt wilt dient dienen waarvoor volgens zoals onder kunt ook via meer lezen lees vindt onze website ontstaan voortvloeiend* juiste volledige volledigheid juistheid tijdige overbrengen overdracht elektronische elektronisch aanvaard* aanvaardt aanvaarden verantwoordelijkheid noch jegens zodanig* onbedoeld* indirect* deel maken raden af zij haar deze hem daarom al toepassing diensten levering onderdeel onterecht beoogde bedoelde kennisneming berust berusten misbruik geopend verstrekt dienstverlening waarin opgenomen gehele aansprakelijkheid zorg dragen zorgvuldigheid garanties printen noodzaak opdracht uitgevoerd beperking beperkt",
			conditions: "als indien wanneer alleen slechts enkel maar tenzij mits voordat eerst echter gedeeltelijk eventueel eventuele behalve",
			allowed: []string{
				"als u", "indien u", "wanneer u", "alleen voor", "alleen bestemd", "slechts bestemd", "enkel bestemd", "enkel voor", "alleen bedoeld", "voordat u", "geheel of gedeeltelijk", "eventuele bijlagen", "eventuele bijlage", "de eventuele", "als dit", "indien dit", "indien deze", "als het", "als deze", "tenzij uitdrukkelijk", "zoals", "alleen als het",
				"als je",
			},
			wrong: "ongeluk onterecht onrechte abusievelijk abuis fout foutief vergissing", came: "ontvangen ontvangt ontvangst als indien wanneer",
		},
		{ // Polish
			topics: []string{
				"e-mail* email* mail mailem wiadomoś* wiadomości korespondenc* załącznik* załączon* dokument* informacj* treś* plik* przekaz* danych dane",
				"adresat* odbiorc* odbiorca przeznaczon* skierowan* zaadresowan* osob*",
				"poufn* zastrzeżon* tajemnic* prywatn* rodo osobowych chronion* ochron* prawnie",
				"zabron* zakaz* nieupoważnion* nieuprawnion* nieautoryzowan* ujawni* rozpowszechni* rozprowadz* kopiowan* powielan* wykorzyst* używan* użycie dystrybucj* publikow* niedozwolon* bezprawn* udostępnian*",
				"powiadom* poinform* usun* usuń zniszcz* skasow* zwrot kontakt* nadawc* zawiadom*",
				"wirus* antywirus* malware sprawdzon* przeskanow* szkod* odpowiedzialnoś* gwaranc* gwarantuj*",
				"opini* pogląd* autor* wyrażon*",
				"środowisk* wydruk* drukuj* papier* drzew* drukow*",
				"krs nip regon kapitał* zakładow* sąd* rejonow* rejestr* wydział gospodarcz* siedzib* spółk* sp.z wpłacon* wpisan*",
				"wiążąc* umow* ofert* zobowiąz* pełnomocnictw*",
				"prawo prawa ustaw* przepis* rozporządzen* kodeks* adwokack* radcowsk* art administrator* przetwarzan* przetwarzanie",
			},
			filler:     "wgląd bądź podjęcie działań podmioty podmiot podmiotu niż błędn* zaadresowan* niezwłocznie adresowana może żaden żadne żadnej inna w we z ze i oraz lub albo a ani o do na od dla po przez przy pod nad za bez u jest są być był była było zostać został została nie się to ta ten te tej tego tym tych tą która który które którzy której którego których którym jako że iż aby jeśli jeżeli gdy gdyby tylko wyłącznie jedynie przed zanim może mogą można należy proszę prosimy uprzejmie dziękujemy dziękuję niezwłocznie natychmiast bezzwłocznie omyłkowo omyłkowy pomyłk* błąd błędnie błędu przypadkow* przypadku otrzymał* otrzymali otrzymania otrzymaliście otrzymaną państwo państwa pan pani jej jego ich nasz nasza nasze wszelkie wszelkich wszystkie każde jakiekolwiek jakiejkolwiek inne innych inny osoby trzecie trzecim zgody pisemnej uprzedniej całość całości części część sposób formie formy zawiera zawierać zawarte zawartych zawartą niniejsza niniejszej niniejszą niniejszy wraz wraz_z system systemu komputer* sieci internet działanie działania stanowi stanowią naruszen* karą wiadomość trwale treści jej kopie kopii kopi pamiętaj pomyśl zastanów naprawdę musisz koniecznie konieczne chroń chrońmy oszczędz* dbajmy czy szczegół* polityk* prywatności znajduj* stronie dotyczące zgodnie podstawie rzecz wskazan* innego powyższ* także również mogła ściśle ewentualn* zamierzon* będąc* jesteś jesteście potrzeby myśl ekologicznie drukuj dbaj dbając o naszą planetę odbiorcą adresatem nadawcą wydrukować ponosi ponosimy przesłan* przesyłan* otrzymała wobec powyższego objęta objęte niezwłoczne niezwłocznego udzielenia klauzula informacyjna przetwarza przetwarzamy osobowe administratorem twoich",
			conditions: "jeśli jeżeli gdy gdyby tylko wyłącznie jedynie zanim przed ale chyba oprócz zgody dopiero ewentualnie",
			allowed: []string{
				"jeśli nie", "jeżeli nie", "jeśli otrzymał", "jeżeli otrzymał", "jeśli otrzymali", "jeżeli otrzymali", "jeśli otrzymałeś", "jeśli wiadomość", "jeżeli wiadomość", "jeśli ta", "jeśli państwo", "jeżeli państwo", "jeśli jesteś", "tylko dla", "wyłącznie dla", "jedynie dla", "wyłącznie do", "tylko do", "przed wydrukowaniem", "zanim wydrukujesz", "przed wydrukiem", "bez zgody", "pisemnej zgody", "wyłącznie na", "jeżeli naprawdę", "jeśli naprawdę", "przed drukowaniem", "jeżeli odbiorca", "jeśli odbiorca", "jeśli pan", "jeżeli pan", "wyłącznie przez",
			},
			wrong: "omyłkowo omyłkowy pomyłk* błąd błędnie błędu przypadkow*", came: "otrzymał* otrzymali otrzymania jeśli jeżeli przypadku",
		},
	}
}
