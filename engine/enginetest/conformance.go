package enginetest

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// Bounds of the random games that the suite plays.
const (
	stepsPerGame   = 160 // the largest number of steps in a game
	closeLookEvery = 12  // the number of steps from one run of the slow checks in checkClosely to the next
)

// TestGame checks that a game satisfies the contracts of package engine. It plays random games under several settings
// of the options and checks the interfaces at each position. It does not know the rules of the game.
func TestGame(t *testing.T, game engine.Game) {
	t.Run("options", func(t *testing.T) { checkOptions(t, game) })
	for _, settings := range variants(game) {
		t.Run("rules "+settings.String(), func(t *testing.T) {
			t.Parallel()
			rules, err := game.New(settings)
			if err != nil {
				t.Fatal(err)
			}
			TestRules(t, rules)
		})
	}
}

// TestRules does the checks of [TestGame] for rules with given settings.
func TestRules(t *testing.T, rules engine.Rules) {
	t.Helper()
	checkRules(t, rules)
	for i := range uint64(Count(2, 4)) {
		checkGame(t, rules, engine.NewRandom(i))
		checkPlayout(t, rules, engine.NewRandom(i))
	}
}

// variants returns the default settings, and settings with a single value for each notable value that the game accepts.
func variants(game engine.Game) []engine.Settings {
	all := []engine.Settings{nil}
	for _, option := range game.Options() {
		for _, value := range notable(option) {
			settings := engine.Settings{{Name: option.Name, Value: value}}
			if _, err := game.New(settings); err == nil && value != option.Default {
				all = append(all, settings)
			}
		}
	}
	return all
}

func checkGame(t *testing.T, rules engine.Rules, random *rand.PCG) {
	h := engine.NewHistory(rules.Start())
	var hashes []uint64
	for n := range stepsPerGame {
		p := h.Position()
		checkPosition(t, p)
		if n%closeLookEvery == 0 {
			checkClosely(t, p)
		}
		hashes = checkRepetition(t, h, hashes)
		if h.Outcome().Over() {
			break
		}
		step := engine.RandomStep(p, random)
		before := p.Clone()
		if err := h.Play(step); err != nil {
			t.Fatalf("RandomStep: %v", err)
		}
		checkTransition(t, before, h.Position(), step)
	}
	checkRecord(t, h)
}

// checkPosition makes the checks that are fast enough for every position.
func checkPosition(t *testing.T, p engine.Position) {
	steps := p.AppendSteps(nil)
	checkSteps(t, p, steps)
	checkCopies(t, p, steps)
	checkReading(t, p)
	checkNoisy(t, p, steps)
	checkNumbers(t, p, steps)
	checkPatterns(t, p)
	checkStepPatterns(t, p, steps)
	checkMetrics(t, p)
	checkKey(t, p)
	checkPieChoice(t, p, steps)
}

func checkClosely(t *testing.T, p engine.Position) {
	checkParsing(t, p)
	checkPerft(t, p)
	checkRenumbered(t, p)
	checkDiagram(t, p)
}

// checkCopies checks that all ways to play a step give the same position and leave the original unchanged.
func checkCopies(t *testing.T, p engine.Position, steps []engine.Step) {
	text, hash := p.String(), p.Hash()
	child, copied := p.Rules().Start(), p.Rules().Start()
	for _, step := range some(steps) {
		p.PlayInto(step, child)
		copied.CopyFrom(p)
		same(t, "CopyFrom", copied, p)
		copied.Play(step)
		same(t, "PlayInto against Play", child, copied)
		clone := p.Clone()
		same(t, "Clone", clone, p)
		clone.Play(step)
		same(t, "Play on a clone", clone, copied)
	}
	if p.String() != text || p.Hash() != hash {
		t.Fatalf("playing on copies has changed %s to %s", text, p)
	}
}

// some returns the first, the middle and the last of the steps, or all of them if there are at most three.
func some(steps []engine.Step) []engine.Step {
	if len(steps) <= 3 {
		return steps
	}
	return []engine.Step{steps[0], steps[len(steps)/2], steps[len(steps)-1]}
}

// facts returns what a position says about itself. Its text determines all these facts but the last one, Reversible.
func facts(p engine.Position) [11]any {
	return [...]any{p.String(), p.Hash(), p.Seat(), p.Turn(), p.StepKind(), p.StartsTurn(), p.Over(), p.CountSteps(),
		p.Outcome(), p.InOpening(), p.Reversible()}
}

// same fails the test if the facts of two positions differ. what names the operation that made the position got.
func same(t *testing.T, what string, got, want engine.Position) {
	if a, b := facts(got), facts(want); a != b {
		t.Fatalf("%s: %+v, not %+v", what, a, b)
	}
}

