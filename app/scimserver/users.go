package scimserver

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/elimity-com/scim"
	"github.com/elimity-com/scim/optional"
	"github.com/elimity-com/scim/schema"
	filter "github.com/scim2/filter-parser/v2"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/internal/jsonin"
	"bridge/operate"
)

// users are the people of the directory: scim.ResourceHandler.
type users struct {
	people *operate.Provisioner
	failed func(error) error
}

// elsewhere reports whether an attribute has a field of its own in an entry, is the bridge's to say,
// or is not to be kept.
func elsewhere(name string) bool {
	return slices.Contains([]string{"id", "externalid", "username", "active", "meta", "schemas", "groups", "password", "x509certificates", "photos"}, strings.ToLower(name))
}

// attributes are what a person is, as SCIM says it; active is what the company said of it.
func attributes(e people.Entry, active bool) scim.ResourceAttributes {
	all := scim.ResourceAttributes{}
	if p := e.Provisioned; p != nil {
		_ = jsonin.Exact(p.Attributes, &all) // of us; nil: none
		if all == nil {
			all = scim.ResourceAttributes{}
		}
		all["userName"], all["active"] = p.UserName, active
		return all
	}
	// Of whom operators keep, or the configuration: mail addresses are what directories know people by.
	all["userName"], all["displayName"], all["active"] = string(e.ID), e.Name, active
	var emails, phones []any
	for _, a := range e.Addresses {
		switch a.Address.Kind() {
		case "email":
			if len(emails) == 0 {
				all["userName"] = a.Address.Value()
			}
			emails = append(emails, map[string]any{"value": a.Address.Value(), "type": "work", "primary": len(emails) == 0})
		case "sms":
			phones = append(phones, map[string]any{"value": a.Address.Value(), "type": "mobile"})
		}
	}
	if len(emails) > 0 {
		all["emails"] = emails
	}
	if len(phones) > 0 {
		all["phoneNumbers"] = phones
	}
	return all
}

func (u users) resource(e people.Entry) scim.Resource {
	all := attributes(e, !e.Off())
	var in []any
	for _, g := range e.Groups {
		in = append(in, map[string]any{"value": g, "display": g, "type": "direct"})
	}
	if len(in) > 0 {
		all["groups"] = in
	}
	r := scim.Resource{ID: string(e.ID), Attributes: all}
	if p := e.Provisioned; p != nil && p.ExternalID != "" {
		r.ExternalID = optional.NewString(p.ExternalID)
	}
	r.Meta = meta(e.CreatedAt, e.ChangedAt, e.Version)
	return r
}

func meta(created, changed time.Time, version int64) scim.Meta {
	m := scim.Meta{}
	if !created.IsZero() {
		m.Created = &created
	}
	if !changed.IsZero() {
		m.LastModified = &changed
	}
	if version != 0 {
		m.Version = etag(version)
	}
	return m
}

// said is what attributes say of a person.
func said(all map[string]any) (operate.Provision, error) {
	p := operate.Provision{Language: text(all, "preferredLanguage"), Zone: text(all, "timezone")}
	p.UserName, p.ExternalID = text(all, "userName"), text(all, "externalId")
	if p.Language == "" {
		p.Language = strings.ReplaceAll(text(all, "locale"), "_", "-")
	}
	if active, ok := all[key(all, "active")].(bool); ok {
		p.Inactive = !active
	}
	name, _ := all[key(all, "name")].(map[string]any)
	for _, candidate := range []string{text(all, "displayName"), text(name, "formatted"), strings.TrimSpace(text(name, "givenName") + " " + text(name, "familyName")), p.UserName} {
		if p.Name == "" {
			p.Name = candidate
		}
	}
	for _, m := range values(all, "emails") {
		p.Emails = append(p.Emails, text(m, "value"))
	}
	for _, m := range values(all, "phoneNumbers") {
		if strings.EqualFold(text(m, "type"), "mobile") { // others cannot read a text
			p.Phones = append(p.Phones, number(text(m, "value")))
		}
	}
	rest := map[string]any{}
	for k, v := range all {
		if !elsewhere(k) {
			rest[k] = v
		}
	}
	var err error
	p.Attributes, err = json.Marshal(rest)
	return p, err
}

// number is a telephone number without what people write in between.
func number(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" ().-/\u00a0", r) {
			return -1
		}
		return r
	}, strings.TrimPrefix(strings.TrimSpace(s), "tel:"))
}

// Create implements scim.ResourceHandler.
func (u users) Create(r *http.Request, all scim.ResourceAttributes) (scim.Resource, error) {
	p, err := said(all)
	if err != nil {
		return scim.Resource{}, u.failed(err)
	}
	e, err := u.people.SaveUser(r.Context(), "", 0, p)
	return u.resource(e), u.failed(err)
}

// Get implements scim.ResourceHandler.
func (u users) Get(r *http.Request, id string) (scim.Resource, error) {
	e, _, err := u.people.User(r.Context(), message.PersonID(id))
	return u.resource(e), u.failed(err)
}

