package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bridge/internal/retry"

	"bridge/operate"
)

// letter is what bridge send sends.
type letter struct {
	To       []string             `json:"to"`
	Subject  string               `json:"subject,omitempty"`
	Text     string               `json:"text"`
	Markdown bool                 `json:"markdown,omitempty"`
	Files    []operate.LetterFile `json:"files,omitempty"`
}

// Bounds of what bridge send reads, in bytes; the bridge has its own.
const (
	maxSendText = 1 << 20
	maxSendFile = 25 << 20
)

// sendLook is how often -wait looks.
const sendLook = 300 * time.Millisecond

func sendCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "send")
	to := targetFlags(fs)
	l := letter{}
	var files []string
	fs.Func("file", "a `FILE` that goes with it; may be given again", func(v string) error { files = append(files, v); return nil })
	fs.StringVar(&l.Subject, "subject", "", "of a mail; left out: the first line of the text")
	fs.BoolVar(&l.Markdown, "markdown", false, "the text is Markdown; else it is shown as it stands")
	key := fs.String("key", "", "a `KEY` of your own: a second call with it sends nothing again, and says what became of the first")
	wait := fs.Duration("wait", 0, "how long to wait until it is handed over, or failed")
	show := fs.String("show", "", "say what became of the message of this `ID`, instead")
	asJSON := fs.Bool("json", false, "print it as JSON")
	rest, code, ok := parseArgs(s, fs, args, 0, 2)
	if !ok {
		return code
	}
	if *show == "" && len(rest) < 2 || *show != "" && len(rest) > 0 {
		return misused(s, fs.Name(), "it takes whom and what, or -show ID alone")
	}
	c, err := to.connect(s)
	if err != nil {
		return fail(s, err)
	}
	var v operate.LetterView
	if *show != "" {
		err = c.call(ctx, http.MethodGet, "/messages/"+url.PathEscape(*show), nil, &v)
	} else {
		for _, r := range strings.Split(rest[0], ",") {
			l.To = append(l.To, strings.TrimSpace(r))
		}
		if l.Text, l.Files, err = s.sayings(rest[1], files); err == nil {
			if *key == "" {
				*key = "send-" + rand.Text()
			}
			v, err = c.send(ctx, l, *key)
		}
	}
	for end := time.Now().Add(*wait); err == nil && moves(v) && time.Now().Before(end) && retry.Sleep(ctx, sendLook); {
		err = c.call(ctx, http.MethodGet, "/messages/"+url.PathEscape(string(v.ID)), nil, &v)
	}
	if err != nil {
		return fail(s, err)
	}
	if *asJSON {
		printJSON(s.out, v)
	} else {
		fmt.Fprintln(s.out, v.ID)
		printTable(s.out, v.To, "TO\tSTATE\tMESSAGES\tWHY", func(t operate.LetterTo) []any {
			why := strings.TrimSpace(t.Code + " " + t.Detail)
			if t.NotBefore != nil {
				why = "quiet hours until " + moment(*t.NotBefore)
			}
			return []any{t.To, t.State, len(t.Messages), dash(line(why))}
		})
	}
	if slices.ContainsFunc(v.To, func(t operate.LetterTo) bool {
		return slices.Contains([]operate.LetterState{operate.LetterFailed, operate.LetterDropped, operate.LetterUnknown}, t.State)
	}) || *wait > 0 && moves(v) {
		return exitFailed
	}
	return exitOK
}

// sayings reads the text and the files of a message.
func (s std) sayings(text string, paths []string) (string, []operate.LetterFile, error) {
	if text == "-" {
		b, err := io.ReadAll(io.LimitReader(s.in, maxSendText))
		if err != nil {
			return "", nil, fmt.Errorf("read the text: %w", err)
		}
		text = string(b)
	}
	var files []operate.LetterFile
	for _, p := range paths {
		f, err := os.Open(p)
		if err != nil {
			return "", nil, err
		}
		b, err := io.ReadAll(io.LimitReader(f, maxSendFile+1))
		_ = f.Close() // it was only read
		switch {
		case err != nil:
			return "", nil, err
		case len(b) > maxSendFile:
			return "", nil, fmt.Errorf("%s has more than %d bytes", p, maxSendFile)
		case len(b) == 0:
			return "", nil, fmt.Errorf("%s is empty", p)
		}
		files = append(files, operate.LetterFile{Filename: filepath.Base(p), Raw: b})
	}
	return text, files, nil
}

// send hands a message over. A call whose answer got lost is made again with the same key;
// a bridge that is not there at all is an error.
func (c *client) send(ctx context.Context, l letter, key string) (operate.LetterView, error) {
	var v operate.LetterView
	for tries := 0; ; tries++ {
		err := c.callAs(ctx, key, http.MethodPost, "/messages", l, &v)
		if err == nil || ctx.Err() != nil || lasting(err) || tries == 0 && errors.Is(err, errNoBridge) || tries == sendTries || !c.rest(ctx, tries, time.Time{}) {
			return v, err
		}
	}
}

// sendTries is how often a message is handed over again that nobody has acknowledged.
const sendTries = 5

// moves reports whether something of a message is still under way.
func moves(v operate.LetterView) bool {
	return slices.ContainsFunc(v.To, func(t operate.LetterTo) bool {
		return slices.Contains([]operate.LetterState{operate.LetterQueued, operate.LetterSending, operate.LetterHeld}, t.State)
	})
}
