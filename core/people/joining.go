package people

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"bridge/core/message"
	"bridge/internal/mac"
)

// Codes hands codes out and takes them back. All fields are required.
type Codes struct {
	Store interface {
		Store
		CodeStore
	}
	Directory Directory
	Keys      mac.Keys
	Random    io.Reader
	Now       func() time.Time
}

const purpose = "join code"

// Issue draws a code, and stores its digest in place of those that are open for the same
// person, channel and address. It returns the code, which nobody can be told again.
func (c Codes) Issue(ctx context.Context, of Code) (string, Code, error) {
	text, err := draw(c.Random)
	if err != nil {
		return "", of, err
	}
	of, err = c.put(ctx, of, text)
	return text, of, err
}

// put stores a code. One that is there already stays as it is.
func (c Codes) put(ctx context.Context, of Code, text string) (Code, error) {
	all, err := c.Store.CodesOf(ctx, of.Person)
	if err != nil {
		return of, err
	}
	of.Print, of.At = c.Keys.Sum(20, purpose, text), c.Now().UTC()
	open := 0
	for _, x := range all {
		switch {
		case x.Print == of.Print:
			return x, nil
		case x.Used != "":
		case x.Channel == of.Channel && x.Address == of.Address:
			if err := c.Store.RemoveCode(ctx, x.Print); err != nil {
				return of, err
			}
		case x.Open(of.At):
			open++
		}
	}
	if open >= mostOpen {
		return of, ErrManyCodes
	}
	return c.Store.SaveCode(ctx, of)
}

// ErrManyCodes says that a person has too many open codes.
var ErrManyCodes = fmt.Errorf("there are %d open codes for the person already", mostOpen)

// Try is a code as it came.
type Try struct {
	Channel message.ChannelName
	From    message.Address // proven as well as the channel can
	Code    string
	// Forgeable: From is what a network says, which others can have it say. A code from there
	// binds nothing before another one that went there has come back, too.
	Forgeable bool
}

// Result is what a code came to.
type Result string

// The results.
const (
	Wrong    Result = "wrong"    // not known, used, expired, or of somewhere else: no one is told which
	Taken    Result = "taken"    // the code is right, and the address somebody else's
	Confirm  Result = "confirm"  // a second code has to come back from there
	Joined   Result = "joined"   // the address is theirs from now on
	Verified Result = "verified" // it was theirs, and is proven now
	Already  Result = "already"  // the same code has done that before
)

// Redeemed is what a code came to. The person is known but for Wrong.
type Redeemed struct {
	Result   Result
	Person   message.PersonID
	Name     string
	Language string
	Code     string // the second one, of Confirm
	How      string // by what
}

// Redeem takes a code. What was cut off is finished when it comes from there again. Of several
// senders with one code at the same time one is taken, on any number of nodes.
func (c Codes) Redeem(ctx context.Context, t Try) (Redeemed, error) {
	code, found, err := c.find(ctx, t.Code)
	if err != nil || !found {
		return Redeemed{Result: Wrong}, err
	}
	now := c.Now().UTC()
	mine := code.Used == t.From && !code.Done // it was cut off, or waits for the second one
	switch {
	case code.Channel != t.Channel, code.Address != "" && code.Address != t.From:
		return Redeemed{Result: Wrong}, c.refuse(ctx, code)
	case code.Done && code.Used == t.From && now.Before(code.Until):
		if p, ok, err := c.Directory.ByAddress(ctx, t.From); err != nil || ok && p.ID == code.Person {
			return Redeemed{Result: Already, Person: p.ID, Name: p.Name, Language: p.Language, How: code.How}, err
		}
		return Redeemed{Result: Wrong}, nil
	case !code.Open(now) && !mine:
		return Redeemed{Result: Wrong}, nil
	}
	r, config, err := c.whose(ctx, code)
	if err != nil || r.Person == "" {
		return Redeemed{Result: Wrong}, err
	}
	owner, taken, err := c.Directory.Owner(ctx, t.From)
	switch {
	case err != nil:
		return Redeemed{}, err
	case taken && owner != code.Person:
		r.Result = Taken
		return r, c.refuse(ctx, code)
	case !taken && !code.Adds: // it was taken away from them since
		return Redeemed{Result: Wrong}, c.refuse(ctx, code)
	}
	if !mine {
		code.Used = t.From
		code, err = c.Store.SaveCode(ctx, code)
		if errors.Is(err, ErrConflict) { // somebody else was faster
			return Redeemed{Result: Wrong}, nil
		}
		if err != nil {
			return Redeemed{}, err
		}
	}
	if t.Forgeable && code.Address == "" {
		r.Result, r.Code = Confirm, c.second(t)
		_, err = c.put(ctx, Code{Person: code.Person, Channel: code.Channel, Address: t.From, Adds: true, How: code.How, By: code.By, Until: code.Until}, r.Code)
		return r, err // not done: a repetition says the same again
	}
	if r.Result, r.How, err = c.bind(ctx, code, t.From, config); err != nil {
		return Redeemed{}, err
	}
	code.Done = true
	if _, err := c.Store.SaveCode(ctx, code); err != nil && !errors.Is(err, ErrConflict) {
		return Redeemed{}, err
	}
	return r, nil
}

