package cli

import (
	"context"
	"fmt"
	"runtime"

	"bridge/app"
)

func versionCommand(_ context.Context, s std, args []string) int {
	if len(args) > 0 {
		if isHelp(args[0]) {
			fmt.Fprintln(s.out, "usage: bridge version")
			return exitOK
		}
		fmt.Fprintln(s.err, "usage: bridge version")
		return exitUsage
	}
	fmt.Fprintf(s.out, "bridge %s %s %s/%s\n", app.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitOK
}
