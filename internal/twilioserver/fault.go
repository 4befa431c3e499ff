package twilioserver

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"time"
)

// Op is a kind of request to the API.
type Op string

// The kinds. AnyOp is all of them.
const (
	Send      Op = "send" // POST Messages.json
	List      Op = "list" // GET Messages.json
	Fetch     Op = "fetch"
	Media     Op = "media" // the bytes; their deletion is Delete
	Delete    Op = "delete"
	Numbers   Op = "numbers"
	Accounts  Op = "accounts"
	Contents  Op = "contents"
	Approvals Op = "approvals"
	Services  Op = "services"
	AnyOp     Op = "any"
)

// Fault is how the next request fails. Its zero value does nothing.
type Fault struct {
	On    Op     // "" = Send
	To    string // only messages to this address; "" = all
	Times int    // how many requests; 0 = one

	// AfterAccept has the request done as usual: only its answer is late, lost or wrong.
	AfterAccept bool
	Delay       time.Duration // before it is handled, or answered; ends when the client is gone
	Cut         bool          // the connection is cut instead of an answer
	HTML        bool          // an HTML page instead of JSON
	Status      int           // of the answer; 0 = 400, of HTML 502
	Code        int           // of the error; 0 = 20000 + Status
	Message     string        // "" = Twilio's words for Code
	RetryAfter  time.Duration
}

// fails says whether the fault has an answer of its own.
func (f *Fault) fails() bool { return f.Cut || f.HTML || f.Status != 0 || f.Code != 0 }

// Fail adds faults for the next requests; each request meets the first that fits.
func (s *Server) Fail(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range faults {
		if f.On == "" {
			f.On = Send
		}
		f.Times = max(1, f.Times)
		s.faults = append(s.faults, &f)
	}
}

// Heal removes all faults and returns how many requests they would still have met.
func (s *Server) Heal() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, f := range s.faults {
		n += f.Times
	}
	s.faults = nil
	return n
}

// fault takes the fault of a request, nil if it has none.
func (s *Server) fault(op Op, to string) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, f := range s.faults {
		if (f.On == op || f.On == AnyOp) && (f.To == "" || f.To == to) {
			taken := *f
			if f.Times--; f.Times == 0 {
				s.faults = append(s.faults[:i:i], s.faults[i+1:]...)
			}
			return &taken
		}
	}
	return nil
}

// wait lasts as long as the fault's delay.
func (f *Fault) wait(s *Server, r *http.Request) {
	if f.Delay <= 0 {
		return
	}
	select {
	case <-time.After(f.Delay):
	case <-r.Context().Done():
	case <-s.ctx.Done():
	}
}

// late keeps an answer.
type late struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (l *late) Header() http.Header         { return l.header }
func (l *late) Write(b []byte) (int, error) { return l.body.Write(b) }
func (l *late) WriteHeader(status int)      { l.status = status }

// answer writes the answer that was kept.
func (l *late) answer(w http.ResponseWriter) {
	maps.Copy(w.Header(), l.header)
	w.WriteHeader(pick(l.status, http.StatusOK))
	_, _ = w.Write(l.body.Bytes()) // the client may be gone
}

// answer writes the fault's answer.
func (f *Fault) answer(w http.ResponseWriter) {
	if f.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int((f.RetryAfter+time.Second-1)/time.Second)))
	}
	switch {
	case f.Cut:
		panic(http.ErrAbortHandler) // the server closes the connection
	case f.HTML:
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(pick(f.Status, http.StatusBadGateway))
		fmt.Fprint(w, "<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>\r\n")
	default:
		status := pick(f.Status, http.StatusBadRequest)
		refuse(w, apiError{Status: status, Code: pick(f.Code, 20000+status), Message: f.Message})
	}
}

func pick(n, other int) int {
	if n == 0 {
		return other
	}
	return n
}

// apiError is an error as the API writes it.
type apiError struct {
	Status  int
	Code    int
	Message string
}

func refuse(w http.ResponseWriter, e apiError) {
	if e.Message == "" {
		e.Message = explain(e.Code)
	}
	writeJSON(w, e.Status, map[string]any{
		"code": e.Code, "message": e.Message, "status": e.Status,
		"more_info": fmt.Sprintf("https://www.twilio.com/docs/errors/%d", e.Code),
	})
}

// explain says what a code means.
func explain(code int) string {
	if code == 0 {
		return ""
	}
	if s := meanings[code]; s != "" {
		return s
	}
	return fmt.Sprintf("Error %d", code)
}

// meanings of the codes that the server itself gives, and of the most frequent others.
var meanings = map[int]string{
	20003: "Authenticate",
	20404: "The requested resource was not found",
	20429: "Too Many Requests",
	20500: "An internal server error has occurred",
	14107: "SMS send rate limit exceeded",
	21211: "Invalid 'To' Phone Number",
	21266: "'To' and 'From' number cannot be the same",
	21408: "Permission to send an SMS has not been enabled for the region indicated by the 'To' number",
	21601: "Phone number is not a valid SMS-capable inbound phone number",
	21603: "A 'From' phone number is required",
	21604: "A 'To' phone number is required",
	21606: "The 'From' phone number provided is not a valid message-capable Twilio phone number for this destination",
	21608: "The number is unverified. Trial accounts cannot send messages to unverified numbers",
	21609: "Invalid 'StatusCallback' URL",
	21610: "Attempt to send to unsubscribed recipient",
	21611: "This 'From' number has exceeded the maximum number of queued messages",
	21612: "The message cannot be sent with the current combination of 'To' and/or 'From' parameters",
	21614: "'To' number is not a valid mobile number",
	21617: "The concatenated message body exceeds the 1600 character limit",
	21619: "A text message body or media urls must be specified",
	21620: "Invalid media URL(s)",
	21623: "Number of media files exceeds allowed limit",
	21655: "The ContentSid is invalid",
	21656: "The ContentVariables parameter is invalid",
	21658: "Content variable is too long",
	21703: "The Messaging Service does not have any phone numbers associated with it",
	21910: "Invalid 'From' and 'To' pair. 'From' and 'To' should be of the same channel",
	30001: "Queue overflow",
	30003: "Unreachable destination handset",
	30004: "Message blocked",
	30005: "Unknown destination handset",
	30006: "Landline or unreachable carrier",
	30007: "Message filtered",
	30008: "Unknown error",
	63003: "Channel could not find To address",
	63005: "Channel did not accept given content",
	63007: "Could not find a Channel with the specified From address",
	63014: "Message failed to send because the user has not accepted or has blocked messages from this sender",
	63016: "Failed to send freeform message because you are outside the allowed window. Use a template",
	63018: "Rate limit exceeded for Channel",
	63019: "Media failed to download",
	63021: "Channel invalid content error",
	63024: "Invalid message recipient",
	63038: "Account exceeded the daily messages limit",
}
