package reply

// polish returns the words of Polish. Its "no" is a colloquial "well, yes" and
// English, Italian and Spanish for no: alone it is the answer that the prompts ask
// for, next to a word of consent it is nothing. "Pewnie" is sure and probably,
// "absolutnie" absolutely and absolutely not.
func polish() language {
	return language{
		yesStrong: []string{
			"tak", "tak jest", "oczywiście że tak", "zdecydowanie tak", "jasne że tak", "absolutnie tak", "mówię tak", "jestem na tak", "jestem za",
			"zatwierdzam", "ja zatwierdzam", "zatwierdzam to", "zatwierdzam wniosek", "zatwierdzam prośbę", "zatwierdzone", "zatwierdzono",
			"zatwierdzony", "zatwierdzona", "zatwierdź", "zatwierdzić", "wniosek zatwierdzony", "prośba zatwierdzona", "jest zatwierdzone",
			"zatwierdzamy", "zatwierdzam w całości", "potwierdzam", "potwierdzam to", "potwierdzone", "potwierdzono", "potwierdzony", "zgoda",
			"zgadzam się", "zgadzam się w pełni", "w pełni się zgadzam", "zgadzam się na to", "ja się zgadzam", "wyrażam zgodę", "wyraża się zgodę", "zatwierdza się", "akceptuje się", "udziela się zgody", "wyrażam na to zgodę", "daję zgodę", "udzielam zgody",
			"pełna zgoda", "moja zgoda", "masz moją zgodę", "ma pan moją zgodę", "ma pani moją zgodę", "macie moją zgodę", "mają państwo moją zgodę",
			"akceptuję", "akceptuję to", "akceptacja", "akceptuj", "zaakceptowane", "zaakceptowano", "zaakceptowany", "zaakceptowana", "aprobuję",
			"aprobata", "autoryzuję", "autoryzowane", "pozwalam", "zezwalam", "zielone światło", "wniosek zaakceptowany", "przyznane", "akceptacja udzielona", "zgoda udzielona", "masz zgodę", "z mojej strony tak",
			"decyzja pozytywna", "opinia pozytywna", "pozytywna opinia", "pozytywna decyzja", "odpowiedź pozytywna", "opiniuję pozytywnie", "niestety tak", "do realizacji", "do zapłaty", "do wypłaty", "do wykonania", "do opłacenia", "kieruję do realizacji", "kieruję do zapłaty",
			"z mojej strony zgoda", "zgoda proszę działać", "zgoda proszę wykonać",
		},
		yesWeak: []string{
			"okej", "okey", "okay", "oki", "ok zrób to", "dobra", "dobrze", "niech tak będzie dobrze", "w porządku", "jest w porządku", "jasne",
			"jasna sprawa", "oczywiście", "ależ oczywiście", "spoko", "zrób to", "zróbcie to", "zrób", "zróbcie", "róbcie", "działaj", "działajcie",
			"działamy", "proszę działać", "można działać", "dawaj", "dawajcie", "możesz", "możecie", "możesz to zrobić", "możecie to zrobić",
			"możesz działać", "możecie działać", "można", "śmiało", "wykonaj", "wykonać", "proszę wykonać", "proszę to wykonać", "proszę to zrobić", "proszę zrobić",
			"pasuje", "pasuje mi", "mi pasuje", "dla mnie ok", "dla mnie okej", "ok dla mnie", "z mojej strony ok", "z mojej strony w porządku",
			"naturalnie", "jak najbardziej", "owszem", "zdecydowanie", "definitywnie tak", "bardzo chętnie", "chętnie", "z przyjemnością",
			"rób", "ogarnij", "ogarniaj", "ogarnij to", "ogarniaj to", "ogarnijcie to", "załatwiaj", "załatwiajcie", "róbmy", "róbmy to", "wchodzę w to", "wchodzimy w to", "idziemy w to", "realizować", "proszę procedować", "procedować", "no jasne że tak", "rzecz jasna", "umowa stoi", "kontynuuj", "kontynuujcie", "proszę kontynuować", "idź dalej", "jedziemy", "brzmi dobrze",
		},
		yesToo: []string{
			"super", "świetnie", "doskonale", "idealnie", "perfekcyjnie", "dokładnie", "zgadza się", "wszystko się zgadza", "słusznie", "wszystko ok",
			"wszystko dobrze", "wszystko w porządku", "jest ok", "jest okej", "jest dobrze", "bardzo dobrze", "proszę bardzo", "prawidłowo", "bomba",
			"fajnie", "racja", "super pomysł", "niezły pomysł", "podoba mi się", "podoba się", "to mi się podoba",
		},
		noStrong: []string{
			"odmów", "odmówić", "odmówcie", "e nie", "ee nie", "oj nie",
			"nie", "nie nie", "nie dziękuję", "nie dzięki", "nie absolutnie", "nie zdecydowanie", "absolutnie nie", "zdecydowanie nie",
			"oczywiście że nie", "jasne że nie", "na pewno nie", "stanowczo nie", "mówię nie", "jestem na nie", "jestem przeciw", "jestem przeciwny",
			"jestem przeciwna", "przeciw", "nie zatwierdzam", "ja nie zatwierdzam", "nie zatwierdzam tego", "nie zatwierdzam wniosku",
			"nie zatwierdzone", "niezatwierdzone", "nie zatwierdzono", "nie zatwierdzaj", "nie zatwierdzać", "nie zatwierdzajcie", "nie zgadzam się",
			"nie zgadzam się na to", "ja się nie zgadzam", "nie wyrażam zgody", "nie wyraża się zgody", "nie zatwierdza się", "nie akceptuje się", "nie udziela się zgody", "nie wyrażam na to zgody", "nie daję zgody", "nie udzielam zgody",
			"brak zgody", "nie ma zgody", "nie ma mojej zgody", "bez zgody", "nie potwierdzam", "nie potwierdzono", "nie akceptuję",
			"nie akceptuję tego", "nie akceptować", "brak akceptacji", "nie zaakceptowano", "nie pozwalam", "nie zezwalam", "nie aprobuję",
			"odrzucam", "odrzucam wniosek", "odrzucam to", "odrzucone", "odrzucono", "odrzucony", "odrzucona", "odrzuć", "odrzucić", "odrzucamy",
			"wniosek odrzucony", "prośba odrzucona", "odmawiam", "odmawiam zgody", "odmowa", "odmówiono", "zgoda odmówiona", "sprzeciw",
			"sprzeciwiam się", "w żadnym wypadku", "w żadnym razie", "pod żadnym pozorem", "nigdy", "nigdy w życiu", "nie ma mowy", "mowy nie ma",
			"wykluczone", "to wykluczone", "nie wchodzi w grę", "nie rób tego", "nie róbcie tego", "nie róbcie", "proszę tego nie robić",
			"proszę nie robić", "nie robić tego", "nie robić", "proszę nie", "nie wykonuj", "nie wykonywać", "nie wolno", "nie można", "nie możesz",
			"nie kontynuuj", "z mojej strony nie", "nie wyrażam zgody na zwrot", "nie wyrażam zgody na ten zwrot", "nie wyrażam zgody na tę płatność",
			"jestem temu przeciwny", "jestem temu przeciwna", "jesteśmy przeciwni", "nie zgodzimy się", "wcale nie", "broń boże", "broń boże nie", "uchowaj boże", "nie daj boże", "za nic", "za nic w świecie", "za żadne skarby", "za chiny", "w żadnym wypadku nie", "decyzja negatywna", "opinia negatywna",
			"nie zgadzam się na zwrot", "nie zgadzam się na ten zwrot", "nie zgadzam się na tę płatność", "odrzucam zwrot", "odrzucam ten zwrot",
			"odrzucam płatność", "odrzucam tę płatność",
		},
		noWeak: []string{
			"lepiej nie", "wolałbym nie", "wolałabym nie", "wolę nie", "obawiam się że nie", "nie pasuje", "nie pasuje mi", "nie w porządku",
			"nie jest w porządku", "nie jest ok", "nie ok", "nie skorzystam", "nie skorzystamy", "nie interesuje mnie", "nie interesuje mnie to", "nie interesuje nas to", "nie jestem zainteresowany", "nie jestem zainteresowana", "nie jesteśmy zainteresowani", "nie podoba mi się",
			"nie podoba mi się to", "nie podoba mi się ten pomysł", "nie stać nas", "nie stać nas na to", "nie stać mnie", "nie stać mnie na to",
		},
		approve: []string{"zatwierdzam", "akceptuję", "potwierdzam", "wyrażam zgodę na", "zgadzam się na"},
		approved: []string{
			"zwrot", "ten zwrot", "płatność", "tę płatność", "wydatek", "ten wydatek", "zakup", "ten zakup", "zamówienie", "to zamówienie", "fakturę",
			"przelew", "ten przelew", "wniosek", "ten wniosek", "prośbę", "tę prośbę",
		},
		refuse: []string{"nie zatwierdzam", "nie akceptuję"},
		refused: []string{
			"zwrotu", "tego zwrotu", "płatności", "tej płatności", "wydatku", "tego wydatku", "zakupu", "tego zakupu", "zamówienia",
			"tego zamówienia", "faktury", "przelewu", "tego przelewu", "wniosku", "tego wniosku",
		},
		negated: []string{
			"nie zgadza się", "się nie zgadza",
			"to się nie zgadza", "nie zgadza się kwota", "nie tak", "tak nie", "nie tak się", "nie dobra", "nie jest dobra", "nie jest dobrze",
			"nie dobrze", "nie jasne", "nie jest jasne", "to nie jest jasne", "nie może", "nie może być", "nie możecie", "nie dokładnie",
			"nie słusznie", "nie super", "nie jest super", "nie chętnie", "nie jest zatwierdzone", "nie ma aprobaty", "nie zostało zatwierdzone",
			"nie naturalnie", "tak drogo", "tak dużo", "aż tak", "i tak", "tak samo", "tak wysoka", "tak nie robimy",
		},
		courtesy: []string{
			"proszę", "dziękuję", "dziękuję bardzo", "bardzo dziękuję", "dziękuję serdecznie", "serdecznie dziękuję", "dzięki", "wielkie dzięki",
			"dzięki wielkie", "dziękuję z góry", "z góry dziękuję", "z góry dzięki", "dziękujemy", "dziękuję za pytanie", "dzięki za pytanie",
			"dzięki za info", "dzięki za informację", "dziękuję za info", "dziękuję za informację", "i dziękuję", "i dzięki", "dziex", "bóg dzięki", "serdeczne bóg dzięki", "dziękuję uprzejmie", "dziękuję serdecznie", "dziękuję ślicznie", "dziękuję pięknie", "dziękujemy bardzo", "dzięki serdeczne", "szczęść boże", "z bogiem", "z panem bogiem", "dzięki bogu", "thx", "cześć", "absolutnie", "uprzejmie proszę",
		},
		greeting: []string{
			"dzień dobry", "dobry wieczór", "witam", "witajcie", "witaj", "hej", "siema", "cześć wszystkim", "hej wszystkim", "szanowni państwo",
			"dzień dobry państwu", "hejka", "dzieńdobry", "witam serdecznie",
		},
		closing: []string{
			"pozdrawiam", "pozdro", "pozdrowienia", "pozdrawiam serdecznie", "serdecznie pozdrawiam", "z poważaniem", "i pozdrawiam", "pzdr", "pozdr", "z wyrazami szacunku",
			"serdeczności", "miłego dnia", "miłego popołudnia", "miłego wieczoru", "miłego weekendu", "udanego dnia", "dobrego dnia",
			"serdeczne pozdrowienia", "łączę pozdrowienia", "z błogosławieństwem", "z modlitwą", "z darem modlitwy", "w panu", "pozdrówka", "wesołych świąt", "spokojnych świąt", "pozostaję z szacunkiem", "pozostaję z poważaniem", "czuwaj", "darz bór", "dobranoc", "całuski", "papa", "pa pa", "narka", "nara", "miłego dzionka", "miłej niedzieli", "miłej pracy", "dobrej niedzieli",
			"ślę pozdrowienia", "ślę uściski", "przesyłam pozdrowienia", "przesyłam uściski", "z wyrazami uszanowania", "pozdrawiam cieplutko", "twoja mama", "twój tata", "twoja babcia", "twój dziadek", "wasza babcia", "wasza mama",
		},
		apology: []string{
			"przepraszam", "przykro mi", "bardzo mi przykro", "niestety", "sorki", "sory", "wybacz", "wybaczcie", "ja to załatwię", "ja to zrobię", "ja to ogarnę", "sam to zrobię", "sama to zrobię", "sam to załatwię", "sama to załatwię", "zrobię to sam", "zrobię to sama", "przepraszam bardzo",
			"bardzo przepraszam",
		},
		unclear: []string{
			"proszę zatwierdzić", "proszę o zatwierdzenie", "proszę o akceptację", "proszę zaakceptować", "proszę potwierdzić",
			"proszę o potwierdzenie", "proszę o zgodę", "zatwierdź proszę", "proszę zatwierdź", "prosze zatwierdzic", "akceptuj proszę",
			"proszę akceptuj", "zgoda proszę", "proszę o decyzję", "pewnie", "pewno", "pewnie tak", "no tak", "no niestety tak", "no dobra", "no jasne",
			"no pewnie", "no ba", "nie no", "no raczej", "no ok", "no to ok", "niech będzie", "niech ci będzie", "a niech tam", "trudno", "nieważne",
			"taa", "taaa", "ta jasne", "taa jasne", "ano", "ano tak", "jak chcesz", "wszystko jedno", "obojętnie", "przyjąłem", "przyjęłam", "aha",
			"jasne jasne", "spoko spoko", "dobra dobra", "dobrze dobrze", "no nie", "prawda", "nieprawda", "co", "co nie", "no i dobrze",
		},
		idioms: []string{
			"niech robią", "niech robi", "niech zrobią", "niech zrobi", "niech idzie", "luz", "luzik", "spokojnie", "nie krępuj się",
			"proszę się nie krępować", "decyduj", "ty decydujesz", "mnie nie przeszkadza",
			"nie wnoszę sprzeciwu", "nie sprzeciwiam się", "bez wątpienia", "niewątpliwie",
			"nie wątpię", "nie szkodzi", "nic nie szkodzi", "nie przeszkadza", "nie jestem przeciw", "nie jestem przeciwny", "nie jestem przeciwna",
			"czemu nie", "dlaczego nie", "dlaczegóż by nie", "a czemu by nie", "nie mówię nie", "nigdy nie mówiłem", "nigdy nie mówiłam",
			"nie powiem nie", "nie odmawiam", "ani tak ani nie", "i tak i nie", "to znaczy", "znaczy tak", "żartuję", "żart", "żartowałem",
			"żartowałam", "rób co chcesz", "róbcie co chcecie", "jak uważasz", "jak pan uważa", "jak pani uważa", "twoja decyzja", "nie martw się",
			"nie ma za co", "no super", "no spoko", "no wiadomo", "wiadomo", "no oczywiście", "no raczej", "no ba", "no proszę", "nie najgorzej",
			"nie jest źle", "przeciwnie", "nie odrzucaj", "nie odrzucać", "nie odrzucajcie", "nie odmawiaj", "nie wstrzymuj", "a jakże", "akurat", "już to widzę", "nie no",
			"to test", "na próbę",
		},
		hedges: []string{
			"za godzinę", "za chwilę", "zaraz", "wieczorem", "po południu", "muszę sprawdzić", "porozmawiajmy", "niedługo", "wkrótce", "jak sprawdzę",
			"jeśli", "jeżeli", "gdy", "gdyby", "kiedy", "ale", "lecz", "jednak", "tylko", "jedynie", "wyłącznie", "dopiero", "jutro", "pojutrze",
			"później", "potem", "może", "być może", "możliwe", "możliwe że", "chyba", "jak tylko", "jak zapłaci", "jak będzie", "jak trzeba",
			"jak już", "o ile", "pod warunkiem", "najpierw", "jeszcze nie", "na razie", "narazie", "poczekaj", "poczekajcie", "proszę poczekać",
			"poczekać", "zaczekaj", "czekaj", "czekać", "chwila", "chwilę", "chwileczkę", "moment", "momencik", "oprócz", "poza wysyłką",
			"z wyjątkiem", "pół", "połowa", "połowę", "częściowo", "dopóki", "póki", "zanim", "nie teraz", "teraz nie", "dzisiaj nie", "dziś nie",
			"nie dzisiaj", "nie dziś", "zależy", "to zależy", "nie wiem", "nie jestem pewien", "nie jestem pewna", "nie mam pojęcia",
			"prawdopodobnie", "raczej", "ewentualnie", "zobaczymy", "zobaczę", "pomyślę", "zastanowię się", "muszę pomyśleć", "muszę się zastanowić",
			"daj mi", "dajcie mi", "dam znać", "zapytaj mnie", "spytaj mnie", "w przyszłym", "następnym razem", "wtedy", "w razie", "w przypadku gdy",
			"w przeciwnym razie", "inaczej", "maksymalnie", "myślę że", "sądzę", "wydaje mi się", "przypuszczam", "po weekendzie", "wstrzymaj",
			"wstrzymać", "odłożyć", "przełożyć", "ze zmianami", "prawie", "mam pytania", "mam pytanie", "w tym tygodniu nie", "nie w tym tygodniu", "w tym miesiącu nie", "choć", "chociaż", "mimo",
		},
		sentence: []string{
			"ona", "oni", "mnie", "jej", "nam", "ich", "ją", "ten", "tego", "tym", "jest", "są", "był", "była", "było", "jestem", "mam", "masz",
			"mamy", "będzie", "nie", "bez", "zrobić", "zrób", "zapłać", "zapłacić", "zapłaci", "wyślij", "wysłać", "zmień", "zmienić", "dodaj",
			"użyj", "zapytaj", "zapytać", "powiedz", "sprawdź", "sprawdzić", "inny", "inna", "inne", "też", "także", "zawsze", "ponieważ", "dlaczego",
			"gdzie", "kto", "jaki", "który", "kwota", "kwotę", "zwrot", "złotych", "zł", "anuluj", "anulować", "zignoruj", "uwaga", "maksimum",
			"minimum", "dzisiaj", "dziś", "teraz", "oba", "wszystkie", "chcę", "mogę", "muszę", "musi", "trzeba", "zamiast", "więcej", "mniej", "się",
			"że", "czy",
		},
		because:  []string{"bo", "ponieważ", "gdyż"},
		codeWord: []string{"kod", "z kodem", "kod to"},
		list:     []string{"lista", "listę", "poproszę listę", "proszę o listę", "poproszę o listę", "wykaz", "spis"},
		typos: []string{
			"zatwierdzam", "zatwierdzone", "zatwierdzono", "potwierdzam", "potwierdzone", "akceptuję", "zaakceptowane", "zaakceptowano", "oczywiście",
			"odrzucam", "odrzucone", "odrzucono", "odmawiam", "najbardziej",
		},
		notTypos: []string{
			"stwierdzam", "zatwierdziłam", "odrzuciłam", "omawiam", "odmawiałam", "odmawia", "odrzucane", "zatwierdzane", "potwierdzane",
			"zatwierdzano", "odrzucano", "potwierdzano", "zaakceptowanie", "zatwierdzenie", "odmierzam", "odwracam",
			"wysyłacie", "przelewacie", "restartujecie", "przekazujecie", "wypłacacie", "realizujecie", "rezerwujecie", "publikujecie", "wykonujecie", "zamawiacie",
		},
		footerStarts: []string{
			"wysłane z", "wysłane z mojego", "wysłano z", "wysłano z mojego", "wysłane za pomocą", "wysłane przez", "wysłana z", "wysłany z",
			"pobierz program outlook dla", "pobierz outlook dla", "pobierz aplikację outlook dla", "wiadomość wysłana z",
		},
		footerWords: []string{
			"iphone'a", "iphonea", "ipada", "ipad'a", "telefonu", "telefon", "smartfona", "smartfonu", "urządzenia", "urządzenie", "mojego",
			"systemu", "programu", "aplikacji", "poczty", "poczta", "komórki", "tabletu", "androida", "androidzie", "outlooka", "outlook", "dla", "z",
			"na", "galaxy", "onet", "wp", "interia", "samsunga",
		},
		plain: []string{"ma"},
	}
}

// polishTells are words that show a sentence to be Polish, in which "no" before it
// is no refusal: "no, puszczaj".
func polishTells() map[string]bool {
	return set(
		"się", "sie", "jak", "niech", "za", "drogo", "bardzo", "już", "juz", "tylko", "dobrze", "trzeba", "przecież", "przeciez", "wiem", "puszczaj", "puść",
		"pusc", "lecimy", "leć", "lec", "dalej", "wyślij", "wyslij", "zapłać", "zaplac", "oddaj", "robimy", "zróbmy", "zrobmy", "róbmy", "robmy", "idziemy",
		"jedziemy", "chyba", "właśnie", "wlasnie", "czemu", "teraz", "proszę", "prosze", "klient", "kwota", "tego", "bo", "pewka", "wal", "ogarnij", "faktycznie", "jeszcze", "wszystko", "sobie",
	)
}
