package tournament_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/pgn"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/formats"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
	"pillars/tournament/referee"
	"pillars/tournament/runner"
)

// pilePlan returns the plan of a tournament of the game of piles.
func pilePlan(t *testing.T, seats, rounds int, players ...string) tournament.Plan {
	t.Helper()
	spec, err := tournament.Spec{
		Game: "pile", Options: engine.Settings{{Name: "players", Value: fmt.Sprint(seats)}}, Players: players,
		Rounds: rounds, Openings: openings.Source{Turns: 2}, Seed: 3,
	}.Settle(enginetest.Pile{}, plantest.NewFake)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := tournament.NewPlan(spec, enginetest.Pile{})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// names returns the names of n random movers.
func names(n int) []string {
	return []string{"random a", "random b", "random c", "random d", "random e"}[:n]
}

func TestPlanForMoreSeats(t *testing.T) {
	for _, c := range []struct{ seats, players, groups, orders int }{{2, 4, 6, 2}, {3, 3, 1, 6}, {3, 5, 10, 6},
		{4, 5, 5, 12}} {
		const rounds = 2
		plan := pilePlan(t, c.seats, rounds, names(c.players)...)
		if want := rounds * c.groups * c.orders; plan.Len() != want ||
			formats.GameCount(c.players, c.seats, rounds) != want {
			t.Errorf("%d of %d players: %d games, want %d", c.seats, c.players, plan.Len(), want)
		}
		identities, seeds, pairs, inSeat := map[string]int{}, map[uint64]int{}, map[string]int{}, map[string]int{}
		for _, game := range plan.List() {
			identities[game.Identity]++
			pairs[game.Pair]++
			for seat, player := range game.Players {
				seeds[game.Seeds[seat]]++
				inSeat[fmt.Sprint(player, seat)]++
			}
		}
		what := fmt.Sprintf("%d of %d players: ", c.seats, c.players)
		checkEqual(t, what+"identity", identities, plan.Len(), 1)
		checkEqual(t, what+"seed", seeds, plan.Len()*c.seats, 1)
		checkEqual(t, what+"group and opening", pairs, rounds*c.groups, c.orders)
		checkEqual(t, what+"player in seat", inSeat, c.players*c.seats, plan.Len()/c.players)
	}
}

func TestIdentitiesForMoreSeats(t *testing.T) {
	plan := pilePlan(t, 3, 2, names(4)...)
	first := plan.List()[0]
	if first.Identity != "1v2v3/1/1" || first.Pair != "1v2v3/1" || !slices.Equal(first.Players, names(3)) {
		t.Errorf("the first game is %+v", first)
	}
	want := []string{"1v2v3/1/1", "1v2v3/1/2", "1v2v3/1/6", "2v3v4/1/1", "1v3v4/1/1", "1v2v4/1/1", "1v2v3/2/1"}
	for i, at := range []int{0, 1, 5, 6, 12, 18, 24} {
		if plan.List()[at].Identity != want[i] {
			t.Errorf("game %d is %s, want %s", at, plan.List()[at].Identity, want[i])
		}
	}
	seed := engine.DeriveSeed(3, "game", "1v2v3/1/2", "seat", "3")
	if got := plan.List()[1].Seeds[2]; got != seed {
		t.Errorf("seed %d, want that of the game's and the seat's names, %d", got, seed)
	}
}

func TestTooFewPlayersForTheSeats(t *testing.T) {
	spec := tournament.Spec{Game: "pile", Options: engine.Settings{{Name: "players", Value: "4"}}, Players: names(3),
		Rounds: 1}
	if _, err := spec.Settle(enginetest.Pile{}, plantest.NewFake); err == nil ||
		!strings.Contains(err.Error(), "3 players given; pile with these options has 4 seats") {
		t.Errorf("error %v: want one that names both numbers", err)
	}
}

func TestTooManyGames(t *testing.T) {
	spec := tournament.Spec{Game: "pile", Players: names(5), Rounds: tournament.MaxRounds}
	if _, err := tournament.NewPlan(spec, enginetest.Pile{}); err == nil ||
		!strings.Contains(err.Error(), "fewer rounds or players") {
		t.Errorf("error %v: want one that says what to change", err)
	}
}

func TestGamesForMoreSeats(t *testing.T) {
	for seats := 3; seats <= 4; seats++ {
		plan := pilePlan(t, seats, 2, names(5)...)
		var games []tournament.Game
		runner := runner.Runner{Plan: plan, NewPlayer: plantest.NewFake, Workers: 3,
			Sink: func(g tournament.Game) error {
				games = append(games, g)
				return nil
			}}
		progress, err := runner.Run(t.Context())
		if err != nil || len(games) != plan.Len() || !progress.Complete() {
			t.Fatalf("%d seats: %d games of %d, error %v", seats, len(games), plan.Len(), err)
		}
		checkPoints(t, games, seats)
		planned := map[string]tournament.Planned{}
		for _, game := range plan.List() {
			planned[game.Identity] = game
		}
		for _, game := range games {
			if err := referee.Verify(planned[game.Identity], game, plan.Rules); err != nil {
				t.Errorf("game %s: %v", game.Identity, err)
			}
			checkPGN(t, game.Record)
		}
	}
}

// checkPoints checks that the points are half a point per seat and game in all, and that there are no faults.
func checkPoints(t *testing.T, games []tournament.Game, seats int) {
	t.Helper()
	points := 0.
	for _, game := range games {
		for _, score := range game.Outcome.Scores[:len(game.Players)] {
			points += score
		}
		if game.Faulted() {
			t.Errorf("game %s: %s", game.Identity, game.Outcome.Reason)
		}
	}
	near.Check(t, points, float64(len(games)*seats)/2, 1e-6, seats, " seats: points in ", len(games), " games")
}

// checkPGN writes a record as PGN and reads it back.
func checkPGN(t *testing.T, record engine.Record) {
	t.Helper()
	var text bytes.Buffer
	if err := pgn.Write(&text, record); err != nil {
		t.Fatal(err)
	}
	for seat, player := range record.Players {
		if tag := fmt.Sprintf("[Player%d %q]\n", seat+1, player); seat >= 2 && !strings.Contains(text.String(), tag) {
			t.Errorf("no tag %s in\n%s", tag, &text)
		}
	}
	for game, err := range pgn.Games(&text) {
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(game.Turns, record.Turns) {
			t.Errorf("read back as %+v, written was %+v", game, record)
		}
	}
}

func TestMoreSeatsSameGamesForAnyNumberOfWorkers(t *testing.T) {
	plan := pilePlan(t, 4, 2, names(5)...)
	alone, _ := run(t, runner.Runner{Plan: plan, Workers: 1})
	together, _ := run(t, runner.Runner{Plan: plan, Workers: 5})
	if !maps.Equal(alone, together) {
		t.Error("five workers played other games than one")
	}
	var earlier []tournament.Result
	for i, game := range plan.List() {
		if i%3 == 0 {
			earlier = append(earlier, tournament.Result{Identity: game.Identity, Pair: game.Pair,
				Pairing: game.Pairing, Opening: game.Opening, Players: game.Players,
				Outcome: engine.Draw(4, engine.TurnCap)})
		}
	}
	rest, progress := run(t, runner.Runner{Plan: plan, Workers: 2, Earlier: plantest.Earlier(earlier)})
	if progress.Done != plan.Len() || progress.Played != plan.Len()-len(earlier) {
		t.Errorf("progress %+v with %d earlier games", progress, len(earlier))
	}
	for identity, moves := range rest {
		if alone[identity] != moves {
			t.Errorf("game %s differs in a resumed run", identity)
		}
	}
}

// teller is a random mover that reports a fact.
type teller struct {
	*plantest.Fake
	fact string
}

func (p teller) Facts() []engine.Tag { return []engine.Tag{{Name: "Weights", Value: p.fact}} }

func TestFactsAreRecordedBySeat(t *testing.T) {
	plan := pilePlan(t, 3, 1, names(3)...)
	players := []search.Player{teller{&plantest.Fake{}, "light"}, &plantest.Fake{}, teller{&plantest.Fake{}, "heavy"}}
	game, err := referee.Referee{Rules: plan.Rules}.Play(t.Context(), plan.List()[0], players)
	if err != nil {
		t.Fatal(err)
	}
	tags := game.Record.Tags
	if got := tags[len(tags)-2:]; got[0] != (engine.Tag{Name: "Weights1", Value: "light"}) ||
		got[1] != (engine.Tag{Name: "Weights3", Value: "heavy"}) {
		t.Errorf("tags %v: want the facts of seats 1 and 3 at the end", tags)
	}
}

func checkEqual[K comparable](t *testing.T, what string, counts map[K]int, things, times int) {
	t.Helper()
	if len(counts) != things {
		t.Errorf("%s: %d of %d occur", what, len(counts), things)
	}
	for key, count := range counts {
		if count != times {
			t.Errorf("%s: %v occurs %d times, want %d", what, key, count, times)
		}
	}
}

// run plays a plan and returns each game's turns by identity.
func run(t *testing.T, runner runner.Runner) (map[string]string, runner.Progress) {
	t.Helper()
	games := map[string]string{}
	runner.NewPlayer = plantest.NewFake
	runner.Sink = func(game tournament.Game) error {
		if _, twice := games[game.Identity]; twice {
			t.Errorf("game %s was delivered twice", game.Identity)
		}
		games[game.Identity] = strings.Join(game.Record.Turns, " ") + " " + string(game.Outcome.Reason)
		return nil
	}
	progress, err := runner.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return games, progress
}

func TestFaultsWithMoreSeatsDoNotEndTheRun(t *testing.T) {
	plan := pilePlan(t, 3, 2, "random a", "random b", "panicking", "illegal")
	var games []tournament.Game
	runner := runner.Runner{Plan: plan, NewPlayer: plantest.NewFake, Workers: 2, Sink: func(g tournament.Game) error {
		games = append(games, g)
		return nil
	}}
	progress, err := runner.Run(t.Context())
	if err != nil || len(games) != plan.Len() || progress.Faults == 0 {
		t.Fatalf("%d games of %d, %d faults, error %v", len(games), plan.Len(), progress.Faults, err)
	}
	for _, game := range games {
		if seat, ok := game.Fault.Seat, game.Faulted(); ok &&
			!slices.Contains([]string{"panicking", "illegal"}, game.Players[seat]) {
			t.Errorf("game %s puts the fault on %s: %s", game.Identity, game.Players[seat], game.Outcome.Reason)
		}
	}
}
