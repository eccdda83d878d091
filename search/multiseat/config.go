package multiseat

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"pillars/eval"
	"pillars/search"
)

// The modes: what the others are taken to want.
const (
	BestReply = "brs"
	Paranoid  = "paranoid"
	MaxN      = "maxn"
)

// Auto stands for the mode that [BestMode] says.
const Auto = "auto"

// Modes are all modes, without Auto.
func Modes() []string { return []string{BestReply, Paranoid, MaxN} }

// Config is what the player can be told.
type Config struct {
	Limits  search.Limits
	Weights string // file of evaluation weights; empty for the built-in ones
	Mode    string // one of Modes, or Auto
	Table   int    // size of the transposition table in MiB
	Lines   int    // how many best lines to report
	Noise   int    // standard deviation of the errors that the evaluation makes, in hundredths of a logit

	// Ideas, each of which can be switched off.
	Window     bool // principal variation search
	Killers    bool
	History    bool
	Reduction  bool // late steps searched with less depth; not in mode maxn
	Pruning    bool // late steps at low depth left out; not in mode maxn
	Quiescence bool // forcing steps at the leaves; not in mode maxn
}

// BestMode is the mode that did best in games of Pit with so many seats at equal nodes. With three seats paranoid was ahead, and it proves wins. With
// four it is too timid: three opponents who all play against one player leave it nothing to hope for, and best-reply search did better against
// opponents who mind their own business.
func BestMode(seats int) string {
	if seats > 3 {
		return BestReply
	}
	return Paranoid
}

// DefaultConfig has every idea on, the best mode for the seats, and no limits.
func DefaultConfig() Config {
	return Config{
		Mode: Auto, Table: 16, Lines: 1, Window: true, Killers: true, History: true, Reduction: true, Pruning: true, Quiescence: true,
	}
}

// Bind makes flags of the fields, which give the keys of player texts.
func (c *Config) Bind(flags *flag.FlagSet) {
	search.BindLimits(flags, &c.Limits)
	flags.StringVar(&c.Weights, "weights", c.Weights, "file of evaluation weights, or hand for those set by hand")
	flags.StringVar(&c.Mode, "mode", c.Mode,
		"what the others are taken to want: "+strings.Join(Modes(), ", ")+"; auto is brs with four seats, else paranoid")
	flags.IntVar(&c.Table, "table", c.Table, "size of the transposition table in MiB")
	flags.IntVar(&c.Lines, "multipv", c.Lines, "best lines to report")
	flags.IntVar(&c.Noise, "noise", c.Noise, "errors of the evaluation on purpose: their standard deviation in hundredths of a logit")
	flags.BoolVar(&c.Window, "window", c.Window, "principal variation search (modes brs and paranoid)")
	flags.BoolVar(&c.Killers, "killers", c.Killers, "try steps first that refuted others on the same level")
	flags.BoolVar(&c.History, "history", c.History, "order steps by how often they refuted others")
	flags.BoolVar(&c.Reduction, "reduction", c.Reduction, "search late steps with less depth (modes brs and paranoid)")
	flags.BoolVar(&c.Pruning, "pruning", c.Pruning, "leave out late steps at low depth (modes brs and paranoid)")
	flags.BoolVar(&c.Quiescence, "quiescence", c.Quiescence, "search forcing steps at the leaves (modes brs and paranoid)")
}

// check refuses impossible values.
func (c *Config) check() error {
	switch {
	case c.Mode != Auto && !slices.Contains(Modes(), c.Mode):
		return fmt.Errorf("mode=%s: must be %s or one of %s", c.Mode, Auto, strings.Join(Modes(), ", "))
	case c.Table < 1 || c.Table > 1<<16:
		return fmt.Errorf("table=%d: must be from 1 to 65536 MiB", c.Table)
	case c.Lines < 1 || c.Lines > 256:
		return fmt.Errorf("multipv=%d: must be from 1 to 256", c.Lines)
	case c.Noise < 0 || c.Noise > eval.Limit:
		return fmt.Errorf("noise=%d: must be from 0 to %d hundredths of a logit", c.Noise, eval.Limit)
	}
	return c.Limits.Check()
}
