package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"bridge/app/gateway"
)

// since makes what people write an RFC 3339 time; "" stays empty.
func since(text string) (string, error) {
	t, err := gateway.ParseSince(text, time.Now())
	if err != nil || t.IsZero() {
		return "", err
	}
	return t.UTC().Format(time.RFC3339Nano), nil
}

// pageSize is how many entries are asked for at a time.
const pageSize = 500

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// line makes text of others safe for one line of a terminal.
func line(s string) string {
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
}

// numbered says how many there are of what has a plural in s.
func numbered(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// moment shows a time here, or that it never was.
func moment(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Local().Format(time.DateTime + " MST")
}

// printJSON writes v for machines.
func printJSON(w io.Writer, v any) {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	_ = enc.Encode(v) // nowhere to report to
}
