package email_test

import (
	"fmt"
	"net"
	"net/smtp"
	"strings"
	"testing"

	"bridge/adapters/adaptertest"
	"bridge/adapters/email"
	"bridge/core/message"
	"bridge/internal/mailserver"
	"bridge/internal/noerr"
)

// TestKind runs the cases of all channels: mail comes to the listener and goes out by SMTP.
func TestKind(t *testing.T) {
	const us, dana = "agent@bridge.example", "dana@bridge.example"
	var server *mailserver.Server
	addr := ""
	comes := func(l mailserver.Letter) func(*adaptertest.Host) bool {
		return func(h *adaptertest.Host) bool {
			h.Receive()
			return l.Send(addr) == nil
		}
	}
	raw := func(text string) func(*adaptertest.Host) bool {
		return func(h *adaptertest.Host) bool {
			h.Receive()
			return smtp.SendMail(addr, nil, dana, []string{us}, []byte(strings.ReplaceAll(text, "\n", "\r\n"))) == nil
		}
	}
	letter := func(id, text string) mailserver.Letter {
		return mailserver.Letter{From: dana, To: us, ID: "<" + id + "@bridge.example>", Subject: "Hello", Text: text}
	}
	other := letter("x", "x")
	other.To = "other@bridge.example"
	adaptertest.Run(t, adaptertest.Kit{
		Kind: email.Describe(), PublicURL: "https://bridge.example", To: message.Address("email:" + dana),
		Begin: func(t *testing.T) {
			var err error
			if server, err = mailserver.Start(t.TempDir(), nil); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(server.Close)
			l, err := net.Listen("tcp", "127.0.0.1:0")
			noerr.Must(t, err)
			addr = l.Addr().String()
			_ = l.Close()
		},
		Section: func() string {
			return fmt.Sprintf("address = %q\nauth = { require = \"none\" }\nlisten = { addr = %q }\nsmtp = { addr = %q, tls = \"none\" }\n"+
				"[limits]\nconnections_per_peer = \"10000/s\"\nmax_message = \"20KB\"\n", us, addr, server.Addr())
		},
		Comes: func(h *adaptertest.Host, id, text string) bool { return comes(letter(id, text))(h) },
		Bad: map[string]func(*adaptertest.Host) bool{
			"to somebody else": comes(other), "too large": comes(letter("x", strings.Repeat("many words\n", 4000))),
			"nobody's":     raw("Subject: x\n\nhello\n"),
			"two people's": raw("From: a@bridge.example\nFrom: b@bridge.example\nSubject: x\n\nhello\n"),
		},
		Sent: func() (list []string) {
			for _, m := range server.Mails() {
				list = append(list, m.Text)
			}
			return list
		},
		Sends: []adaptertest.Send{
			{Name: "no address", Change: func(o *message.Outbound) { o.To = "email:dana" }, Kind: message.SendInvalid, NotSent: true},
			{Name: "a line of the protocol", Change: func(o *message.Outbound) { o.To = "email:dana@bridge.example>\r\nDATA" }, Kind: message.SendInvalid, NotSent: true},
			{Name: "a subject of two lines", Change: func(o *message.Outbound) { o.Subject = "one\r\nBcc: eve@bridge.example" }, Arrives: true},
			{Name: "away", Arrange: func() { server.Close() }, Kind: message.SendUnreachable, NotSent: true},
		},
	})
}
