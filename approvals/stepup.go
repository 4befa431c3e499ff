package approvals

import (
	"context"
	"crypto/subtle"
	"fmt"
	"io"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"

	"bridge/approvals/reply"
	"bridge/message"
	"bridge/queue"
	"bridge/render"
)

// A yes from a channel that proves too little is not lost: a one-time code goes to
// another kind of channel of the same person, and the yes counts when it comes back
// from any address of that person (design §5.5).
const (
	stepUpFor   = 10 * time.Minute // how long a code counts
	stepUpTries = 5                // wrong codes
	stepUpAgain = time.Minute      // between two codes
)

// newDigits draws a one-time code. Six digits never look like the code of a request,
// which has letters.
func newDigits(random io.Reader) (string, error) {
	const all = 1_000_000
	for range 100 {
		var b [4]byte
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return "", fmt.Errorf("approvals: draw a one-time code: %w", err)
		}
		n := new(big.Int).SetBytes(b[:]).Int64()
		if n < (1<<32)/all*all { // else some codes were likelier than others
			return fmt.Sprintf("%06d", n%all), nil
		}
	}
	return "", fmt.Errorf("approvals: draw a one-time code: the random source repeats itself")
}

var (
	sixDigits = regexp.MustCompile(`\d{3}[ \x{a0}-]?\d{3}`)
	// codeWords may stand beside a code: "the code is 123456".
	codeWords = regexp.MustCompile(`(?i)(^|[^\pL])(code|codice|código|codigo|kod|pin|the|my|is|here|il|mio|è|el|mi|es|le|mon|est|der|mein|ist|lautet|o|meu|é|de|mijn|mój|to)([^\pL]|$)`)
)

// oneTime returns the six digits that a text is, beside a yes, courtesy and a
// signature; no if it says no with them. "" if the text is anything else.
func oneTime(text, name string) (code string, no bool) {
	all := sixDigits.FindAllStringIndex(text, 2)
	if len(all) != 1 || len(text) > 1000 {
		return "", false
	}
	before, after := text[:all[0][0]], text[all[0][1]:]
	if strings.ContainsAny(before+after, "0123456789") || wordAt(before, len(before)-1) || wordAt(after, 0) {
		return "", false
	}
	code = strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text[all[0][0]:all[0][1]])
	for range 4 { // words next to each other share what is between them
		before, after = codeWords.ReplaceAllString(before, "$1$3"), codeWords.ReplaceAllString(after, "$1$3")
	}
	before = strings.TrimRight(before, " \t:=-–\"'")
	o := reply.Options{Name: name}
	if reply.Parse(strings.TrimSpace(before+" yes"+after), o).Verdict == reply.Grant {
		return code, false
	}
	if v := reply.Parse(strings.TrimSpace(before+" "+after), o); v.Verdict == reply.Deny && v.Reason == "" {
		return code, true
	}
	return "", false
}

// digits are the one-time code that a reply is, and whether it says no with it. Both of
// its forms must be the same, and nothing else may have been written.
func digits(r Reply) (code string, no bool) {
	code, no = oneTime(r.Text, r.Person.Name)
	if r.Other != "" {
		if other, otherNo := oneTime(r.Other, r.Person.Name); other != code || otherNo != no {
			return "", false
		}
	}
	if r.Ambiguous {
		return "", false
	}
	return code, no
}

