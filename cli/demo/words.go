package demo

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// AgentSection is the body of an [agents.NAME] section for an agent that is the URL of one by
// HTTP, or a command.
func AgentSection(agent string) string {
	if strings.HasPrefix(agent, "http://") || strings.HasPrefix(agent, "https://") {
		return "type = \"http\"\nurl = " + strconv.Quote(agent)
	}
	return "type = \"exec\"\ncommand = " + quoted(words(agent))
}

// words are the words of a command as a shell parts them: by blanks, but for what stands in
// quotes. Files beside whoever runs the demo are named in full, for the program runs elsewhere.
func words(command string) []string {
	var list []string
	var b strings.Builder
	quote, begun := rune(0), false
	end := func() {
		if begun {
			list = append(list, inFull(b.String()))
		}
		b.Reset()
		begun = false
	}
	for _, r := range command {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, begun = r, true
		case quote == 0 && (r == ' ' || r == '\t'):
			end()
		default:
			b.WriteRune(r)
			begun = true
		}
	}
	end()
	return list
}

// inFull is the path of a file that is there, else the word.
func inFull(word string) string {
	if st, err := os.Stat(word); err == nil && st.Mode().IsRegular() {
		if path, err := filepath.Abs(word); err == nil {
			return path
		}
	}
	return word
}

// quoted are words as an array of TOML.
func quoted(list []string) string {
	for i, w := range list {
		list[i] = strconv.Quote(w)
	}
	return "[" + strings.Join(list, ", ") + "]"
}
