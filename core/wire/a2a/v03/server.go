package v03

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Is reports whether a request of JSON-RPC is one of 0.3, whose methods have a slash.
func Is(body []byte) bool {
	var c call
	return json.Unmarshal(body, &c) == nil && strings.Contains(c.Method, "/")
}

// Handler serves 0.3 by a server of 1.0 of the library a2asrv, which writes each answer and each event by
// one Write. What it is asked is bounded by its caller: what it takes for a moment is eight times the body.
func Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var c call
		if err == nil {
			err = json.Unmarshal(body, &c)
		}
		if err != nil { // next says so
			r.Body = io.NopCloser(bytes.NewReader(body))
			next.ServeHTTP(w, r)
			return
		}
		method := c.Method
		for name, old := range names {
			if old == method {
				c.Method = name
			}
		}
		if c.Params, err = newParams(method, c.Params); err == nil {
			body, err = json.Marshal(c)
		}
		if err != nil {
			refuse(w, c, err)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(&writer{w, method}, r)
	})
}

// invalidParams is the code of JSON-RPC.
const invalidParams = -32602

// refuse answers a call whose parameters are not those of 0.3, as the library answers: what
// asks for a stream gets one.
func refuse(w http.ResponseWriter, c call, err error) {
	no, _ := json.Marshal(map[string]any{"code": invalidParams, "message": "invalid params: " + err.Error()})
	b, _ := json.Marshal(answer{Version: json.RawMessage(`"2.0"`), ID: c.ID, Error: no})
	w.Header().Set("Content-Type", "application/json")
	if c.Method == "SendStreamingMessage" {
		w.Header().Set("Content-Type", "text/event-stream")
		b = fmt.Appendf(nil, "data: %s\n", b)
	}
	_, _ = w.Write(append(b, '\n')) // the caller is gone
}

// writer translates what is answered to a call of a method.
type writer struct {
	http.ResponseWriter
	method string
}

// Unwrap is for http.ResponseController.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush implements http.Flusher.
func (w *writer) Flush() {
	_ = http.NewResponseController(w.ResponseWriter).Flush() // the next write fails
}

// Write implements io.Writer.
func (w *writer) Write(b []byte) (int, error) {
	data, event := bytes.CutPrefix(b, []byte("data: "))
	if !event && w.Header().Get("Content-Type") != "application/json" {
		return w.ResponseWriter.Write(b) // numbers of events, and heartbeats
	}
	out, err := translate(data, w.method, oldResult)
	if err != nil {
		return 0, err
	}
	if event {
		out = fmt.Appendf(nil, "data: %s\n", out)
	}
	if _, err = w.ResponseWriter.Write(append(out, '\n')); err != nil {
		return 0, err
	}
	return len(b), nil
}
