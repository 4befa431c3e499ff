package page

import (
	"crypto/sha256"
	"encoding/base64"

	"bridge/approvals"
	"bridge/internal/lazyre"
	"bridge/internal/tmpl"
	"bridge/render"
)

// view is what the template shows.
type view struct {
	approvals.Sheet
	W       render.PageWords
	Tongues []render.Tongue // other languages
	Lang    string          // of the page, for browsers and screen readers
	Accent  string          // the colour of the brand
	Nonce   string
	Reason  string // as it was typed, where the form is shown again
	Problem string // why nothing was decided
	Said    string // what an answer came to
	Bare    bool   // Problem alone
}

// viewOf is a request as its approver's page shows it.
func viewOf(s approvals.Sheet) view {
	words := render.In(s.Language)
	return view{Sheet: s, W: words.Page(s.Name), Accent: s.Brand.Accent(), Lang: words.Tag(), Tongues: words.Tongues()}
}

// style is the page's only style sheet; no script, font or picture is loaded.
const style = `
:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--soft:#57606a;--line:#8c959f;--panel:#f3f5f7;--yes:#116329;--no:#a40e26;--warn:#7d4e00}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--paper:#0d1117;--soft:#9aa4af;--line:#6e7681;--panel:#161b22;--yes:#237a39;--no:#cf3f4f;--warn:#e3b341}}
*{box-sizing:border-box}
body{margin:0;overflow-wrap:anywhere;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif}
main{max-width:40rem;margin:0 auto;padding:1.25rem 1rem 3rem}
h1{font-size:1.375rem;line-height:1.3;margin:.25rem 0 1rem}
.whose{border-left:.25rem solid var(--warn);padding-left:.75rem;margin:0 0 1rem}
.kicker,.hint{color:var(--soft);font-size:.9375rem;margin:0}
dl{margin:0 0 1rem;display:grid;grid-template-columns:max-content 1fr;gap:.25rem .75rem}
dt{color:var(--soft)}
dd{margin:0}
pre{background:var(--panel);border:1px solid var(--line);border-radius:.5rem;padding:.75rem;margin:0 0 1rem;white-space:pre-wrap;font:.9375rem/1.45 ui-monospace,monospace}
h2{font-size:1rem;margin:1rem 0 .375rem}
header p{margin:0 0 .5rem;font-size:1.0625rem}
header img{height:32px;vertical-align:middle;margin-right:.5rem}
header svg{display:block;margin:0 0 1.25rem}
table{width:100%;border-collapse:collapse;table-layout:fixed;margin:0 0 1rem}
th,td{text-align:start;vertical-align:top;padding:.5rem;border-top:1px solid var(--line)}
th{width:34%}
.in1{padding-left:1.375rem}.in2{padding-left:2.25rem}.in3{padding-left:3.125rem}.in4{padding-left:4rem}
.in5{padding-left:4.875rem}.in6{padding-left:5.75rem}.in7{padding-left:6.625rem}.in8{padding-left:7.5rem}
.long{white-space:pre-wrap}.long div{min-height:1lh}
.after{margin-top:1rem}
.below{border-top:1px solid var(--line);margin-top:2rem;padding-top:1rem;font-size:.9375rem;color:var(--soft)}
nav a{display:inline-block;padding:.375rem;color:inherit}
.note{border:2px solid var(--line);border-radius:.5rem;padding:.75rem 1rem;margin:0 0 1rem;white-space:pre-line}
.problem{border-color:var(--warn)}
label{display:block;font-weight:600;margin:1rem 0 .25rem}
input,textarea,button{font:inherit;color:inherit}
input,textarea{width:100%;padding:.625rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--paper)}
input[name=code]{font:1.25rem/1.4 ui-monospace,monospace;letter-spacing:.15em;text-transform:uppercase;max-width:14rem}
.choice{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
button{flex:1 1 9rem;min-height:3rem;padding:.5rem 1rem;border:2px solid transparent;border-radius:.5rem;font-weight:600;color:#fff;cursor:pointer}
.yes{background:var(--yes)}.no{background:var(--no)}
:focus-visible{outline:3px solid #4c9aff;outline-offset:2px}
`

// styleHash is the style sheet's source in the page's Content-Security-Policy.
var styleHash = lazyre.Once(func() string {
	sum := sha256.Sum256([]byte(style))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
})

