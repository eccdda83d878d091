package draft

import (
	"strings"
	"testing"

	"pillars/tournament"
	"pillars/tournament/openings"
)

// TestCommandOfShortRun checks that the command of a run asks for the rounds that its games need, not for the 100
// rounds that the run was asked for. A round of self-play from an opening has two games.
func TestCommandOfShortRun(t *testing.T) {
	t.Parallel()
	spec := tournament.Spec{Game: "pilastri", Players: []string{"greedy"}, Format: tournament.SelfPlay{}, Rounds: 100,
		Openings: openings.Source{Kind: openings.Random, Turns: 2}}
	for games, want := range map[int]string{0: "2", 1: "2", 2: "2", 7: "8", 8: "8", 9: "10", 200: "200", 210: "200"} {
		if command := advantageCommand(spec, 2, games); !strings.HasSuffix(command, " --games="+want) {
			t.Errorf("%d games: %s, want %s games", games, command, want)
		}
	}
}
