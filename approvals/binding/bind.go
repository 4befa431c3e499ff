package binding

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"bridge/approvals/decision"
	"bridge/approvals/guess"
	"bridge/approvals/reply"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/outbox"
)

// Store is what the binding of replies needs of the store.
type Store interface {
	Get(ctx context.Context, id message.ApprovalID) (request.Record, error)
	ByCode(ctx context.Context, code string) (message.ApprovalID, message.PersonID, error)
	OpenFor(ctx context.Context, p message.PersonID, limit int) ([]request.Record, error)
	LastOutbound(ctx context.Context, ch message.ChannelName, a message.Address) (outbox.LastOutbound, bool, error)
	Locked(ctx context.Context, from message.Address) (guess.Lock, error)
}

// Finder finds the requests that replies belong to. All but Memory are required.
type Finder struct {
	Store Store
	// Memory keeps what stood below earlier mails of an address. Nil: nothing is learned.
	Memory Memory
	// Named reports whether the rules name a person as an approver.
	Named func(message.PersonID) bool
	// ReplyWindow is how long after a prompt on a phone a bare yes or no may be the
	// answer to it, if nothing was said there since; zero: never.
	ReplyWindow time.Duration
	Now         func() time.Time
	Log         *slog.Logger
}

// Bound says which request a reply belongs to.
type Bound struct {
	Approval message.ApprovalID
	Whose    message.PersonID // whose prompt or code it was; "" unknown
	By       string           // the strongest binding: button, ref, step-up, tag, token, code, name, loose, sole
	Others   []message.ApprovalID
	Unknown  string // a code that names no request, where nothing else binds
	Stray    bool   // besides what binds there is a code that names no request
	Wrong    int    // how many codes of a verdict name no request
	// Explicit: it answers the prompt itself, or its text has a code. Weak words
	// count only then.
	Explicit bool
	// Coded: the text has the sender's own code of the request, not another approver's.
	Coded bool
	// List: the word that asks for what is open, from somebody who decides requests, or an
	// answer without a code to the list of several.
	List bool
	// Locked: it has a code, and codes from its address are not looked up. Nothing else
	// binds it.
	Locked bool
	// Aside is a request that the message might have meant to answer, where it is for an
	// agent: its sender is told (Service.Aside).
	Aside message.ApprovalID
	// Digits is the one-time code that the whole text is, where its sender was sent one.
	Digits string
}

// What binds for a moment only: the same message may find something else later.
const (
	ByStepUp = "step-up"
	bySole   = "sole"
	byLike   = "likeness" // to an answer: it never decides
)

// byName is a binding by an id in the text, which anybody may know.
const byName = "name"

// byWhich is what binds an answer to the list of several: it gets the list again.
const byWhich = "which"

// byLoose is a binding that decides nothing: its sender is asked back.
const byLoose = "loose"

// Ours reports whether the reply is for the approvals. It then never becomes a turn.
func (b Bound) Ours() bool { return b.Approval != "" || b.Unknown != "" || b.List || b.Locked }

// Which reports whether the reply answers the list of several requests, and does not say which.
func (b Bound) Which() bool { return b.By == byWhich }

// Loose reports whether nothing that its sender has proven binds the reply: it is about
// a request, and can never decide it.
func (b Bound) Loose() bool { return b.By == byLoose }

// Passing reports whether the binding has to be kept before the reply is answered, so
// that a repeated delivery is bound to the same: see Reply.Earlier.
func (b Bound) Passing() bool {
	return (b.By == bySole || b.By == ByStepUp || b.By == byLike) && len(b.Others) == 0
}

// noRequest is the id that a press gets whose button names no request: it never
// becomes a turn, and its presser hears that nothing is open.
const noRequest message.ApprovalID = "apr_none"

// press reads the payload of a pressed button: which request it names ("" if the
// channel could not fill in the id) and what it says. Payloads that are not of a
// prompt are not ok.
func press(payload string) (id message.ApprovalID, v reply.Verdict, ok bool) {
	if rest, is := strings.CutPrefix(payload, message.ApproveButton); is {
		id, v, ok = message.ApprovalID(rest), reply.Grant, true
	} else if rest, is := strings.CutPrefix(payload, message.DenyButton); is {
		id, v, ok = message.ApprovalID(rest), reply.Deny, true
	} else if rest, is := strings.CutPrefix(payload, message.AnswerButton); is {
		id, v, ok = message.ApprovalID(rest), reply.None, true // it has words, which are no yes or no
	}
	if !id.Valid() {
		id = ""
	}
	return id, v, ok
}

