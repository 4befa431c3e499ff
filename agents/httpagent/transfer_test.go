package httpagent_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bridge/agents"
	"bridge/agents/httpagent"
	"bridge/core/envelope"
	"bridge/internal/noerr"
	"bridge/internal/racetest"
)

// raw answers every request with these bytes and closes the connection.
func raw(t *testing.T, response string) *httpagent.Agent {
	t.Helper()
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		conn, buf, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		buf.WriteString(response)
		buf.Flush()
	})
}

// TestCut: what a broken connection leaves is retried, and where the end of the
// body proves that nothing is missing it is the agent's mistake.
func TestCut(t *testing.T) {
	const (
		ndjson = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n"
		sse    = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
		single = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
		first  = `{"text":"a"}` + "\n"
	)
	chunk := func(s string) string { return fmt.Sprintf("%x\r\n%s\r\n", len(s), s) }
	const chunked = "Transfer-Encoding: chunked\r\n\r\n"
	for _, c := range []struct {
		name, response, want, err string
		retry                     bool
	}{
		{name: "nothing at all", err: "connect: ", retry: true},
		{name: "half a head", response: "HTTP/1.1 200 O", err: "connect: ", retry: true},
		{name: "not HTTP", response: "SSH-2.0-x\r\n\r\n", err: "connect: ", retry: true},
		{name: "short of its length", response: ndjson + "Content-Length: 99\r\n\r\n" + first, want: "awaiting:response=a", err: "cut: ", retry: true},
		{name: "single, short of its length", response: single + "Content-Length: 99\r\n\r\n" + first, err: "cut: ", retry: true},
		{name: "no last chunk", response: ndjson + chunked + chunk(first), want: "awaiting:response=a", err: "cut: ", retry: true},
		{name: "half a chunk", response: ndjson + chunked + "ff\r\n" + first, want: "awaiting:response=a", err: "cut: ", retry: true},
		{name: "a broken chunk", response: ndjson + chunked + chunk(first) + "zz\r\n", want: "awaiting:response=a", err: "cut: ", retry: true},
		{name: "all chunks, half a line", response: ndjson + chunked + chunk(first+`{"te`) + "0\r\n\r\n", want: "awaiting:response=a", err: "bad_json: update 2 "},
		{name: "until close, whole", response: ndjson + "\r\n" + first, want: "awaiting:response=a"},
		{name: "until close, half a line", response: ndjson + "\r\n" + first + `{"te`, want: "awaiting:response=a", err: "cut: ", retry: true},
		{name: "until close, a wrong line", response: ndjson + "\r\n" + first + `}`, want: "awaiting:response=a", err: "bad_json: update 2: "},
		{name: "until close, single whole", response: single + "\r\n" + first, want: "complete:response=a"},
		{name: "until close, single half", response: single + "\r\n" + `{"te`, err: "cut: ", retry: true},
		{name: "until close, SSE whole", response: sse + "\r\ndata: " + first + "\n", want: "awaiting:response=a"},
		{name: "until close, SSE half an event", response: sse + "\r\ndata: " + first + "\ndata: {", want: "awaiting:response=a", err: "cut: ", retry: true},
		{name: "until close, SSE [DONE]", response: sse + "\r\ndata: " + first + "\ndata: [DONE]", want: "awaiting:response=a"},
		{name: "SSE, no last chunk", response: sse + chunked + chunk("data: "+first+"\n"), want: "awaiting:response=a", err: "cut: ", retry: true},
		{name: "an encoding not asked for", response: single + "Content-Encoding: br\r\nContent-Length: 2\r\n\r\n{}", err: `bad_encoding: content encoding "br"`},
		{name: "gzip that is none", response: single + "Content-Encoding: gzip\r\nContent-Length: 12\r\n\r\nnot gzip....", err: "bad_encoding: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := respond(t, raw(t, c.response), t.Context())
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("got %q, want %q", s, c.want)
			}
			checkError(t, err, c.err, c.retry)
		})
	}
}

func gzipped(s string) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed) // a valid level
	io.WriteString(w, s)
	w.Close()
	return b.Bytes()
}

