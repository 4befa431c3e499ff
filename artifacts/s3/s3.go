// Package s3 keeps artifacts in a bucket of Amazon's S3 or of a server that speaks
// its protocol: the volume that artifacts.Options.S3 opens. It knows nothing of records.
package s3

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	awsconfig "github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/logging"

	"bridge/internal/httpguard"
)

// Limits of one request. A server that takes or gives nothing must not hold a mail
// for ever.
const (
	headerTimeout = 30 * time.Second // until the answer begins, once the request is written
	writeTimeout  = time.Minute      // for one object, its retries included, and
	writeRate     = 64 << 10         // one second more for this many bytes
)

// Bucket is one bucket. Its methods may be called concurrently; their errors are one
// line, show no credential, and are fs.ErrNotExist where the object is not there.
type Bucket struct {
	client   *s3.Client
	name     string
	endpoint string // for errors: the host that is asked
	region   string
}

// Open reads s3://BUCKET?region=…&endpoint=…&s3ForcePathStyle=… and makes a
// client; it asks nobody yet, but for credentials that come from a service.
func Open(ctx context.Context, raw string) (*Bucket, error) {
	u, err := url.Parse(raw)
	if err != nil { // whose text has the whole URL
		return nil, errors.New("artifacts.url is not a URL")
	}
	if u.User != nil {
		return nil, errors.New("artifacts.url: credentials do not belong into it; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	if u.Host == "" || strings.Trim(u.Path, "/") != "" || u.Fragment != "" {
		return nil, errors.New("artifacts.url is not s3://BUCKET?…")
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return nil, errors.New("artifacts.url: its options are not well formed")
	}
	b := &Bucket{name: u.Host, region: query.Get("region")}
	pathStyle := false
	for name, values := range query {
		switch name {
		case "region":
		case "endpoint":
			e, err := url.Parse(values[0])
			if err != nil || (e.Scheme != "http" && e.Scheme != "https") || e.Host == "" || e.User != nil || e.RawQuery != "" {
				return nil, errors.New("artifacts.url: endpoint is not a plain http or https URL")
			}
			b.endpoint = values[0]
		case "s3ForcePathStyle":
			if pathStyle, err = strconv.ParseBool(values[0]); err != nil {
				return nil, errors.New("artifacts.url: s3ForcePathStyle is neither true nor false")
			}
		default:
			return nil, errors.New("artifacts.url has an option that is none of region, endpoint and s3ForcePathStyle")
		}
	}
	load := []func(*awsconfig.LoadOptions) error{
		awsconfig.WithHTTPClient(awshttp.NewBuildableClient().WithTransportOptions(func(t *http.Transport) {
			t.ResponseHeaderTimeout = headerTimeout
		})),
		awsconfig.WithLogger(logging.Nop{}), // its warnings would go to standard error, past our log; failures are errors
	}
	if b.region != "" {
		load = append(load, awsconfig.WithRegion(b.region))
	}
	cfg, err := awsconfig.LoadDefaultConfig(ctx, load...)
	if err != nil {
		return nil, fmt.Errorf("artifacts.url: AWS environment: %w", err)
	}
	if cfg.Region == "" {
		if b.endpoint == "" && cfg.BaseEndpoint == nil {
			return nil, errors.New("artifacts.url: no region; write s3://BUCKET?region=…, or set AWS_REGION")
		}
		cfg.Region = "us-east-1" // what other servers than Amazon's take for a region
	}
	b.region = cfg.Region
	b.client = s3.NewFromConfig(cfg, func(o *s3.Options) {
		o.UsePathStyle = pathStyle
		if b.endpoint != "" {
			o.BaseEndpoint = aws.String(b.endpoint)
		}
	})
	if b.endpoint == "" {
		b.endpoint = "S3 in " + b.region
	}
	return b, nil
}

// Close implements artifacts.Volume; there is nothing to end.
func (b *Bucket) Close() error { return nil }

// Write uploads an object in one request: it is there wholly or not at all, and
// a cut connection leaves no parts that nobody sees and somebody pays for. S3
// compares sum, a SHA-256, with what arrived.
func (b *Bucket) Write(ctx context.Context, key string, r io.ReadSeeker, size int64, sum []byte) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout+time.Duration(size/writeRate)*time.Second)
	defer cancel()
	_, err := b.client.PutObject(ctx, &s3.PutObjectInput{
		Bucket: &b.name, Key: &key, Body: r, ContentLength: &size,
		ContentType:    aws.String("application/octet-stream"), // our record has the true one
		ChecksumSHA256: aws.String(base64.StdEncoding.EncodeToString(sum)),
	})
	if err != nil {
		return fmt.Errorf("write %s: %w", key, b.explain(ctx, err))
	}
	return nil
}

// Size returns the length of an object.
func (b *Bucket) Size(ctx context.Context, key string) (int64, error) {
	head, err := b.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &b.name, Key: &key})
	if err != nil {
		return 0, b.explain(ctx, err)
	}
	return aws.ToInt64(head.ContentLength), nil
}

