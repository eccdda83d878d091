package tournament

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/tournament/openings"
)

const maxGames = 10_000_000 // in a plan

// Plan is the list of the games of a spec, numbered from 0. If later games follow from results, it lists only the games
// that are certain; see [Plan.Known]. A Plan never changes and may be shared between goroutines. Except for the games
// in the field listed, it makes each game when the game is needed, so that millions of games take little memory.
type Plan struct {
	Spec  Spec
	Rules engine.Rules
	Total int  // number of games of the run; in a knock-out the smallest number, since tied matches continue
	Short bool // whether Spec.Rounds was reduced, because there are fewer openings

	openings openings.List
	shard    parallel.Shard // the shard of the openings that this plan has
	orders   [][]int        // the orders of seats in which a group plays an opening; see [layout]
	groups   [][]int        // the groups that play every opening, each as player numbers from 0
	groupOf  map[string]int // index in groups, by the group's name (see groupText)

	// listed has the games of [Plan.Only] or, in a staged format, the games that are certain. Otherwise it is nil.
	listed []Planned
	fixed  bool           // whether listed is from [Plan.Only], so that results add no games
	places map[string]int // index in listed, by the identity of the game
}

// Planned is one game to be played.
type Planned struct {
	Identity     string    // unique within the run: "1v3/12/2" is players 1 and 3, opening 12, second order of seats
	Pair         string    // the same for all games of a group from one opening: "1v3/12", "1v2v4/12"
	Pairing      string    // the players' numbers in the spec: "1v3"
	Opening      int       // number of the opening or, without openings, of the round, from 1; 0 in the format [Odds]
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
// any point all players have played nearly the same number of games. If later games follow from results, the plan has
// only the games of the first stage; [Plan.Known] adds the others.
func NewPlan(spec Spec, game engine.Game) (Plan, error) {
	rules, err := game.New(spec.Options)
	if err != nil {
		return Plan{}, err
	}
	spec.Format = spec.format()
	layout := spec.Format.layout(spec, rules.Seats())
	plan := Plan{Spec: spec, Rules: rules, Total: layout.games, orders: layout.orders}
	if len(plan.orders) == 0 {
		return Plan{}, fmt.Errorf("%s with these options has %d seats; tournaments are of games for 2 to %d", spec.Game,
			rules.Seats(), engine.MaxSeats)
	}
	if plan.Total > maxGames {
		return Plan{}, fmt.Errorf("%d games in all, the most is %d; ask for fewer rounds or players", plan.Total,
			maxGames)
	}
	plan.openings, err = openings.NewList(rules, spec.Seed, spec.Openings, layout.openings)
	if errors.Is(err, openings.ErrTooFew) && spec.Traits().Shortens { // the list has all openings that there are
		plan.Short, plan.Spec.Rounds, err = true, plan.openings.Len(), nil
		plan.Total = spec.Format.layout(plan.Spec, rules.Seats()).games
	}
	if err != nil {
		return Plan{}, err
	}
	if layout.groups != nil {
		plan.groups = layout.groups()
	}
	plan.groupOf = make(map[string]int, len(plan.groups))
	for i, group := range plan.groups {
		plan.groupOf[groupText(group)] = i
	}
	return plan.Known(nil), nil
}

// Known returns the plan of the games that are certain, given results by identity. In a format in which later games
// follow from results, these are the games of all stages up to the first unfinished one. Other formats ignore results.
func (p Plan) Known(results map[string]Result) Plan {
	if format, ok := p.Spec.Format.(staged); ok && !p.fixed {
		return p.withListed(format.known(p, results))
	}
	return p
}

func (p Plan) withListed(games []Planned) Plan {
	p.listed = slices.Grow(games, 1) // not nil, even without games: nil would mean that the games are not listed
	p.places = make(map[string]int, len(games))
	for n, game := range games {
		p.places[game.Identity] = n
	}
	return p
}

// Only returns a plan of the given games. No further games follow from their results.
func (p Plan) Only(games []Planned) Plan {
	p.fixed = true
	return p.withListed(games)
}

// Part returns the plan of the games from the openings of one shard. Its games are numbered from 0.
func (p Plan) Part(shard parallel.Shard) Plan {
	if !shard.Whole() {
		p.shard = shard
		p.Total = p.Len()
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

// OpeningGames returns the number of games from each opening, or 0 if results decide it.
func (p Plan) OpeningGames() int { return len(p.groups) * len(p.orders) }

// List returns all games. For a large plan use [Plan.Select] instead.
func (p Plan) List() []Planned {
	games := make([]Planned, 0, p.Len())
	for _, game := range p.Select(func(int) bool { return true }) {
		games = append(games, game)
	}
	return games
}

// Sample returns the games from the first opening, which are equally many for every group. It returns all games of a
// plan of a staged format or of [Plan.Only].
func (p Plan) Sample() []Planned {
	first := p
	if p.listed == nil && p.openings.Len() > 1 {
		first.openings, first.shard = p.openings.First(1), parallel.Shard{}
	}
	return first.List()
}

// Select yields the games whose numbers are wanted, in order, with their numbers.
func (p Plan) Select(wanted func(n int) bool) iter.Seq2[int, Planned] {
	return func(yield func(int, Planned) bool) {
		place, opening := -1, openings.Opening{} // the opening made last, and its place in this plan's shard
		for n := range p.Len() {
			if !wanted(n) {
				continue
			}
			if p.listed == nil && n/p.OpeningGames() != place { // once for all games of an opening
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

// Complete reports whether all known games have results.
func (p Plan) Complete(results map[string]Result) bool {
	for _, game := range p.Known(results).List() {
		if _, finished := results[game.Identity]; !finished {
			return false
		}
	}
	return true
}

// Game returns the game with the given number.
func (p Plan) Game(n int) Planned {
	if p.listed != nil {
		return p.listed[n]
	}
	return p.gameFrom(p.openings.At(p.shard.Number(n/p.OpeningGames())), n)
}

// gameFrom returns the game with the given number. Unless games are listed, it needs the game's opening. Numbers count
// by opening, then by group, then by order of seats.
func (p Plan) gameFrom(opening openings.Opening, n int) Planned {
	if p.listed != nil {
		return p.listed[n]
	}
	pairNumber, order := n/len(p.orders), n%len(p.orders)
	openingNumber := p.shard.Number(pairNumber / len(p.groups))
	return p.groupGame(p.groups[pairNumber%len(p.groups)], openingNumber, order, opening)
}

// groupGame returns the game of a group from the opening with the given number, from 0. Order is an index of p.orders.
func (p Plan) groupGame(group []int, number, order int, opening openings.Opening) Planned {
	pair := pairText(group, number)
	game := p.Spec.planned(pair, order+1, pair, opening, group, p.orders[order])
	game.Opening = number + 1
	return game
}

// product returns the product of counts, but at most math.MaxInt32, which is more games than a plan can have.
func product(counts ...int) int {
	all := 1.0
	for _, count := range counts {
		all *= float64(count)
	}
	return int(min(all, math.MaxInt32))
}

// groupText returns the name of a group of players, such as "1v3" for the players 0 and 2.
func groupText(group []int) string {
	numbers := make([]string, len(group))
	for i, player := range group {
		numbers[i] = strconv.Itoa(player + 1)
	}
	return strings.Join(numbers, "v")
}

// pairText returns the common name of the games of a group from the opening with the given number, from 0: "1v3/12".
func pairText(group []int, opening int) string {
	return groupText(group) + "/" + strconv.Itoa(opening+1)
}

// gameText returns the name of the game of a pair with the given number, from 1: "1v3/12/2".
func gameText(pair string, number int) string { return pair + "/" + strconv.Itoa(number) }

// planned returns a game, given its number in its pair, from 1. The player in a seat is group[order[seat]].
//
// If the format draws node limits, their seeds follow from drawName and from the players' indexes in the group. In
// games with the same drawName a member of the group therefore draws the same limits, whichever seat it has.
func (s Spec) planned(
	pair string, number int, drawName string, opening openings.Opening, group, order []int,
) Planned {
	traits := s.Traits()
	game := Planned{
		Identity: gameText(pair, number), Pair: pair, Pairing: groupText(group), Start: opening.Start,
		OpeningTurns: opening.Turns, Visits: traits.Visits, Adjudication: s.Adjudication,
	}
	if seed := engine.DeriveSeed(s.Seed, "stray", game.Identity); engine.Uniform(seed) < traits.Stray {
		game.Stray = engine.DeriveSeed(seed, "turns") | 1 // never 0, which means none
	}
	if traits.Spread > 1 {
		game.Spread = traits.Spread
	}
	for seat, member := range order {
		game.Players = append(game.Players, s.Players[group[member]])
		game.Controls = append(game.Controls, s.ControlOf(group[member]))
		game.Seeds = append(game.Seeds, engine.DeriveSeed(s.Seed, "game", game.Identity, "seat",
			engine.Seat(seat).String()))
		if game.Spread > 1 {
			game.Draws = append(game.Draws, engine.DeriveSeed(s.Seed, "nodes", drawName, strconv.Itoa(member+1)))
		}
	}
	return game
}
