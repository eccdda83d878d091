package positions

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/search/suite"
)

type suiteMineFlags struct {
	cli.GameFlags
	miner          suite.Miner
	player, missed string
	games          int
}

func newSuiteMineCommand() *cobra.Command {
	var flags suiteMineFlags
	cmd := &cobra.Command{
		Use:   "mine",
		Short: "Find new tactical positions in games",
		Long: `Find new tactical positions: a player plays games with itself, each after random opening steps, and the
last positions of every game, the latest first, are searched at full width for forced wins and for turns that alone
hold, within --turns turns of the winner's own. A position is printed if few turns are right and the player
--missed-by does not find one. At most one position of each kind comes from a game.

The output can be tried with pillars suite --file. Everything in it is proven. Games of two seats only. Two turns take
seconds for a position of Pit of Pillars 8 x 8; three or more are for small boards, and for games with few turns.`,
		Example: `  pillars suite mine pilastri --games 20 --turns 4 > mine.txt
  pillars suite mine pylyx --option size=8 --missed-by mcts:nodes=2000 --turns 3`,
		RunE: func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args[0]) },
	}
	set, miner := cmd.Flags(), &flags.miner
	set.StringVar(&flags.player, "player", "alphabeta:nodes=500", "the `PLAYER` of both seats")
	set.StringVar(&flags.missed, "missed-by", "greedy",
		"take only what this `PLAYER` does not solve; random for nearly everything")
	set.Uint64Var(&miner.Limits.Nodes, "nodes", 20000, "nodes for a decision of both players, unless they have fewer")
	set.IntVar(&flags.games, "games", 10, "games to play")
	set.IntVar(&miner.Opening, "opening-steps", 6, "random steps before the player takes over")
	set.IntVar(&miner.Turns, "turns", 2, "turns of the winner's own to look ahead")
	set.IntVar(&miner.Last, "last", 12, "turns of a game's end to look through")
	set.Uint64Var(&miner.Seed, "seed", 1, "seed of the games")
	return cli.GameCommandOf(&flags.GameFlags, cmd)
}

func (f *suiteMineFlags) run(cmd *cobra.Command, game string) error {
	m := &f.miner
	if err := cmp.Or(cli.AtLeast("games", f.games, 1), cli.Between("turns", m.Turns, 1, 20),
		cli.AtLeast("last", m.Last, 1), cli.AtLeast("opening-steps", m.Opening, 0),
		cli.AtLeast("nodes", m.Limits.Nodes, 1)); err != nil {
		return err
	}
	start, err := f.Position(game)
	if err != nil {
		return err
	}
	if seats := start.Rules().Seats(); seats != 2 {
		return cli.Usagef("positions are mined in games of two seats; this one has %d", seats)
	}
	if m.Player, err = cli.NewPlayer("--player", f.player, start.Rules()); err != nil {
		return err
	}
	if m.Missed, err = cli.NewPlayer("--missed-by", f.missed, start.Rules()); err != nil {
		return err
	}
	defer cli.ClosePlayers(cmd.ErrOrStderr(), m.Player, m.Missed)
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	err = m.Mine(ctx, start, f.games, func(p *suite.Problem) error {
		_, err := fmt.Fprintln(cmd.OutOrStdout(), p)
		return err
	})
	if errors.Is(err, context.Canceled) {
		return cli.Exit(cli.ExitInterrupted, errors.New("interrupted; the positions so far are printed"))
	}
	return err
}
