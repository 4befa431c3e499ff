package test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/wire/alfred"
)

// The tokens of two tenants that share a bridge.
const (
	acmeOps, acmeAgent, acmeDesk = "token-of-the-operators-of-acme", "token-of-the-assistant-of-acme", "token-of-the-desk-of-acme"
	betaOps, betaAgent, betaDesk = "token-of-the-operators-of-beta", "token-of-the-assistant-of-beta", "token-of-the-desk-of-beta"
)

// twoTenants is a bridge that acme and beta share: one agent, one Alfred peer that speaks for
// both, and for each a webhook, an assistant, operators, an agent's token and an approver.
func twoTenants(t *testing.T, agent string, opts ...option) *orchestrator {
	t.Helper()
	top := fmt.Sprintf("[api]\noperators = { ops = %q }\nagents = { assistant = %q }\n[mcp]\nwait = \"1s\"\n[console]\nenabled = true\n", opsToken, agentToken)
	for _, x := range []struct{ name, ops, agent, desk, person, more string }{
		{"acme", acmeOps, acmeAgent, acmeDesk, "dana", "max_concurrent = 1\n"}, {"beta", betaOps, betaAgent, betaDesk, "frank", "turns = \"6/h\"\n"},
	} {
		top += fmt.Sprintf("[tenants.%[1]s]\noperators = { %[1]s-ops = %[2]q }\nagents = { assistant = %[3]q }\npeople = [%[4]q]\n%[5]s", x.name, x.ops, x.agent, x.person, x.more)
		top += fmt.Sprintf("[mcp.clients.%[1]s-desk]\ntoken = %[2]q\ntenant = %[1]q\npeople = [%[3]q]\nagents = [\"assistant\"]\n", x.name, x.desk, x.person)
	}
	opts = append(opts, httpAgent(agent), withTop(top), withApprovals("approvers = [\"dana\", \"frank\"]\ntrust = \"asserted\"\noperator_grant = true"))
	o := newOrchestrator(t, opts...)
	o.edit(`tenants  = ["default", "acme"]`, `tenants  = ["default", "acme", "beta"]`)
	b, err := os.ReadFile(o.config())
	must(t, err)
	hook := func(name, tenant string) string {
		return fmt.Sprintf("\n[channels.%s]\ntype = \"webhook\"\nscheme = \"standard\"\nsecrets = [%q]\ntenant = %q\nsession = \"{{.room}}\"\nwait = \"1ms\"\n", name, hookSecret, tenant)
	}
	o.write(string(b) + hook("orders", "acme") + hook("returns", "beta") + "decides_as = \"dana\"\n")
	return o
}

// deliver posts a delivery to a webhook of a tenant.
func (o *orchestrator) deliver(channel, id, body string) hooked {
	o.t.Helper()
	r, err := o.signedHook(o.t.Context(), id, body)
	must(o.t, err)
	r.URL.Path = "/channels/" + channel
	h, err := fetchHook(hookClient(), r)
	must(o.t, err)
	return h
}

// ids are the ids of a page.
func ids(doc map[string]any, key string) map[string]bool {
	all := map[string]bool{}
	items, _ := doc["items"].([]any)
	for _, it := range items {
		id, _ := it.(map[string]any)[key].(string)
		all[id] = true
	}
	return all
}

