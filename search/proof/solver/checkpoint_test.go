package solver

import (
	"bytes"
	"io"
	"reflect"
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
