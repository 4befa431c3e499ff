package reply

import (
	"slices"
	"strings"
)

// frameWords are what people of one language put around the deed that is asked: what asks for it politely ("je vous prie
// de"), consents to it ("wyrażam zgodę na"), and does not want it ("não quero que"). In a frame "/" parts words of which
// one stands there, one with "?" may be left out, and what follows "..." ends the clause. A frame is nothing without the deed behind it, in any form.
type frameWords struct{ polite, consents, unwilling []string }

// frames are those of one language by their first words.
type frames map[string][]frame

type frame struct {
	elems []frameElem
	role  role
	last  string // the word that ends the clause; "" for none
}

type frameElem struct {
	words    map[string]bool
	optional bool
}

// framesOf compiles the frames of the languages, in the order of languages().
func framesOf(all []frameWords) []frames {
	var out []frames
	for _, words := range all {
		of := frames{}
		for _, kind := range []struct {
			role role
			list []string
		}{{politeness, words.polite}, {consenting, words.consents}, {negation, words.unwilling}} {
			for _, text := range kind.list {
				f := frame{role: kind.role}
				for elem := range strings.FieldsSeq(text) {
					if last, is := strings.CutPrefix(elem, "..."); is {
						f.last = last
						continue
					}
					elem, optional := strings.CutSuffix(elem, "?")
					e := frameElem{words: map[string]bool{}, optional: optional}
					for w := range strings.SplitSeq(elem, "/") {
						for _, s := range wordSpellings(w) {
							e.words[s] = true
						}
					}
					f.elems = append(f.elems, e)
				}
				for _, e := range f.elems {
					for w := range e.words {
						of[w] = append(of[w], f)
					}
					if !e.optional {
						break
					}
				}
			}
		}
		out = append(out, of)
	}
	return out
}

// match returns the role of the longest frame that toks have from i, and its length in words; 0 for none. Another word
// follows it.
func (f frames) match(toks []token, i int) (r role, n int) {
	for _, frame := range f[toks[i].key] {
		if k := longestFrame(frame.elems, toks, i); k > n && i+k < len(toks) && toks[i+k].kind == word && frame.ends(toks[i+k:]) {
			r, n = frame.role, k
		}
	}
	return r, n
}

// has reports a word of the frames.
func (f frames) has(w string) bool {
	for _, of := range f {
		for _, frame := range of {
			if slices.ContainsFunc(frame.elems, func(e frameElem) bool { return e.words[w] }) {
				return true
			}
		}
	}
	return false
}

// ends reports whether a clause ends as a frame wants it.
func (f frame) ends(toks []token) bool {
	n := slices.IndexFunc(toks, func(t token) bool { return t.kind != word })
	if n < 0 {
		n = len(toks)
	}
	return f.last == "" || toks[n-1].key == f.last
}

// longestFrame returns how many words from toks[i] the elements have at most, 0 if they are not there.
func longestFrame(elems []frameElem, toks []token, i int) int {
	if len(elems) == 0 {
		return 0
	}
	here := i < len(toks) && toks[i].kind == word && elems[0].words[toks[i].key]
	rest := func(from int) (int, bool) {
		n := longestFrame(elems[1:], toks, from)
		return n, n > 0 || !slices.ContainsFunc(elems[1:], func(e frameElem) bool { return !e.optional })
	}
	best := 0
	if here {
		if n, ok := rest(i + 1); ok {
			best = n + 1
		}
	}
	if elems[0].optional {
		if n, ok := rest(i); ok {
			best = max(best, n)
		}
	}
	return best
}

