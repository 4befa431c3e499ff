package reply

import "testing"

// TestWhoIs: what a prompt tells that somebody is, is nobody else, so that a pronoun stands for the one whom it names.
func TestWhoIs(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"en", "Send the choir list to Barbara?\nNames of the 18 members. She is the new secretary.", []string{"Yes, please send it to her."}, nil, []string{"Yes, please send it to him.", "yes, send it to the treasurer"}},
		{"en", "Send the choir list to Barbara?\nThe secretary asked for it.", nil, nil, []string{"Yes, please send it to her."}},
		{"en", "Send the choir list to Barbara?\nShe is Anna's sister.", nil, nil, []string{"Yes, please send it to her."}},
		{"en", "Send the choir list to Barbara?\nShe is the wife of the doctor.", nil, nil, []string{"Yes, please send it to her."}},
	})
}

// TestKisses: those behind the person's own name are left out with it.
func TestKisses(t *testing.T) {
	o := Options{Language: "en", Name: "Margaret Hay", Shown: Shown{About: []string{"", "", "Tell Alan you will be at bridge tonight?\n7 pm at Joan's."}, By: "Eve"}}
	decides(t, o, []string{"Yes do. Thank you. Margaret x", "Yes please. Margaret xx", "Yes. M x"}, []string{"No thank you. Margaret x"}, []string{"Yes. Joan x", "Yes. Alan x", "Yes 2 x", "Maybe. Margaret x"})
}
