package email

import (
	"context"
	"io"
	"log/slog"
	"time"

	"bridge/adapters"
	"bridge/adapters/email/proof"
	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/mac"
)

// Artifacts is what the channel needs of the artifact store.
type Artifacts interface {
	// Put stores a stream; *artifacts.TooLargeError if it is longer than the store allows.
	Put(ctx context.Context, r io.Reader, filename, declaredType string) (artifacts.Artifact, error)
	// PutWhole stores a mail as it came, which may be longer than one file of it.
	PutWhole(ctx context.Context, r io.Reader, filename, declaredType string) (artifacts.Artifact, error)
	// Part returns the part that refers to a.
	Part(a artifacts.Artifact) envelope.Part
	// Open returns the bytes of an artifact.
	Open(ctx context.Context, id message.ArtifactID) (artifacts.Artifact, io.ReadCloser, error)
	// Link returns a signed link to an artifact, for one that is not attached.
	Link(id message.ArtifactID) string
	// Delete removes an artifact that nothing refers to.
	Delete(ctx context.Context, id message.ArtifactID) error
}

// Metrics are called as things happen; each may be nil. They must not block.
type Metrics struct {
	Received func(class message.Class, outcome message.Outcome) // a mail got its 250
	Refused  func(reason string)                                // a mail or connection was refused; a short stable word
	Sent     func(kind message.SendKind)                        // a Send ended; "" = handed over
	Copied   func(ok bool)                                      // a mail that was sent was put into the mailbox for sent mail, or not

	Quarantined func(text string) // a mail of the mailbox was set aside; text tells an operator
	Reconnected func()            // the connection to the mailbox broke and another was made
}

// Options are what New needs.
type Options struct {
	Name      message.ChannelName
	Config    Config
	Artifacts Artifacts
	Keys      mac.Keys // signs reply tags and Message-IDs
	// People says whose an address is, so that a reply tag binds the answer of the person
	// that it was made for; nil: it binds none.
	People     message.Directory
	Log        *slog.Logger     // nil: nothing is logged
	Now        func() time.Time // nil: time.Now
	InstanceID string           // names this bridge in X-Bridge-Loop; letters, digits, '.', '-', '_'
	Metrics    Metrics
	State      adapters.State // keeps the cursor of the mailbox, needed with Config.IMAP; and a newer refresh token, nil: it is forgotten
	TempDir    string         // where mails above 256 KB wait while they are read; "" = os.TempDir
	StopGrace  time.Duration  // how long Receive lets mails under way finish; 0 = 20 s
	Resolver   proof.Resolver // asks for keys and policies of senders; nil: by Config.Auth.DNS
}
