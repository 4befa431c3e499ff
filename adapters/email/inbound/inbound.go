// Package inbound makes of a mail what the interior gets: it reads the mail, finds out who
// sent it and what it answers, and stores its files. A sender is no more than asserted
// unless package proof can prove it, and what no proof covers binds nothing.
package inbound

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"bridge/adapters/email/proof"
	"bridge/adapters/email/smtpin"
	"bridge/adapters/email/tag"
	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
)

// Reader reads the mail of one channel. It may be used by many at a time.
type Reader struct {
	Channel message.ChannelName
	Brand   message.Brand // what our mails have above and below their text
	Tags    tag.Tags
	Humans  []string // patterns of senders whose mail counts as written by a human
	Require bool     // a sender who starts a turn has to be proven
	Server  string   // host of the server that our mail is handed to; "" if there is none
	Store   Store
	People  message.Directory // says whose an address is; nil: tags bind no approver
	Checker *proof.Checker
	TempDir string // where long packed parts are held
	Now     func() time.Time
	Log     *slog.Logger
}

// Store is what is needed of the store of files.
type Store interface {
	// Put stores a stream; *artifacts.TooLargeError if it is longer than the store allows.
	Put(ctx context.Context, r io.Reader, filename, declaredType string) (artifacts.Artifact, error)
	// PutWhole stores a mail as it came, which may be longer than one file of it.
	PutWhole(ctx context.Context, r io.Reader, filename, declaredType string) (artifacts.Artifact, error)
	// Part returns the part that refers to a.
	Part(a artifacts.Artifact) envelope.Part
	// Delete removes a file that nothing refers to.
	Delete(ctx context.Context, id message.ArtifactID) error
}

// Hurried is how long the check of a sender may take where much waits behind it.
const Hurried = 2 * time.Second

// Read turns the mail into an Inbound, with its attachments in the artifact
// store; it returns their ids, also with an error. The error is a *mime.Error, a *smtpin.Refusal, or
// the store's. A refusal with a code of 4xx is for now only: the sender could not be
// checked, and the mail is to be read again later.
func (rd *Reader) Read(ctx context.Context, src io.ReaderAt, size int64, env Envelope) (message.Inbound, []message.ArtifactID, error) {
	m, err := rd.Parse(src, size, env)
	if err != nil {
		return message.Inbound{}, nil, err
	}
	defer m.Shown.Close()
	if err := rd.prove(ctx, m, src, size); err != nil {
		return message.Inbound{}, nil, err
	}
	rd.believe(m)
	if err := rd.keepFiles(ctx, m, src, size); err != nil {
		if big, ok := errors.AsType[*artifacts.TooLargeError](err); ok {
			return message.Inbound{}, m.stored, smtpin.TooLarge("An attachment is larger than artifacts.max_size (%d bytes)", big.Limit)
		}
		return message.Inbound{}, m.stored, err
	}
	in := m.inbound(rd, rd.Now())
	b, err := rd.bindTags(ctx, m)
	if err != nil {
		return message.Inbound{}, m.stored, err
	}
	if in.Readers != message.ForUs {
		to := writtenTo(m.header)
		in.WrittenTo = to[:min(len(to), message.MaxWrittenTo)]
	}
	b.Refs, b.Self = in.Binding.Refs, in.Binding.Self
	in.Binding, in.PlusTag = b, m.plus
	if err := keepRaw(&in, src, size); err != nil {
		return message.Inbound{}, m.stored, err
	}
	return in, m.stored, nil
}
