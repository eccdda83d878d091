package advantage

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/results/stats"
	"pillars/tournament"
)

// Beginning is what was scored in games that began alike, up to symmetry: with the same given opening or, where none was given, the same first turn.
type Beginning struct {
	Key    uint64          // the same for all copies, also of other folds of the same rules
	Turns  string          // of that copy whose text comes first in the alphabet
	Scores map[float64]int // how many rounds have what mean score of the first seat
}

// Rounds is how many rounds began so.
func (b Beginning) Rounds() (n int) {
	for _, rounds := range b.Scores {
		n += rounds
	}
	return n
}

// Score is the mean score of the first seat with its anytime interval at the 95 % level.
func (b Beginning) Score() stats.Estimate { return sample(b.Scores).estimate(Level) }

// BeginningFold gathers how the games of one player with itself began. Like those of a [Fold], its rounds count once if they are the same move for
// move, and not at all with a player's fault.
type BeginningFold struct {
	rounds rounds
	found  map[uint64]*Beginning
}

// NewBeginningFold makes an empty fold of games whose rounds are of so many.
func NewBeginningFold(size int) *BeginningFold {
	return &BeginningFold{newRounds(size), map[uint64]*Beginning{}}
}

// Add counts a finished game. It fails, and counts nothing, where the beginning of a round that counts cannot be played again.
func (f *BeginningFold) Add(game engine.Game, finished tournament.Game) error {
	scores := slices.Clone(finished.Outcome.Scores[:finished.Outcome.Seats])
	one := played{identity: finished.Identity, scores: scores, fault: finished.Fault(), moves: digestOf(finished.Record)}
	round, fresh := f.rounds.add(finished.Pair, one)
	if !fresh {
		return nil
	}
	how, turns, err := beginningOf(game, finished.Record)
	if err != nil {
		return fmt.Errorf("game %s: %w", finished.Identity, err)
	}
	if f.found[how] == nil {
		f.found[how] = &Beginning{Key: how, Turns: turns, Scores: map[float64]int{}}
	}
	f.found[how].Turns = min(f.found[how].Turns, turns)
	f.found[how].Scores[mean(round, func(g played) float64 { return g.scores[0] })]++
	return nil
}

// Beginnings lists how the rounds began, the most frequent first.
func (f *BeginningFold) Beginnings() (list []Beginning) {
	for _, b := range f.found {
		list = append(list, *b)
	}
	return MergeBeginnings(list)
}

// MergeBeginnings puts lists of the same rules together, the most frequent first.
func MergeBeginnings(lists ...[]Beginning) (merged []Beginning) {
	at := map[uint64]int{}
	for _, b := range slices.Concat(lists...) {
		i, known := at[b.Key]
		if !known {
			at[b.Key] = len(merged)
			merged = append(merged, Beginning{b.Key, b.Turns, maps.Clone(b.Scores)})
			continue
		}
		merged[i].Turns = min(merged[i].Turns, b.Turns)
		for score, rounds := range b.Scores {
			merged[i].Scores[score] += rounds
		}
	}
	slices.SortFunc(merged, func(a, b Beginning) int {
		return cmp.Or(cmp.Compare(b.Rounds(), a.Rounds()), cmp.Compare(a.Turns, b.Turns), cmp.Compare(a.Key, b.Key))
	})
	return merged
}

// beginningOf plays the given opening of a recorded game, or its first turn. It fails where a turn cannot be played.
func beginningOf(game engine.Game, record engine.Record) (key uint64, text string, err error) {
	p, err := game.Read(record.Start, record.Settings)
	if err != nil {
		return 0, "", fmt.Errorf("start: %w", err)
	}
	turns := record.Turns[:min(max(1, record.Opening), len(record.Turns))]
	for i, text := range turns {
		steps, err := engine.ParseTurn(p, text)
		if err != nil {
			return 0, "", fmt.Errorf("turn %d: %w", i+1, err)
		}
		for _, step := range steps {
			p.Play(step)
		}
	}
	return engine.CanonicalHash(p), strings.Join(turns, " "), nil
}
