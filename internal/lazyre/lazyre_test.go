package lazyre

import (
	"regexp"
	"sync"
	"testing"
)

func TestWrongExpressionFailsTheTestsOfItsPackage(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("an expression that is none was taken")
		}
	}()
	New(`(`)
}

// Outside of tests the first of many uses compiles, once.
func TestCompiledAtFirstUse(t *testing.T) {
	var compiled int
	p := &Regexp{sync.OnceValue(func() *regexp.Regexp { compiled++; return regexp.MustCompile(`b+`) })}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got := p.FindString("abbc"); got != "bb" {
				t.Errorf("got %q", got)
			}
		})
	}
	wg.Wait()
	if compiled != 1 {
		t.Errorf("compiled %d times", compiled)
	}
}

func TestOnlyProgramsOfTestsCompileAtOnce(t *testing.T) {
	for program, want := range map[string]bool{"/tmp/go-build/reply.test": true, `reply.test.exe`: true, "/usr/bin/bridge": false, "bridge.exe": false, "test": false, "": false} {
		if got := inTests(program); got != want {
			t.Errorf("%q: %t", program, got)
		}
	}
}
