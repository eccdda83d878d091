package outside_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/engine/outside"
)

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"plain, ä, 日本 and \ufffd": "plain, ä, 日本 and \ufffd",
		"a\x1b[31mb\nc\td":        "a\\x1b[31mb\nc\\td",
		"\u202ekcab\u200b\x7f":    `\u202ekcab\u200b\x7f`,
		"\u009b2J\xff":            `\u009b2J\xff`,
	} {
		if got := outside.Visible(text, "\n"); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestVisibleJSON(t *testing.T) {
	for text, want := range map[string]string{
		"{\"a\": [1e400, \"\\u001b\", \"\u009b\", \"ä\\n\"]}": `{"a": [1e400, "\\x1b", "\\u009b", "ä\\n"]}`,
		`{"b":1,  "a":"\"\u003c"}`:                            `{"b":1,  "a":"\"\u003c"}`,
		"no \x1b JSON":                                        "no \x1b JSON",
	} {
		if got := outside.VisibleJSON(text); got != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
}

// TestOpen opens what is not a regular file. Opening a pipe that nobody writes to would keep the test waiting.
func TestOpen(t *testing.T) {
	for _, path := range []string{t.TempDir(), os.DevNull, pipe(t)} {
		if file, err := outside.Open(path); err == nil {
			t.Errorf("%s is open: %v", path, file.Close())
		}
	}
	_, err := outside.Open(filepath.Join(t.TempDir(), "none"))
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "check its name") {
		t.Errorf("a missing file: %v", err)
	}
}

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, []byte("12345"), 0o600))
	if data, err := outside.ReadFile(path, 5); err != nil || string(data) != "12345" {
		t.Errorf("%q, %v", data, err)
	}
	_, err := outside.ReadFile(path, 4)
	require.ErrorContains(t, err, "more than 4 bytes", "one byte too many")
}

// endless is an endless text without a line feed.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestLines(t *testing.T) {
	text := strings.Repeat("1234567\n", 100)
	if data, err := io.ReadAll(outside.Lines(strings.NewReader(text), 8)); err != nil || string(data) != text {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if data, err := io.ReadAll(outside.Lines(endless{}, 1000)); err == nil || len(data) > 2000 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}
