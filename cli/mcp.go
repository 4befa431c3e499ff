package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"

	"bridge/cli/mcpstdio"
)

// localBridge is where a bridge listens that nobody has configured otherwise.
const localBridge = "http://127.0.0.1:8080"

// mcpCommand speaks MCP on its standard streams for an assistant, as a client of a running
// bridge with the assistant's own token: never over the socket, whose users are operators.
func mcpCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "mcp")
	to := targetFlags(fs)
	found, code, ok := parseArgs(s, fs, args, 0, 1)
	if !ok {
		return code
	}
	if len(found) == 1 && found[0] != "config" || *to.config != "" {
		fmt.Fprintln(s.err, "usage: bridge mcp [config] [-url URL] [-token-file FILE]")
		return exitUsage
	}
	if *to.url == "" {
		*to.url = localBridge
	}
	if len(found) == 1 {
		return mcpConfig(s, to)
	}
	c, err := to.remote(s)
	if err != nil {
		return fail(s, fmt.Errorf("%w: of a client of [mcp.clients]", err))
	}
	relay := &mcpstdio.Relay{URL: c.base + "/mcp", Token: c.token, Client: &http.Client{CheckRedirect: c.http.CheckRedirect}}
	if err := relay.Run(ctx, os.Stdin, s.out); err != nil {
		return fail(s, err)
	}
	return exitOK
}

// mcpConfig prints what stands in the configuration of the common clients.
func mcpConfig(s std, to target) int {
	command, err := os.Executable()
	if err != nil {
		return fail(s, err)
	}
	args, env := []string{"mcp", "-url", *to.url}, map[string]string{"BRIDGE_TOKEN": "THE-TOKEN"}
	if *to.tokenFile != "" {
		args, env = append(args, "-token-file", *to.tokenFile), nil
	}
	server := func(more map[string]any) map[string]any {
		m := map[string]any{"command": command, "args": args}
		if env != nil {
			m["env"] = env
		}
		for k, v := range more {
			m[k] = v
		}
		return m
	}
	line := func(v any) string {
		b, _ := json.Marshal(v) // strings
		return string(b)
	}
	set, list := "", line(args)
	if env != nil {
		set = " --env BRIDGE_TOKEN=THE-TOKEN"
	}
	named := line(map[string]any{"mcpServers": map[string]any{"bridge": server(nil)}})
	fmt.Fprintf(s.out, "Claude Code     claude mcp add%s bridge -- %s %s\n", set, command, strings.Join(args, " "))
	for _, c := range [][2]string{
		{"Claude Desktop", "claude_desktop_config.json"}, {"Cursor", "~/.cursor/mcp.json"}, {"Windsurf", "~/.codeium/windsurf/mcp_config.json"}, {"Gemini CLI", "~/.gemini/settings.json"},
	} {
		fmt.Fprintf(s.out, "%-15s %s: %s\n", c[0], c[1], named)
	}
	fmt.Fprintf(s.out, "%-15s .vscode/mcp.json: %s\n", "VS Code", line(map[string]any{"servers": map[string]any{"bridge": server(map[string]any{"type": "stdio"})}}))
	codex := fmt.Sprintf("[mcp_servers.bridge]  command = %q  args = %s", command, list)
	if env != nil {
		codex += `  env = { BRIDGE_TOKEN = "THE-TOKEN" }`
	}
	fmt.Fprintf(s.out, "%-15s ~/.codex/config.toml: %s\n", "Codex", codex)
	return exitOK
}
