package reply

// portuguese returns the words of Portuguese of Portugal and Brazil. "Pois não"
// means of course, "pois sim" surely not: both are refused.
func portuguese() language {
	return language{
		yesStrong: []string{
			"sim", "claro que sim", "com certeza que sim", "digo que sim", "por mim sim",
			"aprovo", "eu aprovo", "aprovo o pedido", "aprovo a solicitação", "aprovo este pedido", "aprovo sim", "aprovado", "aprovada", "está aprovado", "está aprovada", "tá aprovado", "fica aprovado", "pedido aprovado", "solicitação aprovada", "o pedido está aprovado", "aprove", "aprova", "pode aprovar", "podem aprovar",
			"tem a minha aprovação", "tem minha aprovação", "têm a minha aprovação", "tens a minha aprovação", "dou a minha aprovação", "dou minha aprovação", "luz verde", "sinal verde",
			"autorizo", "eu autorizo", "autorizo sim", "autorizado", "autorizada", "está autorizado", "está autorizada", "pedido autorizado", "confirmo", "eu confirmo", "confirmado", "confirmada", "confirmo o pedido", "aceito", "eu aceito", "aceite", "aceita", "aceitado", "permitido", "concedido", "deferido", "afirmativo", "sou a favor", "a favor", "consinto",
		},
		yesWeak: []string{
			"okay", "okey", "claro", "com certeza", "certo", "tá", "tá bom", "tá bem", "tá ok", "tá certo", "está bem", "está bom", "está certo", "ta bom", "beleza", "blz", "combinado", "de acordo", "estou de acordo", "concordo", "eu concordo", "concordo sim", "pode", "pode sim", "sim pode", "pode fazer", "pode fazer sim", "pode ir", "pode ir em frente", "pode prosseguir", "pode seguir", "pode seguir em frente", "pode avançar", "pode mandar", "pode executar", "podem avançar", "podem fazer", "pode proceder",
			"prossiga", "prossigam", "prosseguir", "avance", "avança", "avancem", "avançar", "vá em frente", "vai em frente", "siga em frente", "faça isso", "faz isso", "façam isso", "faça-o", "pode ser feito", "manda ver", "por mim tudo bem", "por mim ok", "por mim está bem", "por mim está ok", "por mim pode", "ok por mim", "ok pra mim", "para mim ok", "pra mim tá bom", "para mim está bem", "acho bem", "evidentemente", "naturalmente", "seguramente", "com prazer", "com todo o gosto", "pode crer", "óbvio", "obviamente",
		},
		yesToo: []string{
			"perfeito", "ótimo", "excelente", "muito bem", "tudo bem", "tudo certo", "tudo ok", "correto", "correcto", "está correto", "exato", "exatamente", "isso mesmo", "é isso", "é isso mesmo", "maravilha", "joia", "fechado", "positivo", "efetivamente",
		},
		noStrong: []string{
			"não", "naõ", "não não", "não obrigado", "não obrigada", "claro que não", "com certeza não", "com certeza que não", "não mesmo", "a resposta é não", "digo que não", "por mim não", "não e não", "definitivamente não",
			"não aprovo", "eu não aprovo", "não aprovo o pedido", "não aprovo a solicitação", "não aprovo isso", "não aprovado", "não aprovada", "não está aprovado", "não está aprovada", "não aprove", "não aprovar", "pedido não aprovado",
			"recuso", "eu recuso", "recuso o pedido", "recusado", "recusada", "pedido recusado", "solicitação recusada", "recuse", "recusar", "rejeito", "rejeito o pedido", "rejeitado", "rejeitada", "pedido rejeitado", "rejeitar", "rejeite", "negado", "negada", "nego", "pedido negado", "indeferido", "indeferida", "reprovado", "reprovada", "reprovo", "desaprovado", "desaprovo", "me recuso", "recuso-me",
			"não autorizo", "eu não autorizo", "não autorizado", "não autorizada", "não está autorizado", "não confirmo", "não confirmado", "não concordo", "eu não concordo", "não estou de acordo", "discordo", "não aceito", "eu não aceito", "não aceite", "não permito", "sou contra", "estou contra", "contra",
			"de jeito nenhum", "de jeito algum", "de forma alguma", "de forma nenhuma", "de maneira nenhuma", "de modo algum", "de modo nenhum", "nem pensar", "em hipótese alguma", "em hipótese nenhuma", "em caso algum", "fora de questão", "nem por sombras",
			"não faça", "não faça isso", "não faz isso", "não façam isso", "não fazer", "não pode", "não pode não", "não prossiga", "não prosseguir", "não avance", "não avançar", "negativo", "nunca", "jamais",
		},
		noWeak: []string{"melhor não", "é melhor não", "prefiro não", "prefiro que não", "preferia que não", "receio que não", "não dá", "não vai dar", "nops"},
		negated: []string{
			"não posso aprovar", "não posso autorizar", "não posso aceitar", "não vou aprovar", "não vamos aprovar", "não é certo", "não está certo", "não está certa", "não está claro", "não é correto", "não está correto", "não é isso", "não está bem", "não está bom", "não é bom", "não está ok", "não vale a pena", "não vale", "não foi aprovado", "não foi autorizado", "não foi aceite", "não é permitido", "não era isso", "não bem", "muito bom", "o combinado", "do combinado", "ao combinado", "não estamos de acordo", "não pode ser", "não pode ser feito", "não temos isso", "não faço isso",
		},
		courtesy: []string{
			"obrigado", "obrigada", "muito obrigado", "muito obrigada", "obrigado desde já", "obrigada desde já", "obg", "obgd", "obrigadão", "brigado", "brigada", "valeu", "vlw", "grato", "grata", "agradeço", "agradecido", "agradecida", "por favor", "absolutamente", "por gentileza", "pf", "pfv", "faz favor", "se faz favor", "e obrigado", "e obrigada", "obrigado por perguntar", "obrigada por perguntar", "obrigado pela atenção",
		},
		greeting: []string{"olá", "oi", "bom dia", "boa tarde", "boa noite", "olá a todos", "oi pessoal", "bom dia a todos", "boa tarde a todos", "prezados", "caros", "olá bom dia", "oi bom dia", "olá boa tarde", "viva", "bom dia equipe", "olá equipa"},
		closing: []string{
			"abraço", "abraços", "um abraço", "atenciosamente", "att", "cordialmente", "cumprimentos", "com os melhores cumprimentos", "os melhores cumprimentos", "melhores cumprimentos", "cpts", "cumps", "saudações", "beijos", "bjs", "até logo", "até breve", "bom trabalho", "tenha um bom dia", "tenha um ótimo dia", "bom fim de semana", "boa semana",
		},
		apology: []string{"desculpe", "desculpa", "desculpem", "desculpas", "infelizmente", "sinto muito", "lamento", "lamento muito", "lamentavelmente", "peço desculpa", "peço desculpas", "perdão"},
		unclear: []string{
			"por favor aprove", "por favor aprovar", "favor aprovar", "favor aprove", "aprove por favor", "aprovar por favor", "por favor confirme", "favor confirmar", "confirme por favor", "por favor autorize", "por favor aprova", "aprova por favor",
			"bem", "bom", "isso", "pois", "pois sim", "pois não", "pois é", "pois claro", "né", "já", "aham", "uhum", "hum", "tá tá", "sim senhor", "sim sei", "sei", "seja", "que seja", "pode ser", "tanto faz", "ok então", "bom sim", "anotado",
		},
		idioms: []string{
			"sem problema", "sem problemas", "não tem problema", "não há problema", "não é problema", "nenhum problema", "não vejo problema", "não vejo problemas", "não vejo nenhum problema", "não tem problemas", "não faz mal", "não me importo", "não se importa", "não importa", "não tem importância", "não me oponho", "nada contra", "nada a opor", "nada a obstar", "não tenho nada contra", "sem objeções", "sem objeção", "nenhuma objeção", "não tenho objeções", "não tenho objeção", "sem dúvida", "sem dúvidas", "sem dúvida alguma", "não tenho dúvida", "não há dúvida",
			"por que não", "porque não", "porquê não", "como não", "não vejo por que não", "não vejo porque não", "de nada", "por nada", "não se preocupe", "não te preocupes", "fica tranquilo", "fique tranquilo", "você que sabe", "você quem sabe", "tu é que sabes", "como quiser", "como quiseres", "faça o que quiser", "faz o que quiseres", "não digo que não", "nunca disse", "não digo não", "nem sim nem não", "quer dizer", "ou melhor", "aliás", "brincadeira", "brincando", "estou a brincar", "imagina", "não é mau", "nada mal", "com certeza talvez", "claro claro", "sim claro que não",
		},
		hedges: []string{
			"se", "mas", "porém", "contudo", "todavia", "só", "somente", "apenas", "unicamente", "amanhã", "depois", "quando", "talvez", "exceto", "excepto", "salvo", "menos o", "menos a", "embora", "enquanto", "desde que", "logo que", "assim que", "depende", "espera", "espere", "esperem", "esperar", "aguarde", "aguardar", "aguarda", "aguardem", "ainda não", "ainda", "metade", "por enquanto", "por agora", "por ora", "no momento", "de momento", "neste momento", "primeiro", "antes", "mais tarde", "até", "contanto", "a menos que", "a não ser", "a não ser que", "caso ele", "caso ela", "caso o", "caso a", "caso contrário", "em caso", "no caso de", "com a condição", "sob condição", "na condição",
			"não sei", "sei lá", "não tenho certeza", "não tenho a certeza", "agora não", "não agora", "hoje não", "não hoje", "um momento", "um instante", "um minuto", "só um pouco", "acho que", "penso que", "creio", "suponho", "imagino que", "provavelmente", "possivelmente", "eventualmente", "vamos ver", "vou ver", "a ver", "vou pensar", "deixa eu", "deixe-me", "deixa-me", "deixe eu", "me deixa", "parcialmente", "em parte", "pergunte-me", "me pergunte", "na próxima", "próxima semana", "com alterações", "adiar", "adiado", "pendente", "quase", "mais ou menos", "logo mais", "daqui a pouco",
		},
		sentence: []string{
			"eu", "tu", "você", "ele", "ela", "nós", "vocês", "eles", "elas", "mim", "lhe", "isto", "este", "esta", "esse", "essa", "não", "está", "estou", "estamos", "tenho", "tem", "temos", "há", "foi", "fazer", "faz", "faça", "paga", "pagar", "pague", "manda", "mandar", "mande", "envia", "enviar", "envie", "muda", "mudar", "mude", "altera", "alterar", "altere", "adicione", "use", "usar", "pergunta", "pergunte", "diz", "diga", "verifica", "verifique", "sem", "outro", "outra", "também", "sempre", "porque", "onde", "quem", "qual", "valor", "reembolso", "euros", "reais", "cancela", "cancelar", "cancele", "anular", "ignore", "ignorar", "cuidado", "atenção", "máximo", "mínimo", "hoje", "agora", "ambos", "todos", "quero", "queria", "pode", "posso", "deve", "devo",
		},
		codeWord: []string{"código", "com o código", "com código", "o código é"},
		list:     []string{"lista", "listagem", "a lista"},
		typos: []string{
			"aprovado", "aprovada", "autorizo", "autorizado", "autorizada", "confirmo", "confirmado", "confirmada", "recusado", "recusada", "rejeitado", "rejeitada", "concordo",
		},
		notTypos: []string{
			"aprovando", "autorizando", "confirmando", "recusando", "rejeitando", "provado", "conformado", "conformo", "aprontado", "acusado", "recuado", "recursado", "conformada", "aprontada", "recuada", "aproado", "aprovava", "autorizava", "confirmava", "recusava", "concordou", "concedo",
		},
		footerStarts: []string{
			"enviado do meu", "enviada do meu", "enviado do", "enviado de meu", "enviado de", "enviado via", "enviado a partir do meu", "enviado a partir do", "enviado através do", "enviado pelo", "enviado por", "enviado com", "enviado desde o meu", "obter o outlook para", "obtenha o outlook para", "baixar outlook para", "baixe o outlook para",
		},
		footerWords: []string{"telefone", "telemóvel", "celular", "dispositivo", "correio", "meu", "do", "da", "de", "para", "o", "yahoo", "vivo", "claro", "tim", "uol", "bol", "inteligente", "com"},
		plain:       []string{"mais"},
	}
}
