package experiment

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/results/estimate/stats"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// finished returns a game with a result and moves that cannot be played. The rules must have no set-up, since a fold
// replays set-ups.
func finished(rules engine.Rules, pair, moves string, scores ...float64) tournament.Game {
	outcome := engine.Outcome{Reason: "test", Seats: len(scores)}
	copy(outcome.Scores[:], scores)
	record := engine.Record{Start: rules.Start().String(), Settings: rules.Settings(), Turns: strings.Fields(moves),
		Outcome: outcome}
	return tournament.Game{Result: tournament.Result{Identity: pair + "/" + moves, Pair: pair, Outcome: outcome},
		Record: record}
}

// gather returns what was found in games, whose rounds have the given size. If they do not begin from openings, only
// the first of equal rounds counts.
func gather(t *testing.T, rules engine.Rules, measure Measure, size int, played ...tournament.Game) Finding {
	t.Helper()
	g := gathererOf(rules, measure, size)
	for _, game := range played {
		if err := g.Add(game); err != nil {
			t.Fatal(err)
		}
	}
	return g.Finding("")
}

func gathererOf(rules engine.Rules, measure Measure, size int) *Gatherer {
	g := NewGatherer(Measurement{Measure: measure, Rules: rules})
	g.open.Size = size
	return g
}

func TestEqualGamesCountOnce(t *testing.T) {
	rules := enginetest.Rules(t, "pilastri", "size=4")
	fault := finished(rules, "5", "x y", 1, 0)
	fault.Outcome.Reason = "fault: player 2 returned no step"
	fault.Fault = tournament.Fault{Kind: guard.NoStep, Seat: 1}
	got := gather(t, rules, FromStart, 1,
		finished(rules, "1", "a b", 1, 0), finished(rules, "2", "a b", 1, 0), finished(rules, "3", "a c", 0, 1),
		finished(rules, "4", "a b c", .5, .5),
		fault, finished(rules, "6", "a c", 0, 1), finished(rules, "7", "ab", 1, 0))
	if got.Games != 7 || got.Faults != 1 || got.Rounds != 6 || got.Distinct != 4 {
		t.Errorf("%d games, %d faults, %d rounds, %d differ; want 7, 1, 6, 4", got.Games, got.Faults, got.Rounds,
			got.Distinct)
	}
	if want := (stats.WDL{Wins: 2, Draws: 1, Losses: 1}); got.Results != want {
		t.Errorf("first seat %+v, want %+v", got.Results, want)
	}
	mean := func(counts map[float64]int, value float64) stats.Estimate {
		limits := meanOf(counts, .95)
		return stats.Estimate{Kind: stats.Bracketed, Value: value, Low: limits.Low, High: limits.High}
	}
	if want := mean(map[float64]int{1: 2, .5: 1, 0: 1}, .625); got.Seats[0] != want {
		t.Errorf("score %+v, want %+v", got.Seats[0], want)
	}
	if want := mean(map[float64]int{1: 3, .5: 1, 0: 2}, 3.5/6); got.All != want {
		t.Errorf("with repeated games %+v, want %+v", got.All, want)
	}
	if got.Opener.Kind != stats.Absent || got.Chooser.Kind != stats.Absent {
		t.Error("a game without a set-up has an opener or a choice")
	}
}

