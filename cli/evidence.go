package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"text/tabwriter"

	"bridge/approvals/evidence"
	"bridge/operate"
)

// proofCommand is bridge approvals evidence, verify and erase.
func proofCommand(ctx context.Context, s std, verb string, args []string) int {
	fs := flags(s, "approvals "+verb)
	to := targetFlags(fs)
	file, heads, want := new(string), new(string), 1
	asJSON, yes := new(bool), new(bool)
	switch verb {
	case "evidence":
		file = fs.String("o", "", "write into `FILE` (readable for you alone) instead of the standard output")
	case "verify":
		heads, want = fs.String("head", "", "`HASH`es that verify has printed, or the log, with commas between them: they must still be in the ledger"), 0
		asJSON = fs.Bool("json", false, "print JSON")
	default:
		asJSON = fs.Bool("json", false, dryJSON)
		yes = fs.Bool("yes", false, "do not ask")
	}
	rest, code, ok := parseArgs(s, fs, args, want, want)
	if !ok {
		return code
	}
	c, err := to.connect(s)
	if err != nil {
		return fail(s, err)
	}
	switch verb {
	case "evidence":
		return writeEvidence(ctx, s, c, rest[0], *file)
	case "verify":
		return verifyLedger(ctx, s, c, *heads, *asJSON)
	}
	return erasePerson(ctx, s, c, rest[0], *yes, *asJSON)
}

func writeEvidence(ctx context.Context, s std, c *client, id, file string) int {
	var raw json.RawMessage // not decoded: its bytes are what was hashed
	if err := c.call(ctx, "GET", "/approvals/"+url.PathEscape(id)+"/evidence", nil, &raw); err != nil {
		return fail(s, err)
	}
	raw = append(bytes.TrimSpace(raw), '\n')
	if file == "" {
		_, _ = s.out.Write(raw) // nowhere to report to
	} else if err := os.WriteFile(file, raw, 0o600); err != nil {
		return fail(s, err)
	}
	var e operate.Evidence
	if err := json.Unmarshal(raw, &e); err != nil {
		return fail(s, err)
	}
	if e.Problem != "" {
		return fail(s, fmt.Errorf("the proof does not hold: %s", e.Problem))
	}
	if file != "" {
		for _, line := range e.Summary {
			fmt.Fprintln(s.out, line)
		}
	}
	return exitOK
}

func verifyLedger(ctx context.Context, s std, c *client, heads string, asJSON bool) int {
	path := "/approvals/verify"
	if heads != "" {
		path += "?heads=" + url.QueryEscape(heads)
	}
	var v evidence.Verified
	end := s.progress(func() string { return "verifying the ledger" })
	err := c.call(ctx, "GET", path, nil, &v)
	if end(); err != nil {
		return fail(s, err)
	}
	if asJSON {
		printJSON(s.out, v)
	} else {
		w := tabwriter.NewWriter(s.out, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "CHAIN\tENTRIES\tERASED\tHEAD\tHASH")
		for _, x := range v.Chains {
			fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%s\n", x.ID, x.Entries, x.Erased, x.Head, x.Hash)
		}
		_ = w.Flush() // nowhere to report to
		fmt.Fprintf(s.out, "%d entries, %d of them erased\n", v.Entries, v.Erased)
	}
	if !v.OK {
		return fail(s, fmt.Errorf("the ledger does not verify: %s", v.Problem))
	}
	return exitOK
}

func erasePerson(ctx context.Context, s std, c *client, person string, yes, asJSON bool) int {
	var f evidence.Forgotten
	if !yes {
		if err := c.call(ctx, "POST", "/approvals/erase", map[string]any{"person": person, "dryRun": true}, &f); err != nil {
			return fail(s, err)
		}
		if asJSON {
			printJSON(s.out, f)
			return exitOK
		}
		fmt.Fprintf(s.out, "What is known of %s (addresses, words, reasons, the name) is in %d decided requests, in %d entries of the ledger. Their id, what they decided and when stay.\n", line(person), f.Requests, f.Entries)
		for _, id := range f.Open {
			fmt.Fprintf(s.out, "Stays: %s: it is open; erase again when it is decided\n", id)
		}
		if f.Requests == 0 {
			return exitOK
		}
		if !s.agreed("Erase it?", "erased") {
			return exitFailed
		}
		f = evidence.Forgotten{}
	}
	if err := c.call(ctx, "POST", "/approvals/erase", map[string]any{"person": person}, &f); err != nil {
		return fail(s, err)
	}
	if asJSON {
		printJSON(s.out, f)
		return exitOK
	}
	fmt.Fprintf(s.out, "erased from %d requests, %d entries of the ledger\n", f.Requests, f.Entries)
	if n := len(f.Open); n > 0 {
		fmt.Fprintf(s.out, "%d requests are still open and were left: erase again when they are decided\n", n)
	}
	return exitOK
}
