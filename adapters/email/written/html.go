package written

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"bridge/internal/lazyre"
)

// Role is what a mail program made an element for.
type Role byte

// The roles of elements.
const (
	Written   Role = iota // anything else
	Copied                // a copied mail, or the line above it
	Signature             // a signature
)

var (
	copiedClass = lazyre.New(`(?i)(^|\s|_)(yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|moz-cite-prefix|iosymail_quote|gmail_attr)(\s|$)`)
	signedClass = lazyre.New(`(?i)(^|\s|_|\d)((ydp[0-9a-f]+)?signature|bloop_sign|(-?[a-z0-9]{2,10}[_-]){1,3}signature([_-](prefix|block|below|wrapper))?)(\s|$)`)
	// An "x_" stands before names that a program has copied from another mail.
	copiedID = lazyre.New(`(?i)^(x_)*(OLK_SRC_BODY_SECTION|mail-editor-reference-message-container|yahoo_quoted_\d+)$`)
	signedID = lazyre.New(`(?i)^(x_)*(Signature|AppleMailSignature|ms-outlook-mobile-signature|ymail_android_signature|ymail_ios_signature|sig\d+|bloop_sign_\d+|composer_signature)$`)
	// Outlook's bookmark around the signature: one anchor, and the runs that it goes on with.
	bookmark = lazyre.New(`(?i)mso-bookmark:\s*["']?(x_)*_MailAutoSig\b`)
	autoSig  = lazyre.New(`(?i)^(x_)*_MailAutoSig$`)
	// Apple's mark where the signature begins, a line break of its own.
	beginsSig = lazyre.New(`(?i)^(x_)*lineBreakAtBeginningOfSignature$`)
	// Everything behind these is copied.
	dividerID = lazyre.New(`(?i)^(x_)*(divRplyFwdMsg|stopSpelling|zwchr)$`)
	topBorder = lazyre.New(`(?i)border-top(-style)?\s*:[^;]*solid`)
)

// Roles finds the elements of a document that mail programs made for copied mails
// and signatures. What stands in a blockquote is not among them. It takes time
// linear in the document.
func Roles(root *html.Node) map[*html.Node]Role {
	roles := map[*html.Node]Role{}
	var divider *html.Node
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		id, class := attr(n, "id"), attr(n, "class")
		if !strings.ContainsAny(class, "_-") {
			class = "" // none of theirs
		}
		switch {
		case divider == nil && (dividerID.MatchString(id) || outlookBlock(n)):
			divider = n
		case copiedID.MatchString(id), attr(n, "name") == "messageReplySection":
			roles[n] = Copied
		case copiedClass.MatchString(class):
			// Gmail has the same element above what is forwarded: "---- Forwarded message".
			if !strings.HasPrefix(strings.TrimSpace(firstText(n, 200)), "--") {
				roles[n] = Copied
			}
		case Signs(n) == WholeSignature:
			roles[n] = Signature
		}
	}
	// What follows the divider, up to the end of the document.
	if divider != nil {
		roles[divider] = Copied
	}
	for n := divider; n != nil; n = n.Parent {
		for s := n.NextSibling; s != nil; s = s.NextSibling {
			roles[s] = Copied
		}
	}
	return roles
}

// SignMark is how a mail program marks its signature.
type SignMark byte

// The marks.
const (
	NoSignature     SignMark = iota
	WholeSignature           // an element around all of it
	PartOfSignature          // an element around a part: it goes from the first of them to the last
	SignatureBelow           // it begins here and ends with the text, or where a quote begins
)

// Signs says how an element marks the signature that the mail program has put into the
// mail. People write into such elements too: it says whose the words may be, no more.
func Signs(n *html.Node) SignMark {
	if n.Type != html.ElementNode {
		return NoSignature
	}
	id, class := attr(n, "id"), attr(n, "class")
	switch {
	case strings.Contains(id, "ig") && signedID.MatchString(id), strings.Contains(class, "ign") && signedClass.MatchString(class), attr(n, "data-signatureblock") == "true",
		attr(n, "name") == "messageSignatureSection", attr(n, "data-marker") == "__SIG_PRE__", attr(n, "data-marker") == "__SIG_POST__":
		return WholeSignature
	case n.DataAtom == atom.A && autoSig.MatchString(attr(n, "name")), strings.Contains(attr(n, "style"), "mso-bookmark") && bookmark.MatchString(attr(n, "style")):
		return PartOfSignature
	case n.DataAtom == atom.Br && id != "" && beginsSig.MatchString(id):
		return SignatureBelow
	}
	return NoSignature
}

// outlookBlock reports whether an element is the header block that Outlook draws
// a line above: bold names with a colon, in whatever language.
func outlookBlock(n *html.Node) bool {
	if n.DataAtom != atom.Div || !topBorder.MatchString(attr(n, "style")) {
		return false
	}
	names, seen := 0, 0
	for c := range n.Descendants() {
		if seen++; seen > 200 {
			break
		}
		if c.DataAtom == atom.B || c.DataAtom == atom.Strong {
			t := strings.TrimSpace(firstText(c, 60))
			if strings.HasSuffix(t, ":") || strings.HasSuffix(t, "：") {
				names++
			} else if names == 0 {
				return false
			}
		}
	}
	return names >= 3
}

// firstText is the text of a node up to about limit bytes.
func firstText(root *html.Node, limit int) string {
	var b strings.Builder
	seen := 0
	for n := range root.Descendants() {
		if seen++; seen > 50 || b.Len() > limit {
			break
		}
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	}
	return b.String()
}

// maxAttr is how much of an attribute is looked at; those of mail programs are short.
const maxAttr = 1000

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val[:min(len(a.Val), maxAttr)]
		}
	}
	return ""
}

// Attributed reports whether the last lines say that somebody wrote what follows.
func Attributed(lines []string) bool {
	n := above(lines)
	for i := max(0, n-maxWrote); i < n; i++ {
		if d := (&doc{lines: lines[i:n], kinds: make([]kind, n-i)}); d.wroteAt(0) == n-i {
			return true
		}
	}
	return false
}
