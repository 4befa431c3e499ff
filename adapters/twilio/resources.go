package twilio

// Where the API's products are. The environment's TWILIO_EDGE and TWILIO_REGION do not
// count: the configuration says where the API is.
const (
	accountsURL  = "https://" + apiHost + "/2010-04-01/Accounts/"
	contentURL   = "https://content.twilio.com/v1/Content/"
	messagingURL = "https://messaging.twilio.com" // services and senders
)

// What the bridge reads of the API's resources. A field that is null is empty.
type (
	// logged is a message of the log, by SMS or WhatsApp.
	logged struct {
		SID         string `json:"sid"`
		AccountSID  string `json:"account_sid"`
		Service     string `json:"messaging_service_sid"`
		From        string `json:"from"`
		To          string `json:"to"`
		Body        string `json:"body"`
		NumMedia    string `json:"num_media"`
		NumSegments string `json:"num_segments"`
		Direction   string `json:"direction"`
		Status      string `json:"status"`
		ErrorCode   int    `json:"error_code"`
		DateSent    string `json:"date_sent"`
		DateCreated string `json:"date_created"`
	}

	messagePage struct {
		Messages []logged `json:"messages"`
		Next     string   `json:"next_page_uri"`
	}

	mediaPage struct {
		List []struct {
			URI  string `json:"uri"`
			Type string `json:"content_type"`
		} `json:"media_list"`
	}

	accountState struct {
		Status string `json:"status"`
		Type   string `json:"type"`
	}

	numberPage struct {
		Numbers []struct {
			Number       string `json:"phone_number"`
			Application  string `json:"sms_application_sid"`
			URL          string `json:"sms_url"`
			Method       string `json:"sms_method"`
			Capabilities *struct {
				SMS bool `json:"sms"`
			} `json:"capabilities"`
		} `json:"incoming_phone_numbers"`
	}

	// service is a Messaging Service.
	service struct {
		InboundRequestURL string `json:"inbound_request_url"`
		InboundMethod     string `json:"inbound_method"`
		OnNumber          bool   `json:"use_inbound_webhook_on_number"`
	}

	// senders is a page of WhatsApp senders.
	senders struct {
		Senders []struct {
			SenderID string `json:"sender_id"`
			Status   string `json:"status"`
			Webhook  struct {
				CallbackURL    string `json:"callback_url"`
				CallbackMethod string `json:"callback_method"`
			} `json:"webhook"`
		} `json:"senders"`
	}

	contentResource struct {
		Types map[string]any `json:"types"`
	}

	contentApproval struct {
		WhatsApp map[string]any `json:"whatsapp"`
	}
)
