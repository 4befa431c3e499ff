package telegram

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bridge/adapters"
	"bridge/adapters/untrusted"
	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
)

// takeTime bounds taking one update in, with its file. It is done also when we stop
// meanwhile, or who called has hung up.
const takeTime = 90 * time.Second

// take takes one update in. It returns nil only when that is durable, or there is nothing
// to keep.
func (a *Adapter) take(ctx context.Context, u update, accept adapters.AcceptFunc) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), takeTime)
	defer cancel()
	if why := u.ignored(); why != "" {
		a.o.Host.Refused(a.o.Name, why)
		a.o.Log.Debug("an update was ignored", "channel", a.o.Name, "why", why)
		a.answer(ctx, u)
		return nil
	}
	from := address(u.from().ID)
	known, err := a.known(ctx, from)
	if err != nil {
		return err
	}
	if !known {
		a.o.Host.Refused(a.o.Name, "stranger")
		if u.Message == nil { // there is no answer, and nothing to record
			a.answer(ctx, u)
			return nil
		}
	}
	in := a.inbound(u, !known)
	var ids []message.ArtifactID
	if u.Message != nil && known && in.Consent == "" && !in.Fresh {
		parts, stored, err := a.fetch(ctx, u.Message.files())
		if ids = stored; err != nil {
			a.forget(ctx, ids)
			return err
		}
		in.Parts = append(in.Parts, parts...)
	}
	got, err := accept(ctx, in)
	if err != nil {
		if _, ok := errors.AsType[*adapters.LimitError](err); ok {
			a.forget(ctx, ids) // nothing is stored of the message
		}
		return err
	}
	switch got.Outcome {
	case message.OutcomeRefused, message.OutcomeRecorded, message.OutcomeDecision:
		a.forget(ctx, ids) // no turn refers to them; of a duplicate one may
	}
	a.answer(ctx, u)
	return nil
}

// answer ends the wait that the app shows at a button. Nothing depends on it.
func (a *Adapter) answer(ctx context.Context, u update) {
	if u.Press == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if err := a.api.call(ctx, "answerCallbackQuery", map[string]string{"callback_query_id": u.Press.ID}, nil); err != nil {
		a.o.Log.Info("a press was taken, and its app could not be told", "channel", a.o.Name, "err", err)
	}
}

// fetch stores the files of a message and returns their parts. What cannot be fetched is
// a note in its place. An error is the store's; also then ids are what was stored.
func (a *Adapter) fetch(ctx context.Context, files []tgFile) (parts []envelope.Part, ids []message.ArtifactID, err error) {
	for _, f := range files {
		art, note, err := a.fetchOne(ctx, f)
		switch {
		case err != nil:
			return nil, ids, err
		case note != "":
			parts = append(parts, envelope.TextPart(envelope.Response, fmt.Sprintf("[The file %q is missing here: %s.]", f.Name, note)))
		default:
			ids, parts = append(ids, art.ID), append(parts, a.o.Artifacts.Part(art))
		}
	}
	return parts, ids, nil
}

func (a *Adapter) fetchOne(ctx context.Context, f tgFile) (art artifacts.Artifact, note string, err error) {
	if f.Size > maxDownload {
		return art, fmt.Sprintf("bots get files of at most %d MB", maxDownload/1_000_000), nil
	}
	ctx, cancel := context.WithTimeout(ctx, takeTime*2/3)
	defer cancel()
	var at tgFile
	if err := a.api.call(ctx, "getFile", map[string]string{"file_id": f.ID}, &at); err != nil {
		return art, a.missing(err), nil
	}
	resp, err := a.api.file(ctx, at.Path)
	if err != nil {
		return art, a.missing(err), nil
	}
	defer resp.Body.Close()
	body := &untrusted.Body{R: resp.Body}
	art, err = a.o.Artifacts.Put(ctx, body, f.Name, f.Type)
	var large *artifacts.TooLargeError
	switch {
	case err == nil:
		return art, "", nil
	case errors.As(err, &large):
		return art, fmt.Sprintf("it is larger than %d bytes", large.Limit), nil
	case body.Err != nil || ctx.Err() != nil:
		return art, a.missing(err), nil
	}
	return art, "", fmt.Errorf("store a file: %w", err)
}

// missing is a note of a file that could not be fetched.
func (a *Adapter) missing(err error) string {
	a.o.Log.Warn("a file of a message could not be fetched", "channel", a.o.Name, "err", err)
	if e, ok := errors.AsType[*apiError](err); ok && e.status == 400 {
		return "Telegram does not give it to bots"
	}
	return "Telegram could not be reached"
}

func (a *Adapter) forget(ctx context.Context, ids []message.ArtifactID) {
	for _, id := range ids {
		if err := a.o.Artifacts.Delete(ctx, id); err != nil {
			a.o.Log.Warn("a file of a message that was not taken stays until its retention is over", "err", err)
			return
		}
	}
}
