package config

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

// inSrv makes paths absolute as a file in /srv/bridge does.
func inSrv(p string) string {
	if p == "" || filepath.IsAbs(p) {
		return p
	}
	return filepath.Join("/srv/bridge", p)
}

// revealed is a Store whose passwords can be compared.
func revealed(s Store) string { return s.url(func(p Secret) string { return escape(p.Reveal()) }) }

func TestStore(t *testing.T) {
	pw := NewSecret
	for text, want := range map[string]Store{
		"sqlite:db/x.db":         {Kind: SQLite, Path: "/srv/bridge/db/x.db"},
		"redis://h:1":            {Kind: Redis, Addrs: []string{"h:1"}},
		"redis://h":              {Kind: Redis, Addrs: []string{"h:6379"}},
		"redis://h/":             {Kind: Redis, Addrs: []string{"h:6379"}},
		"redis://10.0.0.1:63/15": {Kind: Redis, Addrs: []string{"10.0.0.1:63"}, DB: 15},
		"redis://[::1]:63/2":     {Kind: Redis, Addrs: []string{"[::1]:63"}, DB: 2},
		"redis://[fe80::1]":      {Kind: Redis, Addrs: []string{"[fe80::1]:6379"}},
		"redis://:s3cret@h:1/3":  {Kind: Redis, Addrs: []string{"h:1"}, Password: pw("s3cret"), DB: 3},
		"redis://u:p%40%2F%3A%3F%23%25%20@h:1": {
			Kind: Redis, Addrs: []string{"h:1"}, Username: "u", Password: pw("p@/:?#% "),
		},
		"redis://u:a:b+c=d&e@h:1":      {Kind: Redis, Addrs: []string{"h:1"}, Username: "u", Password: pw("a:b+c=d&e")},
		"rediss://h:1":                 {Kind: Redis, Addrs: []string{"h:1"}, TLS: true},
		"rediss://h:1/4?ca=tls/ca.pem": {Kind: Redis, Addrs: []string{"h:1"}, DB: 4, TLS: true, CA: "/srv/bridge/tls/ca.pem"},
		"redis+unix:///run/r.sock":     {Kind: Redis, Socket: "/run/r.sock"},
		"redis+unix://r.sock?db=7":     {Kind: Redis, Socket: "/srv/bridge/r.sock", DB: 7},
		"redis+unix://u:p@/a%20b/r":    {Kind: Redis, Socket: "/a b/r", Username: "u", Password: pw("p")},
		"redis+sentinel://a,b:2,c:3/main": {
			Kind: Sentinel, Addrs: []string{"a:26379", "b:2", "c:3"}, Master: "main",
		},
		"redis+sentinel://u:p@a:1/m%2Fx/5?tls=true&ca=/ca.pem&sentinel_username=s&sentinel_password=q%26": {
			Kind: Sentinel, Addrs: []string{"a:1"}, Master: "m/x", DB: 5, Username: "u", Password: pw("p"), TLS: true, CA: "/ca.pem",
			SentinelUsername: "s", SentinelPassword: pw("q&"),
		},
		"redis+sentinel://a:1/m?sentinel_password=q": {Kind: Sentinel, Addrs: []string{"a:1"}, Master: "m", SentinelPassword: pw("q")},
		"redis+cluster://a:1,b:2":                    {Kind: Cluster, Addrs: []string{"a:1", "b:2"}},
		"redis+cluster://:p@a,b/?tls=true":           {Kind: Cluster, Addrs: []string{"a:6379", "b:6379"}, Password: pw("p"), TLS: true},
		"redis+cluster://a?tls=false":                {Kind: Cluster, Addrs: []string{"a:6379"}},
	} {
		got, flaws := parseStore(text, inSrv)
		if len(flaws) > 0 {
			t.Errorf("%s: %v", text, flaws)
			continue
		}
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) || revealed(got) != revealed(want) {
			t.Errorf("%s is %s, want %s\n%+v\n%+v", text, revealed(got), revealed(want), got, want)
		}
		if got.IsRedis() != strings.HasPrefix(text, "redis") {
			t.Errorf("%s: IsRedis is %v", text, got.IsRedis())
		}
	}
}

