package adaptertest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/core/message"
	"bridge/internal/noerr"
)

// Kit is what the cases have to know of a kind.
type Kit struct {
	Kind      channel.Kind
	PublicURL string
	// Begin starts what the channel talks to; Section are the keys of a section for it.
	Begin   func(t *testing.T)
	Section func() string
	Secrets []string        // never to be in a log
	To      message.Address // somebody who writes and is written to
	// Comes makes a message come in, as the provider brings it: one id and text is one
	// message, however often. It reports whether the provider was told that it is taken.
	Comes func(h *Host, id, text string) bool
	// Bad are inputs that are no message: forged, broken, too large. They report the same.
	Bad map[string]func(h *Host) bool
	// Fires: what comes in is not written by anybody. It has no class and no original, and a
	// channel may know by itself what it has brought.
	Fires bool
	// Sends are the states of a send; none if the kind sends nothing.
	Sends []Send
	// Sent is what the person has got.
	Sent func() []string
}

// Send is one send and what it comes to.
type Send struct {
	Name    string
	Arrange func()                  // before it; nil is nothing
	Change  func(*message.Outbound) // of a plain answer; nil is nothing
	Kind    message.SendKind        // "" is sent
	NotSent bool
	Arrives bool // also where it fails: the answer was lost
}

// Run runs all cases.
func Run(t *testing.T, k Kit) {
	for name, test := range map[string]func(*testing.T, Kit){
		"description": description, "accept": accept, "again": again, "at once": atOnce, "not durable": notDurable, "bad input": bad, "sends": sends, "life cycle": life,
	} {
		t.Run(name, func(t *testing.T) { test(t, k) })
	}
}

// description: the kind, its channel and its adapter say the same, and mistakes are named.
func description(t *testing.T, k Kit) {
	h := k.Open(t)
	caps := h.Adapter.Caps()
	switch {
	case k.Kind.Name == "" || caps.Kind != k.Kind.Name || h.Channel.Kind != k.Kind.Name || h.Adapter.Name() != name:
		t.Errorf("kinds %q, %q, %q, name %s", k.Kind.Name, caps.Kind, h.Channel.Kind, h.Adapter.Name())
	case !reflect.DeepEqual(caps, h.Adapter.Caps()):
		t.Error("the capabilities change")
	case caps.ProvesSender != h.Channel.Proves:
		t.Errorf("the channel proves %v, the adapter %v", h.Channel.Proves, caps.ProvesSender)
	case (k.Kind.Address == nil) == (k.Kind.Endpoint == nil):
		t.Error("people have addresses there, or there is an endpoint")
	}
	if k.Kind.Address != nil {
		kind, value, _ := strings.Cut(k.Kind.Example, ":")
		if a, err := k.Kind.Address(value); err != nil || string(a) != kind+":"+value {
			t.Errorf("the example %s is %s, %v", k.Kind.Example, a, err)
		}
		for _, none := range []string{"", " ", "x\ny", ":", "*"} {
			if a, err := k.Kind.Address(none); err == nil {
				t.Errorf("%q is the address %s", none, a)
			}
		}
	}
	_, _, err := k.read(t, "nonsense = 1\n"+k.Section())
	if err == nil || !strings.Contains(err.Error(), "channels."+name+".nonsense: unknown key") {
		t.Errorf("an unknown key: %v", err)
	}
}

func accept(t *testing.T, k Kit) {
	h := k.Open(t)
	start := time.Now()
	if !k.Comes(h, "one", "geheim: café 🦊") {
		t.Fatal("it was not taken")
	}
	list, _ := h.Taken()
	if len(list) != 1 {
		t.Fatalf("%d messages", len(list))
	}
	in := list[0]
	switch {
	case in.Channel != name || in.Class != message.Human && !k.Fires || in.ExternalID == "" || len(in.ExternalID) > 512:
		t.Errorf("%+v", in)
	case in.From.Kind() != k.Kind.Name || k.Kind.Address != nil && in.From != k.To:
		t.Errorf("it is from %s", in.From)
	case in.Trust > h.Adapter.Caps().ProvesSender || len(in.Why) == 0:
		t.Errorf("trust %v because of %v", in.Trust, in.Why)
	case in.ReceivedAt.Before(start.Add(-time.Minute)) || in.ReceivedAt.After(time.Now().Add(time.Second)):
		t.Errorf("received at %v", in.ReceivedAt)
	case len(in.Parts) == 0 || !h.Channel.Machine && in.Unquoted != "geheim: café 🦊":
		t.Errorf("parts %+v, text %q", in.Parts, in.Unquoted)
	case !k.Fires && (len(in.RawSHA256) != 64 || len(in.Raw) == 0):
		t.Error("it is not kept as it came")
	}
}

func again(t *testing.T, k Kit) {
	h := k.Open(t)
	for _, id := range []string{"one", "one", "two", "one", "two"} {
		if !k.Comes(h, id, "hello") {
			t.Errorf("%s was not taken", id)
		}
	}
	if list, _ := h.Taken(); len(list) != 2 || list[0].ExternalID == list[1].ExternalID {
		t.Errorf("%d messages", len(list))
	}
}

