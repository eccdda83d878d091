package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/engine/outside"
	"pillars/tournament/work"
)

func TestAddressesAreRead(t *testing.T) {
	key, err := LoadKey(filepath.Join(t.TempDir(), "key"))
	require.NoError(t, err)
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
		strings.Replace(good, "@", "x@", 1):     false,
		good[:len("pillars://")+20] + "@host:1": false,
		"pillars://key@:7447":                   false,
		good[:strings.LastIndex(good, ":")]:     false,
		"nats://%zz":                            false,
	} {
		read, err := ParseAddress(text)
		if (err == nil) != sound || sound && read.Text() != strings.TrimSpace(text) {
			t.Errorf("%q is read as %v, error %v", text, read, err)
		}
		if said := fmt.Sprint(read, err); strings.Contains(said, string(key)) || strings.Contains(said, "password") {
			t.Errorf("%q: what is said of it holds the secret: %s", text, said)
		}
	}
}

func TestKeyStaysSecret(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	first, err := LoadKey(path)
	require.NoError(t, err)
	again, err := LoadKey(path)
	if err != nil || first.Address("h", 1) != again.Address("h", 1) {
		t.Errorf("error %v; the key is another when it is read again", err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("error %v, mode %v, want 0600", err, info.Mode())
	}
}

func encode(message any) []byte {
	text, _ := json.Marshal(message)
	return text
}

// FuzzMessages checks that every announcement and every description of a worker is refused, or can be shown to people
// and is the same after writing and reading.
func FuzzMessages(f *testing.F) {
	f.Add(encode(Announcement{Protocol: Protocol, Lab: "lab", Run: "r", Job: "j"}))
	f.Add(encode(work.Member{Name: "ann-1", Slots: 4, Trouble: "none", Rate: .5}))
	f.Add([]byte(`{"slots": 4611686018427387904, "trouble": "\u001b"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, message := range []any{&Announcement{}, &work.Member{}} {
			if Decode(text, message) != nil {
				continue
			}
			if shown := fmt.Sprint(message); outside.Visible(shown, "") != shown || len(text) > MaxText {
				t.Errorf("%s is read as %q", text, shown)
			}
			again := encode(message)
			if len(again) <= MaxText && (Decode(again, message) != nil || !bytes.Equal(encode(message), again)) {
				t.Errorf("%s is read again as %s", again, encode(message))
			}
		}
	})
}

// TestMessagesHaveBounds checks messages that each exceed one bound.
func TestMessagesHaveBounds(t *testing.T) {
	for what, message := range map[string]any{
		"a long trouble":         &work.Member{Trouble: strings.Repeat("x", 5000)},
		"a trouble that rings":   &work.Member{Trouble: "\a"},
		"a lab that is no name":  &Announcement{Lab: "\x1b[2J"},
		"a job of several lines": &Announcement{Job: "a\nb"},
	} {
		if err := Decode(encode(message), message); err == nil {
			t.Errorf("%s: accepted", what)
		}
	}
}
