package operate

import (
	"context"

	"bridge/agents"
)

// Login begins a login of an agent at the server that it calls: it returns the URL that the
// operator opens. The browser comes back to redirect.
func (desk *Desk) Login(ctx context.Context, name, redirect string) (string, error) {
	ag, err := desk.logsIn(name)
	if err != nil {
		return "", err
	}
	open, err := ag.Login(ctx, redirect)
	if err != nil && ctx.Err() == nil {
		err = refusef(Conflict, "agent %s: %v", name, err)
	}
	return open, err
}

// LoggedIn ends a login with the address that the browser came back to.
func (desk *Desk) LoggedIn(ctx context.Context, operator, name, back string) error {
	ag, err := desk.logsIn(name)
	if err != nil {
		return err
	}
	if err := ag.LoggedIn(ctx, back); err != nil {
		if ctx.Err() != nil {
			return err
		}
		return refusef(Conflict, "agent %s: %v", name, err)
	}
	return desk.acted(ctx, operator, "login", name)
}

func (desk *Desk) logsIn(name string) (agents.LogsIn, error) {
	ag := desk.o.Answers[name]
	if ag == nil {
		return nil, refusef(NotFound, "there is no agent %.60q", name)
	}
	in, ok := ag.(agents.LogsIn)
	if !ok {
		return nil, refusef(Conflict, "nobody logs in for the agent %s: it is of another kind", name)
	}
	return in, nil
}
