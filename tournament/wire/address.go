// Package wire defines how coordinators and workers communicate over NATS: addresses, keys, and signed messages of
// limited size. A worker sends requests, signed with its own key. A coordinator answers them, and announces its run to
// all workers. NATS stores no messages: if a request or its answer is lost, the worker asks again.
package wire

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base32"
	"encoding/pem"
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
)

// Address is the address of the server that connects a coordinator and its workers. Its text is either the address of a
// NATS server, nats://USER:PASSWORD@HOST:PORT, or the address of a server within a coordinator,
// pillars://KEY@HOST:PORT. The key consists of a token, a dash and the fingerprint of a certificate in base 32.
type Address struct {
	url         *url.URL
	token       string            // token and fingerprint are set only for a server within a coordinator
	fingerprint [sha256.Size]byte // SHA-256 of the certificate
}

const (
	ownScheme    = "pillars"
	addressWords = "write pillars://KEY@HOST:PORT, as the coordinator prints it, or nats://HOST:PORT"
)

var keyCoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// ParseAddress reads an address. Its errors do not contain the address's key or password.
func ParseAddress(text string) (a Address, err error) {
	a.url, err = url.Parse(strings.TrimSpace(text))
	_, shown, found := strings.Cut(text, "@") // errors show what follows the @; the key or password is before it
	if !found {
		shown = "..."
	}
	switch {
	case err != nil:
		return a, fmt.Errorf("address %q: %s", shown, addressWords) // err would contain the secrets
	case a.url.Scheme != ownScheme && a.url.Scheme != "nats" && a.url.Scheme != "tls":
		return a, fmt.Errorf("address %q: %s", shown, addressWords)
	case a.url.Hostname() == "" || a.url.Scheme == ownScheme && a.url.Port() == "":
		return a, fmt.Errorf("address %q: host or port is missing; %s", shown, addressWords)
	case a.url.Scheme != ownScheme:
		return a, nil
	}
	token, fingerprint, _ := strings.Cut(a.url.User.Username(), "-")
	sum, err := keyCoding.DecodeString(strings.ToUpper(fingerprint))
	if err != nil || len(sum) != len(a.fingerprint) || len(token) != tokenLength {
		return a, fmt.Errorf("address %q: its key is not complete; copy the whole address that the coordinator "+
			"prints", a)
	}
	a.token, a.fingerprint = token, [sha256.Size]byte(sum)
	return a, nil
}

// String returns the address without its secrets.
func (a Address) String() string {
	if a.url == nil {
		return ""
	}
	return a.url.Scheme + "://" + a.url.Host
}

// Secret reports whether the address contains a key, or a user with or without a password.
func (a Address) Secret() bool { return a.url.User != nil }

// Text returns the whole address, including its key or password.
func (a Address) Text() string { return a.url.String() }

// Connect connects to the server at the address. A worker passes its identity. A coordinator, which has none, passes
// nil; it cannot connect to a server within another coordinator. The connection reconnects without limit unless the
// options in more say otherwise, and pings the server every [PingEvery].
func (a Address) Connect(i *Identity, haste Haste, more ...nats.Option) (*nats.Conn, error) {
	options := []nats.Option{nats.MaxReconnects(-1), nats.ReconnectBufSize(-1), // buffers nothing while disconnected
		nats.Timeout(5 * time.Second), nats.MaxPingsOutstanding(2), nats.PingInterval(haste.Of(PingEvery)),
		nats.ReconnectWait(haste.Of(time.Second)), nats.ReconnectJitter(haste.Of(time.Second), haste.Of(time.Second)),
		Quiet()}
	if i != nil {
		options = append(options, nats.Name("pillars "+i.Name), nats.CustomInboxPrefix(inboxOf(i.Name)))
	}
	text := a.url.String()
	switch {
	case a.url.Scheme == ownScheme && i == nil:
		return nil, fmt.Errorf("%v is the server of another coordinator, which admits only workers: name a NATS "+
			"server, nats://HOST:PORT", a)
	case a.url.Scheme == ownScheme:
		options = append(options, nats.UserInfo(i.Name, a.token), nats.Nkey(i.public, i.key.Sign),
			nats.Secure(a.pinned()))
		text = "tls://" + a.url.Host
	}
	conn, err := nats.Connect(text, append(options, more...)...)
	return conn, a.Explain(err)
}

