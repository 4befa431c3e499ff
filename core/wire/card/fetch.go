package card

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// URL is where the card of an agent is: s itself, or the well-known place of a host that s
// names without a path.
func URL(s string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(s))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", errors.New(`want "https://host" or the URL of a card`)
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = WellKnown
	}
	return u.String(), nil
}

// Answer is what a server answered to the question for a card.
type Answer struct {
	Body  []byte // nil: it has not changed
	ETag  string
	Since string        // Last-Modified
	Fresh time.Duration // how long it need not be asked again
}

// The bounds of how long a card is kept: a server that says nothing means an hour (seed
// 002), none is asked more often than once a minute, and each once a day.
const (
	defaultFresh = time.Hour
	minFresh     = time.Minute
	maxFresh     = 24 * time.Hour
	fetchTimeout = 15 * time.Second
)

// Fetch asks a server for a card, as if it had the one of the Answer before; the zero
// value has none. client guards where the request and its redirects go. At the well-known
// place of a host that has nothing there the place before A2A 0.3 is tried.
func Fetch(ctx context.Context, client *http.Client, at string, before Answer) (Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	a, err := fetch(ctx, client, at, before)
	var status statusError
	if old, ok := strings.CutSuffix(at, WellKnown); ok && errors.As(err, &status) && status == http.StatusNotFound {
		if b, oldErr := fetch(ctx, client, old+wellKnownOld, before); oldErr == nil {
			return b, nil
		}
	}
	return a, err
}

type statusError int

func (e statusError) Error() string { return fmt.Sprintf("the server answers %d", int(e)) }

func fetch(ctx context.Context, client *http.Client, at string, before Answer) (Answer, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return Answer{}, fmt.Errorf("fetch the card: %w", err)
	}
	req.Header.Set("Accept", "application/json, application/a2a+json")
	req.Header.Set("User-Agent", "bridge")
	if before.ETag != "" {
		req.Header.Set("If-None-Match", before.ETag)
	} else if before.Since != "" {
		req.Header.Set("If-Modified-Since", before.Since)
	}
	resp, err := client.Do(req)
	if err != nil {
		return Answer{}, fmt.Errorf("fetch the card: %w", err)
	}
	defer resp.Body.Close()
	a := Answer{ETag: resp.Header.Get("ETag"), Since: resp.Header.Get("Last-Modified"), Fresh: fresh(resp.Header)}
	switch resp.StatusCode {
	case http.StatusNotModified:
		if a.ETag == "" {
			a.ETag, a.Since = before.ETag, before.Since
		}
		return a, nil
	case http.StatusOK:
	default:
		return Answer{}, fmt.Errorf("fetch the card: %w", statusError(resp.StatusCode))
	}
	a.Body, err = io.ReadAll(io.LimitReader(resp.Body, MaxSize+1))
	if err != nil {
		return Answer{}, fmt.Errorf("fetch the card: %w", err)
	}
	if len(a.Body) > MaxSize {
		return Answer{}, fmt.Errorf("fetch the card: it has more than %d bytes", MaxSize)
	}
	return a, nil
}

// fresh is how long an answer may be kept (RFC 9111 §4.2): max-age less the age that it
// has, else Expires, else an hour.
func fresh(h http.Header) time.Duration {
	age := time.Duration(-1)
	for f := range strings.SplitSeq(strings.Join(h.Values("Cache-Control"), ","), ",") {
		key, v, _ := strings.Cut(strings.ToLower(strings.TrimSpace(f)), "=")
		switch key {
		case "no-store", "no-cache":
			return minFresh
		case "max-age":
			if n, err := strconv.ParseUint(strings.Trim(v, `"`), 10, 31); err == nil {
				age = time.Duration(n) * time.Second
			}
		}
	}
	if age >= 0 {
		if n, err := strconv.ParseUint(h.Get("Age"), 10, 31); err == nil {
			age -= time.Duration(n) * time.Second
		}
	} else if at, err := http.ParseTime(h.Get("Expires")); err == nil {
		if now, err := http.ParseTime(h.Get("Date")); err == nil {
			age = at.Sub(now)
		}
	} else {
		age = defaultFresh
	}
	return min(max(age, minFresh), maxFresh)
}
