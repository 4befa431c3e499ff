package approvals

import (
	"encoding/json"
	"testing"
	"unicode/utf8"
)

// FuzzPayload: whatever a system sends, what is read as an approval-response is a whole
// one, and there is no error beside it.
func FuzzPayload(f *testing.F) {
	for _, s := range []string{
		`{"approvalId":"apr_1","decision":"granted"}`,
		`{"approvalId":"apr_1","decision":"denied","reason":"è","argsDigest":"sha256:1"}`,
		`{"partType":"approval-response","data":{"approvalId":"a","decision":"yes"}}`,
		`{"parts":[{"metadata":{"partType":"approval-response"},"data":{"approvalId":"a","decision":"granted"}}]}`,
		`{"parts":[{"parts":[{"partType":"approval-response"}]}]}`,
		`{"parts":[null]}`, `{"approvalId":null,"decision":null}`, `{"approvalId":1,"decision":2}`, `[]`, ``, `null`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := ReadPayload(json.RawMessage(b))
		switch {
		case p == nil:
			return
		case err != nil:
			t.Fatalf("both %+v and %v", p, err)
		case p.ApprovalID == "" || len(p.ApprovalID) > 512 || p.Decision != "granted" && p.Decision != "denied" || utf8.RuneCountInString(p.Reason) > 500:
			t.Fatalf("read %+v", p)
		case !json.Valid(b):
			t.Fatalf("read %+v from what is no JSON", p)
		}
	})
}
