package page

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"sync"

	"bridge/approvals"
)

// view is what the template shows.
type view struct {
	approvals.Sheet
	words   words
	Nonce   string
	Reason  string // as it was typed, where the form is shown again
	Problem string // why nothing was decided
	Said    string // what an answer came to
	Bare    bool   // Problem alone
}

// W are the words of the page.
func (v view) W() map[string]string { return v.words.byName() }

// Lang is the language of the page for browsers and screen readers.
func (v view) Lang() string { return v.words.language }

// style is the page's only style sheet; no script, font or picture is loaded.
const style = `
:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--soft:#57606a;--line:#8c959f;--panel:#f3f5f7;--yes:#116329;--no:#a40e26;--warn:#7d4e00}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--paper:#0d1117;--soft:#9aa4af;--line:#6e7681;--panel:#161b22;--yes:#2f8a44;--no:#cf3f4f;--warn:#e3b341}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif}
main{max-width:40rem;margin:0 auto;padding:1.25rem 1rem 3rem}
h1{font-size:1.375rem;line-height:1.3;margin:.25rem 0 1rem;overflow-wrap:anywhere}
.kicker,.hint{color:var(--soft);font-size:.9375rem;margin:0}
dl{margin:0 0 1rem;display:grid;grid-template-columns:max-content 1fr;gap:.25rem .75rem}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
pre{background:var(--panel);border:1px solid var(--line);border-radius:.5rem;padding:.75rem;margin:0 0 1rem;white-space:pre-wrap;overflow-wrap:anywhere;font:.9375rem/1.45 ui-monospace,monospace}
h2{font-size:1rem;margin:1rem 0 .375rem}
.note{border:2px solid var(--line);border-radius:.5rem;padding:.75rem 1rem;margin:0 0 1rem;overflow-wrap:anywhere;white-space:pre-line}
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
var styleHash = sync.OnceValue(func() string {
	sum := sha256.Sum256([]byte(style))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
})

// sheet is the page. Texts of models and strangers are escaped by html/template and
// stand in elements with dir="auto" and isolated direction.
var sheet = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(`<!doctype html>
<html lang="{{.Lang}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>{{.W.title}}</title>
<style>` + style + `</style>
</head>
<body>
<main>
{{- if .Bare}}
<h1>{{.W.title}}</h1>
<p class="note problem" role="alert">{{.Problem}}</p>
{{- else}}
<p class="kicker">{{.W.title}}</p>
<h1 dir="auto">{{.Summary}}</h1>
{{- if .Problem}}
<p class="note problem" role="alert" id="problem">{{.Problem}}</p>
{{- end}}
{{- if .Said}}
<p class="note" role="status" dir="auto">{{.Said}}</p>
{{- else if .Outcome}}
<p class="note" role="status" dir="auto">{{.Outcome}}</p>
{{- end}}
<dl>
<dt>{{.W.askedBy}}</dt><dd dir="auto"><bdi>{{.AskedBy}}</bdi></dd>
<dt>{{.W.tool}}</dt><dd dir="auto"><bdi>{{.Tool}}</bdi></dd>
{{- if .Title}}
<dt>{{.W.agentTitle}}</dt><dd dir="auto"><bdi>{{.Title}}</bdi></dd>
{{- end}}
{{- if .Digest}}
<dt>{{.W.digest}}</dt><dd>{{.Digest}}</dd>
{{- end}}
{{- if and .Open .Until}}
<dt>{{.W.until}}</dt><dd>{{.Until}}</dd>
{{- end}}
</dl>
<h2 id="args">{{.W.arguments}}</h2>
{{- if not .Complete}}
<p class="note problem">{{.W.tooLong}}</p>
{{- else if .Arguments}}
<pre tabindex="0" aria-labelledby="args">{{.Arguments}}</pre>
{{- else}}
<p>{{.W.none}}</p>
{{- end}}
{{- if .AgentSays}}
<h2 id="says">{{.W.agentSays}}</h2>
<pre tabindex="0" aria-labelledby="says">{{.AgentSays}}</pre>
{{- end}}
{{- if .Open}}
<form method="post" autocomplete="off">
<input type="hidden" name="nonce" value="{{.Nonce}}">
<label for="code">{{.W.code}}</label>
<input id="code" name="code" type="text" required maxlength="40" autocapitalize="characters" autocomplete="off" autocorrect="off" spellcheck="false" aria-describedby="codehint{{if .Problem}} problem{{end}}"{{if .Problem}} aria-invalid="true"{{end}}>
<p class="hint" id="codehint">{{.W.codeHint}}</p>
<label for="reason">{{.W.reason}}</label>
<textarea id="reason" name="reason" rows="2" maxlength="500" dir="auto">{{.Reason}}</textarea>
<div class="choice">
<button class="no" name="decision" value="deny">{{.W.deny}}</button>
<button class="yes" name="decision" value="approve">{{.W.approve}}</button>
</div>
</form>
{{- end}}
{{- end}}
</main>
</body>
</html>
`))
})
