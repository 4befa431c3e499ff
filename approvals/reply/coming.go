package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Whom somebody is asked to let in, or to have come, is let do so in other words than those of the deed: "er soll reinkommen",
// "qu'il vienne", "que pase", "niech wchodzą".

// comingWords are frames of one language, as those of [frameWords] are, of which nothing has to stand behind: what lets somebody come
// or in, and what does not.
type comingWords struct{ lets, not []string }

var comingFrames = lazyre.Once(func() (all [plAt + 1]struct{ lets, not frames }) {
	for l, words := range [...]comingWords{
		enAt: {
			lets: []string{"he/she/they/it can/may/should come/go/enter/pass/drive", "he/she/they can/may/should come/go/pass in/through/up/over/inside", "let/send/show/wave/bring him/her/them/em in/through/up/over/inside", "let him/her/them come/pass/enter/go in/through/up/over?"},
			not:  []string{"don't/dont let/send him/her/them/em in/through/up/over/inside", "do not let/send him/her/them in/through/up/over/inside", "he/she/they can't/cannot/mustn't come/go/enter in/through/up/over/inside?"},
		},
		itAt: {
			lets: []string{"che? entri/entrino/venga/vengano/passi/passino/salga/salgano pure?", "può/possono pure? entrare/passare/venire/salire/accomodarsi", "fallo/falla/falli/falle/fatelo/fatela/fateli/faccialo/facciala/lascialo/lasciala/lasciali/lasciale/lasciatelo/lasciatela/lasciateli/fai/lascia/faccia pure? entrare/passare/venire/salire/accomodare", "lo/la/li/le faccia/facciano/fate/fai/lasci/lasciate entrare/passare/venire/salire/accomodare"},
			not:  []string{"non farlo/farla/farli/farle/fatelo/fatela/fateli/lasciarlo/lasciarla/lasciarli/lasciarle/lasciatelo/far/lasciar entrare/passare/venire/salire", "non può/possono entrare/passare/venire/salire", "che non entri/entrino/passi/salga/salgano/venga"},
		},
		esAt: {
			lets: []string{"que pase/pasen/entre/entren/venga/vengan/suba/suban nomás/adelante?", "puede/pueden pasar/entrar/venir/subir", "déjalo/déjala/déjalos/déjelo/déjela/dejalo/dejala/dejale/déjale/dejalos/hazlo/hazla/hazlos/haz/hágalo/hágala/hacelo/hacela/háganlo/deja/deje/dejá pasar/entrar/venir/subir"},
			not:  []string{"que no pase/pasen/entre/entren/venga/vengan/suba/suban", "no puede/pueden pasar/entrar/venir", "no lo/la/los/las/le? dejes/deje/dejen/dejés/hagas/haga pasar/entrar/subir/venir"},
		},
		frAt: {
			lets: []string{"qu'il/qu'elle/qu'ils/qu'elles vienne/viennent/entre/entrent/passe/passent/monte/montent", "il/elle/ils/elles peut/peuvent entrer/passer/venir/monter", "fais-le/fais-la/fais-les/faites-le/faites-la/faites-les/laisse-le/laisse-la/laisse-les/laissez-le/laissez-la/laissez-les entrer/passer/venir/monter"},
			not:  []string{"qu'il/qu'elle/qu'ils n'entre/n'entrent pas", "il/elle/ils n'entre/n'entrent pas", "ne le/la/les laisse/laissez/fais/faites pas entrer/passer/venir/monter", "il/elle/ils ne peut/peuvent pas entrer/passer/monter"},
		},
		deAt: {
			lets: []string{"er/sie/die/der/ruhig? kann/darf/soll/können/dürfen/sollen ruhig/gern/gerne/schon? rein/reinkommen/hereinkommen/herein/kommen/durch/reingehen/vorbeikommen/eintreten/rauf/raufkommen/fahren/losfahren", "soll/sollen/kann/können/darf/dürfen er/sie/die ruhig/gern/gerne? rein/reinkommen/hereinkommen/kommen/durch/vorbeikommen", "lass/lasst/lasse ihn/sie/die/den/ihr bitte/ruhig/mal/halt? rein/durch/kommen/reinkommen/herein/eintreten/rauf", "lassen sie ihn/sie/die/den/ihr bitte/ruhig? rein/durch/kommen/reinkommen/herein/eintreten"},
			not:  []string{"er/sie/die/der kann/darf/soll/können/dürfen/sollen nicht/ned/net rein/reinkommen/hereinkommen/kommen/durch", "lass/lasst ihn/sie/die/den nicht/ned/net rein/durch/reinkommen", "lassen sie ihn/sie/die/den bitte? nicht rein/durch/herein"},
		},
		ptAt: {
			lets: []string{"que entre/entrem/venha/venham/passe/passem/suba/subam", "manda/mande/faz/faça vir/entrar/subir", "pode/podem entrar/vir/passar/subir", "deixa/deixe/deixem/manda/mande ele/ela/eles/elas entrar/vir/passar/subir", "deixa/deixe/deixem entrar/subir/passar/vir", "deixa-o/deixa-a/deixe-o/deixe-a/mande-o/mande-a/manda-o entrar/vir/passar/subir"},
			not:  []string{"não/n deixa/deixe/deixes/deixem/manda/mande ele/ela/eles? entrar/passar/subir/vir", "não pode/podem entrar/passar/subir", "que não entre/entrem/venha"},
		},
		nlAt: {
			lets: []string{"hij/ze/zij/die mag/mogen/kan/kunnen gerust/maar/wel/zeker? binnen/door/komen/binnenkomen/langskomen/erin/erdoor/vertrekken", "laat hem/haar/ze/die/m/'m maar/gerust? binnen/door/komen/binnenkomen/erin"},
			not:  []string{"hij/ze/zij/die mag/mogen/kan/kunnen niet/nie/ni binnen/door/komen/binnenkomen/erin", "laat hem/haar/ze/die niet/nie binnen/door/binnenkomen"},
		},
		plAt: {
			lets: []string{"niech pan/pani? wejdzie/wejdą/wchodzi/wchodzą/przyjdzie/przyjdą/przyjedzie/przyjadą/przyjeżdża/przyjeżdżają/jedzie/jadą/pojedzie/pojadą/idzie/podjedzie/podjadą/wjedzie/wjadą/wjeżdża", "może/mogą wejść/wchodzić/przyjść/przyjechać/jechać/wjechać", "wpuść/wpuśćcie/wpuszczaj/wpuścić go/ją/ich/je?"},
			not:  []string{"niech nie wchodzi/wchodzą/przyjeżdża/przyjeżdżają/jedzie/jadą/wjeżdża", "nie może/mogą wejść/wchodzić/wjechać", "nie wpuszczaj/wpuszczajcie/wpuszczać go/ją/ich?"},
		},
	} {
		of := framesOf([]frameWords{{polite: words.lets}, {polite: words.not}})
		all[l].lets, all[l].not = of[0], of[1]
	}
	return all
})

