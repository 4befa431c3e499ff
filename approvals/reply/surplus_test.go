package reply

import "testing"

// TestSurplus: two words for yes, that it was agreed so, a no said twice and how fast it goes out are no more than the answer.
func TestSurplus(t *testing.T) {
	decidesAll(t, []answeredTo{
		{
			"en", "Send the reminder to McPhail?\nInvoice 1177, £860, now 21 days late.",
			[]string{"Yep fire it off 👍", "yes, shoot it over", "ya ok send", "yeah ok send it"},
			[]string{"no way too much", "naw too early"},
			[]string{"yes, shoot it over to Bob", "don't fire it off", "yes fire him", "yeah ok but not now", "yeah ok whatever", "not too much", "no way too much money left"},
		},
		{"en", "Don't renew the contract?\n", nil, nil, []string{"nah way too expensive"}},
		{"pl", "Odrzucić zaproszenie?\n", nil, nil, []string{"W tym roku nie.", "nie nie mam czasu"}},
		{"en", "Fire McPhail?\n", nil, nil, []string{"yes fire it off"}},
		{
			"en", "Order the usual prescription from Flanagan's pharmacy?\nSame three items as last month, to be collected on Monday.",
			[]string{"Yes please, the same as always. Thank you.", "Yes please, same as usual"},
			nil,
			[]string{"No, the usual.", "not the same as always"},
		},
		{"en", "Order 12 boxes of screws?\n", nil, nil, []string{"Yes please, the same as always.", "Yes please, the usual."}},
		{"en", "Swap the shift with Dr. Tjarks?\n", []string{"Yes, as agreed."}, nil, []string{"Yes, agreed with Ann.", "as agreed with Ann", "Yes, not as agreed."}},
		{
			"de", "Notdienst am Wochenende mit Dr. Tjarks tauschen?\n",
			[]string{"Ja, ist so abgesprochen.", "ja, mit ihm abgesprochen", "ja ok tauschen"},
			[]string{"dieses Jahr nicht", "heuer ned", "nein passt so", "nein danke, passt so"},
			[]string{"Ja, ist so nicht abgesprochen", "ist so abgesprochen", "Ja, anders abgesprochen", "Ja, mit Frau Huber abgesprochen"},
		},
		{"de", "Abo kündigen?\n", nil, nil, []string{"dieses Jahr nicht"}},
		{"de", "Den Brief drucken und schicken?\n", []string{"Ja, so machen wir es"}, nil, []string{"Ja, mach zu", "Ja, drucken"}},
		{"de", "Den Brief drucken oder schicken?\n", nil, nil, []string{"Ja, so machen wir es"}},
		{"nl", "De dienst ruilen met Piet?\n", []string{"Ja, is zo afgesproken."}, []string{"nee tis goed zo", "nee, is goed zo"}, []string{"nee is goed", "Ja, is niet zo afgesproken"}},
		{
			"pl", "Wziąć zmianę w piątek?\nŻabka, 14-22.",
			[]string{"Tak, tak ustaliliśmy."},
			[]string{"nie nie mam sily", "W tym roku nie. Dziękuję"},
			[]string{"nie nie mam nic przeciwko", "nie nie ma problemu", "nie nie ma sprawy", "nie nie jutro", "nie nie wiem"},
		},
	})
}
