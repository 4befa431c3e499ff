package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/app"
	"bridge/cli/agenttest"
	"bridge/cli/demo"
	"bridge/config"
)

// agentTest plays the contract to an agent, which need not be configured anywhere.
func agentTest(ctx context.Context, s std, args []string) int {
	fs := flags(s, "agents test")
	file := fs.String("config", "", "test the agent of this name of the configuration `FILE`, in place of a URL or command")
	secret := fs.String("secret", "", "the `NAME` of the environment variable with the secret that its calls are signed with")
	o := agenttest.Options{Now: time.Now}
	fs.StringVar(&o.Text, "text", "hello", "what people write in an ordinary message")
	fs.StringVar(&o.Approve, "approve", "", "a message that it asks an approval for, such as \"refund 40\"")
	fs.StringVar(&o.Clarify, "clarify", "", "a message that it asks back on")
	fs.DurationVar(&o.Timeout, "timeout", time.Minute, "how long one call may take")
	asJSON := fs.Bool("json", false, "print JSON, a line for each check")
	rest, code, ok := parseArgs(s, fs, args, 1, 1)
	if !ok {
		return code
	}
	dir, err := os.MkdirTemp("", "bridge-agent-test-")
	if err != nil {
		return fail(s, err)
	}
	defer os.RemoveAll(dir)
	build := func(secretName string) (agents.Agent, []string, error) {
		if *file != "" {
			return configured(s, *file, rest[0])
		}
		return described(s, dir, rest[0], secretName)
	}
	var hosts []string
	if o.Agent, hosts, err = build(*secret); err != nil {
		return fail(s, err)
	}
	if *secret != "" && *file == "" {
		stranger := s
		stranger.env = func(name string) (string, bool) {
			if name == *secret {
				return strings.Repeat("no secret of it", 4), true
			}
			return s.env(name)
		}
		if o.Stranger, _, err = described(stranger, dir, rest[0], *secret); err != nil {
			return fail(s, err)
		}
	}
	if !slices.ContainsFunc(hosts, func(h string) bool { return !config.IsLoopback(h) }) { // it can fetch from here
		serve, stop, err := agenttest.ServeFile()
		if err != nil {
			return fail(s, err)
		}
		defer stop()
		o.File = serve
	}
	wrong, err := agenttest.Run(ctx, o, func(f agenttest.Finding) {
		if *asJSON {
			_ = json.NewEncoder(s.out).Encode(f) // nowhere to report to
			return
		}
		took := ""
		if f.Took > 0 {
			took = f.Took.String()
		}
		fmt.Fprintf(s.out, "%-9s %-42s %8s  %s\n", f.Verdict, f.Check, took, line(f.Says))
	})
	switch {
	case err != nil:
		return fail(s, err)
	case wrong > 0:
		if !*asJSON {
			fmt.Fprintf(s.out, "%d wrong\n", wrong)
		}
		return exitFailed
	}
	return exitOK
}

// described is the agent that an argument names: a URL, or a command.
func described(s std, dir, what, secret string) (agents.Agent, []string, error) {
	section := demo.AgentSection(what)
	if secret != "" { // a program refuses the key
		section += fmt.Sprintf("\nsecret = \"${%s}\"", secret)
	}
	path := filepath.Join(dir, "test.toml")
	// A configuration needs a channel; nothing of it is opened.
	text := "data_dir = \"data\"\n[agents.tested]\n" + section + "\n[channels.none]\ntype = \"webhook\"\nagent = \"tested\"\nscheme = \"none\"\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return nil, nil, err
	}
	return configured(s, path, "tested")
}

// configured is an agent of a configuration, built for calls alone.
func configured(s std, file, name string) (agents.Agent, []string, error) {
	c, err := config.Load(file, s.env)
	if c == nil {
		return nil, nil, err
	}
	o, err := app.Configure(c, s.kinds, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, nil, err
	}
	i := slices.IndexFunc(o.Agents, func(a agent.Agent) bool { return a.Name == name })
	if i < 0 {
		return nil, nil, fmt.Errorf("%s has no agent %q", file, name)
	}
	a, err := agenttest.Build(o.Agents[i])
	return a, o.Agents[i].Hosts, err
}
