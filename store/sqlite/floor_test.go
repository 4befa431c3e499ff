package sqlite

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// floorLog is the least work that keeps the promise of a durable write: one
// goroutine appends what waits to a file and syncs it once for all of them.
type floorLog struct {
	f    *os.File
	in   chan floorWrite
	done chan struct{}
}

type floorWrite struct {
	b    []byte
	done chan error
}

func newFloorLog(b *testing.B) *floorLog {
	f, err := os.Create(filepath.Join(b.TempDir(), "log"))
	if err != nil {
		b.Fatal(err)
	}
	l := &floorLog{f: f, in: make(chan floorWrite, 512), done: make(chan struct{})}
	go l.run()
	b.Cleanup(func() {
		close(l.in)
		<-l.done
		_ = f.Close() // it is deleted anyway
	})
	return l
}

func (l *floorLog) run() {
	defer close(l.done)
	for first := range l.in {
		group := []floorWrite{first}
		for more := true; more && len(group) < 512; {
			select {
			case w, ok := <-l.in:
				if more = ok; ok {
					group = append(group, w)
				}
			default:
				more = false
			}
		}
		var buf []byte
		for _, w := range group {
			buf = append(buf, w.b...)
		}
		_, err := l.f.Write(buf)
		if err == nil {
			err = l.f.Sync()
		}
		for _, w := range group {
			w.done <- err
		}
	}
}

func (l *floorLog) write(b []byte) error {
	w := floorWrite{b: b, done: make(chan error, 1)}
	l.in <- w
	return <-w.done
}

// BenchmarkFloor is the floor of BenchmarkPipeline: three durable writes of 512
// bytes a message to a plain file, with so many messages in flight. Compare the
// lines of one run.
func BenchmarkFloor(b *testing.B) {
	for _, flight := range []int{1, 16, 64, 128} {
		b.Run(fmt.Sprint("flight=", flight), func(b *testing.B) {
			l := newFloorLog(b)
			payload := make([]byte, 512)
			var wg sync.WaitGroup
			next := make(chan struct{})
			b.ResetTimer()
			for range flight {
				wg.Go(func() {
					for range next {
						for range 3 {
							if err := l.write(payload); err != nil {
								b.Error(err)
							}
						}
					}
				})
			}
			for range b.N {
				next <- struct{}{}
			}
			close(next)
			wg.Wait()
		})
	}
}
