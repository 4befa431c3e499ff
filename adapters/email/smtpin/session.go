package smtpin

import (
	"context"
	"io"
	"net"
	"net/netip"

	"github.com/emersion/go-smtp"

	"bridge/adapters/email/spool"
	"bridge/internal/peers"
)

// session is one SMTP session; the library calls it from one goroutine.
type session struct {
	server *Server
	accept TakeFunc
	ctx    context.Context // ends when the stop grace is over; go-smtp offers none
	peer   *peerConn
	conn   *smtp.Conn

	private bool   // a password is seen by nobody else: TLS, or this machine
	user    string // who logged in; "" = nobody
	wrong   int    // recipients that are not here, since the last mail

	env Envelope
}

// Reset forgets the mail; called after RSET and after every mail.
func (s *session) Reset() {
	s.env = Envelope{}
	if s.peer != nil {
		s.peer.idle()
	}
}

// Logout ends the session.
func (s *session) Logout() error { return nil }

// Mail takes the return path.
func (s *session) Mail(from string, opts *smtp.MailOptions) error {
	if err := s.mustLogIn(); err != nil {
		return err
	}
	if opts != nil && opts.Size > s.server.MaxMessage {
		return s.refuse(RefusalOf(spool.ErrTooLarge, s.server.MaxMessage).smtp(), "size")
	}
	s.env = Envelope{From: from}
	return nil
}

// Rcpt takes our address, with or without a tag.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if !s.server.Ours.Ours(to) {
		if s.wrong++; s.wrong > maxWrong {
			s.hangUp()
			return s.refuse(&smtp.SMTPError{Code: 421, EnhancedCode: smtp.EnhancedCode{4, 7, 0}, Message: "Too many unknown recipients, closing the connection"}, "recipient")
		}
		return s.refuse(&smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox here"}, "recipient")
	}
	s.env.To = append(s.env.To, to)
	return nil
}

// Data takes the mail. nil, which is answered with 250, is returned only after
// accept has made the message durable.
func (s *session) Data(r io.Reader) error {
	if s.peer != nil {
		s.peer.begin(s.server.MaxMessage)
		defer s.peer.done()
	}
	err := s.take(r)
	if err == nil {
		s.wrong = 0
		return nil
	}
	no := s.answerTo(err)
	if no.Reason == "store" || no.Reason == "disk" {
		s.server.Log.Error("mail was not taken", "err", err)
	} else {
		return s.refuse(no.smtp(), no.Reason)
	}
	s.server.Refused(no.Reason)
	return no.smtp()
}

// refuse counts and logs a refusal that is the peer's affair.
func (s *session) refuse(no *smtp.SMTPError, reason string) error {
	s.server.Refused(reason)
	s.server.Log.Info("mail was refused", "code", no.Code, "reason", reason, "text", no.Message, "peer", s.peerIP())
	return no
}

func (s *session) peerIP() string {
	if s.peer == nil {
		return ""
	}
	return s.peer.ip
}

// hangUp ends the connection after the reply that is being made.
func (s *session) hangUp() {
	if s.peer != nil {
		s.peer.hangUp()
	}
}

// Envelope is the SMTP envelope of one mail, and how it came as far as that says who sent it.
type Envelope struct {
	From  string   // MAIL FROM; "" is the null path
	To    []string // the accepted recipients, in order
	Open  bool     // anybody may have handed it over
	IP    net.IP   // of the sender's server; nil unless it is the peer
	Hello string   // of that server
}

// arrived adds to the envelope how the mail comes.
func (s *session) arrived() {
	s.env.Open = true
	if s.peer == nil {
		return
	}
	ip, err := netip.ParseAddr(s.peer.ip)
	if err != nil {
		return
	}
	ip = ip.WithZone("").Unmap()
	if s.server.Edge {
		s.env.IP = ip.AsSlice()
		if s.conn != nil {
			s.env.Hello = s.conn.Hostname()
		}
		return
	}
	// A relay of ours is near. A mail from elsewhere was not looked at by it.
	s.env.Open = !ip.IsLoopback() && !ip.IsPrivate() && !ip.IsLinkLocalUnicast()
}

func (s *session) take(r io.Reader) error {
	var peer *spool.Peer
	if s.peer != nil {
		peer = &spool.Peer{Addr: peers.Of(s.peer.Conn), GiveWay: s.peer.giveWay, Gone: s.peer.gone}
	}
	mail, err := s.server.Spool.Take(s.ctx, r, peer)
	if err != nil {
		return err
	}
	defer mail.Close()
	if s.peer != nil {
		s.peer.whole()
	}
	s.arrived()
	return s.accept(s.ctx, mail, mail.Size, s.env)
}
