package test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/smtp"
	"strings"
	"sync"
	"testing"

	"bridge/internal/mailserver"
)

// An agent refers to the files of its own sessions, by id or by link. What it knows of
// another agent's files, whether id or link, gets it nothing: neither the bytes nor a
// link that works from now.
func TestAgentsReferToTheirOwnFilesOnly(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var theirs part // what the first agent got with its mail
	asked := map[string]func() string{
		"id in data": func() string {
			return `{"data":{"artifactId":"` + theirs.Metadata.ArtifactID + `"},"metadata":{"partType":"artifact"}}`
		},
		"stored id in data": func() string {
			return `{"data":{"artifactId":"` + theirs.Metadata.ArtifactID[:30] + `"},"metadata":{"partType":"artifact"}}`
		},
		"id in metadata": func() string {
			return `{"url":"","metadata":{"partType":"artifact","artifactId":"` + theirs.Metadata.ArtifactID + `"}}`
		},
		"the stored form": func() string {
			return `{"url":"artifact:` + theirs.Metadata.ArtifactID[:30] + `","metadata":{"partType":"artifact"}}`
		},
		"its link": func() string { return `{"url":"` + theirs.URL + `","metadata":{"partType":"artifact"}}` },
		"its link without query": func() string {
			return `{"url":"` + strings.Split(theirs.URL, "?")[0] + `","metadata":{"partType":"artifact"}}`
		},
		"link and id": func() string {
			return `{"url":"` + theirs.URL + `","metadata":{"partType":"artifact","artifactId":"` + theirs.Metadata.ArtifactID + `"}}`
		},
	}
	a := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		mu.Lock()
		defer mu.Unlock()
		for _, p := range c.Body.Parts {
			if p.Metadata.PartType == "artifact" && p.Filename == "salaries.csv" {
				theirs = p
			}
		}
		id, _ := json.Marshal(theirs.Metadata.ArtifactID)
		answerJSON(w, `{"parts":[{"text":"ok","metadata":{"partType":"response"}},{"data":{"artifactId":`+string(id)+`},"metadata":{"partType":"artifact"}}]}`)
	})
	b := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		mu.Lock()
		defer mu.Unlock()
		answerJSON(w, `{"parts":[{"text":"ok","metadata":{"partType":"response"}},`+asked[c.text()]()+`]}`)
	})
	mail := startMail(t, nil)
	s, second := twoChannels(t, a.URL, b.URL, mail.Addr())
	file := "From: " + eve + "\r\nTo: one@bridge.test\r\nSubject: file\r\nMessage-ID: <file@x.test>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" +
		"--b\r\nContent-Type: text/plain\r\n\r\nkeep it\r\n--b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=salaries.csv\r\n\r\nSECRET,1\r\n--b--\r\n"
	must(t, smtp.SendMail(s.smtp, nil, mailbox(eve), []string{"one@bridge.test"}, []byte(file)))
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	own, err := mail.Await(ctx, 0, mailbox(eve), func(mailserver.Mail) bool { return true })
	must(t, err)
	if len(own.Attachments) != 1 || !strings.Contains(string(own.Attachments[0].Content), "SECRET") {
		t.Fatalf("the first agent could not send its own file back: %+v\n%s", own.Attachments, own.Text)
	}
	n := 0
	for name := range asked {
		n++
		l := mailserver.Letter{From: eve, To: "two@bridge.test", ID: fmt.Sprintf("<%d@x.test>", n), Subject: name, Text: name}
		must(t, l.Send(second))
		m := s.expect(0, eve, name)
		if !strings.Contains(m.Text, "not available") {
			t.Errorf("%s: %s", name, m.Text)
		}
		made := strings.ReplaceAll(m.Text, theirs.URL, "") // what the agent said itself is no link of ours
		if strings.Contains(string(m.Raw), "SECRET") || len(m.Attachments) > 0 || strings.Contains(made, "s=") {
			t.Errorf("%s: another agent's file came back:\n%s", name, m.Raw)
		}
	}
}
