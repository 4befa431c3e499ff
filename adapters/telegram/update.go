package telegram

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"bridge/adapters/untrusted"
	"bridge/core/envelope"
	"bridge/core/message"
)

// update is what the Bot API tells of one event, as far as it matters here. All of it is
// untrusted text but for who it says that wrote.
type update struct {
	ID      int64      `json:"update_id"`
	Message *tgMessage `json:"message"`
	Press   *tgPress   `json:"callback_query"`
	Member  *tgMember  `json:"my_chat_member"`
	Edited  *tgMessage `json:"edited_message"`
	raw     []byte
	broken  bool // it is of a form that we do not know
}

// wanted are the updates that we ask for.
func wanted() []string { return []string{"message", "callback_query", "my_chat_member"} }

type tgUser struct {
	ID    int64  `json:"id"`
	Bot   bool   `json:"is_bot"`
	First string `json:"first_name"`
	Last  string `json:"last_name"`
	Name  string `json:"username"`
}

type tgChat struct {
	ID   int64  `json:"id"`
	Type string `json:"type"` // "private", "group", "supergroup", "channel"
}

// tgQuote is the part of a message that an answer quotes (TextQuote of the Bot API).
type tgQuote struct {
	Chosen bool `json:"is_manual"` // by the person: else it is what the server cut
}

type tgMessage struct {
	ID        int64           `json:"message_id"`
	From      *tgUser         `json:"from"`
	Chat      tgChat          `json:"chat"`
	Date      int64           `json:"date"` // Unix seconds
	Text      string          `json:"text"`
	Caption   string          `json:"caption"`
	Reply     *tgMessage      `json:"reply_to_message"`
	External  json.RawMessage `json:"external_reply"` // it answers a message of another chat
	Quote     *tgQuote        `json:"quote"`
	Forwarded json.RawMessage `json:"forward_origin"`
	ViaBot    *tgUser         `json:"via_bot"`
	Buttons   *keyboard       `json:"reply_markup"`

	Photo     []tgFile   `json:"photo"` // sizes of one picture, the largest last
	Document  *tgFile    `json:"document"`
	Voice     *tgFile    `json:"voice"`
	Audio     *tgFile    `json:"audio"`
	Video     *tgFile    `json:"video"`
	VideoNote *tgFile    `json:"video_note"`
	Animation *tgFile    `json:"animation"`
	Sticker   *tgSticker `json:"sticker"`
	Location  *tgPlace   `json:"location"`
	Contact   *tgContact `json:"contact"`
}

type tgFile struct {
	ID   string `json:"file_id"`
	Name string `json:"file_name"`
	Type string `json:"mime_type"`
	Size int64  `json:"file_size"`
	Path string `json:"file_path"` // of getFile
}

type tgSticker struct {
	Emoji string `json:"emoji"`
}

type tgPlace struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

type tgContact struct {
	Phone string `json:"phone_number"`
	First string `json:"first_name"`
	Last  string `json:"last_name"`
}

// tgPress is a button that was pressed.
type tgPress struct {
	ID      string     `json:"id"`
	From    tgUser     `json:"from"`
	Message *tgMessage `json:"message"` // with the button
	Data    string     `json:"data"`    // of the button, or what a client makes up
}

// real reports whether the message has the button: a client can make up the data. Of a
// very old message Telegram does not tell the buttons, nor the date.
func (p tgPress) real() bool {
	if p.Message.Date == 0 {
		return true
	}
	return p.Message.Buttons != nil && slices.ContainsFunc(p.Message.Buttons.Rows, func(row []button) bool {
		return slices.ContainsFunc(row, func(b button) bool { return b.Data == p.Data })
	})
}

// tgMember says that a person has blocked the bot, or does so no longer.
type tgMember struct {
	Chat tgChat `json:"chat"`
	From tgUser `json:"from"`
	Date int64  `json:"date"`
	New  struct {
		Status string `json:"status"` // "member", "kicked"
	} `json:"new_chat_member"`
}

// readUpdate reads one update. One of a form that we do not know has its id only, so that
// it can be confirmed; the error is for what is no update at all.
func readUpdate(b []byte) (update, error) {
	u := update{raw: b}
	if err := json.Unmarshal(b, &u); err == nil && u.ID > 0 {
		return u, nil
	}
	var id struct {
		ID int64 `json:"update_id"`
	}
	if err := json.Unmarshal(b, &id); err != nil || id.ID <= 0 {
		return update{}, errors.New("it is no update")
	}
	return update{ID: id.ID, broken: true}, nil
}

// ignored is why an update is none for us, as a short stable word; "" if it is one.
func (u update) ignored() string {
	var from *tgUser
	var chat tgChat
	switch {
	case u.broken:
		return "form"
	case u.Message != nil:
		from, chat = u.Message.From, u.Message.Chat
	case u.Press != nil && u.Press.Message != nil:
		from, chat = &u.Press.From, u.Press.Message.Chat
	case u.Member != nil:
		from, chat = &u.Member.From, u.Member.Chat
	case u.Edited != nil:
		return "edited" // what was said was answered: an edit changes no turn and no vote
	default:
		return "other"
	}
	switch {
	case chat.Type != "private":
		return "group"
	case from == nil || from.ID <= 0 || from.ID != chat.ID: // in a private chat the two are one
		return "other"
	case from.Bot:
		return "bot"
	}
	return ""
}

