package tournament

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/tournament/openings"
)

const maxGames = 10_000_000 // largest number of games in a plan

// Plan is the list of the games of a spec, numbered from 0. It is known before the first game and never changes, so
// that goroutines may share it. Except after [Plan.Only], a Plan makes each game when the game is needed, so that
// millions of games take little memory.
type Plan struct {
	Spec  Spec
	Rules engine.Rules
	Short bool // whether Spec.Rounds was reduced, because there are fewer openings

	openings openings.List
	shard    parallel.Shard // the part of the openings from which this plan has games
	orders   [][]int        // the orders of seats in which a group plays an opening; see [Spec.orders]
	groups   [][]int        // the groups that play every opening, each as player numbers from 0
	groupOf  map[string]int // index in groups, by the group's name (see groupText)

	listed []Planned      // the games of [Plan.Only]; nil for all games of the openings
	places map[string]int // index in listed, by the identity of the game
}

// Planned is one game to be played.
type Planned struct {
	Identity     string    // unique within the run: "1v3/12/2" is players 1 and 3, opening 12, second order of seats
	Pair         string    // the same for all games of a group from one opening: "1v3/12", "1v2v4/12"
	Pairing      string    // the players' numbers in the spec: "1v3"
	Opening      int       // number of the opening or, without openings, of the round, from 1
	Players      []string  // full names by seat
	Seeds        []uint64  // seeds of the players, by seat
	Start        string    // text of the position that the game starts from; empty for the start of the rules
	OpeningTurns []string  // texts of the opening's turns
	Controls     []Control // limits and clocks of the players, by seat; nil for none
	Spread       float64   // node limits are drawn from 1/Spread to Spread times those in Controls; 0 to draw none
	Draws        []uint64  // seeds for drawing node limits, by seat; nil to draw none
	Stray        uint64    // seed for drawing turns at random, see [Training]; 0 to draw none
	Visits       bool      // whether to store how often searches tried each step, see [Thought].Visits
	Adjudication Adjudication
}

// NewPlan returns the plan of a settled spec. The games of an opening are adjacent, so that in a run that is stopped at
// any point all players have played nearly the same number of games.
func NewPlan(spec Spec, game engine.Game) (Plan, error) {
	rules, err := game.New(spec.Options)
	if err != nil {
		return Plan{}, err
	}
	seats := rules.Seats()
	plan := Plan{Spec: spec, Rules: rules, orders: spec.orders(seats)}
	if len(plan.orders) == 0 {
		return Plan{}, fmt.Errorf("%s with these options has %d seats; tournaments are of games for 2 to %d", spec.Game,
			seats, engine.MaxSeats)
	}
	if games := spec.Rounds * spec.OpeningGames(seats); games > maxGames {
		return Plan{}, fmt.Errorf("%d games in all, the most is %d; ask for fewer rounds or players", games, maxGames)
	}
	plan.openings, err = openings.NewList(rules, spec.Seed, spec.Openings, spec.Rounds)
	if errors.Is(err, openings.ErrTooFew) && spec.Format.EndsEarly() { // the list has all openings that there are
		plan.Short, plan.Spec.Rounds, err = true, plan.openings.Len(), nil
	}
	if err != nil {
		return Plan{}, err
	}
	plan.groups = spec.groups(seats)
	plan.groupOf = make(map[string]int, len(plan.groups))
	for i, group := range plan.groups {
		plan.groupOf[groupText(group)] = i
	}
	return plan, nil
}

// Only returns a plan of the given games instead of all games of the openings.
func (p Plan) Only(games []Planned) Plan {
	p.listed = slices.Grow(games, 1) // not nil, even without games: nil would mean all games of the openings
	p.places = make(map[string]int, len(games))
	for n, game := range games {
		p.places[game.Identity] = n
	}
	return p
}

// Part returns the plan of the games from the openings of one shard. Its games are numbered from 0.
func (p Plan) Part(shard parallel.Shard) Plan {
	if !shard.Whole() {
		p.shard = shard
	}
	return p
}

// Len returns the number of games.
func (p Plan) Len() int {
	if p.listed != nil {
		return len(p.listed)
	}
	return p.shard.Count(p.openings.Len()) * p.OpeningGames()
}

// OpeningGames returns the number of games from each opening.
func (p Plan) OpeningGames() int { return len(p.groups) * len(p.orders) }

