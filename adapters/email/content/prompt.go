package content

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"bridge/adapters/email/mime"
	"bridge/adapters/email/quote"
	"bridge/adapters/email/written"
	"bridge/internal/lazyre"
)

// A prompt that somebody forwards holds the approver's code and the link to her page.
// An agent gets neither: a mail in a mail that has them is replaced by its text without
// them. As the text of a mail itself they bind it, and it never reaches an agent.

var (
	promptToken = lazyre.New(`(?i)(?:\[|%5B)approval(?::|%3A)(?:\s|%20)*([0-9A-Z]{6})(?:\s|%20)*\\?(?:\]|%5D)`)
	// As it is, and in a link of a service that rewrites links (Safe Links, URL Defense):
	// with escapes, or with "_" for "/" and "-" for "%".
	promptLink = lazyre.New(`(?i)[^\s<>"']*(?:/|%2F|%252F|_|-2F)approvals(?:/|%2F|%252F|_|-2F)apr(?:_|%5F|-5F)[^\s<>"']*`)
)

const (
	maxNested  = 4       // mails in mails that are looked into
	maxHeld    = 4 << 20 // decoded bytes of one part that are looked at
	mailInMail = "message/rfc822"
)

// WithoutPrompt returns a file of the mail that is a mail, without codes and links of
// prompts; false if it is no mail or has none.
func (m *Mail) WithoutPrompt(f File) (string, bool) {
	if f.Media != mailInMail && f.Media != "message/global" && !strings.HasSuffix(strings.ToLower(f.Name), ".eml") {
		return "", false
	}
	r, _ := f.Open()
	inner, size, _ := m.read.unpack(r)
	if inner == nil {
		return "", false
	}
	return m.RawWithoutPrompt(inner, size)
}

// RawWithoutPrompt returns the mail in src without codes and links of prompts; false if it
// has none.
func (m *Mail) RawWithoutPrompt(src io.ReaderAt, size int64) (string, bool) {
	root, _, err := mime.Scan(src, size)
	if err != nil || !holdsPrompt(root, src, 0) {
		return "", false
	}
	o := m.read.Options
	o.Forward, o.Proof = true, quote.Proof{}
	in := reader{Options: o, src: src, room: MaxText, packed: maxPacked}
	defer in.close()
	body := in.collect(root, true)
	if strings.TrimSpace(body.text) == "" {
		body.text = in.spareText()
	}
	var text strings.Builder
	for _, name := range []string{"From", "To", "Cc", "Date", "Subject"} {
		if v := mime.CleanLine(mime.DecodeWords(root.Header.Get(strings.ToLower(name))), 300); v != "" {
			fmt.Fprintf(&text, "%s: %s\n", name, v)
		}
	}
	text.WriteString("Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n" + written.Unmarked(body.text) + "\n")
	return strings.ReplaceAll(withoutSecrets(text.String()), "\n", "\r\n"), true
}

// withoutSecrets takes the links to approval pages and the codes of all tokens out.
func withoutSecrets(text string) string {
	text = promptLink.ReplaceAllString(text, "[link]")
	var codes []string
	for _, m := range promptToken.FindAllStringSubmatch(text, 100) {
		codes = append(codes, regexp.QuoteMeta(m[1]))
	}
	if len(codes) > 0 {
		text = regexp.MustCompile(`(?i)(?:`+strings.Join(codes, "|")+`)`).ReplaceAllString(text, "[code]")
	}
	return text
}

// holdsPrompt reports whether a mail, or one in it, has the token or the link of a prompt.
func holdsPrompt(root *mime.Part, src io.ReaderAt, depth int) bool {
	found := secret(mime.DecodeWords(root.Header.Get("subject")))
	root.Walk(func(p *mime.Part) {
		if found || p.Multipart() {
			return
		}
		mail := p.Media == mailInMail || p.Media == "message/global"
		if !mail && !strings.HasPrefix(p.Media, "text/") {
			return
		}
		if !mail {
			text, _ := p.Text(src, maxHeld)
			found = secret(text)
			return
		}
		r, _ := p.Open(src)
		b, _ := io.ReadAll(io.LimitReader(r, maxHeld))
		inner := strings.NewReader(string(b))
		if inside, _, err := mime.Scan(inner, int64(len(b))); err == nil && depth < maxNested {
			found = holdsPrompt(inside, inner, depth+1)
		}
	})
	return found
}

// secret looks for the word first, for a search by pattern takes fifty times as long.
func secret(text string) bool {
	return strings.Contains(strings.ToLower(text), "approval") && (promptToken.MatchString(text) || promptLink.MatchString(text))
}
