package a2ui

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"bridge/internal/cputime"
)

var words = Words{
	Image: "image", Video: "video", Audio: "audio", Choices: "Choices", Chosen: "(chosen)",
	When: func(t time.Time, day, clock bool) string { return fmt.Sprint(t.Format(time.DateTime), day, clock) },
}

// lines is a document in a form that tests can compare.
func lines(d Document) string {
	var out []string
	spans := func(list []Span) string {
		s := ""
		for _, x := range list {
			switch x.Form {
			case Link, Image:
				s += x.Text + "<" + x.URL + ">"
			case Button:
				s += "[" + x.Text + "]"
			default:
				s += x.Text
			}
		}
		return s
	}
	row := func(cells [][]Span) string {
		var list []string
		for _, c := range cells {
			list = append(list, spans(c))
		}
		return "|" + strings.Join(list, "|") + "|"
	}
	for _, b := range d.Blocks {
		switch b.Kind {
		case Line:
			out = append(out, spans(b.Spans))
		case Item:
			out = append(out, "- "+spans(b.Spans))
		case Heading:
			out = append(out, strings.Repeat("#", b.Level)+" "+spans(b.Spans))
		case Markdown:
			out = append(out, "md "+b.Text)
		case Table:
			head := "T"
			if len(b.Head) > 0 {
				head += row(b.Head)
			}
			out = append(out, head)
			for _, r := range b.Rows {
				out = append(out, row(r))
			}
		case Rule:
			out = append(out, "---")
		case Gap:
			out = append(out, "")
		}
	}
	return strings.Join(out, "\n")
}

func read(parts ...string) Document { return readWith("", parts...) }

func readWith(shared string, parts ...string) Document {
	var list [][]byte
	for _, p := range parts {
		list = append(list, []byte(p))
	}
	return Read(list, [][]byte{[]byte(shared)}, words)
}

// surface9 is a 0.9 surface of these components, with data.
func surface9(components, data string) string {
	return `[{"createSurface":{"surfaceId":"s"}},{"updateDataModel":{"surfaceId":"s","value":` + data + `}},{"updateComponents":{"surfaceId":"s","components":[` + components + `]}}]`
}

func text9(text string) string { return `{"id":"root","component":"Text","text":` + text + `}` }

