// Package certificate writes, reads and checks proofs of which seat wins a game, mainly Pilastri on a small board.
//
// A certificate is a set of positions, its members. It claims that in each member the seat to act loses. The set proves
// the claim: after each turn of the seat to act, some reply leads back into the set. Every step of Pilastri raises the
// sum of the pieces' levels, so no position occurs twice and a game within the set ends. The game ends where the seat
// to act has no step, and so loses. Checking a certificate therefore needs the rules, but neither a search nor any
// trust in the program that made the certificate.
//
// Positions near the end of the game would make up most of the set. A certificate leaves out positions in which the
// seat to act loses within a few turns; the check plays these turns in all ways.
//
// The package relies on the engine's rules and uses no code of the prover. docs/reference/certificates.md describes the
// file and checks a certificate by hand.
package certificate

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"

	"pillars/engine"
)

// Certificate is a set of positions in which the seat to act loses.
type Certificate struct {
	rules engine.Rules
	// Turns is an even number of turns of both seats. Positions in which the seat to act loses within this number of
	// turns may be left out.
	Turns int
	shape
	keys []byte // the keys of the members, in rising order
}

// shape describes the keys of a board.
type shape struct {
	files, ranks int
	width        int // bytes of a key
}

// shapeOf returns the shape of the keys of the rules' board. A key has two bits for each piece and one for each square.
func shapeOf(rules engine.Rules) shape {
	start := rules.Start()
	board := start.Diagram()
	return shape{board.Files, board.Ranks, len(start.(engine.Keyed).AppendCanonicalKey(nil))}
}

func (c *Certificate) Len() int { return len(c.keys) / c.width }

func (c *Certificate) key(member int) []byte { return c.keys[member*c.width:][:c.width] }

// find reports whether a key is in the set.
func (c *Certificate) find(key []byte) bool {
	_, found := sort.Find(c.Len(), func(member int) int { return bytes.Compare(key, c.key(member)) })
	return found
}

// CheckGame returns an error for rules of another game than Pilastri.
func CheckGame(rules engine.Rules) error {
	if name := rules.Game().Name(); name != "pilastri" {
		return fmt.Errorf("%q: certificates exist only for pilastri", name)
	}
	return nil
}

// Builder collects the members of a certificate.
type Builder struct {
	rules engine.Rules
	turns int
	shape shape
	lock  sync.Mutex
	keys  []byte // the keys added so far
}

// NewBuilder returns a builder for a board of Pilastri. Turns must be even; see [Certificate].
func NewBuilder(rules engine.Rules, turns int) (*Builder, error) {
	if err := CheckGame(rules); err != nil {
		return nil, err
	}
	return &Builder{rules: rules, turns: turns, shape: shapeOf(rules)}, nil
}

// Add adds the member with the given text, which lacks the turn number. Several threads may call it at once.
func (b *Builder) Add(text string) error {
	p, err := b.rules.Game().Read(text+" 1", b.rules.Settings())
	if err != nil {
		return fmt.Errorf("member %q: %w", text, err)
	}
	key := p.(engine.Keyed).AppendCanonicalKey(nil)
	b.lock.Lock()
	defer b.lock.Unlock()
	b.keys = append(b.keys, key...)
	return nil
}

// Certificate returns the certificate with all members that were added, without repetitions.
func (b *Builder) Certificate() *Certificate {
	keys := slices.SortedFunc(slices.Chunk(b.keys, b.shape.width), bytes.Compare)
	keys = slices.CompactFunc(keys, bytes.Equal)
	return &Certificate{b.rules, b.turns, b.shape, bytes.Join(keys, nil)}
}

// text returns the text of the position with a key, with White as the seat to act. A key lists the squares from a1
// along each rank. Each piece of a square, from the lowest up, has two bits: a 1, and then a 0 if the piece belongs to
// the seat to act, or a 1 if not. A 0 ends the square. The first bit is the lowest of the first byte. Zeros fill the
// last byte. The function reads missing bits as zeros and ignores bits after the last square.
func text(key []byte, files, ranks int) string {
	next := -1
	bit := func() int {
		if next++; next/8 >= len(key) {
			return 0
		}
		return int(key[next/8] >> (next % 8) & 1)
	}
	squares := make([]string, files*ranks)
	for i := range squares {
		for bit() == 1 {
			squares[i] += [...]string{"w", "b"}[bit()]
		}
		squares[i] = cmp.Or(squares[i], "x")
	}
	var rows []string
	for row := range slices.Chunk(squares, files) {
		rows = append(rows, strings.Join(row, ","))
	}
	slices.Reverse(rows)
	return strings.Join(rows, "/") + " w 1"
}
