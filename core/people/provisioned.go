package people

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"bridge/core/message"
)

// Provisioned is what the directory of a company says of a person, beside what has a field of
// its own in the entry.
type Provisioned struct {
	UserName   string `json:"userName"`             // unique, whatever its case
	ExternalID string `json:"externalId,omitempty"` // what the company calls them
	// Inactive: the company has disabled them. Entry.Disabled is the operators' word, and neither
	// ends the other.
	Inactive bool `json:"inactive,omitempty"`
	// Attributes are the rest of what it said (RFC 7643), to be given back.
	Attributes json.RawMessage `json:"attributes,omitempty"`
}

// HowProvisioned is Address.How of addresses that a company's directory vouches for.
const HowProvisioned = "scim"

// Bounds of what is provisioned, in bytes.
const (
	maxUserName   = 256
	maxAttributes = 16 << 10
)

func (p *Provisioned) check() error {
	switch {
	case p == nil:
	case p.UserName == "" || len(p.UserName) > maxUserName || !plain(p.UserName):
		return fmt.Errorf("userName: one line of 1 to %d bytes", maxUserName)
	case len(p.ExternalID) > maxUserName || !plain(p.ExternalID):
		return fmt.Errorf("externalId: one line of at most %d bytes", maxUserName)
	case len(p.Attributes) > maxAttributes:
		return fmt.Errorf("the attributes have more than %d bytes", maxAttributes)
	}
	return nil
}

func plain(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f })
}

// Off reports whether a person is nobody: an operator or their company has disabled them.
func (e Entry) Off() bool { return e.Disabled || e.Provisioned != nil && e.Provisioned.Inactive }

// UserAddress stands for a user name where addresses have one owner each.
func UserAddress(name string) message.Address {
	return message.Address("user:" + strings.ToLower(name))
}

// Group is a group that a company's directory keeps. Its members are the entries that have its ID
// among their groups, and rules name it as "group:ID".
type Group struct {
	ID         string    `json:"id"` // IsName; it stays when the name changes
	Name       string    `json:"name"`
	ExternalID string    `json:"externalId,omitempty"`
	CreatedAt  time.Time `json:"createdAt"`
	ChangedAt  time.Time `json:"changedAt"`
	Version    int64     `json:"version,omitempty"` // as Entry.Version
}

// Check returns what is wrong with a group, or nil.
func (g Group) Check() error {
	switch {
	case !IsName(g.ID):
		return fmt.Errorf("id: %.80q is none: 1 to %d of a-z, 0-9, _ and -", g.ID, maxID)
	case g.Name == "" || len(g.Name) > maxName || !plain(g.Name):
		return fmt.Errorf("displayName: one line of 1 to %d bytes", maxName)
	case len(g.ExternalID) > maxUserName || !plain(g.ExternalID):
		return fmt.Errorf("externalId: one line of at most %d bytes", maxUserName)
	}
	return nil
}

// Provisioning keeps what a company's directory looks for.
type Provisioning interface {
	// PersonNamed returns the entry with a user name, whatever its case; false if there is none.
	PersonNamed(ctx context.Context, userName string) (Entry, bool, error)
	// PersonKnownAs returns the entry with an external id.
	PersonKnownAs(ctx context.Context, externalID string) (Entry, bool, error)
	// PeoplePage returns the entries of a tenant by ID, behind the first skip of them and at most limit,
	// and how many there are. However many that is, it reads those of the page alone.
	PeoplePage(ctx context.Context, t message.Tenant, skip, limit int) (page []Entry, total int, err error)
	// GroupEntry returns a group; false if there is none.
	GroupEntry(ctx context.Context, id string) (Group, bool, error)
	// GroupEntries returns all groups by ID.
	GroupEntries(ctx context.Context) ([]Group, error)
	// SaveGroup stores a group in place of the one with its Version, 0: of none. ErrConflict: there
	// is another one.
	SaveGroup(ctx context.Context, g Group) (Group, error)
	// RemoveGroup deletes a group with this version; its members are entries still.
	RemoveGroup(ctx context.Context, id string, version int64) error
}
