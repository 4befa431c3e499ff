package reply

// french returns the words of French. "Si" alone is read as in Italian and
// Spanish; "sans doute" means perhaps, and "ça va" yes or enough.
func french() language {
	return language{
		yesStrong: []string{
			"oui", "bien sûr que oui", "ah oui oui", "je dis oui", "c'est oui", "c'est un oui", "oui oui",
			"j'approuve", "moi j'approuve", "j'approuve la demande", "j'approuve cette demande", "je l'approuve", "approuvé", "approuvée", "c'est approuvé", "demande approuvée", "la demande est approuvée", "est approuvé", "approuvez", "approuve",
			"je valide", "je valide la demande", "je le valide", "je la valide", "valide", "validé", "validée", "c'est validé", "demande validée", "validez",
			"je confirme", "je le confirme", "confirmé", "confirmée", "c'est confirmé", "je confirme la demande", "j'accepte", "accepté", "acceptée", "j'accepte la demande", "demande acceptée",
			"j'autorise", "autorisé", "autorisée", "c'est autorisé", "accordé", "accordée", "c'est accordé", "feu vert", "vous avez mon feu vert", "tu as mon feu vert", "je donne mon accord", "j'ai donné mon accord", "vous avez mon accord", "tu as mon accord", "accord donné", "bon pour accord", "mon accord",
			"affirmatif", "je suis pour", "je consens",
		},
		yesWeak: []string{
			"okay", "okey", "oki", "d'accord", "dacc", "d'acc", "je suis d'accord", "entièrement d'accord", "tout à fait d'accord", "ok pour moi", "pour moi ok", "pour moi c'est ok", "pour moi c'est bon", "c'est ok pour moi", "ok de mon côté", "d'accord pour moi", "ouais", "ouaip", "ouep", "vas-y", "vas y", "allez-y", "allez y", "on y va", "ok go",
			"fais-le", "faites-le", "fais le", "faites le", "fonce", "foncez", "procède", "procédez", "vous pouvez procéder", "tu peux procéder", "vous pouvez y aller", "tu peux y aller", "tu peux le faire", "vous pouvez le faire", "bien sûr", "évidemment", "volontiers", "avec plaisir", "absolument", "certainement",
			"bien entendu", "naturellement", "ça marche", "ça marche pour moi", "ça roule", "ça me va", "ça me convient", "cela me convient", "c'est bon pour moi", "c'est bon de mon côté", "bon pour moi", "tout à fait", "carrément", "vendu", "exécution",
		},
		yesToo: []string{
			"parfait", "c'est parfait", "très bien", "super", "excellent", "exact", "exactement", "c'est exact", "c'est correct", "c'est ça", "c'est bon", "tout est bon", "c'est ok", "entendu", "bien reçu", "en effet", "impeccable", "faites", "fais", "nickel", "génial",
		},
		noStrong: []string{
			"non", "non merci", "non non", "ah non", "mais non", "bien sûr que non", "c'est non", "ce sera non", "la réponse est non", "je dis non", "que non", "non et non", "pour moi c'est non",
			"je n'approuve pas", "j'approuve pas", "n'approuve pas", "je n'approuve pas la demande", "je n'approuve pas cette demande", "je ne l'approuve pas", "pas approuvé", "pas approuvée", "non approuvé", "non approuvée", "ce n'est pas approuvé", "c'est pas approuvé", "n'approuvez pas", "ne pas approuver",
			"je ne valide pas", "je valide pas", "je ne le valide pas", "pas validé", "non validé", "ne validez pas", "je ne confirme pas", "je confirme pas", "non confirmé", "je n'accepte pas", "j'accepte pas", "pas accepté", "non accepté", "je n'autorise pas", "j'autorise pas", "pas autorisé", "non autorisé", "non autorisée",
			"refusé", "refusée", "je refuse", "refus", "je refuse la demande", "je le refuse", "c'est refusé", "demande refusée", "refusez", "rejeté", "rejetée", "je rejette", "demande rejetée", "décliné", "je décline", "désapprouvé", "je désapprouve",
			"pas d'accord", "je ne suis pas d'accord", "je suis pas d'accord", "pas du tout d'accord", "je suis contre", "je m'oppose", "je m'y oppose",
			"hors de question", "c'est hors de question", "pas question", "il n'en est pas question", "certainement pas", "sûrement pas", "absolument pas", "surtout pas", "en aucun cas", "jamais", "jamais de la vie",
			"ne le fais pas", "ne le faites pas", "le fais pas", "ne fais pas ça", "ne faites pas ça", "ne fais rien", "ne faites rien", "n'y allez pas", "négatif", "veto",
		},
		noWeak: []string{"nan", "je préfère pas", "je ne préfère pas", "je préférerais pas", "j'aimerais mieux pas", "mieux vaut pas", "je crains que non", "ça ne me va pas", "ça me va pas", "ça ne me convient pas"},
		negated: []string{
			"je ne peux pas approuver", "je ne peux pas valider", "pas correct", "pas bon", "pas bien", "c'est pas bon", "ce n'est pas bon", "n'est pas bon", "n'est pas correct", "n'est pas exact", "n'est pas validé", "n'est pas approuvé", "n'est pas autorisé", "pas confirmé", "n'est pas valide", "pas parfait", "pas super", "il y a", "il y avait", "y a", "il n'y a", "n'y a", "y avait", "y aura",
			"trop bien", "ou bien", "est bien", "c'est bien un", "c'est bien une", "c'est bien trop", "bien trop", "bien plus", "pas exact", "ne sommes pas d'accord", "n'est pas d'accord", "se trompe", "se passe", "il se", "elle se", "ça se", "qui se", "ne se", "le client se",
		},
		courtesy: []string{
			"merci", "merci beaucoup", "mille mercis", "grand merci", "un grand merci", "merci bien", "merci d'avance", "merci encore", "merci à vous", "merci à toi", "je vous remercie", "je te remercie", "et merci", "merci d'avoir demandé", "merci de demander",
			"s'il vous plaît", "s'il te plaît", "s'il vous plait", "s'il te plait", "sil vous plait", "sil te plait", "svp", "stp", "salut",
		},
		greeting: []string{"bonjour", "bonsoir", "coucou", "bonjour à tous", "bonjour à toutes et tous", "bonjour l'équipe", "salut à tous", "chers collègues", "rebonjour", "bjr"},
		closing: []string{
			"cordialement", "bien cordialement", "très cordialement", "cdt", "cdlt", "bien à vous", "bien à toi", "salutations", "sincères salutations", "meilleures salutations", "amicalement", "à bientôt", "bàv",
			"bonne journée", "bonne soirée", "bonne fin de journée", "belle journée", "bon week-end", "bon weekend", "bonne réception", "bises", "bonne continuation", "excellente journée",
		},
		apology: []string{"désolé", "désolée", "je suis désolé", "je suis désolée", "vraiment désolé", "malheureusement", "pardon", "navré", "navrée", "hélas", "je regrette", "toutes mes excuses", "excusez-moi", "excuse-moi"},
		unclear: []string{
			"veuillez approuver", "merci d'approuver", "merci de valider", "merci de confirmer", "veuillez valider", "veuillez confirmer", "s'il vous plaît approuvez", "approuvez svp", "approuvez s'il vous plaît", "svp approuvez", "svp approuver", "validez svp", "svp validez", "approuve stp", "stp approuve", "merci approuvez",
			"ça va", "bon", "bien", "bah", "ben", "bah oui", "ben oui", "eh bien", "eh bien oui", "mouais", "bof", "soit", "oui enfin", "ah oui", "tant pis", "ça ira", "c'est noté", "noté", "peu importe", "oui chef",
		},
		idioms: []string{
			"pas de problème", "pas de problèmes", "aucun problème", "pas de pb", "aucun souci", "aucun soucis", "pas de souci", "pas de soucis", "sans problème", "sans problèmes", "sans souci", "il n'y a pas de problème", "y a pas de problème", "y a pas de souci",
			"aucune objection", "pas d'objection", "pas d'objections", "sans objection", "rien à redire", "rien contre", "rien à dire", "je n'ai rien contre", "je ne suis pas contre", "je suis pas contre", "pas contre", "je ne m'oppose pas", "je ne m'y oppose pas", "pas d'inconvénient", "aucun inconvénient", "ça ne me dérange pas", "ça me dérange pas", "ça me gêne pas", "ça ne me gêne pas",
			"pourquoi pas", "et pourquoi pas", "pas du tout", "sans doute", "aucun doute", "sans aucun doute", "nul doute", "je ne dis pas non", "jamais dit", "je dis pas non", "dis pas non", "de rien", "je vous en prie", "je t'en prie", "comme tu veux", "comme vous voulez", "si tu veux", "si vous voulez", "si tu le dis", "à toi de voir", "à vous de voir",
			"ce n'est pas grave", "c'est pas grave", "pas grave", "pas mal", "n'hésite pas", "n'hésitez pas", "ni oui ni non", "je plaisante", "je rigole", "je déconne", "ça m'est égal", "m'en fiche", "oui oui c'est", "oui oui bien sûr", "enfin oui", "enfin non", "ne t'inquiète pas", "t'inquiète", "ne vous inquiétez pas", "non plus",
		},
		hedges: []string{
			"mais", "seulement", "uniquement", "juste", "sauf", "hormis", "demain", "après", "après-demain", "plus tard", "tout à l'heure", "quand", "lorsque", "peut-être", "peut être", "à condition", "sous réserve", "pourvu", "tant que", "dès que", "aussitôt que", "une fois que", "pas encore", "pas maintenant", "pas aujourd'hui", "pour l'instant", "pour le moment",
			"attends", "attendez", "attendre", "attendons", "moitié", "d'abord", "avant", "cependant", "toutefois", "néanmoins", "pourtant", "dépend", "sinon", "jusqu'à", "jusqu'au", "au cas où", "en cas", "s'il", "s'ils", "à moins", "bientôt", "un instant", "un moment", "une seconde", "une minute", "je ne sais pas", "je sais pas", "sais pas", "pas sûr", "pas sûre",
			"je pense", "je crois", "j'imagine", "je suppose", "probablement", "éventuellement", "possible", "possiblement", "on verra", "je verrai", "je vais voir", "je vais y réfléchir", "réfléchir", "laisse-moi", "laissez-moi", "laisse moi", "laissez moi", "la prochaine", "partiellement", "en partie", "avec des modifications", "redemande", "redemandez", "presque", "bien que", "quoique", "à voir", "reporter", "reporté", "en attente", "patiente", "patientez",
		},
		sentence: []string{
			"je", "j'ai", "tu", "il", "elle", "nous", "vous", "ils", "elles", "moi", "lui", "leur", "ce", "c'est", "cela", "ça", "cet", "cette", "ces", "est", "sont", "suis", "êtes", "sommes", "avons", "avez", "ont", "était", "pas", "ne", "n'est", "faire", "fait", "fais", "faites", "payer", "paye", "paie", "payez", "envoie", "envoyer", "envoyez", "change", "changer", "changez",
			"ajoute", "ajoutez", "utilise", "utilisez", "demande", "demandez", "demander", "dis", "dites", "vérifie", "vérifiez", "sans", "autre", "aussi", "toujours", "parce", "quoi", "où", "qui", "quel", "montant", "remboursement", "euros", "annule", "annuler", "annulez", "ignore", "ignorez", "attention", "maximum", "minimum", "aujourd'hui", "maintenant", "deux", "tous", "veux", "voudrais", "peux", "pouvez", "dois", "devez", "faut", "plutôt", "alors", "donc",
		},
		codeWord: []string{"code", "avec le code", "avec code", "le code est"},
		list:     []string{"liste", "la liste", "lister"},
		typos: []string{
			"j'approuve", "approuvé", "approuvée", "approuve", "confirmé", "confirmée", "confirme", "accepté", "acceptée", "autorisé", "autorisée", "j'accepte", "j'autorise", "volontiers", "évidemment", "absolument", "certainement", "d'accord",
			"refusée", "rejetée",
		},
		notTypos: []string{
			"éprouvé", "éprouvée", "conformé", "conformée", "excepté", "approuver", "affirmé", "infirmé", "refondée", "confiné", "apprivoisé", "apprivoisée",
			"approchée", "approché", "réprouvé", "apposé",
		},
		footerStarts: []string{
			"envoyé de mon", "envoyé depuis mon", "envoyé depuis", "envoyé de", "envoyé à partir de", "envoyé à partir d'un", "envoyé avec", "envoyé via", "envoyé par", "envoyé du", "envoyé avec l'application", "télécharger outlook pour", "obtenez outlook pour", "obtenir outlook pour",
		},
		footerWords: []string{"téléphone", "portable", "mobile", "appareil", "tablette", "courrier", "messagerie", "orange", "sfr", "free", "bouygues", "laposte", "mon", "le", "la", "de", "pour", "depuis", "avec", "un", "application", "d'un", "l'application"},
		plain:       []string{"ma"},
	}
}
