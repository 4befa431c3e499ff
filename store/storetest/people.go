package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/people"
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
		pages := func(tenant message.Tenant, skip, limit, total int, want ...message.PersonID) {
			t.Helper()
			all, n, err := s.PeoplePage(t.Context(), tenant, skip, limit)
			var got []message.PersonID
			for _, e := range all {
				got = append(got, e.ID)
			}
			if err != nil || n != total || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("a page of %q behind %d: %v of %d, %v, want %v of %d", tenant, skip, got, n, err, want, total)
			}
		}
		pages("", 0, 10, 2, "dana", "eve")
		pages("", 0, 1, 2, "dana")
		pages("", 1, 1, 2, "eve")
		pages("", 2, 1, 2)
		pages("", 0, 0, 2)
		pages("acme", 0, 10, 0)
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
	"Codes": func(t *testing.T, f Fixture) {
		s, now := f.Store(), f.Now()
		c := people.Code{Print: "p1", Person: "gina", Channel: "wa", How: "code", At: now, Until: now.Add(time.Hour)}
		if _, found, err := s.Code(t.Context(), "p1"); found || err != nil {
			t.Errorf("a code that is not there: %v, %v", found, err)
		}
		c, err := s.SaveCode(t.Context(), c)
		must(t, "save", err)
		if _, err := s.SaveCode(t.Context(), people.Code{Print: "p1", Person: "hal", Until: now.Add(time.Hour)}); !errors.Is(err, people.ErrConflict) {
			t.Errorf("a new one over another: %v", err)
		}
		_, err = s.SaveCode(t.Context(), people.Code{Print: "p2", Person: "gina", Until: now.Add(time.Hour)})
		must(t, "save", err)

		// Of many who use one at once, one does.
		var wg sync.WaitGroup
		var won atomic.Int32
		for i := range 8 {
			wg.Go(func() {
				mine := c
				mine.Used = message.Address(fmt.Sprint("whatsapp:+", i))
				switch _, err := s.SaveCode(t.Context(), mine); {
				case err == nil:
					won.Add(1)
				case !errors.Is(err, people.ErrConflict):
					t.Errorf("save: %v", err)
				}
			})
		}
		wg.Wait()
		got, found, err := s.Code(t.Context(), "p1")
		if won.Load() != 1 || err != nil || !found || got.Used == "" || got.Version == c.Version {
			t.Errorf("%d used it: %+v, %v, %v", won.Load(), got, found, err)
		}
		all, err := s.CodesOf(t.Context(), "gina")
		if err != nil || len(all) != 2 {
			t.Errorf("the codes of a person: %+v, %v", all, err)
		}
		must(t, "remove", s.RemoveCode(t.Context(), "p2"))
		must(t, "remove again", s.RemoveCode(t.Context(), "p2"))
		if _, found, _ := s.Code(t.Context(), "p2"); found {
			t.Error("it is there still")
		}

		st := people.Standing{Address: "sms:+1", Person: "gina", Proven: now, How: "code"}
		must(t, "stands", s.SaveStanding(t.Context(), st))
		if err := s.SaveStanding(t.Context(), st); !errors.Is(err, people.ErrConflict) {
			t.Errorf("over another: %v", err)
		}
		st, found, err = s.Standing(t.Context(), "sms:+1")
		if err != nil || !found || st.Person != "gina" || !st.Proven.Equal(now) || st.Version == 0 {
			t.Errorf("standing: %+v, %v, %v", st, found, err)
		}
		some, err := s.Standings(t.Context(), "sms:+2", "sms:+1")
		if err != nil || len(some) != 2 || some[0] != (people.Standing{}) || some[1].Person != "gina" || some[1].Version != st.Version {
			t.Errorf("standings: %+v, %v", some, err)
		}
		must(t, "stands again", s.SaveStanding(t.Context(), st))

		// What is erased of an address, and what goes with its person.
		must(t, "forget", s.ForgetAddress(t.Context(), "sms:+1", nil))
		if _, found, _ := s.Standing(t.Context(), "sms:+1"); found {
			t.Error("an erased address stands still")
		}
		e, err := s.SavePerson(t.Context(), people.Entry{ID: "gina", Name: "Gina"})
		must(t, "save person", err)
		must(t, "remove person", s.RemovePerson(t.Context(), "gina", e.Version))
		if all, err := s.CodesOf(t.Context(), "gina"); err != nil || len(all) != 0 {
			t.Errorf("codes of nobody: %+v, %v", all, err)
		}
	},
}