// List returns all games. For a large plan use [Plan.Select] instead.
func (p Plan) List() []Planned {
	games := make([]Planned, 0, p.Len())
	for _, game := range p.Select(func(int) bool { return true }) {
		games = append(games, game)
	}
	return games
}

// Select yields the games for whose numbers wanted returns true, in order, with their numbers.
func (p Plan) Select(wanted func(n int) bool) iter.Seq2[int, Planned] {
	return func(yield func(int, Planned) bool) {
		place, opening := -1, openings.Opening{} // the opening made last, and its index among the openings of the shard
		for n := range p.Len() {
			if !wanted(n) {
				continue
			}
			if p.listed == nil && n/p.OpeningGames() != place { // makes each opening once for all its games
				place = n / p.OpeningGames()
				opening = p.openings.At(p.shard.Number(place))
			}
			if !yield(n, p.gameFrom(opening, n)) {
				return
			}
		}
	}
}

// Number returns the number of the game that a result belongs to, and whether the plan has that game.
func (p Plan) Number(r Result) (n int, planned bool) {
	if p.listed != nil {
		n, planned = p.places[r.Identity]
		return n, planned
	}
	group, planned := p.groupOf[r.Pairing]
	if !planned || r.Opening < 1 || r.Opening > p.openings.Len() || !p.shard.Has(r.Opening-1) {
		return 0, false
	}
	for i := range p.orders {
		if r.Identity == gameText(r.Pair, i+1) {
			pairNumber := p.shard.Place(r.Opening-1)*len(p.groups) + group
			return pairNumber*len(p.orders) + i, true
		}
	}
	return 0, false
}

// Game returns the game with the given number.
func (p Plan) Game(n int) Planned {
	if p.listed != nil {
		return p.listed[n]
	}
	return p.gameFrom(p.openings.At(p.shard.Number(n/p.OpeningGames())), n)
}

// gameFrom returns game n, whose opening is given; after [Plan.Only] the opening is not used. Games are numbered by
// opening, then by group, then by order of seats.
func (p Plan) gameFrom(opening openings.Opening, n int) Planned {
	if p.listed != nil {
		return p.listed[n]
	}
	pairNumber, order := n/len(p.orders), n%len(p.orders)
	return p.Spec.planned(p.groups[pairNumber%len(p.groups)], p.shard.Number(pairNumber/len(p.groups)), opening,
		order+1, p.orders[order])
}

// groupText returns the name of a group of players, such as "1v3" for the players with the indexes 0 and 2.
func groupText(group []int) string {
	numbers := make([]string, len(group))
	for i, player := range group {
		numbers[i] = strconv.Itoa(player + 1)
	}
	return strings.Join(numbers, "v")
}

// gameText returns the name of a game, such as "1v3/12/2", from the name of its pair and its number in the pair, from
// 1.
func gameText(pair string, number int) string { return pair + "/" + strconv.Itoa(number) }

// planned returns the game that a group plays from an opening in an order of seats. The argument openingNumber counts
// openings from 0. The argument number counts, from 1, the games of the group from this opening. The player in a seat
// is group[order[seat]].
//
// If the format draws node limits, their seeds follow from the pair and from the players' indexes in the group. In all
// games of a pair a member of the group therefore draws the same limits, whichever seat it has.
func (s Spec) planned(group []int, openingNumber int, opening openings.Opening, number int, order []int) Planned {
	pair := groupText(group) + "/" + strconv.Itoa(openingNumber+1)
	game := Planned{
		Identity: gameText(pair, number), Pair: pair, Pairing: groupText(group), Opening: openingNumber + 1,
		Start: opening.Start, OpeningTurns: opening.Turns, Visits: s.Format.Visits, Adjudication: s.Adjudication,
	}
	if seed := engine.DeriveSeed(s.Seed, "stray", game.Identity); engine.Uniform(seed) < s.Format.Stray {
		game.Stray = engine.DeriveSeed(seed, "turns") | 1 // never 0, which would mean no random turns
	}
	if s.Format.Spread > 1 {
		game.Spread = s.Format.Spread
	}
	for seat, member := range order {
		game.Players = append(game.Players, s.Players[group[member]])
		game.Controls = append(game.Controls, s.ControlOf(group[member]))
		game.Seeds = append(game.Seeds, engine.DeriveSeed(s.Seed, "game", game.Identity, "seat",
			engine.Seat(seat).String()))
		if game.Spread > 1 {
			game.Draws = append(game.Draws, engine.DeriveSeed(s.Seed, "nodes", pair, strconv.Itoa(member+1)))
		}
	}
	return game
}
