package tournament

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
)

// MaxGames is the largest number of games in one plan.
const MaxGames = 10_000_000

// Plan is the list of games that a spec stands for. It never changes and may be shared between goroutines.
type Plan struct {
	Spec  Spec
	Rules engine.Rules
	Games []Planned // all there are or, where the format pairs by results, those of the first stage
	Total int       // games in all; of a knock-out the fewest, since tied matches go on
	Short bool      // there are fewer openings than the spec asks for, and a sequential test or self-play makes do: the plan's spec says with how many

	openings []Opening
}

// Planned is one game to be played.
type Planned struct {
	Identity string    // unique within the run and sayable: "1v3/12/2" is players 1 and 3, opening 12, the second order of seats
	Pair     string    // what the games of a group of players from one opening share: "1v3/12", "1v2v4/12"
	Players  []string  // full names by seat
	Seeds    []uint64  // of the players, by seat
	Start    string    // text of the position that the game starts from, empty for that of the rules
	Opening  []string  // turn texts
	Controls []Control // of the players, by seat; nil for none
	Spread   float64   // with Draws: the factor by which the node limit of every decision is drawn around that of the controls
	Draws    []uint64  // seeds of these draws, by seat; nil for limits as they are

	Adjudication Adjudication // when the game is ended before the rules end it
}

// NewPlan lists the games of a settled spec. In a round robin every group of as many players as the game has seats (see [Groups]) plays every opening
// in every order of [Seatings]; with two seats these are pairs of games with the seats swapped. The order is opening by opening, so that a
// run broken off anywhere has given all players nearly the same work. A gauntlet leaves out the groups without a challenger, a sequential test is a round
// robin of two that is content with as many openings as there are. A Swiss and a knock-out tournament begin with the games of their first round;
// [Plan.Known] has those that follow from results.
func NewPlan(spec Spec, game engine.Game) (Plan, error) {
	rules, err := game.New(spec.Options)
	if err != nil {
		return Plan{}, err
	}
	plan := Plan{Spec: spec, Rules: rules}
	if len(Seatings(rules.Seats())) == 0 {
		return Plan{}, fmt.Errorf("%s with these options has %d seats; tournaments are of games for 2 to %d", spec.Game, rules.Seats(), engine.MaxSeats)
	}
	plan.Total = plan.gameCount()
	if plan.Total > MaxGames {
		return Plan{}, fmt.Errorf("%d games in all, the most is %d; ask for fewer rounds or players", plan.Total, MaxGames)
	}
	plan.openings, err = Openings(rules, spec.Seed, spec.Openings, plan.openingCount())
	if errors.Is(err, errNoMoreOpenings) && (spec.Format == Sequential || spec.Format == SelfPlay) && len(plan.openings) > 0 {
		plan.makeDo()
		err = nil
	}
	if err != nil {
		return Plan{}, err
	}
	plan.Games = plan.firstGames()
	return plan, nil
}

// makeDo asks for no more rounds than there are openings.
func (p *Plan) makeDo() {
	p.Short, p.Spec.Rounds = true, len(p.openings)
	p.Total = p.gameCount()
}

// Known lists the games that are certain when those with the given results, by identity, are finished: for a format that pairs by results those of
// all stages up to the first that is not finished, for all others simply Games. A run is complete when all known games have results.
func (p Plan) Known(results map[string]Result) []Planned {
	switch p.Spec.Format {
	case Swiss:
		return p.swissGames(results)
	case KnockOut:
		return p.knockOutGames(results)
	case Odds:
		return p.oddsGames(results)
	}
	return p.Games
}

// Complete reports whether all games have results that are known with these results: no game is left to play.
func (p Plan) Complete(results map[string]Result) bool {
	return !slices.ContainsFunc(p.Known(results), func(game Planned) bool {
		_, finished := results[game.Identity]
		return !finished
	})
}

// firstGames lists the games that do not depend on results.
func (p Plan) firstGames() []Planned {
	switch p.Spec.Format {
	case Swiss:
		return p.swissGames(nil)
	case KnockOut:
		return p.knockOutGames(nil)
	case SelfPlay:
		return p.mirrorGames()
	case Odds:
		return p.oddsGames(nil)
	}
	games := make([]Planned, 0, p.Total)
	groups := p.Spec.groups(p.Rules.Seats())
	for i := range p.openings {
		for _, group := range groups {
			games = append(games, p.block(group, i)...)
		}
	}
	return games
}

// block is the games of a group from one opening: in every order of seats.
func (p Plan) block(group []int, opening int) []Planned {
	var games []Planned
	pair := groupText(group) + "/" + strconv.Itoa(opening+1)
	for n, order := range Seatings(p.Rules.Seats()) {
		games = append(games, p.Spec.planned(pair, n+1, p.openings[opening], group, order))
	}
	return games
}

// groups are the groups that meet.
func (s Spec) groups(seats int) [][]int {
	if s.Format == Gauntlet {
		return gauntletGroups(len(s.Players), s.Challengers, seats)
	}
	return Groups(len(s.Players), seats)
}

// gameCount is the number of games that the plan comes to, at least.
func (p Plan) gameCount() int {
	switch p.Spec.Format {
	case Swiss:
		return p.swissCount()
	case KnockOut:
		return p.knockOutCount()
	case SelfPlay, Odds:
		return product(p.Spec.Rounds, len(p.Spec.Players), p.Spec.RoundGames(p.Rules.Seats()))
	case Gauntlet:
		seats := p.Rules.Seats()
		all := GameCount(len(p.Spec.Players), seats, p.Spec.Rounds)
		return all - GameCount(len(p.Spec.Players)-p.Spec.Challengers, seats, p.Spec.Rounds)
	}
	return GameCount(len(p.Spec.Players), p.Rules.Seats(), p.Spec.Rounds)
}

// openingCount is the number of openings that the plan may need.
func (p Plan) openingCount() int {
	switch p.Spec.Format {
	case Swiss:
		return p.Spec.Rounds * p.Spec.MatchPairs
	case KnockOut:
		return p.knockOutOpenings()
	}
	return p.Spec.Rounds
}

// GameCount is the number of games when every group of as many players as there are seats plays so many rounds, each round in every order of
// [Seatings].
func GameCount(players, seats, rounds int) int {
	count := float64(rounds * len(Seatings(seats)))
	for i := range seats {
		count = count * float64(max(0, players-i)) / float64(i+1) // whole after every division
	}
	return int(min(count, math.MaxInt32))
}

// groupText names a group by its players' numbers: "1v2v4".
func groupText(group []int) string {
	numbers := make([]string, len(group))
	for i, player := range group {
		numbers[i] = strconv.Itoa(player + 1)
	}
	return strings.Join(numbers, "v")
}

// planned names and seeds one game of a group. number is that of the order, from 1; order[seat] is an index into the group.
func (s Spec) planned(pair string, number int, opening Opening, group, order []int) Planned {
	game := Planned{
		Identity: pair + "/" + strconv.Itoa(number), Pair: pair, Start: opening.Start, Opening: opening.Turns, Adjudication: s.Adjudication,
	}
	for seat, member := range order {
		game.Players = append(game.Players, s.Players[group[member]])
		game.Controls = append(game.Controls, s.controlOf(group[member]))
		game.Seeds = append(game.Seeds, engine.DeriveSeed(s.Seed, "game", game.Identity, "seat", engine.Seat(seat).String()))
	}
	return game
}
