package answer

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/search/proof/solver"
	"pillars/tournament"
)

// say adds the lines of the given name to the text that the test compares.
type say func(name string, lines []string)

// TestPlayers compares the answers about players of many cases with a file.
func TestPlayers(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	add := func(name string, lines []string) {
		fmt.Fprintf(&text, "-- %s --\n%s\n", name, strings.Join(lines, "\n"))
	}
	for _, part := range []func(*testing.T, say){standings, tests, counts, solutions} {
		part(t, add)
	}
	enginetest.Golden(t, "players.txt", text.String())
}

// match returns copies of the same pairs of games, each given by its results for the first-named player: won, drawn or
// lost.
func match(a, b string, times int, pairs ...string) (games []results.Finished) {
	for i := range times {
		for j, pair := range pairs {
			opening := fmt.Sprint(i*len(pairs) + j)
			one, other := strings.Index("LDW", pair[:1]), strings.Index("LDW", pair[1:])
			games = append(games,
				results.Finished{Players: []string{a, b}, Scores: both(float64(one) / 2), Opening: opening},
				results.Finished{Players: []string{b, a}, Scores: both(1 - float64(other)/2), Opening: opening})
		}
	}
	return games
}

func both(first float64) []float64 { return []float64{first, 1 - first} }

// standingOf returns the standings of games, a number of which are distinct.
func standingOf(t *testing.T, games []results.Finished, distinct int, o results.StandingsOptions) results.Standings {
	t.Helper()
	fold := &results.Fold{Distinct: distinct}
	for _, game := range games {
		require.NoError(t, fold.Add(game))
	}
	s, err := fold.Standings(o)
	require.NoError(t, err)
	return s
}

// standings says what is concluded of standings.
func standings(t *testing.T, say say) {
	t.Helper()
	unclear := match("A", "B", 5, "WD", "WL", "DW", "LD")
	for _, c := range []struct {
		name  string
		games []results.Finished
		with  Games
	}{
		{"planned: clear", match("A", "B", 20, "WD", "WL", "WW", "DL", "DW"), Games{Distinct: 180}},
		{"planned: ahead", match("A", "B", 8, "WD", "WL", "DD"), Games{Distinct: 48}},
		{"planned: some of four", slices.Concat(match("A", "B", 10, "WD", "LD"), match("A", "C", 10, "WW", "WL"),
			match("A", "D", 10, "WW", "LD"), match("B", "C", 10, "WL", "DW"), match("B", "D", 10, "WW", "LD"),
			match("C", "D", 10, "DL", "DW")), Games{Distinct: 240}},
		{"planned: a gauntlet", slices.Concat(match("A", "B", 10, "WD", "LD"), match("A", "C", 10, "WW", "WL"),
			match("A", "D", 10, "WW", "LD")), Games{Distinct: 120}},
		{"planned: beaten in a gauntlet", slices.Concat(match("A", "B", 10, "LL", "LD"),
			match("A", "C", 10, "WW", "WL")), Games{Distinct: 80}},
		{"clear", match("A", "B", 20, "WD", "WL", "WW", "DL", "DW"), Games{Distinct: 180}},
		{"unclear", unclear, Games{Distinct: 40}},
		{"level", match("A", "B", 5, "WL", "DW", "DL"), Games{Distinct: 30}},
		{"none", nil, Games{}},
		{"all repeats", match("A", "B", 20, "WD"), Games{Distinct: 2}},
		{"only wins", match("A", "B", 20, "WW"), Games{Distinct: 40}},
		{"draws only", match("A", "B", 20, "DD"), Games{Distinct: 40}},
		{"faults", unclear, Games{Distinct: 39, Faults: 1}},
		{"void", unclear, Games{Distinct: 42, Faults: 2, Rule: tournament.FaultVoid}},
		{"order of three", slices.Concat(match("A", "B", 10, "WD", "WL", "WW", "DW", "WD"),
			match("A", "C", 10, "WW", "WD", "WW", "WL", "WW"), match("B", "C", 10, "WL", "WW", "WD", "DW", "WL")),
			Games{Distinct: 300}},
		{"some of four", slices.Concat(match("A", "B", 10, "WD", "LD"), match("A", "C", 10, "WW", "WL"),
			match("A", "D", 10, "WW", "LD"), match("B", "C", 10, "WL", "DW"), match("B", "D", 10, "WW", "LD"),
			match("C", "D", 10, "DL", "DW")), Games{Distinct: 240}},
		{"seven openings", match("A", "B", 7, "WW"), Games{Distinct: 14}},
		{"a player with four openings", slices.Concat(match("A", "B", 10, "WW", "WD"), match("A", "C", 4, "WW")),
			Games{Distinct: 48}},
		{"the best won everything", slices.Concat(match("A", "B", 10, "WW"), match("A", "C", 10, "WW"),
			match("B", "C", 10, "WL", "DD")), Games{Distinct: 80}},
		{"ahead at this look", match("A", "B", 8, "WD", "WL", "DD"), Games{Distinct: 48}},
	} {
		look := stats.Look{Planned: 20, AtEnd: strings.HasPrefix(c.name, "planned")}
		s := standingOf(t, c.games, c.with.Distinct, results.StandingsOptions{Look: look})
		say("Standings/"+c.name, OfStandings(s, c.with.Faults, c.with.Rule).Lines())
	}
}

