package compose

import (
	"errors"
	"fmt"
	"html"
	"slices"
	"strings"

	"bridge/adapters/email/mime"
	"bridge/core/locale"
	"bridge/core/message"
)

// What a server does not take is not lost: attachments that make a mail too large
// for it go out as signed links, as the planner does it for what is beyond
// max_attach. Only the server knows its limit, and only when the mail is sent; so
// the form depends on it, and the same mail at the same limit has the same one.

// Fit makes the mail of out in at most limit bytes: as it is, else with the
// largest attachments as links, else without its HTML form. 0 or less is no limit.
func (w Writer) Fit(out message.Outbound, limit int64) (*Mail, error) {
	m, err := w.Mail(out)
	if err != nil || limit <= 0 || m.Size <= limit {
		return m, err
	}
	var linked []message.Attachment
	form := out
	for len(form.Attachments) > 0 && m.Size > limit {
		big := 0
		for i, f := range form.Attachments {
			if f.Size > form.Attachments[big].Size {
				big = i
			}
		}
		linked = append(linked, form.Attachments[big])
		form.Attachments = slices.Delete(slices.Clone(form.Attachments), big, big+1)
		if m, err = w.Mail(w.linking(form, linked)); err != nil {
			return nil, err
		}
	}
	if m.Size > limit && form.HTML != "" {
		form.HTML = ""
		if m, err = w.Mail(w.linking(form, linked)); err != nil {
			return nil, err
		}
	}
	if m.Size > limit {
		return nil, SizeError(m.Size, limit)
	}
	w.Log.Warn("the mail is larger than the mail server takes: attachments go out as links, or the HTML form is left out", "message", string(out.ID),
		"limit", limit, "links", len(linked))
	return m, nil
}

// LinkAll is out with no attachments but links.
func (w Writer) LinkAll(out message.Outbound) message.Outbound {
	linked := out.Attachments
	out.Attachments = nil
	return w.linking(out, linked)
}

// linking adds the links to what out says.
func (w Writer) linking(out message.Outbound, files []message.Attachment) message.Outbound {
	words := locale.In(out.Language).Answer.Attachment
	for _, f := range files {
		label := fmt.Sprintf("%s (%s)", mime.CleanLine(f.Filename, 100), megabytes(f.Size))
		link := w.Files.Link(f.Artifact)
		out.Text += "\n\n" + strings.NewReplacer("{file}", label, "{link}", link).Replace(words)
		if out.HTML != "" {
			link = html.EscapeString(link)
			out.HTML += "<p>" + strings.NewReplacer("{file}", html.EscapeString(label), "{link}", `<a href="`+link+`">`+link+"</a>").Replace(words) + "</p>\n"
		}
	}
	return out
}

func megabytes(n int64) string {
	if n < 100_000 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// SizeError is for a mail that is too large whatever its form.
func SizeError(size, limit int64) error {
	return &message.SendError{
		Kind: message.SendInvalid, Code: "552 5.3.4", NotSent: true, Public: "The message is too large for the mail server.",
		Err: fmt.Errorf("%w: the mail has %d bytes, the server takes %d; raise the server's limit of one message", ErrTooLarge, size, limit),
	}
}

// ErrTooLarge says that a server does not take a mail for its size.
var ErrTooLarge = errors.New("too large")