// TestMessages: messages are applied in order, and what is left is shown.
func TestMessages(t *testing.T) {
	components := func(text string) string {
		return `{"updateComponents":{"surfaceId":"s","components":[` + text9(text) + `]}}`
	}
	bound := components(`{"path":"/a/b"}`)
	tests := []struct {
		name  string
		parts []string
		want  string
		left  []int
	}{
		{"one message", []string{components(`"hi"`)}, "hi", nil},
		{"a list", []string{`[` + components(`"hi"`) + `]`}, "hi", nil},
		{"one a line", []string{components(`"old"`) + "\n" + components(`"new"`)}, "new", nil},
		{"a sample's file", []string{`{"name":"x","messages":[` + components(`"hi"`) + `]}`}, "hi", nil},
		{"several in one object", []string{`{"updateComponents":{"surfaceId":"s","components":[` + text9(`{"path":"/x"}`) + `]},"createSurface":{"surfaceId":"s"},"updateDataModel":{"surfaceId":"s","value":{"x":"hi"}}}`}, "hi", nil},
		{"over several parts", []string{bound, `{"updateDataModel":{"surfaceId":"s","path":"/a/b","value":"hi"}}`}, "hi", nil},
		{"the last value counts", []string{bound, `{"updateDataModel":{"surfaceId":"s","value":{"a":{"b":1}}}}`, `{"updateDataModel":{"surfaceId":"s","path":"/a/b","value":2}}`}, "2", nil},
		{"a value goes", []string{`{"updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Column","children":["x","y"]},{"id":"x","component":"Text","text":{"path":"/x"}},{"id":"y","component":"Text","text":"y"}]}}`, `[{"updateDataModel":{"surfaceId":"s","path":"/x","value":"x"}},{"updateDataModel":{"surfaceId":"s","path":"/x"}}]`}, "y", nil},
		{"a value goes and comes back", []string{components(`{"path":"/"}`), `{"updateDataModel":{"surfaceId":"s","value":{"a":1,"b":2,"c":3}}}`, `{"updateDataModel":{"surfaceId":"s","path":"/a"}}`, `{"updateDataModel":{"surfaceId":"s","path":"/c","value":null}}`, `{"updateDataModel":{"surfaceId":"s","path":"/a","value":4}}`}, `{"a":4,"b":2}`, nil},
		{"names with slashes", []string{components(`{"path":"/a~1b/c~0d"}`), `{"updateDataModel":{"surfaceId":"s","value":{"a/b":{"c~d":"hi"}}}}`}, "hi", nil},
		{"a list grows at its end", []string{components(`{"path":"/l"}`), `[{"updateDataModel":{"surfaceId":"s","value":{"l":["a"]}}},{"updateDataModel":{"surfaceId":"s","path":"/l/1","value":"b"}},{"updateDataModel":{"surfaceId":"s","path":"/l/-","value":"c"}},{"updateDataModel":{"surfaceId":"s","path":"/l/999999999","value":"d"}}]`}, "a, b, c", nil},
		{"objects as JSON, in order", []string{components(`{"path":"/"}`), `{"updateDataModel":{"surfaceId":"s","value":{"z":1.50,"a":[true,null,"q\""]}}}`}, `{"z":1.50,"a":[true,null,"q\""]}`, nil},
		{"deleted", []string{components(`"hi"`), `{"deleteSurface":{"surfaceId":"s"}}`}, "", nil},
		{"made again", []string{components(`"hi"`), `{"deleteSurface":{"surfaceId":"s"}}`, components(`"again"`)}, "again", nil},
		{"created anew is empty", []string{components(`"hi"`), `{"createSurface":{"surfaceId":"s"}}`}, "", []int{0, 1}},
		{"1.0 has all in one", []string{`{"version":"v1.0","createSurface":{"surfaceId":"s","components":[` + text9(`{"path":"/x"}`) + `],"dataModel":{"x":"hi"}}}`}, "hi", nil},
		{"no root yet", []string{`{"updateComponents":{"surfaceId":"s","components":[{"id":"x","component":"Text","text":"hi"}]}}`}, "", []int{0}},
		{"a bad one is passed over", []string{components(`"hi"`), `[{"foo":1},17,` + components(`"after"`) + `]`, `{broken`}, "after", []int{1, 2}},
		{"not JSON", []string{"hello"}, "", []int{0}},
		{"calls are not for people", []string{components(`"hi"`), `{"functionCallId":"1","callFunction":{"call":"openUrl"}}`}, "hi", nil},
		{"0.8", []string{`{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"top","component":{"Text":{"text":{"path":"/a/b"}}}}]}}`, `{"dataModelUpdate":{"surfaceId":"s","contents":[{"key":"a","valueMap":[{"key":"b","valueNumber":5}]}]}}`, `{"beginRendering":{"surfaceId":"s","root":"top"}}`}, "5", nil},
		{"0.8 merges at a path", []string{`{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"root","component":{"Text":{"text":{"path":"/a"}}}}]}}`, `{"dataModelUpdate":{"surfaceId":"s","path":"/a","contents":[{"key":"x","valueBoolean":true}]}}`, `{"dataModelUpdate":{"surfaceId":"s","path":"/a","contents":[{"key":"y","valueString":"s"}]}}`}, `{"x":true,"y":"s"}`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := read(tt.parts...)
			if got := lines(d); got != tt.want || !reflect.DeepEqual(d.Left, tt.left) || d.Cut {
				t.Errorf("%q, left %v, cut %v; want %q, %v", got, d.Left, d.Cut, tt.want, tt.left)
			}
		})
	}
}

// TestSharedData: surfaces bind to the data of the answer where they have none.
func TestSharedData(t *testing.T) {
	d := readWith(`{"flights":[{"n":"BA"},{"n":"EJ"}]}`, `{"updateComponents":{"surfaceId":"s","components":[
		{"id":"root","component":"List","children":{"componentId":"x","path":"/flights"}},{"id":"x","component":"Text","text":{"path":"n"}}]}}`)
	if got := lines(d); got != "- BA\n- EJ" {
		t.Errorf("%q", got)
	}
}

