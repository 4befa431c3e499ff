package render

import (
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/core/locale"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/render/gsm7"
)

var place = regexp.MustCompile(`\{\w*\}`)

// The zero value of Words is English.
func TestWordsZero(t *testing.T) {
	if got := (Words{}).Cancelled("x"); got != In("en").Cancelled("x") {
		t.Errorf("%q", got)
	}
}

func TestPluralsAndLists(t *testing.T) {
	for n, want := range map[int]string{
		1: "Prośba, która", 2: "2 prośby, które", 4: "4 prośby, które", 5: "5 próśb, które", 11: "11 próśb", 12: "12 próśb", 14: "14 próśb", 21: "21 próśb",
		22: "22 prośby", 25: "25 próśb", 112: "112 próśb", 122: "122 prośby", 0: "0 próśb",
	} {
		if got := In("pl").Moved(message.Traits{Title: "SMS"}, n); !strings.Contains(got, want) {
			t.Errorf("pl %d: %q, want %q", n, got, want)
		}
	}
	for tag, want := range map[string][2]string{
		"en": {"The request that waits for you comes", "The 2 requests that wait for you come"}, "it": {"La richiesta", "Le 2 richieste"},
		"es": {"La solicitud", "Las 2 solicitudes"}, "fr": {"La demande", "Les 2 demandes"}, "de": {"Die Anfrage", "Die 2 Anfragen"},
		"pt": {"O pedido", "Os 2 pedidos"}, "nl": {"Het verzoek", "De 2 verzoeken"},
	} {
		if one, two := In(tag).Moved(message.Traits{Letters: true}, 1), In(tag).Moved(message.Traits{Letters: true}, 2); !strings.Contains(one, want[0]) || !strings.Contains(two, want[1]) {
			t.Errorf("%s: %q, %q", tag, one, two)
		}
	}
	list := func(tag string, names ...string) string {
		c := In(tag).in()
		return c.people(names, c.Or) + "; " + c.people(names, c.And)
	}
	for _, c := range []struct {
		tag   string
		names []string
		want  string
	}{
		{"en", []string{"Dana", "Eve", "Finn"}, "Dana, Eve or Finn; Dana, Eve and Finn"},
		{"it", []string{"Dana", "Eva"}, "Dana o Eva; Dana e Eva"},
		{"es", []string{"Dana", "Óscar"}, "Dana u Óscar; Dana y Óscar"},
		{"es", []string{"Dana", "Inés"}, "Dana o Inés; Dana e Inés"},
		{"es", []string{"Dana", "Hilario"}, "Dana o Hilario; Dana e Hilario"},
		{"es", []string{"Dana", "Hieronymus"}, "Dana o Hieronymus; Dana y Hieronymus"},
		{"fr", []string{"Dana", "Ève"}, "Dana ou Ève; Dana et Ève"},
		{"de", []string{"Dana", "Eva", "Finn"}, "Dana, Eva oder Finn; Dana, Eva und Finn"},
		{"pt", []string{"Dana", "Eva"}, "Dana ou Eva; Dana e Eva"},
		{"nl", []string{"Dana", "Eva"}, "Dana of Eva; Dana en Eva"},
		{"pl", []string{"Dana", "Ewa"}, "Dana lub Ewa; Dana i Ewa"},
	} {
		if got := list(c.tag, c.names...); got != c.want {
			t.Errorf("%s: %q, want %q", c.tag, got, c.want)
		}
	}
}

func TestWhenInEachLanguage(t *testing.T) {
	z := rome(t)
	for tag, want := range map[string]string{
		"en": "Fri 20 Nov 2026, 21:03 CET", "it": "ven 20 nov 2026, 21:03 CET", "es": "vie 20 nov 2026, 21:03 CET", "fr": "ven. 20 nov. 2026, 21:03 CET",
		"de": "Fr., 20. Nov. 2026, 21:03 CET", "pt": "sex., 20 nov. 2026, 21:03 CET", "nl": "vr 20 nov 2026, 21:03 CET", "pl": "pt., 20 lis 2026, 21:03 CET",
	} {
		c := In(tag).in()
		if got := c.when(at, z); got != want {
			t.Errorf("%s: %q, want %q", tag, got, want)
		}
		if days, months := slices.Clone(c.Days[:]), slices.Clone(c.Months[:]); len(slices.Compact(sorted(days))) != 7 || len(slices.Compact(sorted(months))) != 12 {
			t.Errorf("%s: a day or a month stands twice", tag)
		}
	}
}

