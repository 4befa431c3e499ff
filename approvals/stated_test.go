package approvals_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"bridge/approvals/binding"
	"bridge/core/message"
	"bridge/internal/cputime"
	"bridge/internal/noerr"
	"bridge/internal/racetest"
	"bridge/internal/sampletest"
)

// name gives a mail that names its sender's signature, as admission does.
func (d *desk) name(from, text string, change ...func(*binding.Reply)) binding.Naming {
	d.t.Helper()
	r := d.reply(from, text, change...)
	what, blocks := binding.Named(r)
	if what == binding.SignatureKnown || what == binding.SignatureNone {
		noerr.Must(d.t, d.svc.Learn(d.t.Context(), r, blocks))
	}
	return what
}

func inHTML(text string) func(*binding.Reply) {
	return func(r *binding.Reply) { r.Other, r.Differs = text, true }
}

// TestSignatureIsNamed: what a proven mail calls only a signature is left out below answers to younger
// requests, whatever it says, if it ends them whole and the same.
func TestSignatureIsNamed(t *testing.T) {
	racetest.Skip(t)
	const (
		line = "What stands below is only my signature.\n\n"
		odd  = "Dana Rossi\nCask Strength Since Ever\nTickets £14, not after 9 p.m.\nDid you know? We are closed on Fridays."
		html = "Dana Rossi Cask Strength\nSince Ever\nTickets £14, not after 9 p.m.\nDid you know? We are closed on Fridays.\nFind us"
	)
	named := func(d *desk) { d.name("dana", line+odd) }
	for _, tt := range []struct {
		name   string
		learn  func(d *desk) // before the request
		answer string
		change func(*binding.Reply)
		want   string
	}{
		{"never named", func(*desk) {}, "Yes\n\n" + odd, nil, "no verdict"},
		{"named", named, "Yes\n\n" + odd, nil, "granted"},
		{"a no", named, "No\n\n" + odd, nil, "denied"},
		{"below what closes a letter", named, "Yes, please.\n\nBest regards\nDana\n\n" + odd, nil, "granted"},
		{"other blanks and line ends", named, "Yes\r\n\r\n" + strings.ReplaceAll(odd, "\n", " \r\n\r\n"), nil, "granted"},
		{"named in another language", func(d *desk) { d.name("dana", "was unten steht ist nur meine signatur\n"+odd) }, "Yes\n\n" + odd, nil, "granted"},
		{"named without accents", func(d *desk) { d.name("dana", "*To co jest nizej to tylko moj podpis*\n"+odd) }, "Yes\n\n" + odd, nil, "granted"},
		{"both forms of the mail", func(d *desk) { d.name("dana", line+odd, inHTML(line+html)) }, "Yes\n\n" + odd, inHTML("Yes\n\n" + html), "granted"},
		{"one form of the mail", named, "Yes\n\n" + odd, inHTML("Yes\n\n" + html), "no verdict"},
		{"marked now", named, "Yes\n\n" + odd, signedBy(odd), "granted"},
		{"two were named", func(d *desk) { d.name("dana", line+odd); d.name("dana", line+"Dana\non the road, not in the office") }, "Yes\n\n" + odd, nil, "granted"},
		{"a mobile one was named, too", func(d *desk) { d.name("dana", line+odd); d.name("dana", line+"Dana\non the road, not in the office") }, "Yes\nDana\non the road, not in the office", nil, "granted"},
		{"a word more in it", named, "Yes\n\n" + strings.Replace(odd, "closed", "closed only", 1), nil, "no verdict"},
		{"a word less in it", named, "Yes\n\n" + strings.Replace(odd, "not ", "", 1), nil, "no verdict"},
		{"a question mark more", named, "Yes\n\n" + odd + " ?", nil, "no verdict"},
		{"only its end", named, "Yes\n\nTickets £14, not after 9 p.m.\nDid you know? We are closed on Fridays.", nil, "no verdict"},
		{"only its beginning", named, "Yes\n\nDana Rossi\nCask Strength Since Ever\nTickets £14, not after 9 p.m.", nil, "no verdict"},
		{"a remark above it", named, "Yes\n\nvain puolet\n\n" + odd, nil, "no verdict"},
		{"a remark below it", named, "Yes\n\n" + odd + "\nvain puolet", nil, "no verdict"},
		{"twice", named, "Yes\n\n" + odd + "\n\n" + odd, nil, "no verdict"},
		{"a doubt above it", named, "Yes, but only half\n\n" + odd, nil, "no verdict"},
		{"the answer is in it", func(d *desk) { d.name("dana", line+"Yes\n"+odd) }, "Yes\n" + odd, nil, "no verdict"},
		{"without an answer", named, odd, nil, "no verdict"},
		{"named by another", func(d *desk) { d.name("dana.home", line+odd) }, "Yes\n\n" + odd, nil, "no verdict"},
		{"not proven", func(d *desk) { d.name("dana", line+odd, trust(message.Carrier)) }, "Yes\n\n" + odd, nil, "no verdict"},
		{"perhaps not all", func(d *desk) { d.name("dana", line+odd, func(r *binding.Reply) { r.Ambiguous = true }) }, "Yes\n\n" + odd, nil, "no verdict"},
		{"named in one form only", func(d *desk) { d.name("dana", line+odd, inHTML("Hello.\n\n"+odd)) }, "Yes\n\n" + odd, nil, "no verdict"},
		{"a sign more", named, "Yes\n\n" + odd + " ‽", nil, "no verdict"},
		{"another sign", named, "Yes\n\n" + strings.Replace(odd, "£14", "£-14", 1), nil, "no verdict"},
		{"a link more", named, "Yes\n\n" + odd + " https://x.test/only-half", nil, "no verdict"},
		{"a picture that says more", named, "Yes\n\n" + strings.Replace(odd, "Ever", "Ever [image: only half of it]", 1), nil, "no verdict"},
		{"a picture that says more in one form", named, "Yes\n\n" + odd, inHTML("Yes\n\n" + strings.Replace(odd, "Ever", "Ever [image: only half of it]", 1)), "no verdict"},
		{"where links lead, and pictures of programs", func(d *desk) { d.name("dana", line+odd+" acme.example <https://acme.example/1>\n[cid:a@1]") }, "Yes\n\n" + odd + " acme.example <https://acme.example/2>\n[cid:b@2]", nil, "granted"},
		{"written to others, too", func(d *desk) { d.name("dana", line+odd, func(r *binding.Reply) { r.Readers = message.ForSome }) }, "Yes\n\n" + odd, nil, "no verdict"},
		{"perhaps a copy", func(d *desk) { d.name("dana", line+odd, func(r *binding.Reply) { r.Readers = message.ForBlind }) }, "Yes\n\n" + odd, nil, "no verdict"},
		{"written long ago", func(d *desk) {
			d.name("dana", line+odd, func(r *binding.Reply) { r.WrittenAt = r.At.AddDate(-3, 0, 0) })
		}, "Yes\n\n" + odd, nil, "no verdict"},
		{"nothing below the line, in a reply", func(d *desk) {
			d.name("dana", line+odd)
			d.name("dana", line, func(r *binding.Reply) { r.Quotes = true })
		}, "Yes\n\n" + odd, nil, "granted"},
		{"the first is named again, and many after it", func(d *desk) {
			d.name("dana", line+odd)
			for i := range 15 {
				d.name("dana", line+strings.Repeat("way ", i+2)+"\nout of office")
			}
			d.name("dana", line+odd)
			d.name("dana", line+"Dana on the road")
		}, "Yes\n\n" + odd, nil, "granted"},
		{"taken back", func(d *desk) { d.name("dana", line+odd); d.name("dana", line) }, "Yes\n\n" + odd, nil, "no verdict"},
		{"after many mails", func(d *desk) {
			d.name("dana", line+odd)
			for range 14 {
				d.answer("dana", "Look.\n\n"+"Dana\nand more")
			}
		}, "Yes\n\n" + odd, nil, "granted"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			onDesk(t, nil, func(t *testing.T, d *desk) {
				tt.learn(d)
				time.Sleep(time.Hour)
				d.restart()
				rec, _ := d.open()
				change := []func(*binding.Reply){prompted(rec)}
				if tt.change != nil {
					change = append(change, tt.change)
				}
				if got := d.answer("dana", tt.answer, change...); got != tt.want {
					t.Errorf("%s, want %s", got, tt.want)
				}
			})
		})
	}
}

