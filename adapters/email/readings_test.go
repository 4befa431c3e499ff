package email

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bridge/core/message"
	"bridge/internal/mailtest"
)

// provider is what a provider signs, as public mails of it show: fields that it signs
// where they stand, and those that it signs whether they do or not.
type provider struct {
	name, present, always string
	another               bool // it signs for a domain of its own
}

var providers = []provider{
	{name: "Gmail", present: "content-transfer-encoding cc to subject message-id date from in-reply-to references mime-version", always: "from to cc subject date message-id reply-to"},
	{name: "Google Workspace", present: "content-transfer-encoding cc to subject message-id date from in-reply-to references mime-version", always: "from to cc subject date message-id reply-to"},
	{name: "Google Groups", present: "from to cc subject date message-id in-reply-to references mime-version precedence list-id", another: true},
	{name: "Microsoft 365", always: "From Date Subject Message-ID Content-Type MIME-Version X-MS-Exchange-SenderADCheck"},
	{name: "Outlook.com", always: "From Date Subject Message-ID Content-Type MIME-Version X-MS-Exchange-SenderADCheck"},
	{name: "iCloud", present: "From Content-Type Mime-Version Subject Message-Id Date To"},
	{name: "Yahoo", present: "Date From To Cc Subject References In-Reply-To", always: "From Subject Reply-To"},
	{name: "AOL", present: "From To Cc Subject Date In-Reply-To References", always: "From Subject Reply-To"},
	{name: "Fastmail", present: "cc content-transfer-encoding content-type date from in-reply-to message-id mime-version references reply-to subject to", always: "cc content-type date from in-reply-to subject to"},
	{name: "Proton", present: "Date To From Subject Message-ID In-Reply-To References Feedback-ID", always: "From To Cc Date Subject Reply-To Feedback-ID Message-ID BIMI-Selector"},
	{name: "Zoho", present: "Date From To Cc Message-ID In-Reply-To References Subject MIME-Version Content-Type Content-Transfer-Encoding", always: "Date From To Subject Message-Id Reply-To"},
	{name: "GMX, web.de", present: "X-UI-Sender-Class Date From To Cc Subject References In-Reply-To"},
	{name: "Amazon SES", present: "In-Reply-To From To Cc Subject Message-ID Content-Transfer-Encoding Date MIME-Version Content-Type References Feedback-ID"},
}

// sign signs a mail as the provider does.
func (p provider) sign(s mailtest.Scene, raw string) string {
	signer := s.RSA
	if p.another {
		signer = s.Evil
	}
	head := "\r\n" + strings.ToLower(raw[:strings.Index(raw, "\r\n\r\n")])
	for _, f := range strings.Fields(p.present) {
		if strings.Contains(head, "\r\n"+strings.ToLower(f)+":") {
			signer.Fields = append(signer.Fields, f)
		}
	}
	signer.Fields = append(signer.Fields, strings.Fields(p.always)...)
	return signer.Sign(raw)
}

// kinds are the forms that mail programs give an answer.
func kinds() []struct{ name, content string } {
	return []struct{ name, content string }{
		{"plain", "Content-Type: text/plain; charset=us-ascii\r\n\r\nYes.\r\n"},
		{"quoted-printable", "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nYes.\r\n\r\nGr=C3=BC=C3=9Fe\r\n"},
		{"base64", "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" + base64.StdEncoding.EncodeToString([]byte("Yes.\r\n\r\nGrüße\r\n")) + "\r\n"},
		{"alternative", "Content-Type: multipart/alternative; boundary=\"b1\"\r\n\r\n--b1\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nYes.\r\n\r\nGr=C3=BC=C3=9Fe\r\n" +
			"--b1\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" + base64.StdEncoding.EncodeToString([]byte("<p>Yes.</p><p>Grüße</p>")) + "\r\n--b1--\r\n"},
		{"attachment", "Content-Type: multipart/mixed; boundary=\"b1\"\r\n\r\n--b1\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nYes.\r\n" +
			"--b1\r\nContent-Type: application/pdf; name=\"a.pdf\"\r\nContent-Disposition: attachment; filename=\"a.pdf\"\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0=\r\n--b1--\r\n"},
	}
}

const plainYes = "Content-Type: text/plain; charset=utf-8\r\n\r\nYes.\r\n"

