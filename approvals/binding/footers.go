package binding

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/approvals/reply"
	"bridge/approvals/request"
	"bridge/core/message"
)

// Memory keeps small records by key, such as a store's state of channels.
type Memory interface {
	ChannelState(ctx context.Context, key string) ([]byte, bool, error)
	SaveChannelState(ctx context.Context, key string, value []byte) error
}

// A line that stood below footerMails proven mails of an address, of footerDays days, is a
// part of its footer. So many mails are remembered.
const (
	footerMails = 3
	footerDays  = 2
	mostMails   = 12
)

// footerRecord is what stood below the last mails of an address, as digests.
type footerRecord struct {
	Mails []footerMail `json:"mails"`
}

type footerMail struct {
	Key   string    `json:"key"`             // a digest of the message's
	Day   string    `json:"day"`             // UTC
	At    time.Time `json:"at,omitzero"`     // when the bridge accepted it; zero in records of before
	About string    `json:"about,omitempty"` // a digest of what it answers: such mails teach once
	Lines []string  `json:"lines"`
}

// after reports whether a mail may have been accepted after a time.
func (m footerMail) after(t time.Time) bool {
	if m.At.IsZero() {
		return m.Day >= t.UTC().Format(time.DateOnly)
	}
	return m.At.After(t)
}

// standing is the lines that stood below enough mails other than the one of a key, none of
// them accepted after a time if there is one.
func (f footerRecord) standing(key string, until time.Time) map[string]bool {
	mails, days := map[string]int{}, map[string]map[string]bool{}
	for _, m := range f.Mails {
		if m.Key == key || !until.IsZero() && m.after(until) {
			continue
		}
		for _, l := range m.Lines {
			if mails[l]++; days[l] == nil {
				days[l] = map[string]bool{}
			}
			days[l][m.Day] = true
		}
	}
	known := map[string]bool{}
	for l, n := range mails {
		if n >= footerMails && len(days[l]) >= footerDays {
			known[l] = true
		}
	}
	return known
}

// Answering makes a reply ready to be read as an answer to a request: a line counts as the
// sender's footer only if it was known before there was the request. Who repeats a remark
// each time they are asked back must not teach us to leave it out.
func (r Reply) Answering(rec request.Record) Reply {
	r.Shown = Shown(rec)
	if r.standing != nil {
		known := r.earlier.standing(r.footerKey(), rec.CreatedAt)
		r.standing = func(line string) bool { return known[r.digest(line)] }
	}
	return r
}

// footerKey is what a mail is known by among those whose lines are remembered.
func (r Reply) footerKey() string { return r.digest("key " + cmp.Or(r.Print, r.Key)) }

// footerAbout is a digest of the request that a mail answers, as far as the mail says so;
// "" for a mail about something else.
func (r Reply) footerAbout() string {
	var about message.ApprovalID
	if len(r.Prompts) > 0 {
		about = r.Prompts[0].Approval
	}
	if about = cmp.Or(about, r.Tag, r.Loose); about != "" {
		return r.digest("about " + string(about))
	}
	first, _, _ := strings.Cut(strings.TrimSpace(r.Text), "\n")
	if codes := reply.FindCodes(first); len(codes) > 0 && r.Leads() {
		return r.digest("about " + codes[0])
	}
	return ""
}

// digest is what is kept of a line or a key: only with the address it says anything.
func (r Reply) digest(s string) string {
	sum := sha256.Sum256([]byte(string(r.From) + "\n" + s))
	return hex.EncodeToString(sum[:12])
}

// Recall makes a mail ready to be read: it adds what stood below the sender's earlier
// mails, remembers what stands below this one if its sender is proven, and looks at what
// stands below a quote. It is called once for each message of a known person, before
// Bind, whether it answers a prompt or not; the same message again changes nothing.
func (f *Finder) Recall(ctx context.Context, r Reply) (Reply, error) {
	if !r.Traits.Letters || !r.Known {
		r.Ambiguous = r.Ambiguous || r.Differs || len(r.Below) > 0
		return r, nil
	}
	if f.Memory != nil {
		if err := f.recallFooter(ctx, &r); err != nil {
			return r, fmt.Errorf("approvals: the footer of a sender: %w", err)
		}
	}
	r.Ambiguous = r.Ambiguous || r.Differs && !reply.SameAnswer(r.Text, r.Other, options(r))
	for _, below := range r.Below {
		r.Ambiguous = r.Ambiguous || !reply.IsFooter(below, r.Text, options(r))
	}
	return r, nil
}

// FooterState is the key of the state that remembers what stood below the mails of an address.
func FooterState(from message.Address) string {
	at := sha256.Sum256([]byte(from))
	return fmt.Sprintf("footer %x", at[:16])
}

func (f *Finder) recallFooter(ctx context.Context, r *Reply) error {
	lines := reply.Standing(r.Text, options(*r))
	for _, l := range reply.Standing(r.Other, options(*r)) {
		if !slices.Contains(lines, l) {
			lines = append(lines, l)
		}
	}
	if len(lines) == 0 {
		return nil
	}
	key := FooterState(r.From)
	var was footerRecord
	b, found, err := f.Memory.ChannelState(ctx, key)
	if err != nil {
		return err
	}
	if found {
		if err := json.Unmarshal(b, &was); err != nil {
			f.Log.Warn("approvals: what is remembered of a sender's footer cannot be read, it is learned anew", "err", err)
			was = footerRecord{}
		}
	}
	mail := footerMail{Key: r.footerKey(), Day: r.At.UTC().Format(time.DateOnly), At: r.At, About: r.footerAbout()}
	for _, l := range lines {
		mail.Lines = append(mail.Lines, r.digest(l))
	}
	known := was.standing(mail.Key, time.Time{})
	r.earlier = was
	r.standing = func(line string) bool { return known[r.digest(line)] }
	fresh := slices.ContainsFunc(mail.Lines, func(l string) bool { return !known[l] })
	seen := slices.ContainsFunc(was.Mails, func(m footerMail) bool {
		return m.Key == mail.Key || mail.About != "" && m.About == mail.About
	})
	if r.Trust < message.Verified || r.Ambiguous || seen || !fresh {
		return nil
	}
	was.Mails = append(was.Mails, mail)
	was.Mails = was.Mails[max(0, len(was.Mails)-mostMails):]
	if b, err = json.Marshal(was); err != nil {
		return err
	}
	return f.Memory.SaveChannelState(ctx, key, b)
}

// options are what the grammar knows of who wrote a reply.
func options(r Reply) reply.Options {
	o := reply.Options{Name: r.Person.Name, Language: r.Person.Language, OptOuts: r.Traits.CarrierWords, Mail: r.Traits.Letters, Shown: r.Shown}
	if o.Mail {
		local, _, _ := strings.Cut(r.From.Value(), "@")
		o.From, _, _ = strings.Cut(local, "+")
		o.Standing = r.standing
	}
	return o
}
