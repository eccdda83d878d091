// Package rules provides the commands about games, positions and steps. They need no player.
package rules

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/docs"
	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/results/estimate/randomplay"
	"pillars/results/show/figures"
	"pillars/results/show/table"
)

// NewRulesCommand returns the command "rules".
func NewRulesCommand() *cobra.Command {
	var name, picture string
	var seed uint64
	cmd := cli.New("rules", "List the games, or print the rules of one", func(cmd *cobra.Command, _ []string) error {
		oneGame, names := cmd.Flags().Changed("game"), cli.GameNames()
		if oneGame {
			names = []string{name}
		}
		var all []engine.Rules
		for _, game := range names {
			rules, _, err := cli.Rules(game, nil)
			if err != nil {
				return err
			}
			all = append(all, rules)
		}
		if picture != "" {
			drawn, err := drawGames(cmd.Context(), all, seed)
			if err != nil {
				return fmt.Errorf("--svg: %w", err)
			}
			return cli.SvgPicture.WriteDrawn("--svg", picture, drawn)
		}
		for i, rules := range all {
			if oneGame && !cli.JSON(cmd) {
				table.Printf(cmd.OutOrStdout(), "%s\n\n", docs.RulesText(rules.Game().Name()))
			}
			if i > 0 && !cli.JSON(cmd) {
				fmt.Fprintln(cmd.OutOrStdout())
			}
			if err := cli.Print(cmd, listedGame{rules}); err != nil {
				return err
			}
		}
		return nil
	})
	cli.GameFlag(cmd, &name)
	cmd.Flags().StringVar(&picture, "svg", "", "draw the games into this SVG `FILE` instead of listing them")
	cmd.Flags().Uint64Var(&seed, "seed", 1, cli.SeedUsage)
	cli.JSONFlag(cmd, "print a JSON line for each game")
	return cmd
}

// NewShowCommand returns the command "show".
func NewShowCommand() *cobra.Command {
	var flags cli.PlayedFlags
	var svg string
	cmd := cli.AddPlayedFlags(&flags, cli.New("show", "Draw a position in the terminal or as a picture",
		func(cmd *cobra.Command, _ []string) error {
			h, err := flags.History(cmd)
			if err == nil && svg != "" {
				err = cli.WriteSVG(svg, h.Position().Diagram())
			}
			if err != nil {
				return err
			}
			return diagram.Text(cmd.OutOrStdout(), h.Position().Diagram(), diagram.TextStyle{Color: cli.UseColor(cmd)})
		}))
	cmd.Flags().StringVar(&svg, "svg", "", "also draw the position into this SVG `FILE`")
	return cmd
}

// NewLegalCommand returns the command "legal".
func NewLegalCommand() *cobra.Command {
	var flags cli.GameFlags
	var turns bool
	cmd := cli.AddGameFlags(&flags, cli.New("legal", "List the legal steps or turns of a position",
		func(cmd *cobra.Command, _ []string) error {
			p, err := flags.Position(cmd)
			if err != nil {
				return err
			}
			const mostTurns = 1_000_000 // a set-up can have far more
			unit, texts := "steps", engine.StepTexts(p)
			if turns {
				unit, texts = "turns", engine.TurnTexts(p, mostTurns+1)
			}
			if turns && len(texts) > mostTurns {
				return cli.Usagef("--turns: there are more than %d turns here; leave --turns out to list the steps",
					mostTurns)
			}
			if cli.JSON(cmd) {
				list := append([]string{}, texts...) // not nil, which JSON would write as null
				return cli.PrintJSON(cmd.OutOrStdout(), table.Object("type", "legal", "game", flags.Game,
					"position", p.String(), "unit", unit, "legal", list))
			}
			for _, text := range texts {
				fmt.Fprintln(cmd.OutOrStdout(), text)
			}
			return nil
		}))
	cmd.Flags().BoolVar(&turns, "turns", false, "list whole turns instead of steps")
	cli.JSONFlag(cmd, "print one JSON line")
	return cmd
}

// NewApplyCommand returns the command "apply".
func NewApplyCommand() *cobra.Command {
	var flags cli.PlayedFlags
	cmd := cli.AddPlayedFlags(&flags, cli.New("apply", "Play steps and print the resulting position",
		func(cmd *cobra.Command, _ []string) error {
			h, err := flags.History(cmd)
			if err != nil {
				return err
			}
			text := h.Position().String()
			turns := append([]string{}, engine.Turns(h.Start(), h.Steps())...) // not nil, which JSON writes as null
			facts := table.Object("type", "position", "game", flags.Game, "start", h.Start().String(),
				"turns", turns, "position", text)
			if outcome := h.Outcome(); outcome.Over() {
				facts.Add("scores", outcome.Scores[:outcome.Seats])
				facts.Add("reason", outcome.Reason)
				text += "\n" + outcome.Text()
			}
			return cli.Answer(cmd, facts, "%s", text)
		}))
	cli.JSONFlag(cmd, "print one JSON line")
	return cmd
}

type perftFlags struct {
	cli.GameFlags
	depth         int
	turns, divide bool
}

// NewPerftCommand returns the command "perft".
func NewPerftCommand() *cobra.Command {
	var flags perftFlags
	cmd := cli.New("perft", "Count the sequences of legal steps or turns of a given length", flags.run)
	cli.AddGameFlags(&flags.GameFlags, cmd)
	cmd.Flags().IntVar(&flags.depth, "depth", 0, "length of the sequences (required)")
	cmd.Flags().BoolVar(&flags.turns, "turns", false, "count whole turns instead of steps")
	cmd.Flags().BoolVar(&flags.divide, "divide", false, "print one count for each first step")
	cli.JSONFlag(cmd, "print JSON lines")
	return cmd
}

