package mailserver

import (
	"bytes"
	"fmt"
	"net/mail"
	"net/smtp"
	"strings"
	"time"
)

// Letter is a mail of a person. Empty fields leave their header out.
type Letter struct {
	From, To, ID, Subject, InReplyTo, References, Text string
	Header                                             string // further header lines, each ending in CRLF
}

// Reply answers a mail as a mail program does: to its Reply-To, in its thread,
// with the quoted original below.
func (r Mail) Reply(text string) Letter {
	subject := r.Subject
	if !strings.HasPrefix(subject, "Re: ") {
		subject = "Re: " + subject
	}
	var quote strings.Builder
	for line := range strings.Lines(r.Text) {
		quote.WriteString("> " + line)
	}
	from := r.Header.Get("From")
	return Letter{
		From: r.To, To: mailbox(r.Header.Get("Reply-To")), Subject: subject, InReplyTo: r.Header.Get("Message-ID"),
		References: strings.TrimSpace(r.Header.Get("References") + " " + r.Header.Get("Message-ID")),
		Text:       text + "\n\nOn Fri, 20 Nov 2026 at 21:00, " + from + " wrote:\n" + quote.String(),
	}
}

func mailbox(s string) string {
	if a, err := mail.ParseAddress(s); err == nil {
		return a.Address
	}
	return s
}

// Send hands the letter to an SMTP server.
func (l Letter) Send(server string) error {
	return smtp.SendMail(server, nil, mailbox(l.From), []string{l.To}, l.Compose())
}

// Compose returns the letter as it goes over the wire.
func (l Letter) Compose() []byte {
	var b bytes.Buffer
	head := func(k, v string) {
		if v != "" {
			fmt.Fprintf(&b, "%s: %s\r\n", k, v)
		}
	}
	head("From", l.From)
	head("To", l.To)
	head("Subject", l.Subject)
	head("Date", time.Now().Format(time.RFC1123Z))
	head("Message-ID", l.ID)
	head("In-Reply-To", l.InReplyTo)
	head("References", l.References)
	head("MIME-Version", "1.0")
	head("Content-Type", "text/plain; charset=utf-8")
	b.WriteString(l.Header)
	b.WriteString("\r\n" + strings.ReplaceAll(l.Text, "\n", "\r\n") + "\r\n")
	return b.Bytes()
}
