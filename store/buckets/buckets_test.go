package buckets

import (
	"fmt"
	"testing"
	"time"

	"bridge/store/ground"
)

func TestBucketsAreBounded(t *testing.T) {
	now := time.Now()
	b := New(func() time.Time { return now })
	for i := range most { // the first half is full again after a second
		per := time.Second
		if i >= most/2 {
			per = time.Hour
		}
		b.Take(ground.Bucket{Key: fmt.Sprint(i), N: 1, Per: per}, 1)
	}
	now = now.Add(2 * time.Second)
	b.Take(ground.Bucket{Key: "new", N: 1, Per: time.Hour}, 1)
	if len(b.all) != most/2+1 {
		t.Errorf("%d buckets are kept, want those that are not full", len(b.all))
	}
	if ok, _ := b.Take(ground.Bucket{Key: fmt.Sprint(most - 1), N: 1, Per: time.Hour}, 1); ok {
		t.Error("a bucket that is not full was forgotten")
	}
	for i := range most {
		b.Take(ground.Bucket{Key: fmt.Sprint("more", i), N: 1, Per: time.Hour}, 1)
	}
	if len(b.all) > most {
		t.Errorf("%d buckets are kept, want at most %d", len(b.all), most)
	}
}
