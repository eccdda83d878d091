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

const maxGames = 10_000_000

// Plan is the list of games that a spec stands for, numbered from 0. If the format pairs players by results, it lists
// only the games of the first stage. A Plan never changes and may be shared between goroutines. It makes games when
// they are asked for, so that a plan of millions of games takes little memory.
type Plan struct {
	Spec  Spec
	Rules engine.Rules
	Total int  // games in all; in a knock-out at least, since tied matches continue
	Short bool // fewer openings exist than Rounds; Spec.Rounds is reduced to their number

	openings openings.List
	shard    parallel.Shard // the shard of the openings that this plan has
	orders   [][]int        // the orders of seats in which a group plays an opening; see [layout]
	groups   [][]int        // the groups of players, by number, that play every opening
	groupOf  map[string]int // indexes of groups by the text of the group

	listed []Planned      // the games, if not every group plays every opening; otherwise nil
	fixed  bool           // whether no games follow from the results of the listed games
	places map[string]int // indexes of listed, by identity
}

// Planned is one game to be played.
type Planned struct {
	Identity     string    // unique within the run: "1v3/12/2" is players 1 and 3, opening 12, second order of seats
	Pair         string    // common to the games of a group from one opening: "1v3/12", "1v2v4/12"
	Pairing      string    // the players' numbers in the spec: "1v3"
	Opening      int       // the number of the opening, from 1; 0 for a game without an opening
	Players      []string  // full names by seat
	Seeds        []uint64  // seeds of the players, by seat
	Start        string    // text of the position that the game starts from, empty for the start of the rules
	OpeningTurns []string  // texts of the opening's turns
	Controls     []Control // controls of the players, by seat; nil for none
	Spread       float64   // node limits are drawn between 1/Spread and Spread times those of Controls
	Draws        []uint64  // seeds for drawing node limits, by seat; nil to use those of Controls
	Stray        uint64    // seed for drawing turns at random, see [Training]; 0 for none
	Visits       bool      // whether thoughts hold visits
	Adjudication Adjudication
}

