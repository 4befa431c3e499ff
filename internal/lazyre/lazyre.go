// Package lazyre holds regular expressions that are compiled, and tables that are made, when they are first used. A
// program that reads no mail, as most commands are, and a bridge that waits for its first one
// pay neither the time nor the memory of some two hundred of them.
package lazyre

import (
	"regexp"
	"sync"
)

// Regexp is a regular expression for a variable of a package. It is safe for concurrent use.
type Regexp struct {
	expr string
	once sync.Once
	re   *regexp.Regexp
}

// New returns a regular expression that is part of the program: of text and constants of its
// package alone, so that a test reads and compiles all of them. One that is wrong panics at its first use.
// The compiler makes data of a variable that New initializes: it costs the start nothing.
func New(expr string) *Regexp { return &Regexp{expr: expr} }

// Made returns one that the program puts together from a table, of a language for example, and compiles only if that is asked for. The
// tests of its table use each.
func Made(expr string) *Regexp { return New(expr) }

func (p *Regexp) compiled() *regexp.Regexp {
	p.once.Do(func() { p.re = regexp.MustCompile(p.expr) })
	return p.re
}

// The methods are those of regexp.Regexp.

func (p *Regexp) Match(b []byte) bool                  { return p.compiled().Match(b) }
func (p *Regexp) MatchString(s string) bool            { return p.compiled().MatchString(s) }
func (p *Regexp) FindAll(b []byte, n int) [][]byte     { return p.compiled().FindAll(b, n) }
func (p *Regexp) FindString(s string) string           { return p.compiled().FindString(s) }
func (p *Regexp) FindStringIndex(s string) []int       { return p.compiled().FindStringIndex(s) }
func (p *Regexp) FindStringSubmatch(s string) []string { return p.compiled().FindStringSubmatch(s) }

func (p *Regexp) FindAllString(s string, n int) []string { return p.compiled().FindAllString(s, n) }
func (p *Regexp) FindAllStringIndex(s string, n int) [][]int {
	return p.compiled().FindAllStringIndex(s, n)
}

func (p *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return p.compiled().FindAllStringSubmatch(s, n)
}

func (p *Regexp) ReplaceAllString(src, repl string) string {
	return p.compiled().ReplaceAllString(src, repl)
}

func (p *Regexp) ReplaceAllStringFunc(src string, repl func(string) string) string {
	return p.compiled().ReplaceAllStringFunc(src, repl)
}

// Once is sync.OnceValue, for the variable of a package that its first use makes. The compiler copies three functions of
// sync.OnceValue to each place that calls it, half a kilobyte for each of a hundred tables of words.
//
//go:noinline
func Once[T any](made func() T) func() T { return sync.OnceValue(made) }
