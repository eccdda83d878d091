// Package play holds the commands in which a player meets a person or a position: play, analyze, players, bench.
package play

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/players"
)

// person is what stands in place of a player's text for somebody at the terminal.
const person = "person"

type playFlags struct {
	played   cli.PlayedFlags
	limits   cli.LimitFlags
	bySeat   map[string]*string // players by flag, such as white
	opponent string
	level    int
	seat     int
	hint     string
	seed     uint64
}

func NewPlayCommand() *cobra.Command {
	flags := playFlags{bySeat: map[string]*string{}}
	cmd := cli.PlayedCommandOf(&flags.played, &cobra.Command{
		Use:   "play",
		Short: "Play in the terminal against any player",
		Long: `Play in the terminal. A line is a step, a whole turn, or a command: legal, hint, back, resign, save
FILE, help, quit. Lines are read from the standard input, so a game can be scripted.

The opponent is a practice player, whose strength --level says: from 1 to 10, each 100 to 250 Elo above the one
before. Or name the --opponent of the person on --seat, or all players by their seats (--white and so on: a player or
"person").`,
		Example: `  pillars play
  pillars play --game pylyx --level 2 --seat 2
  pillars play --opponent mcts:nodes=5000 --seat 2
  pillars play --white person --red alphabeta:nodes=20000`,
		RunE: func(cmd *cobra.Command, _ []string) error { return flags.run(cmd) },
	})
	flags.limits.Register(cmd)
	for _, name := range seatFlags() {
		flags.bySeat[name] = new(string)
		cmd.Flags().StringVar(flags.bySeat[name], name, "", "the `PLAYER` of this seat, or "+person)
	}
	set := cmd.Flags()
	set.StringVar(&flags.opponent, "opponent", "", "the `PLAYER` of the other seats (default: the practice player)")
	set.IntVar(&flags.level, "level", players.DefaultLevel,
		fmt.Sprintf("strength of the practice player, 1 to %d", players.Levels))
	cmd.MarkFlagsMutuallyExclusive("opponent", "level")
	set.IntVar(&flags.seat, "seat", 1, "the person's seat, 1 for who acts first")
	set.StringVar(&flags.hint, "hint", "alphabeta", "the `PLAYER` that gives hints")
	set.Uint64Var(&flags.seed, "seed", 1, "seed of the players")
	return cmd
}

func seatFlags() []string {
	var names []string
	for _, game := range games.All() {
		if rules, err := game.New(nil); err == nil {
			for _, name := range rules.SeatNames() {
				names = append(names, strings.ToLower(name))
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (f *playFlags) run(cmd *cobra.Command) error {
	if err := f.limits.Check(); err != nil {
		return err
	}
	h, err := f.played.History()
	if err != nil {
		return err
	}
	rules := h.Position().Rules()
	places, err := f.places(cmd, rules)
	if err != nil {
		return err
	}
	table := &playTable{
		h: h, limits: &f.limits, hintText: f.hint, seed: f.seed,
		in: bufio.NewScanner(cmd.InOrStdin()), out: cmd.OutOrStdout(), color: cli.UseColor(cmd),
	}
	for seat, place := range places {
		if err := table.sit(seat, place); err != nil {
			return err
		}
	}
	defer func() { cli.ClosePlayers(cmd.ErrOrStderr(), append(table.players, table.hinter)...) }()
	return table.play(cmd.Context())
}

// place is who sits in a seat: a person or a player's text, and the flag that says so.
type place struct{ text, flag string }

func (f *playFlags) places(cmd *cobra.Command, rules engine.Rules) ([]place, error) {
	seats := rules.SeatNames()
	if f.seat < 1 || f.seat > len(seats) {
		return nil, cli.Usagef("--seat %d: %s has the seats 1 to %d", f.seat, rules.Game().Title(), len(seats))
	}
	if err := cli.Between("level", f.level, 1, players.Levels); err != nil {
		return nil, err
	}
	places, named := make([]place, len(seats)), false
	for flag, text := range f.bySeat {
		if !cmd.Flags().Changed(flag) {
			continue
		}
		seat := slices.IndexFunc(seats, func(name string) bool { return strings.EqualFold(name, flag) })
		if seat < 0 {
			return nil, cli.Usagef("--%s: %s has no such seat; it has %s", flag, rules.Game().Title(),
				strings.Join(seats, ", "))
		}
		places[seat], named = place{*text, "--" + flag}, true
	}
	if named && (cmd.Flags().Changed("opponent") || cmd.Flags().Changed("level") || cmd.Flags().Changed("seat")) {
		const text = "name the players either by their seats (--%s) or with --opponent or --level, and --seat"
		return nil, cli.Usagef(text, strings.ToLower(seats[0]))
	}
	for seat := range places {
		switch {
		case places[seat].text != "":
		case named || seat == f.seat-1:
			places[seat].text = person
		case f.opponent != "":
			places[seat] = place{f.opponent, "--opponent"}
		default:
			places[seat] = place{players.Practice(f.level), "--level"}
		}
	}
	return places, nil
}

func (t *playTable) sit(seat int, place place) (err error) {
	var player search.Player
	if place.text != person {
		if player, err = cli.NewPlayer(place.flag, place.text, t.h.Position().Rules()); err != nil {
			return err
		}
		player.NewGame(engine.DeriveSeed(t.seed, "play", fmt.Sprint(seat+1)))
	}
	t.players, t.names = append(t.players, player), append(t.names, place.text)
	return nil
}
