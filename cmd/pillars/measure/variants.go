package measure

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine/parallel"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/recorder"
	"pillars/results/keep/store"
	"pillars/results/show/report/draft"
	"pillars/results/show/runs"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/openings"
)

type variantFlags struct {
	measureFlags
	names, options, players     []string
	games, turns, starts, rungs int
	fresh                       bool
	shard                       parallel.Shard
	climber                     string                // player that climbs the rungs
	place                       *tournaments.RunFlags // flags of the study that plays the games; nil without a study
	rungNodes                   uint64                // greatest node limit of the climber
	rungGames                   int                   // games on each rung; 0 for as many as the field games says
	opens                       string                // kind of openings; empty for random ones
}

// usualPlayers holds the default players. A game with n seats uses the first n.
var usualPlayers = []string{
	"alphabeta:nodes=1000", "mcts:nodes=300", "alphabeta:nodes=1000,quiescence=false", "mcts:nodes=300,cpuct=1",
}

func (f *variantFlags) registerVariants(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringArrayVarP(&f.names, "game", "g", cli.GameNames()[:1],
		"`GAME` to play, or GAME:OPTION=VALUE,...; repeatable")
	set.StringArrayVar(&f.options, "option", nil, "rule option `name=value` of these games, or name=5..8; repeatable")
	set.IntVar(&f.games, "games", 100, "games to play of each game or variant, or a few more to balance the seats")
	set.StringArrayVar(&f.players, "player", nil,
		"a `PLAYER` of the games; repeat it for others, or give one to play against itself")
	set.IntVar(&f.turns, "opening-turns", 2, cli.RandomUsage)
	set.IntVar(&f.starts, "start-games", 40, "games to play from the start, to measure openings; 0 for none")
	set.BoolVar(&f.fresh, "fresh", false, cli.FreshUsage)
	cli.ShardFlag(cmd, &f.shard)
	set.IntVar(&f.rungs, "rungs", 0, "climb at most this many rungs, to measure strategic depth; 0 for none")
	set.StringVar(&f.climber, "climber", "alphabeta", "the `PLAYER` for the depth ladder; omit its node limit")
	set.Uint64Var(&f.rungNodes, "rung-nodes", 4096, "most nodes for a decision of the --climber")
}

// play plays the variants and returns their metrics, a column for each. faults is an error about games ended by faults.
func (f *variantFlags) play(cmd *cobra.Command) (columns draft.Metrics, faults, err error) {
	if !f.shard.Whole() && f.rungs > 0 {
		return nil, nil, tournaments.ShardError(f.shard, tournament.NoShards("the next of the --rungs depends on"))
	}
	if err := cmp.Or(cli.AtLeast("games", f.games, 1), cli.AtLeast("start-games", f.starts, 0),
		cli.AtLeast("rungs", f.rungs, 0)); err != nil {
		return nil, nil, err
	}
	variants, err := f.variants(cmd)
	if err != nil {
		return nil, nil, err
	}
	for i, v := range variants {
		f.variant = fmt.Sprintf("variant %d of %d (%s)", i+1, len(variants), cmp.Or(v.Setting, v.Rules.Game().Title()))
		c, err := f.playVariant(cmd, v)
		if err != nil && !cli.Exits(err, cli.ExitFaults) {
			return nil, nil, err
		}
		columns, faults = append(columns, c), cmp.Or(err, faults)
	}
	return columns, faults, nil
}

// playVariant plays the games of a variant and measures them. After faults it returns both a column and an error.
func (f *variantFlags) playVariant(cmd *cobra.Command, v experiment.Variant) (c draft.Column, err error) {
	players := f.players
	if len(players) == 0 {
		players = usualPlayers[:v.Rules.Seats()]
	}
	spec := tournament.Spec{Openings: openings.Source{Turns: f.turns}}
	job, err := f.prepare(cmd, v, players, f.games, spec)
	if err != nil {
		return draft.Column{}, err
	}
	starts, err := f.prepareStarts(cmd, v)
	if err != nil {
		return draft.Column{}, err
	}
	if err := f.checkJudge(job.Plan.Rules, experiment.Playing(job.Spec, job.Plan.Rules)); err != nil {
		return draft.Column{}, err
	}
	f.stepTo("games", job)
	faults := job.Do()
	if faults != nil && !cli.Exits(faults, cli.ExitFaults) {
		return draft.Column{}, faults
	}
	var more draft.Extras
	if err := f.playStarts(cmd, starts, &more); err != nil || !f.shard.Whole() {
		return draft.Column{}, cmp.Or(err, faults)
	}
	if f.climbs(v) {
		play := func(player, below string) (metrics.Rung, error) { return f.playRung(cmd, v, player, below) }
		more.Chain, err = experiment.Climb(f.climber, f.rungs, f.rungNodes, play)
	}
	if err == nil {
		c, err = f.measureStored(cmd, job.Run.ID, job.Plan.List(), more)
	}
	if err != nil {
		return draft.Column{}, err
	}
	c.Title = v.Setting
	return c, faults
}

