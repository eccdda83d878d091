package cli

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/engine"
	"pillars/search"
	"pillars/search/players"
)

// LimitFlags are the flags that limit a player's thinking.
type LimitFlags struct {
	limits search.Limits
	set    *pflag.FlagSet
}

// defaultTime limits a decision when nothing else does.
const defaultTime = 3 * time.Second

// Register adds --nodes, --time and --depth.
func (f *LimitFlags) Register(cmd *cobra.Command) {
	f.set = cmd.Flags()
	f.set.Uint64Var(&f.limits.Nodes, "nodes", 0, "steps that a player may look at for a decision")
	f.set.DurationVar(&f.limits.Time, "time", 0, "time that a player may take for a decision; "+defaultTime.String()+
		" if neither a flag nor the player has a limit")
	f.set.IntVar(&f.limits.Depth, "depth", 0, "steps that a player may look ahead")
	for _, name := range []string{"nodes", "time", "depth"} {
		Complete(cmd, name, cobra.NoFileCompletions)
	}
}

// Check refuses limits that no player can keep.
func (f *LimitFlags) Check() error {
	switch {
	case f.set.Changed("nodes") && f.limits.Nodes == 0:
		return Usagef("--nodes 0: must be 1 or more; leave it out for no limit")
	case f.set.Changed("time") && f.limits.Time <= 0:
		return Usagef("--time %v: must be more than 0, such as 500ms; leave it out for no limit", f.limits.Time)
	case f.set.Changed("depth") && f.limits.Depth < 1:
		return Usagef("--depth %d: must be 1 or more; leave it out for no limit", f.limits.Depth)
	}
	return nil
}

// LimitedItself reports whether a player's own text sets a limit.
func LimitedItself(player string) bool {
	limits, err := search.LimitsOf(player)
	return err == nil && limits != (search.Limits{})
}

// ForPlayer are the limits for a player. One that would think for ever gets the default time.
func (f *LimitFlags) ForPlayer(player search.Player) search.Limits {
	if f.limits == (search.Limits{}) && !LimitedItself(player.Name()) {
		return search.Limits{Time: defaultTime}
	}
	return f.limits
}

// NewPlayer makes the player that the value of a flag names.
func NewPlayer(flag, text string, rules engine.Rules) (search.Player, error) {
	player, err := players.New(text, rules)
	if err != nil {
		return nil, Usagef("%s %s: %w", flag, text, err)
	}
	return player, nil
}

// ScoreText is a score as people read it: the expected result in per cent, then logits or the distance of a proven end.
func ScoreText(score search.Score) string {
	return fmt.Sprintf("%.1f %% (%s)", 100*score.Expectation(), score)
}

// BigNumber writes large numbers short: 950, 12.3k, 4.56M.
func BigNumber(n float64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.3gG", n/1e9)
	case n >= 999.5e3:
		return fmt.Sprintf("%.3gM", n/1e6)
	case n >= 1e4:
		return fmt.Sprintf("%.3gk", n/1e3)
	}
	return fmt.Sprintf("%.0f", n)
}

// Logits turns hundredths into whole ones.
func Logits[T ~int | ~float64](hundredths T) float64 { return float64(hundredths) / 100 }
