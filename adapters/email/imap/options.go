package imap

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// after is what becomes of a mail that was taken.
type after struct {
	what   string // keep, seen, move, delete
	folder string // of move
}

const (
	keep   = "keep"
	seen   = "seen"
	move   = "move"
	remove = "delete"
)

func parseAfter(s string) (after, error) {
	name, folder, named := strings.Cut(s, ":")
	switch {
	case s == "":
		return after{what: seen}, nil
	case !named && (name == keep || name == seen || name == remove):
		return after{what: name}, nil
	case named && name == move && strings.TrimSpace(folder) != "":
		if strings.ContainsFunc(folder, func(r rune) bool { return r < ' ' || r == 0x7f || r == '*' || r == '%' }) {
			return after{}, fmt.Errorf("%q cannot be the name of a mailbox", folder)
		}
		return after{what: move, folder: folder}, nil
	}
	return after{}, fmt.Errorf("unknown value %q", s)
}

// CheckAfter returns what is wrong with a value of Options.After.
func CheckAfter(s string) error {
	_, err := parseAfter(s)
	return err
}

// backlog says which mails of a mailbox never seen are taken.
type backlog struct {
	all, unseen bool
	young       time.Duration // mails that are younger
}

func parseBacklog(s string) (backlog, error) {
	switch s {
	case "", "none":
		return backlog{}, nil
	case "unseen":
		return backlog{unseen: true}, nil
	case "all":
		return backlog{all: true}, nil
	}
	number, unit := s, time.Duration(1)
	if n, days := strings.CutSuffix(s, "d"); days {
		number, unit = n+"h", 24
	}
	d, err := time.ParseDuration(number)
	switch {
	case err != nil:
		return backlog{}, fmt.Errorf("unknown value %q", s)
	case d <= 0 || d > 100*365*24*time.Hour/unit:
		return backlog{}, errors.New("the duration is out of range")
	}
	return backlog{young: d * unit}, nil
}

// CheckBacklog returns what is wrong with a value of Options.Backlog.
func CheckBacklog(s string) error {
	_, err := parseBacklog(s)
	return err
}
