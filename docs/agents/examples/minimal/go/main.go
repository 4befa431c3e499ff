// The smallest agent in Go: answers each message with text.
package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
)

func respond(w http.ResponseWriter, r *http.Request) {
	var request struct{ Parts []struct{ Text string } }
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil || len(request.Parts) == 0 {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]string{"text": "You wrote: " + request.Parts[0].Text}) // the caller is gone
}

func main() {
	l, err := net.Listen("tcp", "127.0.0.1:"+cmp.Or(os.Getenv("PORT"), "9000"))
	if err != nil {
		panic(err)
	}
	fmt.Println("listening on http://" + l.Addr().String())
	panic(http.Serve(l, http.HandlerFunc(respond)))
}
