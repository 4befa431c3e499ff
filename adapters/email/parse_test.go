package email

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/adapters/email/content"
	"bridge/adapters/email/inbound"
	"bridge/adapters/email/smtpin"
	"bridge/adapters/email/written"
	"bridge/core/message"
	"bridge/internal/cputime"
	"bridge/internal/racetest"
)

const basicHead = "From: Dana <Dana@Example.COM>\nTo: agent@example.com\nSubject: Hi\nMessage-ID: <m1@example.com>\nDate: Fri, 20 Nov 2026 09:00:00 +0000\n"

func TestReadText(t *testing.T) {
	b64 := base64.StdEncoding.EncodeToString([]byte("Grüße, wie geht es?"))
	tests := []struct {
		name, raw, want string
		kept            bool // the raw mail is kept too
	}{
		{"plain", basicHead + "\nHello\nthere\n", "Hello\nthere", false},
		{"no body", basicHead, "", false},
		{"mbox line", "From dana@example.com Fri Nov 20 09:00:00 2026\n" + basicHead + "\nHello\n", "Hello", false},
		{"bad header line", basicHead + "this is no header\nX-A: b\n\nHello\n", "Hello", true},
		{"latin1", basicHead + "Content-Type: text/plain; charset=iso-8859-1\n\nGr\xfc\xdfe\n", "Grüße", false},
		{"unknown charset", basicHead + "Content-Type: text/plain; charset=klingon-1\n\nGr\xfc\xdfe\n", "Grüße", true},
		{"wrong utf-8", basicHead + "Content-Type: text/plain; charset=utf-8\n\nGr\xfc\xdfe\n", "Grüße", true},
		{"base64", basicHead + "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n" + b64 + "\n", "Grüße, wie geht es?", false},
		{"truncated base64", basicHead + "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n" + b64[:17] + "\n", "Grüße, wie", true},
		{"dirty base64", basicHead + "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n" + b64[:4] + "!*\n " + b64[4:] + "\n", "Grüße, wie geht es?", true},
		{"quoted-printable", basicHead + "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nGr=C3=BC=\n=C3=9Fe  \nend=20\n", "Grüße\nend ", false},
		{"broken quoted-printable", basicHead + "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n5=4 and 100=ZZ\n", "5=4 and 100=ZZ", true},
		{"unknown encoding", basicHead + "Content-Transfer-Encoding: x-rot13\n\nUryyb\n", "Uryyb", true},
		{"NUL bytes", basicHead + "\nHel\x00lo\x00\n", "Hello", true},
		{"NUL in a header", strings.Replace(basicHead, "Hi", "H\x00i", 1) + "\nHello\n", "Hello", true},
		{"multipart without boundary", basicHead + "Content-Type: multipart/mixed\n\nHello\n", "Hello", true},
		{"boundary that never comes", basicHead + "Content-Type: multipart/mixed; boundary=x\n\nHello\n", "Hello", true},
		{"no closing boundary", basicHead + "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nHello\n", "Hello", true},
		{"part with a bad header", basicHead + "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\nnot a header\n\nHello\n--x--\n", "Hello", true},
		{"two text parts", basicHead + "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nyes\n--x\n\nbut only on staging\n--x--\n", "yes\n\nbut only on staging", false},
		{"html only", basicHead + "Content-Type: text/html\n\n<p>Hello <b>there</b></p><p style='display:none'>not</p>\n", "Hello there", true},
		{"plain before html", basicHead + "Content-Type: multipart/alternative; boundary=x\n\n--x\n\nHello\n--x\nContent-Type: text/html\n\n<p>Hello</p>\n--x--\n", "Hello", false},
		{"html if plain is empty", basicHead + "Content-Type: multipart/alternative; boundary=x\n\n--x\n\n\n--x\nContent-Type: text/html\n\n<p>Hello</p>\n--x--\n", "Hello", false},
		{"flowed", basicHead + "Content-Type: text/plain; format=flowed\n\nHello \nthere\n From here\n", "Hello there\nFrom here", false},
		{"inner boundary is a prefix", basicHead + "Content-Type: multipart/mixed; boundary=ab\n\n--ab\nContent-Type: multipart/mixed; boundary=abc\n\n--abc\n\none\n--abc--\n--ab\n\ntwo\n--ab--\n", "one\n\ntwo", false},
		{"inner multipart is not closed", basicHead + "Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--a\n\ntwo\n--a--\n", "one\n\ntwo", true},
	}
	for _, tt := range tests {
		for _, eol := range []string{"\n", "\r\n"} {
			t.Run(tt.name+map[string]string{"\n": " LF", "\r\n": " CRLF"}[eol], func(t *testing.T) {
				a, store := newAdapter(t)
				store.limit = 10 // bounds each file, not the mail as it came
				raw := strings.ReplaceAll(tt.raw, "\n", eol)
				in := parsed(t, a, raw)
				if got := textOf(in); got != tt.want {
					t.Errorf("text is %q, want %q", got, tt.want)
				}
				files := filesOf(in)
				if kept := len(files) == 1 && files[0].Filename == "message.eml"; kept != tt.kept {
					t.Errorf("raw mail kept: %v, want %v (%+v)", kept, tt.kept, files)
				}
				if tt.kept && len(files) == 1 && string(store.bytes(t, files[0])) != raw {
					t.Error("the kept mail is not what came")
				}
				if in.Class != message.Human || in.From != "email:dana@example.com" || in.FromName != "Dana" || in.Subject != "Hi" || !in.HasSubject {
					t.Errorf("got %+v", in)
				}
			})
		}
	}
}

