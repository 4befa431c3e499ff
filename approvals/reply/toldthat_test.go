package reply

import "testing"

// TestToldThat: what somebody is to be told is no deed of the title; the answer to them is sent, and nothing else.
func TestToldThat(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt string
		grant, asked []string
	}{
		{"en", "Reply to Anna that we will come?\nShe asks.", []string{"yes, send it", "Yes please send it."}, []string{"yes, send it tomorrow", "yes, send the other one", "yes, send them", "yes, send it to Tom"}},
		{"en", "Reply to Anna and send the contract?\nShe asks.", nil, []string{"yes, send it"}},
		{"en", "Write off the debt?\n£40.", nil, []string{"yes, send it"}},
		{"en", "Write a cheque for Tom?\n£40.", nil, []string{"yes, send it"}},
		{"en", "Answer the phone?\nIt rings.", nil, []string{"yes, send it"}},
		{"en", "Ask Tom to write?\nHe is late.", nil, []string{"yes, send it"}},
		{"de", "Anna antworten, dass wir kommen?\nSie fragt.", []string{"ja, schick ab", "ja schick"}, []string{"ja, schick morgen", "ja, schick ihm das Geld"}},
		{"de", "Tom schreiben, dass wir kommen?\nEr fragt.", []string{"ja schreib ihm", "ja schreib ihm das"}, []string{"komm", "zahlen"}},
		{"de", "Tom anrufen, dass wir kommen, und Anna absagen?\nEr fragt.", []string{"ja"}, []string{"ja ruf an", "sag ihr das", "ja, sag ihr das"}},
		{"de", "Anna sagen, dass wir kommen, und den Tisch buchen?\nSie fragt.", nil, []string{"sag ihr das", "ja, sag ihr das"}},
		{"nl", "Anna zeggen dat we komen en de tafel reserveren?\nZe vraagt.", nil, []string{"zeg haar dat"}},
		{"de", "Anna und Tom sagen, dass wir kommen?\nSie fragen.", nil, []string{"ja, sag ihr das"}},
		{"es", "¿Contesto a Ana que vamos?\nPregunta.", []string{"sí, mándalo"}, []string{"sí, mándalo mañana", "sí, manda el otro"}},
		{"fr", "Répondre à Anne que nous venons ?\nElle demande.", []string{"oui, envoie"}, []string{"oui, envoie demain"}},
		{"it", "Rispondere ad Anna che veniamo?\nChiede.", []string{"sì, manda"}, []string{"sì, manda Marco"}},
		{"pt", "Responder à Ana que vamos?\nEla pergunta.", []string{"sim, pode enviar"}, []string{"sim, pode enviar amanhã"}},
		{"nl", "Anna antwoorden dat we komen?\nZe vraagt het.", []string{"ja, verstuur maar"}, []string{"ja, verstuur maar morgen"}},
		{"nl", "Tom bellen dat hij kan maaien?\nVanaf morgen.", []string{"bel maar", "ja bel maar"}, []string{"ja maaien", "nee niet maaien"}},
		{"pl", "Odpisać Annie, że przyjedziemy?\nPyta.", []string{"tak, wyślij"}, []string{"tak, wyślij jutro"}},
		{"fr", "Prévenir Thomas que vous l'attendez à la gare ?\nIl arrive.", []string{"Oui, s'il vous plaît."}, nil},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grant, nil, tt.asked)
	}
}