func frameLanguages() []frameWords {
	return []frameWords{
		{ // English
			polite: []string{
				"be so kind as to", "i/we ask you to", "i'd/we'd like you to", "i/we would like you to", "i/we want/need you to", "i/we would like to", "i'd/we'd like/love to", "you should", "you had better",
			},
			consents: []string{
				"happy/fine/ok/okay for this/it/that to be", "i'm/we're happy/fine/ok/okay for this/it/that to be", "please/do? feel free to", "by all means", "go on and", "go ahead and", "yes to",
				"please/kindly? go ahead and", "feel free to", "you can/may go ahead and", "please/kindly? proceed to", "please/kindly? proceed with", "go ahead with", "carry on and", "crack on and", "crack on with",
				"i/we hereby? authorise/authorize/approve/permit/allow", "i/we hereby? authorise/authorize/permit/allow you to", "i/we hereby? consent/agree to", "i/we hereby? give/grant you? my/our/full? permission/consent/approval/authorisation/authorization/go-ahead/okay", "you have my/our full? permission/consent/approval/authorisation/authorization/go-ahead/okay/ok/blessing",
				"permission/approval/consent/authorisation/authorization granted/given to/for", "i'm/i am/we're/we are? happy/fine/ok/okay/good for you to", "i'm/we're happy/fine/ok/okay/good with", "happy/fine/ok/okay for you to", "ok/okay with me to", "you are/you're free/welcome/good to", "green light to/for", "i/we say yes to",
			},
			unwilling: []string{"i/we don't/dont want you to", "i/we do not want you to", "i/we don't/dont/cannot/can't/won't consent/agree to", "i/we do/will not consent/agree to", "you do not/don't? have my/our permission/consent/approval to/for", "no permission/approval/consent to/for", "you must/may not", "don't/dont bother with?", "do not bother with?", "there's/theres/there is? no point/sense/use in?", "no point/sense/use in?", "i'd/i would/we'd? rather you/we/not? didn't/did/not not?", "i/we refuse/decline to", "there's/theres/there no need/reason to", "there is no need/reason to", "no need to/for", "not necessary/needed to", "it's/its not necessary to", "you don't/dont need/have to", "i'd/we'd rather/prefer not", "i'd/we'd prefer not to", "i/we would rather/prefer not", "i/we don't/dont wish/want to", "i/we do not wish/want to"},
		},
		{ // Italian
			polite: []string{
				"vi/la/ti/le? prego/preghiamo/pregherei", "si prega di", "le/vi/ti chiedo/chiediamo cortesemente/gentilmente?", "chiedo/chiediamo cortesemente/gentilmente?", "abbia/abbiate/abbi la cortesia/gentilezza/bontà", "sia/siate/sii così/tanto gentile/gentili/cortese/cortesi da", "mi/ci? faccia/facciano/fa/fai/fate/fatemi/fateci il favore/piacere di", "mi/ci? faccia/facciano/fa/fai/fate/fatemi/fateci la cortesia/gentilezza di", "voglia/vogliate cortesemente/gentilmente?", "vorrei/vorremmo che", "desidero/desideriamo che",
			},
			consents: []string{
				"procedete/procedi/proceda/procedano pure? con", "procedete/procedi/proceda/procedano pure? a", "vai/vada/andate/avanti pure? con/col/coi", "avanti/via con/col", "via pure? col/con/al/alla", "fai/fate/faccia pure? partire", "procedete/procedi/proceda/procedano pure? al/alla/allo/col/con", "può/potete/puoi/possono pure? procedere con/al/alla/a",
				"autorizzo/autorizziamo/approvo/approviamo/consento/consentiamo/acconsento", "vi/la/ti autorizzo/autorizziamo", "autorizzo/autorizziamo", "acconsento/consento/acconsentiamo", "confermo/confermiamo", "do/diamo/presto con la presente? il mio/nostro? consenso/benestare/assenso/ok", "do/diamo la mia/nostra? autorizzazione/approvazione", "con la presente autorizzo", "ok/okay/bene/sì/benestare/consenso per/a/al/alla", "via libera a/al/alla/per", "nulla osta", "sono/siamo d'accordo", "d'accordo per/con", "favorevole/favorevoli a/al/alla", "avete/ha/hai il mio/nostro consenso", "avete/ha/hai la mia/nostra autorizzazione",
			},
			unwilling: []string{"da non", "non autorizzo/autorizziamo/approvo/approviamo/acconsento/consento", "non vi/la/ti autorizzo/autorizziamo", "non autorizzo", "non acconsento/consento", "non do/diamo il mio/nostro? consenso/benestare/assenso", "non do/diamo la mia/nostra? autorizzazione/approvazione", "non voglio/vogliamo/desidero/vorrei che?", "non sono/siamo d'accordo", "nego/neghiamo l'autorizzazione/l'approvazione", "nego il consenso", "preferisco/preferirei/preferiamo non", "meglio non", "è meglio non", "non è il caso/momento di?", "non bisogna/occorre/conviene", "non ha senso", "non serve che?", "non è necessario/opportuno/utile che?", "non ho/abbiamo intenzione di", "non ho/abbiamo voglia di", "non intendo/intendiamo", "preferisco/preferirei di? non", "vi/la/ti/le? prego/preghiamo/pregherei di non", "si prega di non", "le/vi/ti chiedo/chiediamo di non", "niente/nessun/nessuna"},
		},
		{ // Spanish
			polite: []string{
				"le/les/os/te ruego/rogamos/pido/pedimos/solicito/agradezco/agradecería/agradeceré que", "ruego/rogamos/pido/solicito/agradezco/agradecería/agradeceré/agradecemos que", "favor de", "por favor", "sírvase/sírvanse", "haga/hagan/haz/hágame/háganme/hazme/háganos/hágannos/haznos/hacedme/haced el favor de", "tenga/tengan/ten/tened la bondad/amabilidad/gentileza de", "sea/sean/sé tan amable/amables/gentil/gentiles de", "tenga/tengan a bien", "me gustaría que", "quiero/queremos/quisiera/deseo/necesito que",
			},
			consents: []string{
				"procedan/proceda/procede/procedé/proceded por? favor? con/a/al", "adelante con", "dale/dele/denle con", "puede/pueden/puedes/podés proceder", "por favor proceda/procedan/procede con/a/al",
				"autorizo/autorizamos/apruebo/aprobamos/acepto/aceptamos/confirmo/confirmamos", "le/les/os/te autorizo/autorizamos a", "autorizo/autorizamos a", "doy/damos mi/nuestra/la? autorización/aprobación", "doy/damos mi/nuestro/el? consentimiento/visto bueno?", "doy/damos el visto bueno", "doy/damos mi/el? conformidad", "doy/damos luz verde", "consiento/consentimos", "estoy/estamos de acuerdo", "de acuerdo con", "conforme con", "ok/okay/sí/bien/vale a/al/para", "tienen/tiene/tienes mi/nuestra autorización/aprobación", "tienen/tiene/tienes mi/nuestro consentimiento/permiso", "por la presente autorizo/apruebo", "me parece bien",
			},
			unwilling: []string{"no autorizo/autorizamos/apruebo/aprobamos/acepto/aceptamos", "no le/les/os/te autorizo/autorizamos a", "no doy/damos mi/nuestra/la? autorización/aprobación", "no doy/damos mi/nuestro/el? consentimiento", "no doy el visto bueno", "no quiero/queremos/deseo/deseamos/quisiera que?", "no lo/la/los/las? voy/vamos a", "no lo/la/los/las? pienso/pensamos", "no estoy/estamos de acuerdo", "prefiero/preferimos/preferiría no", "prefiero/preferimos/preferiría que no", "le/les/os/te? ruego/rogamos/pido/pedimos/solicito/agradezco/agradecería que no", "favor de no", "no hay que", "no se debe/debería", "no tiene/tendría sentido", "no conviene", "no tengo/tenemos intención de", "no tengo/tenemos ganas de", "no pienso/pensamos", "ningún/ninguna", "nada de", "no hace/hacía falta que?", "no es necesario/preciso/menester que?", "no vale/merece la pena", "no hay necesidad de que?", "mejor no", "no siga/sigas/sigan/sigáis/proceda/procedas/procedan/avance/avances con", "no quiero/queremos seguir/proceder/continuar adelante? con", "no se lo/la/los/las"},
		},
		{ // French
			polite: []string{
				"merci/prière de bien? vouloir?", "je/nous vous/te prie/prions de bien? vouloir?", "je/nous vous/te demande/demandons de bien? vouloir?", "veuillez/veuille", "vous/te prie", "ayez/aie l'amabilité/l'obligeance/la", "ayez/aie la gentillesse/bonté/courtoisie de", "soyez/sois gentil/gentille/gentils/gentilles/aimable/aimables/chic/sympa de", "faites/fais/faites-moi/fais-moi/faites-nous/fais-nous le plaisir de", "faites/fais/faites-moi/fais-moi/faites-nous/fais-nous l'amitié/l'amabilité de", "je vous saurais gré", "je/nous souhaite/souhaitons/veux/voulons/désire/voudrais que vous/tu/l'on/on", "n'hésitez pas à", "il/y? faut",
			},
			consents: []string{
				"procédez/procède/procédons à/au/aux", "allez-y/vas-y pour", "vous pouvez procéder", "bien/évidemment sûr? que tu/vous peux/pouvez", "tu peux procéder", "merci de procéder",
				"j'/je/nous? autorise/autorisons/approuve/approuvons/valide/validons/confirme/confirmons/accepte/acceptons", "j'autorise/j'approuve/j'accepte", "je/nous vous/te autorise/autorisons à", "je/nous consens/consentons", "je/nous vous/te? donne/donnons mon/notre accord/consentement/aval/autorisation/approbation/ok", "je/nous vous/te? donne/donnons le feu vert", "vous avez mon/notre accord/consentement/aval/autorisation/feu pour", "tu as mon accord/autorisation pour", "ok/okay/oui/bonaccord/feu vert? pour/pr/à/au", "feu vert pour/à/au", "accord pour/à/au", "c'est ok/bonaccord/oui pour", "je suis/nous sommes d'accord/favorable/favorables pour/avec/à/au", "par la présente j'autorise", "va pour", "bon/partant/partante pour", "je suis/nous sommes d'accord pour",
			},
			unwilling: []string{"a ne pas", "je/on/nous ne? veux/veut/voulons/souhaite/souhaitons/désire/désirons/compte/comptons/vais/va/allons pas", "je/on/nous ne? voudrais/voudrait/voudrions/préférerais/préférerait pas", "inutile de?", "vous/tu n'avez/n'as pas besoin de?", "c'est inutile de?", "pas la peine de?", "c'est pas la peine de?", "ce n'est pas la peine de?", "ça ne? vaut pas la peine de?", "pas besoin de?", "pas nécessaire de?", "ce n'est pas nécessaire/utile de?", "il/y? ne? faut pas", "mieux vaut ne pas", "je n'ai pas/aucune envie/besoin de?", "je ne? tiens pas à", "je ne? vois pas l'intérêt/l'utilité de?", "évite/évitez de?", "je/nous/on ne? donne/donnons pas mon/notre accord/consentement/aval/autorisation/approbation", "je/nous ne vous/te donne/donnons pas mon/notre accord/consentement/aval/autorisation/approbation", "je/nous n'autorise/n'autorisons/n'approuve/n'approuvons/n'accepte/n'acceptons pas", "je/nous ne? valide/validons/confirme/confirmons pas", "je/nous ne? vous/te autorise/autorisons pas à", "je ne? veux/souhaite/désire/voudrais pas que vous/tu/l'on/on", "je/nous ne? suis/sommes pas d'accord/favorable/favorables pour/avec/à/au", "pas question", "pas question d'", "hors de question", "pas d'accord", "merci/prière de bien? vouloir? ne pas", "merci/prière de ne surtout pas", "je/nous vous/te prie/prions/demande/demandons de ne pas", "veuillez ne pas", "vous/te prie de ne pas", "je/nous refuse/refusons", "je/nous préfère/préférons/préfèrerais/préférerais ne pas", "aucun/aucune"},
		},
		{ // German
			polite: []string{
				"ich/wir bitte/bitten sie/dich/euch? um/darum", "bitte um", "seien sie bitte? so gut/nett/lieb/freundlich und", "sei/seid bitte? so gut/nett/lieb/freundlich und", "ich/wir möchte/möchten/will/wollen dass sie/du/ihr/wir", "ich/wir hätte/hätten gern/gerne dass sie/du/ihr/wir",
			},
			consents: []string{
				"nur zu mit", "weiter mit", "los mit",
				"ich/wir erteile/erteilen/gebe/geben hiermit? ihnen/dir/euch? meine/unsere/die? zustimmung/einwilligung/genehmigung/freigabe/erlaubnis hiermit?", "ich/wir erteile/erteilen/gebe/geben hiermit? ihnen/dir/euch? mein/unser/das? einverständnis/ok/okay", "hiermit/gerne/gern erteile/erteilen/gebe/geben ich/wir ihnen/dir/euch? meine/unsere/die? zustimmung/einwilligung/genehmigung/freigabe/erlaubnis", "hiermit erteile/gebe ich ihnen/dir? mein/das? einverständnis/ok/okay",
				"ich/wir genehmige/genehmigen/bewillige/bewilligen/autorisiere/autorisieren/erlaube/erlauben/befürworte/bestätige/bestätigen hiermit/gerne/gern?", "hiermit genehmige/bewillige/autorisiere/erlaube/bestätige/beauftrage ich/wir", "ich/wir beauftrage/beauftragen sie/dich/euch? hiermit? mit", "ich/wir stimme/stimmen hiermit/gerne? ...zu", "der/dem/hiermit stimme ich ...zu", "ich/wir bin/sind einverstanden mit", "ich/wir bin/sind damit? einverstanden dass/mit", "einverstanden mit", "ok/okay/ja/freigabe/zustimmung/genehmigung/freigegeben/genehmigt/einverstanden für/zur/zum/zu", "grünes licht für", "ja zu", "von mir aus",
			},
			unwilling: []string{"ich/wir möchte/möchten/will/wollen das/es/sie/ihn? nicht", "ich/wir möchte/möchten/will/wollen nicht dass sie/du/ihr/wir/das/die?", "ich/wir erteile/erteilen/gebe/geben ihnen/dir/euch? keine zustimmung/einwilligung/genehmigung/freigabe/erlaubnis", "keine zustimmung/einwilligung/genehmigung/freigabe/erlaubnis", "ich/wir bin/sind nicht einverstanden mit", "ich/wir bin/sind dagegen", "nicht einverstanden mit", "ich/wir würde/würden/möchte/möchten es/sie/ihn/das? lieber/eher nicht", "lieber/besser/eher nicht", "bloß/blos/bloss nicht", "bitte keine/keinen/kein", "keine/keinen/kein", "auf gar? keinen fall"},
		},
		{ // Portuguese
			polite: []string{
				"agradeço/agradecia/agradeceria/agradecemos/peço/pedimos/solicito/solicitamos/rogo que", "agradeço/agradecia/peço/pedia que", "peço/pedimos/solicito que/lhe?", "peço-lhe/peço-lhes/pedia-lhe que", "agradeço-lhe que", "queira/queiram por? favor?", "fineza/gentileza/obséquio", "me? faça/façam/faz/faça-me/façam-me/faz-me/faça-nos/façam-nos/faz-nos o favor de", "faça/façam/faz/faça-me/façam-me/faz-me a gentileza/fineza de", "tenha/tenham a bondade/gentileza/amabilidade de", "seja/sejam tão? gentil/gentis/amável/amáveis de", "é favor", "favor", "por favor queira/queiram", "quero/queremos/gostaria/gostava/desejo que",
			},
			consents: []string{
				"prossiga/prossigam/avance/avancem/avança/prossegue/siga/sigam/segue com", "pode/podem/podes avançar/prosseguir/seguir com",
				"autorizo/autorizamos/aprovo/aprovamos/aceito/aceitamos/confirmo/confirmamos", "autorizo/autorizamos", "dou/damos a? minha/nossa? autorização/aprovação", "dou/damos o? meu/nosso? consentimento/aval/acordo/ok", "dou/damos luz verde", "concordo/concordamos", "estou/estamos de acordo", "de acordo com", "ok/okay/sim/certo/bem para/a/ao/à", "é para/pra", "tudo bem para/com", "têm/tem/tens a? minha/nossa autorização/aprovação", "têm/tem/tens o? meu/nosso consentimento/aval/ok", "pela presente autorizo", "venho por este meio autorizar", "fica/está autorizado/autorizada/aprovado/aprovada",
			},
			unwilling: []string{"não autorizo/autorizamos/aprovo/aprovamos/aceito/aceitamos", "não autorizo/autorizamos", "não dou/damos a? minha/nossa? autorização/aprovação", "não dou/damos o? meu/nosso? consentimento/aval/acordo", "não quero/queremos/desejo/desejamos que?", "não gostaria que/de", "não o/a/os/as? vou/vamos", "não pretendo/pretendemos/tenciono/tencionamos/penso/pensamos", "não concordo/concordamos", "não estou/estamos de acordo", "prefiro/preferia/preferimos que não", "prefiro/preferia/preferimos não", "agradeço/agradecia/agradeceria/agradecemos/peço/pedimos/solicito que não", "é favor não", "nem pensar/pense/penses em", "não faz sentido", "não tenho/temos intenção de", "não convém", "não é para/pra", "favor não", "nada de", "não é/era preciso/necessário que?", "não precisa/precisas/precisam/precisamos de?", "não vale a pena", "escusa/escusas/escusam de?", "não há necessidade de", "é/era? melhor não", "não siga/sigam/prossiga/prossigam/avance/avancem/avances com", "nenhum/nenhuma"},
		},
		{ // Dutch
			polite: []string{
				"gelieve", "ik/wij/we verzoek/verzoeken/vraag/vragen u/je/jullie? om/vriendelijk?", "wilt/wil/zou/wilde u/je/jullie zo goed/vriendelijk zijn om", "ja laten we", "wees zo goed/vriendelijk/lief om", "ik/wij/we wil/willen graag/dat? dat u/je/jullie/we?", "ik zou graag willen/hebben dat u/je/jullie", "graag", "laat maar", "laat ze/hem/het/die/dat/m maar",
			},
			consents: []string{
				"ga/gaat maar/gerust? door/verder/akkoord? met", "u mag/kunt doorgaan met", "wat mij betreft kun/kunt/kan/mag je/u/jullie", "je/jullie mag/mogen/kunt/kan/kunnen doorgaan met",
				"ik/wij/we geef/geven hierbij? u/je/jullie? hierbij? mijn/onze/de? toestemming/goedkeuring/akkoord/fiat", "hierbij geef/geven ik/wij/we u/je/jullie? mijn/onze? toestemming/goedkeuring/akkoord/fiat", "ik/wij/we ga/gaan hierbij? akkoord met", "hierbij ga ik akkoord met", "ik/wij/we stem/stemmen hierbij? in met", "hierbij stem ik in met", "akkoord/oké/ok/toestemming/goedkeuring/goed/groen voor/met/om/tot", "ja voor/om/tot", "akkoord met", "groen licht voor/om", "u/je/jullie hebt/heeft/heb/hebben mijn/onze toestemming/goedkeuring/akkoord", "ik/wij/we machtig/machtigen u/je hierbij?", "ik/wij/we bevestig/bevestigen hierbij?",
			},
			unwilling: []string{"ik/wij/we wil/willen dat/die/het/ze? niet", "ik/wij/we geef/geven hier/hiervoor/daar/u/je? geen toestemming/goedkeuring/akkoord/fiat", "ik/wij/we ga/gaan niet akkoord met", "ik/wij/we stem/stemmen niet in met", "niet akkoord met", "geen toestemming/goedkeuring/akkoord", "ik/wij/we wil/willen niet dat u/je/jullie/we/het/de?", "ik/wij/we heb/hebben liever dat u/je/jullie? niet", "gelieve niet", "liever niet", "beter niet", "beter van niet", "doe maar niet", "maar beter niet", "het heeft geen zin om", "het is niet nodig om", "niet nodig om", "ik/wij/we hoef/hoeven dat/het/die/hem? niet", "ik/wij/we ga/gaan dat/het/die/hem? niet", "liever geen", "geen"},
		},
		{ // Polish
			polite: []string{
				"uprzejmie/bardzo/serdecznie? proszę/prosimy/poproszę/prosiłbym/prosiłabym o", "proszę/poproszę uprzejmie?", "uprzejmie/bardzo/serdecznie/ładnie proszę/prosimy", "proszę/prosimy uprzejmie/bardzo", "chcę/chcemy/chciałbym/chciałabym żeby/aby/by", "proszę/prosimy żeby/aby/by", "niech pan/pani/państwo", "może/mogą pan/pani/państwo", "zechce/zechcą pan/pani/państwo?",
			},
			consents: []string{
				"działajcie/działaj z", "ruszajcie/ruszaj z",
				"wyrażam/wyrażamy niniejszym? zgodę na", "wyraża się zgodę na", "niniejszym wyrażam zgodę na", "udzielam/udzielamy zgody na", "daję/dajemy zgodę/zielone światło? na", "zgadzam/zgadzamy się", "zgoda/tak/ok/okej/zielone na/dla", "zielone światło na/dla", "akceptuję/akceptujemy/zatwierdzam/zatwierdzamy/potwierdzam/potwierdzamy/popieram/autoryzuję/aprobuję", "jestem/jesteśmy za", "macie/ma/masz pan/pani/państwo? moją zgodę na",
			},
			unwilling: []string{"nie wyrażam/wyrażamy zgody na", "lepiej nie", "wolę/wolimy/wolałbym/wolałabym/wolelibyśmy nie", "nie trzeba/należy/warto/wolno", "nie ma potrzeby/sensu/co", "nie ma takiej potrzeby", "nie zamierzam/zamierzamy", "nie mam/mamy zamiaru/ochoty", "nie planuję/planujemy", "nie będę/będziemy", "nie wyraża się zgody na", "nie udzielam/udzielamy zgody na", "nie daję/dajemy zgody na", "nie ma/mają? mojej? zgody na", "brak zgody na", "nie zgadzam/zgadzamy się na", "nie akceptuję/akceptujemy/zatwierdzam/zatwierdzamy/autoryzuję", "nie chcę/chcemy/chciałbym/chciałabym żeby/aby/by?", "nie życzę/życzymy sobie", "proszę/prosimy uprzejmie? nie", "żadnych/żadnej/żadnego"},
		},
	}
}
