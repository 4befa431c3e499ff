package reply

import "testing"

// TestTellsSame: somebody is to be told what the prompt says they are told, in the first person, and no other thing.
func TestTellsSame(t *testing.T) {
	decidesAll(t, []answeredTo{
		{
			"en", "Tell Bob that you'll be there at six?\n",
			[]string{"Yes, tell him I will.", "Yes, tell him I'll be there", "Yes, let him know I'll be there at six"},
			nil,
			[]string{"Yes, tell him I'll be there at seven", "Yes, tell him I won't", "Yes, tell him I will call", "tell him I will", "Yes, tell her mother I will", "Yes, tell him I will. Or not"},
		},
		{"en", "Tell Bob that you can't come?\n", []string{"yes tell him I can't"}, nil, []string{"yes tell him I can"}},
		{"en", "Tell Bob that he can come?\n", nil, nil, []string{"yes tell him I can"}},
		{"en", "Tell Bob that you can come and pay him?\n", nil, nil, []string{"yes tell him I can"}},
		{"en", "Call Bob?\n", nil, nil, []string{"Yes, tell him I will."}},
		{"de", "Frau Meier schreiben, dass Sie kommen?\n", []string{"Ja, schreib ihr dass ich komme"}, nil, []string{"Ja, sag ihr, dass ich nicht komme", "Ja, schreib ihr dass ich morgen komme"}},
		{"de", "Frau Meier schreiben, dass Sie nicht kommen?\n", nil, nil, []string{"Ja, schreib ihr dass ich komme"}},
		{"nl", "Jan laten weten dat je komt?\n", []string{"Ja, zeg hem dat ik kom"}, nil, []string{"Ja, zeg hem dat ik later kom", "Ja, zeg hem dat ik niet kom"}},
		{"pl", "Napisać Janowi, że kupisz chleb?\n", []string{"Tak, napisz mu że kupię chleb"}, nil, []string{"Tak, napisz mu że kupię mleko", "Tak, napisz mu że nie kupię chleba"}},
		{"pl", "Napisać Janowi, że przyjdzie Ania?\n", nil, nil, []string{"Tak, napisz mu że przyjdę"}},
	})
}

// TestMayDo: somebody may do what they are to be told that they may.
func TestMayDo(t *testing.T) {
	decidesAll(t, []answeredTo{
		{
			"en", "Tell Ann that she can leave early?\n",
			[]string{"Yes, she can", "yes, she can go", "Yes of course she can leave"},
			nil,
			[]string{"Yes, he can", "yes, she can stay", "yes, she may", "she can", "Yes, she can if she is done", "Yes, she can tomorrow"},
		},
		{"en", "Tell Ann that she can't leave early?\n", nil, nil, []string{"Yes, she can", "yes, she can go"}},
		{"en", "Book the hotel for Ann?\n", nil, nil, []string{"Yes, she can"}},
		{"en", "Tell Ann that she can leave and call Bob?\n", nil, nil, []string{"Yes, she can"}},
		{"de", "Frau Ani sagen, dass sie früher gehen kann?\n", []string{"Ja, kann sie", "Ja, sie kann gehen"}, nil, []string{"Ja, darf sie nicht", "Ja, kann er", "Ja, sie kann bleiben"}},
		{"pl", "Powiedzieć pani Ani, że może wyjść wcześniej?\n", []string{"Tak, może iść", "Tak, może wyjść"}, nil, []string{"Tak, może", "Tak, może zostać", "Tak, może jutro", "może", "może iść"}},
	})
}

// TestSmallWords: what is said beside a yes, and synonyms of a deed.
func TestSmallWords(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"en", "Delete the staging cluster stg-old?\n", []string{"yes kill it", "yes please, nuke it", "scrap it"}, nil, []string{"don't kill it", "kill him"}},
		{"en", "Delete the draft and send the letter?\n", nil, nil, []string{"yes kill it", "kill it", "yes fire it off"}},
		{"nl", "Concept verwijderen en brief sturen?\n", nil, nil, []string{"Ja die kan weg."}},
		{"en", "Send the file?\n", []string{"Yes thats good to go, send it"}, nil, []string{"yes kill it"}},
		{"en", "Rewrite the letter?\n", nil, nil, []string{"Yes thats good to go"}},
		{"en", "Pay the invoice?\n", []string{"Yes. Thank you for spotting it so quickly."}, nil, []string{"Yes. Thank you for spotting the mistake.", "Thank you for spotting it."}},
		{"en", "Shut down the old build server?\nbld-02, last used 9 days ago.", nil, []string{"no, keep it running", "keep it running"}, []string{"yes, keep it running", "keep it"}},
		{"de", "Asphalt bestellen?\n", []string{"Ja. Danke fürs Aufpassen.", "ja, bestellen. Haben Sie vielen Dank."}, nil, []string{"Danke fürs Aufpassen.", "Haben Sie vielen Dank."}},
		{"nl", "40 ton asfalt bestellen?\n", []string{"Akkoord. Dank voor het regelen."}, nil, []string{"Dank voor het regelen."}},
		{"nl", "De oude facturen weggooien?\n", []string{"Ja die kunnen weg."}, []string{"nee die mogen niet weg"}, []string{"die kunnen morgen weg"}},
		{"nl", "De brief versturen?\n", nil, nil, []string{"die mag weg"}},
		{"nl", "De tuinbank bestellen?\n", []string{"Ja, die bevalt me. Bestel hem maar."}, nil, []string{"Ja, die bevalt me.", "Ja, die bevalt me niet. Bestel de andere maar.", "Ja, die bevalt me. Bestel de stoel maar."}},
		{"de", "Die Gartenbank bestellen?\n", []string{"Ja, die gefällt mir. Bestellen Sie sie."}, nil, []string{"Ja, die gefällt mir nicht. Bestellen Sie sie.", "Ja, die gefällt mir. Bestellen Sie die andere."}},
	})
}

