package mcpagent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/agents"
	"bridge/config"
	"bridge/internal/noerr"
)

// An answer without an end is cut off where those of other agents are, with a token or
// without: the library reads answers whole.
func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for chunk := make([]byte, 1<<20); ; {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	}))
	defer s.Close()
	for _, sec := range []section{{}, {Token: config.NewSecret("secret")}} {
		resp, err := client(sec).Get(s.URL)
		noerr.Must(t, err)
		n, err := io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
		if e := (*agents.Error)(nil); n != agents.MaxAnswer || !errors.As(err, &e) || e.Code != agents.CodeTooLarge {
			t.Errorf("read %d bytes, %v", n, err)
		}
	}
}

// A list of tools without an end is read to an end of ours.
func TestPagesAreBounded(t *testing.T) {
	t.Parallel()
	srv := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ServerOptions{PageSize: 1})
	for i := range maxPages + 1 {
		mcp.AddTool(srv, &mcp.Tool{Name: fmt.Sprintf("tool %03d", i)}, func(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{}, nil, nil
		})
	}
	s := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	defer s.Close()
	for i, found := range map[int]bool{maxPages - 1: true, maxPages: false} {
		a := New(Options{URL: s.URL, Client: s.Client(), Tool: fmt.Sprintf("tool %03d", i), Approve: ApproveNone, State: &state{m: map[string][]byte{}}, Now: time.Now})
		_, err := ask(t, a, message("trn_1", "x"))
		if e := (*agents.Error)(nil); found && err != nil || !found && (!errors.As(err, &e) || e.Code != "no_tool" || e.Retry) {
			t.Errorf("tool %d: %v", i, err)
		}
	}
}
