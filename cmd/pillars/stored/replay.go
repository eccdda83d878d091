package stored

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/games"
	"pillars/results/export"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/tournament"
)

type replayFlags struct {
	db     string
	turn   int
	verify bool
	all    bool
	json   bool
}

// NewReplayCommand steps through a stored game.
func NewReplayCommand() *cobra.Command {
	var flags replayFlags
	cmd := &cobra.Command{
		Use:   "replay [RUN[/GAME]]",
		Short: "Step through a stored game, or verify games",
		Long: `Step through a stored game, drawing the board after every turn. On a terminal it waits after each: Enter
goes on, b back, a number to that turn, q quits. With --verify the game is played again through the rules instead, and
with --all every game of a run; "pillars verify" says more about that and does more.

A game is named by its run and its identity in it: 3f9c/1v2/4/1. Without a game the command lists the run's games,
without a run the runs.`,
		Example: `  pillars replay
  pillars replay 3f9c
  pillars replay 3f9c/1v2/4/1
  pillars replay 3f9c --all`,
		Args:              atMostOneRun,
		ValidArgsFunction: completeRunOrGame,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args) },
	}
	cli.DatabaseFlag(cmd, &flags.db)
	cmd.Flags().IntVar(&flags.turn, "turn", 0, "draw only the board after this turn")
	cmd.Flags().BoolVar(&flags.verify, "verify", false, "check the game against the rules")
	cmd.Flags().BoolVar(&flags.all, "all", false, "verify every game of the run")
	cmd.Flags().BoolVar(&flags.json, "json", false, "print JSON lines")
	return cmd
}

func (f *replayFlags) run(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		if f.all || f.verify {
			return cli.Usagef("--verify and --all want a run; without these flags the command lists the runs")
		}
		return cli.WithStore(f.db, func(db *store.Store) error { return listRuns(cmd, db, f.json) })
	}
	id, identity, named := strings.Cut(args[0], "/")
	return cli.WithRun(cmd.Context(), f.db, id, func(db *store.Store, run store.Run) error {
		switch {
		case f.all && named:
			return cli.Usagef("--all verifies a whole run; name only the run: pillars replay %s --all", run.ID)
		case f.all || f.verify && !named:
			v, err := newVerification(cmd, db, run)
			if err != nil {
				return err
			}
			return v.run(cmd.Context(), v.Stored)
		case !named:
			return listGames(cmd, db, run, store.Filter{}, f.json)
		}
		game, err := findGame(cmd.Context(), db, run.ID+"/"+identity)
		switch {
		case err != nil:
			return err
		case f.verify:
			return verifyGame(cmd, db, run, game)
		case f.json:
			return cli.PrintJSON(cmd.OutOrStdout(), export.Record(game))
		}
		r, err := newReplayer(cmd, game)
		if err != nil {
			return err
		}
		if last := len(r.positions) - 1; f.turn < 0 || f.turn > last {
			return cli.Usagef("--turn %d: the game has the turns 1 to %d", f.turn, last)
		}
		return r.run(f.turn)
	})
}

// verifyGame checks one game against the rules and the plan.
func verifyGame(cmd *cobra.Command, db *store.Store, run store.Run, game tournament.Stored) error {
	v, err := newVerification(cmd, db, run)
	if err != nil {
		return err
	}
	v.Found = func(_ string, fault error) error { return fmt.Errorf("game %s: %w", game.Name(), fault) }
	if err := v.Check(cmd.Context(), []string{game.Identity}); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "game %s: %s as the rules have it, %s\n", game.Name(),
		tournament.Counted(game.Turns, "turn"), game.Outcome.Text())
	return err
}

// replayer steps through a game.
type replayer struct {
	game      tournament.Stored
	positions []engine.Position // after each turn, the start first
	in        *bufio.Scanner    // nil where nobody is asked how to go on
	out       io.Writer
	style     diagram.TextStyle
}

// newReplayer plays the game again. It asks for commands where a person sits at both ends.
func newReplayer(cmd *cobra.Command, game tournament.Stored) (*replayer, error) {
	rules, err := games.Find(game.Record.Game)
	if err != nil {
		return nil, err
	}
	h, err := game.Record.Replay(rules)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", game.Name(), err)
	}
	r := &replayer{game: game, positions: runs.PositionsAfterTurns(h), out: cmd.OutOrStdout()}
	r.style.Color = cli.UseColor(cmd)
	if file, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(file.Fd())) && cli.IsTerminal(r.out) {
		r.in = bufio.NewScanner(file)
	}
	return r, nil
}

// run draws the board after one turn or, if that is 0, after every turn as the person at the terminal wishes.
func (r *replayer) run(only int) error {
	r.printTitle()
	if only > 0 {
		return r.draw(only)
	}
	for turn := 0; turn < len(r.positions); {
		if err := r.draw(turn); err != nil {
			return err
		}
		next, goesOn := r.next(turn)
		if !goesOn {
			return nil
		}
		turn = next
	}
	_, err := fmt.Fprintln(r.out, r.game.Outcome.Text())
	return err
}

func (r *replayer) printTitle() {
	fmt.Fprintf(r.out, "game %s: %s\n", r.game.Name(), strings.Join(r.game.Players, " - "))
}

// next is the turn to draw after this one, and whether there shall be one.
func (r *replayer) next(turn int) (int, bool) {
	if r.in == nil || turn == len(r.positions)-1 {
		return turn + 1, true
	}
	for {
		fmt.Fprint(r.out, "Enter, b, turn number or q: ")
		if !r.in.Scan() {
			return 0, false
		}
		word := strings.TrimSpace(r.in.Text())
		number, err := strconv.Atoi(word)
		switch {
		case word == "":
			return turn + 1, true
		case word == "q":
			return 0, false
		case word == "b":
			return max(0, turn-1), true
		case err == nil && number >= 0 && number < len(r.positions):
			return number, true
		}
		fmt.Fprintf(r.out, "turns go from 0, the start, to %d\n", len(r.positions)-1)
	}
}

// draw prints the board after a turn, with the turn that led there and what its player thought.
func (r *replayer) draw(turn int) error {
	caption := "start"
	if turn > 0 {
		caption = fmt.Sprintf("turn %d: %s", turn, r.game.Record.Turns[turn-1])
	}
	if thought, ok := r.thought(turn); ok {
		caption += fmt.Sprintf(" (%s, depth %d, %s nodes, %v)", cli.ScoreText(thought.Score), thought.Depth,
			cli.BigNumber(float64(thought.Nodes)), thought.Time.Round(100*time.Microsecond))
	} else if turn > 0 && turn <= r.game.Record.Opening {
		caption += " (opening)"
	}
	fmt.Fprintf(r.out, "\n%s\n", caption)
	return diagram.Text(r.out, r.positions[turn].Diagram(), r.style)
}

// thought is what was stored with a turn, and whether its player told anything.
func (r *replayer) thought(turn int) (tournament.Thought, bool) {
	i := turn - r.game.Record.Opening - 1
	if i < 0 || i >= len(r.game.Thoughts) || r.game.Thoughts[i].Nodes == 0 {
		return tournament.Thought{}, false
	}
	return r.game.Thoughts[i], true
}
