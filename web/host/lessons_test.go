package host_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/games"
	"pillars/engine/typed"
	"pillars/search/proof"
	"pillars/web/host"
)

// among reports whether a turn is in a list of a lesson, where a text that ends in * means all turns that begin with
// it.
func among(list []string, turn string) bool {
	return slices.ContainsFunc(list, func(one string) bool {
		begin, open := strings.CutSuffix(one, "*")
		return one == turn || open && strings.HasPrefix(turn, begin)
	})
}

// eachStep calls look with every step of every lesson and its position.
func eachStep(t *testing.T, look func(t *testing.T, step host.LessonStep, start engine.Position)) {
	t.Helper()
	for _, game := range games.All() {
		steps, err := host.Lesson(game.Name())
		if err != nil && enginetest.Family(game) {
			t.Fatal(err)
		}
		for _, step := range steps {
			t.Run(game.Name()+"/"+step.Title, func(t *testing.T) {
				look(t, step, enginetest.Read(t, game.Name(), step.Start))
			})
		}
	}
}

// A claim reports whether a turn does what a step says about it.
type claim func(before, after engine.Position) bool

// claims lists the claims of steps, by game and title. The first claim must hold for exactly the right turns. The
// second one must hold for all turns listed as wrong or, if none are listed, for all other turns.
var claims = map[string][2]claim{
	"pit-of-pillars/Win": {wins, nil},
	"pit-of-pillars/Take care: what was under your man": {wins, continues},
	"pilastri/Win":                                  {wins, losesIn(6)},
	"pilastri/Take care: what you set free":         {wins, losesIn(6)},
	"pilastri/Take care: save your climbs":          {winsIn(2), losesIn(4)},
	"pylyx/Win":                                     {wins, nil},
	"pylyx/Take care: one never changes its colour": {wins, losesIn(1)},
	"pylyx/Take care: four are too heavy":           {wins, continues},
	"pit/Win":                                       {wins, continues},
	"pit/Take care: holes":                          {nil, losesIn(2)},
	"pit/Take care: never part the pawns":           {nil, loses},
}

func wins(before, after engine.Position) bool {
	return after.Over() && after.Outcome().Score(before.Seat()) == 1
}

func loses(before, after engine.Position) bool {
	return after.Over() && after.Outcome().Score(before.Seat()) == 0
}

func continues(_, after engine.Position) bool { return !after.Over() }

// winsIn claims that the seat that played forces a win within a number of further turns of both seats.
func winsIn(turns int) claim {
	return func(before, after engine.Position) bool { return forces(after, before.Seat(), turns) }
}

// losesIn claims that the other seat forces a win within a number of further turns of both seats.
func losesIn(turns int) claim {
	return func(before, after engine.Position) bool { return forces(after, 1-before.Seat(), turns) }
}

func forces(p engine.Position, winner engine.Seat, turns int) bool {
	if p.Over() {
		return p.Outcome().Score(winner) == 1
	}
	forced, err := proof.Forces(context.Background(), p, winner, turns)
	return forced && err == nil
}

// TestStepsTellTheTruth plays every legal turn of every step. It checks that each text in a list means a legal turn,
// that no turn is both right and wrong, that something is said about every other turn, and, by the rules and by exact
// search, the claims of the step. Every lesson shows a win.
func TestStepsTellTheTruth(t *testing.T) {
	t.Parallel()
	checked, won := map[string]bool{}, map[string]bool{}
	eachStep(t, func(t *testing.T, step host.LessonStep, start engine.Position) {
		game := start.Rules().Game().Name()
		name := game + "/" + step.Title
		claimed := claims[name]
		checked[name] = true
		var mistakes []string
		for _, mistake := range step.Wrong {
			mistakes = append(mistakes, mistake.Turns...)
		}
		used, others, forced := map[string]bool{}, 0, true
		for turn, after := range engine.EachTurn(start) {
			text := engine.LineText(start, turn)
			for _, one := range slices.Concat(step.Turns, mistakes) {
				used[one] = used[one] || among([]string{one}, text)
			}
			right, wrong := among(step.Turns, text), among(mistakes, text)
			if right && wrong {
				t.Errorf("%s is right and wrong", text)
			}
			if _, err := engine.ParseTurn(after, step.Reply); right && step.Reply != "" && err != nil {
				t.Errorf("after %s: %v", text, err)
			}
			if !right && !wrong {
				others++
			}
			forced = forced && right
			won[game] = won[game] || right && wins(start, after)
			if claimed[0] != nil && claimed[0](start, after) != right {
				t.Errorf("%s does not do what the step says", text)
			}
			wrong = wrong || step.Wrong == nil && !right
			if claimed[1] != nil && wrong && !claimed[1](start, after) {
				t.Errorf("the step does not say what %s does", text)
			}
		}
		for _, one := range slices.Concat(step.Turns, mistakes) {
			if !used[one] {
				t.Errorf("no legal turn is %s", one)
			}
		}
		if step.Forced != forced || others > 0 && step.Other == "" || step.Task == "" || step.Good == "" {
			t.Errorf("forced %v, of %d turns nothing is said", forced, others)
		}
		shown, err := typed.Read(start, step.Turns[0])
		if err != nil || engine.LineText(start, shown) != step.Turns[0] {
			t.Errorf("the turn %s to show is read as %v, %v", step.Turns[0], shown, err)
		}
	})
	for name := range claims {
		if !checked[name] {
			t.Errorf("no lesson has the step %s", name)
		}
	}
	taught := slices.DeleteFunc(games.All(), func(game engine.Game) bool {
		_, err := host.Lesson(game.Name())
		return err != nil
	})
	if len(won) != len(taught) {
		t.Errorf("only the lessons of %v show how to win", won)
	}
}

// TestThreatIsReal checks the steps of Pylyx that speak of a threat: Black wins at once if White passes.
func TestThreatIsReal(t *testing.T) {
	t.Parallel()
	eachStep(t, func(t *testing.T, step host.LessonStep, start engine.Position) {
		if !strings.Contains(step.Task+step.Other, "about to win") {
			return
		}
		h := engine.NewHistory(start)
		if err := h.PlayTurn(engine.Decline); err != nil || !forces(h.Position(), h.Position().Seat(), 1) {
			t.Errorf("after a pass %s does not win at once (%v)", h.Position(), err)
		}
	})
}
