// Package tag mints what comes back with the answers to our mail, and knows it again: tags
// in our address, Message-IDs, and the mark that shows a loop. Each has a MAC, so that
// nobody else can make one. It proves only that its sender saw our mail: it routes, it
// never authorises.
package tag

import (
	"slices"
	"strings"

	"bridge/core/message"
	"bridge/internal/mac"
)

// A tag stands in the local part behind "+": a letter for its kind, the
// lower-case ULID of a session, an approval or (in the return path) a message,
// and a MAC. That of an approval has two: one of the request, by which we know it, and
// one of the request and the approver, without which it binds no answer of theirs.
const (
	ulidLen = 26
	tagMAC  = 8  // bytes: 13 characters
	ownMAC  = 3  // bytes: 5 characters
	herMAC  = 5  // bytes: 8 characters
	idMAC   = 10 // bytes: 16 characters
	sealMAC = 16 // bytes: 26 characters
	herLen  = 8
	tagLen  = 1 + ulidLen + 13
)

// The purposes our MACs are made for.
const (
	purposeTag  = "mail-tag"
	purposeID   = "mail-message-id"
	purposeLoop = "mail-loop"
	purposeSeal = "mail-seal"
)

// Tags mints the tags and ids of one channel, and reads them.
type Tags struct {
	Self     Mailbox
	Also     []Mailbox // other names of ours
	Keys     mac.Keys
	Instance string // the bridge's name in X-Bridge-Loop
}

const (
	sessionTag  = "s"
	approvalTag = "a"
	handsTag    = "h"
	bounceTag   = "b"
)

// bareULID returns the ULID of an id in lower case.
func bareULID(id string) string {
	_, u, _ := strings.Cut(id, "_")
	return strings.ToLower(u)
}

func (t Tags) Session(id message.SessionID) string {
	if !id.Valid() {
		return ""
	}
	return sessionTag + bareULID(string(id)) + t.Keys.Sum(tagMAC, purposeTag, sessionTag, string(id))
}

func (t Tags) Approval(id message.ApprovalID, of message.PersonID) string {
	if !id.Valid() {
		return ""
	}
	return approvalTag + bareULID(string(id)) + t.Keys.Sum(ownMAC, purposeTag, approvalTag, string(id)) +
		t.Keys.Sum(herMAC, purposeTag, approvalTag, string(id), string(of))
}

// MadeFor reports whether a tag of the approval was made for the person.
func (t Tags) MadeFor(tag string, id message.ApprovalID, p message.PersonID) bool {
	return p != "" && t.Keys.Valid(tag[tagLen-herLen:], herMAC, purposeTag, approvalTag, string(id), string(p))
}

// Hands is the tag of a conversation for a person who answers in it in the place of its agent.
func (t Tags) Hands(id message.SessionID, of message.PersonID) string {
	if !id.Valid() || of == "" {
		return ""
	}
	return handsTag + bareULID(string(id)) + t.Keys.Sum(tagMAC, purposeTag, handsTag, string(id), string(of))
}

// ReadHands returns the conversation that a tag was made for a person of; "" if it was not.
// No other tag is one, and Read does not know it.
func (t Tags) ReadHands(tag string, of message.PersonID) message.SessionID {
	if len(tag) != tagLen || of == "" || !strings.EqualFold(tag[:1], handsTag) {
		return ""
	}
	id := message.SessionID("ses_" + strings.ToUpper(tag[1:1+ulidLen]))
	if !id.Valid() || !t.Keys.Valid(tag[1+ulidLen:], tagMAC, purposeTag, handsTag, string(id), string(of)) {
		return ""
	}
	return id
}

func (t Tags) Bounce(id message.MessageID) string {
	if !id.Valid() {
		return ""
	}
	return bounceTag + bareULID(string(id)) + t.Keys.Sum(tagMAC, purposeTag, bounceTag, string(id))
}