func TestReadAttachments(t *testing.T) {
	data := bytes.Repeat([]byte{0, 1, 2, 250, 255, '\n'}, 5000)
	enc := base64.StdEncoding.EncodeToString(data)
	raw := crlf(basicHead + `Content-Type: multipart/mixed; boundary="a b"

preamble
--a b
Content-Type: multipart/related; boundary=rel

--rel
Content-Type: text/html

<p>see <img src="cid:1" alt="a chart"></p>
--rel
Content-Type: image/png; name=chart.png
Content-ID: <1>
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--rel--
--a b
Content-Type: application/octet-stream
Content-Disposition: attachment; filename*0*=utf-8''gr%C3%BC; filename*1="n/e.bin"
Content-Transfer-Encoding: base64

` + enc + `
--a b
Content-Type: message/rfc822

From: x@y
Subject: inner
Content-Type: multipart/mixed; boundary=zz

--zz

inner text
--zz--

--a b
Content-Type: text/calendar; method=PUBLISH

BEGIN:VCALENDAR
--a b
Content-Type: text/plain; name=a b.txt

in a file
--a b--
epilogue
`)
	a, store := newAdapter(t)
	in := parsed(t, a, raw)
	if got := textOf(in); got != "see [image: a chart]" {
		t.Errorf("text is %q", got)
	}
	files := filesOf(in)
	var names []string
	for _, f := range files {
		names = append(names, f.Filename+" "+f.MediaType)
	}
	want := []string{"chart.png image/png", "e.bin application/octet-stream", "inner.eml message/rfc822", "invite.ics text/calendar", "a b.txt text/plain"}
	if !slices.Equal(names, want) {
		t.Fatalf("files are %q, want %q", names, want)
	}
	if !bytes.Equal(store.bytes(t, files[1]), data) {
		t.Error("the attachment is not what was sent")
	}
	if got := string(store.bytes(t, files[2])); !strings.HasPrefix(got, "From: x@y\r\n") || !strings.HasSuffix(got, "--zz--\r\n") {
		t.Errorf("the inner mail is %q", got)
	}
	if got := string(store.bytes(t, files[4])); got != "in a file" {
		t.Errorf("the text file is %q", got)
	}
}

