package render

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/render/a2ui"
)

var (
	mailProfile  = Profile{HTML: true}
	starsProfile = ProfileOf(message.Caps{Markup: message.MarkupStars, MaxText: 1600, MaxParts: 3})
	gsm7Profile  = ProfileOf(message.Caps{Markup: message.MarkupGSM7, MaxText: 1600, MaxParts: 3})
)

// phoneText is what a phone gets of an answer, its messages parted by a line.
func phoneText(t testing.TB, turn Turn, p Profile) string {
	t.Helper()
	list, err := Messages(turn, p, func(string) (string, error) { return "https://b.example/all", nil })
	noerr.Must(t, err)
	var all []string
	for _, m := range list {
		all = append(all, m.Text)
	}
	return strings.Join(all, "\n=====\n")
}

func surfaceTurn(parts ...string) Turn {
	turn := Turn{State: envelope.Complete}
	for _, p := range parts {
		turn.Parts = append(turn.Parts, jsonPart(envelope.A2UISurface, p))
	}
	return turn
}

// samples are the samples of the A2UI project, and ours.
func samples(t testing.TB) map[string]string {
	t.Helper()
	list := map[string]string{}
	for _, pattern := range []string{"samples/*/*/*.json", "own/*.json"} {
		files, err := filepath.Glob(filepath.Join("a2ui", "testdata", filepath.FromSlash(pattern)))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			noerr.Must(t, err)
			name, _ := filepath.Rel(filepath.Join("a2ui", "testdata"), f)
			name = strings.TrimSuffix(filepath.ToSlash(name), ".json")
			list[strings.NewReplacer("samples/", "", "/", "-").Replace(name)] = string(b)
		}
	}
	return list
}

// TestSurfaceSamples: every surface says something on every channel, within the limits.
func TestSurfaceSamples(t *testing.T) {
	list := samples(t)
	if len(list) < 80 {
		t.Fatalf("%d samples", len(list))
	}
	said := map[string]bool{}
	for name, sample := range list {
		turn := surfaceTurn(sample)
		out := Render(turn, mailProfile)
		for channel, text := range map[string]string{
			"mail": out.Text, "stars": phoneText(t, turn, starsProfile), "gsm7": phoneText(t, turn, gsm7Profile),
		} {
			wellFormed(t, text)
			said[text] = true
			for _, no := range []string{In("").in().Answer.Surface, In("").in().Answer.Nothing, In("").in().Answer.CutHere, "literalString", `{"`, "${/"} {
				if text == "" || strings.Contains(text, no) {
					t.Errorf("%s on %s: %q in:\n%s", name, channel, no, text)
				}
			}
			if len(text) > a2ui.MaxText {
				t.Errorf("%s on %s: %d bytes", name, channel, len(text))
			}
		}
		shown := lettersOf(strictHTML(t, out.HTML))
		for _, w := range lettersOf(addresses.ReplaceAllString(out.Text, "")) {
			if !slices.Contains(shown, w) {
				t.Errorf("%s: the HTML form lacks %q", name, w)
			}
		}
	}
	if len(said) < len(list) {
		t.Errorf("%d texts of %d samples", len(said), len(list))
	}
}

// TestSurfaces: the words of these, looked at one by one.
func TestSurfaces(t *testing.T) {
	list := samples(t)
	names := []string{
		"v0_8-basic-01_flight-status", "v0_8-basic-06_music-player", "v0_8-basic-18_track-list", "v0_8-basic-30_modal-sample", "v0_8-minimal-5_complex_layout",
		"v0_9-basic-00_incremental", "v0_9-basic-04_weather-current", "v0_9-basic-07_task-card", "v0_9-basic-12_chat-message", "v0_9-basic-13_coffee-order",
		"v0_9-basic-24_recipe-card", "v0_9-basic-26_podcast-episode", "v0_9-basic-30_live-invitation-builder", "v0_9-basic-31_incremental-dashboard",
		"v0_9-basic-33_financial-data-grid", "v0_9-basic-35_markdown-text",
	}
	for name := range list {
		if strings.HasPrefix(name, "own-") {
			names = append(names, name)
		}
	}
	if slices.Sort(names); len(names) < 25 {
		t.Fatalf("%d surfaces", len(names))
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			turn := surfaceTurn(list[name])
			out := Render(turn, mailProfile)
			golden(t, "surface/"+name+".txt", out.Text)
			golden(t, "surface/"+name+".html", strings.TrimRight(out.HTML, "\n"))
			golden(t, "surface/"+name+".stars.txt", phoneText(t, turn, starsProfile))
			golden(t, "surface/"+name+".gsm7.txt", phoneText(t, turn, gsm7Profile))
		})
	}
}

