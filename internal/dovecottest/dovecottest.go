// Package dovecottest runs a real Dovecot for tests: IMAP with and without TLS, and
// LMTP, on loopback ports and in a folder of its own. Every user name with the
// password Password has an account, made when it is first used.
package dovecottest

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"bridge/internal/noerr"
	"bridge/internal/porttest"
	"bridge/internal/servertest"
)

// Password is that of every account.
const Password = "mailbox-secret"

// patience bounds every wait of the package.
const patience = 60 * time.Second

// Server is a Dovecot. Its methods fail the test if the server does not do what they
// ask; they may be called from any goroutine, one at a time.
type Server struct {
	t    testing.TB
	dir  string
	uid  int // who owns the mail
	gid  int
	imap *porttest.Port
	tls  *porttest.Port
	lmtp *porttest.Port

	mu   sync.Mutex
	proc *servertest.Process
	seq  int
}

// Options say how a server differs from the default.
type Options struct {
	Config []string // further lines of dovecot.conf; they win over those of this package
}

// Start runs a server until the end of the test and returns when it answers.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	s := &Server{t: t, uid: os.Getuid(), gid: os.Getgid()}
	noerr.Must(t, noerr.Of(find("dovecot")))
	// Not t.TempDir: a unix socket's path has room for 100 bytes.
	dir, err := os.MkdirTemp("", "dovecot")
	s.must("make a folder", err)
	s.dir = dir
	t.Cleanup(s.remove)
	s.must("open the folder", os.Chmod(dir, 0o755)) // mail processes have another user
	s.must("make folders", errors.Join(os.MkdirAll(filepath.Join(dir, "mail"), 0o755), os.MkdirAll(filepath.Join(dir, "run"), 0o755)))
	if s.uid == 0 {
		u, err := user.Lookup("nobody")
		s.must("find the user nobody", err)
		s.uid, _ = strconv.Atoi(u.Uid)
		s.gid, _ = strconv.Atoi(u.Gid)
		s.must("give the mail to nobody", os.Chown(filepath.Join(dir, "mail"), s.uid, s.gid))
	}
	for _, p := range []**porttest.Port{&s.imap, &s.tls, &s.lmtp} {
		*p, err = porttest.Reserve()
		s.must("reserve a port", err)
	}
	_, _, err = servertest.Certificate(dir, time.Now().Add(24*time.Hour))
	s.must("make a certificate", err)
	s.must("write the configuration", os.WriteFile(s.config(), []byte(s.conf(o)), 0o644))
	s.start()
	return s
}

func (s *Server) must(what string, err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatalf("dovecottest: %s: %v", what, err)
	}
}

func find(program string) (string, error) {
	for _, path := range []string{program, "/usr/sbin/" + program, "/usr/bin/" + program} {
		if found, err := exec.LookPath(path); err == nil {
			return found, nil
		}
	}
	return "", fmt.Errorf("dovecottest: %s is not installed; run test/scripts/test-deps", program)
}

func (s *Server) config() string { return filepath.Join(s.dir, "dovecot.conf") }

func (s *Server) conf(o Options) string {
	c := fmt.Sprintf(`base_dir = %[1]s/run
state_dir = %[1]s/run/state
log_path = %[1]s/log
protocols = imap lmtp
listen = 127.0.0.1
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
ssl = yes
ssl_cert = <%[1]s/cert.pem
ssl_key = <%[1]s/key.pem
mail_location = maildir:%[1]s/mail/%%u/Maildir
recipient_delimiter = +
first_valid_uid = 1
mail_max_userip_connections = 1000
imap_idle_notify_interval = 30s
passdb {
  driver = static
  args = password=%[2]s
}
userdb {
  driver = static
  args = uid=%[3]d gid=%[4]d home=%[1]s/mail/%%u allow_all_users=yes
}
service imap-login {
  inet_listener imap {
    port = %[5]d
  }
  inet_listener imaps {
    port = %[6]d
    ssl = yes
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = %[7]d
  }
}
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
namespace inbox {
  inbox = yes
}
`, s.dir, Password, s.uid, s.gid, s.imap.Number, s.tls.Number, s.lmtp.Number)
	if os.Getuid() != 0 {
		me, err := user.Current()
		s.must("find the user", err)
		group, err := user.LookupGroupId(me.Gid)
		s.must("find the group", err)
		c += fmt.Sprintf(`default_internal_user = %[1]s
default_login_user = %[1]s
default_internal_group = %[2]s
service anvil {
  chroot =
}
service imap-login {
  chroot =
}
`, me.Username, group.Name)
	}
	return c + strings.Join(o.Config, "\n") + "\n"
}

func (s *Server) start() {
	s.t.Helper()
	path, err := find("dovecot")
	s.must("find dovecot", err)
	p, err := servertest.Start(filepath.Join(s.dir, "out"), syscall.SIGTERM, nil, path, "-F", "-c", s.config())
	s.must("start", err)
	s.mu.Lock()
	s.proc = p
	s.mu.Unlock()
	for _, port := range []*porttest.Port{s.imap, s.tls, s.lmtp} {
		s.Eventually("dovecot listens", func() bool {
			if !p.Running() {
				s.t.Fatalf("dovecottest: dovecot ended:\n%s", s.Log())
			}
			c, err := net.DialTimeout("tcp", port.Addr(), time.Second)
			if err == nil {
				_ = c.Close()
			}
			return err == nil
		})
	}
}

// Eventually waits until f is true.
func (s *Server) Eventually(what string, f func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(patience); !f(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatalf("dovecottest: not within %v: %s", patience, what)
		}
	}
}

// Addr is where IMAP with STARTTLS listens, TLSAddr IMAP under TLS.
func (s *Server) Addr() string    { return s.imap.Addr() }
func (s *Server) TLSAddr() string { return s.tls.Addr() }

