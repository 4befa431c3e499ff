package artifacts

import (
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	awsconfig "github.com/aws/aws-sdk-go-v2/config"
	awss3 "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"bridge/artifacts/s3"
	"bridge/internal/noerr"
)

func openS3(_ context.Context, url string) (Volume, error) { return s3.Open(url) }

// testKeyID and testKey are credentials that must never be in an error.
const (
	testKeyID = "AKIAHUNTER2HUNTER2"
	testKey   = "hunter2/hunter2+hunter2"
)

// opener opens a store of one backend; all that it opens have the same objects,
// but for those in memory.
type opener func(change func(*Options)) *Store

// onEvery runs a test on every kind of store.
func onEvery(t *testing.T, test func(*testing.T, opener)) {
	t.Run("mem", func(t *testing.T) {
		test(t, at(t, "mem://", ""))
	})
	onEveryShared(t, test)
}

// onEveryShared runs a test on every kind of store that several nodes can use.
func onEveryShared(t *testing.T, test func(*testing.T, opener)) {
	t.Run("file", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "artifacts")
		test(t, at(t, "file", dir))
	})
	t.Run("folder", func(t *testing.T) {
		test(t, at(t, "file:"+t.TempDir(), ""))
	})
	t.Run("s3", func(t *testing.T) {
		test(t, at(t, s3URL(s3Server(t, nil), testBucket), ""))
	})
}

func apply(change func(*Options), o *Options) {
	if change != nil {
		change(o)
	}
}

func at(t *testing.T, url, dir string) opener {
	return func(change func(*Options)) *Store {
		return testStore(t, func(o *Options) {
			o.URL = url
			if dir == "" {
				dir = t.TempDir()
			}
			o.Dir = dir
			apply(change, o)
		})
	}
}

const testBucket = "attachments"

// otherS3 names a server to test with in place of the one in this process, as
// http://KEY:SECRET@HOST:PORT, of the region eu-south-1 or of any. The tests make
// the bucket "attachments" there, and empty it.
const otherS3 = "BRIDGE_TEST_S3"

// s3Server runs an S3 server with an empty bucket and sets credentials for it.
// around, if not nil, sees every request first.
func s3Server(t *testing.T, around func(http.ResponseWriter, *http.Request, http.Handler)) string {
	t.Helper()
	awsEnv(t)
	var handler http.Handler
	if other := os.Getenv(otherS3); other != "" {
		handler = emptyS3(t, other)
	} else {
		backend := s3mem.New()
		noerr.Must(t, backend.CreateBucket(testBucket))
		handler = gofakes3.New(backend).Server()
	}
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if around != nil {
			around(w, r, handler)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	srv.Config.ErrorLog = log.New(io.Discard, "", 0) // the fake's own noise about requests that are cut
	srv.Start()
	t.Cleanup(srv.Close)
	return srv.URL
}

// emptyS3 sets the credentials of another server, empties its bucket and forwards
// requests to it as they are: the host that they are signed for is that of the test.
func emptyS3(t *testing.T, address string) http.Handler {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil || u.User == nil {
		t.Fatalf("%s is not http://KEY:SECRET@HOST:PORT", otherS3)
	}
	secret, _ := u.User.Password()
	t.Setenv("AWS_ACCESS_KEY_ID", u.User.Username())
	t.Setenv("AWS_SECRET_ACCESS_KEY", secret)
	u.User = nil
	cfg, err := awsconfig.LoadDefaultConfig(t.Context(), awsconfig.WithRegion("eu-south-1"))
	noerr.Must(t, err)
	c := awss3.NewFromConfig(cfg, func(o *awss3.Options) { o.UsePathStyle, o.BaseEndpoint = true, aws.String(u.String()) })
	var there *types.BucketAlreadyOwnedByYou
	if _, err := c.CreateBucket(t.Context(), &awss3.CreateBucketInput{Bucket: aws.String(testBucket)}); err != nil && !errors.As(err, &there) {
		t.Fatal(err)
	}
	for all := awss3.NewListObjectsV2Paginator(c, &awss3.ListObjectsV2Input{Bucket: aws.String(testBucket)}); all.HasMorePages(); {
		page, err := all.NextPage(t.Context())
		noerr.Must(t, err)
		for _, o := range page.Contents {
			noerr.Must(t, noerr.Of(c.DeleteObject(t.Context(), &awss3.DeleteObjectInput{Bucket: aws.String(testBucket), Key: o.Key})))
		}
	}
	return &httputil.ReverseProxy{
		Rewrite:  func(r *httputil.ProxyRequest) { r.Out.URL.Scheme, r.Out.URL.Host = u.Scheme, u.Host },
		ErrorLog: log.New(io.Discard, "", 0), // of requests that a test cuts
	}
}

// awsEnv is an environment with credentials and nothing of this machine.
func awsEnv(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	for k, v := range map[string]string{
		"AWS_ACCESS_KEY_ID": testKeyID, "AWS_SECRET_ACCESS_KEY": testKey, "AWS_SESSION_TOKEN": "", "AWS_REGION": "", "AWS_DEFAULT_REGION": "",
		"AWS_PROFILE": "", "AWS_CONFIG_FILE": none, "AWS_SHARED_CREDENTIALS_FILE": none, "AWS_EC2_METADATA_DISABLED": "true",
		"AWS_ENDPOINT_URL": "", "AWS_ENDPOINT_URL_S3": "", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "", "AWS_CONTAINER_CREDENTIALS_FULL_URI": "",
		"AWS_WEB_IDENTITY_TOKEN_FILE": "", "AWS_ROLE_ARN": "", "AWS_CA_BUNDLE": "",
	} {
		t.Setenv(k, v)
	}
}

func s3URL(endpoint, bucket string) string {
	q := url.Values{"endpoint": {endpoint}, "region": {"eu-south-1"}, "s3ForcePathStyle": {"true"}}
	return "s3://" + bucket + "?" + q.Encode()
}