const (
	hello    = `{"updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"Hello surface"}]}}`
	helpless = `{"createSurface":{"surfaceId":"t"}}`
)

// TestSurfaceOrText: surfaces are the answer only where no text is, and then stand for
// the data too.
func TestSurfaceOrText(t *testing.T) {
	data, nothing := jsonPart(envelope.DomainData, `{"price":187}`), In("").in().Answer
	surface, broken := jsonPart(envelope.A2UISurface, hello), jsonPart(envelope.A2UISurface, helpless)
	slot := surface
	slot.Metadata = map[string]json.RawMessage{"slotKey": json.RawMessage(`"board"`)}
	bound := jsonPart(envelope.A2UISurface, strings.Replace(hello, `"Hello surface"`, `{"path":"/price"}`, 1))
	tests := []struct {
		name  string
		parts []envelope.Part
		want  string
		files []string
	}{
		{"alone", []envelope.Part{surface}, "Hello surface", nil},
		{"as text", []envelope.Part{envelope.TextPart(envelope.A2UISurface, hello)}, "Hello surface", nil},
		{"in two parts", []envelope.Part{jsonPart(envelope.A2UISurface, strings.Replace(hello, `"Hello surface"`, `{"path":"/x"}`, 1)), jsonPart(envelope.A2UISurface, `{"updateDataModel":{"surfaceId":"s","path":"/x","value":"Bound"}}`)}, "Bound", nil},
		{"beside text", []envelope.Part{say("Text."), surface, slot}, "Text.", []string{"surface.json", "board.json"}},
		{"beside a question", []envelope.Part{surface, envelope.TextPart(envelope.Clarify, "Which?")}, "Which?", []string{"surface.json"}},
		{"beside an error", []envelope.Part{surface, envelope.TextPart(envelope.ErrorPart, "Failed.")}, "Failed.\n\nHello surface", nil},
		{"beside data", []envelope.Part{data, surface}, "Hello surface", []string{"data.json"}},
		{"bound to data", []envelope.Part{data, bound}, "187", []string{"data.json"}},
		{"that says nothing", []envelope.Part{broken}, nothing.Surface, []string{"surface.json"}},
		{"that says nothing, beside data", []envelope.Part{broken, data}, "price: 187", []string{"surface.json", "data.json"}},
		{"one of two says nothing", []envelope.Part{broken, surface}, "Hello surface", []string{"surface.json"}},
		{"deleted", []envelope.Part{surface, jsonPart(envelope.A2UISurface, `{"deleteSurface":{"surfaceId":"s"}}`)}, nothing.Surface, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			turn := Turn{State: envelope.Complete, Parts: tt.parts}
			out := Render(turn, Profile{AttachData: true, HTML: true})
			var files []string
			for _, d := range out.Data {
				files = append(files, d.Filename)
			}
			if out.Text != tt.want || !slices.Equal(files, tt.files) {
				t.Errorf("%q with %q, want %q with %q", out.Text, files, tt.want, tt.files)
			}
			if shown := strictHTML(t, out.HTML); !slices.Equal(lettersOf(shown), lettersOf(tt.want)) {
				t.Errorf("the HTML form says %q", shown)
			}
			for _, p := range []Profile{starsProfile, gsm7Profile} {
				if got := strings.ReplaceAll(phoneText(t, turn, p), "\n", ""); got != strings.ReplaceAll(tt.want, "\n", "") {
					t.Errorf("a phone gets %q", got)
				}
			}
		})
	}
}

