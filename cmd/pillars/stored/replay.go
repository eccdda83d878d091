package stored

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/diagram"
	"pillars/engine/outside"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/progress"
	"pillars/tournament"
	"pillars/tournament/runner"
)

type gamesShowFlags struct {
	svg       string
	turn      int
	walk, pgn bool
}

func newGamesShowCommand() *cobra.Command {
	var flags gamesShowFlags
	cmd := cli.New("show RUN/GAME", "Show a stored game, or step through it turn by turn", flags.run)
	cmd.Args, cmd.ValidArgsFunction = cli.Arguments(aGame, "one game"), completeGame
	cli.DatabaseFlag(cmd)
	set := cmd.Flags()
	set.IntVar(&flags.turn, "turn", 0, "draw the board after this `TURN` (default: the last)")
	set.BoolVarP(&flags.walk, "walk", "w", false, "draw the board after every turn; on a terminal, wait after each")
	set.StringVar(&flags.svg, "svg", "", "draw into this SVG `FILE`, or into a folder, one file for each turn")
	set.BoolVar(&flags.pgn, "pgn", false, "print the game as PGN")
	cli.JSONFlag(cmd, "print one JSON line")
	return cmd
}

func (f *gamesShowFlags) run(cmd *cobra.Command, args []string) error {
	var forms []string // given flags that exclude each other; --turn excludes --walk, --pgn and --json
	for _, flag := range []string{"walk", "svg", "pgn", "json", "turn"} {
		if cmd.Flags().Changed(flag) && (flag != "turn" || f.walk || f.pgn || cli.JSON(cmd)) {
			forms = append(forms, "--"+flag)
		}
	}
	if len(forms) > 1 {
		return cli.Usagef("%s are given together; choose one", strings.Join(forms, " and "))
	}
	return cli.WithStore(cmd, func(db *store.Store) error {
		game, err := cli.FindGame(cmd.Context(), db, args[0])
		switch {
		case err != nil:
			return err
		case cli.JSON(cmd):
			return cli.PrintJSON(cmd.OutOrStdout(), catalog.GameFacts(game))
		case f.pgn:
			return catalog.WritePGN(cmd.OutOrStdout(), game, noteTo(cmd.ErrOrStderr()))
		}
		r, err := catalog.NewReplay(game, cmd.OutOrStdout(), diagram.TextStyle{Color: cli.UseColor(cmd)})
		switch {
		case err != nil:
			return err
		case f.walk:
			return r.Walk(typed(cmd))
		}
		return f.draw(cmd, r)
	})
}

// typed returns the standard input if it and the output are terminals, so that a person can type; otherwise nil.
func typed(cmd *cobra.Command) io.Reader {
	if in, ok := cmd.InOrStdin().(*os.File); ok && cli.IsTerminal(in) && cli.IsTerminal(cmd.OutOrStdout()) {
		return in
	}
	return nil
}

// draw prints the game or one of its boards, or draws one or all boards into SVG files.
func (f *gamesShowFlags) draw(cmd *cobra.Command, r *catalog.Replay) error {
	turn, oneTurn := len(r.Positions)-1, cmd.Flags().Changed("turn")
	if oneTurn && (f.turn < 0 || f.turn > turn) {
		return cli.Usagef("--turn %d: must be from 0, the start, to %d", f.turn, turn)
	} else if oneTurn {
		turn = f.turn
	}
	info, err := os.Stat(f.svg)
	toFolder := err == nil && info.IsDir() || f.svg != "" && os.IsPathSeparator(f.svg[len(f.svg)-1])
	switch {
	case f.svg == "" && oneTurn:
		return r.Draw(turn)
	case f.svg == "":
		return r.Print()
	case !toFolder:
		return cli.WriteSVG(f.svg, r.Positions[turn].Diagram())
	case oneTurn:
		return cli.Usagef("--turn draws one board, but --svg %s is a folder; name a file", f.svg)
	}
	if err := os.MkdirAll(f.svg, 0o777); err != nil {
		return cli.Usagef("--svg: %w; name another folder", err)
	}
	digits := max(3, len(fmt.Sprint(turn))) // so that names sort by turn
	for turn, p := range r.Positions {
		file := filepath.Join(f.svg, fmt.Sprintf("turn-%0*d.svg", digits, turn))
		if err := cli.WriteSVG(file, p.Diagram()); err != nil {
			return err
		}
	}
	cmd.PrintErrf("%s drawn in %s\n", tournament.Counted(len(r.Positions), "board"), f.svg)
	return nil
}

type verifyFlags struct {
	sample, workers int
	seed            uint64
	all, decisions  bool
	allowEngines    bool
}

const defaultSample = 20 // of --sample with --decisions

