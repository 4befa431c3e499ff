// Package jsonin reads JSON texts of one value more strictly than json.Unmarshal does.
package jsonin

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Known reads b into v; a field that v does not have is an error.
func Known(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return one(d, v)
}

// Exact reads b into v; numbers of no type are a json.Number, as they were written.
func Exact(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	return one(d, v)
}

func one(d *json.Decoder, v any) error {
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("there is more than one value")
	}
	return nil
}