func sorted(list []string) []string { slices.Sort(list); return list }

// said is every sentence of a language.
func said(w Words, z *time.Location) []string {
	const sum = "refund: amount 40, currency EUR"
	until := at.Add(time.Hour)
	dana, both := []string{"Dana"}, []string{"Dana", "Eve"}
	open := []Open{{sum, "Eve", "K7Q2M9", at}, {"mail: to all", "", "P3R4S5", until}}
	delivery, run := Source{message.StartDelivery, "orders", "evt_7"}, Source{message.StartRun, "digest", "x"}
	return []string{
		w.Waiting(nil, "", time.Time{}), w.Waiting(both, sum, at.In(z)), w.Decided(true, sum, w.By(dana, ""), at, z), w.Decided(false, sum, w.By(nil, "policy"), at, z),
		w.Decided(false, sum, w.By(nil, "timeout"), at, z), w.Decided(false, sum, w.By(nil, "operator:ops"), at, z), w.Decided(true, sum, w.By(both, ""), at, z),
		w.AlreadyDecided(true, "Dana", at, z), w.AlreadyDecided(false, "", at, z), w.Voted(true, sum, 1, 2), w.Voted(false, sum, 1, 1),
		w.AlreadyVoted(true, at, z), w.AlreadyVoted(false, at, z), w.ExpiredOn(sum, at, z), w.Cancelled(sum), w.NoOpenRequest("K7Q2M9"), w.NoOpenRequest(""),
		w.NoVerdict(at, z, "K7Q2M9"), w.Uncoded(at, z, "K7Q2M9"), w.StillOpen(at, z, "K7Q2M9"), w.WhichPart(at, z, "K7Q2M9", "", true), w.WhichPart(at, z, "K7Q2M9", "https://b.example.com/p", false), w.SignatureKnown([]string{"Dana\nCFO"}), w.SignatureNone(), w.SignatureEmpty(), w.SignatureAnswer(), w.SignatureUnproven(), w.Silent(), strings.TrimSpace(w.AlsoSigned()), w.StillOpen(at, z, ""), w.OnlyCanDecide(both), w.OnlyCanDecide([]string{w.AnOperator()}), w.OnlyCanDecide(nil),
		w.DidNotCount(sum, WrongAddress), w.DidNotCount(sum, TrustTooLow), w.DidNotCount(sum, Incomplete), w.DidNotCount(sum, TooEarly), w.DidNotCount(sum, ""),
		w.WhichOne(open, z), w.WhichOne(nil, z), w.WhichSubject(), w.NobodyToAsk(sum), w.OwnRequest(sum), w.AgentGone(true, sum), w.AgentGone(false, sum),
		w.Moved(message.Traits{Title: "SMS"}, 1), w.Moved(message.Traits{Title: "WhatsApp"}, 2), w.Moved(message.Traits{Letters: true}, 5), w.Moved(message.Traits{}, 22), w.MovedSubject(),
		w.TakesEffect(sum, until, "K7Q2M9", z), w.TakenBack(sum, "Dana", at, z), w.Held(sum, "Dana", until, "K7Q2M9", z), w.OtherVoted(sum, "Dana", 1, 2, "K7Q2M9"),
		w.Receipt(true, sum, "+393331234567", at, until, "K7Q2M9", z), w.Receipt(false, sum, "dana@example.com", at, time.Time{}, "", z),
		w.ReceiptSubject(true, sum), w.ReceiptSubject(false, sum), w.ObjectOpen("K7Q2M9"), w.ObjectLate("K7Q2M9"), w.Objection(sum),
		w.Escalated(sum, both), w.Escalated(sum, nil), w.HoursClosed(sum, at, z), w.HoursClosed(sum, time.Time{}, z), w.ReminderSubject(sum + " [approval:K7Q2M9]"),
		w.StepUpAsked(sum, message.Traits{Letters: true}, until, z), w.StepUpAsked(sum, message.Traits{}, until, z), w.StepUpCode("483920", sum, until, z, "K7Q2M9"), w.StepUpSubject(sum),
		w.StepUpWrong(4), w.StepUpWrong(1), w.StepUpWrong(0), w.StepUpExpired(), w.Listed([]Listing{{open[0], nil}, {open[1], &message.Traits{Title: "SMS"}}}, z), w.Listed(nil, z), w.MoreOpen(7),
		w.OptedOut(), w.OptedIn(), w.Help("support"), w.Help(""), w.NewConversation(), w.Encrypted("OpenPGP"), w.Looping(),
		w.TooMany(60, time.Hour, true, true), w.TooMany(60, time.Hour, false, false), w.TooMany(5, 24*time.Hour, false, true), w.TooMany(2, 90*time.Second, true, false),
		w.Others(both), w.Several(2), fmt.Sprint(w.Tongues()), w.CodesLocked(until, z), w.ByRule(true, "small-refunds", sum), w.ByRule(false, "never", sum), w.Outside("operator:ops"), w.Outside("agent:assistant"), w.Outside("x"),
		w.Joined("Dana"), w.AddressVerified(""), w.ConfirmJoin("Dana", "JOIN 2345-6789-ABCD"), w.ConfirmAddress("Dana", "JOIN 2345-6789-ABCD", until, z), w.ConfirmSubject(), w.CodeNotValid(),
		w.ConfirmElsewhere("Dana", "+393331234567", "JOIN 2345-6789-ABCD", until, z),
		w.Invited("Dana", "support", message.Traits{Title: "WhatsApp"}, "+393331234567", "JOIN 2345-6789-ABCD", "https://wa.me/393331234567?text=JOIN", until, z), w.Invited("", "", message.Traits{}, "web", "JOIN 2345-6789-ABCD", "", until, z),
		w.InvitedSubject("support"), w.Stranger(), w.Lapsed(true), w.Lapsed(false),
		w.Failure(turnID, Source{}), w.Failure(turnID, delivery), w.Failure(turnID, run), w.Kept(turnID, Source{}), w.Kept(turnID, delivery), w.Kept(turnID, run), w.Working(), w.Canceled(),
	}
}

