package tmpl

import (
	"bytes"
	"errors"
	htmltemplate "html/template"
	"strings"
	"testing"
	"text/template"
	"time"

	"bridge/internal/noerr"
)

type embedded struct{ Deep string }

type person struct {
	*embedded
	Name  string
	Tags  []string
	Since *time.Time
	inner int
}

type clock struct{ t time.Time }

func (c clock) Call(name string, args ...any) (any, error) {
	if name == "Format" && len(args) == 1 {
		return c.t.Format(args[0].(string)), nil
	}
	return nil, Missing{name, c}
}

func data() map[string]any {
	return map[string]any{
		"s": "text <b>", "n": 3, "f": 1.5, "t": true, "z": nil, "e": "", "list": []any{"a", 2.5, nil}, "none": []string{},
		"m": map[string]any{"b": 2, "a": 1}, "names": map[string]string{"x": "y"}, "p": &person{Name: "Ada", Tags: []string{"x", "y"}, inner: 1},
	}
}

// TestSameAsText: what templates come to is what text/template makes of them.
func TestSameAsText(t *testing.T) {
	for _, text := range []string{
		"", "plain", "{{.s}} {{.n}} {{.f}} {{.t}}", "{{.p.Name}} {{.m.a}} {{.names.x}}", "{{/* a comment */}}{{- .s -}}  x",
		"{{if .t}}a{{else}}b{{end}}{{if .e}}a{{else if .n}}c{{end}}{{if .none}}x{{else}}y{{end}}{{if .z}}1{{end}}{{if and .t .e}}1{{else}}0{{end}}{{if or .e .n}}1{{end}}",
		"{{with .p}}{{.Name}}{{range .Tags}}[{{.}}]{{end}}{{$.n}}{{end}}{{with .z}}x{{else}}y{{end}}{{with .e}}{{else with .n}}{{.}}{{end}}",
		"{{range .list}}{{if .}}<{{.}}>{{end}}{{end}}{{range $i, $x := .m}}{{$i}}={{$x}};{{end}}{{range .none}}{{else}}none{{end}}{{range $i := 3}}{{$i}}{{end}}",
		"{{range $i, $x := .list}}{{if eq $i 1}}{{continue}}{{end}}{{$i}}{{if eq $i 1}}{{break}}{{end}}{{end}}",
		"{{$x := 1}}{{range .list}}{{$x = 2}}{{end}}{{$x}}{{with $y := .s}}{{$y}}{{end}}",
		`{{define "t"}}[{{.}}{{$}}]{{end}}{{template "t" .n}}{{template "t"}}{{block "b" .p}}{{.Name}}{{end}}`,
		`{{printf "%s-%03d" .s .n}} {{print 1 2 "x"}} {{println .n}}{{.s | printf "%.4s"}} {{"q" | print "a" | len}}`,
		`{{html .s}} {{js .s}} {{urlquery .s "&"}} {{len .list}} {{index .list 0}} {{index .m "a"}} {{index .p.Tags 1}} {{slice .s 1 3}} {{not .t}}`,
		`{{eq .n 3}} {{eq .n 1 2 3}} {{ne .s "x"}} {{lt 1 2}} {{le .n 3}} {{gt 1.5 .f}} {{ge "b" "a"}} {{eq .t true}} {{eq .s .e}}`,
		`{{(index .list 0)}} {{(.p).Name}} {{("a")}} {{0x10}} {{'a'}} {{1e3}} {{-5}} {{true}} {{and 0 1}} {{or "" "x"}} {{1 | and .t}}`,
	} {
		want := &bytes.Buffer{}
		if err := template.Must(template.New("x").Option("missingkey=error").Parse(text)).Execute(want, data()); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		x, err := Parse("x", text, nil)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got := &bytes.Buffer{}
		if err := x.Execute(got, data()); err != nil || got.String() != strings.ReplaceAll(want.String(), "<no value>", "") {
			t.Errorf("%s: %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestErrors(t *testing.T) {
	funcs := Funcs{"fail": func(s string) (string, error) { return "", errors.New("failed " + s) }, "two": func(a, b int) int { return a + b }, "clock": func() clock { return clock{} }}
	for _, c := range []struct{ text, want string }{
		{"a\n{{.none1}}", `x:2:2: at <.none1>: there is no "none1"`},
		{"{{.p.inner}}", `there is no "inner"`},
		{"{{.p.Deep}}", `there is no "Deep"`}, // in what is nil
		{"{{if eq .n}}{{end}}", "nothing to compare"},
		{"{{.p.String}}", `there is no "String"`}, // no methods
		{"{{.s.x}}", `there is no "x"`},
		{"{{.z.x}}", `there is no "x"`},
		{"{{range .s}}{{end}}", "range can't iterate"},
		{`{{fail "x"}}`, "at <fail>: failed x"},
		{`{{fail 1}}`, "1 is no string"},
		{`{{two 1}}`, "it takes 2 values, not 1"},
		{`{{two 1 1.5}}`, "1.5 is no int"},
		{`{{.n 1}}`, "it takes no arguments"},
		{`{{1 | .n}}`, "it takes no arguments"},
		{`{{1 | 2}}`, "non executable command"},
		{`{{index .list 7}}`, "7 is no index"},
		{`{{index .n 7}}`, "3 has no index"},
		{`{{len 3}}`, "3 has no length"},
		{`{{slice .s 5 2}}`, "out of range"},
		{`{{eq .s 1}}`, "incompatible types"},
		{`{{lt .list 1}}`, "incompatible types"},
		{`{{nothing}}`, `function "nothing" not defined`},
		{`{{template "y"}}`, `there is no template "y"`},
		{`{{define "t"}}{{template "t"}}{{end}}{{template "t"}}`, "too often"},
		{`{{clock.Year}}`, `there is no "Year"`},
		{`{{clock.Format "2006"}}`, ""},
		{`{{$c := clock}}{{$c.Format "2006"}}{{"2006" | $c.Format}}`, ""},
	} {
		x, err := Parse("x", c.text, funcs)
		if err == nil {
			err = x.Execute(&bytes.Buffer{}, data())
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
}

// places are all that a value can stand at in a page.
const places = `<!doctype html><html lang="{{.}}"><title>{{.}}</title><style>p{color:red}</style><body class="a {{.}}" {{if .}}hidden{{end}}>` +
	`<p>{{.}}</p><a href="{{.}}">x</a><a href='/a/{{.}}/b'>x</a><a href="/a?b={{.}}&c={{.}}#{{.}}" title='{{.}}'>{{.}}</a>` +
	`{{with .}}<img src="{{.}}" alt="{{.}}">{{end}}<form action="{{.}}"><textarea name="t">{{.}}</textarea><input value="{{.}}"><button formaction="/x{{.}}"/></form>` +
	`<a href="{{.}}{{.}}">x</a><a href=" {{.}}">x</a><a href="{{with .}}{{.}}{{end}}{{.}}">x</a>` +
	`<svg viewBox="0 0 1 1"><rect x="{{.}}" fill="{{.}}"/></svg><script src="/a.js" defer></script>{{template "t" .}}</body></html>` +
	`{{define "t"}}<b title="{{.}}">{{.}}</b>{{end}}`

// TestSameAsHTML: hostile values stand in a page as html/template writes them.
func TestSameAsHTML(t *testing.T) {
	want := htmltemplate.Must(htmltemplate.New("x").Parse(places))
	got, err := ParseHTML(nil, "x", places)
	noerr.Must(t, err)
	for _, v := range hostile() {
		var a, b bytes.Buffer
		if err := errors.Join(want.Execute(&a, v), got.Execute(&b, v)); err != nil {
			t.Fatalf("%q: %v", v, err)
		}
		if strings.ReplaceAll(a.String(), "#ZgotmplZ", unsafe) != b.String() {
			t.Errorf("%q:\n%s\nwant\n%s", v, b.String(), a.String())
		}
	}
}

func hostile() []any {
	return []any{
		"plain", "", 5, 1.5, true, `"><script>alert(1)</script>`, `' onmouseover='alert(1)`, "</title></textarea></style></script>", "<!--", "-->", "]]>",
		"javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "\tjavascript:x", "java\nscript:x", "javascript&#58;x", "javascript%3Ax", "data:text/html,<b>", "vbscript:x",
		"https://example.com/a b?c=d&e='f\"#g", "http://[::1]/%zz%41", "mailto:a@b", "//evil", "/a:b", "a/b:c", "\x00\x01\xff", "a+b`c`{{.}}", "é日本\u202e\u2028",
		"&amp;&lt;", "#", "?", "\\", "a\r\nb", htmltemplate.HTML("x"),
	}
}

func FuzzHTML(f *testing.F) {
	want := htmltemplate.Must(htmltemplate.New("x").Parse(places))
	got, err := ParseHTML(nil, "x", places)
	noerr.Must(f, err)
	for _, v := range hostile() {
		if s, ok := v.(string); ok {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		var a, b bytes.Buffer
		noerr.Must(t, errors.Join(want.Execute(&a, s), got.Execute(&b, s)))
		if strings.ReplaceAll(a.String(), "#ZgotmplZ", unsafe) != b.String() {
			t.Errorf("%q:\n%s\nwant\n%s", s, b.String(), a.String())
		}
	})
}

// TestURLBehindNothing: a value behind an empty one, or behind spaces, begins the URL.
func TestURLBehindNothing(t *testing.T) {
	x, err := ParseHTML(nil, "x", `<a href="{{.none}}{{.v}}">x</a><a href=" {{.v}}">x</a>`)
	noerr.Must(t, err)
	var b bytes.Buffer
	if err := x.Execute(&b, map[string]any{"v": "javascript:alert(1)"}); err != nil || strings.Contains(b.String(), "javascript") {
		t.Errorf("%s, %v", b.String(), err)
	}
}

func TestHTMLIsKept(t *testing.T) {
	x, err := ParseHTML(nil, "x", `<p title="{{.}}">{{.}}</p><textarea>{{.}}</textarea>`)
	noerr.Must(t, err)
	var b bytes.Buffer
	if err := x.Execute(&b, HTML("<b>")); err != nil || b.String() != `<p title="&lt;b&gt;"><b></p><textarea>&lt;b&gt;</textarea>` {
		t.Errorf("%s, %v", b.String(), err)
	}
}

// TestWhereNoValueStands: a page with a value at a place that is not known is none.
func TestWhereNoValueStands(t *testing.T) {
	for _, page := range []string{
		`<script>{{.}}</script>`, `<style>{{.}}</style>`, `<p onclick="{{.}}">`, `<p style="{{.}}">`, `<a href={{.}}>`, `<a title={{.}}>`, `<{{.}}>`, `<p {{.}}>`, `<p {{.}}="x">`,
		`<!-- {{.}} -->`, `<!-- x -->`, `<img srcset="{{.}}">`, `<iframe srcdoc="{{.}}">`, `<p data-x="{{.}}">`, `<object data="{{.}}">`, `<meta http-equiv="refresh" content="{{.}}">`,
		`{{if .}}<a href="{{end}}x">`, `{{range .}}<p {{end}}>`, `<p{{if .}}>{{else}} title="x">{{end}}`, `<p title="{{.}}`, `<p`, `a < b`,
		`{{define "t"}}{{.}}{{end}}<p title="{{template "t" .}}">{{template "t" .}}`, `{{define "t"}}<p {{end}}{{template "t"}}>`, `{{template "none"}}`, `{{range .}}{{break}}{{end}}`,
		"<p title=x>", "<p title = \"{{.}}\">", `<SCRIPT>{{.}}</SCRIPT>`, `<Style>{{.}}</Style>`,
	} {
		if _, err := ParseHTML(nil, "x", page); err == nil {
			t.Errorf("%s is taken", page)
		}
	}
}

func TestLayout(t *testing.T) {
	x, err := ParseHTML(nil, "x", `<main{{block "in" .}}{{end}}>{{block "content" .}}nothing{{end}}</main>`, "\n{{define \"content\"}}<b>{{.}}</b>{{end}}\n")
	noerr.Must(t, err)
	var b bytes.Buffer
	if err := x.Execute(&b, "<"); err != nil || b.String() != "<main><b>&lt;</b></main>" {
		t.Errorf("%s, %v", b.String(), err)
	}
}
