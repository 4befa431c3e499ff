package a2a

import (
	"context"
	"slices"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"bridge/core/message"
)

func noPush() error {
	return sdk.NewError(sdk.ErrPushNotificationNotSupported, "no push notifications were agreed upon: stream the task, or ask how it is")
}

func tooManyPushes() error {
	return sdk.NewError(sdk.ErrInvalidParams, "a task has at most 10 push configurations")
}

// pushed is a task of a peer that may be told, with its turns.
func (h *handler) pushed(ctx context.Context, id sdk.TaskID) (*call, task, []message.TurnID, error) {
	c, err := current(ctx)
	if err != nil {
		return nil, task{}, nil, err
	}
	t, ok := h.a.find(c.peer, id)
	if !ok {
		return c, t, nil, sdk.NewError(sdk.ErrTaskNotFound, "there is no such task")
	}
	if len(h.a.o.Config.Peers[c.peer].Push) == 0 {
		return c, t, nil, noPush()
	}
	chain, _, err := h.a.now(ctx, t)
	if err != nil {
		return c, t, nil, h.a.down(c, "read a task", err)
	}
	return c, t, chain, nil
}

// config is what a peer is told of a configuration: its secrets are not told again.
func (p push) config(id sdk.TaskID) *sdk.PushConfig {
	return &sdk.PushConfig{TaskID: id, ID: p.ID, URL: p.URL}
}

// ListTaskPushConfigs tells where a task is told.
func (h *handler) ListTaskPushConfigs(ctx context.Context, req *sdk.ListTaskPushConfigRequest) (*sdk.ListTaskPushConfigResponse, error) {
	c, _, chain, err := h.pushed(ctx, req.TaskID)
	if err != nil {
		return nil, err
	}
	turn, err := h.a.waiter.Look(ctx, chain[len(chain)-1])
	if err != nil {
		return nil, h.a.down(c, "read a task", err)
	}
	res := &sdk.ListTaskPushConfigResponse{Configs: []*sdk.PushConfig{}}
	for _, p := range h.a.pushes(c.peer, turn.Tell) {
		res.Configs = append(res.Configs, p.config(req.TaskID))
	}
	return res, nil
}

// GetTaskPushConfig tells one of them, without an id the first.
func (h *handler) GetTaskPushConfig(ctx context.Context, req *sdk.GetTaskPushConfigRequest) (*sdk.PushConfig, error) {
	all, err := h.ListTaskPushConfigs(ctx, &sdk.ListTaskPushConfigRequest{TaskID: req.TaskID})
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all.Configs, func(p *sdk.PushConfig) bool { return req.ID == "" || p.ID == req.ID })
	if i < 0 {
		return nil, sdk.NewError(sdk.ErrTaskNotFound, "the task has no such push configuration")
	}
	return all.Configs[i], nil
}

// CreateTaskPushConfig has a task told somewhere from now on, in the place of what had the
// same id.
func (h *handler) CreateTaskPushConfig(ctx context.Context, cfg *sdk.PushConfig) (*sdk.PushConfig, error) {
	c, t, _, err := h.pushed(ctx, cfg.TaskID)
	if err != nil {
		return nil, err
	}
	p, err := h.a.configured(c, cfg)
	if err != nil {
		return nil, err
	}
	p.Turn, p.Context = t.turn, t.context
	err = h.repush(ctx, cfg.TaskID, func(all []push, ended bool) ([]push, error) {
		if ended { // else its peer would wait for word of it for ever
			return nil, sdk.NewError(sdk.ErrUnsupportedOperation, "the task has ended: GetTask tells what it came to")
		}
		if all = with(all, *p); len(all) > maxPushes {
			return nil, tooManyPushes()
		}
		return all, nil
	})
	if err != nil {
		return nil, err
	}
	made := *cfg
	made.ID = p.ID
	return &made, nil
}

// DeleteTaskPushConfig ends that; one that is not there is deleted already.
func (h *handler) DeleteTaskPushConfig(ctx context.Context, req *sdk.DeleteTaskPushConfigRequest) error {
	return h.repush(ctx, req.TaskID, func(all []push, _ bool) ([]push, error) {
		return slices.DeleteFunc(all, func(p push) bool { return p.ID == req.ID }), nil
	})
}

// repush changes where a task is told: at the last of its turns, whichever that is by then.
func (h *handler) repush(ctx context.Context, id sdk.TaskID, change func(all []push, ended bool) ([]push, error)) error {
	a := h.a
	for before := message.TurnID(""); ; {
		c, _, chain, err := h.pushed(ctx, id)
		if err != nil {
			return err
		}
		last := chain[len(chain)-1]
		if last == before {
			return nil
		}
		var theirs error
		found, err := a.o.Host.TellTurn(ctx, a.o.Name, last, func(places []message.Place, ended bool) ([]message.Place, error) {
			all, err := change(a.pushes(c.peer, places), ended)
			if err != nil {
				theirs = err
				return nil, err
			}
			return a.places(c.peer, all)
		})
		switch {
		case theirs != nil:
			return theirs
		case err != nil:
			return a.down(c, "change a push configuration", err)
		case !found:
			return sdk.NewError(sdk.ErrTaskNotFound, "the task is not kept any more")
		}
		before = last
	}
}
