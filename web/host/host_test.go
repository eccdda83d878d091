package host_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/web/host"
)

var bounded = &host.Host{MaxTime: time.Minute, MaxTable: 64, MaxThreads: 1}

// ask asks a question, given as JSON or by its fields, and decodes the answer as an A.
func ask[A any, Q string | map[string]any](t *testing.T, question Q) (answer A, err error) {
	t.Helper()
	text := []byte(fmt.Sprint(question))
	if fields, is := any(question).(map[string]any); is {
		if text, err = json.Marshal(fields); err != nil {
			t.Fatal(err)
		}
	}
	given, err := bounded.Answer(t.Context(), text, func(any) {})
	if err != nil {
		return answer, err
	}
	if text, err = json.Marshal(given); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return answer, nil
}

type view struct {
	Position   string
	StartsTurn bool
	Seat       int
	Seats      []string
	Next       *int
	Places     []int
	shownBoard
	Drawings map[string]string
	Legal    []struct {
		Step, Words string
		Squares     []string
	}
	Result *struct{ Words string }
	Turns  []string
}

// A shownBoard holds the squares of a board that have something on or beside them, and what tells the others.
type shownBoard struct {
	Files, Ranks int
	Squares      []drawnSquare
	Gone         []int
}

type drawnSquare struct{ Name, Words, Drawn string }

// names returns the names of all squares, as the page completes them.
func (b shownBoard) names() (all []string) {
	for i := range b.Files * b.Ranks {
		if !slices.Contains(b.Gone, i) {
			all = append(all, string(rune('a'+i%b.Files))+strconv.Itoa(i/b.Files+1))
		}
	}
	return all
}

// TestEveryStepCanBeClicked plays random games of every game by the choices that the page gets. It checks that squares
// or words distinguish each legal step from the others, and that all squares are on the board.
func TestEveryStepCanBeClicked(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		t.Run(game.Name(), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(1, 2))
			state := map[string]any{"do": "view", "game": game.Name()}
			var turns, steps []string
			for range 120 {
				state["turns"], state["steps"] = turns, steps
				v, err := ask[view](t, state)
				require.NoError(t, err)
				if v.Result != nil {
					if len(v.Legal) > 0 || v.Result.Words == "" {
						t.Errorf("the game is over, but %d steps are offered; %q", len(v.Legal), v.Result.Words)
					}
					return
				}
				checkChoices(t, v)
				if v.StartsTurn {
					turns, steps = v.Turns, nil
				}
				steps = append(slices.Clone(steps), v.Legal[random.IntN(len(v.Legal))].Step)
			}
		})
	}
}

func checkChoices(t *testing.T, v view) {
	t.Helper()
	if len(v.Legal) == 0 {
		t.Fatalf("%s: no step is offered", v.Position)
	}
	seen, names := map[string]bool{}, v.names()
	for _, s := range v.Squares {
		if s.Drawn != "" && v.Drawings[s.Drawn] == "" {
			t.Errorf("%s: there is no drawing %s", v.Position, s.Drawn)
		}
	}
	for _, c := range v.Legal {
		key := strings.Join(c.Squares, " ") + "/" + c.Words
		if seen[key] {
			t.Errorf("%s: two steps are offered as %q", v.Position, key)
		}
		seen[key] = true
		for _, name := range c.Squares {
			if !slices.Contains(names, name) {
				t.Errorf("%s: step %s names %s, which is no square", v.Position, c.Step, name)
			}
		}
	}
}
