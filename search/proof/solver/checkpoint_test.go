package solver

import (
	"bytes"
	"context"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"pillars/engine/enginetest"
)

// memory is a checkpoint in memory.
type memory struct{ kept []byte }

func (m *memory) checkpoint() *Checkpoint {
	c := &Checkpoint{Write: func(write func(io.Writer) error) error {
		var b bytes.Buffer
		err := write(&b)
		m.kept = b.Bytes()
		return err
	}}
	if m.kept != nil {
		c.Read = func(read func(io.Reader) error) error { return read(bytes.NewReader(m.kept)) }
	}
	return c
}

// TestInterruptedSolvesGoOn interrupts computations repeatedly and expects the solution of an uninterrupted one, with
// the same counts of positions and steps.
func TestInterruptedSolvesGoOn(t *testing.T) {
	t.Parallel()
	for _, try := range []struct {
		game, position, method string
		often                  int // checks before the first interrupt
	}{
		{"pilastri", "w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1", BySearch, 20},
		{"pit-of-pillars", "x2/w,x,W,x/x3,r/x2 w m 1/0 - 23", ByRetrograde, 1},
	} {
		p := enginetest.Read(t, try.game, try.position)
		limits := Limits{Positions: 1 << 20}
		want, err := Solve(t.Context(), p, try.method, limits)
		if err != nil {
			t.Fatal(err)
		}
		var m memory
		breaks := 0
		for {
			limits.Resume = m.checkpoint()
			got, err := Solve(enginetest.Ending(t.Context(), try.often*(1+breaks)), p, try.method, limits)
			if err == nil {
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s after %d breaks:\n%+v\nwant\n%+v", try.game, breaks, got, want)
				}
				break
			}
			if breaks++; breaks > 10_000 {
				t.Fatalf("%s: no end after %d breaks: %v", try.game, breaks, err)
			}
		}
		if breaks < 3 {
			t.Errorf("%s was interrupted %d times only", try.game, breaks)
		}
	}
}

// TestCheckpointsThatCannotServe refuses checkpoints of another computation and damaged ones, and reports both why a
// computation ended and that its checkpoint could not be written.
func TestCheckpointsThatCannotServe(t *testing.T) {
	t.Parallel()
	p := enginetest.Read(t, "pilastri", "w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1")
	var m memory
	limits := Limits{Positions: 1 << 20, Resume: m.checkpoint()}
	if _, err := Solve(enginetest.Ending(t.Context(), 20), p, BySearch, limits); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted with %v", err)
	}
	limits.Resume = m.checkpoint()
	const begun = "the checkpoint is of another computation: w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1 " +
		"(size=4 files=0 ranks=0 jumpers=off) by search"
	other := enginetest.Read(t, "pilastri", "w,b,w,b/b,w,b,w/w,b,w,b/bw,x,b,w b 2")
	for name, solve := range map[string]func() error{
		"another position": func() error { _, err := Solve(t.Context(), other, BySearch, limits); return err },
		"another method":   func() error { _, err := Solve(t.Context(), p, ByRetrograde, limits); return err },
	} {
		if err := solve(); err == nil || err.Error() != begun {
			t.Errorf("%s: %v", name, err)
		}
	}
	damaged := memory{m.kept[:len(m.kept)/2]}
	limits.Resume = damaged.checkpoint()
	if _, err := Solve(t.Context(), p, BySearch, limits); err == nil ||
		!strings.HasPrefix(err.Error(), "the checkpoint is damaged: ") {
		t.Errorf("half a checkpoint: %v", err)
	}
	full := errors.New("the disk is full")
	limits.Resume = &Checkpoint{Write: func(func(io.Writer) error) error { return full }}
	_, err := Solve(enginetest.Ending(t.Context(), 20), p, BySearch, limits)
	if !errors.Is(err, full) || !errors.Is(err, ErrNotKept) || !errors.Is(err, context.Canceled) {
		t.Errorf("without room: %v", err)
	}
	limits.Resume = &Checkpoint{Write: func(write func(io.Writer) error) error { return write(brokenWriter{full}) }}
	_, err = Solve(enginetest.Ending(t.Context(), 20), p, BySearch, limits)
	if !errors.Is(err, full) || !errors.Is(err, ErrNotKept) {
		t.Errorf("with a writer that fails: %v", err)
	}
}

// brokenWriter is a writer that fails.
type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }
