package artifacts

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/httpguard"
)

// fetchTimeout is how long one url may take, its body included.
const fetchTimeout = 30 * time.Second

// ImportError is returned by Import when the part is at fault, or what it
// points at: the turn goes on and says that the artifact is missing. Any other
// error is the store's (or the context's), and is worth another attempt.
type ImportError struct {
	Reason string // one clause for people, without URL or internals
	Err    error  // may be nil; ErrNotFound, ErrBadLink, ErrLinkExpired, *TooLargeError, …
}

// Error returns the reason and the cause.
func (e *ImportError) Error() string {
	if e.Err == nil {
		return "import artifact: " + e.Reason
	}
	return "import artifact: " + e.Reason + ": " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *ImportError) Unwrap() error { return e.Err }

// Import makes sure that the content of an agent's artifact part is in the
// store, and returns its record. The turn calls it for every artifact part of an answer
// before it stores the outcome. Bytes (raw, text) are stored. A reference
// (metadata or data) is looked up by its artifactId, as WithLinks gave it to this
// session: an agent refers to files of its own session only. A url that is a link of
// ours is resolved if it was given to this session and its signature and time are good;
// another http(s) url is fetched by the Client, within MaxSize and 30 seconds.
func (s *Store) Import(ctx context.Context, session message.SessionID, p envelope.Part) (Artifact, error) {
	switch p.Kind {
	case envelope.KindRaw:
		return s.importBytes(ctx, p.Raw, p.Filename, p.MediaType)
	case envelope.KindText:
		mediaType := p.MediaType
		if mediaType == "" {
			mediaType = "text/plain; charset=utf-8"
		}
		return s.importBytes(ctx, []byte(p.Text), p.Filename, mediaType)
	}
	p.Type = envelope.Artifact // the caller asks, whatever type it reads the part as
	ref, ok := readRef(p)
	if !ok {
		return Artifact{}, &ImportError{Reason: "it has neither bytes nor a reference (artifactId or url)"}
	}
	if id, ok := s.given(session, ref.handle); ok {
		a, err := s.lookup(ctx, id)
		if !errors.Is(err, ErrNotFound) || !fetchable(ref.url) {
			return a, err
		}
	}
	unknown := &ImportError{Reason: "its reference is unknown here", Err: ErrNotFound}
	if handle, q, own := s.ownLink(ref.url); own {
		id, ok := s.given(session, handle)
		if !ok {
			return Artifact{}, unknown // whether or not there is such a file
		}
		if err := s.check(handle, q); err != nil {
			return Artifact{}, &ImportError{Reason: "its link is not valid any more", Err: err}
		}
		return s.lookup(ctx, id)
	}
	if !fetchable(ref.url) {
		return Artifact{}, unknown
	}
	return s.fetch(ctx, ref)
}

func fetchable(raw string) bool {
	u, err := url.Parse(raw)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
}

func (s *Store) importBytes(ctx context.Context, b []byte, filename, mediaType string) (Artifact, error) {
	a, err := s.Put(ctx, bytes.NewReader(b), filename, mediaType)
	return a, atFault(err)
}

// atFault makes an *ImportError of an error that is not the store's.
func atFault(err error) error {
	if tooLarge, ok := errors.AsType[*TooLargeError](err); ok {
		return &ImportError{Reason: "it is too large", Err: tooLarge}
	}
	return err
}

func (s *Store) lookup(ctx context.Context, id message.ArtifactID) (Artifact, error) {
	a, err := s.Get(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return Artifact{}, &ImportError{Reason: "it is not kept here (any more)", Err: ErrNotFound}
	}
	return a, err
}

func (s *Store) fetch(ctx context.Context, ref reference) (Artifact, error) {
	if s.client == nil {
		return Artifact{}, &ImportError{Reason: "urls are not fetched"}
	}
	fetchCtx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	// failed keeps the stop of the caller apart from the failure of the url.
	failed := func(err error) error {
		if ctx.Err() != nil {
			return fmt.Errorf("import artifact: %w", ctx.Err())
		}
		return &ImportError{Reason: "its url could not be fetched", Err: httpguard.Redact(err)}
	}
	req, err := http.NewRequestWithContext(fetchCtx, http.MethodGet, ref.url, nil)
	if err != nil {
		return Artifact{}, failed(err)
	}
	req.Header.Set("Accept", "*/*")
	req.Header.Set("User-Agent", "bridge")
	resp, err := s.client.Do(req)
	if err != nil {
		return Artifact{}, failed(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Artifact{}, failed(fmt.Errorf("the server answered %d", resp.StatusCode))
	}
	if resp.ContentLength > s.maxSize {
		return Artifact{}, atFault(&TooLargeError{Limit: s.maxSize})
	}
	if ref.filename == "" {
		ref.filename = fetchedName(resp)
	}
	if ref.mediaType == "" {
		ref.mediaType = resp.Header.Get("Content-Type")
	}
	// Under ctx: the 30 seconds are for the other server, reading the body ends with them.
	a, err := s.Put(ctx, resp.Body, ref.filename, ref.mediaType)
	if src, ok := errors.AsType[*sourceError](err); ok {
		return Artifact{}, failed(src.err)
	}
	return a, atFault(err)
}

// fetchedName returns the name a server gives its answer, else the last element
// of the path it answered under.
func fetchedName(resp *http.Response) string {
	if _, params, err := mime.ParseMediaType(resp.Header.Get("Content-Disposition")); err == nil && params["filename"] != "" {
		return params["filename"]
	}
	if resp.Request == nil || resp.Request.URL == nil {
		return ""
	}
	return strings.Trim(path.Base(resp.Request.URL.Path), "/.")
}
