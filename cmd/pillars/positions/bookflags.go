package positions

import (
	"math"
	"runtime"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament/openings"
)

// bookFlags say which openings a book is to hold.
type bookFlags struct {
	options []string
	kind    string
	turns   int
	count   int
	tries   int
	player  string
	margin  float64
	seed    uint64
	workers int
	path    string
	force   bool
	json    bool
}

func (f *bookFlags) register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringArrayVar(&f.options, "option", nil,
		"a rule option as `name=value`; may be given again (see pillars games)")
	set.StringVar(&f.kind, "kind", "random",
		"`KIND` of openings: random (random play) or all (every opening of --turns turns, up to symmetry)")
	set.IntVar(&f.turns, "turns", 4,
		"random turns that an opening plays after the set-up of the board; with --kind all, its turns")
	set.IntVar(&f.count, "count", 50, "openings to find")
	set.IntVar(&f.tries, "tries", openings.MaxTries, "openings to value at most")
	set.StringVar(&f.player, "player", "alphabeta:nodes=20000", "the `PLAYER` that values")
	set.Float64Var(&f.margin, "margin", 0.5, "how far from even a value may be, in logits `X`")
	set.Uint64Var(&f.seed, "seed", 1, "all randomness derives from it")
	set.IntVar(&f.workers, "workers", runtime.NumCPU(), "openings valued at the same time")
	set.StringVarP(&f.path, "output", "o", "",
		"write the book into this `FILE`; without one it goes to the standard output")
	set.BoolVar(&f.force, "force", false, "replace the file if it is there")
	set.BoolVar(&f.json, "json", false, "print a JSON line for each opening; the book goes to --output only")
	cli.Complete(cmd, "option", cli.CompleteOption)
	cli.Complete(cmd, "kind", cobra.FixedCompletions([]string{"random", "all"}, cobra.ShellCompDirectiveNoFileComp))
	cli.Complete(cmd, "player", cli.CompletePlayer)
}

// settle checks the flags and says what to look for.
func (f *bookFlags) settle(name string) (openings.Balanced, error) {
	var b openings.Balanced
	if err := f.check(); err != nil {
		return b, err
	}
	game, err := games.Find(name)
	if err != nil {
		return b, cli.Usagef("%w", err)
	}
	rules, err := rulesGiven(game, f.options)
	if err != nil {
		return b, err
	}
	if rules.Seats() != 2 {
		return b, cli.Usagef("%s with these options has %d seats, and books can be balanced for two only", name,
			rules.Seats())
	}
	player, err := cli.NewPlayer("--player", f.player, rules)
	if err != nil {
		return b, err
	}
	if err := checkValuer(player.Name(), f.player); err != nil {
		return b, err
	}
	source := openings.Source{Turns: f.turns}
	if f.kind == "all" {
		source.Kind = openings.All
	}
	return openings.Balanced{
		Rules: rules, Openings: source, Count: f.count, Tries: f.tries,
		Margin: search.Score(math.Round(100 * f.margin)),
		Valuer: openings.Valuer{
			Seed: f.seed, Player: player.Name(), NewPlayer: players.Recorded, Workers: f.workers,
		},
	}, nil
}

func (f *bookFlags) check() error {
	const most = openings.MaxTries
	switch {
	case f.kind != "random" && f.kind != "all":
		return cli.Usagef("--kind %s: there are random and all", f.kind)
	case f.turns < 0 || f.turns > openings.MaxTurns:
		return cli.Usagef("--turns %d: must be from 0 to %d", f.turns, openings.MaxTurns)
	case f.count < 1 || f.count > most:
		return cli.Usagef("--count %d: must be from 1 to %d", f.count, most)
	case f.tries < f.count || f.tries > most:
		return cli.Usagef("--tries %d: must be from --count, which is %d, to %d", f.tries, f.count, most)
	case !(f.margin >= 0 && f.margin <= 100): // so written to catch what is not a number
		return cli.Usagef("--margin %g: must be from 0 to 100 logits", f.margin)
	case f.workers < 1:
		return cli.Usagef("--workers %d: must be 1 or more", f.workers)
	case f.path != "":
		return cli.RefuseExisting(f.path, f.force)
	}
	return nil
}

// rulesGiven are a game's rules with options as the command line gives them.
func rulesGiven(game engine.Game, options []string) (engine.Rules, error) {
	settings, err := engine.ParseSettings(options)
	if err != nil {
		return nil, cli.Usagef("--option: %w", err)
	}
	rules, err := game.New(settings)
	if err != nil {
		return nil, cli.Usagef("--option: %w", err)
	}
	return rules, nil
}
