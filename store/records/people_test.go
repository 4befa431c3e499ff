package records_test

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/store"
	"bridge/store/ground"
	"bridge/store/memory"
	"bridge/store/records"
	"bridge/store/sqlite"
)

// TestDirectory: what the store has of people is looked up each time, and the configuration
// wins over it, by id and by address.
func TestDirectory(t *testing.T) {
	now := time.Now()
	s := records.New(memory.New(time.Now), store.Options{})
	d := people.Directory{Store: s, Config: message.People{{ID: "dana", Name: "Dana", Addresses: []message.Address{"email:d@x.test"}, Groups: []string{"finance"}}}}
	save := func(e people.Entry) people.Entry {
		t.Helper()
		e, err := s.SavePerson(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	at := func(a message.Address, who, owner message.PersonID) {
		t.Helper()
		p, ok, err := d.ByAddress(t.Context(), a)
		if err != nil || p.ID != who || ok != (who != "") {
			t.Errorf("%s is of %q, %v, want %q", a, p.ID, err, who)
		}
		if o, ok, err := d.Owner(t.Context(), a); err != nil || o != owner || ok != (owner != "") {
			t.Errorf("%s is said to be of %q, %v, want %q", a, o, err, owner)
		}
	}
	members := func(want ...message.PersonID) {
		t.Helper()
		if got, err := d.Members(t.Context(), "finance"); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("finance has %v, %v, want %v", got, err, want)
		}
	}
	verified := func(a message.Address) people.Address { return people.Address{Address: a, Verified: now, How: "test"} }
	gina := save(people.Entry{ID: "gina", Name: "Gina", Approver: true, Groups: []string{"finance"}, Addresses: []people.Address{verified("email:g@x.test"), {Address: "sms:+1"}, verified("email:d@x.test")}})
	save(people.Entry{ID: "hal", Name: "Hal", Groups: []string{"finance"}, Addresses: []people.Address{verified("email:h@x.test")}})
	save(people.Entry{ID: "dana", Name: "Not Dana", Approver: true, Groups: []string{"finance"}, Addresses: []people.Address{verified("email:evil@x.test")}})
	at("email:d@x.test", "dana", "dana") // though the store gives it to gina
	at("email:g@x.test", "gina", "gina")
	at("sms:+1", "", "gina")
	at("email:evil@x.test", "", "dana") // an id of the configuration is the configuration's
	at("email:G@x.test", "", "")
	members("dana", "gina") // hal may not decide
	p, ok, err := d.Person(t.Context(), "gina")
	if err != nil || !ok || len(p.Addresses) != 1 || p.Addresses[0] != "email:g@x.test" || p.Barred || !p.Of("") || p.Of("acme") || p.Zone != time.UTC {
		t.Errorf("gina: %+v, %v", p, err)
	}
	if p, _, _ := d.Person(t.Context(), "dana"); p.Name != "Dana" {
		t.Errorf("dana is %s", p.Name)
	}
	if p, ok, _ := d.Person(t.Context(), "hal"); !ok || !p.Barred {
		t.Errorf("hal: %+v", p)
	}
	gina.Disabled = true
	save(gina)
	at("email:g@x.test", "", "gina")
	members("dana")
	if _, ok, _ := d.Person(t.Context(), "gina"); ok {
		t.Error("who is disabled is somebody")
	}
	for i := range people.MostMembers + 5 {
		save(people.Entry{ID: message.PersonID(fmt.Sprintf("m%03d", i)), Name: "M", Approver: true, Groups: []string{"finance"}})
	}
	if all, err := d.Members(t.Context(), "finance"); err != nil || len(all) != people.MostMembers {
		t.Errorf("%d members, %v", len(all), err)
	}
}

// counted counts the records that are read.
type counted struct {
	ground.Store
	read int
}

func (c *counted) Get(ctx context.Context, keys ...ground.Key) ([]ground.Record, error) {
	c.read += len(keys)
	return c.Store.Get(ctx, keys...)
}

func (c *counted) Scan(ctx context.Context, q ground.Scan) ([]ground.Found, error) {
	all, err := c.Store.Scan(ctx, q)
	c.read += len(all)
	return all, err
}

// TestPageReadsItsOwn: a page of the directory reads the entries that it has, wherever it begins, and a
// look-up one.
func TestPageReadsItsOwn(t *testing.T) {
	const n = 3000
	g, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "bridge.db"), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	c := &counted{Store: g}
	s := records.New(c, store.Options{})
	defer s.Close()
	var all sync.WaitGroup
	for w := range 64 {
		all.Go(func() {
			for i := w; i < n; i += 64 {
				id := fmt.Sprintf("p%05d", i)
				_, err := records.New(g, store.Options{}).SavePerson(t.Context(), people.Entry{
					ID: message.PersonID(id), Name: id, Provisioned: &people.Provisioned{UserName: id + "@x.test", ExternalID: "x" + id},
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for _, skip := range []int{0, 1, n / 2, n - 100, n - 7, n, n + 5} {
		c.read = 0
		page, total, err := s.PeoplePage(t.Context(), "", skip, 100)
		want := max(0, min(100, n-skip))
		if err != nil || total != n || len(page) != want || want > 0 && page[0].ID != message.PersonID(fmt.Sprintf("p%05d", skip)) || c.read != want {
			t.Errorf("behind %d: %d of %d, %v, read %d, want %d", skip, len(page), total, err, c.read, want)
		}
	}
	for what, look := range map[string]func() (people.Entry, bool, error){
		"user name":   func() (people.Entry, bool, error) { return s.PersonNamed(t.Context(), "P02999@x.test") },
		"external id": func() (people.Entry, bool, error) { return s.PersonKnownAs(t.Context(), "xp02999") },
	} {
		c.read = 0
		if e, found, err := look(); err != nil || !found || e.ID != "p02999" || c.read != 1 {
			t.Errorf("by %s: %s, %v, %v, read %d", what, e.ID, found, err, c.read)
		}
	}
}

// shrinks is a store of which somebody takes entries out while one counts them.
type shrinks struct{ ground.Store }

func (s shrinks) Rank(ctx context.Context, kind, index string, n int) (int, *ground.Place, error) {
	total, _, err := s.Store.Rank(ctx, kind, index, n)
	return total, nil, err
}

// TestPageOfFewer: a page that begins behind somebody who is taken out meanwhile is empty: not the first one
// once more.
func TestPageOfFewer(t *testing.T) {
	s := records.New(shrinks{memory.New(time.Now)}, store.Options{})
	defer s.Close()
	for _, id := range []message.PersonID{"dana", "erin", "frank"} {
		if _, err := s.SavePerson(t.Context(), people.Entry{ID: id, Name: string(id)}); err != nil {
			t.Fatal(err)
		}
	}
	if page, total, err := s.PeoplePage(t.Context(), "", 2, 10); err != nil || total != 3 || len(page) != 0 {
		t.Errorf("%d of %d, %v", len(page), total, err)
	}
	if page, total, err := s.PeoplePage(t.Context(), "", 0, 10); err != nil || total != 3 || len(page) != 3 {
		t.Errorf("the first page: %d of %d, %v", len(page), total, err)
	}
}

// BenchmarkDirectory looks up one of 50 000 people by address, as each message does.
func BenchmarkDirectory(b *testing.B) {
	const n = 50_000
	g, err := sqlite.Open(b.Context(), sqlite.Options{Path: filepath.Join(b.TempDir(), "bridge.db"), Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	for _, x := range []struct {
		name string
		g    ground.Store
	}{{"sqlite", g}} {
		b.Run(x.name, func(b *testing.B) {
			s := records.New(x.g, store.Options{})
			defer s.Close()
			address := func(i int) message.Address { return message.Address(fmt.Sprintf("email:person%d@example.com", i)) }
			var wg sync.WaitGroup
			for w := range 64 {
				wg.Go(func() {
					for i := w; i < n; i += 64 {
						if _, err := s.SavePerson(b.Context(), people.Entry{
							ID: message.PersonID(fmt.Sprint("p", i)), Name: "Somebody With A Name", Groups: []string{"staff"}, Approver: true,
							Addresses: []people.Address{{Address: address(i), Verified: time.Now(), How: "operator ops"}, {Address: message.Address(fmt.Sprint("sms:+39", 1000000+i))}},
						}); err != nil {
							b.Error(err)
						}
					}
				})
			}
			wg.Wait()
			d := people.Directory{Store: s}
			b.Run("look-up", func(b *testing.B) { // a benchmark that has others in it prints no line of its own
				var before, after runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&before)
				for i := 0; b.Loop(); i++ {
					if p, ok, err := d.ByAddress(b.Context(), address(i*7919%n)); err != nil || !ok || p.ID == "" {
						b.Fatal(p, ok, err)
					}
				}
				runtime.GC()
				runtime.ReadMemStats(&after)
				b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/1024, "kB-grown")
				b.ReportMetric(float64(after.HeapAlloc)/1024/1024, "MB-heap")
			})
			b.Run("page", func(b *testing.B) { // of 100, in the middle and at the end
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					if all, total, err := s.PeoplePage(b.Context(), "", []int{n / 2, n - 100}[i%2], 100); err != nil || total != n || len(all) != 100 {
						b.Fatal(len(all), total, err)
					}
				}
			})
		})
	}
}
