package email

import (
	"strings"
	"testing"
)

// TestHiddenHTML: what a reader cannot see reaches neither the agent nor a
// decision, and the mail decides nothing.
func TestHiddenHTML(t *testing.T) {
	hide := map[string]string{
		"display":           `<div style="display:none">SECRET</div>`,
		"display important": `<div style="DISPLAY: None !important">SECRET</div>`,
		"visibility":        `<div style="visibility:hidden">SECRET</div>`,
		"collapse":          `<span style="visibility: collapse">SECRET</span>`,
		"hidden":            `<p hidden>SECRET</p>`,
		"font of nothing":   `<span style="font-size:0">SECRET</span>`,
		"font of a dot":     `<span style="font-size:1px">SECRET</span>`,
		"font of less":      `<span style="font-size:.01em">SECRET</span>`,
		"opacity":           `<div style="opacity:0">SECRET</div>`,
		"opacity, nearly":   `<div style="opacity: 0.01">SECRET</div>`,
		"white":             `<p style="color:white">SECRET</p>`,
		"white, six digits": `<p style="color:#FFFFFF">SECRET</p>`,
		"nearly white":      `<p style="color:#fefefe">SECRET</p>`,
		"white by numbers":  `<p style="color: rgb(255, 255, 255)">SECRET</p>`,
		"transparent":       `<p style="color:transparent">SECRET</p>`,
		"clear":             `<p style="color:rgba(0,0,0,0)">SECRET</p>`,
		"white font":        `<font color="#ffffff">SECRET</font>`,
		"on the same color": `<div style="background-color:#123456"><span style="color:#123456">SECRET</span></div>`,
		"on the same bg":    `<table bgcolor="#eeeeee"><tr><td><font color="#eee">SECRET</font></table>`,
		"no room":           `<div style="height:0;overflow:hidden">SECRET</div>`,
		"no width":          `<div style="width:0px;overflow:hidden">SECRET</div>`,
		"max-height":        `<div style="max-height:0px;overflow:hidden;mso-hide:all">SECRET</div>`,
		"off to the left":   `<div style="position:absolute;left:-9999px">SECRET</div>`,
		"off to the top":    `<div style="position: fixed; top: -1000em">SECRET</div>`,
		"indent":            `<div style="text-indent:-9999px">SECRET</div>`,
		"clip":              `<div style="position:absolute;clip:rect(0,0,0,0)">SECRET</div>`,
		"clip-path":         `<div style="clip-path: inset(100%)">SECRET</div>`,
		"scale":             `<div style="transform:scale(0)">SECRET</div>`,
		"sheet by class":    `<style>.x, .y {display : none}</style><div class="a y">SECRET</div>`,
		"sheet by id":       `<style>#x{font-size:0px}</style><div id=x>SECRET</div>`,
		"sheet by name":     `<style>/* a */ b { opacity:0 }</style><b>SECRET</b>`,
		"sheet for screens": `<style>@media screen { .x { visibility:hidden } }</style><b class=x>SECRET</b>`,
		"outlook":           `<span style="mso-hide:all">SECRET</span>`,
		"in a link":         `<a href="https://x.example/SECRET" style="display:none">SECRET</a>`,
		"nested":            `<div style="display:none"><p style="display:block">SECRET</p></div>`,
		"comment":           `<!-- SECRET -->`,
		"script":            `<script>SECRET</script>`,
		"template":          `<template>SECRET</template>`,
		"title":             `<title>SECRET</title>`,
		"input":             `<input type=hidden value=SECRET>`,
		"list":              `<ul style="display:none"><li>SECRET</ul>`,
	}
	for name, doc := range hide {
		for form, raw := range map[string]string{
			"html":     htmlPart("<p>Please wait</p>" + doc),
			"head":     htmlPart("<html><head>" + doc + "</head><body>Please wait</body></html>"),
			"both":     multi("alternative", plainPart("Please wait"), htmlPart("<p>Please wait</p>"+doc)),
			"in quote": htmlPart("<p>Please wait</p><blockquote type=cite>a<br>b<br>c" + doc + "</blockquote>"),
			"alone":    htmlPart(doc),
		} {
			if form == "head" && !strings.HasPrefix(doc, "<style") {
				continue // the parser moves it into the body
			}
			a, store := newAdapter(t)
			in := parsed(t, a, crlf(basicHead+raw))
			seen := textOf(in) + "\n" + in.Unquoted + "\n" + in.Other
			if strings.Contains(strings.ReplaceAll(seen, "(https://x.example/SECRET)", ""), "SECRET") && !(form == "head") {
				t.Errorf("%s, %s: it is seen: %q", name, form, seen)
			}
			said := name != "comment" && name != "script" && name != "input" // which nobody takes for text
			if form == "alone" && (name == "title" || name == "template") {
				continue // the parser moves them into the head
			}
			if said && form != "in quote" && form != "head" && !in.Ambiguous {
				t.Errorf("%s, %s: the mail may decide", name, form)
			}
			if form == "alone" && said && (len(filesOf(in)) != 1 || !strings.Contains(string(store.bytes(t, filesOf(in)[0])), "SECRET")) {
				t.Errorf("%s: nothing is left of the mail: %+v", name, in.Parts)
			}
		}
	}
}

// TestShownHTML: what only looks as if it were hidden is read.
func TestShownHTML(t *testing.T) {
	for name, doc := range map[string]string{
		"white on blue":    `<div style="background:#0000ff"><span style="color:white">SHOWN</span></div>`,
		"white on a cell":  `<table><tr><td bgcolor=navy><font color=white>SHOWN</font></table>`,
		"white on picture": `<div style="background-image:url(x.png)"><span style="color:#fff">SHOWN</span></div>`,
		"dark again":       `<div style="color:white"><p style="color:black">SHOWN</p></div>`,
		"gray":             `<span style="color:#999">SHOWN</span>`,
		"half":             `<span style="opacity:.5">SHOWN</span>`,
		"small":            `<span style="font-size:8px">SHOWN</span>`,
		"room again":       `<div style="font-size:0"><span style="font-size:12px">SHOWN</span></div>`,
		"overflows":        `<div style="height:0">SHOWN</div>`,
		"sheet taken back": `<style>.x{display:none}</style><div class=x style="display:block">SHOWN</div>`,
		"sheet for phones": `<style>@media (max-width:100px){.x{display:none}}</style><div class=x>SHOWN</div>`,
		"sheet of another": `<style>.y{display:none} div .x{display:none}</style><div class=x>SHOWN</div>`,
	} {
		a, _ := newAdapter(t)
		if in := parsed(t, a, crlf(basicHead+htmlPart("<p>a</p>"+doc))); !strings.Contains(textOf(in), "SHOWN") || !strings.Contains(in.Unquoted, "SHOWN") {
			t.Errorf("%s: got %q and %q", name, textOf(in), in.Unquoted)
		}
	}
}