func TestStoreMistakes(t *testing.T) {
	const (
		redis    = `"redis://[USER:PASSWORD@]HOST:PORT[/DB]"`
		sentinel = `"redis+sentinel://[USER:PASSWORD@]HOST:PORT,HOST:PORT/MASTER[/DB][?tls=true]"`
		cluster  = `"redis+cluster://[USER:PASSWORD@]HOST:PORT,HOST:PORT[?tls=true]"`
		unix     = `"redis+unix://[USER:PASSWORD@]PATH[?db=N]"`
		at       = "there is an @ where none can be; write a password percent-encoded: %40 for @, %2F for /, %3F for ?, %23 for #, %25 for %"
	)
	for text, want := range map[string][]string{
		"redis:h:1":                     {"it is not a store; write " + storeForms},
		"REDIS://h:1":                   {"it is not a store; write " + storeForms},
		"redis+tls://:hunter2@h":        {"it is not a store; write " + storeForms},
		"postgres://h?password=hunter2": {"it is not a store; write " + storeForms},
		"redis://":                      {"the server has no host; write " + redis},
		"redis://:6379":                 {"the server has no host; write " + redis},
		"redis://h:":                    {"the server has no valid port; write " + redis},
		"redis://h:0":                   {"the server has no valid port; write " + redis},
		"redis://h:65536/x": {
			"the server has no valid port; write " + redis,
			"its database is not a number from 0 to 65535; write " + redis,
		},
		"redis://::1":                               {"the server has a host that is none (an IPv6 address needs brackets); write " + redis},
		"redis://[h]:1":                             {"the server has brackets without an IPv6 address; write " + redis},
		"redis://[::1:1":                            {"the server has brackets without an IPv6 address; write " + redis},
		"redis://hö:1":                              {"the server has a host that is none (an IPv6 address needs brackets); write " + redis},
		"redis://a:1,b:2":                           {"it names more than one server; write " + redis},
		"redis://h/-1":                              {"its database is not a number from 0 to 65535; write " + redis},
		"redis://h/1/2":                             {"its database is not a number from 0 to 65535; write " + redis},
		"redis://u:@h":                              {"there is no password before the @; write " + redis},
		"redis://hunter2@h":                         {"there is no password before the @; write " + redis},
		"redis://:hunter2%@h":                       {"the password has a % that is no %XX; write %25 for a %"},
		"redis://:hunter2#x@h":                      {"there is a # in it; write %23 for a # in a password"},
		"redis://:hunter2@x@h":                      {at},
		"redis://:hunter2/x@h":                      {at},
		"redis://:hunter2?x@h":                      {at},
		"redis+unix://:hunter2/x@/s":                {at},
		"redis://: hunter2@h":                       {"there is a blank or control character in it; write it percent-encoded, as in %20"},
		"redis://h?ca=x":                            {`there is no option "ca" of this store; write a URL without options`},
		"redis://:p@h?hunter2":                      {`there is no option of this store; write a URL without options`},
		"rediss://h?insecure=true":                  {`there is no option "insecure" of this store; write ca`},
		"rediss://h?ca":                             {"the option ca has no value; write ca=VALUE"},
		"rediss://h?ca=a&ca=b":                      {"the option ca is there twice; write it once"},
		"redis+unix://":                             {"it names no socket; write " + unix},
		"redis+unix:///run/":                        {"it names no socket; write " + unix},
		"redis+unix:///" + strings.Repeat("x", 103): {"the path of the socket is longer than 103 bytes; write a shorter one"},
		"redis+unix:///s?db=x":                      {"its database is not a number from 0 to 65535; write " + unix},
		"redis+sentinel://a:1":                      {"it names no master; write " + sentinel},
		"redis+sentinel://a:1,,a:1/m": {
			"server 2 has no host; write " + sentinel,
			"server 3 is there twice; write each server once",
		},
		"redis+sentinel://a/m?tls=yes":                      {"the option tls is neither true nor false; write tls=true"},
		"redis+sentinel://a/m?ca=x":                         {"it has a ca and no TLS; write tls=true with it"},
		"redis+sentinel://a/m?sentinel_username=u":          {"it has a sentinel_username and no sentinel_password; write both"},
		"redis+sentinel://a/m?sentinel_password=hun&ter2=x": {"there is no option of this store; write one of ca, sentinel_password, sentinel_username, tls"},
		"redis+cluster://a:1/2":                             {"a cluster has no databases; write " + cluster},
		"redis+cluster://" + strings.Repeat("a,", 64) + "a": {"it names more than 64 servers; write " + cluster},
	} {
		c := loadText("store = '" + text + "'\n[artifacts]\nshared = true\n")
		var wanted []string
		for _, w := range want {
			wanted = append(wanted, "config.toml:1: store: "+w)
		}
		if got := lines(c.Check()); !slices.Equal(got, wanted) {
			t.Errorf("%s: got\n%s\nwant\n%s", text, strings.Join(got, "\n"), strings.Join(wanted, "\n"))
		}
		if show := string(c.Show()); leaks(show) || leaks(fmt.Sprint(c.Check())) {
			t.Errorf("%s is shown:\n%s", text, show)
		}
	}
}