// Quiet returns an option that suppresses the errors that NATS prints, for example that messages were dropped because
// too many waited. They need no attention, because workers repeat requests that are not answered.
func Quiet() nats.Option { return nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}) }

// PingEvery is the time between two pings that either end of a connection sends. After two pings without an answer the
// connection ends, and the client connects again.
const PingEvery = 10 * time.Second

// Transient reports whether an error means that a connection or peer is missing at the moment but may return.
func Transient(err error) bool {
	for _, known := range []error{context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected,
		nats.ErrConnectionReconnecting, nats.ErrReconnectBufExceeded} {
		if errors.Is(err, known) {
			return true
		}
	}
	return false
}

// pinned returns a TLS configuration that accepts only the certificate whose fingerprint is in the address.
func (a Address) pinned() *tls.Config {
	return &tls.Config{
		InsecureSkipVerify: true, // no authority has signed the certificate; VerifyConnection checks its fingerprint
		VerifyConnection: func(state tls.ConnectionState) error {
			if sha256.Sum256(state.PeerCertificates[0].Raw) != a.fingerprint {
				return errOtherCertificate
			}
			return nil
		},
	}
}

var errOtherCertificate = errors.New("another certificate")

// Explain returns an error of a connection in plainer words, with a remedy. It returns nil for nil.
func (a Address) Explain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errOtherCertificate):
		return fmt.Errorf("%v shows another certificate than the address says: the key is of an earlier coordinator, "+
			"or something intercepts the connection; copy the address that the coordinator prints", a)
	case errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired):
		return fmt.Errorf("%v refuses the key or password, or has shut out this worker for a wrong result: copy the "+
			"address that the coordinator prints", a)
	case a.url.Scheme != ownScheme && (errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout)):
		return fmt.Errorf("nothing answers at %v: start the NATS server there (nats-server), or correct the address", a)
	case errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout):
		return fmt.Errorf("nothing answers at %v: start the coordinator first, and check that "+
			"no firewall blocks the connection", a)
	case errors.Is(err, nats.ErrSecureConnRequired):
		return fmt.Errorf("%v wants TLS: write tls:// in place of nats://", a)
	}
	return fmt.Errorf("%v cannot be reached: %w; check the address and the network", a, err)
}

// Key holds the secrets of a coordinator's own server: the token of workers, and the certificate of the server.
type Key struct {
	Token       string
	Certificate tls.Certificate
}

const tokenLength = 26 // 130 bits in base 32

// LoadKey reads a key from a file or, if there is none, stores a new key there, so that a restarted coordinator has the
// same address.
func LoadKey(path string) (Key, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if text, err = newKey(); err == nil {
			err = os.WriteFile(path, text, 0o600)
		}
	}
	if err != nil {
		return Key{}, err
	}
	certificate, err := tls.X509KeyPair(text, text)
	block, _ := pem.Decode(text)
	if err != nil || block.Headers["Token"] == "" {
		return Key{}, fmt.Errorf("%s: not a key for workers; remove the file, and a new key is made", path)
	}
	return Key{block.Headers["Token"], certificate}, nil
}

// newKey returns a new key as a PEM file: a self-signed certificate, with the token as a header, and its private key.
func newKey() ([]byte, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().AddDate(100, 0, 0)}
	certificate, err1 := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	secret, err2 := x509.MarshalPKCS8PrivateKey(private)
	token := map[string]string{"Token": rand.Text()}
	return append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Headers: token, Bytes: certificate}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})...), errors.Join(err1, err2)
}

// Address returns the address by which workers join the server at a host and port.
func (k Key) Address(host string, port int) string {
	sum := sha256.Sum256(k.Certificate.Certificate[0])
	fingerprint := strings.ToLower(keyCoding.EncodeToString(sum[:]))
	return fmt.Sprintf("%s://%s-%s@%s", ownScheme, k.Token, fingerprint, net.JoinHostPort(host, fmt.Sprint(port)))
}
