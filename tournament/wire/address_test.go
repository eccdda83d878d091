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
	for text, sound := range map[string]bool{
		good:                                    true,
		" " + good + "\n":                       true,
		"nats://user:password@host:4222":        true,
		"tls://host":                            true,
		"":                                      false,
		"host:7447":                             false,
		"http://host:7447":                      false,
		"pillars://host:7447":                   false,
		strings.Replace(good, "-", "", 1):       false,
		good[:len("pillars://")+30] + "@host:1": false,
		"pillars://key@:7447":                   false,
		good[:strings.LastIndex(good, ":")]:     false,
		"nats://%zz":                            false,
	} {
		read, err := ParseAddress(text)
		if (err == nil) != sound || sound && read.Text() != strings.TrimSpace(text) {
			t.Errorf("%q is read as %v, error %v", text, read, err)
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