func TestGzip(t *testing.T) {
	racetest.Skip(t)
	for name, c := range map[string]struct {
		body      []byte
		want, err string
		retry     bool
	}{
		"whole": {body: gzipped(`{"text":"a"}`), want: "complete:response=a"},
		"cut":   {body: gzipped(`{"text":"a"}`)[:20], err: "cut: ", retry: true},
		"bomb":  {body: gzipped(strings.Repeat(" ", agents.MaxAnswer+1)), err: "too_large: the answer is larger than 32 MB"},
	} {
		t.Run(name, func(t *testing.T) {
			a := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Accept-Encoding") != "gzip" {
					t.Errorf("Accept-Encoding %q", r.Header.Get("Accept-Encoding"))
				}
				w.Header().Set("Content-Type", "application/json")
				w.Header().Set("Content-Encoding", "gzip")
				w.Write(c.body)
			})
			got, err := respond(t, a, t.Context())
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("got %q, want %q", s, c.want)
			}
			checkError(t, err, c.err, c.retry)
		})
	}
}

// TestEndless: an answer without an end is given up at the limit, and what was
// read of it does not pile up.
func TestEndless(t *testing.T) {
	racetest.Skip(t)
	for _, c := range []struct{ name, kind, repeat, err string }{
		{"single", "application/json", "{                ", "too_large: the answer is larger than 32 MB"},
		{"text", "text/plain", "hello hello hello", "too_large: the answer is larger than 32 MB"},
		{"one line", "application/x-ndjson", "{                ", "too_large: update 1 is larger than 8 MB"},
		{"many lines", "application/x-ndjson", `{"text":"` + strings.Repeat("a", 1000) + `"}` + "\n", "too_large: the answer is larger than 32 MB"},
		{"blank lines", "application/x-ndjson", strings.Repeat(" ", 100) + "\r\n", "too_large: the answer is larger than 32 MB"},
		{"one event", "text/event-stream", "data: aaaaaaaaaaaaaaaaaaaaa\n", "too_large: event 1 is larger than 8 MB"},
		{"one event line", "text/event-stream", "data: aaaaaaaaaaaaaaaaaaaaa", "too_large: event 1 is larger than 8 MB"},
		{"comments", "text/event-stream", ": " + strings.Repeat("still here ", 10) + "\n\n", "too_large: the answer is larger than 32 MB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			stopped := make(chan struct{})
			a := serve(t, func(w http.ResponseWriter, r *http.Request) {
				defer close(stopped)
				w.Header().Set("Content-Type", c.kind)
				block := []byte(strings.Repeat(c.repeat, 1+64<<10/len(c.repeat)))
				for {
					if _, err := w.Write(block); err != nil {
						return
					}
				}
			})
			_, err := respond(t, a, t.Context())
			checkError(t, err, c.err, false)
			<-stopped // the connection is closed, else this hangs
		})
	}
}

// TestContext: the end of the context ends a call in whatever it is doing.
func TestContext(t *testing.T) {
	for _, step := range []string{"before the head", "in the body", "in an error body"} {
		for _, why := range []string{"timeout", "canceled"} {
			t.Run(step+" "+why, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				if why == "timeout" {
					ctx, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
				}
				defer cancel()
				a := serve(t, func(w http.ResponseWriter, r *http.Request) {
					io.Copy(io.Discard, r.Body)
					switch step {
					case "in the body":
						w.Header().Set("Content-Type", "application/x-ndjson")
						io.WriteString(w, `{"text":"a"}`+"\n")
						w.(http.Flusher).Flush()
					case "in an error body":
						w.WriteHeader(500)
						w.(http.Flusher).Flush()
					}
					if why == "canceled" {
						cancel()
					}
					<-r.Context().Done()
				})
				_, err := respond(t, a, ctx)
				if err == nil || err.Code != why || err.Retry != (why == "canceled") || !errors.Is(err, ctx.Err()) {
					t.Errorf("error %+v", err)
				}
			})
		}
	}
}

