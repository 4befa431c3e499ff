package httpagent

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"bridge/agents"
	"bridge/core/envelope"
)

// sseUpdates reads one update an event; one named "settled" says only how the turn
// ended. Events without data and [DONE], with
// which some model servers end their streams, are skipped.
func sseUpdates(r io.Reader) iter.Seq2[envelope.Update, error] {
	return func(yield func(envelope.Update, error) bool) {
		index := 0
		for event, err := range sseEvents(r) {
			data := bytes.TrimSpace(event.data)
			skip := len(data) == 0 || string(data) == "[DONE]"
			if err != nil && (err != errOpenEvent || !skip) {
				yield(envelope.Update{}, err)
				return
			}
			if skip {
				continue
			}
			index++
			var u envelope.Update
			if event.name == "settled" {
				u, err = agents.DecodeSettled(data)
			} else {
				u, err = agents.DecodeUpdate(data, index)
			}
			if !yield(u, err) || err != nil {
				return
			}
		}
	}
}

// sseEvent is the name and the data of one event.
type sseEvent struct {
	name string
	data []byte
}

// sseEvents reads one event after the other: WHATWG HTML §9.2.6,
// "Interpreting an event stream". Lines end with CR, LF or CRLF; the data lines
// of an event are joined by LF, the last name counts; comments and all other fields
// are ignored. It
// ends after the first error: an *agents.Error for an event above agents.MaxLine,
// errOpenEvent together with the data of an event that no empty line ends, else
// the error of r.
func sseEvents(r io.Reader) iter.Seq2[sseEvent, error] {
	return func(yield func(sseEvent, error) bool) {
		lines := &lineReader{r: bufio.NewReaderSize(r, 64<<10)}
		var name string
		var data []byte
		pending := false // data has a line, maybe an empty one
		count := 1       // of events, for errors
		for first := true; ; first = false {
			line, err := lines.next(maxLine)
			if err != nil && err != io.EOF && err != errLineTooLong {
				yield(sseEvent{}, err)
				return
			}
			if first {
				line = agents.TrimBOM(line)
			}
			switch field, value := sseField(line); field {
			case "event":
				name = string(value)
			case "data":
				if pending {
					data = append(data, '\n')
				}
				data = append(data, value...)
				pending = true
			}
			if err == errLineTooLong || len(data) > agents.MaxLine {
				yield(sseEvent{}, agents.TooLarge(fmt.Sprintf("event %d", count), agents.MaxLine))
				return
			}
			if err == io.EOF {
				if pending {
					yield(sseEvent{name, data}, errOpenEvent)
				}
				return
			}
			if len(line) == 0 {
				if pending {
					if !yield(sseEvent{name, data}, nil) {
						return
					}
					count++
				}
				name, data, pending = "", nil, false
			}
		}
	}
}

// maxLine leaves room for the field name.
const maxLine = agents.MaxLine + len("data: ")

var (
	errLineTooLong = errors.New("line too long")
	// errOpenEvent is a cut transfer where the end of the body proves nothing; else
	// the event is ignored, as the standard says.
	errOpenEvent = errors.New("the last event is not ended by an empty line")
)

// sseField splits a line. One without a colon is a field with an empty value; one that
// starts with a colon is a comment: a field without a name.
func sseField(line []byte) (name string, value []byte) {
	n, value, _ := bytes.Cut(line, []byte(":"))
	return string(n), bytes.TrimPrefix(value, []byte(" "))
}

// lineReader splits a stream at CR, LF and CRLF. A CR ends its line at once: to
// wait for the byte behind it would hold back an event.
type lineReader struct {
	r      *bufio.Reader
	skipLF bool // the last line ended with CR
	line   []byte
}

// next returns the next line without its end, valid until the next call. At the
// end of the stream it returns what is left with io.EOF.
func (l *lineReader) next(limit int) ([]byte, error) {
	l.line = l.line[:0]
	for {
		if _, err := l.r.Peek(1); err != nil {
			return l.line, err
		}
		b, _ := l.r.Peek(l.r.Buffered())
		if l.skipLF {
			l.skipLF = false
			if b[0] == '\n' {
				l.r.Discard(1) // cannot fail: it is buffered
				continue
			}
		}
		end := bytes.IndexAny(b, "\r\n")
		n := end
		if end < 0 {
			n = len(b)
		}
		if len(l.line)+n > limit {
			return nil, errLineTooLong
		}
		l.line = append(l.line, b[:n]...)
		if end < 0 {
			l.r.Discard(n)
			continue
		}
		l.skipLF = b[end] == '\r'
		l.r.Discard(n + 1)
		return l.line, nil
	}
}
