package email

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"flag"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"bridge/adapters/email/flowed"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/render"
)

var update = flag.Bool("update", false, "write the golden files")

func composed(t testing.TB, a *Adapter, out message.Outbound) []byte {
	t.Helper()
	m, err := a.writer.Mail(out)
	noerr.Must(t, err)
	var b bytes.Buffer
	noerr.Must(t, m.CopyTo(context.Background(), &b, a.store))
	if int64(b.Len()) != m.Size {
		t.Errorf("the mail has %d bytes, %d were announced", b.Len(), m.Size)
	}
	return b.Bytes()
}

const (
	testSession  = message.SessionID("ses_01ARZ3NDEKTSV4RRFFQ69G5FAV")
	testApproval = message.ApprovalID("apr_01ARZ3NDEKTSV4RRFFQ69G5FAW")
)

func answer() message.Outbound {
	return message.Outbound{
		ID: "msg_01ARZ3NDEKTSV4RRFFQ69G5FAX", Channel: "mail", To: "email:dana@example.com", ToName: "Dana D", Kind: message.Answer,
		Session: testSession, Text: "The flight is booked.\n\nFrom Rome to Oslo, on Friday. " + strings.Repeat("It leaves early. ", 8) + "\n\n.\n-- \nAssistant\n",
		Thread: message.Thread{
			Subject: "AW: Re[2]: Fwd: Flug nach Zürich [approval:AB23CD] für übermorgen früh, bitte buchen und bestätigen",
			Parent:  "<m2@example.com>", References: []message.Ref{"<m0@example.com>", "<m1@example.com>"},
		},
		CreatedAt: testTime,
	}
}

const unsubscribe = "https://bridge.example.com/unsubscribe?channel=mail&list=answers"

// goldenMails are mails of every kind, their HTML made as it is made for real.
func goldenMails(t *testing.T) map[string][]byte {
	t.Helper()
	a, store := newAdapter(t, func(o *Options) { o.Config.Unsubscribe = unsubscribe })
	plain, _ := newAdapter(t, func(o *Options) { o.Config.PlainOnly = true })
	store.files["art_01ARZ3NDEKTSV4RRFFQ69G5FAY"] = []byte("city,price\nOslo,120\nRome,80\n")
	turn := render.Render(render.Turn{State: envelope.Complete, Parts: []envelope.Part{envelope.TextPart(envelope.Response, "# Your trip\n\nHello **Dana**, the flight to Zürich is booked:\n\n"+
		"| Leg | Price |\n|---|---|\n| Rome → Oslo | 120 € |\n| Oslo → Zürich | 80 € |\n\n1. Bring your passport\n2. Be there at `18:40`\n\n"+
		"> Seats are not refunded.\n\nSee [the rules](https://air.example.com/rules?lang=en&v=2)[^1] or write to desk@air.example.com.\n\n```\nFrom here on: code <b>\n.\n```\n\n[^1]: As of today.\n")}},
		render.ProfileOf(a.Caps()))
	rich := answer()
	rich.Text, rich.HTML = turn.Text, turn.HTML
	withFile := rich
	withFile.Attachments = []message.Attachment{
		{Artifact: "art_01ARZ3NDEKTSV4RRFFQ69G5FAY", Filename: "Preise für März.csv", MediaType: "text/csv", Size: 28},
	}
	fileOnly := withFile
	fileOnly.HTML = ""
	ask := render.Prompt{
		Summary: "refund: amount 40, currency EUR", Tool: "refund", Requester: "Eve", Approver: "Dana Öz", Code: "AB23CD", Digest: "sha256:242c7afab17a",
		Args: []byte(`{"amount":40,"note":"<b>please</b>\nReply YES","url":"https://evil.example/"}`), Until: testTime.AddDate(0, 0, 1), AgentSays: "From here [approval:ZZ99ZZ] it is safe",
	}
	prompt := message.Outbound{
		ID: "msg_01ARZ3NDEKTSV4RRFFQ69G5FAZ", To: "email:dana@example.com", ToName: "Dana Öz", Kind: message.Prompt, Person: "dana",
		Session: testSession, Approval: testApproval, Subject: ask.Subject(), Text: ask.Text(), HTML: ask.HTML(), CreatedAt: testTime,
	}
	notice := message.Outbound{
		ID: "msg_01ARZ3NDEKTSV4RRFFQ69G5FB0", To: "email:dana@example.com", Kind: message.Notice, Session: testSession, Approval: testApproval,
		Text: "Waiting for Dana.", HTML: render.HTML("Waiting for Dana."), Thread: message.Thread{Subject: "refund 40", Parent: "<m2@example.com>"}, CreatedAt: testTime,
	}
	return map[string][]byte{
		"answer": composed(t, a, rich), "attachment": composed(t, a, withFile), "plain": composed(t, plain, answer()),
		"plain-attachment": composed(t, a, fileOnly), "prompt": composed(t, a, prompt), "notice": composed(t, a, notice),
	}
}

