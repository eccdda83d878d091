package host_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/web/host"
)

// block is a problem as its file has it, by keys.
type block map[string]string

// problems reads the file of a game's problems without the program's help.
func problems(t *testing.T, game string) (all []block) {
	t.Helper()
	text, err := os.ReadFile("../../search/suite/" + game + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	for part := range strings.SplitSeq(string(text), "\n\n") {
		one := block{}
		for line := range strings.Lines(part) {
			if key, value, is := strings.Cut(strings.TrimSpace(line), ": "); is && !strings.HasPrefix(key, "#") {
				one[key] = value
			}
		}
		if one["id"] != "" {
			all = append(all, one)
		}
	}
	return all
}

// lists reports whether a turn is among the turns of a problem, or begins as one of them that ends in a star.
func (b block) lists(turn string) bool {
	return slices.ContainsFunc(strings.Fields(b["turns"]), func(listed string) bool {
		begin, open := strings.CutSuffix(listed, "*")
		return turn == begin || open && strings.HasPrefix(turn, begin)
	})
}

type puzzle struct {
	ID, Words string
	host.State
}

// TestPuzzlesAreOfTheirFiles wants every problem of a game in the order of the file, on its board.
func TestPuzzlesAreOfTheirFiles(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		want := problems(t, game.Name())
		list, err := ask[[]puzzle](t, map[string]any{"do": "puzzles", "game": game.Name()})
		if err != nil || len(list) != len(want) || len(want) < 10 {
			t.Fatalf("%d puzzles of %s instead of %d, %v", len(list), game.Name(), len(want), err)
		}
		for i, p := range list {
			v, err := ask[view](t, map[string]any{"do": "view", "game": p.Game, "options": p.Options, "start": p.Start})
			if err != nil || p.ID != want[i]["id"] || p.Start != want[i]["position"] || v.Position != p.Start {
				t.Errorf("%+v on %s (%v) instead of %v", p, v.Position, err, want[i])
			}
			if avoid := strings.HasPrefix(want[i]["kind"], "bad"); strings.HasPrefix(p.Words, "avoid") != avoid {
				t.Errorf("%s is %q to people", p.ID, p.Words)
			}
		}
	}
	if list, err := ask[[]puzzle](t, `{"do":"puzzles","game":"chess"}`); err != nil || len(list) > 0 {
		t.Errorf("%d puzzles of no game, %v", len(list), err)
	}
}

// TestSolutions sends to every sixth puzzle what its file lists, other legal turns, those that begin like a solution
// among them, and texts that are no turns there. Only what is listed solves it, or, where it is to be avoided, only
// what is not.
func TestSolutions(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		t.Run(game.Name(), func(t *testing.T) {
			t.Parallel()
			for i, problem := range problems(t, game.Name()) {
				if i%6 == 0 {
					trySolutions(t, game, problem)
				}
			}
		})
	}
	wantsError(t, `{"do":"solve","id":"nothing","turn":"a1a2"}`, `there is no puzzle "nothing"`)
}

func trySolutions(t *testing.T, game engine.Game, problem block) {
	t.Helper()
	settings, err := engine.ParseSettings(strings.Fields(problem["options"]))
	if err != nil {
		t.Fatal(err)
	}
	p, err := game.Read(problem["position"], settings)
	if err != nil {
		t.Fatal(err)
	}
	right, wrong, near := turnsOf(p, problem)
	if len(right) == 0 || len(wrong) == 0 {
		t.Fatalf("%s: %d turns are listed and legal, %d are not listed", problem["id"], len(right), len(wrong))
	}
	avoid := strings.HasPrefix(problem["kind"], "bad")
	for _, turn := range slices.Concat(right, wrong[:min(len(wrong), 4)], near[:min(len(near), 4)]) {
		got, err := solve(t, problem["id"], turn)
		if err != nil || got.Solved != (problem.lists(turn) != avoid) || got.Comment != problem["comment"] ||
			!slices.Equal(got.Turns, strings.Fields(problem["turns"])) {
			t.Errorf("%s: %s: %+v, %v", problem["id"], turn, got, err)
		}
	}
	theirs := p.Clone()
	steps, err := engine.ParseTurn(p, right[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range steps {
		theirs.Play(step)
	}
	refused := []string{"", "nonsense", right[0] + "x", right[0] + right[0], " " + right[0], right[0] + " ",
		strings.ToUpper(right[0]), strings.Repeat(right[0], 100), problem["turns"] + "*"}
	if !theirs.Over() {
		_, replies, _ := turnsOf(theirs, block{})
		refused = append(refused, replies[0])
	}
	for _, turn := range refused {
		if slices.Contains(right, turn) || slices.Contains(wrong, turn) {
			continue // the other side could play as one does
		}
		if got, err := solve(t, problem["id"], turn); err != nil || got.Solved || len(got.Turns) == 0 {
			t.Errorf("%s: %q is no turn here: %+v, %v", problem["id"], turn, got, err)
		}
	}
}

// turnsOf are the legal turns that a problem lists, those that it does not, and of these those whose first step begins
// a listed one.
func turnsOf(p engine.Position, problem block) (right, wrong, near []string) {
	var wrongSteps, rightSteps []engine.Step // the first of each
	for steps := range engine.EachTurn(p) {
		if turn := engine.LineText(p, steps); problem.lists(turn) {
			right, rightSteps = append(right, turn), append(rightSteps, steps[0])
		} else {
			wrong, wrongSteps = append(wrong, turn), append(wrongSteps, steps[0])
		}
	}
	for i, turn := range wrong {
		if slices.Contains(rightSteps, wrongSteps[i]) {
			near = append(near, turn)
		}
	}
	return right[:min(len(right), 3)], wrong, near
}

type verdict struct {
	Solved  bool
	Turns   []string
	Comment string
}

func solve(t *testing.T, id, turn string) (verdict, error) {
	t.Helper()
	return ask[verdict](t, map[string]any{"do": "solve", "id": id, "turn": turn})
}
