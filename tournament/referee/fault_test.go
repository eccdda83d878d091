package referee_test

import (
	"fmt"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/referee"
)

// drudgeGame plays a game from the start with a pile of 3, in which the seat that takes three stones leaves the game.
// Each player takes the given stones, turn by turn, and returns no step after the last.
func drudgeGame(
	t *testing.T, rule tournament.Adjudication, takes ...[]engine.Step) (tournament.Planned,
	tournament.Game,
) {
	t.Helper()
	rules := pile(t, len(takes), engine.Setting{Name: "pile", Value: "3"})
	planned := tournament.Planned{Identity: "x/1/1", Pair: "x/1", Adjudication: rule}
	var players []search.Player
	for seat, list := range takes {
		player := &scripted{name: fmt.Sprint("drudge ", seat), steps: append([]engine.Step{}, list...)}
		players = append(players, player)
		planned.Players, planned.Seeds = append(planned.Players, player.name), append(planned.Seeds, uint64(seat))
	}
	game, err := referee.Referee{Rules: rules}.Play(t.Context(), planned, players)
	require.NoError(t, err)
	return planned, game
}

func TestFaultsWithMoreSeats(t *testing.T) {
	out, one, none := []engine.Step{3}, []engine.Step{1}, []engine.Step{}
	cases := map[string]struct {
		takes  [][]engine.Step
		faulty engine.Seat
		scores []float64
	}{
		"two seats":      {[][]engine.Step{one, none}, 1, []float64{1, 0}},
		"first of three": {[][]engine.Step{none, one, one}, 0, []float64{0, 3. / 4, 3. / 4}},
		"last of three":  {[][]engine.Step{one, one, none}, 2, []float64{3. / 4, 3. / 4, 0}},
		"third of four": {[][]engine.Step{one, one, none, one}, 2,
			[]float64{2. / 3, 2. / 3, 0, 2. / 3}},
		"after one has left": {[][]engine.Step{out, one, none, one}, 2,
			[]float64{0, 5. / 6, 1. / 3, 5. / 6}},
		"after two have left": {[][]engine.Step{one, {2, 3}, out, none}, 3,
			[]float64{1, 0, 1. / 3, 2. / 3}},
		"of three, after one has left": {[][]engine.Step{one, {2}, one}, 0, []float64{1. / 2, 0, 1}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			planned, game := drudgeGame(t, tournament.Adjudication{}, c.takes...)
			seat, ok := game.Fault.Seat, game.Faulted()
			if !ok || seat != c.faulty || !game.Faulted() ||
				!strings.HasPrefix(string(game.Outcome.Reason), "fault: player "+c.faulty.String()+" ") {
				t.Errorf("reason %q, seat %v; want a fault of player %v", game.Outcome.Reason, seat, c.faulty)
			}
			for i, want := range c.scores {
				if !near.Equal(game.Outcome.Scores[i], want, 1e-12) || game.Outcome.Seats != len(c.scores) {
					t.Errorf("scores %v, want %v", game.Outcome.Scores[:game.Outcome.Seats], c.scores)
					break
				}
			}
			if err := referee.Verify(planned, game, pileRules(t, game), limitTags(planned.Controls)); err != nil {
				t.Errorf("verified: %v", err)
			}
		})
	}
}

func TestVerifyFindsFalseFaults(t *testing.T) {
	planned, game := drudgeGame(t, tournament.Adjudication{}, []engine.Step{1}, []engine.Step{1}, nil,
		[]engine.Step{1})
	for name, c := range map[string]struct {
		tell func(*tournament.Result)
		says string
	}{
		"other scores": {func(r *tournament.Result) {
			r.Outcome.Scores[0], r.Outcome.Scores[2] = r.Outcome.Scores[2], r.Outcome.Scores[0]
		}, "by the turns"},
		"other seat": {func(r *tournament.Result) {
			r.Fault.Seat, r.Outcome.Reason = 0, "fault: player 1 fell asleep"
		}, "it was for player 3 to act"},
		"no such seat": {func(r *tournament.Result) {
			r.Fault.Seat, r.Outcome.Reason = 8, "fault: player 9 fell asleep"
		}, "there is no seat 8"},
		"no fault":       {func(r *tournament.Result) { r.Fault = tournament.Fault{} }, "goes on"},
		"another reason": {func(r *tournament.Result) { r.Outcome.Reason = "boredom" }, "goes on"},
		"fewer seats":    {func(r *tournament.Result) { r.Outcome.Seats = 3 }, "by the turns"},
		"no such kind":   {func(r *tournament.Result) { r.Fault.Kind = "boredom" }, "fault: nobody knows the kind"},
		"no clock":       {func(r *tournament.Result) { r.Fault.Kind = guard.OutOfTime }, "cannot have lost on time"},
		"a red reason":   {func(r *tournament.Result) { r.Outcome.Reason += "\x1b[31m" }, "its reason is too long"},
	} {
		changed := game
		c.tell(&changed.Result)
		changed.Record.Outcome = changed.Outcome
		if err := referee.Verify(planned, changed, pileRules(t, game), limitTags(planned.Controls)); err == nil ||
			!strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
	}
}

// stillborn is a player that panics when a game begins.
type stillborn struct{ search.Player }

func (stillborn) NewGame(uint64) { panic("is gone") }

// TestFaultBeforeTheFirstTurn plays a game in which the second player fails at the beginning, while the first is to
// act. The helper play also verifies the game.
func TestFaultBeforeTheFirstTurn(t *testing.T) {
	m := match(9, nil, &scripted{}, &scripted{})
	m.players[1] = stillborn{m.players[1]}
	if game := m.play(t); !game.Faulted() || game.Fault.Seat != 1 || game.Turns != 0 {
		t.Errorf("%d turns, fault %v; want a fault of seat 2 at once", game.Turns, game.Fault)
	}
}
