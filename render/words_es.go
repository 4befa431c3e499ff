package render

import "strings"

func spanish() *catalog {
	return &catalog{
		tag:    "es",
		days:   [7]string{"dom", "lun", "mar", "mié", "jue", "vie", "sáb"},
		months: [12]string{"ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"},
		date:   "{day} {d} {month} {y}, {time} {zone}",
		plural: oneOrMany,
		yes:    "SÍ", no: "NO", list: "LISTA",
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
			voted:        either{"Su respuesta \"sí\" ha quedado registrada: {summary}", "Su respuesta \"no\" ha quedado registrada: {summary}"},
			votes:        "Respuestas recibidas: {n} de {of} necesarias.",
			alreadyVoted: either{"Ya respondió \"sí\" el {when}. Esa respuesta sigue siendo válida.", "Ya respondió \"no\" el {when}. Esa respuesta sigue siendo válida."},
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
			takesEffect:     "Su sí ha quedado registrado y surtirá efecto el {when}: {summary} Hasta entonces puede retirarlo respondiendo {no} {code}.",
			undo:            "Hasta el {when} puede retirarla respondiendo {no} {code}.",
			takenBack:       "Retirado por {by} el {when}, lo que cuenta como rechazo: {summary}",
			receipt:         either{"Ha respondido \"sí\": {summary}", "Ha respondido \"no\": {summary}"},
			receiptFrom:     "La respuesta llegó de {from} el {when}.",
			receiptSubject:  either{"Ha respondido si: {summary}", "Ha respondido no: {summary}"},
			tellOperator:    "Si no fue usted, avise a su operador.",
			objectOpen:      "Aún faltan otras respuestas; hasta que lleguen, puede retirarla respondiendo {no} {code}.",
			objectLate:      "O responda {no} {code}: ya no se puede retirar, pero se informará a los operadores.",
			objection:       "Su respuesta \"no\" llegó demasiado tarde para retirar el sí: {summary} Ha quedado registrada y se ha avisado a los operadores.",
			escalated:       "Aún no hay decisión, por lo que ahora la solicitud va dirigida también a {people}: {summary}",
			hoursClosed:     "A esta hora no se acepta un sí a esta solicitud, pero un rechazo sí: {summary}",
			hoursNext:       "Un sí se acepta de nuevo a partir del {when}.",
			held:            "{by} ha respondido sí, con efecto el {when}: {summary} Hasta entonces puede detenerlo respondiendo {no} {code}.",
			otherVoted:      "{by} ha respondido sí: {summary} Respuestas recibidas: {n} de {of} necesarias. Responda {yes} {code} o {no} {code}.",
			reminderSubject: "Recordatorio: {subject}",
			stepUpAsked:     "Su sí aún no cuenta, porque este canal no puede demostrar que procede de usted: {summary} Se le ha enviado un código por {kind}. Devuélvalo antes del {when} y el sí contará.",
			stepUpCode:      "{digits} es el código para su sí a: {summary}\nDevuélvalo antes del {when}, desde aquí o desde donde respondió sí. Si no fue usted, responda {no} {code}.",
			stepUpSubject:   "Codigo para: {summary}",
			stepUpWrong:     "Ese no es el código. No se ha decidido nada. Intentos restantes: {n}.",
			stepUpOver:      "Ese no es el código y ya no se puede volver a intentar. Responda sí otra vez para recibir uno nuevo. No se ha decidido nada.",
			stepUpExpired:   "Ese código ya no es válido. Responda sí otra vez para recibir uno nuevo. No se ha decidido nada.",
			otherKind:       "otro canal",
			listEmpty:       "Ninguna solicitud espera su respuesta.",
			listHead:        "Estas solicitudes esperan su respuesta. Responda {yes} o {no} con el código de una de ellas:",
			listStepUp:      "; su sí espera el código que se le envió por {kind}",
			listMore:        "Y {n} más. Cuando haya respondido a estas, responda {list} para ver el resto.",
			locked:          "Han llegado demasiados códigos incorrectos desde aquí, por lo que no se leerá ningún código de esta dirección hasta el {when}. Los botones y las respuestas directas a la solicitud siguen contando.",
			byRule:          either{"Aprobado por la regla {rule}, sin preguntar a nadie: {summary}", "Rechazado por la regla {rule}, sin preguntar a nadie: {summary}"},
			byOperator:      "el operador {name}",
			byAgent:         "el asistente {name}",
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
