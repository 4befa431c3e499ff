package test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
)

// echo is the bare agent of the library that the bridge is compared with. Its tasks say so many
// pieces.
type echo int

func (e echo) Execute(_ context.Context, ec *a2asrv.ExecutorContext) iter.Seq2[sdk.Event, error] {
	return func(yield func(sdk.Event, error) bool) {
		_ = yield(sdk.NewSubmittedTask(ec, ec.Message), nil) && yield(sdk.NewStatusUpdateEvent(ec, sdk.TaskStateWorking, nil), nil)
		first := sdk.NewArtifactEvent(ec, sdk.NewTextPart("piece "))
		yield(first, nil)
		for range int(e) - 1 {
			yield(sdk.NewArtifactUpdateEvent(ec, first.Artifact.ID, sdk.NewTextPart("piece ")), nil)
		}
		yield(sdk.NewStatusUpdateEvent(ec, sdk.TaskStateCompleted, nil), nil)
	}
}

func (echo) Cancel(context.Context, *a2asrv.ExecutorContext) iter.Seq2[sdk.Event, error] {
	return func(func(sdk.Event, error) bool) {}
}

// TestEchoServer is the process of the bare agent; it tells its address.
func TestEchoServer(t *testing.T) {
	pieces, _ := strconv.Atoi(os.Getenv("BRIDGE_ECHO"))
	if pieces == 0 {
		t.Skip("it is a part of TestThousandTasks")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	fmt.Printf("echo http://%s/\n", l.Addr())
	_ = http.Serve(l, a2asrv.NewJSONRPCHandler(a2asrv.NewHandler(echo(pieces)))) // until it is killed
}

// TestThousandTasks: a thousand peers have a streaming task each, at once. Beside a bare agent
// of the library, which stores nothing, in the same run: once both answer with one piece out of
// their own process, and once with ten, which the bridge has from an agent by HTTP.
func TestThousandTasks(t *testing.T) {
	if !soaking() {
		t.Skip("opens 2000 connections: make soak")
	}
	linux(t)
	t.Run("one piece", func(t *testing.T) { thousandTasks(t, 1, "You wrote:\n\nhello", withAgent(`type = "demo"`)) })
	t.Run("ten pieces", func(t *testing.T) {
		agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, _ call) {
			w.Header().Set("Content-Type", "application/x-ndjson")
			to := json.NewEncoder(w)
			for range 10 {
				_ = to.Encode(map[string]any{"parts": []any{map[string]any{"text": "piece ", "metadata": map[string]any{"partType": "response", "append": true}}}})
			}
			_ = to.Encode(map[string]any{"parts": []any{}, "conversationState": "complete"})
		})
		thousandTasks(t, 10, strings.Repeat("piece ", 10), httpAgent(agent.URL))
	})
}

func thousandTasks(t *testing.T, pieces int, answer string, with option) {
	const tasks = 1000
	cmd := exec.Command(os.Args[0], "-test.run=^TestEchoServer$")
	cmd.Env = append(os.Environ(), "BRIDGE_ECHO="+strconv.Itoa(pieces))
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line := ""
	for r := bufio.NewReader(out); !strings.HasPrefix(line, "echo "); {
		line, err = r.ReadString('\n')
		must(t, err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	bare := strings.TrimSpace(strings.TrimPrefix(line, "echo "))

	s := newSite(t, with, unlimited()).withPeers()
	s.edit("[agents.assistant]\n", "[agents.assistant]\nmax_concurrent = 1000\n")
	s.edit("[limits]\n", "[limits]\nhttp_open = 4000\nhttp_open_per_peer = 4000\n")
	s.start()

	type figures struct {
		perSecond float64
		p50, p99  time.Duration
		more      int // bytes
	}
	run := func(url string, pid int, answer string) (f figures) {
		client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: tasks}}
		via := a2aclient.NewJSONRPCTransport(url, &http.Client{Transport: logged{client.Transport}})
		before := memory(t, pid, "VmRSS")
		var mu sync.Mutex
		var took []time.Duration
		var all sync.WaitGroup
		began := time.Now()
		for range tasks {
			all.Go(func() {
				at, said, state := time.Now(), "", sdk.TaskState("")
				for e, err := range via.SendStreamingMessage(t.Context(), nil, peerSays("hello")) {
					if err != nil {
						t.Error(err)
						return
					}
					switch e := e.(type) {
					case *sdk.TaskArtifactUpdateEvent:
						if !e.Append {
							said = ""
						}
						for _, p := range e.Artifact.Parts {
							said += p.Text()
						}
					case *sdk.TaskStatusUpdateEvent:
						state = e.Status.State
					case *sdk.Task:
						if state = e.Status.State; state.Terminal() {
							said = texts(e)
						}
					}
				}
				if state != sdk.TaskStateCompleted || strings.TrimSpace(said) != strings.TrimSpace(answer) {
					t.Errorf("%s %q", state, said)
				}
				mu.Lock()
				defer mu.Unlock()
				took = append(took, time.Since(at))
			})
		}
		all.Wait()
		f.perSecond = tasks / time.Since(began).Seconds()
		slices.Sort(took)
		f.p50, f.p99, f.more = percentile(took, 50), percentile(took, 99), int(memory(t, pid, "VmHWM")-before)
		client.CloseIdleConnections()
		return f
	}
	var ours, theirs figures
	for range 3 { // the last counts: caches are warm
		theirs, ours = run(bare, cmd.Process.Pid, strings.Repeat("piece ", pieces)), run(s.partners(), s.cmd.Process.Pid, answer)
		t.Logf("bare  %.0f tasks/s, p50 %v, p99 %v, %.1f MB more at most", theirs.perSecond, theirs.p50.Round(time.Millisecond), theirs.p99.Round(time.Millisecond), float64(theirs.more)/1e6)
		t.Logf("bridge %.0f tasks/s, p50 %v, p99 %v, %.1f MB more at most: %.2f of the bare one", ours.perSecond, ours.p50.Round(time.Millisecond), ours.p99.Round(time.Millisecond), float64(ours.more)/1e6, ours.perSecond/theirs.perSecond)
	}
	if ours.perSecond < theirs.perSecond/2 {
		t.Errorf("%.2f of a bare agent's tasks a second, want 0.5", ours.perSecond/theirs.perSecond)
	}
}

// logged logs requests in as acme.
type logged struct{ next http.RoundTripper }

func (l logged) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+acmeToken)
	return l.next.RoundTrip(r)
}
