package base

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
)

// Guide holds the texts about a kind of step that [engine.GuideRules] returns: one line of instructions for a person,
// and examples in the game's notation.
type Guide [2]string

// Facts implements the methods of [engine.Rules] and [engine.GuideRules] that return constants. A game's rules embed
// it.
type Facts struct {
	Of      engine.Game // the game to which the rules belong
	Settled engine.Settings
	Names   []string // the names of the seats
	Kinds   []string // the names of the kinds of step
	Guides  []Guide  // the guide for each kind of step
	Space   int      // [engine.Rules.StepSpace]
	repeats int      // [engine.Rules.Repetition]
	turnCap int      // [engine.Rules.TurnCap]
}

func (f *Facts) Game() engine.Game                 { return f.Of }
func (f *Facts) Settings() engine.Settings         { return f.Settled }
func (f *Facts) Seats() int                        { return len(f.Names) }
func (f *Facts) SeatNames() []string               { return f.Names }
func (f *Facts) StepKinds() []string               { return f.Kinds }
func (f *Facts) Guide(kind engine.StepKind) string { return f.Guides[kind][0] }
func (f *Facts) StepSpace() int                    { return f.Space }
func (f *Facts) Repetition() int                   { return f.repeats }
func (f *Facts) TurnCap() int                      { return f.turnCap }

// Notation implements [engine.GuideRules].
func (f *Facts) Notation(kind engine.StepKind) string { return f.Guides[kind][1] }

// DrawOptions returns the options repetition and cap of a game in which positions can recur.
func DrawOptions(turnCap int) []engine.Option {
	return []engine.Option{
		{Name: "repetition", Title: "Draw by repetition", Default: "3", Min: 0, Max: 1000,
			Help: "how often a position must stand at the start of a turn to draw the game; 0 for never, or from 2 on"},
		{Name: "cap", Title: "Draw after turn", Help: "the last turn before the game is drawn; 0 for no cap",
			Default: strconv.Itoa(turnCap), Min: 0, Max: 1_000_000},
	}
}

// EdgeWords returns the text that a page shows for a value of the option "size", such as "6 x 6" for 6.
func EdgeWords(edge string) string { return edge + " x " + edge }

// NewFacts returns the facts of a game whose options include [DrawOptions]. It checks settings and adds defaults. The
// game may set the other fields afterwards.
func NewFacts(of engine.Game, settings engine.Settings, names, kinds []string, space int) (f Facts, err error) {
	f = Facts{Of: of, Names: names, Kinds: kinds, Space: space}
	if f.Settled, err = engine.Settle(of, settings); err != nil {
		return f, err
	}
	f.repeats, f.turnCap = f.Settled.Int("repetition"), f.Settled.Int("cap")
	if f.repeats == 1 {
		return f, errors.New("option repetition=1: must be 0 (never) or 2 or more")
	}
	return f, nil
}

// Sized adds to settings the option size, which is the number of ranks in a position text. It returns an error if
// settings have another size, or if the size is not one of sizes. possible describes these sizes in the error.
func Sized(settings engine.Settings, text string, sizes []int, possible string) (engine.Settings, error) {
	board, _, _ := strings.Cut(strings.TrimLeft(text, " "), " ")
	size := strings.Count(board, "/") + 1
	if !slices.Contains(sizes, size) {
		return nil, fmt.Errorf("board %q: ranks: %d; give %s, with / between them", board, size, possible)
	}
	if given, ok := settings.Get("size"); ok && given != strconv.Itoa(size) {
		return nil, fmt.Errorf("board: it has size %d, but option size=%s is given; leave the option out", size, given)
	}
	return settings.With("size", strconv.Itoa(size)), nil
}

// Below draws a number from 0 to n-1 uniformly, except that probabilities differ by up to 2^-64.
func Below(random *rand.PCG, n int) int {
	high, _ := bits.Mul64(random.Uint64(), uint64(n))
	return int(high)
}

// Fill fills slices with random Zobrist keys. The hash of a position is the exclusive or of the keys of everything in
// it (Zobrist, A New Hashing Method with Application for Game Playing, 1970).
func Fill(random *rand.PCG, slices ...[]uint64) {
	for _, words := range slices {
		for i := range words {
			words[i] = random.Uint64()
		}
	}
}

// Checked is a position that can be compared with another one in all its fields.
type Checked interface {
	engine.Position
	// Same reports whether other agrees with the receiver in everything that the text of a position contains. It may
	// change other.
	Same(other engine.Position) bool
}

// Check panics if a position written as a text and read back differs. It does nothing unless the program is built with
// the tag invariants. It skips finished positions, and seven of eight others to save time: an inconsistency persists in
// the positions that follow.
func Check(p Checked) {
	if !invariants || p.Hash()%8 != 0 || p.Over() {
		return
	}
	again, err := p.Rules().Game().Read(p.String(), p.Rules().Settings())
	if err != nil || !p.Same(again) {
		panic(fmt.Sprintf("invariant broken: %s is read back with other contents, or not at all: %v", p, err))
	}
}

