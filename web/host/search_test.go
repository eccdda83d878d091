package host_test

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/engine/games"
	"pillars/eval"
	"pillars/search"
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
		if err != nil {
			t.Fatal(err)
		}
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
	Turn          string
	Steps         []string
	Line, Depth   int
	Chance, Speed float64
	Score, Proven string
	Nodes         uint64
	Turns, Words  []string
	Ways          [][]string
	Walls         []struct{ Cell, Side string }
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
				thought.Proven != "" || thought.Speed < 0 || thought.Speed != math.Round(thought.Speed) ||
				(thought.Chance > .5) != strings.HasPrefix(thought.Score, "+") || len(thought.Ways) != 1 ||
				!slices.Equal(thought.Ways[0], squares) || len(thought.Words) != len(thought.Turns) ||
				!strings.HasPrefix(thought.Words[0], "climbs from "+squares[0]) {
				t.Errorf("%d lines: %+v", lines, thought)
			}
		}
		if want := max(1, lines); len(numbers) != want || !numbers[want] || len(thoughts) == 0 {
			t.Errorf("%d lines: %v are told", lines, numbers)
		}
		if last := thoughts[len(thoughts)-1]; best.Turn != best.Turns[0] || last.Depth == 1 || len(last.Turns) < 2 {
			t.Errorf("%d lines: at last %+v, the best is %+v", lines, last, best)
		}
	}
	for _, lines := range []int{2, 10} { // a player who has one line says one
		question := fmt.Sprintf(`{"do":"analyze","game":"pilastri","player":"greedy","lines":%d}`, lines)
		if _, best := told[decision, decision](t, question); best.Line != 1 || best.Turn == "" {
			t.Errorf("%+v", best)
		}
	}
}

// TestDecisionsAreWholeTurns checks that a decision has all steps of its turn with their squares, and says if a win is
// proven.
func TestDecisionsAreWholeTurns(t *testing.T) {
	t.Parallel()
	thoughts, best := told[decision, decision](t, `{"do":"decide",`+mateInOne+`,"player":"alphabeta","nodes":5000}`)
	if len(thoughts) > 0 {
		t.Errorf("a decision is told before: %+v", thoughts)
	}
	if best.Turn != "b1c1^d2a2" || fmt.Sprint(best.Steps) != "[b1c1 ^d2a2]" || best.Chance != 1 ||
		fmt.Sprint(best.Ways) != "[[b1 c1] [d2 a2]]" || best.Proven != "wins in 1 turn" ||
		best.Nodes < 2 {
		t.Errorf("%+v", best)
	}
	_, rest := told[decision, decision](t,
		`{"do":"decide",`+mateInOne+`,"steps":["b1c1"],"player":"alphabeta","nodes":5000}`)
	if rest.Turn != "^d2a2" || fmt.Sprint(rest.Steps) != "[^d2a2]" {
		t.Errorf("the rest of the turn is %+v", rest)
	}
	wantsError(t, `{"do":"decide",`+mateInOne+`,"turns":["b1c1^d2a2"],"player":"random"}`,
		"the game is over: no legal step")
}

// TestSearchesAreKnown checks that Searches is true for exactly the topics that need a search.
func TestSearchesAreKnown(t *testing.T) {
	t.Parallel()
	for _, try := range []struct {
		questions string
		want      bool
	}{
		{`{"do":"decide"} {"do":"analyze"} {"do":"hint"} {"do":"review"}`, true},
		{`{"do":"games"} {"do":"view"} {"do":"load"} {"do":"solve"} {"do":"think"} {} {"do":["hint"]} [] {`, false},
	} {
		for question := range strings.FieldsSeq(try.questions) {
			if got := new(host.Host).Searches([]byte(question)); got != try.want {
				t.Errorf("%s: a search: %v", question, got)
			}
		}
	}
}

// TestSeedsCount checks that the decisions of a random player depend on the seed and on nothing else.
func TestSeedsCount(t *testing.T) {
	t.Parallel()
	turns := map[string]bool{}
	for seed := range 10 {
		question := fmt.Sprintf(`{"do":"decide","game":"pilastri","player":"random","seed":%d}`, seed)
		_, first := told[any, decision](t, question)
		_, again := told[any, decision](t, question)
		if first.Turn != again.Turn {
			t.Errorf("seed %d: %s, then %s", seed, first.Turn, again.Turn)
		}
		turns[first.Turn] = true
	}
	if len(turns) < 3 {
		t.Errorf("ten seeds play %v", turns)
	}
}

type reason struct {
	Name, Help string
	Change     float64
}