// sheet is the page. Texts of models and strangers are escaped by tmpl and
// stand in elements with dir="auto" and isolated direction. The first button of the form
// is disabled: so the Enter key in a field sends nothing (HTML, implicit submission), and
// only a press of one of the other two decides.
var sheet = lazyre.Once(func() *tmpl.Template {
	t, err := tmpl.ParseHTML(tmpl.Funcs{"in": render.Row.In, "group": render.Row.Group}, "page", `<!doctype html>
<html lang="{{.Lang}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>{{.W.Title}}</title>
<style>`+style+`</style>
</head>
<body>
<main>
{{- with .Brand.Name}}
<header><p>{{with $.Brand.Logo}}<img src="{{.}}" alt="" height="32">{{end}}<b>{{.}}</b></p>
<svg width="100%" height="3" aria-hidden="true"><rect width="100%" height="3" fill="{{$.Accent}}"/></svg></header>
{{- end}}
{{- if .Bare}}
<h1>{{.W.Title}}</h1>
<p class="note problem" role="alert">{{.Problem}}</p>
{{- else}}
<p class="kicker">{{.W.Title}}</p>
<h1 dir="auto">{{.Summary}}</h1>
{{- if .Open}}
<p class="whose">{{.W.Whose}}</p>
{{- end}}
{{- if .Problem}}
<p class="note problem" role="alert" id="problem">{{.Problem}}</p>
{{- end}}
{{- if .Said}}
<p class="note" role="status" dir="auto">{{.Said}}</p>
{{- else if .Outcome}}
<p class="note" role="status" dir="auto">{{.Outcome}}</p>
{{- end}}
<dl>
<dt>{{.W.AskedBy}}</dt><dd dir="auto"><bdi>{{.AskedBy}}</bdi></dd>
</dl>
<h2 id="args">{{.W.Arguments}}</h2>
{{- if not .Complete}}
<p class="note problem">{{.W.TooLong}}</p>
{{- else if .Arguments}}
<table aria-labelledby="args">
{{- range .Arguments}}
<tr>
{{- if not .Name}}<td colspan="2" class="long">{{range .Block}}<div dir="auto">{{.}}</div>{{end}}</td>
{{- else}}<th scope="row" class="in{{in .}}"{{if group .}} colspan="2"{{end}}>{{range .Above}}<div dir="auto">{{.}}</div>{{end}}<bdi>{{.Name}}</bdi></th>
{{- if not (group .)}}<td dir="auto"><bdi>{{.Value}}</bdi>{{if .Block}}<div class="long">{{range .Block}}<div dir="auto">{{.}}</div>{{end}}</div>{{end}}</td>{{end}}
{{- end}}</tr>
{{- end}}
</table>
{{- else}}
<p>{{.W.None}}</p>
{{- end}}
{{- if and .Open .Until}}
<dl><dt>{{.W.Until}}</dt><dd>{{.Until}}</dd></dl>
{{- end}}
{{- if .Open}}
<form method="post" autocomplete="off">
<button type="submit" disabled hidden></button>
<input type="hidden" name="nonce" value="{{.Nonce}}">
<label for="code">{{.W.Code}}</label>
<input id="code" name="code" type="text" required maxlength="40" autocapitalize="characters" autocomplete="off" autocorrect="off" spellcheck="false" aria-describedby="codehint{{if .Problem}} problem{{end}}"{{if .Problem}} aria-invalid="true"{{end}}>
<p class="hint" id="codehint">{{if .StepUp}}{{.W.DigitsHint}}{{else}}{{.W.CodeHint}}{{end}}</p>
<label for="reason">{{.W.Reason}}</label>
<textarea id="reason" name="reason" rows="2" maxlength="500" dir="auto">{{.Reason}}</textarea>
<div class="choice">
<button class="no" name="decision" value="deny">{{.W.Deny}}</button>
<button class="yes" name="decision" value="approve">{{.W.Approve}}</button>
</div>
<p class="hint after">{{.W.After}}{{if .Grace}} {{.W.AfterGrace}}{{end}}{{with .Others}} {{.}}{{end}}</p>
</form>
{{- end}}
{{- if or .Title .AgentSays}}
<section>
{{- if .Title}}
<dl><dt>{{.W.AgentTitle}}</dt><dd dir="auto"><bdi>{{.Title}}</bdi></dd></dl>
{{- end}}
{{- if .AgentSays}}
<h2 id="says">{{.W.AgentSays}}</h2>
<pre tabindex="0" aria-labelledby="says">{{.AgentSays}}</pre>
{{- end}}
</section>
{{- end}}
<section class="below" aria-label="{{.W.Details}}">
<dl>
{{- if .Tool}}
<dt>{{.W.Tool}}</dt><dd dir="auto"><bdi>{{.Tool}}</bdi></dd>
{{- end}}
{{- if .Digest}}
<dt>{{.W.Digest}}</dt><dd>{{.Digest}}</dd>
{{- end}}
</dl>
<nav aria-label="{{.W.OtherTongue}}">{{.W.OtherTongue}}{{range .Tongues}} <a href="?lang={{.Tag}}" lang="{{.Tag}}" hreflang="{{.Tag}}">{{.Name}}</a>{{end}}</nav>
</section>
{{- end}}
</main>
</body>
</html>
`)
	if err != nil {
		panic(err) // it is compiled in
	}
	return t
})
