package render

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"bridge/core/envelope"
	"bridge/core/excerpt"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/render/gsm7"
)

func phone(m message.Markup) Profile {
	c := message.Caps{Markup: m, MaxText: 1600, MaxParts: 5}
	if m == message.MarkupStars {
		c.Attach, c.MaxAttach, c.OnePerMessage, c.MaxCaption = true, 16_000_000, true, 1600
		c.Media = []message.MediaLimit{{Type: "image/png", Max: 5_000_000}, {Type: "application/pdf", Max: 16_000_000}, {Type: "audio/*", Max: 16_000_000}}
	}
	return ProfileOf(c)
}

func storedAs(name, mediaType string, size int64) Stored {
	s := stored(name, size)
	s.Attachment.MediaType = mediaType
	return s
}

// messages renders for a channel; the whole text is kept under a link.
func messages(t *testing.T, turn Turn, p Profile) (list []Output, whole string) {
	t.Helper()
	list, err := Messages(turn, p, func(text string) (string, error) {
		if whole != "" {
			t.Error("kept twice")
		}
		whole = text
		return "https://bridge.example.com/artifacts/art_01JD0000000000000000000000?e=1763600000&s=Zm9vYmFyYmF6cXV4Zm9vYmFy", nil
	})
	noerr.Must(t, err)
	for _, m := range list {
		if p.MaxText > 0 && excerpt.Units(m.Text) > p.MaxText {
			t.Errorf("%d units: %q", excerpt.Units(m.Text), m.Text)
		}
		if m.Text == "" && len(m.Attachments) == 0 {
			t.Error("an empty message")
		}
		wellFormed(t, m.Text)
	}
	return list, whole
}

func longTurn(t *testing.T) Turn {
	t.Helper()
	src, err := os.ReadFile("testdata/chat/long.md")
	noerr.Must(t, err)
	return Turn{
		ID: turnID, State: envelope.Complete,
		Parts: []envelope.Part{say(string(src)), filePart("repaired.csv", "https://a.example/1"), filePart("report.pdf", "https://a.example/2")},
		Artifacts: map[int]Stored{
			1: storedAs("repaired.csv", "text/csv; charset=utf-8", 2_210), 2: storedAs("report.pdf", "application/pdf", 240_113),
		},
	}
}

func TestMessagesGolden(t *testing.T) {
	turns := map[string]Turn{"long": longTurn(t)}
	huge := longTurn(t)
	huge.Parts[0].Text = strings.Repeat(huge.Parts[0].Text+"\n\n", 2)
	huge.State, huge.Waiting = envelope.Suspended, "Waiting for approval by Dana: delete_host: name \"orders_old\". Open until Fri 20 Nov 2026, 21:03 CET."
	turns["huge"] = huge
	for name, turn := range turns {
		for _, m := range chats {
			list, whole := messages(t, turn, phone(m))
			var b strings.Builder
			for i, out := range list {
				n, enc, _ := gsm7.Segments(out.Text)
				fmt.Fprintf(&b, "######## message %d: %d units", i+1, excerpt.Units(out.Text))
				if m == message.MarkupGSM7 {
					fmt.Fprintf(&b, ", %d segments of %s", n, enc)
				}
				for _, a := range out.Attachments {
					fmt.Fprintf(&b, ", file %s", a.Filename)
				}
				fmt.Fprintf(&b, "\n%s\n", out.Text)
			}
			golden(t, "chat/"+name+"."+string(m)+".txt", strings.TrimSuffix(b.String(), "\n"))
			if (whole != "") != (name == "huge" || m == message.MarkupGSM7) {
				t.Errorf("%s on %s: %d messages, whole %.40q", name, m, len(list), whole)
			}
		}
	}
}

