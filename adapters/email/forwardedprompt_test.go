package email

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"bridge/core/message"
)

// A prompt that is forwarded as a file, in whatever dress, gives an agent neither the
// code nor the link; a mail that is no prompt is handed on as it is.
func TestForwardedPromptLosesItsSecrets(t *testing.T) {
	a, store := newAdapter(t)
	prompt := answer()
	prompt.Kind, prompt.Subject = message.Prompt, "refund: amount 40 [approval:K7MP2Q]"
	prompt.Text = "refund: amount 40\n\nReply YES to approve.\n[approval:K7MP2Q]\nRead and answer: https://bridge.example.com/approvals/apr_01KAN7M3JX/dana/sfmqzdltrfer7u6j\nYES K7MP2Q <mailto:agent@example.com?subject=%5Bapproval:K7MP2Q%5D&body=YES%20K7MP2Q>"
	prompt.Approval = testApproval
	raw := string(composed(t, a, prompt))
	honest := "From: Ada <ada@x.test>\r\nTo: dana@example.com\r\nSubject: order K7MP2Q\r\n\r\nThe order K7MP2Q is late.\r\n"
	b64 := func(s string) string {
		out := base64.StdEncoding.EncodeToString([]byte(s))
		var b strings.Builder
		for ; len(out) > 76; out = out[76:] {
			b.WriteString(out[:76] + "\r\n")
		}
		return b.String() + out
	}
	with := func(head, body string) string {
		return "Subject: what is this?\r\nFrom: Eve <eve@example.com>\r\nTo: agent@example.com\r\nMessage-ID: <f1@x>\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\n\r\nPlease explain.\r\n--B\r\n" + head + "\r\n\r\n" + body + "\r\n--B--\r\n"
	}
	nested := "From: x@y.test\r\nSubject: Fwd\r\nContent-Type: multipart/mixed; boundary=C\r\n\r\n--C\r\n\r\nsee below\r\n--C\r\nContent-Type: message/rfc822\r\n\r\n" + raw + "\r\n--C--\r\n"
	rewrapped := "From: x@y.test\r\nSubject: =?utf-8?b?" + base64.StdEncoding.EncodeToString([]byte("[approval:K7MP2Q]")) + "?=\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" + b64(prompt.Text) + "\r\n"
	const where = "bridge.example.com"
	rewritten := strings.ReplaceAll(raw, "https://"+where+"/approvals/apr_01KAN7M3JX/dana/sfmqzdltrfer7u6j", "https://eur01.safelinks.test/?url=https%3A%2F%2F"+where+
		"%2Fapprovals%2Fapr_01KAN7M3JX%2Fdana%2Fsfmqzdltrfer7u6j&data=05 https://urldefense.test/v2/url?u=https-3A__"+where+"_approvals_apr-5F01KAN7M3JX_dana_sfmqzdltrfer7u6j&d=x")
	for _, tt := range []struct {
		name, raw string
		same      string // the file as it has to be; "" where it was a prompt
	}{
		{"as a mail", with("Content-Type: message/rfc822", raw), ""},
		{"as a mail in base64", with("Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64", b64(raw)), ""},
		{"as a file", with("Content-Type: application/octet-stream; name=\"prompt.eml\"\r\nContent-Transfer-Encoding: base64", b64(raw)), ""},
		{"in a forwarded mail", with("Content-Type: message/rfc822", nested), ""},
		{"encoded anew", with("Content-Type: message/rfc822", rewrapped), ""},
		{"with links rewritten", with("Content-Type: message/rfc822", rewritten), ""},
		{"with its answers alone", with("Content-Type: message/rfc822", "From: x@y.test\r\nSubject: Fwd\r\n\r\nrefund: amount 40\r\n<mailto:agent@example.com?subject=%5Bapproval%3AK7MP2Q%5D&body=YES%20K7MP2Q>\r\n"), ""},
		{"another mail", with("Content-Type: message/rfc822", honest), honest},
	} {
		in := parsed(t, a, tt.raw)
		files := filesOf(in)
		if len(files) != 1 {
			t.Fatalf("%s: %d files", tt.name, len(files))
		}
		got := fmt.Sprint(textOf(in), "\n", string(store.bytes(t, files[0])))
		if tt.same != "" {
			if !strings.HasSuffix(got, strings.TrimSuffix(tt.same, "\r\n")) && !strings.HasSuffix(got, tt.same) {
				t.Errorf("%s was changed:\n%s", tt.name, got)
			}
			continue
		}
		for _, secret := range []string{"K7MP2Q", "sfmqzdltrfer7u6j", "/approvals/"} {
			if strings.Contains(strings.ToUpper(got), strings.ToUpper(secret)) || strings.Contains(got, b64(raw)[:60]) {
				t.Errorf("%s: the agent gets %s:\n%s", tt.name, secret, got)
			}
		}
		if tt.name != "in a forwarded mail" && !strings.Contains(got, "refund: amount 40") {
			t.Errorf("%s: the text is lost:\n%s", tt.name, got)
		}
	}
}
