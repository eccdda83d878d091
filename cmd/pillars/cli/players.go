package cli

import (
	"fmt"
	"io"
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

const defaultTime = 3 * time.Second

// Register adds --nodes, --time and --depth.
func (f *LimitFlags) Register(cmd *cobra.Command) {
	f.set = cmd.Flags()
	f.set.Uint64Var(&f.limits.Nodes, "nodes", 0, "steps that a player may look at for a decision")
	f.set.DurationVar(&f.limits.Time, "time", 0, "time that a player may take for a decision; "+defaultTime.String()+
		" if neither a flag nor the player has a limit")
	f.set.IntVar(&f.limits.Depth, "depth", 0, "steps that a player may look ahead")
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

// ForPlayer are the limits for a player. One that would think for ever gets the default time.
func (f *LimitFlags) ForPlayer(player search.Player) search.Limits {
	own, err := search.LimitsOf(player.Name())
	if f.limits == (search.Limits{}) && (err != nil || own == search.Limits{}) {
		return search.Limits{Time: defaultTime}
	}
	return f.limits
}

// PlayerFlag adds a flag that names a player.
func PlayerFlag(cmd *cobra.Command, to *string, flag, value, usage string) {
	cmd.Flags().StringVar(to, flag, value, usage)
	Complete(cmd, flag, CompletePlayer)
}

// NewPlayer makes the player that the value of a flag names.
func NewPlayer(flag, text string, rules engine.Rules) (search.Player, error) {
	player, err := players.New(text, rules)
	if err != nil {
		return nil, Usagef("%s %s: %w", flag, text, err)
	}
	return player, nil
}

// ClosePlayers ends players that are programs. One that does not leave as it should is told of, no more: its work is
// done.
func ClosePlayers(stderr io.Writer, players ...search.Player) {
	for _, player := range players {
		if closer, ok := player.(io.Closer); ok {
			if err := closer.Close(); err != nil {
				fmt.Fprintf(stderr, "pillars: %v\n", err)
			}
		}
	}
}
