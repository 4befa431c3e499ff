package scimserver

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/elimity-com/scim"
	scimerrors "github.com/elimity-com/scim/errors"
	"github.com/elimity-com/scim/optional"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/operate"
)

// groups are the groups that the company keeps: scim.ResourceHandler.
type groups struct {
	people *operate.Provisioner
	failed func(error) error
}

// lean reports whether a call wants no members: Entra never does.
func lean(r *http.Request) bool {
	q := r.URL.Query()
	wanted := strings.ToLower(q.Get("attributes"))
	return strings.Contains(strings.ToLower(q.Get("excludedAttributes")), "members") || wanted != "" && !strings.Contains(wanted, "members")
}

// resource is a group with its members, unless the call wants none.
func (g groups) resource(r *http.Request, of people.Group) (scim.Resource, error) {
	x := scim.Resource{ID: of.ID, Attributes: scim.ResourceAttributes{"displayName": of.Name}, Meta: meta(of.CreatedAt, of.ChangedAt, of.Version)}
	if of.ExternalID != "" {
		x.ExternalID = optional.NewString(of.ExternalID)
	}
	if lean(r) {
		return x, nil
	}
	members := []any{}
	err := g.people.Users(r.Context(), of.ID, func(e people.Entry) {
		members = append(members, map[string]any{"value": string(e.ID), "display": e.Name, "type": "User"})
	})
	x.Attributes["members"] = members
	return x, g.failed(err)
}

// Create implements scim.ResourceHandler.
func (g groups) Create(r *http.Request, all scim.ResourceAttributes) (scim.Resource, error) {
	return g.save(r, people.Group{Name: text(all, "displayName"), ExternalID: text(all, "externalId")}, func(now map[message.PersonID]bool) error {
		for _, m := range values(all, "members") {
			now[message.PersonID(text(m, "value"))] = true
		}
		return nil
	})
}

// Get implements scim.ResourceHandler.
func (g groups) Get(r *http.Request, id string) (scim.Resource, error) {
	of, err := g.people.Group(r.Context(), id)
	if err != nil {
		return scim.Resource{}, g.failed(err)
	}
	return g.resource(r, of)
}

// GetAll implements scim.ResourceHandler.
func (g groups) GetAll(r *http.Request, p scim.ListRequestParams) (scim.Page, error) {
	all, err := g.people.Groups(r.Context())
	if err != nil {
		return scim.Page{}, g.failed(err)
	}
	var found []people.Group
	for _, of := range all {
		if p.FilterValidator == nil {
			found = append(found, of)
			continue
		}
		x := scim.Resource{ID: of.ID, Attributes: scim.ResourceAttributes{"displayName": of.Name}, ExternalID: optional.NewString(of.ExternalID)}
		if strings.Contains(strings.ToLower(r.URL.Query().Get("filter")), "members") {
			if x, err = g.resource(without(r), of); err != nil {
				return scim.Page{}, err
			}
		}
		if passes(p, x) {
			found = append(found, of)
		}
	}
	from := min(max(p.StartIndex, 1)-1, len(found))
	to := min(from+max(p.Count, 0), len(found))
	out := scim.Page{TotalResults: len(found), Resources: []scim.Resource{}}
	for _, of := range found[from:to] {
		x, err := g.resource(r, of)
		if err != nil {
			return scim.Page{}, err
		}
		out.Resources = append(out.Resources, x)
	}
	return out, nil
}

// without is a call that wants members.
func without(r *http.Request) *http.Request {
	u := *r.URL
	u.RawQuery = ""
	out := r.WithContext(r.Context())
	out.URL = &u
	return out
}

// Replace implements scim.ResourceHandler.
func (g groups) Replace(r *http.Request, id string, all scim.ResourceAttributes) (scim.Resource, error) {
	of, err := g.asked(r, id)
	if err != nil {
		return scim.Resource{}, err
	}
	of.Name, of.ExternalID = text(all, "displayName"), text(all, "externalId")
	return g.save(r, of, func(now map[message.PersonID]bool) error {
		clear(now)
		for _, m := range values(all, "members") {
			now[message.PersonID(text(m, "value"))] = true
		}
		return nil
	})
}

