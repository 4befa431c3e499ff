package test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/internal/mailserver"
)

// wipes is the variable that makes the test's own program a server of the tool wipe, on its
// standard input and output. It names the file that the tool writes a line into for each call.
const wipes = "TEST_WIPES"

// wiper is a server with one tool, which destroys; the folder "slow" takes it until it
// is told to end, or this is closed.
func wiper(effects string, end <-chan struct{}) *mcp.Server {
	srv := mcp.NewServer(&mcp.Implementation{Name: "files", Version: "1"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "wipe"}, func(ctx context.Context, _ *mcp.CallToolRequest, in struct {
		Folder string `json:"folder"`
	},
	) (*mcp.CallToolResult, any, error) {
		f, err := os.OpenFile(effects, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, nil, err
		}
		defer f.Close()
		if _, err := fmt.Fprintln(f, in.Folder); err != nil {
			return nil, nil, err
		}
		if in.Folder == "slow" {
			select {
			case <-ctx.Done():
			case <-end:
			}
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "Wiped " + in.Folder + "."}}}, nil, nil
	})
	return srv
}

// A mail to an agent that is a tool of an MCP server, over HTTP or as a program: Dana is
// asked before a tool that destroys is called, and a bridge that is killed in the middle of
// the call makes none again.
func TestToolWithApproval(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]func(t *testing.T, effects string) string{
		"HTTP": func(t *testing.T, effects string) string {
			end := make(chan struct{})
			srv := wiper(effects, end)
			web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
			t.Cleanup(web.Close)
			t.Cleanup(func() { close(end) }) // first: Close waits for its calls
			return fmt.Sprintf("url = %q", web.URL)
		},
		"program": func(t *testing.T, effects string) string {
			self, err := os.Executable()
			must(t, err)
			return fmt.Sprintf("command = [%q]\nenv = { %s = %q }", self, wipes, effects)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "effects")
			effects := func() int { b, _ := os.ReadFile(file); return strings.Count(string(b), "\n") }
			s := newSite(t, withAgent("type = \"mcp\"\ntool = \"wipe\"\nargs = { folder = \"{{.text}}\" }\n"+at(t, file))).start()

			s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "Files", Text: "tmp"})
			prompt := s.expect(0, dana, "wipe: folder tmp", "Asked by: Eve")
			if n := effects(); n != 0 {
				t.Fatalf("%d effects before the yes", n)
			}
			s.kill()
			s.start()
			s.send(prompt.Reply("yes"))
			s.expect(0, eve, "Wiped tmp.")

			s.send(mailserver.Letter{From: eve, ID: "<b@bridge.test>", Subject: "Files", Text: "slow"})
			s.send(s.expect(0, dana, "wipe: folder slow").Reply("yes"))
			eventually(t, "the tool is called", func() bool { return effects() == 2 })
			s.kill() // the tool has had its effect, and its answer is lost
			s.start()
			s.expect(0, eve, "it may have been done", "not called again")

			s.send(mailserver.Letter{From: eve, ID: "<c@bridge.test>", Subject: "Files", Text: "other"})
			s.send(s.expect(0, dana, "wipe: folder other").Reply("no, I need it"))
			s.expect(0, eve, "It was refused: I need it")
			if n := effects(); n != 2 {
				t.Errorf("%d effects, want one for each of two", n)
			}
		})
	}
}
