package tournament

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"pillars/engine"
)

// Players that meet themselves. In the formats [SelfPlay] and [Odds] every player sits in all seats of its games, so that whatever the seats score
// is due to the seats. A player that decides by its node limit alone would play the same game again and again from one start. What makes games
// differ is [Spec.Spread]: every decision has a node limit of its own, drawn near that of all. The draws of a player in a game depend on the seed,
// the name of the pair and its number in the pair only.
//
// From the start of the game every round is one game. From openings a round is a block of games, one in every order of [Seatings], in which the
// draws change seats with the players.

// MaxSpread bounds [Spec.Spread].
const MaxSpread = 4

// Mirrored reports whether players meet nobody but themselves.
func (f Format) Mirrored() bool { return f == SelfPlay || f == Odds }

// checkMirror checks what these formats need beyond the usual, for a game of so many seats.
func (s *Spec) checkMirror(seats int) error {
	switch {
	case s.Format == Odds && (seats != 2 || len(s.Players) != 1):
		return fmt.Errorf("format %s is for one player and games of two seats; there are %d and %d", s.Format, len(s.Players), seats)
	case s.Format == Odds && s.Openings.Kind != StartOpenings:
		return fmt.Errorf("format %s begins at the start of the game and takes no openings", s.Format)
	case s.Spread != 0 && !(s.Spread >= 1 && s.Spread <= MaxSpread):
		return fmt.Errorf("spread %v of the node limits: give a factor from 1 to %d, or 0 for none", s.Spread, MaxSpread)
	case s.Limits.Nodes == 0 && (s.Spread != 0 || s.Format == Odds):
		return fmt.Errorf("format %s varies a limit by nodes; give one", s.Format)
	}
	return nil
}

// RoundGames is the number of games in a round of a player that meets itself: what its games from one opening are, or a stage of an [Odds] run.
func (s Spec) RoundGames(seats int) int {
	switch {
	case s.Format == Odds:
		return oddsStage
	case s.Openings.Kind == StartOpenings:
		return 1
	}
	return len(Seatings(seats))
}

// mirrorGames lists the games of all rounds in which players meet themselves, round by round.
func (p Plan) mirrorGames() []Planned {
	games := make([]Planned, 0, p.Total)
	for round := range p.openings {
		for player := range p.Spec.Players {
			games = append(games, p.mirrorBlock(player, round)...)
		}
	}
	return games
}

// mirrorBlock is the games of a player with itself in one round.
func (p Plan) mirrorBlock(player, round int) []Planned {
	seats := p.Rules.Seats()
	group := make([]int, seats)
	for seat := range group {
		group[seat] = player
	}
	pair := groupText(group) + "/" + strconv.Itoa(round+1)
	var games []Planned
	for n, order := range Seatings(seats)[:p.Spec.RoundGames(seats)] {
		games = append(games, p.Spec.varied(p.Spec.planned(pair, n+1, p.openings[round], group, order), pair, order))
	}
	return games
}

// varied is a game whose node limits are drawn. The draws are those of the players' numbers in the group of the name; order has them by seat.
func (s Spec) varied(game Planned, name string, order []int) Planned {
	if s.Spread <= 1 {
		return game
	}
	game.Spread = s.Spread
	for _, member := range order {
		game.Draws = append(game.Draws, engine.DeriveSeed(s.Seed, "nodes", name, strconv.Itoa(member+1)))
	}
	return game
}

// draws are the node limits of a seat's decisions.
type draws struct {
	spread float64
	random *rand.Rand
}

// newDraws are the draws of a planned game by seat, nil for none.
func newDraws(game Planned) []draws {
	var all []draws
	for _, seed := range game.Draws {
		all = append(all, draws{game.Spread, rand.New(engine.NewRandom(seed))})
	}
	return all
}

// next is the limit of the next decision, where nodes are the limit of all: the logarithm of their ratio is uniform between those of 1/spread and
// spread.
func (d draws) next(nodes uint64) uint64 {
	factor := math.Exp((2*d.random.Float64() - 1) * math.Log(d.spread))
	return uint64(max(1, math.Round(float64(nodes)*factor)))
}
