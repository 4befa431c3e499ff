package main

import (
	"encoding/json"
	"runtime/debug"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

// The file names the binary and every module of it, and is the same each time.
func TestBOM(t *testing.T) {
	bi := &debug.BuildInfo{
		GoVersion: "go1.26.8 X:none", Main: debug.Module{Path: "bridge", Version: "v1.2.3"},
		Deps: []*debug.Module{
			{Path: "example.com/a", Version: "v1.0.0", Sum: "h1:abc="},
			{Path: "example.com/b", Version: "v2.0.0", Replace: &debug.Module{Path: "example.com/c", Version: "v0.1.0", Sum: "h1:def="}},
		},
		Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "0123"}, {Key: "-ldflags", Value: "-s"}},
	}
	out := bom("bridge", bi, [32]byte{1, 2, 3})
	if string(bom("bridge", bi, [32]byte{1, 2, 3})) != string(out) {
		t.Error("not the same twice")
	}
	var b struct {
		BOMFormat, SerialNumber string
		Metadata                struct{ Component component }
		Components              []component
		Dependencies            []struct{ DependsOn []string }
	}
	noerr.Must(t, json.Unmarshal(out, &b))
	if b.BOMFormat != "CycloneDX" || b.SerialNumber != "urn:uuid:01020300-0000-5000-8000-000000000000" {
		t.Errorf("%s %s", b.BOMFormat, b.SerialNumber)
	}
	if m := b.Metadata.Component; m.Version != "v1.2.3" || len(m.Properties) != 1 || !strings.HasPrefix(m.Hashes[0].Content, "010203") {
		t.Errorf("the binary: %+v", m)
	}
	var purls []string
	for _, c := range b.Components {
		purls = append(purls, c.PURL)
	}
	want := "pkg:golang/std@1.26.8 pkg:golang/example.com/a@v1.0.0 pkg:golang/example.com/c@v0.1.0"
	if got := strings.Join(purls, " "); got != want || strings.Join(b.Dependencies[0].DependsOn, " ") != want {
		t.Errorf("the modules are %s", got)
	}
}
