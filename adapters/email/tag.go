package email

import (
	"strings"

	"golang.org/x/net/idna"

	"bridge/message"
)

// A tag stands in the local part behind "+": a letter for its kind, the
// lower-case ULID of a session, an approval or (in the return path) a message,
// and a MAC. It proves only that its sender saw our mail: it routes, it never
// authorises.
const (
	ulidLen = 26
	tagMAC  = 8  // bytes: 13 characters
	idMAC   = 10 // bytes: 16 characters
	sealMAC = 16 // bytes: 26 characters
	tagLen  = 1 + ulidLen + 13
)

// The purposes our MACs are made for.
const (
	purposeTag  = "mail-tag"
	purposeID   = "mail-message-id"
	purposeLoop = "mail-loop"
	purposeSeal = "mail-seal"
)

const (
	sessionTag  = "s"
	approvalTag = "a"
	bounceTag   = "b"
)

// bareULID returns the ULID of an id in lower case.
func bareULID(id string) string {
	_, u, _ := strings.Cut(id, "_")
	return strings.ToLower(u)
}

func (a *Adapter) sessionTag(id message.SessionID) string {
	if !id.Valid() {
		return ""
	}
	return sessionTag + bareULID(string(id)) + a.keys.Sum(tagMAC, purposeTag, sessionTag, string(id))
}

func (a *Adapter) approvalTag(id message.ApprovalID) string {
	if !id.Valid() {
		return ""
	}
	return approvalTag + bareULID(string(id)) + a.keys.Sum(tagMAC, purposeTag, approvalTag, string(id))
}

func (a *Adapter) bounceTag(id message.MessageID) string {
	if !id.Valid() {
		return ""
	}
	return bounceTag + bareULID(string(id)) + a.keys.Sum(tagMAC, purposeTag, bounceTag, string(id))
}

// readBounceTag returns the message whose return path had the tag; "" if it is
// no such tag of ours. It binds no answer: readTag does not know it.
func (a *Adapter) readBounceTag(tag string) message.MessageID {
	if len(tag) != tagLen || !strings.EqualFold(tag[:1], bounceTag) {
		return ""
	}
	id := message.MessageID("msg_" + strings.ToUpper(tag[1:1+ulidLen]))
	if !id.Valid() || !a.keys.Valid(tag[1+ulidLen:], tagMAC, purposeTag, bounceTag, string(id)) {
		return ""
	}
	return id
}

// readTag returns what a tag names; neither if it is not a valid tag of ours.
func (a *Adapter) readTag(tag string) (ses message.SessionID, apr message.ApprovalID) {
	if len(tag) != tagLen {
		return "", ""
	}
	kind, u, sum := strings.ToLower(tag[:1]), strings.ToUpper(tag[1:1+ulidLen]), tag[1+ulidLen:]
	switch kind {
	case sessionTag:
		id := message.SessionID("ses_" + u)
		if id.Valid() && a.keys.Valid(sum, tagMAC, purposeTag, kind, string(id)) {
			return id, ""
		}
	case approvalTag:
		id := message.ApprovalID("apr_" + u)
		if id.Valid() && a.keys.Valid(sum, tagMAC, purposeTag, kind, string(id)) {
			return "", id
		}
	}
	return "", ""
}

// ownAddress reports whether addr is ours, with or without a tag, and returns
// the tag. Case does not matter, the domain may be spelled in Unicode.
func (a *Adapter) ownAddress(addr string) (tag string, ok bool) { return a.self.cutTag(addr) }

// is reports whether addr is this mailbox, with any tag.
func (m mailbox) is(addr string) bool {
	_, ok := m.cutTag(addr)
	return ok
}

func (m mailbox) cutTag(addr string) (tag string, ok bool) {
	i := strings.LastIndexByte(addr, '@')
	if i < 0 {
		return "", false
	}
	local, tag, _ := strings.Cut(addr[:i], "+")
	domain := strings.ToLower(strings.TrimSuffix(addr[i+1:], "."))
	if d, err := idna.Lookup.ToASCII(domain); err == nil {
		domain = d
	}
	if !strings.EqualFold(local, m.local) || domain != m.domain {
		return "", false
	}
	return tag, true
}

// Ref returns the Message-ID that out is or will be sent with: adapters.Identified.
// The id of a mail that asks for a decision has a seal of its text besides.
func (a *Adapter) Ref(out message.Outbound) message.Ref {
	id := "b." + bareULID(string(out.ID)) + "." + a.keys.Sum(idMAC, purposeID, string(out.ID))
	if asks(out) {
		id += "." + a.keys.Sum(sealMAC, purposeSeal, string(out.ID), a.self.sealWords(out.Text))
	}
	return message.Ref("<" + id + "@" + a.self.domain + ">")
}

// readID returns the message that a Message-ID of ours names, and the seal of its
// text, "" if it has none; ok is false if the id is not ours.
func (a *Adapter) readID(id string) (mid message.MessageID, seal string, ok bool) {
	local, _, _ := strings.Cut(strings.Trim(id, "<>"), "@")
	f := strings.Split(local, ".")
	if len(f) < 3 || len(f) > 4 || !strings.EqualFold(f[0], "b") {
		return "", "", false
	}
	mid = message.MessageID("msg_" + strings.ToUpper(f[1]))
	if !mid.Valid() || !a.keys.Valid(f[2], idMAC, purposeID, string(mid)) {
		return "", "", false
	}
	if len(f) == 4 {
		seal = f[3]
	}
	return mid, seal, true
}

// ownMessageID reports whether a Message-ID carries our MAC.
func (a *Adapter) ownMessageID(id string) bool {
	_, _, ok := a.readID(id)
	return ok
}

// loopMark is the value of X-Bridge-Loop.
func (a *Adapter) loopMark() string {
	return a.instance + " " + a.keys.Sum(idMAC, purposeLoop, a.instance)
}

func (a *Adapter) ownLoopMark(v string) bool {
	instance, sum, ok := strings.Cut(strings.TrimSpace(v), " ")
	return ok && a.keys.Valid(strings.TrimSpace(sum), idMAC, purposeLoop, instance)
}
