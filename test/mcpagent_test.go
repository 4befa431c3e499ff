package test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/internal/authserver"
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

// A server asks before it goes on, its bridge is killed, and Eve answers by mail in words: what
// she gets wrong is asked again, and what the server wanted back it gets in a new session. A
// yes or no it gets from Dana, where the agent says so.
func TestToolAsks(t *testing.T) {
	t.Parallel()
	srv := mcp.NewServer(&mcp.Implementation{Name: "tables", Version: "1"}, nil)
	object := map[string]any{"type": "object"}
	srv.AddTool(&mcp.Tool{Name: "book", InputSchema: object, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		said, p := r.Params.InputResponses, r.Params
		form, answered := said["form"].(*mcp.ElicitResult)
		sure, confirmed := said["sure"].(*mcp.ElicitResult)
		switch {
		case confirmed:
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf("Sure: %s, %s.", sure.Action, p.RequestState)}}}, nil
		case answered:
			return &mcp.CallToolResult{RequestState: fmt.Sprintf("a table for %v", form.Content["guests"]), InputRequests: mcp.InputRequestMap{"sure": &mcp.ElicitParams{Message: "Is that final?", RequestedSchema: object}}}, nil
		}
		return &mcp.CallToolResult{RequestState: "begun", InputRequests: mcp.InputRequestMap{"form": &mcp.ElicitParams{Message: "For how many?", RequestedSchema: map[string]any{
			"type": "object", "required": []string{"guests"}, "properties": map[string]any{"guests": map[string]any{"type": "integer", "title": "Guests", "maximum": 10}},
		}}}}, nil
	})
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	t.Cleanup(web.Close)
	s := newSite(t, withAgent(fmt.Sprintf("type = \"mcp\"\ntool = \"book\"\nquestions = \"approvers\"\nargs = { text = \"{{.text}}\" }\nurl = %q", web.URL))).start()
	s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "Table", Text: "tomorrow"})
	asked := s.expect(0, eve, "For how many?", "Guests: (a whole number at most 10)")
	s.kill()
	s.start()
	n := s.mail.Count()
	s.send(asked.Reply("guests: 20"))
	asked = s.expect(n, eve, "Guests: \"20\" is not what is wanted: a whole number at most 10", "For how many?")
	n = s.mail.Count()
	s.send(asked.Reply("Guests: 4\n\nEve"))
	s.send(s.expect(n, dana, "book", "guests: 4").Reply("yes"))
	prompt := s.expect(n, dana, "Is that final?")
	s.kill()
	s.start()
	n = s.mail.Count()
	s.send(prompt.Reply("yes"))
	s.expect(n, eve, "Sure: accept, a table for 4.")
	if n := len(decisionsOf(s)); n != 2 {
		t.Errorf("%d decisions", n)
	}
}

// decisionsOf are the ids of requests that were granted.
func decisionsOf(s *site) []string {
	var ids []string
	for _, w := range strings.Fields(s.must("approvals", "list", "-state", "granted")) {
		if strings.HasPrefix(w, "apr_") {
			ids = append(ids, w)
		}
	}
	return ids
}

// A server that is away costs no message: what comes waits, and is answered when it is back.
func TestToolIsAway(t *testing.T) {
	t.Parallel()
	at := freePort(t)
	s := newSite(t, withAgent(fmt.Sprintf("type = \"mcp\"\ntool = \"wipe\"\napprove = \"none\"\nargs = { folder = \"{{.text}}\" }\nurl = \"http://%s\"", at))).start()
	for _, id := range []string{"a", "b"} {
		s.send(mailserver.Letter{From: eve, ID: "<" + id + "@bridge.test>", Subject: "Files " + id, Text: "tmp-" + id})
	}
	eventually(t, "the breaker opens", func() bool { return strings.Contains(s.log.String(), "the agent fails, its messages wait") })
	file := filepath.Join(t.TempDir(), "effects")
	srv := wiper(file, nil)
	l := listenAt(t, at)
	web := httptest.NewUnstartedServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	web.Listener = l
	web.Start()
	t.Cleanup(web.Close)
	s.expect(0, eve, "Wiped tmp-a.")
	s.expect(0, eve, "Wiped tmp-b.")
	if b, err := os.ReadFile(file); err != nil || strings.Count(string(b), "\n") != 2 {
		t.Errorf("effects %q %v", b, err)
	}
}

