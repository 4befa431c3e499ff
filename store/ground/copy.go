package ground

import "time"

// Kept is a record as it is copied from one store into another: all of it but its version.
type Kept struct {
	Key
	Until int64 // µs since 1970, when its time is over; 0 = no end
	Label string
	Index []Entry
	Body  []byte
	// Gone: it is not there, whatever was told of it before.
	Gone bool
}

// Unfinished is an item of a lane as it is copied: a claim of it is given up.
type Unfinished struct {
	Queue, Lane, ID string
	Seq             int64
	Rank            int   // 0 was tried, and stays at the head; 1 was put to the front; 2 ordinary
	Due, At         int64 // µs since 1970; Due 0 = now
	Attempts        int
	Begun           bool // the last attempt may have had its effect: the next claim is InDoubt
	Doubts          int
	Why             string // of the last retry
	Payload         []byte
}

// Taker takes what a store holds, as of one moment: that of its end. First the records, of
// which what is told last of a key counts; then the items, those of a lane in their order. An
// error ends it.
type Taker interface {
	Record(Kept) error
	Item(Unfinished) error
}

// Copied is what a copy is of.
type Copied struct {
	At      time.Time // the moment, by the store's clock
	Clock   int64     // no item or claim has a larger number
	Records int       // told, those that are gone and those that were told twice too
	Items   int
	Running string // a node that had a store of many nodes open; "" = none
}
