package telegram

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"slices"
	"strconv"
	"strings"

	"bridge/core/message"
)

// outgoing are the parameters of sendMessage, and of sendPhoto and sendDocument with a
// caption in place of the text.
type outgoing struct {
	Chat    int64     `json:"chat_id"`
	Text    string    `json:"text,omitempty"`
	Caption string    `json:"caption,omitempty"`
	Mode    string    `json:"parse_mode,omitempty"`
	Reply   *replyTo  `json:"reply_parameters,omitempty"`
	Preview *preview  `json:"link_preview_options,omitempty"`
	Buttons *keyboard `json:"reply_markup,omitempty"`
}

type replyTo struct {
	Message int64 `json:"message_id"`
	Anyway  bool  `json:"allow_sending_without_reply"`
}

type preview struct {
	Off bool `json:"is_disabled"`
}

type keyboard struct {
	Rows [][]button `json:"inline_keyboard"`
}

type button struct {
	Text string `json:"text"`
	Data string `json:"callback_data"` // 1 to 64 bytes
}

// Send hands one message to Telegram: adapters.Sender. Its text was cut when it was
// planned; it goes with tags if it has them, and else exactly as it is.
func (a *Adapter) Send(ctx context.Context, out message.Outbound) (message.Receipt, error) {
	user, err := strconv.ParseInt(out.To.Value(), 10, 64)
	if out.To.Kind() != Kind || err != nil || user <= 0 {
		return message.Receipt{}, &message.SendError{
			Kind: message.SendInvalid, NotSent: true, Public: "The address is none of Telegram.", Err: errors.New("the recipient is no user id"),
		}
	}
	m := outgoing{Chat: user, Text: out.HTML, Mode: "HTML", Preview: &preview{Off: true}, Buttons: buttons(out)}
	if out.HTML == "" {
		m.Text, m.Mode = out.Text, ""
	}
	if chat, id, ok := a.message(message.Ref(out.Thread.Parent)); ok && chat == user {
		m.Reply = &replyTo{Message: id, Anyway: true}
	}
	sent, err := a.send(ctx, m, out)
	if badTags(err) { // nothing was sent
		m.Text, m.Mode = out.Text, ""
		sent, err = a.send(ctx, m, out)
	}
	if err != nil {
		return message.Receipt{}, sendError(err)
	}
	ref := a.ref(user, sent.ID)
	return message.Receipt{ProviderID: string(ref), Refs: []message.Ref{ref}}, nil
}

func (a *Adapter) send(ctx context.Context, m outgoing, out message.Outbound) (sent tgMessage, err error) {
	files := out.Attachments
	if len(files) == 0 {
		ctx, cancel := context.WithTimeout(ctx, callTime)
		defer cancel()
		err = a.api.call(ctx, "sendMessage", m, &sent)
		return sent, err
	}
	m.Caption, m.Text, m.Preview = m.Text, "", nil
	for _, f := range files[1:] { // one file is one message by the time they get here
		m.Caption = strings.TrimPrefix(m.Caption+"\n"+a.o.Artifacts.Link(f.Artifact), "\n")
	}
	if picture(files[0]) {
		sent, err = a.upload(ctx, "sendPhoto", "photo", m, files[0])
		if e := (*apiError)(nil); !errors.As(err, &e) || e.status != 400 || badTags(err) {
			return sent, err
		}
		// It is none that Telegram shows, such as a very wide one.
	}
	return a.upload(ctx, "sendDocument", "document", m, files[0])
}

func picture(f message.Attachment) bool {
	kind, _, _ := strings.Cut(f.MediaType, ";")
	return slices.Contains([]string{"image/jpeg", "image/png", "image/webp"}, kind) && f.Size <= maxPhoto
}

// upload sends a file, which is read as it goes.
func (a *Adapter) upload(ctx context.Context, method, field string, m outgoing, f message.Attachment) (sent tgMessage, err error) {
	ctx, cancel := context.WithTimeout(ctx, fileTime)
	defer cancel()
	art, file, err := a.o.Artifacts.Open(ctx, f.Artifact)
	if err != nil {
		return sent, &apiError{method: method, err: fmt.Errorf("open the file: %w", err)}
	}
	defer file.Close()
	r, w := io.Pipe()
	form := multipart.NewWriter(w)
	go func() { w.CloseWithError(writeForm(form, field, m, art.Filename, art.MediaType, file)) }()
	err = a.api.post(ctx, method, form.FormDataContentType(), r, &sent)
	_ = r.CloseWithError(io.ErrClosedPipe) // ends the writer, if the call has ended before it
	return sent, err
}

func writeForm(form *multipart.Writer, field string, m outgoing, name, mediaType string, file io.Reader) error {
	b, err := json.Marshal(m)
	if err != nil {
		return err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(b, &fields); err != nil {
		return err
	}
	for key, value := range fields {
		text := string(value)
		var s string
		if json.Unmarshal(value, &s) == nil { // a text stands as it is, all else as JSON
			text = s
		}
		if err := form.WriteField(key, text); err != nil {
			return err
		}
	}
	quoted := strings.NewReplacer(`\`, "_", `"`, "_", "\r", "_", "\n", "_").Replace(name)
	part, err := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {fmt.Sprintf(`form-data; name=%q; filename="%s"`, field, quoted)}, "Content-Type": {mediaType},
	})
	if err != nil {
		return err
	}
	if _, err := io.Copy(part, file); err != nil {
		return err
	}
	return form.Close()
}

// buttons are those of a prompt. A yes counts only where everything is shown; a no always.
func buttons(out message.Outbound) *keyboard {
	if out.Ask == nil || out.Approval == "" {
		return nil
	}
	row := []button{{out.Ask.No, message.DenyButton + string(out.Approval)}}
	if out.Ask.Fits {
		row = append([]button{{out.Ask.Yes, message.ApproveButton + string(out.Approval)}}, row...)
	}
	return &keyboard{Rows: [][]button{row}}
}

// message reads a ref of this bot.
func (a *Adapter) message(ref message.Ref) (chat, id int64, ok bool) {
	rest, ours := strings.CutPrefix(string(ref), a.o.Config.bot()+":")
	c, m, _ := strings.Cut(rest, ":")
	chat, err1 := strconv.ParseInt(c, 10, 64)
	id, err2 := strconv.ParseInt(m, 10, 64)
	return chat, id, ours && err1 == nil && err2 == nil
}