// wordAt reports whether s has a letter or digit of ASCII, or a part of another
// letter, at i.
func wordAt(s string, i int) bool {
	if i < 0 || i >= len(s) {
		return false
	}
	c := s[i]
	return c >= 0x80 || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

// bindDigits binds a one-time code to the request whose yes waits for it, and a wrong
// one to one of those that wait. Where none waits, six digits are an ordinary message.
func (s *Service) bindDigits(ctx context.Context, b *binder) error {
	r := b.r
	if !r.Known {
		return nil
	}
	code, _ := digits(r)
	if code == "" {
		return nil
	}
	if r.EarlierBy == byStepUp {
		b.Digits = code
		return nil
	}
	rs, err := s.o.Store.OpenFor(ctx, r.Person.ID, mostOpen)
	if err != nil {
		return fmt.Errorf("approvals: look up what is open: %w", err)
	}
	rs = slices.DeleteFunc(rs, func(rec Record) bool { _, waits := rec.StepUps[r.Person.ID]; return !waits })
	if len(rs) == 0 {
		return nil
	}
	lock, err := s.o.Store.Locked(ctx, r.guesser())
	if err != nil {
		return fmt.Errorf("approvals: look up a lock: %w", err)
	}
	if !lock.Until.IsZero() {
		b.Locked = true
		return nil
	}
	b.Digits = code
	of := rs[0]
	for _, rec := range rs {
		su := rec.StepUps[r.Person.ID]
		if su.open(r.At) && subtle.ConstantTimeCompare([]byte(su.Code), []byte(code)) == 1 {
			of = rec
			break
		}
		if rec.ID == b.Approval || b.Approval == "" && su.Until.After(of.StepUps[r.Person.ID].Until) {
			of = rec
		}
	}
	b.add(of.ID, r.Person.ID, byStepUp)
	return nil
}

// otherKinds are where a person can be told a code who has answered from an address:
// on another kind of channel, in the order in which they are asked.
func (s *Service) otherKinds(p message.Person, from message.Address) []Place {
	all := s.places(p, "")
	for _, a := range p.Addresses {
		i := slices.IndexFunc(s.o.Channels, func(c Channel) bool { return c.Kind == a.Kind() })
		if i >= 0 && !slices.ContainsFunc(all, func(at Place) bool { return at.Address == a }) {
			all = append(all, Place{s.o.Channels[i].Name, a})
		}
	}
	return slices.DeleteFunc(all, func(at Place) bool { return at.Address.Kind() == from.Kind() })
}

// stepUp sends a one-time code for a yes that is too weak alone. It reports false if
// its sender has no other kind of channel.
func (s *Service) stepUp(ctx context.Context, r Reply, rec Record, vote Vote) (string, bool, error) {
	to := s.otherKinds(r.Person, r.From)
	if len(to) == 0 {
		return "", false, nil
	}
	code, err := newDigits(s.o.Rand)
	if err != nil {
		return "", true, err
	}
	now := s.o.Now()
	var su StepUp
	send, closed := false, false
	rec, _, err = s.change(ctx, rec.ID, func(rec *Record) bool {
		send, closed = false, false
		if _, voted := rec.vote(vote.Person); voted || rec.State != Pending {
			closed = true
			return false
		}
		old, waits := rec.StepUps[vote.Person]
		switch {
		case waits && old.Vote.Key == vote.Key: // the same message again
			su, send = old, true
			return false
		case waits && now.Before(old.Until.Add(stepUpAgain-stepUpFor)):
			su = old
			return false
		}
		at := to[0]
		if i := slices.Index(to, old.To); waits && i >= 0 { // perhaps nothing arrives there
			at = to[(i+1)%len(to)]
		}
		su, send = StepUp{Code: code, To: at, Until: now.Add(stepUpFor), Vote: vote}, true
		rec.StepUps = maps.Clone(rec.StepUps) // others may read the map
		if rec.StepUps == nil {
			rec.StepUps = map[message.PersonID]StepUp{}
		}
		rec.StepUps[vote.Person] = su
		return true
	})
	if err != nil {
		return "", true, err
	}
	words := render.In(r.Person.Language)
	switch {
	case closed:
		what, err := s.late(ctx, r, rec, reply.Result{Verdict: reply.Grant, Strong: true})
		return what, true, err
	case send:
		if err := s.sendCode(ctx, r.Person, rec, su, words); err != nil {
			return "", true, err
		}
	}
	return "step-up", true, s.say(ctx, rec.ID, r, words.StepUpAsked(rec.Summary, string(su.To.Address.Kind()), su.Until, r.Person.Zone))
}

// sendCode enqueues the message with a one-time code. The same code is sent once.
func (s *Service) sendCode(ctx context.Context, p message.Person, rec Record, su StepUp, words render.Words) error {
	me, _ := rec.approver(p.ID)
	it, err := s.noticeItem(message.Outbound{
		ID:      message.DerivedMessageID(rec.CreatedAt, byStepUp, string(rec.ID), string(p.ID), su.Vote.Key),
		Channel: su.To.Channel, To: su.To.Address, ToName: p.Name, Kind: message.Notice, Approval: rec.ID, Person: p.ID, Turn: rec.Turn,
		Subject: words.StepUpSubject(rec.Summary), Text: words.StepUpCode(su.Code, rec.Summary, su.Until, p.Zone, me.Code), CreatedAt: s.o.Now(),
	})
	if err != nil {
		return err
	}
	if err := s.o.Lanes.Enqueue(ctx, []queue.Item{it}...); err != nil {
		return fmt.Errorf("approvals: send a one-time code: %w", err)
	}
	return nil
}

// cast counts a vote; what its person has to step up for is over then.
func (r *Record) cast(v Vote, now time.Time) bool {
	if !count(r, v, now) {
		return false
	}
	if _, waits := r.StepUps[v.Person]; waits {
		r.StepUps = maps.Clone(r.StepUps)
		delete(r.StepUps, v.Person)
	}
	return true
}

// stepped takes a one-time code that came back. The right one makes the yes count that
// it was sent for, or denies if it came with a no.
func (s *Service) stepped(ctx context.Context, b Bound, r Reply, rec Record, me Approver) (string, error) {
	_, no := digits(r)
	what, left := "", 0
	open, opens := s.takes(rec, r.Person, r.At)
	rec, _, err := s.change(ctx, rec.ID, func(rec *Record) bool {
		su, waits := rec.StepUps[me.Person]
		_, voted := rec.vote(me.Person)
		switch {
		case rec.State != Pending || voted || !waits:
			what = "late"
			return false
		case !su.open(r.At):
			what = "a one-time code that does not count any more"
			return false
		case subtle.ConstantTimeCompare([]byte(su.Code), []byte(b.Digits)) != 1:
			what = "a wrong one-time code"
			su.Tries++
			left = stepUpTries - su.Tries
			rec.StepUps = maps.Clone(rec.StepUps)
			rec.StepUps[me.Person] = su
			return true
		case !no && !open:
			what = "outside the hours"
			return false
		}
		what = ""
		vote := su.Vote
		vote.Raw = r.raw()
		vote.Stepped = &Stepped{Trust: vote.Trust, Key: vote.Key, Sent: su.To, Back: Place{r.Channel, r.From}, By: r.Trust}
		vote.Grant, vote.Key, vote.At, vote.Trust = !no, r.Key, r.At, rec.Trust
		vote.Why = append(slices.Clip(vote.Why), fmt.Sprintf("stepped up: the yes was %s, a one-time code sent by %s came back by %s",
			vote.Stepped.Trust, su.To.Address.Kind(), r.From.Kind()))
		return rec.cast(vote, s.o.Now())
	})
	if err != nil {
		return "", err
	}
	words := render.In(r.Person.Language)
	switch what {
	case "":
		return s.answered(ctx, r, rec, !no)
	case "late":
		v := reply.Result{Verdict: reply.Grant, Strong: true}
		if no {
			v.Verdict = reply.Deny
		}
		return s.late(ctx, r, rec, v)
	case "outside the hours":
		return what, s.say(ctx, rec.ID, r, words.HoursClosed(rec.Summary, opens, r.Person.Zone))
	case "a wrong one-time code":
		lock, err := s.guess(ctx, r, guesses(r, 1)...)
		if err != nil || !lock.Until.IsZero() { // that is told
			return what, err
		}
		return what, s.say(ctx, rec.ID, r, words.StepUpWrong(left))
	default:
		return what, s.say(ctx, rec.ID, r, words.StepUpExpired())
	}
}
