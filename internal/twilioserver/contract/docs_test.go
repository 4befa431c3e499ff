package contract_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"bridge/internal/noerr"
	"bridge/internal/twilioserver"
	"bridge/internal/twilioserver/contract"
)

// TestDocumentedContents: the resources that docs/channels/whatsapp.md has people create
// are ones that the Content API takes and WhatsApp approves.
func TestDocumentedContents(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/channels/whatsapp.md")
	noerr.Must(t, err)
	blocks := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllSubmatch(doc, -1)
	if len(blocks) != 2 {
		t.Fatalf("%d resources are documented, want 2", len(blocks))
	}
	for _, b := range blocks {
		var c struct {
			Name      string            `json:"friendly_name"`
			Variables map[string]string `json:"variables"`
			Types     map[string]struct {
				Body    string
				Actions []struct{ Title, ID string }
			}
		}
		if err := json.Unmarshal(b[1], &c); err != nil {
			t.Fatalf("%v\n%s", err, b[1])
		}
		for kind, v := range c.Types {
			if strings.HasPrefix(v.Body, "{{") || strings.HasSuffix(v.Body, "}}") || regexp.MustCompile(`\}\}\s*\{\{`).MatchString(v.Body) {
				t.Errorf("%s: WhatsApp refuses variables at the border or side by side: %q", c.Name, v.Body)
			}
			for n := range c.Variables {
				if !strings.Contains(v.Body, "{{"+n+"}}") {
					t.Errorf("%s: the body does not show {{%s}}", c.Name, n)
				}
			}
			if kind == "twilio/quick-reply" && fmt.Sprint(v.Actions) != "[{Approve approve:{{2}}} {Deny deny:{{2}}}]" {
				t.Errorf("%s: the buttons are %v", c.Name, v.Actions)
			}
		}
	}
	spec := contract.Load(t)
	for _, b := range blocks {
		r := twilioserver.Request{
			Method: http.MethodPost, Host: "content.twilio.com", URI: "/v1/Content", Body: b[1],
			Header: http.Header{"Authorization": {"Basic eDp5"}, "Content-Type": {"application/json"}},
		}
		if err := spec.Check(r); err != nil {
			t.Errorf("%v\n%s", err, b[1])
		}
	}
}
