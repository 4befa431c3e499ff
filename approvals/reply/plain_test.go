package reply

import "testing"

// TestPlainAnswers: what people answer in Italian, Spanish, Portuguese and Polish in words that no list has as a whole, and what is
// close to it and speaks of something else.
func TestPlainAnswers(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		// a deed that somebody has done is what is asked
		{"it", "Faccio aprire il cancello al corriere?\nÈ fuori adesso.", []string{"aprigli", "fallo aprire"}, []string{"non aprire"}, []string{"apri la porta", "fallo aspettare"}},
		{"es", "¿Mando a reparar la lavadora?\n85 €, servicio técnico.", []string{"sí, que la arreglen", "repárala"}, []string{"que no la arreglen"}, []string{"que la arregle Paco", "que la tiren", "no, que la arreglen"}},
		{"pt", "Mando desligar o compressor?\nO eletricista quer olhar o painel.", []string{"desliga"}, []string{"n desliga"}, []string{"liga", "desliga a luz"}},
		// others are to do it
		{"pl", "Posprzątać biuro w piątek?\nFirma Błysk, 180 zł.", []string{"niech sprzątają", "tak, niech sprzątają"}, []string{"niech nie sprzątają"}, []string{"niech sprząta Ola", "niech sprzątają sami", "niech sprzątają w sobotę", "niech płacą"}},
		{"pt", "Mando pintar a sala?\n300 €.", []string{"que pintem", "pinta"}, nil, []string{"que pinte ele", "que pintem o quarto"}},
		{"pl", "Zapłacić fakturę?\n100 zł.", nil, nil, []string{"niech zapłacą", "niech płacą sami"}},
		{"it", "Taglio la siepe sabato?\nViene Ahmed, 60 €.", []string{"sì che la tagli"}, []string{"che non la tagli"}, []string{"sì che la tagli lui", "che tagli il prato", "che la tagli domenica"}},
		{"pl", "Odebrać olej z hurtowni?\nPatryk by pojechał, 60 litrów.", []string{"Tak niech jedzie"}, nil, []string{"niech jedzie Ola", "tak, niech jedzie jutro"}},
		{"es", "¿Le digo al fontanero que venga?\nMañana a las 8.", []string{"que venga", "dile"}, []string{"que no venga", "no que no venga"}, []string{"que venga el lunes", "dile que a las 10"}},
		{"es", "¿Le digo al fontanero que no venga?\nMañana a las 8.", nil, nil, []string{"que venga", "que no venga", "sí, que venga"}},
		{"it", "Inviare il preventivo al condominio?\n6.870 €.", []string{"Si invia", "si invia pure", "si invii"}, []string{"non si invia"}, []string{"si invia di solito a fine mese", "si invia tutto a Tosi", "si invia domani"}},
		// all of them
		{"it", "Ordinare due inverter da 6 kW?\n2.140 €.", []string{"ordina tutti e due gli inverter", "ordinali entrambi"}, nil, []string{"ordina tutti e tre", "ordina tutti e due gli altri", "ordina uno dei due", "ordina due batterie"}},
		{"es", "¿Pido más harina al molino?\n20 bolsas, $ 310.000.", []string{"pedile las 20", "sí, pídeles las 20 bolsas"}, nil, []string{"pedile 30", "pide 20 más", "pedile las 20 de azúcar", "pide 20 kilos"}},
		{"pl", "Kupić bilety do teatru?\n2 x 90 zł, sobota.", []string{"proszę kupić oba bilety"}, nil, []string{"kup trzy bilety", "kup jeden", "kup oba na niedzielę"}},
		{"it", "Pagare la multa?\n2 rate, 58 €.", nil, nil, []string{"paga la seconda rata", "paga tra due mesi"}},
		{"es", "¿Renuevo el contrato?\n2 años, 58 €.", nil, nil, []string{"renuévalo 3 años"}},
		// what an agent asks at the end of what it tells is what is asked
		{"es", "Contestar al casero por la humedad\nLe digo que puede mandar al albañil el lunes. ¿Se lo mando?", []string{"perfecto mandaselo", "mándaselo", "contéstale"}, []string{"no se lo mandes"}, []string{"mándaselo a Ana", "mándaselo el martes"}},
		{"it", "Rispondere al cancelliere del Tribunale\nLa bozza conferma il deposito del 14 maggio. La spedisco?", nil, nil, []string{"spedisca l'altra", "confermi il deposito"}},
		{"pt", "Trocar as férias da Jéssica\nDe julho para agosto, o gestor já concordou. Altero no sistema?", nil, nil, []string{"altera para setembro", "altera o salário"}},
		{"pt", "Incluir o dependente da Kelly no plano\nDocumentos completos. Incluo?", []string{"inclui"}, nil, []string{"inclui a mãe"}},
		{"it", "Pagare la multa?\n58 €. Avviso Marta?", nil, nil, []string{"avvisala"}},
		{"it", "Annullare la riunione delle 18\nNessun punto all'ordine del giorno. Annullo?", []string{"Annulli pure", "annulli"}, []string{"non annulli"}, []string{"annulli quella delle 19"}},
		{"es", "Devolver la seña a la familia Ibáñez\n$ 20.000 por el cumple. ¿Devuelvo?", []string{"Sí che, devolvé", "devolvé"}, nil, []string{"devolvé la mitad", "devolví"}},
		{"es", "¿Reservo la mesa?\n8 personas.", nil, nil, []string{"reservé", "la reservé"}},
		{"es", "¿Cambiar la luz a Voltia?\nAhorrarías 4 euros. ¿Cambio?", nil, []string{"no quiero cambiar gracias"}, []string{"no quiero cambiar de casa, cambia"}},
		// yes and no that are said
		{"it", "Comprare il microfono senza fili?\n349 euro.", []string{"le dico di sì"}, []string{"le dico di no. La ringrazio comunque.", "Le rispondo di no", "debbo dire di no"}, []string{"non le dico di no", "La ringrazio comunque", "mi dicono di no"}},
		{"it", "Rispondo alla maestra?\nLuca è malato.", nil, nil, []string{"le dico di no", "le dico di sì", "le dico io di sì"}},
		{"es", "¿Firmo el contrato de limpieza?\n320 € al mes.", nil, []string{"Le digo que no"}, []string{"no le digo que no", "me dijo que no"}},
		{"pt", "Pagar a fatura da EDP?\n84,30 €.", nil, []string{"Digo-lhe que não"}, []string{"não lhe digo que não"}},
		// marks that are said
		{"it", "Inviare il sollecito?\n1.340 euro.", []string{"Sì virgola inviatelo pure punto grazie", "sì virgola invia"}, nil, []string{"sì virgola ma domani punto", "invia fino a un certo punto", "sì, punto 3"}},
		{"es", "¿Pago la multa?\n58 €.", []string{"Sí coma págala punto gracias", "sí coma págala"}, nil, []string{"sí paga el punto", "no coma"}},
		{"pl", "Zapłacić mandat?\n100 zł.", []string{"tak zapłać kropka"}, nil, []string{"kropka", "tak kropka"}},
		{"fr", "Payer la facture ?\n58 €.", nil, nil, []string{"paie point", "ne paie point"}},
		// whom the answer speaks to
		{"it", "Uscire per il guasto?\nChiamata di notte, 90 €.", nil, []string{"no picciotti no"}, nil},
		{"pl", "Zamówić catering?\n30 osób, 1.350 zł.", []string{"zgoda, proszę zamówić. Miłego dnia!"}, nil, []string{"zgoda, proszę"}},
		// how the prompt has it
		{"pt", "Responder ao candidato Otávio\nO e-mail agradece. Envio?", []string{"Pode enviar do jeitinho que está 😊", "pode enviar tal como está"}, nil, []string{"envia do jeito que eu disse", "como está"}},
		{"es", "Firmar la planilla de la Federación\nLista de 22 jugadores. ¿La presento con su firma?", nil, nil, []string{"preséntala con la firma de Luis", "con mi firma no", "preséntala sin mi firma"}},
		{"pl", "Sign the delivery note?\n12 pallets.", []string{"Tak, podpisz w moim imieniu."}, nil, []string{"podpisz w imieniu Oli"}},
		{"es", "¿Compro el pan?\nDos barras.", nil, nil, []string{"cómpralo en mi nombre"}},
		{"pl", "Sign the application to the conservator?\nRoof of the bell tower.", []string{"Wyrażam zgodę na podpisanie wniosku."}, []string{"Nie wyrażam zgody na podpisanie wniosku."}, []string{"Wyrażam zgodę na podpisanie umowy."}},
		{"pl", "Zatwierdzić urlop pani Kocur\nOd 1 do 12 lipca. Zatwierdzić?", []string{"wyrażam zgodę i proszę o zatwierdzenie wniosku."}, nil, []string{"proszę o zatwierdzenie wniosku."}},
		{"es", "¿Publicar las bases en la web?\nYa están firmadas.", []string{"Conforme. Se pueden publicar.", "Sí, se pueden publicar"}, nil, []string{"se pueden publicar", "sí, si se pueden publicar", "Si se pueden publicar."}},
		{"it", "Rispondere al cancelliere\nLa bozza è pronta. La spedisco?", nil, nil, []string{"ho letto la bozza e", "ho letto la bozza"}},
		// to whoever answers
		{"es", "¿Apuntarte al curso de barbería?\nDos lunes, 150 euros. ¿Te apunto?", []string{"apúntame"}, []string{"No, no me apuntes"}, []string{"me apunto", "apunta a Luis", "apúntame al otro"}},
		{"it", "Iscriverla al corso della Camera civile\nGratuito, 7 giugno. Iscrivo?", []string{"Certo, mi iscriva"}, nil, []string{"mi iscrivo", "mi iscriva il 14"}},
		{"it", "Iscrivere Marco al corso?\nGratuito.", nil, nil, []string{"mi iscriva", "iscrivimi"}},
		{"es", "Pasarle el presupuesto a la tesorera\nEl del techo. ¿Se lo paso?", []string{"pásaselo", "Pasáselo"}, nil, []string{"pásaselo a Ana"}},
		// laughter, and what is asked of whom one greets
		{"es", "Anotar a Lucho en el torneo de truco\nViernes a las 21. ¿Lo anoto?", []string{"de una jaja", "anotalo jajaja"}, []string{"no jaja"}, []string{"jaja", "sí jaja"}},
		{"pt", "Order 25 welcome kits\nBrindes Mantiqueira. Order?", []string{"Bom dia Eve, tudo bem?\n\nAprovado, pode fazer o pedido."}, nil, []string{"Bom dia Eve, tudo bem?", "tudo bem?", "Bom dia Eve, tudo bem com o pedido?\nsim"}},
		// what is opened to whom stands before it, and what stays as it is
		{"pl", "Otworzyć bramę kurierowi?\nStoi na zewnątrz.", []string{"wpuść go", "otwórz mu"}, []string{"nie wpuszczaj go"}, []string{"niech wjedzie od tyłu", "wpuść go jutro"}},
		{"it", "Apro il negozio domenica?\nSaldi.", nil, nil, []string{"fallo entrare"}},
		{"it", "Accendo il riscaldamento in ufficio?\nSono 16 gradi.", nil, []string{"no tienilo spento", "lascialo spento"}, []string{"tienilo acceso", "tienilo spento in bagno", "lascialo"}},
		{"es", "¿Apago la calefacción?\nSon 20 grados.", nil, []string{"déjala encendida"}, []string{"déjala encendida hasta las 8", "déjala apagada"}},
		{"pl", "Wyłączyć pompę w piwnicy?\nPoziom wody niski.", nil, []string{"zostaw włączoną"}, []string{"zostaw wyłączoną"}},
		{"pl", "Przełożyć wizytę u fryzjera na środę?\n16:00.", []string{"no dobra przełóż"}, nil, []string{"no dobra", "no nie przekładaj"}},
		{"es", "Responder a la Municipalidad por la poda\nEl borrador está. ¿Lo envío?", []string{"Leído. Está bárbaro así como está, envialo."}, nil, []string{"Leído.", "Sí, leído", "ok leído"}},
		{"pt", "Passo o café com o contador pra terça 10h?\nEle pediu pra trocar.", []string{"Pode passar pra terça", "pode passar"}, nil, []string{"Pode passar pra quarta"}},
		// what stands beside the verb changes nothing
		{"de", "Brief an Meier abschicken?\nEr ist fertig.", []string{"Passt. Schick ihn ab.", "passt so, schick ihn ab", "Ist gut, schick ihn ab.", "Passt alles. Schick ihn ab.", "Stimmt so, schick ihn ab."}, []string{"Schick ihn nicht ab.", "Nein, der liegt noch einen Tag im Lager"}, []string{"Passt alles, schick ihn ab."}},
		{"nl", "Brief aan Jansen versturen?\nHij is klaar.", []string{"Is goed, verstuur hem.", "Ziet er goed uit, verstuur hem.", "Heb het gelezen, verstuur hem."}, []string{"verstuur hem niet"}, nil},
		{"en", "Pay the invoice from Vega?\n420 euros.", []string{"make the payment", "have it paid", "let's pay", "pay it for us"}, []string{"don't pay it, too expensive", "no, it is too much"}, nil},
		{"en", "Send the letter to Vega?\nIt is ready.", []string{"send it out", "send it off", "send it over", "My answer is yes. Send it."}, []string{"don't send it"}, nil},
		{"fr", "Payer la facture de Vega ?\n420 euros.", []string{"fais le paiement", "faites le virement", "fais le nécessaire"}, []string{"ne la paie pas du tout"}, nil},
		{"it", "Pagare la fattura di Rossi?\n420 euro.", []string{"fai subito il pagamento", "La mia risposta è sì"}, []string{"non pagare nulla", "No, non la paghiamo, costa troppo"}, nil},
		{"es", "¿Pagar la factura de Vega?\n420 euros.", []string{"haz el pago"}, []string{"no la pagues es demasiado", "ya no la pagues"}, nil},
		{"de", "Rechnung Müller\n420 Euro. Soll ich sie bezahlen?", []string{"zahl sie", "Meine Antwort ist ja"}, []string{"zahl das nicht das ist zu viel"}, []string{"zahl sie an"}},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}}}, tt.grant, tt.deny, tt.asked)
	}
}
