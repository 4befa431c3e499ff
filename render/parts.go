package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"bridge/core/envelope"
	"bridge/core/message"
)

// data renders domain-data where it is the answer: a turn with data and neither text nor a surface.
// Otherwise the data is for programs: it is attached if the
// channel says so, else dropped. Only a step that ended collects data (seed 000).
func (r *turnRenderer) data() {
	if r.turn.State == envelope.Suspended || r.turn.State == envelope.Clarifying {
		return
	}
	for _, part := range r.turn.Parts {
		if part.Type != envelope.DomainData {
			continue
		}
		if !r.spoken {
			text, rich := r.text(part)
			r.add(text, rich)
		}
		if r.profile.AttachData && part.Kind == envelope.KindData {
			r.attachData(part, "data")
		}
	}
}

func (r *turnRenderer) attachData(part envelope.Part, unnamed string) {
	name := dataName(part, unnamed, func(name string) bool {
		return slices.ContainsFunc(r.datafiles, func(d DataFile) bool { return d.Filename == name })
	})
	n := int64(len(part.Data))
	if !r.fits(n) {
		r.artifacts = append(r.artifacts, r.turn.Words.TooLarge(fmt.Sprintf("%s (%s)", name, size(n))))
		return
	}
	r.size += n
	r.datafiles = append(r.datafiles, DataFile{Filename: name, JSON: bytes.Clone(part.Data)})
}

// dataName names the file of a data part by its slot, ASCII only.
func dataName(part envelope.Part, unnamed string, taken func(string) bool) string {
	var slot string
	_ = json.Unmarshal(part.Metadata["slotKey"], &slot) // no slot: unnamed
	base := strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_', r == '.':
			return r
		}
		return '-'
	}, shorten(slot, 40, "")), "-.")
	base = orElse(base, unnamed)
	name := base + ".json"
	for i := 2; taken(name); i++ {
		name = fmt.Sprintf("%s-%d.json", base, i)
	}
	return name
}

func (r *turnRenderer) fits(n int64) bool {
	return r.profile.MaxAttach <= 0 || n <= r.profile.MaxAttach-r.size
}

// maxFiles is how many files of one answer are messages of their own; others are
// linked.
const maxFiles = 10

// takes reports whether the channel can send a file.
func (r *turnRenderer) takes(a message.Attachment) bool {
	p := r.profile
	if !p.Attach || !p.OnePerMessage && !r.fits(a.Size) || p.MaxAttach > 0 && a.Size > p.MaxAttach ||
		p.OnePerMessage && len(r.attached) >= maxFiles {
		return false
	}
	if len(p.Media) == 0 {
		return true
	}
	t, _, _ := strings.Cut(a.MediaType, ";")
	t = strings.ToLower(strings.TrimSpace(t))
	kind, _, _ := strings.Cut(t, "/")
	return slices.ContainsFunc(p.Media, func(m message.MediaLimit) bool {
		return (m.Type == t || m.Type == kind+"/*") && a.Size <= m.Max
	})
}

// artifact attaches a stored file, or says where it is, or that it is missing.
func (r *turnRenderer) artifact(i int, part envelope.Part) {
	ref, _ := part.ArtifactRef()
	s, stored := r.turn.Artifacts[i]
	name := short(orElse(s.Attachment.Filename, FileName(part)), maxName)
	n := max(s.Attachment.Size, 0)
	if n == 0 {
		n = ref.SizeBytes
	}
	label := name
	if n > 0 {
		label = fmt.Sprintf("%s (%s)", name, size(n))
	}
	link, words := oneLine(s.Link), r.words().Answer
	switch {
	case stored && s.Problem == "" && s.Attachment.Artifact != "" && r.takes(s.Attachment):
		r.size += s.Attachment.Size
		r.attached = append(r.attached, s.Attachment)
	case stored && s.Problem == "" && link != "" && r.profile.Markup != "":
		r.artifacts = append(r.artifacts, fmt.Sprintf("%s: %s", label, link))
	case stored && s.Problem == "" && link != "":
		r.artifacts = append(r.artifacts, fill(words.Attachment, "file", label, "link", link))
	case stored && s.Problem == "":
		r.artifacts = append(r.artifacts, r.turn.Words.TooLarge(label))
	default:
		r.artifacts = append(r.artifacts, r.turn.Words.Unavailable(part))
	}
}

