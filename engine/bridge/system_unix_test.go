//go:build unix

package bridge

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"pillars/engine/enginetest/require"
)

// TestEagerPipe checks that an eager pipe passes on input and its end, and that eager returns other readers as they
// are.
func TestEagerPipe(t *testing.T) {
	from, to, err := os.Pipe()
	require.NoError(t, err)
	defer from.Close()
	go func() {
		defer to.Close()
		for range 1000 {
			_, _ = to.WriteString("step")
		}
	}()
	got, err := io.ReadAll(eager(from))
	if err != nil || string(got) != strings.Repeat("step", 1000) {
		t.Errorf("read %d bytes, %v; want 4000", len(got), err)
	}
	if in := strings.NewReader(""); eager(in) != io.Reader(in) {
		t.Error("what is no pipe is not read as it is")
	}
	if _, _, err := mapFile(t.TempDir(), 0); err == nil {
		t.Error("no bytes are mapped")
	}
}

// TestReadsInVain checks that each read that polls in vain is followed by about twice as many that do not poll, at most
// 256. A deadline that has passed ends the reads, which would wait.
func TestReadsInVain(t *testing.T) {
	from, to, err := os.Pipe()
	require.NoError(t, err)
	defer from.Close()
	defer to.Close()
	require.NoError(t, from.SetReadDeadline(time.Unix(1, 0)))
	pipe := eager(from).(*eagerPipe)
	for _, want := range []int{1, 3, 7, 15, 31, 63, 127, 255, 256, 256} {
		pipe.skip = 0
		if _, err := pipe.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatalf("a read ends with %v", err)
		}
		if pipe.skip != want || pipe.skipped != want {
			t.Errorf("%d reads of %d do not poll, want %d", pipe.skip, pipe.skipped, want)
		}
	}
}

// TestReadsThatPoll checks that a read that finds input halves the number of reads that do not poll, and that a read
// that does not poll is counted.
func TestReadsThatPoll(t *testing.T) {
	from, to, err := os.Pipe()
	require.NoError(t, err)
	defer from.Close()
	defer to.Close()
	pipe := eager(from).(*eagerPipe)
	pipe.skip, pipe.skipped = 2, 9
	_, _ = to.WriteString("abc")
	for i, want := range [][2]int{{1, 9}, {0, 9}, {0, 4}} {
		n, err := pipe.Read(make([]byte, 1))
		if n != 1 || err != nil || pipe.skip != want[0] || pipe.skipped != want[1] {
			t.Errorf("read %d: %d bytes, %v; skips %d of %d, want %v", i+1, n, err, pipe.skip, pipe.skipped, want)
		}
	}
}
