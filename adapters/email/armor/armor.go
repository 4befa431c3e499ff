// Package armor takes the armor of OpenPGP off a text (RFC 9580 §6 and §7). It checks no
// signature and opens nothing: it says where a reader may have seen something else.
package armor

import (
	"encoding/base64"
	"strings"

	"bridge/internal/lazyre"
)

// Removed is a text without it.
type Removed struct {
	Text      string
	Encrypted bool // an encrypted block was taken out
	Unsure    bool // what was taken out may have said something to a reader
	cutOff    bool // a signed block has no end: no later one has
}

const (
	beginSigned    = "-----BEGIN PGP SIGNED MESSAGE-----"
	beginSignature = "-----BEGIN PGP SIGNATURE-----"
	endSignature   = "-----END PGP SIGNATURE-----"
	beginMessage   = "-----BEGIN PGP MESSAGE-----"
	endMessage     = "-----END PGP MESSAGE-----"
)

// hashLine is the only kind of line between the head of a signed text and the text.
var hashLine = lazyre.New(`^Hash: [A-Za-z0-9, -]{1,100}$`)

// versionLine is a line above a signature that says nothing.
var versionLine = lazyre.New(`^Version: (GnuPG|OpenPGP\.js|BCPG|Mailvelope|PGP|GopenPGP|ProtonMail)[A-Za-z0-9 .()/-]{0,60}$`)

// Remove takes encrypted blocks, signatures and the lines around signed texts out
// of a text, and undoes the escapes in these. What is not complete stays.
func Remove(text string) Removed {
	lines := strings.Split(text, "\n")
	var a Removed
	var out []string
	for i := 0; i < len(lines); {
		var n int
		var kept []string
		switch strings.TrimRight(lines[i], " \t\r") {
		case beginSigned:
			if !a.cutOff {
				kept, n = a.signed(lines[i:])
			}
		case beginMessage:
			n = a.message(lines[i:])
		}
		if n == 0 {
			out = append(out, lines[i])
			i++
			continue
		}
		out = append(out, kept...)
		i += n
	}
	a.Text = strings.Join(out, "\n")
	return a
}

// message is how many lines an encrypted block has. One without its end reaches
// as far as it looks like one.
func (a *Removed) message(lines []string) int {
	n := 1
	for ; n < len(lines); n++ {
		l := strings.TrimRight(lines[n], " \t\r")
		if l == endMessage {
			n++
			break
		}
		if strings.Contains(l, " ") && !strings.Contains(l, ": ") {
			break // not of it any more
		}
	}
	a.Encrypted = true
	return n
}

// signed returns the text of a signed block that lines begin with, and how many
// lines the block has; 0 if it is not complete.
func (a *Removed) signed(lines []string) (text []string, n int) {
	n = 1
	for n < len(lines) && hashLine.MatchString(strings.TrimRight(lines[n], " \t\r")) {
		n++
	}
	if n >= len(lines) || strings.TrimSpace(lines[n]) != "" {
		return nil, 0
	}
	start := n + 1
	for n = start; n < len(lines) && strings.TrimRight(lines[n], " \t\r") != beginSignature; n++ {
		text = append(text, strings.TrimPrefix(lines[n], "- "))
	}
	var data strings.Builder
	head, unsure := true, false
	for n++; n < len(lines); n++ {
		l := strings.TrimSpace(lines[n])
		switch {
		case l == endSignature:
			a.Unsure = a.Unsure || unsure || !packets(data.String())
			return text, n + 1
		case l == "":
			head = false
		case head && strings.Contains(l, ": "):
			unsure = unsure || !versionLine.MatchString(l)
		case len(l) == 5 && l[0] == '=': // the check sum
		default:
			head = false
			data.WriteString(l)
		}
	}
	a.cutOff = true
	return nil, 0
}

// packets reports whether armor holds signatures of OpenPGP and nothing else.
func packets(armor string) bool {
	b, err := base64.StdEncoding.DecodeString(armor)
	if err != nil || len(b) == 0 {
		return false
	}
	for len(b) > 0 {
		tag, length := b[0], -1
		switch {
		case tag == 0xc2 && len(b) > 1: // the newer format
			switch l := int(b[1]); {
			case l < 192:
				length, b = l, b[2:]
			case l < 224 && len(b) > 2:
				length, b = (l-192)<<8+int(b[2])+192, b[3:]
			}
		case tag == 0x88 && len(b) > 1:
			length, b = int(b[1]), b[2:]
		case tag == 0x89 && len(b) > 2:
			length, b = int(b[1])<<8|int(b[2]), b[3:]
		}
		if length < 0 || length > len(b) {
			return false
		}
		b = b[length:]
	}
	return true
}