// TestHintsGiveReasons checks that a hint has the five terms of the evaluation that it changes most, with the change of
// the acting seat's expected result, and that it says so if it ends the game.
func TestHintsGiveReasons(t *testing.T) {
	t.Parallel()
	type hint struct {
		decision
		Says    []string
		Reasons []reason
	}
	_, won := told[any, hint](t, `{"do":"hint",`+mateInOne+`,"player":"alphabeta","nodes":5000}`)
	if won.Turn != "b1c1^d2a2" || len(won.Reasons) != 1 || won.Reasons[0].Help != "the game ends: no legal step" {
		t.Errorf("%+v", won)
	}
	for _, name := range []string{"pilastri", "pit-of-pillars", "pylyx", "pit"} {
		for _, begun := range []int{0, 1} {
			h := played(t, name, begun)
			turns, err := json.Marshal(engine.Turns(h.Start(), h.Steps()))
			if err != nil {
				t.Fatal(err)
			}
			_, got := told[any, hint](t, fmt.Sprintf(
				`{"do":"hint","game":%q,"turns":%s,"player":"alphabeta","nodes":500,"seed":1}`, name, turns))
			if name := h.Position().Rules().SeatNames()[h.Position().Seat()]; len(got.Says) == 0 ||
				got.Turn == got.Turns[0] && got.Says[0] != name+" "+got.Words[0]+"." {
				t.Errorf("%s: %q says not first what %q does", name, got.Says, got.Words)
			}
			want := reasons(t, h.Position(), got.decision)
			if len(got.Reasons) > 5 || len(got.Reasons) != min(5, len(want)) {
				t.Errorf("%s: %d reasons of %d", name, len(got.Reasons), len(want))
			}
			least := math.Inf(1) // the change of the reason before
			for i, r := range got.Reasons {
				size := math.Abs(r.Change)
				if !near.Equal(r.Change, want[r.Name], 1e-9) || r.Help == "" || !(.005 <= size && size <= least) {
					t.Errorf("%s: reason %d is %+v; the term changes by %v", name, i, r, want[r.Name])
				}
				least = size
				delete(want, r.Name)
			}
			for term, change := range want {
				if size := math.Abs(change); len(got.Reasons) > 0 && !(size <= least) {
					t.Errorf("%s: %s changes by %v, and is no reason", name, term, change)
				}
			}
		}
	}
}

// played returns a game after a number of turns, each of which is the first legal one.
func played(t *testing.T, name string, turns int) *engine.History {
	t.Helper()
	game, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := game.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	h := engine.NewHistory(rules.Start())
	for range turns {
		for from := len(h.Steps()); !h.TurnDone(from); {
			if err := h.Play(h.Position().AppendSteps(nil)[0]); err != nil {
				t.Fatal(err)
			}
		}
	}
	return h
}

// reasons returns the terms of the evaluation by which a decision changes the expected result by half of one per cent
// or more, with these changes.
func reasons(t *testing.T, before engine.Position, decided decision) map[string]float64 {
	t.Helper()
	steps, err := engine.ParseTurn(before, decided.Turn)
	if err != nil {
		t.Fatal(err)
	}
	logits, err := strconv.ParseFloat(decided.Score, 64)
	if err != nil {
		t.Fatal(err)
	}
	chances, err := search.ChancesOf("alphabeta", before.Rules())
	if err != nil {
		t.Fatal(err)
	}
	evaluator, err := eval.LoadLinear("", before.Rules())
	if err != nil {
		t.Fatal(err)
	}
	after, changes := before.Clone(), map[string]float64{}
	for _, step := range steps {
		after.Play(step)
	}
	for _, share := range evaluator.Explain(after, before.Seat()) {
		changes[share.Name] += share.Worth()
	}
	for _, share := range evaluator.Explain(before, before.Seat()) {
		changes[share.Name] -= share.Worth()
	}
	for name, change := range changes {
		without := chances.Of(before, search.Score(math.Round(100*logits)-math.Round(change)))
		if changes[name] = decided.Chance - without; math.Abs(changes[name]) < .005 {
			delete(changes, name)
		}
	}
	return changes
}

// TestReviewsSayEachTurn reviews a game in which White overlooks a win at once, and takes it a turn later.
func TestReviewsSayEachTurn(t *testing.T) {
	t.Parallel()
	type turn struct {
		Number, Seat           int
		Played, Best           string
		PlayedWords, BestWords string
		Chance, Loss           float64
	}
	turns, answer := told[turn, struct{ Turns int }](t, `{"do":"review","game":"pit-of-pillars",
		"start":"x2/w,x2,W/r,x2,W/x2 w m 3/0 - 23","turns":["@c4","a2b2","@b2"],"player":"alphabeta","nodes":3000}`)
	if answer.Turns != 3 || len(turns) != 3 {
		t.Fatalf("%+v, %d turns", turns, answer.Turns)
	}
	for i, played := range []string{"@c4", "a2b2", "@b2"} {
		if got := turns[i]; got.PlayedWords == "" || got.BestWords == "" || got.PlayedWords == played {
			t.Errorf("turn %d has no words: %+v", i+1, got)
		}
		if got := turns[i]; got.Number != i+1 || got.Seat != i%2 || got.Played != played {
			t.Errorf("turn %d: %+v", i+1, got)
		}
	}
	if first := turns[0]; first.Chance != 1 || first.Best == "@c4" || first.Loss < 0 {
		t.Errorf("White could win at once: %+v", first)
	}
	if third := turns[2]; third.Chance != 1 || third.Best != "@b2" || third.Loss != 0 {
		t.Errorf("White wins: %+v", third)
	}
	none, answer := told[turn, struct{ Turns int }](t, `{"do":"review","game":"pilastri","player":"random"}`)
	if len(none) > 0 || answer.Turns != 0 {
		t.Errorf("a game without turns: %+v", none)
	}
}
