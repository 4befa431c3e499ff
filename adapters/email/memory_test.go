package email

import (
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"bridge/internal/noerr"
	"bridge/internal/racetest"
)

// heapPeak samples the heap until stop, which returns how much it grew at most.
func heapPeak() (stop func() int64) {
	inUse := func() int64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	runtime.GC()
	before := inUse()
	end, peak := make(chan struct{}), make(chan int64)
	go func() {
		most := before
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		for {
			most = max(most, inUse())
			select {
			case <-tick.C:
			case <-end:
				peak <- most - before
				return
			}
		}
	}()
	return func() int64 { close(end); return <-peak }
}

// TestReceiveHuge: a mail of 50 MB is taken in the memory of a small one.
func TestReceiveHuge(t *testing.T) {
	racetest.Skip(t)
	const size, most = 50_000_000, 48 << 20
	a, store := newAdapter(t, func(o *Options) { o.Config.MaxMessage = 60_000_000 })
	store.count = true
	rec := &recorder{}
	src := newBigMail(1_000_000)
	once := make([]byte, src.size)
	noerr.Must(t, noerr.Of(src.ReadAt(once, 0)))
	body := len(src.head) + len(src.line)*5000 // whole lines of base64
	c, err := net.Dial("tcp", serve(t, a, rec))
	noerr.Must(t, err)
	defer c.Close()
	stop := heapPeak()
	lines := once[len(src.head):body]
	times := (size - len(src.head) - len(src.tail)) / len(lines)
	fmt.Fprintf(c, "EHLO x\r\nMAIL FROM:<dana@example.com>\r\nRCPT TO:<agent@example.com>\r\nBDAT %d LAST\r\n%s",
		len(src.head)+times*len(lines)+len(src.tail), src.head)
	for range times {
		noerr.Must(t, noerr.Of(c.Write(lines)))
	}
	fmt.Fprintf(c, "%sQUIT\r\n", src.tail)
	replies, err := io.ReadAll(c)
	grew := stop()
	t.Logf("the heap grew by %.1f MB", float64(grew)/1e6)
	if err != nil || !strings.Contains(string(replies), "250 2.0.0 OK: queued") || len(rec.all()) != 1 || store.total < size/2 {
		t.Errorf("%v, %d mails, %d bytes stored: %s", err, len(rec.all()), store.total, replies)
	}
	if grew > most {
		t.Errorf("the heap grew by %d bytes, more than %d", grew, most)
	}
}
