package a2a

import (
	"context"
	"errors"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"bridge/adapters"
	"bridge/core/envelope"
	"bridge/core/message"
)

// Bounds of ListTasks.
const (
	pageSize  = 50
	pageMost  = 100
	listRead  = 200  // turns that are read at a time
	listMost  = 2000 // turns that one page looks at: the next goes on behind them
	listCount = 1000 // tasks that totalSize counts
)

// ListTasks lists the tasks of the peer, or those of one of its contexts, those first of which
// something was recorded last.
func (h *handler) ListTasks(ctx context.Context, req *sdk.ListTasksRequest) (*sdk.ListTasksResponse, error) {
	c, err := current(ctx)
	if err != nil {
		return nil, err
	}
	if err := checkContext(req.ContextID); err != nil {
		return nil, sdk.NewError(sdk.ErrInvalidParams, err.Error())
	}
	l := &listing{h: h, ctx: ctx, c: c, req: req, known: map[string]briefs{}}
	switch l.limit = req.PageSize; {
	case l.limit == 0:
		l.limit = pageSize
	case l.limit < 0 || l.limit > pageMost:
		return nil, sdk.NewError(sdk.ErrInvalidParams, "pageSize is 1 to 100")
	}
	l.res = &sdk.ListTasksResponse{Tasks: []*sdk.Task{}, PageSize: l.limit}
	if err = l.walk(req.PageToken, listMost, l.take); err == nil {
		err = l.count()
	}
	var theirs *sdk.Error
	switch {
	case errors.Is(err, adapters.ErrMark):
		return nil, sdk.NewError(sdk.ErrInvalidParams, "pageToken is not one of ours")
	case errors.As(err, &theirs):
		return nil, err
	case err != nil:
		return nil, h.a.down(c, "list tasks", err)
	}
	return l.res, nil
}

// listing is one call of ListTasks.
type listing struct {
	h     *handler
	ctx   context.Context
	c     *call
	req   *sdk.ListTasksRequest
	limit int
	res   *sdk.ListTasksResponse
	known map[string]briefs // the turns of contexts
	last  string            // the mark of the last task on the page
}

// walk gives take the turns of the peer behind a mark that are late enough, until it has enough;
// the page after goes on where it has ended.
func (l *listing) walk(mark string, most int, take func(adapters.Owned) (enough bool, err error)) error {
	for read := 0; ; {
		all, err := l.h.a.o.Histories.Owned(l.ctx, l.h.a.o.Name, l.c.peer, l.req.ContextID, mark, listRead)
		if err != nil {
			return err
		}
		for _, o := range all {
			mark = o.Mark
			if after := l.req.StatusTimestampAfter; after != nil && o.At.Before(*after) {
				return nil // what follows is older still
			}
			if enough, err := take(o); enough || err != nil {
				return err
			}
		}
		if read += len(all); len(all) < listRead {
			return nil
		}
		if read >= most {
			l.res.NextPageToken = mark
			return nil
		}
	}
}

// may reports whether a task whose last turn this is can have the state that is asked for.
func (l *listing) may(o adapters.Owned) bool {
	var is sdk.TaskState
	switch envelope.State(o.State) {
	case "":
		is = sdk.TaskStateSubmitted
	case envelope.Complete:
		is = sdk.TaskStateCompleted
	case envelope.Clarifying:
		is = sdk.TaskStateInputRequired
	case envelope.Failed:
		is = sdk.TaskStateFailed
	default:
		is = sdk.TaskStateWorking
	}
	if o.Canceled {
		is = sdk.TaskStateCanceled
	}
	return l.req.Status == sdk.TaskStateUnspecified || l.req.Status == is
}

// take puts the task of a turn on the page.
func (l *listing) take(o adapters.Owned) (bool, error) {
	if !l.may(o) {
		return false, nil
	}
	a := l.h.a
	t, chain := task{peer: l.c.peer, turn: o.ID, context: o.Context}, []message.TurnID{o.ID}
	if o.Continues != "" || o.State == string(envelope.Clarifying) {
		all, ok := l.known[o.Context]
		if !ok {
			var err error
			if all, err = a.o.Histories.Briefs(l.ctx, a.session(t)); err != nil {
				return false, err
			}
			l.known[o.Context] = all
		}
		t.turn = all.root(o.ID)
		if chain = all.chain(t.turn); chain[len(chain)-1] != o.ID {
			return false, nil // it is listed where its last turn is
		}
	}
	as, err := a.look(l.ctx, l.c, t, chain)
	if errors.Is(err, sdk.ErrTaskNotFound) {
		return false, nil // it is not kept any more
	}
	if err != nil {
		return false, err
	}
	if l.req.Status != sdk.TaskStateUnspecified && as.Status.State != l.req.Status ||
		l.req.StatusTimestampAfter != nil && as.Status.Timestamp.Before(*l.req.StatusTimestampAfter) {
		return false, nil
	}
	if len(l.res.Tasks) == l.limit {
		l.res.NextPageToken = l.last
		return true, nil
	}
	if !l.req.IncludeArtifacts {
		as.Artifacts = nil
	}
	l.res.Tasks, l.last = append(l.res.Tasks, as), o.Mark
	return false, nil
}

// count says how many tasks there are, up to listCount.
func (l *listing) count() error {
	next, goneOn := l.res.NextPageToken, map[message.TurnID]bool{}
	err := l.walk("", listMost, func(o adapters.Owned) (bool, error) {
		if goneOn[o.Continues] = true; !goneOn[o.ID] && l.may(o) { // who goes on with a turn comes before it
			l.res.TotalSize++
		}
		return l.res.TotalSize == listCount, nil
	})
	l.res.NextPageToken = next
	return err
}

// CancelTask ends a task, whatever is under way for it.
func (h *handler) CancelTask(ctx context.Context, req *sdk.CancelTaskRequest) (*sdk.Task, error) {
	c, err := current(ctx)
	if err != nil {
		return nil, err
	}
	t, found := h.a.find(c.peer, req.ID)
	if !found {
		return nil, sdk.NewError(sdk.ErrTaskNotFound, "there is no such task")
	}
	chain, _, err := h.a.now(ctx, t)
	if err != nil {
		return nil, h.a.down(c, "read a task", err)
	}
	last, ok := chain[len(chain)-1], false
	for ended := map[message.TurnID]bool{}; !ended[last]; { // a damaged record makes no circle; an answer may have come meanwhile: it goes on with the task, so it ends, too
		ended[last] = true
		one, err := h.a.o.Host.CancelTurn(ctx, last)
		if err != nil {
			return nil, h.a.down(c, "cancel a task", err)
		}
		ok = ok || one
		all, err := h.a.o.Histories.Briefs(ctx, h.a.session(t))
		if err != nil {
			return nil, h.a.down(c, "read a task", err)
		}
		more := briefs(all).chain(last)
		last = more[len(more)-1]
	}
	if chain, _, err = h.a.now(ctx, t); err != nil {
		return nil, h.a.down(c, "read a task", err)
	}
	as, err := h.a.look(ctx, c, t, chain)
	switch {
	case err != nil:
		return nil, err
	case !ok && as.Status.State != sdk.TaskStateCanceled: // else the same call came before
		return nil, sdk.NewError(sdk.ErrTaskNotCancelable, "the task has ended")
	case ok:
		h.a.o.Log.Info("a2a: a task is cancelled", "channel", h.a.o.Name, "peer", c.peer, "turn", last)
	}
	return as, nil
}
