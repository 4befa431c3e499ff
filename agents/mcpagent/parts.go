package mcpagent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/agents"
	"bridge/core/envelope"
	"bridge/internal/tmpl"
)

// Templates make the arguments of a call, by name.
type Templates map[string]*tmpl.Template

// maxArgs bounds what the templates make, in bytes: people have to be able to read it.
const maxArgs = 64 << 10

// parseTemplates reads the templates of a configuration.
func parseTemplates(texts map[string]string) (Templates, error) {
	ts := Templates{}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		t, err := tmpl.Parse(name, texts[name], tmpl.Funcs{"json": asJSON})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		ts[name] = t
	}
	return ts, nil
}

// asJSON is the function json of the templates.
func asJSON(v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return strings.TrimSpace(b.String()), err
}

// fill makes the arguments of a message: text as it is, and what the tool wants as a number
// or a truth as that. said is the conversation with the message.
func (ts Templates) fill(c agents.Call, said []line, tool *mcp.Tool) (json.RawMessage, error) {
	var schema struct {
		Properties map[string]struct {
			Type any `json:"type"`
		} `json:"properties"`
	}
	if b, err := json.Marshal(tool.InputSchema); err == nil {
		_ = json.Unmarshal(b, &schema) // a schema of another form has no types that we know
	}
	data := map[string]any{"text": agents.Text(c.Parts), "subject": "", "person": map[string]string{"id": "", "name": ""}, "files": files(c.Parts), "session": c.Meta.SessionID}
	talk := make([]map[string]string, len(said))
	for i, l := range said {
		talk[i] = map[string]string{"role": l.Role, "content": l.Content}
	}
	data["conversation"] = talk
	if c.Meta.Subject != nil {
		data["subject"] = *c.Meta.Subject
	}
	if p := c.Meta.Person; p != nil {
		data["person"] = map[string]string{"id": p.ID, "name": p.Name}
	}
	args, size := map[string]any{}, 0
	for name, t := range ts {
		var b bytes.Buffer
		if err := t.Execute(&b, data); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if size += b.Len(); size > maxArgs {
			return nil, fmt.Errorf("it has more than %d bytes", maxArgs)
		}
		v, err := typed(strings.TrimSpace(b.String()), schema.Properties[name].Type)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		args[name] = v
	}
	return json.Marshal(args)
}

// typed is a text as a value of a type of JSON Schema.
func typed(s string, kind any) (any, error) {
	switch kind {
	case "number", "integer":
		if _, err := strconv.ParseFloat(s, 64); err != nil || !json.Valid([]byte(s)) {
			return nil, fmt.Errorf("%.40q is no number", s)
		}
		return json.Number(s), nil
	case "boolean":
		b, err := strconv.ParseBool(s)
		if err != nil {
			return nil, fmt.Errorf("%.40q is neither true nor false", s)
		}
		return b, nil
	case "array", "object":
		if !json.Valid([]byte(s)) {
			return nil, fmt.Errorf("%.40q is no JSON", s)
		}
		return json.RawMessage(s), nil
	}
	return s, nil
}

// files are where what a person attached can be fetched.
func files(parts []envelope.Part) []string {
	var urls []string
	for _, p := range parts {
		if ref, ok := p.ArtifactRef(); ok && ref.URL != "" {
			urls = append(urls, ref.URL)
		}
	}
	return urls
}

// update is a result as parts: text, structured content as data, files, and links as
// sources.
func update(r *mcp.CallToolResult) envelope.Update {
	u := envelope.Update{State: envelope.Complete}
	kind := envelope.Response
	if r.IsError {
		u.State, kind = envelope.Failed, envelope.ErrorPart
	}
	var texts []string
	for _, content := range r.Content {
		switch x := content.(type) {
		case *mcp.TextContent:
			texts = append(texts, x.Text)
		case *mcp.ImageContent:
			u.Parts = append(u.Parts, file(x.Data, x.MIMEType, "image"))
		case *mcp.AudioContent:
			u.Parts = append(u.Parts, file(x.Data, x.MIMEType, "audio"))
		case *mcp.EmbeddedResource:
			if x.Resource == nil {
				continue
			}
			name := x.Resource.URI[strings.LastIndexByte(x.Resource.URI, '/')+1:]
			if len(x.Resource.Blob) > 0 {
				u.Parts = append(u.Parts, file(x.Resource.Blob, x.Resource.MIMEType, name))
			} else {
				texts = append(texts, x.Resource.Text)
			}
		case *mcp.ResourceLink:
			u.Parts = append(u.Parts, envelope.TextPart(envelope.Citation, strings.TrimSpace(x.Title+" "+x.URI)))
		}
	}
	if text := strings.TrimSpace(strings.Join(texts, "\n\n")); text != "" {
		u.Parts = append([]envelope.Part{envelope.TextPart(kind, text)}, u.Parts...)
	}
	if r.StructuredContent != nil {
		if p, err := envelope.DataPart(envelope.DomainData, r.StructuredContent); err == nil {
			u.Parts = append(u.Parts, p)
		}
	}
	return u
}

func file(b []byte, media, name string) envelope.Part {
	return envelope.Part{Kind: envelope.KindRaw, Type: envelope.Artifact, Raw: b, MediaType: media, Filename: name}
}
