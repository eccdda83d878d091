package bridge

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
)

// TestLongRequestsAndReplies sends a text that comes back in an error, both longer than their areas. An interrupted
// long request, of which only the first part has come, leaves no trace.
func TestLongRequestsAndReplies(t *testing.T) {
	t.Parallel()
	c := dial(t)
	c.post([]byte("half of"), more)
	long := strings.Repeat("x", 3*areaBytes)
	c.send('J', `{"do":"`+long+`"}`)
	if _, wrong := c.reply(); wrong != `unknown request "`+long+`"` {
		t.Errorf("the answer to a long request has %d bytes: %.40s", len(wrong), wrong)
	}
	c.ask(`{"do":"hello"}`)
}

// TestBrokenRequests checks that a request that is too long ends the bridge, and that frames beyond their request are
// an error.
func TestBrokenRequests(t *testing.T) {
	t.Parallel()
	c := dial(t)
	for _, text := range []string{"\x00\x00\x00\x00", "\x02\x00\x00\x00J", "\x01", "\xff\xff\xff\xffJ"} {
		if answer, status := c.post([]byte(text), 0); status != 1 || !strings.HasPrefix(string(answer), "a frame of ") {
			t.Errorf("%q: %d, %s", text, status, answer)
		}
	}
	path := filepath.Join(t.TempDir(), "slot")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	memory, unmap, err := mapFile(path, slotBytes)
	require.NoError(t, err)
	defer unmap()
	s := newSlot(nil, nil, memory)
	binary.LittleEndian.PutUint32(s.memory, areaBytes+1)
	s.asked.Store(1)
	err = Serve(strings.NewReader(""), nil, path, Program{})
	if err == nil || !strings.Contains(err.Error(), "65537") {
		t.Errorf("a request that is too long ends the bridge with %v", err)
	}
	if err := Serve(nil, nil, filepath.Join(path, "none"), Program{}); err == nil {
		t.Error("there is a bridge without memory")
	}
}

// broken is a writer that fails.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("nobody listens") }

// TestSleep checks that a bridge without requests sleeps, sends back the bytes e and ends with its input.
func TestSleep(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	s := newSlot(strings.NewReader("weeow"), &out, make([]byte, slotBytes))
	if _, err := s.next(); err != io.EOF || out.String() != "ee" {
		t.Errorf("the bridge sends %q and ends with %v", &out, err)
	}
	s = newSlot(strings.NewReader("e"), broken{}, make([]byte, slotBytes))
	if _, err := s.next(); err == nil || err.Error() != "nobody listens" {
		t.Errorf("the bridge ends with %v", err)
	}
}