// What a store on Redis needs of the other keys.
func TestStoreAndTheRest(t *testing.T) {
	const (
		forms  = `; write "s3://BUCKET?region=REGION", or "file:PATH" and shared = true for a folder that all nodes have`
		memory = "artifacts.url: with a store on Redis all nodes need the same artifacts, and those in memory are each node's own" + forms
		local  = "artifacts.url: with a store on Redis all nodes need the same artifacts, and nothing says that they share this folder" + forms
		redis  = "store = 'redis://h'\n"
	)
	for _, c := range []struct {
		file string
		want []string
	}{
		{redis, []string{"1: " + local}},
		{redis + "artifacts.url = 'file'", []string{"2: " + local}},
		{redis + "artifacts.url = 'file:/srv/a'", []string{"2: " + local}},
		{redis + "artifacts.url = 'mem://'", []string{"2: " + memory}},
		{redis + "artifacts = { url = 'mem://', shared = true }", []string{"2: " + memory}},
		{redis + "artifacts.shared = true", nil},
		{redis + "artifacts = { url = 'file:a', shared = true }\nwait_replicas=16", nil},
		{redis + "artifacts.url = 's3://bucket?region=eu-south-1'", nil},
		{redis + "artifacts.url = 7", []string{"2: artifacts.url: the number 7 is not a text; write a text in double quotes"}},
		{redis + "artifacts.shared = true\nwait_replicas=17", []string{"3: wait_replicas: it is more than 16; write a number from 0 to 16"}},
		{redis + "artifacts.shared = true\nwait_replicas=-1", []string{"3: wait_replicas: the number -1 is below zero; write a number from 0"}},
		{"wait_replicas = 1", []string{"1: wait_replicas: only a store on Redis has replicas; write wait_replicas = 0, or leave the key out"}},
		{"wait_replicas = 0", nil},
		{"store = 'redis://'\nwait_replicas = 99", []string{`1: store: the server has no host; write "redis://[USER:PASSWORD@]HOST:PORT[/DB]"`}},
		{"artifacts.url = 'mem://'", nil},
		{"node = 'mail-1.example.com'", nil},
		{"node = ''", nil},
	} {
		wanted := []string{}
		for _, w := range c.want {
			wanted = append(wanted, "config.toml:"+w)
		}
		if got := lines(loadText(c.file + "\nsecret = '" + strings.Repeat("s", 32) + "'").Check()); !slices.Equal(got, wanted) {
			t.Errorf("%s: got\n%s\nwant\n%s", c.file, strings.Join(got, "\n"), strings.Join(wanted, "\n"))
		}
	}
	c := loadText("store = 'redis://h'\nwait_replicas = 2\nnode = 'a'\nartifacts = { url = 'file:files', shared = true }\nsecret = '" + strings.Repeat("s", 32) + "'")
	if err := c.Check(); err != nil || c.WaitReplicas != 2 || c.Node != "a" || !c.Artifacts.Shared || c.Artifacts.URL != "file:/srv/bridge/files" {
		t.Errorf("%v %d %q %+v", err, c.WaitReplicas, c.Node, c.Artifacts)
	}
	// A secret in the store would lie beside what it seals.
	for _, file := range []string{redis + "artifacts.shared = true", "listen = ':1'\nstore = 'redis+cluster://h'\nartifacts.shared = true"} {
		got := lines(loadText(file).Check())
		if len(got) != 1 || !strings.Contains(got[0], ": secret: a store on Redis needs a secret") || !strings.Contains(got[0], `secret = "${BRIDGE_SECRET}"`) {
			t.Errorf("%s without a secret: %q", file, got)
		}
	}
}

