package gateway

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"bridge/approvals/request"
	"bridge/internal/door"
	"bridge/internal/jsonin"
	"bridge/operate"
)

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	_ = enc.Encode(v) // the client is gone
}

// problem answers with RFC 9457 problem details.
func problem(w http.ResponseWriter, status int, detail string) { problemOf(w, status, detail, nil) }

// problemOf is problem with more members.
func problemOf(w http.ResponseWriter, status int, detail string, more map[string]string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	body := map[string]any{"title": strings.ToLower(http.StatusText(status)), "status": status, "detail": detail}
	for k, v := range more {
		body[k] = v
	}
	_ = json.NewEncoder(w).Encode(body) // the client is gone
}

// answer writes v, or the error.
func answer[T any](g *Gateway, w http.ResponseWriter, v T, err error) {
	if err != nil {
		g.fail(w, err)
		return
	}
	writeJSON(w, http.StatusOK, v)
}

// route answers what a pattern asks for with what get says; the body of the request says nothing.
func (g *Gateway) route(mux *http.ServeMux, pattern string, get func(r *http.Request) (any, error)) {
	mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		v, err := get(r)
		answer(g, w, v, err)
	})
}

// listed is a list as it is answered.
func listed[T any](all []T, err error) (any, error) { return map[string]any{"items": all}, err }

// maxBody bounds the body of an API request in bytes.
const maxBody = 1 << 20

// read decodes a JSON body; an empty one is an empty object.
func read(w http.ResponseWriter, r *http.Request, v any) bool {
	b, ok := body(w, r, maxBody)
	if !ok || len(b) == 0 {
		return ok
	}
	if err := jsonin.Known(b, v); err != nil {
		problem(w, http.StatusBadRequest, "the body is not the JSON object expected here: "+err.Error())
		return false
	}
	return true
}

// body reads a body of most bytes, without the space around it; it answers what is wrong.
func body(w http.ResponseWriter, r *http.Request, most int64) ([]byte, bool) {
	b, err := door.Body(w, r, most, 0, nil)
	if errors.Is(err, door.ErrLarge) {
		problem(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the body has more than %d bytes", most))
		return nil, false
	}
	if err != nil {
		problem(w, http.StatusBadRequest, "the body could not be read")
		return nil, false
	}
	return bytes.TrimSpace(b), true
}

func (g *Gateway) fail(w http.ResponseWriter, err error) {
	if errors.Is(err, request.ErrNotFound) {
		problem(w, http.StatusNotFound, "there is no approval request with that id")
		return
	}
	if refused, ok := errors.AsType[*operate.RefusedError](err); ok {
		status := map[operate.Reason]int{operate.NotFound: http.StatusNotFound, operate.Conflict: http.StatusConflict, operate.Forbidden: http.StatusForbidden}[refused.Reason]
		if status == 0 {
			status = http.StatusBadRequest
		}
		problem(w, status, refused.Text)
		return
	}
	g.o.Log.Error("api", "err", err)
	problem(w, http.StatusInternalServerError, "the bridge could not do that; its log says why")
}