func TestReadRefuses(t *testing.T) {
	deep := func(n int) string {
		var b strings.Builder
		b.WriteString(basicHead)
		for i := range n {
			fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
		}
		return b.String() + "\nend\n"
	}
	many := func(n int) string {
		return basicHead + "Content-Type: multipart/mixed; boundary=x\n\n" + strings.Repeat("--x\n\na\n", n) + "--x--\n"
	}
	multis := basicHead + "Content-Type: multipart/mixed; boundary=x\n\n" + strings.Repeat("--x\nContent-Type: multipart/mixed; boundary=y\n\n--y--\n", 120) + "--x--\n"
	tests := []struct {
		name, raw string
		code      int
		text      string
	}{
		{"no From", "Subject: x\n\nhi\n", 550, "no From"},
		{"two From", "From: a@example.com\nFrom: b@example.com\n\nhi\n", 550, "2 From"},
		{"two addresses", "From: a@example.com, b@example.com\n\nhi\n", 550, "2 addresses"},
		{"two addresses without a comma", "From: <a@example.com> <b@example.com>\n\nhi\n", 550, "more than one"},
		{"no address", "From: Dana\n\nhi\n", 550, "no address"},
		{"no header", "hi there\n", 550, "no From"},
		{"empty", "", 550, "no From"},
		{"bad domain", "From: a@exa mple..com\n\nhi\n", 550, "cannot be understood"},
		{"nested too deep", deep(51), 554, "50"},
		{"nested far too deep", deep(40000), 554, "50"},
		{"too many parts", many(2001), 554, "2000"},
		{"far too many parts", many(200_000), 554, "2000"},
		{"too many multiparts", multis, 554, "100"},
		{"large header", basicHead + strings.Repeat("X-A: "+strings.Repeat("b", 900)+"\n", 300) + "\nhi\n", 554, "256 KB"},
		{"one large field", basicHead + "X-A: " + strings.Repeat("b", 300<<10) + "\n\nhi\n", 554, "256 KB"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, _ := newAdapter(t)
			start := cputime.Used()
			_, err := readMail(a, crlf(tt.raw), "dana@example.com")
			if d := cputime.Used() - start; d > 10*time.Second { // milliseconds, on a machine that does nothing else
				t.Errorf("took %v", d)
			}
			r := refusalOf(err)
			if r == nil || r.Code != tt.code || !strings.Contains(r.Text, tt.text) {
				t.Fatalf("got %+v, want %d with %q", err, tt.code, tt.text)
			}
		})
	}
	a, _ := newAdapter(t)
	for name, raw := range map[string]string{"nested 50": deep(50), "2000 parts": many(2000)} {
		if _, err := readMail(a, crlf(raw), "dana@example.com"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if in, err := readMail(a, crlf("From: Mail Delivery System\n\nfailed\n"), ""); err != nil || in.Class != message.Bounce {
		t.Errorf("a bounce with a bad From: %v %v", in.Class, err)
	}
}

func TestAmbiguous(t *testing.T) {
	alt := func(plain, html string) string {
		return crlf(basicHead + "Content-Type: multipart/alternative; boundary=x\n\n--x\n\n" + plain + "\n--x\nContent-Type: text/html\n\n" + html + "\n--x--\n")
	}
	tests := []struct {
		name, plain, html string
		want              bool
	}{
		{"equal", "yes", "<p>yes</p>", false},
		{"markup", "*Yes*, go_on!\nSee <https://a.example/x>, https://b.example <https://b.example/>", `<b>Yes</b>, go_on! <a href="https://a.example/x">See</a>, <a href="https://b.example">https://b.example</a>`, false},
		{"another link", "yes", `<p><a href="https://a.example/x">yes</a></p>`, false},
		{"case and blanks", "Yes  please", "<div>yes</div><div>PLEASE</div>", false},
		{"different word", "yes", "<p>no</p>", true},
		{"only in plain", "yes\nbut half", "<p>yes</p>", true},
		{"hidden in html", "yes", "<p>no</p><span style='font-size:0'>yes</span>", true},
		{"emoji differ", "👍", "<p>👎</p>", true},
		{"html says nothing", "yes", "<p style='display:none'>yes</p>", true},
		{"quotes do not count", "yes\n\nOn Fri, 20 Nov 2026, Assistant wrote:\n> old", "<p>yes</p><div class=gmail_quote><div class=gmail_attr>On Fri, 20 Nov 2026, Assistant wrote:</div><blockquote class=gmail_quote>old text</blockquote></div>", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, _ := newAdapter(t)
			if in := parsed(t, a, alt(tt.plain, tt.html)); (in.Ambiguous || in.Differs) != tt.want {
				t.Errorf("ambiguous is %v for %q", in.Ambiguous, in.Unquoted)
			}
		})
	}
}

