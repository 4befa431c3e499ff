package storetest

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/flow/admission"
)

const (
	phone  = message.Address("whatsapp:+393331234567")
	phone2 = message.Address("whatsapp:+393339999999")
)

// contact expects what is known of an address; nil is nothing.
func contact(t *testing.T, f Fixture, ch message.ChannelName, a message.Address, want *adapters.Contact) {
	t.Helper()
	got, found, err := f.Store().Contact(t.Context(), ch, a)
	if err != nil || found != (want != nil) || found && (!got.Heard.Equal(want.Heard) || got.Alias != want.Alias) {
		t.Errorf("contact %s %s: %+v, %v, %v, want %+v", ch, a, got, found, err, want)
	}
}

// saved saves a contact and expects what was there before.
func saved(t *testing.T, f Fixture, a message.Address, c, before adapters.Contact) {
	t.Helper()
	got, err := f.Store().SaveContact(t.Context(), "wa", a, c)
	if err != nil || !got.Heard.Equal(before.Heard) || got.Alias != before.Alias {
		t.Errorf("save %s %+v: before it %+v, %v, want %+v", a, c, got, err, before)
	}
}

// byAlias expects the address of an alias; "" is none.
func byAlias(t *testing.T, f Fixture, ch message.ChannelName, alias string, want message.Address) {
	t.Helper()
	if got, found, err := f.Store().ByAlias(t.Context(), ch, alias); err != nil || got != want || found != (want != "") {
		t.Errorf("by alias %s %q: %q, %v, %v, want %q", ch, alias, got, found, err, want)
	}
}

// talk is a message of phone's, d after start, that proposes a session.
func talk(start time.Time, d time.Duration, proposed string) admission.Conversation {
	return admission.Conversation{Channel: "wa", From: phone, Proposed: message.SessionID(proposed), At: start.Add(d), Idle: day}
}

// converse expects in which session a message is.
func converse(t *testing.T, f Fixture, c admission.Conversation, want message.SessionID) {
	t.Helper()
	if got, err := f.Store().Converse(t.Context(), c); err != nil || got != want {
		t.Errorf("%s at %s: %q, %v, want %q", c.Proposed, c.At, got, err, want)
	}
}

// notesAre expects what an address was told, newest first.
func notesAre(t *testing.T, f Fixture, ch message.ChannelName, to message.Address, limit int, want ...message.MessageID) {
	t.Helper()
	all, err := f.Store().Notes(t.Context(), ch, to, limit)
	var got []message.MessageID
	for _, n := range all {
		got = append(got, n.ID)
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("notes of %s: %v, %v, want %v", to, got, err, want)
	}
}

var noteTests = tests{
	"Notes": func(t *testing.T, f Fixture) {
		const eve, dana = message.Address("chat:eve"), message.Address("chat:dana")
		at := f.Now().UTC().Round(time.Microsecond)
		say := func(ch message.ChannelName, to message.Address, id message.MessageID, text string) {
			t.Helper()
			must(t, "save note", f.Store().SaveNote(t.Context(), ch, to, adapters.Note{ID: id, Kind: message.Notice, Text: text, Approval: "apr_1", At: at}))
		}
		notesAre(t, f, "site", eve, 10)
		say("site", eve, "msg_1", "one")
		say("site", dana, "msg_1", "one for Dana") // the same id, somebody else's
		say("site2", eve, "msg_2", "elsewhere")
		say("site", eve, "msg_3", "three")
		say("site", eve, "msg_1", "again")
		f.Crash(t)
		notesAre(t, f, "site", eve, 10, "msg_3", "msg_1")
		notesAre(t, f, "site", eve, 1, "msg_3")
		notesAre(t, f, "site", dana, 10, "msg_1")
		notesAre(t, f, "site", "chat:ev", 10)
		if all, err := f.Node("two").Notes(t.Context(), "site", eve, 10); err != nil || len(all) != 2 || all[1].Text != "one" || all[1].Approval != "apr_1" || !all[1].At.Equal(at) || all[1].Kind != message.Notice {
			t.Errorf("another node reads %+v, %v", all, err)
		}
		for name, bad := range map[string]message.Address{"nobody": "", "a long address": message.Address(strings.Repeat("a", 513))} {
			if f.Store().SaveNote(t.Context(), "site", bad, adapters.Note{ID: "msg_4"}) == nil {
				t.Errorf("%s is taken", name)
			}
		}
		f.Advance(91 * day)
		sweep(t, f)
		notesAre(t, f, "site", eve, 10)
	},
}

