package wire

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"strings"
	"time"
)

// Key holds the token that workers present, and the coordinator's certificate, whose fingerprint they know.
type Key struct {
	Token       string
	Certificate tls.Certificate
}

const tokenLength = 26 // 130 bits in base 32

// LoadKey reads a key from a file. If there is no file, it makes a key and writes it there, so that a restarted
// coordinator has the same address.
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

// Address returns the text with which workers join at a host and port.
func (k Key) Address(host string, port int) string {
	print := sha256.Sum256(k.Certificate.Certificate[0])
	return fmt.Sprintf("%s://%s-%s@%s", ownScheme, k.Token, strings.ToLower(keyCoding.EncodeToString(print[:])),
		net.JoinHostPort(host, fmt.Sprint(port)))
}
