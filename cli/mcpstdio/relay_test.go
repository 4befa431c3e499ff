package mcpstdio

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// What a bridge answers, and what the assistant reads of it.
func TestRelay(t *testing.T) {
	t.Parallel()
	const ask = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ask_ü"}}`
	const tooLong = `{"error":{"code":-32000,"message":"the bridge: its answer is longer than 4 MB"},"id":7,"jsonrpc":"2.0"}`
	event := func(data string) string { return "event: message\ndata: " + data + "\n\n" }
	for _, c := range []struct {
		name, in string
		answers  []func(http.ResponseWriter) // of one attempt after the other
		want     []string
	}{
		{"one answer", ask, []func(http.ResponseWriter){func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, "{\"jsonrpc\":\"2.0\",\n \"id\":7,\"result\":{}}")
		}}, []string{`{"jsonrpc":"2.0","id":7,"result":{}}`}},
		{"progress, then the answer", ask, []func(http.ResponseWriter){func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, ": hello\n\n", event(`{"method":"notifications/progress"}`), event(`{"id":7,"result":{}}`))
		}}, []string{`{"method":"notifications/progress"}`, `{"id":7,"result":{}}`}},
		{"cut off, and asked again", ask, []func(http.ResponseWriter){func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, event(`{"method":"notifications/progress"}`))
		}, func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, event(`{"id":7,"result":{}}`))
		}}, []string{`{"method":"notifications/progress"}`, `{"id":7,"result":{}}`}},
		{
			"refused", ask,
			[]func(http.ResponseWriter){func(w http.ResponseWriter) { http.Error(w, "who are you?", http.StatusUnauthorized) }},
			[]string{`{"error":{"code":-32000,"message":"the bridge: 401 Unauthorized: who are you?"},"id":7,"jsonrpc":"2.0"}`},
		},
		{"an answer that is too long", ask, []func(http.ResponseWriter){func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"id":7,"result":%q}`, strings.Repeat("x", maxLine))
		}}, []string{tooLong}},
		{"an event that is too long", ask, []func(http.ResponseWriter){func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, event(`{"id":7,"result":"`+strings.Repeat("x", maxLine)+`"}`))
		}}, []string{tooLong}},
		{"an event of lines that are too long together", ask, []func(http.ResponseWriter){func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, event(strings.Repeat(strings.Repeat(" ", 1<<20)+"\ndata: ", 5)+`{"id":7,"result":{}}`))
		}}, []string{tooLong}},
		{"a notification", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, []func(http.ResponseWriter){func(w http.ResponseWriter) { w.WriteHeader(http.StatusAccepted) }}, nil},
		{"no message", "hello", nil, []string{`{"error":{"code":-32700,"message":"the line is no message of JSON-RPC"},"id":null,"jsonrpc":"2.0"}`}},
		{"an empty line", "", nil, nil},
	} {
		calls := 0
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Bearer secret" {
				t.Errorf("%s: no token", c.name)
			}
			if calls++; calls > len(c.answers) {
				t.Fatalf("%s: asked %d times", c.name, calls)
			}
			c.answers[calls-1](w)
		}))
		in, assistant := io.Pipe()
		read, out := io.Pipe()
		r := &Relay{URL: srv.URL, Token: "secret", Client: srv.Client()}
		ended := make(chan error, 1)
		go func() {
			err := r.Run(context.Background(), in, out)
			out.Close()
			ended <- err
		}()
		fmt.Fprintln(assistant, c.in)
		var got []string
		lines := bufio.NewReader(read)
		for len(got) < len(c.want) { // the assistant ends when it has its answers
			line, err := lines.ReadString('\n')
			if err != nil {
				break
			}
			got = append(got, strings.TrimSpace(line))
		}
		assistant.Close()
		rest, _ := io.ReadAll(lines)
		if err := <-ended; err != nil || len(rest) > 0 {
			t.Errorf("%s: %v, and %q", c.name, err, rest)
		}
		srv.Close()
		if !slices.Equal(got, c.want) || calls != len(c.answers) {
			t.Errorf("%s: asked %d times, and read\n%s\nwant\n%s", c.name, calls, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// A call that the assistant takes back ends, and is not answered.
func TestRelayCancels(t *testing.T) {
	t.Parallel()
	came, gone := make(chan struct{}), make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		close(came)
		<-r.Context().Done()
		close(gone)
	}))
	defer srv.Close()
	in, write := io.Pipe()
	go func() {
		fmt.Fprintln(write, `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{}}`)
		<-came
		fmt.Fprintln(write, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}`)
		<-gone
		_ = write.Close()
	}()
	var out bytes.Buffer
	if err := (&Relay{URL: srv.URL, Client: srv.Client()}).Run(context.Background(), in, &out); err != nil || out.Len() > 0 {
		t.Errorf("%v, read %s", err, out.String())
	}
}
