package cli

import (
	"context"
	"fmt"
)

func consoleCommand(ctx context.Context, s std, args []string) int {
	r := s.remote("console")
	if _, code, ok := r.begin(args, 0, 0, nil); !ok {
		return code
	}
	var link struct {
		URL string `json:"url"`
	}
	return r.do(ctx, "POST", "/console", nil, &link, func() {
		fmt.Fprintf(s.out, "%s\n\nThe link lets you in once, within two minutes.\n", link.URL)
	})
}
