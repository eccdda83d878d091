//go:build unix

package bridge

import (
	"io"
	"os"
	"strings"
	"testing"
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