// from is who the update comes from; of one that is not ignored.
func (u update) from() tgUser {
	switch {
	case u.Message != nil:
		return *u.Message.From
	case u.Press != nil:
		return u.Press.From
	}
	return u.Member.From
}

// late is how old an update is that was waiting for us. What is younger came now: the
// clocks differ, and Telegram's has no fractions.
const late = time.Minute

// inbound is the message of an update that is not ignored, without its files. strange
// says that its sender may not talk to us.
func (a *Adapter) inbound(u update, strange bool) message.Inbound {
	from, now := u.from(), a.o.Now()
	in := message.Inbound{
		Channel: a.o.Name, Class: message.Human, From: address(from.ID), FromName: untrusted.Line(from.First+" "+from.Last, 200), ReceivedAt: now,
		Trust: message.Verified, Why: []string{"told by the Bot API", "Telegram knows the account"},
	}
	in.Keep(u.raw)
	date := int64(0)
	switch {
	case u.Press != nil:
		in.ExternalID = a.o.Config.bot() + ":press:" + untrusted.Line(u.Press.ID, 100)
		if b := u.Press.Data; u.Press.real() && (strings.HasPrefix(b, message.ApproveButton) || strings.HasPrefix(b, message.DenyButton)) {
			in.Binding.Button = b
		}
		in.Binding.Refs = []message.Ref{a.ref(from.ID, u.Press.Message.ID)}
	case u.Member != nil:
		in.ExternalID, date = fmt.Sprintf("%s:member:%d:%d", a.o.Config.bot(), from.ID, u.ID), u.Member.Date
		in.ConsentAnswered = true // by the app that they block the bot in
		if in.Consent = message.ConsentStart; u.Member.New.Status == "kicked" {
			in.Consent = message.ConsentStop
		}
	default:
		date = u.Message.Date
		a.written(&in, *u.Message, strange)
	}
	if at := time.Unix(date, 0); date > 0 && now.Sub(at) > late {
		in.ReceivedAt, in.WrittenAt = at.UTC(), at.UTC()
	}
	return in
}

// written fills in what somebody wrote.
func (a *Adapter) written(in *message.Inbound, m tgMessage, strange bool) {
	ref := a.ref(m.Chat.ID, m.ID)
	in.ExternalID = string(ref)
	in.Binding.Self = []message.Ref{ref}
	in.Thread = message.Thread{Parent: string(ref)}
	if m.Reply != nil {
		in.Binding.Refs = []message.Ref{a.ref(m.Chat.ID, m.Reply.ID)}
	}
	text, damaged := untrusted.Text(m.Text + m.Caption) // a message has one of them
	in.Unquoted = text
	// What was forwarded, or chosen from another bot, is another's; what answers a message of
	// another chat is about that, and what quotes a part of one may be about that part.
	in.Ambiguous = m.Quote != nil && m.Quote.Chosen || damaged || strings.ContainsRune(text, utf8.RuneError) || m.Forwarded != nil || m.External != nil || m.ViaBot != nil
	if shown := strings.TrimSpace(text); shown != "" {
		in.Parts = append(in.Parts, envelope.TextPart(envelope.Response, shown))
	}
	if s := m.said(); s != "" {
		in.Parts = append(in.Parts, envelope.TextPart(envelope.Response, s))
	}
	if strange || in.Ambiguous || len(m.files()) > 0 {
		return // no word to the bridge
	}
	switch word, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text)), "@"); word {
	case "/start", "start":
		in.Consent = message.ConsentStart
	case "/stop", "stop":
		in.Consent = message.ConsentStop
	case "/help", "help":
		in.Consent = message.ConsentHelp
	case "/new", "new":
		in.Fresh = true
	}
}

// said are the things without text, for those who read text.
func (m tgMessage) said() string {
	switch {
	case m.Sticker != nil:
		return untrusted.Line(m.Sticker.Emoji, 20)
	case m.Location != nil:
		return fmt.Sprintf("Location: %.6f, %.6f", m.Location.Latitude, m.Location.Longitude)
	case m.Contact != nil:
		return "Contact: " + untrusted.Line(m.Contact.First+" "+m.Contact.Last+" "+m.Contact.Phone, 300)
	}
	return ""
}

// files are those of a message, with a name for each.
func (m tgMessage) files() []tgFile {
	named := func(f tgFile, name, mediaType string) []tgFile {
		if f.Name = untrusted.Line(f.Name, 100); f.Name == "" {
			f.Name = name
		}
		if f.Type == "" {
			f.Type = mediaType
		}
		return []tgFile{f}
	}
	switch {
	case m.Animation != nil: // it comes as a document, too
		return named(*m.Animation, "animation.mp4", "video/mp4")
	case m.Document != nil:
		return named(*m.Document, "document", "application/octet-stream")
	case len(m.Photo) > 0:
		return named(m.Photo[len(m.Photo)-1], "photo.jpg", "image/jpeg")
	case m.Voice != nil:
		return named(*m.Voice, "voice.ogg", "audio/ogg")
	case m.Audio != nil:
		return named(*m.Audio, "audio.mp3", "audio/mpeg")
	case m.Video != nil:
		return named(*m.Video, "video.mp4", "video/mp4")
	case m.VideoNote != nil:
		return named(*m.VideoNote, "video.mp4", "video/mp4")
	}
	return nil
}