// NewVerifyCommand returns the command "verify".
func NewVerifyCommand() *cobra.Command {
	var flags verifyFlags
	cmd := cli.New("verify RUN...|--all", "Check stored games against the rules, the plan and the players", flags.run)
	cmd.ValidArgsFunction, cmd.Args = completeRunOrGame, cobra.ArbitraryArgs
	cli.DatabaseFlag(cmd)
	set := cmd.Flags()
	set.BoolVar(&flags.all, "all", false, "check all runs of the database")
	set.IntVar(&flags.sample, "sample", 0,
		fmt.Sprintf("check this many random games of a run; 0 for all (default: all, with --decisions %d)",
			defaultSample))
	set.Uint64Var(&flags.seed, "seed", 1, cli.SeedUsage)
	set.BoolVar(&flags.decisions, "decisions", false, "let the players decide every turn again")
	set.BoolVar(&flags.allowEngines, "allow-engines", false,
		"with --decisions: run the programs that the database names for ugi players")
	set.IntVar(&flags.workers, "workers", runtime.NumCPU(), cli.WorkersUsage)
	cli.JSONFlag(cmd, "print JSON lines: each difference, then a summary")
	return cmd
}

func (f *verifyFlags) check(cmd *cobra.Command, names []string) error {
	switch {
	case len(names) == 0 && !f.all:
		return cli.Usagef("verify needs a run, or --all; list the runs with pillars runs")
	case len(names) > 0 && f.all:
		return cli.Usagef("--all checks all runs, but %s is named; leave one of them out", names[0])
	}
	for _, name := range names {
		if strings.Contains(name, "/") && cmd.Flags().Changed("sample") {
			return cli.Usagef("--sample is for whole runs, but the game %s is named; leave --sample out", name)
		}
	}
	if f.decisions && !cmd.Flags().Changed("sample") {
		f.sample = defaultSample
	}
	return cmp.Or(cli.AtLeast("workers", f.workers, 1), cli.AtLeast("sample", f.sample, 0))
}

func (f *verifyFlags) run(cmd *cobra.Command, names []string) error {
	if err := f.check(cmd, names); err != nil {
		return err
	}
	return cli.WithStore(cmd, func(db *store.Store) error {
		if f.all {
			stored, err := db.Runs(cmd.Context())
			if err != nil {
				return err
			}
			for _, run := range stored {
				names = append(names, run.ID)
			}
		}
		var wrong error
		for _, name := range names {
			err := f.verify(cmd, db, name)
			exit, ok := errors.AsType[*cli.ExitError](err)
			if ok && exit.Code != cli.ExitFailed { // a wrong argument or an interrupt, not a difference
				return errors.Join(wrong, err)
			}
			wrong = errors.Join(wrong, err)
		}
		return wrong
	})
}

// verify verifies the run or the game that name names, as RUN or RUN/GAME.
func (f *verifyFlags) verify(cmd *cobra.Command, db *store.Store, name string) error {
	id, identity, named := strings.Cut(name, "/")
	run, err := cli.FindRun(cmd.Context(), db, id)
	if err != nil {
		return err
	}
	if f.decisions && !f.allowEngines {
		spec, err := tournament.ParseSpec(run.Spec)
		if err = cmp.Or(err, cli.RefuseEngines("--decisions", run.ID, spec.Players)); err != nil {
			return err
		}
	}
	v, err := catalog.NewVerifier(cmd.Context(), db, run)
	if err != nil {
		return err
	}
	identities := catalog.Sample(v.Stored, f.sample, f.seed)
	if named {
		identities = []string{identity}
		if !slices.Contains(v.Stored, identity) {
			return cli.Usagef("game %s/%s: %w; list the games with pillars games list %s", run.ID, identity,
				store.ErrNotFound, run.ID)
		}
	}
	return f.verifyGames(cmd, v, identities)
}

// verifyGames verifies games of a run and prints all differences. It returns an error if there are any.
func (f *verifyFlags) verifyGames(cmd *cobra.Command, v *catalog.Verifier, identities []string) error {
	ctx, release := cli.Interruptible(cmd.Context())
	defer release()
	say, total := cli.NewScreen(cmd), len(identities)
	if v.Workers, v.Again = f.workers, f.decisions; f.decisions {
		total *= 2 // each game is checked by the rules, and then decided again
		if err := v.Repeatable(identities); err != nil {
			return cli.Usagef("--decisions: %w, so its players decide differently each time; "+
				"leave --decisions out to check only the rules and the plan", err)
		}
		if !v.OwnRun() {
			say.Sayf("note: run %s was played by other programs (%s) than this one (%s); players may have changed "+
				"since", v.Run.ID, strings.Join(v.Run.Programs(), ", "), runner.Program())
		}
	}
	v.Progress = func() {
		say.Update(func() progress.State {
			return progress.State{Unit: "game", Done: v.Checked + v.Decided, Total: total,
				Notes: []string{v.Standing()}}
		})
	}
	v.Found = func(identity string, fault error) error {
		say.Clear()
		return cli.Answer(cmd, v.FaultFacts(identity, fault), "game %s/%s: %s", v.Run.ID, identity,
			outside.Visible(fault.Error(), ""))
	}
	err := v.Verify(ctx, identities)
	say.Clear()
	if ctx.Err() != nil {
		return cli.Interrupted("interrupted: %s", v.Standing())
	}
	if err == nil {
		err = cli.Print(cmd, v)
	}
	return cmp.Or(err, v.Failure())
}