// binder collects what binds a reply.
type binder struct {
	Bound
	r Reply
}

// add adds a binding, the strongest first.
func (b *binder) add(id message.ApprovalID, whose message.PersonID, by string) {
	switch {
	case id == "":
	case b.Approval == "":
		b.Approval, b.Whose, b.By = id, whose, by
	case b.Approval == id:
		if b.Whose == "" {
			b.Whose = whose
		}
	case !slices.Contains(b.Others, id):
		b.Others = append(b.Others, id)
	}
}

// Bind finds the request that a reply belongs to, strongest binding
// first: the button that was pressed, the message it refers to, a one-time code, the
// reply tag, an [approval:CODE] token, a code in the text, an id in a token, and on
// phones the sole request that waits for its sender. Bindings route; they never authorise.
func (f *Finder) Bind(ctx context.Context, r Reply) (Bound, error) {
	b := &binder{r: r}
	pressed, _, isPress := press(r.Button)
	if r.Known && !isPress && isList(r) {
		decides, err := f.decides(ctx, r.Person.ID)
		if err != nil {
			return Bound{}, err
		}
		if decides {
			return Bound{List: true, By: "list"}, nil
		}
	}
	b.add(pressed, "", "button")
	b.Explicit = isPress
	for _, p := range r.Prompts {
		b.add(p.Approval, p.Person, "ref")
		b.Explicit = b.Explicit || p.Again == ""
	}
	if isPress { // its text is the button's title
		b.add(r.Tag, "", "tag")
		if b.Approval == "" {
			b.Approval, b.By = noRequest, "button"
		}
		b.Digits = r.Code
		return b.Bound, nil
	}
	b.add(r.Earlier, r.Person.ID, r.EarlierBy)
	if err := f.bindDigits(ctx, b); err != nil {
		return Bound{}, err
	}
	b.add(r.Tag, "", "tag")
	if err := f.bindCodes(ctx, b); err != nil {
		return Bound{}, err
	}
	if err := f.bindNames(ctx, b); err != nil {
		return Bound{}, err
	}
	if b.Approval == "" && b.Unknown == "" && !b.Locked {
		b.add(r.Loose, "", byLoose)
	}
	if b.Approval == "" && b.Unknown == "" && !b.Locked && r.Known && slices.ContainsFunc(r.Prompts, func(p Prompted) bool { return p.Again == message.AgainSeveral }) {
		// Where nothing is open any more, it is a message like any other.
		if open, err := f.Store.OpenFor(ctx, r.Person.ID, 1); err != nil {
			return Bound{}, fmt.Errorf("approvals: look up what is open: %w", err)
		} else if len(open) > 0 {
			return Bound{List: true, By: byWhich}, nil
		}
	}
	if b.Approval == "" && b.Unknown == "" && !b.Locked {
		if err := f.bindSole(ctx, b); err != nil {
			return Bound{}, err
		}
	}
	if b.Approval == "" && b.Unknown == "" && !b.Locked {
		if err := f.bindLike(ctx, b); err != nil {
			return Bound{}, err
		}
	}
	if b.Approval != "" {
		b.Unknown, b.Locked = "", false
	}
	return b.Bound, nil
}

