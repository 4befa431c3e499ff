package agents_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"bridge/agents"
	"bridge/core/envelope"
)

// sampleCall has a value in every field.
func sampleCall() agents.Call {
	subject := ""
	return agents.Call{
		Key: "trn_1",
		Parts: []envelope.Part{
			envelope.TextPart(envelope.Response, "hello <you> & me"),
			envelope.ArtifactPart(envelope.ArtifactRef{
				ArtifactID: "art_1", URL: "https://b.example/artifacts/1?exp=1&sig=2", Filename: "a.csv", MediaType: "text/csv", SizeBytes: 12,
			}),
		},
		Meta: agents.Meta{
			SessionID: "ses_1", TurnID: "trn_1", Continues: "trn_0",
			ReceivedAt: time.Date(2026, 8, 15, 10, 45, 0, 0, time.FixedZone("", 2*3600)),
			Person:     &agents.Person{ID: "eve", Name: "Eve"},
			Sender:     "email:eve@example.com", Channel: "email", Trust: "verified", Subject: &subject,
		},
		Traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
	}
}

func TestEncodeRequest(t *testing.T) {
	const parts = `{"role":"user","parts":[{"text":"hello <you> & me","metadata":{"partType":"response"},"partType":"response"},` +
		`{"url":"https://b.example/artifacts/1?exp=1&sig=2","filename":"a.csv","mediaType":"text/csv",` +
		`"metadata":{"partType":"artifact","artifactId":"art_1","sizeBytes":12},"partType":"artifact"}],"meta":{"sessionId":"ses_1","turnId":"trn_1","eventId":"trn_1",` +
		`"continues":"trn_0","receivedAt":"2026-08-15T08:45:00Z","person":{"id":"eve","name":"Eve"},`
	for _, c := range []struct {
		name  string
		call  agents.Call
		share agents.Share
		want  string
	}{
		{"nothing shared", sampleCall(), agents.Share{}, parts + `"trust":"verified","subject":""}}`},
		{"sender", sampleCall(), agents.Share{Sender: true}, parts + `"sender":"email:eve@example.com","trust":"verified","subject":""}}`},
		{"channel", sampleCall(), agents.Share{Channel: true}, parts + `"channel":"email","trust":"verified","subject":""}}`},
		{
			"files as data", sampleCall(), agents.ShareOf(nil, agents.FilesData),
			strings.Replace(parts, `{"url":"https://b.example/artifacts/1?exp=1&sig=2","filename":"a.csv","mediaType":"text/csv",`,
				`{"data":{"artifactId":"art_1","url":"https://b.example/artifacts/1?exp=1\u0026sig=2","filename":"a.csv","mimeType":"text/csv","sizeBytes":12},`, 1) +
				`"trust":"verified","subject":""}}`,
		},
		{
			"empty",
			agents.Call{},
			agents.Share{Sender: true, Channel: true},
			`{"role":"user","parts":[],"meta":{"sessionId":"","turnId":"","eventId":"","receivedAt":"0001-01-01T00:00:00Z","trust":""}}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := agents.EncodeRequest(c.call, c.share)
			if err != nil || string(got) != c.want {
				t.Errorf("got  %s, %v\nwant %s", got, err, c.want)
			}
		})
	}
	bad := agents.Call{Parts: []envelope.Part{{Kind: envelope.KindData, Type: envelope.DomainData, Data: json.RawMessage("{")}}}
	if _, err := agents.EncodeRequest(bad, agents.Share{}); err == nil {
		t.Error("a part with broken data was encoded")
	}
}

// ndjson reads r to its end and writes down what came: "state:text" per update.
func ndjson(r io.Reader) ([]string, error) {
	var got []string
	for u, err := range agents.NDJSON(r) {
		if err != nil {
			return got, err
		}
		s := string(u.State)
		for _, p := range u.Parts {
			s += ":" + p.Text
		}
		got = append(got, s)
	}
	return got, nil
}

func TestNDJSON(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
		err      string // "" = none
	}{
		{name: "nothing"},
		{name: "blank lines only", in: "\n\r\n  \n"},
		{name: "LF", in: `{"text":"a"}` + "\n" + `{"text":"b","conversationState":"complete"}` + "\n", want: []string{"awaiting:a", "complete:b"}},
		{name: "CRLF and blank lines", in: "\r\n" + `{"text":"a"}` + "\r\n\r\n" + `{"text":"b"}` + "\r\n", want: []string{"awaiting:a", "awaiting:b"}},
		{name: "last LF missing", in: `{"text":"a"}` + "\n" + `{"text":"b"}`, want: []string{"awaiting:a", "awaiting:b"}},
		{name: "byte order mark", in: "\xef\xbb\xbf" + `{"text":"a"}`, want: []string{"awaiting:a"}},
		{
			name: "the second update is wrong", in: "\n" + `{"text":"a"}` + "\n\n" + `{"parts":[{"text":"b"}]}` + "\n", want: []string{"awaiting:a"},
			err: `agent: bad_json: update 2: parts[0].metadata.partType is missing (did you mean "response"?)`,
		},
		{name: "not JSON", in: "hello\n", err: "agent: bad_json: update 1: "},
		{name: "a broken line in the middle", in: `{"text":` + "\n" + `{"text":"b"}` + "\n", err: "agent: bad_json: update 1: "},
		{name: "half a line at the end", in: `{"text":"a"}` + "\n" + `{"text":"b`, want: []string{"awaiting:a"}, err: "update 2 is cut off: unexpected EOF"},
		{name: "two objects in a line", in: `{"text":"a"}{"text":"b"}` + "\n", err: "agent: bad_json: update 1: "},
		{name: "a line at the limit", in: `{"text":"a"}` + strings.Repeat(" ", agents.MaxLine-12) + "\r\n", want: []string{"awaiting:a"}},
		{name: "a line above it", in: `{"text":"a"}` + "\n" + strings.Repeat("x", agents.MaxLine+3), want: []string{"awaiting:a"}, err: "agent: too_large: update 2 is larger than 8 MB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(c.in), iotest.HalfReader(strings.NewReader(c.in)), iotest.DataErrReader(strings.NewReader(c.in))} {
				got, err := ndjson(r)
				if strings.Join(got, "|") != strings.Join(c.want, "|") {
					t.Errorf("got %q, want %q", got, c.want)
				}
				if (err == nil) != (c.err == "") || err != nil && !strings.HasPrefix(err.Error(), c.err) {
					t.Errorf("error %v, want %q", err, c.err)
				}
			}
		})
	}
	t.Run("read error", func(t *testing.T) {
		cause := errors.New("broken wire")
		got, err := ndjson(io.MultiReader(strings.NewReader(`{"text":"a"}`+"\n"+`{"text":"b"}`), iotest.ErrReader(cause)))
		if len(got) != 1 || err != cause {
			t.Errorf("got %q, %v: what the error cut off must not count", got, err)
		}
	})
	t.Run("stop", func(t *testing.T) {
		n := 0
		for range agents.NDJSON(strings.NewReader(strings.Repeat(`{"text":"a"}`+"\n", 9))) {
			if n++; n == 2 {
				break
			}
		}
		if n != 2 {
			t.Errorf("%d updates after a break at 2", n)
		}
	})
}

func TestReaderLimit(t *testing.T) {
	exact := &agents.Reader{R: io.LimitReader(zeros{}, agents.MaxAnswer)}
	if n, err := io.Copy(io.Discard, exact); n != agents.MaxAnswer || err != nil || exact.N != n {
		t.Errorf("at the limit: %d bytes, %v", n, err)
	}
	over := &agents.Reader{R: zeros{}}
	n, err := io.Copy(io.Discard, over)
	if e, ok := errors.AsType[*agents.Error](err); n != agents.MaxAnswer || !ok || e.Code != agents.CodeTooLarge || e.Retry {
		t.Errorf("above the limit: %d bytes, %v", n, err)
	}
	if n, err := over.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Errorf("after the limit: %d bytes, %v", n, err)
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	if e := agents.Interrupted(ctx); e != nil {
		t.Errorf("a live context: %v", e)
	}
	cancel()
	if e := agents.Interrupted(ctx); e.Code != agents.CodeCanceled || !e.Retry || !errors.Is(e, context.Canceled) {
		t.Errorf("canceled: %+v", e)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 0)
	defer cancel()
	if e := agents.Interrupted(ctx); e.Code != agents.CodeTimeout || e.Retry || !errors.Is(e, context.DeadlineExceeded) {
		t.Errorf("timeout: %+v", e)
	}
}

func TestExcerpt(t *testing.T) {
	for in, want := range map[string]string{
		" plain text\n":          "plain text",
		"two\nlines\x1b[31m":     `two\nlines\x1b[31m`,
		"\u202eevil \u00a0é":     `\u202eevil \u00a0é`,
		"bad \xff byte, 'ok'":    `bad \xff byte, 'ok'`,
		"cut in a rune \xe2\x82": "cut in a rune ",
	} {
		if got := agents.Excerpt([]byte(in)); got != want {
			t.Errorf("Excerpt(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzNDJSON(f *testing.F) {
	f.Add([]byte(`{"text":"a"}` + "\r\n\r\n" + `{"parts":[{"data":{"a":1},"metadata":{"partType":"domain-data"}}],"conversationState":"complete"}`))
	f.Add([]byte("\xef\xbb\xbf{\n"))
	f.Fuzz(func(t *testing.T, in []byte) {
		got, err := ndjson(bytes.NewReader(in))
		// How the bytes arrive changes nothing.
		again, err2 := ndjson(iotest.OneByteReader(bytes.NewReader(in)))
		if strings.Join(got, "|") != strings.Join(again, "|") || (err == nil) != (err2 == nil) {
			t.Fatalf("%q, %v but byte by byte %q, %v", got, err, again, err2)
		}
		if lines := bytes.Count(in, []byte("\n")) + 1; len(got) > lines {
			t.Fatalf("%d updates of %d lines", len(got), lines)
		}
	})
}
