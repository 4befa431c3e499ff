package twilio

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"bridge/internal/retry"

	"bridge/adapters"
	"bridge/adapters/untrusted"
	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/httpguard"
)

const (
	// mediaTime is how long the files of one message may take together: Twilio waits
	// 15 s for the answer to its webhook.
	mediaTime = 8 * time.Second
	// mediaTries and mediaWait: a file may not be there yet when its webhook comes.
	mediaTries     = 3
	mediaWait      = 500 * time.Millisecond
	mediaRedirects = 3
	apiHost        = "api.twilio.com"
)

// Media fetches the files of messages. Create it with NewMedia.
type Media struct {
	account Account
	store   *artifacts.Store
	client  *http.Client
	api     *url.URL // scheme and host that get our credentials
	log     *slog.Logger
}

// NewMedia returns a fetcher for one account. Only the API gets its credentials:
// they are not sent along where it redirects to, which is storage of somebody else.
func NewMedia(a Account, s *artifacts.Store, log *slog.Logger) *Media {
	m := &Media{account: a, store: s, api: &url.URL{Scheme: "https", Host: apiHost}, log: log}
	var o httpguard.Options
	if u, err := url.Parse(a.APIURL); err == nil && u.Host != "" { // a test server, perhaps on this machine
		m.api = &url.URL{Scheme: u.Scheme, Host: u.Host}
		o.AllowHosts = []string{httpguard.HostPort(u)}
	}
	o.MaxRedirects = mediaRedirects
	m.client = httpguard.New(o)
	return m
}

// Accept calls accept with the message and its files behind its other parts. No
// files are fetched for what starts no turn, and none stay that no turn refers to.
func (m *Media) Accept(ctx context.Context, in message.Inbound, refs []MediaRef, accept adapters.AcceptFunc) (message.Accepted, error) {
	var ids []message.ArtifactID
	if in.Class == message.Human && in.Consent == "" && !in.Fresh && len(refs) > 0 {
		parts, stored, err := m.Fetch(ctx, refs)
		if ids = stored; err != nil {
			m.forget(ctx, ids)
			return message.Accepted{}, err
		}
		in.Parts = append(slices.Clip(in.Parts), parts...)
	}
	got, err := accept(ctx, in)
	if err != nil {
		if _, ok := errors.AsType[*adapters.LimitError](err); ok {
			m.forget(ctx, ids) // nothing is stored of the message
		}
		return message.Accepted{}, err
	}
	switch got.Outcome {
	case message.OutcomeRefused, message.OutcomeRecorded, message.OutcomeDecision:
		m.forget(ctx, ids) // no turn refers to them; of a duplicate one may
	}
	return got, nil
}

func (m *Media) forget(ctx context.Context, ids []message.ArtifactID) {
	for _, id := range ids {
		if err := m.store.Delete(ctx, id); err != nil {
			m.log.Warn("a file of a message that was not taken stays until its retention is over", "err", err)
			return
		}
	}
}