func TestArtifactsURL(t *testing.T) {
	const (
		s3  = `; write "s3://BUCKET?region=REGION", and for other servers than Amazon's &endpoint=https://HOST and &s3ForcePathStyle=true`
		opt = "; write one of endpoint, region, s3ForcePathStyle; credentials come from the AWS environment"
	)
	for url, want := range map[string][]string{
		"s3://bucket": nil,
		"s3://bucket?region=eu-south-1&endpoint=https://minio.example:9000&s3ForcePathStyle=true": nil,
		"file:/srv/x":                 nil,
		"file:x":                      nil,
		"file:":                       {`"file:" names no folder; write "file:PATH", such as "file:/srv/attachments"`},
		"file:///srv/x":               {`"file:///srv/x" names no folder; write "file:PATH", such as "file:/srv/attachments"`},
		"gs://bucket":                 {`"gs://bucket" is not a place for artifacts; write ` + artifactsForms},
		"s3://B":                      {"it names no bucket: 3 to 63 of a-z, 0-9, . and -" + s3},
		"s3://bucket/folder":          {"there is more than a bucket before the options" + s3},
		"s3://key:hunter2@bucket":     {"credentials do not belong into it; write it without them, and set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"},
		"s3://bucket?hunter2=hunter2": {"there is an unknown option in it" + opt},
		"s3://bucket?region=%hunter2": {"its options are not well formed" + s3},
		"s3://bucket?region=":         {"the option region is not the name of a region; write region=eu-south-1"},
		"s3://bucket?endpoint=h:1&s3ForcePathStyle=1": {
			"the option endpoint is not a plain URL; write endpoint=https://HOST",
			"the option s3ForcePathStyle is neither true nor false; write s3ForcePathStyle=true",
		},
		"s3://bucket?endpoint=http://u:hunter2@h": {"the option endpoint is not a plain URL; write endpoint=https://HOST"},
		"s3://bucket?region=a&region=b":           {"an option is there twice; write each option once"},
		"s3://bu cket":                            {"it is not a URL" + s3},
	} {
		wanted := []string{}
		for _, w := range want {
			wanted = append(wanted, "config.toml:1: artifacts.url: "+w)
		}
		got := lines(loadText("artifacts.url = '" + url + "'").Check())
		if !slices.Equal(got, wanted) {
			t.Errorf("%s: got\n%s\nwant\n%s", url, strings.Join(got, "\n"), strings.Join(wanted, "\n"))
		}
		if leaks(strings.Join(got, "\n")) {
			t.Errorf("%s is shown: %s", url, got)
		}
	}
	want := []string{`config.toml:1: artifacts.max_size: S3 takes at most 5GiB at once; write a size up to "5GiB"`}
	if got := lines(loadText("artifacts = { url = 's3://bucket', max_size = '6GiB' }").Check()); !slices.Equal(got, want) {
		t.Errorf("got %s", got)
	}
}

