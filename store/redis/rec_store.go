package redis

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// heldFor is how much longer than their retention records are kept while an
// approval that needs them is open. Sweep prolongs it long before it is over.
const heldFor = 366 * 24 * time.Hour

// expiries are the retentions as scripts take them, in ms; 0 keeps for ever.
type expiries struct{ messages, held, decisions int64 }

func (s *Store) expiries() expiries {
	r := s.o.Retention
	return expiries{messages: millis(r.Messages), held: millis(r.Messages + heldFor), decisions: millis(r.Decisions)}
}

// millis is a duration in ms: 0 if there is none, else at least 1.
func millis(d time.Duration) int64 {
	if d <= 0 {
		return 0
	}
	return max(d.Milliseconds(), 1)
}

// manyOps is a script of many operations, each with keys of one shard. Runs in a
// cluster are of one shard; elsewhere of all, which makes them fewer and longer.
type manyOps struct {
	script  *script
	all     *group
	inShard [recordShards]*group
}

func loadOps(name string) *manyOps {
	sc := loadMany(name)
	m := &manyOps{script: sc, all: &group{script: sc}}
	for i := range m.inShard {
		m.inShard[i] = &group{script: sc}
	}
	return m
}

// submitOp sends one operation off.
func (s *Store) submitOp(m *manyOps, shard int, keys []any, args []any) *call {
	c := &call{group: m.all, keys: keys, args: args, ops: 1}
	if s.o.Cluster {
		c.group = m.inShard[shard]
	}
	s.calls.submit(c)
	return c
}

// ops are operations that go out at the same time: in any order, each one or not
// if there is an error.
type ops struct {
	s   *Store
	all []*call
}

func (o *ops) add(m *manyOps, shard int, keys []any, args ...any) {
	o.all = append(o.all, o.s.submitOp(m, shard, keys, args))
}

// wait waits for all, and returns their replies in order.
func (o *ops) wait(ctx context.Context) ([]any, error) {
	replies := make([]any, 0, len(o.all))
	var failed error
	for _, c := range o.all {
		r, err := c.replies(ctx)
		if err != nil {
			if failed == nil {
				failed = err
			}
			continue
		}
		replies = append(replies, r...)
	}
	if failed != nil {
		return nil, failed
	}
	return replies, nil
}

// one runs one operation of a script of many.
func (s *Store) one(ctx context.Context, m *manyOps, shard int, keys []any, args ...any) (any, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r, err := s.submitOp(m, shard, keys, args).replies(ctx)
	if err != nil {
		return nil, err
	}
	return r[0], nil
}

// expireAll moves the expiry of many keys; how is GT (only later) or LT (only earlier).
func (s *Store) expireAll(ctx context.Context, ttl int64, how string, keys []shardKey) error {
	for len(keys) > 0 {
		part := keys[:min(len(keys), 1000)]
		keys = keys[len(part):]
		o := ops{s: s}
		for _, k := range part {
			o.add(opsExpire, k.shard, []any{k.key}, ttl, how)
		}
		if _, err := o.wait(ctx); err != nil {
			return err
		}
	}
	return nil
}

// shardKey is a key and its shard.
type shardKey struct {
	shard int
	key   string
}

func refKeys(refs []threadRef) []shardKey {
	all := make([]shardKey, len(refs))
	for i, r := range refs {
		all[i] = shardKey{r.shard(), r.key()}
	}
	return all
}

var opsExpire = loadOps("rec_expire")

// nonceText is newNonce as it stands in values.
func nonceText() string { return strconv.FormatInt(newNonce(), 36) }

// encode is v as JSON without HTML escapes, so that raw JSON inside v keeps its
// bytes but for white space.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func decode(text string, v any) error {
	if err := json.Unmarshal([]byte(text), v); err != nil {
		return fmt.Errorf("damaged record: %w", err)
	}
	return nil
}

// flat is a script's list of texts.
func flat(reply any) []string {
	list, _ := reply.([]any)
	all := make([]string, 0, len(list))
	for _, v := range list {
		text, _ := v.(string)
		all = append(all, text)
	}
	return all
}
