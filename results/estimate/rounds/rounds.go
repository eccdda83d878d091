// Package rounds groups finished games by the openings from which they began. The games from one opening form a round.
// All estimates take a round as one observation, because its games are not independent of each other. A [Fold] counts
// games and rounds with equal results. A [Set] keeps every game. [Means] and [Fold.Means] compute figures from them.
package rounds

import (
	"cmp"
	"crypto/sha256"
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
	Beginning string // turns of the given opening or, without an opening, the first turn
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

// Set holds finished games, grouped by round. The zero value is empty.
type Set struct {
	Size   int     // number of games of a complete round; 0 if it varies
	Rounds []Round // sorted by their first games; the last games of incomplete rounds may be missing

	index   map[string]int     // by name of an incomplete round: index in Rounds
	results map[Result]*Result // by value: the result that games share
}

// Round holds the games from one opening.
type Round []Game

// Add adds a game to the round with the given name, and returns that round. A game with an empty name is a round by
// itself.
func (s *Set) Add(name string, g Game) Round {
	if s.results == nil {
		s.index, s.results = map[string]int{}, map[Result]*Result{}
	}
	if shared, known := s.results[*g.Result]; known {
		g.Result = shared
	} else {
		s.results[*g.Result] = g.Result
	}
	i, known := s.index[name]
	if !known {
		i, s.Rounds = len(s.Rounds), append(s.Rounds, nil)
	}
	s.Rounds[i] = append(s.Rounds[i], g)
	switch {
	case len(s.Rounds[i]) == s.Size:
		delete(s.index, name)
	case name != "" && !known:
		s.index[name] = i
	}
	return s.Rounds[i]
}

// Complete returns the rounds that have all their games and no fault.
func (s *Set) Complete() (all []Round) {
	for _, r := range s.Rounds {
		if len(r) >= s.Size && r.Every(func(g Game) bool { return g.Ending != Broken }) {
			all = append(all, r)
		}
	}
	return all
}

// Every reports whether all games of the round have a property.
func (r Round) Every(has func(Game) bool) bool {
	return !slices.ContainsFunc(r, func(g Game) bool { return !has(g) })
}

// Games returns the games of rounds for which keep returns true.
func Games(rounds []Round, keep func(Game) bool) (games []Game) {
	for _, r := range rounds {
		for _, g := range r {
			if keep(g) {
				games = append(games, g)
			}
		}
	}
	return games
}

// A Number returns a number from 0 to 1 for a game, such as a score. counts is false for a game that does not count.
type Number func(Game) (x float64, counts bool)

// Means collects the values x that the function number returns for the games that count, to estimate their mean over
// games. The games of a round together are one observation.
func Means[R ~[]G, G any](rounds []R, number func(G) (x float64, counts bool)) (means stats.OpeningMeans) {
	for _, r := range rounds {
		total := stats.Total{}
		for _, g := range r {
			if x, counts := number(g); counts {
				total.Sum, total.Games = total.Sum+x, total.Games+1
			}
		}
		means.AddMany(total, 1)
	}
	return means
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
	beginning := strings.Join(r.Turns[:min(max(1, r.Opening), len(r.Turns))], " ")
	digest := sha256.Sum256([]byte(r.Start + "\n" + strings.Join(r.Turns, " ")))
	return &Moves{beginning, roles, played.Identity, digest}, err
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