var contactTests = tests{
	"Contacts": func(t *testing.T, f Fixture) {
		at := f.Now().UTC().Round(time.Microsecond)
		later := at.Add(time.Hour)
		contact(t, f, "wa", phone, nil)
		byAlias(t, f, "wa", "IT.1", "")
		saved(t, f, phone, adapters.Contact{Heard: later, Alias: "IT.1"}, adapters.Contact{})
		saved(t, f, phone, adapters.Contact{Heard: at}, adapters.Contact{Heard: later, Alias: "IT.1"}) // it came late, and without an alias
		saved(t, f, phone2, adapters.Contact{Heard: at}, adapters.Contact{})
		f.Crash(t)
		contact(t, f, "wa", phone, &adapters.Contact{Heard: later, Alias: "IT.1"})
		contact(t, f, "wa", phone2, &adapters.Contact{Heard: at})
		contact(t, f, "wa2", phone, nil) // another channel
		byAlias(t, f, "wa", "IT.1", phone)
		byAlias(t, f, "wa2", "IT.1", "")
		byAlias(t, f, "wa", "", "")
		// The number is somebody else's now: the alias of before leads nowhere.
		saved(t, f, phone, adapters.Contact{Heard: later.Add(time.Minute), Alias: "IT.2"}, adapters.Contact{Heard: later, Alias: "IT.1"})
		byAlias(t, f, "wa", "IT.1", "")
		byAlias(t, f, "wa", "IT.2", phone)
		// And whose alias it was has another number.
		saved(t, f, phone2, adapters.Contact{Heard: later, Alias: "IT.1"}, adapters.Contact{Heard: at})
		byAlias(t, f, "wa", "IT.1", phone2)
		byAlias(t, f, "wa", "IT.2", phone)
		saved(t, f, phone, adapters.Contact{Heard: later, Alias: "IT.1"}, adapters.Contact{Heard: later.Add(time.Minute), Alias: "IT.2"})
		byAlias(t, f, "wa", "IT.1", phone) // the last one that was saved with it
		saved(t, f, phone2, adapters.Contact{Heard: later}, adapters.Contact{Heard: later, Alias: "IT.1"})
		byAlias(t, f, "wa", "IT.1", phone)
	},

	"ContactsOfAnotherNode": func(t *testing.T, f Fixture) {
		ctx, at := t.Context(), f.Now().UTC().Round(time.Microsecond)
		if _, err := f.Node("one").SaveContact(ctx, "wa", phone, adapters.Contact{Heard: at, Alias: "IT.1"}); err != nil {
			t.Fatal(err)
		}
		if c, ok, err := f.Node("two").Contact(ctx, "wa", phone); err != nil || !ok || !c.Heard.Equal(at) || c.Alias != "IT.1" {
			t.Errorf("another node sees %+v, %v, %v", c, ok, err)
		}
	},

	"ContactRacers": func(t *testing.T, f Fixture) {
		at := f.Now().UTC().Round(time.Microsecond)
		var all sync.WaitGroup
		for i := range 30 {
			all.Go(func() {
				c := adapters.Contact{Heard: at.Add(time.Duration(i) * time.Second)}
				if i%2 == 0 {
					c.Alias = "IT.1"
				}
				if _, err := f.Node(fmt.Sprint("node", i%3)).SaveContact(t.Context(), "wa", phone, c); err != nil {
					t.Errorf("save contact: %v", err)
				}
			})
		}
		all.Wait()
		contact(t, f, "wa", phone, &adapters.Contact{Heard: at.Add(29 * time.Second), Alias: "IT.1"})
		byAlias(t, f, "wa", "IT.1", phone)
	},

	"ContactRetention": func(t *testing.T, f Fixture) {
		at := f.Now().UTC().Round(time.Microsecond)
		one := adapters.Contact{Heard: at, Alias: "IT.1"}
		two := adapters.Contact{Heard: at, Alias: "IT.2"}
		saved(t, f, phone, one, adapters.Contact{})
		saved(t, f, phone2, two, adapters.Contact{})
		f.Advance(60 * day)
		saved(t, f, phone, adapters.Contact{Heard: at}, one) // its alias lives on with it
		sweep(t, f)
		contact(t, f, "wa", phone2, &two)
		f.Advance(31 * day)
		sweep(t, f)
		contact(t, f, "wa", phone, &one)
		byAlias(t, f, "wa", "IT.1", phone)
		contact(t, f, "wa", phone2, nil)
		byAlias(t, f, "wa", "IT.2", "")
		f.Advance(60 * day)
		sweep(t, f)
		contact(t, f, "wa", phone, nil)
		byAlias(t, f, "wa", "IT.1", "")
	},

	"ContactLimits": func(t *testing.T, f Fixture) {
		at := f.Now().UTC().Round(time.Microsecond)
		most := adapters.Contact{Heard: at, Alias: strings.Repeat("é", 128)}
		long := message.Address(strings.Repeat("a", 512))
		saved(t, f, long, most, adapters.Contact{})
		contact(t, f, "wa", long, &most)
		byAlias(t, f, "wa", most.Alias, long)
		for name, c := range map[string]struct {
			ch message.ChannelName
			a  message.Address
			c  adapters.Contact
		}{
			"no channel": {"", phone, most}, "no address": {"wa", "", most}, "a longer address": {"wa", long + "a", most},
			"a longer alias": {"wa", phone, adapters.Contact{Alias: most.Alias + "x"}},
		} {
			if _, err := f.Store().SaveContact(t.Context(), c.ch, c.a, c.c); err == nil {
				t.Errorf("%s is taken", name)
			}
		}
		if err := f.Store().Healthy(); err != nil {
			t.Errorf("a refused contact makes the store unhealthy: %v", err)
		}
	},

	"Conversation": func(t *testing.T, f Fixture) {
		start := f.Now()
		converse(t, f, talk(start, 0, "ses_1"), "ses_1")
		converse(t, f, talk(start, 0, "ses_1"), "ses_1") // again
		converse(t, f, talk(start, day, "ses_2"), "ses_1")
		converse(t, f, talk(start, time.Hour, "ses_3"), "ses_1") // it came late
		f.Crash(t)
		converse(t, f, talk(start, 2*day, "ses_4"), "ses_1") // the latest one counts
		converse(t, f, talk(start, 3*day+time.Microsecond, "ses_5"), "ses_5")
		converse(t, f, talk(start, 2*day, "ses_6"), "ses_5") // it came late
		other := talk(start, 3*day, "ses_7")
		other.Channel = "sms"
		converse(t, f, other, "ses_7")
		other = talk(start, 3*day, "ses_8")
		other.From = phone2
		converse(t, f, other, "ses_8")
		force := talk(start, 3*day, "ses_9")
		force.Force = true
		converse(t, f, force, "ses_9")
		converse(t, f, talk(start, 4*day, "ses_10"), "ses_9")
		for name, c := range map[string]func(*admission.Conversation){
			"no channel": func(c *admission.Conversation) { c.Channel = "" }, "no sender": func(c *admission.Conversation) { c.From = "" },
			"no session": func(c *admission.Conversation) { c.Proposed = "" }, "no time": func(c *admission.Conversation) { c.At = time.Time{} },
			"a long sender": func(c *admission.Conversation) { c.From = message.Address(strings.Repeat("a", 513)) },
		} {
			bad := talk(start, 0, "ses_x")
			c(&bad)
			if got, err := f.Store().Converse(t.Context(), bad); err == nil {
				t.Errorf("%s: %s", name, got)
			}
		}
	},

	"ConversationRacers": func(t *testing.T, f Fixture) {
		start := f.Now()
		for round, at := range []time.Duration{0, 10 * day} { // the first message ever, and the first one after a long time
			got := make([]message.SessionID, 50)
			var all sync.WaitGroup
			for i := range got {
				all.Go(func() {
					c := talk(start, at+time.Duration(i)*time.Second, fmt.Sprint("ses_", round, "_", i))
					var err error
					if got[i], err = f.Node(fmt.Sprint("node", i%3)).Converse(t.Context(), c); err != nil {
						t.Errorf("converse: %v", err)
					}
				})
			}
			all.Wait()
			for i, id := range got {
				if id != got[0] || !strings.HasPrefix(string(id), fmt.Sprint("ses_", round, "_")) {
					t.Errorf("round %d: message %d is in %q, the first one in %q", round, i, id, got[0])
				}
			}
		}
	},

	"ConversationRetention": func(t *testing.T, f Fixture) {
		start := f.Now()
		idle := talk(start, 0, "ses_1")
		idle.Idle = 1000 * day
		converse(t, f, idle, "ses_1")
		f.Advance(60 * day)
		sweep(t, f)
		idle.Proposed = "ses_2"
		converse(t, f, idle, "ses_1") // it lives on
		f.Advance(60 * day)
		sweep(t, f)
		converse(t, f, idle, "ses_1")
		f.Advance(91 * day)
		sweep(t, f)
		converse(t, f, idle, "ses_2")
	},
}