// bindCodes adds the codes in subject and text. What a stranger gets must not depend
// on whether a code is right: only tokens, and the codes of a verdict, are looked at.
func (f *Finder) bindCodes(ctx context.Context, b *binder) error {
	r := b.r
	text := r.Text + "\n\n" + r.Other
	tokens, codes := append(reply.FindTokens(r.Subject), reply.FindTokens(text)...), reply.FindCodes(text)
	if len(tokens)+len(codes) == 0 { // as in most messages
		return nil
	}
	parsed := reply.Parse(r.Text, options(r))
	verdict := parsed.Verdict != reply.None
	if !r.Known && !verdict {
		codes = nil
	}
	lock, err := f.Store.Locked(ctx, r.Guesser())
	if err != nil {
		return fmt.Errorf("approvals: look up a lock: %w", err)
	}
	if !lock.Until.IsZero() {
		if verdict && b.Approval == "" {
			all := append(slices.Clone(parsed.Codes), tokens...)
			slices.Sort(all)
			own, err := f.ownCode(ctx, r, slices.Compact(all))
			if own != "" || err != nil {
				b.add(own, r.Person.ID, "code")
				b.Explicit, b.Coded = true, true
				return err
			}
		}
		b.Locked = len(tokens) > 0 || verdict
		if verdict && b.Approval != "" { // what else it says is not known: it is not clear
			b.Stray, err = f.foreign(ctx, b, parsed.Codes)
		}
		return err
	}
	seen := map[string]bool{}
	look := func(code, by string) error {
		id, whose, err := f.byCode(ctx, code)
		if err != nil {
			return err
		}
		// Any word of six letters and digits looks like a code: only a message
		// that is a verdict and a code is taken for a late or mistyped one.
		said := verdict && (by == "token" || slices.Contains(parsed.Codes, code))
		if id == "" && b.Unknown == "" && (by == "token" || verdict) {
			b.Unknown = code
		}
		b.Stray = b.Stray || id == "" && (by == "token" || said)
		if id == "" && said && !seen[code] {
			b.Wrong++
		}
		seen[code] = true
		b.Explicit = b.Explicit || id != "" && by == "code"
		b.add(id, whose, by)
		b.Coded = b.Coded || r.Known && id != "" && id == b.Approval && whose == r.Person.ID
		return nil
	}
	for _, code := range tokens {
		if err := look(code, "token"); err != nil {
			return err
		}
	}
	for _, code := range codes {
		if err := look(code, "code"); err != nil {
			return err
		}
	}
	return nil
}

// bindNames adds the requests that [approval:NAME] tokens name by an id: ours, or the
// agent's own of a request that waits for the sender. Ids are no secret: they say what
// the reply is about, and stand for no code where one is needed. The agent's own may be
// used again for another request: its sender is asked back. A name of nothing is
// told, and never starts a turn.
func (f *Finder) bindNames(ctx context.Context, b *binder) error {
	r := b.r
	names := append(reply.FindNames(r.Subject), reply.FindNames(r.Text+"\n\n"+r.Other)...)
	if len(names) == 0 {
		return nil
	}
	for _, name := range names {
		ids, err := f.meant(ctx, r, name)
		if err != nil {
			return err
		}
		for _, id := range ids {
			by := byName
			if string(id) != name {
				by = byLoose // an agent may use its own id again: it says what the reply is about, no more
			}
			b.add(id, r.Person.ID, by)
		}
		if len(ids) == 0 {
			if b.Unknown == "" {
				b.Unknown = name
			}
			b.Stray = true
		}
	}
	return nil
}

// meant finds the requests of the sender that a name means.
func (f *Finder) meant(ctx context.Context, r Reply, name string) ([]message.ApprovalID, error) {
	if !r.Known {
		return nil, nil
	}
	if id := message.ApprovalID(name); id.Valid() {
		rec, err := f.Store.Get(ctx, id)
		if errors.Is(err, request.ErrNotFound) {
			return nil, nil
		}
		if err != nil {
			return nil, fmt.Errorf("approvals: read %s: %w", id, err)
		}
		if _, mine := rec.ApproverOf(r.Person.ID); !mine {
			return nil, nil
		}
		return []message.ApprovalID{id}, nil
	}
	open, err := f.Waiting(ctx, r.Person.ID, MostGuessable)
	if err != nil {
		return nil, err
	}
	var ids []message.ApprovalID
	for _, rec := range open {
		if rec.AgentID == name {
			ids = append(ids, rec.ID)
		}
	}
	return ids, nil
}

// foreign reports whether one of codes is not the sender's own of the request that
// the reply is bound to. It looks nothing up.
func (f *Finder) foreign(ctx context.Context, b *binder, codes []string) (bool, error) {
	rec, err := f.Store.Get(ctx, b.Approval)
	if errors.Is(err, request.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("approvals: read %s: %w", b.Approval, err)
	}
	me, _ := rec.ApproverOf(b.r.Person.ID)
	return slices.ContainsFunc(codes, func(c string) bool { return c != me.Code }), nil
}

func (f *Finder) byCode(ctx context.Context, code string) (message.ApprovalID, message.PersonID, error) {
	id, whose, err := f.Store.ByCode(ctx, code)
	if errors.Is(err, request.ErrNotFound) {
		return "", "", nil
	}
	if err != nil {
		return "", "", fmt.Errorf("approvals: look up code: %w", err)
	}
	return id, whose, nil
}

