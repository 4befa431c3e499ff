package reply

// english returns the words of English. Rule for additions: a word is a yes
// only if nobody who means no, not yet or not all would write just that. In doubt
// it is left out, and the person is asked back.
func english() language {
	return language{
		yesStrong: []string{
			"yes", "yes i do", "yes you may", "yes you can", "yes it is approved", "yes it's approved", "approve", "approve it", "approve this",
			"approve that", "approve the request", "approve this request", "i approve", "i approve it", "i approve this", "i approve that",
			"i approve the request", "i approve this request", "i do approve", "i hereby approve", "i've approved it", "you have my approval",
			"approved", "approved by me", "it's approved", "its approved", "it is approved", "this is approved", "that's approved",
			"request approved", "request is approved", "the request is approved", "consider it approved", "granted", "approval granted",
			"permission granted", "request granted", "confirm", "confirmed", "i confirm", "i confirm it", "i confirm this", "authorise", "authorize",
			"authorised", "authorized", "i authorise", "i authorize", "i authorise this", "i authorize this", "i authorise it", "i authorize it",
			"accepted", "i accept", "affirmative", "👍", "✅", "✔", "☑", "i approve of this", "i approve of it", "i aprove", "i give my approval",
			"you have my ok", "it's a yes", "that's a yes", "green light",
			"you have my permission", "you have my consent", "you have my blessing", "you have my go-ahead", "you have my authorization",
			"you have my authorisation", "you have my yes", "you've my permission", "you've my consent", "you've my blessing", "you've my go-ahead",
			"you've my authorization", "you've my authorisation", "you've my yes", "you have our permission", "you have our consent",
			"you have our blessing", "you have our go-ahead", "you have our authorization", "you have our authorisation", "you have our yes",
			"happy to approve", "i'm happy to approve", "i am happy to approve", "i'm happy to approve this", "i am happy to approve this",
			"glad to approve", "i give my permission", "i give my consent", "i grant permission", "approval given", "permission given",
			"the answer is yes", "my answer is yes", "consider this approved", "i say yes", "approval confirmed",
			"a yes",
		},
		yesWeak: []string{
			"y", "yep", "yup", "yeah", "yea", "aye", "ok", "okay", "sure", "sure thing", "fine", "fine by me", "fine with me", "that's fine",
			"thats fine", "that is fine", "ok by me", "ok with me", "okay by me", "okay with me", "go ahead", "go ahead with it",
			"go ahead with this", "go for it", "proceed", "you may proceed", "you can proceed", "you may go ahead", "you can go ahead", "do it",
			"do that", "do so", "please do", "please do it", "please do so", "let's do it", "lets do it", "agreed", "agree", "i agree", "accept",
			"accept it", "absolutely", "definitely", "certainly", "of course", "by all means", "works for me", "that works", "sounds good",
			"sounds good to me", "looks good", "looks good to me", "lgtm", "good to go", "ship it", "👌", "🆗",
			"i'm fine with this", "i'm fine with that", "i'm fine with it", "i'm fine with me", "i'm fine by me", "i'm ok with this", "i'm ok with that",
			"i'm ok with it", "i'm ok with me", "i'm ok by me", "i'm okay with this", "i'm okay with that", "i'm okay with it", "i'm okay with me",
			"i'm okay by me", "im fine with this", "im fine with that", "im fine with it", "im fine with me", "im fine by me", "im ok with this",
			"im ok with that", "im ok with it", "im ok with me", "im ok by me", "im okay with this", "im okay with that", "im okay with it",
			"im okay with me", "im okay by me", "i am fine with this", "i am fine with that", "i am fine with it", "i am fine with me",
			"i am fine by me", "i am ok with this", "i am ok with that", "i am ok with it", "i am ok with me", "i am ok by me", "i am okay with this",
			"i am okay with that", "i am okay with it", "i am okay with me", "i am okay by me", "that's fine with this", "that's fine with that",
			"that's fine with it", "that's fine with me", "that's fine by me", "that's ok with this", "that's ok with that", "that's ok with it",
			"that's ok with me", "that's ok by me", "that's okay with this", "that's okay with that", "that's okay with it", "that's okay with me",
			"that's okay by me", "thats fine with this", "thats fine with that", "thats fine with it", "thats fine with me", "thats fine by me",
			"thats ok with this", "thats ok with that", "thats ok with it", "thats ok with me", "thats ok by me", "thats okay with this",
			"thats okay with that", "thats okay with it", "thats okay with me", "thats okay by me", "that is fine with this", "that is fine with that",
			"that is fine with it", "that is fine with me", "that is fine by me", "that is ok with this", "that is ok with that", "that is ok with it",
			"that is ok with me", "that is ok by me", "that is okay with this", "that is okay with that", "that is okay with it", "that is okay with me",
			"that is okay by me", "it's fine with this", "it's fine with that", "it's fine with it", "it's fine with me", "it's fine by me",
			"it's ok with this", "it's ok with that", "it's ok with it", "it's ok with me", "it's ok by me", "it's okay with this",
			"it's okay with that", "it's okay with it", "it's okay with me", "it's okay by me", "it is fine with this", "it is fine with that",
			"it is fine with it", "it is fine with me", "it is fine by me", "it is ok with this", "it is ok with that", "it is ok with it",
			"it is ok with me", "it is ok by me", "it is okay with this", "it is okay with that", "it is okay with it", "it is okay with me",
			"it is okay by me", "this is fine with this", "this is fine with that", "this is fine with it", "this is fine with me", "this is fine by me",
			"this is ok with this", "this is ok with that", "this is ok with it", "this is ok with me", "this is ok by me", "this is okay with this",
			"this is okay with that", "this is okay with it", "this is okay with me", "this is okay by me", "you're good to go", "youre good to go",
			"you are good to go", "we're good to go", "we are good to go", "do it now", "ok for me", "okay for me", "fine for me", "you can do it",
			"you can do that", "you may do it", "you can go on with it", "go ahead and do it", "go ahead please", "i'm good with this",
			"i'm good with that", "all good from me", "good with me", "happy with that", "i'm happy with that", "i'm happy with this",
			"happy for this to go ahead", "please go on with it",
		},
		yesToo: []string{
			"it's ok", "its ok", "it is ok", "it's okay", "its okay", "it is okay", "that's ok", "thats ok", "that is ok", "that's okay",
			"thats okay", "it's fine", "its fine", "it is fine", "all good", "that's correct", "that is correct", "that's right", "indeed", "great",
			"perfect", "excellent",
		},
		noStrong: []string{
			"no", "nope", "no thanks", "no thank you", "no thx", "no way", "no go", "no-go", "no deal", "hard no", "that's a no", "it's a no", "deny",
			"deny it", "deny this", "deny that", "deny the request", "deny this request", "denied", "i deny", "i deny it", "i deny this",
			"i deny the request", "i deny this request", "request denied", "permission denied", "approval denied", "it's denied", "it is denied",
			"reject", "reject it", "reject this", "reject that", "reject the request", "reject this request", "rejected", "i reject", "i reject it",
			"i reject this", "i reject the request", "i reject this request", "request rejected", "decline", "decline it", "decline this",
			"decline the request", "decline this request", "declined", "i decline", "i decline it", "i decline this", "i decline the request",
			"i decline this request", "request declined", "refuse", "refused", "i refuse", "disapprove", "disapproved", "i disapprove", "don't",
			"dont", "do not", "don't do it", "dont do it", "do not do it", "don't do that", "dont do that", "do not do that", "don't do this",
			"do not do this", "please don't", "please do not", "please don't do it", "please do not do it", "don't approve", "dont approve",
			"do not approve", "don't approve it", "do not approve it", "don't approve this", "do not approve this", "don't approve that",
			"do not approve that", "i don't approve", "i dont approve", "i do not approve", "i don't approve it", "i do not approve it",
			"i don't approve this", "i do not approve this", "i don't approve of this", "i do not approve of this", "not approved",
			"it's not approved", "it is not approved", "this is not approved", "not accepted", "not authorised", "not authorized", "don't proceed",
			"dont proceed", "do not proceed", "don't go ahead", "dont go ahead", "do not go ahead", "absolutely not", "definitely not",
			"certainly not", "of course not", "negative", "👎", "❌", "🚫", "⛔",
			"please do not do this", "please do not do that", "please don't do this", "please don't do that", "my answer is no", "the answer is no",
			"i say no", "not happening", "absolutely no", "no chance", "denied by me", "it's rejected", "it is rejected", "this is rejected",
			"this is denied", "not granted",
			"a no",
		},
		noWeak: []string{
			"n", "nah", "naw", "i'm afraid not", "im afraid not", "afraid not", "not ok", "not okay", "not ok with me", "not okay with me",
			"rather not", "i'd rather not", "i would rather not", "better not", "never", "never ever", "dont aprove", "don't aprove", "do not aprove",
			"no can do", "hell no", "heck no", "not approving this", "not approving it", "i'm not approving this", "i'm not approving it",
		},
		approve: []string{
			"approve", "i approve", "i authorise", "i authorize", "i confirm",
			"i hereby approve", "please go ahead with", "go ahead with", "proceed with", "i'm happy to approve", "happy to approve",
		},
		approved: []string{
			"the refund", "this refund", "the payment", "this payment", "the purchase", "this purchase", "the expense", "this expense", "the order",
			"this order", "the transfer",
			"the request", "this request", "this transfer", "the invoice", "this invoice",
		},
		refuse: []string{
			"reject", "i reject", "decline", "i decline", "deny", "i deny", "i don't approve", "i do not approve", "don't approve", "do not approve",
		},
		refused: []string{
			"the refund", "this refund", "the payment", "this payment", "the purchase", "this purchase", "the expense", "this expense", "the order",
			"this order", "the transfer",
			"the request", "this request", "this transfer", "the invoice", "this invoice",
		},
		negated: []string{
			"can't approve", "cant approve", "cannot approve", "can not approve", "won't approve", "wont approve", "will not approve", "not approve",
			"not going to approve", "can't agree", "cannot agree", "don't agree", "dont agree", "do not agree", "not agree", "can't accept",
			"cannot accept", "don't accept", "do not accept", "won't accept", "not fine", "not do it", "not do that", "not go ahead", "not proceed",
			"not confirmed", "not agreed", "not correct", "not confirm", "can't confirm", "cannot confirm",
		},
		courtesy: []string{
			"please", "pls", "plz", "thanks", "thank you", "thx", "ty", "tx", "thanks a lot", "thanks so much", "thanks very much",
			"thank you so much", "thank you very much", "many thanks", "and thanks", "and thank you", "thanks again", "thank you again",
			"thanks for asking", "thank you for asking", "thanks for checking", "thank you for checking", "thanks in advance", "appreciated",
			"much appreciated", "cheers", "🙏", "🙂", "😊", "☺", "😀", "😃", "😄", ":)", ":-)",
			"from me", "from my side", "from my end", "on my side", "on my end", "for my part", "thanks for asking me", "thanks for your help",
		},
		greeting: []string{
			"hi", "hello", "hey", "hi there", "hello there", "hey there", "hi all", "hello all", "hi team", "hello team", "hi everyone",
			"good morning", "good afternoon", "good evening", "dear team", "dear all", "👋",
		},
		closing: []string{
			"best", "regards", "best regards", "kind regards", "kindest regards", "warm regards", "warmest regards", "with kind regards",
			"with best regards", "best wishes", "all the best", "sincerely", "yours sincerely", "sincerely yours", "br", "rgds", "kr",
			"have a nice day", "have a good day", "have a great day", "have a nice weekend", "have a good weekend", "have a great weekend",
			"have a good one", "have a good evening", "have a nice evening",
		},
		apology: []string{
			"sorry", "i'm sorry", "im sorry", "i am sorry", "so sorry", "very sorry", "unfortunately", "sadly", "apologies", "my apologies",
		},
		// "Please confirm" asks for something, "please approve" may be meant for another person.
		unclear: []string{
			"please approve", "please confirm", "please authorise", "please authorize", "please accept", "pls approve", "pls confirm", "plz approve",
			"plz confirm", "please agree", "pls accept", "plz accept", "pls agree", "plz agree", "pls authorise", "pls authorize", "plz authorise",
			"plz authorize", "confirm please", "confirm pls", "confirm plz", "i confirm please", "please correct", "correct please",
		},
		idioms: []string{
			"feel free", "help yourself", "all yours", "knock yourself out", "not bothered", "doesn't matter", "does not matter", "doesn't bother", "don't care", "dont care", "not against", "not opposed", "no harm done", "suit yourself", "up to you", "your call", "you decide", "whatever",
			// Mean yes in spite of the "no".
			"no problem", "no problems", "no prob", "no probs", "no worries", "no doubt", "no objection", "no objections", "no issue",
			"no issues", "no concerns", "no complaints", "no brainer", "no sweat", "no trouble", "no harm", "no reason not",
			"not a problem", "not a doubt", "not an issue", "not at all", "don't mind", "dont mind", "do not mind", "wouldn't mind",
			"would not mind", "not mind", "don't object", "dont object", "do not object", "not object", "don't see why not", "why not",
			"be my guest", "you're good", "youre good", "go right ahead", "nothing against", "no need to ask", "no need to wait",
			"never better", "never said", "did not say", "didn't say", "keep going", "go on", "carry on", "continue", "no longer a problem",
			// Often said in scorn, or to end the talk.
			"yeah sure", "sure yeah", "yeah yeah", "yeah ok", "yeah okay", "sure sure", "ok ok", "okay okay", "fine fine", "yep yep",
			"absolutely sure", "oh sure", "oh yes",
		},
		hedges: []string{
			"in a minute", "in an hour", "in a moment", "in a bit", "in a second", "one moment", "one second", "one sec", "one minute", "give me",
			"hang on", "bear with", "need to think", "think about", "thinking", "need to check", "let's wait", "next time", "this afternoon",
			"this evening", "tonight", "not this week", "i mean", "i meant", "if", "unless", "until", "till", "but", "except", "excluding", "only",
			"however", "though", "although", "tho", "maybe", "perhaps", "might", "probably", "possibly", "later", "yet", "wait", "waiting", "hold",
			"postpone", "postponed", "delay", "defer", "tomorrow", "after", "before", "when", "whenever", "once", "first", "depends", "depending",
			"provided", "providing", "assuming", "otherwise", "unsure", "undecided", "not sure", "don't know", "dont know", "do not know", "no idea",
			"let me", "get back to", "for now", "at the moment", "right now", "not now", "not today", "next week", "next month", "ask me",
			"ask again", "try again", "come back", "as long as", "so long as", "in case", "partly", "partially", "half", "some of", "either",
			"can't say", "cannot say", "hard to say", "changed my mind", "scratch that", "just kidding", "jk", "lol",
		},
		sentence: []string{
			"i", "i'm", "i'll", "i've", "we", "we'll", "you", "you'll", "he", "she", "they", "me", "him", "her", "us", "them", "it", "it's", "this",
			"that", "these", "those", "my", "your", "our", "their", "is", "isn't", "are", "aren't", "was", "were", "be", "been", "will", "would",
			"shall", "should", "can", "could", "may", "must", "have", "has", "had", "do", "does", "did", "done", "not", "never", "none", "nothing",
			"without", "doesn't", "didn't", "can't", "cannot", "won't", "wouldn't", "shouldn't", "couldn't", "please", "pls", "also", "add", "make",
			"take", "use", "send", "pay", "give", "get", "let", "let's", "lets", "keep", "need", "needs", "want", "check", "ask", "tell", "change",
			"reduce", "increase", "limit", "max", "maximum", "min", "minimum", "up to", "less", "more", "than", "same", "other", "another", "instead",
			"just", "both", "every", "each", "always", "again", "then", "so", "because", "since", "as", "how", "what", "why", "where", "who", "which",
			"or", "amount", "refund", "staging", "production", "ps", "stop", "cancel", "cancelled", "canceled", "revoke", "undo", "ignore",
			"disregard", "stopall", "optout", "unsubscribe", "go", "going", "run", "put", "set", "see", "note", "remember", "careful", "correction",
			"edit", "today", "tonight", "soon", "now", "right", "eur", "euro", "euros", "usd", "dollar", "dollars", "gbp", "pounds", "chf", "percent",
		},
		codeWord: []string{"code", "code is", "with code", "using code", "ref"},
		list:     []string{"list", "the list", "list all", "show list", "show the list"},
		typos: []string{
			"approve", "approved", "confirm", "confirmed", "authorise", "authorised", "authorize", "authorized", "accepted", "affirmative", "proceed",
			"absolutely", "definitely", "certainly", "rejected", "declined", "disapprove", "disapproved",
		},
		notTypos: []string{"conform", "conformed", "conforms", "confined"},
		smileys:  []string{":-)", ":)"},
		footerStarts: []string{
			"sent from my", "sent from", "sent via", "sent using", "sent with", "sent on", "get outlook for", "get bluemail for", "get spike for",
		},
		footerWords: []string{
			"iphone", "ipad", "ipod", "ios", "android", "phone", "mobile", "mobile phone", "smartphone", "cell", "cellphone", "tablet", "device",
			"handheld", "samsung", "galaxy", "pixel", "google", "huawei", "xiaomi", "redmi", "oneplus", "oppo", "nokia", "motorola", "moto", "sony",
			"xperia", "htc", "lg", "fairphone", "honor", "blackberry", "windows", "mac", "macbook", "apple", "watch", "outlook", "mail", "email",
			"e-mail", "app", "gmail", "yahoo", "aol", "proton", "protonmail", "fastmail", "bluemail", "spark", "airmail", "superhuman", "thunderbird",
			"hotmail", "tutanota", "tuta", "gmx", "secure", "verizon", "at", "t", "t-mobile", "vodafone", "o2", "network", "wireless", "lte", "the",
			"a", "an", "my", "for", "on", "from", "with", "via", "plus", "pro", "max", "mini", "ultra", "se", "fe", "note", "please", "excuse",
			"pardon", "any", "typos", "brevity", "mistakes", "and", "go", "road",
		},
		footers: []string{
			"get outlook", "yahoo mail search organize conquer", "please excuse typos", "please excuse any typos", "please excuse brevity",
			"please excuse my brevity", "please excuse the brevity",
		},
	}
}

// optOut returns the words that carriers in the United States and Canada take
// as opt-out from a number (Twilio, default keywords), and the words of other
// countries for it. They are never verdict words in any language.
func optOut() []string {
	return []string{
		"stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout", "opt-out", "opt out",
		"arret", "arrêt", "alto", "parar", "pare", "baja", "fin", "cancelar", "salir", "detener", "sair", "stopp",
	}
}
