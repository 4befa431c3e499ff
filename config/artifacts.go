package config

import (
	"maps"
	"net/url"
	"slices"
	"strings"
)

// Values of artifacts.url that are no URL of a bucket.
const (
	fileArtifacts = "file"
	memArtifacts  = "mem://"
)

const artifactsForms = `"file", "file:PATH", "s3://BUCKET?region=REGION" or "mem://"`

// maxS3Upload is what S3 takes in one upload.
const maxS3Upload = 5 << 30

// isFileArtifacts is true for artifacts in a folder.
func isFileArtifacts(u string) bool {
	return u == fileArtifacts || strings.HasPrefix(u, fileArtifacts+":")
}

// checkArtifacts checks artifacts.url and makes its path absolute.
func (c *Config) checkArtifacts() {
	n := c.root.get("artifacts", "url")
	if n == nil || n.kind != kindString {
		return
	}
	u := c.Artifacts.URL
	path, isPath := strings.CutPrefix(u, fileArtifacts+":")
	switch {
	case u == fileArtifacts || u == memArtifacts:
	case isPath && (path == "" || strings.HasPrefix(path, "//")):
		c.problem(n, quote(n.src)+" names no folder", `"file:PATH", such as "file:/srv/attachments"`)
	case isPath:
		c.Artifacts.URL = fileArtifacts + ":" + c.Path(path)
	case strings.HasPrefix(u, "s3://"):
		for _, f := range s3Flaws(u) {
			c.problem(n, f.problem, f.write)
		}
		if c.Artifacts.MaxSize > maxS3Upload {
			size := n
			if m := c.root.get("artifacts", "max_size"); m != nil {
				size = m
			}
			c.problem(size, "S3 takes at most "+Size(maxS3Upload).String()+" at once", `a size up to "5GiB"`)
		}
	default:
		c.problem(n, quote(n.src)+" is not a place for artifacts", artifactsForms)
	}
}

// s3Flaws returns the mistakes in s3://BUCKET?…, none of which shows its text:
// people put keys into it.
func s3Flaws(raw string) (flaws []flaw) {
	const write = `"s3://BUCKET?region=REGION", and for other servers than Amazon's &endpoint=https://HOST and &s3ForcePathStyle=true`
	add := func(problem, write string) { flaws = append(flaws, flaw{problem, write}) }
	u, err := url.Parse(raw)
	if err != nil {
		add("it is not a URL", write)
		return flaws
	}
	switch {
	case u.User != nil:
		add("credentials do not belong into it", "it without them, and set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	case !isBucket(u.Host):
		add("it names no bucket: 3 to 63 of a-z, 0-9, . and -", write)
	}
	if strings.Trim(u.Path, "/") != "" || u.Fragment != "" {
		add("there is more than a bucket before the options", write)
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		add("its options are not well formed", write)
		return flaws
	}
	known := []string{"region", "endpoint", "s3ForcePathStyle"}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		values := query[name]
		if len(values) > 1 {
			add("an option is there twice", "each option once")
			continue
		}
		switch v := values[0]; name {
		case "region":
			if !isBare(v) {
				add("the option region is not the name of a region", "region=eu-south-1")
			}
		case "endpoint":
			e, err := url.Parse(v)
			if err != nil || urlProblem(v) != "" || e.User != nil || e.RawQuery != "" || e.Fragment != "" {
				add("the option endpoint is not a plain URL", "endpoint=https://HOST")
			}
		case "s3ForcePathStyle":
			if v != "true" && v != "false" {
				add("the option s3ForcePathStyle is neither true nor false", "s3ForcePathStyle=true")
			}
		default:
			add("there is an unknown option in it", oneOf(known)+"; credentials come from the AWS environment")
		}
	}
	return flaws
}

// isBucket is true for what S3 takes as the name of a bucket.
func isBucket(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '.' && c != '-' {
			return false
		}
	}
	return len(s) >= 3 && len(s) <= 63
}
