package config

import (
	"fmt"
	"log/slog"
)

const redacted = "[redacted]"

// Secret is a text that must not be shown: every way to print, log or encode it
// gives "[redacted]". Reveal is the only way to the text. The zero value is an
// absent secret.
type Secret struct {
	// A pointer, so that fmt shows an address, not the text, where a Secret is in
	// an unexported field and its methods cannot be called.
	text *string
}

// NewSecret returns the text as a Secret; an empty text is the absent secret.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{&text}
}

// Reveal returns the text. Callers use it and keep it out of errors and logs.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// Reveal returns the texts of secrets.
func Reveal(all []Secret) []string {
	var texts []string
	for _, s := range all {
		texts = append(texts, s.Reveal())
	}
	return texts
}

// IsSet says whether there is a secret at all.
func (s Secret) IsSet() bool { return s.text != nil }

// String returns "[redacted]", or "" for an absent secret.
func (s Secret) String() string {
	if s.text == nil {
		return ""
	}
	return redacted
}

// GoString returns what String does.
func (s Secret) GoString() string { return s.String() }

// Format writes what String returns, for every verb of fmt.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(s.String())) }

// LogValue is what slog writes: what String returns.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText is what JSON and other encoders write: what String returns.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
