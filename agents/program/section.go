package program

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bridge/agents/agent"
	"bridge/config"
)

// MaxConcurrent is the default of max_concurrent: each call is a process.
const MaxConcurrent = 4

// Section are the keys of an agent that is a program, beside command.
type Section struct {
	User  string                   `toml:"user"`
	Group string                   `toml:"group"`
	Dir   string                   `toml:"dir"`
	Env   map[string]config.Secret `toml:"env"`
}

// Options checks the keys, with the command that they are for; mistakes go into the section.
func (sec Section) Options(c agent.Setup, s *config.Section, command []string) Options {
	if len(command) > 0 && strings.TrimSpace(command[0]) == "" {
		s.Problem("command", "the program has no name", `["python3", "agent.py"]`)
	}
	o := Options{Command: command, Private: c.DataDir}
	for name, v := range sec.Env {
		o.Env = append(o.Env, name+"="+v.Reveal())
	}
	sec.settleDir(c, s, &o)
	sec.settleUser(c, s, &o)
	return o
}

// settleDir settles where a program runs: in dir, or in a folder of its own, from which
// files beside the configuration are not found by their names alone.
func (sec Section) settleDir(c agent.Setup, s *config.Section, o *Options) {
	if sec.Dir != "" {
		o.Dir = sec.Dir
		if !filepath.IsAbs(o.Dir) {
			o.Dir = filepath.Join(c.Dir, o.Dir)
		}
		if st, err := os.Stat(o.Dir); err != nil || !st.IsDir() {
			s.Problem("dir", o.Dir+" is not a folder", "a folder that the program can enter, or leave the key out: it runs in an empty one")
		}
		if within(o.Dir, c.DataDir) || within(c.DataDir, o.Dir) {
			s.Warn("dir", "the program runs where the bridge's data is", "another folder")
		}
		return
	}
	for _, word := range o.Command {
		if filepath.IsAbs(word) || strings.HasPrefix(word, "-") || word == "" {
			continue
		}
		path := filepath.Join(c.Dir, word)
		if st, err := os.Stat(path); err == nil && st.Mode().IsRegular() {
			s.Warn("command", fmt.Sprintf("the program runs in an empty folder of its own, where there is no %s", word), fmt.Sprintf("%q, or dir with the folder it is to run in", path))
		}
	}
}

func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}

// settleUser settles whom a program runs as.
func (sec Section) settleUser(c agent.Setup, s *config.Section, o *Options) {
	if sec.User == "" {
		if sec.Group != "" {
			s.Problem("group", "it goes with user", `user = "NAME" beside it`)
		}
		if what := c.Decides; what != "" {
			s.Warn("user", "the program runs as the bridge's user, which has the socket and the data: it could decide what it asked for ("+what+")", `user = "NAME" of a user that is for this program alone, or trust = "verified"`)
		}
		return
	}
	u, err := LookupUser(sec.User, sec.Group)
	var group *GroupError
	switch {
	case errors.As(err, &group):
		s.Problem("group", err.Error(), "a group, by name or number, or leave the key out: the user's own")
	case err != nil:
		s.Problem("user", err.Error(), "a user that is for this program alone, by name or number")
	case !u.Other():
		s.Warn("user", sec.User+" is the bridge's own user, which has the socket and the data", "another user")
	case !MaySwitch():
		s.Warn("user", "who runs this may not start programs as "+sec.User, "run the bridge as root, or with the capabilities CAP_SETUID and CAP_SETGID")
	}
	o.User = u
}
