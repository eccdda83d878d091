package measure

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/results/experiment"
	"pillars/results/recorder"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/openings"
)

type compareFlags struct {
	measureFlags
	games   int
	players []string
	turns   int
	starts  int
	runs    []string
	fresh   bool
	ladder  ladder
}

// comparedPlayers play where none are named: as many of them, from the first on, as the game has seats.
var comparedPlayers = []string{
	"alphabeta:nodes=1000", "mcts:nodes=300", "alphabeta:nodes=1000,quiescence=false", "mcts:nodes=300,cpuct=1",
}

func NewCompareCommand() *cobra.Command {
	var flags compareFlags
	cmd := &cobra.Command{
		Use:   "compare GAME[:OPTION=VALUE,...]...",
		Short: "Measure games and variants side by side",
		Long: `Play some games of each of several games or variants, and print their measures side by side, each with
its number of observations and a 95 % interval: balance, length, choice, drama, clarity and many more ("pillars
measures --define" lists them, docs/METRICS.md explains). A variant is written with its options after a colon:
pit-of-pillars:size=6,cap=500, or size=5..8 for several. --run adds the games of a stored run.

The games are played by the --player players, in pairs with the seats swapped (three and four: in 6 or 12 orders) from
random openings. A single --player meets itself, as in "pillars advantage": its nodes are then drawn anew for every
decision, from half to twice those named, so that games differ. The games are stored as those of a tournament are:
Ctrl-C and the same command go on, what is stored is not played again, and of more stored games than --games the first
by their numbers are measured. Opinions of positions are those of a --judge, who takes no part in the games. With
players limited by nodes the figures are the same for any number of workers; only the time of random games depends on
the machine. How various first turns are, and what openings score, is measured in --start-games more: alphabeta and
mcts with themselves from the start, every decision with a node limit drawn between 500 and 2000.

--rungs measures strategic depth in games for two: it climbs from random play up, doubling the nodes of --climber
until it scores 75 % against the rung below, which makes the next rung. The climber's other settings stay as they are:
a ladder of a badly set player says less.`,
		Example: `  pillars compare pit-of-pillars pilastri pylyx pit --games 100
  pillars compare pit-of-pillars:size=5..8
  pillars compare pylyx:size=8 pylyx:size=8,reach=1 --player alphabeta:nodes=2000
  pillars compare pilastri --games 200 --rungs 6 --json
  pillars compare pilastri:size=8 --run 3f2a`,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args) },
		ValidArgsFunction: completeVariant,
	}
	flags.register(cmd)
	return cmd
}

func (f *compareFlags) register(cmd *cobra.Command) {
	f.measureFlags.register(cmd)
	set := cmd.Flags()
	set.IntVar(&f.games, "games", 100,
		"games of each, or a few more, so that all players sit in all seats equally often")
	set.StringArrayVar(&f.players, "player", nil,
		"a `PLAYER` of the games, given for each; as many as seats, or more, or one that meets itself")
	set.IntVar(&f.turns, "opening-turns", 2, "random turns of an opening after the set-up of the board")
	set.IntVar(&f.starts, "start-games", 40,
		"games from the start, or one more, for the measures of openings; 0 for none")
	set.StringArrayVar(&f.runs, "run", nil, "a stored `RUN` to measure as well; may be given again")
	set.BoolVar(&f.fresh, "fresh", false, "begin anew though the same games are stored")
	set.IntVar(&f.ladder.rungs, "rungs", 0, "rungs to climb at most, for strategic depth; 0 for none")
	set.StringVar(&f.ladder.climber, "climber", "alphabeta", "the `PLAYER` who climbs, without its nodes")
	set.Uint64Var(&f.ladder.most, "rung-nodes", 4096, "nodes of the climber at most")
}

func (f *compareFlags) run(cmd *cobra.Command, args []string) error {
	if err := f.checkCompared(args); err != nil {
		return err
	}
	variants, err := f.variants(cmd, args)
	if err != nil {
		return err
	}
	for _, v := range variants {
		if err := f.ladder.check(v); err != nil {
			return err
		}
	}
	if err := f.checkRuns(cmd); err != nil {
		return err
	}
	columns, faults, err := f.measureAll(cmd, variants)
	if err != nil {
		return err
	}
	return errors.Join(f.print(cmd, columns), faults)
}

func (f *compareFlags) checkCompared(args []string) error {
	switch {
	case len(args)+len(f.runs) == 0:
		return cli.Usagef("compare wants games, such as %s, or --run", strings.Join(cli.GameNames(), " "))
	case f.games < 1:
		return cli.Usagef("--games %d: must be 1 or more", f.games)
	case f.starts < 0:
		return cli.Usagef("--start-games %d: must be 0 or more", f.starts)
	case f.ladder.rungs < 0:
		return cli.Usagef("--rungs %d: must be 0 or more", f.ladder.rungs)
	}
	return f.check()
}

// measureAll plays and measures the variants, and measures the stored runs. Faults tell of games that a player's fault
// ended.
func (f *compareFlags) measureAll(cmd *cobra.Command, variants []experiment.Variant) (
	columns []column, faults, err error,
) {
	for _, v := range variants {
		c, err := f.compare(cmd, v)
		if err != nil && onlyFaults(err) {
			faults, err = err, nil // games that are at fault are left out, and the others measured
		}
		if err != nil {
			return nil, nil, err
		}
		columns = append(columns, c)
	}
	for _, id := range f.runs {
		c, err := f.measureStored(cmd, id, besides{})
		if err != nil {
			return nil, nil, err
		}
		columns = append(columns, c)
	}
	return columns, faults, nil
}

