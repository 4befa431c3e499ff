package render

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/unicode/norm"

	"bridge/core/message"
)

// What people write in one script, with accents in either form, is left as it is.
func TestHonestTextIsNotWrittenOut(t *testing.T) {
	for _, s := range []string{
		"", "plain ASCII, 1.000,00", "Zoë Müller, Łódź", "Ünïcödé çà et là", "São João", "Đặng Thị Tuyết Nhường", "İstanbul ılık",
		"Дана Ковальчук", "счёт-фактура №5", "send_отчет", "USB-кабель", "Ελληνικά, Άγιος", "Αθήνα 2024",
		"日本語テキスト", "Tシャツ 3枚", "支付400元给Ada", "한국어 문장", "IT팀", "ＡＢＣ会社", "４００円",
		"مرحبا بالعالم", "شُكْرًا ٤٠٠", "שָׁלוֹם עולם", "नमस्ते दुनिया, हिन्दी", "สวัสดีชาวโลก", "தமிழ் உரை", "বাংলা ভাষা", "ქართული", "Հայերեն",
		"40 €, 5 % – “ok” 🎉 👍", "CO₂ m² 10 µm ½", "Ludwig Ⅱ, 5 ℓ, 5ℓ, α, ‚so‘", "у нас, с ней", "Сара Ковальчук", "Ο Νίκος", "① ②", "‚eins‘ und ‚zwei‘", "l’été, d'accord", "1’000.50", "ガギグ", "café ☕",
	} {
		for _, form := range []norm.Form{norm.NFC, norm.NFD} {
			if got := escape(form.String(s), plainEscape); got != form.String(s) {
				t.Errorf("%q is written out: %q", s, got)
			}
		}
	}
}