func TestExternalID(t *testing.T) {
	a, _ := newAdapter(t)
	base := basicHead + "Content-Type: text/plain; charset=utf-8\n\nGrüße\n"
	id := func(raw string) string { return parsed(t, a, crlf(raw)).ExternalID }
	same := map[string]string{
		"another encoding": basicHead + "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nGr=C3=BC=C3=9Fe\n",
		"another route":    "Received: from a\nReceived: from b\n" + base,
	}
	for name, raw := range same {
		if id(raw) != id(base) {
			t.Errorf("%s changes the id", name)
		}
	}
	other := map[string]string{
		"Message-ID": strings.Replace(base, "m1@", "m2@", 1),
		"From":       strings.Replace(base, "Dana@", "Eve@", 1),
		"body":       strings.Replace(base, "Grüße", "Grüsse", 1),
		"attachment": basicHead + "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain; charset=utf-8\n\nGrüße\n--x\nContent-Type: image/png\n\nabc\n--x--\n",
	}
	for name, raw := range other {
		if id(raw) == id(base) {
			t.Errorf("another %s has the same id", name)
		}
	}
	noID := strings.Replace(base, "Message-ID: <m1@example.com>\n", "", 1)
	in := parsed(t, a, crlf(noID))
	if len(in.ExternalID) != 64 || in.Binding.Self != nil || in.Thread.Parent != "" {
		t.Errorf("without Message-ID: %+v", in)
	}
	if later := id(strings.Replace(noID, "09:00", "09:01", 1)); later == in.ExternalID {
		t.Error("two mails without Message-ID at different times have one id")
	}
}

func TestBinding(t *testing.T) {
	a, _ := newAdapter(t)
	ses, apr := message.NewSessionID(), message.DerivedApprovalID(testTime, "x")
	sTag, aTag := a.tags.Session(ses), a.tags.Approval(apr, "dana")
	raw := crlf(basicHead + "In-Reply-To: <a@x> (comment)\nReferences: <root@x>\n <b@x>,<a@x> junk <noat>\n\nhi\n")
	in := parsed(t, a, raw, "nonsense", strings.ToUpper(sTag))
	if in.Binding.Session != ses || in.Binding.Approval != "" {
		t.Errorf("session tag: %+v", in.Binding)
	}
	if want := []message.Ref{"<a@x>", "<noat>", "<b@x>", "<root@x>"}; !slices.Equal(in.Binding.Refs, want) {
		t.Errorf("refs are %v, want %v", in.Binding.Refs, want)
	}
	if want := []message.Ref{"<m1@example.com>"}; !slices.Equal(in.Binding.Self, want) {
		t.Errorf("self is %v", in.Binding.Self)
	}
	if want := []message.Ref{"<root@x>", "<b@x>", "<a@x>", "<noat>"}; in.Thread.Parent != "<m1@example.com>" || in.Thread.Subject != "Hi" || !slices.Equal(in.Thread.References, want) {
		t.Errorf("thread is %+v", in.Thread)
	}
	if in := parsed(t, a, raw, aTag); in.Binding.Approval != "" || in.Binding.Loose != apr {
		t.Errorf("approval tag in the envelope: %+v", in.Binding)
	}
	// Two requests of hers are none; that another has a tag there does not matter.
	tags := func(tags ...string) message.Binding {
		return parsed(t, a, crlf(strings.NewReplacer("eve@example.com", "dana@example.com", "To: agent@example.com", "To: agent+"+strings.Join(tags, "@example.com, agent+")+"@example.com").
			Replace(basicHead)+"\nYes.\n")).Binding
	}
	second := a.tags.Approval(message.DerivedApprovalID(testTime, "y"), "dana")
	if b := tags(aTag, second); b.Approval != "" || b.Loose != apr {
		t.Errorf("her tags of two requests: %+v", b)
	}
	if b := tags(a.tags.Approval(message.DerivedApprovalID(testTime, "y"), "frank"), aTag, aTag); b.Approval != apr {
		t.Errorf("her tag behind another's: %+v", b)
	}
	delivered := "Delivered-To: <agent+" + sTag + "@example.com>\nDelivered-To: agent+" + aTag + "@example.com\n"
	if in := parsed(t, a, crlf(delivered+basicHead+"\nhi\n")); in.Binding.Session != ses || in.Binding.Approval != "" || in.Binding.Loose != "" {
		t.Errorf("topmost Delivered-To: %+v", in.Binding)
	}
	if in := parsed(t, a, crlf(strings.ReplaceAll(delivered, "@example.com", "@evil.test")+basicHead+"\nhi\n")); in.Binding.Session != "" {
		t.Errorf("another domain binds: %+v", in.Binding)
	}
	one := parsed(t, a, crlf(basicHead+"In-Reply-To: <a@x>\n\nhi\n"))
	if want := []message.Ref{"<a@x>"}; !slices.Equal(one.Thread.References, want) {
		t.Errorf("References from In-Reply-To: %v", one.Thread.References)
	}
	var ids strings.Builder
	for i := range 80 {
		fmt.Fprintf(&ids, " <%d@x>\n", i)
	}
	long := parsed(t, a, crlf(basicHead+"References:\n"+ids.String()+" <"+strings.Repeat("x", 1000)+">\n\nhi\n"))
	if n := len(long.Binding.Refs); n != 50 || long.Binding.Refs[0] != "<79@x>" {
		t.Errorf("%d refs, first %s", n, long.Binding.Refs[0])
	}
	if n := len(long.Thread.References); n != 11 || long.Thread.References[0] != "<0@x>" {
		t.Errorf("%d references, first %s", n, long.Thread.References[0])
	}
}