// setUpOf returns the turns of a random set-up. A fold does not replay the later moves of a game.
func setUpOf(t *testing.T, rules engine.Rules) string {
	t.Helper()
	h, random := engine.NewHistory(rules.Start()), engine.NewRandom(1)
	for h.Position().InOpening() {
		if err := h.Play(engine.RandomStep(h.Position(), random)); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Join(engine.Turns(h.Start(), h.Steps()), " ")
}

func TestSeatsHoldTogether(t *testing.T) {
	rules := enginetest.Rules(t, "pit", "players=3")
	setUp := setUpOf(t, rules)
	got := gather(t, rules, FromStart, 1, finished(rules, "1", setUp+" a", 1, .5, 0),
		finished(rules, "2", setUp+" b", 1, 0, .5))
	for seat, counts := range []map[float64]int{{1: 2}, {.5: 1, 0: 1}, {.5: 1, 0: 1}} {
		want := meanOf(counts, 1-.05/3)
		if e := got.Seats[seat]; e.Low != want.Low || e.High != want.High || e.Value != []float64{1, .25, .25}[seat] {
			t.Errorf("seat %d: %+v, want %+v", seat+1, e, want)
		}
	}
}

// randomRecord returns a game of random play that ends soon after the set-up.
func randomRecord(t *testing.T, rules engine.Rules, seed uint64) engine.Record {
	t.Helper()
	h, random := engine.NewHistory(rules.Start()), engine.NewRandom(seed)
	for range 400 {
		p := h.Position()
		if h.Outcome().Over() || p.StartsTurn() && !p.InOpening() && p.Turn() > 12 {
			break
		}
		if err := h.Play(engine.RandomStep(p, random)); err != nil {
			t.Fatal(err)
		}
	}
	return engine.NewRecord(h, []string{"a", "a"})
}

// wonBy returns a game with a random set-up that a seat won. Behind the set-up nobody looks at moves.
func wonBy(record engine.Record, seat engine.Seat, number uint64) tournament.Game {
	record.Outcome = engine.Win(seat, "test")
	record.Turns = append(record.Turns, fmt.Sprint(number))
	return tournament.Game{Result: tournament.Result{Identity: fmt.Sprint(number), Outcome: record.Outcome},
		Record: record}
}

// TestWhoOpensIsCounted plays set-ups of Pit of Pillars whose openers always win. By the rules, after T turns of
// entering, the seat that did not make the last of these turns opens.
func TestWhoOpensIsCounted(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	var games []tournament.Game
	for seed := range uint64(30) {
		record := randomRecord(t, rules, seed)
		last := func(turn string) bool { return strings.Count(turn, "@") == 1 } // enters one man
		entering := slices.IndexFunc(record.Turns[1:], last) + 2
		games = append(games, wonBy(record, engine.Seat(entering%2), seed))
	}
	got := gather(t, rules, FromStart, 1, games...)
	if want := stats.MeanScore(30, 30); got.Opener.Value != 1 || !near.Equal(got.Opener.Low, want.Low, 1e-9) {
		t.Errorf("openers score %+v; they won all 30 games", got.Opener)
	}
	isFirst := func(g tournament.Game) bool { return g.Outcome.Scores[0] != 1 }
	if got := gather(t, rules, FromStart, 1, slices.DeleteFunc(games, isFirst)...); got.Opener.HasValue() {
		t.Errorf("the opener is always the first seat, but openers score %v", got.Opener)
	}
}

// TestWhoChoosesIsCounted plays set-ups of Pylyx, where the second seat chooses who opens, and always wins here. A
// choice that was given does not count.
func TestWhoChoosesIsCounted(t *testing.T) {
	rules := enginetest.Rules(t, "pylyx", "size=6")
	openers, games := 0, []tournament.Game(nil)
	for seed := range uint64(16) {
		record := randomRecord(t, rules, seed)
		openers += map[bool]int{true: 1}[record.Turns[1] == "first"]
		games = append(games, wonBy(record, 1, seed))
	}
	got := gather(t, rules, FromStart, 1, games...)
	if got.Chooser.Value != 1 || openers == 0 || openers == 16 ||
		!near.Equal(got.Opener.Value, float64(openers)/16, 1e-9) {
		t.Errorf("choosers score %+v, openers %+v; choosers won all 16 games and opened %d", got.Chooser, got.Opener,
			openers)
	}
	record := randomRecord(t, rules, 1)
	record.Opening = len(record.Turns)
	if e := gather(t, rules, FromStart, 1, wonBy(record, 1, 1)).Chooser; e.HasValue() {
		t.Errorf("the choice was given, but choosers score %v", e)
	}
}

// TestRoundsAreTheUnit checks that the games from one opening are one observation, whatever their results and their
// order. The third round repeats the first, and the last is not complete.
func TestRoundsAreTheUnit(t *testing.T) {
	rules := enginetest.Rules(t, "pilastri", "size=4")
	game := func(pair, number, moves string, score float64) tournament.Game {
		g := finished(rules, pair, moves, score, 1-score)
		g.Identity = pair + "/" + number
		return g
	}
	got := gather(t, rules, FromStart, 2, game("1", "1", "a", 1), game("2", "1", "b", 0), game("1", "2", "c", 1),
		game("2", "2", "d", .5), game("3", "2", "c", 1), game("3", "1", "a", 1), game("4", "1", "e", 0))
	if got.Games != 7 || got.Rounds != 3 || got.Distinct != 2 || got.Results.Losses != 1 {
		t.Errorf("%+v: three rounds are complete, of which two differ", got)
	}
	want := meanOf(map[float64]int{1: 1, .25: 1}, .95)
	if e := got.Seats[0]; e.Value != .625 || e.Low != want.Low || e.High != want.High {
		t.Errorf("score %+v, want %+v of two rounds", e, want)
	}
}

// TestGatherersRefuse checks that a game of other rules, or one that cannot be played, is refused and not counted.
func TestGatherersRefuse(t *testing.T) {
	rules := enginetest.Rules(t, "pilastri", "size=4")
	g, broken := gathererOf(rules, FromStart, 1), finished(rules, "1", "a", 1, 0)
	broken.Record.Start = "nowhere"
	for _, game := range []tournament.Game{finished(rules, "1", "a", 1, 0, 0), broken} {
		if err := g.Add(game); err == nil {
			t.Errorf("%+v is counted", game)
		}
	}
	if got := g.Finding(""); got.Games != 0 || got.Seats[0].Kind != stats.Absent {
		t.Errorf("%+v after refusals", got)
	}
}

// TestDrawnRoundsCount checks that a round that repeats another counts if openings were drawn, since draws are
// independent, and does not count from the start.
func TestDrawnRoundsCount(t *testing.T) {
	rules := enginetest.Rules(t, "pilastri", "size=4")
	for measure, want := range map[Measure]struct {
		counted int
		mean    float64
	}{FromStart: {2, .5}, FromOpenings: {3, 2. / 3}} {
		got := gather(t, rules, measure, 1, finished(rules, "1", "a", 1, 0), finished(rules, "2", "b", 0, 1),
			finished(rules, "3", "a", 1, 0))
		if got.Rounds != 3 || got.Distinct != 2 || got.Counted != want.counted ||
			got.Rough() != (measure == FromStart) {
			t.Errorf("%s: %d rounds, %d distinct, %d counted, rough %v", measure, got.Rounds, got.Distinct, got.Counted,
				got.Rough())
		}
		near.Check(t, got.Seats[0].Value, want.mean, 1e-12, "score of the first seat")
	}
}

// meanOf returns the mean of single games, given how often each score was observed.
func meanOf(counts map[float64]int, level float64) stats.Estimate {
	var means stats.OpeningMeans
	for x, n := range counts {
		means.AddMany(stats.Total{Sum: x, Games: 1}, n)
	}
	return means.Estimate(level)
}
