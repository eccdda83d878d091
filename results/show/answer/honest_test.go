package answer

import (
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/results"
	"pillars/results/estimate/stats"
)

// A look is a way in which users look at a run.
type look string

const (
	once     look = "once"     // when all games are finished
	growing  look = "growing"  // after 8, 12, 18 openings and so on, the last time when all games are finished
	followed look = "followed" // when all games are finished, and after each of five extensions that answers ask for
)

// A cell is one setting of a simulation.
type cell struct {
	players, openings int
	seats             int  // 2; or 3, in which two players play each opening in all mixed seatings
	gauntlet          bool // whether only the first player meets the others
	how               look
	strengths         string
	draws             float64 // share of draws between equals; with three seats, share of games that all seats tie
	swing             float64 // standard deviation of what an opening is worth to one of the seats, in logits
	alike             float64 // share of games that repeat the result of the game before, whoever sits where
}

// strengths has the kinds of worlds. The order of players says nothing about their strength.
var strengths = map[string]func(player, players int) float64{
	"equal": func(int, int) float64 { return 0 },
	// Neighbours in strength are 40 Elo apart.
	"spread": func(player, players int) float64 { return 40 * float64(player*5%players) },
	// The last player wins everything, and the one before loses everything.
	"far": func(player, players int) float64 {
		return map[int]float64{players - 1: 1200, players - 2: -1200}[player]
	},
	// The first player wins everything, and the others are equal.
	"ahead": func(player, _ int) float64 { return map[int]float64{0: 1200}[player] },
	// The last player is 100 Elo stronger than the others.
	"hundred": func(player, players int) float64 { return map[int]float64{players - 1: 100}[player] },
}

func (c cell) elo(player int) float64 { return strengths[c.strengths](player, c.players) }

// seatings returns the players by seat of each game from an opening.
func (c cell) seatings() (all [][]int) {
	if c.seats == 3 {
		for bits := 1; bits < 7; bits++ {
			all = append(all, []int{bits & 1, bits >> 1 & 1, bits >> 2})
		}
		return all
	}
	for a := range c.players {
		for b := a + 1; b < c.players && (a == 0 || !c.gauntlet); b++ {
			all = append(all, []int{a, b}, []int{b, a})
		}
	}
	return all
}

// play draws the scores of a game by seat. favour is the advantage that the opening gives a seat, in logits. With two
// seats the expected score is logistic. With more, the performance of each player deviates from the strength by a
// standard Gumbel variable, which is the model of Plackett and Luce (Yellott, The relationship between Luce's choice
// axiom, Thurstone's theory of comparative judgment, and the double exponential distribution, 1977).
func (c cell) play(random *rand.Rand, seated []int, favoured int, favour float64) []float64 {
	const logits, firstSeat = math.Ln10 / 400, 60 // firstSeat is the advantage of the first seat in Elo
	strong, scores := make([]float64, c.seats), make([]float64, c.seats)
	for seat, p := range seated {
		strong[seat] = c.elo(p) * logits
	}
	strong[0] += firstSeat * logits
	strong[favoured] += favour
	if c.seats == 2 {
		expected := stats.Sigmoid(strong[0] - strong[1])
		drawn := stats.DrawProbability(expected, c.draws)
		switch u := random.Float64(); {
		case u < drawn:
			scores[0] = .5
		case u < expected+drawn/2:
			scores[0] = 1
		}
		scores[1] = 1 - scores[0]
		return scores
	}
	if random.Float64() < c.draws {
		clear(strong)
	} else {
		for seat := range seated {
			strong[seat] -= math.Log(random.ExpFloat64())
		}
	}
	for seat := range seated {
		for other := range seated {
			switch {
			case other == seat:
			case strong[other] == strong[seat]:
				scores[seat] += .5 / float64(c.seats-1)
			case strong[other] < strong[seat]:
				scores[seat] += 1 / float64(c.seats-1)
			}
		}
	}
	return scores
}

// ends returns the numbers of openings after which the user looks.
func (c cell) ends() (ends []int) {
	for n := stats.Fewest; c.how == growing && n < c.openings; n += n / 2 {
		ends = append(ends, n)
	}
	return append(ends, c.openings)
}

// run draws a run. It returns the claims at the last look, and whether any look had a false claim.
func (c cell) run(t *testing.T, random *rand.Rand) (shown [][2]int, wrong bool) {
	t.Helper()
	const extensions, widest = 5, 8 // most extensions of a run that is followed, and most it may grow
	fold, played, seatings, ends := &results.Fold{}, 0, c.seatings(), c.ends()
	fold.RoundSize = len(seatings)
	for i := 0; i < len(ends); i++ {
		for ; played < ends[i]; played++ {
			favoured := 0
			if c.seats > 2 {
				favoured = random.IntN(c.seats)
			}
			favour := c.swing * random.NormFloat64()
			var scores []float64
			for n, seated := range seatings {
				if n%2 == 0 || random.Float64() >= c.alike {
					scores = c.play(random, seated, favoured, favour)
				}
				game := results.Finished{Scores: scores, Opening: strconv.Itoa(played)}
				for _, p := range seated {
					game.Players = append(game.Players, strconv.Itoa(p))
				}
				require.NoError(t, fold.Add(game))
			}
		}
		planned := stats.Look{Planned: c.openings, AtEnd: played == c.openings}
		s, err := fold.Standings(results.StandingsOptions{Seats: c.seats, Look: planned})
		require.NoError(t, err)
		var more int
		shown, more = claimed(t, s)
		for _, pair := range shown {
			wrong = wrong || c.elo(pair[0]) <= c.elo(pair[1])
		}
		if c.how == followed && more > 0 && i < extensions && played+more <= widest*c.openings {
			ends = append(ends, played+more)
		}
	}
	return shown, wrong
}

