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
	"pillars/engine/enginetest"
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
				thought.Proven != "" || (thought.Chance > .5) != strings.HasPrefix(thought.Score, "+") ||
				len(thought.Ways) != 1 || !slices.Equal(thought.Ways[0], squares) ||
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

// TestBarriersAreDrawn checks that a decision with a barrier has the barrier's cell and side.
func TestBarriersAreDrawn(t *testing.T) {
	t.Parallel()
	_, best := told[any, decision](t, `{"do":"decide",`+smallPit+`],"player":"alphabeta","nodes":500}`)
	if len(best.Walls) != 1 || !strings.HasSuffix(best.Turn, best.Walls[0].Cell+"|"+best.Walls[0].Side) {
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

type reason struct {
	Name, Help string
	Change     float64
}

// TestHintsGiveReasons checks that a hint has the five terms of the evaluation that it changes most, with the change of
// the acting seat's expected result.
func TestHintsGiveReasons(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		for begun := range 2 {
			h := engine.NewHistory(enginetest.Rules(t, game.Name()).Start())
			state := ""
			for steps := range engine.EachTurn(h.Position()) {
				if begun == 0 {
					break
				}
				state = `"turns":["` + engine.LineText(h.Position(), steps) + `"],`
				for _, step := range steps {
					if err := h.Play(step); err != nil {
						t.Fatal(err)
					}
				}
				break
			}
			_, got := told[any, struct {
				decision
				Reasons []reason
			}](t, fmt.Sprintf(`{"do":"hint","game":%q,%s"player":"alphabeta","nodes":500,"seed":1}`, game.Name(), state))
			want := reasons(t, h.Position(), got.decision)
			if len(got.Reasons) != min(5, len(want)) {
				t.Errorf("%s: %d reasons of %d", game.Name(), len(got.Reasons), len(want))
			}
			least := math.Inf(1) // the change of the reason before
			for i, r := range got.Reasons {
				size := math.Abs(r.Change)
				if !near.Equal(r.Change, want[r.Name], 1e-9) || r.Help == "" || !(.005 <= size && size <= least) {
					t.Errorf("%s: reason %d is %+v; the term changes by %v", game.Name(), i, r, want[r.Name])
				}
				least = size
				delete(want, r.Name)
			}
			for term, change := range want {
				if size := math.Abs(change); len(got.Reasons) > 0 && !(size <= least) {
					t.Errorf("%s: %s changes by %v, and is no reason", game.Name(), term, change)
				}
			}
		}
	}
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
		if got := turns[i]; got.Number != i+1 || got.Seat != i%2 || got.Played != played || got.BestWords == "" ||
			got.PlayedWords == "" || got.PlayedWords == played {
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