// CA is the PEM file of the certificate's authority; the certificate is for
// 127.0.0.1 and localhost.
func (s *Server) CA() string { return filepath.Join(s.dir, "cert.pem") }

// Log returns the end of what the server logged.
func (s *Server) Log() string {
	var all []byte
	for _, name := range []string{"out", "log"} {
		b, _ := os.ReadFile(filepath.Join(s.dir, name))
		all = append(all, b[max(0, len(b)-4000):]...)
	}
	return string(all)
}

// Stop ends the server and its connections.
func (s *Server) Stop() {
	s.t.Helper()
	s.mu.Lock()
	p := s.proc
	s.proc = nil
	s.mu.Unlock()
	if p == nil {
		return
	}
	_ = p.Signal(syscall.SIGTERM)
	select {
	case <-p.Exited:
	case <-time.After(patience):
		_ = p.Kill()
		<-p.Exited
	}
	// The processes of the connections end when they notice.
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		l, err := net.Listen("tcp4", s.imap.Addr())
		if err == nil {
			_ = l.Close()
			return
		}
	}
}

// Restart runs the server again after Stop, on the same ports.
func (s *Server) Restart() {
	s.t.Helper()
	s.start()
}

// Kick ends the connections of a user, as an administrator does.
func (s *Server) Kick(user string) {
	s.t.Helper()
	path, err := find("doveadm")
	s.must("find doveadm", err)
	// It fails when the user has no connection.
	if out, err := exec.Command(path, "-c", s.config(), "kick", user).CombinedOutput(); err != nil && !strings.Contains(string(out), "no users kicked") {
		s.t.Fatalf("dovecottest: kick: %v: %s", err, out)
	}
}

func (s *Server) remove() {
	s.Stop()
	for _, p := range []*porttest.Port{s.imap, s.tls, s.lmtp} {
		if p != nil {
			p.Release()
		}
	}
	if s.t.Failed() {
		s.t.Logf("dovecot:\n%s", s.Log())
	}
	if err := os.RemoveAll(s.dir); err != nil {
		s.t.Logf("dovecottest: %v", err)
	}
}

// Deliver hands a mail over by LMTP.
func (s *Server) Deliver(user string, mail string) {
	s.t.Helper()
	c, err := net.DialTimeout("tcp", s.lmtp.Addr(), patience)
	s.must("connect by LMTP", err)
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(patience))
	l := smtp.NewClientLMTP(c)
	s.must("LMTP", l.Mail("sender@example.test", nil))
	s.must("LMTP", l.Rcpt(user, nil))
	w, err := l.Data()
	s.must("LMTP", err)
	_, err = w.Write([]byte(mail))
	s.must("LMTP", err)
	s.must("LMTP", w.Close())
}

// Put writes mails straight into a folder of a user, "" for the inbox, as many as
// one likes in no time. seen marks them as read.
func (s *Server) Put(user, folder string, seen bool, mails ...string) {
	s.t.Helper()
	root := filepath.Join(s.dir, "mail", user)
	box := s.maildir(user, folder)
	for _, d := range []string{root, filepath.Join(root, "Maildir"), box, box + "/cur", box + "/new", box + "/tmp"} {
		if err := os.Mkdir(d, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
			s.must("make the maildir", err)
		}
		if os.Getuid() == 0 {
			s.must("give the maildir away", os.Chown(d, s.uid, s.gid))
		}
	}
	for _, mail := range mails {
		s.mu.Lock()
		s.seq++
		name := fmt.Sprintf("%d.M%06d_%d.test", time.Now().Unix(), s.seq, os.Getpid())
		s.mu.Unlock()
		to := filepath.Join(box, "new", name)
		if seen {
			to = filepath.Join(box, "cur", name+":2,S")
		}
		tmp := filepath.Join(box, "tmp", name)
		s.must("write a mail", os.WriteFile(tmp, []byte(mail), 0o600))
		if os.Getuid() == 0 {
			s.must("give a mail away", os.Chown(tmp, s.uid, s.gid))
		}
		s.must("deliver a mail", os.Rename(tmp, to))
	}
}

// Age makes all mails of a folder older: their internal date is the file's time.
func (s *Server) Age(user, folder string, by time.Duration) {
	s.t.Helper()
	at := time.Now().Add(-by)
	for _, path := range s.files(user, folder) {
		s.must("age a mail", os.Chtimes(path, at, at))
	}
}

// Files returns the names of the mails in a folder, with their flags behind ":2,".
func (s *Server) Files(user, folder string) []string {
	s.t.Helper()
	var names []string
	for _, path := range s.files(user, folder) {
		names = append(names, filepath.Base(path))
	}
	return names
}

func (s *Server) files(user, folder string) []string {
	var all []string
	for _, sub := range []string{"cur", "new"} {
		found, err := filepath.Glob(filepath.Join(s.maildir(user, folder), sub, "*"))
		s.must("list mails", err)
		all = append(all, found...)
	}
	return all
}

// Renumber makes the server give new UIDs and a new UIDVALIDITY to the mails of a
// folder. Nobody may have it open.
func (s *Server) Renumber(user, folder string) {
	s.t.Helper()
	for _, pattern := range []string{"dovecot-uidlist*", "dovecot.index*", "dovecot-uidvalidity*"} {
		found, err := filepath.Glob(filepath.Join(s.maildir(user, folder), pattern))
		s.must("list indexes", err)
		for _, f := range found {
			s.must("remove an index", os.Remove(f))
		}
	}
}

func (s *Server) maildir(user, folder string) string {
	dir := filepath.Join(s.dir, "mail", user, "Maildir")
	if folder != "" {
		dir = filepath.Join(dir, "."+folder)
	}
	return dir
}
