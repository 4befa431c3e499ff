package reply

// dutch returns the words of Dutch. "Jawel" says yes to a no, and "ja ja" and
// "ja hoor" alone may be scorn.
func dutch() language {
	return language{
		yesStrong: []string{
			"ja", "jazeker", "ja zeker", "zeker wel ja", "volmondig ja", "ik zeg ja",
			"akkoord", "accoord", "akkoord van mij", "van mij akkoord", "akkoord wat mij betreft", "wat mij betreft akkoord", "ga akkoord", "ik ga akkoord", "ga ik akkoord", "ik ga hiermee akkoord", "ga hiermee akkoord", "hiermee akkoord", "hierbij akkoord", "ik ben akkoord", "mijn akkoord", "je hebt mijn akkoord", "u heeft mijn akkoord", "u hebt mijn akkoord",
			"goedgekeurd", "goedgekeurt", "is goedgekeurd", "dit is goedgekeurd", "het is goedgekeurd", "verzoek goedgekeurd", "aanvraag goedgekeurd", "hierbij goedgekeurd", "keur goed", "keur het goed", "keur dit goed", "ik keur goed", "ik keur het goed", "ik keur dit goed", "ik keur dat goed", "ik keur het verzoek goed", "keur ik goed", "dit keur ik goed", "goedkeuren", "goedkeuring", "goedkeuring verleend", "mijn goedkeuring heb je", "je hebt mijn goedkeuring", "u heeft mijn goedkeuring",
			"bevestigd", "ik bevestig", "bevestig", "bevestig ik", "ik bevestig dit", "ik bevestig het", "hierbij bevestigd", "toegestaan", "toestemming", "toestemming verleend", "je hebt mijn toestemming", "u heeft mijn toestemming", "u hebt mijn toestemming", "ik geef toestemming", "geaccepteerd", "ik accepteer", "ik accepteer het", "geautoriseerd", "ik autoriseer", "toegekend", "ingestemd", "ik stem in", "ik stem ermee in", "mee eens", "ermee eens", "ik ben het ermee eens", "ben het ermee eens", "groen licht", "ik ben voor", "gefiatteerd",
		},
		yesWeak: []string{
			"oké", "oke", "okay", "okee", "okey", "oki", "jep", "jup", "yep", "joe", "prima", "prima zo", "ok prima", "is prima", "dat is prima", "vind ik prima", "prima wat mij betreft", "wat mij betreft prima", "prima voor mij", "wat mij betreft ok", "wat mij betreft oké", "wat mij betreft wel", "helemaal prima", "helemaal goed", "is goed", "dat is goed", "dat is goed hoor", "ja is goed", "vind ik goed", "vind het goed", "ik vind het goed", "vind ik ok", "lijkt me goed", "lijkt me prima", "lijkt mij goed", "lijkt mij prima", "klinkt goed", "komt in orde zo", "in orde", "dat is in orde", "is in orde", "dat mag", "het mag", "mag wel", "dat mag wel", "van mij mag het", "van mij mag dat", "je mag doorgaan", "u mag doorgaan",
			"doe maar", "doe het maar", "doe dat maar", "doe het", "doe dat", "doe het gewoon", "ga je gang", "ga uw gang", "gaat uw gang", "ga maar", "ga maar door", "ga door", "ga ervoor", "ga verder", "uitvoeren", "voer uit", "voer maar uit", "zeker", "zeker weten", "natuurlijk", "tuurlijk", "natuurlijk wel", "uiteraard", "vanzelfsprekend", "graag", "heel graag", "graag zelfs", "met plezier", "absoluut", "beslist", "afgesproken", "laten we het doen", "kom maar door", "geregeld zo",
		},
		yesToo: []string{
			"perfect", "top", "goed", "goed zo", "heel goed", "super", "mooi", "klopt", "dat klopt", "klopt helemaal", "inderdaad", "precies", "dat is correct", "juist", "dat is juist", "het is goed", "het is oké", "is oké", "is ok", "dat is ok", "dat is oké", "ja hoor", "fijn", "uitstekend", "allemaal goed", "alles goed", "geweldig", "helemaal top",
		},
		noStrong: []string{
			"nee", "neen", "nee nee", "nee dank je", "nee dank je wel", "nee dankjewel", "nee dank u", "nee dank u wel", "nee bedankt", "nee absoluut niet", "nee zeker niet", "het antwoord is nee", "ik zeg nee", "wat mij betreft niet", "wat mij betreft nee",
			"afgewezen", "is afgewezen", "afwijzen", "ik wijs af", "ik wijs het af", "ik wijs dit af", "wijs af", "wijs ik af", "verzoek afgewezen", "aanvraag afgewezen", "afgekeurd", "is afgekeurd", "ik keur het af", "ik keur dit af", "keur ik af", "afkeuren",
			"niet goedgekeurd", "is niet goedgekeurd", "dit is niet goedgekeurd", "niet goedkeuren", "keur niet goed", "ik keur niet goed", "ik keur het niet goed", "ik keur dit niet goed", "ik keur dat niet goed", "ik keur het verzoek niet goed", "keur ik niet goed", "dit keur ik niet goed", "dat keur ik niet goed", "geen goedkeuring", "goedkeuring geweigerd",
			"niet akkoord", "ik ga niet akkoord", "ga niet akkoord", "ga ik niet akkoord", "hier ga ik niet mee akkoord", "daar ga ik niet mee akkoord", "ik ben niet akkoord", "ben niet akkoord", "geen akkoord", "niet mee eens", "niet eens", "ik ben het er niet mee eens", "ben het er niet mee eens", "ik ben het hier niet mee eens", "oneens", "ik ben tegen",
			"geweigerd", "ik weiger", "weiger", "ik weiger dit", "weigeren", "geen toestemming", "ik geef geen toestemming", "niet toegestaan", "niet bevestigd", "ik bevestig niet", "niet geaccepteerd", "ik accepteer het niet", "ik accepteer dit niet", "ik stem niet in", "ik stem hier niet mee in",
			"zeker niet", "absoluut niet", "beslist niet", "natuurlijk niet", "tuurlijk niet", "uiteraard niet", "echt niet", "in geen geval", "onder geen beding", "onder geen enkele voorwaarde", "geen sprake van", "daar is geen sprake van", "geen denken aan", "nooit", "nooit van mijn leven", "vergeet het",
			"niet doen", "doe het niet", "doe dat niet", "doe dit niet", "doe maar niet", "doe het maar niet", "niet uitvoeren", "voer niet uit", "ga niet door", "niet doorgaan", "dat mag niet", "mag niet", "het mag niet", "van mij mag het niet", "alsjeblieft niet", "helaas niet", "helaas niet akkoord", "helaas niet goedgekeurd",
		},
		noWeak: []string{"liever niet", "beter niet", "beter van niet", "liever van niet", "ik ben bang van niet", "niet ok", "niet oké", "niet goed", "is niet goed", "dat is niet goed", "vind ik niet goed", "niet in orde", "lijkt me niet", "lijkt mij niet", "lijkt me niet goed", "lijkt me geen goed idee", "geen goed idee"},
		negated: []string{
			"kan ik niet goedkeuren", "kunnen we niet goedkeuren", "niet zeker van", "klopt niet", "dat klopt niet", "klopt niet helemaal", "klopt er niet", "niet correct", "niet juist", "is niet correct", "is niet juist", "is niet akkoord", "niet perfect", "niet mooi", "niet precies", "niet duidelijk", "niet graag", "de toestemming", "zonder toestemming", "de goedkeuring", "zonder goedkeuring", "zo goed als", "te goed", "dat hebben wij", "dan afgesproken", "niet afgesproken", "is niet afgesproken", "niet is afgesproken", "niet wat is afgesproken", "mag dit niet", "dit mag niet", "mag ik niet", "dat doe ik niet", "doe ik niet", "dat doen we niet",
		},
		courtesy: []string{
			"alsjeblieft", "alstublieft", "aub", "ajb", "svp", "bedankt", "hartelijk bedankt", "alvast bedankt", "dank je", "dank je wel", "dankjewel", "dank u", "dank u wel", "dankuwel", "dank", "hartelijk dank", "heel erg bedankt", "veel dank", "alvast dank", "bij voorbaat dank", "thanks", "merci", "en bedankt", "bedankt voor het vragen", "dank voor het vragen", "doei",
		},
		greeting: []string{"hallo", "hoi", "hey", "hé", "dag", "goedemorgen", "goede morgen", "goedemiddag", "goede middag", "goedenavond", "goedendag", "goeiemorgen", "hallo allemaal", "hoi allemaal", "beste", "beste allemaal", "beste team", "hoi team", "hallo team", "dag allemaal", "geachte heer mevrouw"},
		closing: []string{
			"groet", "groeten", "groetjes", "gr", "mvg", "met vriendelijke groet", "met vriendelijke groeten", "vriendelijke groet", "vriendelijke groeten", "hartelijke groet", "hartelijke groeten", "met hartelijke groet", "lieve groet", "veel groeten", "hoogachtend", "fijne dag", "fijne dag nog", "prettige dag", "fijne avond", "fijn weekend", "prettig weekend", "een fijne dag", "nog een fijne dag", "de groeten",
		},
		apology: []string{"sorry", "het spijt me", "spijt me", "helaas", "jammer genoeg", "excuses", "mijn excuses", "pardon", "jammer"},
		unclear: []string{
			"graag goedkeuren", "gelieve goed te keuren", "graag akkoord", "graag goedkeuring", "graag je akkoord", "graag uw akkoord", "graag jouw akkoord", "graag toestemming", "goedkeuren graag", "akkoord graag", "akkoord aub", "goedkeuren aub", "aub goedkeuren", "alstublieft goedkeuren", "graag bevestigen", "graag bevestiging", "goedkeuring aub", "graag gedaan",
			"jawel", "ja ja", "jaja", "nou ja", "nou", "tja", "ach ja", "ach", "och", "mwah", "zal wel", "het zal wel", "mij best", "mij om het even", "maakt niet uit", "maakt mij niet uit", "genoteerd", "ja baas", "nou nee", "nou vooruit", "vooruit", "vooruit dan maar", "goed dan", "oké dan", "oke dan", "ok dan", "nja",
		},
		idioms: []string{
			"geen probleem", "geen problemen", "geen punt", "geen enkel probleem", "zonder probleem", "geen bezwaar", "geen bezwaren", "geen enkel bezwaar", "geen twijfel", "zonder twijfel", "ongetwijfeld", "niks op tegen", "niets op tegen", "niks tegen", "niets tegen", "niks mis mee", "niets mis mee", "geen moeite", "geen zorgen", "geen dank", "maak je geen zorgen", "waarom niet", "waarom ook niet", "helemaal niet", "niet erg", "niet slecht", "nee hoor", "nee joh", "ik zeg geen nee", "nooit gezegd", "zeg geen nee", "geen nee", "zeg niet nee", "wat je wilt", "wat u wilt", "doe wat je wilt", "doet u maar", "zoals je wilt", "jouw keuze", "aan jou", "ik ben niet tegen", "niet tegen",
			"als jij het zegt", "grapje", "was een grapje", "ik bedoel ja", "noch ja noch nee", "of toch", "toch wel", "ja tuurlijk joh", "ja hoor tuurlijk", "ja ja hoor", "zo zo",
		},
		hedges: []string{
			"als", "maar", "alleen", "slechts", "enkel", "morgen", "overmorgen", "later", "straks", "wanneer", "indien", "mits", "tenzij", "misschien", "wellicht", "mogelijk", "eventueel", "waarschijnlijk", "zodra", "eerst", "voordat", "nadat", "daarna", "totdat", "tot hij", "tot ze", "tot ik", "tot dat", "wacht", "wachten", "wacht even", "even wachten", "nog niet", "nu niet", "niet nu", "vandaag niet", "niet vandaag", "voorlopig", "vooralsnog", "op dit moment", "momenteel", "helft", "behalve", "uitgezonderd", "echter", "hoewel", "hangt ervan af", "ligt eraan", "hangt af", "weet niet", "weet ik niet", "weet het niet", "niet zeker", "geen idee", "zolang", "denk ik", "ik denk", "denk het", "denk van", "geloof ik", "ik geloof", "ik gok", "vermoedelijk", "hooguit", "maximaal", "hoogstens",
			"op voorwaarde", "onder voorwaarde", "onder voorbehoud", "gedeeltelijk", "deels", "laat me", "laat mij", "vraag me", "vraag mij", "vraag het me", "volgende week", "volgende keer", "een moment", "momentje", "een ogenblik", "moment", "we zien wel", "ik kijk", "zie wel", "anders", "uitstellen", "uitgesteld", "met wijzigingen", "desnoods", "bijna", "kom erop terug", "kom ik op terug", "even kijken", "even nadenken",
		},
		sentence: []string{
			"ik", "jij", "je", "hij", "zij", "ze", "wij", "jullie", "mij", "jou", "hem", "ons", "hun", "het", "dit", "dat", "deze", "mijn", "jouw", "zijn", "was", "waren", "bent", "heb", "hebt", "heeft", "hebben", "wordt", "worden", "zou", "zal", "zullen", "kan", "kunnen", "kun", "moet", "moeten", "mag", "mogen", "niet", "geen", "zonder", "doe", "doen", "betaal", "betalen", "betaalt", "stuur", "sturen", "verander", "veranderen", "wijzig", "wijzigen", "neem", "gebruik", "vraag", "vragen", "zeg", "zeggen", "controleer", "check", "andere", "ook", "altijd", "omdat", "want", "waarom", "wie", "wat", "waar", "welke", "bedrag", "terugbetaling", "euro", "annuleer", "annuleren", "negeer", "negeren", "maximum", "minimum", "vandaag", "nu", "beide", "alle", "wil", "wilt", "dus", "graag", "toch",
		},
		codeWord: []string{"code", "met code", "met de code", "de code is"},
		list:     []string{"lijst", "de lijst", "lijstje", "overzicht"},
		typos: []string{
			"akkoord", "goedgekeurd", "bevestigd", "toegestaan", "toestemming", "geaccepteerd", "natuurlijk", "uiteraard", "afgewezen", "afgekeurd", "geweigerd",
		},
		notTypos: []string{"afgekeerd", "afgeweken", "goedgekeerd", "bevestigde", "afgeleerd", "toegedaan", "bevredigd", "afgekuurd", "aangewezen"},
		footerStarts: []string{
			"verstuurd vanaf", "verstuurd vanaf mijn", "verzonden vanaf", "verzonden vanaf mijn", "verzonden van mijn", "verstuurd van mijn", "verzonden vanuit", "verstuurd vanuit", "verstuurd met", "verzonden met", "verzonden via", "verstuurd via", "download outlook voor", "outlook voor", "outlook downloaden voor",
		},
		footerWords: []string{"telefoon", "mobiel", "mobieltje", "toestel", "apparaat", "tablet", "kpn", "ziggo", "xs4all", "mijn", "de", "het", "voor", "van", "vanaf", "met", "een", "downloaden", "smartphone"},
	}
}