// TestShowStore: Show and every other way to print a Config hide the passwords
// of the store, however the file has them.
func TestShowStore(t *testing.T) {
	env := func(name string) (string, bool) {
		v, ok := map[string]string{
			"PW": "hunter2", "HALF": "unter2", "HOST": "hidden-host", "REST": "@hidden-host:1", "URL": "redis://u:hunter2@hidden-host:1/2",
			"BAD": "redis://u:hunter2/x@hidden-host",
		}[name]
		return v, ok
	}
	for text, want := range map[string]string{
		"redis://h":                 `store = "redis://h:6379/0"`,
		"redis://u:hunter2@h:1/2":   `store = "redis://u:***@h:1/2"`,
		"redis://u:${PW}@h:1/2":     `store = "redis://***@h:1/2"`,
		"redis://:${PW}@${HOST}":    `store = "redis://***@${HOST}"`,
		"redis://${HOST}":           `store = "redis://${HOST}"`,
		"redis://u:h${HALF}${REST}": `store = "redis://***"`,
		"redis://u:hunter2${REST}":  `store = "redis://***"`,
		"${URL}":                    `store = "${URL}"`,
		"${BAD}":                    ``,
		"redis://u:hunter2/@h":      `store = "redis://***"`,
		"redis+sentinel://:hunter2@a:1/m/1?sentinel_password=hunter2": `store = "redis+sentinel://:***@a:1/m/1?sentinel_password=***"`,
		"redis+sentinel://a:1/m?sentinel_password=hunter2${HOST}":     `store = "redis+sentinel://a:1/m?***"`,
		"redis+cluster://u:hunter2@a,b?tls=true&ca=x@y":               `store = "redis+cluster://***"`,
		"redis+cluster://u:hunter2@a,b?tls=true&ca=x%40y":             `store = "redis+cluster://u:***@a:6379,b:6379?tls=true&ca=/srv/bridge/x%40y"`,
		"sqlite:${HOST}.db": `store = "sqlite:${HOST}.db"`,
	} {
		c := load("config.toml", "/srv/bridge", []byte("store = '"+text+"'\nartifacts.shared = true"), env, readSmallFile)
		show := string(c.Show())
		line := ""
		for l := range strings.Lines(show) {
			if strings.HasPrefix(l, "store = ") {
				line = strings.TrimSpace(l)
			}
		}
		if line != want {
			t.Errorf("%s is shown as %s, want %s", text, line, want)
		}
		j, err := json.Marshal(c)
		noerr.Must(t, err)
		for _, out := range []string{show, string(j), fmt.Sprintf("%v %+v %#v %s", c.Store, c.Store, c.Store, c.Store), fmt.Sprint(c.Check())} {
			if leaks(out) || strings.Contains(out, "unter2") {
				t.Errorf("%s: a password is shown:\n%s", text, out)
			}
		}
	}
}

// FuzzStore: no store URL makes the parser panic, or is taken for one that it
// cannot write again; and a mistake never shows the URL.
func FuzzStore(f *testing.F) {
	for _, s := range []string{
		"sqlite", "sqlite:x", "redis://h", "redis://u:p@h:1/2", "rediss://[::1]:1?ca=x", "redis+unix:///a/b?db=1", "redis+unix://u:p%2F@a",
		"redis+sentinel://u:p@a:1,b/m/1?tls=true&ca=x&sentinel_username=s&sentinel_password=p", "redis+cluster://a,b:2?tls=true",
		"redis://%:%@[", "redis+unix://%00", "redis+unix:///.", "redis://h?&=&", "://", "redis://h/%31",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, flaws := parseStore(text, inSrv)
		if len(flaws) > 0 {
			for _, fl := range flaws {
				if fl.problem == "" || fl.write == "" || strings.ContainsFunc(fl.problem+fl.write, func(r rune) bool { return r < ' ' }) {
					t.Errorf("%q: the flaw %q", text, fl)
				}
			}
			return
		}
		switch {
		case s.Kind == SQLite:
			return
		case (len(s.Addrs) == 0) == (s.Socket == ""), s.DB < 0 || s.DB > 65535, (s.Kind == Sentinel) != (s.Master != ""), s.CA != "" && !s.TLS,
			s.Socket != "" && (!filepath.IsAbs(s.Socket) || s.TLS):
			t.Errorf("%q is %+v", text, s)
		}
		for _, a := range s.Addrs {
			if why := addrProblem(a, false); why != "" {
				t.Errorf("%q: the address %q %s", text, a, why)
			}
		}
		again, flaws := parseStore(revealed(s), inSrv)
		if len(flaws) > 0 || revealed(again) != revealed(s) || fmt.Sprintf("%+v", again) != fmt.Sprintf("%+v", s) ||
			again.Password.Reveal() != s.Password.Reveal() || again.SentinelPassword.Reveal() != s.SentinelPassword.Reveal() {
			t.Errorf("%q is written as %q and read as %+v, %v", text, revealed(s), again, flaws)
		}
	})
}