// TestSurfaceWords: what the bridge adds is in the reader's language, and where an answer
// was cut it says so.
func TestSurfaceWords(t *testing.T) {
	form := samples(t)["own-form"]
	turn := surfaceTurn(form)
	turn.Words = In("it")
	w := turn.Words.in()
	text := Render(turn, Profile{}).Text
	for _, want := range []string{w.Surface.Choices + ":", w.Surface.Chosen, w.Surface.NotHere, "gio 24 dic 2026, 18:30"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if text := Render(surfaceTurn(samples(t)["own-approval"]), Profile{}).Text; !strings.Contains(text, "YES or NO") || strings.Contains(text, "[approval") {
		t.Errorf("an approval reads\n%s", text)
	}
	long := surfaceTurn(strings.Replace(hello, "Hello surface", strings.Repeat("word ", 40_000), 1), `{"surfaceUpdate":{"surfaceId":"u","components":[{"id":"root","component":"Text","text":"after"}]}}`)
	if text := Render(long, Profile{}).Text; !strings.HasSuffix(text, In("").in().Answer.CutHere) || len(text) > a2ui.MaxText+200 {
		t.Errorf("%d bytes end with %q", len(text), text[max(0, len(text)-100):])
	}
}

// FuzzSurface: whatever comes is well-formed and bounded text on every channel, and only
// allowed HTML.
func FuzzSurface(f *testing.F) {
	list := samples(f)
	for _, name := range slices.Sorted(maps.Keys(list)) {
		f.Add([]byte(list[name]))
	}
	f.Add([]byte(hello + hello))
	f.Fuzz(func(t *testing.T, data []byte) {
		turn := Turn{State: envelope.Complete, Parts: []envelope.Part{{Kind: envelope.KindRaw, Type: envelope.A2UISurface, Raw: data}}}
		out := Render(turn, mailProfile)
		wellFormed(t, out.Text)
		strictHTML(t, out.HTML)
		if len(out.Text) > 128*len(data)+4096 {
			t.Fatalf("%d bytes from %d", len(out.Text), len(data))
		}
		for _, p := range []Profile{starsProfile, gsm7Profile} {
			wellFormed(t, phoneText(t, turn, p))
		}
	})
}

// TestSurfaceUnread: surfaces that say nothing, and are all that an answer has, go out as
// files where there are files, whatever the channel does with data.
func TestSurfaceUnread(t *testing.T) {
	rootless := `[{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"a","component":"Text","text":"x"}]}}]`
	for name, c := range map[string]struct {
		profile Profile
		parts   []string
		words   string
		files   int
	}{
		"mail":                    {Profile{HTML: true, Attach: true}, []string{rootless, `{"no":"A2UI"}`}, "", 2},
		"one of them can be read": {Profile{HTML: true, Attach: true}, []string{rootless, `[{"version":"v0.9","updateComponents":{"surfaceId":"t","components":[{"id":"root","component":"Text","text":"Hi"}]}}]`}, "", 0},
		"beside a text":           {Profile{HTML: true, Attach: true}, []string{rootless}, "In words.", 0},
		"no files":                {Profile{HTML: true}, []string{rootless}, "", 0},
		"a message for each file": {Profile{Attach: true, OnePerMessage: true}, []string{rootless}, "", 0},
	} {
		turn := surfaceTurn(c.parts...)
		if c.words != "" {
			turn.Parts = append(turn.Parts, envelope.TextPart(envelope.Response, c.words))
		}
		out := Render(turn, c.profile)
		if len(out.Data) != c.files || c.files > 0 && (out.Data[0].Filename != "surface.json" || string(out.Data[0].JSON) != rootless || !strings.Contains(out.Text, "made for a screen")) {
			t.Errorf("%s: %d files, %q", name, len(out.Data), out.Text)
		}
	}
}
