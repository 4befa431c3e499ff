package reply

import "testing"

// answeredTo is a table of answers to one prompt: which grant it, deny it and are asked back.
type answeredTo struct {
	lang, prompt       string
	grant, deny, asked []string
}

func decidesAll(t *testing.T, all []answeredTo) {
	t.Helper()
	for _, tt := range all {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, tt.deny, tt.asked)
	}
}

// TestDialect: a pronoun that hangs on its verb, a vowel as it sounds and a letter written again are read as the plain word.
func TestDialect(t *testing.T) {
	decidesAll(t, []answeredTo{
		{
			"de", "Inserat schalten?\nViertelseite.",
			[]string{"ja mach ma", "ja machma", "jo mochs", "ja passt scho", "jo passt schon", "ja, schalten wir"},
			[]string{"na brauch ma nicht", "nein brauch ma ned", "na woll ma net", "na des mach ma net", "naa lass", "brauch ma nicht"},
			[]string{"na mach ma", "brauch ma eh", "brauch ma ned heute", "des moch ma ned heit", "moch i söba", "moch ma morgen", "passt scho", "ja, schalten wir morgen", "ja, schalten wir selbst", "schalten wir"},
		},
		{"de", "Abo kündigen?\n", nil, nil, []string{"brauch ma nicht", "na brauch ma nicht", "ja passt scho"}},
		{"de", "Vertrag nicht verlängern?\n", nil, nil, []string{"na woll ma net", "naa lass"}},
		{"de", "500 € an Kerr überweisen?\n", nil, nil, []string{"ja, buchen wir um"}},
		{"de", "Text ändern?\n", nil, nil, []string{"ja passt schon", "jo passt scho"}},
		{
			"de", "Angebot schicken?\n",
			[]string{"ja schickens es", "ja passt schickens", "ja schick es weg", "ja machs", "ja schicken wir"},
			nil,
			[]string{"ja schickens mir", "schickens des andere", "schickens es morgen", "ja werfens weg", "ja schick es zurück"},
		},
		{"de", "Den Vertreter schicken?\n", nil, nil, []string{"ja schick ihn weg"}},
		{"de", "Hotel umbuchen?\n", []string{"ja, buchen wir um"}, nil, []string{"ja, buchen wir", "ja passt scho"}},
		{
			"nl", "De offerte sturen?\n",
			[]string{"Ja top, stuur maarr", "ja doee", "ja stuurrr maar", "ja, sturen we"},
			nil,
			[]string{"ja maarr", "ja maarr niet nu", "stuurr ze maar naar Jan", "ja, sturen we morgen"},
		},
		{"nl", "Lotte sms'en dat ze om 6 u moet beginnen?\nZaterdag.", []string{"ja doe maar", "ja doe ma"}, nil, nil},
		{"nl", "Je inschrijven voor het vak Statistiek 3?\nBlok 5.", []string{"schrijf me maar in!", "ja schrijf me maar in"}, nil, []string{"schrijf Jan maar in", "schrijf me maar uit"}},
	})
}
