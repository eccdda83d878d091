// Package rounds groups finished games by the openings from which they began. The games from one opening form a round.
// All estimates take a round as one observation, because its games are not independent of each other. A [Gatherer]
// makes the rounds. A [Tally] counts rounds with equal games, and a [Fold] does so by players and places.
package rounds

import (
	"cmp"
	"crypto/sha256"
	"maps"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// Ending is the way in which a game ended.
type Ending uint8

const (
	Won    Ending = iota // won by a rule or by adjudication
	Drawn                // drawn by a rule, such as repetition
	CutOff               // drawn because the game was too long
	Broken               // ended by a player's fault
)

// Game holds the facts about a finished game.
type Game struct {
	*Result        // shared by games with the same result
	Turns   int32  // number of turns
	Moves   *Moves // facts from the game's record; nil if only the result was read
}

// Result says how a game ended.
type Result struct {
	Outcome engine.Outcome
	Ending  Ending
}

// Moves holds the facts about a finished game that follow from its record.
type Moves struct {
	Roles
	identity string
	digest   Digest
}

// GameOf returns the game with the result r, without Moves.
func GameOf(r tournament.Result) Game {
	g := Game{Result: &Result{r.Outcome, Drawn}, Turns: int32(r.Turns)}
	_, won := Winner(r.Outcome)
	switch {
	case r.Faulted():
		g.Ending = Broken
	case r.Outcome.Reason == engine.TurnCap || r.Adjudicated == tournament.TooLong:
		g.Ending = CutOff
	case won:
		g.Ending = Won
	}
	return g
}

// Winner returns the seat with the highest score. ok is false if several seats have this score.
func Winner(o engine.Outcome) (seat engine.Seat, ok bool) { return Highest(o.Scores[:o.Seats]) }

// Highest returns the seat with the largest value. alone is false if several seats have this value, or if there are no
// seats.
func Highest(values []float64) (best engine.Seat, alone bool) {
	if len(values) == 0 {
		return 0, false
	}
	most := slices.Max(values)
	first := slices.Index(values, most)
	return engine.Seat(first), !slices.Contains(values[first+1:], most)
}

// Level reports whether all seats have the same score.
func (g Game) Level() bool {
	scores := g.Outcome.Scores[:g.Outcome.Seats]
	return len(scores) > 0 && slices.Min(scores) == slices.Max(scores)
}

// A Gatherer gathers games into rounds. G is what is kept of a game. The zero value has no games.
type Gatherer[G any] struct {
	Size  int // number of games in a complete round; 0 if it varies
	added int // number of games so far
	open  map[string]unfinished[G]
}

// unfinished is a round that may get more games. first is the number of its first game.
type unfinished[G any] struct {
	first int
	games []G
}

// Add adds a game to the round of the given opening. If the round is now complete, Add returns its games and forgets
// them; otherwise it returns nil. A game without an opening is a round by itself.
func (a *Gatherer[G]) Add(opening string, game G) (complete []G) {
	round, known := a.open[opening]
	if !known {
		round.first = a.added
	}
	a.added++
	round.games = append(round.games, game)
	if opening == "" || len(round.games) == a.Size {
		delete(a.open, opening)
		return round.games
	}
	if a.open == nil {
		a.open = map[string]unfinished[G]{}
	}
	a.open[opening] = round
	return nil
}

// Rest returns the rounds that are not complete, in the order of their first games.
func (a *Gatherer[G]) Rest() (all [][]G) {
	for _, round := range slices.SortedFunc(maps.Values(a.open), func(a, b unfinished[G]) int {
		return cmp.Compare(a.first, b.first)
	}) {
		all = append(all, round.games)
	}
	return all
}

// Round holds the games from one opening.
type Round []Game

// Repeated is a round, and the number of openings with rounds equal to it.
type Repeated struct {
	Round
	Count int
}

// Every reports whether all games of the round have a property.
func (r Round) Every(has func(Game) bool) bool {
	return !slices.ContainsFunc(r, func(g Game) bool { return !has(g) })
}

// Sum adds up the values x that the function number returns for the games of a round that count.
func Sum[G any](round []G, number func(G) (x float64, counts bool)) (total stats.Total) {
	for _, g := range round {
		if x, counts := number(g); counts {
			total.Sum, total.Games = total.Sum+x, total.Games+1
		}
	}
	return total
}

// Indicator returns 1 if the condition holds and 0 otherwise.
func Indicator(condition bool) float64 {
	if condition {
		return 1
	}
	return 0
}

// A Digest is a hash of moves.
type Digest [sha256.Size]byte

// MovesOf returns the facts that follow from the record of the game played. It returns an error if the record has an
// impossible turn in the set-up of the board.
func MovesOf(game engine.Game, played tournament.Game) (*Moves, error) {
	r := played.Record
	roles, err := rolesOf(game, r)
	digest := sha256.Sum256([]byte(r.Start + "\n" + strings.Join(r.Turns, " ")))
	return &Moves{roles, played.Identity, digest}, err
}

// Digest returns a hash of the moves of all games of the round, which does not depend on the order of the games. All
// games must have Moves.
func (r Round) Digest() Digest {
	sorted := slices.SortedFunc(slices.Values(r), func(a, b Game) int {
		return cmp.Compare(a.Moves.identity, b.Moves.identity)
	})
	var moves []byte
	for _, g := range sorted {
		moves = append(moves, g.Moves.digest[:]...)
	}
	return sha256.Sum256(moves)
}