// TestTenants crosses two tenants wherever something could be seen or changed: neither gets
// anything of the other.
func TestTenants(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, store option) {
		var mu sync.Mutex
		var secret part // acme's file, as its agent got it
		agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
			mu.Lock()
			defer mu.Unlock()
			var text string
			for _, p := range c.Body.Parts {
				text += p.Text + string(p.Data)
				if p.Metadata.PartType == "artifact" {
					secret = p
				}
			}
			switch {
			case strings.Contains(text, "approvalId"):
				answerJSON(w, `{"text":"decided"}`)
			case strings.Contains(text, "refund"):
				answerJSON(w, `{"parts":[{"data":{"approvalId":"r1","toolName":"refund","args":{"amount":40}},"metadata":{"partType":"approval-request"}}]}`)
			case strings.Contains(text, "break"):
				w.WriteHeader(http.StatusBadRequest)
			case strings.Contains(text, "keep"):
				answerJSON(w, `{"parts":[{"raw":"U0VDUkVU","filename":"plan.txt","mediaType":"text/plain","metadata":{"partType":"artifact"}}]}`)
			case strings.Contains(text, "steal"):
				b, _ := json.Marshal(secret.Metadata.ArtifactID)
				answerJSON(w, fmt.Sprintf(`{"parts":[{"data":{"artifactId":%s},"metadata":{"partType":"artifact"}},{"url":%q,"metadata":{"partType":"artifact"}},{"url":"artifact:%.30s","metadata":{"partType":"artifact"}}]}`, b, secret.URL, secret.Metadata.ArtifactID))
			default:
				answerJSON(w, fmt.Sprintf(`{"text":"tenant %s, session %s"}`, c.Body.Meta.Tenant, c.Body.Meta.SessionID))
			}
		})
		o := twoTenants(t, agent.URL, store)
		o.start()
		must2 := func(code, want int, doc map[string]any) map[string]any {
			t.Helper()
			if code != want {
				t.Fatalf("%d, want %d: %v", code, want, doc)
			}
			return doc
		}
		// settled waits for a turn as operators of its tenant see it.
		settled := func(token, turn, state string) map[string]any {
			t.Helper()
			var doc map[string]any
			eventually(t, turn+" "+state, func() bool {
				var code int
				code, doc = o.api(token, "GET", "/turns/"+turn, "")
				return code == 200 && doc["state"] == state
			})
			return doc
		}

		// One room, one id, one body: two sessions, and the agent knows whose each is.
		ours, theirs := o.deliver("orders", "evt_1", `{"room":"one"}`), o.deliver("returns", "evt_1", `{"room":"one"}`)
		acmeTurn, betaTurn := settled(acmeOps, ours.Turn, "complete"), settled(betaOps, theirs.Turn, "complete")
		acmeSession, _ := acmeTurn["session"].(string)
		betaSession, _ := betaTurn["session"].(string)
		if acmeSession == "" || acmeSession == betaSession || acmeTurn["tenant"] != "acme" || betaTurn["tenant"] != "beta" {
			t.Fatalf("%v\n%v", acmeTurn, betaTurn)
		}
		said := map[string]bool{}
		for _, c := range agent.seen() {
			said[c.Body.Meta.Tenant+" "+c.Body.Meta.SessionID] = true
		}
		if !said["acme "+acmeSession] || !said["beta "+betaSession] || len(said) != 2 {
			t.Errorf("the agent heard %v", said)
		}

		// Turns, sessions and their lists. Alfred's answers are what lists are made of.
		tasks := map[string]string{} // by tenant
		for _, tenant := range []string{"acme", "beta", "default"} {
			m := o.task(1, tenant)
			o.give(m)
			eventually(t, "the answer of "+tenant, func() bool {
				o.mu.Lock()
				defer o.mu.Unlock()
				return len(o.got[m.Correlation]) == 1
			})
		}
		eventually(t, "turns of three tenants", func() bool {
			_, all := o.api(opsToken, "GET", "/turns", "")
			for id := range ids(all, "id") {
				_, doc := o.api(opsToken, "GET", "/turns/"+id, "")
				tenant, _ := doc["tenant"].(string)
				tasks[tenant] = id
			}
			return len(tasks) == 3
		})
		for token, tenant := range map[string]string{acmeOps: "acme", betaOps: "beta"} {
			for path, key := range map[string]string{"/turns": "id", "/sessions": "session"} {
				_, doc := o.api(token, "GET", path, "")
				if got := ids(doc, key); len(got) != 1 || path == "/turns" && !got[tasks[tenant]] {
					t.Errorf("%s lists %v to %s", path, got, tenant)
				}
			}
		}
		for _, path := range []string{"/turns/" + ours.Turn, "/sessions/" + acmeSession, "/turns/" + tasks["acme"], "/turns/" + tasks["default"]} {
			forbidden(t, o, betaOps, "GET", path, 404)
			forbidden(t, o, acmeAgent, "GET", path, 403)
			if code, _ := o.api(acmeOps, "GET", path, ""); (code == 200) != !strings.HasSuffix(path, tasks["default"]) {
				t.Errorf("%s: %d to acme", path, code)
			}
		}

		// Streams and states of a webhook are of its own turns.
		for _, link := range []string{streamOf(ours, o.site), "http://" + o.http + strings.TrimPrefix(ours.Status, "http://"+o.http)} {
			u, err := url.Parse(link)
			must(t, err)
			for channel, want := range map[string]bool{"orders": true, "returns": false} {
				at := *u
				at.Path = strings.Replace(u.Path, "/channels/orders/", "/channels/"+channel+"/", 1)
				resp, err := http.Get(at.String())
				must(t, err)
				_ = resp.Body.Close()
				if (resp.StatusCode == 200) != want {
					t.Errorf("%s: %d", at.Path, resp.StatusCode)
				}
			}
		}

		// Files: beta's agent says acme's handle and link, and gets nothing for them.
		settled(acmeOps, o.deliver("orders", "evt_2", `{"room":"one","keep":1}`).Turn, "complete")
		kept := o.deliver("orders", "evt_2", `{"room":"one","keep":1}`)
		eventually(t, "acme's file", func() bool {
			h := o.statusOf(kept.Status)
			for _, p := range h.Parts {
				if p.Metadata.PartType == "artifact" {
					mu.Lock()
					secret = p
					mu.Unlock()
				}
			}
			return secret.Metadata.ArtifactID != ""
		})
		stolen := o.deliver("returns", "evt_2", `{"room":"one","steal":1}`)
		settled(betaOps, stolen.Turn, "complete")
		for _, p := range o.statusOf(stolen.Status).Parts {
			if p.Metadata.ArtifactID != "" || strings.Contains(p.URL, "/artifacts/") && p.URL != secret.URL {
				t.Errorf("acme's file came to beta: %+v", p)
			}
		}
		// Nor do beta's operators get it, by acme's turn or by the one that named it.
		id := fmt.Sprintf("/files/%.30s", secret.Metadata.ArtifactID)
		for path, tokens := range map[string]map[string]int{
			kept.Turn:   {acmeOps: 200, opsToken: 200, betaOps: 404, acmeAgent: 403},
			stolen.Turn: {acmeOps: 404, opsToken: 404, betaOps: 404},
		} {
			for token, want := range tokens {
				resp := o.request("GET", "/api/v1/turns/"+path+id, token)
				b, err := io.ReadAll(resp.Body)
				must(t, err)
				_ = resp.Body.Close()
				if resp.StatusCode != want || (string(b) == "SECRET") != (want == 200) {
					t.Errorf("acme's file of %s: %d, want %d: %s", path, resp.StatusCode, want, b)
				}
			}
		}

		// Approvals: acme's are asked of acme's people, and shown to and settled by its own.
		refund := o.deliver("orders", "evt_3", `{"room":"two","refund":1}`)
		settled(acmeOps, refund.Turn, "suspended")
		o.expect(0, "dana@bridge.test", "refund")
		_, list := o.api(acmeOps, "GET", "/approvals", "")
		var approval string
		for approval = range ids(list, "id") {
		}
		if approval == "" || len(ids(list, "id")) != 1 {
			t.Fatalf("acme's approvals: %v", list)
		}
		outside := map[string]string{}
		for token, who := range map[string]string{acmeAgent: "acme", betaAgent: "beta", agentToken: "default"} {
			code, doc := o.api(token, "POST", "/approvals", `{"toolName":"deploy","args":{"version":"v2"}}`, "Idempotency-Key", "k1")
			outside[who], _ = must2(code, 201, doc)["id"].(string)
		}
		if outside["acme"] == outside["beta"] || outside["acme"] == outside["default"] {
			t.Fatalf("one key of three tenants: %v", outside)
		}
		for _, id := range []string{approval, outside["acme"], outside["default"]} {
			for _, token := range []string{betaOps, betaAgent} {
				forbidden(t, o, token, "GET", "/approvals/"+id, 404)
				forbidden(t, o, token, "POST", "/approvals/"+id+"/cancel", 404)
			}
			forbidden(t, o, betaOps, "POST", "/approvals/"+id+"/decision", 404)
			if _, doc := o.api(betaOps, "GET", "/approvals", ""); ids(doc, "id")[id] {
				t.Errorf("%s is in beta's list", id)
			}
			if _, fault := o.assistant(betaDesk, "/mcp", "").use("get_approval", map[string]any{"id": id}); fault == "" {
				t.Errorf("beta's assistant sees %s", id)
			}
		}
		if _, doc := o.api(betaOps, "GET", "/approvals", ""); !ids(doc, "id")[outside["beta"]] || len(ids(doc, "id")) != 1 {
			t.Errorf("beta's approvals: %v", doc)
		}
		for _, m := range o.mail.Mails() {
			if strings.Contains(m.Text, "refund") && m.To != "<dana@bridge.test>" && m.To != "dana@bridge.test" {
				t.Errorf("%v was asked for acme", m.To)
			}
		}
		// A system of beta may speak for Dana, but not about what is acme's.
		if h := o.deliver("returns", "evt_9", fmt.Sprintf(`{"room":"x","approvalId":%q,"decision":"granted"}`, approval)); h.status != 404 {
			t.Errorf("beta's system decides: %d %s", h.status, h.body)
		}
		code, doc := o.api(acmeOps, "POST", "/approvals/"+approval+"/decision", `{"decision":"granted"}`)
		must2(code, 200, doc)
		settled(acmeOps, refund.Turn, "complete")

		o.crossRecords(map[string]string{"acme": ours.Turn, "beta": theirs.Turn})

		// Assistants: a turn of one is none of the other's.
		acme, beta := o.assistant(acmeDesk, "/mcp", ""), o.assistant(betaDesk, "/mcp", "")
		talk := map[string]any{"text": "hello", "idempotency_key": "t1", "conversation": "c"}
		mine, fault := acme.use("ask_assistant", talk)
		if fault != "" || !strings.Contains(fmt.Sprint(mine), "tenant acme") {
			t.Fatalf("%v %s", mine, fault)
		}
		if other, fault := beta.use("ask_assistant", talk); fault != "" || !strings.Contains(fmt.Sprint(other), "tenant beta") {
			t.Errorf("%v %s", other, fault)
		}
		if got, fault := beta.use("get_turn", map[string]any{"id": mine["id"]}); fault == "" {
			t.Errorf("beta's assistant sees acme's turn: %v", got)
		}

		// What tells of the whole bridge is for its own operators.
		for _, route := range []string{
			"GET /status", "GET /agents", "GET /nodes", "GET /figures", "GET /people", "GET /channels", "GET /suppressions",
			"POST /reload", "POST /messages", "GET /webhooks", "GET /cron", "POST /suppressions", "GET /approvals/" + approval + "/evidence",
		} {
			method, path, _ := strings.Cut(route, " ")
			forbidden(t, o, acmeOps, method, path, 403)
		}

		// Limits: beta has used its turns up (3 of hooks, 1 of Alfred, 1 of its assistant), acme has none.
		refused := 0
		for n := range 6 {
			if h := o.deliver("returns", fmt.Sprintf("more_%d", n), `{"room":"x"}`); h.status == http.StatusTooManyRequests {
				refused++
			}
			if h := o.deliver("orders", fmt.Sprintf("more_%d", n), `{"room":"x"}`); h.status >= 300 {
				t.Errorf("acme is refused: %d %s", h.status, h.body)
			}
		}
		if refused != 5 {
			t.Errorf("%d of beta's were refused, want 5", refused)
		}
		if h := o.deliver("returns", "evt_1", `{"room":"one"}`); h.status >= 300 {
			t.Errorf("a repetition is refused: %d", h.status)
		}
	})
}

