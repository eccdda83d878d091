package tournament_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pillars/tournament"
	"pillars/tournament/formats"
	"pillars/tournament/plantest"
)

func TestKnockOutByHand(t *testing.T) {
	cases := map[int][]string{
		2: {"1v2/1"},
		3: {"2v3/1", "1v2/10"},
		5: {"4v5/1", "1v4/10 2v3/10", "1v2/19"},
		6: {"4v5/1 3v6/1", "1v4/10 2v3/10", "1v2/19"},
		8: {"1v8/1 4v5/1 2v7/1 3v6/1", "1v4/10 2v3/10", "1v2/19"},
	}
	for players, want := range cases {
		plan := plantest.Plan(t, stagedSpec(tournament.KnockOut{}, players))
		stages, _ := playStages(plan, betterSeedWins(plan))
		checkPairs(t, stages, want...)
	}
}

// TestKnockOutTiesGoOnOneByOne checks that a tied match has eight further pairs, one after the other, and that the
// other matches wait.
func TestKnockOutTiesGoOnOneByOne(t *testing.T) {
	spec := stagedSpec(tournament.KnockOut{}, 4)
	spec.Format = tournament.KnockOut{MatchPairs: 2}
	plan := plantest.Plan(t, spec)
	better := betterSeedWins(plan)
	stages, results := playStages(plan, func(game tournament.Planned) float64 {
		if strings.HasPrefix(game.Pair, "2v3/") {
			return .5
		}
		return better(game)
	})
	want := []string{"1v4/1 2v3/1 1v4/2 2v3/2"}
	for _, opening := range []string{"3", "4", "5", "6", "7", "8", "9", "10"} {
		want = append(want, "2v3/"+opening)
	}
	checkPairs(t, stages, append(want, "1v2/11 1v2/12")...)
	bracket := bracketOf(plan, results)
	tied := formats.Match{Seeds: [2]int{2, 3}, Points: [2]float64{10, 10}, Games: 20, Winner: 2, By: formats.WinBySeed}
	if got := bracket[0][1]; got != tied {
		t.Errorf("the tied match %+v, want %+v", got, tied)
	}
	final := formats.Match{Seeds: [2]int{1, 2}, Points: [2]float64{4, 0}, Games: 4, Winner: 1, By: formats.WinByPoints}
	if got := bracket[1][0]; got != final {
		t.Errorf("the final %+v, want %+v", got, final)
	}
	var b strings.Builder
	const note = "\n2 - 3: tied after the match, 10 : 10 with 8 more pairs; the better seed goes on\n"
	err := plan.Spec.Format.(tournament.KnockOut).WriteBracket(&b, plan, bracket)
	if err != nil || !strings.HasSuffix(b.String(), note) {
		t.Errorf("error %v, text %q: want the note %q at its end", err, b.String(), note)
	}
}

func TestKnockOutTieEndsWithTheFirstPairWon(t *testing.T) {
	plan := plantest.Plan(t, stagedSpec(tournament.KnockOut{}, 2))
	stages, results := playStages(plan, func(game tournament.Planned) float64 {
		if game.Identity == "1v2/3/1" {
			return 0
		}
		return .5
	})
	checkPairs(t, stages, "1v2/1", "1v2/2", "1v2/3")
	bracket := bracketOf(plan, results)
	want := formats.Match{Seeds: [2]int{1, 2}, Points: [2]float64{2.5, 3.5}, Games: 6, Winner: 2,
		By: formats.WinByPoints}
	if bracket[0][0] != want {
		t.Errorf("match %+v, want %+v", bracket[0][0], want)
	}
}

func TestKnockOutHolds(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		players := rapid.IntRange(2, 17).Draw(rt, "players")
		spec := stagedSpec(tournament.KnockOut{}, players)
		spec.Format = tournament.KnockOut{MatchPairs: rapid.IntRange(1, 3).Draw(rt, "pairs of a match")}
		plan := plantest.Plan(t, spec)
		stages, results := playStages(plan, seeded(rapid.Uint64().Draw(rt, "results")))
		bracket := bracketOf(plan, results)
		games, losers := 0, map[int]bool{}
		for n, round := range bracket {
			for i, match := range round {
				games += match.Games
				checkMatch(rt, match, losers)
				if n+1 < len(bracket) && bracket[n+1][i/2].Seeds[i%2] != match.Winner {
					rt.Fatalf("round %d, match %d: %d won, %d went on", n+1, i+1, match.Winner,
						bracket[n+1][i/2].Seeds[i%2])
				}
			}
		}
		if all := slices.Concat(stages...); games != len(all) || games != len(results) || games < plan.Total {
			rt.Fatalf("%d games in the bracket, %d in the stages, %d results, %d planned at least", games, len(all),
				len(results), plan.Total)
		}
		if len(losers) != players-1 {
			rt.Fatalf("%d of %d players are out", len(losers), players)
		}
	})
}

