package a2a

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"bridge/adapters"
	"bridge/adapters/post"
	"bridge/core/message"
	"bridge/core/wire/a2a/v03"
)

// push is where a peer wants to hear of a task. It is kept with the last turn of the task, as
// a place that is told (Thread.Parent), sealed: it has secrets of the peer. Who goes on with
// the task takes them over.
type push struct {
	ID          string         `json:"id,omitempty"`
	URL         string         `json:"url"`
	Token       string         `json:"token,omitempty"`
	Scheme      string         `json:"scheme,omitempty"` // of Authorization
	Credentials string         `json:"credentials,omitempty"`
	Old         bool           `json:"old,omitempty"` // the peer speaks 0.3
	Context     string         `json:"context"`
	Turn        message.TurnID `json:"turn,omitempty"` // that began the task; "": the one that it is kept with
}

const (
	pushUse   = "a2a-push"
	maxPush   = 4096 // bytes of a configuration
	maxPushes = 10   // of one task
	pushID    = "default"
)

// wanted is what a message says of notifications; nil: none are wanted, or not now.
func (a *Adapter) wanted(c *call, cfg *sdk.SendMessageConfig) (*push, error) {
	if cfg == nil || cfg.PushConfig == nil {
		return nil, nil
	}
	return a.configured(c, cfg.PushConfig)
}

// configured is a configuration of a peer, if it may be.
func (a *Adapter) configured(c *call, w *sdk.PushConfig) (*push, error) {
	origins := a.o.Config.Peers[c.peer].Push
	if len(origins) == 0 {
		return nil, noPush()
	}
	p := &push{ID: w.ID, URL: w.URL, Token: w.Token, Old: c.old}
	if p.ID == "" {
		p.ID = pushID
	}
	if w.Auth != nil {
		p.Scheme, p.Credentials = w.Auth.Scheme, w.Auth.Credentials
	}
	u, err := url.Parse(w.URL)
	switch {
	case err != nil || u.User != nil || !slices.Contains(origins, u.Scheme+"://"+u.Host):
		return nil, sdk.NewError(sdk.ErrInvalidParams, "notifications go to the hosts that were agreed upon: "+strings.Join(origins, ", "))
	case len(p.ID)+len(p.URL)+len(p.Token)+len(p.Scheme)+len(p.Credentials) > maxPush:
		return nil, sdk.NewError(sdk.ErrInvalidParams, fmt.Sprintf("the push configuration has more than %d bytes", maxPush))
	case strings.ContainsFunc(p.Token+p.Scheme+p.Credentials, func(r rune) bool { return r < ' ' || r > '~' }):
		return nil, sdk.NewError(sdk.ErrInvalidParams, "the push configuration has characters that no header has")
	}
	return p, nil
}

// place keeps it with a turn. Each has an address of its own below that of the peer, and so a
// lane: one receiver that is away holds up no other.
func (a *Adapter) place(peer string, p push) (message.Place, error) {
	b, err := json.Marshal(p)
	if err != nil {
		return message.Place{}, err
	}
	sealed, err := a.o.Keys.Seal(b, pushUse, string(a.o.Name), peer)
	return message.Place{
		Address: message.Address(string(Kind) + ":" + peer + "/" + digest("push", p.ID)[:16]),
		Thread:  message.Thread{Parent: base64.RawStdEncoding.EncodeToString(sealed)},
	}, err
}

// places are those of some configurations.
func (a *Adapter) places(peer string, all []push) ([]message.Place, error) {
	var places []message.Place
	for _, p := range all {
		place, err := a.place(peer, p)
		if err != nil {
			return nil, err
		}
		places = append(places, place)
	}
	return places, nil
}

// pushes are the configurations that are kept with a turn.
func (a *Adapter) pushes(peer string, places []message.Place) (all []push) {
	for _, place := range places {
		if p, ok := a.push(peer, place.Thread); ok {
			all = append(all, p)
		}
	}
	return all
}

