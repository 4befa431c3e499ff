package reply

import "testing"

func TestOrdersElse(t *testing.T) {
	shown := Shown{About: []string{"refund", "", "refund: amount 40, currency EUR"}, Amount: "40", Currency: "EUR", By: "Eve"}
	for _, text := range []string{"Cancel my 3pm meeting", "please cancel my 3pm meeting", "annulla la mia riunione delle 15", "Annule ma réunion de 15h", "Cancela mi reunión", "Storniere meinen Flug nach Rom", "Cancel our taxi to the airport please", "Annuleer mijn afspraak"} {
		if !Like(text, Options{}) || !OrdersElse(text, Options{Shown: shown}) {
			t.Errorf("%q is no order about something else: like %v", text, Like(text, Options{}))
		}
	}
	for _, text := range []string{
		"cancel", "cancel my refund", "cancel my payment to Eve", "Cancel because of the price", "Cancel unless my boss agrees", "cancel my meeting if it rains", "cancel my", "cancel it", "Cancel that", "cancel that one please", "Cancel the payment", "Cancel the refund", "cancel Eve's refund", "Cancel the request", "Cancel the 40", "cancel everything", "no, cancel my meeting", "ok cancel my meeting",
		"cancel my meeting, not yet", "maybe cancel my meeting", "yes", "no", "ok", "yes but only half", "not yet", "Reject all invitations", "annulla tutto", "Storniere das", "Storniere die Zahlung", "annule le virement", "cancel my meeting and yes", "Odwołaj spotkanie",
	} {
		if OrdersElse(text, Options{Shown: shown}) {
			t.Errorf("%q is an order about something else", text)
		}
	}
	if OrdersElse("Cancel my 3pm meeting", Options{Shown: Shown{About: []string{"Move the meeting to 4pm?"}}}) {
		t.Error("the request is about the meeting")
	}
}
