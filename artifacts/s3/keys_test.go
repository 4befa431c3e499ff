package s3

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/minio/minio-go/v7/pkg/credentials"

	"bridge/internal/noerr"
)

// source gives credentials until it fails; they are due at once.
type source struct {
	asked int
	fails bool
	until time.Time
	ends  time.Time     // when it has to have answered; zero: whenever it likes
	begun chan struct{} // is told that it is asked, if it waits
	waits chan struct{}
}

func (s *source) Retrieve() (credentials.Value, error) { return s.RetrieveWithCredContext(nil) }
func (s *source) IsExpired() bool                      { return true }

func (s *source) RetrieveWithCredContext(in *credentials.CredContext) (credentials.Value, error) {
	s.asked++
	if in.Context != nil {
		s.ends, _ = in.Context.Deadline()
	}
	if s.waits != nil {
		close(s.begun)
		<-s.waits
	}
	if s.fails {
		return credentials.Value{}, errors.New("the service is away")
	}
	return credentials.Value{AccessKeyID: "A", SecretAccessKey: "s", Expiration: s.until}, nil
}

func keysOf(s *source) *keys {
	k := newKeys("x", http.DefaultTransport)
	k.sources = []*credentials.Credentials{credentials.New(s)}
	return k
}

// Credentials hold until they end, though the service that gives them is away when new ones are due;
// those without an end are asked for once; and those that S3 does not take any more are not used again.
func TestServiceAway(t *testing.T) {
	s := &source{until: time.Now().Add(time.Hour)}
	k := keysOf(s)
	noerr.Must(t, noerr.Of(k.get(t.Context())))
	s.fails = true
	for range 3 {
		if v, err := k.get(t.Context()); err != nil || v.AccessKeyID != "A" {
			t.Errorf("%+v, %v", v, err)
		}
	}
	if s.asked != 2 {
		t.Errorf("a service that is away was asked %d times", s.asked)
	}
	k.expire(t.Context(), "B") // by somebody who still had what was before
	noerr.Want(t, noerr.Of(k.get(t.Context())))
	if k.expire(t.Context(), "A"); noerr.Of(k.get(t.Context())) == nil {
		t.Error("what was refused is used again")
	}
	s = &source{}
	k = keysOf(s)
	for range 3 {
		noerr.Must(t, noerr.Of(k.get(t.Context())))
	}
	if s.asked != 1 {
		t.Errorf("asked %d times for what does not end", s.asked)
	}
}

// Who waits for the credentials that somebody else asks for waits no longer than it may.
func TestWaitsForKeys(t *testing.T) {
	s := &source{begun: make(chan struct{}), waits: make(chan struct{}), until: time.Now().Add(time.Hour)}
	k := keysOf(s)
	first := make(chan error)
	go func() { first <- noerr.Of(k.get(context.Background())) }()
	<-s.begun
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := k.get(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(s.waits)
	noerr.Want(t, <-first)
}

// A machine that says nothing of credentials is asked for a role, but not for long: who has none is told
// what to set before the start gives up.
func TestMachineIsAskedBriefly(t *testing.T) {
	cleanEnv(t)
	none, machine := &source{fails: true}, &source{fails: true}
	k := keysOf(none)
	k.sources = append(k.sources, credentials.New(none), credentials.New(machine))
	_, err := k.get(t.Context())
	if !errors.Is(err, errNoKeys) || machine.asked != 1 || machine.ends.IsZero() || time.Until(machine.ends) > tryTimeout || !none.ends.IsZero() {
		t.Errorf("%v, asked until %v, and %v", err, machine.ends, none.ends)
	}
}
