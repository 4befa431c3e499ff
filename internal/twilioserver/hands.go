package twilioserver

import (
	"fmt"
	"io"
	"net/http"
	"slices"
)

// handlePhones has phones used by hand, with curl:
//
//	POST /phones/ADDRESS/text          the body is the text
//	POST /phones/ADDRESS/press/TITLE   the newest button with that title
//	GET  /phones/ADDRESS               what arrived
//
// A web page may not: its requests carry an Origin.
func (s *Server) handlePhones(mux *http.ServeMux) {
	hand := func(f func(w http.ResponseWriter, r *http.Request, p *Phone)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Origin") != "" {
				http.Error(w, "not from a web page", http.StatusForbidden)
				return
			}
			f(w, r, s.Phone(r.PathValue("address")))
		}
	}
	mux.HandleFunc("POST /phones/{address}/text", hand(func(w http.ResponseWriter, r *http.Request, p *Phone) {
		b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		sent, err := p.Text(string(b))
		tellHand(w, sent, err)
	}))
	mux.HandleFunc("POST /phones/{address}/press/{title}", hand(func(w http.ResponseWriter, r *http.Request, p *Phone) {
		for _, m := range slices.Backward(p.Messages()) {
			if b, ok := m.Button(r.PathValue("title")); ok {
				sent, err := p.Press(b)
				tellHand(w, sent, err)
				return
			}
		}
		http.Error(w, "no message has such a button", http.StatusNotFound)
	}))
	mux.HandleFunc("GET /phones/{address}", hand(func(w http.ResponseWriter, _ *http.Request, p *Phone) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		for _, m := range p.Messages() {
			fmt.Fprintf(w, "%s %s\n%s\n", m.SID, m.From, m.Body)
			for _, b := range m.Buttons {
				fmt.Fprintf(w, "[%s]\n", b.Title)
			}
			fmt.Fprintln(w)
		}
	}))
}

func tellHand(w http.ResponseWriter, sent Sent, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	fmt.Fprintln(w, "sent", sent.SID)
}
