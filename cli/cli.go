// Package cli has the commands of the program: each has a file of its own. Most of them
// are clients of the running bridge.
package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"bridge/app"
)

// command is one subcommand.
type command struct {
	name  string
	usage string
	short string
	run   func(context.Context, std, []string) int
}

// group is commands that one wants for the same end.
type group struct {
	title    string
	commands []command
}

func groups() []group {
	return []group{
		{"First steps", []command{
			{"demo", "demo [-once] [-a2a] [-agent URL|COMMAND]", "try it: all on this machine, no setup", demoCommand},
			{"init", "init [-dir DIR] [-yes]", "a first configuration from a few questions", initCommand},
			{"config", "config default|show [-config FILE]", "print the default, or what is in effect", configCommand},
			{"check", "check [-config FILE] [-offline]", "name every mistake in the configuration", checkCommand},
			{"run", "run [-config FILE] [-watch 10s]", "run the bridge", runCommand},
			{"chat", "chat [-agent NAME] [URL|COMMAND]", "talk to an agent in the terminal, through the bridge if one runs", chatCommand},
			{"version", "version", "print the version", versionCommand},
			{"completion", "completion bash|zsh|fish|man", "what a shell needs to complete commands; the manual page", completionCommand},
		}},
		{"See what is going on", []command{
			{"status", "status [-json]", "how the running bridge is", statusCommand},
			{"console", "console", "a link into the operators' page, good once", consoleCommand},
			{"trace", "trace ID", "one message's whole trail", traceCommand},
			{"turns", "turns cancel TURN", "end a turn that waits, runs or is parked", turnsCommand},
			{"sessions", "sessions handover|handback|handovers", "let people answer in a conversation, in the place of its agent", sessionsCommand},
			{"people", "people list|show|add|set|disable|enable|remove|import|invite|uninvite|verify", "the directory: who is known, and who may decide", peopleCommand},
			{"approvals", "approvals list|show|deny|approve|cancel|explain|evidence|verify|erase", "what waits for a human's yes or no", approvalsCommand},
			{"usage", "usage [-by person|agent|channel|tenant|day]", "how much was used: messages, segments, turns, approvals", usageCommand},
			{"sends", "sends list|settle", "what went out, or may have", sendsCommand},
			{"cron", "cron list|next|run|pause|resume|runs", "schedules: what is next, what ran", cronCommand},
			{"webhooks", "webhooks list|test|enable|secret", "endpoints that messages are sent to", webhooksCommand},
			{"agents", "agents card|test|login URL|NAME", "what an agent elsewhere says of itself; whether one keeps the contract; log in to a server of tools", agentsCommand},
		}},
		{"Ask and tell people", []command{
			{"ask", "ask PERSON[,PERSON] QUESTION", "ask a human, and exit 0 on a yes", askCommand},
			{"send", "send CHANNEL:WHO[,...] TEXT [-file FILE]", "write to people, and see what became of it", sendCommand},
			{"mcp", "mcp [config]", "let an assistant ask humans (MCP over stdio)", mcpCommand},
		}},
		{"Put things right", []command{
			{"deadletters", "deadletters list|show|replay|drop", "what ended without success, kept", deadLettersCommand},
			{"suppressions", "suppressions list|add|drop", "addresses that get no more messages", suppressionsCommand},
			{"twilio", "twilio reconcile", "take in what no webhook of Twilio has delivered", twilioCommand},
			{"erase", "erase ADDRESS|PERSON [-yes]", "take away what is kept of somebody, after showing it", eraseCommand},
			{"export-person", "export-person ADDRESS|PERSON DIR", "everything that is kept of somebody: JSON, and their files", exportPersonCommand},
			{"doctor", "doctor", "a report for a bug report: versions, configuration, health; no secrets, bodies, people or addresses", doctorCommand},
			{"pause", "pause agent|channel|session NAME", "accept and keep messages, do nothing", pauseCommand},
			{"resume", "resume agent|channel|session NAME", "go on", resumeCommand},
		}},
		{"Keep it running", []command{
			{"reload", "reload", "bring the changed configuration into force", reloadCommand},
			{"backup", "backup FILE [-with-secret]", "put what the bridge keeps into one file, while it runs", backupCommand},
			{"restore", "restore FILE", "take a backup apart where nothing is yet", restoreCommand},
			{"export", "export FILE [-with-secret]", "put it into a file that a bridge on any store can go on with", exportCommand},
			{"import", "import FILE [-replace]", "go on with what another bridge kept", importCommand},
		}},
	}
}

