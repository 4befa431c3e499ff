package message

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"
)

func TestDerivedIDs(t *testing.T) {
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	id := DerivedMessageID(at, "answer", "trn_1")
	if !id.Valid() || id != DerivedMessageID(at, "answer", "trn_1") {
		t.Errorf("%s is not valid, or not the same twice", id)
	}
	for name, other := range map[string]MessageID{
		"other words":       DerivedMessageID(at, "answer", "trn_2"),
		"words that run on": DerivedMessageID(at, "answertrn_1"),
		"other time":        DerivedMessageID(at.Add(time.Second), "answer", "trn_1"),
	} {
		if other == id {
			t.Errorf("%s: the same id", name)
		}
	}
	if a := DerivedApprovalID(time.Time{}, "x"); !a.Valid() { // before 1970
		t.Errorf("%s is not valid", a)
	}
	if DerivedMessageID(at, "x") > DerivedMessageID(at.Add(time.Minute), "x") {
		t.Error("later ids do not sort later")
	}
}

func TestValid(t *testing.T) {
	for id, want := range map[SessionID]bool{
		NewSessionID(): true, "": false, "ses_": false, "trn_01M7XBRV07DV1T666MB3QMV1EA": false,
		"ses_01m7xbrv07dv1t666mb3qmv1ea": false, "ses_01M7XBRV07DV1T666MB3QMV1E": false, "ses_../../../../../../etc/pa": false,
	} {
		if id.Valid() != want {
			t.Errorf("%q: valid = %v", id, id.Valid())
		}
	}
}

func TestMasked(t *testing.T) {
	for a, want := range map[Address]string{
		"email:dana@example.com": "email:d…@example.com", "email:@example.com": "email:…@example.com",
		"sms:+393331234567": "sms:…67", "sms:1234": "sms:…", "": ":…", "email:ünal@x.y": "email:ü…@x.y",
	} {
		if got := a.Masked(); got != want {
			t.Errorf("%q is masked as %q, want %q", a, got, want)
		}
	}
}

func TestTrust(t *testing.T) {
	if Asserted >= Carrier || Carrier >= Verified {
		t.Error("the levels do not ascend")
	}
	b, err := json.Marshal(Carrier)
	var back Trust
	if err != nil || string(b) != `"carrier"` || json.Unmarshal(b, &back) != nil || back != Carrier {
		t.Errorf("%s, %v, %v", b, err, back)
	}
	if err := json.Unmarshal([]byte(`"root"`), &back); err == nil || back != Carrier {
		t.Errorf("an unknown level was read: %v", back)
	}
}

func TestPeople(t *testing.T) {
	ctx := context.Background()
	p := People{{ID: "dana", Name: "Dana Bianchi", Addresses: []Address{"email:d@x.y", "sms:+1"}}, {ID: "eve"}}
	if q, ok, err := p.ByAddress(ctx, "sms:+1"); !ok || err != nil || q.FirstName() != "Dana" {
		t.Errorf("by address: %+v %v %v", q, ok, err)
	}
	if _, ok, _ := p.ByAddress(ctx, "email:D@x.y"); ok {
		t.Error("another spelling is another address")
	}
	if q, ok, _ := p.Person(ctx, "eve"); !ok || q.FirstName() != "eve" {
		t.Errorf("by id: %+v %v", q, ok)
	}
	if _, ok, _ := p.Person(ctx, "nobody"); ok {
		t.Error("nobody was found")
	}
}

func TestSendError(t *testing.T) {
	cause := errors.New("reset by peer")
	e := &SendError{Kind: SendUnreachable, Code: "451 4.3.0", Err: cause}
	if e.Error() != "send: unreachable 451 4.3.0: reset by peer" || !errors.Is(e, cause) || e.Final() {
		t.Errorf("%v, final %v", e, e.Final())
	}
	for k, final := range map[SendKind]bool{SendThrottled: false, SendRejected: true, SendConfig: false, SendInvalid: true, SendOptedOut: true, SendWindow: true} {
		if (&SendError{Kind: k}).Final() != final {
			t.Errorf("%s: final is not %v", k, final)
		}
	}
}