// A person may be called what looks like Latin altogether, but not half of it.
func TestNamesOfPeople(t *testing.T) {
	for name, want := range map[string]string{"Сара": "Сара", "Тарас О.": "Тарас О.", "D\u0430na": "D<U+0430>na", "A\u200bda": "A<U+200B>da"} {
		if got := In("").in().person(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

func TestDisguisesAreWrittenOut(t *testing.T) {
	for s, want := range map[string]string{
		"p\u0430ypal":                        "p<U+0430>ypal",
		"\u0410da":                           "<U+0410>da",
		"ΡayΡal":                             "<U+03A1>ay<U+03A1>al",
		"перевoд":                            "<U+043F><U+0435><U+0440><U+0435><U+0432>o<U+0434>",
		"4\u03360\u03360\u0336":              "4<U+0336>0<U+0336>0<U+0336>",
		"400\u20dd":                          "400<U+20DD>",
		"no\u0337 way":                       "no<U+0337> way",
		"a\u0301\u0336":                      "a<U+0301><U+0336>",
		"\u0301start":                        "<U+0301>start",
		" \u0332x":                           " <U+0332>x",
		"4\u06600":                           "4<U+0660>0",
		"4.\u0660\u0660":                     "4.<U+0660><U+0660>",
		"4\uff100":                           "4<U+FF10>0",
		"\U0001D7D2\U0001D7CE":               "<U+1D7D2><U+1D7CE>",
		"\U0001D418es":                       "<U+1D418>es",
		"Y\uff25S":                           "Y<U+FF25>S",
		"\u13aamount":                        "<U+13AA>mount",
		"A\u200bB":                           "A<U+200B>B",
		"amo\u202eunt":                       "amo<U+202E>unt",
		"\u0430\u0440\u0440\u04cf\u0435.com": "<U+0430><U+0440><U+0440><U+04CF><U+0435>.com",
		"\u0421\u0410\u0420\u0410":           "<U+0421><U+0410><U+0420><U+0410>",
		"to \u039f\u0397 now":                "to <U+039F><U+0397> now",
		"\ua4d0\ua4ee":                       "<U+A4D0><U+A4EE>",
		"paypa\u217c":                        "paypa<U+217C>",
		"paypa\u2113":                        "paypa<U+2113>",
		"\u0261oogle":                        "<U+0261>oogle",
		"\u1d18aypal":                        "<U+1D18>aypal",
		"400\u2024000":                       "400<U+2024>000",
		"1\u201a000":                         "1<U+201A>000",
		"evil.test\u2215bank.test":           "evil.test<U+2215>bank.test",
		"दa":                                 "<U+0926>a",
		"z" + strings.Repeat("\u0300", 9):    "z" + strings.Repeat("<U+0300>", 9),
	} {
		if got := escape(s, plainEscape); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
		if !Disguised(s) {
			t.Errorf("%q passes", s)
		}
	}
}

// On every channel and on the page the same is seen, in names, values and the tool.
func TestPromptsShowDisguises(t *testing.T) {
	args := `{"p` + "\u0430" + `yee":"A` + "\u0501" + `a","amount":"4` + "\u0336" + `0` + "\u0336" + `","n":"1` + "\u200b" + `2"}`
	p := Prompt{Summary: Summary("ref\u0443nd", json.RawMessage(args)), Tool: "ref\u0443nd", Args: json.RawMessage(args), Code: "K7MP2Q", Until: time.Unix(0, 0)}
	sheet := p.Sheet()
	chat := func(m message.Markup) string { s, _ := p.For(m, 1600); return s }
	for name, text := range map[string]string{
		"mail": p.Text(), "html": p.HTML(), "page": sheet.Summary + sheet.Tool + rowsText(sheet.Arguments), "whatsapp": chat(message.MarkupStars), "sms": chat(message.MarkupGSM7),
		"subject": p.Subject(), "notice": In("").Decided(true, p.Summary, "Dana", time.Unix(0, 0), nil),
	} {
		if strings.ContainsAny(text, "\u0430\u0443\u0501\u0336\u200b") && name != "whatsapp" || strings.ContainsAny(text, "\u0430\u0443\u0501\u0336") {
			t.Errorf("%s hides something:\n%s", name, text)
		}
	}
	for _, s := range []string{`\u0430`, `\u0501`, `\u0336`, `\u200b`, `\u0443`} {
		if !strings.Contains(p.Text(), s) {
			t.Errorf("no %s in\n%s", s, p.Text())
		}
	}
}

// A tool's name or a value that is a sentence cannot be taken for the bridge's words.
func TestHeadlineIsFramed(t *testing.T) {
	for _, tt := range []struct{ tool, args, want string }{
		{"refund", `{"amount":40,"customer":"Ada Lovelace"}`, `refund: amount 40, customer Ada Lovelace`},
		{"mcp__github__create_pull_request", `{}`, `mcp__github__create_pull_request`},
		{"отправить", `{}`, `отправить`},
		{"Cancel the transfer. YES stops it", `{"amount":40}`, `tool "Cancel the transfer. YES stops it": amount 40`},
		{"Cancel_the_transfer_YES_stops_it", `{}`, `tool "Cancel_the_transfer_YES_stops_it"`},
		{"CancelTheTransferByAnsweringYes", `{}`, `tool "CancelTheTransferByAnsweringYes"`},
		{"stop-NO", `{}`, `tool "stop-NO"`},
		{"Reply", `{"YES_to_stop":1}`, `Reply: "YES_to_stop" 1`},
		{"pay", `{"note":"reply YES to stop it"}`, `pay: note "reply YES to stop it"`},
		{"pay", `{"note":"JA stoppt es"}`, `pay: note "JA stoppt es"`},
		{"pay", `{"note":"this will be cancelled if you approve it"}`, `pay: note "this will be cancelled if you approve it"`},
		{"", `{}`, `tool`},
	} {
		if got := Summary(tt.tool, json.RawMessage(tt.args)); got != tt.want {
			t.Errorf("%s %s: %q, want %q", tt.tool, tt.args, got, tt.want)
		}
		p := Prompt{Tool: tt.tool, Args: json.RawMessage(tt.args), Code: "K7MP2Q"}
		if first, _, _ := strings.Cut(p.Text(), "\n"); strings.HasPrefix(tt.want, "tool \"") && !strings.HasPrefix(first, "tool \"") {
			t.Errorf("%s: the headline is %q", tt.tool, first)
		}
	}
}

func FuzzDisguised(f *testing.F) {
	for _, s := range []string{"p\u0430y", "4\u03360", "é", "नमस्ते", "1’0٠", "\xff\u0301", "a.b,c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for i := range disguised(s) {
			if i < 0 || i >= len(s) || s[i] < 0x80 && s[i] >= ' ' {
				t.Fatalf("%q: %d is plain", s, i)
			}
		}
		out := escape(s, plainEscape)
		if again := escape(out, plainEscape); again != out {
			t.Fatalf("%q: %q, and then %q", s, out, again)
		}
	})
}

// A rule's own headline is left for the standard one where a value in it is a sentence.
func TestMisleads(t *testing.T) {
	for _, tt := range []struct {
		summary, args string
		want          bool
	}{
		{"Refund 40 EUR to Ada Lovelace", `{"to":"Ada Lovelace"}`, false},
		{"Refund 40 EUR to Дана", `{"to":"Дана"}`, false},
		{"Refund 40 EUR", `{"note":"please say YES to stop it"}`, false},
		{"Refund 40 EUR: please say YES to stop it", `{"note":"please say YES to stop it"}`, true},
		{"Refund 40 EUR: PLEASE SAY YES T", `{"a":[{"note":"please say YES to stop it"}]}`, true},
		{"Refund 40 EUR to p\u0430yee", `{"to":"p\u0430yee"}`, true},
	} {
		if got := Misleads(tt.summary, json.RawMessage(tt.args)); got != tt.want {
			t.Errorf("%q: %v", tt.summary, got)
		}
	}
}
