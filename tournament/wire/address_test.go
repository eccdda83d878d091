package wire

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAddressesAreRead(t *testing.T) {
	key, err := LoadKey(filepath.Join(t.TempDir(), "key"))
	if err != nil {
		t.Fatal(err)
	}
	good := key.Address("127.0.0.1", 7447)
	for text, want := range map[string]string{
		good:                                    "",
		" " + good + "\n":                       "",
		"nats://user:password@host:4222":        "",
		"tls://host":                            "",
		"":                                      addressWords,
		"host:7447":                             addressWords,
		"http://host:7447":                      addressWords,
		"pillars://host:7447":                   "not complete",
		strings.Replace(good, "-", "", 1):       "not complete",
		good[:len("pillars://")+30] + "@host:1": "not complete",
		"pillars://key@:7447":                   "host or port is missing",
		good[:strings.LastIndex(good, ":")]:     "host or port is missing",
		"nats://%zz":                            addressWords,
	} {
		read, err := ParseAddress(text)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
		if want == "" && read.Text() != strings.TrimSpace(text) {
			t.Errorf("%q is read as %q", text, read.Text())
		}
		if said := fmt.Sprint(read, err); strings.Contains(said, key.Token) || strings.Contains(said, "password") {
			t.Errorf("%q: what is said of it holds the secret: %s", text, said)
		}
	}
}

func TestKeyStaysSecret(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	first, err := LoadKey(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := LoadKey(path)
	if err != nil || first.Address("h", 1) != again.Address("h", 1) {
		t.Errorf("error %v; the key is another when it is read again", err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("error %v, mode %v, want 0600", err, info.Mode())
	}
}

// TestCoordinatorsCannotJoinAnotherCoordinator checks that a connection without an identity, to the server within a
// coordinator, is an error.
func TestCoordinatorsCannotJoinAnotherCoordinator(t *testing.T) {
	key, err := LoadKey(filepath.Join(t.TempDir(), "key"))
	if err != nil {
		t.Fatal(err)
	}
	address, err := ParseAddress(key.Address("127.0.0.1", 7447))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := address.Connect(nil, 0); err == nil || !strings.Contains(err.Error(), "another coordinator") {
		t.Errorf("error %v", err)
	}
}
