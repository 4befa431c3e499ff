package cli

import (
	"fmt"
	"io"
	"strings"
)

// examples are calls of each command, as `bridge help COMMAND` and the manual show them.
func examples() map[string]string {
	return map[string]string{
		"demo":          "bridge demo\nbridge demo -agent http://127.0.0.1:9000/respond   # with yours\nbridge demo -once                                 # plays a conversation and checks it",
		"init":          "bridge init\nbridge init -yes -address bot@gmail.com -approver \"Dana <dana@example.com>\" -agent demo",
		"config":        "bridge config default > config.toml\nbridge config show",
		"check":         "bridge check\nbridge check -offline   # looks at the file alone",
		"run":           "bridge run -config bridge.toml",
		"chat":          "bridge chat http://127.0.0.1:9000/respond\nbridge chat \"python3 agent.py\"\nbridge chat -agent assistant -config bridge.toml",
		"version":       "bridge version",
		"completion":    "source <(bridge completion bash)\nbridge completion man > /usr/local/share/man/man1/bridge.1",
		"status":        "bridge status\nbridge status -url https://bridge.example.com -token-file token",
		"console":       "bridge console",
		"usage":         "bridge usage -by person -since 30d\nbridge usage -by channel -since 2026-11-01 -until 2026-11-30 -csv > november.csv",
		"trace":         "bridge trace '<1234@mail.example.com>'\nbridge trace trn_01KAN7M3JXEXAMPLE000000000 -json",
		"people":        "bridge people add gina -name \"Gina Rossi\" -address email:gina@example.com -verified -groups finance -approver\nbridge people disable gina\nbridge people import staff.csv -dry-run",
		"sessions":      "bridge sessions handover ses_01KAN7M3JXEXAMPLE000000000 dana\nbridge sessions handovers",
		"turns":         "bridge turns cancel trn_01KAN7M3JXEXAMPLE000000000",
		"approvals":     "bridge approvals list -state pending\nbridge approvals explain -tool refund -args '{\"amount\":150}'\nbridge approvals evidence apr_01KAN7M3JXEXAMPLE000000000",
		"sends":         "bridge sends list -state failed -since 2h\nbridge sends settle msg_01KAN7M3JXEXAMPLE000000000 sent",
		"cron":          "bridge cron next nightly\nbridge cron run nightly",
		"webhooks":      "bridge webhooks test hook\nbridge webhooks secret",
		"agents":        "bridge agents test http://127.0.0.1:9000/respond -approve \"refund 40\"\nbridge agents card https://agent.example.com",
		"ask":           "bridge ask dana \"Deploy v2?\" -wait 1h && ./deploy v2",
		"send":          "bridge send mail:dana \"The report is ready.\" -file report.pdf\nbridge send sms:dana,mail:eve@example.com \"The shop is closed today.\" -key closed-2026-11-25\ndf -h | bridge send mail:ops - -subject \"The disk is full\"",
		"mcp":           "bridge mcp config",
		"deadletters":   "bridge deadletters list -agent assistant\nbridge deadletters replay -agent assistant -dry-run\nbridge deadletters replay 12",
		"suppressions":  "bridge suppressions list\nbridge suppressions drop mail eve@example.com",
		"twilio":        "bridge twilio reconcile -since 6h -dry-run",
		"doctor":        "bridge doctor > report.txt",
		"erase":         "bridge erase email:eve@example.com\nbridge erase dana -yes -json",
		"export-person": "bridge export-person sms:+390612345678 /tmp/their-data",
		"pause":         "bridge pause agent assistant -why \"a new model\"",
		"resume":        "bridge resume agent assistant",
		"reload":        "bridge reload",
		"backup":        "bridge backup /backups/bridge-$(date +%F).tar",
		"restore":       "bridge restore /backups/bridge-2026-11-25.tar -config bridge.toml",
		"export":        "bridge export bridge.export -config on-sqlite.toml",
		"import":        "bridge import bridge.export -config on-redis.toml",
	}
}

// writeExamples writes those of a command, if it has some.
func writeExamples(w io.Writer, cmd string) {
	text := examples()[cmd]
	if text == "" {
		return
	}
	fmt.Fprintf(w, "\nFor example:\n\n") // nowhere to report to
	for line := range strings.Lines(text) {
		fmt.Fprintf(w, "  $ %s\n", strings.TrimSuffix(line, "\n"))
	}
}

// details are what has to be known of a command beside its usage and its flags.
func details() map[string]string {
	return map[string]string{
		"ask": "PERSON is an approver of the rules.\nExit: 0 granted, 1 failed or still open, 2 usage, 3 denied, 4 expired, 5 nobody could be asked.",
		"send": "CHANNEL:WHO is a channel and a person of the configuration or an address; TEXT may be - for what comes in. -show ID says what became\n" +
			"of an earlier one. Exit: 0 taken (with -wait: handed over), 1 failed, 2 usage.",
		"usage": "In: messages that became a turn or a vote. Out: those that were handed over, each once. Segments: that text messages were sent in.\n" +
			"WHEN is a day in UTC, both included, or how long ago.",
		"erase": "It shows what there is, asks, and erases at once; what is being worked on, and why something stays, is named. An address need not be of\n" +
			"somebody in the directory: KIND:ADDRESS, or as people write it. Backups keep what they have.",
		"export": "To move, stop the bridge first: what it does after the moment of the export is not in the file. Artifacts are in it, also those of a bucket.",
		"import": "Into a store that is empty, or with -replace, after asking, in place of what is there. It takes backups, too. No bridge may run there. If it\n" +
			"is killed, no bridge starts there until it was run again. The secret has to be the one that the other bridge had.",
		"export-person": "DIR must not be there yet: it gets person.json and a folder files, for you alone to read.",
		"init":          "It asks for what no flag says, then writes bridge.toml and .env; what is there already is never written over.",
		"chat": "Through the bridge that runs with the configuration (or is at -url): its rules hold, its people are asked, everything is recorded, and you\n" +
			"may decide as an operator. Where none runs, with -alone, or with a URL or COMMAND that need not be configured, it calls the agent itself as\n" +
			"the bridge would: you decide what it asks approvals for, and nothing is stored.",
	}
}
