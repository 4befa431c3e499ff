package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"mime"
	"net"
	"net/http"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"bridge/agents"
	"bridge/cli/chat"
	"bridge/config"
	"bridge/core/envelope"
	"bridge/core/message"
)

func chatCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "chat")
	to := targetFlags(fs)
	file := to.config
	alone := fs.Bool("alone", false, "call the agent of the configuration from here, though its bridge runs")
	name := fs.String("agent", "", "talk to the agent of this `NAME` of the configuration; left out: to its only one")
	secret := fs.String("secret", "", "the `NAME` of the environment variable with the secret that calls to a URL are signed with")
	o := chat.Options{In: s.in, Out: s.out, Now: time.Now, Name: whoami()}
	fs.DurationVar(&o.Timeout, "timeout", 10*time.Minute, "how long one call may take")
	rest, code, ok := parseArgs(s, fs, args, 0, 1)
	switch {
	case !ok:
		return code
	case len(rest) == 1 && *name+*file+*to.url != "":
		return wrong(s, fs.Name(), errors.New("a URL or command, or -agent and -config, not both"))
	case *alone && *to.url != "":
		return wrong(s, fs.Name(), errors.New("-alone or -url, not both"))
	}
	if len(rest) == 0 && !*alone {
		if done, code := chatThrough(ctx, s, to, o, *name); done {
			return code
		}
	}
	dir, err := os.MkdirTemp("", "bridge-chat-")
	if err != nil {
		return fail(s, err)
	}
	defer os.RemoveAll(dir)
	var hosts []string
	if len(rest) == 1 {
		o.Agent, hosts, err = described(s, dir, rest[0], *secret)
	} else {
		o.Agent, hosts, err = s.ofFile(*file, *name)
	}
	if err != nil {
		return fail(s, err)
	}
	if !slices.ContainsFunc(hosts, func(h string) bool { return !config.IsLoopback(h) }) {
		files := &served{paths: map[string]string{}}
		defer files.close()
		o.Serve = files.serve
	}
	if err := chat.Run(ctx, o); err != nil && !errors.Is(err, context.Canceled) {
		return fail(s, err)
	}
	fmt.Fprintln(s.out)
	return exitOK
}

// chatThrough talks through the bridge that runs; false if none does.
func chatThrough(ctx context.Context, s std, to target, o chat.Options, name string) (done bool, code int) {
	c, err := to.connect(s)
	switch {
	case err == nil:
	case *to.url == "": // without a bridge it is looked at again
		return false, 0
	default:
		return true, fail(s, err)
	}
	var all struct {
		Items []struct {
			Name string `json:"name"`
		} `json:"items"`
	}
	switch err := c.call(ctx, http.MethodGet, "/agents", nil, &all); {
	case errors.Is(err, errNoBridge) && c.socket:
		return false, 0
	case err != nil:
		return true, fail(s, err)
	case name == "" && len(all.Items) != 1:
		return true, fail(s, fmt.Errorf("the bridge has %d agents: say which by -agent", len(all.Items)))
	case name == "":
		name = all.Items[0].Name
	}
	if err := chat.Through(ctx, o, name, c.callAs); err != nil && !errors.Is(err, context.Canceled) {
		return true, fail(s, err)
	}
	fmt.Fprintln(s.out)
	return true, exitOK
}

// ofFile is an agent of a configuration; "" is the only one there.
func (s std) ofFile(flag, name string) (agents.Agent, []string, error) {
	file, err := config.Find(flag, s.env)
	if err != nil {
		return nil, nil, err
	}
	if name == "" {
		c, err := config.Load(file, s.env)
		if c == nil {
			return nil, nil, err
		}
		if len(c.Agents) != 1 {
			return nil, nil, fmt.Errorf("%s has %d agents: say which by -agent", file, len(c.Agents))
		}
		name = c.Agents[0].Name()
	}
	return configured(s, file, name)
}

// whoami is the name of who uses this terminal.
func whoami() string {
	u, err := user.Current()
	if err != nil || u.Username == "" {
		return "You"
	}
	return u.Username
}

// served gives files of this machine to an agent of this machine, each under a path that
// cannot be guessed.
type served struct {
	mu    sync.Mutex
	paths map[string]string // by the path of the URL
	srv   *http.Server
	base  string
}

// serve makes a file something that can be fetched.
func (f *served) serve(path string) (envelope.ArtifactRef, error) {
	st, err := os.Stat(path)
	if err != nil {
		return envelope.ArtifactRef{}, err
	}
	if !st.Mode().IsRegular() {
		return envelope.ArtifactRef{}, fmt.Errorf("%s is no file", path)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.srv == nil {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return envelope.ArtifactRef{}, err
		}
		f.base = "http://" + l.Addr().String()
		f.srv = &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: f}
		go func() { _ = f.srv.Serve(l) }()
	}
	at := "/artifacts/" + rand.Text()
	f.paths[at] = path
	media := mime.TypeByExtension(filepath.Ext(path))
	if media == "" {
		media = "application/octet-stream"
	}
	return envelope.ArtifactRef{
		ArtifactID: string(message.NewArtifactID()), URL: f.base + at, Filename: filepath.Base(path), MediaType: media, SizeBytes: st.Size(),
	}, nil
}

// ServeHTTP answers the agent.
func (f *served) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	path, ok := f.paths[r.URL.Path]
	f.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	http.ServeFile(w, r, path)
}

func (f *served) close() {
	if f.srv != nil {
		_ = f.srv.Close() // it was only read from
	}
}
