package host_test

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/web/host"
)

// told asks a question and returns the thoughts before the answer, and the answer.
func told[T, A any](t *testing.T, question string) (thoughts []T, answer A) {
	t.Helper()
	read := func(value, into any) {
		text, err := json.Marshal(value)
		if err == nil {
			err = json.Unmarshal(text, into)
		}
		require.NoError(t, err)
	}
	given, err := new(host.Host).Answer(t.Context(), []byte(question), func(thought any) {
		var one T
		read(thought, &one)
		thoughts = append(thoughts, one)
	})
	if err != nil {
		t.Fatalf("%s: %v", question, err)
	}
	read(given, &answer)
	return thoughts, answer
}

type decision struct {
	Turn         string
	Line, Depth  int
	Chance       float64
	Proven       string
	Nodes        uint64
	Turns, Words []string
	Ways         [][]string
}

var squareName = regexp.MustCompile(`[a-l][0-9]+`)

// TestAnalysesSayTheirLines analyses with several numbers of lines, and checks that each line has its depth, chance,
// turns, and the squares of its first turn.
func TestAnalysesSayTheirLines(t *testing.T) {
	t.Parallel()
	for lines := range 4 {
		thoughts, best := told[decision, decision](t, fmt.Sprintf(
			`{"do":"analyze","game":"pilastri","player":"alphabeta","nodes":3000,"lines":%d}`, lines))
		numbers := map[int]bool{}
		for _, thought := range append(thoughts, best) {
			numbers[thought.Line] = true
			squares := squareName.FindAllString(thought.Turns[0], -1) // a turn has one step
			if thought.Depth < 1 || thought.Nodes < 1 || !(0 < thought.Chance && thought.Chance < 1) ||
				thought.Proven != "" || len(thought.Ways) != 1 || !slices.Equal(thought.Ways[0], squares) ||
				len(thought.Words) != len(thought.Turns) || !strings.Contains(thought.Words[0], squares[0]) {
				t.Errorf("%d lines: %+v", lines, thought)
			}
		}
		if want := max(1, lines); len(numbers) != want || !numbers[want] || len(thoughts) == 0 ||
			best.Turn != best.Turns[0] {
			t.Errorf("%d lines: %v are told, the best is %+v", lines, numbers, best)
		}
	}
	// A player who has one line says one.
	_, best := told[decision, decision](t, `{"do":"analyze","game":"pilastri","player":"greedy","lines":2}`)
	if best.Line != 1 || best.Turn == "" {
		t.Errorf("%+v", best)
	}
}

// TestSearchesAreKnown checks that Searches is true for exactly the topics that need a search.
func TestSearchesAreKnown(t *testing.T) {
	t.Parallel()
	const yes = `{"do":"decide"} {"do":"analyze"} {"do":"hint"} {"do":"review"}`
	const no = `{"do":"games"} {"do":"view"} {"do":"load"} {"do":"solve"} {"do":"think"} {} {"do":["hint"]} [] {`
	for question := range strings.FieldsSeq(yes + " " + no) {
		if got := new(host.Host).Searches([]byte(question)); got != strings.Contains(" "+yes+" ", " "+question+" ") {
			t.Errorf("%s: a search: %v", question, got)
		}
	}
}

// TestSeedsCount checks that decisions depend on the seed and on nothing else.
func TestSeedsCount(t *testing.T) {
	t.Parallel()
	for _, player := range []string{"random", "alphabeta:nodes=500", "mcts:nodes=100", "practice:level=3"} {
		turns := map[string]bool{}
		for seed := range 5 {
			question := fmt.Sprintf(`{"do":"decide","game":"pilastri","player":%q,"seed":%d}`, player, seed)
			_, first := told[any, decision](t, question)
			_, again := told[any, decision](t, question)
			if first.Turn != again.Turn || first.Nodes != again.Nodes {
				t.Errorf("%s, seed %d: %+v, then %+v", player, seed, first, again)
			}
			turns[first.Turn] = true
		}
		if player == "random" && len(turns) < 2 {
			t.Errorf("five seeds play %v", turns)
		}
	}
}

// TestReviewsSayEachTurn reviews a game in which White overlooks a win at once, and takes it a turn later.
func TestReviewsSayEachTurn(t *testing.T) {
	t.Parallel()
	type turn struct {
		Number, Seat int
		Played, Best string
		PlayedWords  string
		Chance, Loss float64
	}
	turns, answer := told[turn, struct{ Turns int }](t, `{"do":"review","game":"pit-of-pillars",
		"start":"x2/w,x2,W/r,x2,W/x2 w m 3/0 - 23","turns":["@c4","a2b2","@b2"],"player":"alphabeta","nodes":3000}`)
	if answer.Turns != 3 || len(turns) != 3 {
		t.Fatalf("%+v, %d turns", turns, answer.Turns)
	}
	for i, played := range []string{"@c4", "a2b2", "@b2"} {
		if got := turns[i]; got.Number != i+1 || got.Seat != i%2 || got.Played != played || got.PlayedWords == "" ||
			got.PlayedWords == played {
			t.Errorf("turn %d: %+v", i+1, got)
		}
	}
	if first := turns[0]; first.Chance != 1 || first.Best == "@c4" || first.Loss < 0 {
		t.Errorf("White could win at once: %+v", first)
	}
	if third := turns[2]; third.Chance != 1 || third.Best != "@b2" || third.Loss != 0 {
		t.Errorf("White wins: %+v", third)
	}
}

// TestHintsAgainstALevel checks that a hint against a practice level says the win chance against that level, which is
// nearer to one half than the chance against equal play.
func TestHintsAgainstALevel(t *testing.T) {
	t.Parallel()
	const question = `{"do":"hint","game":"pilastri","turns":["a2b2","f2e2","a6b6"],"player":"alphabeta","nodes":2000`
	_, equal := told[decision, decision](t, question+`}`)
	_, weak := told[decision, decision](t, question+`,"against":"practice:level=1"}`)
	if weak.Turn != equal.Turn || math.Abs(weak.Chance-.5) >= math.Abs(equal.Chance-.5) {
		t.Errorf("%v against level 1, %v against equal play", weak, equal)
	}
}
