package approvals_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/binding"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/internal/racetest"
)

const oddFooter = "\n\nDana\nExcellence through passion\nwe build what lasts\n"

// TestFooterIsLearned: what always stands below a sender's mails is known after three
// proven ones on two days, whatever they are about, and after a start as well.
func TestFooterIsLearned(t *testing.T) {
	type day struct {
		mails int
		trust message.Trust
	}
	for _, tt := range []struct {
		name string
		days []day
		says string
		want string
	}{
		{"three on two days", []day{{2, message.Verified}, {1, message.Verified}}, "Yes" + oddFooter, "granted"},
		{"two on two days", []day{{1, message.Verified}, {1, message.Verified}}, "Yes" + oddFooter, "no verdict"},
		{"four on one day", []day{{4, message.Verified}}, "Yes" + oddFooter, "no verdict"},
		{"not proven", []day{{2, message.Carrier}, {2, message.Carrier}}, "Yes" + oddFooter, "no verdict"},
		{"another line", []day{{2, message.Verified}, {2, message.Verified}}, "Yes" + oddFooter + "Tom pays what is left\n", "no verdict"},
		{"a doubt that always stood there", []day{{2, message.Verified}, {2, message.Verified}}, "Yes" + oddFooter + "but only half\n", "no verdict"},
		{"the same as the answer", []day{{2, message.Verified}, {2, message.Verified}}, "Excellence through passion", "no verdict"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			onDesk(t, nil, func(t *testing.T, d *desk) {
				for i, day := range tt.days {
					if i > 0 {
						time.Sleep(24 * time.Hour)
					}
					for range day.mails {
						said := "Please look at this." + oddFooter
						if strings.Contains(tt.says, "half") {
							said += "but only half\n"
						}
						if got := d.answer("dana", said, trust(day.trust)); got != "unbound" {
							t.Fatalf("a mail about something else: %s", got)
						}
					}
				}
				d.restart()
				rec, _ := d.open()
				if got := d.answer("dana", tt.says, prompted(rec)); got != tt.want {
					t.Errorf("%s, want %s", got, tt.want)
				}
			})
		})
	}
}

// TestFooterOfAnother: what is known of one address says nothing of another, and the same
// mail that comes again counts once.
func TestFooterOfAnother(t *testing.T) {
	onDesk(t, nil, func(t *testing.T, d *desk) {
		again := d.reply("dana", "Look."+oddFooter)
		again.Print = "print"
		for _, key := range []string{"", " with more blanks", " with still more"} { // which nobody signs
			copied := again
			copied.Key, copied.At = copied.Key+key, time.Now()
			d.give(copied)
			time.Sleep(24 * time.Hour)
		}
		rec, _ := d.open()
		if got := d.answer("dana", "Yes"+oddFooter, prompted(rec)); got != "no verdict" {
			t.Errorf("after one mail that came three times: %s", got)
		}
		for range 3 {
			d.answer("dana", "Look."+oddFooter)
			time.Sleep(time.Hour)
		}
		rec, _ = d.open()
		if got := d.answer("dana.home", "Yes"+oddFooter, prompted(rec)); got != "no verdict" {
			t.Errorf("from another address: %s", got)
		}
	})
}