// GetAll implements scim.ResourceHandler. What directories ask for all the time is one look-up.
func (u users) GetAll(r *http.Request, p scim.ListRequestParams) (scim.Page, error) {
	one := func(e people.Entry, found bool, err error) (scim.Page, error) {
		var all []scim.Resource
		if found && err == nil {
			all = append(all, u.resource(e))
		}
		return page(all, p), u.failed(err)
	}
	if p.FilterValidator != nil {
		if name, value, ok := equals(p.FilterValidator.GetFilter()); ok {
			switch strings.ToLower(name) {
			case "username":
				return one(u.people.Named(r.Context(), value))
			case "externalid":
				return one(u.people.KnownAs(r.Context(), value))
			case "id":
				e, _, err := u.people.User(r.Context(), message.PersonID(value))
				refused := (*operate.RefusedError)(nil)
				if errors.As(err, &refused) {
					return one(e, false, nil)
				}
				return one(e, true, err)
			}
		}
	}
	from, most := max(p.StartIndex, 1)-1, max(p.Count, 0)
	out := scim.Page{Resources: []scim.Resource{}}
	if p.FilterValidator == nil {
		all, total, err := u.people.Page(r.Context(), from, most)
		for _, e := range all {
			out.Resources = append(out.Resources, u.resource(e))
		}
		out.TotalResults = total
		return out, u.failed(err)
	}
	err := u.people.Users(r.Context(), "", func(e people.Entry) { // of all that are read the page alone is kept
		if x := u.resource(e); passes(p, x) {
			if out.TotalResults >= from && len(out.Resources) < most {
				out.Resources = append(out.Resources, x)
			}
			out.TotalResults++
		}
	})
	return out, u.failed(err)
}

// passes reports whether a resource is what a filter asks for.
func passes(p scim.ListRequestParams, x scim.Resource) bool {
	all := map[string]any{"id": x.ID}
	for k, v := range x.Attributes {
		all[k] = v
	}
	if x.ExternalID.Present() {
		all["externalId"] = x.ExternalID.Value()
	}
	return p.FilterValidator.PassesFilter(all) == nil
}

// equals is what one attribute is asked to be.
func equals(e filter.Expression) (name, value string, ok bool) {
	x, is := e.(*filter.AttributeExpression)
	if !is || x.Operator != filter.EQ || x.AttributePath.SubAttribute != nil {
		return "", "", false
	}
	value, ok = x.CompareValue.(string)
	return x.AttributePath.AttributeName, value, ok
}

// Replace implements scim.ResourceHandler.
func (u users) Replace(r *http.Request, id string, all scim.ResourceAttributes) (scim.Resource, error) {
	return u.change(r, id, func(e people.Entry) (map[string]any, error) {
		if e.Provisioned != nil {
			if _, says := all[key(all, "active")]; !says { // what a PUT does not say of it stays
				all["active"] = !e.Provisioned.Inactive
			}
		}
		return all, nil
	})
}

// Patch implements scim.ResourceHandler.
func (u users) Patch(r *http.Request, id string, ops []scim.PatchOperation) (scim.Resource, error) {
	return u.change(r, id, func(e people.Entry) (map[string]any, error) {
		all := map[string]any(attributes(e, e.Provisioned == nil || !e.Provisioned.Inactive))
		if e.Provisioned != nil && e.Provisioned.ExternalID != "" {
			all["externalId"] = e.Provisioned.ExternalID
		}
		for _, op := range ops {
			if err := apply(all, op); err != nil {
				return nil, err
			}
		}
		return all, nil
	})
}

// change makes of a person what they are to be.
func (u users) change(r *http.Request, id string, to func(people.Entry) (map[string]any, error)) (scim.Resource, error) {
	for try := 0; ; try++ {
		e, _, err := u.people.User(r.Context(), message.PersonID(id))
		if err != nil {
			return scim.Resource{}, u.failed(err)
		}
		asked, err := matches(r, e.Version)
		if err != nil {
			return scim.Resource{}, err
		}
		all, err := to(e)
		if err != nil {
			return scim.Resource{}, err
		}
		p, err := said(all)
		if err == nil {
			e, err = u.people.SaveUser(r.Context(), message.PersonID(id), e.Version, p)
		}
		if busy := (*operate.RefusedError)(nil); errors.As(err, &busy) && busy.Reason == operate.Conflict && !asked && try < tries {
			continue
		}
		return u.resource(e), u.failed(err)
	}
}

// Delete implements scim.ResourceHandler.
func (u users) Delete(r *http.Request, id string) error {
	e, _, err := u.people.User(r.Context(), message.PersonID(id))
	if err != nil {
		return u.failed(err)
	}
	if _, err := matches(r, e.Version); err != nil {
		return err
	}
	return u.failed(u.people.RemoveUser(r.Context(), e.ID, e.Version))
}

// userAttribute is an attribute of users.
func userAttribute(name string) (schema.CoreAttribute, bool) {
	return schema.CoreUserSchema().Attributes.ContainsAttribute(name)
}