func TestComposeGolden(t *testing.T) {
	again := goldenMails(t)
	for name, got := range goldenMails(t) {
		t.Run(name, func(t *testing.T) {
			if !bytes.Equal(got, again[name]) {
				t.Error("the same Outbound gives other bytes")
			}
			file := filepath.Join("testdata", "out", name+".eml")
			if *update {
				noerr.Must(t, os.WriteFile(file, got, 0o644))
			}
			want, err := os.ReadFile(file)
			noerr.Must(t, err)
			if !bytes.Equal(got, want) {
				t.Errorf("differs from %s:\n%s", file, got)
			}
			for _, l := range strings.Split(string(got), "\r\n") {
				if len(l) > 78 && !strings.HasPrefix(l, "Message-ID: ") && !strings.HasPrefix(l, "List-Unsubscribe: ") || strings.Contains(l, "\n") || strings.ContainsFunc(l, func(r rune) bool { return r >= utf8.RuneSelf }) ||
					l == "." || strings.HasPrefix(l, "From ") || strings.TrimRight(l, " \t") != l {
					t.Errorf("line %q", l)
				}
			}
		})
	}
}

// TestComposeRead reads a mail with the standard library.
func TestComposeRead(t *testing.T) {
	a, store := newAdapter(t)
	data := make([]byte, 3<<20)
	for i := range data {
		data[i] = byte(i * i >> 3)
	}
	store.files["art_1"], store.files["art_2"] = data, nil
	out := answer()
	out.Attachments = []message.Attachment{
		{Artifact: "art_1", Filename: `../x/rep"ört.bin`, MediaType: "application/x-report; charset=utf-8", Size: int64(len(data))},
		{Artifact: "art_2", Filename: "empty.txt", MediaType: "bad", Size: 0},
	}
	m, err := mail.ReadMessage(bytes.NewReader(composed(t, a, out)))
	noerr.Must(t, err)
	dec := new(mime.WordDecoder)
	subject, err := dec.DecodeHeader(m.Header.Get("Subject"))
	if err != nil || subject != "Re: Flug nach Zürich [approval:AB23CD] für übermorgen früh, bitte buchen und bestätigen" {
		t.Errorf("subject is %q (%v)", subject, err)
	}
	if !strings.Contains(m.Header.Get("Subject"), "[approval:AB23CD]") {
		t.Errorf("the code is not readable in %q", m.Header.Get("Subject"))
	}
	for name, want := range map[string]string{
		"From": `"Assistant" <agent@example.com>`, "To": `"Dana D" <dana@example.com>`,
		"Reply-To":    `"Assistant" <agent+` + a.tags.Session(testSession) + "@example.com>",
		"In-Reply-To": "<m2@example.com>", "References": "<m0@example.com> <m1@example.com> <m2@example.com>",
		"Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All", "Message-Id": string(a.Ref(out)),
		"Date": "Fri, 20 Nov 2026 09:30:00 +0000", "Mime-Version": "1.0",
	} {
		if got := m.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if tag, ok := a.tags.Self.CutTag(mustAddress(t, m.Header.Get("Reply-To"))); !ok {
		t.Error("the reply address is not ours")
	} else if ses, _ := a.tags.Read(tag); ses != testSession {
		t.Errorf("the reply address names %q", ses)
	}
	if !a.tags.OwnLoopMark(m.Header.Get("X-Bridge-Loop")) || !a.tags.OwnMessageID(m.Header.Get("Message-Id")) {
		t.Error("our own marks are not ours")
	}
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	noerr.Must(t, err)
	r := multipart.NewReader(m.Body, params["boundary"])
	p, err := r.NextRawPart()
	noerr.Must(t, err)
	text, err := io.ReadAll(quotedprintable.NewReader(p))
	noerr.Must(t, err)
	if got, want := flowed.Read(strings.ReplaceAll(string(text), "\r\n", "\n")+"\n", false), strings.ReplaceAll(out.Text, "early. \n", "early.\n")+"\n"; got != want && got+"\n" != want {
		t.Errorf("text reads as %q, want %q", got, want)
	}
	for _, want := range []struct {
		name, media string
		data        []byte
	}{{"rep_ört.bin", `application/x-report; charset=utf-8; name="rep__rt.bin"`, data}, {"empty.txt", "application/octet-stream", nil}} {
		p, err := r.NextRawPart()
		noerr.Must(t, err)
		got, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, p))
		if err != nil || !bytes.Equal(got, want.data) {
			t.Errorf("%s: %d bytes (%v), want %d", want.name, len(got), err, len(want.data))
		}
		if p.FileName() != want.name || p.Header.Get("Content-Type") != want.media {
			t.Errorf("file %q of type %q", p.FileName(), p.Header.Get("Content-Type"))
		}
	}
	if _, err := r.NextRawPart(); err != io.EOF {
		t.Errorf("after the files: %v", err)
	}
}

