package scimserver

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/elimity-com/scim"
	scimerrors "github.com/elimity-com/scim/errors"
	libfilter "github.com/elimity-com/scim/filter"
	"github.com/elimity-com/scim/schema"
	filter "github.com/scim2/filter-parser/v2"
)

// key is how a map has a name, whatever its case.
func key(m map[string]any, name string) string {
	if _, ok := m[name]; ok {
		return name
	}
	for k := range m {
		if strings.EqualFold(k, name) {
			return k
		}
	}
	return name
}

func text(m map[string]any, name string) string {
	s, _ := m[key(m, name)].(string)
	return strings.TrimSpace(s)
}

// values are those of an attribute with many.
func values(m map[string]any, name string) (all []map[string]any) {
	switch v := m[key(m, name)].(type) {
	case []any:
		for _, x := range v {
			if x, ok := x.(map[string]any); ok {
				all = append(all, x)
			}
		}
	case map[string]any:
		all = append(all, v)
	}
	return all
}

// apply does one operation of a PATCH to the attributes of a user (RFC 7644 §3.5.2). The library has
// checked it against the schema.
func apply(all map[string]any, op scim.PatchOperation) error {
	if op.Path != nil {
		return at(all, op.Op, *op.Path, op.Value)
	}
	set, ok := op.Value.(map[string]any)
	if !ok {
		return scimerrors.ScimErrorInvalidValue
	}
	for _, k := range slices.Sorted(maps.Keys(set)) {
		if strings.HasPrefix(strings.ToLower(k), "urn:") {
			if more, ok := set[k].(map[string]any); ok { // an extension
				inner, _ := all[key(all, k)].(map[string]any)
				if inner == nil {
					inner = map[string]any{}
				}
				maps.Copy(inner, more)
				all[key(all, k)] = inner
				continue
			}
		}
		path, err := filter.ParsePath([]byte(k)) // Entra and Okta write paths as names
		if err != nil {
			return scimerrors.ScimErrorInvalidPath
		}
		if err := at(all, op.Op, path, set[k]); err != nil {
			return err
		}
	}
	return nil
}

// at does an operation at a path.
func at(all map[string]any, op string, path filter.Path, value any) error {
	if uri := path.AttributePath.URI(); uri != "" && !strings.EqualFold(uri, schema.CoreUserSchema().ID) {
		inner, _ := all[key(all, uri)].(map[string]any)
		if inner == nil {
			inner = map[string]any{}
		}
		all[key(all, uri)] = inner
		all = inner
	}
	name := key(all, path.AttributePath.AttributeName)
	sub := path.AttributePath.SubAttributeName()
	if path.SubAttribute != nil {
		sub = path.SubAttributeName()
	}
	switch {
	case path.ValueExpression != nil:
		return among(all, op, name, sub, path.ValueExpression, value)
	case sub == "":
		put(all, op, name, value)
		return nil
	}
	if list := values(all, name); isList(all[name]) { // of each of many
		for _, m := range list {
			put(m, op, key(m, sub), value)
		}
		return nil
	}
	inner, _ := all[name].(map[string]any)
	if inner == nil {
		inner = map[string]any{}
	}
	put(inner, op, key(inner, sub), value)
	all[name] = inner
	return nil
}

func isList(v any) bool {
	_, ok := v.([]any)
	return ok
}

// put sets, adds to or removes one attribute.
func put(m map[string]any, op, name string, value any) {
	had, many := m[name].([]any)
	more, list := value.([]any)
	switch {
	case op == scim.PatchOperationRemove && many && list: // those that are named
		m[name] = slices.DeleteFunc(slices.Clone(had), func(x any) bool { return slices.ContainsFunc(more, func(y any) bool { return same(x, y) }) })
	case op == scim.PatchOperationRemove:
		delete(m, name)
	case op == scim.PatchOperationAdd && many && list:
		for _, x := range more {
			if !slices.ContainsFunc(had, func(y any) bool { return same(x, y) }) {
				had = append(had, x)
			}
		}
		m[name] = had
	default:
		old, was := m[name].(map[string]any)
		if set, is := value.(map[string]any); was && is { // what is not said of a complex value stays
			maps.Copy(old, set)
			return
		}
		m[name] = value
	}
}

// same reports whether two of many values are one: by what they hold, and their type.
func same(a, b any) bool {
	x, ok := a.(map[string]any)
	y, also := b.(map[string]any)
	if ok && also {
		return strings.EqualFold(text(x, "value"), text(y, "value")) && (text(x, "type") == "" || text(y, "type") == "" || strings.EqualFold(text(x, "type"), text(y, "type")))
	}
	return reflect.DeepEqual(a, b)
}

// among does an operation to those of many values that a filter names. Where none is there, one is
// made of what the filter asks for: Entra sets emails[type eq "work"].value so.
func among(all map[string]any, op, name, sub string, which filter.Expression, value any) error {
	attr, ok := userAttribute(name)
	if !ok {
		return scimerrors.ScimErrorInvalidPath
	}
	asked := libfilter.NewFilterValidator(which, schema.Schema{Attributes: attr.SubAttributes()})
	var list []any
	hit := false
	for _, m := range values(all, name) {
		if asked.PassesFilter(m) != nil {
			list = append(list, m)
			continue
		}
		hit = true
		if op == scim.PatchOperationRemove && sub == "" {
			continue
		}
		change(m, op, sub, value)
		list = append(list, m)
	}
	if !hit && op != scim.PatchOperationRemove {
		m := map[string]any{}
		conditions(which, m)
		change(m, op, sub, value)
		list = append(list, m)
	}
	all[name] = list
	if len(list) == 0 {
		delete(all, name)
	}
	return nil
}

func change(m map[string]any, op, sub string, value any) {
	if sub != "" {
		put(m, op, key(m, sub), value)
		return
	}
	if list, ok := value.([]any); ok && len(list) == 1 {
		value = list[0]
	}
	if set, ok := value.(map[string]any); ok {
		maps.Copy(m, set)
	}
}

// conditions are what a filter asks to be equal.
func conditions(e filter.Expression, to map[string]any) {
	switch e := e.(type) {
	case *filter.AttributeExpression:
		if e.Operator == filter.EQ {
			to[e.AttributePath.AttributeName] = e.CompareValue
		}
	case *filter.LogicalExpression:
		if e.Operator == filter.AND {
			conditions(e.Left, to)
			conditions(e.Right, to)
		}
	}
}
