package render

import "strings"

func spanish() *catalog {
	return &catalog{
		tag:    "es",
		days:   [7]string{"dom", "lun", "mar", "mié", "jue", "vie", "sáb"},
		months: [12]string{"ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"},
		date:   "{day} {d} {month} {y}, {time} {zone}",
		plural: oneOrMany,
		yes:    "SÍ", no: "NO",
		or: func(next string) string {
			if startsLike(next, "o", "ho", "ó", "hó") {
				return " u "
			}
			return " o "
		},
		and: func(next string) string {
			if startsLike(next, "i", "hi", "í", "hí") && !startsLike(next, "hie", "hia", "ie") {
				return " e "
			}
			return " y "
		},
		prompt: promptWords{
			askedBy: "Solicitado por:", approver: "Aprobador:", tool: "Herramienta:", title: "Título:", arguments: "Parámetros:", digest: "Huella:", agentSays: "El agente dice:",
			via: "{name} (vía {via})", unnamed: "una solicitud", noTool: "sin nombre", noArguments: "ninguno", tooLong: "demasiado largos para mostrarlos aquí ({size})",
			nameAbove: "(nombre arriba)", subject: "Aprobacion", never: "nuevo aviso",
			answer:     "Responda {yes} para aprobar o {no} para rechazar (tras una coma puede añadir el motivo).",
			answerCode: "Responda {yes} {code} para aprobar, {no} {code} para rechazar.",
			onlyNo:     "Responda {no} para rechazar. Un {yes} a este mensaje no cuenta, porque no lo muestra todo.",
			onlyNoCode: "Responda {no} {code} para rechazar.",
			notHere:    "La solicitud es demasiado larga para mostrarla aquí, por lo que un {yes} a este mensaje no cuenta.",
			byMail:     "Lea la solicitud completa y responda por correo, o consulte a un operador.",
			operator:   "Consulte a un operador.",
			until:      "Abierta hasta el {when}.",
			page:       "Leer y responder:",
		},
		notices: noticeWords{
			waiting:      "Pendiente de aprobación: {summary}",
			waitingFor:   "Pendiente de aprobación por {people}: {summary}",
			until:        "Abierta hasta el {when}.",
			decided:      either{"Aprobado por {by} el {when}: {summary}", "Rechazado por {by} el {when}: {summary}"},
			already:      either{"Ya está decidido: aprobado por {by} el {when}.", "Ya está decidido: rechazado por {by} el {when}."},
			voted:        either{"Su sí ha quedado registrado: {summary}", "Su no ha quedado registrado: {summary}"},
			votes:        "Respuestas recibidas: {n} de {of} necesarias.",
			alreadyVoted: either{"Ya respondió sí el {when}. Esa respuesta sigue siendo válida.", "Ya respondió no el {when}. Esa respuesta sigue siendo válida."},
			expired:      "La solicitud caducó el {when}, lo que cuenta como rechazo: {summary}",
			cancelled:    "Solicitud cancelada, ya no hace falta ninguna respuesta: {summary}",
			noCode:       "No hay ninguna solicitud abierta con el código {code}.",
			noRequest:    "No hay ninguna solicitud abierta a la que responda este mensaje.",
			stillOpen:    "Sigue abierta hasta el {when}.",
			answerWith:   "Responda {yes} {code} o {no} {code}.",
			onlyThey:     "Solo {people} puede decidir sobre esta solicitud.",
			notYou:       "No puede decidir sobre esta solicitud.",
			didNotCount:  "Una respuesta a esta solicitud no se ha tenido en cuenta, porque {reason}: {summary}",
			wrongAddress: "llegó de una dirección que no está registrada a su nombre",
			trustTooLow:  "el canal no pudo demostrar con suficiente certeza que procedía de usted",
			incomplete:   "allí no se podía mostrar la solicitud completa",
			notAccepted:  "no fue aceptada",
			whichOne:     "Hay varias solicitudes abiertas y no está claro a cuál se refiere. No se ha decidido nada.\nResponda {yes} o {no} con el código de una de ellas:",
			whichSubject: "¿A qué solicitud se refiere?",
			item:         "{code}  {summary}, abierta hasta el {when}",
			itemBy:       "{code}  {summary} (solicitado por {by}), abierta hasta el {when}",
			nobody:       "No se pudo contactar con ningún aprobador, por lo que la solicitud se ha rechazado: {summary}",
			own:          "No puede aprobar su propia solicitud y nadie más puede hacerlo, por lo que se ha rechazado: {summary}",
			gone: either{
				"Aprobado, pero no se pudo contactar con el asistente para llevarlo a cabo: {summary}",
				"Rechazado, pero no se pudo comunicar al asistente: {summary}",
			},
			moved: forms{
				"Ha desactivado los mensajes por {kind}. La solicitud que espera su respuesta llega ahora aquí. No se ha decidido nada.",
				"Ha desactivado los mensajes por {kind}. Las {n} solicitudes que esperan su respuesta llegan ahora aquí. No se ha decidido nada.",
				"Ha desactivado los mensajes por {kind}. Las {n} solicitudes que esperan su respuesta llegan ahora aquí. No se ha decidido nada.",
			},
			movedSubject: "Las solicitudes que esperan su respuesta llegan ahora aquí",
			sms:          "SMS", whatsapp: "WhatsApp", email: "correo", channel: "este canal",
			somebody: "desconocido", operator: "un operador", policyRule: "una regla", timeout: "fin del plazo", anOperator: "un operador",
		},
		later: laterWords{
			reminder:      "Recordatorio {n}: aún se espera su respuesta: {summary}",
			receipt:       either{"Se ha registrado un sí en su nombre: {summary}", "Se ha registrado un no en su nombre: {summary}"},
			receiptFrom:   "Llegó de {from} el {when}.",
			undo:          "Para retirarlo, responda {no} {code} antes del {when}.",
			tellOperator:  "Si no fue usted, avise a su operador.",
			takesEffect:   "Su sí ha quedado registrado y surtirá efecto el {when}: {summary}",
			takenBack:     "El sí fue retirado por {by} el {when}, por lo que la solicitud queda rechazada: {summary}",
			escalated:     "Aún no hay decisión, por lo que la solicitud se ha enviado también a {people}: {summary}",
			hoursClosed:   "Su sí no cuenta ahora, porque en esta solicitud solo se acepta un sí en determinado horario: {summary}",
			hoursNext:     "Responda de nuevo a partir del {when}; un no cuenta en cualquier momento.",
			stepUpCode:    "Su código para confirmar el sí: {digits}. Es válido hasta el {when}. Solicitud: {summary}",
			stepUpNotYou:  "Si no respondió sí, no comparta este código y avise a su operador.",
			stepUpAsk:     "Hay que confirmar su sí: se ha enviado un código a {where}. Envíelo aquí antes del {when}.",
			stepUpWrong:   forms{"El código no es correcto, así que no se ha decidido nada. Queda un intento.", "El código no es correcto, así que no se ha decidido nada. Quedan {n} intentos.", "El código no es correcto, así que no se ha decidido nada. Quedan {n} intentos."},
			stepUpOver:    "Ese código ya no es válido, así que no se ha decidido nada. Para recibir uno nuevo, responda otra vez {yes} {code}.",
			locked:        "Han llegado demasiados códigos incorrectos desde aquí. No se aceptan códigos de esta dirección hasta el {when}.",
			listEmpty:     "Ninguna solicitud espera su respuesta.",
			listHead:      forms{"Una solicitud espera su respuesta:", "{n} solicitudes esperan su respuesta:", "{n} solicitudes esperan su respuesta:"},
			listAsked:     "solicitado por {by}, abierta hasta el {when}",
			listOpen:      "abierta hasta el {when}",
			listAnswer:    "Responda: {yes} {code} o {no} {code}",
			listMore:      forms{"No se muestra una más.", "No se muestran {n} más.", "No se muestran {n} más."},
			policyDecided: either{"Aprobado por la regla {rule}, sin preguntar a nadie: {summary}", "Rechazado por la regla {rule}, sin preguntar a nadie: {summary}"},
			othersDecided: either{"Su respuesta ya no es necesaria, aprobado por {by} el {when}: {summary}", "Su respuesta ya no es necesaria, rechazado por {by} el {when}: {summary}"},
			objection:     "La decisión ya ha surtido efecto y no se puede retirar: {summary}",
			objectionTold: "Su objeción ha quedado registrada y se ha avisado a un operador.",
			byOperator:    "operador {name}",
			byAgent:       "el asistente {name}",
		},
	}
}

// startsLike reports whether a name begins with one of some letters.
func startsLike(name string, letters ...string) bool {
	name = strings.ToLower(name)
	for _, l := range letters {
		if strings.HasPrefix(name, l) {
			return true
		}
	}
	return false
}
