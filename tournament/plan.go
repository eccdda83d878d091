package tournament

import (
	"fmt"
	"strconv"

	"pillars/engine"
)

// Plan is the list of games that a spec stands for. It never changes and may be shared between goroutines.
type Plan struct {
	Spec  Spec
	Rules engine.Rules
	Games []Planned
}

// Planned is one game to be played.
type Planned struct {
	Identity string   // unique within the run and sayable: "1v3/12/2" is players 1 and 3, opening 12, the second game of the pair
	Pair     string   // what the two games of a pair share: "1v3/12"
	Players  []string // full names by seat
	Seeds    []uint64 // of the players, by seat
	Opening  []string // turn texts
}

// NewPlan lists the games of a settled spec: a round robin in which every pairing plays every opening twice, with the seats swapped. The order is
// opening by opening, so that a run broken off anywhere has given all players nearly the same work.
func NewPlan(spec Spec, game engine.Game) (Plan, error) {
	rules, err := game.New(spec.Options)
	if err != nil {
		return Plan{}, err
	}
	openings, err := Openings(rules, spec.Seed, spec.OpeningTurns, spec.Rounds)
	if err != nil {
		return Plan{}, err
	}
	plan := Plan{Spec: spec, Rules: rules, Games: make([]Planned, 0, GameCount(len(spec.Players), spec.Rounds))}
	for i, opening := range openings {
		for a := range spec.Players {
			for b := a + 1; b < len(spec.Players); b++ {
				pair := fmt.Sprintf("%dv%d/%d", a+1, b+1, i+1)
				plan.Games = append(plan.Games, spec.planned(pair, 1, opening, a, b), spec.planned(pair, 2, opening, b, a))
			}
		}
	}
	return plan, nil
}

// GameCount is the number of games in a round robin of players with so many rounds (pairs per pairing).
func GameCount(players, rounds int) int { return players * (players - 1) * rounds }

// planned names and seeds one game. order is 1 or 2; seats are indices into the players.
func (s Spec) planned(pair string, order int, opening []string, seats ...int) Planned {
	game := Planned{Identity: pair + "/" + strconv.Itoa(order), Pair: pair, Opening: opening}
	for seat, player := range seats {
		game.Players = append(game.Players, s.Players[player])
		game.Seeds = append(game.Seeds, engine.DeriveSeed(s.Seed, "game", game.Identity, "seat", engine.Seat(seat).String()))
	}
	return game
}
