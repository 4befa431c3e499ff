package email

import (
	"fmt"
	"strings"
	"testing"

	"bridge/core/message"
)

const promptText = "refund: amount 40, currency EUR\n\nAsked by: Eve\nApprover: Dana\nTool: refund\nArguments:\n  amount: 40\n  currency: EUR\n" +
	"  note: a long line that is broken by programs that like lines of seventy-six characters and not more\nDigest: sha256 242c7afab17a\n\n" +
	"Reply YES to approve or NO to refuse (a reason may follow after a comma).\n[approval:QHM45C]\nOpen until Sat 21 Nov 2026, 20:50 UTC.\n"

func promptOut() message.Outbound {
	return message.Outbound{
		ID: "msg_01ARZ3NDEKTSV4RRFFQ69G5FAZ", Kind: message.Prompt, To: "email:dana@example.com", ToName: "Dana", Person: "dana",
		Approval: "apr_01ARZ3NDEKTSV4RRFFQ69G5FAW", Session: "ses_01ARZ3NDEKTSV4RRFFQ69G5FAV",
		Subject: "refund: amount 40, currency EUR [approval:QHM45C]", Text: promptText, CreatedAt: testTime,
	}
}

// copied makes an answer in Outlook's style: head are the fields above the copy.
func outlookHead(labels ...string) string {
	return fmt.Sprintf("%s: Assistant <agent@example.com>\n%s: Friday, November 20, 2026 9:00 AM\n%s: Dana <dana@example.com>\n%s: refund: amount 40, currency EUR [approval:QHM45C]\n\n",
		labels[0], labels[1], labels[2], labels[3])
}

// wrapped breaks lines at 76 characters as Outlook does when it sends text.
func wrapped(s string) string {
	var out []string
	for _, l := range strings.Split(s, "\n") {
		for len(l) > 76 {
			at := strings.LastIndexByte(l[:76], ' ')
			out, l = append(out, l[:at]), l[at+1:]
		}
		out = append(out, l)
	}
	return strings.Join(out, "\n")
}

