package payload

import (
	"encoding/json"
	"testing"
)

// TestObject: what an answer of the bridge is as a payload.
func TestObject(t *testing.T) {
	for name, c := range map[string]struct{ parts, want string }{
		"data":            {`{"data":{"a":1},"metadata":{"partType":"domain-data"}}`, `{"a":1}`},
		"text":            {`{"text":"Hello","metadata":{"partType":"response"}},{"text":"you","metadata":{"partType":"response"}}`, `{"text":"Hello\n\nyou"}`},
		"both":            {`{"data":{"a":1},"metadata":{"partType":"domain-data"}},{"text":"Hello","metadata":{"partType":"response"}}`, `{"a":1,"text":"Hello"}`},
		"a name is taken": {`{"data":{"text":1},"metadata":{"partType":"domain-data"}},{"text":"Hello","metadata":{"partType":"response"}}`, `{"bridge_text":"Hello","text":1}`},
		"two data":        {`{"data":{"a":1},"metadata":{"partType":"domain-data"}},{"data":[2],"metadata":{"partType":"domain-data"}}`, `{"data":[{"a":1},[2]]}`},
		"no object":       {`{"data":[1],"metadata":{"partType":"domain-data"}}`, `{"data":[[1]]}`},
		"a file":          {`{"url":"https://x/y","filename":"y.pdf","mediaType":"application/pdf","metadata":{"partType":"artifact"}}`, `{"artifacts":[{"url":"https://x/y","filename":"y.pdf","mediaType":"application/pdf"}]}`},
		"a question":      {`{"data":{"approvalId":"x"},"metadata":{"partType":"approval-request"}}`, `{}`},
		"nothing":         {``, `{}`},
	} {
		s, err := Read([]byte(`{"parts":[` + c.parts + `]}`))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if b, err := s.Object(); err != nil || string(b) != c.want {
			t.Errorf("%s: %s, %v", name, b, err)
		}
	}
	if p, err := json.Marshal(Said{}.Refusal()); err != nil || string(p) != `"the agent refused"` {
		t.Errorf("%s", p)
	}
}
