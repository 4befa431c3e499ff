// Package qr draws QR codes, for terminals and for pages.
package qr

import (
	"encoding/base64"
	"fmt"
	"strings"

	"rsc.io/qr"
)

// quiet is the light edge, in modules.
const quiet = 2

// Text draws a code with two rows in each line, light where letters are: for a terminal, which
// is dark. Text is at most some 2900 bytes.
func Text(text string) (string, error) {
	c, err := qr.Encode(text, qr.L)
	if err != nil {
		return "", fmt.Errorf("draw a QR code: %w", err)
	}
	light := func(x, y int) bool { return y < c.Size+quiet && !c.Black(x, y) } // outside of it all is light
	var b strings.Builder
	for y := -quiet; y < c.Size+quiet; y += 2 {
		for x := -quiet; x < c.Size+quiet; x++ {
			switch up, down := light(x, y), light(x, y+1); {
			case up && down:
				b.WriteRune('█')
			case up:
				b.WriteRune('▀')
			case down:
				b.WriteRune('▄')
			default:
				b.WriteByte(' ')
			}
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// PNG is a picture of the code, in base64.
func PNG(text string) (string, error) {
	c, err := qr.Encode(text, qr.L)
	if err != nil {
		return "", fmt.Errorf("draw a QR code: %w", err)
	}
	c.Scale = 4
	return base64.StdEncoding.EncodeToString(c.PNG()), nil
}
