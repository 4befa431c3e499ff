package sqlite

import (
	"bufio"
	"context"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/core/queue"
	"bridge/internal/noerr"
)

const childEnv = "BRIDGE_STORE_TEST_CHILD"

// child is the process that TestKill kills: it enqueues, claims and acknowledges
// as fast as it can, and says what returned nil.
func child() {
	path := os.Getenv(childEnv)
	if path == "" {
		return
	}
	ctx := context.Background()
	s, err := openAs(ctx, Options{Path: path})
	if err != nil {
		fmt.Println("open:", err)
		os.Exit(1)
	}
	var mu sync.Mutex
	say := func(what, id string) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Println(what, id) // one write: a line is whole or not there
	}
	w := s.Worker("child")
	for p := range 16 {
		go func() {
			for i := 0; ; i++ {
				id := fmt.Sprintf("%d.%d.%d", os.Getpid(), p, i)
				if err := w.Enqueue(ctx, item(fmt.Sprint("lane", p), id)); err != nil {
					say("error", err.Error())
				}
				say("put", id)
			}
		}()
		go func() {
			for {
				c, err := claimOne(ctx, w, queue.Inbox)
				if err != nil {
					say("error", err.Error())
					return
				}
				follow := queue.Item{Queue: queue.Outbox, Lane: c.Lane, ID: c.ID}
				if err := w.Ack(ctx, c, follow); err != nil {
					say("error", err.Error())
				}
				say("done", c.ID)
			}
		}()
	}
	select {}
}

// What was answered with nil is there after kill -9, and what is done is not done again.
func TestKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bridge.db")
	put, done := map[string]bool{}, map[string]bool{}
	rounds := 3
	if testing.Short() {
		rounds = 1
	}
	for round := range rounds {
		cmd := osexec.Command(os.Args[0], "-test.run=^$")
		cmd.Env = append(os.Environ(), childEnv+"="+path)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		stuck := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		lines, killed := bufio.NewScanner(out), false
		for n := 0; lines.Scan(); n++ {
			what, id, _ := strings.Cut(lines.Text(), " ")
			switch what {
			case "put":
				put[id] = true
			case "done":
				if done[id] {
					t.Errorf("item %s was done twice", id)
				}
				done[id] = true
			default:
				t.Errorf("child: %s", lines.Text())
			}
			if n > 1000+777*round && !killed {
				killed = true
				if _, err := Open(t.Context(), Options{Path: path}); err == nil ||
					!strings.Contains(err.Error(), fmt.Sprint("process ", cmd.Process.Pid)) {
					t.Errorf("open while the child runs: %v", err)
				}
				must(t, cmd.Process.Kill())
			}
		}
		_ = cmd.Wait() // it was killed
		if !stuck.Stop() || !killed {
			t.Fatal("the child did not get anywhere")
		}
	}
	s := open(t, path)
	ctx := t.Context()
	inbox, outbox := claimAll(t, s, queue.Inbox), claimAll(t, s, queue.Outbox)
	for id := range put {
		if inbox[id] == outbox[id] {
			t.Errorf("item %s: in the inbox is %v, its follow-up is %v", id, inbox[id], outbox[id])
		}
	}
	for id := range done {
		if inbox[id] || !outbox[id] {
			t.Errorf("done item %s: in the inbox is %v, its follow-up is %v", id, inbox[id], outbox[id])
		}
	}
	if len(put) < 500 || len(done) < 100 {
		t.Errorf("only %d items were put and %d done", len(put), len(done))
	}
	noerr.Want(t, s.Healthy())
	t.Logf("%d put, %d done, %d left (%v)", len(put), len(done), len(inbox), ctx.Err())
}

// claimAll acknowledges all items of q and returns their ids.
func claimAll(t *testing.T, s *bridge, q queue.Name) map[string]bool {
	t.Helper()
	ctx := t.Context()
	depth, err := s.Depth(ctx)
	must(t, err)
	ids := map[string]bool{}
	w := s.Worker("parent")
	for range depth[q].Waiting {
		c, err := claimOne(ctx, w, q)
		must(t, err)
		ids[c.ID] = true
		must(t, w.Ack(ctx, c))
	}
	return ids
}
