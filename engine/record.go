package engine

import "fmt"

// Record is a finished or broken-off game as it is stored: all that is needed to play it again, and to doubt it.
type Record struct {
	Game     string   // [Game.Name]
	Settings Settings // every option of the rules
	Start    string   // position text
	Players  []string // by seat, with their full settings
	Opening  int      // how many of the turns were given, not decided by the players
	Turns    []string // texts of complete turns in order
	Outcome  Outcome
	Final    string // text of the last position
	Tags     []Tag  // further facts, in order
}

// Tag is a named fact of a Record: seeds, limits, versions, clocks.
type Tag struct{ Name, Value string }

// NewRecord records a history. An unfinished last turn is left out.
func NewRecord(h *History, players []string) Record {
	h = h.completeTurns()
	rules := h.start.Rules()
	return Record{
		Game:     rules.Game().Name(),
		Settings: rules.Settings(),
		Start:    h.start.String(),
		Players:  players,
		Turns:    Turns(h.start, h.steps),
		Outcome:  h.outcome,
		Final:    h.position.String(),
	}
}

// completeTurns is the history without the steps of an unfinished last turn.
func (h *History) completeTurns() *History {
	for steps := 0; ; steps++ {
		back := h
		if steps > 0 {
			back = h.Back(steps)
		}
		if back.position.Over() || back.position.StartsTurn() || len(back.steps) == 0 {
			return back
		}
	}
}

// Replay plays the record again from its start and checks every turn. Where the rules themselves end the game it checks
// the outcome and the final position too; an outcome of another making (a loss on time, say) is taken on trust.
func (r Record) Replay(game Game) (*History, error) {
	start, err := game.Read(r.Start, r.Settings)
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	h := NewHistory(start)
	for i, text := range r.Turns {
		steps, err := ParseTurn(h.position, text)
		if err != nil {
			return h, fmt.Errorf("turn %d: %w", i+1, err)
		}
		for _, step := range steps {
			if err := h.Play(step); err != nil {
				return h, fmt.Errorf("turn %d (%s): %w", i+1, text, err)
			}
		}
	}
	if r.Final != "" && h.position.String() != r.Final {
		return h, fmt.Errorf("final position: the turns lead to %s, the record says %s", h.position, r.Final)
	}
	if h.outcome.Over() && h.outcome != r.Outcome {
		return h, fmt.Errorf("outcome: the turns end by %s, the record says %s", h.outcome.Reason, r.Outcome.Reason)
	}
	return h, nil
}
