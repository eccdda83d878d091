package kit

import (
	"flag"
	"fmt"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
)

// Settings are what depth-first players have in common.
type Settings struct {
	Limits  search.Limits
	Weights string // file of evaluation weights; empty for the built-in ones
	Table   int    // size of the transposition table in MiB
	MultiPV int    // how many best lines to report
	noise   int    // standard deviation of the errors that the evaluation makes, in hundredths of a logit

	// Ideas, each of which can be switched off.
	Window     bool // principal variation search
	Killers    bool
	History    bool
	Reduction  bool // late steps searched with less depth
	Pruning    bool // late and futile steps at low depth left out
	Quiescence bool // noisy steps searched at the leaves
}

// DefaultSettings have every idea on and no limits.
func DefaultSettings() Settings {
	return Settings{
		Table: 16, MultiPV: 1,
		Window: true, Killers: true, History: true, Reduction: true, Pruning: true, Quiescence: true,
	}
}

// Bind makes flags of the settings. The note says where some of the ideas apply.
func (s *Settings) Bind(flags *flag.FlagSet, note string) {
	search.BindLimits(flags, &s.Limits)
	flags.StringVar(&s.Weights, "weights", s.Weights, "file of evaluation weights, or hand for those set by hand")
	flags.IntVar(&s.Table, "table", s.Table, "size of the transposition table in MiB")
	flags.IntVar(&s.MultiPV, "multipv", s.MultiPV, "best lines to report")
	flags.IntVar(&s.noise, "noise", s.noise,
		"errors of the evaluation on purpose: their standard deviation in hundredths of a logit")
	flags.BoolVar(&s.Window, "window", s.Window, "principal variation search"+note)
	flags.BoolVar(&s.Killers, "killers", s.Killers, "try steps first that refuted others on the same level")
	flags.BoolVar(&s.History, "history", s.History, "order steps by how often they refuted others")
	flags.BoolVar(&s.Reduction, "reduction", s.Reduction, "search late steps with less depth"+note)
	flags.BoolVar(&s.Pruning, "pruning", s.Pruning, "leave out late and futile steps at low depth"+note)
	flags.BoolVar(&s.Quiescence, "quiescence", s.Quiescence, "search noisy steps at the leaves"+note)
}

// check refuses impossible values.
func (s *Settings) check(rules engine.Rules) error {
	switch {
	case rules.StepSpace() > maxSteps:
		return fmt.Errorf("%s has steps up to %d; the table holds %d bits of a step",
			rules.Game().Title(), rules.StepSpace()-1, stepBits)
	case s.Table < 1 || s.Table > 1<<16:
		return fmt.Errorf("table=%d: must be from 1 to 65536 MiB", s.Table)
	case s.MultiPV < 1 || s.MultiPV > 256:
		return fmt.Errorf("multipv=%d: must be from 1 to 256", s.MultiPV)
	case s.noise < 0 || s.noise > eval.Limit:
		return fmt.Errorf("noise=%d: must be from 0 to %d hundredths of a logit", s.noise, eval.Limit)
	}
	return s.Limits.Check()
}
