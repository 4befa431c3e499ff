package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
)

// manual writes bridge(1) from the table of commands, with what each says of itself.
func manual(s std) {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p(`.TH BRIDGE 1 "" "bridge" "User Commands"`)
	p(".SH NAME\nbridge \\- lets people talk to AI agents by mail and phone, and agents ask people")
	p(".SH SYNOPSIS\n.B bridge\n.I command\n[arguments]")
	p(".SH DESCRIPTION\nCommands that ask the running bridge find it by its socket, which the configuration names, or by \\-url with the token of an operator.")
	for _, g := range groups() {
		p(".SH %s", roff(strings.ToUpper(g.title)))
		for _, c := range g.commands {
			p(".SS bridge %s\n%s\n.PP\n.nf", roff(c.usage), roff(sentence(c.short)))
			for line := range strings.Lines(s.helpOf(c)) {
				p("%s", roff(strings.TrimSuffix(line, "\n")))
			}
			p(".fi")
		}
	}
	p(".SH EXIT STATUS\n0 on success, 1 on failure, 2 where the arguments are wrong. \\fBbridge ask\\fR has more.")
	p(".SH FILES\n.I ./config.toml, /etc/bridge/config.toml\n.PP\nthe configuration, where neither \\-config nor $BRIDGE_CONFIG names another")
	p(".SH ENVIRONMENT\n.TP\n.B BRIDGE_CONFIG\nthe configuration\n.TP\n.B BRIDGE_TOKEN\nthe token of an operator, with \\-url")
	_, _ = io.WriteString(s.out, b.String()) // nowhere to report to
}

// helpOf is what a command says of itself, without its usage and its first sentence.
func (s std) helpOf(c command) string {
	var out bytes.Buffer
	s.out, s.err = &out, io.Discard
	c.run(context.Background(), s, []string{"-h"})
	_, text, _ := strings.Cut(out.String(), "usage: bridge "+c.usage+"\n"+sentence(c.short)+"\n") // which stands above
	if text == "" {
		text = out.String()
	}
	return strings.TrimSpace(text)
}

// roff makes text what man shows as it is.
func roff(text string) string {
	text = strings.NewReplacer("\\", "\\e", "-", "\\-", "'", "\\(aq").Replace(text)
	if strings.HasPrefix(text, ".") {
		text = "\\&" + text
	}
	var b strings.Builder
	for _, r := range text {
		if r < 0x80 {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "\\[u%04X]", r)
		}
	}
	return b.String()
}
