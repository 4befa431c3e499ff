package config

import (
	"net/url"
)

// SCIM is how the directory of a company keeps people and groups (/scim/v2); not at all without a
// Token.
type SCIM struct {
	Token     Secret   `toml:"token"`
	Tenant    string   `toml:"tenant"`    // the only one whose requests those people are asked about; absent: the default
	Approvers []string `toml:"approvers"` // groups whose members may decide, where the rules name them
	Rate      Rate     `toml:"rate"`      // calls, on all nodes together
}

// checkSCIM checks [scim].
func (c *Config) checkSCIM() {
	t := c.root.get("scim")
	if t == nil || t.kind != kindTable {
		return
	}
	token := t.get("token")
	switch {
	case token == nil && c.SCIM.Tenant == "" && len(c.SCIM.Approvers) == 0: // off
		return
	case token == nil:
		c.problem(t, "nobody has a token for it", "token = \"${SCIM_TOKEN}\", or no [scim]")
	default:
		c.checkToken(token)
	}
	if n := t.get("tenant"); n != nil && n.kind == kindString && c.SCIM.Tenant != "default" && c.SCIM.Tenant != "" && !c.has("tenants", c.SCIM.Tenant) {
		c.unknownName(n, c.SCIM.Tenant, "tenant", "tenants")
	}
	for i, g := range c.SCIM.Approvers {
		if item := t.get("approvers").items[i]; item.kind == kindString && !isName(g) {
			c.problem(item, quote(item.src)+" is no name of a group", "a name of a-z, 0-9, _ and -, as bridge people show has it")
		}
	}
	if u, err := url.Parse(c.PublicURL); err == nil && u.Scheme == "http" && !IsLoopback(u.Host) {
		c.warn(t, "public_url is http: the token goes over the network as plain text, and Entra and Okta call https alone", "a public_url with https, and a proxy for it")
	}
}