// Fetch stores the files and returns their parts in order. What cannot be fetched,
// or is too large, is a note in its place. An error is the artifact store's; also
// then ids are what was stored.
func (m *Media) Fetch(ctx context.Context, refs []MediaRef) (parts []envelope.Part, ids []message.ArtifactID, err error) {
	fetching, cancel := context.WithTimeout(ctx, mediaTime)
	defer cancel()
	parts, errs := make([]envelope.Part, len(refs)), make([]error, len(refs))
	stored := make([]message.ArtifactID, len(refs))
	var all sync.WaitGroup
	for i, ref := range refs {
		all.Go(func() {
			art, note, err := m.one(fetching, ref, fileName(ref.Type, i+1))
			switch {
			case err != nil:
				errs[i] = err
			case note != "":
				parts[i] = envelope.TextPart(envelope.Response, fmt.Sprintf("[File %d of %d (%s) is missing here: %s.]", i+1, len(refs), shownType(ref.Type), note))
			default:
				stored[i], parts[i] = art.ID, m.store.Part(art)
			}
		})
	}
	all.Wait()
	for _, id := range stored {
		if id != "" {
			ids = append(ids, id)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, ids, err
	}
	return parts, ids, nil
}

// one returns the record of a file, or a note of why there is none, or an error of
// the store.
func (m *Media) one(ctx context.Context, ref MediaRef, name string) (artifacts.Artifact, string, error) {
	u, err := url.Parse(ref.URL)
	if err == nil && u.Scheme == "https" && strings.EqualFold(u.Host, apiHost) {
		u.Scheme, u.Host = m.api.Scheme, m.api.Host // as all calls of the API
	}
	if err != nil || u.Scheme != m.api.Scheme || !strings.EqualFold(u.Host, m.api.Host) || u.User != nil {
		return artifacts.Artifact{}, "it is not at Twilio", nil
	}
	for try := 1; ; try++ {
		art, note, again, err := m.try(ctx, u, ref.Type, name)
		if !again || try == mediaTries {
			return art, note, err
		}
		if !retry.Sleep(ctx, mediaWait) {
			return artifacts.Artifact{}, note, nil
		}
	}
}

func (m *Media) try(ctx context.Context, u *url.URL, declared, name string) (_ artifacts.Artifact, note string, again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), http.NoBody)
	if err != nil {
		return artifacts.Artifact{}, "it is not at Twilio", false, nil
	}
	if len(m.account.Tokens) > 0 {
		req.SetBasicAuth(m.account.SID, m.account.Tokens[0]())
	}
	resp, err := m.client.Do(req)
	if err != nil {
		return artifacts.Artifact{}, m.failed(ctx, err), !errors.Is(err, httpguard.ErrRefused), nil
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		again := resp.StatusCode == http.StatusNotFound || resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500
		return artifacts.Artifact{}, "Twilio answered " + strconv.Itoa(resp.StatusCode), again, nil
	}
	if _, _, err := mime.ParseMediaType(declared); err != nil {
		declared = resp.Header.Get("Content-Type")
	}
	body := &untrusted.Body{R: resp.Body}
	art, err := m.store.Put(ctx, body, name, declared)
	var large *artifacts.TooLargeError
	switch {
	case err == nil:
		return art, "", false, nil
	case errors.As(err, &large):
		return artifacts.Artifact{}, fmt.Sprintf("it is larger than %d bytes", large.Limit), false, nil
	case body.Err != nil || ctx.Err() != nil:
		return artifacts.Artifact{}, m.failed(ctx, err), true, nil
	}
	return artifacts.Artifact{}, "", false, fmt.Errorf("store a file: %w", err)
}

// failed is a note of an error of the network.
func (m *Media) failed(ctx context.Context, err error) string {
	switch {
	case ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded):
		return "it took too long"
	case errors.Is(err, httpguard.ErrRefused):
		return "Twilio sent us to a place that is not allowed"
	}
	return "Twilio could not be reached"
}

// fileName names a file, which has no name at Twilio, by its type and place.
func fileName(declared string, n int) string {
	media, _, _ := mime.ParseMediaType(declared)
	top, _, _ := strings.Cut(media, "/")
	kind, ext := "file", ""
	switch top {
	case "image", "audio", "video":
		kind = top
	case "text":
		ext = "txt"
	}
	switch media {
	case "image/jpeg", "image/jpg":
		ext = "jpg"
	case "image/png", "image/gif", "image/webp", "audio/amr", "audio/aac", "audio/ogg", "video/mp4", "application/pdf", "application/zip":
		_, ext, _ = strings.Cut(media, "/")
	case "audio/mpeg":
		ext = "mp3"
	case "audio/mp4":
		ext = "m4a"
	case "audio/3gpp", "video/3gpp":
		ext = "3gp"
	case "text/vcard", "text/x-vcard":
		kind, ext = "contact", "vcf"
	case "text/csv":
		ext = "csv"
	case "text/calendar":
		ext = "ics"
	case "application/msword":
		ext = "doc"
	case "application/vnd.openxmlformats-officedocument.wordprocessingml.document":
		ext = "docx"
	case "application/vnd.openxmlformats-officedocument.presentationml.presentation":
		ext = "pptx"
	case "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
		ext = "xlsx"
	}
	if ext == "" {
		ext = "bin"
	}
	return kind + "-" + strconv.Itoa(n) + "." + ext
}

// shownType is a declared type as a person may read it.
func shownType(declared string) string {
	media, _, err := mime.ParseMediaType(declared)
	if err != nil || len(media) > 80 {
		return "of an unknown type"
	}
	return media
}