func commands() []command {
	var all []command
	for _, g := range groups() {
		all = append(all, g.commands...)
	}
	return all
}

// Main runs the command that the process was called with, and returns its exit code.
func Main(kinds app.Kinds) int {
	private()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return dispatch(ctx, std{in: os.Stdin, out: os.Stdout, err: os.Stderr, env: os.LookupEnv, kinds: kinds}, os.Args[1:])
}

func dispatch(ctx context.Context, s std, args []string) int {
	switch {
	case len(args) == 0:
		usage(s.err)
		return exitUsage
	case slices.Contains([]string{"-v", "-version", "--version"}, args[0]):
		args = []string{"version"}
	case isHelp(args[0]) && len(args) == 1:
		usage(s.out)
		return exitOK
	case args[0] == "help":
		args = []string{args[1], "-h"}
	}
	cmds := commands()
	if i := slices.IndexFunc(cmds, func(c command) bool { return c.name == args[0] }); i >= 0 {
		return cmds[i].run(ctx, s, args[1:])
	}
	fmt.Fprintf(s.err, "bridge: unknown command %q%s\n", args[0], hint(args[0], cmds))
	return exitUsage
}

// hint says which commands somebody may have meant.
func hint(wrong string, cmds []command) string {
	var near []string
	for _, c := range cmds {
		if distance(wrong, c.name) <= max(1, len(wrong)/3) || len(wrong) > 2 && strings.HasPrefix(c.name, wrong) {
			near = append(near, c.name)
		}
	}
	if len(near) == 0 {
		return "; bridge help lists them"
	}
	return ". Did you mean: " + strings.Join(near, ", ")
}

// distance is how many letters have to be put in, taken out or changed (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// Lines for people are as wide as the narrowest terminal; what a command does stands at a column.
const width, column = 80, 38

// beside is how something is written, with what it does beside it, or below it where that is
// too long.
func beside(what, does string) string {
	var b strings.Builder
	line := fmt.Sprintf("%-*s", column-1, what)
	if len(what) > column-2 {
		b.WriteString(what + "\n")
		line = strings.Repeat(" ", column-1)
	}
	for _, word := range strings.Fields(does) {
		if len(line)+1+len(word) > width {
			b.WriteString(line + "\n")
			line = strings.Repeat(" ", column-1)
		}
		line += " " + word
	}
	b.WriteString(line + "\n")
	return b.String()
}

func usage(w io.Writer) {
	var b strings.Builder
	b.WriteString("bridge lets people talk to AI agents by email, WhatsApp and SMS, lets webhooks\nand schedules start them, and gets a human's yes or no for them.\n")
	for _, g := range groups() {
		b.WriteString("\n" + g.title + "\n\n")
		for _, c := range g.commands {
			b.WriteString(beside("  bridge "+c.usage, c.short))
		}
	}
	b.WriteString(`
bridge help COMMAND says more. Those that ask the running bridge find it by its
socket, which the configuration (-config FILE) names, or by -url URL with an
operator's token in $BRIDGE_TOKEN or -token-file FILE.

For example:

  $ bridge demo                              try it, with a page at your browser
  $ bridge init                              a configuration of your own
  $ bridge check                             is the configuration right?
  $ bridge trace '<1234@mail.example.com>'   what became of this mail?
  $ bridge deadletters replay -agent NAME    the agent is mended: once more
`)
	_, _ = io.WriteString(w, b.String()) // nowhere to report to
}
