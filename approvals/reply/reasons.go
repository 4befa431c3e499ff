package reply

import (
	"regexp"
	"strings"

	"bridge/internal/lazyre"
)

// reasons are the sentences that give a reason for a yes, or praise what it is to, and those with which people vote, in the
// order of languages(). Whom or what they speak of is a pronoun, and all they say of it is one of a few words of praise: no
// amount, time to come, deed or doubt can stand in one. They decide nothing alone. To like an idea is none of these: that is
// how people scoff.
func reasons() []sentences {
	return []sentences{
		{
			classes: map[string]string{
				"whois":  "(he|she|they|it|that|this|he's|hes|she's|shes|they're|theyre|it's|its|that's|thats|we're|i'm) [is|are|was|were|looks|look|looked|has been|have been]",
				"very":   "[just|really|so|very|absolutely|truly|always|more than|totally|fully|well|extremely|such]",
				"praise": "(brilliant|lovely|excellent|fantastic|amazing|wonderful|superb|terrific|gorgeous|beautiful|great|fab|trained|reliable|trustworthy|deserved|patient|kind|capable|qualified|[a] (good|decent|great|lovely|brilliant|excellent|reliable|fantastic|hard) (man|woman|worker|person|lad|lass|guy|girl|colleague|customer|job|soul|bloke|chap|people|team|kid))",
			},
			say: map[class][]string{
				remark: {
					"<whois> <very> <praise> [with (us|me)|to (us|me)]", "(he|she|they|we) [really|more than|certainly|has|have|has more than|have more than] (deserve|deserves|earned|deserved) (it|this)", "(we|i) [really|badly|could|do] (need|use) the (space|room|help|money|heating)", "(that|it) was [really|entirely] (our|my) (fault|mistake|error)", "the (fault|mistake|error) was ours", "(he|she|they) [already] (start|starts|started) today", "(he|she|they|customers|the kids|we|i) [really] (love|loves|like|likes|loved|enjoyed) (it|this|them|him|her)", "<whois> [so] (freezing|cold|baltic|chilly) [in here|here|today]", "(i'm|we're|i've been|we've been|i am|we are) freezing [in (here|there)]", "(i'm|i am) [very|really] happy with (it|them|him|her|this)",
				},
				yesWeak:  {"(i'm|i am|we're|we are) [all|entirely|fully|totally|very much|absolutely|completely|strongly|wholeheartedly] (in favour|in favor|for it)", "<i> [fully|entirely] (concur|vote (yes|for it|in favour|in favor))", "(kindly|please) do the needful", "(it|this|that) has my vote", "aye [aye]", "affirm"},
				noStrong: {"(i'm|i am|we're|we are) [entirely|fully|totally|strongly] (against|opposed to) (it|this)", "<i> [must] vote (no|against|against it)"},
			},
		},
		{
			classes: map[string]string{
				"very":   "[molto|davvero|proprio|veramente|così|sempre|tutto|tanto|troppo]",
				"praise": "(bravo|brava|bravi|bravissimo|bravissima|bello|bella|bellissimo|bellissima|splendido|splendida|ottimo|ottima|stupendo|stupenda|meraviglioso|meravigliosa|preparato|preparata|preparatissimo|preparatissima|perfetto|perfetta|affidabile|gentile|gentilissimo|gentilissima|venuto bene|venuta bene|una brava (persona|ragazza|signora)|un bravo (ragazzo|signore)|una persona (seria|perbene|onesta)|un gran lavoro)",
			},
			say: map[class][]string{
				remark:   {"(è|sono|era|è stato|è stata|mi sembra|ci sembra|lui è|lei è) <very> <praise>", "(se lo|se la) [è] [davvero|proprio] (merita|meritano|meritato|meritata)", "ne ha (bisogno|diritto)", "[le|gli] serve (da|per) (stamattina|lavorare|il lavoro)", "(l'errore|lo sbaglio|la colpa) (è|era|è stato|è stata) (nostro|nostra|mio|mia)", "(comincia|inizia|ha iniziato|ha cominciato) oggi", "(che si|qui si|ci si) gela", "(ho|abbiamo) [tanto|molto] freddo", "(splendido|ottimo|bel|gran|bellissimo) lavoro", "è (qui|là) che aspetta", "non ci (serve|servono) più", "il pacco è arrivato rotto", "si fidano di (lui|lei)"},
				yesWeak:  {"(sono|siamo) [pienamente|totalmente|assolutamente|del tutto] (favorevole|favorevoli|a favore)", "[io] voto (a favore|sì)", "favorevole", "(certamente|ma certo che sì|ma certo|ma sì)", "[e|ma] (certo|come) che sì"},
				noStrong: {"(sono|siamo) [del tutto|totalmente|assolutamente] (contrario|contraria|contrari)", "[io] voto (contro|no)", "direi proprio di no", "ma neanche per sogno"},
			},
		},
		{
			classes: map[string]string{
				"very":   "[muy|realmente|tan|super|súper|siempre|bien]",
				"praise": "(bonito|bonita|lindo|linda|precioso|preciosa|excelente|buenísimo|buenísima|estupendo|estupenda|maravilloso|maravillosa|genial|fantástico|fantástica|perfecto|perfecta|confiable|amable|preparado|preparada|majo|maja|buena (gente|persona|trabajadora|chica)|buen (hombre|tipo|chico|trabajador)|un buen (hombre|tipo|chico|trabajador)|una [buena] (trabajadora excelente|persona|chica|trabajadora)|de confianza)",
			},
			say: map[class][]string{
				remark:   {"[que] (es|son|está|están|ha quedado|han quedado|quedó|me parece|él es|ella es) <very> <praise>", "[y] se (lo|la) (merece|merecen|ha ganado|han ganado|ganó)", "[que] (lo|la) necesita", "(el|la) (error|culpa) (fue|es|era) (nuestro|nuestra|mío|mía)", "[que] (empieza|empezó|ha empezado|comienza) hoy [mismo]", "que (nos helamos|nos congelamos|hace frío|paso mucho frío)", "[que] [aquí] hace [mucho] frío", "[que] (tiene|tienen) toda la razón", "(gran|buen|excelente) trabajo", "ya no (sirven|sirve) [para nada]", "ya no (lo|la|los|las) (usa|usamos|usan) [nadie]"},
				yesWeak:  {"(estoy|estamos) [totalmente|completamente|plenamente] (a favor|de acuerdo)", "[yo] voto (a favor|que sí|sí)", "(claro q si|claro q sí|sisi|sisisi)", "(certo|pues claro)", "visto bueno"},
				noStrong: {"(estoy|estamos) [totalmente|completamente] en contra", "[yo] voto (en contra|que no)", "ni se te ocurra", "no procede", "(no que va|no q va|qué va)"},
			},
		},
		{
			classes: map[string]string{
				"very":   "[très|vraiment|tellement|super|trop|toujours|tout à fait|si]",
				"praise": "(bien|belle|beau|super|génial|géniale|magnifique|magnifiques|superbe|splendide|excellent|excellente|formidable|parfaite|top|volontaire|compétent|compétente|sérieux|sérieuse|fiable|gentil|gentille|qualifié|qualifiée|réussi|réussie|une bonne (personne|collègue)|un bon (gars|collègue)|quelqu'un de bien|du beau travail)",
			},
			say: map[class][]string{
				remark:   {"(elle est|il est|c'est|ils sont|elles sont|c'était) <very> <praise>", "(il|elle|ils|elles) (le|la|l'a|l'ont) [bien|vraiment] (mérite|méritent|mérité|méritée)", "(l'erreur|la faute) (est|était|vient de) (de notre côté|chez nous|la nôtre|nous)", "(il|elle) (commence|a commencé) aujourd'hui", "(on gèle|il fait froid|j'ai froid|nous avons froid|ça caille) [ici|aux pieds]", "(bravo|beau travail|super travail|joli travail)", "(il|elle) en a besoin", "(ça|cela) ne sert plus [à rien]", "on ne s'en sert plus", "mille fois oui"},
				yesWeak:  {"(je suis|nous sommes|j'y suis) [tout à fait|entièrement|totalement] (pour|favorable|favorables)", "je vote (pour|oui)", "avec [grand] plaisir", "(ben|bah) oui", "mais carrément"},
				noStrong: {"(je suis|nous sommes|j'y suis) [tout à fait|totalement|fermement] (contre|opposé|opposée)", "je vote (contre|non)"},
			},
		},
		{
			classes: map[string]string{
				"very":   "[sehr|wirklich|richtig|so|echt|total|ganz|absolut|super|immer|wunderbar]",
				"praise": "(toll|super|schön|wunderschön|klasse|großartig|hervorragend|ausgezeichnet|zuverlässig|nett|lieb|qualifiziert|geworden|gelungen|schön geworden|wunderschön geworden|toll geworden|gut geworden|eine gute (kollegin|mitarbeiterin|frau)|ein guter (mann|kollege|mitarbeiter|kerl|kunde)|in ordnung)",
			},
			say: map[class][]string{
				remark:   {"(sie ist|er ist|das ist|es ist|die ist|der ist|die sind|sie sind|ist) <very> <praise>", "(er|sie|die|das|der) [haben|hat] [es|das|sich das] [sich] [wirklich|auch] (verdient|verdienen)", "(der|das war) [lag] (fehler lag|unser fehler|fehler war) [ja] [bei uns|unserer|auf unserer seite]", "(sie|er) (fängt|beginnt|startet) heute an", "(ich friere|wir frieren|uns ist kalt|mir ist kalt|is saukalt|ist saukalt|es ist kalt|es ist saukalt) [schon] [seit] [einer woche|tagen]", "(sie|er|wir) (braucht|brauchen) (es|ihn|sie|das)", "(ich bin|wir sind) [sehr|ganz|total] (begeistert|zufrieden|froh)", "(gute|tolle|super|schöne) arbeit", "die (arbeiten sind|arbeit ist) (abgenommen|erledigt)", "(die|das|sie) (braucht|brauchen|benutzt|nutzt) (keiner|niemand|wir) [nicht] mehr"},
				yesWeak:  {"(ich bin|wir sind|bin) [absolut|voll|ganz|sehr|auf jeden fall] dafür", "(ich stimme|stimme) [mit] (dafür|ja)", "ich befürworte (das|es|<it>)", "(eh|ja eh|aber) klar", "joa"},
				noStrong: {"(ich bin|wir sind|bin) [absolut|ganz|strikt|voll] dagegen", "ich stimme dagegen", "(na|sicher|ganz sicher|na sicher) (net|ned|nicht|bitte ned|bitte nicht)"},
			},
		},
		{
			classes: map[string]string{
				"very":   "[muito|mesmo|tão|super|sempre|bem|realmente]",
				"praise": "(lindo|linda|ótimo|ótima|excelente|maravilhoso|maravilhosa|bonito|bonita|bom|boa|perfeito|perfeita|preparado|preparada|fantástico|fantástica|impecável|competente|simpático|simpática|um primor|um espetáculo|de confiança|[uma] boa (pessoa|gente|colega)|[um] bom (homem|rapaz|colega))",
			},
			say: map[class][]string{
				remark:   {"(é|são|está|estão|ficou|ficaram|tá|ele é|ela é|ela tá|ele tá|ela está|ele está) <very> <praise>", "(ele|ela|eles|elas) [bem|já] (merece|merecem|mereceu)", "(o erro|a culpa) (foi|é) (nosso|nossa|minha|meu) [mesmo]", "(começa|começou|ele começa|ela começa) hoje [mesmo]", "[ele|ela] (precisa|precisam) (dele|dela|disso)", "[que] [está|tá] (um gelo|muito frio)", "[que] (passo|tenho) [muito] frio", "(belo|bom|ótimo|excelente|lindo) trabalho", "[ele|ela] já cá está", "já não (servem|serve) para nada", "(não a|não o) podemos perder"},
				yesWeak:  {"(sou|somos) [totalmente|completamente|inteiramente] (a favor|favorável|favoráveis)", "[eu] voto (a favor|que sim|sim)", "com [todo o] (gosto|prazer)", "(yap|siga|manda bala|manda ver|claro q sim|com certeza)"},
				noStrong: {"(sou|somos) [totalmente|completamente] contra", "[eu] voto (contra|que não)", "não pá"},
			},
		},
		{
			classes: map[string]string{
				"very":   "[heel|erg|zo|echt|super|altijd|ontzettend|zeer|gewoon]",
				"praise": "(mooi|prachtig|geweldig|fantastisch|uitstekend|super|lief|aardig|betrouwbaar|goed geworden|mooi geworden|prachtig geworden|bekwaam|een goede (collega|vent|man|vrouw|medewerker|klant|kracht)|een lieve (vrouw|man)|een topper)",
			},
			say: map[class][]string{
				remark:   {"(het is|ze is|zij is|hij is|ze zijn|dat is|het ziet er|is|ziet er) <very> <praise> [uit]", "(hij|zij|ze|die) (heeft|hebben|verdient|verdienen) (het|dat) [dubbel en dwars|echt] [verdiend]", "(de|het) fout (ligt|lag|was) bij ons", "(het was|dat was) onze fout", "(hij|zij|ze) (begint|is) vandaag [begonnen]", "(tis|'t is|het is) [hier] [ijs|erg|heel] koud", "(ik heb|we hebben) het koud", "(mooi|goed|prachtig|knap) (werk|gedaan)", "(we willen|wij willen|ik wil) (haar|hem) niet kwijt", "(hij|zij|ze|we) (heeft|hebben) (het|hem) nodig"},
				yesWeak:  {"(ik ben|wij zijn|we zijn) [helemaal|absoluut|zeker] (voor|vóór)", "ik stem (voor|vóór|ja)", "ik onderschrijf (dit|dat|het)", "(jawel|jazeker|joe)", "(ja|ja heel|heel) graag [zelfs]"},
				noStrong: {"(ik ben|wij zijn|we zijn) [helemaal|absoluut|faliekant] tegen", "ik stem (tegen|nee)", "blijf er af"},
			},
		},
		{
			classes: map[string]string{
				"very":   "[bardzo|naprawdę|tak|super|zawsze|świetnie|pięknie]",
				"praise": "(świetny|świetna|świetne|świetnie|super|wspaniały|wspaniała|wspaniale|piękny|piękna|piękne|pięknie|doskonały|doskonała|rzetelny|rzetelna|miły|miła|zdolny|zdolna|przeszkolona|przeszkolony|dobry człowiek|dobra (kobieta|pracownica|koleżanka)|porządny człowiek|uczciwy człowiek)",
			},
			say: map[class][]string{
				remark:   {"(jest|to|on jest|ona jest|to jest|są|wyszło|wygląda) <very> <praise>", "<praise> wyszło", "(należy|należało) (mu|jej|im) się", "(zasłużył|zasłużyła|zasługuje|zasłużyli) [na to|sobie]", "to (nasza|nasz|moja|mój) (wina|pomyłka|błąd)", "(zaczyna|zaczęła|zaczął) dziś [pracę]", "[bo] (zamarzamy|marzniemy|zimno|jest zimno|marznę|zimno jest) [od tygodnia]", "(świetna|dobra|super|piękna) robota", "(potrzebuje|potrzebują) (tego|go|jej)", "szkoda nerwów"},
				yesWeak:  {"(jestem|jesteśmy) [całkowicie|zdecydowanie|jak najbardziej] za", "głosuję za", "z [wielką] przyjemnością", "(jasne|oczywiście) że tak"},
				noStrong: {"(jestem|jesteśmy) [całkowicie|zdecydowanie] przeciw", "(jestem|jesteśmy) [zdecydowanie] przeciwko", "głosuję przeciw", "za żadne skarby", "wykluczone"},
			},
		},
	}
}

