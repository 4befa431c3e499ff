// Package s3 keeps artifacts in a bucket of Amazon's S3 or of a server that speaks
// its protocol: the volume that artifacts.Options.S3 opens. It knows nothing of records.
package s3

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/base64"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"bridge/internal/httpguard"
)

// Limits of one request. A server that takes or gives nothing must not hold a mail
// for ever.
const (
	headerTimeout = 30 * time.Second // until the answer begins, once the request is written
	writeTimeout  = time.Minute      // for one object, its retries included, and
	writeRate     = 64 << 10         // one second more for this many bytes
	pageTimeout   = 2 * time.Minute  // for a page of a list, its retries included
)

// Bucket is one bucket. Its methods may be called concurrently; their errors are one
// line, show no credential, and are fs.ErrNotExist where the object is not there.
type Bucket struct {
	keys     *keys
	http     *http.Client
	name     string
	base     url.URL // of the objects: their keys come behind it
	endpoint string  // for errors: the host that is asked
	region   string
}

// Open reads s3://BUCKET?region=…&endpoint=…&s3ForcePathStyle=… and makes a
// client; it asks nobody yet.
func Open(raw string) (*Bucket, error) {
	u, err := url.Parse(raw)
	if err != nil { // whose text has the whole URL
		return nil, errors.New("artifacts.url is not a URL")
	}
	if u.User != nil {
		return nil, errors.New("artifacts.url: credentials do not belong into it; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	if u.Host == "" || u.Port() != "" || strings.Trim(u.Path, "/") != "" || u.Fragment != "" {
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
	asked := b.endpoint != ""
	if !asked {
		b.endpoint = cmp.Or(os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"))
	}
	if b.region = cmp.Or(b.region, os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION")); b.region == "" {
		if b.endpoint == "" {
			return nil, errors.New("artifacts.url: no region; write s3://BUCKET?region=…, or set AWS_REGION")
		}
		b.region = "us-east-1" // what other servers than Amazon's take for a region
	}
	if b.base, err = base(b.endpoint, b.region, b.name, pathStyle); err != nil {
		return nil, err
	}
	if !asked {
		b.endpoint = "S3 in " + b.region
	}
	t, err := transport()
	if err != nil {
		return nil, fmt.Errorf("artifacts.url: AWS environment: %w", err)
	}
	b.http = &http.Client{Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	b.keys = newKeys(b.region, t)
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
	header := http.Header{
		"Content-Type":          {"application/octet-stream"}, // our record has the true one
		"X-Amz-Checksum-Sha256": {base64.StdEncoding.EncodeToString(sum)}, "X-Amz-Content-Sha256": {hex.EncodeToString(sum)},
	}
	resp, err := b.do(ctx, call{method: http.MethodPut, key: key, header: header, body: r, size: size})
	if err != nil {
		return fmt.Errorf("write %s: %w", key, b.explain(ctx, err))
	}
	return resp.Body.Close()
}

// Size returns the length of an object.
func (b *Bucket) Size(ctx context.Context, key string) (int64, error) {
	resp, err := b.do(ctx, call{method: http.MethodHead, key: key})
	if err != nil {
		return 0, b.explain(ctx, err)
	}
	return resp.ContentLength, resp.Body.Close()
}

// Open opens an object for reading while ctx lasts, and returns its length.
func (b *Bucket) Open(ctx context.Context, key string) (io.ReadSeekCloser, int64, error) {
	o := &object{ctx: ctx, b: b, key: key}
	if err := o.open(); err != nil {
		return nil, 0, err
	}
	return o, o.size, nil
}

// maxPage is more than a page of a thousand keys has, in bytes.
const maxPage = 16 << 20

// page is a part of a list.
type page struct {
	XMLName  xml.Name `xml:"ListBucketResult"`
	Contents []struct {
		Key          string
		LastModified time.Time
	}
	IsTruncated           bool
	NextContinuationToken string
}

// Each calls f with the key of every object below folder, and when it was written by
// the clock of the server.
func (b *Bucket) Each(ctx context.Context, folder string, f func(key string, written time.Time) error) error {
	query := url.Values{"list-type": {"2"}, "prefix": {folder + "/"}}
	for {
		p, err := b.page(ctx, query)
		if err != nil {
			return err
		}
		for _, o := range p.Contents {
			if err := f(o.Key, o.LastModified); err != nil {
				return err
			}
		}
		if !p.IsTruncated {
			return nil
		}
		if p.NextContinuationToken == "" || p.NextContinuationToken == query.Get("continuation-token") {
			return fmt.Errorf("bucket %q at %s: it lists a part, and not how to go on", b.name, b.endpoint)
		}
		query.Set("continuation-token", p.NextContinuationToken)
	}
}

func (b *Bucket) page(ctx context.Context, query url.Values) (p page, err error) {
	ctx, cancel := context.WithTimeout(ctx, pageTimeout)
	defer cancel()
	resp, err := b.do(ctx, call{method: http.MethodGet, query: query})
	if err != nil {
		return p, b.explain(ctx, err)
	}
	err = xml.NewDecoder(io.LimitReader(resp.Body, maxPage)).Decode(&p)
	if err = errors.Join(err, resp.Body.Close()); err != nil {
		return p, b.explain(ctx, fmt.Errorf("its list: %w", err))
	}
	return p, nil
}

// Delete deletes an object; S3 does not say whether it was there.
func (b *Bucket) Delete(ctx context.Context, key string) error {
	resp, err := b.do(ctx, call{method: http.MethodDelete, key: key})
	if err != nil {
		return b.explain(ctx, err)
	}
	return resp.Body.Close()
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
	sum  *check // of the bytes from the first to here; nil: nothing says what it has to be
}

func (o *object) open() error {
	in := call{method: http.MethodGet, key: o.key, header: http.Header{"X-Amz-Checksum-Mode": {"ENABLED"}}}
	if o.at > 0 {
		in.header.Set("Range", fmt.Sprintf("bytes=%d-", o.at))
	}
	resp, err := o.b.do(o.ctx, in)
	if err != nil {
		return o.b.explain(o.ctx, err)
	}
	o.sum = nil
	if resp.ContentLength < 0 { // a proxy cuts it into chunks
		return errors.Join(fmt.Errorf("bucket %q at %s: it does not say how long an object is", o.b.name, o.b.endpoint), resp.Body.Close())
	}
	if o.at == 0 {
		o.size, o.sum = resp.ContentLength, newCheck(resp.Header)
	} else if resp.StatusCode != http.StatusPartialContent || !strings.HasPrefix(resp.Header.Get("Content-Range"), fmt.Sprintf("bytes %d-", o.at)) {
		return errors.Join(fmt.Errorf("bucket %q at %s: it gives no part of an object", o.b.name, o.b.endpoint), resp.Body.Close())
	}
	o.body = resp.Body
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
	switch {
	case errors.Is(err, io.EOF) && o.at < o.size:
		err = io.ErrUnexpectedEOF
	case !o.sum.reads(p[:n], o.at == o.size):
		return 0, fmt.Errorf("bucket %q at %s: %s is not what was written", o.b.name, o.b.endpoint, o.key)
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

// explain returns one line on why the bucket does not do what it was asked.
func (b *Bucket) explain(ctx context.Context, err error) error {
	var no *refusal
	var dial *net.OpError
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	code, status := "", 0
	if errors.As(err, &no) {
		code, status = no.Code, no.status
	}
	at := fmt.Sprintf("bucket %q at %s", b.name, b.endpoint)
	switch {
	case code == "NoSuchKey":
		return fs.ErrNotExist
	case code == "NoSuchBucket":
		return fmt.Errorf("%s: there is no such bucket", at)
	case code == "PermanentRedirect", code == "AuthorizationHeaderMalformed", code == "IllegalLocationConstraintException", status == http.StatusMovedPermanently:
		return fmt.Errorf("%s: the bucket is in another region than %s (%s)", at, b.region, answer(code, status))
	case code == "RequestTimeTooSkewed":
		return fmt.Errorf("%s: the clock of this machine is wrong (%s)", at, code)
	case status == http.StatusForbidden, status == http.StatusUnauthorized:
		return fmt.Errorf("%s: the credentials are refused (%s)", at, answer(code, status))
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
	case errors.Is(err, errNoKeys):
		return fmt.Errorf("%s: there are no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role%s", at, strings.TrimPrefix(httpguard.Redact(err).Error(), errNoKeys.Error()))
	default:
		return fmt.Errorf("%s: %w", at, httpguard.Redact(err))
	}
}
