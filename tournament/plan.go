package tournament

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/tournament/formats"
	"pillars/tournament/openings"
)

const maxGames = 10_000_000

// Plan is the list of games that a spec stands for. It never changes and may be shared between goroutines.
type Plan struct {
	Spec  Spec
	Rules engine.Rules
	Games []Planned // all there are or, where the format pairs by results, those of the first stage
	Total int       // games in all; of a knock-out the fewest, since tied matches go on
	Short bool      // there are fewer openings than asked for: the plan's spec says with how many rounds it makes do

	openings []openings.Opening
}

// Planned is one game to be played.
type Planned struct {
	Identity     string    // unique within the run: "1v3/12/2" is players 1 and 3, opening 12, second order of seats
	Pair         string    // what the games of a group of players from one opening share: "1v3/12", "1v2v4/12"
	Pairing      string    // the players' numbers in the spec: "1v3"
	Opening      int       // the number of the opening; 0 for a game by itself
	Players      []string  // full names by seat
	Seeds        []uint64  // of the players, by seat
	Start        string    // text of the position that the game starts from, empty for that of the rules
	OpeningTurns []string  // turn texts
	Controls     []Control // of the players, by seat; nil for none
	Spread       float64   // with Draws: the factor by which each decision's node limit is drawn around the controls'
	Draws        []uint64  // seeds of these draws, by seat; nil for limits as they are
	Adjudication Adjudication
}

// NewPlan lists the games of a settled spec. In a round robin every group of as many players as the game has seats
// (see [formats.Groups]) plays every opening in every order of [formats.Seatings]. The order is opening by opening, so
// that a run broken off anywhere has given all players nearly the same work. A gauntlet leaves out the groups without a
// challenger, a sequential test is a round robin of two that is content with as many openings as there are. A Swiss and
// a knock-out tournament begin with the games of their first round; [Plan.Known] has those that follow from results.
func NewPlan(spec Spec, game engine.Game) (Plan, error) {
	rules, err := game.New(spec.Options)
	if err != nil {
		return Plan{}, err
	}
	plan := Plan{Spec: spec, Rules: rules}
	if len(formats.Seatings(rules.Seats())) == 0 {
		return Plan{}, fmt.Errorf("%s with these options has %d seats; tournaments are of games for 2 to %d", spec.Game,
			rules.Seats(), engine.MaxSeats)
	}
	plan.Total = plan.gameCount()
	if plan.Total > maxGames {
		return Plan{}, fmt.Errorf("%d games in all, the most is %d; ask for fewer rounds or players", plan.Total,
			maxGames)
	}
	plan.openings, err = openings.First(rules, spec.Seed, spec.Openings, plan.openingCount())
	if errors.Is(err, openings.ErrTooFew) && spec.Format.Shortens() {
		plan.Short, plan.Spec.Rounds = true, len(plan.openings)
		plan.Total, err = plan.gameCount(), nil
	}
	if err != nil {
		return Plan{}, err
	}
	plan.Games = plan.firstGames()
	return plan, nil
}

// Known lists the games that are certain with the given results, by identity: for a format that pairs by results those
// of all stages up to the first that is not finished, for all others Games.
func (p Plan) Known(results map[string]Result) []Planned {
	switch p.Spec.Format {
	case Swiss:
		_, stages := p.Spec.swiss().Play(p.scores(results))
		return p.stageGames(stages)
	case KnockOut:
		_, stages := p.Spec.knockOut().Play(p.scores(results))
		return p.stageGames(stages)
	case Odds:
		return p.oddsGames(results)
	}
	return p.Games
}

// Complete reports whether all known games have results.
func (p Plan) Complete(results map[string]Result) bool {
	return !slices.ContainsFunc(p.Known(results), func(game Planned) bool {
		_, finished := results[game.Identity]
		return !finished
	})
}

func (p Plan) firstGames() []Planned {
	var groups [][]int
	switch players, seats := len(p.Spec.Players), p.Rules.Seats(); p.Spec.Format {
	case Swiss, KnockOut, Odds:
		return p.Known(nil)
	case Gauntlet:
		groups = formats.GauntletGroups(players, p.Spec.Challengers, seats)
	case SelfPlay:
		groups = formats.Mirrors(players, seats)
	default:
		groups = formats.Groups(players, seats)
	}
	games := make([]Planned, 0, p.Total)
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
	pair := pairText(group, opening)
	seats := p.Rules.Seats()
	for n, order := range formats.Seatings(seats)[:p.Spec.RoundGames(seats)] {
		game := p.Spec.planned(pair, n+1, p.openings[opening], group, order)
		game.Pairing, game.Opening = groupText(group), opening+1
		games = append(games, p.Spec.varied(game, pair, order))
	}
	return games
}

func (p Plan) gameCount() int {
	players, seats, rounds := len(p.Spec.Players), p.Rules.Seats(), p.Spec.Rounds
	switch p.Spec.Format {
	case Swiss:
		return product(rounds, players/2, p.Spec.MatchPairs, 2)
	case KnockOut:
		return product(players-1, p.Spec.MatchPairs, 2)
	case SelfPlay, Odds:
		return product(rounds, players, p.Spec.RoundGames(seats))
	case Gauntlet:
		return formats.GameCount(players, seats, rounds) - formats.GameCount(players-p.Spec.Challengers, seats, rounds)
	}
	return formats.GameCount(players, seats, rounds)
}

// product is the product of counts, cut at a number that is too large for any plan.
func product(counts ...int) int {
	all := 1.0
	for _, count := range counts {
		all *= float64(count)
	}
	return int(min(all, math.MaxInt32))
}

func (p Plan) openingCount() int {
	switch p.Spec.Format {
	case Swiss:
		return p.Spec.Rounds * p.Spec.MatchPairs
	case KnockOut:
		return p.Spec.knockOut().Openings()
	}
	return p.Spec.Rounds
}

func groupText(group []int) string {
	numbers := make([]string, len(group))
	for i, player := range group {
		numbers[i] = strconv.Itoa(player + 1)
	}
	return strings.Join(numbers, "v")
}

// pairText names the games of a group from one opening, numbered from 0.
func pairText(group []int, opening int) string { return gameText(groupText(group), opening+1) }

func gameText(pair string, number int) string { return pair + "/" + strconv.Itoa(number) }

// planned names and seeds one game of a group. number is that of the order, from 1; order[seat] is an index into the
// group.
func (s Spec) planned(pair string, number int, opening openings.Opening, group, order []int) Planned {
	game := Planned{
		Identity: gameText(pair, number), Pair: pair, Start: opening.Start, OpeningTurns: opening.Turns,
		Adjudication: s.Adjudication,
	}
	for seat, member := range order {
		game.Players = append(game.Players, s.Players[group[member]])
		game.Controls = append(game.Controls, s.ControlOf(group[member]))
		game.Seeds = append(game.Seeds, engine.DeriveSeed(s.Seed, "game", game.Identity, "seat",
			engine.Seat(seat).String()))
	}
	return game
}

// varied is a game whose node limits are drawn, by the players' numbers in the group of the name.
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