// crossRecords: dead letters, sends, traces, events and pauses, by the API, the CLI and the
// console: each tenant's operators see and do what is theirs. turns is one of each.
func (o *orchestrator) crossRecords(turns map[string]string) {
	t := o.t
	for token, tenant := range map[string]string{acmeOps: "acme", betaOps: "beta"} {
		_, doc := o.api(token, "GET", "/usage?by=tenant", "")
		if items, _ := doc["items"].([]any); len(items) != 1 || !ids(doc, "name")[tenant] {
			t.Errorf("the usage that %s sees: %v", tenant, doc)
		}
	}
	forbidden(t, o, acmeAgent, "GET", "/usage", 403)
	type side struct {
		token, channel string
		dead, died     string // a dead letter, and its turn
		stream         *follower
	}
	sides := map[string]*side{"acme": {token: acmeOps, channel: "orders"}, "beta": {token: betaOps, channel: "returns"}}
	for _, s := range sides {
		s.stream = o.followAs(s.token, "/api/v1/events", "")
	}
	for _, tenant := range []string{"acme", "beta"} {
		s := sides[tenant]
		s.died = o.deliver(s.channel, "evt_5", `{"room":"three","break":1}`).Turn
		eventually(t, "a dead letter of "+tenant, func() bool {
			_, doc := o.api(s.token, "GET", "/deadletters", "")
			for s.dead = range ids(doc, "id") {
			}
			return s.dead != "" && len(ids(doc, "id")) == 1
		})
	}
	session := map[string]string{}
	for tenant, s := range sides {
		_, doc := o.api(s.token, "GET", "/turns/"+turns[tenant], "")
		session[tenant], _ = doc["session"].(string)
	}
	for tenant, s := range sides {
		other, theirs := map[string]string{"acme": "beta", "beta": "acme"}[tenant], map[string]*side{"acme": sides["beta"], "beta": sides["acme"]}[tenant]
		// Events: until the own dead letter is told, which is after the other's or before one more of one's own.
		if tenant == "acme" {
			o.deliver(s.channel, "evt_6", `{"room":"three"}`)
			s.stream.await("deadletter.added")
			for e := s.stream.await("turn.settled"); strings.Contains(e.data, s.died); e = s.stream.await("turn.settled") {
			}
		}
		for end := time.Now().Add(patience); ; {
			e := s.stream.next()
			if time.Now().After(end) {
				t.Fatalf("%s does not hear of its own dead letter", tenant)
			}
			if strings.Contains(e.data, theirs.died) || strings.Contains(e.data, theirs.channel) || strings.Contains(e.data, session[other]) {
				t.Errorf("%s hears of %s: %s", tenant, other, e.data)
			}
			if tenant == "acme" && e.typ == "" || e.typ == "deadletter.added" && strings.Contains(e.data, s.died) {
				break
			}
			if e.typ == "" {
				time.Sleep(10 * time.Millisecond)
			}
		}

		// What is the other's is not there.
		for _, path := range []string{"/deadletters/" + theirs.dead, "/trace/" + theirs.died, "/trace/" + turns[other], "/trace/" + session[other]} {
			forbidden(t, o, s.token, "GET", path, 404)
		}
		for _, path := range []string{"/deadletters/" + s.dead, "/trace/" + s.died, "/trace/" + session[tenant]} {
			if code, doc := o.api(s.token, "GET", path, ""); code != 200 {
				t.Errorf("%s of %s: %d %v", path, tenant, code, doc)
			}
		}
		_, shared := o.api(s.token, "GET", "/trace/evt_5", "") // both have sent this id
		if text := fmt.Sprint(shared); !strings.Contains(text, s.died) || strings.Contains(text, theirs.died) || strings.Contains(text, theirs.channel) {
			t.Errorf("the trace of a shared id shows to %s:\n%s", tenant, text)
		}
		for _, what := range []string{"replay", "drop"} {
			if _, doc := o.api(s.token, "POST", "/deadletters/"+what, fmt.Sprintf(`{"ids":[%q]}`, theirs.dead)); doc["done"] != 0.0 || len(doc["errors"].([]any)) != 1 {
				t.Errorf("%s can %s %s's: %v", tenant, what, other, doc)
			}
			if _, doc := o.api(s.token, "POST", "/deadletters/"+what, `{"all":true,"dryRun":true}`); doc["done"] != 1.0 {
				t.Errorf("%s of all by %s: %v", what, tenant, doc)
			}
		}
		for _, body := range []string{`{"agent":"assistant"}`, fmt.Sprintf(`{"channel":%q}`, s.channel)} {
			if code, _ := o.api(s.token, "POST", "/pause", body); code != 403 {
				t.Errorf("%s may pause %s: %d", tenant, body, code)
			}
		}
		for id, want := range map[string]int{session[other]: 404, session[tenant]: 200} {
			for _, what := range []string{"/pause", "/resume"} {
				if code, doc := o.api(s.token, "POST", what, fmt.Sprintf(`{"session":%q}`, id)); code != want {
					t.Errorf("%s %s by %s: %d %v", what, id, tenant, code, doc)
				}
			}
		}
		o.crossSends(s.token, theirs.token)

		// The same for the command line and the console.
		out, code := runBridge(t, "deadletters", "list", "-url", "http://"+o.http, "-token", s.token)
		if code != 0 || !strings.Contains(out, s.died) || strings.Contains(out, theirs.died) {
			t.Errorf("the list of %s, %d:\n%s", tenant, code, out)
		}
		if out, code := runBridge(t, "trace", theirs.died, "-url", "http://"+o.http, "-token", s.token); code == 0 || !strings.Contains(out, "nothing is known") {
			t.Errorf("%s traces, %d:\n%s", tenant, code, out)
		}
		page := o.console(s.token)
		for path, want := range map[string]int{
			"": 200, "deadletters": 200, "deadletters/" + s.dead: 200, "deadletters/" + theirs.dead: 404, "sends": 200, "conversations": 200, "approvals": 200,
			"conversations/" + session[tenant]: 200, "conversations/" + session[other]: 404, "trace?id=" + theirs.died: 404, "channels": 403, "people": 403, "figures": 403, "cron": 403,
		} {
			code, text := page(path)
			if code != want || strings.Contains(text, theirs.died) && !strings.Contains(path, theirs.died) || strings.Contains(text, ">"+theirs.channel+"<") {
				t.Errorf("%s of %s: %d, want %d\n%s", path, tenant, code, want, text)
			}
			if strings.Contains(text, "Schedules") || !strings.Contains(text, tenant) {
				t.Errorf("the menu of %s at %s:\n%s", tenant, path, text)
			}
		}
	}
	if code, doc := o.api(acmeOps, "POST", "/deadletters/drop", `{"all":true}`); code != 200 || doc["done"] != 1.0 {
		t.Errorf("%d %v", code, doc)
	}
	if _, doc := o.api(betaOps, "GET", "/deadletters", ""); len(ids(doc, "id")) != 1 {
		t.Errorf("acme has dropped beta's: %v", doc)
	}
}

