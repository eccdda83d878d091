package positions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/books"
	"pillars/results/show/progress"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament/openings"
)

type fairFlags struct {
	openings.Fair
	bookFile
	game   cli.GameFlags
	count  int
	margin float64
}

func newBookFairCommand() *cobra.Command {
	var flags fairFlags
	cmd := cli.GameCommandOf(&flags.game, cli.New("fair", "Find even set-ups of the board", flags.run))
	set := cmd.Flags()
	registerValuer(cmd, &flags.Valuer, "alphabeta:nodes=10000")
	set.IntVar(&flags.count, "count", 3, "print at most this many set-ups")
	set.IntVar(&flags.Tries, "tries", 100, "set-ups to draw and evaluate")
	set.Float64Var(&flags.margin, "margin", 0,
		"print only set-ups whose unevenness is at most `X` logits (default: no limit)")
	flags.flag = "--book"
	set.StringVar(&flags.path, "book", "", "also write the set-ups as a book to this new `FILE`")
	cli.JSONFlag(cmd, "print a JSON line for each set-up")
	return cmd
}

func registerValuer(cmd *cobra.Command, v *openings.Valuer, player string) {
	cmd.Flags().StringVar(&v.Player, "player", player, "the `PLAYER` that evaluates")
	cmd.Flags().Uint64Var(&v.Seed, "seed", 1, cli.SeedUsage)
	cmd.Flags().IntVar(&v.Workers, "workers", runtime.NumCPU(), cli.WorkersUsage)
}

// settleValuer completes v, which evaluates openings, and replaces v.Player by the player's full name. It returns an
// error for a player without a search limit or without scores.
func settleValuer(v *openings.Valuer, rules engine.Rules) error {
	given := v.Player
	player, err := cli.NewPlayer("--player", given, rules)
	if err != nil {
		return err
	}
	v.Player, v.NewPlayer = player.Name(), players.Recorded
	spec, err := search.ParseSpec(v.Player)
	switch {
	case err != nil:
		return cli.Usagef("--player: %w", err)
	case spec.Kind == "random":
		return cli.Usagef("--player random: it cannot evaluate; name a player that can, such as alphabeta:nodes=10000")
	case players.Unlimited(v.Player):
		return cli.Usagef("--player %s: it has no limit; write %s:nodes=10000", given, spec.Kind)
	}
	return players.CheckMemory(v.Workers, v.Player)
}

func (f *fairFlags) run(cmd *cobra.Command, _ []string) error {
	if err := f.settle(cmd); err != nil {
		return err
	}
	var valued []openings.SetUp
	return f.resumably(cmd, &f.Valuer, f.Start.Rules(), func(ctx context.Context, status *progress.Screen) (err error) {
		f.Report = func(done, total int) { status.Count(done, total, "set-up") }
		valued, err = f.SetUps(ctx)
		return err
	}, func(interrupted bool) error { return f.conclude(cmd, valued, interrupted) })
}

// conclude reports the set-ups within the margin. valued holds all set-ups that were evaluated, the most even first.
func (f *fairFlags) conclude(cmd *cobra.Command, valued []openings.SetUp, interrupted bool) error {
	even := valued
	if cmd.Flags().Changed("margin") {
		even = openings.Within(valued, f.margin)
	}
	if err := f.report(cmd, even[:min(f.count, len(even))], len(valued)); err != nil {
		return err
	}
	if interrupted {
		return cli.Interrupted("interrupted; printed are the most even of the %d set-ups evaluated so far", len(valued))
	}
	if n := len(valued); n < f.Tries {
		cmd.PrintErrf("set-ups that came up: only %d of %d\n", n, f.Tries)
	}
	if len(even) == 0 {
		return fmt.Errorf("none of %d set-ups is within --margin %g of even; give more --tries or a larger margin",
			len(valued), f.margin)
	}
	return nil
}