// prepare returns a job that plays games of a variant with the settings of spec. The job plays whole rounds, so it may
// play a few more games than the given number. A single player plays against itself.
func (f *variantFlags) prepare(cmd *cobra.Command, v experiment.Variant, players []string, games int,
	spec tournament.Spec) (*tournaments.Job, error) {
	if len(players) == 1 {
		players = experiment.AgainstItself(&spec, players[0])
	}
	spec.Seed, spec.Rounds = f.record.Seed, 1 // one round at first, to see how many games it has
	flags := &tournaments.RunFlags{
		RulesFlags: cli.RulesFlags{Game: v.Rules.Game().Name(), Options: v.Options.Texts()},
		Openings:   cmp.Or(f.opens, "random"),
		Workers:    f.record.Workers, Fresh: f.fresh, Spec: spec,
	}
	if f.place != nil {
		flags.Share(f.place)
	}
	oneRound, err := flags.Job(cmd, "measure", players)
	if err != nil {
		return nil, err
	}
	roundGames := oneRound.Plan.Len() // all from one opening
	flags.Shard = f.shard
	flags.Spec.Rounds = (games + roundGames - 1) / roundGames // rounded up
	job, err := flags.Job(cmd, "measure", players)
	if err == nil {
		job.Finish = silent
	}
	return job, err
}

// silent is the Finish of a job that prints nothing.
func silent(context.Context) error { return nil }

// prepareStarts returns a job that plays games without random openings, or nil if --start-games is 0. Each player plays
// against itself. The job draws a node limit for every decision, since otherwise all games would be the same.
func (f *variantFlags) prepareStarts(cmd *cobra.Command, v experiment.Variant) (*tournaments.Job, error) {
	if f.starts == 0 {
		return nil, nil
	}
	return f.prepare(cmd, v, []string{"alphabeta", "mcts"}, f.starts, tournament.Spec{
		Format: tournament.Format{Kind: tournament.SelfPlay, Spread: 2}, Limits: search.Limits{Nodes: 1000},
		Openings: openings.Source{Kind: openings.None}})
}

// playStarts plays the games of prepareStarts and adds their records to more. It does not record the games of a shard.
func (f *variantFlags) playStarts(cmd *cobra.Command, job *tournaments.Job, more *draft.Extras) error {
	if job == nil {
		return nil
	}
	f.stepTo("games from the start", job)
	err := job.Do()
	if err != nil || !f.shard.Whole() {
		return err
	}
	more.StartRun = job.Run.ID
	plan := job.Plan.List()
	return f.stored(cmd, job.Run.ID, plan, func(ctx context.Context, _ store.Run, games []tournament.Game) error {
		more.Starts, err = recorder.Effort{Workers: f.record.Workers}.Record(ctx, job.Plan.Rules, games, nil)
		return err
	})
}

// variants returns the variants that --game and --option describe. It leaves out and prints impossible values.
func (f *variantFlags) variants(cmd *cobra.Command) (all []experiment.Variant, err error) {
	for _, text := range f.names {
		separator := ":"
		if strings.Contains(text, ":") {
			separator = ","
		}
		if len(f.options) > 0 {
			text += separator + strings.Join(f.options, ",")
		}
		variants, refused := experiment.Variants(text)
		if len(variants) == 0 {
			return nil, cli.Usagef("%w", refused)
		}
		printLeftOut(cmd, text, refused)
		for _, v := range variants {
			if err := f.checkClimber(v); err != nil {
				return nil, err
			}
		}
		all = append(all, variants...)
	}
	return all, nil
}

// printLeftOut prints refused, which says which of the variants in text are impossible. refused is nil if none is.
func printLeftOut(cmd *cobra.Command, text string, refused error) {
	if refused != nil && !cli.Quiet(cmd) {
		cmd.PrintErrf("%s: left out is what the game does not have\n%v\n", text, refused)
	}
}

// checkClimber returns an error if the player that --climber names cannot climb in a variant.
func (f *variantFlags) checkClimber(v experiment.Variant) error {
	if !f.climbs(v) {
		return nil
	}
	climber, _ := search.ParseSpec(f.climber)
	if _, given := climber.Settings.Get("nodes"); given {
		return cli.Usagef("--climber %s: its nodes grow from rung to rung; leave them out, and set the most with "+
			"--rung-nodes", f.climber)
	}
	player, err := recorder.LimitedPlayer("climber", search.With(f.climber, "nodes", experiment.FewestNodes), v.Rules)
	if err != nil {
		return cli.Usagef("--%w", err)
	}
	cli.ClosePlayers(io.Discard, player)
	return nil
}

// climbs reports whether to measure the strategic depth of a variant, which needs two seats.
func (f *variantFlags) climbs(v experiment.Variant) bool { return f.rungs > 0 && v.Rules.Seats() == 2 }

// playRung plays a match between a player and the next weaker player in the chain, below. It returns player's result.
func (f *variantFlags) playRung(cmd *cobra.Command, v experiment.Variant, player, below string) (metrics.Rung, error) {
	rung := metrics.Rung{Player: player}
	spec := tournament.Spec{Openings: openings.Source{Turns: f.turns}}
	job, err := f.prepare(cmd, v, []string{player, below}, cmp.Or(f.rungGames, f.games), spec)
	if err != nil {
		return rung, err
	}
	job.Part = fmt.Sprintf("%s (%s): %s against %s, %s", v.Rules.Game().Title(), job.Spec.Options, job.Spec.Players[0],
		job.Spec.Players[1], runs.GamesText(job.Session))
	job.Finish = func(ctx context.Context) error {
		stored, err := job.Results(ctx)
		rung.Points, rung.Games = experiment.PointsOf(job.Spec.Players[0], job.Plan.List(), stored)
		return err
	}
	err = job.Do()
	return rung, err
}
