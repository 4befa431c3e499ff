package redistest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// programEnv names the server to test with.
const programEnv = "BRIDGE_TEST_REDIS_SERVER"

// findProgram returns the path of the server that the tests run: redis-server, or what
// the environment says.
func findProgram() (string, error) {
	name := os.Getenv(programEnv)
	if name == "" {
		path, err := exec.LookPath("redis-server")
		if err != nil {
			return "", fmt.Errorf("%w; install it with test/scripts/test-deps", err)
		}
		return path, nil
	}
	// Tests run in the folders of their packages: a relative path would mean another file in each.
	if !filepath.IsAbs(name) {
		return "", fmt.Errorf("%s is %q: it has to be an absolute path", programEnv, name)
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s: %w", programEnv, err)
	}
	return path, nil
}
