package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bridge/config"
	"bridge/internal/noerr"
)

// What [[states]], [[surfaces]] and their files get wrong has its line and what to write.
func TestStatesAndSurfaces(t *testing.T) {
	const good = "[[states]]\ncomponent = \"trip\"\nallow_handler_transitions = true\n[states.coordinates.booking]\ninitial = \"open\"\ntransitions = { open = [\"held\"] }\n"
	for _, c := range []struct{ name, text, want string }{
		{"good", good, ""},
		{"good file", "[[states]]\nfile = \"machines.json\"\n[[surfaces]]\nkind = \"trip\"\nfile = \"trip.json\"\n", ""},
		{"no agent may", strings.Replace(good, "true", "false", 1), "warning: 2: states[0].component: nothing moves it"},
		{"twice, once in a file", good + "[[states]]\nfile = \"machines.json\"\n", `8: states[1].file: trip.component: "trip" is there twice`},
		{"a file and more", "[[states]]\nfile = \"machines.json\"\ncomponent = \"x\"\n", "2: states[0].file: beside it nothing else counts"},
		{"no file", "[[states]]\nfile = \"none.json\"\n", "2: states[0].file: open "},
		{"not JSON", "[[states]]\nfile = \"broken.json\"\n", "2: states[0].file: "},
		{"nothing leads to it", strings.Replace(good, `{ open`, `{ lost = ["open"], open`, 1), "warning: 6: states[0].coordinates.booking.transitions: nothing leads to lost"},
		{"no initial", strings.Replace(good, "initial = \"open\"\n", "", 1), "4: states[0].coordinates.booking.initial: it is missing"},
		{"two templates", "[[surfaces]]\nkind = \"trip\"\nfile = \"trip.json\"\n[[surfaces]]\nkind = \"trip\"\nfile = \"trip.json\"\n", `5: surfaces[1].kind: "trip" has a template already`},
		{"no root", "[[surfaces]]\nkind = \"trip\"\nfile = \"noroot.json\"\n", `3: surfaces[0].file: no component has the id "root"`},
		{"a template that is none", "[[surfaces]]\nkind = \"trip\"\nfile = \"broken.json\"\n", "3: surfaces[0].file: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range map[string]string{
				"config.toml": c.text, "broken.json": "{", "noroot.json": "[]",
				"machines.json": `{"trip":{"allowHandlerTransitions":true,"coordinates":{"booking":{"initial":"open","transitions":{"open":["held"]}}}}}`,
				"trip.json":     `[{"id":"root","component":"Text","text":{"path":"/city"}}]`,
			} {
				noerr.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
			}
			conf, err := config.Load(filepath.Join(dir, "config.toml"), os.LookupEnv)
			if conf == nil {
				t.Fatal(err)
			}
			m, ts := machines(conf), templates(conf)
			var got []string
			if err := conf.Check(); err != nil {
				got = strings.Split(err.Error(), "\n")
			}
			for _, w := range conf.Warnings() {
				if strings.Contains(w.String(), "states") {
					got = append(got, "warning: "+w.String())
				}
			}
			for i := range got {
				got[i] = strings.Replace(got[i], conf.File+":", "", 1)
			}
			if c.want == "" && (len(got) > 0 || m == nil || strings.Contains(c.text, "surfaces") && len(ts) != 1) {
				t.Errorf("got %q, %v, %v", got, m, ts)
			}
			if c.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], c.want)) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