// TooLarge says that a file cannot be sent.
func (w Words) TooLarge(file string) string { return fill(w.in().Answer.TooLarge, "file", file) }

// Unavailable says that the file of an artifact part could not be had.
func (w Words) Unavailable(part envelope.Part) string {
	name := FileName(part)
	if ref, _ := part.ArtifactRef(); ref.URL != "" {
		name = fmt.Sprintf("%s (%s)", name, target(ref.URL))
	}
	return fill(w.in().Answer.Unavailable, "file", name)
}

// FileName is what people and systems read an artifact part called: as the agent named it,
// else by its URL or id.
func FileName(part envelope.Part) string {
	ref, _ := part.ArtifactRef()
	name := ref.Filename
	if name == "" && ref.URL == "" {
		name = ref.ArtifactID
	}
	return short(orElse(name, nameOf(ref.URL)), maxName)
}

func nameOf(link string) string {
	u, err := url.Parse(link)
	if err != nil {
		return "file"
	}
	if base := path.Base(u.Path); base != "." && base != "/" {
		return base
	}
	return "file"
}

func (r *turnRenderer) files() { r.addLines(strings.Join(r.artifacts, "\n")) }

// sources lists the citations as numbered footnotes.
func (r *turnRenderer) sources() {
	if len(r.citations) == 0 {
		return
	}
	lines := []string{r.words().Answer.Sources}
	for i, c := range r.citations {
		lines = append(lines, fmt.Sprintf("[%d] %s", i+1, c))
	}
	r.addLines(strings.Join(lines, "\n"))
}

// cite reads a citation part: data with a path into domain-data, a title, a URL
// and whatever else the agent says (seed 001); a list of such; or plain text or a URL.
func (r *turnRenderer) cite(part envelope.Part) {
	where := part.CitationPath()
	switch part.Kind {
	case envelope.KindText:
		r.citations = append(r.citations, r.words().citation(oneLine(part.Text), "", where, nil))
	case envelope.KindURL:
		r.citations = append(r.citations, r.words().citation(oneLine(part.Filename), oneLine(part.URL), where, nil))
	case envelope.KindData:
		v, ok := parseJSON(part.Data, maxDepth)
		if !ok {
			r.citations = append(r.citations, oneLine(string(part.Data)))
			return
		}
		list := []value{v}
		if v.kind == array {
			list = v.items
		}
		for _, c := range list {
			r.citations = append(r.citations, r.words().citationOf(c, where))
		}
	}
}

func (c catalog) citationOf(v value, where string) string {
	if v.kind != object {
		return c.citation(orElse(strings.Join(strings.Fields(strings.Join(v.lines(page{72, true}), " ")), " "), "-"), "", where, nil)
	}
	var title, link string
	var rest []string
	for _, m := range v.members {
		text := strings.Join(strings.Fields(strings.Join(m.value.lines(page{72, true}), " ")), " ")
		var to *string
		switch strings.ToLower(m.key) {
		case "path", "pointer", "datapath":
			to = &where
			if where == text {
				continue
			}
		case "url", "uri", "href", "link":
			to = &link
		case "title", "name", "label":
			to = &title
		}
		if to != nil && *to == "" && m.value.kind == scalar {
			*to = text
			continue
		}
		rest = append(rest, oneLine(m.key)+": "+text)
	}
	return c.citation(title, link, where, rest)
}

// citation writes "title — url (about /path); more: …". c are the reader's words.
func (c catalog) citation(title, link, where string, rest []string) string {
	s := title
	if link = target(link); link != "" && link != title {
		if s != "" {
			s += " — "
		}
		s += link
	}
	if where = oneLine(where); where != "" {
		s = strings.TrimSpace(s + " " + fill(c.Answer.About, "path", where))
	}
	if len(rest) > 0 {
		if s != "" {
			s += "; "
		}
		s += strings.Join(rest, "; ")
	}
	return orElse(s, "-")
}