// NewPlan lists the games of a settled spec. In a round robin every group of as many players as seats (see
// [formats.Groups]) plays every opening in every order of [formats.Seatings]. The games of an opening are adjacent, so
// that a run stopped at any point has given all players nearly the same number of games.
//
// A gauntlet leaves out the groups without a challenger. A sequential test is a round robin of two players that may
// have fewer openings than rounds. In a mixed tournament two players play every opening in every order of
// [formats.MixedSeatings]. The plans of Swiss and knock-out tournaments hold the games of the first round; [Plan.Known]
// adds the games that follow from results.
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
	if errors.Is(err, openings.ErrTooFew) && spec.Traits().Shortens {
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

// Known returns the plan of the games that are certain, given results by identity. For a format that pairs players by
// results, these are the games of all stages up to the first unfinished stage. Other formats ignore the results.
func (p Plan) Known(results map[string]Result) Plan {
	if format, ok := p.Spec.Format.(staged); ok && !p.fixed {
		return p.of(format.known(p, results))
	}
	return p
}

func (p Plan) of(games []Planned) Plan {
	p.listed, p.places = slices.Grow(games, 1), make(map[string]int, len(games)) // never nil
	for n, game := range games {
		p.places[game.Identity] = n
	}
	return p
}

// Only returns a plan of the given games. No further games follow from their results.
func (p Plan) Only(games []Planned) Plan {
	p.fixed = true
	return p.of(games)
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

// OpeningGames returns the number of games from every opening, or 0 if it depends on results.
func (p Plan) OpeningGames() int { return len(p.groups) * len(p.orders) }

// List returns all games. For a large plan use [Plan.Select] instead.
func (p Plan) List() []Planned {
	games := make([]Planned, 0, p.Len())
	for _, game := range p.Select(func(int) bool { return true }) {
		games = append(games, game)
	}
	return games
}

// Sample returns the games from the first opening. Every group of the plan plays equally many of them.
func (p Plan) Sample() []Planned {
	first := p
	if p.listed == nil && p.openings.Len() > 1 {
		first.openings, first.shard = p.openings.First(1), parallel.Shard{}
	}
	return first.List()
}

// Select yields the games whose numbers are wanted, opening by opening.
func (p Plan) Select(wanted func(n int) bool) iter.Seq2[int, Planned] {
	return func(yield func(int, Planned) bool) {
		at, opening := -1, openings.Opening{}
		for n := range p.Len() {
			if !wanted(n) {
				continue
			}
			if i := n / max(1, p.OpeningGames()); p.listed == nil && i != at {
				at, opening = i, p.openings.At(p.shard.Number(i)) // once for all games of the opening
			}
			if !yield(n, p.game(n, opening)) {
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
			return (p.shard.Place(r.Opening-1)*len(p.groups)+group)*len(p.orders) + i, true
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
	return p.game(n, p.openings.At(p.shard.Number(n/p.OpeningGames())))
}

// game returns the game with the given number, whose opening is also given.
func (p Plan) game(n int, opening openings.Opening) Planned {
	if p.listed != nil {
		return p.listed[n]
	}
	pair := n / len(p.orders)
	number := p.shard.Number(pair / len(p.groups))
	return p.ofGroup(p.groups[pair%len(p.groups)], number, n%len(p.orders), opening)
}

// ofGroup returns the game of a group from the opening with the given number, from 0. Order is an index of p.orders.
func (p Plan) ofGroup(group []int, number, order int, opening openings.Opening) Planned {
	pair := pairText(group, number)
	game := p.Spec.planned(pair, order+1, opening, group, p.orders[order])
	game.Pairing, game.Opening = groupText(group), number+1
	return p.Spec.varied(game, pair, p.orders[order])
}

// product returns the product of counts, at most math.MaxInt32, which is too large for any plan.
func product(counts ...int) int {
	all := 1.0
	for _, count := range counts {
		all *= float64(count)
	}
	return int(min(all, math.MaxInt32))
}

func groupText(group []int) string {
	numbers := make([]string, len(group))
	for i, player := range group {
		numbers[i] = strconv.Itoa(player + 1)
	}
	return strings.Join(numbers, "v")
}

// pairText names the games of a group from the opening with the given number, from 0.
func pairText(group []int, opening int) string { return gameText(groupText(group), opening+1) }

func gameText(pair string, number int) string { return pair + "/" + strconv.Itoa(number) }

// planned names a game of a group and derives its seeds. Number is the number of the order of seats, from 1, and
// order[seat] is an index of group.
func (s Spec) planned(pair string, number int, opening openings.Opening, group, order []int) Planned {
	game := Planned{
		Identity: gameText(pair, number), Pair: pair, Start: opening.Start, OpeningTurns: opening.Turns,
		Visits: s.Traits().Visits, Adjudication: s.Adjudication,
	}
	if seed := engine.DeriveSeed(s.Seed, "stray", game.Identity); engine.Share(seed) < s.Traits().Stray {
		game.Stray = engine.DeriveSeed(seed, "turns") | 1
	}
	for seat, member := range order {
		game.Players = append(game.Players, s.Players[group[member]])
		game.Controls = append(game.Controls, s.ControlOf(group[member]))
		game.Seeds = append(game.Seeds, engine.DeriveSeed(s.Seed, "game", game.Identity, "seat",
			engine.Seat(seat).String()))
	}
	return game
}

// varied returns the game with the seeds that its node limits are drawn by, if the format draws them. They follow from
// the name and the players' numbers in the group.
func (s Spec) varied(game Planned, name string, order []int) Planned {
	spread := s.Traits().Spread
	if spread <= 1 {
		return game
	}
	game.Spread = spread
	for _, member := range order {
		game.Draws = append(game.Draws, engine.DeriveSeed(s.Seed, "nodes", name, strconv.Itoa(member+1)))
	}
	return game
}
