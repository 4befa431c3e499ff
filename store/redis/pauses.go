package redis

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"slices"
	"strconv"

	"bridge/store"
)

var (
	scriptPause  = load("pause")
	scriptResume = load("resume")
	scriptSecret = load("secret")
)

// Secret implements store.Store.
func (s *Store) Secret(ctx context.Context) ([]byte, error) {
	fresh := make([]byte, 32)
	_, _ = rand.Read(fresh) // never fails
	reply, err := s.do(ctx, scriptSecret, []string{keySecret}, fresh)
	secret, _ := reply.(string)
	if err == nil && len(secret) != len(fresh) {
		err = errReply("secret")
	}
	if err != nil {
		return nil, failed("secret", err)
	}
	return []byte(secret), nil
}

// Pauses implements store.Operator.
func (s *Store) Pauses(ctx context.Context) ([]store.Pause, error) {
	found, err := s.reads.HGetAll(ctx, keyPauses).Result()
	if err != nil {
		return nil, failed("pauses", err)
	}
	all := make([]store.Pause, 0, len(found))
	for _, body := range found {
		var p store.Pause
		if err := json.Unmarshal([]byte(body), &p); err != nil {
			return nil, failed("pauses", err)
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b store.Pause) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return all, nil
}

// Pause implements store.Operator.
func (s *Store) Pause(ctx context.Context, p store.Pause) (store.Pause, bool, error) {
	p.Why = clip(p.Why, maxWhy)
	body, err := json.Marshal(p)
	if err != nil {
		return store.Pause{}, false, failed("pause", err)
	}
	reply, err := s.do(ctx, scriptPause, []string{keyPauses}, pauseName(p.Kind, p.Name), body)
	if err != nil {
		return store.Pause{}, false, failed("pause", err)
	}
	stored, _ := reply.(string)
	var is store.Pause
	if err := json.Unmarshal([]byte(stored), &is); err != nil {
		return store.Pause{}, false, failed("pause", err)
	}
	return is, stored == string(body), nil
}

// Resume implements store.Operator.
func (s *Store) Resume(ctx context.Context, kind, name string) (bool, error) {
	once := key(keyOnce, slot(keyPauses), strconv.FormatInt(newNonce(), 36))
	reply, err := s.do(ctx, scriptResume, []string{keyPauses, once}, pauseName(kind, name))
	return reply == int64(1), failed("resume", err)
}

func pauseName(kind, name string) string { return strconv.Quote(kind) + strconv.Quote(name) }
