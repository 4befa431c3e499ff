package mcpagent

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/agents"
)

const bookingForm = `{"type":"object","required":["guests","room"],"properties":{
 "guests":{"type":"integer","title":"Guests","minimum":1,"maximum":10},
 "room":{"type":"string","oneOf":[{"const":"a1","title":"Blue room"},{"const":"b2","title":"Garden"}]},
 "price":{"type":"number","description":"at most: per night"},
 "extras":{"type":"array","items":{"enum":["wifi","lunch","dog"],"enumNames":["WLAN","Lunch","Dog"]},"maxItems":2},
 "day":{"type":"string","format":"date","default":"2026-12-01"},
 "mail":{"type":"string","format":"email"},
 "note":{"type":"string","maxLength":12},
 "smoking":{"type":"boolean"}}}`

// A form is asked in words: what each field wants, what may be left out, and what counts then.
func TestFormsInWords(t *testing.T) {
	t.Parallel()
	in := input{Text: "Book?", Schema: json.RawMessage(bookingForm)}
	const want = `Book?

day: (a date such as 2026-03-31; left out: 2026-12-01)
extras: (any of WLAN / Lunch / Dog, with commas, at most 2; may be left out)
Guests: (a whole number from 1 to 10)
mail: (a mail address; may be left out)
note: (at most 12 characters; may be left out)
price: (at most per night; a number; may be left out)
room: (Blue room / Garden)
smoking: (yes / no; may be left out)

Reply with a line for each, or "no".`
	if got := in.ask(); got != want {
		t.Errorf("asked\n%s\nwant\n%s", got, want)
	}
}