// comingActs are acts, by their first English verbs, after which somebody comes; those of enters are of letting in alone.
var (
	comingActs = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`let-in pick-up call invite admit welcome hire drive fetch order commission book tow schedule`)...)
	})
	letsIn = lazyre.New(`(?i)(?:^|\PL)(?:laisser|lasci(?:are|o)|mand(?:ar|o)|dej(?:ar|o)|deix(?:ar|o)|fai?re|far|faccio|fazer|faço|hacer|hago) (?:\pL+ ){0,6}(?:entr(?:ar|are|er)|pas(?:ar|sar|sare|ser)|ven(?:ir|ire)|vir|salire|subir|monter)(?:$|\PL)`)
	enters = lazyre.New(`(?i)\b(?:entrer|entrare|entrar|venir|venire|vir|pase|pasen|entre|venga|vengan|venha|venham|jechać|wejść|wpuścić|wpuszczać|kommen|reinkommen|komen|binnenkomen|come|reinlassen|binnenlaten)\b`)
)

// keepsOut is a no in such a prompt: "¿Le digo que no venga?" asks for the contrary.
var keepsOut = lazyre.New(`(?i)(?:^|\PL)(?:not|don't|no|non|não|nao|nie|nicht|niet|ne)(?:$|\PL)`)

// gates are what is opened to whom stands before it.
var gates = lazyre.New(`(?i)(?:^|\PL)(?:gates?|doors?|cancello|portone|portoncino|portón|puerta|porta|portão|portail|porte|tor|haustür|poort|deur|bram[ęya]|drzwi|furtkę)(?:$|\PL)`)

