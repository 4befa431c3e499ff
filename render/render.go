// Package render turns what an agent answered, approval prompts and notices into
// plain text that is complete on its own. It is pure: the same
// input gives the same bytes, and it does no I/O. Text from agents and people is
// data: it can neither break out of its place nor carry control characters. What
// a channel cannot show is said to be missing (promise 10).
package render

import (
	"fmt"
	"slices"
	"strings"

	"bridge/core/envelope"
	"bridge/core/message"
)

// MaxText is the longest text Render returns, in bytes. What is beyond is cut at
// a line end, with a note that says how much is missing.
const MaxText = 1 << 20

// Profile is what a channel can show.
type Profile struct {
	Width      int   // display columns that tables and rules aim at; 0 = 72
	Attach     bool  // artifacts are attached up to MaxAttach bytes in total, the rest is linked
	MaxAttach  int64 // bytes of all attachments of one message; 0 = no limit
	AttachData bool  // data, and surfaces that are not shown, go out as JSON files (Output.Data)
	HTML       bool  // the HTML form is written too (Output.HTML)

	Markup        message.Markup       // how text is marked up; "" = plain text as in mail
	MaxText       int                  // longest text of one message in UTF-16 units; 0 = no limit
	MaxParts      int                  // messages that a text is cut into; 0 = one
	Media         []message.MediaLimit // files that can be attached; none: all up to MaxAttach
	OnePerMessage bool                 // each file is a message of its own
	MaxCaption    int                  // UTF-16 units of text that go with a file
}

// ProfileOf returns what a channel can show. Mail has 72 columns, the usual width
// of format=flowed (RFC 3676 §4.2 asks for 78 or less); a phone has about 30.
func ProfileOf(c message.Caps) Profile {
	p := Profile{
		Width: 72, Attach: c.Attach, MaxAttach: c.MaxAttach, HTML: c.HTML, Markup: c.Markup, MaxText: c.MaxText,
		MaxParts: max(c.MaxParts, 1), Media: c.Media, OnePerMessage: c.OnePerMessage, MaxCaption: c.MaxCaption,
		AttachData: c.AttachData && !c.OnePerMessage, // a file without a word of text would come instead of it
	}
	if c.Markup != "" {
		p.Width = phoneColumns
	}
	return p
}

// phoneColumns is how wide a table may be on a phone.
const phoneColumns = 30

func (p Profile) width() int {
	if p.Width <= 0 {
		return 72
	}
	return p.Width
}

// Turn is one step's answer as it is to be shown to one recipient.
type Turn struct {
	ID        message.TurnID
	State     envelope.State
	Parts     []envelope.Part // after the delivery rules of the channel
	Artifacts map[int]Stored  // by index into Parts
	Failed    bool            // the failure text is appended, or is the whole text
	Waiting   string          // the waiting notice to append, "" for none
	// Words are the reader's. From is what started the turn, for the failure text.
	Words Words
	From  Source
}

// Stored is what became of one artifact part.
type Stored struct {
	Attachment message.Attachment // the stored file
	Link       string             // signed link to it, for channels and sizes that cannot attach
	Problem    string             // not "": it could not be fetched, and is shown as missing
}

// DataFile is data or a surface that goes out as an attached file; the caller stores it.
type DataFile struct {
	Filename string // ASCII, ends in .json
	JSON     []byte // one JSON value, as the agent sent it
}

// Output is one rendered message.
type Output struct {
	Text        string // LF line ends, no trailing spaces, never empty, ≤ MaxText bytes
	HTML        string // the same words as the body of an HTML page, ≤ MaxHTML bytes; "" if not asked for or too long
	Attachments []message.Attachment
	Data        []DataFile
}

// hidden are the part types that never reach a person as text: conversational
// noise, audit, peers' and routers' business (seed 001), and the
// approval request, of which the requester hears through Turn.Waiting. Surfaces are
// shown by themselves, where there is no text.
func hidden(t envelope.Type) bool {
	return slices.Contains([]envelope.Type{
		envelope.Ack, envelope.Thinking, envelope.Progress, envelope.ReasoningTrace, envelope.LLMContext,
		envelope.A2UISurface, envelope.SetState, envelope.ApprovalRequest, envelope.ApprovalResponse,
	}, t)
}

// Render turns a step's answer into one message, however long. What a channel gets
// is made by Messages.
func Render(t Turn, p Profile) Output {
	r := rendered(t, p)
	r.files()
	return r.output()
}

// rendered is the answer but for the lines about files.
func rendered(t Turn, p Profile) *turnRenderer {
	r := &turnRenderer{turn: t, profile: p, notes: &notes{}}
	for _, part := range t.Parts {
		if part.Type == envelope.Citation {
			r.cite(part)
		}
	}
	// The agent's own [1] in the text means its first citation, so link
	// footnotes are numbered after the citations.
	r.notes.cited, r.notes.taken = len(r.citations), len(r.citations)
	for i, part := range t.Parts {
		r.part(i, part)
	}
	r.surfaces()
	r.data()
	r.sources()
	return r
}

