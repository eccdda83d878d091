package solver

import (
	"bytes"
	"io"
	"reflect"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/games"
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
		often                  int // checks between two interrupts
	}{
		{"pilastri", "", BySearch, 50},
		{"pit-of-pillars", "x2/w,x2,W/r,x2,W/x2 w m 3/0 - 23", ByRetrograde, 40},
	} {
		game, err := games.Find(try.game)
		if err != nil {
			t.Fatal(err)
		}
		rules, err := game.New(engine.Settings{{Name: "size", Value: "4"}})
		if err != nil {
			t.Fatal(err)
		}
		p := rules.Start()
		if try.position != "" {
			if p, err = game.Read(try.position, nil); err != nil {
				t.Fatal(err)
			}
		}
		limits := Limits{Positions: 1 << 20}
		want, err := Solve(t.Context(), p, try.method, limits)
		if err != nil {
			t.Fatal(err)
		}
		var m memory
		breaks := 0
		for {
			limits.Resume = m.checkpoint()
			got, err := Solve(enginetest.Ending(t.Context(), try.often+7*breaks), p, try.method, limits)
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
