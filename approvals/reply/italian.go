package reply

// italian returns the words of Italian. "Assolutamente", "prego" and "come no"
// are left out or refused: each is said for yes and for no.
func italian() language {
	return language{
		yesStrong: []string{
			"sì", "si", "sí", "si'", "per me sì", "certo che sì", "assolutamente sì", "direi di sì", "ovviamente sì", "sì che va bene", "approvo",
			"io approvo", "lo approvo", "la approvo", "l'approvo", "approvo tutto", "approvo la richiesta", "approvo questa richiesta", "approvato",
			"approvata", "è approvato", "è approvata", "e' approvato", "e' approvata", "richiesta approvata", "la richiesta è approvata", "approva",
			"approvate", "approvalo", "approvazione concessa", "approvazione accordata", "do la mia approvazione", "hai la mia approvazione",
			"ha la mia approvazione", "avete la mia approvazione", "hai il mio ok", "hai il mio via libera", "via libera", "confermo", "lo confermo",
			"la confermo", "confermato", "confermata", "confermo la richiesta", "confermo l'approvazione", "autorizzo", "lo autorizzo",
			"la autorizzo", "ti autorizzo", "vi autorizzo", "io autorizzo", "autorizzato", "autorizzata", "autorizzo la richiesta",
			"autorizzazione concessa", "accetto", "lo accetto", "accettato", "accettata", "acconsento", "do il consenso", "concesso", "accordato",
			"permesso accordato", "affermativo", "sono favorevole", "favorevole",
		},
		yesWeak: []string{
			"okay", "okey", "ok procedi", "va bene", "vabbene", "per me va bene", "a me va bene", "mi va bene", "va bene così", "va bene per me",
			"va benissimo", "per me ok", "ok per me", "per me è ok", "per me è a posto", "da parte mia ok", "d'accordo", "daccordo", "sono d'accordo",
			"concordo", "certo", "certamente", "sicuro", "ovvio", "ovviamente", "naturalmente", "volentieri", "con piacere", "procedi", "proceda",
			"procedete", "procediamo", "procedi pure", "proceda pure", "procedete pure", "puoi procedere", "può procedere", "potete procedere",
			"si proceda", "si può procedere", "vai", "vai pure", "vada pure", "andate pure", "vai avanti", "avanti", "andiamo avanti",
			"vai tranquillo", "vai tranquilla", "fallo", "fallo pure", "lo faccia", "lo faccia pure", "fatelo", "fatelo pure", "fai pure",
			"faccia pure", "fate pure", "puoi farlo", "può farlo", "potete farlo", "si può fare", "si faccia", "facciamolo", "mi sembra ok",
			"mi sta bene", "ci sto",
		},
		yesToo: []string{
			"perfetto", "ottimo", "bene", "benissimo", "molto bene", "esatto", "esattamente", "giusto", "corretto", "è corretto", "tutto ok",
			"tutto bene", "tutto a posto", "tutto giusto", "è ok", "è tutto ok", "dai", "prego", "fate", "faccia", "tranquillo", "tranquilla",
		},
		noStrong: []string{
			"no", "no no", "no grazie", "assolutamente no", "no assolutamente", "certo che no", "ovviamente no", "certamente no", "no di certo",
			"ma anche no", "direi di no", "direi proprio di no", "proprio no", "per me no", "dico di no", "la risposta è no", "non approvo",
			"io non approvo", "non lo approvo", "non la approvo", "non approvo la richiesta", "non approvo questa richiesta", "non approvato",
			"non approvata", "non è approvato", "non è approvata", "non approvare", "non approvarlo", "richiesta non approvata", "rifiuto",
			"lo rifiuto", "la rifiuto", "rifiuto la richiesta", "rifiutato", "rifiutata", "richiesta rifiutata", "rifiuta", "respinto", "respinta",
			"respingo", "lo respingo", "la respingo", "respingi", "richiesta respinta", "bocciato", "bocciata", "nego", "negato", "negata",
			"richiesta negata", "permesso negato", "approvazione negata", "autorizzazione negata", "non autorizzo", "non lo autorizzo",
			"non la autorizzo", "non autorizzato", "non autorizzata", "non confermo", "non confermato", "non accetto", "non lo accetto",
			"non accettato", "non acconsento", "non concordo", "non sono d'accordo", "non sono favorevole", "sono contrario", "sono contraria",
			"contrario", "contraria", "non procedere", "non procedete", "non proceda", "non farlo", "non lo fare", "non lo faccia", "non fatelo",
			"non fate nulla", "non va bene", "non mi va bene", "in nessun caso", "per nessun motivo", "nemmeno per sogno", "neanche per sogno",
			"neanche per idea", "non se ne parla", "non se ne parla proprio", "mai e poi mai", "negativo",
		},
		noWeak: []string{
			"meglio di no", "preferirei di no", "preferisco di no", "meglio non farlo", "meglio non procedere", "temo di no", "non mi sembra il caso",
			"non è il caso",
		},
		approve: []string{"approvo", "io approvo", "autorizzo", "confermo", "approvato"},
		approved: []string{
			"il rimborso", "questo rimborso", "il pagamento", "questo pagamento", "la spesa", "questa spesa", "l'acquisto", "questo acquisto",
			"l'ordine", "questo ordine", "la fattura", "il bonifico",
		},
		refuse: []string{"non approvo", "non autorizzo", "rifiuto", "respingo"},
		refused: []string{
			"il rimborso", "questo rimborso", "il pagamento", "questo pagamento", "la spesa", "questa spesa", "l'acquisto", "questo acquisto",
			"l'ordine", "questo ordine", "la fattura", "il bonifico", "questa richiesta",
		},
		negated: []string{
			"non approverei", "non approverò", "non posso approvare", "non posso approvarlo", "non posso autorizzare", "non posso accettare",
			"non possiamo accettare", "non è giusto", "non è corretto", "non è autorizzato", "non è autorizzata", "non è accettato", "non è ok",
			"non è confermato", "non bene", "non vai", "non si può", "non si può fare", "non si fa", "non si deve", "si tratta", "non si tratta",
			"si è", "non si è", "si sono", "non si sono", "mi si", "ci si", "si chiama", "si trova", "non è d'accordo", "non siamo d'accordo",
			"non va", "non è certo", "a fine", "alla fine", "di fine",
		},
		courtesy: []string{
			"grazie", "grazie mille", "mille grazie", "tante grazie", "molte grazie", "grazie ancora", "grazie tante", "grazie infinite",
			"vi ringrazio", "ti ringrazio", "la ringrazio", "per favore", "per piacere", "per cortesia", "assolutamente", "cortesemente",
			"gentilmente", "ciao", "e grazie", "grazie per aver chiesto", "grazie per avermelo chiesto",
		},
		greeting: []string{
			"salve", "buongiorno", "buon giorno", "buonasera", "buona sera", "buon pomeriggio", "ciao a tutti", "buongiorno a tutti", "salve a tutti",
			"gentilissimi",
		},
		closing: []string{
			"saluti", "un saluto", "cordiali saluti", "distinti saluti", "i migliori saluti", "migliori saluti", "tanti saluti", "cari saluti",
			"cordialmente", "a presto", "e buona giornata", "e cordiali saluti", "e saluti", "buona giornata", "buona serata", "buon lavoro",
			"buon weekend", "buon fine settimana", "buona notte",
		},
		apology: []string{"mi dispiace", "mi spiace", "mi dispiace molto", "spiacente", "purtroppo", "scusa", "scusate", "scusi", "scusami"},
		unclear: []string{
			"per favore approva", "per favore approvate", "per favore approvare", "si prega di approvare", "per favore conferma",
			"approva per favore", "approvate per favore", "confermo per favore", "ma sì", "ma si", "ah sì", "ah si", "e sì", "eh sì", "eh si", "mah",
			"boh", "bah", "vabbè", "vabbe", "vabe", "va be", "va beh", "conferma", "volevo",
		},
		idioms: []string{
			"ci mancherebbe", "nessuna remora", "non ho problemi", "fate come credete", "come credete", "come crede", "fa pure", "non mi dà fastidio",
			"decidete voi", "vedi tu", "vedete voi", "nessun problema", "non c'è problema", "non è un problema", "no problema", "senza problemi",
			"problemi zero", "zero problemi", "come no", "perché no", "e perché no", "nessuna obiezione", "nessun'obiezione", "niente in contrario",
			"nulla in contrario", "niente da obiettare", "nulla da obiettare", "non ho obiezioni", "non ho nulla contro",
			"non ho niente in contrario", "nulla contro", "non mi oppongo", "non mi dispiace", "non fa niente", "non importa", "non dico di no",
			"mai detto", "non dico no", "non dire no", "figurati", "si figuri", "si immagini", "senza dubbio", "nessun dubbio", "fai come vuoi",
			"fate come volete", "fai tu", "faccia lei", "come vuoi", "come volete", "come preferisci", "decidi tu", "se lo dici tu", "niente affatto",
			"per niente", "nulla osta", "non vedo perché no", "di niente", "di nulla", "anzi", "certo certo", "sì come no", "si come no",
			"sì sì certo", "si si certo", "sì prima", "si prima", "certo prima", "va bene prima", "approvo prima", "confermo prima", "procedi prima",
			"prima sì", "prima si", "scherzo", "scherzavo", "sto scherzando",
		},
		hedges: []string{
			"tra un'ora", "tra un attimo", "tra poco", "fra poco", "fra un'ora", "stasera", "stamattina", "più avanti", "devo pensarci",
			"devo controllare", "devo verificare", "ne parliamo", "ne riparliamo", "un minuto", "dammi", "datemi", "mi dia", "voglio dire", "se",
			"ma", "però", "solo", "soltanto", "solamente", "unicamente", "tranne", "eccetto", "salvo", "domani", "dopodomani", "dopo", "quando",
			"appena", "purché", "finché", "affinché", "sinché", "forse", "magari", "probabilmente", "eventualmente", "aspetta", "aspetti",
			"aspettate", "aspettare", "attendi", "attendere", "attenda", "attendete", "più tardi", "metà", "a meno", "a patto", "a condizione",
			"qualora", "nel caso", "in caso", "per ora", "per adesso", "per il momento", "al momento", "dipende", "non so", "non lo so", "non saprei",
			"vediamo", "vedremo", "si vedrà", "ci penso", "ci devo pensare", "fammi", "fatemi", "mi faccia", "ti faccio sapere", "vi faccio sapere",
			"non ancora", "non ora", "non adesso", "ora no", "adesso no", "oggi no", "non oggi", "non sono sicuro", "non sono sicura", "un attimo",
			"un momento", "un secondo", "poi", "anche se", "almeno", "credo", "penso di", "suppongo", "spero", "in parte", "parzialmente", "chiedi",
			"chiedimelo", "chiedetemelo", "rimanda", "rimandare", "rimandiamo", "riprova", "la prossima", "lunedì", "fino a", "altrimenti", "quasi",
			"tuttavia", "cioè",
		},
		sentence: []string{
			"io", "tu", "lui", "lei", "noi", "voi", "loro", "mi", "ti", "ci", "gli", "questo", "questa", "quello", "quella", "che", "non", "è",
			"sono", "siamo", "ho", "hai", "abbiamo", "hanno", "fare", "fai", "fate", "paga", "pagare", "pagate", "manda", "mandare", "mandami",
			"invia", "inviare", "cambia", "cambiare", "aggiungi", "usare", "chiedere", "dire", "dimmi", "prendi", "metti", "controlla", "controllare",
			"senza", "meno", "altro", "altra", "invece", "anche", "sempre", "ancora", "perché", "cosa", "dove", "importo", "rimborso", "euro",
			"annulla", "annullare", "ignora", "attenzione", "massimo", "minimo", "oggi", "stasera", "ora", "adesso", "entrambi", "tutti", "prego",
			"devo", "devi", "deve", "vorrei", "voglio", "puoi", "posso",
		},
		codeWord: []string{"codice", "con codice", "con il codice", "il codice è"},
		list:     []string{"lista", "elenco", "la lista", "l'elenco"},
		typos: []string{
			"approvo", "approvato", "approvata", "confermo", "confermato", "confermata", "autorizzo", "autorizzato", "autorizzata", "accettato",
			"procedi", "procedete", "certamente", "rifiutato", "rifiutata", "respinto", "respinta",
		},
		notTypos: []string{
			"approvano", "approvavo", "approdo", "appronto", "conformo", "precedi", "confermano", "confermavo", "conformato", "autorizzano",
			"autorizzavo", "accettano", "accettavo", "accertato", "accentato", "procedeste", "rifiutano", "rifiutavo", "approntato", "approdato",
			"approntata", "approdata", "conformata", "confermava", "approvava", "autorizzava", "rifiutava",
		},
		footerStarts: []string{
			"inviato da", "inviato dal", "inviato dal mio", "inviato da mio", "inviata da", "inviato con", "inviato tramite", "spedito da",
			"scarica outlook per", "ottieni outlook per", "mandato dal mio",
		},
		footerWords: []string{
			"telefono", "cellulare", "dispositivo", "mobile", "posta", "windows", "libero", "tim", "il", "mio", "per", "di", "da", "con", "dal", "su",
		},
	}
}
