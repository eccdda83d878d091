package conclusion

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/results"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/search/proof/solver"
	"pillars/tournament"
)

// TestSolutionInFull checks the whole text of a proof with counts of positions.
func TestSolutionInFull(t *testing.T) {
	t.Parallel()
	first := func(turn, value string, turns int) solver.FirstTurn {
		return solver.FirstTurn{Turn: turn, Worth: solver.Worth{Value: value, Turns: turns}}
	}
	s := &solver.Solution{Game: "pit", Options: "size=4", Position: "x3", Method: solver.ByRetrograde, Seat: "White",
		Opponent: "Red", Worth: solver.Worth{Value: "win", Turns: 1}, Positions: 30, Unproven: 2, Longest: 9,
		FirstTurns: []solver.FirstTurn{first("a1", "win", 1), first("a2", "win", 1), first("b1", "win", 3),
			first("b2", "draw", 0), first("c1", "loss", 4)},
		Line: []string{"a1", "b2"}, Counts: &solver.Count{Positions: 30, Won: 15, Lost: 10, Drawn: 5},
		Opening: &solver.Count{Positions: 9, Won: 4, Lost: 3, Drawn: 2}, Over: map[string]int{"stalemate": 2, "cap": 1},
		Ends: []solver.OpeningEnd{{Turn: 3, Seat: "Red", Metric: "men", Value: 7,
			Count: solver.Count{Positions: 6, Won: 3, Lost: 2, Drawn: 1}}}}
	const top = `White, to act, wins in 1 turn, proven by retrograde analysis of 30 positions.
First turns that win: 3, that draw: 1, that lose: 1, not proven: 2, which need more positions.

pit (size=4): x3

first turns
  win in 1 turn, 2: a1 a2
  win in 3 turns, 1: b1
  draw, 1: b2
  loss in 4 turns, 1: c1
  not proven, 2: they need more than 99 positions

a line of best play: a1 b2
`
	const counts = `
positions by their value for the seat to act; the longest win takes 9 turns
               positions  won  lost  drawn
all                   30   15    10      5
opening stage          9    4     3      2
cap                    1
stalemate              2
`
	const ends = `
ends of the opening stage by their value for the seat that acts then
turn  acts  men  positions  won  lost  drawn
3     Red   7            6    3     2      1
`
	for _, want := range []string{top + counts + ends, top + counts, top} {
		var text strings.Builder
		err := Solution{s, "99 positions"}.WriteText(&text)
		squeezed := enginetest.Squeezed(text.String()) // tables are tested elsewhere
		if err != nil || squeezed != enginetest.Squeezed(want) {
			t.Errorf("%v\n%s\nwant\n%s", err, text.String(), want)
		}
		if s.Ends == nil {
			s.Counts = nil
		}
		s.Ends = nil
	}
}

// TestSentencesAboveAndBelow checks the empty line between sentences and a table, which is left out without sentences.
func TestSentencesAboveAndBelow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sentences    []string
		above, below string
	}{{[]string{"One.", "Two."}, "One.\nTwo.\n\n", "\nOne.\nTwo.\n"}, {nil, "", ""}} {
		var above, below strings.Builder
		err := errors.Join(Write(&above, c.sentences), WriteLast(&below, c.sentences))
		if err != nil || above.String() != c.above || below.String() != c.below {
			t.Errorf("%q, %q, %v", above.String(), below.String(), err)
		}
	}
}

