package email

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bridge/adapters/email/imap"
	"bridge/adapters/email/inbound"
	"bridge/core/message"
	"bridge/internal/mailtest"
)

// quietZone is a DNS that does not answer for names with "silent" in them.
type quietZone struct{ *mailtest.Zone }

func (z quietZone) LookupTXT(ctx context.Context, name string) ([]string, error) {
	if strings.Contains(name, "silent") {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return z.Zone.LookupTXT(ctx, name)
}

func (z quietZone) LookupIPAddr(ctx context.Context, name string) ([]net.IPAddr, error) {
	if strings.Contains(name, "silent") {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return z.Zone.LookupIPAddr(ctx, name)
}

// TestFloodOfSilentDomains: a mailbox full of mail from domains whose DNS is silent
// costs two seconds a mail after the first half minute, each of them waits alone, and
// mail whose sender can be checked is taken in between.
func TestFloodOfSilentDomains(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		z := mailtest.NewZone()
		s := mailtest.NewScene(z, "example.com", time.Now())
		a, _ := newAdapter(t, func(o *Options) {
			o.Now, o.Resolver, o.Config.Auth.Require = time.Now, quietZone{z}, "dmarc"
		})
		rec := &recorder{}
		take := a.takeStored(rec.accept)
		raw := func(from string) string {
			return strings.Join([]string{
				"From: x@" + from, "To: agent@example.com", "Subject: hello", "Date: " + time.Now().Format(time.RFC1123Z), "",
				"hi there", "",
			}, "\r\n")
		}
		give := func(mail string) (time.Duration, error) {
			began := time.Now()
			err := take(t.Context(), imap.Mail{Body: strings.NewReader(mail)})
			return time.Since(began), err
		}
		good := func() {
			t.Helper()
			n := len(rec.all())
			took, err := give(s.Ed.Sign(strings.Replace(raw("example.com"), "x@", "dana@", 1)))
			if err != nil || len(rec.all()) != n+1 || took != 0 {
				t.Fatalf("a mail that can be checked: %v after %v", err, took)
			}
			if in := rec.all()[n]; in.Trust != message.Verified {
				t.Errorf("it is %s: %q", in.Trust, in.Why)
			}
		}
		signed := func(i int) string { // by a domain whose key cannot be had
			from := fmt.Sprintf("n%d.silent.test", i)
			k := mailtest.Signer{Key: s.Ed.Key, Domain: from, Selector: "s", At: time.Now().Add(-time.Minute)}
			return k.Sign(raw(from))
		}
		var total, longest time.Duration
		const mails = 100
		for i := range mails {
			took, err := give(signed(i))
			if later, ok := errors.AsType[*imap.Later](err); !ok || !later.Alone {
				t.Fatalf("mail %d: %v, want it to wait alone", i, err)
			}
			total += took
			longest = max(longest, took)
			if i%10 == 9 {
				good()
			}
		}
		t.Logf("%d mails of silent domains: %v, the longest %v", mails, total, longest)
		if limit := maxSilence + 10*time.Second + mails*inbound.Hurried; total > limit || total < maxSilence {
			t.Errorf("they took %v, want between %v and %v", total, maxSilence, limit)
		}
		if longest <= inbound.Hurried {
			t.Errorf("none had more than %v: the DNS is never waited for", longest)
		}
		time.Sleep(silenceTime)
		if took, _ := give(signed(mails)); took <= inbound.Hurried {
			t.Errorf("after %v a sender is checked within %v only", silenceTime, took)
		}
	})
}
