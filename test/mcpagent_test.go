package test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/internal/mailserver"
)

// A mail to an agent that is a tool of an MCP server: Dana is asked before a tool that
// destroys is called, and a bridge that is killed in the middle of the call makes none again.
func TestToolWithApproval(t *testing.T) {
	t.Parallel()
	var effects atomic.Int32
	called, hang := make(chan struct{}, 10), make(chan struct{})
	srv := mcp.NewServer(&mcp.Implementation{Name: "files", Version: "1"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "wipe"}, func(ctx context.Context, _ *mcp.CallToolRequest, in struct {
		Folder string `json:"folder"`
	},
	) (*mcp.CallToolResult, any, error) {
		effects.Add(1)
		called <- struct{}{}
		if in.Folder == "slow" {
			select {
			case <-hang:
			case <-ctx.Done():
			}
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "Wiped " + in.Folder + "."}}}, nil, nil
	})
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	t.Cleanup(web.Close)
	t.Cleanup(func() { close(hang) })
	s := newSite(t, withAgent("type = \"mcp\"\nurl = \""+web.URL+"\"\ntool = \"wipe\"\nargs = { folder = \"{{.text}}\" }")).start()

	s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "Files", Text: "tmp"})
	prompt := s.expect(0, dana, "wipe: folder tmp", "Asked by: Eve")
	if n := effects.Load(); n != 0 {
		t.Fatalf("%d effects before the yes", n)
	}
	s.kill()
	s.start()
	s.send(prompt.Reply("yes"))
	s.expect(0, eve, "Wiped tmp.")

	s.send(mailserver.Letter{From: eve, ID: "<b@bridge.test>", Subject: "Files", Text: "slow"})
	s.send(s.expect(0, dana, "wipe: folder slow").Reply("yes"))
	<-called
	<-called
	s.kill() // the tool has had its effect, and its answer is lost
	s.start()
	s.expect(0, eve, "it may have been done", "not called again")

	s.send(mailserver.Letter{From: eve, ID: "<c@bridge.test>", Subject: "Files", Text: "other"})
	s.send(s.expect(0, dana, "wipe: folder other").Reply("no, I need it"))
	s.expect(0, eve, "It was refused: I need it")
	if n := effects.Load(); n != 2 {
		t.Errorf("%d effects, want one for each of two", n)
	}
}
