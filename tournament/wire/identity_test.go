package wire

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
)

func identity(t testing.TB, machine string) *Identity {
	t.Helper()
	i, err := NewIdentity(machine)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// TestNobodySpeaksForAnother changes each part of a signed message, one at a time, and checks that it is refused.
func TestNobodySpeaksForAnother(t *testing.T) {
	me, other := identity(t, "me"), identity(t, "other")
	subjectOf := func(name string) string { return subject(askSubject, "session", name, ToDeliver) }
	for what, change := range map[string]func(*nats.Msg){
		"":                  func(*nats.Msg) {},
		"another name":      func(m *nats.Msg) { m.Subject = subjectOf(other.Name) },
		"another session":   func(m *nats.Msg) { m.Subject = subject(askSubject, "later", me.Name, ToDeliver) },
		"another verb":      func(m *nats.Msg) { m.Subject = subject(askSubject, "session", me.Name, ToJoin) },
		"another body":      func(m *nats.Msg) { m.Data = append(m.Data, ' ') },
		"another key":       func(m *nats.Msg) { m.Header.Set(keyHeader, other.public) },
		"no key":            func(m *nats.Msg) { m.Header.Del(keyHeader) },
		"no key that is":    func(m *nats.Msg) { m.Header.Set(keyHeader, "U") },
		"no signature":      func(m *nats.Msg) { m.Header.Del(signatureHeader) },
		"another's inbox":   func(m *nats.Msg) { m.Reply = inboxOf(other.Name) + ".x" },
		"all announcements": func(m *nats.Msg) { m.Reply = announceSubject },
		"another's key and signature": func(m *nats.Msg) {
			m.Header = other.signedMessage(m.Subject, m.Data).Header
		},
		"a short subject": func(m *nats.Msg) { m.Subject = "pillars.ask" },
	} {
		m := me.signedMessage(subjectOf(me.Name), []byte(`{"unit":"1"}`))
		m.Reply = inboxOf(me.Name) + ".x"
		change(m)
		if name, ok := sender(m); ok != (what == "") || ok && name != me.Name {
			t.Errorf("with %q it is by %q, %v", what, name, ok)
		}
	}
}

// TestServersKnowTheHolder checks that the signature of a nonce proves that a client has the key of its name.
func TestServersKnowTheHolder(t *testing.T) {
	me, other := identity(t, "me"), identity(t, "other")
	nonce := []byte("nonce")
	sign := func(i *Identity, text []byte) string {
		signature, err := i.key.Sign(text)
		if err != nil {
			t.Fatal(err)
		}
		return base64.RawURLEncoding.EncodeToString(signature)
	}
	if !Proves(me.Name, me.public, sign(me, nonce), nonce) {
		t.Error("the holder is refused")
	}
	for what, proves := range map[string]bool{
		"another's key":       Proves(me.Name, other.public, sign(other, nonce), nonce),
		"another's signature": Proves(me.Name, me.public, sign(other, nonce), nonce),
		"an earlier nonce":    Proves(me.Name, me.public, sign(me, []byte("earlier")), nonce),
		"no signature":        Proves(me.Name, me.public, "", nonce),
		"no name":             Proves("", me.public, sign(me, nonce), nonce),
		"the coordinator's":   Proves("coordinator", me.public, sign(me, nonce), nonce),
	} {
		if proves {
			t.Errorf("%s: accepted", what)
		}
	}
}

// FuzzMessages checks that every message that can be read is within its bounds, and is the same after writing and
// reading.
func FuzzMessages(f *testing.F) {
	for _, m := range []any{
		Announcement{Protocol: Protocol, Session: "s", Run: "r", Job: "j", Title: "t"},
		Join{Program: "p", Machine: "m", Slots: 1, Signatures: map[string]string{"a": "b"}}, Take{100},
		Delivery{Unit: "1", Games: []byte("x"), Ends: true}, Heartbeat{Number: 1, Units: []string{"1"}}, Fetch{"f", 1},
		Answer{Refused: "no", Unit: "1", Content: []byte("x")},
	} {
		f.Add(Encode(m))
	}
	f.Add([]byte(`{"slots": 4611686018427387904}`))
	f.Add([]byte(`{"patience": -1, "units": ["\u001b"]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var a Announcement
		var j Join
		var k Take
		var d Delivery
		var h Heartbeat
		var w Fetch
		for _, message := range []any{&a, &j, &k, &d, &h, &w} {
			if Decode(text, message) != nil {
				continue
			}
			if err := message.(checked).check(); err != nil {
				t.Errorf("%s is read: %v", text, err)
			}
			again := Encode(message)
			if err := Decode(again, message); err != nil || !bytes.Equal(Encode(message), again) {
				t.Errorf("%s is read again as %s, error %v", again, Encode(message), err)
			}
		}
	})
}

// TestMessagesHaveBounds checks messages that each exceed one bound.
func TestMessagesHaveBounds(t *testing.T) {
	long := strings.Repeat("x", 5000)
	good := Join{Program: "p", Machine: "m", Slots: maxSlots}
	if err := Decode(Encode(good), &Join{}); err != nil {
		t.Error(err)
	}
	for what, message := range map[string]any{
		"no slot":                      &Join{Slots: 0},
		"very many slots":              &Join{Slots: 1 << 62},
		"a long program":               &Join{Slots: 1, Program: long},
		"a long machine":               &Join{Slots: 1, Machine: long},
		"a long trouble":               &Join{Slots: 1, Trouble: long},
		"a trouble that rings":         &Join{Slots: 1, Trouble: "\a"},
		"patience without end":         &Take{1 << 40},
		"patience below nothing":       &Take{-1},
		"a long unit":                  &Delivery{Unit: long},
		"very many units":              &Heartbeat{Units: make([]string, maxSlots+1)},
		"a long unit in play":          &Heartbeat{Units: []string{long}},
		"a file from before its start": &Fetch{Offset: -1},
		"a long file":                  &Fetch{File: long},
		"a long title":                 &Announcement{Title: long},
	} {
		if err := Decode(Encode(message), message); err == nil {
			t.Errorf("%s: accepted", what)
		}
	}
}
