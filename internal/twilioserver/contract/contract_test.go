package contract_test

import (
	"net/http"
	"strings"
	"testing"

	"bridge/internal/twilioserver"
	"bridge/internal/twilioserver/contract"
)

const (
	account = "AC0123456789abcdef0123456789abcdef"
	path    = "/2010-04-01/Accounts/" + account
	content = "HX0123456789abcdef0123456789abcdef"
)

func request(method, uri, form string) twilioserver.Request {
	h := http.Header{"Authorization": {"Basic eDp5"}}
	if method == http.MethodPost {
		h.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return twilioserver.Request{Method: method, Host: "api.twilio.com", URI: uri, Header: h, Body: []byte(form)}
}

// TestContract: what Twilio's description allows and what it does not.
func TestContract(t *testing.T) {
	spec := contract.Load(t)
	send := path + "/Messages.json"
	for _, c := range []struct {
		name, method, uri, form string
		bad                     string // a word of the reason; "" = it is good
	}{
		{"send", "POST", send, "To=%2B393331234567&From=%2B15005550006&Body=hi&StatusCallback=https%3A%2F%2Fb.example%2Fx%3Fm%3D1&ValidityPeriod=3600", ""},
		{"content", "POST", send, "To=whatsapp%3A%2B393331234567&From=whatsapp%3A%2B15005550006&ContentSid=" + content + "&ContentVariables=%7B%221%22%3A%22a%22%7D", ""},
		{"two files", "POST", send, "To=%2B393331234567&From=%2B15005550006&MediaUrl=https%3A%2F%2Fb.example%2F1&MediaUrl=https%3A%2F%2Fb.example%2F2", ""},
		{"list", "GET", send + "?To=%2B393331234567&DateSent%3E=2026-01-02T03%3A04%3A05Z&PageSize=50&Page=0&PageToken=PASM1", "", ""},
		{"numbers", "GET", path + "/IncomingPhoneNumbers.json?PhoneNumber=%2B15005550006", "", ""},
		{"account", "GET", path + ".json", "", ""},
		{"content resource", "GET", "/v1/Content/" + content, "", ""},
		{"approval", "GET", "/v1/Content/" + content + "/ApprovalRequests", "", ""},

		{"no recipient", "POST", send, "From=%2B15005550006&Body=hi", "To"},
		{"an unknown parameter", "POST", send, "To=%2B393331234567&From=%2B15005550006&Body=hi&Priority=1", "Priority"},
		{"a repeated parameter", "POST", send, "To=%2B393331234567&To=%2B393331234568&From=%2B15005550006&Body=hi", "2 times"},
		{"an unknown filter", "GET", send + "?Sender=1", "", "Sender"},
		{"not a number", "POST", send, "To=%2B393331234567&From=%2B15005550006&Body=hi&ValidityPeriod=abc", "ValidityPeriod"},
		{"a wrong content SID", "POST", send, "To=%2B393331234567&From=%2B15005550006&ContentSid=HX1", "ContentSid"},
		{"a wrong account", "GET", "/2010-04-01/Accounts/AC1/Messages.json", "", "AccountSid"},
		{"another path", "GET", path + "/Nonsense.json", "", "no such operation"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := spec.Check(request(c.method, c.uri, c.form))
			if c.bad == "" && err != nil || c.bad != "" && (err == nil || !strings.Contains(err.Error(), c.bad)) {
				t.Errorf("error %v, want one with %q", err, c.bad)
			}
		})
	}
	anonymous := request("GET", path+".json", "")
	anonymous.Header = http.Header{}
	if err := spec.Check(anonymous); err == nil {
		t.Error("a request without credentials is good")
	}
}