// checkMatch checks that a match is decided, between players who have not lost before.
func checkMatch(t rapid.TB, match formats.Match, losers map[int]bool) {
	loser := match.Seeds[0] + match.Seeds[1] - match.Winner
	if match.By == formats.WinWithoutOne {
		if loser != 0 || match.Games != 0 {
			t.Fatalf("a bye with an opponent: %+v", match)
		}
		return
	}
	if match.Seeds[0] == match.Seeds[1] || !slices.Contains(match.Seeds[:], match.Winner) || losers[match.Seeds[0]] ||
		losers[match.Seeds[1]] {
		t.Fatalf("match %+v among those who are out: %v", match, losers)
	}
	if ahead := match.Points[slices.Index(match.Seeds[:], match.Winner)]; 2*ahead < match.Points[0]+match.Points[1] {
		t.Fatalf("match %+v: the winner is behind", match)
	}
	losers[loser] = true
}

// TestSeedsMeetLate checks that, if the better seeds win, no two of the first 2^k seeds meet before the last k rounds.
func TestSeedsMeetLate(t *testing.T) {
	for players := 2; players <= 33; players++ {
		plan := plantest.Plan(t, stagedSpec(tournament.KnockOut{}, players))
		_, results := playStages(plan, betterSeedWins(plan))
		bracket := bracketOf(plan, results)
		for n, round := range bracket {
			field := 2 * len(round)
			for _, match := range round {
				if sum := match.Seeds[0] + match.Seeds[1]; match.By != formats.WinWithoutOne && sum != field+1 {
					t.Errorf("%d players, round %d: %v meet, want seeds that add up to %d", players, n+1, match.Seeds,
						field+1)
				}
			}
		}
	}
}

func TestWriteBracket(t *testing.T) {
	plan := plantest.Plan(t, stagedSpec(tournament.KnockOut{}, 5))
	better := betterSeedWins(plan)
	_, results := playStages(plan, func(game tournament.Planned) float64 {
		if game.Pair == "2v3/10" || game.Identity == "1v4/10/1" {
			return .5
		}
		return better(game)
	})
	checkBracket(t, plan, results, `
1  random 1    ─┐
                ├─ 1  1.5 ─┐
   bye         ─┘          │
                           ├─ 1  2 ─┐
4  random 4  2 ─┐          │        │
                ├─ 4  0.5 ─┘        │
5  random 5  0 ─┘                   │
                                    ├─ 1  random 1
2  random 2    ─┐                   │
                ├─ 2  3   ─┐        │
   bye         ─┘          │        │
                           ├─ 2  0 ─┘
3  random 3    ─┐          │
                ├─ 3  1   ─┘
   bye         ─┘
2 - 3: tied after the match, 3 : 1 with 1 more pair
`)
	checkBracket(t, plan, nil, `
1  random 1   ─┐
               ├─ 1   ─┐
   bye        ─┘       │
                       ├─ ?   ─┐
4  random 4   ─┐       │       │
               ├─ ?   ─┘       │
5  random 5   ─┘               │
                               ├─ ?
2  random 2   ─┐               │
               ├─ 2   ─┐       │
   bye        ─┘       │       │
                       ├─ ?   ─┘
3  random 3   ─┐       │
               ├─ 3   ─┘
   bye        ─┘
`)
}

// checkBracket compares the text of a bracket.
func checkBracket(t *testing.T, plan tournament.Plan, results map[string]tournament.Result, want string) {
	t.Helper()
	bracket := bracketOf(plan, results)
	var b strings.Builder
	if err := plan.Spec.Format.(tournament.KnockOut).WriteBracket(&b, plan, bracket); err != nil {
		t.Fatal(err)
	}
	if got := "\n" + b.String(); got != want {
		t.Errorf("bracket%swant%s", got, want)
	}
}

func TestNoBracket(t *testing.T) {
	var b strings.Builder
	if err := (tournament.KnockOut{}).WriteBracket(&b, tournament.Plan{}, nil); err != nil || b.Len() > 0 {
		t.Errorf("error %v, text %q of no bracket", err, b.String())
	}
}

func bracketOf(plan tournament.Plan, results map[string]tournament.Result) [][]formats.Match {
	return plan.Spec.Format.(tournament.KnockOut).Bracket(plan, results)
}
