package advantage

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"strings"

	"pillars/engine"
)

// rounds puts games together to rounds, and knows those that were played before.
type rounds struct {
	size    int // of a round, in games
	waiting map[string][]played
	seen    map[digest]bool
}

type digest [sha256.Size]byte

// played is what a game has to say.
type played struct {
	identity string
	scores   []float64
	fault    bool
	moves    digest
	roles    Roles
}

func newRounds(size int) rounds {
	return rounds{max(1, size), map[string][]played{}, map[digest]bool{}}
}

// add is the round that a game completes, its games in one order, whichever was finished first, and whether it is new, move for move. It is nil where
// the round is not complete, or has a fault.
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

// digestOf tells games of different moves apart.
func digestOf(r engine.Record) digest {
	return sha256.Sum256([]byte(r.Start + "\n" + strings.Join(r.Turns, " ")))
}

// digestOfRound tells rounds of different moves apart.
func digestOfRound(round []played) digest {
	var moves []byte
	for _, g := range round {
		moves = append(moves, g.moves[:]...)
	}
	return sha256.Sum256(moves)
}