func TestMessages(t *testing.T) {
	pdf := storedAs("report.pdf", "application/pdf", 1000)
	turn := func(text string, files ...Stored) Turn {
		tn := Turn{ID: turnID, State: envelope.Complete, Artifacts: map[int]Stored{}}
		if text != "" {
			tn.Parts = append(tn.Parts, say(text))
		}
		for _, f := range files {
			tn.Artifacts[len(tn.Parts)] = f
			tn.Parts = append(tn.Parts, filePart(f.Attachment.Filename, "https://a.example/x"))
		}
		return tn
	}
	line := func(out Output) string {
		s := out.Text
		for _, a := range out.Attachments {
			s += "|" + a.Filename
		}
		return s
	}
	long := strings.TrimSpace(strings.Repeat("A sentence of words. ", 100))
	lost := storedAs("lost.pdf", "application/pdf", 10)
	lost.Problem = "gone"
	link := func(name string) string { return "https://bridge.example.com/artifacts/" + name + "?sig=abc" }
	for _, c := range []struct {
		name          string
		turn          Turn
		whatsApp, sms []string // "…" stands for a part of the long text
	}{
		{"text", turn("Hi **Eve**"), []string{"Hi *Eve*"}, []string{"Hi Eve"}},
		{"one file", turn("See.", pdf), []string{"See.|report.pdf"}, []string{"See.\n\nreport.pdf (1.0 kB): " + link("report.pdf")}},
		{"a file alone", turn("", pdf), []string{"report.pdf|report.pdf"}, []string{"report.pdf (1.0 kB): " + link("report.pdf")}},
		{
			"two files", turn("See.", pdf, storedAs("a_b.png", "image/png", 9)),
			[]string{"See.", "report.pdf|report.pdf", "a_b.png|a_b.png"},
			[]string{"(1/2)\nSee.\n\nreport.pdf (1.0 kB): " + link("report.pdf"), "(2/2)\na_b.png (9 bytes): " + link("a_b.png")},
		},
		{"a sound has no caption", turn("Hear.", storedAs("a.ogg", "audio/ogg", 9)), []string{"Hear.", "|a.ogg"}, []string{"Hear.\n\na.ogg (9 bytes): " + link("a.ogg")}},
		{
			"a type that is not taken", turn("See.", storedAs("a.zip", "application/zip", 9)),
			[]string{"See.\n\na.zip (9 bytes): " + link("a.zip")},
			[]string{"See.\n\na.zip (9 bytes): " + link("a.zip")},
		},
		{
			"a picture that is too large", turn("See.", storedAs("a.png", "image/png", 5_000_001)),
			[]string{"See.\n\na.png (5.0 MB): " + link("a.png")},
			[]string{"See.\n\na.png (5.0 MB): " + link("a.png")},
		},
		{
			"a file that is missing", turn("See.", lost),
			[]string{"See.\n\nAttachment not available: lost.pdf (https://a.example/x)"},
			[]string{"See.\n\nAttachment not available: lost.pdf (https://a.example/x )"},
		},
		{"a long text and a file", turn(long, pdf), []string{"(1/2)\n…", "(2/2)\n…", "report.pdf|report.pdf"}, []string{"(1/2)\n…", "(2/2)\n…\n\nreport.pdf (1.0 kB): " + link("report.pdf")}},
		{"nothing", turn(""), []string{"Done, nothing to report."}, []string{"Done, nothing to report."}},
		{"folded", turn("It’s “5–6” *stars*…"), []string{"It’s “5–6” _stars_…"}, []string{`It's "5-6" stars...`}},
		{
			"data",
			Turn{State: envelope.Complete, Parts: []envelope.Part{jsonPart(envelope.DomainData, `[{"a_":"*x*","b":2},{"a_":"y","b":3}]`)}},
			[]string{"1. a\u200b_: *\u200bx\u200b*\n   b: 2\n2. a\u200b_: y\n   b: 3"},
			[]string{"1. a_: *x*\n   b: 2\n2. a_: y\n   b: 3"},
		},
		{
			"citations",
			Turn{State: envelope.Complete, Parts: []envelope.Part{say("As [1] says."), {Kind: envelope.KindURL, Type: envelope.Citation, URL: "https://e.x/_a_", Filename: "The *law*"}}},
			[]string{"As [1] says.\n\nSources:\n[1] The *\u200blaw\u200b* — https://e.x/_a_"},
			[]string{"As [1] says.\n\nSources:\n[1] The *law* - https://e.x/_a_"},
		},
		{
			"failed",
			Turn{ID: "trn_1", State: envelope.Failed, Failed: true, Parts: []envelope.Part{say("Half.")}},
			[]string{"Half.\n\nSorry, the assistant could not answer (ref trn_1). Your message is kept."},
			[]string{"Half.\n\nSorry, the assistant could not answer (ref trn_1). Your message is kept."},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for m, want := range map[message.Markup][]string{message.MarkupStars: c.whatsApp, message.MarkupGSM7: c.sms} {
				list, whole := messages(t, c.turn, phone(m))
				var got []string
				for _, out := range list {
					got = append(got, line(out))
				}
				ok := len(got) == len(want) && whole == ""
				for i := range want {
					head, tail, cut := strings.Cut(want[i], "…")
					if cut = cut && c.name != "folded"; ok && cut {
						ok = strings.HasPrefix(got[i], head) && strings.HasSuffix(got[i], tail)
					} else if ok {
						ok = got[i] == want[i]
					}
				}
				if !ok {
					t.Errorf("%s\ngot  %q\nwant %q", m, got, want)
				}
			}
		})
	}
}