// with is a list of configurations with one more, in the place of that of its id.
func with(all []push, p push) []push {
	if i := slices.IndexFunc(all, func(x push) bool { return x.ID == p.ID }); i >= 0 {
		all[i] = p
		return all
	}
	return append(all, p)
}

// push is what was kept with a turn; false if nothing was.
func (a *Adapter) push(peer string, t message.Thread) (p push, ok bool) {
	sealed, err := base64.RawStdEncoding.DecodeString(t.Parent)
	if err != nil || len(sealed) == 0 {
		return p, false
	}
	b, ok := a.o.Keys.Open(sealed, pushUse, string(a.o.Name), peer)
	return p, ok && json.Unmarshal(b, &p) == nil
}

// Sending is a channel whose peers may want to be told: it posts how a task is when people
// are asked, and when it has ended or asks back.
type Sending struct{ *Adapter }

var _ adapters.Sender = Sending{}

// Send implements adapters.Sender. The peer gets the task as it is now, so that what comes
// late tells nothing that is over.
func (s Sending) Send(ctx context.Context, out message.Outbound) (message.Receipt, error) {
	peer, _, _ := strings.Cut(out.To.Value(), "/")
	p, ok := s.push(peer, out.Thread)
	if out.Event == nil || out.To.Kind() != Kind || peer == "" || !ok {
		return message.Receipt{}, post.Invalid("body", "it is no notification", errors.New("no task is told"))
	}
	if u, err := url.Parse(p.URL); err != nil || !slices.Contains(s.o.Config.Peers[peer].Push, u.Scheme+"://"+u.Host) {
		return message.Receipt{}, &message.SendError{
			Kind: message.SendRejected, Code: "push", Public: "the host of the notification is not in the configuration any more", NotSent: true, Err: errors.New("no such host"),
		}
	}
	t := task{peer: peer, turn: p.Turn, context: p.Context}
	if t.turn == "" {
		t.turn = out.Turn
	}
	as, err := s.told(ctx, t, out.Turn)
	switch {
	case errors.Is(err, sdk.ErrTaskNotFound):
		return message.Receipt{}, post.Invalid("gone", "the task is not kept any more", err)
	case err != nil:
		return message.Receipt{}, &message.SendError{Kind: message.SendUnreachable, Code: "store", Public: "the task cannot be read", NotSent: true, Err: err}
	}
	var body []byte
	head := http.Header{"Content-Type": {"application/a2a+json"}}
	if p.Old {
		head.Set("Content-Type", "application/json")
		body, err = json.Marshal(v03.Task(as))
	} else {
		body, err = json.Marshal(sdk.StreamResponse{Event: as})
	}
	if err != nil {
		return message.Receipt{}, post.Invalid("body", "the task cannot be written", err)
	}
	if p.Token != "" {
		for _, name := range []string{"A2A-Notification-Token", "X-A2A-Notification-Token"} { // of 1.0, and of 0.3
			head.Set(name, p.Token)
		}
	}
	if p.Scheme != "" && p.Credentials != "" {
		head.Set("Authorization", p.Scheme+" "+p.Credentials)
	}
	if signer := s.o.Config.Peers[peer].Signs; signer != nil {
		signer.Sign(head, string(out.ID), s.o.Now(), body)
	}
	code, err := post.Post(ctx, s.o.Client, "the peer", p.URL, head, body)
	if err != nil {
		return message.Receipt{}, err
	}
	return message.Receipt{ProviderID: string(out.ID), Detail: code}, nil
}

// told is a task as it is now, with all that its turns made. The notification is of one of
// them.
func (a *Adapter) told(ctx context.Context, t task, of message.TurnID) (*sdk.Task, error) {
	turn, err := a.waiter.Look(ctx, of)
	if err != nil {
		return nil, err
	}
	if turn.State == "" { // it has ended, so there was a record
		return nil, sdk.ErrTaskNotFound
	}
	chain, _, err := a.now(ctx, t)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(chain, of) { // the turns before it are not kept any more
		chain = append(chain, of)
	}
	return a.look(ctx, &call{peer: t.peer}, t, chain)
}