// TestFooterIsNoAnswer: who repeats a remark each time they are asked back, over days, does
// not teach us to leave it out, in any language, nor with the code; a footer that was known
// before the request is left out still.
func TestFooterIsNoAnswer(t *testing.T) {
	racetest.Skip(t)
	for _, remark := range []string{
		"Peter advises against it.", "Peter rät davon ab.", "Peter la pensa diversamente.", "vain puolet", "puolet riittää", "Lakimies epäröi", "sadece yarısı", "Yarısı yeterli",
	} {
		onDesk(t, nil, func(t *testing.T, d *desk) {
			for range 4 {
				d.answer("dana", "Look."+oddFooter)
				time.Sleep(11 * time.Hour)
			}
			rec, code := d.open()
			for i := range 8 { // over midnight
				below := []string{"\n\n" + remark, "\n\nDana\n" + remark, oddFooter + remark, "\n\n" + remark + "\n\nDana\nCFO\n+44 20 7946 0123"}[i/2%4]
				says := []string{"Yes", "YES " + code["dana"]}[i%2] + below
				if got := d.answer("dana", says, prompted(rec)); got != "no verdict" {
					t.Fatalf("%q for the %d. time: %s", says, i+1, got)
				}
				time.Sleep(110 * time.Minute)
			}
			if got := d.answer("dana", "Yes"+oddFooter, prompted(rec)); got != "granted" {
				t.Errorf("above what was known before: %s", got)
			}
			next, _ := d.open()
			if got := d.answer("dana", "Yes\n\n"+remark, prompted(next)); got != "no verdict" {
				t.Errorf("%q, of one request, in answer to the next: %s", remark, got)
			}
		})
	}
}

// TestFooterOfAnswers: who writes nothing but answers is understood after three requests,
// which they have decided by what they had said above it; who has not is asked back for ever.
func TestFooterOfAnswers(t *testing.T) {
	for decision, last := range map[string]string{"YES ": "granted", "NO ": "no verdict", "": "no verdict"} {
		onDesk(t, nil, func(t *testing.T, d *desk) {
			for i := range 4 {
				want := "no verdict"
				if i == 3 {
					want = last
				}
				rec, code := d.open()
				for range 1 + i%2 {
					if got := d.answer("dana", "Yes"+oddFooter, prompted(rec)); got != want {
						t.Fatalf("decided by %q, request %d: %s, want %s", decision, i+1, got, want)
					}
					want = strings.Replace(want, "granted", "acknowledged again", 1)
				}
				if decision != "" {
					d.answer("dana", decision+code["dana"])
				}
				time.Sleep(12 * time.Hour)
			}
		})
	}
}

// signedBy says what the mail program marks as the signature of a mail.
func signedBy(blocks ...string) func(*binding.Reply) {
	return func(r *binding.Reply) { r.Signatures = blocks }
}

