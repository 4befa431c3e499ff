package smtpin

import (
	"crypto/tls"
	"log/slog"
	"os"
	"sync"
	"time"
)

// keyPairEvery is how often at most the files of a certificate are looked at.
const keyPairEvery = 5 * time.Second

// keyPair is the certificate of the listener. Whoever renews it writes the files
// and nothing else: they are read again when they have changed. A pair that cannot
// be used, such as a certificate whose key is not written yet, leaves the old one
// in use.
type keyPair struct {
	cert, key string // files
	now       func() time.Time
	log       *slog.Logger

	mu     sync.Mutex
	pair   *tls.Certificate
	files  [2]os.FileInfo // that pair was read from
	looked time.Time
	told   string           // why the files cannot be used; "" = they can
	over   *tls.Certificate // the one of which it was told that it has expired
}

// loadKeyPair reads the files for the first time.
func loadKeyPair(cert, key string, now func() time.Time, log *slog.Logger) (*keyPair, error) {
	k := &keyPair{cert: cert, key: key, now: now, log: log, looked: now()}
	err := k.read()
	if err == nil {
		k.judge(k.looked)
	}
	return k, err
}

// get is tls.Config.GetCertificate: it is called for every handshake.
func (k *keyPair) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if now := k.now(); now.Sub(k.looked) >= keyPairEvery || now.Before(k.looked) {
		k.looked = now
		k.renew()
		k.judge(now)
	}
	return k.pair, nil
}

// judge says once of a certificate that it has expired.
func (k *keyPair) judge(now time.Time) {
	if k.pair != k.over && now.After(k.pair.Leaf.NotAfter) {
		k.over = k.pair
		k.log.Error("the certificate of the mail listener has expired: peers that check it send nothing", "cert", k.cert, "expired", k.pair.Leaf.NotAfter)
	}
}

// ends is until when the certificate in use is valid: the files are looked at, as for a handshake.
func (k *keyPair) ends() time.Time {
	pair, _ := k.get(nil) // it never fails
	return pair.Leaf.NotAfter
}

func (k *keyPair) renew() {
	// What is broken is tried again although it looks the same: it may have been read
	// while it was written.
	if files, err := k.look(); err == nil && unchanged(files[0], k.files[0]) && unchanged(files[1], k.files[1]) && k.told == "" {
		return
	}
	switch err := k.read(); {
	case err == nil:
		k.told = ""
		k.log.Info("the certificate was read again", "cert", k.cert, "valid_until", k.pair.Leaf.NotAfter)
	case err.Error() != k.told:
		k.told = err.Error()
		k.log.Error("the new certificate cannot be used; the one from before stays in use", "cert", k.cert, "key", k.key, "err", err)
	}
}

func (k *keyPair) read() error {
	files, err := k.look() // before they are read: what is written meanwhile is seen the next time
	if err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(k.cert, k.key)
	if err != nil {
		return err
	}
	k.pair, k.files = &pair, files
	return nil
}

func (k *keyPair) look() (files [2]os.FileInfo, err error) {
	for i, name := range []string{k.cert, k.key} {
		if files[i], err = os.Stat(name); err != nil {
			return files, err
		}
	}
	return files, nil
}

func unchanged(a, b os.FileInfo) bool {
	return os.SameFile(a, b) && a.ModTime().Equal(b.ModTime()) && a.Size() == b.Size()
}
