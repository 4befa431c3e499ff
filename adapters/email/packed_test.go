package email

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"bridge/adapters/email/content"
	"bridge/adapters/email/inbound"
	"bridge/adapters/email/smtpin"
	"bridge/adapters/email/written"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/internal/racetest"
)

// kind is one mail of a kind that is not plain text and files.
func kind(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata/kinds", name+".eml"))
	noerr.Must(t, err)
	return string(b)
}

const invitation = "BEGIN:VCALENDAR\nMETHOD:PUBLISH\nBEGIN:VEVENT\nSUMMARY:Planning\\, part 2\nDTSTART;TZID=Europe/Berlin:20261201T090000\n" +
	"DTEND;TZID=Europe/Berlin:20261201T100000\nLOCATION:Room 4\nORGANIZER;CN=\"Dana: B\":mailto:dana@example.com\nDESCRIPTION:Bring the\n  numbers.\\nAll of them.\n" +
	"BEGIN:VALARM\nDESCRIPTION:Reminder\nEND:VALARM\nEND:VEVENT\nEND:VCALENDAR\n"

// winmail is a winmail.dat with a text and one file, in base64.
func winmail(text, name, content string) string {
	le := func(v, n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte(byte(v))
			v >>= 8
		}
		return b.String()
	}
	attr := func(level byte, id int, data string) string {
		return string([]byte{level}) + le(id, 2) + le(6, 2) + le(len(data), 4) + data + "\x00\x00"
	}
	raw := le(0x223e9f78, 4) + "\x01\x00" + attr(1, 0x800c, text+"\x00") + attr(2, 0x9002, "") + attr(2, 0x8010, name+"\x00") + attr(2, 0x800f, content)
	return base64.StdEncoding.EncodeToString([]byte(raw))
}

// TestKinds: what the agent gets of mails that are more than text and files, and
// whether such a mail may decide.
func TestContentKinds(t *testing.T) {
	forward := "--x\nContent-Type: message/rfc822\n\nFrom: Bob <bob@example.com>\nDate: Fri, 20 Nov 2026 09:00:00 +0000\nSubject: =?utf-8?q?Bad_/_late?=\n order\nContent-Type: text/html\n\n<p>It came <b>late</b>.</p>\n--x--\n"
	mixed := basicHead + "Content-Type: multipart/mixed; boundary=x\n\n"
	for _, c := range []struct {
		name, raw, text string
		files           []string
		decides         bool
	}{
		{"S/MIME signed", kind(t, "smime-signed"), "Please refund the fee, grüße.", []string{"fees.csv"}, false},
		{"S/MIME signed, indefinite lengths", kind(t, "smime-signed-stream"), "Please refund the fee, grüße.", []string{"fees.csv"}, false},
		{"S/MIME clear-signed", kind(t, "smime-clear"), "Please refund the fee, grüße.", []string{"fees.csv"}, true},
		{"S/MIME that is none", mixed + "--x\nContent-Type: application/pkcs7-mime; name=smime.p7m\n\nhello\n--x--\n", "", []string{"smime.p7m", "message.eml"}, false},
		{"PGP signed inline", kind(t, "pgp-signed-inline"), "Please refund the fee.", []string{"message.eml"}, true},
		{
			"PGP encrypted below a text", mixed + "--x\n\nHere it is:\n--x\nContent-Type: multipart/encrypted; boundary=y\n\n--y\n\na\n--y\n\nb\n--y--\n--x--\n",
			"Here it is:\n\n[A part of this message is encrypted with OpenPGP and cannot be read here.]",
			[]string{"message.eml"},
			false,
		},
		{"winmail.dat", mixed + "--x\n\nSee the file\n--x\nContent-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n" + winmail("See the file", "a.txt", "abc") + "\n--x--\n", "See the file", []string{"a.txt"}, false},
		{"winmail.dat alone", basicHead + "Content-Type: application/octet-stream; name=WinMail.dat\nContent-Transfer-Encoding: base64\n\n" + winmail("Only here", "../b.txt", "abc"), "Only here", []string{"b.txt"}, false},
		{"winmail.dat that is none", mixed + "--x\n\nSee\n--x\nContent-Type: application/ms-tnef; name=winmail.dat\n\nhello\n--x--\n", "See", []string{"winmail.dat", "message.eml"}, false},
		{"a forwarded mail", mixed + "--x\n\nWhat is this?\n" + forward, "What is this?", []string{"Bad - late order.eml"}, true},
		{
			"a forwarded mail alone", mixed + forward,
			"From: Bob <bob@example.com>\nDate: Fri, 20 Nov 2026 09:00:00 +0000\nSubject: Bad / late order\n\nIt came late.",
			[]string{"Bad - late order.eml"},
			false,
		},
		{"a part of a mail", basicHead + "Content-Type: message/partial; number=1; total=2; id=a\n\nSubject: x\n\nhello\n", "", []string{"partial.eml"}, true},
		{"a mail elsewhere", mixed + "--x\n\nSee\n--x\nContent-Type: message/external-body; access-type=URL; URL=\"http://x.test\"\n\nContent-Type: image/png\n\n--x--\n", "See", []string{"external-body.eml"}, true},
		{
			"an invitation", basicHead + "Content-Type: text/calendar; method=PUBLISH\n\n" + invitation,
			"Event: Planning, part 2\nWhen: 2026-12-01 09:00 (Europe/Berlin) to 2026-12-01 10:00 (Europe/Berlin)\nWhere: Room 4\nOrganizer: Dana: B <dana@example.com>\n\nBring the numbers.\nAll of them.",
			[]string{"invite.ics"},
			false,
		},
		{"an invitation beside a text", mixed + "--x\n\nJoin us\n--x\nContent-Type: text/calendar; name=x.ics\n\n" + invitation + "--x--\n", "Join us", []string{"x.ics"}, false},
		{"another text", basicHead + "Content-Type: text/markdown\n\n*Hello* there\n", "*Hello* there", []string{"attachment.md"}, false},
		{"enriched text", basicHead + "Content-Type: text/enriched\n\n<bold>Hello</bold> there\n", "Hello there", []string{"attachment"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, _ := newAdapter(t)
			in := parsed(t, a, crlf(strings.ReplaceAll(c.raw, "\r\n", "\n")))
			if got := textOf(in); got != c.text {
				t.Errorf("text is %q, want %q", got, c.text)
			}
			var names []string
			for _, f := range filesOf(in) {
				names = append(names, f.Filename)
			}
			if !slices.Equal(names, c.files) && !(c.name == "enriched text" && len(names) == 1) {
				t.Errorf("files are %q, want %q", names, c.files)
			}
			if in.Ambiguous == c.decides {
				t.Errorf("may decide: %v", !in.Ambiguous)
			}
			if in.Encrypted != "" {
				t.Errorf("encrypted with %q", in.Encrypted)
			}
		})
	}
}