// Open opens an object for reading while ctx lasts, and returns its length.
func (b *Bucket) Open(ctx context.Context, key string) (io.ReadSeekCloser, int64, error) {
	o := &object{ctx: ctx, b: b, key: key}
	if err := o.open(); err != nil {
		return nil, 0, err
	}
	return o, o.size, nil
}

// Each calls f with the key of every object below folder, and when it was written by
// the clock of the server.
func (b *Bucket) Each(ctx context.Context, folder string, f func(key string, written time.Time) error) error {
	pages := s3.NewListObjectsV2Paginator(b.client, &s3.ListObjectsV2Input{Bucket: &b.name, Prefix: aws.String(folder + "/")})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return b.explain(ctx, err)
		}
		for _, o := range page.Contents {
			if err := f(aws.ToString(o.Key), aws.ToTime(o.LastModified)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Delete deletes an object; S3 does not say whether it was there.
func (b *Bucket) Delete(ctx context.Context, key string) error {
	if _, err := b.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &b.name, Key: &key}); err != nil {
		return b.explain(ctx, err)
	}
	return nil
}

// object reads one object, from where Seek put it: by one request, unless it is
// moved while it is read.
type object struct {
	ctx  context.Context // of Open; the reader is used while it lasts
	b    *Bucket
	key  string
	body io.ReadCloser // nil after a Seek
	at   int64
	size int64
}

func (o *object) open() error {
	in := &s3.GetObjectInput{Bucket: &o.b.name, Key: &o.key}
	if o.at > 0 {
		in.Range = aws.String(fmt.Sprintf("bytes=%d-", o.at))
	}
	out, err := o.b.client.GetObject(o.ctx, in)
	if err != nil {
		return o.b.explain(o.ctx, err)
	}
	if o.body = out.Body; o.at == 0 {
		o.size = aws.ToInt64(out.ContentLength)
	}
	return nil
}

// Read implements io.Reader.
func (o *object) Read(p []byte) (int, error) {
	if o.at >= o.size {
		return 0, io.EOF
	}
	if o.body == nil {
		if err := o.open(); err != nil {
			return 0, err
		}
	}
	n, err := o.body.Read(p)
	o.at += int64(n)
	if errors.Is(err, io.EOF) && o.at < o.size {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// Seek implements io.Seeker; it asks for nothing yet.
func (o *object) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += o.at
	case io.SeekEnd:
		offset += o.size
	}
	if offset < 0 {
		return 0, errors.New("seek before the beginning")
	}
	if offset != o.at {
		_ = o.Close()
		o.at = offset
	}
	return offset, nil
}

// Close ends the reading.
func (o *object) Close() error {
	if o.body == nil {
		return nil
	}
	body := o.body
	o.body = nil
	return body.Close()
}

// explain returns one line on why the bucket does not do what it was asked: the SDK's own
// errors tell of requests, attempts and causes in several layers.
func (b *Bucket) explain(ctx context.Context, err error) error {
	var api smithy.APIError
	var resp *awshttp.ResponseError
	var dial *net.OpError
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	code, status := "", 0
	if errors.As(err, &api) {
		code = api.ErrorCode()
	}
	if errors.As(err, &resp) {
		status = resp.HTTPStatusCode()
	}
	at := fmt.Sprintf("bucket %q at %s", b.name, b.endpoint)
	switch {
	case code == "NoSuchKey", code == "NotFound": // of a GET, of a HEAD
		return fs.ErrNotExist
	case code == "NoSuchBucket":
		return fmt.Errorf("%s: there is no such bucket", at)
	case code == "PermanentRedirect", code == "AuthorizationHeaderMalformed", code == "IllegalLocationConstraintException", status == http.StatusMovedPermanently:
		return fmt.Errorf("%s: the bucket is in another region than %s (%s)", at, b.region, answer(code, status))
	case status == http.StatusForbidden, status == http.StatusUnauthorized:
		return fmt.Errorf("%s: the credentials are refused (%s)", at, answer(code, status))
	case code == "RequestTimeTooSkewed":
		return fmt.Errorf("%s: the clock of this machine is wrong (%s)", at, code)
	case status != 0:
		return fmt.Errorf("%s: it answers %s", at, answer(code, status))
	case ctx.Err() != nil:
		return fmt.Errorf("%s: %w", at, context.Cause(ctx))
	case errors.As(err, &dns):
		return fmt.Errorf("%s: the host %s is unknown", at, dns.Name)
	case errors.As(err, &cert):
		return fmt.Errorf("%s: its certificate is not valid (%w); an authority of your own goes into the file that AWS_CA_BUNDLE names", at, cert.Err)
	case errors.As(err, &dial):
		return fmt.Errorf("%s: cannot be reached: %w", at, dial)
	case strings.Contains(err.Error(), "get credentials"), strings.Contains(err.Error(), "refresh cached credentials"):
		return fmt.Errorf("%s: there are no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role", at)
	default:
		return fmt.Errorf("%s: %w", at, httpguard.Redact(err))
	}
}

func answer(code string, status int) string {
	return strings.TrimSpace(strconv.Itoa(status) + " " + code)
}
