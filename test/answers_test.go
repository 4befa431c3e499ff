package test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/internal/mailserver"
	"bridge/internal/noerr"
	"bridge/internal/redistest"
	"bridge/internal/twilioserver"
)

// crowd is how many approvers there are. Each has five answers: by mail, WhatsApp and
// SMS, on the page, and through the API.
const crowd = 20

// publicName is where people and Twilio reach the nodes: links to pages need a name that
// is not of this machine alone.
const publicName = "http://bridge.test:8080"

func crowdMail(i int) string  { return fmt.Sprintf("p%02d@bridge.test", i) }
func crowdPhone(i int) string { return fmt.Sprintf("+%s20%02d", numberMark, i) }

// withCrowd has everybody prompted by mail, and everybody and the operators decide.
func withCrowd() option {
	return func(o *settings) {
		var names []string
		for i := range crowd {
			names = append(names, fmt.Sprintf(`"p%02d"`, i))
			o.top += fmt.Sprintf("[people.p%02d]\nname = \"Pat%02d Rossi\"\naddresses = [\"email:%s\", \"whatsapp:%s\", \"sms:%s\"]\n", i, i, crowdMail(i), crowdPhone(i), crowdPhone(i))
		}
		o.approvals = "approvers = [" + strings.Join(names, ", ") + "]\ntrust = \"asserted\"\nvia = [\"mail\"]\noperator_grant = true"
	}
}

// TestHundredAnswers: a hundred answers to one request come at once by mail, WhatsApp,
// SMS, page and API, half of them yes. One of them decides, once, and everybody is told
// what is true.
func TestHundredAnswers(t *testing.T) {
	t.Parallel()
	together(t, map[string]func(*testing.T){
		"sqlite": func(t *testing.T) { hundredAnswers(t, 1, "") },
		"redis":  func(t *testing.T) { hundredAnswers(t, 3, redistest.Start(t, redistest.Options{}).URL()) },
	})
}

func hundredAnswers(t *testing.T, nodes int, store string) {
	agent, mail := refundAgent(t), startMail(t, nil)
	var fleet []*phones
	anyNode := func() *phones { return fleet[rand.IntN(len(fleet))] }
	// The name leads to any of the nodes, as a load balancer does.
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, anyNode().http)
	}
	files := t.TempDir()
	options := func(node int) []option {
		opts := []option{httpAgent(agent.URL), withMail(mail), withTop(fmt.Sprintf("node = \"node%d\"", node)), unlimited(), withTokens(), withCrowd()}
		if store != "" {
			opts = append(opts, onRedis(store, files))
		}
		return opts
	}
	first := newPhonesAt(t, twilioserver.Options{Dial: dial, RetryDelay: 50 * time.Millisecond}, options(0)...)
	first.edit("stop_timeout", fmt.Sprintf("public_url = %q\nstop_timeout", publicName))
	first.public = publicName
	first.hooks()
	fleet = append(fleet, first)
	for i := 1; i < nodes; i++ {
		fleet = append(fleet, first.beside(first.twilio.URL(), options(i)...))
	}
	var starts sync.WaitGroup
	for _, p := range fleet {
		starts.Go(func() { p.start() })
	}
	starts.Wait()

	anyNode().send(letter("<hundred@bridge.test>"))
	var prompts []mailserver.Mail
	for i := range crowd {
		prompts = append(prompts, first.expect(0, crowdMail(i), "[approval:"))
	}
	first.expect(0, eve, "Waiting for approval by ")
	first.still(crowdPhone(0))
	_, list := first.api(opsToken, "GET", "/approvals?state=pending", "")
	open, _ := list["items"].([]any)
	if len(open) != 1 {
		t.Fatalf("%d requests are pending: %v", len(open), list)
	}
	id := open[0].(map[string]any)["id"].(string)

	var mu sync.Mutex
	told := map[string]string{} // by who and how
	tell := func(who, text string) {
		mu.Lock()
		defer mu.Unlock()
		if old, twice := told[who]; twice {
			t.Errorf("%s was told %q and %q", who, old, text)
		}
		told[who] = text
	}
	// What comes by mail and phone takes longer to be read than what comes by HTTP.
	headStart := func() time.Duration { return rand.N(300 * time.Millisecond) }
	var answers []func()
	for i := range crowd {
		word, decision := "no", "denied"
		if i%2 == 0 {
			word, decision = "yes", "granted"
		}
		prompt, code := prompts[i], codeIn(t, codePattern.FindString(prompts[i].Subject))
		l := prompt.Reply(word)
		l.ID = fmt.Sprintf("<answer-%d@bridge.test>", i)
		page := openPage(t, anyNode().http, prompt)
		answers = append(answers,
			func() {
				noerr.Want(t, deliver(t.Context(), anyNode(), l))
			},
			func() { first.say(onWhatsApp+crowdPhone(i), word+" "+code) },
			func() { first.say(crowdPhone(i), word+" "+code) },
			func() {
				time.Sleep(headStart())
				tell(fmt.Sprintf("p%02d on the page", i), page.answer(t, anyNode().http, code, word == "yes"))
			},
			func() {
				time.Sleep(headStart())
				status, doc := anyNode().api(opsToken, "POST", "/approvals/"+id+"/decision", `{"decision":"`+decision+`"}`)
				if status != http.StatusOK && status != http.StatusConflict || status == http.StatusOK && doc["state"] != decision {
					t.Errorf("the API answered %d %v to %s", status, doc, decision)
				}
				tell(fmt.Sprintf("operator %d by API, %d", i, status), fmt.Sprintf("%v by", doc["state"]))
			})
	}
	rand.Shuffle(len(answers), func(i, j int) { answers[i], answers[j] = answers[j], answers[i] })
	if len(answers) != 100 {
		t.Fatalf("%d answers", len(answers))
	}
	began := time.Now()
	var all sync.WaitGroup
	for _, answer := range answers {
		all.Go(answer)
	}
	all.Wait()
	given := time.Since(began)
	final := first.expect(0, eve, "decision=").Text
	first.still(crowdPhone(0))

	_, rec := first.api(opsToken, "GET", "/approvals/"+id, "")
	state, by := fmt.Sprint(rec["state"]), fmt.Sprint(rec["decidedBy"])
	votes, _ := rec["votes"].([]any)
	t.Logf("%s by %s, all answers given within %v, all is quiet after %v", state, by, given, time.Since(began))
	if state != "granted" && state != "denied" || len(votes) > 1 || (len(votes) == 1) == strings.HasPrefix(by, "operator:") {
		t.Errorf("the request is %s by %s: %v", state, by, rec)
	}
	if ds := agent.decisions(); len(ds) != 1 || !strings.Contains(ds[0], `"decision":"`+state+`"`) || !strings.Contains(final, "decision="+state+" by="+by) {
		t.Errorf("it is %s by %s, Eve heard %q, the agent: %v", state, by, final, ds)
	}

	// What everybody was told, once for each answer, is how it ended.
	for i := range crowd {
		for how, phone := range map[string]string{"WhatsApp": onWhatsApp + crowdPhone(i), "SMS": crowdPhone(i)} {
			for _, m := range first.twilio.Phone(phone).Messages() {
				tell(fmt.Sprintf("p%02d by %s", i, how), m.Body)
			}
		}
	}
	// Besides, those whose answer did not decide it get the notice that goes to all.
	notices := 0
	for _, m := range mail.Mails() {
		if codePattern.MatchString(m.Subject) && !strings.HasPrefix(m.Subject, "Re: ") || m.To == mailbox(eve) {
			continue
		}
		who, _, _ := strings.Cut(m.To, "@")
		if strings.HasPrefix(m.Header.Get("In-Reply-To"), "<answer-") {
			tell(who+" by mail", m.Text)
		} else {
			notices++
			tell(who+", the notice", m.Text)
		}
	}
	name := "an operator"
	if len(votes) == 1 {
		name = "Pat" + strings.TrimPrefix(by, "p")
	}
	right := regexp.MustCompile(`(?i)(^|Already decided: |>)\s*` + state + " by(" + `$| ` + regexp.QuoteMeta(name) + `\b)`)
	for _, who := range slices.Sorted(func(yield func(string) bool) {
		for who := range told {
			if !yield(who) {
				return
			}
		}
	}) {
		if !right.MatchString(told[who]) {
			t.Errorf("it is %s by %s, and %s was told %q", state, name, who, told[who])
		}
	}
	taken := 0 // by the API
	for who := range told {
		if strings.HasSuffix(who, "by API, 200") {
			taken++
		}
	}
	if want := 1 - len(votes); taken != want {
		t.Errorf("it is %s by %s, and the API took %d decisions", state, by, taken)
	}
	if len(told)-notices != len(answers) || notices < crowd-1 {
		t.Errorf("%d of %d answers were answered, and %d people got the notice", len(told)-notices, len(answers), notices)
		t.Logf("%v", told)
	}
}

