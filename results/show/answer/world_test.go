package answer

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/engine/parallel"
	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/search"
	"pillars/tournament"
	starts "pillars/tournament/openings"
	"pillars/tournament/plantest"
)

// world describes the players and openings from which games are drawn.
type world struct {
	elo       []float64 // the strength of each player
	advantage float64   // of the first seat, in Elo
	draws     float64   // share of draws between equals; with three or more seats, share of games that all seats tie
	swing     float64   // standard deviation of what an opening is worth to one of the seats, in logits
	alike     float64   // share of pairs of which the second game repeats the first, whoever sits where
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

// favour is the advantage that an opening gives a seat, in logits.
type favour struct {
	seat  int
	worth float64
}

func (w *world) opening(random *rand.Rand, seats int) favour {
	seat := 0
	if seats > 2 {
		seat = random.IntN(seats)
	}
	return favour{seat, w.swing * random.NormFloat64()}
}

// play draws the scores of a game by seat. With two seats the expected score is logistic. With more, the performance of
// each player deviates from the strength by a standard Gumbel variable, which is the model of Plackett and Luce
// (Yellott, The relationship between Luce's choice axiom, Thurstone's theory of comparative judgment, and the double
// exponential distribution, 1977).
func (w *world) play(random *rand.Rand, seated []int, from favour) (scores [engine.MaxSeats]float64) {
	const logits = math.Ln10 / 400
	var strong [engine.MaxSeats]float64
	for seat, p := range seated {
		strong[seat] = w.elo[p] * logits
	}
	strong[0] += w.advantage * logits
	strong[from.seat] += from.worth
	if len(seated) == 2 {
		expected := stats.Sigmoid(strong[0] - strong[1])
		drawn := stats.DrawProbability(expected, w.draws)
		switch u := random.Float64(); {
		case u < drawn:
			scores[0] = .5
		case u < expected+drawn/2:
			scores[0] = 1
		}
		scores[1] = 1 - scores[0]
		return scores
	}
	if random.Float64() < w.draws {
		clear(strong[:])
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
				scores[seat] += .5 / float64(len(seated)-1)
			case strong[other] < strong[seat]:
				scores[seat] += 1 / float64(len(seated)-1)
			}
		}
	}
	return scores
}

// A look is a way in which users look at a run.
type look string

const (
	once     look = "once"              // when all games are finished
	growing  look = "growing"           // after 8, 12, 18 openings and so on
	every    look = "after every"       // after every opening
	followed look = "followed"          // whenever as many openings are played as the conclusion asked for
	shards   look = "shards"            // after each of three shards, which join
	stopped  look = "stopped"           // amid the last opening
	joined   look = "joined"            // before and after another player joins
	partly   look = "joined and partly" // the same, but only half of the openings are played with the new player
	single   look = "single games"      // when all games are finished, each of which is from an opening of its own
)

// scheduled is a game of a plan.
type scheduled struct {
	result tournament.Result // every run draws another outcome
	seated []int             // numbers of the players by seat
}

// schedule holds the games of a run in the order in which they are finished.
type schedule struct {
	games   []scheduled
	round   int   // number of games from an opening; 0 if it varies
	ends    []int // numbers of games after which the user looks
	options results.StandingsOptions
}

// planOf plans a run whose games begin at the start, since only their results are simulated.
func planOf(t *testing.T, format tournament.Format, names []string, seats, rounds int) tournament.Plan {
	t.Helper()
	return plantest.Plan(t, tournament.Spec{
		Game: "pit", Options: engine.Settings{{Name: "players", Value: strconv.Itoa(seats)}}, Players: names,
		Format: format, Rounds: rounds, Openings: starts.Source{Kind: starts.None}, Seed: 1,
		Limits: search.Limits{Nodes: 10},
	})
}

func namesOf(players int) (names []string) {
	for p := range players {
		names = append(names, fmt.Sprintf("random%02d", p))
	}
	return names
}