// TestEncrypted: of mail that cannot be read the agent gets nothing, and the
// sender a word.
func TestEncrypted(t *testing.T) {
	html := basicHead + "Content-Type: text/html\n\n<pre>" + strings.SplitN(strings.ReplaceAll(kind(t, "pgp-encrypted-inline"), "\r\n", "\n"), "\n\n", 2)[1] + "</pre>\n"
	for name, want := range map[string]string{
		"smime-encrypted": "S/MIME", "smime-encrypted-gcm": "S/MIME", "pgp-encrypted": "OpenPGP", "pgp-encrypted-inline": "OpenPGP", "pgp-encrypted-mangled": "OpenPGP", "in HTML": "OpenPGP",
	} {
		raw := crlf(html)
		if name != "in HTML" {
			raw = kind(t, name)
		}
		a, store := newAdapter(t)
		in := parsed(t, a, raw)
		if in.Encrypted != want || len(in.Parts) != 0 || len(store.files) != 0 || !in.Ambiguous || strings.Contains(in.Unquoted+in.Other, "PGP") {
			t.Errorf("%s: %+v", name, in)
		}
	}
}

// TestPacked: packed parts are opened in any size, and not without end.
func TestPacked(t *testing.T) {
	a, store := newAdapter(t)
	big := strings.Repeat("0123456789abcdef", 200_000) // more than is held in memory
	data := winmail("text", "big.bin", big)
	in := parsed(t, a, crlf(basicHead+"Content-Type: application/ms-tnef\nContent-Transfer-Encoding: base64\n\n"+data))
	if files := filesOf(in); len(files) != 1 || string(store.bytes(t, files[0])) != big || textOf(in) != "text" {
		t.Errorf("%d files", len(filesOf(in)))
	}
	left, err := os.ReadDir(a.tempDir)
	if err != nil || len(left) != 0 {
		t.Errorf("temporary files are left: %v, %v", left, err)
	}

	var many strings.Builder
	for i := range 8 + 3 {
		fmt.Fprintf(&many, "--x\nContent-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n%s\n", winmail("text", fmt.Sprint("f", i), "x"))
	}
	in = parsed(t, a, crlf(basicHead+"Content-Type: multipart/mixed; boundary=x\n\n"+many.String()+"--x--\n"))
	var names []string
	for _, f := range filesOf(in) {
		names = append(names, f.Filename)
	}
	if len(names) != 8+3+1 || !slices.Contains(names, "winmail.dat") || !slices.Contains(names, "message.eml") {
		t.Errorf("files %q", names)
	}

	// Signed mail within signed mail, without an end.
	der := func(tag byte, s string) string {
		n := len(s)
		return string([]byte{tag, 0x84, byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}) + s
	}
	inner := "Content-Type: text/plain\r\n\r\nhello\r\n"
	for range 8 + 5 {
		cms := der(0x30, "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02"+der(0xa0, der(0x30, "\x02\x01\x01\x31\x00"+
			der(0x30, "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01"+der(0xa0, der(0x04, inner))))))
		inner = "Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: base64\r\n\r\n" + base64.StdEncoding.EncodeToString([]byte(cms)) + "\r\n"
	}
	in = parsed(t, a, crlf(basicHead)+inner)
	if files := filesOf(in); len(files) != 2 || files[0].Filename != "smime.p7m" || textOf(in) != "" || in.Class != message.Human {
		t.Errorf("%d files, text %q", len(files), textOf(in))
	}
}