func TestMessagesMailIsOne(t *testing.T) {
	p := mail()
	list, err := Messages(longTurn(t), p, nil)
	if want := Render(longTurn(t), p); err != nil || len(list) != 1 || list[0].Text != want.Text {
		t.Errorf("%d messages, %v", len(list), err)
	}
}

// TestMessagesNothingLost looks for the words of texts of many lengths: they are in
// the parts, or in the whole text behind the link; what the bridge says is always
// in the parts.
func TestMessagesNothingLost(t *testing.T) {
	for n := 100; n < 14_000; n += 997 {
		for _, word := range []string{"w", "я", "👋"} {
			var b strings.Builder
			i := 0
			for ; b.Len() < n; i++ {
				fmt.Fprintf(&b, "%s%d%s", word, i, []string{" ", "\n\n", ". ", "\n"}[i*i%7%4])
			}
			turn := Turn{ID: turnID, State: envelope.Failed, Failed: true, Parts: []envelope.Part{say(b.String()), filePart("report.csv", "https://a.example/2")}}
			turn.Artifacts = map[int]Stored{1: storedAs("report.csv", "text/csv", 99)}
			for _, m := range chats {
				p := phone(m)
				p.MaxParts = 1 + n%10
				list, whole := messages(t, turn, p)
				var all strings.Builder
				for _, out := range list {
					all.WriteString(out.Text + "\n")
				}
				if len(list) > p.MaxParts+1 { // the file may be a message of its own
					t.Fatalf("%d parts", len(list))
				}
				seen := all.String()
				for _, must := range []string{"Sorry, the assistant could not answer", "artifacts/report.csv"} {
					if !strings.Contains(seen, must) {
						t.Fatalf("%s, %d of %q: %q is lost", m, n, word, must)
					}
				}
				if whole != "" {
					if seen, _, _ = strings.Cut(whole, "\x00"); !strings.Contains(all.String(), "Cut here. The whole answer:\nhttps://bridge.") {
						t.Fatalf("%s, %d of %q: the cut is not told", m, n, word)
					}
				} else if strings.Contains(seen, "Cut here") {
					t.Fatalf("%s, %d of %q: told of a cut that is none", m, n, word)
				}
				said := map[string]bool{}
				for _, w := range strings.Fields(seen) {
					said[strings.TrimSuffix(w, ".")] = true
				}
				for k := range i {
					if !said[fmt.Sprintf("%s%d", word, k)] {
						t.Fatalf("%s, %d of %q: word %d is lost", m, n, word, k)
					}
				}
			}
		}
	}
}

func TestMessagesKeepFails(t *testing.T) {
	turn := Turn{State: envelope.Complete, Parts: []envelope.Part{say(strings.Repeat("word ", 5000))}}
	boom := errors.New("boom")
	if _, err := Messages(turn, phone(message.MarkupGSM7), func(string) (string, error) { return "", boom }); !errors.Is(err, boom) {
		t.Errorf("error %v", err)
	}
	list, err := Messages(turn, phone(message.MarkupGSM7), func(string) (string, error) { return "", nil })
	if err != nil || len(list) != 5 || !strings.HasSuffix(list[4].Text, "\n\nCut here. The rest cannot be shown in this channel.") {
		t.Errorf("%v, %+v", err, list)
	}
}