func atOnce(t *testing.T, k Kit) {
	h := k.Open(t)
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if !k.Comes(h, "one", "hello") {
				t.Error("it was not taken")
			}
		})
	}
	all.Wait()
	if list, brought := h.Taken(); len(list) != 1 || brought < 50 && !k.Fires {
		t.Errorf("%d messages, brought %d times", len(list), brought)
	}
}

// notDurable: nothing is acknowledged that is not stored, and the repetition is taken.
func notDurable(t *testing.T, k Kit) {
	for what, err := range map[string]error{"store": errors.New("the store is down"), "limit": &adapters.LimitError{Limit: "limits.x", Text: "later"}} {
		h := k.Open(t)
		h.Failing(err)
		if k.Comes(h, "one", "hello") {
			t.Errorf("%s: it was acknowledged", what)
		}
		h.Failing(nil)
		if !k.Comes(h, "one", "hello") {
			t.Errorf("%s: the repetition was not taken", what)
		}
		if list, _ := h.Taken(); len(list) != 1 {
			t.Errorf("%s: %d messages", what, len(list))
		}
	}
}

func bad(t *testing.T, k Kit) {
	if len(k.Bad) == 0 {
		t.Fatal("the kit has no bad input")
	}
	for name, comes := range k.Bad {
		h := k.Open(t)
		if comes(h) {
			t.Errorf("%s: it was acknowledged", name)
		}
		if list, brought := h.Taken(); brought != 0 {
			t.Errorf("%s: taken: %+v", name, list)
		}
		if !k.Comes(h, "one", "hello") {
			t.Errorf("%s: the next message was not taken", name)
		}
	}
}

func sends(t *testing.T, k Kit) {
	s, ok := k.openSender(t)
	if !ok {
		if len(k.Sends) > 0 {
			t.Error("the adapter sends nothing")
		}
		return
	}
	all := append([]Send{
		{Name: "plain", Arrives: true},
		{Name: "somebody of another kind", Change: func(o *message.Outbound) { o.To = "other:1" }, Kind: message.SendInvalid, NotSent: true},
		{Name: "nobody", Change: func(o *message.Outbound) { o.To = message.Address(string(k.Kind.Name) + ":") }, Kind: message.SendInvalid, NotSent: true},
	}, k.Sends...)
	for i, c := range all {
		t.Run(c.Name, func(t *testing.T) {
			s, _ := k.openSender(t)
			out := message.Outbound{
				ID: message.DerivedMessageID(time.Now(), c.Name), Channel: name, To: k.To, Kind: message.Answer, CreatedAt: time.Now(), Text: fmt.Sprintf("This is send %d.", i),
			}
			if c.Change != nil {
				c.Change(&out)
			}
			if c.Arrange != nil {
				c.Arrange()
			}
			r, err := s.Send(t.Context(), out)
			var se *message.SendError
			switch {
			case c.Kind == "" && (err != nil || r.ProviderID == "" && len(r.Refs) == 0 && !known(s, out)):
				t.Fatalf("%+v, %v", r, err)
			case c.Kind != "" && (!errors.As(err, &se) || se.Kind != c.Kind || se.NotSent != c.NotSent):
				t.Fatalf("%#v, want %s, not sent %v", err, c.Kind, c.NotSent)
			case se != nil && se.Kind != message.SendInvalid && se.Public == "":
				t.Errorf("nothing is said to people: %v", se)
			}
			for _, secret := range k.Secrets {
				if err != nil && strings.Contains(err.Error(), secret) {
					t.Errorf("the error has a secret: %v", err)
				}
			}
			if n := len(k.Sent()); c.Arrives != (n > 0) {
				t.Errorf("%d messages arrived", n)
			}
		})
	}
	t.Run("stopped", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.Send(ctx, message.Outbound{ID: "msg_1", Channel: name, To: k.To, Kind: message.Answer, Text: "x"}); err == nil {
			t.Error("it was sent after the end")
		}
	})
}

// known reports whether an answer to a message is recognised by an id that it was given
// here.
func known(s adapters.Sender, out message.Outbound) bool {
	i, ok := s.(adapters.Identified)
	return ok && i.Ref(out) != ""
}

func (k Kit) openSender(t *testing.T) (adapters.Sender, bool) {
	s, ok := k.Open(t).Adapter.(adapters.Sender)
	return s, ok
}

// life: a channel ends when it is told to, and leaves nothing behind.
func life(t *testing.T, k Kit) {
	h := k.Open(t)
	before := runtime.NumGoroutine()
	if l, ok := h.Adapter.(adapters.Listening); ok {
		noerr.Must(t, l.Listen(t.Context()))
	}
	if r, ok := h.Adapter.(adapters.Receiver); ok {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- r.Receive(ctx, h.Accept) }()
		time.Sleep(50 * time.Millisecond)
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("it ended with %v", err)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("it does not end")
		}
	}
	if c, ok := h.Adapter.(interface{ Close() error }); ok {
		noerr.Want(t, c.Close())
	}
	for end := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before+5 && time.Now().Before(end); { // idle connections end by themselves
		time.Sleep(20 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before+5 {
		b := make([]byte, 1<<16)
		t.Errorf("%d goroutines, %d before:\n%s", n, before, b[:runtime.Stack(b, true)])
	}
}