// TestSignatureNamedLate: what was named after a request was made does not count for it.
func TestSignatureNamedLate(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, _ := d.open()
		time.Sleep(time.Minute)
		const odd = "Dana Rossi\nonly half of it is real"
		if got := d.name("dana", "What stands below is only my signature.\n\n"+odd); got != binding.SignatureKnown {
			t.Fatal(got)
		}
		time.Sleep(time.Minute)
		if got := d.answer("dana", "Yes\n\n"+odd, prompted(rec)); got != "no verdict" {
			t.Errorf("a request that was open then: %s", got)
		}
		next, _ := d.open()
		if got := d.answer("dana", "Yes\n\n"+odd, prompted(next)); got != "granted" {
			t.Errorf("the next: %s", got)
		}
	})
}

// TestAnswerIsNoSignature: what may be an answer is not learned, nor what is too short to be told from one.
func TestAnswerIsNoSignature(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, code := d.open()
		const line = "What stands below is only my signature.\n\n"
		for _, text := range []string{"No " + code["dana"], "No", "No, wait for Frank.\n\nDana", "?", "Dana", "Yes " + code["dana"] + "\n\nDana", "Dana Rossi\n" + strings.Repeat("and more ", 1000)} {
			if got := d.name("dana", line+text, prompted(rec)); got != binding.SignatureAnswer {
				t.Errorf("%.60q: %s", text, got)
			}
		}
		for _, first := range []string{"What stands below is only my signature?", "What stands below is only my signature 👎", "> What stands below is only my signature.", "1. What stands below is only my signature", "What stands below is only my signature, mostly."} {
			if binding.NamesSignature(first + "\nDana Rossi") {
				t.Errorf("%q names a signature", first)
			}
		}
	})
}

