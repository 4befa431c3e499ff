package httpagent

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func events(r io.Reader) ([]string, error) {
	var got []string
	for event, err := range sseEvents(r) {
		if err != nil {
			return got, err
		}
		got = append(got, strings.TrimPrefix(event.name+"|"+string(event.data), "|"))
	}
	return got, nil
}

// TestSSE is the data part of WHATWG HTML §9.2.6: its examples, and what its
// parsing and interpretation rules say.
func TestSSE(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
		open     bool // ends inside an event
	}{
		{name: "nothing"},
		{name: "example: stocks", in: "data: YHOO\ndata: +2\ndata: 10\n\n", want: []string{"YHOO\n+2\n10"}},
		{
			name: "example: four blocks", in: ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n",
			want: []string{"first event", "second event"}, open: true,
		},
		{name: "example: empty data", in: "data\n\ndata\ndata\n\ndata:", want: []string{"", "\n"}, open: true},
		{name: "example: one space", in: "data:test\n\ndata: test\n\n", want: []string{"test", "test"}},
		{name: "two spaces, a tab", in: "data:  a\n\ndata:\tb\n\n", want: []string{" a", "\tb"}},
		{name: "colons in the value", in: "data: a:b\n\ndata::\n\n", want: []string{"a:b", ":"}},
		{name: "CR", in: "data: a\rdata: b\r\rdata: c\r\r", want: []string{"a\nb", "c"}},
		{name: "CRLF", in: "data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n", want: []string{"a\nb", "c"}},
		{name: "mixed", in: "data: a\r\ndata: b\rdata: c\n\r\ndata: d\n\r", want: []string{"a\nb\nc", "d"}},
		{name: "LF then CR are two ends", in: "data: a\n\rdata: b\n\n", want: []string{"a", "b"}},
		{name: "byte order mark", in: "\xef\xbb\xbfdata: a\n\n", want: []string{"a"}},
		{name: "only one byte order mark", in: "\xef\xbb\xbf\xef\xbb\xbfdata: a\n\ndata: b\n\n", want: []string{"b"}},
		{name: "byte order mark later", in: "data: a\n\n\xef\xbb\xbfdata: b\n\n", want: []string{"a"}},
		{name: "comments", in: ":\n: a\n:data: b\ndata: c\n: d\ndata: e\n\n", want: []string{"c\ne"}},
		{name: "other fields", in: "event: x\nid: 1\nretry: 10\nfoo: bar\nDATA: no\n data: no\ndatas: no\ndata: a\n\ndata: b\n\n", want: []string{"x|a", "b"}},
		{name: "an event without data", in: "event: x\nid: 1\n\ndata: a\n\n", want: []string{"a"}},
		{name: "many empty lines", in: "\n\n\r\r\r\n\r\ndata: a\n\n\n\n", want: []string{"a"}},
		{name: "not ended", in: "data: a\n\ndata: b", want: []string{"a"}, open: true},
		{name: "ended by one LF", in: "data: a\n", open: true},
		{name: "a comment at the end", in: "data: a\n\n: b", want: []string{"a"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, r := range map[string]io.Reader{
				"whole": strings.NewReader(c.in), "bytes": iotest.OneByteReader(strings.NewReader(c.in)), "EOF with data": iotest.DataErrReader(strings.NewReader(c.in)),
			} {
				got, err := events(r)
				if !slices.Equal(got, c.want) || (err != nil) != c.open || c.open && err != errOpenEvent {
					t.Errorf("%s: got %q, %v; want %q, open %v", name, got, err, c.want, c.open)
				}
			}
		})
	}
	t.Run("read error", func(t *testing.T) {
		cause := errors.New("broken wire")
		got, err := events(io.MultiReader(strings.NewReader("data: a\n\ndata: b\n"), iotest.ErrReader(cause)))
		if !slices.Equal(got, []string{"a"}) || err != cause {
			t.Errorf("got %q, %v", got, err)
		}
	})
}

// FuzzSSE compares with a reading of the standard that is simple and slow.
func FuzzSSE(f *testing.F) {
	f.Add([]byte("\xef\xbb\xbf: x\r\ndata: a\rdata:b\n\n"))
	f.Add([]byte("data\n\ndata: c\r\r\ndata"))
	f.Fuzz(func(t *testing.T, in []byte) {
		got, err := events(iotest.HalfReader(bytes.NewReader(in)))
		want, open := simpleSSE(string(in))
		if !slices.Equal(got, want) || (err != nil) != open {
			t.Fatalf("got %q, %v; want %q, open %v", got, err, want, open)
		}
	})
}

func simpleSSE(s string) (events []string, open bool) {
	s = strings.TrimPrefix(s, "\uFEFF")
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	buf, pending := "", false
	for i, line := range strings.Split(s, "\n") {
		last := i == strings.Count(s, "\n")
		name, value, _ := strings.Cut(line, ":")
		switch {
		case line == "" && !last:
			if pending {
				events = append(events, strings.TrimSuffix(buf, "\n"))
			}
			buf, pending = "", false
		case name == "data":
			buf, pending = buf+strings.TrimPrefix(value, " ")+"\n", true
		}
	}
	return events, pending
}
