// Command go is an agent for the bridge: echo, a file, and a refund that needs
// approval. It answers with server-sent events.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
)

type object = map[string]any

type request struct {
	Parts []struct {
		Text     string
		Data     struct{ ApprovalID, Decision, Reason string }
		Metadata struct{ PartType string }
	}
	Meta struct{ TurnID string }
}

func respond(req request, update func(state string, parts ...object)) {
	text := ""
	for _, p := range req.Parts {
		switch p.Metadata.PartType {
		case "approval-response":
			answer := "Refund refused: " + p.Data.Reason
			if p.Data.Decision == "granted" {
				answer = fmt.Sprintf("Refunded %s EUR.", strings.Split(p.Data.ApprovalID, "-")[1])
			}
			update("complete", part("response", object{"text": answer}))
			return
		case "response":
			text = strings.TrimSpace(p.Text)
		}
	}
	number, isRefund := strings.CutPrefix(text, "refund ")
	if amount, err := strconv.ParseUint(number, 10, 20); isRefund && err == nil {
		id := fmt.Sprintf("refund-%d-%s", amount, req.Meta.TurnID)
		update("suspended", part("approval-request", object{"data": object{
			"approvalId": id, "toolName": "refund", "args": object{"amount": amount, "currency": "EUR"},
		}}))
		return
	}
	update("awaiting", part("response", object{"text": "You wrote: " + text}))
	update("complete", part("artifact", object{"raw": []byte(text), "filename": "copy.txt", "mediaType": "text/plain"}))
}

func part(partType string, content object) object {
	content["metadata"] = object{"partType": partType}
	return content
}

func main() {
	http.HandleFunc("POST /", func(w http.ResponseWriter, r *http.Request) {
		var req request
		if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		respond(req, func(state string, parts ...object) {
			b, _ := json.Marshal(object{"parts": parts, "conversationState": state})
			fmt.Fprintf(w, "data: %s\n\n", b)
			w.(http.Flusher).Flush()
		})
	})
	l, err := net.Listen("tcp", "127.0.0.1:"+port())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s\n", l.Addr())
	log.Fatal(http.Serve(l, nil))
}

func port() string {
	if p := os.Getenv("PORT"); p != "" {
		return p
	}
	return "9000"
}
