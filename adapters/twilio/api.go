package twilio

// logged is a message as the API tells it. What it says nothing of, or null, is empty.
type logged struct {
	SID         string `json:"sid"`
	AccountSID  string `json:"account_sid"`
	Service     string `json:"messaging_service_sid"`
	From        string `json:"from"`
	To          string `json:"to"`
	Body        string `json:"body"`
	Direction   string `json:"direction"`
	Status      string `json:"status"`
	ErrorCode   int    `json:"error_code"`
	NumMedia    string `json:"num_media"`
	NumSegments string `json:"num_segments"` // "0" of a Messaging Service, which has not sent it yet
	DateCreated string `json:"date_created"`
	DateSent    string `json:"date_sent"` // "" while it waits
}

// messages is a page of the log, the newest first.
type messages struct {
	Messages []logged `json:"messages"`
	Next     string   `json:"next_page_uri"`
}

// files is a page of the files of a message.
type files struct {
	List []struct {
		URI         string `json:"uri"`
		ContentType string `json:"content_type"`
	} `json:"media_list"`
}

// owner is the account.
type owner struct {
	Status string `json:"status"`
	Type   string `json:"type"`
}

// numbers is a page of the numbers of the account.
type numbers struct {
	List []struct {
		Number       string `json:"phone_number"`
		Capabilities *struct {
			SMS bool `json:"sms"`
		} `json:"capabilities"`
		Application string `json:"sms_application_sid"`
		URL         string `json:"sms_url"`
		Method      string `json:"sms_method"`
	} `json:"incoming_phone_numbers"`
}

// resource is a content resource, approval what was decided of it.
type resource struct {
	Types map[string]any `json:"types"`
}

type approval struct {
	WhatsApp struct {
		Status string `json:"status"`
		Reason string `json:"rejection_reason"`
	} `json:"whatsapp"`
}
