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

func commands() []command {
	return []command{
		{"run", "run [-config FILE]", "run the bridge", runCommand},
		{"demo", "demo [-once] [-agent URL|COMMAND]", "try it: everything on this machine, no setup", demoCommand},
		{"check", "check [-config FILE] [-offline]", "name every mistake in the configuration", checkCommand},
		{"agents", "agents card URL", "what an agent elsewhere says of itself", agentsCommand},
		{"config", "config default|show [-config FILE]", "print the annotated default, or what is in effect", configCommand},
		{"ask", "ask PERSON[,PERSON] QUESTION", "ask a human, and exit 0 on a yes", askCommand},
		{"mcp", "mcp [config]", "let an assistant ask humans (MCP over stdio)", mcpCommand},
		{"approvals", "approvals list|show|deny|approve|cancel|explain|evidence|verify|erase", "what waits for a human's yes or no", approvalsCommand},
		{"deadletters", "deadletters list|show|replay|drop", "what ended without success, kept", deadLettersCommand},
		{"sends", "sends list|settle", "what went out, or may have", sendsCommand},
		{"suppressions", "suppressions list|add|drop", "addresses that get no more messages", suppressionsCommand},
		{"twilio", "twilio reconcile", "take in what no webhook of Twilio has delivered", twilioCommand},
		{"cron", "cron list|next|run|pause|resume|runs", "schedules: what is next, what ran", cronCommand},
		{"webhooks", "webhooks list|test|enable|secret", "endpoints that messages are sent to", webhooksCommand},
		{"pause", "pause agent|channel|session NAME", "accept and keep messages, do nothing", pauseCommand},
		{"resume", "resume agent|channel|session NAME", "go on", resumeCommand},
		{"backup", "backup FILE [-with-secret]", "put what the bridge keeps into one file, while it runs", backupCommand},
		{"restore", "restore FILE", "take a backup apart where nothing is yet", restoreCommand},
		{"reload", "reload", "bring the changed configuration into force", reloadCommand},
		{"turns", "turns cancel TURN", "end a turn whose agent's task takes too long", turnsCommand},
		{"trace", "trace ID", "one message's whole trail", traceCommand},
		{"console", "console", "a link that lets you into the operators' page once", consoleCommand},
		{"status", "status [-json]", "how the running bridge is", statusCommand},
		{"version", "version", "print the version", versionCommand},
	}
}

// Main runs the command that the process was called with, and returns its exit code.
func Main(kinds app.Kinds) int {
	private()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return dispatch(ctx, std{out: os.Stdout, err: os.Stderr, env: os.LookupEnv, kinds: kinds}, os.Args[1:])
}

func dispatch(ctx context.Context, s std, args []string) int {
	cmds := commands()
	if len(args) > 0 {
		if i := slices.IndexFunc(cmds, func(c command) bool { return c.name == args[0] }); i >= 0 {
			return cmds[i].run(ctx, s, args[1:])
		}
		if !isHelp(args[0]) {
			fmt.Fprintf(s.err, "bridge: unknown command %q\n\n", args[0])
			usage(s.err, cmds)
			return exitUsage
		}
		usage(s.out, cmds)
		return exitOK
	}
	usage(s.err, cmds)
	return exitUsage
}

func usage(w io.Writer, cmds []command) {
	var b strings.Builder
	b.WriteString("bridge lets people talk to AI agents by email, WhatsApp and SMS, lets webhooks\nand schedules start them, and gets a human's yes or no for them.\n\nUsage:\n\n")
	for _, c := range cmds {
		gap := " "
		if len(c.usage) > 36 {
			gap = "\n" + strings.Repeat(" ", 46)
		}
		fmt.Fprintf(&b, "  bridge %-36s%s%s\n", c.usage, gap, c.short)
	}
	b.WriteString(`
Commands from ask to status ask the running bridge: by its socket, which
the configuration (-config FILE) names, or -url URL with an operator's token in
$BRIDGE_TOKEN or -token-file FILE. bridge COMMAND -h says more.

First time? bridge demo
`)
	_, _ = io.WriteString(w, b.String()) // nowhere to report to
}
