package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"bridge/core/message"
	"bridge/people"
)

var peopleTests = tests{
	"People": func(t *testing.T, f Fixture) {
		s := f.Store()
		save := func(e people.Entry) people.Entry {
			t.Helper()
			e, err := s.SavePerson(t.Context(), e)
			must(t, "save "+string(e.ID), err)
			return e
		}
		at := func(a message.Address, want message.PersonID) {
			t.Helper()
			e, found, err := s.PersonAt(t.Context(), a)
			if err != nil || found != (want != "") || e.ID != want {
				t.Errorf("at %s: %q, %v, %v, want %q", a, e.ID, found, err, want)
			}
		}
		dana := save(people.Entry{ID: "dana", Name: "Dana", Groups: []string{"finance"}, Addresses: []people.Address{{Address: "email:d@x.test", Verified: f.Now(), How: "operator"}, {Address: "sms:+1"}}})
		if dana.Version == 0 || dana.Addresses[0].How != "operator" {
			t.Errorf("saved: %+v", dana)
		}
		at("email:d@x.test", "dana")
		at("sms:+1", "dana")
		at("sms:+", "")
		at("email:d@x.tes", "")
		if _, err := s.SavePerson(t.Context(), people.Entry{ID: "dana", Name: "Other"}); !errors.Is(err, people.ErrConflict) {
			t.Errorf("a new one over another: %v", err)
		}
		taken := (*people.TakenError)(nil)
		if _, err := s.SavePerson(t.Context(), people.Entry{ID: "eve", Name: "Eve", Addresses: []people.Address{{Address: "sms:+2"}, {Address: "sms:+1"}}}); !errors.As(err, &taken) || taken.Address != "sms:+1" {
			t.Errorf("an address of two: %v", err)
		}
		at("sms:+2", "") // nothing of it was done
		old := dana
		dana.Addresses, dana.Groups = dana.Addresses[:1], []string{"ops"}
		dana = save(dana)
		at("sms:+1", "")
		if _, err := s.SavePerson(t.Context(), old); !errors.Is(err, people.ErrConflict) {
			t.Errorf("over a newer one: %v", err)
		}
		save(people.Entry{ID: "eve", Name: "Eve", Groups: []string{"finance", "ops"}, Addresses: []people.Address{{Address: "sms:+1"}}})
		at("sms:+1", "eve")
		list := func(f people.Filter, want ...message.PersonID) {
			t.Helper()
			all, err := s.PeopleEntries(t.Context(), f)
			var got []message.PersonID
			for _, e := range all {
				got = append(got, e.ID)
			}
			if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%+v: %v, %v, want %v", f, got, err, want)
			}
		}
		list(people.Filter{}, "dana", "eve")
		list(people.Filter{Group: "finance"}, "eve")
		list(people.Filter{Group: "ops", Limit: 1}, "dana")
		list(people.Filter{Group: "ops", After: "dana"}, "eve")
		list(people.Filter{Group: "op"})
		if err := s.RemovePerson(t.Context(), "dana", old.Version); !errors.Is(err, people.ErrConflict) {
			t.Errorf("removed as it was: %v", err)
		}
		must(t, "remove", s.RemovePerson(t.Context(), "dana", dana.Version))
		if err := s.RemovePerson(t.Context(), "dana", dana.Version); !errors.Is(err, people.ErrNotFound) {
			t.Errorf("removed twice: %v", err)
		}
		at("email:d@x.test", "")
		list(people.Filter{}, "eve")

		// Of many who want an address at once, one gets it.
		var wg sync.WaitGroup
		var mu sync.Mutex
		won := 0
		for i := range 8 {
			wg.Go(func() {
				_, err := s.SavePerson(t.Context(), people.Entry{ID: message.PersonID(fmt.Sprint("p", i)), Name: "P", Addresses: []people.Address{{Address: "sms:+9"}}})
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					won++
				} else if !errors.As(err, new(*people.TakenError)) && !errors.Is(err, people.ErrConflict) {
					t.Errorf("save: %v", err)
				}
			})
		}
		wg.Wait()
		if won != 1 {
			t.Errorf("%d have the address", won)
		}
	},
}
