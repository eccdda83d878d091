package measure

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine"
	"pillars/results/advantage"
	"pillars/tournament"
)

// advantageFlags say what is measured of the first player's advantage, and how long.
type advantageFlags struct {
	tournaments.RunFlags
	players   []string
	measures  []string
	rungs     int
	games     int
	halfWidth float64
	time      time.Duration
	sweep     string
	plot      string
}

// What can be measured.
const (
	fromStart    = string(advantage.FromStart)
	fromOpenings = string(advantage.FromOpenings)
	atOdds       = string(advantage.AtOdds)
)

// seatMeasures are all of these, in their order.
func seatMeasures() []string { return []string{fromStart, fromOpenings, atOdds} }

func NewAdvantageCommand() *cobra.Command {
	flags := &advantageFlags{RunFlags: tournaments.RunFlags{Openings: "random",
		Spec: tournament.Spec{OnFault: tournament.FaultVoid}}}
	cmd := &cobra.Command{
		Use:   "advantage GAME",
		Short: "Measure the first player's advantage",
		Long: `Measure what the seats of a game are worth, with players that meet themselves: whatever the seats score
then is due to the seats.

  start     the first seat's score from the start of the game
  openings  the same from openings drawn by the seed, each played in all orders of seats; where one player divides the
            set-up and the other chooses, from set-ups drawn at random; with --book from those of a book, once each
  odds      the ratio of nodes at which the seats are even (two seats; with --nodes for both together)

Players that search by nodes would play one and the same game from the start. So every decision has a node limit of
its own, drawn between 1/--spread and --spread times that of the rung; games that are the same move for move count
once, and how many differ is printed.

Every player is measured on a ladder of --rungs node limits, --nodes, 4 times that, 16 times that. The ladder says how
the advantage moves with strength, and promises nothing beyond one more factor of four. All intervals are at 95 % and
hold at all times: one may look after every game, stop at will (--games, --half-width, --time, Ctrl-C) and go on later
with the same command. docs/ADVANTAGE.md says how to read the tables.`,
		Example: `  pillars advantage pit-of-pillars --option size=5 --nodes 500 --games 400
  pillars advantage pit-of-pillars --sweep size=4..6 --half-width 0.05 --plot sizes
  pillars advantage pylyx --option size=6 --player alphabeta --measure openings
  pillars fair pylyx --count 50 --tries 500 --book even.book && pillars advantage pylyx --book even.book
  pillars advantage pit --sweep players=2..4 --measure start,openings --time 10m`,
		Args:              cli.OneGame,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args[0]) },
		ValidArgsFunction: cli.CompleteGame,
	}
	flags.register(cmd)
	return cmd
}

func (f *advantageFlags) register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringArrayVar(&f.Options, "option", nil,
		"a rule option as `name=value`; may be given again (see pillars games)")
	set.StringVar(&f.sweep, "sweep", "", "measure the game with several values of an option: `name=4..8` or name=4,6,8")
	set.StringArrayVar(&f.players, "player", []string{"alphabeta", "mcts"},
		"a `PLAYER` that meets itself; may be given again")
	set.StringSliceVar(&f.measures, "measure", seatMeasures(), "what to `MEASURE`: start, openings, odds")
	set.Uint64Var(&f.Spec.Limits.Nodes, "nodes", 1000,
		"steps that a player may look at for a decision on the lowest rung")
	set.IntVar(&f.rungs, "rungs", 3, "rungs of the ladder, each with four times the nodes of the one below")
	set.Float64Var(&f.Spec.Spread, "spread", 2,
		"`FACTOR` by which every decision's node limit is drawn around that of the rung, from 1 (none) to 4")
	set.IntVar(&f.Spec.Openings.Turns, "opening-turns", 4, "random turns of an opening after the set-up of the board")
	set.StringVar(&f.Book, "book", "",
		"measure openings from those of a `FILE`, one in each line (see pillars fair and pillars book)")
	set.Uint64Var(&f.Spec.Seed, "seed", 1, "all randomness derives from it")
	set.IntVar(&f.games, "games", 0,
		"`GAMES` of each measurement at most, but a round at least; 200 if neither --half-width nor --time ends it")
	set.Float64Var(&f.halfWidth, "half-width", 0,
		"stop a measurement of scores when its interval is no wider than ± `SHARE`, such as 0.02, or its games only "+
			"repeat themselves")
	set.DurationVar(&f.time, "time", 0,
		"stop when so much time has passed, divided evenly among the measurements, such as 10m")
	set.StringVar(&f.plot, "plot", "",
		"draw the scores: `NAME`.svg, NAME.png, or both if the name ends with neither, in place of pictures that are "+
			"there")
	f.RegisterWork(cmd)
	cli.Complete(cmd, "option", cli.CompleteOption)
	cli.Complete(cmd, "sweep", cli.CompleteOption)
	cli.Complete(cmd, "player", cli.CompletePlayer)
	cli.Complete(cmd, "measure", cobra.FixedCompletions(seatMeasures(), cobra.ShellCompDirectiveNoFileComp))
	for _, number := range []string{"nodes", "rungs", "spread", "opening-turns", "seed", "games", "half-width",
		"time"} {
		cli.Complete(cmd, number, cobra.NoFileCompletions)
	}
}

// run plans all measurements, plays them one after the other, and prints what they say.
func (f *advantageFlags) run(cmd *cobra.Command, game string) error {
	f.Game = game
	experiment, err := f.plan(cmd)
	if err != nil {
		return err
	}
	if f.DryRun {
		return experiment.printPlan()
	}
	return experiment.run(cmd.Context())
}

// sweepSettings are the values of the option that is swept, as name=value, or one empty text. Of a range, values that
// the game does not have are left out, and it is said which.
func (f *advantageFlags) sweepSettings(cmd *cobra.Command, game engine.Game) ([]string, error) {
	if f.sweep == "" {
		return []string{""}, nil
	}
	name, list, found := strings.Cut(f.sweep, "=")
	if !found || list == "" {
		return nil, cli.Usagef("--sweep %s: write name=from..to or name=value,value", f.sweep)
	}
	values, ranged, err := wholeRange(list)
	if err != nil {
		return nil, cli.Usagef("--sweep %s: %w", f.sweep, err)
	}
	if !ranged {
		values = strings.Split(list, ",")
	}
	var settings []string
	var refused error
	for _, value := range values {
		setting := name + "=" + strings.TrimSpace(value)
		if _, err := f.rulesWith(game, setting); err != nil {
			refused = errors.Join(refused, err)
			continue
		}
		settings = append(settings, setting)
	}
	switch {
	case refused != nil && (!ranged || len(settings) == 0):
		return nil, cli.Usagef("--sweep %s: %w", f.sweep, refused)
	case refused != nil && !f.Quiet:
		tellLeftOut(cmd, "--sweep "+f.sweep, refused)
	}
	return settings, nil
}

// tellLeftOut says which values of a range the game does not have.
func tellLeftOut(cmd *cobra.Command, of string, refused error) {
	fmt.Fprintf(cmd.ErrOrStderr(), "%s: left out is what the game does not have\n%v\n", of, refused)
}

// rulesWith are the rules with one more option, or none.
func (f *advantageFlags) rulesWith(game engine.Game, setting string) (engine.Rules, error) {
	options, err := engine.ParseSettings(f.optionsWith(setting))
	if err != nil {
		return nil, err
	}
	return game.New(options)
}

func (f *advantageFlags) optionsWith(setting string) []string {
	options := slices.Clone(f.Options)
	if setting != "" {
		options = append(options, setting)
	}
	return options
}
