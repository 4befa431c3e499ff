package redis

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	goredis "github.com/redis/go-redis/v9"

	"bridge/admission"
)

var (
	scriptAudit   = load("rec_audit")
	scriptMention = load("rec_mention")
)

// Audit implements admission.Store. The entry is in the shard of its subject (its
// message's key, if it has none) together with the list of what is about that; a
// key beside a subject has a list of its own, which is written second.
func (s *Store) Audit(ctx context.Context, e admission.AuditEntry) error {
	return failed("audit", s.audit(ctx, e))
}

func (s *Store) audit(ctx context.Context, e admission.AuditEntry) error {
	body, err := encode(e)
	if err != nil {
		return err
	}
	about, also := e.Subject, e.Key
	if about == "" {
		about, also = e.Key, ""
	}
	shard, keep := recordShard(about), millis(s.o.Retention.Messages)
	reply, err := s.do(ctx, scriptAudit,
		[]string{key(keyAudit, shard), aboutKey(about), key(keyOnce, "r"+shard, nonceText())},
		body, shard, keep, flag(about != ""))
	if err != nil || also == "" || also == about {
		return err
	}
	where, _ := reply.(string)
	_, id, _ := strings.Cut(where, "/")
	ms, _, _ := strings.Cut(id, "-")
	_, err = s.do(ctx, scriptMention, []string{aboutKey(also)}, where, ms, keep)
	return err
}

func aboutKey(subject string) string { return key(keyAbout, recordShard(subject), hash(subject)) }

// inTime compares two places of entries ("SHARD/MS-N") by the time of the entries.
func inTime(a, b string) int {
	parts := func(where string) (ms, n int) {
		_, id, _ := strings.Cut(where, "/")
		first, second, _ := strings.Cut(id, "-")
		ms, _ = strconv.Atoi(first)
		n, _ = strconv.Atoi(second)
		return ms, n
	}
	ms1, n1 := parts(a)
	ms2, n2 := parts(b)
	return cmp.Or(ms1-ms2, n1-n2)
}

// AuditOf implements admission.Store.
func (s *Store) AuditOf(ctx context.Context, subject string) ([]admission.AuditEntry, error) {
	all, err := s.auditOf(ctx, subject)
	return all, failed("audit of", err)
}

func (s *Store) auditOf(ctx context.Context, subject string) ([]admission.AuditEntry, error) {
	places, err := s.reads.ZRange(ctx, aboutKey(subject), 0, -1).Result()
	if err != nil || len(places) == 0 {
		return nil, err
	}
	slices.SortStableFunc(places, inTime)
	pipe := s.reads.Pipeline()
	found := make([]*goredis.XMessageSliceCmd, len(places))
	for i, where := range places {
		shard, id, _ := strings.Cut(where, "/")
		found[i] = pipe.XRange(ctx, key(keyAudit, shard), id, id)
	}
	if err := execReads(ctx, pipe); err != nil {
		return nil, err
	}
	var all []admission.AuditEntry
	for _, c := range found {
		for _, m := range c.Val() {
			body, _ := m.Values["b"].(string)
			var e admission.AuditEntry
			if err := decode(body, &e); err != nil {
				return nil, err
			}
			all = append(all, e)
		}
	}
	return all, nil
}