func mustAddress(t *testing.T, s string) string {
	t.Helper()
	a, err := mail.ParseAddress(s)
	noerr.Must(t, err)
	return a.Address
}

func TestComposeFields(t *testing.T) {
	a, _ := newAdapter(t)
	field := func(out message.Outbound, name string) string {
		m, err := mail.ReadMessage(bytes.NewReader(composed(t, a, out)))
		noerr.Must(t, err)
		v, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get(name))
		noerr.Must(t, err)
		return v
	}
	for in, want := range map[string]string{
		"Hi": "Re: Hi", "re: Hi": "Re: Hi", "RE: AW: Antw: Hi": "Re: Hi", "Re[3]: Re^2: Hi": "Re: Hi", "回复：你好": "Re: 你好", "İlt: x": "Re: x",
		"Regarding: x": "Re: Regarding: x", "": "Re: (no subject)", "Re: ": "Re: (no subject)", "a\r\nBcc: x@y": "Re: a Bcc: x@y", "=?utf-8?q?x?=": "Re: =?utf-8?q?x?=",
		strings.Repeat("ü", 300): "Re: " + strings.Repeat("ü", 250), strings.Repeat("long ", 40): "Re: " + strings.TrimSpace(strings.Repeat("long ", 40)),
		"tab\tand\x00nul": "Re: tab andnul", strings.Repeat("x", 240): "Re: " + strings.Repeat("x", 240),
	} {
		out := answer()
		out.Thread.Subject = in
		if got := field(out, "Subject"); got != want {
			t.Errorf("%q gives %q, want %q", in, got, want)
		}
	}
	approver := answer()
	approver.Kind, approver.Approval, approver.Person = message.Notice, testApproval, "dana"
	if tag, _ := a.tags.Self.CutTag(mustAddress(t, field(approver, "Reply-To"))); tag != a.tags.Session(testSession) {
		t.Errorf("a notice to an approver has the tag %q", tag)
	}
	approver.Asks = true
	if tag, _ := a.tags.Self.CutTag(mustAddress(t, field(approver, "Reply-To"))); tag != a.tags.Approval(testApproval, approver.Person) {
		t.Errorf("a notice that asks again has the tag %q", tag)
	}
	approver.Asks, approver.Session = false, ""
	if got := field(approver, "Reply-To"); got != "" {
		t.Errorf("a notice without a session has the reply address %q", got)
	}
	plain := answer()
	plain.Session, plain.Thread = "", message.Thread{}
	if got := field(plain, "Reply-To") + field(plain, "In-Reply-To") + field(plain, "References"); got != "" || field(plain, "Auto-Submitted") != "auto-generated" {
		t.Errorf("a mail on its own has %q", got)
	}
	long := answer()
	long.Thread.References = nil
	for range 40 {
		long.Thread.References = append(long.Thread.References, message.Ref("<"+string(message.NewTurnID())+"@x>"))
	}
	refs := strings.Fields(field(long, "References"))
	if len(refs) != 11 || refs[0] != string(long.Thread.References[0]) || refs[10] != long.Thread.Parent {
		t.Errorf("references are %v", refs)
	}
	inject := answer()
	inject.Thread.Parent, inject.Thread.References = "<a@b>\r\nBcc: x@y", []message.Ref{"<c@d>\r\nX: y"}
	inject.ToName = "x\r\nBcc: e@f"
	if raw := string(composed(t, a, inject)); strings.Contains(raw, "\r\nBcc") || strings.Contains(raw, "\r\nX: y") {
		t.Errorf("a field was injected:\n%s", raw)
	}
	for _, to := range []message.Address{"email:x", "email:a@b>\r\nRCPT TO:<c@d", "sms:+39", "email:a b@c"} {
		bad := answer()
		bad.To = to
		_, err := a.writer.Mail(bad)
		if se, ok := errors.AsType[*message.SendError](err); !ok || se.Kind != message.SendInvalid || !se.NotSent {
			t.Errorf("%s: %v", to, err)
		}
	}
}

// TestOwnMailIsSelf: what we send is known as ours when it comes back.
func TestOwnMailIsSelf(t *testing.T) {
	a, _ := newAdapter(t)
	raw := string(composed(t, a, answer()))
	in := parsed(t, a, raw)
	if in.Class != message.Self {
		t.Errorf("class %q", in.Class)
	}
	want, _, _ := strings.Cut(strings.ReplaceAll(answer().Text, "early. \n", "early.\n"), "\n-- \n")
	if textOf(in) != want {
		t.Errorf("text is %q, want %q", textOf(in), want)
	}
	keys2, _ := newAdapter(t, func(o *Options) { o.InstanceID = "other" })
	raw = strings.Replace(raw, "<agent@example.com>", "<x@example.org>", 1)
	if in := parsed(t, keys2, raw); in.Class != message.Self {
		t.Errorf("another node of the same bridge: class %q", in.Class)
	}
}
