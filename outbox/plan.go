package outbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/render"
)

// Recipient is one of those who get the answer of a turn.
type Recipient struct {
	Channel message.ChannelName
	Address message.Address
	Name    string
	Thread  message.Thread
	Subject string         // complete, of what answers nothing they wrote; "" = from Thread
	Peer    *envelope.Peer // it is an agent
	// Language is that of who reads there; "" = Planner.Language is asked.
	Language string
}

// Source says what started a turn, where that was no person.
type Source = render.Source

// Reply is the outcome of one step, ready to be delivered.
type Reply struct {
	Session  message.SessionID
	Turn     message.TurnID
	Key      string    // of the step
	At       time.Time // when the outcome was recorded: fixes ids and dates
	State    envelope.State
	Parts    []envelope.Part
	Problems map[int]string // artifact parts (index into Parts) that could not be stored
	Failed   bool           // append the failure text with the reference
	Canceled bool           // Parts are the one that says so, which people read in their language
	Waiting  string         // the waiting notice of a suspended turn
	Silent   bool           // the agent said nothing at all: people get nothing
	Aside    bool           // words of the bridge, not the turn's outcome: systems get nothing
	To       []Recipient
	From     Source // what started the turn, where that was no person

	// For systems: they get all of a turn at once.
	Earlier  []StepParts     // what earlier steps of the turn said, in order
	Requests []envelope.Part // approval-requests of this step, as they were asked, with their surfaces
	States   []envelope.Part // setState parts of this step, for agents
	Channel  message.ChannelName
	Agent    string
	Tenant   message.Tenant
	Failure  string // code, when the turn failed
}

// StepParts is what one step of a turn said.
type StepParts struct {
	Parts    []envelope.Part
	Problems map[int]string // artifact parts (index into Parts) that could not be stored
	Requests []envelope.Part
	States   []envelope.Part
}

// says are all steps of the turn so far.
func (r Reply) says() []StepParts {
	return append(slices.Clone(r.Earlier), StepParts{r.Parts, r.Problems, r.Requests, r.States})
}

// Planner renders replies into outbound messages.
type Planner struct {
	Registry  *envelope.Registry
	Artifacts *artifacts.Store
	Caps      map[message.ChannelName]message.Caps
	// Language is that of whoever reads at an address; nil, and "", is English.
	Language func(context.Context, message.Address) string
}

// Words are those of a recipient.
func (p Planner) Words(ctx context.Context, to Recipient) render.Words {
	if to.Language != "" || p.Language == nil {
		return render.In(to.Language)
	}
	return render.In(p.Language(ctx, to.Address))
}

// Plan renders r once for each recipient and returns the items of the messages.
// Their ids depend on r alone, so planning the same outcome again adds nothing.
// Every step of a turn is one message for each recipient, or several where the
// channel takes less at a time: these follow each other in one lane.
func (p Planner) Plan(ctx context.Context, r Reply) ([]queue.Item, error) {
	var items []queue.Item
	for _, to := range r.To {
		var outs []message.Outbound
		var err error
		switch system := p.system(to); {
		case system && (r.Aside || r.State == envelope.Awaiting), !system && r.Silent:
			continue
		case system:
			outs, err = p.event(ctx, r, to)
		default:
			outs, err = p.messages(ctx, r, to)
		}
		if err != nil {
			return nil, err
		}
		for _, out := range outs {
			if out.Text == "" && len(out.Attachments) == 0 && out.Event == nil {
				continue
			}
			it, err := Item(out)
			if err != nil {
				return nil, err
			}
			items = append(items, it)
		}
	}
	return items, nil
}

// Letter renders what no turn has said for one recipient: one message, or several where
// the channel takes less at a time. Their ids depend on key, at and the recipient alone.
func (p Planner) Letter(ctx context.Context, key string, at time.Time, to Recipient, parts []envelope.Part) ([]message.Outbound, error) {
	outs, err := p.messages(ctx, Reply{Key: "letter " + key, At: at, State: envelope.Complete, Parts: parts}, to)
	for i := range outs {
		outs[i].Kind = message.Notice
	}
	return outs, err
}

// Held returns the items that tell the recipients of r that their message is
// kept, because the assistant cannot be reached. Their ids depend on r alone:
// they are said once.
func (p Planner) Held(ctx context.Context, r Reply, now time.Time) ([]queue.Item, error) {
	var items []queue.Item
	for _, to := range r.To {
		if p.system(to) {
			continue
		}
		it, err := p.Notice(message.Outbound{
			ID:      message.DerivedMessageID(r.At, "held", string(r.Turn), r.Key, string(to.Channel), string(to.Address)),
			Channel: to.Channel, To: to.Address, ToName: to.Name,
			Session: r.Session, Turn: r.Turn, Agent: r.Agent, Tenant: r.Tenant, Subject: to.Subject, Text: p.Words(ctx, to).Kept(r.Turn, r.From), Thread: to.Thread, CreatedAt: now,
		})
		if err != nil {
			return nil, err
		}
		items = append(items, it)
	}
	return items, nil
}