// TestCopiedPrompt: a copy of our prompt that nothing marks is left out of what a
// decision is made by if it is ours word for word, and only then.
func TestCopiedPrompt(t *testing.T) {
	a, _ := newAdapter(t)
	out := promptOut()
	en := outlookHead("From", "Sent", "To", "Subject")
	line := "________________________________\n"
	htmlCopy := "<html><body><div>Yes</div><hr style='display:inline-block;width:98%' tabindex='-1'><div id='divRplyFwdMsg' dir='ltr'><font face='Calibri'><b>From:</b> Assistant &lt;agent@example.com&gt;<br>" +
		"<b>Sent:</b> Friday, November 20, 2026 9:00 AM<br><b>To:</b> Dana &lt;dana@example.com&gt;<br><b>Subject:</b> refund: amount 40, currency EUR [approval:QHM45C]</font><div>&nbsp;</div></div>" +
		"<div class='BodyFragment'><font size='2'><div class='PlainText'>" + strings.ReplaceAll(promptText, "\n", "<br>\n") + "</div></font></div></body></html>"
	tests := []struct {
		name, body string
		left       bool // the copy is left out: what remains is "Yes"
	}{
		{"outlook", plainPart("Yes\n\n" + en + promptText), true},
		{"outlook, wrapped", plainPart("Yes\n\n" + line + en + wrapped(promptText)), true},
		{"outlook html", htmlPart(htmlCopy), true},
		{"outlook, both", multi("alternative", plainPart("Yes\n"+line+en+promptText), htmlPart(htmlCopy)), true},
		{"original message", plainPart("Yes\n\n-----Original Message-----\n" + en + promptText), true},
		{"mailto", plainPart("Yes\n\n" + strings.Replace(en, "<agent@example.com>", "[mailto:agent@example.com]", 1) + promptText), true},
		{"german", plainPart("Yes\n\n" + strings.Replace(outlookHead("Von", "Gesendet", "An", "Betreff"), "Friday, November 20, 2026 9:00 AM", "Freitag, 20. November 2026 09:00", 1) + promptText), true},
		{"french", plainPart("Yes\n\n" + strings.Replace(outlookHead("De ", "Envoyé ", "À ", "Objet "), "Friday, November 20, 2026 9:00 AM", "vendredi 20 novembre 2026 09:00", 1) + promptText), true},
		{"attribution, not marked", plainPart("Yes\n\nOn Fri, 20 Nov 2026 at 21:00, Assistant <agent@example.com> wrote:\n\n" + promptText), true},

		{"a word in the copy", plainPart("Yes\n\n" + en + strings.Replace(promptText, "Tool: refund", "Tool: refund half", 1)), false},
		{"a number in the copy", plainPart("Yes\n\n" + en + strings.Replace(promptText, "amount: 40", "amount: 20", 1)), false},
		{"a word is missing", plainPart("Yes\n\n" + en + strings.Replace(promptText, "Tool: refund", "Tool:", 1)), false},
		{"text below", plainPart("Yes\n\n" + en + promptText + "\nbut only half\n"), false},
		{"text between", plainPart("Yes\n\n" + en + "but only half\n" + promptText), false},
		{"another subject", plainPart("Yes\n\n" + strings.Replace(en, "Subject: refund", "Subject: only half, refund", 1) + promptText), false},
		{"another sender", plainPart("Yes\n\n" + strings.Replace(en, "agent@example.com", "bob@example.com", 1) + promptText), false},
		{"words in From", plainPart("Yes\n\n" + strings.Replace(en, "Assistant <", "but only half <", 1) + promptText), false},
		{"words in Sent", plainPart("Yes\n\n" + strings.Replace(en, "Friday,", "only half Friday,", 1) + promptText), false},
		{"words in To", plainPart("Yes\n\n" + strings.Replace(en, "To: Dana", "To: ask Bob", 1) + promptText), false},
		{"another field", plainPart("Yes\n\n" + strings.Replace(en, "To: ", "Importance: only half\nTo: ", 1) + promptText), false},
		{"words in the attribution", plainPart("Yes\n\nOn Fri, 20 Nov 2026 at 21:00, but only half <agent@example.com> wrote:\n\n" + promptText), false},
		{"struck in the copy", htmlPart(strings.Replace(htmlCopy, "Tool: refund", "Tool: <s>refund</s>", 1)), false},
		{"hidden in the copy", htmlPart(strings.Replace(htmlCopy, "Tool: refund", "Tool: refund<b style='display:none'>half</b>", 1)), false},
		{"no copy", plainPart("Yes\n\n" + en), false},
		{"another mail of ours", plainPart("Yes\n\n" + en + "The request is withdrawn.\n"), false},
	}
	for _, tt := range tests {
		for _, id := range []message.Ref{a.Ref(out), "<b.01arz3ndektsv4rrffq69g5faz.xhgosp5w5sszbunc@example.com>", ""} {
			head := basicHead
			if id != "" {
				head += "In-Reply-To: " + string(id) + "\n"
			}
			head = strings.Replace(head, "Subject: Hi", "Subject: RE: "+out.Subject, 1)
			in := parsed(t, a, crlf(head+tt.body))
			left := !in.Ambiguous && in.Unquoted == "Yes" && (in.Other == "" || in.Other == "Yes")
			if want := tt.left && id == a.Ref(out); left != want || (!want && !strings.Contains(in.Unquoted, "Yes")) {
				t.Errorf("%s, in reply to %q: ambiguous %v, unquoted %q, other %q", tt.name, id, in.Ambiguous, in.Unquoted, in.Other)
			}
			if got := textOf(in); tt.left && got != "Yes" {
				t.Errorf("%s: the agent reads %q", tt.name, got)
			}
		}
	}
}

// TestSeal: only mails that ask carry one, and it is of this text alone.
func TestSeal(t *testing.T) {
	a, _ := newAdapter(t)
	out := promptOut()
	mid, seal, ok := a.tags.ReadMessageID(string(a.Ref(out)))
	if !ok || mid != out.ID || seal == "" {
		t.Fatalf("id %q, seal %q, %v", mid, seal, ok)
	}
	other := out
	other.Text += "x"
	if _, s, _ := a.tags.ReadMessageID(string(a.Ref(other))); s == seal {
		t.Error("another text has the same seal")
	}
	other = out
	other.Kind = message.Notice
	if _, s, ok := a.tags.ReadMessageID(string(a.Ref(other))); s != "" || !ok {
		t.Errorf("a notice has the seal %q, %v", s, ok)
	}
	other.Asks = true
	if _, s, _ := a.tags.ReadMessageID(string(a.Ref(other))); s != seal {
		t.Error("a notice that asks has no seal")
	}
	if _, _, ok := a.tags.ReadMessageID("<b.x.y.z.w@example.com>"); ok {
		t.Error("an id of five words is ours")
	}
	if len(a.Ref(out)) > 200 {
		t.Errorf("the id has %d bytes", len(a.Ref(out)))
	}
}
