package program

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"strconv"
	"strings"
)

// User is whom a program runs as.
type User struct {
	Name     string
	UID, GID uint32
	Home     string
}

// LookupUser finds a user, and a group other than the user's own ("": that one), by name
// or number. The error says which of the two is wrong; root is refused.
func LookupUser(name, group string) (*User, error) {
	u, err := user.Lookup(name)
	if err != nil {
		if byID, failed := user.LookupId(name); failed == nil {
			u, err = byID, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("there is no user %q on this machine", name)
	}
	gid := u.Gid
	if group != "" {
		g, err := user.LookupGroup(group)
		if err != nil {
			g, err = user.LookupGroupId(group)
		}
		if err != nil {
			return nil, &GroupError{group}
		}
		gid = g.Gid
	}
	id, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("user %s has no number: %w", name, err)
	}
	gr, err := strconv.ParseUint(gid, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("group of %s has no number: %w", name, err)
	}
	if id == 0 {
		return nil, errors.New("root may do everything: a program that runs as root is kept from nothing")
	}
	return &User{Name: u.Username, UID: uint32(id), GID: uint32(gr), Home: u.HomeDir}, nil
}

// GroupError says that there is no such group.
type GroupError struct{ group string }

// Error says so.
func (e *GroupError) Error() string {
	return fmt.Sprintf("there is no group %q on this machine", e.group)
}

// Other reports whether the user is another than this process's.
func (u *User) Other() bool { return u != nil && int(u.UID) != os.Geteuid() }

// MaySwitch reports whether this process may start programs as other users.
func MaySwitch() bool {
	const setgid, setuid = 1 << 6, 1 << 7 // CAP_SETGID and CAP_SETUID (capabilities(7))
	if os.Geteuid() == 0 {
		return true
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(status)) {
		if hex, is := strings.CutPrefix(line, "CapEff:"); is {
			caps, err := strconv.ParseUint(strings.TrimSpace(hex), 16, 64)
			return err == nil && caps&setgid != 0 && caps&setuid != 0
		}
	}
	return false
}