// TestProviders: what the signature of each provider proves of each form of a mail. "yes":
// all; "code": its author, and it decides by a code in the text; "no": nothing.
func TestProviders(t *testing.T) {
	want := map[string]string{
		"Gmail": "yes yes yes yes yes", "Google Workspace": "yes yes yes yes yes", "Google Groups": "no no no no no",
		"Microsoft 365": "code code code code code", "Outlook.com": "code code code code code",
		"iCloud": "yes code code yes yes", "Yahoo": "yes code code yes yes", "AOL": "yes code code yes yes", "GMX, web.de": "yes code code yes yes", "Proton": "yes code code yes yes",
		"Fastmail": "yes yes yes yes yes", "Zoho": "yes yes yes yes yes", "Amazon SES": "yes yes yes yes yes",
	}
	s, _, addr, rec := forgedScene(t, false)
	for _, p := range providers {
		var got []string
		for _, k := range kinds() {
			in, err := deliver(t, addr, rec, mailtest.Forged{Raw: s.Border() + p.sign(s, s.Yes(plainYes, k.content)), ReturnPath: "x@relay.test"}, s.To)
			if err != nil {
				t.Fatalf("%s, %s: %v", p.name, k.name, err)
			}
			proves := "yes"
			switch {
			case in.Trust != message.Verified:
				proves = "no"
			case in.Readers == message.ForSome, len(in.Readings) > 0:
				proves = "code"
			}
			if proves == "yes" != grants(in) {
				t.Errorf("%s, %s: %s, but it counts: %t (%q, ambiguous %t, %q)", p.name, k.name, proves, grants(in), in.Unquoted, in.Ambiguous, in.Why)
			}
			const said = "how its text is to be read is not signed: it decides only by a code in each reading"
			if (len(in.Readings) > 0) != slices.Contains(in.Why, said) {
				t.Errorf("%s, %s: %d readings, and the reasons are %q", p.name, k.name, len(in.Readings), in.Why)
			}
			got = append(got, proves)
		}
		if g := strings.Join(got, " "); g != want[p.name] {
			t.Errorf("%s: %s, want %s", p.name, g, want[p.name])
		}
	}
	if len(providers) != len(want) {
		t.Errorf("%d providers, %d rows", len(providers), len(want))
	}
}

