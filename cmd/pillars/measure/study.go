package measure

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/docs"
	"pillars/engine"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/recorder"
	"pillars/results/show/progress"
	"pillars/results/show/report"
	"pillars/results/show/study"
	"pillars/tournament/openings"
)

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
	return cmd
}

func (f *studyFlags) run(cmd *cobra.Command, _ []string) error {
	rules, _, err := f.Rules()
	page := reportFlags{output: f.output, force: f.force}
	if err := cmp.Or(err, f.CheckWorkers(), page.checkPage(cmd)); err != nil {
		return err
	}
	if f.dry && len(f.sweep) > 0 {
		return cli.Usagef("--dry-run shows one study; leave --sweep out")
	}
	variants, err := f.variants(cmd, rules.Game())
	if err != nil {
		return err
	}
	var found study.Map
	faults := 0
	for _, v := range variants {
		ofVariant := *f
		ofVariant.Options = v.Options.Texts()
		decisions, err := study.Decisions(cmd.Context(), v.Rules)
		if err != nil {
			return err
		}
		s := &study.Study{Rules: v.Rules, Seed: f.seed, Sizes: study.SizesOf(f.quick, decisions),
			Elsewhere: study.Published{Chains: docs.DepthChains, Metrics: docs.DepthMetrics}}
		if f.dry {
			return cli.Print(cmd, s.Sizes)
		}
		faultsHere, err := ofVariant.fill(cmd, s)
		if err != nil {
			return err
		}
		faults += faultsHere
		found.Cells = append(found.Cells, study.Cell{Setting: v.Setting, Study: s})
	}
	if err := f.conclude(cmd, page, found); err != nil || faults == 0 {
		return err
	}
	return tournaments.Faults(cmd, faults, "RUN")
}

// conclude writes the page on a study or, with --sweep, on all studies, and prints the answer.
func (f *studyFlags) conclude(cmd *cobra.Command, page reportFlags, found study.Map) error {
	var answer interface {
		cli.Printed
		Page(command string) (report.Report, error)
	} = found
	if len(f.sweep) == 0 {
		answer = found.Cells[0].Study
	}
	if page.writesPage(cmd) {
		written, err := answer.Page(cli.CommandLine(cmd, neutralFlags...))
		if err == nil {
			err = page.writePage(cmd, written)
		}
		if err != nil {
			return err
		}
	}
	return cli.Print(cmd, answer)
}

// variants returns the game with the options of --option and all combinations of the values of --sweep.
func (f *studyFlags) variants(cmd *cobra.Command, game engine.Game) ([]experiment.Variant, error) {
	unswept, err := experiment.NewVariant(game, "", f.Options)
	if err != nil {
		return nil, err
	}
	variants := []experiment.Variant{unswept}
	for _, sweep := range f.sweep { // each multiplies the variants so far
		before := variants
		variants = nil
		for _, base := range before {
			values, err := swept(cmd, game, base.Options.Texts(), sweep)
			if err != nil {
				return nil, err
			}
			for _, v := range values {
				v.Setting = strings.TrimSpace(base.Setting + " " + v.Setting)
				variants = append(variants, v)
			}
		}
	}
	return variants, nil
}

// fill completes s with the proof, the scores of the seats, the games from first turns, and the metrics. faults is the
// number of games that a player's fault ended, without the games of the metrics.
func (f *studyFlags) fill(cmd *cobra.Command, s *study.Study) (faults int, err error) {
	err = cli.Watching(cmd, "interrupted before any game", func(status *progress.Screen) (err error) {
		s.Proof, err = s.Prove(cmd.Context(), status.Note)
		return err
	})
	if err != nil {
		return 0, err
	}
	seats := &advantageFlags{kind: "advantage", plan: s.SeatPlan()}
	if s.Seats, faults, err = f.playAll(cmd, seats); err != nil {
		return faults, err
	}
	fromTurns, turnFaults, err := f.playTurns(cmd, s)
	faults += turnFaults
	if err != nil {
		return faults, err
	}
	if err := f.measure(cmd, s); err != nil {
		return faults, err
	}
	return faults, s.Settle(fromTurns)
}

// mostRungs limits the rungs of a study's chain. Chains have fewer: node limits double, up to study.Sizes.ClimbNodes.
const mostRungs = 16

// playAll plays the measurements of flags.plan and returns what advantageFlags.play does. The workers and the options
// are those of f.
func (f *studyFlags) playAll(cmd *cobra.Command, flags *advantageFlags) ([]experiment.Finding, int, error) {
	flags.Share(&f.RunFlags)
	v, err := experiment.NewVariant(flags.plan.Game, "", f.Options)
	if err == nil {
		err = flags.plan.Add(v)
	}
	if err != nil {
		return nil, 0, err
	}
	return flags.play(cmd)
}

// playTurns plays games from the first turns that [study.FirstTurns.Choose] selects. If it selects none, the finding is
// nil. It also returns how many games a player's fault ended.
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
	found, faults, err := f.playAll(cmd, &advantageFlags{kind: "study", plan: s.TurnPlan(chosen)})
	if err != nil {
		return nil, faults, err
	}
	return &found[0], faults, nil
}

// measure plays games between different players and sets s.Metrics and, for strategic depth, s.Chain.
func (f *studyFlags) measure(cmd *cobra.Command, s *study.Study) error {
	const mostTurns = 2 // of an opening
	source, enough := study.Beginnings(s.Rules, s.Seed, max(s.Sizes.Measured, s.Sizes.ClimbGames), mostTurns)
	if source.Turns == 0 { // every opening ends the game
		return nil
	}
	flags := variantFlags{games: min(enough, s.Sizes.Measured), turns: source.Turns, opens: string(source.Kind),
		rungs: mostRungs, climber: "alphabeta", rungNodes: s.Sizes.ClimbNodes, place: &f.RunFlags,
		rungGames: min(enough, s.Sizes.ClimbGames)}
	flags.record = recorder.UsualEffort()
	flags.record.Random, flags.record.Seed = s.Sizes.RandomGames, s.Seed
	flags.record.Workers = max(1, f.Workers) // with --workers 0, only the games are played elsewhere
	v, err := experiment.NewVariant(s.Rules.Game(), "", f.Options)
	if err != nil {
		return err
	}
	column, err := flags.playVariant(cmd, v)
	if err != nil && !cli.Exits(err, cli.ExitFaults) {
		return err
	}
	s.Metrics, s.Chain = column.Metrics, column.Chain
	return nil
}