// asideWords are clauses that speak of a side fact, in the order of languages(), their words without accents: what who answers does
// not know, has not perceived or was not told (with a negation beside it, or short), what they have not (that thing, or one that the
// prompt names), and where they are; theirs are the same of others; came is who or what has not come or answered, and what did not work. counts begin words of the money, the need, the time, the deed or the permission.
type asideWords struct {
	knows, lacks, one, there, theirs, came, counts *regexp.Regexp
}

var asides = lazyre.Once(func() asideWords {
	any := func(patterns ...string) *regexp.Regexp { return regexp.MustCompile(strings.Join(patterns, "|")) }
	return asideWords{
		knows: any(
			`(^|\b(i|i'm|i've|i'd|we|we've|we'd) )(\S+ ){0,3}(know|knew|known|hear|heard|saw|notice|noticed|reali[sz]ed?|aware|remember|recall|met|informed)\b|\b(not|never|haven't|hadn't) seen\b|\bi (didn't|did not) (even )?see\b|\b(nobody|no one|wasn't|weren't|not|never|nor) (has |had |ever )?(told|mentioned)\b`,
			`\b(sapevo|sapevamo|conosco|conosciamo|conoscevo|ricordo|ricordavo|ricordiamo)\b|\b(ho|abbiamo) (mai |piu )?(sentito|visto|notato|saputo|conosciuto)\b|\baccort[oa]\b|al corrente|\b(mi|ci|me) (\S+ ){0,2}(detto|avvisat[oai]|avvertit[oai]|informat[oai])`,
			`\b(sabia|sabiamos|supe|conozco|conocemos|conocia|oi|escuche|recuerdo|note|entere|enterad[oa])\b|\bme (acuerdo|acordaba|suena)|\b(he|hemos) (\S+ )?(oido|visto|notado|escuchado)\b|\b(lo|la|los|las|no) vi\b|\b(me|nos) (\S+ ){0,2}(dijo|dijeron|aviso|avisaron|dicho|avisado)\b`,
			`\b(sais|savais|savions|connais|connaissais|connaissons|souviens|souvenais|me rappelle)\b|\b(ai|avons|a) (\S+ ){0,2}(entendu|vu|vue|remarque|su)\b|au courant|\bm'(a|avait|ont|en a) (\S+ )?(dit|parle|prevenue?|informee?)`,
			`\b(kenne|kannte|wusste|wussten|weiss|erinnere|mitbekommen|mitgekriegt|bemerkt|gemerkt|aufgefallen|wir kennen|kennen wir)\b|\b(habe?|haben|hatte) (\S+ ){0,5}(gehort|gehoert|gesehen|gewusst)\b|\b(gehort|gehoert|gesehen|gewusst) hab|^(nichts|nie) (\S+ ){0,3}(gehort|gesehen)|\b(mir|uns) (\S+ ){0,2}(bekannt|gesagt|erzahlt)|\bmich (\S+ ){0,2}(erinnern|informiert)`,
			`\b(sabia|sabiamos|soube|conheco|conhecemos|conhecia|ouvi|ouvimos|reparei|notei|recordo|lembro)\b|\b(nao|o|a|nunca) vi\b|fazia ideia|\b(me|nos) (\S+ )?(disse|disseram|avisou|avisaram)\b`,
			`\b(ken|kende|wist|wisten|herinner|we kennen|ik weet|weet ik)\b|\b(heb|hebben) (\S+ ){0,5}(gehoord|gezien|gemerkt)\b|\b(gehoord|gezien) heb|^(niets|niks|nooit|nog nooit) (\S+ ){0,3}(gehoord|gezien|gemerkt)|opgevallen|\b(mij|me|ons) (\S+ ){0,2}(gezegd|verteld)`,
			`\b(wiem|wiedzial[ae]m|wiedzielismy|znam|znamy|znal[ae]m|slyszal[ae]m|slyszelismy|widzial[ae]m|widzielismy|zauwazyl[ae]m|pamietam|przypominam|pojecia)\b|\b(mi|nam) (\S+ ){0,2}(mowil|powiedzial)`),
		lacks: any(`\bi (don't have|do not have|haven't got|have not got)( (the|that|this|it|those|them|your|his|her|their)\b.*)?$`, `\bnon (ce |ne )?(la |le |li |l')?ho( (la|il|lo|le|i|gli|quella|quel|questa|l'\S+)( .*)?)?$`, `\bno (la |lo |las |los )?tengo( (la|el|los|las|esa|ese|esta|este|yo)\b.*)?$`,
			`\bai pas( (la|le|les|cette|ce|ces|cet|l'\S+)( .*)?)?$`, `\bhabe?( \S+){0,4} nicht( (bei mir|hier|dabei|mehr))?$`, `\bnao (a |o )?tenho( (a|o|as|os|essa|esse|esta|este)\b.*)?$`, `\bheb( \S+){0,4} niet( (bij me|bij mij|hier|meer))?$`, `\bnie mam( (tego|tej|tych|go|jej|ich)\b.*)?$`),
		one: any(`\bi (don't have|haven't got|have) (an?|any|no) \S+$`, `\bnon ho nessuna? \S+$`, `\bno tengo (ninguna? )?\S+$`, `\bai (pas de|plus de|aucune?) \S+$`, `\bhabe? (ich )?keine?n? \S+$`, `\bnao tenho (nenhuma? )?\S+$`, `\bheb (ik )?geen \S+$`, `\bnie mam (zadnego |zadnej )?\S+$`),
		there: any(`\bi('m| am| was|'ll be| will be| wasn't| won't be) (\S{1,4} |\d\S* )*(there|here|home|town|around|away|abroad|office|holiday|vacation)( \S{1,8}){0,3}$|first (time )?(i've|i have|i) hear`, `\b(ci (sono|saro|ero|sarei)|ignoravo)( \S{1,4})?$|\bsono (in|al) (ferie|vacanza|ufficio|mare)\b`, `\bno (estoy|estare|estaba|voy a estar)( (el|la|en|ese|dia|casa|ahi|alli|aqui|aca|\d+))*$|\bestoy (de vacaciones|fuera)`,
			`\bignorais\b|\b(suis|serai|etais) (\S{1,4} )*(la|presente?|absente?|vacances|conges)( \S{1,5}){0,3}$`, `\b(bin|war|ware) (\S{1,5} |leider )*(da|dort|hier|anwesend|weg|hause|zuhause|verreist|unterwegs|urlaub)$`, `\bnao (estou|estarei|estava|vou estar)( (no|em|nesse|dia|ca|la|ai|casa|\d+))*$|\bestou (de ferias|fora)`, `\b(ben|was) (\S{1,4} )*(er|daar|thuis|weg|aanwezig|hier|vakantie)( (dan|niet|die|dag|op|de|\d+\S*))*$`, `\b(nie (ma|bedzie|bylo) mnie|mnie (\S+ ){0,2}nie (ma|bedzie|bylo)|nie (jestem|bede) (w domu|na miejscu)|jestem na urlopie)\b`),
		theirs: any(`^(\S+ ){0,2}\S+('s| is|'re| are| was| were| isn't| aren't| wasn't| weren't| will be| won't be)( not)?( still| already| currently| both)?( in| on| at| out of)?( the)? (there|here|home|back|abroad|away|holiday|vacation|leave|town|ill|sick)( \S+){0,3}$|^(nobody|no one)('s| is| was) (there|here|in|home)$`,
			`^(\S+ ){1,2}(doesn't|don't|didn't|does not|do not|did not|never|hasn't|haven't) (\S+ )?(know|knew|heard?|see|saw|seen|remember|notice|met|meet)\b|^(\S+ ){1,2}(doesn't have|don't have|hasn't got|haven't got) (the|that|this|it|his|her|their)( \S+){0,2}$|^(\S+ ){1,2}(was|were) never told`,
			`\bnon c'e(ra|rano)?( (qui|li|oggi|domani|nessuno|(ad|a|in|nel|il|la|quel|quella) \S+))*$|\b(e|sono) (in|al) (ferie|vacanza|mare|malattia)$|\b(e|sono) all'estero$|\bnon (lo |la |li |le )?(sa|sanno|sapeva|sapevano|conosce|conoscono)( \S+){0,2}$|\bnon (ha|hanno) (mai |ancora )?(sentito|visto|saputo)\b|\bnon (ce )?(l'ha|l'hanno|(ha|hanno) (la|il|lo|le|i|gli|l'\S+)( \S+)?)$`,
			`\bno (esta|estan|estaba|estaban|estara)( (el \S+|la \S+|en \S+|ese dia|casa|ahi|alli|aqui|aca))*$|\bestan? (de vacaciones|de baja|fuera|enferm[oa]s?)\b|\bno hay nadie\b|\bno (lo |la |los |las )?(sabe|saben|sabia|sabian|conoce|conocen)( \S+){0,2}$|\bno (ha|han) (oido|visto|escuchado)\b|\bno (la |lo |las |los )?(tiene|tienen)( (la|el|los|las|esa|ese)( \S+)?)?$`,
			`^(\S+ ){1,3}(n'est|est|sont|etait|n'etait|etaient|sera)( pas)?( en| tous)? (la|presente?s?|absente?s?|vacances|conges?|malade)( \S+){0,2}$|\bpersonne n'est la$|^(\S+ ){1,3}(sait|savent|savait|connait|connaissent)( pas)?$|\b(n'ont|n'a|ont|a) (rien|pas|jamais) (\S+ )?(entendu|vu|su)\b|\b(n'ont|n'a|ont|a) pas (la|le|les|cette|ce|l'\S+)( \S+)?$`,
			`^(\S+ ){1,3}(ist|sind|war|waren|ware)( \S{1,9}){0,4} (da|dort|hier|weg|verreist|zuhause|hause|urlaub|unterwegs|anwesend|abwesend|krank)$|^(da|hier) ist (niemand|keiner)$|^(\S+ ){1,2}(weiss|wissen|wusste|wussten|kennt|kennen|kannte|kannten) (\S+ ){0,2}nicht$|^(\S+ ){1,2}(hat|haben)( \S+){0,2} (gehort|gesehen|gewusst)$|^(\S+ ){1,2}(hat|haben) (den|die|das|ihn|es)( \S+)? nicht$`,
			`\bnao (esta|estao|estava|estara)( (ca|la|ai|ninguem|nesse dia|(em|no|na) \S+))*$|\besta(o)? (de ferias|de baixa|fora|doentes?)$|\bnao (o |a |os |as )?(sabe|sabem|sabia|conhece|conhecem)( \S+){0,2}$|\bnao (ouviu|ouviram|viu|viram)( nada)?$|\bnao (a |o )?(tem|tinha|tinham)( (a|o|essa|esse)( \S+)?)?$`,
			`^(\S+ ){1,2}(is|zijn|was|waren)( er| daar| hier| thuis| nog| dan)* niet( er| daar| hier| thuis)?( (in|op) \S+)?$|^(\S+ ){1,2}(is|zijn) (op vakantie|weg|ziek|met verlof)\b|\ber is niemand$|^(\S+ ){1,2}(weet|weten|wist|wisten|kent|kennen) (\S+ )?niet$|\b(heeft|hebben) (niets|niks|nooit) (gehoord|gezien)$|^(\S+ ){1,2}(heeft|hebben) (de|het|die|dat|deze)( \S+)? niet$`,
			`\bnie (ma|bylo|bedzie) (go|jej|ich|nikogo)( \S+){0,3}$|^(\S+ )?\S+ nie (ma|bylo|bedzie)$|\b(jest|sa) (na urlopie|chor[yai]|za granica)\b|\bnie (wie|wiedza|zna|znaja|slyszel[iy]|slyszala?|widziel[iy]|widziala?)( \S+)?$|\bnie maja \S+$`),
		came: any(`^\S+ (hasn't|haven't|has not|have not|didn't|did not|never)( \S+)? (arrived?|come|came|call(ed)?|rung|answer(ed)?|repl(y|ied)|written|work(ed)?|shown up|show up|showed up|turn(ed)? up|get back|got back)( \S+){0,2}$|^(nobody|no one|nothing)( has| ever)? (arrived|come|came|called|answered|replied|showed up|turned up)( \S+){0,2}$`,
			`\bnon (e|sono|era|erano)( ancora| mai)? (arrivat|venut|passat|tornat|rientrat)[aoei]\b( \S+){0,2}$|\bnon (ha|hanno)( ancora| mai)? (chiamato|richiamato|telefonato|risposto|scritto|funzionato)\b( \S+){0,2}$|^nessuno (e|ha) (venuto|arrivato|passato|chiamato|risposto|telefonato)\b`,
			`\b(no|nadie) (ha|han)( \S+)? ?(llegado|venido|llamado|contestado|respondido|aparecido|vuelto|escrito|funcionado)\b( \S+){0,2}$|\b(no|nadie) (llego|llegaron|vino|vinieron|llamo|llamaron|contesto|contestaron|respondio|respondieron|aparecio|aparecieron|volvio|volvieron|funciono)\b( \S+){0,2}$`,
			`\b(n'est|est|sont|n'etait)( \S+)? (pas|jamais)( encore)? (arrive|venu|revenu|passe|rentre)e?s?\b( \S+){0,2}$|\b(n'a|n'ont|a|ont) (pas|jamais)( encore)? (appele|rappele|repondu|telephone|ecrit|marche|fonctionne)\b( \S+){0,2}$|\bpersonne (n'est|est|n'a|a) (venu|arrive|appele|repondu)\b`,
			`^(\S+ )?(ist|sind|war|waren)( \S+){1,4} (gekommen|angekommen|eingetroffen|erschienen|aufgetaucht)$|^(\S+ )?(hat|haben)( \S+){1,4} (angerufen|zuruckgerufen|geantwortet|gemeldet|geschrieben|geklappt|funktioniert)$|\b(kam|kamen) (\S+ ){0,3}(nicht|keiner|niemand|nichts)( an)?$|^(nichts|niemand|keiner)( ist)? (gekommen|angekommen)$`,
			`\b(nao|ninguem|nunca) (chegou|chegaram|veio|vieram|ligou|ligaram|respondeu|responderam|apareceu|apareceram|voltou|voltaram|telefonou|funcionou)\b( \S+){0,2}$`,
			`^(\S+ )?(is|zijn|was|waren)( \S+){1,4} (gekomen|aangekomen|verschenen|opgedaagd|teruggekomen|langsgekomen|gelukt)$|^(\S+ )?(heeft|hebben)( \S+){1,4} (gebeld|teruggebeld|geantwoord|gereageerd|geschreven|gewerkt)$|\b(kwam|kwamen) (\S+ ){0,2}(niet|niemand|niets)$|^(niemand|niets|niks)( is)? (gekomen|aangekomen)$`,
			`\bnie (przyjechal|przyszedl|przyszl|dotarl|dzwonil|zadzwonil|oddzwonil|odpowiedzial|odpowiedziel|odpisal|wrocil|pojawil|odebral|zadzialal|przyjechel)[aioy]?( \S+){0,2}$`),
		counts: regexp.MustCompile(`\b(budget|money|funds|afford|cash|time|need|reason|point|why|use|cost|price|expensive|staff|room|space|permission|authori|allow|agree|trust|interest|geld|mittel|zeit|bedarf|brauch|grund|sinn|teuer|preis|personal|platz|genehm|erlaub|einverst|dafur|dagegen|vertrau|lust|warum|wieso|argent|moyen|temps|besoin|raison|sens|cher|prix|confian|envie|pourquoi|accord|sold[io]\b|denaro|fondi|tempo|bisogno|motivo|senso|car[oa]\b|cost[ao]|prezzo|spazio|fiducia|voglia|perche|intenzion|` +
			`presupuest|dinero|fondos|tiempo|necesi|sentid|precio|sitio|espacio|gana|de acuerdo|intencion|verba|dinheiro|orcament|precis|preco|lugar|acordo|vontade|tijd|nodig|reden|duur|prijs|plek|ruimte|vertrouw|mee|eens|voor|waarom|zin|pieni|srodk|czas|potrzeb|powod|drog|cen[ay]|miejsc|zaufan|zamiar|zgod|ochot)`),
	}
})
