package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"bridge/app"
	"bridge/config"
)

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// std is the world of one run.
type std struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) (string, bool)
	kinds    app.Kinds
}

// fail prints an error; mistakes in the configuration are one a line.
func fail(s std, err error) int {
	if ps, ok := errors.AsType[config.Problems](err); ok {
		for _, p := range ps {
			fmt.Fprintln(s.err, p)
		}
		return exitFailed
	}
	fmt.Fprintln(s.err, "bridge:", err)
	return exitFailed
}

// agreed asks whether to do what cannot be taken back; done is what was not, after a no.
func (s std) agreed(question, done string) bool {
	fmt.Fprint(s.out, question+" This cannot be taken back. [y/N] ")
	said, _ := bufio.NewReader(s.in).ReadString('\n') // the end of the input is a no
	said = strings.ToLower(strings.TrimSpace(said))
	if said == "y" || said == "yes" {
		return true
	}
	fmt.Fprintln(s.out, "Nothing was "+done+".")
	return false
}

func flags(s std, name string) *flag.FlagSet {
	fs := flag.NewFlagSet("bridge "+name, flag.ContinueOnError)
	fs.SetOutput(s.err)
	return fs
}

// parse reads flags and wants no arguments beside them. If ok is false the
// command ends with code.
func parse(s std, fs *flag.FlagSet, args []string) (code int, ok bool) {
	_, code, ok = parseArgs(s, fs, args, 0, 0)
	return code, ok
}

// parseArgs reads flags and from least to most arguments, which may stand before,
// between and behind the flags. If ok is false the command ends with code.
func parseArgs(s std, fs *flag.FlagSet, args []string, least, most int) (found []string, code int, ok bool) {
	fs.SetOutput(io.Discard)
	fs.Usage = func() {} // it is written below, where it belongs
	help := func() {
		fmt.Fprintf(s.out, "usage: bridge %s\n%s\n", usageOf(s, fs.Name()), sentence(entry(fs.Name()).short))
		if more := details()[commandOf(fs.Name())]; more != "" {
			fmt.Fprintf(s.out, "%s\n", more)
		}
		fmt.Fprintf(s.out, "\nFlags of %s:\n", fs.Name())
		fs.SetOutput(s.out)
		fs.PrintDefaults()
		writeExamples(s.out, commandOf(fs.Name()))
	}
	for {
		switch err := fs.Parse(args); {
		case errors.Is(err, flag.ErrHelp):
			help()
			return nil, exitOK, false
		case err != nil:
			return nil, misused(s, fs.Name(), err.Error()), false
		}
		rest := fs.Args()
		if at := len(args) - len(rest); at > 0 && args[at-1] == "--" { // what follows are no flags
			found, rest = append(found, rest...), nil
		}
		if len(rest) == 0 {
			break
		}
		found, args = append(found, rest[0]), rest[1:]
	}
	if len(found) < least || len(found) > most {
		want := fmt.Sprint(least)
		if most != least {
			want = fmt.Sprintf("%d to %d", least, most)
		}
		return nil, misused(s, fs.Name(), fmt.Sprintf("takes %s arguments, got %d", want, len(found))), false
	}
	return found, exitOK, true
}

// misused says what is wrong with arguments, below how it is done: two lines that are read,
// not a page that is not.
func misused(s std, name, problem string) int {
	fmt.Fprintf(s.err, "usage: bridge %s\n%s: %s; bridge help %s says more\n", usageOf(s, name), name, problem, commandOf(name))
	return exitUsage
}

// commandOf is the command that flags are of: "bridge sends list" is of sends.
func commandOf(name string) string {
	cmd, _, _ := strings.Cut(strings.TrimPrefix(name, "bridge "), " ")
	return cmd
}

// usageOf is how a command is used, by the name of its flags: the table has it, of a verb such
// as "bridge sends list" what the command says of itself.
func usageOf(s std, name string) string {
	c := entry(name)
	if strings.Count(name, " ") > 1 && c.run != nil {
		var out bytes.Buffer
		s.out, s.err = &out, io.Discard
		c.run(context.Background(), s, []string{"-h"})
		for line := range strings.Lines(out.String()) {
			line = strings.TrimPrefix(strings.TrimSpace(line), "usage: ")
			if rest, ok := strings.CutPrefix(line, name); ok && (rest == "" || rest[0] == ' ') {
				return strings.TrimPrefix(line, "bridge ")
			}
		}
		return strings.TrimPrefix(name, "bridge ") + " [flags]"
	}
	return c.usage
}

// sentence is what the table says of a command as one.
func sentence(short string) string { return strings.ToUpper(short[:1]) + short[1:] + "." }

// entry is the command of the table that flags are named after.
func entry(name string) command {
	cmds := commands()
	if i := slices.IndexFunc(cmds, func(c command) bool { return c.name == commandOf(name) }); i >= 0 {
		return cmds[i]
	}
	return command{usage: strings.TrimPrefix(name, "bridge "), short: "-"}
}

// isHelp reports whether an argument asks for help where no flags are read.
func isHelp(arg string) bool {
	return slices.Contains([]string{"help", "-h", "-help", "--help"}, arg)
}

// told says how a command is used: to who asked, or to who wrote it wrongly.
func told(s std, code int, use string) int {
	switch code {
	case exitOK:
		fmt.Fprintln(s.out, use)
	case exitUsage:
		fmt.Fprintln(s.err, use)
	}
	return code
}

// verb takes the first argument, which must be one of verbs.
func verb(s std, args []string, use string, verbs ...string) (v string, code int, ok bool) {
	if len(args) == 0 {
		fmt.Fprintln(s.err, use)
		return "", exitUsage, false
	}
	if isHelp(args[0]) {
		fmt.Fprintln(s.out, use)
		writeExamples(s.out, commandOf(strings.TrimPrefix(use, "usage: ")))
		return "", exitOK, false
	}
	for _, v := range verbs {
		if v == args[0] {
			return v, exitOK, true
		}
	}
	fmt.Fprintf(s.err, "unknown %q\n%s\n", args[0], use)
	return "", exitUsage, false
}

// wrong prints a mistake in the arguments.
func wrong(s std, name string, err error) int {
	fmt.Fprintf(s.err, "%s: %v\n", name, err)
	return exitUsage
}
