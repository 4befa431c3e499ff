package htmltext

import (
	"strconv"
	"strings"
)

// color is what a style tells of one.
type color struct {
	r, g, b uint8
	set     bool // it is told, in a way that is understood
	clear   bool // nothing of it is seen
}

var paperWhite = color{r: 255, g: 255, b: 255, set: true}

// near reports whether text of this color cannot be told from what is behind it.
func (c color) near(paper color) bool {
	if !paper.set {
		paper = paperWhite
	}
	const least = 12
	return diff(c.r, paper.r) <= least && diff(c.g, paper.g) <= least && diff(c.b, paper.b) <= least
}

func diff(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }

var colorNames = map[string]color{
	"white": {r: 255, g: 255, b: 255}, "black": {}, "snow": {r: 255, g: 250, b: 250}, "ivory": {r: 255, g: 255, b: 240},
	"whitesmoke": {r: 245, g: 245, b: 245}, "ghostwhite": {r: 248, g: 248, b: 255}, "floralwhite": {r: 255, g: 250, b: 240},
	"mintcream": {r: 245, g: 255, b: 250}, "azure": {r: 240, g: 255, b: 255}, "red": {r: 255}, "green": {g: 128}, "blue": {b: 255},
	"yellow": {r: 255, g: 255}, "gray": {r: 128, g: 128, b: 128}, "grey": {r: 128, g: 128, b: 128}, "silver": {r: 192, g: 192, b: 192},
	"navy": {b: 128}, "transparent": {clear: true},
}

// parseColor reads a name, "#rgb", "#rrggbb", "rgb(1, 2, 3)" and the forms of these
// with an opacity.
func parseColor(s string) color {
	s = strings.ToLower(strings.TrimSpace(s))
	if c, ok := colorNames[s]; ok {
		c.set = true
		return c
	}
	if hex, ok := strings.CutPrefix(s, "#"); ok {
		if len(hex) == 3 || len(hex) == 4 {
			var b strings.Builder
			for _, d := range []byte(hex) {
				b.WriteString(string([]byte{d, d}))
			}
			hex = b.String()
		}
		v, err := strconv.ParseUint(hex, 16, 64)
		switch {
		case err != nil:
		case len(hex) == 6:
			return color{r: uint8(v >> 16), g: uint8(v >> 8), b: uint8(v), set: true}
		case len(hex) == 8:
			return color{r: uint8(v >> 24), g: uint8(v >> 16), b: uint8(v >> 8), set: true, clear: uint8(v) < 13}
		}
		return color{}
	}
	args, ok := strings.CutPrefix(s, "rgb")
	if !ok {
		return color{}
	}
	args = strings.Trim(strings.TrimPrefix(args, "a"), "() ")
	f := strings.FieldsFunc(args, func(r rune) bool { return r == ',' || r == ' ' || r == '/' })
	if len(f) < 3 {
		return color{}
	}
	var v [3]uint8
	for i := range v {
		n, err := strconv.ParseFloat(strings.TrimSuffix(f[i], "%"), 64)
		if err != nil || n < 0 || n > 255 {
			return color{}
		}
		if strings.HasSuffix(f[i], "%") {
			n *= 2.55
		}
		v[i] = uint8(min(n, 255))
	}
	c := color{r: v[0], g: v[1], b: v[2], set: true}
	if len(f) > 3 {
		a, err := strconv.ParseFloat(strings.TrimSuffix(f[3], "%"), 64)
		c.clear = err == nil && (a < 0.05 || (strings.HasSuffix(f[3], "%") && a < 5))
	}
	return c
}
