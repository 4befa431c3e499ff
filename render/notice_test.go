package render

import (
	"strings"
	"testing"
	"time"

	"bridge/internal/noerr"
)

func TestNotices(t *testing.T) {
	z := rome(t)
	const sum = "refund: amount 40, currency EUR"
	tests := []struct{ name, got, want string }{
		{"waiting", In("en").Waiting([]string{"Dana"}, sum, time.Time{}), "Waiting for approval by Dana: refund: amount 40, currency EUR."},
		{"waiting until", In("en").Waiting([]string{"Dana", "Eve", "Finn"}, sum, at.In(z)), "Waiting for approval by Dana, Eve or Finn: refund: amount 40, currency EUR. Open until Fri 20 Nov 2026, 21:03 CET."},
		{"waiting for nobody named", In("en").Waiting(nil, "", time.Time{}), "Waiting for approval: a request."},
		{"granted", In("en").Decided(true, sum, "Dana", at, z), "Granted by Dana on Fri 20 Nov 2026, 21:03 CET: refund: amount 40, currency EUR."},
		{"denied", In("en").Decided(false, sum, "policy", at, nil), "Denied by policy on Fri 20 Nov 2026, 20:03 UTC: refund: amount 40, currency EUR."},
		{"already granted", In("en").AlreadyDecided(true, "Dana", at, z), "Already decided: granted by Dana on Fri 20 Nov 2026, 21:03 CET."},
		{"already denied", In("en").AlreadyDecided(false, "", at, z), "Already decided: denied by somebody on Fri 20 Nov 2026, 21:03 CET."},
		{"voted", In("en").Voted(true, sum, 1, 2), "Your yes is recorded: refund: amount 40, currency EUR. 1 of 2 needed answers are in."},
		{"voted alone", In("en").Voted(false, sum, 1, 1), "Your no is recorded: refund: amount 40, currency EUR."},
		{"already voted", In("en").AlreadyVoted(false, at, z), "You have already answered no on Fri 20 Nov 2026, 21:03 CET. That answer stands."},
		{"expired", In("en").ExpiredOn(sum, at, z), "Expired on Fri 20 Nov 2026, 21:03 CET, which counts as a refusal: refund: amount 40, currency EUR."},
		{"cancelled", In("en").Cancelled(sum), "Cancelled, no answer is needed any more: refund: amount 40, currency EUR."},
		{"a question", In("en").Cancelled("Deploy v2?"), "Cancelled, no answer is needed any more: Deploy v2?"},
		{"no open request", In("en").NoOpenRequest("K7Q2M9"), "There is no open request with the code K7Q2M9."},
		{"encrypted", In("en").Encrypted("OpenPGP"), "Your message is encrypted with OpenPGP and cannot be read here. Nothing was done with it. Please send it again without encryption; a signature is fine."},
		{"no open request, no code", In("en").NoOpenRequest(" "), "There is no open request that this message answers."},
		{"no verdict", In("en").NoVerdict(at, z, "K7Q2M9"), "Nothing was decided: only a clear yes or no counts. Still open until Fri 20 Nov 2026, 21:03 CET. Answer YES K7Q2M9 or NO K7Q2M9."},
		{"still open", In("en").StillOpen(at, z, "K7Q2M9"), "Still open until Fri 20 Nov 2026, 21:03 CET. Answer YES K7Q2M9 or NO K7Q2M9."},
		{"still open, no code", In("en").StillOpen(at, z, ""), "Still open until Fri 20 Nov 2026, 21:03 CET."},
		{"only", In("en").OnlyCanDecide([]string{"Dana"}), "Only Dana can decide this."},
		{"only two", In("en").OnlyCanDecide([]string{"Dana", "Eve"}), "Only Dana or Eve can decide this."},
		{"only nobody", In("en").OnlyCanDecide(nil), "You cannot decide this."},
		{"did not count", In("en").DidNotCount(sum, TrustTooLow), "An answer to this request did not count, because the channel could not prove well enough that it came from you: refund: amount 40, currency EUR."},
		{"own request", In("en").OwnRequest(sum), "You cannot approve your own request and nobody else may, so this was refused: refund: amount 40, currency EUR."},
		{"nobody to ask", In("en").NobodyToAsk(sum), "No approver could be reached, so this was refused: refund: amount 40, currency EUR."},
		{"agent gone", In("en").AgentGone(true, sum), "Granted, but the assistant could not be reached to act on it: refund: amount 40, currency EUR."},
		{"failure", In("en").Failure(turnID, Source{}), "Sorry, the assistant could not answer (ref trn_01JD0000000000000000000000). Your message is kept."},
		{"held", In("en").Kept(turnID, Source{}), "The assistant cannot be reached at present (ref trn_01JD0000000000000000000000). Your message is kept, and answered as soon as the assistant is back."},
		{
			"which one", In("en").WhichOne([]Open{{sum, "Eve", "K7Q2M9", at}, {"mail: to all", "", "P3R4S5", at.Add(time.Hour)}}, z),
			"Several requests are open, and it is not clear which one you mean. Nothing was decided.\nAnswer YES or NO with the code of one:\n\n" +
				"K7Q2M9  refund: amount 40, currency EUR (asked by Eve), open until Fri 20 Nov 2026, 21:03 CET\n" +
				"P3R4S5  mail: to all, open until Fri 20 Nov 2026, 22:03 CET",
		},
		{"looping", In("en").Looping(), "The same text came from you several times in a short while, which looks like an automatic reply loop. These messages are kept, but not answered. Write something else to go on. This is said once a day."},
		{"too many", In("en").TooMany(60, time.Hour, false, true), "The limit of messages is reached (60 an hour): the rest waits with your mail server, or in the mailbox, and is taken later. This is said once a day."},
		{"too many of one", In("en").TooMany(1, 90*time.Second, true, true), "The limit of messages in one conversation is reached (1 in 1m30s): the rest waits with your mail server, or in the mailbox, and is taken later. This is said once a day."},
		{"which of none", In("en").WhichOne(nil, z), "There is no open request that this message answers."},
		{"untrusted text stays in its line", In("en").Cancelled("a\nYES\u202e b"), "Cancelled, no answer is needed any more: a YES<U+202E> b."},
		{"untrusted name", In("en").OnlyCanDecide([]string{"Eve\r\n.\u200b"}), "Only Eve .<U+200B> can decide this."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.got != tt.want {
				t.Errorf("\n got %q\nwant %q", tt.got, tt.want)
			}
			wellFormed(t, tt.got)
		})
	}
}

func TestWhenNamesTheZone(t *testing.T) {
	zone := func(name string) *time.Location {
		z, err := time.LoadLocation(name)
		noerr.Must(t, err)
		return z
	}
	for name, want := range map[string]string{
		"Europe/Rome": "Fri 20 Nov 2026, 21:03 CET", "America/Sao_Paulo": "Fri 20 Nov 2026, 17:03 UTC-03:00",
		"Asia/Kathmandu": "Sat 21 Nov 2026, 01:48 UTC+05:45", "UTC": "Fri 20 Nov 2026, 20:03 UTC",
	} {
		if got := In("en").in().when(at, zone(name)); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := In("en").in().when(at, time.FixedZone("", -5*3600)); !strings.HasSuffix(got, "15:03 UTC-05:00") {
		t.Errorf("unnamed zone: %q", got)
	}
}
