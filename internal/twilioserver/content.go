package twilioserver

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"bridge/internal/lazyre"
)

var variable = lazyre.New(`\{\{([0-9A-Za-z_]{1,16})\}\}`)

// Limits of variables and templates.
const (
	maxVariable = 1600
	maxTemplate = 1024
)

// render fills a content resource in. A variable without a value and a sample
// is an error, as is a value with a line break.
func (c Content) render(values map[string]string, sms bool) (body string, buttons []Button, e *apiError) {
	fill := func(s string) string {
		return variable.ReplaceAllStringFunc(s, func(name string) string {
			key := strings.Trim(name, "{}")
			v, ok := values[key]
			if !ok {
				v, ok = c.Variables[key]
			}
			switch {
			case !ok || strings.TrimSpace(v) == "" || strings.ContainsAny(v, "\n\r\t") || strings.Contains(v, "    "):
				e = &apiError{Status: http.StatusBadRequest, Code: 21656}
			case units(v) > maxVariable:
				e = &apiError{Status: http.StatusBadRequest, Code: 21658}
			}
			return v
		})
	}
	text := c.Body
	if sms && c.SMSBody != "" {
		text = c.SMSBody
	}
	body = fill(text)
	if !sms {
		for _, b := range c.Buttons {
			buttons = append(buttons, Button{Title: fill(b.Title), ID: fill(b.ID)})
		}
	}
	return body, buttons, e
}

// readVariables reads the parameter ContentVariables: an object of strings.
func readVariables(s string) (map[string]string, *apiError) {
	if s == "" {
		return nil, nil
	}
	var vs map[string]string
	if err := json.Unmarshal([]byte(s), &vs); err != nil {
		return nil, &apiError{Status: http.StatusBadRequest, Code: 21656}
	}
	return vs, nil
}

// types is the resource's "types", as the Content API writes it.
func (c Content) types() map[string]any {
	if len(c.Buttons) == 0 {
		return map[string]any{"twilio/text": map[string]any{"body": c.Body}}
	}
	var actions []map[string]string
	for _, b := range c.Buttons {
		actions = append(actions, map[string]string{"type": "QUICK_REPLY", "title": b.Title, "id": b.ID})
	}
	ts := map[string]any{"twilio/quick-reply": map[string]any{"body": c.Body, "actions": actions}}
	if c.SMSBody != "" {
		ts["twilio/text"] = map[string]any{"body": c.SMSBody}
	}
	return ts
}

func (s *Server) getContent(w http.ResponseWriter, r *http.Request, a Account) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.contents[r.PathValue("sid")]
	if !ok || c.Account != a.SID {
		refuse(w, apiError{Status: http.StatusNotFound, Code: 20404})
		return
	}
	at := s.now().UTC().Format(time.RFC3339)
	link := "https://content.twilio.com/v1/Content/" + c.SID
	writeJSON(w, http.StatusOK, map[string]any{
		"sid": c.SID, "account_sid": c.Account, "friendly_name": c.Name, "language": c.Language, "variables": c.Variables, "types": c.types(),
		"date_created": at, "date_updated": at, "url": link, "links": map[string]string{"approval_fetch": link + "/ApprovalRequests"},
	})
}

func (s *Server) getApproval(w http.ResponseWriter, r *http.Request, a Account) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.contents[r.PathValue("sid")]
	if !ok || c.Account != a.SID {
		refuse(w, apiError{Status: http.StatusNotFound, Code: 20404})
		return
	}
	status := c.Approval
	if status == "" {
		status = "unsubmitted"
	}
	kind := "twilio/text"
	if len(c.Buttons) > 0 {
		kind = "twilio/quick-reply"
	}
	writeJSON(w, http.StatusOK, map[string]any{
		"sid": c.SID, "account_sid": c.Account, "url": "https://content.twilio.com/v1/Content/" + c.SID + "/ApprovalRequests",
		"whatsapp": map[string]any{
			"type": "whatsapp", "name": c.Name, "category": "UTILITY", "content_type": kind, "status": status, "rejection_reason": "", "allow_category_change": true,
		},
	})
}
