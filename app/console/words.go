package console

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/tmpl"
	"bridge/render"
)

// prose are the types of parts that a person reads as text; the others are shown by themselves.
var prose = []envelope.Type{envelope.Response, envelope.Clarify, envelope.ErrorPart, envelope.Citation}

// isProse reports whether a part is read as text.
func isProse(p envelope.Part) bool { return slices.Contains(prose, p.Type) }

// others are the parts that are not read as text.
func others(parts []envelope.Part) []envelope.Part {
	return slices.DeleteFunc(slices.Clone(parts), isProse)
}

// spoken is the text of a step as mails show it, without the styles that they need and the
// policy of these pages forbids; "" for none.
func spoken(parts []envelope.Part) tmpl.HTML {
	parts = slices.DeleteFunc(slices.Clone(parts), func(p envelope.Part) bool { return !isProse(p) })
	if len(parts) == 0 {
		return ""
	}
	out := render.Render(render.Turn{Parts: parts}, render.Profile{HTML: true})
	if out.HTML == "" { // too long for that
		return tmpl.HTML(`<div class="words">` + html.EscapeString(out.Text) + `</div>`)
	}
	return tmpl.HTML(plainer(out.HTML)) // of render, which lets no markup of an agent through
}

// attributes are those that stay.
var attributes = []string{"href", "colspan", "rowspan", "align", "start", "dir"}

// headings of an agent stand below those of the page.
var headings = map[string]string{"h1": "h4", "h2": "h4", "h3": "h5", "h4": "h5", "h5": "h6"}

// plainer takes the attributes of HTML of ours away that a page does not want.
func plainer(source string) string {
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(source))
	for z.Next() != html.ErrorToken {
		t := z.Token()
		if below, ok := headings[t.Data]; ok && t.Type != html.TextToken {
			t.Data = below
		}
		if t.Type == html.StartTagToken || t.Type == html.SelfClosingTagToken {
			t.Attr = slices.DeleteFunc(t.Attr, func(a html.Attribute) bool { return !slices.Contains(attributes, a.Key) })
			if t.Data == "a" {
				t.Attr = append(t.Attr, html.Attribute{Key: "rel", Val: "noopener noreferrer"})
			}
		}
		b.WriteString(t.String())
	}
	return b.String()
}

// said is what a part says in a thread.
func said(p envelope.Part) string {
	switch {
	case p.Text != "":
		return p.Text
	case len(p.Data) > 0:
		return pretty(json.RawMessage(p.Data))
	case p.Filename != "":
		return p.Filename
	}
	return p.URL
}

// file is one that can be opened; Path is "" for one that is only named.
type file struct{ Name, Path string }

func filePath(turn message.TurnID, id message.ArtifactID) string {
	return Prefix + "turns/" + url.PathEscape(string(turn)) + "/files/" + url.PathEscape(string(id))
}

// came are the files that came in with a turn. Where some that have a name were not kept,
// nobody can tell which: they are named, and those that were kept follow by their ids.
func came(turn message.TurnID, names []string, ids []message.ArtifactID) []file {
	var all []file
	for i, name := range names {
		f := file{Name: name}
		if len(ids) == len(names) {
			f.Path = filePath(turn, ids[i])
		}
		all = append(all, f)
	}
	if len(ids) != len(names) {
		for _, id := range ids {
			all = append(all, file{string(id), filePath(turn, id)})
		}
	}
	return all
}

// fileOf is where the file of a part of an answer can be opened; "" for other parts, and for
// what could not be stored.
func fileOf(turn message.TurnID, p envelope.Part) string {
	ref, ok := p.ArtifactRef()
	id := message.ArtifactID(ref.ArtifactID)
	if !ok || p.Kind != envelope.KindURL || !id.Valid() {
		return ""
	}
	return filePath(turn, id)
}
