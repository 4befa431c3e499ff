package email

import (
	"io"
	"net"
	"net/smtp"
	"runtime"
	"sync"
	"testing"
	"time"
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
		tick := time.NewTicker(20 * time.Millisecond)
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
	const mails, size, most = 200, 5_000_000, 150 << 20
	a, store := newAdapter(t)
	store.count = true
	addr := serve(t, a, &recorder{})
	begin := append([]byte("EHLO x\r\nMAIL FROM:<dana@example.com>\r\nRCPT TO:<agent@example.com>\r\nDATA\r\n"), make([]byte, 600_000)...)
	if _, err := newBigMail(size).ReadAt(begin[len(begin)-600_000:], 0); err != nil {
		t.Fatal(err)
	}
	stop := heapPeak()
	var wg sync.WaitGroup
	conns := make([]net.Conn, mails)
	for i := range conns {
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(2+i%4))}}
		c, err := d.DialContext(t.Context(), "tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		conns[i] = c
		wg.Go(func() {
			_ = c.SetWriteDeadline(time.Now().Add(30 * time.Second)) // what it does not take now, it does not take
			_, _ = c.Write(begin)
		})
	}
	wg.Wait()
	for deadline := time.Now().Add(60 * time.Second); len(a.big) < maxBig; {
		if time.Now().After(deadline) {
			t.Fatalf("%d large mails are taken at a time", len(a.big))
		}
		time.Sleep(10 * time.Millisecond)
	}
	time.Sleep(time.Second) // the others get as far as they can
	grew := stop()
	t.Logf("%d mails: the heap grew by %.1f MB", mails, float64(grew)/1e6)
	if grew > most {
		t.Errorf("the heap grew by %d bytes, more than %d", grew, most)
	}
	for _, c := range conns {
		c.Close()
	}
}

// TestReceiveHuge: a mail of 50 MB is taken in the memory of a small one.
func TestReceiveHuge(t *testing.T) {
	const size, most = 50_000_000, 48 << 20
	a, store := newAdapter(t, func(o *Options) { o.Config.MaxMessage = 60_000_000 })
	store.count = true
	rec := &recorder{}
	c, err := smtp.Dial(serve(t, a, rec))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, err := range []error{c.Mail("dana@example.com"), c.Rcpt("agent@example.com")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	stop := heapPeak()
	w, err := c.Data()
	if err != nil {
		t.Fatal(err)
	}
	src := newBigMail(size)
	if _, err := io.Copy(w, io.NewSectionReader(src, 0, src.size)); err != nil {
		t.Fatal(err)
	}
	err = w.Close()
	grew := stop()
	t.Logf("the heap grew by %.1f MB", float64(grew)/1e6)
	if err != nil || len(rec.all()) != 1 || store.total < size/2 {
		t.Errorf("%v, %d mails, %d bytes stored", err, len(rec.all()), store.total)
	}
	if grew > most {
		t.Errorf("the heap grew by %d bytes, more than %d", grew, most)
	}
}