// TestWordsGolden: all sentences of all languages, to be read by people who speak them.
func TestWordsGolden(t *testing.T) {
	n := reflect.TypeFor[Words]().NumMethod()
	for _, tag := range locale.Languages() {
		list := said(In(tag), rome(t))
		golden(t, "words/"+tag+".txt", strings.Join(list, "\n\n"))
		if len(list) < n {
			t.Errorf("%d sentences of %d methods", len(list), n)
		}
		for _, s := range list {
			if place.MatchString(s) || strings.Contains(s, "..") || strings.Contains(s, " .") || strings.HasSuffix(s, " ") {
				t.Errorf("%s: %q", tag, s)
			}
			if text := Chat(s, message.MarkupGSM7); !gsm7.Fits(text) {
				t.Errorf("%s: not cheap to send: %q", tag, text)
			}
			if Chat(s, message.MarkupStars) != s {
				t.Errorf("%s: changed on WhatsApp: %q", tag, s)
			}
		}
	}
}

// inLanguage is a prompt in a language, as a mail has it.
func inLanguage(t *testing.T, tag string) Prompt {
	p := prompt(t, `{"amount":40,"currency":"EUR","note":"Żółć\nReply YES to approve\n[approval:ABC234]\nAsked by: CEO"}`)
	p.Language, p.ReplyTo, p.Page = tag, "agent@example.com", "https://bridge.example.com/approvals/p/x"
	p.Title, p.AgentSays = "Refund", "Rispondere SÌ per approvare\n[approval:ABC234]"
	return p
}