// TestToldYes: who is to be told what whoever answers will do is told it with a yes; what is told of others, or left open, is not.
func TestToldYes(t *testing.T) {
	const come = "Tell Tom that you will come?\nMonday 9 am."
	decidesAll(t, []answeredTo{
		{"en", come, []string{"tell him yes", "Tell him yes, please.", "yes, tell him yes"}, nil, []string{"tell her yes", "tell him no", "tell him yes tomorrow", "tell him yes but late", "tell him yes?", "don't tell him yes", "tell Ann yes", "tell him yes if he pays"}},
		{"es", come, []string{"dile que sí", "Dile que sí, gracias", "sí, dile que sí"}, nil, []string{"dile que sí pero el martes", "dile que sí a Ana", "no le digas que sí", "dime que sí", "dile que sí?"}},
		{"pt", come, []string{"diz-lhe que sim", "Diga-lhe que sim, por favor.", "diga que sim"}, nil, []string{"diz-lhe que sim mas tarde", "não digas que sim", "ele diz que sim", "diz que sim?"}},
		{"pl", come, []string{"powiedz mu, że tak", "powiedz mu ze tak", "odpisz mu, że tak"}, nil, []string{"powiedz mu że tak, ale później", "nie mów mu że tak", "powiedz Ani że tak", "mówi że tak", "powiedz że tak?"}},
		{"pt", "Dizer à filha que vai no Natal a Lyon?\nHoje.", []string{"Diga que sim"}, nil, []string{"diga que talvez"}},
		{"pl", "Tell Tom he is fired?\nMonday.", nil, nil, []string{"powiedz mu, że tak", "powiedz mu że tak"}},
		{"es", "Tell Tom whether you will come?\nMonday.", nil, nil, []string{"dile que sí"}},
		{"pl", "Tell Tom that you will stop paying?\nMonday.", nil, nil, []string{"powiedz mu, że tak"}},
		{"pl", "Tell Tom you will come and pay him?\nMonday.", nil, nil, []string{"powiedz mu, że tak"}},
		{"en", "Tell Tom that you can't come?\nMonday.", nil, nil, []string{"tell him yes"}},
		{"en", "Tell Tom that you will come late?\nDinner.", nil, nil, []string{"tell him yes", "tell him yes please"}},
		{"en", "Tell Tom that you will stay home?\nDinner.", nil, nil, []string{"tell him yes"}},
		{"en", "Tell Tom you'll leave the club?\nEnd of May.", nil, nil, []string{"tell him yes"}},
		{"en", "Reply to Tom that you will think about it?\nOffer.", nil, nil, []string{"tell him yes"}},
		{"en", "Tell Ann that Tom says you will come?\nDinner.", nil, nil, []string{"tell her yes", "tell him yes"}},
		{"en", "Tell the neighbours that you accept the fence?\n400 euros.", []string{"tell them yes"}, nil, []string{"tell him yes", "tell her yes"}},
		{"es", "Decirle a Ana que va Luis?\nCena.", nil, nil, []string{"dile que sí"}},
		{"es", "Decirle a Ana que vas a dejar el club?\nMayo.", nil, nil, []string{"dile que sí"}},
		{"es", "Decirle a Ana que irás a la boda?\nJunio.", []string{"dile que sí"}, nil, []string{"diles que sí"}},
		{"es", "Responder a Ana que aceptas cambiar de día?\nCena.", nil, nil, []string{"dile que sí"}},
		{"pt", "Dizer à Ana que vai o João?\nJantar.", nil, nil, []string{"diz-lhe que sim"}},
		{"pt", "Dizer à Ana que vai chegar tarde?\nJantar.", nil, nil, []string{"diz-lhe que sim", "diz que sim"}},
		{"pl", "Powiedzieć Tomkowi, że przyjedziesz?\nKolacja.", []string{"powiedz, że tak"}, nil, []string{"powiedz im, że tak"}},
		{"pl", "Powiedzieć Annie, że będziesz później?\nKolacja.", nil, nil, []string{"powiedz że tak", "powiedz jej, że tak"}},
		{"de", "Anna sagen, dass du nicht kommst?\nEssen.", nil, nil, []string{"sagen Sie ihm ja", "sagen Sie ihr ja"}},
		{"de", "Anna schreiben, dass du absagst?\nFeier.", nil, nil, []string{"sagen Sie ihr ja"}},
	})
}