// say writes from a phone; where the bridge does not take it at once, Twilio comes again.
func (p *phones) say(from, body string) {
	ph := p.twilio.Phone(from)
	sent, err := ph.Text(body)
	for end := time.Now().Add(patience); err != nil && time.Now().Before(end); sent, err = ph.Again(sent.SID) {
		time.Sleep(20 * time.Millisecond)
	}
	if err != nil {
		p.t.Errorf("%q from %s is not taken: %v", body, from, err)
	}
}

// openedPage is a page in somebody's browser.
type openedPage struct{ path, cookie, nonce string }

var (
	pageLink  = regexp.MustCompile(regexp.QuoteMeta(publicName) + `(/approvals/\S+)`)
	pageNonce = regexp.MustCompile(`name="nonce" value="([^"]+)"`)
)

// openPage follows the link of a prompt, or of what asks back, to the bridge at an address.
func openPage(t *testing.T, addr string, prompt mailserver.Mail) openedPage {
	t.Helper()
	link := pageLink.FindStringSubmatch(prompt.Text)
	if link == nil {
		t.Fatalf("no link in the prompt:\n%s", prompt.Text)
	}
	resp, err := http.Get("http://" + addr + link[1])
	must(t, err)
	defer resp.Body.Close()
	html, err := io.ReadAll(resp.Body)
	nonce := pageNonce.FindSubmatch(html)
	if err != nil || resp.StatusCode != http.StatusOK || nonce == nil || len(resp.Cookies()) != 1 {
		t.Fatalf("GET %s: %d, %v\n%s", link[1], resp.StatusCode, err, html)
	}
	c := resp.Cookies()[0]
	return openedPage{path: link[1], cookie: c.Name + "=" + c.Value, nonce: string(nonce[1])}
}

// answer sends the page's form, and returns what the page says then.
func (p openedPage) answer(t *testing.T, addr, code string, grant bool) string {
	f := url.Values{"nonce": {p.nonce}, "code": {code}, "decision": {map[bool]string{true: "approve", false: "deny"}[grant]}, "reason": {""}}
	req, err := http.NewRequestWithContext(t.Context(), "POST", "http://"+addr+p.path, strings.NewReader(f.Encode()))
	if err != nil {
		t.Error(err)
		return ""
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Cookie", p.cookie)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer resp.Body.Close()
	html, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusUnprocessableEntity { // a wrong code
		t.Errorf("POST %s: %d, %v", p.path, resp.StatusCode, err)
	}
	return string(html)
}