// tests says what is concluded of sequential tests.
func tests(t *testing.T, say say) {
	t.Helper()
	for _, c := range []struct {
		name       string
		pairs      stats.Pentanomial
		decision   stats.Decision
		elo0, elo1 float64
		with       Games
	}{
		{"H1", stats.Pentanomial{10, 60, 150, 120, 60}, stats.AcceptH1, 0, 10, Games{Distinct: 800}},
		{"H0", stats.Pentanomial{40, 80, 150, 80, 30}, stats.AcceptH0, 0, 10, Games{Distinct: 700}},
		{"not much worse", stats.Pentanomial{30, 80, 150, 80, 40}, stats.AcceptH1, -20, 0, Games{Distinct: 760}},
		{"worse", stats.Pentanomial{60, 120, 150, 60, 10}, stats.AcceptH0, -10, 0, Games{Distinct: 800}},
		{"too alike to say by how much", stats.Pentanomial{0, 0, 0, 0, 12}, stats.AcceptH1, 5, 15,
			Games{Distinct: 24}},
		{"undecided", stats.Pentanomial{10, 20, 42, 20, 12}, stats.Undecided, 0, 10, Games{Distinct: 208}},
		{"undecided, and not even", stats.Pentanomial{4, 8, 18, 18, 12}, stats.Undecided, 0, 10,
			Games{Distinct: 120}},
		{"left out", stats.Pentanomial{10, 20, 42, 20, 12}, stats.Undecided, 0, 10,
			Games{Distinct: 208, Faults: 3, Rule: tournament.FaultVoid}},
		{"repeats", stats.Pentanomial{0, 0, 20, 20, 0}, stats.AcceptH1, 0, 10, Games{Distinct: 7}},
		{"none", stats.Pentanomial{}, stats.Undecided, 0, 10, Games{}},
	} {
		test := results.TestStanding{SPRT: stats.SPRT{Elo0: c.elo0, Elo1: c.elo1, Alpha: .05, Beta: .05},
			Players: []string{"A", "B"}, Decision: c.decision, Counts: c.pairs[:]}
		pairs := 0
		for _, n := range c.pairs {
			pairs += n
		}
		test.Compared = stats.WDL{Wins: 2 * pairs}
		if c.with.Rule == tournament.FaultVoid {
			test.Voided = 2
		}
		estimate, err := test.AfterStop(c.pairs)
		require.NoError(t, err)
		say("Tests/"+c.name, OfTest(test, estimate, c.with).Lines())
	}
}

// counts has the whole text of statistics of counts, and the length of a test.
func counts(t *testing.T, say say) {
	t.Helper()
	test := stats.SPRT{Elo1: 50, Alpha: .05, Beta: .05, Model: stats.Logistic}
	var text strings.Builder
	for _, o := range []Observed{
		NewObserved(map[string]int{"LL": 10, "LD": 40, "WL": 90, "DD": 60, "WD": 70, "WW": 30}),
		NewObserved(map[string]int{"LL": 10, "LD": 40, "WL+DD": 150, "WD": 70, "WW": 30}), NewObserved(nil),
		NewObserved(map[string]int{"W": 7}), NewObserved(map[string]int{"L": 8}),
		NewObserved(map[string]int{"W": 3, "D": 2, "L": 3})} {
		s, err := o.Statistics(test)
		require.NoError(t, errors.Join(err, s.WriteText(&text)))
	}
	length, err := TestLength(stats.SPRT{Elo0: -5, Elo1: 15, Alpha: .05, Beta: .05, Model: stats.Logistic})
	require.NoError(t, err)
	say("Counts", []string{text.String() + length})
}

// solutions has the whole text of a proof with counts of positions.
func solutions(t *testing.T, say say) {
	t.Helper()
	turn := func(name, value string, turns int) solver.FirstTurn {
		return solver.FirstTurn{Turn: name, Worth: solver.Worth{Value: value, Turns: turns}}
	}
	full := &solver.Solution{Game: "pit", Options: "size=4", Position: "x3", Method: "retrograde", Seat: "White",
		Opponent: "Red", Worth: solver.Worth{Value: "win", Turns: 1}, Positions: 30, Unproven: 2, Longest: 9,
		FirstTurns: []solver.FirstTurn{turn("a1", "win", 1), turn("a2", "win", 1), turn("b1", "win", 3),
			turn("b2", "draw", 0), turn("c1", "loss", 4)},
		Line: []string{"a1", "b2"}, Counts: &solver.Count{Positions: 30, Won: 15, Lost: 10, Drawn: 5}}
	var text strings.Builder
	require.NoError(t, (Solution{full, "99 positions"}).WriteText(&text))
	say("Solutions/in full", []string{strings.TrimSuffix(text.String(), "\n")})
}

// TestReadCounts reads numbers of games by name, at and beyond the bounds of what is accepted.
func TestReadCounts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]map[string]int{
		"L=7 W=1000g D=1.5k": {"L": 7, "W": 1_000_000_000_000, "D": 1500}, "W=0": {"W": 0},
		"LL=1 WL+DD=3": {"LL": 1, "WL+DD": 3}, "1 2 3": nil, "W=-1": nil, "W=2.5": nil, "W=1000000000001": nil,
		"W=1 W=2 L=3": nil, "W=1 D=2 X=3": nil, "LL=1 W=2": nil, "W": nil,
	} {
		got, err := ReadCounts(strings.Fields(text))
		if (err != nil) != (want == nil) || err == nil && !maps.Equal(got, want) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
}
