// Package rules holds the commands about games, positions and steps, which need no player.
package rules

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/docs"
	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/results/estimate/randomplay"
	"pillars/results/show/table"
)

// NewRulesCommand makes "rules".
func NewRulesCommand() *cobra.Command {
	var name, picture string
	var seed uint64
	cmd := cli.New("rules", "List the games, or print the rules of one", func(cmd *cobra.Command, _ []string) error {
		one, names := cmd.Flags().Changed("game"), cli.GameNames()
		if one {
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
			return drawGames(cmd.Context(), all, picture, seed)
		}
		for i, rules := range all {
			if one && !cli.JSON(cmd) {
				table.Printf(cmd.OutOrStdout(), "%s\n\n", docs.GameRules(rules.Game().Title()))
			}
			if err := printGame(cmd, rules, i > 0); err != nil {
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

func printGame(cmd *cobra.Command, rules engine.Rules, further bool) error {
	game, w := rules.Game(), cmd.OutOrStdout()
	options := table.Table[engine.Option]{Columns: optionColumns, Rows: game.Options()}
	if cli.JSON(cmd) {
		return cli.PrintJSON(w, table.Object("type", "game", "name", game.Name(), "title", game.Title(),
			"seats", rules.SeatNames(), "start", rules.Start().String(), "options", options))
	}
	if further {
		fmt.Fprintln(w)
	}
	seats := rules.SeatNames()
	table.Printf(w, "%s: %s, %d players (%s)\n  start: %s\n", game.Name(), game.Title(), len(seats),
		strings.Join(seats, ", "), rules.Start())
	grid := options.Grid()
	grid.Indent = 2
	return grid.WriteText(w)
}

// drawGames draws all games side by side into a file, each after four fifths of a game between greedy players.
func drawGames(ctx context.Context, all []engine.Rules, path string, seed uint64) error {
	var captions []string
	var boards []engine.Diagram
	for _, rules := range all {
		h, err := randomplay.Greedy(ctx, rules, seed)
		if err != nil {
			return err
		}
		captions = append(captions, rules.Game().Title())
		boards = append(boards, h.Back(len(h.Steps())/5).Position().Diagram())
	}
	var picture bytes.Buffer
	if err := diagram.SVGRow(&picture, captions, boards); err != nil {
		return fmt.Errorf("--svg: %w", err)
	}
	return cli.SvgPicture.WriteDrawn("--svg", path, picture.Bytes())
}