// TestNamedLateBelow: what was named after the request does not excuse what stands below the quote either.
func TestNamedLateBelow(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		rec, _ := d.open()
		const s = "Dana Rossi\nonly half of it is real"
		answer := func() string {
			return d.answer("dana", "Yes\n\nDana", prompted(rec), func(r *binding.Reply) { r.Below = []string{s} }, signedBy(s))
		}
		if got := answer(); got != "no verdict" {
			t.Fatal(got)
		}
		time.Sleep(time.Minute)
		if got := d.name("dana", "What stands below is only my signature.\n\n"+s); got != binding.SignatureKnown {
			t.Fatal(got)
		}
		time.Sleep(time.Minute)
		if got := answer(); got != "no verdict" {
			t.Errorf("a request that is older than the name: %s", got)
		}
	})
}

// TestNamedOwner: who gets an address from somebody else has not named what that one did.
func TestNamedOwner(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		const s = "Rossi and others\nonly half of it is real"
		if got := d.name("dana.home", "What stands below is only my signature.\n\n"+s); got != binding.SignatureKnown {
			t.Fatal(got)
		}
		time.Sleep(time.Hour)
		d.mu.Lock()
		for i, p := range d.people {
			switch p.ID {
			case "dana":
				d.people[i].Addresses = []message.Address{addr("dana")}
			case "frank":
				d.people[i].Addresses = append(p.Addresses, addr("dana.home"))
			}
		}
		d.mu.Unlock()
		rec, _ := d.open()
		if got := d.answer("dana.home", "Yes\n\n"+s, func(r *binding.Reply) { r.Prompts = []binding.Prompted{{Approval: rec.ID, Person: "frank"}} }); got != "no verdict" {
			t.Error(got)
		}
	})
}

// TestNamedHostile: a remark beside a signature that was named is read, wherever it stands.
func TestNamedHostile(t *testing.T) {
	racetest.Skip(t)
	const odd = "Dana Rossi\nCask Strength Since Ever\nTickets £14, not after 9 p.m."
	b, err := os.ReadFile("reply/footer/testdata/hostile.txt")
	noerr.Must(t, err)
	n := 0
	onDesk(t, nil, func(t *testing.T, d *desk) {
		d.name("dana", "What stands below is only my signature.\n\n"+odd)
		time.Sleep(time.Hour)
		for remark := range strings.Lines(string(b)) {
			if remark = strings.TrimSpace(remark); remark == "" || strings.HasPrefix(remark, "~") || strings.HasPrefix(remark, "#") {
				continue
			}
			if n++; !sampletest.Today(n, 8) {
				continue
			}
			rec, _ := d.open()
			for _, text := range []string{remark + "\n" + odd, odd + "\n" + remark, strings.Replace(odd, "\n", "\n"+remark+"\n", 1)} {
				if got := d.answer("dana", "Yes\n\n"+text, prompted(rec)); got != "no verdict" {
					t.Errorf("%q: %s", text, got)
					rec, _ = d.open()
				}
			}
		}
	})
	if n < 100 {
		t.Errorf("%d remarks", n)
	}
}

// TestLinesWithoutEnd: what anybody may send in the name of a person takes time linear in its size: 60 kB took 7 s.
func TestLinesWithoutEnd(t *testing.T) {
	racetest.Skip(t)
	onDesk(t, nil, func(t *testing.T, d *desk) {
		d.answer("dana", "Yes\n\nDana") // the lists are made
		r := d.reply("dana", "Yes\n\n"+strings.Repeat(strings.Repeat("a ", 500)+"\n", 60), trust(message.Asserted))
		began := cputime.Used()
		_, err := d.svc.Recall(t.Context(), r)
		noerr.Must(t, err)
		if took := cputime.Used() - began; took > 3*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}
