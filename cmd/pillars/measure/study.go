package measure

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/docs"
	"pillars/engine"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/recorder"
	"pillars/results/show/report"
	"pillars/results/show/study"
	"pillars/search/proof/solver"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// studied is the kind of the runs that only "pillars study" plays.
const studied = "study"

type studyFlags struct {
	tournaments.RunFlags
	quick, dry, force bool
	seed              uint64
	output            string
	sweep             []string // options whose values are studied in all combinations
}

// NewStudyCommand returns the command "study".
func NewStudyCommand() *cobra.Command {
	var flags studyFlags
	cmd := cli.New("study", "Answer whether a game is fair, decisive, deep and lively", flags.run)
	set := cmd.Flags()
	flags.RulesFlags.Register(cmd)
	set.BoolVar(&flags.quick, "quick", false, "play an eighth as much, about two minutes on two cores")
	set.Uint64Var(&flags.seed, "seed", 1, cli.SeedUsage)
	set.StringArrayVar(&flags.sweep, "sweep", nil,
		"compare these values of an option, `name=4..8` or name=4,6,8; repeatable, for all combinations")
	set.StringVarP(&flags.output, "output", "o", "study.html", "write the page to this HTML `FILE`")
	set.BoolVar(&flags.force, "force", false, cli.ForceUsage)
	set.BoolVar(&flags.dry, "dry-run", false, "only print the games to be played")
	cli.JSONFlag(cmd, "print JSON; write the page only with --output")
	flags.RegisterPlace(cmd)
	cli.Complete(cmd, "output", cli.CompleteFiles("html"))
	cli.Complete(cmd, "sweep", cli.CompleteOption)
	return cmd
}

func (f *studyFlags) run(cmd *cobra.Command, _ []string) error {
	rules, _, err := f.Rules()
	if err := cmp.Or(err, f.CheckWorkers()); err != nil {
		return err
	}
	page := reportFlags{output: f.output, force: f.force}
	if page.writesPage(cmd) {
		err = cli.RefuseExisting("--output", f.output, f.force)
		if _, full := page.refuseFull(); err == nil {
			err = full
		}
	}
	if err != nil {
		return err
	}
	if len(f.sweep) > 0 {
		return f.runSweep(cmd, rules.Game(), page)
	}
	s, err := f.begin(cmd, rules)
	if err != nil {
		return err
	}
	if f.dry {
		return cli.Print(cmd, s.Sizes)
	}
	faults, err := f.fill(cmd, s)
	if err != nil {
		return err
	}
	if page.writesPage(cmd) {
		written, err := report.NewStudy(s.Page(cli.CommandLine(cmd, aside...)))
		if err := cmp.Or(err, page.writePage(cmd, written)); err != nil {
			return err
		}
	}
	if err := cli.Print(cmd, s); err != nil || faults == 0 {
		return err
	}
	return tournaments.Faults(cmd, faults, "RUN")
}

// begin returns an empty study with its sizes.
func (f *studyFlags) begin(cmd *cobra.Command, rules engine.Rules) (*study.Study, error) {
	decisions, err := study.Decisions(cmd.Context(), rules)
	return &study.Study{Rules: rules, Seed: f.seed, Sizes: study.SizesOf(f.quick, decisions),
		Elsewhere: study.Published{Chains: docs.DepthChains, Metrics: docs.DepthMetrics}}, err
}

// runSweep studies the game under all combinations of the swept options, prints a map and writes its page.
func (f *studyFlags) runSweep(cmd *cobra.Command, game engine.Game, page reportFlags) error {
	if f.dry {
		return cli.Usagef("--dry-run shows one study; leave --sweep out")
	}
	variants, err := f.variants(cmd, game)
	if err != nil {
		return err
	}
	var found study.Map
	faults := 0
	for _, v := range variants {
		one := *f
		one.Options = v.Options.Texts()
		s, err := one.begin(cmd, v.Rules)
		if err != nil {
			return err
		}
		more, err := one.fill(cmd, s)
		if err != nil {
			return err
		}
		faults += more
		found.Cells = append(found.Cells, study.Cell{Setting: v.Setting, Study: s})
	}
	if page.writesPage(cmd) {
		written, err := report.NewMap(found.Page(cli.CommandLine(cmd, aside...)))
		if err := cmp.Or(err, page.writePage(cmd, written)); err != nil {
			return err
		}
	}
	if err := cli.Print(cmd, found); err != nil || faults == 0 {
		return err
	}
	return tournaments.Faults(cmd, faults, "RUN")
}

