package reply

import "testing"

// TestSaidAgain: beside a yes the asked verb may stand once more in a clause that says that it is to be done, may be now, or is allowed.
func TestSaidAgain(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"fr", "Supprimer le compte de l'ancien chauffeur ?\nParti le 31 janvier.", []string{"Bonjour,\n\nOui, à supprimer.", "oui c'est à supprimer", "oui, on supprime", "Oui, on le supprime. Merci", "oui faut supprimer"}, []string{"non, on ne supprime pas"}, []string{
			"oui, à supprimer demain", "oui, à supprimer si Paul est d'accord", "oui, à vérifier", "oui, on supprime pas", "oui, on supprime le planning", "oui, à supprimer ?", "oui, on supprime tout", "non, à supprimer", "oui, on garde", "oui, presque à supprimer", "pas à supprimer oui", "oui à supprimer en partie",
		}},
		{"fr", "Publier la campagne d'été ?\nBudget de 6 500 $, début lundi.", []string{"Oui, on publie. Merci!", "oui, on publie"}, nil, []string{"OK on publie", "oui, on publie mardi", "oui, on publie quand", "oui on publiera", "oui, on dépublie", "on dit oui, on publie ?", "oui, on publie celle d'hiver"}},
		{"fr", "Payer la facture ?\nEDF.", []string{"oui, on paie", "oui, on paye", "oui, à payer"}, nil, []string{"oui, on paie la moitié", "oui on paie déjà trop", "oui, il paie"}},
		{"fr", "Valider le devis ?\nEDF.", nil, nil, []string{"oui, à valider"}},
		{"fr", "Facture EDF\nJe la paie ?", nil, nil, []string{"oui, on paie"}},
		{"fr", "Ne pas payer la facture ?\nEDF.", nil, nil, []string{"oui, à payer", "ok on paie"}},
		{"fr", "Payer l'eau ?\nTrois mois.", []string{"oui, il faut la payer"}, nil, []string{"non, il faut la payer", "non, à payer", "oui, il faut la couper"}},
		{"fr", "Payer la facture ou attendre ?\nEDF.", nil, nil, []string{"ok on paie"}},
		{"fr", "Résilier le contrat et payer la facture ?\nEDF.", nil, nil, []string{"oui, on paie", "oui, à résilier"}},
		{"fr", "Accorder les congés de Carla ?\nDu 3 au 7.", []string{"Oui, je les lui accorde."}, nil, []string{"oui, je vous l'accorde", "oui, je les lui accorde à moitié", "oui, je lui refuse"}},
		{"fr", "Envoyer le devis à Paul ?\nDeux pages.", nil, nil, []string{"oui, je le lui envoie"}},
		{"it", "Cancellare il volo?\nLunedì.", []string{"Sì, da cancellare.", "sì è da cancellare", "sì, va cancellato", "ok, ormai si può cancellare"}, nil, []string{
			"sì, va confermato", "sì, da cancellare domani", "sì, ancora da cancellare", "sì, da non cancellare", "no, va cancellato", "si va cancellato", "sì, andava cancellato", "sì, va cancellato se piove", "sì, va cancellato l'hotel", "si può cancellare?",
		}},
		{"it", "Pagare la luce?\nEnel.", []string{"sì, va pagata", "sì bisogna pagarla", "Sì, mi faccia il favore di pagarla", "Sì, sia così gentile da pagarla", "ok faccia il favore di pagare"}, nil, []string{"sì, va pagata metà", "sì, mi faccia il favore di aspettare", "sì, mi faccia il favore di non pagarla", "fammi il favore", "sì, va corretta", "sì, fai pagare Luca", "sì, bisogna pagarla domani"}},
		{"it", "Autorizzare le ferie di Carla?\nDal 3.", []string{"Sì, gliele autorizzo.", "Sì, te le autorizzo"}, nil, []string{"sì, gliele autorizzo a metà", "sì, non gliele autorizzo", "sì, gliele ho autorizzate", "sì, gliele pago"}},
		{"es", "¿Borrar las grabaciones?\n46 vídeos.", []string{"Sí, ya se pueden borrar.", "Sí, ya se puede borrar", "sí hay que borrarlas", "vale, ya puedes borrarlas"}, nil, []string{
			"sí, ya se pueden borrar algunas", "sí, ya no se pueden borrar", "sí, se podrán borrar", "sí, ya se pueden guardar", "sí, ya se pueden borrar mañana", "no, ya se pueden borrar", "ya se pueden borrar?", "sí, hay que guardarlas", "si se pueden borrar", "sí, casi se pueden borrar",
		}},
		{"es", "¿Autorizar el día de permiso de Karla?\nEl viernes.", []string{"Sí, claro, se lo autorizo con mucho gusto.", "Sí, se lo autorizo"}, nil, []string{"sí, se lo autorizo si avisa", "sí, se lo pregunto", "sí, pero se lo autorizo mañana", "si se lo autorizo", "sí, no se lo autorizo"}},
		{"es", "¿Pagar el IBI?\nAyuntamiento.", []string{"Sí, hágame el favor de pagar.", "Sí, haga el favor de pagarlo", "Sí, tenga la bondad de pagarlo", "Sea tan amable de pagarlo, por favor"}, []string{"hágame el favor de no pagar"}, []string{"sí, hágame el favor de esperar", "sí, haga pagar a Luis", "hágame el favor"}},
		{"pt", "Apagar as gravações?\n46 vídeos.", []string{"Sim, já se podem apagar.", "Sim, tem que apagar", "sim, é preciso apagá-las"}, nil, []string{"sim, já se podem apagar algumas", "sim, já não se podem apagar", "sim, já se podem guardar", "sim, tem que esperar", "sim, tem que apagar depois"}},
		{"pt", "Pagar o IMI?\nAté 31 de maio.", []string{"Cara Eve,\n\nSim, faça o favor de pagar.", "Faça-me o favor de pagar", "Sim, tenha a bondade de pagar."}, []string{"faça o favor de não pagar"}, []string{"sim, faça o favor de esperar", "sim, faça a Ana pagar", "faça-me o favor"}},
		{"pt", "Autorizar as férias da Carla?\nDe 3 a 7.", []string{"Sim, autorizo-as.", "Sim, autorizo-lhas"}, nil, []string{"sim, pago-lhas", "sim, autorizo-as se houver gente"}},
		{"fr", "Affréter le camion supplémentaire pour Gand ?\nVendredi 6 h, 640 €.", []string{"Bonjour,\n\nOK pour moi.", "c'est bon pour nous", "Oui, ayez la gentillesse de l'affréter"}, nil, []string{"OK pour Gand", "OK pour vendredi", "ok pour toi", "ok pour le camion de Bruges"}},
		{"es", "¿Reservar mesa para el viernes?\nChez Ana.", []string{"ok para mí"}, nil, []string{"ok para ti", "ok para el jueves"}},
	} {
		o := Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}
		decides(t, o, tt.grant, tt.deny, tt.asked)
	}
}
