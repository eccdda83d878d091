package positions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/search"
	"pillars/search/suite"
)

type suiteMineFlags struct {
	cli.GameFlags
	player  string
	missed  string
	games   int
	opening int
	turns   int
	last    int
	nodes   uint64
	seed    uint64
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
	set := cmd.Flags()
	set.StringVar(&flags.player, "player", "alphabeta:nodes=500", "the `PLAYER` of both seats")
	set.StringVar(&flags.missed, "missed-by", "greedy",
		"take only what this `PLAYER` does not solve; random for nearly everything")
	set.Uint64Var(&flags.nodes, "nodes", 20000, "nodes for a decision of both players, unless they have fewer")
	set.IntVar(&flags.games, "games", 10, "games to play")
	set.IntVar(&flags.opening, "opening-steps", 6, "random steps before the player takes over")
	set.IntVar(&flags.turns, "turns", 2, "turns of the winner's own to look ahead")
	set.IntVar(&flags.last, "last", 12, "turns of a game's end to look through")
	set.Uint64Var(&flags.seed, "seed", 1, "seed of the games")
	cli.Complete(cmd, "player", cli.CompletePlayer)
	cli.Complete(cmd, "missed-by", cli.CompletePlayer)
	return cli.GameCommandOf(&flags.GameFlags, cmd)
}

func (f *suiteMineFlags) run(cmd *cobra.Command, game string) error {
	if err := f.check(); err != nil {
		return err
	}
	start, err := f.Position(game)
	if err != nil {
		return err
	}
	if seats := start.Rules().Seats(); seats != 2 {
		return cli.Usagef("positions are mined in games of two seats; this one has %d", seats)
	}
	player, err := cli.NewPlayer("--player", f.player, start.Rules())
	if err != nil {
		return err
	}
	missed, err := cli.NewPlayer("--missed-by", f.missed, start.Rules())
	if err != nil {
		return err
	}
	defer cli.ClosePlayers(cmd.ErrOrStderr(), player, missed)
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	mine := suiteMine{flags: f, player: player, missed: missed, out: cmd.OutOrStdout(), seen: map[string]bool{}}
	if err = mine.all(ctx, start); errors.Is(err, context.Canceled) {
		return cli.Exit(cli.ExitInterrupted, errors.New("interrupted; the positions so far are printed"))
	}
	return err
}

func (f *suiteMineFlags) check() error {
	switch {
	case f.games < 1:
		return cli.Usagef("--games %d: must be 1 or more", f.games)
	case f.turns < 1 || f.turns > 20:
		return cli.Usagef("--turns %d: must be from 1 to 20", f.turns)
	case f.last < 1:
		return cli.Usagef("--last %d: must be 1 or more", f.last)
	case f.opening < 0:
		return cli.Usagef("--opening-steps %d: must be 0 or more", f.opening)
	case f.nodes < 1:
		return cli.Usagef("--nodes 0: must be 1 or more")
	}
	return nil
}

type suiteMine struct {
	flags          *suiteMineFlags
	player, missed search.Player
	out            io.Writer
	seen           map[string]bool // positions printed
}

func (m *suiteMine) all(ctx context.Context, start engine.Position) error {
	for n := range m.flags.games {
		if err := m.game(ctx, start, n); err != nil {
			return err
		}
	}
	return nil
}

func (m *suiteMine) game(ctx context.Context, start engine.Position, number int) error {
	positions, err := m.Play(ctx, start, engine.DeriveSeed(m.flags.seed, "mine", strconv.Itoa(number)))
	if err != nil {
		return err
	}
	kinds := map[suite.Kind]bool{}
	for i := len(positions) - 1; i >= max(0, len(positions)-m.flags.last); i-- {
		problem, err := suite.Mine(ctx, positions[i], m.flags.turns)
		if err != nil {
			return err
		}
		if problem == nil || kinds[problem.Kind] || m.seen[problem.Position] {
			continue
		}
		attempt, err := problem.Try(ctx, m.missed, positions[i], search.Limits{Nodes: m.flags.nodes})
		if err != nil {
			return err
		}
		if attempt.Solved {
			continue
		}
		kinds[problem.Kind], m.seen[problem.Position] = true, true
		problem.Comment += fmt.Sprintf("; %s plays %s", m.missed.Name(), attempt.Turn)
		if _, err := fmt.Fprintln(m.out, problem); err != nil {
			return err
		}
	}
	return nil
}

// Play plays a game and returns the positions in which turns began after the opening.
func (m *suiteMine) Play(ctx context.Context, start engine.Position, seed uint64) ([]engine.Position, error) {
	h, random := engine.NewHistory(start), engine.NewRandom(seed)
	for range m.flags.opening {
		if h.Outcome().Over() {
			return nil, nil
		}
		if err := h.Play(engine.RandomStep(h.Position(), random)); err != nil {
			return nil, err
		}
	}
	m.player.NewGame(engine.DeriveSeed(seed, "player"))
	var positions []engine.Position
	for !h.Outcome().Over() && ctx.Err() == nil {
		if h.Position().StartsTurn() {
			positions = append(positions, h.Position().Clone())
		}
		decision, err := m.player.Decide(ctx, h.Clone(), search.Limits{Nodes: m.flags.nodes}, nil)
		if err == nil && len(decision.Steps) == 0 {
			err = fmt.Errorf("%s decides nothing", m.player.Name())
		}
		if err != nil {
			return nil, err
		}
		for _, step := range decision.Steps {
			if err := h.Play(step); err != nil {
				return nil, fmt.Errorf("%s: %w", m.player.Name(), err)
			}
		}
	}
	return positions, ctx.Err()
}
