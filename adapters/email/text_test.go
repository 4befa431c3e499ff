package email

import (
	"testing"
)

// TestOriginalKept: what was left out for the agent is there as the mail came.
func TestOriginalKept(t *testing.T) {
	const at = "\n\nOn Fri, 20 Nov 2026 at 21:00, \"Assistant\" <agent@example.com> wrote:\n> The request\n"
	outlook := "<div>Yes</div><div style='border:none;border-top:solid #E1E1E1 1.0pt'><p><b>Ot:</b> A<br><b>Kun:</b> b<br><b>Kellek:</b> c</p></div><p>old</p>"
	for name, tt := range map[string]struct {
		raw  string
		text string
		kept bool
	}{
		"nothing left out":       {plainPart("Yes\n"), "Yes", false},
		"both forms":             {multi("alternative", plainPart("Yes"), htmlPart("<p>Yes</p>")), "Yes", false},
		"a quote":                {plainPart("Yes" + at), "Yes", true},
		"a signature":            {plainPart("Yes\n\n-- \nDana\n"), "Yes", true},
		"an unknown language":    {htmlPart(outlook), "Yes", true},
		"signature in html":      {htmlPart("Yes<div class=gmail_signature>Dana</div>"), "Yes", true},
		"written in a signature": {htmlPart("<div id=Signature>Yes</div>"), "Yes", false},
		"answers between":        {plainPart("> One?\nYes\n> Two?\nNo\n"), "> One?\nYes\n> Two?\nNo", false},
	} {
		a, store := newAdapter(t)
		raw := crlf(basicHead + "In-Reply-To: <p@example.com>\n" + tt.raw)
		in := parsed(t, a, raw)
		files := filesOf(in)
		if textOf(in) != tt.text || (len(files) == 1) != tt.kept {
			t.Errorf("%s: text %q, %d files", name, textOf(in), len(files))
		}
		if len(files) == 1 && string(store.bytes(t, files[0])) != raw {
			t.Errorf("%s: the file is not the mail", name)
		}
	}
	a, store := newAdapter(t)
	store.limit = 100
	if in := parsed(t, a, crlf(basicHead+"In-Reply-To: <p@example.com>\n"+plainPart("Yes"+at))); textOf(in) != "Yes" || len(filesOf(in)) != 1 {
		t.Errorf("a mail that is longer than one of its files may be: %+v", in.Parts)
	}
}
