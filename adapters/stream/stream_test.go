package stream_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"bridge/adapters"
	"bridge/adapters/stream"
	"bridge/internal/noerr"
)

// serve tells n events of a size, then fails or waits, and says how its watch ended.
func serve(t *testing.T, n, size int, fail error) (at string, ended <-chan error) {
	t.Helper()
	over := make(chan error, 1)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		stream.Turn(w, r, func(ctx context.Context, watch adapters.Watch) iter.Seq2[adapters.TurnEvent, error] {
			return func(yield func(adapters.TurnEvent, error) bool) {
				for i := watch.After; i < int64(n); i++ {
					if !yield(adapters.TurnEvent{Seq: i + 1, Type: watch.Transport, Data: []byte(`"` + strings.Repeat("x", size) + `"`)}, nil) {
						over <- errors.New("no more is wanted")
						return
					}
				}
				if fail != nil {
					yield(adapters.TurnEvent{}, fail)
					over <- nil
					return
				}
				<-ctx.Done()
				over <- ctx.Err()
				yield(adapters.TurnEvent{}, ctx.Err())
			}
		})
	}))
	t.Cleanup(s.Close)
	return "ws" + strings.TrimPrefix(s.URL, "http"), over
}

func dial(t *testing.T, at string) *websocket.Conn {
	t.Helper()
	conn, _, err := websocket.Dial(t.Context(), at, nil)
	noerr.Must(t, err)
	t.Cleanup(func() { _ = conn.CloseNow() })
	return conn
}

func over(t *testing.T, ended <-chan error) error {
	t.Helper()
	select {
	case err := <-ended:
		return err
	case <-time.After(time.Minute):
		t.Fatal("the watch does not end")
		return nil
	}
}

// TestFrames: who comes back gets what follows, and hears why it ends.
func TestFrames(t *testing.T) {
	at, ended := serve(t, 3, 1, errors.New("the bridge is stopping"))
	conn := dial(t, at+"/?after=1")
	var got []string
	for {
		_, b, err := conn.Read(t.Context())
		if err != nil {
			if c := websocket.CloseStatus(err); c != websocket.StatusTryAgainLater || !strings.Contains(err.Error(), "stopping") {
				t.Errorf("%d %v", c, err)
			}
			break
		}
		got = append(got, string(b))
	}
	if want := `[{"id":"2","event":"websocket","data":"x"} {"id":"3","event":"websocket","data":"x"}]`; fmt.Sprint(got) != want {
		t.Errorf("%s", got)
	}
	noerr.Want(t, over(t, ended))
}

// TestReaders: one that goes, and one that speaks, end their watch.
func TestReaders(t *testing.T) {
	for name, leave := range map[string]func(*websocket.Conn){
		"goes":       func(c *websocket.Conn) { _ = c.Close(websocket.StatusNormalClosure, "") },
		"disappears": func(c *websocket.Conn) { _ = c.CloseNow() },
		"speaks": func(c *websocket.Conn) {
			noerr.Want(t, c.Write(t.Context(), websocket.MessageText, []byte("hello")))
		},
	} {
		at, ended := serve(t, 1, 1, nil)
		conn := dial(t, at)
		if _, _, err := conn.Read(t.Context()); err != nil {
			t.Fatal(err)
		}
		leave(conn)
		if err := over(t, ended); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSlow: one that does not read is dropped.
func TestSlow(t *testing.T) {
	t.Parallel()
	at, ended := serve(t, 1000, 1<<20, nil)
	dial(t, at)
	if err := over(t, ended); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
