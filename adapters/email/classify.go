package email

import (
	"strings"

	"bridge/message"
)

// maxReceived is how many hops a mail may have made.
const maxReceived = 30

// classify says whether a human wrote the mail; the first rule that fits wins.
// returnPath is the SMTP envelope's: a Return-Path field may be forged.
func (a *Adapter) classify(root *part, from, returnPath string) (message.Class, string) {
	h := root.header
	if why := a.isSelf(h, from); why != "" {
		return message.Self, why
	}
	if n := len(h.all("received")); n > maxReceived {
		return message.Loop, "more than 30 Received fields"
	}
	if root.media == "multipart/report" {
		if rt := strings.ToLower(root.params["report-type"]); rt != "" && rt != "delivery-status" {
			return message.Auto, "multipart/report: " + cleanLine(rt, 60)
		}
		return message.Bounce, "multipart/report: delivery-status"
	}
	if hasMedia(root, "message/delivery-status") {
		return message.Bounce, "message/delivery-status"
	}
	if returnPath == "" {
		return message.Bounce, "null return path"
	}
	for _, v := range h.all("auto-submitted") {
		word, _, _ := strings.Cut(v, ";")
		if fields := strings.Fields(word); len(fields) > 0 && !strings.EqualFold(fields[0], "no") {
			return message.Auto, "Auto-Submitted: " + cleanLine(fields[0], 60) // RFC 3834 §5
		}
	}
	return message.Human, ""
}

func (a *Adapter) isSelf(h header, from string) string {
	for _, v := range h.all("x-bridge-loop") {
		if a.ownLoopMark(v) {
			return "X-Bridge-Loop"
		}
	}
	for _, name := range []string{"message-id", "resent-message-id"} {
		for _, v := range h.all(name) {
			for _, id := range messageIDs(v) {
				if a.ownMessageID(id) {
					return name
				}
			}
		}
	}
	if _, ours := a.ownAddress(from); ours {
		return "From is our own address"
	}
	return ""
}

func hasMedia(p *part, media string) bool {
	if p.media == media {
		return true
	}
	for _, c := range p.children {
		if hasMedia(c, media) {
			return true
		}
	}
	return false
}
