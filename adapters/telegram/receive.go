package telegram

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/internal/door"
)

const (
	pollTime  = 50 * time.Second // that Telegram holds a poll back when there is nothing
	pollLimit = 100              // updates of one poll, the most there are
	leastWait = time.Second      // after a failure
	mostWait  = time.Minute
	heldWait  = 5 * time.Second // while an update waits for a limit of ours
)

// Exclusive implements adapters.Exclusive: of two who poll one bot each would break off
// the other.
func (a *Adapter) Exclusive() string {
	if a.o.Config.Receive == receiveWebhook {
		return ""
	}
	return string(Kind) + " " + a.o.Config.bot()
}

// CaughtUp implements adapters.CatchesUp.
func (a *Adapter) CaughtUp() <-chan struct{} { return a.caughtUp }

// Watch implements adapters.Watched.
func (a *Adapter) Watch(heard func(error)) bool {
	a.heard = heard
	return true
}

// Receive implements adapters.Receiver: it polls, or tells Telegram what to call.
func (a *Adapter) Receive(ctx context.Context, accept adapters.AcceptFunc) error {
	step := a.poller(accept)
	if a.o.Config.Receive == receiveWebhook {
		step = a.setWebhook
	}
	wait, up, lost := leastWait, false, false
	for ctx.Err() == nil {
		again, err := step(ctx)
		if err != nil && ctx.Err() == nil {
			a.heard(err)
			a.o.Log.Warn("updates cannot be received", "channel", a.o.Name, "wait", wait, "err", err)
			again, wait, up, lost = wait, min(2*wait, mostWait), false, true
			if e, ok := errors.AsType[*apiError](err); ok {
				again = max(again, min(e.retryAfter, 10*time.Minute))
				a.alert(context.WithoutCancel(ctx), e)
			}
		} else if err == nil && !up {
			if a.heard(nil); lost {
				a.o.Host.Reconnected(a.o.Name)
			}
			wait, up, lost = leastWait, true, false
		}
		select {
		case <-ctx.Done():
		case <-time.After(again):
		}
	}
	return nil
}

func (a *Adapter) alert(ctx context.Context, e *apiError) {
	switch e.status {
	case http.StatusUnauthorized, http.StatusNotFound:
		a.o.Host.Alert(ctx, a.o.Name, "token", "Telegram refuses the token of the channel "+string(a.o.Name)+": nothing comes in and nothing goes out.")
	case http.StatusConflict:
		a.o.Host.Alert(ctx, a.o.Name, "conflict", "Somebody else polls the bot of the channel "+string(a.o.Name)+", or has set a webhook for it: each gets a part of the messages.")
	}
}

// poller returns one poll after the other. An update is confirmed by the next poll, so
// that it was durable before, and comes again if it was not. One that a limit refuses
// stays unconfirmed with all behind it; these are taken once.
func (a *Adapter) poller(accept adapters.AcceptFunc) func(context.Context) (time.Duration, error) {
	offset, first := int64(0), true
	taken := map[int64]bool{} // behind one that is held
	return func(ctx context.Context) (time.Duration, error) {
		if first {
			if err := a.ownPolls(ctx); err != nil {
				return 0, err
			}
		}
		wait := pollTime
		if first || len(taken) > 0 {
			wait = 0
		}
		var raw []json.RawMessage
		poll, cancel := context.WithTimeout(ctx, wait+callTime)
		defer cancel()
		err := a.api.call(poll, "getUpdates", map[string]any{
			"offset": offset, "limit": pollLimit, "timeout": int(wait.Seconds()), "allowed_updates": wanted(),
		}, &raw)
		if err != nil {
			return 0, err
		}
		held := map[int64]bool{} // senders of whom one is
		for _, b := range raw {
			u, err := readUpdate(b)
			if err != nil {
				return 0, &apiError{method: "getUpdates", status: http.StatusOK, err: err}
			}
			sender := int64(0)
			if u.ignored() == "" {
				sender = u.from().ID
			}
			if !taken[u.ID] && !held[sender] {
				err = a.take(ctx, u, accept)
				var limit *adapters.LimitError
				switch {
				case errors.As(err, &limit):
					a.o.Log.Info("an update is not taken for now", "channel", a.o.Name, "limit", limit.Limit)
					held[sender] = true
				case err != nil:
					return 0, err
				default:
					taken[u.ID] = true
				}
			}
			if len(held) == 0 { // all up to here were taken
				offset = u.ID + 1
				delete(taken, u.ID)
			}
		}
		if first && len(raw) < pollLimit {
			first = false
			a.once.Do(func() { close(a.caughtUp) })
		}
		if len(held) > 0 {
			return heldWait, nil
		}
		clear(taken)
		return 0, nil
	}
}

