package console_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/app/console"
	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/mac"
	"bridge/internal/noerr"
	"bridge/operate"
)

// hostile stands in every text of an answer of the API.
const hostile = `email:<i>"'></title></textarea>&amp;javascript:x`

// filled is a value with hostile texts and lists of two elements: with all that can be there, or
// without what a pointer or a true leads to.
func filled(t reflect.Type, yes bool, depth int) reflect.Value {
	v := reflect.New(t).Elem()
	switch t {
	case reflect.TypeFor[time.Time]():
		return reflect.ValueOf(time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC))
	case reflect.TypeFor[json.RawMessage]():
		b, _ := json.Marshal(map[string]any{"a": hostile, "n": 12})
		return reflect.ValueOf(json.RawMessage(b))
	case reflect.TypeFor[request.State]():
		return reflect.ValueOf(request.Pending)
	case reflect.TypeFor[message.Trust]():
		return reflect.ValueOf(message.Verified)
	case reflect.TypeFor[envelope.Part]():
		p := envelope.TextPart(envelope.Response, hostile)
		if yes {
			p, _ = envelope.DataPart(envelope.DomainData, map[string]string{"a": hostile})
		}
		return reflect.ValueOf(p)
	}
	switch t.Kind() {
	case reflect.String:
		v.SetString(hostile)
	case reflect.Bool:
		v.SetBool(yes)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(7)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(7)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(1.5)
	case reflect.Pointer:
		if yes && depth < 12 {
			v.Set(reflect.New(t.Elem()))
			v.Elem().Set(filled(t.Elem(), yes, depth+1))
		}
	case reflect.Slice:
		if depth < 12 {
			x := filled(t.Elem(), yes, depth+1)
			v.Set(reflect.Append(v, x, x))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(t))
		v.SetMapIndex(filled(t.Key(), yes, depth+1), filled(t.Elem(), yes, depth+1))
	case reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				v.Field(i).Set(filled(t.Field(i).Type, yes, depth+1))
			}
		}
	}
	return v
}

type list[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next"`
}

func one[T any](yes bool) any { return filled(reflect.TypeFor[T](), yes, 0).Interface() }

// TestFilledPages: every page shows what it can have, and nothing of it is markup.
func TestFilledPages(t *testing.T) {
	for _, yes := range []bool{true, false} {
		answers := map[string]any{
			"/status": one[operate.Status](yes), "/sessions": one[list[operate.Conversation]](yes), "/approvals": one[list[operate.Approval]](yes), "/deadletters": one[list[operate.DeadLetter]](yes),
			"/trace/x": one[operate.Trace](yes), "/approvals/x": one[operate.Approval](yes), "/deadletters/x": one[operate.DeadDetail](yes), "/agents": one[list[operate.AgentStatus]](yes),
			"/approvals/x/evidence": map[string]any{"prompts": []any{map[string]any{"to": hostile, "channel": hostile, "text": hostile}}},
			"/nodes":                one[list[operate.NodeStatus]](yes), "/cron": list[adapters.Schedule]{Items: []adapters.Schedule{{Name: "x"}}}, "/cron/x": one[adapters.Schedule](yes), "/cron/x/runs": one[list[adapters.Run]](yes),
			"/people": one[operate.PersonPage](yes), "/people/x": one[operate.Person](yes), "/channels/joinable": one[list[operate.JoinChannel]](yes), "/usage": one[operate.UsageReport](yes), "/figures": one[operate.Figures](yes),
			"/sends": one[operate.SendPage](yes), "/people/x/invite": one[operate.Invited](yes),
		}
		b := &bench{t: t, now: time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)}
		keys, err := mac.NewKeys([]byte(strings.Repeat("k", mac.MinSecret)))
		noerr.Must(t, err)
		var log strings.Builder
		b.c = console.New(console.Options{
			API: func(string) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					a, ok := answers[strings.TrimPrefix(r.URL.Path, "/api/v1")]
					if !ok {
						t.Errorf("nothing stands in for %s", r.URL.Path)
					}
					if err := json.NewEncoder(w).Encode(a); err != nil {
						t.Errorf("%s: %v", r.URL.Path, err)
					}
				})
			},
			Operators: map[string]string{"olga": "token-of-olga"}, Keys: keys, Now: b.clock, Log: slog.New(slog.NewTextHandler(&log, nil)),
		})
		b.srv = httptest.NewServer(b.c)
		t.Cleanup(b.srv.Close)
		c := b.browser()
		form := b.login(c, "token-of-olga")
		check := func(path string, status int, html string) {
			bad := strings.Contains(html, "<nil>") || strings.Contains(html, "%!") || strings.Contains(html, "<no value>") || strings.Contains(html, "<i>") || strings.Contains(html, `"javascript:`)
			if status != http.StatusOK || bad || !strings.HasSuffix(strings.TrimSpace(html), "</html>") || path != "figures" && !strings.Contains(html, "&lt;i&gt;") {
				t.Errorf("%s: %d\n%s\n%s", path, status, html, log.String())
			}
		}
		for _, path := range []string{"", "conversations", "conversations/x", "trace?id=x", "approvals", "approvals/x", "deadletters", "deadletters/x", "sends", "channels", "cron", "people", "people/x", "usage", "figures"} {
			q := "?"
			if strings.Contains(path, "?") {
				q = "&"
			}
			status, html, _ := b.get(c, "/console/"+path+q+url.Values{"text": {hostile}, "state": {"pending"}, "since": {hostile}, "person": {hostile}, "queue": {hostile}}.Encode())
			check(path, status, html)
		}
		status, html := b.post(c, "/console/people/invite", url.Values{"form": {form}, "id": {"x"}, "channel": {"x"}})
		check("people/invite", status, html)
	}
}
