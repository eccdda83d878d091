package remote

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
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Address is where a coordinator and its workers meet. As a text it is the address of a NATS server,
// nats://USER:PASSWORD@HOST:PORT, or that of the server within a coordinator, pillars://KEY@HOST:PORT, whose key holds
// a token and the fingerprint of a certificate.
type Address struct {
	url         *url.URL
	token       string
	fingerprint [sha256.Size]byte
}

const (
	ownScheme    = "pillars"
	addressWords = "write pillars://KEY@HOST:PORT, as the coordinator prints it, or nats://HOST:PORT"
)

var keyCoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// ParseAddress reads an address.
func ParseAddress(text string) (a Address, err error) {
	a.url, err = url.Parse(strings.TrimSpace(text))
	shown := text[strings.LastIndex(text, "@")+1:] // without what is secret
	switch {
	case err != nil:
		return a, fmt.Errorf("address %q: %s", shown, addressWords) // url's error repeats the text
	case a.url.Scheme != ownScheme && a.url.Scheme != "nats" && a.url.Scheme != "tls":
		return a, fmt.Errorf("address %q: %s", shown, addressWords)
	case a.url.Hostname() == "" || a.url.Scheme == ownScheme && a.url.Port() == "":
		return a, fmt.Errorf("address %q: host or port is missing; %s", a, addressWords)
	case a.url.Scheme != ownScheme:
		return a, nil
	}
	token, print, _ := strings.Cut(a.url.User.Username(), "-")
	sum, err := keyCoding.DecodeString(strings.ToUpper(print))
	if err != nil || len(sum) != len(a.fingerprint) || len(token) != tokenLength {
		return a, fmt.Errorf("address %q: its key is not complete; copy the whole address that the coordinator "+
			"prints", a)
	}
	a.token, a.fingerprint = token, [sha256.Size]byte(sum)
	return a, nil
}

// String is the address without what is secret.
func (a Address) String() string {
	if a.url == nil {
		return ""
	}
	return a.url.Scheme + "://" + a.url.Host
}

// connect joins the server at the address under a name. Who lost the connection tries again for ever.
func (a Address) connect(name string, more ...nats.Option) (*nats.Conn, error) {
	options := append([]nats.Option{nats.Name("pillars " + name), nats.CustomInboxPrefix(inboxOf(name)),
		nats.MaxReconnects(-1), nats.ReconnectBufSize(-1), // what is old is not sent
		nats.Timeout(5 * time.Second), nats.MaxPingsOutstanding(2),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})}, more...)
	text := a.url.String()
	if a.url.Scheme == ownScheme {
		options = append(options, nats.UserInfo(name, a.token), nats.Secure(a.pinned()))
		text = "tls://" + a.url.Host
	}
	conn, err := nats.Connect(text, options...)
	return conn, a.explain(err)
}

// pingEvery is how often an end asks whether the other is there. After two without an answer it connects anew.
const pingEvery = 10 * time.Second

// connecting is how soon a connection is found lost and made anew.
func (h haste) connecting(more ...nats.Option) []nats.Option {
	return append(more, nats.PingInterval(h.of(pingEvery)), nats.ReconnectWait(h.of(time.Second)),
		nats.ReconnectJitter(h.of(time.Second), h.of(time.Second)))
}

// transient reports whether an error is of a connection or a server that may come back.
func transient(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) && api.Code == http.StatusServiceUnavailable {
		return true
	}
	for _, known := range []error{context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected,
		nats.ErrConnectionReconnecting, nats.ErrReconnectBufExceeded, jetstream.ErrNoStreamResponse,
		jetstream.ErrStreamNotFound, jetstream.ErrConsumerNotFound, jetstream.ErrBucketNotFound,
		jetstream.ErrObjectNotFound} {
		if errors.Is(err, known) {
			return true
		}
	}
	return false
}

// pinned accepts the certificate of the address and no other.
func (a Address) pinned() *tls.Config {
	return &tls.Config{
		InsecureSkipVerify: true, // nobody has signed it; VerifyConnection looks at the certificate itself
		VerifyConnection: func(state tls.ConnectionState) error {
			if sha256.Sum256(state.PeerCertificates[0].Raw) != a.fingerprint {
				return errOtherCertificate
			}
			return nil
		},
	}
}

var errOtherCertificate = errors.New("another certificate")

func (a Address) explain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errOtherCertificate):
		return fmt.Errorf("%v shows another certificate than the address says: the key is of an earlier coordinator, "+
			"or something stands between; copy the address that the coordinator prints", a)
	case errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired):
		return fmt.Errorf("%v refuses the key or password, or has shut out this worker for a wrong result: copy the "+
			"address that the coordinator prints", a)
	case a.url.Scheme != ownScheme && (errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout)):
		return fmt.Errorf("nothing answers at %v: start the NATS server there (nats-server --jetstream), or mend the "+
			"address", a)
	case errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout):
		return fmt.Errorf("nothing answers at %v: start the coordinator first (with --listen), and see that no "+
			"firewall stands between", a)
	case errors.Is(err, nats.ErrSecureConnRequired):
		return fmt.Errorf("%v wants TLS: write tls:// in place of nats://", a)
	}
	return fmt.Errorf("%v cannot be reached: %w; mend the address, or the network", a, err)
}

// key is what lets workers in: a token, and a certificate that they know by its fingerprint.
type key struct {
	token       string
	certificate tls.Certificate
}

const tokenLength = 26 // 130 bits in base 32

// loadKey reads the key of a file, or makes one and writes it there, so that a coordinator that is started again is
// joined under the same address.
func loadKey(path string) (key, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if text, err = newKey(); err == nil {
			err = os.WriteFile(path, text, 0o600)
		}
	}
	if err != nil {
		return key{}, err
	}
	certificate, err := tls.X509KeyPair(text, text)
	block, _ := pem.Decode(text)
	if err != nil || block.Headers["Token"] == "" {
		return key{}, fmt.Errorf("%s: not a key for workers; remove the file, and a new key is made", path)
	}
	return key{block.Headers["Token"], certificate}, nil
}

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

// address is how workers join at a host and port.
func (k key) address(host string, port int) string {
	print := sha256.Sum256(k.certificate.Certificate[0])
	return fmt.Sprintf("%s://%s-%s@%s", ownScheme, k.token, strings.ToLower(keyCoding.EncodeToString(print[:])),
		net.JoinHostPort(host, fmt.Sprint(port)))
}
