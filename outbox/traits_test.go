package outbox_test

import "bridge/core/message"

// traits are those of the kinds of channels that the tests have.
func traits(kind message.AddressKind) message.Traits {
	return map[message.AddressKind]message.Traits{
		"email":    {Letters: true},
		"sms":      {Title: "SMS", Rings: true, SolePending: true, CodeToGrant: true, CarrierWords: true},
		"whatsapp": {Title: "WhatsApp", Rings: true, SolePending: true, Template: true},
		"webhook":  {System: true, Starts: message.StartDelivery},
		"cron":     {Starts: message.StartRun},
	}[kind]
}
