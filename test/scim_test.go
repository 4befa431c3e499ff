package test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"bridge/internal/mailserver"
)

const (
	scimToken = "the-token-of-the-directory-of-the-company"
	patchOp   = `"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"]`
	coreUser  = `"urn:ietf:params:scim:schemas:core:2.0:User"`
	coreGroup = `"schemas":["urn:ietf:params:scim:schemas:core:2.0:Group"]`
)

// scim calls as the directory of a company does, and wants one of the answers.
func (s *site) scim(want int, method, path, body string, header ...string) (map[string]any, http.Header) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, "http://"+s.http+"/scim/v2"+path, strings.NewReader(body))
	must(s.t, err)
	r.Header.Set("Authorization", "Bearer "+scimToken)
	r.Header.Set("Content-Type", "application/scim+json; charset=utf-8")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	must(s.t, err)
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	must(s.t, err)
	if resp.StatusCode != want {
		s.t.Fatalf("%s %s: %d, want %d: %s", method, path, resp.StatusCode, want, raw)
	}
	var doc map[string]any
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &doc); err != nil {
			s.t.Fatalf("%s %s: %v: %s", method, path, err, raw)
		}
	}
	return doc, resp.Header
}

// found are the ids of a list, and how many there are in all.
func (s *site) found(path, filter string) ([]string, int) {
	s.t.Helper()
	if filter != "" {
		path += "?filter=" + url.QueryEscape(filter)
	}
	doc, _ := s.scim(200, "GET", path, "")
	var all []string
	list, _ := doc["Resources"].([]any)
	for _, x := range list {
		id, _ := x.(map[string]any)["id"].(string)
		all = append(all, id)
	}
	total, _ := doc["totalResults"].(float64)
	return all, int(total)
}

func (s *site) finds(path, filter string, want ...string) {
	s.t.Helper()
	if got, total := s.found(path, filter); !slices.Equal(got, want) || total != len(want) {
		s.t.Errorf("%s %s: %v of %d, want %v", path, filter, got, total, want)
	}
}