// variants returns the game with all combinations of the values that --sweep names.
func (f *studyFlags) variants(cmd *cobra.Command, game engine.Game) ([]experiment.Variant, error) {
	variants := make([]experiment.Variant, 1)
	for _, sweep := range f.sweep {
		var longer []experiment.Variant
		for _, before := range variants {
			options := f.Options
			if before.Rules != nil {
				options = before.Options.Texts()
			}
			values, err := swept(cmd, game, options, sweep)
			if err != nil {
				return nil, err
			}
			for _, v := range values {
				v.Setting = strings.TrimSpace(before.Setting + " " + v.Setting)
				longer = append(longer, v)
			}
		}
		variants = longer
	}
	return variants, nil
}

// endless is a half width that no measurement reaches. With one, it ends when the players only repeat themselves.
const endless = .001

// fill proves, plays and measures, in an order in which the first results are the most useful. It returns the number of
// games that a fault ended.
func (f *studyFlags) fill(cmd *cobra.Command, s *study.Study) (faults int, err error) {
	if s.Proof, err = f.prove(cmd, s); err != nil {
		return 0, err
	}
	seats := &advantageFlags{kind: advantage, plan: f.plan(s, s.Seed, s.Sizes.Lowest, s.Sizes.SeatGames)}
	seats.plan.Rungs, seats.plan.HalfWidth = s.Sizes.Rungs, endless
	seats.plan.Measures = []string{string(experiment.FromStart)}
	if source, _ := beginnings(s.Rules, s.Seed, s.Sizes.SeatGames, 4); source.Turns > 0 {
		seats.plan.Measures = append(seats.plan.Measures, string(experiment.FromOpenings))
		seats.plan.Spec.Openings.Turns = source.Turns
		if source.Kind == openings.All {
			seats.plan.Source = func(engine.Rules) (openings.Source, error) { return source, nil }
		}
	}
	if s.Seats, faults, err = f.playAll(cmd, seats); err != nil {
		return faults, err
	}
	fromTurns, more, err := f.playTurns(cmd, s)
	faults += more
	if err != nil {
		return faults, err
	}
	if err := f.measure(cmd, s); err != nil {
		return faults, err
	}
	return faults, s.Settle(fromTurns)
}

// mostRungs is more rungs than a chain has that doubles its nodes.
const mostRungs = 16

// prove returns a proof of the game's value, or nil if the board is too large for one.
func (f *studyFlags) prove(cmd *cobra.Command, s *study.Study) (proof *solver.Solution, err error) {
	start := s.Rules.Start()
	if solver.Check(start) != nil {
		return nil, nil
	}
	status := cli.NewScreen(cmd)
	defer status.Clear()
	err = cli.Interrupting(cmd, "interrupted before any game", func() error {
		proof, err = solver.Solve(cmd.Context(), start, solver.MethodOf(s.Rules),
			solver.Limits{Positions: s.Sizes.Proof, Report: status.Note})
		if errors.Is(err, solver.ErrTooMany) || errors.Is(err, solver.ErrCycles) {
			proof, err = nil, nil
		}
		return err
	})
	return proof, err
}

// plan returns the plan of a player against itself.
func (f *studyFlags) plan(s *study.Study, seed, nodes uint64, games int) experiment.Plan {
	spec := tournament.Spec{OnFault: tournament.FaultVoid, Seed: seed}
	spec.Limits.Nodes = nodes
	return experiment.Plan{Game: s.Rules.Game(), Spec: spec, Spread: 2, Players: []string{"alphabeta"}, Rungs: 1,
		Games: games}
}

