package layout

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

func deployFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("../../deploy", name))
	noerr.Must(t, err)
	return string(b)
}

// compose.yaml gives the bridge its configuration and files, and Redis no leave to forget.
func TestCompose(t *testing.T) {
	compose := deployFile(t, "compose.yaml")
	for _, want := range []string{"./compose.toml:/etc/bridge/config.toml", "files:/srv/files", "--maxmemory-policy", "noeviction"} {
		if !strings.Contains(compose, want) {
			t.Errorf("compose.yaml does not have %s", want)
		}
	}
}

// The image is built with the Go of go.mod, static, and does not run as root.
func TestDockerfile(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	noerr.Must(t, err)
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(string(mod))[1]
	file := deployFile(t, "Dockerfile")
	for _, want := range []string{"FROM golang:" + version, "RUN deploy/build /out/bridge", "USER 65532"} {
		if !strings.Contains(file, want) {
			t.Errorf("Dockerfile does not have %s", want)
		}
	}
}

// What is released is built in one way, and what it names are packages that there are.
func TestBuild(t *testing.T) {
	for file, want := range map[string]string{"release": `deploy/build "$dir/$exe"`, "../Makefile": "\tdeploy/build bridge\n", "../README.md": "\ndeploy/build bridge\n"} {
		if !strings.Contains(deployFile(t, file), want) {
			t.Errorf("%s does not have %s", file, want)
		}
	}
	mod, err := os.ReadFile("../../go.mod")
	noerr.Must(t, err)
	build := deployFile(t, "build")
	named := regexp.MustCompile(`\b(bridge|github\.com)(/[a-z0-9/.-]+)?`).FindAllStringSubmatch(build[strings.Index(build, "for cold"):], -1)
	for _, m := range named {
		path := strings.TrimSuffix(m[2], "/...")
		if m[1] == "bridge" {
			if st, err := os.Stat("../.." + path); err != nil || !st.IsDir() {
				t.Errorf("deploy/build: there is no package %s", m[0])
			}
		} else if !strings.Contains(string(mod), m[1]+path) {
			t.Errorf("deploy/build: no module begins with %s", m[0])
		}
	}
	if len(named) < 20 {
		t.Errorf("deploy/build names %q", named)
	}
}

// The unit knows every path that it names, and systemd takes it where it is there.
func TestUnit(t *testing.T) {
	unit := deployFile(t, "bridge.service")
	for _, want := range []string{"ExecStart=/usr/local/bin/bridge run -config /etc/bridge/config.toml", "User=bridge", "Restart=always", "NoNewPrivileges=yes"} {
		if !strings.Contains(unit, want) {
			t.Errorf("bridge.service does not have %s", want)
		}
	}
}
