package engine

import (
	"cmp"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// History is a game in progress: its first position, the steps played and the current position. It finds draws by
// repetition and by the turn cap, which depend on the past. A History belongs to one goroutine.
type History struct {
	start    Position
	position Position
	steps    []Step
	hashes   []uint64 // the hash of the position at the start of each turn
	outcome  Outcome
	legal    []Step // a buffer for legal steps
}

// NewHistory returns a history that begins with a copy of start. Positions before start do not count as repetitions.
func NewHistory(start Position) *History {
	h := &History{start: start.Clone(), position: start.Clone()}
	h.update()
	return h
}

// Start returns the first position of the history. The caller must not change it.
func (h *History) Start() Position { return h.start }

// Position returns the current position. The caller must not change it.
func (h *History) Position() Position { return h.position }

// Steps returns the steps played so far. The caller must not change them.
func (h *History) Steps() []Step { return h.steps }

// Outcome returns how the game ended, or the zero Outcome.
func (h *History) Outcome() Outcome { return h.outcome }

// TurnHashes returns the hashes of the positions that start a turn, the latest last. The caller must not change them.
func (h *History) TurnHashes() []uint64 { return h.hashes }

// Play plays a step. It returns an error if the step is not legal or the game is over.
func (h *History) Play(step Step) error {
	if h.outcome.Over() {
		return fmt.Errorf("the game is over (%s)", h.outcome.Reason)
	}
	h.legal = h.position.AppendSteps(h.legal[:0])
	if !slices.Contains(h.legal, step) {
		return fmt.Errorf("step number %d is not legal in %s", step, h.position)
	}
	h.position.Play(step)
	h.steps = append(h.steps, step)
	h.update()
	return nil
}

// PlayAll plays steps with [History.Play]. It stops at the first error.
func (h *History) PlayAll(steps []Step) error {
	for _, step := range steps {
		if err := h.Play(step); err != nil {
			return err
		}
	}
	return nil
}

// PlayTurn plays the turn with the given text.
func (h *History) PlayTurn(text string) error {
	if h.outcome.Over() {
		return fmt.Errorf("%q: the game is over (%s)", text, h.outcome.Reason)
	}
	steps, err := ParseTurn(h.position, text)
	if err != nil {
		return err
	}
	return h.PlayAll(steps)
}

// TurnDone reports whether the turn that began with step h.Steps()[from] is complete.
func (h *History) TurnDone(from int) bool {
	return h.outcome.Over() || len(h.steps) > from && h.position.StartsTurn()
}

// update sets the outcome for the current position, and records the position's hash if a turn begins. An outcome of the
// position itself takes precedence over a draw by repetition or by the turn cap.
func (h *History) update() {
	h.outcome = h.position.Outcome()
	if !h.outcome.Over() && h.position.StartsTurn() {
		h.hashes = append(h.hashes, h.position.Hash())
		occurrences := 0 // stays 0, which saves time, if repetitions do not draw the game
		if h.position.Rules().Repetition() > 0 {
			occurrences = h.Occurrences()
		}
		h.outcome = Drawn(h.position, occurrences)
	}
}

// Drawn returns the outcome of a position at the start of a turn if it is drawn by repetition or by the turn cap, else
// the zero Outcome. occurrences is the number of turns that have begun with this position, including the current turn.
func Drawn(p Position, occurrences int) Outcome {
	rules := p.Rules()
	switch {
	case rules.Repetition() > 0 && occurrences >= rules.Repetition():
		return Draw(rules.Seats(), Repetition)
	case rules.TurnCap() > 0 && p.Turn() > rules.TurnCap():
		return Draw(rules.Seats(), TurnCap)
	}
	return Outcome{}
}

// Occurrences returns how many turns have begun with the current position, including the current turn. The current
// position must be at the start of a turn; otherwise, the number is about the position at the start of the last turn,
// and may be too small.
func (h *History) Occurrences() int {
	if len(h.hashes) == 0 {
		return 0
	}
	latest := len(h.hashes) - 1
	count := 1
	for i := max(0, latest-h.position.Reversible()); i < latest; i++ {
		if h.hashes[i] == h.hashes[latest] {
			count++
		}
	}
	return count
}

// Clone returns a copy. Playing steps in the copy does not change h.
func (h *History) Clone() *History {
	return &History{start: h.start, position: h.position.Clone(), steps: slices.Clone(h.steps),
		hashes: slices.Clone(h.hashes), outcome: h.outcome}
}

// CopyFrom overwrites h with a copy of other, in the memory of h. Both histories must come from the same Rules.
func (h *History) CopyFrom(other *History) {
	h.start, h.outcome = other.start, other.outcome
	h.position.CopyFrom(other.position)
	h.steps = append(h.steps[:0], other.steps...)
	h.hashes = append(h.hashes[:0], other.hashes...)
}

// Back returns a history without the last n steps of h, or without any steps if h has fewer than n.
func (h *History) Back(n int) *History {
	back := NewHistory(h.start)
	_ = back.PlayAll(h.steps[:max(0, len(h.steps)-n)]) // the steps are legal, since h has played them
	return back
}

// AfterTurn returns the history as it was after the given number of turns. If h has fewer turns, it returns all of h.
func (h *History) AfterTurn(turns int) *History {
	past := NewHistory(h.start)
	for i := 0; i < len(h.steps) && turns > 0; i++ {
		_ = past.Play(h.steps[i]) // the step is legal, since h has played it
		if past.TurnDone(i) {     // step i has completed a turn
			turns--
		}
	}
	return past
}

// Record is a finished or abandoned game in the form in which it is stored. It can be replayed and checked.
type Record struct {
	Game     string   // [Game.Name]
	Settings Settings // every option of the rules
	Start    string   // text of the first position
	Players  []string // texts of the players by seat, such as "alphabeta:nodes=20000"
	Opening  int      // number of turns at the beginning that are a given opening, which the players did not choose
	Turns    []string // texts of complete turns
	Outcome  Outcome
	Final    string // text of the last position; "" if not recorded
	Tags     []Tag  // further facts
}

// Tag is a named fact of a Record, such as a seed, a limit, a version or a clock.
type Tag struct{ Name, Value string }

// NewRecord returns a record of h. It leaves out the steps of an unfinished last turn.
func NewRecord(h *History, players []string) Record {
	for !h.position.Over() && !h.position.StartsTurn() && len(h.steps) > 0 {
		h = h.Back(1)
	}
	rules := h.start.Rules()
	return Record{Game: rules.Game().Name(), Settings: rules.Settings(), Start: h.start.String(), Players: players,
		Turns: Turns(h.start, h.steps), Outcome: h.outcome, Final: h.position.String()}
}

// Replay replays the record and checks every turn and the final position. If the rules end the game, it also checks the
// outcome. It does not check an outcome outside the rules, such as a loss on time. With an error, Replay returns the
// history up to the fault, or nil if the start cannot be read.
func (r Record) Replay(game Game) (*History, error) {
	start, err := game.Read(r.Start, r.Settings)
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	h := NewHistory(start)
	for i, text := range r.Turns {
		if err := h.PlayTurn(text); err != nil {
			return h, fmt.Errorf("turn %d: %w", i+1, err)
		}
	}
	if r.Final != "" && h.position.String() != r.Final {
		return h, fmt.Errorf("final position: the turns lead to %s, but the record says %s", h.position, r.Final)
	}
	if h.outcome.Over() && h.outcome != r.Outcome {
		return h, fmt.Errorf("outcome: the turns end by %s, but the record says %s", h.outcome.Reason, r.Outcome.Reason)
	}
	return h, nil
}

// Perft counts the sequences of exactly depth legal steps. It ignores draws by repetition and by the turn cap. It calls
// the position's own Perft method if there is one.
func Perft(p Position, depth int) uint64 {
	if native, ok := p.(interface{ Perft(depth int) uint64 }); ok {
		return native.Perft(depth)
	}
	switch depth {
	case 0:
		return 1
	case 1:
		return uint64(p.CountSteps())
	}
	var total uint64
	child := p.Clone()
	for _, step := range p.AppendSteps(nil) {
		p.PlayInto(step, child)
		total += Perft(child, depth-1)
	}
	return total
}

// PerftTurns counts the sequences of turns of the length depth. If p is inside a turn, the rest of this turn is the
// first turn counted.
func PerftTurns(p Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	walkers := make([]TurnWalker, depth) // one per depth, so that counting does not allocate at every position
	var count func(p Position, depth int) uint64
	count = func(p Position, depth int) (total uint64) {
		for _, after := range walkers[depth-1].EachTurn(p) {
			if depth == 1 {
				total++
			} else {
				total += count(after, depth-1)
			}
		}
		return total
	}
	return count(p, depth)
}

// Divided holds the text of a first step and the number of sequences of a perft that begin with this step.
type Divided struct {
	Step  string
	Count uint64
}

// Divide counts the sequences of a perft separately for each first step. It sorts the counts by the texts of the steps.
// The depth, at least 1, is in complete turns if turns is set, else in steps.
func Divide(p Position, depth int, turns bool) []Divided {
	var divided []Divided
	count, child := Perft, p.Clone()
	if turns {
		count = PerftTurns
	}
	for _, step := range p.AppendSteps(nil) {
		p.PlayInto(step, child)
		left := depth
		if turnDone := child.Over() || child.StartsTurn(); turnDone || !turns {
			left--
		}
		divided = append(divided, Divided{p.StepText(step), count(child, left)})
	}
	slices.SortFunc(divided, func(a, b Divided) int { return cmp.Compare(a.Step, b.Step) })
	return divided
}

// RandomStep draws uniformly from the legal steps of p, which must not be over.
func RandomStep(p Position, random *rand.PCG) Step {
	if native, ok := p.(interface{ RandomStep(*rand.PCG) Step }); ok {
		return native.RandomStep(random)
	}
	steps := p.AppendSteps(nil)
	i, _ := bits.Mul64(random.Uint64(), uint64(len(steps))) // a random fraction of len(steps), rounded down
	return steps[i]
}

// RandomTurn plays a turn of uniformly random steps.
func RandomTurn(h *History, random *rand.PCG) error {
	for from := len(h.Steps()); !h.TurnDone(from); {
		if err := h.Play(RandomStep(h.Position(), random)); err != nil {
			return err
		}
	}
	return nil
}

// Playout plays uniformly random steps on p until the game ends or maxTurns turns have been played. It returns the
// number of steps and the outcome, which is zero if the game did not end. Draws by repetition, counted from p on, and
// by the turn cap end the game. Playout calls the position's own Playout method if there is one.
func Playout(p Position, random *rand.PCG, maxTurns int) (steps int, outcome Outcome) {
	if native, ok := p.(interface {
		Playout(random *rand.PCG, maxTurns int) (int, Outcome)
	}); ok {
		return native.Playout(random, maxTurns)
	}
	h := History{position: p}
	for begun := 0; ; steps++ { // begun is the number of turns that the playout has begun
		h.update()
		if h.outcome.Over() || p.StartsTurn() && begun >= maxTurns {
			return steps, h.outcome
		}
		if p.StartsTurn() {
			begun++
		}
		p.Play(RandomStep(p, random))
	}
}
