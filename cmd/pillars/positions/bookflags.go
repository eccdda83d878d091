package positions

import (
	"cmp"
	"math"
	"runtime"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament/openings"
)

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
	cli.OptionFlag(cmd, &f.options, cli.CompleteOption)
	set.StringVar(&f.kind, "kind", "random",
		"`KIND` of openings: random (random play) or all (every opening of --turns turns, up to symmetry)")
	set.IntVar(&f.turns, "turns", 4,
		"random turns that an opening plays after the set-up of the board; with --kind all, its turns")
	set.IntVar(&f.count, "count", 50, "openings to find")
	set.IntVar(&f.tries, "tries", openings.MaxTries, "openings to value at most")
	cli.PlayerFlag(cmd, &f.player, "player", "alphabeta:nodes=20000", "the `PLAYER` that values")
	set.Float64Var(&f.margin, "margin", 0.5, "how far from even a value may be, in logits `X`")
	set.Uint64Var(&f.seed, "seed", 1, "all randomness derives from it")
	set.IntVar(&f.workers, "workers", runtime.NumCPU(), "openings valued at the same time")
	set.StringVarP(&f.path, "output", "o", "",
		"write the book into this `FILE`; without one it goes to the standard output")
	set.BoolVar(&f.force, "force", false, "replace the file if it is there")
	set.BoolVar(&f.json, "json", false, "print a JSON line for each opening; the book goes to --output only")
	cli.CompleteChoice(cmd, "kind", "random", "all")
}

// settle checks the flags and says what to look for.
func (f *bookFlags) settle(name string) (openings.Balanced, error) {
	var b openings.Balanced
	if err := f.check(); err != nil {
		return b, err
	}
	rules, _, err := cli.Rules("", name, f.options)
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
	if f.kind != "random" && f.kind != "all" {
		return cli.Usagef("--kind %s: there are random and all", f.kind)
	}
	if err := cmp.Or(cli.Between("turns", f.turns, 0, openings.MaxTurns),
		cli.Between("count", f.count, 1, most)); err != nil {
		return err
	}
	switch {
	case f.tries < f.count || f.tries > most:
		return cli.Usagef("--tries %d: must be from --count, which is %d, to %d", f.tries, f.count, most)
	case !(f.margin >= 0 && f.margin <= 100): // so written to catch what is not a number
		return cli.Usagef("--margin %g: must be from 0 to 100 logits", f.margin)
	case f.workers < 1:
		return cli.AtLeast("workers", f.workers, 1)
	case f.path != "":
		return cli.RefuseExisting(f.path, f.force)
	}
	return nil
}