// ReadBounce returns the message whose return path had the tag; "" if it is
// no such tag of ours. It binds no answer: readTag does not know it.
func (t Tags) ReadBounce(tag string) message.MessageID {
	if len(tag) != tagLen || !strings.EqualFold(tag[:1], bounceTag) {
		return ""
	}
	id := message.MessageID("msg_" + strings.ToUpper(tag[1:1+ulidLen]))
	if !id.Valid() || !t.Keys.Valid(tag[1+ulidLen:], tagMAC, purposeTag, bounceTag, string(id)) {
		return ""
	}
	return id
}

// Read returns what a tag names; neither if it is not a valid tag of ours.
func (t Tags) Read(tag string) (ses message.SessionID, apr message.ApprovalID) {
	if len(tag) != tagLen {
		return "", ""
	}
	kind, u, sum := strings.ToLower(tag[:1]), strings.ToUpper(tag[1:1+ulidLen]), tag[1+ulidLen:]
	switch kind {
	case sessionTag:
		id := message.SessionID("ses_" + u)
		if id.Valid() && t.Keys.Valid(sum, tagMAC, purposeTag, kind, string(id)) {
			return id, ""
		}
	case approvalTag:
		id := message.ApprovalID("apr_" + u)
		if id.Valid() && t.Keys.Valid(sum[:len(sum)-herLen], ownMAC, purposeTag, kind, string(id)) {
			return "", id
		}
	}
	return "", ""
}

// Ours reports whether addr is ours, or one of the names under which mail for us comes
// (Config.Also), with any tag.
func (t Tags) Ours(addr string) bool {
	return t.Self.Is(addr) || slices.ContainsFunc(t.Also, func(m Mailbox) bool { return m.Is(addr) })
}

// ReadMessageID returns the message that a Message-ID of ours names, and the seal of its
// text, "" if it has none; ok is false if the id is not ours.
func (t Tags) ReadMessageID(id string) (mid message.MessageID, seal string, ok bool) {
	local, _, _ := strings.Cut(strings.Trim(id, "<>"), "@")
	f := strings.Split(local, ".")
	if len(f) < 3 || len(f) > 4 || !strings.EqualFold(f[0], "b") {
		return "", "", false
	}
	mid = message.MessageID("msg_" + strings.ToUpper(f[1]))
	if !mid.Valid() || !t.Keys.Valid(f[2], idMAC, purposeID, string(mid)) {
		return "", "", false
	}
	if len(f) == 4 {
		seal = f[3]
	}
	return mid, seal, true
}

// OwnMessageID reports whether a Message-ID carries our MAC.
func (t Tags) OwnMessageID(id string) bool {
	_, _, ok := t.ReadMessageID(id)
	return ok
}

// LoopMark is the value of X-Bridge-Loop.
func (t Tags) LoopMark() string {
	return t.Instance + " " + t.Keys.Sum(idMAC, purposeLoop, t.Instance)
}

func (t Tags) OwnLoopMark(v string) bool {
	instance, sum, ok := strings.Cut(strings.TrimSpace(v), " ")
	return ok && t.Keys.Valid(strings.TrimSpace(sum), idMAC, purposeLoop, instance)
}

// MessageID is the Message-ID of a mail of ours, with a seal of its text if it has one.
func (t Tags) MessageID(id message.MessageID, sealed string) string {
	s := "b." + bareULID(string(id)) + "." + t.Keys.Sum(idMAC, purposeID, string(id))
	if sealed != "" {
		s += "." + t.Keys.Sum(sealMAC, purposeSeal, string(id), sealed)
	}
	return "<" + s + "@" + t.Self.Domain + ">"
}

// Sealed reports whether a text is the one that the seal in the Message-ID of a mail is of.
func (t Tags) Sealed(id message.MessageID, seal, text string) bool {
	return t.Keys.Valid(seal, sealMAC, purposeSeal, string(id), text)
}
