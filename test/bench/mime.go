package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/jhillyerd/enmime/v2"

	"bridge/adapters/email/content"
	"bridge/adapters/email/mime"
)

// readRow is how fast mail is read, beside enmime.
type readRow struct {
	What   string  `json:"what"`
	Mails  string  `json:"mails"` // which ones
	Rate   float64 `json:"megabytesPerSecond"`
	Other  float64 `json:"megabytesPerSecondOfEnmime"`
	Times  float64 `json:"timesEnmime"`
	Allocs float64 `json:"allocationsPerMail"`
	Bytes  float64 `json:"bytesAllocatedPerMail"`
	// The same of enmime.
	OtherAllocs float64 `json:"allocationsPerMailOfEnmime"`
	OtherBytes  float64 `json:"bytesAllocatedPerMailOfEnmime"`
}

// reader is one way to read a mail.
type reader func(raw []byte)

// runMime reads many mails with our reader and with enmime, in turns. Both decode
// all there is; neither result is kept.
func runMime(ctx context.Context, p plan, r *report) error {
	mails, which, err := someMails()
	if err != nil {
		return err
	}
	if p.mails > 0 {
		mails = mails[:min(len(mails), p.mails)]
	}
	for _, x := range []struct {
		what        string
		ours, other reader
	}{
		{"parts", ourParts, theirParts},
		{"text", ourText, theirText},
	} {
		var ours, theirs []readSample
		for range p.rounds {
			if err := ctx.Err(); err != nil {
				return err
			}
			theirs = append(theirs, readAll(mails, x.other, p.each))
			ours = append(ours, readAll(mails, x.ours, p.each))
		}
		row := readRow{What: x.what, Mails: which}
		a, b := middle(ours), middle(theirs)
		row.Rate, row.Allocs, row.Bytes = a.rate, a.allocs, a.bytes
		row.Other, row.OtherAllocs, row.OtherBytes = b.rate, b.allocs, b.bytes
		row.Times = row.Rate / row.Other
		r.Mime = append(r.Mime, row)
	}
	return nil
}

type readSample struct{ rate, allocs, bytes float64 }

// middle is the sample with the median rate.
func middle(all []readSample) readSample {
	slices.SortFunc(all, func(a, b readSample) int { return int(a.rate*1e6 - b.rate*1e6) })
	return all[len(all)/2]
}

// readAll reads all mails, again and again until the time is over.
func readAll(mails [][]byte, read reader, atLeast time.Duration) readSample {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	size, n, began := 0, 0, time.Now()
	for n == 0 || time.Since(began) < atLeast {
		for _, raw := range mails {
			read(raw)
			size += len(raw)
		}
		n += len(mails)
	}
	took := time.Since(began).Seconds()
	runtime.ReadMemStats(&after)
	return readSample{
		rate: float64(size) / 1e6 / took, allocs: float64(after.Mallocs-before.Mallocs) / float64(n),
		bytes: float64(after.TotalAlloc-before.TotalAlloc) / float64(n),
	}
}

func ourParts(raw []byte) {
	src := bytes.NewReader(raw)
	root, _, err := mime.Scan(src, int64(len(raw)))
	if err != nil {
		return // a mail that is refused costs what it costs
	}
	root.Walk(func(p *mime.Part) {
		if p.Multipart() {
			return
		}
		if strings.HasPrefix(p.Media, "text/") {
			_, _ = p.Text(src, src.Size())
			return
		}
		body, _ := p.Open(src)
		_, _ = io.Copy(io.Discard, body)
	})
}

// theirParts: enmime decodes each part while it reads it.
func theirParts(raw []byte) { _, _ = enmime.ReadParts(bytes.NewReader(raw)) }

func ourText(raw []byte) { _, _ = content.Text(bytes.NewReader(raw), int64(len(raw))) }

// theirText: the text of all parts, made of HTML where there is no other.
func theirText(raw []byte) { _, _ = enmime.ReadEnvelope(bytes.NewReader(raw)) }

// someMails are the public collections where they are, else mails that are made.
func someMails() (mails [][]byte, which string, err error) {
	for _, dir := range []string{"../shared/corpora/mime", "../../shared/corpora/mime"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !slices.Contains([]string{".eml", ".msg", ".raw"}, filepath.Ext(path)) {
				return err
			}
			raw, err := os.ReadFile(path)
			mails = append(mails, raw)
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, "", err
		}
		if len(mails) > 0 {
			return mails, fmt.Sprintf("%d of public collections", len(mails)), nil
		}
	}
	mails = madeMails()
	return mails, fmt.Sprintf("%d made ones (the public collections are not here)", len(mails)), nil
}

// madeMails have the sizes that mails between people have.
func madeMails() [][]byte {
	var mails [][]byte
	words := text()
	for i := range 60 {
		plain := strings.Repeat(words+"\r\n", 1+i%6)
		var rich strings.Builder
		rich.WriteString("<html><body>")
		for line := range strings.Lines(plain) {
			fmt.Fprintf(&rich, "<p style=3D\"font-family:Arial\">%s</p>\r\n", strings.TrimSpace(line))
		}
		rich.WriteString("</body></html>\r\n")
		head := fmt.Sprintf("From: Dana <dana@example.com>\r\nTo: agent@example.com\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?= %d\r\nMessage-ID: <%d@example.com>\r\n"+
			"Date: Fri, 20 Nov 2026 09:00:00 +0000\r\nMIME-Version: 1.0\r\n", i, i)
		both := "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + plain +
			"--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" + rich.String() + "--b--\r\n"
		switch i % 3 {
		case 0:
			mails = append(mails, []byte(head+"\r\n"+plain))
		case 1:
			mails = append(mails, []byte(head+both))
		default:
			file := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("0123456789"), 1000*(1+i%5)))
			var lines strings.Builder
			for len(file) > 76 {
				lines.WriteString(file[:76] + "\r\n")
				file = file[76:]
			}
			mails = append(mails, []byte(head+"Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\n"+both+
				"\r\n--m\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n"+lines.String()+file+"\r\n--m--\r\n"))
		}
	}
	return mails
}
