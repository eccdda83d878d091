package training

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// counted is the state of a fit that only counts its epochs.
type counted struct{ Done int }

func (c *counted) Epochs() int { return c.Done }

// TestCheckpointsContinueFits interrupts a fit of five epochs after two, and offers its checkpoint to the same fit, to
// another one, and as a damaged file.
func TestCheckpointsContinueFits(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fit.checkpoint")
	var remarks []string
	stopped := errors.New("stopped")
	// fit runs a fit that ends after an epoch. It returns the epoch at which it began, and whether a file was there
	// after each epoch.
	fit := func(of byte, every time.Duration, end int, ends error) (from int, there []bool, err error) {
		c := checkpoint[*counted]{path: path, problem: [32]byte{of}, every: every,
			remark: func(text string) { remarks = append(remarks, text) }}
		_, err = c.run(func(state *counted, watch func(*counted) error) (*counted, error) {
			if state == nil {
				state = &counted{}
			}
			from = state.Done
			for state.Done < end {
				state.Done++
				if err := watch(state); err != nil {
					return state, err
				}
				_, missing := os.Stat(path)
				there = append(there, missing == nil)
			}
			return state, ends
		})
		return from, there, err
	}
	check := func(what string, wantFrom int, wantThere, left bool, from int, there []bool) {
		t.Helper()
		_, missing := os.Stat(path)
		if from != wantFrom || len(there) == 0 || there[0] != wantThere || (missing == nil) != left {
			t.Errorf("%s: begins after %d epochs, files %v, left %v", what, from, there, missing == nil)
		}
	}
	from, there, err := fit(1, time.Hour, 2, stopped)
	if check("stopped", 0, false, true, from, there); !errors.Is(err, stopped) {
		t.Error(err)
	}
	from, there, err = fit(1, time.Hour, 3, stopped)
	if check("stopped again", 2, true, true, from, there); !errors.Is(err, stopped) {
		t.Error(err)
	}
	from, there, err = fit(1, 0, 5, nil)
	if check("continued", 3, true, false, from, there); err != nil {
		t.Error(err)
	}
	from, there, err = fit(1, 0, 1, nil)
	if check("once more", 0, true, false, from, there); err != nil {
		t.Error(err)
	}
	_, _, err = fit(1, time.Hour, 2, stopped)
	if from, there, err := fit(2, time.Hour, 5, nil); err != nil || from != 0 || len(there) != 5 {
		t.Errorf("another fit begins after %d epochs: %v", from, err)
	}
	if writing := os.WriteFile(path, []byte("damaged"), 0o600); writing != nil || !errors.Is(err, stopped) {
		t.Fatal(err, writing)
	}
	if from, _, err := fit(1, time.Hour, 5, nil); err != nil || from != 0 {
		t.Errorf("with a damaged file it begins after %d epochs: %v", from, err)
	}
	want := []string{path + ": goes on after 2 epochs", path + ": goes on after 3 epochs",
		"checkpoint " + path + " is of other games or settings; ", "checkpoint " + path + ": "}
	if len(remarks) != len(want) {
		t.Fatalf("told is %q", remarks)
	}
	for i, text := range want {
		if !strings.HasPrefix(remarks[i], text) {
			t.Errorf("told is %q, want %q", remarks[i], text)
		}
	}
}

// TestFitsWithoutCheckpoint checks that a fit without a file leaves none, whether it ends or fails.
func TestFitsWithoutCheckpoint(t *testing.T) {
	t.Parallel()
	stopped := errors.New("stopped")
	for _, ends := range []error{nil, stopped} {
		epochs := 0
		c := checkpoint[*counted]{watch: func(state *counted) { epochs += state.Done }}
		state, err := c.run(func(_ *counted, watch func(*counted) error) (*counted, error) {
			state := &counted{3}
			return state, errors.Join(watch(state), ends)
		})
		if !errors.Is(err, ends) || err != nil && !errors.Is(err, stopped) || state.Done != 3 || epochs != 3 {
			t.Errorf("%v after %+v, %d epochs were seen", err, state, epochs)
		}
	}
}

// TestMakersAreNotedOnce checks that the first iteration of each worker is kept, in memory and in the file, also if it
// is told later, and that this process is not a worker.
func TestMakersAreNotedOnce(t *testing.T) {
	t.Parallel()
	m := makers{filepath.Join(t.TempDir(), "workers"), map[string]int{}}
	for _, c := range []struct {
		worker string
		number int
		want   string // the file; empty if there is none
	}{
		{"", 1, ""}, {"ann", 4, `{"ann":4}`}, {"ann", 5, `{"ann":4}`}, {"bob", 5, `{"ann":4,"bob":5}`},
		{"ann", 4, `{"ann":4,"bob":5}`}, {"bob", 2, `{"ann":4,"bob":2}`}, {"", 1, `{"ann":4,"bob":2}`},
	} {
		if err := m.note(c.worker, c.number); err != nil {
			t.Fatal(err)
		}
		text, _ := os.ReadFile(m.path)
		if string(text) != c.want {
			t.Errorf("after %q in %d: %s, want %s", c.worker, c.number, text, c.want)
		}
	}
}
