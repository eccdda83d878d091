package tournament_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"pillars/tournament"
	"pillars/tournament/formats"
	"pillars/tournament/guard"
	"pillars/tournament/plantest"
)

func tableOf(plan tournament.Plan, results map[string]tournament.Result) []formats.SwissRow {
	return plan.Spec.Format.(tournament.Swiss).Table(plan, results)
}

func TestSwissByHand(t *testing.T) {
	spec := stagedSpec(tournament.Swiss{}, 8)
	spec.Rounds = 3
	plan := plantest.Plan(t, spec)
	stages, results := playStages(plan, betterSeedWins(plan))
	// The upper half wins, then 1, 2, 5, 6; of the four on two points 3 and 4 meet 5 and 6, whom they have not met yet.
	checkPairs(t, stages, "1v5/1 2v6/1 3v7/1 4v8/1", "1v3/2 2v4/2 5v7/2 6v8/2", "1v2/3 3v5/3 4v6/3 7v8/3")
	table := tableOf(plan, results)
	// 1 won all six games, against 5 (2 points), 3 (4) and 2 (4).
	if top := table[0]; top.Number != 1 || top.Place != 1 || top.Points != 6 || top.Buchholz != 10 ||
		top.Matches != 3 || top.Byes != 0 {
		t.Errorf("first row %+v", top)
	}
}

func TestSwissByes(t *testing.T) {
	spec := stagedSpec(tournament.Swiss{}, 5)
	spec.Rounds = 5
	plan := plantest.Plan(t, spec)
	stages, results := playStages(plan, betterSeedWins(plan))
	// 5 has the first bye. Then 1, 2 and 5 lead, and of 3 and 4 the last has the bye.
	if got := pairsOf(stages[0]) + ", " + pairsOf(stages[1]); got != "1v3/1 2v4/1, 1v2/2 3v5/2" {
		t.Errorf("pairs %s", got)
	}
	table := tableOf(plan, results)
	points := 0.0
	for _, row := range table {
		points += row.Points
		if row.Byes != 1 || row.Matches != 4 {
			t.Errorf("%+v: want one bye and four matches", row)
		}
	}
	if points != 5*3*2 {
		t.Errorf("%v points in all, want 2 for each of 5 rounds of 2 matches and a bye", points)
	}
}

func TestSwissTableCountsWhatIsThere(t *testing.T) {
	plan := plantest.Plan(t, stagedSpec(tournament.Swiss{}, 3))
	table := tableOf(plan, nil) // 3 has the bye, 1 and 2 a match before them
	if top := table[0]; top.Number != 3 || top.Points != 2 || top.Buchholz != 2 || top.Matches != 0 || top.Byes != 1 {
		t.Errorf("first row %+v before the first game", top)
	}
	if table[1].Place != 2 || table[2].Place != 2 || table[2].Matches != 1 {
		t.Errorf("rows %+v: want equals to share a place", table[1:])
	}
}

// TestVoidGamesBringNoPoints makes all games of a match void, and then only the first, which must not hide the second.
func TestVoidGamesBringNoPoints(t *testing.T) {
	spec := stagedSpec(tournament.Swiss{}, 2)
	spec.Rounds, spec.OnFault = 1, tournament.FaultVoid
	plan := plantest.Plan(t, spec)
	for void, want := range map[int]float64{1: 1, 2: 0} {
		results := map[string]tournament.Result{}
		for i, game := range plan.List() {
			result := resultOf(game, 1)
			if i < void {
				result.Fault = tournament.Fault{Kind: guard.NoStep, Seat: 1}
			}
			results[game.Identity] = result
		}
		table := tableOf(plan, results)
		if got := table[0].Points + table[1].Points; got != want {
			t.Errorf("%d of 2 games are void: %v points, want %v", void, got, want)
		}
	}
}

// fewestRepeats returns the least sum, over all ways to pair the players left, of the numbers of times that pairs have
// met. The player numbered -1 is a bye.
func fewestRepeats(left []int, met map[[2]int]int) int {
	if len(left) == 0 {
		return 0
	}
	best := -1
	for i := 1; i < len(left); i++ {
		rest := slices.Delete(slices.Clone(left), i, i+1)[1:]
		key := [2]int{min(left[0], left[i]), max(left[0], left[i])}
		if sum := met[key] + fewestRepeats(rest, met); best < 0 || sum < best {
			best = sum
		}
	}
	return best
}

