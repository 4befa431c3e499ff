package reply

import "testing"

// TestTwoDeeds: who answers with the verb of one of the deeds that a title asks for has not answered for the other.
func TestTwoDeeds(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"en", "Sign the contract and pay the deposit?\nBoth are ready.", []string{"yes", "sign it and pay it"}, []string{"no"}, []string{"sign it", "pay it", "yes, sign it", "yes, pay the deposit", "don't sign it", "don't pay it", "go ahead with the payment", "go ahead with the signing"}},
		{"en", "Book the room and order lunch?\nFor twelve.", []string{"yes please"}, nil, []string{"book it", "order it", "yes, order lunch", "don't order lunch"}},
		{"en", "Order chairs, tables and lamps?\nFrom Vega.", []string{"order them"}, nil, nil},
		{"en", "Pay Anna and Tom?\n40 each.", []string{"pay them"}, nil, []string{"pay Anna"}},
		{"it", "Firmare il contratto e pagare l'acconto?\nTutto pronto.", []string{"sì", "firma e paga"}, nil, []string{"firma", "paga", "procedi con la firma", "non pagare"}},
		{"it", "Cancellare i file dell'anno scorso?\n310 file.", []string{"Sì cancella pure, grazie", "sì, cancellali"}, []string{"no, non cancellarli"}, nil},
		{"pl", "Podpisać i wysłać?\nAneks.", []string{"tak"}, nil, []string{"wyślij"}},
		{"es", "¿Firmo el contrato y pago la fianza?\nTodo listo.", []string{"sí", "fírmalo y págala"}, nil, []string{"firma", "págala", "no pagues"}},
		{"fr", "Signer le contrat et payer l'acompte ?\nTout est prêt.", []string{"oui"}, nil, []string{"signez", "payez", "ne payez pas"}},
		{"de", "Den Vertrag unterschreiben und die Anzahlung überweisen?\nAlles fertig.", []string{"ja"}, nil, []string{"unterschreiben", "überweise sie", "nicht überweisen"}},
		{"pt", "Assinar o contrato e pagar o sinal?\nTudo pronto.", []string{"sim"}, nil, []string{"assina", "paga", "não pague"}},
		{"nl", "Het contract tekenen en het voorschot betalen?\nAlles klaar.", []string{"ja"}, nil, []string{"teken maar", "betaal maar", "niet betalen"}},
		{"pl", "Podpisać umowę i zapłacić zaliczkę?\nWszystko gotowe.", []string{"tak", "podpisz i zapłać"}, nil, []string{"podpisz", "tak, podpisz", "zapłać", "nie płać"}},
		{"en", "Renew or cancel the lease?\nIt ends in May.", nil, nil, []string{"yes", "no"}},
		{"es", "Renew or cancel the lease?\nIt ends in May.", nil, nil, []string{"sí", "no"}},
		{"it", "Rinnovare oppure disdire il contratto?\nScade a maggio.", nil, nil, []string{"sì", "no"}},
		{"nl", "Renew or cancel the lease?\nIt ends in May.", nil, nil, []string{"ja", "nee"}},
		{"nl", "Het contract verlengen of opzeggen?\nHet loopt af.", nil, nil, []string{"ja", "nee"}},
		{"en", "Merge or close the pull request\nIt is a year old. Shall I close it?", []string{"yes"}, []string{"no"}, nil},
		{"en", "Fix or replace the printer\nA new one is 90 euros. Do you want me to replace it?", []string{"yes"}, []string{"no"}, nil},
		{"pl", "Uruchomić prasę nr 2: Po naprawie, zmiana nocna.", []string{"Tak, uruchamiajcie."}, []string{"Nie uruchamiać!"}, nil},
		{"en", "Publish the post: It would go live on the website and be sent to 2,300 subscribers.", []string{"yes, go ahead and publish."}, nil, nil},
		{"en", "Restart the booking server tonight at 23:00.", []string{"Please proceed with the restart."}, nil, nil},
		{"es", "Guardar o borrar las fotos\nSon viejas. ¿Las borro?", []string{"sí, borra"}, []string{"no las borres"}, nil},
		{"en", "Renewal of the lease and payment of the deposit?", []string{"yes please"}, []string{"no"}, []string{"pay it", "yes, renew the lease", "no, don't pay"}},
		{"en", "Sign the contract (and pay the deposit)?", []string{"yes"}, []string{"no"}, []string{"sign it", "wire the money"}},
		{"en", "Sign the contract. Pay the deposit?", []string{"yes, go ahead"}, nil, []string{"sign it", "yes, sign the contract", "no, don't sign the contract"}},
		{"en", "Sign the contract (nine pages)?", []string{"sign it"}, []string{"don't sign it"}, nil},
		{"en", "Sign the contract?\nPayment is due in May.", []string{"sign it"}, []string{"don't sign it"}, nil},
		{"en", "Sign the contract. Pay terms are 30 days.", []string{"sign it"}, nil, nil},
		{"en", "Send the contract. Shall I send it today?", []string{"send it"}, nil, nil},
		{"en", "Order salt and pepper?", []string{"order it"}, nil, nil},
		{"de", "Rechnung für Reparatur und Wartung\nSoll ich sie bezahlen?", []string{"bezahl sie"}, nil, nil},
		{"de", "Reparatur der Heizung?", []string{"ja, reparieren"}, nil, nil},
		{"pl", "Podpisać umowę i aneks?", []string{"podpisz"}, nil, nil},
		{"nl", "De computer uitschakelen\nHij is oud.", []string{"Schakel de computer uit.", "ja, schakel de computer uit"}, nil, []string{"de computer schakelt uit"}},
	} {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}}}, tt.grant, tt.deny, tt.asked)
	}
}
