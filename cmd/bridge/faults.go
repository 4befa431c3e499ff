//go:build faults

package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
)

// faults kills the process, as a power cut would, at one step of the store:
// BRIDGE_FAULT=N+ right after the N-th commit since the start, BRIDGE_FAULT=N- right
// before it. Each commit is told on stderr. Only binaries that tests build with the tag
// "faults" have it.
func faults() func(done bool, what []string) {
	at, sign := -1, ""
	if f := os.Getenv("BRIDGE_FAULT"); f != "" {
		sign = f[len(f)-1:]
		n, err := strconv.Atoi(strings.TrimRight(f, "+-"))
		if err != nil {
			panic("BRIDGE_FAULT: " + err.Error())
		}
		at = n
	}
	var n atomic.Int64
	return func(done bool, what []string) {
		if !done {
			i := n.Add(1)
			fmt.Fprintf(os.Stderr, "step %d: %s\n", i, strings.Join(what, ", "))
			if sign == "-" && int(i) == at {
				die()
			}
			return
		}
		if sign == "+" && int(n.Load()) == at {
			die()
		}
	}
}

// die is kill -9 by oneself.
func die() {
	p, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = p.Kill()
	}
	if err != nil {
		panic(err)
	}
	select {}
}