// TestValues: bindings, functions and what they make of data.
func TestValues(t *testing.T) {
	const data = `{"n":1234567.891,"neg":-5.5,"s":"str","t":"2026-08-15T08:05:09Z","day":"2026-01-02","yes":true,"none":null,"l":["a","b"],"o":{"k":"v"},"zero":0,"two":2,"big":1e300,"obj":{"path":"/s"}}`
	call := func(name, args string) string { return `{"call":"` + name + `","args":{` + args + `}}` }
	f := func(s string) string { return call("formatString", `"value":"`+s+`"`) }
	tests := []struct{ expr, want string }{
		{`"plain"`, "plain"},
		{`{"path":"/n"}`, "1234567.891"},
		{`{"path":"n"}`, "1234567.891"},
		{`{"path":"/none"}`, ""},
		{`{"path":"/missing"}`, ""},
		{`{"path":"/yes"}`, "true"},
		{`{"path":"/l"}`, "a, b"},
		{`{"path":"/l/1"}`, "b"},
		{`{"path":"/o"}`, `{"k":"v"}`},
		{`{"path":"/obj"}`, `{"path":"/s"}`}, // data is never a binding
		{`{"literalString":"x"}`, "x"},
		{`{"path":"/missing","literalString":"x"}`, "x"},
		{`{"path":"/s","literalString":"x"}`, "str"},
		{`{"literalNumber":4}`, "4"},
		{call("formatNumber", `"value":{"path":"/n"}`), "1,234,567.891"},
		{call("formatNumber", `"value":{"path":"/n"},"decimals":1`), "1,234,567.9"},
		{call("formatNumber", `"value":{"path":"/n"},"decimals":0,"grouping":false`), "1234568"},
		{call("formatNumber", `"value":"x"`), "x"},
		{call("formatNumber", `"value":{"path":"/big"}`), "1e300"},
		{call("formatCurrency", `"value":{"path":"/neg"},"currency":"EUR"`), "-€5.50"},
		{call("formatCurrency", `"value":1999,"currency":"CHF"`), "CHF 1,999.00"},
		{call("formatCurrency", `"value":1999,"currency":"jpy"`), "¥1,999"},
		{call("formatDate", `"value":{"path":"/t"},"format":"EEEE, d MMMM yyyy 'at' h:mm a"`), "Saturday, 15 August 2026 at 8:05 AM"},
		{call("formatDate", `"value":{"path":"/t"},"format":"E dd.MM.yy HH:mm:ss ''"`), "Sat 15.08.26 08:05:09 '"},
		{call("formatDate", `"value":{"path":"/day"},"format":"MMM d"`), "Jan 2"},
		{call("formatDate", `"value":"soon","format":"MMM d"`), "soon"},
		{call("formatDate", `"value":1786781109000,"format":"yyyy"`), "2026"},
		{call("pluralize", `"value":{"path":"/zero"},"zero":"none","one":"one","other":"many"`), "none"},
		{call("pluralize", `"value":1,"one":"one","other":"many"`), "one"},
		{call("pluralize", `"value":{"path":"/two"},"one":"one","other":"many"`), "many"},
		{call("pluralize", `"value":0,"one":"one","other":"many"`), "many"},
		{call("capitalize", `"value":{"path":"/s"}`), "str"},
		{call("nothing", ``), ""},
		{f("${/s} and ${s}, ${/missing}!"), "str and str, !"},
		{f(`\\${/s}`), "${/s}"},
		{f("100${"), "100${"},
		{f("${/l/0}${/l/1}"), "ab"},
		{f("${formatCurrency(value:${/neg}, currency:'EUR')} of ${formatNumber(value: 12000)}"), "-€5.50 of 12,000"},
		{f("${formatDate(value:${/t}, format:'d MMM, HH:mm')}"), "15 Aug, 08:05"},
		{f("${formatString(value:'a, (b) }')}"), "a, (b) }"},
		{f("${unknown()}"), ""},
	}
	for _, tt := range tests {
		if got := lines(read(surface9(text9(tt.expr), data))); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.expr, got, tt.want)
		}
	}
}

// TestIndex: what a template's item is and which one.
func TestIndex(t *testing.T) {
	got := lines(read(surface9(`{"id":"root","component":"List","children":{"componentId":"x","path":"/l"}},
		{"id":"x","component":"Text","text":{"call":"formatString","args":{"value":"${@index(offset:1)} ${/top} ${name}${.}"}}}`, `{"top":"T","l":[{"name":"a"},"b"]}`)))
	if got != "- 1 T a{\"name\":\"a\"}\n- 2 T b" {
		t.Errorf("%q", got)
	}
}