// TestRelabelled: mails of Dana's whose fields of reading nobody signed, with other
// ones. None says yes that she did not write so.
func TestRelabelled(t *testing.T) {
	s, _, addr, rec := forgedScene(t, false)
	for _, p := range []string{"Yahoo", "iCloud", "Gmail"} {
		i := 0
		for providers[i].name != p {
			i++
		}
		for _, c := range []struct{ name, hers, now string }{
			{"base64 put on", "Content-Type: text/plain\r\n\r\nWWVzLg==\r\n", "Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\nWWVzLg==\r\n"},
			{"base64 put on, without padding", "Content-Type: text/plain\r\n\r\nWWVzLiAg\r\n", "Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\nWWVzLiAg\r\n"},
			{"quoted-printable put on", "Content-Type: text/plain\r\n\r\n=59=65=73\r\n", "Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=59=65=73\r\n"},
			{"quoted-printable taken off", "Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nYes.=20=\r\n> but only half\r\n", "Content-Type: text/plain\r\n\r\nYes.=20=\r\n> but only half\r\n"},
			{"a tag", "Content-Type: text/plain\r\n\r\nYes <if John agrees>.\r\n", "Content-Type: text/html\r\n\r\nYes <if John agrees>.\r\n"},
			{"a comment", "Content-Type: text/plain\r\n\r\nYes <!-- but only half -->.\r\n", "Content-Type: text/html\r\n\r\nYes <!-- but only half -->.\r\n"},
			{"UTF-7 put on", "Content-Type: text/plain\r\n\r\n+AFk-es.\r\n", "Content-Type: text/plain; charset=utf-7\r\n\r\n+AFk-es.\r\n"},
			{"ISO-2022 put on", "Content-Type: text/plain\r\n\r\nYes. \x1b$B\x1b(B\r\n", "Content-Type: text/plain; charset=iso-2022-jp\r\n\r\nYes. \x1b$B\x1b(B\r\n"},
			{"UTF-16 put on", "Content-Type: text/plain\r\n\r\n\x00Y\x00e\x00s\r\n", "Content-Type: text/plain; charset=utf-16be\r\n\r\n\x00Y\x00e\x00s\r\n"},
			{"EBCDIC put on", "Content-Type: text/plain; charset=windows-1252\r\n\r\n\xa8\x85\xa2\r\n", "Content-Type: text/plain; charset=ibm037\r\n\r\n\xa8\x85\xa2\r\n"},
			{"flowed taken off", "Content-Type: text/plain; format=flowed\r\n\r\nYes.\r\n > but only half\r\n", "Content-Type: text/plain\r\n\r\nYes.\r\n > but only half\r\n"},
			{
				"parts put on", "Content-Type: text/plain\r\n\r\nThe form of a yes:\r\n--x\r\nContent-Type: text/plain\r\n\r\nYes.\r\n--x--\r\n",
				"Content-Type: multipart/mixed; boundary=x\r\n\r\nThe form of a yes:\r\n--x\r\nContent-Type: text/plain\r\n\r\nYes.\r\n--x--\r\n",
			},
			{"a file made of it", "Content-Type: text/plain\r\n\r\nYes.\r\n", "Content-Type: application/pdf\r\n\r\nYes.\r\n"},
		} {
			raw := providers[i].sign(s, s.Yes(plainYes, c.hers))
			raw = strings.Replace(raw, c.hers, c.now, 1)
			in, err := deliver(t, addr, rec, mailtest.Forged{Raw: s.Border() + raw, ReturnPath: "x@relay.test"}, s.To)
			if err == nil && grants(in) {
				t.Errorf("%s, %s: %q, readings %q", p, c.name, in.Unquoted, in.Readings)
			}
			// With the code in every reading it is hers, whatever is on it.
			if err == nil && in.Trust == message.Verified && len(in.Readings) > message.MaxReadings {
				t.Errorf("%s, %s: %d readings", p, c.name, len(in.Readings))
			}
		}
	}
}

// A code in the text of every reading is enough.
func TestCodeInEachReading(t *testing.T) {
	s, _, addr, rec := forgedScene(t, false)
	for _, p := range providers {
		if p.another {
			continue
		}
		for _, k := range kinds()[:1] {
			content := strings.Replace(k.content, "Yes.", fmt.Sprintf("YES %s\r\n\r\nhttps://x.test/?a=b <b@x.test>", s.Code()), 1)
			in, err := deliver(t, addr, rec, mailtest.Forged{Raw: s.Border() + p.sign(s, s.Yes(plainYes, content)), ReturnPath: "x@relay.test"}, s.To)
			if err != nil || in.Trust != message.Verified || !strings.Contains(in.Unquoted, s.Code()) {
				t.Errorf("%s, %s: %v, %s %q", p.name, k.name, err, in.Trust, in.Why)
			}
			for _, r := range in.Readings {
				if !strings.Contains(r, s.Code()) {
					t.Errorf("%s, %s: a reading without the code: %q", p.name, k.name, r)
				}
			}
		}
	}
}

// A mail whose Message-ID nobody vouches for is known by its print.
func TestOpenMessageID(t *testing.T) {
	s, _, addr, rec := forgedScene(t, false)
	for i, own := range map[int]bool{0: true, 6: false} { // Gmail signs it, Yahoo does not
		raw := s.Border() + providers[i].sign(s, s.Yes())
		in, err := deliver(t, addr, rec, mailtest.Forged{Raw: raw, ReturnPath: "x@relay.test"}, s.To)
		other, err2 := deliver(t, addr, rec, mailtest.Forged{Raw: strings.Replace(raw, "<yes.", "<other.", 1), ReturnPath: "x@relay.test"}, s.To)
		if err != nil || err2 != nil || in.Print == "" || own == (in.ExternalID == in.Print) {
			t.Errorf("%s: %v, %v, id %q, print %q", providers[i].name, err, err2, in.ExternalID, in.Print)
		}
		if !own && (other.ExternalID != in.ExternalID || other.Trust != message.Verified) {
			t.Errorf("%s: another Message-ID makes it another mail: %s %q", providers[i].name, other.Trust, other.ExternalID)
		}
	}
}
