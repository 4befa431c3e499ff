package twilio

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bridge/config"
	"bridge/core/message"
)

// maxPause is how long a send waits for its turn before it gives the lane back.
const maxPause = 2 * time.Second

// segmentsKey is the bucket of all channels together, and what limits it.
const (
	segmentsKey   = "sms segments"
	segmentsLimit = "limits.sms_segments"
)

// pace takes what one message costs: its segments, and its place in what the sender
// may send in a second. It waits a little if that helps. The two functions give back
// what was taken.
func (s *Sender) pace(ctx context.Context, segments int) (unsegment, unplace func(), err error) {
	if unsegment, err = s.takeSegments(ctx, segments); err != nil {
		return nil, nil, err
	}
	rate := s.o.Account.Rate
	if rate.N <= 0 {
		return unsegment, func() {}, nil
	}
	key := "twilio " + s.o.Prefix + s.o.Account.From + s.o.Account.Service
	for waited := time.Duration(0); ; {
		ok, wait, err := s.o.Buckets.Take(ctx, key, rate.N, rate.Per)
		switch {
		case err != nil:
			unsegment()
			return nil, nil, noLimits(err)
		case ok:
			return unsegment, s.giveBack(ctx, key, 1, rate), nil
		case waited+wait > maxPause:
			unsegment()
			return nil, nil, &message.SendError{
				Kind: message.SendThrottled, Code: "rate", NotSent: true, RetryAfter: wait, Public: "The sender may not send faster.",
				Err: fmt.Errorf("the sender may send %d messages in %s", rate.N, rate.Per),
			}
		}
		select {
		case <-ctx.Done():
			unsegment()
			return nil, nil, &message.SendError{Kind: message.SendUnreachable, NotSent: true, Err: ctx.Err()}
		case <-time.After(wait):
			waited += wait
		}
	}
}

// takeSegments takes all segments of a message or none.
func (s *Sender) takeSegments(ctx context.Context, n int) (back func(), err error) {
	limit := s.o.Account.Segments
	if n <= 0 || limit.N <= 0 {
		return func() {}, nil
	}
	if n > limit.N {
		s.alert("sms segments", fmt.Sprintf("A message of %d segments was not sent: %s allows %d in %s. Raise it.", n, segmentsLimit, limit.N, limit.Per))
		return nil, &message.SendError{
			Kind: message.SendInvalid, Code: segmentsLimit, NotSent: true, Public: "The message is longer than the limit of text messages allows.",
			Err: fmt.Errorf("the message has %d segments, %s is %d", n, segmentsLimit, limit.N),
		}
	}
	for taken := range n {
		ok, wait, err := s.o.Buckets.Take(ctx, segmentsKey, limit.N, limit.Per)
		if ok && err == nil {
			continue
		}
		s.giveBack(ctx, segmentsKey, taken, limit)()
		if err != nil {
			return nil, noLimits(err)
		}
		// Until there is room for the whole message, not for its next segment.
		wait += time.Duration(n-taken-1) * limit.Per / time.Duration(limit.N)
		s.alert("sms segments", fmt.Sprintf("Text messages wait: the limit %s of %d in %s is used up. Raise it, or find out who writes so much.",
			segmentsLimit, limit.N, limit.Per))
		return nil, &message.SendError{
			Kind: message.SendThrottled, Code: segmentsLimit, NotSent: true, RetryAfter: wait, Public: "The limit of text messages is used up for now.",
			Err: fmt.Errorf("%s of %d in %s is used up", segmentsLimit, limit.N, limit.Per),
		}
	}
	return s.giveBack(ctx, segmentsKey, n, limit), nil
}

// giveBack returns a function that gives n tokens back, also when the send was cut
// off. What cannot be given back comes back with time.
func (s *Sender) giveBack(ctx context.Context, key string, n int, r config.Rate) func() {
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		for range n {
			if s.o.Buckets.Return(ctx, key, r.N, r.Per) != nil {
				return
			}
		}
	}
}

func noLimits(err error) error {
	return &message.SendError{Kind: message.SendUnreachable, NotSent: true, Err: errors.Join(errors.New("the limits cannot be read"), err)}
}
