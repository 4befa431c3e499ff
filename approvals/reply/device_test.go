package reply

import "testing"

// TestDeviceLine: people say in their own words that they write on a telephone; what may say something of the request is none of them.
func TestDeviceLine(t *testing.T) {
	for _, tt := range []struct {
		lang, name, prompt string
		grant, deny, asked []string
	}{
		{"pl", "Katarzyna Wilk", "Usunąć zdjęcia?\nZ zeszłego roku.", []string{"tak\n\nKW, z telefonu", "tak\n\n(z telefonu)", "tak\n\nz telefonu", "tak\n\nKatarzyna (z telefonu)", "tak\n\npisane z telefonu, przepraszam za literówki"}, []string{"nie\n\nKW, z telefonu"}, []string{
			"tak\nz telefonu", "tak\n\nMB, z telefonu", "tak\n\nnie z telefonu", "tak, z telefonu", "tak\n\nKW, tylko z telefonu", "tak\n\nw KW, z telefonu", "tak\n\nz telefonu i z komputera",
		}},
		{"nl", "Sanne de Boer", "Tim een laptopvergoeding uitkeren?\nVolgens de regeling.", []string{"ja doe maar\n\nSanne (vanaf m'n telefoon)", "ja doe maar, groetjes\n\nSanne (vanaf m'n telefoon)"}, nil, []string{"ja doe maar\n\nPiet (vanaf m'n telefoon)", "ja doe maar (niet vanaf m'n telefoon)", "ja doe maar\n\nSanne (vanaf juni)"}},
		{"es", "Diego Suárez", "¿Compro el pasaje?\nMicro 6.30.", []string{"Dale, compralo\n\nDiego, desde el celu", "sí\n\nDiego Suárez - desde el celular"}, nil, []string{"sí\n\nDiego, desde el lunes", "sí\n\nCompralo, desde el celu no", "sí\n\nMarta, desde el celu"}},
		{"de", "Katharina Wolf", "Besprechungszimmer reservieren?\nDonnerstag.", []string{"passt, bitte reservieren\n\nLG Kathi W.\n(vom Diensthandy gesendet, Tippfehler bitte zu entschuldigen)", "ja\n\nVom Handy gesendet", "ja\n(vom Handy, sorry für Tippfehler)"}, []string{"nein\n\nVom Handy gesendet, bitte die Kürze zu entschuldigen"}, []string{
			"ja\nvom Handy", "ja\n\nVom Handy gesendet, aber bitte warten", "ja\n\n(vom Handy gesendet?)", "ja\n\n(nicht vom Handy gesendet)", "ja\n\nEntschuldigung für die Fehler, doch nicht", "ja\n\n(vom Chef gesendet)",
		}},
		{"en", "Raghu Patil", "Reply that the truck left?\nShort mail.", []string{"Yes reply\n\nRegards,\nRaghu\n(Sent from mobile, pls excuse typos)", "Yes\n\nRaghu\n(on mobile – sorry for any typos)"}, nil, []string{"Yes\n\n(Sent from mobile, pls check)", "Yes\n\nSent from mobile, excuse me, not today", "Yes\n\nSorry for mistakes in the invoice"}},
		{"it", "Anna Conti", "Prenotare il Frecciarossa?\nLunedì.", []string{"Sì prenota\n\nInviato dal cellulare aziendale – scusate la brevità"}, nil, []string{"Sì\n\nInviato dal cellulare – scusate, domani", "Sì\n\nScusate la brevità e aspettate"}},
		{"pt", "Juliana Kowalski Pereira", "Pagar a anuidade?\nR$ 2.916,00 no total.", []string{"Sim, pode pagar\n\nJuliana KP\nBaixe o Outlook para Android", "sim\n\nJuliana KP"}, nil, []string{"sim\n\nJuliana KM", "sim\n\nJoana KP"}},
		{"pt", "", "Pagar a anuidade?\nR$ 2.916,00 no total.", nil, nil, []string{"sim\n\nJuliana KP"}},
	} {
		o := Options{Language: tt.lang, Name: tt.name, Mail: true, Shown: Shown{About: []string{"", "", tt.prompt}}}
		decides(t, o, tt.grant, tt.deny, tt.asked)
	}
}
