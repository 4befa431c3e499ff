package email

import (
	"fmt"
	"io"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/adapters/email/spool"
	"bridge/internal/noerr"
)

// heapInUse returns how large the heap is without garbage.
func heapInUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

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

// TestReceiveManyLarge: 200 mails of 5 MB that come at the same time wait on disk
// and in their senders, not in memory.
func TestReceiveManyLarge(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("one address is one peer, with 100 connections; only Linux has all of 127.0.0.0/8")
	}
	const size, sent = 5_000_000, 600_000
	mails := 200
	if raceDetector {
		mails = 80
	}
	a, store := newAdapter(t, func(o *Options) { o.StopGrace = 50 * time.Millisecond }) // who waits for a slot does not see that the peer has gone
	store.count = true
	addr := serve(t, a, &recorder{})
	begin := append([]byte("EHLO x\r\nMAIL FROM:<dana@example.com>\r\nRCPT TO:<agent@example.com>\r\nDATA\r\n"), make([]byte, sent)...)
	noerr.Must(t, noerr.Of(newBigMail(size).ReadAt(begin[len(begin)-sent:], 0)))
	before := heapInUse()
	stop := heapPeak()
	var taken atomic.Int64
	var wg sync.WaitGroup
	conns := make([]net.Conn, mails)
	for i := range conns {
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(2+i%4))}}
		c, err := d.DialContext(t.Context(), "tcp", addr)
		noerr.Must(t, err)
		defer c.Close()
		conns[i] = c
		wg.Go(func() {
			for b := range slices.Chunk(begin, 50_000) { // until nothing more is taken, and the connection is closed
				n, err := c.Write(b)
				taken.Add(int64(n))
				if err != nil {
					return
				}
			}
		})
	}
	for deadline := time.Now().Add(60 * time.Second); a.spool.Taken() < spool.Places; {
		if time.Now().After(deadline) {
			t.Fatalf("%d large mails are taken at a time", a.spool.Taken())
		}
		time.Sleep(10 * time.Millisecond)
	}
	for before := int64(-1); before != taken.Load(); time.Sleep(time.Second) { // the others get as far as they can
		before = taken.Load()
	}
	// What is held, not what is garbage as well: that depends on when it is collected.
	held := heapInUse() - before
	t.Logf("%d mails: the heap grew by %.1f MB, %.1f MB of them are in use", mails, float64(stop())/1e6, float64(held)/1e6)
	if most := int64(mails) * sent * 3 / 4; held > most {
		t.Errorf("%d bytes are held, more than %d", held, most)
	}
	for _, c := range conns {
		c.Close()
	}
	wg.Wait()
}

// TestReceiveHuge: a mail of 50 MB is taken in the memory of a small one.
func TestReceiveHuge(t *testing.T) {
	withoutRace(t)
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