func TestClass(t *testing.T) {
	a, _ := newAdapter(t)
	out := message.Outbound{ID: message.DerivedMessageID(testTime, "1"), To: "email:x@y.z", CreatedAt: testTime}
	tests := []struct {
		name, raw, path string
		want            message.Class
	}{
		{"human", basicHead + "\nhi\n", "dana@example.com", message.Human},
		{"own mark", basicHead + "X-Bridge-Loop: " + a.tags.LoopMark() + "\n\nhi\n", "dana@example.com", message.Self},
		{"forged mark", basicHead + "X-Bridge-Loop: node-1 aaaaaaaaaaaaaaaa\n\nhi\n", "dana@example.com", message.Human},
		{"own Message-ID", strings.Replace(basicHead, "<m1@example.com>", string(a.Ref(out)), 1) + "\nhi\n", "dana@example.com", message.Self},
		{"own Resent-Message-ID", basicHead + "Resent-Message-ID: " + string(a.Ref(out)) + "\n\nhi\n", "dana@example.com", message.Self},
		{"own address", strings.Replace(basicHead, "Dana@Example.COM", "agent+x@EXAMPLE.com", 1) + "\nhi\n", "dana@example.com", message.Self},
		{"31 hops", strings.Repeat("Received: from a\n", 31) + basicHead + "\nhi\n", "dana@example.com", message.Loop},
		{"30 hops", strings.Repeat("Received: from a\n", 30) + basicHead + "\nhi\n", "dana@example.com", message.Human},
		{"delivery report", basicHead + "Content-Type: multipart/report; report-type=delivery-status; boundary=x\n\n--x\n\nhi\n--x--\n", "dana@example.com", message.Bounce},
		{"delivery status part", basicHead + "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: message/delivery-status\n\nAction: failed\n--x--\n", "dana@example.com", message.Bounce},
		{"read receipt", basicHead + "Content-Type: multipart/report; report-type=disposition-notification; boundary=x\n\n--x\n\nhi\n--x--\n", "dana@example.com", message.ReadNote},
		{"null path", basicHead + "\nhi\n", "", message.Bounce},
		{"auto-replied", basicHead + "Auto-Submitted: auto-replied; x=y\n\nhi\n", "dana@example.com", message.Auto},
		{"auto-submitted no", basicHead + "Auto-Submitted: no; x=y\n\nhi\n", "dana@example.com", message.Human},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in, err := readMail(a, crlf(tt.raw), tt.path)
			if err != nil || in.Class != tt.want || (in.ClassWhy == "") != (tt.want == message.Human) {
				t.Errorf("class %q because of %q (%v), want %q", in.Class, in.ClassWhy, err, tt.want)
			}
		})
	}
}