// TestNumbersInSentences checks numbers that are rounded up to two digits, margins rounded up, and lists of names.
func TestNumbersInSentences(t *testing.T) {
	t.Parallel()
	names := strings.Fields("a b c d e f")
	for _, c := range [][2]string{
		{rounded(0), "2"}, {rounded(1.2), "2"}, {rounded(2.1), "3"}, {rounded(99), "99"}, {rounded(99.5), "100"},
		{rounded(101), "110"}, {rounded(990), "990"}, {rounded(991), "1000"}, {rounded(12345), "13000"},
		{points(.012), "± 1.2 points of even"}, {points(.0121), "± 1.3 points of even"},
		{listed(nil), ""}, {listed(names[:1]), "a"}, {listed(names[:2]), "a and b"},
		{listed(names[:4]), "a, b, c and d"},
		{listed(names[:5]), "a, b, c and 2 others"}, {listed(names), "a, b, c and 3 others"}, {names[3], "d"},
		{were(1), "1 was"}, {were(0), "0 were"}, {inTurns(0), ""}, {inTurns(1), " in 1 turn"},
		{Games{Distinct: 3}.basis(3, "1 opening"), "This rests on 3 games from 1 opening; all games are distinct."},
		{Games{Distinct: 1}.basis(1, "1 opening"), "This rests on 1 game from 1 opening; all games are distinct."},
		{Games{Distinct: 2}.basis(3, "x"), "This rests on 3 games from x; 2 of the games are distinct."},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, want %q", c[0], c[1])
		}
	}
	for _, c := range []struct {
		distinct, openings int
		repeated           bool
	}{{9, 10, false}, {8, 10, true}, {0, 10, false}, {1, 1, false}, {18, 21, true}, {19, 21, false}} {
		if got := (Games{Distinct: c.distinct}).repeated(c.openings); got != c.repeated {
			t.Errorf("%d distinct games from %d openings: repeated %v", c.distinct, c.openings, got)
		}
	}
}

