package cli

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bridge/cli/demo"
	"bridge/cli/setup"
)

// The files that bridge init writes.
const (
	initConfig = "bridge.toml"
	initEnv    = ".env"
)

// initCommand makes a first configuration.
func initCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "init")
	dir := fs.String("dir", ".", "the folder `DIR` that gets bridge.toml and .env; it is made if it is not there")
	yes := fs.Bool("yes", false, "ask nothing: what no flag says has its default")
	address := fs.String("address", "", "the agent's mailbox, such as \"Assistant <agent@example.com>\" (`A`)")
	provider := fs.String("provider", "", "who has that mailbox (`P`): "+strings.Join(setup.Providers(), ", ")+"; left out: by its domain")
	imap := fs.String("imap", "", "its IMAP server as `HOST:PORT`, with -provider own")
	smtp := fs.String("smtp", "", "its submission server as `HOST:PORT`, with -provider own")
	username := fs.String("username", "", "the account there, with -provider own; left out: the address (`NAME`)")
	approver := fs.String("approver", "", "who says yes or no: \"`NAME` <ADDRESS>\"")
	zone := fs.String("timezone", "", "their time zone, an IANA `NAME`; left out: that of this machine")
	allow := fs.String("allow", "", "who else may write to the agent: `PATTERNS` with commas, such as *@example.com; \"-\": nobody")
	agent := fs.String("agent", "", "the agent: its `URL`, a command, or demo")
	if code, ok := parse(s, fs, args); !ok {
		return code
	}
	for _, name := range []string{initConfig, initEnv} { // before anybody answers questions
		if _, err := os.Lstat(filepath.Join(*dir, name)); err == nil {
			return fail(s, fmt.Errorf("%s is there already, and is not written over: move it, or use -dir", filepath.Join(*dir, name)))
		}
	}
	q := asker{out: s.out, silent: *yes}
	if s.in != nil {
		q.in = bufio.NewReader(s.in)
	}
	var a setup.Answers
	q.ask(address, "The agent's mail address", "", func(v string) (err error) {
		a.Address, err = mailbox(v, "Assistant")
		return err
	})
	detected, sure := setup.Detect(a.Address.Address)
	if sure && *provider == "" {
		*provider = detected
		fmt.Fprintf(s.out, "That is %s.\n", detected)
	}
	q.ask(provider, "Who has that mailbox? "+strings.Join(setup.Providers(), ", "), detected, func(v string) error {
		a.Provider = strings.ToLower(v)
		if !slices.Contains(setup.Providers(), a.Provider) {
			return fmt.Errorf("it is one of: %s", strings.Join(setup.Providers(), ", "))
		}
		return nil
	})
	if a.Provider == setup.Own {
		i, o := setup.Servers(a.Address.Address)
		q.ask(imap, "Its IMAP server", i, server(&a.IMAP))
		q.ask(smtp, "Its submission server", o, server(&a.SMTP))
		a.Username = *username
	} else if *imap+*smtp+*username != "" {
		return wrong(s, fs.Name(), errors.New("-imap, -smtp and -username go with -provider own"))
	}
	q.ask(approver, "Who says yes or no when the agent asks? Name <address>", "", func(v string) (err error) {
		a.Approver, err = mailbox(v, "")
		if err == nil && strings.EqualFold(a.Approver.Address, a.Address.Address) {
			return errors.New("that is the agent's own address")
		}
		return err
	})
	if *zone == "" {
		*zone = here()
	}
	a.Zone = *zone
	if _, err := time.LoadLocation(a.Zone); err != nil {
		return wrong(s, fs.Name(), fmt.Errorf("-timezone: %q is not a time zone", a.Zone))
	}
	colleagues := "-"
	if _, domain, ok := strings.Cut(a.Address.Address, "@"); ok && !setup.Public(a.Address.Address) {
		colleagues = "*@" + domain
	}
	q.ask(allow, "Who else may write to the agent? Patterns, or - for nobody", colleagues, func(v string) error {
		a.Allow = nil
		for _, p := range strings.Split(v, ",") {
			if p = strings.TrimSpace(p); p != "" && p != "-" {
				a.Allow = append(a.Allow, p)
			}
		}
		return nil
	})
	q.ask(agent, "The agent: a URL, a command, or demo", "demo", func(v string) error {
		if a.Agent = demo.AgentSection(v); v == "demo" {
			a.Agent = "type = \"demo\" # the built-in one: type = \"http\" and url = \"…\" for yours"
		}
		return nil
	})
	switch {
	case errors.Is(q.err, errUnanswered) && *yes:
		return wrong(s, fs.Name(), fmt.Errorf("-yes asks nothing, and %w", q.err))
	case q.err != nil:
		return wrong(s, fs.Name(), q.err)
	}
	token := make([]byte, 32)
	_, _ = rand.Read(token) // it never fails
	a.Token = hex.EncodeToString(token)
	if err := writeBoth(*dir, a.Config(), a.Env()); err != nil {
		return fail(s, err)
	}
	path := filepath.Join(*dir, initConfig)
	fmt.Fprintf(s.out, "Written: %s and %s.\n\n", path, filepath.Join(*dir, initEnv))
	if code := checkCommand(ctx, s.with(a.Env()), []string{"-offline", "-config", path}); code != exitOK {
		fmt.Fprintf(s.err, "bridge: mend %s by hand, or remove both files and begin again\n", path)
		return code
	}
	fmt.Fprintf(s.out, "\nNext:\n\n")
	if *dir != "." {
		fmt.Fprintf(s.out, "  cd %s\n", *dir)
	}
	for _, x := range a.Secrets() {
		fmt.Fprintf(s.out, "  put %s into .env: %s\n", x.Name, x.What)
	}
	fmt.Fprintf(s.out, "  set -a; . ./.env; set +a\n  bridge check      # logs in to the mail servers, and asks the agent whether it is there\n  bridge run\n\ndocs/quickstart/%s.md goes through it step by step.\n", a.Page())
	return exitOK
}

