package s3

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"hash"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/minio/minio-go/v7/pkg/s3utils"
	"github.com/minio/minio-go/v7/pkg/signer"

	"bridge/internal/lazyre"
	"bridge/internal/retry"
)

const (
	tries   = 3                      // of one request
	pause   = 100 * time.Millisecond // before the second; twice that before the third
	maxWhy  = 64 << 10               // bytes of an answer that refuses
	maxIdle = 16                     // connections that are kept

	// What is longer is sent when the server asks for it, or says nothing for a second: one that refuses does not read
	// it, and its answer would be lost behind a connection that it closes.
	asksFrom = 1 << 20
	asksTime = time.Second
)

// ofNothing is the SHA-256 of no bytes.
const ofNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// codes are those of errors.
var codes = lazyre.New(`^[A-Za-z0-9.]{1,64}$`)

// call is one request: of an object, or with no key of the bucket. The body is read from its beginning.
type call struct {
	method, key string
	query       url.Values
	header      http.Header
	body        io.ReadSeeker
	size        int64
}

// refusal is an answer that is no success.
type refusal struct {
	status int
	signer string // the id of the credentials that were used
	Code   string // of S3; "": it is not S3 that answers, or it is asked by HEAD
}

func (r *refusal) Error() string { return answer(r.Code, r.status) }

// do makes a request, up to three times if it is worth it. The answer is a success.
func (b *Bucket) do(ctx context.Context, c call) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := b.once(ctx, c)
		if err == nil || n == tries || !b.again(ctx, err) || !retry.Within(ctx, retry.Jitter(time.Duration(n)*pause, 0.5)) {
			return resp, err
		}
	}
}

// again reports whether another try may do better.
func (b *Bucket) again(ctx context.Context, err error) bool {
	if no, ok := errors.AsType[*refusal](err); ok {
		if no.Code == "ExpiredToken" {
			b.keys.expire(ctx, no.signer)
			return true
		}
		return no.status == http.StatusTooManyRequests || no.status >= 500 && no.status != http.StatusNotImplemented || no.Code == "RequestTimeout"
	}
	var cert *tls.CertificateVerificationError
	var dns *net.DNSError
	return ctx.Err() == nil && !errors.As(err, &cert) && !(errors.As(err, &dns) && dns.IsNotFound) && !errors.Is(err, errNoKeys)
}

func (b *Bucket) once(ctx context.Context, c call) (*http.Response, error) {
	k, err := b.keys.get(ctx)
	if err != nil {
		return nil, err
	}
	u := b.base
	if u.RawQuery = c.query.Encode(); c.key != "" || u.Path == "" {
		u.Path += "/" + c.key
	}
	u.RawPath = s3utils.EncodePath(u.Path) // as it is signed: net/url leaves a plus alone, which servers read as a space
	req, err := http.NewRequestWithContext(ctx, c.method, u.String(), nil)
	if err != nil {
		return nil, err
	}
	for name, v := range c.header {
		req.Header[name] = v
	}
	if req.Header.Get("X-Amz-Content-Sha256") == "" {
		req.Header.Set("X-Amz-Content-Sha256", ofNothing)
	}
	req.Header.Set("User-Agent", "bridge")
	if c.size > 0 {
		if _, err := c.body.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		up := &upload{r: c.body}
		defer up.Close()
		req.Body, req.ContentLength = up, c.size
	}
	req = signer.SignV4(*req, k.AccessKeyID, k.SecretAccessKey, k.SessionToken, b.region)
	if c.size > asksFrom { // not signed: proxies answer it themselves
		req.Header.Set("Expect", "100-continue")
	}
	resp, err := b.http.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode < 300 {
		return resp, nil
	}
	no := &refusal{status: resp.StatusCode, signer: k.AccessKeyID}
	_ = xml.NewDecoder(io.LimitReader(resp.Body, maxWhy)).Decode(no) // proxies say other things
	if !codes.MatchString(no.Code) {
		no.Code = ""
	}
	if c.method == http.MethodHead && no.status == http.StatusNotFound { // S3 cannot say more; of all else it does, and who does not is a proxy
		no.Code = "NoSuchKey"
	}
	return nil, errors.Join(no, resp.Body.Close())
}

