package email

import (
	"errors"
	"fmt"
	"html"
	"slices"

	"bridge/message"
)

// What a server does not take is not lost: attachments that make a mail too large
// for it go out as signed links, as the planner does it for what is beyond
// max_attach. Only the server knows its limit, and only when the mail is sent; so
// the form depends on it, and the same mail at the same limit has the same one.

// signatureRoom is the most that one signature adds to a mail, in bytes: an RSA
// key of 8192 bits has 1400.
const signatureRoom = 2500

// fit makes the mail of out in at most limit bytes: as it is, else with the
// largest attachments as links, else without its HTML form. 0 or less is no limit.
func (a *Adapter) fit(out message.Outbound, limit int64) (*mailOut, error) {
	m, err := a.compose(out)
	if err != nil || limit <= 0 || m.size <= limit {
		return m, err
	}
	var linked []message.Attachment
	form := out
	for len(form.Attachments) > 0 && m.size > limit {
		big := 0
		for i, f := range form.Attachments {
			if f.Size > form.Attachments[big].Size {
				big = i
			}
		}
		linked = append(linked, form.Attachments[big])
		form.Attachments = slices.Delete(slices.Clone(form.Attachments), big, big+1)
		if m, err = a.compose(a.linking(form, linked)); err != nil {
			return nil, err
		}
	}
	if m.size > limit && form.HTML != "" {
		form.HTML = ""
		if m, err = a.compose(a.linking(form, linked)); err != nil {
			return nil, err
		}
	}
	if m.size > limit {
		return nil, sizeError(m.size, limit)
	}
	a.log.Warn("the mail is larger than the mail server takes: attachments go out as links, or the HTML form is left out", "message", string(out.ID),
		"limit", limit, "links", len(linked))
	return m, nil
}

// linkAll is out with no attachments but links.
func (a *Adapter) linkAll(out message.Outbound) message.Outbound {
	linked := out.Attachments
	out.Attachments = nil
	return a.linking(out, linked)
}

// linking adds the links to what out says.
func (a *Adapter) linking(out message.Outbound, files []message.Attachment) message.Outbound {
	for _, f := range files {
		label := fmt.Sprintf("%s (%s)", cleanLine(f.Filename, 100), megabytes(f.Size))
		link := a.store.Link(f.Artifact)
		out.Text += fmt.Sprintf("\n\nAttachment: %s: %s", label, link)
		if out.HTML != "" {
			link = html.EscapeString(link)
			out.HTML += fmt.Sprintf("<p>Attachment: %s: <a href=\"%s\">%s</a></p>\n", html.EscapeString(label), link, link)
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

// sizeError is for a mail that is too large whatever its form.
func sizeError(size, limit int64) error {
	return &message.SendError{
		Kind: message.SendInvalid, Code: "552 5.3.4", NotSent: true, Public: "The message is too large for the mail server.",
		Err: fmt.Errorf("%w: the mail has %d bytes, the server takes %d; raise the server's limit of one message", errTooLarge, size, limit),
	}
}

// errTooLarge says that a server does not take a mail for its size.
var errTooLarge = errors.New("too large")