// bindDigits binds a one-time code to the request whose yes waits for it, and a wrong
// one to one of those that wait. Where none waits, six digits are an ordinary message.
func (f *Finder) bindDigits(ctx context.Context, b *binder) error {
	r := b.r
	if !r.Known {
		return nil
	}
	code, _ := Digits(r)
	if code == "" {
		return nil
	}
	if r.EarlierBy == ByStepUp {
		b.Digits = code
		return nil
	}
	rs, err := f.Store.OpenFor(ctx, r.Person.ID, MostOpen)
	if err != nil {
		return fmt.Errorf("approvals: look up what is open: %w", err)
	}
	rs = slices.DeleteFunc(rs, func(rec request.Record) bool { _, waits := rec.StepUps[r.Person.ID]; return !waits })
	if len(rs) == 0 {
		return nil
	}
	b.Digits = code
	of := rs[0]
	for _, rec := range rs {
		su := rec.StepUps[r.Person.ID]
		if decision.CodeOpen(su, r.At, r.Limiter(string(r.From.Kind()))) && rec.Guessed[r.Guessed(OneTime)] < decision.MostCodes && subtle.ConstantTimeCompare([]byte(su.Code), []byte(code)) == 1 {
			of = rec
			break
		}
		if rec.ID == b.Approval || b.Approval == "" && su.Until.After(of.StepUps[r.Person.ID].Until) {
			of = rec
		}
	}
	b.add(of.ID, r.Person.ID, ByStepUp)
	return nil
}

// ownCode finds the open request whose own code of the sender is the only code in a
// verdict: what counts also while codes from there are locked.
func (f *Finder) ownCode(ctx context.Context, r Reply, codes []string) (message.ApprovalID, error) {
	if !r.Known || len(codes) != 1 {
		return "", nil
	}
	open, err := f.Waiting(ctx, r.Person.ID, MostGuessable)
	if err != nil {
		return "", err
	}
	for _, rec := range open {
		me, _ := rec.ApproverOf(r.Person.ID)
		if rec.Guessed[r.Guessed(ACode)] < MostGuesses && subtle.ConstantTimeCompare([]byte(me.Code), []byte(codes[0])) == 1 {
			return rec.ID, nil
		}
	}
	return "", nil
}

// mostGuessable bounds the open requests whose codes are compared while they are locked.
const MostGuessable = 50

// mostOpen bounds the open requests that are looked through for one person.
const MostOpen = 100_000

// mostListed bounds the requests that one answer lists.
const MostListed = 10

// decides reports whether a person may be asked at all: LIST of others is an ordinary
// message.
func (f *Finder) decides(ctx context.Context, p message.PersonID) (bool, error) {
	if f.Named(p) {
		return true, nil
	}
	open, err := f.Waiting(ctx, p, 1)
	return len(open) > 0, err
}

// Waiting returns the requests that wait for a person's answer, oldest first, at most
// limit and those that the person has voted on beside.
func (f *Finder) Waiting(ctx context.Context, p message.PersonID, limit int) ([]request.Record, error) {
	return f.open(ctx, p, limit, f.waits)
}

// Answerable returns those that wait for a person's answer, and those that are held, which a
// no of the person still stops; else as Waiting.
func (f *Finder) Answerable(ctx context.Context, p message.PersonID, limit int) ([]request.Record, error) {
	return f.open(ctx, p, limit, func(r request.Record, p message.PersonID) bool {
		return !r.HeldUntil.IsZero() || f.waits(r, p)
	})
}

func (f *Finder) waits(r request.Record, p message.PersonID) bool {
	_, voted := r.VoteOf(p)
	return !voted && r.ExpiresAt.After(f.Now())
}

func (f *Finder) open(ctx context.Context, p message.PersonID, limit int, keep func(request.Record, message.PersonID) bool) ([]request.Record, error) {
	for n := limit + 10; ; n *= 10 { // those that were voted on, or wait for an escalation, are among them
		rs, err := f.Store.OpenFor(ctx, p, n)
		if err != nil {
			return nil, fmt.Errorf("approvals: look up what is open: %w", err)
		}
		all := len(rs) < n
		rs = slices.DeleteFunc(rs, func(r request.Record) bool {
			_, mine := r.ApproverOf(p)
			return !mine || !keep(r, p)
		})
		if all || len(rs) >= limit {
			return rs[:min(limit, len(rs))], nil
		}
	}
}
