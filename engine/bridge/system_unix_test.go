//go:build unix

package bridge

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestEagerPipe checks that a pipe gives what is written to it and its end, however often nothing was there in time.
func TestEagerPipe(t *testing.T) {
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	reader := eager(from)
	pipe, ok := reader.(*eagerPipe)
	if !ok {
		t.Fatalf("a pipe is read by %T", reader)
	}
	for range 12 {
		pipe.skip = 0
		if pipe.look() {
			t.Fatal("something to read in an empty pipe")
		}
		pipe.skipped = min(2*pipe.skipped+1, mostSkipped)
	}
	if pipe.skipped != mostSkipped {
		t.Errorf("after 12 looks in vain %d reads do not look; want %d", pipe.skipped, mostSkipped)
	}
	go func() {
		defer to.Close()
		for range 1000 {
			_, _ = to.WriteString("step")
		}
	}()
	got, err := io.ReadAll(reader)
	if err != nil || string(got) != strings.Repeat("step", 1000) {
		t.Errorf("read %d bytes, %v; want 4000", len(got), err)
	}
	if in := strings.NewReader(""); eager(in) != io.Reader(in) {
		t.Error("what is no pipe is not read as it is")
	}
}

// TestReadsInVain checks that each read that polls in vain is followed by about twice as many that do not poll, at most
// 256. A deadline that has passed ends the reads, which would wait.
func TestReadsInVain(t *testing.T) {
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	defer to.Close()
	if err := from.SetReadDeadline(time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
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

// TestReadsThatPoll checks that a read that finds input halves the number of reads that do not poll, that a read that
// does not poll is counted, and that a file is read as it is.
func TestReadsThatPoll(t *testing.T) {
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
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
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if eager(file) != io.Reader(file) {
		t.Error("a file is not read as it is")
	}
	if _, _, err := mapFile(path, 0); err == nil || !strings.Contains(err.Error(), "mapping 0 bytes of "+path) {
		t.Errorf("a file without bytes: %v", err)
	}
}
