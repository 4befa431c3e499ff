package email

import (
	"context"
	"sync"
	"testing"

	goimap "github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"bridge/adapters/email/dkimsign"
	"bridge/internal/dovecottest"
	"bridge/internal/noerr"
)

// memState keeps what the channel keeps in the store.
type memState struct {
	mu   sync.Mutex
	kept map[string][]byte
}

func (s *memState) ChannelState(_ context.Context, key string) ([]byte, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.kept[key]
	return v, ok, nil
}

func (s *memState) SaveChannelState(_ context.Context, key string, value []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[key] = value
	return nil
}

// folder returns the mails of a folder.
func folder(t *testing.T, addr, user, name string) (mails []string) {
	t.Helper()
	c, err := imapclient.DialInsecure(addr, nil)
	noerr.Must(t, err)
	defer c.Close()
	noerr.Must(t, c.Login(user, dovecottest.Password).Wait())
	box, err := c.Select(name, nil).Wait()
	noerr.Must(t, err)
	whole := &goimap.FetchItemBodySection{Peek: true}
	got, err := c.Fetch(goimap.SeqSet{{Start: 1, Stop: box.NumMessages}}, &goimap.FetchOptions{BodySection: []*goimap.FetchItemBodySection{whole}}).Collect()
	noerr.Must(t, err)
	for _, m := range got {
		mails = append(mails, string(m.FindBodySection(whole)))
	}
	return mails
}

// TestCopyOnServer: what was sent is in the mailbox for sent mail of a real server,
// byte for byte, signature and file too.
func TestCopyOnServer(t *testing.T) {
	d := dovecottest.Start(t, dovecottest.Options{})
	const user = "out@example.test"
	s, counts := newFake(t, nil), &copyCounts{}
	a, store := newAdapter(t, func(o *Options) {
		o.State, o.Metrics.Copied = &memState{kept: map[string][]byte{}}, counts.count
		o.Config.SMTP, o.Config.DKIM = s.config("none"), []dkimsign.Config{{Selector: "a", Key: edFile(t)}}
		o.Config.IMAP = &IMAP{Addr: d.Addr(), Username: user, Password: func() string { return dovecottest.Password }, TLS: "none", Sent: "Sent"}
	})
	noerr.Must(t, noerr.Of(a.Send(t.Context(), answer())))
	counts.wait(t, 1, 0)
	noerr.Must(t, noerr.Of(a.Send(t.Context(), filed(store, 300_000))))
	counts.wait(t, 2, 0)
	_, mails := s.sent()
	copied := folder(t, d.Addr(), user, "Sent")
	if len(mails) != 2 || len(copied) != 2 {
		t.Fatalf("%d mails were sent, %d copied", len(mails), len(copied))
	}
	for _, m := range mails {
		if copied[0] != m && copied[1] != m {
			t.Errorf("a mail of %d bytes has no copy", len(m))
		}
	}
}
