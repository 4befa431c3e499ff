package footer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"bridge/approvals/reply/wording"
)

// nominal reports a piece that is names and what people and businesses are, and no sentence.
func (s signer) nominal(seg string, words []string) bool {
	if len(words) == 0 {
		return false
	}
	keys := lowered(words)
	last := keys[len(keys)-1]
	if s.closed(seg, words) && !s.signing.agents.Has(last) && !s.signing.jobs.Has(last) && !s.signing.houses.Has(last) || !capital(words[0]) && !s.signing.honours.Has(keys[0]) && !s.signing.forms.Has(last) && !s.signing.agents.Has(last) && !s.signing.agents.Has(keys[0]) {
		return false
	}
	known := 0
	job := s.signing.agents.Has(keys[0]) || s.signing.jobs.Has(keys[0]) || len(keys) > 1 && s.signing.articles.Has(keys[0]) && s.signing.agents.Has(keys[1])
	firm := s.signing.forms.Has(last) || s.signing.forms.Has(strings.ReplaceAll(last, ".", ""))
	for i, w := range words {
		k := keys[i]
		bare := strings.Trim(k, ".")
		switch {
		case digitsIn(w) > 0:
			if i == 0 || !houseNo.MatchString(bare) || !s.signing.rooms.Has(keys[i-1]) && !s.signing.streets.Has(keys[i-1]) {
				return false
			}
		case s.signing.payees.Has(k):
			return false
		case i > 0 && i+1 < len(words) && capital(words[i+1]) && (s.signing.joins.Has(k) || utf8.RuneCountInString(k) == 1 && strings.ContainsAny(seg, "'’")):
		case i > 0 && i+1 == len(words) && romanNo.MatchString(w):
		case i > 0 && (s.signing.governs.Has(k) || s.signing.between.Has(k) && (!s.signing.leads.Has(k) || s.signing.articles.Has(k))):
		case i == 0 && s.signing.articles.Has(k) && len(words) > 2 && capital(words[1]) && capital(words[2]), i == 0 && s.signing.articles.Has(k) && job:
		case s.signing.dangerous.Has(k) && !s.signing.dealings.Has(k) && !s.signing.inCompanies.Has(k):
			return false
		case s.signing.jobs.Has(k), s.signing.agents.Has(k), s.signing.houses.Has(k), s.signing.honours.Has(k), s.signing.forms.Has(k) && len(k) > 2:
			known++
		case s.signing.dealings.Has(k) && len(words) > 1 && (i+1 < len(words) && s.signing.agents.Has(keys[len(keys)-1]) || i > 0 && job): // "Contracts Manager"
			known++
		case len(words) > 2 && capital(w) && (s.signing.inCompanies.Has(k) || s.signing.inNames.Has(k)) && (firm || slices.ContainsFunc(keys, s.signing.houses.Has)):
		case i+1 == len(words) && strings.Contains(w, ".") && firm:
		case !s.quiet(w):
			return false
		case capital(w) || firm && i == 0:
			known++
		case i > 0 && len(k) > 3 && (firm || s.signing.governs.Has(keys[i-1]) || job && !verbal.MatchString(k)):
		case i > 0 && len(k) > 4 && !verbal.MatchString(k):
		default:
			return false
		}
	}
	return (known > 1 || known > 0 && len(words) > 1 || len(words) == 1 && job && !s.mine(keys)) && s.anyKnown(words) && !s.subject(words)
}

// subject reports words one of which is something that requests are about, beside one of
// reasons, or beside a single other that no list has: "Cheaper Hotel".
func (s signer) subject(words []string) bool {
	goods, loud, strange := 0, false, 0
	for _, w := range words {
		k := strings.ToLower(w)
		switch {
		case slices.Contains(s.name, wording.Fold(k)), digitsIn(w) > 0, s.signing.between.Has(k), acronym(w):
		case s.signing.goods.Has(k):
			goods++
		case s.signing.agents.Has(k), s.signing.houses.Has(k), s.signing.jobs.Has(k), s.onlyForms([]string{w}):
			return false
		case s.grammar.Known(k) || s.signing.remarks.Has(k):
			loud = true
		default:
			strange++
		}
	}
	return goods > 0 && (loud || strange == 1 && goods == 1)
}

// quiet reports a word, or two that a hyphen joins, that no list of what people say of
// requests has, in any language: sentences have common words.
func (s signer) quiet(w string) bool {
	if s.doubtful(w, []string{w}, true) {
		return false
	}
	common := commonWords()
	for _, k := range strings.FieldsFunc(strings.ToLower(w), func(r rune) bool { return strings.ContainsRune("-/+&'’.", r) }) {
		key := wording.Fold(k)
		switch {
		case slices.Contains(s.name, key), utf8.RuneCountInString(k) < 2:
		case s.signing.jobs.Has(k), s.signing.agents.Has(k), s.signing.houses.Has(k), s.signing.honours.Has(k), s.signing.streets.Has(k):
		case s.signing.strangers.Has(key), s.signing.choices.Has(key), s.signing.remarks.Has(k), s.signing.remarks.Has(key), s.signing.payees.Has(k), s.signing.leads.Has(k),
			s.grammar.Known(k), s.words.Foreign[k], s.words.Sentence[k], s.words.OptOut[k], common[key], strings.ContainsFunc(k, otherScript), strings.ContainsFunc(k, wording.Elsewhere) && !capital(w):
			return false
		}
	}
	return true
}

