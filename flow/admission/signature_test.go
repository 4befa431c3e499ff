package admission_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
)

const signatureLine = "What stands below is only my signature.\n\n"

// TestNamingAgain: what was taken back is not known again because the mail that named it comes again, under any id.
func TestNamingAgain(t *testing.T) {
	atDoor(t, func(t *testing.T, d *door) {
		first := proven("n1", signatureLine+"Dana Rossi\nonly half of it is real")
		if acc := d.accept(first); acc.Reason != "a signature: known" {
			t.Fatalf("%+v", acc)
		}
		time.Sleep(2 * time.Hour)
		if acc := d.accept(proven("n2", signatureLine)); acc.Reason != "a signature: none" {
			t.Fatalf("%+v", acc)
		}
		for _, id := range []string{"n1", "n3"} {
			first.ExternalID, first.ReceivedAt = id, time.Now()
			if acc := d.accept(first); acc.Outcome != message.OutcomeDuplicate {
				t.Errorf("%s: %+v", id, acc)
			}
		}
	})
}

// TestNamingUntold: nothing is learned of which nobody is told.
func TestNamingUntold(t *testing.T) {
	atDoor(t, func(t *testing.T, d *door) {
		told := 0
		for i := range 6 {
			acc := d.accept(proven(fmt.Sprint("n", i), signatureLine+"Dana Rossi"+strings.Repeat(" of the", i)+" house"))
			n := len(d.take(queue.Outbox))
			if told += n; (acc.Reason == "a signature: known") != (n == 1) {
				t.Errorf("%d: %+v, and told %d", i, acc, n)
			}
		}
		if told == 0 || told == 6 {
			t.Errorf("told %d times", told)
		}
	})
}

// TestNamingAbove: the line may stand above the code that confirms an address; and a mail that asks something is a mail.
func TestNamingAbove(t *testing.T) {
	atDoor(t, func(t *testing.T, d *door) {
		if acc := d.accept(proven("m0", "What stands below is only my signature?\n\nOr is the discount part of the offer?")); acc.Outcome != message.OutcomeTurn {
			t.Errorf("a question: %+v", acc)
		}
		c := &codes{right: "23456789ABCD"}
		o := d.o
		o.Codes, o.Lanes = c, d.lanes
		d.svc = admission.New(o)
		if acc := d.accept(proven("m1", signatureLine+"JOIN 2345-6789-ABCD\n\nDana")); c.tried == 0 {
			t.Errorf("the code was not tried: %+v", acc)
		}
	})
}
