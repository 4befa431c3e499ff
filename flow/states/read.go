package states

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"bridge/internal/jsonin"
)

// Parse reads the machines of a JSON file: a list of them, or an object of components,
// {"trip": {"allowHandlerTransitions": true, "coordinates": {…}}}, as its field "components"
// or by itself. Fields it does not know are an error.
func Parse(b []byte) ([]Machine, error) {
	var list []Machine
	if b = bytes.TrimSpace(b); bytes.HasPrefix(b, []byte("[")) {
		err := jsonin.Known(b, &list)
		return list, err
	}
	var file struct {
		Components json.RawMessage `json:"components"`
	}
	if err := json.Unmarshal(b, &file); err != nil {
		return nil, err
	}
	if file.Components != nil {
		b = file.Components
	}
	// In the order of the file, so that a mistake has the place that people count.
	d := json.NewDecoder(bytes.NewReader(b))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("it is neither a list nor an object of components")
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, err
		}
		var m Machine
		if err := jsonin.Known(raw, &m); err != nil {
			return nil, fmt.Errorf("%v: %w", name, err)
		}
		if m.Component == "" {
			m.Component, _ = name.(string)
		}
		list = append(list, m)
	}
	return list, nil
}
