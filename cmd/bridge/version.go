package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

// version returns what the build says about itself: the tag or commit it was
// built from.
func version() string {
	v, rev, dirty := "devel", "", false
	if bi, ok := debug.ReadBuildInfo(); ok {
		if bi.Main.Version != "" && bi.Main.Version != "(devel)" {
			v = bi.Main.Version
		}
		for _, s := range bi.Settings {
			switch s.Key {
			case "vcs.revision":
				rev = s.Value
			case "vcs.modified":
				dirty = s.Value == "true"
			}
		}
	}
	if v == "devel" && rev != "" {
		v += "-" + rev[:min(12, len(rev))]
		if dirty {
			v += "-dirty"
		}
	}
	return v
}

func versionCommand(_ context.Context, s std, args []string) int {
	if len(args) > 0 {
		if isHelp(args[0]) {
			fmt.Fprintln(s.out, "usage: bridge version")
			return exitOK
		}
		fmt.Fprintln(s.err, "usage: bridge version")
		return exitUsage
	}
	fmt.Fprintf(s.out, "bridge %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitOK
}
