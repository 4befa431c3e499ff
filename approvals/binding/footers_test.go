package binding

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/internal/noerr"
)

// states is a memory of small records.
type states map[string][]byte

func (s states) ChannelState(_ context.Context, key string) ([]byte, bool, error) {
	b, ok := s[key]
	return b, ok, nil
}

func (s states) SaveChannelState(_ context.Context, key string, b []byte) error {
	s[key] = b
	return nil
}

// TestFooterState: of what stood below the mails of a sender digests are kept, and of the
// last twelve mails alone.
func TestFooterState(t *testing.T) {
	const from = message.Address("email:dana@example.com")
	kept := states{}
	f := Finder{Memory: kept, Log: slog.New(slog.DiscardHandler)}
	mail := func(n int) Reply {
		line := fmt.Sprintf("Zebra%c counts stripes", 'a'+n) // another one each time: what is known already teaches nothing
		return Reply{
			Traits: message.Traits{Letters: true}, Known: true, Trust: message.Verified, From: from, Key: fmt.Sprintf("secretkey%d", n), At: time.Date(2026, 11, 1+n, 9, 0, 0, 0, time.UTC),
			Text: "Please look at this.\n\nDana\n" + line + "\n-- \nMarmot whistles\n" + line, Signatures: []string{"Marmot whistles\n" + line},
		}
	}
	state := func() footerRecord {
		was, err := remembered[footerRecord](context.Background(), &f, FooterState(from))
		noerr.Must(t, err)
		return was
	}
	recall := func(n int) {
		_, err := f.Recall(context.Background(), mail(n))
		noerr.Must(t, err)
	}
	recall(0)
	first := state().Mails
	if len(first) != 1 || len(first[0].Lines) == 0 || len(first[0].Signatures) == 0 {
		t.Fatalf("the test shows less than it says: %+v", first)
	}
	for n := 1; n < 12; n++ {
		recall(n)
	}
	if got := state().Mails; len(got) != 12 || got[0].Key != first[0].Key {
		t.Errorf("of twelve mails %d are remembered", len(got))
	}
	recall(12)
	if got := state().Mails; len(got) != 12 || slices.ContainsFunc(got, func(m footerMail) bool { return m.Key == first[0].Key }) || got[11].Key != mail(12).footerKey() {
		t.Errorf("of thirteen mails %d are remembered", len(got))
	}
	for key, b := range kept {
		said := strings.ToLower(key + "\n" + string(b))
		for _, word := range strings.Fields(strings.ToLower(mail(3).Text + " " + mail(12).Key + " dana@example.com")) {
			if len(word) > 3 && strings.Contains(said, strings.Trim(word, ".")) {
				t.Errorf("%q is kept: %s", word, said)
			}
		}
	}
}