// optionsOf returns the options for the standings of a run of the plan.
func optionsOf(plan tournament.Plan) results.StandingsOptions {
	return results.StandingsOptions{Players: plan.Spec.Players, Seats: plan.Rules.Seats()}
}

func (s *schedule) add(planned []tournament.Planned) {
	for _, g := range planned {
		r := tournament.Result{Identity: g.Identity, Pair: g.Pair, Pairing: g.Pairing, Opening: g.Opening,
			Players: g.Players}
		game := scheduled{result: r}
		for _, name := range g.Players {
			number, _ := slices.BinarySearch(s.options.Players, name)
			game.seated = append(game.seated, number)
		}
		s.games = append(s.games, game)
	}
	s.ends = append(s.ends, len(s.games))
}

// newSchedule plans a run of at most the given number of rounds, each of one opening.
func newSchedule(t *testing.T, format tournament.Format, how look, players, seats, rounds int) (s schedule) {
	t.Helper()
	names := namesOf(players)
	if how == joined || how == partly {
		first := planOf(t, format, names[1:], seats, rounds)
		newcomer := planOf(t, tournament.Format{Kind: tournament.Gauntlet}, names, seats, rounds)
		s.options = optionsOf(newcomer)
		s.add(first.List())
		s.add(newcomer.List())
		if how == partly {
			s.ends[1] -= newcomer.OpeningGames() * (rounds / 2)
		}
		s.options.Players = nil // before the second run the newcomer has no games and is not listed
		return s
	}
	plan := planOf(t, format, names, seats, rounds)
	s.round, s.options = plan.OpeningGames(), optionsOf(plan)
	if how == shards {
		for part := range 3 {
			s.add(plan.Part(parallel.Shard{Part: part + 1, Of: 3}).List())
		}
		return s
	}
	s.add(plan.List())
	last := s.ends[0]
	switch how {
	case growing, every:
		s.ends = nil
		for n := stats.Fewest; n <= rounds; n++ {
			s.ends = append(s.ends, n*s.round)
			if how == growing {
				n += n/2 - 1
			}
		}
	case stopped:
		s.ends = []int{last - 1 - s.round/3}
	case single:
		s.round = 0
		for i := range s.games {
			s.games[i].result.Opening, s.games[i].result.Pair = 0, ""
		}
	}
	return s
}

// A drawing draws the games of a schedule one after the other.
type drawing struct {
	*schedule
	world  *world
	random *rand.Rand
	fold   *results.Fold
	played int
	from   map[int]favour // by opening
	before [engine.MaxSeats]float64
}

func newDrawing(s *schedule, w *world, random *rand.Rand) *drawing {
	fold := &results.Fold{}
	fold.RoundSize = s.round
	return &drawing{schedule: s, world: w, random: random, fold: fold, from: map[int]favour{}}
}

// until draws games until a number of them is played, and returns the standings.
func (d *drawing) until(t *testing.T, games int) results.Standings {
	t.Helper()
	for ; d.played < games; d.played++ {
		g := &d.games[d.played]
		from, known := d.from[g.result.Opening]
		if !known || g.result.Opening == 0 {
			from = d.world.opening(d.random, len(g.seated))
			d.from[g.result.Opening] = from
		}
		repeats := d.played > 0 && g.result.Pair != "" && d.games[d.played-1].result.Pair == g.result.Pair
		if !repeats || d.random.Float64() >= d.world.alike {
			d.before = d.world.play(d.random, g.seated, from)
		}
		g.result.Outcome = engine.Outcome{Seats: len(g.seated), Scores: d.before}
		require.NoError(t, d.fold.Add(results.Finished{Players: g.result.Players,
			Scores: g.result.Outcome.Scores[:g.result.Outcome.Seats], Opening: g.result.Round()}))
	}
	s, err := d.fold.Standings(d.options)
	require.NoError(t, err)
	return s
}