// checkTransition checks what a step must and must not change.
func checkTransition(t *testing.T, before, after engine.Position, step engine.Step) {
	if !after.StartsTurn() && !after.Over() && (after.Seat() != before.Seat() || after.Turn() != before.Turn()) {
		t.Fatalf("step %s in %s does not complete the turn, yet seat or turn change: %s", before.StepText(step),
			before, after)
	}
	if after.Turn() < before.Turn() {
		t.Fatalf("step %s in %s takes the turn back: %s", before.StepText(step), before, after)
	}
	checkLeft(t, before, after)
	if after.Hash() == before.Hash() {
		t.Fatalf("step %s leaves the hash as it was: %s", before.StepText(step), before)
	}
	if !after.InOpening() && before.InOpening() && after.Turn() == before.Turn() && !after.StartsTurn() {
		t.Fatalf("step %s leaves the opening stage in the middle of a turn: %s", before.StepText(step), after)
	}
}

// checkLeft checks that a seat that has left the game keeps its score.
func checkLeft(t *testing.T, before, after engine.Position) {
	for seat := range engine.Seat(before.Rules().Seats()) {
		score, left := engine.Settled(before, seat)
		if !left {
			continue
		}
		if again, still := engine.Settled(after, seat); !still || again != score {
			t.Fatalf("seat %s has left with %v in %s, and then: %v %t: %s", seat, score, before, again, still, after)
		}
		if after.Over() && after.Outcome().Score(seat) != score {
			t.Fatalf("seat %s has left with %v, and the game ends with %v: %s", seat, score, after.Outcome(), after)
		}
	}
}

// checkPieChoice checks IsPieChoice: whether p starts a turn of the set-up with several legal steps, none of which
// changes the board.
func checkPieChoice(t *testing.T, p engine.Position, steps []engine.Step) {
	if !p.InOpening() || !p.StartsTurn() || len(steps) < 2 {
		if engine.IsPieChoice(p) {
			t.Fatalf("no choice can be here: %s", p)
		}
		return
	}
	board, child, choice := p.Diagram().Cells, p.Clone(), true
	for _, step := range steps {
		p.PlayInto(step, child)
		choice = choice && reflect.DeepEqual(board, child.Diagram().Cells)
	}
	if engine.IsPieChoice(p) != choice {
		t.Fatalf("IsPieChoice is %t, yet whether all steps leave the board as it is: %t: %s", !choice, choice, p)
	}
}

// checkReading checks that reading a position's text gives an equal position, which contradicts itself nowhere. A
// finished game may be unreadable, since its text does not contain the result, but reading it must not panic.
func checkReading(t *testing.T, p engine.Position) {
	again, err := p.Rules().Game().Read(p.String(), p.Rules().Settings())
	if p.Over() {
		return
	}
	if checked, ok := p.(base.Checked); ok && err == nil {
		err = checked.Contradiction()
	}
	if err != nil {
		t.Fatalf("%s does not read back: %v", p, err)
	}
	got, want := facts(again), facts(p)
	got[len(got)-1] = want[len(want)-1] // a text does not contain Reversible
	if got != want || again.Rules().Settings().String() != p.Rules().Settings().String() {
		t.Fatalf("%+v of %s reads back as %+v of %s", want, p.Rules().Settings(), got, again.Rules().Settings())
	}
}

// checkRenumbered checks that the hash does not depend on the turn number. It adds 12 to the number, a multiple of 2, 3
// and 4, so that it is still the same seat's turn.
func checkRenumbered(t *testing.T, p engine.Position) {
	fields := strings.Fields(p.String())
	last := len(fields) - 1
	if turn, err := strconv.Atoi(fields[last]); err != nil || turn != p.Turn() {
		t.Fatalf("the last field is not turn %d: %s", p.Turn(), p)
	}
	fields[last] = strconv.Itoa(p.Turn() + 12)
	later, err := p.Rules().Game().Read(strings.Join(fields, " "), p.Rules().Settings())
	if err != nil || p.Over() {
		return
	}
	if later.Hash() != p.Hash() {
		t.Fatalf("the turn number changes the hash: %s", p)
	}
}

func checkParsing(t *testing.T, p engine.Position) {
	for _, step := range some(p.AppendSteps(nil)) {
		got, err := engine.ParseStep(p, p.StepText(step))
		if err != nil || got != step {
			t.Fatalf("the text %s of step %d is read as step %d (%v): %s", p.StepText(step), step, got, err, p)
		}
	}
	for _, text := range []string{"", "?", "z9z9"} {
		if _, err := engine.ParseStep(p, text); err == nil {
			t.Fatalf("the step %q is not refused: %s", text, p)
		}
	}
}

// checkRecord checks that the record of a game can be replayed and then gives the same game.
func checkRecord(t *testing.T, h *engine.History) {
	p := h.Position()
	record := engine.NewRecord(h, make([]string, p.Rules().Seats()))
	if !p.Over() && !p.StartsTurn() && !h.Outcome().Over() {
		record.Final = "" // the record ends before p: it leaves out the last turn, which is incomplete
	}
	again, err := record.Replay(p.Rules().Game())
	if err != nil {
		t.Fatalf("replaying: %v", err)
	}
	if n := len(again.Steps()); !slices.Equal(again.Steps(), h.Steps()[:n]) {
		t.Fatalf("the steps %v are replayed as %v", h.Steps(), again.Steps())
	}
	if record.Final != "" {
		same(t, "replay", again.Position(), p)
		if again.Outcome() != h.Outcome() {
			t.Fatalf("the replay ends by %v, not %v: %s", again.Outcome(), h.Outcome(), p)
		}
	}
}