// Notice returns the item of a notice in the form that its channel shows.
func (p Planner) Notice(out message.Outbound) (queue.Item, error) {
	caps := p.Caps[out.Channel]
	out.Kind, out.Text = message.Notice, render.Chat(out.Text, caps.Markup)
	if caps.HTML {
		out.HTML = render.HTML(out.Text)
	}
	return Item(out)
}

func (p Planner) messages(ctx context.Context, r Reply, to Recipient) ([]message.Outbound, error) {
	caps := p.Caps[to.Channel]
	words := p.Words(ctx, to)
	if r.Canceled {
		said := r.Parts[0]
		said.Text = words.Canceled()
		r.Parts = []envelope.Part{said}
	}
	parts, kept := p.deliverable(r.Parts, caps)
	var stored map[int]render.Stored
	for i, part := range parts {
		if part.Type != envelope.Artifact {
			continue
		}
		if stored == nil {
			stored = map[int]render.Stored{}
		}
		at := i
		if kept != nil {
			at = kept[i]
		}
		if why, bad := r.Problems[at]; bad {
			stored[i] = render.Stored{Problem: why}
			continue
		}
		if s, ok := p.stored(part); ok {
			stored[i] = s
		}
	}
	views, err := render.Messages(render.Turn{
		ID: r.Turn, State: r.State, Parts: parts, Artifacts: stored, Failed: r.Failed, Waiting: r.Waiting,
		Words: words, From: r.From,
	}, render.ProfileOf(caps), func(text string) (string, error) { return p.keep(ctx, text) })
	if err != nil {
		return nil, err
	}
	var outs []message.Outbound
	for i, view := range views {
		out, err := p.message(ctx, r, to, words, i, view)
		if err != nil {
			return nil, err
		}
		outs = append(outs, out)
	}
	return outs, nil
}

// message is the i-th message of an answer. The id of the first one is that of an
// answer in one message, whatever follows.
func (p Planner) message(ctx context.Context, r Reply, to Recipient, words render.Words, i int, view render.Output) (message.Outbound, error) {
	from := []string{"answer", string(r.Turn), r.Key, string(to.Channel), string(to.Address)}
	if i > 0 {
		from = append(from, strconv.Itoa(i))
	}
	out := message.Outbound{
		ID:      message.DerivedMessageID(r.At, from...),
		Channel: to.Channel, To: to.Address, ToName: to.Name, Kind: message.Answer,
		Session: r.Session, Turn: r.Turn, Agent: r.Agent, Tenant: r.Tenant, Text: view.Text, HTML: view.HTML, Attachments: view.Attachments,
		Subject: to.Subject, Thread: to.Thread, CreatedAt: r.At,
	}
	for _, d := range view.Data {
		a, err := p.Artifacts.Put(ctx, bytes.NewReader(d.JSON), d.Filename, "application/json")
		if _, ok := errors.AsType[*artifacts.TooLargeError](err); ok { // said, not lost in silence
			note := words.TooLarge(d.Filename)
			out.Text += "\n\n" + note
			if out.HTML != "" {
				out.HTML += render.HTML(note)
			}
			continue
		}
		if err != nil {
			return message.Outbound{}, fmt.Errorf("outbox: store data attachment: %w", err)
		}
		out.Attachments = append(out.Attachments, message.Attachment{
			Artifact: a.ID, Filename: a.Filename, MediaType: a.MediaType, Size: a.Size,
		})
	}
	if len(out.Attachments) > 0 {
		out.Language = words.Tag()
	}
	return out, nil
}

// keep stores the whole text of an answer of which a channel shows a part, and
// returns the link to it; "" if it is larger than an artifact may be.
func (p Planner) keep(ctx context.Context, text string) (string, error) {
	a, err := p.Artifacts.Put(ctx, strings.NewReader(text), "answer.txt", "text/plain; charset=utf-8")
	if _, ok := errors.AsType[*artifacts.TooLargeError](err); ok {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("outbox: store the whole answer: %w", err)
	}
	return p.Artifacts.Link(a.ID), nil
}

// deliverable applies the delivery rules of the channel and says for each part
// that is left which one of parts it was; nil where all are left.
func (p Planner) deliverable(parts []envelope.Part, caps message.Caps) ([]envelope.Part, []int) {
	to := envelope.Destination{Class: envelope.Buffered, Transport: string(caps.Kind)}
	if !slices.ContainsFunc(parts, func(x envelope.Part) bool { return !p.Registry.Delivers(x.Type, to) }) {
		return parts, nil
	}
	var left []envelope.Part
	var index []int
	for i, part := range parts {
		if p.Registry.Delivers(part.Type, to) {
			left, index = append(left, part), append(index, i)
		}
	}
	return left, index
}

// stored reads the reference that turns put in place of the agent's part.
func (p Planner) stored(part envelope.Part) (render.Stored, bool) {
	ref, ok := part.ArtifactRef()
	if !ok {
		return render.Stored{}, false
	}
	id := message.ArtifactID(ref.ArtifactID)
	if !id.Valid() {
		return render.Stored{}, false
	}
	return render.Stored{
		Attachment: message.Attachment{Artifact: id, Filename: part.Filename, MediaType: part.MediaType, Size: ref.SizeBytes},
		Link:       p.Artifacts.Link(id),
	}, true
}
