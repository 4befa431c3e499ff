// Package surfaces makes a2ui-surface parts: of data by the templates of [[surfaces]], and of
// approval-requests (seed 001). It is pure. A template is the components of a surface in A2UI
// 0.9, which bind to the data by JSON Pointer; the data goes out as the surface's model.
package surfaces

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"bridge/core/excerpt"
	"bridge/internal/jsonin"

	"bridge/core/envelope"
)

// ApprovalRequest is the kind of approval-requests: a template of it takes the place of the
// one that is built in.
const ApprovalRequest = string(envelope.ApprovalRequest)

// BasicCatalog is the catalog of templates that name none.
const BasicCatalog = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"

const version = "v0.9"

// maxData bounds the data that have a surface, in bytes: it holds them again.
const maxData = 1_000_000

// Template makes the surface of one kind of data.
type Template struct {
	catalog    string
	components json.RawMessage
}

// Templates are those of a configuration, by the kind of data. Nil has none.
type Templates map[string]Template

// Parse reads the file of a template: a list of components, or an object with "components"
// and "catalogId". Each component has an id, no two the same, and the name of what it is; one
// has the id root.
func Parse(b []byte) (Template, error) {
	file := struct {
		CatalogID  string          `json:"catalogId"`
		Components json.RawMessage `json:"components"`
	}{CatalogID: BasicCatalog}
	if b = bytes.TrimSpace(b); bytes.HasPrefix(b, []byte("[")) {
		file.Components = b
	} else if err := jsonin.Known(b, &file); err != nil {
		return Template{}, err
	}
	var list []struct {
		ID        string `json:"id"`
		Component string `json:"component"`
	}
	if err := json.Unmarshal(file.Components, &list); err != nil {
		return Template{}, fmt.Errorf("components: %w", err)
	}
	seen := map[string]bool{}
	for i, c := range list {
		switch {
		case c.ID == "":
			return Template{}, fmt.Errorf("components[%d] has no id", i)
		case c.Component == "":
			return Template{}, fmt.Errorf("the component %q does not say what it is (component)", c.ID)
		case seen[c.ID]:
			return Template{}, fmt.Errorf("the component %q is there twice", c.ID)
		}
		seen[c.ID] = true
	}
	if !seen["root"] {
		return Template{}, errors.New(`no component has the id "root"`)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, file.Components); err != nil {
		return Template{}, err
	}
	return Template{file.CatalogID, compact.Bytes()}, nil
}

// kind is what kind of data a part holds: metadata.kind, else its slot.
func kind(p envelope.Part) string {
	var kind string
	if p.Meta("kind", &kind) && kind != "" {
		return kind
	}
	return p.SlotKey()
}

// Of returns a surface for each domain-data part of an answer that a template knows the kind
// of. A surface of the agent's own wins: none is made for data whose kind or slot is that of
// such a surface, and none at all beside one that names neither. Data beyond maxData have none.
func (ts Templates) Of(parts []envelope.Part) []envelope.Part {
	if len(ts) == 0 {
		return nil
	}
	own := map[string]bool{}
	for _, p := range parts {
		if p.Type == envelope.A2UISurface {
			own[kind(p)] = true
			if slot := p.SlotKey(); slot != "" {
				own[slot] = true
			}
		}
	}
	var made []envelope.Part
	seen := map[string]bool{}
	for _, p := range parts {
		kind, slot := kind(p), p.SlotKey()
		t, ok := ts[kind]
		if !ok || p.Type != envelope.DomainData || p.Kind != envelope.KindData || len(p.Data) > maxData || own[""] || own[kind] || own[slot] {
			continue
		}
		id := slot
		if id == "" {
			id = kind
		}
		if !seen[id] {
			seen[id] = true
			made = append(made, t.surface(id, kind, slot, p.Data))
		}
	}
	return made
}

// OfApproval returns the surface of an approval-request as it was asked: by the template of
// its kind, else a card with the arguments and two buttons whose events carry the approvalId.
// It reports false for other parts.
func (ts Templates) OfApproval(p envelope.Part) (envelope.Part, bool) {
	req, err := p.ApprovalRequest()
	if err != nil {
		return envelope.Part{}, false
	}
	t, ok := ts[ApprovalRequest]
	if !ok {
		t = Template{BasicCatalog, card(req)}
	}
	return t.surface("approval-"+req.ApprovalID, ApprovalRequest, "", p.Data), true
}

// surface is the part: what creates the surface, its data, its components.
func (t Template) surface(id, kind, slot string, data json.RawMessage) envelope.Part {
	messages := []map[string]any{
		{"version": version, "createSurface": map[string]any{"surfaceId": id, "catalogId": t.catalog, "sendDataModel": true}},
		{"version": version, "updateDataModel": map[string]any{"surfaceId": id, "path": "/", "value": data}},
		{"version": version, "updateComponents": map[string]any{"surfaceId": id, "components": t.components}},
	}
	meta := map[string]json.RawMessage{"kind": encode(kind), "mimeType": encode("application/json+a2ui")}
	if slot != "" {
		meta["slotKey"] = encode(slot)
	}
	return envelope.Part{Kind: envelope.KindData, Type: envelope.A2UISurface, Data: encode(messages), Metadata: meta}
}

// The card of a request shows this much; what it does not show is said.
const (
	maxArgs  = 50
	maxValue = 500 // bytes of one argument, as JSON
)

type component map[string]any

// card is the built-in surface. What the agent wrote stands as JSON, on one line each, so
// that it cannot look like anything else.
func card(req envelope.ApprovalRequestData) json.RawMessage {
	text := func(id, s string) component { return component{"id": id, "component": "Text", "text": s} }
	button := func(id, label, decision, variant string) []component {
		return []component{
			{
				"id": id, "component": "Button", "child": id + "-label", "variant": variant,
				"action": map[string]any{"event": map[string]any{
					"name": string(envelope.ApprovalResponse), "context": map[string]any{"approvalId": req.ApprovalID, "decision": decision},
				}},
			},
			text(id+"-label", label),
		}
	}
	title := text("title", "Approve "+req.ToolName+"?")
	title["variant"] = "h3"
	children := []string{"title"}
	list := []component{{"id": "root", "component": "Card", "child": "body"}, title}
	line := func(id, s string) {
		children = append(children, id)
		list = append(list, text(id, s))
	}
	var args map[string]json.RawMessage
	_ = json.Unmarshal(req.Args, &args) // it is an object: ApprovalRequest has seen to it
	for i, name := range slices.Sorted(maps.Keys(args)) {
		if i == maxArgs {
			line("more", fmt.Sprintf("… and %d more arguments that are not shown here", len(args)-maxArgs))
			break
		}
		line(fmt.Sprintf("arg-%d", i), cut(string(encode(name)))+": "+cut(compact(args[name])))
	}
	if !req.ExpiresAt.IsZero() {
		line("expires", "Expires "+req.ExpiresAt.UTC().Format("2006-01-02 15:04 UTC"))
	}
	list = append(list, component{"id": "body", "component": "Column", "children": append(children, "buttons")},
		component{"id": "buttons", "component": "Row", "children": []string{"approve", "deny"}})
	list = append(list, button("approve", "Approve", "granted", "primary")...)
	list = append(list, button("deny", "Deny", "denied", "default")...)
	return encode(list)
}

func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw)
	}
	return b.String()
}

func cut(s string) string {
	if len(s) <= maxValue {
		return s
	}
	return excerpt.Cut(s, maxValue) + "… (cut)"
}

// encode is JSON without the escapes for HTML. What is encoded here always can be.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v)
	return bytes.TrimSpace(b.Bytes())
}
