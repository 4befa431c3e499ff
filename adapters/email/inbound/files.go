package inbound

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"bridge/core/envelope"
	"bridge/core/message"
)

// keepFiles puts the files into the artifact store and makes the parts. Nobody
// reads the files of a mail that starts no turn: they are not stored.
func (rd *Reader) keepFiles(ctx context.Context, m *Mail, src io.ReaderAt, size int64) error {
	text, own, cut := m.written(rd.Tags.Self)
	if strings.TrimSpace(text) != "" {
		p := envelope.TextPart(envelope.Response, text)
		if own != text {
			b, err := json.Marshal(own)
			if err != nil {
				return fmt.Errorf("write what a person wrote: %w", err)
			}
			p.Metadata = map[string]json.RawMessage{"written": b}
		}
		m.parts = append(m.parts, p)
	}
	if m.Class != message.Human && m.Class != message.Quiet || m.Shown.Encrypted != "" {
		return nil
	}
	for _, f := range m.Shown.Files {
		r, known := f.Open()
		sum := sha256.New()
		var body io.Reader = r
		if text, held := m.Shown.WithoutPrompt(f); held {
			body = strings.NewReader(text)
		}
		art, err := rd.Store.Put(ctx, io.TeeReader(body, sum), f.Name, f.Media)
		if err != nil {
			return fmt.Errorf("store attachment: %w", err)
		}
		m.broken = m.broken || r.Damaged() || !known
		fmt.Fprintf(m.sums, "\nfile %s %x", strconv.Quote(f.Name), sum.Sum(nil))
		m.stored = append(m.stored, art.ID)
		m.parts = append(m.parts, rd.Store.Part(art))
	}
	if !m.broken && !cut && !m.Shown.Omitted {
		return nil
	}
	// The agent is not to see the code of a prompt that is quoted, and no file is to have
	// what decides.
	var whole io.Reader = io.NewSectionReader(src, 0, size)
	if text, held := m.Shown.RawWithoutPrompt(src, size); held {
		whole = strings.NewReader(text)
	}
	art, err := rd.Store.PutWhole(ctx, whole, "message.eml", "message/rfc822")
	if err != nil {
		return fmt.Errorf("store raw message: %w", err)
	}
	m.stored = append(m.stored, art.ID)
	m.parts = append(m.parts, rd.Store.Part(art))
	return nil
}

// Forget removes the files of a mail that was not taken.
func (rd *Reader) Forget(ctx context.Context, ids []message.ArtifactID) {
	for _, id := range ids {
		if err := rd.Store.Delete(ctx, id); err != nil {
			rd.Log.Warn("a file of a mail that was not taken stays until its retention is over", "err", err)
			return
		}
	}
}

// keepRaw keeps the mail as it came, where it may decide something.
func keepRaw(in *message.Inbound, src io.ReaderAt, size int64) error {
	if in.Class != message.Human {
		return nil
	}
	raw := make([]byte, min(size, message.MaxRaw))
	if _, err := src.ReadAt(raw, 0); err != nil && err != io.EOF {
		return fmt.Errorf("read the mail again: %w", err)
	}
	h := sha256.New()
	h.Write(raw)
	if _, err := io.Copy(h, io.NewSectionReader(src, int64(len(raw)), size-int64(len(raw)))); err != nil {
		return fmt.Errorf("read the mail again: %w", err)
	}
	in.Raw, in.RawCut, in.RawSHA256 = raw, int64(len(raw)) < size, hex.EncodeToString(h.Sum(nil))
	return nil
}
