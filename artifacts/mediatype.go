package artifacts

import (
	"mime"
	"net/http"
	"slices"
	"strings"
)

const (
	octetStream = "application/octet-stream"
	textPlain   = "text/plain"
	textHTML    = "text/html"
)

// resolveType returns the media type of an artifact from what its sender said
// and its first bytes (http.DetectContentType, WHATWG MIME Sniffing). The
// declared type stays where the bytes do not speak against it: sniffing knows
// few types, and every text looks like text/plain. Bytes are never called HTML
// (or SVG, which sniffing cannot tell) unless the sender did.
func resolveType(declared string, head []byte) string {
	base, full, ok := parseType(declared)
	if len(head) == 0 {
		if ok {
			return full
		}
		return octetStream
	}
	sniffed := sniff(head)
	if ok && compatible(base, sniffed) {
		return full
	}
	if sniffed == textHTML {
		return textPlain
	}
	return sniffed
}

// parseType reads a declared type. It returns the bare type, and the type with
// its charset, the one parameter that is kept. It is false for what says
// nothing (application/octet-stream) or cannot be the type of a single file.
func parseType(declared string) (base, full string, ok bool) {
	if len(declared) > 200 {
		return "", "", false
	}
	base, params, err := mime.ParseMediaType(declared)
	if err != nil || strings.ContainsAny(base, "*") {
		return "", "", false
	}
	top, sub, _ := strings.Cut(base, "/")
	if top == "" || sub == "" || top == "multipart" {
		return "", "", false
	}
	switch base {
	case octetStream, "binary/octet-stream", "application/unknown", "application/binary":
		return "", "", false
	case "image/jpg", "image/pjpeg":
		base = "image/jpeg"
	}
	full = base
	if cs := params["charset"]; cs != "" && len(cs) <= 40 && top == "text" {
		if f := mime.FormatMediaType(base, map[string]string{"charset": cs}); f != "" && !strings.Contains(f, "*=") {
			full = f
		}
	}
	return base, full, true
}

// sniff is http.DetectContentType without parameters and without its false
// friends: a table that starts with "BM" or "ID3" is neither bitmap nor music.
func sniff(head []byte) string {
	s, _, _ := strings.Cut(http.DetectContentType(head), ";")
	switch {
	case s == "application/pdf" || s == "application/postscript" || strings.HasPrefix(s, "text/"):
		return s // formats that may well start with nothing but text
	case head[0] < 0x80 && isText(head):
		return textPlain
	}
	return s
}

// isText reports whether there is no "binary data byte" in b (WHATWG MIME
// Sniffing §3).
func isText(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return c <= 0x08 || c == 0x0B || 0x0E <= c && c <= 0x1A || 0x1C <= c && c <= 0x1F })
}

// compatible reports whether bytes that look like sniffed may be of the declared type.
func compatible(declared, sniffed string) bool {
	if declared == sniffed {
		return true
	}
	top, _, _ := strings.Cut(declared, "/")
	sniffedTop, _, _ := strings.Cut(sniffed, "/")
	switch {
	case sniffedTop == "text":
		return !binary(declared)
	case sniffed == octetStream: // binary, of a kind that sniffing does not know
		return !textual(declared) && !signed(declared)
	case sniffed == "application/zip", sniffed == "application/x-gzip":
		// Containers: office files, books, tar.gz.
		return top == "application" && !textual(declared) && declared != "application/pdf"
	case sniffed == "application/ogg":
		return top == "audio" || top == "video"
	case sniffedTop == "audio", sniffedTop == "video":
		// One container, many names: audio/mp4 in video/mp4, audio/x-wav.
		return top == "audio" || top == "video"
	case sniffedTop == "font":
		return top == "font" || top == "application"
	}
	return false
}

// textual reports whether a file of this type is always text.
func textual(mediaType string) bool {
	switch mediaType {
	case "application/json", "application/xml", "application/javascript", "application/yaml",
		"application/x-ndjson", "application/sql":
		return true
	}
	return strings.HasPrefix(mediaType, "text/") || strings.HasSuffix(mediaType, "+json") || strings.HasSuffix(mediaType, "+xml")
}

// signed reports whether sniffing would have known a file of this type. A PDF
// is not among them: many have some bytes before their signature.
func signed(mediaType string) bool {
	switch mediaType {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		return true
	}
	return false
}

// binary reports whether a file of this type can never be text.
func binary(mediaType string) bool {
	top, _, _ := strings.Cut(mediaType, "/")
	switch top {
	case "image":
		return mediaType != "image/svg+xml"
	case "audio", "video", "font":
		return true
	}
	switch mediaType {
	case "application/pdf", "application/zip", "application/gzip", "application/x-gzip",
		"application/x-rar-compressed", "application/vnd.rar", "application/x-7z-compressed":
		return true
	}
	// .docx, .xlsx, .pptx, .odt: zip files
	return strings.HasPrefix(mediaType, "application/vnd.openxmlformats-officedocument.") ||
		strings.HasPrefix(mediaType, "application/vnd.oasis.opendocument.")
}
