package wire

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// Identity is a worker's key pair and the name that follows from it. Every process makes its own key pair and does not
// store it. The name is not secret, but only the owner of the key can send messages under it.
type Identity struct {
	Name   string // the machine's name, a dash and nameDigits hexadecimal digits of the public key's hash
	public string // the public key as NATS writes it
	key    nkeys.KeyPair
}

// nameDigits is the number of hexadecimal digits of a key's hash in a name. With 48 bits, finding a second key with the
// same name takes centuries of processor time.
const nameDigits = 12

var workerName = regexp.MustCompile(`^[a-z0-9-]{1,40}-[0-9a-f]{12}$`)

// NewIdentity makes an identity for a worker on the named machine. Its name has only letters, digits and dashes.
func NewIdentity(machine string) (*Identity, error) {
	key, err := nkeys.CreatePair(nkeys.PrefixByteUser)
	if err != nil {
		return nil, err
	}
	public, _ := key.PublicKey() // like Sign below, fails only for keys that were wiped
	machine = regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(machine), "-")
	machine = strings.Trim(machine[:min(len(machine), 40)], "-") // as long as workerName allows
	if machine == "" {
		machine = "worker"
	}
	return &Identity{Name: machine + "-" + keyDigits(public), public: public, key: key}, nil
}

// keyDigits returns the last part of the name of the worker with the given public key.
func keyDigits(public string) string {
	sum := sha256.Sum256([]byte(public))
	return hex.EncodeToString(sum[:])[:nameDigits]
}

// Owns reports whether the name is a worker's name and belongs to the public key.
func Owns(name, public string) bool {
	return workerName.MatchString(name) && strings.HasSuffix(name, "-"+keyDigits(public))
}

// inboxOf returns the prefix of the subjects to which answers for a worker are sent.
func inboxOf(name string) string { return "_INBOX_" + name }

// Proves reports whether a client has proved that it owns a worker's name: the name must belong to the public key, and
// the signature of the server's nonce must be valid under that key.
func Proves(name, public, signature string, nonce []byte) bool {
	decoded, err := base64.RawURLEncoding.DecodeString(signature)
	return err == nil && Owns(name, public) && verify(public, nonce, decoded)
}

func verify(public string, text, signature []byte) bool {
	key, err := nkeys.FromPublicKey(public)
	return err == nil && key.Verify(text, signature) == nil
}

// The headers of a signed message.
const (
	keyHeader       = "Pillars-Key"
	signatureHeader = "Pillars-Signature"
)

func (i *Identity) signedMessage(subject string, body []byte) *nats.Msg {
	signature, _ := i.key.Sign(signedBytes(subject, body))
	m := nats.NewMsg(subject)
	m.Data = body
	m.Header.Set(keyHeader, i.public)
	m.Header.Set(signatureHeader, base64.RawURLEncoding.EncodeToString(signature))
	return m
}

// signedBytes returns the bytes that the signature of a message covers.
func signedBytes(subject string, body []byte) []byte {
	return bytes.Join([][]byte{[]byte(subject), body}, []byte{'\n'})
}

// sender returns the worker in a message's subject. It returns false if the worker has not signed the message, or if
// the answer would go to another one.
func sender(m *nats.Msg) (name string, ok bool) {
	if parts := strings.Split(m.Subject, "."); len(parts) > 3 {
		name = parts[3] // after pillars.ask.SESSION
	}
	public := m.Header.Get(keyHeader)
	signature, err := base64.RawURLEncoding.DecodeString(m.Header.Get(signatureHeader))
	isSigned := err == nil && Owns(name, public) && verify(public, signedBytes(m.Subject, m.Data), signature)
	answersOther := m.Reply != "" && !strings.HasPrefix(m.Reply, inboxOf(name)+".")
	return name, isSigned && !answersOther
}

// NewSession returns a random name that nobody can guess, under which workers send their messages for a run.
func NewSession() string { return strings.ToLower(rand.Text()) }
