package webhook

import (
	"net/http"
	"strings"

	"bridge/config"
)

// foreign says why an unsigned request is not taken; "" if it is. anybody lets in what
// comes from other machines, but not what a page of another site has a browser send.
func foreign(r *http.Request, anybody bool) string {
	switch {
	case http.NewCrossOriginProtection().Check(r) != nil:
		return "a page of another site has sent this"
	case anybody:
		return ""
	case !config.IsLoopback(r.RemoteAddr):
		return "unsigned deliveries are taken from this machine only"
	case !config.IsLoopback(r.Host):
		// Or a name that leads here for a moment lets any page in: to its browser it is
		// the same site.
		return "unsigned deliveries are taken under a name of this machine only, such as localhost"
	case proxied(r):
		return "unsigned deliveries are taken from this machine only, and this one came through a proxy"
	}
	return ""
}

// proxied reports whether a proxy says that it passes the request on. One that says
// nothing cannot be told from a caller here, but nginx does so with HTTP/1.0.
func proxied(r *http.Request) bool {
	for name := range r.Header {
		for _, p := range proxyHeaders() {
			if name == p || strings.HasSuffix(p, "-") && strings.HasPrefix(name, p) {
				return true
			}
		}
	}
	return !r.ProtoAtLeast(1, 1)
}

// proxyHeaders are what proxies, balancers and tunnels write, in canonical form; one
// that ends with a dash stands for all that begin so.
func proxyHeaders() []string {
	return []string{
		"Forwarded", "Via", "X-Forwarded-", "X-Forwarded", "Forwarded-For", "X-Real-", "X-Original-", "X-Client-", "X-Cluster-Client-",
		"X-Proxyuser-", "X-Rewrite-Url", "X-Host", "X-Envoy-", "X-Remote-", "X-Scheme",
		"True-Client-", "Cf-", "Cdn-", "Fastly-", "Fly-", "X-Amz-Cf-", "X-Amzn-", "X-Appengine-", "X-Cloud-Trace-Context", "X-Azure-", "X-Arr-",
		"X-Vercel-", "X-Nf-", "X-Akamai-", "Akamai-", "Tailscale-", "Ngrok-", "X-Ngrok-", "X-Varnish", "X-Sucuri-", "Incap-", "X-Bluecoat-Via", "Client-Ip", "Proxy-",
	}
}