// Patch implements scim.ResourceHandler.
func (g groups) Patch(r *http.Request, id string, ops []scim.PatchOperation) (scim.Resource, error) {
	of, err := g.asked(r, id)
	if err != nil {
		return scim.Resource{}, err
	}
	for i, op := range ops { // what is in a value without a path is as if it had been written with one
		set, ok := op.Value.(map[string]any)
		if op.Path != nil || !ok {
			continue
		}
		if name := text(set, "displayName"); name != "" {
			of.Name = name
		}
		if known := text(set, "externalId"); known != "" {
			of.ExternalID = known
		}
		ops[i].Value = map[string]any{"members": set[key(set, "members")]}
	}
	for _, op := range ops {
		if op.Path == nil {
			continue
		}
		words, _ := op.Value.(string)
		switch strings.ToLower(op.Path.AttributePath.AttributeName) {
		case "displayname":
			of.Name = words
		case "externalid":
			of.ExternalID = words
		}
	}
	_, err = g.save(r, of, func(now map[message.PersonID]bool) error { return members(now, ops) })
	return scim.Resource{}, err // 204: a large group is not sent back for each member
}

// members does the operations that are about members.
func members(now map[message.PersonID]bool, ops []scim.PatchOperation) error {
	for _, op := range ops {
		value := op.Value
		if op.Path == nil {
			m, _ := op.Value.(map[string]any)
			if value = m["members"]; value == nil {
				continue
			}
		} else if !strings.EqualFold(op.Path.AttributePath.AttributeName, "members") {
			continue
		}
		var ids []message.PersonID
		for _, m := range values(map[string]any{"members": value}, "members") {
			ids = append(ids, message.PersonID(text(m, "value")))
		}
		if op.Path != nil && op.Path.ValueExpression != nil {
			name, id, ok := equals(op.Path.ValueExpression)
			if !ok || !strings.EqualFold(name, "value") {
				return scimerrors.ScimErrorInvalidPath
			}
			ids = append(ids, message.PersonID(id))
		} else if op.Op == scim.PatchOperationReplace || op.Op == scim.PatchOperationRemove && len(ids) == 0 {
			clear(now)
		}
		for _, id := range ids {
			now[id] = op.Op != scim.PatchOperationRemove
		}
	}
	return nil
}

// asked is the group that is changed, if it is the version that was asked for.
func (g groups) asked(r *http.Request, id string) (people.Group, error) {
	of, err := g.people.Group(r.Context(), id)
	if err != nil {
		return of, g.failed(err)
	}
	_, err = matches(r, of.Version)
	return of, err
}

// save stores a group.
func (g groups) save(r *http.Request, of people.Group, members func(map[message.PersonID]bool) error) (scim.Resource, error) {
	saved, err := g.people.SaveGroup(r.Context(), of, members)
	for try := 0; conflict(err) && of.ID != "" && r.Header.Get("If-Match") == "" && try < tries; try++ {
		saved, err = g.again(r.Context(), of, members)
	}
	if err != nil || r.Method == http.MethodPatch {
		return scim.Resource{}, g.failed(err)
	}
	return g.resource(r, saved)
}

func (g groups) again(ctx context.Context, of people.Group, members func(map[message.PersonID]bool) error) (people.Group, error) {
	now, err := g.people.Group(ctx, of.ID)
	if err != nil {
		return now, err
	}
	of.Version = now.Version
	return g.people.SaveGroup(ctx, of, members)
}

func conflict(err error) bool {
	no := (*operate.RefusedError)(nil)
	return errors.As(err, &no) && no.Reason == operate.Conflict
}

// Delete implements scim.ResourceHandler.
func (g groups) Delete(r *http.Request, id string) error {
	of, err := g.asked(r, id)
	if err != nil {
		return err
	}
	return g.failed(g.people.RemoveGroup(r.Context(), id, of.Version))
}
