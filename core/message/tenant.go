package message

import "cmp"

// Tenant is whose a session is, and with it its turns, files and requests; "" is the same as
// DefaultTenant.
type Tenant string

const (
	// DefaultTenant has everything that nobody said another tenant of.
	DefaultTenant Tenant = "default"
	// EveryTenant is that of who may see everything. No record has it.
	EveryTenant Tenant = "*"
)

// Or returns t, or the default one for "".
func (t Tenant) Or() Tenant { return cmp.Or(t, DefaultTenant) }

// Sees reports whether who is of the tenant t may see, and change, a record of another. It is
// the only place that says so: API, assistants, peers and approvers ask it.
func (t Tenant) Sees(of Tenant) bool { return t == EveryTenant || t.Or() == of.Or() }
