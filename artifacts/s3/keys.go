package s3

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/minio/minio-go/v7/pkg/credentials"
)

// keysTimeout bounds one request to a service that gives credentials.
const keysTimeout = 10 * time.Second

// errNoKeys says that there are no credentials anywhere.
var errNoKeys = errors.New("no credentials")

// keys are the credentials, from where Amazon's own programs look for them: the environment; a
// profile of the shared files; a web identity, or the role of the container or machine.
type keys struct {
	client  *http.Client
	sources []*credentials.Credentials
	found   atomic.Pointer[credentials.Credentials] // the source that had some: it is asked alone from then on
}

func newKeys(region string, transport http.RoundTripper) *keys {
	k := &keys{client: &http.Client{Timeout: keysTimeout, Transport: transport}}
	k.sources = []*credentials.Credentials{credentials.New(&credentials.EnvAWS{}), credentials.New(&credentials.FileAWSCredentials{})}
	if given() || !strings.EqualFold(os.Getenv("AWS_EC2_METADATA_DISABLED"), "true") {
		k.sources = append(k.sources, credentials.New(&credentials.IAM{Region: region}))
	}
	return k
}

// given reports whether the environment names a role.
func given() bool {
	for _, name := range []string{"AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI"} {
		if os.Getenv(name) != "" {
			return true
		}
	}
	return false
}

// get returns credentials that hold now. It is errNoKeys if there are none, with why what
// should have had some has not.
func (k *keys) get(ctx context.Context) (credentials.Value, error) {
	in := &credentials.CredContext{Client: k.client, Context: ctx}
	if c := k.found.Load(); c != nil {
		return c.GetWithContext(in)
	}
	why := errNoKeys
	for i, c := range k.sources {
		v, err := c.GetWithContext(in)
		switch {
		case err == nil && v.AccessKeyID != "" && v.SecretAccessKey != "":
			k.found.Store(c)
			return v, nil
		case ctx.Err() != nil:
			return v, context.Cause(ctx)
		case err != nil && !errors.Is(err, fs.ErrNotExist) && (i < 2 || given()):
			why = fmt.Errorf("%w: %w", why, err)
		}
	}
	return credentials.Value{}, why
}

// expire has the next get ask anew.
func (k *keys) expire() {
	if c := k.found.Load(); c != nil {
		c.Expire()
	}
}
