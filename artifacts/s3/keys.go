package s3

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/minio/minio-go/v7/pkg/credentials"
)

// Bounds of asking a service for credentials.
const (
	keysTimeout = 10 * time.Second // one request
	tryTimeout  = 3 * time.Second  // all of them, where nothing says that there is such a service
	awayTime    = time.Minute      // until one that is away is asked again, while what it gave holds
)

// errNoKeys says that there are no credentials anywhere.
var errNoKeys = errors.New("no credentials")

// keys are the credentials, from where Amazon's own programs look for them: the environment; a
// profile of the shared files; a web identity, or the role of the container or machine.
type keys struct {
	client  *http.Client
	sources []*credentials.Credentials
	turn    chan struct{}            // has one place: of who looks, and at the fields below
	found   *credentials.Credentials // the source that had some: it is asked alone from then on
	last    credentials.Value        // of it; none: it has to be asked
	asked   time.Time                // when it was asked in vain
}

func newKeys(region string, transport http.RoundTripper) *keys {
	k := &keys{client: &http.Client{Timeout: keysTimeout, Transport: transport}, turn: make(chan struct{}, 1)}
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

// enter waits for the turn of who calls; leave gives it to another.
func (k *keys) enter(ctx context.Context) error {
	select {
	case k.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (k *keys) leave() { <-k.turn }

// get returns credentials that hold now. It is errNoKeys if there are none, with why what
// should have had some has not.
func (k *keys) get(ctx context.Context) (credentials.Value, error) {
	if err := k.enter(ctx); err != nil {
		return credentials.Value{}, err
	}
	defer k.leave()
	if k.found != nil {
		return k.renewed(ctx)
	}
	why := errNoKeys
	for i, c := range k.sources {
		surely := i < 2 || given()
		v, err := k.ask(ctx, c, surely)
		switch {
		case err == nil && v.AccessKeyID != "" && v.SecretAccessKey != "":
			k.found, k.last = c, v
			return v, nil
		case ctx.Err() != nil:
			return v, context.Cause(ctx)
		case err != nil && !errors.Is(err, fs.ErrNotExist) && surely:
			why = fmt.Errorf("%w: %w", why, err)
		}
	}
	return credentials.Value{}, why
}

func (k *keys) ask(ctx context.Context, c *credentials.Credentials, surely bool) (credentials.Value, error) {
	if !surely {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, tryTimeout)
		defer cancel()
	}
	return c.GetWithContext(&credentials.CredContext{Client: k.client, Context: ctx})
}

// renewed is what was found, or what comes after it. New ones are due some time before the end: if there are
// none to be had then, the old ones do.
func (k *keys) renewed(ctx context.Context) (credentials.Value, error) {
	holds := k.last.AccessKeyID != "" && (k.last.Expiration.IsZero() || time.Now().Before(k.last.Expiration))
	if holds && (k.last.Expiration.IsZero() || time.Since(k.asked) < awayTime) {
		return k.last, nil
	}
	v, err := k.ask(ctx, k.found, true)
	switch {
	case err == nil:
		k.last = v
	case holds && ctx.Err() == nil:
		k.asked = time.Now()
		return k.last, nil
	}
	return v, err
}

// expire has the next get ask anew, if it would return these: S3 does not take them.
func (k *keys) expire(ctx context.Context, id string) {
	if k.enter(ctx) != nil {
		return
	}
	defer k.leave()
	if k.found != nil && k.last.AccessKeyID == id {
		k.last = credentials.Value{}
		k.found.Expire()
	}
}
