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
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"pillars/engine"
)

// Certificate is a set of positions in which the seat to act loses.
type Certificate struct {
	rules engine.Rules
	// Turns is an even number of turns of both seats. Positions lost for the seat to act within them may be left out.
	Turns int
	shape
	lock sync.Mutex // held while a member is added
	keys []byte     // the keys of the members; in rising order after [Certificate.Sort]
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

// New returns a certificate without members for a board of Pilastri. Turns must be even; see [Certificate]. After the
// last Add the caller must call Sort.
func New(rules engine.Rules, turns int) (*Certificate, error) {
	if name := rules.Game().Name(); name != "pilastri" {
		return nil, fmt.Errorf("%q: certificates exist only for pilastri", name)
	}
	return &Certificate{rules: rules, Turns: turns, shape: shapeOf(rules)}, nil
}

// Add adds the member with the given text, which lacks the turn number. Several threads may call it at once.
func (c *Certificate) Add(text string) error {
	p, err := c.rules.Game().Read(text+" 1", c.rules.Settings())
	if err != nil {
		return fmt.Errorf("member %q: %w", text, err)
	}
	key := p.(engine.Keyed).AppendCanonicalKey(nil)
	c.lock.Lock()
	defer c.lock.Unlock()
	c.keys = append(c.keys, key...)
	return nil
}

// Sort puts the members into their order and removes repetitions.
func (c *Certificate) Sort() {
	keys := slices.SortedFunc(slices.Chunk(c.keys, c.width), bytes.Compare)
	c.keys = bytes.Join(slices.CompactFunc(keys, bytes.Equal), nil)
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

// Ranked is a certificate for games in which positions can repeat. Its members have ranks. In each member the seat to
// act loses: after each of its turns, some reply wins or leads to a member of a lower rank. So a game within the set
// ends, although positions can repeat outside the set. The proof ignores draws by repetition and the turn cap.
type Ranked struct {
	rules   engine.Rules
	members []rankedMember // in the order of Add, until Write sorts them by rank
	ranks   map[string]int // by canonical key
}

// rankedMember is a member of a [Ranked].
type rankedMember struct {
	text string // text of the position without the turn number
	rank int    // 1 or more
}

// NewRanked returns a certificate without members. The positions of the game must be [engine.Keyed].
func NewRanked(rules engine.Rules) (*Ranked, error) {
	if _, ok := rules.Start().(engine.Keyed); !ok || rules.Seats() != 2 {
		return nil, fmt.Errorf("certificates exist only for games of two seats whose positions have keys; not for %s",
			rules.Game().Title())
	}
	return &Ranked{rules: rules, ranks: map[string]int{}}, nil
}

// Add adds the member with the given text, which lacks the turn number, and the given rank.
func (c *Ranked) Add(text string, rank int) error {
	p, err := c.rules.Game().Read(text+" 1", c.rules.Settings())
	switch {
	case err != nil:
		return fmt.Errorf("%q: %w", text, err)
	case p.Over() || !p.StartsTurn():
		return fmt.Errorf("%q: the game is over or in the middle of a turn", text)
	case rank < 1:
		return fmt.Errorf("%q: rank %d is not 1 or more", text, rank)
	}
	key := string(p.(engine.Keyed).AppendCanonicalKey(nil))
	if _, have := c.ranks[key]; have {
		return fmt.Errorf("%q: an image of it is a member already", text)
	}
	c.ranks[key] = rank
	c.members = append(c.members, rankedMember{text, rank})
	return nil
}

func (c *Ranked) Len() int { return len(c.members) }

// Check proves that the seat to act loses in every member; see [Certificate.Check].
func (c *Ranked) Check(ctx context.Context, threads int, report func(members int)) error {
	return inBatches(ctx, c.Len(), threads, report, func() func(member int) error {
		k := c.newChecker()
		return func(i int) error { return k.member(c.members[i]) }
	})
}

// rankedChecker checks members on one thread.
type rankedChecker struct {
	*Ranked
	turns   engine.TurnWalker // walks the turns of a member
	replies engine.TurnWalker // walks the replies to a turn
	from    engine.Position   // a buffer for the position after a turn
	key     []byte            // a buffer
}

func (c *Ranked) newChecker() *rankedChecker { return &rankedChecker{Ranked: c, from: c.rules.Start()} }

// member returns an error if the certificate does not show that the seat to act loses in a member.
func (k *rankedChecker) member(m rankedMember) error {
	p, err := k.rules.Game().Read(m.text+" 1", k.rules.Settings())
	if err != nil {
		return err
	}
	for turn, after := range k.turns.EachTurn(p) {
		if !k.wins(after, 1-p.Seat(), m.rank) {
			return fmt.Errorf("%s: no reply to %s leads to a member of a rank below %d", p, engine.LineText(p, turn),
				m.rank)
		}
	}
	return nil
}

// wins reports whether a seat wins in p by the certificate. Either it has won, or it is to act and has a turn that wins
// the game or leads to a member of a rank below the given one.
func (k *rankedChecker) wins(p engine.Position, seat engine.Seat, below int) bool {
	if p.Over() {
		return p.Outcome().Score(seat) == 1
	}
	if p.Seat() != seat {
		return false
	}
	k.from.CopyFrom(p)
	for _, after := range k.replies.EachTurn(k.from) {
		if k.loses(after, 1-seat, below) {
			return true
		}
	}
	return false
}

// loses reports whether a seat has lost in p, or is to act and p is a member of a rank below the given one.
func (k *rankedChecker) loses(p engine.Position, seat engine.Seat, below int) bool {
	if p.Over() {
		return p.Outcome().Score(seat) == 0
	}
	k.key = p.(engine.Keyed).AppendCanonicalKey(k.key[:0])
	rank, have := k.ranks[string(k.key)]
	return have && p.Seat() == seat && rank < below
}

// anyRank is above all ranks.
const anyRank = 1 << 30

// Values returns the values of a position and its turns; see [Certificate.Values].
func (c *Ranked) Values(p engine.Position) (Value, []FirstTurn) {
	k := c.newChecker()
	var turns []FirstTurn
	for turn, after := range k.turns.EachTurn(p) {
		v := Unknown
		switch {
		case k.loses(after, 1-p.Seat(), anyRank):
			v = Win
		case k.wins(after, 1-p.Seat(), anyRank):
			v = Loss
		}
		turns = append(turns, FirstTurn{engine.LineText(p, turn), v})
	}
	return best(turns), turns
}
