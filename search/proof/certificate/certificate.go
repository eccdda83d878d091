// Package certificate writes, reads and checks proofs of which seat wins a game, mainly Pilastri on a small board.
//
// A certificate is a set of positions, its members. It claims that in each member the seat to act loses. The set proves
// the claim: after each turn of the seat to act, some reply leads back into the set. Every step of Pilastri raises the
// sum of the pieces' levels, so no position occurs twice and a game within the set ends. It ends where the seat to act
// has no step, and so loses. Checking a certificate therefore needs the rules, but neither a search nor any trust in
// the program that made it.
//
// Positions near the end of the game would make up most of the set. A certificate leaves out positions in which the
// seat to act loses within a few turns; the check plays these turns in all ways.
//
// The package relies on the engine's rules and uses no code of the prover. docs/reference/certificates.md describes the
// file and checks one by hand.
package certificate

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

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

// Len returns the number of members.
func (c *Certificate) Len() int { return len(c.keys) / c.width }

func (c *Certificate) key(member int) []byte { return c.keys[member*c.width:][:c.width] }

// find reports whether a key is in the set.
func (c *Certificate) find(key []byte) bool {
	low, high := 0, c.Len()
	for low < high {
		middle := int(uint(low+high) / 2)
		switch bytes.Compare(c.key(middle), key) {
		case 0:
			return true
		case -1:
			low = middle + 1
		default:
			high = middle
		}
	}
	return false
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
	rules  engine.Rules
	turns  int
	shape  shape
	blocks [][]byte // the keys added so far
}

// NewBuilder returns a builder for a board of Pilastri. Turns must be even; see [Certificate].
func NewBuilder(rules engine.Rules, turns int) (*Builder, error) {
	if err := CheckGame(rules); err != nil {
		return nil, err
	}
	return &Builder{rules: rules, turns: turns, shape: shapeOf(rules)}, nil
}

// Add adds a member by its text, without the turn number.
func (b *Builder) Add(text string) error {
	p, err := b.rules.Game().Read(text+" 1", b.rules.Settings())
	if err != nil {
		return fmt.Errorf("member %q: %w", text, err)
	}
	last := len(b.blocks) - 1
	if last < 0 || len(b.blocks[last])+b.shape.width > cap(b.blocks[last]) {
		b.blocks = append(b.blocks, make([]byte, 0, b.shape.width<<16))
		last++
	}
	b.blocks[last] = p.(engine.Keyed).AppendCanonicalKey(b.blocks[last])
	return nil
}

// Certificate returns the certificate with all members that were added, without repetitions.
func (b *Builder) Certificate() *Certificate {
	var keys [][]byte
	for _, block := range b.blocks {
		keys = slices.AppendSeq(keys, slices.Chunk(block, b.shape.width))
	}
	slices.SortFunc(keys, bytes.Compare)
	keys = slices.CompactFunc(keys, bytes.Equal)
	return &Certificate{b.rules, b.turns, b.shape, bytes.Join(keys, nil)}
}

// text returns the text of the position with a key, with White as the seat to act. A key lists the squares from a1
// along each rank. Each square has, for each piece from the lowest, a 1 bit and a bit that is 0 if the piece belongs to
// the seat to act, and then a 0 bit. The first bit is the lowest of the first byte. Zeros fill the last byte.
func text(key []byte, files, ranks int) (string, error) {
	bits := bitsOf(key)
	squares := make([]string, files*ranks)
	for i := range squares {
		for {
			if len(bits) == 0 {
				return "", errors.New("it ends within a square")
			}
			more := bits[0]
			bits = bits[1:]
			if more == 0 {
				break
			}
			if len(bits) == 0 {
				return "", errors.New("it ends within a piece")
			}
			squares[i] += "wb"[bits[0] : bits[0]+1]
			bits = bits[1:]
		}
		if squares[i] == "" {
			squares[i] = "x"
		}
	}
	if len(bits) >= 8 || slices.Contains(bits, 1) {
		return "", errors.New("it goes on after the last square")
	}
	var rows []string
	for row := range slices.Chunk(squares, files) {
		rows = append(rows, strings.Join(row, ","))
	}
	slices.Reverse(rows)
	return strings.Join(rows, "/") + " w 1", nil
}

// bitsOf returns the bits of a key, one in each byte.
func bitsOf(key []byte) []byte {
	bits := make([]byte, 0, 8*len(key))
	for _, b := range key {
		for i := range 8 {
			bits = append(bits, b>>i&1)
		}
	}
	return bits
}
