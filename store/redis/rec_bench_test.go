package redis

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bridge/admission"
	"bridge/envelope"
	"bridge/message"
	"bridge/queue"
	"bridge/store"
	"bridge/turns"
)

// recBench opens a store on a server whose clock cannot be moved: asking for the
// time, as a server does for each command of a script, is then much cheaper.
func recBench(b *testing.B) *Store {
	socket := filepath.Join(b.TempDir(), "s")
	server := exec.Command("redis-server", "--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no")
	if err := server.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	s, err := Open(b.Context(), Options{
		Unix: socket, Node: "bench", Options: store.Options{Retention: store.Retention{Messages: 90 * 24 * time.Hour}},
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	return s
}

// BenchmarkRecords is the record part of a message: looked up, admitted into a new
// session, read before the step, step recorded; 128 at the same time.
func BenchmarkRecords(b *testing.B) {
	s := recBench(b)
	var n atomic.Int64
	ctx := b.Context()
	at := time.Now()
	part := envelope.TextPart(envelope.Response, "An answer of a usual length, which is about a hundred characters or a little more than that. Yours.")
	cpu := recServerCPU(b, s)
	b.SetParallelism(64)
	b.ReportAllocs()
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			i := n.Add(1)
			k := fmt.Sprint("key", i)
			if _, _, err := s.Admitted(ctx, "mail", k); err != nil {
				b.Error(err)
			}
			a := admission.Admission{
				Channel: "mail", Key: k, From: recEve, At: at, Turn: message.TurnID(fmt.Sprint("trn_", i)),
				New: admission.Session{
					ID: message.SessionID(fmt.Sprint("ses_", i)), Channel: "mail", Agent: "assistant", Participants: []message.Address{recEve}, CreatedAt: at,
				},
				Index: []message.Ref{message.Ref(k)},
			}
			adm, err := s.Admit(ctx, a, func(adm admission.Admitted) (queue.Item, error) {
				return queue.Item{Queue: queue.Inbox, Lane: string(adm.Session), ID: k, Payload: make([]byte, 512)}, nil
			})
			if err != nil {
				b.Error(err)
			}
			if _, err := s.Before(ctx, adm.Session, adm.Turn); err != nil {
				b.Error(err)
			}
			if _, _, err := s.RecordStep(ctx, turns.Turn{ID: adm.Turn, Session: adm.Session, Channel: "mail", Agent: "assistant", CreatedAt: at},
				turns.Step{Turn: adm.Turn, Key: turns.FirstStep, State: envelope.Complete, Parts: []envelope.Part{part}, RecordedAt: at}); err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "msgs/s")
	b.ReportMetric((recServerCPU(b, s)-cpu)*1e6/float64(b.N), "server-µs/op")
}

// BenchmarkRecordsFloor is what the round trips of BenchmarkRecords cost at least:
// five writes after each other of one string of 512 bytes each.
func BenchmarkRecordsFloor(b *testing.B) {
	s := recBench(b)
	var n atomic.Int64
	value := make([]byte, 512)
	cpu := recServerCPU(b, s)
	b.SetParallelism(64)
	b.ReportAllocs()
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			i := n.Add(1)
			for j := range 5 {
				r := refOf("mail", message.Ref(fmt.Sprint(i, j)))
				if _, err := s.one(b.Context(), opsThread, r.shard(), []any{r.key()}, value, 1_000_000_000); err != nil {
					b.Error(err)
				}
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "msgs/s")
	b.ReportMetric((recServerCPU(b, s)-cpu)*1e6/float64(b.N), "server-µs/op")
}

// recServerCPU is the CPU time that the server has used, in seconds.
func recServerCPU(b *testing.B, s *Store) (total float64) {
	info, err := s.reads.Info(b.Context(), "cpu").Result()
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(info) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		if name == "used_cpu_user" || name == "used_cpu_sys" {
			seconds, _ := strconv.ParseFloat(value, 64)
			total += seconds
		}
	}
	return total
}