func (f *fairFlags) settle(cmd *cobra.Command) (err error) {
	if err := cmp.Or(cli.AtLeast("count", f.count, 1), cli.Between("tries", f.Tries, 1, openings.MaxTries),
		cli.AtLeast("workers", f.Workers, 1), cli.AtLeast("margin", f.margin, 0)); err != nil {
		return err
	}
	if f.Start, err = f.game.Position(cmd); err != nil {
		return err
	}
	if f.Start.Over() {
		return cli.Usagef("--position: the game is over (%s); give an earlier position", f.Start.Outcome().Reason)
	}
	return settleValuer(&f.Valuer, f.Start.Rules())
}

// report prints set-ups and writes them as a book if --book is given. valued is the number of set-ups evaluated.
func (f *fairFlags) report(cmd *cobra.Command, shown []openings.SetUp, valued int) error {
	rules := f.Start.Rules()
	if !cli.JSON(cmd) {
		table.Printf(cmd.OutOrStdout(), "%s (%s), seed %d: the most even %d of %d set-ups, evaluated by %s\n",
			rules.Game().Title(), rules.Settings(), f.Seed, len(shown), valued, f.Player)
	}
	var entries []openings.Valued
	for i := range shown {
		s := &shown[i]
		if err := cli.Print(cmd, books.SetUp{SetUp: s, Rank: i + 1}); err != nil {
			return err
		}
		entries = append(entries, openings.Valued{Opening: f.Opening(s), Score: s.Score, Spread: s.Spread()})
	}
	return f.write(cmd, rules, entries, books.FairHeader(f.Fair, valued))
}

type informativeFlags struct {
	openings.Valuer
	bookFile
	count int
}

func newBookInformativeCommand() *cobra.Command {
	var flags informativeFlags
	cmd := cli.New("informative RUN...", "Choose the openings that say most about a difference in strength", flags.run)
	cmd.Args, cmd.ValidArgsFunction = cli.Arguments("the runs that played the candidates", ""), cli.CompleteRuns
	set := cmd.Flags()
	set.IntVar(&flags.count, "count", 100, "openings to choose")
	registerValuer(cmd, &flags.Valuer, "alphabeta:nodes=20000")
	cli.DatabaseFlag(cmd)
	flags.register(cmd, "", "each opening, and one for the whole book")
	return cmd
}

func (f *informativeFlags) run(cmd *cobra.Command, words []string) error {
	err := cmp.Or(cli.Between("count", f.count, 2, openings.MaxTries), cli.AtLeast("workers", f.Workers, 1))
	if err != nil {
		return err
	}
	return cli.WithStore(cmd, func(db *store.Store) error {
		combined, err := catalog.Together(cmd.Context(), db, words, "", false)
		if err != nil {
			return cli.RunError(err)
		}
		played, err := books.ReadPlayed(cmd.Context(), db, combined)
		if errors.Is(err, books.ErrNotPlayed) {
			err = fmt.Errorf("%w; play a book of candidates with pillars tournament --book", err)
		}
		if err != nil {
			return cli.Usagef("%w", err)
		}
		if err := settleValuer(&f.Valuer, combined.Rules); err != nil {
			return err
		}
		if n := len(played.Openings); n < f.count {
			return cli.Usagef("--count %d: only %d openings have games; give a smaller number or play more", f.count, n)
		}
		return f.choose(cmd, played)
	})
}

// choose evaluates the openings that were played, chooses f.count of them, and writes the book.
func (f *informativeFlags) choose(cmd *cobra.Command, played *books.Played) error {
	var valued []openings.Valued
	evaluate := func(ctx context.Context, status *progress.Screen) (err error) {
		valued, err = f.Values(ctx, played.Rules, played.Openings,
			func(done, total int) { status.Count(done, total, "opening") })
		return err
	}
	return f.resumably(cmd, &f.Valuer, played.Rules, evaluate, func(interrupted bool) error {
		if interrupted {
			return cli.Interrupted("interrupted; no book was written")
		}
		chosen, err := played.Choose(valued, f.count)
		if err == nil {
			err = cli.Print(cmd, chosen)
		}
		if err != nil {
			return err
		}
		return f.write(cmd, played.Rules, chosen.Entries, chosen.Header(f.Player, f.Seed))
	})
}