// signedMail is a signed S/MIME mail of any size that is not in memory: a file.
func signedMail(size int64) *bigMail {
	m := &bigMail{line: strings.Repeat("QUJD", 19) + "\r\n", tail: "\r\n"}
	m.head = crlf(basicHead + "Content-Type: application/pkcs7-mime; smime-type=signed-data\nContent-Transfer-Encoding: base64\n\n")
	lines := (size - int64(len(m.head))) / int64(len(m.line))
	m.size = int64(len(m.head)) + lines*int64(len(m.line)) + int64(len(m.tail))
	const head = "Content-Type: application/pdf; name=big.pdf\r\nX-Fill: "
	der := func(tag byte, n int, s string) string {
		return string([]byte{tag, 0x84, byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}) + s
	}
	first := "\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02\xa0\x80\x30\x80\x02\x01\x01\x31\x00\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01\xa0\x80"
	const prefix = 57 * 3 // bytes of the first lines
	fill := prefix - len(first) - 6 - len(head) - 4
	inner := head + strings.Repeat("x", fill) + "\r\n\r\n"
	first += der(0x04, len(inner)+int(lines-3)*57, inner)
	encoded := base64.StdEncoding.EncodeToString([]byte(first))
	for len(encoded) > 0 {
		m.head += encoded[:76] + "\r\n"
		encoded = encoded[76:]
	}
	return m
}

// TestPackedMemory: what is in a large S/MIME mail is not held in memory.
func TestPackedMemory(t *testing.T) {
	racetest.Skip(t)
	a, store := newAdapter(t)
	store.count = true
	src := signedMail(50e6)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	in, _, err := a.reader.Read(t.Context(), src, src.size, inbound.Envelope{Envelope: smtpin.Envelope{From: "dana@example.com"}})
	runtime.ReadMemStats(&after)
	if files := filesOf(in); err != nil || len(files) == 0 || files[0].Filename != "big.pdf" || store.total < 36e6 {
		t.Fatalf("got %+v, %v, %d bytes", in, err, store.total)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 16<<20 {
		t.Errorf("%d bytes were allocated in all", used)
	}
}

// FuzzKinds reads parts of each kind with any content.
func FuzzKinds(f *testing.F) {
	f.Add(byte(0), []byte(invitation))
	f.Add(byte(1), []byte("From: a@b\nSubject: x\n\nhello"))
	f.Add(byte(2), []byte("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\n\nx\n-----BEGIN PGP SIGNATURE-----\n\nwsBc\n-----END PGP SIGNATURE-----"))
	if b, err := base64.StdEncoding.DecodeString(winmail("t", "n", "c")); err == nil {
		f.Add(byte(3), b)
	}
	f.Add(byte(4), []byte("0\x80\x06\x09*\x86H\x86\xf7\r\x01\x07\x02\xa0\x800\x80\x02\x01\x011\x000\x80\x06\x09*\x86H\x86\xf7\r\x01\x07\x01\xa0\x80$\x80\x04\x02\n\n"))
	a, _ := newAdapter(f)
	media := []string{"text/calendar", "message/rfc822", "text/plain", "application/ms-tnef", "application/pkcs7-mime", "text/enriched"}
	f.Fuzz(func(t *testing.T, kind byte, data []byte) {
		raw := crlf(basicHead+"Content-Transfer-Encoding: base64\nContent-Type: ") + media[int(kind)%len(media)] + "\r\n\r\n" + base64.StdEncoding.EncodeToString(data)
		in, _, err := a.reader.Read(t.Context(), strings.NewReader(raw), int64(len(raw)), inbound.Envelope{Envelope: smtpin.Envelope{From: "dana@example.com"}})
		noerr.Must(t, err)
		if text := textOf(in); strings.ContainsAny(text+in.Unquoted, "\r\x00"+written.Mark) || len(text) > 8*content.MaxText {
			t.Errorf("text %q", text)
		}
		if len(in.Parts) == 0 && in.Encrypted == "" && len(strings.TrimSpace(string(data))) > 0 && media[int(kind)%len(media)] != "text/plain" {
			t.Errorf("nothing came of %q", data)
		}
	})
}
