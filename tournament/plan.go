package tournament

import (
	"fmt"
	"math"
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
	Games []Planned
}

// Planned is one game to be played.
type Planned struct {
	Identity string   // unique within the run and sayable: "1v3/12/2" is players 1 and 3, opening 12, the second order of seats
	Pair     string   // what the games of a group of players from one opening share: "1v3/12", "1v2v4/12"
	Players  []string // full names by seat
	Seeds    []uint64 // of the players, by seat
	Opening  []string // turn texts
}

// NewPlan lists the games of a settled spec: every group of as many players as the game has seats (see [Groups]) plays every opening in every order
// of [Seatings]. With two seats that is a round robin in pairs of games with the seats swapped. The order is opening by opening, so that a run
// broken off anywhere has given all players nearly the same work.
func NewPlan(spec Spec, game engine.Game) (Plan, error) {
	rules, err := game.New(spec.Options)
	if err != nil {
		return Plan{}, err
	}
	seats := rules.Seats()
	orders := Seatings(seats)
	if len(orders) == 0 {
		return Plan{}, fmt.Errorf("%s with these options has %d seats; tournaments are of games for 2 to %d", spec.Game, seats, engine.MaxSeats)
	}
	count := GameCount(len(spec.Players), seats, spec.Rounds)
	if count > MaxGames {
		return Plan{}, fmt.Errorf("%d games in all, the most is %d; ask for fewer rounds or players", count, MaxGames)
	}
	openings, err := Openings(rules, spec.Seed, spec.OpeningTurns, spec.Rounds)
	if err != nil {
		return Plan{}, err
	}
	groups := Groups(len(spec.Players), seats)
	plan := Plan{Spec: spec, Rules: rules, Games: make([]Planned, 0, count)}
	for i, opening := range openings {
		for _, group := range groups {
			pair := groupText(group) + "/" + strconv.Itoa(i+1)
			for n, order := range orders {
				plan.Games = append(plan.Games, spec.planned(pair, n+1, opening, group, order))
			}
		}
	}
	return plan, nil
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
func (s Spec) planned(pair string, number int, opening []string, group, order []int) Planned {
	game := Planned{Identity: pair + "/" + strconv.Itoa(number), Pair: pair, Opening: opening}
	for seat, member := range order {
		game.Players = append(game.Players, s.Players[group[member]])
		game.Seeds = append(game.Seeds, engine.DeriveSeed(s.Seed, "game", game.Identity, "seat", engine.Seat(seat).String()))
	}
	return game
}