// upload is the body of one try: nothing reads r any more once it is closed, whatever the
// transport still does.
type upload struct {
	mu     sync.Mutex
	r      io.Reader
	closed bool
}

// Read implements io.Reader.
func (u *upload) Read(p []byte) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.closed {
		return 0, http.ErrBodyReadAfterClose
	}
	return u.r.Read(p)
}

// Close implements io.Closer.
func (u *upload) Close() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.closed = true
	return nil
}

// base is the URL that the keys of objects come behind.
func base(endpoint, region, bucket string, pathStyle bool) (url.URL, error) {
	if endpoint == "" {
		endpoint = "https://s3." + region + ".amazonaws.com"
		switch {
		case strings.HasPrefix(region, "cn-"):
			endpoint += ".cn"
		case strings.HasPrefix(region, "eusc-"):
			endpoint = "https://s3." + region + ".amazonaws.eu"
		}
		pathStyle = pathStyle || strings.Contains(bucket, ".") // no certificate is for such a host
	}
	u, err := url.Parse(endpoint)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil || u.RawQuery != "" {
		return url.URL{}, errors.New("artifacts.url: endpoint is not a plain http or https URL")
	}
	u.Path = strings.TrimRight(u.Path, "/")
	u.Host = strings.TrimSuffix(u.Host, map[string]string{"http": ":80", "https": ":443"}[u.Scheme]) // proxies leave it out of what was signed
	if pathStyle || net.ParseIP(u.Hostname()) != nil {
		u.Path += "/" + bucket
	} else {
		u.Host = bucket + "." + u.Host
	}
	return *u, nil
}

// transport is that of all requests. The services of a machine that give credentials are not
// reached by a proxy; an authority of one's own counts alone.
func transport() (*http.Transport, error) {
	t := &http.Transport{
		DialContext: (&net.Dialer{Timeout: 10 * time.Second}).DialContext, TLSHandshakeTimeout: 10 * time.Second, ResponseHeaderTimeout: headerTimeout,
		ExpectContinueTimeout: asksTime, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: maxIdle, IdleConnTimeout: time.Minute,
		DisableCompression: true, // an object is what was stored
		Proxy: func(r *http.Request) (*url.URL, error) {
			if ip := net.ParseIP(r.URL.Hostname()); ip != nil && ip.IsLinkLocalUnicast() {
				return nil, nil
			}
			return http.ProxyFromEnvironment(r)
		},
	}
	file := os.Getenv("AWS_CA_BUNDLE")
	if file == "" {
		return t, nil
	}
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("AWS_CA_BUNDLE: %w", err)
	}
	t.TLSClientConfig = &tls.Config{RootCAs: x509.NewCertPool()}
	if !t.TLSClientConfig.RootCAs.AppendCertsFromPEM(pem) {
		return nil, errors.New("AWS_CA_BUNDLE: the file has no certificate")
	}
	return t, nil
}

// check compares what is read with the hash that it was stored with.
type check struct {
	h    hash.Hash
	want string
}

// newCheck is nil where the server says no hash of the whole.
func newCheck(h http.Header) *check {
	want := h.Get("X-Amz-Checksum-Sha256")
	if want == "" || strings.Contains(want, "-") {
		return nil
	}
	return &check{sha256.New(), want}
}

// reads takes the next bytes, and reports whether all is well up to them.
func (c *check) reads(p []byte, last bool) bool {
	if c == nil {
		return true
	}
	c.h.Write(p)
	return !last || base64.StdEncoding.EncodeToString(c.h.Sum(nil)) == c.want
}

func answer(code string, status int) string {
	return strings.TrimSpace(strconv.Itoa(status) + " " + code)
}
