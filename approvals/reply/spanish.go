package reply

// spanish returns the words of Spanish. "Bueno", "venga" and "cómo no" are left
// out or refused: they begin a doubt, or mean yes with a "no" in them.
func spanish() language {
	return language{
		yesStrong: []string{
			"sí", "si", "sì", "si claro", "si claro que sí", "si por supuesto", "si ok", "si vale", "si dale", "si adelante", "si de acuerdo",
			"si estoy de acuerdo", "si perfecto", "si apruebo", "si lo apruebo", "si autorizo", "si confirmo", "si acepto", "si aprobado",
			"si autorizado", "si confirmado", "claro que sí", "por supuesto que sí", "desde luego que sí", "que sí", "sí que sí", "apruebo",
			"yo apruebo", "lo apruebo", "la apruebo", "apruebo la solicitud", "apruebo esta solicitud", "apruebo el pedido", "aprobado", "aprobada",
			"está aprobado", "está aprobada", "queda aprobado", "queda aprobada", "solicitud aprobada", "la solicitud está aprobada", "aprueba",
			"apruébalo", "apruébelo", "apruébela", "apruébala", "doy mi aprobación", "tienes mi aprobación", "tiene mi aprobación",
			"tienen mi aprobación", "doy el visto bueno", "visto bueno", "tienes mi visto bueno", "tiene mi visto bueno", "luz verde", "autorizo",
			"yo autorizo", "lo autorizo", "la autorizo", "autorizado", "autorizada", "autorizo la solicitud", "está autorizado", "está autorizada",
			"queda autorizado", "confirmo", "lo confirmo", "la confirmo", "confirmado", "confirmada", "confirmo la solicitud", "acepto", "lo acepto",
			"aceptado", "aceptada", "concedido", "permiso concedido", "afirmativo", "estoy a favor", "a favor", "doy mi consentimiento",
		},
		yesWeak: []string{
			"okay", "okey", "oki", "vale", "claro", "por supuesto", "desde luego", "de acuerdo", "estoy de acuerdo", "conforme", "adelante",
			"adelante con ello", "dale", "dale nomás", "sip", "hazlo", "hágalo", "háganlo", "hazlo ya", "procede", "proceda", "procedan",
			"puedes proceder", "puede proceder", "pueden proceder", "procedamos", "puedes hacerlo", "puede hacerlo", "pueden hacerlo",
			"puedes seguir", "puede seguir adelante", "sigue adelante", "siga adelante", "está bien", "está bien así", "me parece bien",
			"me parece perfecto", "me parece", "por mí bien", "por mí está bien", "por mí vale", "por mí ok", "ok por mí", "por mí sí",
			"por mi parte ok", "por mi parte sí", "con gusto", "encantado", "encantada", "concuerdo", "ciertamente", "obvio", "obviamente",
			"naturalmente", "trato hecho", "hagámoslo",
		},
		yesToo: []string{
			"perfecto", "genial", "muy bien", "estupendo", "excelente", "correcto", "es correcto", "exacto", "exactamente", "así es", "todo bien",
			"todo ok", "todo correcto", "es ok", "está ok", "eso es", "efectivamente",
		},
		noStrong: []string{
			"no", "no no", "que no", "no gracias", "claro que no", "por supuesto que no", "desde luego que no", "la respuesta es no", "digo que no",
			"no y no", "rotundamente no", "definitivamente no", "no apruebo", "yo no apruebo", "no lo apruebo", "no la apruebo", "no apruebo esto",
			"no apruebo la solicitud", "no aprobado", "no aprobada", "no está aprobado", "no está aprobada", "no aprobar", "no lo apruebes",
			"no apruebes", "no se aprueba", "no se autoriza", "no queda aprobado", "rechazo", "lo rechazo", "la rechazo", "rechazo la solicitud",
			"rechazado", "rechazada", "rechazar", "rechaza", "rechácelo", "recházalo", "solicitud rechazada", "queda rechazado", "denegado",
			"denegada", "deniego", "denegar", "solicitud denegada", "permiso denegado", "negado", "negada", "me niego", "desaprobado", "desaprobada",
			"desapruebo", "declino", "declinado", "no autorizo", "no lo autorizo", "no la autorizo", "no autorizado", "no autorizada",
			"no está autorizado", "no confirmo", "no confirmado", "no acepto", "no lo acepto", "no aceptado", "no estoy de acuerdo", "no de acuerdo",
			"en desacuerdo", "estoy en contra", "en contra", "de ninguna manera", "de ningún modo", "ni hablar", "ni loco", "ni loca", "ni en sueños",
			"ni de broma", "en ningún caso", "bajo ningún concepto", "no lo hagas", "no lo haga", "no lo hagan", "no hacerlo", "no hagas nada",
			"no procede", "no procedas", "no proceda", "no proceder", "no sigas", "no está bien", "negativo", "nop", "nones", "jamás", "nunca",
		},
		noWeak: []string{
			"mejor no", "preferiría que no", "prefiero que no", "mejor que no", "me temo que no", "no me parece", "no me parece bien",
			"no me convence",
		},
		approve: []string{"apruebo", "yo apruebo", "autorizo", "confirmo", "adelante con"},
		approved: []string{
			"el reembolso", "este reembolso", "el pago", "este pago", "el gasto", "este gasto", "la compra", "esta compra", "el pedido",
			"este pedido", "la factura", "la transferencia",
		},
		refuse: []string{"no apruebo", "no autorizo", "rechazo"},
		refused: []string{
			"el reembolso", "este reembolso", "el pago", "este pago", "el gasto", "este gasto", "la compra", "esta compra", "el pedido",
			"este pedido", "la factura", "la transferencia", "esta solicitud",
		},
		negated: []string{
			"no puedo aprobar", "no puedo aprobarlo", "no puedo autorizar", "no puedo aceptar", "no vamos a aprobar", "no es correcto",
			"no es correcta", "no está claro", "no queda claro", "no vale la pena", "no vale", "no es seguro", "no está conforme", "no va bien",
			"no bien", "no es bien", "no se puede", "no se pudo", "no se debe", "no se hace", "ya se pagó", "ya se hizo", "ya se", "que se",
			"no se lo", "no se ha", "está bien claro que no", "más caro", "mas caro", "mas cara", "mas alto", "mas alta", "mas de", "mas que",
			"mas bajo", "no cuadra", "no corresponde", "no es válido", "no está autorizada", "no nos parece bien", "no estamos de acuerdo",
			"no está de acuerdo",
		},
		courtesy: []string{
			"gracias", "muchas gracias", "mil gracias", "muchísimas gracias", "gracias de nuevo", "gracias por preguntar", "gracias por avisar",
			"por favor", "porfavor", "porfa", "porfis", "absolutamente", "y gracias", "se agradece", "te lo agradezco", "se lo agradezco",
			"muy amable",
		},
		greeting: []string{
			"hola", "buenos días", "buenas", "buenas tardes", "buenas noches", "muy buenas", "hola a todos", "hola equipo", "hola buenas",
			"hola buenos días", "hola buenas tardes", "estimados", "estimado equipo", "qué tal",
		},
		closing: []string{
			"saludos", "y saludos", "un saludo", "saludos cordiales", "cordiales saludos", "un cordial saludo", "atentamente", "atte", "cordialmente",
			"abrazos", "un abrazo", "muchos saludos", "quedo atento", "quedo atenta", "buen día", "que tengas buen día", "que tenga buen día",
			"que tengas un buen día", "que tenga un buen día", "feliz día", "buen fin de semana", "slds",
		},
		apology: []string{
			"lo siento", "lo siento mucho", "perdón", "perdona", "disculpa", "disculpe", "disculpas", "lamentablemente", "desgraciadamente",
			"desafortunadamente", "por desgracia",
		},
		unclear: []string{
			"por favor apruebe", "por favor aprueba", "por favor aprobar", "favor aprobar", "favor de aprobar", "apruebe por favor",
			"aprueba por favor", "por favor apruébelo", "por favor confirme", "por favor confirma", "bueno", "bien", "bueno sí", "pues", "pues sí",
			"ya", "ajá", "aja", "venga", "ándale", "órale", "seguro seguro", "claro claro", "vale vale", "listo", "sí señor",
		},
		idioms: []string{
			"tú tranquilo", "tranquilo", "tranquila", "descuida", "descuide", "siga", "sigan", "a tu gusto", "lo que usted diga", "tú mandas",
			"no hay problema", "ningún problema", "sin problema", "sin problemas", "no es problema", "no es ningún problema", "no tengo problema",
			"no tengo ningún problema", "no pasa nada", "no importa", "no me importa", "no me opongo", "no nos oponemos", "no tengo inconveniente",
			"no tengo ningún inconveniente", "ningún inconveniente", "no hay inconveniente", "sin inconveniente", "sin objeción", "sin objeciones",
			"ninguna objeción", "no tengo objeción", "no tengo objeciones", "no hay objeción", "nada en contra", "nada que objetar",
			"no veo por qué no", "por qué no", "porque no", "cómo no", "y cómo no", "no te preocupes", "no se preocupe", "no faltaba más",
			"no faltaría más", "no hay de qué", "de nada", "no dudo", "no lo dudes", "no lo dude", "sin duda", "sin dudas", "no cabe duda",
			"sin falta", "no está mal", "en absoluto", "para nada", "no digo que no", "nunca dije", "dije que no", "no diría que no", "como quieras",
			"como usted quiera", "como quiera", "lo que tú digas", "lo que digas", "lo que quieras", "tú decides", "tú verás", "me da igual",
			"haz lo que quieras", "nada más", "quiero decir", "digo sí", "es broma", "es una broma", "bromeo", "ni sí ni no", "qué va",
		},
		hedges: []string{
			"en una hora", "en un rato", "en un momento", "esta tarde", "esta noche", "dame", "deme", "denme", "tengo que pensar",
			"tengo que pensarlo", "tengo que revisar", "lo hablamos", "un minuto", "ahorita", "pero", "solo", "sólo", "solamente", "únicamente",
			"mañana", "después", "luego", "cuando", "hasta", "quizás", "quizá", "tal vez", "a lo mejor", "excepto", "salvo", "menos el", "menos la",
			"a menos", "aunque", "mientras", "siempre que", "siempre y cuando", "con tal", "a condición", "con la condición", "depende", "espera",
			"espere", "esperen", "espérate", "esperar", "esperemos", "espero", "todavía", "aún", "aun no", "mitad", "por ahora", "de momento",
			"por el momento", "en cuanto", "apenas", "primero", "antes", "más tarde", "más adelante", "no sé", "no lo sé", "no estoy seguro",
			"no estoy segura", "ahora no", "no ahora", "ahorita no", "hoy no", "no hoy", "un momento", "un segundo", "un ratito", "en caso",
			"no obstante", "sin embargo", "creo", "supongo", "pienso que", "me imagino", "ya veremos", "veremos", "ya te digo", "te digo", "déjame",
			"déjeme", "déjenme", "lo pienso", "lo pensaré", "parcialmente", "en parte", "pregúntame", "pregúnteme", "la próxima", "próximo lunes",
			"de lo contrario", "probablemente", "posiblemente", "más o menos", "casi", "con cambios", "aplazar", "pospuesto", "posponer", "pendiente",
			"menos que",
		},
		sentence: []string{
			"yo", "tú", "él", "ella", "nosotros", "ustedes", "ellos", "me", "te", "nos", "esto", "esta", "este", "eso", "ese", "que", "qué", "no",
			"es", "está", "son", "estoy", "tengo", "tiene", "tienes", "hay", "ha", "han", "hacer", "haz", "paga", "pagar", "pague", "manda", "mandar",
			"envía", "enviar", "envíame", "cambia", "cambiar", "cambie", "añade", "agrega", "usar", "pregunta", "pregunte", "dile", "dime", "revisa",
			"revisar", "sin", "otro", "otra", "también", "siempre", "porque", "dónde", "quién", "importe", "monto", "reembolso", "euros", "cancela",
			"cancelar", "anular", "ignora", "cuidado", "máximo", "mínimo", "hoy", "ahora", "ambos", "todos", "quiero", "quisiera", "puede", "puedes",
			"puedo", "debe", "debes",
		},
		codeWord: []string{"código", "con código", "con el código", "el código es"},
		list:     []string{"lista", "listado", "la lista"},
		typos: []string{
			"apruebo", "aprobado", "aprobada", "autorizo", "autorizado", "autorizada", "confirmo", "confirmado", "confirmada", "aceptado", "adelante",
			"rechazado", "rechazada", "rechazo", "denegado",
		},
		notTypos: []string{
			"aprobando", "autorizando", "confirmando", "aceptando", "rechazando", "denegando", "conformado", "conformada", "conformo", "aseptado",
			"adaptado", "probado", "confirmaba", "aprobaba", "rechazaba", "autorizaba", "conforma", "delegado", "renegado", "afectado", "acertado",
			"acentuado", "aprueban", "apruebas", "rechazan",
		},
		footerStarts: []string{
			"enviado desde", "enviado desde mi", "enviada desde", "enviado con", "enviado por", "enviado vía", "enviado del", "enviado a través de",
			"obtener outlook para", "obtén outlook para", "descargar outlook para", "mandado desde mi",
		},
		footerWords: []string{
			"teléfono", "celular", "móvil", "dispositivo", "correo", "tableta", "mi", "el", "de", "para", "desde", "con", "un", "inteligente",
			"movistar", "claro", "telcel",
		},
	}
}