// wishes begin a clause that cannot say what somebody does anyway: "che venga", "fallo venire".
var wishes = lazyre.New(`^(?:che|que|qu'\pL+|niech|fa(?:llo|lla|lli|lle|telo|tela|teli)|haz\pL*|h[aá]g\pL*|mand[ae])$`)

// comesTo reports a prompt that asks, with some acts, to let somebody in or to have them come, and whether it is the first.
func comesTo(about string, asked []int) (comes, in bool) {
	title := titleOf(about)
	if keepsOut.MatchString(title) {
		return false, false
	}
	if letsIn.MatchString(title) || enters.MatchString(title) {
		return true, true
	}
	for _, k := range asked {
		first, _, _ := strings.Cut(acts()[k][enAt], " ")
		atGate := (first == "open" || first == "unlock") && gates.MatchString(title) // who is to come in stands before it
		comes, in = comes || comingActs()[first] || atGate || hasDone.MatchString(title) && crafts()[first], in || first == "let-in" || atGate
	}
	return comes, in
}

// letsIn reports a prompt that asks to let somebody in.
func (s Shown) letsIn() bool {
	return slices.ContainsFunc(s.About, func(about string) bool { _, in := s.textOf(about).comesTo(); return in })
}

// letsCome reads a clause that begins at toks[i] and lets whom the prompt speaks of come or in: its class and its length in words, 0
// for none. Where they are only called, it needs a yes beside it.
func (p *parser) letsCome(o *orders, toks []token, i int) (class, int) {
	if !o.own.comes || i > 0 && toks[i-1].kind == word && p.verdicts.of[toks[i-1].key].class == unknown {
		return unknown, 0
	}
	of := func(list frames) int {
		best := 0
		for _, f := range list[toks[i].key] {
			if n := longestFrame(f.elems, toks, i); n > best && p.clauseEnds(toks, i+n, yesWeak) {
				best = n
			}
		}
		return best
	}
	frames := comingFrames()[o.at]
	surely := o.own.enters || wishes.MatchString(toks[i].key)
	if n := of(frames.not); n > 0 {
		return map[bool]class{true: noStrong, false: unknown}[surely], n
	}
	n := of(frames.lets)
	if surely {
		return yesWeak, n
	}
	return deed, n
}

// leavesOnly reports a word for letting without what is let where a prompt asks to let somebody in: "laisse-le".
func leavesOnly(toks []token, shown Shown) bool {
	has := func(of *lazyre.Regexp) bool {
		return slices.ContainsFunc(toks, func(t token) bool { return t.kind == word && of.MatchString(t.key) })
	}
	return slices.ContainsFunc(shown.About, func(about string) bool { return letsIn.MatchString(titleOf(about)) }) && has(leaving) && !has(moving)
}

var (
	leaving = lazyre.New(`^(?:laiss|lasci|d[eé]j|deix)`)
	moving  = lazyre.New(`^(?:entr|pas[aeos]|ven|vir|monte)`)
)

// learnComing notes whether the prompt asks for somebody to come.
func (own *ownWords) learnComing(shown Shown) {
	for _, about := range shown.About {
		comes, in := shown.textOf(about).comesTo()
		own.comes, own.enters = own.comes || comes, own.enters || in
	}
	own.comes = own.comes && !slices.ContainsFunc(shown.asking(), callsOffDay().has)
}
