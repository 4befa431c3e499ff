package httpguard

import (
	"errors"
	"net/url"
)

// WithoutURL drops the URL, which may hold a token, from an error of a client.
func WithoutURL(err error) error {
	if ue, ok := errors.AsType[*url.Error](err); ok {
		return ue.Err
	}
	return err
}
