package experiment

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/results/estimate/stats"
)

// digest is the hash of the moves of a game or a round.
type digest [sha256.Size]byte

// played holds the facts about a finished game that its round needs.
type played struct {
	identity string
	scores   []float64 // by seat
	fault    bool      // whether a player's fault ended the game
	moves    digest
	roles    roles
}

// round adds a game to the round that consists of all games with the same pair. If the round is now complete, the
// method returns its games, sorted by identity; fresh reports whether no earlier round had the same moves. If the round
// is incomplete, or a fault ended one of its games, the method returns nil.
func (f *Fold) round(pair string, g played) (round []played, fresh bool) {
	round = append(f.waiting[pair], g)
	f.waiting[pair] = round
	if len(round) < f.size {
		return nil, false
	}
	delete(f.waiting, pair)
	if slices.ContainsFunc(round, func(g played) bool { return g.fault }) {
		return nil, false
	}
	slices.SortFunc(round, func(a, b played) int { return cmp.Compare(a.identity, b.identity) })
	var moves []byte
	for _, g := range round {
		moves = append(moves, g.moves[:]...)
	}
	key := sha256.Sum256(moves)
	fresh = !f.seen[key]
	f.seen[key] = true
	return round, fresh
}

// digestOf returns the hash of the start and the moves of a game.
func digestOf(r engine.Record) digest {
	return sha256.Sum256([]byte(r.Start + "\n" + strings.Join(r.Turns, " ")))
}

// roles says which seat acted first after the set-up of the board, and which seat made the pie choice of the set-up.
type roles struct {
	setUp   bool        // whether the game had a set-up and finished it
	opener  engine.Seat // seat that acted first after the set-up
	turns   int         // number of turns of the set-up
	men     int         // number of pieces on the board after the set-up
	chosen  bool        // whether the players themselves, not a given opening, made a pie choice
	chooser engine.Seat // seat that made the first pie choice
}

// rolesOf replays the set-up of a recorded game. It returns an error if a turn cannot be played.
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
		if err := playTurn(p, text); err != nil {
			return roles{}, fmt.Errorf("turn %d: %w", i+1, err)
		}
		r.turns++
	}
	if r.turns > 0 && !p.Over() && !p.InOpening() {
		r.setUp, r.opener = true, p.Seat()
		for _, cell := range p.Diagram().Cells {
			r.men += len(cell.Pieces)
		}
	}
	return r, nil
}

// Beginning holds the scores of the rounds that begin with the same opening or, without an opening, with the same
// first turn.
type Beginning struct {
	Key    uint64          // hash of the position, equal for symmetric beginnings of the same rules
	Turns  string          // text of the turns; of symmetric beginnings, the alphabetically first text
	scores map[float64]int // number of rounds with each mean score of the first seat in the round
}

// Rounds returns the number of rounds with this beginning.
func (b Beginning) Rounds() (n int) {
	for _, rounds := range b.scores {
		n += rounds
	}
	return n
}

// Score returns the mean score of the first seat with its anytime interval at the 95 % level.
func (b Beginning) Score() stats.Estimate { return stats.MeanOf(b.scores, Level) }

// begun holds the scores of the rounds that begin with exactly the same turns. [Fold.Beginnings] merges symmetric
// beginnings.
type begun struct {
	record engine.Record // one of the games
	turns  []string
	scores map[float64]int // as in [Beginning]
}

// Beginnings returns the beginnings of the counted rounds, the most frequent first. It returns an error if a beginning
// cannot be played.
func (f *Fold) Beginnings(game engine.Game) ([]Beginning, error) {
	var list []Beginning
	for _, b := range f.begun {
		p, err := game.Read(b.record.Start, b.record.Settings)
		for i := 0; i < len(b.turns) && err == nil; i++ {
			err = playTurn(p, b.turns[i])
		}
		if err != nil {
			return nil, fmt.Errorf("beginning %v: %w", b.turns, err)
		}
		list = append(list, Beginning{engine.CanonicalHash(p), strings.Join(b.turns, " "), b.scores})
	}
	return MergeBeginnings(list), nil
}

// playTurn plays the turn with the given text on p.
func playTurn(p engine.Position, text string) error {
	steps, err := engine.ParseTurn(p, text)
	for _, step := range steps {
		p.Play(step)
	}
	return err
}

// MergeBeginnings merges equal beginnings of games with the same rules, and sorts them, the most frequent first.
func MergeBeginnings(all []Beginning) (merged []Beginning) {
	indices := map[uint64]int{} // in merged, by key
	for _, b := range all {
		i, known := indices[b.Key]
		if !known {
			indices[b.Key] = len(merged)
			merged = append(merged, Beginning{b.Key, b.Turns, maps.Clone(b.scores)})
			continue
		}
		merged[i].Turns = min(merged[i].Turns, b.Turns)
		for score, rounds := range b.scores {
			merged[i].scores[score] += rounds
		}
	}
	slices.SortFunc(merged, func(a, b Beginning) int {
		return cmp.Or(cmp.Compare(b.Rounds(), a.Rounds()), cmp.Compare(a.Turns, b.Turns), cmp.Compare(a.Key, b.Key))
	})
	return merged
}
