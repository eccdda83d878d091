package certificate

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
)

// Ranked is a certificate for games in which positions can repeat. Its members have ranks. In each member the seat to
// act loses: after each of its turns, some reply wins or leads to a member of a lower rank. So a game within the set
// ends, although positions can repeat outside the set. The proof ignores draws by repetition and the turn cap.
type Ranked struct {
	rules   engine.Rules
	members []rankedMember // in the order of Add, until lines sorts them by rank
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

// lines sorts the members by rank and returns them as the file lists them.
func (c *Ranked) lines() []byte {
	slices.SortFunc(c.members, func(a, b rankedMember) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), strings.Compare(a.text, b.text))
	})
	var lines bytes.Buffer
	for _, m := range c.members {
		fmt.Fprintf(&lines, "%d %s\n", m.rank, m.text)
	}
	return lines.Bytes()
}

// addLines adds the members of a file.
func (c *Ranked) addLines(lines string) error {
	number := 0
	for line := range strings.Lines(lines) {
		number++
		var rank int
		start, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if _, err := fmt.Sscanf(start, "%d", &rank); err != nil {
			return fmt.Errorf("member %d: %q begins with no rank", number, line)
		}
		if err := c.Add(text, rank); err != nil {
			return fmt.Errorf("member %d: %w", number, err)
		}
	}
	return nil
}

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

// loses reports whether a seat loses in p by the certificate. Either it has lost, or it is to act and p is a member of
// a rank below the given one.
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