// dealings are what people deal with whose titles they stand in: words of requests elsewhere.
const dealings = `contract contracts claims payments payment orders transfers refunds accounts payable receivable credit collections billing invoicing purchasing pricing deals offers compras contratos pagos cobros pedidos contrats achats commandes paiements contratti acquisti ordini pagamenti aufträge verträge zahlungsverkehr einkauf inkoop orders contracten zamówień umów płatności contratos pagamentos encomendas`

// closings are words that only the end of a letter has, as its head.
const closings = `regard regards love hugs kisses hug blessing bless xoxo segen kuss küsse küsschen bussi busserl umarmung drücker gedrückt beso besos beijo beijinho bacio baci bacioni abbracci bise bisou kus kusjes knuffel knuffels liefs buziaki uściski całusy rgds rgrds brgds b.rgds b.regards greetings wishes sincerely truly faithfully cheers blessings gratitude respectfully cordially warmly warmest fondly vr best thx thanks tks regds regs grüessli gruess grüess grüessle selam sevgiler saygılarımla slm salam gr gr. grt grtjs gt christ grip fellowship solidarity *gruß *gruss *grüße *grüsse *grüßen *grüssen waidmannsheil weidmannsheil horrido moin ahoi petri servus pfiat baba tschüss tschau ciao pax shalom inshallah namaste aloha slán slainte sláinte diolch hwyl
	gruß grüße gruss grüsse grüßen grüssen grüßle herzlichst freundlichst hochachtungsvoll mfg lg vg bg salut salutations cordialement cdlt bises bisous amitiés amicalement respectueusement confraternellement sentiments dévoué dévouée
	saluto saluti cordialmente cordialità distintamente abbraccio saludo saludos abrazo abrazos atentamente atte atte. salutacions salutació agur respetuosamente
	cumprimentos atenciosamente abraço abraços abs att att. bjs beijos beijinhos saudações respeitosamente cordiais groet groeten groetjes mvg hoogachtend hoogachting pozdrawiam pozdrowienia pozdrowieniami pozdr pzdr poważaniem szacunkiem szacunku
	hälsning hälsningar hilsen hilsner terveisin ystävällisesti üdvözlettel cofion meas adeitasunez saygılarımla pozdravem pozdravom stimă lugupidamisega`

// besideClosing stand beside them.
const besideClosing = `liebs liebi vo us vom his in service glg lg lots loads tons big much god grateful thankful fraternal collegial gottes gott dicke dicken dicker fette fetten ein einen fühlt euch fühl dich grosse große großen veel dikke dikke duże un gros grosses mille muitos muchos tanti tante forti kind kindest best warm warmest many with very yours your all good my and & of from in the most sunny sincere high high-five
	mit freundlichen freundlichem freundliche freundlicher besten beste bester viele vielen liebe lieben schöne schönen herzliche herzlichen herzlichem sonnige ganz und kollegialen sportlichen winterlichen sommerlichen ihr ihre dein deine aus vom
	avec mes nos meilleures meilleurs sincères bien très cordiales distinguées salutations bonne journée à vous toi mes plus
	un una cordiale cordiali distinti migliori i con caro cari i miei dalla dal da più affettuoso
	con mis un una cordial cordiales muy fuerte afectuoso reciba reciban atento bero bat
	com os as meus melhores um uma cordiais forte grande abraço
	met vriendelijke hartelijke warme beste de meeste lieve
	z wyrazami serdecznie serdecznym serdeczne ciepło łączę wyrazy is mise le vänlig vänliga venlig vennlig med mvh bästa`

// inCompanies are words of answers and requests that names of companies have, too, beside others.
const inCompanies = `vale trust credit porto são sao provider demand three two one seven san santa santo st saint sint hope grace joy union first order bond true good fair real right next best co group member members`

// goods are what requests are about, in names of businesses, too.
const goods = `freight hotel travel reisen transport logistics budget vendor supplier lieferant fornitore proveedor fournisseur leverancier dostawca invoice invoices flight train`

// joins stand between two names.
const joins = `und and et e y en i & oder`

// dialling are words before telephones that are answers and conditions elsewhere.
const dialling = `did aoh noc std board toll-free tollfree sans frais after-hours emergencies emergency notfall urgences spoed direct main desk line ligne directe linea diretta línea directa linha direta reception permanence téléphonique stage door out-of-hours hotline helpline störungshotline`

// states are the letters of states and provinces that are no words.
const states = `al ak az ar ca co ct fl ga hi id il ia ks ky la md mi mn ms mo mt nv nh nj nm ny nc nd oh pa ri sc sd tn tx ut vt va wa wv wi wy dc on qc bc ab sk mb ns nb nl pe nsw qld vic sp rj mg rs pr es ba ce df go mx uk us uae`