// turnRenderer collects the pieces of one message.
type turnRenderer struct {
	turn    Turn
	profile Profile
	notes   *notes

	blocks    []string // what the body is made of, joined by blank lines
	rich      []string // the same in HTML
	spoken    bool     // there is response or clarify text
	citations []string
	missing   []envelope.Type // placeholders already shown
	artifacts []string        // lines about artifacts that are not attached
	attached  []message.Attachment
	size      int64 // bytes attached so far
	datafiles []DataFile
}

// words are the reader's.
func (r *turnRenderer) words() catalog { return r.turn.Words.in() }

// add adds a block and its HTML form, if that is wanted.
func (r *turnRenderer) add(block, rich string) {
	if block != "" {
		r.blocks = append(r.blocks, block)
		r.rich = append(r.rich, rich)
	}
}

// addLines adds text that is laid out in lines.
func (r *turnRenderer) addLines(block string) {
	r.add(settle(block, r.profile.Markup), r.lines(block))
}

// lines is the HTML form of such text.
func (r *turnRenderer) lines(text string) string {
	if !r.profile.HTML {
		return ""
	}
	var p pair
	p.plainBlocks(text, (*pair).linked)
	return p.html.String()
}

// part dispatches on the part type alone (seed 001).
func (r *turnRenderer) part(i int, part envelope.Part) {
	switch t := part.Type; {
	case hidden(t) || t == envelope.Citation || t == envelope.DomainData:
		return
	case t == envelope.Response || t == envelope.Clarify || t == envelope.ErrorPart:
		text, rich := r.text(part)
		if text != "" && t != envelope.ErrorPart {
			r.spoken = true
		}
		r.add(text, rich)
	case t == envelope.Artifact:
		r.artifact(i, part)
	case !slices.Contains(r.missing, t):
		r.missing = append(r.missing, t)
		r.addLines(fill(r.words().Answer.NotShown, "type", short(orElse(string(t), "part"), 100)))
	}
}

// text renders a part whose type says that a person reads it, whatever content
// field the agent used.
func (r *turnRenderer) text(part envelope.Part) (text, rich string) {
	switch part.Kind {
	case envelope.KindData:
		text = settle(jsonText(part.Data, r.profile.page()), r.profile.Markup)
		if r.profile.HTML {
			rich = jsonHTML(part.Data)
		}
		return text, rich
	case envelope.KindURL:
		text = oneLine(part.URL)
		if name := short(part.Filename, maxName); name != "" {
			text = name + ": " + text
		}
	case envelope.KindRaw:
		words := r.words().Answer
		text = fill(words.RawNotShown, "type", string(part.Type), "size", size(int64(len(part.Raw))), "media", short(orElse(part.MediaType, words.Unknown), 100))
	default:
		if mediaType, _, _ := strings.Cut(part.MediaType, ";"); !strings.EqualFold(strings.TrimSpace(mediaType), "text/plain") {
			return markdown(part.Text, r.profile, r.notes)
		}
		text = tidy(clean(part.Text))
	}
	return settle(text, r.profile.Markup), r.lines(text)
}

// output joins everything. The tail is never cut: it says that something is
// missing.
func (r *turnRenderer) output() Output {
	body, end := tidy(strings.Join(r.blocks, "\n\n")), r.tail()
	if body == "" && end == "" {
		body = r.nothing()
	}
	if len(end) > MaxText/2 {
		end = r.words().cut(end, MaxText/2)
	}
	text := r.words().cut(body, MaxText-len(end)-len("\n\n"))
	rich := ""
	if r.profile.HTML && text == body {
		if len(r.blocks) == 0 {
			r.addLines(body)
		}
		rich = bounded(strings.Join(r.rich, "") + r.lines(end))
	}
	if text != "" && end != "" {
		text += "\n\n"
	}
	return Output{Text: text + end, HTML: rich, Attachments: r.attached, Data: r.datafiles}
}

// tail is what the bridge itself has to say of the turn.
func (r *turnRenderer) tail() string {
	var tail []string
	if r.turn.Failed {
		tail = append(tail, r.turn.Words.Failure(r.turn.ID, r.turn.From))
	}
	if w := tidy(clean(r.turn.Waiting)); w != "" {
		tail = append(tail, w)
	}
	return strings.Join(tail, "\n\n")
}

// nothing is the text of a message that has none: it names the attachments, if
// there are some.
func (r *turnRenderer) nothing() string {
	var names []string
	for _, a := range r.attached {
		names = append(names, fmt.Sprintf("%s (%s)", short(a.Filename, maxName), size(a.Size)))
	}
	surface := func(p envelope.Part) bool { return p.Type == envelope.A2UISurface }
	switch words := r.words().Answer; {
	case len(names) == 0 && slices.ContainsFunc(r.turn.Parts, surface):
		return words.Surface
	case len(names) == 0:
		return words.Nothing
	}
	return fill(r.words().Answer.Attached, "files", strings.Join(names, ", "))
}
