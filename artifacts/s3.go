package artifacts

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
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
	"gocloud.dev/blob"
	"gocloud.dev/blob/s3blob"

	"bridge/internal/httpguard"
)

// Limits of one request to S3. A server that takes or gives nothing must not
// hold a mail for ever.
const (
	s3HeaderTimeout = 30 * time.Second // until the answer begins, once the request is written
	s3WriteTimeout  = time.Minute      // for one object, its retries included, and
	s3WriteRate     = 64 << 10         // one second more for this many bytes
)

// s3Bucket writes to a bucket. Reading, listing and deleting are the Go CDK's.
type s3Bucket struct {
	client   *s3.Client
	name     string
	endpoint string // for errors: the host that is asked
	region   string
}

// openS3 reads s3://BUCKET?region=…&endpoint=…&s3ForcePathStyle=… and makes a
// client; it asks nobody yet, but for credentials that come from a service.
func openS3(ctx context.Context, raw string) (*s3Bucket, error) {
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
	b := &s3Bucket{name: u.Host, region: query.Get("region")}
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
			t.ResponseHeaderTimeout = s3HeaderTimeout
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

func (b *s3Bucket) bucket(ctx context.Context) (*blob.Bucket, error) {
	return s3blob.OpenBucket(ctx, b.client, b.name, nil)
}

// write uploads an object in one request: it is there wholly or not at all, and
// a cut connection leaves no parts that nobody sees and somebody pays for. S3
// compares the hash with what arrived.
func (b *s3Bucket) write(ctx context.Context, key string, r io.ReadSeeker, size int64, sum []byte) error {
	ctx, cancel := context.WithTimeout(ctx, s3WriteTimeout+time.Duration(size/s3WriteRate)*time.Second)
	defer cancel()
	_, err := b.client.PutObject(ctx, &s3.PutObjectInput{
		Bucket: aws.String(b.name), Key: aws.String(key), Body: r,
		ContentLength: aws.Int64(size), ContentType: aws.String(objectType),
		ChecksumSHA256: aws.String(base64.StdEncoding.EncodeToString(sum)),
	})
	if err != nil {
		return fmt.Errorf("write %s: %w", key, err)
	}
	return nil
}

// explain returns one line on why the bucket cannot be used: the SDK's own
// errors tell of requests, attempts and causes in several layers.
func (b *s3Bucket) explain(ctx context.Context, err error) error {
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
