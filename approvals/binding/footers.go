package binding

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
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
// part of its footer. What the mail program marks as the signature is one after the first
// mail about something else that has all of it; if it may be said of a request, or stood
// below answers alone, after mails of footerDays days. So many mails are remembered.
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
	Key        string    `json:"key"`                  // a digest of the message's
	Day        string    `json:"day"`                  // UTC
	At         time.Time `json:"at,omitzero"`          // when the bridge accepted it; zero in records of before
	About      string    `json:"about,omitempty"`      // a digest of what it answers: such mails teach once
	Lines      []string  `json:"lines,omitempty"`      // below its first paragraph
	Signatures []string  `json:"signatures,omitempty"` // that its program marks

	// Answers is the request that it answers, and Grant what its first line says. Whether it
	// teaches is open until its sender has decided the request: who has then said the same,
	// and nothing else, has told us that what stood below it was no part of the answer.
	Answers message.ApprovalID `json:"answers,omitempty"`
	Grant   bool               `json:"grant,omitempty"`
	Agreed  bool               `json:"agreed,omitempty"`
}

// teaches reports a mail that says what its sender's footer is, and is no newer than a time
// if there is one.
func (m footerMail) teaches(until time.Time) bool {
	if m.About != "" && !m.Agreed {
		return false
	}
	if m.At.IsZero() {
		return until.IsZero() || m.Day < until.UTC().Format(time.DateOnly)
	}
	return until.IsZero() || !m.At.After(until)
}

// footer is what is known of a sender's footer.
type footer struct {
	mails map[string]int             // digest to how many mails have it
	days  map[string]map[string]bool // and of which days
	apart map[string]bool            // digests in a mail that is no answer
	named map[string]bool            // digests of what their sender has named
}

// known is what stood below enough mails other than the one of a key, none of them accepted
// after a time if there is one.
func (f footerRecord) known(key string, until time.Time) footer {
	k := footer{mails: map[string]int{}, days: map[string]map[string]bool{}, apart: map[string]bool{}}
	for _, m := range f.Mails {
		if m.Key == key || !m.teaches(until) {
			continue
		}
		for _, d := range slices.Concat(m.Lines, m.Signatures) {
			if k.mails[d]++; k.days[d] == nil {
				k.days[d] = map[string]bool{}
			}
			k.days[d][m.Day] = true
			k.apart[d] = k.apart[d] || m.About == ""
		}
	}
	return k
}

func (f footer) line(digest string) bool {
	return f.mails[digest] >= footerMails && len(f.days[digest]) >= footerDays
}

func (f footer) signature(digest string, doubtful bool) bool {
	return f.named[digest] || f.apart[digest] && !doubtful || len(f.days[digest]) >= footerDays
}

// Answering makes a reply ready to be read as an answer to a request: a line counts as the
// sender's footer only if it was known before there was the request. Who repeats a remark
// each time they are asked back must not teach us to leave it out.
func (r Reply) Answering(rec request.Record) Reply {
	r.Shown = shown(rec)
	r.footer = r.earlier.known(r.footerKey(), rec.CreatedAt)
	r.footer.named = r.namedUntil(rec.CreatedAt)
	me, _ := rec.ApproverOf(r.Person.ID)
	r.Ambiguous = r.Ambiguous && !(rec.Question == nil && r.abovePictures(me.Code)) || r.Traits.Letters && r.Known && r.unclear()
	return r
}

// abovePictures reports whether all of a verdict stands above the pictures of a mail, with a code of the request: who
// types that answers in words, and what is shown below is their footer's.
func (r Reply) abovePictures(code string) bool {
	return r.AbovePictures != "" && !r.Differs && len(r.Below) == 0 && r.says(code) && reply.AnsweredIn(r.AbovePictures, r.Text, options(r))
}

// namedUntil are the digests of what the sender has named, no later than a time if there is one.
func (r Reply) namedUntil(until time.Time) map[string]bool {
	all := map[string]bool{}
	for digest, at := range r.named {
		all[digest] = until.IsZero() || !at.After(until)
	}
	return all
}

// unclear reports a mail whose forms say different things, or which has below its quote what is no footer, by what is known of its sender's.
func (r Reply) unclear() bool {
	return r.Differs && !reply.SameAnswer(r.Text, r.Other, options(r)) ||
		slices.ContainsFunc(r.Below, func(below string) bool { return !reply.IsFooter(below, r.Text, options(r)) })
}

// footerKey is what a mail is known by among those whose lines are remembered.
func (r Reply) footerKey() string { return r.digest("key " + cmp.Or(r.Print, r.Key)) }

// answers is the request that a mail answers, as far as the mail says so; "" for none.
func (r Reply) answers() message.ApprovalID {
	var id message.ApprovalID
	if len(r.Prompts) > 0 {
		id = r.Prompts[0].Approval
	}
	return cmp.Or(id, r.Tag, r.Loose)
}

