package stored

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
)

// verifyFlags say what to verify and how thoroughly.
type verifyFlags struct {
	db        string
	sample    int
	all       bool
	seed      uint64
	decisions bool
	workers   int
	json      bool
}

// decidedUnasked is how many games are decided again when the user does not say how many.
const decidedUnasked = 20

func NewVerifyCommand() *cobra.Command {
	var flags verifyFlags
	cmd := &cobra.Command{
		Use:   "verify RUN[/GAME]",
		Short: "Check stored games against rules, plan and players",
		Long: `Check stored games. Each is played again through the rules: every turn must be legal and lead to the end and the result that are stored,
between the players, from the opening and with the seeds that the run planned. Planned games that are not stored are counted.

With --decisions the players decide again, with the same seeds: under limits by nodes or depth they must come to the very same turns, scores,
depths and nodes, on any machine and with any number of workers. That takes as long as the games took, so unless --sample or --all is given it is
done with 20 games drawn by --seed. Runs with limits by time cannot be decided again.

The exit code is 1 when anything differs.`,
		Example: `  pillars verify 3f9c
  pillars verify 3f9c --sample 100
  pillars verify 3f9c --decisions
  pillars verify 3f9c --decisions --all --workers 4
  pillars verify 3f9c/1v2/4/1 --decisions`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usagef("verify wants a run; pillars runs lists those there are")
			}
			return atMostOneRun(cmd, args)
		},
		ValidArgsFunction: completeRunOrGame,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.Run(cmd, args[0]) },
	}
	set := cmd.Flags()
	set.StringVar(&flags.db, "db", cli.DefaultDatabase, "the `FILE` that games are stored in")
	set.IntVar(&flags.sample, "sample", 0, "check only so many games, drawn at random")
	set.BoolVar(&flags.all, "all", false, "check all games, which without --decisions is done unasked")
	set.Uint64Var(&flags.seed, "seed", 1, "draws the games of --sample")
	set.BoolVar(&flags.decisions, "decisions", false, "have the players decide every turn again")
	set.IntVar(&flags.workers, "workers", runtime.NumCPU(), "games checked at the same time")
	set.BoolVar(&flags.json, "json", false, "print JSON lines: every difference, then a summary")
	return cmd
}

// Check refuses numbers and combinations that mean nothing.
func (f *verifyFlags) Check(cmd *cobra.Command, gameNamed bool) error {
	sampled := cmd.Flags().Changed("sample")
	switch {
	case sampled && f.sample < 1:
		return cli.Usagef("--sample %d: must be 1 or more; leave it out for all games", f.sample)
	case sampled && f.all:
		return cli.Usagef("--sample and --all are both given; choose one")
	case gameNamed && (sampled || f.all):
		return cli.Usagef("--sample and --all are for a whole run, but one game is named")
	case f.workers < 1:
		return cli.Usagef("--workers %d: must be 1 or more", f.workers)
	}
	return nil
}

func (f *verifyFlags) Run(cmd *cobra.Command, name string) (err error) {
	id, identity, named := cutGame(name)
	if err := f.Check(cmd, named); err != nil {
		return err
	}
	db, err := cli.OpenToRead(f.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	run, err := cli.FindRun(cmd.Context(), db, id)
	if err != nil {
		return err
	}
	if f.decisions && !named && !f.all && f.sample == 0 {
		f.sample = decidedUnasked
	}
	v, err := newVerification(cmd, db, run)
	if err != nil {
		return err
	}
	v.workers, v.decisions, v.json = f.workers, f.decisions, f.json
	if named {
		return v.runGame(cmd.Context(), identity)
	}
	return v.runGames(cmd.Context(), drawn(v.stored, f.sample, f.seed))
}

// drawn are n of the identities, in their order, as the seed says; all if n is 0 or there are no more.
func drawn(identities []string, n int, seed uint64) []string {
	if n == 0 || n >= len(identities) {
		return identities
	}
	drawn := slices.Clone(identities)
	rand.New(engine.NewRandom(seed)).Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	slices.Sort(drawn[:n])
	return drawn[:n]
}
