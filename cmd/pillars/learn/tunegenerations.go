package learn

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/stats"
	"pillars/results/training"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament/selfplay"
)

// generationFlags say how generations are made.
type generationFlags struct {
	generations int
	folder      string
	nodes       uint64
	player      string
	play        selfplay.Spec
	random      turnRange
	plan        training.LoopPlan
}

func (f *generationFlags) Register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.IntVar(&f.generations, "generations", 0, "go round so many times: self-play, fit, match")
	set.StringVar(&f.folder, "folder", "", "the `FOLDER` for all that is made (without it, -o with .generations or .search added)")
	set.IntVar(&f.plan.Games, "games", 2000, "games of self-play in a generation, or that --search plays to tune")
	set.Uint64Var(&f.nodes, "nodes", 1200, "nodes of a player for a decision, in self-play and in matches")
	set.StringVar(&f.player, "player", "alphabeta:table=1", "the `PLAYER` that learns, without nodes and weights")
	set.IntVar(&f.plan.Window, "window", 3, "generations whose games a fit is about, the newest ones")
	set.IntVar(&f.plan.Pairs, "match-pairs", 200, "pairs of games of a match at most; if it is not decided then, the score decides")
	set.IntVar(&f.plan.Openings, "opening-turns", 6, "random turns after the set-up that the games of a match begin with")
	set.Float64Var(&f.plan.Elo1, "elo1", 20, "by how much normalized Elo the new weights of a match are to be stronger, rather than by 0")
	registerPlay(cmd, &f.play, &f.random)
	cli.Complete(cmd, "player", cli.CompletePlayer)
	for _, number := range []string{"generations", "folder", "games", "nodes", "window", "match-pairs", "opening-turns", "elo1"} {
		cli.Complete(cmd, number, cobra.NoFileCompletions)
	}
}

func (f *generationFlags) wanted(cmd *cobra.Command) bool { return cmd.Flags().Changed("generations") }

// course is what the flags ask for.
func (f *tuneFlags) course() *training.Loop {
	g := &f.generation
	plan := g.plan
	plan.Player = WithNodes(g.player, g.nodes)
	plan.Play = g.play
	plan.Play.LeastRandom, plan.Play.MostRandom = g.random.least, g.random.most
	plan.Selection, plan.L2, plan.Epochs, plan.Patience, plan.Seed = f.selection, f.lesson.L2, f.lesson.Epochs, f.lesson.Patience, f.selection.Seed
	return &training.Loop{
		Folder: f.folder(courseSuffix), Rules: f.lesson.Rules, Generations: g.generations, Workers: f.lesson.Workers, Plan: plan, Start: f.lesson.Start,
		NewPlayer: players.StoredRecorded,
	}
}

// WithNodes is a player's text with a limit by nodes.
func WithNodes(player string, nodes uint64) string {
	separator := ":"
	if _, keys, err := search.SplitText(player); err == nil && len(keys) > 0 {
		separator = ","
	}
	return fmt.Sprintf("%s%snodes=%d", player, separator, nodes)
}

func (f *tuneFlags) runCourse(cmd *cobra.Command) error {
	if len(f.data) > 0 {
		return cli.Usagef("--data and --generations are both given: generations play their own games")
	}
	course := f.course()
	say := messages{cmd.ErrOrStderr(), f.quiet}
	stops := newStops(cmd.Context(), say)
	course.Drain = stops.drain
	var told error
	course.Observer = newCourseWatch(say, course.Plan.Games, func(g training.Generation) {
		told = errors.Join(told, printGeneration(cmd, f.json, g))
	})
	outcome, err := course.Run(stops.ctx)
	interrupted := stops.end()
	switch {
	case err != nil && interrupted && training.Interrupted(err):
		return cli.Exit(cli.ExitInterrupted, fmt.Errorf("interrupted: everything is kept in %s; the same command goes on", course.Folder))
	case err != nil || told != nil:
		return errors.Join(err, told)
	}
	return f.concludeCourse(cmd, course, outcome)
}

// concludeCourse writes the weights if they are better than those at the beginning.
func (f *tuneFlags) concludeCourse(cmd *cobra.Command, course *training.Loop, outcome training.LoopOutcome) error {
	if outcome.Better() {
		rules := course.Rules
		err := training.WriteWeights(f.out, outcome.Layout, outcome.Weights,
			fmt.Sprintf("Weights of %s (%s), in hundredths of a logit of the expected result.", rules.Game().Title(), rules.Settings()),
			fmt.Sprintf("Made by %s of %d games of self-play each, %s; from %s, lambda %g, l2 %g, seed %d.", cli.Counted(course.Generations, "generation"),
				course.Plan.Games, course.Plan.Player, f.from, f.selection.Lambda, f.lesson.L2, f.selection.Seed),
			fmt.Sprintf("Against the weights at the beginning: score %.1f %%, %s.", 100*outcome.Final.Score(), decisionText(*outcome.Final)))
		if err != nil {
			return err
		}
	}
	return printCourse(cmd, f.json, f.out, course.Folder, outcome)
}

// newCourseWatch shows how a course goes.
func newCourseWatch(say messages, games int, told func(training.Generation)) training.LoopObserver {
	status := cli.NewStatusLine(say.to)
	show := func(text func() string) {
		if !say.quiet {
			status.Update(text)
		}
	}
	return training.LoopObserver{
		Run: newLessonWatch(say),
		Play: func(generation int, p selfplay.Progress) {
			show(func() string {
				return fmt.Sprintf("generation %d: %d of %d games, %s", generation, p.Games, games, cli.RateText(p.Rate()))
			})
		},
		Match: func(v training.Verdict) {
			show(func() string { return fmt.Sprintf("match: %s", verdictText(v)) })
		},
		Told: func(g training.Generation) {
			status.Clear()
			told(g)
		},
	}
}

// verdictText is how a match stands, in words.
func verdictText(v training.Verdict) string {
	pairs := 0
	for _, n := range v.Pairs {
		pairs += n
	}
	return fmt.Sprintf("score %.1f %% in %s, LLR %.2f, %s", 100*v.Score(), cli.Counted(pairs, "pair"), v.LLR, decisionText(v))
}

// decisionText is what the test of a match came to: H0, H1 or, where a test that still runs would say to go on, undecided.
func decisionText(v training.Verdict) string {
	if v.Decision == stats.Undecided.String() {
		return "undecided"
	}
	return v.Decision
}

// eloText is the estimate of a match as text.
func eloText(v training.Verdict) string { return stats.Elo(v.Pairs).Text(0) }