func members(doc map[string]any) string {
	var all []string
	list, _ := doc["members"].([]any)
	for _, m := range list {
		id, _ := m.(map[string]any)["value"].(string)
		all = append(all, id)
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func withSCIM(more string) option {
	return withTop(fmt.Sprintf("[scim]\ntoken = %q\n%s", scimToken, more))
}

// TestSCIMEntra plays what Microsoft Entra does: it asks for a user, makes one with texts for
// booleans, puts them into a group, changes them by paths with filters, disables and deletes them.
// Who is disabled there decides nothing from that moment on.
func TestSCIMEntra(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	p := newPhones(t, withSCIM("approvers = [\"finance\"]"), httpAgent(agent.URL), withApprovals("approvers = [\"group:finance\"]\ntrust = \"asserted\"")).start()
	s := p.site
	s.scim(401, "GET", "/Users", "", "Authorization", "Bearer of-somebody-else-altogether")
	for _, path := range []string{"/ServiceProviderConfig", "/Schemas", "/ResourceTypes"} {
		s.scim(200, "GET", path, "")
	}
	s.finds("/Users", `userName eq "5b50642d-79fc-4410-9e90-4c077cdd1a59"`) // "Test connection"

	user := `{"schemas":[` + coreUser + `,"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],"externalId":"0a21f0f2","userName":"Gina.Rossi@bridge.test","active":"True",
		"displayName":"Gina Rossi","emails":[{"primary":true,"type":"work","value":"Gina@bridge.test"}],"meta":{"resourceType":"User"},"preferredLanguage":"it-IT",
		"name":{"formatted":"Gina Rossi","familyName":"Rossi","givenName":"Gina"},"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User":{"department":"Accounts"}}`
	made, header := s.scim(201, "POST", "/Users", user)
	if made["id"] != "gina-rossi" || made["active"] != true || header.Get("Etag") == "" || !strings.HasSuffix(header.Get("Location"), "/scim/v2/Users/gina-rossi") {
		t.Fatalf("made %v %v", made, header)
	}
	if doc, _ := s.scim(409, "POST", "/Users", user); doc["scimType"] != "uniqueness" {
		t.Errorf("made again: %v", doc)
	}
	s.finds("/Users", `userName eq "GINA.ROSSI@bridge.test"`, "gina-rossi")
	s.finds("/Users", `externalId eq "0a21f0f2"`, "gina-rossi")
	s.finds("/Users", `emails[type eq "work"].value eq "Gina@bridge.test"`, "gina-rossi")
	s.finds("/Users", `displayName co "rossi" and active eq true`, "gina-rossi")
	s.scim(400, "GET", "/Users?filter="+url.QueryEscape(`userName nearly "x"`), "")
	if out := s.must("people", "show", "gina-rossi"); !strings.Contains(out, "email:gina@bridge.test") || !strings.Contains(out, "by scim") || !strings.Contains(out, "language it-IT") || !strings.Contains(out, "decides nothing") {
		t.Errorf("as operators see her: %s", out)
	}

	group, _ := s.scim(201, "POST", "/Groups", `{`+coreGroup+`,"externalId":"8aa1a0c0","displayName":"Finance","meta":{"resourceType":"Group"}}`)
	if group["id"] != "finance" {
		t.Fatalf("the group: %v", group)
	}
	s.finds("/Groups", `displayName eq "Finance"`, "finance")
	s.scim(400, "PATCH", "/Groups/finance", `{`+patchOp+`,"Operations":[{"op":"Add","path":"members","value":[{"value":"nobody"}]}]}`)
	s.scim(204, "PATCH", "/Groups/finance", `{`+patchOp+`,"Operations":[{"op":"Add","path":"members","value":[{"$ref":null,"value":"gina-rossi"}]}]}`)
	if doc, _ := s.scim(200, "GET", "/Groups/finance?excludedAttributes=members", ""); doc["members"] != nil || doc["displayName"] != "Finance" {
		t.Errorf("without members: %v", doc)
	}
	if doc, _ := s.scim(200, "GET", "/Groups/finance", ""); members(doc) != "gina-rossi" {
		t.Errorf("with members: %v", doc)
	}

	// She is an approver, and is none the moment she is disabled, though the prompt is in her mailbox.
	s.send(mailserver.Letter{From: eve, ID: "<r1@bridge.test>", Subject: "Refund", Text: "refund 40"})
	prompt := s.expect(0, "gina@bridge.test", "[approval:")
	told, n := len(agent.decisions()), 0
	yes := func() {
		t.Helper()
		n++
		l := prompt.Reply("Sì.")
		l.Text, l.ID = "Yes, please.", fmt.Sprintf("<yes%d@bridge.test>", n)
		s.send(l)
		s.quiet()
	}
	active := func(b string) map[string]any {
		t.Helper()
		doc, _ := s.scim(200, "PATCH", "/Users/gina-rossi", `{`+patchOp+`,"Operations":[{"op":"Replace","path":"active","value":"`+b+`"}]}`)
		return doc
	}
	if doc := active("False"); doc["active"] != false {
		t.Errorf("disabled: %v", doc)
	}
	yes()
	if ds := agent.decisions(); len(ds) != told {
		t.Fatalf("somebody who is disabled decided: %v", ds)
	}
	// An operator's word is not ended by the company's.
	s.must("people", "disable", "gina-rossi")
	if doc := active("True"); doc["active"] != false {
		t.Errorf("enabled against an operator's word: %v", doc)
	}
	yes()
	if ds := agent.decisions(); len(ds) != told {
		t.Fatalf("somebody whom an operator has disabled decided: %v", ds)
	}
	s.must("people", "enable", "gina-rossi")
	at := s.mail.Count()
	yes()
	s.expect(at, eve, "decision=granted by=gina-rossi")

	// Paths with filters, names as paths, an extension, what is not there yet.
	changed, _ := s.scim(200, "PATCH", "/Users/gina-rossi", `{`+patchOp+`,"Operations":[
		{"op":"Replace","path":"emails[type eq \"work\"].value","value":"gina.rossi@bridge.test"},
		{"op":"Add","path":"phoneNumbers[type eq \"mobile\"].value","value":"+39 333 111-2299"},
		{"op":"Replace","path":"name.familyName","value":"Bianchi"},
		{"op":"Replace","path":"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department","value":"Treasury"},
		{"op":"Add","value":{"displayName":"Gina Bianchi","name.givenName":"Gianna"}},
		{"op":"Remove","path":"preferredLanguage"}]}`)
	raw, err := json.Marshal(changed)
	must(t, err)
	for _, want := range []string{
		`"familyName":"Bianchi"`, `"givenName":"Gianna"`, `"department":"Treasury"`, `"displayName":"Gina Bianchi"`, `"value":"gina.rossi@bridge.test"`, `{"type":"mobile","value":"+39 333 111-2299"}`, `"externalId":"0a21f0f2"`,
	} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("changed, without %s: %s", want, raw)
		}
	}
	out := s.must("people", "show", "gina-rossi")
	for want, is := range map[string]bool{"Gina Bianchi": true, "email:gina.rossi@bridge.test": true, "email:gina@bridge.test": false, "sms:+393331112299": true, "whatsapp:+393331112299": true, "finance": true} {
		if strings.Contains(out, want) != is {
			t.Errorf("after the change, %s: %s", want, out)
		}
	}

	// Versions.
	_, header = s.scim(200, "GET", "/Users/gina-rossi", "")
	s.scim(412, "PATCH", "/Users/gina-rossi", `{`+patchOp+`,"Operations":[{"op":"Replace","path":"title","value":"CFO"}]}`, "If-Match", `W/"1"`)
	s.scim(200, "PATCH", "/Users/gina-rossi", `{`+patchOp+`,"Operations":[{"op":"Replace","path":"title","value":"CFO"}]}`, "If-Match", header.Get("Etag"))
	s.scim(412, "DELETE", "/Users/gina-rossi", "", "If-Match", header.Get("Etag"))

	// The configuration wins, and is read alone.
	s.finds("/Users", `userName eq "dana@bridge.test"`, "dana")
	s.scim(403, "PATCH", "/Users/dana", `{`+patchOp+`,"Operations":[{"op":"Replace","path":"active","value":"False"}]}`)
	s.scim(403, "DELETE", "/Users/dana", "")
	s.scim(409, "POST", "/Users", `{"schemas":[`+coreUser+`],"userName":"mallory","emails":[{"type":"work","value":"dana@bridge.test"}]}`)
	s.scim(403, "PATCH", "/Groups/finance", `{`+patchOp+`,"Operations":[{"op":"Add","path":"members","value":[{"value":"dana"}]}]}`)
	s.scim(413, "POST", "/Users", `{"x":"`+strings.Repeat("x", 1<<20)+`"}`)
	s.scim(400, "POST", "/Users", `{"schemas":[`+coreUser+`],"active":true}`)
	s.scim(400, "POST", "/Users", `{`)

	s.scim(204, "PATCH", "/Groups/finance", `{`+patchOp+`,"Operations":[{"op":"Remove","path":"members","value":[{"value":"gina-rossi"}]}]}`)
	if doc, _ := s.scim(200, "GET", "/Groups/finance", ""); members(doc) != "" {
		t.Errorf("taken out: %v", doc)
	}
	s.scim(204, "DELETE", "/Users/gina-rossi", "")
	s.scim(404, "GET", "/Users/gina-rossi", "")
	s.scim(404, "DELETE", "/Users/gina-rossi", "")
	s.must("people", "add", "gina", "-name", "Gina", "-address", "email:gina.rossi@bridge.test", "-verified", "-approver") // free again
	s.finds("/Users", `userName eq "gina.rossi@bridge.test"`, "gina")                                                      // and known by it
	s.scim(200, "PATCH", "/Users/gina", `{`+patchOp+`,"Operations":[{"op":"Add","path":"emails[type eq \"work\"].value","value":"mallory@bridge.test"}]}`)
	if out := s.must("people", "show", "gina"); !strings.Contains(out, "decides nothing") || !strings.Contains(out, "kept by SCIM as gina.rossi@bridge.test") {
		t.Errorf("an operator's approver, linked: %s", out)
	}
}