// TestSignatureIsKnown: what the mail program marks as the signature is left out after one
// earlier mail with the same; whatever may be said of a request, after mails of two days.
func TestSignatureIsKnown(t *testing.T) {
	racetest.Skip(t)
	const (
		odd     = "Dana\nCask Strength Since Ever\nwe build what lasts"
		refuses = "Dana\nSay no to a thousand things. Only half is more."
	)
	for _, tt := range []struct {
		name   string
		learn  func(d *desk) // before the request
		answer string
		marked []string
		want   string
	}{
		{"never seen", nil, "Yes\n\n" + odd, []string{odd}, "no verdict"},
		{"one mail", func(d *desk) { d.answer("dana", "Look.\n\n"+odd, signedBy(odd)) }, "Yes\n\n" + odd, []string{odd}, "granted"},
		{"one mail, a no", func(d *desk) { d.answer("dana", "Look.\n\n"+odd, signedBy(odd)) }, "No\n\n" + odd, []string{odd}, "denied"},
		{"below the delimiter", func(d *desk) { d.answer("dana", "Look.\n\n-- \n"+odd) }, "Yes\n\n-- \n" + odd, nil, "granted"},
		{"marked, then below the delimiter", func(d *desk) { d.answer("dana", "Look.\n\n-- \n"+odd, signedBy(odd)) }, "Yes\n\n-- \n" + odd, nil, "granted"},
		{"not marked now", func(d *desk) { d.answer("dana", "Look.\n\n"+odd, signedBy(odd)) }, "Yes\n\n" + odd, nil, "no verdict"},
		{"not marked then", func(d *desk) { d.answer("dana", "Look.\n\n"+odd) }, "Yes\n\n" + odd, []string{odd}, "no verdict"},
		{"not proven", func(d *desk) { d.answer("dana", "Look.\n\n"+odd, signedBy(odd), trust(message.Carrier)) }, "Yes\n\n" + odd, []string{odd}, "no verdict"},
		{"of another address", func(d *desk) { d.answer("dana.home", "Look.\n\n"+odd, signedBy(odd)) }, "Yes\n\n" + odd, []string{odd}, "no verdict"},
		{"a remark below it", func(d *desk) { d.answer("dana", "Look.\n\n"+odd, signedBy(odd)) }, "Yes\n\n" + odd + "\nPeter advises against it.", []string{odd + "\nPeter advises against it."}, "no verdict"},
		{"a remark above it", func(d *desk) { d.answer("dana", "Look.\n\n"+odd, signedBy(odd)) }, "Yes\n\nvain puolet\n" + odd, []string{"vain puolet\n" + odd}, "no verdict"},
		{"a remark outside of it", func(d *desk) { d.answer("dana", "Look.\n\n"+odd, signedBy(odd)) }, "Yes\n\n" + odd + "\nvain puolet", []string{odd}, "no verdict"},
		{"the answer is in it", func(d *desk) { d.answer("dana", "Look.\n\nYes\n"+odd, signedBy("Yes\n"+odd)) }, "Yes\n" + odd, []string{"Yes\n" + odd}, "no verdict"},
		{"doubts, one mail", func(d *desk) { d.answer("dana", "Look.\n\n"+refuses, signedBy(refuses)) }, "Yes\n\n" + refuses, []string{refuses}, "no verdict"},
		{"doubts, two mails of a day", func(d *desk) {
			d.answer("dana", "Look.\n\n"+refuses, signedBy(refuses))
			d.answer("dana", "And this.\n\n"+refuses, signedBy(refuses))
		}, "Yes\n\n" + refuses, []string{refuses}, "no verdict"},
		{"doubts, mails of two days", func(d *desk) {
			d.answer("dana", "Look.\n\n"+refuses, signedBy(refuses))
			time.Sleep(24 * time.Hour)
			d.answer("dana", "And this.\n\n"+refuses, signedBy(refuses))
		}, "Yes\n\n" + refuses, []string{refuses}, "granted"},
		{"an answer, decided so", func(d *desk) {
			rec, code := d.open()
			d.answer("dana", "Yes\n\n"+odd, signedBy(odd), prompted(rec))
			d.answer("dana", "YES "+code["dana"])
		}, "Yes\n\n" + odd, []string{odd}, "no verdict"},
		{"two answers, decided so", func(d *desk) {
			for range 2 {
				rec, code := d.open()
				d.answer("dana", "Yes\n\n"+odd, signedBy(odd), prompted(rec))
				d.answer("dana", "YES "+code["dana"])
				time.Sleep(24 * time.Hour)
			}
		}, "Yes\n\n" + odd, []string{odd}, "granted"},
		{"two answers, one decided the other way", func(d *desk) {
			for _, decision := range []string{"YES ", "NO "} {
				rec, code := d.open()
				d.answer("dana", "Yes\n\n"+odd, signedBy(odd), prompted(rec))
				d.answer("dana", decision+code["dana"])
				time.Sleep(24 * time.Hour)
			}
		}, "Yes\n\n" + odd, []string{odd}, "no verdict"},
		{"an answer, decided the other way", func(d *desk) {
			rec, code := d.open()
			d.answer("dana", "Yes\n\n"+odd, signedBy(odd), prompted(rec))
			d.answer("dana", "NO "+code["dana"])
		}, "Yes\n\n" + odd, []string{odd}, "no verdict"},
		{"an answer, not decided", func(d *desk) {
			rec, _ := d.open()
			d.answer("dana", "Yes\n\n"+odd, signedBy(odd), prompted(rec))
		}, "Yes\n\n" + odd, []string{odd}, "no verdict"},
		{"an answer, decided by another", func(d *desk) {
			rec, code := d.open()
			d.answer("dana", "Yes\n\n"+odd, signedBy(odd), prompted(rec))
			d.answer("frank", "YES "+code["frank"])
		}, "Yes\n\n" + odd, []string{odd}, "no verdict"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			onDesk(t, nil, func(t *testing.T, d *desk) {
				if tt.learn != nil {
					tt.learn(d)
					time.Sleep(time.Hour)
				}
				d.restart()
				rec, _ := d.open()
				if got := d.answer("dana", tt.answer, prompted(rec), signedBy(tt.marked...)); got != tt.want {
					t.Errorf("%s, want %s", got, tt.want)
				}
			})
		})
	}
}

