package email

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"bridge/approvals/binding"
	"bridge/approvals/guess"
	grammar "bridge/approvals/reply"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/outbox"
)

// asked is a request that waits for Dana, and what is remembered of her mails: all that the
// engine needs to read an answer.
type asked struct {
	rec    request.Record
	states map[string][]byte
}

func (s asked) Get(_ context.Context, id message.ApprovalID) (request.Record, error) {
	if id != s.rec.ID {
		return request.Record{}, request.ErrNotFound
	}
	return s.rec, nil
}

func (s asked) ByCode(_ context.Context, code string) (message.ApprovalID, message.PersonID, error) {
	if code != s.rec.Approvers[0].Code {
		return "", "", request.ErrNotFound
	}
	return s.rec.ID, s.rec.Approvers[0].Person, nil
}

func (s asked) OpenFor(context.Context, message.PersonID, int) ([]request.Record, error) {
	return []request.Record{s.rec}, nil
}

func (asked) LastOutbound(context.Context, message.ChannelName, message.Address) (l outbox.LastOutbound, ok bool, err error) {
	return l, false, nil
}

func (asked) Locked(context.Context, message.Address) (l guess.Lock, err error) { return l, nil }

func (s asked) ChannelState(_ context.Context, key string) ([]byte, bool, error) {
	b, ok := s.states[key]
	return b, ok, nil
}

func (s asked) SaveChannelState(_ context.Context, key string, b []byte) error {
	s.states[key] = b
	return nil
}

// answered is what a mail decides of a request of promptOut, as the engine reads it: with earlier mails of its
// sender, of days before, about something else. prompted says that it answers the prompt.
func answered(in message.Inbound, who message.Person, prompted bool, earlier ...message.Inbound) grammar.Verdict {
	ctx, out := context.Background(), promptOut()
	s := asked{states: map[string][]byte{}, rec: request.Record{
		Request: request.Request{ID: out.Approval, CreatedAt: testTime},
		Policy:  request.Policy{Approvers: []request.Approver{{Person: out.Person, Code: "QHM45C"}}},
		Tally:   request.Tally{State: request.Pending},
	}}
	f := binding.Finder{Store: s, Memory: s, Now: func() time.Time { return testTime }, Log: slog.New(slog.DiscardHandler)}
	who.ID = out.Person
	recalled := func(in message.Inbound, key string, at time.Time) binding.Reply {
		r, err := f.Recall(ctx, binding.Reply{
			Channel: in.Channel, Traits: Traits(), Key: key, From: in.From, Person: who, Known: true, Trust: in.Trust, Subject: in.Subject,
			Text: in.Unquoted, Other: in.Other, Readings: in.Readings, Ambiguous: in.Ambiguous, AbovePictures: in.AbovePictures, Differs: in.Differs,
			Below: in.Below, Signatures: in.Signatures, At: at, Readers: in.Readers, WrittenAt: in.WrittenAt, Tag: in.Binding.Approval, Loose: in.Binding.Loose,
		})
		if err != nil {
			panic(err)
		}
		return r
	}
	for i, e := range earlier {
		recalled(e, fmt.Sprint("earlier ", i), testTime.AddDate(0, 0, i-len(earlier)))
	}
	r := recalled(in, "answer", testTime)
	if prompted {
		r.Prompts = []binding.Prompted{{Approval: out.Approval, Person: out.Person}}
	}
	b, err := f.Bind(ctx, r)
	if err != nil {
		panic(err)
	}
	if b.Approval != s.rec.ID || len(b.Others) > 0 {
		return grammar.None
	}
	if v, unclear := r.Answering(s.rec).Says(b, s.rec); !unclear {
		return v.Verdict
	}
	return grammar.None
}
