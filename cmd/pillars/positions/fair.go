package positions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/table"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/openings"
)

type fairFlags struct {
	openings.Fair
	game   cli.GameFlags
	count  int
	margin float64
	book   string
	goesOn bool // after an interruption, so that the book may be replaced
	json   bool
}

func newBookFairCommand() *cobra.Command {
	var flags fairFlags
	cmd := cli.GameCommandOf(&flags.game, &cobra.Command{
		Use:   "fair",
		Short: "Find even set-ups of the board",
		Long: `Draw random set-ups of the board, have a player evaluate each, and print the most even ones.

The unevenness of a set-up is its value for the player who acts next, in logits. If the set-up ends with a choice (one
player divides, the other chooses), every choice is evaluated for the player who chooses. The unevenness is then the
value of the best choice or its lead over the second best (the spread), whichever is larger.

The smallest of many inexact values looks smaller than it is: evaluate the set-ups found again, with more nodes and
--position. With limits by nodes or depth the result depends on the seed alone, not on the number of workers. --book
also writes the set-ups as a book that a tournament can play; an interrupted command then goes on when given again.`,
		Example: `  pillars book fair --game pylyx --count 5 --tries 200
  pillars book fair --game pylyx --count 20 --tries 500 --book pylyx.book
  pillars book fair --game pylyx --option size=6 --player mcts:nodes=5000 --margin 0.1 --json
  pillars book fair --game pylyx --tries 1 --position "x2,w,x/x3,b,x,w/x,w,b,x3/x4,w,x/x5,b/b,x3 2 c ? 0 2"`,
		RunE: func(cmd *cobra.Command, _ []string) error { return flags.run(cmd) },
	})
	set := cmd.Flags()
	registerValuer(cmd, &flags.Valuer, "alphabeta:nodes=10000")
	set.IntVar(&flags.count, "count", 3, "print at most this many set-ups")
	set.IntVar(&flags.Tries, "tries", 100, "set-ups to draw and evaluate")
	set.Float64Var(&flags.margin, "margin", 0, "print only set-ups whose unevenness is at most `X` logits")
	set.StringVar(&flags.book, "book", "", "also write the set-ups as a book to this new `FILE`")
	set.BoolVar(&flags.json, "json", false, "print a JSON line for each set-up")
	return cmd
}

// registerValuer adds the flags of the player that evaluates positions.
func registerValuer(cmd *cobra.Command, v *openings.Valuer, player string) {
	cmd.Flags().StringVar(&v.Player, "player", player, "the `PLAYER` that evaluates")
	cmd.Flags().Uint64Var(&v.Seed, "seed", 1, cli.SeedUsage)
	cmd.Flags().IntVar(&v.Workers, "workers", runtime.NumCPU(), cli.WorkersUsage)
}

// settleValuer gives the player its full name. It refuses players without a limit, and those that do not evaluate.
func settleValuer(v *openings.Valuer, rules engine.Rules) error {
	given := v.Player
	player, err := cli.NewPlayer("--player", given, rules)
	if err != nil {
		return err
	}
	v.Player, v.NewPlayer = player.Name(), players.Recorded
	kind, _, err := search.SplitText(v.Player)
	switch {
	case err != nil:
		return cli.Usagef("--player: %w", err)
	case kind == "random":
		return cli.Usagef("--player random: it cannot evaluate; name a player that can, such as alphabeta:nodes=10000")
	case players.Unlimited(v.Player):
		return cli.Usagef("--player %s: it has no limit; write %s:nodes=10000", given, kind)
	}
	return players.CheckMemory(v.Workers, v.Player)
}

func (f *fairFlags) run(cmd *cobra.Command) error {
	if err := f.settle(); err != nil {
		return err
	}
	search := func() error { return f.search(cmd) }
	return remembering(&f.Valuer, "--book", f.book, f.Start.Rules(), &f.goesOn, search)
}

func (f *fairFlags) search(cmd *cobra.Command) error {
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	status := cli.NewScreen(cmd.ErrOrStderr(), false)
	f.Report = func(done, total int) { status.Count(done, total, "set-up") }
	valued, err := f.SetUps(ctx)
	status.Clear()
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return err
	}
	even := valued
	if f.game.Set.Changed("margin") { // the evenest come first
		uneven := func(s openings.SetUp) bool { return cli.Logits(int(s.Unevenness())) > f.margin }
		if n := slices.IndexFunc(valued, uneven); n >= 0 {
			even = valued[:n]
		}
	}
	if err := f.report(cmd, even[:min(f.count, len(even))], len(valued)); err != nil {
		return err
	}
	if interrupted {
		return cli.Interrupted("interrupted; printed are the most even of the %d set-ups evaluated so far", len(valued))
	}
	if n := len(valued); n < f.Tries {
		fmt.Fprintf(cmd.ErrOrStderr(), "set-ups that came up: only %d of %d\n", n, f.Tries)
	}
	if len(even) == 0 {
		return fmt.Errorf("none of %d set-ups is within --margin %g of even; give more --tries or a larger margin",
			len(valued), f.margin)
	}
	return nil
}