// TestHostileRepeated: no remark is left out because it was asked back about before, three
// times and over midnight, nor with the code then.
func TestHostileRepeated(t *testing.T) {
	racetest.Skip(t)
	n := 0
	for _, file := range []string{"hostile", "hostile2"} {
		b, err := os.ReadFile("reply/footer/testdata/" + file + ".txt")
		noerr.Must(t, err)
		for line := range strings.Lines(string(b)) {
			if n++; n%17 > 0 || strings.HasPrefix(line, "~") {
				continue
			}
			line = strings.TrimPrefix(line, "=\t")
			onDesk(t, nil, func(t *testing.T, d *desk) {
				time.Sleep(20 * time.Hour)
				rec, code := d.open()
				below := []string{"Dana\nCFO\n" + line + "+44 20 7946 0123", line + "Dana\nCFO\n+44 20 7946 0123", "Dana\nCFO\n+44 20 7946 0123\n" + line}[n/17%3]
				for i := range 6 { // marked in every second
					says := []string{"Yes", "YES " + code["dana"]}[i/4] + "\n\n" + below
					if got := d.answer("dana", says, prompted(rec), signedBy(strings.Repeat(below, i%2))); got != "no verdict" {
						t.Fatalf("%q: %s", says, got)
					}
					time.Sleep(2 * time.Hour)
				}
				if next, _ := d.open(); d.answer("dana", "Yes\n\n"+below, prompted(next), signedBy(below)) != "no verdict" {
					t.Errorf("%q in answer to the next request", below)
				}
			})
		}
	}
	if n < 600 {
		t.Errorf("%d remarks", n)
	}
}

// TestFooterIsNoAnswerOneTime: the same below a one-time code.
func TestFooterIsNoAnswerOneTime(t *testing.T) {
	onChat(t, func(t *testing.T, d *desk) {
		const remark = "\n\nDana\nPeter advises against it."
		time.Sleep(20 * time.Hour)
		rec := d.ask(asking("", `{"amount":50}`)).Record
		d.outbox()
		for range 4 { // over midnight
			if got := d.answer("dana", "Yes"+remark, prompted(rec)); got != "no verdict" {
				t.Fatalf("repeated: %s", got)
			}
			time.Sleep(2 * time.Hour)
		}
		d.outbox()
		if got := d.answer("dana", "yes "+rec.Approvers[0].Code, trust(message.Asserted)); got != "step-up" {
			t.Fatalf("the yes came to %q", got)
		}
		code, _ := d.codeSent()
		if got := d.answer("dana", code+remark, trust(message.Asserted)); got == "granted" || got == "denied" || d.get(rec.ID).State != request.Pending {
			t.Errorf("a code above a remark: %s", got)
		}
		if got := d.answer("dana", code+"\n\nDana", trust(message.Asserted)); got != "granted" {
			t.Errorf("a code above a name: %s", got)
		}
	})
}

// prompted makes a reply an answer to the prompt of a request.
func prompted(rec request.Record) func(*binding.Reply) {
	return func(r *binding.Reply) {
		r.Prompts = []binding.Prompted{{Approval: rec.ID, Person: "dana"}}
	}
}

