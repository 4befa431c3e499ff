package email

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/emersion/go-smtp"

	"bridge/adapters"
	"bridge/artifacts"
	"bridge/message"
)

// refusal is an answer to the peer that is not 250.
type refusal struct {
	code   int
	enh    smtp.EnhancedCode
	text   string
	reason string // short and stable, for the metric
}

func (r *refusal) Error() string { return r.text }

func (r *refusal) smtp() *smtp.SMTPError {
	return &smtp.SMTPError{Code: r.code, EnhancedCode: r.enh, Message: r.text}
}

// syntax refuses a mail that cannot be understood.
func syntax(reason, format string, args ...any) *refusal {
	return &refusal{code: 554, enh: smtp.EnhancedCode{5, 6, 0}, text: fmt.Sprintf(format, args...), reason: reason}
}

// noSender refuses a mail whose sender cannot be told.
func noSender(format string, args ...any) *refusal {
	return &refusal{code: 550, enh: smtp.EnhancedCode{5, 6, 0}, text: fmt.Sprintf(format, args...), reason: "from"}
}

func tooLarge(format string, args ...any) *refusal {
	return &refusal{code: 552, enh: smtp.EnhancedCode{5, 3, 4}, text: fmt.Sprintf(format, args...), reason: "size"}
}

// session is one SMTP session; the library calls it from one goroutine.
type session struct {
	a      *Adapter
	ctx    context.Context // ends when the stop grace is over; go-smtp offers none
	accept adapters.AcceptFunc
	peer   *peerConn
	conn   *smtp.Conn

	private bool   // a password is seen by nobody else: TLS, or this machine
	user    string // who logged in; "" = nobody
	wrong   int    // recipients that are not here, since the last mail

	env envelopeOf
}

// envelopeOf is the SMTP envelope of one mail. One mail is one message, however
// many recipients it has: it belongs to what its first valid tag names, and every
// recipient gets the same answer, by LMTP too.
type envelopeOf struct {
	from string   // MAIL FROM; "" is the null path
	tags []string // the tags of the accepted recipients, in order
	// stored says that the mail lay in a mailbox: its topmost Return-Path, which
	// the server wrote on delivery, is what is left of the envelope.
	stored bool
	way    arrival
}

// Reset forgets the mail; called after RSET and after every mail.
func (s *session) Reset() {
	s.env = envelopeOf{}
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
	if opts != nil && opts.Size > s.a.cfg.MaxMessage {
		return s.refuse(s.a.oversize().smtp(), "size")
	}
	s.env = envelopeOf{from: from}
	return nil
}

// Rcpt takes our address, with or without a tag.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	tag, ok := s.a.ownAddress(to)
	if !ok {
		if s.wrong++; s.wrong > maxWrong {
			s.hangUp()
			return s.refuse(&smtp.SMTPError{Code: 421, EnhancedCode: smtp.EnhancedCode{4, 7, 0}, Message: "Too many unknown recipients, closing the connection"}, "recipient")
		}
		return s.refuse(&smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox here"}, "recipient")
	}
	if tag != "" {
		s.env.tags = append(s.env.tags, tag)
	}
	return nil
}

func (a *Adapter) oversize() *refusal {
	return tooLarge("The message is larger than limits.max_message (%d bytes)", a.cfg.MaxMessage)
}

// Data takes the mail. nil, which is answered with 250, is returned only after
// accept has made the message durable.
func (s *session) Data(r io.Reader) error {
	if s.peer != nil {
		s.peer.begin(s.a.cfg.MaxMessage)
		defer s.peer.done()
	}
	err := s.take(r)
	if err == nil {
		s.wrong = 0
		return nil
	}
	no := s.answerTo(err)
	if no.reason == "store" || no.reason == "disk" {
		s.a.log.Error("mail was not taken", "err", err)
	} else {
		return s.refuse(no.smtp(), no.reason)
	}
	s.a.refused(no.reason)
	return no.smtp()
}

// refuse counts and logs a refusal that is the peer's affair.
func (s *session) refuse(no *smtp.SMTPError, reason string) error {
	s.a.refused(reason)
	s.a.log.Info("mail was refused", "code", no.Code, "reason", reason, "text", no.Message, "peer", s.peerIP())
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

func (s *session) take(r io.Reader) error {
	a := s.a
	sp, err := a.spool(s.ctx, r)
	if err != nil {
		return err
	}
	defer sp.Close()

	s.env.way = s.arrived()
	in, files, err := a.read(s.ctx, sp, sp.size, s.env)
	if err != nil {
		a.forget(s.ctx, files)
		return err
	}
	got, err := s.accept(s.ctx, in)
	if err != nil {
		var limit *adapters.LimitError
		if errors.As(err, &limit) {
			a.forget(s.ctx, files) // nothing is stored of the message
			return &refusal{
				code: 450, enh: smtp.EnhancedCode{4, 7, 1},
				text: asciiLine(limit.Text, 400), reason: "limit",
			}
		}
		return fmt.Errorf("accept: %w", err)
	}
	switch got.Outcome {
	case message.OutcomeRefused, message.OutcomeRecorded, message.OutcomeDecision:
		a.forget(s.ctx, files) // no turn refers to them; of a duplicate one may
	}
	if a.metrics.Received != nil {
		a.metrics.Received(in.Class, got.Outcome)
	}
	a.log.Debug("mail was taken", "class", string(in.Class), "outcome", string(got.Outcome),
		"session", string(got.Session), "turn", string(got.Turn), "from", in.From.Masked())
	return nil
}

// read turns the mail into an Inbound, with its attachments in the artifact
// store; it returns their ids, also with an error. The error is a *refusal, or
// the store's. A refusal with a code of 4xx is for now only: the sender could not be
// checked, and the mail is to be read again later.
func (a *Adapter) read(ctx context.Context, src io.ReaderAt, size int64, env envelopeOf) (message.Inbound, []message.ArtifactID, error) {
	m, err := a.parse(src, size, env)
	if err != nil {
		return message.Inbound{}, nil, err
	}
	defer m.read.close()
	if err := a.prove(ctx, m, src, size); err != nil {
		return message.Inbound{}, nil, err
	}
	if err := a.keepFiles(ctx, m, src, size); err != nil {
		var big *artifacts.TooLargeError
		if errors.As(err, &big) {
			return message.Inbound{}, m.stored, tooLarge("An attachment is larger than artifacts.max_size (%d bytes)", big.Limit)
		}
		return message.Inbound{}, m.stored, err
	}
	in := m.inbound(a, a.now())
	if err := keepRaw(&in, src, size); err != nil {
		return message.Inbound{}, m.stored, err
	}
	return in, m.stored, nil
}

// keepRaw keeps the mail as it came, where it may decide something.
func keepRaw(in *message.Inbound, src io.ReaderAt, size int64) error {
	if in.Class != message.Human {
		return nil
	}
	raw := make([]byte, min(size, message.MaxRaw))
	if _, err := src.ReadAt(raw, 0); err != nil && err != io.EOF {
		return fmt.Errorf("read the mail again: %w", err)
	}
	h := sha256.New()
	h.Write(raw)
	if _, err := io.Copy(h, io.NewSectionReader(src, int64(len(raw)), size-int64(len(raw)))); err != nil {
		return fmt.Errorf("read the mail again: %w", err)
	}
	in.Raw, in.RawCut, in.RawSHA256 = raw, int64(len(raw)) < size, hex.EncodeToString(h.Sum(nil))
	return nil
}
