package backup

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

// killed is what a test process does that is killed at a step: see kill.
const killed = "BRIDGE_TEST_BACKUP_KILL"

// at returns a step that kills the process when it is called for the n-th time.
func at(n int) func(string) {
	return func(string) {
		if n--; n == 0 {
			p, _ := os.FindProcess(os.Getpid())
			_ = p.Kill()
			select {}
		}
	}
}

// kill runs this test in another process, which is killed at its n-th step; false if it ended.
func kill(t *testing.T, n int, args ...string) bool {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), killed+"="+strings.Join(append([]string{strconv.Itoa(n)}, args...), "\n"))
	out, err := cmd.CombinedOutput()
	if err != nil && !strings.Contains(err.Error(), "killed") {
		t.Fatalf("%v\n%s", err, out)
	}
	return err != nil
}

// victim returns what the process is to do that is killed; nil in the test itself.
func victim(t *testing.T) (step func(string), args []string) {
	text, ok := os.LookupEnv(killed)
	if !ok {
		return nil, nil
	}
	args = strings.Split(text, "\n")
	n, err := strconv.Atoi(args[0])
	noerr.Must(t, err)
	return at(n), args[1:]
}

// TestWriteKilled: killed at any step there is no file of the name, or a whole one, and the next
// one is made, which removes what the killed one left, whatever its own name. What is not a
// backup's stays.
func TestWriteKilled(t *testing.T) {
	if step, args := victim(t); step != nil {
		s := source(t, 2000)
		s.step = step
		noerr.Must(t, noerr.Of(Write(t.Context(), s, args[0])))
		return
	}
	dir, n := t.TempDir(), 1
	for _, name := range []string{"theirs.partial", "theirs.partial.db"} {
		write(t, filepath.Join(dir, name), "no backup's")
	}
	held, err := lockName(filepath.Join(dir, "other.tar"))
	noerr.Must(t, err)
	defer held.Close()
	write(t, filepath.Join(dir, "other.tar"+partial+".db"), "of a backup that runs")
	file := ""
	next := func() string { file = filepath.Join(dir, "b"+strconv.Itoa(n)+".tar"); return file }
	for ; kill(t, n, next()); n++ {
		if _, err := os.Stat(file); err == nil {
			f, err := os.Open(file)
			noerr.Must(t, err)
			if _, err := read(t.Context(), f, nil); err != nil {
				t.Errorf("step %d: %v", n, err)
			}
			_ = f.Close()
			_ = os.Remove(file)
		}
	}
	if n < 5 {
		t.Errorf("%d steps", n)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 5 {
		t.Errorf("left: %q", left)
	}
}

// TestRestoreKilled: killed at any step nothing is there, or all, or the mark says what to do, and
// the same again does it.
func TestRestoreKilled(t *testing.T) {
	target := func(data string) Target {
		return Target{DataDir: data, Database: filepath.Join(data, "bridge.db"), Artifacts: filepath.Join(data, "artifacts"), Todo: "again"}
	}
	restore := func(file, how, data string, step func(string)) error {
		to := target(data)
		to.step = step
		if how == "import" { // over what is there
			to.Replace, to.Merge, to.Artifacts, to.Volume = true, true, "", nil
			to.Load = func(_ context.Context, _ string, r io.Reader, file string) (func(context.Context) error, error) {
				return nil, put(file, r)
			}
		}
		_, err := Restore(t.Context(), file, to)
		return err
	}
	if step, args := victim(t); step != nil {
		noerr.Must(t, restore(args[0], args[1], args[2], step))
		return
	}
	file := filepath.Join(t.TempDir(), "b.tar")
	s := source(t, 20)
	s.Secret = ""
	noerr.Must(t, noerr.Of(Write(t.Context(), s, file)))
	for _, how := range []string{"restore", "import"} {
		n := 1
		for ; ; n++ {
			data := filepath.Join(t.TempDir(), "data")
			before, want := "", "artifacts/data/ab/1=one\nartifacts/meta/1.json={}\nbridge.db=xxxxxxxxxx\n"
			if how == "import" {
				write(t, filepath.Join(data, "bridge.db"), "the old one")
				before, want = "bridge.db=the old on\n", "bridge.db=xxxxxxxxxx\n"
			}
			dead := kill(t, n, file, how, data)
			todo, err := Unfinished(data)
			noerr.Must(t, err)
			_ = os.RemoveAll(filepath.Join(data, "restore"+partial))
			_ = os.RemoveAll(filepath.Join(data, "artifacts", "restore"+partial))
			if got := tree(t, data); todo == "" && got != before && got != want {
				t.Errorf("%s, step %d: there is\n%s", how, n, got)
			} else if !dead {
				if got != want {
					t.Errorf("%s: not killed, there is\n%s", how, got)
				}
				break
			}
			if todo != "" || tree(t, data) == before {
				if err := restore(file, how, data, nil); err != nil {
					t.Errorf("%s again after step %d: %v", how, n, err)
				}
			}
			if todo, _ := Unfinished(data); todo != "" || tree(t, data) != want {
				t.Errorf("%s again after step %d: %q, there is\n%s", how, n, todo, tree(t, data))
			}
		}
		if n < 8 {
			t.Errorf("%s: %d steps", how, n)
		}
	}
}
