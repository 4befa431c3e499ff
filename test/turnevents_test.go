package test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestTurnEvents: a turn that waits for people and one that has settled are told to systems in one
// form, that of the published schema: what is asked is in it without any code, with its surface, and
// the end has all parts of all steps, in order.
func TestTurnEvents(t *testing.T) {
	t.Parallel()
	c := jsonschema.NewCompiler()
	for _, name := range []string{"turn-event.schema.json", "envelope.schema.json", "update.schema.json"} {
		f, err := os.Open("../docs/agents/" + name)
		must(t, err)
		doc, err := jsonschema.UnmarshalJSON(f)
		must(t, err)
		_ = f.Close()
		must(t, c.AddResource("https://bridge.test/"+name, doc))
	}
	schema, err := c.Compile("https://bridge.test/turn-event.schema.json")
	must(t, err)

	h := newHookServer(t, nil)
	s := newSite(t, httpAgent(refundAgent(t).URL))
	withSchedule(s, "prompt = \"refund 40\"\ndeliver = [\"crm\"]")
	s.add(hookTo("crm", h.URL+"/crm", ""))
	s.start()
	s.do("cron", "run", "digest")
	prompt := s.expect(0, dana, "[approval:")
	code := codePattern.FindStringSubmatch(prompt.Subject)[1]
	h.await("/crm", 1)
	s.send(prompt.Reply("yes"))
	list := h.await("/crm", 2)
	if len(list) != 2 || list[0].Type != "turn.suspended" || list[1].Type != "turn.settled" {
		t.Fatalf("%+v", list)
	}
	var parts [2]string
	for i, p := range list {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(p.body))
		must(t, err)
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v\n%s", p.Type, err, p.body)
		}
		if strings.Contains(p.body, code) {
			t.Errorf("%s has the code:\n%s", p.Type, p.body)
		}
		var d struct {
			Envelope struct {
				Parts []struct {
					Text     string
					Data     json.RawMessage
					PartType string
				}
			}
		}
		must(t, json.Unmarshal(p.Data, &d))
		for _, one := range d.Envelope.Parts {
			parts[i] += one.PartType + " " + one.Text
			if one.PartType == "approval-request" {
				var asked struct {
					ApprovalID, ToolName, ExpiresAt string
					Args                            json.RawMessage
				}
				must(t, json.Unmarshal(one.Data, &asked))
				parts[i] += asked.ApprovalID + " " + asked.ToolName + string(asked.Args)
				if asked.ExpiresAt == "" {
					t.Errorf("%s: no expiresAt in %s", p.Type, one.Data)
				}
			}
			parts[i] += "; "
		}
	}
	const asked = `response Let me check.; approval-request refund-1 refund{"amount":40,"currency":"EUR"}; a2ui-surface ; `
	if parts[0] != asked {
		t.Errorf("suspended: %s", parts[0])
	}
	if parts[1] != asked+"response decision=granted by=dana reason=; " {
		t.Errorf("settled: %s", parts[1])
	}
}
