package tournament

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament/formats"
	"pillars/tournament/openings"
)

// SelfPlay is the format in which every player sits in all seats of its games, so that the scores show only the
// advantage of the seats. The spec's Rounds is the number of openings of each player.
//
// A Spread draws the node limit of each seat at random, so that the games differ. Without openings, a round is one
// game. With openings, a round has one game in every order of [formats.Seatings], in which the seats exchange their
// drawn limits.
type SelfPlay struct {
	Spread float64 `json:"spread,omitempty"` // factor for drawing node limits, see [Planned].Spread; 0 for none
}

// Odds is the format in which a player meets itself with unequal node limits, to find the limits with which both seats
// score equally; see [formats.NextOdds]. It takes no openings. The spec's Rounds is the number of stages.
type Odds struct {
	Spread float64 `json:"spread,omitempty"` // factor for drawing node limits, see [Planned].Spread; 0 for none
}

// Training is the format of games to learn from: a player meets itself, and every round is one game. Some games stray:
// one in [StrayEvery] of their turns, on average, is drawn at random, so that players also learn from positions that
// good play avoids.
type Training struct {
	Stray  float64 `json:"stray,omitempty"`  // the share of games that stray, from 0 to 1
	Visits bool    `json:"visits,omitempty"` // whether to store how often searches tried steps, see [Thought].Visits
}

const maxSpread = 4 // largest factor for drawing node limits

// checkMirrored checks a format in which a player meets itself, and the node limits and openings of its spec.
func checkMirrored(s *Spec, f Format) error {
	switch spread := f.Traits().Spread; {
	case spread != 0 && !(spread >= 1 && spread <= maxSpread):
		return fmt.Errorf("spread %v of the node limits: give a factor from 1 to %d (1 for none)", spread, maxSpread)
	case s.Limits.Nodes == 0 && (spread != 0 || f.Traits().AtOdds):
		return fmt.Errorf("format %s varies a node limit; give one to the run", f)
	}
	return s.Openings.CheckSeats()
}

func (SelfPlay) String() string { return "self-play" }

func (f SelfPlay) Traits() Traits {
	return Traits{Mirrored: true, Shortens: true, EndsEarly: true, Spread: f.Spread}
}

func (SelfPlay) Describe(Spec, int, int) string          { return "self-play of each player with itself" }
func (f SelfPlay) settle(s *Spec, _ int) (Format, error) { return f, checkMirrored(s, f) }

func (SelfPlay) layout(s Spec, seats int) layout {
	orders := formats.Seatings(seats)
	if s.Openings.Kind == openings.None {
		orders = orders[:min(1, len(orders))] // Seatings has none for some numbers of seats
	}
	return layout{orders: orders, groups: func() [][]int { return formats.Mirrors(len(s.Players), seats) },
		games: product(s.Rounds, len(s.Players), len(orders)), openings: s.Rounds}
}

func (Training) String() string   { return "training" }
func (f Training) Traits() Traits { return Traits{Mirrored: true, Stray: f.Stray, Visits: f.Visits} }

func (Training) Describe(Spec, int, int) string {
	return "games of a player with itself, to learn from"
}

func (f Training) settle(s *Spec, _ int) (Format, error) {
	switch {
	case len(s.Players) != 1:
		return f, fmt.Errorf("format %s is for one player; there are %d", f, len(s.Players))
	case !(f.Stray >= 0 && f.Stray <= 1):
		return f, fmt.Errorf("stray games: the share %v must be from 0 to 1", f.Stray)
	}
	if spec, _ := search.ParseSpec(s.Players[0]); f.Visits && spec.Kind != "mcts" && spec.Kind != "uct" {
		return f, fmt.Errorf("visits: %s counts none; choose mcts", s.Players[0])
	}
	return f, nil
}

func (Training) layout(s Spec, seats int) layout {
	orders := formats.Seatings(seats)
	orders = orders[:min(1, len(orders))] // as for [SelfPlay] without openings
	return layout{orders: orders, groups: func() [][]int { return formats.Mirrors(1, seats) }, games: s.Rounds,
		openings: s.Rounds}
}

func (Odds) String() string { return "odds" }

func (f Odds) Traits() Traits {
	return Traits{Mirrored: true, Staged: true, EndsEarly: true, AtOdds: true, Spread: f.Spread}
}

func (Odds) Describe(Spec, int, int) string { return "odds of each player with itself" }

func (f Odds) settle(s *Spec, seats int) (Format, error) {
	switch {
	case seats != 2 || len(s.Players) != 1:
		return f, fmt.Errorf("format %s is for one player and games of two seats; there are %d and %d", f,
			len(s.Players), seats)
	case s.Openings.Kind != openings.None:
		return f, fmt.Errorf("format %s begins at the start of the game and takes no openings", f)
	}
	return f, checkMirrored(s, f)
}

// layout returns an order for each game of a stage. All are the same, because the player meets itself.
func (Odds) layout(s Spec, _ int) layout {
	return layout{orders: slices.Repeat([][]int{{0, 1}}, formats.OddsStage),
		games: product(s.Rounds, formats.OddsStage), openings: s.Rounds}
}

// known returns the games of all stages that have begun or can begin. Each game is a pair of its own.
func (Odds) known(p Plan, results map[string]Result) []Planned {
	var games []Planned
	x := 0. // binary logarithm of the second seat's node limit over the first seat's; see [formats.NextOdds]
	group := []int{0, 0}
	for stage := range p.Spec.Rounds {
		pair := pairText(group, stage)
		for n, order := range p.orders {
			game := p.Spec.planned(pair, n+1, gameText(pair, n+1), openings.Opening{}, group, order)
			game.Pair = game.Identity
			for seat, nodes := range formats.OddsNodes(p.Spec.Limits.Nodes, x, n) {
				game.Controls[seat].Limits.Nodes = nodes
			}
			games = append(games, game)
		}
		mean, finished := firstMean(games[len(games)-len(p.orders):], results)
		if !finished {
			break
		}
		x = formats.NextOdds(x, mean, stage)
	}
	return games
}

// firstMean returns the mean score of the first seat over the games without faults, or 1/2 if all games had faults. It
// also reports whether all games are finished; if not, the mean is 0.
func firstMean(games []Planned, results map[string]Result) (mean float64, finished bool) {
	points, count := 0., 0
	for _, game := range games {
		result, done := results[game.Identity]
		if !done {
			return 0, false
		}
		if !result.Faulted() {
			points += result.Outcome.Score(0)
			count++
		}
	}
	if count == 0 {
		return .5, true
	}
	return points / float64(count), true
}

// StrayEvery is the inverse of the probability that a turn of a straying game is drawn at random.
const StrayEvery = 12

// Strays draws the random turns of one game.
type Strays struct {
	generator *rand.PCG
	random    *rand.Rand
}

// NewStrays returns the Strays of a game with the given [Planned].Stray, or nil for 0.
func NewStrays(seed uint64) *Strays {
	if seed == 0 {
		return nil
	}
	generator := engine.NewRandom(seed)
	return &Strays{generator, rand.New(generator)}
}

// Next decides whether the next turn is random. If so, it plays a random turn in h. A nil Strays draws no turns.
func (s *Strays) Next(h *engine.History) (random bool, err error) {
	if s == nil || s.random.IntN(StrayEvery) > 0 {
		return false, nil
	}
	return true, engine.RandomTurn(h, s.generator)
}