func TestAnswersToForms(t *testing.T) {
	t.Parallel()
	const free = `{"properties":{"a":{"type":"string"},"b":{"type":"boolean","default":true}}}`
	for _, c := range []struct{ name, schema, text, want string }{
		{
			"all of it", bookingForm, "Hi,\nguests: 3\nROOM: blue room\nPrice: 90,5\nextras: dog, 1\nday: 2026-12-24\nmail: Eve <eve@example.com>\nnote: by the sea\nsmoking: No.\n\nEve",
			`accept {"day":"2026-12-24","extras":["dog","wifi"],"guests":3,"mail":"eve@example.com","note":"by the sea","price":90.5,"room":"a1","smoking":false}`,
		},
		{"what is needed", bookingForm, "guests: 3\nroom: garden", `accept {"day":"2026-12-01","guests":3,"room":"b2"}`},
		{"with the hint", bookingForm, "guests: (a whole number from 1 to 10) 3\nroom: 2", `accept {"day":"2026-12-01","guests":3,"room":"b2"}`},
		{"a no", bookingForm, "No!\nguests: 3", "decline null"},
		{"no answer", bookingForm, "What is this?", ""},
		{
			"mistakes", bookingForm, "guests: many\nextras: dog, cat\nday: tomorrow\nmail: eve\nnote: a very long note\nprice: x",
			"day: \"tomorrow\" is not what is wanted: a date such as 2026-03-31\nextras: \"dog, cat\" is not what is wanted: any of WLAN / Lunch / Dog, with commas, at most 2\n" +
				"Guests: \"many\" is not what is wanted: a whole number from 1 to 10\nmail: \"eve\" is not what is wanted: a mail address\nnote: \"a very long note\" is not what is wanted: at most 12 characters\n" +
				"price: \"x\" is not what is wanted: a number\nroom: it is missing",
		},
		{"out of range", bookingForm, "guests: 11\nroom: 3", "Guests: \"11\" is not what is wanted: a whole number from 1 to 10\nroom: \"3\" is not what is wanted: Blue room / Garden"},
		{"too many", bookingForm, "guests: 1\nroom: 1\nextras: wifi; lunch; dog", "extras: \"wifi; lunch; dog\" is not what is wanted: any of WLAN / Lunch / Dog, with commas, at most 2"},
		{"no whole number", bookingForm, "guests: 2.5\nroom: 1", "Guests: \"2.5\" is not what is wanted: a whole number from 1 to 10"},
		{"not a number", bookingForm, "guests: 2\nroom: 1\nprice: NaN", "price: \"NaN\" is not what is wanted: a number"},
		{"twice", bookingForm, "guests: 3\nguests: 4\nroom: 1", "Guests: it is there twice"},
		{"nothing is needed", free, "ok", `accept {"b":true}`},
		{"nothing is needed, and nothing is said", free, "Thanks", ""},
		{"one field is its value", `{"required":["a"],"properties":{"a":{"type":"integer"}}}`, "17\n\nEve", `accept {"a":17}`},
		{"a truth is no decline", `{"required":["a"],"properties":{"a":{"type":"boolean"}}}`, "no", `accept {"a":false}`},
		{"a value that nobody has seen", `{"required":["a"],"properties":{"a":{"enum":["2","1"],"enumNames":["One","Two"]}}}`, "2", `accept {"a":"1"}`},
		{"a confirmation", `{"properties":{}}`, "Yes.", "accept {}"},
		{"a confirmation refused", ``, "no", "decline null"},
		{"a confirmation not read", ``, "maybe", ""},
		{"a confirmation with a name", ``, "Yes\n \nEve", "accept {}"},
		{"a confirmation above a doubt", ``, "Yes\n\nBut only two guests.", ""},
		{"a confirmation above another name", ``, "Yes\n\nTomorrow", ""},
		{"a truth above a doubt", `{"properties":{"a":{"type":"boolean"}}}`, "Yes\n\nif Dana agrees", ""},
		{"half a confirmation", ``, "Yes\nbut not before Friday", ""},
		{"half a truth", `{"properties":{"a":{"type":"boolean"}}}`, "Yes,\nif Dana agrees", ""},
		{"a truth by its name", `{"properties":{"a":{"type":"boolean"}}}`, "Hi,\na: yes", `accept {"a":true}`},
		{"a refusal with a reason", ``, "No\nnot before Friday", "decline null"},
	} {
		r, problems := input{Text: "x", Schema: json.RawMessage(c.schema)}.read(unsigned(c.text, &agents.Person{ID: "eve", Name: "Eve Brown"}))
		got := strings.Join(problems, "\n")
		if r != nil {
			b, _ := json.Marshal(r.Content)
			got = r.Action + " " + string(b)
		}
		if got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// What cannot be asked is refused before anybody is asked.
func TestFormsThatCannotBeAsked(t *testing.T) {
	t.Parallel()
	many := `{"properties":{`
	for i := range maxFields + 1 {
		many += `"f` + string(rune('a'+i)) + `":{"type":"string"},`
	}
	for name, schema := range map[string]string{
		"too many":         strings.TrimSuffix(many, ",") + "}}",
		"a list":           `{"properties":{"a":{"type":"array","items":{"type":"string"}}}}`,
		"the same choice":  `{"properties":{"a":{"type":"string","enum":["x","y"],"enumNames":["Savings","savings."]}}}`,
		"no name":          `{"properties":{" : ":{"type":"string"}}}`,
		"the same name":    `{"properties":{"a":{"type":"string"},"A.":{"type":"string"}}}`,
		"another's schema": `{"properties":{"a":{"$ref":"https://example.com/x"}}}`,
		"no schema":        `[]`,
	} {
		if _, err := newInput("x", &mcp.ElicitParams{Message: "?", RequestedSchema: json.RawMessage(schema)}); err == nil {
			t.Errorf("%s can be asked", name)
		}
	}
	for _, at := range []string{"javascript:alert(1)", "file:///etc/passwd", "https://user:pass@example.com/", "https://"} {
		if _, err := newInput("x", &mcp.ElicitParams{Message: "?", URL: at}); err == nil {
			t.Errorf("the link %s is sent", at)
		}
	}
}

// Whatever a server asks and a person answers: nothing panics, a result is in the form's own
// terms, and what is asked fits a message.
func FuzzForm(f *testing.F) {
	f.Add(bookingForm, "guests: 3\nroom: 1")
	f.Add(`{"properties":{"a":{"type":"boolean","default":true}}}`, "ok")
	f.Add(`{"properties":{"a":{"type":["string","null"],"enum":[null,1,"x"]}}}`, "1")
	f.Fuzz(func(t *testing.T, schema, text string) {
		if !json.Valid([]byte(schema)) {
			return
		}
		in, err := newInput("x", &mcp.ElicitParams{Message: "?", RequestedSchema: json.RawMessage(schema)})
		if err != nil {
			return
		}
		if asked := in.ask(); utf8.ValidString(schema) && (!utf8.ValidString(asked) || len(asked) > 256<<10) {
			t.Errorf("asked %d bytes", len(asked))
		}
		r, _ := in.read(text)
		if r == nil {
			return
		}
		if _, err := json.Marshal(r); err != nil {
			t.Errorf("%v", err)
		}
		var known struct {
			Properties map[string]any `json:"properties"`
		}
		_ = json.Unmarshal([]byte(schema), &known)
		for key := range r.Content {
			if _, ok := known.Properties[key]; !ok {
				t.Errorf("%q is no field", key)
			}
		}
	})
}