// onlyFaults reports whether an error says no more than that players were at fault.
func onlyFaults(err error) bool {
	exit, ok := errors.AsType[*cli.ExitError](err)
	return ok && exit.Code == cli.ExitFaults
}

// checkRuns refuses runs that are not stored, before anything is played.
func (f *compareFlags) checkRuns(cmd *cobra.Command) error {
	for _, id := range f.runs {
		found := func(*store.Store, store.Run) error { return nil }
		if err := cli.WithRun(cmd.Context(), f.db, id, found); err != nil {
			return err
		}
	}
	return nil
}

// compare plays the games of a variant and measures them. Where players were at fault it returns the error that says so
// as well.
func (f *compareFlags) compare(cmd *cobra.Command, v experiment.Variant) (c column, err error) {
	players := f.players
	if len(players) == 0 {
		players = comparedPlayers[:v.Rules.Seats()]
	}
	s, err := f.prepareOpened(cmd, v, players)
	if err != nil {
		return column{}, err
	}
	if _, err := f.judgeName(s.Plan.Rules, playing(s.Spec, s.Plan.Rules)); err != nil {
		return column{}, err
	}
	faults := s.Do(cmd.Context())
	if faults != nil && !onlyFaults(faults) {
		return column{}, faults
	}
	more := besides{plan: s.Plan.Games}
	if more.starts, err = f.playStarts(cmd, v); err != nil {
		return column{}, err
	}
	if more.chain, err = f.climb(cmd, v); err != nil {
		return column{}, err
	}
	if c, err = f.measureStored(cmd, s.Run.ID, more); err != nil {
		return column{}, err
	}
	c.Title = v.Setting
	return c, faults
}

// prepareOpened plans games of a variant from random openings. A player alone meets itself.
func (f *compareFlags) prepareOpened(cmd *cobra.Command, v experiment.Variant, players []string) (
	*tournaments.Job, error,
) {
	spec := tournament.Spec{Openings: openings.Source{Turns: f.turns}}
	if len(players) == 1 {
		players = experiment.Itself(&spec, players[0])
	}
	return f.prepare(cmd, v, players, f.games, spec)
}

// prepare plans so many games of a variant, or a few more, as spec says how they are played.
func (f *compareFlags) prepare(cmd *cobra.Command, v experiment.Variant, players []string, games int,
	spec tournament.Spec) (*tournaments.Job, error) {
	spec.Seed, spec.Rounds = f.looks.Take.Seed, 1
	flags := &tournaments.RunFlags{
		Game: v.Rules.Game().Name(), Options: v.Options.Texts(), Openings: "random",
		Workers: f.looks.Workers, DB: f.db, Fresh: f.fresh,
		Quiet: f.quiet, Spec: spec,
	}
	once, err := flags.Job(cmd, "compare", players)
	if err != nil {
		return nil, err
	}
	each := once.Plan.Total // games of one opening
	flags.Spec.Rounds = (games + each - 1) / each
	s, err := flags.Job(cmd, "compare", players)
	if err == nil {
		s.View = silentView{}
	}
	return s, err
}

type silentView struct{ tournaments.TableView }

func (silentView) Finish(context.Context, *tournaments.Job) error { return nil }

// Games from the start are played by players that meet themselves, each decision with a node limit of its own: what
// varies is the strength a little, and nothing is random but that.
const (
	startNodes  = 1000
	startSpread = 2
)

var startPlayers = []string{"alphabeta", "mcts"}

// playStarts plays games from the start and records them: in those from random openings nobody chooses a first turn.
func (f *compareFlags) playStarts(cmd *cobra.Command, v experiment.Variant) (played starts, err error) {
	if f.starts == 0 {
		return played, nil
	}
	s, err := f.prepare(cmd, v, startPlayers, f.starts, tournament.Spec{
		Format: tournament.SelfPlay, Spread: startSpread, Limits: search.Limits{Nodes: startNodes},
		Openings: openings.Source{Kind: openings.None},
	})
	if err != nil {
		return played, err
	}
	if err := s.Do(cmd.Context()); err != nil {
		return played, err
	}
	played.run = s.Run.ID
	err = f.stored(cmd, s.Run.ID, func(ctx context.Context, db *store.Store, run store.Run) error {
		games, err := gamesOf(ctx, db, run.ID, s.Plan.Games)
		if err != nil {
			return err
		}
		work := recorder.Work{Rules: v.Rules, Workers: f.looks.Workers,
			Options: func() (recorder.Options, error) { return recorder.Options{}, nil }}
		played.games, err = work.Record(ctx, games)
		return err
	})
	return played, err
}

// gamesOf are the stored games of a run, those of a plan if one is given, in its order.
func gamesOf(ctx context.Context, db *store.Store, run string, plan []tournament.Planned) ([]tournament.Game, error) {
	games, err := runs.Games(ctx, db, run)
	if plan != nil {
		games = runs.Planned(plan, games, func(g tournament.Game) string { return g.Identity })
	}
	return games, err
}