// TestSentenceOfFirstSeat checks the claim about the first seat by its interval, with limits at one half too.
func TestSentenceOfFirstSeat(t *testing.T) {
	t.Parallel()
	const nothing = "Nothing is shown about the seats."
	const none, more, less = "No advantage of a seat is shown: the first scores ",
		"The first seat scores more than half: ",
		"The first seat scores less than half: "
	for _, c := range []struct {
		score stats.Estimate
		want  string
	}{
		{stats.Estimate{}, nothing}, {stats.Estimate{Kind: stats.AtLeast, Low: .6}, nothing},
		{stats.Limited(.6, .51, .7), more + "60.0 % (95 % interval 51.0 to 70.0)."},
		{stats.Limited(.6, .5, .7), none + "60.0 % (95 % interval 50.0 to 70.0)."},
		{stats.Limited(.4, .25, .5), none + "40.0 % (95 % interval 25.0 to 50.0)."},
		{stats.Limited(.4, .25, .499), less + "40.0 % (95 % interval 25.0 to 49.9)."},
	} {
		other := metrics.Metric{Definition: &metrics.Definition{Name: "balance"}, Estimate: stats.Limited(1, 1, 1)}
		score := metrics.Metric{Definition: &metrics.Definition{Name: "seat-score"}, Estimate: c.score}
		if got := firstSeat(metrics.Profile{Metrics: []metrics.Metric{other, score}}); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	if got := firstSeat(metrics.Profile{}); got != nothing {
		t.Error(got)
	}
}

// TestClauses checks how stronger players are named: all others, a list, neighbours together, and the rest as a number.
func TestClauses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ players, below, want string }{
		{"a b c", "a>bc", "a is stronger than all others"},
		{"a b c d", "a>d b>d", "a and b are each stronger than d"},
		{"a b c d", "a>cd b>d c>d", "a is stronger than c and d; b and c are each stronger than d"},
		{"a b c d e f", "a>bcdef b>def c>ef", "a is stronger than all others; b is stronger than d, e and f; c is " +
			"stronger than e and f"},
		{"a b c d e f", "a>bcdef b>def c>ef d>f", "a is stronger than all others; b is stronger than d, e and f; so " +
			"on for 2 more"},
	} {
		var rows []results.Row
		for name := range strings.FieldsSeq(c.players) {
			rows = append(rows, results.Row{Player: name})
		}
		below := map[string][]string{}
		for text := range strings.FieldsSeq(c.below) {
			name, losers, _ := strings.Cut(text, ">")
			below[name] = strings.Split(losers, "")
		}
		if got := clauses(rows, below); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// TestManyPlayers checks that with more than forty players only the first is compared with the others.
func TestManyPlayers(t *testing.T) {
	t.Parallel()
	for players, want := range map[int]string{
		40: "At 95 % for all 780 comparisons together, however often one looks, no player is shown to be stronger " +
			"than another.",
		41: "At 95 % for all 40 comparisons with the first together, however often one looks, no player is shown to " +
			"be stronger than another.",
	} {
		fold := &results.Fold{}
		for i := range 4 {
			for p := range players {
				first, second := string(rune('A'+p)), string(rune('A'+(p+1)%players))
				for _, game := range match(first, second, 1, "DD", "DD") {
					game.Opening = string(rune('a'+i)) + game.Opening
					if err := fold.Add(game); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		s, err := fold.Standings(results.StandingsOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if said := OfStandings(s, 0, ""); said[0] != want {
			t.Errorf("%d players: %s", players, said[0])
		}
		if ShowsFirst(s) || Repeats(s) {
			t.Errorf("%d players: the first is shown to be stronger", players)
		}
	}
}

// TestShowsFirst checks that the first player must be stronger than every other, after enough openings that differ.
func TestShowsFirst(t *testing.T) {
	t.Parallel()
	beats := func(a, b string, pairs int) []results.Game { return match(a, b, pairs, "WW") }
	all := slices.Concat(beats("A", "B", 20), beats("A", "C", 20), match("B", "C", 20, "WL"))
	for _, c := range []struct {
		name     string
		games    []results.Game
		distinct int
		o        results.StandingsOptions
		want     bool
	}{
		{"a match", beats("A", "B", 20), 40, results.StandingsOptions{}, true},
		{"better than both", all, 120, results.StandingsOptions{}, true},
		{"better than one", slices.Concat(beats("A", "B", 20), match("A", "C", 20, "WL"), beats("C", "B", 20)), 120,
			results.StandingsOptions{}, false},
		{"repeats", beats("A", "B", 20), 2, results.StandingsOptions{}, false},
		{"seven openings", beats("A", "B", 7), 14, results.StandingsOptions{}, false},
		{"adaptive", all, 120, results.StandingsOptions{Adaptive: true, ByPoints: true}, false},
		{"nothing", nil, 0, results.StandingsOptions{}, false},
	} {
		fold := &results.Fold{}
		for _, game := range c.games {
			if err := fold.Add(game); err != nil {
				t.Fatal(err)
			}
		}
		fold.Distinct = c.distinct
		s, err := fold.Standings(c.o)
		if err != nil {
			t.Fatal(err)
		}
		if got := ShowsFirst(s); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestFallingTrends checks the sentence of more than three trends, which gives only their number, and the faults in the
// last one.
func TestFallingTrends(t *testing.T) {
	t.Parallel()
	var findings []experiment.Finding
	for _, player := range []string{"mcts:cpuct=1", "mcts:cpuct=2", "mcts:cpuct=3", "mcts:cpuct=4"} {
		findings = append(findings, by(player, rung(20, 400, 400, .8)), by(player, rung(80, 400, 400, .2)))
	}
	findings[0].Summary.Faults = 1
	for _, c := range []struct {
		count int
		want  []string
	}{
		{4, []string{"The first seat's score falls with nodes in 4 of 4 trends.",
			"The first seat scores less than half in 4 of 4 measurements.",
			"This rests on 6400 games; 3200 rounds are distinct; 1 was ended by a player's fault."}},
		{3, []string{"The first seat's score falls with nodes for mcts:cpuct=1 at 80 nodes from openings (-2.77 l"}},
	} {
		ladders, err := experiment.LaddersOf(findings[:2*c.count])
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Join(OfFindings(findings[:2*c.count], ladders), "\n")
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("no %q in\n%s", want, said)
			}
		}
	}
}

// TestNothingIsLeft checks that no number of further pairs is given if the test tells none, and what is said of a test
// of mixed seatings without games.
func TestNothingIsLeft(t *testing.T) {
	t.Parallel()
	nothing := results.TestStanding{SPRT: stats.SPRT{Elo1: 10, Alpha: .05, Beta: .05}, Players: []string{"A", "B"},
		Counts: stats.Openings{0, 0, 0, 0, 0}}
	nothing.LLR = math.NaN()
	if got := remaining(nothing); got != nil {
		t.Errorf("%q", got)
	}
	nothing.Counts = stats.NewOpenings(3)
	const want = "No opening counts yet, so nothing is shown."
	if got := OfTest(nothing, stats.AfterStop{}, Games{Rule: tournament.FaultLoses}); got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
}