// Counted is a pointer to a game's own type of position, for [Perft]. Calls of methods of a type parameter, as of those
// of an interface, go through a table. So the innermost loop of a perft is a method of each game.
type Counted[T any] interface {
	*T
	engine.Position
	// CountAfter returns the sum of CountSteps over the positions after each of the steps. It overwrites child.
	CountAfter(steps []engine.Step, child *T) (total uint64)
}

// Random is a position for [Playout]. RandomTurn is the innermost loop, as CountAfter is in [Counted].
type Random interface {
	engine.Position
	// RandomTurn plays random steps, at least one, until the turn or the game ends. It returns their number.
	RandomTurn(random *rand.PCG) (steps int)
	// Moment returns all that a playout asks about a position at the start of a turn, by one call.
	Moment() Moment
}

// Moment holds the results of methods of [engine.Position].
type Moment struct {
	Hash             uint64
	Reversible, Turn int32
	Over             bool
}

// level holds the buffers of one level of a perft: the position after a step, and the legal steps.
type level[P any] struct {
	child P
	steps []engine.Step
}

// Perft counts the sequences of legal steps of the length depth. At the last level it counts steps without playing
// them.
func Perft[T any, P Counted[T]](p P, depth int) uint64 {
	switch depth {
	case 0:
		return 1
	case 1:
		return uint64(p.CountSteps())
	}
	levels := make([]level[P], depth-1)
	for i := range levels {
		levels[i].child = p.Clone().(P)
	}
	return perft[T](p, levels)
}

// perft counts the sequences of len(levels)+1 legal steps.
func perft[T any, P Counted[T]](p P, levels []level[P]) (total uint64) {
	level := &levels[0]
	level.steps = p.AppendSteps(level.steps[:0])
	if len(levels) == 1 {
		return p.CountAfter(level.steps, level.child)
	}
	for _, step := range level.steps {
		p.PlayInto(step, level.child)
		total += perft[T](level.child, levels[1:])
	}
	return total
}

// Playout plays random steps on a position until the game ends or maxTurns turns have been played. The facts f say when
// the game is drawn. Playout returns the number of steps played and the outcome; see [engine.Playout].
func Playout(f *Facts, p Random, random *rand.PCG, maxTurns int) (steps int, outcome engine.Outcome) {
	var seen *repetitions // nil if positions cannot recur
	if f.repeats > 0 {
		seen = new(repetitions)
	}
	if !p.Over() && !p.StartsTurn() {
		steps = p.RandomTurn(random)
	}
	for turns := 0; ; turns++ {
		now := p.Moment()
		if now.Over {
			return steps, p.Outcome()
		}
		if reason := f.drawn(seen, now.Hash, int(now.Reversible), int(now.Turn)); reason != engine.Ongoing {
			return steps, engine.Draw(2, reason)
		}
		if turns >= maxTurns {
			return steps, engine.Outcome{}
		}
		steps += p.RandomTurn(random)
	}
}

// repetitions counts how many times positions have occurred at the start of a turn since the last irreversible step.
// It is a fast alternative to [engine.History], and allocates only if there are more positions than in most games.
type repetitions struct {
	first  [1024]uint64 // the hashes of the first positions; more holds the others
	count  int          // number of hashes in first
	more   []uint64
	filter [256]uint64 // a Bloom filter: a clear bit shows without a search that a position is new
}

// drawn adds to seen a position at the start of a turn, given by its hash, its [engine.Position.Reversible] and its
// turn number. It returns the reason why the game is drawn in that position, or [engine.Ongoing] if it is not drawn.
func (f *Facts) drawn(seen *repetitions, key uint64, reversible, turn int) engine.Reason {
	if f.repeats > 0 && seen.add(key, reversible) >= f.repeats {
		return engine.Repetition
	}
	if f.turnCap > 0 && turn > f.turnCap {
		return engine.TurnCap
	}
	return engine.Ongoing
}

// add adds a position and returns how many times it has occurred, including now.
func (r *repetitions) add(key uint64, reversible int) (times int) {
	if reversible == 0 {
		r.count, r.more = 0, nil
		clear(r.filter[:])
	}
	word, bit := &r.filter[key>>56], uint64(1)<<(key>>50&63) // the top bits of the key choose a bit of the filter
	if *word&bit != 0 {
		for _, list := range [2][]uint64{r.first[:r.count], r.more} {
			for _, earlier := range list {
				if earlier == key {
					times++
				}
			}
		}
	}
	*word |= bit
	if r.count < len(r.first) {
		r.first[r.count] = key
		r.count++
	} else {
		r.more = append(r.more, key)
	}
	return times + 1
}
