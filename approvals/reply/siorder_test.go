package reply

import "testing"

// TestSiBeforeOrder: an unaccented "si" is the yes where neither "if" nor the reflexive can stand, and nowhere else.
func TestSiBeforeOrder(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt   string
		granted, asked []string
	}{
		{"es", "¿Notifico a seguridad el acceso de Transportes Cocula?\nDos tractocamiones, mañana 6:00 h.", []string{"si notifíquelo", "si por favor notifíquelo", "si notifique", "si si notifíquelo", "si notifíquelo por favor"}, []string{"si notifica", "si notificas avisa", "si notifíquelo mañana", "si notifíquelo cuando lleguen", "si no notifíquelo", "si notifica, avisa", "si notificó"}},
		{"es", "Cita en aduana\nJueves 8:00, Colombia. ¿Confirmo?", []string{"Si confirme", "Si confirme por favor"}, []string{"si confirma Ivan", "si confirmó", "si confirme el viernes", "si confirmaron"}},
		{"es", "¿Mando las fotos del viaje al grupo?\n18 fotos de Leyre.", []string{"si mandalas", "si claro mandalas", "si, mándalas"}, []string{"si manda Leyre", "si mandaselas a Ivan", "si mandalas tú", "si mandas algo", "si mandalas y borra el resto"}},
		{"es", "¿Cancelo la cita?\nJueves.", nil, []string{"si cancela el cliente", "si cancela, avisa"}},
		{"it", "Inviare il preventivo al condominio?\n6.870 €.", []string{"si invialo pure", "si invialo"}, []string{"si invia domani", "si inviano", "si invialo domani", "si invialo a Ivan"}},
		{"it", "Pagare la fattura?\n6.870 €.", []string{"si pagala", "si pagala grazie"}, []string{"si pagala a rate", "si pagava"}},
	} {
		decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.granted, nil, tt.asked)
	}
}
