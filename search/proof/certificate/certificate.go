// Package certificate writes, reads and checks proofs of which seat wins a game, mainly Pilastri on a small board.
//
// A certificate is a set of positions, its members. It claims that in each member the seat to act loses. The set proves
// the claim: after each turn of the seat to act, some reply leads back into the set. Every step of Pilastri raises the
// sum of the pieces' levels, so no position occurs twice and a game within the set ends. The game ends where the seat
// to act has no step, and so loses. Checking a certificate therefore needs the rules, but neither a search nor any
// trust in the program that made the certificate.
//
// Positions near the end of the game would make up most of the set. A certificate leaves out positions in which the
// seat to act has few turns and loses within a few turns; the check plays these turns in all ways.
//
// The package relies on the engine's rules and uses no code of the prover. docs/reference/certificates.md describes the
// file, explains what a certificate proves and why.
package certificate

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"pillars/engine"
)

// The games that have certificates. Certificates of Pit of Pillars are always [Ranked].
const (
	pilastri     = "pilastri"
	pitOfPillars = "pit-of-pillars"
)

// MaxTurns and MostSteps bound what a certificate may leave out: positions in which the seat to act has at most
// MostSteps steps and loses within at most MaxTurns turns. Without these bounds a check might never end.
const (
	MaxTurns  = 6
	MostSteps = 16
)

// Certificate is a set of positions in which the seat to act loses.
type Certificate struct {
	board
	// Turns is an even number of turns of both seats, at most MaxTurns. A position in which the seat to act loses
	// within this number of turns may be left out if that seat has at most MostSteps steps.
	Turns int
	width int    // bytes of a key: two bits for each piece and one for each square
	keys  []byte // the keys of the members; in rising order after [Certificate.Sort]
}

// board is the board of a certificate with its rules.
type board struct {
	rules        engine.Rules
	files, ranks int
}

func boardOf(rules engine.Rules) board {
	diagram := rules.Start().Diagram()
	return board{rules, diagram.Files, diagram.Ranks}
}

// Rules implements [Proof].
func (b board) Rules() engine.Rules { return b.rules }

// read reads a position from a text without the turn number. It returns an error for a position of Pilastri in which
// pieces are missing, because in Pilastri no piece leaves the board.
func (b board) read(text string) (engine.Position, error) {
	p, err := b.rules.Game().Read(text+" 1", b.rules.Settings())
	if err == nil && b.rules.Game().Name() == pilastri {
		stacks, _, _ := strings.Cut(text, " ")
		half := b.files * b.ranks / 2
		if w, b := strings.Count(stacks, "w"), strings.Count(stacks, "b"); w != half || b != half {
			err = fmt.Errorf("%s: %d against %d pieces; each seat has %d", stacks, w, b, half)
		}
	}
	return p, err
}

// Len returns the number of members.
func (c *Certificate) Len() int { return len(c.keys) / c.width }

func (c *Certificate) key(member int) []byte { return c.keys[member*c.width:][:c.width] }

// member and rank implement [Proof]. All members have rank 0, because no position of Pilastri can repeat. White is the
// seat to act in a member, and its key must be canonical.
func (c *Certificate) member(i int) (engine.Position, int, error) {
	key := c.key(i)
	p, err := c.read(text(key, c.files, c.ranks))
	if err == nil && !bytes.Equal(p.(engine.Keyed).AppendCanonicalKey(nil), key) {
		err = fmt.Errorf("%s has another key; a key must be complete and of the least image", p)
	}
	return p, 1, err
}

func (c *Certificate) rank(key []byte) (rank int, found bool) {
	_, found = sort.Find(c.Len(), func(member int) int { return bytes.Compare(key, c.key(member)) })
	return 0, found
}

func (c *Certificate) omitted() int { return c.Turns }

// New returns a certificate without members for a board of Pilastri. Turns must be even; see [Certificate]. After the
// last Add the caller must call Sort.
func New(rules engine.Rules, turns int) (*Certificate, error) {
	if name := rules.Game().Name(); name != pilastri {
		return nil, fmt.Errorf("%q: certificates of this form exist only for pilastri", name)
	}
	width := len(rules.Start().(engine.Keyed).AppendCanonicalKey(nil))
	return &Certificate{board: boardOf(rules), Turns: turns, width: width}, nil
}