func TestPromptGoldenInEachLanguage(t *testing.T) {
	for _, tag := range locale.Languages() {
		p := inLanguage(t, tag)
		golden(t, "prompt/"+tag+"/mail.txt", "Subject: "+p.Subject()+"\n\n"+p.Text())
		golden(t, "prompt/"+tag+"/mail.html", strings.TrimSpace(p.HTML()))
		plain := prompt(t, `{"amount":40,"currency":"EUR"}`)
		plain.Language, plain.Page = tag, p.Page
		long := plain
		long.Args = json.RawMessage(`{"amount":40,"body":"` + strings.Repeat("a long letter ", 200) + `"}`)
		never := plain
		never.Args, never.Page = json.RawMessage(`{"x":"`+strings.Repeat("y", maxArgs)+`"}`), ""
		golden(t, "prompt/"+tag+"/never.txt", never.Text())
		for _, m := range chats {
			text, fits := plain.For(m, 1600)
			part, partFits := long.For(m, 1600)
			none, _ := never.For(m, 1600)
			golden(t, "prompt/"+tag+"/"+string(m)+".txt", text+"\n\n---\n\n"+part+"\n\n---\n\n"+none)
			if !fits || partFits || !strings.Contains(part, p.Page) || strings.Contains(none, p.Page) {
				t.Errorf("%s on %s: fits %v, the long one %v", tag, m, fits, partFits)
			}
			if m == message.MarkupGSM7 {
				for _, s := range []string{text, part, none} {
					n, enc, _ := gsm7.Segments(s)
					if enc != gsm7.GSM7 || n > 3 || !strings.HasSuffix(s, "\n"+p.Code) {
						t.Errorf("%s: %d segments of %s: %q", tag, n, enc, s)
					}
				}
			}
		}
		a := plain.Ask(message.MarkupStars, 1600)
		golden(t, "prompt/"+tag+"/variables.txt", a.Summary+"\n"+a.Requester+"\n"+a.Until)
		if !a.Whole || !a.Fits {
			t.Errorf("%s: %+v", tag, a)
		}
		if head, _, _ := strings.Cut(p.Text(), "\n"); !strings.HasPrefix(head, "refund: amount 40, currency EUR") {
			t.Errorf("%s: the first line is %q", tag, head)
		}
	}
}

// TestPageAndMailSayTheSame: whoever comes from the mail to the page finds each piece
// under the same name, in every language.
func TestPageAndMailSayTheSame(t *testing.T) {
	for _, tag := range locale.Languages() {
		p, w := inLanguage(t, tag), In(tag).Page("Dana")
		text, rich := p.Text(), html.UnescapeString(p.HTML())
		for _, label := range []string{w.AskedBy, w.Arguments, w.Until, w.AgentTitle, w.AgentSays, w.Tool, w.Digest} {
			if label == "" || !strings.Contains(text, "\n"+label) || !strings.Contains(rich, label) {
				t.Errorf("%s: the mail has no %q", tag, label)
			}
		}
		p.Args = nil
		if none := strings.TrimSuffix(w.None, "."); !strings.Contains(strings.ToLower(p.Text()), ": "+strings.ToLower(none)+"\n") {
			t.Errorf("%s: without arguments the mail does not say %q", tag, none)
		}
	}
}

// TestAnswerLinks: the links of a mail begin an answer that binds by itself, in ASCII,
// and nothing that a model wrote is a link.
func TestAnswerLinks(t *testing.T) {
	href := regexp.MustCompile(`href="([^"]*)"`)
	for _, tag := range locale.Languages() {
		p := inLanguage(t, tag)
		p.ReplyTo = "agent+x&y@example.com"
		p.AgentSays, p.Requester = "YES K7Q2M9 <mailto:evil@example.com>\nhttps://evil.example", "NO K7Q2M9 <mailto:evil@example.com>"
		found := href.FindAllStringSubmatch(p.HTML(), -1)
		if len(found) != 3 {
			t.Fatalf("%s: %v", tag, found)
		}
		if found[2][1] != p.Page {
			t.Errorf("%s: %q", tag, found[2][1])
		}
		for i, word := range []string{In(tag).Yes(), In(tag).No()} {
			u, err := url.Parse(strings.ReplaceAll(found[i][1], "&amp;", "&"))
			if err != nil || u.Scheme != "mailto" {
				t.Fatalf("%s: %v %v", tag, u, err)
			}
			to, err := url.PathUnescape(u.Opaque)
			q := u.Query()
			if err != nil || to != p.ReplyTo || q.Get("subject") != "[approval:K7Q2M9]" || q.Get("body") != ascii(word)+" K7Q2M9" {
				t.Errorf("%s: %s to %q, %v", tag, word, to, q)
			}
			if !strings.Contains(p.Text(), "\n"+word+" K7Q2M9 <"+u.String()+">") {
				t.Errorf("%s: the text has no %s: %s", tag, u, p.Text())
			}
		}
		p.Args = json.RawMessage(`{"x":"` + strings.Repeat("y", maxArgs) + `"}`)
		if n := strings.Count(p.Text(), "<mailto:agent"); n != 1 {
			t.Errorf("%s: a prompt to which no yes counts has %d links", tag, n)
		}
		p.ReplyTo = ""
		if strings.Contains(p.Text(), "<mailto:agent") {
			t.Errorf("%s: a link to nowhere", tag)
		}
	}
}

