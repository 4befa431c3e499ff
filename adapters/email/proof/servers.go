package proof

import "bytes"

// WrittenBy returns the name under which a mail's own border server has written
// Authentication-Results with a result of DMARC, as far as they stand where the sender
// could not have put them; "" if there are none. For checks of a configuration: whether
// the server removes those of others is not to be seen in a mail. A header that is cut
// off in the middle is read as far as it goes.
func WrittenBy(header []byte) string {
	if i := bytes.Index(header, []byte("\r\n\r\n")); i >= 0 {
		header = header[:i+2]
	} else {
		header = header[:bytes.LastIndexByte(header, '\n')+1]
	}
	raw := append(bytes.Clone(header), "\r\n"...)
	b, err := readBlock(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return ""
	}
	for i, f := range b.fields {
		if f.name != "authentication-results" {
			continue
		}
		r, ok := parseAuthResult(f.value())
		if !ok {
			return ""
		}
		for _, m := range r.methods {
			if m.name == "dmarc" && ownHops(b.fields[:i], r.id) {
				return r.id
			}
		}
	}
	return ""
}
