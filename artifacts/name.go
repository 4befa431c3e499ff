package artifacts

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName is the longest file name in bytes: short enough for every file
// system (255) after percent- or RFC 2047 encoding by others.
const maxName = 100

// SafeName turns a name from a message or an agent into one that is safe to
// show, to put in a header and to save under: the last element of a path, without
// control and formatting characters (which hide the true extension), without
// what Windows refuses, at most 100 bytes with its extension kept, never empty.
// Where nothing is left it is "attachment" with the extension of mediaType, else ".bin".
// SafeName of its own result changes nothing.
func SafeName(name, mediaType string) string {
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	var b strings.Builder
	for _, r := range name {
		switch {
		case r == utf8.RuneError, strings.ContainsRune(`<>:"|?*`, r):
			b.WriteByte('_')
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case unicode.IsPrint(r): // not: control, format (bidi, zero width), private, unassigned
			b.WriteRune(r)
		}
		if b.Len() > 4096 { // far beyond any real name; the extension is lost then
			break
		}
	}
	name = trimName(strings.Join(strings.Fields(b.String()), " "))
	if name == "" {
		return "attachment" + extension(mediaType)
	}
	if reserved(name) {
		name = "_" + name
	}
	return shorten(name)
}

// trimName removes leading dots (hidden files, "..") and trailing dots, which
// Windows drops.
func trimName(s string) string {
	return strings.TrimRight(strings.TrimLeft(s, ". "), ". ")
}

// shorten cuts the stem so that the name fits.
func shorten(name string) string {
	if len(name) <= maxName {
		return name
	}
	ext := ""
	if i := strings.LastIndexByte(name, '.'); i > 0 && len(name)-i <= 17 {
		ext = name[i:]
	}
	cut := maxName - len(ext)
	for !utf8.RuneStart(name[cut]) {
		cut--
	}
	return trimName(name[:cut]) + ext
}

// reserved reports whether Windows takes the name for a device.
func reserved(name string) bool {
	stem, _, _ := strings.Cut(name, ".")
	switch stem = strings.ToUpper(strings.TrimSpace(stem)); stem {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	return len(stem) == 4 && (strings.HasPrefix(stem, "COM") || strings.HasPrefix(stem, "LPT")) &&
		stem[3] >= '0' && stem[3] <= '9'
}

// extension returns the usual file extension of a media type. The table is our
// own: mime.ExtensionsByType depends on the machine.
func extension(mediaType string) string {
	base, _, _ := strings.Cut(mediaType, ";")
	switch strings.ToLower(strings.TrimSpace(base)) {
	case "image/png":
		return ".png"
	case "image/jpeg":
		return ".jpg"
	case "image/gif":
		return ".gif"
	case "image/webp":
		return ".webp"
	case "image/svg+xml":
		return ".svg"
	case "image/heic":
		return ".heic"
	case "application/pdf":
		return ".pdf"
	case "application/zip":
		return ".zip"
	case "application/json":
		return ".json"
	case "application/xml", "text/xml":
		return ".xml"
	case "text/plain":
		return ".txt"
	case "text/csv":
		return ".csv"
	case "text/html":
		return ".html"
	case "text/markdown":
		return ".md"
	case "text/calendar":
		return ".ics"
	case "text/vcard":
		return ".vcf"
	case "message/rfc822":
		return ".eml"
	case "audio/ogg":
		return ".ogg"
	case "audio/mpeg":
		return ".mp3"
	case "audio/mp4":
		return ".m4a"
	case "audio/amr":
		return ".amr"
	case "video/mp4":
		return ".mp4"
	case "video/3gpp":
		return ".3gp"
	case "application/vnd.openxmlformats-officedocument.wordprocessingml.document":
		return ".docx"
	case "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
		return ".xlsx"
	case "application/vnd.openxmlformats-officedocument.presentationml.presentation":
		return ".pptx"
	}
	return ".bin"
}