// Add adds the member with the given text, which lacks the turn number.
func (c *Certificate) Add(text string) error {
	p, err := c.read(text)
	if err != nil {
		return fmt.Errorf("member %q: %w", text, err)
	}
	c.keys = p.(engine.Keyed).AppendCanonicalKey(c.keys)
	return nil
}

// Sort sorts the members by their keys and removes repetitions.
func (c *Certificate) Sort() {
	keys := slices.SortedFunc(slices.Chunk(c.keys, c.width), bytes.Compare)
	c.keys = bytes.Join(slices.CompactFunc(keys, bytes.Equal), nil)
}

// text returns the text of the position with a key, without the turn number. White is the seat to act. A key lists the
// squares from a1 along each rank. Each piece of a square, from the lowest up, has two bits: a 1, and then a 0 if the
// piece belongs to the seat to act, or a 1 if not. A 0 ends the square. The first bit is the lowest of the first byte.
// Zeros fill the last byte. The function reads missing bits as zeros and ignores bits after the last square.
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
	return strings.Join(rows, "/") + " w"
}

// Ranked is a certificate for games in which positions can repeat: a set of positions, its members, each with a rank.
// In each member the seat to act loses: after each of its turns, some reply wins or leads to a member of a lower rank.
// Ranks fall, so play along members ends. If the winner always picks the lowest rank, no position occurs twice, and no
// game is drawn by repetition. For turn caps see [Ranked.fits].
type Ranked struct {
	board
	members []rankedMember // in the order of Add, until Write sorts them by rank
	ranks   map[string]int // by canonical key
}

// rankedMember is a member of a [Ranked].
type rankedMember struct {
	text string // text of the position without the turn number
	rank int    // from 1 to maxRank
}

// maxRank is the highest rank. It has nine digits.
const maxRank = 999_999_999

// NewRanked returns a certificate without members for a board of Pilastri or Pit of Pillars.
func NewRanked(rules engine.Rules) (*Ranked, error) {
	if name := rules.Game().Name(); name != pilastri && name != pitOfPillars {
		return nil, fmt.Errorf("%q: certificates exist only for %s and %s", name, pilastri, pitOfPillars)
	}
	return &Ranked{board: boardOf(rules), ranks: map[string]int{}}, nil
}

// Add adds the member with the given text, which lacks the turn number, and the given rank. White must be the seat to
// act: the proof holds for both seats, so a file writes the seat to act as White.
func (c *Ranked) Add(text string, rank int) error {
	p, err := c.read(text)
	switch {
	case err != nil:
		return err
	case p.String() != text+" 1":
		return fmt.Errorf("%q is not the shortest text of this position", text)
	case p.Seat() != 0:
		return fmt.Errorf("%q: the seat to act must be written as White", text)
	case p.Over() || !p.StartsTurn():
		return fmt.Errorf("%q: the game is over or in the middle of a turn", text)
	case rank < 1 || rank > maxRank:
		return fmt.Errorf("%q: rank %d is not from 1 to %d", text, rank, maxRank)
	}
	key := string(p.(engine.Keyed).AppendCanonicalKey(nil))
	if _, have := c.ranks[key]; have {
		return fmt.Errorf("%q: an image of it is a member already", text)
	}
	c.ranks[key] = rank
	c.members = append(c.members, rankedMember{text, rank})
	return nil
}

// Len returns the number of members.
func (c *Ranked) Len() int { return len(c.members) }

// fits returns an error if the turn cap could end a line of the proof. The longest line has two first turns and, for
// each rank, a turn of the loser and a reply.
func (c *Ranked) fits() error {
	ranks := map[int]bool{}
	for _, m := range c.members {
		ranks[m.rank] = true
	}
	if most, longest := c.rules.TurnCap(), 2*len(ranks)+2; most > 0 && most < longest {
		return fmt.Errorf("cap=%d would draw games of this proof, which may take %d turns; a proof needs cap=0 or a "+
			"cap of at least that", most, longest)
	}
	return nil
}

func (c *Ranked) member(i int) (engine.Position, int, error) {
	p, err := c.read(c.members[i].text)
	return p, c.members[i].rank, err
}

func (c *Ranked) rank(key []byte) (rank int, found bool) {
	rank, found = c.ranks[string(key)]
	return rank, found
}

func (c *Ranked) omitted() int { return 0 }