// footerAbout is a digest of the request that a mail answers, as far as the mail says so;
// "" for a mail about something else.
func (r Reply) footerAbout() string {
	if id := r.answers(); id != "" {
		return r.digest("about " + string(id))
	}
	first, _, _ := strings.Cut(strings.TrimSpace(r.Text), "\n")
	if codes := reply.FindCodes(first); len(codes) > 0 && r.Leads() != reply.None {
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
	r.memo = new(reply.Memo)
	if !r.Traits.Letters || !r.Known {
		r.Ambiguous = r.Ambiguous || r.Differs || len(r.Below) > 0
		return r, nil
	}
	if f.Memory != nil {
		if err := f.recallFooter(ctx, &r); err != nil {
			return r, fmt.Errorf("approvals: the footer of a sender: %w", err)
		}
		if err := f.recallNamed(ctx, &r); err != nil {
			return r, fmt.Errorf("approvals: the signatures of a sender: %w", err)
		}
	}
	r.Ambiguous = r.Ambiguous || r.unclear()
	return r, nil
}

// FooterState is the key of the state that remembers what stood below the mails of an address.
func FooterState(from message.Address) string { return stateOf("footer", from) }

func stateOf(what string, from message.Address) string {
	at := sha256.Sum256([]byte(from))
	return fmt.Sprintf("%s %x", what, at[:16])
}

// remembered is a record of a sender; what cannot be read is learned anew.
func remembered[T any](ctx context.Context, f *Finder, key string) (was T, err error) {
	b, found, err := f.Memory.ChannelState(ctx, key)
	if err != nil || !found {
		return was, err
	}
	if err := json.Unmarshal(b, &was); err != nil {
		f.Log.Warn("approvals: what is remembered of a sender's footer cannot be read, it is learned anew", "err", err)
		return *new(T), nil
	}
	return was, nil
}

func (f *Finder) remember(ctx context.Context, key string, record any) error {
	b, err := json.Marshal(record)
	if err != nil {
		return err
	}
	return f.Memory.SaveChannelState(ctx, key, b)
}

func (f *Finder) recallFooter(ctx context.Context, r *Reply) error {
	o := options(*r)
	mail := footerMail{Key: r.footerKey(), Day: r.At.UTC().Format(time.DateOnly), At: r.At, About: r.footerAbout()}
	if reply.SignedOnly(r.Text, o) && (r.Other == "" || reply.SignedOnly(r.Other, o)) {
		mail.About = "" // its sender says what stands below the answer is none of it
	}
	for _, l := range slices.Concat(reply.Standing(r.Text, o), reply.Standing(r.Other, o)) {
		if d := r.digest(l); !slices.Contains(mail.Lines, d) {
			mail.Lines = append(mail.Lines, d)
		}
	}
	for _, sig := range reply.Signatures(o, r.Text, r.Other) {
		mail.Signatures = append(mail.Signatures, r.signed(sig))
	}
	if len(mail.Lines)+len(mail.Signatures) == 0 {
		return nil
	}
	key := FooterState(r.From)
	was, err := remembered[footerRecord](ctx, f, key)
	if err != nil {
		return err
	}
	agreed, err := f.agreed(ctx, &was, r.Person.ID)
	if err != nil {
		return err
	}
	r.earlier, r.footer = was, was.known(mail.Key, time.Time{})
	fresh := slices.ContainsFunc(mail.Lines, func(d string) bool { return !r.footer.line(d) }) ||
		slices.ContainsFunc(mail.Signatures, func(d string) bool { return len(r.footer.days[d]) < footerDays })
	seen := slices.ContainsFunc(was.Mails, func(m footerMail) bool {
		return m.Key == mail.Key || mail.About != "" && m.About == mail.About
	})
	if learns := r.Trust >= message.Verified && !r.Ambiguous && !seen && fresh; learns {
		if verdict := r.Leads(); verdict != reply.None {
			mail.Answers, mail.Grant = r.answers(), verdict == reply.Grant
		}
		was.Mails = append(was.Mails, mail)
		was.Mails = was.Mails[max(0, len(was.Mails)-mostMails):]
	} else if !agreed {
		return nil
	}
	return f.remember(ctx, key, was)
}

// agreed finds out which of the remembered answers their sender has meant: those that a vote
// has followed which says the same. It reports whether there was something to find.
func (f *Finder) agreed(ctx context.Context, was *footerRecord, who message.PersonID) (found bool, err error) {
	for i, m := range was.Mails {
		if m.Answers == "" {
			continue
		}
		rec, err := f.Store.Get(ctx, m.Answers)
		if err != nil && !errors.Is(err, request.ErrNotFound) {
			return found, err
		}
		vote, voted := rec.VoteOf(who)
		if err == nil && !voted && rec.State == request.Pending {
			continue
		}
		was.Mails[i].Answers, was.Mails[i].Agreed = "", voted && vote.Grant == m.Grant
		found = true
	}
	return found, nil
}

// signed is the digest of a signature.
func (r Reply) signed(sig reply.Signature) string { return r.digest("signature " + sig.Words) }

// options are what the grammar knows of who wrote a reply.
func options(r Reply) reply.Options {
	o := reply.Options{Name: r.Person.Name, Language: r.Person.Language, OptOuts: r.Traits.CarrierWords, Mail: r.Traits.Letters, Shown: r.Shown}
	if o.Mail {
		local, domain, _ := strings.Cut(r.From.Value(), "@")
		o.Domain = domain
		o.From, _, _ = strings.Cut(local, "+")
		o.Signatures, o.Memo = r.Signatures, r.memo
		o.Standing = func(line string) bool { return r.footer.line(r.digest(line)) }
		o.Known = func(sig reply.Signature) bool { return r.footer.signature(r.signed(sig), sig.Doubtful) }
	}
	return o
}
