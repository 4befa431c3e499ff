package gateway

import (
	"context"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
)

// peerKey is where the context of a request has why its peer is refused.
type peerKey struct{}

// withPeer looks once at who is at the other end of a connection of the socket.
func withPeer(ctx context.Context, c net.Conn) context.Context {
	u, is := c.(*net.UnixConn)
	if !is {
		return ctx
	}
	uid, pid, known := peerOf(u)
	if !known { // the folder and the mode of the socket have let it in
		return ctx
	}
	return context.WithValue(ctx, peerKey{}, refusePeer(uid, pid, os.Geteuid(), os.Getpid(), procStat))
}

// ownPeers answers only those that withPeer has not refused.
func (g *Gateway) ownPeers(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if why, _ := r.Context().Value(peerKey{}).(string); why != "" {
			g.o.Log.Warn("a call of the socket was refused", "why", why)
			problem(w, http.StatusForbidden, "the socket is for operators: "+why)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// stat is what is asked of a process.
type stat struct{ parent, group, session int }

// refusePeer says why a process may not use the socket; "" if it may. It has to be of the
// bridge's user or root, and not started by the bridge: agents are, and nothing else is. One
// that an agent has started is known by its parents, by those of the leaders of its group and
// session, or by its session if that is the bridge's own.
func refusePeer(uid, pid, euid, self int, of func(pid int) (stat, bool)) string {
	if uid != 0 && uid != euid {
		return "user " + strconv.Itoa(uid) + " is not the bridge's"
	}
	if pid == 0 || pid == self { // of another namespace, so not ours; or this process itself
		return ""
	}
	own, readable := of(self)
	if !readable {
		return "" // there is no /proc
	}
	peer, found := of(pid)
	if !found {
		return "the process is gone"
	}
	const agents = "a program that the bridge has started may not use it"
	if own.session == self && peer.session == self {
		return agents
	}
	for _, p := range []int{pid, peer.group, peer.session} {
		for range maxDepth {
			st, found := of(p)
			if !found || p <= 1 {
				break
			}
			if st.parent == self {
				return agents
			}
			p = st.parent
		}
	}
	return ""
}

// maxDepth bounds how far the parents of a process are followed.
const maxDepth = 1000

// procStat reads /proc/PID/stat (proc_pid_stat(5)): the name in it may have any characters.
func procStat(pid int) (stat, bool) {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return stat{}, false
	}
	return parseStat(string(b))
}

// parseStat reads "PID (NAME) STATE PARENT GROUP SESSION …".
func parseStat(s string) (stat, bool) {
	f := strings.Fields(s[strings.LastIndex(s, ")")+1:])
	if len(f) < 4 {
		return stat{}, false
	}
	var n [3]int
	for i := range n {
		var err error
		if n[i], err = strconv.Atoi(f[i+1]); err != nil || n[i] < 0 {
			return stat{}, false
		}
	}
	return stat{n[0], n[1], n[2]}, true
}