// TestWhichPart: who wrote more than an answer hears what stood in the way, in their
// language, and how to answer above any footer.
func TestWhichPart(t *testing.T) {
	page := func(o *approvals.Options) {
		o.Page = func(message.ApprovalID, message.PersonID) string { return "https://b.example.com/p" }
	}
	for _, tt := range []struct {
		language, says, want string
		change               func(*approvals.Options)
	}{
		{"en", "Yes\n\nsomething nobody knows", "I could not tell which part is your answer. Send just YES CODE in the first line of a new mail to this address, without a signature, or use the page. ", page},
		{"en", "Yes\n\nsomething nobody knows", "I could not tell which part is your answer. Send just YES CODE in the first line of a new mail to this address, without a signature. ", nil},
		{"de", "Ja\n\nirgendwas Unbekanntes", "Es war nicht zu erkennen, welcher Teil die Antwort ist. Bitte nur JA CODE in die erste Zeile einer neuen Mail an diese Adresse schreiben, ohne Signatur. ", nil},
		{"en", "yes but only half", "Nothing was decided: only a clear yes or no counts. Still open until ", page},
	} {
		onDesk(t, tt.change, func(t *testing.T, d *desk) {
			for i := range d.people {
				d.people[i].Language = tt.language
			}
			rec, code := d.open()
			if got := d.answer("dana", tt.says, prompted(rec)); got != "no verdict" {
				t.Fatalf("%q: %s", tt.says, got)
			}
			said := strings.Join(d.said(), "\n")
			if want := "dana: " + strings.ReplaceAll(tt.want, "CODE", code["dana"]); !strings.HasPrefix(said, want) {
				t.Errorf("said %q, want %q", said, want)
			}
			if got := d.answer("dana", "YES "+code["dana"]+"\n\nDana\nCFO\nACME Ltd\n\nbut only half"); got != "no verdict" {
				t.Errorf("a doubt below a code: %s", got)
			}
			if got := d.answer("dana", "YES "+code["dana"]+"\n\nDana\nCFO\nACME Ltd"); got != "granted" {
				t.Errorf("a code above a signature: %s", got)
			}
		})
	}
}

// TestBelowAQuote: what stands below a quote is in the way unless it is a footer.
func TestBelowAQuote(t *testing.T) {
	for below, want := range map[string]string{
		"This e-mail is confidential and intended solely for the addressee.": "granted",
		"but only half": "no verdict",
	} {
		onDesk(t, nil, func(t *testing.T, d *desk) {
			rec, _ := d.open()
			got := d.answer("dana", "Yes\n\n"+below, prompted(rec), func(r *binding.Reply) { r.Below = []string{below} })
			if got != want {
				t.Errorf("above %q: %s", below, got)
			}
		})
	}
	for below, want := range map[string]string{
		"Finance Department\nACME Ltd\n+44 20 7946 0123":                "granted",
		"Finance, Leeds office\nWe build bridges for people since 1978": "no verdict",
		"Leeds office, but only half":                                   "no verdict",
	} {
		onDesk(t, nil, func(t *testing.T, d *desk) {
			rec, code := d.open()
			got := d.answer("dana", "YES "+code["dana"]+"\n\n"+below, prompted(rec), func(r *binding.Reply) { r.Below = []string{below} })
			if got != want {
				t.Errorf("with a code above %q: %s", below, got)
			}
		})
	}
	for _, other := range []string{"Approved\n\nDana\nCFO", "Yes\n\nDana\nCFO\nACME Ltd"} {
		want := map[bool]string{true: "granted", false: "no verdict"}[strings.HasPrefix(other, "Yes")]
		onDesk(t, nil, func(t *testing.T, d *desk) {
			rec, _ := d.open()
			if got := d.answer("dana", "Yes\n\nDana\nCFO", prompted(rec), func(r *binding.Reply) { r.Other, r.Differs = other, true }); got != want {
				t.Errorf("beside %q: %s, want %s", other, got, want)
			}
		})
	}
}