// beginnings returns openings of up to most turns for a number of games: random ones or, on small boards, where these
// repeat each other, all of the number of turns that has the most. It also returns the number of games for which they
// suffice, and no turns if no opening leaves a game.
func beginnings(rules engine.Rules, seed uint64, games, most int) (source openings.Source, enough int) {
	rounds := max(1, games/rules.Seats())
	for turns := most; turns > 0; turns-- {
		random := openings.Source{Turns: turns}
		if _, err := openings.NewList(rules, seed, random, rounds); err == nil {
			return random, games
		}
	}
	for turns := most; turns > 0; turns-- {
		all := openings.Source{Kind: openings.All, Turns: turns}
		list, err := openings.NewList(rules, seed, all, rounds)
		if (err == nil || errors.Is(err, openings.ErrTooFew)) && rules.Seats()*list.Len() > enough {
			source, enough = all, rules.Seats()*list.Len()
		}
	}
	return source, enough
}

// playAll plays the measurements of a plan where the flags say.
func (f *studyFlags) playAll(cmd *cobra.Command, flags *advantageFlags) ([]experiment.Finding, int, error) {
	flags.Share(&f.RunFlags)
	v, err := experiment.NewVariant(flags.plan.Game, "", f.Options)
	if err == nil {
		err = flags.plan.Add(v)
	}
	if err != nil {
		return nil, 0, err
	}
	return flags.play(cmd, flags.plan.Parts(cmd.Context(), min(f.Workers, runtime.NumCPU())))
}

// playTurns plays from the first turns that are worth it. It returns nil if there are none.
func (f *studyFlags) playTurns(cmd *cobra.Command, s *study.Study) (*experiment.Finding, int, error) {
	var err error
	if s.Turns, err = study.List(s.Rules, s.Seed); err != nil {
		return nil, 0, err
	}
	chosen, err := s.Turns.Choose(cmd.Context(), s.Rules, s.Proof, s.Sizes.Turns,
		openings.Valuer{Seed: s.Seed, Player: fmt.Sprintf("alphabeta:nodes=%d", s.Sizes.TurnNodes), Workers: f.Workers})
	if err != nil || len(chosen) == 0 {
		return nil, 0, err
	}
	flags := &advantageFlags{kind: studied, plan: f.plan(s, engine.DeriveSeed(s.Seed, "first turns"),
		s.Sizes.TurnNodes, len(chosen)*s.Sizes.TurnGames)}
	flags.plan.Measures = []string{string(experiment.FromOpenings)}
	flags.plan.Source = func(rules engine.Rules) (openings.Source, error) {
		return study.Source(chosen, s.Sizes.TurnGames, rules.Seats()), nil
	}
	found, faults, err := f.playAll(cmd, flags)
	if err != nil {
		return nil, faults, err
	}
	return &found[0], faults, nil
}

// measure takes the metrics of games of different players, and of a chain of players.
func (f *studyFlags) measure(cmd *cobra.Command, s *study.Study) error {
	source, enough := beginnings(s.Rules, s.Seed, max(s.Sizes.Measured, s.Sizes.ClimbGames), 2)
	if source.Turns == 0 {
		return nil
	}
	flags := variantFlags{games: min(enough, s.Sizes.Measured), turns: source.Turns, opens: string(source.Kind),
		rungs: mostRungs, climber: "alphabeta", rungNodes: s.Sizes.ClimbNodes, place: &f.RunFlags,
		rungGames: min(enough, s.Sizes.ClimbGames)}
	flags.looks = recorder.Looks{Judge: "alphabeta:nodes=2000,weights=hand",
		Shallow: "alphabeta:nodes=30,weights=hand", Deep: "alphabeta:nodes=1000,weights=hand", Judgements: 1,
		WholeTurns: 100, Promises: 10, Random: s.Sizes.RandomGames, Seed: s.Seed, Workers: max(1, f.Workers)}
	v, err := experiment.NewVariant(s.Rules.Game(), "", f.Options)
	if err != nil {
		return err
	}
	column, err := flags.playVariant(cmd, v)
	if err != nil && !cli.Exits(err, cli.ExitFaults) {
		return err
	}
	s.Metrics = slices.DeleteFunc(column.Metrics, func(m metrics.Metric) bool { return m.Unit == metrics.Micros })
	s.Chain = column.Chain
	return nil
}
