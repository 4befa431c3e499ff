package cli

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bridge/internal/retry"
	"bridge/operate"
)

// dryJSON is what -json does where -yes goes without a question.
const dryJSON = "print JSON; without -yes nothing is erased"

func eraseCommand(ctx context.Context, s std, args []string) int {
	r := s.remote("erase")
	r.fs.Lookup("json").Usage = dryJSON
	yes := r.fs.Bool("yes", false, "do not ask")
	wait := r.fs.Duration("wait", 0, "erase again until nothing of them waits or is being done any more, for at most so long")
	rest, code, ok := r.begin(args, 1, 1, nil)
	if !ok {
		return code
	}
	path := "/people/" + url.PathEscape(rest[0]) + "/erase"
	var e operate.Erasure
	if !*yes {
		if err := r.call(ctx, "POST", path, map[string]bool{"dryRun": true}, &e); err != nil {
			return fail(s, err)
		}
		if r.show(e, func() { printErasure(s.out, e) }); *r.json || e.Nothing() {
			return exitOK
		}
		if !s.agreed("Erase it?", "erased") {
			return exitFailed
		}
	}
	if err := r.call(ctx, "POST", path, map[string]bool{"dryRun": false}, &e); err != nil {
		return fail(s, err)
	}
	pause, until := 500*time.Millisecond, time.Now().Add(*wait)
	entries := e.Entries
	for e.Waits > 0 && time.Now().Before(until) && retry.Sleep(ctx, min(pause, time.Until(until))) {
		pause = min(2*pause, 15*time.Second)
		e = operate.Erasure{}
		if err := r.call(ctx, "POST", path, map[string]bool{"dryRun": false}, &e); err != nil {
			return fail(s, err)
		}
		entries += e.Entries
	}
	if e.Entries = entries; *r.json {
		printJSON(s.out, e)
		return exitOK
	}
	if *yes {
		printErasure(s.out, e)
	}
	fmt.Fprintf(s.out, "Erased. %d entries of the ledger of approvals were blanked.\n", e.Entries)
	if e.Waits > 0 {
		fmt.Fprintf(s.out, "Not finished: %d that stay wait or are being done. Run this again when they are over, or with -wait 24h, which does so by itself.\n", e.Waits)
	}
	return exitOK
}

func printErasure(out io.Writer, e operate.Erasure) {
	who := e.Of
	if e.Person != nil {
		who = fmt.Sprintf("%s (%s)", line(e.Person.Name), e.Person.ID)
	}
	var at []string
	for _, a := range e.Addresses {
		at = append(at, line(string(a)))
	}
	fmt.Fprintf(out, "What is kept of %s, at %s:\n", line(who), strings.Join(at, ", "))
	kinds := []string{}
	for k, n := range e.Found {
		if n > 0 {
			kinds = append(kinds, k)
		}
	}
	slices.Sort(kinds)
	for _, k := range kinds {
		fmt.Fprintf(out, "  %6d  %s\n", e.Found[k], kindWords(k))
	}
	if len(kinds) == 0 {
		fmt.Fprintln(out, "  nothing")
	}
	if len(e.Others) > 0 {
		var all []string
		for _, a := range e.Others {
			all = append(all, line(string(a)))
		}
		fmt.Fprintf(out, "Also in these sessions: %s\n", strings.Join(all, ", "))
	}
	for _, k := range e.Kept {
		fmt.Fprintf(out, "Stays: %s: %s\n", line(k.What), line(k.Why))
	}
}

// kindWords is what people call a kind of record.
func kindWords(kind string) string {
	return map[string]string{
		"approvals": "approval requests they asked for or took part in", "audit": "lines of the audit log about messages from there",
		"contacts": "contacts", "deadLetters": "dead letters", "files": "files", "footers": "learned footers of mails", "notices": "notices in a chat",
		"handovers": "answers in conversations of others", "sends": "records of messages", "sessions": "sessions", "steps": "answers of agents", "suppressions": "suppressions", "turns": "turns",
	}[kind]
}

// maxExport bounds what export-person takes, in bytes.
const maxExport = 16 << 30

func exportPersonCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "export-person")
	to := targetFlags(fs)
	rest, code, ok := parseArgs(s, fs, args, 2, 2)
	if !ok {
		return code
	}
	c, err := to.connect(s)
	if err != nil {
		return fail(s, err)
	}
	dir := rest[1]
	if err := os.Mkdir(dir, 0o700); err != nil {
		return fail(s, fmt.Errorf("DIR: %w", err))
	}
	n, err := exportPerson(ctx, c, rest[0], dir)
	if err != nil {
		_ = os.RemoveAll(dir) // half of it would look whole
		return fail(s, err)
	}
	fmt.Fprintf(s.out, "%s: person.json and %s\n", dir, numbered(n, "file"))
	return exitOK
}

// exportPerson unpacks the archive that the bridge answers with.
func exportPerson(ctx context.Context, c *client, who, dir string) (files int, err error) {
	tmp, err := os.CreateTemp(dir, ".export-*")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, tmp.Close(), os.Remove(tmp.Name())) }()
	size, err := c.download(ctx, "/people/"+url.PathEscape(who)+"/export", tmp, maxExport)
	if err != nil {
		return 0, err
	}
	z, err := zip.NewReader(tmp, size)
	if err != nil {
		return 0, fmt.Errorf("%s did not answer as a bridge does: %w", c.where, err)
	}
	if err := os.Mkdir(filepath.Join(dir, "files"), 0o700); err != nil {
		return 0, err
	}
	for _, f := range z.File {
		if !filepath.IsLocal(f.Name) {
			return 0, fmt.Errorf("%q is no name of a file here", f.Name)
		}
		if f.Name != "person.json" {
			files++
		}
		if err := unpack(f, filepath.Join(dir, filepath.FromSlash(f.Name))); err != nil {
			return 0, err
		}
	}
	return files, nil
}

func unpack(f *zip.File, to string) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, r)
	return errors.Join(err, out.Close())
}

// download posts to a path of the API, writes the answer into w and returns its size.
func (c *client) download(ctx context.Context, path string, w io.Writer, most int64) (int64, error) {
	resp, err := c.open(ctx, "", "POST", path, bytes.NewReader([]byte("{}")))
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		b, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
		if err != nil {
			return 0, err
		}
		return 0, c.refused(resp, b)
	}
	n, err := io.Copy(w, io.LimitReader(resp.Body, most+1))
	if err == nil && n > most {
		err = fmt.Errorf("the answer has more than %d bytes", most)
	}
	return n, err
}
