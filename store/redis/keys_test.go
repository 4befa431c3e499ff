package redis

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"bridge/internal/redistest"
	"bridge/queue"
	"bridge/store"
)

// patterns returns the key patterns of the code.
func patterns(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				if s, err := strconv.Unquote(l.Value); err == nil && strings.HasPrefix(s, "bridge:") {
					all = append(all, s)
				}
			}
			return true
		})
	}
	slices.Sort(all)
	return all
}

// documented returns the key patterns of docs/redis.md and what it says of their expiry.
func documented(t *testing.T) map[string]string {
	t.Helper()
	b, err := os.ReadFile("../../docs/redis.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(b)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if name := strings.Trim(strings.TrimSpace(cells[0]), "`"); len(cells) == 5 && strings.HasPrefix(name, "bridge:") {
			rows[name] = strings.TrimSpace(cells[4])
		}
	}
	return rows
}

func TestKeysAreDocumented(t *testing.T) {
	t.Parallel()
	code, docs := patterns(t), documented(t)
	if want := slices.Sorted(maps.Keys(docs)); !slices.Equal(code, want) {
		for _, k := range code {
			if _, ok := docs[k]; !ok {
				t.Errorf("%s is not in docs/redis.md", k)
			}
		}
		for _, k := range want {
			if !slices.Contains(code, k) {
				t.Errorf("%s of docs/redis.md is not in the code", k)
			}
		}
	}
}

// matcher makes a regular expression of a pattern.
func matcher(pattern string) *regexp.Regexp {
	quoted := regexp.QuoteMeta(pattern)
	return regexp.MustCompile("^" + regexp.MustCompile(`<[a-z]+>`).ReplaceAllString(quoted, `[^{}]+?`) + "$")
}

// allKeys returns the keys of the server.
func allKeys(t *testing.T, c *goredis.Client) []string {
	t.Helper()
	all, err := c.Keys(context.Background(), "*").Result()
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}

// TestKeysAfterWork does some of everything and looks at what is left.
func TestKeysAfterWork(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	admin := server.Client()
	s := openStore(t, server, Options{})
	ctx, w := t.Context(), s.Worker("a")

	const lanes = 40
	for i := range lanes {
		must(t, w.Enqueue(ctx, queue.Item{Queue: queue.Inbox, Lane: fmt.Sprint("lane ", i), ID: "1", Payload: make([]byte, 100)},
			queue.Item{Queue: queue.Inbox, Lane: fmt.Sprint("lane ", i), ID: "2"}))
	}
	for i := range 2 * lanes {
		c := claimOne(t, w, queue.Inbox)
		must(t, w.Begin(ctx, c))
		switch i % 4 {
		case 0:
			must(t, w.Bury(ctx, c, queue.Death{Code: "x"}))
		default:
			must(t, w.Ack(ctx, c, queue.Item{Queue: queue.Outbox, Lane: c.Lane, ID: c.ID}))
		}
	}
	for range 2*lanes - lanes/2 {
		must(t, w.Ack(ctx, claimOne(t, w, queue.Outbox)))
	}
	dead, err := s.DeadLetters(ctx, queue.DeadFilter{})
	must(t, err)
	if len(dead) != lanes/2 {
		t.Fatalf("%d dead letters, want %d", len(dead), lanes/2)
	}
	for i, d := range dead {
		if i%2 == 0 {
			must(t, s.Drop(ctx, d.Seq))
			continue
		}
		must(t, s.Replay(ctx, d.Seq))
		must(t, w.Ack(ctx, claimOne(t, w, queue.Inbox)))
	}
	_, _, err = s.Take(ctx, "eve", 3, time.Minute)
	must(t, err)
	_, err = s.Own(ctx, "sweep", "a")
	must(t, err)
	_, _, err = s.Pause(ctx, store.Pause{Kind: "agent", Name: "x"})
	must(t, err)
	if ok, err := s.Resume(ctx, "agent", "x"); err != nil || !ok {
		t.Fatalf("resume: %v, %v", ok, err)
	}
	_, err = s.Secret(ctx)
	must(t, err)

	docs := documented(t)
	for _, k := range allKeys(t, admin) {
		var found string
		for p := range docs {
			if matcher(p).MatchString(k) {
				found = p
			}
		}
		ttl := admin.TTL(context.Background(), k).Val()
		switch {
		case found == "":
			t.Errorf("key %s is not documented", k)
		case strings.HasPrefix(docs[found], "none") != (ttl < 0):
			t.Errorf("key %s has a TTL of %v; documented is %q", k, ttl, docs[found])
		}
	}
	must(t, s.Close())
	server.Advance(store.DefaultDedupe + time.Hour)
	left := allKeys(t, admin) // KEYS does not show what expired
	bound := regexp.MustCompile(`:(format|indexed|secret|queues|clock|wake)$`)
	for _, k := range left {
		if !bound.MatchString(k) {
			t.Errorf("key %s is left after everything ran out", k)
		}
	}
}