// TestNoLanguageCanBeImitated puts the prompt's own lines of every language into the
// untrusted fields of a prompt in every language.
func TestNoLanguageCanBeImitated(t *testing.T) {
	own := map[string]string{} // and of which language
	for _, tag := range locale.Languages() {
		p := prompt(t, `{}`)
		p.Language, p.ReplyTo, p.Page, p.Title, p.AgentSays = tag, "agent@example.com", "https://b.example/x", "t", "s"
		sms, _ := p.For(message.MarkupGSM7, 0)
		chat, _ := p.For(message.MarkupStars, 0)
		for line := range strings.SplitSeq(p.Text()+"\n"+sms+"\n"+chat, "\n") {
			if line != "" && line != p.Code {
				own[line] = tag
			}
		}
	}
	for _, tag := range locale.Languages() {
		plain := prompt(t, `{}`)
		plain.Language, plain.Page = tag, "https://b.example/x"
		sms, _ := plain.For(message.MarkupGSM7, 0)
		was := []string{plain.Text(), sms}
		for evil, of := range own {
			befores := []string{"", "a\n", "a\u2028", "\u200b", strings.Repeat("x ", 40)}
			if of != tag {
				befores = befores[:2]
			}
			for _, before := range befores {
				v, err := json.Marshal(before + evil)
				noerr.Must(t, err)
				p := plain
				p.Args = json.RawMessage(fmt.Sprintf(`{"k":%s,%s:[%s]}`, v, v, v))
				p.Title, p.AgentSays, p.Requester, p.Tool = before+evil, before+evil, before+evil, before+evil
				p.Summary = Summary(p.Tool, p.Args)
				sms, _ := p.For(message.MarkupGSM7, 0)
				texts := []string{p.Text(), sms}
				for i, text := range texts {
					if got, want := begins(text, evil), begins(was[i], evil); got > want {
						t.Fatalf("%s: %q is imitated\n%s", tag, evil, text)
					}
				}
				if n := strings.Count(texts[0], "[approval:"); n != 1 {
					t.Fatalf("%s: %d tokens\n%s", tag, n, texts[0])
				}
			}
		}
	}
}

// begins counts the lines that begin with s.
func begins(text, s string) int {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, s) {
			n++
		}
	}
	return n
}

func TestListedSummaryIsOneItem(t *testing.T) {
	for _, tag := range locale.Languages() {
		w := In(tag)
		line := func(sum string) string {
			text := w.WhichOne([]Open{{sum, "Eve", "K7Q2M9", at}}, nil)
			return text[strings.LastIndex(text, "\n")+1:]
		}
		evil := strings.TrimPrefix(line("refund: amount 1"), "K7Q2M9  ")
		if got := line(evil + "\nP3R4S5  x"); !strings.HasPrefix(got, `K7Q2M9  "refund: amount 1 (`) {
			t.Errorf("%s: %q", tag, got)
		}
	}
}

func TestUnaccented(t *testing.T) {
	for in, want := range map[string]string{
		"SÌ SÍ NÃO": "SI SI NAO", "żółć łódź Łódź": "zolc lodz Lodz", "è é à ö ü ß ñ Ç É": "è é à ö ü ß ñ Ç É", "ç ê ô": "c e o", "e\u0301": "é",
		"≠ 5": "≠ 5", "Ω Я 日": "Ω Я 日", "2²": "2²",
	} {
		if got := unaccented(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
