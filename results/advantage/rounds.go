// Package advantage says what games of a player with itself tell about the seats.
//
// A [Fold] takes finished games one by one and keeps the counts that a [Summary] is made of: each seat's score, draws
// apart, the score of who opens the play after the set-up and of who had a choice, all with anytime intervals. Games
// that were played before, move for move, count once.
//
// A [Line] takes scores at several places x, of which it supposes that logit(score) = a + b x: rungs of a ladder of
// node limits, or odds. It says how steep the line is, what it promises at a further place, and where it crosses one
// half.
//
// Everything is valid at all times: one may look after every game and stop at will.
package advantage

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/results/stats"
	"pillars/tournament"
)

// rounds puts games together to rounds, and knows those that were played before.
type rounds struct {
	size    int // of a round, in games
	waiting map[string][]played
	seen    map[digest]bool
}

type digest [sha256.Size]byte

type played struct {
	identity string
	scores   []float64
	fault    bool
	moves    digest
	roles    roles
}

func newRounds(size int) rounds {
	return rounds{max(1, size), map[string][]played{}, map[digest]bool{}}
}

// add is the round that a game completes, in the order of identities, and whether it is new, move for move; nil where
// it is not complete or has a fault.
func (r *rounds) add(pair string, g played) (round []played, fresh bool) {
	round = append(r.waiting[pair], g)
	r.waiting[pair] = round
	if len(round) < r.size {
		return nil, false
	}
	delete(r.waiting, pair)
	if slices.ContainsFunc(round, func(g played) bool { return g.fault }) {
		return nil, false
	}
	slices.SortFunc(round, func(a, b played) int { return cmp.Compare(a.identity, b.identity) })
	key := digestOfRound(round)
	fresh = !r.seen[key]
	r.seen[key] = true
	return round, fresh
}

func digestOf(r engine.Record) digest {
	return sha256.Sum256([]byte(r.Start + "\n" + strings.Join(r.Turns, " ")))
}

func digestOfRound(round []played) digest {
	var moves []byte
	for _, g := range round {
		moves = append(moves, g.moves[:]...)
	}
	return sha256.Sum256(moves)
}

// sample is how often rounds have scored what, each a number from 0 to 1. The zero sample is empty.
type sample map[float64]int

func (s *sample) add(value float64) {
	if *s == nil {
		*s = sample{}
	}
	(*s)[value]++
}

func (s sample) estimate(level float64) stats.Estimate { return stats.MeanOf(s, level) }

// roles are what the seats of a game had besides their numbers.
type roles struct {
	setUp   bool        // there was a set-up, and it was finished
	opener  engine.Seat // who acted first when the board was set up
	turns   int         // of the set-up
	men     int         // pieces on the board when it was set up
	chosen  bool        // the set-up ended with a choice that left the board as it was, and the players made it
	chooser engine.Seat // who chose first
}

// rolesOf plays the set-up of a recorded game again. It fails where a turn of it cannot be played.
func rolesOf(game engine.Game, record engine.Record) (roles, error) {
	p, err := game.Read(record.Start, record.Settings)
	if err != nil {
		return roles{}, fmt.Errorf("start: %w", err)
	}
	var r roles
	for i, text := range record.Turns {
		if p.Over() || !p.InOpening() {
			break
		}
		if !r.chosen && i >= record.Opening && engine.IsPieChoice(p) {
			r.chosen, r.chooser = true, p.Seat()
		}
		steps, err := engine.ParseTurn(p, text)
		if err != nil {
			return roles{}, fmt.Errorf("turn %d: %w", i+1, err)
		}
		for _, step := range steps {
			p.Play(step)
		}
		r.turns++
	}
	if r.turns > 0 && !p.Over() && !p.InOpening() {
		r.setUp, r.opener, r.men = true, p.Seat(), pieces(p.Diagram())
	}
	return r, nil
}

func pieces(d engine.Diagram) (count int) {
	for _, cell := range d.Cells {
		count += len(cell.Pieces)
	}
	return count
}

// Beginning is what was scored in games with the same given opening or, where none was given, the same first turn.
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

// BeginningFold gathers how the games of one player with itself began. Equal rounds count once, as in a [Fold].
type BeginningFold struct {
	rounds rounds
	found  map[uint64]*Beginning
}

// NewBeginningFold makes an empty fold of games whose rounds are of so many.
func NewBeginningFold(size int) *BeginningFold {
	return &BeginningFold{newRounds(size), map[uint64]*Beginning{}}
}

// Add counts a finished game. It counts nothing where the beginning of its round cannot be played again.
func (f *BeginningFold) Add(game engine.Game, finished tournament.Game) error {
	scores := slices.Clone(finished.Outcome.Scores[:finished.Outcome.Seats])
	one := played{identity: finished.Identity, scores: scores, fault: finished.Faulted(),
		moves: digestOf(finished.Record)}
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