// TestComponents: single components, and how they stand together.
func TestComponents(t *testing.T) {
	texts := `,{"id":"a","component":"Text","text":"A"},{"id":"b","component":"Text","text":"B"},{"id":"long","component":"Text","text":"` + strings.Repeat("word ", 30) + `"},
		{"id":"two","component":"Column","children":["a","b"]},{"id":"three","component":"Column","children":["a","b","long"]},{"id":"icon","component":"Icon","name":"x"}`
	tests := []struct{ root, want string }{
		{`"component":"Row","children":["a","icon","b"]`, "A | B"},
		{`"component":"Row","children":["two","a"]`, "A, B | A"},
		{`"component":"Row","children":["three","a"]`, "A\nB\n" + strings.TrimSpace(strings.Repeat("word ", 30)) + "\n\nA"},
		{`"component":"Column","children":["a","two","b"]`, "A\n\nA\nB\n\nB"},
		{`"component":"List","children":["a","b"]`, "- A\n- B"},
		{`"component":"Column","children":"a"`, "A"},
		{`"component":"Card","child":"missing"`, ""},
		{`"component":"Image","url":"https://x.example/p.png","variant":"avatar"`, ""},
		{`"component":"Image","url":"https://x.example/p.png","description":"Me","variant":"avatar"`, "[image: Me]<https://x.example/p.png>"},
		{`"component":"Image","url":"https://x.example/p.png"`, "[image]<https://x.example/p.png>"},
		{`"component":"Video","url":"https://x.example/v.mp4"`, "[video]<https://x.example/v.mp4>"},
		{`"component":"Modal","trigger":"a","content":"b"`, "A\nB"},
		{`"component":"Tabs","tabs":[{"title":"One","child":"a"},{"title":"Two","child":"two"}]`, "### One\nA\n\n### Two\nA\nB"},
		{`"component":"Button","child":"a","action":{"event":{"name":"x"}}`, "[A]"},
		{`"component":"Button","child":"icon","action":{"event":{"name":"x"}},"accessibility":{"label":"Play"}`, "[Play]"},
		{`"component":"Button","child":"icon","action":{"event":{"name":"x"}}`, ""},
		{`"component":"Button","child":"a","action":{"functionCall":{"call":"openUrl","args":{"url":{"path":"/url"}}}}`, "A<https://x.example>"},
		{`"component":"TextField","label":"Name:","value":{"path":"/url"}`, "Name: https://x.example"},
		{`"component":"TextField","label":"PIN","value":"123","variant":"obscured"`, "PIN: ####"},
		{`"component":"DateTimeInput","label":"Day","value":"2026-01-02"`, "Day: 2026-01-02 00:00:00true false"},
		{`"component":"DateTimeInput","label":"Day","value":""`, "Day: -"},
		{`"component":"Slider","label":"Size","value":3,"max":10`, "Size: 3 (0-10)"},
		{`"component":"CheckBox","label":"Yes?","value":true`, "[x] Yes?"},
		{`"component":"ChoicePicker","options":[{"label":"L1","value":"1"},{"label":"L2","value":"2"}],"value":["2"]`, "Choices: L1 / L2 (chosen)"},
		{`"component":"ChoicePicker","label":"Which","options":{"path":"/options"},"value":{"path":"/o"}`, "Which: P (chosen) / Q"},
		{`"component":"Divider"`, ""},
		{`"component":"Gauge","label":"Fuel","value":70,"unit":"%"`, "Fuel\n70"},
		{`"component":"Panel","title":"T","content":"free text","child":"b"`, "### T\nfree text\nB"},
		{`"component":"Table","columns":["X","Y"],"rows":[["1","2"],["3"]]`, "T|X|Y|\n|1|2|\n|3||"},
		{`"component":"Table","columns":["X"],"rows":[["1","2"],["3"]]`, "T|X||\n|1|2|\n|3||"},
		{`"component":"Table","rows":[["1","2"],["3"]]`, "T\n|1|2|\n|3||"},
		{`"component":"Table","columns":[{"key":"k","label":"K"},{"field":"m","header":"M"}],"data":{"path":"/rows"}`, "T|K|M|\n|1|x|\n|2||"},
		{`"component":"Chart","series":{"path":"/rows"}`, "T|k|m|\n|1|x|\n|2||"},
		{`"component":"Text","text":"# Big *news*"`, "# Big *news*"},
		{`"component":"Text","text":"# Big","variant":"h3"`, "### Big"},
		{`"component":"Text","text":"a\nb"`, "md a\nb"},
	}
	for _, tt := range tests {
		got := lines(read(surface9(`{"id":"root",`+tt.root+`}`+texts, `{"url":"https://x.example","o":"p","options":[{"label":"P","value":"p"},{"label":"Q","value":"q"}],"rows":[{"k":1,"m":"x"},{"k":2}]}`)))
		if got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.root, got, tt.want)
		}
	}
}