// ownPolls removes a webhook: Telegram lets nobody poll while there is one.
func (a *Adapter) ownPolls(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	var w webhookInfo
	if err := a.api.call(ctx, "getWebhookInfo", nil, &w); err != nil || w.URL == "" {
		return err
	}
	a.o.Log.Warn("the webhook of the bot is removed, since this channel polls", "channel", a.o.Name)
	return a.api.call(ctx, "deleteWebhook", map[string]bool{"drop_pending_updates": false}, nil)
}

// webhookInfo is what getWebhookInfo returns, as far as it matters.
type webhookInfo struct {
	URL       string `json:"url"`
	Pending   int    `json:"pending_update_count"`
	ErrorAt   int64  `json:"last_error_date"`
	ErrorText string `json:"last_error_message"`
}

const (
	webhookPath    = "/update"
	secretHeader   = "X-Telegram-Bot-Api-Secret-Token"
	secretPurpose  = "telegram-webhook"
	secretBytes    = 20
	maxUpdate      = 1 << 20 // bytes
	readTime       = 10 * time.Second
	webhookRefresh = time.Hour // after which the webhook is looked at again
)

func (c Config) webhook(name message.ChannelName) string {
	return c.PublicURL + "/channels/" + string(name) + webhookPath
}

// setWebhook tells Telegram what to call, and with which secret. Every node does: it is
// the same for all.
func (a *Adapter) setWebhook(ctx context.Context) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	err := a.api.call(ctx, "setWebhook", map[string]any{
		"url": a.o.Config.webhook(a.o.Name), "secret_token": a.o.Keys.Sum(secretBytes, secretPurpose, string(a.o.Name)), "allowed_updates": wanted(),
	}, nil)
	if err != nil {
		return 0, err
	}
	a.once.Do(func() { close(a.caughtUp) })
	return webhookRefresh, nil
}

// Routes implements adapters.Routed: /update, which Telegram calls. The secret is
// compared before anything is read. Answers:
//
//	200  taken, seen before, or nothing for us
//	400  no update
//	403  not called by Telegram, or this channel polls
//	405  no POST
//	413  longer than maxUpdate
//	429  a limit of the bridge: Telegram calls again
//	503  not taken: likewise
func (a *Adapter) Routes(accept adapters.AcceptFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		if r.URL.Path != webhookPath {
			http.NotFound(w, r)
			return
		}
		secrets := r.Header.Values(secretHeader)
		switch {
		case r.Method != http.MethodPost:
			w.Header().Set("Allow", http.MethodPost)
			a.refuse(w, http.StatusMethodNotAllowed, "method")
			return
		case a.o.Config.Receive != receiveWebhook || len(secrets) != 1 || !a.o.Keys.Valid(secrets[0], secretBytes, secretPurpose, string(a.o.Name)):
			a.refuse(w, http.StatusForbidden, "secret")
			return
		}
		b, err := door.Body(w, r, maxUpdate, readTime, nil)
		if errors.Is(err, door.ErrLarge) {
			a.refuse(w, http.StatusRequestEntityTooLarge, "too_large")
			return
		}
		var u update
		if err == nil {
			u, err = readUpdate(b)
		}
		if err != nil {
			a.refuse(w, http.StatusBadRequest, "form")
			return
		}
		if err := a.take(r.Context(), u, accept); err != nil {
			status := http.StatusServiceUnavailable
			if _, ok := errors.AsType[*adapters.LimitError](err); ok {
				status = http.StatusTooManyRequests
			}
			a.o.Log.Error("an update was not taken", "channel", a.o.Name, "status", status, "err", err)
			http.Error(w, strings.ToLower(http.StatusText(status)), status)
		}
	})
}

// refuse answers without a reason, and writes the one line that has it.
func (a *Adapter) refuse(w http.ResponseWriter, status int, reason string) {
	a.o.Host.Refused(a.o.Name, reason)
	a.o.Log.Warn("webhook refused", "channel", a.o.Name, "status", status, "reason", reason)
	http.Error(w, strings.ToLower(http.StatusText(status)), status)
}
