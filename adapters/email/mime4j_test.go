package email

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bridge/adapters/email/mime"
	"bridge/internal/noerr"
)

// elements are those of the files that say something of the structure. The files
// are not XML where bytes of a mail stand in them as they are.
var elements = regexp.MustCompile(`<(/?)(message|multipart|body|text-body|binary-body)[ />]`)

// shapeXML is the structure that mime4j found: M a mail, X a multipart, B a body.
func shapeXML(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	noerr.Must(t, err)
	var b strings.Builder
	for _, m := range elements.FindAllSubmatch(raw, -1) {
		switch name := string(m[2]); {
		case name != "message" && name != "multipart":
			if len(m[1]) == 0 {
				b.WriteString("B")
			}
		case len(m[1]) > 0:
			b.WriteString(")")
		case name == "message":
			b.WriteString("M(")
		default:
			b.WriteString("X(")
		}
	}
	return b.String()
}

// shape is the same of what scan finds, with the mails within a mail.
func shape(t *testing.T, src io.ReaderAt, size int64) string {
	t.Helper()
	root, _, err := mime.Scan(src, size)
	noerr.Must(t, err)
	return "M(" + shapeOf(t, root, src) + ")"
}

func shapeOf(t *testing.T, p *mime.Part, src io.ReaderAt) string {
	t.Helper()
	switch {
	case p.Media == "message/rfc822":
		r, _ := p.Open(src)
		inner, err := io.ReadAll(r)
		noerr.Must(t, err)
		return shape(t, bytes.NewReader(inner), int64(len(inner)))
	case !strings.HasPrefix(p.Media, "multipart/"):
		return "B"
	}
	var b strings.Builder
	for _, c := range p.Children {
		b.WriteString(shapeOf(t, c, src))
	}
	return "X(" + b.String() + ")"
}

// TestMime4j: the parts of a mail are those that mime4j finds. Each difference is
// listed with its reason.
func TestMime4j(t *testing.T) {
	known := listed(t, "testdata/mime4j-differences.txt")
	same := 0
	corpus(t, "mime/james-mime4j", func(path string, raw []byte) {
		want, ok := strings.CutSuffix(path, ".msg")
		if !ok {
			return
		}
		name := filepath.Base(want)
		wanted, got := shapeXML(t, want+".xml"), shape(t, bytes.NewReader(raw), int64(len(raw)))
		switch {
		case wanted == got && known[name] != "":
			t.Errorf("%s is no difference any more", name)
		case wanted == got:
			same++
		case known[name] == "":
			t.Errorf("%s is %s, mime4j says %s", name, got, wanted)
		}
		delete(known, name)
	})
	for name := range known {
		t.Errorf("%s does not exist", name)
	}
	t.Logf("%d structures agree", same)
}