// crossSends: whose sends one sees are of turns that one sees, and nobody settles another's.
func (o *orchestrator) crossSends(token, other string) {
	o.t.Helper()
	_, doc := o.api(token, "GET", "/sends?limit=1", "") // a page at a time: what is left out is no page
	n := 0
	for ; ; n++ {
		items, _ := doc["items"].([]any)
		for _, it := range items {
			s, _ := it.(map[string]any)
			turn, _ := s["turn"].(string)
			if code, _ := o.api(token, "GET", "/turns/"+turn, ""); code != 200 && turn != "" {
				o.t.Errorf("a send of somebody else's turn: %v", s)
			}
			for by, want := range map[string]int{other: 404, token: 409} { // it is not unknown
				if code, doc := o.api(by, "POST", fmt.Sprintf("/sends/%v/settle", s["id"]), `{"as":"failed"}`); code != want {
					o.t.Errorf("settle %v: %d %v, want %d", s["id"], code, doc, want)
				}
			}
		}
		next, _ := doc["next"].(string)
		if next == "" {
			break
		}
		_, doc = o.api(token, "GET", "/sends?limit=1&cursor="+next, "")
	}
	if n == 0 && len(doc["items"].([]any)) == 0 {
		o.t.Errorf("no sends: %v", doc)
	}
}

