// Package chromiumtest starts Chromium for tests that look at pages as people do.
package chromiumtest

import (
	"bytes"
	"cmp"
	"context"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"bridge/internal/noerr"
)

// Start starts a browser of its own for the test, or skips it by name.
func Start(t *testing.T, more ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		p, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		// On Ubuntu it may be a script that asks for the snap.
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		err = exec.CommandContext(ctx, p, "--version").Run()
		cancel()
		if err == nil {
			path = p
			break
		}
	}
	if path == "" {
		t.Skip("no chromium that runs: test/scripts/test-deps installs it, on Ubuntu it is a snap (snap install chromium)")
	}
	dir, err := os.MkdirTemp("", "bridge-chromium-")
	noerr.Must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) }) // its children may still write for a moment
	o := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.UserDataDir(dir),
		chromedp.WSURLReadTimeout(60*time.Second), chromedp.Flag("disable-gpu", true))
	alloc, cancel := chromedp.NewExecAllocator(t.Context(), append(o, more...)...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, Patience(4*time.Minute))
	t.Cleanup(cancel)
	return ctx
}

// Run does the actions, or ends the test saying what they were for.
func Run(t *testing.T, ctx context.Context, what string, actions ...chromedp.Action) {
	t.Helper()
	if err := chromedp.Run(ctx, actions...); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}

// Window makes the window so wide, and dark if the reader has it so.
func Window(width int64, dark bool) chromedp.Action {
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	return chromedp.Tasks{
		emulation.SetDeviceMetricsOverride(width, 800, 1, width < 700),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
	}
}

// TooWide is an expression: how many pixels the page is wider than its window.
const TooWide = `document.documentElement.scrollWidth - document.documentElement.clientWidth`

// HasAxe reports whether pages are held to axe-core in this run (make axe).
func HasAxe() bool { return os.Getenv("BRIDGE_AXE") != "" }

// Patience is how long a test of usual takes at most: with axe-core it is much longer.
func Patience(usual time.Duration) time.Duration {
	if HasAxe() {
		return 25 * time.Minute
	}
	return usual
}

// Axe holds the page that is open to axe-core, of which $BRIDGE_AXE is the script, in windows
// of a phone, a tablet and a desktop, light and dark, but for some of its rules; left out: the page is not looked at.
func Axe(t *testing.T, ctx context.Context, what string, but ...string) {
	t.Helper()
	if !HasAxe() {
		return
	}
	axe, err := os.ReadFile(os.Getenv("BRIDGE_AXE"))
	noerr.Must(t, err)
	wait := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	Run(t, ctx, "axe-core in "+what, chromedp.Evaluate(string(axe)+";0", nil))
	for _, width := range []int64{375, 768, 1280} {
		for scheme, dark := range map[string]bool{"light": false, "dark": true} {
			var found []string
			Run(t, ctx, "axe-core on "+what, Window(width, dark), chromedp.Evaluate(`axe.run(document).then(r => r.passes.length < 5 ? ["it has looked at nothing"] : r.violations.filter(v => ["serious", "critical"].includes(v.impact))
				.map(v => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map(n => n.target.join(" ") + " " + n.failureSummary).join("; ")))`, &found, wait))
			for _, f := range found {
				if rule, _, _ := strings.Cut(f, ":"); slices.Contains(but, rule) {
					continue
				}
				t.Errorf("%s, %d pixels, %s: %s", what, width, scheme, f)
			}
		}
	}
	t.Logf("axe-core looked at %s", what)
}

// Shot keeps a picture of the page as NAME.png in the folder $BRIDGE_SHOTS, if there is
// one: for people who look at them.
func Shot(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	dir := os.Getenv("BRIDGE_SHOTS")
	if dir == "" {
		return
	}
	var shot []byte
	Run(t, ctx, "a picture of "+name, chromedp.FullScreenshot(&shot, 100))
	shot, err := small(shot)
	noerr.Must(t, err)
	file := filepath.Join(dir, filepath.FromSlash(name)+".png")
	noerr.Must(t, os.MkdirAll(filepath.Dir(file), 0o755))
	noerr.Must(t, os.WriteFile(file, shot, 0o644))
}

// small is a picture in its 256 most frequent colours: pages have few.
func small(shot []byte) ([]byte, error) {
	from, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		return nil, err
	}
	area, count := from.Bounds(), map[color.Color]int{}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			count[from.At(x, y)]++
		}
	}
	used := slices.SortedFunc(maps.Keys(count), func(a, b color.Color) int { return cmp.Compare(count[b], count[a]) })
	palette := color.Palette(used[:min(len(used), 256)])
	index := make(map[color.Color]uint8, len(used))
	for _, c := range used {
		index[c] = uint8(palette.Index(c))
	}
	to := image.NewPaletted(area, palette)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			to.SetColorIndex(x, y, index[from.At(x, y)])
		}
	}
	var b bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, to)
	return b.Bytes(), err
}
