package config

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Problem is one mistake in a config file: where it is, what is wrong and what
// to write instead. It never holds the value of a secret or of a ${…} reference.
type Problem struct {
	File    string // as it was given to Load
	Line    int    // 1 is the first line
	Key     string // the full dotted key, as in "channels.mail.smtp.addr"
	Problem string
	Write   string // what to write instead; may be empty
}

// String returns the line that `bridge check` prints:
// "FILE:LINE: key: problem; write X".
func (p Problem) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d: ", p.File, p.Line)
	if p.Key != "" {
		b.WriteString(p.Key + ": ")
	}
	b.WriteString(p.Problem)
	if p.Write != "" {
		b.WriteString("; write " + p.Write)
	}
	return b.String()
}

// Problems is every mistake found in a file, in the order of its lines. It is
// the error that Load and Config.Check return.
type Problems []Problem

// Error returns one line per mistake.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// maxProblems bounds what one file can make us report.
const maxProblems = 200

// problemList collects mistakes or warnings while a file is read.
type problemList struct {
	file string
	list Problems
	more bool // some were left out
}

func (l *problemList) add(line int, key, problem, write string) {
	if len(l.list) >= maxProblems {
		l.more = true
		return
	}
	l.list = append(l.list, Problem{File: l.file, Line: line, Key: key, Problem: problem, Write: write})
}

// has says whether there is a mistake at a key.
func (l *problemList) has(key string) bool {
	return slices.ContainsFunc(l.list, func(p Problem) bool { return p.Key == key })
}

// full says, to the one who has found a further mistake, that it is not kept, so
// that no work is done to describe it.
func (l *problemList) full() bool {
	l.more = l.more || len(l.list) >= maxProblems
	return l.more
}

// sorted returns a copy in line order, found order within a line.
func (l *problemList) sorted() Problems {
	if len(l.list) == 0 {
		return nil
	}
	out := append(Problems(nil), l.list...)
	sort.SliceStable(out, func(i, j int) bool { return out[i].Line < out[j].Line })
	if l.more {
		out = append(out, Problem{
			File: l.file, Line: out[len(out)-1].Line,
			Problem: fmt.Sprintf("there are more than %d mistakes, the others are not shown", maxProblems),
		})
	}
	return out
}
