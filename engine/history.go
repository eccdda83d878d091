package engine

import (
	"fmt"
	"slices"
)

// History is a game in progress: its first position, the steps since, the current position, and the draws by repetition
// and by the turn cap, which a position alone cannot show. It belongs to one goroutine.
type History struct {
	start    Position
	position Position
	steps    []Step
	keys     []uint64 // hashes at the starts of turns since start
	outcome  Outcome
	legal    []Step // a buffer
}

// NewHistory returns a history that begins with a copy of start. Repetitions count from there.
func NewHistory(start Position) *History {
	h := &History{start: start.Clone(), position: start.Clone()}
	h.settle()
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

// Keys returns the hashes at the starts of turns, the latest last. The caller must not change them.
func (h *History) Keys() []uint64 { return h.keys }

// Play plays a step. A step that is not legal, or comes after the end, is an error.
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
	h.settle()
	return nil
}

// PlayAll plays steps up to the first one that is an error.
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

// TurnDone reports whether the turn that began after from steps is complete.
func (h *History) TurnDone(from int) bool {
	return h.outcome.Over() || len(h.steps) > from && h.position.StartsTurn()
}

// settle updates the keys and the outcome for the current position. A win or loss takes precedence over repetition, and
// repetition over the turn cap.
func (h *History) settle() {
	h.outcome = h.position.Outcome()
	if h.outcome.Over() || !h.position.StartsTurn() {
		return
	}
	h.keys = append(h.keys, h.position.Hash())
	rules := h.position.Rules()
	switch {
	case rules.Repetition() > 0 && h.Occurrences() >= rules.Repetition():
		h.outcome = Draw(rules.Seats(), Repetition)
	case rules.TurnCap() > 0 && h.position.Turn() > rules.TurnCap():
		h.outcome = Draw(rules.Seats(), TurnCap)
	}
}

// Occurrences returns how many times the current position has occurred at the start of a turn, including now.
func (h *History) Occurrences() int {
	if len(h.keys) == 0 {
		return 0
	}
	latest := len(h.keys) - 1
	count := 1
	for i := max(0, latest-h.position.Reversible()); i < latest; i++ {
		if h.keys[i] == h.keys[latest] {
			count++
		}
	}
	return count
}

// Clone returns a copy that can be played on without changing h. The two share the first position.
func (h *History) Clone() *History {
	return &History{start: h.start, position: h.position.Clone(), steps: slices.Clone(h.steps),
		keys: slices.Clone(h.keys), outcome: h.outcome}
}

// CopyFrom overwrites h with other and allocates nothing once h has room. Both must come from the same Rules.
func (h *History) CopyFrom(other *History) {
	h.start, h.outcome = other.start, other.outcome
	h.position.CopyFrom(other.position)
	h.steps = append(h.steps[:0], other.steps...)
	h.keys = append(h.keys[:0], other.keys...)
}

// Back returns the history without its last n steps, or with none if there are fewer.
func (h *History) Back(n int) *History {
	back := NewHistory(h.start)
	_ = back.PlayAll(h.steps[:max(0, len(h.steps)-n)]) // they were legal before
	return back
}

// AfterTurn returns the history up to the end of the given number of turns, or all of it if there are fewer.
func (h *History) AfterTurn(turns int) *History {
	past := NewHistory(h.start)
	for i := 0; i < len(h.steps) && turns > 0; i++ {
		_ = past.Play(h.steps[i]) // it was legal before
		if past.TurnDone(i) {
			turns--
		}
	}
	return past
}

// Record is a finished or broken-off game as it is stored, with all that is needed to replay and check it.
type Record struct {
	Game     string   // [Game.Name]
	Settings Settings // every option of the rules
	Start    string   // position text
	Players  []string // by seat, with their full settings
	Opening  int      // number of first turns that were given, not chosen by the players
	Turns    []string // texts of complete turns
	Outcome  Outcome
	Final    string // text of the last position, which may be missing
	Tags     []Tag  // further facts, in order
}

// Tag is a named fact of a Record, such as a seed, a limit, a version or a clock.
type Tag struct{ Name, Value string }

// NewRecord returns a record of h without an unfinished last turn.
func NewRecord(h *History, players []string) Record {
	all := h
	for unfinished := 1; !h.position.Over() && !h.position.StartsTurn() && len(h.steps) > 0; unfinished++ {
		h = all.Back(unfinished)
	}
	rules := h.start.Rules()
	return Record{Game: rules.Game().Name(), Settings: rules.Settings(), Start: h.start.String(), Players: players,
		Turns: Turns(h.start, h.steps), Outcome: h.outcome, Final: h.position.String()}
}

// Replay replays the record from its start and checks every turn and the final position. It also checks the outcome
// where the rules themselves end the game; other outcomes, such as a loss on time, are not checked. With an error it
// returns the history up to there, or nil if the start cannot be read.
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
