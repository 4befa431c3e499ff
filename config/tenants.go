package config

import (
	"fmt"
	"slices"
	"strings"
)

// DefaultTenant has everything that nobody said another tenant of; it needs no [tenants.NAME].
const DefaultTenant = "default"

// Tenant is one of those who share the bridge and see nothing of each other.
type Tenant struct {
	Operators map[string]Secret `toml:"operators"` // tokens of those who see what is the tenant's
	Agents    map[string]Secret `toml:"agents"`    // as API.Agents, for requests of the tenant
	People    []string          `toml:"people"`    // who may be asked for it; a person of no tenant may be asked for all
	Turns     Rate              `toml:"turns"`     // that systems start for it; absent: no limit
	// MaxConcurrent bounds the calls of one agent for it at a time; absent: as many as the agent has.
	MaxConcurrent int `toml:"max_concurrent,positive"`
}

const likeTenant = "a table [tenants.NAME]"

// checkTenants checks the tables of tenants, and that only those are named that there are.
func (c *Config) checkTenants() {
	if t := c.root.get("tenants"); t != nil && t.kind == kindTable {
		for _, name := range t.keys {
			n := t.table[name]
			if !isTenant(name) {
				c.problem(n, "the name "+quote(name)+" is not valid", "1 to 64 characters that can be printed, without a slash or *")
			}
			if n.kind == kindTable {
				c.known(n.get("people"), c.Tenants[name].People, "person", "people")
			}
		}
	}
	for _, s := range c.Channels {
		if s.Tenant != "" {
			s.CheckTenant("tenant", s.Tenant)
		}
	}
	if clients := c.root.get("mcp", "clients"); clients != nil && clients.kind == kindTable {
		for _, name := range clients.keys {
			cl := c.MCP.Clients[name]
			n := clients.table[name].get("tenant")
			if problem := c.noTenant(cl.Tenant); n != nil && n.kind == kindString && problem != "" {
				c.problem(n, problem, likeTenant)
			}
			for i, p := range cl.People {
				if of := c.TenantsOf(p); len(of) > 0 && !slices.Contains(of, orDefault(cl.Tenant)) {
					c.problem(clients.table[name].get("people").items[i], p+" is of another tenant", "somebody of the client's tenant")
				}
			}
		}
	}
}

// isTenant reports whether a text can be the name of a tenant.
func isTenant(s string) bool {
	return s != "" && len(s) <= maxName && !strings.ContainsAny(s, "/*") && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f })
}

func (c *Config) noTenant(name string) string {
	if _, ok := c.Tenants[name]; ok || orDefault(name) == DefaultTenant {
		return ""
	}
	return fmt.Sprintf("there is no tenant %q", name)
}

// CheckTenant reports at a key of the section that there is no such tenant.
func (s *Section) CheckTenant(key, name string) {
	if problem := s.cfg.noTenant(name); problem != "" {
		s.Problem(key, problem, likeTenant)
	}
}

// TenantsOf are those that a person may be asked for; none: all.
func (c *Config) TenantsOf(person string) []string {
	var all []string
	for name, t := range c.Tenants {
		if slices.Contains(t.People, person) {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

func orDefault(tenant string) string {
	if tenant == "" {
		return DefaultTenant
	}
	return tenant
}