// settle checks the flags, and finds where to start.
func (f *fairFlags) settle() (err error) {
	if err := cmp.Or(cli.AtLeast("count", f.count, 1), cli.Between("tries", f.Tries, 1, openings.MaxTries),
		cli.AtLeast("workers", f.Workers, 1), cli.AtLeast("margin", f.margin, 0)); err != nil {
		return err
	}
	if f.Start, err = f.game.Position(); err != nil {
		return err
	}
	if f.Start.Over() {
		return cli.Usagef("--position: the game is over (%s); give an earlier position", f.Start.Outcome().Reason)
	}
	return settleValuer(&f.Valuer, f.Start.Rules())
}

// valueFacts are a player's value of something: in logits, hundreds of them if proven, and what is proven ("win in 5",
// in steps).
func valueFacts(score search.Score) table.Facts {
	facts := table.Object("score", cli.Logits(int(score)), "expectation", score.Expectation())
	if score.Decided() {
		facts.Add("proven", score.String())
	}
	return facts
}

// setUpFacts are a set-up for programs. Its value is for the seat that chooses, or acts after the set-up.
func setUpFacts(rank int, s *openings.SetUp) table.Facts {
	facts := table.Object("type", "set-up", "rank", rank, "draw", s.Draw, "position", s.Position.String(),
		"turns", append([]string{}, s.Turns...), "seat", s.Position.Rules().SeatNames()[s.Position.Seat()])
	facts = append(facts, valueFacts(s.Score)...)
	facts.Add("spread", cli.Logits(int(s.Spread())))
	facts.Add("unevenness", cli.Logits(int(s.Unevenness())))
	var choices []table.Facts
	for _, choice := range s.Choices {
		choices = append(choices, append(table.Object("step", s.Position.StepText(choice.Step)),
			valueFacts(choice.Score)...))
	}
	facts.AddSome("choices", choices)
	return facts
}

func setUpText(rank int, s *openings.SetUp) string {
	seat := s.Position.Rules().SeatNames()[s.Position.Seat()]
	text := fmt.Sprintf("%d. %s\n   %s ", rank, s.Position, seat)
	if len(s.Choices) == 0 {
		return text + "acts: " + cli.ScoreText(s.Score)
	}
	text += "chooses: "
	for _, choice := range s.Choices {
		text += fmt.Sprintf("%s %s, ", s.Position.StepText(choice.Step), cli.ScoreText(choice.Score))
	}
	if s.Choices[0].Score.Decided() || s.Choices[1].Score.Decided() {
		return text + "spread beyond measure"
	}
	return text + fmt.Sprintf("spread %.2f", cli.Logits(int(s.Spread())))
}

// report prints set-ups, of so many valued, and writes them into a book where one is wanted.
func (f *fairFlags) report(cmd *cobra.Command, shown []openings.SetUp, valued int) error {
	rules := f.Start.Rules()
	if !f.json {
		table.Printf(cmd.OutOrStdout(), "%s (%s), seed %d: the most even %d of %d set-ups, evaluated by %s\n",
			rules.Game().Title(), rules.Settings(), f.Seed, len(shown), valued, f.Player)
	}
	var entries []openings.Valued
	for i := range shown {
		s := &shown[i]
		if err := cli.Answer(cmd.OutOrStdout(), f.json, setUpFacts(i+1, s), "%s", setUpText(i+1, s)); err != nil {
			return err
		}
		entries = append(entries, openings.Valued{Opening: f.Opening(s), Score: s.Score, Spread: s.Spread()})
	}
	if f.book == "" || len(shown) == 0 {
		return nil
	}
	return cli.WriteNewFile("--book", f.book, f.goesOn, bookOf(cmd, rules, entries,
		fmt.Sprintf("The most even of %s drawn; seed %d.", tournament.Counted(valued, "set-up"), f.Seed),
		fmt.Sprintf("After each opening: its value in logits for the player who chooses or acts, by %s.", f.Player)))
}
