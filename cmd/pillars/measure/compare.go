package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine"
	"pillars/results/experiment"
	"pillars/results/metrics"
	"pillars/results/recorder"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/openings"
)

type compareFlags struct {
	measureFlags
	games, turns, starts, rungs int
	players, runs               []string
	fresh                       bool
	climber                     string
	rungNodes                   uint64 // at most
}

// comparedPlayers play where none are named: as many of them, from the first on, as the game has seats.
var comparedPlayers = []string{
	"alphabeta:nodes=1000", "mcts:nodes=300", "alphabeta:nodes=1000,quiescence=false", "mcts:nodes=300,cpuct=1",
}

func NewCompareCommand() *cobra.Command {
	var flags compareFlags
	cmd := &cobra.Command{
		Use: "compare GAME[:OPTION=VALUE,...]...", Short: "Measure games and variants side by side",
		Long: `Play some games of each of several games or variants, and print their measures side by side, each with
its number of observations and a 95 % interval: balance, length, choice, drama, clarity and many more ("pillars
measures --define" lists them, docs/METRICS.md explains). A variant is written with its options after a colon:
pit-of-pillars:size=6,cap=500, or size=5..8 for several. --run adds the games of a stored run.

The games are played by the --player players, in pairs with the seats swapped (three and four: in 6 or 12 orders) from
random openings. A single --player meets itself, as in "pillars advantage", its nodes drawn anew for every decision,
from half to twice those named. The games are stored: Ctrl-C and the same command go on, and of more stored games than
--games the first are measured. Opinions of positions are those of a --judge, who takes no part in the games. How
various first turns are, and what openings score, is measured in --start-games more: alphabeta and mcts with
themselves from the start, every decision with a node limit drawn between 500 and 2000. With players limited by nodes
the figures are the same for any number of workers; only the time of random games depends on the machine.

--rungs measures strategic depth in games for two: it climbs from random play up, doubling the nodes of --climber
until it scores 75 % against the rung below, which makes the next rung.`,
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
	set.IntVar(&f.games, "games", 100, "games of each, or a few more, so that players sit in all seats equally often")
	set.StringArrayVar(&f.players, "player", nil,
		"a `PLAYER` of the games, given for each; as many as seats, or more, or one that meets itself")
	set.IntVar(&f.turns, "opening-turns", 2, "random turns of an opening after the set-up of the board")
	set.IntVar(&f.starts, "start-games", 40, "games from the start, or one more, to measure openings; 0 for none")
	set.StringArrayVar(&f.runs, "run", nil, "a stored `RUN` to measure as well; may be given again")
	set.BoolVar(&f.fresh, "fresh", false, "begin anew though the same games are stored")
	set.IntVar(&f.rungs, "rungs", 0, "rungs to climb at most, for strategic depth; 0 for none")
	set.StringVar(&f.climber, "climber", "alphabeta", "the `PLAYER` who climbs, without its nodes")
	set.Uint64Var(&f.rungNodes, "rung-nodes", 4096, "nodes of the climber at most")
}

func (f *compareFlags) run(cmd *cobra.Command, args []string) error {
	if len(args)+len(f.runs) == 0 {
		return cli.Usagef("compare wants games, such as %s, or --run", strings.Join(cli.GameNames(), " "))
	}
	err := cmp.Or(cli.AtLeast("games", f.games, 1), cli.AtLeast("start-games", f.starts, 0),
		cli.AtLeast("rungs", f.rungs, 0), f.check())
	if err != nil {
		return err
	}
	variants, err := f.variants(cmd, args)
	if err != nil {
		return err
	}
	for _, id := range f.runs {
		found := func(*store.Store, store.Run) error { return nil }
		if err := cli.WithRun(cmd.Context(), f.db, id, found); err != nil {
			return err // rather than after all games
		}
	}
	var columns []column
	var faults error // tell of games that a player's fault ended: they are left out, and the others measured
	for _, v := range variants {
		c, err := f.compare(cmd, v)
		if err != nil && !onlyFaults(err) {
			return err
		}
		columns, faults = append(columns, c), cmp.Or(err, faults)
	}
	for _, id := range f.runs {
		c, err := f.measureStored(cmd, id, besides{})
		if err != nil {
			return err
		}
		columns = append(columns, c)
	}
	return errors.Join(f.print(cmd, columns), faults)
}

// onlyFaults reports whether an error says no more than that players were at fault.
func onlyFaults(err error) bool {
	exit, ok := errors.AsType[*cli.ExitError](err)
	return ok && exit.Code == cli.ExitFaults
}

// compare plays the games of a variant and measures them. Where players were at fault it returns the error that says so
// as well.
func (f *compareFlags) compare(cmd *cobra.Command, v experiment.Variant) (c column, err error) {
	players := f.players
	if len(players) == 0 {
		players = comparedPlayers[:v.Rules.Seats()]
	}
	s, err := f.prepare(cmd, v, players, f.games, f.opened())
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
	if err := f.playStarts(cmd, v, &more); err != nil {
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

func (f *compareFlags) opened() tournament.Spec {
	return tournament.Spec{Openings: openings.Source{Turns: f.turns}}
}

// prepare plans so many games of a variant, or a few more, played as spec says. A player alone meets itself.
func (f *compareFlags) prepare(cmd *cobra.Command, v experiment.Variant, players []string, games int,
	spec tournament.Spec) (*tournaments.Job, error) {
	if len(players) == 1 {
		players = experiment.Itself(&spec, players[0])
	}
	spec.Seed, spec.Rounds = f.looks.Take.Seed, 1
	flags := &tournaments.RunFlags{
		Game: v.Rules.Game().Name(), Options: v.Options.Texts(), Openings: "random", Workers: f.looks.Workers, DB: f.db,
		Fresh: f.fresh, Quiet: f.quiet, Spec: spec,
	}
	once, err := flags.Job(cmd, "compare", players)
	if err != nil {
		return nil, err
	}
	each := once.Plan.Total // games of one opening
	flags.Spec.Rounds = (games + each - 1) / each
	s, err := flags.Job(cmd, "compare", players)
	if err == nil {
		s.Finish = silent
	}
	return s, err
}

// silent prints nothing of a run that is finished.
func silent(context.Context) error { return nil }

// playStarts plays games from the start and records them: in those from random openings nobody chooses a first turn.
// Players meet themselves, each decision with a node limit of its own: nothing else varies.
func (f *compareFlags) playStarts(cmd *cobra.Command, v experiment.Variant, more *besides) error {
	if f.starts == 0 {
		return nil
	}
	s, err := f.prepare(cmd, v, []string{"alphabeta", "mcts"}, f.starts, tournament.Spec{Format: tournament.SelfPlay,
		Spread: 2, Limits: search.Limits{Nodes: 1000}, Openings: openings.Source{Kind: openings.None}})
	if err == nil {
		err = s.Do(cmd.Context())
	}
	if err != nil {
		return err
	}
	more.startRun = s.Run.ID
	return f.stored(cmd, s.Run.ID, s.Plan.Games, func(ctx context.Context, _ store.Run, games []tournament.Game) error {
		more.starts, err = recorder.Looks{Workers: f.looks.Workers}.Record(ctx, v.Rules, games, nil)
		return err
	})
}

// variants reads GAME:OPTION=VALUE,... as often as it is given. A range stands for all its values that the game has; it
// is said which it has not.
func (f *compareFlags) variants(cmd *cobra.Command, texts []string) (all []experiment.Variant, err error) {
	for _, text := range texts {
		variants, refused := experiment.Variants(text)
		if len(variants) == 0 {
			return nil, cli.Usagef("%w", refused)
		}
		tellLeftOut(cmd, f.quiet, text, refused)
		for _, v := range variants {
			if err := f.checkClimber(v); err != nil {
				return nil, err
			}
		}
		all = append(all, variants...)
	}
	return all, nil
}

func tellLeftOut(cmd *cobra.Command, quiet bool, of string, refused error) {
	if refused != nil && !quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: left out is what the game does not have\n%v\n", of, refused)
	}
}

func completeVariant(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	game, options, hasOptions := strings.Cut(typed, ":")
	if !hasOptions {
		return cli.GameNames(), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	before := typed[:len(game)+1+strings.LastIndex(options, ",")+1]
	offers, directive := cli.CompleteOption(cmd, []string{game}, typed[len(before):])
	for i, offer := range offers {
		offers[i] = before + offer
	}
	return offers, directive
}

const fewestNodes = 8

// checkClimber makes the climber once, for a game in which it climbs.
func (f *compareFlags) checkClimber(v experiment.Variant) error {
	if !f.climbs(v) {
		return nil
	}
	_, keys, _ := search.SplitText(f.climber)
	if slices.ContainsFunc(keys, func(key string) bool { return strings.HasPrefix(key, "nodes=") }) {
		return cli.Usagef("--climber %s: the climber comes without its nodes, which are doubled from rung to rung; "+
			"--rung-nodes says how far", f.climber)
	}
	player, err := recorder.LimitedPlayer("climber", search.WithNodes(f.climber, fewestNodes), v.Rules)
	if err != nil {
		return cli.Usagef("--%w", err)
	}
	cli.ClosePlayers(io.Discard, player)
	return nil
}

func (f *compareFlags) climbs(v experiment.Variant) bool { return f.rungs > 0 && v.Rules.Seats() == 2 }

// climb finds players each of whom scores 75 % against the one before. The last one may have failed to: it bounds the
// depth.
func (f *compareFlags) climb(cmd *cobra.Command, v experiment.Variant) ([]metrics.Rung, error) {
	if !f.climbs(v) {
		return nil, nil
	}
	chain := []metrics.Rung{{Player: "random"}}
	for nodes := uint64(fewestNodes); nodes <= f.rungNodes && len(chain) <= f.rungs; nodes *= 2 {
		rung, err := f.tryRung(cmd, v, chain[len(chain)-1].Player, search.WithNodes(f.climber, nodes))
		if err != nil {
			return nil, err
		}
		if rung.Points >= metrics.Passing*float64(rung.Games) || 2*nodes > f.rungNodes {
			chain = append(chain, rung)
		}
	}
	return chain, nil
}

func (f *compareFlags) tryRung(cmd *cobra.Command, v experiment.Variant, below, player string) (metrics.Rung, error) {
	rung := metrics.Rung{Player: player}
	s, err := f.prepare(cmd, v, []string{player, below}, f.games, f.opened())
	if err != nil {
		return rung, err
	}
	s.Brief = true
	if err := s.Do(cmd.Context()); err != nil {
		return rung, err
	}
	err = cli.WithStore(f.db, func(db *store.Store) error {
		stored, err := db.Results(cmd.Context(), s.Run.ID)
		identity := func(r tournament.Result) string { return r.Identity }
		for _, result := range runs.Planned(s.Plan.Games, stored, identity) {
			rung.Points += result.Outcome.Scores[slices.Index(result.Players, s.Spec.Players[0])]
			rung.Games++
		}
		return err
	})
	return rung, err
}

// playing are the full names of a run's players, those that met themselves with the nodes around which theirs were
// drawn.
func playing(spec tournament.Spec, rules engine.Rules) []string {
	names := slices.Clone(spec.Players)
	for i, name := range names {
		if !spec.Format.Mirrored() || spec.Limits.Nodes == 0 {
			continue
		}
		names[i] = search.WithNodes(name, spec.Limits.Nodes)
		if player, err := players.New(names[i], rules); err == nil {
			names[i] = player.Name()
			cli.ClosePlayers(io.Discard, player)
		}
	}
	return names
}