// asker asks what no flag has said.
type asker struct {
	in     *bufio.Reader
	out    io.Writer
	silent bool
	err    error // the first answer that is missing or wrong; then nothing is asked any more
}

var errUnanswered = errors.New("is not said")

// mostTries is how often a question is asked that is answered wrongly.
const mostTries = 5

// ask takes *v, or what is answered, or otherwise the default; take says what is wrong.
func (q *asker) ask(v *string, question, otherwise string, take func(string) error) {
	for tries := 0; q.err == nil; tries++ {
		answer, asked := strings.TrimSpace(*v), false
		if answer == "" && !q.silent && q.in != nil {
			asked = true
			fmt.Fprint(q.out, question)
			if otherwise != "" {
				fmt.Fprintf(q.out, " [%s]", otherwise)
			}
			fmt.Fprint(q.out, ": ")
			line, err := q.in.ReadString('\n')
			if err != nil {
				q.in = nil // nobody answers any more
				fmt.Fprintln(q.out)
			}
			answer = strings.TrimSpace(line)
		}
		if answer == "" {
			answer = otherwise
		}
		var err error
		if answer == "" {
			err = fmt.Errorf("%q %w", question, errUnanswered)
		} else {
			err = take(answer)
		}
		if err == nil {
			return
		}
		if !asked || q.in == nil || tries+1 == mostTries {
			q.err = err
			return
		}
		fmt.Fprintln(q.out, "  "+err.Error())
	}
}

// mailbox reads an address with a name; without one it is called otherwise, or by its own
// first part.
func mailbox(v, otherwise string) (mail.Address, error) {
	a, err := mail.ParseAddress(v)
	if err != nil {
		return mail.Address{}, fmt.Errorf("%q is not a mail address, such as Dana <dana@example.com>", v)
	}
	if a.Name == "" {
		a.Name = otherwise
	}
	if a.Name == "" {
		a.Name, _, _ = strings.Cut(a.Address, "@")
	}
	return *a, nil
}

func server(into *string) func(string) error {
	return func(v string) error {
		if host, port, err := net.SplitHostPort(v); err != nil || host == "" || port == "" {
			return fmt.Errorf("%q is not HOST:PORT, such as imap.example.com:993", v)
		}
		*into = v
		return nil
	}
}

// here is the time zone of this machine, "UTC" where its name cannot be told.
func here() string {
	name := os.Getenv("TZ")
	if name == "" {
		if to, err := filepath.EvalSymlinks("/etc/localtime"); err == nil {
			_, name, _ = strings.Cut(to, "/zoneinfo/")
		}
	}
	if _, err := time.LoadLocation(name); err != nil || name == "" || name == "Local" || strings.HasPrefix(name, "/") || name == "Etc/UTC" {
		return "UTC"
	}
	return name
}

// writeBoth writes the two files, or none.
func writeBoth(dir, config, env string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	path, secrets := filepath.Join(dir, initConfig), filepath.Join(dir, initEnv)
	if err := writeNew(secrets, env); err != nil {
		return err
	}
	if err := writeNew(path, config); err != nil {
		return errors.Join(err, os.Remove(secrets))
	}
	return nil
}

// writeNew writes a file for its owner alone that was not there.
func writeNew(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already, and is not written over", path)
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// with is s where the variables of a file of secrets are set.
func (s std) with(env string) std {
	set := map[string]string{}
	for line := range strings.Lines(env) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok && !strings.HasPrefix(name, "#") {
			set[name] = value
		}
	}
	outer := s.env
	s.env = func(name string) (string, bool) {
		if v, ok := set[name]; ok {
			return v, true
		}
		return outer(name)
	}
	return s
}