// TestTables: rows of a template are a table, and the row in front of them its head.
func TestTables(t *testing.T) {
	const rest = `,{"id":"list","component":"List","children":{"componentId":"r","path":"/l"}},{"id":"r","component":"Row","children":["icon","x","y"]},
		{"id":"icon","component":"Icon","name":"i"},{"id":"x","component":"Text","text":{"path":"x"}},{"id":"y","component":"Text","text":{"path":"y"}},
		{"id":"h","component":"Row","children":["icon","h1","h2"]},{"id":"h1","component":"Text","text":"X"},{"id":"h2","component":"Text","text":"Y"},
		{"id":"short","component":"Row","children":["h1","h2"]},{"id":"rule","component":"Divider"},{"id":"t","component":"Text","text":"T"}`
	const data = `{"l":[{"x":1,"y":"a"},{"x":2,"y":"b"}]}`
	for children, want := range map[string]string{
		`["h","list"]`:        "T|X|Y|\n|1|a|\n|2|b|",
		`["h","rule","list"]`: "T|X|Y|\n|1|a|\n|2|b|",
		`["h","t","list"]`:    "X | Y\nT\nT\n|1|a|\n|2|b|",
		`["short","list"]`:    "X | Y\nT\n|1|a|\n|2|b|",
		`["list"]`:            "T\n|1|a|\n|2|b|",
	} {
		if got := lines(read(surface9(`{"id":"root","component":"Column","children":`+children+`}`+rest, data))); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", children, got, want)
		}
	}
	if got := lines(read(surface9(`{"id":"root","component":"Column","children":["h","list"]}`+rest, `{"l":[]}`))); got != "X | Y" {
		t.Errorf("no rows: %q", got)
	}
}

// TestApprovalButtons: which buttons decide, and which do nothing.
func TestApprovalButtons(t *testing.T) {
	for action, decides := range map[string]bool{
		`{"event":{"name":"yes","context":{"approvalId":{"path":"/id"}}}}`:                         true,
		`{"name":"old","context":[{"key":"approvalId","value":{"literalString":"b-2"}}]}`:          true,
		`{"event":{"name":"yes","context":{"id":"approvalId"}}}`:                                   false,
		`{"name":"old","context":[{"key":"id","value":{"literalString":"approvalId"}},"nothing"]}`: false,
		`{"event":{"name":"yes"}}`: false,
	} {
		d := read(surface9(`{"id":"root","component":"Button","child":"t","action":`+action+`},{"id":"t","component":"Text","text":"go"}`, `{}`))
		if d.Decides != decides || d.Controls == decides || lines(d) != "[go]" {
			t.Errorf("%s: %+v", action, d)
		}
	}
}

// size is the bytes of all that a document says.
func (d Document) size() (n int) {
	count := func(list []Span) {
		for _, s := range list {
			n += len(s.Text) + len(s.URL)
		}
	}
	for _, b := range d.Blocks {
		n += len(b.Text)
		count(b.Spans)
		for _, c := range b.Head {
			count(c)
		}
		for _, r := range b.Rows {
			for _, c := range r {
				count(c)
			}
		}
	}
	return n
}

