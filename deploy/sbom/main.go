// The program sbom writes what a binary was built from as a CycloneDX file: what the Go linker has put into it.
package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: sbom BINARY")
		os.Exit(2)
	}
	b, err := os.ReadFile(os.Args[1])
	if err == nil {
		var bi *debug.BuildInfo
		if bi, err = buildinfo.Read(bytes.NewReader(b)); err == nil {
			_, err = os.Stdout.Write(bom(filepath.Base(os.Args[1]), bi, sha256.Sum256(b)))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

// component is a component of CycloneDX 1.6, as far as we have something to say of one.
type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	PURL       string     `json:"purl,omitempty"`
	Hashes     []hash     `json:"hashes,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// bom is the file about a binary with that name and sum: the same for the same binary.
func bom(name string, bi *debug.BuildInfo, sum [32]byte) []byte {
	id := sum // of the sum, in the form of a UUID
	id[6], id[8] = id[6]&0x0f|0x50, id[8]&0x3f|0x80
	main := component{Type: "application", Ref: "bridge", Name: name, Version: bi.Main.Version, Hashes: []hash{{"SHA-256", hex.EncodeToString(sum[:])}}}
	for _, s := range bi.Settings {
		if strings.HasPrefix(s.Key, "vcs") || s.Key == "GOOS" || s.Key == "GOARCH" || s.Key == "-tags" {
			main.Properties = append(main.Properties, property{"go:" + s.Key, s.Value})
		}
	}
	std := strings.TrimPrefix(strings.Fields(bi.GoVersion)[0], "go")
	parts := []component{library("std", std, "")}
	for _, d := range bi.Deps {
		if d.Replace != nil {
			d = d.Replace
		}
		parts = append(parts, library(d.Path, d.Version, d.Sum))
	}
	refs := make([]string, 0, len(parts))
	for _, p := range parts {
		refs = append(refs, p.Ref)
	}
	out, _ := json.MarshalIndent(map[string]any{ // of strings: it cannot fail
		"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "serialNumber": fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:16]),
		"metadata": map[string]any{"component": main}, "components": parts,
		"dependencies": []any{map[string]any{"ref": main.Ref, "dependsOn": refs}},
	}, "", " ")
	return append(out, '\n')
}

// library is a module. sum is its hash as go.sum has it, which is one of all its files, not of one.
func library(path, version, sum string) component {
	c := component{Type: "library", Name: path, Version: version, PURL: "pkg:golang/" + path + "@" + version}
	c.Ref = c.PURL
	if sum != "" {
		c.Properties = []property{{"go:sum", sum}}
	}
	return c
}
