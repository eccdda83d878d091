// Package wire defines what coordinators and workers exchange over NATS, and how: addresses and keys, messages of
// limited size, and the streams and buckets of a [Lab].
package wire

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"pillars/engine/outside"
)

// Address is the address of the server that connects a coordinator and its workers: of a NATS server,
// nats://USER:PASSWORD@HOST:PORT, or of a server within a coordinator, pillars://KEY@HOST:PORT.
type Address struct{ url *url.URL }

const ownScheme = "pillars"

// ParseAddress reads an address. Its errors do not contain the address's key or password.
func ParseAddress(text string) (a Address, err error) {
	a.url, err = url.Parse(strings.TrimSpace(text))
	switch {
	case err != nil || !a.Own() && a.url.Scheme != "nats" && a.url.Scheme != "tls", // err would contain the secrets
		a.url.Hostname() == "" || a.Own() && a.url.Port() == "":
		return a, errors.New("address: write pillars://KEY@HOST:PORT, as a coordinator prints it, or nats://HOST:PORT")
	case a.Own() && len(a.url.User.Username()) != keyLength:
		return a, fmt.Errorf("address %q: its key is not complete; copy the address that the coordinator prints", a)
	}
	return a, nil
}

// String returns the address without its secrets.
func (a Address) String() string {
	if a.url == nil {
		return ""
	}
	return a.url.Scheme + "://" + a.url.Host
}

// Text returns the whole address, including its key or password.
func (a Address) Text() string { return a.url.String() }

// Own reports whether the address belongs to a server within a coordinator.
func (a Address) Own() bool { return a.url.Scheme == ownScheme }

// Connect connects to the server at the address. The connection reconnects without limit.
func (a Address) Connect(haste Haste, more ...nats.Option) (*nats.Conn, error) {
	quiet := func(*nats.Conn, *nats.Subscription, error) {} // lost messages are sent again
	options := []nats.Option{nats.Name("pillars"), nats.Timeout(5 * time.Second), nats.ErrorHandler(quiet),
		nats.ReconnectBufSize(-1), // buffers nothing while disconnected
		nats.MaxReconnects(-1), nats.ReconnectWait(haste.Of(time.Second)),
		nats.ReconnectJitter(haste.Of(time.Second), haste.Of(time.Second)),
		nats.MaxPingsOutstanding(2), nats.PingInterval(haste.Of(10 * time.Second))}
	text := a.url.String()
	if a.Own() {
		key := Key(a.url.User.Username())
		options = append(options, nats.Token(string(key)), nats.Secure(key.trust()))
		text = "tls://" + a.url.Host
	}
	conn, err := nats.Connect(text, append(options, more...)...)
	return conn, a.Explain(err)
}

// Explain returns the error err of a connection in plainer words, with a remedy. It returns nil if err is nil.
func (a Address) Explain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errOtherKey):
		return fmt.Errorf("%v has another key: the address is of an earlier coordinator, or something intercepts the "+
			"connection; copy the address that the coordinator prints", a)
	case errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired):
		return fmt.Errorf("%v refuses the key or password: copy the address that the coordinator prints", a)
	case errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout):
		return fmt.Errorf("nothing answers at %v: start the coordinator or the NATS server there, and check that no "+
			"firewall blocks the connection", a)
	}
	return fmt.Errorf("%v cannot be reached: %w; check the address and the network", a, err)
}

// Key is the secret of a coordinator's own server. Workers that have the key may join. They also recognize the server
// by the key, because the server's certificate is made from it.
type Key string

const keyLength = 26 // 130 bits in base 32

// LoadKey reads a key from a file or, if there is none, stores a new key there, so that a restarted coordinator has the
// same address.
func LoadKey(path string) (Key, error) {
	text, err := outside.ReadFile(path, 2*keyLength)
	if errors.Is(err, fs.ErrNotExist) {
		text = []byte(strings.ToLower(rand.Text()))
		err = os.WriteFile(path, text, 0o600)
	}
	if err == nil && len(text) != keyLength {
		err = fmt.Errorf("%s: not a key for workers; remove the file, and a new key is made", path)
	}
	return Key(text), err
}

// Address returns the address by which workers join the server at a host and port.
func (k Key) Address(host string, port int) string {
	return fmt.Sprintf("%s://%s@%s", ownScheme, k, net.JoinHostPort(host, fmt.Sprint(port)))
}

func (k Key) private() ed25519.PrivateKey {
	seed := sha256.Sum256([]byte("certificate " + k))
	return ed25519.NewKeyFromSeed(seed[:])
}

// Server returns the TLS configuration of the server, with a self-signed certificate.
func (k Key) Server() (*tls.Config, error) {
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().AddDate(100, 0, 0)}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, k.private().Public(), k.private())
	return &tls.Config{MinVersion: tls.VersionTLS13,
		Certificates: []tls.Certificate{{Certificate: [][]byte{signed}, PrivateKey: k.private()}}}, err
}

var errOtherKey = errors.New("another key")

// trust returns the TLS configuration of a worker, which accepts only the server with the key.
func (k Key) trust() *tls.Config {
	return &tls.Config{
		InsecureSkipVerify: true, // no authority has signed the certificate; VerifyConnection checks its key
		VerifyConnection: func(state tls.ConnectionState) error {
			if !k.private().Public().(ed25519.PublicKey).Equal(state.PeerCertificates[0].PublicKey) {
				return errOtherKey
			}
			return nil
		},
	}
}