// TestLimits: what is too much is cut, and takes no more time than its size allows.
func TestLimits(t *testing.T) {
	list := func(n int, item string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + "]"
	}
	big := strings.Repeat("x", 1<<20)
	chain := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `{"id":"c%d","component":"Card","child":"c%d"},`, i, i+1)
		}
		return strings.Replace(b.String(), `"c0"`, `"root"`, 1) + fmt.Sprintf(`{"id":"c%d","component":"Text","text":"deep"}`, n)
	}
	var many strings.Builder
	for i := range 30 { // each shows the next one ten times
		fmt.Fprintf(&many, `{"id":"m%d","component":"Column","children":%s},`, i, list(10, fmt.Sprintf(`"m%d"`, i+1)))
	}
	var members strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&members, `"m%d":1,`, i)
	}
	template := `{"id":"root","component":"List","children":{"componentId":"x","path":"/l"}},`
	tests := []struct {
		name, in string
		cut      bool
	}{
		{"items", surface9(template+`{"id":"x","component":"Text","text":"i"}`, `{"l":`+list(100_000, `1`)+`}`), true},
		{"templates within templates", surface9(template+`{"id":"x","component":"List","children":{"componentId":"y","path":"/l"}},{"id":"y","component":"Text","text":"i"}`, `{"l":`+list(5000, `1`)+`}`), true},
		{"text", surface9(template+`{"id":"x","component":"Text","text":{"path":"/big"}}`, `{"big":"`+big+`","l":`+list(1999, `1`)+`}`), true},
		{"text of objects", surface9(template+`{"id":"x","component":"Text","text":{"path":"/"}}`, `{"big":"`+big+`","l":`+list(1999, `{"a":1}`)+`}`), true},
		{"a cycle", surface9(`{"id":"root","component":"Column","children":["root","a","x"]},{"id":"a","component":"Card","child":"root"},{"id":"x","component":"Text","text":"x"}`, `{}`), false},
		{"ten times ten times", surface9(strings.Replace(many.String(), `"m0"`, `"root"`, 1)+`{"id":"m30","component":"Text","text":"x"}`, `{}`), true},
		{"as deep as it may be", surface9(chain(MaxDepth), `{}`), false},
		{"too deep", surface9(chain(MaxDepth+1), `{}`), true},
		{"calls in calls", surface9(text9(strings.Repeat(`{"call":"pluralize","args":{"value":1,"one":`, 150)+`"x"`+strings.Repeat(`}}`, 150)), `{}`), false},
		{"expressions", surface9(template+`{"id":"x","component":"Text","text":{"call":"formatString","args":{"value":"`+strings.Repeat("${/l/0}", 20_000)+`"}}}`, `{"l":`+list(1999, `1`)+`}`), true},
		{"open brackets", surface9(template+`{"id":"x","component":"Text","text":{"call":"formatString","args":{"value":"`+strings.Repeat("${(", 20_000)+`"}}}`, `{"l":`+list(1999, `1`)+`}`), true},
		{"options", surface9(template+`{"id":"x","component":"ChoicePicker","options":{"path":"/l"},"value":{"path":"/l"}}`, `{"l":`+list(20_000, `{"label":"l","value":"v"}`)+`}`), true},
		{"children that are not there", surface9(template+`{"id":"x","component":"Column","children":`+list(50_000, `"no"`)+`}`, `{"l":`+list(1999, `1`)+`}`), true},
		{"a wide table", surface9(`{"id":"root","component":"Table","columns":`+list(3000, `"c"`)+`,"rows":`+list(3000, `["a","b"]`)+`}`, `{}`), true},
		{"a name that is long, in many rows", surface9(`{"id":"root","component":"Table","rows":`+list(10_000, `{"`+strings.Repeat("k", 100)+`":1,"b":2}`)+`}`, `{}`), true},
		{"one long row among short ones", surface9(`{"id":"root","component":"Table","rows":[`+list(900, `"a"`)+`,`+list(900, `["b"]`)[1:]+`}`, `{}`), false},
		{"a list as text, many times", surface9(template+`{"id":"x","component":"Text","text":{"path":"/l"}}`, `{"l":`+list(500_000, `""`)+`}`), true},
		{"members of an object, many times", surface9(`{"id":"root","component":"List","children":{"componentId":"x","path":"/l"}},{"id":"x","component":"List","children":{"componentId":"no","path":"/o"}}`, `{"l":`+list(1999, `1`)+`,"o":{`+members.String()+`"end":1}}`), true},
		{"nested data", surface9(text9(`{"path":"/"}`), strings.Repeat(`[`, 190)+strings.Repeat(`]`, 190)), false},
		{"nested too deep", strings.Repeat(`[`, 300), false},
		{"a long path", surface9(text9(`{"path":"`+strings.Repeat("/a", 5000)+`"}`), `{}`), false},
		{"too much", `[` + strings.Repeat(`{"createSurface":{"surfaceId":"s"}},`, MaxInput/34) + `1]`, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			start := cputime.Used()
			d := read(tt.in)
			if d.Cut != tt.cut {
				t.Errorf("cut %v, want %v", d.Cut, tt.cut)
			}
			if n := d.size(); n > MaxText+1<<10 || len(d.Blocks) > 4*MaxNodes {
				t.Errorf("%d bytes in %d blocks", n, len(d.Blocks))
			}
			if took := cputime.Used() - start; took > 3*time.Second { // some 100 ms with the race detector
				t.Errorf("took %v", took)
			}
			if tt.cut && len(d.Left) != 1 {
				t.Errorf("left %v", d.Left)
			}
		})
	}
}