// swissRound returns the opponent of each player in a stage, -1 for a bye.
func swissRound(t rapid.TB, plan tournament.Plan, stage []tournament.Planned) map[int]int {
	games, meets := map[int]int{}, map[int]int{}
	for _, game := range stage {
		a, b := slices.Index(plan.Spec.Players, game.Players[0]), slices.Index(plan.Spec.Players, game.Players[1])
		if other, known := meets[a]; a == b || known && other != b {
			t.Fatalf("game %s: %d meets %d", game.Identity, a, b)
		}
		meets[a], meets[b] = b, a
		games[a]++
		games[b]++
	}
	for player := range plan.Spec.Players {
		if games[player] == 0 {
			meets[player] = -1
		} else if games[player] != 2*plan.Spec.Format.(tournament.Swiss).MatchPairs {
			t.Fatalf("player %d has %d games in a round of matches of %d pairs", player, games[player],
				plan.Spec.Format.(tournament.Swiss).MatchPairs)
		}
	}
	return meets
}

// enterMeetings checks that a round has the fewest repeats possible, and adds it to the meetings.
func enterMeetings(t rapid.TB, meets map[int]int, met map[[2]int]int) {
	var left []int
	byes := 0
	repeats := 0
	var pairs [][2]int
	for player, other := range meets {
		left = append(left, player)
		if other < 0 {
			byes++
			left = append(left, -1)
		}
		if other < player {
			pairs = append(pairs, [2]int{other, player})
			repeats += met[[2]int{other, player}]
		}
	}
	if byes != len(meets)%2 {
		t.Fatalf("%d byes among %d players", byes, len(meets))
	}
	if want := fewestRepeats(left, met); repeats != want {
		t.Fatalf("a round repeats %d meetings or byes, %d would do", repeats, want)
	}
	for _, pair := range pairs {
		met[pair]++
	}
}

func TestSwissRoundsHold(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		players := rapid.IntRange(2, 8).Draw(rt, "players")
		spec := stagedSpec(tournament.Swiss{}, players)
		spec.Rounds = rapid.IntRange(1, players+2).Draw(rt, "rounds")
		pairs := rapid.IntRange(1, 2).Draw(rt, "pairs of a match")
		spec.Format = tournament.Swiss{MatchPairs: pairs}
		plan := plantest.Plan(t, spec)
		stages, _ := playStages(plan, seeded(rapid.Uint64().Draw(rt, "results")))
		games := 0
		met := map[[2]int]int{}
		for _, stage := range stages {
			games += len(stage)
			enterMeetings(rt, swissRound(rt, plan, stage), met)
		}
		if len(stages) != spec.Rounds || games != plan.Total || games != spec.Rounds*(players/2)*pairs*2 {
			rt.Fatalf("%d rounds, %d games, planned %d", len(stages), games, plan.Total)
		}
	})
}

func TestSwissPairsEqualPoints(t *testing.T) {
	spec := stagedSpec(tournament.Swiss{}, 16)
	spec.Rounds = 4
	plan := plantest.Plan(t, spec)
	stages, results := playStages(plan, betterSeedWins(plan))
	points := map[string]float64{}
	for n, stage := range stages {
		for _, game := range stage {
			// Sixteen players in four rounds without draws: everybody finds an opponent with the same points.
			if a, b := points[game.Players[0]], points[game.Players[1]]; a != b {
				t.Errorf("round %d: %s has %v points, %s has %v", n+1, game.Players[0], a, game.Players[1], b)
			}
		}
		for _, game := range stage {
			for seat, player := range game.Players {
				points[player] += results[game.Identity].Outcome.Scores[seat]
			}
		}
	}
}

func TestMoreSwissRoundsExtendARun(t *testing.T) {
	spec := stagedSpec(tournament.Swiss{}, 6)
	spec.Rounds = 2
	short, _ := playStages(plantest.Plan(t, spec), seeded(9))
	spec.Rounds = 5
	long, _ := playStages(plantest.Plan(t, spec), seeded(9))
	if got, want := fmt.Sprint(long[:2]), fmt.Sprint(short); got != want {
		t.Errorf("the first rounds of five: %s\nwant those of two: %s", got, want)
	}
}

func TestLargeSwissRepeatsNothing(t *testing.T) {
	spec := stagedSpec(tournament.Swiss{}, 151)
	spec.Rounds = 6
	plan := plantest.Plan(t, spec)
	stages, _ := playStages(plan, seeded(4))
	met := map[[2]int]bool{}
	for _, stage := range stages {
		for a, b := range swissRound(t, plan, stage) {
			if met[[2]int{a, b}] {
				t.Errorf("%d meets %d again", a, b)
			}
			met[[2]int{a, b}] = true
		}
	}
	if len(met) != 6*151 {
		t.Errorf("%d meetings and byes of players, want one in each of 6 rounds", len(met))
	}
}