// An operator logs in to a server for its agent: what waited for that goes on, also after a
// restart, and the database has no token.
func TestAgentLogin(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "effects")
	srv := wiper(file, nil)
	as := authserver.Start(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	t.Cleanup(as.Close)
	s := newSite(t, withAgent(fmt.Sprintf("type = \"mcp\"\ntool = \"wipe\"\napprove = \"none\"\nargs = { folder = \"{{.text}}\" }\nurl = \"%s/mcp\"\noauth = { flow = \"authorization_code\" }", as.URL))).start()
	s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "Files", Text: "one"})
	eventually(t, "the operator is told what is missing", func() bool { return strings.Contains(s.log.String(), "bridge agents login assistant") })
	cmd := exec.Command(binary, "agents", "login", "assistant", "-config", s.config())
	said, err := cmd.StdoutPipe()
	must(t, err)
	cmd.Stderr = os.Stderr
	must(t, cmd.Start())
	var all strings.Builder
	for lines := bufio.NewScanner(said); lines.Scan(); {
		fmt.Fprintln(&all, lines.Text())
		if at := strings.TrimSpace(lines.Text()); strings.HasPrefix(at, as.URL+"/authorize?") {
			resp, err := http.Get(at) // the browser, which is sent back to the command
			must(t, err)
			_ = resp.Body.Close()
		}
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(all.String(), "The bridge is logged in for assistant.") {
		t.Fatalf("%v\n%s", err, all.String())
	}
	s.expect(0, eve, "Wiped one.")
	s.kill()
	s.start()
	s.send(mailserver.Letter{From: eve, ID: "<b@bridge.test>", Subject: "Files", Text: "two"})
	s.expect(0, eve, "Wiped two.")
	must(t, filepath.WalkDir(s.data, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if strings.Contains(string(b), as.Access) || strings.Contains(string(b), as.Refresh) {
			t.Errorf("%s has a token in the clear", path)
		}
		return err
	}))
	if strings.Contains(s.log.String(), as.Access) || strings.Contains(s.log.String(), "the-code") {
		t.Error("the log has a token or a code")
	}
	if out, code := s.cli("agents", "login", "nobody"); code == 0 || !strings.Contains(out, "there is no agent") {
		t.Errorf("an agent that is not there: exit %d %s", code, out)
	}
}

// What would have nobody asked by mistake is one: a misspelt word, a list without the tool.
func TestToolConfiguration(t *testing.T) {
	t.Parallel()
	for keys, want := range map[string]string{
		`approve = "destructiv"`:                                   "it does not name the tool wipe",
		`approve = ["other"]`:                                      "it does not name the tool wipe",
		`approve = ["all", "wipe"]`:                                "it names tools and says which kinds of them",
		`approve = ["wipe"]`:                                       "",
		`questions = "nobody"`:                                     "is not a value of this key",
		`history = 1000`:                                           "it is too long",
		`oauth = { flow = "authorization_code" }`:                  "",
		`oauth = { client_id = "x" }`:                              "the client has no id or secret",
		"token = \"t\"\noauth = { flow = \"authorization_code\" }": "there is a token, too",
		`oauth = { flow = "authorization_code", client_id = "x", client_secret = "y" }`: "nothing says whom the secret is for",
	} {
		s := newSite(t, withAgent("type = \"mcp\"\ntool = \"wipe\"\nargs = { folder = \"x\" }\nurl = \"https://tools.example.com/mcp\"\n"+keys))
		out, code := s.cli("check", "-offline")
		if (code != 0) != (want != "") || !strings.Contains(out, want) {
			t.Errorf("%s: exit %d, want %q\n%s", keys, code, want, out)
		}
	}
}
