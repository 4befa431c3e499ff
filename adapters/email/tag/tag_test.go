package tag

import (
	"strings"
	"testing"

	"bridge/internal/mac"
	"bridge/internal/noerr"
)

func testTags(t testing.TB) Tags {
	t.Helper()
	keys, err := mac.NewKeys([]byte(strings.Repeat("k", 32)))
	noerr.Must(t, err)
	return Tags{Self: Mailbox{Local: "agent", Domain: "example.com"}, Keys: keys}
}

func TestReplyTag(t *testing.T) {
	tags := testTags(t)
	for addr, want := range map[string]string{
		"agent@example.com": "+ok", "AGENT@EXAMPLE.COM": "+ok", "agent+x@example.com": "x+ok", "agent+@example.com": "+ok",
		"agent+a+b@example.com": "a+b+ok", "other@example.com": "", "agent@example.org": "", "agent": "", "agentx@example.com": "",
		"@example.com": "", "agent@sub.example.com": "", "agent@example.com.": "+ok",
	} {
		tag, ok := tags.Self.CutTag(addr)
		got := ""
		if ok {
			got = tag + "+ok"
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", addr, got, want)
		}
	}
}

func FuzzReplyTag(f *testing.F) {
	tags := testTags(f)
	ses := "01ARZ3NDEKTSV4RRFFQ69G5FAV"
	tag := tags.Session("ses_01ARZ3NDEKTSV4RRFFQ69G5FAV")
	f.Add(tag)
	f.Add(strings.ToUpper(tag))
	f.Add("a" + tag[1:])
	f.Add("s" + strings.ToLower(ses) + "aaaaaaaaaaaaa")
	f.Fuzz(func(t *testing.T, s string) {
		sID, aID := tags.Read(s)
		if aID != "" {
			t.Fatalf("%q is an approval's tag", s)
		}
		if (sID != "") != strings.EqualFold(s, tag) && sID != "" {
			t.Fatalf("%q is taken for a tag of %s", s, sID)
		}
		if _, ok := tags.Self.CutTag("agent+" + s + "@example.com"); !ok && !strings.Contains(s, "@") {
			t.Fatalf("a tag %q makes the address another's", s)
		}
	})
}