func (f *perftFlags) run(cmd *cobra.Command, _ []string) error {
	if !cmd.Flags().Changed("depth") {
		return cli.Usagef("--depth is missing; give the number of steps, or of turns with --turns")
	}
	const deepest = 1000 // perft allocates a position for each step of depth
	if err := cli.Between("depth", f.depth, 0, deepest); err != nil {
		return err
	}
	p, err := f.Position(cmd)
	if err != nil {
		return err
	}
	unit, count, format := "steps", engine.Perft, "%d"
	if f.turns {
		unit, count = "turns", engine.PerftTurns
	}
	var total uint64
	if f.divide {
		format = "total %d"
	}
	if f.divide && f.depth > 0 { // sequences of length 0 have no first step
		for _, part := range engine.Divide(p, f.depth, f.turns) {
			total += part.Count
			facts := table.Object("type", "divided", "step", part.Step, "count", part.Count)
			if err := cli.Answer(cmd, facts, "%s %d", part.Step, part.Count); err != nil {
				return err
			}
		}
	} else {
		total = count(p, f.depth)
	}
	return cli.Answer(cmd, table.Object("type", "perft", "game", f.Game, "position", p.String(),
		"unit", unit, "depth", f.depth, "count", total), format, total)
}

// NewRandomCommand returns the command "random".
func NewRandomCommand() *cobra.Command {
	var flags cli.GameFlags
	var games, workers int
	var seed uint64
	cmd := cli.AddGameFlags(&flags, cli.New("random", "Play random games and summarize them",
		func(cmd *cobra.Command, _ []string) error {
			const mostGames = 100_000_000 // each game needs 8 bytes
			if err := cmp.Or(cli.Between("games", games, 1, mostGames),
				cli.Between("workers", workers, 1, 10_000)); err != nil {
				return err
			}
			p, err := flags.Unfinished(cmd)
			if err != nil {
				return err
			}
			status := cli.NewScreen(cmd)
			summary, err := randomplay.Play(cmd.Context(), p, games, seed, workers,
				func(done int) { status.Count(done, games, "game") })
			status.Clear()
			if err != nil {
				return err
			}
			ns, steps := float64(summary.Playing.Nanoseconds()), summary.Steps.Mean*float64(games)
			cmd.PrintErrf("%.1f ns a step, %.0f games a second for each of %d workers\n",
				ns/steps, float64(games)/summary.Playing.Seconds(), workers)
			return cli.Print(cmd, figures.Random(summary))
		}))
	cmd.Flags().IntVar(&games, "games", 1000, "games to play")
	cmd.Flags().Uint64Var(&seed, "seed", 1, cli.SeedUsage)
	cmd.Flags().IntVar(&workers, "workers", runtime.GOMAXPROCS(0), cli.WorkersUsage)
	cli.JSONFlag(cmd, "print one JSON line")
	return cmd
}

type listedGame struct{ Rules engine.Rules } // the rules with the default options

var optionColumns = []table.Column[engine.Option]{
	{Key: "name", Head: "option", Value: func(o engine.Option) any { return o.Name }},
	{Key: "help", Value: func(o engine.Option) any { return o.Help }},
	{Key: "default", Head: "default", Value: func(o engine.Option) any { return o.Default }},
	{Key: "min", OmitEmpty: true, Value: func(o engine.Option) any { return limitOf(o, o.Min) }},
	{Key: "max", OmitEmpty: true, Value: func(o engine.Option) any { return limitOf(o, o.Max) }},
	{Key: "values", OmitEmpty: true, Value: func(o engine.Option) any { return o.Values }},
	{Head: "possible", Text: possibleText},
	{Head: "meaning", Text: func(o engine.Option) string { return o.Help }},
}

// limitOf returns a pointer to the limit, or nil, which JSON omits, if the option has no limits.
func limitOf(o engine.Option, limit int) *int {
	if o.Min == 0 && o.Max == 0 {
		return nil
	}
	return &limit
}

func possibleText(o engine.Option) string {
	switch {
	case len(o.Values) > 0:
		return strings.Join(o.Values, "|")
	case o.Min != 0 || o.Max != 0:
		return fmt.Sprintf("%d..%d", o.Min, o.Max)
	}
	return "text"
}

func (g listedGame) options() table.Table[engine.Option] {
	return table.Table[engine.Option]{Columns: optionColumns, Rows: g.Rules.Game().Options()}
}

func (g listedGame) Records() []any {
	return []any{table.Object("type", "game", "name", g.Rules.Game().Name(), "title", g.Rules.Game().Title(),
		"seats", g.Rules.SeatNames(), "start", g.Rules.Start().String(), "options", g.options())}
}

func (g listedGame) WriteText(w io.Writer) error {
	seats := g.Rules.SeatNames()
	table.Printf(w, "%s: %s, %d players (%s)\n  start: %s\n", g.Rules.Game().Name(), g.Rules.Game().Title(), len(seats),
		strings.Join(seats, ", "), g.Rules.Start())
	grid := g.options().Grid()
	grid.Indent = 2
	return grid.WriteText(w)
}

// drawGames returns an SVG picture of all games side by side, each after four fifths of a game between greedy players.
func drawGames(ctx context.Context, all []engine.Rules, seed uint64) ([]byte, error) {
	var captions []string
	var boards []engine.Diagram
	for _, rules := range all {
		h, err := randomplay.Greedy(ctx, rules, seed)
		if err != nil {
			return nil, err
		}
		captions = append(captions, rules.Game().Title())
		boards = append(boards, h.Back(len(h.Steps())/5).Position().Diagram())
	}
	return []byte(diagram.SVGRow(captions, boards)), nil
}
