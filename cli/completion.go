package cli

import (
	"context"
	"fmt"
	"strings"
)

const completionUse = "usage: bridge completion bash|zsh|fish|man"

// completionCommand prints what a shell needs to complete commands and, where one has some,
// what follows it, and the manual: all made from the one table.
func completionCommand(_ context.Context, s std, args []string) int {
	print, ok := map[string]func(std){"bash": bash, "zsh": zsh, "fish": fish, "man": manual}[strings.Join(args, " ")]
	switch {
	case len(args) == 1 && isHelp(args[0]):
		fmt.Fprintln(s.out, completionUse+"\n\n  bash: source <(bridge completion bash)\n  zsh:  bridge completion zsh > \"${fpath[1]}/_bridge\"\n  fish: bridge completion fish > ~/.config/fish/completions/bridge.fish\n  man:  bridge completion man > /usr/local/share/man/man1/bridge.1")
		return exitOK
	case !ok:
		fmt.Fprintln(s.err, completionUse)
		return exitUsage
	}
	print(s)
	return exitOK
}

// verbs are the words that may follow a command: those between strokes in its usage.
func (c command) verbs() []string {
	for _, w := range strings.Fields(c.usage)[1:] {
		if strings.Contains(w, "|") && strings.ToLower(w) == w && !strings.ContainsAny(w, "[]") {
			return strings.Split(w, "|")
		}
	}
	return nil
}

func names(cmds []command) []string {
	var all []string
	for _, c := range cmds {
		all = append(all, c.name)
	}
	return all
}

func bash(s std) {
	fmt.Fprintf(s.out, `_bridge() {
  local cur=${COMP_WORDS[COMP_CWORD]} words
  case $COMP_CWORD in
  1) words="help %s" ;;
  2) case ${COMP_WORDS[1]} in
     help) words="%[1]s" ;;
`, strings.Join(names(commands()), " "))
	for _, c := range commands() {
		if v := c.verbs(); len(v) > 0 {
			fmt.Fprintf(s.out, "     %s) words=%q ;;\n", c.name, strings.Join(v, " "))
		}
	}
	fmt.Fprint(s.out, `     esac ;;
  esac
  [ -n "$words" ] && COMPREPLY=($(compgen -W "$words" -- "$cur")) || COMPREPLY=($(compgen -f -- "$cur"))
}
complete -F _bridge bridge
`)
}

func zsh(s std) {
	fmt.Fprint(s.out, "#compdef bridge\n_bridge() {\n  local -a commands=(\n    'help:what there is'\n")
	for _, c := range commands() {
		fmt.Fprintf(s.out, "    '%s:%s'\n", c.name, strings.ReplaceAll(strings.ReplaceAll(c.short, "'", "’"), ":", "\\:"))
	}
	fmt.Fprint(s.out, "  )\n  if (( CURRENT == 2 )); then _describe command commands; return; fi\n  if (( CURRENT == 3 )); then\n    case $words[2] in\n")
	for _, c := range commands() {
		if v := c.verbs(); len(v) > 0 {
			fmt.Fprintf(s.out, "      %s) compadd %s; return ;;\n", c.name, strings.Join(v, " "))
		}
	}
	fmt.Fprint(s.out, "    esac\n  fi\n  _files\n}\n_bridge \"$@\"\n")
}

func fish(s std) {
	for _, c := range commands() {
		fmt.Fprintf(s.out, "complete -c bridge -n __fish_use_subcommand -f -a %s -d '%s'\n", c.name, strings.ReplaceAll(c.short, "'", "’"))
		if v := c.verbs(); len(v) > 0 {
			fmt.Fprintf(s.out, "complete -c bridge -n '__fish_seen_subcommand_from %s' -f -a '%s'\n", c.name, strings.Join(v, " "))
		}
	}
}
