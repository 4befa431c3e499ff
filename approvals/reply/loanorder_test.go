package reply

import "testing"

// TestLoanOrder: the English verb of a prompt with an ending of the person's language, behind a yes; not another verb, thing or time.
func TestLoanOrder(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"it", "Kill the query that has been running for 2 hours?\nPID 24417 on replica 2.", []string{"si killala", "sì, killala", "sì killa pure", "ok, killala grazie"}, nil, []string{"si killa", "killala domani", "sì, killala se non finisce", "sì, killale tutte e due", "non killarla", "sì, brilla", "sì, killala tu"}},
		{"es", "Deploy the release?\nv2.", []string{"sí, deployala", "sí deploya", "dale, deployalo"}, []string{"no la deployes"}, []string{"sí, deployala mañana", "sí, deploya la v3", "sí, mergeala"}},
		{"pt", "Deploy the release?\nv2.", []string{"sim deploya aí"}, nil, []string{"sim, deploya amanhã", "sim, deployado", "não deploya"}},
		{"fr", "Kill the query?\nPID 24417.", []string{"oui, kille-la"}, nil, []string{"oui, kille-les demain", "oui, grille-la"}},
		{"pl", "Deploy the release?\nv2.", []string{"tak, deployuj", "tak, zdeployuj to"}, nil, []string{"tak, zdeployuj jutro", "tak, zdeployowane"}},
		{"pt", "Deploy the release and restart the server?\nv2.", nil, nil, []string{"sim, deploya"}},
		{"it", "Reject the query?\nPID 24417.", nil, nil, []string{"sì, rejectala"}},
		{"en", "Invite the members?\n18 h.", []string{"Yes, send the invitation.", "yes please send out the invites", "yes, send the invitations to them"}, nil, []string{"yes, send the invitation to Tom", "yes, send the invoice", "yes, send the invitation tomorrow", "send the reminder", "yes, send the reminder"}},
		{"en", "Remind the suppliers of the closing date?\n87.", []string{"Yes, send the reminder."}, nil, []string{"yes, send the invitation", "yes, send me the reminder", "yes, send the reminders on Monday"}},
		{"en", "Cancel the invitation?\n87.", nil, nil, []string{"Yes, send the invitation."}},
	})
}

// TestGratefulFor: the thanks with which French letters ask are an order of the deed.
func TestGratefulFor(t *testing.T) {
	decidesAll(t, []answeredTo{{
		"fr", "Convoquer les syndics pour le 18 mars ?\nRéunion à 18 h en mairie.",
		[]string{"Oui, je vous remercie de bien vouloir envoyer la convocation.", "Oui, nous vous saurions gré de bien vouloir les convoquer."},
		nil,
		[]string{"je vous remercie de bien vouloir patienter", "Oui, je vous remercie de bien vouloir envoyer la facture.", "je vous remercie de bien vouloir me rappeler"},
	}})
}
