package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"pillars/engine"
)

// PlayedFlags are the flags that say what is played from a position on.
type PlayedFlags struct {
	steps string
	turns string
}

// Register adds --steps and --turns.
func (f *PlayedFlags) Register(set *pflag.FlagSet) {
	set.StringVar(&f.steps, "steps", "", "play `STEPS` first, separated by blanks; whole turns are taken too where they are no step")
	set.StringVar(&f.turns, "turns", "", "play whole `TURNS` first, separated by blanks")
}

// Play is the history from a position through all that the flags ask to play.
func (f *PlayedFlags) Play(start engine.Position) (*engine.History, error) {
	if f.steps != "" && f.turns != "" {
		return nil, Usagef("--steps and --turns are both given; write the whole line in one of them")
	}
	h := engine.NewHistory(start)
	if err := playWords(h, f.steps, ParseStepOrTurn); err != nil {
		return nil, Usagef("--steps: %w", err)
	}
	if err := playWords(h, f.turns, engine.ParseTurn); err != nil {
		return nil, Usagef("--turns: %w", err)
	}
	return h, nil
}

// playWords plays each word of a text, read by parse, and says by its number which one cannot be played.
func playWords(h *engine.History, text string, parse func(engine.Position, string) ([]engine.Step, error)) error {
	for i, word := range strings.Fields(text) {
		if err := playWord(h, word, parse); err != nil {
			return fmt.Errorf("number %d: %w", i+1, err)
		}
	}
	return nil
}

func playWord(h *engine.History, word string, parse func(engine.Position, string) ([]engine.Step, error)) error {
	if outcome := h.Outcome(); outcome.Over() {
		return fmt.Errorf("%q comes after the end of the game (%s) in %s", word, outcome.Reason, h.Position())
	}
	steps, err := parse(h.Position(), word)
	if err != nil {
		return err
	}
	for _, step := range steps {
		if err := h.Play(step); err != nil {
			return err
		}
	}
	return nil
}

// ParseStepOrTurn reads a step, or a turn if the text is no legal step.
func ParseStepOrTurn(p engine.Position, text string) ([]engine.Step, error) {
	step, err := engine.ParseStep(p, text)
	if err == nil {
		return []engine.Step{step}, nil
	}
	if steps, turnErr := engine.ParseTurn(p, text); turnErr == nil {
		return steps, nil
	}
	return nil, err
}