// TestReadMemory reads a large mail in constant memory.
func TestReadMemory(t *testing.T) {
	racetest.Skip(t)
	a, store := newAdapter(t)
	store.count = true
	src := newBigMail(50e6)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	in, _, err := a.reader.Read(t.Context(), src, src.size, inbound.Envelope{Envelope: smtpin.Envelope{From: "dana@example.com"}})
	runtime.ReadMemStats(&after)
	if err != nil || textOf(in) != "see the file" || len(filesOf(in)) != 1 {
		t.Fatalf("got %+v, %v", in, err)
	}
	if store.total < 36e6 {
		t.Errorf("%d bytes were stored", store.total)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
		t.Errorf("%d bytes were allocated in all", used)
	}
}

// bigMail is a mail of any size that is not in memory.
type bigMail struct {
	head, line, tail string
	size             int64
}

func newBigMail(size int64) *bigMail {
	m := &bigMail{
		head: crlf(basicHead + "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nsee the file\n--x\nContent-Type: application/pdf; name=big.pdf\nContent-Transfer-Encoding: base64\n\n"),
		line: strings.Repeat("QUJD", 19) + "\r\n",
		tail: "--x--\r\n",
	}
	lines := (size - int64(len(m.head)+len(m.tail))) / int64(len(m.line))
	m.size = int64(len(m.head)+len(m.tail)) + lines*int64(len(m.line))
	return m
}

func (m *bigMail) ReadAt(p []byte, off int64) (int, error) {
	n := 0
	for n < len(p) {
		at := off + int64(n)
		var piece string
		switch body := at - int64(len(m.head)); {
		case at >= m.size:
			return n, io.EOF
		case body < 0:
			piece = m.head[at:]
		case at >= m.size-int64(len(m.tail)):
			piece = m.tail[at-(m.size-int64(len(m.tail))):]
		default:
			piece = m.line[body%int64(len(m.line)):]
		}
		n += copy(p[n:], piece)
	}
	return n, nil
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		basicHead + "\nhi\n",
		basicHead + "Content-Type: multipart/alternative; boundary=x\n\n--x\n\nyes\n--x\nContent-Type: text/html\n\n<p>yes<blockquote>old</blockquote>\n--x--\n",
		basicHead + "Content-Type: multipart/mixed; boundary=\"a b\"\nContent-Transfer-Encoding: base64\n\n--a b\nContent-Disposition: attachment; filename*0*=utf-8''a%20; filename*1=b\nContent-Transfer-Encoding: quoted-printable\n\n=41=\n--a b--\n",
		"From x\nFrom: =?utf-8?b?w7w=?= <a@b>\nSubject: =?x?y?z?=\nReferences: <a@b> <c>\n\nOn Fri, 20 Nov 2026, x wrote:\n> q\nyes\n",
	} {
		f.Add([]byte(crlf(s)), "a@b")
	}
	a, _ := newAdapter(f)
	f.Fuzz(func(t *testing.T, raw []byte, path string) {
		in, _, err := a.reader.Read(t.Context(), bytes.NewReader(raw), int64(len(raw)), inbound.Envelope{Envelope: smtpin.Envelope{From: path}})
		if err != nil {
			if refusalOf(err) == nil {
				t.Fatalf("not a refusal: %v", err)
			}
			return
		}
		if in.Class == message.Human && path == "" {
			t.Error("a null path is never human")
		}
		if len(in.ExternalID) != 64 || !strings.Contains(in.From.Value(), "@") || strings.ContainsAny(string(in.From)+in.Subject+in.FromName, "\r\n\x00") {
			t.Errorf("got %+v", in)
		}
		if text := textOf(in); strings.ContainsAny(text+in.Unquoted+in.Other, "\r\x00"+written.Mark) || len(text) > 8*content.MaxText {
			t.Errorf("text %q", text)
		}
		for _, r := range in.Binding.Refs {
			if len(r) < 3 || len(r) > 998 {
				t.Errorf("ref %q", r)
			}
		}
	})
}