// TestErrorBodyIsNotWaitedFor: an error status counts though its body never
// comes. The transport is a fake, so that the clock can be one.
func TestErrorBodyIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 503, Body: stuckBody{r.Context()}}, nil
		})}
		a := newAgent(t, httpagent.Options{URL: "http://agent.example", Client: client})
		start := time.Now()
		_, err := respond(t, a, t.Context())
		checkError(t, err, "http_503", true)
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("waited %v", d)
		}
	})
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

type stuckBody struct{ ctx context.Context }

func (b stuckBody) Read([]byte) (int, error) { <-b.ctx.Done(); return 0, b.ctx.Err() }
func (stuckBody) Close() error               { return nil }

// TestStreaming: an update is there as soon as it was sent, and breaking off
// closes the connection while the agent still talks.
func TestStreaming(t *testing.T) {
	for kind, format := range map[string]string{
		"application/x-ndjson": "{\"text\":\"%d\"}\n",
		"text/event-stream":    "data: {\"text\":\"%d\"}\r\r", // no byte follows the CR
	} {
		t.Run(kind, func(t *testing.T) {
			more, gone := make(chan int), make(chan struct{})
			a := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", kind)
				io.Copy(io.Discard, r.Body)
				for n := range more {
					fmt.Fprintf(w, format, n)
					w.(http.Flusher).Flush()
				}
				<-r.Context().Done() // the peer has gone
				close(gone)
			})
			go func() { more <- 1 }()
			n := 0
			for u, err := range a.Respond(t.Context(), call) {
				noerr.Must(t, err)
				if n++; u.Parts[0].Text != fmt.Sprint(n) || u.State != envelope.Awaiting {
					t.Errorf("update %d: %+v", n, u)
				}
				if n == 3 {
					break
				}
				more <- n + 1 // only now does the server write on
			}
			close(more)
			<-gone
		})
	}
}

func TestConcurrent(t *testing.T) {
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/x-ndjson")
		for range 50 {
			io.WriteString(w, `{"text":"a"}`+"\n")
		}
	})
	done := make(chan int)
	for range 2 * runtime.GOMAXPROCS(0) {
		go func() {
			n := 0
			for _, err := range a.Respond(context.Background(), call) {
				if err == nil {
					n++
				}
			}
			done <- n
		}()
	}
	for range 2 * runtime.GOMAXPROCS(0) {
		if n := <-done; n != 50 {
			t.Errorf("%d updates, want 50", n)
		}
	}
}

// FuzzAnswer: whatever an agent answers, the sequence ends, after an error at
// most one, and every error is an *agents.Error.
func FuzzAnswer(f *testing.F) {
	f.Add("application/x-ndjson", []byte(`{"text":"a"}`+"\n"+`{"text":"b","conversationState":"complete"}`))
	f.Add("text/event-stream", []byte("\xef\xbb\xbf: x\r\ndata: {\"text\":\rdata:\"a\"}\n\n"))
	f.Add("application/json;charset=x", []byte(`{"role":"agent","parts":[],"meta":{}}`))
	f.Add("text/plain", []byte("caf\xe9"))
	f.Add("", []byte("HTTP"))
	f.Fuzz(func(t *testing.T, kind string, body []byte) {
		for _, length := range []int64{int64(len(body)), -1} {
			client := &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				return &http.Response{
					StatusCode: 200, Header: http.Header{"Content-Type": {kind}}, ContentLength: length,
					Body: io.NopCloser(bufio.NewReader(bytes.NewReader(body))), ProtoMajor: 1,
				}, nil
			})}
			a := newAgent(t, httpagent.Options{URL: "http://agent.example", Client: client})
			failed := false
			for _, err := range a.Respond(context.Background(), call) {
				if failed {
					t.Fatal("the sequence goes on after an error")
				}
				if err == nil {
					continue
				}
				failed = true
				e, ok := errors.AsType[*agents.Error](err)
				if !ok || e.Code == "" || e.Err == nil {
					t.Fatalf("error %#v", err)
				}
				if e.Retry && length >= 0 {
					t.Fatalf("a complete transfer would be repeated: %v", err)
				}
			}
		}
	})
}