// console logs in with a token; what it returns reads a page.
func (o *orchestrator) console(token string) func(path string) (int, string) {
	o.t.Helper()
	jar, err := cookiejar.New(nil)
	must(o.t, err)
	c := &http.Client{Jar: jar}
	read := func(resp *http.Response, err error) (int, string) {
		o.t.Helper()
		must(o.t, err)
		defer func() { _ = resp.Body.Close() }()
		b, err := io.ReadAll(resp.Body)
		must(o.t, err)
		return resp.StatusCode, string(b)
	}
	if code, text := read(c.PostForm("http://"+o.http+"/console/login", url.Values{"token": {token}})); code != 200 {
		o.t.Fatalf("login: %d\n%s", code, text)
	}
	return func(path string) (int, string) { return read(c.Get("http://" + o.http + "/console/" + path)) }
}

// forbidden calls the API and wants a status.
func forbidden(t *testing.T, o *orchestrator, token, method, path string, want int) {
	t.Helper()
	body := map[bool]string{true: `{"decision":"granted"}`}[strings.HasSuffix(path, "/decision")]
	if code, doc := o.api(token, method, path, body); code != want {
		t.Errorf("%s %s: %d %v, want %d", method, path, code, doc, want)
	}
}

// TestTenantsShare: one tenant's calls take the places that it may have, and no more.
func TestTenantsShare(t *testing.T) {
	t.Parallel()
	busy, most := map[string]int{}, map[string]int{}
	var mu sync.Mutex
	two := make(chan struct{}) // closed when two calls of beta are under way
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		tenant := c.Body.Meta.Tenant
		mu.Lock()
		busy[tenant]++
		if most[tenant] = max(most[tenant], busy[tenant]); tenant == "beta" && most[tenant] == 2 && busy[tenant] == 2 {
			select {
			case <-two:
			default:
				close(two)
			}
		}
		mu.Unlock()
		if tenant == "beta" {
			select {
			case <-two:
			case <-time.After(patience): // there never are
			}
		}
		time.Sleep(300 * time.Millisecond)
		mu.Lock()
		busy[c.Body.Meta.Tenant]--
		mu.Unlock()
		answerJSON(w, `{"text":"ok"}`)
	})
	o := twoTenants(t, agent.URL)
	o.start()
	for n := range 4 {
		for _, tenant := range []string{"acme", "beta"} {
			m := o.task(n, tenant)
			m.ID = message.NewCorrelation()
			m, err := alfred.Encode(m, time.Now())
			must(t, err)
			o.give(m)
		}
	}
	eventually(t, "all answers", func() bool {
		o.mu.Lock()
		defer o.mu.Unlock()
		return len(o.got) == 8
	})
	mu.Lock()
	defer mu.Unlock()
	if most["acme"] != 1 || most["beta"] < 2 {
		t.Errorf("calls at a time: %v", most)
	}
}
