package gateway

import (
	"net"
	"path/filepath"
	"testing"
	"time"

	"bridge/internal/noerr"
)

// TestPortGivenBack: a bridge starts although somebody, such as bridge check, has its port for a moment.
func TestPortGivenBack(t *testing.T) {
	other, err := net.Listen("tcp", "127.0.0.1:0")
	noerr.Must(t, err)
	time.AfterFunc(portWait/2, func() { _ = other.Close() })
	tcp, unix, err := Listen(t.Context(), other.Addr().String(), filepath.Join(t.TempDir(), "s"))
	noerr.Must(t, err)
	_, _ = tcp.Close(), unix.Close()
}