// find looks a code up under each of the secrets.
func (c Codes) find(ctx context.Context, text string) (Code, bool, error) {
	for _, print := range c.Keys.Sums(20, purpose, text) {
		if code, found, err := c.Store.Code(ctx, print); err != nil || found {
			return code, found, err
		}
	}
	return Code{}, false, nil
}

// refuse counts that a right code came from where it does not count.
func (c Codes) refuse(ctx context.Context, code Code) error {
	code.Refused++
	if _, err := c.Store.SaveCode(ctx, code); err != nil && !errors.Is(err, ErrConflict) {
		return err
	}
	return nil
}

// whose finds the active person of a code; no Person if there is none any more. config: the
// configuration has them.
func (c Codes) whose(ctx context.Context, code Code) (r Redeemed, config bool, err error) {
	if p, ok, _ := c.Directory.Config.Person(ctx, code.Person); ok { // a list: no error
		return Redeemed{Person: p.ID, Name: p.Name, Language: p.Language}, true, nil
	}
	e, ok, err := c.Store.PersonEntry(ctx, code.Person)
	if err != nil || !ok || e.Off() {
		return r, false, err
	}
	return Redeemed{Person: e.ID, Name: e.Name, Language: e.Language}, false, nil
}

// second is the code that confirms a forgeable sender of the first: the same one each time, and
// known to nobody who has not got it.
func (c Codes) second(t Try) string {
	var b []byte
	for i := 0; len(b) < codeLength; i++ {
		for _, r := range c.Keys.Sum(32, "second join code", t.Code, string(t.From), fmt.Sprint(i)) {
			if n := slices.Index([]rune(base32Letters), r); n >= 0 && n < len(codeLetters) && len(b) < codeLength {
				b = append(b, codeLetters[n])
			}
		}
	}
	return string(b)
}

const base32Letters = "abcdefghijklmnopqrstuvwxyz234567"

// mostBinds is how often a change is tried that others are faster with.
const mostBinds = 10

// bind makes the address theirs, proven by the code.
func (c Codes) bind(ctx context.Context, code Code, from message.Address, config bool) (Result, string, error) {
	now, result := c.Now().UTC(), Verified
	if !config {
		var err error
		if result, err = c.bindEntry(ctx, code, from, now); err != nil || result == Wrong || result == Taken {
			return result, "", err
		}
	}
	return result, code.How, c.stands(ctx, from, func(s *Standing) bool {
		*s = Standing{Address: from, Person: code.Person, Proven: now, How: code.How, Heard: now, Version: s.Version}
		return true
	})
}

func (c Codes) bindEntry(ctx context.Context, code Code, from message.Address, now time.Time) (Result, error) {
	for range mostBinds {
		e, ok, err := c.Store.PersonEntry(ctx, code.Person)
		if err != nil || !ok || e.Off() {
			return Wrong, err
		}
		result := Verified
		i := slices.IndexFunc(e.Addresses, func(a Address) bool { return a.Address == from })
		if i < 0 {
			if !code.Adds {
				return Wrong, nil
			}
			i, result = len(e.Addresses), Joined
			e.Addresses = append(e.Addresses, Address{Address: from})
		}
		a := &e.Addresses[i]
		a.Verified, a.How = now, code.How
		if code.Adds {
			a.Consent, result = now, Joined
		}
		e.ChangedAt, e.ChangedBy = now, code.How
		if e.Check() != nil { // such as too many addresses
			return Wrong, nil
		}
		_, err = c.Store.SavePerson(ctx, e)
		switch taken := (*TakenError)(nil); {
		case errors.As(err, &taken):
			return Taken, nil
		case !errors.Is(err, ErrConflict):
			return result, err
		}
	}
	return Wrong, ErrConflict
}

// stands changes what is known of an address until nobody else was faster; change reports
// whether there is anything to store.
func (c Codes) stands(ctx context.Context, a message.Address, change func(*Standing) bool) error {
	for range mostBinds {
		s, _, err := c.Store.Standing(ctx, a)
		if err != nil || !change(&s) {
			return err
		}
		if err = c.Store.SaveStanding(ctx, s); !errors.Is(err, ErrConflict) {
			return err
		}
	}
	return ErrConflict
}