// TestSCIMOkta plays what Okta does: PUT with everything, PATCH without a path, groups by value
// filters, pages.
func TestSCIMOkta(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, store option) {
		s := newSite(t, store, withSCIM("")).start()
		s.finds("/Users", `userName eq "ada@bridge.test"`)
		user := func(name, given string, active bool) string {
			return fmt.Sprintf(`{"schemas":[%s],"userName":"%s@bridge.test","name":{"givenName":%q,"familyName":"Lee"},"emails":[{"primary":true,"value":"%s@bridge.test","type":"work"}],
				"displayName":"%s Lee","locale":"en-US","externalId":"00u%s","groups":[],"password":"1mz050nq","active":%t}`, coreUser, name, given, name, given, name, active)
		}
		for _, name := range []string{"ada", "ben", "cleo"} {
			doc, _ := s.scim(201, "POST", "/Users", user(name, name, true))
			if raw, _ := json.Marshal(doc); strings.Contains(string(raw), "1mz050nq") {
				t.Error("a password is kept")
			}
		}
		doc, _ := s.scim(200, "GET", "/Users?startIndex=2&count=1", "")
		if list, _ := doc["Resources"].([]any); len(list) != 1 || doc["totalResults"] != float64(3) || list[0].(map[string]any)["id"] != "ben" {
			t.Errorf("the second page: %v", doc)
		}
		doc, _ = s.scim(200, "PUT", "/Users/ada", user("ada", "Augusta", true))
		if name, _ := doc["name"].(map[string]any); name["givenName"] != "Augusta" || doc["active"] != true {
			t.Errorf("put: %v", doc)
		}
		s.scim(200, "PUT", "/Users/ben", user("ben", "Ben", false))
		s.scim(200, "PATCH", "/Users/cleo", `{`+patchOp+`,"Operations":[{"op":"replace","value":{"active":false}}]}`)
		if out := s.must("people", "list"); strings.Count(out, "disabled") != 2 {
			t.Errorf("two are disabled: %s", out)
		}
		s.scim(200, "PATCH", "/Users/cleo", `{`+patchOp+`,"Operations":[{"op":"replace","value":{"active":true}}]}`)
		s.finds("/Users", `active eq false`, "ben")

		doc, _ = s.scim(201, "POST", "/Groups", `{`+coreGroup+`,"displayName":"Risk & Audit","members":[{"value":"ada","display":"ada@bridge.test"}]}`)
		if doc["id"] != "risk--audit" && doc["id"] != "risk-audit" || members(doc) != "ada" {
			t.Fatalf("the group: %v", doc)
		}
		group := "/Groups/" + doc["id"].(string)
		s.scim(204, "PATCH", group, `{`+patchOp+`,"Operations":[{"op":"replace","value":{"id":"`+doc["id"].(string)+`","displayName":"Risk"}}]}`)
		s.scim(204, "PATCH", group, `{`+patchOp+`,"Operations":[{"op":"remove","path":"members[value eq \"ada\"]"},{"op":"add","path":"members","value":[{"value":"ben","display":"ben@bridge.test"},{"value":"cleo"}]}]}`)
		if doc, _ = s.scim(200, "GET", group, ""); doc["displayName"] != "Risk" || members(doc) != "ben cleo" {
			t.Errorf("changed: %v", doc)
		}
		s.scim(204, "PATCH", group, `{`+patchOp+`,"Operations":[{"op":"replace","path":"members","value":[{"value":"cleo"}]}]}`)
		if doc, _ = s.scim(200, "GET", group, ""); members(doc) != "cleo" {
			t.Errorf("replaced: %v", doc)
		}
		doc, _ = s.scim(200, "PUT", group, `{`+coreGroup+`,"displayName":"Risk","members":[{"value":"ada"},{"value":"ben"}]}`)
		if members(doc) != "ada ben" {
			t.Errorf("put: %v", doc)
		}
		if doc, _ = s.scim(200, "GET", "/Users/ada", ""); len(doc["groups"].([]any)) != 1 {
			t.Errorf("her groups: %v", doc["groups"])
		}
		if all, total := s.found("/Groups?startIndex=1&count=100", ""); total != 1 || len(all) != 1 {
			t.Errorf("groups: %v", all)
		}
		s.scim(204, "DELETE", group, "")
		if out := s.must("people", "list", "-group", strings.TrimPrefix(group, "/Groups/")); !strings.Contains(out, "nobody") {
			t.Errorf("still in the group: %s", out)
		}
	})
}

// TestSCIMLimits: calls are bounded, and a tenant's directory sees nobody else's people.
func TestSCIMLimits(t *testing.T) {
	t.Parallel()
	s := newSite(t, withSCIM("tenant = \"acme\"\nrate = \"4/h\"\n[tenants.acme]")).start()
	s.must("people", "add", "ada", "-name", "Ada", "-address", "email:ada@bridge.test", "-verified")
	s.finds("/Users", "")
	s.finds("/Users", `userName eq "ada@bridge.test"`)
	s.scim(404, "GET", "/Users/ada", "")
	s.scim(201, "POST", "/Users", `{"schemas":[`+coreUser+`],"userName":"bea"}`)
	if _, header := s.scim(429, "GET", "/Users", ""); header.Get("Retry-After") == "" {
		t.Error("a refusal without Retry-After")
	}
	if out := s.must("people", "show", "bea"); !strings.Contains(out, "tenant acme") {
		t.Errorf("she is of the tenant: %s", out)
	}
	plain := newSite(t).start()
	plain.scim(404, "GET", "/Users", "")
}