var (
	claiming = regexp.MustCompile(`\b(is|are each) stronger than `)
	asking   = regexp.MustCompile(`about ([\d,]+) more openings would decide`)
)

// claimed returns the pairs of players in which the answer calls the first stronger, and how many more openings the
// answer asks for.
func claimed(t *testing.T, s results.Standings) (shown [][2]int, more int) {
	t.Helper()
	said := strings.Join(OfStandings(s, 0, "").Lines(), " ")
	if asked := asking.FindStringSubmatch(said); asked != nil {
		more, _ = strconv.Atoi(strings.ReplaceAll(asked[1], ",", ""))
	}
	if !claiming.MatchString(said) {
		return nil, more
	}
	for _, c := range compared(s) {
		if c.shown {
			player, err1 := strconv.Atoi(c.Player)
			opponent, err2 := strconv.Atoi(c.Opponent)
			if err1 != nil || err2 != nil {
				t.Fatal(c.Player, c.Opponent)
			}
			shown = append(shown, [2]int{player, opponent})
		}
	}
	if len(shown) == 0 {
		t.Errorf("no comparison is behind %q", said)
	}
	return shown, more
}

// measure returns the share of runs with a false claim, and the share of runs whose last look claims that the last
// player is stronger than the first.
func (c cell) measure(t *testing.T, runs int) (wrong, right float64) {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(c.openings), uint64(c.players)))
	for range runs {
		shown, isWrong := c.run(t, random)
		if isWrong {
			wrong += 1 / float64(runs)
		}
		if slices.Contains(shown, [2]int{c.players - 1, 0}) {
			right += 1 / float64(runs)
		}
	}
	t.Logf("%+v: %.1f %% false, %.0f %% right", c, 100*wrong, 100*right)
	return wrong, right
}

// TestConclusionsAreHonest draws tournaments from known worlds. It counts the runs in which a conclusion calls a player
// stronger who is not. Usually it takes a single world and number of openings for each kind of run.
func TestConclusionsAreHonest(t *testing.T) {
	all := []string{"equal", "spread", "far", "ahead"}
	for _, c := range []struct {
		cell
		openings []int
	}{
		{cell{players: 2, seats: 2, how: once}, []int{12, 2, 3, 5, 8, 25, 50, 100}},
		{cell{players: 6, seats: 2, how: once}, []int{12, 8, 25, 50}},
		{cell{players: 16, seats: 2, how: once}, []int{5, 12, 100}},
		{cell{players: 3, seats: 2, how: once, alike: .9}, []int{25, 8, 100}},
		{cell{players: 6, seats: 2, how: once, gauntlet: true}, []int{12, 8, 25}},
		{cell{players: 2, seats: 3, how: once}, []int{12, 8, 25}},
		{cell{players: 2, seats: 2, how: growing}, []int{40}}, {cell{players: 6, seats: 2, how: growing}, []int{40}},
		{cell{players: 2, seats: 3, how: growing}, []int{40}},
		{cell{players: 2, seats: 2, how: followed}, []int{12, 8, 25}},
		{cell{players: 6, seats: 2, how: followed}, []int{8, 12, 25}},
	} {
		worlds, conditions := all, [][2]float64{{.3, 1}, {0, 0}, {0, 2}, {.6, 2}} // draws and swing
		if !enginetest.Long() {
			worlds, conditions, c.openings = worlds[:1], conditions[:1], c.openings[:1]
		}
		for _, c.strengths = range worlds {
			for _, x := range conditions {
				for _, n := range c.openings {
					cell := c.cell
					cell.openings, cell.draws, cell.swing = n, x[0], x[1]
					games := n * len(cell.seatings())
					runs := max(40, min(enginetest.Count(100, 400), enginetest.Count(10_000, 40_000)/games))
					wrong, _ := cell.measure(t, runs)
					if error3 := 3 * math.Sqrt(.05*.95/float64(runs)); wrong > .05+error3 {
						t.Errorf("%+v: %.1f %% of runs claim something false", cell, 100*wrong)
					}
				}
			}
		}
	}
}

// TestPower checks how often a player who is 100 Elo stronger is called stronger after 100 openings: in most round
// robins of six, where all games count for the player's strength, and in some matches.
func TestPower(t *testing.T) {
	for players, least := range map[int]float64{2: .25, 6: .8} {
		c := cell{players: players, seats: 2, how: once, strengths: "hundred", openings: 100, draws: .3, swing: 1}
		if _, right := c.measure(t, enginetest.Count(20, 200)); right < least {
			t.Errorf("%+v: only %.0f %% of runs show it", c, 100*right)
		}
	}
}
