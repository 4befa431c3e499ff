package reply

// german returns the words of German. "Doch", "passt schon", "von mir aus" and
// "na gut" are refused: they mean yes to a no, no harm done, or reluctance.
func german() language {
	return language{
		yesStrong: []string{
			"ja", "jawohl", "jawoll", "klares ja", "ein klares ja", "von mir ein ja", "ich sage ja",
			"genehmigt", "genehmige", "genehmige ich", "ich genehmige", "ich genehmige es", "ich genehmige das", "ich genehmige dies", "ich genehmige die anfrage", "ich genehmige diese anfrage", "das genehmige ich", "wird genehmigt", "ist genehmigt", "das ist genehmigt", "hiermit genehmigt", "anfrage genehmigt", "antrag genehmigt", "die anfrage ist genehmigt",
			"genehmigen", "genehmigung erteilt", "ich erteile die genehmigung", "freigegeben", "ist freigegeben", "das ist freigegeben", "von mir freigegeben", "hiermit freigegeben", "freigabe", "freigabe erteilt", "ich gebe frei", "gebe ich frei", "ich gebe das frei", "das gebe ich frei", "freigeben",
			"bestätigt", "bestätige", "bestätige ich", "ich bestätige", "ich bestätige das", "ich bestätige es", "das bestätige ich", "hiermit bestätigt", "zugestimmt", "ich stimme zu", "stimme zu", "stimme ich zu", "dem stimme ich zu", "zustimmung", "zustimmung erteilt", "meine zustimmung hast du", "meine zustimmung haben sie", "du hast meine zustimmung", "sie haben meine zustimmung",
			"stattgegeben", "bewilligt", "ich bewillige", "autorisiert", "ich autorisiere", "akzeptiert", "ich akzeptiere", "ich akzeptiere das", "einverstanden", "bin einverstanden", "ich bin einverstanden", "damit bin ich einverstanden", "ich bin damit einverstanden", "wir sind einverstanden", "ich bin dafür", "grünes licht", "hast mein ok", "du hast mein ok", "sie haben mein ok", "erlaubt", "ich erlaube es",
		},
		yesWeak: []string{
			"okay", "okey", "oki", "okee", "jo", "jep", "jepp", "jup", "jop", "jau", "yo", "klar", "na klar", "ja klar", "klaro", "alles klar mach das", "natürlich", "na selbstverständlich", "selbstverständlich", "selbstredend", "gerne", "gern", "sehr gerne", "sehr gern", "mit vergnügen", "sicher", "passt", "passt so", "passt für mich", "das passt", "das passt so", "für mich passt das", "passt mir",
			"in ordnung", "geht in ordnung", "ist in ordnung", "das ist in ordnung", "das geht in ordnung", "geht klar", "geht für mich in ordnung", "von mir aus ok", "von meiner seite ok", "für mich ok", "ok für mich", "ist ok für mich", "für mich in ordnung", "von meiner seite aus ok", "mach das", "mach es", "mach das bitte", "mach mal", "mach ruhig", "mach nur", "machen sie das", "machen sie es", "machen wir", "machen wir so", "so machen wir es", "so machen wir das", "bitte machen", "bitte so machen", "mach das so", "du kannst das machen", "kannst du machen", "können sie machen", "ausführen", "bitte ausführen", "durchführen", "bitte durchführen",
			"los geht's", "leg los", "nur zu", "auf jeden fall", "unbedingt", "absolut", "definitiv", "gebongt", "abgemacht", "das geht", "das geht klar", "prima",
		},
		yesToo: []string{
			"perfekt", "super", "sehr gut", "gut", "alles klar", "alles gut", "genau", "richtig", "das ist richtig", "stimmt", "das stimmt", "stimmt so", "korrekt", "das ist korrekt", "ist ok", "das ist ok", "ist gut", "ist okay", "das ist okay", "top", "klasse", "wunderbar", "freut mich", "exakt", "mach", "toll", "bestens",
		},
		noStrong: []string{
			"nein", "nein nein", "nein danke", "aber nein", "oh nein", "klares nein", "ein klares nein", "ich sage nein", "nein und nochmals nein",
			"abgelehnt", "ablehnen", "ablehnung", "ich lehne ab", "lehne ab", "lehne ich ab", "das lehne ich ab", "ich lehne das ab", "ich lehne es ab", "ich lehne die anfrage ab", "ist abgelehnt", "das ist abgelehnt", "wird abgelehnt", "anfrage abgelehnt", "antrag abgelehnt", "hiermit abgelehnt",
			"nicht genehmigt", "nicht genehmigen", "ist nicht genehmigt", "das ist nicht genehmigt", "wird nicht genehmigt", "genehmige ich nicht", "ich genehmige nicht", "ich genehmige das nicht", "ich genehmige es nicht", "ich genehmige dies nicht", "das genehmige ich nicht", "ich genehmige die anfrage nicht", "keine genehmigung", "genehmigung verweigert", "genehmigung nicht erteilt", "nicht bewilligt",
			"nicht freigegeben", "nicht freigeben", "ist nicht freigegeben", "keine freigabe", "freigabe verweigert", "gebe ich nicht frei", "ich gebe nicht frei", "ich gebe das nicht frei", "das gebe ich nicht frei", "nicht bestätigt", "ich bestätige nicht", "ich bestätige das nicht", "bestätige ich nicht", "nicht autorisiert", "nicht akzeptiert", "ich akzeptiere das nicht", "nicht erlaubt",
			"nicht einverstanden", "ich bin nicht einverstanden", "bin nicht einverstanden", "damit bin ich nicht einverstanden", "ich bin damit nicht einverstanden", "ich stimme nicht zu", "stimme nicht zu", "stimme ich nicht zu", "dem stimme ich nicht zu", "keine zustimmung", "nicht zugestimmt", "ich bin dagegen", "bin dagegen", "dagegen", "verweigert", "ich verweigere", "zurückgewiesen",
			"auf keinen fall", "auf gar keinen fall", "unter keinen umständen", "keinesfalls", "niemals", "nie im leben", "nie und nimmer", "sicher nicht", "ganz sicher nicht", "bestimmt nicht", "natürlich nicht", "selbstverständlich nicht", "definitiv nicht", "absolut nicht", "kommt nicht in frage", "das kommt nicht in frage", "kommt nicht infrage", "das kommt nicht infrage",
			"bitte nicht", "bitte nicht genehmigen", "bitte nicht freigeben", "mach das nicht", "mach es nicht", "mach das bitte nicht", "machen sie das nicht", "nicht machen", "bitte nicht machen", "tu das nicht", "tun sie das nicht", "nicht ausführen", "bitte nicht ausführen", "nicht durchführen", "nicht in ordnung", "das ist nicht in ordnung", "das geht nicht", "geht nicht", "geht gar nicht", "das geht gar nicht",
		},
		noWeak: []string{"nö", "lieber nicht", "besser nicht", "ich fürchte nein", "nicht ok", "nicht okay", "passt nicht", "passt mir nicht", "das passt nicht", "das passt mir nicht", "das möchte ich nicht", "möchte ich nicht", "will ich nicht", "das will ich nicht"},
		negated: []string{
			"nicht gut", "gar nicht gut", "nicht klar", "nicht richtig", "nicht korrekt", "stimmt nicht", "das stimmt nicht", "stimmt hinten und vorne nicht", "passt so nicht", "das passt so nicht", "nicht gerne", "nicht natürlich", "nicht perfekt", "nicht genau", "nicht super", "kann ich nicht genehmigen", "kann ich nicht freigeben", "können wir nicht genehmigen", "kann das nicht genehmigen", "kann das nicht freigeben", "nicht zustimmen", "nicht akzeptieren",
			"ist ja", "hat ja", "haben ja", "haben wir ja", "hatten wir ja", "wurde ja", "war ja", "sind ja", "das ja schon", "ja schon", "ja bereits", "ja gar", "ist ja schon", "zu gut", "die freigabe", "eine freigabe", "ohne freigabe", "zur freigabe", "die zustimmung", "ohne zustimmung", "die genehmigung", "ohne genehmigung", "nicht alles klar", "als erwartet", "als vereinbart", "als geplant", "wir machen", "nicht zu machen", "machen wir nicht", "das machen wir nicht", "mach ich nicht", "geht so nicht", "das geht so nicht", "geht es nicht", "so geht das nicht", "geht nicht um", "los ist", "was los", "sicher ein betrug", "guten gewissens",
		},
		courtesy: []string{
			"bitte", "bitte sehr", "bitteschön", "danke", "danke schön", "dankeschön", "danke sehr", "danke dir", "danke ihnen", "danke euch", "vielen dank", "besten dank", "herzlichen dank", "tausend dank", "danke vielmals", "vielen lieben dank", "danke im voraus", "vielen dank im voraus", "danke fürs fragen", "danke für die info", "danke für die nachfrage", "und danke", "merci", "thx",
		},
		greeting: []string{
			"hallo", "hallo zusammen", "hallo team", "hallo liebes team", "guten tag", "guten morgen", "guten abend", "moin", "moin moin", "servus", "grüß gott", "grüezi", "grüß dich", "hallöchen", "mahlzeit", "tag", "morgen zusammen", "liebes team", "sehr geehrte damen und herren", "liebe kollegen", "guten morgen zusammen", "guten tag zusammen",
		},
		closing: []string{
			"grüße", "gruß", "viele grüße", "liebe grüße", "liebe grüsse", "beste grüße", "schöne grüße", "herzliche grüße", "freundliche grüße", "mit freundlichen grüßen", "mit freundlichem gruß", "mit besten grüßen", "mit vielen grüßen", "viele liebe grüße", "schönen gruß", "lieben gruß", "besten gruß", "freundlichen gruß", "lg", "vg", "bg", "mfg", "mit lieben grüßen", "hochachtungsvoll", "und gruß", "und viele grüße", "und liebe grüße", "danke und gruß",
			"schönen tag", "schönen tag noch", "einen schönen tag", "einen schönen tag noch", "schönen abend", "schönen abend noch", "schönes wochenende", "einen schönen abend", "tschüss", "bis dann",
		},
		apology: []string{"leider", "tut mir leid", "es tut mir leid", "sorry", "entschuldigung", "verzeihung", "bedaure", "ich bedaure", "bedauere", "zu meinem bedauern", "entschuldige"},
		unclear: []string{
			"bitte genehmigen", "bitte freigeben", "bitte bestätigen", "bitte um freigabe", "bitte um genehmigung", "bitte um zustimmung", "bitte um bestätigung", "genehmigen bitte", "freigeben bitte", "bitte freigabe", "freigabe bitte", "bitte genehmige", "bitte bestätige", "zustimmung bitte",
			"ja doch", "na gut", "na schön", "nun gut", "na ja", "naja", "nun ja", "tja", "ach ja", "ah ja", "aha", "oh ja", "joa", "ja ja", "jaja", "jein", "passt schon", "schon gut", "schon ok", "schon okay", "meinetwegen", "von mir aus", "wenn's sein muss", "na dann", "dann halt", "halt", "eben", "ja ne", "ja ne is klar", "ja nee", "ne", "egal", "mir egal", "ist mir egal", "ja chef", "ja mei",
		},
		idioms: []string{
			"kein problem", "keine probleme", "gar kein problem", "überhaupt kein problem", "kein thema", "kein ding", "keine sache", "keine ursache", "keine einwände", "kein einwand", "keine bedenken", "keine sorge", "keine frage", "kein zweifel", "ohne zweifel", "zweifellos", "zweifelsohne", "nichts dagegen", "nichts einzuwenden", "nichts auszusetzen", "dagegen habe ich nichts", "spricht nichts dagegen", "nicht dagegen", "habe nichts dagegen", "stört mich nicht", "macht nichts", "nicht schlimm", "nicht schlecht", "halb so wild",
			"warum nicht", "wieso nicht", "warum auch nicht", "wieso auch", "nie gesagt", "überhaupt nicht", "ganz und gar nicht", "keineswegs", "nein alles gut", "nein passt", "nein schon gut", "ich sage nicht nein", "sage nicht nein", "nicht nein", "da sag ich nicht nein", "wie du meinst", "wie sie meinen", "wie du willst", "wie sie wollen", "mach was du willst", "machen sie was sie wollen", "deine entscheidung", "deine sache", "gern geschehen", "gerne geschehen",
			"weder ja noch nein", "nicht der rede wert", "ja sicher", "klar doch", "sicher doch", "ich meine ja", "kleiner scherz", "nur spaß", "war ein scherz", "scherz", "mit sicherheit", "ist ja gut", "ja gut", "sowieso", "ohne weiteres", "ja eh", "eh klar", "is klar", "ist klar",
		},
		hedges: []string{
			"wenn", "falls", "aber", "doch", "nur", "erst", "erstmal", "morgen", "übermorgen", "später", "nachher", "danach", "vielleicht", "eventuell", "evtl", "möglicherweise", "wahrscheinlich", "vermutlich", "sofern", "solange", "sobald", "soweit", "außer", "ausser", "ausgenommen", "warte", "warten", "wartet", "abwarten", "moment", "augenblick", "sekunde", "noch nicht", "jetzt nicht", "nicht jetzt", "heute nicht", "nicht heute", "vorerst", "vorläufig", "zurzeit", "momentan", "im moment", "unter der bedingung", "unter vorbehalt", "vorbehaltlich", "vorausgesetzt", "angenommen",
			"bevor", "vorher", "zuerst", "zunächst", "jedoch", "allerdings", "obwohl", "kommt drauf an", "kommt darauf an", "hängt davon ab", "je nachdem", "weiß nicht", "weiss nicht", "nicht sicher", "unsicher", "keine ahnung", "hälfte", "halb", "teilweise", "zum teil", "höchstens", "maximal", "ich glaube", "glaube ich", "ich denke", "denke ich", "ich schätze", "denke schon", "glaube schon", "mal sehen", "mal schauen", "schau mer mal", "überlege", "überlegen", "lass mich", "lassen sie mich", "frag mich", "fragen sie mich", "nächste woche", "nächstes mal", "nächsten", "eher nicht", "eher ja", "eher nein", "es sei denn", "bis er", "bis sie", "bis das", "bis zum", "bis wir", "ansonsten", "andernfalls", "ich melde mich", "melde mich", "verschieben", "verschoben", "einschränkung", "bis auf", "notfalls", "zumindest", "mit änderungen", "nein doch", "sonst",
		},
		sentence: []string{
			"ich", "du", "er", "sie", "wir", "ihr", "es", "mich", "mir", "dich", "dir", "ihn", "ihm", "uns", "euch", "ihnen", "das", "dies", "dieser", "diese", "dieses", "mein", "dein", "ist", "sind", "war", "waren", "sein", "bin", "habe", "hast", "hat", "haben", "wird", "werden", "würde", "soll", "sollen", "sollte", "kann", "können", "könnte", "muss", "müssen", "darf", "dürfen", "nicht", "kein", "keine", "ohne", "machen", "mach", "mache", "zahlen", "zahlt", "zahle", "bezahlen", "senden", "sende", "schick", "schicke", "schicken", "ändern", "ändere", "nimm", "nehmen", "benutze", "verwende", "frag", "frage", "fragen", "sag", "sagen", "prüfe", "prüfen", "andere", "anderen", "auch", "immer", "weil", "denn", "warum", "wer", "was", "wo", "welche", "betrag", "erstattung", "euro", "abbrechen", "stornieren", "ignoriere", "ignorieren", "achtung", "vorsicht", "maximum", "minimum", "heute", "jetzt", "beide", "alle", "statt", "stattdessen", "mehr", "weniger", "will", "möchte", "dann", "also",
		},
		codeWord: []string{"code", "mit code", "mit dem code", "der code ist"},
		list:     []string{"liste", "die liste", "auflisten", "übersicht"},
		typos: []string{
			"genehmigt", "genehmige", "genehmigen", "freigegeben", "freigabe", "bestätigt", "bestätige", "zugestimmt", "einverstanden", "bewilligt", "akzeptiert", "autorisiert", "natürlich", "selbstverständlich", "definitiv", "abgelehnt", "ablehnen", "zurückgewiesen",
		},
		notTypos: []string{
			"genehmigst", "bestätigst", "bewilligst", "angelehnt", "aufgelehnt", "abgedehnt", "freigehaben", "ausgegeben", "abgegeben", "anlehnen", "auflehnen", "unverstanden", "bestätigte", "betätigt", "betätige", "genehmigte", "genehmigten", "bewilligte", "ablehnten", "autorisierst", "akzeptierst", "beteiligt", "beweiligt", "abgelegt", "abgelenkt", "ablenken", "ungestimmt", "abgestimmt", "freigebe",
		},
		footerStarts: []string{
			"von meinem", "von meiner", "gesendet von", "gesendet von meinem", "gesendet mit", "gesendet mit der", "gesendet über", "gesendet vom", "gesendet aus", "outlook für", "holen sie sich outlook für", "laden sie outlook für", "diese nachricht wurde von meinem", "versendet von", "mobil gesendet", "von unterwegs", "diese e-mail wurde von meinem",
		},
		footerWords: []string{"gesendet", "verschickt", "versendet", "geschickt", "handy", "smartphone", "gerät", "mobiltelefon", "mobilgerät", "tablet", "telekom", "web", "freenet", "t-online", "meinem", "der", "dem", "mit", "von", "aus", "für", "unterwegs", "herunter", "mobil", "diese", "nachricht", "wurde", "nutze"},
		footers:     []string{"von unterwegs gesendet", "mobil gesendet", "outlook für ios beziehen", "outlook für android beziehen", "outlook für ios abrufen", "outlook für android abrufen"},
		plain:       []string{"als"},
	}
}
