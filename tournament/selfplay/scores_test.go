package selfplay

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/eval/tune"
)

// TestScores collects what players expected, and goes through the same games from their ends: the turns count from the
// last one on, up to a random one.
func TestScores(t *testing.T) {
	spec, rules := settled(t, "pit-of-pillars", small())
	path := filepath.Join(t.TempDir(), "games.psd")
	playFile(t, path, spec, rules, 2, 40)
	c := NewScoreCollector(rules)
	if err := ReadFiles(t.Context(), rules, []string{path}, c, func(text string) { t.Error(text) }); err != nil {
		t.Fatal(err)
	}
	stored, _ := gamesOf(read(t, path))
	var want []tune.Scored
	strayed := 0
	for number, game := range stored {
		var positions []engine.Position
		p := rules.Start()
		for _, step := range game.steps {
			if p.StartsTurn() {
				positions = append(positions, p.Clone())
			}
			p.Play(step)
		}
		var found []tune.Scored
		turn := len(game.notes) - 1
		for ; turn >= 0 && game.notes[turn].flags.has(flagDecided); turn-- {
			if note, p := game.notes[turn], positions[turn]; !note.score.Decided() {
				found = append(found, tune.Scored{Game: number + 1, Score: float64(note.score),
					Phase: engine.PhaseOf(p), Result: game.score(p.Seat())})
			}
		}
		for ; turn >= 0; turn-- {
			if game.notes[turn].flags.has(flagDecided) {
				strayed++
			}
		}
		slices.Reverse(found)
		want = append(want, found...)
	}
	if got := c.Scores["alphabeta"]; !slices.Equal(got, want) || len(c.Scores) != 1 || c.Games["alphabeta"] != 40 {
		t.Errorf("%d scores of %v games, want %d: %v", len(got), c.Games, len(want), got)
	}
	if len(want) < 100 || strayed == 0 {
		t.Errorf("%d scores, %d before a random turn; the test means to see more", len(want), strayed)
	}
}

// TestScoresRefused reads games of players whose scores mean something else.
func TestScoresRefused(t *testing.T) {
	for i, player := range []string{"alphabeta:nodes=5,noise=30", "alphabeta:nodes=5,weights=hand"} {
		spec := small()
		spec.Player = player
		spec, rules := settled(t, "pit-of-pillars", spec)
		path := filepath.Join(t.TempDir(), fmt.Sprint(i))
		playFile(t, path, spec, rules, 1, 1)
		err := ReadFiles(t.Context(), rules, []string{path}, NewScoreCollector(rules), func(string) {})
		if err == nil || !strings.Contains(err.Error(), "calibrations are of players without keys but for limits") {
			t.Errorf("%s: %v", player, err)
		}
	}
}
